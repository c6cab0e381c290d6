// The dock takes no input for a moment after it has changed: the second press of a double-click on the button before,
// or of its key, is not taken for a choice.

const MOMENT_MS = 400;

const dock = document.getElementById('dock');
let turn = dock?.dataset.turn;
let until = -Infinity;

/** Has the dock just changed? */
export const isQuiet = () => performance.now() < until;

/** Looks whether other buttons stand in the dock than before. */
export function watch() {
  if (dock && dock.dataset.turn !== turn) {
    turn = dock.dataset.turn;
    until = performance.now() + MOMENT_MS;
  }
  show();
}

function show() {
  dock?.classList.toggle('quiet', isQuiet());
  // A timer may be a little early.
  if (isQuiet()) setTimeout(show, Math.ceil(until - performance.now()));
}

const stop = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };

// A press counts from its beginning: one that began too early is not taken when it ends in time.
let isEarly = false;
document.addEventListener('pointerdown', () => { isEarly = isQuiet(); }, true);
document.addEventListener('click', (event) => {
  const wasEarly = isEarly && event.detail > 0;
  if (event.detail > 0) isEarly = false;
  if (dock?.contains(event.target) && (isQuiet() || wasEarly)) stop(event);
}, true);
// A key that is held down presses a button once.
document.addEventListener('keydown', (event) => {
  const isPress = ['Enter', ' '].includes(event.key);
  if (event.repeat && isPress && dock?.contains(event.target)) stop(event);
}, true);
