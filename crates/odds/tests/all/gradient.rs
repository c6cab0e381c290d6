//! How often each pay is paid, against the edges of pays a little higher and a little lower.

use money::{Odds, Ratio};
use odds::{
    Analysis, Arithmetic, Ask, Change, Exact, NewPay, Paid, Silent, Subject, analyse,
    analyse_changed, changed, decided_wagers, decimal, fraction, percent, schedules, wagers, whole,
};
use rulebook::{Rulebook, Schedule};

fn subject(game: &str, options: &[(&str, &str)]) -> Subject {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    Subject::open(Rulebook::embedded(), game, None, options.collect()).unwrap()
}

fn analysis(subject: &Subject, schedule: &Schedule, changes: &[Change]) -> Analysis {
    let set = changed(subject, schedule, changes).unwrap();
    let book = Rulebook::embedded();
    let ask =
        Ask { meter: Some("$50,000".parse::<money::Cents>().unwrap().into()), ..Ask::default() };
    analyse_changed(book, subject, &set, &ask, &Silent).unwrap().swap_remove(0)
}

/// Odds that are a little more, or a little less, than some: what is added, and the new odds.
fn near(odds: Odds) -> Vec<(Exact, Odds)> {
    let [finer, step] = [1_000u32, 1];
    let moved = |ratio: Ratio, more: bool| {
        let scaled = ratio.numerator() * finer;
        let numerator = if more {
            Some(scaled + step * ratio.denominator())
        } else {
            scaled.checked_sub(step * ratio.denominator())
        };
        Ratio::new(numerator?, ratio.denominator() * finer)
    };
    let both = |of: &dyn Fn(bool) -> Option<Odds>| {
        let part = |more: bool| fraction(if more { 1 } else { -1 }, finer);
        [true, false].into_iter().filter_map(|more| Some((part(more), of(more)?))).collect()
    };
    match odds {
        Odds::To(ratio) => both(&|more| moved(ratio, more).map(Odds::To)),
        Odds::For(ratio) => both(&|more| moved(ratio, more).map(Odds::For)),
        Odds::Push => vec![(fraction(1, finer), Odds::To(Ratio::new(1, finer).unwrap()))],
        Odds::Dollars(amount) => vec![(whole(1), Odds::Dollars(amount + money::Cents::dollars(1)))],
        // A share of the meter is a whole percentage here, and 100% at most.
        Odds::Share(rate) => {
            let less = format!("{}%", rate.basis_points() / 100 - 1).parse().unwrap();
            vec![(fraction(-1, 100), less)]
        }
    }
}

/// A pay a little higher raises the return by no less than its weight says, and one a little lower costs no more:
/// a player who plays best may adapt. Without decisions both are equal.
fn check(subject: &Subject, schedule: &Schedule, paid: &Paid, at: &Analysis) {
    let is_decided = decided_wagers(subject).contains(&schedule.wager);
    for (more, odds) in near(paid.odds) {
        let moved = analysis(subject, schedule, &[paid.change(NewPay::Odds(odds))]);
        let gains = at.house_edge() - moved.house_edge();
        let expected = &paid.weight * &more;
        let what = format!("{} {} {}", schedule.wager, paid.hand, odds);
        if at.arithmetic == Arithmetic::Doubles {
            let more = decimal(&gains) - decimal(&expected);
            // Hands after a split are played as if dealt, so where such a play changes the edge may rise a little.
            assert!((-1e-5..1e-5).contains(&more), "{what}: {more}");
        } else {
            assert!(gains >= expected, "{what}: {gains} is not {expected}");
            assert!(is_decided || gains == expected, "{what}: {gains} is not {expected}");
            // Only hands whose choices are almost equal are played otherwise for a thousandth of a unit.
            let (adapted, part) = (&gains - &expected, &more / whole(10));
            assert!(adapted <= part.clone().max(-part), "{what}: {adapted}");
        }
    }
}

/// Everything that comes back comes back by a pay, and every weight is the slope of the edge.
fn checked(game: &str, options: &[(&str, &str)]) {
    let subject = subject(game, options);
    for wager in wagers(&subject) {
        let schedule = schedules(&subject, &wager).remove(0);
        let at = analysis(&subject, &schedule, &[]);
        assert!(!at.gradient.is_empty(), "{game} {wager}");
        let by_pays: Exact = at.gradient.iter().map(|paid| paid.returned.clone()).sum();
        let all = at.distribution.average_wager() + at.distribution.value();
        // Doubles against a blackjack that the dealer did not peek for are handed back by no pay.
        if at.arithmetic == Arithmetic::Fractions {
            assert_eq!(by_pays, all, "{game} {wager}");
        }
        // Dollars are paid by what is posted, and posted otherwise only on a meter.
        let is_posted =
            |paid: &&Paid| schedule.progressive.is_some() || !matches!(paid.odds, Odds::Dollars(_));
        at.gradient.iter().filter(is_posted).for_each(|paid| check(&subject, &schedule, paid, &at));
    }
}

#[test]
fn weights_are_slopes_in_games_against_the_dealer() {
    for game in ["three-card-poker", "caribbean-stud", "four-card-poker"] {
        checked(game, &[]);
    }
}

#[test]
fn weights_are_slopes_on_streets() {
    for game in ["let-it-ride", "mississippi-stud", "phil-em-up"] {
        checked(game, &[]);
    }
}

#[test]
fn weights_are_slopes_in_silverado() {
    checked("silverado-stud", &[]);
}

#[test]
fn weights_are_slopes_in_war() {
    checked("casino-war", &[]);
}

#[test]
fn weights_are_slopes_in_blackjack() {
    checked("blackjack", &[("decks", "1")]);
    checked("war-blackjack", &[("decks", "1")]);
    checked("buster-blackjack", &[("decks", "1"), ("buster-bonus", "on")]);
}

#[test]
fn weights_are_slopes_in_ultimate() {
    checked("ultimate-texas-holdem", &[]);
}

#[test]
fn weights_are_slopes_in_holdem_bonus() {
    checked("texas-holdem-bonus", &[]);
}

#[test]
fn weights_are_slopes_in_212() {
    checked("holdem-212", &[]);
}

/// Published: a unit on the flush of the blind is worth 2.5715% of the ante.
#[test]
fn ultimate_flush_row_as_published() {
    let subject = subject("ultimate-texas-holdem", &[]);
    let ask = Ask { wager: Some("ante".to_owned()), ..Ask::default() };
    let all = analyse(&subject, &ask, &Silent).unwrap();
    let flush = all[0].gradient.iter().find(|paid| paid.hand == "flush").unwrap();
    assert_eq!(percent(&flush.weight, 4), "2.5715%");
    assert_eq!(flush.unit(), "1 to 1");
}

/// Pair plus: 1,096 of 22,100 hands are flushes; each pays 1 on a stake of 1, so chance and weight are one.
#[test]
fn rows_of_a_side_bet_are_their_chances() {
    let subject = subject("three-card-poker", &[]);
    let schedule = schedules(&subject, "pair-plus").remove(0);
    let at = analysis(&subject, &schedule, &[]);
    let flush = at.gradient.iter().find(|paid| paid.hand == "flush").unwrap();
    assert_eq!([&flush.chance, &flush.weight], [&fraction(1_096, 22_100); 2]);
    assert_eq!(flush.returned, fraction(5 * 1_096, 22_100));
}
