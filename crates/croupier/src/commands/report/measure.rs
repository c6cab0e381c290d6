//! How wide text is in print, so that the program itself can break lines and pages and knows the page of everything in
//! the contents.
//!
//! The widths are those of Arial, Helvetica and Liberation Sans, which agree; the style sheet scales what may stand in
//! for them.

/// Widths of the characters from the space to the tilde, in thousandths of the size.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The width of any other character.
const OTHER: u16 = 600;

/// Millimeters in a point.
const POINT: f64 = 25.4 / 72.0;

/// What is allowed for bold type and for fonts that are a little wider.
const SLACK: f64 = 1.06;

/// The width of a text on one line, in millimeters.
pub(super) fn width(text: &str, points: f64) -> f64 {
    let of = |character: char| {
        let place = (character as usize).checked_sub(usize::from(b' '));
        place.and_then(|place| WIDTHS.get(place)).copied().unwrap_or(OTHER)
    };
    let thousandths: f64 = text.chars().map(|character| f64::from(of(character))).sum();
    thousandths / 1000.0 * points * POINT * SLACK
}

/// How many lines a text takes in a column. A word that is wider than the column is broken.
pub(super) fn lines(text: &str, points: f64, column: f64) -> usize {
    let space = width(" ", points);
    let (mut lines, mut used) = (1, 0.0);
    for word in text.split(' ') {
        let long = width(word, points);
        let after = if used > 0.0 { used + space + long } else { long };
        if after <= column {
            used = after;
            continue;
        }
        lines += usize::from(used > 0.0);
        // A word that starts its line and does not fit takes whole lines and the start of another.
        let full = (long / column).floor();
        lines += full as usize;
        used = long - full * column;
    }
    lines
}

/// The widest word of a text.
pub(super) fn widest_word(text: &str, points: f64) -> f64 {
    text.split(' ').map(|word| width(word, points)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arial's figures are 0.556 of its size: ten of them at 72 points are 400.32 points wide.
    #[test]
    fn widths_are_those_of_the_font() {
        let wide = width("0123456789", 72.0) / SLACK / POINT;
        assert!((wide - 400.32).abs() < 1e-9, "{wide}");
        assert!((width("~", 10.0) / SLACK / POINT - 5.84).abs() < 1e-9);
    }

    #[test]
    fn lines_break_at_spaces_and_long_words_anywhere() {
        let column = width("two words", 9.0) + 0.001;
        assert_eq!(lines("two words", 9.0, column), 1);
        assert_eq!(lines("two words two words", 9.0, column), 2);
        assert_eq!(lines("", 9.0, column), 1);
        assert!(lines(&"0".repeat(100), 9.0, column) >= 5);
    }
}
