// How a player uses a felt, and what the felt must show.

import assert from 'node:assert/strict';
import { until } from './person.mjs';

export const GAMES = [
  'let-it-ride', 'three-card-poker', 'caribbean-stud', 'silverado-stud', 'four-card-poker', 'texas-holdem-bonus',
  'mississippi-stud', 'ultimate-texas-holdem', 'holdem-212', 'blackjack', 'buster-blackjack', 'war-blackjack',
  'casino-war', 'phil-em-up',
];

/** The side bets with sections of their own, and the table that offers them all. */
export const SIDE_BETS = ['21-plus-3', 'dead-mans-hand', 'lucky-ladies', 'lucky-lucky'];
export const WITH_SIDE_BETS = 'blackjack-side-bets';

/** A felt of every game, and the one with side bets. */
export const TABLES = [...GAMES, WITH_SIDE_BETS];

/** What can be bet beside the least bets: the progressive, or every side bet that was added. */
export async function beside(person, table) {
  const { progressive_wager: progressive } = (await person.view(table)).posted;
  if (table === WITH_SIDE_BETS) return Object.fromEntries(SIDE_BETS.map((bet) => [bet, '5.00']));
  return progressive ? { progressive: '1.00' } : {};
}

/** Goes from the pit to a table and sits down, by clicking. */
export async function sitDown(person, table, name = 'Ann') {
  const { page } = person;
  await person.go('/');
  await page.click(`#table-${table} a[href="/tables/${table}"]`);
  await page.waitForURL(`**/tables/${table}`);
  await page.fill('#guest', name);
  await page.click('#sit button');
  await page.locator('.seat.me').waitFor({ state: 'attached' });
}

/** The areas that take chips, one for each bet or pair of bets: those that must be bet first. */
export async function areasToBet(person, table) {
  const { least } = (await person.view(table)).posted;
  const found = await person.page.$$eval('.seat.me button.area[data-bets]', (areas) => areas
    .map((area) => ({ id: area.id, bets: area.dataset.bets.split(' ') })));
  const byBets = new Map();
  for (const area of found) if (!byBets.has(area.bets.join())) byBets.set(area.bets.join(), area);
  const isRequired = ({ bets }) => bets.some((bet) => bet in least);
  return [...byBets.values()].sort((one, other) => isRequired(other) - isRequired(one));
}

/** Bets that cannot be made beside the others: let it ride's bonus beside its progressive. */
const ALONE = { 'let-it-ride': ['bonus'] };

/** Puts a $5 chip on every area. */
export async function betEverything(person, table) {
  const { page } = person;
  // Of two bets that must be made together, the first waits for the other.
  if (table === 'holdem-212') person.expect(/status of 422/);
  await page.click('[data-chip="5"]');
  const areas = await areasToBet(person, table);
  const wanted = areas.filter(({ bets }) => !ALONE[table]?.includes(bets[0]));
  for (const { id } of wanted) await page.click(`#${id}`);
  await until(`chips lie on ${wanted.map(({ id }) => id)}`, () => page.evaluate(
    (ids) => ids.every((id) => Number(document.getElementById(id).dataset.amount) > 0), wanted.map(({ id }) => id)));
}

/** Is the settlement on the page, to its last line? */
export const isPaid = (page) => page.evaluate(() => document.querySelectorAll('#lines tr[id^="line-"]').length > 0
  && !document.body.classList.contains('paying'));

/** What the dock offers now: words and keys. Nothing while the page waits. */
export const choices = (page) => page.$$eval('#dock form', (forms) => forms
  .filter((form) => form.querySelector('[name="act"]')?.value === 'decide')
  .map((form) => ({
    action: form.querySelector('[name="action"]').value,
    hand: form.querySelector('[name="hand"]')?.value ?? '',
    version: form.querySelector('[name="expect"]').value,
    key: form.querySelector('button').dataset.key,
  })));

