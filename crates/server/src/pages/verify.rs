//! Checking a shuffle: by the house's own function here, and by the browser's WebCrypto in `verify.js`.
//!
//! Both follow docs/shuffle.md; the vectors that bind them are served too, so that a browser can be tested with them.

use std::num::NonZeroU32;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cards::{Card, DeckCount, Face, parse_cards};
use house::{House, TableId};
use maud::{Markup, html};
use shuffle::{Commitment, Proof, SEATS_MAX, Seed, Words, deck, reshuffle};

use super::PageError;
use super::draw::{card, card_as, icon};
use super::forms::read;
use super::shell::{Look, Shell, reading};
use crate::auth::Caller;
use crate::extract::Query;
use crate::routes::tables::opened;
use crate::state::App;

const VECTORS: &str = include_str!("../../../shuffle/vectors.json");
const VECTORS_2: &str = include_str!("../../../shuffle/vectors-2.json");

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/verify", get(page))
        .route("/verify/vectors.json", get(vectors))
        .route("/verify/vectors-2.json", get(vectors_2))
}

async fn vectors_2() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], VECTORS_2).into_response()
}

async fn vectors() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], VECTORS).into_response()
}

/// What the form says, as it was typed.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct VerifyForm {
    commitment: String,
    seed: String,
    round: String,
    decks: String,
    /// By seat, from seat 1.
    words: [String; SEATS_MAX as usize],
    /// The number of a later shuffle, and its cards.
    shuffle: String,
    cards: String,
    /// How many cards were dealt, where the table says so.
    out: Option<usize>,
}

/// What is wrong with a field, in a sentence.
struct Problem {
    field: &'static str,
    says: String,
}

/// A shuffle that was checked.
struct Checked {
    /// Whether the seed belongs to the commitment.
    matches: bool,
    /// The commitment of the seed.
    of_seed: String,
    order: Vec<Card>,
}

impl VerifyForm {
    fn read(fields: &[(String, String)]) -> VerifyForm {
        let field = |name: &str| {
            let found = fields.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
        };
        let word = |place: usize| field(&format!("word{}", place + 1));
        VerifyForm {
            commitment: field("commitment").to_lowercase(),
            seed: field("seed").to_lowercase(),
            round: field("round"),
            decks: field("decks"),
            words: std::array::from_fn(word),
            shuffle: field("shuffle"),
            cards: field("cards"),
            out: read(&field("out")).ok(),
        }
    }

    /// The shuffle on a table, if it is the one of this round and its seed is revealed.
    fn of_table(house: &House, table: &str, round: &str) -> Result<VerifyForm, String> {
        let id: TableId = read(table).map_err(|_| format!("There is no table {table}."))?;
        let known = house.floor_table(&id).map_err(|_| format!("There is no table {table}."))?;
        let shuffles = known.shuffle().into_iter().chain(known.given_up());
        let shuffles = shuffles.filter(|shuffle| shuffle.round().to_string() == round);
        let Some(shuffle) = shuffles.max_by_key(|shuffle| shuffle.revealed().is_some()) else {
            return Err(format!(
                "Table {table} no longer shows the shuffle of round {round}. Fill in what it showed."
            ));
        };
        let Some(seed) = shuffle.revealed() else {
            return Err(
                "The seed is not revealed yet: cards are still dealt from this shuffle.".to_owned()
            );
        };
        let mut words: [String; SEATS_MAX as usize] = Default::default();
        for (seat, word) in shuffle.words() {
            if let Some(place) = words.get_mut(usize::from(seat.0).saturating_sub(1)) {
                word.clone_into(place);
            }
        }
        Ok(VerifyForm {
            commitment: shuffle.commitment().to_string(),
            seed,
            round: round.to_owned(),
            decks: shuffle.decks().get().to_string(),
            words,
            out: Some(shuffle.out()),
            ..VerifyForm::default()
        })
    }

    fn is_empty(&self) -> bool {
        self.commitment.is_empty() && self.seed.is_empty() && self.round.is_empty()
    }

    fn words(&self) -> Result<Words, Problem> {
        let mut words = Words::new();
        for (seat, text) in (1..=SEATS_MAX).zip(&self.words).filter(|(_, text)| !text.is_empty()) {
            let bad =
                |says: String| Problem { field: "word", says: format!("Seat {seat}: {says}.") };
            let word = read(text).map_err(|error: shuffle::WordError| bad(error.to_string()))?;
            words.set(seat, word).map_err(|error| bad(error.to_string()))?;
        }
        Ok(words)
    }

    fn decks(&self) -> Option<DeckCount> {
        let text = if self.decks.is_empty() { "1" } else { &self.decks };
        read(text).ok().and_then(|decks| DeckCount::new(decks).ok())
    }

