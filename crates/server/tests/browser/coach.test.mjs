// The coach at a practice table: what each choice is worth before the decision, and what the decision cost.

import assert from 'node:assert/strict';
import { choices, comeTo, deal, finish } from './felt.mjs';
import { until } from './person.mjs';

export const tests = {
  'the coach knows what each choice is worth': async (visit) => {
    const table = 'three-card-poker';
    const person = await visit.person({ reducedMotion: 'reduce' });
    const { page } = person;
    const seat = await comeTo(person, table);
    await deal(person, table, seat);
    const offered = await until('a turn', async () => (await choices(page)).length && choices(page));
    const told = () => page.$$eval('#coach [data-action]', (rows) => rows.map(({ dataset }) => [dataset.action, Number(dataset.cost)]));
    await until('the coach tells of every choice', async () => (await told()).length === offered.length, 60_000);
    const costs = await told();
    assert.deepEqual(costs.map(([action]) => action).sort(), offered.map(({ action }) => action).sort());
    assert.equal(costs[0][1], 0, 'the best choice costs nothing and stands first');
    assert.ok(costs.every(([, cost]) => cost >= 0));
    const times = await page.evaluate(async (address) => {
      const all = [];
      for (let asks = 0; asks < 9; asks += 1) {
        const start = performance.now();
        await (await fetch(address, { headers: { 'X-Part': 'coach' } })).text();
        all.push(performance.now() - start);
      }
      return all.sort((one, other) => one - other);
    }, `/tables/${table}/coach`);
    visit.note(`the coach answers in ${times[4].toFixed(0)} ms in this debug build (median of ${times.length})`);
    // The dearest choice is told afterward.
    const worst = costs.at(-1)[0];
    await page.locator('#dock form').filter({ has: page.locator(`[name="action"][value="${worst}"]`) }).locator('button').click();
    await page.locator('#coach-cost:not([hidden])').waitFor();
    await finish(person, table);
  },
};
