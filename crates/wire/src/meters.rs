//! Meters as signs show them.

use std::fmt::Display;
use std::str::FromStr;

use house::sign::{Amounts, Sign};
use house::table::setup::{Kind, Setup};
use house::{Command, Criteria, Hit, MeterId, Refusal, Snapshot, Terms, rfc3339};
use money::{Cents, MeterUnits};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Wrong;
use crate::table::Word;

/// A meter.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MeterOut {
    pub meter: String,
    /// What it is for: `caribbean-stud/CS-10`.
    pub schedule: String,
    /// The posted wager.
    pub wager: String,
    /// What the sign shows, with four decimals; nothing while it is out of order.
    #[schema(example = "10432.2500")]
    pub display: Option<String>,
    pub reserve: Option<String>,
    pub overflow: Option<String>,
    /// What is set aside for awards that wait to be verified.
    pub pending: Option<String>,
    /// `open`, `pending`, `out-of-order` or `closed`.
    #[schema(value_type = String)]
    pub state: Word,
    /// Why it is out of order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Is it for play money [PRG-24]?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
    /// The tables open on it.
    pub tables: Vec<String>,
    /// The last wins, the newest first.
    pub wins: Vec<WinOut>,
}

/// A win.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WinOut {
    pub award: u64,
    pub at: String,
    pub table: String,
    pub seat: u8,
    pub hand: String,
    pub amount: String,
}

/// All meters.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MetersOut {
    pub meters: Vec<MeterOut>,
}

impl MeterOut {
    /// A meter as everyone may see it: one that is in doubt shows no amount.
    pub fn of(snapshot: &Snapshot, id: &MeterId) -> Result<MeterOut, Refusal> {
        Sign::of(snapshot, id).map(|sign| MeterOut::from(&sign))
    }

    /// Every meter of a house.
    pub fn all(snapshot: &Snapshot) -> Vec<MeterOut> {
        Sign::all(snapshot).iter().map(MeterOut::from).collect()
    }
}

impl From<&Sign> for MeterOut {
    fn from(sign: &Sign) -> MeterOut {
        let amount = |of: fn(&Amounts) -> MeterUnits| sign.amounts.map(|all| of(&all).to_string());
        MeterOut {
            meter: sign.meter.to_string(),
            schedule: sign.schedule.clone(),
            wager: sign.wager.to_string(),
            display: amount(|all| all.display),
            reserve: amount(|all| all.reserve),
            overflow: amount(|all| all.overflow),
            pending: amount(|all| all.pending),
            state: sign.state.word().into(),
            why: sign.why.clone(),
            play_money: sign.play_money,
            tables: sign.tables.iter().map(ToString::to_string).collect(),
            wins: sign.wins.iter().map(WinOut::from).collect(),
        }
    }
}

impl From<&Hit> for WinOut {
    fn from(hit: &Hit) -> WinOut {
        WinOut {
            award: hit.award.0,
            at: rfc3339(hit.at),
            table: hit.table.to_string(),
            seat: hit.seat.0,
            hand: hit.hand.clone(),
            amount: hit.paid.unwrap_or(hit.amount).to_string(),
        }
    }
}

/// A new meter.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MeterIn {
    #[schema(example = "caribbean-1")]
    pub meter: String,
    /// The game and its progressive schedule.
    #[schema(example = "caribbean-stud/PMG-01")]
    pub schedule: String,
    /// The edition; the newest unless said.
    #[serde(default)]
    pub edition: Option<String>,
    /// The posted wager, in dollars; the game's usual one unless said.
    #[serde(default)]
    #[schema(example = "1.00")]
    pub wager: Option<String>,
    /// What it starts and restarts at, in dollars.
    #[serde(default)]
    pub seed: Option<String>,
    /// The share of each wager that goes to the display: `25%`.
    #[serde(default)]
    #[schema(example = "25%")]
    pub contribution: Option<String>,
    /// The share of each wager that goes to the hidden reserve.
    #[serde(default)]
    pub reserve: Option<String>,
    /// The most that the display may show, in dollars.
    #[serde(default)]
    pub limit: Option<String>,
    /// The most that may be bet in one round, in dollars.
    #[serde(default)]
    pub reasonable: Option<String>,
}

