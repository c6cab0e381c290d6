// The lab: edited by keys, by pressing and by dragging; shared as a link; without scripts; on every screen.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { axeSource } from './modules.mjs';
import { until } from './person.mjs';

const TRIPS = '/lab/ultimate-texas-holdem/trips';
/** A cold lab counts every deal once. */
const PATIENCE_MS = 45_000;
const SIZES = [[360, 740], [768, 1024], [1440, 900], [1920, 1080]];

const edge = (page) => page.textContent('#lab-edge');

/** Waits for an edge, and says what it is otherwise. */
async function edgeIs(page, wanted) {
  await until(`an edge of ${wanted}`, async () => await edge(page) === wanted).catch(async (error) => {
    throw new Error(`${error.message}: it is ${await edge(page)}`);
  });
}

async function open(visit, path, options) {
  const person = await visit.person(options);
  await person.go(path);
  await person.page.locator('.lab.js').waitFor();
  // Findings come from a command, which may take longer than everything else.
  await until('the figures are there', async () => !await person.page.locator('.lab section:not(#lab-findings) [data-wait], .lab figure [data-wait]').count(), PATIENCE_MS);
  return person;
}

/** The same figures as the API's, which are the command's. */
async function asTheApi(person, pays) {
  const query = new URLSearchParams([['game', 'ultimate-texas-holdem'], ['wager', 'trips'], ['schedule', 'UTH-01'], ...pays.map((pay) => ['pay', pay])]);
  const { results: [figures] } = await person.ask(`/api/v1/odds?${query}`);
  return `${(figures.house_edge * 100).toFixed(4).replace('-', '\u2212')}%`;
}

