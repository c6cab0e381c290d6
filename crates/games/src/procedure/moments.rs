//! The moments of a round, read off what just happened and what comes next.

use cards::Card;
use money::Cents;
use rulebook::{Consequence, Decision, Irregularity, Moment, TurnedUp};

use crate::action::Action;
use crate::blackjack::total;
use crate::felt::{Facing, HandState, SeatNumber};
use crate::log::Event;
use crate::procedure::Scene;
use crate::procedure::awards::{self, Award};
use crate::procedure::stages::up_count;
use crate::round::{Next, Recipient, Want};
use crate::settle::{Outcome, SettledLine};

/// A moment that has come, and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub(super) at: Moment,
    pub(super) seat: Option<SeatNumber>,
    /// The lines collected from a fold or settled in a seat's turn.
    pub(super) lines: Vec<SettledLine>,
    /// Those of them that are still to be paid or taken.
    pub(super) due: Vec<SettledLine>,
    /// How many cards of the board lay face up when a player decided.
    pub(super) shown: u8,
    /// The hand that wins, as its schedule calls it.
    pub(super) row: Option<&'static str>,
    pub(super) amount: Option<Cents>,
    pub(super) award: Option<Award>,
    pub(super) consequence: Option<Consequence>,
}

impl Occurrence {
    fn new(at: Moment) -> Occurrence {
        Occurrence {
            at,
            seat: None,
            lines: Vec::new(),
            due: Vec::new(),
            shown: 0,
            row: None,
            amount: None,
            award: None,
            consequence: None,
        }
    }

    pub(super) fn of_seat(at: Moment, seat: SeatNumber) -> Occurrence {
        Occurrence { seat: Some(seat), ..Occurrence::new(at) }
    }
}

/// What kind of line was settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Collected from a hand that is out.
    Collected,
    /// In the seat's turn, or the pot.
    Turn,
    /// A side bet that is settled before the players act.
    SideBet,
    Award,
    Envy,
    /// Given back, or nothing to do about.
    Nothing,
}

/// Where a line is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Before the dealer shows: only what is out is collected.
    BeforeShowdown,
    Settling,
}

/// Everything that has come up, in order.
pub(super) fn occurrences(scene: &Scene<'_, '_>) -> Vec<Occurrence> {
    let mut found = Vec::new();
    let mut walk = Walk { scene, place: 0, reported: None, has_pot: false };
    while walk.place < scene.events.len() {
        walk.event(&mut found);
    }
    if let Some(stage) = scene.stage_due() {
        found.push(Occurrence::new(Moment::Before(stage)));
    }
    found.extend(scene.award_won());
    if scene.is_over() {
        found.push(Occurrence::new(Moment::RoundOver));
    }
    found
}

/// A walk through the events.
struct Walk<'s, 'r, 'e> {
    scene: &'s Scene<'r, 'e>,
    place: usize,
    /// What was reported; a wrong number of cards shows by itself.
    reported: Option<Irregularity>,
    /// Whether the pot has come up.
    has_pot: bool,
}

