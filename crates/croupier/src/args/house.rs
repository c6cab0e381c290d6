//! Arguments shared by all house commands, and those of `person`, `audit` and `store`.

use std::path::PathBuf;

use anchors::{PrintedLine, PublicKey};
use clap::{Subcommand, ValueHint};
use house::{PersonId, Role};
use ledger::RequestId;

use super::{Place, PlaceArgs, StoreArgs};
use crate::failure::NotSignedIn;

/// Who signs in to change the house.
#[derive(clap::Args, Debug)]
pub struct SignInArgs {
    #[command(flatten)]
    pub at: PlaceArgs,

    /// Your sign-in name; you are asked for your secret unless CROUPIER_SECRET is set. With --server, the
    /// person who signed in
    #[arg(id = "as", long = "as", value_name = "PERSON", required_unless_present = "server")]
    pub person: Option<PersonId>,

    /// Retry an unanswered request by its ID; it is done at most once
    #[arg(long, value_name = "ID")]
    pub request: Option<RequestId>,
}

impl SignInArgs {
    /// The store, and who signs in to it.
    pub fn at_store(&self) -> anyhow::Result<(&StoreArgs, &PersonId)> {
        let store = self.at.with_keys()?;
        Ok((store, self.person.as_ref().ok_or(NotSignedIn::NoName)?))
    }

    /// Whether the command opens the store itself, without a server.
    pub fn is_at_store(&self) -> bool {
        matches!(self.at.0, Place::Store(_))
    }

    /// The house.
    pub fn place(&self) -> &Place {
        &self.at.0
    }
}

/// Who unlocks someone: a supervisor who signs in, or the house itself where its store is.
#[derive(clap::Args, Debug)]
pub struct UnlockArgs {
    #[command(flatten)]
    at: PlaceArgs,

    /// Your sign-in name, if you sign in for it; you are asked for your secret unless CROUPIER_SECRET is set
    #[arg(id = "as", long = "as", value_name = "PERSON")]
    person: Option<PersonId>,

    /// Retry an unanswered request by its ID; it is done at most once
    #[arg(long, value_name = "ID")]
    request: Option<RequestId>,
}

impl UnlockArgs {
    /// The store, where nobody signs in and the house itself unlocks.
    pub fn on_this_machine(&self) -> anyhow::Result<Option<(&StoreArgs, Option<RequestId>)>> {
        match (&self.person, &self.at.0) {
            (None, Place::Store(_)) => Ok(Some((self.at.with_keys()?, self.request))),
            _ => Ok(None),
        }
    }

    /// Who signs in, otherwise.
    pub fn signs_in(&self) -> SignInArgs {
        SignInArgs { at: self.at.clone(), person: self.person.clone(), request: self.request }
    }
}

/// A report that can also be written as CSV.
#[derive(clap::Args, Debug)]
pub struct ReportArgs {
    /// Also write the report to this CSV file
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub at: PlaceArgs,
}

#[derive(Subcommand, Debug)]
pub enum KeysCommand {
    /// Show which keys there are, and where; never the keys themselves
    #[command(after_help = "Example:\n  croupier keys show --store sqlite:house.db")]
    Show(StoreArgs),
    /// Make the first key, where there is none: after it was lost
    #[command(after_help = "Example:\n  croupier keys new --store sqlite:house.db")]
    New(StoreArgs),
    /// Add a key that seals from now on; the others stay and open what they sealed
    #[command(
        after_help = "Example:\n  croupier keys rotate --store sqlite:house.db\n\nWhere several machines run the house, \
                      copy the file to all of them at once."
    )]
    Rotate(StoreArgs),
}

#[derive(Subcommand, Debug)]
pub enum PersonCommand {
    /// Add a person who may sign in
    #[command(
        after_help = "Example:\n  croupier person add dan --name \"Dan Roe\" --role dealer --as sue"
    )]
    Add(PersonAdd),
    /// List everyone who may sign in
    #[command(after_help = "Example:\n  croupier person list")]
    List(PlaceArgs),
    /// Change your own secret, or, as a supervisor, that of a dealer or an auditor
    #[command(after_help = "Example:\n  croupier person secret dan --as dan")]
    Secret {
        /// Whose secret
        person: PersonId,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Let someone sign in again who gave too many wrong secrets
    #[command(
        after_help = "Examples:\n  croupier person unlock dan \"a new keyboard\" --as sue\n  croupier person unlock sue \"locked \
                      out by strangers\" --store sqlite:house.db\n\nWithout --as the house itself does it, which the \
                      entry says: only on the machine that can write the store."
    )]
    Unlock {
        /// The person
        person: PersonId,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: UnlockArgs,
    },
    /// Retire a person: they can no longer sign in, but entries still name them
    #[command(after_help = "Example:\n  croupier person retire dan \"moved away\" --as sue")]
    Retire {
        /// The person
        person: PersonId,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
}

