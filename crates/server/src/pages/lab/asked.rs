//! What the address of a lab says: the game, the wager, and everything that was chosen or changed. A form sends more
//! words than needed; the address that is shown has only what differs from the rulebook.

use std::collections::BTreeMap;

use money::{MeterUnits, Odds};
use odds::{Ask, Change, Changed, Editable, Exact, NewPay, Subject, addable, editable};
use rulebook::{EditionId, Game, OptionValues, Rulebook, Schedule, Section, TableOption};

use crate::error::ApiError;
use crate::labs::{Case, written};
use crate::pages::forms::read;

/// How many seats beside one's own can win envy.
const SEATS_MAX: u8 = 6;
/// How many pays can be changed at once.
const CHANGES_MAX: usize = 64;
/// How long a field may be.
const FIELD_MAX: usize = 200;

/// Something in the address that cannot be used, with the field that it stands in.
pub(super) struct Problem {
    pub(super) field: String,
    pub(super) says: String,
}

/// The edge to be met, and the rows that may change for it.
#[derive(Clone)]
pub(super) struct Target {
    /// As it was written.
    pub(super) text: String,
    pub(super) edge: Exact,
    pub(super) free: Vec<String>,
}

/// Something that is paid, as the rulebook has it and now.
pub(super) struct Row {
    pub(super) of: Editable,
    pub(super) printed: NewPay,
    pub(super) now: NewPay,
}

impl Row {
    pub(super) fn is_changed(&self) -> bool {
        self.printed != self.now
    }
}

/// What a lab shows.
pub(super) struct Asked {
    pub(super) game: &'static Game,
    pub(super) case: Case,
    pub(super) target: Option<Target>,
    pub(super) rows: Vec<Row>,
    /// Rows that could be added.
    pub(super) addable: Vec<String>,
    pub(super) problems: Vec<Problem>,
}

/// The fields of an address while they are read.
struct Fields {
    all: Vec<(String, String)>,
    problems: Vec<Problem>,
}

impl Fields {
    fn one(&self, name: &str) -> Option<&str> {
        let found = self.all.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }

    fn problem(&mut self, field: &str, says: impl ToString) {
        self.problems.push(Problem { field: field.to_owned(), says: says.to_string() });
    }
}

/// A wager of a game that a lab can be opened on.
pub(super) fn game(id: &str) -> Result<&'static Game, ApiError> {
    let found = Rulebook::embedded().game(id);
    found.ok_or_else(|| ApiError::unknown("there is no such game: see /lab"))
}

impl Asked {
    /// Reads an address. What cannot be used is left out and said; only a game or a wager that is not there is an
    /// error.
    pub(super) fn read(
        game_id: &str,
        wager: &str,
        fields: Vec<(String, String)>,
    ) -> Result<Asked, ApiError> {
        let game = game(game_id)?;
        let mut fields = Fields { all: fields, problems: Vec::new() };
        let section = section(game, &mut fields);
        let subject = subject(game, &section, &mut fields)?;
        if !odds::wagers(&subject).iter().any(|known| known == wager) {
            let message =
                format!("{} has no wager \"{wager}\" in this edition: see /lab", game.title);
            return Err(ApiError::unknown(message));
        }
        let schedule =
            odds::schedule(&subject, wager, fields.one("schedule")).or_else(|error| {
                fields.problem("schedule", error);
                odds::schedule(&subject, wager, None)
                    .map_err(|error| ApiError::refused("no-schedule", error.to_string()))
            })?;
        let ask = ask(&mut fields, &schedule);
        let mut case = Case { subject, schedule, changes: Vec::new(), ask };
        case.changes = changes(&case, &mut fields);
        let target = target(&mut fields);
        refuse_unknown(&section, &mut fields);
        let (printed, now) =
            (unchanged(&case), case.changed().unwrap_or_else(|_| unchanged(&case)));
        let rows = rows(&case.subject, &printed, &now);
        let addable = addable(&case.subject, &now);
        Ok(Asked { game, target, rows, addable, case, problems: fields.problems })
    }

    pub(super) fn section(&self) -> &Section {
        self.case.subject.section()
    }

    pub(super) fn edition(&self) -> EditionId {
        self.section().edition.id
    }

    pub(super) fn changed_rows(&self) -> usize {
        self.rows.iter().filter(|row| row.is_changed()).count()
    }

