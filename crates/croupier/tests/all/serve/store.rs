//! The store goes away under a running server, and comes back.

use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::cluster::Cluster;
use super::http::Client;
use super::players::{Player, Where};
use super::process::{Folder, Served, croupier};
use super::{GIVE_UP, within};

#[test]
fn without_its_database_a_house_is_read_only_and_recovers_by_itself() {
    let cluster = Cluster::start();
    let server = Served::start(&cluster.database());
    let mut ann = Client::guest(server.address, "Ann");
    let mut anyone = Client::new(server.address);
    ann.act("blackjack", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    let mut stream = ann.watch("blackjack");
    assert_eq!(stream.view()["version"], 1);
    assert_eq!(anyone.get("/readyz").status, 200);

    cluster.down();
    within(GIVE_UP, "the server is not ready", || anyone.get("/readyz").status == 503);
    let buy = json!({ "act": "add_chips", "seat": 1, "amount": "50.00" });
    for _ in 0..2 {
        let refused = ann.try_act("blackjack", "one", &buy).unwrap();
        assert_eq!(refused.status, 503, "{}", refused.body);
        let seconds: u64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&seconds), "{seconds}");
        assert!(!refused.body.contains("postgres"), "it reveals nothing: {}", refused.body);
    }
    // A guest comes in without an entry; signing in is one.
    assert_eq!(anyone.post("/api/v1/session", &json!({ "guest": "Bea" })).status, 200);
    let sue = json!({ "person": "sue", "secret": "sue-demo" });
    let sue = anyone.post("/api/v1/session", &sue);
    assert_eq!(sue.status, 503, "{}", sue.body);
    assert!(sue.header("retry-after").is_some());
    // Reading goes on.
    let view = ann.view("blackjack");
    assert_eq!(
        (&view["version"], &view["round"]["seats"][0]["chips"]),
        (&json!(1), &json!("100.00"))
    );
    assert_eq!(ann.get("/api/v1/pit").status, 200);
    assert_eq!(ann.get("/api/v1/session").status, 200);
    assert_eq!(anyone.get("/healthz").status, 200);

    cluster.up();
    within(GIVE_UP, "the server is ready again", || anyone.get("/readyz").status == 200);
    within(GIVE_UP, "the act is done", || {
        let said = ann.try_act("blackjack", "one", &buy).unwrap();
        assert!(matches!(said.status, 200 | 503), "{}", said.body);
        said.status == 200
    });
    let again = ann.try_act("blackjack", "one", &buy).unwrap();
    assert_eq!(again.status, 200, "{}", again.body);
    let view = ann.view("blackjack");
    assert_eq!(
        (&view["version"], &view["round"]["seats"][0]["chips"]),
        (&json!(2), &json!("150.00"))
    );
    // The stream that was open all the time has it too.
    assert_eq!(stream.view()["version"], 2);
}

/// A file system of a few megabytes, gone with the test; nothing where that is not allowed.
struct SmallDisk(Folder);

