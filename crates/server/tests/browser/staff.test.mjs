// What those who work here use away from the tables, on every screen; and hold beside theory.

import assert from 'node:assert/strict';
import { until } from './person.mjs';

const SIZES = [[360, 740], [768, 1024], [1440, 900]];
const PLACES = ['/floor', '/people', '/audit', '/reports', '/account', '/floor/open', '/floor/meter'];

/** What does not fit, and what is not there. */
const troubles = (page) => page.evaluate(() => {
  const main = document.getElementById('main');
  const found = [];
  if (!main.checkVisibility() || main.getBoundingClientRect().height < 80) found.push('nothing to see');
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) found.push(`${scrollWidth} wide of ${innerWidth}`);
  return found;
});

/** Marks of the scale that touch. */
const collisions = (page) => page.evaluate(() => {
  const marks = [...document.querySelectorAll('.scale span')].filter((mark) => mark.checkVisibility());
  const boxes = marks.map((mark) => ({ text: mark.textContent, ...mark.getBoundingClientRect().toJSON() }));
  return boxes.slice(1).filter((box, place) => box.left < boxes[place].right + 4).map(({ text }) => text);
});

export const tests = {
  'the pages of the staff fit every screen': async (visit) => {
    const sue = await visit.person({ reducedMotion: 'reduce' });
    await sue.signIn('sue', '/floor');
    const found = [];
    for (const place of PLACES) {
      for (const [width, height] of SIZES) {
        await sue.page.setViewportSize({ width, height });
        await sue.go(place);
        for (const trouble of await troubles(sue.page)) found.push(`${place} at ${width}: ${trouble}`);
      }
    }
    assert.deepEqual(found, []);
  },
  'a dealer changes the secret with the old one': async (visit) => {
    const dan = await visit.person({ size: [360, 740] });
    const { page } = dan;
    await dan.signIn('dan', '/account');
    const change = async (old) => {
      await page.fill('#old', old);
      for (const field of ['#new-secret', '#new-again']) await page.fill(field, 'a longer secret');
      await page.click('main form[action="/account/secret"] button');
    };
    dan.expect(/422/);
    await change('guess-work');
    assert.match(await page.textContent('[role=alert]'), /not the secret you have now/);
    await change(visit.house.people.dan.secret);
    assert.match(await page.textContent('[role=status]'), /Your secret is changed/);
    visit.house.people.dan.secret = 'a longer secret';
    assert.ok(await visit.house.token('dan'));
  },
  'the floor shows what a table keeps beside theory': async (visit) => {
    const [sue, ann] = [await visit.person(), await visit.person()];
    await sue.signIn('sue', '/floor');
    const { token } = await visit.house.ask('/api/v1/session', { method: 'POST', body: { guest: 'Ann' } });
    const act = async (body) => (await visit.house.ask('/api/v1/tables/three-card-poker/acts', { token, method: 'POST', body })).view;
    await ann.go('/');
    await act({ act: 'sit', seat: 1, buy_in: '1000.00' });
    for (let round = 0; round < 5; round += 1) {
      await act({ act: 'bet', seat: 1, bets: { ante: '10.00' } });
      let { round: { next } } = await act({ act: 'ready', seat: 1 });
      while (next.kind === 'decision') ({ round: { next } } = await act({ act: 'decide', seat: next.seat, action: 'play' }));
    }
    const table = async () => {
      const { tables } = await sue.ask('/api/v1/floor/tables');
      return tables.find((one) => one.table === 'three-card-poker');
    };
    await until('theory is counted', async () => (await table()).state === 'known', 60_000);
    const { theory, rounds, wagers } = await table();
    assert.equal(rounds, 5);
    assert.equal(wagers.ante.placed, '50.00');
    // The published edge of the ante and the play bet: 13,733,780 of 407,170,400 antes.
    assert.ok(Math.abs(theory.theory - 13_733_780 / 407_170_400) < 1e-6, JSON.stringify(theory));
    await sue.go('/floor');
    const row = sue.page.locator('#row-three-card-poker');
    assert.match(await row.textContent(), /3\.37%/);
    assert.match(await row.locator('.bandrow').getAttribute('aria-label'), /theory 3\.37%, 95% between .+ and .+: (inside|outside) the band/);
    for (const [width, height] of [...SIZES, [1100, 800], [1280, 800], [1920, 1080]]) {
      await sue.page.setViewportSize({ width, height });
      assert.deepEqual(await collisions(sue.page), [], `the scale at ${width}`);
    }
  },
};
