//! A table of keys, of which the reader asks for those it knows.

use std::cell::RefCell;

use toml::de::{DeTable, DeValue};

use crate::{Field, Place, Source};

/// A table. When it is dropped, keys that nobody asked for are reported.
pub struct Table<'a> {
    source: &'a Source<'a>,
    keys: &'a DeTable<'a>,
    path: String,
    offset: usize,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        source: &'a Source<'a>,
        keys: &'a DeTable<'a>,
        path: String,
        offset: usize,
    ) -> Table<'a> {
        Table { source, keys, path, offset, asked: RefCell::default() }
    }

    /// The value of a key that must be there; its absence is a problem.
    pub fn required(&self, key: &'static str) -> Option<Field<'a>> {
        let field = self.optional(key);
        if field.is_none() {
            self.problem_of(key, "missing");
        }
        field
    }

    /// The value of a key that may be there.
    pub fn optional(&self, key: &'static str) -> Option<Field<'a>> {
        self.asked.borrow_mut().push(key);
        let value = self.keys.get(key)?;
        Some(Field::new(self.source, value.get_ref(), self.path_of(key), value.span().start))
    }

    /// The tables `[[key]]`, none if there are none.
    pub fn tables(&self, key: &'static str) -> Vec<Table<'a>> {
        let Some(field) = self.optional(key) else { return Vec::new() };
        let tables = |value: &DeValue<'_>| {
            value.as_array().is_some_and(|list| list.iter().all(|item| item.get_ref().is_table()))
        };
        if !field.is(tables) {
            field.problem(format!("expected [[{key}]] tables, found {}", field.described()));
            return Vec::new();
        }
        field.list().into_iter().filter_map(|item| item.table()).collect()
    }

    /// The keys that are there, each with its value: for tables whose keys are data.
    pub fn entries(&self) -> Vec<(&'a str, Field<'a>)> {
        let entry = |(key, value): (
            &'a toml::Spanned<std::borrow::Cow<'a, str>>,
            &'a toml::Spanned<DeValue<'a>>,
        )| {
            let key: &'a str = key.get_ref();
            let offset = value.span().start;
            (key, Field::new(self.source, value.get_ref(), self.path_of(key), offset))
        };
        self.asked.borrow_mut().push("*");
        self.keys.iter().map(entry).collect()
    }

    /// The place of this table.
    pub fn place(&self) -> Place {
        Place {
            file: self.source.name.to_owned(),
            line: self.source.line(self.offset),
            key: self.path.clone(),
        }
    }

    /// Records a problem with the table as a whole.
    pub fn problem(&self, message: impl Into<String>) {
        self.source.note(self.place().problem(message));
    }

    /// Records a problem with a key that is not there.
    pub fn problem_of(&self, key: &str, message: impl Into<String>) {
        let place = Place { key: self.path_of(key), ..self.place() };
        self.source.note(place.problem(message));
    }

    /// Records a problem at a place of this file that was read earlier.
    pub fn problem_at(&self, place: &Place, message: impl Into<String>) {
        self.source.note(place.problem(message));
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }
}

impl Drop for Table<'_> {
    fn drop(&mut self) {
        let asked = self.asked.borrow();
        // Keys that are data are all known; a table never asked was not read at all.
        if asked.contains(&"*") || asked.is_empty() {
            return;
        }
        for (key, _) in self.keys {
            let name: &str = key.get_ref();
            if asked.contains(&name) {
                continue;
            }
            let place = Place {
                file: self.source.name.to_owned(),
                line: self.source.line(key.span().start),
                key: self.path_of(name),
            };
            let message = match nearest(name, asked.iter().copied()) {
                Some(near) => format!("unknown key; did you mean {near}?"),
                None => format!("unknown key; expected {}", listed(&asked)),
            };
            self.source.note(place.problem(message));
        }
    }
}

/// A hint for an unknown word: the one that was probably meant, or all of them.
pub fn hint<S: AsRef<str>>(word: &str, words: &[S]) -> String {
    match nearest(word, words.iter().map(AsRef::as_ref)) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("write {}", listed(words)),
    }
}

/// The most similar word, if any is similar enough.
pub(crate) fn nearest<'w>(word: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let likeness = |other: &&str| strsim::jaro_winkler(word, other);
    words.filter(|other| likeness(other) > 0.8).max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

/// `a, b or c`.
pub(crate) fn listed<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => "none".to_owned(),
        [only] => only.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", most.join(", "), last.as_ref())
        }
    }
}