impl SmallDisk {
    fn mount() -> Option<SmallDisk> {
        let folder = Folder::new();
        let mut mount = std::process::Command::new("mount");
        let options = ["-t", "tmpfs", "-o", "size=3m", "croupier-test", &folder.path("")];
        let output = mount.args(options).output().ok()?;
        output.status.success().then_some(SmallDisk(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").args(["-l", &self.0.path("")]).status();
    }
}

#[test]
fn on_a_full_disk_nothing_is_acknowledged_until_there_is_room_again() {
    let Some(disk) = SmallDisk::mount() else {
        super::say("no full disk was tried: mounting a small one needs root");
        return;
    };
    let server = Served::start(&disk.0.store());
    let mut ann = Client::guest(server.address, "Ann");
    ann.act("blackjack", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    // Somebody else fills it up.
    let filler = disk.0.path("filler");
    let mut file = std::fs::File::create(&filler).unwrap();
    let full = std::iter::repeat_with(|| std::io::Write::write_all(&mut file, &[7; 1024]));
    assert!(full.take(10_000).any(|written| written.is_err()), "the disk gets full");
    let buy = json!({ "act": "add_chips", "seat": 1, "amount": "1.00" });
    let (mut done, mut refused) = (0, None);
    // What was set aside for the journal may still take some.
    for number in 0..5_000 {
        let said = ann.try_act("blackjack", &format!("buy-{number}"), &buy).unwrap();
        match said.status {
            200 => done += 1,
            503 => {
                refused = Some((number, said));
                break;
            }
            _ => panic!("{}: {}", said.status, said.body),
        }
    }
    let (number, said) = refused.expect("the disk is full");
    assert!(said.header("retry-after").is_some());
    let chips = |ann: &mut Client| ann.view("blackjack")["round"]["seats"][0]["chips"].clone();
    assert_eq!(chips(&mut ann), format!("{}.00", 100 + done), "what is shown was acknowledged");

    std::fs::remove_file(&filler).unwrap();
    drop(file);
    within(GIVE_UP, "there is room again", || {
        let said = ann.try_act("blackjack", &format!("buy-{number}"), &buy).unwrap();
        assert!(matches!(said.status, 200 | 503), "{}: {}", said.status, said.body);
        said.status == 200
    });
    assert_eq!(chips(&mut ann), format!("{}.00", 101 + done), "it was done once");
    within(GIVE_UP, "the server is ready", || {
        Client::new(server.address).get("/readyz").status == 200
    });
    drop(server);
    let server = Served::start(&disk.0.store());
    assert_eq!(chips(&mut ann.at(server.address)), format!("{}.00", 101 + done));
}

/// SQLite writes on to a file that somebody moved away or deleted: what was acknowledged then would be lost.
#[test]
fn nothing_is_acknowledged_while_the_file_is_somewhere_else() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut ann = Client::guest(server.address, "Ann");
    let mut anyone = Client::new(server.address);
    ann.act("blackjack", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    std::fs::rename(folder.path("house.db"), folder.path("elsewhere.db")).unwrap();
    let buy = json!({ "act": "add_chips", "seat": 1, "amount": "50.00" });
    let refused = ann.try_act("blackjack", "one", &buy).unwrap();
    assert_eq!(refused.status, 503, "{}", refused.body);
    assert!(!refused.body.contains("house.db"), "it reveals nothing: {}", refused.body);
    within(GIVE_UP, "the server is not ready", || anyone.get("/readyz").status == 503);
    std::fs::rename(folder.path("elsewhere.db"), folder.path("house.db")).unwrap();
    within(GIVE_UP, "the server is ready again", || anyone.get("/readyz").status == 200);
    within(GIVE_UP, "the act is done", || {
        ann.try_act("blackjack", "one", &buy).unwrap().status == 200
    });
    assert_eq!(ann.view("blackjack")["round"]["seats"][0]["chips"], "150.00");
}

/// L1: the chain says when the program was started and stopped.
#[test]
fn a_start_and_a_stop_are_entered() {
    let folder = Folder::new();
    for _ in 0..2 {
        let mut server = Served::start(&folder.store());
        assert!(server.terminate().success());
    }
    let search = ["audit", "search", "croupier", "--json", "--store", &folder.store()];
    let said = croupier(&search).output().unwrap();
    let said: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    let says = |entry: &serde_json::Value| entry["says"].as_str().unwrap_or_default().to_owned();
    let found: Vec<String> = said["entries"].as_array().unwrap().iter().map(says).collect();
    let words = |word: &str| found.iter().filter(|says| says.contains(word)).count();
    assert_eq!((words("started"), words("stopped")), (2, 2), "{found:?}");
}

/// What `/readyz` says, without its line's end.
fn readiness(anyone: &mut Client) -> (u16, String) {
    let said = anyone.get("/readyz");
    (said.status, said.body.trim_end().to_owned())
}

/// Nobody acts: that nothing can be written is found by a check from outside, not by the first player.
#[test]
fn a_house_that_cannot_write_is_not_ready_until_it_can() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_croupier");
    let serve = format!(
        "trap '' XFSZ; exec {program} serve --demo --json --listen 127.0.0.1:0 --store {}",
        folder.store()
    );
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &serve]);
    let server = Served::run(shell);
    let mut anyone = Client::new(server.address);
    assert_eq!(readiness(&mut anyone), (200, "ready".to_owned()));
    // No file may grow any more, as on a full disk.
    let process = i32::try_from(server.id()).unwrap();
    let mut before = (0, 0);
    let (none, all) = (1, rlimit::INFINITY);
    rlimit::prlimit(
        process,
        rlimit::Resource::FSIZE,
        Some((none, all)),
        Some((&mut before.0, &mut before.1)),
    )
    .unwrap();
    within(GIVE_UP, "the server is not ready", || anyone.get("/readyz").status == 503);
    let (_, said) = readiness(&mut anyone);
    assert_eq!(said, "not ready: the store cannot be written to");
    let sue = json!({ "person": "sue", "secret": "sue-demo" });
    let refused = anyone.post("/api/v1/session", &sue);
    assert_eq!(refused.status, 503, "{}", refused.body);
    rlimit::prlimit(process, rlimit::Resource::FSIZE, Some((all, all)), None).unwrap();
    within(GIVE_UP, "the server is ready again", || anyone.get("/readyz").status == 200);
    let taken = anyone.post("/api/v1/session", &sue);
    assert_eq!(taken.status, 200, "{}", taken.body);
}

