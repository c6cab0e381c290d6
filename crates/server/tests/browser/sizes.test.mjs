// Every screen: nothing scrolls sideways, nothing overlaps, and what can be pressed is in view.

import assert from 'node:assert/strict';
import { TABLES, WITH_SIDE_BETS, beside, comeTo, deal, each, finish, isPaid } from './felt.mjs';
import { cutOff, dealMost, fillUp } from './longest.mjs';
import { until } from './person.mjs';

const SIZES = [[360, 740], [768, 1024], [1440, 900], [1920, 1080]];
/** 200% zoom of a desktop: half the room, twice the dots. */
const ZOOMED = [720, 450];

async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  // Two frames: one to lay out, one for what scripts do then.
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
}

const sideways = (page) => page.evaluate(() => {
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth <= innerWidth) return null;
  const wide = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility()
    && element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('svg, .vh'));
  const names = wide.slice(0, 5).map((element) => `${element.tagName.toLowerCase()}#${element.id}.${element.getAttribute('class')}`);
  return `${scrollWidth} of ${innerWidth}: ${names.join(', ')}`;
});

/** Parts of one's own seat, the middle of the table and the controls that lie on each other. */
const overlaps = (page) => page.evaluate(() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  });
  const own = [...seen('.seat.me .area:not(.refuse)'), ...seen('.seat.me .plate'), ...seen('#dealer .hand'), ...seen('#board .hand'),
    ...seen('#dock button, #dock input:not([type=hidden])')];
  // Cards of one hand lie on each other on purpose: the hand is one thing.
  own.push(...seen('.seat.me .hand'));
  const box = (element) => element.getBoundingClientRect();
  const name = (element) => element.id || element.getAttribute('class') || element.textContent.trim().slice(0, 20);
  const found = [];
  for (const [place, one] of own.entries()) {
    for (const other of own.slice(place + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [a, b] = [box(one), box(other)];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Corners of diamonds touch.
      if (across > 4 && down > 4) found.push(`${name(one)} and ${name(other)} by ${across.toFixed(0)} x ${down.toFixed(0)}`);
    }
  }
  return found;
});

/** Controls of the dock that are not wholly in view. */
const outOfView = (page) => page.evaluate(() => [...document.querySelectorAll('#dock button, #dock .say b')]
  .filter((element) => element.checkVisibility())
  .filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  })
  .map((element) => element.textContent.trim()));

/** Buttons that are too small for a finger. */
const tooSmall = (page) => page.evaluate(() => [...document.querySelectorAll('#dock button')]
  .filter((element) => element.checkVisibility())
  .filter((element) => { const { width, height } = element.getBoundingClientRect(); return width < 40 || height < 40; })
  .map((element) => `${element.textContent.trim()} ${element.getBoundingClientRect().width.toFixed(0)} x ${element.getBoundingClientRect().height.toFixed(0)}`));

async function fits(page, what, problems, { isUpright = true } = {}) {
  for (const size of [...SIZES, ZOOMED]) {
    await resize(page, size);
    // At 200% the dock stays in view, over what is reached by scrolling down: there, everything has a place of its own.
    await page.evaluate((isLow) => scrollTo(0, isLow ? document.scrollingElement.scrollHeight : 0), size === ZOOMED);
    const at = `${what} at ${size.join(' x ')}`;
    const wide = await sideways(page);
    if (wide) problems.push(`${at} scrolls sideways: ${wide}`);
    // The boxes around what is turned overlap where the things themselves do not.
    for (const pair of isUpright ? await overlaps(page) : []) problems.push(`${at} overlaps: ${pair}`);
    // At 200% there is less room than things: they are reached by scrolling down.
    if (size === ZOOMED) continue;
    for (const name of await outOfView(page)) problems.push(`${at}: ${name} is out of view`);
    for (const name of await tooSmall(page)) problems.push(`${at}: ${name} is small`);
  }
}

