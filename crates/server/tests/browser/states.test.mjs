// What a felt shows between rounds and while it pays: chips that are paid and taken, seats that are free again.

import assert from 'node:assert/strict';
import { betEverything, choices, comeTo, deal, finish, first, isPaid } from './felt.mjs';
import { until } from './person.mjs';

const still = { reducedMotion: 'reduce' };
const ROUNDS_MAX = 40;

/** Where the chips of settled areas lie: those paid, and those lost that can still be seen. */
const settledChips = (page) => page.evaluate(() => {
  const box = (element) => element.getBoundingClientRect();
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const areas = [...document.querySelectorAll('.seat .area')];
  const paid = areas.filter((area) => area.querySelector('.payoff')).map((area) => {
    const room = box(area);
    // Stacks are as high as what is in them; across, both lie in the area.
    const out = [...area.querySelectorAll('.stack')].map(box)
      .map(({ left, right }) => Math.max(room.left - left, right - room.right, 0));
    return { area: area.id, out: Math.max(...out) };
  });
  const lost = areas.filter((area) => area.querySelector('.paid.lose'));
  const left = lost.filter((area) => [...area.querySelectorAll('.stack')].some(isSeen)).map((area) => area.id);
  return { paid, lost: lost.length, left };
});

export const tests = {
  'what is paid lies within its area, and what is lost is taken': async (visit) => {
    const table = 'ultimate-texas-holdem';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    const seen = { paid: 0, lost: 0 };
    for (let round = 0; round < ROUNDS_MAX && !(seen.paid > 1 && seen.lost > 1); round += 1) {
      const { number } = (await deal(person, table, seat, { trips: '5.00' })).round;
      await finish(person, table);
      await until('the round is settled', async () => (await page.textContent('#sub')).includes(`round ${number}`) && isPaid(page));
      const { paid, lost, left } = await settledChips(page);
      assert.deepEqual(paid.filter(({ out }) => out > 2), [], 'paid chips stay within their area');
      assert.deepEqual(left, [], 'lost chips are taken');
      seen.paid += paid.length;
      seen.lost += lost;
    }
    assert.ok(seen.paid && seen.lost, JSON.stringify(seen));
  },
  'whoever sits down next finds a clean seat': async (visit) => {
    const table = 'three-card-poker';
    const ann = await visit.person(still);
    const seat = await comeTo(ann, table, 'Ann');
    await deal(ann, table, seat);
    await finish(ann, table);
    await until('it is settled', () => isPaid(ann.page));
    await ann.act(table, { act: 'leave', seat });
    const ben = await visit.person(still);
    await ben.go('/');
    assert.match(await ben.page.textContent(`#table-${table} .now`), /^Open/);
    assert.equal(await comeTo(ben, table, 'Ben'), seat, 'the same seat');
    assert.equal(await ben.page.locator('.card').count(), 0, 'no cards of a round before');
    assert.match(await ben.page.textContent('#dock .say'), /^Place your bets/);
    assert.doesNotMatch(await ben.page.textContent('#dock'), /Same bets/);
    assert.doesNotMatch(await ben.page.textContent('main'), /guest-/, 'no ids in place of names');
  },
  'the settlement can be skipped, and says what everyone had': async (visit) => {
    const table = 'caribbean-stud';
    const person = await visit.person();
    const { page } = person;
    await comeTo(person, table);
    await betEverything(person, table);
    // Chips were put down by clicking: Enter deals, and adds no more.
    await page.keyboard.press('Enter');
    await until('a choice', async () => (await choices(page)).length);
    const { action } = first(await choices(page));
    await page.click(`#dock form:has([value="${action}"]) button`);
    await page.locator('[data-skip]').click();
    assert.ok(await isPaid(page), 'all lines at once');
    assert.match(await page.textContent('#now-line'), /^You: .+ · Dealer: .+/);
    assert.equal(await page.locator('[data-skip]').isVisible(), false);
  },
};
