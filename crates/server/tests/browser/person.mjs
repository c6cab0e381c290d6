// Someone at a browser: a context of their own, a page, and what went wrong on it.

import assert from 'node:assert/strict';

const PATIENCE_MS = 15_000;

export class Person {
  /** Someone who comes in, with a screen of a size. */
  static async come(browser, house, { size = [1440, 900], ...more } = {}) {
    const person = new Person();
    person.house = house;
    const [width, height] = size;
    person.context = await browser.newContext({ viewport: { width, height }, ...more });
    person.context.setDefaultTimeout(PATIENCE_MS);
    // What the streams bring is kept, so that it can be searched.
    await person.context.addInitScript(() => {
      globalThis.streamed = [];
      const Native = EventSource;
      globalThis.EventSource = class extends Native {
        constructor(...words) {
          super(...words);
          this.addEventListener('message', (event) => {
            globalThis.streamed.push(event.data);
            globalThis.streamedAt = Number(event.lastEventId);
          });
        }
      };
    });
    person.troubles = [];
    person.page = await person.context.newPage();
    person.watch(person.page);
    return person;
  }

  watch(page) {
    const { host } = new URL(this.house.url);
    const trouble = (text) => {
      if (!this.expected?.test(text)) this.troubles.push(text);
    };
    page.on('console', (message) => {
      if (message.type() === 'error') trouble(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => trouble(`script: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.host !== host) trouble(`leaves the host: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) trouble(`${response.status()}: ${response.url()}`);
    });
  }

  /** From now on, troubles of this kind are part of the test. */
  expect(kind) { this.expected = kind; }

  async leave() {
    await this.context.close();
    assert.deepEqual(this.troubles, [], 'no console errors, nothing leaves the host');
  }

  go(path) { return this.page.goto(this.house.url + path); }

  /** Signs in on the page, as staff does. */
  async signIn(name, next = '/') {
    await this.go(`/sign-in?next=${encodeURIComponent(next)}`);
    await this.page.fill('#person', name);
    await this.page.fill('#secret', this.house.people[name].secret);
    await this.page.click('main form button');
    await this.page.waitForURL(this.house.url + next);
  }

  /** What the house tells this person, by the session of the page. */
  async ask(path) {
    const answer = await this.page.request.get(this.house.url + path);
    assert.ok(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  /** Does something by the session of the page, without its controls: what comes before a test's own matter. */
  async act(table, body) {
    const csrf = await this.page.getAttribute('meta[name="csrf"]', 'content');
    const answer = await this.page.request.post(`${this.house.url}/api/v1/tables/${table}/acts`, {
      data: body, headers: { 'X-CSRF-Token': csrf },
    });
    assert.ok(answer.ok(), `${JSON.stringify(body)}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()).view;
  }

  view(table) { return this.ask(`/api/v1/tables/${table}`); }
}

/** Waits until something is so; says what it was last if it never is. */
export async function until(what, test, ms = PATIENCE_MS) {
  const end = Date.now() + ms;
  for (let last; ;) {
    try {
      const found = await test();
      if (found) return found;
      last = found;
    } catch (error) { last = error; }
    if (Date.now() > end) throw new Error(`never so: ${what}`, { cause: last instanceof Error ? last : undefined });
    await new Promise((resolve) => { setTimeout(resolve, 40); });
  }
}
