//! Random pays thrown at every wager of every game: analyzed or refused, never a panic.

use std::collections::BTreeMap;

use odds::{
    Ask, Change, Silent, Subject, analyse_changed, changed, decided_wagers, own_schedule,
    schedules, wagers,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rulebook::{HandType, Rulebook};

fn subject(game: &str) -> Subject {
    Subject::open(Rulebook::embedded(), game, None, BTreeMap::new()).unwrap()
}

/// Numbers that are likely to break something beside plain ones.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => 1..200u64,
        1 => Just(99_991u64),
        1 => Just(100_000u64),
        1 => Just(100_000_000u64),
        1 => 4_294_967_200..4_294_967_400u64,
        1 => any::<u64>(),
    ]
}

/// What a change may say behind its equals sign.
fn pays() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (number(), 1..20u64).prop_map(|(pays, to)| format!("{pays} to {to}")),
        2 => (number(), number()).prop_map(|(pays, to)| format!("{pays} to {to}")),
        2 => (number(), number()).prop_map(|(pays, to)| format!("{pays} for {to}")),
        1 => number().prop_map(|amount| format!("${amount}")),
        1 => (0..20_000u32).prop_map(|share| format!("{}.{:02}%", share / 100, share % 100)),
        1 => Just("push".to_owned()),
        1 => Just("nothing".to_owned()),
        1 => "\\PC{0,8}",
    ]
}

/// The words that a change of a wager can begin with, and some that it cannot.
fn targets(subject: &Subject, wager: &str) -> Vec<String> {
    let schedule = schedules(subject, wager).remove(0);
    let mut words: Vec<String> = subject.section().pays.iter().map(|pay| pay.key.clone()).collect();
    for part in &schedule.parts {
        words.extend(HandType::of_order(part.order).iter().map(|(hand, _)| (*hand).to_owned()));
        let line = &part.lines[0];
        words.extend(part.rows.iter().map(|row| format!("{line}: {}", row.hand.words())));
    }
    words.push("ante: straight or better".to_owned());
    words.push("no such hand".to_owned());
    words
}

/// Throws so many sets of changes at a wager.
fn throw(game: &str, wager: &str, cases: u32) {
    let book = Rulebook::embedded();
    let subject = subject(game);
    let known = schedules(&subject, wager);
    let change = (proptest::sample::select(targets(&subject, wager)), pays());
    let changes = proptest::collection::vec(change, 1..7);
    let input = (changes, proptest::sample::select(known), any::<i64>(), 0..7u8);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let ran = TestRunner::new(config).run(&input, |(changes, schedule, meter, seats)| {
        let texts: Vec<String> =
            changes.iter().map(|(hand, pays)| format!("{hand}={pays}")).collect();
        let parsed: Result<Vec<Change>, _> = texts.iter().map(|text| text.parse()).collect();
        let Ok(parsed) = parsed else { return Ok(()) };
        let Ok(set) = changed(&subject, &schedule, &parsed) else { return Ok(()) };
        let meter = Some(money::MeterUnits::from(money::Cents::new(meter / 10_000)));
        let ask = Ask { meter, seats, ..Ask::default() };
        if let Ok(all) = analyse_changed(book, &subject, &set, &ask, &Silent) {
            for analysis in all {
                // Every figure that is printed.
                let _ = (analysis.house_edge(), analysis.distribution.standard_deviation());
                let _ = analysis.meter.and_then(|meter| meter.break_even());
            }
        }
        Ok(())
    });
    ran.unwrap_or_else(|error| panic!("{game} {wager}: {error}"));
}

/// Wagers without decisions are quick: each gets many sets of changes.
#[test]
fn random_pays_of_side_bets_never_panic() {
    for game in Rulebook::embedded().games() {
        let subject = subject(&game.id);
        let decided = decided_wagers(&subject);
        for wager in wagers(&subject).iter().filter(|wager| !decided.contains(wager)) {
            throw(&game.id, wager, 24);
        }
    }
}

/// Wagers with decisions take up to seconds each: a few sets of changes, of which many are refused.
#[test]
fn random_pays_of_wagers_with_decisions_never_panic() {
    for game in Rulebook::embedded().games() {
        for wager in decided_wagers(&subject(&game.id)) {
            throw(&game.id, &wager, 4);
        }
    }
}

/// The largest pays that are allowed, together, fit every solver's sums.
#[test]
fn gen_8_the_largest_pays_are_solved() {
    let book = Rulebook::embedded();
    for game in ["mississippi-stud", "let-it-ride", "ultimate-texas-holdem", "four-card-poker"] {
        let subject = subject(game);
        let wager = decided_wagers(&subject).remove(0);
        let schedule = schedules(&subject, &wager).remove(0);
        let rows = schedule.parts[0].rows.iter().enumerate();
        let changes: Vec<Change> = rows
            .map(|(place, row)| {
                let pays = if place == 1 { "1 to 99991" } else { "100,000,000 to 1" };
                format!("{}={pays}", row.hand.words()).parse().unwrap()
            })
            .collect();
        let set = changed(&subject, &schedule, &changes).unwrap();
        let all = analyse_changed(book, &subject, &set, &Ask::default(), &Silent).unwrap();
        assert!(all[0].house_edge() < odds::whole(-1_000), "{game}");
    }
}

proptest! {
    #![proptest_config(Config { cases: 256, failure_persistence: None, ..Config::default() })]

    /// Any text as a schedule of one's own, and as a change: read or refused.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}", change in "\\PC{0,40}") {
        let _ = own_schedule(Rulebook::embedded(), "own.toml", &text);
        let _ = change.parse::<Change>();
    }

    /// A schedule of one's own with any amounts is analyzed or refused.
    #[test]
    fn own_schedules_never_panic(pays in pays(), nominal in number(), seed in number()) {
        let book = Rulebook::embedded();
        let text = format!(
            "game = \"caribbean-stud\"\nwager = \"progressive\"\nname = \"n\"\nnominal = \"${nominal}\"\n\
             seed = \"${seed}\"\nrows = [{{ hand = \"flush\", pays = {pays:?}, envy = \"${seed}\" }}]\n"
        );
        if let Ok(own) = own_schedule(book, "own.toml", &text) {
            let set = odds::Changed::from(own.schedule);
            let _ = analyse_changed(book, &subject(&own.game), &set, &Ask::default(), &Silent);
        }
    }
}
