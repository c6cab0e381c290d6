//! A posted table of pays, and which row a hand is paid on.

use cards::{Card, CardSet, Rank};
use hands::{Category, FiveValue, FourValue, JokerValue, ThreeValue, TwoCategory, TwoValue};
use money::{Cents, Odds};
use rulebook::{HandType, Kickers, Order, Part, RoyalIn, SuitOf, Suited};

use crate::table::CiteId;

/// A row of a posted table, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RowId(u8);

impl RowId {
    /// The row in this place.
    ///
    /// # Panics
    ///
    /// Panics if no table is that long.
    pub fn at(place: usize) -> RowId {
        RowId(u8::try_from(place).expect("no table is that long"))
    }

    /// Its place, the best paid row first.
    pub const fn place(self) -> usize {
        self.0 as usize
    }
}

/// A posted row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PayRow {
    /// The hand it names.
    pub hand: HandType,
    /// What it pays.
    pub odds: Odds,
    /// What it pays the other players with a progressive bet.
    pub envy: Option<Cents>,
}

/// The rows that one line is paid by, best first, and what orders them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayTable {
    rows: Vec<PayRow>,
    /// What orders a payment by this table.
    pub cite: CiteId,
}

/// When a royal flush of seven cards was complete [PRG-14].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoyalFound {
    /// No royal, or the game does not ask.
    None,
    /// In the hole cards and the flop.
    InFive,
    /// With the turn, and not before.
    InSix,
    /// With the river, and not before.
    InSeven,
    /// All on the board.
    OnBoard,
}

impl PayTable {
    pub(crate) fn new(part: &Part, cite: CiteId) -> PayTable {
        let row = |row: &rulebook::Row| PayRow { hand: row.hand, odds: row.pays, envy: row.envy };
        PayTable { rows: part.rows.iter().map(row).collect(), cite }
    }

    /// The rows of a table that nobody has posted: for figuring, not for settling.
    pub fn unposted(part: &Part) -> PayTable {
        PayTable::new(part, CiteId::default())
    }

    /// The same rows for a house that keeps the stake of what wins: `to 1` becomes `for 1` [GEN-2].
    #[must_use]
    pub fn keeping_stakes(mut self) -> PayTable {
        for row in &mut self.rows {
            if let Odds::To(ratio) = row.odds {
                row.odds = Odds::For(ratio);
            }
        }
        self
    }

    /// The same rows with other odds on one of them, which the house posts.
    #[must_use]
    pub fn with_odds(mut self, row: RowId, odds: Odds) -> PayTable {
        self.rows[usize::from(row.0)].odds = odds;
        self
    }

    /// The row with this place.
    pub fn row(&self, id: RowId) -> &PayRow {
        &self.rows[usize::from(id.0)]
    }

    /// The row with these words.
    pub fn named(&self, words: &str) -> Option<RowId> {
        self.first(|hand| hand.words() == words)
    }

    /// The words of all rows.
    pub fn words(&self) -> String {
        self.rows.iter().map(|row| row.hand.words()).collect::<Vec<_>>().join(", ")
    }

    /// All rows, best first.
    pub fn rows(&self) -> &[PayRow] {
        &self.rows
    }

    /// The first row, and so the best paid one [GEN-7], that a hand satisfies.
    #[inline]
    fn first(&self, satisfies: impl Fn(HandType) -> bool) -> Option<RowId> {
        let place = self.rows.iter().position(|row| satisfies(row.hand))?;
        Some(RowId(place as u8))
    }

    /// The row of three cards.
    pub fn three(&self, cards: [Card; 3]) -> Option<RowId> {
        let value = ThreeValue::of(&cards);
        let suit = cards[0].suit();
        self.first(|hand| match hand {
            HandType::Category(_, category) => value.category() == category,
            HandType::MiniRoyal => value.is_royal(),
            HandType::RoyalOf(SuitOf::Only(only)) => value.is_royal() && suit == only,
            HandType::RoyalOf(SuitOf::Not(not)) => value.is_royal() && suit != not,
            _ => false,
        })
    }

    /// The row of a four-card value.
    pub fn four(&self, value: FourValue) -> Option<RowId> {
        let first = || value.ranks().first().copied();
        self.first(|hand| match hand {
            HandType::Category(_, category) => value.category() == category,
            HandType::FourAces => {
                value.category() == Category::FourOfAKind && first() == Some(Rank::Ace)
            }
            HandType::Pair(_, from, to) => {
                value.category() == Category::Pair
                    && first().is_some_and(|rank| (from..=to).contains(&rank))
            }
            HandType::HighCardBelow(bound) => {
                value.category() == Category::HighCard && first().is_some_and(|rank| rank < bound)
            }
            _ => false,
        })
    }

    /// The row of a five-card value.
    pub fn five(&self, value: FiveValue) -> Option<RowId> {
        self.five_found(value, RoyalFound::None)
    }

