// What a table page weighs, and how soon it is there.

import assert from 'node:assert/strict';

const COLD_MAX = 128 * 1024;
const WARM_MAX = 10 * 1024;
const QUIET_MS = 700;

/** Loads a page and counts every byte that comes. */
async function load(person, path) {
  const session = await person.context.newCDPSession(person.page);
  await session.send('Network.enable');
  let bytes = 0;
  const streams = new Set();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/event-stream') streams.add(requestId);
  });
  // What has ended is counted as a whole; a stream does not end, and is counted as it comes.
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!streams.has(requestId)) bytes += encodedDataLength;
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength, dataLength }) => {
    if (streams.has(requestId)) bytes += encodedDataLength || dataLength;
  });
  await person.go(path);
  await new Promise((resolve) => { setTimeout(resolve, QUIET_MS); });
  const painted = await person.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  await session.detach();
  return { bytes, painted };
}

export const tests = {
  'a table page is light': async (visit) => {
    for (const table of ['ultimate-texas-holdem', 'let-it-ride']) {
      const person = await visit.person();
      const cold = await load(person, `/tables/${table}`);
      const warm = await load(person, `/tables/${table}`);
      const kb = (bytes) => (bytes / 1024).toFixed(1);
      visit.note(`${table}: ${kb(cold.bytes)} KB cold, ${kb(warm.bytes)} KB warm, first paint after ${cold.painted?.toFixed(0)} and ${warm.painted?.toFixed(0)} ms`);
      assert.ok(cold.bytes <= COLD_MAX, `${cold.bytes} bytes cold`);
      assert.ok(warm.bytes <= WARM_MAX, `${warm.bytes} bytes warm`);
    }
  },
};
