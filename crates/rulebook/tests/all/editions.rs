//! Editions, terms, citations, schedules and lines, as the rulings and the design list them.

use rulebook::{Applies, Game, LimitMax, Rulebook, Section, Status, diff};

fn game(id: &str) -> &'static Game {
    Rulebook::embedded().game(id).unwrap_or_else(|| panic!("no {id}"))
}

fn section(id: &str, edition: &str) -> Section {
    game(id).edition(edition.parse().unwrap()).unwrap()
}

/// Every edition of [ED-2], with its citation in the register; nothing for a redline whose
/// adoption is not known.
const EDITIONS: [(&str, &[(&str, &str)]); 14] = [
    (
        "let-it-ride",
        &[("2012-06-18", "38 SDR 213"), ("2015-05-13", "41 SDR 187"), ("2017-04-17", "43 SDR 131")],
    ),
    (
        "three-card-poker",
        &[("2011-12-05", "38 SDR 101"), ("2015-05-13", "41 SDR 187"), ("2015-07-01", "41 SDR 218")],
    ),
    ("silverado-stud", &[("2007-01-29", "33 SDR 125"), ("2015-07-01", "41 SDR 218")]),
    ("holdem-212", &[("2007-01-29", "33 SDR 125")]),
    ("caribbean-stud", &[("2011-01-10", "37 SDR 131"), ("proposed", "")]),
    ("four-card-poker", &[("2011-12-05", "38 SDR 101"), ("proposed", "")]),
    ("texas-holdem-bonus", &[("2011-01-10", "37 SDR 131"), ("proposed", "")]),
    ("mississippi-stud", &[("2011-01-10", "37 SDR 131"), ("proposed", "")]),
    ("ultimate-texas-holdem", &[("2012-04-23", "38 SDR 172"), ("proposed", "")]),
    ("buster-blackjack", &[("2006-10-18", "33 SDR 63"), ("proposed", "")]),
    ("war-blackjack", &[("2014-07-29", "41 SDR 7"), ("proposed", "")]),
    // Of the chapter the seeds have the redline's table of contents.
    ("blackjack", &[("proposed", "")]),
    // Of Casino War and Phil 'em up a part of the text is known, and no date.
    ("casino-war", &[("proposed", "")]),
    ("phil-em-up", &[("proposed", "")]),
];

#[test]
fn ed_2_the_editions_are_those_of_the_source_lines() {
    assert_eq!(Rulebook::embedded().games().len(), EDITIONS.len());
    for (id, editions) in EDITIONS {
        let held: Vec<(String, &str)> = game(id)
            .editions
            .iter()
            .map(|edition| (edition.id.to_string(), edition.sdr.as_deref().unwrap_or_default()))
            .collect();
        let given: Vec<(String, &str)> =
            editions.iter().map(|(d, s)| (d.to_string(), *s)).collect();
        assert_eq!(held, given, "{id}");
        for edition in &game(id).editions {
            let is_adopted = edition.status == Status::Adopted;
            assert_eq!(is_adopted, edition.sdr.is_some(), "{id} {}", edition.id);
        }
    }
}

#[test]
fn ed_1_the_newest_text_is_the_default() {
    for (id, editions) in EDITIONS {
        let (newest, _) = editions[editions.len() - 1];
        assert_eq!(game(id).newest().edition.id.to_string(), newest, "{id}");
    }
}

#[test]
fn arsd_16_15_02_the_edition_in_effect_on_a_date() {
    let on = |date| section("three-card-poker", date).edition.id.to_string();
    assert_eq!(on("2011-12-05"), "2011-12-05");
    assert_eq!(on("2015-05-12"), "2011-12-05");
    assert_eq!(on("2015-05-13"), "2015-05-13");
    assert_eq!(on("2015-06-30"), "2015-05-13");
    assert_eq!(on("2015-07-01"), "2015-07-01");
    assert_eq!(on("2026-01-01"), "2015-07-01");
    // A proposed text is in effect on no date, but can be asked for.
    assert_eq!(section("war-blackjack", "2026-01-01").edition.id.to_string(), "2014-07-29");
    assert_eq!(section("war-blackjack", "proposed").edition.id.to_string(), "proposed");
}

#[test]
fn arsd_16_15_02_before_the_first_edition_there_is_none() {
    let error =
        |id: &str, date: &str| game(id).edition(date.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        error("three-card-poker", "2011-12-04"),
        "three-card-poker has no edition 2011-12-04; it has 2011-12-05, 2015-05-13, 2015-07-01"
    );
    assert_eq!(
        error("holdem-212", "proposed"),
        "holdem-212 has no edition proposed; it has 2007-01-29"
    );
}