#[derive(Subcommand, Debug)]
pub enum DayCommand {
    /// List the gaming days, newest first; the first one listed is open
    #[command(after_help = "Example:\n  croupier day list --limit 7")]
    List {
        /// Only days before this one
        #[arg(long, value_name = "DAY")]
        before: Option<u64>,
        /// How many at most, up to 100
        #[arg(long, default_value_t = 30)]
        limit: u64,
        #[command(flatten)]
        at: PlaceArgs,
    },
    /// Show what every table took in and every meter owes: of a day, or of the open one so far
    #[command(after_help = "Examples:\n  croupier day show\n  croupier day show 3 --json")]
    Show {
        /// The day's number; the open day by default
        day: Option<u64>,
        #[command(flatten)]
        at: PlaceArgs,
    },
    /// Close the open day, by its number; the next one begins
    #[command(after_help = "Example:\n  croupier day close 3 --as sue")]
    Close {
        /// The number of the open day
        day: u64,
        #[command(flatten)]
        by: SignInArgs,
    },
}

/// A role as it is written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum RoleName {
    Player,
    Dealer,
    Supervisor,
    Auditor,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Role {
        match name {
            RoleName::Player => Role::Player,
            RoleName::Dealer => Role::Dealer,
            RoleName::Supervisor => Role::Supervisor,
            RoleName::Auditor => Role::Auditor,
        }
    }
}

#[derive(clap::Args, Debug)]
pub struct PersonAdd {
    /// The name the person signs in with
    pub person: PersonId,
    /// The person's full name
    #[arg(long)]
    pub name: String,
    /// The person's role; once there have been two supervisors, another one is only proposed
    #[arg(long)]
    pub role: RoleName,
    #[command(flatten)]
    pub by: SignInArgs,
}

#[derive(clap::Args, Debug)]
pub struct Found {
    /// What the first supervisor signs in as; the new secret is asked for
    pub person: PersonId,
    /// The supervisor's name
    #[arg(long)]
    pub name: String,
    #[command(flatten)]
    pub at: StoreArgs,
}

#[derive(Subcommand, Debug)]
pub enum AuditCommand {
    /// Verify an exported log or a store's chain, and report what is wrong
    #[command(
        after_help = "Examples:\n  croupier audit verify house.log\n  croupier audit verify house.log \
                            --head 1204:5f0c...\n  croupier audit verify house.log --replay\n  croupier audit verify --store postgres://house@db/house --replay"
    )]
    Verify(AuditVerify),
    /// Show the public key that the house's heads are signed with
    #[command(after_help = "Example:\n  croupier audit key --store sqlite:house.db")]
    Key {
        #[command(flatten)]
        at: PlaceArgs,
    },
    /// Export the whole chain as text, one line per entry
    #[command(
        after_help = "Example:\n  croupier audit export --out house.log --store sqlite:house.db"
    )]
    Export {
        /// The file to write
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        out: PathBuf,
        #[command(flatten)]
        at: PlaceArgs,
    },
    /// Propose how many days a recorded verification is good for; another supervisor approves
    #[command(after_help = "Example:\n  croupier audit every 1 \"the auditor asks\" --as sue")]
    Every {
        /// How many days, 1 to 90
        days: u16,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Find entries by text, person, table, or time
    #[command(after_help = "Example:\n  croupier audit search \"royal flush\" --from 2026-11-01")]
    Search(AuditSearch),
}

#[derive(clap::Args, Debug)]
pub struct AuditVerify {
    /// An exported log; by default, the store
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// A recorded end of the chain, as in the weekly sign record
    #[arg(long, value_name = "SEQ:HASH")]
    pub head: Option<String>,
    /// A signed head from a slip or a day report
    #[arg(long, value_name = "LINE")]
    pub printed: Option<PrintedLine>,
    /// The house's public key, as croupier audit key shows it; may be given again
    #[arg(long, value_name = "KEY")]
    pub public_key: Vec<PublicKey>,
    /// Also repeat every request and compare the results
    #[arg(long)]
    pub replay: bool,
    /// Write the result into the chain: tables open for another seven days, or as many as the house has set
    #[arg(long, conflicts_with = "file")]
    pub record: bool,
    #[command(flatten)]
    pub at: PlaceArgs,
}

#[derive(clap::Args, Debug)]
pub struct AuditSearch {
    /// Text to look for
    #[arg(default_value = "")]
    pub text: String,
    /// Only entries by this person
    #[arg(long, value_name = "PERSON")]
    pub by: Option<PersonId>,
    /// Start on this day (UTC)
    #[arg(long, value_name = "DATE")]
    pub from: Option<String>,
    /// Stop before this day (UTC)
    #[arg(long, value_name = "DATE")]
    pub until: Option<String>,
    /// Show at most this many, the latest
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub limit: usize,
    #[command(flatten)]
    pub at: PlaceArgs,
}

#[derive(Subcommand, Debug)]
pub enum StoreCommand {
    /// Move a house to another, empty store, and seal the old one
    #[command(
        after_help = "Example:\n  croupier store copy sqlite:croupier.db postgres://house@db/house"
    )]
    Copy(StoreCopy),
    /// Check a store for consistency
    #[command(after_help = "Example:\n  croupier store check --store sqlite:house.db")]
    Check(StoreArgs),
}

#[derive(clap::Args, Debug)]
pub struct StoreCopy {
    /// The store to copy from
    pub from: String,
    /// The store to copy to
    pub to: String,
    /// Do not seal the old store: the copy is only for testing
    #[arg(long)]
    pub leave_open: bool,
}
