//! Why a request was refused. Listed in order of precedence: of several reasons the first is given.

use money::{Cents, MeterUnits};

use crate::ids::{AwardNumber, MeterId, PersonId, ProposalNumber, RequestId, Seat, TableId};
use crate::request::Role;
use crate::table::{BetSize, Disagreement};

/// Why a request was refused; nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    #[error("request {0} was made before with another content")]
    OtherContent(RequestId),
    #[error("{0} is not known here")]
    NoSuchPerson(PersonId),
    #[error("{0} has left the house")]
    Retired(PersonId),
    #[error("this takes a {}, and {person} is a {}", .needs.word(), .is.word())]
    NotAllowed { person: PersonId, is: Role, needs: Role },
    #[error("{0} is known already")]
    PersonExists(PersonId),
    #[error("the first person must be a supervisor")]
    FirstMustBeSupervisor,
    #[error("{0} is a supervisor, whose secret nobody else may change")]
    SupervisorsSecret(PersonId),
    #[error("{0} is the last supervisor: add another first")]
    LastSupervisor(PersonId),
    #[error("{amount} is more than the {most} that can be proposed")]
    TooMuch { amount: MeterUnits, most: MeterUnits },
    #[error("a reason is needed")]
    NoReason,
    #[error("there is a meter {0} already")]
    MeterExists(MeterId),
    #[error("there is no meter {0}")]
    NoSuchMeter(MeterId),
    #[error("meter {0} is closed")]
    MeterClosed(MeterId),
    #[error("there is no table {0}")]
    NoSuchTable(TableId),
    #[error("table {0} is open already")]
    TableOpen(TableId),
    #[error("table {0} is closed")]
    TableClosed(TableId),
    #[error("there is no award {0}")]
    NoSuchAward(AwardNumber),
    #[error("there is no open proposal {0}")]
    NoSuchProposal(ProposalNumber),
    #[error("the terms make no sense: {0}")]
    BadTerms(&'static str),
    #[error("a transfer goes to another meter")]
    SameMeter,
    #[error("the limit {limit} is below the {} that the meter shows", .shows)]
    LimitBelowDisplay { limit: Cents, shows: MeterUnits },
    #[error("tables are open on meter {meter}: {}", list(.tables))]
    TablesOpen { meter: MeterId, tables: Vec<TableId> },
    #[error("the meter is out of order: {0}")]
    Faulty(String),
    #[error("table {0} has a round that is not over")]
    RoundOpen(TableId),
    #[error("table {0} has no round: bets are not locked")]
    NoRound(TableId),
    #[error("nobody bets")]
    NoBets,
    #[error("{amount} is no bet")]
    BadBet { amount: Cents },
    #[error("a bet of {amount:#} is not posted: the table takes {takes}")]
    OtherBetPosted { amount: Cents, takes: BetSize },
    #[error("bets of {total} in one round are unreasonable; the bound is {bound}")]
    Unreasonable { total: Cents, bound: Cents },
    #[error("no row \"{hand}\" is posted; there is {known}")]
    NoSuchHand { hand: String, known: String },
    #[error("seat {0} has no progressive bet in this round")]
    NoBetThere(Seat),
    #[error("a bet of {stake} at {pays} is no whole number of cents")]
    FractionOfACent { stake: Cents, pays: String },
    #[error("the award is {0}, and only a manual adjustment can undo it")]
    AlreadyDecided(&'static str),
    #[error("{paid} is not the {amount} of the award: say why it differs")]
    PaidDiffers { paid: Cents, amount: Cents },
    #[error("the table records wins with the J-POT button")]
    UsesJPot,
    #[error("the table has no J-POT procedure")]
    NoJPot,
    #[error("the key is not in JPH")]
    KeyNotInJph,
    #[error("the key is there already")]
    KeyThereAlready,
    #[error("no hand is keyed")]
    NothingKeyed,
    #[error("awards wait to be verified or voided: {}", list(.0))]
    AwardsPending(Vec<AwardNumber>),
    #[error("keys and cards disagree: {}", disagreements(.0))]
    CardsDisagree(Vec<Disagreement>),
    #[error("there is nothing to overrule")]
    NothingToOverrule,
    #[error("{0} proposed it; another supervisor must approve")]
    SamePerson(PersonId),
    #[error("the meter shows {shows}: {amount} less cannot be")]
    WouldBeNegative { shows: MeterUnits, amount: MeterUnits },
    #[error("nothing would change")]
    NothingChanges,
    #[error(
        "the top award was not won since players' money came in: {0} is owed; transfer it with a petition"
    )]
    StillOwed(MeterUnits),
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn disagreements(all: &[Disagreement]) -> String {
    let one = |item: &Disagreement| {
        let word = |hand: &Option<String>| hand.clone().unwrap_or_else(|| "nothing".to_owned());
        format!(
            "seat {} has {} keyed, the cards say {}",
            item.seat,
            word(&item.keyed),
            word(&item.cards)
        )
    };
    all.iter().map(one).collect::<Vec<_>>().join("; ")
}
