//! Is every pay, every subdivision and every ruling of the sources in the rulebook, and nothing
//! else? The sources stand beside the workspace, or where `CROUPIER_SEEDS` points.

mod numbers;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rulebook::{Game, Row, Rulebook, Schedule, Section};

use numbers::{Reading, numbers};
use text::{Cell, SectionText, cells, sections};

/// The directory of the seeds, or nothing, said plainly.
fn directory() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/seeds");
    let directory = std::env::var_os("CROUPIER_SEEDS").map_or(beside, PathBuf::from);
    if directory.is_dir() {
        return Some(directory);
    }
    eprintln!("THE SEEDS ARE NOT THERE ({}): NOTHING WAS COMPARED", directory.display());
    None
}

fn seed(prefix: &str) -> Option<String> {
    let directory = directory()?;
    let entries = std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path());
    let is_seed = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix))
    };
    let path = entries.into_iter().find(is_seed).unwrap_or_else(|| panic!("no seed {prefix}"));
    Some(std::fs::read_to_string(path).unwrap())
}

fn section_of(seed_text: &str, number: &str) -> SectionText {
    let found = sections(seed_text).into_iter().find(|section| section.number == number);
    found.unwrap_or_else(|| panic!("no section {number}"))
}

/// A text of a section: the seed it is in, the game, the edition it is the text of, and the
/// edition that it amends, where it is the redline.
struct Text {
    seed: &'static str,
    game: &'static str,
    edition: &'static str,
    amends: Option<&'static str>,
    /// How many pays and envy amounts it prints, counted by hand; see [`TEXTS`].
    pays: usize,
    envies: usize,
    /// How many subdivisions it has, and how many the text has that it amends.
    subdivisions: [usize; 2],
}

const fn text(
    (seed, game): (&'static str, &'static str),
    (edition, amends): (&'static str, Option<&'static str>),
    (pays, envies): (usize, usize),
    subdivisions: [usize; 2],
) -> Text {
    Text { seed, game, edition, amends, pays, envies, subdivisions }
}

/// Every text there is. The counts, by hand, rows times columns less blanks:
///
/// - Let it ride: basic 9x2, bonus 8x4-2, three card bonus 6x6-5, progressive 7x3: 100; envy 2x3.
///   In 002 the cells of two rows of the three card bonus are merged, which leaves 2 of 12; those
///   two rows are taken from 000.
/// - Silverado: A (10+5)x3, A2 11x5 + 5x5+2, B (12+6)x6, bonus 8: 243.
/// - Three-card: ante bonus 3, pair plus 5, six card bonus 7x4 (only in 004), paytables 5+4;
///   envy 2x2.
/// - Hold 'em 212: 6.
/// - Caribbean: bet 9; progressive 5 rows of CS-10 and CS-5000, of which the text prints the
///   straight flush twice: 6; PMG 7x2: 29; envy 2x2.
/// - Four-Card: automatic bonus 3x7, aces up 7x7, FCCP 4x3, PMG 7x2: 96; envy 3+2+2 and 2x2.
/// - Texas Hold'em Bonus: THBP-08 7, PMG 7x2: 21; envy 2x2.
/// - Mississippi: 10, progressive 7x3: 31; envy 2x3.
/// - Ultimate: blind 6x4, trips 7x4, UTHP-01 6, UTHP-02 5, PMG 7x2: 77; envy 2x2.
/// - Buster: 6x18, bonus 2: 110.
/// - War: none.
///
/// Subdivisions are counted as top level + letters + numerals: Let it ride 13+11+10 (older +1 for
/// viii), Silverado 9, Hold 'em 212 10, Three-card 17+12+6 (redline 16+12+6, older +1 for vii),
/// Caribbean 22+24+3 (older 21+18), Four-Card 16+7+11, Texas Hold'em Bonus 18+4+10 (older
/// 17+4+11), Mississippi 18+14+10 (older +1), Ultimate 19+4+10 (older +1), Buster 9+6 (older
/// 8+4), War 6.
const TEXTS: [Text; 14] = [
    text(("000", "let-it-ride"), ("2017-04-17", None), (100, 6), [34, 0]),
    text(("001", "silverado-stud"), ("2015-07-01", None), (243, 0), [9, 0]),
    text(("003", "holdem-212"), ("2007-01-29", None), (6, 0), [10, 0]),
    text(("004", "three-card-poker"), ("2015-07-01", None), (45, 4), [35, 0]),
    text(("002", "three-card-poker"), ("2015-05-13", Some("2011-12-05")), (17, 4), [34, 35]),
    text(("002", "let-it-ride"), ("2015-05-13", Some("2012-06-18")), (100, 6), [34, 35]),
    text(("002", "caribbean-stud"), ("proposed", Some("2011-01-10")), (29, 4), [49, 39]),
    text(("002", "silverado-stud"), ("2015-07-01", Some("2007-01-29")), (243, 0), [9, 9]),
    text(("002", "four-card-poker"), ("proposed", Some("2011-12-05")), (96, 11), [34, 34]),
    text(("002", "texas-holdem-bonus"), ("proposed", Some("2011-01-10")), (21, 4), [32, 32]),
    text(("002", "mississippi-stud"), ("proposed", Some("2011-01-10")), (31, 6), [42, 43]),
    text(("002", "ultimate-texas-holdem"), ("proposed", Some("2012-04-23")), (77, 4), [33, 34]),
    text(("002", "buster-blackjack"), ("proposed", Some("2006-10-18")), (110, 0), [15, 12]),
    text(("002", "war-blackjack"), ("proposed", Some("2014-07-29")), (0, 0), [6, 6]),
];

