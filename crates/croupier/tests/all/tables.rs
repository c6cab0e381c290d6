//! Tables, the keypad, people and signs from the command line.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::shop::Shop;

const SUE: &str = "secret-of-sue";

/// A house with a dealer, and Caribbean stud with PMG-01 open on meter `m` at $10,000.
fn pit() -> Shop {
    let shop = Shop::new();
    shop.done(SUE, &["person", "add", "dan", "--name", "Dan", "--role", "dealer", "--as", "sue"]);
    open(&shop, "cs-3", "caribbean-stud", "PMG-01", &[]);
    shop
}

fn open(shop: &Shop, table: &str, game: &str, schedule: &str, more: &[&str]) {
    open_on(shop, "m", table, (game, schedule), more);
}

fn open_on(shop: &Shop, meter: &str, table: &str, (game, schedule): (&str, &str), more: &[&str]) {
    let args = ["table", "open", table, "--meter", meter, "--game", game, "--schedule", schedule];
    shop.done(SUE, &[&args, more, &["--as", "sue"]].concat());
}

/// What the dealer does.
fn deal(shop: &Shop, args: &[&str]) -> Value {
    let args = [&["table"], args, &["--as", "dan", "--json"]].concat();
    serde_json::from_str(&shop.done("secret-of-dan", &args)).unwrap()
}

fn shows(shop: &Shop) -> String {
    shop.json(&["meter", "show", "m"])["totals"]["display"].as_str().unwrap().to_owned()
}

