//! The shuffle a table deals from: committed before the bets, revealed when it is spent.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Card, DeckCount};
use progressive::Seat;
use serde::{Deserialize, Serialize, Serializer};
use shuffle::{Commitment, Seed, Word, Words};

use crate::refusal::Refusal;

/// A fresh seed that comes with a request, in case a new shuffle is needed: 64 hexadecimal digits.
///
/// Two requests that differ only in it are the same request: whoever asks again after a lost answer
/// does not know which seed was offered the first time.
#[derive(Clone, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FreshSeed(String);

impl FreshSeed {
    /// A seed from the operating system's generator.
    pub fn from_system() -> Result<FreshSeed, shuffle::NoRandomness> {
        Seed::from_system().map(FreshSeed::from)
    }

    pub(crate) fn seed(&self) -> Option<Seed> {
        self.0.parse().ok()
    }
}

impl From<Seed> for FreshSeed {
    fn from(seed: Seed) -> FreshSeed {
        FreshSeed(seed.reveal())
    }
}

impl PartialEq for FreshSeed {
    fn eq(&self, _: &FreshSeed) -> bool {
        true
    }
}

impl std::fmt::Debug for FreshSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FreshSeed(secret)")
    }
}

/// Where a shuffle stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Only the commitment is known; players may add their words.
    Committed,
    /// Cards are dealt from it.
    Dealing,
    /// Nothing more is dealt from it, and the seed is revealed.
    Spent,
}

/// A shuffle: its seed, the players' words, and how many of its cards are out.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "ShuffledForm")]
pub struct Shuffled {
    seed: Seed,
    /// What is shown of the seed: every view has it.
    commitment: Commitment,
    words: BTreeMap<Seat, Word>,
    /// The first round that is dealt from it.
    round: u64,
    decks: DeckCount,
    stage: Stage,
    out: usize,
    /// The cards in their order, once dealing has begun.
    order: Option<Arc<[Card]>>,
}

impl std::fmt::Debug for Shuffled {
    /// Neither the seed nor the order of the cards.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shuffled")
            .field("commitment", &self.commitment())
            .field("round", &self.round)
            .field("stage", &self.stage)
            .field("out", &self.out)
            .finish_non_exhaustive()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct ShuffledForm {
    seed: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    words: BTreeMap<Seat, String>,
    round: u64,
    decks: u8,
    stage: Stage,
    out: usize,
}

impl Serialize for Shuffled {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        ShuffledForm::from(self).serialize(to)
    }
}

impl From<&Shuffled> for ShuffledForm {
    fn from(of: &Shuffled) -> ShuffledForm {
        ShuffledForm {
            seed: of.seed.reveal(),
            words: of.words.iter().map(|(seat, word)| (*seat, word.as_str().to_owned())).collect(),
            round: of.round,
            decks: of.decks.get(),
            stage: of.stage,
            out: of.out,
        }
    }
}

impl TryFrom<ShuffledForm> for Shuffled {
    type Error = String;

    fn try_from(form: ShuffledForm) -> Result<Shuffled, String> {
        let word = |(seat, word): (Seat, String)| {
            word.parse()
                .map(|word| (seat, word))
                .map_err(|error: shuffle::WordError| error.to_string())
        };
        let seed: Seed = form.seed.parse().map_err(|error: shuffle::HexError| error.to_string())?;
        let mut shuffled = Shuffled {
            commitment: seed.commitment(),
            seed,
            words: form.words.into_iter().map(word).collect::<Result<_, _>>()?,
            round: form.round,
            decks: DeckCount::new(form.decks.into()).map_err(|error| error.to_string())?,
            stage: form.stage,
            out: form.out,
            order: None,
        };
        if shuffled.stage == Stage::Dealing {
            shuffled.order = Some(shuffled.derive());
        }
        Ok(shuffled)
    }
}

impl Shuffled {
    pub(crate) fn commit(seed: Seed, round: u64, decks: DeckCount) -> Shuffled {
        let (commitment, words) = (seed.commitment(), BTreeMap::new());
        let stage = Stage::Committed;
        Shuffled { seed, commitment, words, round, decks, stage, out: 0, order: None }
    }

    /// What is shown before the bets are locked.
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// The players' words, by seat.
    pub fn words(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.words.iter().map(|(seat, word)| (*seat, word.as_str()))
    }

    /// The first round that is dealt from it.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// How many decks it has.
    pub fn decks(&self) -> DeckCount {
        self.decks
    }

    /// How many of its cards are out, burned ones included.
    pub fn out(&self) -> usize {
        self.out
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The seed, once the shuffle is spent.
    pub fn revealed(&self) -> Option<String> {
        (self.stage == Stage::Spent).then(|| self.seed.reveal())
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.stage == Stage::Spent
    }

    /// Adds a player's word, before anything is dealt.
    pub(crate) fn add_word(&mut self, seat: Seat, word: &str) -> Result<(), Refusal> {
        if self.stage != Stage::Committed {
            return Err(Refusal::ShuffleIsDealt);
        }
        let word = word
            .parse()
            .map_err(|error: shuffle::WordError| Refusal::BadWord { why: error.to_string() })?;
        self.words.insert(seat, word);
        Ok(())
    }

    /// Fixes the order of the cards: from here on nothing about it changes.
    pub(crate) fn begin(&mut self) {
        if self.stage == Stage::Committed {
            self.stage = Stage::Dealing;
            self.order = Some(self.derive());
        }
    }

    pub(crate) fn draw(&mut self) -> Option<Card> {
        let card = self.order.as_ref()?.get(self.out).copied()?;
        self.out += 1;
        Some(card)
    }

    pub(crate) fn spend(&mut self) {
        self.stage = Stage::Spent;
        self.order = None;
    }

    fn derive(&self) -> Arc<[Card]> {
        let mut words = Words::new();
        for (seat, word) in &self.words {
            words.set(seat.0, word.clone()).expect("words are by seat, 1 to 7");
        }
        shuffle::deck(&self.seed, &words, self.round, self.decks).into()
    }
}
