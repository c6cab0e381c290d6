//! Clients that mean no good: the server refuses them in a few words, and serves the others meanwhile.

use std::io::{BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

use super::http::{Answer, Client, answer, connect};
use super::process::{Folder, Served};
use super::{say, within};

/// Others are served: a page and an act; the view after it.
#[track_caller]
fn others_are_served(other: &mut Client) -> Value {
    assert_eq!(other.at(other.address).get("/api/v1/pit").status, 200);
    let act = json!({ "act": "add_chips", "seat": 1, "amount": "1.00" });
    loop {
        let said = other.post("/api/v1/tables/let-it-ride/acts", &act);
        // Served faster than a session may act.
        if said.status == 429 {
            std::thread::sleep(Duration::from_millis(10));
            continue;
        }
        assert_eq!(said.status, 200, "{}", said.body);
        return said.json()["view"].clone();
    }
}

/// Someone who plays by the rules.
fn other(address: SocketAddr) -> Client {
    let mut other = Client::player(address, "other");
    other.act("let-it-ride", &json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }));
    other
}

/// Sends bytes as they are, and reads the answer.
fn raw(address: SocketAddr, bytes: &[u8]) -> std::io::Result<Answer> {
    let mut stream = connect(address)?;
    stream.write_all(bytes)?;
    answer(&mut BufReader::new(stream))
}

#[test]
fn bodies_that_are_too_long_or_malformed_are_refused() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut ann = other(server.address);
    let before = ann.view("let-it-ride");
    let acts = "/api/v1/tables/let-it-ride/acts";
    let post = |path: &str, body: &str| {
        let mut client = ann.at(server.address);
        let said = client.send("POST", path, &[], body).unwrap();
        (said.status, said.code())
    };
    let malformed = (400, "malformed".to_owned());
    let too_large = (413, "malformed".to_owned());
    let long = format!("{{\"act\":\"ready\",\"seat\":1,\"pad\":\"{}\"}}", "x".repeat(64 * 1024));
    assert_eq!(post(acts, &long), too_large);
    assert_eq!(post("/api/v1/session", &long), too_large);
    let deep = "[".repeat(60_000);
    for body in [
        "",
        "null",
        "[]",
        "{",
        "{\"act\":",
        "{\"act\":\"ready\",\"seat\":1",
        "{\"act\":\"fly\"}",
        "{\"act\":\"ready\",\"seat\":-1}",
        "{\"act\":\"ready\",\"seat\":1e99}",
        "{\"act\":\"ready\",\"seat\":1,\"more\":1}",
        "{\"act\":\"add_chips\",\"seat\":1,\"amount\":10}",
        "{\"act\":\"add_chips\",\"seat\":1,\"amount\":\"1e9\"}",
        "{\"act\":\"add_chips\",\"seat\":1,\"amount\":\"99999999999999999999\"}",
        "{\"act\":\"ready\",\"seat\":1,\"expect\":\"x\"}",
        "\u{0}\u{1}\u{2}",
        &deep,
    ] {
        let start: String = body.chars().take(50).collect();
        assert_eq!(post(acts, body), malformed, "{start:?}");
    }
    // A length that is none, and two that differ.
    let head = format!("POST {acts} HTTP/1.1\r\nhost: x\r\n");
    let bad = raw(server.address, format!("{head}content-length: many\r\n\r\n").as_bytes());
    assert_eq!(bad.unwrap().status, 400);
    let both = format!("{head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n");
    assert!(matches!(raw(server.address, both.as_bytes()).unwrap().status, 400 | 401));
    // Something else than HTTP, and a head that is too long.
    assert_eq!(raw(server.address, b"\x16\x03\x01 what?\r\n\r\n").unwrap().status, 400);
    let long = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "x".repeat(100_000));
    assert!(raw(server.address, long.as_bytes()).map_or(true, |said| said.status == 431));
    assert_eq!(ann.view("let-it-ride"), before, "nothing was changed");
}

