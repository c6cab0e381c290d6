//! Why a request was refused. Listed in order of precedence: of several reasons the first is given.

use money::{Cents, MeterUnits, Moment};
use progressive::{
    AwardNumber, Criteria, Disagreement, MeterId, PersonId, ProposalNumber, Seat, Stakes, TableId,
};

use crate::request::Role;
use crate::text::TextError;

/// Why a request was refused; nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    #[error("there is no person {0}")]
    NoSuchPerson(PersonId),
    #[error("{0} is retired")]
    Retired(PersonId),
    #[error("this needs {}; {person} is {}", a(*.needs), a(*.is))]
    NotAllowed { person: PersonId, is: Role, needs: Role },
    #[error("{person} is {}: this needs a {}", a(*.is), either(.by))]
    NotToBeSeen { person: PersonId, is: Role, by: &'static [Role] },
    #[error("only the house itself can say that")]
    OnlyTheHouse,
    #[error("too many wrong secrets: {person} is locked")]
    Locked { person: PersonId, until: Moment },
    #[error("too many wrong secrets came from this address: wait a few minutes")]
    Blocked { until: Moment },
    #[error("too many guests came in from this address: wait a minute")]
    TooManyGuests { until: Moment },
    #[error("the session has ended: sign in again")]
    SessionEnded,
    #[error("table {table} has moved on: it is at version {is}, not {expected}")]
    Stale { table: TableId, expected: u64, is: u64 },
    #[error("gaming day {number} is not open: it is day {open}")]
    DayNotOpen { number: u64, open: u64 },
    #[error("there is a house here already")]
    HouseExists,
    #[error("{what} cannot be used: {wrong}")]
    BadText { what: &'static str, wrong: TextError },
    #[error("the name {0} is reserved for the house itself")]
    Reserved(PersonId),
    #[error("there is already a person {0}")]
    PersonExists(PersonId),
    #[error(
        "adding {} takes two people once there have been two supervisors: propose a supervisor, and have another approve", a(*.role)
    )]
    TakesTwo { role: Role },
    #[error("the first person must be a supervisor")]
    FirstMustBeSupervisor,
    #[error("{0} is a supervisor: only {0} can change that secret")]
    SupervisorsSecret(PersonId),
    #[error("a new secret for {0} takes two: propose it, and another supervisor approves it")]
    ResetTakesTwo(PersonId),
    #[error("\"{name}\" is the name of someone else here, or looks like it: choose another name")]
    NameTaken { name: String },
    #[error("another supervisor must unlock {0}")]
    OwnLock(PersonId),
    #[error("{0} is the last supervisor: add another first")]
    LastSupervisor(PersonId),
    #[error("{amount} is over the {most} limit for a proposal")]
    TooMuch { amount: MeterUnits, most: MeterUnits },
    #[error(
        "the audit chain was not verified in the last {}: run croupier audit verify --record first",
        if *.days == 1 { "day".to_owned() } else { format!("{days} days") }
    )]
    NotVerified { days: u16 },
    #[error("a reason is required")]
    NoReason,
    #[error("there is already a meter {0}")]
    MeterExists(MeterId),
    #[error("there is no meter {0}")]
    NoSuchMeter(MeterId),
    #[error("meter {0} is closed")]
    MeterClosed(MeterId),
    #[error("there is no table {0}")]
    NoSuchTable(TableId),
    #[error("table {0} is already open")]
    TableOpen(TableId),
    #[error("table {0} is closed")]
    TableClosed(TableId),
    #[error("table {0} has seats: its bets lie on the felt, and its cards are entered there")]
    HasSeats(TableId),
    #[error("table {0} is only a keypad: nobody sits there, and no cards are dealt")]
    OnlyKeypad(TableId),
    #[error("say at which table")]
    NoTable,
    #[error("there is no award {0}")]
    NoSuchAward(AwardNumber),
    #[error("there is no pending proposal {0}")]
    NoSuchProposal(ProposalNumber),
    #[error("invalid terms: {0}")]
    BadTerms(&'static str),
    #[error("the rule seeds {schedule} at {seed:#}; no other seed is allowed [PRG-8]")]
    SeedFixed { schedule: String, seed: Cents },
    #[error(
        "meter {meter} is for {is}, but the table posts {posts}{}: open the table on another meter, or \
         change the meter's schedule under a petition [PRG-12]",
        if .is.to_string() == .posts.to_string() { " with other winning rows" } else { "" }
    )]
    OtherSchedule { meter: MeterId, is: Box<Criteria>, posts: Box<Criteria> },
    #[error(
        "meter {meter} is for {}: {}; name another meter [PRG-24]", .is.words(),
        match .is {
            Stakes::Real => "a table where chips are free opens only on a meter of such tables",
            Stakes::Play => "a table with real money never opens on it",
        }
    )]
    OtherStakes { meter: MeterId, is: Stakes },
    #[error(
        "meter {from} is for {} and meter {to} for {}: nothing goes from one to the other [PRG-24]",
        .gives.words(), .takes.words()
    )]
    StakesDiffer { from: MeterId, gives: Stakes, to: MeterId, takes: Stakes },
    #[error(
        "table {table} is for play money and meter {meter} for real money: the table takes no progressive bet and \
         wins nothing from the meter until it is closed and opened on a meter of its own [PRG-24]"
    )]
    PlayMoney { table: TableId, meter: MeterId },
    #[error("a meter cannot transfer to itself")]
    SameMeter,
    #[error("the limit of {limit} is below the {} that the meter shows", .shows)]
    LimitBelowDisplay { limit: Cents, shows: MeterUnits },
    #[error("meter {meter} has open tables: {}", list(.tables))]
    TablesOpen { meter: MeterId, tables: Vec<TableId> },
    #[error("the meter is out of order: {0}")]
    Faulty(String),
    #[error("table {0} has a round in progress")]
    RoundOpen(TableId),
    /// The rules of the game refuse it, and say why.
    #[error(transparent)]
    ByTheRules(Box<games::Refusal>),
    #[error("the table cannot be opened: {why}")]
    CannotOpen { why: String },
    #[error("there is no seat {seat} at this table")]
    NoSuchSeat { seat: Seat },
    #[error("seat {seat} is taken")]
    SeatTaken { seat: Seat },
    #[error("seat {seat} is not yours")]
    NotYourSeat { seat: Seat },
    #[error("nobody sits in seat {seat}: sit down first")]
    NotSeated { seat: Seat },
    #[error("seat {seat} has wagers in this round: wait until it is over")]
    SeatPlays { seat: Seat },
    #[error("guests may not sit at table {0}")]
    NoGuests(TableId),
    #[error("a guest has one seat at a table and {most} in all: leave another seat first")]
    GuestSeats { most: usize },
    #[error("chips are sold in multiples of {chip:#}, up to {most:#} at a time, not {amount:#}")]
    BadBuyIn { amount: Cents, chip: Cents, most: Cents },
    #[error(
        "{left:#} of your play money is left, not {amount:#}: leave other tables to have what you hold there, or come in \
         again as another guest"
    )]
    Bankroll { amount: Cents, left: Cents },
    #[error("seat {seat} has asked for no chips")]
    NoBuyIn { seat: Seat },
    #[error("seat {seat} asks for {waits:#} in chips, not {amount:#}")]
    OtherBuyIn { seat: Seat, amount: Cents, waits: Cents },
    #[error("seat {seat} is {short:#} short: buy chips first")]
    NotEnoughChips { seat: Seat, short: Cents },
    #[error("only the dealer or a supervisor can do that")]
    NotTheHouses,
    #[error("the house deals at this table: cards are entered only at live tables")]
    HouseDeals,
    #[error("a new shuffle needs a seed with the request")]
    NoSeed,
    #[error("no card can be dealt from the shuffle: {why} [SHF-1]")]
    NoKey { why: &'static str },
    #[error("the key of table {0}'s shuffle is there: no round is void for want of it")]
    KeyIsThere(TableId),
    #[error("the cards are already in order: words are added before the bets are locked")]
    ShuffleIsDealt,
    #[error("the word cannot be used: {why}")]
    BadWord { why: String },
    #[error("the cards have run out")]
    OutOfCards,
    #[error("{why}")]
    BadAction { why: String },
    #[error("there is nothing to do here")]
    NothingToDo,
    #[error("first do the step that is due: {text}")]
    StepWaits { text: String },
    #[error(
        "there is nothing to take back: only what was entered after the lock and before game over is \
         [GEN-14]"
    )]
    NothingToUndo,
    #[error(
        "a supervisor takes this back: a decision, a report or a card that settled wagers is not the \
         dealer's alone [GEN-14]"
    )]
    UndoTakesSupervisor,
    #[error("{0} entered this: another supervisor takes it back [GEN-14]")]
    OwnEntry(PersonId),
    #[error("seat {0}'s award is verified or paid: nothing is taken back past it [GEN-14]")]
    UndoesAward(Seat),
    #[error("the report returned wagers: it stands, and nothing is taken back past it [GEN-14]")]
    UndoesReturn,
    #[error("the round at table {0} is not settled yet")]
    NotSettled(TableId),
    #[error("no clock is running")]
    NoClock,
    #[error("there is time left")]
    NotYet { until: Moment },
    #[error("unknown event \"{event}\"; write one of {known}")]
    NoSuchEvent { event: String, known: String },
    #[error("table {0} has no round in progress: lock the bets first")]
    NoRound(TableId),
    #[error("no seat has a bet")]
    NoBets,
    #[error(
        "there is no seat {seat}: the table has seats 1 to {seats}, each betting {wager:#} [PRG-7]"
    )]
    SeatNotThere { seat: Seat, seats: u8, wager: Cents },
    #[error("seat {seat} bets {amount:#}, but the posted wager is exactly {wager:#} [PRG-7]")]
    NotPostedWager { seat: Seat, amount: Cents, wager: Cents },
    #[error("bets of {total} in one round are over the meter's limit of {bound}")]
    Unreasonable { total: Cents, bound: Cents },
    #[error("round {number} was given after round {last}: rounds are numbered upward")]
    RoundNumber { number: u64, last: u64 },
    #[error("the posted schedule has no \"{hand}\"; it has {known}")]
    NoSuchHand { hand: String, known: String },
    #[error("seat {0} has no progressive bet in this round")]
    NoBetThere(Seat),
    #[error("a bet of {stake} at {pays} does not pay whole cents")]
    FractionOfACent { stake: Cents, pays: String },
    #[error("the award is already {0}; only a manual adjustment can undo it")]
    AlreadyDecided(&'static str),
    #[error("the amount paid cannot be negative: {paid} [PRG-20]")]
    NegativePaid { paid: Cents },
    #[error("{paid} is not the award of {amount}: give a reason for the difference [PRG-20]")]
    PaidDiffers { paid: Cents, amount: Cents },
    #[error("{paid} is the award: there is no difference to give a reason for")]
    NoDifference { paid: Cents },
    #[error("the award has changed from {was} to {is} since this was proposed: verify it again")]
    AwardChanged { was: Cents, is: Cents },
    #[error("award {0} is still pending: void it")]
    StillPending(AwardNumber),
    #[error("award {0} is not paid: it was voided or backed out")]
    NotPaid(AwardNumber),
    #[error("the table does not use the J-POT procedure")]
    NoJPot,
    #[error("the key is not at JPH")]
    KeyNotInJph,
    #[error("wins not recorded: {}; turn the key to JPH and press J-POT, or turn the hand off", wins(.0))]
    NotRecorded(Vec<(Seat, String)>),
    #[error("the key is at JPH: turn it back to RUN first")]
    KeyInJph,
    #[error("the key is already there")]
    KeyThereAlready,
    #[error("every keyed hand is already recorded, or none is keyed")]
    NothingKeyed,
    #[error("awards still to be verified or voided: {}", list(.0))]
    AwardsPending(Vec<AwardNumber>),
    #[error("keys and cards disagree: {}", disagreements(.0))]
    CardsDisagree(Vec<Disagreement>),
    #[error("the keys and the cards agree: there is nothing to override")]
    NothingToOverride,
    #[error(
        "the keys or the cards have changed since this override was proposed: propose it again"
    )]
    OverrideChanged,
    #[error("{0} proposed this; a different supervisor must approve it")]
    SamePerson(PersonId),
    #[error("{person} keyed award {award}: another supervisor verifies it")]
    OwnKey { person: PersonId, award: AwardNumber },
    #[error("only {shows} is there: {amount} cannot be taken off it")]
    WouldBeNegative { shows: MeterUnits, amount: MeterUnits },
    #[error("this would change nothing")]
    NothingChanges,
    #[error("the meter still owes players {0}: transfer it under a petition first")]
    StillOwed(MeterUnits),
}

impl From<games::Refusal> for Refusal {
    fn from(refusal: games::Refusal) -> Refusal {
        Refusal::ByTheRules(Box::new(refusal))
    }
}

fn wins(wins: &[(Seat, String)]) -> String {
    let one = |(seat, hand): &(Seat, String)| format!("seat {seat}, {hand}");
    wins.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// A role as one of its kind.
fn a(role: Role) -> &'static str {
    match role {
        Role::Player => "a player",
        Role::Dealer => "a dealer",
        Role::Supervisor => "a supervisor",
        Role::Auditor => "an auditor",
    }
}

/// Roles of which one will do.
fn either(roles: &[Role]) -> String {
    roles.iter().map(|role| role.word()).collect::<Vec<_>>().join(" or ")
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn disagreements(all: &[Disagreement]) -> String {
    let one = |item: &Disagreement| {
        let word = |hand: &Option<String>| hand.clone().unwrap_or_else(|| "nothing".to_owned());
        format!(
            "seat {}: keyed {}, but the cards show {}",
            item.seat,
            word(&item.keyed),
            word(&item.cards)
        )
    };
    all.iter().map(one).collect::<Vec<_>>().join("; ")
}
