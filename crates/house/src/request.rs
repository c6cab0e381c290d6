//! Requests to a house: one type for everything that is recorded.

mod facts;
mod former;

pub(crate) use facts::{About, Asker, Facts};

use std::collections::BTreeMap;

use ledger::{Hash, Post};
use money::{Cents, MeterUnits};
use progressive::{
    AwardNumber, Criteria, DeviceId, Disagreement, MeterId, PersonId, Posted, ProposalNumber,
    TableId, Terms, as_text,
};
use serde::{Deserialize, Serialize};

use crate::machine::{InSession, NewSession, SessionNumber, TriedFrom};
use crate::people::SecretMark;
use crate::table::command::TableCommand;
use crate::table::setup::Setup;
use crate::table::shuffling::FreshSeed;

/// What is asked, by whom and where: the stored form of a request. A field added later has a default.
#[derive(Clone, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Request {
    /// Who.
    pub by: PersonId,
    /// Where.
    pub device: DeviceId,
    /// In which session, if in one.
    #[serde(default, skip_serializing_if = "InSession::is_none")]
    pub session: InSession,
    /// Under which of the house's own rules.
    #[serde(default, skip_serializing_if = "HouseRules::is_first")]
    pub rules: HouseRules,
    /// What.
    #[serde(rename = "what", deserialize_with = "former::read")]
    pub command: Command,
}

/// The revision of the house's own rules, which no rulebook has: what it accepts at its tables, and what it keeps of
/// it. A request carries the revision that was current when it was made, and an entry replays under it, so that what an
/// older release accepted stays accepted. Entries that name none are of the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HouseRules(u32);

impl HouseRules {
    /// The rules before revisions were named.
    pub const FIRST: HouseRules = HouseRules(1);
    /// The rules of this release. The second revision keeps play money off real meters [PRG-24], has the dealer confirm
    /// buy-ins, gives a guest one bankroll, and keeps only the last bets of a seat before the lock. The third has what
    /// the methods below say of it: awards, overrides, keypad-only tables, sealed shuffles, unknown names. In the
    /// fourth, an award's steps follow its key. In the fifth, tables that are only a keypad have a version and calls
    /// like all others, and what takes two about people is proposed by asking for it.
    pub const CURRENT: HouseRules = HouseRules(5);

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_first(&self) -> bool {
        *self == HouseRules::FIRST
    }

    /// Whether play money is kept off real meters [PRG-24].
    pub(crate) fn keep_play_money_apart(self) -> bool {
        self >= HouseRules(2)
    }

    /// Whether the dealer confirms buy-ins at virtual and live tables, and a guest has one bankroll.
    pub(crate) fn guard_buy_ins(self) -> bool {
        self >= HouseRules(2)
    }

    /// Whether cards are dealt from sealed shuffles alone [SHF-1]. One of version 1 is given up, or ends with the round
    /// that is played.
    pub(crate) fn seal_every_shuffle(self) -> bool {
        self >= HouseRules(3)
    }

    /// Whether an award depends on nothing but what the sign showed at its round's first key and the round's own keys,
    /// and the house makes up what another table has won in the meantime [PRG-19].
    pub(crate) fn figures_from_first_key(self) -> bool {
        self >= HouseRules(3)
    }

    /// Whether an override takes two supervisors [PRG-22], and the round knows of it.
    pub(crate) fn agree_on_overrides(self) -> bool {
        self >= HouseRules(3)
    }

    /// Whether the round knows what was paid for an award, and what was not paid goes back to the meter [PRG-21].
    pub(crate) fn tell_what_was_paid(self) -> bool {
        self >= HouseRules(3)
    }

    /// Whether a seat's bets before the lock take the place of those it had, in the stored round too.
    pub(crate) fn replace_bets(self) -> bool {
        self >= HouseRules(2)
    }

    /// Whether the lock that counts from anywhere is short, what is kept of unknown names is bounded, an unlock takes a
    /// person's tries off their addresses, and staff words are refused within the names of guests.
    pub(crate) fn bound_unknown_names(self) -> bool {
        self >= HouseRules(3)
    }

    /// Whether the bets of a keypad-only table go to its tray, and its awards and envy are paid from there.
    pub(crate) fn books_keypad_tables(self) -> bool {
        self >= HouseRules(3)
    }

    /// Whether the dealer's step at an award lights the key of one seat [PRG-9].
    pub(crate) fn keys_one_seat(self) -> bool {
        self >= HouseRules(3)
    }
}

impl HouseRules {
    /// Whether an award's hand is keyed only when the key is that of the cards [PRG-9], and none of its steps is noted
    /// as done once an override has changed the award [PRG-22].
    pub(crate) fn steps_follow_the_key(self) -> bool {
        self >= HouseRules(4)
    }

    /// Whether a supervisor who adds another, or gives someone a new secret, proposes it where that takes two (A2).
    /// Before, they had to ask for a proposal.
    pub(crate) fn propose_people(self) -> bool {
        self >= HouseRules(5)
    }

    /// Whether every change at a keypad-only table raises its version, and its record is kept.
    pub(crate) fn number_every_table(self) -> bool {
        self >= HouseRules(5)
    }
}

