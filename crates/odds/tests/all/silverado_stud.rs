//! Silverado Stud, against a plain count of every hand and the real rounds.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use cards::{Card, DECK, Suit};
use games::Action;
use num_bigint::BigUint;
use odds::{Exact, Silent, Spot, SpotError, analyse, fraction, simple, solve, whole};
use rayon::prelude::*;

use crate::at_the_table::{analysis, chooses_the_best, play, subject, what_if};
use crate::plain;

const GAME: &str = "silverado-stud";
const SPACE: u64 = 270_725 * 48 * 47;

/// The tables as (9) prints them.
#[derive(Clone, Copy)]
struct Printed {
    id: &'static str,
    /// Royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind,
    /// two pair.
    five: [i64; 8],
    /// The lowest pair that pays, and the lowest that pushes.
    pairs: [u8; 2],
    /// Four of a kind and two pair as dealt.
    dealt: [Option<i64>; 2],
    /// Royal flush, straight flush, three of a kind, straight, flush, pair.
    three: [i64; 6],
}

const PRINTED: [Printed; 4] = [
    Printed {
        id: "A-A",
        five: [200, 100, 15, 9, 7, 5, 3, 2],
        pairs: [11, 11],
        dealt: [Some(50), None],
        three: [15, 15, 8, 4, 3, 1],
    },
    Printed {
        id: "A2-J",
        five: [500, 100, 20, 10, 7, 5, 3, 2],
        pairs: [11, 11],
        dealt: [Some(50), Some(2)],
        three: [30, 15, 10, 4, 3, 1],
    },
    Printed {
        id: "B-R",
        five: [500, 100, 15, 9, 7, 6, 3, 2],
        pairs: [12, 10],
        dealt: [Some(40), Some(2)],
        three: [30, 15, 8, 5, 3, 1],
    },
    Printed {
        id: "B-U",
        five: [200, 100, 20, 9, 7, 5, 3, 2],
        pairs: [12, 10],
        dealt: [Some(50), Some(3)],
        three: [30, 15, 10, 4, 3, 1],
    },
];

impl Printed {
    fn five(&self, (category, pair): (u8, u8)) -> i64 {
        match category {
            0 => -1,
            1 if pair >= self.pairs[0] => 1,
            1 if pair >= self.pairs[1] => 0,
            1 => -1,
            category => self.five[9 - usize::from(category)],
        }
    }

    /// The naive order of three cards: high card, pair, flush, straight, three of a kind, straight
    /// flush, royal flush.
    fn three(&self, category: u8) -> i64 {
        match category {
            0 => -1,
            1 => self.three[5],
            2 => self.three[4],
            3 => self.three[3],
            4 => self.three[2],
            5 => self.three[1],
            _ => self.three[0],
        }
    }

    /// What laying down comes to, in five-card bets; the three-card bet pushes.
    fn dealt(&self, own: [Card; 4]) -> Option<i64> {
        let mut counts: Vec<usize> =
            own.iter().map(|card| own.iter().filter(|c| c.rank() == card.rank()).count()).collect();
        counts.sort_unstable();
        match counts.as_slice() {
            [4, ..] => self.dealt[0],
            [2, 2, 2, 2] => self.dealt[1],
            _ => None,
        }
    }
}

/// What becomes of a hand played best: sums over the boards, in five-card bets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Result {
    value: i64,
    wagers: i64,
    squares: i64,
}

impl Result {
    fn and(self, other: Result) -> Result {
        Result {
            value: self.value + other.value,
            wagers: self.wagers + other.wagers,
            squares: self.squares + other.squares,
        }
    }
}

/// A card set aside, with every board: five-card and three-card pays by first and second card.
struct Tried {
    value: i64,
    raises: i64,
    squares: i64,
}

fn others(cards: &[Card]) -> Vec<Card> {
    DECK.into_iter().filter(|card| !cards.contains(card)).collect()
}

/// What three and five cards are with every first and second community card.
struct Boards {
    first: Vec<Card>,
    ends: Vec<Vec<((u8, u8), u8)>>,
}

