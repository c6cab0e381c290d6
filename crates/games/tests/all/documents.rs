//! Documents that are made from the tests and the data, and held to them.
//!
//! `CROUPIER_BLESS=1 cargo test -p games --test all documents` rewrites them; read the
//! difference line by line before it is committed.

use std::fs;
use std::path::{Path, PathBuf};

use games::play_recorded;
use rulebook::Rulebook;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a file with what it should say, or writes it when asked to.
#[track_caller]
pub fn hold(path: &Path, expected: &str) {
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
