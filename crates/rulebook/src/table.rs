//! Reads `[[table]]`: pay schedules as the rule prints them, a column each.

use forms::{Field, Table};
use money::{Cents, Odds, OddsKind, Rate};

use crate::pattern::{NamedPattern, Pattern, intern_row};
use crate::reader::{Reader, Span, strings};
use crate::section::Entry;
use crate::{Amounts, HandType, Judged, Order, Part, Printed, Progressive, Row, Schedule};

/// The seed where a schedule states none [PRG-8].
const SEED: Cents = Cents::dollars(10_000);
/// The wager that amounts are printed for where a schedule states none.
const NOMINAL: Cents = Cents::dollars(1);
/// The share of a wager that goes to the display where a schedule states none [PRG-8].
const CONTRIBUTION_PERCENT: u8 = 25;
/// The name of a table that goes with every schedule of its wager.
const EVERY: &str = "*";

/// All tables of a file, as schedules: tables of one wager with the same names are its parts.
pub(crate) fn schedules(root: &Table<'_>, reader: &Reader) -> Vec<Entry<Schedule>> {
    let mut schedules: Vec<Entry<Schedule>> = Vec::new();
    let mut everywhere: Vec<(String, Part, Span)> = Vec::new();
    for table in root.tables("table") {
        let span = reader.span(&table);
        let Some(columns) = columns(&table, reader, span) else { continue };
        for (name, mut schedule) in columns {
            if name == EVERY {
                everywhere.push((schedule.wager, schedule.parts.remove(0), span));
                continue;
            }
            let same = |entry: &&mut Entry<Schedule>| {
                entry.value.wager == schedule.wager && entry.value.id == name
            };
            match schedules.iter_mut().find(same) {
                None => schedules.push(Entry {
                    value: schedule,
                    from: span.from,
                    until: span.until,
                    place: table.place(),
                }),
                // Twice in the same table: said of its names.
                Some(entry) if entry.place == table.place() => {}
                Some(entry) if (Span { from: entry.from, until: entry.until }) != span => {
                    table.problem(format!(
                        "schedule {name} of {} is at line {} with different editions",
                        schedule.wager, entry.place.line
                    ));
                }
                Some(entry) => {
                    let part = schedule.parts.remove(0);
                    if let Some(line) = part.lines.iter().find(|l| entry.value.part(l).is_some()) {
                        table.problem(format!("schedule {name} already pays {line}"));
                    }
                    entry.value.parts.push(part);
                    entry.value.progressive = entry.value.progressive.or(schedule.progressive);
                }
            }
        }
    }
    for (wager, part, span) in everywhere {
        schedules =
            schedules.into_iter().flat_map(|entry| with_part(entry, &wager, &part, span)).collect();
    }
    schedules
}

/// A schedule of the wager with a part that goes with all of them, in the editions in which that
/// part holds; before and after, the schedule as it was.
fn with_part(entry: Entry<Schedule>, wager: &str, part: &Part, span: Span) -> Vec<Entry<Schedule>> {
    let (from, until) = (span.from.max(entry.from), span.until.min(entry.until));
    if entry.value.wager != wager || from >= until {
        return vec![entry];
    }
    let mut pieces = Vec::new();
    for (piece_from, piece_until) in [(entry.from, from), (from, until), (until, entry.until)] {
        if piece_from >= piece_until {
            continue;
        }
        let mut piece = Entry { from: piece_from, until: piece_until, ..entry.clone() };
        if piece_from == from {
            piece.value.parts.push(part.clone());
        }
        pieces.push(piece);
    }
    pieces
}