impl Boards {
    fn of(own: [Card; 4], set: Card) -> Boards {
        static THREES: LazyLock<Vec<u8>> = LazyLock::new(threes);
        let kept: Vec<Card> = own.into_iter().filter(|card| *card != set).collect();
        let first = others(&own);
        let mut ends = vec![vec![((0, 0), 0); first.len()]; first.len()];
        for (i, &one) in first.iter().enumerate() {
            for (j, &other) in first.iter().enumerate().skip(i + 1) {
                let five = plain::five([kept[0], kept[1], kept[2], one, other]);
                let three = THREES[(set.index() * 52 + one.index()) * 52 + other.index()];
                ends[i][j] = (five, three);
                ends[j][i] = (five, three);
            }
        }
        Boards { first, ends }
    }

    /// Raised where the five-card hand is worth it, with the schedule's pays.
    fn played(&self, printed: &Printed, raise: i64) -> Tried {
        let mut tried = Tried { value: 0, raises: 0, squares: 0 };
        for (i, row) in self.ends.iter().enumerate() {
            let seconds = || row.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, end)| end);
            let five: i64 = seconds().map(|(five, _)| printed.five(*five)).sum();
            let times = 1 + if five >= 0 { raise } else { 0 };
            tried.raises += i64::from(five >= 0);
            for (five, three) in seconds() {
                let net = times * printed.five(*five) + printed.three(*three);
                tried.value += net;
                tried.squares += net * net;
            }
        }
        assert_eq!(self.first.len(), 48);
        tried
    }
}

/// What every three cards are, in any order.
fn threes() -> Vec<u8> {
    let mut all = vec![0; 52 * 52 * 52];
    for [a, b, c] in plain::sets(3).iter().map(|set| [set[0], set[1], set[2]]) {
        let kind = plain::three([a, b, c].map(|card| DECK[card]));
        for [a, b, c] in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            all[(a * 52 + b) * 52 + c] = kind;
        }
    }
    all
}

fn try_set(own: [Card; 4], set: Card, printed: &Printed, raise: i64) -> Tried {
    Boards::of(own, set).played(printed, raise)
}

fn played_best(own: [Card; 4], boards: &[Boards; 4], printed: &Printed) -> Result {
    let tried = [0, 1, 2, 3].map(|place: usize| boards[place].played(printed, 1));
    // Of equal ones the lower card, and of one rank that whose suit holds the lower cards.
    let lower = |card: Card| {
        let of_suit = own.iter().filter(|other| other.suit() == card.suit());
        Reverse((card.rank(), of_suit.map(|other| 1 << other.rank().index()).sum::<u32>()))
    };
    let key = |(card, tried): &(Card, &Tried)| (tried.value, tried.raises, lower(*card));
    let (_, best) = own.into_iter().zip(&tried).max_by_key(key).unwrap();
    if let Some(dealt) = printed.dealt(own)
        && dealt * 48 * 47 > best.value
    {
        let value = dealt * 48 * 47;
        return Result { value, wagers: 2 * 48 * 47, squares: dealt * value };
    }
    let wagers = 2 * 48 * 47 + best.raises * 47;
    Result { value: best.value, wagers, squares: best.squares }
}

/// One hand of each kind up to the names of the suits, with how many there are: those that no
/// renaming makes smaller.
fn distinct() -> Vec<([Card; 4], i64)> {
    let mut orders = Vec::new();
    for code in 0..256 {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if order.iter().collect::<BTreeSet<_>>().len() == 4 {
            orders.push(order);
        }
    }
    let of = |set: &Vec<usize>| {
        let renamed = |order: &[usize; 4]| {
            let mut cards: Vec<usize> =
                set.iter().map(|card| card / 4 * 4 + order[card % 4]).collect();
            cards.sort_unstable();
            cards
        };
        let all: BTreeSet<Vec<usize>> = orders.iter().map(renamed).collect();
        let is_first = all.first() == Some(set);
        is_first.then(|| ([0, 1, 2, 3].map(|at| DECK[set[at]]), all.len() as i64))
    };
    plain::sets(4).par_iter().filter_map(of).collect()
}

