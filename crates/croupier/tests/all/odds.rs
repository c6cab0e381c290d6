//! The commands about odds, as a mathematician or a regulator runs them.

use std::fs;

use serde_json::Value;

use crate::run::{croupier, json, refusal, stdout};

fn result(args: &[&str]) -> Value {
    let args: Vec<&str> = ["odds"].iter().chain(args).chain(&["--json"]).copied().collect();
    let all = json(&args);
    let results = all["results"].as_array().unwrap();
    assert_eq!(results.len(), 1, "{args:?}");
    results[0].clone()
}

/// The keys of DESIGN.md, with their kinds.
#[test]
fn the_json_has_every_key_of_the_contract() {
    let ante = result(&["three-card-poker", "--wager", "ante"]);
    for key in ["game", "edition", "wager", "schedule", "house_edge_exact", "method"] {
        assert!(ante[key].is_string(), "{key}");
    }
    for key in [
        "house_edge",
        "element_of_risk",
        "average_wager",
        "standard_deviation",
        "hit_frequency",
        "seconds",
    ] {
        assert!(ante[key].is_f64(), "{key}");
    }
    assert_eq!(ante["deals"], 407_170_400);
    assert_eq!(ante["method"], "exact");
    assert!(ante["options"].is_object());
    // 13,733,780 of 407,170,400 in lowest terms.
    assert_eq!(ante["house_edge_exact"], "686689/20358520");
    let outcomes = ante["outcomes"].as_array().unwrap();
    let deals: u64 = outcomes.iter().map(|row| row["combinations"].as_u64().unwrap()).sum();
    assert_eq!(deals, 407_170_400);
    let returned: f64 = outcomes.iter().map(|row| row["return"].as_f64().unwrap()).sum();
    assert!((returned + ante["house_edge"].as_f64().unwrap()).abs() < 1e-12);
    for row in outcomes {
        assert!(row["row"].is_string() && row["pays"].is_string() && row["probability"].is_f64());
    }
}

/// Lucky Ladies A with six decks is known at 24.709%; with one deck there is no such schedule.
#[test]
fn ll_4_a_side_bet_of_another_section_has_odds_at_blackjack() {
    let ask = ["blackjack", "--wager", "lucky-ladies", "--schedule", "A", "--decks", "6"];
    let ladies = result(&ask);
    assert!((ladies["house_edge"].as_f64().unwrap() - 0.24709).abs() < 0.000_01);
    assert_eq!(ladies["method"], "exact");
    assert_eq!(ladies["options"]["decks"], "6");
    let one = [&["odds"], &ask[..6], &["1"]].concat();
    assert!(refusal(&one).contains("lucky-ladies A is for 2 to 8 decks"));
}

/// The reseeded meter of $1,000 returns 1,000/22,100 on a royal of spades; three other seats win $100
/// once and $25 three times in 22,100 hands each.
#[test]
fn a_progressive_stands_at_its_meter_with_envy() {
    let args = ["three-card-poker", "--wager", "progressive", "--schedule", "paytable-1"];
    let seed = result(&args);
    assert_eq!(seed["meter"], 1000.0);
    assert_eq!(seed["meter_coefficient_exact"], "1/22100");
    let with: Vec<&str> =
        args.iter().chain(&["--meter", "5000", "--seats", "3"]).copied().collect();
    let higher = result(&with);
    let gain = seed["house_edge"].as_f64().unwrap() - higher["house_edge"].as_f64().unwrap();
    assert!((gain - (4_000.0 + 3.0 * 175.0) / 22_100.0).abs() < 1e-12, "{gain}");
    let even = higher["break_even_meter"].as_f64().unwrap();
    let at_even = format!("{even:.6}");
    let even: Vec<&str> =
        args.iter().chain(&["--meter", &at_even, "--seats", "3"]).copied().collect();
    assert!(result(&even)["house_edge"].as_f64().unwrap().abs() < 1e-9);
}

