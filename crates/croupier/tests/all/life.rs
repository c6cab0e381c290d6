//! The commands about the life of a progressive, about protection and about sensitivity.

use serde_json::Value;

use crate::run::{json, refusal, stdout};

#[track_caller]
fn near(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap_or(f64::NAN);
    assert!((value / expected - 1.0).abs() < 1e-9, "{value} {expected}");
}

/// CS-10 by hand: of 2,598,960 hands 4 win the meter, 36 a tenth of it, 624 $500, 3,744 $100 and 5,108 $50.
#[test]
fn the_life_of_cs_10_by_hand() {
    let life = json(&["progressive", "caribbean-stud", "--schedule", "CS-10", "--json"]);
    let hands = 2_598_960.0;
    let tray = (624.0 * 500.0 + 3_744.0 * 100.0 + 5_108.0 * 50.0) / hands;
    let seeds = 10_000.0 * 4.0 / hands;
    assert_eq!((&life["game"], &life["schedule"]), (&"caribbean-stud".into(), &"CS-10".into()));
    near(&life["long_run_return"], tray + 0.25 + seeds);
    near(&life["seed_cost"], seeds);
    near(&life["bets_to_top"], 649_740.0);
    // a (S + c / p) with a = 4 / (4 + 3.6).
    let award = 4.0 / 7.6 * (10_000.0 + 0.25 * 649_740.0);
    near(&life["mean_top_award"], award);
    near(&life["zero_edge_contribution"], 1.0 - tray - seeds);
    // Published: $218,047.37.
    near(&life["break_even"][0]["meter"], (hands - tray * hands) / 7.6);
    assert_eq!(life["break_even"][0]["others"], 0);
    let awards = life["awards"].as_array().unwrap();
    assert_eq!(awards.len(), 5);
    assert_eq!(awards[1]["row"], "straight flush");
    near(&awards[0]["mean"], award);
    near(&awards[1]["mean"], award / 10.0);
    near(&awards[1]["bets"], hands / 36.0);
    near(&awards[4]["chance"], 5_108.0 / hands);
    near(&awards[4]["mean"], 50.0);
    // The $5 ante at 5.2243% is asked for by --base.
    let with =
        json(&["progressive", "caribbean-stud", "--schedule", "CS-10", "--base", "5", "--json"]);
    let loss = 5.0 * 1_041_372_912_372.0 / 19_933_230_517_200.0;
    near(&with["break_even"][0]["with_base"], (hands * (1.0 + loss) - tray * hands) / 7.6);
}

/// PMG-01 with four others, each of whom can hold a royal ($1,000) or a straight flush ($300); with a reserve S is
/// S + v / p, and the terms of the command replace the schedule's.
#[test]
fn envy_reserve_and_linked_tables_by_hand() {
    let of = |more: &[&str]| {
        let all =
            [&["progressive", "mississippi-stud", "--schedule", "PMG-01", "--json"], more].concat();
        json(&all)
    };
    let hands = 2_598_960.0;
    let envy = (4.0 * 1_000.0 + 36.0 * 300.0) / hands;
    let (alone, four) = (of(&[]), of(&["--others", "4"]));
    near(&four["envy_part"], envy);
    let more = |key: &str| four[key].as_f64().unwrap() - alone[key].as_f64().unwrap();
    assert!((more("long_run_return") - 4.0 * envy).abs() < 1e-12);
    let even = |life: &Value, others: usize| life["break_even"][others]["meter"].as_f64().unwrap();
    assert!((even(&alone, 0) - even(&alone, 4) - 4.0 * envy * hands / 7.6).abs() < 1e-6);
    let reserved = of(&["--reserve", "5%", "--contribution", "20%", "--seed", "20000"]);
    near(&reserved["mean_top_award"], 4.0 / 7.6 * (20_000.0 + (0.05 + 0.2) * 649_740.0));
    // Of 5 * 40 + 3 * 20 bets, 200 have four others and 60 have two.
    let linked = of(&["--table", "5@40", "--table", "3@20", "--hours", "10"]);
    near(&linked["others"], (200.0 * 4.0 + 60.0 * 2.0) / 260.0);
    assert_eq!(linked["bets_a_day"], 2_600);
    near(&linked["tables"][0]["break_even"], even(&alone, 4));
    near(&linked["tables"][1]["break_even"], even(&alone, 2));
    near(&linked["awards"][0]["days"], 649_740.0 / 2_600.0);
}

