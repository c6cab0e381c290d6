// A live table by card entry, with an exposed card and a misdeal.

import assert from 'node:assert/strict';
import { inHtml } from './cards.mjs';
import { dealOn, does, enterBets, enterCard, openLive } from './dealer.mjs';
import { until } from './person.mjs';

const still = { reducedMotion: 'reduce' };

/** Opens the dialog of an irregularity: what follows is said, with its rule, and nothing is done yet. */
async function opens(dealer, table, event) {
  const { page } = dealer;
  const { version } = await dealer.view(table);
  await page.click(`[data-opens="irr-${event}"]`);
  const dialog = page.locator(`#irr-${event}[open]`);
  await dialog.waitFor();
  const says = (await dialog.locator('.consequence').allTextContents()).map((text) => text.trim());
  assert.ok(says.length > 0 && says.every((text) => /\(\d+\)|\[.+\]/.test(text)), `with their rules: ${says}`);
  assert.equal((await dealer.view(table)).version, version, 'nothing is reported before it is confirmed');
  return { dialog, says };
}

/** Reports an exposed card of a seat; the round goes on. */
async function exposed(dealer, table, seat, card) {
  const { dialog, says } = await opens(dealer, table, 'exposed-card');
  assert.match(says.join(' '), /turned face up.*play goes on/);
  await dealer.page.keyboard.press('Escape');
  await opens(dealer, table, 'exposed-card');
  await does(dealer, table, async () => {
    const whose = dialog.locator('select[name="seat"]');
    if (await whose.count()) await whose.selectOption(String(seat));
    await dialog.locator('input[name="card"]').fill(card);
    await dialog.locator('button.first').click();
  });
}

async function misdeal(dealer, table) {
  const { dialog, says } = await opens(dealer, table, 'misdeal');
  assert.match(says.join(' '), /every wager is returned/);
  await does(dealer, table, async () => {
    await dialog.locator('[name="reason"]').fill('a player had four cards');
    await dialog.locator('button.first').click();
  });
}

