//! The records of a house, and the keys of their rows.

use super::SessionNumber;
use crate::book::Account;
use ledger::Key;
use progressive::{AwardNumber, MeterId, PersonId, ProposalNumber, TableId};

/// One record of a house, as stores keep it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum RecordId {
    /// The house's own counters.
    House,
    Person(PersonId),
    Meter(MeterId),
    /// The keypad of a table, with what is lit.
    Keypad(TableId),
    Award(AwardNumber),
    Proposal(ProposalNumber),
    /// A table with seats: how it is set up, and who sits there.
    Floor(TableId),
    /// What was staked and won at a table since it opened.
    Tally(TableId),
    /// A round at a table, by its number.
    Round(TableId, u64),
    /// An account of the book.
    Account(Account),
    Session(SessionNumber),
    /// A network address that wrong secrets came from.
    Address(String),
    /// A name that nobody has, and that wrong secrets were given for.
    UnknownName(PersonId),
    /// Wrong secrets that were given for a name from one place.
    Tries(String),
    /// A gaming day that was closed.
    Day(u64),
}

impl RecordId {
    /// The key it is kept under; numbers are padded so that they sort.
    pub fn key(&self) -> Key {
        match self {
            RecordId::House => Key::new("house", "house"),
            RecordId::Person(id) => Key::new("person", id.as_str()),
            RecordId::Meter(id) => Key::new("meter", id.as_str()),
            RecordId::Keypad(id) => Key::new("table", id.as_str()),
            RecordId::Award(AwardNumber(number)) => Key::new("award", format!("{number:012}")),
            RecordId::Proposal(ProposalNumber(number)) => {
                Key::new("proposal", format!("{number:012}"))
            }
            RecordId::Floor(id) => Key::new("floor", id.as_str()),
            RecordId::Tally(id) => Key::new("tally", id.as_str()),
            RecordId::Round(table, number) => round_key(table, *number),
            RecordId::Account(account) => Key::new("account", account.to_string()),
            RecordId::Session(SessionNumber(number)) => {
                Key::new("session", format!("{number:012}"))
            }
            RecordId::Address(address) => Key::new("address", address),
            RecordId::UnknownName(name) => Key::new("stranger", name.as_str()),
            RecordId::Tries(row) => Key::new("tries", row),
            RecordId::Day(number) => Key::new("day", format!("{number:012}")),
        }
    }

    pub(super) fn parse(key: &Key) -> Result<RecordId, String> {
        let unknown = || format!("there is no such thing as {key}");
        let number = || key.name.parse().map_err(|_| unknown());
        Ok(match key.kind.as_str() {
            "house" => RecordId::House,
            "person" => RecordId::Person(key.name.parse().map_err(|_| unknown())?),
            "meter" => RecordId::Meter(key.name.parse().map_err(|_| unknown())?),
            "table" => RecordId::Keypad(key.name.parse().map_err(|_| unknown())?),
            "award" => RecordId::Award(AwardNumber(number()?)),
            "proposal" => RecordId::Proposal(ProposalNumber(number()?)),
            "floor" => RecordId::Floor(key.name.parse().map_err(|_| unknown())?),
            "tally" => RecordId::Tally(key.name.parse().map_err(|_| unknown())?),
            "round" => {
                let (table, number) = key.name.split_once('/').ok_or_else(unknown)?;
                let table = table.parse().map_err(|_| unknown())?;
                RecordId::Round(table, number.parse().map_err(|_| unknown())?)
            }
            "account" => RecordId::Account(key.name.parse().map_err(|_| unknown())?),
            "session" => RecordId::Session(SessionNumber(number()?)),
            "address" => RecordId::Address(key.name.clone()),
            "stranger" => RecordId::UnknownName(key.name.parse().map_err(|_| unknown())?),
            "tries" => RecordId::Tries(key.name.clone()),
            "day" => RecordId::Day(number()?),
            _ => return Err(unknown()),
        })
    }
}

/// The key under which the entries of a table's round are found (L2).
pub fn round_key(table: &TableId, number: u64) -> Key {
    Key::new("round", format!("{table}/{number:012}"))
}
