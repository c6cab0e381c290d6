//! A meter as its sign shows it to everyone.

use money::{Cents, MeterUnits};
use progressive::{Hit, MeterId, TableId};

use crate::Snapshot;
use crate::machine::RecordId;
use crate::refusal::Refusal;

/// A meter as everyone may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sign {
    /// Which.
    pub meter: MeterId,
    /// What it is for: `caribbean-stud/CS-10`.
    pub schedule: String,
    /// The posted wager.
    pub wager: Cents,
    /// What it holds; nothing while it is out of order or in doubt.
    pub amounts: Option<Amounts>,
    /// How it stands.
    pub state: SignState,
    /// Why it is out of order.
    pub why: Option<String>,
    /// Whether it is for play money [PRG-24].
    pub play_money: bool,
    /// The tables open on it.
    pub tables: Vec<TableId>,
    /// The last wins that stand, the newest first; none while it is out of order.
    pub wins: Vec<Hit>,
}

/// What a meter holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Amounts {
    pub display: MeterUnits,
    pub reserve: MeterUnits,
    pub overflow: MeterUnits,
    /// What is set aside for awards that wait to be verified.
    pub pending: MeterUnits,
}

/// How a meter stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignState {
    /// It runs.
    Open,
    /// An award waits to be verified.
    Pending,
    /// It shows no amount.
    OutOfOrder,
    /// It is no longer used.
    Closed,
}

impl SignState {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            SignState::Open => "open",
            SignState::Pending => "pending",
            SignState::OutOfOrder => "out-of-order",
            SignState::Closed => "closed",
        }
    }
}

impl Sign {
    /// A meter of a house: one that is in doubt shows no amount.
    pub fn of(snapshot: &Snapshot, id: &MeterId) -> Result<Sign, Refusal> {
        let meter = snapshot.machine.meter(id)?;
        let doubt = snapshot.doubt(&RecordId::Meter(id.clone()).key()).map(ToString::to_string);
        let why = meter.fault.clone().or(doubt);
        let state = match &why {
            _ if meter.is_closed => SignState::Closed,
            Some(_) => SignState::OutOfOrder,
            None if MeterUnits::ZERO < meter.totals.pending => SignState::Pending,
            None => SignState::Open,
        };
        let totals = &meter.totals;
        let amounts = Amounts {
            display: totals.display,
            reserve: totals.reserve,
            overflow: totals.overflow,
            pending: totals.pending,
        };
        let wins = meter.last_hits.iter().filter(|hit| why.is_none() && !hit.is_backed_out);
        Ok(Sign {
            meter: id.clone(),
            schedule: meter.criteria.schedule.clone(),
            wager: meter.criteria.wager,
            amounts: why.is_none().then_some(amounts),
            state,
            play_money: snapshot.machine.is_play_money(id),
            tables: meter.tables.iter().cloned().collect(),
            wins: wins.cloned().collect(),
            why,
        })
    }

    /// Every meter of a house.
    pub fn all(snapshot: &Snapshot) -> Vec<Sign> {
        let ids = snapshot.machine.meters().map(|meter| &meter.id);
        ids.filter_map(|id| Sign::of(snapshot, id).ok()).collect()
    }

    /// What it shows; nothing while it is out of order or in doubt.
    pub fn display(&self) -> Option<MeterUnits> {
        self.amounts.map(|amounts| amounts.display)
    }
}
