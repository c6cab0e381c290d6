//! Commands on a running server: sign in once, then no secret for any key.

use std::cell::RefCell;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// More acts than any round here has.
const MAX_ACTS: usize = 400;

/// A demo house on a server of its own, and everything that the commands said.
struct Pit {
    directory: TempDir,
    server: Child,
    url: String,
    said: RefCell<String>,
}

impl Drop for Pit {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn croupier(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(args).stdin(Stdio::null());
    for name in ["CROUPIER_STORE", "CROUPIER_SERVER", "CROUPIER_SECRET", "CROUPIER_NEW_SECRET"] {
        command.env_remove(name);
    }
    command
}

impl Pit {
    fn open() -> Pit {
        Pit::with(&[])
    }

    fn with(options: &[&str]) -> Pit {
        let directory = tempfile::tempdir().unwrap();
        let store = format!("sqlite:{}", directory.path().join("house.db").display());
        let serve = ["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--store", &store];
        let mut command = croupier(&[&serve[..], options].concat());
        let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let started: Value = serde_json::from_str(&line).unwrap();
        let url = started["url"].as_str().unwrap().to_owned();
        Pit { directory, server, url, said: RefCell::default() }
    }

    fn store(&self) -> String {
        format!("sqlite:{}", self.directory.path().join("house.db").display())
    }

    /// Where someone's sessions are kept: each has a machine of their own.
    fn state(&self, who: &str) -> PathBuf {
        self.directory.path().join(format!("state-of-{who}"))
    }

    fn command(&self, who: &str, args: &[&str]) -> Command {
        let mut command = croupier(args);
        command.env("XDG_STATE_HOME", self.state(who)).env("CROUPIER_SERVER", &self.url);
        command
    }

    fn run(&self, who: &str, args: &[&str]) -> Output {
        let output = self.command(who, args).output().unwrap();
        let mut said = self.said.borrow_mut();
        said.push_str(&String::from_utf8_lossy(&output.stdout));
        said.push_str(&String::from_utf8_lossy(&output.stderr));
        output
    }

