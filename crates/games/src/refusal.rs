//! Why an operation is refused. A refused operation changes nothing.

use cards::Card;
use money::{Cents, FractionOfACent};
use rulebook::Citation;

use crate::action::Action;
use crate::felt::SeatNumber;

/// Why an operation is refused, in order of precedence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    #[error("bets are closed: the dealer has locked them")]
    BetsAreClosed,
    #[error("bets are not locked yet")]
    BetsAreOpen,
    #[error("the round is over")]
    RoundIsOver,
    #[error("there is no {0:?} at this table")]
    NoSuchSeat(SeatNumber),
    #[error("{0:?} is not in this round")]
    NotInRound(SeatNumber),
    #[error("unknown bet \"{bet}\"; this table has {known}")]
    NoSuchBet { bet: String, known: String },
    #[error("the amount must be greater than zero, not {0:#}")]
    NotPositive(Cents),
    #[error("{amount:#} on {bet} is not a multiple of the table's {chip:#} chip")]
    NotAMultipleOfTheChip { bet: String, amount: Cents, chip: Cents },
    #[error("{bet}: {fraction}")]
    PaysAFraction { bet: String, fraction: FractionOfACent },
    #[error("{amount:#} on {bet} is under the minimum of {least:#}")]
    UnderTheMinimum { bet: String, amount: Cents, least: Cents, cite: Citation },
    #[error("{amount:#} on {bet} is over the maximum of {most:#}")]
    OverTheMaximum { bet: String, amount: Cents, most: Cents, cite: Citation },
    #[error("a total of {amount:#} on {bets} is over the limit of {most:#}")]
    OverTheTotal { bets: String, amount: Cents, most: Cents, cite: Citation },
    #[error("{bet} would require {later:#} on {line} later, which is not allowed: {reason}")]
    CannotBeFollowed { bet: String, line: String, later: Cents, reason: String },
    #[error("{0} must be bet")]
    Missing(String),
    #[error("at least one of {0} must be bet")]
    MissingEither(String),
    #[error("{bet} can only be bet with {with}")]
    GoesOnlyWith { bet: String, with: String, cite: Citation },
    #[error("{bet} must equal {other}")]
    MustBeEqual { bet: String, other: String, cite: Citation },
    #[error("{bet} and {other} cannot both be bet")]
    NotBoth { bet: String, other: String, cite: Citation },
    #[error("{bet} must be {must:#}, not {amount:#}")]
    MustBe { bet: String, amount: Cents, must: Cents, cite: Citation },
    #[error("the posted progressive wager is {posted:#}, not {amount:#} (see {cite}, [PRG-7])")]
    NotThePostedWager { amount: Cents, posted: Cents, cite: Citation },
    #[error("{bet} may not be more than {most_is}")]
    MoreThan { bet: String, most_is: String, cite: Citation },
    #[error("a tip cannot ride on {0}: the section does not provide for it")]
    NoTipHere(String),
    #[error("a tip on {0} needs the player's own wager there")]
    TipWithoutWager(String),
    #[error("the tip of {tip:#} on {line} is more than the player's own {own:#}")]
    TipTooLarge { line: String, tip: Cents, own: Cents },
    #[error("a tip rides on {line} or on {other}, not on both: {cite}")]
    OneTip { line: String, other: String, cite: Citation },
    #[error("a tip on {0} is placed together with the player's own wager there")]
    TipComesLater(String),
    #[error("no tip can be added to \"{0}\": it makes no wager that a tip may ride on")]
    NoTipWith(Action),
    #[error("a tip on {line} needs a tip on {on}: {cite}")]
    TipNeedsTip { line: String, on: String, cite: Citation },
    #[error("the tip on {line} must be {must:#} ({times}x the tip on {on}), not {tip:#}: {cite}")]
    TipMustBe { line: String, on: String, times: u8, tip: Cents, must: Cents, cite: Citation },
    #[error("player {player} plays more hands than the {most} allowed")]
    TooManyHands { player: u8, most: usize },
    #[error("this game has no pot")]
    NoPot,
    #[error("no seat has a bet")]
    NobodyBets,
    #[error("it is {turn:?}'s turn")]
    NotTheTurnOf { turn: SeatNumber },
    #[error("it is the turn of hand {turn}")]
    NotTheTurnOfHand { turn: u8 },
    #[error("no decision is due now")]
    NoDecisionWanted,
    #[error("\"{action}\" is not legal here; write {}", listed(.legal))]
    NotLegal { action: Action, legal: Box<[Action]> },
    #[error("no card is due now")]
    NoCardWanted,
    #[error("only a burned or discarded card may stay unseen")]
    MustBeSeen,
    #[error("this card was seen: say which it is")]
    MustBeNamed,
    #[error("{0} is already on the table")]
    DealtAlready(Card),
    #[error("this table is dealt without a joker")]
    NoJoker,
    #[error("the hand already has cards")]
    HandIsDealt,
    #[error("{0} cards is the right number")]
    RightNumber(usize),
    #[error("{0} cards are too many for a hand, even in a misdeal")]
    TooManyCards(usize),
    #[error("the rule does not provide for that irregularity here")]
    NoSuchIrregularity,
    #[error("the report must name the card")]
    NameTheCard,
    #[error("this report takes no card")]
    NoCardConcerned,
    #[error("the report must name the other player")]
    NameTheOther,
    #[error("this report takes one player only")]
    NoOtherConcerned,
    #[error("the cards on the table do not match that report: {0}")]
    NotSupported(&'static str),
    #[error("deal the reported card first")]
    ReportedCardFirst,
    #[error("no award is due now")]
    NoAwardDue,
    #[error("the award of {due:?} is due")]
    NotTheAwardOf { due: SeatNumber },
    #[error("an award cannot be negative: {0:#} [PRG-20]")]
    NegativeAward(Cents),
    #[error("this hand is paid {must:#}, not {amount:#}")]
    AwardMustBe { amount: Cents, must: Cents },
    #[error("{0:#} is the award: nothing differs [PRG-20]")]
    NothingDiffers(Cents),
    #[error("no hand button can be lit for seat {0}")]
    NoKeyAt(SeatNumber),
    #[error("the award of seat {0} is paid")]
    AwardIsPaid(SeatNumber),
    #[error("the schedule has no \"{hand}\": it has {known}")]
    NoSuchRow { hand: String, known: String },
    #[error("the key and the cards of seat {0} agree: there is nothing to override [PRG-22]")]
    NothingToOverride(SeatNumber),
    #[error("an award is due first: the round is being settled")]
    AwardFirst,
}