#[test]
fn schedules_stand_side_by_side_best_for_the_player_first() {
    let all = json(&["odds", "three-card-poker", "--wager", "six-card-bonus", "--json"]);
    let edges: Vec<f64> = all["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["house_edge"].as_f64().unwrap())
        .collect();
    assert_eq!(edges.len(), 4);
    assert!(edges.is_sorted(), "{edges:?}");
}

#[test]
fn what_if_changes_rows_and_finds_pays() {
    let three = result(&["three-card-poker", "--wager", "pair-plus", "--pay", "flush=3 to 1"]);
    assert_eq!(three["house_edge_exact"], "402/5525");
    let found = json(&[
        "odds",
        "three-card-poker",
        "--wager",
        "pair-plus",
        "--pay",
        "flush=?",
        "--target-edge",
        "3%",
        "--json",
    ]);
    // 4 to 1 gives 512/22,100; each fifth less adds 1,096/5 of 22,100.
    assert_eq!(found["found"]["pays"], "19 to 5");
    assert_eq!(found["found"]["above"]["pays"], "19 to 5");
    assert_eq!(found["found"]["below"]["pays"], "4 to 1");
    let edge = |of: &str| {
        [
            "odds",
            "three-card-poker",
            "--wager",
            "pair-plus",
            "--pay",
            "flush=?",
            "--target-edge",
            of,
        ]
        .map(str::to_owned)
    };
    let player = edge("-1%");
    let said = stdout(&player.each_ref().map(String::as_str));
    assert!(said.contains("flush at 23 to 5 comes nearest to -1.0000%"), "{said}");
    let high = edge("50%");
    let refused = refusal(&high.each_ref().map(String::as_str));
    assert!(refused.contains("with nothing it is 27.1131% already"), "{refused}");
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("own.toml");
    fs::write(
        &file,
        "game = \"three-card-poker\"\nwager = \"pair-plus\"\nname = \"ours\"\nrows = [{ hand = \"pair\", pays = \"3 to 1\" }]\n",
    )
    .unwrap();
    let own = result(&["--schedule", file.to_str().unwrap()]);
    // 3,744 pairs win 3, the other 18,356 lose: 7,124 of 22,100.
    assert_eq!(own["house_edge_exact"], "137/425");
    assert_eq!(own["schedule"], "ours");
}

#[test]
fn wrong_questions_are_answered_with_what_there_is() {
    for (args, message) in [
        (vec!["odds", "tree-card-poker"], "did you mean three-card-poker?"),
        (
            vec!["odds", "three-card-poker", "--wager", "x"],
            "it has ante, pair-plus, six-card-bonus, progressive",
        ),
        (vec!["odds", "three-card-poker", "--wager", "ante", "--schedule", "x"], "it has standard"),
        (vec!["odds", "--wager", "ante"], "name the game too"),
        (vec!["odds", "three-card-poker", "--decks", "2"], "is dealt from one deck"),
        (
            vec!["odds", "three-card-poker", "--printed"],
            "--printed applies to rows that a ruling reads otherwise",
        ),
        (vec!["odds", "three-card-poker", "--pay", "flush=3 to 1"], "name the wager"),
        (
            vec!["odds", "three-card-poker", "--wager", "pair-plus", "--pay", "flush=?"],
            "--target-edge",
        ),
        (
            vec![
                "odds",
                "three-card-poker",
                "--wager",
                "pair-plus",
                "--pay",
                "flush=?",
                "--target-edge",
                "x",
            ],
            "cannot read \"x\" as an edge",
        ),
        (vec!["odds", "--schedule", "none.toml"], "cannot read none.toml"),
        (
            vec!["strategy", "three-card-poker", "--hand", "Qs 6h"],
            "the player decides with three cards",
        ),
        (vec!["strategy", "three-card-poker", "--hand", "Qs Qs 4d"], "twice"),
        (vec!["strategy", "three-card-poker", "--hand", "Qs 6h 1d"], "1d"),
        (
            vec!["strategy", "three-card-poker", "--cost", "x"],
            "it has q-6-4, mimic-dealer, always-play",
        ),
        (
            vec!["strategy", "three-card-poker", "--wager", "pair-plus"],
            "has no decisions; choose from ante",
        ),
        (vec!["simulate", "three-card-poker", "--schedule", "progressive=x"], "it has paytable-1"),
        (vec!["simulate", "three-card-poker", "--option", "x=1"], "unknown option"),
        (vec!["simulate", "three-card-poker", "--rounds", "0"], "0 is not in 1.."),
        (vec!["report", "three-card-poker", "--rounds", "0"], "0 is not in 1.."),
    ] {
        let said = refusal(&args);
        assert!(said.contains(message), "{args:?}: {said}");
    }
}

/// An option that would change nothing is refused, and the message says where it applies.
#[test]
fn options_without_effect_are_refused() {
    let ante = ["odds", "three-card-poker", "--wager", "ante"];
    let with = |more: &[&'static str]| ante.iter().chain(more).copied().collect::<Vec<&str>>();
    for (args, message) in [
        (
            with(&["--meter", "5000"]),
            "--meter applies to progressive wagers: in three-card-poker, progressive",
        ),
        (with(&["--seats", "3"]), "--seats applies to progressive wagers that pay envy"),
        (
            with(&["--fractions"]),
            "--fractions applies to wagers on blackjack; three-card-poker has none",
        ),
        (
            with(&["--meter", "5000", "--pay", "flush=2 to 1"]),
            "--meter applies to progressive wagers",
        ),
        (with(&["--fractions", "--pay", "flush=2 to 1"]), "cannot be used with"),
        (with(&["--pay", "insurance=2 to 1"]), "there is no row or pay \"insurance\""),
        (vec!["odds", "blackjack", "--meter", "5000"], "blackjack has none"),
        (
            vec!["odds", "let-it-ride", "--wager", "base", "--printed"],
            "in let-it-ride, three-card-bonus",
        ),
        (vec!["odds", "three-card-poker", "--findings", "--meter", "5"], "cannot be used with"),
        (vec!["odds", "three-card-poker", "--findings", "--seats", "5"], "cannot be used with"),
        (vec!["odds", "blackjack", "--decks", "2", "--option", "decks=4"], "number of decks once"),
        (
            vec!["odds", "blackjack", "--wager", "blackjack", "--pay", "surrender=1 for 2"],
            "\"surrender\" has no effect on blackjack under the options posted",
        ),
        (
            vec!["strategy", "three-card-poker", "--hand", "Qs 6h 4d", "--upcard", "Kd"],
            "dealer's cards: 1 given, but the player decides with none",
        ),
        (
            vec!["strategy", "three-card-poker", "--hand", "Qs 6h 4d", "--board", "Kd"],
            "community cards: 1 given, but the player decides with none",
        ),
        (
            vec!["strategy", "three-card-poker", "--hand", "Qs 6h 4d", "--after", "play"],
            "\"play\" cannot come before this decision",
        ),
        (
            vec!["strategy", "blackjack", "--hand", "Th 6h", "--upcard", "Kd", "--board", "2c"],
            "community cards: 1 given",
        ),
    ] {
        let said = refusal(&args);
        assert!(said.contains(message), "{args:?}: {said}");
    }
}

/// Pays that no table could post; the first two panicked.
#[test]
fn gen_8_pays_beyond_any_table_are_refused() {
    let odds = |pays: &[&'static str]| {
        let mut args = vec!["odds", "ultimate-texas-holdem", "--wager", "ante"];
        pays.iter().for_each(|pay| args.extend(["--pay", pay]));
        refusal(&args)
    };
    let fine = odds(&["royal flush=4294967290 to 4294967291"]);
    assert!(fine.contains("no bet up to $1,000 would be paid in whole cents"), "{fine}");
    let coprime = odds(&[
        "royal flush=1 to 4294967291",
        "straight flush=1 to 4294967279",
        "four of a kind=1 to 4294967231",
        "full house=1 to 4294967197",
        "flush=1 to 4294967189",
    ]);
    assert!(coprime.contains("no bet up to $1,000"), "{coprime}");
    let large = odds(&["royal flush=100,000,001 to 1"]);
    assert!(large.contains("the limit is 100,000,000 to 1"), "{large}");
}

/// [BUS-1]: as `simulate` refuses it, and what is shown has the right label.
#[test]
fn bus_1_a_schedule_and_a_dealer_that_contradict_each_other_are_refused() {
    let why = "schedule H1 does not go with a dealer whose soft-17 is stand [BUS-1]";
    let option = ["--option", "soft-17=stand"];
    for args in [
        vec!["odds", "buster-blackjack", "--schedule", "H1"],
        vec![
            "odds",
            "buster-blackjack",
            "--wager",
            "buster",
            "--schedule",
            "H1",
            "--pay",
            "bust with 3 cards=3 to 1",
        ],
        vec!["simulate", "buster-blackjack", "--schedule", "buster=H1", "--rounds", "10"],
    ] {
        let args: Vec<&str> = args.into_iter().chain(option).collect();
        let said = refusal(&args);
        assert!(said.contains(why), "{args:?}: {said}");
    }
    let shown = json(&["odds", "buster-blackjack", "--wager", "buster", "--decks", "1", "--json"]);
    for result in shown["results"].as_array().unwrap() {
        let hits = result["schedule"].as_str().unwrap().starts_with('H');
        assert_eq!(result["options"]["soft-17"], if hits { "hit" } else { "stand" });
    }
}

/// KNOWN.md: 11/155 with three decks, wins and losses being equally likely.
#[test]
fn war_1_shows_the_bet_with_and_without_the_press() {
    let args = ["odds", "war-blackjack", "--wager", "war", "--decks", "3"];
    let both = json(&[&args[..], &["--json"]].concat());
    let both = both["results"].as_array().unwrap();
    assert_eq!(both.len(), 2);
    assert_eq!(both[1]["house_edge_exact"], "11/155");
    assert_eq!(both[1]["options"]["press"], "never");
    assert!(both[0]["options"].get("press").is_none(), "the best press is the default");
    let never = result(&[&args[1..], &["--option", "press=never"]].concat());
    assert_eq!(never["house_edge_exact"], "11/155");
    assert!(stdout(&args).contains("never pressed"));
}

/// Who is counted for envy [PRG-6], and that the player never folds [ODD-5].
#[test]
fn prg_6_seats_say_what_they_count() {
    let three = stdout(&[
        "odds",
        "three-card-poker",
        "--wager",
        "progressive",
        "--schedule",
        "paytable-1",
        "--seats",
        "3",
    ]);
    assert!(three.contains("3 other seats that bet the progressive [PRG-6]"), "{three}");
    let args = ["odds", "texas-holdem-bonus", "--wager", "progressive", "--seats", "1"];
    let bonus = stdout(&args);
    assert!(bonus.contains("1 other seat with a hand, whether it bets or not [PRG-6]"), "{bonus}");
    assert!(
        bonus.contains("For a player who never folds: a fold loses the progressive"),
        "{bonus}"
    );
}

#[test]
fn bj_2_strategy_names_the_decks_and_what_values_assume() {
    let charts = stdout(&["strategy", "blackjack"]);
    assert!(charts.lines().next().unwrap().contains("6 decks"), "{charts}");
    let values =
        stdout(&["strategy", "blackjack", "--decks", "1", "--hand", "Th 6h", "--upcard", "Kd"]);
    assert!(values.lines().next().unwrap().contains("1 deck"), "{values}");
    for text in [charts, values] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("Values assume that the dealer has no blackjack"), "{text}");
    }
}

