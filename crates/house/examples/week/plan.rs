//! What is played: tables, games, schedules and the meters that they feed.

use std::path::{Path, PathBuf};

use house::{
    Command, Criteria, HouseProcedure, MeterId, Posted, PostedRow, Procedure, TableId, Terms,
};
use money::Cents;
use money::Moment;
use serde::{Deserialize, Serialize};

use super::Failure;

/// What is played, where, and by how many processes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The address of the store: an empty one.
    pub store: String,
    /// Where tables note what they asked and what they were told.
    pub folder: PathBuf,
    pub tables: u64,
    /// Rounds in all.
    pub rounds: u64,
    pub workers: u64,
    /// How often a process is killed.
    pub kills: u64,
    pub seed: u64,
    /// Is the house founded already, and taken up where its tables' notes end?
    pub is_resumed: bool,
}

/// Monday, 2 November 2026, in microseconds.
const MONDAY: i64 = 1_793_577_600_000_000;
const WEEK: i64 = 7 * 86_400 * 1_000_000;

/// The kinds of tables, one after the other around the pit.
const KINDS: [Kind; 6] = [
    Kind { game: "caribbean-stud", meter: Some("link-royal"), dollars: 1, is_shared_out: false },
    Kind { game: "three-card-poker", meter: None, dollars: 1, is_shared_out: false },
    Kind { game: "four-card-poker", meter: Some("link-capped"), dollars: 1, is_shared_out: true },
    Kind { game: "texas-holdem-bonus", meter: Some("link-royal"), dollars: 1, is_shared_out: true },
    Kind { game: "mississippi-stud", meter: None, dollars: 5, is_shared_out: false },
    Kind { game: "let-it-ride", meter: Some("link-royal"), dollars: 1, is_shared_out: false },
];

struct Kind {
    game: &'static str,
    /// The linked meter that it feeds; none has a meter of its own.
    meter: Option<&'static str>,
    /// The posted wager.
    dollars: i64,
    /// Do top awards of a round share the meter?
    is_shared_out: bool,
}

fn kind(table: u64) -> &'static Kind {
    &KINDS[(table % KINDS.len() as u64) as usize]
}

impl Plan {
    /// The rounds of one table; the first ones play what does not divide.
    pub fn rounds_of(&self, table: u64) -> u64 {
        self.rounds / self.tables + u64::from(table < self.rounds % self.tables)
    }

    /// When a table's round of this number is played.
    pub fn moment(&self, table: u64, round: u64) -> Moment {
        let part = i128::from(WEEK) * i128::from(round) / i128::from(self.rounds_of(table).max(1));
        Moment(MONDAY + i64::try_from(part).unwrap_or(WEEK))
    }

    pub fn file(&self, name: &str) -> PathBuf {
        Path::new(&self.folder).join(name)
    }
}

pub fn table_id(table: u64) -> Result<TableId, Failure> {
    Ok(format!("{}-{table:03}", kind(table).game).parse()?)
}

pub fn meter_id(table: u64) -> Result<MeterId, Failure> {
    let own = || format!("own-{table:03}");
    Ok(kind(table).meter.map_or_else(own, str::to_owned).parse()?)
}

/// Tray awards below this many dollars are paid without a supervisor: flushes.
const VERIFY_FROM: i64 = 50;

/// What wins the meter that a table feeds.
pub fn criteria(table: u64) -> Result<Criteria, Failure> {
    Ok(Criteria::of(&posted(table)?))
}

/// The posted wager at a table, in cents.
pub fn wager_cents(table: u64) -> i64 {
    100 * kind(table).dollars
}

/// Does the table record wins by the older procedure?
pub fn uses_j_pot(table: u64) -> bool {
    table % KINDS.len() as u64 == 3
}

/// The terms of the meter that a table feeds.
pub fn terms(table: u64) -> Result<Terms, Failure> {
    let kind = kind(table);
    let seed = |dollars| Terms::with_seed(Cents::dollars(dollars));
    Ok(match kind.meter {
        Some("link-royal") => {
            Terms { contribution: "23.45%".parse()?, reserve: "4.15%".parse()?, ..seed(10_000) }
        }
        Some(_) => Terms { limit: Some(Cents::dollars(1_500)), ..seed(1_000) },
        None => seed(5_000),
    })
}

/// The hands that can be keyed, with the share of wins that they are, in hundredths.
pub const HANDS: [(&str, u32); 5] = [
    ("royal flush", 3),
    ("straight flush", 12),
    ("four of a kind", 20),
    ("full house", 30),
    ("flush", 35),
];

pub fn posted(table: u64) -> Result<Posted, Failure> {
    let kind = kind(table);
    let row = |hand: &str, pays: &str, envy: Option<i64>| -> Result<PostedRow, Failure> {
        let envy = envy.map(|dollars| Cents::dollars(dollars * kind.dollars));
        Ok(PostedRow { hand: hand.to_owned(), pays: pays.parse()?, envy })
    };
    let rows = vec![
        row("royal flush", "100%", Some(25))?,
        row("straight flush", "10%", Some(5))?,
        row("four of a kind", "$300", None)?,
        row("full house", "50 for 1", None)?,
        row("flush", "40 to 1", None)?,
    ];
    // Linked tables post the schedule that several games share [PRG-12].
    let schedule = if kind.meter == Some("link-royal") { "PMG-01" } else { "week" };
    let wager = Cents::dollars(kind.dollars);
    Ok(Posted {
        verify_from: Cents::dollars(VERIFY_FROM),
        house_procedure: match kind.is_shared_out {
            true => HouseProcedure::Split,
            false => HouseProcedure::Sequential,
        },
        procedure: if uses_j_pot(table) { Procedure::JPot } else { Procedure::Keypad },
        envy_needs_bet: envy_needs_own_bet(kind.game)?,
        ..Posted::new(kind.game, "2026-05-05", schedule, wager, rows)
    })
}

/// Does a hand of this game trigger envy only if its own player made the bet?
fn envy_needs_own_bet(game: &str) -> Result<bool, Failure> {
    let posting = games::Posting { game: game.to_owned(), ..games::Posting::default() };
    let table = games::Table::open(rulebook::Rulebook::embedded(), posting);
    Ok(table.map_err(|why| format!("{game}: {why:?}"))?.envy_needs_own_bet())
}

pub fn open_table(table: u64) -> Result<Command, Failure> {
    let (id, meter, posted) = (table_id(table)?, meter_id(table)?, posted(table)?);
    Ok(Command::open_keypad(id, &meter, posted))
}
