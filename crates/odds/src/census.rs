//! How many deals give which hand, for wagers that no decision touches. All schedules of such a
//! wager share one count.

use cards::{Card, CardSet, DECK};
use games::{PayTable, RowId, RoyalFound};
use hands::{FiveValue, FourValue, JokerValue};

use crate::blackjack::Soft17;
use crate::dealt::{Dealt, Shown};
use crate::suits::distinct;

/// What a wager without decisions is judged on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Space {
    /// Two own cards.
    Two,
    /// Two own cards and the dealer's two.
    TwoAndTwo,
    /// Three own cards.
    Three,
    /// Four own cards.
    Four,
    /// The best four of five own cards.
    FourOfFive,
    /// Five cards.
    Five,
    /// The best five of six.
    FiveOfSix,
    /// The best five of seven.
    FiveOfSeven,
    /// The best five of two own cards and a board of five, and when a royal was complete.
    Holdem,
    /// The dealer's bust in a blackjack game.
    Bust(Dealer),
    /// The first cards of a blackjack round.
    Dealt(Dealt),
}

/// How a blackjack dealer draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Dealer {
    /// From how many decks.
    pub(crate) decks: u8,
    pub(crate) soft_17: Soft17,
}

/// What a deal shows, as far as any row asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sample {
    Two([Card; 2], Option<[Card; 2]>),
    Three([Card; 3]),
    Four(FourValue),
    Five(FiveValue, RoyalFound),
    Joker(JokerValue),
    /// The dealer busts with this many cards, or does not.
    Bust(Option<usize>),
    /// The first cards of a blackjack round.
    Dealt(Shown),
}

impl Sample {
    /// The row of a table that it is paid on.
    pub(crate) fn row(self, table: &PayTable) -> Option<RowId> {
        match self {
            Sample::Two(own, dealer) => table.two(own, dealer),
            Sample::Three(cards) => table.three(cards),
            Sample::Four(value) => table.four(value),
            Sample::Five(value, royal) => table.five_found(value, royal),
            Sample::Joker(value) => table.five_with_joker(value),
            Sample::Bust(cards) => cards.and_then(|cards| table.bust(cards)),
            Sample::Dealt(shown) => shown.row(table),
        }
    }
}

/// How many deals show what.
#[derive(Clone, Debug)]
pub(crate) struct Census {
    pub(crate) counts: Vec<(Sample, u128)>,
}

impl Space {
    /// Counts every deal.
    pub(crate) fn census(self) -> Census {
        let counts = match self {
            Space::Two => pairs().map(|own| (Sample::Two(own, None), 1)).collect(),
            Space::TwoAndTwo => two_and_two(),
            Space::Three => triples().map(|cards| (Sample::Three(cards), 1)).collect(),
            Space::Four => four(4),
            Space::FourOfFive => four(5),
            Space::Five => five(5),
            Space::FiveOfSix => five(6),
            Space::FiveOfSeven => crate::holdem::census::best_of_seven(),
            Space::Holdem => crate::holdem::census::deals(),
            Space::Bust(dealer) => return crate::buster_blackjack::census(dealer),
            Space::Dealt(dealt) => return dealt.census(),
        };
        Census { counts }
    }
}

/// All two-card hands.
pub(crate) fn pairs() -> impl Iterator<Item = [Card; 2]> {
    (0..52).flat_map(|a| (a + 1..52).map(move |b| [DECK[a], DECK[b]]))
}

/// All three-card hands.
pub(crate) fn triples() -> impl Iterator<Item = [Card; 3]> {
    let more = |a: usize, b: usize| (b + 1..52).map(move |c| [DECK[a], DECK[b], DECK[c]]);
    (0..52).flat_map(move |a| (a + 1..52).flat_map(move |b| more(a, b)))
}

fn two_and_two() -> Vec<(Sample, u128)> {
    let with_dealer = |own: [Card; 2]| {
        let free = move |dealer: &[Card; 2]| dealer.iter().all(|card| !own.contains(card));
        pairs().filter(free).map(move |dealer| (Sample::Two(own, Some(dealer)), 1))
    };
    pairs().flat_map(with_dealer).collect()
}

/// The best values that hands of a size hold, each with its number. Suits have no rank: hands that differ only by their
/// names are valued once.
fn values(size: u32, value: impl Fn(CardSet) -> (u16, Sample)) -> Vec<(Sample, u128)> {
    let mut counts: Vec<Option<(Sample, u128)>> = vec![None; 1 << 16];
    for hand in distinct(size) {
        let (number, sample) = value(hand.cards);
        counts[usize::from(number)].get_or_insert((sample, 0)).1 += u128::from(hand.times);
    }
    counts.into_iter().flatten().collect()
}

fn four(size: u32) -> Vec<(Sample, u128)> {
    values(size, |cards| {
        let value = FourValue::of_set(cards).expect("four or five cards");
        (value.get(), Sample::Four(value))
    })
}

fn five(size: u32) -> Vec<(Sample, u128)> {
    values(size, |cards| {
        let value = FiveValue::of_set(cards).expect("five or six cards");
        (value.get(), Sample::Five(value, RoyalFound::None))
    })
}
