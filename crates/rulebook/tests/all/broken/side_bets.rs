//! Mistakes in side bets: each is reported with file, line and key, and what could be meant.

use rulebook::Rulebook;

use super::{TCP, check};

const LKY: &str = "lucky-lucky.toml";
const DMH: &str = "dead-mans-hand.toml";

#[test]
fn a_pattern_that_is_misspelled() {
    check(
        LKY,
        "is = \"total 21, suited\"",
        "is = \"total 21, suitd\"",
        &[(
            "is = \"total 21, suitd\"",
            "table[1].rows[5].is: \"suitd\" is not a condition; did you mean \"suited\"?",
        )],
    );
    check(
        LKY,
        "is = \"7-7-7\"",
        "is = \"7-7\"",
        &[("is = \"7-7\"", "table[1].rows[3].is: \"7-7\" names 2 ranks for 3 cards")],
    );
    check(
        DMH,
        "is = \"with A or 8\"",
        "is = \"with A or B\"",
        &[("", "table[1].rows[6].is: \"B\" is not a rank: write A, K, Q, J, 10 to 2")],
    );
}

#[test]
fn a_row_that_no_hand_is_left_for() {
    check(
        LKY,
        "is = \"6-7-8\", pays",
        "is = \"7-7-7, same color\", pays",
        &[(
            "is = \"7-7-7, same color\"",
            "table[1].rows[4].is: no hand is left for this row: \"7-7-7\" above it has them all",
        )],
    );
}

#[test]
fn a_game_that_there_is_not_and_decks_that_are_none() {
    check(
        DMH,
        "side-bet-of = [\"blackjack\", \"buster-blackjack\", \"war-blackjack\"]",
        "side-bet-of = [\"blackjak\", \"buster-blackjack\", \"war-blackjack\"]",
        &[(
            "side-bet = \"dead-mans-hand\"",
            "side-bet-of: no game \"blackjak\"; did you mean \"blackjack\"?",
        )],
    );
    check(
        DMH,
        "judged = \"own-first-two\"",
        "judged = \"own-first-two\"\ndecks = \"2-8\"",
        &[(
            "decks = ",
            "table[1].decks: \"2-8\" is no number of decks: write \"1\", or \"2 to 8\"",
        )],
    );
}

#[test]
fn a_side_bet_says_how_it_is_settled_and_why_it_is_lost() {
    check(
        TCP,
        "lost = [{ row = \"no bonus\", cite = [\"six-card-bonus\"] }]",
        "lost = [{ row = \"no bonus\", when = \"folded\", cite = [\"six-card-bonus\"] }]",
        &[(
            "lost = [{ row = \"no bonus\"",
            "wager[3].side.lost: needs one reason without a condition (when), and no more",
        )],
    );
    check(
        TCP,
        "folded = \"live\"",
        "folded = \"alive\"",
        &[("", "wager[3].side.folded: unknown value \"alive\"; did you mean \"live\"?")],
    );
}

/// A house's own bet: only what is not usual is said, and what is wrong is still found.
#[test]
fn a_house_bet_needs_few_lines() {
    let with = |file: &str| {
        let mut files: Vec<(String, String)> = Rulebook::embedded_files()
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .collect();
        files.push(("red-pairs.toml".to_owned(), file.to_owned()));
        Rulebook::from_files("rules", files)
    };
    let text = "side-bet = 'red-pairs'\nside-bet-of = ['blackjack']\ntitle = 'Red pairs'\n\
                [[table]]\nnames = ['house']\nrows = [{ is = 'pair, same color', pays = ['12 to 1'] }]\n";
    let book = with(text).unwrap();
    let section = book.game("blackjack").unwrap().newest_with_side_bets();
    let schedule = section.schedules_of("red-pairs").next().unwrap();
    assert_eq!(schedule.parts[0].rows[0].hand.words(), "pair, same color");
    assert!(section.is_added("red-pairs") && !section.is_added("blackjack"));
    let found = with(&text.replace("same color", "same colr")).unwrap_err().to_string();
    assert_eq!(
        found.lines().next().unwrap(),
        "rules/red-pairs.toml:6: table[1].rows[1].is: \"same colr\" is not a condition; did you mean \
         \"same color\"?"
    );
    let found = with(&text.replace("'red-pairs'", "'insurance'")).unwrap_err().to_string();
    assert!(found.contains("the side bet is \"insurance\", so the file should be insurance.toml"));
}
