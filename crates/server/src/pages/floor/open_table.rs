//! Opening a table: first what is played, then what it posts. Only what the rulebook allows is offered.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use house::table::setup::{Kind, Setup};
use house::{Criteria, House, Meter, Right};
use maud::{Markup, html};
use rulebook::{Game, OptionValues, Rulebook, Section, TableOption};
use serde_json::{Map, Value, json};
use wire::pit::TableIn;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Query;
use crate::pages::draw::cite;
use crate::pages::forms::{Posted, read};
use crate::pages::shell::Shell;
use crate::pages::{PageError, words};
use crate::routes::tables::open_as;
use crate::state::App;

/// Options that decide which meters fit: they are chosen with the progressive.
const METER_OPTIONS: [&str; 3] = ["progressive-wager", "pmg-cards", "fccp-cards"];
const KINDS: [(Kind, &str); 3] = [
    (Kind::Virtual, "Virtual: the house’s cards, a dealer runs it"),
    (Kind::Live, "Live: real cards, entered or only keyed"),
    (Kind::Practice, "Practice: the house does everything"),
];
/// Fields that are numbers in the call's JSON.
const NUMBERS: [&str; 4] = ["seats", "clocks.betting", "clocks.decision", "clocks.hold"];

/// What was chosen so far, by the names of the form's fields.
pub(super) struct Chosen(BTreeMap<String, String>);

impl Chosen {
    fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", |value| value.trim())
    }

    fn is(&self, name: &str, value: &str) -> bool {
        self.get(name) == value
    }

    fn kind(&self) -> Kind {
        let is_it = |(kind, _): &&(Kind, &str)| self.is("kind", kind.word());
        KINDS.iter().find(is_it).map_or(Kind::Virtual, |(kind, _)| *kind)
    }
}

/// The game and the section that a table would open under.
struct Rules {
    game: &'static Game,
    section: Section,
}

impl Rules {
    fn of(chosen: &Chosen) -> Option<Rules> {
        let game = Rulebook::embedded().game(chosen.get("game"))?;
        let edition = read(chosen.get("edition")).ok();
        let edition = edition.and_then(|id| game.edition_with_side_bets(id).ok());
        Some(Rules { game, section: edition.unwrap_or_else(|| game.newest_with_side_bets()) })
    }

    /// The options of every table and of this section that leave a choice.
    fn options(&self) -> Vec<TableOption> {
        let mut all = games::options_of(Rulebook::embedded().bounds(), &self.section);
        all.retain(|option| match &option.values {
            OptionValues::OneOf(values) => values.len() > 1,
            OptionValues::Dollars | OptionValues::Odds => true,
        });
        all
    }

    /// The bets that have several schedules, each with their names.
    fn schedules(&self) -> Vec<(&str, Vec<&str>)> {
        let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
        for schedule in &self.section.schedules {
            match found.iter_mut().find(|(bet, _)| *bet == schedule.chosen_as) {
                Some((_, names)) if !names.contains(&schedule.id.as_str()) => {
                    names.push(&schedule.id);
                }
                Some(_) => {}
                None => found.push((&schedule.chosen_as, vec![&schedule.id])),
            }
        }
        found
    }

    fn progressives(&self) -> Vec<&str> {
        let found = self.schedules().into_iter().find(|(bet, _)| *bet == "progressive");
        found.map(|(_, names)| names).unwrap_or_default()
    }
}

/// What meters a table with this progressive could open on.
fn criteria(chosen: &Chosen) -> Option<Result<Criteria, String>> {
    if chosen.get("schedules.progressive").is_empty() {
        return None;
    }
    let mut setup = Setup::new(chosen.get("game"), chosen.kind());
    setup.edition = Some(chosen.get("edition").to_owned()).filter(|id| !id.is_empty());
    setup
        .schedules
        .insert("progressive".to_owned(), chosen.get("schedules.progressive").to_owned());
    for key in METER_OPTIONS {
        let value = chosen.get(&format!("options.{key}"));
        if !value.is_empty() {
            setup.options.insert(key.to_owned(), value.to_owned());
        }
    }
    match setup.meter_terms() {
        Ok(terms) => terms.map(|(criteria, _)| Ok(criteria)),
        Err(refusal) => Some(Err(refusal.to_string())),
    }
}

