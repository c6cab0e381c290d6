// A shuffle, checked by the browser's own WebCrypto: version 1 is repeated from its seed, the openings of version 2 lead
// to the commitment. The functions are frozen and are described in docs/shuffle.md; /verify/vectors.json and
// /verify/vectors-2.json have their results.

const LABEL = new TextEncoder().encode('croupier-shuffle-1');
const DECK = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
const NAMES = [...DECK, 'Jk'];

const bytes = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
const integer = (value, size) => Uint8Array.from(
  { length: size },
  (_, place) => Number((BigInt(value) >> BigInt(8 * (size - 1 - place))) & 255n),
);
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (array) => [...array].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hmac(key, message) {
  const secret = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', secret, message));
}

/** The commitment of a seed, both in hexadecimal. */
export async function commitment(seed) {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(LABEL, fromHex(seed)))));
}

/**
 * The cards as they are dealt. `words` is an object by seat, `round` text or a BigInt, `cards` the indices of the cards
 * in standard order.
 */
export async function order(seed, words, round, shuffle, cards) {
  const seats = Object.keys(words).sort();
  const message = [LABEL, integer(round, 8), integer(shuffle, 4), integer(seats.length, 4)];
  for (const seat of seats) {
    const word = new TextEncoder().encode(words[seat]);
    message.push(integer(seat, 4), integer(word.length, 4), word);
  }
  message.push(integer(cards.length, 4), cards);
  const key = await hmac(fromHex(seed), bytes(...message));
  return (await shuffled(key, cards)).map((index) => NAMES[index]).join(' ');
}

/** Items in the order that the stream of a key gives. */
async function shuffled(key, items) {
  let block = new Uint8Array();
  let next = 0;
  const number = async () => {
    if (block.length === 0) { block = await hmac(key, integer(next, 8)); next += 1; }
    const value = new DataView(block.buffer, block.byteOffset).getUint32(0);
    block = block.subarray(4);
    return value;
  };
  const dealt = [...items];
  for (let i = dealt.length - 1; i > 0; i -= 1) {
    const limit = 2 ** 32 - (2 ** 32 % (i + 1));
    let value;
    do value = await number(); while (value >= limit);
    const j = value % (i + 1);
    [dealt[i], dealt[j]] = [dealt[j], dealt[i]];
  }
  return dealt;
}

const LABEL_2 = new TextEncoder().encode('croupier-shuffle-2');
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(...parts)));

/** How many cards a committed deck or shoe has. */
const cardsOf = ({ decks: count, joker }) => 52 * count + (joker ? 1 : 0);

/** The positions of a committed deck in the order in which they are dealt: version 2. */
export async function permutation(proof) {
  const { commitment: root, table, first_round: round, words } = proof;
  const count = cardsOf(proof);
  const name = new TextEncoder().encode(table);
  const seats = Object.keys(words).sort();
  const message = [LABEL_2, [3], integer(name.length, 4), name, integer(round, 8), integer(seats.length, 4)];
  for (const seat of seats) {
    const word = new TextEncoder().encode(words[seat]);
    message.push(integer(seat, 4), integer(word.length, 4), word);
  }
  message.push(integer(count, 4));
  return shuffled(await hmac(fromHex(root), bytes(...message)), [...Array(count).keys()]);
}

/** The commitment that an opening leads to; nothing if its path has the wrong length. */
async function leadsTo({ position, card, salt, path }, positions) {
  let hash = await sha256([0], fromHex(salt), integer(position, 4), [NAMES.indexOf(card)]);
  const beside = [...path];
  for (let place = position, width = positions; width > 1; place = place >> 1, width = (width + 1) >> 1) {
    if ((place ^ 1) >= width) continue;
    const other = beside.shift();
    if (other === undefined) return null;
    hash = place % 2 === 0 ? await sha256([1], hash, fromHex(other)) : await sha256([1], fromHex(other), hash);
  }
  return beside.length === 0 ? toHex(await sha256(LABEL_2, integer(positions, 4), hash)) : null;
}

