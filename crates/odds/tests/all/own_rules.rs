//! Rules of one's own: their price beside that of the same simple strategy, which the solvers follow through another
//! count; and our own charts, fed back.

use games::Action;
use odds::{
    Exact, OwnRulesError, PricedRules, Silent, as_rules, fraction, percent, price_rules, solve,
    whole,
};

use crate::at_the_table::subject;

fn priced(game: &str, wager: &str, rules: &str) -> Result<PricedRules, OwnRulesError> {
    price_rules(&subject(game, &[]), wager, None, rules, &Silent)
}

#[track_caller]
fn cost(game: &str, wager: &str, rules: &str) -> Exact {
    priced(game, wager, rules).unwrap().cost()
}

/// What the charts of a game cost when they are fed back.
#[track_caller]
fn fed_back(game: &str, wager: &str) -> (Exact, String) {
    let charts = solve(&subject(game, &[]), wager, None, None, &Silent).unwrap().advisor.charts();
    let notes = charts.iter().map(|chart| chart.note.as_str()).collect::<Vec<_>>().join(" ");
    (cost(game, wager, &as_rules(game, &charts)), notes)
}

#[test]
fn our_charts_cost_what_they_say() {
    for (game, wager) in
        [("three-card-poker", "ante"), ("let-it-ride", "base"), ("mississippi-stud", "ante")]
    {
        assert_eq!(fed_back(game, wager).0, whole(0), "{game}");
    }
    for game in ["caribbean-stud", "four-card-poker"] {
        let (cost, notes) = fed_back(game, "ante");
        let said = format!("({}/{})", cost.numer(), cost.denom());
        assert!(notes.contains(&said), "{game}: {said} is not in: {notes}");
    }
}

/// The same strategies, each once as rules and once as the solvers know it.
#[test]
fn rules_cost_what_the_simple_strategy_costs() {
    let ride = "[Bet 1]\nLet it ride every hand.\n[Bet 2]\nLet it ride every one.";
    let paying = "[Bet 1]\nLet it ride: a pair that pays; three of a kind. Pull the rest.\n[Bet 2]\nLet it ride: a pair \
                  that pays; two pair; three of a kind; four of a kind.\nPull the rest.";
    let thrice = "[3rd street]\nBet 3x every hand.\n[4th street]\nBet 3x the rest.\n[5th street]\nBet 3x the rest.";
    let once = "[3rd street, on two cards]\nBet 1x every hand.\n[4th street, 2 antes staked]\nBet 1x the rest.\n[5th \
                street, 3 antes staked]\nBet 1x the rest.";
    let tens = "Play 3x with a pair of tens or better. Play 1x with a pair of threes or better. Fold the rest.";
    for (game, wager, simple, rules) in [
        ("three-card-poker", "ante", "mimic-dealer", "Play Q or better. Fold the rest."),
        ("three-card-poker", "ante", "always-play", "Play every hand."),
        ("caribbean-stud", "ante", "pair-or-better", "Bet any pair or better. Fold the rest."),
        ("caribbean-stud", "ante", "ak-j83", "Bet A-K-J-8-3 or better. Fold the rest."),
        ("caribbean-stud", "ante", "always-raise", "Bet every hand."),
        ("four-card-poker", "ante", "pair-of-tens", tens),
        ("four-card-poker", "ante", "always-play-1x", "Play 1x every hand."),
        ("let-it-ride", "base", "always-ride", ride),
        ("let-it-ride", "base", "paying-hands", paying),
        ("mississippi-stud", "ante", "always-3x", thrice),
        ("mississippi-stud", "ante", "always-1x", once),
    ] {
        let known = solve(&subject(game, &[]), wager, None, Some(simple), &Silent).unwrap();
        let priced = priced(game, wager, rules).unwrap();
        assert_eq!(priced.edge, known.distribution.house_edge(), "{game} {simple}");
    }
}

/// Playing every hand in Three-card poker folds nothing that loses: KNOWN's 7.65% against 3.37%. The costs of the mistakes
/// are parts of the whole cost, and fewer than ten kinds of hands make all of a small cost.
#[test]
fn the_worst_hands_are_told() {
    let blind = priced("three-card-poker", "ante", "Play every hand.").unwrap();
    assert_eq!(percent(&blind.edge, 2), "7.65%");
    let first = &blind.mistakes[0];
    assert_eq!((first.chosen, first.best), (Action::Play, Action::Fold));
    assert!(blind.mistakes.windows(2).all(|pair| pair[0].costs >= pair[1].costs));
    // Only Q-6-4 itself is misplayed: 60 hands that are not of one suit, of 22,100.
    let above = priced("three-card-poker", "ante", "Play Q-6-5 or better. Fold the rest.").unwrap();
    assert_eq!(above.mistakes.len(), 1);
    assert_eq!(above.mistakes[0].hand, "Q-6-4");
    assert_eq!(above.mistakes[0].chance, fraction(60, 22_100));
    assert_eq!(above.mistakes[0].costs, above.cost());
}

#[test]
fn what_cannot_be_followed_is_named_with_its_line() {
    let says =
        |game: &str, wager: &str, rules: &str| priced(game, wager, rules).unwrap_err().to_string();
    let three = |rules: &str| says("three-card-poker", "ante", rules);
    assert_eq!(
        three("# mine\nRaise Q-6-4 or better.\nFold the rest."),
        "line 2: \"Raise\" is no choice here; begin with one of: Play, Fold"
    );
    assert!(three("Play Q-6-4 or better.").contains("line 1: no rule is for the rest"));
    assert!(three("Play queens or better. Fold the rest.").contains("\"queens\" is no hand here"));
    assert!(
        three("Fold the rest.\nPlay Q or better.")
            .contains("line 2: \"Play Q or better\" comes after")
    );
    assert!(
        three("Play if you hold a queen. Fold the rest.")
            .contains("\"if you hold a queen\" is not known")
    );
    let ride = |rules: &str| says("let-it-ride", "base", rules);
    assert!(
        ride("[Bet 3]\nPull the rest.")
            .contains("line 1: \"Bet 3\" is no decision of this game; it has [Bet 1]")
    );
    assert!(ride("[Bet 1]\nPull the rest.").contains("nothing is said about [Bet 2]"));
    let flush = ride("[Bet 1]\nLet it ride: a flush. Pull the rest.\n[Bet 2]\nPull the rest.");
    assert!(flush.starts_with("line 2: \"a flush\" is not known here; known: "), "{flush}");
    assert!(flush.contains("three to a flush"), "{flush}");
    let street = says(
        "mississippi-stud",
        "ante",
        "[3rd street]\nBet 3x every hand.\n[4th street, 2 antes staked]\nFold the rest.\n[5th street]\nFold the rest.",
    );
    assert!(
        street.contains("line 3: these rules come to 4th street with 4 antes staked"),
        "{street}"
    );
    let grid = says("four-card-poker", "ante", "Play the rest by the grid.");
    assert!(grid.contains("needs a grid"), "{grid}");
    assert!(
        says("blackjack", "blackjack", "Hit the rest.").contains("are not priced for blackjack")
    );
}