/// Grids say what their axes are, fit the page, and color an action alike in every game.
#[test]
fn grids_have_captions_and_one_color_for_each_action() {
    let blackjack = stdout(&["strategy", "blackjack", "--color", "always"]);
    let war = stdout(&["strategy", "war-blackjack", "--color", "always"]);
    for text in [&blackjack, &war] {
        assert!(text.contains("Down: your hand. Across: dealer's card."));
        // A stand is blue.
        assert!(text.contains("\u{1b}[34mS\u{1b}[0m"));
    }
    assert!(war.contains("PRESS OR TAKE"));
    assert!(war.contains("Down: your first card. Across: dealer's card."));
    let mississippi = stdout(&["strategy", "mississippi-stud", "--color", "always"]);
    let four = stdout(&["strategy", "four-card-poker", "--color", "always"]);
    for text in [mississippi, four] {
        // A fold is red.
        assert!(text.contains("\u{1b}[31mF\u{1b}[0m"), "{text}");
    }
}

/// Q-6-4 against 18,424 dealer's hands, counted by a plain loop elsewhere, loses 18,302 antes of
/// 18,424: -9,151/9,212.
#[test]
fn strategy_values_a_hand_and_a_simple_rule() {
    let hand = json(&["strategy", "three-card-poker", "--hand", "Qs 6h 4d", "--json"]);
    assert_eq!(hand["choices"][0]["action"], "play");
    assert_eq!(hand["choices"][0]["value_exact"], "-9151/9212");
    assert_eq!(hand["choices"][1]["value_exact"], "-1/1");
    let cost = json(&["strategy", "three-card-poker", "--cost", "q-6-4", "--json"]);
    assert_eq!(cost["cost"], 0.0, "the rule is optimal");
    let always = json(&["strategy", "three-card-poker", "--cost", "always-play", "--json"]);
    assert!(always["cost"].as_f64().unwrap() > 0.04);
    assert!(stdout(&["strategy", "three-card-poker"]).contains("Play Q-6-4 or better."));
}

