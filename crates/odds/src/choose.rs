//! How many sets there are.

/// `CHOOSE[n][k]` is the number of sets of `k` that there are of `n`.
pub(crate) const CHOOSE: [[u32; 8]; 53] = {
    let mut table = [[0; 8]; 53];
    let mut n = 0;
    while n < 53 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < 8 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_of_a_deck_are_counted() {
        let hands = CHOOSE[52];
        assert_eq!(hands, [1, 52, 1_326, 22_100, 270_725, 2_598_960, 20_358_520, 133_784_560]);
        assert_eq!(CHOOSE[3], [1, 3, 3, 1, 0, 0, 0, 0]);
    }
}
