// The dealer's page on the tablets that dealers use standing up: nothing moves under the finger, everything is within
// reach, and what was entered last can be taken back.

import assert from 'node:assert/strict';
import { axeSource } from './modules.mjs';
import { dealOn, does, enterBets, enterCard, goOn, openLive } from './dealer.mjs';
import { until } from './person.mjs';

const still = { reducedMotion: 'reduce' };
const PHONE = [360, 740];
const TABLETS = [[768, 1024], [1024, 768]];
const isCardDue = ({ round }) => round.next.kind === 'card';

/** A live table with bets on three seats, and its dealer. */
async function seated(visit, table, size) {
  await openLive(visit.house, table);
  const dan = await visit.person({ ...still, size });
  await dan.signIn('dan', `/tables/${table}/dealer`);
  await enterBets(dan, table, 1, { ante: '10', 'pair-plus': '5', progressive: true });
  await enterBets(dan, table, 2, { ante: '10', progressive: true });
  await enterBets(dan, table, 5, { ante: '25' });
  return dan;
}

const gridTop = ({ page }) => page.$eval('#grid', (grid) => grid.getBoundingClientRect().top + scrollY);

/** Controls that are too small for a finger, and what sticks out of the screen. */
const misfits = (page) => page.evaluate(() => {
  const found = [];
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) found.push(`${scrollWidth} wide of ${innerWidth}`);
  for (const control of document.querySelectorAll('#main :is(button, a.btn, .pad-seats label)')) {
    if (!control.checkVisibility() || control.closest('dialog:not([open])')) continue;
    const { width, height } = control.getBoundingClientRect();
    if (width < 44 || height < 44) found.push(`${control.textContent.trim() || control.id}: ${width.toFixed(0)} x ${height.toFixed(0)}`);
  }
  return found;
});

async function serious({ page }) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axeSource);
  return page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ['violations'] })).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`));
}

async function stays(visit, table, size) {
  const dan = await seated(visit, table, size);
  await dealOn(dan, table, { stop: isCardDue });
  const top = await gridTop(dan);
  const bottom = await dan.page.$eval('#grid', (grid) => grid.getBoundingClientRect().bottom);
  assert.ok(bottom <= size[1], `the grid ends at ${bottom} of ${size[1]}`);
  for (const card of ['As', 'Kh', '2c', '9d', 'Qs']) {
    await enterCard(dan, table, card, false);
    const moved = Math.abs(await gridTop(dan) - top);
    assert.ok(moved < 1, `it moves by ${moved} after ${card}`);
  }
}

export const tests = {
  'a confirmed step is taken back before the first card': async (visit) => {
    const table = 'live-2';
    const dan = await seated(visit, table, TABLETS[0]);
    const { page } = dan;
    const last = page.locator('#next .last');
    await dealOn(dan, table, { stop: ({ round }) => round.phase === 'playing' });
    assert.equal(await last.locator('a').count(), 0, 'the lock is not taken back here');
    const step = await page.textContent('#h-next');
    await goOn(dan, table);
    assert.ok((await dan.view(table)).round.seats.every(({ hands }) => hands.every(({ cards }) => !cards.length)), 'no card yet');
    assert.match(await last.textContent(), /Last: Keypad lock/);
    await last.getByText('Take back').click();
    await page.fill('#undo-reason', 'pressed too early');
    await does(dan, table, () => page.click('#undo button.first'));
    assert.equal(await page.textContent('#h-next'), step, 'the step is due again');
    assert.equal(await last.locator('a').count(), 0);
    await dealOn(dan, table, { stop: isCardDue });
    await last.getByText('Take back').waitFor();
  },
  'the card grid stays in place while cards are entered': async (visit) => {
    await Promise.all(TABLETS.map((size, place) => stays(visit, `live-${place + 3}`, size)));
  },
  'the dealer’s page fits a hand in every state': async (visit) => {
    const table = 'live-5';
    const dan = await seated(visit, table, PHONE);
    const { page } = dan;
    const found = [];
    const look = async (what) => {
      for (const [width, height] of [PHONE, ...TABLETS]) {
        await page.setViewportSize({ width, height });
        for (const misfit of await misfits(page)) found.push(`${what} at ${width}: ${misfit}`);
      }
      for (const one of await serious(dan)) found.push(`${what}: ${one}`);
    };
    await look('bets');
    await dealOn(dan, table, { stop: isCardDue });
    await look('a card');
    const cards = { 'seat 1': 'As Ks Qs', 'seat 2': '2c 5d 9h', 'seat 5': '3c 7d Th', dealer: 'Kc 8h 4d' };
    await dealOn(dan, table, { cards, stop: ({ round }) => round.next.kind === 'decision' && !round.next.step });
    await look('a decision');
    await dealOn(dan, table, { decide: (seat) => (seat === 2 ? 'fold' : 'play'), stop: ({ round }) => round.next.kind === 'award' });
    // A winner that waits for its key is no alarm.
    assert.equal(await page.textContent('#h-next'), 'Key A-K-Q of spades for seat 1');
    assert.equal(await page.locator('#keypad .blocks').count(), 0);
    await look('a key');
    await does(dan, table, () => page.click('.keypad .key[value="straight"]'));
    await page.locator('#keypad .blocks').waitFor();
    await look('a wrong key');
    for (const opens of await page.$$eval('.irr [data-opens]', (all) => all.map((one) => one.dataset.opens))) {
      await page.click(`[data-opens="${opens}"]`);
      assert.ok(await page.locator(`#${opens}[open] .consequence`).count(), `${opens} says what follows`);
      await look(opens);
      await page.keyboard.press('Escape');
    }
    await until('dialogs are closed', async () => !await page.locator('dialog[open]').count());
    assert.deepEqual([...new Set(found)], []);
  },
};
