//! What a release went out with stays as it was: rounds are replayed by the data they were played under.

use rulebook::{Moment, Rulebook};
use sha2::{Digest as _, Sha256};

/// The digest of all files of the current revision. It changes with every edit of `rulebook/*.toml`. Has a release
/// gone out with this revision? Then write what the files read before into `rulebook/former/N.toml`, which makes the
/// edited files revision N + 1; a house with rounds of revision N would not replay otherwise.
const CURRENT: (u32, &str) =
    (3, "2e64056c6ae39763ef4bd4aa358aef3e8a7ad89835d9e268fe54df84e547d86c");

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_current_revision_is_the_one_that_is_held() {
    let mut files: Vec<(&str, &str)> = Rulebook::embedded_files().collect();
    files.sort_unstable();
    let all: Vec<String> =
        files.iter().map(|(name, text)| format!("{} {name}", sha256(text))).collect();
    assert_eq!((Rulebook::revision(), sha256(&all.join("\n")).as_str()), CURRENT);
}

#[test]
fn every_former_file_is_as_it_was() {
    for revision in Rulebook::FIRST_REVISION..Rulebook::revision() {
        let files = Rulebook::files_at(revision);
        let changed: Vec<_> = files.iter().filter(|file| file.sha256.is_some()).collect();
        assert!(!changed.is_empty(), "revision {revision} differs from the next");
        for file in changed {
            assert_eq!(file.sha256.as_deref(), Some(sha256(&file.text).as_str()), "{}", file.name);
        }
        assert!(Rulebook::embedded_at(revision).is_some());
    }
}

#[test]
fn there_is_no_revision_before_the_first_or_after_the_newest() {
    assert!(Rulebook::embedded_at(0).is_none());
    assert!(Rulebook::embedded_at(Rulebook::revision() + 1).is_none());
}

/// In 212 with several players the bets are pulled when the street is dealt [section (9)]; revision 1 pulled them before.
#[test]
fn revision_1_pulls_the_bets_of_212_before_the_street() {
    let at = |revision| {
        let book = Rulebook::embedded_at(revision).unwrap();
        let section = book.game("holdem-212").unwrap().newest();
        section.steps.into_iter().find(|step| step.id == "pull-flop").unwrap().at
    };
    assert_eq!(at(1), Moment::Before("flop".to_owned()));
    assert_eq!(at(2), Moment::BoardTurned(3));
}
