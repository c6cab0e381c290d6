//! Blackjack: the published figures, a plain recursion, and real rounds.

use cards::Card;
use games::{Action, Choice, Felt};
use num_bigint::BigUint;
use odds::{
    Advisor, Arithmetic, Body, Silent, Solution, Spot, SpotError, Subject, decimal,
    exact_blackjack_edge, fraction, percent, simple, solve, whole,
};
use rulebook::Rulebook;

use crate::blackjack_tables::{Plain, analyses, changed, edge, options, play, subject};

fn solved(posted: &[(&str, &str)], strategy: Option<&str>) -> Solution {
    solve(&subject("blackjack", posted), "blackjack", None, strategy, &Silent).unwrap()
}

/// KNOWN.md: six decks and the default options.
#[test]
fn known_value_of_six_decks() {
    let found = &analyses(&subject("blackjack", &[]), "blackjack")[0];
    assert_eq!(percent(&found.house_edge(), 9), "0.402870236%");
    assert_eq!(found.arithmetic, Arithmetic::Doubles);
    assert_eq!(*found.distribution.space(), BigUint::from(Arithmetic::UNIT));
}

/// The same as a fraction: of six decks KNOWN.md's digits, of one deck the value in doubles.
#[test]
fn exact_fractions() {
    let exact = |posted| exact_blackjack_edge(&subject("blackjack", posted)).unwrap();
    assert_eq!(percent(&exact(&[]), 9), "0.402870236%");
    let one = exact(&[("decks", "1")]);
    assert!((decimal(&one) - edge("blackjack", "blackjack", &[("decks", "1")])).abs() < 1e-15);
    // Every way of the dealer and of the player is a whole number of ordered deals.
    assert!(one.denom().bits() < 80);
}

/// One deck without splits under many options, card by card.
#[test]
fn one_deck_without_splits_card_by_card() {
    #[track_caller]
    fn check(posted: &[(&str, &str)], mut plain: Plain) {
        let posted = [&[("decks", "1"), ("splits", "0")], posted].concat();
        let (edge, value) = (edge("blackjack", "blackjack", &posted), plain.value());
        assert!((edge + value).abs() < 1e-12, "{posted:?}: {edge} but {value}");
    }
    check(&[], Plain::new(1));
    check(&[("soft-17", "hit")], Plain { hits_soft_17: true, ..Plain::new(1) });
    check(&[("peek", "false")], Plain { peeks: false, ..Plain::new(1) });
    check(&[("surrender", "late")], Plain { surrenders: true, ..Plain::new(1) });
    check(
        &[("surrender", "late"), ("peek", "false"), ("blackjack-pays", "6 to 5")],
        Plain { surrenders: true, peeks: false, blackjack: 1.2, ..Plain::new(1) },
    );
    check(&[("double", "9-to-11")], Plain { doubles: (9, 11), ..Plain::new(1) });
    check(&[("double", "10-or-11")], Plain { doubles: (10, 11), ..Plain::new(1) });
    // [BJ-2] no doubles at all; [BJ-1] better than 3 to 2.
    check(&[("double", "none")], Plain { doubles: (22, 22), ..Plain::new(1) });
    check(&[("blackjack-pays", "2 to 1")], Plain { blackjack: 2.0, ..Plain::new(1) });
    check(&[("blackjack-pays", "7 to 5")], Plain { blackjack: 1.4, ..Plain::new(1) });
}

/// [BJ-2]: giving up a bad hand after a split is worth something, and less than surrender itself.
#[test]
fn bj_2_surrender_after_a_split_moves_the_edge_a_little() {
    let with = |more: &[(&str, &str)]| edge("blackjack", "blackjack", more);
    let (none, late) = (with(&[]), with(&[("surrender", "late")]));
    let first_only = with(&[("surrender", "late"), ("surrender-after-split", "false")]);
    assert!(late < first_only && first_only < none, "{late} {first_only} {none}");
    assert!(first_only - late < none - first_only, "splits are rarer than first hands");
    // With nothing to split it makes no difference.
    let unsplit =
        |more: &[(&str, &str)]| with(&[&[("splits", "0"), ("surrender", "late")], more].concat());
    let off = unsplit(&[]) - unsplit(&[("surrender-after-split", "false")]);
    assert!(off.abs() < 1e-15, "{off}");
}