impl Walk<'_, '_, '_> {
    /// Takes the next event and the lines that belong to it.
    fn event(&mut self, found: &mut Vec<Occurrence>) {
        let scene = self.scene;
        let event = &scene.events[self.place];
        self.place += 1;
        match event {
            Event::Opened => found.push(Occurrence::new(Moment::BetsOpen)),
            Event::Locked { .. } => found.push(Occurrence::new(Moment::BetsLocked)),
            Event::Dealt { want, .. }
            | Event::ExposedDealt { want, .. }
            | Event::NotSeen { want } => {
                self.dealt(*want, found);
            }
            Event::Misdealt { .. } | Event::Unseen => self.deal_ends(found),
            Event::Decided { seat, action, .. } => self.decided(*seat, *action, found),
            Event::Reported(report) => self.reported = Some(report.what),
            Event::Ordered { consequence, .. } => {
                let what = self.reported.take().unwrap_or(Irregularity::WrongNumberOfCards);
                let consequence = Some(*consequence);
                found.push(Occurrence { consequence, ..Occurrence::new(Moment::Irregular(what)) });
            }
            Event::SupervisorCalled { .. } => {
                found.push(Occurrence::new(Moment::SupervisorCalled));
            }
            Event::BoardTurned { cards } => {
                found.push(Occurrence::new(Moment::BoardTurned(*cards)));
            }
            Event::TurnedUp { whose, .. } => self.turned_up(*whose, found),
            Event::DealerRevealed => found.push(Occurrence::new(Moment::DealerRevealed)),
            Event::Settled(_) => {
                self.place -= 1;
                self.settled(found);
            }
            Event::Bet { .. }
            | Event::Tip { .. }
            | Event::Player { .. }
            | Event::Chips { .. }
            | Event::Button { .. }
            | Event::Awarded { .. }
            | Event::Overridden { .. }
            | Event::Voided { .. }
            | Event::BetsCleared { .. }
            | Event::CardTurned { .. }
            | Event::ExposedRefused { .. }
            | Event::ExposedBurned { .. } => {}
        }
    }

    fn dealt(&self, want: Want, found: &mut Vec<Occurrence>) {
        let scene = self.scene;
        let felt = scene.round.felt();
        if want.to == Recipient::Board && want.facing == Facing::Up {
            found.push(Occurrence::new(Moment::BoardTurned(up_count(&felt.board))));
        }
        if let Recipient::Seat { seat, hand } = want.to {
            let hands = scene.seat(seat).map(|seat| &seat.hands[..]).unwrap_or_default();
            let state = hands.get(usize::from(hand)).map(|hand| hand.state);
            if state == Some(HandState::Busted) {
                found.push(Occurrence::of_seat(Moment::Busted, seat));
            }
        }
        let is_turned_over = want.to == Recipient::Burn && want.facing == Facing::Up;
        let is_noted = || scene.events.iter().any(turns_burns_up);
        if is_turned_over && !wants_burns(scene.round.next()) && !is_noted() {
            found.push(Occurrence::new(Moment::TurnedUp(TurnedUp::Burns)));
        }
        if scene.is_of_deal(want) {
            self.deal_ends(found);
        }
    }

    /// Notes the end of the deal, if the card just dealt was its last.
    fn deal_ends(&self, found: &mut Vec<Occurrence>) {
        let scene = self.scene;
        let goes_on = match scene.round.next() {
            Next::Card(want) => scene.is_wanted_by_deal(*want),
            Next::Bets | Next::Decision(_) | Next::Award(_) | Next::Done => false,
        };
        let is_burn = matches!(scene.events.first(), Some(Event::Unseen)) && !scene.discards();
        if goes_on || is_burn || scene.round.is_void() || scene.deals_again() {
            return;
        }
        found.push(Occurrence::new(Moment::Dealt));
        self.blackjacks(found);
    }

    fn decided(&mut self, seat: SeatNumber, action: Action, found: &mut Vec<Occurrence>) {
        let shown = self.scene.shown_before();
        let Some(decision) = decision(action) else {
            let lines = self.take(|line| line.seat == seat && is_collected_now(line));
            let (due, seat) = (lines.clone(), Some(seat));
            found.push(Occurrence { seat, lines, due, shown, ..Occurrence::new(Moment::Folded) });
            return;
        };
        let at = Occurrence { shown, ..Occurrence::of_seat(Moment::Decided(decision), seat) };
        match decision {
            // A hand that is laid down is settled at once, side bets too.
            Decision::LayDown => {
                let lines = self.take(|line| line.seat == seat);
                found.push(Occurrence { due: lines.clone(), lines, ..at });
            }
            Decision::Insure | Decision::Decline => {
                found.push(at);
                self.blackjacks(found);
            }
            _ => found.push(at),
        }
    }

    fn turned_up(&mut self, whose: Recipient, found: &mut Vec<Occurrence>) {
        let is_for_pot = || self.rest().any(|line| self.scene.is_pot(line.wager));
        match whose {
            Recipient::Burn => {
                self.pot(found);
                found.push(Occurrence::new(Moment::TurnedUp(TurnedUp::Burns)));
            }
            // Only what a section turns up before the dealer's own turn: 212's top card.
            Recipient::Dealer if self.reported.is_none() && !self.scene.round.is_void() => {
                let is_count = |event: &Event| matches!(event, Event::Ordered { .. });
                if !self.scene.events.iter().any(is_count) {
                    found.push(Occurrence::new(Moment::TurnedUp(TurnedUp::Dealer)));
                    self.blackjacks(found);
                }
            }
            Recipient::Seat { seat, .. } if is_for_pot() => {
                self.pot(found);
                found.push(Occurrence::of_seat(Moment::Showdown, seat));
            }
            Recipient::Seat { .. } | Recipient::Dealer | Recipient::Board | Recipient::Discard => {}
        }
    }

    /// The lines that are still to come.
    fn rest(&self) -> impl Iterator<Item = &SettledLine> {
        self.scene.events[self.place..].iter().filter_map(|event| match event {
            Event::Settled(line) => Some(line),
            _ => None,
        })
    }

    /// Notes once that the pot is given out.
    fn pot(&mut self, found: &mut Vec<Occurrence>) {
        if !self.has_pot {
            self.has_pot = true;
            found.push(Occurrence::new(Moment::Pot));
        }
    }

    /// Takes the lines that follow as long as they belong together.
    fn take(&mut self, belongs: impl Fn(&SettledLine) -> bool) -> Vec<SettledLine> {
        let lines = self.scene.events[self.place..].iter().map_while(|event| match event {
            Event::Settled(line) if belongs(line) => Some(line.clone()),
            _ => None,
        });
        let lines: Vec<SettledLine> = lines.collect();
        self.place += lines.len();
        lines
    }

    /// Takes the lines of one seat that settle in one way.
    fn settled(&mut self, found: &mut Vec<Occurrence>) {
        let scene = self.scene;
        let Some(Event::Settled(first)) = scene.events.get(self.place) else { return };
        let shows = |event: &Event| *event == Event::DealerRevealed;
        let is_settling = matches!(scene.round.next(), Next::Award(_) | Next::Done);
        let is_early = !is_settling || scene.events[self.place..].iter().any(shows);
        let phase = if is_early { Phase::BeforeShowdown } else { Phase::Settling };
        let kind = scene.kind(first, phase);
        if matches!(kind, Kind::Award | Kind::Envy | Kind::Nothing) {
            self.place += 1;
        }
        match kind {
            Kind::Nothing => {}
            Kind::Award => found.extend(scene.award_verified(first)),
            Kind::Envy => {
                if !found.iter().any(|known| known.at == Moment::Envy) {
                    found.extend(scene.envy_hands_without_award());
                }
                let (row, amount) = (Some(first.row), Some(first.returned));
                let at = Occurrence::of_seat(Moment::Envy, first.seat);
                found.push(Occurrence { row, amount, ..at });
            }
            Kind::Collected => {
                let lines = self.take(|line| line.seat == first.seat && is_collected_now(line));
                let due = lines.clone();
                let at = Occurrence::of_seat(Moment::Folded, first.seat);
                let shown = scene.shown_before();
                found.push(Occurrence { lines, due, shown, ..at });
            }
            Kind::SideBet => {
                let is_same = |line: &SettledLine| {
                    line.seat == first.seat && scene.kind(line, phase) == Kind::SideBet
                };
                let lines = self.take(is_same);
                let at = Occurrence::of_seat(Moment::SideBetSettled, first.seat);
                found.push(Occurrence { due: lines.clone(), lines, ..at });
            }
            Kind::Turn => {
                if scene.is_pot(first.wager) {
                    self.pot(found);
                    let amount = scene.round.rake().filter(|rake| *rake > Cents::ZERO);
                    let is_taken = found.iter().any(|known| known.at == Moment::Rake);
                    if amount.is_some() && !is_taken {
                        found.push(Occurrence { amount, ..Occurrence::new(Moment::Rake) });
                    }
                }
                let is_same = |line: &SettledLine| {
                    line.seat == first.seat && scene.kind(line, phase) == Kind::Turn
                };
                let lines = self.take(is_same);
                found.extend(scene.turn(first.seat, lines));
            }
        }
    }

    /// The blackjacks that are paid at once because the dealer is known to have none.
    fn blackjacks(&self, found: &mut Vec<Occurrence>) {
        let scene = self.scene;
        let is_open = match scene.round.next() {
            Next::Decision(choice) => choice.actions.contains(&Action::Decline),
            Next::Bets | Next::Card(_) | Next::Award(_) | Next::Done => false,
        };
        if is_open {
            return;
        }
        if scene.peeks() {
            found.push(Occurrence::new(Moment::Peek));
        }
        if !scene.is_known_without_blackjack() {
            return;
        }
        for seat in &scene.round.felt().seats {
            if seat.hands[0].state == HandState::Blackjack {
                found.push(Occurrence::of_seat(Moment::Blackjack, seat.number));
            }
        }
    }
}