    /// The options that leave a choice.
    pub(super) fn options(&self) -> Vec<&TableOption> {
        let has_choice = |option: &&TableOption| match &option.values {
            OptionValues::OneOf(values) => values.len() > 1,
            OptionValues::Dollars | OptionValues::Odds => true,
        };
        self.section().options.iter().filter(has_choice).collect()
    }

    /// The fields of the address, with or without what was changed.
    fn query(&self, changes: &[Change], target: Option<&Target>) -> Vec<(String, String)> {
        let mut query = Vec::new();
        let mut add = |name: &str, value: String| query.push((name.to_owned(), value));
        if self.game.editions.last().map(|edition| edition.id) != Some(self.edition()) {
            add("edition", self.edition().to_string());
        }
        let first = odds::schedule(&self.case.subject, self.case.wager(), None);
        if first.is_ok_and(|first| first.id != self.case.schedule.id) {
            add("schedule", self.case.schedule.id.clone());
        }
        for (key, value) in self.case.subject.posted() {
            add(&format!("option.{key}"), value.clone());
        }
        for change in changes {
            add("pay", written(change));
        }
        if let Some(meter) = self.case.ask.meter {
            add("meter", meter.to_string());
        }
        if self.case.ask.seats > 0 {
            add("seats", self.case.ask.seats.to_string());
        }
        if let Some(target) = target {
            add("target", target.text.clone());
            target.free.iter().for_each(|row| add("free", row.clone()));
        }
        query
    }

    fn path(&self) -> String {
        format!("/lab/{}/{}", self.game.id, self.case.wager())
    }

    /// The address of this lab.
    pub(super) fn address(&self) -> String {
        with(&self.path(), &self.query(&self.case.changes, self.target.as_ref()))
    }

    /// The address of the lab on another schedule of the wager, as it is printed.
    pub(super) fn address_of(&self, schedule: &str, edition: &str) -> String {
        let query = [("edition", edition), ("schedule", schedule)];
        let query: Vec<(String, String)> =
            query.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        with(&self.path(), &query)
    }

    /// The address of this lab with some pays in the place of others.
    pub(super) fn address_with(&self, changes: &[Change]) -> String {
        with(&self.path(), &self.query(changes, self.target.as_ref()))
    }

    /// The address of the file with this schedule.
    pub(super) fn file_address(&self) -> String {
        with(&format!("{}/schedule.toml", self.path()), &self.query(&self.case.changes, None))
    }
}

/// An address with its fields.
fn with(path: &str, query: &[(String, String)]) -> String {
    let written = serde_urlencoded::to_string(query).unwrap_or_default();
    if written.is_empty() { path.to_owned() } else { format!("{path}?{written}") }
}

fn unchanged(case: &Case) -> Changed {
    Changed::from(case.schedule.clone())
}

fn section(game: &Game, fields: &mut Fields) -> Section {
    let newest = || game.newest_with_side_bets();
    let Some(text) = fields.one("edition").map(str::to_owned) else { return newest() };
    let id = read::<EditionId>(&text).map_err(|error| error.to_string());
    let found = id.and_then(|id| {
        game.edition_with_side_bets(id).map_err(|_| format!("{} has no edition {text}", game.title))
    });
    found.unwrap_or_else(|says| {
        fields.problem("edition", says);
        newest()
    })
}

/// The game under the edition, with the options that differ from the default.
fn subject(game: &Game, section: &Section, fields: &mut Fields) -> Result<Subject, ApiError> {
    let mut options = BTreeMap::new();
    for option in &section.options {
        let name = format!("option.{}", option.key);
        let Some(value) = fields.one(&name).map(str::to_owned) else { continue };
        if !option.allows(&value) {
            let says = format!("{} can be {}", option.key, option.value_words().join(", "));
            fields.problem(&name, says);
        } else if value != option.default {
            options.insert(option.key.clone(), value);
        }
    }
    let book = Rulebook::embedded();
    let edition = Some(section.edition.id);
    let open = |options| Subject::open(book, &game.id, edition, options);
    open(options).or_else(|errors| {
        let says: Vec<String> = errors.iter().map(ToString::to_string).collect();
        fields.problem("options", says.join("; "));
        let said = |errors: Vec<games::OpenError>| {
            let says: Vec<String> = errors.iter().map(ToString::to_string).collect();
            ApiError::refused("cannot-open", says.join("; "))
        };
        open(BTreeMap::new()).map_err(said)
    })
}

