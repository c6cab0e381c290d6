//! A table on a meter: what it posts, and the keypad's round as it stands [PRG-9].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use money::{Cents, Odds};
use serde::{Deserialize, Serialize};

use crate::ids::{AwardNumber, MeterId, Seat, TableId, as_text};
use crate::set_aside::SetAside;

/// How several meter awards of one round are paid [PRG-5].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HouseProcedure {
    /// Counter-clockwise, each from the meter as the one before left it.
    #[default]
    Sequential,
    /// Top awards of one round share the meter; the odd cent goes to the first counterclockwise.
    Split,
}

/// How a win is recorded; the editions differ [ED-3].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Procedure {
    /// A keyed share of the meter is frozen at once; a supervisor verifies or voids it.
    #[default]
    Keypad,
    /// A supervisor's key to JPH and the J-POT button record the win; back to RUN adjusts the meter.
    JPot,
}

/// How much a bet may be [ED-3].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BetSize {
    /// Exactly this amount.
    Exactly(#[serde(with = "as_text")] Cents),
    /// This amount or a multiple of it [PRG-18].
    MultipleOf(#[serde(with = "as_text")] Cents),
    /// Any amount.
    #[default]
    Posted,
}

impl BetSize {
    /// May a bet be this much?
    pub fn takes(self, bet: Cents) -> bool {
        match self {
            BetSize::Exactly(amount) => bet == amount,
            BetSize::MultipleOf(amount) => bet.get() % amount.get().max(1) == 0,
            BetSize::Posted => true,
        }
    }

    fn is_posted(&self) -> bool {
        *self == BetSize::Posted
    }
}

impl fmt::Display for BetSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BetSize::Exactly(amount) => write!(f, "{amount:#}"),
            BetSize::MultipleOf(amount) => write!(f, "multiples of {amount:#}"),
            BetSize::Posted => f.write_str("any amount"),
        }
    }
}

/// A row that can be keyed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PostedRow {
    /// The hand button: `royal flush`.
    pub hand: String,
    /// What it pays.
    #[serde(with = "as_text")]
    pub pays: Odds,
    /// What every other player with the bet wins, for the nominal wager.
    #[serde(with = "as_text::option", default)]
    pub envy: Option<Cents>,
}

/// What a table posts for its progressive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Posted {
    /// The game.
    pub game: String,
    /// The schedule.
    pub schedule: String,
    /// The wager that "$" and envy amounts are for.
    #[serde(with = "as_text")]
    pub nominal: Cents,
    /// How much a bet may be.
    #[serde(default, skip_serializing_if = "BetSize::is_posted")]
    pub bets: BetSize,
    /// Its rows.
    pub rows: Vec<PostedRow>,
    /// How several awards of a round are paid.
    #[serde(default)]
    pub house_procedure: HouseProcedure,
    /// How a win is recorded.
    #[serde(default)]
    pub procedure: Procedure,
    /// Does a hand trigger envy only if its own player made the bet [PRG-6]?
    #[serde(default)]
    pub envy_needs_bet: bool,
}

impl Posted {
    /// The row of a hand.
    pub fn row(&self, hand: &str) -> Option<&PostedRow> {
        self.rows.iter().find(|row| row.hand == hand)
    }
}

/// The position of the supervisor's key in the older procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeySwitch {
    /// The table plays.
    #[default]
    Run,
    /// Turned by a supervisor to record a jackpot.
    Jph,
}

/// A hand button that is lit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Keyed {
    /// The hand.
    pub hand: String,
    /// Its award, once there is one: at once, or with J-POT in the older procedure.
    pub award: Option<AwardNumber>,
    /// The award's amount, once it is verified: it stays, whatever else is keyed in the round.
    #[serde(with = "as_text::option", default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Cents>,
}

/// A round between lock and game over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct OpenRound {
    /// Its number at this table.
    pub number: u64,
    /// The progressive bets in cents, by seat.
    pub bets: BTreeMap<Seat, i64>,
    /// Who plays a seat, as the first seat of that player, where it is not the seat's own player.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<Seat, Seat>,
    /// The hand buttons that are lit, by seat.
    pub keyed: BTreeMap<Seat, Keyed>,
    /// What the keyed awards have done to the meter [PRG-19].
    #[serde(default, skip_serializing_if = "SetAside::is_none")]
    pub set_aside: SetAside,
    /// What the cards say, by seat, where the table knows them.
    pub cards: Option<BTreeMap<Seat, String>>,
    /// Why a supervisor upheld the keys over the cards, if one did.
    pub overruled: Option<String>,
    /// The older procedure's key.
    pub key: KeySwitch,
    /// Was J-POT pressed, so that the win is recorded and nothing can be turned off?
    pub is_recorded: bool,
}

impl OpenRound {
    /// What a seat bet.
    pub fn bet(&self, seat: Seat) -> Option<Cents> {
        self.bets.get(&seat).map(|cents| Cents::new(*cents))
    }

    /// Who plays a seat.
    pub fn player(&self, seat: Seat) -> Seat {
        self.players.get(&seat).copied().unwrap_or(seat)
    }

    /// Where keys and cards disagree: the seat, what was keyed and what the cards say.
    pub fn disagreements(&self) -> Vec<Disagreement> {
        let Some(cards) = self.cards.as_ref().filter(|_| self.overruled.is_none()) else {
            return Vec::new();
        };
        let seats: BTreeSet<&Seat> =
            self.bets.keys().chain(self.keyed.keys()).chain(cards.keys()).collect();
        let differs = |seat: &&Seat| {
            let keyed = self.keyed.get(*seat).map(|keyed| keyed.hand.clone());
            let cards = cards.get(*seat).cloned();
            (keyed != cards).then_some(Disagreement { seat: **seat, keyed, cards })
        };
        seats.iter().filter_map(differs).collect()
    }
}

/// A seat at which keys and cards disagree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Disagreement {
    pub seat: Seat,
    pub keyed: Option<String>,
    pub cards: Option<String>,
}

/// A table that is open on a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Table {
    /// Its name.
    pub id: TableId,
    /// The meter it feeds.
    pub meter: MeterId,
    /// What it posts.
    pub posted: Posted,
    /// How many rounds were locked.
    pub rounds: u64,
    /// The round between lock and game over, if there is one (F1).
    pub round: Option<OpenRound>,
    /// Is it open?
    pub is_open: bool,
}
