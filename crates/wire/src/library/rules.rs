//! `croupier rules`: the rule card of a game, the dealer's steps, and what changed between editions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::games::EditionEntry;

/// The rule card; with `steps`, the dealer's steps; with `diff`, what changed between two editions.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum RulesAnswer {
    /// The rule card.
    Card(Box<RuleCard>),
    /// What changed.
    Changes(EditionChanges),
    /// The dealer's steps.
    Steps(DealerSteps),
}

/// A game's rules in one edition.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RuleCard {
    /// The game.
    pub game: String,
    /// Its name.
    pub title: String,
    /// Its section.
    #[schema(example = "20:18:16:15.05")]
    pub section: String,
    /// The game in a sentence.
    pub summary: String,
    /// The edition that the card shows.
    pub edition: EditionEntry,
    /// The ids of all editions.
    pub editions: Vec<String>,
    /// The numbers of decks it may be dealt from.
    pub decks: Vec<u8>,
    /// Whether a joker is among the cards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub joker: bool,
    /// The most seats at a table.
    pub seats: u8,
    /// The order of play.
    pub order_of_play: Vec<PlayRule>,
    /// The dealer's steps.
    pub steps: Vec<StepRule>,
    /// How the cards are dealt.
    pub dealing: Vec<PacketRule>,
    /// The wagers.
    pub wagers: Vec<WagerRule>,
    /// The limits of wagers.
    pub limits: Vec<LimitRule>,
    /// The most that a single bet may be, in dollars.
    pub bet_max: String,
    /// What a house may choose.
    pub options: Vec<OptionRule>,
    /// The order of paying and taking.
    pub paying: PayingRule,
    /// Pays outside of schedules.
    pub pays: Vec<PayRule>,
    /// What the house takes of pots.
    pub rake: Vec<RakeRule>,
    /// The pay schedules.
    pub tables: Vec<ScheduleTable>,
    /// What follows when something goes wrong.
    pub irregularities: Vec<IrregularityRule>,
    /// Figures that the text sets.
    pub terms: Vec<TermRule>,
    /// The subdivisions of the section.
    pub subdivisions: Vec<SubdivisionRule>,
    /// The rulings on what the text leaves open.
    pub rulings: Vec<RulingRule>,
    /// The side bets that a table may add.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub side_bets: Vec<SideBetRule>,
}

/// A side bet with a section of its own, which a table may add.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideBetRule {
    /// Its wager's id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its section.
    pub section: String,
    /// The bet in a sentence.
    pub summary: String,
    /// The edition of its section.
    pub edition: EditionEntry,
}

/// A step of the order of play.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayRule {
    /// Its id.
    pub id: String,
    /// What happens.
    pub says: String,
    /// The subdivisions and rulings that say so.
    pub cite: Vec<String>,
}

/// A step of the dealer's procedure.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StepRule {
    /// Its id.
    pub id: String,
    /// What kind of chore it is.
    pub chore: String,
    /// The duty that the chore belongs to.
    pub duty: String,
    /// The moment of the round.
    pub at: String,
    /// The conditions under which it is done.
    pub when: Vec<String>,
    /// What the dealer announces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// What the dealer does.
    pub prompt: String,
    /// The subdivisions and rulings that order it.
    pub cite: Vec<String>,
}

/// Cards that are dealt together.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PacketRule {
    /// By hand, by machine, or both.
    pub way: String,
    /// The stage of the deal.
    pub stage: String,
    /// Who or what gets the cards.
    pub to: String,
    /// The number of cards.
    pub cards: u8,
    /// How many times around.
    pub times: u8,
    /// Which way the cards face.
    pub face: String,
    /// The subdivisions and rulings that say so.
    pub cite: Vec<String>,
}

/// A wager of the game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WagerRule {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Whether a player must make it.
    pub need: String,
    /// The bets that make it.
    pub bets: Vec<String>,
    /// The lines that settle it.
    pub lines: Vec<String>,
    /// The lines that a tip may ride on.
    pub tips: Vec<String>,
    /// Who may make it.
    pub who: String,
    /// When it is made.
    pub when: String,
    /// Its pay schedules.
    pub schedules: Vec<String>,
    /// The subdivisions and rulings that say so.
    pub cite: Vec<String>,
}

/// The limit of some wagers, in dollars.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct LimitRule {
    /// The wagers.
    pub wagers: Vec<String>,
    /// What the limit is of.
    pub applies: String,
    /// The least.
    pub min: Option<String>,
    /// The most, or `posted`.
    pub max: String,
    /// The subdivisions and rulings that say so.
    pub cite: Vec<String>,
}

/// An option of the house.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OptionRule {
    /// Its key.
    pub key: String,
    /// The values it takes.
    pub values: Vec<String>,
    /// The value of a table that does not post one.
    pub default: String,
    /// What it chooses.
    pub says: String,
    /// The subdivisions and rulings that allow it.
    pub cite: Vec<String>,
}

