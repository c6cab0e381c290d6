//! `croupier rules GAME --steps`: the dealer's steps in print and as data.

use rulebook::{Duty, Rulebook};

use crate::run::{json, refusal, stdout};

#[test]
fn the_steps_of_every_edition_are_numbered_cited_and_fit_eighty_columns() {
    for game in Rulebook::embedded().games() {
        for edition in &game.editions {
            let id = edition.id.to_string();
            let section = game.edition_with_side_bets(edition.id).unwrap();
            let text = stdout(&["rules", &game.id, "--steps", "--edition", &id]);
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{} {id}: {line}", game.id);
                assert!(!line.contains(['{', '}']), "{} {id}: {line}", game.id);
            }
            let numbers: Vec<usize> = text
                .lines()
                .filter_map(|line| line.trim_start().split_once(".  ")?.0.parse().ok())
                .collect();
            let all: Vec<usize> = (1..=section.steps.len()).collect();
            assert_eq!(numbers, all, "{} {id}", game.id);
        }
    }
}

#[test]
fn arsd_16_15_03_s2_the_dealer_announces_no_more_bets() {
    let text = stdout(&["rules", "let-it-ride", "--steps"]);
    assert!(text.contains("\"No more bets.\" Close the bets. (2) [GEN-10]"), "{text}");
}

#[test]
fn steps_are_data_of_the_card_and_of_their_own() {
    let own = json(&["rules", "caribbean-stud", "--steps", "--json"]);
    let card = json(&["rules", "caribbean-stud", "--json"]);
    assert_eq!(own["steps"], card["steps"]);
    let steps = own["steps"].as_array().unwrap();
    for step in steps {
        assert!(Duty::from_word(step["duty"].as_str().unwrap()).is_some(), "{step}");
        assert!(!step["cite"].as_array().unwrap().is_empty(), "{step}");
    }
    let no_hand = steps.iter().find(|step| step["id"] == "no-hand").unwrap();
    assert_eq!(no_hand["say"], "No hand.");
    assert_eq!(no_hand["cite"][0], "20:18:16:15.05(13)");
    let diff = ["rules", "caribbean-stud", "--steps", "--diff", "2011-01-10", "proposed"];
    assert!(refusal(&diff).contains("cannot be used with"));
}
