//! Texas Hold'em Bonus: published figures, and every number a second time.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use games::Action;
use hands::Category;
use odds::{
    Ask, Body, Exact, Silent, Solution, Spot, SpotError, analyse, fraction, percent, solve, whole,
};

use crate::holdem::{
    Board, Counted, OFFSUIT, SUITED, cards, play, showdown, starts, subject, value_of,
};

const GAME: &str = "texas-holdem-bonus";

static ANTE: LazyLock<Solution> =
    LazyLock::new(|| solve(&subject(GAME), "ante", None, None, &Silent).unwrap());

#[test]
fn the_published_figure() {
    let ante = &ANTE.distribution;
    assert_eq!(percent(&ante.house_edge(), 4), "5.5935%");
    assert_eq!(*ante.space(), (1_326u64 * 19_600 * 47 * 46 * 990).into());
}

#[test]
fn side_bets() {
    let edge = |wager: &str, schedule: &str| {
        let ask = Ask {
            wager: Some(wager.to_owned()),
            schedule: Some(schedule.to_owned()),
            ..Ask::default()
        };
        analyse(&subject(GAME), &ask, &Silent).unwrap().remove(0).house_edge()
    };
    // [THB-3] by hand: of 1,326 * 1,225 deals; against a pair of aces the dealer has the other one
    // of 1,225 hands.
    let returned =
        6 * (1_001 + 1_224 * 31) + 1_225 * (4 * 26 + 8 * 21 + 12 * 16 + 18 * 11 + 24 * 6 + 54 * 4);
    assert_eq!(edge("bonus", "house"), whole(1) - fraction(returned, 1_326 * 1_225));
    // 20, 100, 280 and 20 of 420 royals are complete in five, six, seven cards and on the board.
    let royals = 4_324 * (20 * 10_000 + 100 * 2_500 + 280 * 500 + 20 * 3_000i64);
    let rest = 37_260 * 250 + 224_848 * 100 + 3_473_184 * 10i64;
    let returned = fraction(royals, 420) + whole(rest);
    assert_eq!(edge("progressive", "THBP-08"), whole(1) - returned / whole(133_784_560));
    let five =
        4 * 10_000 + 36 * 1_000 + 624 * 300 + 3_744 * 50 + 5_108 * 40 + 10_200 * 30 + 54_912 * 9;
    assert_eq!(edge("progressive", "PMG-01"), whole(1) - fraction(five, 2_598_960));
}

/// Net results of the ante and of an ante of the other bets, by the text: (13) to (16).
fn by_the_text(board: &Board) -> [i128; 2] {
    let [won, _, lost]: [i128; 3] =
        std::array::from_fn(|place| board.qualified[place] + board.unqualified[place]);
    let is_paid = matches!(
        board.value.category(),
        Category::Flush
            | Category::FullHouse
            | Category::FourOfAKind
            | Category::StraightFlush
            | Category::RoyalFlush
    );
    [if is_paid { won } else { 0 } - lost, won - lost]
}

/// A starting hand on every board by plain counting, flop by flop and turn by turn.
fn check_start(counted: &Counted) {
    let mut sum = 0;
    let mut flops: HashMap<[u16; 4], i128> = HashMap::new();
    let mut turns: HashMap<[u16; 4], i128> = HashMap::new();
    for board in &counted.boards {
        let [ante, street] = by_the_text(board);
        // Ten flops, each with turn and river in two orders.
        sum += 20 * board.times * (ante + 2 * street);
        for flop in counted.without(board.lanes, 2) {
            *flops.entry(flop).or_default() += 2 * board.times * street;
        }
        // Any of the four cards of a turn may have come last.
        for turn in counted.without(board.lanes, 1) {
            *turns.entry(turn).or_default() += 4 * board.times * street;
        }
    }
    let better = flops.values().chain(turns.values()).map(|sum| sum.max(&0)).sum::<i128>();
    let value = value_of(&*ANTE.advisor, &counted.own, "", "bet 2x");
    assert_eq!(value, fraction(sum + better, 19_600 * 47 * 46 * 990i128));
}

#[test]
fn ten_nine_suited_on_every_board() {
    check_start(&SUITED);
}

#[test]
fn queen_seven_on_every_board() {
    check_start(&OFFSUIT);
}

#[test]
fn the_mean_over_starting_hands_is_the_value() {
    let best = |own: [cards::Card; 2]| {
        let spot = Spot { own: own.to_vec(), ..Spot::default() };
        ANTE.advisor.values(&spot).unwrap().swap_remove(0).value
    };
    let sum: Exact = starts().into_iter().map(|(own, times)| best(own) * whole(times)).sum();
    assert_eq!(sum / whole(1_326), ANTE.distribution.value());
}

#[test]
fn choices_add_up() {
    let counts: Vec<_> = ANTE.actions.iter().map(|share| share.combinations.clone()).collect();
    assert_eq!(&counts[0] + &counts[1], *ANTE.distribution.space());
    assert_eq!(&counts[2] + &counts[3], counts[0]);
    assert_eq!(&counts[4] + &counts[5], counts[0]);
}