    /// Repeats the shuffle.
    fn check(&self) -> Result<Checked, Problem> {
        let bad = |field: &'static str, says: &str| Problem { field, says: says.to_owned() };
        let hex = "64 hexadecimal digits, as the table showed it.";
        let commitment: Commitment = read(&self.commitment)
            .map_err(|_| bad("commitment", &format!("The commitment has {hex}")))?;
        let seed: Seed =
            read(&self.seed).map_err(|_| bad("seed", &format!("The seed has {hex}")))?;
        let round = read(&self.round).map_err(|_| bad("round", "The round is a whole number."))?;
        let words = self.words()?;
        let order = if self.shuffle.is_empty() || self.shuffle == "0" {
            let decks = self.decks().ok_or_else(|| bad("decks", "There are 1 to 8 decks."))?;
            deck(&seed, &words, round, decks)
        } else {
            let number = read::<NonZeroU32>(&self.shuffle);
            let number =
                number.map_err(|_| bad("shuffle", "A later shuffle has a number from 1."))?;
            let cards = parse_cards(&self.cards)
                .map_err(|error| bad("cards", &format!("The cards: {error}.")))?;
            reshuffle(&seed, &words, round, number, &cards)
        };
        let of_seed = seed.commitment();
        Ok(Checked { matches: of_seed == commitment, of_seed: of_seed.to_string(), order })
    }

    /// The command that checks the same.
    fn command(&self) -> String {
        let mut line = format!(
            "croupier verify-shuffle --commitment {} --seed {} --round {}",
            self.commitment, self.seed, self.round
        );
        for (seat, word) in (1..).zip(&self.words).filter(|(_, word)| !word.is_empty()) {
            line.push_str(&format!(" --word {}", quoted(&format!("{seat}={word}"))));
        }
        if self.shuffle.is_empty() || self.shuffle == "0" {
            let decks = self.decks().map_or(1, DeckCount::get);
            if decks > 1 {
                line.push_str(&format!(" --decks {decks}"));
            }
        } else {
            line.push_str(&format!(" --shuffle {} --cards {}", self.shuffle, quoted(&self.cards)));
        }
        line
    }
}

/// A text as a shell takes it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn field(name: &str, label: &str, value: &str, problem: Option<&Problem>, more: Markup) -> Markup {
    let says = problem.filter(|problem| problem.field == name);
    html! {
        div class="field" {
            label for=(name) { (label) }
            input id=(name) name=(name) value=(value) autocomplete="off" autocapitalize="none" spellcheck="false"
                aria-invalid=[says.map(|_| "true")] aria-describedby=[says.map(|_| format!("{name}-says"))];
            @match says {
                Some(problem) => p class="bad" id={ (name) "-says" } { (problem.says) },
                None => (more),
            }
        }
    }
}

fn form(asked: &VerifyForm, problem: Option<&Problem>) -> Markup {
    let hint = |text: &str| html! { p class="muted" { (text) } };
    let word = problem.filter(|problem| problem.field == "word");
    html! {
        form class="check" method="get" action="/verify" {
            (field("commitment", "Commitment", &asked.commitment, problem, hint("Shown at the seal before the bets were locked.")))
            (field("seed", "Seed", &asked.seed, problem, hint("Shown after the round; in a shoe game, after the shoe.")))
            div class="row" {
                (field("round", "Round", &asked.round, problem, hint("In a shoe game, the shoe’s first.")))
                (field("decks", "Decks", if asked.decks.is_empty() { "1" } else { &asked.decks }, problem, hint("1 to 8.")))
            }
            fieldset {
                legend { "Players’ words, by seat" }
                div class="words" {
                    @for (seat, text) in (1..).zip(&asked.words) {
                        label { span { (seat) } input name={ "word" (seat) } value=(text) maxlength="64" autocomplete="off" aria-label={ "Word of seat " (seat) }; }
                    }
                }
                @if let Some(problem) = word { p class="bad" { (problem.says) } }
            }
            details open[!asked.shuffle.is_empty()] {
                summary { "A later shuffle of the same round or shoe" }
                div class="row" {
                    (field("shuffle", "Number", &asked.shuffle, problem, hint("1 for the first after a misdeal.")))
                    (field("cards", "Cards", &asked.cards, problem, hint("The cards that were shuffled: As Kd …")))
                }
            }
            @if let Some(out) = asked.out { input type="hidden" name="out" value=(out); }
            button class="btn first" { "Check the shuffle" }
        }
    }
}