#[test]
fn simulation_is_the_same_on_any_number_of_threads() {
    let play = |threads| {
        let mut played = json(&[
            "simulate",
            "three-card-poker",
            "--rounds",
            "40000",
            "--seed",
            "5",
            "--threads",
            threads,
            "--json",
        ]);
        for key in ["seconds", "rounds_per_second", "threads"] {
            played.as_object_mut().unwrap().remove(key);
        }
        played
    };
    assert_eq!(play("1"), play("2"));
}

/// The printed reading of [LIR-3] hands the player the edge; the findings say so.
#[test]
fn findings_tell_a_regulator_what_is_odd() {
    let found = json(&["odds", "let-it-ride", "--findings", "--json"]);
    let all = found["findings"].as_array().unwrap();
    let has = |schedule: &str, kind: &str| {
        all.iter().any(|finding| {
            finding["wager"] == "three-card-bonus"
                && finding["schedule"] == schedule
                && finding["kind"] == kind
                && finding["options"]["printed"] == "true"
        })
    };
    for schedule in ["B", "C", "D"] {
        assert!(has(schedule, "player-edge"), "{schedule}: a pair at 25 to 1");
    }
    assert!(!has("A", "player-edge"));
    let dominated = json(&["odds", "three-card-poker", "--findings", "--json"]);
    // TCP-6B2 pays a flush 15 where TCP-6B1 pays 20, and the rest alike.
    assert!(
        dominated["findings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|finding| { finding["schedule"] == "TCP-6B2" && finding["kind"] == "dominated" })
    );
}

/// War's edition of 2014 presses the wager too [WAR-3]: 5.04% to the player with eight decks, 7.05% with one. What gives
/// the player most comes first.
#[test]
fn findings_cover_every_edition_and_begin_with_the_largest_player_edge() {
    let found = json(&["odds", "war-blackjack", "--findings", "--json"]);
    let all = found["findings"].as_array().unwrap();
    let edges: Vec<(&str, &str, f64)> = all
        .iter()
        .take_while(|finding| finding["kind"] == "player-edge")
        .map(|finding| {
            let says = finding["says"].as_str().unwrap();
            let percent = says.rsplit(' ').next().unwrap().trim_end_matches('%');
            let decks = finding["options"]["decks"].as_str().unwrap();
            (finding["editions"][0].as_str().unwrap(), decks, percent.parse().unwrap())
        })
        .collect();
    assert!(edges.windows(2).all(|pair| pair[0].2 >= pair[1].2), "{edges:?}");
    let rest = all.iter().skip(edges.len());
    assert!(rest.filter(|finding| finding["kind"] == "player-edge").count() == 0);
    let of_2014 = |decks: &str| {
        let of = edges.iter().find(|edge| edge.0 == "2014-07-29" && edge.1 == decks);
        format!("{:.2}", of.unwrap().2)
    };
    assert_eq!(edges[0].0, "2014-07-29");
    assert_eq!([of_2014("8"), of_2014("1")], ["5.04", "7.05"]);
    let one = json(&["odds", "war-blackjack", "--findings", "--edition", "proposed", "--json"]);
    let mut one = one["findings"].as_array().unwrap().iter();
    assert!(one.all(|finding| finding["editions"] == serde_json::json!(["proposed"])));
}

/// Blackjack is solved in doubles: no fraction is printed that is none. Insurance is counted.
#[test]
fn a_simulation_prints_fractions_of_what_was_computed_in_fractions() {
    let played = json(&["simulate", "blackjack", "--rounds", "200", "--json"]);
    for estimate in played["estimates"].as_array().unwrap() {
        let has_fraction = estimate.get("exact_fraction").is_some();
        assert_eq!(has_fraction, estimate["wager"] != "blackjack", "{estimate}");
        assert!(estimate["p"].is_number() && estimate["chi_square"].is_number(), "{estimate}");
    }
}

/// Of 60 hands with this seed one wins the meter, which comes once in 22,100: so few cannot be told from a wrong figure.
/// The estimates are printed all the same.
#[test]
fn rounds_that_contradict_the_figures_are_a_negative_answer() {
    let schedule = "progressive=paytable-1";
    let args = ["simulate", "three-card-poker", "--schedule", schedule, "--rounds", "60", "--json"];
    let found = croupier(&[&args[..], &["--seed", "25"]].concat());
    assert_eq!(found.status.code(), Some(1));
    let told = String::from_utf8(found.stderr).unwrap();
    assert!(told.contains("three-card-poker progressive paytable-1"), "{told}");
    let printed: Value = serde_json::from_slice(&found.stdout).unwrap();
    let of = |estimate: &&Value| estimate.get("contradicts").is_some();
    let failed: Vec<&Value> = printed["estimates"].as_array().unwrap().iter().filter(of).collect();
    assert!(failed.len() == 1 && failed[0]["wager"] == "progressive", "{printed}");
}

/// Findings show both readings of the FCCP schedules [FCP-5].
#[test]
fn fcp_5_findings_show_both_readings() {
    let found = json(&["odds", "four-card-poker", "--findings", "--json"]);
    let all = found["findings"].as_array().unwrap();
    let of = |reading: Option<&str>| {
        let is_it = |finding: &&Value| {
            finding["schedule"].as_str().is_some_and(|id| id.starts_with("FCCP-"))
                && finding["options"]["fccp-cards"].as_str() == reading
        };
        all.iter().filter(is_it).count()
    };
    assert!(of(None) > 0, "four cards: {found}");
    assert!(of(Some("five")) > 0, "five cards: {found}");
}

/// What is computed in doubles is not called exact, and the other way around.
#[test]
fn figures_say_how_they_were_computed() {
    for (game, wager, options, method) in [
        ("three-card-poker", "ante", &[][..], "exact"),
        ("blackjack", "blackjack", &["--option", "decks=6"][..], "in doubles"),
    ] {
        let question = [&["odds", game, "--wager", wager], options].concat();
        let found = json(&[&question[..], &["--json"]].concat());
        assert_eq!(found["results"][0]["method"], method, "{game}");
        let text = stdout(&question).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!text.contains("exact, in doubles"), "{text}");
        assert_eq!(text.contains("in double precision"), method == "in doubles", "{text}");
    }
}

