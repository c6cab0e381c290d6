//! The published figures, to all their digits.

use std::collections::BTreeMap;

use odds::{Analysis, Ask, Silent, Subject, analyse, fraction, percent};
use rulebook::Rulebook;

fn subject(game: &str) -> Subject {
    Subject::open(Rulebook::embedded(), game, None, BTreeMap::new()).unwrap()
}

fn analysis(game: &str, wager: &str, schedule: &str) -> Analysis {
    let ask = Ask {
        wager: Some(wager.to_owned()),
        schedule: Some(schedule.to_owned()),
        ..Ask::default()
    };
    analyse(&subject(game), &ask, &Silent).unwrap().remove(0)
}

#[test]
fn three_card_ante_and_play() {
    let ante = analysis("three-card-poker", "ante", "standard");
    assert_eq!(ante.house_edge(), fraction(13_733_780, 407_170_400));
    assert_eq!(percent(&ante.house_edge(), 4), "3.3730%");
    assert_eq!(percent(&ante.element_of_risk(), 4), "2.0147%");
    assert_eq!(*ante.distribution.space(), 407_170_400u64.into());
}

#[test]
fn three_card_side_bets() {
    let pair_plus = analysis("three-card-poker", "pair-plus", "standard");
    assert_eq!(pair_plus.house_edge(), fraction(512, 22_100));
    let six = analysis("three-card-poker", "six-card-bonus", "TCP-6B1");
    assert_eq!(percent(&six.house_edge(), 4), "10.2248%");
}
