//! Cards, sets of cards, decks and shoes, and how people write them.
//!
//! This crate knows nothing of games or hand values, and nothing here shuffles.

mod card;
mod card_set;
mod cut;
mod notation;
mod shoe;

pub use card::{Card, Rank, Suit};
pub use card_set::{CardSet, Cards};
pub use cut::{CUT_MARGIN, CutCard, Penetration, PenetrationError, may_cut};
pub use notation::{Face, Fault, NotationError, parse_cards, parse_faces};
pub use shoe::{DECK, DeckCount, DeckCountError, NotInShoe, NotOut, Shoe};
