//! What a hand is called, from the cards that a viewer sees, and which of them make it.

use cards::{Card, CardSet, Rank};
use hands::{FiveValue, FourValue, ThreeValue, Total};

/// Cards that all lie face up.
fn seen(cards: &[String]) -> Option<Vec<Card>> {
    cards.iter().map(|card| card.parse().ok()).collect()
}

/// What a hand is called in a game: `two pair, kings and nines`, `17`. Nothing while a card of it is face down or to
/// come.
pub(crate) fn call(game: &str, own: &[String], board: &[String]) -> Option<String> {
    let (own, board) = (seen(own)?, seen(board)?);
    let all = || -> CardSet { own.iter().chain(&board).copied().collect() };
    match game {
        "three-card-poker" => (own.len() == 3)
            .then(|| ThreeValue::of_set(all()).ok().map(|value| value.to_string()))
            .flatten(),
        "four-card-poker" => (own.len() >= 5)
            .then(|| FourValue::of_set(all()).ok().map(|value| value.to_string()))
            .flatten(),
        // At the table, only a soft total is called by its kind.
        "blackjack" | "buster-blackjack" | "war-blackjack" => {
            (own.len() >= 2).then(|| total(&own).trim_start_matches("hard ").to_owned())
        }
        // The hands are set apart: the lines say what each is.
        "silverado-stud" => None,
        _ => (all().len() >= 5)
            .then(|| FiveValue::of_set(all()).ok().map(|value| value.to_string()))
            .flatten(),
    }
}

fn total(cards: &[Card]) -> String {
    cards.iter().fold(Total::default(), |total, &card| total.with(card)).to_string()
}

/// The cards that make the hand that is called, where a game chooses them among more: the best five of seven, the best
/// four of five or six. Nothing while any of them is face down.
pub(crate) fn used(game: &str, own: &[String], board: &[String]) -> Option<CardSet> {
    let all: Vec<Card> = seen(own)?.into_iter().chain(seen(board)?).collect();
    match game {
        "four-card-poker" => best(&all, 4, |set| FourValue::of_set(set).ok()),
        "ultimate-texas-holdem" | "texas-holdem-bonus" | "holdem-212" => {
            best(&all, 5, |set| FiveValue::of_set(set).ok())
        }
        _ => None,
    }
}

/// The first so many cards that are worth as much as all of them: one's own come before the board's.
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

/// The rank that decides between two hands that are called the same: the highest that one has and the other has not.
pub(crate) fn kicker(
    game: &str,
    hand: &[String],
    other: &[String],
    board: &[String],
) -> Option<Rank> {
    let ranks = |own: &[String]| -> Option<Vec<Rank>> {
        let set = match used(game, own, board) {
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

    fn used_of(game: &str, own: &str, board: &str) -> Option<CardSet> {
        used(game, &cards(own), &cards(board))
    }

    fn set(text: &str) -> Option<CardSet> {
        Some(text.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect())
    }

    #[test]
    fn the_best_five_of_seven_are_used() {
        let board = "9h 9s 4h Kc 2h";
        assert_eq!(used_of("ultimate-texas-holdem", "Ah Kh", board), set("Ah Kh 9h 4h 2h"));
        assert_eq!(used_of("ultimate-texas-holdem", "Kd Qc", board), set("Kd Kc 9h 9s Qc"));
        // One's own card counts where one of the board would do.
        assert_eq!(used_of("texas-holdem-bonus", "Qd 2c", "Ah Ad Kh Kd Qs"), set("Ah Ad Kh Kd Qd"));
    }

    #[test]
    fn the_best_four_of_five_or_six_are_used() {
        let used = |own: &str| used("four-card-poker", &cards(own), &[]);
        assert_eq!(used("As Ah 7c 7d 2s"), set("As Ah 7c 7d"));
        assert_eq!(used("As Ah 7c 7d 2s 2h"), set("As Ah 7c 7d"));
    }

    #[test]
    fn nothing_is_told_of_cards_that_are_face_down() {
        assert_eq!(used_of("ultimate-texas-holdem", "?? ??", "9h 9s 4h Kc 2h"), None);
        assert_eq!(used_of("ultimate-texas-holdem", "Ah Kh", "9h 9s 4h ?? ??"), None);
        assert_eq!(used_of("three-card-poker", "Ah Kh Qh", "9h 9s 4h"), None);
    }

    #[test]
    fn a_kicker_decides_between_hands_of_the_same_name() {
        let board = cards("4s 8c 8h 9c 9d");
        let kicker = |hand: &str, other: &str| {
            kicker("ultimate-texas-holdem", &cards(hand), &cards(other), &board)
        };
        assert_eq!(kicker("Ac 7c", "2c Jh"), Some(Rank::Ace));
        assert_eq!(kicker("2c Jh", "Ac 7c"), Some(Rank::Jack));
        assert_eq!(kicker("2c Jh", "3c Jd"), None);
    }
}
