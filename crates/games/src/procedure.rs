//! The dealer's procedure: which steps of the section are due after what just happened.
//!
//! A step is data (`[[step]]` of the rulebook): a moment, conditions, words. What happened in the
//! round gives the moments, in order; each moment gives its steps, in the order of the section.
//! Nothing here changes a round.

mod awards;
mod moments;
mod stages;

use cards::Card;
use money::Cents;
use rulebook::{
    Chore, Citation, Condition, DealWay, Moment, Placeholder, Players, Section, Step, filled,
};

use crate::felt::{Seat, SeatNumber};
use crate::hand::Whose;
use crate::log::Event;
use crate::procedure::moments::{Occurrence, occurrences};
use crate::round::Round;
use crate::settle::{Outcome, SettledLine};
use crate::table::Table;

/// A step that the dealer has to do now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueStep<'s> {
    /// The step of the section.
    pub step: &'s Step,
    /// The seat it is about, where it is about one.
    pub seat: Option<SeatNumber>,
    /// What to do, in words.
    pub text: String,
    /// What to announce.
    pub say: Option<String>,
    /// What orders it.
    pub cite: Vec<Citation>,
}

/// The dealer's procedure.
#[derive(Clone, Copy, Debug)]
pub struct Procedure;

impl Procedure {
    /// The steps due after one operation: the round as it stands now, and the events of the
    /// operation.
    pub fn after<'r>(round: &'r Round, events: &[Event]) -> Vec<DueStep<'r>> {
        let scene = Scene { round, events };
        let section = round.table().section();
        let mut due = Vec::new();
        for occurrence in occurrences(&scene) {
            for step in section.steps.iter().filter(|step| step.at == occurrence.at) {
                let holds = |condition: &Condition| scene.holds(condition, &occurrence);
                if step.when.iter().all(holds) {
                    due.push(scene.due(step, &occurrence));
                }
            }
        }
        due
    }

    /// The steps due at a moment outside a round: when the table opens or closes, when another
    /// dealer takes over, when an award is backed out.
    pub fn outside_round<'t>(table: &'t Table, at: &Moment) -> Vec<DueStep<'t>> {
        let section = table.section();
        let is_due = |step: &&Step| {
            let holds = |condition: &Condition| match condition {
                Condition::Option(key, value) => table.option(key) == Some(value),
                Condition::Way(way) => *way == dealt_by(table),
                // The rulebook takes no other condition outside a round.
                _ => false,
            };
            at.is_outside_round() && step.at == *at && step.when.iter().all(holds)
        };
        let due = |step: &'t Step| DueStep {
            step,
            seat: None,
            text: step.prompt.clone(),
            say: step.say.clone(),
            cite: cites(section, step),
        };
        section.steps.iter().filter(is_due).map(due).collect()
    }
}

fn cites(section: &Section, step: &Step) -> Vec<Citation> {
    step.cite.iter().filter_map(|key| section.cite(key)).collect()
}

fn dealt_by(table: &Table) -> DealWay {
    match table.option("dealing") {
        Some("machine") => DealWay::Machine,
        _ => DealWay::Hand,
    }
}

/// A round, and what just happened in it.
struct Scene<'r, 'e> {
    round: &'r Round,
    events: &'e [Event],
}

