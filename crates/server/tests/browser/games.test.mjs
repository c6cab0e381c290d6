// A new visitor plays: by clicking, by keys alone, and by the command line alone.

import assert from 'node:assert/strict';
import {
  SIDE_BETS, TABLES, WITH_SIDE_BETS, areasToBet, betEverything, choices, each, first, playOn, sameLines, sitDown,
} from './felt.mjs';
import { until } from './person.mjs';

/** Presses Tab until the focus is there; it must be seen. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate((wanted) => {
      const now = document.activeElement;
      if (!now?.matches(wanted)) return null;
      // A link that fills a card is outlined by the card.
      return [now, now.closest('li')].some((element) => element && getComputedStyle(element).outlineStyle !== 'none');
    }, selector);
    if (found === null) continue;
    assert.ok(found, `the focus on ${selector} can be seen`);
    return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

async function byKeys(visit, table) {
  const person = await visit.person();
  const { page } = person;
  const { keyboard } = page;
  await person.go('/');
  await tabTo(page, `a[href="/tables/${table}"]`);
  await keyboard.press('Enter');
  await page.waitForURL(`**/tables/${table}`);
  await page.locator('html.js').waitFor();
  await keyboard.press('Enter');
  await page.locator('.seat.me').waitFor({ state: 'attached' });
  await page.locator('html.js').waitFor();
  await keyboard.press('5');
  const amount = (id) => page.getAttribute(`#${id}`, 'data-amount').then(Number);
  for (const { id, bets } of await areasToBet(person, table)) {
    if (bets[0] === 'bonus') continue;
    await tabTo(page, `#${id}`);
    await keyboard.press('Enter');
    await until(`chips lie at ${id}`, async () => await amount(id) > 0);
    if (bets[0] === 'progressive') continue;
    // Enter again adds another chip, and Backspace takes it back.
    await keyboard.press('Enter');
    await until('a second chip', async () => await amount(id) === 10);
    await keyboard.press('Backspace');
    await until('it is taken back', async () => await amount(id) === 5);
  }
  await tabTo(page, '#dock button[data-key="Enter"]');
  await keyboard.press('Enter');
  await playOn(person, async (offered) => {
    const choice = first(offered);
    assert.ok(choice.key, `${choice.action} has a key`);
    await keyboard.press(choice.key);
  });
  await sameLines(person, table);
}

async function byWords(visit, table) {
  const person = await visit.person();
  const { page } = person;
  const { keyboard } = page;
  await person.go(`/tables/${table}`);
  await page.locator('html.js').waitFor();
  const say = async (words) => {
    if (!await page.locator('#command[open]').count()) await keyboard.press('/');
    await page.evaluate(() => { document.getElementById('command-answer').textContent = ''; });
    await keyboard.type(words);
    await keyboard.press('Enter');
    return until(`an answer to ${words}`, () => page.textContent('#command-answer'));
  };
  await keyboard.press('/');
  await keyboard.type('sit Ann');
  await keyboard.press('Enter');
  await page.locator('.seat.me').waitFor({ state: 'attached' });
  await page.locator('html.js').waitFor();
  assert.match(await say('help'), /bet .*ready/);
  assert.match(await say('dance'), /not your turn|not a command/i);
  const { least } = (await person.view(table)).posted;
  const others = table === WITH_SIDE_BETS ? SIDE_BETS.map((bet) => [bet, 5]) : [];
  for (const [bet, amount] of [...Object.entries(least), ...others]) {
    assert.equal(await say(`bet ${bet} ${Number(amount)}`), `Bet ${bet} ${Number(amount)}.`);
  }
  assert.equal(await say('ready'), 'Ready.');
  await playOn(person, async (offered) => {
    const { action } = first(offered);
    await say(action);
  });
  const lines = await sameLines(person, table);
  for (const [bet] of others) assert.ok(lines.some(({ wager }) => wager === bet), `${bet} has its line`);
}

/** A poker game with several decisions, a blackjack, and one where bets are taken back. */
const THREE = ['ultimate-texas-holdem', 'blackjack', 'let-it-ride'];

export const tests = {
  'a new visitor plays one round of each game by clicking': async (visit) => {
    await each(TABLES, 3, async (table) => {
      const person = await visit.person();
      const { page } = person;
      await sitDown(person, table);
      await betEverything(person, table);
      await page.click('#dock button[data-key="Enter"]');
      await playOn(person, async (offered) => {
        const place = (await choices(page)).findIndex(({ action }) => action === first(offered).action);
        await page.locator('#dock form:has([name="action"]) button').nth(place).click();
      });
      const lines = await sameLines(person, table);
      // Clicking a citation opens its sentence beside the felt.
      await page.locator('#lines a.cite').first().click();
      await page.locator('#rule:not([hidden])').waitFor();
      assert.ok((await page.textContent('#rule')).includes(lines[0].cite), `${table}: the sentence of ${lines[0].cite}`);
    });
  },
  'a bet that is not allowed is refused at its area, with its rule': async (visit) => {
    const person = await visit.person();
    const { page } = person;
    await sitDown(person, 'let-it-ride');
    await betEverything(person, 'let-it-ride');
    person.expect(/status of 422/);
    const seat = await page.getAttribute('.seat.me', 'data-seat');
    await page.click(`#s${seat}-bonus`);
    const refusal = page.locator(`#refused-${seat}`);
    await refusal.waitFor();
    assert.match(await refusal.textContent(), /cannot both be bet.*20:18:16:15\.03\(2\)/);
    await page.click('#dock button[data-key="Escape"]');
    await until('the bets are back', async () => (await person.view('let-it-ride')).round.seats
      .every(({ bets }) => !Object.keys(bets).length));
  },
  'a round without scripts': async (visit) => {
    const table = 'three-card-poker';
    const person = await visit.person({ javaScriptEnabled: false });
    const { page } = person;
    await sitDown(person, table);
    await page.fill('#dock [name="bets.ante"]', '10');
    await page.click('#dock form.bets button');
    await page.locator('#dock button[data-key="Enter"]').click();
    await page.locator('#dock form:has([name="action"][value="play"]) button').click();
    await page.locator('#line-0').waitFor();
    await sameLines(person, table);
    await page.click('#dock form:has([value="leave"]) button');
    await page.locator('#sit').waitFor();
  },
  'three games by keys alone': (visit) => each(THREE, 3, (table) => byKeys(visit, table)),
  'three games and every added side bet by the command line alone': (visit) => each([...THREE, WITH_SIDE_BETS], 3, (table) => byWords(visit, table)),
};
