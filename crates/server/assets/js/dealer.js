// The dealer's page: cards by grid, keys or scanner, the keypad's lights, bets of the seats, and what asks before it acts.

import { act, refused, sentence, tell } from './acts.js';
import { command, say } from './commands.js';
import { onChange } from './live.js';

const main = document.getElementById('main');
const RANKS = '23456789tjqka';
const SUITS = 'shdc';
/** Keys that come this close together are a scanner's. */
const SCAN_MS = 60;
/** A rank that was typed waits this long for its suit. */
const TYPE_MS = 4000;

const wantsCard = () => document.getElementById('next').dataset.wants === 'card';
const button = (card) => document.getElementById(`c-${card}`);
const isWriting = (target) => target.closest?.('input:not([type=radio], [type=checkbox]), textarea, select');
const isOpen = () => Boolean(document.querySelector('dialog[open]'));

/** Enter is the next step's key: what was pressed by hand or has closed does not keep it. */
function toStep() {
  const go = document.getElementById('go');
  if (go.disabled) document.activeElement?.blur(); else go.focus({ preventScroll: true });
}
document.addEventListener('click', (event) => {
  const pressed = event.detail > 0 && !isOpen() && event.target.closest('#main button, #main a.btn');
  if (pressed) pressed.blur();
});

// ---------- cards ----------

let queue = Promise.resolve();
let waiting = 0;

/** Enters a card after those before it; the first that is refused stops the rest. */
function enter(card) {
  waiting += 1;
  const mine = queue.then(async () => {
    const answer = await act({ act: 'card', card });
    waiting -= 1;
    if (refused(answer)) throw answer.error;
    return answer;
  });
  queue = mine.catch(() => {});
  return mine.catch((error) => ({ error }));
}

function aim(rank = '') {
  for (const old of document.querySelectorAll('.grid52 .aim')) old.classList.remove('aim');
  // A table with the house's cards has no grid.
  const typing = document.getElementById('typed');
  if (typing) typing.textContent = rank ? `${rank} of …` : '';
  if (!rank) return;
  for (const suit of rank === 'J' ? `${SUITS}k` : SUITS) {
    const found = button(rank + suit);
    if (found && !found.disabled) found.classList.add('aim');
  }
}

/** The card on its way, so that nobody enters it twice. */
function offer(card, isScan) {
  if (!wantsCard() && !waiting) {
    tell(`${card} is not entered: no card is wanted now.`);
    return;
  }
  if (button(card)?.disabled && !isScan) { tell(`${card} is on the table already.`); return; }
  document.getElementById('typed').textContent = card;
  enter(card);
}

document.getElementById('grid')?.addEventListener('click', (event) => {
  const found = event.target.closest('button[name="card"]');
  if (!found) return;
  event.preventDefault();
  offer(found.value, false);
});

let typed = null;

function forget() {
  if (typed) clearTimeout(typed.timer);
  typed = null;
  aim();
}

/** A rank key that nothing followed: where no card is wanted, it is the key of a button. */
function press(key) {
  const found = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  found.find((it) => !it.disabled && it.checkVisibility?.() !== false)?.click();
}

function onRank(event, key) {
  // Ten is T, or 1 and 0.
  if (key === '0' && typed?.rank === '1') { typed.rank = 'T'; aim('T'); event.preventDefault(); return; }
  if (!RANKS.includes(key) && key !== '1') { forget(); return; }
  event.preventDefault();
  if (typed) clearTimeout(typed.timer);
  const rank = key.toUpperCase();
  typed = { rank, at: event.timeStamp };
  if (wantsCard() || waiting) {
    aim(rank === '1' ? '' : rank);
    typed.timer = setTimeout(forget, TYPE_MS);
  } else {
    typed.timer = setTimeout(() => { forget(); press(key); }, SCAN_MS);
  }
}

let swallow = -1;

