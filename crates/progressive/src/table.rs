//! A table on a meter: what it posts, and the keypad's round as it stands [PRG-9].

use std::collections::{BTreeMap, BTreeSet};

use money::{Cents, Moment, Odds};
use serde::{Deserialize, Serialize};

use crate::award::Source;
use crate::former::SetAside;
use crate::ids::{AwardNumber, MeterId, PersonId, Seat, TableId, as_text};
use crate::round_on_meter::{Frozen, RoundOnMeter};

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
    /// Is it the older procedure, with the supervisor's key?
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
    /// Does a hand trigger envy only if its own player made the bet [PRG-6]?
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

    /// Is there such a seat?
    pub fn has_seat(&self, seat: Seat) -> bool {
        (1..=self.seats).contains(&seat.0)
    }

    /// Does an award wait for a supervisor [PRG-9]? Every one does but those the tray pays below the
    /// posted amount for a hand that triggers no envy.
    pub fn needs_supervisor(&self, hand: &str, source: Source, amount: Cents) -> bool {
        let triggers_envy = self.row(hand).is_some_and(|row| row.envy.is_some());
        match source {
            Source::Meter { .. } | Source::Envy => true,
            Source::Tray => triggers_envy || amount >= self.verify_from,
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
    /// What was actually handed out for it [PRG-20].
    #[serde(with = "as_text::option", default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<Cents>,
}

/// A round between lock and game over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct OpenRound {
    /// Its number at this table.
    pub number: u64,
    /// The progressive bets in cents, by seat.
    pub bets: BTreeMap<Seat, i64>,
    /// The seats of dead hands, whose bets were returned: they win nothing and trigger no envy [PRG-6].
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub dead: BTreeSet<Seat>,
    /// Who plays a seat, as the first seat of that player, where it is not the seat's own player.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<Seat, Seat>,
    /// The hand buttons that are lit, by seat.
    pub keyed: BTreeMap<Seat, Keyed>,
    /// What was frozen at the first key, and what the keys have done to the meter [PRG-19].
    #[serde(default, skip_serializing_if = "RoundOnMeter::is_none")]
    pub on_meter: RoundOnMeter,
    /// The same by the rule of earlier releases.
    #[serde(default, skip_serializing_if = "SetAside::is_none")]
    pub set_aside: SetAside,
    /// What the cards say, by seat, where the table knows them.
    pub cards: Option<BTreeMap<Seat, String>>,
    /// Where supervisors upheld the keys over the cards, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overruled: Vec<Overruled>,
    /// The older procedure's key.
    pub key: KeySwitch,
    /// Does the table, which is only a keypad, have the bets in its tray? Not if an earlier release locked them: such a
    /// round is booked to its end as that release did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_in_tray: bool,
}

impl OpenRound {
    /// What a seat bet.
    pub fn bet(&self, seat: Seat) -> Option<Cents> {
        self.bets.get(&seat).map(|cents| Cents::new(*cents))
    }

    /// What the meter held at the first key, if one was pressed.
    pub fn frozen(&self) -> Option<Frozen> {
        self.on_meter.frozen().or(self.set_aside.frozen())
    }

    /// Who plays a seat.
    pub fn player(&self, seat: Seat) -> Seat {
        self.players.get(&seat).copied().unwrap_or(seat)
    }

    /// The hand buttons that are lit and have no award yet: in the older procedure, the wins that
    /// J-POT has not recorded.
    pub fn unrecorded(&self) -> impl Iterator<Item = (Seat, &Keyed)> {
        let keyed = self.keyed.iter().filter(|(_, keyed)| keyed.award.is_none());
        keyed.map(|(seat, keyed)| (*seat, keyed))
    }

    /// The override that a seat's key stands by, with what was seen at the seat.
    pub fn override_of(&self, seat: Seat) -> Option<(&Overruled, &Disagreement)> {
        let keyed = self.keyed.get(&seat).map(|keyed| &keyed.hand);
        let found = self.overruled.iter().rev().find_map(|overruled| {
            let saw = overruled.saw.iter().find(|saw| saw.seat == seat)?;
            (saw.keyed.as_ref() == keyed).then_some((overruled, saw))
        });
        // Cards that say the same as the key by now need none.
        let cards = self.cards.as_ref().and_then(|cards| cards.get(&seat));
        found.filter(|(_, saw)| saw.cards.as_ref() == cards)
    }

    /// Where keys and cards disagree and no supervisor has upheld the keys: the seat, what was keyed and
    /// what the cards say.
    pub fn disagreements(&self) -> Vec<Disagreement> {
        let Some(cards) = self.cards.as_ref() else {
            return Vec::new();
        };
        let seats: BTreeSet<&Seat> =
            self.bets.keys().chain(self.keyed.keys()).chain(cards.keys()).collect();
        let differs = |seat: &&Seat| {
            let keyed = self.keyed.get(*seat).map(|keyed| keyed.hand.clone());
            let cards = cards.get(*seat).cloned();
            (keyed != cards).then_some(Disagreement { seat: **seat, keyed, cards })
        };
        // An override covers what the supervisor saw, not what is keyed afterward.
        let is_upheld = |found: &Disagreement| {
            self.overruled.iter().any(|overruled| overruled.saw.contains(found))
        };
        seats.iter().filter_map(differs).filter(|found| !is_upheld(found)).collect()
    }
}

/// An override: the keys stand, whatever the cards say [PRG-22].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Overruled {
    /// Why.
    pub reason: String,
    /// What the supervisor saw.
    pub saw: Vec<Disagreement>,
    /// The two supervisors [PRG-22]; nothing in entries from before that, when one was enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<OverrideAgreed>,
}

/// Who let keys stand over the cards, and when [PRG-22].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct OverrideAgreed {
    /// Who proposed it.
    pub by: PersonId,
    /// Who approved it.
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
