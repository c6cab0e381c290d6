//! `croupier rank`: a hand under every ranking for its size.

use anyhow::ensure;
use cards::{Card, CardSet};
use hands::{FiveValue, FourValue, ThreeValue, Total, TwoValue};
use serde::Serialize;

use crate::args::Rank as Args;
use crate::output::Output;
use crate::page::Page;

#[derive(Serialize)]
pub struct Ranked {
    cards: Vec<String>,
    orders: Vec<InOrder>,
}

/// The hand in one order. Values compare only with values of the same order.
#[derive(Serialize)]
struct InOrder {
    order: &'static str,
    value: u16,
    category: String,
    words: String,
    in_full: String,
}

/// The four value types have the same methods and no type in common: they never compare.
macro_rules! in_order {
    ($order:expr, $value:expr, $in_full:expr) => {
        $value.ok().map(|value| InOrder {
            order: $order,
            value: value.get(),
            category: value.category().to_string(),
            words: value.to_string(),
            in_full: $in_full(&value),
        })
    };
}

/// Ranks the cards given, as one argument or several.
pub fn run(args: &Args) -> anyhow::Result<Ranked> {
    let text = args.cards.join(" ");
    let set: CardSet = text.parse()?;
    ensure!((2..=7).contains(&set.len()), "a hand must have 2 to 7 cards, not {}", set.len());
    let cards = cards::parse_cards(&text)?;
    ensure!(
        !set.has(Card::JOKER),
        "a hand with the joker is ranked by its game: settle a round of it"
    );
    let five = match set.len() {
        5 => "five-card",
        6 => "best five of six",
        _ => "best five of seven",
    };
    let four = match set.len() {
        4 => "four-card",
        5 => "best four of five",
        _ => "best four of six",
    };
    let orders = [
        in_order!("two-card", TwoValue::of_set(set), TwoValue::to_string),
        in_order!("three-card", ThreeValue::of_set(set), |v: &ThreeValue| v.in_full().to_string()),
        in_order!(four, FourValue::of_set(set), |v: &FourValue| v.in_full().to_string()),
        in_order!(five, FiveValue::of_set(set), |v: &FiveValue| v.in_full().to_string()),
        Some(blackjack(&cards)),
    ];
    Ok(Ranked {
        cards: cards.iter().map(ToString::to_string).collect(),
        orders: orders.into_iter().flatten().collect(),
    })
}

fn blackjack(cards: &[Card]) -> InOrder {
    let total = cards.iter().fold(Total::default(), |total, &card| total.with(card));
    let category = if total.is_blackjack() {
        "blackjack"
    } else if total.is_bust() {
        "bust"
    } else if total.is_soft() {
        "soft"
    } else {
        "hard"
    };
    InOrder {
        order: "blackjack",
        value: total.points(),
        category: category.to_owned(),
        words: total.to_string(),
        in_full: total.to_string(),
    }
}

impl Output for Ranked {
    fn page(&self, page: &mut Page) {
        page.title(&self.cards.join(" "), "");
        let width = self.orders.iter().map(|order| order.order.len()).max().unwrap_or(0);
        for order in &self.orders {
            page.item(order.order, width, &order.in_full, "");
        }
    }
}
