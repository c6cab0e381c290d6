//! Who may make which call: every call of the interface has a row here, or the test fails.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Client, House};

/// A call, and who may make it: `n`obody signed in, `p`layer, `d`ealer, `s`upervisor, `a`uditor. Whoever may is not told
/// 401 or 403; what else is answered depends on what was sent. Acts are everyone's who is signed in: the table says who
/// may do what.
const MATRIX: &[(&str, &str, &str)] = &[
    ("POST", "/api/v1/session", "npdsa"),
    ("GET", "/api/v1/session", "pdsa"),
    ("DELETE", "/api/v1/session", "pdsa"),
    ("GET", "/api/v1/sessions", "pdsa"),
    ("DELETE", "/api/v1/sessions/{session}", "pdsa"),
    ("DELETE", "/api/v1/people/{person}/sessions", "s"),
    ("GET", "/api/v1/pit", "npdsa"),
    ("GET", "/api/v1/pit/events", "npdsa"),
    ("POST", "/api/v1/tables", "s"),
    ("GET", "/api/v1/tables/{table}", "npdsa"),
    ("GET", "/api/v1/tables/{table}/events", "npdsa"),
    ("POST", "/api/v1/tables/{table}/acts", "p"),
    ("GET", "/api/v1/tables/{table}/rounds/{round}", "pdsa"),
    ("GET", "/api/v1/tables/{table}/rounds/{round}/openings", "pdsa"),
    ("POST", "/api/v1/tables/{table}/close", "s"),
    ("GET", "/api/v1/meters", "npdsa"),
    ("POST", "/api/v1/meters", "s"),
    ("GET", "/api/v1/meters/events", "npdsa"),
    ("GET", "/api/v1/meters/{meter}", "npdsa"),
    ("GET", "/api/v1/meters/{meter}/statement", "sa"),
    ("POST", "/api/v1/meters/{meter}/configure", "s"),
    ("POST", "/api/v1/meters/{meter}/fault", "s"),
    ("POST", "/api/v1/meters/{meter}/clear-fault", "s"),
    ("POST", "/api/v1/meters/{meter}/close", "s"),
    ("GET", "/api/v1/floor", "dsa"),
    ("GET", "/api/v1/floor/events", "dsa"),
    ("GET", "/api/v1/floor/tables", "dsa"),
    ("GET", "/api/v1/awards", "dsa"),
    ("GET", "/api/v1/awards/{award}/slip", "dsa"),
    ("GET", "/api/v1/proposals", "sa"),
    ("POST", "/api/v1/proposals", "s"),
    ("POST", "/api/v1/proposals/{proposal}/approve", "s"),
    ("POST", "/api/v1/proposals/{proposal}/reject", "s"),
    ("GET", "/api/v1/audit", "sa"),
    ("GET", "/api/v1/days", "sa"),
    ("GET", "/api/v1/days/{day}", "sa"),
    ("POST", "/api/v1/days/{day}/close", "s"),
    ("GET", "/api/v1/people", "sa"),
    ("POST", "/api/v1/people", "s"),
    ("POST", "/api/v1/people/{person}/secret", "s"),
    ("POST", "/api/v1/people/{person}/retire", "s"),
    ("POST", "/api/v1/people/{person}/unlock", "s"),
    ("GET", "/api/v1/games", "npdsa"),
    ("GET", "/api/v1/rules/{game}", "npdsa"),
    ("GET", "/api/v1/odds", "npdsa"),
    ("GET", "/api/v1/par", "npdsa"),
    ("GET", "/api/v1/progressive", "npdsa"),
    ("GET", "/api/v1/protect", "npdsa"),
    ("GET", "/api/v1/strategy", "npdsa"),
    ("POST", "/api/v1/settle", "npdsa"),
    ("GET", "/healthz", "npdsa"),
    ("GET", "/readyz", "npdsa"),
    ("GET", "/metrics", "npdsa"),
];

/// A body that can be read, so that nothing but the caller is wrong with a call.
fn body(path: &str) -> Value {
    match path {
        "/api/v1/session" => json!({ "guest": "Cat" }),
        "/api/v1/tables" => json!({ "table": "t-9", "game": "blackjack", "kind": "practice" }),
        "/api/v1/tables/{table}/acts" => json!({ "act": "sit", "seat": 6, "buy_in": "5.00" }),
        "/api/v1/meters" => json!({ "meter": "m-9", "schedule": "caribbean-stud/PMG-01" }),
        "/api/v1/proposals" => {
            json!({ "kind": "adjust", "meter": "caribbean-stud", "amount": "1", "reason": "x" })
        }
        "/api/v1/people" => {
            json!({ "person": "eve", "name": "Eve", "role": "dealer", "secret": "long enough" })
        }
        "/api/v1/meters/{meter}/configure" => json!({ "limit": "20000" }),
        "/api/v1/people/{person}/secret" => json!({ "secret": "long enough" }),
        _ => json!({ "reason": "for the test" }),
    }
}

