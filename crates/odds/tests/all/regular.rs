//! What every choice of a decision in a round is worth, against what the regular chooses and what is known.

use cards::{Card, DECK};
use games::{Action, Keep, Next, Posting, Round, SeatNumber, Table};
use money::Cents;
use odds::{Regular, Silent, Subject, Worth, decimal, solve};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use rulebook::Rulebook;
use std::collections::BTreeMap;
use std::sync::Arc;

fn games() -> impl Iterator<Item = &'static str> {
    Rulebook::embedded().games().iter().map(|game| game.id.as_str())
}

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
fn each_decision(game: &str, rounds: u64, mut check: impl FnMut(&Round, &Regular, &games::Choice)) {
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
    for game in games() {
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

/// What a seat has won with the lines of a wager.
fn won(round: &Round, wager: &str) -> i64 {
    let wager = round.table().section().wager(wager).unwrap();
    let lines = round
        .settlement()
        .lines
        .iter()
        .filter(|line| wager.lines.iter().any(|id| id == line.wager));
    lines.map(|line| (line.returned - line.staked).get()).sum()
}

/// A choice that ends a wager is worth what the settlement pays, in units: a fold, a hand laid down, a surrender.
#[test]
fn odd_1_a_value_is_what_the_round_pays_in_units() {
    let ends =
        |action: &Action| matches!(action, Action::Fold | Action::LayDown | Action::Surrender);
    let mut ended = BTreeMap::new();
    for (game, rounds) in
        games().map(|game| (game, if game == "silverado-stud" { 400 } else { 40 }))
    {
        each_decision(game, rounds, |round, regular, choice| {
            let Some(&action) = choice.actions.iter().find(|action| ends(action)) else { return };
            let worth = regular.values(round, choice).unwrap();
            let value = worth.choices.iter().find(|valued| valued.action == action).unwrap();
            let mut after = round.clone();
            let felt = round.felt();
            let hands = felt.seats.iter().flat_map(|seat| &seat.hands).map(|hand| &hand.cards);
            let out: Vec<Card> = hands
                .chain([&felt.dealer, &felt.board, &felt.burns])
                .flat_map(|pile| pile.cards())
                .copied()
                .collect();
            let mut rest = DECK.iter().copied().filter(|card| !out.contains(card));
            let (mut decided, seat) = (action, SeatNumber::FIRST);
            loop {
                match after.next().clone() {
                    Next::Card(_) => after.card(rest.next().unwrap()).unwrap(),
                    Next::Decision(choice) => {
                        let action = if choice.allows(decided, Cents::dollars(1)) {
                            decided
                        } else {
                            Action::Stand
                        };
                        let hand = choice.hand;
                        after.apply(games::Op::Decide { seat, hand, action, tip: None }).unwrap();
                        decided = Action::Stand;
                    }
                    Next::Done => break,
                    Next::Bets | Next::Award(_) => {
                        unreachable!("the bets are locked, none on a meter")
                    }
                }
            }
            let unit = worth.unit.amount(regular.bets()[0].1).get() as f64;
            let paid = won(&after, &worth.wager) as f64 / unit;
            assert!(
                (decimal(&value.value) - paid).abs() < 1e-9,
                "{game}: {action} is {} of {}, not {paid}",
                value.value,
                worth.unit.words()
            );
            *ended.entry(game).or_insert(0) += 1;
        });
    }
    for game in ["casino-war", "three-card-poker", "mississippi-stud"] {
        assert!(ended.contains_key(game), "{ended:?}");
    }
}

/// Silverado's unit is both bets: not to raise a hand is worth what it wins with each of the 47 cards that may lie under
/// the first community card, on average.
#[test]
fn odd_1_the_unit_of_silverado_is_both_bets_together() {
    let (table, regular) = open("silverado-stud");
    let [own, first] = ["Kh Kd 7c 2s", "5d"].map(|text| cards::parse_cards(text).unwrap());
    let at_raise = |last: Card| {
        let mut cards = own.iter().chain(&first).copied().chain([last]);
        let mut round = Round::new(&table, Keep::Nothing);
        for (bet, amount) in regular.bets() {
            round.bet(SeatNumber::FIRST, bet, *amount).unwrap();
        }
        round.lock().unwrap();
        while matches!(round.next(), Next::Card(_)) {
            round.card(cards.next().unwrap()).unwrap();
        }
        round.act(SeatNumber::FIRST, Action::Set(own[3])).unwrap();
        round
    };
    let is_left = |card: &Card| !own.contains(card) && !first.contains(card);
    let left: Vec<Card> = DECK.iter().copied().filter(is_left).collect();
    let won = left.iter().map(|last| {
        let mut round = at_raise(*last);
        round.act(SeatNumber::FIRST, Action::NoRaise).unwrap();
        won(&round, "base")
    });
    let won = won.sum::<i64>() as f64 / left.len() as f64;
    let round = at_raise(left[0]);
    let Next::Decision(choice) = round.next() else { panic!("the raise is decided") };
    let worth = regular.values(&round, choice).unwrap();
    let unit = worth.unit.amount(regular.bets()[0].1);
    assert_eq!((left.len(), unit), (47, regular.bets()[0].1 * 2));
    let not = worth.choices.iter().find(|valued| valued.action == Action::NoRaise).unwrap();
    assert!((decimal(&not.value) - won / unit.get() as f64).abs() < 1e-9, "{} {won}", not.value);
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
