//! What a release went out with stays as it was: rounds are replayed by the data they were played under.

use rulebook::{Consequence, Moment, Rulebook};
use sha2::{Digest as _, Sha256};

/// The digest of all files of the current revision, without their felts: how a table is drawn is no part of the rule.
/// It changes with every other edit of `rulebook/*.toml`. Has a release
/// gone out with this revision? Then write what the files read before into `rulebook/former/N.toml`, which makes the
/// edited files revision N + 1; a house with rounds of revision N would not replay otherwise.
const CURRENT: (u32, &str) =
    (3, "d5d3352fc5e780ca36e824d4e77591dff9a11d192cd5fcac0b42e73425cf6567");

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_current_revision_is_the_one_that_is_held() {
    let mut files: Vec<(&str, &str)> = Rulebook::embedded_files().collect();
    files.sort_unstable();
    let all: Vec<String> = files
        .iter()
        .map(|(name, text)| format!("{} {name}", sha256(rulebook::law(text))))
        .collect();
    assert_eq!((Rulebook::revision(), sha256(&all.join("\n")).as_str()), CURRENT);
}

#[test]
fn every_former_file_is_as_it_was() {
    for revision in Rulebook::FIRST_REVISION..Rulebook::revision() {
        let files = Rulebook::files_at(revision);
        let changed: Vec<_> = files.iter().filter(|file| file.sha256.is_some()).collect();
        assert!(!changed.is_empty(), "revision {revision} differs from the next");
        for file in changed {
            assert_eq!(
                file.sha256.as_deref(),
                Some(sha256(&file.as_released()).as_str()),
                "{}",
                file.name
            );
        }
        assert!(Rulebook::embedded_at(revision).is_some());
    }
}

/// Nothing that a round depends on may hide behind the felt, where no digest sees it.
#[test]
fn after_the_heading_of_the_felt_there_is_only_the_felt() {
    let games = Rulebook::embedded_files().filter(|(_, text)| text.contains("\ngame = "));
    for (name, text) in games {
        let felt = text.strip_prefix(rulebook::law(text)).unwrap();
        let tables: Vec<&str> = felt.lines().filter(|line| line.starts_with('[')).collect();
        assert_eq!(tables.first(), Some(&"[felt]"), "{name}");
        let is_felt = |line: &&str| line.starts_with("[[felt.") || *line == "[felt]";
        assert!(tables.iter().all(is_felt), "{name}: {tables:?}");
        assert!(!rulebook::law(text).contains("felt."), "{name}");
    }
}

/// A table of an earlier revision is drawn like one of today.
#[test]
fn every_revision_has_the_felts_of_today() {
    for revision in Rulebook::FIRST_REVISION..Rulebook::revision() {
        for game in Rulebook::embedded_at(revision).unwrap().games() {
            let today = Rulebook::embedded().game(&game.id).unwrap().newest().felt;
            assert_eq!(game.newest().felt, today, "{revision} {}", game.id);
        }
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

/// A dealer's misdeal gives folded antes back [CS-4]; tables of revision 2 play for the progressive only.
#[test]
fn cs_4_revision_2_keeps_the_antes_of_hands_that_folded() {
    let at = |revision| {
        let book = Rulebook::embedded_at(revision).unwrap();
        let section = book.game("caribbean-stud").unwrap().newest();
        let is_dealers = |rule: &&rulebook::IrregularityRule| {
            rule.event.word() == "wrong-number-of-cards" && rule.to.word() == "dealer"
        };
        section.irregularities.iter().find(is_dealers).unwrap().consequence
    };
    assert_eq!(at(2), Consequence::ProgressiveOnly);
    assert_eq!(at(3), Consequence::TableMisdeal);
}

/// The sentence about manual adjustments is struck in six sections [PRG-10]; Four-Card (16)(a)(viii) keeps it.
#[test]
fn prg_10_the_back_out_step_cites_no_struck_sentence() {
    let cites = |game: &str| {
        let section = Rulebook::embedded().game(game).unwrap().newest();
        let step = section.steps.iter().find(|step| step.id == "back-out").unwrap();
        let cited = step.cite.iter().map(|key| section.cite(key).unwrap().to_string());
        cited.collect::<Vec<_>>()
    };
    for game in [
        "three-card-poker",
        "let-it-ride",
        "caribbean-stud",
        "texas-holdem-bonus",
        "mississippi-stud",
        "ultimate-texas-holdem",
    ] {
        assert_eq!(cites(game), ["[PRG-10]"], "{game}");
    }
    let kept = cites("four-card-poker");
    assert_eq!(kept[0], "20:18:16:15.10(16)(a)(viii)", "{kept:?}");
}

/// Buster is played only on tables designated for it, says its first sentence.
#[test]
fn arsd_15_30_07_s1_the_designated_table_is_a_step() {
    let section = Rulebook::embedded().game("buster-blackjack").unwrap().newest();
    let step = section.steps.iter().find(|step| step.at == Moment::TableOpens).unwrap();
    assert!(step.prompt.contains("designated"), "{}", step.prompt);
    let cited = section.cite(&step.cite[0]).unwrap().to_string();
    assert_eq!(cited, "20:18:15:30.07(1)");
}
