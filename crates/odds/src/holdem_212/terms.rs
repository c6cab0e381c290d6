//! What may be bet and what a pot comes to, in whole numbers.

use std::ops::RangeInclusive;

use num_traits::{ToPrimitive as _, cast};

use crate::amount::Amount;
use crate::exact::{Exact, of_cents, whole};
use crate::holdem::grades::{self, Sums, sums};
use crate::holdem::lattice::Number;
use crate::holdem::showdown::{DEALERS, PAIR, Showdown};
use crate::scaled::Scale;
use crate::subject::Subject;
use money::Cents;

/// Rounds of betting.
pub(super) const STREETS: usize = 4;

/// The terms of the hold 'em against the dealer, in dollars.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub(super) ante: i64,
    pub(super) least: i64,
    /// How many different bets there are: whole dollars from the least to the most [ODD-3].
    pub(super) bets: usize,
    /// The rake: from so much on, so much.
    rakes: Vec<(Cents, Cents)>,
    /// How many times the pot less rake is returned on a win, without a qualified dealer, on a tie,
    /// on a loss.
    pub(super) returns: [Amount; 4],
    /// The returns in whole parts.
    pub(super) parts: [i64; 4],
    /// A dollar in parts: of the returns times those of the rake.
    dollar: [i64; 2],
    /// What the final pots come to without a share, and what each part of a share adds.
    pub(super) nets: Vec<[i128; 2]>,
}

impl Terms {
    pub(super) fn of(subject: &Subject) -> Terms {
        let dollars = |term: &str| -> i64 {
            let amount = subject.section().term(term).and_then(|value| value.parse::<Cents>().ok());
            amount.map_or(0, |amount| amount.get() / Cents::dollars(1).get())
        };
        let rakes = subject.section().rakes.iter().map(|rake| (rake.pot, rake.takes)).collect();
        let returns = [
            subject.pay("holdem-win"),
            subject.pay("holdem-unqualified"),
            subject.pay("holdem-tie"),
            Amount::default(),
        ];
        let bets = dollars("round-min")..=dollars("round-max");
        Terms::new(dollars("ante-alone"), bets, rakes, returns)
    }

    fn new(
        ante: i64,
        bets: RangeInclusive<i64>,
        rakes: Vec<(Cents, Cents)>,
        returns: [Amount; 4],
    ) -> Terms {
        let of_returns = Scale::for_all(returns.iter().map(|returned| &returned.value));
        let taken: Vec<Exact> = rakes.iter().map(|(_, takes)| of_cents(*takes)).collect();
        let short = |number: i128| i64::try_from(number).expect("pays and rakes are not that fine");
        let mut terms = Terms {
            ante,
            least: *bets.start(),
            bets: bets.count().max(1),
            parts: returns.each_ref().map(|returned| short(of_returns.of(&returned.value))),
            dollar: [short(of_returns.unit), short(Scale::for_all(&taken).unit)],
            rakes,
            returns,
            nets: Vec::new(),
        };
        terms.nets = (0..terms.pots(STREETS)).map(|place| terms.nets_of(place)).collect();
        terms
    }

    /// How many pots there can be when so many rounds of betting are done.
    pub(super) fn pots(&self, street: usize) -> usize {
        street * (self.bets - 1) + 1
    }

    /// A pot by its place, in dollars.
    pub(super) fn pot(&self, street: usize, place: usize) -> i64 {
        self.ante + street as i64 * self.least + place as i64
    }

    /// What is left of a pot when the rake is taken [H212-4], in dollars.
    pub(super) fn after_rake(&self, pot: i64) -> Exact {
        let reached = self.rakes.iter().filter(|(from, _)| Cents::dollars(pot) >= *from);
        let taken = reached.map(|(_, takes)| *takes).max().unwrap_or(Cents::ZERO);
        whole(pot) - of_cents(taken)
    }

    /// An ante in parts.
    pub(super) fn ante_parts(&self) -> i128 {
        self.lost(self.ante, 1)
    }

    /// So many dollars so often, in parts.
    fn lost(&self, dollars: i64, times: i64) -> i128 {
        i128::from(dollars)
            * i128::from(times)
            * self.dollar.map(i128::from).iter().product::<i128>()
    }

    /// What a fold costs on a street: a pot against all the dealer's hands on so many boards.
    pub(super) fn fold(&self, street: usize, place: usize, boards: i64) -> i128 {
        -self.lost(self.pot(street, place), boards * i64::from(DEALERS))
    }

