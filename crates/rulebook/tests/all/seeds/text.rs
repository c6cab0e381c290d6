//! Reads sections, pay tables and pay lists out of the seed text, knowing nothing of the rulebook.
//!
//! The seeds come in three shapes: a cell a line, rows apart by a blank line (000, 001, 004);
//! tab-separated rows (002); and dotted leaders (003). Lists in prose are the same in all:
//! `(a) Royal flush pays 500 to 1;`.

/// A section of a seed: its number and its lines up to `Source`.
pub(crate) struct SectionText {
    pub(crate) number: String,
    pub(crate) body: String,
    /// The `Source:` line with the editions.
    pub(crate) source: String,
}

/// A pay or an envy amount of a table, with all that leads to it.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// The number of the subdivision it stands in.
    pub(crate) subdivision: String,
    /// The last words before the table.
    pub(crate) heading: String,
    /// `Five-Card Hand` or `Three-Card Hand` inside Silverado's tables.
    pub(crate) part: String,
    /// The name of the schedule, empty if the table has none.
    pub(crate) column: String,
    /// `Pays`, `Envy`, `Automatic Bonus`; `Pays` if the table does not say.
    pub(crate) kind: String,
    pub(crate) label: String,
    /// What is printed, empty for a blank.
    pub(crate) text: String,
}

/// The text without what the redline strikes.
pub(crate) fn amended(text: &str) -> String {
    let mut kept = String::new();
    for (index, piece) in text.split("~~").enumerate() {
        if index % 2 == 0 {
            kept.push_str(piece);
        }
    }
    kept
}

/// The sections of a seed, in order.
pub(crate) fn sections(text: &str) -> Vec<SectionText> {
    let text = text.replace("[bookmark: _GoBack]", "").replace("\\$", "$");
    let text = text.replace("<u>", "").replace("</u>", "");
    let mut sections: Vec<SectionText> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let first = line.split_whitespace().next().unwrap_or_default();
        // In the table of contents no full stop follows the number.
        if first.starts_with("20:18:") && first.ends_with('.') {
            let number = first.trim_end_matches('.').to_owned();
            sections.push(SectionText { number, body: String::new(), source: String::new() });
            is_open = true;
            continue;
        }
        let Some(section) = sections.last_mut().filter(|_| is_open) else { continue };
        if first.starts_with("Source") {
            line.trim().clone_into(&mut section.source);
            is_open = false;
        } else {
            section.body.push_str(line);
            section.body.push('\n');
        }
    }
    sections
}

enum Item {
    Prose(String),
    Row(Vec<String>),
}

/// Words in one line, single-spaced.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn items(body: &str) -> Vec<Item> {
    let is_tabular = body.lines().any(|line| line.trim_start_matches('\t').contains('\t'));
    let mut items = if is_tabular { tab_separated(body) } else { a_cell_a_line(body) };
    items.retain(|item| match item {
        Item::Prose(prose) => !prose.is_empty(),
        Item::Row(cells) => cells.iter().any(|cell| !cell.is_empty()),
    });
    for item in &mut items {
        // `Five-Card Hand` stands alone in its row, with or without blank cells.
        if let Item::Row(cells) = item
            && cells[1..].iter().all(String::is_empty)
        {
            *item = Item::Prose(cells[0].clone());
        }
    }
    items
}

fn tab_separated(body: &str) -> Vec<Item> {
    let lines = body.lines().filter(|line| !line.trim().is_empty());
    let item = |line: &str| {
        if line.contains('\t') {
            Item::Row(line.split('\t').map(squeezed).collect())
        } else {
            Item::Prose(squeezed(line))
        }
    };
    lines.map(item).collect()
}

fn a_cell_a_line(body: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut row: Vec<String> = Vec::new();
    let end_row = |row: &mut Vec<String>, items: &mut Vec<Item>| match row.len() {
        0 => {}
        1 => items.push(Item::Prose(squeezed(&row.remove(0)))),
        _ => items.push(Item::Row(row.drain(..).map(|cell| squeezed(&cell)).collect())),
    };
    for line in body.lines() {
        if line.is_empty() {
            end_row(&mut row, &mut items);
        } else if line.starts_with("\t\t") {
            end_row(&mut row, &mut items);
            items.push(Item::Prose(squeezed(line)));
        } else if let Some(cell) = line.strip_prefix('\t') {
            row.push(cell.to_owned());
        } else if let Some(cell) = row.last_mut() {
            cell.push(' ');
            cell.push_str(line);
        } else {
            row.push(line.to_owned());
        }
    }
    end_row(&mut row, &mut items);
    items
}

