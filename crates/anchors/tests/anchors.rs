//! Heads that are signed, pushed and read back.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use anchors::{
    Anchor, AnchorError, Chain, Extent, HeadKey, PrintedLine, Pusher, Signer, Target, Verdict,
    in_folder, newest_against,
};
use keys::KeyFolder;
use ledger::{Hash, Head};
use money::Moment;

const HOUSE: Hash = Hash([7; 32]);

fn head(seq: u64) -> Head {
    Head { seq, hash: Hash([u8::try_from(seq).unwrap(); 32]) }
}

fn now() -> Moment {
    Moment(1_790_000_000_000_000)
}

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        Place { folder: tempfile::tempdir().unwrap() }
    }

    fn keys(&self) -> KeyFolder {
        KeyFolder::new(self.folder.path().join("house.keys"))
    }

    fn key(&self) -> HeadKey {
        HeadKey::read_or_create(&self.keys()).unwrap()
    }

    fn signer(&self) -> Signer {
        Signer::new(self.key(), HOUSE, self.keys(), &in_folder(&self.keys()).0, now)
    }

    fn file(&self) -> Target {
        Target::File(self.folder.path().join("anchors"))
    }

    fn kept_seq(&self) -> u64 {
        in_folder(&self.keys()).0[0].1.head.seq
    }
}

fn silent() -> Box<anchors::Tell> {
    Box::new(|_, _| {})
}

/// The same key, and the key for everybody else, in every process.
#[test]
fn the_key_is_made_once_for_its_owner_alone() {
    use std::os::unix::fs::MetadataExt as _;
    let place = Place::new();
    let first = place.key().public();
    assert_eq!(place.key().public(), first);
    let mode = std::fs::metadata(place.keys().file("head.key")).unwrap().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_ne!(Place::new().key().public(), first);
}

/// The format in docs/anchors.md, checked with ring alone: what a second implementation does.
#[test]
fn an_anchor_is_what_its_documentation_says() {
    let place = Place::new();
    let anchor = Anchor::sign(&place.key(), HOUSE, head(3), now(), false);
    let line = anchor.to_line();
    let json: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(json["v"], 1);
    assert_eq!(json["seq"], 3);
    assert_eq!(json["at"], "2026-09-21T14:13:20Z");
    assert_eq!(json["hash"], "03".repeat(32));
    assert_eq!(json["house"], "07".repeat(32));
    assert!(json.get("accepts_rollback").is_none());
    let mut message = b"croupier-anchor-1\n".to_vec();
    message.extend([7; 32]);
    message.extend(3_u64.to_be_bytes());
    message.extend([3; 32]);
    message.extend(now().0.to_be_bytes());
    message.push(0);
    message.extend(anchor.key.0.0);
    let key = ring::signature::UnparsedPublicKey::new(&ring::signature::ED25519, anchor.key.0.0);
    key.verify(&message, &anchor.signature.0).unwrap();
    assert_eq!(Anchor::read(&line).unwrap(), anchor);
}

#[test]
fn a_changed_anchor_is_none() {
    let place = Place::new();
    let line = Anchor::sign(&place.key(), HOUSE, head(3), now(), false).to_line();
    for (from, to) in [
        ("\"seq\":3", "\"seq\":2"),
        ("0303", "0304"),
        ("2026", "2025"),
        ("\"key\"", "\"accepts_rollback\":true,\"key\""),
    ] {
        let changed = line.replacen(from, to, 1);
        assert_ne!(changed, line);
        assert!(matches!(Anchor::read(&changed), Err(AnchorError::BadSignature(_))), "{changed}");
    }
    assert_eq!(Anchor::read(&line.replace("\"v\":1", "\"v\":2")), Err(AnchorError::TooNew(2)));
}

#[test]
fn a_chain_is_older_rewritten_or_another_one() {
    let place = Place::new();
    let key = place.key();
    let sign = |seq| ("file".to_owned(), Anchor::sign(&key, HOUSE, head(seq), now(), false));
    let verdict = |house: Hash, ends: u64, seq: u64| {
        let chain = Chain { house: Some(house), ends: head(ends) };
        // Entries from 5 on were rewritten.
        let hash_at = |seq| Ok::<_, ()>(Some(if seq < 5 { head(seq).hash } else { HOUSE }));
        chain.judge(&[key.public()], &[sign(seq)], hash_at).unwrap()[0].verdict
    };
    assert_eq!(verdict(HOUSE, 8, 4), Verdict::Matches);
    assert_eq!(verdict(HOUSE, 8, 5), Verdict::Rewritten);
    assert_eq!(verdict(HOUSE, 8, 9), Verdict::Older);
    assert_eq!(verdict(Hash([1; 32]), 8, 4), Verdict::OtherHouse);
}

