//! Sums over the community cards that a player may know too soon.

use rayon::prelude::*;

use super::boards::Board;
use super::start::{Kind, Ranks};

/// The cards up to the suits that a kind of starting hand leaves alike: a card of each class stands for it.
pub(crate) struct Orbits([usize; 52]);

impl Orbits {
    pub(crate) fn of(kind: Kind) -> Orbits {
        let renamings = kind.renamings();
        Orbits(std::array::from_fn(|card| {
            let renamed = renamings.iter().map(|to| card & !3 | to[card & 3]);
            renamed.min().expect("nothing can always be renamed")
        }))
    }

    /// Adds what a board is worth to the classes of its cards: once for each card of all boards that it stands for.
    pub(crate) fn add<const N: usize>(
        &self,
        sums: &mut [[i128; N]; 52],
        board: &Board,
        worth: [i128; N],
    ) {
        for card in board.indices() {
            let sum = &mut sums[self.0[usize::from(card)]];
            sum.iter_mut()
                .zip(worth)
                .for_each(|(sum, worth)| *sum += i128::from(board.times) * worth);
        }
    }

    /// The cards of the class that this one stands for; none if another one does.
    pub(crate) fn cards(&self, card: usize) -> impl Iterator<Item = usize> {
        (0..52).filter(move |other| self.0[*other] == card)
    }
}

/// The sum over all ranks of starting hands.
pub(crate) fn over_hands(of: impl Fn(Ranks) -> i128 + Send + Sync) -> i128 {
    let hands: Vec<Ranks> = Ranks::all().collect();
    hands.into_par_iter().map(of).sum()
}
