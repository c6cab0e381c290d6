//! Calls that are sent again, meters that change, limits that processes share, and the search of the chain.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::{Method, StatusCode};
use house::desk::{Desk, fresh_id};
use house::{Command, EventKind, GUESTS_FROM_ADDRESS_MAX};
use serde_json::{Value, json};
use server::library::{Library, Question};
use server::{ApiError, App, Options};
use tower::ServiceExt as _;

use crate::support::{Client, House, NoLibrary, Said, code, read};

/// Sends a body with a key.
async fn keyed(client: &Client<'_>, key: &str, path: &str, body: Value) -> Said {
    let request = client.request(Method::POST, path).header("idempotency-key", key);
    read(client.house.send(request.body(Body::from(body.to_string())).unwrap()).await).await
}

const OK: StatusCode = StatusCode::OK;
const CONFLICT: StatusCode = StatusCode::CONFLICT;

#[tokio::test]
async fn a_person_who_is_added_again_with_the_same_key_is_added_once() {
    let house = House::new();
    let sue = house.staff("sue").await;
    let eve = |secret: &str| json!({ "person": "eve", "name": "Eve", "role": "dealer", "secret": secret });
    let first = keyed(&sue, "add", "/api/v1/people", eve("eve-secret")).await;
    assert_eq!(first.0, OK, "{}", first.1);
    assert_eq!(keyed(&sue, "add", "/api/v1/people", eve("eve-secret")).await, first);
    // Anything else under the same key is refused: another secret, another person, another call.
    for (path, body) in [
        ("/api/v1/people", eve("another-secret")),
        (
            "/api/v1/people",
            json!({ "person": "abe", "name": "Eve", "role": "dealer", "secret": "eve-secret" }),
        ),
        ("/api/v1/people/eve/secret", json!({ "secret": "eve-secret" })),
        ("/api/v1/meters/caribbean-stud/fault", json!({ "reason": "dark" })),
    ] {
        let (status, said) = keyed(&sue, "add", path, body).await;
        assert_eq!((status, code(&said)), (CONFLICT, "request-id-reused"), "{path}");
    }
    // The key of someone else is another.
    let bob = house.staff("bob").await;
    let (status, said) = keyed(&bob, "add", "/api/v1/people", eve("eve-secret")).await;
    assert_eq!(code(&said), "person-exists", "{status}");
    let body = json!({ "person": "eve", "secret": "eve-secret" });
    assert_eq!(house.nobody().post("/api/v1/session", body).await.0, OK);
}

#[tokio::test]
async fn a_proposed_supervisor_and_a_new_secret_are_answered_again_as_they_were() {
    let house = House::new();
    let (sue, bob) = (house.staff("sue").await, house.staff("bob").await);
    let zoe =
        json!({ "person": "zoe", "name": "Zoe", "role": "supervisor", "secret": "zoe-secret" });
    let first = keyed(&sue, "zoe", "/api/v1/people", zoe.clone()).await;
    assert!(first.1["proposal"].is_u64(), "{}", first.1);
    let approve = format!("/api/v1/proposals/{}/approve", first.1["proposal"]);
    assert_eq!(bob.call(Method::POST, &approve, None).await.0, OK);
    assert_eq!(keyed(&sue, "zoe", "/api/v1/people", zoe).await, first, "also once she is there");

    let path = "/api/v1/people/sue/secret";
    let first =
        keyed(&sue, "new", path, json!({ "secret": "a new secret", "old": "sue-demo" })).await;
    assert_eq!(first.0, OK, "{}", first.1);
    assert_eq!(
        keyed(&sue, "new", path, json!({ "secret": "a new secret", "old": "sue-demo" })).await,
        first
    );
    let (status, _) =
        keyed(&sue, "new", path, json!({ "secret": "a newer secret", "old": "sue-demo" })).await;
    assert_eq!(status, CONFLICT);
    let body = json!({ "person": "sue", "secret": "a new secret" });
    assert_eq!(house.nobody().post("/api/v1/session", body).await.0, OK);
}

