// The felt: chips on areas, cards dealt one at a time in the rule's order, lines paid and taken one by one.

import { act, sentence } from './acts.js';
import { command, say } from './commands.js';
import './coach.js';
import { onChange } from './live.js';

const main = document.getElementById('main');
const table = main.dataset.table;
const DEAL_MS = 90;
const DEAL_MOST_MS = 1700;
const LINE_MS = 420;
const quiet = matchMedia('(prefers-reduced-motion: reduce)');
const wide = matchMedia('(min-width: 1200px)');

// ---------- bets ----------

let chip = 5;
const mySeat = () => Number(document.querySelector('.seat.me')?.dataset.seat ?? 0);
const areas = () => [...document.querySelectorAll('.seat.me button.area[data-bets]')];

/** What lies on the areas of this seat, by bet. */
function placed() {
  const bets = {};
  for (const area of areas()) {
    const own = area.id.replace(/^s\d+-/, '');
    for (const bet of area.dataset.bets.split(' ')) {
      // Where an area makes two bets, each lies on its own area.
      if (area.dataset.bets.includes(' ') && bet !== own) continue;
      if (Number(area.dataset.amount)) bets[bet] = Number(area.dataset.amount);
    }
  }
  return bets;
}

const wager = () => Number(main.dataset.progressive ?? 1);
/** Chips that the table cannot take yet: they lie on the felt until the rest is there. */
let draft = null;
let busy = Promise.resolve();
const text = (bets) => Object.fromEntries(Object.entries(bets).map(([bet, amount]) => [bet, amount.toFixed(2)]));

function complain(message) {
  const note = document.getElementById(`refused-${mySeat()}`);
  if (!note) return;
  note.textContent = message;
  note.hidden = !message;
}

/** Shows the chips of the draft on their areas. */
function showDraft() {
  for (const area of areas()) {
    area.querySelector('.draft')?.remove();
    const own = area.id.replace(/^s\d+-/, '');
    const names = area.dataset.bets.split(' ');
    const amount = draft?.[names.includes(own) ? own : names[0]];
    if (!amount) continue;
    const mark = document.createElement('span');
    mark.className = 'draft up whole';
    const value = [500, 100, 25, 5, 1].find((chip) => chip <= amount) ?? 1;
    const drawn = document.querySelector(`#rack [data-chip="${value}"] svg`)?.cloneNode(true);
    const pill = Object.assign(document.createElement('span'), { className: 'paid amt', textContent: `$${amount}` });
    if (drawn) mark.append(drawn);
    mark.append(pill);
    area.append(mark);
  }
}

/** What is still missing before the table takes the bets: each area has a least amount. */
function shortOf(bets) {
  const short = areas().find((area) => {
    const names = area.dataset.bets.split(' ').filter((name) => bets[name]);
    return area.dataset.min && names.some((name) => bets[name] < Number(area.dataset.min));
  });
  return short ? `${short.dataset.name}: at least $${Number(short.dataset.min)}.` : '';
}

const INCOMPLETE = ['missing', 'missing-either', 'goes-only-with', 'must-be-equal', 'must-be'];

async function bet(bets, area) {
  for (const other of areas()) other.classList.remove('no');
  if (!Object.keys(bets).length) {
    draft = null;
    complain('');
    showDraft();
    return Object.keys(placed()).length ? act({ act: 'clear', seat: mySeat() }) : {};
  }
  const short = shortOf(bets);
  if (short) {
    draft = bets;
    complain(short);
    showDraft();
    return { error: { message: short } };
  }
  const answer = await act({ act: 'bet', seat: mySeat(), bets: text(bets) });
  const isOpen = answer.error && INCOMPLETE.includes(answer.error.code);
  draft = isOpen ? bets : null;
  if (answer.error && !isOpen) area?.classList.add('no');
  complain(answer.error ? sentence(answer.error) : '');
  if (!answer.error) remember(bets);
  showDraft();
  return answer;
}

/** One tap after the other: each starts from what the one before came to. */
const queue = (work) => { busy = busy.then(work, work); return busy; };

