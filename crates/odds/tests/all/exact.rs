//! How exact numbers are written.

use num_bigint::BigInt;
use odds::{decimal, digits, fraction, percent};

#[test]
fn fractions_are_written_rounded_half_away_from_zero() {
    for (numerator, denominator, places, written) in [
        (1, 3, 4, "0.3333"),
        (2, 3, 4, "0.6667"),
        (-1, 8, 2, "-0.13"),
        (1, 8, 2, "0.13"),
        (-1, 1000, 2, "0.00"),
        (5, 2, 0, "3"),
        (-7, 1, 3, "-7.000"),
    ] {
        assert_eq!(digits(&fraction(numerator, denominator), places), written);
    }
    // 13,733,780 of 407,170,400: KNOWN's 3.3730%.
    assert_eq!(percent(&fraction(13_733_780, 407_170_400), 4), "3.3730%");
}

#[test]
fn decimals_of_large_fractions_are_near() {
    let large = BigInt::from(10u8).pow(400);
    let value = fraction(large.clone(), large * 3);
    assert!((decimal(&value) - 1.0 / 3.0).abs() < 1e-15);
    assert!((decimal(&fraction(-7, 4)) + 1.75).abs() < 1e-15);
}
