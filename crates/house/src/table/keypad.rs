//! The keypad of a table [PRG-9]: what it posts on a meter, and the hand buttons that are lit.
//!
//! Only what is the keypad's own is kept here. Its number, who bet and what the cards say is asked of the table's round
//! (`ProgressiveRound`), which is dealt with cards or, at a table that is only a keypad, entered by the dealer.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use games::RowId;
use money::Cents;
use progressive::former::SetAside;
use progressive::{
    Award, AwardNumber, Disagreement, Frozen, KeySwitch, MeterId, OverrideAgreed, Posted,
    PostedRow, RoundOnMeter, Seat,
};

pub use form::KeypadRow;

use super::play::Play;
use crate::machine::{Envy, House};

/// The keypad of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keypad {
    /// The meter that it feeds.
    pub meter: MeterId,
    /// What it posts.
    pub posted: Arc<Posted>,
    /// The number of the last round with a progressive bet.
    pub(crate) rounds: u64,
    /// What is lit, between lock and game over, in a round with a progressive bet.
    pub(crate) keys: Option<Keys>,
}

/// The progressive part of a round: its number, the bets, and what its cards say. At a table that is only a keypad,
/// that is all there is of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressiveRound {
    /// The number of the round at its table.
    pub number: u64,
    /// The bets in cents, by seat.
    pub bets: BTreeMap<Seat, i64>,
    /// The seats of dead hands, whose bets were returned: they win nothing and trigger no envy [PRG-6].
    pub dead: BTreeSet<Seat>,
    /// Who plays a seat, as the first seat of that player, where it is not the seat's own player.
    pub players: BTreeMap<Seat, Seat>,
    /// What the cards say, by seat, where the table knows them.
    pub cards: Option<BTreeMap<Seat, RowId>>,
    /// Whether the bets are in the tray. They are not if an earlier release locked them at a keypad-only table: such a
    /// round is booked to its end as that release did. Nor where the round's own lines book them.
    pub(crate) is_in_tray: bool,
}

impl ProgressiveRound {
    /// That of a round with cards; none if it has no progressive.
    pub(crate) fn of(play: &Play) -> Option<ProgressiveRound> {
        let round = play.round();
        let (posted, line) = round.table().progressive().zip(round.table().line("progressive"))?;
        let seat_of = |seat: &games::Seat| Seat(seat.number.get());
        let seats = &round.felt().seats;
        let (dead, alive): (Vec<_>, Vec<_>) =
            seats.iter().filter(|seat| seat.has(line)).partition(|seat| seat.is_dead);
        let moved = seats.iter().filter(|seat| seat.player != seat.number.get());
        let cards = round
            .hands_to_key()
            .map(|hands| hands.into_iter().map(|(seat, row)| (Seat(seat.get()), row)).collect());
        Some(ProgressiveRound {
            number: play.number(),
            bets: alive.into_iter().map(|seat| (seat_of(seat), posted.wager.get())).collect(),
            dead: dead.into_iter().map(seat_of).collect(),
            players: moved.map(|seat| (seat_of(seat), Seat(seat.player))).collect(),
            cards,
            is_in_tray: false,
        })
    }

    /// The sum of its bets.
    pub(crate) fn total(&self) -> Cents {
        Cents::new(self.bets.values().sum())
    }
}

/// What is lit at a keypad.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Keys {
    /// The hand buttons that are lit, by seat.
    pub lit: BTreeMap<Seat, Keyed>,
    /// Where supervisors upheld the keys over the cards, and why.
    pub overrides: Vec<Override>,
    /// The older procedure's key.
    pub switch: KeySwitch,
    /// What was frozen at the first key, and what the keys have done to the meter [PRG-19].
    pub(crate) on_meter: RoundOnMeter,
    /// The same by the rule of earlier releases.
    pub(crate) set_aside: SetAside,
}

impl Keys {
    /// What the meter held at the first key, if one was pressed.
    pub(crate) fn frozen(&self) -> Option<Frozen> {
        self.on_meter.frozen().or(self.set_aside.frozen())
    }

    /// The hand buttons that are lit and have no award yet: in the older procedure, the wins that
    /// J-POT has not recorded.
    pub fn unrecorded(&self) -> impl Iterator<Item = (Seat, &Keyed)> {
        let lit = self.lit.iter().filter(|(_, keyed)| keyed.award.is_none());
        lit.map(|(seat, keyed)| (*seat, keyed))
    }

