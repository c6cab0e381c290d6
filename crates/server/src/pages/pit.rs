//! The pit: every open table as a small felt, and the meters on top.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use cards::Face;
use house::sign::{Sign, SignState};
use house::table::play::{Play, Progress};
use house::table::setup::Kind;
use house::table::{Player, Table};
use house::view::{Due, RoundView, TableView, Viewer};
use house::{House, Snapshot};
use maud::{Markup, html};
use rulebook::{Area, Shape};

use super::draw::odometer;
use super::felt::layout;
use super::felt::meter_shown;
use super::parts::{Part, Parts, Sent};
use super::shell::{Shell, reading};
use super::{Since, coach, words};
use crate::auth::Caller;
use crate::live::{News, events};
use crate::state::App;

/// How often the pit is sent at most.
const EVERY: Duration = Duration::from_millis(500);
/// How many meters stand on top.
const METERS_MAX: usize = 4;

/// The kinds of games that the pit can be narrowed to.
const FILTERS: [(&str, &str); 5] = [
    ("all", "All games"),
    ("dealer", "Poker, dealer’s hand"),
    ("pays", "Poker, pay table"),
    ("blackjack", "Blackjack"),
    ("meter", "With a meter"),
];

/// The filters that a table's game is shown under.
fn kinds(felt: &rulebook::Felt) -> String {
    let words = felt.families.iter().map(|family| family.word());
    let is_filter = |word: &&str| FILTERS.iter().any(|(filter, _)| filter == word);
    words.filter(is_filter).collect::<Vec<_>>().join(" ")
}

fn parts(app: &App, snapshot: &Snapshot) -> Parts {
    let house = &snapshot.machine;
    let open: Vec<&Table> = house.floor().filter(|table| table.has_seats()).collect();
    let cards = open.iter().map(|table| Part::new(part_id(table), card(app, house, table)));
    let fixed = [Part::new("meters", meters(snapshot)), Part::new("count", count(&open))];
    Parts::new(fixed.into_iter().chain(cards))
}

fn part_id(table: &Table) -> String {
    format!("table-{}", table.id())
}

fn count(open: &[&Table]) -> Markup {
    let seated: usize = open.iter().map(|table| table.seated().len()).sum();
    let tables = if open.len() == 1 { "table" } else { "tables" };
    html! { h2 id="count" { (open.len()) " " (tables) ", " (seated) " seated" } }
}

/// The largest meters, each with its tables' games.
fn meters(snapshot: &Snapshot) -> Markup {
    let mut meters = Sign::all(snapshot);
    meters.retain(|meter| meter.state != SignState::Closed);
    meters.sort_by_key(|meter| std::cmp::Reverse(meter.display()));
    html! {
        ul class="meters" id="meters" aria-label="Progressive meters" {
            @for meter in meters.iter().take(METERS_MAX) {
                li {
                    a class="plain" href={ "/meters/" (meter.meter) "/sign" } {
                        @match meter.display() {
                            Some(display) => (odometer(&words::meter(display))),
                            None => span class="odo out" { "OUT OF ORDER" },
                        }
                    }
                    p { b class="nm" { (meter.schedule.rsplit('/').next().unwrap_or_default()) } span class="full" { " · " (for_game(meter)) } @if meter.play_money { " · play money" } @if meter.state == SignState::Pending { " · pending" } }
                }
            }
        }
    }
}

/// The game that a meter's schedule is for, and how many tables feed it.
fn for_game(meter: &Sign) -> String {
    let game = meter.schedule.split('/').next().unwrap_or_default();
    let title = rulebook::Rulebook::embedded().game(game).map_or(game, |game| game.title.as_str());
    match meter.tables.len() {
        0 | 1 => title.to_owned(),
        tables => format!("{title}, {tables} tables"),
    }
}

