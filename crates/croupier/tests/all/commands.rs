//! The first commands: games, rules, rank, rulebook, completions, man.

use std::fs;
use std::process::Command;

use rulebook::Rulebook;

use crate::run::{croupier, json, refusal, stdout};

const GAMES: [&str; 14] = [
    "let-it-ride",
    "three-card-poker",
    "caribbean-stud",
    "silverado-stud",
    "four-card-poker",
    "texas-holdem-bonus",
    "mississippi-stud",
    "ultimate-texas-holdem",
    "holdem-212",
    "blackjack",
    "buster-blackjack",
    "war-blackjack",
    "casino-war",
    "phil-em-up",
];

#[test]
fn games_lists_them_all() {
    let games = json(&["games", "--json"]);
    let ids: Vec<&str> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), GAMES.len());
    let text = stdout(&["games"]);
    for game in GAMES {
        assert!(ids.contains(&game), "{game}");
        assert!(text.contains(game), "{game}");
    }
}

#[test]
fn every_card_of_every_edition_fits_eighty_columns() {
    for game in Rulebook::embedded().games() {
        for edition in &game.editions {
            let id = edition.id.to_string();
            let text = stdout(&["rules", &game.id, "--edition", &id]);
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{} {id}: {line}", game.id);
            }
            for subdivision in &game.edition(edition.id).unwrap().subdivisions {
                let words = subdivision.demands.split_whitespace().next().unwrap();
                assert!(text.contains(words), "{} {id} {}", game.id, subdivision.number);
            }
            let card = json(&["rules", &game.id, "--edition", &id, "--json"]);
            assert_eq!(card["edition"]["id"], id);
        }
    }
    for line in stdout(&["games"]).lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn arsd_16_15_02_s15_the_card_shows_the_six_card_bonus() {
    let text = stdout(&["rules", "three-card-poker"]);
    let line = |start: &str| {
        let found = text.lines().skip_while(|line| !line.contains("TCP-6B1     "));
        let line = found.map(str::trim).find(|line| line.starts_with(start)).unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("royal flush"), "royal flush 1,000 to 1 1,000 to 1 1,000 to 1 1,000 to 1");
    assert_eq!(line("three of a kind"), "three of a kind 5 to 1 5 to 1 8 to 1 7 to 1");
    let older = stdout(&["rules", "three-card-poker", "--edition", "2015-06-30"]);
    assert!(older.contains("Edition 2015-05-13 (41 SDR 187, adopted)"));
    assert!(!older.contains("six-card-bonus"), "it came with the edition of 2015-07-01");
}

#[test]
fn lir_3_the_card_shows_the_printed_pay_beside_the_one_read() {
    let text = stdout(&["rules", "let-it-ride"]);
    assert!(text.contains("printed: 25 to 1; read as 1 to 1 [LIR-3]"), "{text}");
    assert!(text.contains("printed: left blank; read as 1 to 1 [LIR-3]"));
}

/// Every schedule of every section stands over a column of each of its tables, in print and in JSON,
/// also where it pays the same as another. Silverado's A-C and A2-A2, FCP-02 to 07's automatic bonus
/// and UTH-02 to 04's blind do.
#[test]
fn ss_1_fcp_3_uth_4_the_card_names_every_schedule_of_every_table() {
    for game in Rulebook::embedded().games() {
        let section = game.newest();
        let card = json(&["rules", &game.id, "--json"]);
        let tables = card["tables"].as_array().unwrap();
        let shown = |lines: &[String], id: &str| {
            tables.iter().filter(|table| table["lines"] == serde_json::json!(lines)).any(|table| {
                let columns = table["schedules"].as_array().unwrap();
                columns.iter().any(|c| c["id"] == id && !c["rows"].as_array().unwrap().is_empty())
            })
        };
        let text = stdout(&["rules", &game.id]);
        let print = &text[text.find("PAY SCHEDULES").unwrap_or(text.len())..];
        let headed = |id: &str| {
            let names = print.lines().flat_map(str::split_whitespace);
            names.filter(|name| *name == id).count()
        };
        for schedule in &section.schedules {
            for part in &schedule.parts {
                let (game, id) = (&game.id, &schedule.id);
                assert!(shown(&part.lines, id), "{game} {id} {:?}", part.lines);
                assert!(headed(id) >= schedule.parts.len(), "{game} {id}: {}", headed(id));
            }
        }
    }
}

