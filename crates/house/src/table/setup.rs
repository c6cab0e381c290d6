//! How a table is set up: the game, what it posts, who may sit, who does the chores.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use money::Cents;
use progressive::{Criteria, MeterId, Posted, PostedRow, Procedure, Stakes, Terms, as_text};
use rulebook::{Amounts, Duty, Rulebook};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// What kind of table it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The house shuffles, deals, pays and verifies by itself.
    Practice,
    /// The house shuffles; a dealer and supervisors run the table.
    Virtual,
    /// Real cards: the dealer enters them, or only what the keypad needs.
    Live,
    /// Only a keypad, with no felt: nobody sits there, and the dealer enters the progressive bets.
    Keypad,
}

impl Kind {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Practice => "practice",
            Kind::Virtual => "virtual",
            Kind::Live => "live",
            Kind::Keypad => "keypad",
        }
    }
}

/// The clocks of a table, in seconds; zero is no clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Clocks {
    /// From the first bet to the lock.
    pub betting: u32,
    /// For each decision.
    pub decision: u32,
    /// How long a seat is held for a player who lost the connection.
    #[serde(rename = "hold")]
    pub seat_held: u32,
}

/// The least and the most that may be bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Range {
    #[serde(with = "as_text")]
    pub min: Cents,
    #[serde(with = "as_text")]
    pub max: Cents,
}

/// How a table is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The kind of table.
    pub kind: Kind,
    /// The revision of the rulebook that it goes by: the newest when it opens, and from then on that one, so that what
    /// is played there replays whatever later releases change.
    #[serde(default = "first_revision", skip_serializing_if = "is_first_revision")]
    pub revision: u32,
    /// The edition; the newest when the table opens, and from then on that one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Schedules by bet.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub schedules: BTreeMap<String, String>,
    /// Options by key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Limits by bet.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, Range>,
    /// The meter, at a table with a progressive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter: Option<MeterId>,
    /// How many seats; as many as the section allows if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// Whether guests may sit down.
    #[serde(default)]
    pub guests: bool,
    /// The most play money that a guest gets at once, if that is limited.
    #[serde(default, with = "as_text::option", skip_serializing_if = "Option::is_none")]
    pub guest_buy_in: Option<Cents>,
    /// The duties that are done by hand; the others are the house's.
    #[serde(default, with = "duties", skip_serializing_if = "BTreeSet::is_empty")]
    pub by_hand: BTreeSet<Duty>,
    /// Its clocks.
    #[serde(default)]
    pub clocks: Clocks,
    /// Awards from the tray below this amount need no supervisor [PRG-9].
    #[serde(default, with = "as_text", skip_serializing_if = "is_zero")]
    pub verify_from: Cents,
    /// What a table that is only a keypad posts, where the rulebook does not say it: it goes by another rulebook, or an
    /// earlier release has opened it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posted: Option<Box<Posted>>,
}

/// The revision of the rulebook since which the sign changes with the key at RUN, not with the J-POT button.
const J_POT_WAITS_FOR_RUN: u32 = 3;

const fn first_revision() -> u32 {
    Rulebook::FIRST_REVISION
}

const fn is_first_revision(revision: &u32) -> bool {
    *revision == Rulebook::FIRST_REVISION
}

fn is_zero(amount: &Cents) -> bool {
    *amount == Cents::ZERO
}

impl Setup {
    /// A table of a game as its kind usually is.
    pub fn new(game: &str, kind: Kind) -> Setup {
        let all = || Duty::WORDS.iter().map(|(_, duty)| *duty).collect();
        let (by_hand, clocks): (BTreeSet<Duty>, Clocks) = match kind {
            Kind::Practice => {
                (BTreeSet::new(), Clocks { betting: 30, decision: 30, seat_held: 120 })
            }
            Kind::Virtual => (
                [Duty::Lock, Duty::Deal, Duty::Key, Duty::GameOver].into(),
                Clocks { betting: 0, decision: 60, seat_held: 300 },
            ),
            Kind::Live | Kind::Keypad => (all(), Clocks::default()),
        };
        Setup {
            game: game.to_owned(),
            kind,
            revision: Rulebook::revision(),
            edition: None,
            schedules: BTreeMap::new(),
            options: BTreeMap::new(),
            limits: BTreeMap::new(),
            meter: None,
            seats: None,
            guests: kind == Kind::Practice,
            guest_buy_in: None,
            by_hand,
            clocks,
            verify_from: Cents::ZERO,
            posted: None,
        }
    }

