//! The statistical tests that 25 CFR 547.14(b)(2) lists, at 99%, on numbers and on shuffled decks.
//!
//! Every test draws its own numbers or decks. A perfect generator fails one test in a hundred, so a
//! test that fails is repeated once on new numbers, twice as many, and has failed only if it fails
//! again.

mod decks;
mod distribution;
mod numbers;
mod score;
mod source;
mod spectrum;

pub use decks::Deck;
pub use score::{GoodnessOfFit, LEVEL, Score};
pub use source::Source;

use crate::{NoRandomness, Seed};
use source::Sources;

/// A test of numbers or of decks.
#[derive(Clone, Copy)]
struct Trial<T> {
    name: &'static str,
    test: fn(&[T]) -> Score,
}

const fn trial<T>(name: &'static str, test: fn(&[T]) -> Score) -> Trial<T> {
    Trial { name, test }
}

const OF_NUMBERS: [Trial<u32>; 17] = [
    trial("chi-square: bytes", numbers::bytes),
    trial("frequency of the 32 bits", numbers::bits),
    trial("equidistribution", numbers::equidistribution),
    trial("serial pairs", numbers::pairs),
    trial("gap", numbers::gaps),
    trial("poker", numbers::poker),
    trial("coupon collector", numbers::coupons),
    trial("permutation of 5", numbers::permutations),
    trial("runs up", numbers::runs_up),
    trial("runs down", numbers::runs_down),
    trial("serial correlation, lags 1-16", numbers::serial_correlation),
    trial("spectral", spectrum::spectral),
    trial("subsequence: every 2nd", numbers::every::<2>),
    trial("subsequence: every 3rd", numbers::every::<3>),
    trial("subsequence: every 8th", numbers::every::<8>),
    trial("subsequence: every 52nd", numbers::every::<52>),
    trial("subsequence: correlation, 8th", numbers::correlation_of_every::<8>),
];

const OF_ROUNDS: [Trial<u32>; 5] = [
    trial("chi-square: bytes", numbers::bytes),
    trial("equidistribution", numbers::equidistribution),
    trial("permutation of 5", numbers::permutations),
    trial("runs up", numbers::runs_up),
    trial("serial correlation, lags 1-16", numbers::serial_correlation),
];

const OF_DECKS: [Trial<Deck>; 10] = [
    trial("every card at every place", decks::places),
    trial("first card", decks::first_cards),
    trial("adjacent pairs", decks::adjacent),
    trial("neighbors kept together", decks::kept_together),
    trial("permutation: 5 in a row", decks::orders_of_five),
    trial("permutation: 4 of a rank", decks::orders_of_ranks),
    trial("hands of 2 cards", decks::two_card_hands),
    trial("poker hands by rank", decks::poker_hands),
    trial("first card after last deck's", decks::after_the_last_deck),
    trial("serial correlation of decks", decks::correlation_of_decks),
];

/// How a test went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tested {
    /// What was tested.
    pub source: Source,
    /// The test.
    pub name: &'static str,
    /// How many numbers or decks it drew.
    pub samples: usize,
    /// What it found.
    pub first: Score,
    /// What it found on twice as many new ones, if the first result failed.
    pub repeated: Option<Score>,
}

impl Tested {
    /// Whether the test failed twice.
    pub fn is_failed(&self) -> bool {
        self.repeated.is_some_and(|score| !score.passes())
    }
}

/// Which tests a run does.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many numbers each test draws, at least [`Plan::SAMPLES_MIN`]; tests of decks shuffle a
    /// tenth as many.
    pub samples: usize,
    /// Repeats the run with this seed; a new run if there is none.
    pub seed: Option<Seed>,
}

impl Plan {
    /// With fewer numbers some tests would have too few cells to count in.
    pub const SAMPLES_MIN: usize = 10_000;
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The seed that repeats it. It is for tests alone, and no secret.
    pub seed: Seed,
    /// Every test.
    pub tested: Vec<Tested>,
}

