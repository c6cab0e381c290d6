//! A round of betting in hold 'em: whose turn it is, what he may do, and where the button goes.

use money::Cents;

use super::{HOLDEM, LINES, Phase, Street};
use crate::action::Action;
use crate::choice::{About, Actions, Choice, Stage};
use crate::felt::{self, Felt, Seat, SeatNumber};

/// What may be bet in a round of betting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// The least bet.
    pub(super) least: Cents,
    /// The most that a player may have to call.
    pub(super) most: Cents,
    /// The least raise.
    pub(super) raise: Cents,
}

/// Whether there is only one player, against the dealer.
pub(super) fn is_alone(felt: &Felt) -> bool {
    felt.seats.len() == 1
}

/// Is the pot still played for: a lone player has not folded, or two of several have not?
pub(super) fn is_contested(felt: &Felt) -> bool {
    let players = felt.seats.iter().filter(|seat| !seat.is_out).count();
    players > usize::from(!is_alone(felt))
}

/// The places of all seats, from the button on.
pub(super) fn from_button(felt: &Felt) -> impl Iterator<Item = usize> + Clone + use<> {
    let (first, seats) = (button(felt), felt.seats.len());
    (first..first + seats).map(move |place| place % seats)
}

fn button(felt: &Felt) -> usize {
    felt.button.and_then(|button| felt.place_of(button)).unwrap_or(0)
}

/// Begins a round of betting, the button first.
pub(super) fn begin(felt: &mut Felt) {
    for seat in &mut felt.seats {
        seat.betting.street = Cents::ZERO;
        seat.betting.has_acted = false;
    }
}

/// Ends a round of betting: what each player has bet in it is known to the next.
pub(super) fn end(felt: &mut Felt) {
    for seat in &mut felt.seats {
        let bet = seat.betting.street;
        let made = if bet > Cents::ZERO { Action::Bet(bet) } else { Action::Check };
        let is_noted = seat.made.try_push(made);
        debug_assert!(is_noted.is_ok(), "there are four rounds of betting");
    }
}

/// What a player must have bet in this round to stay in.
fn to_match(felt: &Felt) -> Cents {
    felt.seats.iter().map(|seat| seat.betting.street).max().unwrap_or(Cents::ZERO)
}

fn can_bet(seat: &Seat) -> bool {
    !seat.is_out && seat.betting.chips != Some(Cents::ZERO)
}

/// Whether another player or the dealer could call a bet of this player.
fn can_be_called(felt: &Felt, place: usize) -> bool {
    let other = |(other, seat): (usize, &Seat)| other != place && can_bet(seat);
    is_alone(felt) || felt.seats.iter().enumerate().any(other)
}

/// Whether this player still has to act.
fn is_asked(felt: &Felt, place: usize) -> bool {
    let seat = &felt.seats[place];
    if is_alone(felt) {
        return !seat.betting.has_acted;
    }
    let must_answer = seat.betting.street < to_match(felt);
    let may_open = !seat.betting.has_acted && can_be_called(felt, place);
    can_bet(seat) && (must_answer || may_open)
}

impl Bounds {
    /// The decision that comes next; nothing when the round of betting is over.
    pub(super) fn next(&self, felt: &Felt) -> Option<Choice> {
        if !is_contested(felt) {
            return None;
        }
        let felt::Phase::Holdem(Phase::Betting { after, turn, .. }) = felt.phase else {
            return None;
        };
        let mut places = from_button(felt).cycle().skip(usize::from(turn)).take(felt.seats.len());
        let place = places.find(|&place| is_asked(felt, place))?;
        let seat = &felt.seats[place];
        let stage = match after {
            None => Stage::BeforeFlop,
            Some(Street::Flop) => Stage::AfterFlop,
            Some(Street::Turn) => Stage::AfterTurn,
            Some(Street::River) => Stage::AfterRiver,
        };
        let about = About { wager: LINES[HOLDEM.index()], stage, line: Some(HOLDEM) };
        let choice = Choice::new(seat.number, about, self.choices(felt, place));
        Some(Choice { made: seat.made.clone(), ..choice })
    }

