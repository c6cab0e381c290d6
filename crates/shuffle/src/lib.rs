//! Shuffles that anyone can check: a committed seed, the players' words and the number of the round
//! determine the order of the cards.
//!
//! Before the bets are locked the house shows the [`Commitment`] of a [`Seed`] that comes from the
//! operating system; players may add [`Words`]; [`deck`] gives the order; after the round the seed
//! is revealed, and everyone can repeat the shuffle. docs/shuffle.md describes it for other
//! languages.
//!
//! That is version 1, for the rounds that used it. In version 2 a [`Secret`] that nobody ever sees
//! stands for a [`CommittedDeck`]; its [`Root`] is shown before, the words permute the positions
//! ([`Dealing`]), and each card that was seen has an [`Opening`].
//!
//! [`randomness`] has the statistical tests of 25 CFR 547.14.
//!
//! ```
//! use cards::DeckCount;
//! use shuffle::{Seed, Words, deck};
//!
//! let seed = Seed::from_system()?;
//! let shown_before = seed.commitment();
//! let mut words = Words::new();
//! words.set(3, "lucky seven".parse()?)?;
//! let cards = deck(&seed, &words, 12, DeckCount::ONE);
//!
//! // After the round, from what was shown:
//! let revealed: Seed = seed.reveal().parse()?;
//! assert_eq!(revealed.commitment(), shown_before);
//! assert_eq!(deck(&revealed, &words, 12, DeckCount::ONE), cards);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod committed;
mod order;
mod proof;
pub mod randomness;
mod seed;
mod stream;
mod word;

pub use committed::{CommittedDeck, Dealing, NotOpened, Opening, Root, Secret};
pub use order::{deck, reshuffle};
pub use proof::{PROOF_VERSION, Proof, ProofError, Proved, ProvedCard};
pub use seed::{Commitment, HexError, NoRandomness, Seed};
pub use word::{NoSuchSeat, SEATS_MAX, WORD_CHARACTERS_MAX, Word, WordError, Words};
