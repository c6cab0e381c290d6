//! Ultimate Texas Hold'em: published figures, and every number a second time.

use std::collections::HashMap;
use std::sync::LazyLock;

use games::Action;
use hands::Category;
use money::Cents;
use num_traits::Zero as _;
use odds::{
    Ask, Body, Exact, Silent, Solution, Spot, SpotError, Subject, analyse, digits, findings_of,
    fraction, percent, solve, whole,
};
use rulebook::Rulebook;

use crate::holdem::{Board, Counted, OFFSUIT, SUITED, cards, play, starts, subject, value_of};

const GAME: &str = "ultimate-texas-holdem";

static ANTE: LazyLock<Solution> =
    LazyLock::new(|| solve(&subject(GAME), "ante", Some("UTH-01"), None, &Silent).unwrap());

#[test]
fn the_published_figures() {
    let ante = &ANTE.distribution;
    assert_eq!(digits(&ante.value(), 15), "-0.021849713762753");
    assert_eq!(percent(&ante.element_of_risk(), 4), "0.5262%");
    assert_eq!(digits(&ante.average_wager(), 4), "4.1523");
    assert_eq!(*ante.space(), 27_813_810_024_000u64.into());
}

#[test]
fn side_bets() {
    let edge = |wager: &str, schedule: &str| {
        let ask = Ask {
            wager: Some(wager.to_owned()),
            schedule: Some(schedule.to_owned()),
            ..Ask::default()
        };
        let found = analyse(&subject(GAME), &ask, &Silent).unwrap().remove(0);
        (found.house_edge(), found.distribution.space().clone())
    };
    assert_eq!(percent(&edge("trips", "UTH-01").0, 4), "0.9018%");
    assert_eq!(percent(&edge("trips", "UTH-03").0, 4), "3.4979%");
    // The counts of seven cards [KNOWN] with the pays of the text.
    let counts = [4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620i64];
    for (schedule, pays) in [
        ("UTH-01", [50, 40, 30, 9, 7, 4, 3]),
        ("UTH-02", [50, 40, 30, 8, 6, 5, 3]),
        ("UTH-03", [50, 40, 30, 8, 7, 4, 3]),
        ("UTH-04", [50, 40, 20, 7, 6, 5, 3]),
    ] {
        let returned: i64 = counts.iter().zip(pays).map(|(count, pays)| count * (pays + 1)).sum();
        let (edge, space) = edge("trips", schedule);
        assert_eq!(edge, whole(1) - fraction(returned, 133_784_560));
        assert_eq!(space, 133_784_560u64.into());
    }
    // Of the 420 ways to deal seven cards with a royal 20 have it in five, 20 on the board, 100
    // with the turn. Seed $10,000 [PRG-8].
    let royal = |in_five: i64, on_board: i64, other: i64| {
        fraction(4_324 * (20 * in_five + 20 * on_board + 380 * other), 420)
    };
    let rest =
        |straight: i64, quads: i64| whole(37_260 * straight + 224_848 * quads + 3_473_184 * 10);
    let of = |royals: Exact, rest: Exact| whole(1) - (royals + rest) / whole(133_784_560);
    let first = of(royal(10_000, 3_000, 500), rest(250, 100));
    assert_eq!(edge("progressive", "UTHP-01").0, first);
    let second = of(royal(10_000, 1_000, 10_000), rest(250, 75));
    assert_eq!(edge("progressive", "UTHP-02").0, second);
    // PMG on five cards [PRG-17]: 100% and 10% of the seed, then 300, 50, 40, 30, 9 for 1.
    let five =
        4 * 10_000 + 36 * 1_000 + 624 * 300 + 3_744 * 50 + 5_108 * 40 + 10_200 * 30 + 54_912 * 9;
    assert_eq!(edge("progressive", "PMG-01").0, whole(1) - fraction(five, 2_598_960));
    assert_eq!(edge("progressive", "PMG-02").1, 2_598_960u64.into());
}

