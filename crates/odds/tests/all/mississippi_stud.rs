//! Mississippi Stud, against published figures, a plain count of every hand, and the real rounds.

use cards::{Card, DECK};
use games::Action;
use num_bigint::BigUint;
use odds::{Body, Silent, Spot, SpotError, fraction, percent, simple, solve, whole};

use crate::at_the_table::{analysis, chooses_the_best, play, subject, what_if};
use crate::plain;

const GAME: &str = "mississippi-stud";
const SPACE: i64 = 1_326 * 50 * 49 * 48;

#[test]
fn known_figures() {
    let standard = analysis(&subject(GAME, &[]), "ante", "standard");
    assert_eq!(percent(&standard.house_edge(), 4), "4.9149%");
    let straights = what_if(GAME, "ante", "standard", "ante", &[("straight", "5 to 1")]);
    assert_eq!(percent(&analysis(&straights, "ante", "standard").house_edge(), 4), "3.7591%");
}

/// What (15) prints, high card first.
fn pay((category, pair): (u8, u8)) -> i64 {
    match (category, pair) {
        (0, _) | (1, ..=5) => -1,
        (1, ..=10) => 0,
        (1, _) => 1,
        (category, _) => [2, 3, 4, 6, 10, 40, 100, 500][usize::from(category) - 2],
    }
}

/// Values of all sets of four, three and two cards, not by classes, the larger bet on a tie.
struct Plain {
    four: Vec<i64>,
}

impl Plain {
    /// The best bet on four cards and its value, summed over the last cards.
    fn fifth(&self, place: usize, staked: i64) -> (i64, i64) {
        let mut best = (0, -staked * 48);
        for bet in 1..=3 {
            let value = (staked + bet) * self.four[place];
            if value >= best.1 {
                best = (bet, value);
            }
        }
        best
    }

    fn fourth(&self, cards: &[usize], staked: i64) -> (i64, i64) {
        let mut best = (0, -staked * 49 * 48);
        for bet in 1..=3 {
            let next = (0..52).filter(|card| !cards.contains(card));
            let value = next.map(|card| self.fifth(plain::place_with(cards, card), staked + bet).1);
            let value = value.sum();
            if value >= best.1 {
                best = (bet, value);
            }
        }
        best
    }
}

/// Two cards decide, then each third and each fourth card: the edge, what is wagered, and what is
/// chosen are the same to the last digit.
#[test]
fn a_plain_count_of_every_hand_agrees() {
    use rayon::prelude::*;
    let plain = Plain { four: plain::sums_of_four(pay) };
    let triples = plain::sets(3);
    let fourth: Vec<[(i64, i64); 3]> =
        triples.par_iter().map(|set| [2, 3, 4].map(|staked| plain.fourth(set, staked))).collect();
    let (mut value, mut wagers) = (0, 0);
    let mut chosen = [[0i64; 4]; 3];
    for own in plain::sets(2) {
        let next = || (0..52).filter(|card| !own.contains(card));
        let of_bet = |bet: usize| -> i64 {
            next().map(|card| fourth[plain::place_with(&own, card)][bet - 1].1).sum()
        };
        let mut best = (0, -50 * 49 * 48);
        for bet in 1..=3 {
            best = if of_bet(bet) >= best.1 { (bet, of_bet(bet)) } else { best };
        }
        value += best.1;
        chosen[0][best.0] += 50 * 49 * 48;
        wagers += 50 * 49 * 48;
        if best.0 == 0 {
            continue;
        }
        wagers += best.0 as i64 * 50 * 49 * 48;
        for third in next() {
            let staked = 1 + best.0;
            let (bet, _) = fourth[plain::place_with(&own, third)][staked - 2];
            chosen[1][bet as usize] += 49 * 48;
            wagers += bet * 49 * 48;
            let cards = [own[0], own[1], third];
            for last in (0..52).filter(|card| bet > 0 && !cards.contains(card)) {
                let mut four = vec![own[0], own[1], third, last];
                four.sort_unstable();
                let (more, _) = plain.fifth(plain::place(&four), staked as i64 + bet);
                chosen[2][more as usize] += 48;
                wagers += more * 48;
            }
        }
    }
    let found = analysis(&subject(GAME, &[]), "ante", "standard");
    assert_eq!(*found.distribution.space(), BigUint::from(SPACE as u64));
    assert_eq!(found.house_edge(), fraction(-value, SPACE));
    assert_eq!(found.distribution.average_wager(), fraction(wagers, SPACE));
    for (place, at) in ["on two cards", "on three cards", "on four cards"].iter().enumerate() {
        let shares: Vec<&odds::ActionShare> =
            found.actions.iter().filter(|share| share.at == *at).collect();
        assert_eq!(shares.len(), 4);
        for share in shares {
            let bet = match share.action {
                Action::BetTimes(bet) => usize::from(bet),
                _ => 0,
            };
            assert_eq!(share.combinations, BigUint::from(chosen[place][bet] as u64), "{at}");
        }
    }
}