impl Refusal {
    /// The word for it, for programs. A variant keeps its word for ever; no two share one.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::BetsAreClosed => "bets-are-closed",
            Refusal::BetsAreOpen => "bets-are-open",
            Refusal::RoundIsOver => "round-is-over",
            Refusal::NoSuchSeat(_) => "no-such-seat",
            Refusal::NotInRound(_) => "not-in-round",
            Refusal::NoSuchBet { .. } => "no-such-bet",
            Refusal::NotPositive(_) => "not-positive",
            Refusal::NotAMultipleOfTheChip { .. } => "not-a-multiple-of-the-chip",
            Refusal::PaysAFraction { .. } => "pays-a-fraction",
            Refusal::UnderTheMinimum { .. } => "bet-below-limit",
            Refusal::OverTheMaximum { .. } => "bet-above-limit",
            Refusal::OverTheTotal { .. } => "total-above-limit",
            Refusal::CannotBeFollowed { .. } => "cannot-be-followed",
            Refusal::Missing(_) => "missing",
            Refusal::MissingEither(_) => "missing-either",
            Refusal::GoesOnlyWith { .. } => "goes-only-with",
            Refusal::MustBeEqual { .. } => "must-be-equal",
            Refusal::NotBoth { .. } => "not-both",
            Refusal::MustBe { .. } => "must-be",
            Refusal::NotThePostedWager { .. } => "not-the-posted-wager",
            Refusal::MoreThan { .. } => "more-than",
            Refusal::NoTipHere(_) => "no-tip-here",
            Refusal::TipWithoutWager(_) => "tip-without-wager",
            Refusal::TipTooLarge { .. } => "tip-too-large",
            Refusal::OneTip { .. } => "one-tip",
            Refusal::TipComesLater(_) => "tip-comes-later",
            Refusal::NoTipWith(_) => "no-tip-with",
            Refusal::TipNeedsTip { .. } => "tip-needs-tip",
            Refusal::TipMustBe { .. } => "tip-must-be",
            Refusal::TooManyHands { .. } => "too-many-hands",
            Refusal::NoPot => "no-pot",
            Refusal::NobodyBets => "nobody-bets",
            Refusal::NotTheTurnOf { .. } => "not-your-turn",
            Refusal::NotTheTurnOfHand { .. } => "not-the-turn-of-hand",
            Refusal::NoDecisionWanted => "no-decision-wanted",
            Refusal::NotLegal { .. } => "not-legal",
            Refusal::NoCardWanted => "no-card-wanted",
            Refusal::MustBeSeen => "must-be-seen",
            Refusal::MustBeNamed => "must-be-named",
            Refusal::DealtAlready(_) => "dealt-already",
            Refusal::NoJoker => "no-joker",
            Refusal::HandIsDealt => "hand-is-dealt",
            Refusal::RightNumber(_) => "right-number",
            Refusal::TooManyCards(_) => "too-many-cards",
            Refusal::NoSuchIrregularity => "no-such-irregularity",
            Refusal::NameTheCard => "name-the-card",
            Refusal::NoCardConcerned => "no-card-concerned",
            Refusal::NameTheOther => "name-the-other",
            Refusal::NoOtherConcerned => "no-other-concerned",
            Refusal::NotSupported(_) => "not-supported",
            Refusal::ReportedCardFirst => "reported-card-first",
            Refusal::NoAwardDue => "no-award-due",
            Refusal::NotTheAwardOf { .. } => "not-the-award-of",
            Refusal::NegativeAward(_) => "negative-award",
            Refusal::AwardMustBe { .. } => "award-must-be",
            Refusal::NothingDiffers(_) => "nothing-differs",
            Refusal::NoKeyAt(_) => "no-key-at",
            Refusal::AwardIsPaid(_) => "award-is-paid",
            Refusal::NoSuchRow { .. } => "no-such-row",
            Refusal::NothingToOverride(_) => "nothing-to-override",
            Refusal::AwardFirst => "award-first",
        }
    }

    /// The ruling that it follows from, where no subdivision says it itself.
    pub const fn ruling(&self) -> Option<&'static str> {
        match self {
            Refusal::NotPositive(_)
            | Refusal::NotAMultipleOfTheChip { .. }
            | Refusal::PaysAFraction { .. } => Some("[GEN-8]"),
            Refusal::CannotBeFollowed { .. } => Some("[GEN-9]"),
            Refusal::BetsAreClosed => Some("[GEN-10]"),
            Refusal::NoTipHere(_)
            | Refusal::TipWithoutWager(_)
            | Refusal::TipTooLarge { .. }
            | Refusal::TipComesLater(_)
            | Refusal::NoTipWith(_) => Some("[GEN-11]"),
            Refusal::NoSuchSeat(_) => Some("[GEN-13]"),
            Refusal::NegativeAward(_) => Some("[PRG-20]"),
            Refusal::NotThePostedWager { .. } => Some("[PRG-7]"),
            // The section says it, or it is no rule but the order of things.
            _ => None,
        }
    }

    /// What it follows from, where the section says it itself.
    pub const fn cite(&self) -> Option<&Citation> {
        match self {
            Refusal::UnderTheMinimum { cite, .. }
            | Refusal::OverTheMaximum { cite, .. }
            | Refusal::OverTheTotal { cite, .. }
            | Refusal::GoesOnlyWith { cite, .. }
            | Refusal::MustBeEqual { cite, .. }
            | Refusal::NotBoth { cite, .. }
            | Refusal::MustBe { cite, .. }
            | Refusal::NotThePostedWager { cite, .. }
            | Refusal::MoreThan { cite, .. }
            | Refusal::OneTip { cite, .. }
            | Refusal::TipNeedsTip { cite, .. }
            | Refusal::TipMustBe { cite, .. } => Some(cite),
            Refusal::BetsAreClosed
            | Refusal::BetsAreOpen
            | Refusal::RoundIsOver
            | Refusal::NoSuchSeat(_)
            | Refusal::NotInRound(_)
            | Refusal::NoSuchBet { .. }
            | Refusal::NotPositive(_)
            | Refusal::NotAMultipleOfTheChip { .. }
            | Refusal::PaysAFraction { .. }
            | Refusal::CannotBeFollowed { .. }
            | Refusal::Missing(_)
            | Refusal::MissingEither(_)
            | Refusal::NoTipHere(_)
            | Refusal::TipWithoutWager(_)
            | Refusal::TipTooLarge { .. }
            | Refusal::TipComesLater(_)
            | Refusal::NoTipWith(_)
            | Refusal::TooManyHands { .. }
            | Refusal::NoPot
            | Refusal::NobodyBets
            | Refusal::NotTheTurnOf { .. }
            | Refusal::NotTheTurnOfHand { .. }
            | Refusal::NoDecisionWanted
            | Refusal::NotLegal { .. }
            | Refusal::NoCardWanted
            | Refusal::MustBeSeen
            | Refusal::MustBeNamed
            | Refusal::DealtAlready(_)
            | Refusal::NoJoker
            | Refusal::HandIsDealt
            | Refusal::RightNumber(_)
            | Refusal::TooManyCards(_)
            | Refusal::NoSuchIrregularity
            | Refusal::NameTheCard
            | Refusal::NoCardConcerned
            | Refusal::NameTheOther
            | Refusal::NoOtherConcerned
            | Refusal::NotSupported(_)
            | Refusal::ReportedCardFirst
            | Refusal::NoAwardDue
            | Refusal::NotTheAwardOf { .. }
            | Refusal::NegativeAward(_)
            | Refusal::AwardMustBe { .. }
            | Refusal::NothingDiffers(_)
            | Refusal::NoKeyAt(_)
            | Refusal::AwardIsPaid(_)
            | Refusal::NoSuchRow { .. }
            | Refusal::NothingToOverride(_)
            | Refusal::AwardFirst => None,
        }
    }
}

fn listed(actions: &[Action]) -> String {
    let words: Vec<String> = actions.iter().map(Action::to_string).collect();
    match words.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        words => words.concat(),
    }
}
