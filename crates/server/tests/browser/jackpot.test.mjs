// A jackpot with envy, from the sensors to the recall; and a whole round at a virtual table.
//
// The cards of a virtual table are shuffled by the house and nobody can arrange them: the jackpot is at a live table,
// where the dealer enters the cards. Everything after the cards is the same at both.

import assert from 'node:assert/strict';
import { choices, comeTo } from './felt.mjs';
import { LIVE_METER as METER, confirmChips, dealOn, does, enterBets, openLive } from './dealer.mjs';
import { axeSource } from './modules.mjs';
import { until } from './person.mjs';

const TABLE = 'live-2';

const lamps = (page) => page.$$eval('.dseat .lamp', (all) => all.map((lamp) => lamp.classList.contains('on')));

/** Notes what axe finds serious on a page; the test goes on, and fails at its end. */
async function isAccessible({ page }, what, found) {
  await page.evaluate(axeSource);
  const serious = await page.evaluate(async () => (await globalThis.axe.run()).violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`));
  for (const one of serious) found.push(`${what}: ${one}`);
}

/** How many sheets of paper a page takes. */
async function sheets(page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

async function jackpot(visit) {
  const found = [];
  await openLive(visit.house, TABLE);
  const still = { reducedMotion: 'reduce' };
  const [dan, sue, wall, watcher] = [
    await visit.person({ ...still, size: [1024, 768] }), await visit.person(still),
    await visit.person({ ...still, size: [1920, 1080] }), await visit.person(still),
  ];
  await dan.signIn('dan', `/tables/${TABLE}/dealer`);
  await sue.signIn('sue', '/floor');
  await wall.go(`/meters/${METER}/sign`);
  await watcher.go(`/tables/${TABLE}`);
  const before = Number((await wall.ask(`/api/v1/meters/${METER}`)).display);

  // Bets, the lock, and the sensors.
  await enterBets(dan, TABLE, 1, { ante: '10', progressive: true });
  await enterBets(dan, TABLE, 2, { ante: '10', progressive: true });
  await enterBets(dan, TABLE, 3, { ante: '10' });
  assert.ok(!(await lamps(dan.page)).includes(true), 'no sensor is lit before the lock');
  await dealOn(dan, TABLE, { stop: ({ round }) => round.phase === 'playing' });
  assert.deepEqual((await lamps(dan.page)).slice(0, 4), [true, true, false, false], 'the sensors of those who bet');
  await until('the watcher sees the sensors', async () => await watcher.page.locator('.area.sensor.on').count() === 2);

  // The cards, the decisions, the settlement up to the jackpot.
  await dealOn(dan, TABLE, {
    cards: { 'seat 1': 'As Ks Qs', 'seat 2': '2c 5d 9h', 'seat 3': '3c 7d Th', dealer: 'Kc 8h 4d' },
    decide: (seat) => (seat === 2 ? 'fold' : 'play'),
    stop: ({ round }) => round.next.kind === 'award',
  });
  await isAccessible(dan, 'the dealer’s page with a jackpot to key', found);

  // A wrong key is told; the right one lights, with envy.
  await dan.page.check('#pad-1', { force: true });
  const key = (hand) => dan.page.click(`.keypad .key[value="${hand}"]`);
  await does(dan, TABLE, () => key('A-K-Q of another suit'));
  assert.match(await dan.page.textContent('#keypad .blocks'), /Seat 1: A-K-Q of another suit is keyed, the cards show A-K-Q of spades/);
  await does(dan, TABLE, () => key('A-K-Q of spades'));
  assert.equal(await dan.page.locator('#keypad .blocks').count(), 0);
  assert.match(await dan.page.textContent('#lit-1'), /A.K.Q of spades on.*Envy: seat 2 \$100/s);

  // The sign says so, to everyone.
  await wall.page.getByText('PENDING', { exact: true }).waitFor();
  assert.match(await wall.page.textContent('#mid'), /A.K.Q of spades .*live-2, seat 1/);
  await isAccessible(wall, 'the sign, pending', found);

  // The call, and the supervisor who comes.
  await dealOn(dan, TABLE, { stop: ({ call }) => call });
  await sue.page.locator(`#call-${TABLE}`).waitFor();
  const { awards } = await sue.ask('/api/v1/awards?state=pending');
  assert.equal(awards.length, 1);
  const [{ award, amount }] = awards;
  const win = sue.page.locator(`#award-${award}`);
  await win.waitFor();
  assert.deepEqual(await win.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.dataset.card)), ['As', 'Ks', 'Qs']);
  assert.match(await win.textContent(), /agree with what was keyed/);
  assert.match(await win.textContent(), /seat 2 \$100 from the tray/);
  await isAccessible(sue, 'the floor with a win to verify', found);
  await sue.page.keyboard.press('v');
  await sue.page.locator(`#verify-${award}[open]`).waitFor();
  await sue.page.keyboard.press('v');
  await until('it is verified', async () => (await sue.ask('/api/v1/awards?state=pending')).awards.length === 0);
  await win.waitFor({ state: 'detached' });

  // The end of the round: envy is paid, the sensors go dark, the sign runs on from its seed.
  await until('the dealer may go on', () => dan.page.locator('#go:enabled').count());
  await dealOn(dan, TABLE, { stop: ({ round }) => round.phase === 'over' });
  await until('the sensors are dark', async () => !(await lamps(dan.page)).includes(true));
  const { round } = await dan.view(TABLE);
  const envy = round.lines.filter(({ wager }) => wager === 'envy');
  assert.deepEqual(envy.map(({ seat, returned }) => [seat, returned]), [[2, '100.00']]);
  await until('the sign runs again', async () => await wall.page.locator('#mid.run').count());
  const after = Number((await wall.ask(`/api/v1/meters/${METER}`)).display);
  assert.ok(after < before + 10 && after >= 1000, `${before} before, ${after} after`);
  assert.match(await wall.page.textContent('#winners'), /A.K.Q of spades|live-2/i);
  await slip(sue, award, amount, found);
  await recalled(sue, found);
  assert.deepEqual(found, []);
}

