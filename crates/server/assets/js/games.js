// Documents whose figures take a while: their parts are asked for again until they are ready.

import { patch } from './morph.js';

const AGAIN_MS = 1000;
const AGAIN_MOST_MS = 4000;
let wait = AGAIN_MS;

async function again() {
  if (!document.querySelector('[data-wait]')) return;
  try {
    const answer = await fetch(location.href, { headers: { 'X-Part': 'figures' } });
    // What is for browsers without scripts would come to life when it is put into the page.
    if (answer.ok) patch((await answer.text()).replace(/<noscript>.*?<\/noscript>/gs, ''));
  } catch { /* The next try may go better. */ }
  wait = Math.min(wait * 1.3, AGAIN_MOST_MS);
  setTimeout(again, wait);
  reach();
}

/** What the address points at may have come only now. */
let reached = false;
function reach() {
  const there = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (there?.tagName === 'DETAILS') there.open = true;
  if (there && !reached && !document.querySelector('[data-wait]')) { reached = true; there.scrollIntoView(); }
}

addEventListener('hashchange', () => { reached = true; reach(); });
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
setTimeout(again, wait);
reach();
