//! Who may open which page and send which form: every route of the pages has a row here, or the test fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::play::one_round;
use crate::support::{Client, House, read};

/// A page or a form, and who gets it: `n`obody signed in, `p`layer, `d`ealer, `s`upervisor, `a`uditor. Everyone else is
/// refused, with 401 or 403.
const PAGES: &[(&str, &str, &str)] = &[
    ("GET", "/", "npdsa"),
    ("GET", "/live", "npdsa"),
    ("GET", "/sign-in", "npdsa"),
    ("POST", "/sign-in", "npdsa"),
    ("POST", "/sign-out", "npdsa"),
    ("GET", "/rule", "npdsa"),
    ("GET", "/tables/{table}", "npdsa"),
    ("GET", "/tables/{table}/live", "npdsa"),
    ("POST", "/tables/{table}/act", "p"),
    ("POST", "/tables/{table}/sit", "np"),
    ("GET", "/tables/{table}/coach", "pdsa"),
    ("GET", "/tables/{table}/dealer", "ds"),
    ("GET", "/tables/{table}/dealer/live", "ds"),
    ("GET", "/floor", "dsa"),
    ("GET", "/floor/live", "dsa"),
    ("GET", "/floor/log", "dsa"),
    ("GET", "/floor/open", "s"),
    ("POST", "/floor/open", "s"),
    ("GET", "/floor/meter", "s"),
    ("POST", "/floor/meter", "s"),
    ("POST", "/floor/tables/{table}/close", "s"),
    ("POST", "/floor/meters/{meter}/fault", "s"),
    ("POST", "/floor/meters/{meter}/clear-fault", "s"),
    ("POST", "/floor/proposals", "s"),
    ("POST", "/floor/proposals/{proposal}/approve", "s"),
    ("POST", "/floor/proposals/{proposal}/reject", "s"),
    ("GET", "/awards/{award}/slip", "dsa"),
    ("GET", "/meters/{meter}/statement", "sa"),
    ("GET", "/reports", "sa"),
    ("GET", "/reports/reconciliation", "sa"),
    ("GET", "/reports/days/{day}", "sa"),
    ("POST", "/reports/days/{day}/close", "s"),
    ("GET", "/rounds/{table}/{round}", "pdsa"),
    ("GET", "/rounds/{table}/{round}/round-file", "pdsa"),
    ("GET", "/audit", "sa"),
    ("GET", "/account", "pdsa"),
    ("POST", "/account/secret", "pdsa"),
    ("POST", "/account/sessions/{session}/end", "pdsa"),
    ("GET", "/people", "sa"),
    ("POST", "/people", "s"),
    // Everyone may ask for a secret of their own: here, the dealer.
    ("POST", "/people/{person}/secret", "ds"),
    ("POST", "/people/{person}/retire", "s"),
    ("POST", "/people/{person}/unlock", "s"),
    ("POST", "/sessions/{session}/end", "pdsa"),
    ("GET", "/meters/{meter}/sign", "npdsa"),
    ("GET", "/meters/{meter}/sign/live", "npdsa"),
    ("GET", "/signs", "npdsa"),
    ("GET", "/signs/live", "npdsa"),
    ("GET", "/verify", "npdsa"),
    ("GET", "/verify/vectors.json", "npdsa"),
    ("GET", "/verify/vectors-2.json", "npdsa"),
    ("GET", "/games", "npdsa"),
    ("GET", "/games/{game}", "npdsa"),
    ("GET", "/lab", "npdsa"),
    ("GET", "/lab/{game}", "npdsa"),
    ("GET", "/lab/{game}/{wager}", "npdsa"),
    ("GET", "/lab/{game}/{wager}/schedule.toml", "npdsa"),
];

/// What is sent: a form that nothing is wrong with.
fn form(path: &str) -> &'static str {
    match path {
        "/sign-in" => "person=bob&secret=bob-demo",
        "/tables/{table}/act" => "act=seed_word&seat=1&word=deadwood",
        "/tables/{table}/sit" => "buy_in=5.00&guest=Cat",
        "/floor/open" => "table=t-9&game=blackjack&kind=practice",
        "/floor/meter" => "meter=m-9&schedule=caribbean-stud%2FPMG-01",
        "/floor/proposals" => "kind=adjust&meter=caribbean-stud&amount=1.00&reason=x",
        "/people" => "person=eve&name=Eve&role=dealer&secret=long+enough&again=long+enough",
        // A secret that was typed twice in different ways is refused before anything is checked.
        "/account/secret" => "old=x&secret=long+enough&again=long+enuogh",
        "/people/{person}/secret" => "secret=long+enough&again=long+enough",
        _ => "reason=for+the+test",
    }
}