document.addEventListener('keydown', (event) => {
  if (!('liveTable' in main.dataset) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isWriting(event.target) || isOpen()) return;
  const key = event.key.toLowerCase();
  // The end of a scan is not a press of the button.
  if (event.key === 'Enter' && event.timeStamp - swallow < SCAN_MS * 2) { event.preventDefault(); return; }
  const isJoker = typed?.rank === 'J' && key === 'k' && button('Jk');
  if (typed && (SUITS.includes(key) || isJoker) && key.length === 1) {
    event.preventDefault();
    const { rank, at } = typed;
    const isScan = event.timeStamp - at < SCAN_MS;
    forget();
    if (rank === '1') return;
    if (isScan) swallow = event.timeStamp;
    offer(rank + key, isScan);
    return;
  }
  if (event.key === 'Escape' || event.key === 'Backspace') { if (typed) { forget(); event.preventDefault(); } return; }
  if (key.length === 1 && (RANKS.includes(key) || key === '1' || key === '0')) onRank(event, key);
  else if (typed) forget();
}, true);

// Space confirms, like Enter.
document.addEventListener('keydown', (event) => {
  if (event.key !== ' ' || event.defaultPrevented || isOpen()) return;
  if (event.target.closest('button, a, summary, input, textarea, select, label')) return;
  event.preventDefault();
  document.getElementById('go')?.click();
});

// ---------- the keypad ----------

const chosen = () => document.querySelector('.pad-seats input:checked');

/** The lights of the seat that is chosen. */
function lights() {
  const keyed = chosen()?.dataset.keyed;
  for (const key of document.querySelectorAll('.keypad .key')) {
    key.setAttribute('aria-pressed', String(Boolean(keyed) && key.value === keyed));
  }
}

let due;
function follow() {
  const seats = document.querySelector('.pad-seats');
  const wanted = seats?.dataset.due;
  if (wanted && wanted !== due) {
    const radio = document.getElementById(`pad-${wanted}`);
    if (radio && !radio.disabled) radio.checked = true;
  }
  due = wanted;
  if (seats && (!chosen() || chosen().disabled)) {
    const free = seats.querySelector('input:not(:disabled)');
    if (free) free.checked = true;
  }
  lights();
}

document.addEventListener('change', (event) => { if (event.target.closest('.pad-seats')) lights(); });

/** What a key did: on, off, or moved. */
function keyed(was, hand, seat) {
  if (was === hand) return `Seat ${seat}: ${hand} off.`;
  return was ? `Seat ${seat}: moved from ${was} to ${hand}.` : `Seat ${seat}: ${hand} on.`;
}

let before = {};
const lit = () => Object.fromEntries([...document.querySelectorAll('.pad-seats input[data-keyed]')].map((it) => [it.value, it.dataset.keyed]));
document.addEventListener('submit', (event) => {
  if (event.submitter?.name === 'hand') before = lit();
}, true);
document.addEventListener('acted', ({ target, detail: { body } }) => {
  if (target.closest('dialog')) toStep();
  if (body.act === 'key') tell(keyed(before[body.seat], body.hand, body.seat), false);
  if (body.act === 'call_supervisor') tell('The supervisor is called.', false);
  if (body.act === 'irregular' || body.act === 'misdeal') tell('Reported. The next step says what follows.', false);
  if (body.act === 'undo') tell('Taken back.', false);
  if (body.act === 'relieve') tell('The relief is noted.', false);
});

// ---------- dialogs ----------

/** Fills in the bets of a seat: what lies there, or the least. */
function fill(dialog, seat) {
  const bets = JSON.parse(document.getElementById(`dseat-${seat}`).dataset.bets || '{}');
  const isNew = !Object.keys(bets).length;
  for (const input of dialog.querySelectorAll('[data-bet]')) {
    const { bet, least = '' } = input.dataset;
    if (input.type === 'checkbox') input.checked = bet in bets;
    else input.value = (bets[bet] ?? (isNew ? least : '')).replace(/\.00$/, '');
  }
  dialog.querySelector('[data-bet]')?.focus();
}

document.addEventListener('click', (event) => {
  // Without scripts these are links to the dialogs; with them, the dialogs open and close in place.
  const link = event.target.closest('a[data-opens], a[data-closes]');
  if (link) event.preventDefault();
  const opens = event.target.closest('[data-opens]');
  const dialog = opens && document.getElementById(opens.dataset.opens);
  if (dialog?.matches('.bets-ask')) fill(dialog, opens.dataset.seat);
  // Whose cards it is about is said, not assumed.
  for (const whose of dialog?.querySelectorAll('[data-whose]') ?? []) whose.selectedIndex = -1;
  const adds = event.target.closest('[data-adds]');
  if (adds) add(adds);
}, true);

let lastInput;
document.addEventListener('focusin', (event) => { if (event.target.matches('input[data-bet]:not([type=checkbox])')) lastInput = event.target; });

