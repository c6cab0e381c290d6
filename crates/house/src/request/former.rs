//! What earlier releases called by other words: what was done at a table that is only a keypad, and what was said of
//! awards, had commands of their own, and such tables were opened with all that they posted. It is read from entries and never written.

use std::collections::BTreeMap;

use money::Cents;
use progressive::{AwardNumber, KeySwitch, MeterId, Posted, Seat, TableId, as_text};
use serde::{Deserialize, Deserializer};

use super::Command;
use crate::table::command::{Dollars, TableCommand};

#[derive(Deserialize)]
#[serde(untagged)]
enum Either {
    Now(Box<Command>),
    Formerly(Former),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
enum Former {
    OpenTable {
        table: TableId,
        meter: MeterId,
        posted: Posted,
    },
    Lock {
        table: TableId,
        /// In cents.
        bets: BTreeMap<Seat, i64>,
        #[serde(default)]
        players: BTreeMap<Seat, Seat>,
    },
    ReturnBet {
        table: TableId,
        seat: Seat,
        reason: String,
    },
    Key {
        table: TableId,
        seat: Seat,
        hand: String,
    },
    Cards {
        table: TableId,
        hands: BTreeMap<Seat, String>,
    },
    Overrule {
        table: TableId,
        reason: String,
    },
    Verify {
        award: AwardNumber,
        #[serde(with = "as_text::option", default)]
        paid: Option<Cents>,
        #[serde(default)]
        differs: Option<String>,
    },
    Void {
        award: AwardNumber,
        reason: String,
    },
    TurnKey {
        table: TableId,
        to: KeySwitch,
    },
    JPot {
        table: TableId,
    },
    GameOver {
        table: TableId,
    },
    Misdeal {
        table: TableId,
        reason: String,
    },
}

/// A command as it is written today or was once.
pub(super) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Command, D::Error> {
    Ok(match Either::deserialize(from)? {
        Either::Now(command) => *command,
        Either::Formerly(former) => former.now(),
    })
}

impl Former {
    fn now(self) -> Command {
        let at = |table: TableId, command| Command::at(&table, command);
        match self {
            Former::OpenTable { table, meter, posted } => {
                Command::open_keypad(table, &meter, posted)
            }
            Former::Lock { table, bets, players } => {
                let dollars = |(seat, cents)| (seat, Dollars(Cents::new(cents)));
                let bets = bets.into_iter().map(dollars).collect();
                at(table, TableCommand::Lock { bets, players })
            }
            Former::ReturnBet { table, seat, reason } => {
                at(table, TableCommand::ReturnBet { seat, reason })
            }
            Former::Key { table, seat, hand } => at(table, TableCommand::Key { seat, hand }),
            Former::Cards { table, hands } => at(table, TableCommand::Cards { hands }),
            Former::Overrule { table, reason } => at(table, TableCommand::Override { reason }),
            Former::Verify { award, paid, differs: reason } => {
                Command::of_award(TableCommand::Verify { award, paid, reason })
            }
            Former::Void { award, reason } => {
                Command::of_award(TableCommand::Void { award, reason })
            }
            Former::TurnKey { table, to } => at(table, TableCommand::TurnKey { to }),
            Former::JPot { table } => at(table, TableCommand::JPot),
            Former::GameOver { table } => at(table, TableCommand::GameOver),
            Former::Misdeal { table, reason } => at(table, TableCommand::Misdeal { reason }),
        }
    }
}