/// What is paid, as `5 to 1`, `9 for 1`, `100%`, `$250` or `push`, without commas.
fn pay(text: &str) -> Option<String> {
    let text = text.trim_end_matches([';', '.', ' ']).replace(',', "").to_lowercase();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let pair = |separator: &str| {
        let (left, right) = text.split_once(separator)?;
        (is_number(left) && is_number(right)).then(|| (left.to_owned(), right.to_owned()))
    };
    let percent = text.strip_suffix(" of the meter").unwrap_or(&text);
    let percent = percent.strip_suffix(" of the displayed progressive jackpot").unwrap_or(percent);
    let percent = percent.strip_suffix('%').or_else(|| percent.strip_suffix(" percent"));
    if let Some((left, right)) = pair(" to ").or_else(|| pair(":")) {
        return Some(format!("{left} to {right}"));
    }
    if let Some((left, right)) = pair(" for ") {
        return Some(format!("{left} for {right}"));
    }
    if let Some(number) = percent.filter(|number| is_number(number)) {
        return Some(format!("{number}%"));
    }
    let amount = text.strip_prefix('$').filter(|amount| is_number(amount));
    amount.map(|amount| format!("${amount}")).or_else(|| (text == "push").then_some(text))
}

/// `- (a) Full house` as `a` and `Full house`.
pub(crate) fn marker(line: &str) -> Option<(&str, &str)> {
    let line = line.trim().trim_start_matches("- ").trim_start();
    let (mark, rest) = line.strip_prefix('(')?.split_once(')')?;
    let is_mark = (1..=4).contains(&mark.len())
        && (mark.bytes().all(|b| b.is_ascii_digit())
            || mark.bytes().all(|b| b.is_ascii_lowercase()));
    is_mark.then_some((mark, rest.trim()))
}

/// A row's label without its letter and the words around it.
fn label(cell: &str) -> String {
    let words = marker(cell).map_or(cell, |(_, rest)| rest).to_lowercase().replace('’', "'");
    let words = words.trim_end_matches("(even money)").trim_end();
    words.strip_suffix(" pays").unwrap_or(words).to_owned()
}

/// `Royal flush pays 500 to 1; and` or `... pays either X or pays Y`: label and pays.
fn listed(prose: &str) -> Option<(String, Vec<String>)> {
    let (mark, rest) = marker(prose)?;
    if !mark.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let end = rest.find(';').unwrap_or(rest.len());
    let rest = &rest[..end];
    if let Some(hand) = rest.strip_suffix(" is a Push") {
        return Some((label(hand), vec!["push".to_owned()]));
    }
    let (hand, pays) = rest.split_once(" pays ")?;
    let pays = pays.split(" (").next().unwrap_or(pays);
    let pays = pays.strip_prefix("either ").unwrap_or(pays);
    let pays: Option<Vec<String>> = pays.split(" or pays ").map(pay).collect();
    Some((label(hand), pays?))
}

/// `Ace, King. . . . 7:1`: label and pay.
fn dotted(prose: &str) -> Option<(String, Vec<String>)> {
    let (hand, _) = prose.split_once(". .")?;
    let paid = prose.rsplit('.').next()?;
    Some((label(hand.trim_end()), vec![pay(paid.trim())?]))
}

const KINDS: [&str; 8] =
    ["Pays", "Pays[^]", "Pay (to 1)", "Envy", "Automatic Bonus", "Aces Up", "Blind", "Trips Bonus"];

/// What is known of the table being read.
#[derive(Default)]
struct Reading {
    subdivision: String,
    heading: String,
    part: String,
    header: Vec<Vec<String>>,
    has_rows: bool,
    is_to_one: bool,
    cells: Vec<Cell>,
}

impl Reading {
    fn push(&mut self, column: &str, kind: &str, label: &str, text: &str) {
        self.cells.push(Cell {
            subdivision: self.subdivision.clone(),
            heading: self.heading.clone(),
            part: self.part.clone(),
            column: column.to_owned(),
            kind: kind.trim_end_matches("[^]").to_owned(),
            label: label.to_owned(),
            text: text.to_owned(),
        });
    }