#[test]
fn rounds_are_played_as_the_values_say_and_end_as_the_distribution_says() {
    let mut flops = 0;
    let decided = |spot: &Spot, action: Action| {
        flops += usize::from(spot.board.len() == 3);
        if spot.board.len() != 3 || flops <= 150 {
            let values = ANTE.advisor.values(spot).unwrap();
            assert_eq!(values[0].action, action, "{spot:?}");
        }
    };
    let rows: BTreeSet<(Exact, Exact)> = ANTE
        .distribution
        .outcomes()
        .iter()
        .map(|outcome| (outcome.staked.clone(), outcome.returned.clone()))
        .collect();
    play(GAME, &[("ante", 10)], &*ANTE.advisor, 2_000, decided, |round| {
        let lines = &round.settlement().lines;
        let sum = |of: fn(&games::SettledLine) -> money::Cents| {
            fraction(lines.iter().map(of).sum::<money::Cents>().get(), 1_000)
        };
        let ended = (sum(|line| line.staked), sum(|line| line.returned));
        assert!(rows.contains(&ended), "{ended:?}");
    });
}

#[test]
fn a_flop_and_a_turn_by_counting() {
    let own: [cards::Card; 2] = cards("Ah 9h").try_into().unwrap();
    let flop = cards("Kh 8s 3h");
    let left: Vec<cards::Card> = cards::DECK
        .iter()
        .copied()
        .filter(|card| !own.contains(card) && !flop.contains(card))
        .collect();
    let [mut first, mut street, mut river] = [0; 3];
    let mut on_turn = [0; 2];
    for &turn in &left {
        let mut sum = 0;
        for &last in left.iter().filter(|&&last| last != turn) {
            let board = [flop[0], flop[1], flop[2], turn, last];
            let [ante, each] = by_the_text(&showdown(own, board, 1));
            first += ante + 2 * each;
            sum += each;
            if turn.to_string() == "2c" {
                on_turn = [on_turn[0] + ante, on_turn[1] + each];
            }
        }
        street += sum;
        river += sum.max(0);
    }
    let deals = 47 * 46 * 990i128;
    let value = |board: &str, so_far: &[Action], action: Action| {
        let spot = Spot {
            own: own.to_vec(),
            board: cards(board),
            so_far: so_far.to_vec(),
            ..Spot::default()
        };
        let values = ANTE.advisor.values(&spot).unwrap();
        values.into_iter().find(|valued| valued.action == action).unwrap().value
    };
    let (bet, check) = (Action::BetTimes(1), Action::Check);
    assert_eq!(value("Kh 8s 3h", &[], bet), fraction(first + street + river, deals));
    assert_eq!(value("Kh 8s 3h", &[], check), fraction(first + river, deals));
    for (so_far, action, streets) in
        [(check, check, 2), (check, bet, 3), (bet, check, 3), (bet, bet, 4)]
    {
        let found = value("Kh 8s 3h 2c", &[Action::BetTimes(2), so_far], action);
        assert_eq!(found, fraction(on_turn[0] + streets * on_turn[1], 46 * 990i128));
    }
}

#[test]
fn spots_without_a_decision_are_refused() {
    let values = |board: &str, so_far: &[Action]| {
        let own = cards("As Ks");
        let spot = Spot { own, board: cards(board), so_far: so_far.to_vec(), ..Spot::default() };
        ANTE.advisor.values(&spot)
    };
    let finished = values("2c 3c 4c 5d 7d", &[]);
    assert!(matches!(finished, Err(SpotError::Cards { what: "board", .. })));
    assert!(matches!(values("", &[Action::Fold]), Err(SpotError::NoDecision(_))));
}

#[test]
fn simple_strategies_cost_something() {
    let subject = subject(GAME);
    let best = ANTE.distribution.house_edge();
    let ids = ["never-fold", "pair-or-better", "check-down", "always-bet"];
    let [never, pair, down, always] = ids.map(|id| {
        let solution = solve(&subject, "ante", None, Some(id), &Silent).unwrap();
        assert_eq!(solution.distribution.space(), ANTE.distribution.space());
        solution.distribution.house_edge()
    });
    assert!(best < never && best < pair && pair < down);
    // Without decisions player and dealer are alike on all bets but the ante, so that only the ante
    // costs: more bets cost nothing.
    assert_eq!(down, always);
    let plays = |(own, times): ([cards::Card; 2], i64)| {
        value_of(&*ANTE.advisor, &own, "", "bet 2x") * whole(times)
    };
    let mean = starts().into_iter().map(plays).sum::<Exact>() / whole(1_326);
    assert_eq!(-mean, never);
}

#[test]
fn the_chart_folds_the_known_hands() {
    let charts = ANTE.advisor.charts();
    let Body::Grid(grid) = &charts[0].body else { panic!("a grid comes first") };
    let mut folded = Vec::new();
    for (row, cells) in grid.cells.iter().enumerate() {
        for (column, word) in cells.iter().enumerate().filter(|(_, word)| *word == "-") {
            folded.push(format!("{}{}{word}", grid.columns[column], grid.rows[row]));
        }
    }
    // Offsuit, since the rows are the lower cards.
    assert_eq!(folded, ["43-", "72-", "62-", "52-", "42-", "32-"].map(str::to_owned));
    assert_eq!(charts.len(), 3);
}
