//! A second, plain settlement of blackjack, Buster and War from the rule alone, beside the real one.
//!
//! Pays are typed in again here from the text; totals are counted by hand.

use cards::{Card, Rank};
use games::{Action, Event, HandState, Keep, Round, Seat};
use money::Cents;
use rulebook::Rulebook;

use crate::random_play::{Deck, Dice, play_out, random_bets, random_plain_table};

/// Tables opened for a game, and rounds played at each.
const TABLES: usize = 8_000;
const AT_A_TABLE: usize = 5;

fn value(rank: Rank) -> u32 {
    match rank {
        Rank::Ace => 1,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank.index() as u32 + 2,
    }
}

/// The best total: an ace counts eleven if that does not bust.
fn total(cards: &[Card]) -> u32 {
    let hard: u32 = cards.iter().map(|card| value(card.rank())).sum();
    let has_ace = cards.iter().any(|card| card.rank() == Rank::Ace);
    if has_ace && hard + 10 <= 21 { hard + 10 } else { hard }
}

fn is_natural(cards: &[Card]) -> bool {
    cards.len() == 2 && total(cards) == 21
}

/// Pays of 20:18:15:30.07(8) for busts with 3, 4, 5, 6, 7 and 8 or more cards; 0 is a push.
const BUSTER: [(&str, [i64; 6]); 18] = [
    ("H1", [2, 2, 4, 15, 50, 250]),
    ("H2", [2, 2, 3, 12, 50, 250]),
    ("H3", [1, 2, 8, 20, 50, 250]),
    ("S1", [2, 2, 5, 15, 50, 250]),
    ("S2", [2, 2, 4, 12, 50, 250]),
    ("S3", [1, 2, 9, 20, 50, 250]),
    ("H4", [2, 2, 4, 20, 40, 100]),
    ("H5", [2, 2, 3, 15, 50, 100]),
    ("H6", [1, 2, 8, 20, 50, 100]),
    ("S4", [2, 2, 5, 20, 50, 100]),
    ("S5", [2, 2, 4, 15, 50, 100]),
    ("S6", [1, 2, 9, 20, 50, 100]),
    ("H7", [0, 4, 8, 20, 50, 150]),
    ("H8", [0, 4, 8, 15, 50, 250]),
    ("H9", [0, 4, 8, 15, 50, 500]),
    ("S7", [0, 4, 9, 25, 50, 150]),
    ("S8", [0, 4, 9, 20, 50, 250]),
    ("S9", [0, 4, 9, 20, 50, 500]),
];

/// What a seat bet at the start.
fn bet_of(round: &Round, seat: &Seat, id: &str) -> Cents {
    let mut events = round.log().events().iter().rev();
    let found = events.find_map(|event| match event {
        Event::Bet { seat: number, bet, amount } if *number == seat.number && *bet == id => {
            Some(*amount)
        }
        _ => None,
    });
    found.unwrap_or(Cents::ZERO)
}

fn has_done(round: &Round, seat: &Seat, wanted: Action) -> bool {
    round.log().events().iter().any(|event| {
        matches!(event, Event::Decided { seat: number, action, .. }
            if *number == seat.number && *action == wanted)
    })
}

/// What a hand of a seat gets back, by the rule.
fn hand_returns(round: &Round, seat: &Seat, index: usize) -> Cents {
    let (hand, dealers) = (&seat.hands[index], round.felt().dealer.cards());
    let (cards, stake) = (hand.cards.cards(), hand.stake);
    let is_split = seat.hands.len() > 1;
    let peeks = round.table().option("peek") == Some("true");
    if !is_split && is_natural(cards) {
        if is_natural(dealers) {
            return stake;
        }
        let pays = match round.table().option("blackjack-pays") {
            Some("6 to 5") => (6, 5),
            Some("8 to 5") => (8, 5),
            Some("2 to 1") => (2, 1),
            _ => (3, 2),
        };
        return stake + Cents::new(stake.get() * pays.0 / pays.1);
    }
    if hand.state == HandState::Surrendered {
        // Half is kept; without a peek nothing is saved from a blackjack [BJ-9], which takes the
        // original wager only [BJ-3].
        let is_lost = is_natural(dealers) && !peeks;
        return match (is_lost, index) {
            (true, 0) => Cents::ZERO,
            (true, _) => stake,
            (false, _) => Cents::new(stake.get() / 2),
        };
    }
    match (total(cards), total(dealers)) {
        (own, _) if own > 21 => Cents::ZERO,
        // Only the original wager is lost to a blackjack [BJ-3].
        _ if is_natural(dealers) && index > 0 => stake,
        _ if is_natural(dealers) => hand.doubled,
        (own, dealer) if dealer > 21 || own > dealer => stake * 2,
        (own, dealer) if own == dealer => stake,
        _ => Cents::ZERO,
    }
}