/// Every hand, every set card, every board, valued by nothing that the solver uses: edge, average
/// wager and variance are the same to the last digit, for a schedule of each group.
#[test]
fn a_plain_count_of_every_hand_agrees() {
    let hands = distinct();
    assert_eq!(hands.len(), 16_432);
    let of = |(own, times): &([Card; 4], i64)| {
        let boards = own.map(|set| Boards::of(*own, set));
        [0, 2].map(|place: usize| {
            let Result { value, wagers, squares } = played_best(*own, &boards, &PRINTED[place]);
            Result { value: value * times, wagers: wagers * times, squares: squares * times }
        })
    };
    let sum = |a: [Result; 2], b: [Result; 2]| [a[0].and(b[0]), a[1].and(b[1])];
    let all = hands.par_iter().map(of).reduce(Default::default, sum);
    for (all, printed) in all.into_iter().zip([&PRINTED[0], &PRINTED[2]]) {
        let found = analysis(&subject(GAME, &[]), "base", printed.id);
        // A five-card bet is half a unit.
        let per_unit = |sum: i64| fraction(sum, 2 * SPACE);
        assert_eq!(*found.distribution.space(), BigUint::from(SPACE));
        assert_eq!(found.house_edge(), -per_unit(all.value), "{}", printed.id);
        assert_eq!(found.distribution.average_wager(), per_unit(all.wagers));
        let mean = per_unit(all.value);
        let variance = fraction(all.squares, 4 * SPACE) - &mean * &mean;
        assert_eq!(found.distribution.variance(), variance);
    }
}

/// Schedules solved together and alone come to the same; each counts every deal.
#[test]
fn schedules_share_nothing_but_work() {
    let subject = subject(GAME, &[]);
    let all = analyse(&subject, &odds::Ask::default(), &Silent).unwrap();
    assert_eq!(all.len(), 15);
    for found in all.iter().filter(|found| found.wager == "base") {
        assert_eq!(*found.distribution.space(), BigUint::from(SPACE));
        let sum: BigUint = found.actions.iter().map(|share| &share.combinations).sum();
        assert_eq!(sum, BigUint::from(SPACE));
    }
    for found in all.iter().filter(|found| ["A-B", "A2-A2", "B-V"].contains(&&*found.schedule)) {
        let alone = analysis(&subject, "base", &found.schedule);
        assert_eq!(alone.distribution, found.distribution);
        assert_eq!(alone.actions, found.actions);
    }
}

/// The four-card bonus by the counts of four cards [SS-6].
#[test]
fn four_card_bonus() {
    let straight_flush = 11 * 4;
    let (flush, straight) = (4 * 715 - straight_flush, 11 * 256 - straight_flush);
    let (four, three, two_pair) = (13, 13 * 4 * 48, 78 * 36);
    let pair = 13 * 6 * 66 * 16;
    // Four of the ranks two to nine, but not in a row and not of one suit.
    let low = (70 - 5) * (256 - 4);
    let paid = 200 * four + 50 * straight_flush + 10 * three + 6 * flush;
    let paid = paid + 4 * straight + 3 * two_pair + pair;
    let winning = four + straight_flush + three + flush + straight + two_pair + pair;
    let lost = 270_725 - winning - low;
    let found = analysis(&subject(GAME, &[]), "four-card-bonus", "standard");
    assert_eq!(found.house_edge(), fraction(lost - paid, 270_725));
}

fn spot(own: &str, board: &str, so_far: &[Action]) -> Spot {
    let cards = |text: &str| cards::parse_cards(text).unwrap();
    Spot { own: cards(own), board: cards(board), dealer: Vec::new(), so_far: so_far.to_vec() }
}

#[test]
fn values_of_single_hands() {
    for (printed, most) in PRINTED.iter().zip([1u8, 5, 1, 2]) {
        let options = [("raise-most", &*most.to_string())];
        let solution =
            solve(&subject(GAME, &options), "base", Some(printed.id), None, &Silent).unwrap();
        for text in ["As Ah Kd 2c", "9s 9h 4d 4c", "7s 8s 9s 2d", "Qs Ks As Ah", "5s 5h 5d 5c"] {
            let own: [Card; 4] = cards::parse_cards(text).unwrap().try_into().unwrap();
            let values = solution.advisor.values(&spot(text, "", &[])).unwrap();
            let laid_down = usize::from(printed.dealt(own).is_some());
            assert_eq!(values.len(), 4 + laid_down);
            for valued in values {
                let expected = match valued.action {
                    Action::Set(card) => {
                        let tried = try_set(own, card, printed, i64::from(most));
                        fraction(tried.value, 2 * 48 * 47)
                    }
                    _ => fraction(printed.dealt(own).unwrap(), 2),
                };
                assert_eq!(valued.value, expected, "{text} {}", valued.action);
            }
            raise_values(&*solution.advisor, own, printed, most);
        }
    }
}

