//! Cards that a record does not name [GEN-15]: a hand that nobody saw has won nothing, and nothing is settled on a
//! card that is not known.

use cards::{Card, CardSet, Rank, Suit};

use crate::felt::{Felt, Line, Pile, Undecided};
use crate::state::RoundState;
use crate::table::Table;

impl Table {
    /// Whether a wager that is live on a folded hand would win with the cards as they lie.
    fn wins_folded(&self, felt: &Felt, place: usize, line: Line) -> bool {
        if Some(line) == self.progressive_line {
            let is_live = self.is_progressive_live(&felt.seats[place]);
            return is_live && self.game.progressive(self, felt, place).is_some();
        }
        self.side_bet_wins(felt, place, line)
    }
}

impl RoundState<'_> {
    /// Notes that a card was turned up that is not known.
    pub(crate) fn must_be_known(&mut self) {
        if !self.felt.has_unseen {
            return;
        }
        let felt = &*self.felt;
        let hands = felt.seats.iter().flat_map(|seat| &seat.hands).map(|hand| &hand.cards);
        let is_shown = hands.chain([&felt.dealer, &felt.board]).any(Pile::shows_unseen);
        if is_shown {
            self.felt.undecided.get_or_insert(Undecided::TurnedUp);
        }
    }

    /// Notes why the round cannot be settled, if a card decides something that is not known: a hand that stayed in,
    /// or a wager on a folded hand that wins with any cards.
    pub(crate) fn check_unseen(&mut self) {
        let seats = 0..self.felt.seats.len();
        let why = seats.into_iter().find_map(|place| self.undecided_at(place));
        self.felt.undecided = self.felt.undecided.or(why);
    }

    fn undecided_at(&self, place: usize) -> Option<Undecided> {
        let seat = &self.felt.seats[place];
        if !seat.is_unseen() || seat.is_dead {
            return None;
        }
        if !seat.is_out {
            return Some(Undecided::StayedIn(seat.number));
        }
        let lines = self.table.lines_in_order().filter(|(line, _)| seat.has(*line));
        let mut always: Vec<(Line, &'static str)> = lines.collect();
        let known: CardSet = self.felt.cards().collect();
        // Ranks and suits lie apart, so that the first hand that is tried seldom wins.
        let apart = (0..52)
            .filter_map(|n| Some(Card::new(Rank::from_index(4 * n % 13)?, Suit::ALL[n % 4])));
        let free: Vec<Card> = apart.filter(|card| !known.has(*card)).collect();
        let places: Vec<usize> = seat.hands[0].cards.unseen().collect();
        let mut felt = self.felt.clone();
        let table = self.table;
        each_hand(&mut felt, place, &places, &free, &mut |felt| {
            always.retain(|(line, _)| table.wins_folded(felt, place, *line));
            !always.is_empty()
        });
        let (_, wager) = always.first()?;
        Some(Undecided::AlwaysWins { seat: seat.number, wager })
    }
}

/// Tries every hand that a seat may have, as long as it is asked for another; false if it was not.
fn each_hand(
    felt: &mut Felt,
    seat: usize,
    places: &[usize],
    free: &[Card],
    goes_on: &mut impl FnMut(&Felt) -> bool,
) -> bool {
    let Some((place, places)) = places.split_first() else { return goes_on(felt) };
    free.iter().enumerate().all(|(index, card)| {
        felt.seats[seat].hands[0].cards.suppose(*place, *card);
        each_hand(felt, seat, places, &free[index + 1..], goes_on)
    })
}
