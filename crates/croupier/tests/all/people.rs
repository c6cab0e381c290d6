//! People, secrets, locks and verification from the command line; and errors as programs read them.

use serde_json::Value;

use crate::run::croupier;
use crate::shop::Shop;

const SUE: &str = "secret-of-sue";

fn add(person: &str, role: &str) -> Vec<String> {
    let args = ["person", "add", person, "--name", "Some One", "--role", role, "--as", "sue"];
    args.map(str::to_owned).to_vec()
}

/// Runs a command with `--json` that must fail, and reads its error.
#[track_caller]
fn error(shop: &Shop, secret: &str, args: &[&str]) -> (String, String) {
    let said = shop.refused(secret, &[args, &["--json"]].concat(), 2);
    let error: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("not JSON: {said}"));
    let error = &error["error"];
    assert!(error["cite"].is_array(), "{said}");
    let text = |key: &str| error[key].as_str().unwrap().to_owned();
    (text("code"), text("message"))
}

#[test]
fn after_five_wrong_secrets_nobody_signs_in_until_unlocked() {
    let shop = Shop::new();
    let record = ["meter", "record", "--as", "sue"];
    for _ in 0..5 {
        let said = shop.refused("guess-guess", &record, 2);
        assert!(said.contains("wrong secret for sue"), "{said}");
    }
    // Each command is a process of its own: the lock is in the house.
    let said = shop.refused(SUE, &record, 2);
    assert!(said.contains("nobody can sign in as sue for another"), "{said}");
    assert_eq!(error(&shop, SUE, &record).0, "locked");
    let people = shop.json(&["person", "list"]);
    // Locked from here alone: tries at this place lock nobody out elsewhere.
    let sue = &people["people"][1];
    assert_eq!(sue["locks"][0]["place"], "this-machine", "{people}");
    assert!(sue["locked_until"].is_string(), "{people}");
    assert!(shop.done("", &["person", "list"]).contains("(this machine)"));
    let unlock = ["person", "unlock", "sue", "a new keyboard", "--as", "SAM"];
    shop.done("secret-of-sam", &unlock);
    shop.done(SUE, &record);
    let found = shop.json(&["audit", "search", "unlocked"]);
    assert_eq!(found["entries"][0]["says"], "sue unlocked: a new keyboard");
    let at = found["entries"][0]["at"].as_str().unwrap();
    assert!(at.ends_with('Z') && at.contains('T'), "{at}");
}

/// Strangers may lock out every supervisor: a user who can write the store unlocks one, and the entry says so.
#[test]
fn the_machine_itself_unlocks_without_a_sign_in() {
    let shop = Shop::new();
    let record = ["meter", "record", "--as", "sue"];
    for _ in 0..5 {
        shop.refused("guess-guess", &record, 2);
    }
    assert_eq!(error(&shop, SUE, &record).0, "locked");
    shop.done("", &["person", "unlock", "sue", "locked out by strangers"]);
    shop.done(SUE, &record);
    let found = shop.json(&["audit", "search", "unlocked"]);
    let entry = &found["entries"][0];
    assert_eq!(entry["says"], "sue unlocked: locked out by strangers");
    assert_eq!((&entry["by"], &entry["device"]), (&"house".into(), &"command-line".into()));
}

#[test]
fn no_secret_or_hash_is_in_exports_lists_searches_or_errors() {
    let shop = Shop::new();
    let dan: Vec<String> = add("dan", "dealer");
    let dan: Vec<&str> = dan.iter().map(String::as_str).collect();
    shop.done(SUE, &dan);
    shop.done("secret-of-dan", &["person", "secret", "dan", "--as", "dan"]);
    shop.refused("guess-guess", &dan, 2);
    let log = shop.path("house.log");
    shop.done("", &["audit", "export", "--out", &log]);
    let mut said = std::fs::read_to_string(&log).unwrap();
    for args in [
        &["person", "list", "--json"][..],
        &["audit", "search", "secret", "--json"],
        &["audit", "search", "argon2"],
        &["meter", "proposals", "--json"],
        &["person", "--help"],
        &["person", "add", "--help"],
    ] {
        said.push_str(&shop.done("", args));
    }
    for hidden in ["argon2", "$m=", "secret-of-", "guess"] {
        assert!(!said.contains(hidden), "{hidden}: {said}");
    }
    // The log verifies and replays without them; so does the house.
    shop.done("", &["audit", "verify", &log, "--replay"]);
    shop.done("", &["audit", "verify", "--replay"]);
    // Moving the house takes them along.
    let to = format!("sqlite:{}", shop.path("other.db"));
    shop.done("", &["store", "copy", &shop.store(), &to]);
    shop.done("secret-of-dan", &["person", "secret", "dan", "--as", "dan", "--store", &to]);
}

