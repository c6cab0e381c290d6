//! A table of the house, one record: how it is set up, who sits at it, the shuffle it deals from, its round and its
//! keypad.

pub mod command;
pub mod keypad;
pub mod play;
pub mod setup;
pub mod shuffling;
pub mod steps;
pub mod tally;
pub mod undo;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use money::{Cents, Moment};
use progressive::{MeterId, PersonId, Posted, Seat, Stakes, TableId};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::view;
use keypad::{Keypad, KeypadRound, ProgressiveRound};
use play::Play;
use setup::{Kind, Opened, Setup};
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
    /// Whether the player sits down with it. If it is refused, the seat is free again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_first: bool,
}

/// How a table is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Open {
    /// It is closed.
    No,
    /// With seats, chips and cards.
    Seats,
    /// As a keypad only.
    Keypad,
}

/// How a table is open, as its row says it: open with seats, or not. The keypad's row says whether that is open, and
/// `Table::take_in_keypad` puts the two together.
mod open_with_seats {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use super::Open;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    pub(super) fn serialize<S: Serializer>(open: &Open, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(*open == Open::Seats)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Open, D::Error> {
        Ok(if bool::deserialize(from)? { Open::Seats } else { Open::No })
    }
}

/// What a store keeps of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct TableForm {
    pub(crate) id: TableId,
    #[serde(with = "crate::shared")]
    pub(crate) setup: Arc<Setup>,
    /// How it is open.
    #[serde(rename = "is-open", with = "open_with_seats")]
    pub(crate) open: Open,
    /// How many rounds were opened under its name, with cards or at its keypad.
    pub(crate) rounds: u64,
    /// Counts every change, so that a person who acts on an older state is told.
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

impl TableForm {
    fn new(id: TableId, setup: Setup) -> TableForm {
        TableForm {
            id,
            setup: Arc::new(setup),
            open: Open::No,
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
        }
    }
}

/// The round at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TableRound {
    /// Dealt with cards: the one being played, or the last one until the next bets.
    Dealt(Arc<Play>),
    /// Entered by the dealer at a table that is only a keypad, between lock and game over.
    Entered {
        /// What the dealer has entered.
        round: ProgressiveRound,
        /// The last round with cards, from when the table had seats: its row stays until the next bets there.
        before: Option<Arc<Play>>,
    },
}

impl TableRound {
    fn dealt(&self) -> Option<&Arc<Play>> {
        match self {
            TableRound::Dealt(play) => Some(play),
            TableRound::Entered { before, .. } => before.as_ref(),
        }
    }

    /// Its progressive part: the bets, and what the cards say.
    fn progressive(&self) -> Option<Cow<'_, ProgressiveRound>> {
        match self {
            TableRound::Dealt(play) => ProgressiveRound::of(play).map(Cow::Owned),
            TableRound::Entered { round, .. } => Some(Cow::Borrowed(round)),
        }
    }
}

/// A table: all that stands at it.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) form: TableForm,
    /// The table by the rules; none at one that is only a keypad.
    felt: Option<Felt>,
    /// Its keypad, if it posts a progressive or did.
    pub(crate) keypad: Option<Keypad>,
    /// Its round, dealt with cards or entered by hand.
    pub(crate) round: Option<TableRound>,
}

