//! The kinds of five-card hands that rows of a table can tell apart, and sums of showdowns by them.

use std::sync::LazyLock;

use hands::{Category, FiveValue, Hand};

use super::showdown::{DEALERS, Showdown};
use super::texture::{RANKS, flush_models, plain_models};

/// High card, a pair of each rank, and the categories above.
pub(crate) const GRADES: usize = 1 + RANKS + 8;
/// The grade of a hand that there is not.
pub(crate) const NO_GRADE: usize = GRADES;

/// Every value of five cards.
static VALUES: LazyLock<Vec<FiveValue>> = LazyLock::new(|| {
    let plain = plain_models().into_iter().flatten();
    // Those of five of a suit are the last of the models, and the others are there already.
    let all = plain.chain(flush_models()).map(|model| Hand::from(model.board).value());
    let mut values: Vec<FiveValue> = all.collect();
    values.sort_unstable();
    values.dedup();
    values
});

/// A table by the number of each value.
pub(crate) fn by_value<T: Copy>(none: T, of: impl Fn(FiveValue) -> T) -> Vec<T> {
    let mut found = vec![none; 1 << 16];
    VALUES.iter().for_each(|&value| found[usize::from(value.get())] = of(value));
    found
}

/// The grade of each value, by its number.
static OF_VALUE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut grades = by_value(NO_GRADE as u8, |value| grade(value) as u8);
    // Seven cards are never worth as little as the lowest five.
    grades[0] = NO_GRADE as u8;
    grades
});

/// The grades of showdowns.
pub(crate) fn grade_of() -> impl Fn(Showdown) -> usize {
    let grades: &'static [u8; 1 << 16] = OF_VALUE.as_slice().try_into().expect("all numbers");
    |river| usize::from(grades[usize::from(river.value)])
}

fn grade(value: FiveValue) -> usize {
    match value.category() {
        Category::HighCard => 0,
        Category::Pair => 1 + value.ranks().first().map_or(0, |rank| rank.index()),
        category => {
            let place = Category::ALL.iter().position(|&known| known == category);
            RANKS - 1 + place.expect("all are there")
        }
    }
}

/// A table by grade; every value of a grade must agree.
pub(crate) fn by_grade<T: Copy + PartialEq>(none: T, of: impl Fn(FiveValue) -> T) -> [T; GRADES] {
    let mut found = [none; GRADES];
    for &value in VALUES.iter() {
        found[grade(value)] = of(value);
    }
    debug_assert!(VALUES.iter().all(|&value| found[grade(value)] == of(value)));
    found
}

/// Boards, with how many of the dealer's hands are lower, equal and below a pair in all.
pub(crate) type Sums = [i64; 4];

/// How often a hand of a grade wins, ties and loses, each against a dealer who qualifies with a pair
/// and one who does not.
pub(crate) fn outcomes(grade: usize, [boards, lower, equal, below]: Sums) -> [i64; 6] {
    let all = boards * i64::from(DEALERS);
    match grade {
        0 => [0, lower, 0, equal, all - below, below - lower - equal],
        _ => [lower - below, below, equal, 0, all - lower - equal, 0],
    }
}

/// One board.
#[inline]
pub(crate) fn sums(river: Showdown) -> Sums {
    [1, river.lower.into(), river.equal.into(), river.below_pair.into()]
}

/// Sums by grade, and of hands that there are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByGrade(pub(crate) [Sums; GRADES + 1]);

impl Default for ByGrade {
    fn default() -> ByGrade {
        ByGrade([[0; 4]; GRADES + 1])
    }
}

impl ByGrade {
    #[inline]
    pub(crate) fn add(&mut self, grade: usize, river: Showdown, times: i32) {
        let mine = &mut self.0[grade];
        for (mine, sum) in mine.iter_mut().zip(sums(river)) {
            *mine += sum * i64::from(times);
        }
    }

    pub(crate) fn join(&mut self, other: &ByGrade, times: i64) {
        let mine = self.0.iter_mut().flatten();
        mine.zip(other.0.iter().flatten()).for_each(|(mine, other)| *mine += other * times);
    }

    /// By grade.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Sums)> {
        self.0.into_iter().take(GRADES).enumerate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::PayTable;
    use rulebook::{HandType, Order, Row, Rulebook};

    /// Whatever rows a five-card table has, the values of a grade are on the same one.
    #[test]
    fn rows_tell_no_more_apart_than_grades_do() {
        let section = Rulebook::embedded().game("ultimate-texas-holdem").unwrap().newest();
        let schedule = section.schedules.iter().find(|schedule| schedule.wager == "ante");
        let part = &schedule.unwrap().parts[0];
        for (_, hand) in HandType::of_order(Order::FiveCard) {
            let mut part = part.clone();
            part.rows = vec![Row { hand, ..part.rows[0].clone() }];
            let table = PayTable::unposted(&part);
            let _ = by_grade(false, |value| table.five(value).is_some());
        }
    }
}