/// The raise after some first cards, for the first card set.
fn raise_values(advisor: &dyn odds::Advisor, own: [Card; 4], printed: &Printed, most: u8) {
    let [set, a, b, c] = own;
    for first in others(&own).into_iter().step_by(7) {
        let text: Vec<String> = own.iter().map(ToString::to_string).collect();
        let spot = spot(&text.join(" "), &first.to_string(), &[Action::Set(set)]);
        let (mut five, mut three) = (0, 0);
        for second in others(&[set, a, b, c, first]) {
            five += printed.five(plain::five([a, b, c, first, second]));
            three += printed.three(plain::three([set, first, second]));
        }
        let values = advisor.values(&spot).unwrap();
        assert_eq!(values.len(), usize::from(most) + 1);
        for valued in values {
            let times = match valued.action {
                Action::Raise => 1,
                Action::RaiseTimes(times) => i64::from(times),
                _ => 0,
            };
            assert_eq!(valued.value, fraction((1 + times) * five + three, 2 * 47));
        }
    }
}

#[test]
fn spots_that_make_no_sense_are_refused() {
    let solution = solve(&subject(GAME, &[]), "base", None, None, &Silent).unwrap();
    let values = |own, board, so_far: &[Action]| solution.advisor.values(&spot(own, board, so_far));
    assert!(matches!(values("Ts 9s 8s", "", &[]), Err(SpotError::Cards { what: "hand", .. })));
    assert!(matches!(values("Ts 9s 8s 8d", "8d", &[]), Err(SpotError::Twice(_))));
    assert!(matches!(values("Ts 9s 8s 8d", "2d 3d", &[]), Err(SpotError::Cards { .. })));
    let strange = [Action::Set(Card::new(cards::Rank::Two, Suit::Clubs))];
    assert!(matches!(values("Ts 9s 8s 8d", "2d", &strange), Err(SpotError::NoDecision(_))));
    // Four of a kind is laid down, so nothing was set.
    assert!(matches!(values("5s 5h 5d 5c", "2d", &[]), Err(SpotError::NoDecision(_))));
    assert!(values("Ts 9s 8s 8d", "2d", &[]).is_ok());
}

/// In real rounds the advisor takes the best choice, and the round pays what the plain count says.
#[test]
fn rounds_are_played_best_and_paid_alike() {
    for printed in &PRINTED {
        let solution = solve(&subject(GAME, &[]), "base", Some(printed.id), None, &Silent).unwrap();
        let played = play(GAME, "base", printed.id, &*solution.advisor, 1_000);
        chooses_the_best(&played, &*solution.advisor);
        for round in &played {
            let own: [Card; 4] = round.own.clone().try_into().unwrap();
            let Action::Set(set) = round.decisions[0].action else {
                assert_eq!(round.net, printed.dealt(own).unwrap());
                continue;
            };
            let kept: Vec<Card> = own.into_iter().filter(|card| *card != set).collect();
            let [first, second] = [round.board[0], round.board[1]];
            let five = printed.five(plain::five([kept[0], kept[1], kept[2], first, second]));
            let three = printed.three(plain::three([set, first, second]));
            let is_raised = round.decisions[1].action == Action::Raise;
            assert_eq!(round.net, (1 + i64::from(is_raised)) * five + three);
        }
    }
}

#[test]
fn simple_strategies_cost_something() {
    let subject = subject(GAME, &[]);
    for id in ["A-A", "B-Q"] {
        let edge = |simple| {
            let solution = solve(&subject, "base", Some(id), simple, &Silent).unwrap();
            assert_eq!(*solution.distribution.space(), BigUint::from(SPACE));
            solution.distribution.house_edge()
        };
        for each in simple(&subject, "base") {
            assert!(edge(Some(each.id)) > edge(None), "{} costs nothing", each.id);
        }
    }
}