    /// Whether a supervisor has upheld that a seat was not keyed, although its cards win [PRG-9].
    pub(crate) fn is_upheld_unkeyed(&self, seat: Seat) -> bool {
        let mut saw = self.overrides.iter().flat_map(|upheld| &upheld.saw);
        !self.lit.contains_key(&seat) && saw.any(|saw| saw.seat == seat && saw.keyed.is_none())
    }
}

/// A hand button that is lit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keyed {
    /// The hand: a row of what is posted.
    pub row: RowId,
    /// Its award, once there is one: at once, or with J-POT in the older procedure.
    pub award: Option<AwardNumber>,
}

/// An override: the keys stand, whatever the cards say [PRG-22].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Override {
    /// Why.
    pub reason: String,
    /// What the supervisor saw.
    pub saw: Vec<Mismatch>,
    /// The two supervisors [PRG-22]; nothing in entries from before that, when one was enough.
    pub agreed: Option<OverrideAgreed>,
}

/// A seat at which keys and cards disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Mismatch {
    pub seat: Seat,
    pub keyed: Option<RowId>,
    pub cards: Option<RowId>,
}

/// The row of a hand button.
pub(crate) fn row(posted: &Posted, id: RowId) -> &PostedRow {
    &posted.rows[id.place()]
}

/// The row with these words.
pub(crate) fn named(posted: &Posted, hand: &str) -> Option<RowId> {
    posted.rows.iter().position(|row| row.hand == hand).map(RowId::at)
}

impl Mismatch {
    /// For people.
    pub(crate) fn in_words(&self, posted: &Posted) -> Disagreement {
        let words = |id: RowId| row(posted, id).hand.clone();
        let (keyed, cards) = (self.keyed.map(words), self.cards.map(words));
        Disagreement { seat: self.seat, keyed, cards }
    }

    /// As it was written down; nothing if a hand is not posted.
    pub(crate) fn read(posted: &Posted, words: &Disagreement) -> Option<Mismatch> {
        let row = |hand: &Option<String>| match hand {
            Some(hand) => named(posted, hand).map(Some),
            None => Some(None),
        };
        Some(Mismatch { seat: words.seat, keyed: row(&words.keyed)?, cards: row(&words.cards)? })
    }
}

impl Keypad {
    pub(crate) fn new(meter: MeterId, posted: Posted, rounds: u64) -> Keypad {
        let posted = Arc::new(posted);
        Keypad { meter, posted, rounds, keys: None }
    }

    /// The round with its keys, if one is open, as the table's round says it.
    pub(crate) fn round<'t>(
        &'t self,
        played: impl FnOnce() -> Option<Cow<'t, ProgressiveRound>>,
    ) -> Option<KeypadRound<'t>> {
        let keys = self.keys.as_ref()?;
        Some(KeypadRound { posted: &self.posted, played: played()?, keys })
    }
}

/// A round with progressive bets, between lock and game over: its keys beside what the round says.
#[derive(Clone, Debug)]
pub struct KeypadRound<'t> {
    /// What is posted.
    pub posted: &'t Posted,
    /// The round itself: the bets, and what the cards say.
    pub played: Cow<'t, ProgressiveRound>,
    /// What is lit.
    pub keys: &'t Keys,
}

