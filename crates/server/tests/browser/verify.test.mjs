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
  'WebCrypto proves every opening of the vectors of version 2, and no altered one': async (visit) => {
    const vectors = JSON.parse(readFileSync('crates/shuffle/vectors-2.json', 'utf8'));
    assert.ok(vectors.length > 2);
    const person = await visit.person();
    await person.go('/verify');
    assert.deepEqual(await person.ask('/verify/vectors-2.json'), vectors);
    const address = await person.page.getAttribute('script[src*="verify"]', 'src');
    const found = await person.page.evaluate(async ([script, asked]) => {
      const { permutation, wrong } = await import(script);
      const results = [];
      for (const vector of asked) {
        const proof = structuredClone(vector);
        const altered = structuredClone(proof);
        altered.openings[0].card = altered.openings[0].card === 'As' ? 'Ks' : 'As';
        results.push([await permutation(proof), await wrong(proof), await wrong(altered)]);
      }
      return results;
    }, [address, vectors]);
    vectors.forEach((vector, place) => {
      const [permutation, isWrong, isAltered] = found[place];
      assert.deepEqual(permutation, vector.permutation, vector.name);
      assert.equal(isWrong, null, vector.name);
      assert.match(isAltered, /does not lead to the commitment/, vector.name);
    });
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
    await until('the browser has checked it', async () => (await page.getAttribute('#browser', 'class')) === 'good');
    assert.match(await page.textContent('#browser'), /cards leads to the commitment/);
    const own = await person.view(table);
    const proof = JSON.parse(await page.getAttribute('#result', 'data-proof'));
    assert.equal(proof.words[seat], 'deadwood');
    const opened = proof.openings.map((opening) => opening.card);
    const dealt = own.round.seats.find((one) => one.seat === seat).hands[0].cards;
    assert.ok(dealt.every((card) => opened.includes(card)));
    assert.ok(opened.length < 52);
    // What was saved is checked by pasting it; an altered card is found out.
    const paste = async (text) => {
      await page.fill('#openings', text);
      await page.click('#paste button');
    };
    await person.go('/verify');
    await paste(JSON.stringify(proof));
    await until('the openings hold', async () => (await page.getAttribute('#pasted', 'class')) === 'good');
    proof.openings[0].salt = proof.openings[1].salt;
    await paste(JSON.stringify(proof));
    await until('the altered ones do not', async () => (await page.getAttribute('#pasted', 'class')) === 'bad');
  },
};