/// One table's columns, each as a schedule with this one part.
fn columns(table: &Table<'_>, reader: &Reader, span: Span) -> Option<Vec<(String, Schedule)>> {
    // A house's own side bet needs to say only what is not usual.
    let usual = reader.only_wager.as_ref();
    let is_said = |key| usual.is_none() || table.optional(key).is_some();
    let wager = match usual.filter(|_| !is_said("wager")) {
        Some(usual) => Some(usual.clone()),
        None => table.required("wager").and_then(|field| reader.known_wager(&field, span)),
    };
    let lines = match usual.filter(|_| !is_said("lines")) {
        Some(usual) => Some(vec![usual.clone()]),
        None => table.required("lines").map(|field| match &wager {
            Some(wager) => reader.known_lines(&field, wager, span),
            None => strings(&field.list()),
        }),
    };
    let names_field = table.required("names");
    let printed_names_field = table.optional("printed-names");
    let chosen_as_field = table.optional("chosen-as");
    let chosen_as = chosen_as_field.and_then(|field| {
        reader.known_stake(&field, span);
        field.string().map(str::to_owned)
    });
    let order = match is_said("order") {
        true => table.required("order").and_then(|field| field.one_of(Order::WORDS)),
        false => Some(Order::Pattern),
    };
    let judged_field = match is_said("judged") {
        true => table.required("judged"),
        false => None,
    };
    let judged = match &judged_field {
        Some(field) => field.one_of(Judged::WORDS),
        None => usual.map(|_| Judged::OwnFirstTwo),
    };
    if let (Some(Order::Pattern), Some(judged), Some(field)) = (order, judged, &judged_field)
        && judged.pattern_cards().is_none()
    {
        field.problem("a pattern is judged on own-first-two or own-and-up-card");
    }
    let decks = table.optional("decks").and_then(|field| decks(&field));
    let cite = reader.cite(table, span);
    let rows_field = table.required("rows");
    let names = strings(&names_field.as_ref()?.list());
    let printed_names =
        values(printed_names_field, names.len(), |field| field.string().map(str::to_owned));
    let progressive = progressive(table, names.len(), lines.as_deref().unwrap_or_default());
    check_names(names_field.as_ref()?, &names);
    let (wager, lines, order, judged) = (wager?, lines?, order?, judged?);
    let against = Against { reader, order, judged, is_progressive: progressive.is_some() };
    let rows = rows(&rows_field?, &names, against);
    let column = |(index, name): (usize, String)| {
        let part = Part {
            lines: lines.clone(),
            order,
            judged,
            rows: rows.iter().filter_map(|row| row.get(index)?.clone()).collect(),
            cite: cite.clone(),
        };
        let schedule = Schedule {
            id: name.clone(),
            printed_name: printed_names.get(index).cloned().flatten(),
            wager: wager.clone(),
            chosen_as: chosen_as.clone().unwrap_or_else(|| wager.clone()),
            parts: vec![part],
            progressive: progressive.as_ref().and_then(|all| all.get(index).copied()),
            decks,
        };
        (name, schedule)
    };
    Some(names.into_iter().enumerate().map(column).collect())
}

/// The decks that a schedule is for: `1`, `2 to 8`.
fn decks(field: &Field<'_>) -> Option<(u8, u8)> {
    let text = field.string()?;
    let (least, most) = text.split_once(" to ").unwrap_or((text, text));
    let decks = |text: &str| text.parse().ok().filter(|decks| (1..=8u8).contains(decks));
    match (decks(least), decks(most)) {
        (Some(least), Some(most)) if least <= most => Some((least, most)),
        _ => {
            field.problem(format!("\"{text}\" is no number of decks: write \"1\", or \"2 to 8\""));
            None
        }
    }
}

fn check_names(field: &Field<'_>, names: &[String]) {
    if names.is_empty() {
        field.problem("is empty: a table needs at least one column");
    }
    for (index, name) in names.iter().enumerate() {
        let kebab = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'*';
        if name.is_empty() || !name.bytes().all(kebab) {
            field.problem(format!(
                "\"{name}\" is not a valid name: use letters, digits and hyphens"
            ));
        }
        if names[..index].contains(name) {
            field.problem(format!("\"{name}\" appears twice"));
        }
    }
}

/// A value a column, blanks as nothing; a list of another length is a problem.
fn values<T>(
    field: Option<Field<'_>>,
    columns: usize,
    read: impl Fn(&Field<'_>) -> Option<T>,
) -> Vec<Option<T>> {
    let Some(field) = field else { return Vec::new() };
    let members = field.list();
    if members.len() != columns {
        let counted = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let (values, columns) = (counted(members.len(), "value"), counted(columns, "column"));
        field.problem(format!("{values} for {columns}: write one value per column"));
    }
    let value = |member: &Field<'_>| match member.string()? {
        "" => None,
        _ => read(member),
    };
    members.iter().map(value).collect()
}