export const tests = {
  'a live table by card entry, with an exposed card and a misdeal': async (visit) => {
    const table = 'live-2';
    await openLive(visit.house, table);
    // A small tablet, held in one hand.
    const dan = await visit.person({ ...still, size: [768, 1024] });
    const watcher = await visit.person(still);
    const { page } = dan;
    await dan.signIn('dan', `/tables/${table}/dealer`);
    await watcher.go(`/tables/${table}`);
    assert.equal(await page.locator('.grid52 button').count(), 52, 'a grid of 52');
    const cards = { 'seat 1': 'Ah Kd 9c', 'seat 2': 'Qs Qd 7c', dealer: 'Ac Kc 8d' };
    const bets = async () => {
      await enterBets(dan, table, 1, { ante: '10', progressive: true });
      await enterBets(dan, table, 2, { ante: '10' });
    };

    await bets();
    const dealt = ({ round }) => round.seats[0]?.hands[0]?.cards.length ?? 0;
    await dealOn(dan, table, { cards, stop: (view) => dealt(view) === 1 });
    const out = await page.$$eval('.grid52 button:disabled', (buttons) => buttons.map((button) => button.value));
    assert.deepEqual(out, ['Ah'], 'a dealt card is gone from the grid');
    await until('the watcher sees a card', () => watcher.page.locator('#seat-1 [data-card]').count());
    assert.deepEqual([...inHtml(await watcher.page.content())], [], 'face down');
    await exposed(dan, table, 1, 'ah');
    await until('everyone sees the exposed card', async () => inHtml(await watcher.page.content()).has('Ah'));
    assert.ok(!(await dan.view(table)).round.is_void, 'play goes on');
    await misdeal(dan, table);
    await dealOn(dan, table, { stop: ({ round }) => round.phase === 'over' });
    assert.ok((await dan.view(table)).round.is_void);
    await until('the watcher is told', async () => /void/i.test(await watcher.page.textContent('main')));
    assert.equal(await page.locator('.grid52 button:disabled').count(), 0, 'a whole deck again');

    // The next round is played out: the dealer qualifies with ace-king.
    await bets();
    const steps = await dealOn(dan, table, { cards, stop: ({ round }) => round.phase === 'over' });
    assert.ok(steps.length > 8, `${steps}`);
    const { lines } = (await dan.view(table)).round;
    const of = (seat, wager) => lines.find((line) => line.seat === seat && line.wager === wager)?.result;
    assert.equal(of(1, 'ante'), 'win');
    assert.equal(of(2, 'play'), 'win');
    await until('the watcher sees every line', async () => await watcher.page.locator('#lines tr[id^="line-"]').count() === lines.length);
  },
  'a mistyped card and a decision are taken back': async (visit) => {
    const table = 'live-3';
    await openLive(visit.house, table);
    const dan = await visit.person({ ...still, size: [360, 740] });
    const sue = await visit.person(still);
    const { page } = dan;
    await dan.signIn('dan', `/tables/${table}/dealer`);
    await enterBets(dan, table, 1, { ante: '10' });
    await dealOn(dan, table, { stop: ({ round }) => round.next.kind === 'card' });

    // The dealer takes a card back alone, with a reason.
    await enterCard(dan, table, '2c');
    assert.match(await page.textContent('#next .last'), /a card to seat 1, face down/i);
    await page.click('#next .last a');
    await page.locator('#undo[open]').waitFor();
    await does(dan, table, async () => {
      await page.fill('#undo-reason', 'typed 2c for Ah');
      await page.click('#undo button.first');
    });
    assert.equal(await page.locator('#c-2c:enabled').count(), 1, 'the card is in the grid again');
    const cards = { 'seat 1': 'Ah Kd 9c', dealer: 'Ac Kc 8d' };
    await dealOn(dan, table, { cards, stop: ({ round }) => round.next.kind === 'decision' });

    // A decision takes a supervisor, whom the dealer calls from there.
    await dealOn(dan, table, { decide: () => 'fold', stop: ({ round }) => round.next.kind !== 'decision' });
    await page.click('#next .last a');
    await page.locator('#undo-call[open]').waitFor();
    await does(dan, table, () => page.click('#undo-call button.first'));
    await assert.rejects(dan.act(table, { act: 'undo', reason: 'seat 1 plays' }), /undo-takes-supervisor.*GEN-14/s);
    await sue.signIn('sue', `/tables/${table}/dealer`);
    await sue.page.click('#next .last a');
    await sue.page.locator('#undo[open]').waitFor();
    await does(sue, table, async () => {
      await sue.page.fill('#undo-reason', 'seat 1 plays');
      await sue.page.click('#undo button.first');
    });
    assert.equal((await dan.view(table)).round.next.kind, 'decision');
    await until('the dealer sees it', () => page.locator('#next [value="play"]').count());
    await dealOn(dan, table, { cards: { dealer: 'Ac Kc 8d' }, stop: ({ round }) => round.phase === 'over' });

    // Recall has the whole story.
    await sue.go(`/rounds/${table}/1`);
    const told = await sue.page.textContent('#steps');
    assert.match(told, /Taken back by dan: typed 2c for Ah/);
    assert.match(told, /Undone: two of clubs to seat 1/i);
    assert.match(told, /Taken back by sue: seat 1 plays/);
    assert.equal(await sue.page.locator('#steps .undone').count(), 2);
  },
  'cards by keys and by a scanner': async (visit) => {
    const table = 'live-1';
    const dan = await visit.person(still);
    const { page } = dan;
    await dan.signIn('dan', `/tables/${table}/dealer`);
    await enterBets(dan, table, 4, { ante: '10' });
    await dealOn(dan, table, { stop: ({ round }) => round.next.kind === 'card' });
    await enterCard(dan, table, 'Ts', true);
    // Ten is also 1 and 0; the same card is not taken twice.
    await page.locator('#h-next').click();
    // At a person's pace: keys that come faster are a scanner's.
    await page.keyboard.type('10s', { delay: 120 });
    await until('the card is refused in words', async () => /on the table already/.test(await page.textContent('#note')));
    // A scanner types fast and ends with Enter: nothing but the card is entered.
    await until('a card is wanted', () => page.locator('#next[data-wants="card"]').count());
    await does(dan, table, () => page.evaluate(() => {
      for (const key of ['9', 'H', 'Enter']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }));
    assert.ok(await page.locator('#c-9h:disabled').count(), 'the nine of hearts is on the table');
    const taken = await page.$$eval('.grid52 button:disabled', (buttons) => buttons.length);
    assert.equal(taken, 2);
  },
  'the card that a player sets apart is entered': async (visit) => {
    const table = 'live-9';
    const token = await visit.house.token('sue');
    const body = { table, game: 'silverado-stud', kind: 'live', min: '5.00', max: '25.00' };
    await visit.house.ask('/api/v1/tables', { token, method: 'POST', body });
    const dan = await visit.person({ reducedMotion: 'reduce', size: [360, 740] });
    const { page } = dan;
    await dan.signIn('dan', `/tables/${table}/dealer`);
    const { least } = (await dan.view(table)).posted;
    await enterBets(dan, table, 2, least);
    const isDecision = ({ round }) => round.next.kind === 'decision';
    await dealOn(dan, table, { cards: { 'seat 2': 'As Kd 7h 2c', dealer: '9s 9d', board: '9s 9d' }, stop: isDecision });
    const choice = page.locator('#next select[name="action"]');
    const cards = await choice.locator('option').evaluateAll((all) => all.map((one) => one.value).filter(Boolean));
    assert.deepEqual(cards.sort(), ['set 2c', 'set 7h', 'set 9d', 'set 9s', 'set As', 'set Kd'], 'every card that is out');
    await choice.selectOption('set 7h');
    const { round } = await does(dan, table, () => page.click('#next form:has(select) button'));
    assert.notEqual(round.next.actions?.[0], 'set 7h');
    assert.equal(await choice.count(), 0, 'it is set');
  },
};
