//! Hold 'em 212, one player: every number a second time, by the text of (7) and (8).

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use games::Action;
use money::Cents;
use odds::{Ask, Body, Exact, Silent, Solution, Spot, SpotError, analyse, fraction, solve, whole};

use crate::holdem::{
    Board, Counted, OFFSUIT, SUITED, cards, play, showdown, starts, subject, value_of,
};

const GAME: &str = "holdem-212";

static HOLDEM: LazyLock<Solution> =
    LazyLock::new(|| solve(&subject(GAME), "holdem", None, None, &Silent).unwrap());

fn rake(pot: i128) -> i128 {
    match pot {
        ..10 => 0,
        10..20 => 1,
        20..30 => 2,
        _ => 3,
    }
}

/// What a final pot comes to, in dollars.
fn net(board: &Board, pot: i128) -> i128 {
    let [won, tied, lost] = board.qualified;
    let back = board.unqualified.iter().sum::<i128>() + tied;
    won * (pot - 2 * rake(pot)) - back * rake(pot) - lost * pot
}

/// The best of a fold and of bets of $2 to $10, given what larger pots come to.
fn best(pot: i128, times: i128, next: impl Fn(i128) -> i128) -> i128 {
    (2..=10).map(|bet| next(pot + bet)).max().unwrap().max(-pot * times)
}

/// What pots before the river bet come to on a board.
fn before_river(board: &Board) -> [i128; 25] {
    let last: Vec<i128> = (0..=45).map(|pot| net(board, pot)).collect();
    std::array::from_fn(|place| best(11 + place as i128, 990, |pot| last[pot as usize]))
}

/// What pots before the turn bet come to, given the sums over so many boards of those after it.
fn before_turn(sums: &[i128; 25], deals: i128) -> [i128; 17] {
    std::array::from_fn(|place| best(9 + place as i128, deals, |pot| sums[pot as usize - 11]))
}

fn before_flop(sums: &[i128; 17], deals: i128) -> [i128; 9] {
    std::array::from_fn(|place| best(7 + place as i128, deals, |pot| sums[pot as usize - 9]))
}

fn add<const N: usize>(sums: &mut ([i128; N], i128), more: [i128; N], deals: i128) {
    sums.0.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    sums.1 += deals;
}

/// A starting hand on every board by plain counting, all pots and all bets.
fn check_start(counted: &Counted) {
    let mut turns: HashMap<[u16; 4], ([i128; 25], i128)> = HashMap::new();
    for board in &counted.boards {
        let row = before_river(board).map(|worth| worth * board.times);
        for turn in counted.without(board.lanes, 1) {
            let sums = turns.entry(turn).or_insert(([0; 25], 0));
            add(sums, row, board.times * 990);
        }
    }
    let mut flops: HashMap<[u16; 4], ([i128; 17], i128)> = HashMap::new();
    for (turn, (sums, deals)) in turns {
        let row = before_turn(&sums, deals);
        for flop in counted.without(turn, 1) {
            add(flops.entry(flop).or_insert(([0; 17], 0)), row, deals);
        }
    }
    let mut all = ([0; 9], 0);
    for (sums, deals) in flops.values() {
        add(&mut all, before_flop(sums, *deals), *deals);
    }
    assert_eq!(all.1, 19_600 * 47 * 46 * 990);
    for (place, sum) in all.0.into_iter().enumerate() {
        let action = format!("bet {}", place + 2);
        let value = value_of(&*HOLDEM.advisor, &counted.own, "", &action);
        assert_eq!(value, fraction(sum, 5 * all.1), "{action}");
    }
    assert_eq!(value_of(&*HOLDEM.advisor, &counted.own, "", "fold"), whole(-1));
}

#[test]
fn ten_nine_suited_on_every_board() {
    check_start(&SUITED);
}

#[test]
fn queen_seven_on_every_board() {
    check_start(&OFFSUIT);
}