    /// A table that is only a keypad, on a meter, which posts this. It does not change with later releases.
    pub fn keypad(meter: &MeterId, posted: &Posted) -> Setup {
        Setup {
            revision: Rulebook::FIRST_REVISION,
            edition: Some(posted.edition.clone()),
            schedules: [("progressive".to_owned(), posted.schedule.clone())].into(),
            meter: Some(meter.clone()),
            by_hand: BTreeSet::new(),
            verify_from: posted.verify_from,
            ..Setup::new(&posted.game, Kind::Keypad)
        }
    }

    /// Posts one least and one most for every bet, as far as the section allows. What the rule or the
    /// posting fixes stays as it is: the progressive's wager, and the ante for a pot.
    pub fn post_limits(&mut self, least: Cents, most: Cents) -> Result<(), Refusal> {
        let felt = self.felt()?;
        for bet in felt.bets().filter(|bet| !felt.is_fixed(bet)) {
            let (section_least, section_most) = felt.range(bet);
            let range = Range { min: least.max(section_least), max: most.min(section_most) };
            if range.min <= range.max {
                self.limits.insert(bet.to_owned(), range);
            }
        }
        // "When combined ... may not exceed the posted table bet limit": the most is for all of them together [GEN-9].
        if let Some(total) = felt.total_limit() {
            self.limits.insert(total.to_owned(), Range { min: least, max: most });
        }
        Ok(())
    }

    /// What is staked at the table: chips are free where guests may sit, and where the house does everything [PRG-24].
    pub fn stakes(&self) -> Stakes {
        if self.guests || self.kind == Kind::Practice { Stakes::Play } else { Stakes::Real }
    }

    /// Whether a duty is done by hand.
    pub fn is_by_hand(&self, duty: Duty) -> bool {
        self.by_hand.contains(&duty)
    }

    fn posting(&self) -> Result<games::Posting, Refusal> {
        let cannot_open = |why: String| Refusal::CannotOpen { why };
        let edition = match &self.edition {
            Some(id) => Some(id.parse().map_err(|_| {
                cannot_open(format!("there is no edition \"{id}\" of {}", self.game))
            })?),
            None => None,
        };
        let limits =
            self.limits.iter().map(|(bet, range)| (bet.clone(), (range.min, range.max))).collect();
        Ok(games::Posting {
            game: self.game.clone(),
            edition,
            schedules: self.schedules.clone(),
            options: self.options.clone(),
            limits,
        })
    }

    /// What a meter for the progressive that it posts is created with; none without one.
    pub fn meter_terms(&self) -> Result<Option<(Criteria, Terms)>, Refusal> {
        self.felt().map(|felt| meter_for(&felt))
    }

    /// The rulebook that it goes by.
    pub fn rulebook(&self) -> Result<&'static Rulebook, Refusal> {
        Rulebook::embedded_at(self.revision).ok_or_else(|| {
            let (revision, newest) = (self.revision, Rulebook::revision());
            let why = format!(
                "revision {revision} of the rulebook is not known here: this release has 1 to {newest}"
            );
            Refusal::CannotOpen { why }
        })
    }

    pub(crate) fn felt(&self) -> Result<Arc<games::Table>, Refusal> {
        games::Table::open(self.rulebook()?, self.posting()?).map_err(|errors| {
            let why: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Refusal::CannotOpen { why: why.join("; ") }
        })
    }

    /// Opens the table by the rulebook, and says what it posts for its progressive, if it has one.
    pub(crate) fn open(&self) -> Result<Opened, Refusal> {
        if let Some(posted) = &self.posted {
            let (posted, seats) = (Some(Posted::clone(posted)), posted.seats);
            return match self.kind {
                Kind::Keypad => Ok(Opened { felt: None, posted, seats }),
                Kind::Practice | Kind::Virtual | Kind::Live => {
                    let why = "only a table that is a keypad alone says itself what it posts";
                    Err(Refusal::CannotOpen { why: why.to_owned() })
                }
            };
        }
        let felt = self.felt()?;
        let posted = posted(&felt).map(|posted| Posted {
            verify_from: self.verify_from,
            // Entries of earlier releases replay as they were made.
            procedure: match posted.procedure {
                Procedure::JPot if self.revision < J_POT_WAITS_FOR_RUN => Procedure::JPotAtOnce,
                procedure => procedure,
            },
            ..posted
        });
        if self.verify_from < Cents::ZERO || (self.verify_from > Cents::ZERO && posted.is_none()) {
            let why = "verify-from is an amount of a posted progressive's awards [PRG-9]";
            return Err(Refusal::CannotOpen { why: why.to_owned() });
        }
        if posted.is_some() != self.meter.is_some() {
            let why = if posted.is_some() {
                "a progressive is posted: name its meter [PRG-12]"
            } else {
                "a meter needs a posted progressive: name its schedule, such as progressive = PMG-01"
            };
            return Err(Refusal::CannotOpen { why: why.to_owned() });
        }
        let most = felt.section().seats;
        let seats = self.seats.unwrap_or(most);
        if seats == 0 || seats > most {
            let why = format!("{} has 1 to {most} seats, not {seats} [GEN-13]", self.game);
            return Err(Refusal::CannotOpen { why });
        }
        if self.kind != Kind::Keypad {
            return Ok(Opened { felt: Some(felt), posted, seats });
        }
        if posted.is_none() || self.guests {
            let why = match posted {
                Some(_) => "nobody sits at a table that is only a keypad, so guests neither",
                None => {
                    "a table that is only a keypad posts a progressive: name its schedule and meter"
                }
            };
            return Err(Refusal::CannotOpen { why: why.to_owned() });
        }
        Ok(Opened { felt: None, posted: posted.map(|posted| Posted { seats, ..posted }), seats })
    }
}