#[test]
fn what_cannot_be_asked_of_a_progressive_is_refused() {
    for (args, says) in [
        (&["caribbean-stud", "--schedule", "CS-11"][..], "no schedule \"CS-11\""),
        (&["casino-war"], "no progressive"),
        (&["caribbean-stud", "--contribution", "99%", "--reserve", "2%"], "more than the bet"),
        (&["three-card-poker", "--seed", "5000"], "PRG-8"),
        (&["caribbean-stud", "--table", "5x40"], "SEATS@ROUNDS"),
        (&["caribbean-stud", "--table", "11"], "bettors"),
    ] {
        let said = refusal(&[&["progressive"], args].concat());
        assert!(said.contains(says), "{args:?}: {said}");
    }
}

#[test]
fn the_pages_fit_80_columns() {
    for args in [
        &["progressive", "caribbean-stud", "--schedule", "PMG-01", "--others", "5"][..],
        &[
            "progressive",
            "four-card-poker",
            "--schedule",
            "FCCP-3",
            "--table",
            "5@40",
            "--table",
            "3",
        ],
        &["protect", "three-card-poker", "--sees", "dealer:1"],
        &["protect", "war-blackjack", "--count", "--decks", "6"],
        &["odds", "three-card-poker", "--wager", "ante", "--sensitivity"],
    ] {
        let page = stdout(args);
        let wide = page.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{args:?}\n{page}");
    }
}

#[test]
fn protection_says_what_it_answers() {
    let three = json(&["protect", "three-card-poker", "--sees", "dealer:1", "--json"]);
    assert_eq!((&three["game"], &three["sees"]), (&"three-card-poker".into(), &"dealer:1".into()));
    // Published: +3.483%.
    assert!((three["player_edge"].as_f64().unwrap() - 0.034_83).abs() < 0.000_005, "{three}");
    assert_eq!(three["method"], "exact");
    // Without it 3.3730% is lost.
    assert!((three["without"].as_f64().unwrap() + 13_733_780.0 / 407_170_400.0).abs() < 1e-12);
    for (args, says) in [
        (&["three-card-poker", "--sees", "board:1"][..], "dealer:1 to dealer:3"),
        (&["mississippi-stud", "--sees", "dealer:1"], "board:1 to board:3"),
        (&["phil-em-up", "--sees", "board:1"], "board:3"),
        (&["three-card-poker", "--sees", "dealer"], "dealer:N"),
        (&["three-card-poker"], "--sees"),
        (&["casino-war", "--count", "--wager", "bet"], "not worth counting"),
    ] {
        let said = refusal(&[&["protect"], args].concat());
        assert!(said.contains(says), "{args:?}: {said}");
    }
}

/// Pair plus has no decisions, so a unit more of a row takes its chance: a flush is 1,096 of 22,100 hands.
#[test]
fn sensitivity_is_the_chance_of_a_row() {
    let all = json(&[
        "odds",
        "three-card-poker",
        "--wager",
        "pair-plus",
        "--schedule",
        "standard",
        "--sensitivity",
        "--json",
    ]);
    let result = &all["results"][0];
    let pays = result["sensitivity"].as_array().unwrap();
    let flush = pays.iter().find(|pay| pay["row"] == "flush").unwrap();
    let edge = result["house_edge"].as_f64().unwrap();
    near(&flush["gradient"], -1_096.0 / 22_100.0);
    near(&flush["up"]["house_edge"], edge - 1_096.0 / 22_100.0);
    near(&flush["down"]["house_edge"], edge + 1_096.0 / 22_100.0);
    assert_eq!(flush["up"]["changes_play"], false);
    // A flush at 4 to 1 returns five times the bet, of all that is returned.
    near(&flush["share_of_return"], 5.0 * 1_096.0 / 22_100.0 / (1.0 - edge));
    assert!(
        refusal(&["odds", "three-card-poker", "--wager", "six-card-bonus", "--sensitivity"])
            .contains("one schedule")
    );
}
