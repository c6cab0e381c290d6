//! Meters, audit and stores from the command line, as a supervisor and an auditor use them.

use std::path::Path;

use serde_json::Value;

use crate::shop::Shop;

#[test]
fn a2_an_adjustment_takes_two_supervisors_who_sign_in() {
    let shop = Shop::new();
    let adjust = ["meter", "adjust", "m", "--as", "sue", "--", "-2.50", "misread coin"];
    let wrong = shop.refused("guess-guess", &adjust, 2);
    assert!(wrong.contains("wrong secret for sue"), "{wrong}");
    assert!(shop.done("secret-of-sue", &adjust).contains("proposal 1"));
    let same = shop.refused("secret-of-sue", &["meter", "approve", "1", "--as", "sue"], 2);
    assert!(same.contains("a different supervisor must approve"), "{same}");
    assert_eq!(shop.json(&["meter", "show", "m"])["totals"]["display"], "10000.0000");
    shop.done("secret-of-sam", &["meter", "approve", "1", "--as", "sam"]);
    assert_eq!(shop.json(&["meter", "show", "m"])["totals"]["display"], "9997.5000");
    let again = shop.refused("secret-of-sam", &["meter", "approve", "1", "--as", "sam"], 2);
    assert!(again.contains("no pending proposal 1"), "{again}");
    // The refused sign-in is on record (L1).
    let found = |text: &str| shop.json(&["audit", "search", text])["entries"].clone();
    assert_eq!(found("sign-in as sue refused").as_array().unwrap().len(), 1);
    // By the words that people read, and by what is written.
    assert_eq!(found("Added as supervisor").as_array().unwrap().len(), 2);
    assert_eq!(found("\"amount\":\"-2.5000\"").as_array().unwrap().len(), 1);
}

#[test]
fn a3_reports_reconcile_and_mark() {
    let shop = Shop::new();
    let fine = shop.json(&["meter", "reconcile", "--sign", "m=10000.00"]);
    assert_eq!(fine["meters"][0]["is_marked"], false);
    let output = shop.run("", &["meter", "reconcile", "--sign", "m=10050.01", "--json"]);
    assert_eq!(output.status.code(), Some(1), "a difference over $50 is a negative answer");
    let off: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(off["meters"][0]["is_marked"], true);
    assert_eq!(off["meters"][0]["difference"], "50.0100");
    assert_eq!(shop.json(&["meter", "liability"])["total"], "10000.0000");
    let csv = shop.path("m.csv");
    let lines = shop.json(&["meter", "statement", "m", "--csv", &csv]);
    assert_eq!(lines["lines"][0]["after"], "10000.0000");
    assert!(std::fs::read_to_string(csv).unwrap().lines().count() == 2);
}

#[test]
fn an_exported_log_verifies_and_a_changed_one_does_not() {
    let shop = Shop::new();
    let log = shop.path("house.log");
    let exported = shop.json(&["audit", "export", "--out", &log]);
    let head = format!("{}:{}", exported["entries"], exported["hash"].as_str().unwrap());
    shop.done("", &["audit", "verify", &log, "--head", &head]);
    shop.done("", &["audit", "verify", "--replay"]);
    // The log alone is enough to repeat everything.
    let said = shop.done("", &["audit", "verify", &log, "--head", &head, "--replay"]);
    assert!(said.contains("replaying each does what it did"), "{said}");
    // What was noted once holds also when the log has grown.
    shop.done("secret-of-sue", &["meter", "record", "--as", "sue"]);
    shop.done("", &["audit", "verify", "--head", &head]);
    let longer = shop.path("longer.log");
    shop.done("", &["audit", "export", "--out", &longer]);
    shop.done("", &["audit", "verify", &longer, "--head", &head]);
    let other = head.replace(':', ":0").chars().take(head.len()).collect::<String>();
    let said = shop.refused("", &["audit", "verify", &longer, "--head", &other], 1);
    assert!(said.contains("the recorded hash is"), "{said}");
    let text = std::fs::read_to_string(&log).unwrap();
    let changed = shop.path("changed.log");
    std::fs::write(&changed, text.replace("10000.00", "10001.00")).unwrap();
    let said = shop.refused("", &["audit", "verify", &changed], 1);
    assert!(said.contains("hash mismatch at entry 5"), "{said}");
    // A log whose end was cut off is caught by a recorded head.
    let shorter: Vec<&str> = text.lines().take(2).collect();
    std::fs::write(&changed, shorter.join("\n") + "\n").unwrap();
    let said = shop.refused("", &["audit", "verify", &changed, "--head", &head], 1);
    assert!(said.contains("the end is missing"), "{said}");
}

