//! `croupier protect`: what knowledge of hidden cards is worth to a player, and what counting is.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is known of a game's weak points.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ProtectAnswer {
    /// With `sees`.
    Sees(Protected),
    /// With `count`.
    Count(Counted),
}

/// What it is worth to a player to see some cards before the first decision. Fractions of the first wager.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Protected {
    /// The game.
    pub game: String,
    /// The edition of its section.
    pub edition: String,
    /// The wager.
    pub wager: String,
    /// The schedule.
    pub schedule: String,
    /// The options that differ from the default.
    pub options: std::collections::BTreeMap<String, String>,
    /// What the player sees: `dealer:N`, `board:K`, both with a comma, or `seats:N`.
    #[schema(example = "dealer:1")]
    pub sees: String,
    /// The same in words.
    pub says: String,
    /// The edge of a player who plays best with that knowledge.
    pub player_edge: f64,
    /// The same as a fraction; nothing where it was simulated or computed in doubles.
    pub player_edge_exact: Option<String>,
    /// The edge of a player who plays best without it.
    pub without: f64,
    /// The standard error, where it was simulated.
    pub error: Option<f64>,
    /// `exact`, `in doubles` or `simulated`.
    #[schema(example = "exact")]
    pub method: String,
    /// How long it took.
    pub seconds: f64,
}

/// What counting cards is worth against a wager.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Counted {
    /// The game.
    pub game: String,
    /// The edition of its section.
    pub edition: String,
    /// The wager.
    pub wager: String,
    /// The schedule.
    pub schedule: String,
    /// The decks of a full shoe.
    pub decks: u8,
    /// The edge of the player off the top of a full shoe.
    pub full_shoe: f64,
    /// Every value of a card.
    pub cards: Vec<CardEffect>,
    /// How well the tags tell the effects of removal: the correlation.
    pub correlation: f64,
    /// The true count from which the wager is worth making; nothing where every card has the same effect.
    pub bet_from: Option<i32>,
    /// What it is worth by the number of cards dealt before the shuffle.
    pub penetration: Vec<Penetration>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// What the removal of one card does.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CardEffect {
    /// The card's value.
    #[schema(example = "10")]
    pub card: String,
    /// What its removal from a full shoe adds to the player's edge.
    pub effect: f64,
    /// The tag of a balanced count.
    pub tag: i32,
}

/// What counting is worth when so many cards are dealt.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Penetration {
    /// The cards dealt before the shuffle.
    pub cards: u32,
    /// The share of rounds on which the wager is worth making.
    pub rounds: f64,
    /// The mean edge of the player on these.
    pub edge: f64,
    /// What it wins for each round that is dealt, in bets.
    pub profit: f64,
}
