//! Pays changed by the user and schedules of the user's own.

use std::collections::BTreeMap;

use odds::{
    Ask, AskError, Change, Changed, PayLimitError, Silent, Subject, WhatIfError, analyse_changed,
    changed, fraction, own_schedule, percent, schedules, target_edge,
};
use rulebook::{Rulebook, Schedule};

fn subject(game: &str) -> Subject {
    Subject::open(Rulebook::embedded(), game, None, BTreeMap::new()).unwrap()
}

fn first(game: &str, wager: &str) -> Schedule {
    schedules(&subject(game), wager).remove(0)
}

fn edge(game: &str, changed: &Changed) -> odds::Exact {
    let book = Rulebook::embedded();
    let all = analyse_changed(book, &subject(game), changed, &Ask::default(), &Silent).unwrap();
    all[0].house_edge()
}

/// A wager of a game with some pays changed.
fn with(game: &str, wager: &str, changes: &[&str]) -> Result<Changed, WhatIfError> {
    let changes: Vec<Change> = changes.iter().map(|text| change(text)).collect();
    changed(&subject(game), &first(game, wager), &changes)
}

fn change(text: &str) -> Change {
    text.parse().unwrap()
}

/// 1,096 of 22,100 hands are flushes, so each unit less on them costs 1,096/22,100.
#[test]
fn a_changed_row_costs_its_share() {
    let pair_plus = |changes: &[&str]| with("three-card-poker", "pair-plus", changes);
    let three = pair_plus(&["flush=3 to 1"]).unwrap();
    assert_eq!(edge("three-card-poker", &three), fraction(512 + 1_096, 22_100));
    let none = pair_plus(&["flush=nothing"]).unwrap();
    assert_eq!(edge("three-card-poker", &none), fraction(512 + 5 * 1_096, 22_100));
    let push = pair_plus(&["Flush = push"]).unwrap();
    assert_eq!(edge("three-card-poker", &push), fraction(512 + 4 * 1_096, 22_100));
    let both = pair_plus(&["flush=3 to 1", "pair=3 to 2"]).unwrap();
    // 3,744 pairs at a half more.
    assert_eq!(edge("three-card-poker", &both), fraction(512 + 1_096 - 1_872, 22_100));
}

/// A new row goes where it belongs: the four royals are paid above the other straight flushes.
#[test]
fn a_new_row_is_put_in_its_place() {
    let royal = with("three-card-poker", "pair-plus", &["royal flush=50 to 1"]).unwrap();
    assert_eq!(edge("three-card-poker", &royal), fraction(512 - 40, 22_100));
    assert_eq!(royal.schedule.parts[0].rows[0].hand.words(), "royal flush");
}

