// Runs the browser tests: one browser, a server for every file, a context for every person.
// `node run.mjs` runs all, `node run.mjs NAME` the files or tests whose names contain NAME, `node run.mjs pictures`
// saves the pictures of the documentation. The last line is "N passed, N failed", and which tests were late and repeated.

import { readdir } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { House } from './house.mjs';
import { Person } from './person.mjs';
import { chromium } from './modules.mjs';

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--force-color-profile=srgb',
];
/** How many files run at once. */
const AT_ONCE = 2;
const LONGEST_MS = 180_000;

const [wanted] = process.argv.slice(2);
const say = (text) => process.stdout.write(`${text}\n`);
const counts = { passed: 0, failed: 0 };
/** Tests that were late and were tried once more. */
const late = [];

async function files() {
  if (wanted === 'pictures') return ['pictures'];
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.test.mjs')).sort();
  return names.map((name) => name.replace('.mjs', ''));
}

/** What a test gets: people who come in, and who leave when it is over. */
class Visit {
  constructor(browser, house) { Object.assign(this, { browser, house, people: [], notes: [] }); }

  async person(options) {
    const person = await Person.come(this.browser, this.house, options);
    this.people.push(person);
    return person;
  }

  /** Something to report beside the verdict. */
  note(text) { this.notes.push(text); }
}

function inTime(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not over after ${LONGEST_MS / 1000} s`)), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What everyone saw when a test failed is kept for whoever looks into it. */
async function keep(visit, name) {
  for (const [place, person] of visit.people.entries()) {
    const path = `target/browser/failures/${name.replaceAll(/\W+/g, '-')}-${place}.png`;
    // A page may be gone.
    await person.page.screenshot({ path }).catch(() => {});
  }
}

/** One attempt at a test: what went wrong, if anything, and what it reports. */
async function attempt(browser, house, name, test) {
  const visit = new Visit(browser, house);
  let failure;
  try {
    await inTime(test(visit));
  } catch (error) { failure = error; }
  if (failure) await keep(visit, name);
  for (const person of visit.people) {
    // What went wrong first is what is told.
    try { await person.leave(); } catch (error) { failure ??= error; }
  }
  return { failure, notes: visit.notes };
}

function tell(verdict, name, started, { failure, notes }) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${verdict}  ${name} (${seconds} s)${notes.map((note) => `\n    ${note}`).join('')}`);
  if (!failure) return;
  say(String(failure.stack).replace(/^/gm, '    '));
  if (failure.cause) say(String(failure.cause.stack ?? failure.cause).replace(/^/gm, '      '));
}

/** Was something only waited for in vain? On a machine that stands still for seconds, that says nothing of the page. */
const isLate = (error) => error?.name === 'TimeoutError' || /^(never so|not over after)/.test(error?.message);

/** Runs the tests of a file in one house. Whatever failed leaves its table as it is: the rest gets another house. */
async function runFile(browser, file) {
  const { tests } = await import(`./${file}.mjs`);
  const isWanted = (name) => !wanted || wanted === 'pictures' || file.includes(wanted) || name.includes(wanted);
  const chosen = Object.entries(tests).filter(([name]) => isWanted(name));
  if (!chosen.length) return;
  let house = await House.open();
  const another = async () => {
    await house.close();
    house = await House.open();
  };
  try {
    for (const [name, test] of chosen) {
      const started = performance.now();
      let result = await attempt(browser, house, name, test);
      if (isLate(result.failure)) {
        late.push(name);
        tell('LATE, once more', name, started, result);
        await another();
        result = await attempt(browser, house, name, test);
      }
      counts[result.failure ? 'failed' : 'passed'] += 1;
      tell(result.failure ? 'FAILED' : 'ok', name, started, result);
      if (result.failure) await another();
    }
  } finally {
    await house.close();
  }
}

const executablePath = process.env.CROUPIER_BROWSER ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: FLAGS });
const waiting = await files();
const work = async () => {
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    try {
      await runFile(browser, file);
    } catch (error) {
      counts.failed += 1;
      say(`FAILED  ${file}: ${error.stack}`);
    }
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
await browser.close();
if (!counts.passed && !counts.failed) {
  say(`no test is called ${wanted}`);
  counts.failed = 1;
}
const repeated = late.length ? `, ${late.length} late and repeated: ${late.join('; ')}` : '';
say(`${counts.passed} passed, ${counts.failed} failed${repeated}`);
process.exitCode = counts.failed ? 1 : 0;