/// Every option moves the edge the way it must.
#[test]
fn options_help_or_hurt() {
    let base = edge("blackjack", "blackjack", &[]);
    let with = |key, value| edge("blackjack", "blackjack", &[(key, value)]);
    for (key, value) in [("resplit-aces", "true"), ("split-aces", "draw"), ("surrender", "late")] {
        assert!(with(key, value) < base, "{key}");
    }
    for (key, value) in [
        ("soft-17", "hit"),
        ("peek", "false"),
        ("double", "9-to-11"),
        ("double", "10-or-11"),
        ("double", "none"),
        ("double-after-split", "false"),
        ("splits", "2"),
        ("splits", "0"),
    ] {
        assert!(with(key, value) > base, "{key}");
    }
    // Tens are never split, so that their ranks do not matter; nor do the cut and the insurance.
    for (key, value) in [("split", "equal-rank"), ("insurance", "false"), ("penetration", "50%")] {
        assert!((with(key, value) - base).abs() < 1e-15, "{key}");
    }
    let one = |pays| edge("blackjack", "blackjack", &[("decks", "1"), ("blackjack-pays", pays)]);
    assert!(one("6 to 5") > one("3 to 2") + 0.01);
}

#[test]
fn insurance_of_every_shoe() {
    for decks in 1..=8i64 {
        let posted = decks.to_string();
        let found = &analyses(&subject("blackjack", &[("decks", &posted)]), "insurance")[0];
        // 16 tens a deck of 52 cards less the ace pay 2 to 1.
        let value = fraction(16 * decks * 3, 52 * decks - 1) - whole(1);
        assert_eq!(found.house_edge(), -value, "{decks} decks");
        assert_eq!(found.arithmetic, Arithmetic::Fractions);
    }
    let solution = solve(&subject("blackjack", &[]), "insurance", None, None, &Silent).unwrap();
    let value = |own: &str, up: &str| {
        let spot = Spot { own: cards(own), dealer: cards(up), ..Spot::default() };
        solution.advisor.values(&spot)
    };
    let valued = value("Th Js", "As").unwrap();
    assert_eq!(valued[0].action, Action::Decline);
    assert_eq!(valued[1].value, fraction(94 * 3, 309) - whole(1));
    assert!(value("Th Js", "Ks").is_err());
    assert!(value("Th", "As").is_err());
    assert!(!solution.advisor.charts().is_empty());
}

fn cards(text: &str) -> Vec<Card> {
    cards::parse_cards(text).unwrap()
}

/// The strategies that people use cost something, as much as is known of them.
#[test]
fn simple_strategies_cost() {
    let six = subject("blackjack", &[]);
    let best = edge("blackjack", "blackjack", &[]);
    for strategy in simple(&six, "blackjack") {
        let solution = solved(&[], Some(strategy.id));
        let cost = decimal(&solution.distribution.house_edge()) - best;
        let known = match strategy.id {
            "basic" => 0.0..0.0001,
            "no-splits" => 0.004..0.008,
            "never-bust" => 0.03..0.04,
            "mimic-dealer" => 0.05..0.056,
            // An ace is up one time in thirteen, and half a wager is lost at 23 in 311.
            "always-insure" => {
                let lost = 23.0 / 311.0 / 26.0;
                lost - 1e-12..lost + 1e-12
            }
            _ => unreachable!("{}", strategy.id),
        };
        assert!(known.contains(&cost), "{}: {cost}", strategy.id);
    }
}

