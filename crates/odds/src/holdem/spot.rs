//! One hand on one board, counted on the spot.

use cards::{Card, CardSet, DECK};
use games::Felt;
use hands::Hand;

use super::showdown::{PAIR, Showdown};
use crate::solution::{Spot, SpotError};

/// A hand on a finished board against all 990 hands that the dealer can hold.
pub(crate) fn against(own: [Card; 2], board: [Card; 5]) -> Showdown {
    let on_board = Hand::from(board);
    let value = on_board.with(own[0]).with(own[1]).value();
    let mut showdown = Showdown { value: value.get(), ..Showdown::default() };
    let left: Vec<Card> = left(&[&own, &board]);
    for (place, &first) in left.iter().enumerate() {
        let six = on_board.with(first);
        for &second in &left[place + 1..] {
            let dealer = six.with(second).value();
            showdown.lower += u16::from(dealer < value);
            showdown.equal += u16::from(dealer == value);
            showdown.below_pair += u16::from(dealer < PAIR);
        }
    }
    showdown
}

/// The cards that are not among these.
pub(crate) fn left(taken: &[&[Card]]) -> Vec<Card> {
    let taken: CardSet = taken.iter().copied().flatten().collect();
    DECK.iter().copied().filter(|&card| !taken.has(card)).collect()
}

/// The community cards that are up: dealt by machine, all lie there from the start.
#[inline]
pub(crate) fn up(felt: &Felt) -> &[Card] {
    let cards = felt.board.cards();
    let up = (0..cards.len()).take_while(|&place| felt.board.is_up(place)).count();
    &cards[..up]
}

/// A spot of a hold'em game: two own cards and what lies on the board.
pub(crate) struct Seen {
    pub(crate) own: [Card; 2],
    pub(crate) board: Vec<Card>,
}

impl Seen {
    /// What a spot shows, if its board has one of these sizes.
    pub(crate) fn of(spot: &Spot, sizes: &[usize], wants: &'static str) -> Result<Seen, SpotError> {
        let own = spot.own::<2>("two cards")?;
        if !sizes.contains(&spot.board.len()) {
            return Err(SpotError::Cards { what: "board", has: spot.board.len(), wants });
        }
        if !spot.dealer.is_empty() {
            let has = spot.dealer.len();
            return Err(SpotError::Cards { what: "dealer", has, wants: "none of the dealer's" });
        }
        spot.cards()?;
        Ok(Seen { own, board: spot.board.clone() })
    }

    /// The board, if it is finished.
    pub(crate) fn finished(&self) -> Option<[Card; 5]> {
        self.board.as_slice().try_into().ok()
    }

    /// The showdowns of every way in which the board can be finished.
    pub(crate) fn runouts(&self) -> Vec<Showdown> {
        let left = left(&[&self.own, &self.board]);
        let finish = |rest: &[Card]| {
            let board: Vec<Card> = self.board.iter().chain(rest).copied().collect();
            against(self.own, board.try_into().expect("five cards"))
        };
        match self.board.len() {
            3 => {
                let pairs = (0..left.len()).flat_map(|a| (a + 1..left.len()).map(move |b| (a, b)));
                pairs.map(|(a, b)| finish(&[left[a], left[b]])).collect()
            }
            4 => left.iter().map(|&card| finish(&[card])).collect(),
            _ => vec![finish(&[])],
        }
    }
}
