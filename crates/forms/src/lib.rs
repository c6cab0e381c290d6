//! Reads TOML that people write, and reports every problem at once with file, line and key.
//!
//! A reader asks a [`Table`] for the keys it knows and a [`Field`] for the type it expects. Missing
//! keys, wrong types and values out of range are recorded and reading goes on; unknown keys are
//! recorded when the table is dropped. This crate knows nothing of rules or games.
//!
//! ```
//! let read = forms::read("round.toml", "game = 'war'\nmetre = 5\n", |round| {
//!     let game = round.required("game")?.string()?.to_owned();
//!     round.optional("meter");
//!     Some(game)
//! });
//! let problems = read.unwrap_err();
//! assert_eq!(
//!     problems.to_string(),
//!     "round.toml:2: metre: unknown key; did you mean meter?",
//! );
//! ```

mod field;
mod problem;
mod table;

pub use field::Field;
pub use problem::{Place, Problem, Problems};
pub use table::{Table, hint};

use std::cell::RefCell;

use toml::de::DeTable;

/// One text being read: its name, its lines and what was found wrong with it so far.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
    problems: RefCell<Vec<Problem>>,
}

impl Source<'_> {
    /// The line of a byte offset, counted from 1.
    fn line(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().get(..offset).unwrap_or(self.text.as_bytes());
        1 + before.iter().filter(|&&byte| byte == b'\n').count()
    }

    fn note(&self, problem: Problem) {
        self.problems.borrow_mut().push(problem);
    }
}

/// Reads a text: `name` is what messages call it. The result is whole, or every problem found.
///
/// If the text is not valid TOML, its syntax errors are the problems and `read` is not called.
pub fn read<T>(
    name: &str,
    text: &str,
    read: impl FnOnce(&Table<'_>) -> Option<T>,
) -> Result<T, Problems> {
    let source = Source { name, text, problems: RefCell::default() };
    let (root, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let problem = |error: &toml::de::Error| {
            let line = source.line(error.span().map_or(0, |span| span.start));
            let place = Place { file: name.to_owned(), line, key: String::new() };
            place.problem(format!("invalid TOML: {}", error.message().trim()))
        };
        return Err(Problems::new(errors.iter().map(problem).collect()));
    }
    let value = {
        let table = Table::new(&source, root.get_ref(), String::new(), root.span().start);
        read(&table)
    };
    let problems = source.problems.into_inner();
    match value {
        Some(value) if problems.is_empty() => Ok(value),
        _ => Err(Problems::new(problems)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let read = read("f.toml", text, |root| {
            let name = root.required("name").and_then(|field| Some(field.string()?.to_owned()));
            let age: Option<u8> = root.optional("age").and_then(|field| field.parse());
            let seats = root.tables("seat").into_iter().filter_map(|seat| {
                let number = seat.required("number").and_then(|field| field.integer(1..=7));
                let cards = seat.optional("cards").map(|field| field.list());
                cards.into_iter().flatten().for_each(|card| {
                    card.string();
                });
                number
            });
            let seats: Vec<i64> = seats.collect();
            Some((name?, age, seats))
        });
        let lines = match read {
            Ok(_) => Vec::new(),
            Err(problems) => problems.iter().map(Problem::to_string).collect(),
        };
        assert_eq!(lines, expected);
    }

    #[test]
    fn everything_wrong_is_said_at_once_in_the_order_of_lines() {
        check("name = 'x'\nage = '7'\n[[seat]]\nnumber = 2\ncards = ['a']\n", &[]);
        check(
            "nam = 'x'\nage = 'seven'\n[[seat]]\nnumber = 9\n[[seat]]\ncards = ['a', 3]\n",
            &[
                "f.toml:1: name: missing",
                "f.toml:1: nam: unknown key; did you mean name?",
                "f.toml:2: age: \"seven\": invalid digit found in string",
                "f.toml:4: seat[1].number: 9 is out of range: expected 1 to 7",
                "f.toml:5: seat[2].number: missing",
                "f.toml:6: seat[2].cards[2]: expected text, found a whole number",
            ],
        );
        check(
            "name = 3\nseat = 5\n",
            &[
                "f.toml:1: name: expected text, found a whole number",
                "f.toml:2: seat: expected [[seat]] tables, found a whole number",
            ],
        );
    }

    #[test]
    fn what_is_no_toml_is_said_with_its_line() {
        let problems = read("f.toml", "a = 1\nb = = 2\n", |_| Some(())).unwrap_err();
        let first = problems.iter().next().unwrap();
        assert_eq!((first.place.line, first.place.file.as_str()), (2, "f.toml"));
        assert!(first.message.starts_with("invalid TOML: "), "{first}");
        assert!(read("f.toml", "a = 1\na = 2\n", |_| Some(())).is_err(), "a key twice");
    }
}
