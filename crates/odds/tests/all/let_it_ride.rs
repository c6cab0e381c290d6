//! Let it ride, against published figures, a plain count of every hand, and the real rounds.

use cards::{Card, DECK};
use num_bigint::BigUint;
use odds::{
    Ask, Body, Exact, Silent, Spot, SpotError, Subject, analyse, fraction, percent, simple, solve,
    whole,
};

use crate::at_the_table::{analysis, chooses_the_best, play, subject, what_if};
use crate::plain;

const GAME: &str = "let-it-ride";

fn base(rows: &[(&str, &str)]) -> Subject {
    what_if(GAME, "base", "A", "bet-3", rows)
}

/// The schedule of most casinos, which the rule does not have.
const USUAL: &[(&str, &str)] = &[
    ("royal flush", "1,000 to 1"),
    ("straight flush", "200 to 1"),
    ("four of a kind", "50 to 1"),
    ("full house", "11 to 1"),
    ("flush", "8 to 1"),
];

#[test]
fn known_figures() {
    let usual = analysis(&base(USUAL), "base", "A");
    assert_eq!(percent(&usual.house_edge(), 4), "3.5057%");
    let mut rows = USUAL.to_vec();
    rows[0] = ("royal flush", "500 to 1");
    assert_eq!(percent(&analysis(&base(&rows), "base", "A").house_edge(), 4), "3.7365%");
    let bonus =
        |id| percent(&analysis(&subject(GAME, &[]), "three-card-bonus", id).house_edge(), 4);
    assert_eq!(bonus("D"), "2.1357%");
    assert_eq!(bonus("F"), "7.0950%");
}

/// The pays as (9) prints them, royal flush first, then down to a pair of tens.
const A: [i64; 9] = [500, 100, 25, 15, 10, 5, 3, 2, 1];
const B: [i64; 9] = [200, 100, 40, 15, 9, 5, 3, 2, 1];

fn pay(pays: [i64; 9], (category, pair): (u8, u8)) -> i64 {
    match category {
        0 => -1,
        1 if pair < 10 => -1,
        category => pays[9 - usize::from(category)],
    }
}

/// Every hand of three and four cards, without suit classes: the edge, the bets at risk and the
/// variance are the same to the last digit.
#[test]
fn a_plain_count_of_every_hand_agrees() {
    for (id, pays) in [("A", A), ("B", B)] {
        let four = plain::sums_of_four(|hand| pay(pays, hand));
        let (mut value, mut wagers, mut squares) = (0i64, 0i64, 0i64);
        for own in plain::sets(3) {
            let next = || (0..52).filter(|card| !own.contains(card));
            let first: i64 = next().map(|card| four[plain::place_with(&own, card)]).sum();
            for card in next() {
                let last = four[plain::place_with(&own, card)];
                let riding = 1 + i64::from(first >= 0) + i64::from(last >= 0);
                value += riding * last;
                wagers += riding * 48;
                // Bets are squared below, once for each four cards.
                squares += riding * riding * squared(&four_of(&own, card), pays);
            }
        }
        let space = 22_100 * 49 * 48;
        let found = analysis(&subject(GAME, &[]), "base", id);
        assert_eq!(*found.distribution.space(), BigUint::from(space as u64));
        assert_eq!(found.house_edge(), fraction(-value, space));
        assert_eq!(found.distribution.average_wager(), fraction(wagers, space));
        let mean = fraction(value, space);
        let variance = fraction(squares, space) - &mean * &mean;
        assert_eq!(found.distribution.variance(), variance);
    }
}

fn four_of(own: &[usize], card: usize) -> [Card; 4] {
    [DECK[own[0]], DECK[own[1]], DECK[own[2]], DECK[card]]
}

fn squared([a, b, c, d]: &[Card; 4], pays: [i64; 9]) -> i64 {
    let fifth = DECK.iter().filter(|card| ![a, b, c, d].contains(card));
    fifth.map(|e| pay(pays, plain::five([*a, *b, *c, *d, *e])).pow(2)).sum()
}

/// The choices of both decisions add up to every deal.
#[test]
fn actions_add_up() {
    let found = analysis(&subject(GAME, &[]), "base", "B");
    for at in ["on three cards", "on four cards"] {
        let shares = found.actions.iter().filter(|share| share.at == at);
        let sum: BigUint = shares.map(|share| &share.combinations).sum();
        assert_eq!(sum, *found.distribution.space());
    }
}

/// Five-card counts of KNOWN, royal flush first, down to two pair.
const FIVES: [i64; 8] = [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552];