/// Judged on seven cards, the multi-link schedules return several times the stake [PRG-17].
#[test]
fn prg_17_findings_flag_pmg_on_seven_cards() {
    let found = json(&["odds", "texas-holdem-bonus", "--findings", "--json"]);
    let on_seven: Vec<String> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| {
            finding["options"]["pmg-cards"] == "7" && finding["kind"] == "player-edge"
        })
        .map(|finding| format!("{} {}", finding["schedule"], finding["says"]))
        .collect();
    // 7-card counts times pays over 133,784,560 is 36,353,727/6,689,228. PMG-02 at $5 has a seed of
    // $50,000 [PRG-8]: the same for each dollar.
    assert_eq!(
        on_seven,
        [
            "\"PMG-01\" \"the player has an edge of 443.4667%\"",
            "\"PMG-02\" \"the player has an edge of 443.4667%\"",
        ]
    );
}

#[test]
fn prg_7_odds_take_a_posted_progressive_wager() {
    let odds = |posted: &str, schedule: &str| {
        let option = format!("progressive-wager={posted}");
        json(&[
            "odds", "caribbean-stud", "--schedule", schedule, "--option", &option, "--json",
        ])["results"][0]
            .clone()
    };
    // CS-10 at $5: its "$" rows and its seed are five times as much, so nothing changes per unit.
    let [one, five] = ["1", "5"].map(|posted| odds(posted, "CS-10"));
    assert_eq!(one["house_edge_exact"], five["house_edge_exact"]);
    assert_eq!((&five["posted_wager"], &five["seed"]), (&5.0.into(), &50_000.0.into()));
    let refused = refusal(&[
        "odds",
        "caribbean-stud",
        "--schedule",
        "PMG-02",
        "--option",
        "progressive-wager=2",
    ]);
    assert!(refused.contains("PMG-02 cannot be posted at a wager of 2"), "{refused}");
}

