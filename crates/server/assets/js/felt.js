// The felt: chips on areas, cards dealt one at a time in the rule's order, lines paid and taken one by one.

import { act, refused, sentence } from './acts.js';
import { command, say } from './commands.js';
import './coach.js';
import { watch } from './guard.js';
import { onChange, version } from './live.js';

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

const tipSpots = () => [...document.querySelectorAll('.seat.me button.tip')];

/** The tips that lie on their spots, by line. */
const placedTips = () => Object.fromEntries(tipSpots()
  .filter((spot) => Number(spot.dataset.amount))
  .map((spot) => [spot.dataset.tip, Number(spot.dataset.amount)]));

const wager = () => Number(main.dataset.progressive ?? 1);
/** Chips that the table cannot take yet: they lie on the felt until the rest is there. */
let draft = null;
let draftTips = null;
/** What the table took last, until the page shows it. */
let taken = null;
const notShown = () => (taken && version() < taken.version ? taken : null);
const betsNow = () => ({ ...(draft ?? notShown()?.bets ?? placed()) });
const tipsNow = () => ({ ...(draftTips ?? notShown()?.tips ?? placedTips()) });
const hasDraft = () => [draft, draftTips].some((laid) => laid && Object.keys(laid).length);
let busy = Promise.resolve();
const text = (bets) => Object.fromEntries(Object.entries(bets).map(([bet, amount]) => [bet, amount.toFixed(2)]));

function complain(message) {
  const note = document.getElementById(`refused-${mySeat()}`);
  if (!note) return;
  note.textContent = message;
  note.hidden = !message;
}

/** What of the draft lies on an area or a tip spot. */
function drafted(area) {
  if (area.dataset.tip) return draftTips?.[area.dataset.tip];
  const own = area.id.replace(/^s\d+-/, '');
  const names = area.dataset.bets.split(' ');
  return draft?.[names.includes(own) ? own : names[0]];
}

