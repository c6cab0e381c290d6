//! What the commands answer about games, rules, odds and settlements. The program above implements it, so a
//! client gets exactly what the command prints with `--json`.

use serde_json::Value;

use crate::error::ApiError;

/// A question to the library, by the command that answers it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// `croupier games`
    Games,
    /// `croupier rules GAME`, with options.
    Rules {
        /// The game.
        game: String,
        /// Options by name.
        options: Vec<(String, String)>,
    },
    /// `croupier odds`, with options; `game` is the game.
    Odds(Vec<(String, String)>),
    /// `croupier par`, with options; `game` is the game.
    Par(Vec<(String, String)>),
    /// `croupier progressive`, with options; `game` is the game.
    Progressive(Vec<(String, String)>),
    /// `croupier protect`, with options; `game` is the game.
    Protect(Vec<(String, String)>),
    /// `croupier strategy`, with options; `game` is the game.
    Strategy(Vec<(String, String)>),
    /// `croupier settle`: the text of a round file.
    Settle(String),
}

impl Question {
    /// Is it about odds with pays changed? Labs of the server's own process answer those.
    pub fn is_what_if(&self) -> bool {
        matches!(self, Question::Odds(options) if options.iter().any(|(key, _)| key == "pay"))
    }
}

/// Answers questions; may take a while, so it is asked on a thread of its own.
pub trait Library: Send + Sync + 'static {
    /// What the command prints with `--json`.
    fn answer(&self, question: &Question) -> Result<Value, ApiError>;
}