/// A fold ends a round, the rest decides on.
#[test]
fn actions_add_up() {
    let found = analysis(&subject(GAME, &[]), "ante", "standard");
    let sum = |at: &str, bets: bool| -> BigUint {
        let of = found.actions.iter().filter(|share| share.at == at);
        of.filter(|share| !bets || share.action != Action::Fold).map(|s| &s.combinations).sum()
    };
    assert_eq!(sum("on two cards", false), *found.distribution.space());
    assert_eq!(sum("on two cards", true), sum("on three cards", false));
    assert_eq!(sum("on three cards", true), sum("on four cards", false));
}

fn spot(own: &str, board: &str, so_far: &[Action]) -> Spot {
    let cards = |text: &str| cards::parse_cards(text).unwrap();
    Spot { own: cards(own), board: cards(board), dealer: Vec::new(), so_far: so_far.to_vec() }
}

/// The value of what is held, by trying all that can follow, without any table.
fn tried(cards: &[Card], staked: i64) -> i64 {
    if let Ok(five) = <[Card; 5]>::try_from(cards) {
        return staked * pay(plain::five(five));
    }
    let values = [1, 2, 3].map(|bet| bet_tried(cards, staked, bet));
    let ways = [48, 49 * 48, 50 * 49 * 48][4 - cards.len()];
    values.into_iter().max().unwrap().max(-staked * ways)
}

fn bet_tried(cards: &[Card], staked: i64, bet: i64) -> i64 {
    let next = DECK.iter().filter(|card| !cards.contains(card));
    next.map(|card| tried(&[cards, &[*card]].concat(), staked + bet)).sum()
}

#[test]
fn values_of_single_hands() {
    let solution = solve(&subject(GAME, &[]), "ante", None, None, &Silent).unwrap();
    let bets = |so_far: &[u8]| so_far.iter().map(|bet| Action::BetTimes(*bet)).collect::<Vec<_>>();
    for (own, board, so_far, ways) in [
        ("6s 5s", "", &[][..], 50 * 49 * 48),
        ("Td 9d", "8d", &[1][..], 49 * 48),
        ("2c 2h", "9d", &[3][..], 49 * 48),
        ("9c 8h", "2d 7s", &[2, 1][..], 48),
        ("Ac Kh", "Qd 5s", &[1, 1][..], 48),
        ("Tc 9h", "7d 2s", &[1, 3][..], 48),
    ] {
        let spot = spot(own, board, &bets(so_far));
        let cards = [&spot.own[..], &spot.board].concat();
        let staked = 1 + so_far.iter().map(|bet| i64::from(*bet)).sum::<i64>();
        for valued in solution.advisor.values(&spot).unwrap() {
            let value = match valued.action {
                Action::BetTimes(bet) => bet_tried(&cards, staked, i64::from(bet)),
                _ => -staked * ways,
            };
            assert_eq!(valued.value, fraction(value, ways), "{own} {board} {}", valued.action);
        }
    }
}

#[test]
fn spots_that_make_no_sense_are_refused() {
    let solution = solve(&subject(GAME, &[]), "ante", None, None, &Silent).unwrap();
    let values = |own, board, so_far: &[Action]| solution.advisor.values(&spot(own, board, so_far));
    assert!(matches!(values("Ts", "", &[]), Err(SpotError::Cards { what: "hand", .. })));
    assert!(matches!(values("Ts 9s", "Ts", &[]), Err(SpotError::Twice(_))));
    assert!(matches!(values("Ts 9s", "2s 3s 4s", &[]), Err(SpotError::Cards { .. })));
    assert!(matches!(values("Ts 9s", "2s", &[Action::Fold]), Err(SpotError::NoDecision(_))));
    let early = [Action::BetTimes(1)];
    assert!(matches!(values("Ts 9s", "", &early), Err(SpotError::NoDecision(_))));
    // What was bet before is what is best, if nothing is said.
    assert_eq!(values("Ts 9s", "2s", &[]), values("Ts 9s", "2s", &[Action::BetTimes(1)]));
    assert_eq!(values("7s 2d", "2s", &[]), values("7s 2d", "2s", &[Action::BetTimes(1)]));
}