#[test]
fn prg_9_a_round_is_locked_keyed_verified_and_ended() {
    let shop = pit();
    // 25% of $2: the meter that pays includes this round's wagers [PRG-1].
    assert_eq!(deal(&shop, &["lock", "cs-3", "1=1", "4=1"])["meters"][0]["after"], "10000.5000");
    let keyed = deal(&shop, &["key", "cs-3", "4", "straight flush"]);
    // 10% of $10,000.50, whole cents [PRG-4].
    assert_eq!(keyed["awards"][0]["amount"], "1000.05");
    let waits = shop.refused("secret-of-dan", &["table", "game-over", "cs-3", "--as", "dan"], 2);
    assert!(waits.contains("awards still to be verified or voided: 1"), "{waits}");
    // What the cards say blocks the award and the end until it is resolved.
    deal(&shop, &["cards", "cs-3", "4=flush"]);
    assert!(shop.done("", &["table", "show", "cs-3"]).contains("the cards show flush"));
    let verify = |award| ["table", "verify", award, "--as", "sue"];
    let refused = shop.refused(SUE, &verify("1"), 2);
    assert!(refused.contains("keyed straight flush, but the cards show flush"), "{refused}");
    shop.done(SUE, &["table", "void", "1", "a flush only", "--as", "sue"]);
    assert_eq!(shows(&shop), "10000.5000");
    // 40 for 1, from the tray.
    assert_eq!(deal(&shop, &["key", "cs-3", "4", "flush"])["awards"][0]["amount"], "40.00");
    let waits = shop.refused("secret-of-dan", &["table", "game-over", "cs-3", "--as", "dan"], 2);
    assert!(waits.contains("awards still to be verified or voided: 2"), "{waits}");
    shop.done(SUE, &verify("2"));
    deal(&shop, &["game-over", "cs-3"]);
    let wins = shop.json(&["meter", "wins", "m"]);
    let standings: Vec<&str> = wins["awards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|award| award["standing"]["is"].as_str().unwrap())
        .collect();
    assert_eq!(standings, ["paid", "voided"], "the newest first");
    assert!(shop.done("", &["meter", "slip", "2"]).contains("$40"));
    // (L2) The round by its number, step by step.
    let steps = &shop.json(&["table", "recall", "cs-3", "1"])["steps"];
    assert_eq!(steps.as_array().unwrap().len(), 7);
    let said = |step: usize| (steps[step]["says"].as_str().unwrap(), &steps[step]["by"]);
    assert_eq!(said(0), ("2 bets, $2, seats 1, 4", &"dan".into()));
    assert_eq!(steps[0]["text"], serde_json::json!(["seat 1 bets $1", "seat 4 bets $1"]));
    assert_eq!(said(1).0, "seat 4: straight flush keyed, $1,000.05");
    assert_eq!(said(2).0, "the cards show seat 4 flush");
    assert_eq!(said(3), ("award 1 voided: a flush only", &"sue".into()));
    assert_eq!((&steps[5]["op"], &steps[5]["by"]), (&"verify 2".into(), &"sue".into()));
    let page = shop.done("", &["table", "recall", "cs-3", "1"]);
    assert!(
        page.contains("the cards show seat 4 flush") && page.contains("s after its key"),
        "{page}"
    );
    assert!(shop.refused("", &["table", "recall", "cs-3", "2"], 2).contains("has no round 2"));
    shop.done(SUE, &["table", "close", "cs-3", "--as", "sue"]);
    let closed = shop.refused("secret-of-dan", &["table", "lock", "cs-3", "1=1", "--as", "dan"], 2);
    assert!(closed.contains("table cs-3 is closed"), "{closed}");
}

#[test]
fn w5_a_paid_amount_that_differs_needs_a_reason_and_a_misdeal_gives_back() {
    let shop = pit();
    deal(&shop, &["lock", "cs-3", "1=1"]);
    deal(&shop, &["key", "cs-3", "1", "royal flush"]);
    assert_eq!(shows(&shop), "10000.0000", "reseeded at once");
    let verify = ["table", "verify", "1", "--as", "sue", "--paid", "10000"];
    assert_eq!(shop.run(SUE, &verify).status.code(), Some(2), "a reason is required");
    let said = shop.done(SUE, &[verify.as_slice(), &["--differs", "a quarter withheld"]].concat());
    assert!(said.contains("proposal 1 awaits another supervisor's approval"), "{said}");
    let over = ["table", "game-over", "cs-3", "--as", "dan"];
    assert!(shop.refused("secret-of-dan", &over, 2).contains("awards still to be verified"));
    let said = shop.done("", &["meter", "proposals"]);
    assert!(said.contains("$0.25 less than the award of $10,000.25"), "{said}");
    shop.done("secret-of-sam", &["meter", "approve", "1", "--as", "sam"]);
    // The difference is wherever the award is [PRG-20].
    let less = "$10,000 was paid, $0.25 less than the award, approved by sam: a quarter withheld; $0.25 went back to \
                meter m";
    for args in [&["meter", "wins"][..], &["meter", "statement", "m"]] {
        let said = shop.done("", args);
        assert!(said.contains(less), "{args:?}: {said}");
    }
    let slip = shop.done("", &["meter", "slip", "1"]);
    assert!(slip.contains("-0.25, approved by sam: a quarter withheld"), "{slip}");
    let differs = &shop.json(&["meter", "wins"])["awards"][0]["standing"]["differs"];
    assert_eq!(differs["amount"], "-0.25");
    assert!(shop.done("", &["meter", "show", "m"]).contains("10000.00 paid"));
    deal(&shop, &["game-over", "cs-3"]);
    // Undone by two, and it says so everywhere [PRG-10].
    shop.done(SUE, &["meter", "back-out", "1", "the tape shows a flush", "--as", "sue"]);
    shop.done("secret-of-sam", &["meter", "approve", "2", "--as", "sam"]);
    for args in [
        &["meter", "wins"][..],
        &["meter", "statement", "m"],
        &["meter", "show", "m"],
        &["table", "recall", "cs-3", "1"],
    ] {
        let said = shop.done("", args);
        assert!(said.contains("backed out"), "{args:?}: {said}");
    }
    assert!(shop.done("", &["meter", "slip", "1"]).contains("BACKED OUT"));
    assert_eq!(shows(&shop), "10000.2500");
    let twice = ["meter", "back-out", "1", "again", "--as", "sue"];
    assert!(shop.refused(SUE, &twice, 2).contains("award 1 is not paid"));
    deal(&shop, &["lock", "cs-3", "1=1"]);
    deal(&shop, &["misdeal", "cs-3", "a card too many"]);
    assert_eq!(shows(&shop), "10000.2500");
}

#[test]
fn ed_3_the_older_edition_records_with_the_j_pot_button_and_takes_a_dollar() {
    let shop = pit();
    let older = ["--edition", "2012-06-18"];
    let create = ["meter", "create", "old", "--schedule", "let-it-ride/LIRP-1", "--as", "sue"];
    shop.done(SUE, &[&create[..], &older].concat());
    open_on(&shop, "old", "lir", ("let-it-ride", "LIRP-1"), &older);
    assert!(shop.done("", &["table", "list"]).contains("2012-06-18"));
    assert_eq!(shop.json(&["table", "show", "lir"])["posted"]["edition"], "2012-06-18");
    let lock = |bet| shop.run("secret-of-dan", &["table", "lock", "lir", bet, "--as", "dan"]);
    assert_eq!(lock("2=5").status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&lock("2=5").stderr).contains("the posted wager is exactly $1")
    );
    assert!(lock("2=1").status.success());
    assert_eq!(deal(&shop, &["key", "lir", "2", "royal flush"])["awards"], Value::Null);
    let sup = |args: &[&str]| {
        let args = [&["table"], args, &["--as", "sue", "--json"]].concat();
        serde_json::from_str::<Value>(&shop.done(SUE, &args)).unwrap()
    };
    sup(&["turn-key", "lir", "jph"]);
    assert_eq!(sup(&["j-pot", "lir"])["awards"][0]["standing"]["is"], "pending");
    assert_eq!(sup(&["turn-key", "lir", "run"])["awards"][0]["standing"]["is"], "paid");
    deal(&shop, &["game-over", "lir"]);
}