    /// The row of a five-card value in a game that asks when a royal was complete.
    pub fn five_found(&self, value: FiveValue, royal: RoyalFound) -> Option<RowId> {
        let category = value.category();
        self.first(|hand| match hand {
            // Where a row names the community royal, as UTHP-02 does, a plain royal is any other
            // [PRG-14].
            HandType::Category(_, Category::RoyalFlush) => {
                let is_named = || self.has_row(HandType::Royal(RoyalIn::Board));
                category == Category::RoyalFlush && !(royal == RoyalFound::OnBoard && is_named())
            }
            // A royal flush that no row above names is the highest straight flush [GEN-7].
            HandType::Category(_, Category::StraightFlush) => {
                matches!(category, Category::StraightFlush | Category::RoyalFlush)
            }
            // A full house that no row names is three of a kind, and more [GEN-7] [FCP-5].
            HandType::Category(_, Category::ThreeOfAKind) if category == Category::FullHouse => {
                !self.names(Category::FullHouse)
            }
            HandType::Category(_, named) => category == named,
            HandType::FourAces => {
                category == Category::FourOfAKind && value.ranks().first() == Some(&Rank::Ace)
            }
            HandType::Royal(when) => category == Category::RoyalFlush && is_found(when, royal),
            HandType::Pair(_, from, to) => {
                category == Category::Pair
                    && value.ranks().first().is_some_and(|rank| (from..=to).contains(rank))
            }
            HandType::PairOrLess => matches!(category, Category::Pair | Category::HighCard),
            _ => false,
        })
    }

    /// The row of five cards of a deck with a joker. A straight or royal flush with the joker is paid on the row that names
    /// it; every other hand on the row that it is on without one.
    pub fn five_with_joker(&self, value: JokerValue) -> Option<RowId> {
        match value {
            JokerValue::Natural(value) => self.five(value),
            JokerValue::FiveAces => self.first(|hand| {
                matches!(hand, HandType::FiveAces | HandType::Category(_, Category::FourOfAKind))
            }),
            JokerValue::WithJoker(value) => {
                let named = self.first(|hand| hand == HandType::WithJoker(value.category()));
                named.or_else(|| self.five(value))
            }
        }
    }

    /// Whether it has a row for this kind of hand.
    fn names(&self, category: Category) -> bool {
        let is_it = |hand| matches!(hand, HandType::Category(_, named) if named == category);
        self.rows.iter().any(|row| is_it(row.hand))
    }

    fn has_row(&self, hand: HandType) -> bool {
        self.rows.iter().any(|row| row.hand == hand)
    }

    /// The row of a hand dealt and laid down [SS-2].
    pub fn dealt(&self, category: Category) -> Option<RowId> {
        self.first(|hand| hand == HandType::Dealt(category))
    }

    /// The row of two cards, with the dealer's two where a row asks for them.
    pub fn two(&self, cards: [Card; 2], dealer: Option<[Card; 2]>) -> Option<RowId> {
        let value = TwoValue::of(&cards);
        let [high, low] = {
            let [a, b] = cards.map(Card::rank);
            if a >= b { [a, b] } else { [b, a] }
        };
        let is_suited = cards[0].suit() == cards[1].suit();
        let pair = (high == low).then_some(high);
        self.first(|hand| match hand {
            HandType::AcesBoth => {
                let aces = |cards: [Card; 2]| cards.iter().all(|card| card.rank() == Rank::Ace);
                aces(cards) && dealer.is_some_and(aces)
            }
            HandType::Pair(_, from, to) => pair.is_some_and(|rank| (from..=to).contains(&rank)),
            HandType::AceWith(kickers, suited) => {
                let kicker = match kickers {
                    Kickers::King => low == Rank::King,
                    Kickers::QueenOrJack => matches!(low, Rank::Queen | Rank::Jack),
                };
                high == Rank::Ace && kicker && (suited == Suited::Any || is_suited)
            }
            HandType::Category(Order::TwoCard, Category::Pair) => pair.is_some(),
            HandType::Category(Order::TwoCard, Category::StraightFlush) => {
                value.category() == TwoCategory::StraightFlush
            }
            HandType::Category(Order::TwoCard, Category::Straight) => {
                value.category() == TwoCategory::Straight
            }
            HandType::Category(Order::TwoCard, Category::Flush) => {
                value.category() == TwoCategory::Flush
            }
            _ => false,
        })
    }

    /// The row of a dealer's bust with this many cards.
    pub fn bust(&self, cards: usize) -> Option<RowId> {
        self.first(|hand| match hand {
            HandType::Bust(exactly) => cards == usize::from(exactly),
            HandType::BustOrMore(least) => cards >= usize::from(least),
            _ => false,
        })
    }
}

fn is_found(row: RoyalIn, found: RoyalFound) -> bool {
    match row {
        RoyalIn::Five => found == RoyalFound::InFive,
        RoyalIn::Six => found == RoyalFound::InSix,
        // A royal complete at the turn lies within the first seven cards [UTH-7]; a schedule with a
        // row for six pays that one first.
        RoyalIn::Seven => matches!(found, RoyalFound::InSix | RoyalFound::InSeven),
        RoyalIn::Board => found == RoyalFound::OnBoard,
    }
}

/// When the royal flush of seven cards was complete; the board in dealing order.
pub fn royal_found(hole: [Card; 2], board: &[Card]) -> RoyalFound {
    let is_royal = |cards: &[Card]| {
        let set: CardSet = cards.iter().collect();
        FiveValue::of_set(set).is_ok_and(|value| value.category() == Category::RoyalFlush)
    };
    let mut cards: arrayvec::ArrayVec<Card, 7> = hole.into_iter().collect();
    cards.extend(board.iter().take(5).copied());
    match () {
        () if board.len() == 5 && is_royal(board) => RoyalFound::OnBoard,
        () if cards.len() >= 5 && is_royal(&cards[..5]) => RoyalFound::InFive,
        () if cards.len() >= 6 && is_royal(&cards[..6]) => RoyalFound::InSix,
        () if cards.len() == 7 && is_royal(&cards) => RoyalFound::InSeven,
        () => RoyalFound::None,
    }
}