    fn prose(&mut self, prose: &str) {
        if prose == "Five-Card Hand" || prose == "Three-Card Hand" {
            prose.clone_into(&mut self.part);
            return;
        }
        if let Some((hand, pays)) = listed(prose).or_else(|| dotted(prose)) {
            let columns: &[&str] = if pays.len() == 1 { &[""] } else { &["first", "second"] };
            for (column, paid) in columns.iter().zip(&pays) {
                self.push(column, "Pays", &hand, paid);
            }
            return;
        }
        if let Some((number, _)) = marker(prose).filter(|(mark, _)| mark.parse::<u32>().is_ok()) {
            number.clone_into(&mut self.subdivision);
            self.is_to_one = false;
        }
        self.is_to_one |= prose.contains("All payouts are “to 1”");
        prose.clone_into(&mut self.heading);
        self.part.clear();
        self.header.clear();
        self.has_rows = false;
    }

    fn row(&mut self, row: Vec<String>) {
        let is_to_one =
            self.is_to_one || self.header.iter().flatten().any(|cell| cell == "Pay (to 1)");
        let paid = |cell: &str| match cell.strip_suffix(" Envy Bonus") {
            Some(envy) => pay(envy),
            None if is_to_one && cell.parse::<u32>().is_ok() => Some(format!("{cell} to 1")),
            None => pay(cell),
        };
        if !row[1..].iter().any(|cell| paid(cell).is_some()) {
            // A header below rows belongs to the next table.
            if std::mem::take(&mut self.has_rows) {
                self.header.clear();
            }
            self.header.push(row);
            return;
        }
        self.has_rows = true;
        let columns = self.columns(row.len());
        let first = row.iter().find(|cell| !cell.is_empty()).map_or("", String::as_str);
        let mut hand = label(first);
        for (cell, column) in row.iter().zip(columns).skip(1) {
            match (paid(cell), column) {
                (Some(paid), Some((name, kind))) => self.push(&name, &kind, &hand, &paid),
                (None, Some((name, kind))) if cell.trim_matches('-').is_empty() => {
                    self.push(&name, &kind, &hand, "");
                }
                // Silverado's A2 table names its hands a second time.
                (None, None) => hand = label(cell),
                _ => panic!("{}: \"{cell}\" in the row {row:?}", self.heading),
            }
        }
    }

    /// Name and kind of every column; nothing for a column of labels.
    fn columns(&self, width: usize) -> Vec<Option<(String, String)>> {
        let is_kind = |cell: &String| KINDS.contains(&cell.as_str());
        let is_amount = |cell: &String| {
            cell.to_lowercase().ends_with("wager amount") || cell.to_lowercase().ends_with(" wager")
        };
        let kinds = self.header.iter().find(|row| row[1..].iter().any(is_kind));
        let names = self.header.iter().find(|row| {
            let named = row[1..].iter().any(|cell| !cell.is_empty());
            named && !row[1..].iter().any(|cell| is_kind(cell) || is_amount(cell))
        });
        let mut columns: Vec<Option<(String, String)>> = vec![None; width];
        let Some(kinds) = kinds else {
            for (index, column) in columns.iter_mut().enumerate().skip(1) {
                let kind = if names.is_none() && index == 2 { "Envy" } else { "Pays" };
                let name = names.and_then(|names| names.get(index)).map_or("", String::as_str);
                *column = (names.is_none() || !name.is_empty())
                    .then(|| (name.to_owned(), kind.to_owned()));
            }
            return columns;
        };
        // Names span the kinds below them, evenly; not every seed prints them above the first.
        let names: Vec<&String> = names
            .map(|row| row[1..].iter().filter(|cell| !cell.is_empty()).collect())
            .unwrap_or_default();
        let count = kinds[1..].iter().filter(|cell| is_kind(cell)).count();
        for (order, (index, kind)) in
            kinds.iter().enumerate().skip(1).filter(|(_, cell)| is_kind(cell)).enumerate()
        {
            let name = names.get(order * names.len() / count).map_or("", |name| name.as_str());
            columns[index] = Some((name.to_owned(), kind.clone()));
        }
        columns
    }
}

/// Every cell of every pay table and pay list of a section's text.
pub(crate) fn cells(body: &str) -> Vec<Cell> {
    let mut reading = Reading::default();
    for item in items(&amended(body)) {
        match item {
            Item::Prose(prose) => reading.prose(&prose),
            Item::Row(row) => reading.row(row),
        }
    }
    reading.cells
}
