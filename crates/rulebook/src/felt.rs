//! How a table is drawn: where the wagering areas of a seat lie, in their real shapes, and what is printed on the felt.
//!
//! It is no part of the rule. It stands last in a game's file, after [`FELT_HEADING`], and no digest covers it: a table
//! of an earlier revision is drawn like one of today.

use forms::{Field, Table, hint};

use crate::entries::{TableOption, Wager};
use crate::reader::{Entries, Reader, strings};
use crate::words::words;

/// The line above a game's felt in its file. What stands before it is the law.
pub const FELT_HEADING: &str =
    "# ---------------------------------------------------------------- the felt";

/// The text of a rulebook's file without its felt: what digests are of.
pub fn law(text: &str) -> &str {
    let heading = text.find(&format!("\n{FELT_HEADING}\n"));
    heading.map_or(text, |place| &text[..place])
}

words! {
    /// What the felts of several games have in common.
    pub enum Family {
        /// Poker against the dealer's hand.
        Dealer = "dealer",
        /// Poker against a pay table: the dealer has no hand.
        Pays = "pays",
        /// Blackjack.
        Blackjack = "blackjack",
        /// Five cards of one's own, which need a row.
        FiveCards = "five-cards",
        /// A pot that the players bet for.
        Pot = "pot",
    }
}

words! {
    /// The shape of an area.
    pub enum Shape {
        /// Round.
        Circle = "circle",
        /// A square on its corner.
        Diamond = "diamond",
        /// With four corners.
        Box = "box",
        /// Longer than it is deep.
        Oval = "oval",
        /// The slot of a progressive's sensor.
        Slot = "slot",
    }
}

/// A wagering area of a seat. Places are relative to the area nearest the player: x to the right, y toward the player,
/// in thousandths of the table's width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// The line whose stake lies here.
    pub line: String,
    /// The bets that chips placed here make; none where only a decision does.
    pub takes: Vec<String>,
    /// The lines whose results show here, besides its own.
    pub shows: Vec<String>,
    /// What is printed in it.
    pub print: String,
    /// What players call its wager where it is one of several alike; else empty.
    pub called: String,
    /// Whether it is drawn only when something lies there.
    pub is_occasional: bool,
    /// Its shape.
    pub shape: Shape,
    /// Where its middle lies, to the right.
    pub x: i16,
    /// Where its middle lies, toward the player.
    pub y: i16,
    /// How wide it is.
    pub w: i16,
    /// How deep it is.
    pub h: i16,
}

impl Area {
    /// Whether the area is the sensor of a progressive bet.
    pub fn is_sensor(&self) -> bool {
        self.line == "progressive"
    }
}

/// A spot for a tip that is put down with the bets, beside the area of the wager that it rides on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TipSpot {
    /// The line that the tip rides on.
    pub line: String,
    /// Where its middle lies, to the right.
    pub x: i16,
    /// Where its middle lies, toward the player.
    pub y: i16,
}

/// What the print says where an option has a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionWords {
    /// The option.
    pub option: String,
    /// Its value.
    pub value: String,
    /// What is printed.
    pub says: String,
}

/// The felt of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Felt {
    /// What it has in common with other felts.
    pub families: Vec<Family>,
    /// What is printed under the game's name, in parts; `{OPTION}` stands for what the table has chosen.
    pub print: Vec<String>,
    /// What stands for an option's value in the print.
    pub words: Vec<OptionWords>,
    /// The places of the community cards, as they are called before they are dealt.
    pub board: Vec<String>,
    /// The areas of a seat, from the dealer to the player.
    pub areas: Vec<Area>,
    /// Where tips are put down with the bets. A tip on a later wager is made with the decision.
    pub tips: Vec<TipSpot>,
}

impl Felt {
    /// Whether the felt is of this family.
    pub fn is_of(&self, family: Family) -> bool {
        self.families.contains(&family)
    }