/// The order in which lines are paid and taken.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PayingRule {
    /// Lines of all seats that come first.
    pub before: Vec<String>,
    /// Lines of a seat in its turn.
    pub seat: Vec<String>,
    /// Lines of all seats that come last.
    pub after: Vec<String>,
    /// The subdivisions and rulings that say so.
    pub cite: Vec<String>,
}

/// A pay outside of schedules.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PayRule {
    /// Its key.
    pub key: String,
    /// The lines it pays.
    pub lines: Vec<String>,
    /// The condition.
    #[serde(rename = "if")]
    pub condition: String,
    /// The odds.
    pub pays: String,
    /// The subdivisions and rulings that say so.
    pub cite: Vec<String>,
}

/// What the house takes of a pot, in dollars.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RakeRule {
    /// The least pot.
    pub pot: String,
    /// What is taken of it.
    pub takes: String,
    /// The subdivisions and rulings that say so.
    pub cite: Vec<String>,
}

/// The consequence of an irregularity.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct IrregularityRule {
    /// What went wrong.
    pub event: String,
    /// Whom it concerns.
    pub to: String,
    /// What follows.
    pub consequence: String,
    /// The supervisor is called.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub supervisor: bool,
    /// The subdivisions and rulings that say so.
    pub cite: Vec<String>,
}

/// A figure that the text sets.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TermRule {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// What it means.
    pub says: String,
    /// The subdivisions and rulings that say so.
    pub cite: Vec<String>,
}

/// A subdivision of the section.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SubdivisionRule {
    /// Its number in this edition.
    #[schema(example = "(8)")]
    pub number: String,
    /// Its key, the same in all editions.
    pub key: String,
    /// What it demands.
    pub demands: String,
}

/// A ruling.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulingRule {
    /// Its id.
    #[schema(example = "LIR-3")]
    pub id: String,
    /// What it says.
    pub says: String,
}

/// Schedules of one wager that pay the same lines on the same cards.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ScheduleTable {
    /// The wager.
    pub wager: String,
    /// The lines they pay.
    pub lines: Vec<String>,
    /// The order of hands.
    pub order: String,
    /// The cards that the hand is judged on.
    pub judged: String,
    /// A column for each schedule.
    pub schedules: Vec<ScheduleColumn>,
    /// The subdivisions and rulings that print them.
    pub cite: Vec<String>,
}

/// A schedule of a table.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ScheduleColumn {
    /// Its id.
    pub id: String,
    /// The name that the rule prints.
    pub printed_name: Option<String>,
    /// The schedule that pays the same in every row of this table, if one comes before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// Its rows.
    pub rows: Vec<ScheduleRow>,
    /// The terms of a progressive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progressive: Option<ProgressiveTerms>,
}

/// A row of a schedule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ScheduleRow {
    /// The hand.
    pub hand: String,
    /// What it pays.
    #[schema(example = "5 to 1")]
    pub pays: String,
    /// The kind of pay: `to`, `for`, `share`, `dollars` or `push`.
    pub kind: String,
    /// The envy award, in dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub envy: Option<String>,
    /// What the rule prints, where a ruling reads it otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedPay>,
}

/// What the rule prints for a row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PrintedPay {
    /// The printed pay; nothing if it was left blank.
    pub pays: Option<String>,
    /// The ruling that reads it otherwise.
    pub ruling: String,
}

/// The terms of a progressive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProgressiveTerms {
    /// The nominal wager, in dollars.
    pub nominal: String,
    /// The seed for it, in dollars.
    pub seed: String,
    /// The share of each wager that goes to the meter.
    pub contribution: String,
    /// The share that goes to the reserve.
    pub reserve: String,
}

/// The dealer's steps of an edition.
// A rule card has these keys and more: it is not the dealer's steps.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DealerSteps {
    /// The game.
    pub game: String,
    /// Its name.
    pub title: String,
    /// Its section.
    pub section: String,
    /// The edition.
    pub edition: EditionEntry,
    /// The steps, in the order of a round.
    pub steps: Vec<StepRule>,
}

/// What one edition changes against another.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EditionChanges {
    /// The game.
    pub game: String,
    /// Its section.
    pub section: String,
    /// The edition before.
    pub before: String,
    /// The edition after.
    pub after: String,
    /// The changes.
    pub changes: Vec<EditionChange>,
}

/// A change between editions.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EditionChange {
    /// What kind of entry changed.
    pub area: String,
    /// Which one.
    pub name: String,
    /// What it said; nothing if it is new.
    pub before: Option<String>,
    /// What it says; nothing if it is gone.
    pub after: Option<String>,
}
