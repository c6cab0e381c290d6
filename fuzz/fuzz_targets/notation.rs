//! Any text as cards, money, odds, a rate, an edition, an action and an operation: refused, or read;
//! and what was read is written in a form that reads back as the same.
#![no_main]

use std::fmt::Display;
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;

fn round_trip<T: FromStr + Display + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let written = value.to_string();
        let again = written.parse::<T>().ok();
        assert!(again == Some(value), "{text:?} was written {written:?}");
    }
}

fuzz_target!(|text: &str| {
    round_trip::<cards::Card>(text);
    round_trip::<cards::CardSet>(text);
    round_trip::<money::Cents>(text);
    round_trip::<money::MeterUnits>(text);
    round_trip::<money::Rate>(text);
    round_trip::<money::Odds>(text);
    round_trip::<rulebook::EditionId>(text);
    round_trip::<games::Action>(text);
    round_trip::<games::Op>(text);
    if let Ok(faces) = cards::parse_faces(text) {
        let written: Vec<String> = faces.iter().map(ToString::to_string).collect();
        assert_eq!(cards::parse_faces(&written.join(" ")), Ok(faces));
    }
    if let Ok(known) = cards::parse_cards(text) {
        let written: Vec<String> = known.iter().map(ToString::to_string).collect();
        assert_eq!(cards::parse_cards(&written.join(",")), Ok(known));
    }
});
