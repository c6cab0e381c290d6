//! The machine a house runs on: people and roles, meters, tables, awards, dual control; and its reports.
//!
//! A [`House`] is a function of its requests. An [`Request`] says who wants what; [`House::act`] does all of it
//! or refuses. The ledger makes it durable: every entry is a request with what it did, chained by
//! hashes.

pub mod book;
pub mod clock;
mod code;
pub mod day;
pub mod demo;
pub mod desk;
pub mod held_back;
mod machine;
pub mod openings;
pub mod people;
pub mod recall;
mod refusal;
pub mod report;
mod request;
pub mod sentences;
mod shared;
pub mod sign;
pub mod table;
pub mod text;
mod time;
pub mod verify;
pub mod view;

pub use code::post_error_code;
pub use ledger::{self, check, store};
pub use machine::{
    Address, Effect, Envy, GUEST_BANKROLL, GUEST_SEATS_MAX, GUESTS_FROM_ADDRESS_MAX, Guests,
    HOUSE_ITSELF, House, InSession, KeyPress, Light, LockedOut, LockedPlace, Move, NewSession,
    Person, Proposal, RecordId, Right, Session, SessionNumber, TokenMark, TriedFrom, Tries,
    VERIFY_DAYS, Verified, WRONG_ANYWHERE_MAX, WRONG_FROM_ADDRESS_MAX, WRONG_SECRETS_MAX,
    round_key, silent_choice,
};
pub use people::SecretMark;
pub use progressive::{self, *};
pub use refusal::Refusal;
pub use request::{
    Command, EventKind, HouseRules, MOVES_NOTHING, NewPerson, Proposed, Request, Role, Submission,
};
pub use time::rfc3339;

/// The ledger of a house.
pub type Ledger = ledger::Ledger<House>;
/// What an accepted request came to.
pub type Receipt = ledger::Receipt<House>;
/// Why a request was not accepted.
pub type PostError = ledger::PostError<Refusal>;
/// What an entry says.
pub type Record = ledger::Record<House>;
/// A house as of the last commit.
pub type Snapshot = ledger::Snapshot<House>;
