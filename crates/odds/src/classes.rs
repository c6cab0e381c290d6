//! Two, three or four cards up to the names of the suits, found by their cards in a few
//! instructions; and what a fifth card makes of four.

use std::sync::OnceLock;

use arrayvec::ArrayVec;
use cards::{Card, CardSet, DECK};
use hands::Hand;
use rayon::prelude::*;

use crate::choose::CHOOSE;
use crate::kinds::{FIVE_KINDS, FiveKinds};
use crate::suits::{Distinct, NAMES, distinct};

/// The place of `N` cards, in any order, among all sets of `N`.
#[inline(always)]
pub(crate) fn place<const N: usize>(cards: [Card; N]) -> usize {
    let indices = cards.map(Card::index);
    let mut place = 0;
    for index in indices {
        // How many are lower, this one counted: no branch to guess wrong.
        let rank: usize = indices.iter().map(|other| usize::from(*other <= index)).sum();
        place += CHOOSE[index][rank];
    }
    place as usize
}

/// Three cards to which a fourth is added again and again.
pub(crate) struct KeptThree {
    kept: [usize; 3],
    /// What the three add to the place, by how many of them are lower than the fourth.
    base: [u32; 4],
}

impl KeptThree {
    pub(crate) fn of(cards: [Card; 3]) -> KeptThree {
        let mut kept = cards.map(Card::index);
        kept.sort_unstable();
        let base = std::array::from_fn(|lower| {
            let rank = |place: usize| place + 1 + usize::from(place >= lower);
            (0..3).map(|place| CHOOSE[kept[place]][rank(place)]).sum()
        });
        KeptThree { kept, base }
    }

    /// The class of the three cards and this one.
    #[inline(always)]
    pub(crate) fn class(&self, classes: &Classes<4>, card: Card) -> usize {
        let index = card.index();
        let lower: usize = self.kept.iter().map(|kept| usize::from(*kept < index)).sum();
        let place = self.base[lower] + CHOOSE[index][lower + 1];
        usize::from(classes.of[place as usize])
    }
}

/// The classes of all sets of `N` cards that differ only by the names of the suits.
pub(crate) struct Classes<const N: usize> {
    /// A set of each class, and for how many it stands.
    pub(crate) sets: Vec<Distinct>,
    /// The class of every set, by its place.
    of: Vec<u16>,
}

/// The classes of two cards.
pub(crate) fn pairs() -> &'static Classes<2> {
    static CLASSES: OnceLock<Classes<2>> = OnceLock::new();
    CLASSES.get_or_init(Classes::new)
}

/// The classes of three cards.
pub(crate) fn triples() -> &'static Classes<3> {
    static CLASSES: OnceLock<Classes<3>> = OnceLock::new();
    CLASSES.get_or_init(Classes::new)
}

/// The classes of four cards.
pub(crate) fn quads() -> &'static Classes<4> {
    static CLASSES: OnceLock<Classes<4>> = OnceLock::new();
    CLASSES.get_or_init(Classes::new)
}

impl<const N: usize> Classes<N> {
    fn new() -> Classes<N> {
        let sets = distinct(N as u32);
        let mut of = vec![0; CHOOSE[52][N] as usize];
        for (class, set) in sets.iter().enumerate() {
            let cards = array::<N>(set.cards);
            for names in NAMES {
                let renamed = |card: Card| Card::new(card.rank(), names[card.suit().index()]);
                of[place(cards.map(renamed))] = class as u16;
            }
        }
        Classes { sets, of }
    }

    /// How many classes there are.
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The class of some cards.
    #[inline(always)]
    pub(crate) fn class(&self, cards: [Card; N]) -> usize {
        usize::from(self.of[place(cards)])
    }

    /// The cards that stand for a class.
    pub(crate) fn cards(&self, class: usize) -> [Card; N] {
        array(self.sets[class].cards)
    }

    /// How many sets are of a class.
    pub(crate) fn times(&self, class: usize) -> u64 {
        u64::from(self.sets[class].times)
    }
}

/// All classes of two, three or four cards, and how they grow.
pub(crate) struct Sets {
    /// The cards that stand for each class.
    pub(crate) cards: Vec<ArrayVec<Card, 4>>,
    /// How many sets are of each class.
    pub(crate) times: Vec<u64>,
    /// The class of each with every card more, for up to three cards.
    pub(crate) more: Vec<Vec<u16>>,
}

/// The classes of two, three or four cards.
pub(crate) fn sets(size: usize) -> &'static Sets {
    static SETS: [OnceLock<Sets>; 3] = [const { OnceLock::new() }; 3];
    SETS[size - 2].get_or_init(|| match size {
        2 => Sets::of(&pairs().sets),
        3 => Sets::of(&triples().sets),
        _ => Sets::of(&quads().sets),
    })
}

