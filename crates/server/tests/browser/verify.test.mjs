// Shuffles, checked by the browser's own WebCrypto.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { comeTo, finish, isPaid } from './felt.mjs';
import { until } from './person.mjs';

export const tests = {
  'WebCrypto finds every vector': async (visit) => {
    const vectors = JSON.parse(readFileSync('crates/shuffle/vectors.json', 'utf8'));
    assert.ok(vectors.length > 4);
    const person = await visit.person();
    await person.go('/verify');
    const address = await person.page.getAttribute('script[src*="verify"]', 'src');
    const found = await person.page.evaluate(async ([script, asked]) => {
      const { check } = await import(script);
      return Promise.all(asked.map((vector) => check(vector)));
    }, [address, vectors]);
    vectors.forEach((vector, place) => {
      assert.equal(found[place].commitment, vector.commitment, vector.name);
      assert.equal(found[place].order, vector.order, vector.name);
    });
    // The vectors that the page links to are the same.
    assert.deepEqual(await person.ask('/verify/vectors.json'), vectors);
  },
  'a round that was played can be checked, with a word of the player': async (visit) => {
    const table = 'ultimate-texas-holdem';
    const person = await visit.person();
    const { page } = person;
    const seat = await comeTo(person, table);
    const { least } = (await person.view(table)).posted;
    await person.act(table, { act: 'bet', seat, bets: least });
    await page.fill('#word', 'deadwood');
    await page.click('#shuffle form button');
    await until('the word is shown', async () => (await page.textContent('#shuffle')).includes(`${seat}:deadwood`));
    await page.click('#dock button[data-key="Enter"]');
    await until('cards are dealt', async () => (await person.view(table)).round.phase !== 'betting');
    await finish(person, table);
    await until('it is settled', () => isPaid(page));
    await page.click('#shuffle a[href^="/verify"]');
    await page.waitForURL('**/verify?**');
    await until('both agree', async () => (await page.textContent('#agree')).startsWith('They agree'));
    assert.match(await page.textContent('#browser'), /is the commitment/);
    const own = await person.view(table);
    const order = await page.getAttribute('#result', 'data-order');
    const dealt = own.round.seats.find((one) => one.seat === seat).hands[0].cards;
    assert.ok(dealt.every((card) => order.includes(card)));
  },
};
