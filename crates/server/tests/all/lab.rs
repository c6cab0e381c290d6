//! The lab over HTTP: figures, the address, what is refused, and how much one may ask for.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt as _;
use server::Options;

use crate::support::{House, code};

const TRIPS: &str = "/lab/ultimate-texas-holdem/trips";

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The house edge that the page shows.
    fn edge(&self) -> &str {
        let (_, rest) = self.body.split_once("id=\"lab-edge\">").expect("the page has an edge");
        rest.split_once('<').expect("a tag follows").0
    }
}

async fn get(house: &House, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = house.send(request.body(Body::empty()).unwrap()).await;
    let (status, headers) = (response.status(), response.headers().clone());
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    Answer { status, headers, body: String::from_utf8_lossy(&bytes).into_owned() }
}

/// Asks for the figures as a page's script does.
async fn figures(house: &House, path: &str) -> Answer {
    get(house, path, &[("x-part", "figures"), ("x-lab", "a")]).await
}

/// Published: trips UTH-01 0.9018% and UTH-03 3.4979%; pair plus at 40-30-6-4-1 2.3167%, 512 of 22,100; Mississippi
/// with straights at 5, 4 and 3 to 1 3.7591%, 4.9149% and 5.9880%.
#[tokio::test]
async fn figures_are_those_published() {
    let house = House::new();
    let pair_plus = "/lab/three-card-poker/pair-plus?pay=straight+flush%3D40+to+1\
        &pay=three+of+a+kind%3D30+to+1&pay=straight%3D6+to+1&pay=flush%3D4+to+1&pay=pair%3D1+to+1";
    let straight = |pays: u8| format!("/lab/mississippi-stud/ante?pay=straight%3D{pays}+to+1");
    for (path, edge) in [
        (TRIPS.to_owned(), "0.9018%"),
        (format!("{TRIPS}?schedule=UTH-03"), "3.4979%"),
        (pair_plus.to_owned(), "2.3167%"),
        (straight(5), "3.7591%"),
        (straight(4), "4.9149%"),
        (straight(3), "5.9880%"),
    ] {
        let answer = figures(&house, &path).await;
        assert_eq!((answer.status, answer.edge()), (StatusCode::OK, edge), "{path}");
    }
    let exact = figures(&house, pair_plus).await.body;
    assert!(exact.contains("128/5525 of the bet"), "512 of 22,100 in lowest terms");
}

/// What is sent without scripts is whole: figures, rows, charts, schedules side by side.
#[tokio::test]
async fn a_page_is_whole_without_scripts() {
    let house = House::new();
    let page =
        get(&house, &format!("{TRIPS}?pay=flush%3D6+to+1&target=2%25&free=straight"), &[]).await;
    assert_eq!(
        (page.status, page.header("content-type")),
        (StatusCode::OK, "text/html; charset=utf-8")
    );
    for wanted in [
        "id=\"row-flush\"",
        "value=\"6 to 1\"",
        "back to the printed 7 to 1",
        "Edge against volatility",
        "After n rounds",
        "Schedules and editions side by side",
        "UTH-04",
        "3.4979%",
        "This schedule as TOML",
        "Postable are n to 1",
    ] {
        assert!(page.body.contains(wanted), "{wanted}");
    }
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    assert!(!page.body.contains("style=\""), "lengths are attributes of drawings");
    let prog = get(&house, "/lab/caribbean-stud/progressive?meter=100000", &[]).await;
    assert!(prog.body.contains("Even at <b>$218,047</b>"), "published for CS-10: $218,047.37");
}

#[tokio::test]
async fn a_form_leads_to_an_address_that_has_only_what_differs() {
    let house = House::new();
    let form = format!(
        "{TRIPS}?edition=proposed&schedule=UTH-01&pay%3Aflush=5&pay%3Astraight=4+to+1&set%3Apair=1+to+1"
    );
    let sent = get(&house, &form, &[]).await;
    assert_eq!(
        sent.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "there is no row for a pair to set: {}",
        sent.header("location")
    );
    let form = form.replace("&set%3Apair=1+to+1", "");
    let sent = get(&house, &form, &[]).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    assert_eq!(sent.header("location"), format!("{TRIPS}?pay=flush%3D5+to+1"));
    let part = figures(&house, &form).await;
    assert_eq!(
        part.header("x-address"),
        format!("{TRIPS}?pay=flush%3D5+to+1"),
        "a script is told it"
    );
    for (asked, leads_to) in [
        ("/lab?game=three-card-poker&wager=pair-plus", "/lab/three-card-poker/pair-plus"),
        ("/lab?game=three-card-poker&wager=trips&schedule=UTH-02", "/lab/three-card-poker/ante"),
        (
            "/lab?game=ultimate-texas-holdem&wager=trips&schedule=UTH-02",
            &format!("{TRIPS}?schedule=UTH-02"),
        ),
        ("/lab/ultimate-texas-holdem", "/lab/ultimate-texas-holdem/ante"),
    ] {
        let answer = get(&house, asked, &[]).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, leads_to));
    }
}

