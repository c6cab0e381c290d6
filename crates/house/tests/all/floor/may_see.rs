//! Who may see which card, stated again from what happened in a round and from nothing else. The server's tests use it
//! too.

use std::collections::BTreeSet;

use cards::Card;
use games::{Action, Event, Facing, Next, Recipient, SeatNumber};
use house::Seat;
use house::table::play::{Play, Progress};
use house::table::setup::Kind;

/// Every card that stands in a text as a word of its own.
pub fn cards_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() == 2);
    // A card is written `As`; the word "as" is not one.
    let is_card = |word: &&str| word.parse::<Card>().is_ok_and(|card| card.to_string() == **word);
    words.filter(is_card).map(str::to_owned).collect()
}

/// The cards that lay with a recipient, in dealing order, by the events of the round.
fn dealt_to(events: &[Event], whose: Recipient) -> Vec<Card> {
    let dealt = events.iter().filter_map(|event| match event {
        Event::Dealt { want, card } | Event::ExposedDealt { want, card } if want.to == whose => {
            Some(*card)
        }
        _ => None,
    });
    dealt.collect()
}

/// What everyone at the table has seen of a round.
pub fn seen_by_all(play: &Play) -> BTreeSet<Card> {
    let events = play.round().log().events();
    let mut seen = BTreeSet::new();
    for event in events {
        match event {
            Event::Dealt { want, card } if want.facing == Facing::Up => drop(seen.insert(*card)),
            Event::TurnedUp { whose, cards } => {
                seen.extend(dealt_to(events, *whose).into_iter().take(usize::from(*cards)));
                // A hand that was split lies open with all its cards.
                if let Recipient::Seat { seat, .. } = whose {
                    let hands = (1..4).map(|hand| Recipient::Seat { seat: *seat, hand });
                    seen.extend(hands.flat_map(|hand| dealt_to(events, hand)));
                }
            }
            Event::BoardTurned { cards } => {
                let board = dealt_to(events, Recipient::Board);
                seen.extend(board.into_iter().take(usize::from(*cards)));
            }
            // Whoever splits lays the pair open.
            Event::Decided { seat, action: Action::Split, .. } => {
                seen.extend(hands_of(events, *seat));
            }
            Event::DealerRevealed => seen.extend(dealt_to(events, Recipient::Dealer)),
            Event::CardTurned { card, .. }
            | Event::ExposedDealt { card, .. }
            | Event::ExposedRefused { card, .. }
            | Event::ExposedBurned { card, .. } => drop(seen.insert(*card)),
            // What is reported as exposed, everyone has seen.
            Event::Reported(report) => seen.extend(report.card),
            _ => {}
        }
    }
    // The showdown: hands that nobody folded and nothing killed, unless the round is void.
    let is_settled = matches!(play.round().next(), Next::Award(_) | Next::Done);
    if is_settled && !play.round().is_void() {
        for seat in &play.round().felt().seats {
            let folds = |event: &Event| matches!(event, Event::Decided { seat: who, action: Action::Fold, .. } if *who == seat.number);
            // In the 212 a hand that folded the pot plays on for blackjack.
            if !seat.is_dead && (!seat.is_out || !events.iter().any(folds)) {
                seen.extend(hands_of(events, seat.number));
            }
        }
    }
    seen
}

fn hands_of(events: &[Event], seat: SeatNumber) -> Vec<Card> {
    (0..4).flat_map(|hand| dealt_to(events, Recipient::Seat { seat, hand })).collect()
}

/// The cards of a round that someone may see.
pub fn may_see(play: &Play, kind: Kind, who: Option<&str>) -> BTreeSet<Card> {
    let mut seen = seen_by_all(play);
    let events = play.round().log().events();
    for (Seat(seat), name) in play.players() {
        if Some(name.as_str()) == who {
            seen.extend(hands_of(events, SeatNumber::new(*seat).unwrap()));
        }
    }
    // Those who run the table see everything once the cards are settled; an auditor once it is over.
    let is_settled = matches!(play.round().next(), Next::Award(_) | Next::Done);
    let is_over = play.progress() == Progress::Over;
    let sees_all = match who {
        Some("dan" | "sue") => is_settled && kind != Kind::Practice,
        Some("aud") => is_over && kind != Kind::Practice,
        _ => false,
    };
    if sees_all {
        seen.extend(events.iter().filter_map(|event| match event {
            Event::Dealt { card, .. } => Some(*card),
            _ => None,
        }));
    }
    seen
}
