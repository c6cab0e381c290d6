//! Which cards a side bet is judged on, and which row they are on.

use cards::Rank;
use hands::{FiveValue, FourValue, Total};
use rulebook::{Judged, Order};

use super::pattern::{Known, SplitHands, Verdict};
use crate::blackjack::total;
use crate::felt::{Felt, HandState, Seat};
use crate::holdem;
use crate::paytable::{PayTable, RowId};

/// What a side bet is judged on: an order of hands and the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The first two of the player's own cards.
    Two,
    /// Three own cards.
    Three,
    /// Four own cards.
    Four,
    /// The best four of five own cards.
    FourOfFive,
    /// The best five of three own cards and the dealer's three.
    FiveWithDealer,
    /// The best five of two own cards and a board of five.
    FiveWithBoard,
    /// With how many cards the dealer busts.
    DealerBust,
    /// A pattern of the player's first two cards.
    FirstTwo,
    /// A pattern of the player's first two cards and the dealer's up card.
    FirstTwoAndUpCard,
}

impl Basis {
    /// What a table with this order is judged on in a game that deals `own_cards` cards to a seat.
    pub fn of(order: Order, judged: Judged, own_cards: usize) -> Option<Basis> {
        Some(match (order, judged) {
            (Order::TwoCard, Judged::Own | Judged::OwnFirstTwo) => Basis::Two,
            (Order::ThreeCard, Judged::Own) if own_cards == 3 => Basis::Three,
            (Order::FourCard, Judged::Own) if own_cards == 4 => Basis::Four,
            (Order::FourCard, Judged::Own) if own_cards == 5 => Basis::FourOfFive,
            (Order::FiveCard, Judged::OwnAndDealer) if own_cards == 3 => Basis::FiveWithDealer,
            (Order::FiveCard, Judged::OwnAndBoard) if own_cards == 2 => Basis::FiveWithBoard,
            (Order::DealerBust, Judged::Dealer) => Basis::DealerBust,
            (Order::Pattern, Judged::OwnFirstTwo) => Basis::FirstTwo,
            (Order::Pattern, Judged::OwnAndUpCard) => Basis::FirstTwoAndUpCard,
            _ => return None,
        })
    }

    /// Whether the player's own cards are among those it is judged on.
    pub(super) fn looks_at_own(self) -> bool {
        self != Basis::DealerBust
    }

    /// Whether other cards are among those it is judged on.
    pub(super) fn looks_beyond_own(self) -> bool {
        matches!(self, Basis::FiveWithDealer | Basis::FiveWithBoard)
    }

    /// The row that the cards are on. It is open while cards are missing.
    pub(super) fn verdict(
        self,
        table: &PayTable,
        felt: &Felt,
        place: usize,
        has_peeked: bool,
    ) -> Verdict {
        let seat = &felt.seats[place];
        match self {
            Basis::FirstTwo | Basis::FirstTwoAndUpCard => {
                self.pattern_verdict(table, felt, seat, has_peeked)
            }
            _ => match self.row(table, felt, seat) {
                None => Verdict::Open,
                Some(None) => Verdict::Lost,
                Some(Some(row)) => Verdict::Row(row),
            },
        }
    }

    /// The row of a hand of the vocabulary; nothing while cards are missing.
    fn row(self, table: &PayTable, felt: &Felt, seat: &Seat) -> Option<Option<RowId>> {
        let own = &seat.hands[0].cards;
        Some(match self {
            Basis::Two => table.two(first_two(seat)?, None),
            Basis::Three => table.three(own.array()?),
            Basis::Four => table.four(FourValue::of(&own.array()?)),
            Basis::FourOfFive => table.four(FourValue::best_of_5(&own.array()?)),
            Basis::FiveWithDealer => {
                let ([a, b, c], [d, e, f]) = (own.array()?, felt.dealer.array()?);
                table.five(FiveValue::best_of_6(&[a, b, c, d, e, f]))
            }
            Basis::FiveWithBoard => {
                table.five(holdem::best_five(own.array()?, felt.board.array()?))
            }
            Basis::DealerBust => {
                let dealers = total(felt.dealer.cards());
                dealers.is_bust().then(|| table.bust(dealers.len())).flatten()
            }
            Basis::FirstTwo | Basis::FirstTwoAndUpCard => return None,
        })
    }

    fn pattern_verdict(
        self,
        table: &PayTable,
        felt: &Felt,
        seat: &Seat,
        has_peeked: bool,
    ) -> Verdict {
        let (Some([a, b]), Some(&up)) = (first_two(seat), felt.dealer.cards().first()) else {
            return Verdict::Open;
        };
        let cards = [a, b, up];
        let count = if self == Basis::FirstTwo { 2 } else { 3 };
        table.pattern(&Known {
            cards: &cards[..count],
            dealer_blackjack: dealer_blackjack(felt, has_peeked),
            split: split_hands(seat),
        })
    }
}

/// The two cards that a seat was dealt, also after splits.
fn first_two(seat: &Seat) -> Option<[cards::Card; 2]> {
    let second = seat.hands.iter().find(|hand| hand.half == 2);
    match second {
        Some(second) => {
            Some([*seat.hands[0].cards.cards().first()?, *second.cards.cards().first()?])
        }
        None => seat.hands[0].cards.array(),
    }
}

/// What the two hands of a seat's first split drew first, as far as it is known.
fn split_hands(seat: &Seat) -> SplitHands {
    if seat.hands.len() == 1 {
        let is_open = seat.hands[0].state == HandState::Playing;
        return if is_open { SplitHands::Open } else { SplitHands::None };
    }
    let drawn = |half: u8| {
        let hand = seat.hands.iter().find(|hand| hand.half == half)?;
        // A half that was split again drew a card of its own rank.
        let place = if hand.is_split_again { 0 } else { 1 };
        hand.cards.cards().get(place).copied()
    };
    SplitHands::Drew([drawn(1), drawn(2)])
}

/// Whether the dealer has a blackjack, as far as everyone knows.
pub(super) fn dealer_blackjack(felt: &Felt, has_peeked: bool) -> Option<bool> {
    let [up, _, ..] = felt.dealer.cards() else { return None };
    let may_be = up.rank() == Rank::Ace || Total::points_of(up.rank()) == 10;
    match () {
        () if felt.dealer.is_up(1) => Some(total(felt.dealer.cards()).is_blackjack()),
        () if !may_be || has_peeked => Some(false),
        () => None,
    }
}