#[test]
fn a_report_is_one_page_without_outside_parts() {
    let directory = tempfile::tempdir().unwrap();
    let [page, table] = ["r.html", "r.csv"].map(|name| directory.path().join(name));
    let output = croupier(&[
        "report",
        "three-card-poker",
        "--rounds",
        "20000",
        "--out",
        page.to_str().unwrap(),
        "--csv",
        table.to_str().unwrap(),
    ]);
    assert!(output.status.success());
    let html = fs::read_to_string(&page).unwrap();
    for part in ["<svg", "3.372981%", "407,170,400", "Q-6-4", "20:18:16:15.02", "SHA-256"] {
        assert!(html.contains(part), "{part}");
    }
    for outside in ["http://", "https://", "<script", "<link", "@import"] {
        assert!(!html.contains(outside), "{outside}");
    }
    let csv = fs::read_to_string(&table).unwrap();
    assert_eq!(csv.lines().next().unwrap().split(',').count(), 11);
    assert!(
        csv.lines().any(
            |line| line.contains(",pair-plus,") && line.contains(",straight flush,40 to 1,48,")
        )
    );
}

/// The rows of the HTML tables with a class, without the heads: a long one goes on under its head on another page.
fn rows(html: &str, class: &str) -> Vec<Vec<String>> {
    let start = format!("<table class=\"rt {class}\">");
    let tables = html.split(&start).skip(1);
    let bodies =
        tables.map(|table| &table[table.find("<tbody>").unwrap()..table.find("</tbody>").unwrap()]);
    let cell = |cell: &str| {
        let text = &cell[cell.find('>').unwrap() + 1..];
        text[..text.find("</t").unwrap()].to_owned()
    };
    let row = |row: &str| {
        let cells = row.split("<t").filter(|part| part.starts_with("h ") || part.starts_with('d'));
        cells.map(cell).collect()
    };
    bodies.flat_map(|body| body.split("<tr").skip(1).map(row).collect::<Vec<_>>()).collect()
}

