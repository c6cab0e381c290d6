// What people do: sent with an idempotency key, so that a second try never does it twice, and answered in words.

const NUMBERS = ['seat', 'other', 'hand', 'award', 'expect'];
const TRIES = 4;

const csrf = () => document.querySelector('meta[name="csrf"]')?.content ?? '';

/** The JSON of the call that a form stands for: a dot in a name is an object in another. */
export function fields(form, submitter) {
  const body = {};
  const data = new FormData(form, submitter);
  for (const [name, text] of data) {
    const value = String(text).trim();
    if (!value || name === 'csrf' || name === 'key') continue;
    const [outer, inner] = name.split('.');
    // A hand is the number of one after a split, or the words of a hand button.
    const isWords = name === 'hand' && Number.isNaN(Number(value));
    const read = NUMBERS.includes(name) && !isWords ? Number(value) : value;
    if (inner) (body[outer] ??= {})[inner] = read;
    else body[name] = read;
  }
  return body;
}

/** Posts JSON; after a lost connection the same again, with the same key. Returns the answer, or its error. */
export async function post(address, body, method = 'POST') {
  const key = crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now();
  const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf(), 'Idempotency-Key': key };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(address, { method, headers, body: JSON.stringify(body) });
      const text = await answer.text();
      const said = text ? JSON.parse(text) : {};
      if (answer.ok) return said;
      if (answer.status !== 503 || attempt === TRIES) return said;
    } catch (error) {
      if (attempt === TRIES) {
        return { error: { code: 'no-connection', message: 'The house cannot be reached. Nothing was changed; try again.' } };
      }
    }
    await new Promise((resolve) => { setTimeout(resolve, 400 * attempt); });
  }
}

/** Does something at the table of this page. */
export async function act(body) {
  const { table } = document.getElementById('main').dataset;
  document.dispatchEvent(new CustomEvent('doing', { detail: body }));
  const answer = await post(`/api/v1/tables/${encodeURIComponent(table)}/acts`, body);
  if (!answer.error) document.dispatchEvent(new CustomEvent('did', { detail: body }));
  return answer;
}

let hide;

/** Shows a sentence for a while: what went wrong, or what was done. */
export function tell(text, isError = true) {
  const note = document.getElementById('note');
  note.textContent = text;
  note.classList.toggle('good', !isError);
  note.hidden = false;
  clearTimeout(hide);
  hide = setTimeout(() => { note.hidden = true; }, 6000);
}

/** A refusal as a sentence with its rule. */
export const sentence = ({ message, cite = [] }) => {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  const missing = cite.filter((rule) => !text.includes(rule));
  // A ruling has brackets of its own.
  const cited = missing.map((rule) => (rule.startsWith('[') ? rule : `(${rule})`));
  return [text, ...cited].join(' ');
};

/** Shows a refusal, unless it is one: then nothing. */
export function refused(answer) {
  if (!answer.error) return false;
  // Someone was faster; the page already shows what is so now.
  if (answer.error.code !== 'stale') tell(sentence(answer.error));
  return true;
}

/** Forms that do something at a table are sent without leaving the page. */
export function start() {
  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!form.matches('form[data-act]')) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = 'yes';
    const body = fields(form, event.submitter);
    const answer = form.dataset.call
      ? await post(form.dataset.call, body, form.dataset.method)
      : await act(body);
    delete form.dataset.busy;
    if (refused(answer)) return;
    if (form.dataset.done) tell(form.dataset.done, false);
    form.closest('dialog')?.close();
    if (form.dataset.reset !== undefined) form.reset();
    form.dispatchEvent(new CustomEvent('acted', { bubbles: true, detail: { body, answer } }));
  });
}
