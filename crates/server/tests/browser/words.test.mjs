// What a felt says is so: the dealer's hold 'em hand, totals, verdicts, and who is not there.

import assert from 'node:assert/strict';
import { choices, comeTo, deal, finish, isPaid } from './felt.mjs';
import { until } from './person.mjs';

const still = { reducedMotion: 'reduce' };
/** What poker hands are called by. */
const NAME = /high|pair|of a kind|straight|flush|full house/;

export const tests = {
  '212 lays out and names the dealer’s hold ’em hand, and counts totals after it': async (visit) => {
    const table = 'holdem-212';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    await deal(person, table, seat);
    await until('a choice', async () => (await choices(page)).length);
    assert.equal(await page.locator('#x-call').count(), 0, 'the burned cards lie face down');
    const { round } = await finish(person, table);
    await until('it is settled', () => isPaid(page));
    const turned = round.burns.filter((card) => card !== '??');
    assert.equal(turned.length, 2, 'the dealer’s hold ’em hand is the two burned cards');
    const shown = await page.$$eval('.holdem-hand .card', (cards) => cards.map((card) => card.dataset.card));
    assert.deepEqual(shown, turned);
    assert.match(await page.textContent('#x-call'), NAME);
    // Blackjack hands have totals, and no poker names.
    const called = await page.textContent('#dealer');
    assert.doesNotMatch(called, NAME);
    const [holdem, ...rest] = (await page.textContent('#now-line')).split(' · ');
    assert.match(holdem, /^Hold ’em: .* against /);
    assert.match(rest.join(), /You: /);
    assert.doesNotMatch(rest.join(), NAME);
    await page.goto(`${visit.house.url}/rounds/${table}/${round.number}`);
    await until('recall names it', async () => NAME.test(await page.locator('.then-board:has-text("hold ’em hand")').last().innerText()));
  },
  'the last hand’s verdict does not stand beside the next decision': async (visit) => {
    const table = 'three-card-poker';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    await deal(person, table, seat);
    // The coach may take longer for the first values than a decision may last: then there is another round.
    await until('the coach tells', async () => {
      if ((await person.view(table)).round.next.kind !== 'decision') await deal(person, table, seat);
      return page.locator('#coach [data-action]').count();
    }, 120_000);
    await until('the dock takes input', () => page.locator('#dock:not(.quiet)').count());
    const costs = await page.$$eval('#coach [data-action]', (rows) => rows.map(({ dataset }) => dataset.action));
    await page.click(`#do-${costs.at(-1)} button.act`);
    await page.locator('#coach-cost:not([hidden])').waitFor();
    await until('it is settled', () => isPaid(page));
    assert.ok(await page.locator('#coach-cost').isVisible(), 'it is told while the hand lies there');
    await deal(person, table, seat);
    await until('a new decision', async () => (await choices(page)).length);
    await until('the verdict is gone', async () => !await page.locator('#coach-cost').isVisible());
    await finish(person, table);
  },
  'a table without its dealer seats nobody, and says so': async (visit) => {
    const person = await visit.person(still);
    const { page } = person;
    person.expect(/status of 422/);
    await person.go('/tables/dealer-1');
    await page.fill('#guest', 'Ann');
    await page.click('#sit button');
    await until('it says why', async () => /No dealer is at table dealer-1/.test(await page.textContent('main')));
  },
};