/// The sums of values and the count of outcomes are made in different ways.
#[test]
fn the_mean_over_starting_hands_is_the_value() {
    let best = |own: [cards::Card; 2]| {
        let spot = Spot { own: own.to_vec(), ..Spot::default() };
        HOLDEM.advisor.values(&spot).unwrap().swap_remove(0).value
    };
    let sum: Exact = starts().into_iter().map(|(own, times)| best(own) * whole(times)).sum();
    assert_eq!(sum / whole(1_326), HOLDEM.distribution.value());
    assert_eq!(HOLDEM.distribution.value(), fraction(1_383_374_981i64, 28_792_764_000i64));
}

#[test]
fn choices_add_up() {
    let space = 1_326u64 * 19_600 * 47 * 46 * 990;
    assert_eq!(*HOLDEM.distribution.space(), space.into());
    let mut left = num_bigint::BigUint::from(space);
    for street in HOLDEM.actions.chunk_by(|a, b| a.at == b.at) {
        let all: num_bigint::BigUint = street.iter().map(|share| &share.combinations).sum();
        assert_eq!(all, left);
        let folded = street.iter().find(|share| share.action == Action::Fold).unwrap();
        left -= &folded.combinations;
    }
}

#[test]
fn rounds_are_played_as_the_values_say_and_end_as_the_distribution_says() {
    let mut flops = 0;
    let decided = |spot: &Spot, action: Action| {
        flops += usize::from(spot.board.len() == 3);
        if spot.board.len() != 3 || flops <= 300 {
            let values = HOLDEM.advisor.values(spot).unwrap();
            assert_eq!(values[0].action, action, "{spot:?}");
        }
    };
    let rows: BTreeSet<(Exact, Exact)> = HOLDEM
        .distribution
        .outcomes()
        .iter()
        .map(|outcome| (outcome.staked.clone(), outcome.returned.clone()))
        .collect();
    let bets = [("holdem", 5), ("blackjack", 5)];
    play(GAME, &bets, &*HOLDEM.advisor, 1_500, decided, |round| {
        let line = round.settlement().lines.iter().find(|line| line.wager == "holdem").unwrap();
        let antes = |amount: Cents| fraction(amount.get(), 500);
        let ended = (antes(line.staked), antes(line.returned));
        assert!(rows.contains(&ended), "{ended:?}");
    });
}

/// A flop, turn and river with pots that the best play does not make.
#[test]
fn streets_by_counting() {
    let own: [cards::Card; 2] = cards("Jh 9h").try_into().unwrap();
    let board = cards("Kh 8s 3h 2c 9d");
    let left = |taken: &[cards::Card]| -> Vec<cards::Card> {
        let free = |card: &cards::Card| !own.contains(card) && !taken.contains(card);
        cards::DECK.iter().copied().filter(free).collect()
    };
    let finished = |cards: &[cards::Card]| showdown(own, cards.try_into().unwrap(), 1);
    let on_turn = |four: &[cards::Card]| {
        let mut sums = ([0; 25], 0);
        for last in left(four) {
            let five: Vec<cards::Card> = four.iter().copied().chain([last]).collect();
            add(&mut sums, before_river(&finished(&five)), 990);
        }
        sums
    };
    let mut on_flop = ([0; 17], 0);
    for turn in left(&board[..3]) {
        let four: Vec<cards::Card> = board[..3].iter().copied().chain([turn]).collect();
        let (sums, deals) = on_turn(&four);
        add(&mut on_flop, before_turn(&sums, deals), deals);
    }
    let check = |cards: usize, so_far: &[i64], expected: &dyn Fn(i128) -> (i128, i128)| {
        let so_far: Vec<Action> =
            so_far.iter().map(|&bet| Action::Bet(Cents::dollars(bet))).collect();
        let pot = 5 + so_far.iter().fold(0, |sum, action| match action {
            Action::Bet(bet) => sum + i128::from(bet.get() / 100),
            _ => sum,
        });
        let (own, board) = (own.to_vec(), board[..cards].to_vec());
        let spot = Spot { own, board, so_far, ..Spot::default() };
        for valued in HOLDEM.advisor.values(&spot).unwrap() {
            let (sum, deals) = match valued.action {
                Action::Bet(bet) => expected(pot + i128::from(bet.get() / 100)),
                _ => (-pot, 1),
            };
            assert_eq!(valued.value, fraction(sum, 5 * deals), "{}", valued.action);
        }
    };
    check(3, &[5], &|pot| (on_flop.0[pot as usize - 9], on_flop.1));
    let (sums, deals) = on_turn(&board[..4]);
    check(4, &[5, 3], &|pot| (sums[pot as usize - 11], deals));
    let river = finished(&board);
    check(5, &[10, 10, 10], &|pot| (net(&river, pot), 990));
    check(5, &[2, 2, 2], &|pot| (net(&river, pot), 990));
}

