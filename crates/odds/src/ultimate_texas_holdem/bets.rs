//! The results of the bets in whole numbers, and strategies that are not optimal.

use cards::Rank;

use crate::holdem::grades::{GRADES, Sums, by_value, outcomes};
use crate::holdem::held::Held;
use crate::holdem::outs::{Outs, Standing};
use crate::holdem::showdown::{DEALERS, Place, Showdown};
use crate::holdem::start::{Kind, Ranks, Start};
use crate::solution::{Policy, unknown_strategy};

/// A hand wins, ties or loses, each against a dealer who qualifies and one who does not.
pub(super) const OUTCOMES: usize = 6;

/// Net results in whole parts of an ante.
pub(super) struct Bets {
    /// Of ante and blind together and of each ante of play, by outcome and row of the blind.
    pub(super) nets: Vec<[i128; 2]>,
    pub(super) blind_rows: usize,
    /// The row of the blind of each grade.
    pub(super) rows: [u8; GRADES],
    /// An ante.
    pub(super) ante: i128,
}

impl Bets {
    /// The net result of an outcome of a grade: of ante and blind, and of each ante of play.
    fn nets(&self, outcome: usize, grade: usize) -> [i128; 2] {
        self.nets[outcome * self.blind_rows + usize::from(self.rows[grade])]
    }

    /// The net result of ante and blind, and of each ante of play, over some boards.
    pub(super) fn over(&self, grade: usize, sums: Sums) -> [i128; 2] {
        let mut total = [0; 2];
        for (outcome, count) in outcomes(grade, sums).into_iter().enumerate() {
            let nets = self.nets(outcome, grade);
            total[0] += nets[0] * i128::from(count);
            total[1] += nets[1] * i128::from(count);
        }
        total
    }

    /// The net result of a fold against all the dealer's hands.
    pub(super) fn fold(&self) -> i128 {
        -2 * self.ante * i128::from(DEALERS)
    }

    /// What a fold at the river saves, by grade: so much a board, and for each of the dealer's hands
    /// that is lower, equal and below a pair. Nothing for a hand that there is not. Pays are limited to
    /// 10^8 antes of 10^5 parts, so that 64 bits hold a board's.
    pub(super) fn saved(&self) -> [Sums; GRADES + 1] {
        let saved = |grade: usize| -> Sums {
            std::array::from_fn(|place| {
                let mut one = [0; 4];
                one[place] = 1;
                let [fixed, play] = if grade < GRADES { self.over(grade, one) } else { [0; 2] };
                let fold = if place == 0 && grade < GRADES { self.fold() } else { 0 };
                i64::try_from(fold - fixed - play).expect("pays are limited")
            })
        };
        std::array::from_fn(saved)
    }

    /// The net result of an ante of play: against a dealer who qualifies and one who does not if it wins,
    /// if it ties, and if it loses.
    pub(super) fn play(&self) -> [i128; 4] {
        [0, 1, 2, 4].map(|outcome| self.nets(outcome, 0)[1])
    }

    /// Do 32 bits hold the sums of a flop, and 64 those of play?
    pub(super) fn is_short(&self) -> bool {
        // A fold saves an ante at most, on each of the dealer's hands; turn and river are told apart,
        // and the sums of ranks and suits can be twice the flop's.
        let deals = 2 * 47 * 46 * i128::from(DEALERS);
        let most = self.play().map(i128::abs).into_iter().max().unwrap_or(0);
        self.ante * deals < i32::MAX.into() && most.saturating_mul(4 * deals) < i64::MAX.into()
    }
}

/// How someone plays who does not play optimally.
pub(super) enum Plan {
    Basic { outs: Box<Outs>, categories: Vec<u8> },
    AlwaysFour,
    NeverBeforeTheRiver,
}

impl Plan {
    pub(super) fn of(policy: Policy) -> Option<Plan> {
        match policy {
            Policy::Optimal => None,
            Policy::Simple("always-4x") => Some(Plan::AlwaysFour),
            Policy::Simple("never-before-the-river") => Some(Plan::NeverBeforeTheRiver),
            Policy::Simple("basic") => {
                Some(Plan::Basic { outs: Box::new(Outs::new()), categories: categories() })
            }
            Policy::Simple(other) => unknown_strategy(other),
        }
    }

    /// Which play bet is made before the flop, if one is.
    pub(super) fn first(&self, start: Start) -> Option<usize> {
        let is_bet = match self {
            Plan::AlwaysFour => true,
            Plan::NeverBeforeTheRiver => false,
            Plan::Basic { .. } => is_basic_four(start),
        };
        is_bet.then_some(0)
    }

    pub(super) fn bets_on_flop(&self, start: Start, flop: &[u8]) -> bool {
        matches!(self, Plan::Basic { .. })
            && match Held::of(start, flop) {
                Held::TwoPairOrBetter | Held::BoardPair(_) => true,
                Held::PocketPair(rank) => rank > Rank::Two,
                Held::FlushDraw(rank) => rank >= Rank::Ten,
                Held::Nothing(_) => false,
            }
    }

    /// Is 1x bet on a river that the hand meets, if the plan says so?
    pub(super) fn bets_on_river(
        &self,
        ranks: Ranks,
        place: Place,
        river: Showdown,
    ) -> Option<bool> {
        let Plan::Basic { outs, categories } = self else { return None };
        Some(match outs.standing(ranks, place, river, categories) {
            Standing::Hidden => true,
            Standing::Outs(outs) => outs < 21,
        })
    }
}

/// The category of each value.
pub(super) fn categories() -> Vec<u8> {
    by_value(0, |value| value.category() as u8)
}

/// The published first bets [KNOWN].
fn is_basic_four(start: Start) -> bool {
    let (low, is_suited) = (start.low, start.kind == Kind::Suited);
    match start.high {
        Rank::Ace => true,
        high if start.kind == Kind::Pair => high >= Rank::Three,
        Rank::King => is_suited || low >= Rank::Five,
        Rank::Queen => low >= if is_suited { Rank::Six } else { Rank::Eight },
        Rank::Jack => low >= if is_suited { Rank::Eight } else { Rank::Ten },
        _ => false,
    }
}