fn result(asked: &VerifyForm, checked: &Checked) -> Markup {
    let words: serde_json::Map<String, serde_json::Value> = (1..)
        .zip(&asked.words)
        .filter(|(_, word)| !word.is_empty())
        .map(|(seat, word): (u8, _)| (seat.to_string(), word.clone().into()))
        .collect();
    let order: Vec<String> = checked.order.iter().map(ToString::to_string).collect();
    let decks = asked.decks().map_or(1, DeckCount::get);
    html! {
        section id="result" aria-labelledby="h-result" data-commitment=(asked.commitment) data-seed=(asked.seed) data-round=(asked.round)
            data-decks=(decks) data-words=(serde_json::Value::Object(words)) data-shuffle=(asked.shuffle) data-cards=(asked.cards)
            data-order=(order.join(" ")) {
            h2 id="h-result" { (if checked.matches { "The seed belongs to the commitment" } else { "The seed does not belong to the commitment" }) }
            ul class="verdicts" {
                li class=(if checked.matches { "good" } else { "bad" }) {
                    b { "The house" }
                    @if checked.matches { "SHA-256 of the seed is the commitment. The order follows." }
                    @else { "SHA-256 of the seed is " code { (checked.of_seed) } ". Check that both are from the same shuffle and copied in full." }
                }
                li id="browser" { b { "Your browser" } span { "With scripts, it checks the same by itself, with WebCrypto." } }
                li id="agree" hidden {}
            }
            h3 { "The order of the cards" }
            @match asked.out {
                Some(out) => p class="muted" { (out) " of " (order.len()) " were dealt, in this order; the rest stayed in the deck." },
                None => p class="muted" { (order.len()) " cards; the first one was dealt first." },
            }
            ol class="order" {
                @for (place, dealt) in checked.order.iter().enumerate() {
                    li {
                        @let is_left = asked.out.is_some_and(|out| place >= out);
                        @if is_left { (card_as(&format!("o-{place}"), Face::Up(*dealt), None, "idle")) } @else { (card(&format!("o-{place}"), Face::Up(*dealt), None)) }
                        span { (place + 1) }
                    }
                }
            }
            h3 { "Check it yourself" }
            p class="muted" { "The same, by the program on your own machine:" }
            div class="copy" {
                code id="line" { (asked.command()) }
                button type="button" class="btn" data-copy="line" hidden { "Copy" }
            }
        }
    }
}

/// What the openings of a round add up to.
fn proved(proof: &Proof) -> Markup {
    let checked = proof.check();
    let cards = checked.as_ref().map(|proved| proved.cards.as_slice()).unwrap_or_default();
    let json = serde_json::to_string(proof).unwrap_or_default();
    let (table, round) = (&proof.table, proof.round);
    let file = format!("/api/v1/tables/{table}/rounds/{round}/openings");
    html! {
        section id="result" aria-labelledby="h-result" data-proof=(json) {
            h2 id="h-result" { (if checked.is_ok() { "The cards that you saw are those that the table committed to" } else { "The openings do not hold" }) }
            ul class="verdicts" {
                li class=(if checked.is_ok() { "good" } else { "bad" }) {
                    b { "The house" }
                    @match &checked {
                        Ok(found) if found.is_whole() => "Every card is opened: each leads to the commitment, and the deck is complete.",
                        Ok(_) => { (cards.len()) " cards are opened; each leads to the commitment, and was dealt where the players’ words put it." },
                        Err(error) => (error),
                    }
                }
                li id="browser" { b { "Your browser" } span { "With scripts, it checks the same by itself, with WebCrypto." } }
            }
            dl class="facts" {
                dt { "Table, round" } dd { (table) ", " (round) }
                dt { "Commitment" } dd { code { (proof.commitment) } }
                @for (seat, word) in &proof.words { dt { "Word of seat " (seat) } dd { (word) } }
            }
            h3 { "Your cards, by their places in the deal" }
            p class="muted" { "Of " (proof.deck_count().map_or(0, DeckCount::cards)) " cards. Nobody can open a card that was never shown." }
            ol class="order" {
                @for (place, seen) in cards {
                    li { (card(&format!("o-{place}"), Face::Up(*seen), None)) span { (place + 1) } }
                }
            }
            h3 { "Check it yourself" }
            p class="muted" { "Save " a href=(file) { "your openings" } " as openings.json; the program on your own machine checks them:" }
            div class="copy" {
                code id="line" { "croupier verify-shuffle --file openings.json" }
                button type="button" class="btn" data-copy="line" hidden { "Copy" }
            }
        }
    }
}

