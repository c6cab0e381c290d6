//! docs/traceability.md: from every subdivision and ruling to what cites it and to the tests named after it.
//!
//! `CROUPIER_BLESS=1 cargo test -p games --test all traceability` rewrites it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rulebook::{Game, Rulebook, Section};

use crate::documents::{hold, root};

/// The Rust files under a folder, with their text.
fn rust_files(folder: &Path) -> Vec<(PathBuf, String)> {
    let (mut paths, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            files.push((path, text));
        }
    }
    files.sort();
    files
}

/// The folders of all crates.
fn crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

/// The names of all tests of all crates.
fn test_names() -> Vec<String> {
    let mut names = BTreeSet::new();
    let folders = crates().into_iter().flat_map(|own| [own.join("tests"), own.join("src")]);
    for (_, text) in folders.filter(|folder| folder.is_dir()).flat_map(|own| rust_files(&own)) {
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            let function = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
            if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                is_test = true;
            } else if let Some(rest) = function.filter(|_| is_test) {
                names.insert(rest.split(['(', '<']).next().unwrap().to_owned());
                is_test = false;
            }
        }
    }
    names.into_iter().collect()
}

/// How the names of tests about a section begin, and the word for a subdivision in them:
/// `arsd_16_15_02_` and `s8`, or `arsd_15_` and `23` for a section of the chapter.
fn words_of(section: &str, number: &str) -> (String, String) {
    let section = section.strip_prefix("20:18:").unwrap_or(section).replace([':', '.'], "_");
    let word = match number.strip_prefix(':') {
        // :28(3) is `28_s3`.
        Some(own) => own.replace('.', "_").replace('(', "_s").replace(')', ""),
        None => format!("s{}", number.replace(['(', ')'], "")),
    };
    (format!("arsd_{section}_"), word)
}

/// The numbers that a test is about, of those that its section has. A name may give several:
/// `arsd_16_15_14_s8_s11_s14_a_street_...`. Each is credited to the longest number that the section
/// has: `s16a` to (16)(a), or to (16) where the letters have no number of their own; `30_07` to
/// :30.07, never to :30.
fn credited<'a>(name: &str, start: &str, words: &'a [String]) -> Vec<&'a str> {
    let Some(rest) = name.strip_prefix(start) else { return Vec::new() };
    let is_number = |word: &&str| {
        word.strip_prefix('s').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let longest = |begins: &dyn Fn(&str) -> bool| {
        let found = words.iter().map(String::as_str).filter(|word| begins(word));
        found.max_by_key(|word| word.len())
    };
    let of_section = longest(&|word| {
        !word.starts_with('s') && rest.strip_prefix(word).is_some_and(|rest| rest.starts_with('_'))
    });
    // `28_s7_s8` gives :28(7) and :28(8).
    let (chapter, rest) = match of_section.and_then(|word| word.split_once("_s")) {
        Some((chapter, _)) => (format!("{chapter}_"), &rest[chapter.len() + 1..]),
        None => (String::new(), rest),
    };
    let given = rest.split('_').take_while(is_number).filter_map(|given| {
        let given = format!("{chapter}{given}");
        longest(&|word| {
            let letters = given.strip_prefix(word);
            letters.is_some_and(|letters| letters.bytes().all(|byte| byte.is_ascii_lowercase()))
        })
    });
    let mut all: Vec<&str> = of_section.into_iter().chain(given).collect();
    all.dedup();
    all
}

/// The keys of a section's citing entries, each with its kind and name: steps, options, pays and all others.
fn entries(section: &Section) -> Vec<(&'static str, String, Vec<String>)> {
    let mut all = Vec::new();
    let mut add =
        |kind, name: &str, cite: &[String]| all.push((kind, name.to_owned(), cite.to_vec()));
    section.terms.iter().for_each(|one| add("term", &one.key, &one.cite));
    section.wagers.iter().for_each(|one| add("wager", &one.id, &one.cite));
    for (one, side) in section.wagers.iter().filter_map(|one| Some((one, one.side.as_ref()?))) {
        side.at_most.iter().for_each(|most| add("limit", &one.id, &most.cite));
        side.needs.iter().for_each(|needs| add("limit", &one.id, &needs.cite));
        side.lost.iter().for_each(|lost| add("lost", &one.id, &lost.cite));
    }
    section.limits.iter().for_each(|one| add("limit", &one.wagers.join(" + "), &one.cite));
    section.options.iter().for_each(|one| add("option", &one.key, &one.cite));
    section.deals.iter().for_each(|one| add("deal", &one.stage, &one.cite));
    section.play.iter().for_each(|one| add("play", &one.id, &one.cite));
    section.steps.iter().for_each(|one| add("step", &one.id, &one.cite));
    add("order of paying", "", &section.paying.cite);
    section.irregularities.iter().for_each(|one| add("irregularity", one.event.word(), &one.cite));
    section.pays.iter().for_each(|one| add("pay", &one.key, &one.cite));
    section.rakes.iter().for_each(|one| add("rake", "", &one.cite));
    for schedule in &section.schedules {
        for part in &schedule.parts {
            let read = part.rows.iter().filter_map(|row| row.printed.as_ref());
            let read = read.map(|printed| printed.ruling.clone());
            let cite: Vec<String> = part.cite.iter().cloned().chain(read).collect();
            add("schedule", &schedule.id, &cite);
        }
    }
    all
}