/// The table of checks has every schedule, and its columns follow from each other: the difference is
/// mean minus exact, and divided by the standard error it is z.
#[test]
fn the_checks_of_a_report_are_complete_and_consistent() {
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("r.html");
    let game = "three-card-poker";
    let args = ["report", game, "--rounds", "3000", "--out", page.to_str().unwrap()];
    assert!(croupier(&args).status.success());
    let html = fs::read_to_string(&page).unwrap();
    let rows = rows(&html, "checks");
    let number = |cell: &str| cell.replace(',', "").parse::<f64>().unwrap();
    for row in &rows {
        let [_, _, _, bets, mean, exact, difference, error, apart, _, _, p, result] =
            row.as_slice()
        else {
            panic!("{row:?}");
        };
        assert!(number(bets) > 0.0, "{row:?}");
        assert!((number(mean) - number(exact) - number(difference)).abs() < 2e-6, "{row:?}");
        let quotient = number(difference) / number(error);
        assert!((quotient - number(apart)).abs() < 0.006, "{row:?}");
        assert!((0.0..=1.0).contains(&number(p)), "{row:?}");
        assert_eq!(result, "pass", "{row:?}");
    }
    for (wager, schedules) in [
        ("Ante and play", &["standard"][..]),
        ("Pair plus", &["standard"]),
        ("Six card bonus", &["TCP-6B1", "TCP-6B2", "TCP-6B3", "TCP-6B4"]),
        ("Progressive", &["paytable-1", "paytable-2"]),
    ] {
        for schedule in schedules {
            let is_there =
                |row: &Vec<String>| row[1].eq_ignore_ascii_case(wager) && row[2] == *schedule;
            assert!(rows.iter().any(is_there), "{wager} {schedule}");
        }
    }
    assert!(html.contains("that the bet itself adds to it [PRG-1]"));
}

/// Written again with the same command on the same day, a report has the same bytes; with another seed, other rounds.
#[test]
fn a_report_is_reproducible() {
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("r.html");
    let written = |seed: &str| {
        let out = page.to_str().unwrap();
        let args = ["report", "let-it-ride", "--rounds", "2000", "--seed", seed, "--out", out];
        assert_eq!(croupier(&args).status.code(), Some(0));
        let html = fs::read_to_string(&page).unwrap();
        // Midnight may pass between two of them.
        let (before, after) = html.split_once("<dt>Date</dt>").unwrap();
        format!("{before}{}", after.split_once("</dd>").unwrap().1)
    };
    let first = written("7");
    assert_eq!(first, written("7"));
    assert_ne!(rows(&first, "checks"), rows(&written("8"), "checks"));
}

