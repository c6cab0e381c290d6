//! What an evaluator must do to be measured.

use cards::Card;

/// A hand evaluator, used in the quickest way it offers for each workload.
///
/// Values are each evaluator's own numbers. A workload returns their sum, so that no evaluation
/// can be left out.
pub trait Evaluator {
    /// What it is called.
    const NAME: &'static str;
    /// A card as it is stored where hands are built from seven of them.
    type Card: Copy;
    /// A card as it is added to a hand in a loop.
    type Added: Copy;
    /// Seven cards that have been put together but not valued.
    type Ready: Copy;

    /// This evaluator's own card.
    fn card(card: Card) -> Self::Card;

    /// This evaluator's own card, ready to be added.
    fn added(card: Card) -> Self::Added;

    /// Seven cards put together.
    fn ready(cards: &[Self::Card; 7]) -> Self::Ready;

    /// The value of seven cards put together before.
    fn ready_value(ready: Self::Ready) -> u32;

    /// The value of the best five of seven cards.
    fn seven(cards: &[Self::Card; 7]) -> u32;

    /// The value of the best five of seven cards as a number whose order is the hands' order,
    /// where [`Evaluator::seven`] is not.
    fn seven_in_order(cards: &[Self::Card; 7]) -> u32 {
        Self::seven(cards)
    }

    /// The value of five cards as a number whose order is the hands' order.
    fn five(cards: &[Self::Card; 5]) -> u32;

    /// The sum of the values of all seven-card hands, in order.
    fn all_sevens(deck: &[Self::Added; 52]) -> u64;

    /// The sum of the values of all five-card hands, in order.
    fn all_fives(deck: &[Self::Added; 52]) -> u64;

    /// How many hands [`Evaluator::all_sevens`] goes through: all, but for one that is too slow.
    fn sevens() -> u64 {
        133_784_560
    }
}

/// The loops over all hands of seven or five cards but the last two: `$add` puts a card to a hand,
/// `$last_two` sums the values of a hand with every two of the cards from the next place on. That
/// is a function of its own in every evaluator, not inlined, so that its loops have all registers.
macro_rules! sum_all {
    (5, $deck:ident, $empty:expr, |$hand:ident, $card:ident| $add:expr, $last_two:path) => {{
        let mut sum = 0u64;
        for a in 0..52 {
            let one = {
                let ($hand, $card) = ($empty, $deck[a]);
                $add
            };
            for b in a + 1..52 {
                let two = {
                    let ($hand, $card) = (one, $deck[b]);
                    $add
                };
                for c in b + 1..52 {
                    let three = {
                        let ($hand, $card) = (two, $deck[c]);
                        $add
                    };
                    sum += $last_two(three, $deck, c + 1);
                }
            }
        }
        sum
    }};
    (7, $deck:ident, $empty:expr, |$hand:ident, $card:ident| $add:expr, $last_two:path) => {{
        let mut sum = 0u64;
        for a in 0..52 {
            let one = {
                let ($hand, $card) = ($empty, $deck[a]);
                $add
            };
            for b in a + 1..52 {
                let two = {
                    let ($hand, $card) = (one, $deck[b]);
                    $add
                };
                for c in b + 1..52 {
                    let three = {
                        let ($hand, $card) = (two, $deck[c]);
                        $add
                    };
                    for d in c + 1..52 {
                        let four = {
                            let ($hand, $card) = (three, $deck[d]);
                            $add
                        };
                        for e in d + 1..52 {
                            let five = {
                                let ($hand, $card) = (four, $deck[e]);
                                $add
                            };
                            sum += $last_two(five, $deck, e + 1);
                        }
                    }
                }
            }
        }
        sum
    }};
}

pub(crate) use sum_all;
