//! `croupier games`: the list of games.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Every game of the rulebook.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameList {
    /// The games, in the rulebook's order.
    pub games: Vec<GameEntry>,
}

/// A game with the wagers of its newest edition.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameEntry {
    /// The id used in files, commands and addresses.
    #[schema(example = "caribbean-stud")]
    pub id: String,
    /// The name.
    pub title: String,
    /// The section of the Administrative Rules.
    #[schema(example = "20:18:16:15.05")]
    pub section: String,
    /// The game in a sentence.
    pub summary: String,
    /// The numbers of decks it may be dealt from, the usual one first.
    pub decks: Vec<u8>,
    /// The most seats at a table.
    pub seats: u8,
    /// The editions of its text, oldest first.
    pub editions: Vec<EditionEntry>,
    /// Its wagers and the side bets that a table may add.
    pub wagers: Vec<WagerEntry>,
}

/// An edition of a section.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EditionEntry {
    /// The effective date, or `proposed`.
    #[schema(example = "2015-07-01")]
    pub id: String,
    /// The effective date, if it is known.
    pub effective: Option<String>,
    /// The citation of the South Dakota Register.
    pub sdr: Option<String>,
    /// What became of the text.
    #[schema(example = "adopted")]
    pub status: String,
    /// Only a part of the text is known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Where the text comes from and what is new in it.
    pub text: String,
}

impl EditionEntry {
    /// `2015-07-01 (41 SDR 218, adopted)`.
    pub fn register(&self) -> String {
        let partial = if self.partial { ", partial" } else { "" };
        match &self.sdr {
            Some(sdr) => format!("{} ({sdr}, {}{partial})", self.id, self.status),
            None if self.id == self.status => format!("{}{partial}", self.id),
            None => format!("{} ({}{partial})", self.id, self.status),
        }
    }
}

/// A wager of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WagerEntry {
    /// Its id.
    #[schema(example = "ante")]
    pub id: String,
    /// Its name.
    pub title: String,
    /// Whether a player must make it.
    #[schema(example = "optional")]
    pub need: String,
    /// The bets that make it.
    pub bets: Vec<String>,
    /// The lines that settle it.
    pub lines: Vec<String>,
    /// Its pay schedules.
    pub schedules: Vec<String>,
    /// The section of a side bet that a table may add.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}