#[test]
fn prg_15_a_community_royal_pays_3000_and_1000_times_the_wager_in_total() {
    // The board is a royal on 4 of 2,598,960 boards. As printed, "to 1", the player would have one
    // more unit there, so the edge is 4/2,598,960 = 1/649,740 higher as it is read.
    let edge = |printed: &str, schedule: &str| {
        let options = [("printed".to_owned(), printed.to_owned())].into();
        let subject = Subject::open(Rulebook::embedded(), GAME, None, options).unwrap();
        let ask = Ask { schedule: Some(schedule.to_owned()), ..Ask::default() };
        analyse(&subject, &ask, &Silent).unwrap().remove(0).house_edge()
    };
    // What was pinned while the rows were read as printed.
    for (schedule, printed) in [
        ("UTHP-01", fraction(14_293_663, 30_537_780)),
        ("UTHP-02", fraction(7_187_263, 30_537_780)),
    ] {
        assert_eq!(edge("true", schedule), printed);
        assert_eq!(edge("false", schedule), printed + fraction(4, 2_598_960));
    }
}

#[test]
fn prg_17_pmg_on_seven_cards_returns_more_than_five_times_its_stake() {
    // The counts of seven cards [KNOWN], 100% and 10% of the $10,000 seed, then 300, 50, 40, 30 and
    // 9 for 1; a royal on the board is a royal.
    let counts = [4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620i64];
    let pays = [10_000, 1_000, 300, 50, 40, 30, 9];
    let returned: i64 = counts.iter().zip(pays).map(|(count, pays)| count * pays).sum();
    for game in [GAME, "texas-holdem-bonus"] {
        let options = [("pmg-cards".to_owned(), "7".to_owned())].into();
        let subject = Subject::open(Rulebook::embedded(), game, None, options).unwrap();
        let ask = Ask { schedule: Some("PMG-01".to_owned()), ..Ask::default() };
        let found = analyse(&subject, &ask, &Silent).unwrap().remove(0);
        let value = fraction(returned, 133_784_560);
        assert_eq!(found.house_edge(), whole(1) - &value);
        assert!(value > whole(5));
        let kinds: Vec<&str> = findings_of(&found).iter().map(|found| found.kind.word()).collect();
        assert_eq!(kinds, ["player-edge"]);
    }
}

#[test]
fn prg_7_figures_are_in_units_of_the_posted_wager() {
    let at = |schedule: &str, posted: &str| {
        let options = [("progressive-wager".to_owned(), posted.to_owned())].into();
        let subject = Subject::open(Rulebook::embedded(), GAME, None, options).unwrap();
        let ask = Ask { schedule: Some(schedule.to_owned()), seats: 2, ..Ask::default() };
        analyse(&subject, &ask, &Silent).map(|mut found| found.remove(0))
    };
    // Seed, "$" rows and envy go with the wager: at the seed nothing changes per unit. The seed is
    // $10,000 for each dollar posted [PRG-8].
    let [nominal, posted] = ["5", "15"].map(|wager| at("PMG-02", wager).unwrap());
    assert_eq!(nominal.house_edge(), posted.house_edge());
    let [nominal, posted] = [nominal, posted].map(|found| found.meter.unwrap());
    assert_eq!((posted.wager, posted.seed), (Cents::dollars(15), Cents::dollars(150_000)));
    assert_eq!((nominal.envy, nominal.fixed), (posted.envy.clone(), posted.fixed.clone()));
    // A dollar on the meter is a third as much of a wager three times as large.
    assert_eq!(nominal.coefficient, posted.coefficient * whole(3));
    let refused = at("PMG-02", "2").unwrap_err().to_string();
    assert_eq!(
        refused,
        "PMG-02 cannot be posted at a wager of 2: it takes $5 or a whole multiple [PRG-7]"
    );
}