#[test]
fn t1_only_the_rulebook_can_be_posted() {
    let shop = pit();
    for (game, schedule, message) in [
        ("caribbean-stud", "PMG-09", "progressive has no schedule \"PMG-09\""),
        ("caribean-stud", "PMG-01", "did you mean caribbean-stud?"),
        ("blackjack", "PMG-01", "blackjack has no progressive"),
    ] {
        let args = ["table", "open", "x", "--meter", "m", "--game", game, "--schedule", schedule];
        let said = shop.refused(SUE, &[args.as_slice(), &["--as", "sue"]].concat(), 2);
        assert!(said.contains(message), "{said}");
    }
    for (bet, message) in [
        ("9=1", "there is no seat 9"),
        ("1", "write SEAT=AMOUNT"),
        ("1=x", "1=x"),
        ("x=1", "a number"),
    ] {
        let said = shop.refused("secret-of-dan", &["table", "lock", "cs-3", bet, "--as", "dan"], 2);
        assert!(said.contains(message), "{said}");
    }
    let twice =
        shop.refused("secret-of-dan", &["table", "lock", "cs-3", "1=1", "1=2", "--as", "dan"], 2);
    assert!(twice.contains("seat 1 appears twice"), "{twice}");
}

#[test]
fn p5_terms_change_only_without_tables_and_overflow_is_released_by_two() {
    let shop = pit();
    let limit = ["meter", "configure", "m", "--limit", "10001", "--as", "sue"];
    assert!(shop.refused(SUE, &limit, 2).contains("meter m has open tables: cs-3"));
    shop.done(SUE, &["table", "close", "cs-3", "--as", "sue"]);
    shop.done(SUE, &limit);
    open(&shop, "cs-3", "caribbean-stud", "PMG-01", &[]);
    let refused = ["table", "lock", "cs-3", "1=12", "--as", "dan"];
    assert!(shop.refused("secret-of-dan", &refused, 2).contains("is exactly $1"), "PRG-7");
    for _ in 0..2 {
        // Twelve bets in two rounds.
        deal(&shop, &["lock", "cs-3", "1=1", "2=1", "3=1", "4=1", "5=1", "6=1"]);
        deal(&shop, &["game-over", "cs-3"]);
    }
    // $3 of contributions, $2 of them above the limit.
    assert_eq!(shop.json(&["meter", "show", "m"])["totals"]["overflow"], "2.0000");
    let release = ["meter", "release", "m", "1.50", "the limit was raised", "--as", "sue"];
    assert!(shop.refused(SUE, &release, 2).contains("this would change nothing"), "at its limit");
    shop.done(SUE, &["table", "close", "cs-3", "--as", "sue"]);
    shop.done(SUE, &["meter", "configure", "m", "--no-limit", "--seed", "5000", "--as", "sue"]);
    shop.done(SUE, &release);
    shop.done("secret-of-sam", &["meter", "approve", "1", "--as", "sam"]);
    let meter = shop.json(&["meter", "show", "m"]);
    assert_eq!(meter["totals"]["display"], "10002.5000");
    assert_eq!(meter["totals"]["overflow"], "0.5000");
    assert_eq!(meter["terms"]["reset"], "5000.00");
    assert_eq!(meter["terms"]["limit"], Value::Null);
}

