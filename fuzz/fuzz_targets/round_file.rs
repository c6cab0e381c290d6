//! Any bytes as a round file and as a log: settled or refused, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let book = rulebook::Rulebook::embedded();
    if let Ok(round) = games::play_recorded(book, "fuzz", text) {
        let log = round.log_text();
        let again = games::replay(book, &log).expect("a log replays to the same end");
        assert_eq!(again.settlement(), round.settlement());
    }
    let _ = games::replay(book, text);
});
