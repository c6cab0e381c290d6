//! The context in which a file's entries are read: its editions and the names they may refer to.

use std::cell::RefCell;

use forms::{Field, Place, Table, hint};

use crate::citation::is_ruling_id;
use crate::entries::{Subdivision, Wager};
use crate::section::Entry;
use crate::{Edition, EditionId};

/// Names that entries may refer to, and the editions in which each exists.
#[derive(Default)]
pub(crate) struct Names {
    list: Vec<(String, usize, usize)>,
    /// Some could not be read, so nothing can be said of a name that is not among them.
    is_partial: bool,
}

impl Names {
    /// The names of entries.
    pub(crate) fn of<T>(entries: &Entries<T>, name: impl Fn(&T) -> &String) -> Names {
        let named = |entry: &Entry<T>| (name(&entry.value).clone(), entry.from, entry.until);
        let list = entries.list.iter().map(named).collect();
        Names { list, is_partial: entries.is_partial }
    }

    fn add(&mut self, name: &str, from: usize, until: usize) {
        self.list.push((name.to_owned(), from, until));
    }

    fn exists_in(&self, name: &str, edition: usize) -> bool {
        self.list
            .iter()
            .any(|(known, from, until)| known == name && (*from..*until).contains(&edition))
    }

    fn all(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _, _) in &self.list {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

/// The context in which a file's entries are read.
pub(crate) struct Reader {
    pub(crate) editions: Vec<Edition>,
    /// The editions are not in order, so nothing can be said of `from` and `until`.
    editions_are_unsure: bool,
    subdivisions: Names,
    wagers: Names,
    stakes: Names,
    /// The lines of each wager.
    lines: Vec<(String, Names)>,
    pub(crate) cited: RefCell<Vec<(String, Place)>>,
    /// The ruling that an entry cites where it cites nothing: only in a house's own side bet.
    pub(crate) default_cite: Option<&'static str>,
    /// The wager that a table is of where it does not say.
    pub(crate) only_wager: Option<String>,
}

/// The editions in which an entry holds; none if `from` or `until` could not be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) from: usize,
    pub(crate) until: usize,
}

impl Span {
    pub(crate) const NONE: Span = Span { from: 0, until: 0 };

    fn overlaps(self, other: Span) -> bool {
        self.from < other.until && other.from < self.until
    }
}

/// The entries of one kind, and whether every one of them could be read.
pub(crate) struct Entries<T> {
    pub(crate) list: Vec<Entry<T>>,
    pub(crate) is_partial: bool,
}

impl Reader {
    pub(crate) fn new(editions: Vec<Edition>, editions_are_unsure: bool) -> Reader {
        Reader {
            editions,
            editions_are_unsure,
            subdivisions: Names::default(),
            wagers: Names::default(),
            stakes: Names::default(),
            lines: Vec::new(),
            cited: RefCell::default(),
            default_cite: None,
            only_wager: None,
        }
    }

    /// `from` and `until` of an entry.
    pub(crate) fn span(&self, entry: &Table<'_>) -> Span {
        let (from_field, until_field) = (entry.optional("from"), entry.optional("until"));
        let whole = Span { from: 0, until: self.editions.len() };
        if self.editions_are_unsure {
            return whole;
        }
        let index = |field: &Field<'_>| {
            let id: EditionId = field.parse()?;
            let found = self.editions.iter().position(|edition| edition.id == id);
            if found.is_none() {
                let ids: Vec<String> = self.editions.iter().map(|e| e.id.to_string()).collect();
                field
                    .problem(format!("no edition {id} in this file, which has {}", ids.join(", ")));
            }
            found
        };
        let from = from_field.as_ref().map_or(Some(whole.from), index);
        let until = until_field.as_ref().map_or(Some(whole.until), index);
        let (Some(from), Some(until)) = (from, until) else { return Span::NONE };
        if let Some(field) = until_field.filter(|_| until <= from) {
            field.problem("the entry applies to no edition: until must be after from");
            return Span::NONE;
        }
        Span { from, until }
    }