/// The meter and the other seats, where the schedule has a meter.
fn ask(fields: &mut Fields, schedule: &Schedule) -> Ask {
    let mut ask = Ask::default();
    if let Some(text) = fields.one("meter").map(str::to_owned) {
        let plain = text.trim_start_matches('$').replace(',', "");
        match read::<MeterUnits>(&plain) {
            Ok(meter) => match schedule.progressive {
                // A meter at its seed is no choice.
                Some(terms) => ask.meter = Some(meter).filter(|at| *at != terms.seed.into()),
                None => fields.problem("meter", "only a progressive has a meter"),
            },
            Err(error) => fields.problem("meter", error),
        }
    }
    if let Some(text) = fields.one("seats").map(str::to_owned) {
        match read::<u8>(&text) {
            Ok(0) => {}
            Ok(_) if !schedule.has_envy() => fields.problem("seats", "this schedule pays no envy"),
            Ok(seats) if seats <= SEATS_MAX => ask.seats = seats,
            _ => fields.problem("seats", format!("other seats are 0 to {SEATS_MAX}")),
        }
    }
    ask
}

/// An edge as it is written: `2%`, `2.5`, `-0.5%`. Without a sign it is percent all the same.
fn target(fields: &mut Fields) -> Option<Target> {
    let free = fields.all.iter().filter(|(name, _)| name == "free");
    let free: Vec<String> = free.map(|(_, row)| row.trim().to_owned()).collect();
    let text = fields.one("target")?.replace('\u{2212}', "-");
    let Some(edge) = percent(&text) else {
        fields.problem("target", format!("cannot read \"{text}\" as an edge: write 3% or 2.5%"));
        return None;
    };
    let text = format!("{}%", text.trim_end_matches('%').trim());
    Some(Target { text, edge, free })
}

fn percent(text: &str) -> Option<Exact> {
    let number = text.trim().trim_end_matches('%').trim();
    let (sign, number) = number.strip_prefix('-').map_or((1, number), |rest| (-1, rest));
    let (units, decimals) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{units}{decimals}");
    let is_number =
        (1..=12).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let digits = read::<i64>(&digits).ok().filter(|_| is_number)?;
    let scale = 10i64.pow(u32::try_from(decimals.len()).ok()?) * 100;
    Some(odds::fraction(sign * digits, scale))
}

/// The pays that differ from the schedule's.
fn changes(case: &Case, fields: &mut Fields) -> Vec<Change> {
    let printed = editable(&case.subject, &unchanged(case));
    let mut found: Vec<(String, Change)> = Vec::new();
    for (name, value) in fields.all.clone() {
        let text = match name.as_str() {
            "pay" => value.clone(),
            "add" => match (value.trim(), fields.one("add-pays")) {
                ("", _) => continue,
                (row, pays) => format!("{row}={}", pays.unwrap_or("1 to 1")),
            },
            _ => match name.strip_prefix("pay:").or(name.strip_prefix("set:")) {
                Some(row) => {
                    let of = printed.iter().find(|known| known.name() == row);
                    format!("{row}={}", in_kind(&value, of.map(|of| of.pays)))
                }
                None => continue,
            },
        };
        if text.len() > FIELD_MAX {
            fields.problem(&name, "this is too long for a pay");
            continue;
        }
        match read::<Change>(&text) {
            Ok(Change { pays: NewPay::Free, .. }) => {
                fields.problem(&name, "a pay is free only for a target: choose it there");
            }
            Ok(change) => {
                // Of two the later one holds: a button of a row stands after what was typed there.
                let is_button = name.starts_with("set:");
                let same = |(_, known): &(String, Change)| {
                    (&known.line, &known.hand) == (&change.line, &change.hand)
                };
                match found.iter().position(same) {
                    Some(place) if is_button || !found[place].0.starts_with("set:") => {
                        found[place] = (name, change);
                    }
                    Some(_) => {}
                    None => found.push((name, change)),
                }
            }
            Err(error) => fields.problem(&name, error),
        }
    }
    kept(case, &printed, found, fields)
}

