// The most that a felt may have to show: the longest words of the rulebook, the largest amounts that the limits allow,
// the longest name, the most cards and hands. What play brings depends on the cards; this does not.

/** Puts the longest content into every place of the page whose size depends on what it shows. */
export const fillUp = (page) => page.evaluate(() => {
  // A name of 40 letters without a space, and one with.
  const names = ['W'.repeat(40), 'Maximiliana Featherstonehaugh-Cholmondel'];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const write = (selector, text) => all(selector).forEach((element) => { element.textContent = text; });
  all('.seat:not(.empty) .plate b').forEach((name, place) => { name.textContent = names[place % 2]; });
  write('.plate .st', '$1,000,000');
  write('.who-menu .name', names[1]);
  write('.meter-chip b', '$1,000,000.00');
  write('#sub', 'round 1,234,567 · $1,000–$1,000');
  write('.seat.me .paid.amt', '$1,000');
  write('.paid:not(.amt)', '\u22121,000,000');
  write('.dealer .call', 'Dealer: two pair, queens and sevens');
  write('.total', 'soft 20, surrendered');
  write('#dock .say b', 'Hand 4: three of a kind, sevens');
  write('#dock .acts:not(.many) .act:not(.set) b', 'Bet $1,000');
  write('#dock .acts:not(.many) .act:not(.set) small', 'add them to the bet');
  write('#dock .acts.many .act b', 'Raise 10');
  write('#dock .acts .btn.first', 'Deal, $6,001');
  all('.take:has(thead)').forEach((table) => table.classList.add('tall'));
  write('.take .w', 'Three card bonus hand 4');
  write('.take .why', 'royal flush on the board, same suit');
  write('.take:has(thead) td:nth-child(3)', '1000.00');
  write('.take:has(thead) td:nth-child(4)', '1000000.00');
  write('.take:has(thead) td:nth-child(5)', '+1000000.00');
  write('.take .cite', '(16)(a)(viii)');
  write('.take:not(:has(thead)) td:nth-child(2)', '$1,000.00–$1,000.00');
  write('.pays tbody th', 'Three of a kind, sevens suited, with diamonds');
  write('.pays tbody td', '$1,000,000 for 1 ($5,000)');
  write('.pays .caps', 'Three card bonus PMG-02, $1,000');
  write('.choice>span:first-child', 'Set queen of diamonds');
  write('.choice .num', '\u2212600.0¢ \u2212600.0¢');
  for (const note of all('.seat.me .refuse')) {
    note.hidden = false;
    note.textContent = `The total of $1,000.00 on three-card-bonus is more than ${'9'.repeat(40)} (20:18:16:15.02(16)(a)(viii), [GEN-11])`;
  }
  for (const panel of all('#coach-panel, #coach-score')) panel.hidden = false;
});

/** Deals everyone the most cards that fit a game, and splits the hands of a blackjack game into four. */
export const dealMost = (page, { cards, hands }) => page.evaluate(({ cards: count, hands: most }) => {
  const fill = (hand, size) => {
    const card = hand.querySelector('.card');
    if (!card) return;
    hand.replaceChildren(...Array.from({ length: size }, () => card.cloneNode(true)));
    hand.className = `hand n${size}`;
  };
  const held = [...document.querySelectorAll('.held')];
  held.forEach((one) => fill(one.querySelector('.hand'), count));
  if (most === 1) return;
  for (const set of document.querySelectorAll('.hands')) {
    set.classList.add('split');
    const [first] = set.children;
    set.replaceChildren(...Array.from({ length: most }, () => first.cloneNode(true)));
  }
  document.querySelectorAll('#dealer .hand').forEach((hand) => fill(hand, count));
}, { cards, hands });

/** Words that are cut off because their box is smaller, where they may not be: amounts, results, rules, buttons. */
export const cutOff = (page) => page.evaluate(() => {
  const places = '#dock button, #dock .act b, .take td, .take .cite, .pays td, .pays th, .choice>span, .seat.me .plate .st, .refuse, .meter-chip b';
  const isCut = (element) => {
    if (!element.checkVisibility() || element.closest('.track')) return false;
    const { left, right } = element.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1 || (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0);
  };
  const name = (element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent.trim().slice(0, 40)}`;
  return [...new Set([...document.querySelectorAll(places)].filter(isCut).map(name))];
});
