// What every page has: its stream, its forms, keys, the sentences behind citations, and menus.

import * as acts from './acts.js';
import * as commands from './commands.js';
import * as live from './live.js';

/** Is someone writing? Then keys are letters. */
const isWriting = (target) => target.closest('input, textarea, select, [contenteditable]');

/** The button that a key presses: of a dialog that is open, or of the page. */
function buttonFor(key) {
  const within = document.querySelector('dialog[open]') ?? document;
  const found = [...within.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  return found.find((button) => !button.disabled && button.checkVisibility?.() !== false);
}

document.addEventListener('keydown', (event) => {
  // A key that is held down presses its button once.
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isWriting(event.target)) return;
  // A focused button is pressed by Enter and Space as everywhere.
  const isPress = (event.key === 'Enter' || event.key === ' ') && event.target.closest('button, a, summary');
  if (isPress) return;
  const name = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const button = buttonFor(name);
  if (!button) return;
  event.preventDefault();
  button.click();
});

/** The sentence behind a citation, shown beside the felt or in a note. */
async function showRule(link) {
  const answer = await fetch(link.href, { headers: { 'X-Part': 'rule' } });
  const html = await answer.text();
  const place = document.getElementById('rule');
  if (!answer.ok || !place) { location.href = link.href; return; }
  const template = document.createElement('template');
  template.innerHTML = html;
  const text = template.content.firstElementChild;
  place.replaceChildren(...text.childNodes);
  place.hidden = false;
  place.scrollIntoView({ block: 'nearest' });
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a.cite');
  if (link && document.getElementById('rule') && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    showRule(link);
    return;
  }
  const toggle = event.target.closest('[data-toggle]');
  if (toggle) {
    const isOn = document.body.classList.toggle(`show-${toggle.dataset.toggle}`);
    for (const same of document.querySelectorAll(`[data-toggle="${toggle.dataset.toggle}"]`)) {
      same.setAttribute('aria-pressed', String(isOn));
    }
  }
  const opens = event.target.closest('[data-opens]');
  if (opens) document.getElementById(opens.dataset.opens)?.showModal();
  if (event.target.closest('[data-closes]')) event.target.closest('dialog')?.close();
  for (const menu of document.querySelectorAll('details.who-menu[open]')) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

/** Two colors or four: what this browser's user prefers. */
function deck(isFour) {
  document.documentElement.classList.toggle('four-colour', isFour);
  for (const button of document.querySelectorAll('[data-deck]')) button.setAttribute('aria-pressed', String(isFour));
}
const isFourColor = () => localStorage.getItem('deck') === 'four';
function changeDeck() {
  localStorage.setItem('deck', isFourColor() ? 'two' : 'four');
  deck(isFourColor());
  return isFourColor() ? 'Four colors.' : 'Two colors.';
}
deck(isFourColor());
document.addEventListener('click', (event) => { if (event.target.closest('[data-deck]')) changeDeck(); });
commands.command('deck', /^deck$/, changeDeck);

/** Bars that run down with the time left. */
function clocks() {
  for (const bar of document.querySelectorAll('.clockbar[data-left]')) {
    const { left } = bar.dataset;
    if (bar.dataset.runs === left) continue;
    bar.dataset.runs = left;
    const inner = bar.firstElementChild;
    inner.getAnimations().forEach((animation) => animation.cancel());
    inner.animate([{ width: getComputedStyle(inner).width }, { width: '0' }], { duration: Number(left), fill: 'forwards' });
  }
}

live.onChange(clocks);
clocks();
acts.start();
commands.start();
live.start();
document.documentElement.classList.add('js');
