//! The games of streets for a player who knows a community card before it is up.
//!
//! What a player knows is a set: the own cards, those that are up, and the one that is known too soon. Once that one is
//! up, the player knows what everybody knows, and the usual values hold.

use super::{Next, Streets, Worth};
use crate::classes::{finishes, sets};
use crate::exact::{Exact, fraction};
use crate::game::Question;
use crate::protect::{self, Secrets, Sees};
use crate::subject::Subject;

/// What can be known in a game of streets: its community cards.
pub(super) fn secrets(subject: &Subject) -> Secrets {
    Secrets { board: 5 - subject.own_cards() as u8, ..Secrets::default() }
}

/// The value of the best play with something known.
pub(super) fn sees(
    question: &Question<'_>,
    game: &Streets,
    sees: Sees,
) -> Option<protect::Knowing> {
    match sees {
        Sees::Board(place) => Some(protect::Knowing::exact(knowing(question, game, place.into()))),
        Sees::Dealer(_) | Sees::Both { .. } | Sees::Seats(_) => None,
    }
}

/// The value of the best play with the community card in this place known, in first wagers.
fn knowing(question: &Question<'_>, game: &Streets, place: usize) -> Exact {
    let worth = Worth::of(question, &question.schedules[0], game);
    let knowing = Knowing { worth: &worth, place };
    let mut ahead: Vec<Vec<i128>> = Vec::new();
    // From the street before the card is up back to the first one.
    for street in (0..place).rev() {
        ahead = knowing.street(street, &ahead);
    }
    // A set of cards can be met with each of them in that place.
    let known = worth.size(0) + 1;
    let sets = sets(known);
    let sum: i128 =
        ahead[0].iter().zip(&sets.times).map(|(value, times)| value * i128::from(*times)).sum();
    let deals: u64 = sets.times.iter().sum::<u64>() * knowing.ways(0);
    fraction(sum, i128::from(deals)) / crate::exact::whole(worth.scale.unit)
}

struct Knowing<'w> {
    worth: &'w Worth,
    place: usize,
}

impl Knowing<'_> {
    /// How many cards are known on a street before the card is up.
    fn size(&self, street: usize) -> usize {
        self.worth.size(street) + 1
    }

    /// In how many ways the cards can come that are then still to come, in order.
    fn ways(&self, street: usize) -> u64 {
        (self.size(street)..5).map(|known| 52 - known as u64).product()
    }

    /// The best value of every fork and class of known cards on a street, summed over the cards to come; where all
    /// five are known, of classes of four, summed over the fifth. `ahead` is the same of the next street.
    fn street(&self, street: usize, ahead: &[Vec<i128>]) -> Vec<Vec<i128>> {
        let forks = 0..self.worth.forks(street).len();
        if self.size(street) == 5 {
            return forks.map(|fork| self.all_known(street, fork)).collect();
        }
        let classes = 0..sets(self.size(street)).len();
        let of_fork = |fork: usize| {
            let next = &self.worth.tree.forks[street][fork].next;
            let best = |class: usize| {
                let values = next.iter().map(|next| self.value(street, *next, class, ahead));
                values.max().expect("there is a choice")
            };
            classes.clone().map(best).collect()
        };
        forks.map(of_fork).collect()
    }

    /// The value of a choice on a street on which not all cards are known.
    fn value(&self, street: usize, next: Next, class: usize, ahead: &[Vec<i128>]) -> i128 {
        match next {
            Next::Fold(end) => self.worth.nets[end][0] * i128::from(self.ways(street)),
            Next::Showdown(_) => unreachable!("before the last street a choice is never the last"),
            // The card that was known is up now.
            Next::Street(fork) if street + 1 == self.place => {
                let values = self.worth.values(street + 1, fork, class);
                values.into_iter().max().expect("there is a choice")
            }
            Next::Street(fork) if self.size(street + 1) == 5 => ahead[fork][class],
            Next::Street(fork) => {
                let more = &sets(self.size(street)).more[class];
                more.iter().map(|class| ahead[fork][usize::from(*class)]).sum()
            }
        }
    }

    /// The best values with all five cards known, summed over the fifth, by class of the other four.
    fn all_known(&self, street: usize, fork: usize) -> Vec<i128> {
        let next = &self.worth.tree.forks[street][fork].next;
        let best = |kind: usize| {
            let net = |next: &Next| match *next {
                Next::Fold(end) => self.worth.nets[end][0],
                Next::Showdown(end) => self.worth.nets[end][kind],
                Next::Street(_) => unreachable!("all five cards are there"),
            };
            next.iter().map(net).max().expect("there is a choice")
        };
        let best: Vec<i128> = (0..crate::kinds::FIVE_KINDS).map(best).collect();
        let sum = |counts: &[u8; crate::kinds::FIVE_KINDS]| {
            counts.iter().zip(&best).map(|(count, best)| i128::from(*count) * best).sum()
        };
        finishes().iter().map(sum).collect()
    }
}