    fn choices(&self, felt: &Felt, place: usize) -> Actions {
        let betting = felt.seats[place].betting;
        let (own, bet) = (betting.street, to_match(felt));
        let most = betting.chips.map_or(self.most, |chips| self.most.min(own + chips));
        let mut actions = Actions::default();
        // A player too short to call is all in for what they have [H212-7].
        let adds = |to: Cents| betting.chips.map_or(to - own, |chips| chips.min(to - own));
        if own < bet {
            actions.push_staking(Action::Call, adds(bet));
            if can_be_called(felt, place) {
                for to in dollars(bet + self.raise, most) {
                    actions.push_staking(Action::RaiseTo(to), adds(to));
                }
                // To the maximum, a raise may be smaller [H212-5].
                if bet < self.most && self.most < bet + self.raise && most == self.most {
                    actions.push_staking(Action::RaiseTo(self.most), adds(self.most));
                }
            }
        } else {
            // Against the dealer a player must bet or fold (8).
            if !is_alone(felt) {
                actions.push(Action::Check);
            }
            for to in dollars(self.least, most) {
                actions.push_staking(Action::Bet(to), adds(to));
            }
        }
        actions.push(Action::Fold);
        actions
    }
}

/// Whole dollars from the least to the most [ODD-3].
fn dollars(least: Cents, most: Cents) -> impl Iterator<Item = Cents> {
    let dollar = Cents::dollars(1);
    std::iter::successors(Some(least), move |&amount| Some(amount + dollar))
        .take_while(move |&amount| amount <= most)
}

/// Takes a decision: chips go to the pot, and the turn passes on.
pub(super) fn act(felt: &mut Felt, place: usize, action: Action) {
    let (bet, seats, first) = (to_match(felt), felt.seats.len(), button(felt));
    let seat = &mut felt.seats[place];
    let betting = &mut seat.betting;
    let to = match action {
        Action::Bet(to) | Action::RaiseTo(to) => to,
        Action::Call => bet,
        _ => betting.street,
    };
    // A player too short to call is all in for what he has [H212-7].
    let wanted = to - betting.street;
    let more = betting.chips.map_or(wanted, |chips| chips.min(wanted));
    betting.street += more;
    betting.chips = betting.chips.map(|chips| chips - more);
    betting.has_acted = true;
    seat.stakes[HOLDEM.index()] += more;
    seat.is_out = action == Action::Fold;
    if let felt::Phase::Holdem(Phase::Betting { turn, .. }) = &mut felt.phase {
        *turn = ((place + seats - first) % seats + 1) as u8;
    }
}

/// Where the button goes after a round: to the next player on the dealer's left going right. A
/// player who has just sat down there is passed over [H212-5].
///
/// `players` are those who play the next round, in any order; nothing if nobody does.
pub fn next_button(
    button: SeatNumber,
    players: &[SeatNumber],
    just_sat_down: &[SeatNumber],
) -> Option<SeatNumber> {
    let after = |seats: &mut dyn Iterator<Item = SeatNumber>| {
        seats.min_by_key(|seat| (*seat <= button, *seat))
    };
    let mut settled = players.iter().copied().filter(|seat| !just_sat_down.contains(seat));
    // If all are new, somebody must have it.
    after(&mut settled).or_else(|| after(&mut players.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[u8]) -> Vec<SeatNumber> {
        numbers.iter().map(|&number| SeatNumber::new(number).unwrap()).collect()
    }

    fn check(button: u8, players: &[u8], just_sat_down: &[u8], next: Option<u8>) {
        let button = SeatNumber::new(button).unwrap();
        let found = next_button(button, &seats(players), &seats(just_sat_down));
        assert_eq!(found.map(SeatNumber::get), next);
    }

    #[test]
    fn arsd_16_15_11_s10_the_button_moves_on_and_passes_over_a_new_player() {
        check(1, &[1, 2, 3], &[], Some(2));
        check(3, &[1, 2, 3], &[], Some(1));
        check(2, &[1, 5, 7], &[], Some(5));
        check(1, &[1, 2, 3], &[2], Some(3));
        check(3, &[1, 2, 3], &[1], Some(2));
        check(1, &[1, 2], &[2], Some(1));
        check(4, &[1, 2], &[1, 2], Some(1));
        check(4, &[4], &[], Some(4));
        check(4, &[], &[], None);
    }
}