/// The row of a hold 'em hand that died because its player did not show it.
const DEAD_HAND: &str = "dead hand";

/// The row of a progressive bet that was judged and lost.
const NO_AWARD: &str = "no award";

/// The row of a bet that its player has taken back.
const PULLED: &str = "pulled";

fn is_collected_now(line: &SettledLine) -> bool {
    line.outcome == Outcome::Lose && line.row != NO_AWARD
}

fn turns_burns_up(event: &Event) -> bool {
    matches!(event, Event::TurnedUp { whose: Recipient::Burn, .. })
}

fn wants_burns(next: &Next) -> bool {
    matches!(next, Next::Card(Want { to: Recipient::Burn, facing: Facing::Up, .. }))
}

fn is_ace_or_ten(card: Card) -> bool {
    matches!(total(&[card]).points(), 10 | 11)
}

/// The decision that an action is; none for a fold.
fn decision(action: Action) -> Option<Decision> {
    Some(match action {
        Action::Fold => return None,
        Action::Check => Decision::Check,
        Action::Play | Action::PlayTimes(_) => Decision::Play,
        Action::BetTimes(_) | Action::Bet(_) => Decision::Bet,
        Action::RaiseTo(_) | Action::Raise | Action::RaiseTimes(_) => Decision::Raise,
        Action::NoRaise => Decision::NoRaise,
        Action::Call => Decision::Call,
        Action::Ride => Decision::Ride,
        Action::Pull => Decision::Pull,
        Action::Set(_) => Decision::Set,
        Action::LayDown => Decision::LayDown,
        Action::Hit => Decision::Hit,
        Action::Stand => Decision::Stand,
        Action::Double | Action::DoubleFor(_) => Decision::Double,
        Action::Split => Decision::Split,
        Action::Surrender => Decision::Surrender,
        Action::Insure => Decision::Insure,
        Action::Decline => Decision::Decline,
        Action::Take => Decision::Take,
        Action::Press => Decision::Press,
        Action::War => Decision::War,
        Action::Stay => Decision::Stay,
    })
}