#[test]
fn choices_add_up() {
    let count = |at: &str, action: &str| {
        let action: Action = action.parse().unwrap();
        let found = ANTE.actions.iter().find(|share| share.at == at && share.action == action);
        found.unwrap().combinations.clone()
    };
    let [first, flop, river] = ["before the flop", "after the flop", "after the river"];
    let all = count(first, "bet 4x") + count(first, "bet 3x") + count(first, "check");
    assert_eq!(all, *ANTE.distribution.space());
    assert!(count(first, "bet 3x").is_zero());
    assert_eq!(count(flop, "bet 2x") + count(flop, "check"), count(first, "check"));
    assert_eq!(count(river, "bet 1x") + count(river, "fold"), count(flop, "check"));
    let folded = ANTE.distribution.outcomes().iter().find(|outcome| outcome.row == "fold");
    assert_eq!(folded.unwrap().combinations, count(river, "fold"));
}

/// Net results of ante and blind together and of an ante of play in halves of an ante, by the text:
/// (13) to (16).
fn by_the_text(board: &Board) -> [i128; 2] {
    let blind = match board.value.category() {
        Category::RoyalFlush => 1_000,
        Category::StraightFlush => 100,
        Category::FourOfAKind => 20,
        Category::FullHouse => 6,
        Category::Flush => 3,
        Category::Straight => 2,
        _ => 0,
    };
    let [won, _, lost] = board.qualified;
    let [won_unqualified, _, lost_unqualified] = board.unqualified;
    let ante = 2 * (won - lost);
    let blind = blind * (won + won_unqualified) - 2 * (lost + lost_unqualified);
    [ante + blind, 2 * (won + won_unqualified - lost - lost_unqualified)]
}

/// A starting hand on every board by plain counting, flop by flop.
fn check_start(counted: &Counted) {
    let [mut four, mut three] = [0; 2];
    let mut flops: HashMap<[u16; 4], [i128; 2]> = HashMap::new();
    for board in &counted.boards {
        let [fixed, play] = by_the_text(board);
        four += 10 * board.times * (fixed + 4 * play);
        three += 10 * board.times * (fixed + 3 * play);
        let last = (fixed + play).max(-4 * 990);
        for flop in counted.without(board.lanes, 2) {
            let sums = flops.entry(flop).or_default();
            sums[0] += board.times * (fixed + 2 * play);
            sums[1] += board.times * last;
        }
    }
    let check = flops.values().map(|[two, last]| two.max(last)).sum::<i128>();
    for (action, sum) in [("bet 4x", four), ("bet 3x", three), ("check", check)] {
        let value = value_of(&*ANTE.advisor, &counted.own, "", action);
        assert_eq!(value, fraction(sum, 2 * 19_600 * 1_081 * 990i128), "{action}");
    }
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
        ANTE.advisor.values(&spot).unwrap().swap_remove(0).value
    };
    let sum: Exact = starts().into_iter().map(|(own, times)| best(own) * whole(times)).sum();
    assert_eq!(sum / whole(1_326), ANTE.distribution.value());
}

#[test]
fn rounds_are_played_as_the_values_say_and_end_as_the_distribution_says() {
    let mut flops = 0;
    let decided = |spot: &Spot, action: Action| {
        // A flop takes some milliseconds.
        flops += usize::from(spot.board.len() == 3);
        if spot.board.len() != 3 || flops <= 150 {
            let values = ANTE.advisor.values(spot).unwrap();
            assert_eq!(values[0].action, action, "{spot:?}");
        }
    };
    let mut rows = std::collections::BTreeSet::new();
    for outcome in ANTE.distribution.outcomes() {
        rows.insert((outcome.staked.clone(), outcome.returned.clone()));
    }
    play(GAME, &[("ante", 10), ("blind", 10)], &*ANTE.advisor, 3_000, decided, |round| {
        let lines = &round.settlement().lines;
        let sum = |of: fn(&games::SettledLine) -> money::Cents| {
            fraction(lines.iter().map(of).sum::<money::Cents>().get(), 1_000)
        };
        let ended = (sum(|line| line.staked), sum(|line| line.returned));
        assert!(rows.contains(&ended), "{ended:?}");
    });
}

