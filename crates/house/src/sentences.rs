//! The words of a round's log as sentences, and what decided a line of its settlement in the words of players.

use cards::Card;
use money::Cents;

use crate::view::LineView;

/// Whose: `2` is seat 2, `2/2` its second hand, `dealer` the dealer.
fn whose(word: &str) -> String {
    match word.split_once('/') {
        Some((seat, hand)) => format!("seat {seat}, hand {hand}"),
        None if word.parse::<u8>().is_ok() => format!("seat {word}"),
        None => format!("the {word}"),
    }
}

/// A card in words: `queen of hearts`.
fn named(card: Card) -> String {
    format!("{} of {}", card.rank().word(), card.suit().word())
}

/// A card of the log; one that was not seen is `a card, face down`.
fn card_said(word: &str) -> String {
    word.parse().map_or_else(|_| "a card, face down".to_owned(), named)
}

/// An amount of the log as people write it: `1059.00` is `$1,059`.
fn dollars(word: &str) -> String {
    word.parse().map_or_else(|_| word.to_owned(), |amount: Cents| format!("{amount:#}"))
}

fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Whether a row is a player's natural under any of its pays. `blackjack-6-to-5` is: the row's id names the pay [BJ-1].
pub fn is_natural(row: &str) -> bool {
    matches!(row, "blackjack" | "blackjack-6-to-5")
}

/// An id as words; words keep their hyphens: `A-K-Q of spades`.
fn name(word: &str) -> String {
    let is_words = word.contains(|letter: char| letter == ' ' || letter.is_uppercase());
    if is_words { word.to_owned() } else { word.replace('-', " ") }
}

/// How many cards lie face up: a log has their number.
fn up(count: &str, whose: &str) -> String {
    match count {
        "1" => format!("one card of {whose} lies face up"),
        count => format!("{count} cards of {whose} lie face up"),
    }
}

fn cards(words: &[&str]) -> String {
    words.iter().map(|word| card_said(word)).collect::<Vec<_>>().join(", ")
}

/// What was done, as a sentence. What is not known here stays in the log's own words.
pub fn did(op: &str) -> String {
    let words: Vec<&str> = op.split(' ').collect();
    let text = match words.as_slice() {
        ["bet", seat, bet, amount] => {
            format!("{} bets {} on {}", whose(seat), dollars(amount), name(bet))
        }
        ["clear", seat] => format!("{} takes its bets back", whose(seat)),
        ["tip", seat, line, amount] => {
            format!("{} tips {} on {}", whose(seat), dollars(amount), name(line))
        }
        ["player", seat, player] => {
            format!("{} is played by the player of seat {player}", whose(seat))
        }
        ["chips", seat, amount] => {
            format!("{} has {} in front", whose(seat), dollars(amount))
        }
        ["button", seat] => format!("{} has the button", whose(seat)),
        ["undo"] => "Taken back".to_owned(),
        ["undo", "by", rest @ ..] => format!("Taken back by {}", rest.join(" ")),
        ["lock"] => "No more bets: the bets are locked".to_owned(),
        ["unseen"] => "A card is put away unseen".to_owned(),
        ["deal", to, face, card] => dealt(to, face, card),
        ["decide", seat, rest @ ..] => format!("{}: {}", whose(seat), rest.join(" ")),
        ["misdealt", hand, rest @ ..] => {
            format!("Wrong number of cards, {}: {}", whose(hand), cards(rest))
        }
        ["report", what, hand, rest @ ..] => {
            let seen = rest.iter().map(|word| match word.parse::<Card>() {
                Ok(card) => named(card),
                Err(_) => (*word).to_owned(),
            });
            let rest: Vec<String> = seen.collect();
            format!("Reported: {}, {} {}", name(what), whose(hand), rest.join(" "))
        }
        ["award", seat, amount] => {
            format!("{} is awarded {}", whose(seat), dollars(amount))
        }
        ["award", seat, amount, "paid", paid, rest @ ..] => format!(
            "{} is paid {} for an award of {}, {}",
            whose(seat),
            dollars(paid),
            dollars(amount),
            agreed(&rest.join(" "))
        ),
        ["override", seat, rest @ ..] => {
            format!("Override: {} {}", whose(seat), agreed(&rest.join(" ")))
        }
        _ => op.to_owned(),
    };
    first_upper(text.trim())
}