#[test]
fn prg_8_a_meter_is_seeded_for_the_posted_wager_and_three_card_at_a_thousand() {
    let shop = pit();
    let create = |meter: &'static str, like: &'static str, more: &[&'static str]| {
        let args = ["meter", "create", meter, "--like", like];
        [&args, more, &["--as", "sue"]].concat()
    };
    // $10,000 for each dollar of the posted wager: $100,000 at $10.
    shop.done(SUE, &create("ten", "let-it-ride/PMG-02", &["--wager", "10"]));
    let ten = shop.json(&["meter", "show", "ten"]);
    let terms = &ten["terms"];
    assert_eq!([&terms["base"], &terms["reset"]], ["100000.00", "100000.00"]);
    let criteria = &ten["criteria"];
    assert_eq!([&criteria["schedule"], &criteria["wager"]], ["PMG-02", "10.00"]);
    let refused = shop.refused(SUE, &create("odd", "let-it-ride/PMG-02", &["--wager", "7"]), 2);
    assert!(refused.contains("a whole multiple of PMG-02's $5"), "{refused}");
    // Three-card poker's seed is in the rule, at any wager [TCP-7].
    let like = "three-card-poker/paytable-1";
    shop.done(SUE, &create("three", like, &["--wager", "5"]));
    assert_eq!(shop.json(&["meter", "show", "three"])["terms"]["base"], "1000.00");
    let refused = shop.refused(SUE, &create("other", like, &["--seed", "5000"]), 2);
    assert!(refused.contains("the rule seeds three-card-poker/paytable-1 at $1,000"), "{refused}");
    let configure = ["meter", "configure", "three", "--seed", "5000", "--as", "sue"];
    assert!(shop.refused(SUE, &configure, 2).contains("no other seed is allowed"));
}

#[test]
fn prg_12_a_royals_meter_does_not_open_under_another_schedule() {
    let shop = pit();
    shop.done(SUE, &["table", "close", "cs-3", "--as", "sue"]);
    let open = |game, schedule| {
        let args =
            ["table", "open", "cs-3", "--meter", "m", "--game", game, "--schedule", schedule];
        [&args[..], &["--as", "sue"]].concat()
    };
    let said = shop.refused(SUE, &open("three-card-poker", "paytable-1"), 2);
    let why = "meter m is for PMG-01 at $1, but the table posts three-card-poker/paytable-1 at $1";
    assert!(said.contains(why), "{said}");
    let seven =
        [&open("ultimate-texas-holdem", "PMG-01")[..], &["--option", "pmg-cards=7"]].concat();
    assert!(shop.refused(SUE, &seven, 2).contains("PMG-01 on 7 cards at $1"), "PRG-17");
    // Tables of other games link to it.
    shop.done(SUE, &open("ultimate-texas-holdem", "PMG-01"));
    shop.done(SUE, &["table", "close", "cs-3", "--as", "sue"]);
    // Under a petition, by two [PRG-11].
    let to = ["--schedule", "three-card-poker/paytable-1", "--petition", "P-3/2026", "--as", "sue"];
    let said = shop.done(SUE, &[&["meter", "reschedule", "m"][..], &to].concat());
    assert!(said.contains("petition P-3/2026"), "{said}");
    shop.done("secret-of-sam", &["meter", "approve", "1", "--as", "sam"]);
    let meter = shop.json(&["meter", "show", "m"]);
    assert_eq!(meter["criteria"]["schedule"], "three-card-poker/paytable-1");
    assert_eq!(meter["terms"]["reset"], "1000.00", "as the rule states it");
    shop.done(SUE, &open("three-card-poker", "paytable-1"));
}

#[test]
fn cs_7_a_dead_hands_bet_is_returned_from_the_command_line() {
    let shop = pit();
    deal(&shop, &["lock", "cs-3", "1=1", "4=1"]);
    let back = deal(&shop, &["return-bet", "cs-3", "4", "four cards"]);
    assert_eq!(back["meters"][0]["after"], "10000.2500");
    let found = shop.json(&["audit", "search", "supervisor informed"]);
    assert_eq!(found["entries"].as_array().unwrap().len(), 1);
}

#[test]
fn prg_9_the_key_says_on_off_or_moved_and_who_wins_envy() {
    let shop = pit();
    deal(&shop, &["lock", "cs-3", "1=1", "4=1"]);
    let key = |hand: &str| {
        let args = ["table", "key", "cs-3", "4", hand, "--as", "dan"];
        shop.done("secret-of-dan", &args)
    };
    let said = key("straight flush");
    assert!(said.contains("cs-3: seat 4: straight flush keyed, $1,000.05"), "{said}");
    assert!(said.contains("$300 to seat 1: straight flush at seat 4"), "{said}");
    assert!(key("flush").contains("moved from straight flush to flush, $40"));
    assert!(key("flush").contains("flush turned off, $40"));
    let json = deal(&shop, &["key", "cs-3", "4", "royal flush"])["key"].clone();
    assert_eq!([&json["light"], &json["amount"]], ["on", "10000.50"]);
    assert_eq!(json["envy"][0]["amount"], "1000.00");
}