/// Strangers lock a supervisor out of a server that runs: a command on its machine lets that person in again.
#[test]
fn a_person_is_unlocked_on_the_machine_while_a_server_runs() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut anyone = Client::new(server.address);
    let wrong = json!({ "person": "sue", "secret": "not-sue" });
    let right = json!({ "person": "sue", "secret": "sue-demo" });
    for _ in 0..5 {
        assert_eq!(anyone.post("/api/v1/session", &wrong).status, 401);
    }
    let said = anyone.post("/api/v1/session", &right);
    assert_eq!((said.status, said.code().as_str()), (423, "locked"), "{}", said.body);
    let unlock = ["person", "unlock", "sue", "locked out by strangers", "--store", &folder.store()];
    let output = croupier(&unlock).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    within(GIVE_UP, "sue signs in again", || anyone.post("/api/v1/session", &right).status == 200);
}

/// The file cannot be written to any more, though the server has it open.
#[test]
fn a_house_whose_file_is_read_only_is_not_ready() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut anyone = Client::new(server.address);
    assert_eq!(anyone.get("/readyz").status, 200);
    let files = ["house.db", "house.db-wal"].map(|file| folder.path(file));
    let Some(read_only) = ReadOnly::make(files.to_vec()) else {
        super::say(
            "no read-only file was tried: that needs root and a file system that knows chattr +i",
        );
        return;
    };
    within(GIVE_UP, "the server is not ready", || anyone.get("/readyz").status == 503);
    assert!(readiness(&mut anyone).1.starts_with("not ready: the store cannot be "));
    drop(read_only);
    within(GIVE_UP, "the server is ready again", || anyone.get("/readyz").status == 200);
}

/// Files that nobody can write to, not even who has them open; back to what they were at the end.
struct ReadOnly(Vec<String>);

impl ReadOnly {
    fn make(files: Vec<String>) -> Option<ReadOnly> {
        let files = ReadOnly(files);
        files.change("+i").then_some(files)
    }

    fn change(&self, to: &str) -> bool {
        let done = std::process::Command::new("chattr").arg(to).args(&self.0).output();
        done.is_ok_and(|output| output.status.success())
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        self.change("-i");
    }
}

#[test]
fn a_house_whose_folder_is_gone_is_not_ready() {
    let folder = Folder::new();
    let house = folder.path("house");
    std::fs::create_dir(&house).unwrap();
    let server = Served::start(&format!("sqlite:{house}/house.db"));
    let mut anyone = Client::new(server.address);
    assert_eq!(anyone.get("/readyz").status, 200);
    std::fs::rename(&house, folder.path("elsewhere")).unwrap();
    // The key of the shuffles is gone as well, and is missed first.
    let mut said = String::new();
    within(GIVE_UP, "the server is not ready", || {
        said = readiness(&mut anyone).1;
        said.starts_with("not ready: the store cannot be ")
    });
    assert!(!said.contains("house.db"), "it reveals nothing: {said}");
    std::fs::rename(folder.path("elsewhere"), &house).unwrap();
    within(GIVE_UP, "the server is ready again", || anyone.get("/readyz").status == 200);
}

