//! The shuffle a table deals from: committed before the bets, and sealed for as long as it decides cards [SHF-1].

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Card, DeckCount};
use keys::seal::{SealError, SealKeys, Sealed};
use progressive::{Seat, TableId};
use serde::{Deserialize, Serialize, Serializer};
use shuffle::{Commitment, CommittedDeck, Dealing, Root, Secret, Seed, Word, Words};

use crate::refusal::Refusal;

/// What a request brings in case a new shuffle is needed.
///
/// Two requests that differ only in it are the same request: asking again after a lost answer
/// does not know what was offered the first time.
#[derive(Clone, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FreshSeed {
    /// A seed of version 1, in the clear: entries of older releases have it.
    Clear(String),
    /// A deck of version 2.
    Sealed {
        /// The round that it is for.
        round: u64,
        /// The deck.
        #[serde(flatten)]
        deck: SealedDeck,
    },
}

impl FreshSeed {
    /// Whether it is sealed.
    pub(crate) fn is_sealed(&self) -> bool {
        match self {
            FreshSeed::Sealed { .. } => true,
            FreshSeed::Clear(_) => false,
        }
    }

    /// A deck for the next round at a table, from the operating system's generator.
    pub fn from_system(
        keys: &SealKeys,
        table: &TableId,
        round: u64,
        decks: DeckCount,
    ) -> Result<FreshSeed, Refusal> {
        let secret = Secret::from_system().map_err(|_| Refusal::NoSeed)?;
        FreshSeed::of(&secret, keys, table, round, decks)
    }

    /// The deck that a secret gives.
    pub fn of(
        secret: &Secret,
        keys: &SealKeys,
        table: &TableId,
        round: u64,
        decks: DeckCount,
    ) -> Result<FreshSeed, Refusal> {
        let root = CommittedDeck::new(secret, decks).root();
        let sealed =
            keys.seal(&purpose(table, round), secret.bytes()).map_err(|error| no_key(&error))?;
        Ok(FreshSeed::Sealed { round, deck: SealedDeck { root, sealed } })
    }

    /// The shuffle of a new round.
    pub(crate) fn commit(&self, round: u64, decks: DeckCount) -> Result<Shuffled, Refusal> {
        let source = match self {
            FreshSeed::Clear(seed) => {
                let seed: Seed = seed.parse().map_err(|_| Refusal::NoSeed)?;
                Source::Seed { commitment: seed.commitment(), seed }
            }
            FreshSeed::Sealed { round: made_for, deck } if *made_for == round => {
                Source::Sealed(deck.clone())
            }
            FreshSeed::Sealed { .. } => return Err(Refusal::NoSeed),
        };
        Ok(Shuffled::new(source, round, decks))
    }
}