#[test]
fn prg_9_the_house_posts_an_amount_below_which_the_tray_needs_no_supervisor() {
    let shop = pit();
    open(&shop, "cs-4", "caribbean-stud", "PMG-01", &["--verify-from", "50"]);
    assert!(shop.done("", &["table", "show", "cs-4"]).contains("the tray pays below $50"));
    deal(&shop, &["lock", "cs-4", "1=1"]);
    deal(&shop, &["key", "cs-4", "1", "flush"]);
    let paid = &deal(&shop, &["game-over", "cs-4"])["awards"][0]["standing"];
    assert_eq!([&paid["is"], &paid["by"]], ["paid", "dan"]);
}

#[test]
fn prg_6_a_lock_names_a_players_second_hand() {
    let shop = pit();
    deal(&shop, &["lock", "cs-3", "1=1", "3=1", "5=1", "--player", "3=1"]);
    deal(&shop, &["key", "cs-3", "3", "straight flush"]);
    shop.done(SUE, &["table", "verify", "1", "--as", "sue"]);
    // Seat 1 is the same player's: only seat 5 has the $300.
    let envy = deal(&shop, &["game-over", "cs-3"])["envy"].clone();
    let seats: Vec<&Value> = envy.as_array().unwrap().iter().map(|line| &line["seat"]).collect();
    assert_eq!(seats, [5]);
}

#[test]
fn f2_a_meter_out_of_order_takes_no_bets_until_it_is_cleared() {
    let shop = pit();
    shop.done(SUE, &["meter", "fault", "m", "the sign is dark", "--as", "sue"]);
    let lock = ["table", "lock", "cs-3", "1=1", "--as", "dan"];
    assert!(shop.refused("secret-of-dan", &lock, 2).contains("out of order: the sign is dark"));
    assert!(shop.done("", &["meter", "list"]).contains("the sign is dark"));
    shop.done(SUE, &["meter", "clear", "m", "new bulbs", "--as", "sue"]);
    shop.done("secret-of-dan", &lock);
}

#[test]
fn t2_whoever_has_left_signs_in_no_more() {
    let shop = pit();
    // Dan changes their own secret: the test's programs name it after the last word.
    shop.done("secret-of-dan", &["person", "secret", "dan", "--as", "dan"]);
    shop.done(SUE, &["person", "retire", "dan", "moved away", "--as", "sue"]);
    let said = shop.refused("secret-of-dan", &["table", "lock", "cs-3", "1=1", "--as", "dan"], 2);
    assert!(said.contains("dan is retired"), "{said}");
    let tried = shop.json(&["audit", "search", "sign-in as dan refused"]);
    assert_eq!(tried["entries"].as_array().unwrap().len(), 1);
    let people = shop.json(&["person", "list"]);
    assert_eq!(people["people"][0]["is_retired"], true);
    assert!(!people.to_string().contains("argon2"), "no secret is shown");
    let same = shop.refused(SUE, &["person", "retire", "dan", "again", "--as", "sue"], 2);
    assert!(same.contains("dan is retired"), "{same}");
}

#[test]
fn a_request_made_again_with_its_id_is_done_once() {
    let shop = pit();
    let id = "0123456789abcdef0123456789abcdef";
    let lock = ["table", "lock", "cs-3", "1=1", "--as", "dan", "--request", id, "--json"];
    let first: Value = serde_json::from_str(&shop.done("secret-of-dan", &lock)).unwrap();
    let again: Value = serde_json::from_str(&shop.done("secret-of-dan", &lock)).unwrap();
    assert_eq!(again["entry"], first["entry"]);
    assert_eq!(again["repeated"], true);
    assert_eq!(shows(&shop), "10000.2500");
    let other = ["table", "lock", "cs-3", "1=2", "--as", "dan", "--request", id];
    assert!(
        shop.refused("secret-of-dan", &other, 2).contains("already used for a different request")
    );
}