fn address(path: &str) -> String {
    let query = match path {
        "/rule" => "?cite=20:18:16:15.15(1)",
        _ => "",
    };
    // A table where someone deals has a page for its dealer.
    let table = if path.contains("/dealer") { "dealer-1" } else { "three-card-poker" };
    let path = path
        .replace("{table}", table)
        .replace("{meter}", "caribbean-stud")
        .replace("{session}", "987")
        .replace("{person}", "dan")
        .replace("{round}", "1")
        .replace("{award}", "1")
        .replace("{proposal}", "1")
        .replace("{day}", "1")
        .replace("{game}", "three-card-poker")
        .replace("{wager}", "pair-plus");
    path + query
}

/// The routes in the sources of the pages, as `METHOD /path`.
fn routes() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pages")];
    let mut sources =
        vec![fs::read_to_string(waiting[0].with_extension("rs")).expect("the pages have a source")];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            match entry.path() {
                path if path.is_dir() => waiting.push(path),
                path => sources.push(fs::read_to_string(path).unwrap()),
            }
        }
    }
    for source in sources {
        let source: String = source.split_whitespace().collect();
        for route in source.split(".route(\"").skip(1) {
            let (path, rest) = route.split_once("\",").expect("a path, then its methods");
            let methods = rest.split(".route(").next().unwrap();
            let methods = methods.split(".merge(").next().unwrap();
            for (word, method) in [("get(", "GET"), ("post(", "POST"), ("delete(", "DELETE")] {
                let is_it = methods.starts_with(word) || methods.contains(&format!(").{word}"));
                if is_it && !path.starts_with("/assets/") {
                    found.insert(format!("{method} {path}"));
                }
            }
        }
    }
    found
}

#[test]
fn every_page_has_a_row() {
    let rows: BTreeSet<String> =
        PAGES.iter().map(|(method, path, _)| format!("{method} {path}")).collect();
    assert_eq!(rows.len(), PAGES.len(), "no row twice");
    let routes = routes();
    assert!(routes.contains("POST /sign-in") && routes.contains("GET /sign-in"), "{routes:?}");
    let missing: Vec<&String> = routes.difference(&rows).collect();
    assert!(missing.is_empty(), "no row says who gets {missing:?}");
    let gone: Vec<&String> = rows.difference(&routes).collect();
    assert!(gone.is_empty(), "there is no page {gone:?}");
}

async fn open(client: &Client<'_>, method: &str, path: &str) -> (StatusCode, String) {
    let method: Method = method.parse().unwrap();
    let mut request = client.request(method.clone(), &address(path));
    let mut body = Body::empty();
    if method == Method::POST {
        request = request.header("content-type", "application/x-www-form-urlencoded");
        body = form(path).into();
    }
    let response = client.house.send(request.body(body).unwrap()).await;
    let status = response.status();
    let header =
        |name: &str| response.headers().get(name).map(|it| it.to_str().unwrap().to_owned());
    let kind = header("content-type");
    // Whoever must sign in is told so, or sent there at once.
    if header("location").is_some_and(|to| to.starts_with("/sign-in")) {
        return (StatusCode::UNAUTHORIZED, String::new());
    }
    // Streams do not end.
    if kind.is_some_and(|kind| kind.starts_with("text/event-stream")) {
        return (status, String::new());
    }
    let (status, said) = read(response).await;
    (status, said.as_str().map_or_else(|| said.to_string(), str::to_owned))
}

/// Someone of every kind. The player is the one who played the first round of the table.
async fn callers(house: &House) -> Vec<(char, Client<'_>)> {
    let ann = house.guest("Ann").await;
    one_round(&ann, "three-card-poker").await;
    vec![
        ('n', house.nobody()),
        ('p', ann),
        ('d', house.staff("dan").await),
        ('a', house.staff("aud").await),
        ('s', house.staff("sue").await),
    ]
}