    #[track_caller]
    fn done(&self, who: &str, args: &[&str]) -> String {
        let output = self.run(who, args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{who} {args:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The same on one line.
    #[track_caller]
    fn words(&self, who: &str, args: &[&str]) -> String {
        self.done(who, args).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn json(&self, who: &str, args: &[&str]) -> Value {
        serde_json::from_str(&self.done(who, &[args, &["--json"]].concat())).unwrap()
    }

    /// The code and the message of a refusal.
    #[track_caller]
    fn refused(&self, who: &str, args: &[&str]) -> (String, String) {
        let output = self.run(who, &[args, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{who} {args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        let said: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
        let text = |key: &str| said["error"][key].as_str().unwrap().to_owned();
        (text("code"), text("message"))
    }

    #[track_caller]
    fn sign_in(&self, who: &str) {
        let output = self
            .command(who, &["sign-in", who, "--json"])
            .env("CROUPIER_SECRET", format!("{who}-demo"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        let said = String::from_utf8(output.stdout).unwrap();
        let signed_in: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(signed_in["person"], who);
        self.said.borrow_mut().push_str(&said);
    }

    fn token(&self, who: &str) -> String {
        let file = fs::read(self.state(who).join("croupier/sessions.json")).unwrap();
        let kept: Value = serde_json::from_slice(&file).unwrap();
        kept[&self.url]["token"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    fn act(&self, who: &str, table: &str, act: &[&str]) -> Value {
        self.json(who, &[&["act", table], act].concat())["view"].clone()
    }
}

/// The mode of a file or folder.
fn mode(path: PathBuf) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Deals a royal flush to seat 1 of the live table and stops where the award waits.
fn to_the_award(pit: &Pit) -> Value {
    let mut first = vec!["Ts", "Js", "Qs", "Ks", "As"];
    let mut others = vec!["2d", "6h", "5d", "8c", "4h", "Kd", "9c", "7h", "3d", "2c"];
    for seat in ["seat=1", "seat=2"] {
        pit.act("dan", "live-1", &["bet", seat, "bets.ante=5", "bets.progressive=1"]);
    }
    let mut view = pit.act("dan", "live-1", &["lock"]);
    for _ in 0..MAX_ACTS {
        let next = view["round"]["next"].clone();
        let seat = format!("seat={}", next["seat"]);
        view = match next["kind"].as_str().unwrap() {
            "award" => return view,
            "card" => {
                let from = if next["seat"] == 1 { &mut first } else { &mut others };
                pit.act("dan", "live-1", &["card", &format!("card={}", from.pop().unwrap())])
            }
            "decision" => {
                let actions = next["actions"].as_array().unwrap();
                let stays = actions.iter().find(|action| *action != "fold").unwrap();
                let action = format!("action={}", stays.as_str().unwrap());
                pit.act("dan", "live-1", &["decide", &seat, &action])
            }
            "step" => pit.act("dan", "live-1", &["step"]),
            other => panic!("{other}: {next}"),
        };
    }
    panic!("no award comes");
}

/// On paper and for programs: the head as it is printed: anyone with the slip can verify it.
fn slip_has_the_signed_head(pit: &Pit) {
    let agent: ureq::Agent = ureq::Agent::config_builder().proxy(None).build().into();
    let token = format!("Bearer {}", pit.token("sue"));
    let get = |path: &str| {
        let asked = agent.get(format!("{}{path}", pit.url)).header("authorization", &token);
        asked.call().unwrap().body_mut().read_to_string().unwrap()
    };
    let slip: Value = serde_json::from_str(&get("/api/v1/awards/1/slip")).unwrap();
    let page = get("/awards/1/slip");
    let printed = page.split("signed head ").nth(1).expect("it is printed");
    let printed = printed.split('<').next().unwrap();
    for head in [slip["head"].as_str().expect("it is there"), printed] {
        let verified =
            pit.done("sue", &["audit", "verify", "--printed", head, "--store", &pit.store()]);
        assert!(!verified.is_empty());
    }
}

#[test]
fn sign_in_once_then_keys_need_no_secret_and_a_supervisor_verifies() {
    let pit = Pit::open();
    pit.sign_in("dan");
    pit.sign_in("sue");
    assert_eq!(mode(pit.state("dan").join("croupier")), 0o700);
    assert_eq!(mode(pit.state("dan").join("croupier/sessions.json")), 0o600);
    to_the_award(&pit);
    let said = pit.words("dan", &["table", "key", "live-1", "1", "royal flush"]);
    assert!(said.contains("live-1: royal flush pressed at seat 1 (entry"), "{said}");
    let said = pit.words("dan", &["act", "live-1", "call-supervisor", "why=royal"]);
    assert!(
        said.contains("next Wait for the supervisor to verify seat 1's royal flush."),
        "{said}"
    );
    // The sign shows it, the list has it, and a dealer cannot verify it.
    let sign = pit.done("dan", &["meter", "sign", "live-1", "--lines", "1"]);
    assert!(sign.contains("PENDING $") && sign.contains("royal flush, live-1 seat 1"), "{sign}");
    assert!(pit.words("sue", &["meter", "list"]).contains("PENDING"));
    assert!(pit.words("sue", &["meter", "show", "live-1"]).contains("live-1"));
    assert!(pit.words("sue", &["meter", "wins"]).contains("royal flush"));
    assert!(pit.words("sue", &["table", "show", "live-1"]).contains("royal"));
    assert_eq!(pit.refused("dan", &["table", "verify", "1"]).0, "not-allowed");
    let said = pit.done("sue", &["table", "verify", "1"]);
    assert!(said.contains("award 1 verified and paid"), "{said}");
    let slip = pit.done("sue", &["meter", "slip", "1"]);
    assert!(slip.contains("Win slip 1") && slip.contains("sign after"), "{slip}");
    slip_has_the_signed_head(&pit);
    for _ in 0..MAX_ACTS {
        let view = pit.json("dan", &["table", "show", "live-1"]);
        if view["round"]["next"]["kind"] == "done" {
            break;
        }
        pit.act("dan", "live-1", &["step"]);
    }
    // The round is recalled as with the store, and its file settles.
    let round = pit.json("dan", &["table", "show", "live-1"])["round"]["number"].to_string();
    let recall = ["table", "recall", "live-1", &round];
    let remote = pit.done("sue", &recall);
    let local = pit.done("sue", &[&recall[..], &["--store", &pit.store()]].concat());
    assert_eq!(remote, local);
    let file = pit.directory.path().join("royal.round.toml");
    fs::write(&file, pit.done("sue", &[&recall[..], &["--round-file"]].concat())).unwrap();
    assert!(pit.words("sue", &["settle", &file.display().to_string()]).contains("progressive"));
    // Entries are found in the same words.
    let search = ["audit", "search", "royal flush"];
    let remote = pit.json("sue", &search);
    assert_eq!(remote, pit.json("sue", &[&search[..], &["--store", &pit.store()]].concat()));
    // Whatever was printed, no secret and no token was in it.
    let said = pit.said.borrow();
    for hidden in [pit.token("dan"), pit.token("sue"), "dan-demo".to_owned(), "sue-demo".to_owned()]
    {
        assert!(!said.contains(&hidden), "{hidden} was printed");
    }
}

/// Strangers who guess do not lock out a device on which the person has signed in before, also after signing out.
#[test]
fn a_known_device_signs_in_while_strangers_guess() {
    let pit = Pit::open();
    let sign_in = |state: &str, secret: &str| {
        let mut command = pit.command(state, &["sign-in", "sue", "--json"]);
        let output = command.env("CROUPIER_SECRET", secret).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    pit.sign_in("sue");
    pit.done("sue", &["sign-out"]);
    assert_eq!(mode(pit.state("sue").join("croupier/devices.json")), 0o600);
    for _ in 0..5 {
        assert!(!sign_in("mal", "guess-work").0);
    }
    let (is_in, said) = sign_in("mal", "sue-demo");
    assert!(!is_in && said.contains("\"locked\""), "{said}");
    pit.sign_in("sue");
}

#[test]
fn a_guest_plays_a_whole_round_with_acts() {
    let pit = Pit::open();
    let said = pit.words("ann", &["sign-in", "--guest", "Ann"]);
    assert!(said.contains("(player) is signed in to http://127.0.0.1:"), "{said}");
    let table = "three-card-poker";
    pit.act("ann", table, &["sit", "seat=1", "buy_in=200"]);
    pit.act("ann", table, &["bet", "seat=1", "bets.ante=5.00", "bets.pair-plus=5.00"]);
    let mut view = pit.act("ann", table, &["ready", "seat=1"]);
    for _ in 0..MAX_ACTS {
        if view["round"]["next"]["kind"] == "done" {
            break;
        }
        let said = pit.words("ann", &["table", "show", table]);
        assert!(said.contains("next seat 1 decides: "), "{said}");
        view = pit.act("ann", table, &["decide", "seat=1", "action=play"]);
    }
    let wagers: Vec<&str> = view["round"]["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["wager"].as_str().unwrap())
        .collect();
    for wager in ["ante", "pair-plus", "play"] {
        assert!(wagers.contains(&wager), "{wagers:?}");
    }
    // The list on the machine says who is a guest.
    let list = ["person", "list", "--store", &pit.store()];
    let people = pit.json("sue", &list)["people"].as_array().unwrap().clone();
    let guests: Vec<&Value> = people.iter().filter(|person| person["is_guest"] == true).collect();
    assert_eq!((guests.len(), &guests[0]["name"]), (1, &"Ann".into()), "{people:?}");
    assert!(pit.words("sue", &list).contains("Ann guest"));
    let said = pit.done("ann", &["act", table, "leave", "seat=1"]);
    assert!(said.starts_with(table), "{said}");
    // What is not theirs to see is refused; what is not known, too.
    assert_eq!(pit.refused("ann", &["audit", "search", "x"]).0, "not-allowed");
    assert_eq!(
        pit.refused("ann", &["act", table, "decide", "seat=1", "action=play"]).0,
        "not-your-seat"
    );
    assert_eq!(pit.refused("ann", &["act", "nowhere", "lock"]).0, "no-such-table");
    let (code, message) = pit.refused("ann", &["act", table, "ready", "seat=1", "chips=5"]);
    assert!(code == "bad-input" && message.contains("unknown field `chips`"), "{message}");
}

#[test]
fn a_supervisor_runs_the_house_from_afar() {
    let pit = Pit::open();
    pit.sign_in("sue");
    pit.sign_in("bob");
    let create = ["meter", "create", "cs-2", "--schedule", "PMG-01", "--reasonable", "700"];
    assert!(pit.words("sue", &create).contains("meter cs-2 created for PMG-01"));
    // What was asked for is what the house has.
    let terms =
        pit.json("sue", &["meter", "show", "cs-2", "--store", &pit.store()])["terms"].clone();
    assert_eq!((terms["reasonable"].as_str(), terms["limit"].as_str()), (Some("700.00"), None));
    let open = ["table", "open", "cs-9", "--meter", "cs-2", "--game", "caribbean-stud"];
    let open = [&open[..], &["--schedule", "PMG-01"]].concat();
    let said = pit.words("sue", &[&open[..], &["--seats"]].concat());
    assert!(said.contains("live table cs-9 opened on cs-2"), "{said}");
    assert!(pit.words("sue", &["table", "list"]).contains("cs-9"));
    assert!(pit.words("sue", &["table", "close", "cs-9"]).contains("table cs-9 closed"));
    // Without seats it is a keypad alone, as in the store.
    let said = pit.words("sue", &open);
    assert!(said.contains("table cs-9 opened on cs-2") && !said.contains("live"), "{said}");
    let shown = pit.json("sue", &["table", "show", "cs-9", "--store", &pit.store()]);
    assert_eq!((&shown["is_open"], &shown["posted"]["schedule"]), (&true.into(), &"PMG-01".into()));
    pit.done("sue", &["table", "lock", "cs-9", "1=1"]);
    pit.done("sue", &["table", "key", "cs-9", "1", "flush"]);
    pit.done("sue", &["table", "key", "cs-9", "1", "flush"]);
    pit.done("sue", &["table", "game-over", "cs-9"]);
    let recall = ["table", "recall", "cs-9", "1"];
    let there = pit.done("sue", &recall);
    assert_eq!(there, pit.done("sue", &[&recall[..], &["--store", &pit.store()]].concat()));
    assert!(there.contains("flush turned off"), "{there}");
    assert!(pit.words("sue", &["table", "close", "cs-9"]).contains("table cs-9 closed"));
    let said = pit.words("sue", &["meter", "adjust", "cs-2", "--", "2.50", "misread coin"]);
    assert!(said.contains("proposal 1 awaits another supervisor's approval"), "{said}");
    assert!(pit.words("sue", &["meter", "proposals"]).contains("misread coin, by sue"));
    assert_eq!(pit.refused("sue", &["meter", "approve", "1"]).0, "same-person");
    assert!(pit.words("bob", &["meter", "approve", "1"]).contains("proposal 1 approved"));
    assert!(
        pit.done("sue", &["meter", "fault", "cs-2", "the sign is dark"]).contains("out of order")
    );
    assert!(pit.words("sue", &["meter", "list"]).contains("out of order: the sign is dark"));
    pit.done("sue", &["meter", "clear", "cs-2", "new bulbs"]);
    let add = ["person", "add", "eve", "--name", "Eve Roe", "--role", "dealer"];
    let output = pit.command("sue", &add).env("CROUPIER_NEW_SECRET", "eve-demo").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    pit.sign_in("eve");
    let people = pit.json("sue", &["person", "list"]);
    assert_eq!(people, pit.json("sue", &["person", "list", "--store", &pit.store()]));
    let secret = ["person", "secret", "eve"];
    let mut change = pit.command("eve", &secret);
    let output = change
        .env("CROUPIER_SECRET", "eve-demo")
        .env("CROUPIER_NEW_SECRET", "another-one")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    pit.done("sue", &["person", "retire", "eve", "moved away"]);
    // What no call does says so, and where to go.
    for args in [
        &["meter", "reconcile"][..],
        &["meter", "record"],
        &["audit", "search", "x", "--from", "2026-11-01"],
        &["audit", "verify"],
    ] {
        let (code, message) = pit.refused("sue", args);
        assert!(code == "no-call" && message.contains("use --store"), "{args:?}: {message}");
    }
    // Bets with the lock are for a table that is only a keypad: the house says so.
    let (code, message) = pit.refused("sue", &["table", "lock", "live-1", "1=1"]);
    assert!(code == "has-seats" && message.contains("lie on the felt"), "{message}");
}

/// Terms change while no table is open on a meter; another schedule needs a petition and another supervisor [PRG-11].
#[test]
fn a_meter_is_configured_and_gets_another_schedule() {
    let pit = Pit::open();
    pit.sign_in("sue");
    pit.sign_in("bob");
    let create = ["meter", "create", "cs-2", "--schedule", "PMG-01", "--seed", "500"];
    pit.done("sue", &create);
    let (code, _) = pit.refused("sue", &["meter", "configure", "cs-2", "--limit", "499"]);
    assert_eq!(code, "limit-below-display");
    let words = pit.words("sue", &["meter", "configure", "cs-2", "--limit", "9000"]);
    assert!(words.starts_with("terms of cs-2 changed"), "{words}");
    let (code, _) = pit.refused("sue", &["meter", "configure", "cs-2", "--limit", "9000"]);
    assert_eq!(code, "nothing-changes", "the limit is there");
    pit.done("sue", &["meter", "configure", "cs-2", "--no-limit"]);
    let (code, _) =
        pit.refused("sue", &["meter", "configure", "caribbean-stud", "--limit", "90000"]);
    assert_eq!(code, "tables-open");

    let to = ["--schedule", "caribbean-stud/CS-10", "--petition", "P-14/2026"];
    let reschedule = [&["meter", "reschedule", "cs-2"][..], &to].concat();
    let proposal = pit.json("sue", &reschedule)["proposal"].to_string();
    assert_eq!(pit.refused("sue", &["meter", "approve", &proposal]).0, "same-person");
    pit.done("bob", &["meter", "approve", &proposal]);
    let meters = pit.json("sue", &["meter", "show", "cs-2"]);
    assert!(meters.to_string().contains("caribbean-stud/CS-10"), "{meters}");
}

#[test]
fn a_request_sent_again_is_done_once() {
    let pit = Pit::open();
    pit.sign_in("sue");
    let id = "0123456789abcdef0123456789abcdef";
    let fault = ["meter", "fault", "blackjack", "x", "--request", id];
    assert_eq!(pit.refused("sue", &fault).0, "no-such-meter");
    let fault = ["meter", "fault", "caribbean-stud", "dark", "--request", id];
    let first = pit.json("sue", &fault)["entry"].clone();
    assert_eq!(pit.json("sue", &fault)["entry"], first);
    // Another request with the same ID is refused.
    let other = ["meter", "fault", "let-it-ride", "dark", "--request", id];
    assert_eq!(pit.refused("sue", &other).0, "request-id-reused");
}

#[test]
fn an_ended_session_says_to_sign_in_again() {
    let pit = Pit::open();
    let key = ["table", "key", "live-1", "1", "flush"];
    let (code, message) = pit.refused("dan", &key);
    assert_eq!(code, "no-session");
    assert!(
        message.contains(&format!("croupier sign-in PERSON --server {}", pit.url)),
        "{message}"
    );
    pit.sign_in("dan");
    // Another name than that of who signed in is refused.
    let (_, message) = pit.refused("dan", &[&key[..], &["--as", "sue"]].concat());
    assert!(message.contains("dan has signed in"), "{message}");
    // A copy of the file is a session until it ends.
    fs::create_dir_all(pit.state("eve")).unwrap();
    let copied = Command::new("cp")
        .arg("-a")
        .args([pit.state("dan").join("croupier"), pit.state("eve")])
        .status();
    assert!(copied.unwrap().success());
    assert!(pit.done("dan", &["sign-out"]).contains("dan is signed out"));
    assert_eq!(pit.refused("dan", &["sign-out"]).0, "no-session");
    let (code, message) = pit.refused("eve", &key);
    assert_eq!(code, "no-session");
    assert!(message.contains("the session of dan") && message.contains("has ended"), "{message}");
    assert!(message.contains(&format!("croupier sign-in dan --server {}", pit.url)), "{message}");
    // A file that others can read is not used.
    let file = pit.state("eve").join("croupier/sessions.json");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let (_, message) = pit.refused("eve", &key);
    assert!(message.contains("can be read by others"), "{message}");
}

#[test]
fn a_wrong_secret_and_a_server_that_is_not_there() {
    let pit = Pit::open();
    let mut guess = pit.command("dan", &["sign-in", "dan", "--json"]);
    let output = guess.env("CROUPIER_SECRET", "guess-guess").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("wrong-secret") && said.contains("wrong secret for dan"), "{said}");
    assert!(!said.contains("guess") && !pit.state("dan").exists());
    // The secret can come on standard input.
    let mut command = pit.command("dan", &["sign-in", "dan"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"dan-demo\n").unwrap();
    assert!(child.wait().unwrap().success());
    // What was typed beats the environment, and only one house is meant.
    let (code, message) = pit.refused("dan", &["meter", "list", "--server", "http://127.0.0.1:1"]);
    assert!(code == "server-unavailable" && !message.contains("--request"), "{message}");
    let both = ["meter", "list", "--server", &pit.url, "--store", "sqlite:x.db"];
    assert_eq!(pit.refused("dan", &both).0, "usage");
    assert_eq!(pit.refused("dan", &["meter", "list", "--server", "house"]).0, "usage");
}

#[test]
fn a_lost_answer_says_how_to_retry() {
    let pit = Pit::open();
    pit.sign_in("sue");
    // A server that hangs up after each request.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = BufReader::new(stream.unwrap()).read_line(&mut String::new());
        }
    });
    let file = pit.state("sue").join("croupier/sessions.json");
    let kept = fs::read_to_string(&file).unwrap().replace(&pit.url, &url);
    fs::write(&file, kept).unwrap();
    let id = "00000000000000000000000000000abc";
    let fault = ["meter", "fault", "caribbean-stud", "dark", "--server", &url, "--request", id];
    let (code, message) = pit.refused("sue", &fault);
    assert_eq!(code, "server-unavailable");
    assert!(message.contains(&format!("retry with --request {id}")), "{message}");
}

/// A day is the same by the server and by the store, and closes once.
#[test]
fn gaming_days_are_listed_shown_and_closed() {
    let pit = Pit::open();
    pit.sign_in("sue");
    let at = ["--store", &pit.store()];
    let by_store = |args: &[&str]| -> Value {
        let said = croupier(&[args, &at, &["--json"]].concat()).output().unwrap();
        serde_json::from_slice(&said.stdout).unwrap()
    };
    assert!(pit.words("sue", &["day", "list"]).contains("day 1 open since the founding"));
    // The demo's meters are seeded by the house: six with $10,000, the live table's with as much, and
    // Three-card's with $1,000 [PRG-8]: 7 * 10,000 + 1,000.
    assert_eq!(pit.json("sue", &["day", "show"])["to_house"], "-71000.0000");
    assert!(pit.words("sue", &["day", "close", "1"]).starts_with("day 1 closed (entry"));
    let (code, message) = pit.refused("sue", &["day", "close", "1"]);
    assert_eq!(code, "day-not-open", "{message}");
    let shown = pit.json("sue", &["day", "show", "1"]);
    assert_eq!(shown, by_store(&["day", "show", "1"]));
    assert_eq!(
        (&shown["closed_by"], &shown["difference"]),
        (&Value::from("sue"), &Value::from("0.0000"))
    );
    let listed = pit.json("sue", &["day", "list"]);
    assert_eq!(listed, by_store(&["day", "list"]));
    assert_eq!(listed["days"].as_array().unwrap().len(), 2);
    let words = pit.done("sue", &["day", "show", "1"]);
    assert!(words.lines().all(|line| line.chars().count() <= 80), "{words}");
    assert_eq!(pit.refused("sue", &["day", "show", "9"]).0, "not-found");
}