#[test]
fn p6_a_sign_follows_what_other_processes_do() {
    let shop = pit();
    let mut sign = shop
        .command("", &["meter", "sign", "m", "--lines", "3", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(sign.stdout.take().unwrap()).lines();
    let mut next = || serde_json::from_str::<Value>(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(next()["shows"], "10000.00");
    deal(&shop, &["lock", "cs-3", "1=1"]);
    assert_eq!(next()["shows"], "10000.25");
    deal(&shop, &["key", "cs-3", "1", "royal flush"]);
    let won = next();
    assert_eq!(won["shows"], "10000.00", "reseeded at once");
    assert_eq!(won["pending"][0]["amount"], "10000.25");
    assert!(sign.wait().unwrap().success());
}

#[test]
fn every_report_is_written_as_csv_too() {
    let shop = pit();
    deal(&shop, &["lock", "cs-3", "1=1"]);
    deal(&shop, &["key", "cs-3", "1", "flush"]);
    shop.done(SUE, &["table", "verify", "1", "--as", "sue"]);
    deal(&shop, &["game-over", "cs-3"]);
    let file = shop.path("report.csv");
    let csv = |args: &[&str]| {
        shop.done(SUE, &[args, &["--csv", &file]].concat());
        std::fs::read_to_string(&file).unwrap()
    };
    let statement = csv(&["meter", "statement", "m"]);
    assert!(statement.contains("0.2500 from contributions to display"), "{statement}");
    assert!(csv(&["meter", "wins"]).contains(",flush,40.00,40.00,paid"));
    assert!(csv(&["meter", "reconcile"]).contains("m,10000.2500,10000.2500,,0.0000,"));
    assert!(csv(&["meter", "liability"]).contains("m,10000.2500,0.0000,0.0000,0.0000,10000.2500"));
    let record = csv(&["meter", "record", "--as", "sue"]);
    let head = record.trim_end().rsplit(',').next().unwrap();
    shop.done("", &["audit", "verify", "--head", head]);
}

/// The day's win of a table that is only a keypad, by hand: three rounds of two $1 bets, a quarter of each for the meter,
/// a flush for $40, a royal of $8,100.66 + $1.50 that the meter pays, and $1,000 of envy:
/// 6 - 1.50 - 40 + 8,102.16 - 8,102.16 - 1,000 = -1,035.50.
#[test]
fn prg_2_the_day_of_a_keypad_table_has_its_bets_awards_and_envy() {
    let shop = Shop::new();
    shop.done(SUE, &["person", "add", "dan", "--name", "Dan", "--role", "dealer", "--as", "sue"]);
    let k = ["meter", "create", "k", "--schedule", "PMG-01", "--seed", "8100.66", "--as", "sue"];
    shop.done(SUE, &k);
    open_on(&shop, "k", "cs-k", ("caribbean-stud", "PMG-01"), &[]);
    let keyed = |hand: Option<&str>, award: &str| {
        deal(&shop, &["lock", "cs-k", "1=1", "2=1"]);
        if let Some(hand) = hand {
            deal(&shop, &["key", "cs-k", "1", hand]);
            shop.done(SUE, &["table", "verify", award, "--as", "sue"]);
        }
        deal(&shop, &["game-over", "cs-k"]);
    };
    keyed(Some("flush"), "1");
    keyed(None, "");
    keyed(Some("royal flush"), "2");
    let wins = shop.json(&["meter", "wins", "k"]);
    assert_eq!(wins["awards"][0]["amount"], "8102.16");
    let day = shop.json(&["day", "show"]);
    let of = |id: &str| {
        let tables = day["tables"].as_array().unwrap();
        tables.iter().find(|table| table["table"] == id).unwrap().clone()
    };
    assert_eq!((&of("cs-k")["win"], &of("cs-k")["drop"]), (&"-1035.5000".into(), &"0.00".into()));
    assert_eq!(day["balances"], true);
    let page = shop.done("", &["day", "show"]);
    assert!(page.contains("-1,035.50") || page.contains("-1035.50"), "{page}");
    // What was done, step by step, with keys told from what turned them off.
    deal(&shop, &["lock", "cs-k", "1=1"]);
    deal(&shop, &["key", "cs-k", "1", "flush"]);
    deal(&shop, &["key", "cs-k", "1", "flush"]);
    deal(&shop, &["game-over", "cs-k"]);
    let recalled = shop.done("", &["table", "recall", "cs-k", "4"]);
    assert!(
        recalled.contains("flush keyed, $40") && recalled.contains("flush turned off"),
        "{recalled}"
    );
    // Lines are folded at 80 columns.
    let found = shop.done("", &["audit", "search", "turned off"]);
    let found = found.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(found.contains("cs-k round 4: seat 1: flush turned off, $40"), "{found}");
    assert!(shop.done("", &["audit", "search", "flush keyed"]).contains("flush keyed"));
}
