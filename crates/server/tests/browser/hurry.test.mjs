// Players in a hurry: a second click or key on Deal decides nothing, Clear takes everything back, and the focus stays.

import assert from 'node:assert/strict';
import { GAMES, choices, comeTo, deal, each, finish, first, isPaid } from './felt.mjs';
import { until } from './person.mjs';

const still = { reducedMotion: 'reduce' };
const DESKTOPS = [[1440, 900], [1024, 768]];
const PHONES = [[390, 844], [740, 360]];
const DEAL = '#deals button';
/** How long the dock takes no input after it has changed. */
const MOMENT_MS = 400;

const box = (element) => element.getBoundingClientRect().toJSON();
const share = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);

/** What the page has sent to the table so far. */
function sent(page) {
  const acts = [];
  page.on('request', (request) => { if (request.method() === 'POST') acts.push(request.postData()); });
  return acts;
}

/** Sits down and lays the least bets, with the page's clock standing still. */
async function ready(visit, table, size) {
  const person = await visit.person({ ...still, size });
  const { page } = person;
  await page.clock.install();
  const seat = await comeTo(person, table);
  const { least } = (await person.view(table)).posted;
  await person.act(table, { act: 'bet', seat, bets: least });
  await page.locator(DEAL).waitFor();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
  await until('Deal takes input', () => page.locator('#dock:not(.quiet)').count());
  return { person, page, seat };
}

/** The dock as it stands when the cards are there; nothing where the round ended with them. */
const dealt = (page) => until('a choice or the settlement', async () => (await isPaid(page) ? 'paid' : (await choices(page)).length > 0));

/** How many rounds may end with the cards before one asks: Casino War asks in one of fourteen. */
const ROUNDS = 150;

/** Deals by a click until a round asks: where Deal was. A blackjack, and most of Casino War, ends with the cards. */
async function dealUntilAsked({ person, page, seat }, table) {
  const { least } = (await person.view(table)).posted;
  for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
    const spot = await page.locator(DEAL).evaluate(box);
    await page.mouse.click((spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2);
    if (await dealt(page) !== 'paid') return spot;
    await person.act(table, { act: 'bet', seat, bets: least });
    await until('the lines are gone', async () => await page.locator(DEAL).count() && !await page.locator('#lines tr[id^="line-"]').count());
    await page.clock.runFor(MOMENT_MS);
    await until('Deal takes input', () => page.locator('#dock:not(.quiet)').count());
  }
  throw new Error(`${table} does not come to a decision`);
}

