//! Which row of a table each value is paid on, and the whole numbers that sums are computed in.

use std::ops::{AddAssign, SubAssign};
use std::sync::LazyLock;

use games::PayTable;
use hands::{FiveValue, Hand};
use num_traits::PrimInt;

use super::texture::{flush_models, plain_models};

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

/// What each value comes to, by its number.
pub(crate) fn by_value<T: Copy>(none: T, of: impl Fn(FiveValue) -> T) -> Vec<T> {
    let mut found = vec![none; 1 << 16];
    VALUES.iter().for_each(|&value| found[usize::from(value.get())] = of(value));
    found
}

/// The place of each value's row in a table, by the value's number; as many as there are rows for a
/// value that is on none.
pub(crate) fn rows_by_value(table: &PayTable) -> Vec<u8> {
    let none = table.rows().len() as u8;
    by_value(none, |value| table.five(value).map_or(none, |row| row.place() as u8))
}

/// Whole numbers in which sums are computed: as short as the pays allow.
pub(crate) trait Whole: PrimInt + AddAssign + SubAssign + Send + Sync + 'static {
    /// Numbers for longer sums.
    type Long: Whole + From<Self>;

    /// The number, as long as can be.
    fn long(self) -> i128 {
        self.to_i128().expect("nothing is longer")
    }
}

impl Whole for i32 {
    type Long = i64;
}

impl Whole for i64 {
    type Long = i128;
}

impl Whole for i128 {
    type Long = i128;
}

/// How long sums must be: over the rivers of a board of four, and over all that a flop and those that
/// it stands for can become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// 32 bits, and 64 for the longer ones.
    Short,
    Long,
}

impl Length {
    /// The length for results of one board that are no larger than this.
    pub(crate) fn of(largest: i128) -> Length {
        // 46 rivers, taken off as often as added; 47 turns of six flops with some room.
        let rivers = largest.saturating_mul(4 * 46);
        let is_short =
            rivers < i128::from(i32::MAX) && rivers.saturating_mul(47 * 24) < i128::from(i64::MAX);
        if is_short { Length::Short } else { Length::Long }
    }
}

/// A small number as a whole one of any length.
#[inline(always)]
pub(crate) fn small<W: Whole>(number: impl num_traits::ToPrimitive) -> W {
    W::from(number).expect("it is small")
}