impl Scene<'_, '_> {
    /// How a line settles.
    fn kind(&self, line: &SettledLine, phase: Phase) -> Kind {
        let paying = &self.section().paying;
        let is_in = |lines: &[String]| lines.iter().any(|name| name == line.wager);
        let is_taken = line.outcome == Outcome::Lose && !is_in(&paying.before);
        let is_left_out = line.wager == "progressive" && !is_in(&paying.seat);
        match phase {
            _ if awards::is_envy(line) => Kind::Envy,
            _ if awards::is_award(line) => Kind::Award,
            _ if line.outcome == Outcome::Dead || line.row == DEAD_HAND => Kind::Nothing,
            _ if is_left_out => Kind::Nothing,
            _ if self.round.table().is_settled_at_the_deal(line.wager) => Kind::SideBet,
            Phase::BeforeShowdown if is_taken && self.has_folds() => Kind::Collected,
            Phase::BeforeShowdown | Phase::Settling => Kind::Turn,
        }
    }

    /// Whether the section tells the dealer what to collect when a hand is out.
    fn has_folds(&self) -> bool {
        self.section().steps.iter().any(|step| step.at == Moment::Folded)
    }

    /// A seat's turn, unless nothing is left to do in it.
    fn turn(&self, seat: SeatNumber, lines: Vec<SettledLine>) -> Option<Occurrence> {
        let is_paid = |line: &SettledLine| {
            let has_blackjack =
                self.seat(seat).is_some_and(|seat| seat.hands[0].state == HandState::Blackjack);
            let is_at_once = self.section().steps.iter().any(|step| step.at == Moment::Blackjack);
            let is_own = line.wager == "blackjack" && has_blackjack;
            is_own && is_at_once && self.is_known_without_blackjack()
        };
        let is_due = |line: &&SettledLine| !is_paid(line) && line.row != PULLED;
        let due: Vec<SettledLine> = lines.iter().filter(is_due).cloned().collect();
        let turn = Occurrence::of_seat(Moment::SeatSettled, seat);
        (!due.is_empty()).then_some(Occurrence { lines, due, ..turn })
    }

    /// Has the dealer no blackjack, as everyone knows: not with these cards up, or by the peek?
    fn is_known_without_blackjack(&self) -> bool {
        let dealers = self.round.felt().dealer.cards();
        let Some([up, hole]) = dealers.get(..2).and_then(|two| <[_; 2]>::try_from(two).ok()) else {
            return false;
        };
        let peeks = self.round.table().option("peek") != Some("false");
        (peeks || !is_ace_or_ten(up)) && !total(&[up, hole]).is_blackjack()
    }

    /// Whether the dealer looks under the card that is up.
    fn peeks(&self) -> bool {
        let up = self.round.felt().dealer.cards().first();
        up.is_some_and(|up| is_ace_or_ten(*up))
            && self.round.table().option("peek") != Some("false")
    }

    /// Whether the round has just ended as it should.
    fn is_over(&self) -> bool {
        // A card that is burned after the last one ends nothing.
        let is_late = match self.events {
            [] | [Event::Unseen] => true,
            [Event::Dealt { want, .. }] => {
                matches!(want.to, Recipient::Burn | Recipient::Discard)
            }
            _ => false,
        };
        *self.round.next() == Next::Done && !self.round.is_void() && !is_late
    }
}