/// Schedules that the redline adds, without a mark in the seeds: in the older edition they are not
/// to be found. For the four-card bonus see [ED-2], for the buster bonus [BUS-6].
const ADDED_SCHEDULES: [(&str, &str, &str); 8] = [
    ("let-it-ride", "progressive", "PMG-01"),
    ("let-it-ride", "progressive", "PMG-02"),
    ("caribbean-stud", "progressive", "PMG-01"),
    ("caribbean-stud", "progressive", "PMG-02"),
    ("mississippi-stud", "progressive", "PMG-01"),
    ("mississippi-stud", "progressive", "PMG-02"),
    ("silverado-stud", "four-card-bonus", "four-card-bonus"),
    ("buster-blackjack", "buster", "buster-bonus"),
];

/// Subdivisions that the redline adds, without a mark in the seeds.
const ADDED_SUBDIVISIONS: [(&str, &[&str]); 2] = [
    (
        "caribbean-stud",
        &[
            "20(a)",
            "20(b)",
            "20(c)",
            "20(d)",
            "20(e)",
            "20(f)",
            "21(f)",
            "21(g)",
            "21(g)(i)",
            "21(g)(ii)",
            "21(g)(iii)",
            "22",
        ],
    ),
    ("buster-blackjack", &["9", "9(a)", "9(b)"]),
];

/// What the seeds call a hand, in small letters, and what the rulebook calls it.
const LABELS: &[(&str, &str)] = &[
    ("royal flush", "royal flush"),
    ("mini royal", "royal flush"),
    ("royal flush - first 5 cards", "royal flush in five cards"),
    ("royal after 5", "royal flush in five cards"),
    ("royal after 6", "royal flush in six cards"),
    ("royal flush - first 7 cards", "royal flush in seven cards"),
    ("royal after 7", "royal flush in seven cards"),
    ("community royal", "royal flush on the board"),
    ("community royal flush", "royal flush on the board"),
    ("akq spades", "A-K-Q of spades"),
    ("akq diamonds/hearts/clubs", "A-K-Q of another suit"),
    ("straight flush", "straight flush"),
    ("four aces", "four aces"),
    ("four of a kind dealt", "four of a kind dealt"),
    ("four of a kind", "four of a kind"),
    ("4 of a kind", "four of a kind"),
    ("full house", "full house"),
    ("flush", "flush"),
    ("straight", "straight"),
    ("three of a kind", "three of a kind"),
    ("3 of a kind", "three of a kind"),
    ("two pair dealt", "two pair dealt"),
    ("two pair", "two pair"),
    ("two pairs", "two pair"),
    ("pair of queens or better", "pair of queens or better"),
    ("pair of jacks or better", "pair of jacks or better"),
    ("jacks or better", "pair of jacks or better"),
    ("pair of 10s or better", "pair of tens or better"),
    ("pair of tens or jacks", "pair of tens or jacks"),
    ("a pair of 6's to 10's", "pair of sixes to tens"),
    ("one pair or less", "pair or less"),
    ("pair of aces", "pair of aces"),
    ("pair", "pair"),
    ("any pair", "pair"),
    ("one pair", "pair"),
    ("less than 10-high", "less than ten-high"),
    ("ace, king flush", "ace-king suited"),
    ("ace, king", "ace-king"),
    ("3", "bust with 3 cards"),
    ("4", "bust with 4 cards"),
    ("5", "bust with 5 cards"),
    ("6", "bust with 6 cards"),
    ("7", "bust with 7 cards"),
    ("8 or more", "bust with 8 cards or more"),
];

