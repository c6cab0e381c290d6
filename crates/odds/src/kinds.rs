//! What a schedule can tell apart: kinds of hands. Deals are counted by kind once, and every
//! schedule is then a short list of pays.

use std::sync::OnceLock;

use cards::{Card, DECK, Rank, Suit};
use games::RowId;
use hands::{Category, FiveValue, ThreeValue};

use crate::amount::Amount;
use crate::exact::whole;
use crate::scaled::Scale;
use crate::subject::LineTable;

/// How many kinds of five cards there are: ten categories, pairs by their rank.
pub(crate) const FIVE_KINDS: usize = 22;

/// How many kinds of three cards there are: six categories, and A-K-Q of a suit.
pub(crate) const THREE_KINDS: usize = 7;

/// The kind of five cards with a pair of twos; the other ranks follow.
const PAIR_OF_TWOS: usize = 1;

/// The lowest five cards of each kind, lowest first.
fn five_floors() -> [FiveValue; FIVE_KINDS] {
    let mut floors = Vec::with_capacity(FIVE_KINDS);
    for category in Category::ALL {
        match category {
            Category::Pair => {
                floors.extend(Rank::ALL.iter().map(|rank| FiveValue::floor(category, &[*rank])));
            }
            _ => floors.push(FiveValue::floor(category, &[])),
        }
    }
    let floors: Vec<FiveValue> = floors.into_iter().flatten().collect();
    floors.try_into().expect("each category has a lowest hand")
}

/// Five cards of a kind.
pub(crate) fn five_cards(kind: usize) -> Vec<Card> {
    const CARDS: [&str; 10] = [
        "2c 3c 4d 5h 7s",
        "",
        "2c 2d 3c 3d 4h",
        "2c 2d 2h 3c 4d",
        "2c 3c 4d 5h 6s",
        "2c 3c 4c 5c 7c",
        "2c 2d 2h 3c 3d",
        "2c 2d 2h 2s 3c",
        "2c 3c 4c 5c 6c",
        "Tc Jc Qc Kc Ac",
    ];
    if (pair_kind(Rank::Two)..=pair_kind(Rank::Ace)).contains(&kind) {
        let pair = Rank::ALL[kind - PAIR_OF_TWOS];
        let kickers = Rank::ALL.into_iter().filter(|rank| *rank != pair).take(3);
        let pair = [Suit::Clubs, Suit::Diamonds].map(|suit| Card::new(pair, suit));
        return pair.into_iter().chain(kickers.map(|rank| Card::new(rank, Suit::Hearts))).collect();
    }
    let category = if kind == 0 { 0 } else { kind + CARDS.len() - FIVE_KINDS };
    cards::parse_cards(CARDS[category]).expect("the notation is right")
}

/// The kind of every five-card value, by its number.
pub(crate) struct FiveKinds(Vec<u8>);

impl FiveKinds {
    /// The kinds, figured once.
    pub(crate) fn get() -> &'static FiveKinds {
        static KINDS: OnceLock<FiveKinds> = OnceLock::new();
        KINDS.get_or_init(|| {
            let mut kinds = vec![0; 1 << 16];
            for (kind, floor) in five_floors().iter().enumerate() {
                kinds[usize::from(floor.get())..].fill(kind as u8);
            }
            FiveKinds(kinds)
        })
    }

    /// The kind of a value.
    #[inline(always)]
    pub(crate) fn of(&self, value: FiveValue) -> usize {
        usize::from(self.0[usize::from(value.get())])
    }
}

/// The kind of a pair of this rank.
pub(crate) const fn pair_kind(rank: Rank) -> usize {
    PAIR_OF_TWOS + rank.index()
}

/// The kind of every three cards, by their indices.
pub(crate) struct ThreeKinds {
    kinds: Vec<u8>,
    /// With how many third cards two are which kind, and with how many pairs of cards one is.
    thirds: Vec<[u8; THREE_KINDS]>,
    boards: Vec<[u16; THREE_KINDS]>,
}

impl ThreeKinds {
    /// The kinds, figured once.
    pub(crate) fn get() -> &'static ThreeKinds {
        static KINDS: OnceLock<ThreeKinds> = OnceLock::new();
        KINDS.get_or_init(|| {
            let mut kinds = vec![0; 64 * 64 * 64];
            let mut thirds = vec![[0; THREE_KINDS]; 64 * 64];
            let mut boards = vec![[0; THREE_KINDS]; 64];
            for (a, b) in DECK.iter().flat_map(|a| DECK.iter().map(move |b| (*a, *b))) {
                for c in DECK {
                    if a != b && a != c && b != c {
                        let two = a.index() << 6 | b.index();
                        let kind = three_kind(ThreeValue::of(&[a, b, c]));
                        kinds[two << 6 | c.index()] = kind;
                        thirds[two][usize::from(kind)] += 1;
                        boards[a.index()][usize::from(kind)] += u16::from(b < c);
                    }
                }
            }
            ThreeKinds { kinds, thirds, boards }
        })
    }

    /// The kinds of two cards with each third one, by its index.
    #[inline(always)]
    pub(crate) fn with(&self, a: Card, b: Card) -> &[u8] {
        let start = (a.index() << 6 | b.index()) << 6;
        &self.kinds[start..start + 64]
    }

    /// With how many of the 50 other cards two are which kind.
    pub(crate) fn thirds(&self, a: Card, b: Card) -> &[u8; THREE_KINDS] {
        &self.thirds[a.index() << 6 | b.index()]
    }

    /// With how many pairs of the 51 other cards one is which kind.
    pub(crate) fn boards(&self, card: Card) -> [u16; THREE_KINDS] {
        self.boards[card.index()]
    }
}

