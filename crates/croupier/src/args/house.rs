//! What every command about a house takes, and what can be asked of people, the audit chain and stores.

use std::path::PathBuf;

use clap::{Subcommand, ValueHint};
use progressive::{PersonId, RequestId};

/// Where the house is kept.
#[derive(clap::Args, Debug)]
pub struct At {
    /// The store: sqlite:PATH, postgres://USER@HOST/DATABASE
    #[arg(
        long,
        value_name = "STORE",
        env = "CROUPIER_STORE",
        default_value = "sqlite:croupier.db"
    )]
    pub store: String,
}

/// Who asks for something that changes the house.
#[derive(clap::Args, Debug)]
pub struct By {
    #[command(flatten)]
    pub at: At,

    /// Who you are; your secret is asked for, or taken from CROUPIER_SECRET
    #[arg(id = "as", long = "as", value_name = "PERSON")]
    pub person: PersonId,

    /// The id of a request that was not answered, to ask again: it is done once
    #[arg(long, value_name = "ID")]
    pub request: Option<RequestId>,
}

/// A report that may also be written as CSV.
#[derive(clap::Args, Debug)]
pub struct Sheet {
    /// Also write it as CSV
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub at: At,
}

#[derive(Subcommand, Debug)]
pub enum PersonCommand {
    /// Add a person who may sign in; the first must be a supervisor
    #[command(
        after_help = "Examples:\n  croupier person add sue --name \"Sue Hart\" --role supervisor\n  \
                            croupier person add dan --name \"Dan Roe\" --role dealer --as sue"
    )]
    Add(PersonAdd),
    /// List the people of the house
    List(At),
    /// Give a person a new secret: yourself, or as a supervisor a dealer or an auditor
    Secret {
        /// Whose
        person: PersonId,
        #[command(flatten)]
        by: By,
    },
    /// A person leaves: no more sign-in, and still named by what was done
    #[command(after_help = "Example:\n  croupier person retire dan \"moved away\" --as sue")]
    Retire {
        /// Who
        person: PersonId,
        /// Why
        reason: String,
        #[command(flatten)]
        by: By,
    },
}

#[derive(clap::Args, Debug)]
pub struct PersonAdd {
    /// What the person signs in as
    pub person: PersonId,
    /// The person's name
    #[arg(long)]
    pub name: String,
    /// What the person may do
    #[arg(long, value_parser = ["dealer", "supervisor", "auditor"])]
    pub role: String,
    /// The supervisor who adds the person; not needed for the first
    #[arg(long = "as", value_name = "PERSON")]
    pub by: Option<PersonId>,
    #[command(flatten)]
    pub at: At,
}

#[derive(Subcommand, Debug)]
pub enum AuditCommand {
    /// Verify a log that was exported, or the chain of a store, and name what is wrong
    #[command(
        after_help = "Examples:\n  croupier audit verify house.log\n  croupier audit verify house.log \
                            --head 1204:5f0c...\n  croupier audit verify house.log --replay\n  croupier audit verify --store postgres://house@db/house --replay"
    )]
    Verify(AuditVerify),
    /// Write the whole chain as text, a line an entry
    Export {
        /// The file to write
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        out: PathBuf,
        #[command(flatten)]
        at: At,
    },
    /// Find entries by text, person, table, or time
    #[command(after_help = "Example:\n  croupier audit search \"royal flush\" --from 2026-11-01")]
    Search(AuditSearch),
}

#[derive(clap::Args, Debug)]
pub struct AuditVerify {
    /// An exported log; the store if none is given
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Where the chain was once noted to end, as the weekly sign record has it
    #[arg(long, value_name = "SEQ:HASH")]
    pub head: Option<String>,
    /// Do every request anew and compare what it did
    #[arg(long)]
    pub replay: bool,
    #[command(flatten)]
    pub at: At,
}

#[derive(clap::Args, Debug)]
pub struct AuditSearch {
    /// Text that the entry has
    #[arg(default_value = "")]
    pub text: String,
    /// Only what this person did
    #[arg(long, value_name = "PERSON")]
    pub by: Option<PersonId>,
    /// From this day on
    #[arg(long, value_name = "DATE")]
    pub from: Option<String>,
    /// Before this day
    #[arg(long, value_name = "DATE")]
    pub until: Option<String>,
    /// At most so many, the last ones
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub limit: usize,
    #[command(flatten)]
    pub at: At,
}

#[derive(Subcommand, Debug)]
pub enum StoreCommand {
    /// Move a house to another store, which must be empty; the old one is sealed
    #[command(
        after_help = "Example:\n  croupier store copy sqlite:croupier.db postgres://house@db/house"
    )]
    Copy(StoreCopy),
    /// Check what a store keeps against itself
    Check(At),
}

#[derive(clap::Args, Debug)]
pub struct StoreCopy {
    /// From which store
    pub from: String,
    /// To which
    pub to: String,
    /// Leave the house where it is: the copy is for trying things out
    #[arg(long)]
    pub leave_open: bool,
}
