// The table with every added side bet: chips by tap, the lines of the round, and a dealer who takes them by command.

import assert from 'node:assert/strict';
import {
  SIDE_BETS, WITH_SIDE_BETS, choices, comeTo, first, isPaid, playOn, sameLines,
} from './felt.mjs';
import { until } from './person.mjs';

const still = { reducedMotion: 'reduce' };
const SIZES = [[1440, 900], [390, 844], [740, 360]];
const LIVE = 'side-bets-live';

/** Puts $5 on an area by a tap. */
async function tap(page, seat, bet) {
  const area = page.locator(`#s${seat}-${bet}`);
  await area.click();
  await until(`chips lie on ${bet}`, async () => Number(await area.getAttribute('data-amount')) === 5);
}

/** One side bet after another, each in a round of its own. */
async function eachAlone(visit, size) {
  const person = await visit.person({ ...still, size });
  const { page } = person;
  const seat = await comeTo(person, WITH_SIDE_BETS);
  for (const bet of SIDE_BETS) {
    await until('the betting is open', async () => await page.locator(`#s${seat}-blackjack`).count()
      && !await page.locator('#dock.quiet').count());
    await page.click('[data-chip="5"]');
    await tap(page, seat, 'blackjack');
    await tap(page, seat, bet);
    await page.click('#dock button[data-key="Enter"]');
    await playOn(person, async (offered) => {
      const place = (await choices(page)).findIndex(({ action }) => action === first(offered).action);
      await page.locator('#dock form:has([name="action"]) button').nth(place).click();
    });
    const lines = await sameLines(person, WITH_SIDE_BETS);
    assert.deepEqual(lines.filter(({ wager }) => SIDE_BETS.includes(wager)).map(({ wager }) => wager), [bet]);
    // Its citation opens the sentence of its own section.
    await page.click(`#line-${lines.findIndex(({ wager }) => wager === bet)} a.cite`);
    await page.locator('#rule:not([hidden])').waitFor();
    assert.match(await page.textContent('#rule'), /20:18:15:30\./);
    await page.keyboard.press('Escape');
  }
  await until('it is paid', () => isPaid(page));
  await person.act(WITH_SIDE_BETS, { act: 'leave', seat });
}

export const tests = {
  'each added side bet is placed by a tap, played and paid': async (visit) => {
    for (const size of SIZES) await eachAlone(visit, size);
  },
  'a dealer takes every side bet by command': async (visit) => {
    const { posted } = await visit.house.ask(`/api/v1/tables/${WITH_SIDE_BETS}`);
    const schedules = Object.fromEntries(SIDE_BETS.map((bet) => [bet, posted.schedules[bet]]));
    const token = await visit.house.token('sue');
    const body = { table: LIVE, game: 'blackjack', kind: 'live', min: '5.00', max: '100.00', schedules };
    await visit.house.ask('/api/v1/tables', { token, method: 'POST', body });
    const dan = await visit.person(still);
    await dan.signIn('dan', `/tables/${LIVE}/dealer`);
    await dan.page.locator('html.js').waitFor();
    for (const bet of ['blackjack', ...SIDE_BETS]) {
      if (!await dan.page.locator('#command[open]').count()) await dan.page.keyboard.press('/');
      await dan.page.evaluate(() => { document.getElementById('command-answer').textContent = ''; });
      await dan.page.keyboard.type(`bet 3 ${bet} 10`);
      await dan.page.keyboard.press('Enter');
      const answer = await until(`an answer to ${bet}`, () => dan.page.textContent('#command-answer'));
      assert.equal(answer, `Seat 3: ${bet} 10.`);
      await until('the page has it', () => dan.page.evaluate((wager) => document.getElementById('dseat-3')?.dataset.bets?.includes(wager), bet));
    }
    const { round } = await dan.view(LIVE);
    const { bets } = round.seats.find(({ seat }) => seat === 3);
    assert.deepEqual(Object.keys(bets).sort(), ['21-plus-3', 'blackjack', 'dead-mans-hand', 'lucky-ladies', 'lucky-lucky']);
  },
};