impl From<Seed> for FreshSeed {
    fn from(seed: Seed) -> FreshSeed {
        FreshSeed::Clear(seed.reveal())
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

/// Why a shuffle cannot be sealed or opened, in words for everyone: where keys lie is not for them.
pub(crate) fn no_key(error: &SealError) -> Refusal {
    let why = match error {
        SealError::NoKey { .. } | SealError::None(_) => "its key is not there",
        SealError::Altered(_) => "what is sealed was altered, or belongs elsewhere",
        SealError::Damaged(_) | SealError::TooMany { .. } | SealError::Key(_) => {
            "its key cannot be read"
        }
        SealError::NoRandomness(_) => "the operating system gave no random bytes",
    };
    Refusal::NoKey { why }
}

/// What a secret is sealed for: it opens at this table only, for this round.
fn purpose(table: &TableId, round: u64) -> Vec<u8> {
    let table = table.as_str().as_bytes();
    let length = (table.len() as u32).to_be_bytes();
    [b"croupier-shuffle-2".as_slice(), &length, table, &round.to_be_bytes()].concat()
}

/// A committed deck as it is stored: what is shown of it, and its secret under a key that is not in the store.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "SealedDeckForm", try_from = "SealedDeckForm")]
pub struct SealedDeck {
    root: Root,
    sealed: Sealed,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct SealedDeckForm {
    commitment: String,
    key: String,
    sealed: String,
}

impl From<SealedDeck> for SealedDeckForm {
    fn from(deck: SealedDeck) -> SealedDeckForm {
        SealedDeckForm {
            commitment: deck.root.to_string(),
            key: deck.sealed.key.to_string(),
            sealed: deck.sealed.text(),
        }
    }
}

impl TryFrom<SealedDeckForm> for SealedDeck {
    type Error = String;

    fn try_from(form: SealedDeckForm) -> Result<SealedDeck, String> {
        let root: Root =
            form.commitment.parse().map_err(|error: shuffle::HexError| error.to_string())?;
        let key = form.key.parse().map_err(|error: keys::seal::NotHex| error.to_string())?;
        let sealed = Sealed::read(key, &form.sealed).map_err(|error| error.to_string())?;
        Ok(SealedDeck { root, sealed })
    }
}

impl SealedDeck {
    /// What is shown of it.
    pub fn root(&self) -> Root {
        self.root
    }

    /// The secret, given the key.
    pub(crate) fn secret(
        &self,
        keys: &SealKeys,
        table: &TableId,
        round: u64,
    ) -> Result<Secret, SealError> {
        let bytes = keys.open(&self.sealed, &purpose(table, round))?;
        Ok(Secret::from_bytes(*bytes))
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
    /// Nothing more is dealt from it. A seed of version 1 is revealed.
    Spent,
}

/// What the order of the cards comes from.
#[derive(Clone, PartialEq, Eq)]
enum Source {
    /// Version 1.
    Seed {
        seed: Seed,
        /// What is shown of the seed: every view has it.
        commitment: Commitment,
    },
    /// Version 2.
    Sealed(SealedDeck),
}

/// A shuffle: what its order comes from, the players' words, and how many of its cards are out.
#[derive(Clone, Deserialize)]
#[serde(try_from = "ShuffledForm")]
pub struct Shuffled {
    source: Source,
    words: BTreeMap<Seat, Word>,
    /// The first round that is dealt from it.
    round: u64,
    decks: DeckCount,
    stage: Stage,
    out: usize,
    /// The cards in their order, once one was drawn. It follows from the rest.
    order: Option<Arc<[Card]>>,
}

impl PartialEq for Shuffled {
    fn eq(&self, other: &Shuffled) -> bool {
        let rest = |of: &Shuffled| (of.round, of.decks, of.stage, of.out);
        self.source == other.source && self.words == other.words && rest(self) == rest(other)
    }
}

impl Eq for Shuffled {}

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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deck: Option<SealedDeck>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    words: BTreeMap<Seat, String>,
    round: u64,
    decks: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    joker: bool,
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
        let (seed, deck) = match &of.source {
            Source::Seed { seed, .. } => (Some(seed.reveal()), None),
            Source::Sealed(deck) => (None, Some(deck.clone())),
        };
        ShuffledForm {
            seed,
            deck,
            words: of.words.iter().map(|(seat, word)| (*seat, word.as_str().to_owned())).collect(),
            round: of.round,
            decks: of.decks.get(),
            joker: of.decks.has_joker(),
            stage: of.stage,
            out: of.out,
        }
    }
}

impl TryFrom<ShuffledForm> for Shuffled {
    type Error = String;

    fn try_from(form: ShuffledForm) -> Result<Shuffled, String> {
        let source = match (form.seed, form.deck) {
            (Some(seed), None) => {
                let seed: Seed =
                    seed.parse().map_err(|error: shuffle::HexError| error.to_string())?;
                Source::Seed { commitment: seed.commitment(), seed }
            }
            (None, Some(deck)) => Source::Sealed(deck),
            _ => return Err("a shuffle has either a seed or a sealed deck".to_owned()),
        };
        Ok(Shuffled {
            source,
            words: read_words(form.words)?,
            round: form.round,
            decks: deck_count(form.decks, form.joker)?,
            stage: form.stage,
            out: form.out,
            order: None,
        })
    }
}

fn deck_count(decks: u8, has_joker: bool) -> Result<DeckCount, String> {
    let decks = DeckCount::new(decks.into()).map_err(|error| error.to_string())?;
    Ok(decks.with_joker(has_joker))
}

fn read_words(words: BTreeMap<Seat, String>) -> Result<BTreeMap<Seat, Word>, String> {
    let word = |(seat, word): (Seat, String)| {
        word.parse().map(|word| (seat, word)).map_err(|error: shuffle::WordError| error.to_string())
    };
    words.into_iter().map(word).collect()
}

/// The words as the functions take them.
fn words_by_seat(words: &BTreeMap<Seat, Word>) -> Words {
    let mut by_seat = Words::new();
    for (seat, word) in words {
        by_seat.set(seat.0, word.clone()).expect("words are by seat, 1 to 7");
    }
    by_seat
}

impl Shuffled {
    fn new(source: Source, round: u64, decks: DeckCount) -> Shuffled {
        let (words, stage) = (BTreeMap::new(), Stage::Committed);
        Shuffled { source, words, round, decks, stage, out: 0, order: None }
    }

    /// The version of the shuffle.
    pub fn version(&self) -> u8 {
        match self.source {
            Source::Seed { .. } => 1,
            Source::Sealed(_) => shuffle::PROOF_VERSION,
        }
    }

    /// What is shown before the bets are locked.
    pub fn commitment(&self) -> String {
        match &self.source {
            Source::Seed { commitment, .. } => commitment.to_string(),
            Source::Sealed(deck) => deck.root.to_string(),
        }
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

    /// The seed of version 1, once the shuffle is spent. The secret of version 2 is never revealed.
    pub fn revealed(&self) -> Option<String> {
        match &self.source {
            Source::Seed { seed, .. } => (self.stage == Stage::Spent).then(|| seed.reveal()),
            Source::Sealed(_) => None,
        }
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.stage == Stage::Spent
    }

    /// Whether a reader of the store can tell the cards that are still to come. So it is in version 1, whose seed lies
    /// there in the clear [SHF-1].
    pub(crate) fn is_readable(&self) -> bool {
        matches!(self.source, Source::Seed { .. }) && !self.is_spent()
    }

    /// Whether there are cards to come that nobody can deal, because the key it is sealed under is missing. One
    /// that cannot be read is an error.
    pub(crate) fn is_lost(&self, keys: &SealKeys) -> Result<bool, SealError> {
        match &self.source {
            Source::Sealed(deck) if !self.is_spent() => match keys.must_have(deck.sealed.key) {
                Err(SealError::NoKey { .. }) => Ok(true),
                had => had.map(|()| false),
            },
            Source::Sealed(_) | Source::Seed { .. } => Ok(false),
        }
    }

    /// Whether it is sealed under a key that is missing.
    pub(crate) fn key_is_missing(&self, keys: &SealKeys) -> bool {
        match &self.source {
            Source::Sealed(deck) => keys.must_have(deck.sealed.key).is_err(),
            Source::Seed { .. } => false,
        }
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
        }
    }

    /// Burns the next card; nobody ever sees it.
    pub(crate) fn burn(&mut self) {
        let has_more = self.out < usize::from(self.decks.cards());
        if self.stage == Stage::Dealing && has_more {
            self.out += 1;
        }
    }

    /// The next card. Where the key is not there, it is the one that the entry has, if the entry is done again.
    pub(crate) fn draw(
        &mut self,
        table: &TableId,
        keys: &SealKeys,
        recorded: Option<Card>,
    ) -> Result<Card, Refusal> {
        if self.stage != Stage::Dealing {
            return Err(Refusal::OutOfCards);
        }
        let card = match (self.order(table, keys), recorded) {
            (Ok(order), _) => order.get(self.out).copied().ok_or(Refusal::OutOfCards)?,
            (Err(SealError::NoKey { .. }), Some(card)) => card,
            (Err(error), _) => return Err(no_key(&error)),
        };
        self.out += 1;
        Ok(card)
    }

    pub(crate) fn spend(&mut self) {
        self.stage = Stage::Spent;
        self.order = None;
    }

    fn order(&mut self, table: &TableId, keys: &SealKeys) -> Result<Arc<[Card]>, SealError> {
        if let Some(order) = &self.order {
            return Ok(Arc::clone(order));
        }
        let words = words_by_seat(&self.words);
        let order: Arc<[Card]> = match &self.source {
            Source::Seed { seed, .. } => shuffle::deck(seed, &words, self.round, self.decks).into(),
            Source::Sealed(deck) => {
                let secret = deck.secret(keys, table, self.round)?;
                let table = table.as_str();
                let (root, round, decks) = (deck.root, self.round, self.decks);
                Dealing { root, table, round, decks, words: &words }.cards(&secret).into()
            }
        };
        self.order = Some(Arc::clone(&order));
        Ok(order)
    }

    /// What proves the cards of a round that is dealt from here on; nothing in version 1.
    pub(crate) fn dealt_from(&self) -> Option<DealtFrom> {
        let Source::Sealed(deck) = &self.source else { return None };
        Some(DealtFrom {
            deck: deck.clone(),
            words: self.words().map(|(seat, word)| (seat, word.to_owned())).collect(),
            round: self.round,
            decks: self.decks.get(),
            joker: self.decks.has_joker(),
            at: self.out as u32,
        })
    }
}

/// The deck or shoe that a round was dealt from, kept with the round: what proves its cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct DealtFrom {
    #[serde(flatten)]
    pub(crate) deck: SealedDeck,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) words: BTreeMap<Seat, String>,
    /// The first round that was dealt from it.
    pub(crate) round: u64,
    pub(crate) decks: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) joker: bool,
    /// How many of its cards were out before this round.
    pub(crate) at: u32,
}

impl DealtFrom {
    /// How many cards they have.
    pub(crate) fn cards(&self) -> u32 {
        cards::DECK.len() as u32 * u32::from(self.decks) + u32::from(self.joker)
    }

    /// The decks, with the joker if there is one.
    pub(crate) fn deck_count(&self) -> Result<DeckCount, String> {
        deck_count(self.decks, self.joker)
    }

    /// The players' words as the functions take them.
    pub(crate) fn words(&self) -> Result<Words, String> {
        read_words(self.words.clone()).map(|words| words_by_seat(&words))
    }
}