/// The games, and the side bets that have sections of their own.
fn sections() -> Vec<&'static Game> {
    let mut all: Vec<&Game> = Rulebook::embedded().games().iter().collect();
    for side in Rulebook::embedded().games().iter().flat_map(Game::side_bets) {
        if !all.iter().any(|known| known.id == side.id) {
            all.push(side);
        }
    }
    all
}

/// The entries that cite a key, by kind: `step deal, burn; pay win`.
fn cited_by_data(section: &Section, key: &str) -> Vec<String> {
    let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
    for (kind, name, cite) in entries(section) {
        if !cite.iter().any(|cited| cited == key) {
            continue;
        }
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => kinds.push((kind, vec![name])),
        }
    }
    let words = kinds.iter().map(|(kind, names)| format!("{kind} {}", names.join(", ")));
    words.map(|words| words.trim_end().to_owned()).collect()
}

/// The keys that a source file cites: what stands in quotes in the calls that resolve citations, never the name of a row
/// or of a stage.
fn cited_keys(text: &str) -> BTreeSet<&str> {
    let mut keys = BTreeSet::new();
    for (call, opens, closes) in
        [("cite(", '(', ')'), ("taken(", '(', ')'), ("Keys {", '{', '}'), ("Ruling(", '(', ')')]
    {
        for (at, _) in text.match_indices(call) {
            let rest = &text[at + call.len()..];
            let mut depth = 1;
            let end = rest.find(|c| {
                depth += i32::from(c == opens) - i32::from(c == closes);
                depth == 0
            });
            let arguments = &rest[..end.unwrap_or(0)];
            // The first argument of `taken` is the name of a row.
            let given = if call == "taken(" { arguments.find("&[").unwrap_or(0) } else { 0 };
            keys.extend(arguments[given..].split('"').skip(1).step_by(2));
        }
    }
    keys
}

/// The source files of the games that cite a game's subdivision: its own, and those that several games share.
fn cited_in_code(game: &Game, key: &str, sources: &[(PathBuf, String)]) -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let book = Rulebook::embedded();
    let is_other = |path: &Path| {
        let others = book.games().iter().filter(|other| other.id != game.id);
        let mut names = others.map(|other| other.id.replace('-', "_"));
        let plain = path.with_extension("");
        let first = plain.components().next().map(|part| part.as_os_str().to_owned());
        names.any(|name| first.as_ref().is_some_and(|first| first == name.as_str()))
    };
    // The blackjack part of 212 is played by blackjack.rs.
    let plays_blackjack = game.section.starts_with("20:18:15") || game.id == "holdem-212";
    let files = sources.iter().filter_map(|(path, text)| {
        let path = path.strip_prefix(&source).ok()?;
        let is_shared = !is_other(path) || (plays_blackjack && path.starts_with("blackjack.rs"));
        (is_shared && cited_keys(text).contains(key)).then(|| path.display().to_string())
    });
    files.collect()
}

/// The source files of any crate that cite a ruling: `games/envy.rs`.
fn ruling_in_code(id: &str, sources: &[(PathBuf, String)]) -> Vec<String> {
    let crates = root().join("crates");
    let (bracketed, quoted) = (format!("[{id}]"), format!("\"{id}\""));
    let files =
        sources.iter().filter(|(_, text)| text.contains(&bracketed) || text.contains(&quoted));
    let shown = files.map(|(path, _)| {
        let own = path.strip_prefix(&crates).unwrap().display().to_string();
        own.replacen("/src/", "/", 1)
    });
    shown.collect()
}

/// The tests about a ruling. A name may give several: `bj_2_bj_6_legal_if_and_only_if_accepted`.
fn tests_of_ruling<'a>(id: &str, names: &'a [String]) -> Vec<&'a str> {
    let word = format!("{}_", id.to_lowercase().replace('-', "_"));
    let is_about = |name: &&String| {
        let mut rest = name.as_str();
        loop {
            if rest.starts_with(&word) {
                return true;
            }
            let mut parts = rest.splitn(3, '_');
            let (Some(_), Some(number), Some(after)) = (parts.next(), parts.next(), parts.next())
            else {
                return false;
            };
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return false;
            }
            rest = after;
        }
    };
    names.iter().filter(is_about).map(String::as_str).collect()
}

