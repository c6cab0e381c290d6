// The coach: asks the house what each choice is worth when it is my turn, says what a decision cost, and keeps the
// score of this browser.

import { onChange } from './live.js';
import { patch } from './morph.js';

const KEY = 'croupier coach';
const WHEN = 'croupier coach when';
const AGAIN_MS = 700;
const PRACTICE = 3;

const panel = document.getElementById('coach-panel');
const table = document.getElementById('main').dataset.table;
const when = document.getElementById('coach-when');

const read = (key, otherwise) => {
  try { return JSON.parse(localStorage.getItem(key)) ?? otherwise; } catch { return otherwise; }
};
const write = (key, value) => {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* A browser that keeps nothing has no score. */ }
};

// ---------- my turn ----------

const legal = () => [...document.querySelectorAll('#dock input[name="action"]')].map((input) => input.value);
const isSeated = () => Boolean(document.querySelector('.seat.me'));

/** What tells this decision from the one before: the round, the cards and the choices. */
function decision() {
  const actions = legal();
  if (!actions.length) return '';
  const cards = [...document.querySelectorAll('.seat.me [data-card], #dealer [data-card], #board [data-card]')];
  const round = document.getElementById('sub')?.textContent ?? '';
  const hand = document.querySelector('#dock input[name="hand"]')?.value ?? '';
  return [round, hand, ...cards.map((card) => card.dataset.card), ...actions].join('|');
}

let asked = '';
let pending = null;

async function ask(about) {
  const answer = await fetch(`/tables/${encodeURIComponent(table)}/coach`, { headers: { 'X-Part': 'coach' } });
  if (!answer.ok || about !== asked) return;
  patch(await answer.text());
  const part = document.getElementById('coach');
  if (part.dataset.again !== undefined) { setTimeout(() => about === asked && ask(about).catch(() => { asked = ''; }), AGAIN_MS); return; }
  const rows = [...part.querySelectorAll('[data-action]')];
  pending = rows.length ? {
    ...part.dataset,
    costs: Object.fromEntries(rows.map((row) => [row.dataset.action, Number(row.dataset.cost)])),
    best: rows[0].firstElementChild.textContent,
  } : null;
  show();
}

/** Before a decision the bars are hidden from whoever wants to see them only after it. */
function show() {
  const waits = when.value === 'after' && Boolean(pending);
  panel.hidden = !isSeated();
  panel.classList.toggle('waits', waits);
  panel.classList.toggle('never', when.value === 'never');
}

function look() {
  const now = decision();
  if (now && now !== asked && when.value !== 'never') {
    asked = now;
    pending = null;
    forget();
    ask(now).catch(() => { asked = ''; });
  }
  show();
}

// ---------- what it cost ----------

const cost = document.getElementById('coach-cost');
const cents = (amount) => (amount < 100 ? `${amount.toFixed(amount < 10 ? 1 : 0)}¢` : `$${(amount / 100).toFixed(2)}`);

let judged = '';
const roundNow = () => document.getElementById('sub')?.textContent ?? '';

/** Beside a new decision, the verdict on the one before is only news of this hand, not a warning. */
function forget() {
  cost.classList.remove('bad', 'good');
  if (judged !== roundNow()) cost.hidden = true;
}

// The next decision may be on the page before the answer to this one is.
let sent = null;

function decided({ act, action }) {
  if (act !== 'decide' || !sent) return;
  const about = sent;
  sent = null;
  const lost = about.costs[action];
  if (lost === undefined) return;
  const { best, unit, situation } = about;
  if (pending === about) for (const row of panel.querySelectorAll('[data-action]')) {
    row.classList.toggle('mine', row.dataset.action === action);
  }
  cost.textContent = lost < 0.00001
    ? `${situation}: the best choice. It cost nothing.`
    : `${situation}: that cost ${cents(lost)} for each $1 of ${unit}. ${best} was best.`;
  const isLast = !legal().length || pending === about;
  cost.classList.toggle('bad', isLast && lost >= 0.00001);
  cost.classList.toggle('good', isLast && lost < 0.00001);
  judged = roundNow();
  cost.hidden = false;
  keep(about, lost);
  if (pending === about) pending = null;
  show();
}

// ---------- the score ----------

function keep({ game, title, unit, situation, round }, lost) {
  const score = read(KEY, {});
  const of = score[`${game}, ${unit}`] ??= { title, unit, rounds: 0, lost: 0, last: '', situations: {} };
  const last = `${table} ${round}`;
  if (of.last !== last) { of.rounds += 1; of.last = last; }
  of.lost += lost;
  const at = of.situations[situation] ??= { times: 0, lost: 0 };
  at.times += 1;
  at.lost += lost;
  write(KEY, score);
  tell();
}

const element = (name, text, className) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};

function row(cells, name) {
  const line = element('tr');
  cells.forEach((cell, place) => {
    const made = element(place ? 'td' : name, cell);
    if (!place) made.scope = name === 'th' ? 'row' : '';
    line.append(made);
  });
  return line;
}

/** Cents lost to mistakes in a hundred rounds, by game and by what it is measured in; and the situations that cost most. */
function tell() {
  const score = Object.values(read(KEY, {})).filter((of) => of.rounds);
  const details = document.getElementById('coach-score');
  details.hidden = !score.length;
  if (!score.length) return;
  const body = details.querySelector('div');
  const list = element('table', undefined, 'score');
  const head = element('tr');
  for (const text of ['Game', 'Rounds', 'Lost in 100']) head.append(Object.assign(element('th', text), { scope: 'col' }));
  const rows = element('tbody');
  for (const of of score) {
    const line = row([of.title, String(of.rounds), cents((of.lost / of.rounds) * 100)], 'th');
    if (of.unit) line.firstElementChild.append(element('small', `for each $1 of ${of.unit}`));
    rows.append(line);
  }
  const top = element('thead');
  top.append(head);
  list.append(top, rows);
  const costly = score
    .flatMap((of) => Object.entries(of.situations).map(([name, at]) => ({ name, of, ...at })))
    .filter((at) => at.lost > 0.00001)
    .sort((one, other) => other.lost - one.lost)
    .slice(0, PRACTICE);
  const parts = [element('p', 'Cents lost to mistakes.', 'muted'), list];
  if (costly.length) {
    const next = element('ul', undefined, 'drill');
    for (const at of costly) {
      const line = element('li', `${at.name} `);
      line.append(element('span', `${at.of.title}: ${cents(at.lost)} in ${at.times}`, 'muted'));
      next.append(line);
    }
    parts.push(element('h3', 'Practice next'), next);
  } else {
    parts.push(element('p', 'No mistakes so far.'));
  }
  const again = element('button', 'Start the score again', 'btn quiet');
  again.type = 'button';
  again.addEventListener('click', () => { write(KEY, {}); tell(); });
  body.replaceChildren(...parts, again);
}

if (panel) {
  when.value = read(WHEN, 'before');
  when.addEventListener('change', () => { write(WHEN, when.value); asked = ''; look(); });
  document.addEventListener('doing', (event) => { if (event.detail.act === 'decide') sent = pending; });
  document.addEventListener('did', (event) => decided(event.detail));
  onChange(look);
  look();
  tell();
}
