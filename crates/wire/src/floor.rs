//! What supervisors and auditors look at: awards, slips, proposals, calls, statements, the chain.

use std::collections::BTreeMap;

use house::report::{self, StatementLine, TopUp};
use house::table::Table;
use house::{Award, House, Proposal, Proposed, Record, Standing, rfc3339};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::meters::posted;
use crate::table::Word;
use crate::{Text, Wrong, named};

/// Awards.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct AwardsOut {
    pub awards: Vec<AwardOut>,
    /// Where to go on, if there are more: the awards after this one.
    pub after: Option<u64>,
}

/// An award.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct AwardOut {
    pub award: u64,
    pub meter: String,
    pub table: String,
    pub round: u64,
    pub edition: String,
    pub seat: u8,
    pub hand: String,
    pub amount: String,
    /// What was paid, once it is.
    pub paid: Option<String>,
    /// How that differs from the award, if it does [PRG-20].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<DifferenceOut>,
    /// The override that it follows from, if the cards do not support it [PRG-22].
    #[serde(rename = "override", skip_serializing_if = "Option::is_none")]
    pub overridden: Option<OverriddenOut>,
    /// `pending`, `paid`, `voided` or `backed-out`.
    #[schema(value_type = String)]
    pub state: Word,
    pub keyed_by: String,
    pub keyed_at: String,
    /// What became of it, in words.
    pub standing: String,
    /// From the key to the decision.
    pub waited_seconds: Option<i64>,
}

/// What was paid beyond an award, or less than it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DifferenceOut {
    /// What was paid less the award: negative if less was paid.
    pub amount: String,
    /// What of it went back to the meter's display [PRG-21].
    pub to_meter: String,
    /// The second supervisor.
    pub approved_by: String,
    pub reason: String,
}

/// An override: the key stands, whatever the cards say.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OverriddenOut {
    /// The winning hand that the cards show, if they show one.
    pub cards: Option<String>,
    pub by: String,
    pub approved_by: String,
    pub at: String,
    pub reason: String,
}

impl From<&Award> for AwardOut {
    fn from(award: &Award) -> AwardOut {
        AwardOut {
            award: award.number.0,
            meter: award.meter.to_string(),
            table: award.table.to_string(),
            round: award.round,
            edition: award.edition.clone(),
            seat: award.seat.0,
            hand: award.hand.clone(),
            amount: award.amount.to_string(),
            paid: award.paid().map(|paid| paid.to_string()),
            difference: award.difference().map(|differs| DifferenceOut {
                amount: differs.amount.to_string(),
                to_meter: differs.rest.to_string(),
                approved_by: differs.approved_by.to_string(),
                reason: differs.reason.clone(),
            }),
            overridden: award.overridden.as_ref().map(|over| OverriddenOut {
                cards: over.cards.clone(),
                by: over.by.to_string(),
                approved_by: over.approved_by.to_string(),
                at: rfc3339(over.at),
                reason: over.reason.clone(),
            }),
            state: state_of(award).into(),
            keyed_by: award.keyed_by.to_string(),
            keyed_at: rfc3339(award.keyed_at),
            standing: report::standing_words(award),
            waited_seconds: report::waited_seconds(award),
        }
    }
}

/// The word for where an award stands.
pub fn state_of(award: &Award) -> &'static str {
    match award.standing {
        Standing::Pending => "pending",
        Standing::Paid { .. } => "paid",
        Standing::Voided { .. } => "voided",
        Standing::BackedOut { .. } => "backed-out",
    }
}

/// The printable slip of an award.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SlipOut {
    #[serde(flatten)]
    pub award: AwardOut,
    /// The sign before it and after it.
    pub before: String,
    pub after: String,
    /// Who verified or voided it.
    pub decided_by: Option<String>,
    /// The end of the chain when this was read, signed: number, first digits of the hash, a check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// Is it play money [PRG-24]?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
}

impl SlipOut {
    /// The slip of an award of a house.
    pub fn of(house: &House, award: &Award) -> SlipOut {
        let by = match &award.standing {
            Standing::Pending => None,
            Standing::Paid { by, .. } | Standing::Voided { by, .. } => Some(by.to_string()),
            Standing::BackedOut { undone, .. } => Some(undone.by.to_string()),
        };
        SlipOut {
            award: award.into(),
            before: award.before.to_string(),
            after: award.after.to_string(),
            decided_by: by,
            head: None,
            play_money: house.is_play_money(&award.meter),
        }
    }
}

