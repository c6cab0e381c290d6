// The floor and what belongs to it: waiting times that run, the last events, dialogs, forms that choose.

import { command } from './commands.js';
import { onChange } from './live.js';
import { patch } from './morph.js';

/** Minutes and seconds since a call. */
function waits() {
  for (const wait of document.querySelectorAll('.wait[data-since]')) {
    const seconds = Math.max(0, Math.floor((Date.now() - Number(wait.dataset.since)) / 1000));
    wait.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    wait.closest('li')?.classList.toggle('late', seconds >= Number(wait.dataset.late));
  }
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Moments in the browser's own zone. */
function local() {
  for (const found of document.querySelectorAll('time[data-local]')) {
    const at = new Date(found.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const text = found.dataset.local === 'time' ? time.format(at) : `${day.format(at)}, ${time.format(at)}`;
    if (found.textContent !== text) found.textContent = text;
  }
}

const LOG_MS = 1000;
let head = document.getElementById('log-head')?.dataset.head;
let isAsking = false;

/** The last events, when the chain has grown. */
async function log() {
  const now = document.getElementById('log-head')?.dataset.head;
  if (!now || now === head || isAsking) return;
  isAsking = true;
  head = now;
  try {
    const answer = await fetch('/floor/log');
    if (answer.ok) patch(await answer.text());
  } catch { /* The next change asks again. */ }
  local();
  setTimeout(() => { isAsking = false; log(); }, LOG_MS);
}

onChange(() => { waits(); local(); log(); });
setInterval(waits, 1000);
waits();
local();

document.addEventListener('click', (event) => {
  // Without scripts these links show the dialog by its address; with scripts the dialog is already open.
  if (event.target.closest('a[data-opens], a[data-closes]')) event.preventDefault();
  if (event.target.closest('[data-print]')) window.print();
});

// A rule that a dialog cites is read in the dialog.
document.addEventListener('click', async (event) => {
  const link = event.target.closest('dialog.ask a.cite');
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const answer = await fetch(link.href, { headers: { 'X-Part': 'rule' } });
  if (!answer.ok) return;
  const template = document.createElement('template');
  template.innerHTML = await answer.text();
  const box = link.closest('dialog');
  const text = template.content.firstElementChild;
  text.removeAttribute('id');
  box.querySelector('.rule-note')?.remove();
  link.closest('p, form').after(text);
}, true);

// What is refused is said in the dialog that asked, not behind it.
const note = document.getElementById('note');
new MutationObserver(() => {
  const box = document.querySelector('dialog.ask[open] [data-error]');
  if (!box || note.classList.contains('good')) return;
  box.hidden = note.hidden;
  box.textContent = note.hidden ? '' : note.textContent;
}).observe(note, { attributes: true, childList: true, characterData: true, subtree: true });

document.addEventListener('close', (event) => {
  const box = event.target.querySelector?.('[data-error]');
  if (box) { box.hidden = true; box.textContent = ''; }
}, true);

document.addEventListener('acted', (event) => {
  event.target.reset();
  // A page without a stream shows what was done by loading again.
  if (event.target.dataset.reload !== undefined) location.reload();
});

// A choice shows what it allows at once.
document.addEventListener('change', (event) => {
  const form = event.target.closest('form[data-choose]');
  if (form) form.requestSubmit();
});

/** Opens a dialog of the page, if it is there. */
function open(id, missing) {
  const box = document.getElementById(id);
  if (!box) return missing;
  document.getElementById('command').close();
  box.showModal();
  return '';
}

command('verify 12', /^verify (\d+)$/, ([, award]) => open(`verify-${award}`, `Award ${award} does not wait to be verified.`));
command('void 12', /^void (\d+)$/, ([, award]) => open(`void-${award}`, `Award ${award} does not wait to be verified.`));
command('close live-1', /^close (\S+)$/, ([, table]) => open(`close-${table}`, `No table ${table} is open.`));
command('proposal 3', /^proposal (\d+)$/, ([, number]) => open(`proposal-${number}`, `Proposal ${number} does not wait.`));
command('slip 12', /^slip (\d+)$/, ([, award]) => { location.href = `/awards/${award}/slip`; return `Slip ${award}.`; });
command('recall live-1 7', /^recall (\S+) (\d+)$/, ([, table, round]) => {
  location.href = `/rounds/${table}/${round}`;
  return `Round ${round} at ${table}.`;
});
command('open', /^open$/, () => { location.href = '/floor/open'; return 'Open a table.'; });