impl Sets {
    fn of(sets: &[Distinct]) -> Sets {
        let cards: Vec<ArrayVec<Card, 4>> =
            sets.iter().map(|set| set.cards.iter().collect()).collect();
        let more = |cards: &ArrayVec<Card, 4>| {
            let with = |card| cards.iter().copied().chain([card]).collect::<ArrayVec<Card, 4>>();
            others(cards).map(|card| class_of(&with(card)) as u16).collect()
        };
        let growing = cards.iter().filter(|cards| cards.len() < 4);
        let more = growing.map(more).collect();
        Sets { more, cards, times: sets.iter().map(|set| set.times.into()).collect() }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.cards.len()
    }
}

/// The class of two, three or four cards among those of as many.
pub(crate) fn class_of(cards: &[Card]) -> usize {
    match *cards {
        [a, b] => pairs().class([a, b]),
        [a, b, c] => triples().class([a, b, c]),
        [a, b, c, d] => quads().class([a, b, c, d]),
        _ => unreachable!("there are classes of two to four cards"),
    }
}

/// The cards of a set of `N`.
pub(crate) fn array<const N: usize>(set: CardSet) -> [Card; N] {
    let mut cards = set.iter();
    [(); N].map(|()| cards.next().expect("the set has so many"))
}

/// Some cards without one of them, by its place.
#[inline(always)]
pub(crate) fn without<const N: usize, const LESS: usize>(
    cards: [Card; N],
    place: usize,
) -> [Card; LESS] {
    std::array::from_fn(|i| cards[if i < place { i } else { i + 1 }])
}

/// Some cards and one more.
#[inline(always)]
pub(crate) fn with<const N: usize, const MORE: usize>(
    cards: [Card; N],
    card: Card,
) -> [Card; MORE] {
    std::array::from_fn(|i| if i < N { cards[i] } else { card })
}

/// The cards of the deck that are not among these.
pub(crate) fn others(cards: &[Card]) -> impl Iterator<Item = Card> {
    let dealt: CardSet = cards.iter().collect();
    DECK.into_iter().filter(move |card| !dealt.has(*card))
}

/// For each class of four cards, with how many of the 48 others it becomes which kind of five.
pub(crate) fn finishes() -> &'static [[u8; FIVE_KINDS]] {
    static FINISHES: OnceLock<Vec<[u8; FIVE_KINDS]>> = OnceLock::new();
    FINISHES.get_or_init(|| {
        let (quads, kinds) = (quads(), FiveKinds::get());
        let finish = |class: usize| {
            let cards = quads.cards(class);
            let four = Hand::from(cards);
            let mut counts = [0; FIVE_KINDS];
            for card in others(&cards) {
                counts[kinds.of(four.with(card).value())] += 1;
            }
            counts
        };
        (0..quads.len()).into_par_iter().with_min_len(256).map(finish).collect()
    })
}

/// The sum of a line's pays over the 48 cards that can finish each class of four.
pub(crate) fn finish_sums(net: &[i128]) -> Vec<i128> {
    let sum = |counts: &[u8; FIVE_KINDS]| {
        counts.iter().zip(net).map(|(count, net)| i128::from(*count) * net).sum()
    };
    finishes().iter().map(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census;

    #[test]
    fn places_are_all_different_and_leave_no_gap() {
        let mut seen = vec![false; 22_100];
        for [a, b, c] in census::triples() {
            let spot = place([a, b, c]);
            assert_eq!(spot, place([c, a, b]));
            assert!(!std::mem::replace(&mut seen[spot], true));
        }
        assert!(seen.iter().all(|seen| *seen));
        assert_eq!((pairs().of.len(), quads().of.len()), (1_326, 270_725));
    }

    #[test]
    fn a_fourth_card_is_added_wherever_it_lies() {
        for class in 0..triples().len() {
            let kept = triples().cards(class);
            let beside = KeptThree::of(kept);
            for card in others(&kept) {
                assert_eq!(beside.class(quads(), card), quads().class(with(kept, card)));
            }
        }
    }

    /// Each class is met as often as it says.
    #[test]
    fn classes_stand_for_as_many_sets_as_they_say() {
        let mut counts = vec![0; quads().len()];
        for [a, b, c] in census::triples() {
            for &d in &DECK[c.index() + 1..] {
                counts[quads().class([d, b, a, c])] += 1;
            }
        }
        for (class, count) in counts.into_iter().enumerate() {
            assert_eq!(quads().times(class), count);
            assert_eq!(quads().class(quads().cards(class)), class);
        }
    }

    #[test]
    fn four_cards_are_finished_by_forty_eight() {
        assert!(finishes().iter().all(|counts| counts.iter().sum::<u8>() == 48));
    }
}
