//! What a row of a side bet says about the cards: a list of conditions that must all hold.
//!
//! `total 20, same card` is a pattern of two conditions. docs/rulebook.md lists them all. Patterns are read and
//! checked here; whether one holds is decided in `games`, for settlement and odds alike.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use cards::{Rank, Suit};
use forms::hint;

/// One condition of a pattern.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Condition {
    /// Any cards at all.
    Any,
    /// The cards' total, as blackjack counts it, is from the first number to the second.
    Total(u8, u8),
    /// The cards have exactly these ranks, in any order, or those of another list; and all this suit, if one is named.
    Ranks(Vec<Vec<Rank>>, Option<Suit>),
    /// At least one card has one of these ranks.
    With(Vec<Rank>),
    /// All cards have the same rank and the same suit.
    SameCard,
    /// Two of the cards have the same rank.
    Pair,
    /// All three cards have the same rank.
    ThreeOfAKind,
    /// All cards have the same suit.
    Suited,
    /// All cards are red, or all are black.
    SameColor,
    /// The ranks follow each other; an ace is high or low.
    Sequence,
    /// The dealer's first two cards are a blackjack.
    DealerBlackjack,
    /// This number of the two hands of the first split have these ranks, with the first card that each draws.
    SplitHands(u8, [Rank; 2]),
}

/// A pattern that cannot be read, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PatternError(String);

/// A list of conditions, all of which must hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    conditions: Vec<Condition>,
    /// As it was written.
    text: String,
}

/// A row of a side bet: its words and its pattern.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NamedPattern {
    /// What the row is called.
    pub words: &'static str,
    /// Which cards it is for.
    pub pattern: Pattern,
}

/// The conditions that are a fixed phrase.
const PHRASES: &[(&str, Condition)] = &[
    ("any cards", Condition::Any),
    ("same card", Condition::SameCard),
    ("pair", Condition::Pair),
    ("three of a kind", Condition::ThreeOfAKind),
    ("suited", Condition::Suited),
    ("same color", Condition::SameColor),
    ("sequence", Condition::Sequence),
    ("dealer has blackjack", Condition::DealerBlackjack),
];

/// The forms of the other conditions, as messages show them.
const FORMS: &[&str] = &[
    "total 20",
    "total 19 to 21",
    "Q-Q",
    "A-A or 8-8",
    "Q-Q of hearts",
    "with A or 8",
    "a split hand A-8",
    "both split hands A-8",
];

const SUITS: [(&str, Suit); 4] = [
    ("clubs", Suit::Clubs),
    ("diamonds", Suit::Diamonds),
    ("hearts", Suit::Hearts),
    ("spades", Suit::Spades),
];

impl Pattern {
    /// Its conditions.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Whether a condition is about the dealer's two cards.
    pub fn asks_for_dealer(&self) -> bool {
        self.conditions.contains(&Condition::DealerBlackjack)
    }

    /// Whether a condition is about the hands of a split.
    pub fn asks_for_split(&self) -> bool {
        self.conditions.iter().any(|condition| matches!(condition, Condition::SplitHands(..)))
    }

    /// Reads a pattern for hands of this many cards.
    pub fn read(text: &str, cards: usize) -> Result<Pattern, PatternError> {
        let conditions: Vec<Condition> =
            text.split(',').map(|part| condition(part.trim(), cards)).collect::<Result<_, _>>()?;
        let text = text.to_owned();
        Ok(Pattern { conditions, text })
    }

    /// Whether all cards that satisfy this pattern also satisfy the other, as far as their conditions tell.
    pub(crate) fn is_within(&self, other: &Pattern) -> bool {
        let holds = |condition: &Condition| match condition {
            Condition::Any => true,
            Condition::Total(from, to) => self.conditions.iter().any(
                |own| matches!(own, Condition::Total(least, most) if least >= from && most <= to),
            ),
            condition => self.conditions.contains(condition),
        };
        other.conditions.iter().all(holds)
    }
}

/// Reads one condition.
fn condition(text: &str, cards: usize) -> Result<Condition, PatternError> {
    let error = |message: String| Err(PatternError(message));
    if let Some((_, condition)) = PHRASES.iter().find(|(phrase, _)| *phrase == text) {
        if *condition == Condition::ThreeOfAKind && cards < 3 {
            return error(
                "\"three of a kind\" needs three cards, and this is judged on two".into(),
            );
        }
        return Ok(condition.clone());
    }
    if let Some(range) = text.strip_prefix("total ") {
        let (from, to) = range.split_once(" to ").unwrap_or((range, range));
        return match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) if (2..=21).contains(&from) && from <= to && to <= 21 => {
                Ok(Condition::Total(from, to))
            }
            _ => error(format!("\"{text}\" is not a total: write total 20, or total 19 to 21")),
        };
    }
    if let Some(ranks) = text.strip_prefix("with ") {
        return ranks.split(" or ").map(rank).collect::<Result<_, _>>().map(Condition::With);
    }
    for (prefix, count) in [("a split hand ", 1), ("both split hands ", 2)] {
        if let Some(ranks) = text.strip_prefix(prefix) {
            if cards != 2 {
                return error(format!("\"{text}\" needs a bet that is judged on own-first-two"));
            }
            let ranks: Vec<Rank> = ranks.split('-').map(rank).collect::<Result<_, _>>()?;
            let Ok(ranks) = ranks.try_into() else {
                return error(format!("\"{text}\": name the hand's two ranks, like A-8"));
            };
            return Ok(Condition::SplitHands(count, ranks));
        }
    }
    ranks(text, cards)
}

