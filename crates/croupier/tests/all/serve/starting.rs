//! Starting and stopping.

use std::io::{BufReader, Read as _, Write as _};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;

use super::http::{Client, connect};
use super::process::{Folder, Served, croupier};

/// The first line of a demo house at an address, as HOUSE.md has it.
fn demo_line(address: &str) -> String {
    let people =
        [("sue", "supervisor"), ("bob", "supervisor"), ("dan", "dealer"), ("aud", "auditor")];
    let people = people.map(|(person, role)| {
        format!("{{\"person\":\"{person}\",\"role\":\"{role}\",\"secret\":\"{person}-demo\"}}")
    });
    format!("{{\"url\":\"http://{address}\",\"people\":[{}]}}", people.join(","))
}

/// What a command that does not serve says.
fn refused(args: &[&str]) -> String {
    let output = croupier(args).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?}: it does not say that it is open");
    said
}

/// A real house in a folder.
fn found(folder: &Folder) {
    let store = folder.store();
    let mut found = croupier(&["found", "sue", "--name", "Sue Hart", "--store", &store]);
    let output = found.env("CROUPIER_NEW_SECRET", "secret-of-sue").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_demo_house_says_where_it_is_and_who_can_try_it() {
    let folder = Folder::new();
    let args = ["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--store"];
    let started = Instant::now();
    let server = Served::run(croupier(&[&args[..], &[&folder.store()]].concat()));
    super::say(&format!("a demo house opened within {:?}", started.elapsed()));
    assert_eq!(server.first_line, demo_line(&server.address.to_string()));
    assert_eq!(Client::new(server.address).get("/readyz").status, 200);
    for (person, role) in [("bob", "supervisor"), ("dan", "dealer"), ("aud", "auditor")] {
        let who = Client::staff(server.address, person).get("/api/v1/session").json();
        assert_eq!((&who["person"], &who["role"]), (&json!(person), &json!(role)));
    }
}

#[test]
fn without_a_command_the_environment_says_where() {
    let folder = Folder::new();
    let bare = || {
        let mut bare = croupier(&["--json"]);
        bare.env("CROUPIER_LISTEN", "127.0.0.1:0").env("CROUPIER_STORE", folder.store());
        bare
    };
    // Nothing is founded where the environment says: the disk of a real house may only be missing.
    let file = folder.path("house.db");
    for is_empty in [false, true] {
        if is_empty {
            std::fs::write(&file, "").unwrap();
        }
        let output = bare().stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        let ways = ["croupier found", "croupier serve --demo --store"];
        assert!(ways.iter().all(|way| said.contains(way)), "{said}");
        assert_eq!(std::fs::metadata(&file).map(|it| it.len()).ok(), is_empty.then_some(0));
    }
    std::fs::remove_file(&file).unwrap();
    drop(Served::start(&folder.store()));
    let server = Served::run(bare());
    assert_eq!(server.first_line, demo_line(&server.address.to_string()));
    assert!(std::path::Path::new(&folder.path("house.db")).exists(), "the house is there");
    let view = Client::guest(server.address, "Ann").view("blackjack");
    assert_eq!(view["kind"], "practice");
}

#[test]
fn a_real_house_tells_no_secrets_and_is_no_demo() {
    let folder = Folder::new();
    found(&folder);
    let store = folder.store();
    let said = refused(&["serve", "--demo", "--listen", "127.0.0.1:0", "--store", &store]);
    assert!(said.contains("there is a real house at"), "{said}");
    // It may be reached from everywhere.
    let args = ["serve", "--json", "--listen", "0.0.0.0:0", "--store", &store];
    let server = Served::run(croupier(&args));
    let address = ([127, 0, 0, 1], server.address.port()).into();
    assert_eq!(
        server.first_line,
        format!("{{\"url\":\"http://{}\",\"people\":[]}}", server.address)
    );
    let mut client = Client::new(address);
    let signed =
        client.post("/api/v1/session", &json!({ "person": "sue", "secret": "secret-of-sue" }));
    assert_eq!(signed.status, 200, "{}", signed.body);
    let demo = client.post("/api/v1/session", &json!({ "person": "sue", "secret": "sue-demo" }));
    assert_eq!((demo.status, demo.code().as_str()), (401, "wrong-secret"), "{}", demo.body);
    let guest = client.post("/api/v1/session", &json!({ "guest": "Ann" }));
    assert_eq!((guest.status, guest.code().as_str()), (403, "no-guests"));
}

#[test]
fn a_demo_house_is_served_to_other_machines_only_on_request() {
    let folder = Folder::new();
    let store = folder.store();
    let remote = ["serve", "--json", "--listen", "0.0.0.0:0", "--store", &store];
    let proxied =
        ["serve", "--json", "--listen", "127.0.0.1:0", "--trust-proxy", "--store", &store];
    // Before there is a demo house, and when there is one.
    for is_founded in [false, true] {
        for (way, says) in [(&remote[..], "0.0.0.0:0"), (&proxied[..], "--trust-proxy")] {
            let said = refused(&[way, &["--demo"]].concat());
            assert!(said.contains("everybody knows its secrets") && said.contains(says), "{said}");
            let said = refused(&[way, &["--allow-remote-demo"]].concat());
            assert!(said.contains("--demo"), "{said}");
        }
        // What is refused founds nothing.
        assert_eq!(std::path::Path::new(&folder.path("house.db")).exists(), is_founded);
        drop(Served::start(&store));
    }
    for way in [&remote[..], &proxied[..]] {
        let server = Served::run(croupier(&[way, &["--demo", "--allow-remote-demo"]].concat()));
        let address = ([127, 0, 0, 1], server.address.port()).into();
        assert_eq!(Client::new(address).get("/healthz").status, 200);
    }
}

#[test]
fn without_demo_only_a_founded_house_is_served() {
    let folder = Folder::new();
    let store = folder.store();
    let (file, serve) = (folder.path("house.db"), ["serve", "--listen", "127.0.0.1:0", "--store"]);
    let plain = [&serve[..], &[&store]].concat();
    let demo = [&plain[..], &["--demo"]].concat();
    let said = refused(&plain);
    let helps =
        |said: &str| said.contains("croupier found") && said.contains("croupier serve --demo");
    assert!(said.contains("there is no file") && helps(&said), "{said}");
    assert!(!std::path::Path::new(&file).exists(), "nothing is created");
    // An empty file may be what is left of a house: it becomes no demo either, and no other house.
    std::fs::write(&file, "").unwrap();
    let mut found = croupier(&["found", "sue", "--name", "Sue Hart", "--store", &store]);
    let output = found.env("CROUPIER_NEW_SECRET", "secret-of-sue").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("is empty: if a house was there"), "{said}");
    assert_eq!(std::fs::metadata(&file).unwrap().len(), 0, "nothing is written");
    for args in [&plain, &demo] {
        let said = refused(args);
        assert!(said.contains("is empty"), "{said}");
        assert_eq!(std::fs::metadata(&file).unwrap().len(), 0, "nothing is written");
    }
    std::fs::remove_file(&file).unwrap();
    // The tables without an entry.
    let address: ledger::Address = store.parse().unwrap();
    drop(address.open(ledger::OpenMode::Create).unwrap());
    let said = refused(&plain);
    assert!(said.contains("there is no house") && helps(&said), "{said}");
    drop(Served::start(&store));
    let said = refused(&plain);
    assert!(said.contains("there is a demo house") && said.contains("--demo"), "{said}");
    let said = refused(&["serve", "--listen", "127.0.0.1:0", "--store", "memory:"]);
    assert!(said.contains("there is no house") && helps(&said), "{said}");
}

