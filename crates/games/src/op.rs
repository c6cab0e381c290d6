//! What is done to a round: one type for every operation, and its words.
//!
//! The words are those at the margin of a log. A round can be stored as a list of them.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use cards::Card;
use money::Cents;
use rulebook::Irregularity;

use crate::action::Action;
use crate::agreed::{Agreed, PaidOther};
use crate::felt::SeatNumber;
use crate::irregular::Report;

/// The id of a bet or a line: one of the table's own without a copy, or one that was read.
pub type Name = Cow<'static, str>;

/// An operation on a round: a plain value that [`crate::Round::apply`] carries out or refuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// `bet 1 ante 10.00`: places a bet for a seat, instead of what it had there.
    #[allow(missing_docs)]
    Bet { seat: SeatNumber, bet: Name, amount: Cents },
    /// `clear 1`: takes all bets of a seat back; it leaves the round.
    #[allow(missing_docs)]
    ClearBets { seat: SeatNumber },
    /// `tip 1 ante 5.00`: places a tip for the dealers beside a seat's wager.
    #[allow(missing_docs)]
    Tip { seat: SeatNumber, line: Name, amount: Cents },
    /// `player 2 1`: says who plays a seat, where a player plays more than one.
    #[allow(missing_docs)]
    Player { seat: SeatNumber, player: u8 },
    /// `chips 1 40.00`: says what a seat's player has left for the pot beyond the ante [H212-7].
    #[allow(missing_docs)]
    Chips { seat: SeatNumber, amount: Cents },
    /// `button 3`: places the button before a seat.
    #[allow(missing_docs)]
    Button { seat: SeatNumber },
    /// `lock`: closes the bets [GEN-10].
    Lock,
    /// `deal As`: hands over the card that is wanted. A log says where it goes, too: `deal 1 down
    /// As`.
    Card(Card),
    /// `unseen`: a card is burned or discarded that nobody sees.
    Unseen,
    /// `deal ??`: the card that is wanted lies face down, and the record of the round does not say
    /// which it is [GEN-15].
    NotSeen,
    /// `decide 1 play`, `decide 1/2 hit`, `decide 1 play with tip 5.00`: a seat's decision, perhaps
    /// with a tip on the wager it makes. A hand that is named, 1 to 4 after a split, must be the one
    /// whose turn it is.
    #[allow(missing_docs)]
    Decide { seat: SeatNumber, hand: Option<u8>, action: Action, tip: Option<Cents> },
    /// `misdealt 2 As Kd`: deals a wrong number of cards to a seat's hand, or to the dealer's.
    #[allow(missing_docs)]
    Misdealt { hand: Option<SeatNumber>, cards: Vec<Card> },
    /// `report exposed-card 2 Kd`: reports that something went wrong.
    Report(Report),
    /// `award 5 12346.92`: says the amount of the award that is due; where supervisors paid another amount, `award 5
    /// 50.00 paid 45.00 by sue approved-by ann because the tray was short` [PRG-20].
    #[allow(missing_docs)]
    Award { seat: SeatNumber, amount: Cents, paid: Option<Box<PaidOther>> },
    /// `override 5 keyed full house by sue approved-by ann because the cards were read again`, or `override 5 not
    /// keyed by ...`: the seat's key stands, whatever the cards say [PRG-22].
    #[allow(missing_docs)]
    Override { seat: SeatNumber, hand: Option<Name>, agreed: Box<Agreed> },
    /// `void`: the round cannot be played to its end, and every wager goes back [GEN-12].
    Void,
}

/// Text that is not an operation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not an operation: write one like \"bet 1 ante 10\", \"lock\" or \"deal As\"")]
pub struct OpError(pub String);

impl FromStr for Op {
    type Err = OpError;

    fn from_str(text: &str) -> Result<Op, OpError> {
        let op = match text.split_once(" because ") {
            Some((head, reason)) => {
                read_agreed(&head.split_whitespace().collect::<Vec<_>>(), reason)
            }
            None => read(&text.split_whitespace().collect::<Vec<_>>()),
        };
        op.ok_or_else(|| OpError(text.to_owned()))
    }
}

