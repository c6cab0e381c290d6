//! Who bets on a progressive, and how often: one table, or several tables on one meter.

use crate::exact::{Exact, fraction};

/// A table of a progressive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkedTable {
    /// How many players make the bet in each round.
    pub seats: u8,
    /// How many rounds it deals an hour.
    pub rounds_an_hour: u16,
}

impl LinkedTable {
    /// Rounds an hour where nothing else is said.
    pub const ROUNDS_AN_HOUR: u16 = 35;

    /// How many bets are made at it in an hour.
    fn bets_an_hour(self) -> u64 {
        u64::from(self.seats) * u64::from(self.rounds_an_hour)
    }
}

/// The tables that feed a meter, and how long they are open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkedPace {
    tables: Vec<LinkedTable>,
    hours_a_day: u8,
}

/// Tables at which nobody bets.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LinkedPaceError {
    #[error("a table of a progressive has 1 to {max} bettors, not {seats}")]
    Seats { seats: u8, max: u8 },
    #[error("a table deals at least one round an hour")]
    Rounds,
    #[error("tables are open 1 to 24 hours a day, not {0}")]
    Hours(u8),
    #[error("a meter has 1 to {max} tables here, not {tables}")]
    Tables { tables: usize, max: usize },
}

impl LinkedPace {
    /// Hours a day where nothing else is said.
    pub const HOURS_A_DAY: u8 = 12;

    /// The most bettors of a round, and the most tables, that are counted.
    const MOST: (u8, usize) = (10, 100);

    /// Some tables, open so many hours a day.
    pub fn of(tables: Vec<LinkedTable>, hours_a_day: u8) -> Result<LinkedPace, LinkedPaceError> {
        let (seats_max, max) = LinkedPace::MOST;
        if tables.is_empty() || tables.len() > max {
            return Err(LinkedPaceError::Tables { tables: tables.len(), max });
        }
        if !(1..=24).contains(&hours_a_day) {
            return Err(LinkedPaceError::Hours(hours_a_day));
        }
        for table in &tables {
            if !(1..=seats_max).contains(&table.seats) {
                return Err(LinkedPaceError::Seats { seats: table.seats, max: seats_max });
            }
            if table.rounds_an_hour == 0 {
                return Err(LinkedPaceError::Rounds);
            }
        }
        Ok(LinkedPace { tables, hours_a_day })
    }

    /// One table, where a player has so many others beside them.
    pub fn one_table(others: u8, hours_a_day: u8) -> Result<LinkedPace, LinkedPaceError> {
        let table = LinkedTable {
            seats: others.saturating_add(1),
            rounds_an_hour: LinkedTable::ROUNDS_AN_HOUR,
        };
        LinkedPace::of(vec![table], hours_a_day)
    }

    /// The tables.
    pub fn tables(&self) -> &[LinkedTable] {
        &self.tables
    }

    /// How long they are open.
    pub fn hours_a_day(&self) -> u8 {
        self.hours_a_day
    }

    /// How many bets a day they make together.
    pub fn bets_a_day(&self) -> u64 {
        let an_hour: u64 = self.tables.iter().map(|table| table.bets_an_hour()).sum();
        an_hour * u64::from(self.hours_a_day)
    }

    /// How many bets a round has on average.
    pub fn bets_a_round(&self) -> Exact {
        let rounds: u64 = self.tables.iter().map(|table| u64::from(table.rounds_an_hour)).sum();
        fraction(self.bets_a_day(), rounds * u64::from(self.hours_a_day))
    }

    /// How many others bet in the same round, on average over all bets: a table with more bets counts more.
    pub fn others(&self) -> Exact {
        let bets: u64 = self.tables.iter().map(|table| table.bets_an_hour()).sum();
        let others = |table: &LinkedTable| table.bets_an_hour() * (u64::from(table.seats) - 1);
        fraction(self.tables.iter().map(others).sum::<u64>(), bets)
    }

    /// The number of others at every table, if it is one number.
    pub fn same_others(&self) -> Option<u8> {
        let seats = self.tables[0].seats;
        self.tables.iter().all(|table| table.seats == seats).then(|| seats - 1)
    }
}

impl Default for LinkedPace {
    fn default() -> LinkedPace {
        LinkedPace::one_table(0, LinkedPace::HOURS_A_DAY).expect("one player at one table")
    }
}