impl KeypadRound<'_> {
    /// What a seat bet.
    pub fn bet(&self, seat: Seat) -> Option<Cents> {
        self.played.bets.get(&seat).map(|cents| Cents::new(*cents))
    }

    /// Who plays a seat.
    fn player(&self, seat: Seat) -> Seat {
        self.played.players.get(&seat).copied().unwrap_or(seat)
    }

    /// The awards of the keys that are lit, whether they wait or are paid.
    pub fn awards<'h>(&self, house: &'h House) -> impl Iterator<Item = &'h Award> {
        self.keys.lit.values().filter_map(|keyed| Some(&**house.known_award(keyed.award?)?))
    }

    /// The words of a row: its hand button.
    pub fn hand(&self, id: RowId) -> &str {
        &row(self.posted, id).hand
    }

    /// The words of the button that is lit for a seat.
    pub fn keyed(&self, seat: Seat) -> Option<&str> {
        self.keys.lit.get(&seat).map(|keyed| self.hand(keyed.row))
    }

    /// The override that a seat's key stands by, with what was seen at the seat.
    pub(crate) fn override_of(&self, seat: Seat) -> Option<(&Override, Mismatch)> {
        let keyed = self.keys.lit.get(&seat).map(|keyed| keyed.row);
        let found = self.keys.overrides.iter().rev().find_map(|upheld| {
            let saw = upheld.saw.iter().find(|saw| saw.seat == seat)?;
            (saw.keyed == keyed).then_some((upheld, *saw))
        });
        // Cards that say the same as the key by now need none.
        let cards = self.played.cards.as_ref().and_then(|cards| cards.get(&seat).copied());
        found.filter(|(_, saw)| saw.cards == cards)
    }

    /// The override that a seat's key stands by, if it does, and what was seen there, in words.
    pub fn overridden(&self, seat: Seat) -> Option<(&Override, Disagreement)> {
        let (upheld, saw) = self.override_of(seat)?;
        Some((upheld, saw.in_words(self.posted)))
    }

    /// Where keys and cards disagree and no supervisor has upheld the keys.
    pub fn mismatches(&self) -> Vec<Mismatch> {
        let Some(cards) = self.played.cards.as_ref() else {
            return Vec::new();
        };
        let lit = &self.keys.lit;
        let seats: BTreeSet<&Seat> =
            self.played.bets.keys().chain(lit.keys()).chain(cards.keys()).collect();
        let differs = |seat: &&Seat| {
            let keyed = lit.get(*seat).map(|keyed| keyed.row);
            let cards = cards.get(*seat).copied();
            (keyed != cards).then_some(Mismatch { seat: **seat, keyed, cards })
        };
        // An override covers what the supervisor saw, not what is keyed afterward.
        let is_upheld =
            |found: &Mismatch| self.keys.overrides.iter().any(|upheld| upheld.saw.contains(found));
        seats.iter().filter_map(differs).filter(|found| !is_upheld(found)).collect()
    }

    /// The same, in words.
    pub fn disagreements(&self) -> Vec<Disagreement> {
        self.in_words(&self.mismatches())
    }

    pub(crate) fn in_words(&self, found: &[Mismatch]) -> Vec<Disagreement> {
        found.iter().map(|found| found.in_words(self.posted)).collect()
    }

    /// The envy that is paid if the keys stay as they are, by winning seat and then by triggering seat, the last first
    /// [PRG-6].
    pub(crate) fn envy(&self) -> Vec<Envy> {
        let mut envy = Vec::new();
        for &seat in self.played.bets.keys().rev() {
            for (&from, keyed) in self.keys.lit.iter().rev() {
                // Nobody wins envy from their own hand, not even through another seat.
                let is_own = self.player(from) == self.player(seat);
                let PostedRow { hand, envy: amount, .. } = row(self.posted, keyed.row);
                if let Some(amount) = amount.filter(|_| !is_own) {
                    envy.push(Envy { seat, from, hand: hand.clone(), amount });
                }
            }
        }
        envy
    }
}

/// What a store keeps of a keypad: hands are in words.
mod form {
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;

    use games::RowId;
    use money::Cents;
    use progressive::former::SetAside;
    use progressive::{
        AwardNumber, Disagreement, KeySwitch, MeterId, OverrideAgreed, Posted, RoundOnMeter, Seat,
        TableId, as_text,
    };
    use serde::{Deserialize, Serialize};

    use super::{Keyed, Keypad, Keys, Mismatch, Override, ProgressiveRound, named, row};
    use crate::machine::House;
    use crate::table::Table;

