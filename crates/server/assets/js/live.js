// The page's stream: parts of the page as they change. If it breaks, the page says so and comes back by itself.

import { patch } from './morph.js';

const listeners = [];

/** Calls `listener` after every change with the elements that are new. */
export function onChange(listener) { listeners.push(listener); }

const RETRY_MS = 1000;
const RETRY_MOST_MS = 8000;
let wait = RETRY_MS;
let last = null;

/** The version of what the page shows. */
export const version = () => Number(last ?? new URL(document.body.dataset.live ?? '', location.href).searchParams.get('since'));

function lost(is) {
  document.body.classList.toggle('lost', is);
  const note = document.getElementById('lost');
  if (note) note.hidden = !is;
  document.body.dataset.lostSince ||= is ? String(Date.now()) : '';
  if (!is) delete document.body.dataset.lostSince;
}

/** Where the button that was pressed is gone, the focus stays in its part of the page. */
function keepFocus(change) {
  const part = document.activeElement?.closest('[tabindex="-1"][id]');
  const done = change();
  if (part?.isConnected && document.activeElement === document.body) part.focus({ preventScroll: true });
  return done;
}

function take(event) {
  lost(false);
  wait = RETRY_MS;
  if (event.lastEventId) last = event.lastEventId;
  const added = keepFocus(() => patch(event.data));
  for (const listener of listeners) listener(added);
}

function connect(address) {
  const url = new URL(address, location.href);
  if (last !== null) url.searchParams.set('since', last);
  const stream = new EventSource(url);
  const again = () => {
    stream.close();
    lost(true);
    setTimeout(() => connect(address), wait);
    wait = Math.min(wait * 2, RETRY_MOST_MS);
  };
  stream.onopen = () => { lost(false); wait = RETRY_MS; };
  stream.onmessage = take;
  stream.onerror = again;
  stream.addEventListener('end', (event) => {
    const { code } = JSON.parse(event.data);
    stream.close();
    if (code === 'session-ended') location.reload();
    else if (code === 'stopping') again();
    else { last = null; connect(address); }
  });
  addEventListener('pagehide', () => stream.close(), { once: true });
}

export function start() {
  const { live } = document.body.dataset;
  if (live) connect(live);
  // A page that comes back from the browser's memory shows an old state.
  addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
}
