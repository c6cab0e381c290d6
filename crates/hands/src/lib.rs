//! Values of hands: what two to seven cards are worth in the order of each rule, and what they are
//! called; totals of blackjack hands.
//!
//! A value is one integer whose comparison is the rule's comparison. Each order has its own type,
//! so that values of different orders cannot be compared by mistake:
//!
//! | cards | type | order |
//! | --- | --- | --- |
//! | 5, best 5 of 6 or 7 | [`FiveValue`] | poker's |
//! | 4, best 4 of 5 or 6 | [`FourValue`] | [GEN-6] |
//! | 3 | [`ThreeValue`] | [GEN-5] |
//! | 2 | [`TwoValue`] | [H212-9] |
//!
//! [`JokerValue`] is what five cards of a deck with a joker make.
//!
//! Each has `of` an array of cards and `of_set`, `category`, `ranks`, `kickers`, `floor`, and is
//! displayed in words. [`Hand`] gathers cards one by one where many hands share some.
//!
//! This crate knows nothing of games, money or chance, and does no I/O.
//!
//! ```
//! use cards::Rank;
//! use hands::{Category, FiveValue};
//!
//! let cards = "Ts Th Ad 9c 4s 3d 2h".parse().unwrap();
//! let value = FiveValue::of_set(cards).unwrap();
//! assert_eq!(value.category(), Category::Pair);
//! assert_eq!(value.to_string(), "pair of tens");
//! assert_eq!(value.in_full().to_string(), "pair of tens with ace, nine and four kickers");
//!
//! const QUALIFIES: FiveValue = FiveValue::floor(Category::HighCard, &[Rank::Ace, Rank::King])
//!     .expect("ace-king high is a hand");
//! assert!(value > QUALIFIES);
//! ```

mod blackjack;
mod category;
mod code;
mod five;
mod four;
mod hand;
mod joker;
mod key;
#[doc(hidden)]
pub mod naive;
mod ranks;
#[doc(hidden)]
pub mod tables;
mod three;
mod two;
mod value;
mod words;

pub use blackjack::Total;
pub use category::{Category, TwoCategory};
pub use five::FiveValue;
pub use four::FourValue;
pub use hand::Hand;
pub use joker::{Joker, JokerValue};
pub use ranks::Ranks;
pub use three::ThreeValue;
pub use two::TwoValue;
pub use value::WrongSize;
pub use words::InFull;
