//! Card entry: a grid of 52, and the joker where the deck has one, without the cards that are on the table. The same is
//! typed, `T` then `S`, `J` then `K` for the joker, or scanned.

use cards::{Card, DeckCount, Face, Rank, Suit};
use maud::{Markup, html};

use super::Dealer;
use crate::pages::assets::drawing;
use crate::pages::parts::{Part, Parts};
use crate::pages::words;

/// Every card, as the grid has them: aces first, spades first, the joker last.
pub(super) fn deck(decks: DeckCount) -> impl Iterator<Item = Card> {
    let joker = decks.has_joker().then_some(Card::JOKER);
    let suits = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
    let ranks = || Rank::ALL.into_iter().rev();
    let all =
        suits.into_iter().flat_map(move |suit| ranks().map(move |rank| Card::new(rank, suit)));
    all.chain(joker)
}

/// Each card as a part of its own: one that is dealt changes nothing else.
pub(super) fn buttons(dealer: &Dealer<'_>) -> Vec<Part> {
    let decks = dealer.felt.table.felt().decks();
    deck(decks).map(|card| Part::new(format!("c-{card}"), button(dealer, card))).collect()
}

fn button(dealer: &Dealer<'_>, card: Card) -> Markup {
    let text = card.to_string();
    let (rank, suit) = text.split_at(1);
    // In a shoe a card comes up as often as there are decks.
    let is_out =
        dealer.is_locked() && dealer.play().is_some_and(|play| !play.round().has_in_stock(card));
    let place = where_it_lies(dealer, card).filter(|_| is_out);
    let name = words::card_name(card);
    let label = match &place {
        Some(place) => format!("{name}, on the table: {place}"),
        None if is_out => format!("{name}, on the table"),
        None => name,
    };
    let place = place.map(|place| html! { small { (place) } });
    if card.is_joker() {
        return html! {
            button id={ "c-" (text) } class="joker" name="card" value=(text) aria-label=(label) disabled[is_out] {
                svg class="p" viewBox="0 0 64 64" aria-hidden="true" { use href=(drawing("pip-joker")) {} }
                "Joker"
                @if let Some(place) = place { (place) }
            }
        };
    }
    html! {
        button id={ "c-" (text) } class=(suit) name="card" value=(text) aria-label=(label) disabled[is_out] {
            svg class="g" viewBox="-3 -3 34 46" aria-hidden="true" { use href=(drawing(&format!("rank-{rank}"))) x="-3" y="-3" width="34" height="46" {} }
            svg class="p" viewBox="0 0 32 32" aria-hidden="true" { use href=(drawing(&format!("suit-{suit}"))) {} }
            @if let Some(place) = place { (place) }
        }
    }
}

/// Where a card lies that the dealer may see: a seat's number, `D`, or a place of the board.
fn where_it_lies(dealer: &Dealer<'_>, card: Card) -> Option<String> {
    let round = &dealer.felt.view.round;
    let has = |cards: &[Face]| cards.contains(&Face::Up(card));
    let own = round.seats.iter().find(|seat| seat.hands.iter().any(|hand| has(&hand.cards)));
    if let Some(seat) = own {
        return Some(seat.seat.to_string());
    }
    if has(&round.dealer) {
        return Some("D".to_owned());
    }
    has(&round.board).then(|| "B".to_owned())
}

/// The grid.
pub(super) fn section(dealer: &Dealer<'_>, parts: &Parts) -> Markup {
    html! {
        section class="sect cards" aria-labelledby="h-cards" {
            header {
                h3 id="h-cards" { "Cards" }
                output class="typed" id="typed" for="grid" {}
                span class="muted" {
                    "Tap, type T S" @if dealer.felt.table.felt().decks().has_joker() { ", J K for the joker" } ", or scan; dark cards are out"
                }
            }
            form id="grid" class="grid52" method="post" action={ "/tables/" (dealer.felt.view.table) "/act" } data-act="" {
                (dealer.felt.csrf_field())
                input type="hidden" name="act" value="card";
                @for card in parts.all("c-") { (card) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_grid_has_each_card_once() {
        let all: Vec<String> = deck(DeckCount::ONE).map(|card| card.to_string()).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 52);
        assert_eq!((all[0].as_str(), all[13].as_str(), all[51].as_str()), ("As", "Ah", "2c"));
        assert!(
            deck(DeckCount::ONE.with_joker(true)).eq(deck(DeckCount::ONE).chain([Card::JOKER]))
        );
    }
}