/** How many cards and hands a seat holds at most. */
const MOST = {
  'let-it-ride': [3, 1], 'three-card-poker': [3, 1], 'caribbean-stud': [5, 1], 'silverado-stud': [4, 1], 'four-card-poker': [5, 1],
  'texas-holdem-bonus': [2, 1], 'mississippi-stud': [2, 1], 'ultimate-texas-holdem': [2, 1], 'holdem-212': [7, 1],
  blackjack: [7, 4], 'buster-blackjack': [7, 4], 'war-blackjack': [7, 4], 'casino-war': [2, 1], 'phil-em-up': [2, 1],
  'blackjack-side-bets': [7, 4],
};
/** A phone, the narrowest tablet, and where the panels first stand beside the felt. */
const NARROW = [[360, 740], [700, 900], [1200, 840]];

/** On a phone a player's cards and plate are above the dock: all that matters is on one screen. */
async function onOneScreen(page, what, problems) {
  await resize(page, SIZES[0]);
  const hidden = await page.evaluate(() => {
    scrollTo(0, 0);
    const { top } = document.getElementById('dock').getBoundingClientRect();
    return [...document.querySelectorAll('.seat.me .card, .seat.me .plate')].some((part) => part.getBoundingClientRect().bottom > top + 1);
  });
  if (hidden) problems.push(`${what}: the dock lies on the player's own cards or plate`);
}

/** Whatever the cards and the limits bring, it fits. */
async function fitsAtWorst(page, what, problems, most) {
  for (const size of NARROW) {
    await resize(page, size);
    await fillUp(page);
    if (most) await dealMost(page, { cards: most[0], hands: most[1] });
    const at = `${what}, filled up, at ${size.join(' x ')}`;
    const wide = await sideways(page);
    if (wide) problems.push(`${at} scrolls sideways: ${wide}`);
    for (const words of await cutOff(page)) problems.push(`${at} cuts off ${words}`);
  }
}

/** Guests on every free seat of a table, with names as long as they may be. */
async function company(house, table) {
  const others = [];
  const taken = (await house.ask(`/api/v1/tables/${table}`)).round.seats.filter(({ player }) => player).map(({ seat }) => seat);
  for (const seat of [1, 2, 3, 4, 5, 6, 7].filter((free) => !taken.includes(free))) {
    const guest = `${seat} Maximiliana Featherstonehaugh-Cholmond`;
    const { token } = await house.ask('/api/v1/session', { method: 'POST', body: { guest } });
    const act = (body) => house.ask(`/api/v1/tables/${table}/acts`, { token, method: 'POST', body });
    await act({ act: 'sit', seat, buy_in: '1000.00' });
    others.push({ seat, act, view: () => house.ask(`/api/v1/tables/${table}`, { token }) });
  }
  return others;
}

/** Plays a round in which everyone sits, to its end. */
async function playFull(person, table, seat, others) {
  const { least } = (await person.view(table)).posted;
  const bets = table === WITH_SIDE_BETS ? { ...least, ...await beside(person, table) } : least;
  for (const other of others) await other.act({ act: 'bet', seat: other.seat, bets });
  await person.act(table, { act: 'bet', seat, bets });
  for (const other of others) await other.act({ act: 'ready', seat: other.seat });
  await person.act(table, { act: 'ready', seat });
  for (let turns = 0; turns < 200; turns += 1) {
    const { kind, seat: turn, hand, actions } = (await person.view(table)).round.next;
    if (kind !== 'decision') return;
    const other = others.find((one) => one.seat === turn);
    const legal = other ? (await other.view()).round.next.actions : actions;
    const action = legal.find((one) => !['fold', 'hit'].includes(one)) ?? legal[0];
    const body = { act: 'decide', seat: turn, action, ...(hand && { hand }) };
    await (other ? other.act(body) : person.act(table, body));
  }
  throw new Error('the round does not end');
}

/** A phone on its side. */
const ON_ITS_SIDE = [740, 360];