function add(chip) {
  const dialog = chip.closest('dialog');
  const input = dialog.contains(lastInput) ? lastInput : dialog.querySelector('input[data-bet]:not([type=checkbox])');
  const value = Number(chip.dataset.adds);
  input.value = value ? String(Number(input.value || 0) + value) : '';
  together(input);
}

/** Bets that are made together are the same. */
function together(input) {
  for (const other of (input.dataset.with ?? '').split(' ').filter(Boolean)) {
    const found = input.closest('dialog').querySelector(`[data-bet="${other}"]`);
    if (found) found.value = input.value;
  }
}
document.addEventListener('input', (event) => { if (event.target.matches('[data-bet]')) together(event.target); });

/** `as` or `10S` as the house writes it. */
const cardText = (text) => {
  const found = text.trim().match(/^(10|[2-9tjqka])([shdc])$/i);
  return found ? found[1].replace('10', 'T').toUpperCase() + found[2].toLowerCase() : null;
};
document.addEventListener('change', (event) => {
  if (event.target.matches('[data-card-text]')) event.target.value = cardText(event.target.value) ?? event.target.value;
});

// ---------- times ----------

function times() {
  for (const time of document.querySelectorAll('time[datetime]')) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour12: false });
  }
}

onChange(() => { follow(); times(); if (!typed && !waiting) aim(); });
follow();
times();

// ---------- the command line ----------

command('step', /^(step|done|next)$/, () => say({ act: 'step' }, 'Done.'));
command('lock', /^lock$/, () => say({ act: 'lock' }, 'No more bets.'));
command('bet 3 ante 10', /^bet (\d) ([a-z0-9][a-z0-9-]*) (\d+(?:\.\d+)?)$/, ([, seat, name, amount]) => {
  const bets = { ...JSON.parse(document.getElementById(`dseat-${seat}`)?.dataset.bets || '{}'), [name]: Number(amount).toFixed(2) };
  return say({ act: 'bet', seat: Number(seat), bets }, `Seat ${seat}: ${name} ${amount}.`);
});
command('clear 3', /^clear (\d)$/, ([, seat]) => say({ act: 'clear', seat: Number(seat) }, `Seat ${seat} has its bets back.`));
command('card As', /^card ((?:10|[2-9tjqka])[shdc])$/, async ([, text]) => {
  const card = cardText(text);
  const answer = await enter(card);
  return answer.error ? sentence(answer.error) : `${card}.`;
});
command('unseen', /^unseen$/, () => say({ act: 'unseen' }, 'Unseen.'));
command('key 3 straight flush', /^key (\d) (.+)$/, async ([, seat, text]) => {
  const hands = [...document.querySelectorAll('.keypad .key')].map((key) => key.value);
  const hand = hands.find((known) => known.toLowerCase() === text) ?? text;
  const was = lit()[seat];
  return say({ act: 'key', seat: Number(seat), hand }, keyed(was, hand, seat));
});
command('call', /^call(?: supervisor)?(?: (.+))?$/, ([, why]) => say({ act: 'call_supervisor', ...(why && { why }) }, 'The supervisor is called.'));
command('game over', /^game over$/, () => say({ act: 'game_over' }, 'Game over.'));
command('undo REASON', /^undo (.+)$/, ([, reason]) => say({ act: 'undo', reason }, 'The last entry is taken back.'));
command('misdeal REASON', /^misdeal (.+)$/, ([, reason]) => say({ act: 'misdeal', reason }, 'Misdeal: every wager is returned.'));
command('relieve', /^relieve$/, () => say({ act: 'relieve' }, 'The relief is noted.'));
command('fold, play, bet 4x …', /^.+$/, ([action]) => {
  const inputs = [...document.querySelectorAll('#next input[name="action"]')];
  const match = inputs.find((input) => input.value.toLowerCase() === action);
  if (!match) {
    const legal = inputs.map((input) => input.value).join(', ');
    return legal ? `You can say ${legal}.` : `“${action}” is not a command here. Say help for a list.`;
  }
  const field = (name) => match.form.querySelector(`[name="${name}"]`)?.value;
  const body = { act: 'decide', seat: Number(field('seat')), action: match.value };
  if (field('hand')) body.hand = Number(field('hand'));
  return say(body, `Seat ${body.seat}: ${match.value}.`);
});
