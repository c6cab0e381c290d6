//! The rule card as data: what `croupier rules --json` prints.

use rulebook::{Bounds, Game, LimitMax, Section};
use serde::Serialize;

use super::posted::{self, PostedTable};
use super::steps::{self, StepCard};
use super::{cites, short_number};
use crate::commands::games::EditionLine;

#[derive(Serialize)]
pub struct RuleCard {
    pub game: String,
    pub title: String,
    pub section: String,
    pub summary: String,
    pub edition: EditionLine,
    pub editions: Vec<String>,
    pub decks: Vec<u8>,
    /// Is a joker among the cards?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub joker: bool,
    pub seats: u8,
    pub order_of_play: Vec<Said>,
    pub steps: Vec<StepCard>,
    pub dealing: Vec<Packet>,
    pub wagers: Vec<WagerCard>,
    pub limits: Vec<LimitCard>,
    pub bet_max: String,
    pub options: Vec<OptionCard>,
    pub paying: PayingCard,
    pub pays: Vec<PayCard>,
    pub rake: Vec<RakeCard>,
    pub tables: Vec<PostedTable>,
    pub irregularities: Vec<IrregularityCard>,
    pub terms: Vec<TermCard>,
    pub subdivisions: Vec<SubdivisionCard>,
    pub rulings: Vec<RulingCard>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub side_bets: Vec<SideBetCard>,
}

/// A side bet with a section of its own, which a table may add.
#[derive(Serialize)]
pub struct SideBetCard {
    pub id: String,
    pub title: String,
    pub section: String,
    pub summary: String,
    pub edition: EditionLine,
}