/// A setup that the rulebook allows.
pub(crate) struct Opened {
    /// None at a table that is only a keypad.
    pub(crate) felt: Option<Arc<games::Table>>,
    pub(crate) posted: Option<Posted>,
    pub(crate) seats: u8,
}

/// What a table posts for its progressive: only what the rulebook has (T1).
pub fn posted(felt: &games::Table) -> Option<Posted> {
    let progressive = felt.progressive()?;
    let row = |row: &games::PayRow| PostedRow {
        hand: row.hand.to_string(),
        pays: row.odds,
        envy: row.envy,
    };
    let rows = progressive.table.rows().iter().map(row).collect();
    let section = felt.section();
    let edition = section.edition.id.to_string();
    let schedule = felt.schedule("progressive").unwrap_or_default();
    Some(Posted {
        // Another number of cards than usual is another chance to win [PRG-17] [FCP-5].
        cards: match (felt.option("pmg-cards"), felt.option("fccp-cards")) {
            (Some("7"), _) => Some(7),
            (_, Some("five")) => Some(5),
            _ => None,
        },
        seats: section.seats,
        house_procedure: progressive.procedure,
        // The editions differ in how a win is recorded [ED-3].
        procedure: match section.term("jackpot-procedure") {
            Some("j-pot") => Procedure::JPot,
            _ => Procedure::Keypad,
        },
        envy_needs_bet: felt.envy_needs_own_bet(),
        // Rows and envy are those of the posted wager, and no other is taken [PRG-7].
        ..Posted::new(&section.game, &edition, schedule, progressive.wager, rows)
    })
}

/// What a meter for a table's progressive is created with: what is won on it, and the rule's terms
/// [PRG-8] [PRG-12].
pub fn meter_for(felt: &games::Table) -> Option<(Criteria, Terms)> {
    let (posted, progressive) = (posted(felt)?, felt.progressive()?);
    let mut schedules = felt.section().schedules_of("progressive");
    let terms = schedules.find(|known| known.id == posted.schedule)?.progressive;
    let is_fixed = terms.is_some_and(|terms| terms.amounts == Amounts::Fixed);
    let seed = is_fixed.then_some(progressive.seed);
    let terms = Terms {
        contribution: progressive.contribution,
        reserve: progressive.reserve,
        ..Terms::with_seed(progressive.seed)
    };
    Some((Criteria { seed, ..Criteria::of(&posted) }, terms))
}

/// Duties as stores keep them: the rulebook's words.
mod duties {
    use std::collections::BTreeSet;

    use rulebook::Duty;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        duties: &BTreeSet<Duty>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(duties.iter().map(|duty| duty.word()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeSet<Duty>, D::Error> {
        let duty = |word: &String| {
            Duty::from_word(word)
                .ok_or_else(|| D::Error::custom(format!("\"{word}\" is not a dealer's duty")))
        };
        Vec::<String>::deserialize(from)?.iter().map(duty).collect()
    }
}