impl Default for HouseRules {
    /// What an entry without a revision goes by.
    fn default() -> HouseRules {
        HouseRules::FIRST
    }
}

impl PartialEq for Request {
    /// Something at a table is the same with a fresh seed, with another, or without one: a bet that began a round
    /// carries one, and sent again during that round it does not. What a person asks is the same from whichever device
    /// it is sent again, and after the house's rules were revised.
    fn eq(&self, other: &Request) -> bool {
        let is_same_command = match (&self.command, &other.command) {
            (
                Command::Table { table, command, seed: _, expect },
                Command::Table {
                    table: other_table,
                    command: other_command,
                    seed: _,
                    expect: other_expect,
                },
            ) => (table, command, expect) == (other_table, other_command, other_expect),
            (command, other) => command == other,
        };
        is_same_command && (&self.by, &self.session) == (&other.by, &other.session)
    }
}

impl Request {
    /// What is asked outside any session.
    pub fn new(by: PersonId, device: DeviceId, command: Command) -> Request {
        let (session, rules) = (InSession::default(), HouseRules::CURRENT);
        Request { by, device, session, rules, command }
    }
}

/// A request on its way into the ledger, with its id and moment.
pub type Submission = Post<Request>;

/// A person's role (T2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Role {
    Player,
    Dealer,
    Supervisor,
    Auditor,
}

impl Role {
    /// Whether someone with this role works here. Players come to play.
    pub const fn works_here(self) -> bool {
        !matches!(self, Role::Player)
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Dealer => "dealer",
            Role::Supervisor => "supervisor",
            Role::Auditor => "auditor",
        }
    }
}

/// A significant event that moves no money (L1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum EventKind {
    Start,
    Stop,
    SignOut,
    Error,
    SignRecord,
    Note,
    /// A store older than what was signed of it was opened all the same, and why.
    RollBack,
}

/// Something that needs a second supervisor (A2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Proposed {
    /// A correction of the display, up or down.
    Adjust {
        /// The meter.
        meter: MeterId,
        /// By how much.
        #[serde(with = "as_text")]
        amount: MeterUnits,
        /// Why.
        reason: String,
    },
    /// Money moved from one display to another [PRG-11].
    Transfer {
        /// From which meter.
        from: MeterId,
        /// To which.
        to: MeterId,
        /// How much; if not given, everything it owes, and the meter is closed.
        #[serde(with = "as_text::option", default)]
        amount: Option<MeterUnits>,
        /// The petition that allows it.
        petition: String,
    },
    /// Overflow put back on the display.
    ReleaseOverflow {
        /// The meter.
        meter: MeterId,
        /// How much.
        #[serde(with = "as_text")]
        amount: MeterUnits,
        /// Why.
        reason: String,
    },
    /// Another schedule or wager for a meter, which changes what wins its money [PRG-11] [PRG-12].
    Reschedule {
        /// The meter.
        meter: MeterId,
        /// What wins it from now on.
        criteria: Criteria,
        /// The petition that allows it.
        petition: String,
    },
    /// A paid award undone after game over [PRG-10].
    BackOut {
        /// The award.
        award: AwardNumber,
        /// Why.
        reason: String,
    },
    /// An award paid with another amount [PRG-20]: proposed by verifying it so.
    PayOther {
        /// The award.
        award: AwardNumber,
        /// What it is.
        #[serde(with = "as_text")]
        amount: Cents,
        /// What is paid.
        #[serde(with = "as_text")]
        paid: Cents,
        /// Why.
        reason: String,
    },
    /// The keys of a round stand, whatever the cards say [PRG-22]: proposed by overriding them.
    Override {
        /// The table.
        table: TableId,
        /// Its round.
        round: u64,
        /// Where keys and cards disagree.
        saw: Vec<Disagreement>,
        /// Why.
        reason: String,
    },
    /// Another supervisor.
    AddSupervisor {
        /// The name to sign in with.
        person: PersonId,
        /// The full name.
        name: String,
        /// What the sign-in is checked against.
        secret: SecretMark,
    },
    /// A new secret for someone else.
    ResetSecret {
        /// Whose.
        person: PersonId,
        /// What the sign-in is checked against.
        secret: SecretMark,
    },
    /// How long a verification of the whole chain is good for.
    VerifyEvery {
        /// In days.
        days: u16,
        /// Why.
        reason: String,
    },
}

impl Proposed {
    /// Whether the amount, where there is one, is above zero. The proposal itself gives the direction: a transfer of
    /// -$5 would go against its petition (A1). Callers check this before posting.
    pub fn moves_something(&self) -> bool {
        match self {
            Proposed::Transfer { amount, .. } => amount.is_none_or(|it| it > MeterUnits::ZERO),
            Proposed::ReleaseOverflow { amount, .. } => *amount > MeterUnits::ZERO,
            Proposed::Adjust { .. }
            | Proposed::Reschedule { .. }
            | Proposed::BackOut { .. }
            | Proposed::PayOther { .. }
            | Proposed::Override { .. }
            | Proposed::AddSupervisor { .. }
            | Proposed::ResetSecret { .. }
            | Proposed::VerifyEvery { .. } => true,
        }
    }
}

