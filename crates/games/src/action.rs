//! What a player decides: one type for all games, and its words.

use std::fmt;
use std::str::FromStr;

use cards::Card;
use money::Cents;

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Action {
    Fold,
    Check,
    /// `play`: a wager equal to the ante, or twice it in Caribbean stud.
    Play,
    /// `play 2x`: a play wager of this many antes.
    PlayTimes(u8),
    /// `bet 4x`: a bet of this many antes.
    BetTimes(u8),
    /// `bet 6`: dollars.
    Bet(Cents),
    /// `raise 10`: a raise to this amount in all.
    RaiseTo(Cents),
    Call,
    Ride,
    Pull,
    /// `set 7h`: the card that starts the three-card hand.
    Set(Card),
    LayDown,
    Raise,
    /// `raise 2x`: a raise of this many five-card bets.
    RaiseTimes(u8),
    NoRaise,
    Hit,
    Stand,
    Double,
    /// `double 5`: for less than the wager.
    DoubleFor(Cents),
    Split,
    Surrender,
    Insure,
    Decline,
    Take,
    Press,
    /// Casino War: as much again against another card of the dealer.
    War,
    /// Phil 'em up: no second bet.
    Stay,
}

/// Actions that are one word.
const WORDS: &[(&str, Action)] = &[
    ("fold", Action::Fold),
    ("check", Action::Check),
    ("play", Action::Play),
    ("call", Action::Call),
    ("ride", Action::Ride),
    ("pull", Action::Pull),
    ("lay-down", Action::LayDown),
    ("raise", Action::Raise),
    ("no-raise", Action::NoRaise),
    ("hit", Action::Hit),
    ("stand", Action::Stand),
    ("double", Action::Double),
    ("split", Action::Split),
    ("surrender", Action::Surrender),
    ("insure", Action::Insure),
    ("decline", Action::Decline),
    ("take", Action::Take),
    ("press", Action::Press),
    ("war", Action::War),
    ("stay", Action::Stay),
];

/// Words that are no action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not an action: write one like fold, play, bet 4x, raise 10, set 7h or hit")]
pub struct ActionError(pub String);

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Action, ActionError> {
        let error = || ActionError(text.to_owned());
        let words: Vec<&str> = text.split_whitespace().collect();
        let times = |word: &str| word.strip_suffix('x').and_then(|number| number.parse().ok());
        let dollars = |word: &str| word.parse::<Cents>().ok().filter(|&cents| cents > Cents::ZERO);
        match words.as_slice() {
            [word] => {
                let found = WORDS.iter().find(|(known, _)| known == word);
                found.map(|(_, action)| *action).ok_or_else(error)
            }
            ["set", card] => card.parse().map(Action::Set).map_err(|_| error()),
            ["play", word] => times(word).map(Action::PlayTimes).ok_or_else(error),
            ["bet", word] => times(word)
                .map(Action::BetTimes)
                .or_else(|| dollars(word).map(Action::Bet))
                .ok_or_else(error),
            ["raise", word] => times(word)
                .map(Action::RaiseTimes)
                .or_else(|| dollars(word).map(Action::RaiseTo))
                .ok_or_else(error),
            ["double", word] => dollars(word).map(Action::DoubleFor).ok_or_else(error),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dollars = |cents: &Cents| format!("{cents:#}").replacen('$', "", 1).replace(',', "");
        let text = match self {
            Action::PlayTimes(times) => format!("play {times}x"),
            Action::BetTimes(times) => format!("bet {times}x"),
            Action::RaiseTimes(times) => format!("raise {times}x"),
            Action::Bet(cents) => format!("bet {}", dollars(cents)),
            Action::RaiseTo(cents) => format!("raise {}", dollars(cents)),
            Action::DoubleFor(cents) => format!("double {}", dollars(cents)),
            Action::Set(card) => format!("set {card}"),
            word => {
                let found = WORDS.iter().find(|(_, action)| action == word);
                found.map_or_else(String::new, |(text, _)| (*text).to_owned())
            }
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_read_as_they_are_written() {
        for (text, _) in WORDS {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), *text);
        }
        for text in ["play 2x", "bet 4x", "bet 6", "raise 10", "raise 2x", "double 2.50", "set 7h"]
        {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for bad in ["", "plays", "bet", "bet x", "bet -5", "set", "set 7", "set 7h 8h", "bet 300x"]
        {
            assert_eq!(bad.parse::<Action>(), Err(ActionError(bad.to_owned())), "{bad}");
        }
    }
}