/// :30 is surrender and :30.07 is Buster Blackjack: a test of Buster's (1) is not one of surrender's.
#[test]
fn a_test_is_credited_to_the_longest_number_that_it_gives() {
    let chapter = ["28_s7", "28_s8", "29", "30", "30_07", "30_12"].map(str::to_owned);
    for (name, expected) in [
        ("arsd_15_28_s7_s8_hands_with_no_card_or_one", &["28_s7", "28_s8"][..]),
        ("arsd_15_30_a_late_surrender_gives_half_back", &["30"]),
        ("arsd_15_30_07_s1_one_to_eight_decks", &["30_07"]),
        ("arsd_15_30_12_s5_a_tie_loses", &["30_12"]),
        ("arsd_15_3_no_such_number", &[]),
    ] {
        assert_eq!(credited(name, "arsd_15_", &chapter), expected, "{name}");
    }
    let section = ["s1", "s10", "s16", "s16a"].map(str::to_owned);
    for (name, expected) in [
        ("arsd_16_15_14_s1_s16a_two_numbers", &["s1", "s16a"][..]),
        ("arsd_16_15_14_s16b_a_letter_without_a_row", &["s16"]),
        ("arsd_16_15_14_s10_not_the_first", &["s10"]),
        ("arsd_16_15_14_s10_s_is_a_word", &["s10"]),
        ("arsd_16_15_15_s1_another_section", &[]),
    ] {
        assert_eq!(credited(name, "arsd_16_15_14_", &section), expected, "{name}");
    }
}

/// The name of a row, of a stage or of a bet is no citation.
#[test]
fn only_what_is_cited_counts_as_cited() {
    let text = r#"lost: opening.taken("bust", &["reveal", "BUS-2"]), at: "deal", pay: opening.pay("win"),
        cite: section.cite("tips"), keys: Keys { payment: "payment", draw: "draw" }"#;
    let expected = ["BUS-2", "draw", "payment", "reveal", "tips"];
    assert_eq!(cited_keys(text).into_iter().collect::<Vec<_>>(), expected);
}

const HEAD: &str = "# Traceability

From every subdivision and ruling to what cites it and to the tests named after it. \"Cited by\" lists the entries
of the game's rulebook file (steps, options, pays, schedules and the others) whose `cite` has it, and the source files
that resolve it. Made by a test (`crates/games/tests/all/traceability.rs`) and held by it. An empty last column means
that no test bears that number: most such entries are procedure (designated tables, keypads, supervisors, what does not
apply), headings whose letters have the tests, or lettered rows that are tested under their parent or under a ruling.
";
const COLUMNS: &str = "| rule | demands | cited by | tests |\n| --- | --- | --- | --- |\n";

#[test]
fn docs_traceability_goes_from_every_subdivision_to_citation_and_test() {
    let (book, names) = (Rulebook::embedded(), test_names());
    let sources: Vec<(PathBuf, String)> =
        crates().iter().flat_map(|own| rust_files(&own.join("src"))).collect();
    let mut text = HEAD.to_owned();
    let (mut all, mut tested) = (0, 0);
    let mut listed: BTreeSet<String> = book.rulings().iter().map(|one| one.id.clone()).collect();
    for game in sections() {
        let section = game.newest();
        let _ = write!(text, "\n## {}, {}\n\n{COLUMNS}", game.title, game.section);
        let of_game = section.subdivisions.iter().map(|one| words_of(&game.section, &one.number));
        let words: Vec<String> = of_game.map(|(_, word)| word).collect();
        for subdivision in &section.subdivisions {
            let (start, word) = words_of(&game.section, &subdivision.number);
            let is_about = |name: &&String| credited(name, &start, &words).contains(&word.as_str());
            let tests: Vec<&str> = names.iter().filter(is_about).map(String::as_str).collect();
            all += 1;
            tested += usize::from(!tests.is_empty());
            let cite = section.cite(&subdivision.key).unwrap().to_string();
            let cite = match cite.strip_prefix(&game.section) {
                Some("") => "the section",
                own => own.unwrap_or(&cite),
            };
            let mut cited = cited_by_data(&section, &subdivision.key);
            cited.extend(cited_in_code(game, &subdivision.key, &sources));
            let (demands, cited, tests) =
                (&subdivision.demands, cited.join("; "), tests.join("<br>"));
            let _ = writeln!(text, "| {cite} | {demands} | {cited} | {tests} |");
        }
        for ruling in section.rulings.iter().filter(|ruling| listed.insert(ruling.id.clone())) {
            let mut cited = cited_by_data(&section, &ruling.id);
            cited.extend(ruling_in_code(&ruling.id, &sources));
            let (cited, tests) =
                (cited.join("; "), tests_of_ruling(&ruling.id, &names).join("<br>"));
            let _ = writeln!(text, "| [{}] | {} | {cited} | {tests} |", ruling.id, ruling.says);
        }
    }
    let _ = write!(text, "\n## Rulings for every game\n\n{COLUMNS}");
    for ruling in book.rulings() {
        let citing = sections().into_iter().filter(|game| {
            let section = game.newest();
            !cited_by_data(&section, &ruling.id).is_empty()
        });
        let mut cited: Vec<String> = citing.map(|game| format!("{}.toml", game.id)).collect();
        cited.extend(ruling_in_code(&ruling.id, &sources));
        let (cited, tests) = (cited.join("; "), tests_of_ruling(&ruling.id, &names).join("<br>"));
        let _ = writeln!(text, "| [{}] | {} | {cited} | {tests} |", ruling.id, ruling.says);
    }
    let _ = write!(text, "\n{tested} of {all} subdivisions have a test of their own.\n");
    hold(&root().join("docs/traceability.md"), &text);
}