/// Three files belong together while a house runs; after a clean stop the first is all of it.
#[test]
fn after_a_clean_stop_the_main_file_alone_has_every_entry() {
    let folder = Folder::new();
    let entries = |path: &str| -> u64 {
        let store = format!("sqlite:{path}");
        let said = croupier(&["audit", "verify", "--replay", "--json", "--store", &store])
            .output()
            .unwrap();
        let said: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
        said["entries"].as_u64().unwrap()
    };
    let copy_of_file = |name: &str| {
        std::fs::copy(folder.path("house.db"), folder.path(name)).unwrap();
        entries(&folder.path(name))
    };
    let mut server = Served::start(&folder.store());
    let mut ann = Client::guest(server.address, "Ann");
    ann.act("blackjack", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    for _ in 0..20 {
        ann.act("blackjack", &json!({ "act": "add_chips", "seat": 1, "amount": "1.00" }));
    }
    // Someone has asked for history: that connection stays open.
    assert_eq!(ann.get("/rounds/blackjack/1").status / 100, 4);
    assert!(server.terminate().success());
    let copied = copy_of_file("copy.db");
    assert_eq!(copied, entries(&folder.path("house.db")));
    assert!(copied > 22, "{copied}");
    // The same after a command that changes the house.
    let mut fault = croupier(&["audit", "verify", "--record", "--store", &folder.store()]);
    assert!(fault.output().unwrap().status.success());
    assert_eq!(copy_of_file("again.db"), copied + 1);
}

/// What is only looked up, and the secrets beside the chain: the start says so, and play goes on.
#[test]
fn a_deleted_round_an_emptied_vault_and_a_clock_set_back_are_told_at_start() {
    let folder = Folder::new();
    let mut server = Served::start(&folder.store());
    let place = Where::new(server.address);
    let mut player = Player::sit(&place, "blackjack");
    for _ in 0..20 {
        player.go_on(&place);
    }
    assert!(server.terminate().success());
    let file = rusqlite::Connection::open(folder.path("house.db")).unwrap();
    let past = "DELETE FROM rows WHERE kind = 'round' AND is_live = 0 AND name LIKE '%1'";
    assert!(file.execute(past, []).unwrap() > 0, "a round was played to its end");
    assert!(file.execute("DELETE FROM vault", []).unwrap() > 0);
    // The last entry is an hour ahead of a clock that was set back since; nothing signed says otherwise.
    std::fs::remove_dir_all(folder.path("house.keys")).unwrap();
    set_ahead(&file);
    drop(file);
    let log = folder.path("log");
    let mut command = croupier(&[
        "serve",
        "--demo",
        "--json",
        "--listen",
        "127.0.0.1:0",
        "--store",
        &folder.store(),
    ]);
    command.stderr(std::fs::File::create(&log).unwrap());
    let server = Served::run(command);
    let mut anyone = Client::new(server.address);
    assert_eq!(anyone.get("/readyz").status, 200);
    let log = std::fs::read_to_string(log).unwrap();
    for told in [
        "past records should be there as of entry",
        "secrets that are kept beside the chain are missing",
        "the clock is behind the last entry",
    ] {
        assert!(log.contains(told), "{told}: {log}");
    }
}

/// Dates the last entry an hour later and links it again.
fn set_ahead(file: &rusqlite::Connection) {
    let last = "SELECT seq, line FROM entries ORDER BY seq DESC LIMIT 1";
    let pair = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let (seq, line): (i64, String) = file.query_row(last, [], pair).unwrap();
    let before = "SELECT hash FROM entries WHERE seq = ?1";
    let previous: [u8; 32] = file.query_row(before, [seq - 1], |row| row.get(0)).unwrap();
    let (start, rest) = line.split_once("\"at\":").unwrap();
    let (at, rest) = rest.split_once(',').unwrap();
    let at: i64 = at.parse().unwrap();
    let line = format!("{start}\"at\":{},{rest}", at + 3_600_000_000);
    let hash: [u8; 32] = Sha256::new().chain_update(previous).chain_update(&line).finalize().into();
    let sql = "UPDATE entries SET line = ?1, hash = ?2 WHERE seq = ?3";
    file.execute(sql, rusqlite::params![line, hash, seq]).unwrap();
}
