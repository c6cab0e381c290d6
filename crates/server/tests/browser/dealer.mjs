// How a dealer uses their page: bets of the seats, the next step, cards, decisions, the keypad.

import assert from 'node:assert/strict';
import { until } from './person.mjs';

/** A meter for real money: those of the demo's practice tables are for play money [PRG-24]. */
export async function realMeter(house, token, meter, like) {
  const { meters } = await house.ask('/api/v1/meters', { token });
  if (meters.some((known) => known.meter === meter)) return;
  await house.ask('/api/v1/meters', { token, method: 'POST', body: { meter, schedule: like } });
}

/** The meter of the live tables of three-card poker. */
export const LIVE_METER = 'three-card-live';

/** Opens a live table of three-card poker. */
export async function openLive(house, table) {
  const token = await house.token('sue');
  await realMeter(house, token, LIVE_METER, 'three-card-poker/paytable-1');
  const body = {
    table, game: 'three-card-poker', kind: 'live', edition: '2015-07-01', min: '5.00', max: '100.00',
    meter: LIVE_METER, schedules: { progressive: 'paytable-1' },
  };
  await house.ask('/api/v1/tables', { token, method: 'POST', body });
}

/** Does something on the dealer's page and waits until the page shows what it came to. */
export async function does(dealer, table, work) {
  const { version } = await dealer.view(table);
  await work();
  const view = await until('the house has done it', async () => {
    const now = await dealer.view(table);
    return now.version > version && now;
  });
  await until('the page shows it', async () => await dealer.page.evaluate(() => globalThis.streamedAt) >= view.version);
  return view;
}

/** Enters the bets of a seat in its dialog. */
export async function enterBets(dealer, table, seat, bets) {
  const { page } = dealer;
  await page.click(`[data-opens="bets-${seat}"]`);
  await page.locator(`#bets-${seat}[open]`).waitFor();
  for (const [bet, amount] of Object.entries(bets)) {
    const input = page.locator(`#bet-${seat}-${bet}`);
    if (bet === 'progressive') await input.check();
    else await input.fill(amount);
  }
  return does(dealer, table, () => page.click(`#bets-${seat} form[data-act] button.first`));
}

/** A player sat down at a table with a dealer, who confirms the chips. */
export async function confirmChips(dealer, table, seat) {
  const { round } = await dealer.view(table);
  const amount = round.seats.find((one) => one.seat === seat).buy_in;
  await dealer.act(table, { act: 'confirm_chips', seat, amount });
}

/** Confirms the next step. */
export const goOn = (dealer, table) => does(dealer, table, () => dealer.page.click('#go'));

/** Enters a card: by the grid, or by keys. */
export function enterCard(dealer, table, card, byKeys) {
  const { page } = dealer;
  return does(dealer, table, async () => {
    if (!byKeys) { await page.click(`#c-${card}`); return; }
    await page.locator('#h-next').click();
    for (const key of card.toLowerCase()) await page.keyboard.press(key);
  });
}

/**
 * Deals on as the page asks, until `stop` says so of the view: `cards` has the cards of each place in order, `decide`
 * what a seat does.
 */
export async function dealOn(dealer, table, { cards = {}, decide = () => 'play', stop }) {
  const { page } = dealer;
  const left = Object.fromEntries(Object.entries(cards).map(([place, text]) => [place, text.split(' ')]));
  const steps = [];
  let entered = 0;
  for (let acts = 0; acts < 200; acts += 1) {
    const view = await dealer.view(table);
    if (stop(view)) return steps;
    const { next } = view.round;
    const canGo = await page.locator('#go:enabled').count();
    if (canGo) {
      steps.push(await page.textContent('#h-next'));
      await goOn(dealer, table);
    } else if (next.kind === 'card') {
      const place = next.to === 'seat' ? `seat ${next.seat}` : next.to;
      const card = left[place]?.shift();
      assert.ok(card, `there is a card for ${place}`);
      entered += 1;
      await enterCard(dealer, table, card, entered % 2 === 0);
    } else if (next.kind === 'decision') {
      const action = decide(next.seat, next.actions);
      const form = page.locator('#next form').filter({ has: page.locator(`[name="action"][value="${action}"]`) });
      await does(dealer, table, () => form.locator('button').click());
    } else {
      throw new Error(`the dealer cannot go on: ${await page.textContent('#next')} ${JSON.stringify(next)}`);
    }
  }
  throw new Error('the round does not end');
}