/// What two supervisors decided, with their reason.
fn read_agreed(words: &[&str], reason: &str) -> Option<Op> {
    let [words @ .., "by", by, "approved-by", approved_by] = words else { return None };
    let agreed = Agreed::new(by, approved_by, reason)?;
    Some(match words {
        ["award", number, award, "paid", cents] => {
            let paid = Some(Box::new(PaidOther { paid: amount(cents)?, agreed }));
            Op::Award { seat: seat(number)?, amount: amount(award)?, paid }
        }
        ["override", number, "not", "keyed"] => {
            Op::Override { seat: seat(number)?, hand: None, agreed: Box::new(agreed) }
        }
        ["override", number, "keyed", hand @ ..] if !hand.is_empty() => {
            let hand = Some(Cow::Owned(hand.join(" ")));
            Op::Override { seat: seat(number)?, hand, agreed: Box::new(agreed) }
        }
        _ => return None,
    })
}

fn read(words: &[&str]) -> Option<Op> {
    Some(match words {
        ["bet", number, bet, cents] => {
            Op::Bet { seat: seat(number)?, bet: name(bet), amount: amount(cents)? }
        }
        ["clear", number] => Op::ClearBets { seat: seat(number)? },
        ["tip", number, line, cents] => {
            Op::Tip { seat: seat(number)?, line: name(line), amount: amount(cents)? }
        }
        ["player", number, player] => {
            Op::Player { seat: seat(number)?, player: player.parse().ok()? }
        }
        ["chips", number, cents] => Op::Chips { seat: seat(number)?, amount: amount(cents)? },
        ["button", number] => Op::Button { seat: seat(number)? },
        ["lock"] => Op::Lock,
        ["deal", "??"] => Op::NotSeen,
        ["deal", card] => Op::Card(card.parse().ok()?),
        // Where a card goes is for the round to say; a replay compares it.
        ["deal", to, "down", "??"] if is_place(to) => Op::NotSeen,
        ["deal", to, "up" | "down", card] if is_place(to) => Op::Card(card.parse().ok()?),
        ["unseen"] => Op::Unseen,
        ["decide", whose, words @ ..] => {
            let (seat, hand) = seat_and_hand(whose)?;
            let (words, tip) = match words {
                [words @ .., "with", "tip", cents] => (words, Some(amount(cents)?)),
                words => (words, None),
            };
            Op::Decide { seat, hand, action: words.join(" ").parse().ok()?, tip }
        }
        ["misdealt", whose, cards @ ..] => {
            let cards =
                cards.iter().map(|card| card.parse().ok()).collect::<Option<Vec<Card>>>()?;
            Op::Misdealt { hand: seat_or_dealer(whose)?, cards }
        }
        ["report", what, whose, rest @ ..] => {
            let report = Report::new(Irregularity::from_word(what)?, seat_or_dealer(whose)?);
            Op::Report(match rest {
                [] => report,
                [card] => report.of_card(card.parse().ok()?),
                ["with", other] => report.with(seat(other)?),
                [card, "with", other] => report.of_card(card.parse().ok()?).with(seat(other)?),
                _ => return None,
            })
        }
        ["void"] => Op::Void,
        ["award", number, cents] => {
            Op::Award { seat: seat(number)?, amount: amount(cents)?, paid: None }
        }
        _ => return None,
    })
}

fn name(word: &str) -> Name {
    Cow::Owned(word.to_owned())
}

fn amount(word: &str) -> Option<Cents> {
    word.parse().ok()
}

fn seat(word: &str) -> Option<SeatNumber> {
    SeatNumber::new(word.parse().ok()?)
}

/// A seat, or `dealer` for none.
#[allow(clippy::option_option)] // The outer one says whether the word is either.
fn seat_or_dealer(word: &str) -> Option<Option<SeatNumber>> {
    if word == "dealer" { Some(None) } else { seat(word).map(Some) }
}

/// A seat, with one of its hands after a split.
fn seat_and_hand(word: &str) -> Option<(SeatNumber, Option<u8>)> {
    match word.split_once('/') {
        Some((number, hand)) => Some((seat(number)?, Some(hand.parse().ok()?))),
        None => Some((seat(word)?, None)),
    }
}