/// The changes that change something and can be made together.
fn kept(
    case: &Case,
    printed: &[Editable],
    found: Vec<(String, Change)>,
    fields: &mut Fields,
) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for (name, change) in found {
        let known = printed.iter().find(|known| known.is_changed_by(&change));
        if change.pays == known.map_or(NewPay::Nothing, |known| known.pays) {
            continue;
        }
        // A row is named in one way, so that a schedule has one address.
        let change = known.map_or_else(|| change.clone(), |known| known.change(change.pays));
        let tried: Vec<Change> = changes.iter().cloned().chain([change]).collect();
        let tried = Case { changes: tried, ..case.clone() };
        match tried.changed() {
            Ok(_) if tried.changes.len() > CHANGES_MAX => {
                fields.problem(&name, format!("no more than {CHANGES_MAX} pays can be changed"));
                break;
            }
            Ok(_) => changes = tried.changes,
            Err(error) => fields.problem(&name, error),
        }
    }
    changes
}

/// What was typed, with the kind of odds that it has so far where only a number was typed: `12` is `12 to 1`.
fn in_kind(text: &str, printed: Option<NewPay>) -> String {
    let text = text.trim().replace('\u{2212}', "-");
    let ratio = text.replace([':', '/'], " to ");
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') || text.is_empty() {
        return ratio;
    }
    match printed {
        Some(NewPay::Odds(Odds::For(_))) => format!("{text} for 1"),
        Some(NewPay::Odds(Odds::Share(_))) => format!("{text}%"),
        Some(NewPay::Odds(Odds::Dollars(_))) => format!("${text}"),
        _ if text == "0" => "push".to_owned(),
        _ => format!("{text} to 1"),
    }
}

/// Everything that is paid, as the rulebook has it and now, in the order of the tables.
fn rows(subject: &Subject, printed: &Changed, now: &Changed) -> Vec<Row> {
    let (before, after) = (editable(subject, printed), editable(subject, now));
    let same =
        |one: &Editable, other: &Editable| one.name() == other.name() && one.part == other.part;
    let mut rows: Vec<Row> = after
        .iter()
        .map(|of| {
            let known = before.iter().find(|known| same(known, of));
            Row {
                of: of.clone(),
                printed: known.map_or(NewPay::Nothing, |known| known.pays),
                now: of.pays,
            }
        })
        .collect();
    // A row that was taken out stays where it was, so that it can be put back.
    for (place, of) in before.iter().enumerate() {
        if rows.iter().any(|row| same(&row.of, of)) {
            continue;
        }
        let above = before[..place]
            .iter()
            .rev()
            .find_map(|known| rows.iter().position(|row| same(&row.of, known)));
        let row = Row { of: of.clone(), printed: of.pays, now: NewPay::Nothing };
        rows.insert(above.map_or(0, |above| above + 1), row);
    }
    rows
}