/** Does the house say that nothing is decided any more, and is every line of it on the page? */
async function isOver(person) {
  const [table, rows] = await person.page.evaluate(() => [
    document.getElementById('main').dataset.table, document.querySelectorAll('#lines tr[id^="line-"]').length]);
  const { next, lines } = (await person.view(table)).round;
  return next.kind !== 'decision' && rows === lines.length;
}

/** Plays a round to its last line: `choose` makes each decision. */
export async function playOn(person, choose) {
  const { page } = person;
  let before = '';
  for (let turns = 0; turns < 40; turns += 1) {
    const next = await until('a choice or the settlement', async () => {
      const offered = await choices(page);
      // In 212, and with side bets, lines are settled before the last decision.
      if (!offered.length) return await isOver(person) && await isPaid(page) && 'paid';
      // A dock that has just changed takes no input for a moment.
      if (await page.locator('#dock.quiet').count()) return null;
      return offered[0].version + offered[0].hand !== before && offered;
    });
    if (next === 'paid') return;
    before = next[0].version + next[0].hand;
    await choose(next);
  }
  throw new Error('the round does not end');
}

/** The first choice that does not give the hand up. */
export const first = (offered) => offered.find(({ action }) => action !== 'fold') ?? offered[0];

/** The settlement as the page has it. */
const shownLines = (page) => page.$$eval('#lines tr[id^="line-"]', (rows) => rows.map((row) => {
  const cells = [...row.cells].map((cell) => cell.textContent.trim());
  const isSeen = row.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const cite = row.querySelector('a.cite')?.getAttribute('aria-label') ?? '';
  return { seat: Number(cells[0]), wager: cells[1], staked: cells[2], returned: cells[3], cite, isSeen };
}));

/** A wager's name without what people write between its letters. */
const letters = (wager) => wager.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Every line of the settlement is on the page as the house says it, with its citation. */
export async function sameLines(person, table) {
  const { lines } = (await person.view(table)).round;
  assert.ok(lines.length > 0, `${table} has lines`);
  const shown = await shownLines(person.page);
  assert.equal(shown.length, lines.length, `${table}: as many lines`);
  lines.forEach((line, place) => {
    const row = shown[place];
    const what = `${table}, line ${place}: ${JSON.stringify(row)} is ${JSON.stringify(line)}`;
    assert.equal(row.seat, line.seat, what);
    assert.ok(letters(row.wager).startsWith(letters(line.wager === '21-plus-3' ? '21+3' : line.wager)), what);
    assert.equal(row.staked, line.staked, what);
    assert.equal(row.returned, line.returned, what);
    assert.equal(row.cite, `Rule ${line.cite}`, what);
    assert.ok(row.isSeen, what);
  });
  return lines;
}

/** Sits down without the pit. */
export async function comeTo(person, table, name = 'Ann') {
  await person.go(`/tables/${table}`);
  await person.page.fill('#guest', name);
  await person.page.click('#sit button');
  await person.page.locator('.seat.me').waitFor({ state: 'attached' });
  await person.page.locator('html.js').waitFor();
  return Number(await person.page.getAttribute('.seat.me', 'data-seat'));
}

/** Bets the least, without the page's controls, and lets the house deal: the view then. */
export async function deal(person, table, seat, more = {}) {
  const { least } = (await person.view(table)).posted;
  await person.act(table, { act: 'bet', seat, bets: { ...least, ...more } });
  return person.act(table, { act: 'ready', seat });
}

/** Plays a round on to its end, without the page's controls. */
export async function finish(person, table) {
  for (let view = await person.view(table), turns = 0; turns < 40; turns += 1) {
    const { kind, seat, hand, actions } = view.round.next;
    if (kind !== 'decision') return view;
    const action = actions.find((one) => one !== 'fold') ?? actions[0];
    view = await person.act(table, { act: 'decide', seat, action, ...(hand && { hand }) });
  }
  throw new Error('the round does not end');
}

/** Runs work for each, so many at a time. */
export async function each(items, atOnce, work) {
  const waiting = [...items];
  const worker = async () => { while (waiting.length) await work(waiting.shift()); };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
