// Which cards a text tells of, however it writes them.

const RANKS = { 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', T: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };
const BY_NAME = new Map(Object.entries(RANKS).flatMap(([rank, name]) => Object.entries(SUITS)
  .map(([suit, of]) => [`${name} of ${of}`, rank + suit])));

/** The cards in the JSON of a view. */
export const inView = (view) => new Set(JSON.stringify(view).match(/\b[2-9TJQKA][shdc]\b/g) ?? []);

/** The cards in a page or a part of one: drawn, named in words, or written as codes in its text. */
export function inHtml(html) {
  const found = new Set();
  for (const [, card] of html.matchAll(/(?:data-card="|card-)([2-9TJQKA][shdc])\b/g)) found.add(card);
  for (const [name] of html.toLowerCase().matchAll(/\b[a-z]+ of (?:spades|hearts|diamonds|clubs)\b/g)) {
    if (BY_NAME.has(name)) found.add(BY_NAME.get(name));
  }
  const written = html.replaceAll(/<[^>]*>/g, ' ');
  for (const [card] of written.matchAll(/(?<![\w.-])[2-9TJQKA][shdc](?![\w-])/g)) found.add(card);
  return found;
}

/** The cards as they lie: at each seat, before the dealer, on the board. A hand that was given up unseen is gone. */
export function lyingInView({ round }) {
  const isGone = ({ folded, hands }) => folded && hands.every(({ cards }) => cards.every((card) => card === '??'));
  const seats = round.seats.filter((seat) => !isGone(seat)).map(({ seat, hands }) => [`seat ${seat}`, hands.flatMap(({ cards }) => cards)]);
  return Object.fromEntries([...seats, ['dealer', round.dealer], ['board', round.board]]
    .filter(([, cards]) => cards.length).map(([where, cards]) => [where, cards.join(' ')]));
}

export const lyingOnPage = (page) => page.evaluate(() => {
  const seats = [...document.querySelectorAll('.seat')].map((seat) => [`seat ${seat.dataset.seat}`, seat]);
  const places = [...seats, ['dealer', document.getElementById('dealer')], ['board', document.getElementById('board')]];
  const lying = places.map(([where, place]) => [where, [...place.querySelectorAll('[data-card]')].map((card) => card.dataset.card)]);
  return Object.fromEntries(lying.filter(([, cards]) => cards.length).map(([where, cards]) => [where, cards.join(' ')]));
});