/// Nothing in an address is silently ignored.
fn refuse_unknown(section: &Section, fields: &mut Fields) {
    const KNOWN: [&str; 9] =
        ["edition", "schedule", "meter", "seats", "target", "free", "pay", "add", "add-pays"];
    let unknown = |name: &&String| {
        let is_option = name
            .strip_prefix("option.")
            .is_some_and(|key| section.options.iter().any(|option| option.key == key));
        let is_row = name.starts_with("pay:") || name.starts_with("set:");
        !is_option && !is_row && !KNOWN.contains(&name.as_str())
    };
    let names: Vec<String> =
        fields.all.iter().map(|(name, _)| name).filter(unknown).cloned().collect();
    for name in names {
        fields.problem(&name, format!("the lab has no field \"{name}\" here"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_from(wager: &str, fields: &[(&str, &str)]) -> Asked {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let (game, wager) = wager.split_once('/').unwrap();
        Asked::read(game, wager, fields.collect()).ok().unwrap()
    }

    fn problems(asked: &Asked) -> Vec<&str> {
        asked.problems.iter().map(|problem| problem.field.as_str()).collect()
    }

    /// A form sends every row; the address has only those that differ from the rulebook.
    #[test]
    fn an_address_has_only_what_differs() {
        let asked = read_from(
            "ultimate-texas-holdem/ante",
            &[
                ("edition", "proposed"),
                ("schedule", "UTH-01"),
                ("pay:flush", "1 to 1"),
                ("pay:straight", "1 to 1"),
                ("pay:full house", "3 to 1"),
                ("option.printed", "false"),
            ],
        );
        assert_eq!(asked.address(), "/lab/ultimate-texas-holdem/ante?pay=flush%3D1+to+1");
        assert_eq!(asked.changed_rows(), 1);
        assert!(problems(&asked).is_empty());
    }

    #[test]
    fn an_address_leads_to_itself() {
        for address in [
            "schedule=UTH-02&pay=flush%3D5+to+1&pay=straight%3Dnothing",
            "edition=2012-04-23&schedule=UTH-04&pay=two+pair%3D1+to+1&target=2.5%25&free=flush",
        ] {
            let fields: Vec<(String, String)> = serde_urlencoded::from_str(address).unwrap();
            let asked = Asked::read("ultimate-texas-holdem", "trips", fields).ok().unwrap();
            assert!(problems(&asked).is_empty());
            assert_eq!(asked.address(), format!("/lab/ultimate-texas-holdem/trips?{address}"));
        }
    }

    #[test]
    fn a_number_is_odds_of_the_kind_that_a_row_pays() {
        for (text, printed, odds) in [
            ("12", "3 to 2", "12 to 1"),
            ("0", "3 to 2", "push"),
            ("12", "9 for 1", "12 for 1"),
            ("12", "100%", "12%"),
            ("1,200", "$50", "$1,200"),
            ("3:2", "push", "3 to 2"),
            ("3/2", "push", "3 to 2"),
            ("nothing", "push", "nothing"),
        ] {
            let printed = NewPay::Odds(printed.parse().unwrap());
            assert_eq!(in_kind(text, Some(printed)), odds, "{text}");
        }
    }

    #[test]
    fn a_row_that_is_taken_out_stays_where_it_was() {
        let asked = read_from("ultimate-texas-holdem/trips", &[("pay:flush", "nothing")]);
        let names: Vec<String> = asked.rows.iter().map(|row| row.of.name()).collect();
        assert_eq!(names[3..6], ["full house", "flush", "straight"]);
        assert!(asked.rows[4].is_changed() && asked.rows[4].now == NewPay::Nothing);
    }

    #[test]
    fn a_button_counts_more_than_what_stands_in_its_row() {
        for fields in [
            [("pay:flush", "7 to 1"), ("set:flush", "8 to 1")],
            [("set:flush", "8 to 1"), ("pay:flush", "7 to 1")],
        ] {
            let asked = read_from("ultimate-texas-holdem/trips", &fields);
            assert_eq!(asked.address(), "/lab/ultimate-texas-holdem/trips?pay=flush%3D8+to+1");
        }
    }

    #[test]
    fn what_cannot_be_used_is_said_with_its_field() {
        let wager = "ultimate-texas-holdem/trips";
        for (name, value) in [
            ("pay", "flush"),
            ("pay", "flush=?"),
            ("pay", "flash=5 to 1"),
            ("pay:flush", "a lot"),
            ("pay:flush", "5 to 0"),
            ("pay:flush", "50%"),
            ("edition", "1999-01-01"),
            ("edition", "soon"),
            ("schedule", "nothing"),
            ("option.printed", "maybe"),
            ("meter", "100"),
            ("seats", "3"),
            ("target", "much"),
            ("shcedule", "UTH-01"),
            ("option.soft-17", "hit"),
        ] {
            assert_eq!(problems(&read_from(wager, &[(name, value)])), [name], "{value}");
        }
        let long = "x".repeat(500);
        assert_eq!(problems(&read_from(wager, &[("pay", &long)])), ["pay"]);
        assert!(Asked::read("no-game", "ante", Vec::new()).is_err());
        assert!(Asked::read("ultimate-texas-holdem", "no-wager", Vec::new()).is_err());
    }

    #[test]
    fn an_edge_is_read_in_percent() {
        for (text, numerator, denominator) in [
            ("2%", 2, 100),
            ("2.5", 25, 1000),
            ("-0.5%", -5, 1000),
            ("0", 0, 1),
            (" 10 % ", 10, 100),
        ] {
            assert_eq!(percent(text), Some(odds::fraction(numerator, denominator)), "{text}");
        }
        for text in ["", "-", "%", "1e3", "1.2.3", "9999999999999"] {
            assert_eq!(percent(text), None, "{text}");
        }
    }
}