fn buster_returns(round: &Round, schedule: &str, stake: Cents) -> Cents {
    let dealers = round.felt().dealer.cards();
    if total(dealers) <= 21 {
        return Cents::ZERO;
    }
    let (_, pays) = BUSTER.iter().find(|(name, _)| *name == schedule).unwrap();
    stake + stake * pays[(dealers.len() - 3).min(5)]
}

/// The expected lines of a seat: wager, hand, returned.
fn expected(round: &Round, seat: &Seat) -> Vec<(&'static str, Option<u8>, Cents)> {
    let game = round.table().section().game.as_str();
    let dealers = round.felt().dealer.cards();
    let mut lines = Vec::new();
    let first = bet_of(round, seat, "blackjack");
    let war = bet_of(round, seat, "war");
    if game == "war-blackjack" && war > Cents::ZERO {
        // Ace low: its value among ranks is one below the deuce.
        let low = |card: Card| (card.rank().index() + 1) % 13;
        let wins = low(seat.cards()[0]) > low(dealers[0]);
        lines.push(("war", None, if wins { war * 2 } else { Cents::ZERO }));
    }
    if has_done(round, seat, Action::Insure) {
        let edition = round.table().section().edition.id.to_string();
        let pressed = if !has_done(round, seat, Action::Press) {
            Cents::ZERO
        } else if edition == "proposed" {
            war
        } else {
            war * 2
        };
        let insured = Cents::new((first + pressed).get() / 2);
        let returned = if is_natural(dealers) { insured * 3 } else { Cents::ZERO };
        lines.push(("insurance", None, returned));
    }
    for index in 0..seat.hands.len() {
        let number = (seat.hands.len() > 1).then_some(index as u8 + 1);
        lines.push(("blackjack", number, hand_returns(round, seat, index)));
    }
    let buster = bet_of(round, seat, "buster");
    if buster > Cents::ZERO {
        let posting = round.table().posting();
        let hits = round.table().option("soft-17") == Some("hit");
        let by_option = if hits { "H1" } else { "S1" };
        let schedule = posting.schedules.get("buster").map_or(by_option, String::as_str);
        lines.push(("buster", None, buster_returns(round, schedule, buster)));
        let least: Cents = match round.table().option("buster-bonus-minimum") {
            Some(text) => text.parse().unwrap(),
            None => Cents::ZERO,
        };
        let is_on = round.table().option("buster-bonus") == Some("on");
        let natural = seat.hands.len() == 1 && is_natural(seat.cards());
        if is_on && natural && buster >= least && total(dealers) > 21 && dealers.len() >= 7 {
            let amount = match (dealers.len(), posting.options.get("buster-bonus-7-cards")) {
                (7, None) => Cents::dollars(1_000),
                (7, Some(amount)) => amount.parse().unwrap(),
                _ => match posting.options.get("buster-bonus-8-cards") {
                    None => Cents::dollars(8_000),
                    Some(amount) => amount.parse().unwrap(),
                },
            };
            lines.push(("buster-bonus", None, amount));
        }
    }
    lines
}

#[test]
fn blackjack_buster_and_war_settle_as_a_plain_reading_of_the_rule_does() {
    for id in ["blackjack", "buster-blackjack", "war-blackjack"] {
        let book = Rulebook::embedded();
        let game = book.game(id).unwrap();
        let mut dice = Dice(0xb1ac);
        let mut naturals = 0;
        let mut busts = [0usize; 9];
        let mut table = random_plain_table(book, game, &mut dice);
        for number in 0..TABLES * AT_A_TABLE {
            if number % AT_A_TABLE == 0 {
                table = random_plain_table(book, game, &mut dice);
            }
            let mut deck = Deck::new(table.decks());
            // Half of the time only low cards and tens are dealt, so that dealers bust with many; a
            // single deck would run out of them.
            if number % 2 == 0 && table.decks().get() >= 4 {
                deck.keep(|card| value(card.rank()) <= 4 || value(card.rank()) == 10);
            }
            let mut round = random_bets(&table, &mut dice, Keep::Log);
            play_out(&mut round, &mut deck, &mut dice);
            let dealers = round.felt().dealer.cards();
            naturals += usize::from(is_natural(dealers));
            busts[dealers.len().min(8)] += usize::from(total(dealers) > 21);
            for seat in &round.felt().seats {
                let own = round.settlement().lines.iter().filter(|line| line.seat == seat.number);
                let mut found: Vec<_> =
                    own.map(|line| (line.wager, line.hand, line.returned)).collect();
                let mut wanted = expected(&round, seat);
                found.sort();
                wanted.sort();
                assert_eq!(found, wanted, "{id} round {number}\n{}", round.log_text());
            }
        }
        assert!(naturals > 500, "{id}: {naturals} dealer's blackjacks");
        assert!(busts[3..=6].iter().all(|count| *count > 50), "{id}: {busts:?}");
    }
}
