// Parts of a page whose figures take a while: they are asked for again until nothing waits any more.

import { patch } from './morph.js';

const AGAIN_MS = 1000;
const AGAIN_MOST_MS = 4000;

/** Asks for a part of the page while something on it waits; `arrived` hears of every answer. */
export function askAgain(part, arrived = () => {}) {
  let wait = AGAIN_MS;
  const ask = async () => {
    if (!document.querySelector('[data-wait]')) return;
    try {
      const answer = await fetch(location.href, { headers: { 'X-Part': part } });
      // What is for browsers without scripts would come to life when it is put into the page.
      if (answer.ok) patch((await answer.text()).replace(/<noscript>.*?<\/noscript>/gs, ''));
    } catch { /* The next try may go better. */ }
    wait = Math.min(wait * 1.3, AGAIN_MOST_MS);
    setTimeout(ask, wait);
    arrived();
  };
  setTimeout(ask, wait);
}