/// Two supervisors and their reason, as people say it.
fn agreed(text: &str) -> String {
    let (who, why) = text.split_once(" because ").unwrap_or((text, ""));
    format!("{}: {why}", who.replace(" approved-by ", ", approved by "))
}

fn dealt(to: &str, face: &str, card: &str) -> String {
    let is_seen = card != "??";
    match (to, face) {
        ("burn", _) if is_seen => format!("burned: {}", card_said(card)),
        ("burn", _) => "a card is burned".to_owned(),
        ("discard", _) => "a card is discarded".to_owned(),
        (to, "up") => format!("{} to {}", card_said(card), whose(to)),
        (to, _) if is_seen => format!("{} to {}, face down", card_said(card), whose(to)),
        (to, _) => format!("a card to {}, face down", whose(to)),
    }
}

/// What followed, as a sentence, and its rule.
pub fn followed(line: &str) -> (String, Option<&str>) {
    let (text, cite) = match line.split_once("  ") {
        Some((text, cite)) => (text, Some(cite)),
        None => (line, None),
    };
    let words: Vec<&str> = text.split(' ').collect();
    let text = match words.as_slice() {
        ["dealer", "shows"] => "the dealer’s hand is turned up".to_owned(),
        ["board", "up", count] => up(count, "the board"),
        ["ordered", rest @ ..] => format!("the rule orders: {}", name(&rest.join(" "))),
        ["supervisor", "called"] => "a supervisor is called".to_owned(),
        ["dealt", to, face, card] => dealt(to, face, card),
        ["refused", seat, card] => {
            format!("{} refuses the {}", whose(seat), card_said(card))
        }
        ["burned", card] => format!("burned: {}", card_said(card)),
        [outcome, seat, wager, "staked", staked, "returned", returned, "by", row @ ..] => {
            let row = match row {
                // A blackjack bet is won by a natural.
                [same] if same == wager || is_natural(same) => "natural".to_owned(),
                [one] if one.contains("unqualified") => format!("the {UNQUALIFIED}"),
                row => name(&row.join(" ")),
            };
            let wager = name(wager).replace('/', " hand ");
            let (staked, returned) = (dollars(staked), dollars(returned));
            let outcome = match *outcome {
                "win" => "wins",
                "lose" => "loses",
                "push" => "pushes",
                // A wager that does not count, and goes back whole.
                "dead" if staked == returned => "is returned",
                other => other,
            };
            let why = if outcome.starts_with(&row) { String::new() } else { format!(": {row}") };
            format!("{}, {wager} {outcome}, {staked} staked, {returned} back{why}", whose(seat))
        }
        [hand, "up", count] => up(count, &whose(hand)),
        [hand, "shows", card] => format!("{} shows the {}", whose(hand), card_said(card)),
        _ => text.to_owned(),
    };
    (first_upper(&text), cite)
}

impl LineView {
    /// What decided it, as people say it beside the wager's name: `unqualified-play` of the play bet is `dealer does
    /// not qualify`. A blackjack bet is won by a natural, not by a "blackjack"; the name of a hand keeps its hyphens.
    pub fn reason(&self) -> String {
        if self.row == self.wager || is_natural(self.row) {
            return "natural".to_owned();
        }
        let row = self.row;
        let row = row.strip_suffix(self.wager).and_then(|row| row.strip_suffix('-')).unwrap_or(row);
        let row = row.strip_prefix(self.wager).and_then(|row| row.strip_prefix('-')).unwrap_or(row);
        match row {
            "fold" => "folded".to_owned(),
            "win" => "wins".to_owned(),
            "unqualified" => UNQUALIFIED.to_owned(),
            row => name(row),
        }
    }

