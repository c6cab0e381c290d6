//! The lab: what-ifs, targets, and the pays between which no decision changes.

use std::collections::BTreeMap;

use odds::{
    Analysis, Base, Change, Exact, Lab, NewPay, Silent, Subject, WhatIf, WhatIfError, fraction,
    percent, whole,
};
use rulebook::Rulebook;

fn lab(game: &str, wager: &str, options: &[(&str, &str)]) -> Lab {
    let book = Rulebook::embedded();
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let subject = Subject::open(book, game, None, options.collect()).unwrap();
    Lab::open(book, &subject, wager).unwrap()
}

fn what(changes: &[&str]) -> WhatIf {
    let changes = changes.iter().map(|text| text.parse::<Change>().unwrap()).collect();
    WhatIf { changes, ..WhatIf::default() }
}

fn analysis(lab: &Lab, changes: &[&str]) -> Analysis {
    lab.analyse(&what(changes), &Silent).unwrap().swap_remove(0)
}

fn edge(lab: &Lab, changes: &[&str]) -> Exact {
    analysis(lab, changes).house_edge()
}

/// Published: Mississippi with the straight at 5, 4 and 3 to 1.
#[test]
fn mississippi_straights_as_published() {
    let lab = lab("mississippi-stud", "ante", &[]);
    for (pays, published) in [("5 to 1", "3.7591%"), ("4 to 1", "4.9149%"), ("3 to 1", "5.9880%")] {
        assert_eq!(percent(&edge(&lab, &[&format!("straight={pays}")]), 4), published);
    }
}

/// Six decks, and a blackjack that has to leave the house 0.1%: 3 to 2 is nearer to it than 2 to 1, and of all that can
/// be posted the odds found are the nearest.
#[test]
fn a_target_that_odds_of_fifths_are_nearest_to() {
    let lab = lab("blackjack", "blackjack", &[("decks", "6")]);
    let target = fraction(1, 1_000);
    let found = lab.target(&what(&["blackjack=?"]), &target, &Silent).unwrap();
    let distance = |pays: &str| {
        let off = edge(&lab, &[&format!("blackjack={pays}")]) - &target;
        if off < whole(0) { -off } else { off }
    };
    assert!(distance("3 to 2") < distance("2 to 1"));
    let nearest = found.nearest().pays.to_string();
    for pays in ["1 to 1", "6 to 5", "7 to 5", "3 to 2", "8 to 5", "9 to 5", "2 to 1"] {
        assert!(pays == nearest || distance(&nearest) < distance(pays), "{pays}, not {nearest}");
    }
}

#[test]
fn a_target_that_a_push_is_nearest_to() {
    let lab = lab("mississippi-stud", "ante", &[]);
    let row = "pair of sixes to tens";
    let found = lab.target(&what(&[&format!("{row}=?")]), &fraction(2, 100), &Silent).unwrap();
    assert_eq!(found.nearest().pays.to_string(), "push");
    // The pay found meets the target: on the line between the two odds, or below it where the player adapts.
    let [above, below] = [&found.above, &found.below].map(|it| it.analysis.house_edge());
    assert!(above >= found.target && found.target >= below);
}

/// A negative target: what pays a player an edge of exactly 1% on pair plus. 1,096 of 22,100 hands are flushes, and the
/// house keeps 512 of 22,100 at 4 to 1.
#[test]
fn a_target_below_zero() {
    let lab = lab("three-card-poker", "pair-plus", &[]);
    let found = lab.target(&what(&["flush=?"]), &fraction(-1, 100), &Silent).unwrap();
    assert_eq!(found.exact, whole(4) + fraction(512 + 221, 1_096));
    assert!(found.is_straight);
}

/// Every pay found meets its target when it is posted, if its denominator can be: a straight flush of the ante bonus.
#[test]
fn the_exact_pay_meets_the_target_where_the_player_adapts() {
    let lab = lab("three-card-poker", "ante", &[]);
    let at = |pays: &str| edge(&lab, &[&format!("straight flush={pays}")]);
    // The edge at 30,011 to 100 is met again, to the last part.
    for pays in ["307 to 100", "30011 to 100", "17 to 20"] {
        let found = lab.target(&what(&["straight flush=?"]), &at(pays), &Silent).unwrap();
        let ratio: Vec<i64> = pays.split(" to ").map(|n| n.parse().unwrap()).collect();
        assert_eq!(found.exact, fraction(ratio[0], ratio[1]), "{pays}");
    }
}

/// On two free rows of pair plus, without decisions: 1,096 flushes and 720 straights, so a unit on the flush is worth
/// 1,096/720 on the straight, and each point meets the target.
#[test]
fn two_free_rows_are_a_line() {
    let lab = lab("three-card-poker", "pair-plus", &[]);
    let target = fraction(3, 100);
    let found = lab.target_line(&what(&["flush=?", "straight=?"]), &target, &Silent).unwrap();
    assert_eq!(found.exchange, Some(fraction(1_096, 720)));
    assert!(found.points.len() > 5);
    for (flush, found) in &found.points {
        let pays = match flush {
            NewPay::Nothing => whole(-1),
            NewPay::Odds(money::Odds::Push) => whole(0),
            NewPay::Odds(money::Odds::To(of)) => fraction(of.numerator(), of.denominator()),
            other => panic!("{other}"),
        };
        // 512 at 4 and 6 to 1.
        let house =
            whole(512) - (pays - whole(4)) * whole(1_096) - (&found.exact - whole(6)) * whole(720);
        assert_eq!(house / whole(22_100), target);
    }
    let none = lab.target_line(&what(&["flush=?"]), &target, &Silent);
    assert!(matches!(none, Err(WhatIfError::NotOneOrTwoFree(1))));
}