#[test]
fn ed_3_the_progressive_bet_and_the_jackpot_procedure() {
    let terms = |id: &str, edition: &str| {
        let section = section(id, edition);
        let term = |key| section.term(key).unwrap_or_default().to_owned();
        [term("progressive-amount"), term("jackpot-procedure")]
    };
    assert_eq!(terms("three-card-poker", "2011-12-05"), ["$1", "j-pot"]);
    assert_eq!(terms("three-card-poker", "2015-05-13"), ["posted", "keypad"]);
    assert_eq!(terms("three-card-poker", "2015-07-01"), ["posted", "keypad"]);
    assert_eq!(terms("let-it-ride", "2012-06-18"), ["$1", "j-pot"]);
    assert_eq!(terms("let-it-ride", "2015-05-13"), ["posted", "keypad"]);
    assert_eq!(terms("let-it-ride", "2017-04-17"), ["posted", "keypad"]);
    // Caribbean's older text has a token and a supervisor who pays, and no J-POT button.
    assert_eq!(terms("caribbean-stud", "2011-01-10"), ["$1", "supervisor"]);
    assert_eq!(terms("caribbean-stud", "proposed"), ["posted", "keypad"]);
    // "$1" is left standing in these [PRG-18].
    for (id, older) in [
        ("four-card-poker", "2011-12-05"),
        ("texas-holdem-bonus", "2011-01-10"),
        ("mississippi-stud", "2011-01-10"),
        ("ultimate-texas-holdem", "2012-04-23"),
    ] {
        assert_eq!(terms(id, older), ["nominal", "j-pot"], "{id}");
        assert_eq!(terms(id, "proposed"), ["nominal", "keypad"], "{id}");
    }
}

/// The limits on all wagers together, as dollars or `posted`.
fn totals(id: &str, edition: &str) -> Vec<String> {
    let limits = section(id, edition).limits;
    let together = limits.into_iter().filter(|limit| limit.applies == Applies::Together);
    let most = |max| match max {
        LimitMax::Posted => "posted".to_owned(),
        LimitMax::Amount(amount) => format!("{amount:#}"),
    };
    together.map(|limit| most(limit.max)).collect()
}

#[test]
fn arsd_16_15_03_s13_the_total_is_100_dollars_and_then_the_posted_limit() {
    assert_eq!(totals("let-it-ride", "2012-06-18"), ["$100"]);
    assert_eq!(totals("let-it-ride", "2015-05-13"), ["$100"]);
    assert_eq!(totals("let-it-ride", "2017-04-17"), ["posted"]);
}

#[test]
fn arsd_16_15_05_the_redline_leaves_100_dollars_standing() {
    assert_eq!(totals("caribbean-stud", "2011-01-10"), ["$100", "posted"]);
    assert_eq!(totals("caribbean-stud", "proposed"), ["$100", "posted"]);
}

#[test]
fn arsd_16_15_02_s15_the_six_card_bonus_comes_in_july_2015() {
    for (edition, is_there) in [("2011-12-05", false), ("2015-05-13", false), ("2015-07-01", true)]
    {
        let section = section("three-card-poker", edition);
        assert_eq!(section.wager("six-card-bonus").is_some(), is_there, "{edition}");
        assert_eq!(section.schedules_of("six-card-bonus").count(), if is_there { 4 } else { 0 });
        assert_eq!(section.cite("six-card-bonus").is_some(), is_there);
        let names_it = |says: &str| says.contains("six card bonus");
        assert_eq!(section.play.iter().any(|step| names_it(&step.says)), is_there);
        assert_eq!(section.paying.seat.contains(&"six-card-bonus".to_owned()), is_there);
    }
}

#[test]
fn arsd_15_30_12_s4_what_a_press_adds() {
    assert_eq!(section("war-blackjack", "2014-07-29").term("press"), Some("winnings-and-wager"));
    assert_eq!(section("war-blackjack", "proposed").term("press"), Some("winnings"));
}

#[test]
fn arsd_15_30_07_s9_the_buster_bonus_is_new_in_the_redline() {
    for (edition, is_there) in [("2006-10-18", false), ("proposed", true)] {
        let section = section("buster-blackjack", edition);
        assert_eq!(section.schedules_of("buster").count(), 18);
        let pays = section.schedules_of("buster").filter(|s| s.part("buster-bonus").is_some());
        assert_eq!(pays.count(), if is_there { 18 } else { 0 }, "{edition}");
        assert_eq!(section.paying.seat.contains(&"buster-bonus".to_owned()), is_there);
    }
}

#[test]
fn arsd_16_15_05_s21_envy_is_new_in_the_redline() {
    assert_eq!(section("caribbean-stud", "2011-01-10").paying.after, ["progressive"]);
    assert_eq!(section("caribbean-stud", "proposed").paying.after, ["progressive", "envy"]);
}

#[track_caller]
fn cited(id: &str, key: &str, expected: &[(&str, &str)]) {
    for (edition, citation) in expected {
        let found = section(id, edition).cite(key).map(|c| c.to_string()).unwrap_or_default();
        assert_eq!(found, *citation, "{id} {edition} {key}");
    }
}