fn is_place(word: &str) -> bool {
    matches!(word, "dealer" | "board" | "burn" | "discard") || seat_and_hand(word).is_some()
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Op::Bet { seat, bet, amount } => write!(f, "bet {seat} {bet} {amount}"),
            Op::ClearBets { seat } => write!(f, "clear {seat}"),
            Op::Tip { seat, line, amount } => write!(f, "tip {seat} {line} {amount}"),
            Op::Player { seat, player } => write!(f, "player {seat} {player}"),
            Op::Chips { seat, amount } => write!(f, "chips {seat} {amount}"),
            Op::Button { seat } => write!(f, "button {seat}"),
            Op::Lock => f.write_str("lock"),
            Op::Card(card) => write!(f, "deal {card}"),
            Op::Unseen => f.write_str("unseen"),
            Op::NotSeen => f.write_str("deal ??"),
            Op::Decide { seat, hand, action, tip } => {
                write!(f, "decide {seat}")?;
                hand.map_or(Ok(()), |hand| write!(f, "/{hand}"))?;
                write!(f, " {action}")?;
                tip.map_or(Ok(()), |tip| write!(f, " with tip {tip}"))
            }
            Op::Misdealt { hand, cards } => {
                write!(f, "misdealt {}", Whose(*hand))?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))
            }
            Op::Report(Report { what, seat, other, card }) => {
                write!(f, "report {} {}", what.word(), Whose(*seat))?;
                card.map_or(Ok(()), |card| write!(f, " {card}"))?;
                other.map_or(Ok(()), |other| write!(f, " with {other}"))
            }
            Op::Award { seat, amount, paid: None } => write!(f, "award {seat} {amount}"),
            Op::Award { seat, amount, paid: Some(other) } => {
                write!(f, "award {seat} {amount} paid {} {}", other.paid, other.agreed)
            }
            Op::Override { seat, hand: Some(hand), agreed } => {
                write!(f, "override {seat} keyed {hand} {agreed}")
            }
            Op::Override { seat, hand: None, agreed } => {
                write!(f, "override {seat} not keyed {agreed}")
            }
            Op::Void => f.write_str("void"),
        }
    }
}

/// A seat, or the dealer.
struct Whose(Option<SeatNumber>);

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(seat) => write!(f, "{seat}"),
            None => f.write_str("dealer"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_read_as_they_are_written() {
        for text in [
            "bet 1 ante 10.00",
            "clear 7",
            "tip 2 bet-3 2.50",
            "player 2 1",
            "chips 1 40.00",
            "button 3",
            "lock",
            "deal As",
            "unseen",
            "deal ??",
            "decide 1 play",
            "decide 1/2 double 2.50",
            "decide 4 bet 4x with tip 20.00",
            "decide 1 set 7h",
            "misdealt 2 As Kd",
            "misdealt dealer",
            "report misdeal dealer",
            "report exposed-card 2 Kd",
            "report exposed-hand-refused 2 with 3",
            "report exposed-hand-refused 2 Kd with 3",
            "award 5 12346.92",
            "award 5 50.00 paid 45.00 by sue approved-by ann because the tray was short",
            "override 5 keyed full house by sue approved-by ann because read again",
            "override 5 not keyed by sue approved-by ann because the bet was late",
            "void",
        ] {
            assert_eq!(text.parse::<Op>().unwrap().to_string(), text);
        }
        for to in ["1", "7/4", "dealer", "board", "burn", "discard"] {
            for face in ["up", "down"] {
                let op: Op = format!("deal {to} {face} 7h").parse().unwrap();
                assert_eq!(op, Op::Card("7h".parse().unwrap()));
            }
        }
        assert_eq!("deal 2 down ??".parse(), Ok(Op::NotSeen));
        for bad in [
            "",
            "deal 2 up ??",
            "bet",
            "bet 8 ante 10",
            "bet 1 ante ten",
            "bet 1 ante 10 20",
            "lock 1",
            "deal",
            "deal 1 As",
            "deal 1 sideways As",
            "deal 8 up As",
            "deal As Kd",
            "decide 1",
            "decide 1/ hit",
            "decide 1 with tip 5",
            "misdealt",
            "report",
            "report misdeal",
            "report nonsense 1",
            "report misdeal 1 with",
            "unseen As",
            "award 5",
            "award 5 50.00 paid 45.00 by sue approved-by ann",
            "award 5 50.00 paid 45.00 by sue because the tray was short",
            "award 5 50.00 paid 45.00 by sue approved-by sue because it is her own",
            "override 5 keyed by sue approved-by ann because read again",
            "override 5 by sue approved-by ann because read again",
        ] {
            assert_eq!(bad.parse::<Op>(), Err(OpError(bad.to_owned())), "{bad}");
        }
    }
}