/// An address of that form: what it names is there, or nobody's.
fn address(path: &str) -> String {
    path.replace("{table}", "blackjack")
        .replace("{meter}", "caribbean-stud")
        .replace("{session}", "987")
        .replace("{person}", "dan")
        .replace("{round}", "1")
        .replace("{award}", "1")
        .replace("{proposal}", "1")
        .replace("{day}", "1")
        .replace("{game}", "blackjack")
}

async fn status(client: &Client<'_>, method: &str, path: &str) -> (StatusCode, Value) {
    let body = (method == "POST").then(|| body(path));
    let method: Method = method.parse().unwrap();
    let request = client.request(method, &address(path));
    let body = body.map_or_else(axum::body::Body::empty, |body| body.to_string().into());
    let response = client.house.send(request.body(body).unwrap()).await;
    let status = response.status();
    // Streams do not end.
    if status == StatusCode::OK {
        return (status, Value::Null);
    }
    crate::support::read(response).await
}

#[test]
fn every_call_has_a_row() {
    let document = serde_json::to_value(server::openapi()).unwrap();
    let mut calls = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            calls.insert((method.to_uppercase(), path.clone()));
        }
    }
    let rows: BTreeSet<(String, String)> =
        MATRIX.iter().map(|(method, path, _)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(calls, rows);
    assert_eq!(rows.len(), MATRIX.len(), "no row twice");
}

/// Someone of every kind.
async fn callers(house: &House) -> Vec<(char, Client<'_>)> {
    vec![
        ('n', house.nobody()),
        ('p', house.guest("Ann").await),
        ('d', house.staff("dan").await),
        ('a', house.staff("aud").await),
        ('s', house.staff("sue").await),
    ]
}

#[tokio::test]
async fn who_may_make_which_call() {
    // Calls that end sessions get a house of their own.
    let ends = |method: &str, path: &str| {
        method == "DELETE" || path.ends_with("/secret") || path.ends_with("/retire")
            // A supervisor's own proposal is not theirs to approve: here there is none.
            || path.ends_with("/approve")
    };
    let shared = House::new();
    let everyone = callers(&shared).await;
    for (method, path, may) in MATRIX {
        let own_house = ends(method, path).then(House::new);
        let own_callers = match &own_house {
            Some(house) => Some(callers(house).await),
            None => None,
        };
        for (role, client) in own_callers.as_ref().unwrap_or(&everyone) {
            let role = *role;
            // A dealer may change their own secret and end their own sessions.
            let own = role == 'd'
                && path.contains("{person}")
                && !path.contains("retire")
                && !path.contains("unlock");
            let (status, said) = status(client, method, path).await;
            let refused = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
            if may.contains(role) || own {
                assert!(!refused, "{method} {path} as {role}: {status} {said}");
                assert!(!status.is_server_error(), "{method} {path} as {role}: {status} {said}");
            } else {
                let expected =
                    if role == 'n' { StatusCode::UNAUTHORIZED } else { StatusCode::FORBIDDEN };
                assert_eq!(status, expected, "{method} {path} as {role}: {said}");
            }
        }
    }
}

/// A token that was good and is not any more is nobody's, whatever it asks for.
#[tokio::test]
async fn an_ended_session_a_made_up_token_and_a_retired_person_are_refused_everywhere() {
    let house = House::new();
    let ended = house.staff("bob").await;
    let (status_out, _) = ended.call(Method::DELETE, "/api/v1/session", None).await;
    assert_eq!(status_out, StatusCode::NO_CONTENT);
    let retired = house.staff("dan").await;
    let sue = house.staff("sue").await;
    let (status_out, said) =
        sue.post("/api/v1/people/dan/retire", json!({ "reason": "moved away" })).await;
    assert_eq!(status_out, StatusCode::OK, "{said}");
    let mut made_up = house.nobody();
    made_up.token = Some("0".repeat(64));
    for client in [ended, retired, made_up] {
        for (method, path, _) in MATRIX {
            let is_open = path.starts_with("/healthz")
                || matches!(*path, "/readyz" | "/metrics" | "/api/v1/session" | "/api/v1/settle")
                || [
                    "/api/v1/games",
                    "/api/v1/rules/{game}",
                    "/api/v1/odds",
                    "/api/v1/par",
                    "/api/v1/progressive",
                    "/api/v1/protect",
                    "/api/v1/strategy",
                ]
                .contains(path);
            // Whoever signs in is asked for nothing else, and the library is the same for everyone.
            if is_open && (*method == "POST" || *path != "/api/v1/session") {
                continue;
            }
            let (status, said) = status(&client, method, path).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{method} {path}: {said}");
        }
    }
}
