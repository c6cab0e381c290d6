//! Sessions: cookies and what guards them, lockout, sign-out everywhere.

use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode, header};
use serde_json::{Value, json};
use server::Options;

use crate::support::{Client, House, code, read};

fn with_cookie(token: &str, method: Method, path: &str) -> axum::http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", "house.test")
        .header("cookie", format!("theme=dark; croupier_session={token}"))
}

#[tokio::test]
async fn the_cookie_is_for_this_site_alone_and_changes_need_the_csrf_token() {
    let house = House::new();
    let body = Body::from(json!({ "guest": "Ann" }).to_string());
    let request = Request::post("/api/v1/session").body(body).unwrap();
    let response = house.send(request).await;
    let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
    for part in ["croupier_session=", "HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let (_, said) = read(response).await;
    let text = |key: &str| said[key].as_str().unwrap().to_owned();
    let (token, csrf) = (text("token"), text("csrf"));
    let path = "/api/v1/tables/blackjack/acts";
    let act = || Body::from(json!({ "act": "sit", "seat": 1, "buy_in": "5.00" }).to_string());
    let send = async |builder: axum::http::request::Builder| {
        read(house.send(builder.body(act()).unwrap()).await).await
    };
    let post = || with_cookie(&token, Method::POST, path);
    let (status, said) = send(post()).await;
    assert_eq!((status, code(&said)), (StatusCode::FORBIDDEN, "no-csrf-token"));
    let (status, _) = send(post().header("x-csrf-token", "0".repeat(64))).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let elsewhere = post().header("x-csrf-token", &csrf).header("origin", "https://evil.test");
    let (status, said) = send(elsewhere).await;
    assert_eq!((status, code(&said)), (StatusCode::FORBIDDEN, "cross-site"));
    let here = post().header("x-csrf-token", &csrf).header("origin", "http://house.test");
    let (status, said) = send(here).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    // Reading needs no CSRF token.
    let request = with_cookie(&token, Method::GET, "/api/v1/session").body(Body::empty()).unwrap();
    let (status, who) = read(house.send(request).await).await;
    assert_eq!((status, who["csrf"].as_str()), (StatusCode::OK, Some(csrf.as_str())));
}

/// In HTTP/2 there is no `Host`: the address has it.
/// The other process has not heard of the session yet when its first call comes.
#[tokio::test]
async fn a_session_is_good_at_once_on_every_process_of_a_house() {
    let [one, other] = House::two();
    for _ in 0..20 {
        let token = one.staff("dan").await.token;
        let there = Client { house: &other, token, person: "dan".to_owned() };
        let (status, said) = there.get("/api/v1/session").await;
        assert_eq!((status, said["person"].as_str()), (StatusCode::OK, Some("dan")), "{said}");
    }
    let unknown = Client { house: &other, token: Some("0".repeat(64)), person: String::new() };
    assert_eq!(unknown.get("/api/v1/session").await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn over_http_2_a_page_of_ours_is_ours() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let token = ann.token.clone().unwrap();
    let csrf = ann.get("/api/v1/session").await.1["csrf"].as_str().unwrap().to_owned();
    for (origin, expected) in [
        ("https://house.test", StatusCode::OK),
        ("https://evil.test", StatusCode::FORBIDDEN),
        ("https://house.test:8443", StatusCode::FORBIDDEN),
    ] {
        let request = Request::post("https://house.test/api/v1/tables/blackjack/acts")
            .version(axum::http::Version::HTTP_2)
            .header("cookie", format!("croupier_session={token}"))
            .header("x-csrf-token", &csrf)
            .header("origin", origin);
        let act = json!({ "act": "sit", "seat": 1, "buy_in": "5.00" }).to_string();
        let (status, said) = read(house.send(request.body(Body::from(act)).unwrap()).await).await;
        assert_eq!(status, expected, "{origin}: {said}");
    }
}

#[tokio::test]
async fn the_scheme_of_a_token_is_written_in_any_case() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let token = ann.token.clone().unwrap();
    for (value, expected) in [
        (format!("bearer {token}"), StatusCode::OK),
        (format!("BEARER {token}"), StatusCode::OK),
        (format!("Basic {token}"), StatusCode::UNAUTHORIZED),
        (token.clone(), StatusCode::UNAUTHORIZED),
    ] {
        let request = Request::get("/api/v1/session").header("authorization", value);
        let response = house.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), expected);
    }
}