#[test]
fn tokens_that_are_forged_cut_or_ended_are_refused() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut ann = other(server.address);
    let token = ann.token.clone().unwrap();
    let other_digit = if token.ends_with('0') { "1" } else { "0" };
    let forged = [
        token[..token.len() - 1].to_owned() + other_digit,
        token[..token.len() - 1].to_owned(),
        token[..8].to_owned(),
        token.to_uppercase() + "0",
        format!("{token}{token}"),
        "0".repeat(64),
        "' OR 1=1 --".to_owned(),
        String::new(),
    ];
    for forged in forged {
        let mut client = ann.at(server.address);
        client.token = Some(forged.clone());
        let said = client.get("/api/v1/session");
        assert_eq!((said.status, said.code().as_str()), (401, "no-session"), "{forged:?}");
        let acts = "/api/v1/tables/let-it-ride/acts";
        let said = client.post(acts, &json!({ "act": "leave", "seat": 1 }));
        assert_eq!(said.status, 401, "{forged:?}");
        // As a cookie it is as good as none.
        client.token = None;
        let cookie = format!("croupier_session={forged}");
        let said = client.send("POST", acts, &[("cookie", &cookie)], "{}").unwrap();
        assert_eq!(said.status, 401, "{forged:?}");
    }
    for scheme in ["Basic c3VlOnN1ZS1kZW1v", "bearer", "Bearer"] {
        let mut client = Client::new(server.address);
        let said = client.send("GET", "/api/v1/session", &[("authorization", scheme)], "").unwrap();
        assert_eq!(said.status, 401, "{scheme}");
    }
    assert_eq!(ann.get("/api/v1/session").status, 200);
    assert_eq!(ann.send("DELETE", "/api/v1/session", &[], "").unwrap().status, 204);
    assert_eq!(ann.get("/api/v1/session").status, 401, "an ended one too");
}

#[test]
fn posts_from_other_sites_are_refused() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut anyone = Client::new(server.address);
    let said = anyone.post("/api/v1/session", &json!({ "guest": "Ann" }));
    let cookie = said.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let csrf = said.json()["csrf"].as_str().unwrap().to_owned();
    let own = format!("http://{}", server.address);
    let sit = json!({ "act": "sit", "seat": 1, "buy_in": "100.00" }).to_string();
    let mut post = |headers: &[(&str, &str)]| {
        let headers = [&[("cookie", cookie.as_str())], headers].concat();
        let path = "/api/v1/tables/let-it-ride/acts";
        let said = anyone.send("POST", path, &headers, &sit).unwrap();
        (said.status, said.code())
    };
    let no_token = (403, "no-csrf-token".to_owned());
    let cross = (403, "cross-site".to_owned());
    let token = ("x-csrf-token", csrf.as_str());
    assert_eq!(post(&[]), no_token);
    assert_eq!(post(&[("origin", &own)]), no_token);
    assert_eq!(post(&[("x-csrf-token", &csrf[1..])]), no_token);
    assert_eq!(post(&[("x-csrf-token", &"0".repeat(64))]), no_token);
    assert_eq!(post(&[token, ("origin", "https://evil.example")]), cross);
    assert_eq!(post(&[token, ("origin", "null")]), cross);
    assert_eq!(post(&[token, ("origin", &format!("{own}.evil.example"))]), cross);
    assert_eq!(post(&[token, ("sec-fetch-site", "cross-site")]), cross);
    assert_eq!(post(&[token, ("origin", &own)]), (200, String::new()));
    // Nobody is signed in by another site.
    let body = json!({ "person": "sue", "secret": "sue-demo" }).to_string();
    let evil = [("origin", "https://evil.example")];
    let said = Client::new(server.address).send("POST", "/api/v1/session", &evil, &body).unwrap();
    assert_eq!((said.status, said.code()), cross);
}

#[test]
fn path_tricks_find_nothing() {
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut sue = Client::staff(server.address, "sue");
    for path in [
        "/api/v1/tables/..%2f..",
        "/api/v1/tables/..%2f..%2f..%2fetc%2fpasswd",
        "/api/v1/tables/../../../etc/passwd",
        "/api/v1/tables/%2e%2e/%2e%2e/healthz",
        "/api/v1/tables/blackjack%00",
        "/api/v1/tables/blackjack%2facts",
        "/api/v1/tables/%ff%fe",
        "/api/v1/tables/BLACKJACK%20",
        "/api/v1/tables/blackjack/rounds/-1",
        "/api/v1/tables/blackjack/rounds/99999999999999999999999",
        "/api/v1/tables//",
        "/api/v1//pit",
        "/api/v1/rules/..%2f..%2fCargo.toml",
        "/api/v1/rules/%2e%2e",
        "//etc/passwd",
        "/house.db",
        "/.git/config",
        "/%",
        "/api/v1/tables/%zz",
    ] {
        let said = sue.get(path);
        assert!(matches!(said.status, 400 | 404 | 422), "{path}: {} {}", said.status, said.body);
        assert!(!said.body.contains("root:"), "{path}: {}", said.body);
        let message = said.json()["error"]["message"].as_str().unwrap_or_default().len();
        assert!((1..300).contains(&message), "{path}: {}", said.body);
    }
    assert_eq!(sue.get("/healthz").status, 200);
}

