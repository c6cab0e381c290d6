//! The document with which a viewer proves the cards of a round: what the table showed, and the openings of the cards
//! that this viewer saw. docs/shuffle.md describes it.

use std::collections::BTreeMap;

use cards::{Card, DeckCount, Shoe};
use serde::{Deserialize, Serialize};

use crate::committed::{Dealing, NotOpened, Opening, Root};
use crate::seed::{from_hex, hex};
use crate::{HexError, WordError, Words};

/// The version that these documents are of.
pub const PROOF_VERSION: u8 = 2;

/// A proof as it is written and read: JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The version of the shuffle: 2.
    pub version: u8,
    /// The table.
    pub table: String,
    /// The round whose cards these are.
    pub round: u64,
    /// The first round that was dealt from the deck or shoe.
    pub first_round: u64,
    /// How many decks it has.
    pub decks: u8,
    /// Is a joker among the cards?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub joker: bool,
    /// What the table showed before the bets were locked.
    pub commitment: String,
    /// The players' words, by seat.
    pub words: BTreeMap<u8, String>,
    /// The cards, in the order in which they were dealt.
    pub openings: Vec<ProvedCard>,
}

/// The opening of one card, as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvedCard {
    /// The place of the card in the order of dealing, from 0.
    pub dealt: u32,
    /// Its position in the committed deck, from 0.
    pub position: u32,
    /// The card.
    pub card: String,
    /// Its salt, in hexadecimal.
    pub salt: String,
    /// The hashes beside the way from its leaf to the root, in hexadecimal.
    pub path: Vec<String>,
}

impl From<Opening> for ProvedCard {
    fn from(opening: Opening) -> ProvedCard {
        ProvedCard {
            dealt: opening.dealt,
            position: opening.position,
            card: opening.card.to_string(),
            salt: hex(&opening.salt),
            path: opening.path.iter().map(hex).collect(),
        }
    }
}

impl ProvedCard {
    fn opening(&self) -> Result<Opening, ProofError> {
        let dealt = self.dealt;
        let not_hex = |error| ProofError::Hex { what: "its salt or path", dealt, error };
        Ok(Opening {
            dealt,
            position: self.position,
            card: self.card.parse().map_err(|_| ProofError::Card { dealt })?,
            salt: from_hex(&self.salt).map_err(not_hex)?,
            path: self
                .path
                .iter()
                .map(|beside| from_hex(beside))
                .collect::<Result<_, _>>()
                .map_err(not_hex)?,
        })
    }
}

/// What a proof that holds says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The cards that are proved, each with its place in the order of dealing, from 0.
    pub cards: Vec<(u32, Card)>,
    /// How many cards the deck or shoe has.
    pub positions: usize,
}

impl Proved {
    /// Whether every card of the deck or shoe is opened. Then the deck is known to be complete: reading the proof
    /// checks it.
    pub fn is_whole(&self) -> bool {
        self.cards.len() == self.positions
    }
}

/// Why a proof does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ProofError {
    #[error("this is a proof of version {0}, and only version 2 has such proofs")]
    Version(u8),
    #[error("there are 1 to 8 decks, not {0}")]
    Decks(u8),
    #[error("the commitment: {0}")]
    Commitment(HexError),
    #[error("the word of seat {seat}: {why}")]
    Word { seat: u8, why: String },
    #[error("card {}: \"card\" is not a card", dealt + 1)]
    Card { dealt: u32 },
    #[error("card {}: {what}: {error}", dealt + 1)]
    Hex { what: &'static str, dealt: u32, error: HexError },
    #[error("card {} is opened twice", dealt + 1)]
    Twice { dealt: u32 },
    #[error(transparent)]
    NotOpened(#[from] NotOpened),
    #[error(
        "every position is opened, and the deck is not complete: {card} comes {count} times instead of {decks}"
    )]
    NotComplete { card: Card, count: usize, decks: u8 },
}

impl Proof {
    /// The players' words.
    fn words(&self) -> Result<Words, ProofError> {
        let mut words = Words::new();
        for (seat, word) in &self.words {
            let bad = |why: String| ProofError::Word { seat: *seat, why };
            let word = word.parse().map_err(|error: WordError| bad(error.to_string()))?;
            words.set(*seat, word).map_err(|error| bad(error.to_string()))?;
        }
        Ok(words)
    }

    /// Checks every card: the permutation that the words give, and the way to the commitment.
    pub fn check(&self) -> Result<Proved, ProofError> {
        if self.version != PROOF_VERSION {
            return Err(ProofError::Version(self.version));
        }
        let words = self.words()?;
        let decks = self.deck_count()?;
        let dealing = Dealing {
            root: self.commitment.parse::<Root>().map_err(ProofError::Commitment)?,
            table: &self.table,
            round: self.first_round,
            decks,
            words: &words,
        };
        let permutation = dealing.permutation();
        let mut cards: BTreeMap<u32, Card> = BTreeMap::new();
        for proved in &self.openings {
            let opening = proved.opening()?;
            dealing.check(&permutation, &opening)?;
            if cards.insert(opening.dealt, opening.card).is_some() {
                return Err(ProofError::Twice { dealt: opening.dealt });
            }
        }
        let proved = Proved { cards: cards.into_iter().collect(), positions: permutation.len() };
        if proved.is_whole() {
            must_be_complete(decks, &proved)?;
        }
        Ok(proved)
    }

    /// What it was dealt from.
    pub fn deck_count(&self) -> Result<DeckCount, ProofError> {
        let decks = DeckCount::new(self.decks.into()).map_err(|_| ProofError::Decks(self.decks))?;
        Ok(decks.with_joker(self.joker))
    }
}

fn must_be_complete(decks: DeckCount, proved: &Proved) -> Result<(), ProofError> {
    for card in Shoe::new(decks).kinds() {
        let count = proved.cards.iter().filter(|(_, other)| *other == card).count();
        let copies = decks.copies(card);
        if count != usize::from(copies) {
            return Err(ProofError::NotComplete { card, count, decks: copies });
        }
    }
    Ok(())
}