/// Only the key of the house releases what was signed before.
#[test]
fn what_was_signed_before_an_accepted_rollback_no_longer_binds() {
    let (place, stranger) = (Place::new(), Place::new());
    let signer = place.signer();
    let before = ("file".to_owned(), signer.sign(head(9)));
    let chain = Chain { house: Some(HOUSE), ends: head(6) };
    let judge = |anchors: &[(String, Anchor)]| {
        chain.judge(&[signer.public()], anchors, |seq| Ok::<_, ()>(Some(head(seq).hash))).unwrap()
    };
    assert!(newest_against(&judge(std::slice::from_ref(&before))).is_some());
    let later = Moment(now().0 + 60_000_000);
    let forged = Anchor::sign(&stranger.key(), HOUSE, head(6), later, true);
    let findings = judge(&[before.clone(), ("file".to_owned(), forged)]);
    assert_eq!(newest_against(&findings).unwrap().anchor, before.1);
    let accepted = signer.accept_rollback(head(6)).unwrap();
    assert!(accepted.at > before.1.at, "the clock stood still");
    let findings = judge(&[before, ("file".to_owned(), accepted)]);
    let verdicts: Vec<Verdict> = findings.iter().map(|finding| finding.verdict).collect();
    assert_eq!(verdicts, [Verdict::NoLongerBinds, Verdict::Matches]);
    // The folder keeps it, and what is signed from now on.
    signer.keep(&signer.sign(head(7))).unwrap();
    let seqs: Vec<u64> = in_folder(&place.keys()).0.iter().map(|(_, it)| it.head.seq).collect();
    assert_eq!(seqs, [7, 6]);
    assert!(place.signer().sign(head(8)).at > accepted.at, "in the next process, too");
}

#[test]
fn of_two_processes_the_one_that_knows_less_does_not_put_the_folder_back() {
    let place = Place::new();
    let (one, two) = (place.signer(), place.signer());
    two.keep(&two.sign(head(7))).unwrap();
    one.keep(&one.sign(head(6))).unwrap();
    assert_eq!(place.kept_seq(), 7);
    one.keep(&one.sign(head(8))).unwrap();
    assert_eq!(place.kept_seq(), 8);
}

#[test]
fn the_last_head_is_everywhere_when_a_pusher_ends() {
    let place = Place::new();
    let copy = place.folder.path().join("copy");
    let command = Target::Command(format!("cat >> '{}'", copy.display()));
    let pusher =
        Pusher::start(place.signer(), vec![place.file(), command.clone()], silent()).unwrap();
    for seq in 1..=100 {
        pusher.offer(head(seq));
    }
    pusher.finish();
    assert_eq!(place.kept_seq(), 100);
    let pushed = place.file().read(Extent::All).unwrap();
    assert_eq!(pushed.anchors.last().unwrap().head, head(100));
    assert!(pushed.anchors.len() < 100, "the latest wins: {}", pushed.anchors.len());
    let copied = Target::File(copy).read(Extent::All).unwrap();
    assert_eq!(copied.anchors.last().unwrap().head, head(100));
    assert!(command.read(Extent::All).unwrap().anchors.is_empty(), "it cannot be read back");
    let reads = |line: String| Target::Read(line).read(Extent::All);
    let read = reads(format!("cat '{}'", place.folder.path().join("copy").display())).unwrap();
    assert_eq!(read.anchors.last().unwrap().head, head(100), "but another command reads it");
    assert_eq!(
        reads("exit 3".to_owned()).unwrap_err().to_string(),
        "the command ended with exit status: 3"
    );
    let names: Vec<String> = pusher.statuses().into_iter().map(|status| status.name).collect();
    assert_eq!(names, ["keys", "file-1", "command-2"]);
}

