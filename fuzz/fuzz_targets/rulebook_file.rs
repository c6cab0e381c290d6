//! Any text as a file of the rulebook beside the general one: loaded, or refused with a place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::Rulebook;

fuzz_target!(|text: &str| {
    // A file is named after its game; a text without a game is tried as the general file.
    let game = text.lines().find_map(|line| line.strip_prefix("game = \"")?.strip_suffix('"'));
    let name = format!("{}.toml", game.unwrap_or("general"));
    // Games of the blackjack family cite blackjack's rulings.
    let beside = Rulebook::embedded_files()
        .filter(|(known, _)| ["general.toml", "blackjack.toml"].contains(known) && *known != name);
    let mut files: Vec<(String, String)> =
        beside.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    files.push((name, text.to_owned()));
    match Rulebook::from_files("fuzz", files) {
        Ok(book) => {
            // What was loaded can be used: every edition, and a table at each.
            for game in book.games() {
                for edition in &game.editions {
                    let section = game.edition(edition.id).expect("its own edition");
                    let posting = games::Posting {
                        game: section.game.clone(),
                        edition: Some(edition.id),
                        ..games::Posting::default()
                    };
                    let _ = games::Table::open(&book, posting);
                }
            }
        }
        Err(problems) => assert!(!problems.is_empty()),
    }
});