    /// The entries `[[key]]`. Two with the same name (the value of the key `name`, if entries of
    /// this kind have one) may not hold in the same edition.
    pub(crate) fn entries<T>(
        &self,
        root: &Table<'_>,
        key: &'static str,
        name: Option<&'static str>,
        read: impl Fn(&Table<'_>, Span) -> Option<T>,
    ) -> Entries<T> {
        let mut entries = Entries { list: Vec::new(), is_partial: self.editions_are_unsure };
        let mut named: Vec<(&str, Span, usize)> = Vec::new();
        for table in &root.tables(key) {
            let span = self.span(table);
            let Some(value) = read(table, span).filter(|_| span != Span::NONE) else {
                entries.is_partial = true;
                continue;
            };
            if let Some(field) = name.and_then(|name| table.optional(name))
                && let Some(text) = field.string()
            {
                let is_same =
                    |other: &&(&str, Span, usize)| other.0 == text && other.1.overlaps(span);
                if let Some((_, _, line)) = named.iter().find(is_same)
                    && !self.editions_are_unsure
                {
                    field.problem(format!("\"{text}\" appears twice: also at line {line}"));
                }
                named.push((text, span, field.place().line));
            }
            let place = table.place();
            entries.list.push(Entry { value, from: span.from, until: span.until, place });
        }
        entries
    }

    /// `cite`: keys of subdivisions that exist as long as the entry holds, and rulings' ids.
    pub(crate) fn cite(&self, entry: &Table<'_>, span: Span) -> Vec<String> {
        if let Some(ruling) = self.default_cite
            && entry.optional("cite").is_none()
        {
            return vec![ruling.to_owned()];
        }
        let Some(list) = entry.required("cite") else { return Vec::new() };
        let members = list.list();
        if members.is_empty() {
            list.problem("is empty: cite at least one subdivision or ruling");
        }
        for member in &members {
            let Some(key) = member.string() else { continue };
            if is_ruling_id(key) {
                self.cite_ruling(member);
            } else {
                self.known(member, &self.subdivisions, "subdivision", span);
            }
        }
        strings(&members)
    }

    /// A ruling's id, to be looked up when all files are read.
    pub(crate) fn cite_ruling(&self, field: &Field<'_>) {
        if let Some(id) = field.string() {
            self.cited.borrow_mut().push((id.to_owned(), field.place()));
        }
    }

    /// Notes a name that does not exist in every edition in which the entry holds.
    pub(crate) fn known(&self, field: &Field<'_>, names: &Names, what: &str, span: Span) {
        if let Some(name) = field.string() {
            self.known_name(field, name, names, what, span);
        }
    }

    /// The same for a name that is only part of the field's text.
    pub(crate) fn known_name(
        &self,
        field: &Field<'_>,
        name: &str,
        names: &Names,
        what: &str,
        span: Span,
    ) {
        if names.is_partial {
            return;
        }
        let absent = (span.from..span.until).find(|&edition| !names.exists_in(name, edition));
        let Some(edition) = absent else { return };
        let exists = names.list.iter().any(|(known, _, _)| known == name);
        field.problem(if exists {
            format!("{what} \"{name}\" does not exist in edition {}", self.editions[edition].id)
        } else {
            format!("no {what} \"{name}\"; {}", hint(name, &names.all()))
        });
    }

    pub(crate) fn known_wager(&self, field: &Field<'_>, span: Span) -> Option<String> {
        self.known(field, &self.wagers, "wager", span);
        field.string().map(str::to_owned)
    }

    /// A bet or a line of any wager.
    pub(crate) fn known_stake(&self, field: &Field<'_>, span: Span) {
        self.known(field, &self.stakes, "bet or line", span);
    }

    /// Notes a bet or line that exists in no edition.
    pub(crate) fn known_in_any(&self, field: &Field<'_>) {
        let Some(name) = field.string() else { return };
        let is_known = self.stakes.list.iter().any(|(known, _, _)| known == name);
        if !is_known && !self.stakes.is_partial {
            field.problem(format!("no bet or line \"{name}\"; {}", hint(name, &self.stakes.all())));
        }
    }

    pub(crate) fn known_stakes(&self, field: &Field<'_>, span: Span) -> Vec<String> {
        let members = field.list();
        members.iter().for_each(|member| self.known_stake(member, span));
        strings(&members)
    }

    /// The lines of a wager.
    pub(crate) fn known_lines(&self, field: &Field<'_>, wager: &str, span: Span) -> Vec<String> {
        let members = field.list();
        if let Some((_, lines)) = self.lines.iter().find(|(id, _)| id == wager) {
            let what = format!("line of {wager}");
            members.iter().for_each(|member| self.known(member, lines, &what, span));
        }
        strings(&members)
    }

    pub(crate) fn add_subdivisions(&mut self, read: &Entries<(Subdivision, Place)>) {
        self.subdivisions.is_partial = read.is_partial;
        for entry in &read.list {
            self.subdivisions.add(&entry.value.0.key, entry.from, entry.until);
        }
    }

    pub(crate) fn add_wagers(&mut self, wagers: &Entries<Wager>) {
        (self.wagers.is_partial, self.stakes.is_partial) = (wagers.is_partial, wagers.is_partial);
        for entry in &wagers.list {
            let (id, lines) = (&entry.value.id, &entry.value.lines);
            self.wagers.add(id, entry.from, entry.until);
            for stake in entry.value.bets.iter().chain(lines) {
                self.stakes.add(stake, entry.from, entry.until);
            }
            if !self.lines.iter().any(|(known, _)| known == id) {
                let is_partial = wagers.is_partial;
                self.lines.push((id.clone(), Names { list: Vec::new(), is_partial }));
            }
            for (_, names) in self.lines.iter_mut().filter(|(known, _)| known == id) {
                lines.iter().for_each(|line| names.add(line, entry.from, entry.until));
            }
        }
    }
}

/// The members that are text.
pub(crate) fn strings(members: &[Field<'_>]) -> Vec<String> {
    members.iter().filter_map(|member| member.string().map(str::to_owned)).collect()
}
