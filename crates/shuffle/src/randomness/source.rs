//! What is tested: the generator as the house uses it.

use cards::{DECK, DeckCount};

use super::decks::Deck;
use crate::stream::Stream;
use crate::{NoRandomness, Seed, Words, deck};

/// What a test was run on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Seeds from the operating system, eight numbers each.
    System,
    /// One long stream of the kind that a shuffle draws from.
    Stream,
    /// The first numbers of the streams of one round after another.
    Rounds,
    /// Shuffled decks, each with a seed of its own.
    Decks,
}

impl Source {
    /// The source in words.
    pub const fn words(self) -> &'static str {
        match self {
            Source::System => "seeds from the operating system",
            Source::Stream => "the stream of a shuffle",
            Source::Rounds => "first numbers of round after round",
            Source::Decks => "shuffled decks",
        }
    }
}

/// Numbers of seeds from the operating system.
pub(super) fn system(count: usize) -> Result<Vec<u32>, NoRandomness> {
    let mut numbers = Vec::with_capacity(count);
    while numbers.len() < count {
        let seed = Seed::from_system()?;
        let (chunks, _) = seed.bytes().as_chunks::<4>();
        numbers.extend(chunks.iter().map(|chunk| u32::from_be_bytes(*chunk)));
    }
    numbers.truncate(count);
    Ok(numbers)
}

/// Everything of a run that its seed determines.
pub(super) struct Sources {
    seed: Seed,
    stream: Stream,
    round: u64,
    seeds: Stream,
}

impl Sources {
    /// Round 0 has the long stream, and another shuffle of it the seeds of the decks; the rounds
    /// from 1 on are looked at one by one.
    pub(super) fn new(seed: &Seed) -> Sources {
        let words = Words::new();
        let stream = Stream::new(seed, &words, 0, 0, &DECK);
        let seeds = Stream::new(seed, &words, 0, 1, &DECK);
        Sources { seed: seed.clone(), stream, round: 0, seeds }
    }

    pub(super) fn stream(&mut self, count: usize) -> Vec<u32> {
        (0..count).map(|_| self.stream.number()).collect()
    }

    pub(super) fn rounds(&mut self, count: usize) -> Vec<u32> {
        let words = Words::new();
        let mut first = || {
            self.round += 1;
            Stream::new(&self.seed, &words, self.round, 0, &DECK).number()
        };
        (0..count).map(|_| first()).collect()
    }

    pub(super) fn decks(&mut self, count: usize) -> Vec<Deck> {
        let words = Words::new();
        let mut next = |round: usize| {
            let mut bytes = [0; 32];
            for chunk in bytes.as_chunks_mut::<4>().0 {
                *chunk = self.seeds.number().to_be_bytes();
            }
            let order = deck(&Seed::from_bytes(bytes), &words, round as u64, DeckCount::ONE);
            Deck::try_from(order).expect("one deck has 52 cards")
        };
        (0..count).map(&mut next).collect()
    }
}