#[test]
fn arsd_16_15_02_s16_the_progressive_moves_from_15() {
    let moved = |tail: &str| {
        let cite = |top: u8| format!("20:18:16:15.02({top}){tail}");
        [cite(15), cite(15), cite(16)]
    };
    for (key, tail) in [("progressive", ""), ("percentage", "(a)(i)"), ("envy", "(b)")] {
        let [first, second, third] = &moved(tail);
        cited(
            "three-card-poker",
            key,
            &[("2011-12-05", first), ("2015-05-13", second), ("2015-07-01", third)],
        );
    }
    cited(
        "three-card-poker",
        "not-applied",
        &[("2015-05-13", "20:18:16:15.02(16)"), ("2015-07-01", "20:18:16:15.02(17)")],
    );
    cited(
        "three-card-poker",
        "j-pot",
        &[("2011-12-05", "20:18:16:15.02(15)(a)(iv)"), ("2015-05-13", ""), ("2015-07-01", "")],
    );
    cited("three-card-poker", "TCP-2", &[("2011-12-05", "[TCP-2]")]);
}

#[test]
fn arsd_16_15_12_s3_is_new_and_all_later_subdivisions_move_on() {
    for (key, older, newer) in [
        ("lock", "", "20:18:16:15.12(3)"),
        ("deal", "20:18:16:15.12(3)", "20:18:16:15.12(4)"),
        ("flop-bet", "20:18:16:15.12(4)(b)", "20:18:16:15.12(5)(b)"),
        ("order", "20:18:16:15.12(16)", "20:18:16:15.12(17)"),
        ("percentage", "20:18:16:15.12(17)(a)(i)", "20:18:16:15.12(18)(a)(i)"),
        ("game-over", "20:18:16:15.12(17)(a)(vii)", "20:18:16:15.12(18)(a)(vii)"),
    ] {
        cited("texas-holdem-bonus", key, &[("2011-01-10", older), ("proposed", newer)]);
    }
}

/// Area and name of everything that differs, the names of one area in one line.
fn changed(id: &str, before: &str, after: &str) -> Vec<String> {
    let mut areas: Vec<(&str, Vec<String>)> = Vec::new();
    for change in diff(&section(id, before), &section(id, after)) {
        assert_ne!(change.before, change.after, "{}", change.name);
        match areas.last_mut().filter(|(area, _)| *area == change.area) {
            Some((_, names)) => names.push(change.name),
            None => areas.push((change.area, vec![change.name])),
        }
    }
    areas.into_iter().map(|(area, names)| format!("{area}: {}", names.join(", "))).collect()
}

#[test]
fn arsd_16_15_02_what_changed_between_editions() {
    assert_eq!(
        changed("three-card-poker", "2011-12-05", "2015-05-13"),
        [
            "term: progressive-amount, jackpot-procedure",
            "option: progressive-wager",
            "procedure: keypad-lock, verify, house-procedure, next-award, end-key, coin-on, j-pot, \
             win-page, run, game-over",
            "subdivision: bets, deal, house-procedure, reset, j-pot, run, game-over, back-out",
        ]
    );
    assert_eq!(
        changed("three-card-poker", "2015-05-13", "2015-07-01"),
        [
            "wager: six-card-bonus",
            "limit: six-card-bonus each",
            "step: settle",
            "order of paying: in a seat",
            "schedule: six-card-bonus TCP-6B1, six-card-bonus TCP-6B2, six-card-bonus TCP-6B3, \
             six-card-bonus TCP-6B4",
            "subdivision: bets, order, fold, unqualified, qualified, six-card-bonus, progressive, \
             progressive-award, percentage, tray, hand-button, house-procedure, reset, game-over, \
             envy, not-applied",
        ]
    );
    assert!(changed("three-card-poker", "2015-07-01", "2015-07-01").is_empty());
}

#[test]
fn arsd_16_15_03_what_changed_between_editions() {
    assert_eq!(
        changed("let-it-ride", "2012-06-18", "2015-05-13"),
        [
            "term: bonus-amount, progressive-amount, jackpot-procedure",
            "limit: bonus each",
            "option: progressive-wager",
            "procedure: verify, house-procedure, next-award, end-key, j-pot, win-page, run, \
             game-over",
            "schedule: progressive PMG-01, progressive PMG-02",
            "subdivision: bets, showdown, progressive, house-procedure, reset, j-pot, run, \
             game-over, back-out",
        ]
    );
    assert_eq!(
        changed("let-it-ride", "2015-05-13", "2017-04-17"),
        [
            "term: total-limit",
            "limit: bet-1, bet-2, bet-3, bonus, three-card-bonus, progressive together",
            "subdivision: payouts, total",
        ]
    );
}

#[test]
fn a_limit_that_both_editions_have_is_no_change() {
    for (id, older) in [("caribbean-stud", "2011-01-10"), ("mississippi-stud", "2011-01-10")] {
        let areas = changed(id, older, "proposed");
        assert!(!areas.iter().any(|area| area.starts_with("limit")), "{id}: {areas:?}");
    }
    assert_eq!(
        changed("war-blackjack", "2014-07-29", "proposed"),
        ["term: press", "procedure: press", "subdivision: press"]
    );
}
