// No serious or critical findings of axe on any page in its main states.

import assert from 'node:assert/strict';
import { comeTo, deal, finish, isPaid } from './felt.mjs';
import { axeSource } from './modules.mjs';
import { until } from './person.mjs';

const still = { reducedMotion: 'reduce' };
const PHONE = [360, 740];

/** What axe finds serious on the page as it is now. */
async function findings({ page }, where, found) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const result = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return result.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 140)).join(' | ')}`);
  });
  for (const violation of violations) found.push(`${where}: ${violation}`);
}

async function pages(person, paths, isThere = (status) => status === 200) {
  const found = [];
  for (const path of paths) {
    const answer = await person.go(path);
    if (!isThere(answer.status()) || !answer.headers()['content-type'].startsWith('text/html')) {
      found.push(`${path}: ${answer.status()} ${answer.headers()['content-type']}`);
      continue;
    }
    await person.page.locator('html.js').waitFor();
    await findings(person, path, found);
  }
  assert.deepEqual(found, []);
}

async function feltStates(visit, table, size) {
  const found = [];
  const person = await visit.person({ ...still, size });
  const { page } = person;
  await person.go(`/tables/${table}`);
  await findings(person, `${table}, watching`, found);
  const seat = await comeTo(person, table);
  await findings(person, `${table}, bets`, found);
  await page.keyboard.press('/');
  await page.locator('#command[open]').waitFor();
  await findings(person, `${table}, command line`, found);
  await page.keyboard.press('Escape');
  await deal(person, table, seat);
  await until('cards lie there', () => page.locator('.seat.me .card').count());
  await findings(person, `${table}, dealt`, found);
  await finish(person, table);
  await until('it is settled', () => isPaid(page));
  await findings(person, `${table}, settled`, found);
  assert.deepEqual(found, []);
}

/** Everything that is read aloud, in order, while a round is played. */
async function heard(visit, table) {
  const person = await visit.person(still);
  const { page } = person;
  const seat = await comeTo(person, table);
  await page.evaluate(() => {
    globalThis.heard = [];
    const said = document.getElementById('said');
    new MutationObserver(() => globalThis.heard.push(said.textContent)).observe(said, { childList: true, subtree: true, characterData: true });
  });
  const { round } = await deal(person, table, seat);
  const [own] = round.seats.filter((one) => one.seat === seat);
  await until('the cards are read', async () => (await page.evaluate(() => globalThis.heard.join(' '))).includes('You have'));
  await finish(person, table);
  await until('it is settled', () => isPaid(page));
  const text = await until('the lines are read', () => page.evaluate(() => {
    const all = globalThis.heard.join(' ');
    return /Your .*(win|lose|push)/.test(all) && all;
  }));
  return { own, text, heard: await page.evaluate(() => globalThis.heard) };
}

/** What is read aloud is short, and nothing is said twice in a round but whose turn it is. */
function isShort(heard, table) {
  const said = heard.flatMap((text) => text.split(/(?<=\.)(?=[A-Z])/)).filter((text) => !text.startsWith('Your turn'));
  assert.deepEqual(said.filter((text, place) => said.indexOf(text) !== place), [], `${table}: nothing twice`);
  assert.ok(said.every((text) => text.length < 140), `${table}: ${said}`);
  assert.ok(said.filter((text) => /(win|lose|push|break)/.test(text)).length <= 5, `${table}: ${said}`);
}

export const tests = {
  'axe: pages for everyone': async (visit) => pages(await visit.person(still), [
    '/', '/sign-in', '/rule?cite=20:18:16:15.15(1)', '/games', '/games/ultimate-texas-holdem', '/games/blackjack', '/verify',
    '/verify?seed=0000000000000000000000000000000000000000000000000000000000000000&commitment=512d29fbb4dc08645d7dabe1b91783c053a13a598bf44ae632a51f628b4ee797&round=1&decks=1',
    '/signs', '/meters/caribbean-stud/sign',
  ]),
  'axe: pages on a phone': async (visit) => pages(await visit.person({ ...still, size: PHONE }), ['/', '/games', '/games/three-card-poker', '/verify']),
  'axe: refusals': async (visit) => {
    const person = await visit.person(still);
    person.expect(/status of 40[134]/);
    await pages(person, ['/floor', '/tables/none', '/rounds/blackjack/99'], (status) => status > 400 && status < 500);
  },
  'axe: staff pages': async (visit) => {
    const sue = await visit.person(still);
    await sue.signIn('sue');
    await pages(sue, [
      '/tables/live-1/dealer', '/tables/dealer-1/dealer', '/tables/dealer-1', '/floor', '/floor/open', '/floor/open?game=caribbean-stud',
      '/floor/meter', '/people', '/audit', '/reports',
    ]);
  },
  'axe: the felt in its states': async (visit) => {
    await Promise.all([feltStates(visit, 'ultimate-texas-holdem', [1440, 900]), feltStates(visit, 'blackjack', PHONE)]);
  },
  'cards, turns and results are read aloud': async (visit) => {
    const { own, text, heard: all } = await heard(visit, 'three-card-poker');
    isShort(all, 'three-card-poker');
    assert.match(text, /You have .* of (spades|hearts|diamonds|clubs)/);
    assert.match(text, /Your turn: /);
    const ranks = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten' };
    const face = own.hands[0].cards.find((card) => card[0] in ranks);
    if (face) assert.ok(text.includes(`${ranks[face[0]]} of`), text);
  },
  'what is read aloud is short: Mississippi, blackjack': async (visit) => {
    for (const table of ['mississippi-stud', 'blackjack']) isShort((await heard(visit, table)).heard, table);
  },
};