fn three_kind(value: ThreeValue) -> u8 {
    match value.category() {
        _ if value.is_royal() => 6,
        Category::StraightFlush => 5,
        Category::ThreeOfAKind => 4,
        Category::Straight => 3,
        Category::Flush => 2,
        Category::Pair => 1,
        _ => 0,
    }
}

/// Three cards of each kind.
const THREE_CARDS: [&str; THREE_KINDS] =
    ["2c 3c 5d", "2c 2d 3c", "2c 3c 5c", "2c 3c 4d", "2c 2d 2h", "2c 3c 4c", "Qc Kc Ac"];

/// Three cards of a kind.
pub(crate) fn three_cards(kind: usize) -> Vec<Card> {
    cards::parse_cards(THREE_CARDS[kind]).expect("the notation is right")
}

/// What a line pays on each kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KindPays {
    /// What decides, in the words of the rule; `loses` where no row pays.
    pub(crate) words: Vec<&'static str>,
    /// How many times the stake comes back in all.
    pub(crate) returned: Vec<Amount>,
    /// What the player is up or down for a stake of one, times a scale.
    pub(crate) net: Vec<i128>,
}

impl KindPays {
    /// What each kind returned when it was settled, with the row in words.
    pub(crate) fn settled(ends: impl Iterator<Item = (&'static str, Amount)>) -> KindPays {
        let (words, returned) = ends.unzip();
        KindPays { words, returned, net: Vec::new() }
    }

    /// What a table pays on each kind of five cards.
    pub(crate) fn five(table: &LineTable) -> KindPays {
        let of_kind = |row: Option<RowId>| match row {
            Some(row) => (table.row(row).hand.words(), table.returned(row)),
            None => ("loses", Amount::default()),
        };
        KindPays::settled(five_floors().into_iter().map(|value| of_kind(table.five(value))))
    }

    /// The pays as whole numbers of a scale.
    pub(crate) fn scaled(mut self, scale: &Scale) -> KindPays {
        self.net = self.returned.iter().map(|returned| scale.of(&(returned - whole(1)))).collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::triples;

    /// Every five-card hand is of the kind that its category and pair say.
    #[test]
    fn kinds_are_categories_and_pairs_by_rank() {
        let kinds = FiveKinds::get();
        let mut counts = [0; FIVE_KINDS];
        for [a, b, c] in triples() {
            for &d in &DECK[c.index() + 1..] {
                for &e in &DECK[d.index() + 1..] {
                    let value = FiveValue::of(&[a, b, c, d, e]);
                    let kind = kinds.of(value);
                    counts[kind] += 1;
                    let expected = match value.category() {
                        Category::HighCard => 0,
                        Category::Pair => pair_kind(value.ranks()[0]),
                        // Twelve more kinds of pairs lie between.
                        category => category as usize + 12,
                    };
                    assert_eq!(kind, expected);
                }
            }
        }
        for kind in 0..FIVE_KINDS {
            let cards = five_cards(kind).try_into().unwrap();
            assert_eq!(kinds.of(FiveValue::of(&cards)), kind);
        }
        let [high, pairs @ .., two, three, straight, flush, full, four, running, royal] = counts;
        assert_eq!(high, 1_302_540);
        assert_eq!(pairs, [84_480; 13]);
        assert_eq!([two, three, straight, flush], [123_552, 54_912, 10_200, 5_108]);
        assert_eq!([full, four, running, royal], [3_744, 624, 36, 4]);
    }

    #[test]
    fn three_cards_are_counted_as_known() {
        let kinds = ThreeKinds::get();
        let mut counts = [0; THREE_KINDS];
        for [a, b, c] in triples() {
            counts[usize::from(kinds.with(a, b)[c.index()])] += 1;
        }
        assert_eq!(counts, [16_440, 3_744, 1_096, 720, 52, 44, 4]);
        for (kind, text) in THREE_CARDS.iter().enumerate() {
            let [a, b, c] = cards::parse_cards(text).unwrap().try_into().unwrap();
            assert_eq!(usize::from(kinds.with(a, b)[c.index()]), kind);
        }
    }
}