fn progressive(table: &Table<'_>, columns: usize, lines: &[String]) -> Option<Vec<Progressive>> {
    let is_progressive = lines.iter().any(|line| line == "progressive");
    let term = |key| {
        let field = table.optional(key);
        if let Some(field) = field.as_ref().filter(|_| !is_progressive) {
            field.problem("allowed only in a table that pays the progressive line");
        }
        field
    };
    let amounts = |key| values::<Cents>(term(key), columns, |field| field.parse());
    let rates = |key| values::<Rate>(term(key), columns, |field| field.parse());
    let (nominal, seed) = (amounts("nominal"), amounts("seed"));
    let (contribution, reserve) = (rates("contribution"), rates("reserve"));
    let amounts_are = term("amounts").and_then(|field| field.one_of(Amounts::WORDS));
    fn at<T: Copy>(list: &[Option<T>], index: usize) -> Option<T> {
        list.get(index).copied().flatten()
    }
    let terms = |index| Progressive {
        nominal: at(&nominal, index).unwrap_or(NOMINAL),
        seed: at(&seed, index).unwrap_or(SEED),
        amounts: amounts_are.unwrap_or(Amounts::Scaled),
        contribution: at(&contribution, index)
            .or_else(|| Rate::percent(CONTRIBUTION_PERCENT))
            .unwrap_or(Rate::ZERO),
        reserve: at(&reserve, index).unwrap_or(Rate::ZERO),
    };
    is_progressive.then(|| (0..columns).map(terms).collect())
}

/// The context in which rows are read.
#[derive(Clone, Copy)]
struct Against<'r> {
    reader: &'r Reader,
    order: Order,
    judged: Judged,
    is_progressive: bool,
}

/// The rows, each with a member for every column that has a pay there.
fn rows(field: &Field<'_>, names: &[String], against: Against<'_>) -> Vec<Vec<Option<Row>>> {
    let Against { reader, order, is_progressive, .. } = against;
    let mut above = Above { columns: vec![Column::default(); names.len()], hands: Vec::new() };
    let vocabulary = HandType::of_order(order);
    let members = field.list();
    if members.is_empty() {
        field.problem("is empty: a schedule pays at least one hand");
        return Vec::new();
    }
    let mut rows = Vec::new();
    for member in members {
        let Some(row) = member.table() else { continue };
        let (hand_field, hand) = match order {
            Order::Pattern => (row.required("is"), pattern_row(&row, against.judged)),
            _ => {
                let field = row.required("hand");
                let hand = field.as_ref().and_then(|field| field.one_of(&vocabulary));
                (field, hand)
            }
        };
        let pays_field = row.required("pays");
        let printed_field = row.optional("printed");
        let envy_field = row.optional("envy");
        let ruling_field = row.optional("ruling");
        let Some(hand_field) = hand_field else { continue };
        let Some(hand) = hand else { continue };
        above.check_hand(&hand_field, hand);
        let Some(pays_field) = pays_field else { continue };
        let fields = pays_field.list();
        let pays = values(Some(pays_field), names.len(), |field| field.parse::<Odds>());
        for (index, pay) in pays.iter().enumerate().take(names.len()) {
            above.check_pay(&fields[index], &names[index], index, *pay);
            if is_progressive_pay(*pay) && !is_progressive {
                fields[index].problem("only a progressive line can pay a share of a meter");
            }
        }
        if let Some(envy) = envy_field.as_ref().filter(|_| !is_progressive) {
            envy.problem("only a progressive line can pay envy");
        }
        let envy = values(envy_field, names.len(), |field| field.parse::<Cents>());
        let printed = match (printed_field, &ruling_field) {
            (Some(printed), None) => {
                printed.problem("to pay something other than what is printed, cite a ruling: write ruling = \"LIR-3\"");
                Vec::new()
            }
            (printed, _) => {
                values(printed, names.len(), |field| field.parse::<Odds>()).into_iter().collect()
            }
        };
        ruling_field.iter().for_each(|field| reader.cite_ruling(field));
        let ruling = ruling_field.and_then(|field| field.string()).unwrap_or_default();
        let cell = |(index, pays): (usize, &Option<Odds>)| {
            let pays = (*pays)?;
            let printed = printed.get(index).filter(|printed| **printed != Some(pays));
            Some(Row {
                hand,
                pays,
                printed: printed.map(|p| Printed { pays: *p, ruling: ruling.to_owned() }),
                envy: envy.get(index).copied().flatten(),
            })
        };
        rows.push(pays.iter().enumerate().map(cell).collect());
    }
    above.check_done(field, names);
    rows
}