/** The slip: one sheet, with the amount, the cards and room for signatures. */
async function slip(sue, award, amount, found) {
  const { page } = sue;
  await sue.go(`/awards/${award}/slip`);
  const text = await page.textContent('#main');
  const dollars = `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(Number(amount)) ? 0 : 2 })}`;
  assert.ok(text.includes(dollars), `${dollars} is on the slip: ${text}`);
  assert.match(text, /Player.*Dealer.*Supervisor/s);
  assert.equal(await page.locator('#slip-hand [data-card]').count(), 3);
  await isAccessible(sue, 'the slip', found);
  await page.emulateMedia({ media: 'print' });
  assert.ok(!await page.locator('header.bar').isVisible(), 'paper has no bar');
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.match(paper, /rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\)/, 'paper is white');
  assert.equal(await sheets(page), 1, 'one sheet');
  assert.match((await page.pdf({ preferCSSPageSize: true })).toString('latin1'), /MediaBox\s*\[0 0 612 792\]/, 'of letter size');
  await page.emulateMedia({ media: 'screen' });
}

/** The recall: the same lines, every step, the cards at a step, the round file. */
async function recalled(sue, found) {
  const { page } = sue;
  await sue.go(`/rounds/${TABLE}/1`);
  const { lines, steps, round_file: file } = await sue.ask(`/api/v1/tables/${TABLE}/rounds/1`);
  assert.equal(await page.locator('#steps > li').count(), steps.length);
  assert.equal(await page.locator('table.take tbody tr').count(), lines.length);
  assert.equal(await page.textContent('#round-file'), file);
  const cardsThen = () => page.$$eval('#then [data-card]', (cards) => cards.length);
  await page.locator('html.js').waitFor();
  const last = await until('the table at the last step', cardsThen);
  assert.ok(last >= 12, `${last} cards lie there at the end`);
  await page.locator('#scrub').focus();
  await page.keyboard.press('Home');
  await until('no cards lie there at first', async () => await cardsThen() === 0);
  const widths = () => page.$$eval('table.take td:nth-child(2)', (cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  await page.setViewportSize({ width: 360, height: 740 });
  assert.ok(Math.min(...await widths()) > 120, 'a phone has room for the wagers');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('End');
  await until('all cards at the end', async () => await cardsThen() === last);
  await isAccessible(sue, 'the recall', found);
}

/** A round at a virtual table: the players decide on their pages, the dealer confirms the steps. */
async function virtual(visit) {
  const table = 'dealer-1';
  const still = { reducedMotion: 'reduce' };
  const [ann, ben, dan] = [await visit.person(still), await visit.person(still), await visit.person(still)];
  // The table seats players once its dealer is there.
  await dan.signIn('dan', `/tables/${table}/dealer`);
  const seats = [await comeTo(ann, table, 'Ann'), await comeTo(ben, table, 'Ben')];
  for (const [place, person] of [ann, ben].entries()) {
    await confirmChips(dan, table, seats[place]);
    await person.act(table, { act: 'bet', seat: seats[place], bets: { ante: '10.00', progressive: '1.00' } });
  }
  await until('the dealer sees both', async () => (await dan.page.$$eval('.dseat:not(.open)', (all) => all.length)) === 2);
  const decided = new Set();
  for (let turns = 0; turns < 10; turns += 1) {
    await dealOn(dan, table, { stop: ({ round }) => round.phase === 'over' || round.next.kind === 'award' || (round.next.kind === 'decision' && !round.next.step) });
    const { round } = await dan.view(table);
    if (round.next.kind !== 'decision') break;
    const player = round.next.seat === seats[0] ? ann : ben;
    assert.equal(await dan.page.locator('#next form .decide').count(), 0, 'the dealer does not decide for players');
    await until('their turn', async () => (await choices(player.page)).length > 0);
    await does(dan, table, () => player.page.locator('#dock form:has([value="play"]) button').click());
    decided.add(round.next.seat);
  }
  assert.deepEqual([...decided].sort(), [...seats].sort());
  const { round } = await dan.view(table);
  // One in some thousand rounds has a winner: that is the other test's matter.
  if (round.next.kind === 'award') return;
  assert.ok(round.lines.length >= 4);
  await until('the players see the settlement', async () => await ann.page.locator('#lines tr[id^="line-"]').count() === round.lines.length);
}

export const tests = {
  'a jackpot with envy: sensors, key, call, verify, slip, sign, recall': jackpot,
  'a round at a virtual table, with a dealer': virtual,
};
