//! The pit: which tables there are, and how they are opened.

use std::collections::BTreeMap;

use house::table::Table;
use house::table::play::{Play, Progress};
use house::table::setup::{Clocks, Kind, Setup};
use house::{House, Refusal, Snapshot, Stakes};
use money::Cents;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::meters::MeterOut;
use crate::table::Word;
use crate::{Text, Wrong, named};

/// The most play money that a guest gets at once.
const GUEST_BUY_IN: Cents = Cents::dollars(1_000);

/// The pit.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PitOut {
    pub tables: Vec<PitTable>,
    pub meters: Vec<MeterOut>,
}

/// A table in the pit.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PitTable {
    pub table: String,
    pub game: String,
    /// `practice`, `virtual` or `live`.
    #[schema(value_type = String)]
    pub kind: Word,
    pub edition: String,
    /// How many seats it has.
    pub seats: u8,
    /// How many are taken.
    pub seated: usize,
    /// The least and the most on its first wager, in dollars.
    pub min: String,
    pub max: String,
    /// The meter that it is linked to.
    pub meter: Option<String>,
    /// `betting`, `playing`, `settled` or `over`.
    #[schema(value_type = String)]
    pub state: Word,
    pub version: u64,
    /// May guests sit down?
    pub guests: bool,
    /// Are the chips free [PRG-24]?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
}

impl PitOut {
    /// The pit as everyone may see it.
    pub fn of(snapshot: &Snapshot) -> PitOut {
        let house = &snapshot.machine;
        let open = house.floor().filter(|table| table.has_seats());
        PitOut {
            tables: open.map(|table| pit_table(house, table)).collect(),
            meters: MeterOut::all(snapshot),
        }
    }
}

fn pit_table(house: &House, table: &Table) -> PitTable {
    let (setup, felt) = (table.setup(), table.felt());
    let main = felt.bets().find(|bet| *bet != "progressive").unwrap_or_default();
    let (min, max) = felt.range(main);
    // Where the section has no minimum, the smallest chip is one.
    let min = min.max(felt.chip());
    PitTable {
        table: table.id().to_string(),
        game: setup.game.clone(),
        kind: setup.kind.word().into(),
        edition: setup.edition.clone().unwrap_or_default(),
        seats: table.seats(),
        seated: table.seated().len(),
        min: min.to_string(),
        max: max.to_string(),
        meter: setup.meter.as_ref().map(ToString::to_string),
        state: house.play(table.id()).map_or(Progress::Betting, Play::progress).word().into(),
        version: table.version(),
        guests: setup.guests,
        play_money: setup.stakes() == Stakes::Play,
    }
}

/// A new table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableIn {
    #[schema(example = "ultimate-1")]
    pub table: String,
    #[schema(example = "ultimate-texas-holdem")]
    pub game: String,
    /// `practice`, `virtual`, `live`, or `keypad` for a table that is only a keypad.
    #[schema(value_type = String, example = "virtual")]
    pub kind: Kind,
    /// The edition of the rule; the newest unless said.
    #[serde(default)]
    pub edition: Option<String>,
    /// Schedules by bet.
    #[serde(default)]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    pub schedules: BTreeMap<String, String>,
    /// Options by key.
    #[serde(default)]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    pub options: BTreeMap<String, String>,
    /// The least on every bet, as far as the section allows.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "5.00")]
    pub min: Option<Text<Cents>>,
    /// The most on every bet, as far as the section allows.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "100.00")]
    pub max: Option<Text<Cents>>,
    /// The meter, at a table that posts a progressive.
    #[serde(default)]
    pub meter: Option<String>,
    #[serde(default)]
    pub seats: Option<u8>,
    /// May guests sit down?
    #[serde(default)]
    pub guests: Option<bool>,
    /// The least award that a supervisor verifies; every one unless said.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub verify_from: Option<Text<Cents>>,
    /// The clocks; as usual at this kind of table unless said. Live tables have none.
    #[serde(default)]
    pub clocks: Option<ClocksIn>,
}

