//! The dealer's steps: what `croupier rules GAME --steps` prints.

use rulebook::{
    Condition, DealWay, Decision, Irregularity, Moment, Placeholder, Players, Section, Step,
    TurnedUp, filled,
};
use serde::Serialize;
use wire::library::rules::{DealerSteps, StepRule};

use super::{cites, short_cites};
use crate::commands::games::edition;
use crate::output::Output;
use crate::page::Page;

/// The dealer's steps of an edition.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Steps {
    sent: DealerSteps,
    /// What the page says of each step.
    #[serde(skip)]
    told: Vec<Told>,
}

/// What the page says of a step.
struct Told {
    /// The moment, as a heading of the list.
    heading: String,
    /// What is said and done, for any seat and hand.
    says: String,
}

impl Steps {
    /// The steps of an edition.
    pub fn new(section: &Section) -> Steps {
        let told = |step: &Step| Told { heading: heading(&step.at), says: shown(section, step) };
        Steps {
            sent: DealerSteps {
                game: section.game.clone(),
                title: section.title.clone(),
                section: section.number.clone(),
                edition: edition(&section.edition),
                steps: rules(section),
            },
            told: section.steps.iter().map(told).collect(),
        }
    }
}

/// The steps of an edition as data.
pub fn rules(section: &Section) -> Vec<StepRule> {
    let rule = |step: &Step| StepRule {
        id: step.id.clone(),
        chore: step.chore.word().to_owned(),
        duty: step.chore.duty().word().to_owned(),
        at: step.at.to_string(),
        when: step.when.iter().map(condition).collect(),
        say: step.say.clone(),
        prompt: step.prompt.clone(),
        cite: cites(section, &step.cite),
    };
    section.steps.iter().map(rule).collect()
}

impl Output for Steps {
    fn page(&self, page: &mut Page) {
        let DealerSteps { title, section, edition, steps, .. } = &self.sent;
        page.title(title, &format!("ARSD {section}"));
        page.paragraph(&format!("The dealer's steps. Edition {}.", edition.register()));
        let mut heading = "";
        let width = steps.len().to_string().len() + 1;
        for ((step, told), number) in steps.iter().zip(&self.told).zip(1..) {
            if told.heading != heading {
                heading = &told.heading;
                page.heading(heading);
            }
            let when = match step.when.as_slice() {
                [] => String::new(),
                when => format!("({}) ", when.join("; ")),
            };
            let text = format!("{when}{}", told.says);
            let cite = short_cites(section, &step.cite);
            page.item(&format!("{number}."), width, &text, &cite);
        }
    }
}

/// What is said and done, with letters for what only a round knows.
fn shown(section: &Section, step: &Step) -> String {
    let paying = &section.paying;
    let is_before = |condition: &Condition| match condition {
        Condition::Line(line) => paying.before.contains(line),
        _ => false,
    };
    let lines = match &step.at {
        Moment::SeatSettled if step.when.iter().any(is_before) => paying.before.join(", "),
        Moment::SeatSettled => paying.seat.join(", "),
        Moment::SideBetSettled => paying.before.join(", "),
        _ => "take what is lost, pay what is won".to_owned(),
    };
    let value = |placeholder| match placeholder {
        Placeholder::Seat => "N".to_owned(),
        Placeholder::Cards => "CARDS".to_owned(),
        Placeholder::Hand => "HAND".to_owned(),
        Placeholder::Amount => "$X".to_owned(),
        Placeholder::Lines => lines.replace('-', " "),
    };
    let prompt = filled(&step.prompt, value);
    match &step.say {
        Some(say) => format!("\"{}\" {prompt}", filled(say, value)),
        None => prompt,
    }
}

