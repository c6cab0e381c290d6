//! The course of a game that goes by streets: deal, decide, turn up, decide, settle. Eight of the
//! games are scripts; each says only what differs.

use std::ops::Range;

use money::Cents;
use rulebook::{DealTo, FaceDealt};

use crate::action::Action;
use crate::agreed::PaidOther;
use crate::choice::{About, Actions, Choice};
use crate::felt::{self, Facing, Felt};
use crate::game::Game;
use crate::round::{AwardDue, Next, Recipient, Want};
use crate::side_bets::Occasion;
use crate::state::RoundState;

/// A step of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The packets of a stage of the rulebook's `[[deal]]`.
    Deal(&'static str),
    /// Each seat in turn decides; the number tells the game which decision it is.
    Decide(u8),
    /// The first cards of the board, as many as this, lie face up from now on.
    TurnUp(u8),
    /// The dealer shows his cards.
    Reveal,
}

/// Where a scripted game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// A step of the script; how many cards of its deal are out, or which seat decides.
    Step { step: usize, place: u8 },
    /// Seats are settled from the last to the first [GEN-1]; `left` of them remain.
    Settle { left: usize },
    /// The progressive of the last of those that are left is settled.
    Progressive { left: usize },
    /// All is settled.
    Over,
}

/// The step of its script at which a game stands; none after the last.
pub(crate) fn step_of(felt: &Felt, script: &'static [Step]) -> Option<Step> {
    match felt.phase {
        felt::Phase::Script(Phase::Step { step, .. }) => script.get(step).copied(),
        felt::Phase::Script(Phase::Settle { .. } | Phase::Progressive { .. } | Phase::Over) => None,
        _ => script.first().copied(),
    }
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

    /// What a decision is about.
    fn about(&self, decision: u8) -> About;

    /// What a seat may decide.
    fn choices(&self, state: &RoundState<'_>, seat: usize, decision: u8, actions: &mut Actions);

    /// Takes a seat's decision; a fold collects at once.
    fn decide(&self, state: &mut RoundState<'_>, seat: usize, decision: u8, action: Action);

    /// Whether further cards are needed. By default as long as one seat is in.
    fn goes_on(&self, felt: &Felt) -> bool {
        felt.seats.iter().any(|seat| !seat.is_out)
    }

    /// Settles what a seat has left, in the order of the rule, without the progressive.
    fn settle(&self, state: &mut RoundState<'_>, seat: usize);
}

/// Goes through the script and the settlement until something is needed from outside.
// Phases are read and written part by part: a copy of the whole would have to wait for the part that
// was just written.
pub(crate) fn advance(game: &dyn Scripted, state: &mut RoundState<'_>) -> Next {
    loop {
        if state.felt.undecided.is_some() {
            return Next::Done;
        }
        let (step, place) = match state.felt.phase {
            felt::Phase::Script(Phase::Step { step, place }) => (step, place),
            felt::Phase::Script(Phase::Settle { left }) => {
                settle(game, state, left);
                continue;
            }
            felt::Phase::Script(Phase::Progressive { left }) => {
                match settle_progressive(state, left) {
                    Some(due) => return Next::Award(due),
                    None => continue,
                }
            }
            felt::Phase::Script(Phase::Over) => return Next::Done,
            _ => (0, 0),
        };
        match take_step(game, state, step, place) {
            // Most of what is needed is cards, which are small to hand on; decisions are not.
            Some(Next::Card(want)) => return Next::Card(want),
            Some(next) => return next,
            None => {}
        }
    }
}

fn stand_at(state: &mut RoundState<'_>, phase: Phase) {
    state.felt.phase = felt::Phase::Script(phase);
}

/// Settles the last of the seats that are left, without the progressive.
fn settle(game: &dyn Scripted, state: &mut RoundState<'_>, left: usize) {
    let is_progressive_last = state.table.is_progressive_last;
    match left.checked_sub(1) {
        None if is_progressive_last => {
            let left = state.felt.seats.len();
            stand_at(state, Phase::Progressive { left });
        }
        None => finish(state),
        Some(seat) => {
            game.settle(state, seat);
            state.settle_side_bets(seat);
            match is_progressive_last {
                true => stand_at(state, Phase::Settle { left: seat }),
                false => stand_at(state, Phase::Progressive { left }),
            }
        }
    }
}

/// Settles the progressive of the last of the seats that are left, unless it wins: then its award is due.
fn settle_progressive(state: &mut RoundState<'_>, left: usize) -> Option<AwardDue> {
    let Some(seat) = left.checked_sub(1) else {
        finish(state);
        return None;
    };
    let due = state.settle_progressive(seat);
    if due.is_none() {
        let phase = after_progressive(state, left);
        stand_at(state, phase);
    }
    due
}

/// Pays envy when all seats are settled.
fn finish(state: &mut RoundState<'_>) {
    state.pay_envy();
    stand_at(state, Phase::Over);
}

/// The phase after the progressive of the last of the seats that are left.
fn after_progressive(state: &RoundState<'_>, left: usize) -> Phase {
    match state.table.is_progressive_last {
        true => Phase::Progressive { left: left - 1 },
        false => Phase::Settle { left: left - 1 },
    }
}

/// Stands where the cards are all out and nothing is settled yet.
pub(crate) fn settle_all(state: &mut RoundState<'_>) {
    let left = state.felt.seats.len();
    stand_at(state, Phase::Settle { left });
}

/// Pays the award that is due, and lets the settlement go on from there.
pub(crate) fn pay_award(
    state: &mut RoundState<'_>,
    due: AwardDue,
    amount: Cents,
    paid: Option<&PaidOther>,
) {
    state.pay_award(due, amount, paid);
    if let felt::Phase::Script(Phase::Progressive { left }) = state.felt.phase {
        let phase = after_progressive(state, left);
        stand_at(state, phase);
    }
}

/// What a step of the script needs, if anything; `place` counts the cards or seats of it that are done.
#[inline]
fn take_step(
    game: &dyn Scripted,
    state: &mut RoundState<'_>,
    step: usize,
    mut place: u8,
) -> Option<Next> {
    let next = match game.script().get(step) {
        None => {
            state.count_hands();
            let left = state.felt.seats.len();
            let is_void = state.felt.is_void;
            if state.felt.has_unseen && !is_void {
                state.check_unseen();
            }
            state.settlement.begin();
            stand_at(state, if is_void { Phase::Over } else { Phase::Settle { left } });
            return None;
        }
        // The first deal is for everyone; later ones only if anyone still needs the cards.
        Some(Step::Deal(_)) if step > 0 && !goes_on(game, state) => None,
        Some(Step::Deal(stage)) => deal_stage(state, stage, &mut place),
        Some(Step::Decide(decision)) => decide(game, state, *decision, &mut place),
        Some(Step::TurnUp(cards)) => {
            if goes_on(game, state) {
                state.turn_up_board(usize::from(*cards));
            }
            None
        }
        Some(Step::Reveal) => {
            state.count_hands();
            if state.felt.is_void {
                stand_at(state, Phase::Over);
                return None;
            }
            if goes_on(game, state) {
                state.reveal_dealer();
            }
            None
        }
    };
    match next.is_some() {
        true => stand_at(state, Phase::Step { step, place }),
        false => stand_at(state, Phase::Step { step: step + 1, place: 0 }),
    }
    next
}

/// Whether the game or a side bet needs further cards.
fn goes_on(game: &dyn Scripted, state: &RoundState<'_>) -> bool {
    game.goes_on(state.felt) || state.table.side_bets_go_on(state.felt)
}

/// Takes a decision and passes the turn on.
pub(crate) fn act(game: &dyn Scripted, state: &mut RoundState<'_>, seat: usize, action: Action) {
    if let Some(Step::Decide(decision)) = step_of(state.felt, game.script()) {
        let made = state.felt.seats[seat].made.try_push(action);
        debug_assert!(made.is_ok(), "no script has more decisions");
        game.decide(state, seat, decision, action);
        if action == Action::Fold {
            state.collect_side_bets(seat, Occasion::Fold);
        }
        if let felt::Phase::Script(Phase::Step { place, .. }) = &mut state.felt.phase {
            *place += 1;
        }
    }
}

/// The card that comes next in a stage of the rulebook's `[[deal]]`, if any is left; `dealt` counts those that are out.
pub(crate) fn deal_stage(state: &RoundState<'_>, stage: &str, dealt: &mut u8) -> Option<Next> {
    deal_to(state, stage, 0..state.felt.seats.len(), dealt)
}

/// The same in a stage that is dealt to the seats of these places alone.
pub(crate) fn deal_to(
    state: &RoundState<'_>,
    stage: &str,
    whom: Range<usize>,
    dealt: &mut u8,
) -> Option<Next> {
    let mut skip = usize::from(*dealt);
    let (first, seats) = (whom.start, whom.len());
    for packet in state.table.packets(stage) {
        let places = match packet.to {
            DealTo::Seats => seats,
            DealTo::SeatsAndDealer => seats + 1,
            DealTo::Dealer | DealTo::Board | DealTo::Burn | DealTo::Discard => 1,
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
                Recipient::Seat { seat: state.felt.seats[first + place].number, hand: 0 }
            }
            DealTo::Board => Recipient::Board,
            DealTo::Burn => Recipient::Burn,
            DealTo::Discard => Recipient::Discard,
            DealTo::Seats | DealTo::SeatsAndDealer | DealTo::Dealer
                if state.table.game.is_dealer_the_board() =>
            {
                Recipient::Board
            }
            DealTo::Seats | DealTo::SeatsAndDealer | DealTo::Dealer => Recipient::Dealer,
        };
        *dealt += 1;
        // A dead hand and a void dealer get no more cards, a misdealt hand has its own, and a dealer
        // who missed one waits.
        let is_misdealt = |hand| state.felt.misdealt.contains(&hand);
        let is_skipped = match to {
            Recipient::Seat { seat, .. } => {
                state.felt.seats[first + place].is_dead || is_misdealt(Some(seat))
            }
            Recipient::Dealer => {
                state.felt.is_dealer_void || state.felt.is_dealer_last || is_misdealt(None)
            }
            Recipient::Board | Recipient::Burn | Recipient::Discard => false,
        };
        if is_skipped {
            return deal_to(state, stage, whom, dealt);
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
fn decide(
    game: &dyn Scripted,
    state: &mut RoundState<'_>,
    decision: u8,
    place: &mut u8,
) -> Option<Next> {
    while usize::from(*place) < state.felt.seats.len() {
        let seat = usize::from(*place);
        let is_in = !state.felt.seats[seat].is_out && !state.felt.seats[seat].is_dead;
        if is_in && game.turn(state, seat, decision) == Turn::Decide {
            let mut actions = Actions::default();
            game.choices(state, seat, decision, &mut actions);
            let (player, about) = (&state.felt.seats[seat], game.about(decision));
            let choice = Choice::new(player.number, about, actions);
            let (made, tips) = (player.made.clone(), state.table.tip_rule(player, about.line));
            return Some(Next::Decision(Choice { made, tips, ..choice }));
        }
        if is_in {
            state.collect_side_bets(seat, Occasion::Pass);
        }
        *place += 1;
    }
    None
}
