//! Cards, chips, icons and odometers: drawings of `cards.svg`, with names for those who do not see them.

use cards::{CardSet, Face};
use maud::{Markup, html};
use money::Cents;

use super::assets::drawing;
use super::words;

/// An icon.
pub(crate) fn icon(id: &str) -> Markup {
    html! { svg class="i" aria-hidden="true" { use href=(drawing(id)) {} } }
}

/// A key that does something.
pub(crate) fn key(key: &str) -> Markup {
    html! { kbd { (key) } }
}

/// A card: `As`, or `??` face down. Its id stays the same when it is turned over.
pub(crate) fn card(id: &str, face: Face, order: Option<usize>) -> Markup {
    card_as(id, face, order, "")
}

/// A card with a class of its own: `used`, `idle`.
pub(crate) fn card_as(id: &str, face: Face, order: Option<usize>, class: &str) -> Markup {
    let (suit, symbol) = match face {
        Face::Up(card) => {
            let suit =
                if card.is_joker() { "joker".to_owned() } else { card.suit().letter().to_string() };
            (suit, drawing(&format!("card-{card}")))
        }
        Face::Down => ("back".to_owned(), drawing("card-back")),
    };
    html! {
        svg id=(id) class={ "card " (suit) " " (class) } viewBox="0 0 100 140" role="img"
            aria-label=(words::card(face)) data-card=(face) data-order=[order] {
            use href=(symbol) {}
        }
    }
}

/// A hand of cards, named for those who do not see it.
pub(crate) fn hand(
    id: &str,
    name: &str,
    cards: &[Face],
    order: impl Fn(usize) -> Option<usize>,
) -> Markup {
    hand_using(id, name, cards, order, None)
}

/// A hand of which the cards that make it stand out.
pub(crate) fn hand_using(
    id: &str,
    name: &str,
    cards: &[Face],
    order: impl Fn(usize) -> Option<usize>,
    used: Option<CardSet>,
) -> Markup {
    let class = |face: Face| match (used, face) {
        (Some(used), Face::Up(card)) if used.has(card) => "used",
        (Some(_), _) => "idle",
        (None, _) => "",
    };
    html! {
        div id=(id) class={ "hand n" (cards.len()) } role="group" aria-label=(name) {
            @for (place, face) in cards.iter().enumerate() {
                (card_as(&format!("{id}-{place}"), *face, order(place), class(*face)))
            }
        }
    }
}

/// Cards as scripts read them: `As Kd`.
pub(crate) fn listed(cards: CardSet) -> String {
    cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

/// The values of chips, the largest first.
const CHIPS: [i64; 5] = [500, 100, 25, 5, 1];
/// The most chips that a stack shows.
const CHIPS_MAX: usize = 8;
/// How many are drawn of a larger stack.
const CHIPS_DRAWN: usize = 5;

/// A stack of chips worth an amount; the largest at the bottom.
pub(crate) fn stack(amount: Cents) -> Markup {
    let mut left = amount.get() / 100;
    let mut chips: Vec<i64> = Vec::new();
    for value in CHIPS {
        while left >= value && chips.len() <= 4 * CHIPS_MAX {
            chips.push(value);
            left -= value;
        }
    }
    if chips.is_empty() {
        chips.push(1);
    }
    if chips.len() > CHIPS_MAX {
        chips.truncate(CHIPS_DRAWN);
    }
    let lift = 4.4 * (chips.len() - 1) as f64;
    let last = chips.len() - 1;
    html! {
        svg class="stack" viewBox={ "0 0 40 " (40.0 + lift) } style={ "aspect-ratio:40/" (40.0 + lift) } aria-hidden="true" {
            @for (place, value) in chips.iter().enumerate() {
                g class={ "d" (value) } {
                    use href=(drawing("chip")) y=(format!("{:.1}", lift - 4.4 * place as f64)) width="40" height="40" {}
                    @if place == last { text x="20" y="24.6" { (value) } }
                }
            }
        }
    }
}

/// An amount of a meter as an odometer: every digit in a window of its own.
pub(crate) fn odometer(amount: &str) -> Markup {
    html! {
        span class="odo" role="img" aria-label=(amount) data-amount=(amount) {
            @for letter in amount.chars() {
                @match letter {
                    '$' => b class="c" { "$" },
                    digit if digit.is_ascii_digit() => i { (digit) },
                    mark => b { (mark) },
                }
            }
        }
    }
}

/// A citation that opens its sentence, as an edition has it. In a place that names its section, only the end of it
/// is shown.
pub(crate) fn cite(text: &str, edition: &str) -> Markup {
    let asked = text.replace('[', "%5B").replace(']', "%5D");
    let mut address = format!("/rule?cite={asked}");
    if !edition.is_empty() {
        address.push_str("&edition=");
        address.push_str(edition);
    }
    html! { a class="cite" href=(address) aria-label={ "Rule " (text) } { (words::short_cite(text)) } }
}
