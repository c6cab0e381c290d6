//! Whether a pattern holds: the one place that settlement and odds ask.

use cards::{Card, Rank, Suit};
use hands::Total;
use rulebook::{CardCondition, HandType, Pattern};

use crate::paytable::{PayTable, RowId};

/// What is known of the cards that a side bet is judged on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known<'k> {
    /// The cards: the player's first two, and the dealer's up card where it counts.
    pub cards: &'k [Card],
    /// Whether the dealer's first two cards are a blackjack; nothing while that is not known.
    pub dealer_blackjack: Option<bool>,
    /// What became of a pair.
    pub split: SplitHands,
}

/// What is known of the two hands of a player's first split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitHands {
    /// The hand may still be split.
    Open,
    /// The hand was not split.
    None,
    /// It was split, and this is the first card that each half drew; nothing for one that drew none yet.
    Drew([Option<Card>; 2]),
}

/// Which row the cards are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This one.
    Row(RowId),
    /// None.
    Lost,
    /// It is not decided yet.
    Open,
}

impl PayTable {
    /// The first row, and so the best paid one [GEN-7], whose pattern holds.
    pub fn pattern(&self, known: &Known<'_>) -> Verdict {
        for (place, row) in self.rows().iter().enumerate() {
            let HandType::Is(named) = row.hand else { continue };
            match holds(&named.pattern, known) {
                Some(true) => return Verdict::Row(RowId::at(place)),
                Some(false) => {}
                None => return Verdict::Open,
            }
        }
        Verdict::Lost
    }
}

/// Whether a pattern holds. Nothing while what it asks is not known.
fn holds(pattern: &Pattern, known: &Known<'_>) -> Option<bool> {
    let mut is_known = true;
    for condition in pattern.conditions() {
        match is_met(condition, known) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}

fn is_met(condition: &CardCondition, known: &Known<'_>) -> Option<bool> {
    let cards = known.cards;
    let rank = |card: &Card| card.rank();
    let is_of = |suit: Suit| cards.iter().all(|card| card.suit() == suit);
    Some(match condition {
        CardCondition::Any => true,
        CardCondition::Total(from, to) => {
            let total: Total = cards.iter().collect();
            (u16::from(*from)..=u16::from(*to)).contains(&total.points())
        }
        CardCondition::Ranks(lists, suit) => {
            let mut own: arrayvec::ArrayVec<Rank, 3> = cards.iter().map(rank).collect();
            own.sort_unstable();
            lists.iter().any(|list| own.as_slice() == list.as_slice()) && suit.is_none_or(is_of)
        }
        CardCondition::With(ranks) => cards.iter().any(|card| ranks.contains(&card.rank())),
        CardCondition::SameCard => cards.iter().all(|card| *card == cards[0]),
        CardCondition::Pair => (1..cards.len())
            .any(|place| cards[..place].iter().any(|c| rank(c) == cards[place].rank())),
        CardCondition::ThreeOfAKind => cards.iter().all(|card| card.rank() == cards[0].rank()),
        CardCondition::Suited => is_of(cards[0].suit()),
        CardCondition::SameColor => {
            cards.iter().all(|card| is_red(card.suit()) == is_red(cards[0].suit()))
        }
        CardCondition::Sequence => is_sequence(cards),
        CardCondition::DealerBlackjack => return known.dealer_blackjack,
        CardCondition::SplitHands(count, ranks) => return split(known, *count, *ranks),
    })
}

fn is_red(suit: Suit) -> bool {
    matches!(suit, Suit::Diamonds | Suit::Hearts)
}

/// Whether the ranks follow each other. An ace is high, or low as in A-2-3; there is no way around [GEN-4].
fn is_sequence(cards: &[Card]) -> bool {
    let follows = |height: fn(Rank) -> usize| {
        let mut heights: arrayvec::ArrayVec<usize, 3> =
            cards.iter().map(|card| height(card.rank())).collect();
        heights.sort_unstable();
        heights.windows(2).all(|pair| pair[0] + 1 == pair[1])
    };
    follows(|rank| rank.index() + 1)
        || follows(|rank| if rank == Rank::Ace { 0 } else { rank.index() + 1 })
}

/// Whether `count` halves of the first split have these two ranks. It is known as soon as it cannot change.
fn split(known: &Known<'_>, count: u8, ranks: [Rank; 2]) -> Option<bool> {
    let [first, second] = known.cards else { return Some(false) };
    // Only a pair can be split, and each half keeps one of its cards.
    if first.rank() != second.rank() || !ranks.contains(&first.rank()) {
        return Some(false);
    }
    let drawn = match known.split {
        SplitHands::None => return Some(false),
        // With a blackjack of the dealer's there is no split.
        SplitHands::Open if known.dealer_blackjack == Some(true) => return Some(false),
        SplitHands::Open => return None,
        SplitHands::Drew(drawn) => drawn,
    };
    let other = if ranks[0] == first.rank() { ranks[1] } else { ranks[0] };
    let hits = drawn.iter().flatten().filter(|card| card.rank() == other).count();
    let open = drawn.iter().filter(|card| card.is_none()).count();
    let count = usize::from(count);
    match () {
        () if hits >= count => Some(true),
        () if hits + open < count => Some(false),
        () => None,
    }
}