#[tokio::test]
async fn what_cannot_be_used_is_said_and_nothing_is_ignored() {
    let house = House::new();
    for (query, field, says) in [
        ("pay%3Aflush=a+lot", "pay:flush", "valid pay"),
        ("pay%3Aflush=50%25", "pay:flush", "Only a progressive"),
        ("pay=flash%3D5+to+1", "pay", "flash"),
        ("pay=flush%3D5+to+1&pay%3Astraight=7+to+0", "pay:straight", "valid pay"),
        ("schedule=UTH-99", "schedule", "UTH-99"),
        ("shcedule=UTH-01", "shcedule", "no field"),
        ("option.printed=maybe", "option.printed", "Printed can be"),
        ("meter=5", "meter", "progressive"),
        ("target=lots", "target", "edge"),
        ("%0d%0ax-evil=1", "", "no field"),
    ] {
        let answer = figures(&house, &format!("{TRIPS}?{query}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert_eq!(answer.header("x-field"), field, "{query}");
        assert!(
            answer.body.contains("id=\"lab-problem\"") && answer.body.contains(says),
            "{query}: {}",
            answer.body
        );
        let page = get(&house, &format!("{TRIPS}?{query}"), &[]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(page.body.contains("role=\"alert\""), "the page says it, and shows the rest");
    }
    // Pays that no table could post are refused where they are counted.
    let large = figures(&house, &format!("{TRIPS}?pay%3Aflush=200000000")).await;
    assert_eq!(large.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(large.body.contains("more than a row can pay"), "{}", large.body);
    for path in
        ["/lab/no-game", "/lab/no-game/ante", "/lab/ultimate-texas-holdem/none", "/lab?game=none"]
    {
        assert_eq!(get(&house, path, &[]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let script =
        figures(&house, &format!("{TRIPS}?pay=%3Cscript%3Ealert(1)%3C/script%3E%3D1+to+1")).await;
    assert!(!script.body.contains("<script>"), "what was typed is text");
}

#[tokio::test]
async fn a_schedule_is_saved_as_a_file() {
    let house = House::new();
    let file = get(&house, &format!("{TRIPS}/schedule.toml?pay=flush%3D5+to+1"), &[]).await;
    assert_eq!((file.status, file.header("content-type")), (StatusCode::OK, "application/toml"));
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"UTH-01-draft.toml\"");
    assert!(file.body.contains("{ hand = \"flush\", pays = [\"5 to 1\"] },"), "{}", file.body);
    let bad = get(&house, &format!("{TRIPS}/schedule.toml?pay=flush"), &[]).await;
    assert_eq!(bad.status, StatusCode::BAD_REQUEST);
}

/// A stranger who asks again and again is told to wait; others, and what was computed before, are there all the same.
#[tokio::test]
async fn one_who_asks_too_much_is_told_to_wait() {
    let house = House::at_rest(Options { trusts_proxy: true, ..Options::default() });
    let ask = async |from: &str, pays: usize| {
        let path = format!("/lab/three-card-poker/pair-plus?pay=flush%3D{pays}+to+1");
        get(&house, &path, &[("x-part", "figures"), ("x-forwarded-for", from)]).await.status
    };
    let mut taken = 0;
    while ask("192.0.2.1", taken + 5).await == StatusCode::OK {
        taken += 1;
        assert!(taken < 1_000, "a thousand at once are not too fast");
    }
    assert_eq!(taken, 300);
    assert_eq!(ask("192.0.2.1", taken + 4).await, StatusCode::OK, "what is known costs nothing");
    assert_eq!(ask("192.0.2.2", 2_000).await, StatusCode::OK, "others do not wait");
    house.clock.advance(Duration::from_secs(1));
    let again = (0..100).map(|number| 3_000 + number);
    let mut served = 0;
    for pays in again {
        served += usize::from(ask("192.0.2.1", pays).await == StatusCode::OK);
    }
    assert_eq!(served, 10, "ten a second in the long run");
    // The same for programs: a session may ask as much as an address.
    let path = "/api/v1/odds?game=three-card-poker&wager=pair-plus&pay=flush%3D5+to+1";
    let ann = house.guest("Ann").await;
    for _ in 0..300 {
        assert_eq!(ann.get(path).await.0, StatusCode::OK);
    }
    let (status, said) = ann.get(path).await;
    assert_eq!((status, code(&said)), (StatusCode::TOO_MANY_REQUESTS, "too-fast"));
    let plain = "/api/v1/odds?game=three-card-poker";
    assert_eq!(ann.get(plain).await.0, StatusCode::OK, "odds without changes are no what-ifs");
}

/// A token that is good for nothing is refused for a what-if, as everywhere, and asks for plain odds as before.
#[tokio::test]
async fn a_what_if_is_asked_by_someone_or_nobody_but_not_by_a_lie() {
    let house = House::new();
    let bearer = [("authorization", "Bearer none")];
    let odds = "/api/v1/odds?game=blackjack";
    assert_eq!(get(&house, odds, &bearer).await.status, StatusCode::OK);
    let what_if = format!("{odds}&pay=blackjack%3D6+to+5");
    assert_eq!(get(&house, &what_if, &bearer).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(get(&house, &what_if, &[]).await.status, StatusCode::OK);
}