    /// Why it came out as it did, in a sentence. A plain win or push has no reason beside itself.
    pub fn why(&self) -> Option<String> {
        let is_plain = self.row == self.outcome.word() || self.row.is_empty();
        (!is_plain).then(|| match self.reason() {
            reason if reason == UNQUALIFIED => format!("the {UNQUALIFIED}"),
            reason => reason,
        })
    }
}

/// What decides a wager where the dealer's hand does not count.
const UNQUALIFIED: &str = "dealer does not qualify";

#[cfg(test)]
mod tests {
    use games::Outcome;
    use progressive::Seat;

    use super::*;

    #[test]
    fn steps_read_as_sentences() {
        assert_eq!(did("bet 2 pair-plus 5.00"), "Seat 2 bets $5 on pair plus");
        assert_eq!(did("deal 2 down ??"), "A card to seat 2, face down");
        assert_eq!(did("deal 2/2 up 9c"), "Nine of clubs to seat 2, hand 2");
        assert_eq!(did("deal board up 8h"), "Eight of hearts to the board");
        assert_eq!(did("deal burn down ??"), "A card is burned");
        assert_eq!(did("decide 2 bet 4x"), "Seat 2: bet 4x");
        assert_eq!(did("award 1 10000.75"), "Seat 1 is awarded $10,000.75");
        assert_eq!(did("undo by dan: mistyped"), "Taken back by dan: mistyped");
        assert_eq!(did("something new"), "Something new");
    }

    #[test]
    fn what_followed_has_its_rule() {
        let (text, cite) =
            followed("win 2 play staked 20.00 returned 40.00 by win  20:18:16:15.15(15)");
        assert_eq!(text, "Seat 2, play wins, $20 staked, $40 back");
        assert_eq!(cite, Some("20:18:16:15.15(15)"));
        let (text, _) = followed("win 1 progressive staked 1.00 returned 10001.25 by royal flush");
        assert_eq!(text, "Seat 1, progressive wins, $1 staked, $10,001.25 back: royal flush");
        let (text, _) = followed("dead 4 ante staked 10.00 returned 10.00 by misdeal");
        assert_eq!(text, "Seat 4, ante is returned, $10 staked, $10 back: misdeal");
        let (text, _) = followed("win 1 blackjack staked 5.00 returned 12.50 by blackjack");
        assert_eq!(text, "Seat 1, blackjack wins, $5 staked, $12.50 back: natural");
        let line = "win 1 blackjack staked 5.00 returned 11.00 by blackjack-6-to-5";
        assert_eq!(followed(line).0, "Seat 1, blackjack wins, $5 staked, $11 back: natural");
        let (text, _) = followed("push 1 play staked 5.00 returned 5.00 by unqualified-play");
        assert_eq!(text, "Seat 1, play pushes, $5 staked, $5 back: the dealer does not qualify");
        assert_eq!(followed("dealer shows").0, "The dealer’s hand is turned up");
        assert_eq!(followed("board up 1").0, "One card of the board lies face up");
        assert_eq!(followed("dealer up 4").0, "4 cards of the dealer lie face up");
    }

    fn line(wager: &'static str, row: &'static str, outcome: Outcome) -> LineView {
        LineView {
            seat: Seat(1),
            wager,
            hand: None,
            staked: Cents::dollars(5),
            returned: Cents::dollars(5),
            outcome,
            row,
            pay: None,
            cite: rulebook::Citation::Ruling("GEN-1".to_owned()),
            paid_other: None,
            overridden: None,
        }
    }

    #[test]
    fn what_decided_a_line_does_not_repeat_the_wager() {
        let reason = |wager, row, outcome| line(wager, row, outcome).reason();
        assert_eq!(reason("blackjack", "blackjack", Outcome::Win), "natural");
        assert_eq!(reason("blackjack", "win", Outcome::Win), "wins");
        assert_eq!(reason("play", "unqualified-play", Outcome::Push), "dealer does not qualify");
        assert_eq!(reason("ante", "unqualified-ante", Outcome::Win), "dealer does not qualify");
        let said = line("play", "unqualified-play", Outcome::Push).why();
        assert_eq!(said.as_deref(), Some("the dealer does not qualify"));
    }
}