/// Proposals that wait for a second supervisor.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProposalsOut {
    pub proposals: Vec<ProposalOut>,
}

/// A proposal.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProposalOut {
    pub proposal: u64,
    pub by: String,
    pub says: String,
}

impl From<&Proposal> for ProposalOut {
    fn from(proposal: &Proposal) -> ProposalOut {
        ProposalOut {
            proposal: proposal.number.0,
            by: proposal.by.to_string(),
            says: report::proposed_words(&proposal.proposed),
        }
    }
}

/// A new proposal.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ProposalIn {
    /// A correction of a meter's display, up or down.
    Adjust {
        meter: String,
        #[schema(value_type = String, example = "-5.2500")]
        amount: Text<money::MeterUnits>,
        reason: String,
    },
    /// Money moved from one meter to another; everything it owes, if no amount is given.
    Transfer {
        from: String,
        to: String,
        #[serde(default)]
        #[schema(value_type = Option<String>)]
        amount: Option<Text<money::MeterUnits>>,
        petition: String,
    },
    /// Overflow put back on the display.
    ReleaseOverflow {
        meter: String,
        #[schema(value_type = String)]
        amount: Text<money::MeterUnits>,
        reason: String,
    },
    /// Another schedule or wager for a meter: it changes what wins its money, so it needs a petition [PRG-11].
    Reschedule {
        meter: String,
        /// The game and its progressive schedule.
        #[schema(example = "caribbean-stud/PMG-01")]
        schedule: String,
        /// The edition; the newest unless said.
        #[serde(default)]
        edition: Option<String>,
        /// The posted wager, in dollars; the schedule's nominal one unless said.
        #[serde(default)]
        #[schema(example = "1.00")]
        wager: Option<String>,
        petition: String,
    },
    /// A paid award undone after game over.
    BackOut { award: u64, reason: String },
    /// How long a verification of the whole chain is good for.
    VerifyEvery { days: u16, reason: String },
}

impl ProposalIn {
    /// What is proposed.
    pub fn proposed(self) -> Result<Proposed, Wrong> {
        let proposed = self.into_proposed()?;
        match proposed.moves_something() {
            true => Ok(proposed),
            false => Err(Wrong::MovesNothing),
        }
    }

    fn into_proposed(self) -> Result<Proposed, Wrong> {
        Ok(match self {
            ProposalIn::Adjust { meter, amount, reason } => {
                Proposed::Adjust { meter: named(&meter)?, amount: amount.0, reason }
            }
            ProposalIn::Transfer { from, to, amount, petition } => Proposed::Transfer {
                from: named(&from)?,
                to: named(&to)?,
                amount: amount.map(|amount| amount.0),
                petition,
            },
            ProposalIn::ReleaseOverflow { meter, amount, reason } => {
                Proposed::ReleaseOverflow { meter: named(&meter)?, amount: amount.0, reason }
            }
            ProposalIn::Reschedule { meter, schedule, edition, wager, petition } => {
                let (criteria, _) = posted(&schedule, edition, wager.as_deref())?;
                Proposed::Reschedule { meter: named(&meter)?, criteria, petition }
            }
            ProposalIn::BackOut { award, reason } => {
                Proposed::BackOut { award: house::AwardNumber(award), reason }
            }
            ProposalIn::VerifyEvery { days, reason } => Proposed::VerifyEvery { days, reason },
        })
    }
}

/// A reason.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonIn {
    pub reason: String,
}

/// What the floor waits for.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct FloorOut {
    pub calls: Vec<CallOut>,
    pub awards: Vec<AwardOut>,
    pub proposals: Vec<ProposalOut>,
}

/// A call for a supervisor.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CallOut {
    pub table: String,
    pub by: String,
    pub at: String,
    pub why: String,
}

