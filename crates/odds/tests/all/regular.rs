//! What every choice of a decision in a round is worth, against what the regular chooses and what is known.

use cards::{Card, DECK};
use games::{Keep, Next, Posting, Round, SeatNumber, Table};
use odds::{Regular, Silent, Subject, Worth, decimal, solve};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use rulebook::Rulebook;
use std::collections::BTreeMap;
use std::sync::Arc;

const GAMES: [&str; 13] = [
    "let-it-ride",
    "three-card-poker",
    "caribbean-stud",
    "silverado-stud",
    "four-card-poker",
    "texas-holdem-bonus",
    "mississippi-stud",
    "ultimate-texas-holdem",
    "holdem-212",
    "blackjack",
    "buster-blackjack",
    "war-blackjack",
    "phil-em-up",
];

fn open(game: &str) -> (Arc<Table>, Regular) {
    let posting = Posting { game: game.to_owned(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting.clone()).unwrap();
    (table, Regular::open(Rulebook::embedded(), &posting).unwrap())
}

fn dealt(table: &Table, random: &mut SmallRng) -> Vec<Card> {
    let mut cards: Vec<Card> = table.decks().in_order().collect();
    cards.shuffle(random);
    cards
}

/// Plays rounds in which the player errs now and then, so that odd spots come up too; every decision is checked.
fn each_decision(game: &str, rounds: u64, check: impl Fn(&Round, &Regular, &games::Choice)) {
    let (table, regular) = open(game);
    let mut random = SmallRng::seed_from_u64(7);
    for _ in 0..rounds {
        let cards = dealt(&table, &mut random);
        let mut cards = cards.iter();
        let mut round = Round::new(&table, Keep::Nothing);
        for (bet, amount) in regular.bets() {
            round.bet(SeatNumber::FIRST, bet, *amount).unwrap();
        }
        if game == "war-blackjack" {
            round.bet(SeatNumber::FIRST, "war", money::Cents::dollars(10)).unwrap();
        }
        round.lock().unwrap();
        loop {
            match round.next().clone() {
                Next::Card(_) => round.card(*cards.next().unwrap()).unwrap(),
                Next::Decision(choice) => {
                    check(&round, &regular, &choice);
                    let best = regular.choose(&round, &choice).unwrap();
                    let errs = random.random_ratio(1, 3);
                    let action =
                        if errs { *choice.actions.choose(&mut random).unwrap() } else { best };
                    let (seat, hand) = (SeatNumber::FIRST, choice.hand);
                    round.apply(games::Op::Decide { seat, hand, action, tip: None }).unwrap();
                }
                Next::Done => break,
                Next::Bets | Next::Award(_) => unreachable!("the bets are locked, none on a meter"),
            }
        }
    }
}

/// The first of the values is the choice of the strategy, and none is larger.
#[test]
fn odd_1_the_largest_value_is_what_the_regular_chooses() {
    for game in GAMES {
        each_decision(game, 60, |round, regular, choice| {
            let Worth { choices, .. } = regular
                .values(round, choice)
                .unwrap_or_else(|| panic!("{game} {choice:?} {:?}", round.felt()));
            let chosen = regular.choose(round, choice).unwrap();
            assert_eq!(choices[0].action, chosen, "{game} {choices:?} {:?}", round.felt());
            let best = decimal(&choices[0].value);
            assert!(choices.iter().all(|valued| decimal(&valued.value) <= best + 1e-12));
            assert_eq!(choices.len(), choice.actions.len());
        });
    }
}

/// Nobody has looked for a blackjack while the dealer has one card, as when War is decided.
#[test]
fn a_dealer_with_one_card_has_not_looked() {
    let wars = std::cell::Cell::new(0);
    each_decision("war-blackjack", 60, |round, regular, choice| {
        let worth = regular.values(round, choice).unwrap();
        let says = worth.assumes.is_some_and(|words| words.contains("has already looked"));
        if round.felt().dealer.cards().len() < 2 {
            wars.set(wars.get() + 1);
            assert!(!says, "{choice:?}");
        }
    });
    assert!(wars.get() > 10, "{} wins at War were decided", wars.get());
}

/// `croupier strategy war-blackjack --wager war` and the game's page say so too: War is decided on the first cards, its
/// values take nothing for granted. The blackjack values do.
#[test]
fn war_2_is_decided_before_anyone_looks() {
    let subject = Subject::open(Rulebook::embedded(), "war-blackjack", None, BTreeMap::new());
    let subject = subject.unwrap();
    let of = |wager: &str| solve(&subject, wager, None, None, &Silent).unwrap().advisor.assumes();
    assert_eq!(of("war"), None);
    assert!(of("blackjack").is_some_and(|words| words.contains("has already looked")));
}

/// A round of one player with these cards dealt, up to the first decision.
fn worth(game: &str, cards: &str) -> Vec<(String, String)> {
    let (table, regular) = open(game);
    let given = cards::parse_cards(cards).unwrap();
    let rest: Vec<Card> = DECK.iter().copied().filter(|card| !given.contains(card)).collect();
    let (mut own, mut rest) = (given.iter(), rest.iter());
    let mut round = Round::new(&table, Keep::Nothing);
    for (bet, amount) in regular.bets() {
        round.bet(SeatNumber::FIRST, bet, *amount).unwrap();
    }
    round.lock().unwrap();
    loop {
        match round.next().clone() {
            Next::Card(want) => {
                let is_own = matches!(want.to, games::Recipient::Seat { .. });
                let card = if is_own { own.next() } else { None };
                round.card(*card.or_else(|| rest.next()).unwrap()).unwrap();
            }
            Next::Decision(choice) => {
                let worth = regular.values(&round, &choice).unwrap();
                let text = |valued: &odds::Valued| {
                    (valued.action.to_string(), format!("{:+.8}", decimal(&valued.value)))
                };
                return worth.choices.iter().map(text).collect();
            }
            other => panic!("{other:?}"),
        }
    }
}

/// What `croupier strategy --hand` prints for the same cards.
#[test]
fn odd_2_values_are_those_of_the_hand_alone() {
    let is = |game: &str, cards: &str, known: [(&str, &str); 2]| {
        let known = known.map(|(action, value)| (action.to_owned(), value.to_owned()));
        assert_eq!(worth(game, cards)[..2], known, "{game}");
    };
    // Q-7-4 is above Q-6-4, the lowest hand to play.
    is("three-card-poker", "Qs 7h 4d", [("play", "-0.95603561"), ("fold", "-1.00000000")]);
    is("let-it-ride", "Ts Th 4c", [("ride", "+4.33673469"), ("pull", "+2.89115646")]);
}

/// [BUS-1]: at a table with S1 the dealer stands on a soft 17, and a regular there plays against that dealer.
#[test]
fn bus_1_a_regular_plays_against_the_dealer_of_the_schedule() {
    let edge = |schedule: &str| {
        let posting = Posting {
            game: "buster-blackjack".to_owned(),
            schedules: BTreeMap::from([("buster".to_owned(), schedule.to_owned())]),
            ..Posting::default()
        };
        Regular::open(Rulebook::embedded(), &posting).unwrap().house_edge().unwrap()
    };
    let solved = |does: &str| {
        let options = BTreeMap::from([("soft-17".to_owned(), does.to_owned())]);
        let subject = Subject::open(Rulebook::embedded(), "buster-blackjack", None, options);
        let solution = solve(&subject.unwrap(), "blackjack", None, None, &Silent).unwrap();
        solution.distribution.house_edge()
    };
    assert_eq!([edge("S1"), edge("H1")], [solved("stand"), solved("hit")]);
}