#[test]
fn a_place_that_fails_is_told_and_counted_and_holds_up_no_other() {
    let place = Place::new();
    // Nobody listens there: the port was free a moment ago.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let targets = vec![
        Target::Http(format!("http://{free}/heads?secret=1")),
        Target::Command("exit 3".to_owned()),
        Target::File(place.folder.path().join("no/such/folder/anchors")),
        place.file(),
    ];
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let into = Arc::clone(&told);
    let tell: Box<anchors::Tell> = Box::new(move |whereto, result| {
        if let Err(error) = result {
            into.lock().unwrap().push(format!("{whereto}: {error}"));
        }
    });
    let pusher = Pusher::start(place.signer(), targets, tell).unwrap();
    pusher.offer(head(1));
    pusher.finish();
    let statuses = pusher.statuses();
    let failed: Vec<bool> = statuses.iter().map(|status| status.failures > 0).collect();
    assert_eq!(failed, [false, true, true, true, false]);
    assert_eq!(statuses[4].pushed_seq, 1);
    let told = told.lock().unwrap().join("\n");
    assert!(told.contains("command:exit: the command ended with exit status: 3"), "{told}");
    assert!(told.contains(&format!("http://{free}/heads: ")), "{told}");
    assert!(!told.contains("secret"), "{told}");
}

/// An address that takes what is posted and gives back what it has.
#[test]
fn an_address_gets_anchors_and_gives_them_back() {
    let place = Place::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/heads", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let mut kept = String::new();
        for _ in 0..2 {
            let (mut stream, _) = listener.accept().unwrap();
            let (mut request, mut bytes) = (String::new(), [0; 4096]);
            while !request.starts_with("GET") && !request.ends_with("}\n") {
                let count = stream.read(&mut bytes).unwrap();
                request.push_str(std::str::from_utf8(&bytes[..count]).unwrap());
            }
            if request.starts_with("POST") {
                kept = request.split_once("\r\n\r\n").unwrap().1.to_owned();
            }
            let length = kept.len();
            let said = format!(
                "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{kept}"
            );
            stream.write_all(said.as_bytes()).unwrap();
        }
    });
    let (target, anchor) = (Target::Http(url), place.signer().sign(head(4)));
    target.push(&anchor).unwrap();
    assert_eq!(target.read(Extent::End).unwrap().anchors, [anchor]);
    server.join().unwrap();
}

#[test]
fn a_long_file_is_read_at_its_end() {
    let place = Place::new();
    let (signer, target) = (place.signer(), place.file());
    let lines: String = (1..=250).map(|seq| signer.sign(head(seq)).to_line() + "\n").collect();
    std::fs::write(place.folder.path().join("anchors"), &lines).unwrap();
    let end = target.read(Extent::End).unwrap();
    assert!(end.errors.is_empty() && end.anchors.len() < 250);
    assert_eq!(end.anchors.last().unwrap().head, head(250));
    assert_eq!(target.read(Extent::All).unwrap().anchors.len(), 250);
    std::fs::write(
        place.folder.path().join("anchors"),
        lines.replacen("\"seq\":9", "\"seq\":8", 1),
    )
    .unwrap();
    assert_eq!(target.read(Extent::All).unwrap().errors, [(9, AnchorError::BadSignature(8))]);
}

#[test]
fn a_printed_head_can_be_typed_back() {
    let place = Place::new();
    let line = PrintedLine::sign(&place.key(), HOUSE, head(12));
    let text = line.to_string();
    assert!(text.starts_with("12 0c0c 0c0c 0c0c 0c0c 0c0c 0c0c 0c0c 0c0c / "), "{text}");
    let typed: PrintedLine = text.to_uppercase().replace(" / ", " ").parse().unwrap();
    assert!(typed.matches(head(12)) && typed.is_signed(&place.key(), HOUSE, head(12)));
    assert!(!typed.matches(head(13)));
    assert!(!typed.is_signed(&Place::new().key(), HOUSE, head(12)));
    assert!("12 0c0c".parse::<PrintedLine>().is_err());
}

#[test]
fn places_are_written_as_people_write_them() {
    assert_eq!("file:/mnt/a".parse(), Ok(Target::File("/mnt/a".into())));
    assert_eq!("command:logger -t x".parse(), Ok(Target::Command("logger -t x".to_owned())));
    assert_eq!("read:cat x".parse(), Ok(Target::Read("cat x".to_owned())));
    assert!("read: ".parse::<Target>().is_err());
    assert!(matches!("https://heads.example/x".parse(), Ok(Target::Http(_))));
    for wrong in ["/mnt/a", "file:", "command: ", "ftp://x", ""] {
        let error = wrong.parse::<Target>().unwrap_err().to_string();
        assert!(error.contains("file:PATH"), "{error}");
    }
}