function tap(area, amount) {
  queue(async () => {
    const bets = { ...(draft ?? placed()) };
    for (const name of area.dataset.bets.split(' ')) {
      const posted = name === 'progressive';
      const sum = posted ? (amount > 0 ? wager() : 0) : Math.max(0, (bets[name] ?? 0) + amount);
      if (sum) bets[name] = sum; else delete bets[name];
    }
    await bet(bets, area);
  });
}

const remember = (bets) => sessionStorage.setItem(`bets ${table}`, JSON.stringify(bets));
const remembered = () => JSON.parse(sessionStorage.getItem(`bets ${table}`) ?? 'null');

function showRepeat() {
  const repeat = document.querySelector('[data-repeat]');
  if (repeat) repeat.hidden = !remembered();
}

function showChip() {
  for (const button of document.querySelectorAll('[data-chip]')) {
    button.setAttribute('aria-pressed', String(Number(button.dataset.chip) === chip));
  }
}

document.addEventListener('click', (event) => {
  const picked = event.target.closest('[data-chip]');
  if (picked) { chip = Number(picked.dataset.chip); showChip(); }
  if (event.target.closest('[data-repeat]') && remembered()) queue(() => bet(remembered()));
  const area = event.target.closest('button.area');
  if (area && !held) tap(area, chip);
  held = false;
});

// A long press, or Backspace, takes chips back.
let press;
let held = false;
document.addEventListener('pointerdown', (event) => {
  const area = event.target.closest('button.area');
  if (!area) return;
  press = setTimeout(() => { held = true; tap(area, -chip); }, 550);
});
for (const end of ['pointerup', 'pointercancel', 'pointermove']) {
  document.addEventListener(end, (event) => { if (end !== 'pointermove' || event.movementX || event.movementY) clearTimeout(press); });
}
document.addEventListener('contextmenu', (event) => { if (event.target.closest('button.area')) event.preventDefault(); });
document.addEventListener('keydown', (event) => {
  const area = event.target.closest?.('button.area');
  if (area && event.key === 'Backspace') { event.preventDefault(); tap(area, -chip); }
  const digit = { 1: 1, 5: 5, 2: 25 }[event.key];
  if (digit && document.getElementById('rack') && !event.target.closest('input')) { chip = digit; showChip(); }
});

// ---------- cards ----------

/** New cards come one at a time, in the order in which they were dealt. */
function deal(added) {
  const cards = added.flatMap((element) => element.matches?.('.card')
    ? [element] : [...(element.querySelectorAll?.('.card') ?? [])]);
  const order = (card) => Number(card.dataset.order ?? 999);
  cards.sort((one, other) => order(one) - order(other));
  if (quiet.matches || !cards.length) return 0;
  const step = Math.min(DEAL_MS, DEAL_MOST_MS / cards.length);
  cards.forEach((card, place) => {
    card.animate(
      [{ opacity: 0, translate: '0 -40px' }, { opacity: 1, translate: '0 0' }],
      { duration: 220, delay: place * step, fill: 'backwards', easing: 'cubic-bezier(.2,.7,.2,1)' },
    );
  });
  return cards.length * step + 220;
}

// ---------- pay and take ----------

let round = null;
let shown = Infinity;
let timer;

const rows = () => [...document.querySelectorAll('#lines tr[id^="line-"]')];

/** Shows the settlement up to a line; what is to come waits. */
function reveal() {
  const all = rows();
  const paying = shown < all.length;
  document.body.classList.toggle('paying', paying);
  all.forEach((row, place) => {
    row.classList.toggle('now', paying && place === shown - 1);
    row.classList.toggle('to-come', place >= shown);
  });
  for (const mark of document.querySelectorAll('[data-line]')) {
    mark.classList.toggle('to-come', Number(mark.dataset.line) >= shown);
  }
  const count = document.getElementById('line-count');
  if (count && paying) count.textContent = `line ${shown} of ${all.length}`;
  else if (count) count.textContent = all.length === 1 ? '1 line' : `${all.length} lines`;
  const now = all[shown - 1];
  const line = document.getElementById('now-line');
  if (paying && line) line.textContent = now ? now.dataset.say : 'The cards are turned up.';
  // A wide screen scrolls the list; on a phone the line stands in the dock.
  if (paying && now && wide.matches) now.scrollIntoView({ block: 'nearest' });
}