/// The schedules that are in no seed: [THB-3] posts its own pay table for the bonus.
const NOT_IN_THE_SEEDS: [(&str, &str, &str); 1] = [("texas-holdem-bonus", "bonus", "house")];

/// The table whose cells 002 merges.
const MERGED_HEADING: &str = "Three card bonus payouts";
const MERGED_ROWS: [&str; 2] = ["straight flush", "three of a kind"];

/// The cells of a text; where 002 merges two rows of Let it ride's three card bonus into one cell
/// each, the rows of 000 are taken.
fn cells_of(text: &Text, game: &Game) -> Option<Vec<Cell>> {
    let mut found = cells(&section_of(&seed(text.seed)?, &game.section).body);
    let is_merged = |cell: &Cell| {
        cell.heading.starts_with(MERGED_HEADING) && MERGED_ROWS.contains(&cell.label.as_str())
    };
    if text.seed == "002" && found.iter().any(is_merged) {
        let merged = found.iter().filter(|cell| is_merged(cell) && !cell.text.is_empty());
        assert_eq!(merged.count(), 2, "the merged rows have one cell each");
        found.retain(|cell| !is_merged(cell));
        let other = cells(&section_of(&seed("000")?, &game.section).body);
        found.extend(other.into_iter().filter(is_merged));
    }
    Some(found)
}

/// The wager, the line and the schedules that a cell is about.
fn place(section: &Section, cell: &Cell) -> (&'static str, &'static str, Vec<String>) {
    let (game, number) = (section.game.as_str(), cell.subdivision.as_str());
    let (heading, kind) = (cell.heading.as_str(), cell.kind.as_str());
    let column = cell.column.replace(' ', "").replace('²', "2").replace('⁵', "5");
    let alternative = || vec![column.replace("Alternative", "")];
    let one = |id: &str| vec![id.to_owned()];
    match (game, number) {
        ("let-it-ride", "9") if heading.starts_with("Basic Game Payout") => {
            ("base", "bet-1", alternative())
        }
        ("let-it-ride", "9") if heading.starts_with("Bonus bet payouts") => {
            ("bonus", "bonus", alternative())
        }
        ("let-it-ride", "9") if heading.starts_with(MERGED_HEADING) => {
            ("three-card-bonus", "three-card-bonus", alternative())
        }
        ("three-card-poker", "13") => ("ante", "ante-bonus", one("standard")),
        ("three-card-poker", "14") => ("pair-plus", "pair-plus", one("standard")),
        ("three-card-poker", "15") if column.starts_with("TCP-6B") => {
            ("six-card-bonus", "six-card-bonus", one(&column))
        }
        ("three-card-poker", "15" | "16") if heading.starts_with("Paytable ") => {
            ("progressive", "progressive", one(&heading.to_lowercase().replace(' ', "-")))
        }
        ("caribbean-stud", "17") => ("ante", "bet", one("standard")),
        ("caribbean-stud", "21") => match column.as_str() {
            "" => ("progressive", "progressive", vec!["CS-10".to_owned(), "CS-5000".to_owned()]),
            "first" => ("progressive", "progressive", one("CS-10")),
            "second" => ("progressive", "progressive", one("CS-5000")),
            _ => ("progressive", "progressive", one(&column)),
        },
        ("silverado-stud", "9") if heading == "Four-Card Hand" => {
            ("four-card-bonus", "four-card-bonus", one("standard"))
        }
        ("silverado-stud", "9") => {
            let (_, group) = heading.split_once("Poker Version ").unwrap_or_default();
            let group = group.split(' ').next().unwrap_or_default().replace('²', "2");
            let line = if cell.part == "Five-Card Hand" { "five-card" } else { "three-card" };
            ("base", line, vec![format!("{group}-{}", column.replace("Version", ""))])
        }
        ("four-card-poker", "15") if kind == "Automatic Bonus" => {
            ("ante", "automatic-bonus", one(&column))
        }
        ("four-card-poker", "15") if kind == "Aces Up" => ("aces-up", "aces-up", one(&column)),
        ("mississippi-stud", "16") => ("ante", "ante", one("standard")),
        ("mississippi-stud", "17") if column == "MSStud-01" => {
            ("progressive", "progressive", one("MS-STUD-01"))
        }
        ("ultimate-texas-holdem", "16") if kind == "Blind" => ("ante", "blind", one(&column)),
        ("ultimate-texas-holdem", "17") if kind == "Trips Bonus" => {
            ("trips", "trips", one(&column))
        }
        ("let-it-ride", "10")
        | ("four-card-poker", "16")
        | ("texas-holdem-bonus" | "ultimate-texas-holdem", "18")
        | ("mississippi-stud", "17") => ("progressive", "progressive", one(&column)),
        ("buster-blackjack", "8") => ("buster", "buster", one(&column)),
        ("buster-blackjack", "9") => {
            let all = section.schedule_names("buster").into_iter().map(str::to_owned).collect();
            ("buster", "buster-bonus", all)
        }
        ("holdem-212", "8") => ("two-card-plus", "two-card-plus", one("standard")),
        _ => panic!("{game} has a table nobody expects: {cell:?}"),
    }
}

