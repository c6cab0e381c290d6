// The command line: the same words as round files, answered in words. `/` opens it.

import { act, post, sentence } from './acts.js';

const words = [];

/** Adds a command: what it looks like, what it does. `run` gets the words and returns a sentence. */
export function command(usage, test, run) { words.push({ usage, test, run }); }

const dialog = () => document.getElementById('command');
const answerIn = (text) => { document.getElementById('command-answer').textContent = text; };

/** Does something at the table and says how it went. */
export async function say(body, done) {
  const answer = await act(body);
  return answer.error ? sentence(answer.error) : done;
}

/** The same for any other call. */
export async function sayCall(address, body, done) {
  const answer = await post(address, body);
  return answer.error ? sentence(answer.error) : done;
}

async function run(text) {
  const line = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (!line) return '';
  if (line === 'help') return `You can say: ${words.map(({ usage }) => usage).join(' · ')}`;
  for (const { test, run: doIt } of words) {
    const found = line.match(test);
    if (found) return doIt(found);
  }
  return `“${line}” is not a command here. Say help for a list.`;
}

command('pit', /^pit$/, () => { location.href = '/'; return 'To the pit.'; });

export function start() {
  const box = dialog();
  if (!box) return;
  const input = document.getElementById('command-text');
  const open = () => {
    const option = ({ usage }) => Object.assign(document.createElement('option'), { value: usage });
    document.getElementById('command-words').replaceChildren(...words.map(option));
    box.showModal();
    input.focus();
  };
  document.addEventListener('keydown', (event) => {
    const isWriting = event.target.closest('input, textarea, select');
    if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener('click', (event) => { if (event.target.closest('[data-command]')) open(); });
  box.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = input.value;
    input.value = '';
    answerIn(await run(text));
  });
}