/// P5: no parameter changes while tables are open on the meter; P4: no limit below what it shows.
#[tokio::test]
async fn a_meter_is_configured_while_no_table_is_open_on_it() {
    let house = House::new();
    let sue = house.staff("sue").await;
    let (status, said) =
        sue.post("/api/v1/meters/caribbean-stud/configure", json!({ "limit": "20000" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
    let body = json!({ "meter": "m", "schedule": "caribbean-stud/PMG-01", "seed": "500" });
    assert_eq!(sue.post("/api/v1/meters", body).await.0, OK);
    let path = "/api/v1/meters/m/configure";
    for (body, expected) in [
        (json!({ "limit": "499.99" }), "limit-below-display"),
        (json!({ "limit": "1e9" }), "malformed"),
        (json!({ "limit": "900", "no_limit": true }), "malformed"),
        (json!({ "shoe": 8 }), "malformed"),
        (json!({}), "nothing-changes"),
    ] {
        let (_, said) = sue.post(path, body.clone()).await;
        assert_eq!(code(&said), expected, "{body}: {said}");
    }
    let change = json!({ "limit": "900", "contribution": "30%" });
    let first = keyed(&sue, "configure", path, change.clone()).await;
    assert_eq!(first.0, OK, "{}", first.1);
    let terms = || house.app.snapshot().machine.meter(&"m".parse().unwrap()).unwrap().terms.clone();
    let said = |terms: house::Terms| {
        let limit = terms.limit.map(|limit| limit.to_string());
        (terms.reset.to_string(), terms.contribution.to_string(), limit)
    };
    let expected =
        |limit: Option<&str>| ("500.00".to_owned(), "30%".to_owned(), limit.map(str::to_owned));
    assert_eq!(said(terms()), expected(Some("900.00")), "what is not given stays");
    let (status, said_again) = sue.post(path, json!({ "no_limit": true })).await;
    assert_eq!(status, OK, "{said_again}");
    // Sent again, the first is answered as it was, and changes nothing, whatever came after it.
    assert_eq!(keyed(&sue, "configure", path, change).await, first);
    assert_eq!(said(terms()), expected(None));
    let (status, _) = keyed(&sue, "configure", path, json!({ "limit": "901" })).await;
    assert_eq!(status, CONFLICT);
}

/// [PRG-11]: another schedule or wager needs a petition and two supervisors.
#[tokio::test]
async fn a_meter_gets_another_schedule_with_a_petition_and_two_supervisors() {
    let house = House::new();
    let (sue, bob) = (house.staff("sue").await, house.staff("bob").await);
    let body = json!({ "meter": "m", "schedule": "caribbean-stud/PMG-01" });
    assert_eq!(sue.post("/api/v1/meters", body).await.0, OK);
    let change = |petition: &str| json!({ "kind": "reschedule", "meter": "m", "schedule": "caribbean-stud/CS-10", "petition": petition });
    let (_, said) = sue.post("/api/v1/proposals", change("")).await;
    assert_eq!(code(&said), "bad-text", "a petition has a number: {said}");
    let (status, said) = sue.post("/api/v1/proposals", change("P-14/2026")).await;
    assert_eq!(status, OK, "{said}");
    let approve = format!("/api/v1/proposals/{}/approve", said["proposal"]);
    let (_, refused) = sue.call(Method::POST, &approve, None).await;
    assert_eq!(code(&refused), "same-person");
    let schedule = async || sue.get("/api/v1/meters/m").await.1["schedule"].clone();
    assert_eq!(schedule().await, "PMG-01", "one supervisor is not enough");
    assert_eq!(bob.call(Method::POST, &approve, None).await.0, OK);
    assert_eq!(schedule().await, "caribbean-stud/CS-10");
}

/// Another process of the same house, behind a proxy like the first.
fn process(house: &House, library: Arc<dyn Library>) -> axum::Router {
    let ledger = house.app.ledger().clone();
    let desk = Desk::new(ledger, "server".parse().unwrap());
    let options = Options { trusts_proxy: true, ..Options::default() };
    let reader = Box::new(ledger::MemoryStore::new());
    server::app(App::new(desk, reader, library, options))
}

/// Counts what is answered at once; each answer waits for a word.
struct Counting {
    running: AtomicUsize,
    most: AtomicUsize,
    goes_on: std::sync::Mutex<std::sync::mpsc::Receiver<()>>,
}

impl Library for Counting {
    fn answer(&self, _: &Question) -> Result<Value, ApiError> {
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(running, Ordering::SeqCst);
        self.goes_on.lock().unwrap().recv().unwrap();
        self.running.fetch_sub(1, Ordering::SeqCst);
        Ok(Value::Null)
    }
}

/// Whoever hangs up leaves the analysis running: the next one waits for it all the same.
#[tokio::test]
async fn hanging_up_does_not_start_another_analysis() {
    let house = House::new();
    let (word, goes_on) = std::sync::mpsc::channel();
    let library = Arc::new(Counting {
        running: AtomicUsize::new(0),
        most: AtomicUsize::new(0),
        goes_on: std::sync::Mutex::new(goes_on),
    });
    let process = process(&house, Arc::clone(&library) as Arc<dyn Library>);
    let ask = |number: usize| {
        let request = axum::http::Request::get(format!("/api/v1/odds?seed={number}"));
        tokio::spawn(process.clone().oneshot(request.body(Body::empty()).unwrap()))
    };
    let first = ask(0);
    while library.running.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    let second = ask(1);
    // The first is not done, so the second gets no turn however often it is asked for.
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
    assert!(!second.is_finished() && library.running.load(Ordering::SeqCst) == 1);
    word.send(()).unwrap();
    word.send(()).unwrap();
    assert_eq!(second.await.unwrap().unwrap().status(), OK);
    assert_eq!(library.most.load(Ordering::SeqCst), 1);
}

/// The limit is the house's: it holds in every process, and for the network of an IPv6 address.
#[tokio::test]
async fn guests_from_one_address_are_limited_across_processes() {
    let house = House::new();
    let new = || process(&house, Arc::new(NoLibrary));
    let (one, other) = (new(), new());
    let come = async |process: &axum::Router, from: &str| {
        let post = async |path: &str, token: &str, body: Value| {
            let request = axum::http::Request::post(path).header("x-forwarded-for", from);
            let request = match token {
                "" => request,
                token => request.header("authorization", format!("Bearer {token}")),
            };
            let request = request.body(Body::from(body.to_string())).unwrap();
            process.clone().oneshot(request).await.unwrap()
        };
        let response = post("/api/v1/session", "", json!({ "guest": "Ann" })).await;
        if response.status() == OK {
            // Who only looks around is not counted.
            let (_, said) = read(response).await;
            let acts = "/api/v1/tables/three-card-poker/acts";
            let token = said["token"].as_str().unwrap();
            let sit = json!({ "act": "sit", "seat": 1, "buy_in": "100" });
            let (status, said) = read(post(acts, token, sit).await).await;
            let left = post(acts, token, json!({ "act": "leave", "seat": 1 })).await;
            assert_eq!(left.status(), OK);
            return (status, code(&said).to_owned(), None);
        }
        let retry = response.headers().get("retry-after").cloned();
        let (status, said) = read(response).await;
        (status, code(&said).to_owned(), retry)
    };
    for (mine, same) in [("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8::99:2")] {
        for number in 0..GUESTS_FROM_ADDRESS_MAX {
            let process = if number % 2 == 0 { &one } else { &other };
            assert_eq!(come(process, mine).await.0, OK, "{number}");
        }
        for process in [&one, &other] {
            let (status, code, retry) = come(process, same).await;
            assert_eq!((status, code.as_str()), (StatusCode::TOO_MANY_REQUESTS, "too-many-guests"));
            let seconds: u64 = retry.unwrap().to_str().unwrap().parse().unwrap();
            assert!((1..=61).contains(&seconds), "{seconds}");
        }
    }
    assert_eq!(come(&one, "192.0.2.2").await.0, OK, "others are not concerned");
    assert_eq!(come(&one, "127.0.0.1").await.0, OK);
}

#[tokio::test]
async fn nobody_has_more_than_fifty_sessions() {
    let house = House::new();
    let first = house.staff("dan").await;
    let second = house.staff("dan").await;
    let mut last = house.staff("dan").await;
    for _ in 3..51 {
        last = house.staff("dan").await;
    }
    assert_eq!(first.get("/api/v1/session").await.0, StatusCode::UNAUTHORIZED, "the oldest ends");
    assert_eq!(second.get("/api/v1/session").await.0, OK);
    let (_, said) = last.get("/api/v1/sessions").await;
    assert_eq!(said["sessions"].as_array().unwrap().len(), 50);
}

fn numbers(said: &Value) -> Vec<u64> {
    let entries = said["entries"].as_array().unwrap();
    entries.iter().map(|entry| entry["entry"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn a_search_goes_back_page_by_page_and_by_index() {
    let house = House::new();
    let (aud, ann) = (house.staff("aud").await, house.guest("Ann").await);
    let table = "three-card-poker";
    ann.acts(table, json!({ "act": "sit", "seat": 1, "buy_in": "100.00" })).await;
    let bets = json!({ "ante": "5.00", "progressive": "1.00" });
    ann.acts(table, json!({ "act": "bet", "seat": 1, "bets": bets })).await;
    let (_, locked) = ann.act(table, json!({ "act": "ready", "seat": 1 })).await;
    ann.acts(table, json!({ "act": "decide", "seat": 1, "action": "fold" })).await;
    for _ in 0..30 {
        ann.acts(table, json!({ "act": "add_chips", "seat": 1, "amount": "1.00" })).await;
    }
    let search = async |query: &str| {
        let (status, said) = aud.get(&format!("/api/v1/audit?{query}")).await;
        assert_eq!(status, OK, "{query}: {said}");
        said
    };
    let all = search("limit=1000").await;
    let newest = house.app.snapshot().head.seq;
    assert_eq!((numbers(&all), &all["before"]), ((1..=newest).collect(), &Value::Null));
    // Page by page, it is the same.
    let (mut pages, mut from) = (Vec::new(), String::new());
    loop {
        let page = search(&format!("limit=7{from}")).await;
        assert!(numbers(&page).len() <= 7);
        pages = [numbers(&page), pages].concat();
        match page["before"].as_u64() {
            Some(before) => from = format!("&before={before}"),
            None => break,
        }
    }
    assert_eq!(pages, numbers(&all));
    // By what the index has: the lock fed the meter.
    let meter = search(&format!("meter={table}")).await;
    assert_eq!(numbers(&meter).last(), locked["entry"].as_u64().as_ref(), "{meter}");
    let round = search(&format!("table={table}&round=1&limit=1000")).await;
    let of_round = |entry: &&Value| entry["table"] == table && entry["round"] == 1;
    let entries = all["entries"].as_array().unwrap();
    let expected: Vec<u64> =
        entries.iter().filter(of_round).map(|entry| entry["entry"].as_u64().unwrap()).collect();
    assert_eq!((numbers(&round), &round["before"]), (expected, &Value::Null));
    let (status, said) = aud.get("/api/v1/audit?round=1").await;
    assert_eq!((status, code(&said)), (StatusCode::BAD_REQUEST, "malformed"));
}

/// One search reads some twenty thousand entries at most, and says where to go on.
#[tokio::test]
async fn a_search_reads_only_so_much() {
    let house = House::new();
    let aud = house.staff("aud").await;
    let sue: house::PersonId = "sue".parse().unwrap();
    let note = |says: String| {
        let what = Command::Event { kind: EventKind::Note, says };
        house.app.ledger().post_async(house.app.desk.request(&sue, fresh_id().unwrap(), what))
    };
    let first = note("the needle".to_owned()).await.unwrap().seq;
    for _ in 0..22 {
        let many = (0..1_000).map(|number| note(format!("straw {number}")));
        for done in futures_util::future::join_all(many).await {
            done.unwrap();
        }
    }
    let (status, said) = aud.get("/api/v1/audit?text=needle").await;
    assert_eq!((status, numbers(&said)), (OK, Vec::new()));
    let before = said["before"].as_u64().unwrap();
    assert!(before > first, "{before}");
    let (_, said) = aud.get(&format!("/api/v1/audit?text=needle&before={before}")).await;
    assert_eq!((numbers(&said), &said["before"]), (vec![first], &Value::Null));
}

/// Each page of a statement has the last lines before an entry, the oldest first, and says where to go on.
#[tokio::test]
async fn a_statement_is_read_page_by_page() {
    let house = House::new();
    let (sue, dan) = (house.staff("sue").await, house.staff("dan").await);
    for _ in 0..5 {
        for act in [
            json!({ "act": "bet", "seat": 1, "bets": { "ante": "5", "progressive": "1" } }),
            json!({ "act": "lock" }),
            json!({ "act": "game_over" }),
        ] {
            let (status, said) = dan.post("/api/v1/tables/live-1/acts", act).await;
            assert_eq!(status, OK, "{said}");
        }
    }
    let read = async |query: &str| {
        let (status, said) = sue.get(&format!("/api/v1/meters/live-1/statement{query}")).await;
        assert_eq!(status, OK, "{said}");
        let after = said["lines"].as_array().unwrap().iter();
        let after: Vec<String> = after.map(|line| line["after"].as_str().unwrap().into()).collect();
        (after, said["before"].as_u64())
    };
    // The seed, and $0.25 of each dollar.
    let all = ["10000.0000", "10000.2500", "10000.5000", "10000.7500", "10001.0000", "10001.2500"];
    let (lines, before) = read("").await;
    assert_eq!((lines.as_slice(), before), (all.map(str::to_owned).as_slice(), None));
    let (mut pages, mut before) = read("?limit=4").await;
    assert_eq!(pages, all[2..]);
    while let Some(entry) = before {
        let (mut page, more) = read(&format!("?limit=4&before={entry}")).await;
        page.append(&mut pages);
        (pages, before) = (page, more);
    }
    assert_eq!(pages, all);
    assert_eq!(sue.get("/api/v1/meters/live-1/statement?limit=x").await.0, StatusCode::BAD_REQUEST);
}

/// Awards of years are read a piece at a time.
#[tokio::test]
async fn awards_are_listed_by_number_and_go_on_after_one() {
    let house = House::new();
    let (dan, sue) = (house.staff("dan").await, house.staff("sue").await);
    for seat in 1..=3 {
        let bets = json!({ "ante": "5.00", "progressive": "1.00" });
        dan.acts("live-1", json!({ "act": "bet", "seat": seat, "bets": bets })).await;
    }
    dan.acts("live-1", json!({ "act": "lock" })).await;
    for seat in 1..=3 {
        dan.acts("live-1", json!({ "act": "key", "seat": seat, "hand": "flush" })).await;
    }
    let verify = json!({ "act": "verify", "award": 2 });
    sue.acts("live-1", json!({ "act": "void", "award": 1, "reason": "the wrong seat" })).await;
    let (status, said) = sue.act("live-1", verify).await;
    assert_eq!(status, OK, "{said}");
    let listed = async |query: &str| {
        let (status, said) = sue.get(&format!("/api/v1/awards{query}")).await;
        assert_eq!(status, OK, "{query}: {said}");
        let numbers = said["awards"].as_array().unwrap().iter().map(|award| &award["award"]);
        (numbers.map(|number| number.as_u64().unwrap()).collect::<Vec<_>>(), said["after"].as_u64())
    };
    assert_eq!(listed("").await, (vec![1, 2, 3], None));
    assert_eq!(listed("?limit=2").await, (vec![1, 2], Some(2)));
    assert_eq!(listed("?limit=2&after=2").await, (vec![3], None));
    assert_eq!(listed("?state=voided").await, (vec![1], None));
    assert_eq!(
        listed("?state=paid&limit=1").await,
        (vec![], Some(1)),
        "only the first was looked at"
    );
    assert_eq!(listed("?state=pending").await, (vec![3], None));
    assert_eq!(listed("?after=18446744073709551615").await, (vec![], None));
}

/// A1: which way money goes is in the proposal, not in a sign.
#[tokio::test]
async fn a_transfer_or_a_release_of_nothing_or_less_is_refused() {
    let house = House::new();
    let sue = house.staff("sue").await;
    for amount in ["-2500", "0"] {
        let (from, to) = ("caribbean-stud", "let-it-ride");
        for body in [
            json!({ "kind": "transfer", "from": from, "to": to, "amount": amount, "petition": "P-9" }),
            json!({ "kind": "release_overflow", "meter": from, "amount": amount, "reason": "x" }),
        ] {
            let (status, said) = sue.post("/api/v1/proposals", body).await;
            assert_eq!(
                (status, code(&said)),
                (StatusCode::UNPROCESSABLE_ENTITY, "moves-nothing"),
                "{said}"
            );
        }
    }
    assert_eq!(sue.get("/api/v1/proposals").await.1["proposals"], json!([]));
}

/// A1: a statement says why money moved, who proposed it and who approved it.
#[tokio::test]
async fn a_statement_says_what_was_approved() {
    let house = House::new();
    let (sue, bob) = (house.staff("sue").await, house.staff("bob").await);
    let body = json!({ "kind": "adjust", "meter": "caribbean-stud", "amount": "-12.5", "reason": "counted twice" });
    let proposal = sue.post("/api/v1/proposals", body).await.1["proposal"].as_u64().unwrap();
    let approve = format!("/api/v1/proposals/{proposal}/approve");
    assert_eq!(bob.call(Method::POST, &approve, None).await.0, OK);
    let (_, said) = sue.get("/api/v1/meters/caribbean-stud/statement").await;
    let last = said["lines"].as_array().unwrap().last().unwrap();
    assert_eq!(last["by"], "bob", "{said}");
    let what = last["says"].as_str().unwrap();
    assert!(
        what.contains("proposed by sue: adjust caribbean-stud by -$12.50: counted twice"),
        "{what}"
    );
}

/// F4: no amount is shown that nobody stands by.
#[tokio::test]
async fn a_table_shows_no_amount_of_a_meter_that_is_out_of_order() {
    let house = House::new();
    let sue = house.staff("sue").await;
    let shown = async || house.nobody().view("caribbean-stud").await["meter"]["display"].clone();
    assert_eq!(shown().await, "10000.0000");
    let fault = "/api/v1/meters/caribbean-stud/fault";
    assert_eq!(sue.post(fault, json!({ "reason": "the sign is dark" })).await.0, OK);
    assert_eq!(shown().await, Value::Null);
    let clear = "/api/v1/meters/caribbean-stud/clear-fault";
    assert_eq!(sue.post(clear, json!({ "reason": "new bulbs" })).await.0, OK);
    assert_eq!(shown().await, "10000.0000");
}

#[tokio::test]
async fn a_bot_plays_one_of_the_strategies() {
    let house = House::new();
    let sue = house.staff("sue").await;
    let seat =
        |plays: &str| json!({ "act": "seat_bot", "seat": 1, "buy_in": "200.00", "plays": plays });
    let (status, said) = sue.act("three-card-poker", seat("crazy")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{said}");
    assert_eq!(sue.act("three-card-poker", seat("simple")).await.0, OK);
}

/// At a table with real cards the dealer enters the card that a player sets apart, without being told which they hold.
#[tokio::test]
async fn the_dealer_of_a_live_silverado_enters_the_card_set_apart() {
    let house = House::new();
    let (sue, dan) = (house.staff("sue").await, house.staff("dan").await);
    let (table, game) = ("live-9", "silverado-stud");
    let body =
        json!({ "table": table, "game": game, "kind": "live", "min": "5.00", "max": "25.00" });
    assert_eq!(sue.post("/api/v1/tables", body).await.0, OK);
    let least = dan.view(table).await["posted"]["least"].clone();
    dan.acts(table, json!({ "act": "bet", "seat": 2, "bets": least })).await;
    dan.acts(table, json!({ "act": "lock" })).await;
    let mut cards = ["As", "Kd", "7h", "2c", "9s", "9d"].into_iter();
    for _ in 0..60 {
        let view = dan.view(table).await;
        let next = &view["round"]["next"];
        match next["kind"].as_str().unwrap() {
            "decision" => break,
            "card" if next["step"].is_null() => {
                dan.acts(table, json!({ "act": "card", "card": cards.next().unwrap() })).await
            }
            _ => dan.acts(table, json!({ "act": "step" })).await,
        };
    }
    let (_, page) = dan.get(&format!("/tables/{table}/dealer")).await;
    let page = page.as_str().unwrap();
    assert!(page.contains(r#"<option value="set As">"#), "a card that is out");
    assert!(!page.contains(r#"<option value="set Qh">"#), "none that is not");
    let set = json!({ "act": "decide", "seat": 2, "action": "set 7h" });
    let (status, said) = dan.act(table, set).await;
    assert_eq!(status, OK, "{said}");
}

/// 20:18:16:15.03(13) [LIR-7]: a player's wagers, when combined, may not exceed the posted table bet limit. The demo posts
/// $100: three bets of $30 leave $10, and three of $35 are too much.
#[tokio::test]
async fn wagers_of_let_it_ride_stay_within_the_posted_limit_together() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let table = "let-it-ride";
    ann.acts(table, json!({ "act": "sit", "seat": 1, "buy_in": "1000.00" })).await;
    let bet = |base: &str, bonus: &str| json!({ "act": "bet", "seat": 1, "bets": { "base": base, "three-card-bonus": bonus } });
    assert_eq!(ann.act(table, bet("30.00", "10.00")).await.0, OK);
    for (base, bonus) in [("30.00", "11.00"), ("35.00", "5.00")] {
        let (status, said) = ann.act(table, bet(base, bonus)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
        assert!(said["error"]["cite"].to_string().contains("20:18:16:15.03(13)"), "{said}");
    }
    assert_eq!(ann.view(table).await["posted"]["limits"]["total"], json!(["5.00", "100.00"]));
}

/// A seat whose connection drops is held for a posted time.
#[tokio::test]
async fn a_table_posts_its_clocks() {
    let house = House::new();
    let clocks = json!({ "betting": 30, "decision": 30, "hold": 120 });
    assert_eq!(house.nobody().view("three-card-poker").await["posted"]["clocks"], clocks);
    let (_, page) = house.nobody().get("/tables/three-card-poker").await;
    let words = "30 s to bet, 30 s to decide. A lost connection holds the seat 2 min.";
    assert!(page.as_str().unwrap().contains(words));
}