/** A second click where Deal was, and where each choice is now: nothing is decided until the moment is over. */
async function doubleClick(visit, table, size) {
  const sitting = await ready(visit, table, size);
  const { person, page, seat } = sitting;
  const spot = await dealUntilAsked(sitting, table);
  const [x, y] = [(spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2];
  const before = await person.view(table);
  const acts = sent(page);
  const at = `${table} at ${size.join(' x ')}`;
  const now = await page.$$eval('#dock form:has([name="action"]) button', (buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON()));
  for (const button of now) assert.ok(!share(spot, button), `${at}: a choice stands where Deal was: ${JSON.stringify([spot, button])}`);
  const keys = (await choices(page)).map(({ key }) => key);
  const press = async () => {
    await page.mouse.click(x, y);
    for (const { left, right, top, bottom } of now) await page.mouse.click((left + right) / 2, (top + bottom) / 2);
    await page.keyboard.press('Enter');
    for (const key of keys.filter(Boolean)) await page.keyboard.press(key);
  };
  await press();
  await page.clock.runFor(MOMENT_MS - 1);
  await press();
  assert.deepEqual(acts, [], `${at}: nothing was decided`);
  assert.equal((await person.view(table)).version, before.version);
  await page.clock.runFor(1);
  await until('the dock takes input', () => page.locator('#dock:not(.quiet)').count());
  // A second click where Deal was meets no choice even then.
  await page.mouse.click(x, y);
  assert.deepEqual(acts, [], `${at}: nothing stands where Deal was`);
  const offered = await choices(page);
  const place = offered.findIndex(({ action }) => action === first(offered).action);
  await page.locator('#dock form:has([name="action"]) button.act').nth(place).click();
  await until('the choice is taken', async () => (await person.view(table)).version > before.version);
  await finish(person, table);
  await person.act(table, { act: 'leave', seat });
}

/** In every game and size. */
async function doubleClicks(visit, sizes) {
  await each(GAMES, 2, async (table) => {
    for (const size of sizes) await doubleClick(visit, table, size);
  });
}

export const tests = {
  'a double-click on Deal decides nothing': (visit) => doubleClicks(visit, DESKTOPS),
  'a double tap on Deal decides nothing': (visit) => doubleClicks(visit, PHONES),
  'a key that is held down deals, and decides nothing': async (visit) => {
    const table = 'three-card-poker';
    const { person, page } = await ready(visit, table, DESKTOPS[0]);
    await page.keyboard.down('Enter');
    await dealt(page);
    const before = await person.view(table);
    assert.equal(before.round.next.kind, 'decision');
    await page.clock.runFor(MOMENT_MS);
    // Down again without having been up: the keyboard repeats it.
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.down('y');
    await until('it is decided once', async () => (await person.view(table)).version > before.version);
    await page.keyboard.up('y');
    await finish(person, table);
  },
  'Clear takes every chip back, and betting goes on': async (visit) => {
    const table = 'three-card-poker';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    const clear = page.locator('#clears button');
    assert.ok(await clear.isVisible(), 'Clear is there before any chip');
    const laid = async () => (await person.view(table)).round.seats.find((one) => one.seat === seat)?.bets ?? {};
    const drafts = () => page.locator('.seat.me .draft').count();
    await page.click('[data-chip="5"]');
    await page.click(`#s${seat}-ante`);
    await until('the ante lies there', async () => (await laid()).ante === '5.00');
    await page.click('[data-chip="1"]');
    await page.click(`#s${seat}-pair-plus`);
    await until('a dollar waits for the rest', drafts);
    await clear.click();
    await until('everything is back', async () => !Object.keys(await laid()).length && !await drafts());
    assert.ok(await clear.isVisible(), 'Clear stays');
    await page.click('[data-chip="5"]');
    await page.click(`#s${seat}-ante`);
    await page.click(`#s${seat}-ante`);
    await until('two antes lie there', async () => (await laid()).ante === '10.00');
    assert.deepEqual(Object.keys(await laid()), ['ante']);
    await page.locator(DEAL).waitFor();
    assert.ok(await clear.isVisible());
    // The keyboard's way, and with a draft alone.
    await until('the dock takes input', () => page.locator('#dock:not(.quiet)').count());
    await page.keyboard.press('Escape');
    await until('the antes are back', async () => !Object.keys(await laid()).length && await page.locator('#dock[data-turn="bets"]:not(.quiet)').count());
    await page.click('[data-chip="1"]');
    await page.click(`#s${seat}-ante`);
    await until('a draft', drafts);
    await page.keyboard.press('Escape');
    await until('no draft', async () => !await drafts());
  },
  'chips that wait for the rest are not left behind by Deal': async (visit) => {
    const table = 'three-card-poker';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    const laid = async () => (await person.view(table)).round.seats.find((one) => one.seat === seat)?.bets ?? {};
    await page.click('[data-chip="5"]');
    await page.click(`#s${seat}-ante`);
    await page.locator(DEAL).waitFor();
    // A dollar on pair plus is not a bet yet: nothing offers to deal without it, and the page says why.
    await page.click('[data-chip="1"]');
    await page.click(`#s${seat}-pair-plus`);
    await until('a dollar waits for the rest', () => page.locator('.seat.me .draft').count());
    assert.ok(!await page.locator(DEAL).isVisible(), 'Deal is not offered');
    assert.match(await page.locator('#dock .say').innerText(), /not a bet yet/);
    const acts = sent(page);
    await until('the dock takes input', () => page.locator('#dock:not(.quiet)').count());
    await page.keyboard.press('Enter');
    await page.evaluate(() => document.getElementById('deals').requestSubmit());
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    assert.deepEqual(acts, [], 'nothing is dealt');
    for (let taps = 0; taps < 4; taps += 1) await page.click(`#s${seat}-pair-plus`);
    await until('pair plus lies there', async () => (await laid())['pair-plus'] === '5.00');
    await page.locator(`${DEAL}`).waitFor();
    assert.match(await page.locator(DEAL).innerText(), /\$10/);
    assert.doesNotMatch(await page.locator('#dock .say').innerText(), /not a bet yet/);
  },
  'fast taps are all counted': async (visit) => {
    const table = 'three-card-poker';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    await page.click('[data-chip="5"]');
    await page.evaluate((id) => { for (let taps = 0; taps < 6; taps += 1) document.getElementById(id).click(); }, `s${seat}-ante`);
    await until('six chips', () => page.locator(`#s${seat}-ante[data-amount="30"], #s${seat}-ante[data-amount="30.00"]`).count());
  },
  'the focus stays in the dock after a choice': async (visit) => {
    const table = 'ultimate-texas-holdem';
    const { person, page } = await ready(visit, table, DESKTOPS[0]);
    await page.locator(DEAL).focus();
    await page.keyboard.press('Enter');
    await dealt(page);
    const focused = () => page.evaluate(() => document.activeElement.closest('#dock') !== null);
    assert.ok(await focused(), 'after Deal');
    await page.clock.runFor(MOMENT_MS);
    const before = await person.view(table);
    await page.locator('#do-check button').focus();
    await page.keyboard.press('Enter');
    await until('the next choice', async () => await page.locator('#do-check').count() && (await person.view(table)).version > before.version);
    await until('the focus is there', focused);
    await finish(person, table);
  },
  'the page says what Enter does': async (visit) => {
    const table = 'three-card-poker';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    await page.click('[data-chip="5"]');
    await page.click(`#s${seat}-ante`);
    await page.locator(DEAL).waitFor();
    const said = () => page.locator('#dock .say').innerText();
    assert.match(await said(), /Press Enter to deal/);
    // Where keys have brought the focus, Enter adds a chip, and the page says so.
    await page.keyboard.press('Tab');
    await page.locator(`#s${seat}-ante`).focus();
    await until('the words change', async () => /Enter adds a chip here/.test(await said()));
    assert.doesNotMatch(await said(), /Press Enter to deal/);
    assert.ok(!await page.locator(`${DEAL} kbd`).isVisible(), 'Deal does not claim the key');
    await page.keyboard.press('Enter');
    await until('a second chip', async () => (await person.view(table)).round.seats.find((one) => one.seat === seat).bets.ante === '10.00');
  },
  'P shows every posted pay and covers no card': async (visit) => {
    const table = 'caribbean-stud';
    for (const size of [[1440, 900], [1280, 720], [1920, 1080]]) {
      const person = await visit.person({ ...still, size });
      const { page } = person;
      const seat = await comeTo(person, table);
      await deal(person, table, seat);
      await until('cards lie there', () => page.locator('.seat.me .card').count());
      await page.keyboard.press('p');
      await page.locator('body.show-posted').waitFor();
      const covered = await page.evaluate(() => [...document.querySelectorAll('.stage .card, .seat.me .plate, #dock button')].filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return over?.closest('#posted');
      }).length);
      assert.equal(covered, 0, `${size}: nothing is covered`);
      const rows = await page.$$eval('#posted .pays tr', (all) => all.map((row) => row.checkVisibility()));
      assert.ok(rows.length > 8 && rows.every(Boolean), `${size}: every row is shown`);
      await page.keyboard.press('p');
      await finish(person, table);
      await person.act(table, { act: 'leave', seat });
    }
  },
  'no chip is worth more than the largest bet': async (visit) => {
    const person = await visit.person(still);
    await comeTo(person, 'three-card-poker');
    await person.page.locator('#rack [data-chip]').first().waitFor();
    const values = await person.page.$$eval('#rack [data-chip]', (chips) => chips.map((chip) => Number(chip.dataset.chip)));
    // The table takes bets of up to $100.
    assert.deepEqual(values, [1, 5, 25, 100]);
  },
};