    /// The area where the stake of a line lies.
    pub fn area(&self, line: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.line == line)
    }

    /// What is printed under the game's name, for a table's options: the rule that is posted is the rule that is
    /// played. A part about an option that the table does not have is left out.
    pub fn printed<'o>(&self, option: impl Fn(&str) -> Option<&'o str>) -> String {
        let part = |part: &String| match placeholder(part) {
            None => Some(part.clone()),
            Some(key) => {
                let value = option(key)?;
                let is_it = |words: &&OptionWords| words.option == key && words.value == value;
                let says = self.words.iter().find(is_it).map_or(value, |words| &words.says);
                Some(part.replace(&format!("{{{key}}}"), says))
            }
        };
        self.print.iter().filter_map(part).collect::<Vec<_>>().join(" · ")
    }

    /// The felt as an edition has it, with the areas that its wagers bring.
    pub(crate) fn with_areas_of(&self, wagers: &[Wager]) -> Felt {
        let mut felt = self.clone();
        for (area, tip) in wagers.iter().filter_map(|wager| wager.area.as_ref()) {
            felt.areas.push(area.clone());
            felt.tips.extend(tip.clone());
        }
        felt
    }

    /// The felt with the area of a side bet that a table adds; beside the others where the bet does not say.
    pub(crate) fn with_side_bet(&self, wager: &Wager) -> Felt {
        let mut felt = self.with_areas_of(std::slice::from_ref(wager));
        if let (None, Some(line)) = (&wager.area, wager.lines.first()) {
            let place = i16::try_from(self.areas.len()).unwrap_or_default();
            let (x, y) = (100 + 50 * (place / 4), 50 * (place % 4) - 110);
            let (takes, print) = (wager.bets.clone(), wager.title.clone());
            felt.areas.push(Area {
                line: line.clone(),
                takes,
                shows: Vec::new(),
                print,
                called: String::new(),
                is_occasional: false,
                shape: Shape::Circle,
                x,
                y,
                w: 44,
                h: 44,
            });
        }
        felt
    }
}

/// The option that a part of the print names: `{soft-17}`.
fn placeholder(part: &str) -> Option<&str> {
    let (_, rest) = part.split_once('{')?;
    rest.split_once('}').map(|(key, _)| key)
}

/// A pair of whole numbers, as `at` and `size` have them.
fn pair(table: &Table<'_>, key: &'static str, least: i64, most: i64) -> Option<(i16, i16)> {
    let field = table.required(key)?;
    let members = field.list();
    let [first, second] = members.as_slice() else {
        if field.is_list() {
            field.problem(format!("expected two numbers, found {}", members.len()));
        }
        return None;
    };
    let number = |field: &Field<'_>| i16::try_from(field.integer(least..=most)?).ok();
    let (first, second) = (number(first), number(second));
    Some((first?, second?))
}

fn place(table: &Table<'_>) -> Option<(i16, i16)> {
    pair(table, "at", -200, 200)
}

fn texts(table: &Table<'_>, key: &'static str) -> Vec<String> {
    table.optional(key).map(|field| strings(&field.list())).unwrap_or_default()
}

fn text(table: &Table<'_>, key: &'static str) -> String {
    let text = table.optional(key).and_then(|field| field.string().map(str::to_owned));
    text.unwrap_or_default()
}

/// Where an area lies and what it looks like, on a line with the bets that it takes.
fn drawn(table: &Table<'_>, line: String, takes: Vec<String>) -> Option<Area> {
    let shape = table.required("shape").and_then(|field| field.one_of(Shape::WORDS));
    let (at, size) = (place(table), pair(table, "size", 10, 200));
    let (shows, print, called) =
        (texts(table, "shows"), text(table, "print"), text(table, "called"));
    let ((x, y), (w, h)) = (at?, size?);
    let occasional = table.optional("occasional").and_then(|field| field.boolean());
    let is_occasional = occasional.unwrap_or_default();
    Some(Area { line, takes, shows, print, called, is_occasional, shape: shape?, x, y, w, h })
}

/// The area that a wager brings itself: a side bet's, where it takes its bets.
pub(crate) fn of_wager(
    table: &Table<'_>,
    lines: &[String],
    bets: &[String],
) -> Option<(Area, Option<TipSpot>)> {
    let table = table.optional("area")?.table()?;
    let line = lines.first()?.clone();
    let tip = table.optional("tip").is_some().then(|| pair(&table, "tip", -200, 200)).flatten();
    let tip = tip.map(|(x, y)| TipSpot { line: line.clone(), x, y });
    Some((drawn(&table, line, bets.to_vec())?, tip))
}

