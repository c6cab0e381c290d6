//! Any text as a round file: settled or refused with a place, never a panic. The log of a settled
//! round replays to the same settlement.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let book = rulebook::Rulebook::embedded();
    match games::play_recorded(book, "fuzz", text) {
        Ok(played) => {
            let again = games::replay(book, &played.log_text()).expect("its log replays");
            assert_eq!(again.round.settlement(), played.round.settlement());
            assert_eq!(again.meter(), played.meter());
        }
        Err(problems) => {
            let lines = text.lines().count() + 1;
            assert!(!problems.is_empty());
            assert!(problems.iter().all(|problem| (1..=lines).contains(&problem.place.line)));
        }
    }
});
