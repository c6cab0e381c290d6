// Tips for the dealer on the felt: where the section allows them, by tap, by key, by command, with the refusal at the spot.

import assert from 'node:assert/strict';
import { TABLES, choices, comeTo, each, isPaid } from './felt.mjs';
import { until } from './person.mjs';

const still = { reducedMotion: 'reduce' };

/** Where a tip goes down with the bets, by the subdivisions on tips: 15.03(3), 15.02(3), 15.05, 15.09, 15.16(3), 15.15(3). */
const SPOTS = {
  'let-it-ride': ['bet-3', 'three-card-bonus'],
  'three-card-poker': ['ante', 'pair-plus'],
  'caribbean-stud': ['ante'],
  'silverado-stud': ['five-card', 'three-card'],
  'mississippi-stud': ['ante'],
  'ultimate-texas-holdem': ['ante', 'blind', 'trips'],
};

const tips = async (person, table, seat) => (await person.view(table)).round.seats.find((one) => one.seat === seat).tips;
const complaint = (page, seat) => page.textContent(`#refused-${seat}`);

/** Waits until the house has taken these tips. */
const hasTips = (person, table, seat, wanted) => until(`tips are ${JSON.stringify(wanted)}`,
  async () => JSON.stringify(await tips(person, table, seat)) === JSON.stringify(wanted));

async function command(page, text) {
  await page.keyboard.press('/');
  await page.fill('#command-text', text);
  await page.keyboard.press('Enter');
  const said = await until(`an answer to ${text}`, () => page.textContent('#command-answer'));
  await page.keyboard.press('Escape');
  await page.evaluate(() => { document.getElementById('command-answer').textContent = ''; });
  return said;
}

export const tests = {
  'tip spots lie where the section allows tips, and nowhere else': async (visit) => {
    await each(TABLES, 3, async (table) => {
      const person = await visit.person(still);
      await comeTo(person, table);
      const found = await person.page.$$eval('.seat.me button.tip', (spots) => spots.map((spot) => spot.dataset.tip).sort());
      assert.deepEqual(found, (SPOTS[table] ?? []).sort(), table);
      const targets = await person.page.$$eval('.seat.me button.area', (areas) => areas.map((area) => {
        const { width, height } = getComputedStyle(area, '::after');
        return Math.min(parseFloat(width), parseFloat(height));
      }));
      assert.ok(targets.every((side) => side >= 44), `${table}: areas and tip spots of 44 pixels, not ${targets}`);
    });
  },
  'a tip goes down and comes back by tap and by key': async (visit) => {
    const table = 'three-card-poker';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    const [ante, tip] = [`#s${seat}-ante`, `#s${seat}-tip-ante`];
    await page.click('[data-chip="5"]');
    // Without a bet there is nothing to ride on.
    await page.click(tip);
    await until('it is refused', async () => /GEN-11/.test(await complaint(page, seat)));
    await page.click(ante);
    await until('the ante lies there', async () => Number(await page.getAttribute(ante, 'data-amount')) === 5);
    await page.focus(tip);
    await page.keyboard.press('Enter');
    await hasTips(person, table, seat, { ante: '5.00' });
    await until('the deal counts it', async () => /Deal, \$10/.test(await page.textContent('#dock .btn.first')));
    // At most the player's own wager [GEN-11]: the refusal stands at the spot, and nothing changes.
    person.expect(/status of 422/);
    await page.click(tip);
    await until('it is refused', async () => (await page.getAttribute(tip, 'class')).split(' ').includes('no'));
    await until('with its reason', async () => /more than the player's own \$5 \[GEN-11\]$/.test(await complaint(page, seat)));
    assert.deepEqual(await tips(person, table, seat), { ante: '5.00' });
    await page.focus(tip);
    await page.keyboard.press('Backspace');
    await hasTips(person, table, seat, {});
    await page.locator(`#refused-${seat}`).waitFor({ state: 'hidden' });
    // The next test's round waits for nobody.
    await person.act(table, { act: 'clear', seat });
  },
  'a tip rides with the decision, and its end is told': async (visit) => {
    const table = 'three-card-poker';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    await person.act(table, { act: 'bet', seat, bets: { ante: '5.00' } });
    await until('the ante lies there', async () => Number(await page.getAttribute(`#s${seat}-ante`, 'data-amount')) === 5);
    assert.match(await command(page, 'tip ante 3'), /\$3 rides on ante/);
    await hasTips(person, table, seat, { ante: '3.00' });
    person.expect(/status of 422/);
    assert.match(await command(page, 'tip play 3'), /together with the player's own wager/);
    await person.act(table, { act: 'ready', seat });
    await until('a choice', async () => (await choices(page)).length);
    // The play wager for the dealer equals the tip ante [TCP-8].
    const button = page.locator('#dock button[name="tip"]');
    assert.equal(await button.count(), 1);
    assert.match(await button.textContent(), /Play and tip \$3/);
    assert.match(await command(page, 'fold with tip'), /No tip can ride on fold/);
    await button.click();
    await until('it is settled', () => isPaid(page));
    const { round } = await person.view(table);
    assert.deepEqual(round.seats.find((one) => one.seat === seat).tips, { ante: '3.00', play: '3.00' });
    assert.match(await page.textContent('#lines'), /Tips for the dealers: seat/);
  },
};
