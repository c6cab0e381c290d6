// A past round: the table at each step, by a slider, buttons and arrow keys.

import { command } from './commands.js';

const steps = [...document.querySelectorAll('#steps > .step')];
const stage = document.getElementById('then');
const scrub = document.getElementById('scrub');
const text = document.getElementById('step-text');
let now = -1;

/** Puts a step's table on the stage, and the other one back to its step. */
function show(place, isMoved = true) {
  const next = Math.min(Math.max(place, 0), steps.length - 1);
  if (next === now || next < 0) return;
  if (now >= 0) {
    steps[now].append(...stage.childNodes);
    steps[now].classList.remove('now');
    steps[now].removeAttribute('aria-current');
  }
  now = next;
  const step = steps[now];
  stage.replaceChildren(step.querySelector('.then'));
  step.classList.add('now');
  step.setAttribute('aria-current', 'step');
  const words = [...step.querySelectorAll('.what')].map((what) => what.textContent);
  const more = words.length > 3 ? ` ${words.length - 2} more lines below.` : '';
  const said = words.slice(0, more ? 2 : 3).map((one) => (one.endsWith('.') ? one : `${one}.`));
  text.textContent = said.join(' ') + more;
  scrub.value = String(now);
  scrub.setAttribute('aria-valuetext', `Step ${now + 1}: ${words[0]}`);
  document.getElementById('step-of').textContent = `${now + 1} of ${steps.length}`;
  // Only the list scrolls, never the page.
  const list = document.getElementById('steps');
  if (isMoved && list.scrollHeight > list.clientHeight) {
    list.scrollTo({ top: step.offsetTop - list.offsetTop - list.clientHeight / 2 });
  }
}

scrub?.addEventListener('input', () => show(Number(scrub.value)));
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-step]');
  if (button) { show(now + Number(button.dataset.step)); return; }
  const step = event.target.closest('.step');
  if (step && !event.target.closest('a.cite')) { event.preventDefault(); show(Number(step.dataset.place), false); }
  const copy = event.target.closest('[data-copy]');
  if (copy) {
    const from = document.getElementById(copy.dataset.copy);
    navigator.clipboard?.writeText(from.textContent).then(() => { copy.textContent = 'Copied'; });
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Home' || event.key === 'End') {
    if (event.target.closest('input, textarea, pre')) return;
    event.preventDefault();
    show(event.key === 'Home' ? 0 : steps.length - 1);
  }
});
const asked = location.hash.match(/^#step-(\d+)$/);
show(asked ? Number(asked[1]) : steps.length - 1);

command('step 5', /^step (\d+)$/, ([, place]) => { show(Number(place) - 1); return text.textContent; });
