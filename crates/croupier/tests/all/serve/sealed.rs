//! Sealed shuffles as an operator, a player and an auditor meet them: by commands, over HTTP and on the disk.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use super::cluster;
use super::http::Client;
use super::players::seat;
use super::process::{Folder, Served, croupier};
use super::several::open;
use super::{GIVE_UP, within};

const TABLE: &str = "tcp";
const NO_CLOCKS: Value = Value::Null;

fn run(store: &str, args: &[&str]) -> Output {
    let mut command = croupier(&[args, &["--store", store, "--json"]].concat());
    let added = args.get(if args[0] == "found" { 1 } else { 2 });
    let secret = format!("{}-demo", added.unwrap_or(&""));
    command.env("CROUPIER_SECRET", "sue-demo").env("CROUPIER_NEW_SECRET", secret).output().unwrap()
}

#[track_caller]
fn done(store: &str, args: &[&str]) -> Value {
    let output = run(store, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_default()
}

/// A house that was founded by command, with an auditor.
fn founded() -> Folder {
    let folder = Folder::new();
    let store = folder.store();
    done(&store, &["found", "sue", "--name", "Sue"]);
    let add = ["person", "add", "aud", "--name", "Aud", "--role", "auditor", "--as", "sue"];
    done(&store, &add);
    folder
}

fn serve(store: &str) -> Served {
    Served::run(croupier(&["serve", "--json", "--listen", "127.0.0.1:0", "--store", store]))
}

fn bet(player: &mut Client) {
    let least = player.view(TABLE)["posted"]["least"].clone();
    player.act(TABLE, &json!({ "act": "bet", "seat": 1, "bets": least }));
}

/// The cards are dealt, and the player takes the first choice until the round is over.
fn finish(player: &mut Client) {
    let mut view = player.act(TABLE, &json!({ "act": "ready", "seat": 1 }));
    while view["round"]["next"]["kind"] == "decision" {
        let next = &view["round"]["next"];
        let (action, hand) = (&next["actions"][0], &next["hand"]);
        let act = json!({ "act": "decide", "seat": 1, "action": action, "hand": hand });
        view = player.act(TABLE, &act);
    }
}

/// The openings of a round as a file, checked by the command.
#[track_caller]
fn verified(client: &mut Client, round: u64, file: &str) -> Value {
    let said = client.get(&format!("/api/v1/tables/{TABLE}/rounds/{round}/openings"));
    assert_eq!(said.status, 200, "{}", said.body);
    fs::write(file, &said.body).unwrap();
    let checked = croupier(&["verify-shuffle", "--file", file, "--json"]).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    serde_json::from_slice(&checked.stdout).unwrap()
}

fn cards(verified: &Value) -> BTreeSet<String> {
    let cards = verified["cards"].as_array().unwrap().iter();
    cards.map(|card| card["card"].as_str().unwrap().to_owned()).collect()
}

fn key_file(folder: &Folder) -> String {
    folder.path("house.keys/shuffle.key")
}

/// The keys in the file, as they are written and as bytes.
fn keys_in(file: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(file).unwrap();
    let keys: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    let raw = |key: &&str| key.as_bytes().chunks(2).map(byte).collect::<Vec<u8>>();
    keys.iter().map(raw).chain(keys.iter().map(|key| key.as_bytes().to_vec())).collect()
}

/// No file beside the key folder has a key, or a seed in the clear.
#[track_caller]
fn nothing_is_told(folder: &Folder) {
    let keys = keys_in(&key_file(folder));
    let files = fs::read_dir(folder.path("")).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.filter(|path| path.is_file()).collect();
    assert!(files.iter().any(|file| file.ends_with("house.db")), "{files:?}");
    for file in files {
        let bytes = fs::read(&file).unwrap();
        let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
        assert!(!keys.iter().any(|key| has(key)), "{} has a key", file.display());
        assert!(!has(b"\"seed\":\""), "{} has a seed", file.display());
    }
}

#[test]
fn shf_1_shf_2_a_founded_house_seals_its_shuffles_and_proves_its_cards() {
    let folder = founded();
    let store = folder.store();
    let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&key_file(&folder)), 0o600, "the key is made at founding");
    assert_eq!(mode(&folder.path("house.keys")), 0o700);
    let mut server = serve(&store);
    let mut sue = Client::staff(server.address, "sue");
    open(&mut sue, TABLE, "three-card-poker", &NO_CLOCKS);
    let mut ann = Client::guest(server.address, "Ann");
    ann.act(TABLE, &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    bet(&mut ann);
    nothing_is_told(&folder);
    finish(&mut ann);

    // The player proves the cards that the player saw, and an altered one is found out.
    let file = folder.path("openings.json");
    let own = verified(&mut ann, 1, &file);
    assert_eq!(own["is_whole_deck"], false);
    let view = ann.get(&format!("/api/v1/tables/{TABLE}/rounds/1"));
    let is_told = cards(&own).iter().all(|card| view.body.contains(card.as_str()));
    assert!(cards(&own).len() >= 3 && is_told, "{own}");
    let text = fs::read_to_string(&file).unwrap();
    let card = cards(&own).pop_first().unwrap();
    let other = if card == "As" { "Ks" } else { "As" };
    let altered = text.replacen(&format!("\"{card}\""), &format!("\"{other}\""), 1);
    fs::write(&file, altered).unwrap();
    let checked = croupier(&["verify-shuffle", "--file", &file]).output().unwrap();
    assert_eq!(checked.status.code(), Some(1));

    // The auditor opens the whole deck after the gaming day, and not before.
    let mut aud = Client::staff(server.address, "aud");
    assert_eq!(verified(&mut aud, 1, &file)["is_whole_deck"], false);
    done(&store, &["day", "close", "1", "--as", "sue"]);
    within(GIVE_UP, "the auditor opens the deck", || {
        verified(&mut aud, 1, &file)["is_whole_deck"] == true
    });
    assert_eq!(cards(&verified(&mut aud, 1, &file)).len(), 52);
    assert_eq!(verified(&mut ann, 1, &file)["cards"], own["cards"]);

    // A new key seals what follows; what was sealed before still opens. Copies and exports have neither.
    assert_eq!(done(&store, &["keys", "rotate"])["keys"].as_array().unwrap().len(), 2);
    bet(&mut ann);
    finish(&mut ann);
    assert_eq!(verified(&mut ann, 1, &file)["cards"], own["cards"]);
    assert_eq!(verified(&mut ann, 2, &file)["matches"], true);
    bet(&mut ann);
    let out = folder.path("house.log");
    done(&store, &["audit", "export", "--out", &out]);
    let copy = format!("sqlite:{}", folder.path("copy.db"));
    let copied = croupier(&["store", "copy", &store, &copy]).output().unwrap();
    assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
    assert!(!Path::new(&folder.path("copy.keys")).exists(), "a copy has no key");
    nothing_is_told(&folder);
    assert!(server.terminate().success());
    nothing_is_told(&folder);
}

