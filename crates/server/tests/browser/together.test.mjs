// Two players and a watcher at one table see the same thing at the same time, and each player only their own cards.

import assert from 'node:assert/strict';
import { inHtml, inView, lyingInView, lyingOnPage } from './cards.mjs';
import { betEverything, choices, isPaid, sitDown } from './felt.mjs';
import { until } from './person.mjs';

/** Everyone's page agrees with what the house tells them, and has no card besides. */
async function agree(people, table, known) {
  const times = [];
  await Promise.all(people.map((person) => until('the page shows what the house says', async () => {
    const before = await person.view(table);
    const lying = await lyingOnPage(person.page);
    const [html, streamed] = await Promise.all([person.page.content(), person.page.evaluate(() => globalThis.streamed)]);
    const view = await person.view(table);
    assert.equal(view.version, before.version);
    assert.deepEqual(lying, lyingInView(view), person.name);
    times.push(Date.now());
    const may = known.get(person) ?? new Set();
    for (const card of inView(view)) may.add(card);
    known.set(person, may);
    for (const [what, text] of [['page', html], ['stream', streamed.join('\n')]]) {
      const told = [...inHtml(text)].filter((card) => !may.has(card));
      assert.deepEqual(told, [], `${person.name}'s ${what} tells of ${told}`);
    }
    return true;
  })));
  return Math.max(...times) - Math.min(...times);
}

/** Who sees face-down cards at which seats. */
const hiddenFrom = async (person, table) => Object.entries(lyingInView(await person.view(table)))
  .filter(([, cards]) => cards.includes('??')).map(([where]) => where);

async function together(visit, table, decide) {
  const people = [];
  for (const name of ['Ann', 'Ben', 'Wat']) people.push(Object.assign(await visit.person(), { name }));
  const [ann, ben, wat] = people;
  const known = new Map();
  await sitDown(ann, table, 'Ann');
  await sitDown(ben, table, 'Ben');
  await wat.go(`/tables/${table}`);
  for (const player of [ann, ben]) await betEverything(player, table);
  for (const { page } of [ann, ben]) await page.click('#dock button[data-key="Enter"]');
  await until('cards are dealt', async () => (await wat.view(table)).round.phase !== 'betting');
  const seats = await Promise.all([ann, ben].map(async ({ page }) => `seat ${await page.getAttribute('.seat.me', 'data-seat')}`));
  await agree(people, table, known);
  assert.ok((await hiddenFrom(wat, table)).includes(seats[0]), 'a watcher sees no player’s cards');
  assert.ok((await hiddenFrom(ann, table)).includes(seats[1]), 'Ann does not see Ben’s');
  assert.ok(!(await hiddenFrom(ann, table)).includes(seats[0]), 'but her own');
  let latest = 0;
  for (let turns = 0; turns < 20 && !await isPaid(wat.page); turns += 1) {
    const next = await until('someone’s turn, or the settlement', async () => {
      if (await isPaid(wat.page)) return 'paid';
      for (const player of [ann, ben]) {
        const offered = await choices(player.page);
        if (offered.length) return { player, offered };
      }
      return false;
    });
    if (next === 'paid') break;
    const { player, offered } = next;
    for (const other of people) {
      if (other !== player) assert.deepEqual(await choices(other.page), [], `${other.name} has no choice in ${player.name}’s turn`);
    }
    const place = decide(player.name, offered.map(({ action }) => action));
    await player.page.locator('#dock form:has([name="action"]) button').nth(place).click();
    await until('it is done', async () => (await choices(player.page))[0]?.version !== offered[0].version);
    latest = Math.max(latest, await agree(people, table, known));
  }
  await agree(people, table, known);
  const lines = await Promise.all(people.map(({ page }) => page.$$eval('#lines tr[id^="line-"] td:not(:nth-child(2))', (cells) => cells.map((cell) => cell.textContent.trim()))));
  assert.ok(lines[0].length > 0);
  assert.deepEqual(lines[1], lines[0], 'the same settlement');
  assert.deepEqual(lines[2], lines[0], 'the same settlement');
  visit.note(`${table}: all three agree within ${latest} ms of the first`);
}

/** Ann plays on, Ben gives up as soon as he can. */
const annPlays = (name, actions) => {
  const fold = actions.indexOf('fold');
  if (name === 'Ben' && fold >= 0) return fold;
  return Math.max(0, actions.findIndex((action) => action !== 'fold'));
};

export const tests = {
  'two players and a watcher at one table: Ultimate': (visit) => together(visit, 'ultimate-texas-holdem', annPlays),
  'two players and a watcher at one table: three-card, one folds': (visit) => together(visit, 'three-card-poker', annPlays),
  'two players and a watcher at one table: Mississippi, one folds': (visit) => together(visit, 'mississippi-stud', annPlays),
};