#[test]
fn ss_1_schedules_that_pay_the_same_stand_over_one_column() {
    let text = stdout(&["rules", "silverado-stud"]);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<Vec<String>> =
        text.lines().skip_while(|line| !line.contains("three-card (9)")).map(words).collect();
    // The three-card tables of A-C, A2-A and A2-C are the one of A-A.
    let names = ["A-A", "A-C", "A2-A", "A2-C"];
    for (line, name) in lines[2..].iter().zip(names) {
        assert!(line.contains(&name.to_owned()), "{name}: {line:?}");
    }
    let card = json(&["rules", "silverado-stud", "--json"]);
    let tables = card["tables"].as_array().unwrap();
    let three = tables.iter().find(|table| table["lines"][0] == "three-card").unwrap();
    let columns = three["schedules"].as_array().unwrap();
    let column = |id: &str| columns.iter().find(|column| column["id"] == id).unwrap();
    for name in &names[1..] {
        assert_eq!(column(name)["same_as"], "A-A");
        assert_eq!(column(name)["rows"], column("A-A")["rows"]);
    }
    assert!(column("A-A").get("same_as").is_none());
}

/// A side bet's citations name its own section, and the card says where only a part of a text is known.
#[test]
fn rules_show_the_side_bets_that_a_table_may_add() {
    let card = json(&["rules", "blackjack", "--json"]);
    let side_bets = card["side_bets"].as_array().unwrap();
    let find = |id: &str| side_bets.iter().find(|side| side["id"] == id).unwrap();
    assert_eq!(find("lucky-ladies")["edition"]["sdr"], "29 SDR 147");
    assert!(find("lucky-ladies")["edition"]["partial"].is_null());
    assert_eq!(find("dead-mans-hand")["edition"]["partial"], true);
    let shown = stdout(&["rules", "blackjack"]);
    assert!(shown.contains(":30.04(5)") && shown.contains("proposed, partial"), "{shown}");
    let games = json(&["games", "--json"]);
    let of_game = |id: &str| {
        let all = games["games"].as_array().unwrap().iter();
        all.clone().find(|game| game["id"] == id).unwrap()["wagers"].clone()
    };
    let wagers = of_game("blackjack");
    let ladies = wagers.as_array().unwrap().iter().find(|one| one["id"] == "lucky-ladies").unwrap();
    assert_eq!(ladies["section"], "20:18:15:30.04");
    assert_eq!(ladies["schedules"], serde_json::json!(["A", "B", "C"]));
}

#[test]
fn rules_diff_names_what_changed() {
    let diff = json(&["rules", "three-card-poker", "--diff", "2015-05-13", "2015-07-01", "--json"]);
    let changes = diff["changes"].as_array().unwrap();
    let find = |area: &str, name: &str| {
        changes.iter().find(|change| change["area"] == area && change["name"] == name)
    };
    let wager = find("wager", "six-card-bonus").expect("a new wager");
    assert!(wager["before"].is_null() && wager["after"].is_string());
    let moved = find("subdivision", "progressive").expect("a renumbered subdivision");
    assert!(moved["before"].as_str().unwrap().starts_with("(15) "));
    assert!(moved["after"].as_str().unwrap().starts_with("(16) "));
    assert!(find("subdivision", "win").is_none(), "(12) is the same in both");
    let none = stdout(&["rules", "holdem-212", "--diff", "2007-01-29", "2007-01-29"]);
    assert!(none.contains("Nothing changed."));
}