/// What is said of an amount that moves nothing.
pub const MOVES_NOTHING: &str =
    "the amount must be more than zero: to move money the other way, propose that (A1)";

/// Someone who comes in with a demo house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct NewPerson {
    pub person: PersonId,
    pub name: String,
    pub role: Role,
    pub secret: SecretMark,
}

/// What is requested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
#[allow(missing_docs)]
pub enum Command {
    /// A person is added; another supervisor is proposed, once there have been two.
    AddPerson {
        person: PersonId,
        name: String,
        role: Role,
        /// What the sign-in is checked against; neither the secret nor its hash.
        secret: SecretMark,
    },
    /// A new secret, given by the person, or by a supervisor to someone else: once there have been two, it is proposed.
    ChangeSecret {
        person: PersonId,
        secret: SecretMark,
        /// Whether changing another person's takes two once there have been two supervisors. Not in entries from before
        /// that.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        dual_control: bool,
    },
    /// The person has given the right secret.
    SignIn,
    /// Someone has given a wrong secret for a name, perhaps one that nobody has. The house says so.
    SignInRefused {
        /// The name; nothing if it cannot be one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<PersonId>,
        /// The network address it came from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<String>,
        /// Whether it counts for the name even if nobody has it. Not in entries from before that.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        locks_any_name: bool,
        /// Where it was tried: it counts for the name there. In entries from before that it counts for the name
        /// everywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<TriedFrom>,
    },
    /// The person has given the right secret, or is a guest, and is signed in from now on.
    StartSession {
        session: NewSession,
    },
    /// One session of a person ends, or all of them.
    EndSessions {
        person: PersonId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<SessionNumber>,
    },
    /// A house to try things out in: people, meters and tables at once.
    FoundDemo {
        people: Vec<NewPerson>,
        tables: BTreeMap<TableId, Setup>,
    },
    /// A gaming day is closed, and the next one begins.
    CloseDay {
        day: u64,
    },
    /// Wrong secrets are forgotten, and the person can sign in again.
    Unlock {
        person: PersonId,
        reason: String,
    },
    /// The person is retired and can no longer sign in.
    Retire {
        person: PersonId,
        reason: String,
    },
    /// The house has verified its whole chain up to this entry.
    ChainVerified {
        seq: u64,
        #[serde(with = "as_text")]
        hash: Hash,
    },
    /// The house has found its chain broken.
    ChainBroken {
        says: String,
    },
    Event {
        kind: EventKind,
        says: String,
    },
    CreateMeter {
        meter: MeterId,
        /// The schedule and the posted wager that it is for [PRG-12].
        criteria: Criteria,
        terms: Terms,
    },
    Configure {
        meter: MeterId,
        terms: Terms,
    },
    CloseMeter {
        meter: MeterId,
    },
    Fault {
        meter: MeterId,
        says: String,
    },
    ClearFault {
        meter: MeterId,
        reason: String,
    },
    CloseTable {
        table: TableId,
    },
    /// A table is opened, with seats, chips and cards or as a keypad only.
    SetUpTable {
        table: TableId,
        setup: Setup,
    },
    /// A guest comes in, with a name of their own choice.
    Guest {
        person: PersonId,
        name: String,
        /// The network address that they came from, where guests from it are counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<String>,
        /// The session that starts with it. A guest with one is let go when it is over; in entries from before that
        /// guests stay, and start their sessions as others do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<NewSession>,
    },
    /// Something is done at a table.
    #[serde(rename = "play")]
    Table {
        /// Where; what is said of an award is said where it was won, if nothing else is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        #[serde(rename = "deed")]
        command: TableCommand,
        /// A fresh seed, where a new shuffle may be needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<FreshSeed>,
        /// The version of the table that the request was made at: if it has changed since, nothing is done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expect: Option<u64>,
    },
    Propose {
        proposed: Proposed,
    },
    Approve {
        proposal: ProposalNumber,
    },
    Reject {
        proposal: ProposalNumber,
        reason: String,
    },
}

impl Command {
    /// Something is done at a table.
    pub fn at(table: &TableId, command: TableCommand) -> Command {
        Command::Table { table: Some(table.clone()), command, seed: None, expect: None }
    }

    /// A table that is only a keypad is opened on what it posts, whatever the rulebook says.
    pub fn open_keypad(table: TableId, meter: &MeterId, posted: Posted) -> Command {
        let setup = Setup::keypad(meter, &posted);
        Command::SetUpTable { table, setup: Setup { posted: Some(Box::new(posted)), ..setup } }
    }

    /// Whether it makes a round void at a table.
    pub(crate) fn is_misdeal(&self) -> bool {
        matches!(self, Command::Table { command: TableCommand::Misdeal { .. }, .. })
    }

    /// Something is said of an award, wherever it was won.
    pub fn of_award(command: TableCommand) -> Command {
        Command::Table { table: None, command, seed: None, expect: None }
    }
}
