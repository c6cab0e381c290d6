//! A house is founded by one command, looked at without touching it, and shows no amount in doubt.

use crate::shop::Shop;

const SUE: &str = "secret-of-sue";

#[test]
fn only_found_creates_a_house() {
    let shop = Shop::empty();
    for args in [
        vec!["meter", "list"],
        vec!["meter", "create", "m", "--schedule", "PMG-01", "--as", "sue"],
        vec!["person", "add", "sue", "--name", "Sue", "--role", "supervisor", "--as", "sue"],
        vec!["table", "list"],
        vec!["audit", "verify"],
        vec!["audit", "search", "x"],
        vec!["store", "check"],
        vec!["store", "copy", &shop.store(), "memory:"],
    ] {
        let said = shop.refused(SUE, &args, 2);
        assert!(
            said.contains(&format!("there is no house at {}", shop.store())),
            "{args:?}: {said}"
        );
        assert!(said.contains("croupier found"), "{args:?}: {said}");
    }
    assert!(!std::path::Path::new(&shop.path("house.db")).exists(), "nothing was created");
    let mut short = shop.command("", &["found", "sue", "--name", "Sue"]);
    let short = short.env("CROUPIER_NEW_SECRET", "short").output().unwrap();
    assert_eq!(short.status.code(), Some(2));
    assert!(!std::path::Path::new(&shop.path("house.db")).exists(), "nothing was created");
    let said = shop.done("", &["found", "sue", "--name", "Sue Hart"]);
    assert!(said.contains("sue is its first supervisor"), "{said}");
    let again = shop.refused("", &["found", "bob", "--name", "Bob"], 2);
    assert!(again.contains("there is a house at") && again.contains("already"), "{again}");
    let people = shop.json(&["person", "list"]);
    assert_eq!(people["people"].as_array().unwrap().len(), 1);
    assert_eq!(people["people"][0]["role"], "supervisor");
}

#[test]
fn the_help_does_not_print_where_the_house_is() {
    let shop = Shop::empty();
    let mut help = shop.command("", &["meter", "list", "--help"]);
    let help = help.env("CROUPIER_STORE", "postgres://pit:s3cret@db/house").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("CROUPIER_STORE") && !help.contains("s3cret"), "{help}");
}

#[test]
fn looking_writes_nothing() {
    let shop = Shop::new();
    let file = shop.path("house.db");
    let before = std::fs::read(&file).unwrap();
    for args in [
        vec!["meter", "list"],
        vec!["meter", "show", "m"],
        vec!["meter", "statement", "m"],
        vec!["audit", "verify", "--replay"],
        vec!["store", "check"],
        vec!["person", "list"],
    ] {
        shop.done("", &args);
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn f3_a_meter_in_doubt_is_out_of_order_everywhere_and_shows_no_amount() {
    let shop = Shop::new();
    let n = ["meter", "create", "n", "--schedule", "PMG-01", "--seed", "500", "--as", "sue"];
    shop.done(SUE, &n);
    let open = ["table", "open", "cs-3", "--meter", "m", "--game", "caribbean-stud"];
    shop.done(SUE, &[&open[..], &["--schedule", "PMG-01", "--as", "sue"]].concat());
    shop.alter("UPDATE rows SET json = replace(json, '10000.00', '70000.00') WHERE kind = 'meter' AND name = 'm'");
    for args in [
        vec!["meter", "list"],
        vec!["meter", "show", "m"],
        vec!["meter", "sign", "--lines", "2"],
        vec!["meter", "liability"],
        vec!["meter", "record", "--as", "sue"],
        vec!["table", "list"],
        vec!["table", "show", "cs-3"],
    ] {
        for json in [&[][..], &["--json"]] {
            let said = shop.done(SUE, &[&args[..], json].concat());
            assert!(!said.contains("0000.00"), "{args:?}: {said}");
            let is_told = said.contains("OUT OF ORDER")
                || said.contains("out_of_order")
                || said.contains("out-of-order");
            assert!(is_told, "{args:?}: {said}");
        }
    }
    // The other meter goes on.
    assert!(shop.done("", &["meter", "list"]).contains("500.0000"));
    let said = shop.refused("", &["meter", "reconcile"], 1);
    assert!(said.contains("does not reconcile: m"), "{said}");
    let lock = ["table", "lock", "cs-3", "1=1", "--as", "sue"];
    let said = shop.refused(SUE, &lock, 2);
    assert!(said.contains("out of order: the record of meter m was changed"), "{said}");
    let said = shop.refused("", &["store", "check"], 1);
    assert!(said.contains("the record of meter m was changed outside this program"), "{said}");
}

#[test]
fn a_slip_that_was_changed_is_not_printed() {
    let shop = Shop::new();
    let open = ["table", "open", "cs-3", "--meter", "m", "--game", "caribbean-stud"];
    shop.done(SUE, &[&open[..], &["--schedule", "PMG-01", "--as", "sue"]].concat());
    for (secret, args) in [
        (SUE, &["table", "lock", "cs-3", "1=1", "--as", "sue"][..]),
        (SUE, &["table", "key", "cs-3", "1", "flush", "--as", "sue"]),
        ("secret-of-sam", &["table", "verify", "1", "--as", "sam"]),
        (SUE, &["table", "game-over", "cs-3", "--as", "sue"]),
    ] {
        shop.done(secret, args);
    }
    let slip = shop.done("", &["meter", "slip", "1"]);
    assert!(slip.contains("signed head"), "{slip}");
    shop.alter("UPDATE rows SET json = replace(json, '40.00', '4000.00') WHERE kind = 'award'");
    let said = shop.refused("", &["meter", "slip", "1"], 2);
    assert!(said.contains("was changed outside this program"), "{said}");
}

#[test]
fn a_store_in_a_folder_that_cannot_be_written_is_verified() {
    use std::os::unix::fs::PermissionsExt as _;
    let shop = Shop::new();
    let (file, folder) = (shop.path("house.db"), shop.path(""));
    let set = |path: &str, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    // To a superuser this is open all the same; the ledger's own tests have a disk mounted read-only.
    set(&file, 0o444);
    set(&folder, 0o555);
    let said = shop.run("", &["audit", "verify", "--replay"]);
    set(&folder, 0o755);
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
}