impl Report {
    /// The number of tests that failed at first, and the chance that a perfect generator fails at least as many.
    pub fn failed_at_first(&self) -> (u32, f64) {
        let failed = self.count(|tested| tested.repeated.is_some());
        (failed, distribution::at_least(failed, self.count(|_| true), LEVEL))
    }

    /// How many tests failed again when repeated, and the chance that a perfect generator fails so
    /// many or more.
    pub fn failed(&self) -> (u32, f64) {
        let failed = self.count(Tested::is_failed);
        (failed, distribution::at_least(failed, self.count(|_| true), LEVEL * LEVEL))
    }

    fn count(&self, is_counted: impl Fn(&Tested) -> bool) -> u32 {
        self.tested.iter().filter(|tested| is_counted(tested)).count() as u32
    }
}

/// Runs all tests on the real generator: the operating system's seeds, unless a seed repeats a run;
/// the stream of a shuffle; the first numbers of many rounds; shuffled decks. `progress` is told how
/// many tests of how many are done.
pub fn run(plan: &Plan, progress: &mut dyn FnMut(u64, u64)) -> Result<Report, NoRandomness> {
    let seed = match &plan.seed {
        Some(seed) => seed.clone(),
        None => Seed::from_system()?,
    };
    let mut sources = Sources::new(&seed);
    let of_system: &[Trial<u32>] = if plan.seed.is_none() { &OF_NUMBERS } else { &[] };
    let all = of_system.len() + OF_NUMBERS.len() + OF_ROUNDS.len() + OF_DECKS.len();
    let mut tested = Vec::with_capacity(all);
    progress(0, all as u64);
    let mut done = |one: Tested| {
        tested.push(one);
        progress(tested.len() as u64, all as u64);
    };
    let numbers = plan.samples.max(Plan::SAMPLES_MIN);
    examine(Source::System, of_system, numbers, &mut source::system, &mut done)?;
    let stream = &mut |count| Ok(sources.stream(count));
    examine(Source::Stream, &OF_NUMBERS, numbers, stream, &mut done)?;
    let rounds = &mut |count| Ok(sources.rounds(count));
    examine(Source::Rounds, &OF_ROUNDS, numbers, rounds, &mut done)?;
    let decks = &mut |count| Ok(sources.decks(count));
    examine(Source::Decks, &OF_DECKS, numbers / 10, decks, &mut done)?;
    Ok(Report { seed, tested })
}

/// Runs the tests of numbers on any source.
pub fn test_numbers<E>(
    samples: usize,
    draw: &mut dyn FnMut(usize) -> Result<Vec<u32>, E>,
) -> Result<Vec<Tested>, E> {
    let mut tested = Vec::new();
    examine(Source::Stream, &OF_NUMBERS, samples, draw, &mut |one| tested.push(one))?;
    Ok(tested)
}

/// Runs the tests of decks on any source.
pub fn test_decks<E>(
    samples: usize,
    draw: &mut dyn FnMut(usize) -> Result<Vec<Deck>, E>,
) -> Result<Vec<Tested>, E> {
    let mut tested = Vec::new();
    examine(Source::Decks, &OF_DECKS, samples, draw, &mut |one| tested.push(one))?;
    Ok(tested)
}

/// Runs tests, each on its own samples, and repeats those that fail on twice as many.
fn examine<T, E>(
    source: Source,
    trials: &[Trial<T>],
    samples: usize,
    draw: &mut dyn FnMut(usize) -> Result<Vec<T>, E>,
    done: &mut dyn FnMut(Tested),
) -> Result<(), E> {
    for trial in trials {
        let first = (trial.test)(&draw(samples)?);
        let repeated = match first.passes() {
            true => None,
            false => Some((trial.test)(&draw(2 * samples)?)),
        };
        done(Tested { source, name: trial.name, samples, first, repeated });
    }
    Ok(())
}
