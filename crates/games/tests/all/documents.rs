//! Documents that are made from the tests and the data, and held to them.
//!
//! `CROUPIER_BLESS=1 cargo test -p games --test all documents` rewrites them; read the
//! difference line by line before it is committed.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use games::play_recorded;
use rulebook::{Game, Rulebook};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a file with what it should say, or writes it when asked to.
#[track_caller]
fn hold(path: &Path, expected: &str) {
    if std::env::var_os("CROUPIER_BLESS").is_some() {
        fs::write(path, expected).unwrap();
        return;
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == expected,
        "{} is not what the round gives:\n{}\nrun CROUPIER_BLESS=1 cargo test -p games --test all \
         documents, and read the difference",
        path.display(),
        difference(&found, expected)
    );
}

/// The first lines that differ.
fn difference(found: &str, expected: &str) -> String {
    let lines = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    match lines {
        Some((found, expected)) => format!("- {found}\n+ {expected}"),
        None => "one ends before the other".to_owned(),
    }
}

fn rounds() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/rounds")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths
}

#[test]
fn the_playthroughs_of_the_recorded_rounds_are_as_they_were_read() {
    let book = Rulebook::embedded();
    for path in rounds() {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let played = play_recorded(book, name, &text).unwrap_or_else(|p| panic!("{p}"));
        hold(&path.with_extension("").with_extension("log"), &played.log_text());
    }
    for game in book.games() {
        let own =
            |path: &&PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with(&game.id);
        assert!(rounds().iter().filter(own).count() >= 2, "{} has recorded rounds", game.id);
    }
}

/// The names of all tests of this crate's integration binary.
fn test_names() -> Vec<String> {
    let mut paths = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all")];
    let mut names = Vec::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if line == "#[test]" {
                is_test = true;
            } else if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
                names.push(rest.split('(').next().unwrap().to_owned());
                is_test = false;
            }
        }
    }
    names.sort();
    names
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
    let given = rest.split('_').take_while(is_number).filter_map(|given| {
        longest(&|word| {
            let letters = given.strip_prefix(word);
            letters.is_some_and(|letters| letters.bytes().all(|byte| byte.is_ascii_lowercase()))
        })
    });
    of_section.into_iter().chain(given).collect()
}

/// The source files that cite a subdivision by its key.
fn cited_in(game: &Game, key: &str) -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let own = game.id.replace('-', "_");
    let quoted = format!("\"{key}\"");
    let mut files = Vec::new();
    for name in [format!("{own}.rs"), "blackjack.rs".to_owned(), "holdem.rs".to_owned()] {
        let is_family = name == format!("{own}.rs") || game.section.starts_with("20:18:15");
        let text = fs::read_to_string(source.join(&name)).unwrap_or_default();
        if is_family && text.contains(&quoted) && !files.contains(&name) {
            files.push(name);
        }
    }
    // What the rulebook's data cites reaches the log through the table it belongs to.
    let section = game.newest();
    let cites = |list: &[String]| list.iter().any(|cited| cited == key);
    let in_data = section.pays.iter().any(|pay| cites(&pay.cite))
        || section.deals.iter().any(|deal| cites(&deal.cite))
        || section.irregularities.iter().any(|irregularity| cites(&irregularity.cite))
        || section.schedules.iter().any(|s| s.parts.iter().any(|part| cites(&part.cite)))
        || section.wagers.iter().any(|wager| cites(&wager.cite))
        || section.limits.iter().any(|limit| cites(&limit.cite));
    if in_data {
        files.push(format!("{}.toml", game.id));
    }
    files
}

/// :30 is surrender and :30.07 is Buster Blackjack: a test of Buster's (1) is not one of surrender's.
#[test]
fn a_test_is_credited_to_the_longest_number_that_it_gives() {
    let chapter = ["29", "30", "30_07", "30_12"].map(str::to_owned);
    for (name, expected) in [
        ("arsd_15_30_a_late_surrender_gives_half_back", &["30"][..]),
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

#[test]
fn docs_traceability_goes_from_every_subdivision_to_code_and_test() {
    let names = test_names();
    let mut text = String::from(
        "# Traceability\n\nFrom every subdivision and ruling to the code that cites it and the tests \
         that bear its name. Made by a\ntest (`crates/games/tests/all/documents.rs`) and held by it. \
         An empty last column means that no test bears that\nnumber: most such entries are procedure \
         (designated tables, keypads, supervisors, what does not apply),\nheadings whose letters have \
         the tests, or lettered rows that are tested under their parent or under a ruling.\n",
    );
    let (mut all, mut tested) = (0, 0);
    for game in Rulebook::embedded().games() {
        let section = game.newest();
        let _ = write!(text, "\n## {}, {}\n\n", game.title, game.section);
        text.push_str("| rule | demands | cited in | tests |\n| --- | --- | --- | --- |\n");
        let of_game = section.subdivisions.iter().map(|one| words_of(&game.section, &one.number));
        let words: Vec<String> = of_game.map(|(_, word)| word).collect();
        for subdivision in &section.subdivisions {
            let (start, word) = words_of(&game.section, &subdivision.number);
            let is_about = |name: &&String| credited(name, &start, &words).contains(&word.as_str());
            let tests: Vec<&str> = names.iter().filter(is_about).map(String::as_str).collect();
            all += 1;
            tested += usize::from(!tests.is_empty());
            let cite = section.cite(&subdivision.key).unwrap().to_string();
            let cite = cite.strip_prefix(&game.section).unwrap_or(&cite);
            let _ = writeln!(
                text,
                "| {cite} | {} | {} | {} |",
                subdivision.demands,
                cited_in(game, &subdivision.key).join(", "),
                tests.join("<br>")
            );
        }
        for ruling in &section.rulings {
            let start = format!("{}_", ruling.id.to_lowercase().replace('-', "_"));
            let tests: Vec<&str> =
                names.iter().filter(|name| name.starts_with(&start)).map(String::as_str).collect();
            let is_own =
                !["GEN", "PRG", "ED", "ODD"].contains(&ruling.id.split('-').next().unwrap());
            if is_own {
                let tests = tests.join("<br>");
                let _ = writeln!(text, "| [{}] | {} | | {tests} |", ruling.id, ruling.says);
            }
        }
    }
    let _ = write!(text, "\n{tested} of {all} subdivisions have a test of their own.\n");
    hold(&root().join("docs/traceability.md"), &text);
}