/// Whether nobody sits there and nothing goes on. What an old round left is not shown.
fn is_idle(table: &Table, view: &TableView) -> bool {
    table.seated().is_empty() && !matches!(view.round.phase, Progress::Playing | Progress::Settled)
}

/// What goes on at a table, in a few words.
fn activity(house: &House, table: &Table, view: &TableView) -> String {
    match (house.play(table.id()).map(Play::progress), &view.round.next.due) {
        _ if is_idle(table, view) => "Open".to_owned(),
        (None | Some(Progress::Betting), _) => "Bets open".to_owned(),
        (Some(Progress::Playing), Due::Decision(it)) => format!("Seat {} to act", it.seat),
        (Some(Progress::Playing), Due::Award(seat)) => format!("Award at seat {seat}"),
        (Some(Progress::Playing), _) => "Dealing".to_owned(),
        (Some(Progress::Settled), _) => "Paid".to_owned(),
        (Some(Progress::Over), _) => "Round over".to_owned(),
    }
}

/// The house edge of the table's main wager: `3.37% edge`. While the background analysis does not have it, there is
/// a place for it that the page's script asks about again; nothing waits for it.
fn edge(app: &App, table: &Table) -> Markup {
    // In a game for a pot, the edge depends on how many play.
    if !app.options.shows_edge || table.felt().has_pot() {
        return html! {};
    }
    let Some(known) = app.bots.known(table) else {
        return html! { @if coach::is_coached(table) { span class="edge" data-wait="" {} } };
    };
    let Some(edge) = known.and_then(|known| known.house_edge()) else { return html! {} };
    let percent = odds::digits(&(edge * odds::whole(100)), 2).replace('-', "\u{2212}");
    html! { span class="edge" { " · " (percent) "% edge" } }
}

fn card(app: &App, house: &House, table: &Table) -> Markup {
    let Ok(view) = house.view(table.id(), Viewer::Public) else { return html! {} };
    let (felt, setup) = (table.felt(), table.setup());
    let main = felt.bets().find(|bet| *bet != "progressive").unwrap_or_default();
    let (min, max) = felt.range(main);
    let is_own_name = table.id().as_str() == setup.game;
    let title = words::printed(&felt.section().title);
    let free = usize::from(table.seats()) > table.seated().len();
    let kind = match setup.kind {
        Kind::Practice => "Practice",
        Kind::Virtual => "With a dealer",
        Kind::Live => "Live",
        Kind::Keypad => "Keypad only",
    };
    html! {
        li class="tcard" id=(part_id(table)) data-kind=(kinds(&felt.section().felt)) data-meter[setup.meter.is_some()] data-free[free] {
            (mini(&view, table))
            div class="info" {
                div class="row" {
                    h3 { a href={ "/tables/" (table.id()) } { (title) @if !is_own_name { span class="vh" { ", " (table.id()) } } } }
                    @if let Some(meter) = &view.meter { span class="gold num" { (meter_shown(meter)) } }
                }
                div class="row" {
                    span class="now" { @if !is_own_name { (table.id()) " · " } (activity(house, table, &view)) }
                    span class="num" { (table.seated().len()) " of " (table.seats()) " seated" }
                }
                div class="row" {
                    span {
                        (words::dollars(min.max(felt.chip()))) "–" (words::dollars(max))
                        (edge(app, table))
                    }
                    span class="num" { (kind) }
                }
            }
        }
    }
}

/// How a table is drawn.
fn drawn(table: &Table) -> &rulebook::Felt {
    &table.felt().section().felt
}

/// A table as a small felt: who sits, who acts, which cards lie there.
fn mini(view: &TableView, table: &Table) -> Markup {
    let round = &view.round;
    let is_idle = is_idle(table, view);
    let places = if is_idle || round.board.is_empty() { drawn(table).board.len() } else { 0 };
    html! {
        svg class="mini" viewBox="0 0 1000 690" aria-hidden="true" {
            use href="#mt" {}
            @for number in 1..=table.seats() { (mini_seat(view, table, number)) }
            @for place in 0..places {
                rect class="m-slot" x=(row_x(place, places, 58.0, 68.0)) y="180" width="58" height="81" rx="7" {}
            }
            @if !is_idle { (mini_cards(round)) }
        }
    }
}