/// A simple strategy chooses in a round as it was counted.
#[test]
fn simple_strategies_raise_as_they_say() {
    let subject = subject(GAME, &[]);
    for (id, raise) in
        [("never-raise", Some(false)), ("always-raise", Some(true)), ("raise-made-hands", None)]
    {
        let solution = solve(&subject, "base", Some("A-A"), Some(id), &Silent).unwrap();
        for round in play(GAME, "base", "A-A", &*solution.advisor, 300) {
            let Some(decided) = round.decisions.get(1) else { continue };
            let Action::Set(set) = round.decisions[0].action else { continue };
            let expected = raise.unwrap_or_else(|| {
                let cards: Vec<Card> =
                    round.own.iter().copied().filter(|card| *card != set).collect();
                let cards = [&cards[..], &round.board[..1]].concat();
                let alike = |card: &&Card| cards.iter().filter(|c| c.rank() == card.rank()).count();
                let pairs = cards.iter().filter(|card| alike(card) == 2);
                let high = pairs.clone().any(|card| card.rank() >= cards::Rank::Jack);
                high || pairs.count() == 4 || cards.iter().any(|card| alike(&card) > 2)
            });
            assert_eq!(decided.action == Action::Raise, expected);
        }
    }
}

/// A raise of up to five bets is worth what five raises are.
#[test]
fn a_larger_raise_is_taken_whole() {
    let five = analysis(&subject(GAME, &[("raise-most", "5")]), "base", "A-A");
    let one = analysis(&subject(GAME, &[]), "base", "A-A");
    assert!(five.house_edge() < one.house_edge());
    assert!(five.actions.iter().any(|share| share.action == Action::RaiseTimes(5)));
    let staked: BTreeSet<Exact> =
        five.distribution.outcomes().iter().map(|outcome| outcome.staked.clone()).collect();
    assert_eq!(staked, BTreeSet::from([whole(1), fraction(7, 2)]));
}

#[test]
fn charts_say_what_they_cost() {
    for id in ["A-A", "A2-J", "B-Q"] {
        let solution = solve(&subject(GAME, &[]), "base", Some(id), None, &Silent).unwrap();
        let charts = solution.advisor.charts();
        assert_eq!(charts.len(), 3);
        for chart in &charts {
            let is_exact = chart.note.contains("Exactly optimal");
            let cost = chart.note.rsplit(" cost ").next().unwrap();
            let cost = cost.split('%').next().unwrap().parse::<f64>();
            assert!(is_exact || cost.unwrap() < 0.2, "{id}, {}: {}", chart.title, chart.note);
        }
    }
}

#[test]
fn odd_pays_break_nothing() {
    let odd: [(&str, &[(&str, &str)]); 5] = [
        ("five-card", &[("pair of queens or better", "")]),
        ("five-card", &[("straight", "3 to 2"), ("two pair dealt", "7 to 3")]),
        ("five-card", &[("royal flush", "100,000,000 to 1"), ("flush", "1 to 99,991")]),
        ("three-card", &[("pair", ""), ("straight", "40 to 7")]),
        ("five-card", &[("two pair dealt", ""), ("four of a kind dealt", "")]),
    ];
    for (line, rows) in odd {
        let subject = what_if(GAME, "base", "B-Q", line, rows);
        let best = solve(&subject, "base", Some("B-Q"), None, &Silent).unwrap();
        assert_eq!(*best.distribution.space(), BigUint::from(SPACE));
        for each in simple(&subject, "base") {
            let played = solve(&subject, "base", Some("B-Q"), Some(each.id), &Silent).unwrap();
            assert!(played.distribution.house_edge() >= best.distribution.house_edge());
        }
        assert!(best.advisor.charts().len() >= 2);
    }
}

/// Group A has no two pair lay-down: its chart speaks of four of a kind alone.
#[test]
fn ss_1_group_a_lays_down_four_of_a_kind_only() {
    for (id, title) in [
        ("A-A", "Four of a kind as dealt"),
        ("A-B", "Four of a kind as dealt"),
        ("A-C", "Four of a kind as dealt"),
        ("A2-A", "Four of a kind and two pair as dealt"),
        ("B-Q", "Four of a kind and two pair as dealt"),
    ] {
        let solution = solve(&subject(GAME, &[]), "base", Some(id), None, &Silent).unwrap();
        let charts = solution.advisor.charts();
        assert_eq!(charts[0].title, title, "{id}");
        if title == "Four of a kind as dealt" {
            let says = format!("{:?}", charts[0].body);
            assert!(!says.contains("two pair"), "{id}: {says}");
        }
    }
}