#[test]
fn bonus_by_the_known_counts_with_and_without_the_stake() {
    let pays: [(&str, [i64; 8]); 4] = [
        ("A", [10_000, 2_000, 400, 200, 50, 25, 5, 0]),
        ("B", [5_000, 2_000, 100, 75, 50, 25, 8, 4]),
        ("C", [5_000, 1_000, 200, 150, 75, 25, 10, 0]),
        ("D", [5_000, 1_000, 100, 75, 50, 25, 8, 5]),
    ];
    let ask = |id: &str| Ask {
        wager: Some("bonus".to_owned()),
        schedule: Some(id.to_owned()),
        ..Ask::default()
    };
    for (id, pays) in pays {
        let paid: i64 = FIVES.iter().zip(pays).map(|(count, pay)| count * pay).sum();
        let winning = FIVES.iter().zip(pays).filter(|(_, pay)| *pay > 0).map(|(count, _)| count);
        let winning: i64 = winning.sum();
        let edge = |returned: i64| whole(1) - fraction(returned, 2_598_960);
        let both = analyse(&subject(GAME, &[]), &ask(id), &Silent).unwrap();
        let edges: Vec<Exact> = both.iter().map(odds::Analysis::house_edge).collect();
        assert_eq!(edges, [edge(paid + winning), edge(paid)]);
        assert_eq!(both[1].options["stake-kept"], "true");
        let kept = analyse(&subject(GAME, &[("stake-kept", "true")]), &ask(id), &Silent).unwrap();
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].house_edge(), edge(paid));
    }
}

/// A-K-Q of a suit, other straight flushes, threes of a kind, straights, flushes, pairs.
const THREES: [i64; 6] = [4, 44, 52, 720, 1_096, 3_744];

#[test]
fn three_card_bonus_by_the_known_counts_as_read_and_as_printed() {
    // The pair as read, and as printed [LIR-3].
    let pays: [(&str, [i64; 5], i64); 6] = [
        ("A", [40, 40, 30, 6, 4], 1),
        ("B", [40, 40, 30, 5, 4], 25),
        ("C", [40, 40, 30, 6, 3], 25),
        ("D", [50, 40, 30, 6, 4], 25),
        ("E", [50, 40, 30, 5, 4], -1),
        ("F", [50, 40, 30, 6, 3], -1),
    ];
    for (id, pays, printed) in pays {
        for (options, pair) in [(&[][..], 1), (&[("printed", "true")][..], printed)] {
            let found = analysis(&subject(GAME, options), "three-card-bonus", id);
            let rows = THREES.iter().zip(pays.into_iter().chain([pair]));
            let value: i64 = rows.map(|(count, pay)| count * pay).sum();
            assert_eq!(found.house_edge(), fraction(16_440 - value, 22_100), "{id} {options:?}");
        }
    }
}

#[test]
fn progressives_at_the_seed() {
    let fixed = [300, 50, 40, 30, 9].iter().zip(&FIVES[2..]).map(|(pay, count)| pay * count);
    let fixed: i64 = fixed.sum();
    for (id, nominal) in [("LIRP-1", 1), ("PMG-01", 1), ("PMG-02", 5)] {
        let found = analysis(&subject(GAME, &[]), "progressive", id);
        let meter = found.meter.as_ref().unwrap();
        let seed = meter.seed.get() / 100;
        let share = fraction(4 * seed + 36 * seed / 10, 2_598_960 * nominal);
        assert_eq!(found.house_edge(), whole(1) - fraction(fixed, 2_598_960) - share, "{id}");
    }
}

fn spot(own: &str, board: &str, so_far: &[games::Action]) -> Spot {
    let cards = |text: &str| cards::parse_cards(text).unwrap();
    Spot { own: cards(own), board: cards(board), dealer: Vec::new(), so_far: so_far.to_vec() }
}

/// Bet 1 on single hands, by trying every board.
#[test]
fn values_of_single_hands() {
    let solution = solve(&subject(GAME, &[]), "base", Some("A"), None, &Silent).unwrap();
    for text in ["Ts Th 2d", "9s 8s 7s", "As Ks 2s", "Jd Td 8d", "7c 5d 2h", "3c 3d 3h"] {
        let own: [Card; 3] = cards::parse_cards(text).unwrap().try_into().unwrap();
        let others = |not: &[Card]| {
            let not = not.to_vec();
            DECK.into_iter().filter(move |card| !not.contains(card))
        };
        let (mut bet, mut second) = (0, 0);
        for first in others(&own) {
            let [a, b, c] = own;
            let last = others(&[a, b, c, first]);
            let sum: i64 = last.map(|card| pay(A, plain::five([a, b, c, first, card]))).sum();
            bet += sum;
            second += sum.max(0);
            let values = solution
                .advisor
                .values(&spot(text, &first.to_string(), &[games::Action::Pull]))
                .unwrap();
            let ride = values.iter().find(|valued| valued.action == games::Action::Ride).unwrap();
            assert_eq!(ride.value, fraction(2 * sum, 48));
        }
        let values = solution.advisor.values(&spot(text, "", &[])).unwrap();
        let value = |action| values.iter().find(|valued| valued.action == action).unwrap();
        assert_eq!(value(games::Action::Ride).value, fraction(2 * bet + second, 49 * 48));
        assert_eq!(value(games::Action::Pull).value, fraction(bet + second, 49 * 48));
    }
}

