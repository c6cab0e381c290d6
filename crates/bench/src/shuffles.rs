//! How many shuffles a second, beside those of a common library.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cards::{Card, DECK, DeckCount};
use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;
use rand::seq::SliceRandom as _;
use shuffle::{CommittedDeck, Dealing, Secret, Seed, Words};

/// The table of the rounds.
const TABLE: &str = "table-1";

/// How quick shuffles of one to eight decks are.
#[derive(Clone, Copy, Debug)]
pub struct ShufflesRow {
    /// How many decks are shuffled.
    pub decks: u8,
    /// Shuffles a second from a seed: the key from seed, words and round, HMAC-SHA-256 of a counter,
    /// Fisher-Yates with rejection.
    pub ours: f64,
    /// The same in version 2: the salted leaves and the root of a committed deck, the permutation by the words, and the
    /// cards.
    pub committed: f64,
    /// How many viewers a second check the root, the permutation and the six cards that they saw.
    pub checked: f64,
    /// Shuffles a second from a seed by `rand`: ChaCha20 and `SliceRandom::shuffle`.
    pub rand: f64,
}

/// Measures shuffles of one, six and eight decks, ours and `rand`'s in turn, the best of five passes.
pub fn shuffles() -> Vec<ShufflesRow> {
    let decks = [1, 6, 8].into_iter().filter_map(|decks| DeckCount::new(decks).ok());
    decks.map(row).collect()
}

fn row(decks: DeckCount) -> ShufflesRow {
    let standard: Vec<Card> =
        DECK.into_iter().flat_map(|card| (0..decks.get()).map(move |_| card)).collect();
    let words = Words::new();
    let mut row =
        ShufflesRow { decks: decks.get(), ours: 0.0, committed: 0.0, checked: 0.0, rand: 0.0 };
    for _ in 0..5 {
        row.ours = row.ours.max(rate(|round| {
            black_box(shuffle::deck(&Seed::from_bytes(bytes(round)), &words, round, decks));
        }));
        row.committed = row.committed.max(rate(|round| {
            let secret = Secret::from_bytes(bytes(round));
            let root = CommittedDeck::new(&secret, decks).root();
            let dealing = Dealing { root, table: TABLE, round, decks, words: &words };
            black_box(dealing.cards(&secret));
        }));
        row.checked = row.checked.max(checks(decks, &words));
        row.rand = row.rand.max(rate(|round| {
            let mut cards = standard.clone();
            cards.shuffle(&mut ChaCha20Rng::from_seed(bytes(round)));
            black_box(cards);
        }));
    }
    row
}

/// How many times a second the openings of six cards of a round are checked.
fn checks(decks: DeckCount, words: &Words) -> f64 {
    let secret = Secret::from_bytes(bytes(1));
    let deck = CommittedDeck::new(&secret, decks);
    let dealing = Dealing { root: deck.root(), table: TABLE, round: 1, decks, words };
    let permutation = dealing.permutation();
    let seen: Vec<_> = (0..6).filter_map(|dealt| deck.open(&permutation, dealt)).collect();
    rate(|_| {
        let permutation = dealing.permutation();
        let all = seen.iter().all(|opening| dealing.check(&permutation, opening).is_ok());
        black_box(all);
    })
}

/// A seed for each round.
fn bytes(round: u64) -> [u8; 32] {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&round.to_be_bytes());
    bytes
}

/// How many a second.
fn rate(mut shuffle: impl FnMut(u64)) -> f64 {
    let started = Instant::now();
    let mut done = 0;
    while started.elapsed() < Duration::from_millis(60) {
        for _ in 0..64 {
            shuffle(done);
            done += 1;
        }
    }
    done as f64 / started.elapsed().as_secs_f64()
}