    /// How many times a pot less rake comes back, in parts, against all the dealer's hands. Only
    /// this matters of a showdown.
    pub(super) fn share(&self, showdown: Showdown) -> i64 {
        let counts = outcomes_of(grade(showdown), sums(showdown));
        counts.iter().zip(self.parts).map(|(count, part)| count * part).sum()
    }

    /// The most that a share can be.
    pub(super) fn share_most(&self) -> i64 {
        i64::from(DEALERS) * self.parts.into_iter().max().unwrap_or(0)
    }

    /// What a pot comes to with a share.
    fn net(&self, share: i64, place: usize) -> i128 {
        let pot = self.pot(STREETS, place);
        let left = self.after_rake(pot) * whole(self.dollar[1]);
        let left = left.to_integer().to_i128().expect("a pot is small");
        i128::from(share) * left - self.lost(pot, i64::from(DEALERS))
    }

    fn nets_of(&self, place: usize) -> [i128; 2] {
        let without = self.net(0, place);
        [without, self.net(1, place) - without]
    }

    /// The largest sum over the boards of a flop, times the flops it stands for.
    pub(super) fn largest(&self) -> i128 {
        let nets = self.nets.iter();
        let all = nets.map(|[without, each]| (each * i128::from(self.share_most())).max(-without));
        all.max().unwrap_or(0) * 46 * 47 * 6
    }
}

/// Against how many of the dealer's hands the pot is won, comes back unqualified, is tied, is lost:
/// a dealer who does not qualify loses nothing and wins nothing [H212-3].
pub(super) fn outcomes_of(grade: usize, sums: Sums) -> [i64; 4] {
    let [won, _, tied, _, lost, _] = grades::outcomes(grade, sums);
    [won, sums[3], tied, lost]
}

/// Whether a hand is a pair or better: all that matters of its grade.
#[inline(always)]
pub(super) fn grade(showdown: Showdown) -> usize {
    usize::from(showdown.value >= PAIR.get())
}

/// A number whose length the largest one allows.
fn short<W: Number>(number: i128) -> W {
    cast(number).expect("the length was chosen by the largest")
}

/// Values by pot, `L` of them, of which the first ones are in use.
pub(super) type Row<W, const L: usize> = [W; L];

/// The best of each pot's bets, given what the pots of the next street are worth, or of a fold if
/// that is better.
#[inline(always)]
pub(super) fn best<W: Number, const L: usize, const T: usize>(
    next: &Row<W, L>,
    bets: usize,
    folds: &Row<W, T>,
) -> Row<W, T> {
    let best: Row<W, L> = match bets {
        // Known lengths make this fast: the best of two, four, eight neighbors, then of nine.
        9 => best_of_two(&best_of_two(&best_of_two(&best_of_two(next, 1), 2), 4), 1),
        _ => std::array::from_fn(|place| {
            let bets = next[place..].iter().take(bets).copied();
            bets.max().expect("there is a bet")
        }),
    };
    std::array::from_fn(|place| folds[place].max(best[place]))
}

/// The better one of each value and the one so many places on, if there is one.
#[inline(always)]
fn best_of_two<W: Number, const L: usize>(row: &Row<W, L>, on: usize) -> Row<W, L> {
    let mut better = *row;
    for place in 0..L - on {
        better[place] = row[place].max(row[place + on]);
    }
    better
}

/// The best bet of a pot by its place among the bets, the largest of equal ones [ODD-1]; nothing if
/// a fold is better than any.
#[inline(always)]
pub(super) fn choose<W: Number>(next: &[W], place: usize, bets: usize, fold: W) -> Option<usize> {
    let next = &next[place..place + bets];
    let (mut best, mut chosen) = (next[bets - 1], bets - 1);
    for (bet, &worth) in next.iter().enumerate().rev() {
        if worth > best {
            (best, chosen) = (worth, bet);
        }
    }
    (best >= fold).then_some(chosen)
}

/// What folds cost on a street, by pot.
pub(super) fn folds<W: Number, const L: usize>(
    terms: &Terms,
    street: usize,
    boards: i64,
) -> Row<W, L> {
    let mut row = [W::ZERO; L];
    for (place, fold) in row.iter_mut().enumerate().take(terms.pots(street)) {
        *fold = short(terms.fold(street, place, boards));
    }
    row
}

