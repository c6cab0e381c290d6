//! Nobody opens a card that was never shown, and whole decks are opened only when their gaming day is closed [SHF-2].

use std::collections::{BTreeMap, BTreeSet};

use games::{Action, Next};
use house::desk::{Desk, fresh_id};
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::{Kind, Setup};
use house::{Command, Role, Seat};
use money::Cents;

use super::pit::{person, table};
use super::sealed::{Place, begin, finish, found, proof, proof_at};
use crate::support::house::{add, ask};

/// The cards that someone opens of a round.
fn opened(place: &Place, desk: &Desk, round: u64, by: &str) -> BTreeSet<String> {
    let proved = proof(desk, &mut *place.store(), round, by).unwrap().check().unwrap();
    proved.cards.iter().map(|(_, card)| card.to_string()).collect()
}

fn is_whole(place: &Place, desk: &Desk, round: u64, by: &str) -> bool {
    proof(desk, &mut *place.store(), round, by).unwrap().check().unwrap().is_whole()
}

fn close_day(desk: &Desk, day: u64) {
    desk.act(&person("sue"), fresh_id().unwrap(), Command::CloseDay { day }).unwrap();
}

/// A round at a virtual table: Pam folds, Pia plays, and the dealer does each step.
fn play_for_the_dealer(desk: &Desk) {
    for (name, seat) in [("pam", 1), ("pia", 2)] {
        let bets = BTreeMap::from([("ante".to_owned(), Dollars(Cents::dollars(5)))]);
        at_v(desk, name, TableCommand::Bet { seat: Seat(seat), bets, tips: BTreeMap::new() });
    }
    loop {
        let snapshot = desk.ledger().snapshot();
        let play = snapshot.machine.play(&table("v")).unwrap();
        match play.round().next() {
            _ if play.progress() == Progress::Over => return,
            Next::Decision(choice) if play.step().is_none() => {
                let is_pam = choice.seat.get() == 1;
                let (name, action) =
                    if is_pam { ("pam", Action::Fold) } else { ("pia", Action::Play) };
                let (seat, hand, tip) = (Seat(choice.seat.get()), choice.hand, None);
                at_v(
                    desk,
                    name,
                    TableCommand::Decide { seat, action: action.to_string(), hand, tip },
                );
            }
            _ => at_v(desk, "dan", TableCommand::Step),
        }
    }
}

fn at_v(desk: &Desk, by: &str, command: TableCommand) {
    let said = format!("{by}: {command:?}");
    desk.play(&person(by), fresh_id().unwrap(), &table("v"), command)
        .unwrap_or_else(|error| panic!("{said}: {error}"));
}

#[test]
fn shf_2_nobody_opens_a_folded_hand_at_a_virtual_table_before_the_gaming_day_is_closed() {
    let place = Place::new();
    let desk = place.desk();
    found(&desk, "blackjack", Kind::Practice);
    let ledger = desk.ledger();
    ledger.post(ask("sue", add("dan", Role::Dealer))).unwrap();
    for name in ["pam", "pia"] {
        ledger.post(ask("sue", add(name, Role::Player))).unwrap();
    }
    let setup = Setup::new("three-card-poker", Kind::Virtual);
    ledger.post(ask("sue", Command::SetUpTable { table: table("v"), setup })).unwrap();
    for (name, seat) in [("pam", 1), ("pia", 2)] {
        let (seat, buy_in) = (Seat(seat), Cents::dollars(100));
        at_v(&desk, name, TableCommand::Sit { seat, buy_in });
        at_v(&desk, "dan", TableCommand::ConfirmChips { seat, amount: buy_in });
    }
    play_for_the_dealer(&desk);
    let all = |by: &str| {
        let proof = proof_at(&desk, &mut *place.store(), "v", 1, by).unwrap();
        proof.check().unwrap()
    };
    let cards = |by: &str| -> BTreeSet<String> {
        all(by).cards.iter().map(|(_, card)| card.to_string()).collect()
    };
    // Three cards of Pia's, who played, and the dealer's three. Pam sees her own three, too.
    let public = cards("pia");
    assert_eq!(public.len(), 6);
    let folded: BTreeSet<String> = cards("pam").difference(&public).cloned().collect();
    assert_eq!(folded.len(), 3);
    for by in ["sue", "dan", "aud"] {
        assert_eq!(cards(by), public, "{by} opens what anyone saw, and not {folded:?}");
    }
    close_day(&desk, 1);
    assert!(all("aud").is_whole(), "after the day the auditor opens the whole deck");
    for by in ["sue", "dan"] {
        assert_eq!(cards(by), public, "{by}");
    }
}

#[test]
fn shf_2_a_shoe_is_opened_only_after_the_day_of_its_last_round() {
    let place = Place::new();
    let desk = place.desk();
    found(&desk, "blackjack", Kind::Practice);
    begin(&desk);
    finish(&desk);
    close_day(&desk, 1);
    // The day of this round is closed, but cards of the next day come from the same shoe.
    assert!(!is_whole(&place, &desk, 1, "aud"), "it would tell the cards to come");
    begin(&desk);
    finish(&desk);
    let first = opened(&place, &desk, 1, "aud");
    assert!(!first.is_empty());
    desk.act(&person("sue"), fresh_id().unwrap(), Command::CloseTable { table: table("t") })
        .unwrap();
    // Nothing more is dealt from it, but its second round was of a day that is not closed.
    for round in [1, 2] {
        assert!(!is_whole(&place, &desk, round, "aud"), "round {round}");
    }
    close_day(&desk, 2);
    for round in [1, 2] {
        assert!(is_whole(&place, &desk, round, "aud"), "round {round}: 312 cards");
        assert!(!is_whole(&place, &desk, round, "sue"));
    }
}