#[test]
fn shf_1_a_house_that_lost_its_key_says_so_and_gives_everything_back() {
    let folder = founded();
    let store = folder.store();
    let mut server = serve(&store);
    let mut sue = Client::staff(server.address, "sue");
    open(&mut sue, TABLE, "three-card-poker", &NO_CLOCKS);
    let mut ann = Client::guest(server.address, "Ann");
    ann.act(TABLE, &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    bet(&mut ann);
    ann.act(TABLE, &json!({ "act": "ready", "seat": 1 }));
    assert!(server.terminate().success());
    fs::remove_file(key_file(&folder)).unwrap();
    // Every command that opens the house says it first.
    let asked = croupier(&["meter", "record", "--as", "sue", "--store", &store])
        .env("CROUPIER_SECRET", "wrong")
        .output()
        .unwrap();
    let told = String::from_utf8(asked.stderr).unwrap();
    assert!(told.contains("THE HOUSE HAS LOST THE KEY"), "{told}");
    let log = fs::File::create(folder.path("said")).unwrap();
    let args = ["serve", "--json", "--listen", "127.0.0.1:0", "--store", &store];
    let mut command = croupier(&args);
    command.stderr(log);
    let server = Served::run(command);
    let said = fs::read_to_string(folder.path("said")).unwrap();
    assert!(said.contains("THE HOUSE HAS LOST THE KEY"), "{said}");
    let mut ann = ann.at(server.address);
    within(GIVE_UP, "the round is void", || ann.view(TABLE)["round"]["next"]["kind"] != "decision");
    let view = ann.view(TABLE);
    let chips = seat(&view, 1).map(|seat| &seat["chips"]);
    assert_eq!(chips, Some(&json!("100.00")), "everything went back: {view}");
    let found = done(&store, &["audit", "search", "SHF-1"]).to_string();
    assert!(found.contains("[SHF-1]"), "{found}");
    // The house plays on under a new key.
    bet(&mut ann);
    finish(&mut ann);
    assert_eq!(verified(&mut ann, 2, &folder.path("openings.json"))["matches"], true);
}

#[test]
fn shf_1_two_processes_share_a_key_and_none_starts_without_it() {
    let store = cluster::shared().database();
    let (one, other) = (Served::start(&store), Served::start(&store));
    let mut sue = Client::staff(one.address, "sue");
    open(&mut sue, TABLE, "three-card-poker", &NO_CLOCKS);
    let mut ann = Client::guest(one.address, "Ann");
    ann.act(TABLE, &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    // Sealed by one process, dealt by the other, under keys that either made.
    for round in 1..=2 {
        bet(&mut ann);
        let mut there = ann.at(other.address);
        within(GIVE_UP, "the bet is known there", || {
            there.view(TABLE)["version"] == ann.view(TABLE)["version"]
        });
        finish(&mut there);
        let folder = Folder::new();
        assert_eq!(verified(&mut there, round, &folder.path("openings.json"))["matches"], true);
        within(GIVE_UP, "the round is known here", || {
            there.view(TABLE)["version"] == ann.view(TABLE)["version"]
        });
        done(&store, &["keys", "rotate"]);
    }
    let folder = Folder::new();
    let elsewhere = folder.path("keys");
    let args = ["serve", "--demo", "--listen", "127.0.0.1:0", "--store", &store];
    let refused = croupier(&[&args[..], &["--keys", &elsewhere]].concat()).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && said.contains("copy shuffle.key"), "{said}");
}