/// The clocks of a table, in seconds; zero is no clock.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClocksIn {
    /// From the first bet to the lock.
    #[serde(default)]
    #[schema(maximum = 3600, example = 30)]
    pub betting: Option<u32>,
    /// For each decision.
    #[serde(default)]
    #[schema(maximum = 3600, example = 30)]
    pub decision: Option<u32>,
    /// How long a seat is held for a player who lost the connection.
    #[serde(default, rename = "hold")]
    #[schema(maximum = 3600, example = 120)]
    pub seat_held: Option<u32>,
}

impl ClocksIn {
    /// The longest clock, in seconds.
    const MAX: u32 = 3_600;
    /// The shortest time for which a seat is held: other processes tell of their players every two seconds.
    const SEAT_HELD_MIN: u32 = 5;

    /// The clocks of a table of this kind, which usually has these.
    fn clocks(&self, kind: Kind, usual: Clocks) -> Result<Clocks, Wrong> {
        let clocks = Clocks {
            betting: self.betting.unwrap_or(usual.betting),
            decision: self.decision.unwrap_or(usual.decision),
            seat_held: self.seat_held.unwrap_or(usual.seat_held),
        };
        let cannot_open = |why: String| Err(Refusal::CannotOpen { why }.into());
        if matches!(kind, Kind::Live | Kind::Keypad) && clocks != Clocks::default() {
            let why = format!("a {} table has no clocks: the dealer minds the time", kind.word());
            return cannot_open(why);
        }
        let longest = clocks.betting.max(clocks.decision).max(clocks.seat_held);
        if longest > ClocksIn::MAX {
            return cannot_open(format!("a clock of {longest} seconds is longer than an hour"));
        }
        if (1..ClocksIn::SEAT_HELD_MIN).contains(&clocks.seat_held) {
            return cannot_open(format!(
                "a seat is held for at least {} seconds",
                ClocksIn::SEAT_HELD_MIN
            ));
        }
        Ok(clocks)
    }
}

impl TableIn {
    /// How the table is set up.
    pub fn setup(self) -> Result<Setup, Wrong> {
        let mut setup = Setup::new(&self.game, self.kind);
        setup.edition = self.edition;
        setup.schedules = self.schedules;
        setup.options = self.options;
        setup.meter = self.meter.as_deref().map(named).transpose()?;
        setup.seats = self.seats;
        setup.guests = self.guests.unwrap_or(setup.guests);
        setup.guest_buy_in = setup.guests.then_some(GUEST_BUY_IN);
        setup.verify_from = self.verify_from.map_or(setup.verify_from, |Text(from)| from);
        if let Some(clocks) = &self.clocks {
            setup.clocks = clocks.clocks(setup.kind, setup.clocks)?;
        }
        if self.min.is_some() || self.max.is_some() {
            let least = self.min.map_or(Cents::ZERO, |Text(least)| least);
            let most = self.max.map_or(Cents::dollars(1_000), |Text(most)| most);
            if least < Cents::ZERO || most < least {
                let why = format!("the most, {most:#}, is below the least, {least:#}");
                return Err(Refusal::CannotOpen { why }.into());
            }
            setup.post_limits(least, most)?;
        }
        Ok(setup)
    }
}

/// What opening or closing a table, or anything else that is no act at a table, came to.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DoneOut {
    /// The number of its entry in the ledger.
    pub entry: u64,
    /// The proposal that was made, where it takes two people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<u64>,
}

impl From<&house::Record> for DoneOut {
    fn from(record: &house::Record) -> DoneOut {
        DoneOut { entry: record.seq, proposal: record.effect.proposal.map(|number| number.0) }
    }
}

impl From<house::Receipt> for DoneOut {
    fn from(receipt: house::Receipt) -> DoneOut {
        DoneOut { entry: receipt.seq, proposal: receipt.effect.proposal.map(|number| number.0) }
    }
}
