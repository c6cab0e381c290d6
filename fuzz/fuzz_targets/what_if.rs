//! Any text as changes of pays and as a schedule of one's own: analysed or refused, never a panic.
//!
//! The first line names a game and a wager by number, the others are changes. Wagers with decisions
//! take seconds to solve, so only those without are analysed; the others stop at the changed schedule.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use odds::{Ask, Change, Changed, Silent, Subject};

fuzz_target!(|text: &str| {
    let book = rulebook::Rulebook::embedded();
    if let Ok(own) = odds::own_schedule(book, "fuzz.toml", text) {
        analyse(book, &own.game, |_| Some(Changed::from(own.schedule)));
    }
    let mut lines = text.lines();
    let numbers = lines.next().and_then(|line| line.split_once(' '));
    let Some((game, wager)) = numbers else { return };
    let number = |text: &str| text.parse::<usize>().unwrap_or(0);
    let games = book.games();
    let game = &games[number(game) % games.len()].id;
    let changes: Vec<Change> = lines.filter_map(|line| line.parse().ok()).take(8).collect();
    analyse(book, game, |subject| {
        let wagers = odds::wagers(subject);
        let wager = &wagers[number(wager) % wagers.len()];
        let schedule = odds::schedule(subject, wager, None).ok()?;
        odds::changed(subject, &schedule, &changes).ok()
    });
});

/// Analyses a changed wager of a game, if no decision makes that slow.
fn analyse(
    book: &rulebook::Rulebook,
    game: &str,
    changed: impl FnOnce(&Subject) -> Option<Changed>,
) {
    let options = BTreeMap::new();
    let subject = Subject::open(book, game, None, options).expect("every game opens by default");
    let Some(changed) = changed(&subject) else { return };
    if !odds::is_decided(&subject, &changed.schedule) {
        let _ = odds::analyse_changed(book, &subject, &changed, &Ask::default(), &Silent);
    }
}