/// A row that says by itself which cards it is for; its words are the pattern's where it has none.
fn pattern_row(row: &Table<'_>, judged: Judged) -> Option<HandType> {
    let words = row.optional("row").and_then(|field| field.string());
    let field = row.optional("is")?;
    let text = field.string()?;
    match Pattern::read(text, judged.pattern_cards()?) {
        Ok(pattern) => Some(HandType::Is(intern_row(words.unwrap_or(text), pattern))),
        Err(error) => {
            field.problem(error.to_string());
            None
        }
    }
}

fn is_progressive_pay(pays: Option<Odds>) -> bool {
    pays.is_some_and(|odds| odds.kind() == OddsKind::Share)
}

/// What stands above a row of a table, to compare it with.
struct Above {
    columns: Vec<Column>,
    hands: Vec<HandType>,
}

#[derive(Clone, Default)]
struct Column {
    last: Vec<Odds>,
    has_ended: bool,
}

impl Above {
    fn check_hand(&mut self, field: &Field<'_>, hand: HandType) {
        if let Some(wider) = self.wider(hand) {
            field.problem(format!(
                "no hand is left for this row: \"{wider}\" above it has them all"
            ));
        } else if self.hands.iter().any(|above| above.words() == hand.words()) {
            field.problem(format!("\"{hand}\" appears twice"));
        } else if let Some(worse) =
            self.hands.iter().find(|above| above.strength() < hand.strength())
        {
            field.problem(format!("out of order: \"{hand}\" is better than \"{worse}\" above it"));
        }
        self.hands.push(hand);
    }

    /// A pattern above that all hands on this one satisfy too.
    fn wider(&self, hand: HandType) -> Option<&'static NamedPattern> {
        let HandType::Is(own) = hand else { return None };
        let above = self.hands.iter().filter_map(|above| match above {
            HandType::Is(above) => Some(*above),
            _ => None,
        });
        above.into_iter().find(|above| own.pattern.is_within(&above.pattern))
    }

    fn check_pay(&mut self, field: &Field<'_>, name: &str, index: usize, pays: Option<Odds>) {
        let column = &mut self.columns[index];
        let Some(pays) = pays else {
            column.has_ended |= !column.last.is_empty();
            return;
        };
        if column.has_ended {
            field.problem(format!("gap: {name} pays here but not on the better hand above"));
            column.has_ended = false;
        }
        if let Some(less) = column.last.iter().find(|above| grows(**above, pays)) {
            field.problem(format!("{pays} is more than {name} pays a better hand ({less})"));
        }
        column.last.push(pays);
    }

    fn check_done(&self, field: &Field<'_>, names: &[String]) {
        for (column, name) in self.columns.iter().zip(names) {
            if column.last.is_empty() {
                field.problem(format!(
                    "{name} pays nothing in any row: fill in its column or remove it"
                ));
            }
        }
    }
}

/// Whether the second pays more than the first, where the two can be compared.
fn grows(above: Odds, below: Odds) -> bool {
    match (above, below) {
        (Odds::Share(above), Odds::Share(below)) => below > above,
        (Odds::Dollars(above), Odds::Dollars(below)) => below > above,
        _ => above.total_return().zip(below.total_return()).is_some_and(|(a, b)| b > a),
    }
}
