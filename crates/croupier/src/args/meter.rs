//! What can be asked of meters, the audit chain and stores.

use std::path::PathBuf;

use clap::{Subcommand, ValueHint};
use money::{Cents, MeterUnits, Rate};
use progressive::{MeterId, PersonId};

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
    #[arg(long = "as", value_name = "PERSON")]
    pub person: PersonId,
}

#[derive(Subcommand, Debug)]
pub enum MeterCommand {
    /// Add a person who may sign in; the first must be a supervisor
    #[command(
        after_help = "Example:\n  croupier meter person sue --name \"Sue Hart\" --role supervisor"
    )]
    Person(MeterPerson),
    /// Create a meter
    #[command(
        after_help = "Examples:\n  croupier meter create caribbean-1 --seed 10000 --as sue\n  croupier meter \
                            create fccp-3 --like four-card-poker/FCCP-3 --as sue"
    )]
    Create(MeterCreate),
    /// List the meters with what they show
    List(At),
    /// Show a meter: terms, totals, last hits
    Show {
        /// The meter
        meter: MeterId,
        #[command(flatten)]
        at: At,
    },
    /// Every entry of a meter with the amount before and after
    #[command(
        after_help = "Example:\n  croupier meter statement caribbean-1 --from 2026-11-01 --csv statement.csv"
    )]
    Statement(MeterStatement),
    /// Print the slip of an award
    Slip {
        /// The award's number
        award: u64,
        #[command(flatten)]
        at: At,
    },
    /// Compare the meters with the sum of their entries, and with what their signs show
    #[command(after_help = "Example:\n  croupier meter reconcile --sign caribbean-1=12345.67")]
    Reconcile {
        /// What a sign shows, METER=AMOUNT; may be repeated
        #[arg(long, value_name = "METER=AMOUNT")]
        sign: Vec<String>,
        #[command(flatten)]
        at: At,
    },
    /// What every meter owes
    Liability(At),
    /// Write the weekly sign record: every meter and the end of the audit chain
    Record(By),
    /// Propose a correction of a meter; another supervisor approves it
    #[command(
        after_help = "Example:\n  croupier meter adjust caribbean-1 -- -2.50 \"misread coin\" --as sue"
    )]
    Adjust {
        /// The meter
        meter: MeterId,
        /// By how much, up or down
        #[arg(allow_negative_numbers = true)]
        amount: MeterUnits,
        /// Why
        reason: String,
        #[command(flatten)]
        by: By,
    },
    /// Propose to move money to another meter under a petition; all of it closes the meter
    Transfer {
        /// From which meter
        from: MeterId,
        /// To which
        to: MeterId,
        /// How much; everything if not given
        #[arg(long)]
        amount: Option<MeterUnits>,
        /// The petition that allows it
        #[arg(long)]
        petition: String,
        #[command(flatten)]
        by: By,
    },
    /// List the proposals that wait for a second supervisor
    Proposals(At),
    /// Approve what another supervisor proposed
    Approve {
        /// The proposal's number
        proposal: u64,
        #[command(flatten)]
        by: By,
    },
    /// Reject a proposal
    Reject {
        /// The proposal's number
        proposal: u64,
        /// Why
        reason: String,
        #[command(flatten)]
        by: By,
    },
    /// Close a meter on which no player's money is left
    Close {
        /// The meter
        meter: MeterId,
        #[command(flatten)]
        by: By,
    },
}

#[derive(clap::Args, Debug)]
pub struct MeterPerson {
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

#[derive(clap::Args, Debug)]
pub struct MeterCreate {
    /// What the meter is called
    pub meter: MeterId,
    /// Take seed, rates and nominal wager from a progressive schedule of the rulebook
    #[arg(long, value_name = "GAME/SCHEDULE")]
    pub like: Option<String>,
    /// What it starts and restarts at
    #[arg(long, value_name = "AMOUNT")]
    pub seed: Option<Cents>,
    /// The share of each wager that goes to the display
    #[arg(long, value_name = "RATE")]
    pub contribution: Option<Rate>,
    /// The share of each wager that goes to the hidden reserve
    #[arg(long, value_name = "RATE")]
    pub reserve: Option<Rate>,
    /// The most the display may show
    #[arg(long, value_name = "AMOUNT")]
    pub limit: Option<Cents>,
    /// The most that one round may bet
    #[arg(long, value_name = "AMOUNT")]
    pub reasonable: Option<Cents>,
    #[command(flatten)]
    pub by: By,
}

#[derive(clap::Args, Debug)]
pub struct MeterStatement {
    /// The meter
    pub meter: MeterId,
    /// From this day on
    #[arg(long, value_name = "DATE")]
    pub from: Option<String>,
    /// Before this day
    #[arg(long, value_name = "DATE")]
    pub until: Option<String>,
    /// Also write it as CSV
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub at: At,
}

#[derive(Subcommand, Debug)]
pub enum AuditCommand {
    /// Verify a log that was exported, or the chain of a store, and name what is wrong
    #[command(
        after_help = "Examples:\n  croupier audit verify house.log\n  croupier audit verify house.log \
                            --head 1204:5f0c...\n  croupier audit verify --store postgres://house@db/house --replay"
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
    #[arg(long, conflicts_with = "file")]
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
    /// Move a house to another store, which must be empty
    #[command(
        after_help = "Example:\n  croupier store copy sqlite:croupier.db postgres://house@db/house"
    )]
    Copy {
        /// From which store
        from: String,
        /// To which
        to: String,
    },
    /// Check what a store keeps against itself
    Check(At),
}
