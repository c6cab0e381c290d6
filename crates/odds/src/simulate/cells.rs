//! How often bets come out in each way, compared with how often they should.

use money::Cents;
use shuffle::randomness::GoodnessOfFit;

use crate::distribution::{Distribution, Outcome};
use crate::exact::{decimal, of_cents};

/// The ways to come out that rounds can tell apart, with their chances.
#[derive(Debug, Default)]
pub(super) struct Cells {
    told: Told,
    chances: Vec<f64>,
}

/// By what.
#[derive(Debug, Default)]
enum Told {
    /// Nothing is told apart.
    #[default]
    Nothing,
    /// The row of the schedule, the last one for a loss.
    Row(Vec<String>),
    /// The result in cents, the lowest first.
    Net(Vec<i64>),
}

impl Cells {
    /// The rows of a schedule.
    pub(super) fn by_row(distribution: &Distribution) -> Cells {
        let outcomes = distribution.outcomes();
        Cells {
            told: Told::Row(outcomes.iter().map(|outcome| outcome.row.clone()).collect()),
            chances: outcomes.iter().map(|it| decimal(&distribution.probability(it))).collect(),
        }
    }

    /// The results that a bet can have.
    pub(super) fn by_net(distribution: &Distribution, unit: Cents) -> Cells {
        let cents = |outcome: &Outcome| {
            let net = outcome.net() * of_cents(unit) * crate::exact::whole(100);
            decimal(&net.round()) as i64
        };
        let mut cells: Vec<(i64, f64)> = Vec::new();
        for outcome in distribution.outcomes() {
            cells.push((cents(outcome), decimal(&distribution.probability(outcome))));
        }
        cells.sort_by_key(|&(net, _)| net);
        cells.dedup_by(|more, cell| {
            let is_same = more.0 == cell.0;
            cell.1 += if is_same { more.1 } else { 0.0 };
            is_same
        });
        let (nets, chances) = cells.into_iter().unzip();
        Cells { told: Told::Net(nets), chances }
    }

    /// How many places there are: one more than cells, for what should not happen.
    pub(super) fn len(&self) -> usize {
        self.chances.len() + 1
    }

    /// The place of a bet with this result, and of the row it was paid on.
    #[inline]
    pub(super) fn place(&self, net: i64, row: Option<&str>) -> usize {
        let found = match (&self.told, row) {
            (Told::Nothing, _) => None,
            (Told::Row(rows), None) => rows.len().checked_sub(1),
            (Told::Row(rows), Some(row)) => rows.iter().position(|known| known == row),
            (Told::Net(nets), _) => nets.binary_search(&net).ok(),
        };
        found.unwrap_or(self.chances.len())
    }

    /// How well these counts go with the chances. They cannot if something came out that has no chance.
    pub(super) fn fit(&self, counts: &[u64]) -> GoodnessOfFit {
        let (known, others) = counts.split_at(self.chances.len());
        let never = known.iter().zip(&self.chances).filter(|(_, chance)| **chance == 0.0);
        let strange: u64 = never.map(|(count, _)| count).chain(others).sum();
        let fit = GoodnessOfFit::of(known, &self.chances);
        if strange > 0 { GoodnessOfFit { p: 0.0, ..fit } } else { fit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::Gathering;
    use crate::exact::{fraction, whole};

    fn coin() -> Cells {
        let mut gathering = Gathering::default();
        gathering.add("wins", whole(1), fraction(5, 2), 1u8);
        gathering.add("loses", whole(1), whole(0), 1u8);
        Cells::by_net(&gathering.finish(), Cents::dollars(2))
    }

    /// With one degree of freedom: 5,000 and 5,000 fit perfectly; 5,200 and 4,800 are 4 standard deviations off, chi-square
    /// 16, p 6.3e-5; what cannot happen never fits.
    #[test]
    fn counts_fit_or_do_not() {
        let cells = coin();
        assert_eq!([300, -200, 1].map(|net| cells.place(net, None)), [1, 0, 2]);
        assert!(cells.fit(&[5_000, 5_000, 0]).p > 0.999);
        let off = cells.fit(&[5_200, 4_800, 0]);
        assert!((off.statistic - 16.0).abs() < 1e-9 && off.freedom == 1);
        assert!((6.2e-5..6.4e-5).contains(&off.p), "{}", off.p);
        assert!(cells.fit(&[5_000, 5_000, 1]).p == 0.0);
    }
}