/** What is wrong with a round's openings (version 2); nothing if every card is proved. */
export async function wrong(proof) {
  if (proof?.version !== 2 || !Array.isArray(proof.openings)) return 'These are not the openings of a round.';
  const positions = await permutation(proof);
  const seen = new Set();
  const counts = new Map();
  for (const opening of proof.openings) {
    const name = `Card ${opening.dealt + 1}, ${opening.card},`;
    if (seen.has(opening.dealt)) return `${name} is opened twice.`;
    seen.add(opening.dealt);
    if (positions[opening.dealt] !== opening.position) return `${name} is not at the position that the words give.`;
    if (await leadsTo(opening, positions.length) !== proof.commitment) return `${name} does not lead to the commitment.`;
    counts.set(opening.card, (counts.get(opening.card) ?? 0) + 1);
  }
  const isWhole = seen.size === positions.length;
  const copies = (card) => (card === 'Jk' ? Number(Boolean(proof.joker)) : proof.decks);
  if (isWhole && NAMES.some((card) => (counts.get(card) ?? 0) !== copies(card))) return 'Every card is opened, and the deck is not complete.';
  return null;
}

/** The cards of whole decks, in standard order. */
export const decks = (count) => DECK.flatMap((_, index) => Array(count).fill(index));

/** Cards by name, in standard order. */
export const standard = (names) => (names.match(/\S\S/g) ?? []).map((name) => NAMES.indexOf(name)).sort((a, b) => a - b);

/** A shuffle as the vectors give it: its commitment and its order. */
export async function check({ seed, words, round, shuffle, decks: count, cards }) {
  const shuffled = cards ? standard(cards) : decks(Number(count));
  return {
    commitment: await commitment(seed),
    order: await order(seed, words, round, Number(shuffle || 0), shuffled),
  };
}

// ---------- the page ----------

async function showProof(proof, line, says) {
  let found;
  try { found = await wrong(proof); } catch { found = 'These are not the openings of a round.'; }
  line.className = found ? 'bad' : 'good';
  const whole = proof && proof.openings?.length === cardsOf(proof) ? ' The deck is complete.' : '';
  says.textContent = found ?? `Each of the ${proof.openings.length} cards leads to the commitment. Computed here, by WebCrypto alone.${whole}`;
}

async function show(result) {
  const { dataset } = result;
  const says = document.querySelector('#browser span');
  if (!globalThis.crypto?.subtle) {
    says.textContent = 'Browsers have WebCrypto only over HTTPS or on this machine, so this one cannot check it.';
    return;
  }
  if (dataset.proof) {
    await showProof(JSON.parse(dataset.proof), document.getElementById('browser'), says);
    return;
  }
  const found = await check({ ...dataset, words: JSON.parse(dataset.words) });
  const belongs = found.commitment === dataset.commitment;
  const agrees = found.order === dataset.order;
  document.getElementById('browser').className = belongs ? 'good' : 'bad';
  says.textContent = belongs
    ? 'SHA-256 of the seed is the commitment. Computed here, by WebCrypto alone.'
    : `SHA-256 of the seed is ${found.commitment}, not the commitment.`;
  const agree = document.getElementById('agree');
  agree.hidden = false;
  agree.className = agrees ? 'good' : 'bad';
  const text = agrees
    ? 'The house and your browser find the same order, card by card.'
    : 'The house and your browser find different orders. Keep this page and call a supervisor.';
  agree.replaceChildren(Object.assign(document.createElement('b'), { textContent: agrees ? 'They agree' : 'They differ' }), text);
}

if (globalThis.document) {
  const result = document.getElementById('result');
  if (result) show(result);
  const paste = document.getElementById('paste');
  if (paste) {
    paste.hidden = !globalThis.crypto?.subtle;
    paste.querySelector('button').addEventListener('click', async () => {
      const says = document.getElementById('pasted');
      let proof = null;
      try { proof = JSON.parse(paste.querySelector('textarea').value); } catch { /* said below */ }
      await showProof(proof, says, says);
    });
  }
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      button.textContent = 'Copied';
    });
  }
}