    /// What a store keeps of a keypad, and what programs read of it.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub struct KeypadRow {
        /// The table.
        pub id: TableId,
        /// The meter that it feeds.
        pub meter: MeterId,
        /// What it posts.
        #[serde(with = "crate::shared")]
        pub posted: Arc<Posted>,
        /// The number of the last round with a progressive bet.
        pub rounds: u64,
        round: Option<RoundForm>,
        /// Whether it is open.
        pub is_open: bool,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    struct RoundForm {
        number: u64,
        bets: BTreeMap<Seat, i64>,
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        dead: BTreeSet<Seat>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        players: BTreeMap<Seat, Seat>,
        keyed: BTreeMap<Seat, KeyedForm>,
        #[serde(default, skip_serializing_if = "RoundOnMeter::is_none")]
        on_meter: RoundOnMeter,
        #[serde(default, skip_serializing_if = "SetAside::is_none")]
        set_aside: SetAside,
        cards: Option<BTreeMap<Seat, String>>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        overruled: Vec<OverrideForm>,
        key: KeySwitch,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_in_tray: bool,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    struct KeyedForm {
        hand: String,
        award: Option<AwardNumber>,
        #[serde(with = "as_text::option", default, skip_serializing_if = "Option::is_none")]
        verified: Option<Cents>,
        #[serde(with = "as_text::option", default, skip_serializing_if = "Option::is_none")]
        paid: Option<Cents>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    struct OverrideForm {
        reason: String,
        saw: Vec<Disagreement>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreed: Option<OverrideAgreed>,
    }

    impl KeypadRow {
        /// The keypad of a table as it is kept, with the table's round and what was paid for its keys.
        pub(crate) fn of(house: &House, table: &Table) -> Option<KeypadRow> {
            let Keypad { meter, posted, rounds, keys: _ } = table.keypad()?;
            let words = |id: RowId| row(posted, id).hand.clone();
            let round = table.keypad_round().map(|round| {
                let Keys { lit, overrides, switch, on_meter, set_aside } = round.keys.clone();
                let keyed = |(seat, keyed): (Seat, Keyed)| {
                    let paid = house.verified_award(&keyed);
                    let (verified, paid) =
                        (paid.map(|award| award.amount), paid.and_then(|award| award.paid()));
                    let Keyed { row, award } = keyed;
                    (seat, KeyedForm { hand: words(row), award, verified, paid })
                };
                let overruled = |Override { reason, saw, agreed }: Override| OverrideForm {
                    reason,
                    saw: saw.iter().map(|saw| saw.in_words(posted)).collect(),
                    agreed,
                };
                let ProgressiveRound { number, bets, dead, players, cards, is_in_tray } =
                    round.played.into_owned();
                let cards = cards
                    .map(|cards| cards.into_iter().map(|(seat, row)| (seat, words(row))).collect());
                RoundForm {
                    number,
                    bets,
                    dead,
                    players,
                    keyed: lit.into_iter().map(keyed).collect(),
                    on_meter,
                    set_aside,
                    cards,
                    overruled: overrides.into_iter().map(overruled).collect(),
                    key: switch,
                    is_in_tray,
                }
            });
            Some(KeypadRow {
                id: table.id().clone(),
                meter: meter.clone(),
                posted: Arc::clone(posted),
                rounds: *rounds,
                round,
                is_open: table.has_open_keypad(),
            })
        }

        /// The keypad, and what its row says of the round: see `Table::take_in_keypad`.
        pub(crate) fn keypad(self) -> Result<(Keypad, Option<ProgressiveRound>), String> {
            let KeypadRow { id: _, meter, posted, rounds, round, is_open: _ } = self;
            let (round, keys) = round.map(|round| round.read(&posted)).transpose()?.unzip();
            Ok((Keypad { meter, posted, rounds, keys }, round))
        }
    }

    impl RoundForm {
        fn read(self, posted: &Posted) -> Result<(ProgressiveRound, Keys), String> {
            let row = |hand: &str| {
                named(posted, hand).ok_or_else(|| format!("no row of the schedule is \"{hand}\""))
            };
            let mut lit = BTreeMap::new();
            // What was paid for it is in the award.
            for (seat, KeyedForm { hand, award, .. }) in self.keyed {
                lit.insert(seat, Keyed { row: row(&hand)?, award });
            }
            let cards = match self.cards {
                Some(cards) => {
                    let read = |(seat, hand): (Seat, String)| Ok((seat, row(&hand)?));
                    Some(cards.into_iter().map(read).collect::<Result<_, String>>()?)
                }
                None => None,
            };
            let mut overrides = Vec::new();
            for OverrideForm { reason, saw, agreed } in self.overruled {
                let read = saw.iter().map(|saw| Mismatch::read(posted, saw));
                let saw = read.collect::<Option<_>>().ok_or("an override of other hands")?;
                overrides.push(Override { reason, saw, agreed });
            }
            let RoundForm { number, bets, dead, players, on_meter, set_aside, key, .. } = self;
            let is_in_tray = self.is_in_tray;
            let keys = Keys { lit, overrides, switch: key, on_meter, set_aside };
            Ok((ProgressiveRound { number, bets, dead, players, cards, is_in_tray }, keys))
        }
    }
}
