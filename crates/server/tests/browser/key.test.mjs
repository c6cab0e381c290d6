// A win by the older procedure: the hand is keyed, a supervisor turns the key to JPH, presses J-POT, and turns it back.

import assert from 'node:assert/strict';
import { dealOn, enterBets, realMeter } from './dealer.mjs';
import { until } from './person.mjs';

const TABLE = 'live-3';
const METER = 'mississippi-live';

async function openLive(house) {
  const token = await house.token('sue');
  await realMeter(house, token, METER, 'mississippi-stud/MS-STUD-01');
  const body = {
    table: TABLE, game: 'mississippi-stud', kind: 'live', edition: '2011-01-10', min: '5.00', max: '25.00', meter: METER,
    schedules: { progressive: 'MS-STUD-01' },
  };
  await house.ask('/api/v1/tables', { token, method: 'POST', body });
}

/** What the meter's sign shows. */
async function onSign(house) {
  const { state, display } = await house.ask(`/api/v1/meters/${METER}`);
  return { state, display };
}

async function byKey(visit) {
  await openLive(visit.house);
  const still = { reducedMotion: 'reduce' };
  const [dan, sue, wall, watcher] = [
    await visit.person(still), await visit.person(still), await visit.person(still), await visit.person(still),
  ];
  await dan.signIn('dan', `/tables/${TABLE}/dealer`);
  await sue.signIn('sue', '/floor');
  await wall.go(`/meters/${METER}/sign`);
  await watcher.go(`/tables/${TABLE}`);
  await enterBets(dan, TABLE, 1, { ante: '10', progressive: true });
  await enterBets(dan, TABLE, 2, { ante: '10' });
  await dealOn(dan, TABLE, {
    cards: { 'seat 1': 'As Ks', 'seat 2': '3c 7d', board: 'Qs Js Ts' },
    decide: (seat, actions) => actions[0],
    stop: ({ call }) => call,
  });

  // The floor shows whose win it is, and one button after the other.
  const win = sue.page.locator(`#j-pot-${TABLE}`);
  await win.waitFor();
  assert.match(await sue.page.textContent('#wins'), /1 win.*seat 1: Royal flush/s);
  assert.deepEqual(await win.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.dataset.card)), ['As', 'Ks', 'Qs', 'Js', 'Ts']);
  const before = await onSign(visit.house);
  await sue.page.click('#wins button:has-text("Key to JPH")');
  await sue.page.click('#wins button:has-text("J-POT")');
  const { awards: [{ award, amount }] } = await until('it is recorded', async () => {
    const found = await sue.ask('/api/v1/awards?state=pending');
    return found.awards.length && found;
  });
  const pays = sue.page.locator(`#award-${award} button:has-text("Key to RUN: pay")`);
  await pays.waitFor();
  assert.equal(await sue.page.locator(`#award-${award} :is(a, button):has-text("Void")`).count(), 0, 'what is recorded is not voided');
  await until('the dealer waits for RUN', async () => /turn the key back to RUN/.test(await dan.page.textContent('#h-next')));

  // The sign does not change before RUN [ED-3]; a watcher sees who wins, and what is still to come.
  assert.deepEqual(await onSign(visit.house), before);
  assert.equal(await wall.page.locator('#mid.run').count(), 1, 'nothing is pending on the sign');
  await until('the watcher is told', async () => /Seat 1 wins the progressive/.test(await watcher.page.textContent('#dock')));
  assert.match(await watcher.page.textContent('#soon-1'), /Progressive.*to come/);
  assert.match(await watcher.page.textContent('#seat-1 .plate'), /Player/);

  await pays.click();
  await until('it is paid', async () => (await sue.ask('/api/v1/awards?state=pending')).awards.length === 0);
  assert.notEqual((await onSign(visit.house)).display, before.display, 'RUN takes the win off the sign');
  await until('the sign names the winner', async () => /Royal flush/.test(await wall.page.textContent('#winners')));
  await until('the dealer may go on', () => dan.page.locator('#go:enabled').count());
  await dealOn(dan, TABLE, { stop: ({ round }) => round.phase === 'over' });
  const { round } = await dan.view(TABLE);
  assert.ok(round.lines.some(({ wager, returned }) => wager === 'progressive' && returned === amount));

  // The chain names the steps.
  await sue.go(`/audit?table=${TABLE}`);
  const says = await sue.page.textContent('table.found');
  assert.match(says, /step: Press COIN-IN/);
  assert.doesNotMatch(says, /next step/);
}

/** Proposals have amounts as people write them. */
async function proposals(visit) {
  const [sue, bob] = [await visit.person(), await visit.person()];
  await sue.signIn('sue', '/floor');
  await bob.signIn('bob', '/floor');
  const token = await visit.house.token('sue');
  const { meters: [{ meter }] } = await visit.house.ask('/api/v1/meters', { token });
  for (const amount of ['-12.5000', '0.1234']) {
    await visit.house.ask('/api/v1/proposals', { token, method: 'POST', body: { kind: 'adjust', meter, amount, reason: 'the sign differs' } });
  }
  for (const text of [`Adjust ${meter} by −$12.50`, `Adjust ${meter} by $0.1234`]) {
    await bob.page.locator('#proposals b', { hasText: text }).waitFor();
  }
}

/** Edges come to a pit that is open, without a reload. */
async function edges(visit) {
  const pit = await visit.person();
  await pit.go('/');
  const { token } = await visit.house.ask('/api/v1/session', { method: 'POST', body: { guest: 'Ann' } });
  await visit.house.ask('/api/v1/tables/three-card-poker/acts', { token, method: 'POST', body: { act: 'sit', seat: 1, buy_in: '100.00' } });
  await until('the edge is there', async () => /3\.37% edge/.test(await pit.page.textContent('#table-three-card-poker')), 90_000);
}

export const tests = {
  'a win by the key: JPH, J-POT, RUN': byKey,
  'proposals are in dollars': proposals,
  'edges come to the pit when they are counted': edges,
};
