//! How the meter is distributed, and what the house owes as time goes on: in doubles, for display.

use num_traits::One as _;

use super::{Life, share_of};
use crate::exact::{decimal, of_cents};

/// The distribution function of the meter at the time of a bet. A hand does not depend on the meter, so it is also
/// that of the top award at the time it is won, and of what a percentage is taken of.
///
/// With F the distribution function, c what a bet adds, p the chance of the top award, H the distribution function of
/// what the meter restarts at, and p(s) that of a row with the share s, as much passes a level upward as downward:
///
/// ```text
/// c F'(m) = p (H(m) - F(m)) + sum of p(s) (F(m / (1 - s)) - F(m))
/// ```
///
/// It is solved on a grid, from below upward, with what is above from the pass before: the first pass takes a partial award
/// to empty the meter, and each pass is right about one more of them. A bet adds so little that the meter is taken to rise
/// without steps: no figure is wrong by more than a bet.
#[derive(Clone, PartialEq, Debug)]
pub struct MeterLaw {
    /// The distance of the levels, from zero on.
    step: f64,
    /// The probability of a meter not above each level.
    up_to: Vec<f64>,
}

/// Levels in a mean meter, and in all.
const FINE: f64 = 600.0;
const LEVELS_MAX: f64 = 100_000.0;

/// Where the tail is cut: e to the minus this.
const TAIL: f64 = 28.0;

/// The distribution is done when no level moves by more in a pass.
const STILL: f64 = 1e-11;
const PASSES_MAX: usize = 4_000;

impl MeterLaw {
    /// The law of a progressive's meter; nothing if no bet adds to it.
    pub(super) fn of(life: &Life) -> Option<MeterLaw> {
        let per_bet = decimal(&life.dollars(&life.contribution));
        if per_bet <= 0.0 {
            return None;
        }
        let hidden = decimal(&life.dollars(&life.reserve));
        let seed = decimal(&of_cents(life.seed));
        let top = decimal(&life.top);
        let partial: Vec<(f64, f64)> = life
            .awards
            .iter()
            .map(|award| (decimal(&award.chance), share_of(award.pays)))
            .filter(|(_, share)| *share > crate::exact::whole(0) && !share.is_one())
            .map(|(chance, share)| (chance, 1.0 / (1.0 - decimal(&share))))
            .collect();
        let end = seed + TAIL * (per_bet + hidden) / top;
        let fine = (decimal(&life.mean_meter()) / FINE).max(end / LEVELS_MAX);
        // The seed is a level.
        let at_seed = (seed / fine).round().max(if seed > 0.0 { 1.0 } else { 0.0 });
        let step = if at_seed > 0.0 { seed / at_seed } else { fine };
        let restart = Restart { from: at_seed as usize, rate: step * top / hidden };
        let grid = Grid { step, per_bet, top, partial, restart };
        Some(MeterLaw { step, up_to: grid.solve((end / step).ceil() as usize + 1) })
    }

    /// The share of bets that are made with the meter above a level.
    pub fn above(&self, level: f64) -> f64 {
        1.0 - at(&self.up_to, level / self.step)
    }

    /// The level that this share of awards does not pass.
    pub fn quantile(&self, share: f64) -> f64 {
        let next = self.up_to.partition_point(|up_to| *up_to < share).max(1);
        let [low, high] = [next - 1, next].map(|at| self.up_to.get(at).copied().unwrap_or(1.0));
        let part = if high > low { (share - low) / (high - low) } else { 0.0 };
        (next as f64 - 1.0 + part) * self.step
    }

    /// The mean and the mean square: what the closed forms are checked against.
    pub fn moments(&self) -> (f64, f64) {
        let pairs = self.up_to.windows(2).enumerate();
        let sum = |(mean, square): (f64, f64), (place, pair): (usize, &[f64])| {
            let (tail, middle) = (1.0 - (pair[0] + pair[1]) / 2.0, place as f64 + 0.5);
            (mean + tail * self.step, square + 2.0 * middle * tail * self.step * self.step)
        };
        pairs.fold((0.0, 0.0), sum)
    }
}

/// The value between two levels.
fn at(levels: &[f64], place: f64) -> f64 {
    let low = place.max(0.0) as usize;
    match levels.get(low..low + 2) {
        Some([a, b]) => a + (b - a) * (place - low as f64),
        _ => 1.0,
    }
}