function next() {
  document.body.classList.remove('dealing');
  shown += 1;
  reveal();
  if (shown < rows().length) timer = setTimeout(next, LINE_MS);
}

function skip() {
  clearTimeout(timer);
  document.body.classList.remove('dealing');
  shown = Infinity;
  reveal();
  document.getAnimations().forEach((animation) => {
    if (animation.effect?.target?.matches?.('.card')) animation.finish();
  });
}

function settle(wait) {
  const number = document.querySelector('#sub')?.textContent.match(/round [\d,]+/)?.[0];
  const all = rows();
  if (number !== round || !all.length) { known = 0; round = number; }
  if (all.length > known && !quiet.matches) {
    clearTimeout(timer);
    shown = Math.min(shown, known);
    if (shown === Infinity) shown = known;
    document.body.classList.toggle('dealing', wait > 0);
    timer = setTimeout(next, wait);
  }
  known = all.length;
  reveal();
}
let known = rows().length;
round = document.querySelector('#sub')?.textContent.match(/round [\d,]+/)?.[0];

document.querySelector('.stagewrap').addEventListener('click', (event) => {
  if (!event.target.closest('button, a') && document.body.classList.contains('paying')) skip();
});
document.addEventListener('keydown', (event) => {
  const isFree = !event.target.closest('button, a, input, summary');
  if (event.key === ' ' && isFree && document.body.classList.contains('paying')) { event.preventDefault(); skip(); }
});

onChange((added) => {
  const wait = deal(added);
  settle(wait);
  showChip();
  showRepeat();
  if (!areas().length) draft = null;
  showDraft();
});
showChip();
showRepeat();

// ---------- the command line ----------

command('bet ANTE 10', /^bet ([a-z][a-z-]*) (\d+(?:\.\d+)?)$/, async ([, name, amount]) => {
  const bets = { ...(draft ?? placed()), [name]: Number(amount) };
  if (name === 'ante' && areas().some((area) => area.dataset.bets === 'ante blind')) bets.blind = Number(amount);
  const answer = await bet(bets);
  return answer.error ? sentence(answer.error) : `Bet ${name} ${amount}.`;
});
command('clear', /^clear$/, () => say({ act: 'clear', seat: mySeat() }, 'Your bets are back.'));
command('repeat', /^repeat$/, async () => {
  if (!remembered()) return 'There are no bets to repeat.';
  const answer = await bet(remembered());
  return answer.error ? sentence(answer.error) : 'The same bets again.';
});
command('ready', /^(ready|deal)$/, () => say({ act: 'ready', seat: mySeat() }, 'Ready.'));
command('sit ANN', /^sit(?: (.+))?$/, ([, name]) => {
  const form = document.getElementById('sit');
  if (!form) return 'You cannot sit down here now.';
  const guest = form.querySelector('[name="guest"]');
  if (guest && name) guest.value = name;
  form.requestSubmit();
  return 'You sit down.';
});
command('leave', /^leave$/, () => say({ act: 'leave', seat: mySeat() }, 'You have left the table.'));
command('word DEADWOOD', /^word (\S+)$/, ([, word]) => say({ act: 'seed_word', seat: mySeat(), word }, `The word ${word} goes into the shuffle.`));
command('fold, play, bet 4x, hit …', /^.+$/, async ([action]) => {
  const buttons = [...document.querySelectorAll('#dock input[name="action"]')];
  const match = buttons.find((input) => input.value.toLowerCase() === action);
  if (!match) {
    const legal = buttons.map((input) => input.value).join(', ');
    return legal ? `You can say ${legal}.` : 'It is not your turn. Say help for a list.';
  }
  const hand = match.form.querySelector('[name="hand"]')?.value;
  const body = { act: 'decide', seat: mySeat(), action: match.value };
  if (hand) body.hand = Number(hand);
  return say(body, `${match.value}.`);
});
