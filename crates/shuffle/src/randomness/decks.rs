//! Tests of shuffled decks.

use cards::Card;

use super::numbers::{correlation, order};
use super::score::Score;

/// A deck in the order of dealing.
pub type Deck = [Card; 52];

/// Every card is at every place equally often.
///
/// A deck is a matrix of places and cards with a one in every row and column. The entries of N such
/// matrices less N/52 have covariances N/51 times those of a projection of rank 51 x 51, so the sum of
/// their squares times 51/N is chi-square with 51 x 51 degrees of freedom.
pub(super) fn places(decks: &[Deck]) -> Score {
    let mut counts = vec![0u64; 52 * 52];
    for deck in decks {
        for (place, card) in deck.iter().enumerate() {
            counts[place * 52 + card.index()] += 1;
        }
    }
    let number = decks.len() as f64;
    let squares: f64 = counts.iter().map(|count| (*count as f64 - number / 52.0).powi(2)).sum();
    Score::chi_square(squares * 51.0 / number, 51 * 51)
}

/// Each of the 52 cards is dealt first equally often.
pub(super) fn first_cards(decks: &[Deck]) -> Score {
    let mut counts = [0; 52];
    for deck in decks {
        counts[deck[0].index()] += 1;
    }
    Score::of_equal(&counts)
}

/// Each of the 2,652 pairs of cards lies next to each other equally often. One pair of each deck is
/// looked at, further down from deck to deck, because those of one deck depend on each other.
pub(super) fn adjacent(decks: &[Deck]) -> Score {
    let mut counts = vec![0; 52 * 51];
    for (number, deck) in decks.iter().enumerate() {
        let place = number % 51;
        let (one, next) = (deck[place].index(), deck[place + 1].index());
        counts[one * 51 + next - usize::from(next > one)] += 1;
    }
    Score::of_equal(&counts)
}

/// How many cards are still followed by the card that followed them before the shuffle.
pub(super) fn kept_together(decks: &[Deck]) -> Score {
    const MOST: usize = 8;
    let mut counts = [0; MOST + 1];
    for deck in decks {
        let kept = deck.windows(2).filter(|pair| pair[1].index() == pair[0].index() + 1).count();
        counts[kept.min(MOST)] += 1;
    }
    let mut chances = [0.0; MOST + 1];
    for (kept, chance) in chances[..MOST].iter_mut().enumerate() {
        *chance = chance_of_kept(52, kept);
    }
    chances[MOST] = 1.0 - chances.iter().sum::<f64>();
    Score::of_counts(&counts, &chances)
}

/// The chance that `kept` of the neighbors of n cards stay together. C(n-1, k) ways to choose them,
/// and the n-k blocks that result have D(n-k) + D(n-k-1) orders in which no other pair does, with
/// D the number of derangements; divided by n!.
fn chance_of_kept(cards: usize, kept: usize) -> f64 {
    let factorial = |n: usize| (1..=n).map(|i| i as f64).product::<f64>();
    // D(n) / n!
    let deranged =
        |n: usize| (0..=n).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 } / factorial(i)).sum::<f64>();
    let blocks = cards - kept;
    let sum = blocks as f64 * deranged(blocks) + deranged(blocks - 1);
    sum / (cards as f64 * factorial(kept))
}

/// Each of the 120 orders of five cards that lie together equally often: the first five, the next
/// five, and so on, which do not depend on each other.
pub(super) fn orders_of_five(decks: &[Deck]) -> Score {
    let mut counts = [0; 120];
    for five in decks.iter().flat_map(|deck| deck.chunks_exact(5)) {
        counts[order(five)] += 1;
    }
    Score::of_equal(&counts)
}

/// Each of the 24 orders in which the four cards of a rank are dealt equally often.
pub(super) fn orders_of_ranks(decks: &[Deck]) -> Score {
    let mut counts = [0; 24];
    for deck in decks {
        let mut places = [0; 52];
        for (place, card) in deck.iter().enumerate() {
            places[card.index()] = place;
        }
        for rank in places.chunks_exact(4) {
            counts[order(rank)] += 1;
        }
    }
    Score::of_equal(&counts)
}