/// What the rules make of a setup.
#[derive(Clone, Debug)]
struct Felt {
    rules: Arc<games::Table>,
    /// What every player must bet, at the least.
    least: Arc<[(&'static str, Cents)]>,
    /// What it posts, as views have it.
    posted: view::Posted,
}

impl Felt {
    fn new(setup: &Setup, rules: Arc<games::Table>, seats: u8) -> Felt {
        let least: Arc<[_]> = rules.least_bets().unwrap_or_default().into();
        let posted = view::Posted::new(view::posted(&rules, setup, seats, &least));
        Felt { rules, least, posted }
    }
}

impl PartialEq for Table {
    /// The rest follows from what is stored.
    fn eq(&self, other: &Table) -> bool {
        (&self.form, &self.keypad, &self.round) == (&other.form, &other.keypad, &other.round)
    }
}

impl Eq for Table {}

impl Table {
    /// A table that opens as it is set up.
    pub(crate) fn new(id: TableId, mut setup: Setup, opened: Opened) -> Table {
        let Opened { felt, posted, seats } = opened;
        // A later edition does not change an open table.
        let edition = felt.as_ref().map(|felt| felt.section().edition.id.to_string());
        setup.edition = edition.or(posted.map(|posted| posted.edition));
        // The keypad has it.
        setup.posted = None;
        let felt = felt.map(|felt| Felt::new(&setup, felt, seats));
        let open = if felt.is_some() { Open::Seats } else { Open::Keypad };
        let form = TableForm { open, ..TableForm::new(id, setup) };
        Table { form, felt, keypad: None, round: None }
    }

    /// A table of which nothing is known yet.
    pub(crate) fn unknown(id: TableId, game: &str) -> Table {
        let form = TableForm::new(id, Setup::new(game, Kind::Keypad));
        Table { form, felt: None, keypad: None, round: None }
    }

    /// Opens its keypad; a table that has seats opens with them next.
    pub(crate) fn open_keypad(&mut self, meter: &MeterId, posted: &Posted) {
        if self.felt.is_none() {
            self.form.setup = Arc::new(Setup::keypad(meter, posted));
        }
        self.keypad = Some(Keypad::new(meter.clone(), posted.clone(), self.rounds()));
        self.form.open = Open::Keypad;
    }

    /// Takes in how the table is set up and who sits there, from the store.
    pub(crate) fn take_in(&mut self, mut form: TableForm) -> Result<(), Refusal> {
        self.felt = match form.setup.kind {
            Kind::Keypad => None,
            Kind::Practice | Kind::Virtual | Kind::Live => {
                let Opened { felt, seats, .. } = form.setup.open()?;
                felt.map(|felt| Felt::new(&form.setup, felt, seats))
            }
        };
        if form.open == Open::No && self.form.open == Open::Keypad {
            form.open = Open::Keypad;
        }
        self.form = form;
        self.settle_in();
        Ok(())
    }

    /// Takes in the keypad, with what its row says of the round and whether it is open, from the store.
    pub(crate) fn take_in_keypad(
        &mut self,
        keypad: Keypad,
        round: Option<ProgressiveRound>,
        is_open: bool,
    ) {
        if self.form.open != Open::Seats {
            self.form.open = if is_open { Open::Keypad } else { Open::No };
        }
        if self.felt.is_none() && self.setup().meter.is_none() {
            self.form.setup = Arc::new(Setup::keypad(&keypad.meter, &keypad.posted));
        }
        self.keypad = Some(keypad);
        self.end_entered();
        if let Some(round) = round {
            self.enter(round);
        }
        self.settle_in();
    }

    /// Where there are cards, the round says what was bet, whatever the keypad's row has of it. A round of either kind
    /// counts.
    fn settle_in(&mut self) {
        if self.has_seats() {
            self.end_entered();
        }
        let keyed = self.keypad.as_ref().map_or(0, |keypad| keypad.rounds);
        self.form.rounds = self.form.rounds.max(keyed);
    }

    /// Takes in a round with cards.
    pub(crate) fn take_in_play(&mut self, play: Option<Arc<Play>>) {
        match (&mut self.round, play) {
            (Some(TableRound::Entered { before, .. }), play) => *before = play,
            (round, play) => *round = play.map(TableRound::Dealt),
        }
    }

    /// The dealer has entered a round.
    pub(crate) fn enter(&mut self, round: ProgressiveRound) {
        let before = self.round.take().and_then(|round| round.dealt().cloned());
        self.round = Some(TableRound::Entered { round, before });
    }

    /// What the dealer has entered of the round, at a table that is only a keypad.
    pub(crate) fn entered(&self) -> Option<&ProgressiveRound> {
        match self.round.as_ref()? {
            TableRound::Entered { round, .. } => Some(round),
            TableRound::Dealt(_) => None,
        }
    }

    pub(crate) fn entered_mut(&mut self) -> Option<&mut ProgressiveRound> {
        match self.round.as_mut()? {
            TableRound::Entered { round, .. } => Some(round),
            TableRound::Dealt(_) => None,
        }
    }

    /// A round that was entered is over.
    pub(crate) fn end_entered(&mut self) {
        if let Some(TableRound::Entered { before, .. }) = &mut self.round {
            self.round = before.take().map(TableRound::Dealt);
        }
    }

    /// Takes the round with cards out, to go on with it.
    pub(crate) fn take_play(&mut self) -> Option<Play> {
        match self.round.take() {
            Some(TableRound::Dealt(play)) => Some(Arc::unwrap_or_clone(play)),
            entered => {
                self.round = entered;
                None
            }
        }
    }

    /// How it runs: the kind that it was set up as, or only a keypad.
    pub fn kind(&self) -> Kind {
        if self.has_seats() || !self.is_open() { self.setup().kind } else { Kind::Keypad }
    }

    /// What is staked here. A table that is only a keypad stands on a real floor.
    pub(crate) fn stakes(&self) -> Stakes {
        if self.has_felt() && self.kind() != Kind::Keypad {
            self.setup().stakes()
        } else {
            Stakes::Real
        }
    }

    /// Whether it is open with seats, chips and cards.
    pub fn has_seats(&self) -> bool {
        self.form.open == Open::Seats
    }

    /// Whether it was ever set up with seats, chips and cards.
    pub(crate) fn has_felt(&self) -> bool {
        self.felt.is_some()
    }

    /// What every player must bet, at the least.
    pub fn least(&self) -> &[(&'static str, Cents)] {
        &self.on_felt().least
    }

    /// What it posts, as views have it.
    pub(crate) fn posted(&self) -> &view::Posted {
        &self.on_felt().posted
    }

    fn on_felt(&self) -> &Felt {
        self.felt.as_ref().expect("a table on the floor has a felt")
    }

    /// Its keypad, if it posts a progressive or did.
    pub fn keypad(&self) -> Option<&Keypad> {
        self.keypad.as_ref()
    }

    /// The round with cards: the one being played, or the last one until the next bets.
    pub fn play(&self) -> Option<&Play> {
        self.round.as_ref()?.dealt().map(Arc::as_ref)
    }

    /// The progressive bets of the round between lock and game over, with what is keyed; none if it has no such bet.
    pub fn keypad_round(&self) -> Option<KeypadRound<'_>> {
        self.keypad.as_ref()?.round(|| self.round.as_ref()?.progressive())
    }

    /// The edition that it is open under, where it posts a progressive.
    pub(crate) fn keypad_edition(&self) -> Option<&str> {
        self.keypad.as_ref().map(|keypad| keypad.posted.edition.as_str())
    }

    /// Its name.
    pub fn id(&self) -> &TableId {
        &self.form.id
    }

    /// How it is set up; the edition is the one it is open under.
    pub fn setup(&self) -> &Setup {
        &self.form.setup
    }

    /// Whether it is open, with seats or as a keypad only.
    pub fn is_open(&self) -> bool {
        self.form.open != Open::No
    }

    /// Whether its keypad is open. With seats, it is where a progressive is posted.
    pub(crate) fn has_open_keypad(&self) -> bool {
        match self.form.open {
            Open::No => false,
            Open::Seats => self.setup().meter.is_some(),
            Open::Keypad => true,
        }
    }

    /// Counts every change at the table.
    pub fn version(&self) -> u64 {
        self.form.version
    }

    /// How many rounds were opened under its name, with cards or at its keypad.
    pub fn rounds(&self) -> u64 {
        self.form.rounds
    }

    /// How many seats it has.
    pub fn seats(&self) -> u8 {
        match (&self.felt, &self.keypad) {
            (Some(felt), _) if self.has_seats() => felt.posted.seats,
            (_, Some(keypad)) => keypad.posted.seats,
            (Some(felt), None) => felt.posted.seats,
            (None, None) => 0,
        }
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

    /// The shuffle of version 1 that was given up for the one that cards come from, because its seed lay in the store
    /// in the clear [SHF-1]. It is spent, and its seed is shown.
    pub fn given_up(&self) -> Option<&Shuffled> {
        self.form.given_up.as_ref()
    }

    /// The table by the rules: what it posts and offers.
    ///
    /// # Panics
    ///
    /// Panics for a table that is only a keypad; none of `House::floor` is.
    pub fn felt(&self) -> &Arc<games::Table> {
        &self.on_felt().rules
    }

    /// Whether a round that opens now needs the secret of a new shuffle. The machine has no chance of its own.
    pub fn needs_seed(&self) -> bool {
        self.has_no_shuffle() || self.has_readable_shuffle()
    }

    /// Whether the house deals here and has nothing to deal from.
    pub(crate) fn has_no_shuffle(&self) -> bool {
        self.setup().kind != setup::Kind::Live
            && self.form.shuffle.as_ref().is_none_or(Shuffled::is_spent)
    }

    /// Whether there are cards to come from a shuffle of version 1. It is dealt from no more, except for a round whose
    /// bets are locked [SHF-1].
    pub(crate) fn has_readable_shuffle(&self) -> bool {
        self.form.shuffle.as_ref().is_some_and(Shuffled::is_readable)
    }
}