/// The title page says what was analyzed, and only rulings that a figure uses are printed.
#[test]
fn a_report_says_what_it_is_about() {
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("r.html");
    let out = page.to_str().unwrap();
    let args =
        ["report", "caribbean-stud", "--rounds", "2000", "--author", "A. Analyst", "--out", out];
    // Two thousand rounds are few for a jackpot of $50,000, so a check may fail.
    assert!(matches!(croupier(&args).status.code(), Some(0 | 1)));
    let html = fs::read_to_string(&page).unwrap();
    for part in [
        "True odds, payout odds and advantage of every wager",
        "ARSD 20:18:16:15.05",
        "A. Analyst",
        "croupier report caribbean-stud --rounds 2000 --author &#39;A. Analyst&#39;",
        "progressive-wager: nominal",
        "decks: 1",
        "Rulings that the figures use",
        "<dt>PRG-1</dt>",
        "<dt>ODD-1</dt>",
    ] {
        assert!(html.replace('\'', "&#39;").contains(part), "{part}");
    }
    // How an award is backed out is no matter of a figure.
    assert!(!html.contains("<dt>PRG-10</dt>"));
}

#[test]
fn all_reports_are_written_with_an_index() {
    let directory = tempfile::tempdir().unwrap();
    let [out, book] = ["reports", "book"].map(|name| directory.path().join(name));
    let [to, from] = [&out, &book].map(|path| path.to_str().unwrap());
    // A rulebook of three games, so that it takes seconds.
    stdout(&["rulebook", "export", from]);
    let kept = ["general", "three-card-poker", "mississippi-stud", "blackjack"];
    for file in fs::read_dir(&book).unwrap().map(|file| file.unwrap().path()) {
        if !kept.iter().any(|name| file.file_stem().unwrap() == *name) {
            fs::remove_file(file).unwrap();
        }
    }
    let args = ["report", "--all", "--rounds", "50", "--out", to, "--rulebook", from];
    // Fifty rounds are few for jackpots, so a check may fail.
    assert!(matches!(croupier(&args).status.code(), Some(0 | 1)));
    let index = fs::read_to_string(out.join("index.html")).unwrap();
    let games = json(&["games", "--json", "--rulebook", from]);
    assert_eq!(games["games"].as_array().unwrap().len(), 3);
    for game in games["games"].as_array().unwrap() {
        let file = format!("{}.html", game["id"].as_str().unwrap());
        assert!(index.contains(&format!("href=\"{file}\"")), "{file}");
        assert!(fs::read_to_string(out.join(&file)).unwrap().contains("Conclusion"), "{file}");
    }
    let refused = refusal(&["report", "--all", "--decks", "2"]);
    assert!(refused.contains("cannot be used with"), "{refused}");
    let refused = refusal(&["report"]);
    assert!(refused.contains("<GAME>"), "{refused}");
}

/// Charts are printed as rules, and rules are priced.
#[test]
fn rules_of_ones_own_are_printed_and_priced() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("mine.txt");
    let path = file.to_str().unwrap();
    fs::write(&file, stdout(&["strategy", "let-it-ride", "--as-rules"])).unwrap();
    let same = json(&["strategy", "let-it-ride", "--rules", path, "--json"]);
    assert_eq!((&same["cost"], &same["mistakes"]), (&0.0.into(), &serde_json::json!([])));
    // KNOWN: Q-6-4 or better costs nothing, and playing every hand has an edge of 7.65%.
    fs::write(&file, "Play every hand.\n").unwrap();
    let blind = stdout(&["strategy", "three-card-poker", "--rules", path]);
    assert!(blind.contains("7.65"), "{blind}");
    assert!(blind.lines().all(|line| line.chars().count() <= 80), "{blind}");
    fs::write(&file, "Play Q-6-4 or better.\nFolt the rest.\n").unwrap();
    let refused = refusal(&["strategy", "three-card-poker", "--rules", path]);
    assert!(refused.contains("line 2: \"Folt\" is no choice here"), "{refused}");
    let missing = refusal(&["strategy", "three-card-poker", "--rules", "/nowhere/mine.txt"]);
    assert!(missing.contains("cannot read the rules in /nowhere/mine.txt"), "{missing}");
}

#[test]
fn odds_fit_eighty_columns() {
    for args in [
        vec!["odds", "three-card-poker"],
        vec!["odds", "three-card-poker", "--wager", "ante"],
        vec!["odds", "let-it-ride"],
        vec!["odds", "ultimate-texas-holdem", "--wager", "ante", "--schedule", "UTH-01"],
        vec!["strategy", "three-card-poker"],
        vec!["strategy", "mississippi-stud"],
        vec!["strategy", "four-card-poker"],
        vec!["strategy", "war-blackjack"],
        vec!["simulate", "three-card-poker", "--rounds", "1000"],
    ] {
        for line in stdout(&args).lines() {
            assert!(line.chars().count() <= 80, "{args:?}: {line}");
        }
    }
}