/// The charts are the well-known ones.
#[test]
fn charts_of_six_decks() {
    let charts = solved(&[], None).advisor.charts();
    let row = |title: &str, name: &str| {
        let chart = charts.iter().find(|chart| chart.title == title).unwrap();
        let Body::Grid(grid) = &chart.body else { panic!("{title} is a grid") };
        let place = grid.rows.iter().position(|row| row == name).unwrap();
        grid.cells[place].join(" ")
    };
    assert_eq!(row("Hard totals", "9"), "H D D D D H H H H H");
    assert_eq!(row("Hard totals", "11"), "D D D D D D D D D H");
    assert_eq!(row("Hard totals", "12"), "H H S S S H H H H H");
    assert_eq!(row("Hard totals", "16"), "S S S S S H H H H H");
    assert_eq!(row("Soft totals", "18"), "S Ds Ds Ds Ds S S H H H");
    assert_eq!(row("Pairs", "4, 4"), "H H H P P H H H H H");
    assert_eq!(row("Pairs", "9, 9"), "P P P P P S P P S S");
    let exceptions = charts.last().unwrap();
    let Body::Rules(rules) = &exceptions.body else { panic!("exceptions are rules") };
    assert_eq!(rules[0], "10, 2 against 4: hit, not stand.");
}

#[test]
fn spots_without_a_decision_are_refused() {
    let solution = solved(&[("decks", "2")], None);
    let values = |own: &str, up: &str| {
        let spot = Spot { own: cards(own), dealer: cards(up), ..Spot::default() };
        solution.advisor.values(&spot)
    };
    assert!(matches!(values("Ah", "9s"), Err(SpotError::Cards { .. })));
    assert!(matches!(values("Ah 5s", ""), Err(SpotError::Cards { .. })));
    assert!(matches!(values("Ah Ks", "9s"), Err(SpotError::NoDecision(_))));
    assert!(matches!(values("7h 7s 7d", "9s"), Err(SpotError::NoDecision(_))));
    assert!(matches!(values("Th 7s 7d", "9s"), Err(SpotError::NoDecision(_))));
    // Two decks hold a card twice, not three times.
    assert!(values("9s 9s", "8s").is_ok());
    assert!(matches!(values("9s 9s", "9s"), Err(SpotError::Twice(_))));
    let after = Spot {
        own: cards("8s 8h"),
        dealer: cards("6c"),
        so_far: vec![Action::Split],
        ..Spot::default()
    };
    assert!(matches!(solution.advisor.values(&after), Err(SpotError::NoDecision(_))));
}

/// The best of the values is what is chosen; after a split the best but splitting again.
fn check_choice(advisor: &dyn Advisor, felt: &Felt, choice: &Choice, action: Action) {
    if matches!(choice.actions[0], Action::Insure | Action::Decline) {
        assert_eq!(action, Action::Decline);
        return;
    }
    let hand = choice.hand.map_or(0, |hand| usize::from(hand) - 1);
    let own = felt.seats[0].hands[hand].cards.cards().to_vec();
    let spot = Spot { own, dealer: vec![felt.dealer.cards()[0]], ..Spot::default() };
    let values = advisor.values(&spot).unwrap();
    let best = values.iter().find(|valued| choice.actions.contains(&valued.action)).unwrap();
    let is_again = choice.hand.is_some() && best.action == Action::Split;
    assert!(is_again || best.action == action, "{spot:?}: {action} but {values:?}");
    assert!(choice.actions.contains(&action));
}

#[test]
fn choices_in_real_rounds_are_the_best() {
    for posted in [
        &[][..],
        &[("decks", "1"), ("surrender", "late"), ("split", "equal-rank")],
        &[("decks", "2"), ("peek", "false"), ("double-after-split", "false")],
        &[("decks", "8"), ("resplit-aces", "true"), ("soft-17", "hit")],
        &[("decks", "1"), ("double", "none")],
    ] {
        let advisor = solved(posted, None).advisor;
        let watch = |felt: &Felt, choice: &Choice, action: Action| {
            check_choice(&*advisor, felt, choice, action);
        };
        play("blackjack", None, posted, &[("blackjack", 10)], &*advisor, 20_000, watch);
    }
}

