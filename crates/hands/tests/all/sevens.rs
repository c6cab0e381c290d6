//! All 133,784,560 hands of seven cards: not only how many there are of each category, but the
//! whole order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use cards::{Card, DECK};
use hands::{Category, FiveValue, Hand, naive};

use crate::random_hands;
use crate::relation::Relation;

/// What one thread saw.
struct Seen {
    relation: Relation,
    counts: [u64; 10],
}

impl Seen {
    fn new() -> Seen {
        Seen { relation: Relation::new(), counts: [0; 10] }
    }

    /// All hands whose first three cards are these.
    fn look_at(&mut self, [a, b, c]: [usize; 3]) {
        let three = Hand::from([a, b, c].map(|place| DECK[place]));
        for d in c + 1..52 {
            for e in d + 1..52 {
                for f in e + 1..52 {
                    let six = [a, b, c, d, e, f].map(|place| DECK[place]);
                    self.look_at_six(three.with(six[3]).with(six[4]).with(six[5]), six, f + 1);
                }
            }
        }
    }

    /// A six-card hand with every later card, valued one by one and all at once.
    fn look_at_six(&mut self, six: Hand<6>, [a, b, c, d, e, f]: [Card; 6], next: usize) {
        let mut place = next;
        six.value_with_deck_from(next, |at_once| {
            let card = DECK[place];
            let value = six.with(card).value();
            assert_eq!(value, at_once);
            self.relation.note(value.get(), naive::seven(&[a, b, c, d, e, f, card]));
            self.counts[value.category() as usize] += 1;
            place += 1;
        });
        assert_eq!(place, 52);
    }
}

#[test]
fn all_hands_of_seven_cards_in_the_order_of_the_rule() {
    let triples: Vec<[usize; 3]> = (0..52)
        .flat_map(|a| (a + 1..52).flat_map(move |b| (b + 1..52).map(move |c| [a, b, c])))
        .collect();
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let all: Vec<Seen> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut seen = Seen::new();
                    while let Some(triple) = triples.get(next.fetch_add(1, Ordering::Relaxed)) {
                        seen.look_at(*triple);
                    }
                    seen
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let mut total = Seen::new();
    for seen in &all {
        total.relation.merge(&seen.relation);
        for (sum, count) in total.counts.iter_mut().zip(seen.counts) {
            *sum += count;
        }
    }
    let expected = [
        (Category::HighCard, 23_294_460, 407),
        (Category::Pair, 58_627_800, 1_470),
        (Category::TwoPair, 31_433_400, 763),
        (Category::ThreeOfAKind, 6_461_620, 575),
        (Category::Straight, 6_180_020, 10),
        (Category::Flush, 4_047_644, 1_277),
        (Category::FullHouse, 3_473_184, 156),
        (Category::FourOfAKind, 224_848, 156),
        (Category::StraightFlush, 37_260, 9),
        (Category::RoyalFlush, 4_324, 1),
    ];
    for (category, count, classes) in expected {
        assert_eq!(total.counts[category as usize], count, "{category}");
        assert_eq!(total.relation.classes_of(category as u8), classes, "{category}");
    }
    assert_eq!(total.counts.iter().sum::<u64>(), 133_784_560);
    // With seven cards the lowest hands cannot be had: 4,824 of the 7,462 classes are left.
    assert_eq!(total.relation.classes(), 4_824);
}

#[test]
fn the_naive_value_of_seven_cards_is_the_best_of_its_21_hands() {
    for hand in random_hands::<7>(150_000) {
        assert_eq!(naive::seven(&hand), naive::best_five(&hand), "{hand:?}");
    }
}

#[test]
fn all_ways_to_value_seven_cards_agree() {
    for hand in random_hands::<7>(300_000) {
        let value = FiveValue::best_of_7(&hand);
        assert_eq!(Hand::from(hand).value(), value);
        assert_eq!(FiveValue::of_set(hand.iter().collect()), Ok(value));
        let [a, b, c, d, e, f, g] = hand;
        assert_eq!((Hand::from([a, b, c]) + Hand::from([d, e, f, g])).value(), value);
    }
}