/// Options are part of a question: the surrender of a lab that was opened without it.
#[test]
fn options_are_asked_about_too() {
    let lab = lab("blackjack", "blackjack", &[("decks", "6")]);
    let options = BTreeMap::from([("decks".to_owned(), "1".to_owned())]);
    let asked = WhatIf { options, ..WhatIf::default() };
    let one = lab.analyse(&asked, &Silent).unwrap().swap_remove(0);
    assert_eq!(one.options["decks"], "1");
    let own = lab_of_one_deck();
    assert_eq!(one.house_edge(), own);
    let unknown = WhatIf { base: Base::Named("none".to_owned()), ..WhatIf::default() };
    assert!(lab.analyse(&unknown, &Silent).is_err());
}

fn lab_of_one_deck() -> Exact {
    edge(&lab("blackjack", "blackjack", &[("decks", "1")]), &[])
}

/// Whoever gets back 99 for 100 on a surrender never goes to war.
#[test]
fn changed_pays_have_a_strategy() {
    let lab = lab("casino-war", "bet", &[]);
    let wars = |changes: &[&str]| {
        let solution = lab.solve(&what(changes), &Silent).unwrap();
        solution.actions[0].combinations.to_string()
    };
    assert_ne!(wars(&[]), "0");
    assert_eq!(wars(&["surrender=99 for 100"]), "0");
}

/// What changes before anything else is decided is what the shares of the choices say: those come from counting how
/// every deal ends, the differences from going through the hands.
#[test]
fn differences_are_what_the_shares_say() {
    for (game, wager, change) in [
        ("casino-war", "bet", "surrender=99 for 100"),
        ("three-card-poker", "ante", "unqualified-ante=2 to 1"),
        ("caribbean-stud", "ante", "unqualified-ante=push"),
        ("four-card-poker", "ante", "tie=push"),
        ("let-it-ride", "base", "flush=60 to 1"),
        ("mississippi-stud", "ante", "flush=60 to 1"),
        ("phil-em-up", "bet", "flush=push"),
        ("ultimate-texas-holdem", "ante", "unqualified-ante=3 to 1"),
        ("texas-holdem-bonus", "ante", "win-ante=nothing"),
        ("silverado-stud", "base", "flush=60 to 1"),
    ] {
        let lab = lab(game, wager, &[]);
        let [before, after] = [what(&[]), what(&[change])];
        let found = lab.compare(&before, &after, &Silent).unwrap();
        assert!(!found.is_empty(), "{game}");
        let share = |what: &WhatIf, action: &games::Action| -> Exact {
            let analysis = lab.analyse(what, &Silent).unwrap().swap_remove(0);
            let all = num(&analysis.distribution.space().to_string());
            let at = analysis.actions[0].at;
            let mine = analysis.actions.iter().filter(|share| share.at == at);
            let mine = mine.filter(|share| share.action == *action);
            mine.map(|share| num(&share.combinations.to_string()) / &all).sum()
        };
        let first = lab.analyse(&before, &Silent).unwrap().swap_remove(0).actions;
        for action in first.iter().filter(|share| share.at == first[0].at).map(|share| share.action)
        {
            let at_first = found.iter().filter(|one| one.at == first[0].at);
            let gained = at_first.clone().filter(|one| one.after == action);
            let lost = at_first.filter(|one| one.before == action);
            let gained: Exact = gained.map(|one| one.chance.clone()).sum();
            let lost: Exact = lost.map(|one| one.chance.clone()).sum();
            let more = share(&after, &action) - share(&before, &action);
            assert_eq!(gained - lost, more, "{game} {action}");
        }
        // The example is a decision that differs.
        let [one, two] = [&before, &after].map(|what| lab.solve(what, &Silent).unwrap());
        let example = &found[0].example;
        if let (Ok(one), Ok(two)) = (one.advisor.values(example), two.advisor.values(example)) {
            assert_ne!(one[0].action, two[0].action, "{game}: {}", found[0].kind);
        }
        assert_eq!(lab.compare(&before, &before, &Silent).unwrap(), [], "{game}");
    }
}

fn num(text: &str) -> Exact {
    text.parse().unwrap()
}

/// Doubling changes if a win pays less: the charts' kinds of hands are named, and what was doubled is not.
#[test]
fn differences_of_blackjack() {
    let lab = lab("blackjack", "blackjack", &[("decks", "1")]);
    let found = lab.compare(&what(&[]), &what(&["win=4 to 5"]), &Silent).unwrap();
    let doubled = |action| found.iter().any(|one| one.before == action);
    assert!(doubled(games::Action::Double) && found.iter().all(|one| one.example.own.len() == 2));
}