/// What is compared: wager, schedule, line, hand, and `pays` or `envy`.
type Key = (String, String, String, String, &'static str);

fn plain(words: impl std::fmt::Display) -> String {
    format!("{words:#}").replace(',', "")
}

/// What the rulebook holds to be printed, without commas; nothing for a blank.
fn printed(row: Option<&Row>) -> String {
    match row.map(|row| (row, &row.printed)) {
        None => String::new(),
        Some((row, None)) => plain(row.pays),
        Some((_, Some(printed))) => printed.pays.map(plain).unwrap_or_default(),
    }
}

/// Compares cells with an edition; faults are noted, and what was compared is returned.
fn compare(
    section: &Section,
    cells: &[Cell],
    is_absent: impl Fn(&str, &str, &str) -> bool,
    faults: &mut Vec<String>,
) -> BTreeMap<Key, String> {
    let mut compared = BTreeMap::new();
    for cell in cells {
        let (wager, line, ids) = place(section, cell);
        let known = LABELS.iter().find(|(label, _)| *label == cell.label);
        let hand = known.unwrap_or_else(|| panic!("{}: unknown hand {cell:?}", section.game)).1;
        for id in ids {
            if is_absent(wager, &id, line) {
                continue;
            }
            let place =
                format!("{} {} {wager} {id} {line}: {hand}", section.game, section.edition.id);
            let schedule = section.schedules_of(wager).find(|schedule| schedule.id == id);
            let Some(part) = schedule.and_then(|schedule| schedule.part(line)) else {
                faults.push(format!("{place}: no such schedule"));
                continue;
            };
            let row = part.rows.iter().find(|row| row.hand.words() == hand);
            let (kind, found) = if cell.kind == "Envy" {
                ("envy", row.and_then(|row| row.envy).map(plain).unwrap_or_default())
            } else {
                ("pays", printed(row))
            };
            if found != cell.text {
                faults.push(format!(
                    "{place}: {kind} is \"{}\" in the seed, \"{found}\" here",
                    cell.text
                ));
            }
            faults.extend(name_fault(schedule, cell).map(|fault| format!("{place}: {fault}")));
            let key = (wager.to_owned(), id, line.to_owned(), hand.to_owned(), kind);
            if row.is_some() && compared.insert(key, found).is_some() {
                faults.push(format!("{place}: compared twice"));
            }
        }
    }
    compared
}

/// The name that the rulebook holds to be printed is the one that is.
fn name_fault(schedule: Option<&Schedule>, cell: &Cell) -> Option<String> {
    let schedule = schedule?;
    let is_list = ["", "first", "second"].contains(&cell.column.as_str());
    let name = if is_list { &cell.heading } else { &cell.column };
    let name = name.replace(" ²", "2").replace(" ⁵", "5");
    let held = schedule.printed_name.as_deref().unwrap_or(&schedule.id);
    let is_named = !is_list || name.starts_with("Paytable ");
    (is_named && held != name).then(|| format!("called \"{name}\" in the seed, \"{held}\" here"))
}

/// Rows of an edition that no cell of a seed was compared with.
fn unseen(section: &Section, compared: &BTreeMap<Key, String>, faults: &mut Vec<String>) {
    for schedule in &section.schedules {
        let key = (section.game.as_str(), schedule.wager.as_str(), schedule.id.as_str());
        if NOT_IN_THE_SEEDS.contains(&key) {
            continue;
        }
        for part in &schedule.parts {
            for row in &part.rows {
                let was_compared = |kind| {
                    part.lines.iter().any(|line| {
                        let (wager, id) = (schedule.wager.clone(), schedule.id.clone());
                        let hand = row.hand.words().to_owned();
                        compared.contains_key(&(wager, id, line.clone(), hand, kind))
                    })
                };
                if !was_compared("pays") || (row.envy.is_some() && !was_compared("envy")) {
                    let edition = section.edition.id;
                    faults.push(format!(
                        "{} {edition} {} {}: {} is in no seed",
                        key.0, key.1, key.2, row.hand
                    ));
                }
            }
        }
    }
}

fn edition(game: &Game, id: &str) -> Section {
    let section = game.edition(id.parse().unwrap()).unwrap();
    assert_eq!(section.edition.id.to_string(), id, "{}", game.id);
    section
}

#[test]
fn every_pay_of_the_seeds_is_in_the_rulebook_and_no_other() {
    let (mut faults, mut pays, mut envies, mut rows) = (Vec::new(), 0, 0, 0);
    for text in &TEXTS {
        let game = Rulebook::embedded().game(text.game).unwrap();
        let Some(cells) = cells_of(text, game) else { return };
        let filled = cells.iter().filter(|cell| !cell.text.is_empty());
        let (envy, paid): (Vec<&Cell>, Vec<&Cell>) = filled.partition(|cell| cell.kind == "Envy");
        assert_eq!(
            (paid.len(), envy.len()),
            (text.pays, text.envies),
            "{} {}",
            text.seed,
            text.game
        );
        (pays, envies) = (pays + paid.len(), envies + envy.len());

        let section = edition(game, text.edition);
        let compared = compare(&section, &cells, |_, _, _| false, &mut faults);
        unseen(&section, &compared, &mut faults);
        rows += compared.len();
        let Some(amends) = text.amends else { continue };
        let older = edition(game, amends);
        let is_added = |wager: &str, id: &str, line: &str| {
            ADDED_SCHEDULES.iter().any(|added| {
                (added.0, added.1) == (text.game, wager) && (added.2 == id || added.2 == line)
            })
        };
        let compared = compare(&older, &cells, is_added, &mut faults);
        unseen(&older, &compared, &mut faults);
        rows += compared.len();
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert_eq!((pays, envies), (1118, 49), "pays and envy amounts read from the seeds");
    eprintln!("compared {rows} rows of the rulebook with {pays} pays and {envies} envy amounts");
}

#[test]
fn every_game_with_a_section_text_is_compared_in_every_edition() {
    let texts: BTreeSet<(&str, &str)> = TEXTS
        .iter()
        .flat_map(|text| [Some(text.edition), text.amends].map(|id| (text.game, id)))
        .filter_map(|(game, id)| Some((game, id?)))
        .collect();
    for game in Rulebook::embedded().games() {
        for held in &game.editions {
            let id = held.id.to_string();
            let is_compared = texts.contains(&(game.id.as_str(), id.as_str()));
            // Of blackjack the seeds have the table of contents only, of Casino War and Phil 'em up nothing.
            let not_in_seeds = ["blackjack", "casino-war", "phil-em-up"];
            let is_in_seeds = !not_in_seeds.contains(&game.id.as_str());
            assert_eq!(is_compared, is_in_seeds, "{} {id}", game.id);
        }
    }
}

/// The numbers of an edition's subdivisions.
fn held(section: &Section) -> BTreeSet<String> {
    section.subdivisions.iter().map(|subdivision| subdivision.number.clone()).collect()
}

#[track_caller]
fn same_numbers(section: &Section, seeds: &BTreeSet<String>) -> usize {
    let (held, edition) = (held(section), section.edition.id);
    let missing: Vec<&String> = seeds.difference(&held).collect();
    let invented: Vec<&String> = held.difference(seeds).collect();
    assert!(
        missing.is_empty() && invented.is_empty(),
        "{} {edition}: not in the rulebook {missing:?}, not in the seed {invented:?}",
        section.game
    );
    held.len()
}

#[test]
fn every_subdivision_of_the_seeds_is_in_the_rulebook_and_no_other() {
    for text in &TEXTS {
        let game = Rulebook::embedded().game(text.game).unwrap();
        let Some(seed) = seed(text.seed) else { return };
        let body = section_of(&seed, &game.section).body;
        let count = same_numbers(&edition(game, text.edition), &numbers(&body, Reading::Amended));
        assert_eq!(count, text.subdivisions[0], "{} {}", text.game, text.edition);
        let Some(amends) = text.amends else { continue };
        let mut older = numbers(&body, Reading::Older);
        for (_, added) in ADDED_SUBDIVISIONS.iter().filter(|(game, _)| *game == text.game) {
            for number in *added {
                assert!(older.remove(*number), "{}: no {number} in the seed", text.game);
            }
        }
        let count = same_numbers(&edition(game, amends), &older);
        assert_eq!(count, text.subdivisions[1], "{} {amends}", text.game);
    }
}

#[test]
fn every_section_of_the_blackjack_chapter_is_in_the_rulebook_and_no_other() {
    let Some(seed) = seed("002") else { return };
    let game = Rulebook::embedded().game("blackjack").unwrap();
    // Lines of the table of contents: the number, a tab, the title.
    let listed = seed.lines().filter_map(|line| {
        let (number, _) = line.split_once('\t')?;
        let number = number.strip_prefix("20:18:15")?;
        number.starts_with(':').then(|| number.to_owned())
    });
    // Of one section, the irregularities, the subdivisions are known besides.
    let mut newest = game.newest();
    let is_listed = |number: &str| !number.contains('(');
    newest.subdivisions.retain(|subdivision| is_listed(&subdivision.number));
    assert_eq!(same_numbers(&newest, &listed.collect()), 56);
    let known: Vec<String> =
        held(&game.newest()).into_iter().filter(|number| !is_listed(number)).collect();
    assert_eq!(known, (1..=8).map(|number| format!(":28({number})")).collect::<Vec<_>>());
}

#[test]
fn ed_2_every_dated_edition_is_in_the_source_line_of_a_seed() {
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    for prefix in ["000", "001", "002", "003", "004"] {
        let Some(seed) = seed(prefix) else { return };
        for section in sections(&seed) {
            sources.entry(section.number).or_default().push_str(&section.source);
        }
    }
    let mut count = 0;
    for game in Rulebook::embedded().games() {
        for edition in game.editions.iter().filter(|edition| edition.sdr.is_some()) {
            let sdr = edition.sdr.as_deref().unwrap();
            let entry = format!("{sdr}, effective {}", in_words(&edition.id.to_string()));
            let source = &sources[&game.section];
            assert!(source.contains(&entry), "{}: no \"{entry}\" in {source}", game.id);
            count += 1;
        }
    }
    assert_eq!(count, 16);
}

/// `2015-07-01` as `July 1, 2015`.
fn in_words(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let parts: Vec<usize> = date.split('-').map(|part| part.parse().unwrap()).collect();
    format!("{} {}, {}", MONTHS[parts[1] - 1], parts[2], parts[0])
}

#[test]
fn prg_8_the_seed_and_the_reserve_that_the_text_states() {
    let (Some(redline), Some(adopted)) = (seed("002"), seed("004")) else { return };
    let progressive = |game: &str, id: &str| {
        let section = Rulebook::embedded().game(game).unwrap().newest();
        let found = section.schedules_of("progressive").find(|schedule| schedule.id == id);
        found.and_then(|schedule| schedule.progressive).unwrap()
    };
    let seeding =
        "The initial meter seeding shall be $1,000 and the meter shall be reseeded at $1,000";
    assert!(adopted.contains(seeding) && redline.replace("\\$", "$").contains(seeding));
    for id in ["paytable-1", "paytable-2"] {
        assert_eq!(plain(progressive("three-card-poker", id).seed), "$1000");
    }
    assert!(redline.contains("^Same payable as \"Pays 2\" but with 5% reserve"));
    assert_eq!(progressive("four-card-poker", "FCCP-3").reserve.to_string(), "5%");
    assert_eq!(progressive("four-card-poker", "FCCP-2").reserve.to_string(), "0%");
}

/// Rulings that the rulebook adds to those it was given, each for a gap they leave.
const OWN_RULINGS: [&str; 52] = [
    "BJ-10", "BJ-11", "BJ-12", "BJ-7", "BJ-8", "BJ-9", "BUS-5", "BUS-6", "BUS-7", "BUS-8", "CS-8",
    "CW-1", "CW-2", "CW-3", "CW-4", "CW-5", "CW-6", "CW-7", "FCP-11", "FCP-8", "FCP-9", "GEN-14",
    "H212-11", "H212-12", "H212-13", "H212-14", "H212-15", "H212-16", "H212-17", "H212-18",
    "IRR-1", "IRR-2", "IRR-3", "IRR-4", "IRR-5", "IRR-6", "LIR-10", "LIR-11", "LIR-9", "MS-4",
    "MS-5", "PEU-1", "PEU-2", "PEU-3", "PEU-4", "PEU-5", "PEU-6", "SS-7", "SS-8", "THB-5", "UTH-7",
    "UTH-8",
];

/// The rulings that the rulebook was given, with their texts on one line and without markup.
fn given_rulings() -> Option<BTreeMap<String, String>> {
    let rulings = std::fs::read_to_string(directory()?.join("../RULINGS.md")).unwrap();
    let mut given: BTreeMap<String, String> = BTreeMap::new();
    let mut id = None;
    for line in rulings.lines().map(|line| line.replace('`', "")) {
        let opens = line.strip_prefix('[').and_then(|rest| rest.split_once("] "));
        if let Some((opened, text)) = opens {
            id = Some(opened.to_owned());
            given.insert(opened.to_owned(), text.to_owned());
        } else if line.is_empty() || line.starts_with('#') {
            id = None;
        } else if let Some(id) = &id {
            let text = given.get_mut(id).unwrap();
            text.push(' ');
            text.push_str(&line);
        }
    }
    Some(given)
}

/// The rulings that the rulebook holds.
fn held_rulings() -> BTreeMap<String, String> {
    let book = Rulebook::embedded();
    let general = book.rulings().iter().cloned();
    let games = book.games().iter().flat_map(|game| game.newest().rulings);
    general.chain(games).map(|ruling| (ruling.id, ruling.says)).collect()
}

#[test]
fn every_ruling_given_is_in_the_rulebook_and_no_other_but_those_listed() {
    let Some(given) = given_rulings() else { return };
    let held = held_rulings();
    let missing: Vec<&String> = given.keys().filter(|id| !held.contains_key(*id)).collect();
    assert!(missing.is_empty(), "not in the rulebook: {missing:?}");
    let own: Vec<&String> = held.keys().filter(|id| !given.contains_key(*id)).collect();
    assert_eq!(own, OWN_RULINGS);
    assert_eq!(given.len(), 123, "counted by hand");
}

/// Rulings that the rulebook has word for word; it puts the others more briefly.
const WORD_FOR_WORD: [&str; 12] = [
    "CS-4", "FCP-5", "GEN-15", "PRG-19", "PRG-21", "PRG-22", "PRG-23", "PRG-24", "PRG-8", "PRG-9",
    "SHF-1", "SHF-2",
];

#[test]
fn rulings_read_as_they_were_given() {
    let Some(given) = given_rulings() else { return };
    let held = held_rulings();
    for id in WORD_FOR_WORD {
        // What follows in PRG-19 is how to test it, and examples.
        let (rule, _) = given[id].split_once(" Test these laws").unwrap_or((&given[id], ""));
        let words: Vec<&str> = rule.split_whitespace().collect();
        assert_eq!(held[id], words.join(" "), "{id}");
    }
}

/// The amounts and percentages of a text.
fn amounts_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| c.is_whitespace() || "();:+/".contains(c));
    let words = words.map(|word| word.trim_end_matches(['.', ',', '"']));
    words.filter(|word| word.starts_with('$') || word.ends_with('%')).collect()
}

#[test]
fn rulings_have_the_amounts_they_were_given() {
    let Some(given) = given_rulings() else { return };
    let held = held_rulings();
    let mut compared = 0;
    for (id, text) in &given {
        // ED-3 lists by name what the editions' own entries say in numbers.
        if id == "ED-3" {
            continue;
        }
        let (rule, _) = text.split_once(" Test these laws").unwrap_or((text, ""));
        assert_eq!(amounts_in(&held[id]), amounts_in(rule), "{id}");
        compared += amounts_in(rule).len();
    }
    assert!(compared > 40, "{compared} amounts were compared");
}