#[tokio::test]
async fn who_gets_which_page() {
    let ends = |path: &str| {
        // Nobody approves their own proposal: in a house of its own there is none.
        ["/secret", "/retire", "/end", "/sign-out", "/close", "/approve"]
            .iter()
            .any(|end| path.ends_with(end))
    };
    let shared = House::new();
    let everyone = callers(&shared).await;
    let mut wrong = Vec::new();
    for (method, path, may) in PAGES {
        let own_house = ends(path).then(House::new);
        let own_callers = match &own_house {
            Some(house) => Some(callers(house).await),
            None => None,
        };
        for (role, client) in own_callers.as_ref().unwrap_or(&everyone) {
            let (status, said) = open(client, method, path).await;
            let is_refused = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
            let is_right = if may.contains(*role) {
                // A page is there; a form may be refused for what it asks.
                !is_refused
                    && !status.is_server_error()
                    && (*method == "POST"
                        || status.is_success()
                        || status.is_redirection()
                        || path.contains("{award}"))
            } else if *role == 'n' {
                status == StatusCode::UNAUTHORIZED
            } else {
                status == StatusCode::FORBIDDEN
            };
            if !is_right {
                let said: String = said.chars().take(60).collect();
                wrong.push(format!("{method} {path} as {role}: {status} {said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is refused is told as a page, in words, with a way on.
#[tokio::test]
async fn a_refusal_is_a_page() {
    let house = House::new();
    let (status, html) = open(&house.nobody(), "GET", "/floor").await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("/sign-in"), "{html}");
    let ann = house.guest("Ann").await;
    let (status, html) = open(&ann, "GET", "/floor").await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(html.contains("<main") && html.contains("href=\"/\""), "{html}");
}

/// What the heading says is not said again.
#[tokio::test]
async fn a_page_for_people_who_signed_in_says_so_once() {
    let house = House::new();
    let (status, said) = open(&house.nobody(), "GET", "/reports").await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let (_, main) = said.split_once("<main").expect("the page has a main part");
    assert_eq!(main.to_lowercase().matches("sign in first").count(), 1, "{main}");
    assert!(said.contains("This page is for people who have signed in."), "{said}");
}

/// Without the word of the session, a form from another site does nothing.
#[tokio::test]
async fn a_form_needs_the_word_of_its_session() {
    let house = House::new();
    let body = json!({ "person": "sue", "secret": "sue-demo" });
    let request = house.nobody().request(Method::POST, "/api/v1/session");
    let response = house.send(request.body(body.to_string().into()).unwrap()).await;
    let cookie = response.headers()["set-cookie"].to_str().unwrap().to_owned();
    let (_, said) = read(response).await;
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let send = async |csrf: &str| {
        let request = house
            .nobody()
            .request(Method::POST, "/floor/meters/caribbean-stud/fault")
            .header("cookie", &cookie)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("csrf={csrf}&says=tilt&reason=tilt").into())
            .unwrap();
        house.send(request).await.status()
    };
    assert_eq!(send("").await, StatusCode::FORBIDDEN);
    assert_eq!(send("made-up").await, StatusCode::FORBIDDEN);
    assert_ne!(send(said["csrf"].as_str().unwrap()).await, StatusCode::FORBIDDEN);
}

/// The edge of three-card poker's ante and play under the one schedule of its ante bonus (5, 4 and 1 to 1), played
/// best, is 3.37% of the ante: published by every analysis of the game.
#[tokio::test]
async fn the_pit_shows_the_edge_of_a_table_once_it_is_known_where_the_house_wants_it() {
    for shows_edge in [true, false] {
        let house = House::with(server::Options { shows_edge, ..server::Options::default() });
        let pit = async || open(&house.nobody(), "GET", "/").await.1;
        assert!(!pit().await.contains("% edge"), "nothing waits for an analysis");
        let snapshot = house.app.snapshot();
        let table = snapshot.machine.floor_table(&"three-card-poker".parse().unwrap()).unwrap();
        house.app.bots.prepare(table);
        assert_eq!(pit().await.contains("3.37% edge"), shows_edge);
    }
}

/// A tip goes into the noscript form of bets only where the section takes one with the bets.
#[tokio::test]
async fn without_scripts_a_tip_is_a_field_beside_the_bets() {
    let house = House::new();
    for (table, field) in [("caribbean-stud", true), ("four-card-poker", false)] {
        let ann = house.guest("Ann").await;
        ann.acts(table, json!({ "act": "sit", "seat": 1, "buy_in": "1000.00" })).await;
        let (_, page) = open(&ann, "GET", &format!("/tables/{table}")).await;
        assert_eq!(page.contains("name=\"tips.ante\""), field, "{table}");
    }
}

/// "Same bets again" makes the bets of the round before, not what a double added to them.
#[tokio::test]
async fn a_double_is_not_repeated_with_the_bets() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let table = "blackjack";
    ann.acts(table, json!({ "act": "sit", "seat": 1, "buy_in": "1000.00" })).await;
    for _ in 0..20 {
        let bets = json!({ "blackjack": "10.00" });
        ann.acts(table, json!({ "act": "bet", "seat": 1, "bets": bets })).await;
        let mut view = ann.acts(table, json!({ "act": "ready", "seat": 1 })).await;
        let mut doubled = false;
        while view["round"]["next"]["kind"] == "decision" {
            let actions = view["round"]["next"]["actions"].as_array().unwrap().clone();
            let doubles = actions.contains(&json!("double"));
            let action = if doubles { json!("double") } else { stays(&actions) };
            doubled |= doubles;
            view = ann.acts(table, json!({ "act": "decide", "seat": 1, "action": action })).await;
        }
        let (_, page) = open(&ann, "GET", "/tables/blackjack").await;
        assert!(page.contains("name=\"bets.blackjack\" value=\"10.00\""), "{page}");
        if doubled {
            return;
        }
    }
    panic!("no hand could be doubled in twenty rounds");
}

/// Stands, or declines what else is offered.
fn stays(actions: &[serde_json::Value]) -> serde_json::Value {
    let plain = [json!("stand"), json!("decline")];
    plain.into_iter().find(|action| actions.contains(action)).unwrap_or_else(|| actions[0].clone())
}
