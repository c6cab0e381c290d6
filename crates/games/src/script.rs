//! The course of a game that goes by streets: deal, decide, turn up, decide, settle. Eight of the
//! twelve games are scripts; each says only what differs.

use rulebook::{DealTo, FaceDealt};

use crate::action::{Action, Actions};
use crate::felt::{Facing, Felt};
use crate::game::{Choice, Game};
use crate::round::{Next, Recipient, Want};
use crate::state::RoundState;

/// A step of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The packets of a stage of the rulebook's `[[deal]]`.
    Deal(&'static str),
    /// Each seat in turn decides; the number tells the game which decision it is.
    Decide(u8),
    /// So many cards of the board lie face up from now on.
    TurnUp(u8),
    /// The dealer shows his cards.
    Reveal,
}

/// What a seat does when its turn comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// It has nothing to decide.
    Pass,
    /// It decides.
    Decide,
}

/// A game that goes by a script.
pub(crate) trait Scripted: Game {
    /// Its steps.
    fn script(&self) -> &'static [Step];

    /// Whether a seat decides in a step.
    fn turn(&self, state: &RoundState<'_>, seat: usize, decision: u8) -> Turn;

    /// What a seat may decide.
    fn choices(&self, state: &RoundState<'_>, seat: usize, decision: u8, actions: &mut Actions);

    /// Takes a seat's decision; a fold collects at once.
    fn decide(&self, state: &mut RoundState<'_>, seat: usize, decision: u8, action: Action);

    /// What happens at a seat's turn when it has nothing to decide: a wager that has lost already
    /// is collected among the folds.
    fn pass(&self, _scene: &mut RoundState<'_>, _seat: usize, _decision: u8) {}

    /// Are further cards needed? By default as long as one seat is in.
    fn goes_on(&self, felt: &Felt) -> bool {
        felt.seats.iter().any(|seat| !seat.is_out)
    }

    /// Settles what a seat has left, in the order of the rule, without the progressive.
    fn settle(&self, state: &mut RoundState<'_>, seat: usize);
}

/// Goes through the script until something is needed from outside.
pub(crate) fn advance(game: &dyn Scripted, state: &mut RoundState<'_>) -> Next {
    loop {
        let cursor = state.felt.cursor;
        let Some(step) = game.script().get(usize::from(cursor.step)) else {
            state.count_hands();
            if !state.felt.is_void {
                settle(game, state);
            }
            return Next::Done;
        };
        let next = match *step {
            Step::Deal(stage) => deal(game, state, stage),
            Step::Decide(decision) => decide(game, state, decision),
            Step::TurnUp(cards) => {
                if game.goes_on(state.felt) {
                    state.turn_up_board(usize::from(cards));
                }
                None
            }
            Step::Reveal => {
                state.count_hands();
                if state.felt.is_void {
                    return Next::Done;
                }
                if game.goes_on(state.felt) {
                    state.reveal_dealer();
                }
                None
            }
        };
        match next {
            Some(next) => return next,
            None => {
                state.felt.cursor.step += 1;
                state.felt.cursor.place = 0;
            }
        }
    }
}

/// Takes a decision and passes the turn on.
pub(crate) fn act(game: &dyn Scripted, state: &mut RoundState<'_>, seat: usize, action: Action) {
    let step = game.script().get(usize::from(state.felt.cursor.step));
    if let Some(Step::Decide(decision)) = step {
        game.decide(state, seat, *decision, action);
        state.felt.cursor.place += 1;
    }
}

fn deal(game: &dyn Scripted, state: &mut RoundState<'_>, stage: &'static str) -> Option<Next> {
    // The first deal is for everyone; later ones only if anyone still needs the cards.
    if state.felt.cursor.step > 0 && !game.goes_on(state.felt) {
        return None;
    }
    deal_stage(state, stage)
}

/// The card that comes next in a stage of the rulebook's `[[deal]]`, if it is not dealt yet.
pub(crate) fn deal_stage(state: &mut RoundState<'_>, stage: &str) -> Option<Next> {
    let mut skip = usize::from(state.felt.cursor.place);
    let seats = state.felt.seats.len();
    for packet in state.table.packets(stage) {
        let places = match packet.to {
            DealTo::Seats => seats,
            DealTo::SeatsAndDealer => seats + 1,
            _ => 1,
        };
        let (cards, times) = (usize::from(packet.cards), usize::from(packet.times));
        let total = places * cards * times;
        if skip >= total {
            skip -= total;
            continue;
        }
        let (place, card) = (skip / cards % places, skip % cards);
        let to = match packet.to {
            DealTo::Seats | DealTo::SeatsAndDealer if place < seats => {
                Recipient::Seat { seat: state.felt.seats[place].number, hand: 0 }
            }
            DealTo::Board => Recipient::Board,
            DealTo::Burn => Recipient::Burn,
            DealTo::Discard => Recipient::Discard,
            _ if state.table.game.is_dealer_the_board() => Recipient::Board,
            _ => Recipient::Dealer,
        };
        state.felt.cursor.place += 1;
        // A dead hand and a void dealer get no more cards, a misdealt hand has its own, and a dealer
        // who missed one waits.
        let is_misdealt = |hand| state.felt.misdealt.contains(&hand);
        let is_skipped = match to {
            Recipient::Seat { seat, .. } => {
                state.felt.seats[place].is_dead || is_misdealt(Some(seat))
            }
            Recipient::Dealer => {
                state.felt.is_dealer_void || state.felt.is_dealer_last || is_misdealt(None)
            }
            Recipient::Board | Recipient::Burn | Recipient::Discard => false,
        };
        if is_skipped {
            return deal_stage(state, stage);
        }
        let is_up = match packet.face {
            FaceDealt::Up => true,
            FaceDealt::Down => false,
            FaceDealt::LastUp => card + 1 == cards,
        };
        let facing = if is_up { Facing::Up } else { Facing::Down };
        return Some(Next::Card(Want { to, facing, cite: packet.cite }));
    }
    None
}

/// The seat whose turn it is, if any is left in this step.
fn decide(game: &dyn Scripted, state: &mut RoundState<'_>, decision: u8) -> Option<Next> {
    while usize::from(state.felt.cursor.place) < state.felt.seats.len() {
        let seat = usize::from(state.felt.cursor.place);
        let is_in = !state.felt.seats[seat].is_out && !state.felt.seats[seat].is_dead;
        if is_in && game.turn(state, seat, decision) == Turn::Decide {
            let mut actions = Actions::new();
            game.choices(state, seat, decision, &mut actions);
            let number = state.felt.seats[seat].number;
            return Some(Next::Decision(Choice {
                seat: number,
                hand: None,
                actions,
                double_below: None,
            }));
        }
        if is_in {
            game.pass(state, seat, decision);
        }
        state.felt.cursor.place += 1;
    }
    None
}

/// Settles from the last seat to the first [GEN-1], the progressive where the rule says.
fn settle(game: &dyn Scripted, state: &mut RoundState<'_>) {
    state.figure_progressive();
    for seat in (0..state.felt.seats.len()).rev() {
        game.settle(state, seat);
        if !state.table.is_progressive_last {
            state.settle_progressive(seat);
        }
    }
    state.finish_progressive();
}
