//! Lucky Ladies, 20:18:15:30.04: the known edges, a count card by card, and decks that a schedule is not for.

use cards::{Card, DECK, Rank};
use odds::{Ask, AskError, Silent, analyse, percent};

use crate::blackjack_tables::subject;
use crate::side_bets::{found, is_counted};

/// The known house edges; six-deck A and B also stand in the usual tables as 24.71% and 17.64%. A with four decks is
/// 26.03749%, which rounded twice is the 26.038% that is also found.
#[test]
fn arsd_15_30_04_s4_known_edges_of_lucky_ladies() {
    for (schedule, decks, edge) in [
        ("A", "2", "30.045%"),
        ("A", "4", "26.037%"),
        ("A", "6", "24.709%"),
        ("A", "8", "24.046%"),
        ("B", "2", "24.939%"),
        ("B", "4", "19.456%"),
        ("B", "6", "17.639%"),
        ("B", "8", "16.733%"),
        ("C", "1", "29.886%"),
    ] {
        let analysis = found("lucky-ladies", schedule, decks);
        assert_eq!(percent(&analysis.house_edge(), 3), edge, "{schedule} with {decks} decks");
    }
}

/// Four nested loops over one deck: the player's two cards, then the dealer's.
#[test]
fn arsd_15_30_04_s4_one_deck_counted_card_by_card() {
    let value = |card: Card| match card.rank() {
        Rank::Ace => 11,
        rank => (rank.index() + 2).min(10),
    };
    let is_queen = |card: Card| card.rank() == Rank::Queen;
    let mut counts = [0u64; 6];
    for a in DECK {
        for b in DECK.into_iter().filter(|b| *b != a) {
            for c in DECK.into_iter().filter(|c| *c != a && *c != b) {
                for d in DECK.into_iter().filter(|d| *d != a && *d != b && *d != c) {
                    let row = match () {
                        () if is_queen(a) && is_queen(b) && value(c) + value(d) == 21 => 0,
                        () if is_queen(a) && is_queen(b) => 1,
                        () if value(a) + value(b) != 20 => 5,
                        () if a.rank() == b.rank() => 2,
                        () if a.suit() == b.suit() => 3,
                        () => 4,
                    };
                    counts[row] += 1;
                }
            }
        }
    }
    // The census takes each pair once, whichever card came first: the player's and the dealer's.
    is_counted(&found("lucky-ladies", "C", "1"), 4, &counts);
}

#[test]
fn ll_4_odds_of_a_schedule_for_other_decks_are_refused() {
    let ask = |schedule: &str| Ask {
        wager: Some("lucky-ladies".to_owned()),
        schedule: Some(schedule.to_owned()),
        ..Ask::default()
    };
    let six = subject("blackjack", &[("decks", "6")]);
    let refused = analyse(&six, &ask("C"), &Silent).unwrap_err();
    let message = "lucky-ladies C is for 1 deck, and the table is dealt from 6";
    assert_eq!(refused, AskError::Conflict(message.to_owned()));
    assert_eq!(analyse(&six, &ask("A"), &Silent).unwrap().len(), 1);
}