/// Real rounds come to what was computed, also where hands split and the dealer does not peek.
#[test]
fn real_rounds_come_to_the_value() {
    for (posted, strategy) in [
        (&[][..], None),
        (&[("decks", "1"), ("peek", "false"), ("surrender", "late")], None),
        (&[("decks", "2"), ("resplit-aces", "true"), ("split-aces", "draw")], None),
        (&[("decks", "1")], Some("mimic-dealer")),
        (&[("decks", "1")], Some("always-insure")),
        (&[("decks", "2")], Some("never-bust")),
    ] {
        let solution = solved(posted, strategy);
        let bets = [("blackjack", 10)];
        let played =
            play("blackjack", None, posted, &bets, &*solution.advisor, 400_000, |_, _, _| {});
        let value = decimal(&solution.distribution.value());
        let off = (played.mean - value) / played.error;
        assert!(off.abs() < 4.0, "{posted:?} {strategy:?}: {off} standard errors");
        // The deviation too, though hands of one split are not quite independent.
        let deviation = solution.distribution.standard_deviation();
        let measured = played.error * 400_000f64.sqrt();
        assert!((measured / deviation - 1.0).abs() < 0.01, "{measured} but {deviation}");
    }
}

/// The choices on the first two cards add up to the deals in which there is one.
#[test]
fn actions_add_up() {
    let solution = solved(&[], None);
    let sum: BigUint = solution.actions.iter().map(|share| &share.combinations).sum();
    let decided = sum.to_string().parse::<f64>().unwrap() / Arithmetic::UNIT as f64;
    let is_natural = |row: &str| row.contains("blackjack");
    let naturals: f64 = solution
        .distribution
        .outcomes()
        .iter()
        .filter(|outcome| is_natural(&outcome.row))
        .map(|outcome| decimal(&solution.distribution.probability(outcome)))
        .sum();
    assert!((decided + naturals - 1.0).abs() < 1e-12);
}

#[test]
fn what_if_pays() {
    let asked = |from: &str, to: &str, posted: &[(&str, &str)]| {
        let book = changed("blackjack", from, to);
        let subject = Subject::open(&book, "blackjack", None, options(posted)).unwrap();
        let solution = solve(&subject, "blackjack", None, None, &Silent).unwrap();
        let charts = solution.advisor.charts();
        assert!(charts.len() >= 3);
        decimal(&solution.distribution.house_edge())
    };
    let base = edge("blackjack", "blackjack", &[]);
    // A blackjack pays half a wager more, one time in 22 that it is not pushed.
    let two_to_one = asked("pays = \"3 to 2\"", "pays = \"2 to 1\"", &[]);
    assert!((base - two_to_one - 0.045_322_988 / 2.0).abs() < 1e-9);
    // Insurance that pays 5 to 1 is taken; wins that pay 3 to 1 are sought with every pair.
    assert!(asked("pays = \"2 to 1\"", "pays = \"5 to 1\"", &[]) < base);
    assert!(asked("pays = \"1 to 1\"", "pays = \"3 to 1\"", &[("split", "equal-rank")]) < -0.5);
    assert!(Rulebook::embedded().game("blackjack").is_some());
}

/// Up to four hands with up to two wagers each; what the number counts is said.
#[test]
fn rows_of_splits_say_how_many_wagers_are_on_the_hands() {
    let analysis = &analyses(&subject("blackjack", &[]), "blackjack")[0];
    let outcomes = analysis.distribution.outcomes();
    for wagers in 2..=8 {
        let row = format!("splits, {wagers} wagers in all");
        assert!(outcomes.iter().any(|outcome| outcome.row == row), "{row}");
    }
    assert!(analysis.notes.iter().any(|note| note.contains("wagers in all")));
}