/// The dealer's cards and the community cards on a small felt.
fn mini_cards(round: &RoundView) -> Markup {
    html! {
            @for (place, card) in round.dealer.iter().enumerate() {
                rect class=(face(*card)) x=(row_x(place, round.dealer.len(), 48.0, 56.0)) y="62" width="48" height="67" rx="6" {}
            }
            @for (place, card) in round.board.iter().enumerate() {
                rect class=(face(*card)) x=(row_x(place, round.board.len(), 58.0, 68.0)) y="180" width="58" height="81" rx="7" {}
            }
    }
}

fn face(face: Face) -> &'static str {
    if face == Face::Down { "m-back" } else { "m-card" }
}

/// Where a card of a row in the middle begins.
fn row_x(place: usize, count: usize, width: f64, step: f64) -> String {
    let whole = step * (count as f64 - 1.0) + width;
    format!("{:.0}", 500.0 - whole / 2.0 + step * place as f64)
}

fn mini_seat(view: &TableView, table: &Table, number: u8) -> Markup {
    let seat = view.round.seats.iter().find(|seat| seat.seat.0 == number);
    let is_idle = is_idle(table, view);
    let seat = seat.filter(|_| !is_idle);
    let is_taken = table.seated().contains_key(&house::Seat(number))
        || seat.is_some_and(|seat| seat.player.is_some());
    let is_person = matches!(table.seated().get(&house::Seat(number)), Some(Player::Person(_)));
    let acts = view.round.next.decision().is_some_and(|decision| decision.seat.0 == number);
    let angle = layout::angle(number, table.seats());
    let (sin, cos) = angle.to_radians().sin_cos();
    let place = format!(
        "translate({:.1} {:.1}) rotate({:.1})",
        500.0 + 452.0 * cos,
        22.0 + 612.0 * sin,
        angle - 90.0
    );
    let cards = seat.map_or(&[] as &[_], |seat| seat.hands.first().map_or(&[], |hand| &hand.cards));
    let class = if acts {
        "m-seat taken act"
    } else if is_taken {
        "m-seat taken"
    } else {
        "m-seat"
    };
    let stake = seat.is_some_and(|seat| !seat.bets.is_empty());
    html! {
        g transform=(place) opacity=[(!is_taken && !is_idle).then_some(".5")] {
            use href={ "#p-" (view.game) } x="-80" y="-256" width="160" height="160" {}
            @for (place, card) in cards.iter().take(5).enumerate() {
                rect class=(face(*card)) x=(-34 + 22 * place as i32) y="-92" width="40" height="56" rx="5" {}
            }
            @if stake { circle cx="0" cy="-136" r="17" fill=(if is_person { "var(--c25)" } else { "var(--c5)" }) class="m-chip" {} }
            circle class=(class) cx="0" cy="8" r="23" {}
        }
    }
}

/// The chips in the tray of a small felt: where each column begins, and its color.
const TRAY: [(i32, &str); 6] = [
    (412, "var(--c1)"),
    (442, "var(--c5)"),
    (472, "var(--c5)"),
    (502, "var(--c25)"),
    (532, "#2b3036"),
    (562, "var(--c500)"),
];

