//! A table of the house: how it is set up, who sits at it, and the shuffle it deals from.

pub mod deed;
pub mod play;
pub mod setup;
pub mod shuffling;
pub mod steps;
pub mod tally;
pub mod undo;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use money::{Cents, Moment};
use progressive::{PersonId, Seat, TableId};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::view::{Posted, posted};
use setup::{Opened, Setup};
use shuffling::Shuffled;

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// A person.
    Person(PersonId),
    /// A bot, by the name of its strategy.
    Bot(String),
}

impl Player {
    /// The name that others see.
    pub fn name(&self) -> &str {
        match self {
            Player::Person(person) => person.as_str(),
            Player::Bot(_) => "bot",
        }
    }
}

/// A call for a supervisor: who called, and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Call {
    pub by: PersonId,
    pub at: Moment,
    pub why: String,
}

/// Chips that a seat has asked for: they are there once the dealer confirms them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct BuyIn {
    /// For how much.
    #[serde(with = "progressive::as_text")]
    pub amount: Cents,
    /// Since when.
    pub at: Moment,
    /// Does the player sit down with it? Refused, the seat is free again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_first: bool,
}

/// What a store keeps of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct TableForm {
    pub(crate) id: TableId,
    #[serde(with = "crate::shared")]
    pub(crate) setup: Arc<Setup>,
    pub(crate) is_open: bool,
    /// How many rounds were opened.
    pub(crate) rounds: u64,
    /// Counts every change: who acts on an older table is told so.
    pub(crate) version: u64,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) seated: BTreeMap<Seat, Player>,
    /// The chips that seats have asked for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) buy_ins: BTreeMap<Seat, BuyIn>,
    /// Who had the button in the last round, where there is one, and who played it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) button: Option<Seat>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) played: BTreeSet<Seat>,
    /// When the time for bets or a decision is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<Moment>,
    /// The call that a supervisor has not answered yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) call: Option<Call>,
    /// The shuffle that cards come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shuffle: Option<Shuffled>,
    /// The shuffle of version 1 that was given up for this one [SHF-1].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) given_up: Option<Shuffled>,
}

/// A table of the house.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) form: TableForm,
    pub(crate) felt: Arc<games::Table>,
    pub(crate) seats: u8,
    /// What every player must bet, at the least.
    least: Arc<[(&'static str, Cents)]>,
    /// What it posts, as views have it.
    posted: Posted,
}

impl PartialEq for Table {
    /// The rest follows from what is stored.
    fn eq(&self, other: &Table) -> bool {
        self.form == other.form
    }
}

impl Eq for Table {}

impl Table {
    pub(crate) fn new(id: TableId, mut setup: Setup, opened: Opened) -> Table {
        let Opened { felt, seats, .. } = opened;
        // A later edition does not change an open table.
        setup.edition = Some(felt.section().edition.id.to_string());
        let form = TableForm {
            id,
            setup: Arc::new(setup),
            is_open: true,
            rounds: 0,
            version: 0,
            seated: BTreeMap::new(),
            buy_ins: BTreeMap::new(),
            button: None,
            played: BTreeSet::new(),
            until: None,
            call: None,
            shuffle: None,
            given_up: None,
        };
        Table::of(form, felt, seats)
    }

    fn of(form: TableForm, felt: Arc<games::Table>, seats: u8) -> Table {
        let least: Arc<[_]> = felt.least_bets().unwrap_or_default().into();
        let posted = Posted::new(posted(&felt, &form.setup, seats, &least));
        Table { form, felt, seats, least, posted }
    }

    pub(crate) fn from_form(form: TableForm) -> Result<Table, Refusal> {
        let Opened { felt, seats, .. } = form.setup.open()?;
        Ok(Table::of(form, felt, seats))
    }

    /// What every player must bet, at the least.
    pub fn least(&self) -> &[(&'static str, Cents)] {
        &self.least
    }

    /// What it posts, as views have it.
    pub(crate) fn posted(&self) -> &Posted {
        &self.posted
    }

    /// Its name.
    pub fn id(&self) -> &TableId {
        &self.form.id
    }

    /// How it is set up; the edition is the one it is open under.
    pub fn setup(&self) -> &Setup {
        &self.form.setup
    }

    /// Is it open?
    pub fn is_open(&self) -> bool {
        self.form.is_open
    }

    /// Counts every change at the table.
    pub fn version(&self) -> u64 {
        self.form.version
    }

    /// How many rounds were opened.
    pub fn rounds(&self) -> u64 {
        self.form.rounds
    }

    /// How many seats it has.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Who sits where.
    pub fn seated(&self) -> &BTreeMap<Seat, Player> {
        &self.form.seated
    }

    /// The chips that seats have asked for and the dealer has not confirmed yet.
    pub fn buy_ins(&self) -> &BTreeMap<Seat, BuyIn> {
        &self.form.buy_ins
    }

    /// When the time for bets or a decision is up; none without a clock.
    pub fn until(&self) -> Option<Moment> {
        self.form.until
    }

    /// The call that a supervisor has not answered yet.
    pub fn call(&self) -> Option<&Call> {
        self.form.call.as_ref()
    }

    /// The shuffle that cards come from, or will.
    pub fn shuffle(&self) -> Option<&Shuffled> {
        self.form.shuffle.as_ref()
    }

    /// The shuffle of version 1 that was given up for the one that cards come from, because its seed lay in the store in
    /// the clear [SHF-1]. It is spent, and its seed is shown.
    pub fn given_up(&self) -> Option<&Shuffled> {
        self.form.given_up.as_ref()
    }

    /// The table by the rules: what it posts and offers.
    pub fn felt(&self) -> &Arc<games::Table> {
        &self.felt
    }

    /// Does a round that opens now need the secret of a new shuffle? The machine has no chance of its own.
    pub fn needs_seed(&self) -> bool {
        self.has_no_shuffle() || self.has_readable_shuffle()
    }

    /// Does the house deal here, with nothing to deal from?
    pub(crate) fn has_no_shuffle(&self) -> bool {
        self.setup().kind != setup::Kind::Live
            && self.form.shuffle.as_ref().is_none_or(Shuffled::is_spent)
    }

    /// Are there cards to come from a shuffle of version 1? It is dealt from no more, except for a round whose bets are
    /// locked [SHF-1].
    pub(crate) fn has_readable_shuffle(&self) -> bool {
        self.form.shuffle.as_ref().is_some_and(Shuffled::is_readable)
    }
}
