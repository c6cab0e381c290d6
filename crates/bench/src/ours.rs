//! Our own evaluators: the one in use, and the naive one as a floor.

use cards::Card;
use hands::{FiveValue, Hand, naive};

use crate::evaluator::{Evaluator, sum_all};

/// The evaluator of the crate `hands`.
#[derive(Clone, Copy, Debug)]
pub struct Ours;

impl Evaluator for Ours {
    const NAME: &'static str = "croupier";
    type Card = Card;
    type Added = Card;
    type Ready = Hand<7>;

    fn card(card: Card) -> Card {
        card
    }

    fn added(card: Card) -> Card {
        card
    }

    fn ready(cards: &[Card; 7]) -> Hand<7> {
        Hand::from(*cards)
    }

    #[inline(always)]
    fn ready_value(ready: Hand<7>) -> u32 {
        u32::from(ready.value().get())
    }

    #[inline(always)]
    fn seven(cards: &[Card; 7]) -> u32 {
        u32::from(FiveValue::best_of_7(cards).get())
    }

    #[inline(always)]
    fn five(cards: &[Card; 5]) -> u32 {
        u32::from(FiveValue::of(cards).get())
    }

    fn all_sevens(deck: &[Card; 52]) -> u64 {
        #[inline(never)]
        #[expect(clippy::needless_range_loop, reason = "an iterator is slower here")]
        fn last_two(five: Hand<5>, deck: &[Card; 52], next: usize) -> u64 {
            let mut sum = 0;
            for place in next..52 {
                five.with(deck[place])
                    .value_with_deck_from(place + 1, |value| sum += u64::from(value.get()));
            }
            sum
        }
        sum_all!(7, deck, Hand::EMPTY, |hand, card| hand.with(card), last_two)
    }

    fn all_fives(deck: &[Card; 52]) -> u64 {
        #[inline(never)]
        #[expect(clippy::needless_range_loop, reason = "an iterator is slower here")]
        fn last_two(three: Hand<3>, deck: &[Card; 52], next: usize) -> u64 {
            let mut sum = 0;
            for place in next..52 {
                three
                    .with(deck[place])
                    .value_with_deck_from(place + 1, |value| sum += u64::from(value.get()));
            }
            sum
        }
        sum_all!(5, deck, Hand::EMPTY, |hand, card| hand.with(card), last_two)
    }
}

/// The same evaluator where the loops over all hands add and value card by card, as those of the
/// public ones do: what [`Hand::value_with_deck_from`] gains is the difference.
#[derive(Clone, Copy, Debug)]
pub struct CardByCard;

impl Evaluator for CardByCard {
    const NAME: &'static str = "croupier, card by card";
    type Card = Card;
    type Added = Hand<1>;
    type Ready = Hand<7>;

    fn card(card: Card) -> Card {
        card
    }

    fn added(card: Card) -> Hand<1> {
        card.into()
    }

    fn ready(cards: &[Card; 7]) -> Hand<7> {
        Ours::ready(cards)
    }

    #[inline(always)]
    fn ready_value(ready: Hand<7>) -> u32 {
        Ours::ready_value(ready)
    }

    #[inline(always)]
    fn seven(cards: &[Card; 7]) -> u32 {
        Ours::seven(cards)
    }

    #[inline(always)]
    fn five(cards: &[Card; 5]) -> u32 {
        Ours::five(cards)
    }

    fn all_sevens(deck: &[Hand<1>; 52]) -> u64 {
        #[inline(never)]
        fn last_two(five: Hand<5>, deck: &[Hand<1>; 52], next: usize) -> u64 {
            let mut sum = 0;
            for place in next..52 {
                let six = five + deck[place];
                for &card in &deck[place + 1..] {
                    sum += u64::from((six + card).value().get());
                }
            }
            sum
        }
        sum_all!(7, deck, Hand::EMPTY, |hand, card| hand + card, last_two)
    }

    fn all_fives(deck: &[Hand<1>; 52]) -> u64 {
        #[inline(never)]
        fn last_two(three: Hand<3>, deck: &[Hand<1>; 52], next: usize) -> u64 {
            let mut sum = 0;
            for place in next..52 {
                let four = three + deck[place];
                for &card in &deck[place + 1..] {
                    sum += u64::from((four + card).value().get());
                }
            }
            sum
        }
        sum_all!(5, deck, Hand::EMPTY, |hand, card| hand + card, last_two)
    }
}

/// The evaluator that follows the rule word by word, and that the tests trust.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

/// A key as a number in the same order: a category and up to five ranks, four bits each.
fn number(key: naive::Key) -> u32 {
    key.into_iter().fold(0, |number, part| number << 4 | u32::from(part))
}

impl Evaluator for Naive {
    const NAME: &'static str = "naive";
    type Card = Card;
    type Added = Card;
    type Ready = [Card; 7];

    fn card(card: Card) -> Card {
        card
    }

    fn added(card: Card) -> Card {
        card
    }

    fn ready(cards: &[Card; 7]) -> [Card; 7] {
        *cards
    }

    fn ready_value(ready: [Card; 7]) -> u32 {
        number(naive::seven(&ready))
    }

    fn seven(cards: &[Card; 7]) -> u32 {
        number(naive::seven(cards))
    }

    fn five(cards: &[Card; 5]) -> u32 {
        number(naive::five(cards))
    }

    /// Only the hands with the three lowest cards: all would take many seconds.
    fn all_sevens(deck: &[Card; 52]) -> u64 {
        let [a, b, c, deck @ ..] = deck;
        let mut sum = 0;
        for (d, fourth) in deck.iter().enumerate() {
            for (e, fifth) in deck.iter().enumerate().skip(d + 1) {
                for (f, sixth) in deck.iter().enumerate().skip(e + 1) {
                    for seventh in &deck[f + 1..] {
                        let cards = [*a, *b, *c, *fourth, *fifth, *sixth, *seventh];
                        sum += u64::from(number(naive::seven(&cards)));
                    }
                }
            }
        }
        sum
    }

    fn all_fives(deck: &[Card; 52]) -> u64 {
        let mut sum = 0;
        for a in 0..52 {
            for b in a + 1..52 {
                for c in b + 1..52 {
                    for d in c + 1..52 {
                        for fifth in &deck[d + 1..] {
                            let cards = [deck[a], deck[b], deck[c], deck[d], *fifth];
                            sum += u64::from(number(naive::five(&cards)));
                        }
                    }
                }
            }
        }
        sum
    }

    fn sevens() -> u64 {
        // Four of the 49 other cards.
        211_876
    }
}