#[tokio::test]
async fn another_site_cannot_sign_anyone_in() {
    let house = House::new();
    let request = Request::post("/api/v1/session")
        .header("host", "house.test")
        .header("origin", "https://evil.test")
        .body(Body::from(json!({ "guest": "Ann" }).to_string()))
        .unwrap();
    let (status, said) = read(house.send(request).await).await;
    assert_eq!((status, code(&said)), (StatusCode::FORBIDDEN, "cross-site"));
}

/// Five wrong secrets in a row lock a name for a minute, the right one too; others are not concerned.
#[tokio::test]
async fn five_wrong_secrets_lock_a_name() {
    let house = House::new();
    let nobody = house.nobody();
    let sign_in = async |person: &str, secret: &str| {
        nobody.post("/api/v1/session", json!({ "person": person, "secret": secret })).await
    };
    for _ in 0..5 {
        let (status, said) = sign_in("sue", "wrong-one").await;
        assert_eq!((status, code(&said)), (StatusCode::UNAUTHORIZED, "wrong-secret"));
    }
    let (status, said) = sign_in("SUE", "sue-demo").await;
    assert_eq!((status, code(&said)), (StatusCode::LOCKED, "locked"));
    let bob = house.staff("bob").await;
    let unlock = json!({ "reason": "typed it wrong" });
    let (status, said) = bob.post("/api/v1/people/sue/unlock", unlock).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let (status, _) = sign_in("sue", "sue-demo").await;
    assert_eq!(status, StatusCode::OK);
}

/// Whether anybody has a name cannot be told from how it is locked.
#[tokio::test]
async fn a_name_that_nobody_has_is_locked_like_one_that_somebody_has() {
    let house = House::new();
    let sue = house.staff("sue").await;
    let retire = json!({ "reason": "moved away" });
    assert_eq!(sue.post("/api/v1/people/dan/retire", retire).await.0, StatusCode::OK);
    let mut heard = Vec::new();
    for name in ["aud", "zed", "dan"] {
        let mut said = Vec::new();
        for _ in 0..7 {
            let body = json!({ "person": name, "secret": "guess-work" });
            let (status, answer) = house.nobody().post("/api/v1/session", body).await;
            let message = answer["error"]["message"].as_str().unwrap().replace(name, "NAME");
            said.push((status.as_u16(), code(&answer).to_owned(), message));
        }
        heard.push(said);
    }
    let statuses: Vec<u16> = heard[0].iter().map(|(status, _, _)| *status).collect();
    assert_eq!(statuses, [401, 401, 401, 401, 401, 423, 423]);
    // Seconds go by while secrets are hashed.
    let without_seconds = |said: &[(u16, String, String)]| -> Vec<(u16, String, String)> {
        let words = |text: &str| text.split(|c: char| c.is_ascii_digit()).collect::<String>();
        said.iter().map(|(status, code, text)| (*status, code.clone(), words(text))).collect()
    };
    assert_eq!(without_seconds(&heard[1]), without_seconds(&heard[0]));
    assert_eq!(without_seconds(&heard[2]), without_seconds(&heard[0]));
}

/// Thirty wrong secrets from one address, with whatever names, block the address.
#[tokio::test]
async fn guessing_many_names_blocks_the_address() {
    let house = House::new();
    let nobody = house.nobody();
    for number in 0..30 {
        let body = json!({ "person": format!("p{number}"), "secret": "guess-work" });
        let (status, said) = nobody.post("/api/v1/session", body).await;
        assert_eq!((status, code(&said)), (StatusCode::UNAUTHORIZED, "wrong-secret"));
    }
    let body = json!({ "person": "sue", "secret": "sue-demo" });
    let (status, said) = nobody.post("/api/v1/session", body).await;
    assert_eq!((status, code(&said)), (StatusCode::TOO_MANY_REQUESTS, "address-blocked"));
}