export const tests = {
  'a pay is changed by keys, and the figures follow': async (visit) => {
    const person = await open(visit, TRIPS);
    const { page } = person;
    assert.equal(await edge(page), '0.9018%', 'as published');
    const field = page.locator('#row-flush-pays');
    await field.focus();
    // 7 to 1 is followed by the next odds that can be posted.
    await page.keyboard.press('ArrowUp');
    assert.equal(await field.inputValue(), '36 to 5');
    await edgeIs(page, await asTheApi(person, ['flush=36 to 5']));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await field.inputValue(), '34 to 5');
    await edgeIs(page, await asTheApi(person, ['flush=34 to 5']));
    assert.equal(await page.evaluate(() => document.activeElement.id), 'row-flush-pays', 'the focus stays');
    await until('the address follows', () => page.url().endsWith(`${TRIPS}?pay=flush%3D34+to+5`));
    await field.fill('12');
    await edgeIs(page, await asTheApi(person, ['flush=12 to 1']));
    assert.match(await page.textContent('#lab-changed'), /^1 of \d+ changed$/);
    // Back to the printed pay, by its button.
    await page.click('#row-flush .was');
    await edgeIs(page, '0.9018%');
    await until('the address is bare', () => page.url().endsWith(TRIPS));
    visit.note(`typing to figure ${await page.getAttribute('.lab', 'data-latency')} ms`);
  },
  'a pay is changed by pressing and dragging': async (visit) => {
    const person = await open(visit, TRIPS);
    const { page } = person;
    await page.click('#row-straight [data-step="1"]');
    await edgeIs(page, await asTheApi(person, ['straight=21 to 5']));
    await page.locator('#row-straight .sbar').scrollIntoViewIfNeeded();
    const box = await page.locator('#row-straight .sbar').boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 19, y);
    await page.mouse.up();
    // Two steps further: 22 to 5, 9 to 2.
    await until('it was dragged', async () => await page.inputValue('#row-straight-pays') === '9 to 2');
    await edgeIs(page, await asTheApi(person, ['straight=9 to 2']));
  },
  'what cannot be read is said, and nothing is lost': async (visit) => {
    const person = await open(visit, TRIPS);
    const { page } = person;
    person.expect(/status of 422/);
    await page.fill('#row-flush-pays', 'a lot');
    await page.locator('#lab-problem .form-error').waitFor();
    assert.equal(await page.getAttribute('#row-flush-pays', 'aria-invalid'), 'true');
    assert.equal(await edge(page), '0.9018%');
    await page.fill('#row-flush-pays', '8 to 1');
    await edgeIs(page, await asTheApi(person, ['flush=8 to 1']));
    assert.equal(await page.locator('#lab-problem .form-error').count(), 0);
  },
  'a link restores everything': async (visit) => {
    const path = `${TRIPS}?schedule=UTH-02&pay=flush%3D5+to+1&pay=straight%3Dnothing&target=2.5%25&free=flush`;
    const first = await open(visit, path);
    const shown = ({ page }) => page.evaluate(() => [
      document.getElementById('lab-edge').textContent,
      [...document.querySelectorAll('.step input')].map(({ value }) => value),
      [...document.querySelectorAll('#lab-target [name=free]:checked')].map(({ value }) => value),
      document.querySelector('#lab-target table')?.textContent,
    ]);
    const before = await shown(first);
    assert.equal(before[1][5], 'nothing');
    assert.deepEqual(before[2], ['flush']);
    assert.match(before[3], /5 to 1|to/);
    const link = await first.page.getAttribute('#lab-link', 'href');
    assert.equal(link, path);
    const other = await open(visit, link);
    assert.deepEqual(await shown(other), before);
  },
  'a target edge is solved and posted': async (visit) => {
    const person = await open(visit, TRIPS);
    const { page } = person;
    await page.fill('#lab-edge-wanted', '2%');
    await page.check('#lab-target [name=free][value="full house"]', { force: true }).catch(async () => {
      await page.click('#lab-target summary');
      await page.check('#lab-target [name=free][value="full house"]');
    });
    await page.locator('#lab-target table').waitFor();
    const post = page.locator('#lab-target tbody button').first();
    const pays = (await post.textContent()).trim();
    await post.click();
    assert.equal(await page.inputValue('#row-full-house-pays'), pays);
    await edgeIs(page, await asTheApi(person, [`full house=${pays}`]));
    const shown = Number((await edge(page)).replace('%', ''));
    assert.ok(shown >= 2 && shown < 2.6, `the odds above the target leave the house more: ${shown}`);
  },
  'a schedule is saved as TOML': async (visit) => {
    const person = await open(visit, `${TRIPS}?pay=flush%3D5+to+1`);
    const [file] = await Promise.all([person.page.waitForEvent('download'), person.page.click('#lab-share a[href*="schedule.toml"]')]);
    assert.equal(file.suggestedFilename(), 'UTH-01-draft.toml');
    const text = readFileSync(await file.path(), 'utf8');
    assert.match(text, /\{ hand = "flush", pays = \["5 to 1"\] \}/);
    await person.page.click('#lab-toml summary');
    assert.equal(await person.page.textContent('#lab-toml code'), text);
  },
  'without scripts the lab is a form': async (visit) => {
    const person = await visit.person({ javaScriptEnabled: false });
    const { page } = person;
    await person.go(TRIPS);
    await page.fill('#row-flush-pays', '8 to 1');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${TRIPS}?pay=flush%3D8+to+1`);
    assert.equal(await edge(page), await asTheApi(person, ['flush=8 to 1']));
    await page.click('#row-flush [data-step="-1"]');
    await page.waitForURL(`**${TRIPS}?pay=flush%3D39+to+5`);
    await page.click('#row-flush .was');
    await page.waitForURL((url) => url.pathname === TRIPS && !url.search);
    assert.equal(await edge(page), '0.9018%');
    await page.selectOption('#lab-pick [name=wager]', 'ante');
    await page.click('#lab-pick button');
    await page.waitForURL('**/lab/ultimate-texas-holdem/ante');
    // A page is held back for a few seconds only; what is not there then is there when it is loaded again.
    await until('the figures are there', async () => await page.locator('#lab-edge').count() || !await page.reload(), PATIENCE_MS);
    assert.equal(await edge(page), '2.1850%', 'as published');
  },
  'the meter slides': async (visit) => {
    const { page } = await open(visit, '/lab/caribbean-stud/progressive');
    await page.locator('#lab-slide').focus();
    const before = await edge(page);
    await page.keyboard.press('PageUp');
    await until('the edge falls', async () => await edge(page) !== before);
    await until('the address has the meter', () => page.url().includes('meter='));
    assert.match(await page.textContent('#lab-meter-chart'), /Even at \$218,047/);
  },
  'the lab on every screen, with no serious axe findings': async (visit) => {
    const paths = ['/lab', `${TRIPS}?pay=flush%3D5+to+1&target=2%25&free=flush`, '/lab/silverado-stud/base', '/lab/caribbean-stud/progressive?meter=100000'];
    const found = [];
    for (const size of SIZES) {
      const person = await visit.person({ reducedMotion: 'reduce', size });
      const { page } = person;
      // All of them ask from one address, faster than a busy machine counts: then a page waits and asks again.
      person.expect(/status of 429 .*\/lab\//);
      for (const path of paths) {
        await person.go(path);
        const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
        if (wide > 0) found.push(`${path} at ${size[0]}: ${wide} px too wide`);
        if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axeSource);
        const violations = await page.evaluate(async () => {
          const result = await globalThis.axe.run(document, { resultTypes: ['violations'] });
          return result.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 140)).join(' | ')}`);
        });
        found.push(...violations.map((violation) => `${path} at ${size[0]}: ${violation}`));
      }
    }
    assert.deepEqual(found, []);
  },
};
