// Documents whose figures take a while: their parts are asked for again until they are ready.

import { askAgain } from './again.js';

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
askAgain('figures', reach);
reach();