#[test]
fn the_demo_has_a_store_of_its_own_and_a_plain_path_is_a_file() {
    let folder = Folder::new();
    let mut bare = croupier(&["--json"]);
    bare.env("CROUPIER_LISTEN", "127.0.0.1:0").current_dir(folder.path(""));
    drop(Served::run(bare));
    assert!(std::path::Path::new(&folder.path("croupier-demo.db")).exists());
    assert!(!std::path::Path::new(&folder.path("croupier.db")).exists(), "a real house goes there");
    // `CROUPIER_STORE` is a path, absolute or relative.
    for store in [folder.path("pit.db"), "./pit2.db".to_owned(), "pit3.db".to_owned()] {
        let mut found = croupier(&["found", "sue", "--name", "Sue Hart"]);
        found.env("CROUPIER_NEW_SECRET", "secret-of-sue").env("CROUPIER_STORE", &store);
        let output = found.current_dir(folder.path("")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut serve = croupier(&["serve", "--json", "--listen", "127.0.0.1:0"]);
        serve.env("CROUPIER_STORE", &store).current_dir(folder.path(""));
        let server = Served::run(serve);
        assert_eq!(Client::new(server.address).get("/readyz").status, 200);
    }
    for file in ["pit.db", "pit2.db", "pit3.db"] {
        assert!(std::path::Path::new(&folder.path(file)).exists(), "{file}");
    }
}

#[test]
fn sigterm_ends_streams_with_a_reason_and_the_process_in_good_order() {
    let folder = Folder::new();
    let mut server = Served::start(&folder.store());
    let mut ann = Client::guest(server.address, "Ann");
    let mut table = ann.watch("blackjack");
    let mut meters = ann.stream("/api/v1/meters/events", None).unwrap();
    let mut pit = ann.stream("/api/v1/pit/events", None).unwrap();
    ann.act("blackjack", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    assert_eq!(server.terminate().code(), Some(0));
    for stream in [&mut table, &mut meters, &mut pit] {
        let end = loop {
            let event = stream.next().unwrap().expect("the last event says why");
            if event.name == "end" {
                break event;
            }
        };
        assert_eq!(end.data["code"], "stopping");
        assert!(stream.next().unwrap().is_none(), "nothing comes after the end");
    }
    let server = Served::start(&folder.store());
    let view = ann.at(server.address).view("blackjack");
    assert_eq!(view["round"]["seats"][0]["chips"], "100.00", "{view}");
}

/// A reader of the first line may stop the program at once: it ends in good order, and is not killed by the signal.
#[test]
fn sigterm_right_after_the_first_line_ends_it_in_good_order() {
    let folder = Folder::new();
    for _ in 0..5 {
        assert_eq!(Served::start(&folder.store()).terminate().code(), Some(0));
    }
}

#[test]
fn a_port_in_use_is_a_clear_error() {
    let (one, other) = (Folder::new(), Folder::new());
    let server = Served::start(&one.store());
    let taken = server.address.to_string();
    let said = refused(&["serve", "--demo", "--listen", &taken, "--store", &other.store()]);
    assert!(said.contains(&format!("cannot listen on {taken}")), "{said}");
    assert!(said.contains("is another program there?"), "{said}");
    assert_eq!(Client::new(server.address).get("/healthz").status, 200);
}

#[test]
fn a_certificate_serves_tls() {
    let folder = Folder::new();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (certificate, key) = (folder.path("house.pem"), folder.path("house.key"));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let store = folder.store();
    let args = ["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--store", &store];
    let tls = ["--tls-cert", &certificate, "--tls-key", &key];
    let server = Served::run(croupier(&[&args[..], &tls].concat()));
    assert!(server.first_line.starts_with("{\"url\":\"https://"), "{}", server.first_line);

    let mut roots = rustls::RootCertStore::empty();
    roots.add(made.cert.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = "localhost".try_into().unwrap();
    let client = rustls::ClientConnection::new(Arc::new(config), name).unwrap();
    let stream = connect(server.address).unwrap();
    let mut stream = BufReader::new(rustls::StreamOwned::new(client, stream));
    let body = r#"{"guest":"Ann"}"#;
    let length = body.len();
    let head =
        format!("POST /api/v1/session HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}");
    let request = format!("{head}\r\nconnection: close\r\n\r\n{body}");
    stream.get_mut().write_all(request.as_bytes()).unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).unwrap();
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    let cookie = said.lines().find(|line| line.starts_with("set-cookie")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("Secure"), "{cookie}");

    // Without TLS there is no answer, and a key that is not one is a clear error.
    assert!(Client::new(server.address).send("GET", "/healthz", &[], "").is_err());
    std::fs::write(&key, "no key").unwrap();
    let said = refused(&[&args[..], &tls].concat());
    assert!(said.contains("house.pem") && said.contains("cannot be used"), "{said}");
}
