//! What a table posts on its meter, and how it records wins [PRG-9].

use money::{Cents, Moment, Odds};
use serde::{Deserialize, Serialize};

use crate::award::Source;
use crate::ids::{PersonId, Seat, as_text};

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
    /// A supervisor's key to JPH and the J-POT button record the win, with its amount; the key back to RUN adjusts the
    /// meter.
    #[serde(rename = "j-pot-run")]
    JPot,
    /// The same as earlier releases had it: the J-POT button adjusted the meter. Tables that were opened by them go on
    /// like this until they are opened again.
    #[serde(rename = "j-pot")]
    JPotAtOnce,
}

impl Procedure {
    /// Whether it is the older procedure, with the supervisor's key.
    pub const fn has_key(self) -> bool {
        match self {
            Procedure::Keypad => false,
            Procedure::JPot | Procedure::JPotAtOnce => true,
        }
    }
}

/// A row that can be keyed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PostedRow {
    /// The hand button: `royal flush`.
    pub hand: String,
    /// What it pays, for the posted wager.
    #[serde(with = "as_text")]
    pub pays: Odds,
    /// What every other player with the bet wins, for the posted wager.
    #[serde(with = "as_text::option", default)]
    pub envy: Option<Cents>,
}

/// How many seats a table has if it does not say [GEN-13].
const SEATS: u8 = 7;

fn usual_seats() -> u8 {
    SEATS
}

/// What a table posts for its progressive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Posted {
    /// The game.
    pub game: String,
    /// The edition of its section that the table is opened under.
    pub edition: String,
    /// The schedule.
    pub schedule: String,
    /// How many cards hands are picked from, where the house reads the schedule so [PRG-17].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<u8>,
    /// What every progressive bet at the table is, exactly; rows and envy are for it [PRG-7].
    #[serde(with = "as_text")]
    pub wager: Cents,
    /// Its rows.
    pub rows: Vec<PostedRow>,
    /// How many seats the table has.
    #[serde(default = "usual_seats")]
    pub seats: u8,
    /// How several awards of a round are paid.
    #[serde(default)]
    pub house_procedure: HouseProcedure,
    /// How a win is recorded.
    #[serde(default)]
    pub procedure: Procedure,
    /// Whether a hand triggers envy only if its own player made the bet [PRG-6].
    #[serde(default)]
    pub envy_needs_bet: bool,
    /// Awards from the tray below this amount need no supervisor [PRG-9].
    #[serde(with = "as_text", default)]
    pub verify_from: Cents,
}

impl Posted {
    /// What a table with this game, edition, schedule, wager and rows posts if the house chooses
    /// nothing else.
    pub fn new(
        game: &str,
        edition: &str,
        schedule: &str,
        wager: Cents,
        rows: Vec<PostedRow>,
    ) -> Posted {
        Posted {
            game: game.to_owned(),
            edition: edition.to_owned(),
            schedule: schedule.to_owned(),
            cards: None,
            wager,
            rows,
            seats: SEATS,
            house_procedure: HouseProcedure::default(),
            procedure: Procedure::default(),
            envy_needs_bet: false,
            verify_from: Cents::ZERO,
        }
    }

    /// The row of a hand.
    pub fn row(&self, hand: &str) -> Option<&PostedRow> {
        self.rows.iter().find(|row| row.hand == hand)
    }

    /// Whether the table has such a seat.
    pub fn has_seat(&self, seat: Seat) -> bool {
        (1..=self.seats).contains(&seat.0)
    }

    /// Whether an award waits for a supervisor [PRG-9]. Every one does, except those that the tray pays below the
    /// posted amount for a hand that triggers no envy.
    pub fn needs_supervisor(&self, row: &PostedRow, source: Source, amount: Cents) -> bool {
        match source {
            Source::Meter { .. } | Source::Envy => true,
            Source::Tray => row.envy.is_some() || amount >= self.verify_from,
        }
    }
}

/// The position of the supervisor's key in the older procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeySwitch {
    /// Turned by a supervisor to record a jackpot.
    Jph,
    /// The table plays.
    #[default]
    Run,
}

/// Who let keys stand over the cards, and when [PRG-22].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct OverrideAgreed {
    /// The supervisor who proposed it.
    pub by: PersonId,
    /// The supervisor who approved it.
    pub approved_by: PersonId,
    /// When it was approved.
    pub at: Moment,
}

/// A seat at which keys and cards disagree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Disagreement {
    pub seat: Seat,
    pub keyed: Option<String>,
    pub cards: Option<String>,
}
