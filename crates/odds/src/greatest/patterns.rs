//! Cards that pay well together, which deals are built around.

use cards::{Card, CardSet, Rank, Suit};
use rand::RngExt as _;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;

/// Runs of a suit, and cards of a rank.
pub(super) struct Patterns {
    /// Those with an ace, which pay the most most often.
    high: Vec<CardSet>,
    all: Vec<CardSet>,
}

/// The fewest cards and the most of a run.
const RUN: std::ops::RangeInclusive<usize> = 2..=7;

impl Patterns {
    pub(super) fn new() -> Patterns {
        let mut all = Vec::new();
        for size in RUN {
            for suit in Suit::ALL {
                // The ace also comes before the two.
                let ranks: Vec<Rank> = [Rank::Ace].into_iter().chain(Rank::ALL).collect();
                for run in ranks.windows(size) {
                    all.push(run.iter().map(|rank| Card::new(*rank, suit)).collect());
                }
            }
        }
        for rank in Rank::ALL {
            for size in 2..=4 {
                all.push(Suit::ALL.iter().take(size).map(|suit| Card::new(rank, *suit)).collect());
            }
        }
        let has_ace = |cards: &&CardSet| cards.count_of(Rank::Ace) > 0;
        let high = all.iter().filter(has_ace).copied().collect();
        Patterns { high, all }
    }

    /// One of at most so many cards, none of them taken.
    pub(super) fn pick(&self, most: usize, taken: CardSet, rng: &mut SmallRng) -> Option<CardSet> {
        let from = if rng.random_bool(0.5) { &self.high } else { &self.all };
        let fits = |cards: &&CardSet| cards.len() <= most && (**cards & taken).is_empty();
        let fitting: Vec<&CardSet> = from.iter().filter(fits).collect();
        // Longer ones are rarer, and what pays best mostly takes all the cards there are.
        let longest = fitting.iter().map(|cards| cards.len()).max()?;
        let is_long = rng.random_bool(0.7);
        let chosen: Vec<&CardSet> =
            fitting.into_iter().filter(|cards| !is_long || cards.len() == longest).collect();
        chosen.choose(rng).map(|cards| **cards)
    }
}