#[test]
fn spots_without_a_decision_are_refused() {
    let values = |board: &str, so_far: &[Action]| {
        let own = cards("As Ks");
        let spot = Spot { own, board: cards(board), so_far: so_far.to_vec(), ..Spot::default() };
        HOLDEM.advisor.values(&spot)
    };
    let odd = Action::Bet(Cents::dollars(11));
    assert!(matches!(values("2c 3c 4c", &[odd]), Err(SpotError::NoDecision(_))));
    let two = Action::Bet(Cents::dollars(2));
    assert!(matches!(values("", &[two]), Err(SpotError::NoDecision(_))));
    assert!(matches!(values("2c", &[]), Err(SpotError::Cards { what: "board", .. })));
    // What was bet before is filled in as the advisor bets.
    assert!(values("2c 3c 4c 5h", &[]).is_ok());
}

#[test]
fn simple_strategies_cost_something() {
    let subject = subject(GAME);
    let [min, max, paired] = ["always-min", "always-max", "paired"]
        .map(|id| solve(&subject, "holdem", None, Some(id), &Silent).unwrap().distribution);
    let best = HOLDEM.distribution.house_edge();
    assert!(best < paired.house_edge() && paired.house_edge() < min.house_edge());
    assert!(min.house_edge() < max.house_edge());
    // Without decisions the hands fall alike, and the dealer has no pair as often as seven cards
    // have none.
    for words in ["wins", "the dealer does not qualify", "ties", "loses"] {
        let count = |distribution: &odds::Distribution, pot: i64| {
            let row = format!("pot of ${pot}: {words}");
            let found = distribution.outcomes().iter().find(|outcome| outcome.row == row);
            found.unwrap().combinations.clone()
        };
        assert_eq!(count(&min, 13), count(&max, 45));
        if words.contains("qualify") {
            let none = fraction(count(&min, 13), 1_326u64 * 19_600 * 47 * 46 * 990);
            assert_eq!(none, fraction(23_294_460, 133_784_560));
        }
    }
}

#[test]
fn two_card_plus() {
    let ask = Ask { wager: Some("two-card-plus".to_owned()), ..Ask::default() };
    let found = analyse(&subject(GAME), &ask, &Silent).unwrap().remove(0);
    // [H212-9]: A-K suited 4, A-K 12, pairs 78, straight flushes 12 other than A-K, straights 12 * 12,
    // flushes 4 * (78 - 13), of which nothing else is paid.
    let returned = 4 * 16 + 12 * 8 + 78 * 5 + 12 * 4 * 4 + 12 * 12 * 2 + 4 * (78 - 13);
    assert_eq!(found.house_edge(), whole(1) - fraction(returned, 1_326));
}

#[test]
fn the_chart_is_a_grid_of_bets() {
    let charts = HOLDEM.advisor.charts();
    let Body::Grid(grid) = &charts[0].body else { panic!("a grid comes first") };
    assert_eq!(grid.cells[0][0], "10");
    assert_eq!(grid.cells[12][12], "2");
    for (row, cells) in grid.cells.iter().enumerate() {
        for (column, word) in cells.iter().enumerate() {
            assert!(grid.legend.iter().any(|key| key.word == *word), "{row} {column}");
        }
    }
    let Body::Rules(river) = &charts[1].body else { panic!("rules come second") };
    assert_eq!(river.len(), 25);
}