impl MeterIn {
    /// What makes the meter.
    pub fn create(&self) -> Result<Command, Wrong> {
        let meter: MeterId = said("meter", &self.meter)?;
        let edition = self.edition.clone();
        let (criteria, terms) = posted(&self.schedule, edition, self.wager.as_deref())?;
        let changes = TermsIn {
            seed: self.seed.clone(),
            contribution: self.contribution.clone(),
            reserve: self.reserve.clone(),
            limit: self.limit.clone(),
            no_limit: false,
            reasonable: self.reasonable.clone(),
        };
        let mut terms = changes.changed(terms)?;
        // A given seed is for the start too.
        if self.seed.is_some() {
            terms.base = terms.reset;
        }
        Ok(Command::CreateMeter { meter, criteria, terms })
    }
}

/// Other terms for a meter; what is not given stays as it is.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TermsIn {
    /// What it restarts at, in dollars.
    #[serde(default)]
    pub seed: Option<String>,
    /// The share of each wager that goes to the display: `25%`.
    #[serde(default)]
    #[schema(example = "25%")]
    pub contribution: Option<String>,
    /// The share of each wager that goes to the hidden reserve.
    #[serde(default)]
    pub reserve: Option<String>,
    /// The most that the display may show, in dollars.
    #[serde(default)]
    #[schema(example = "250000.00")]
    pub limit: Option<String>,
    /// There is no limit any more.
    #[serde(default)]
    pub no_limit: bool,
    /// The most that may be bet in one round, in dollars.
    #[serde(default)]
    pub reasonable: Option<String>,
}

impl TermsIn {
    /// The terms with these changes.
    pub fn changed(&self, mut terms: Terms) -> Result<Terms, Wrong> {
        if self.no_limit && self.limit.is_some() {
            return Err(Wrong::Malformed("limit: give a limit, or no_limit, not both".to_owned()));
        }
        terms.reset = maybe("seed", self.seed.as_deref())?.unwrap_or(terms.reset);
        terms.contribution =
            maybe("contribution", self.contribution.as_deref())?.unwrap_or(terms.contribution);
        terms.reserve = maybe("reserve", self.reserve.as_deref())?.unwrap_or(terms.reserve);
        terms.limit = match self.no_limit {
            true => None,
            false => maybe("limit", self.limit.as_deref())?.or(terms.limit),
        };
        terms.reasonable =
            maybe("reasonable", self.reasonable.as_deref())?.unwrap_or(terms.reasonable);
        Ok(terms)
    }
}

/// What a meter for a schedule and a wager is for, with the terms that the rule states.
pub fn posted(
    schedule: &str,
    edition: Option<String>,
    wager: Option<&str>,
) -> Result<(Criteria, Terms), Wrong> {
    let (game, schedule) = schedule.split_once('/').ok_or_else(|| {
        Wrong::Malformed("schedule: write GAME/SCHEDULE, such as caribbean-stud/PMG-01".to_owned())
    })?;
    let mut setup = Setup::new(game, Kind::Live);
    setup.edition = edition;
    setup.schedules.insert("progressive".to_owned(), schedule.to_owned());
    if let Some(wager) = maybe::<Cents>("wager", wager)? {
        setup.options.insert("progressive-wager".to_owned(), wager.to_string());
    }
    let why = || format!("{game} posts no progressive {schedule}");
    Ok(setup.meter_terms()?.ok_or_else(|| Refusal::CannotOpen { why: why() })?)
}

/// A part of a body that is written as text.
fn said<T: FromStr<Err: Display>>(what: &str, text: &str) -> Result<T, Wrong> {
    text.parse().map_err(|error: T::Err| Wrong::Malformed(format!("{what}: {error}")))
}

fn maybe<T: FromStr<Err: Display>>(what: &str, text: Option<&str>) -> Result<Option<T>, Wrong> {
    text.map(|text| said(what, text)).transpose()
}
