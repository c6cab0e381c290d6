//! The numbers of subdivisions that stand at the beginning of paragraphs.

use std::collections::BTreeSet;

use super::text::marker;

const ROMAN: [&str; 8] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"];

/// What a redline's paragraphs are read as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Without what is struck.
    Amended,
    /// With what is struck; what was added is not marked in the seeds.
    Older,
}

/// Numbers that the redline strikes or sets inside a sentence, moved to where they can be read.
const MENDED: [(&str, &str); 4] = [
    // (20) is struck with the older sentence, and the new one stands in its place without a
    // number of its own; (21) follows.
    ("~~(20) A games supervisor", "(20) Progressive winners: ~~A games supervisor"),
    // The older (13)(a) stands inside the sentence.
    ("~~÷(a) The~~", "\n~~(a) The~~"),
    // Three-card's (15)(a)(v) and Let it ride's (10)(a)(v) and (vi) are struck to the end, the new
    // sentence with the older one.
    ("print a win page; In the event", "print a win page;~~ In the event"),
    ("for the prize won; After keying in", "for the prize won;~~ After keying in"),
];

/// The paragraph that the redline adds under a number which the next one has in the older text.
const ADDED: &str = "(3) Immediately before play begins and after each round of play has been \
                     completed the dealer";

/// The numbers of a section's text: `16`, `16(a)`, `16(a)(v)`. Panics where one is out of order.
pub(crate) fn numbers(body: &str, reading: Reading) -> BTreeSet<String> {
    let mut body = body.to_owned();
    for (found, mended) in MENDED {
        body = body.replace(found, mended);
    }
    let mut place = Place::default();
    for line in body.lines() {
        if reading == Reading::Older && line.starts_with(ADDED) {
            continue;
        }
        let line = match reading {
            Reading::Amended => super::text::amended(line),
            Reading::Older => older(line),
        };
        // Of the redline's `(vii) ~~...~~` the number goes with its sentence.
        if let Some((mark, _)) = marker(&line).filter(|(_, sentence)| !sentence.is_empty()) {
            place.note(mark, &line);
        } else if let Some(numeral) = dotted_numeral(&line) {
            place.roman(numeral, &line);
        }
    }
    place.seen
}

/// With what is struck; of `~~(3)~~(4)` the struck number.
fn older(line: &str) -> String {
    match line.strip_prefix("~~(").and_then(|rest| rest.split_once(")~~(")) {
        Some((number, rest)) => {
            let (_, sentence) = rest.split_once(')').unwrap_or_default();
            format!("({number}) {sentence}")
        }
        None => line.replace("~~", ""),
    }
}

/// The numeral of `iv.   If there is a winner`, counted from 1.
fn dotted_numeral(line: &str) -> Option<usize> {
    let line = line.trim().trim_start_matches("- ").trim_start();
    let (mark, _) = line.split_once('.').filter(|(_, sentence)| !sentence.trim().is_empty())?;
    ROMAN.iter().position(|numeral| *numeral == mark).map(|index| index + 1)
}

/// The last number read, a level each; nothing is 0.
#[derive(Default)]
struct Place {
    top: usize,
    letter: usize,
    roman: usize,
    seen: BTreeSet<String>,
}

impl Place {
    fn note(&mut self, mark: &str, line: &str) {
        if let Ok(number) = mark.parse::<usize>() {
            assert_eq!(number, self.top + 1, "out of order: {line}");
            (self.top, self.letter, self.roman) = (number, 0, 0);
            self.seen.insert(number.to_string());
            return;
        }
        let letter = match mark.as_bytes() {
            [byte] => Some(usize::from(byte - b'a') + 1),
            _ => None,
        };
        // Tables of one subdivision begin again at (a). `(i)` is a letter only after (h).
        match letter.filter(|&letter| letter == self.letter + 1 || letter == 1) {
            Some(letter) => {
                (self.letter, self.roman) = (letter, 0);
                self.seen.insert(format!("{}({mark})", self.top));
            }
            None => {
                let index = ROMAN.iter().position(|numeral| *numeral == mark);
                self.roman(index.unwrap_or_else(|| panic!("no number: {line}")) + 1, line);
            }
        }
    }

    fn roman(&mut self, number: usize, line: &str) {
        assert_eq!(number, self.roman + 1, "out of order: {line}");
        assert!(self.letter > 0, "a numeral under no letter: {line}");
        self.roman = number;
        let letter = char::from(b'a' + u8::try_from(self.letter - 1).unwrap());
        self.seen.insert(format!("{}({letter})({})", self.top, ROMAN[number - 1]));
    }
}