/// Reads `[felt]`.
pub(crate) fn read(
    root: &Table<'_>,
    reader: &Reader,
    wagers: &Entries<Wager>,
    options: &Entries<TableOption>,
) -> Option<Felt> {
    let table = root.required("felt")?.table()?;
    let families = table.required("families").map(|field| field.list()).unwrap_or_default();
    let families = families.iter().filter_map(|field| field.one_of(Family::WORDS)).collect();
    let words = table.tables("words");
    let words = words.iter().filter_map(|table| option_words(table, options)).collect();
    let print = table.required("print").map(|field| field.list()).unwrap_or_default();
    print.iter().for_each(|part| check_part(part, options));
    let board = texts(&table, "board");
    let read_area = |table: &Table<'_>| {
        let line = line(table, reader)?;
        let takes = table.optional("takes").map(|field| field.list()).unwrap_or_default();
        takes.iter().for_each(|bet| reader.known_in_any(bet));
        drawn(table, line, strings(&takes))
    };
    let (area_tables, tip_tables) = (table.tables("area"), table.tables("tip"));
    let areas: Vec<Area> = area_tables.iter().filter_map(read_area).collect();
    let tip = |table: &Table<'_>| {
        let ((x, y), line) = (place(table)?, line(table, reader)?);
        Some(TipSpot { line, x, y })
    };
    let tips: Vec<TipSpot> = tip_tables.iter().filter_map(tip).collect();
    // What could not be read is no reason to miss it.
    let is_whole = areas.len() == area_tables.len() && tips.len() == tip_tables.len();
    let print = strings(&print);
    let felt = Felt { families, print, words, board, areas, tips };
    if is_whole && !wagers.is_partial {
        check_places(&table, &felt, wagers);
    }
    Some(felt)
}

fn line(table: &Table<'_>, reader: &Reader) -> Option<String> {
    let field = table.required("line")?;
    reader.known_in_any(&field);
    field.string().map(str::to_owned)
}

/// What is printed for a value of an option that the section has.
fn option_words(table: &Table<'_>, options: &Entries<TableOption>) -> Option<OptionWords> {
    let (option, value) = (table.required("option"), table.required("value"));
    let says = table.required("says").and_then(|field| field.string());
    let (option, value, says) = (option?, value?, says?);
    let (key, word) = (option.string()?, value.string()?);
    let mut known = options.list.iter().map(|entry| &entry.value).filter(|known| known.key == key);
    if known.clone().next().is_none() {
        no_option(&option, key, options);
    } else if !known.any(|option| option.allows(word)) {
        value.problem(format!("\"{word}\" is not a value of the option \"{key}\""));
    }
    let (option, value, says) = (key.to_owned(), word.to_owned(), says.to_owned());
    Some(OptionWords { option, value, says })
}

fn no_option(field: &Field<'_>, key: &str, options: &Entries<TableOption>) {
    let known: Vec<&str> = options.list.iter().map(|entry| entry.value.key.as_str()).collect();
    if !options.is_partial && !known.contains(&key) {
        field.problem(format!("no option \"{key}\"; {}", hint(key, &known)));
    }
}

/// A part of the print may name an option of the section.
fn check_part(part: &Field<'_>, options: &Entries<TableOption>) {
    if let Some(key) = part.string().and_then(placeholder) {
        no_option(part, key, options);
    }
}

/// Every bet and line of every edition has a place, and every tip that goes with the bets has a spot.
fn check_places(table: &Table<'_>, felt: &Felt, wagers: &Entries<Wager>) {
    let mut missing: Vec<String> = Vec::new();
    for wager in wagers.list.iter().map(|entry| &entry.value) {
        let felt = felt.with_areas_of(std::slice::from_ref(wager));
        let is_shown = |line: &String| {
            felt.areas.iter().any(|area| area.line == *line || area.shows.contains(line))
        };
        let is_taken = |bet: &String| felt.areas.iter().any(|area| area.takes.contains(bet));
        let has_spot = |line: &String| {
            let is_bet = felt.area(line).is_some_and(|area| !area.takes.is_empty());
            !is_bet || felt.tips.iter().any(|spot| spot.line == *line)
        };
        let lines = wager.lines.iter().filter(|line| !is_shown(line));
        missing.extend(lines.map(|line| format!("the line \"{line}\" has no area")));
        let bets = wager.bets.iter().filter(|bet| !is_taken(bet));
        missing.extend(bets.map(|bet| format!("no area takes the bet \"{bet}\"")));
        let tips = wager.tips.iter().filter(|line| !has_spot(line));
        missing.extend(tips.map(|line| format!("the tip on \"{line}\" has no spot")));
    }
    missing.dedup();
    missing.into_iter().for_each(|what| table.problem(what));
}