#[derive(Serialize)]
pub struct Said {
    pub id: String,
    pub says: String,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct Packet {
    pub way: &'static str,
    pub stage: String,
    pub to: &'static str,
    pub cards: u8,
    pub times: u8,
    pub face: &'static str,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct WagerCard {
    pub id: String,
    pub title: String,
    pub need: &'static str,
    pub bets: Vec<String>,
    pub lines: Vec<String>,
    pub tips: Vec<String>,
    pub who: String,
    pub when: String,
    pub schedules: Vec<String>,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct LimitCard {
    pub wagers: Vec<String>,
    pub applies: &'static str,
    pub min: Option<String>,
    pub max: String,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct OptionCard {
    pub key: String,
    pub values: Vec<String>,
    pub default: String,
    pub says: String,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct PayingCard {
    pub before: Vec<String>,
    pub seat: Vec<String>,
    pub after: Vec<String>,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct PayCard {
    pub key: String,
    pub lines: Vec<String>,
    #[serde(rename = "if")]
    pub condition: String,
    pub pays: String,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct RakeCard {
    pub pot: String,
    pub takes: String,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct IrregularityCard {
    pub event: &'static str,
    pub to: &'static str,
    pub consequence: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub supervisor: bool,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct TermCard {
    pub key: String,
    pub value: String,
    pub says: String,
    pub cite: Vec<String>,
}

#[derive(Serialize)]
pub struct SubdivisionCard {
    pub number: String,
    pub key: String,
    pub demands: String,
}

#[derive(Serialize)]
pub struct RulingCard {
    pub id: String,
    pub says: String,
}

impl RuleCard {
    /// The card of a game in one edition.
    pub fn new(bounds: &Bounds, game: &Game, section: &Section) -> RuleCard {
        let cite = |keys: &[String]| cites(section, keys);
        RuleCard {
            game: section.game.clone(),
            title: section.title.clone(),
            section: section.number.clone(),
            summary: section.summary.clone(),
            edition: EditionLine::from(&section.edition),
            editions: game.editions.iter().map(|edition| edition.id.to_string()).collect(),
            decks: section.decks.iter().map(|decks| decks.get()).collect(),
            joker: section.decks.iter().any(|decks| decks.has_joker()),
            seats: section.seats,
            order_of_play: order_of_play(section),
            steps: steps::cards(section),
            dealing: packets(section),
            wagers: wagers(section),
            limits: limits(section),
            bet_max: bounds.bet_max.to_string(),
            options: options(bounds, section),
            paying: PayingCard {
                before: section.paying.before.clone(),
                seat: section.paying.seat.clone(),
                after: section.paying.after.clone(),
                cite: cite(&section.paying.cite),
            },
            pays: pays(section),
            rake: rake(section),
            tables: posted::tables(section),
            irregularities: irregularities(section),
            terms: terms(section),
            subdivisions: subdivisions(section),
            rulings: rulings(section),
            side_bets: section.added_side_bets().map(side_bet).collect(),
        }
    }
}

fn side_bet(section: &Section) -> SideBetCard {
    SideBetCard {
        id: section.game.clone(),
        title: section.title.clone(),
        section: section.number.clone(),
        summary: section.summary.clone(),
        edition: EditionLine::from(&section.edition),
    }
}

fn order_of_play(section: &Section) -> Vec<Said> {
    let said = |play: &rulebook::Play| Said {
        id: play.id.clone(),
        says: play.says.clone(),
        cite: cites(section, &play.cite),
    };
    section.play.iter().map(said).collect()
}

fn packets(section: &Section) -> Vec<Packet> {
    let packet = |deal: &rulebook::Deal| Packet {
        way: deal.way.word(),
        stage: deal.stage.clone(),
        to: deal.to.word(),
        cards: deal.cards,
        times: deal.times,
        face: deal.face.word(),
        cite: cites(section, &deal.cite),
    };
    section.deals.iter().map(packet).collect()
}

fn wagers(section: &Section) -> Vec<WagerCard> {
    let card = |wager: &rulebook::Wager| WagerCard {
        id: wager.id.clone(),
        title: wager.title.clone(),
        need: wager.need.word(),
        bets: wager.bets.clone(),
        lines: wager.lines.clone(),
        tips: wager.tips.clone(),
        who: wager.who.clone(),
        when: wager.when.clone(),
        schedules: section.schedule_names(&wager.id).into_iter().map(str::to_owned).collect(),
        cite: cites(section, &wager.cite),
    };
    section.wagers.iter().map(card).collect()
}

fn limits(section: &Section) -> Vec<LimitCard> {
    let card = |limit: &rulebook::Limit| LimitCard {
        wagers: limit.wagers.clone(),
        applies: limit.applies.word(),
        min: limit.min.map(|amount| amount.to_string()),
        max: match limit.max {
            LimitMax::Posted => "posted".to_owned(),
            LimitMax::Amount(amount) => amount.to_string(),
        },
        cite: cites(section, &limit.cite),
    };
    section.limits.iter().map(card).collect()
}

/// Every option that a table of the section takes.
fn options(bounds: &Bounds, section: &Section) -> Vec<OptionCard> {
    let card = |option: &rulebook::TableOption| OptionCard {
        key: option.key.clone(),
        values: option.value_words(),
        default: option.default.clone(),
        says: option.says.clone(),
        cite: cites(section, &option.cite),
    };
    games::options_of(bounds, section).iter().map(card).collect()
}

fn pays(section: &Section) -> Vec<PayCard> {
    let card = |pay: &rulebook::Pay| PayCard {
        key: pay.key.clone(),
        lines: pay.lines.clone(),
        condition: pay.condition.clone(),
        pays: pay.pays.to_string(),
        cite: cites(section, &pay.cite),
    };
    section.pays.iter().map(card).collect()
}

fn rake(section: &Section) -> Vec<RakeCard> {
    let card = |rake: &rulebook::Rake| RakeCard {
        pot: rake.pot.to_string(),
        takes: rake.takes.to_string(),
        cite: cites(section, &rake.cite),
    };
    section.rakes.iter().map(card).collect()
}

fn irregularities(section: &Section) -> Vec<IrregularityCard> {
    let card = |irregularity: &rulebook::IrregularityRule| IrregularityCard {
        event: irregularity.event.word(),
        to: irregularity.to.word(),
        consequence: irregularity.consequence.word(),
        supervisor: irregularity.calls_supervisor,
        cite: cites(section, &irregularity.cite),
    };
    section.irregularities.iter().map(card).collect()
}

fn terms(section: &Section) -> Vec<TermCard> {
    let card = |term: &rulebook::Term| TermCard {
        key: term.key.clone(),
        value: term.value.clone(),
        says: term.says.clone(),
        cite: cites(section, &term.cite),
    };
    section.terms.iter().map(card).collect()
}

fn subdivisions(section: &Section) -> Vec<SubdivisionCard> {
    let card = |subdivision: &rulebook::Subdivision| SubdivisionCard {
        number: short_number(section, subdivision),
        key: subdivision.key.clone(),
        demands: subdivision.demands.clone(),
    };
    section.subdivisions.iter().map(card).collect()
}

fn rulings(section: &Section) -> Vec<RulingCard> {
    let card =
        |ruling: &rulebook::Ruling| RulingCard { id: ruling.id.clone(), says: ruling.says.clone() };
    section.rulings.iter().map(card).collect()
}
