//! What a hand is called, from the cards that a viewer sees.

use cards::{Card, CardSet};
use hands::{FiveValue, FourValue, ThreeValue, Total};

/// What a hand is called in a game: `two pair, kings and nines`, `17`. Nothing while a card of it is face down or to
/// come.
pub(crate) fn call(game: &str, own: &[String], board: &[String]) -> Option<String> {
    let own: Vec<Card> = own.iter().map(|card| card.parse().ok()).collect::<Option<_>>()?;
    let board: Vec<Card> = board.iter().map(|card| card.parse().ok()).collect::<Option<_>>()?;
    let all = || -> CardSet { own.iter().chain(&board).copied().collect() };
    match game {
        "three-card-poker" => (own.len() == 3)
            .then(|| ThreeValue::of_set(all()).ok().map(|value| value.to_string()))
            .flatten(),
        "four-card-poker" => (own.len() >= 5)
            .then(|| FourValue::of_set(all()).ok().map(|value| value.to_string()))
            .flatten(),
        // At the table, only a soft total is called by its kind.
        "blackjack" | "buster-blackjack" | "war-blackjack" => {
            (own.len() >= 2).then(|| total(&own).trim_start_matches("hard ").to_owned())
        }
        // The hands are set apart: the lines say what each is.
        "silverado-stud" => None,
        _ => (all().len() >= 5)
            .then(|| FiveValue::of_set(all()).ok().map(|value| value.to_string()))
            .flatten(),
    }
}

fn total(cards: &[Card]) -> String {
    cards.iter().fold(Total::default(), |total, &card| total.with(card)).to_string()
}