/// A condition in words.
fn condition(condition: &Condition) -> String {
    let words = |name: &str| name.replace('-', " ");
    match condition {
        Condition::Wager(wager) => format!("with {}", words(wager)),
        Condition::NoWager(wager) => format!("without {}", words(wager)),
        Condition::Line(line) => format!("settling {}", words(line)),
        Condition::Pay(key) => words(key),
        Condition::Lost(true) => "all lost".to_owned(),
        Condition::Lost(false) => "not all lost".to_owned(),
        Condition::Award(true) => "hand wins an award or triggers envy".to_owned(),
        Condition::Award(false) => "no award, no envy".to_owned(),
        Condition::Live(true) => "a wager is still live".to_owned(),
        Condition::Live(false) => "no wager is live".to_owned(),
        Condition::Meter(true) => "off the meter".to_owned(),
        Condition::Meter(false) => "from the tray".to_owned(),
        Condition::Several => "several awards".to_owned(),
        Condition::More => "another award follows".to_owned(),
        Condition::Shown(0) => "before the board".to_owned(),
        Condition::Shown(cards) => format!("{cards} board cards up"),
        Condition::Way(DealWay::Hand) => "by hand".to_owned(),
        Condition::Way(DealWay::Machine) => "by machine".to_owned(),
        Condition::Way(DealWay::Both) => "by hand or machine".to_owned(),
        Condition::Players(Players::One) => "one player".to_owned(),
        Condition::Players(Players::Several) => "several players".to_owned(),
        Condition::Option(key, value) => format!("{key} = {value}"),
        Condition::Consequence(consequence) => words(consequence.word()),
    }
}

/// A moment as a heading.
fn heading(at: &Moment) -> String {
    let words = |name: &str| name.replace('-', " ");
    match at {
        Moment::TableOpens => "The table opens".to_owned(),
        Moment::BetsOpen => "Bets are open".to_owned(),
        Moment::BetsLocked => "Bets are locked".to_owned(),
        Moment::Before(stage) => format!("Before the {}", stage_words(stage)),
        Moment::Dealt => "The deal is done".to_owned(),
        Moment::Decided(Decision::Pull) => "A player pulls a bet".to_owned(),
        Moment::Decided(Decision::LayDown) => "A player lays down".to_owned(),
        Moment::Decided(decision) => format!("A player decides: {}", words(decision.word())),
        Moment::Folded => "A hand is out".to_owned(),
        Moment::BoardTurned(cards) => format!("Board card {cards}"),
        Moment::TurnedUp(TurnedUp::Dealer) => "Blackjack begins".to_owned(),
        Moment::TurnedUp(TurnedUp::Burns) => "The burned cards play".to_owned(),
        Moment::Peek => "An ace or a ten is up".to_owned(),
        Moment::Blackjack => "A player has a blackjack".to_owned(),
        Moment::Busted => "A player busts".to_owned(),
        Moment::DealerRevealed => "The dealer shows".to_owned(),
        Moment::Pot => "The pot is given out".to_owned(),
        Moment::Showdown => "A player shows".to_owned(),
        Moment::Rake => "The rake".to_owned(),
        Moment::SeatSettled => "Paying and taking, last seat first".to_owned(),
        Moment::SideBetSettled => "A side bet is decided by the deal".to_owned(),
        Moment::AwardWon => "A hand wins a progressive award".to_owned(),
        Moment::AwardVerified => "The award is verified".to_owned(),
        Moment::EnvyHand => "A hand triggers envy".to_owned(),
        Moment::Envy => "Envy".to_owned(),
        Moment::RoundOver => "The round is over".to_owned(),
        Moment::Irregular(Irregularity::ExtraCardOn17To21) => {
            "Irregularity: extra dealer card on 17 to 21".to_owned()
        }
        Moment::Irregular(what) => format!("Irregularity: {}", words(what.word())),
        Moment::SupervisorCalled => "The supervisor is called".to_owned(),
        Moment::DealerRelieved => "Another dealer takes over".to_owned(),
        Moment::AwardBackedOut => "An award is backed out".to_owned(),
        Moment::TableCloses => "The table closes".to_owned(),
    }
}

fn stage_words(stage: &str) -> String {
    match stage {
        "third" | "fourth" | "fifth" => format!("{stage} street card"),
        stage => stage.to_owned(),
    }
}