#[tokio::test]
async fn a_supervisor_lists_and_ends_sessions_and_others_only_their_own() {
    let house = House::new();
    let (sue, dan, ann) =
        (house.staff("sue").await, house.staff("dan").await, house.guest("Ann").await);
    ann.acts("three-card-poker", json!({ "act": "sit", "seat": 1, "buy_in": "100" })).await;
    let count = |said: &Value| said["sessions"].as_array().unwrap().len();
    assert_eq!(count(&sue.get("/api/v1/sessions").await.1), 3);
    let own = dan.get("/api/v1/sessions").await.1;
    assert_eq!(count(&own), 1);
    assert!(
        !sue.get("/api/v1/sessions").await.1.to_string().contains(dan.token.as_deref().unwrap())
    );
    let number = own["sessions"][0]["session"].as_u64().unwrap();
    let path = format!("/api/v1/sessions/{number}");
    let (status, _) = ann.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, said) = sue.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    assert_eq!(dan.get("/api/v1/session").await.0, StatusCode::UNAUTHORIZED);
    // Everywhere at once.
    let (one, two) = (house.staff("dan").await, house.staff("dan").await);
    let (status, _) = one.call(Method::DELETE, "/api/v1/people/dan/sessions", None).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(two.get("/api/v1/session").await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_new_secret_ends_the_other_sessions() {
    let house = House::new();
    let (here, there) = (house.staff("dan").await, house.staff("dan").await);
    let body = json!({ "secret": "a new secret", "old": "dan-demo" });
    let (status, said) = here.post("/api/v1/people/dan/secret", body).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    assert_eq!(here.get("/api/v1/session").await.0, StatusCode::OK);
    assert_eq!(there.get("/api/v1/session").await.0, StatusCode::UNAUTHORIZED);
}

/// Every act is attributed to a person, a device and a session.
#[tokio::test]
async fn what_is_done_in_a_session_is_done_at_its_device() {
    let house = House::new();
    let sign_in = json!({ "person": "sue", "secret": "sue-demo", "device": "pit-1.tablet-3" });
    let sue = house.signed_in(sign_in).await;
    let close = "/api/v1/tables/dealer-1/close";
    assert_eq!(sue.post(close, json!({})).await.0, StatusCode::OK);
    let (_, found) = sue.get("/api/v1/audit?table=dealer-1").await;
    let last = found["entries"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["by"], &last["device"]),
        (&json!("sue"), &json!("pit-1.tablet-3")),
        "{found}"
    );
    let (_, sessions) = sue.get("/api/v1/sessions").await;
    assert!(sessions.to_string().contains("pit-1.tablet-3"), "{sessions}");
    let bad = json!({ "person": "sue", "secret": "sue-demo", "device": "tablet 3" });
    let (status, said) = house.nobody().post("/api/v1/session", bad).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{said}");
    assert!(said.to_string().contains("tablet 3"), "{said}");
}

/// A dealer's own page: the old secret is asked for, so that a page left open at a table is not enough.
#[tokio::test]
async fn one_changes_ones_own_secret_with_the_old_one() {
    let house = House::new();
    let (here, there) = (house.staff("dan").await, house.staff("dan").await);
    let change = async |old: &str| {
        let form = format!("old={old}&secret=a+new+secret&again=a+new+secret");
        let request = here
            .request(Method::POST, "/account/secret")
            .header("content-type", "application/x-www-form-urlencoded");
        let (status, said) = read(house.send(request.body(form.into()).unwrap()).await).await;
        (status, said.as_str().unwrap_or_default().to_owned())
    };
    let (status, html) = change("guess-work").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(html.contains("not the secret you have now"), "{html}");
    assert_eq!(there.get("/api/v1/session").await.0, StatusCode::OK);
    let (status, html) = change("dan-demo").await;
    assert_eq!(status, StatusCode::OK, "{html}");
    assert_eq!(here.get("/api/v1/session").await.0, StatusCode::OK);
    assert_eq!(there.get("/api/v1/session").await.0, StatusCode::UNAUTHORIZED);
    let own = here.get("/api/v1/sessions").await.1;
    assert_eq!(own["sessions"].as_array().unwrap().len(), 1, "{own}");
    let body = json!({ "person": "dan", "secret": "a new secret" });
    assert_eq!(house.nobody().post("/api/v1/session", body).await.0, StatusCode::OK);
}