/// Reads `Q-Q of hearts`, `A-A or 8-8`.
fn ranks(text: &str, cards: usize) -> Result<Condition, PatternError> {
    let (lists, suit) = match text.rsplit_once(" of ") {
        None => (text, None),
        Some((lists, suit)) => {
            let Some((_, suit)) = SUITS.iter().find(|(word, _)| *word == suit) else {
                return Err(unknown(text));
            };
            (lists, Some(*suit))
        }
    };
    let mut all: Vec<Vec<Rank>> = Vec::new();
    for list in lists.split(" or ") {
        let read: Result<Vec<Rank>, PatternError> = list.split('-').map(rank).collect();
        let Ok(mut ranks) = read else { return Err(unknown(text)) };
        if ranks.len() != cards {
            let message = format!("\"{list}\" names {} ranks for {cards} cards", ranks.len());
            return Err(PatternError(message));
        }
        ranks.sort_unstable();
        all.push(ranks);
    }
    Ok(Condition::Ranks(all, suit))
}

fn rank(text: &str) -> Result<Rank, PatternError> {
    let letter = if text == "10" { "T" } else { text };
    let found = Rank::ALL.into_iter().find(|rank| rank.to_string() == letter);
    found
        .ok_or_else(|| PatternError(format!("\"{text}\" is not a rank: write A, K, Q, J, 10 to 2")))
}

fn unknown(text: &str) -> PatternError {
    let known: Vec<&str> =
        PHRASES.iter().map(|(phrase, _)| *phrase).chain(FORMS.iter().copied()).collect();
    PatternError(format!("\"{text}\" is not a condition; {}", hint(text, &known)))
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Display for NamedPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words)
    }
}

/// Everything that was interned. Names of rows and lines outlive every table that uses them; each is kept once.
static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
static ROWS: Mutex<BTreeSet<&'static NamedPattern>> = Mutex::new(BTreeSet::new());

/// A name for as long as the program runs, kept once.
pub fn intern(text: &str) -> &'static str {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(text) {
        return known;
    }
    let name: &'static str = Box::leak(text.to_owned().into_boxed_str());
    names.insert(name);
    name
}

/// A row for as long as the program runs, kept once.
pub(crate) fn intern_row(words: &str, pattern: Pattern) -> &'static NamedPattern {
    let row = NamedPattern { words: intern(words), pattern };
    let mut rows = ROWS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = rows.get(&row) {
        return known;
    }
    let row: &'static NamedPattern = Box::leak(Box::new(row));
    rows.insert(row);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Condition> {
        Pattern::read(text, 2).unwrap().conditions
    }

    #[test]
    fn patterns_are_lists_of_conditions() {
        assert_eq!(read("total 20, same card"), [Condition::Total(20, 20), Condition::SameCard]);
        assert_eq!(read("total 19 to 21"), [Condition::Total(19, 21)]);
        let queens = Condition::Ranks(vec![vec![Rank::Queen; 2]], Some(Suit::Hearts));
        assert_eq!(
            read("Q-Q of hearts, dealer has blackjack"),
            [queens, Condition::DealerBlackjack]
        );
        assert_eq!(read("with A or 10"), [Condition::With(vec![Rank::Ace, Rank::Ten])]);
        let split = Condition::SplitHands(2, [Rank::Ace, Rank::Eight]);
        assert_eq!(read("both split hands A-8"), [split]);
    }

    #[test]
    fn mistakes_are_explained() {
        let why = |text: &str| Pattern::read(text, 2).unwrap_err().0;
        assert!(why("suitd").contains("did you mean \"suited\"?"), "{}", why("suitd"));
        assert!(why("total 22").contains("write total 20"));
        assert!(why("6-7-8").contains("names 3 ranks for 2 cards"));
        assert!(why("Q-Q of harts").contains("is not a condition"));
        assert!(why("three of a kind").contains("three cards"));
        assert!(why("with A or B").contains("\"B\" is not a rank"));
        assert!(Pattern::read("6-7-8, suited", 3).is_ok());
    }

    #[test]
    fn a_narrower_pattern_lies_within_a_wider_one() {
        let pattern = |text: &str| Pattern::read(text, 2).unwrap();
        assert!(pattern("total 20, suited").is_within(&pattern("total 20")));
        assert!(pattern("total 20, suited").is_within(&pattern("total 19 to 21")));
        assert!(pattern("suited").is_within(&pattern("any cards")));
        assert!(!pattern("total 20").is_within(&pattern("total 20, suited")));
        assert!(!pattern("total 19 to 21").is_within(&pattern("total 20")));
    }

    #[test]
    fn a_name_is_kept_once() {
        let again = ["lucky", "ladies"].join("-");
        assert!(std::ptr::eq(intern("lucky-ladies"), intern(&again)));
        let row = |words| intern_row(words, Pattern::read("suited", 2).unwrap());
        assert!(std::ptr::eq(row("flush"), row("flush")));
    }
}
