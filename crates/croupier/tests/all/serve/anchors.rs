//! A store that was put back or rewritten is noticed: heads are signed and kept outside it.

use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::cluster::Cluster;
use super::http::Client;
use super::process::{Folder, Served, croupier};
use super::{GIVE_UP, within};

fn server(folder: &Folder, more: &[&str]) -> Served {
    let store = folder.store();
    let args = ["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--store", &store];
    Served::run(croupier(&[&args, more].concat()))
}

/// Serves where that is refused.
fn refused(folder: &Folder, more: &[&str]) -> String {
    let store = folder.store();
    let args = ["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--store", &store];
    let output = croupier(&[&args, more].concat()).output().unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

fn run(store: &str, args: &[&str]) -> Output {
    croupier(&[args, &["--store", store]].concat()).output().unwrap()
}

#[track_caller]
fn json_of(store: &str, args: &[&str]) -> Value {
    let output = run(store, &[args, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn negative(store: &str, args: &[&str]) -> String {
    let output = run(store, args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap()
}

fn play(server: &Served, name: &str, times: usize) {
    let mut player = Client::guest(server.address, name);
    player.act("blackjack", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    for _ in 0..times {
        player.act("blackjack", &json!({ "act": "add_chips", "seat": 1, "amount": "1.00" }));
    }
    player.act("blackjack", &json!({ "act": "leave", "seat": 1 }));
}

#[test]
fn an_older_copy_of_the_store_is_refused_until_someone_says_why() {
    let folder = Folder::new();
    let place = format!("file:{}", folder.path("anchors"));
    let anchor = ["--anchor", place.as_str()];
    let mut first = server(&folder, &anchor);
    play(&first, "Ann", 3);
    assert!(first.terminate().success());
    std::fs::copy(folder.path("house.db"), folder.path("backup.db")).unwrap();
    let mut second = server(&folder, &anchor);
    play(&second, "Bea", 3);
    assert!(second.terminate().success());
    let verified = json_of(&folder.store(), &["audit", "verify", "--anchor", &place]);
    assert!(verified["signed"]["heads"].as_u64().unwrap() >= 3, "{verified}");
    assert_eq!(verified["signed"]["newest"], verified["entries"]);

    std::fs::copy(folder.path("backup.db"), folder.path("house.db")).unwrap();
    let said = refused(&folder, &anchor);
    assert!(said.contains("it was put back to an older state"), "{said}");
    assert!(said.contains("--accept-rollback"), "{said}");
    assert!(refused(&folder, &[]).contains("older state"), "the key folder alone knows");
    std::fs::rename(folder.path("house.keys"), folder.path("kept.keys")).unwrap();
    let said = refused(&folder, &anchor);
    assert!(said.contains(&folder.path("anchors")), "the file alone knows: {said}");
    assert!(!Path::new(&folder.path("house.keys")).exists());
    std::fs::rename(folder.path("kept.keys"), folder.path("house.keys")).unwrap();
    let record = run(&folder.store(), &["audit", "verify", "--record"]);
    assert!(!record.status.success());
    assert!(negative(&folder.store(), &["audit", "verify"]).contains("older state"));

    let mut accepted =
        server(&folder, &[&anchor[..], &["--accept-rollback", "disk 2 died"]].concat());
    play(&accepted, "Cem", 1);
    assert!(accepted.terminate().success());
    let found = json_of(&folder.store(), &["audit", "search", "roll-back accepted"]);
    let says = found["entries"][0]["says"].as_str().unwrap();
    assert!(says.starts_with("roll-back accepted: disk 2 died; entry "), "{says}");
    assert_eq!(found["entries"][0]["by"], "house");
    // From then on it is a house like any other, and an option that was left behind is not good for the next time.
    let said = refused(&folder, &["--accept-rollback", "disk 2 died"]);
    assert!(said.contains("start it without --accept-rollback"), "{said}");
    assert!(server(&folder, &anchor).terminate().success());
    let verified = json_of(&folder.store(), &["audit", "verify", "--anchor", &place]);
    assert!(verified["signed"]["notes"][0].as_str().unwrap().contains("accepted"), "{verified}");
    std::fs::copy(folder.path("backup.db"), folder.path("house.db")).unwrap();
    let said = refused(&folder, &anchor);
    assert!(said.contains("older state"), "{said}");
}

/// Changes an entry and links every later one again, as someone with write access to the file can.
fn rewrite(path: &str, from: &str, to: &str) {
    let file = rusqlite::Connection::open(path).unwrap();
    let mut all = file.prepare("SELECT seq, line FROM entries ORDER BY seq").unwrap();
    let entry = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let entries: Vec<(i64, String)> =
        all.query_map([], entry).unwrap().collect::<Result<_, _>>().unwrap();
    let (mut previous, mut changed) = ([0; 32], 0);
    for (seq, line) in entries {
        let forged = line.replace(from, to);
        changed += usize::from(forged != line);
        previous = Sha256::new().chain_update(previous).chain_update(&forged).finalize().into();
        let sql = "UPDATE entries SET line = ?1, hash = ?2 WHERE seq = ?3";
        file.execute(sql, rusqlite::params![forged, previous, seq]).unwrap();
    }
    assert!(changed > 0, "{from} is in no entry");
}

#[test]
fn a_rewritten_and_relinked_chain_is_refused() {
    let folder = Folder::new();
    let mut house = server(&folder, &[]);
    play(&house, "Ann", 2);
    assert!(house.terminate().success());
    // Who was told that it started is not part of any record: nothing else contradicts the change.
    rewrite(&folder.path("house.db"), " started, listening on ", " started, listening at ");
    std::fs::rename(folder.path("house.keys"), folder.path("kept.keys")).unwrap();
    let unsigned = json_of(&folder.store(), &["audit", "verify", "--replay"]);
    assert_eq!(unsigned["signed"]["heads"], 0, "the chain alone looks whole");
    std::fs::rename(folder.path("kept.keys"), folder.path("house.keys")).unwrap();
    let said = refused(&folder, &[]);
    assert!(said.contains("the chain was rewritten"), "{said}");
    assert!(negative(&folder.store(), &["audit", "verify"]).contains("the chain was rewritten"));
}

#[test]
fn places_that_fail_hold_up_nobody_and_are_told() {
    let folder = Folder::new();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let address = format!("http://{free}/heads");
    let log = folder.path("log");
    let mut command = croupier(&["serve", "--demo", "--json", "--listen", "127.0.0.1:0"]);
    command.args(["--store", &folder.store()]);
    command.env("CROUPIER_ANCHOR", format!("{address}\ncommand:exit 3"));
    command.stderr(std::fs::File::create(&log).unwrap());
    let mut house = Served::run(command);
    play(&house, "Ann", 2);
    let mut anyone = Client::new(house.address);
    within(GIVE_UP, "both failures are counted", || {
        let metrics = anyone.get("/metrics").body;
        ["http-1", "command-2"].iter().all(|place| {
            let failing = format!("croupier_anchor_is_failing{{place=\"{place}\"}} 1");
            let counted = format!("croupier_anchor_failures_total{{place=\"{place}\"}} ");
            metrics.contains(&failing) && metrics.contains(&counted)
        })
    });
    assert_eq!(anyone.get("/readyz").status, 200);
    assert!(house.terminate().success());
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.contains("a signed head was not pushed; it is tried again"), "{log}");
    assert!(log.contains("the command ended with exit status: 3"), "{log}");
    // The key folder has the end all the same.
    let verified = json_of(&folder.store(), &["audit", "verify"]);
    assert_eq!(verified["signed"]["newest"], verified["entries"]);
}

#[test]
fn two_processes_on_one_store_sign_with_one_key() {
    let cluster = Cluster::start();
    let (store, folder) = (cluster.database(), Folder::new());
    let keys = folder.path("keys");
    let start = || {
        let args = ["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--store", &store];
        Served::run(croupier(&[&args, &["--keys", keys.as_str()][..]].concat()))
    };
    let mut one = start();
    let mut two = start();
    play(&one, "Ann", 2);
    play(&two, "Bea", 2);
    assert!(two.terminate().success());
    play(&one, "Cem", 2);
    assert!(one.terminate().success());
    let verified = json_of(&store, &["audit", "verify", "--keys", &keys]);
    assert_eq!(verified["signed"]["newest"], verified["entries"]);
    assert_eq!(verified["signed"]["keys"].as_array().unwrap().len(), 1);
    assert!(start().terminate().success());
}

#[test]
fn a_house_that_was_killed_comes_back_and_one_without_a_key_gets_one() {
    let folder = Folder::new();
    let mut house = server(&folder, &[]);
    play(&house, "Ann", 5);
    house.kill();
    let mut again = server(&folder, &[]);
    assert!(again.terminate().success());
    let wal = std::fs::metadata(folder.path("house.db-wal")).map_or(0, |file| file.len());
    assert_eq!(wal, 0, "everything is in the main file");
    let key = json_of(&folder.store(), &["audit", "key"])["key"].clone();
    // A house of an older release has no keys.
    std::fs::remove_dir_all(folder.path("house.keys")).unwrap();
    assert_eq!(json_of(&folder.store(), &["audit", "key"])["key"], Value::Null);
    assert!(server(&folder, &[]).terminate().success());
    let shown = json_of(&folder.store(), &["audit", "key"]);
    assert_eq!(shown["key"].as_str().unwrap().len(), 64);
    assert_ne!(shown["key"], key);
    let short = &shown["key"].as_str().unwrap()[..16];
    let found = json_of(&folder.store(), &["audit", "search", &format!("signed with key {short}")]);
    assert_eq!(found["entries"].as_array().unwrap().len(), 1, "the chain says with which key");
}

#[test]
fn a_regulator_verifies_an_exported_log_and_paper_without_the_store() {
    let folder = Folder::new();
    let place = format!("file:{}", folder.path("anchors"));
    let mut house = server(&folder, &["--anchor", &place]);
    play(&house, "Ann", 2);
    assert!(house.terminate().success());
    let day = json_of(&folder.store(), &["day", "show"]);
    let printed = day["head"].as_str().unwrap().to_owned();
    let key = json_of(&folder.store(), &["audit", "key"])["key"].as_str().unwrap().to_owned();
    let log = folder.path("house.log");
    json_of(&folder.store(), &["audit", "export", "--out", &log]);
    let nowhere = format!("sqlite:{}", folder.path("nowhere.db"));
    let offline = ["audit", "verify", &log, "--anchor", &place, "--public-key", &key];
    let verified = json_of(&nowhere, &[&offline[..], &["--printed", &printed]].concat());
    assert_eq!(verified["signed"]["keys"], json!([key]));
    assert_eq!(verified["signed"]["newest"], verified["entries"]);
    json_of(&folder.store(), &["audit", "verify", "--printed", &printed]);
    let (rest, last) = printed.split_at(printed.len() - 1);
    let wrong = format!("{rest}{}", if last == "0" { "1" } else { "0" });
    let said = negative(&folder.store(), &["audit", "verify", "--printed", &wrong]);
    assert!(said.contains("not by this house's key"), "{said}");
    let other = "ab".repeat(32);
    let said =
        negative(&nowhere, &["audit", "verify", &log, "--anchor", &place, "--public-key", &other]);
    assert!(said.contains("signed with another key"), "{said}");
}

#[test]
fn the_day_report_has_the_signed_head() {
    let folder = Folder::new();
    let house = server(&folder, &[]);
    let mut sue = Client::staff(house.address, "sue");
    let page = sue.get("/reports/days/1");
    assert_eq!(page.status, 200, "{}", page.body);
    let head = page.body.split("signed head ").nth(1).expect("it is printed");
    let head = head.split('<').next().unwrap();
    let verified = run(&folder.store(), &["audit", "verify", "--printed", head]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

/// Starts and stops a server; what its log says.
fn told(folder: &Folder, more: &[&str]) -> String {
    let (store, log) = (folder.store(), folder.path("log"));
    let args = ["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--store", &store];
    let mut command = croupier(&[&args, more].concat());
    command.stderr(std::fs::File::create(&log).unwrap());
    assert!(Served::run(command).terminate().success());
    std::fs::read_to_string(log).unwrap()
}

/// The chain knows that it was signed: nothing to compare it with is not the same as nothing against it.
#[test]
fn a_house_that_signed_tells_when_its_anchors_or_its_key_are_gone() {
    const LEFT: &str = "NO SIGNED HEAD OF THIS HOUSE IS LEFT";
    const GONE: &str = "THE KEY THAT SIGNS THIS HOUSE'S HEADS IS NOT THERE";
    const OTHER: &str = "THIS HOUSE'S HEADS WERE SIGNED WITH ANOTHER KEY";
    let folder = Folder::new();
    let is_quiet = || {
        let said = told(&folder, &[]);
        assert!(!said.contains("THIS HOUSE"), "{said}");
    };
    is_quiet();
    is_quiet();
    let remove = |name: &str| {
        std::fs::remove_file(format!("{}/{name}", folder.path("house.keys"))).unwrap();
    };
    remove("anchor.json");
    // Commands on the store tell it, too.
    let signed = croupier(&["meter", "record", "--as", "sue", "--store", &folder.store()])
        .env("CROUPIER_SECRET", "sue-demo")
        .output()
        .unwrap();
    let said = String::from_utf8(signed.stderr).unwrap();
    assert!(said.contains(LEFT), "{said}");
    // What opens the house signs it again.
    is_quiet();
    remove("anchor.json");
    let said = told(&folder, &[]);
    assert!(said.contains(LEFT) && !said.contains(GONE) && !said.contains(OTHER), "{said}");
    is_quiet();
    remove("head.key");
    let said = told(&folder, &[]);
    assert!(said.contains(GONE) && !said.contains(LEFT), "the anchor is still there: {said}");
    is_quiet();
    // Another folder, with a key of another house.
    let other = Folder::new();
    told(&other, &[]);
    let keys = other.path("house.keys");
    std::fs::remove_file(format!("{keys}/anchor.json")).unwrap();
    let said = told(&folder, &["--keys", &keys]);
    assert!(said.contains(OTHER) && said.contains(LEFT), "{said}");
}

/// The disk with the anchors is not there, or somebody emptied the file: whatever the store says would be believed.
#[test]
fn a_place_that_had_heads_and_has_none_is_refused_until_someone_says_why() {
    let folder = Folder::new();
    let place = format!("file:{}", folder.path("anchors"));
    let anchor = ["--anchor", place.as_str()];
    assert!(server(&folder, &anchor).terminate().success());
    for is_emptied in [true, false] {
        match is_emptied {
            true => std::fs::write(folder.path("anchors"), "").unwrap(),
            false => std::fs::remove_file(folder.path("anchors")).unwrap(),
        }
        let said = refused(&folder, &anchor);
        assert!(said.contains(&format!("there is no signed head at {place}")), "{said}");
        assert!(said.contains("--accept-rollback"), "{said}");
    }
    let record = ["meter", "record", "--as", "sue", "--anchor", &place];
    assert!(!run(&folder.store(), &record).status.success(), "no command opens it either");
    // A place that is new has nothing to be missed.
    let new = format!("file:{}", folder.path("new"));
    assert!(server(&folder, &["--anchor", &new]).terminate().success());
    let accepted = [&anchor[..], &["--accept-rollback", "disk 3 died"]].concat();
    assert!(server(&folder, &accepted).terminate().success());
    let found = json_of(&folder.store(), &["audit", "search", "roll-back accepted"]);
    let says = found["entries"][0]["says"].as_str().unwrap();
    let left = format!("disk 3 died; no signed head was left at {place}, opened at entry ");
    assert!(says.contains(&left), "{says}");
    assert!(server(&folder, &anchor).terminate().success());
}

/// What a command keeps is read back by another, and missed when it is gone.
#[test]
fn what_a_command_keeps_is_compared_where_another_command_reads_it() {
    let folder = Folder::new();
    let kept = folder.path("kept");
    let (command, read) = (format!("command:cat >> '{kept}'"), format!("read:cat '{kept}'"));
    let anchor = ["--anchor", command.as_str(), "--anchor", read.as_str()];
    std::fs::write(&kept, "").unwrap();
    assert!(server(&folder, &anchor).terminate().success(), "nothing was pushed there yet");
    assert!(!std::fs::read_to_string(&kept).unwrap().is_empty());
    assert!(server(&folder, &anchor).terminate().success());
    let whole = std::fs::read_to_string(&kept).unwrap();
    std::fs::write(&kept, "").unwrap();
    let said = refused(&folder, &anchor);
    assert!(said.contains("there is no signed head at read:cat, though"), "{said}");
    std::fs::write(&kept, whole).unwrap();
    assert!(server(&folder, &anchor).terminate().success());
}
