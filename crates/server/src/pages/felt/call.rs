//! What a hand is called, from the cards that a viewer sees, and which of them make it.

use cards::{Card, CardSet, Rank};
use games::Ranking;
use hands::{FiveValue, FourValue};
use house::view::HandOut;

/// Cards that all lie face up.
fn seen(cards: &[String]) -> Option<Vec<Card>> {
    cards.iter().map(|card| card.parse().ok()).collect()
}

/// What a hand is called: `two pair, kings and nines`, `17`. Nothing while a card of it is face down or to come.
pub(crate) fn call(ranking: Ranking, own: &[String], board: &[String]) -> Option<String> {
    ranking.name(&seen(own)?, &seen(board)?)
}

/// What a hand of a seat is called, by its place among the seat's hands: an ace and a ten after a split are 21.
pub(crate) fn call_held(
    ranking: Ranking,
    hands: &[HandOut],
    which: usize,
    board: &[String],
) -> Option<String> {
    let (own, board) = (seen(&hands.get(which)?.cards)?, seen(board)?);
    if hands.len() > 1 {
        ranking.name_after_split(&own, &board)
    } else {
        ranking.name(&own, &board)
    }
}

/// What the dealer's hand is called. Nothing while the dealer has no cards: the board alone is nobody's hand.
pub(crate) fn of_dealer(ranking: Ranking, dealer: &[String], board: &[String]) -> Option<String> {
    if dealer.is_empty() { None } else { call(ranking, dealer, board) }
}

/// The dealer's hold 'em hand and what it is called, once the rule has turned it over [H212-3].
pub(crate) fn dealers_holdem(burns: &[String], board: &[String]) -> Option<(Vec<String>, String)> {
    let cards = turned_over(burns);
    let name = of_dealer(Ranking::Five, &cards, board)?;
    Some((cards, name))
}

/// The dealer's hold 'em hand in a game for a pot: the burned cards that the rule has turned over [H212-3].
pub(crate) fn turned_over(burns: &[String]) -> Vec<String> {
    burns.iter().filter(|card| *card != "??").cloned().collect()
}

/// The cards that make the hand that is called, where a game chooses them among more: the best five of seven, the best
/// four of five or six. Nothing while any of them is face down.
pub(crate) fn used(ranking: Ranking, own: &[String], board: &[String]) -> Option<CardSet> {
    let all: Vec<Card> = seen(own)?.into_iter().chain(seen(board)?).collect();
    match ranking {
        Ranking::Four => best(&all, 4, |set| FourValue::of_set(set).ok()),
        Ranking::Five => best(&all, 5, |set| FiveValue::of_set(set).ok()),
        Ranking::Three | Ranking::Total | Ranking::SetApart => None,
    }
}

/// The first cards of the wanted number that are worth as much as all of them: one's own come before the board's.
fn best<V: PartialEq>(
    all: &[Card],
    size: usize,
    value: impl Fn(CardSet) -> Option<V>,
) -> Option<CardSet> {
    if all.len() <= size {
        return None;
    }
    let whole = value(all.iter().copied().collect())?;
    let chosen = |mask: u32| -> CardSet {
        let places = all.iter().enumerate().filter(move |(place, _)| mask >> place & 1 == 1);
        places.map(|(_, card)| *card).collect()
    };
    let masks = (0..1u32 << all.len()).filter(|mask| mask.count_ones() as usize == size);
    masks.map(chosen).find(|set| value(*set).as_ref() == Some(&whole))
}