#[test]
fn a_house_moves_to_another_store_whole_and_is_sealed() {
    let shop = Shop::new();
    let to = format!("sqlite:{}", shop.path("other.db"));
    let lab = format!("sqlite:{}", shop.path("lab.db"));
    let create = ["meter", "create", "n", "--schedule", "PMG-01", "--seed", "5", "--as", "sue"];
    shop.done("", &["store", "copy", &shop.store(), &lab, "--leave-open"]);
    shop.done("secret-of-sue", &create);
    let said = shop.done("", &["store", "copy", &shop.store(), &to]);
    assert!(said.contains("sealed"), "{said}");
    // The keys are never copied: the command says which folder they are in, and what is lost without it.
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let (from, there) = (shop.path("house.keys"), shop.path("other.keys"));
    for part in ["keys were not copied", "rounds that are open are void", &from, &there, "--keys"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert!(Path::new(&from).exists() && !Path::new(&there).exists());
    let moved = shop.json(&["meter", "list", "--store", &to]);
    assert_eq!(moved, shop.json(&["meter", "list"]));
    assert!(shop.done("", &["store", "check"]).contains("was moved to"));
    shop.done("", &["audit", "verify", "--replay"]);
    let late = ["meter", "create", "late", "--schedule", "PMG-01", "--as", "sue"];
    let said = shop.refused("secret-of-sue", &late, 2);
    assert!(said.contains(&format!("the house was moved to {to}: open it there")), "{said}");
    shop.done("secret-of-sue", &[&late[..], &["--store", &to]].concat());
    let again = shop.refused("", &["store", "copy", &lab, &to], 2);
    assert!(again.contains("give an empty one"), "{again}");
    let again = shop.refused("", &["store", "copy", &shop.store(), &to], 2);
    assert!(again.contains("was moved to"), "{again}");
    assert!(Path::new(&shop.path("other.db")).exists());
}

#[test]
fn mistakes_are_answered_with_what_to_do() {
    let shop = Shop::new();
    let create = |meter: &'static str, schedule: &'static str, more: &[&'static str]| {
        let args = ["meter", "create", meter, "--schedule", schedule, "--as", "sue"];
        [&args, more].concat()
    };
    for (args, message) in [
        (vec!["meter", "show", "x"], "there is no meter x"),
        (vec!["meter", "show", "m", "--store", "mysql:x"], "sqlite:PATH for a file"),
        // [PRG-12] There is no meter without a schedule.
        (vec!["meter", "create", "n", "--seed", "5", "--as", "sue"], "--schedule <GAME/SCHEDULE>"),
        (create("n", "x/y", &[]), "there is no game"),
        (create("n", "PMG-09", &[]), "no game posts \"PMG-09\""),
        (create("n", "caribbean-stud/LIRP-1", &[]), "progressive has no schedule \"LIRP-1\""),
        (create("m", "PMG-01", &[]), "there is already a meter m"),
        (create("n", "PMG-01", &["--limit", "1"]), "limit"),
        (vec!["meter", "back-out", "7", "x", "--as", "sue"], "there is no award 7"),
        (vec!["meter", "slip", "7"], "there is no award 7"),
        (vec!["meter", "statement", "m", "--from", "yesterday"], "write it like 2026-11-15"),
        (vec!["meter", "close", "m", "--as", "nobody"], "there is no person nobody"),
        (vec!["audit", "verify", "none.log"], "cannot read none.log"),
    ] {
        let said = shop.refused("secret-of-sue", &args, 2);
        assert!(said.contains(message), "{args:?}: {said}");
    }
    let like = ["meter", "create", "f", "--like", "four-card-poker/FCCP-3", "--as", "sue"];
    shop.done("secret-of-sue", &like);
    // 5% of each wager goes to FCCP-3's reserve [PRG-8].
    assert_eq!(shop.json(&["meter", "show", "f"])["terms"]["reserve"], "5%");
}
