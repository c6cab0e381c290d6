// A demo house of its own for every test file: a server on a free port with a throw-away store.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = process.env.CROUPIER_PROGRAM ?? 'target/debug/croupier';
const START_MS = 30_000;

export class House {
  static async open() {
    const house = new House();
    house.folder = await mkdtemp(join(tmpdir(), 'croupier-browser-'));
    await house.start('127.0.0.1:0');
    return house;
  }

  async start(listen) {
    const store = `sqlite:${join(this.folder, 'house.db')}`;
    const arguments_ = ['serve', '--demo', '--json', '--listen', listen, '--store', store];
    this.process = spawn(PROGRAM, arguments_, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.said = '';
    this.process.stderr.on('data', (text) => { this.said = (this.said + text).slice(-4000); });
    this.ended = new Promise((resolve) => { this.process.once('exit', resolve); });
    const lines = createInterface({ input: this.process.stdout });
    const first = await Promise.race([
      new Promise((resolve) => { lines.once('line', resolve); }),
      this.ended.then(() => null),
      new Promise((resolve) => { setTimeout(resolve, START_MS, null).unref(); }),
    ]);
    if (!first) throw new Error(`the server does not start: ${this.said}`);
    const { url, people } = JSON.parse(first);
    this.url = url;
    this.people = Object.fromEntries(people.map((one) => [one.person, one]));
  }

  /** Ends the server as a power cut does. */
  async cut() {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  /** Brings the server back: the same address, the same store. */
  async comeBack() { await this.start(new URL(this.url).host); }

  async close() {
    this.process.kill('SIGKILL');
    await this.ended;
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Asks the house as someone who has a token, or as nobody. */
  async ask(path, { token, method = 'GET', body } = {}) {
    const headers = { 'Content-Type': 'application/json' };
    if (token) headers.Authorization = `Bearer ${token}`;
    const answer = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    const said = text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return said;
  }

  /** A token of someone of the demo house. */
  async token(person) {
    const body = { person, secret: this.people[person].secret };
    return (await this.ask('/api/v1/session', { method: 'POST', body })).token;
  }
}
