//! The real cards of a live table: dealt at random, and now and then so that a seat gets the hand of
//! the year, for the jackpots.

use cards::Card;
use games::{Recipient, Want};
use house::table::play::Play;
use rand::RngExt as _;
use rand::rngs::SmallRng;

/// One round in so many has a lucky seat.
const LUCKY: u64 = 7;
const FIVE: [&str; 3] = ["As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "Kc Kd Kh Ks 2c"];
const THREE: [&str; 3] = ["As Ks Qs", "Ah Kh Qh", "9c 8c 7c"];

/// The next card: one that is not out.
pub fn card(dice: &mut SmallRng, play: &Play, want: Want, decks: u8) -> Card {
    let out: Vec<Card> = play.ops().iter().filter_map(|op| dealt(op)).collect();
    let has_left = |card: Card| out.iter().filter(|other| **other == card).count() < decks.into();
    let (seat, hand) = luck(play).unzip();
    let hand: Vec<Card> = hand.unwrap_or_default();
    let is_theirs = match want.to {
        Recipient::Seat { seat: whose, .. } => Some(whose.get()) == seat,
        Recipient::Board => seat.is_some(),
        Recipient::Dealer | Recipient::Burn | Recipient::Discard => false,
    };
    if let Some(card) = hand.iter().copied().find(|card| is_theirs && has_left(*card)) {
        return card;
    }
    loop {
        let card = cards::DECK[dice.random_range(0..cards::DECK.len())];
        if has_left(card) && (decks > 1 || !hand.contains(&card)) {
            return card;
        }
    }
}

/// The card of an operation that deals one.
fn dealt(op: &str) -> Option<Card> {
    let card = op.strip_prefix("deal ")?;
    card.split(' ').next_back()?.parse().ok()
}

/// The seat that is lucky in this round, and its cards.
fn luck(play: &Play) -> Option<(u8, Vec<Card>)> {
    let (turn, rest) = (play.number() / LUCKY, play.number() % LUCKY);
    let seats = &play.round().felt().seats;
    let seat = seats.get(turn as usize % seats.len().max(1)).filter(|_| rest == 0)?;
    let table = play.round().table();
    let is_three = table.own_cards() == 3 && table.section().felt.board.is_empty();
    let hands = if is_three { THREE } else { FIVE };
    let hand = hands[turn as usize % hands.len()];
    Some((seat.number.get(), hand.split(' ').filter_map(|card| card.parse().ok()).collect()))
}