#[test]
fn a_third_supervisor_is_proposed_and_approved_by_another() {
    let shop = Shop::new();
    let eve = add("Eve", "supervisor");
    let eve: Vec<&str> = eve.iter().map(String::as_str).collect();
    let said = shop.done(SUE, &eve);
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("proposal 1 awaits another supervisor's approval"), "{said}");
    assert_eq!(shop.json(&["person", "list"])["people"].as_array().unwrap().len(), 2);
    let approve = |by: &str| ["meter", "approve", "1", "--as", by].map(str::to_owned);
    let same = approve("sue");
    let same: Vec<&str> = same.iter().map(String::as_str).collect();
    assert_eq!(error(&shop, SUE, &same).0, "same-person");
    let other = approve("sam");
    let other: Vec<&str> = other.iter().map(String::as_str).collect();
    shop.done("secret-of-sam", &other);
    // The secret that was given with the proposal is hers; her name is written in any case.
    shop.done("secret-of-Eve", &["meter", "record", "--as", "EVE"]);
}

#[test]
fn a_secret_is_long_enough_and_a_players_pin_has_digits() {
    let shop = Shop::new();
    let run = |person: &str, role: &str, secret: &str| {
        let args = add(person, role);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut command = shop.command(SUE, &args);
        command.env("CROUPIER_NEW_SECRET", secret).output().unwrap()
    };
    let short = run("dan", "dealer", "1234567");
    assert!(String::from_utf8_lossy(&short.stderr).contains("at least eight characters"));
    let bad = run("pia", "player", "12x4");
    assert!(String::from_utf8_lossy(&bad.stderr).contains("four to eight digits"));
    assert!(run("pia", "player", "0420").status.success());
    let in_a_row = run("dan", "dealer", "12345678");
    assert!(!in_a_row.status.success(), "digits in a row are guessed first");
    assert!(run("dan", "dealer", "82150394").status.success());
}

#[test]
fn a_verification_is_recorded_and_a_broken_chain_closes_the_house() {
    let shop = Shop::new();
    let open = ["table", "open", "cs-3", "--meter", "m", "--game", "caribbean-stud"];
    let open = [&open[..], &["--schedule", "PMG-01", "--as", "sue"]].concat();
    let before = shop.json(&["audit", "verify"])["entries"].as_u64().unwrap();
    shop.done("", &["audit", "verify", "--record"]);
    assert_eq!(shop.json(&["audit", "verify"])["entries"].as_u64(), Some(before + 1));
    shop.done(SUE, &open);
    // How long that is good, two supervisors decide.
    let every = ["audit", "every", "1", "the auditor asks", "--as", "sue"];
    assert!(shop.done(SUE, &every).contains("verify every day: the auditor asks"));
    shop.done("secret-of-sam", &["meter", "approve", "1", "--as", "sam"]);
    let log = shop.path("house.log");
    shop.done("", &["audit", "export", "--out", &log]);
    let both = shop.refused("", &["audit", "verify", &log, "--record"], 2);
    assert!(both.contains("cannot be used with"), "{both}");
    // An entry is changed: the verification says so, and writes it down.
    shop.alter("UPDATE entries SET line = replace(line, '\"Sue\"', '\"Mal\"') WHERE seq = 1");
    let said = shop.refused("", &["audit", "verify", "--record"], 1);
    assert!(said.contains("hash mismatch at entry 1"), "{said}");
    // After the entry is put back, the house still wants to be verified before a table opens.
    shop.alter("UPDATE entries SET line = replace(line, '\"Mal\"', '\"Sue\"') WHERE seq = 1");
    let other: Vec<&str> =
        open.iter().map(|arg| if *arg == "cs-3" { "cs-4" } else { arg }).collect();
    let (code, message) = error(&shop, SUE, &other);
    assert_eq!(code, "not-verified");
    assert!(message.contains("croupier audit verify --record"), "{message}");
    shop.done("", &["audit", "verify", "--record"]);
    shop.done(SUE, &other);
}

