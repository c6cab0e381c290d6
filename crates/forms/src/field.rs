//! The value of a key, read as a type.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use toml::de::DeValue;

use crate::{Place, Source, Table, hint};

/// The value of a key. Reading it as the wrong type records a problem and returns `None`.
pub struct Field<'a> {
    source: &'a Source<'a>,
    value: &'a DeValue<'a>,
    path: String,
    offset: usize,
}

impl<'a> Field<'a> {
    pub(crate) fn new(
        source: &'a Source<'a>,
        value: &'a DeValue<'a>,
        path: String,
        offset: usize,
    ) -> Field<'a> {
        Field { source, value, path, offset }
    }

    pub(crate) fn is(&self, predicate: impl FnOnce(&DeValue<'_>) -> bool) -> bool {
        predicate(self.value)
    }

    /// What kind of value it is, for people.
    pub(crate) fn described(&self) -> &'static str {
        match self.value {
            DeValue::String(_) => "text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with decimals",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }

    /// Text.
    pub fn string(&self) -> Option<&'a str> {
        self.wanted("text", self.value.as_str())
    }

    /// Text that a type reads, with the type's own message if it cannot.
    pub fn parse<T>(&self) -> Option<T>
    where
        T: FromStr,
        T::Err: Display,
    {
        let text = self.string()?;
        match text.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                let (message, quoted) = (error.to_string(), format!("\"{text}\""));
                // Most messages quote the text themselves.
                let names_it = message.contains(&quoted);
                self.problem(if names_it { message } else { format!("{quoted}: {message}") });
                None
            }
        }
    }

    /// Text that is one of these words, for what it stands.
    pub fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let text = self.string()?;
        let found = words.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.problem(format!("unknown value \"{text}\"; {}", hint(text, &names)));
        }
        found.map(|(_, value)| *value)
    }

    /// A whole number in a range.
    pub fn integer(&self, range: RangeInclusive<i64>) -> Option<i64> {
        let integer = self.wanted("a whole number", self.value.as_integer())?;
        let number = i64::from_str_radix(integer.as_str(), integer.radix());
        match number {
            Ok(number) if range.contains(&number) => Some(number),
            _ => {
                let (low, high) = (range.start(), range.end());
                self.problem(format!(
                    "{} is out of range: expected {low} to {high}",
                    integer.as_str()
                ));
                None
            }
        }
    }

    /// True or false.
    pub fn boolean(&self) -> Option<bool> {
        self.wanted("true or false", self.value.as_bool())
    }

    /// Text, a whole number or true or false, as text: for values whose type depends on the key.
    pub fn scalar(&self) -> Option<String> {
        let text = match self.value {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => Some(number.as_str().to_owned()),
            DeValue::Boolean(answer) => Some(answer.to_string()),
            _ => None,
        };
        self.wanted("text, a number, true or false", text)
    }

    /// Whether the value is a list.
    pub fn is_list(&self) -> bool {
        self.value.is_array()
    }

    /// The members of a list; none if it is not a list.
    pub fn list(&self) -> Vec<Field<'a>> {
        let Some(list) = self.wanted("a list", self.value.as_array()) else { return Vec::new() };
        let member = |(index, item): (usize, &'a toml::Spanned<DeValue<'a>>)| {
            let path = format!("{}[{}]", self.path, index + 1);
            Field::new(self.source, item.get_ref(), path, item.span().start)
        };
        list.iter().enumerate().map(member).collect()
    }

    /// A table.
    pub fn table(&self) -> Option<Table<'a>> {
        let keys = self.wanted("a table", self.value.as_table())?;
        Some(Table::new(self.source, keys, self.path.clone(), self.offset))
    }

    /// The place of this value.
    pub fn place(&self) -> Place {
        Place {
            file: self.source.name.to_owned(),
            line: self.source.line(self.offset),
            key: self.path.clone(),
        }
    }

    /// Records a problem with this value.
    pub fn problem(&self, message: impl Into<String>) {
        self.source.note(self.place().problem(message));
    }

    fn wanted<T>(&self, what: &str, value: Option<T>) -> Option<T> {
        if value.is_none() {
            self.problem(format!("expected {what}, found {}", self.described()));
        }
        value
    }
}
