// The server is killed in the middle of a round and comes back: the page says so, and nothing is lost.

import assert from 'node:assert/strict';
import { lyingInView, lyingOnPage } from './cards.mjs';
import { betEverything, choices, first, playOn, sameLines, sitDown } from './felt.mjs';
import { until } from './person.mjs';

export const tests = {
  'the server is killed in the middle of a round': async (visit) => {
    const table = 'ultimate-texas-holdem';
    const ann = await visit.person();
    const { page } = ann;
    const watcher = await visit.person();
    await sitDown(ann, table);
    await watcher.go(`/tables/${table}`);
    await betEverything(ann, table);
    await page.click('#dock button[data-key="Enter"]');
    const offered = await until('Ann’s turn', async () => (await choices(page)).length && choices(page));
    const before = await ann.view(table);
    for (const person of [ann, watcher]) person.expect(/ERR_|Failed to load resource/);

    await visit.house.cut();
    for (const person of [ann, watcher]) await person.page.locator('#lost:not([hidden])').waitFor();
    assert.match(await page.textContent('#lost'), /Connection lost/);
    // What is shown stays.
    assert.deepEqual(await lyingOnPage(page), lyingInView(before));

    await visit.house.comeBack();
    for (const person of [ann, watcher]) await person.page.locator('#lost[hidden]').waitFor({ state: 'attached' });
    const after = await ann.view(table);
    for (const view of [before, after]) delete view.round.next.until;
    assert.deepEqual(after, before, 'nothing is lost');
    assert.deepEqual(await lyingOnPage(page), lyingInView(before));
    assert.deepEqual((await choices(page)).map(({ action }) => action), offered.map(({ action }) => action));

    await playOn(ann, async (now) => {
      const place = now.indexOf(first(now));
      await page.locator('#dock form:has([name="action"]) button').nth(place).click();
    });
    await sameLines(ann, table);
    await until('the watcher sees it too', async () => isDeep(await lyingOnPage(watcher.page), lyingInView(await watcher.view(table))));
  },
  'an act that is sent while the server is down is done once': async (visit) => {
    const table = 'blackjack';
    const ann = await visit.person();
    const { page } = ann;
    await sitDown(ann, table);
    await page.click('[data-chip="25"]');
    ann.expect(/ERR_|Failed to load resource/);
    await visit.house.cut();
    const back = visit.house.comeBack();
    await page.locator('.seat.me button.area').first().click();
    await back;
    await until('the bet lies there once', async () => {
      const [seat] = (await ann.view(table)).round.seats;
      return seat?.bets.blackjack === '25.00';
    });
  },
};

const isDeep = (one, other) => JSON.stringify(one) === JSON.stringify(other);