/** Shows the chips of the draft on their areas. While there are any, the page does not offer to deal without them. */
function showDraft() {
  document.body.classList.toggle('drafting', hasDraft());
  for (const area of [...areas(), ...tipSpots()]) {
    area.querySelector('.draft')?.remove();
    const amount = drafted(area);
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

/** What waits for the rest of a bet; nothing once the table has taken it, or refused it. */
function hold(bets, tips) { [draft, draftTips] = [bets, tips]; }

async function bet(bets, area, tips = {}) {
  for (const other of [...areas(), ...tipSpots()]) other.classList.remove('no');
  if (!Object.keys(bets).length) {
    hold(null, null);
    const alone = Object.keys(tips).length ? { message: 'A tip rides on a bet of your own: place the bet first.', cite: ['[GEN-11]'] } : null;
    complain(alone ? sentence(alone) : '');
    showDraft();
    if (alone) return { error: alone };
    return Object.keys(placed()).length ? takeBack() : {};
  }
  const short = shortOf(bets);
  if (short) {
    hold(bets, tips);
    complain(short);
    showDraft();
    return { error: { message: short } };
  }
  const answer = await act({ act: 'bet', seat: mySeat(), bets: text(bets), tips: text(tips) });
  const isOpen = answer.error && INCOMPLETE.includes(answer.error.code);
  hold(isOpen ? bets : null, isOpen ? tips : null);
  if (answer.error && !isOpen) area?.classList.add('no');
  // Where the section says nothing of its own about a tip, the general ruling does.
  complain(answer.error ? sentence(answer.error) : '');
  if (!answer.error) {
    taken = { bets, tips, version: answer.version };
    remember(bets);
  }
  showDraft();
  return answer;
}

/** One tap after the other: each starts from what the one before came to. */
let isBusy = 0;
const queue = (work) => {
  isBusy += 1;
  busy = busy.then(work, work).finally(() => { isBusy -= 1; });
  return busy;
};

function tap(area, amount) {
  queue(async () => {
    const [bets, tips] = [betsNow(), tipsNow()];
    if (area.dataset.tip) {
      const sum = Math.max(0, (tips[area.dataset.tip] ?? 0) + amount);
      if (sum) tips[area.dataset.tip] = sum; else delete tips[area.dataset.tip];
    }
    for (const name of area.dataset.bets?.split(' ') ?? []) {
      const posted = name === 'progressive';
      const sum = posted ? (amount > 0 ? wager() : 0) : Math.max(0, (bets[name] ?? 0) + amount);
      if (sum) bets[name] = sum; else delete bets[name];
    }
    // Without a bet there is nothing for a tip to ride on.
    if (!area.dataset.tip && !Object.keys(bets).length) return bet({}, area);
    return bet(bets, area, tips);
  });
}

const remember = (bets) => sessionStorage.setItem(`bets ${table}`, JSON.stringify(bets));
const remembered = () => JSON.parse(sessionStorage.getItem(`bets ${table}`) ?? 'null');

/** Takes everything off the felt: what the table has taken, and what waits for the rest of a bet. */
function clear() {
  const isTaken = [notShown()?.bets ?? placed(), placedTips()].some((laid) => Object.keys(laid).length);
  hold(null, null);
  complain('');
  showDraft();
  for (const area of [...areas(), ...tipSpots()]) area.classList.remove('no');
  return isTaken ? takeBack() : {};
}

async function takeBack() {
  const answer = await act({ act: 'clear', seat: mySeat() });
  if (!answer.error) taken = { bets: {}, tips: {}, version: answer.version };
  return answer;
}

function showRepeat() {
  const repeat = document.querySelector('[data-repeat]');
  if (repeat) repeat.hidden = !remembered();
}

function showChip() {
  for (const button of document.querySelectorAll('[data-chip]')) {
    button.setAttribute('aria-pressed', String(Number(button.dataset.chip) === chip));
  }
}

/** Deal waits for chips that are on their way to the table, and does not leave a draft behind. */
document.addEventListener('submit', async (event) => {
  const form = event.target.closest('#deals');
  if (!form || !(hasDraft() || isBusy)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await busy;
  const isRefused = areas().some((area) => area.classList.contains('no'));
  if (!hasDraft() && !isRefused && form.isConnected) form.requestSubmit();
}, true);

document.addEventListener('click', (event) => {
  const picked = event.target.closest('[data-chip]');
  if (picked) { chip = Number(picked.dataset.chip); showChip(); }
  if (event.target.closest('[data-clear]')) {
    event.preventDefault();
    queue(clear).then(refused);
  }
  if (event.target.closest('[data-repeat]') && remembered()) queue(() => bet(remembered()));
  const area = event.target.closest('button.area');
  if (area && !held) tap(area, chip);
  held = false;
  // After a click Enter deals; where keys brought the focus, Enter adds another chip.
  if (event.detail > 0) (area ?? picked)?.blur();
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

/** The community cards that make a hand stand out: of the seat whose line it is, and then as the house marked them. */
function markBoard(paying, now) {
  const board = document.getElementById('board');
  const seat = now && document.getElementById(`seat-${now.dataset.seat}`);
  const uses = (paying ? seat?.dataset.uses : board.dataset.uses)?.split(' ');
  for (const card of board.querySelectorAll('.card')) {
    const isUsed = uses?.includes(card.dataset.card);
    card.classList.toggle('used', isUsed === true);
    card.classList.toggle('idle', isUsed === false);
  }
}

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
  if (line) line.textContent = paying ? now?.dataset.say ?? 'The cards are turned up.' : line.dataset.done;
  markBoard(paying, now);
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
  if (!event.target.closest('button, a')) skip();
});
document.addEventListener('click', (event) => { if (event.target.closest('[data-skip]')) skip(); });

onChange((added) => {
  watch();
  const wait = deal(added);
  settle(wait);
  showChip();
  showRepeat();
  if (!areas().length) hold(null, null);
  showDraft();
});
showChip();
showRepeat();

// ---------- the command line ----------

command('bet ANTE 10', /^bet ([a-z0-9][a-z0-9-]*) (\d+(?:\.\d+)?)$/, async ([, name, amount]) => {
  const bets = { ...betsNow(), [name]: Number(amount) };
  // Bets that an area takes together are made together, as when it is tapped.
  const together = areas().find((area) => area.dataset.bets.split(' ').includes(name));
  for (const other of together?.dataset.bets.split(' ') ?? []) bets[other] = Number(amount);
  const answer = await bet(bets, null, tipsNow());
  return answer.error ? sentence(answer.error) : `Bet ${name} ${amount}.`;
});
command('tip ANTE 5', /^tip ([a-z0-9][a-z0-9-]*) (\d+(?:\.\d+)?)$/, async ([, line, amount]) => {
  const spot = tipSpots().find((known) => known.dataset.tip === line);
  const answer = await bet(betsNow(), spot, { ...tipsNow(), [line]: Number(amount) });
  return answer.error ? sentence(answer.error) : `A tip of $${amount} rides on ${line}.`;
});
command('clear', /^clear$/, async () => {
  const answer = await queue(clear);
  return answer.error ? sentence(answer.error) : 'Your bets are back.';
});
command('repeat', /^repeat$/, async () => {
  if (!remembered()) return 'There are no bets to repeat.';
  const answer = await bet(remembered());
  return answer.error ? sentence(answer.error) : 'The same bets again.';
});
command('ready', /^(ready|deal)$/, async () => {
  await busy;
  if (hasDraft()) return 'Chips on the felt are not a bet yet: add what is missing, or clear them.';
  return say({ act: 'ready', seat: mySeat() }, 'Ready.');
});
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
command('fold, play, bet 4x, play with tip …', /^(.+?)( with tip)?$/, async ([, action, withTip]) => {
  const buttons = [...document.querySelectorAll('#dock input[name="action"]')];
  const match = buttons.find((input) => input.value.toLowerCase() === action);
  if (!match) {
    const legal = buttons.map((input) => input.value).join(', ');
    return legal ? `You can say ${legal}.` : 'It is not your turn. Say help for a list.';
  }
  const hand = match.form.querySelector('[name="hand"]')?.value;
  const body = { act: 'decide', seat: mySeat(), action: match.value };
  if (hand) body.hand = Number(hand);
  const tip = withTip && match.form.querySelector('button[name="tip"]')?.value;
  if (withTip && !tip) return `No tip can ride on ${action} now.`;
  if (tip) body.tip = tip;
  return say(body, tip ? `${match.value}, with a tip of $${tip}.` : `${match.value}.`);
});