#[test]
fn errors_are_json_with_a_stable_code() {
    let shop = Shop::new();
    for (args, secret, code, part) in [
        (vec!["meter", "show", "x"], "", "no-such-meter", "there is no meter x"),
        (
            vec!["meter", "close", "m", "--as", "sue"],
            "guess",
            "wrong-secret",
            "wrong secret for sue",
        ),
        (vec!["meter", "close", "x", "--as", "sue"], SUE, "no-such-meter", "there is no meter x"),
        (vec!["meter", "close", "m", "--as", "nobody"], SUE, "no-such-person", "nobody"),
        (vec!["person", "retire", "sam", "a\tb", "--as", "sue"], SUE, "bad-text", "U+0009"),
        (vec!["meter", "statement", "m", "--from", "x"], "", "bad-input", "2026-11-15"),
        (vec!["meter", "show"], "", "usage", "required arguments"),
        (vec!["meter", "list", "--store", "sqlite:/nowhere/x.db"], "", "no-house", "no house at"),
    ] {
        let (said, message) = error(&shop, secret, &args);
        assert_eq!(said, code, "{args:?}: {message}");
        assert!(message.contains(part), "{args:?}: {message}");
    }
    // For people it is text.
    let plain = shop.refused("", &["meter", "show", "x"], 2);
    assert!(plain.starts_with("error: there is no meter x"), "{plain}");
    // Nothing but the error is printed, and a negative answer keeps its exit code.
    let output = croupier(&["rank", "Xx", "--json"]);
    assert!(output.stdout.is_empty() && output.status.code() == Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    let error: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(error["error"]["code"], "bad-input");
    shop.alter("UPDATE entries SET line = replace(line, '\"Sue\"', '\"Mal\"') WHERE seq = 1");
    let said = shop.refused("", &["audit", "verify", "--json"], 1);
    let last = said.lines().last().unwrap();
    let error: Value = serde_json::from_str(last).unwrap();
    assert_eq!(error["error"]["code"], "negative");
}

#[test]
fn json_has_snake_case_keys_everywhere() {
    fn keys(value: &Value, all: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    all.push(key.clone());
                    keys(value, all);
                }
            }
            Value::Array(values) => values.iter().for_each(|value| keys(value, all)),
            _ => {}
        }
    }
    let shop = Shop::new();
    let open = ["table", "open", "cs-3", "--meter", "m", "--game", "caribbean-stud"];
    shop.done(SUE, &[&open[..], &["--schedule", "PMG-01", "--as", "sue"]].concat());
    shop.done(SUE, &["table", "lock", "cs-3", "1=1", "--as", "sue"]);
    shop.done(SUE, &["table", "key", "cs-3", "1", "straight flush", "--as", "sue"]);
    shop.done(SUE, &["meter", "adjust", "m", "1", "misread", "--as", "sue"]);
    for args in [
        &["meter", "list"][..],
        &["meter", "show", "m"],
        &["meter", "statement", "m"],
        &["meter", "wins"],
        &["meter", "slip", "1"],
        &["meter", "reconcile"],
        &["meter", "liability"],
        &["meter", "proposals"],
        &["meter", "sign", "--lines", "1"],
        &["table", "list"],
        &["table", "show", "cs-3"],
        &["table", "recall", "cs-3", "1"],
        &["person", "list"],
        &["audit", "search", "meter"],
        &["store", "check"],
    ] {
        let printed = shop.json(args);
        let mut all = Vec::new();
        keys(&printed, &mut all);
        let is_snake = |key: &&String| !key.contains('-') && key.to_lowercase() == **key;
        let odd: Vec<&String> = all.iter().filter(|key| !is_snake(key)).collect();
        assert!(odd.is_empty() && !all.is_empty(), "{args:?}: {odd:?}");
    }
    let table = shop.json(&["table", "show", "cs-3"]);
    assert_eq!(table["round"]["bets"]["1"], "1.00");
    let slip = shop.json(&["meter", "slip", "1"]);
    let at = slip["keyed_at"].as_str().unwrap();
    assert!(at.ends_with('Z') && at.contains('T'), "{at}");
}
