// A sign on a wall: digits that roll, the time it last heard from the house, and since when it has not.

import { onChange } from './live.js';

const quiet = matchMedia('(prefers-reduced-motion: reduce)');
const LISTEN_MS = 20000;
const LISTEN_LOST_MS = 2000;
const ROLL_MS = 700;
let heard = Date.now();

const clock = (at) => new Date(at).toLocaleTimeString([], { hour12: false });

// ---------- the odometer ----------

const shown = new Map();
const place = (odo) => odo.closest('[id]').id + [...odo.closest('[id]').querySelectorAll('.odo')].indexOf(odo);

/** Rolls the digits that changed: the old one leaves upward, the new one comes from below. */
function roll(odo, from) {
  const now = odo.dataset.amount;
  const digits = [...odo.children];
  for (let back = 1; back <= now.length; back += 1) {
    const window = digits[digits.length - back];
    const [was, is] = [from.at(-back), now.at(-back)];
    if (was === is || !window?.matches('i')) continue;
    window.animate(
      [{ transform: 'rotateX(-80deg)', opacity: 0.2 }, { transform: 'none', opacity: 1 }],
      { duration: ROLL_MS, easing: 'cubic-bezier(.2,.7,.2,1)', delay: Math.min(back, 4) * 40, fill: 'backwards' },
    );
  }
}

function odometers() {
  const seen = new Set();
  for (const odo of document.querySelectorAll('.odo[data-amount]')) {
    const id = place(odo);
    seen.add(id);
    const from = shown.get(id);
    if (from && from !== odo.dataset.amount && !quiet.matches) roll(odo, from);
    shown.set(id, odo.dataset.amount);
  }
  for (const id of shown.keys()) if (!seen.has(id)) shown.delete(id);
}

function times() {
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    const isToday = at.toDateString() === new Date().toDateString();
    time.textContent = isToday
      ? at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false })
      : at.toLocaleDateString([], { day: 'numeric', month: 'short' });
  }
}

// ---------- is the house there? ----------

const isLost = () => document.body.classList.contains('lost') || document.body.classList.contains('unheard');

function tick() {
  if (!isLost()) heard = Math.max(heard, lastHeard);
  document.getElementById('heard').textContent = `live ${clock(Date.now())}`;
  document.getElementById('lost-since').textContent = clock(heard);
}

let lastHeard = Date.now();
const hear = () => { lastHeard = Date.now(); document.body.classList.remove('unheard'); };

/** A connection can die without a word: the sign asks. */
async function listen() {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    await answer.text();
    if (answer.ok) hear(); else document.body.classList.add('unheard');
  } catch { document.body.classList.add('unheard'); }
  tick();
  setTimeout(listen, isLost() ? LISTEN_LOST_MS : LISTEN_MS);
}

onChange(() => { hear(); odometers(); times(); });
odometers();
times();
tick();
setInterval(tick, 1000);
setTimeout(listen, LISTEN_MS);