/** What a player needs to see at their turn and is not wholly on the screen, or lies under something else. */
const notSeen = (page) => page.evaluate(() => {
  scrollTo(0, 0);
  const parts = ['.seat.me .card', '.seat.me .area:has(.stack)', '.seat.me .plate', '#dealer .card', '#board .card', '#dock .say b', '#dock button'];
  return parts.flatMap((selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility())
    .filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isOn = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      // Cards of a hand lie on each other from the left: a card's left edge shows its index.
      const over = document.elementFromPoint(left + Math.min(8, (right - left) / 2), (top + bottom) / 2);
      const isCovered = part.closest('.seat, #dealer, #board') && over?.closest('#dock, header.bar');
      return !isOn || isCovered;
    })
    .map((part) => `${selector} ${JSON.stringify(part.getBoundingClientRect())}`));
});

const still = { reducedMotion: 'reduce' };

export const tests = {
  'felts fit every screen, in every state': async (visit) => {
    const problems = [];
    await each(TABLES, 3, async (table) => {
      const person = await visit.person(still);
      const { page } = person;
      await person.go(`/tables/${table}`);
      await fits(page, `${table}, open`, problems);
      await resize(page, SIZES[2]);
      const seat = await comeTo(person, table);
      await fits(page, `${table}, bets`, problems);
      await deal(person, table, seat, await beside(person, table));
      await until('cards lie there', () => page.locator('.seat.me .card').count());
      await fits(page, `${table}, dealt`, problems);
      await finish(person, table);
      await until('it is settled', () => isPaid(page));
      await fits(page, `${table}, settled`, problems);
    });
    assert.deepEqual(problems.sort(), []);
  },
  'a phone on its side shows your cards, bets and seat at your turn': async (visit) => {
    const problems = [];
    await each(TABLES, 3, async (table) => {
      const person = await visit.person({ ...still, size: ON_ITS_SIDE });
      const { page } = person;
      const seat = await comeTo(person, table);
      await deal(person, table, seat, await beside(person, table));
      await until('cards lie there', () => page.locator('.seat.me .card').count());
      // Every decision of the round, with the cards and the choices that come with it.
      for (let turns = 0; turns < 40; turns += 1) {
        const view = await person.view(table);
        await until('the page is there', () => page.evaluate((version) => (globalThis.streamedAt ?? 0) >= version, view.version));
        if (view.round.next.kind !== 'decision') break;
        const at = `${table}, ${view.round.next.actions.length} choices`;
        for (const part of await notSeen(page)) problems.push(`${at}: ${part}`);
        const wide = await sideways(page);
        if (wide) problems.push(`${at} scrolls sideways: ${wide}`);
        for (const pair of await overlaps(page)) problems.push(`${at} overlaps: ${pair}`);
        for (const name of await tooSmall(page)) problems.push(`${at}: ${name} is small`);
        const { hand, actions } = view.round.next;
        const action = actions.find((one) => one !== 'fold') ?? actions[0];
        await person.act(table, { act: 'decide', seat, action, ...(hand && { hand }) });
      }
    });
    assert.deepEqual([...new Set(problems)].sort(), []);
  },
  'felts fit whatever the cards and the limits bring': async (visit) => {
    const problems = [];
    await each(TABLES, 2, async (table) => {
      const person = await visit.person(still);
      const { page } = person;
      const seat = await comeTo(person, table, 'Maximiliana Featherstonehaugh-Cholmondel');
      await fitsAtWorst(page, `${table}, bets`, problems);
      // What was filled in is gone with the page.
      await page.reload();
      await deal(person, table, seat, await beside(person, table));
      await until('cards lie there', () => page.locator('.seat.me .card').count());
      await fitsAtWorst(page, `${table}, dealt`, problems, MOST[table]);
      await page.reload();
      await finish(person, table);
      await until('it is settled', () => isPaid(page));
      await fitsAtWorst(page, `${table}, settled`, problems, MOST[table]);
    });
    assert.deepEqual([...new Set(problems)].sort(), []);
  },
  'a full table of long names fits every screen': async (visit) => {
    const problems = [];
    for (const table of ['ultimate-texas-holdem', WITH_SIDE_BETS, 'blackjack', 'caribbean-stud', 'four-card-poker']) {
      const person = await visit.person(still);
      const { page } = person;
      const seat = await comeTo(person, table, 'Maximiliana Featherstonehaugh-Cholmondel');
      const others = await company(visit.house, table);
      await fits(page, `${table}, full`, problems, { isUpright: seat === 4 });
      await resize(page, SIZES[2]);
      await playFull(person, table, seat, others);
      await until('it is settled', () => isPaid(page));
      await fits(page, `${table}, full and settled`, problems, { isUpright: seat === 4 });
      await onOneScreen(page, `${table}, full and settled`, problems);
      // Others come to this table.
      for (const other of others) await other.act({ act: 'leave', seat: other.seat });
    }
    assert.deepEqual(problems.sort(), []);
  },
  'other pages fit every screen': async (visit) => {
    const problems = [];
    const sue = await visit.person(still);
    await sue.signIn('sue');
    const paths = [
      '/', '/sign-in', '/rule?cite=20:18:16:15.15(1)', '/games', '/games/ultimate-texas-holdem', '/verify', '/signs',
      '/meters/caribbean-stud/sign', '/tables/live-1/dealer', '/tables/dealer-1/dealer', '/floor', '/floor/open', '/floor/meter',
      '/people', '/audit', '/reports', '/reports/days/1', '/reports/reconciliation', '/meters/caribbean-stud/statement',
    ];
    for (const path of paths) {
      const answer = await sue.go(path);
      if (answer.status() !== 200) { problems.push(`${path}: ${answer.status()}`); continue; }
      for (const size of [...SIZES, ZOOMED]) {
        await resize(sue.page, size);
        const wide = await sideways(sue.page);
        if (wide) problems.push(`${path} at ${size.join(' x ')} scrolls sideways: ${wide}`);
        const within = await sue.page.$$eval('.doc .scroll', (all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
        if (within && size[0] < 700) problems.push(`${path} at ${size.join(' x ')} has tables that scroll sideways`);
      }
    }
    assert.deepEqual(problems, []);
  },
  'a rule card prints on white paper': async (visit) => {
    const person = await visit.person(still);
    const { page } = person;
    const answer = await person.go('/games/three-card-poker');
    assert.equal(answer.status(), 200);
    await page.emulateMedia({ media: 'print' });
    await resize(page, [700, 1000]);
    assert.ok(!await page.locator('header.bar').isVisible(), 'paper has no bar');
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.match(paper, /rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\)/, 'paper is white');
    const dark = await page.evaluate(() => {
      const [r, g, b] = getComputedStyle(document.querySelector('main')).color.match(/\d+/g).map(Number);
      return r + g + b < 3 * 96;
    });
    assert.ok(dark, 'ink is dark');
    assert.equal(await sideways(page), null);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sheets = pdf.match(/\/Type\s*\/Page\b(?!s)/g).length;
    visit.note(`the rule card of three-card poker takes ${sheets} sheets`);
    assert.ok(sheets <= 6, `${sheets} sheets`);
  },
  'reduced motion shows the same without movement': async (visit) => {
    const table = 'ultimate-texas-holdem';
    const person = await visit.person(still);
    const { page } = person;
    const seat = await comeTo(person, table);
    await deal(person, table, seat);
    await until('cards lie there', () => page.locator('.seat.me .card').count());
    const moving = () => page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === 'running'
      && animation.effect.target.matches('.card, .card *, .stack, .paid')).length);
    assert.equal(await moving(), 0);
    await finish(person, table);
    await page.locator('#line-0').waitFor();
    assert.ok(await isPaid(page), 'all lines at once');
    assert.equal(await moving(), 0);
  },
};
