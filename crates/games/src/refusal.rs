//! Why an operation is refused. A refused operation changes nothing.

use cards::Card;
use money::{Cents, FractionOfACent};
use rulebook::Citation;

use crate::action::{Action, Actions};
use crate::felt::SeatNumber;

/// Why an operation is refused, in order of precedence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    #[error("bets are closed since the dealer locked them")]
    BetsAreClosed,
    #[error("bets are not locked yet")]
    BetsAreOpen,
    #[error("the round is over")]
    RoundIsOver,
    #[error("there is no {0:?} at this table")]
    NoSuchSeat(SeatNumber),
    #[error("{0:?} is not in this round")]
    NotInRound(SeatNumber),
    #[error("there is no bet \"{bet}\" here; there is {known}")]
    NoSuchBet { bet: String, known: String },
    #[error("a bet is more than nothing, not {0:#}")]
    NotPositive(Cents),
    #[error("{amount:#} on {bet} is no multiple of the table's chip, {chip:#}")]
    NotAMultipleOfTheChip { bet: String, amount: Cents, chip: Cents },
    #[error("{bet}: {fraction}")]
    PaysAFraction { bet: String, fraction: FractionOfACent },
    #[error("{amount:#} on {bet} is under the minimum of {least:#}")]
    UnderTheMinimum { bet: String, amount: Cents, least: Cents, cite: Citation },
    #[error("{amount:#} on {bet} is over the maximum of {most:#}")]
    OverTheMaximum { bet: String, amount: Cents, most: Cents, cite: Citation },
    #[error("{amount:#} together on {bets} is over the limit of {most:#}")]
    OverTheTotal { bets: String, amount: Cents, most: Cents, cite: Citation },
    #[error("{bet} could not be followed by the {later:#} that {line} will need: {reason}")]
    CannotBeFollowed { bet: String, line: String, later: Cents, reason: String },
    #[error("{0} must be bet")]
    Missing(String),
    #[error("at least one of {0} must be bet")]
    MissingEither(String),
    #[error("{bet} goes only with {with}")]
    GoesOnlyWith { bet: String, with: String, cite: Citation },
    #[error("{bet} must equal {other}")]
    MustBeEqual { bet: String, other: String, cite: Citation },
    #[error("{bet} and {other} cannot both be bet")]
    NotBoth { bet: String, other: String, cite: Citation },
    #[error("{bet} is {must:#}, not {amount:#}")]
    MustBe { bet: String, amount: Cents, must: Cents, cite: Citation },
    #[error("the posted progressive wager is {posted:#}, not {amount:#} (see {cite}, [PRG-7])")]
    NotThePostedWager { amount: Cents, posted: Cents, cite: Citation },
    #[error("{bet} may be no more than {most_is}")]
    MoreThan { bet: String, most_is: String, cite: Citation },
    #[error("a tip cannot ride on {0}: the section does not provide for it")]
    NoTipHere(String),
    #[error("a tip on {0} needs the player's own wager there")]
    TipWithoutWager(String),
    #[error("the tip of {tip:#} on {line} is more than the player's own {own:#}")]
    TipTooLarge { line: String, tip: Cents, own: Cents },
    #[error("a progressive bet needs a posted schedule and a meter")]
    NoProgressive,
    #[error("player {player} plays more hands than the {most} allowed")]
    TooManyHands { player: u8, most: usize },
    #[error("no pot is played for here")]
    NoPot,
    #[error("nobody bets")]
    NobodyBets,
    #[error("it is the turn of {turn:?}")]
    NotTheTurnOf { turn: SeatNumber },
    #[error("no decision is wanted now")]
    NoDecisionWanted,
    #[error("\"{action}\" is not legal here; write {}", listed(.legal))]
    NotLegal { action: Action, legal: Box<Actions> },
    #[error("no card is wanted now")]
    NoCardWanted,
    #[error("only a burned or discarded card may stay unseen")]
    MustBeSeen,
    #[error("{0} is on the table already")]
    DealtAlready(Card),
    #[error("the rule gives no consequence for that here")]
    NoSuchIrregularity,
    #[error("what lies on the table does not bear that out")]
    NotBorneOut,
    #[error("the card that was reported is wanted first")]
    ReportedCardFirst,
}

fn listed(actions: &Actions) -> String {
    let words: Vec<String> = actions.iter().map(Action::to_string).collect();
    match words.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        words => words.concat(),
    }
}