/// What the meter restarts at: the seed, and the reserve of a whole life on top of it.
struct Restart {
    /// The level of the seed.
    from: usize,
    /// How fast the tail of the reserve falls, a level; endless without a reserve.
    rate: f64,
}

impl Restart {
    /// The probability of a restart not above a level, seen from the side of a level beside it.
    fn up_to(&self, level: usize, seen_from: usize) -> f64 {
        if level.min(seen_from) < self.from {
            return 0.0;
        }
        let above = (level - self.from) as f64;
        if self.rate.is_finite() { 1.0 - (-self.rate * above).exp() } else { 1.0 }
    }
}

struct Grid {
    step: f64,
    per_bet: f64,
    top: f64,
    /// The chance of each partial award, and how many times the rest the meter was before it.
    partial: Vec<(f64, f64)>,
    restart: Restart,
}

impl Grid {
    fn solve(&self, levels: usize) -> Vec<f64> {
        let all: f64 = self.top + self.partial.iter().map(|(chance, _)| chance).sum::<f64>();
        let falls = all * self.step / self.per_bet;
        // Toward a target that moves in a line between two levels.
        let keeps = (-falls).exp();
        let far = (1.0 - keeps) / falls;
        let (from_here, from_there) = (far - keeps, 1.0 - far);
        let mut up_to = vec![1.0; levels];
        up_to[0] = 0.0;
        for _ in 0..PASSES_MAX {
            let mut moved: f64 = 0.0;
            for level in 0..levels - 1 {
                let next = level + 1;
                // Levels above are from the pass before.
                let here = self.target(&up_to, level, next) / all;
                let there = self.target(&up_to, next, level) / all;
                let value = up_to[level] * keeps + here * from_here + there * from_there;
                moved = moved.max((value - up_to[next]).abs());
                up_to[next] = value;
            }
            if moved < STILL {
                break;
            }
        }
        up_to
    }

    /// Where the distribution function is drawn at a level, times the chance of an award.
    fn target(&self, up_to: &[f64], level: usize, seen_from: usize) -> f64 {
        let restarted = self.top * self.restart.up_to(level, seen_from);
        let before =
            self.partial.iter().map(|(chance, times)| chance * at(up_to, level as f64 * times));
        restarted + before.sum::<f64>()
    }
}

/// What the house owes on average at some moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Liability {
    /// Bets since the meter started.
    pub bets: u64,
    /// What the sign shows on average, in dollars.
    pub display: f64,
    /// What the reserve holds on average.
    pub reserve: f64,
    /// What the house has put in on average: the first seed and those of all top awards.
    pub seeds: f64,
    /// The chance that the top award has been won.
    pub top_won: f64,
}

impl Liability {
    /// After some bets on a meter that starts at its seed. Of sign and reserve together, a bet makes a linear
    /// function: after n bets it is the n-th power of one bet's.
    pub(super) fn after(life: &Life, bets: u64) -> Liability {
        let seed = decimal(&of_cents(life.seed));
        let per_bet = decimal(&life.dollars(&life.contribution));
        let hidden = decimal(&life.dollars(&life.reserve));
        let (top, taken) = (decimal(&life.top), decimal(&life.taken));
        let stays = 1.0 - top;
        let one = [
            [1.0 - taken, top, (1.0 - taken) * per_bet + top * (seed + hidden)],
            [0.0, stays, stays * hidden],
            [0.0, 0.0, 1.0],
        ];
        let [[m_m, m_r, m], [_, r_r, r], _] = power(one, bets);
        let start = (seed, 0.0);
        Liability {
            bets,
            display: m_m * start.0 + m_r * start.1 + m,
            reserve: r_r * start.1 + r,
            seeds: seed * (1.0 + bets as f64 * top),
            top_won: -(bets as f64 * (-top).ln_1p()).exp_m1(),
        }
    }
}

type Linear = [[f64; 3]; 3];

fn after(one: &Linear, other: &Linear) -> Linear {
    let cell = |row: usize, column: usize| (0..3).map(|at| one[row][at] * other[at][column]).sum();
    std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column)))
}

fn power(mut one: Linear, mut times: u64) -> Linear {
    let mut all = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    while times > 0 {
        if times & 1 == 1 {
            all = after(&all, &one);
        }
        one = after(&one, &one);
        times >>= 1;
    }
    all
}

#[cfg(test)]
mod tests;