#[test]
fn a_flop_and_a_river_by_counting() {
    // Pocket deuces on K-8-3 rainbow, by a loop over all boards and dealers.
    let own = cards("2c 2d");
    let flop = cards("Kh 8s 3c");
    let mut sums = [0; 2];
    let left: Vec<cards::Card> = cards::DECK
        .iter()
        .copied()
        .filter(|card| !own.contains(card) && !flop.contains(card))
        .collect();
    for (place, &turn) in left.iter().enumerate() {
        for &river in &left[place + 1..] {
            let board = [flop[0], flop[1], flop[2], turn, river];
            let board = crate::holdem::showdown([own[0], own[1]], board, 1);
            let [fixed, play] = by_the_text(&board);
            sums[0] += fixed + 2 * play;
            sums[1] += (fixed + play).max(-4 * 990);
        }
    }
    for (action, sum) in [("bet 2x", sums[0]), ("check", sums[1])] {
        let value = value_of(&*ANTE.advisor, &own, "Kh 8s 3c", action);
        assert_eq!(value, fraction(sum, 2 * 1_081 * 990i128));
    }
    let board = "Kh 8s 3c 5d Js";
    assert_eq!(value_of(&*ANTE.advisor, &own, board, "fold"), whole(-2));
}

#[test]
fn spots_without_a_decision_are_refused() {
    let values = |own: &str, board: &str, so_far: &[Action]| {
        let spot = Spot {
            own: cards(own),
            board: cards(board),
            so_far: so_far.to_vec(),
            ..Spot::default()
        };
        ANTE.advisor.values(&spot)
    };
    assert!(matches!(values("As", "", &[]), Err(SpotError::Cards { what: "hand", .. })));
    assert!(matches!(values("As Ks", "2c", &[]), Err(SpotError::Cards { what: "board", .. })));
    assert!(matches!(values("As Ks", "2c As 4d", &[]), Err(SpotError::Twice(_))));
    let bet = values("As Ks", "2c 3c 4d", &[Action::BetTimes(4)]);
    assert!(matches!(bet, Err(SpotError::NoDecision(_))));
    assert!(values("As Ks", "2c 3c 4d", &[Action::Check]).is_ok());
}

#[test]
fn simple_strategies_cost_something() {
    let subject = subject(GAME);
    let best = ANTE.distribution.house_edge();
    let [basic, always, never] = ["basic", "always-4x", "never-before-the-river"].map(|id| {
        let solution = solve(&subject, "ante", None, Some(id), &Silent).unwrap();
        assert_eq!(solution.distribution.space(), ANTE.distribution.space());
        solution.distribution.house_edge()
    });
    assert!(best < basic && basic < fraction(25, 1_000), "{}", percent(&basic, 4));
    assert!(basic < never && never < always);
    // Betting 4x always is the mean of the first choice over all hands.
    let four = |(own, times): ([cards::Card; 2], i64)| {
        value_of(&*ANTE.advisor, &own, "", "bet 4x") * whole(times)
    };
    let mean = starts().into_iter().map(four).sum::<Exact>() / whole(1_326);
    assert_eq!(-mean, always);
}

#[test]
fn the_chart_is_the_published_one() {
    let charts = ANTE.advisor.charts();
    let Body::Grid(grid) = &charts[0].body else { panic!("a grid comes first") };
    // 4x with threes or better, any ace, K-2 suited, K-5, Q-6 suited, Q-8, J-8 suited, J-T: in the
    // grid aces come first, suited hands above the diagonal.
    let published = [
        "4444444444444",
        "4444444444444",
        "444444444----",
        "4444444------",
        "44444--------",
        "444--4-------",
        "444---4------",
        "44-----4-----",
        "44------4----",
        "44-------4---",
        "4---------4--",
        "4----------4-",
        "4------------",
    ];
    let found: Vec<String> = grid.cells.iter().map(|row| row.concat()).collect();
    assert_eq!(found, published);
    let Body::Rules(river) = &charts[2].body else { panic!("rules come third") };
    assert!(river[0].contains("hidden pair"));
}