impl<'r> Scene<'r, '_> {
    fn section(&self) -> &'r Section {
        self.round.table().section()
    }

    fn seat(&self, number: SeatNumber) -> Option<&'r Seat> {
        self.round.felt().seats.iter().find(|seat| seat.number == number)
    }

    fn has(&self, seat: &Seat, wager: &str) -> bool {
        self.round.table().line(wager).is_some_and(|line| seat.has(line))
    }

    /// The lines that were settled just now.
    fn settled(&self) -> impl Iterator<Item = &SettledLine> {
        self.events.iter().filter_map(|event| match event {
            Event::Settled(line) => Some(line),
            _ => None,
        })
    }

    /// Whether a condition holds when something occurs.
    fn holds(&self, condition: &Condition, at: &Occurrence) -> bool {
        let seats = &self.round.felt().seats;
        let own = at.seat.and_then(|seat| self.seat(seat));
        match condition {
            Condition::Wager(wager) => match own {
                Some(seat) => self.has(seat, wager),
                None => seats.iter().any(|seat| self.has(seat, wager)),
            },
            Condition::NoWager(wager) => own.is_some_and(|seat| !self.has(seat, wager)),
            Condition::Line(name) => at.lines.iter().any(|line| line.wager == name),
            Condition::Pay(key) if at.at == Moment::DealerRevealed => {
                self.settled().any(|line| line.row == key)
            }
            Condition::Pay(key) => at.lines.iter().any(|line| line.row == key),
            Condition::Lost(is_lost) => {
                *is_lost == at.lines.iter().all(|line| line.outcome == Outcome::Lose)
            }
            Condition::Award(is_won) => *is_won == self.is_for_progressive(at.seat),
            Condition::Live(is_live) => {
                *is_live == own.is_some_and(|seat| self.is_live(seat, &at.lines))
            }
            Condition::Meter(is_meter) => {
                at.award.is_some_and(|award| award.is_off_meter == *is_meter)
            }
            Condition::Several => self.has_several_awards(),
            Condition::More => at.award.is_some_and(|award| award.is_followed),
            Condition::Shown(cards) => at.shown == *cards,
            Condition::Way(way) => *way == dealt_by(self.round.table()),
            Condition::Players(players) => match players {
                Players::One => seats.len() == 1,
                Players::Several => seats.len() > 1,
            },
            Condition::Option(key, value) => self.round.table().option(key) == Some(value),
            Condition::Consequence(consequence) => at.consequence == Some(*consequence),
        }
    }

    /// Whether a wager of a folded hand is still to be settled, beyond what was collected from it.
    fn is_live(&self, seat: &Seat, collected: &[SettledLine]) -> bool {
        let lines = self.section().wagers.iter().flat_map(|wager| &wager.lines);
        lines.into_iter().any(|name| {
            self.has(seat, name) && collected.iter().all(|line| line.wager != name.as_str())
        })
    }

    fn due(&self, step: &'r Step, at: &Occurrence) -> DueStep<'r> {
        let fill = |text: &str| filled(text, |placeholder| self.value(placeholder, at));
        DueStep {
            step,
            seat: at.seat,
            text: fill(&step.prompt),
            say: step.say.as_deref().map(fill),
            cite: cites(self.section(), step),
        }
    }

    /// What stands for a placeholder.
    fn value(&self, placeholder: Placeholder, at: &Occurrence) -> String {
        let felt = self.round.felt();
        let own = at.seat.and_then(|seat| self.seat(seat)).map(Seat::cards);
        let cards = match (&at.at, own) {
            (_, Some(cards)) => cards,
            (Moment::BoardTurned(shown), None) => {
                felt.board.cards().get(..usize::from(*shown)).unwrap_or_default()
            }
            (Moment::TurnedUp(rulebook::TurnedUp::Burns), None) => felt.burns.cards(),
            (Moment::TurnedUp(rulebook::TurnedUp::Dealer), None) => {
                felt.dealer.cards().get(..1).unwrap_or_default()
            }
            _ => felt.dealer.cards(),
        };
        match placeholder {
            Placeholder::Seat => at.seat.map(|seat| seat.to_string()).unwrap_or_default(),
            Placeholder::Cards => cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" "),
            Placeholder::Hand => {
                let whose = at.seat.map_or(Whose::Dealer, |seat| Whose::Seat(seat, 0));
                at.row.map_or_else(|| self.hand_words(whose, cards), str::to_owned)
            }
            Placeholder::Amount => {
                at.amount.map(|amount| format!("{amount:#}")).unwrap_or_default()
            }
            Placeholder::Lines => self.line_words(&at.due),
        }
    }

    /// What a hand is called.
    fn hand_words(&self, whose: Whose, own: &[Card]) -> String {
        let hands = self.round.hands(whose, own, self.round.felt().board.cards());
        hands.into_iter().map(|hand| hand.words).collect::<Vec<_>>().join(" and ")
    }

    /// What to pay, take and push: `pay play $20, take ante $10, push blind`.
    fn line_words(&self, lines: &[SettledLine]) -> String {
        let words = |line: &SettledLine| {
            let name = match line.hand {
                Some(hand) => format!("{} {hand}", line.wager),
                None => line.wager.to_owned(),
            };
            let name = name.replace('-', " ");
            let SettledLine { staked, returned, .. } = line.clone();
            if self.is_pot(line.wager) {
                return match returned > Cents::ZERO {
                    true => format!("give {returned:#} from the pot"),
                    false => "nothing from the pot".to_owned(),
                };
            }
            if self.is_collected(line.wager) {
                return match returned > Cents::ZERO {
                    true => format!("pay {name} {returned:#}"),
                    false => format!("{name} loses"),
                };
            }
            match returned.cmp(&staked) {
                std::cmp::Ordering::Greater => format!("pay {name} {:#}", returned - staked),
                std::cmp::Ordering::Less => format!("take {name} {:#}", staked - returned),
                std::cmp::Ordering::Equal => format!("push {name}"),
            }
        };
        lines.iter().map(words).collect::<Vec<_>>().join(", ")
    }

    /// Whether the players bet this for a pot.
    fn is_pot(&self, wager: &str) -> bool {
        let section = self.section();
        !section.rakes.is_empty() && section.paying.before.iter().any(|line| line == wager)
    }

    /// Whether this wager was taken when the bets were locked, so that nothing of it lies on the table.
    fn is_collected(&self, wager: &str) -> bool {
        self.section().steps.iter().any(|step| {
            let is_on = |condition: &Condition| *condition == Condition::Wager(wager.to_owned());
            step.at == Moment::BetsLocked
                && step.chore == Chore::Collect
                && step.when.iter().any(is_on)
        }) || wager == "progressive"
    }
}
