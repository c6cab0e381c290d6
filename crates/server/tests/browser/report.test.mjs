// Math reports in print: no text leaves the margins, every sheet is one page, and the contents name the right pages.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = process.env.CROUPIER_PROGRAM ?? 'target/debug/croupier';
const run = promisify(execFile);
/** Points that a glyph's box may stand over a margin: the box is that of the font, not of the ink. */
const OVER = 3;
/** The margins of style.css in points: top and bottom less what the box of a line stands over. */
const MARGIN = { side: 16.4 / 25.4 * 72, top: 11 / 25.4 * 72, bottom: 10 / 25.4 * 72 };

const plain = (text) => text.replaceAll('&amp;', '&').replaceAll('&#39;', '\'').replaceAll('&apos;', '\'').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');

/** The pages of a PDF with their words and where these stand. */
function pagesOf(xml) {
  return xml.split('<page ').slice(1).map((page) => {
    const size = /width="([\d.]+)" height="([\d.]+)"/.exec(page).slice(1).map(Number);
    const words = [...page.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g)];
    return { size, words: words.map(([, ...found]) => ({ box: found.slice(0, 4).map(Number), text: plain(found[4]) })) };
  });
}

/** The report of a game, its HTML and the pages that it prints. */
async function printed(visit, folder, game, more = []) {
  const file = join(folder, `${game}.html`);
  const pdf = join(folder, `${game}.pdf`);
  // A check that fails is no matter of the print; the file is written all the same.
  await run(PROGRAM, ['report', game, '--rounds', '2000', '--out', file, ...more]).catch((error) => { if (error.code !== 1) throw error; });
  const context = await visit.browser.newContext();
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.pdf({ path: pdf, preferCSSPageSize: true, printBackground: true });
  await context.close();
  const { stdout } = await run('pdftotext', ['-bbox', pdf, '-'], { maxBuffer: 1 << 28 });
  return { html: await readFile(file, 'utf8'), pages: pagesOf(stdout) };
}

async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'croupier-report-'));
  try { await work(folder); } finally { await rm(folder, { recursive: true, force: true }); }
}

const GAMES = ['silverado-stud', 'caribbean-stud', 'blackjack', 'let-it-ride'];

export const tests = {
  'a report prints within its margins': (visit) => inFolder(async (folder) => {
    for (const game of GAMES) {
      const { html, pages } = await printed(visit, folder, game);
      const sheets = html.match(/<section class="pg/g).length;
      assert.equal(pages.length, sheets, `${game}: every sheet is one page`);
      for (const [place, { size: [width, height], words }] of pages.entries()) {
        assert.ok(words.length > 5, `${game}: page ${place + 1} is empty`);
        for (const { box: [left, top, right, bottom], text } of words) {
          const where = `${game}, page ${place + 1}: "${text}"`;
          assert.ok(left >= MARGIN.side - OVER && right <= width - MARGIN.side + OVER, `${where} leaves the sides`);
          assert.ok(top >= MARGIN.top - OVER && bottom <= height - MARGIN.bottom + OVER, `${where} leaves top or bottom`);
        }
      }
      visit.note(`${game}: ${pages.length} pages`);
    }
  }),

  'the contents of a report name the right pages': (visit) => inFolder(async (folder) => {
    for (const game of GAMES) {
      const { html, pages } = await printed(visit, folder, game);
      const entries = [...html.matchAll(/<a class="toc[^>]*><span class="no">(.*?)<\/span><span class="ti">(.*?)<\/span><span class="pn">(\d+)<\/span>/g)];
      assert.ok(entries.length > 5, `${game} has contents`);
      const text = pages.map(({ words }) => words.map((word) => word.text).join(' '));
      for (const [, number, title, page] of entries) {
        const heading = `${number} ${plain(title)}`.replaceAll(/\s+/g, ' ');
        assert.ok(text[Number(page) - 1].includes(heading), `${game}: "${heading}" is not on page ${page}`);
      }
      for (const [place, words] of text.entries()) {
        assert.ok(words.includes(`page ${place + 1} of ${pages.length}`), `${game}: the foot of page ${place + 1}`);
      }
    }
  }),

  'no text of a report stands on other text': (visit) => inFolder(async (folder) => {
    for (const game of GAMES) {
      const { pages } = await printed(visit, folder, game);
      for (const [place, { words, size: [, height] }] of pages.entries()) {
        // Whatever a sheet has too much of would stand on its foot.
        const foot = words.filter(({ box }) => box[1] > height - MARGIN.bottom - 20);
        const lines = new Set(foot.map(({ box }) => Math.round(box[1])));
        assert.ok(lines.size <= 2, `${game}, page ${place + 1}: ${foot.map(({ text }) => text).join(' ')}`);
      }
    }
  }),

  'a report is read on a phone': (visit) => inFolder(async (folder) => {
    const file = join(folder, 'r.html');
    await run(PROGRAM, ['report', 'three-card-poker', '--rounds', '2000', '--out', file]);
    const context = await visit.browser.newContext({ viewport: { width: 360, height: 780 } });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `the page is ${wide} pixels wide`);
    await context.close();
  }),
};
