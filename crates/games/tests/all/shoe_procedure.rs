//! Burn, cut and shuffle, 20:18:15:10, :11 and :15 [BJ-5].

use std::sync::Arc;

use games::{OpenError, Posting, ShoeProcedure, Shuffle, Table};
use rulebook::Rulebook;

const GAMES: [&str; 3] = ["blackjack", "buster-blackjack", "war-blackjack"];

fn open(game: &str, options: &[(&str, &str)]) -> Result<Arc<Table>, Vec<OpenError>> {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let posting =
        Posting { game: game.to_owned(), options: options.collect(), ..Posting::default() };
    Table::open(Rulebook::embedded(), posting)
}

fn procedure(game: &str, options: &[(&str, &str)]) -> ShoeProcedure {
    open(game, options).unwrap().shoe_procedure().expect("a blackjack game has one")
}

#[test]
fn bj_5_defaults_of_every_blackjack_game() {
    for game in GAMES {
        let table = procedure(game, &[]);
        assert_eq!(table.shuffle, Shuffle::AtCutCard);
        assert_eq!(table.penetration.to_string(), "75%");
        assert!(table.burns_first && table.burns_on_dealer_change && !table.shows_burn);
        // Six decks: 312 cards, 234 of them in front of the cut card.
        assert_eq!((table.cards(), table.cut_card().above()), (312, 234));
        let other =
            [("burn-first", "false"), ("burn-on-dealer-change", "false"), ("show-burn", "true")];
        let table = procedure(game, &other);
        assert!(!table.burns_first && !table.burns_on_dealer_change && table.shows_burn);
    }
    assert_eq!(open("holdem-212", &[]).unwrap().shoe_procedure(), None);
    assert_eq!(open("three-card-poker", &[]).unwrap().shoe_procedure(), None);
}

#[test]
fn arsd_15_10_the_cards_are_shuffled_after_the_round_in_which_the_cut_card_appears() {
    let table = procedure("blackjack", &[("decks", "8"), ("penetration", "90%")]);
    // 416 * 0.9 = 374.4.
    assert_eq!(table.cut_card().above(), 374);
    assert_eq!([373, 374, 400].map(|out| table.is_last_round(out)), [false, true, true]);
    // A single deck from the hand is shuffled after each round unless the house goes by the cut card.
    let by_hand = [("decks", "1"), ("dealt-from", "hand")];
    assert!(procedure("blackjack", &by_hand).is_last_round(5));
    let by_cut_card = [("decks", "1"), ("dealt-from", "hand"), ("shuffle", "cut-card")];
    assert!(!procedure("blackjack", &by_cut_card).is_last_round(5));
    assert!(procedure("blackjack", &[("shuffle", "every-round")]).is_last_round(5));
    assert_eq!(procedure("blackjack", &[("decks", "1")]).shuffle, Shuffle::AtCutCard);
}

#[test]
fn arsd_15_11_a_cut_leaves_at_least_five_cards_at_either_end() {
    let table = procedure("blackjack", &[("decks", "2")]);
    let at = [0, 4, 5, 52, 99, 100, 104];
    assert_eq!(
        at.map(|above| table.may_cut(above)),
        [false, false, true, true, true, false, false]
    );
}

#[test]
fn bj_5_a_cut_card_before_the_center_or_at_the_back_is_refused() {
    for value in ["45%", "100%", "75"] {
        let errors = open("blackjack", &[("penetration", value)]).expect_err("it is not lawful");
        assert!(
            matches!(&errors[..], [OpenError::NoSuchValue { option, .. }] if option == "penetration")
        );
    }
}