/// Waits for a connection to be closed or answered, with a byte more every second.
fn trickled(mut stream: TcpStream, byte: &[u8]) -> String {
    let mut said = Vec::new();
    stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    loop {
        let mut buffer = [0; 4096];
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => said.extend_from_slice(&buffer[..read]),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                if !byte.is_empty() && stream.write_all(byte).is_err() {
                    break;
                }
            }
            Err(_) => break,
        }
        if !said.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn slow_clients_are_cut_off_and_nobody_waits_for_them() {
    const HEAD: &[u8] = b"GET /api/v1/pit HTTP/1.1\r\nhost: x\r\nx: ";
    const BODY: &[u8] =
        b"POST /api/v1/session HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{\"guest\":\"";
    // What it sends at once, what it adds every second, how it is answered.
    let slow: [(&'static [u8], &'static [u8], &str); 6] = [
        (b"", b"", ""),
        (b"P", b"", ""),
        (b"PRI * HTTP/2.0\r\n", b"", ""),
        (HEAD, b"", ""),
        (HEAD, b"x", ""),
        (BODY, b"x", "HTTP/1.1 408"),
    ];
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut other = other(server.address);
    let mut threads = Vec::new();
    for _ in 0..20 {
        for (at_once, then, answer) in slow {
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.write_all(at_once).unwrap();
            threads.push((answer, std::thread::spawn(move || trickled(stream, then))));
        }
    }
    // If anyone waited for them, nobody would be served before the first of them is cut off.
    let mut served = 0;
    while threads.iter().all(|(_, thread)| !thread.is_finished()) {
        others_are_served(&mut other);
        served += 1;
    }
    say(&format!("{served} others served beside {} slow clients", threads.len()));
    assert!(served > 100, "{served}");
    for (expected, thread) in threads {
        let said = thread.join().unwrap();
        assert!(said.starts_with(expected), "{said:?} is not {expected:?}");
        assert_eq!(said.is_empty(), expected.is_empty(), "{said:?}");
    }
    others_are_served(&mut other);
}

#[test]
fn idle_connections_keep_nobody_waiting() {
    let wanted = std::env::var("CROUPIER_SERVE_IDLE").ok().and_then(|idle| idle.parse().ok());
    let wanted: u64 = wanted.unwrap_or(2_000);
    let limit = rlimit::increase_nofile_limit(wanted + 1_000).unwrap();
    assert!(limit > wanted + 200, "the limit of open files is {limit}: raise it, or ask for less");
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut other = other(server.address);
    let before = server.memory_kb();
    let idle: Vec<TcpStream> =
        (0..wanted).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    for _ in 0..50 {
        others_are_served(&mut other);
    }
    let more = server.memory_kb().saturating_sub(before);
    say(&format!("{wanted} idle connections, {} KB each", more / wanted));
    assert!(more < wanted * 32, "{more} KB for {wanted} connections");
    drop(idle);
    others_are_served(&mut other);
}

/// A connection whose receiving side takes next to nothing.
fn narrow(address: SocketAddr) -> TcpStream {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(32 * 1_024).unwrap();
    socket.connect(&address.into()).unwrap();
    let stream: TcpStream = socket.into();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

#[test]
fn a_stream_that_nobody_reads_is_dropped_and_takes_no_memory() {
    const READERS: usize = 20;
    /// Several times what the system keeps for a connection at both ends.
    const UNREAD_BYTES: usize = 2 << 20;
    let folder = Folder::new();
    let server = Served::start(&folder.store());
    let mut other = other(server.address);
    let path = "/api/v1/tables/let-it-ride/events";
    let mut readers: Vec<_> = (0..READERS)
        .map(|_| other.stream_on(narrow(server.address), path, None).unwrap())
        .collect();
    let before = server.memory_kb();
    let (mut sent, mut acts) = (0, 0);
    // So much that it does not fit between the two, however long that takes.
    while sent < UNREAD_BYTES {
        sent += others_are_served(&mut other).to_string().len();
        acts += 1;
    }
    others_are_served(&mut other);
    let more = server.memory_kb().saturating_sub(before);
    let sent = sent * READERS / 1024;
    say(&format!("{acts} acts, {sent} KB not read, {more} KB more memory"));
    assert!(more < 24 * 1024, "{more} KB more memory for {sent} KB");
    // A watcher that reads at last is told, and comes back for the rest.
    let (mut last, mut ended) = (None, None::<Value>);
    let reader = &mut readers[0];
    within(Duration::from_secs(30), "the stream ends", || {
        loop {
            match reader.next().unwrap() {
                Some(event) if event.name == "end" => ended = Some(event.data),
                Some(event) => last = event.id.or(last),
                None => return true,
            }
        }
    });
    assert_eq!(ended.expect("it says why")["code"], "too-slow");
    let newest = other.view("let-it-ride")["version"].as_u64().unwrap();
    assert!(last.unwrap() < newest, "it fell behind");
    let mut again = other.stream(path, last).unwrap();
    assert_eq!(again.view()["version"], newest, "and has lost nothing");
}