/// Openings that someone has: the browser checks them, and the house does not get them.
fn paste() -> Markup {
    html! {
        section id="paste" aria-labelledby="h-paste" hidden {
            h2 id="h-paste" { "The openings of a round" }
            div class="field" {
                label for="openings" { "Openings, as the table gave them (JSON)" }
                textarea id="openings" rows="6" spellcheck="false" {}
            }
            p id="pasted" role="status" {}
            button type="button" class="btn" { "Check the openings" }
        }
    }
}

/// The openings of a round for the caller, where it has any; otherwise why there are none, unless the shuffle may be of
/// version 1.
async fn proof_of(
    app: &App,
    caller: &Caller,
    table: &str,
    round: &str,
) -> Option<Result<Proof, String>> {
    let (table, round) = (read(table).ok()?, read(round).ok()?);
    match opened(app, caller, table, round).await {
        Ok(proof) => Some(Ok(proof)),
        Err(error) if error.code() == "round-not-over" => {
            Some(Err("The round is not over yet: its cards are opened then.".to_owned()))
        }
        Err(_) => None,
    }
}

/// The check of a shuffle.
async fn page(
    State(app): State<App>,
    caller: Caller,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Response, PageError> {
    let value = |name: &str| {
        fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    };
    let proof = match (value("table"), value("round")) {
        (Some(table), Some(round)) => proof_of(&app, &caller, table, round).await,
        _ => None,
    };
    let (asked, note) = match (value("table"), value("round")) {
        _ if proof.is_some() => {
            (VerifyForm::default(), proof.as_ref().and_then(|proof| proof.as_ref().err().cloned()))
        }
        (Some(table), Some(round)) => {
            match VerifyForm::of_table(&caller.snapshot.machine, table, round) {
                Ok(asked) => (asked, None),
                Err(note) => {
                    (VerifyForm { round: round.to_owned(), ..VerifyForm::default() }, Some(note))
                }
            }
        }
        _ => (VerifyForm::read(&fields), None),
    };
    let checked = (!asked.is_empty() && note.is_none()).then(|| asked.check());
    let problem = checked.as_ref().and_then(|checked| checked.as_ref().err());
    let main = html! {
        main id="main" class="doc-in document check" {
            p class="caps" { (icon("i-seal")) " croupier-shuffle-2" }
            h1 class="big" { "Check a shuffle" }
            p class="lede" { "The house is bound to every card before it knows the players’ words, and the words say in which order the cards come. After the round, everyone can prove the cards that they saw, and nobody can open another." }
            @if let Some(note) = &note { p class="note" role="status" { (note) } }
            @if let Some(Ok(proof)) = &proof { (proved(proof)) }
            @if let Some(Ok(checked)) = &checked { (result(&asked, checked)) }
            (paste())
            section aria-labelledby="h-form" {
                h2 id="h-form" { "A shuffle of version 1" }
                p class="muted" { "Rounds of older releases: the table showed the seed after the round." }
                (form(&asked, problem))
            }
            p class="muted" { "The function is frozen and described for other languages; its " a href="/verify/vectors.json" { "test vectors" } " (" a href="/verify/vectors-2.json" { "version 2" } ") bind every implementation, this page’s two included." }
        }
    };
    let shell = Shell {
        look: Look::Document,
        nav: reading(),
        script: Some("verify"),
        ..Shell::new("Check a shuffle")
    };
    Ok(shell.page(Some(&caller), &main).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page and the vectors give the same orders, words and later shuffles included.
    #[test]
    fn the_form_repeats_every_vector() {
        let vectors: Vec<serde_json::Value> = serde_json::from_str(VECTORS).unwrap();
        for vector in &vectors {
            let text = |key: &str| match &vector[key] {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Null => String::new(),
                other => other.to_string(),
            };
            let mut fields: Vec<(String, String)> =
                ["commitment", "seed", "round", "decks", "shuffle", "cards"]
                    .map(|key| (key.to_owned(), text(key)))
                    .into();
            for (seat, word) in vector["words"].as_object().unwrap() {
                fields.push((format!("word{seat}"), word.as_str().unwrap().to_owned()));
            }
            let asked = VerifyForm::read(&fields);
            let checked = asked
                .check()
                .unwrap_or_else(|problem| panic!("{}: {}", text("name"), problem.says));
            let order: Vec<String> = checked.order.iter().map(ToString::to_string).collect();
            assert!(checked.matches, "{}", text("name"));
            assert_eq!(order.join(" "), text("order"), "{}", text("name"));
        }
    }

    #[test]
    fn a_wrong_field_is_named() {
        let asked = VerifyForm { commitment: "12".to_owned(), ..VerifyForm::default() };
        assert_eq!(asked.check().err().map(|problem| problem.field), Some("commitment"));
        assert_eq!(quoted("3=it's"), "'3=it'\\''s'");
    }
}