fn fits(meter: &Meter, posts: &Criteria) -> bool {
    let is = &meter.criteria;
    !meter.is_closed
        && (&is.schedule, is.wager) == (&posts.schedule, posts.wager)
        && is.has_same_rows(posts)
}

/// The form, with what was chosen so far.
pub(super) async fn page(
    caller: Caller,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Response, PageError> {
    caller.must_have(Right::Supervise)?;
    let chosen = Chosen(fields.into_iter().collect());
    Ok(render(&caller, &chosen, None).into_response())
}

/// Opens the table, or says beside the form why not.
pub(super) async fn open(State(app): State<App>, posted: Posted) -> Result<Response, PageError> {
    posted.caller.must_be_signed_in()?;
    let chosen = Chosen(posted.all().map(|(name, value)| (name.into(), value.into())).collect());
    let body = serde_json::from_value::<TableIn>(body(&chosen))
        .map_err(|error| ApiError::malformed(error.to_string()));
    let opened = match body {
        Ok(body) => open_as(&app, &posted.caller, &posted.headers, body).await,
        Err(error) => Err(error),
    };
    match opened {
        Ok(_) => Ok(Redirect::to("/floor#tables").into_response()),
        Err(error) if error.status() == StatusCode::FORBIDDEN => Err(error.into()),
        Err(error) => {
            Ok((error.status(), render(&posted.caller, &chosen, Some(&error))).into_response())
        }
    }
}

/// The body of the call that the form stands for.
fn body(chosen: &Chosen) -> Value {
    let mut body = Map::new();
    for (name, value) in &chosen.0 {
        let text = value.trim();
        if text.is_empty() || name == "csrf" || name == "key" {
            continue;
        }
        let value: Value = match name.as_str() {
            "guests" => json!(text == "yes"),
            name if NUMBERS.contains(&name) => {
                read::<u32>(text).map_or_else(|_| json!(text), Value::from)
            }
            _ => json!(text),
        };
        match name.split_once('.') {
            None => drop(body.insert(name.clone(), value)),
            Some((outer, inner)) => {
                let object = body.entry(outer).or_insert_with(|| json!({}));
                if let Value::Object(object) = object {
                    object.insert(inner.to_owned(), value);
                }
            }
        }
    }
    Value::Object(body)
}

fn render(caller: &Caller, chosen: &Chosen, error: Option<&ApiError>) -> Markup {
    let snapshot = Arc::clone(&caller.snapshot);
    let rules = Rules::of(chosen);
    let main = html! {
        main id="main" class="setup" {
            (what_is_played(chosen, rules.as_ref()))
            @if let Some(rules) = &rules { (what_is_posted(caller, &snapshot.machine, chosen, rules, error)) }
        }
    };
    let shell = Shell {
        sub: html! { p { "only what the rulebook allows" } },
        nav: html! { a class="btn quiet" href="/floor" { "The floor" } },
        script: Some("floor"),
        ..Shell::new("Open a table")
    };
    shell.page(Some(caller), &main)
}

/// The first form: game, edition, kind, and the progressive.
fn what_is_played(chosen: &Chosen, rules: Option<&Rules>) -> Markup {
    html! {
        form class="blk stacked" method="get" action="/floor/open" data-choose="" {
            h2 { "The game" }
            label for="game" { "Game" }
            select id="game" name="game" required {
                option value="" { "Choose a game" }
                @for game in Rulebook::embedded().games() {
                    option value=(game.id) selected[chosen.is("game", &game.id)] { (game.title) " · " (game.section) }
                }
            }
            label for="kind" { "Kind" }
            select id="kind" name="kind" {
                @for (kind, text) in KINDS { option value=(kind.word()) selected[chosen.kind() == kind] { (text) } }
            }
            @if let Some(rules) = rules {
                label for="edition" { "Edition" }
                select id="edition" name="edition" {
                    @for edition in rules.game.editions.iter().rev() {
                        @let id = edition.id.to_string();
                        option value=(id) selected[edition.id == rules.section.edition.id] { (id) @if let Some(sdr) = &edition.sdr { " · " (sdr) } }
                    }
                }
                (progressive(chosen, rules))
            }
            button class="btn" { "Show the choices" }
        }
    }
}

fn progressive(chosen: &Chosen, rules: &Rules) -> Markup {
    let names = rules.progressives();
    let is_posted = !chosen.get("schedules.progressive").is_empty();
    html! {
        @if !names.is_empty() {
            label for="progressive" { "Progressive" }
            select id="progressive" name="schedules.progressive" {
                option value="" { "None" }
                @for name in names { option value=(name) selected[chosen.is("schedules.progressive", name)] { (name) } }
            }
            @if is_posted {
                @for option in rules.options().iter().filter(|option| METER_OPTIONS.contains(&option.key.as_str())) {
                    (option_field(chosen, rules, option))
                }
            }
        }
    }
}

fn option_field(chosen: &Chosen, rules: &Rules, option: &TableOption) -> Markup {
    let name = format!("options.{}", option.key);
    let edition = rules.section.edition.id.to_string();
    let cites = option.cite.iter().filter_map(|key| rules.section.cite(key));
    html! {
        div class="opt" {
        label for=(name) { (words::title(&option.key)) }
        @match &option.values {
            OptionValues::OneOf(values) => {
                select id=(name) name=(name) aria-describedby={ (name) "-says" } {
                    option value="" selected[chosen.get(&name).is_empty()] { "Standard: " (value_words(&option.default)) }
                    @for value in values.iter().filter(|value| **value != option.default) {
                        option value=(value) selected[chosen.is(&name, value)] { (value_words(value)) }
                    }
                }
            },
            OptionValues::Dollars | OptionValues::Odds => {
                input id=(name) name=(name) value=(chosen.get(&name)) placeholder=(option.value_words().join(", or ")) autocomplete="off" aria-describedby={ (name) "-says" };
            },
        }
        p class="says" id={ (name) "-says" } { (option.says) " " @for found in cites { (cite(&found.to_string(), &edition)) " " } }
        }
    }
}

/// A value of an option as people say it: `true` is `yes`.
fn value_words(value: &str) -> String {
    match value {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        value => value.replace('-', " "),
    }
}

/// The second form: the table itself.
fn what_is_posted(
    caller: &Caller,
    house: &House,
    chosen: &Chosen,
    rules: &Rules,
    error: Option<&ApiError>,
) -> Markup {
    let first = [
        "game",
        "kind",
        "edition",
        "schedules.progressive",
        "options.progressive-wager",
        "options.pmg-cards",
        "options.fccp-cards",
    ];
    let schedules = rules.schedules();
    let is_added = |bet: &str| rules.section.is_added(bet);
    let several = schedules
        .iter()
        .filter(|(bet, names)| *bet != "progressive" && (names.len() > 1 || is_added(bet)));
    let options = rules.options();
    let options = options.iter().filter(|option| !METER_OPTIONS.contains(&option.key.as_str()));
    let edition = rules.section.edition.id.to_string();
    html! {
        form class="blk stacked" method="post" action="/floor/open" {
            h2 { "Posted at the table" }
            @if let Some(error) = error {
                p class="form-error" role="alert" { (super::proposals::first_upper(error.message())) @for found in error.cite() { " " (cite(found, &edition)) } }
            }
            input type="hidden" name="csrf" value=(caller.csrf());
            @for name in first {
                @let value = if name == "edition" { edition.as_str() } else if name == "kind" { chosen.kind().word() } else { chosen.get(name) };
                input type="hidden" name=(name) value=(value);
            }
            label for="table" { "Table name: letters, digits, hyphens" }
            input id="table" name="table" value=(chosen.get("table")) placeholder={ (rules.game.id) "-1" } pattern="[a-z0-9\\-]+" autocapitalize="none" autocomplete="off" required;
            (meter_field(house, chosen, rules))
            @for (bet, names) in several {
                @let name = format!("schedules.{bet}");
                label for=(name) { "Schedule: " (words::title(bet)) }
                select id=(name) name=(name) {
                    option value="" {
                        @if is_added(bet) { "Not offered" } @else { "Standard: " (names.first().copied().unwrap_or_default()) }
                    }
                    @for id in names { option value=(id) selected[chosen.is(&name, id)] { (id) } }
                }
            }
            (limits(chosen, rules))
            div class="opts" { @for option in options { (option_field(chosen, rules, option)) } }
            (seats_and_clocks(chosen, rules))
            button class="btn first" { "Open the table" }
        }
    }
}

fn meter_field(house: &House, chosen: &Chosen, rules: &Rules) -> Markup {
    let posted = criteria(chosen);
    html! {
        @match posted {
            None => {},
            Some(Err(why)) => p class="form-error" role="alert" { (super::proposals::first_upper(&why)) },
            Some(Ok(posts)) => {
                @let fitting: Vec<&Meter> = house.meters().filter(|meter| fits(meter, &posts)).collect();
                @let make = format!("/floor/meter?schedule={}/{}&wager={}", rules.game.id, chosen.get("schedules.progressive"), chosen.get("options.progressive-wager"));
                @if fitting.is_empty() {
                    p class="form-error" { "No meter is for " (posts.schedule) " at " (words::dollars(posts.wager)) ": " a href=(make) { "open one first" } " " (cite("[PRG-12]", "")) }
                } @else {
                    label for="meter" { "Meter" }
                    select id="meter" name="meter" required {
                        @for meter in fitting { option value=(meter.id) selected[chosen.is("meter", meter.id.as_str())] { (meter.id) " · " (words::meter(meter.totals.display)) @if house.is_play_money(&meter.id) { " · play money" } @if meter.fault.is_some() { " · out of order" } } }
                    }
                    p class="says" { "Only meters for this schedule and wager are listed. " (cite("[PRG-12]", "")) " A table where chips are free opens only on a meter for play money. " (cite("[PRG-24]", "")) " " a href=(make) { "Open another" } }
                    label for="verify_from" { "Tray awards below this need no supervisor, in dollars" }
                    input id="verify_from" name="verify_from" value=(chosen.get("verify_from")) placeholder="every award is verified" inputmode="decimal" autocomplete="off";
                    p class="says" { (cite("[PRG-9]", "")) }
                }
            },
        }
    }
}

fn limits(chosen: &Chosen, rules: &Rules) -> Markup {
    let mut posting = games::Posting { game: rules.game.id.clone(), ..games::Posting::default() };
    posting.edition = Some(rules.section.edition.id);
    let felt = games::Table::open(Rulebook::embedded(), posting).ok();
    let ranges: Vec<String> = felt
        .iter()
        .flat_map(|felt| {
            felt.bets().map(|bet| {
                let (least, most) = felt.range(bet);
                format!(
                    "{} {}–{}",
                    words::title(bet).to_lowercase(),
                    words::dollars(least.max(felt.chip())),
                    words::dollars(most)
                )
            })
        })
        .collect();
    html! {
        div class="pair" {
            div { label for="min" { "Table minimum, dollars" } input id="min" name="min" value=(chosen.get("min")) placeholder="5" inputmode="decimal" autocomplete="off"; }
            div { label for="max" { "Table maximum, dollars" } input id="max" name="max" value=(chosen.get("max")) placeholder="100" inputmode="decimal" autocomplete="off"; }
        }
        p class="says" { "The section allows: " (ranges.join(", ")) "." }
    }
}

fn seats_and_clocks(chosen: &Chosen, rules: &Rules) -> Markup {
    let usual = Setup::new(&rules.game.id, chosen.kind());
    let clocks = [
        ("betting", "Betting clock, seconds", usual.clocks.betting),
        ("decision", "Decision clock, seconds", usual.clocks.decision),
        ("hold", "Seat held, seconds", usual.clocks.seat_held),
    ];
    let seats = rules.section.seats;
    html! {
        div class="pair" {
            div {
                label for="seats" { "Seats" }
                select id="seats" name="seats" {
                    @for count in (1..=seats).rev() { option value=(count) selected[chosen.is("seats", &count.to_string())] { (count) } }
                }
            }
            div {
                label for="guests" { "Guests with play money" }
                select id="guests" name="guests" {
                    @for (value, text) in [("yes", "allowed"), ("no", "not allowed")] {
                        @let is = if chosen.get("guests").is_empty() { usual.guests == (value == "yes") } else { chosen.is("guests", value) };
                        option value=(value) selected[is] { (text) }
                    }
                }
            }
        }
        @if chosen.kind() != Kind::Live {
            div class="pair three" {
                @for (key, text, seconds) in clocks {
                    @let name = format!("clocks.{key}");
                    div { label for=(name) { (text) } input id=(name) name=(name) value=(chosen.get(&name)) placeholder={ (seconds) @if seconds == 0 { ", no clock" } } inputmode="numeric" autocomplete="off"; }
                }
            }
        } @else { p class="says" { "A live table has no clocks: the dealer minds the time." } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(fields: &[(&str, &str)]) -> Chosen {
        Chosen(fields.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect())
    }

    /// Whatever the form offers for a game, the rulebook takes.
    #[test]
    fn everything_offered_is_allowed() {
        for game in Rulebook::embedded().games() {
            for edition in &game.editions {
                let edition = edition.id.to_string();
                let rules = Rules::of(&chosen(&[("game", &game.id), ("edition", &edition)]));
                let rules = rules.expect("the game is known");
                assert_eq!(rules.section.edition.id.to_string(), edition);
                let posting = |options: BTreeMap<String, String>| games::Posting {
                    game: game.id.clone(),
                    edition: edition.parse().ok(),
                    options,
                    ..games::Posting::default()
                };
                for option in rules.options() {
                    let OptionValues::OneOf(values) = &option.values else { continue };
                    for value in values {
                        let options = [(option.key.clone(), value.clone())].into();
                        let errors =
                            games::Table::open(Rulebook::embedded(), posting(options)).err();
                        let is_unknown = errors.iter().flatten().any(|error| {
                            let text = error.to_string();
                            text.contains("no option") || text.contains("cannot be")
                        });
                        assert!(!is_unknown, "{} {edition}: {} {value}", game.id, option.key);
                    }
                }
            }
        }
    }

    /// The options of every table are said in the same words everywhere, with what they rest on.
    #[test]
    fn the_chip_is_offered_with_its_ruling() {
        let rules = Rules::of(&chosen(&[("game", "three-card-poker")])).expect("it is known");
        let all = rules.options();
        let chip = all.iter().find(|option| option.key == "chip").expect("every table has it");
        assert_eq!(chip.cite, ["GEN-8"]);
        assert!(games::options_of(Rulebook::embedded().bounds(), &rules.section).contains(chip));
    }

    #[test]
    fn the_form_says_what_the_call_says() {
        let form = chosen(&[
            ("csrf", "secret"),
            ("table", "t-1"),
            ("seats", "5"),
            ("guests", "yes"),
            ("clocks.betting", "20"),
            ("options.chip", "5"),
            ("min", ""),
        ]);
        let expected = json!({ "table": "t-1", "seats": 5, "guests": true,
            "clocks": { "betting": 20 }, "options": { "chip": "5" } });
        assert_eq!(body(&form), expected);
    }
}