/// The patterns of areas that small felts refer to, and the table under them.
fn patterns(open: &[&Table]) -> Markup {
    let games: BTreeMap<&str, &rulebook::Felt> =
        open.iter().map(|table| (table.setup().game.as_str(), drawn(table))).collect();
    html! {
        svg class="sheet" aria-hidden="true" {
            defs {
                radialGradient id="mf" cx=".5" cy=".1" r=".9" { stop offset="0" stop-color="var(--felt-lit)" {} stop offset="1" stop-color="var(--felt-deep)" {} }
            }
            symbol id="mt" viewBox="0 0 1000 690" {
                path class="m-rail" d="M8 34Q8 12 30 12H970Q992 12 992 34A492 648 0 0 1 8 34Z" {}
                path class="m-felt" d="M42 28Q42 20 50 20H950Q958 20 958 28A458 606 0 0 1 42 28Z" {}
                path class="m-arc" d="M56 34A444 588 0 0 0 944 34" {}
                rect x="404" y="22" width="192" height="30" rx="5" fill="#0b0d0e" {}
                @for (x, color) in TRAY { rect x=(x) y="27" width="26" height="20" rx="3" fill=(color) {} }
            }
            @for (game, felt) in games {
                symbol id={ "p-" (game) } viewBox="-80 -130 160 160" overflow="visible" {
                    g class="pat" { @for area in felt.areas.iter().filter(|area| !area.is_occasional) { (outline(area)) } }
                }
            }
        }
    }
}

fn outline(area: &Area) -> Markup {
    let (x, y) = (f32::from(area.x), f32::from(area.y));
    let (rx, ry) = (f32::from(area.w) / 2.0, f32::from(area.h) / 2.0);
    let class = area.is_sensor().then_some("sn");
    html! {
        @match area.shape {
            Shape::Circle | Shape::Oval => ellipse class=[class] cx=(x) cy=(y) rx=(rx) ry=(ry) {},
            Shape::Diamond => path class=[class] d=(format!("M{x} {}L{} {y} {x} {} {} {y}Z", y - ry, x + rx, y + ry, x - rx)) {},
            Shape::Box | Shape::Slot => rect class=[class] x=(x - rx) y=(y - ry) width=(area.w) height=(area.h) rx="6" {},
        }
    }
}

/// The pit.
pub(crate) async fn page(State(app): State<App>, caller: Caller, headers: HeaderMap) -> Markup {
    let snapshot = Arc::clone(&caller.snapshot);
    let open: Vec<&Table> = snapshot.machine.floor().filter(|table| table.has_seats()).collect();
    let parts = parts(&app, &snapshot);
    if headers.contains_key("x-part") {
        return html! { @for table in parts.all("table-") { (table) } };
    }
    let main = html! {
        (patterns(&open))
        main id="main" class="pit" {
            (parts.get("meters"))
            div class="filters" {
                (parts.get("count"))
                @for (place, (kind, text)) in FILTERS.iter().enumerate() {
                    button type="button" class={ "btn" @if place == 0 { " keep" } } data-filter=(kind) aria-pressed=(place == 0) { (text) }
                }
            }
            ul class="tables" id="tables" { @for table in parts.all("table-") { (table) } }
            p class="foot" { a href="/games" { "Games and odds" } a href="/verify" { "Check a shuffle" } }
            @if open.is_empty() { p class="empty-note" { "No table is open. A supervisor opens tables on the floor page." } }
        }
    };
    let shell = Shell {
        sub: html! { p { "South Dakota’s table games by the book" } },
        nav: reading(),
        live: Some(format!("/live?since={}", snapshot.head.seq)),
        script: Some("pit"),
        ..Shell::new("The pit")
    };
    shell.page(Some(&caller), &main)
}

/// The pit as it changes.
pub(crate) async fn live(
    State(app): State<App>,
    _: Caller,
    since: Since,
    headers: HeaderMap,
) -> Response {
    let snapshot = app.snapshot();
    let mut sent = Sent::default();
    if since.version(&headers) == Some(snapshot.head.seq) {
        sent = Sent::showing(&parts(&app, &snapshot));
    }
    let render =
        move |app: &App, _: &News| Ok(sent.changed(&parts(app, &app.snapshot())).map(Arc::from));
    events(&app, &app.live.pit, None, &News::of_all, EVERY, render).into_response()
}
