// What a felt shows between rounds and while it pays: chips that are paid and taken, seats that are free again.

import assert from 'node:assert/strict';
import { betEverything, choices, comeTo, deal, finish, first, isPaid } from './felt.mjs';
import { confirmChips, dealOn } from './dealer.mjs';
import { until } from './person.mjs';

const still = { reducedMotion: 'reduce' };
const ROUNDS_MAX = 40;

/** Where the chips of settled areas lie: those paid, and those lost that can still be seen. */
const settledChips = (page) => page.evaluate(() => {
  const box = (element) => element.getBoundingClientRect();
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const areas = [...document.querySelectorAll('.seat .area')];
  const paid = areas.filter((area) => area.querySelector('.payoff')).map((area) => {
    const room = box(area);
    // Stacks are as high as what is in them; across, both lie in the area.
    const out = [...area.querySelectorAll('.stack')].map(box)
      .map(({ left, right }) => Math.max(room.left - left, right - room.right, 0));
    return { area: area.id, out: Math.max(...out) };
  });
  const lost = areas.filter((area) => area.querySelector('.paid.lose'));
  const left = lost.filter((area) => [...area.querySelectorAll('.stack')].some(isSeen)).map((area) => area.id);
  return { paid, lost: lost.length, left };
});

/** The cards that stand out, and those that do not, at a place of the felt. */
const marked = (page, place) => page.$$eval(`${place} .card`, (cards) => cards.map((card) => [card.dataset.card, card.classList.contains('used'), card.classList.contains('idle')]));

