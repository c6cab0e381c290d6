//! Any text as a log: refused, or replayed; and what was replayed writes a log that replays to the
//! same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let book = rulebook::Rulebook::embedded();
    if let Ok(played) = games::replay(book, text) {
        let log = played.log_text();
        let again = games::replay(book, &log).expect("a log replays");
        assert_eq!(again.round.settlement(), played.round.settlement());
        assert_eq!(again.log_text(), log);
    }
});