/// Dual control (A2): a third supervisor is a proposal, which another supervisor approves.
#[tokio::test]
async fn another_supervisor_takes_two() {
    let house = House::new();
    let (sue, bob) = (house.staff("sue").await, house.staff("bob").await);
    let body =
        json!({ "person": "eve", "name": "Eve", "role": "supervisor", "secret": "eve-secret" });
    let (status, said) = sue.post("/api/v1/people", body).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let path = format!("/api/v1/proposals/{}/approve", said["proposal"]);
    let (status, said) = sue.call(Method::POST, &path, None).await;
    assert_eq!((status, code(&said)), (StatusCode::FORBIDDEN, "same-person"));
    let (status, said) = bob.call(Method::POST, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let body = json!({ "person": "eve", "secret": "eve-secret" });
    assert_eq!(house.nobody().post("/api/v1/session", body).await.0, StatusCode::OK);
}

/// A sign-in from a network address, perhaps with the cookie of a device.
async fn sign_in_from(house: &House, from: &str, device: &str, body: Value) -> Response<Body> {
    let request = Request::post("/api/v1/session")
        .header("x-forwarded-for", from)
        .header("cookie", format!("croupier_device={device}"));
    house.send(request.body(Body::from(body.to_string())).unwrap()).await
}

fn as_person(person: &str, secret: &str) -> Value {
    json!({ "person": person, "secret": secret })
}

/// The value of a cookie that an answer sets.
fn cookie_in(response: &Response<Body>, name: &str) -> String {
    let cookies = response.headers().get_all("set-cookie").iter();
    let mut values = cookies.filter_map(|cookie| {
        let (found, rest) = cookie.to_str().ok()?.split_once('=')?;
        (found == name).then(|| rest.split(';').next().unwrap_or_default().to_owned())
    });
    values.next().unwrap_or_else(|| panic!("no cookie {name}"))
}

fn proxied() -> House {
    House::with(Options { trusts_proxy: true, ..Options::default() })
}

/// What cannot be a name is refused without a hash, counts for its address, and blocks it like wrong secrets do.
#[tokio::test]
async fn what_cannot_be_a_name_counts_for_its_address() {
    let house = proxied();
    let before = house.app.secrets_hashed();
    for _ in 0..30 {
        let said =
            read(sign_in_from(&house, "192.0.2.7", "", as_person("no name!", "guess")).await).await;
        assert_eq!((said.0, code(&said.1)), (StatusCode::UNAUTHORIZED, "wrong-secret"));
    }
    let said =
        read(sign_in_from(&house, "192.0.2.7", "", as_person("no name!", "guess")).await).await;
    assert_eq!((said.0, code(&said.1)), (StatusCode::TOO_MANY_REQUESTS, "address-blocked"));
    let right = sign_in_from(&house, "192.0.2.7", "", as_person("sue", "sue-demo")).await;
    assert_eq!(right.status(), StatusCode::TOO_MANY_REQUESTS, "the address is blocked");
    assert_eq!(house.app.secrets_hashed(), before, "no hash for any of them");
    let elsewhere = sign_in_from(&house, "192.0.2.8", "", as_person("sue", "sue-demo")).await;
    assert_eq!(elsewhere.status(), StatusCode::OK);
    assert_eq!(house.app.secrets_hashed(), before + 1);
}

/// A locked name is refused before Argon2 has any work with it, whatever the secret.
#[tokio::test]
async fn a_locked_name_is_not_hashed() {
    let house = proxied();
    let guess = async |secret| {
        sign_in_from(&house, "192.0.2.7", "", as_person("sue", secret)).await.status()
    };
    for _ in 0..5 {
        assert_eq!(guess("guess-work").await, StatusCode::UNAUTHORIZED);
    }
    let before = house.app.secrets_hashed();
    for secret in ["guess-work", "sue-demo"] {
        assert_eq!(guess(secret).await, StatusCode::LOCKED);
    }
    assert_eq!(house.app.secrets_hashed(), before);
}

/// Strangers lock a name where they guess, and after thirty guesses from anywhere for all strange places; a device on
/// which the person has signed in before goes on.
#[tokio::test]
async fn strangers_do_not_lock_a_supervisor_out() {
    let house = proxied();
    let known = sign_in_from(&house, "192.0.2.1", "", as_person("sue", "sue-demo")).await;
    let device = cookie_in(&known, "croupier_device");
    let guess = async |from: String| {
        read(sign_in_from(&house, &from, "", as_person("sue", "guess-work")).await).await.0
    };
    for _ in 0..5 {
        assert_eq!(guess("198.51.100.0".to_owned()).await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(guess("198.51.100.0".to_owned()).await, StatusCode::LOCKED);
    // Elsewhere the name is open, device or not: this signs in and forgives what counted everywhere.
    let right = || as_person("sue", "sue-demo");
    let elsewhere = sign_in_from(&house, "192.0.2.2", "", right()).await;
    assert_eq!(elsewhere.status(), StatusCode::OK);
    for number in 0..30 {
        let from = format!("198.51.100.{}", 1 + number / 4);
        assert_eq!(guess(from).await, StatusCode::UNAUTHORIZED, "{number}");
    }
    let strange = sign_in_from(&house, "192.0.2.2", "", right()).await;
    assert_eq!(strange.status(), StatusCode::LOCKED);
    let made_up = "0123456789abcdef".repeat(4);
    assert_eq!(
        sign_in_from(&house, "192.0.2.2", &made_up, right()).await.status(),
        StatusCode::LOCKED
    );
    let known = sign_in_from(&house, "192.0.2.2", &device, right()).await;
    assert_eq!(known.status(), StatusCode::OK);
    assert_eq!(cookie_in(&known, "croupier_device"), device, "it stays the same device");
}

/// A device that is known is locked by its own wrong secrets.
#[tokio::test]
async fn a_known_device_is_no_way_around_the_limits() {
    let house = proxied();
    let known = sign_in_from(&house, "192.0.2.1", "", as_person("sue", "sue-demo")).await;
    let device = cookie_in(&known, "croupier_device");
    for _ in 0..5 {
        let wrong = sign_in_from(&house, "192.0.2.1", &device, as_person("sue", "guess")).await;
        assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED);
    }
    let right = sign_in_from(&house, "192.0.2.1", &device, as_person("sue", "sue-demo")).await;
    assert_eq!(right.status(), StatusCode::LOCKED);
}

/// A session that was left open is not enough to change a secret.
#[tokio::test]
async fn ones_own_secret_is_changed_with_the_old_one_alone() {
    let house = House::new();
    let sue = house.staff("sue").await;
    let change = async |body: Value| sue.post("/api/v1/people/sue/secret", body).await;
    let (status, said) = change(json!({ "secret": "a new secret" })).await;
    assert_eq!((status, code(&said)), (StatusCode::UNPROCESSABLE_ENTITY, "no-old-secret"));
    let (status, said) = change(json!({ "secret": "a new secret", "old": "guess-work" })).await;
    assert_eq!((status, code(&said)), (StatusCode::UNPROCESSABLE_ENTITY, "wrong-secret"));
    let form = "secret=a+new+secret&again=a+new+secret";
    let request = sue
        .request(Method::POST, "/people/sue/secret")
        .header("content-type", "application/x-www-form-urlencoded");
    let (_, html) = read(house.send(request.body(form.into()).unwrap()).await).await;
    assert!(html.to_string().contains("the secret you have now"), "{html}");
    let old = house.nobody().post("/api/v1/session", as_person("sue", "sue-demo")).await;
    assert_eq!(old.0, StatusCode::OK, "nothing has changed");
    let (status, said) = change(json!({ "secret": "a new secret", "old": "sue-demo" })).await;
    assert_eq!(status, StatusCode::OK, "{said}");
}

/// A new secret for someone else is proposed by one supervisor and approved by another.
#[tokio::test]
async fn a_new_secret_for_someone_else_takes_two() {
    let house = House::new();
    let (sue, bob) = (house.staff("sue").await, house.staff("bob").await);
    let sign_in = async |secret: &str| {
        house.nobody().post("/api/v1/session", as_person("dan", secret)).await.0
    };
    let body = json!({ "secret": "dan-forgot-it" });
    let (status, said) = sue.post("/api/v1/people/dan/secret", body).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    assert_eq!(sign_in("dan-demo").await, StatusCode::OK, "it is only proposed");
    let path = format!("/api/v1/proposals/{}/approve", said["proposal"]);
    let (status, said) = sue.call(Method::POST, &path, None).await;
    assert_eq!((status, code(&said)), (StatusCode::FORBIDDEN, "same-person"));
    let (status, said) = bob.call(Method::POST, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    assert_eq!(sign_in("dan-demo").await, StatusCode::UNAUTHORIZED);
    assert_eq!(sign_in("dan-forgot-it").await, StatusCode::OK);
}

/// What is guessed first is no PIN.
#[tokio::test]
async fn pins_in_a_row_or_of_the_same_digits_are_refused() {
    let house = House::new();
    let sue = house.staff("sue").await;
    for (pin, expected) in [
        ("1234", "easy-pin"),
        ("4321", "easy-pin"),
        ("1111", "easy-pin"),
        ("1212", "easy-pin"),
        ("123123", "easy-pin"),
        ("12345678", "easy-pin"),
        ("123", "bad-secret"),
        ("2739", ""),
    ] {
        let body =
            json!({ "person": format!("p{pin}"), "name": "Pam", "role": "player", "secret": pin });
        let (_, said) = sue.post("/api/v1/people", body).await;
        assert_eq!(code(&said), expected, "{pin}: {said}");
    }
}

/// Whoever signs in stays on this host, however browsers read an address.
#[tokio::test]
async fn after_signing_in_one_stays_on_this_host() {
    let house = House::new();
    for (next, goes_to) in [
        ("%2Ffloor%3Fa%3Db", "/floor?a=b"),
        ("%2F%09%2Fexample.com", "/"),
        ("%2F%0A%2Fexample.com", "/"),
        ("%2F%5Cexample.com", "/"),
        ("%2F%09%5Cexample.com", "/"),
        ("%2F%2Fexample.com", "/"),
        ("%09%2F%2Fexample.com", "/"),
        ("https%3A%2F%2Fexample.com", "/"),
    ] {
        let request =
            Request::post("/sign-in").header("content-type", "application/x-www-form-urlencoded");
        let form = format!("person=sue&secret=sue-demo&next={next}");
        let response = house.send(request.body(Body::from(form)).unwrap()).await;
        assert_eq!(response.headers()["location"], goes_to, "{next}");
    }
}

/// Of two values for one key, nobody knows which one counts.
#[tokio::test]
async fn a_key_that_comes_twice_is_refused() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let acts = "/api/v1/tables/three-card-poker/acts";
    for (path, body) in [
        ("/api/v1/session", r#"{ "guest": "Ann", "guest": "Ben" }"#),
        ("/api/v1/session", r#"{ "person": "sue", "secret": "a", "secret": "sue-demo" }"#),
        (acts, r#"{ "act": "sit", "seat": 1, "seat": 2, "buy_in": "100" }"#),
        (acts, r#"{ "act": "bet", "seat": 1, "bets": { "ante": "5", "ante": "10" } }"#),
    ] {
        let request = ann.request(Method::POST, path).body(Body::from(body)).unwrap();
        let (status, said) = read(house.send(request).await).await;
        assert_eq!((status, code(&said)), (StatusCode::BAD_REQUEST, "malformed"), "{body}: {said}");
        assert!(said.to_string().contains("twice"), "{said}");
    }
}

/// Behind a proxy that is trusted and was reached by TLS, cookies are for TLS alone, and the host is too.
#[tokio::test]
async fn cookies_are_secure_behind_a_tls_proxy() {
    let sign_in = async |options: Options, scheme: &str| {
        let house = House::with(options);
        let request = Request::post("/api/v1/session")
            .header("x-forwarded-proto", scheme)
            .body(Body::from(as_person("sue", "sue-demo").to_string()))
            .unwrap();
        let response = house.send(request).await;
        let cookies = response.headers().get_all("set-cookie").iter();
        let secure =
            cookies.filter(|cookie| cookie.to_str().unwrap().ends_with("; Secure")).count();
        (secure, response.headers().contains_key("strict-transport-security"))
    };
    let proxied = || Options { trusts_proxy: true, ..Options::default() };
    assert_eq!(sign_in(proxied(), "https").await, (2, true));
    assert_eq!(sign_in(proxied(), "http").await, (0, false));
    assert_eq!(sign_in(Options::default(), "https").await, (0, false), "nobody vouches for it");
    let own = Options { is_secure: true, ..Options::default() };
    assert_eq!(sign_in(own, "http").await, (2, true));
}

/// Whoever looks around as a guest leaves nothing behind; the first seat brings them in, with one entry, in whichever
/// process.
#[tokio::test]
async fn a_guest_who_never_sits_leaves_no_entry() {
    let [one, two] = House::two();
    let entries = || one.app.snapshot().head.seq;
    let before = entries();
    for number in 0..500 {
        let guest = one.guest(&format!("Ann {number}")).await;
        assert_eq!(guest.get("/api/v1/session").await.0, StatusCode::OK);
    }
    let ann = one.guest("Ann").await;
    let at = "three-card-poker";
    let (status, _) = ann.act(at, json!({ "act": "sit", "seat": 99, "buy_in": "100" })).await;
    assert_ne!(status, StatusCode::OK, "what is refused brings nobody in");
    assert_eq!(entries(), before);
    assert_eq!(ann.call(Method::DELETE, "/api/v1/session", None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(entries(), before);
    let there = Client { house: &two, ..ann.clone() };
    let (_, who) = there.get("/api/v1/session").await;
    assert_eq!(who["name"], "Ann");
    let view = there.acts(at, json!({ "act": "sit", "seat": 1, "buy_in": "100" })).await;
    assert!(view.to_string().contains("Ann (guest)"), "{view}");
    assert_eq!(two.app.snapshot().head.seq, before + 2);
    // Somebody else's words are not the house's.
    let mut forged = ann.clone();
    let token = ann.token.clone().unwrap();
    forged.token = Some(token.replacen(&token[8..10], "00", 1));
    assert_eq!(forged.get("/api/v1/session").await.0, StatusCode::UNAUTHORIZED);
    // Who has signed out after sitting down does not come back with the old token.
    assert_eq!(there.call(Method::DELETE, "/api/v1/session", None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(there.get("/api/v1/session").await.0, StatusCode::UNAUTHORIZED);
}

/// One seat at a table, and three in all.
#[tokio::test]
async fn a_guest_has_one_seat_at_a_table_and_three_in_all() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let sit = async |table: &str, seat: u8| {
        let (_, said) =
            ann.act(table, json!({ "act": "sit", "seat": seat, "buy_in": "100" })).await;
        code(&said).to_owned()
    };
    assert_eq!(sit("three-card-poker", 1).await, "");
    assert_eq!(sit("three-card-poker", 2).await, "guest-seats");
    assert_eq!(sit("mississippi-stud", 1).await, "");
    assert_eq!(sit("blackjack", 1).await, "");
    assert_eq!(sit("caribbean-stud", 1).await, "guest-seats");
}

/// Two first acts at once bring a guest in once, and both are answered for what they are.
#[tokio::test]
async fn two_first_acts_bring_a_guest_in_once() {
    let house = House::new();
    let ann = house.guest("Ann").await;
    let people = || house.app.snapshot().machine.people().filter(|person| person.is_guest).count();
    let before = people();
    let sit = |seat: u8| json!({ "act": "sit", "seat": seat, "buy_in": "100" });
    let (one, two) =
        tokio::join!(ann.act("three-card-poker", sit(1)), ann.act("mississippi-stud", sit(1)));
    assert_eq!((one.0, two.0), (StatusCode::OK, StatusCode::OK), "{one:?} {two:?}");
    assert_eq!(people(), before + 1);
}

/// A guest's rows go with the session, once they sit nowhere.
#[tokio::test]
async fn the_rows_of_guests_go_with_their_sessions() {
    let house = House::at_rest(Options::default());
    let rows = async || {
        let read = |store: &mut dyn ledger::Store, _: &_| {
            let rows = ledger::rows_now::<house::House>(store, "person").unwrap();
            rows.iter().filter(|row| row.is_live && row.json.contains("\"guest-")).count()
        };
        house.app.read(read).await.unwrap()
    };
    for number in 0..5 {
        let guest = house.guest(&format!("Ann {number}")).await;
        let at = "three-card-poker";
        guest.acts(at, json!({ "act": "sit", "seat": 1, "buy_in": "100" })).await;
        guest.acts(at, json!({ "act": "leave", "seat": 1 })).await;
    }
    assert!(rows().await >= 5, "they are there while their sessions are good");
    house.clock.advance(std::time::Duration::from_secs(8 * 24 * 60 * 60));
    house.staff("sue").await;
    assert_eq!(rows().await, 0);
    let machine = &house.app.snapshot().machine;
    assert!(machine.people().all(|person| !person.is_guest));
}
