//! `croupier par`, as a floor or a test lab runs it.

use serde_json::Value;

use crate::run::{json, refusal, stdout};

const PAIR_PLUS: [&str; 6] =
    ["par", "three-card-poker", "--wager", "pair-plus", "--schedule", "standard"];

/// The keys of the contract [LAB], and figures that follow from 22,100 hands.
#[test]
fn the_json_has_every_key_of_the_contract() {
    let all = json(&[&PAIR_PLUS[..], &["--json"]].concat());
    let sheet = &all["results"][0];
    for key in ["game", "edition", "wager", "schedule", "method"] {
        assert!(sheet[key].is_string(), "{key}");
    }
    assert!(sheet["options"].is_object());
    let number = |key: &str| sheet[key].as_f64().unwrap_or_else(|| panic!("{key}"));
    for key in ["skewness", "kurtosis", "average_wager"] {
        number(key);
    }
    let edge = 512.0 / 22_100.0;
    for (key, expected) in [
        ("house_edge", edge),
        ("payback", 1.0 - edge),
        ("payback_of_staked", 1.0 - edge),
        ("element_of_risk", edge),
        ("hit", 5_660.0 / 22_100.0),
        ("any_return", 5_660.0 / 22_100.0),
        ("push", 0.0),
    ] {
        assert!((number(key) - expected).abs() < 1e-12, "{key}");
    }
    // The published deviation.
    assert!((number("standard_deviation") - 2.910_646).abs() < 5e-7);
    assert!((number("volatility_index") - 1.645 * number("standard_deviation")).abs() < 1e-12);
    let list = |key: &str| sheet[key].as_array().unwrap().clone();
    let row = list("rows").into_iter().find(|row| row["row"] == "straight flush").unwrap();
    assert!((row["one_in"].as_f64().unwrap() - 22_100.0 / 48.0).abs() < 1e-9);
    assert!((row["gradient"].as_f64().unwrap() + 48.0 / 22_100.0).abs() < 1e-12);
    assert_eq!(list("bands").len(), 15);
    for band in list("bands") {
        let of = |key: &str| band[key].as_f64().unwrap();
        assert!(of("low") < edge && edge < of("high"), "{band}");
        // After a million rounds and more the normal curve is near: within a hundredth of half a band.
        if of("rounds") >= 1e6 {
            assert!((of("low") - of("low_normal")).abs() < 1e-4, "{band}");
            assert!((of("high") - of("high_normal")).abs() < 1e-4, "{band}");
        }
    }
    for key in ["with", "covariance", "correlation"] {
        assert!(list("covariances").iter().all(|one| !one[key].is_null()), "{key}");
    }
    let greatest = list("greatest");
    for key in ["seats", "payout", "chance", "deal"] {
        assert!(greatest.iter().all(|one| !one[key].is_null()), "{key}");
    }
    assert!(greatest[0]["deal"].as_str().unwrap().starts_with("seat 1: "));
    assert!((greatest[0]["chance"].as_f64().unwrap() - 48.0 / 22_100.0).abs() < 1e-15);
}

#[test]
fn the_page_fits_eighty_columns_and_the_csv_has_every_figure() {
    let page = stdout(&PAIR_PLUS);
    for line in page.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    // 60 rounds × $10 × 512 / 22,100 = $13.90.
    assert!(page.contains("$13.90 at 60 rounds an hour, 1 seat, $10 a bet"), "{page}");
    let csv = stdout(&[&PAIR_PLUS[..], &["--csv"]].concat());
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("game,edition,wager,schedule,figure,of,value"));
    for figure in ["payback", "kurtosis", "one_in", "band_low", "covariance", "greatest_payout"] {
        let is_of = |line: &str| line.split(',').nth(4) == Some(figure);
        assert!(csv.lines().any(is_of), "{figure}");
    }
}

/// Bets together: $10 and $5 for 60 rounds.
#[test]
fn named_bets_are_taken_together() {
    let all =
        json(&["par", "three-card-poker", "--bet", "ante=10", "--bet", "pair-plus=5", "--json"]);
    let combined: &Value = &all["combined"];
    let expected = 10.0 * 13_733_780.0 / 407_170_400.0 + 5.0 * 512.0 / 22_100.0;
    assert!((combined["loss"].as_f64().unwrap() - expected).abs() < 1e-9);
    assert!((combined["win_an_hour"].as_f64().unwrap() - 60.0 * expected).abs() < 1e-9);
    // More than apart: both lose on the same hands.
    let apart = ((10.0 * 1.639_253f64).powi(2) + (5.0 * 2.910_646f64).powi(2)).sqrt();
    assert!(combined["standard_deviation"].as_f64().unwrap() > apart);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, says) in [
        (vec!["par", "no-game"], "no game"),
        (vec!["par", "three-card-poker", "--wager", "x"], "it has ante"),
        (vec!["par", "three-card-poker", "--schedule", "x"], "no schedule"),
        (vec!["par", "three-card-poker", "--decks", "6"], "leave out --decks"),
        (vec!["par", "three-card-poker", "--bet", "x=1"], "no wager \"x\""),
        (vec!["par", "three-card-poker", "--bet", "1", "--bet", "2"], "need their wagers"),
        (vec!["par", "three-card-poker", "--bet", "0"], "more than $0"),
        (vec!["par", "three-card-poker", "--bet", "ante=1", "--bet", "ante=2"], "twice"),
        (vec!["par", "three-card-poker", "--bet", "ten"], "as an amount"),
        (vec!["par", "three-card-poker", "--csv", "--json"], "cannot be used with"),
    ] {
        let said = refusal(&args);
        assert!(said.contains(says), "{args:?}: {said}");
    }
}