#[test]
fn rank_shows_a_hand_in_every_order_that_fits() {
    let orders = |cards: &[&str]| {
        let args: Vec<&str> = ["rank", "--json"].into_iter().chain(cards.iter().copied()).collect();
        let ranked = json(&args);
        let orders = ranked["orders"].as_array().unwrap().clone();
        let text = |order: &serde_json::Value| {
            format!("{}: {}", order["order"].as_str().unwrap(), order["words"].as_str().unwrap())
        };
        orders.iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(orders(&["Qs 6h 4d"]), ["three-card: queen-six high", "blackjack: hard 20"]);
    assert_eq!(orders(&["As", "Ks"]), ["two-card: ace-king suited", "blackjack: blackjack"]);
    assert_eq!(
        orders(&["Ts Tc Td Th As"]),
        [
            "best four of five: four of a kind, tens",
            "five-card: four of a kind, tens",
            "blackjack: bust with 41"
        ]
    );
    assert_eq!(
        orders(&["As Ks Qs Js Ts 2h 2d"]),
        ["best five of seven: royal flush", "blackjack: bust with 45"]
    );
}

#[test]
fn bad_input_is_refused_with_what_and_where() {
    assert!(refusal(&["rank", "Qs 6x 4d"]).contains("at character 5: 'x' is not a suit"));
    let twice = refusal(&["rank", "Qs 6h Qs"]);
    assert!(twice.contains("at character 7: Qs appears twice"), "{twice}");
    assert_eq!(twice.matches("appears twice").count(), 1, "an error does not repeat its cause");
    assert!(refusal(&["rank", "Qs"]).contains("a hand must have 2 to 7 cards, not 1"));
    assert!(refusal(&["rules", "three-card"]).contains("did you mean three-card-poker?"));
    assert!(refusal(&["rules", "xyz"]).contains("`croupier games` lists them"));
    let early = refusal(&["rules", "let-it-ride", "--edition", "1999-01-01"]);
    assert!(early.contains("it has 2012-06-18, 2015-05-13, 2017-04-17"), "{early}");
    assert!(refusal(&["rules", "let-it-ride", "--edition", "soon"]).contains("proposed"));
    assert!(refusal(&["rulebook", "check", "no-such-directory"]).contains("no-such-directory"));
}

#[test]
fn a_rulebook_of_ones_own_is_exported_checked_and_used() {
    let scratch = tempfile::tempdir().unwrap();
    let directory = scratch.path().join("mine");
    let name = directory.to_str().unwrap();
    stdout(&["rulebook", "export", name]);
    assert_eq!(json(&["rulebook", "check", name, "--json"])["games"], GAMES.len());
    let refused = refusal(&["rulebook", "export", name]);
    assert!(refused.contains("is not empty"), "nothing is overwritten: {refused}");

    let file = directory.join("war-blackjack.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("title = \"War blackjack\"", "title = \"War at home\"")).unwrap();
    assert!(stdout(&["rules", "war-blackjack", "--rulebook", name]).starts_with("War at home"));
    for unused in [
        &["serve", "--demo", "--store", "memory:"][..],
        &[],
        &["rank", "Qs 6h 4d"],
        &["meter", "list"],
        &[
            "table",
            "open",
            "t",
            "--meter",
            "m",
            "--game",
            "g",
            "--schedule",
            "s",
            "--server",
            "http://127.0.0.1:1",
        ],
    ] {
        let refused = refusal(&[&["--rulebook", name], unused].concat());
        assert!(refused.contains("--rulebook has no effect here"), "{unused:?}: {refused}");
    }

    fs::write(&file, text.replace("summary = ", "sumary = ")).unwrap();
    let refused = refusal(&["games", "--rulebook", name]);
    assert!(refused.contains("war-blackjack.toml:"), "{refused}");
    assert!(refused.contains("sumary: unknown key; did you mean summary?"), "{refused}");
}

#[test]
fn help_completions_and_man_pages_come_from_one_list() {
    let help = stdout(&["--help"]);
    for command in [
        "games",
        "rules",
        "rank",
        "play",
        "settle",
        "replay",
        "verify-shuffle",
        "rng-test",
        "rulebook",
        "bench",
        "completions",
        "man",
    ] {
        assert!(help.contains(command), "{command}");
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&["completions", shell]).contains("croupier"), "{shell}");
    }
    assert!(stdout(&["man"]).contains(".TH croupier"));
    let scratch = tempfile::tempdir().unwrap();
    stdout(&["man", "--out", scratch.path().to_str().unwrap()]);
    assert!(scratch.path().join("croupier-rules.1").exists());
}

#[test]
fn color_only_where_asked_for_or_on_a_terminal() {
    assert!(!stdout(&["games"]).contains('\u{1b}'));
    assert!(stdout(&["games", "--color", "always"]).contains('\u{1b}'));
    let refused = croupier(&["rank", "x", "--color", "never"]);
    assert!(!String::from_utf8(refused.stderr).unwrap().contains('\u{1b}'));
}

/// The address of a store may hold the database's password: neither help nor the man pages show it.
#[test]
fn help_names_the_store_variable_but_not_its_value() {
    let asked = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(args)
            .env("CROUPIER_STORE", "postgres://house:hunter2@db/house")
            .output()
            .expect("croupier runs");
        assert!(output.status.success(), "croupier {args:?}");
        String::from_utf8(output.stdout).expect("output is UTF-8")
    };
    for args in [["meter", "list", "--help"], ["person", "add", "-h"], ["audit", "verify", "-h"]] {
        let help = asked(&args);
        assert!(help.contains("CROUPIER_STORE"), "{help}");
        assert!(!help.contains("hunter2"), "{help}");
    }
    let scratch = tempfile::tempdir().unwrap();
    asked(&["man", "--out", scratch.path().to_str().unwrap()]);
    for page in fs::read_dir(scratch.path()).unwrap() {
        let page = fs::read_to_string(page.unwrap().path()).unwrap();
        assert!(!page.contains("hunter2"), "{page}");
    }
}
