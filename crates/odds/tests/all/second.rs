//! The second computation of an edge, which a report has beside the first.

use odds::{Analysis, Ask, SecondMethod, Silent, analyse, schedules, solve};

use crate::at_the_table::subject;

/// Every edge of some games, and how many have a second computation.
#[track_caller]
fn twice(game: &str, options: &[(&str, &str)]) -> usize {
    let subject = subject(game, options);
    let mut method = SecondMethod::default();
    let mut found = 0;
    for analysis in analyse(&subject, &Ask::default(), &Silent).unwrap() {
        let is_decided = odds::decided_wagers(&subject).contains(&analysis.wager);
        let solution = is_decided.then(|| {
            solve(&subject, &analysis.wager, Some(&analysis.schedule), None, &Silent).unwrap()
        });
        if let Some(second) = method.edge(&subject, &analysis, solution.as_ref()) {
            assert!(
                second.agrees,
                "{game} {} {}: {}",
                analysis.wager, analysis.schedule, second.how
            );
            found += 1;
        }
    }
    found
}

#[test]
fn both_methods_give_the_same_edges() {
    for (game, options) in [
        ("three-card-poker", &[][..]),
        ("let-it-ride", &[]),
        ("mississippi-stud", &[]),
        ("four-card-poker", &[]),
        ("phil-em-up", &[]),
        ("buster-blackjack", &[("decks", "2")]),
    ] {
        assert!(twice(game, options) > 0, "{game}");
    }
}

/// A second method that finds another edge says so.
#[test]
fn another_edge_is_told() {
    let subject = subject("three-card-poker", &[]);
    let schedule = schedules(&subject, "pair-plus").remove(0);
    let ask = Ask {
        wager: Some("pair-plus".to_owned()),
        schedule: Some(schedule.id.clone()),
        ..Ask::default()
    };
    let right = analyse(&subject, &ask, &Silent).unwrap().remove(0);
    // As if a pay had been read wrongly.
    let changed = odds::changed(&subject, &schedule, &["flush=5 to 1".parse().unwrap()]).unwrap();
    let book = rulebook::Rulebook::embedded();
    let misread = odds::analyse_changed(book, &subject, &changed, &ask, &Silent).unwrap().remove(0);
    let wrong = Analysis { distribution: misread.distribution, ..right.clone() };
    let mut method = SecondMethod::default();
    assert!(method.edge(&subject, &right, None).unwrap().agrees);
    assert!(!method.edge(&subject, &wrong, None).unwrap().agrees);
}
