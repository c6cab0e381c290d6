//! What happened since a viewer last looked, in words, for those who listen: cards, turns and results, in order.

use house::view::{RoundView, TableView};

use super::{Felt, lines};
use crate::pages::words;

/// What happened between two views of the same viewer.
pub(super) fn since(before: &TableView, felt: &Felt<'_>) -> Vec<String> {
    let (was, now) = (&before.round, &felt.view.round);
    let mut said = Vec::new();
    let is_new_round = was.number != now.number;
    if is_new_round && now.phase_word() == "betting" {
        said.push("Bets are open.".to_owned());
    }
    if was.phase_word() == "betting" && now.phase_word() != "betting" && !is_new_round {
        said.push("No more bets.".to_owned());
    }
    said.extend(cards(if is_new_round { None } else { Some(was) }, felt));
    let told = if is_new_round { 0 } else { was.lines.len() };
    said.extend(now.lines.iter().skip(told).map(|line| lines::sentence(felt, line)));
    if now.is_void && !was.is_void {
        said.push("The round is void: every wager goes back.".to_owned());
    }
    if felt.is_my_turn() && (was.next != now.next || is_new_round) {
        said.push(format!("Your turn: {}.", words::choices(&now.next.actions)));
    }
    said
}

/// The cards that can be seen now and could not be before.
fn cards(was: Option<&RoundView>, felt: &Felt<'_>) -> Vec<String> {
    let now = &felt.view.round;
    let mut said = Vec::new();
    for seat in &now.seats {
        let whose = if felt.mine.contains(&seat.seat) {
            "You have".to_owned()
        } else {
            format!("Seat {}:", seat.seat)
        };
        for (place, hand) in seat.hands.iter().enumerate() {
            let old = was.and_then(|was| was.seats.iter().find(|old| old.seat == seat.seat));
            let old = old.and_then(|old| old.hands.get(place)).map(|old| old.cards.as_slice());
            said.extend(fresh(&whose, old.unwrap_or_default(), &hand.cards));
        }
    }
    let old = |pile: fn(&RoundView) -> &[String]| was.map(pile).unwrap_or_default();
    said.extend(fresh("On the board:", old(|was| &was.board), &now.board));
    said.extend(fresh("The dealer has", old(|was| &was.dealer), &now.dealer));
    said
}

fn fresh(whose: &str, old: &[String], now: &[String]) -> Option<String> {
    let is_fresh =
        |(place, card): &(usize, &String)| *card != "??" && old.get(*place) != Some(*card);
    let fresh: Vec<String> =
        now.iter().enumerate().filter(is_fresh).map(|(_, card)| words::card(card)).collect();
    (!fresh.is_empty()).then(|| format!("{whose} {}.", fresh.join(", ")))
}