/// The rank that decides between two poker hands that are called the same: the highest that one has and the other has
/// not. A total has no kicker.
pub(crate) fn kicker(
    ranking: Ranking,
    hand: &[String],
    other: &[String],
    board: &[String],
) -> Option<Rank> {
    if ranking == Ranking::Total {
        return None;
    }
    let ranks = |own: &[String]| -> Option<Vec<Rank>> {
        let set = match used(ranking, own, board) {
            Some(set) => set,
            None => seen(own)?.into_iter().collect(),
        };
        let mut ranks: Vec<Rank> = set.iter().map(|card| card.rank()).collect();
        ranks.sort_unstable_by(|one, other| other.cmp(one));
        Some(ranks)
    };
    let mut others = ranks(other)?;
    ranks(hand)?.into_iter().find(|rank| match others.iter().position(|other| other == rank) {
        Some(place) => {
            others.remove(place);
            false
        }
        None => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn used_of(ranking: Ranking, own: &str, board: &str) -> Option<CardSet> {
        used(ranking, &cards(own), &cards(board))
    }

    fn set(text: &str) -> Option<CardSet> {
        Some(text.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect())
    }

    #[test]
    fn the_best_five_of_seven_are_used() {
        let board = "9h 9s 4h Kc 2h";
        assert_eq!(used_of(Ranking::Five, "Ah Kh", board), set("Ah Kh 9h 4h 2h"));
        assert_eq!(used_of(Ranking::Five, "Kd Qc", board), set("Kd Kc 9h 9s Qc"));
        // One's own card counts where one of the board would do.
        assert_eq!(used_of(Ranking::Five, "Qd 2c", "Ah Ad Kh Kd Qs"), set("Ah Ad Kh Kd Qd"));
    }

    #[test]
    fn the_best_four_of_five_or_six_are_used() {
        let used = |own: &str| used(Ranking::Four, &cards(own), &[]);
        assert_eq!(used("As Ah 7c 7d 2s"), set("As Ah 7c 7d"));
        assert_eq!(used("As Ah 7c 7d 2s 2h"), set("As Ah 7c 7d"));
    }

    #[test]
    fn nothing_is_told_of_cards_that_are_face_down() {
        assert_eq!(used_of(Ranking::Five, "?? ??", "9h 9s 4h Kc 2h"), None);
        assert_eq!(used_of(Ranking::Five, "Ah Kh", "9h 9s 4h ?? ??"), None);
        assert_eq!(used_of(Ranking::Three, "Ah Kh Qh", "9h 9s 4h"), None);
    }

    #[test]
    fn a_kicker_decides_between_hands_of_the_same_name() {
        let board = cards("4s 8c 8h 9c 9d");
        let kicker =
            |hand: &str, other: &str| kicker(Ranking::Five, &cards(hand), &cards(other), &board);
        assert_eq!(kicker("Ac 7c", "2c Jh"), Some(Rank::Ace));
        assert_eq!(kicker("2c Jh", "Ac 7c"), Some(Rank::Jack));
        assert_eq!(kicker("2c Jh", "3c Jd"), None);
    }

    #[test]
    fn a_total_has_no_kicker() {
        assert_eq!(kicker(Ranking::Total, &cards("Kc Jh"), &cards("Kd Qh"), &[]), None);
    }

    #[test]
    fn a_split_hand_of_an_ace_and_a_king_is_21() {
        let hand = |text: &str| HandOut { cards: cards(text), stake: String::new(), state: None };
        let alone = [hand("As Kd")];
        assert_eq!(call_held(Ranking::Total, &alone, 0, &[]).as_deref(), Some("blackjack"));
        let split = [hand("As Kd"), hand("Ah 5c")];
        assert_eq!(call_held(Ranking::Total, &split, 0, &[]).as_deref(), Some("21"));
        assert_eq!(call_held(Ranking::Total, &split, 1, &[]).as_deref(), Some("soft 16"));
    }

    /// Only what the rule has turned over is the dealer's hold 'em hand: later burned cards stay down.
    #[test]
    fn the_dealers_holdem_hand_is_what_was_turned_over() {
        assert!(turned_over(&cards("?? ??")).is_empty());
        assert_eq!(turned_over(&cards("9c 9d ??")), cards("9c 9d"));
    }

    /// The five cards of a full board are not the hand of a dealer who has none.
    #[test]
    fn a_dealer_without_cards_has_no_hand() {
        let board = cards("9h 9s 4h Kc 2h");
        assert_eq!(dealers_holdem(&cards("?? ?? ??"), &board), None);
        assert_eq!(dealers_holdem(&[], &board), None);
        let called = dealers_holdem(&cards("Ac Kd ??"), &board).map(|(_, name)| name);
        assert_eq!(called.as_deref(), Some("two pair, kings and nines"));
        assert_eq!(of_dealer(Ranking::Five, &[], &board), None);
    }
}