/// Each of the 1,326 hands of two cards comes first equally often.
pub(super) fn two_card_hands(decks: &[Deck]) -> Score {
    let mut counts = vec![0; 1326];
    for deck in decks {
        let (one, other) = (deck[0].index(), deck[1].index());
        let (low, high) = (one.min(other), one.max(other));
        counts[high * (high - 1) / 2 + low] += 1;
    }
    Score::of_equal(&counts)
}

/// The first five cards by their ranks: no pair, a pair, two pair, three of a kind, a full house,
/// four of a kind, as often as among the 2,598,960 hands.
pub(super) fn poker_hands(decks: &[Deck]) -> Score {
    const HANDS: [f64; 6] = [1_317_888.0, 1_098_240.0, 123_552.0, 54_912.0, 3_744.0, 624.0];
    let mut counts = [0; 6];
    for deck in decks {
        counts[kind_of_hand(&deck[..5])] += 1;
    }
    Score::of_counts(&counts, &HANDS.map(|hands| hands / 2_598_960.0))
}

fn kind_of_hand(five: &[Card]) -> usize {
    let alike = |card: &Card| five.iter().filter(|other| other.rank() == card.rank()).count();
    // The sum over the cards of how many share their rank: 5, 7, 9, 11, 13 or 17.
    match five.iter().map(alike).sum::<usize>() {
        5 => 0,
        7 => 1,
        9 => 2,
        11 => 3,
        13 => 4,
        _ => 5,
    }
}

/// The first card does not depend on the first card of the deck before: each of 2,704 pairs equally
/// often.
pub(super) fn after_the_last_deck(decks: &[Deck]) -> Score {
    let mut counts = vec![0; 52 * 52];
    for two in decks.chunks_exact(2) {
        counts[two[0][0].index() * 52 + two[1][0].index()] += 1;
    }
    Score::of_equal(&counts)
}

/// Serial correlation of the first cards of decks, 1 to 16 decks apart.
pub(super) fn correlation_of_decks(decks: &[Deck]) -> Score {
    let centered: Vec<f64> = decks.iter().map(|deck| deck[0].index() as f64 - 25.5).collect();
    correlation(&centered, (52.0 * 52.0 - 1.0) / 12.0)
}

#[cfg(test)]
mod tests {
    use cards::parse_cards;

    use super::*;

    /// All orders of five cards, counted: 53, 44, 18, 4 and 1 of 120 keep 0 to 4 neighbors.
    #[test]
    fn chances_of_neighbors_that_stay_are_those_of_counting() {
        let mut counts = [0; 5];
        for code in 0..5usize.pow(5) {
            let five: Vec<usize> = (0..5).map(|place| code / 5usize.pow(place) % 5).collect();
            if (0..5).all(|value| five.contains(&value)) {
                counts[five.windows(2).filter(|pair| pair[1] == pair[0] + 1).count()] += 1;
            }
        }
        assert_eq!(counts, [53, 44, 18, 4, 1]);
        for (kept, count) in counts.into_iter().enumerate() {
            let expected = f64::from(count) / 120.0;
            assert!((chance_of_kept(5, kept) - expected).abs() < 1e-12, "{kept}");
        }
    }

    #[test]
    fn hands_are_told_apart_by_their_ranks() {
        for (hand, kind) in [
            ("As Ks Qs Js Ts", 0),
            ("As Ad Qs Js Ts", 1),
            ("As Ad Qs Qd Ts", 2),
            ("As Ad Ac Js Ts", 3),
            ("As Ad Ac Ts Td", 4),
            ("As Ad Ac Ah Td", 5),
        ] {
            assert_eq!(kind_of_hand(&parse_cards(hand).unwrap()), kind, "{hand}");
        }
    }
}
