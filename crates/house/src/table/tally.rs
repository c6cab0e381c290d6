//! What was staked and won at a table since it opened, by wager: what its hold is compared with theory by.

use std::collections::BTreeMap;

use games::Op;
use money::{Cents, Moment};
use progressive::{Seat, as_text};
use rulebook::Section;
use serde::{Deserialize, Serialize};

use super::play::Play;

/// The rounds of a table since it opened.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Tally {
    /// How many rounds were played to their end; void ones are none.
    pub rounds: u64,
    /// When the first of them ended, and the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Moment>,
    /// When the last of them ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Moment>,
    /// By the section's wager.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub wagers: BTreeMap<String, WagerTally>,
}

/// One wager of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct WagerTally {
    /// How often it was made.
    pub bets: u64,
    /// What was placed before the lock: what its edge is a share of.
    #[serde(with = "as_text")]
    pub placed: Cents,
    /// The squares of those amounts in cents, added up: what their deviation is computed from.
    pub squares: u64,
    /// Everything that was put at risk on it, later wagers included: the handle.
    #[serde(with = "as_text")]
    pub staked: Cents,
    /// What the house kept of it; less than nothing if it lost.
    #[serde(with = "as_text")]
    pub win: Cents,
}

impl Tally {
    /// Whether no round was counted.
    pub fn is_empty(&self) -> bool {
        self.rounds == 0
    }

    /// The rounds in an hour, from the end of the first to the end of the last.
    pub fn rounds_per_hour(&self) -> Option<u64> {
        const HOUR: i64 = 3_600_000_000;
        let micros = self.last?.0 - self.first?.0;
        let between = i64::try_from(self.rounds.checked_sub(1)?).ok()?;
        (micros > 0).then(|| ((between * HOUR + micros / 2) / micros).unsigned_abs())
    }

    /// Counts a round that is over.
    pub(crate) fn count(&mut self, play: &Play, at: Moment) {
        if play.round.is_void() {
            return;
        }
        self.rounds += 1;
        self.first.get_or_insert(at);
        self.last = Some(at);
        // Where no card was entered, nobody knows what became of the wagers.
        if play.round.no_card_dealt() {
            return;
        }
        let section = play.round.table().section();
        for ((_, bet), amount) in placed(play) {
            if is_wager(section, &bet) {
                let wager = self.wagers.entry(bet).or_default();
                wager.bets += 1;
                wager.placed += amount;
                let cents = amount.get().unsigned_abs();
                wager.squares = wager.squares.saturating_add(cents.saturating_mul(cents));
            }
        }
        for line in &play.round.settlement().lines {
            let id = wager_of(section, line.wager);
            let wager = self.wagers.entry(id.to_owned()).or_default();
            wager.staked += line.staked;
            wager.win += line.staked - line.returned;
        }
    }
}

fn is_wager(section: &Section, id: &str) -> bool {
    section.wagers.iter().any(|wager| wager.id == id)
}

/// The wager that a line belongs to: its own, or the one that it raises, which is the first.
fn wager_of<'s>(section: &'s Section, line: &'s str) -> &'s str {
    let first = section.wagers.first().map_or(line, |wager| wager.id.as_str());
    match line {
        line if is_wager(section, line) => line,
        "envy" => "progressive",
        _ => first,
    }
}

/// What each seat had placed on each bet when the bets were locked.
fn placed(play: &Play) -> BTreeMap<(Seat, String), Cents> {
    let mut placed = BTreeMap::new();
    for line in play.ops() {
        match line.parse() {
            Ok(Op::Bet { seat, bet, amount }) => {
                placed.insert((Seat(seat.get()), bet.into_owned()), amount);
            }
            Ok(Op::ClearBets { seat }) => placed.retain(|(at, _), _| at.0 != seat.get()),
            Ok(Op::Lock) => break,
            _ => {}
        }
    }
    placed
}