impl FloorOut {
    /// What the floor waits for now: calls in the order in which they came.
    pub fn of(house: &House) -> FloorOut {
        let mut called: Vec<(&Table, _)> =
            house.tables().filter_map(|table| Some((table, table.call()?))).collect();
        called.sort_by_key(|(_, call)| call.at);
        let call = |(table, call): (&Table, &house::table::Call)| CallOut {
            table: table.id().to_string(),
            by: call.by.to_string(),
            at: rfc3339(call.at),
            why: call.why.clone(),
        };
        FloorOut {
            calls: called.into_iter().map(call).collect(),
            awards: house.awards().map(AwardOut::from).collect(),
            proposals: house.proposals().map(ProposalOut::from).collect(),
        }
    }
}

/// What the open tables hold.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct HoldsOut {
    pub tables: Vec<HoldOut>,
}

/// What a table took in and kept since it opened.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct HoldOut {
    pub table: String,
    pub game: String,
    pub rounds: u64,
    pub rounds_per_hour: Option<u64>,
    /// The cash of buy-ins, and what the house is up.
    pub drop: String,
    pub win: String,
    /// By wager.
    pub wagers: BTreeMap<String, WagerOut>,
    /// `known`, `counting`, or `none` where there is nothing to compare.
    #[schema(value_type = String)]
    pub state: Word,
    pub theory: Option<TheoryOut>,
}

/// One wager of a table.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WagerOut {
    /// How often it was made.
    pub bets: u64,
    /// What was bet before the cards, and everything that was put at risk.
    pub placed: String,
    pub staked: String,
    /// What the house kept of it.
    pub win: String,
}

/// What was kept beside what theory says, as shares of what was bet; the progressive is left out.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TheoryOut {
    pub placed: String,
    pub kept: String,
    pub held: f64,
    pub theory: f64,
    /// Where chance leaves 95 of 100 tables.
    pub low: f64,
    pub high: f64,
    pub is_inside: bool,
}

/// A meter's statement.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StatementOut {
    pub meter: String,
    /// Is it for play money [PRG-24]?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
    pub lines: Vec<StatementRow>,
    /// Where to go on, if not everything was looked at: there may be more before this entry.
    pub before: Option<u64>,
}

/// A line of a statement.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StatementRow {
    pub entry: u64,
    pub at: String,
    pub by: String,
    pub says: String,
    pub before: String,
    pub after: String,
    /// What the house made up for a round, if it did [PRG-19].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_up: Option<TopUpOut>,
    /// By how many seconds the clock was behind an earlier entry's, if noticeably.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_back_seconds: Option<i64>,
}

/// What the house put on a meter for a round; less than nothing where it went back.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TopUpOut {
    pub table: String,
    pub round: u64,
    pub amount: String,
    pub says: String,
}

impl From<StatementLine> for StatementRow {
    fn from(line: StatementLine) -> StatementRow {
        StatementRow {
            entry: line.seq,
            at: rfc3339(line.at),
            by: line.by.to_string(),
            says: line.what,
            before: line.before.to_string(),
            after: line.after.to_string(),
            top_up: line.top_up.as_ref().map(TopUpOut::from),
            clock_back_seconds: line.clock_back_micros.map(|micros| micros / 1_000_000),
        }
    }
}

impl From<&TopUp> for TopUpOut {
    fn from(top_up: &TopUp) -> TopUpOut {
        TopUpOut {
            table: top_up.table.to_string(),
            round: top_up.round,
            amount: top_up.amount.to_string(),
            says: top_up.words(),
        }
    }
}

/// Entries of the chain.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EntriesOut {
    /// What was found, the oldest first.
    pub entries: Vec<EntryOut>,
    /// Where to go on, if not everything was looked at: there may be more before this entry.
    pub before: Option<u64>,
}

/// An entry of the chain, in words.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EntryOut {
    pub entry: u64,
    pub at: String,
    pub by: String,
    pub device: String,
    pub session: Option<u64>,
    pub says: String,
    pub table: Option<String>,
    pub round: Option<u64>,
}

impl EntryOut {
    /// An entry, with what may be told of it.
    pub fn of(record: &Record, says: String) -> EntryOut {
        let act = &record.request;
        EntryOut {
            entry: record.seq,
            at: rfc3339(record.at),
            by: act.by.to_string(),
            device: act.device.to_string(),
            session: act.session.0.map(|number| number.0),
            says,
            table: record.effect.table.as_ref().map(ToString::to_string),
            round: record.effect.round,
        }
    }
}