export const tests = {
  'the cards that make a hand stand out once hands are compared': async (visit) => {
    const table = 'ultimate-texas-holdem';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    await deal(person, table, seat);
    await until('cards lie there', () => page.locator('.seat.me .card').count());
    assert.equal(await page.locator('.card.used, .card.idle').count(), 0, 'nothing is marked while it is played');
    await finish(person, table);
    await until('it is settled', () => isPaid(page));
    const [own, board, dealer] = await Promise.all(['.seat.me', '#board', '#dealer'].map((place) => marked(page, place)));
    const used = [...own, ...board].filter(([, isUsed]) => isUsed).map(([card]) => card);
    assert.equal(used.length, 5, JSON.stringify([own, board]));
    assert.ok([...own, ...board, ...dealer].every(([card, isUsed, isIdle]) => isUsed !== isIdle && card !== '??'));
    assert.deepEqual((await page.getAttribute('.seat.me', 'data-uses')).split(' ').sort(), used.sort());
  },
  'a void round says so, and wagers are returned': async (visit) => {
    const table = 'dealer-1';
    const [ann, wat, dan] = [await visit.person(still), await visit.person(still), await visit.person(still)];
    await dan.signIn('dan', `/tables/${table}/dealer`);
    const seat = await comeTo(ann, table);
    await confirmChips(dan, table, seat);
    await wat.go(`/tables/${table}`);
    await ann.act(table, { act: 'bet', seat, bets: { ante: '10.00' } });
    await dealOn(dan, table, { stop: ({ round }) => round.next.kind === 'decision' });
    await dan.act(table, { act: 'misdeal', reason: 'a card to the wrong seat' });
    await until('the dock says so', async () => /The round is void.*Every wager is returned/.test(await ann.page.textContent('#dock')));
    for (const { page } of [ann, wat]) {
      await until('the line says so', async () => /returned/.test(await page.textContent('#line-0')));
      assert.doesNotMatch(await page.textContent('main'), /dead/);
      assert.equal(await page.textContent(`#s${seat}-ante .paid`), 'Ante back');
    }
    assert.match(await dan.page.textContent('#next'), /The round is void/);
  },
  'a bet that depends on how many play is put right with one press': async (visit) => {
    const table = 'holdem-212';
    const [ann, ben] = [await visit.person(still), await visit.person(still)];
    const seats = [await comeTo(ann, table, 'Ann'), await comeTo(ben, table, 'Ben')];
    const bets = { holdem: '5.00', blackjack: '5.00' };
    await ann.act(table, { act: 'bet', seat: seats[0], bets });
    await until('Ann may deal', async () => /Deal, \$10/.test(await ann.page.textContent('#dock')));
    await ben.act(table, { act: 'bet', seat: seats[1], bets });
    for (const { page } of [ann, ben]) {
      await until('it must be $1', async () => /Hold ’em must be \$1.*H212-1/.test(await page.textContent('#dock')));
      await page.click('#dock button.first');
      await until('it is $1', async () => /Deal, \$6/.test(await page.textContent('#dock')));
    }
  },
  'nobody bets on a meter that is out of order': async (visit) => {
    const table = 'mississippi-stud';
    const [ann, wat] = [await visit.person(still), await visit.person(still)];
    await comeTo(ann, table);
    assert.equal(await ann.page.locator('.seat.me button.sensor').count(), 1);
    const token = await visit.house.token('sue');
    await visit.house.ask(`/api/v1/meters/${table}/fault`, { token, method: 'POST', body: { reason: 'the sign is dark' } });
    await until('the felt says so', async () => /Out of order/.test(await ann.page.textContent('#meter')));
    await ann.page.reload();
    assert.equal(await ann.page.locator('.seat.me button.sensor').count(), 0);
    await wat.go('/');
    assert.match(await wat.page.textContent(`#table-${table}`), /Out of order/);
  },
  'at 200% the dock stays in view': async (visit) => {
    const table = 'ultimate-texas-holdem';
    const person = await visit.person({ ...still, size: [720, 450] });
    const seat = await comeTo(person, table);
    const isInView = () => person.page.evaluate(() => {
      const { top, bottom, left, right } = document.getElementById('dock').getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight + 1 && (bottom - top) * (right - left) < innerHeight * innerWidth * 0.4;
    });
    assert.ok(await isInView(), 'to bet');
    await deal(person, table, seat);
    await until('a choice', async () => (await choices(person.page)).length);
    assert.ok(await isInView(), 'to decide');
    await finish(person, table);
  },
  'what is paid lies within its area, and what is lost is taken': async (visit) => {
    const table = 'ultimate-texas-holdem';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    const seen = { paid: 0, lost: 0 };
    for (let round = 0; round < ROUNDS_MAX && !(seen.paid > 1 && seen.lost > 1); round += 1) {
      const { number } = (await deal(person, table, seat, { trips: '5.00' })).round;
      await finish(person, table);
      await until('the round is settled', async () => (await page.textContent('#sub')).includes(`round ${number}`) && isPaid(page));
      const { paid, lost, left } = await settledChips(page);
      assert.deepEqual(paid.filter(({ out }) => out > 2), [], 'paid chips stay within their area');
      assert.deepEqual(left, [], 'lost chips are taken');
      seen.paid += paid.length;
      seen.lost += lost;
    }
    assert.ok(seen.paid && seen.lost, JSON.stringify(seen));
  },
  'whoever sits down next finds a clean seat': async (visit) => {
    const table = 'three-card-poker';
    const ann = await visit.person(still);
    const seat = await comeTo(ann, table, 'Ann');
    await deal(ann, table, seat);
    await finish(ann, table);
    await until('it is settled', () => isPaid(ann.page));
    await ann.act(table, { act: 'leave', seat });
    const ben = await visit.person(still);
    await ben.go('/');
    assert.match(await ben.page.textContent(`#table-${table} .now`), /^Open/);
    assert.equal(await comeTo(ben, table, 'Ben'), seat, 'the same seat');
    assert.equal(await ben.page.locator('.card').count(), 0, 'no cards of a round before');
    assert.match(await ben.page.textContent('#dock .say'), /^Place your bets/);
    assert.doesNotMatch(await ben.page.textContent('#dock'), /Same bets/);
    assert.doesNotMatch(await ben.page.textContent('main'), /guest-/, 'no ids in place of names');
  },
  'the settlement can be skipped, and says what everyone had': async (visit) => {
    const table = 'caribbean-stud';
    const person = await visit.person();
    const { page } = person;
    await comeTo(person, table);
    await betEverything(person, table);
    // Chips were put down by clicking: Enter deals, and adds no more.
    await page.locator('#dock:not(.quiet)').waitFor();
    await page.keyboard.press('Enter');
    await until('a choice', async () => (await choices(page)).length);
    const { action } = first(await choices(page));
    await page.click(`#dock form:has([value="${action}"]) button`);
    await page.locator('[data-skip]').click();
    assert.ok(await isPaid(page), 'all lines at once');
    assert.match(await page.textContent('#now-line'), /^You: .+ · Dealer: .+/);
    assert.equal(await page.locator('[data-skip]').isVisible(), false);
  },
};