#[test]
fn changes_that_make_no_sense_are_refused() {
    for (text, message) in [
        ("flushy=3 to 1", "there is no row or pay \"flushy\" here; a row can be "),
        ("flush=100%", "only a progressive can pay \"100%\""),
        ("flush=$5", "only a progressive can pay \"$5\""),
        ("ante-bonus: flush=3 to 1", "standard has no table for ante-bonus; it pays pair-plus"),
        ("win=2 to 1", "\"win\" has no effect on pair-plus"),
        ("royal flush=nothing", "standard has no row \"royal flush\" to remove"),
        ("ante: straight or better=1 to 1", "standard has no table for ante"),
    ] {
        let error = with("three-card-poker", "pair-plus", &[text]).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    for text in ["flush", "=3 to 1", "flush=3", "flush=three to one"] {
        assert!(text.parse::<Change>().is_err(), "{text}");
    }
}

/// The flush of pair plus: its 1,096 hands of 22,100 change the edge by 4.9593% for each 1 to 1, from 512/22,100 =
/// 2.3167% at 4 to 1. So 3% is met at 3.8622 to 1, between 19 to 5 (3.3086%) and 4 to 1.
#[test]
fn the_nearest_postable_odds_are_found() {
    let book = Rulebook::embedded();
    let pair_plus = first("three-card-poker", "pair-plus");
    let subject = subject("three-card-poker");
    for (target, exact, [above, below], nearest) in [
        (
            fraction(3, 100),
            fraction(4 * 1096 * 100 - (3 * 22_100 - 51_200), 1096 * 100),
            ["19 to 5", "4 to 1"],
            "19 to 5",
        ),
        // 6% leaves 3.2573: 16 to 5 gives 6.2842%, 17 to 5 gives 5.2923%.
        (
            fraction(6, 100),
            fraction(4 * 1096 * 100 - (6 * 22_100 - 51_200), 1096 * 100),
            ["16 to 5", "17 to 5"],
            "16 to 5",
        ),
        // A player edge of 1% needs 4.6688: 23 to 5 gives -0.6588%, 24 to 5 gives -1.6507%.
        (
            fraction(-1, 100),
            fraction(4 * 1096 * 100 + 22_100 + 51_200, 1096 * 100),
            ["23 to 5", "24 to 5"],
            "23 to 5",
        ),
        // 512 + 4 x 1,096 of 22,100 is the edge of a push; it is met exactly.
        (fraction(512 + 4 * 1096, 22_100), fraction(0, 1), ["push", "push"], "push"),
        // And without the row the hands lose: 1,096 more.
        (fraction(512 + 5 * 1096, 22_100), fraction(-1, 1), ["nothing", "nothing"], "nothing"),
    ] {
        let free = [change("flush=?")];
        let ask = Ask::default();
        let found = target_edge(book, &subject, &pair_plus, &free, &target, &ask, &Silent).unwrap();
        let target = percent(&target, 2);
        assert_eq!(found.exact, exact, "for {target}");
        assert_eq!(
            [&found.above, &found.below].map(|it| it.pays.to_string()),
            [above, below],
            "for {target}"
        );
        assert_eq!(found.nearest().pays.to_string(), nearest, "for {target}");
        assert!(found.is_straight);
        let again = with("three-card-poker", "pair-plus", &[&format!("flush={nearest}")]).unwrap();
        assert_eq!(found.nearest().analysis.house_edge(), edge("three-card-poker", &again));
    }
    let (target, ask) = (fraction(1, 10), Ask::default());
    let none = target_edge(book, &subject, &pair_plus, &[], &target, &ask, &Silent);
    assert!(matches!(none, Err(WhatIfError::NotOneFree(0))));
}

/// The ante bonus changes what is played; whatever the pay, the odds found are the nearest of all that can be posted.
#[test]
fn the_nearest_postable_odds_are_found_where_the_player_adapts() {
    let book = Rulebook::embedded();
    let ante = first("three-card-poker", "ante");
    let subject = subject("three-card-poker");
    let free = [change("straight flush=?")];
    let target = fraction(3, 100);
    let ask = Ask::default();
    let found = target_edge(book, &subject, &ante, &free, &target, &ask, &Silent).unwrap();
    let distance = |pays: &String| {
        let set = with("three-card-poker", "ante", &[&format!("straight flush={pays}")]).unwrap();
        let difference = edge("three-card-poker", &set) - &target;
        if difference < fraction(0, 1) { -difference } else { difference }
    };
    // Every n to 1, n to 2 and n to 5 up to 20.
    let ladder = [1u32, 2, 5].into_iter().flat_map(|of| (1..20 * of).map(move |n| (n, of)));
    let best = ladder.map(|(n, of)| format!("{n} to {of}")).min_by_key(distance).unwrap();
    let [best, found] = [best, found.nearest().pays.to_string()].map(|pays| distance(&pays));
    assert_eq!(found, best);
}

#[test]
fn a_schedule_of_ones_own_is_read() {
    let text = r#"
game = "three-card-poker"
wager = "pair-plus"
name = "ours"
rows = [
  { hand = "pair", pays = "1 to 1" },
  { hand = "straight flush", pays = "40 to 1" },
]
"#;
    let own = own_schedule(Rulebook::embedded(), "own.toml", text).unwrap();
    // 48 straight flushes win 40, 3,744 pairs 1, the other 18,308 lose.
    assert_eq!(
        edge(&own.game, &Changed::from(own.schedule)),
        fraction(18_308 - 3_744 - 48 * 40, 22_100)
    );
}

#[test]
fn every_problem_of_ones_own_schedule_is_reported() {
    let text = r#"
game = "three-card-poker"
wager = "pair-plus"
seed = "$5"
rows = [
  { hand = "pear", pays = "1 to 1" },
  { hand = "pair", pays = "100%" },
  { hand = "flush", pays = "4 to 1", envy = "$5" },
]
"#;
    let problems = own_schedule(Rulebook::embedded(), "own.toml", text).unwrap_err().to_string();
    for message in [
        "own.toml:1: name: missing",
        "own.toml:4: seed: applies only to a progressive",
        "own.toml:8: rows[3].envy: only a progressive pays envy",
        "own.toml:6: rows[1].hand: there is no row or pay \"pear\" here",
        "own.toml:7: rows[2].pays: only a progressive can pay \"100%\"",
    ] {
        assert!(problems.contains(message), "{message} in\n{problems}");
    }
    let wrong = "game = \"tree-card-poker\"\nwager = \"x\"\nname = \"n\"\nrows = []\n";
    let problem = own_schedule(Rulebook::embedded(), "own.toml", wrong).unwrap_err().to_string();
    assert!(problem.contains("did you mean"), "{problem}");
}

/// A nominal wager of nothing would divide by it.
#[test]
fn prg_7_amounts_of_ones_own_schedule_are_greater_than_zero() {
    for (key, amount) in [("nominal", "$0"), ("nominal", "-$1"), ("seed", "$0"), ("seed", "-$5")] {
        let text = format!(
            "game = \"three-card-poker\"\nwager = \"progressive\"\nname = \"n\"\n{key} = \"{amount}\"\nrows = []\n"
        );
        let problems = own_schedule(Rulebook::embedded(), "own.toml", &text).unwrap_err();
        let said = problems.to_string();
        assert!(said.contains(&format!("own.toml:4: {key}")), "{key} {amount}: {said}");
    }
}

/// Another state's rule pays the ante on a straight or better: 2.0369%, and the rule here on a flush
/// or better: 5.5935% [KNOWN].
#[test]
fn thb_2_the_ante_on_a_straight_or_better() {
    let (game, wager) = ("texas-holdem-bonus", "ante");
    let straight = with(game, wager, &["ante: straight or better=1 to 1"]).unwrap();
    assert_eq!(percent(&edge(game, &straight), 4), "2.0369%");
    let flush = with(game, wager, &["ante: flush or better=1 to 1"]).unwrap();
    assert_eq!(percent(&edge(game, &flush), 4), "5.5935%");
    let error = with(game, wager, &["ante: straight=1 to 1"]).unwrap_err().to_string();
    assert!(error.contains("write \"ante: flush or better\""), "{error}");
}

/// From one deck 16 of the other 51 cards make a blackjack under an ace: at 3 to 1 insurance returns
/// 4 x 16/51, 13/51 more than it costs.
#[test]
fn bj_2_insurance_at_3_to_1() {
    let book = Rulebook::embedded();
    let options = BTreeMap::from([("decks".to_owned(), "1".to_owned())]);
    let subject = Subject::open(book, "blackjack", None, options).unwrap();
    let schedule = schedules(&subject, "insurance").remove(0);
    let three = changed(&subject, &schedule, &[change("insurance=3 to 1")]).unwrap();
    let all = analyse_changed(book, &subject, &three, &Ask::default(), &Silent).unwrap();
    assert_eq!(all[0].house_edge(), fraction(-13, 51));
}

/// Each pay of each section changes the wager that it pays, or is refused by name: only what goes
/// back against a dealer's blackjack is always a push [BJ-3], and a pay that the options do not use.
#[test]
fn gen_2_every_pay_of_a_section_can_be_changed() {
    let book = Rulebook::embedded();
    let mut refused = Vec::new();
    for game in ["blackjack", "three-card-poker", "caribbean-stud", "let-it-ride", "silverado-stud"]
    {
        let subject = subject(game);
        for pay in subject.section().pays.clone() {
            let pays_line = |wager: &&rulebook::Wager| wager.lines.contains(&pay.lines[0]);
            let wager = subject.section().wagers.iter().find(pays_line).unwrap().id.clone();
            let schedule = schedules(&subject, &wager).remove(0);
            let set =
                changed(&subject, &schedule, &[change(&format!("{}=7 to 2", pay.key))]).unwrap();
            match analyse_changed(book, &subject, &set, &Ask::default(), &Silent) {
                Ok(all) => {
                    let as_posted = Changed::from(schedule);
                    assert_ne!(all[0].house_edge(), edge(game, &as_posted), "{game} {}", pay.key);
                }
                Err(error) => {
                    assert!(matches!(error, WhatIfError::NoEffect { .. }), "{error}");
                    refused.push(pay.key);
                }
            }
        }
    }
    assert_eq!(refused, ["blackjack-6-to-5", "dealer-blackjack", "surrender"]);
}

#[test]
fn a_pay_is_changed_once() {
    let twice = with("three-card-poker", "pair-plus", &["flush=3 to 1", "Flush=4 to 1"]);
    assert_eq!(twice, Err(WhatIfError::Twice("flush".to_owned())));
}

/// Pays beyond what a table could post are refused; these panicked.
#[test]
fn gen_8_pays_that_no_table_could_post_are_refused() {
    let book = Rulebook::embedded();
    let game = "ultimate-texas-holdem";
    let refused = |changes: &[&str]| {
        let set = with(game, "ante", changes).unwrap();
        analyse_changed(book, &subject(game), &set, &Ask::default(), &Silent).unwrap_err()
    };
    let no_whole_cents = WhatIfError::Ask(AskError::Pays(PayLimitError::NoWholeCents));
    assert_eq!(refused(&["royal flush=4294967290 to 4294967291"]), no_whole_cents);
    let coprime = [
        "royal flush=1 to 4294967291",
        "straight flush=1 to 4294967279",
        "four of a kind=1 to 4294967231",
        "full house=1 to 4294967197",
        "flush=1 to 4294967189",
    ];
    assert_eq!(refused(&coprime), no_whole_cents);
    let large = "4294967295 to 1".parse().unwrap();
    let too_large = WhatIfError::Ask(AskError::Pays(PayLimitError::TooLarge(large)));
    assert_eq!(refused(&["royal flush=4294967295 to 1"]), too_large);
}

/// A target that no pay reaches is refused in either direction, with or without decisions, and how far it goes is said.
#[test]
fn a_target_out_of_reach_is_refused() {
    let book = Rulebook::embedded();
    let subject = subject("three-card-poker");
    for (wager, free) in [("pair-plus", "straight flush=?"), ("ante", "straight flush=?")] {
        let schedule = first("three-card-poker", wager);
        let free = [change(free)];
        let ask = Ask::default();
        let found = |target: i64| {
            let target = fraction(target, 1);
            target_edge(book, &subject, &schedule, &free, &target, &ask, &Silent)
        };
        let low = found(-1_000_000);
        assert!(matches!(low, Err(WhatIfError::TooLow { .. })), "{wager}: {low:?}");
        let high = found(1);
        assert!(matches!(high, Err(WhatIfError::TooHigh { .. })), "{wager}: {high:?}");
    }
    // Without its 48 straight flushes at 40 to 1 pair plus keeps (512 + 41 x 48) / 22,100 = 11.2217%.
    let pair_plus = first("three-card-poker", "pair-plus");
    let (target, ask) = (fraction(1, 2), Ask::default());
    let free = [change("straight flush=?")];
    let refused = target_edge(book, &subject, &pair_plus, &free, &target, &ask, &Silent);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "no pay brings the edge up to 50.0000%: with nothing it is 11.2217% already"
    );
}
