//! Phil 'em up: the published figure, and every deal counted a second time by substituting all cards for the joker.

use std::collections::BTreeMap;

use cards::{Card, DECK, Rank};
use num_bigint::BigUint;
use odds::{Ask, Exact, Silent, Subject, analyse_changed, changed, fraction, percent, solve};
use rayon::prelude::*;
use rulebook::Rulebook;

use crate::plain;

const GAME: &str = "phil-em-up";

fn subject(joker: &str) -> Subject {
    let options = BTreeMap::from([("joker".to_owned(), joker.to_owned())]);
    Subject::open(Rulebook::embedded(), GAME, None, options).unwrap()
}

/// What a bet of one is up or down, by what the five cards are as [`plain::five`] says (10 for five aces), and whether
/// the joker is among them.
fn pay((kind, pair): (u8, u8), joker: bool, five_aces: i64) -> i64 {
    match (kind, joker) {
        (10, _) => five_aces,
        (9, false) => 250,
        (9, true) => 100,
        (8, false) => 50,
        (8, true) => 25,
        (7, _) => 20,
        (6, _) => 15,
        (5, _) => 9,
        (4, _) => 7,
        (3, _) => 3,
        (2, _) => 2,
        (1, _) if pair >= 10 => 1,
        _ => -1,
    }
}

/// The best paid of all cards that the joker may stand for: an ace, or what completes a straight flush, and with
/// `completes` a straight or a flush too. As an ace alone it has no suit, so it makes no flush.
fn with_joker(four: [Card; 4], completes: bool, five_aces: i64) -> i64 {
    let is_ace = |card: &Card| card.rank() == Rank::Ace;
    if four.iter().all(is_ace) {
        return five_aces;
    }
    let [a, b, c, d] = four;
    let stands_for = DECK.into_iter().filter(|card| !four.contains(card)).filter_map(|card| {
        let kind = plain::five([a, b, c, d, card]);
        let may = match kind.0 {
            8 | 9 => true,
            5 => completes,
            4 => completes || is_ace(&card),
            _ => is_ace(&card),
        };
        may.then(|| pay(kind, true, five_aces))
    });
    stands_for.max().unwrap()
}

/// For every set of four of the 53 cards what a bet of one is up or down over the 49 last cards; and the sum over all
/// deals of one bet and, where that is not a loss, a second.
fn second_count(completes: bool, five_aces: i64) -> Exact {
    let value: i64 = plain::sets(4)
        .par_iter()
        .map(|set| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|place| DECK[set[place]]);
            let last = DECK.iter().filter(|card| ![a, b, c, d].contains(card));
            let natural: i64 =
                last.map(|e| pay(plain::five([a, b, c, d, *e]), false, five_aces)).sum();
            let sum = natural + with_joker([a, b, c, d], completes, five_aces);
            sum + sum.max(0)
        })
        .sum();
    let joker: i64 = plain::sets(3)
        .par_iter()
        .map(|set| {
            let [a, b, c] = [0, 1, 2].map(|place| DECK[set[place]]);
            let last = DECK.iter().filter(|card| ![a, b, c].contains(card));
            let sum: i64 = last.map(|d| with_joker([a, b, c, *d], completes, five_aces)).sum();
            sum + sum.max(0)
        })
        .sum();
    fraction(-(value + joker), 14_348_425)
}

fn edge(subject: &Subject, changes: &[&str]) -> Exact {
    let first = odds::schedules(subject, "bet").remove(0);
    let changes: Vec<odds::Change> = changes.iter().map(|text| text.parse().unwrap()).collect();
    let changed = changed(subject, &first, &changes).unwrap();
    let book = Rulebook::embedded();
    let found = analyse_changed(book, subject, &changed, &Ask::default(), &Silent).unwrap();
    found[0].house_edge()
}

/// FACTS: 3.3067% over 53C5 x 5 = 14,348,425 deals with the Las Vegas joker and five aces at 1,000 to 1 [PEU-3].
#[test]
fn peu_3_the_las_vegas_game_has_the_published_edge() {
    let las_vegas = subject("straights-and-flushes");
    let found = edge(&las_vegas, &["five aces=1000 to 1"]);
    assert_eq!(percent(&found, 4), "3.3067%");
    assert_eq!(found, second_count(true, 1_000));
    let solution = solve(&las_vegas, "bet", None, None, &Silent).unwrap();
    assert_eq!(*solution.distribution.space(), BigUint::from(14_348_425u32));
    let decided: BigUint = solution.actions.iter().map(|share| &share.combinations).sum();
    assert_eq!(decided, *solution.distribution.space());
    // Five of the deals give five aces, each a set of four doubled: 5 x 2 x 500 less.
    assert_eq!(edge(&las_vegas, &[]) - found, fraction(5 * 2 * 500, 14_348_425));
}

#[test]
fn peu_1_the_printed_joker_is_counted_again() {
    assert_eq!(edge(&subject("straight-flush"), &[]), second_count(false, 500));
}

/// By hand: with As Ah and two aces up, the joker makes five aces (500), 48 other cards four of a kind (20).
#[test]
fn peu_5_values_of_a_decision_by_hand() {
    let solution = solve(&subject("straight-flush"), "bet", None, None, &Silent).unwrap();
    let values = |own: &str, board: &str| {
        let [own, board] = [own, board].map(|text| cards::parse_cards(text).unwrap());
        let spot = odds::Spot { own, board, ..odds::Spot::default() };
        let values = solution.advisor.values(&spot);
        values.map(|values| {
            let said = values.into_iter().map(|it| (it.action.to_string(), it.value));
            said.collect::<Vec<_>>()
        })
    };
    let sum = 500 + 48 * 20;
    let said = |double, stay| {
        let fractions = [("double", double), ("stay", stay)];
        let mut all = fractions.map(|(word, sum)| (word.to_owned(), fraction(sum, 49))).to_vec();
        all.sort_by(|a, b| b.1.cmp(&a.1));
        all
    };
    assert_eq!(values("As Ah", "Ad Ac").unwrap(), said(2 * sum, sum));
    // 2-7-9-J of four suits: the joker, an ace, leaves ace high; three jacks and no other card of the 49 pay.
    let sum = 3 - 46;
    assert_eq!(values("2c 7d", "9h Js").unwrap(), said(2 * sum, sum));
    // K-Q-7 of spades with the joker as an ace: 3 kings and 3 queens pair it with an ace high, 4 aces make a pair of
    // aces, and a spade makes no flush: 10 cards pay, 39 lose.
    let sum = 10 - 39;
    assert_eq!(values("Ks Qs", "7s Jk").unwrap(), said(2 * sum, sum));
    for (own, board) in
        [("As", "Ad Ac"), ("As Ah", "Ad"), ("As As", "Ad Ac"), ("As Ah", "Ad Ac Kd")]
    {
        assert!(values(own, board).is_err(), "{own} / {board}");
    }
}