/// In real rounds the advisor takes the best choice, and the round pays what the plain count says.
#[test]
fn rounds_are_played_best_and_paid_alike() {
    let solution = solve(&subject(GAME, &[]), "ante", None, None, &Silent).unwrap();
    let played = play(GAME, "ante", "standard", &*solution.advisor, 2_000);
    chooses_the_best(&played, &*solution.advisor);
    for round in &played {
        let bets = round.decisions.iter().map(|decided| match decided.action {
            Action::BetTimes(bet) => i64::from(bet),
            _ => 0,
        });
        let staked = 1 + bets.sum::<i64>();
        let is_folded = round.decisions.last().unwrap().action == Action::Fold;
        let cards = [&round.own[..], &round.board].concat();
        let pays = if is_folded { -1 } else { pay(plain::five(cards.try_into().unwrap())) };
        assert_eq!(round.net, staked * pays);
    }
}

#[test]
fn simple_strategies_cost_something_and_the_published_one_nothing() {
    let subject = subject(GAME, &[]);
    let best = solve(&subject, "ante", None, None, &Silent).unwrap().distribution.house_edge();
    for each in simple(&subject, "ante") {
        let played = solve(&subject, "ante", None, Some(each.id), &Silent).unwrap();
        let cost = played.distribution.house_edge() - &best;
        assert_eq!(cost == whole(0), each.id == "published", "{} costs {cost}", each.id);
        assert!(cost >= whole(0));
        assert_eq!(*played.distribution.space(), BigUint::from(SPACE as u64));
    }
    // Four antes, or ten, on a hand that is as good as any.
    let counts = [123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4];
    let paid: i64 = (2u8..).zip(counts).map(|(category, count)| count * pay((category, 0))).sum();
    // Four ranks of pairs pay and four lose; the rest push.
    let value = paid - 1_302_540;
    for (id, antes) in [("always-1x", 4), ("always-3x", 10)] {
        let played = solve(&subject, "ante", None, Some(id), &Silent).unwrap();
        assert_eq!(played.distribution.house_edge(), fraction(-value * antes, 2_598_960));
    }
}

/// For the rule's schedule rules about shapes and points decide exactly; with straights at 5 to 1
/// they do not, and say what they cost.
#[test]
fn the_charts_are_exact_or_say_what_they_cost() {
    for (rows, is_exact) in [(&[][..], true), (&[("straight", "5 to 1")][..], false)] {
        let subject = what_if(GAME, "ante", "standard", "ante", rows);
        let charts = solve(&subject, "ante", None, None, &Silent).unwrap().advisor.charts();
        let is_optimal = |chart: &odds::Chart| chart.note.contains("Exactly optimal");
        assert_eq!(charts.iter().all(is_optimal), is_exact);
        let costs = |chart: &odds::Chart| is_optimal(chart) || chart.note.contains("cost 0.0074%");
        assert!(charts.iter().all(costs));
        let Body::Grid(grid) = &charts[0].body else { panic!("two cards are a grid") };
        // Pairs bet three antes, an ace bets one, T-5 folds, 6-5 is bet if suited.
        assert!((0..13).all(|place| grid.cells[place][place] == "3x"));
        assert!((1..13).all(|place| grid.cells[0][place] == "1x"));
        assert_eq!((&*grid.cells[4][9], &*grid.cells[9][4]), ("F", "F"));
        assert_eq!(grid.cells[8][9], "1x");
    }
}

#[test]
fn odd_pays_break_nothing() {
    let odd: [&[(&str, &str)]; 5] = [
        &[("pair of sixes to tens", "")],
        &[("straight", "3 to 2"), ("flush", "7 to 3")],
        &[("royal flush", "100,000,000 to 1")],
        &[("two pair", "1 to 307"), ("straight", "1 to 103"), ("flush", "1 to 3")],
        &[("pair of jacks or better", ""), ("two pair", ""), ("three of a kind", "push")],
    ];
    for rows in odd {
        let subject = what_if(GAME, "ante", "standard", "ante", rows);
        let best = solve(&subject, "ante", None, None, &Silent).unwrap();
        assert_eq!(*best.distribution.space(), BigUint::from(SPACE as u64));
        for each in simple(&subject, "ante") {
            let played = solve(&subject, "ante", None, Some(each.id), &Silent).unwrap();
            assert!(played.distribution.house_edge() >= best.distribution.house_edge());
        }
        assert!(best.advisor.charts().len() > 1);
    }
}

#[test]
fn progressives_at_the_seed() {
    let fixed = 300 * 624 + 50 * 3_744 + 40 * 5_108 + 30 * 10_200 + 9 * 54_912;
    for (id, nominal) in [("MS-STUD-01", 1), ("PMG-01", 1), ("PMG-02", 5)] {
        let found = analysis(&subject(GAME, &[]), "progressive", id);
        let seed = found.meter.as_ref().unwrap().seed.get() / 100;
        let share = fraction(4 * seed + 36 * seed / 10, 2_598_960 * nominal);
        assert_eq!(found.house_edge(), whole(1) - fraction(fixed, 2_598_960) - share, "{id}");
    }
}