#[test]
fn spots_that_make_no_sense_are_refused() {
    let solution = solve(&subject(GAME, &[]), "base", None, None, &Silent).unwrap();
    let values = |own, board| solution.advisor.values(&spot(own, board, &[]));
    assert!(matches!(values("Ts Th", ""), Err(SpotError::Cards { what: "hand", has: 2, .. })));
    assert!(matches!(values("Ts Th 2d", "Ts"), Err(SpotError::Twice(_))));
    assert!(matches!(values("Ts Th 2d", "3s 4s"), Err(SpotError::Cards { what: "board", .. })));
    let odd = spot("Ts Th 2d", "3s", &[games::Action::Fold]);
    assert!(matches!(solution.advisor.values(&odd), Err(SpotError::NoDecision(_))));
}

/// In real rounds the advisor takes the best choice, and the round pays what the plain count says.
#[test]
fn rounds_are_played_best_and_paid_alike() {
    for (id, pays) in [("A", A), ("B", B)] {
        let solution = solve(&subject(GAME, &[]), "base", Some(id), None, &Silent).unwrap();
        let played = play(GAME, "base", id, &*solution.advisor, 2_000);
        chooses_the_best(&played, &*solution.advisor);
        for round in &played {
            let five = [&round.own[..], &round.board].concat().try_into().unwrap();
            let riding = round.decisions.iter().filter(|d| d.action == games::Action::Ride).count();
            assert_eq!(round.net, (1 + riding as i64) * pay(pays, plain::five(five)));
        }
    }
}

#[test]
fn simple_strategies_cost_something_and_the_published_one_nothing() {
    let usual = base(USUAL);
    let best = solve(&usual, "base", Some("A"), None, &Silent).unwrap().distribution.house_edge();
    for each in simple(&usual, "base") {
        let played = solve(&usual, "base", Some("A"), Some(each.id), &Silent).unwrap();
        let cost = played.distribution.house_edge() - &best;
        assert_eq!(cost == whole(0), each.id == "basic", "{} costs {cost}", each.id);
        assert!(cost >= whole(0));
        assert_eq!(*played.distribution.space(), 51_979_200u32.into());
    }
    // Taken back twice, the third bet alone: -1 + the return of 2,598,960 hands.
    let pulled =
        solve(&subject(GAME, &[]), "base", Some("A"), Some("never-ride"), &Silent).unwrap();
    let paid: i64 = FIVES.iter().zip(A).map(|(count, pay)| count * (pay + 1)).sum();
    let tens = 5 * 84_480 * 2;
    let edge = whole(1) - fraction(paid + tens, 2_598_960);
    assert_eq!(pulled.distribution.house_edge(), edge);
}

#[test]
fn the_charts_are_exact_for_every_schedule_of_the_rule() {
    for id in ["A", "B"] {
        let solution = solve(&subject(GAME, &[]), "base", Some(id), None, &Silent).unwrap();
        let charts = solution.advisor.charts();
        assert_eq!(charts.len(), 2);
        for chart in charts {
            assert!(chart.note.contains("Exactly optimal"), "{}: {}", chart.title, chart.note);
            let Body::Rules(rules) = chart.body else { panic!("rules are expected") };
            assert!(rules.len() < 10 && rules.last().unwrap() == "Pull the rest.");
        }
    }
}

/// Odd pays: rows gone, halves, sums beyond 64 bits, denominators without a common part.
#[test]
fn odd_pays_break_nothing() {
    let odd: [&[(&str, &str)]; 6] = [
        &[("pair of tens or better", "")],
        &[("straight", "3 to 2"), ("flush", "7 to 3")],
        &[("royal flush", "100,000,000 to 1")],
        &[("two pair", "push")],
        &[("two pair", "1 to 41"), ("straight", "1 to 43"), ("flush", "1 to 47")],
        &[("royal flush", ""), ("straight flush", ""), ("flush", ""), ("straight", "")],
    ];
    for rows in odd {
        let subject = base(rows);
        let best = solve(&subject, "base", Some("A"), None, &Silent).unwrap();
        assert_eq!(*best.distribution.space(), 51_979_200u32.into());
        for each in simple(&subject, "base") {
            let played = solve(&subject, "base", Some("A"), Some(each.id), &Silent).unwrap();
            assert!(played.distribution.house_edge() >= best.distribution.house_edge());
        }
        assert_eq!(best.advisor.charts().len(), 2);
    }
}
