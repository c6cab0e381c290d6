//! What a regulator is told, on schedules whose order can be seen by eye.

use std::collections::BTreeMap;

use odds::{Ask, FindingKind, Silent, Subject, analyse, compared, findings_of, schedules, whole};
use rulebook::Rulebook;

fn subject(game: &str, options: &[(&str, &str)]) -> Subject {
    let options: BTreeMap<String, String> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Subject::open(Rulebook::embedded(), game, None, options).unwrap()
}

fn found(game: &str, wager: &str) -> Vec<(String, FindingKind)> {
    let subject = subject(game, &[]);
    let all = compared(&subject, &schedules(&subject, wager));
    all.into_iter().map(|finding| (finding.schedule, finding.kind)).collect()
}

fn dominated(by: &[&str]) -> FindingKind {
    FindingKind::DominatedBy(by.iter().map(|id| (*id).to_owned()).collect())
}

/// UTH-03 is UTH-01 with a full house at 8 for 9; UTH-04 pays quads 20 for 30 and full house 7 for 8
/// where UTH-02 does; UTH-01 and UTH-02 each pay something more than the other.
#[test]
fn trips_in_the_order_of_the_print() {
    assert_eq!(
        found("ultimate-texas-holdem", "trips"),
        [
            ("UTH-03".to_owned(), dominated(&["UTH-01"])),
            ("UTH-04".to_owned(), dominated(&["UTH-02"])),
        ]
    );
}

#[test]
fn equal_schedules_are_named_once() {
    let equal = |id: &str| {
        (id.to_owned(), FindingKind::EqualTo { other: "UTH-01".to_owned(), times: whole(1) })
    };
    assert_eq!(
        found("ultimate-texas-holdem", "ante"),
        [equal("UTH-02"), equal("UTH-03"), equal("UTH-04")]
    );
}

/// Against a dealer who hits soft 17 and one who stands, the same rows are other bets.
#[test]
fn schedules_of_different_deals_are_not_compared() {
    for (schedule, what) in found("buster-blackjack", "buster") {
        let FindingKind::DominatedBy(others) = what else { continue };
        assert!(others.iter().all(|other| other[..1] == schedule[..1]), "{schedule}: {others:?}");
    }
}

#[test]
fn a_row_that_no_deal_reaches_and_an_edge_for_the_player_are_found() {
    let book = Rulebook::embedded();
    let subject = subject("three-card-poker", &[]);
    let pair_plus = schedules(&subject, "pair-plus").remove(0);
    // A-K-Q of one suit is paid above, so nothing is left for "A-K-Q of spades" below it.
    let changes: Vec<odds::Change> =
        ["royal flush=50 to 1", "pair=25 to 1"].map(|text| text.parse().unwrap()).into();
    let mut set = odds::changed(&subject, &pair_plus, &changes).unwrap();
    let spades = ["A-K-Q of spades=60 to 1".parse().unwrap()];
    let spades = odds::changed(&subject, &pair_plus, &spades).unwrap();
    set.schedule.parts[0].rows.push(spades.schedule.parts[0].rows[0].clone());
    let analyses = odds::analyse_changed(book, &subject, &set, &Ask::default(), &Silent).unwrap();
    let kinds: Vec<&str> =
        findings_of(&analyses[0]).iter().map(|finding| finding.kind.word()).collect();
    assert_eq!(kinds, ["player-edge", "never-pays"]);
    let plain = analyse(&subject, &Ask::default(), &Silent).unwrap();
    assert!(plain.iter().all(|analysis| findings_of(analysis).is_empty()));
}

/// CS-5000 pays a straight flush $5,000, CS-10 10% of the meter: equal at $50,000, and all else alike.
#[test]
fn cs_3_progressives_are_compared_at_the_same_meter() {
    let all = found("caribbean-stud", "progressive");
    let better = |id: &str, other: &str| {
        let of = all.iter().filter(|(schedule, _)| schedule == id);
        let mut says = of.map(|(_, what)| what.to_string()).filter(|says| says.contains(other));
        says.next().unwrap_or_default()
    };
    assert_eq!(
        better("CS-10", "CS-5000"),
        "CS-5000 pays no hand less and some more up to a meter of $50,000"
    );
    assert_eq!(
        better("CS-5000", "CS-10"),
        "CS-10 pays no hand less and some more from a meter of $50,000"
    );
}

/// PMG-02 is PMG-01 for $5: rows "for 1" alike, envy five times, and 100% of a meter that five times
/// the wager feeds.
#[test]
fn prg_12_pmg_02_is_pmg_01_per_dollar_at_five_times_the_meter() {
    for game in [
        "let-it-ride",
        "caribbean-stud",
        "four-card-poker",
        "mississippi-stud",
        "texas-holdem-bonus",
        "ultimate-texas-holdem",
    ] {
        let all = found(game, "progressive");
        let of: Vec<&FindingKind> =
            all.iter().filter(|(id, _)| id == "PMG-02").map(|(_, what)| what).collect();
        let [FindingKind::EqualTo { times, .. }] = of.as_slice() else { panic!("{game}: {of:?}") };
        assert_eq!(*times, whole(5), "{game}");
        assert!(of[0].to_string().contains("per dollar bet, with a meter 5 times"), "{}", of[0]);
    }
}
