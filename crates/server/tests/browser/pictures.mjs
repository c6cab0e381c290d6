// Pictures of the main pages for the documentation: `cargo xtask browser pictures` writes them to docs/pictures.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { choices, comeTo, deal, finish } from './felt.mjs';
import { dealOn, does, enterBets, openLive } from './dealer.mjs';
import { until } from './person.mjs';
import { png } from './png.mjs';

const FOLDER = 'docs/pictures';
const BYTES_MAX = 300 * 1024;
const DESKTOP = [1440, 900];

/** Saves what a person sees. */
async function picture(visit, person, name) {
  const shot = (await person.page.screenshot()).toString('base64');
  // A blank page of the browser decodes it.
  const blank = await visit.browser.newPage();
  const { width, height, pixels } = await blank.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return { width: image.width, height: image.height, pixels: btoa(text) };
  }, shot);
  await blank.close();
  const file = png(width, height, Buffer.from(pixels, 'base64'));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${name}.png`, file);
  assert.ok(file.length <= BYTES_MAX, `${name}.png has ${file.length} bytes`);
  visit.note(`${FOLDER}/${name}.png, ${(file.length / 1024).toFixed(0)} KB`);
}

/** A guest without a browser, who sits at a table. */
async function guest(house, table, name, seat) {
  const { token } = await house.ask('/api/v1/session', { method: 'POST', body: { guest: name } });
  const act = (body) => house.ask(`/api/v1/tables/${table}/acts`, { token, method: 'POST', body });
  await act({ act: 'sit', seat, buy_in: '1000.00' });
  return { seat, act, view: () => house.ask(`/api/v1/tables/${table}`, { token }) };
}

const COMPANY = [['Ben', 2], ['Cat', 3], ['Dee', 5], ['Eli', 6]];

/** A table with company: everyone has bet, the cards are dealt. */
async function company(visit, person, table, bets) {
  const seat = await comeTo(person, table);
  const others = [];
  for (const [name, place] of COMPANY) others.push(await guest(visit.house, table, name, place));
  const { least } = (await person.view(table)).posted;
  for (const other of others) await other.act({ act: 'bet', seat: other.seat, bets: { ...least, ...bets } });
  await person.act(table, { act: 'bet', seat, bets: { ...least, ...bets } });
  for (const other of others) await other.act({ act: 'ready', seat: other.seat });
  await person.act(table, { act: 'ready', seat });
  return others;
}

/** Everyone but the person decides, until it is their turn or the round is over. */
async function othersDecide(person, table, others) {
  for (let turns = 0; turns < 60; turns += 1) {
    const { round: { next } } = await person.view(table);
    const other = next.kind === 'decision' && others.find(({ seat }) => seat === next.seat);
    if (!other) return next;
    const { actions, hand } = (await other.view()).round.next;
    const action = actions.find((one) => !['fold', 'check'].includes(one)) ?? actions[0];
    await other.act({ act: 'decide', seat: other.seat, action, ...(hand && { hand }) });
  }
  throw new Error('the round does not end');
}

/** Lets what moves come to rest. */
const settled = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

async function felt(visit) {
  const table = 'ultimate-texas-holdem';
  const ann = await visit.person({ size: DESKTOP });
  const others = await company(visit, ann, table, { trips: '5.00', progressive: '1.00' });
  const { page } = ann;
  for (let next = await othersDecide(ann, table, others); next.kind === 'decision'; next = await othersDecide(ann, table, others)) {
    await until('Ann’s turn', async () => (await choices(page)).length);
    const action = next.actions.find((one) => !['fold', 'check'].includes(one)) ?? next.actions[0];
    await ann.act(table, { act: 'decide', seat: next.seat, action });
  }
  // In the middle of the settlement.
  await until('lines are paid', async () => page.evaluate(() => {
    const all = document.querySelectorAll('#lines tr[id^="line-"]').length;
    const open = document.querySelectorAll('#lines tr[id^="line-"].to-come').length;
    return document.body.classList.contains('paying') && open < all * 0.4;
  }));
  await settled(250);
  await picture(visit, ann, 'felt-settlement');
}

async function turn(visit) {
  const table = 'three-card-poker';
  const ann = await visit.person({ size: DESKTOP });
  const others = await company(visit, ann, table, { 'pair-plus': '5.00', progressive: '1.00' });
  await othersDecide(ann, table, others);
  await until('Ann’s turn', async () => (await choices(ann.page)).length);
  await settled(2500);
  await picture(visit, ann, 'felt-turn');
}

async function phone(visit) {
  const table = 'mississippi-stud';
  const ann = await visit.person({ size: [360, 740], deviceScaleFactor: 2, reducedMotion: 'reduce' });
  const others = await company(visit, ann, table, {});
  await othersDecide(ann, table, others);
  await until('Ann’s turn', async () => (await choices(ann.page)).length);
  await picture(visit, ann, 'phone');
}

async function staff(visit) {
  const table = 'live-2';
  const still = { size: DESKTOP, reducedMotion: 'reduce' };
  await openLive(visit.house, table);
  const [dan, sue, wall] = [await visit.person(still), await visit.person(still), await visit.person({ ...still, size: [1280, 720] })];
  await dan.signIn('dan', `/tables/${table}/dealer`);
  await sue.signIn('sue', '/floor');
  await wall.go('/meters/three-card-poker/sign');
  await picture(visit, wall, 'sign');
  for (const seat of [1, 2, 3]) await enterBets(dan, table, seat, { ante: '10', progressive: true });
  await dealOn(dan, table, {
    cards: { 'seat 1': 'As Ks Qs', 'seat 2': '2c 5d 9h', 'seat 3': '3c 7d Th', dealer: 'Kc 8h 4d' },
    stop: ({ round }) => round.next.kind === 'award',
  });
  await picture(visit, dan, 'dealer');
  await does(dan, table, () => dan.page.click('#go'));
  await dealOn(dan, table, { stop: ({ call }) => call });
  await sue.page.locator('#wins [data-card]').first().waitFor();
  await sue.page.locator(`#call-${table}`).waitFor();
  await picture(visit, sue, 'floor');
}

async function documents(visit) {
  const ann = await visit.person({ size: DESKTOP, reducedMotion: 'reduce' });
  await ann.go('/');
  await picture(visit, ann, 'pit');
  await ann.go('/games/three-card-poker');
  await until('its odds are counted', async () => !/Counting every deal|Comparing every choice/.test(await ann.page.textContent('main')), 120_000);
  await picture(visit, ann, 'game');
  const seat = await comeTo(ann, 'let-it-ride');
  await deal(ann, 'let-it-ride', seat);
  await finish(ann, 'let-it-ride');
  await ann.go('/rounds/let-it-ride/1');
  await picture(visit, ann, 'recall');
}

export const tests = {
  'a felt during settlement': felt,
  'a felt at one’s turn': turn,
  'a felt on a phone': phone,
  'the dealer, the floor and a sign': staff,
  'the pit, a game and a recall': documents,
};
