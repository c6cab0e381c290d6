// The lab: what is typed is sent at once, and the parts that changed come back. The page knows no rule: which odds can
// be posted next stands beside every field, and the address of what is shown comes with the answer.

import { askAgain } from './again.js';
import { patch } from './morph.js';

/** How long typing may pause before it is sent. */
const PAUSE_MS = 40;
/** What takes longer is asked for when nothing was typed for a while. */
const LATER_MS = 300;
/** How long to wait after an answer that there is too much to do. */
const BUSY_MS = 1200;
/** How far a bar is dragged for one step. */
const STEP_PX = 9;
const PAGE_STEPS = 5;

const form = document.getElementById('lab-pays');
const lab = document.querySelector('.lab');
/** Newer questions of this page take the place of older ones. */
const page = Math.random().toString(36).slice(2, 14);
let asking;
let timer;
let typedAt = 0;

function address() {
  const fields = new URLSearchParams(new FormData(form));
  for (const empty of ['add', 'add-pays', 'target', 'meter']) if (!fields.get(empty)) fields.delete(empty);
  if (!fields.has('add')) fields.delete('add-pays');
  return `${form.getAttribute('action')}?${fields}`;
}

function problem(html, field) {
  patch(html);
  for (const input of form.querySelectorAll('input[name]')) {
    if (field && input.name === field) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }
}

async function ask(part) {
  asking?.abort();
  const own = new AbortController();
  asking = own;
  lab.classList.add('busy');
  try {
    const answer = await fetch(address(), { headers: { 'X-Part': part, 'X-Lab': page }, signal: own.signal });
    const text = (await answer.text()).replace(/<noscript>.*?<\/noscript>/gs, '');
    if (own.signal.aborted) return;
    if (answer.ok) {
      problem(text, null);
      const now = answer.headers.get('X-Address');
      if (now) history.replaceState(null, '', now);
      if (typedAt && part === 'figures') {
        lab.dataset.latency = (performance.now() - typedAt).toFixed(0);
        typedAt = 0;
      }
      if (part === 'figures') later('more', LATER_MS);
    } else if (answer.status === 422) problem(text, answer.headers.get('X-Field'));
    else if (answer.status === 429) later(part, BUSY_MS);
  } catch (error) {
    if (error.name !== 'AbortError') later(part, BUSY_MS);
  } finally {
    if (asking === own) { asking = null; lab.classList.remove('busy'); }
  }
}

function later(part, wait) {
  clearTimeout(timer);
  timer = setTimeout(() => ask(part), wait);
}

function changed() {
  if (!typedAt) typedAt = performance.now();
  later('figures', PAUSE_MS);
}

/** The odds near those in a field, from those that pay least; and where the field stands among them. */
function ladder(input) {
  if (input.laddered === undefined || !input.laddered.includes(input.value)) {
    const list = (text) => (text ? text.split('|') : []);
    const at = input.getAttribute('value');
    input.laddered = [...list(input.dataset.less).reverse(), at, ...list(input.dataset.more)];
  }
  const place = input.laddered.indexOf(input.value);
  return [input.laddered, place < 0 ? input.laddered.indexOf(input.getAttribute('value')) : place];
}

function step(input, by) {
  const [all, place] = ladder(input);
  const next = all[Math.min(Math.max(place + by, 0), all.length - 1)];
  if (next === undefined || next === input.value) return;
  input.value = next;
  // At the end of what is known, the answer brings more.
  if (place + by <= 1 || place + by >= all.length - 2) delete input.laddered;
  changed();
}

function set(input, value) {
  if (!input) return;
  delete input.laddered;
  input.value = value;
  changed();
}

const fieldOf = (name) => [...form.querySelectorAll('.step input')].find((input) => input.name === `pay:${name}`);

function keys(event) {
  const by = { ArrowUp: 1, ArrowDown: -1, PageUp: PAGE_STEPS, PageDown: -PAGE_STEPS }[event.key];
  if (!by || !event.target.matches('.step input') || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  step(event.target, by);
}

function press(event) {
  const button = event.target.closest('button[name^="set:"]');
  if (!button) return;
  event.preventDefault();
  const row = button.closest('.pay');
  const input = row ? row.querySelector('.step input') : fieldOf(button.dataset.row);
  if (button.dataset.step) step(input, Number(button.dataset.step));
  else set(input, button.dataset.set);
}

function drag(event) {
  const bar = event.target.closest('[data-drag]');
  if (!bar || event.button) return;
  const input = bar.closest('.pay').querySelector('.step input');
  let from = event.clientX;
  const move = (now) => {
    const steps = Math.trunc((now.clientX - from) / STEP_PX);
    if (steps) { from += steps * STEP_PX; step(input, steps); }
  };
  const end = () => {
    bar.removeEventListener('pointermove', move);
    lab.classList.remove('dragging');
  };
  bar.setPointerCapture(event.pointerId);
  lab.classList.add('dragging');
  bar.addEventListener('pointermove', move);
  bar.addEventListener('pointerup', end, { once: true });
  bar.addEventListener('pointercancel', end, { once: true });
}

async function copy(event) {
  const link = event.target.closest('[data-copy]');
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  const note = document.getElementById('note');
  try {
    await navigator.clipboard.writeText(new URL(link.getAttribute('href'), location.href).href);
    note.textContent = 'The link is copied.';
  } catch {
    note.textContent = 'The link is the address of this page.';
  }
  note.hidden = false;
  setTimeout(() => { note.hidden = true; }, 2500);
}

function input(event) {
  const { target } = event;
  if (target.id === 'lab-slide') {
    const meter = document.getElementById(target.dataset.for);
    meter.value = target.value;
    changed();
  } else if (target.form === form) {
    if (target.matches('.step input')) delete target.laddered;
    if (target.name === 'add' || target.name === 'add-pays') return;
    changed();
  }
}

/** A field that is left shows its odds in full: `12` is `12 to 1`. */
function left({ target }) {
  const isKnown = !typedAt && !target.hasAttribute('aria-invalid');
  if (target.matches('.step input') && isKnown) target.value = target.getAttribute('value');
}

/** A row is added when its hand is chosen or its pay is entered: it stands among the others then. */
function added(event) {
  if (event.target.name === 'add' || (event.target.name === 'add-pays' && form.elements.add?.value)) {
    form.requestSubmit();
  }
}

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-print]')) print();
});
if (form) {
  lab.classList.add('js');
  document.addEventListener('input', input);
  form.addEventListener('change', added);
  form.addEventListener('focusout', left);
  form.addEventListener('keydown', keys);
  form.addEventListener('pointerdown', drag);
  document.addEventListener('click', press);
  document.addEventListener('click', copy);
  const pick = document.getElementById('lab-pick');
  pick.querySelector('[data-go]').hidden = true;
  pick.addEventListener('change', () => pick.requestSubmit());
}
askAgain('late');