/// What pots before the river bet are worth, for every share there can be.
pub(super) struct Ladder<W, const L: usize> {
    /// The shares, lowest first; all from nothing on if they are few.
    pub(super) shares: Vec<i64>,
    has_all: bool,
    /// By the place of the share.
    pub(super) rows: Vec<Row<W, L>>,
    /// The best bets at the river, or [`FOLD`]: by the place of the share, the pots before it together.
    choices: Vec<u16>,
    pots: usize,
}

/// Stands for a fold among bets.
const FOLD: u16 = u16::MAX;

impl<W: Number, const L: usize> Ladder<W, L> {
    /// The ladder of all shares up to the largest, or of these if that are too many.
    pub(super) fn new(terms: &Terms, met: impl FnOnce() -> Vec<i64>) -> Ladder<W, L> {
        let most = terms.share_most();
        let has_all = most < 1 << 16;
        let shares = if has_all { (0..=most).collect() } else { met() };
        let nets = &terms.nets;
        let folds = folds::<W, L>(terms, STREETS - 1, 1);
        let pots = terms.pots(STREETS - 1);
        let (mut rows, mut choices) = (Vec::with_capacity(shares.len()), Vec::new());
        for &share in &shares {
            let net = |&[without, each]: &[i128; 2]| without + each * i128::from(share);
            let last: Vec<i128> = nets.iter().map(net).collect();
            let mut row = [W::ZERO; L];
            for (place, worth) in row.iter_mut().enumerate().take(pots) {
                let chosen = choose(&last, place, terms.bets, folds[place].long());
                *worth = chosen.map_or(folds[place], |bet| short(last[place + bet]));
                choices.push(chosen.map_or(FOLD, |bet| bet as u16));
            }
            rows.push(row);
        }
        Ladder { shares, has_all, rows, choices, pots }
    }

    /// The best bet at the river with a share, by its place, and a pot; nothing for a fold.
    #[inline]
    pub(super) fn choice(&self, share: usize, pot: usize) -> Option<usize> {
        let bet = self.choices[share * self.pots + pot];
        (bet != FOLD).then_some(usize::from(bet))
    }

    /// The place of a share.
    pub(super) fn place(&self, share: i64) -> usize {
        if self.has_all {
            return share as usize;
        }
        self.shares.binary_search(&share).expect("every share that is met is there")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::exact::fraction;

    /// The posted terms with other pays on a win, other bets and a finer rake.
    pub(in super::super) fn odd(
        bets: RangeInclusive<i64>,
        win: (i64, i64),
        rake_cents: i64,
    ) -> Terms {
        let rakes = [1, 2, 3].map(|n| (Cents::dollars(10 * n), Cents::new(rake_cents * n)));
        let returns = [fraction(win.0, win.1), whole(1), whole(1), whole(0)].map(Amount::from);
        Terms::new(5, bets, rakes.to_vec(), returns)
    }

    #[test]
    fn h212_4_what_is_left_of_a_pot() {
        let terms = odd(2..=10, (2, 1), 100);
        for (pot, left) in [(9, 9), (10, 9), (19, 18), (20, 18), (29, 27), (30, 27), (45, 42)] {
            assert_eq!(terms.after_rake(pot), whole(left), "${pot}");
        }
        assert_eq!((terms.pots(0), terms.pots(3), terms.pots(4)), (1, 25, 33));
        assert_eq!((terms.pot(3, 0), terms.pot(3, 24)), (11, 35));
    }

    #[test]
    fn the_best_of_neighbours() {
        let next: [i64; 28] = std::array::from_fn(|place| (place as i64 * 7_919) % 101);
        let folds: [i64; 20] = [50; 20];
        for bets in [1, 2, 5, 8, 9] {
            let found = best::<i64, 28, 20>(&next, bets, &folds);
            for place in 0..17 {
                let expected = next[place..place + bets].iter().copied().max().unwrap().max(50);
                assert_eq!(found[place], expected);
            }
        }
    }

    #[test]
    fn of_equal_bets_the_largest_and_a_fold_only_if_better() {
        assert_eq!(choose(&[1, 5, 5, 2], 0, 4, 4), Some(2));
        assert_eq!(choose(&[1, 5, 5, 2], 0, 4, 5), Some(2));
        assert_eq!(choose(&[1, 5, 5, 2], 0, 4, 6), None);
        assert_eq!(choose(&[1, 5, 5, 2], 2, 2, 0), Some(0));
    }
}
