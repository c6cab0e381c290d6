//! Arguments of the `meter` commands.

use std::path::PathBuf;

use clap::{Subcommand, ValueHint};
use house::MeterId;
use money::{Cents, MeterUnits, Rate};

use super::{PlaceArgs, ReportArgs, SignInArgs, Under};

#[derive(Subcommand, Debug)]
pub enum MeterCommand {
    /// Create a meter for one schedule and one posted wager
    #[command(
        after_help = "Examples:\n  croupier meter create caribbean-1 --schedule PMG-01 --as sue\n  croupier meter \
                            create fccp-3 --schedule four-card-poker/FCCP-3 --wager 5 --as sue"
    )]
    Create(MeterCreate),
    /// Change the terms of a meter while no table is open on it
    #[command(
        after_help = "Example:\n  croupier meter configure caribbean-1 --limit 250000 --contribution 20% --as sue"
    )]
    Configure(MeterConfigure),
    /// List the meters and what they show
    #[command(after_help = "Example:\n  croupier meter list")]
    List(PlaceArgs),
    /// Show a meter: terms, totals, pending awards, last hits
    #[command(after_help = "Example:\n  croupier meter show caribbean-1")]
    Show {
        /// The meter
        meter: MeterId,
        #[command(flatten)]
        at: PlaceArgs,
    },
    /// Follow the signs: print a line whenever one changes, PENDING while a win is being verified
    #[command(after_help = "Examples:\n  croupier meter sign\n  croupier meter sign caribbean-1 \
                            --json | jq .shows")]
    Sign(MeterSign),
    /// List every entry of a meter with the amounts before and after
    #[command(
        after_help = "Examples:\n  croupier meter statement caribbean-1 --from 2026-11-01 --csv \
                            statement.csv\n  croupier meter statement caribbean-1 --accounts"
    )]
    Statement(MeterStatement),
    /// List wins, newest first, with their slip numbers
    #[command(after_help = "Examples:\n  croupier meter wins\n  croupier meter wins caribbean-1 \
                            --last 100 --csv wins.csv")]
    Wins(MeterWins),
    /// Print the slip for an award
    #[command(after_help = "Example:\n  croupier meter slip 17")]
    Slip {
        /// The award's number
        award: u64,
        #[command(flatten)]
        at: PlaceArgs,
    },
    /// Compare the meters with the sum of their entries and with their signs
    #[command(after_help = "Example:\n  croupier meter reconcile --sign caribbean-1=12345.67")]
    Reconcile {
        /// A sign's reading, METER=AMOUNT; may be repeated
        #[arg(long, value_name = "METER=AMOUNT")]
        sign: Vec<String>,
        #[command(flatten)]
        output: ReportArgs,
    },
    /// Show what the house owes on every meter
    #[command(after_help = "Example:\n  croupier meter liability --csv liability.csv")]
    Liability(ReportArgs),
    /// Write the weekly sign record: every meter and the end of the audit chain
    #[command(after_help = "Example:\n  croupier meter record --as sue --csv signs.csv")]
    Record(MeterRecord),
    /// Propose a correction to a meter; another supervisor must approve it
    #[command(
        after_help = "Example:\n  croupier meter adjust caribbean-1 --as sue -- -2.50 \"misread coin\""
    )]
    Adjust {
        /// The meter
        meter: MeterId,
        /// The change, up or down
        #[arg(allow_negative_numbers = true)]
        amount: MeterUnits,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Propose a transfer to another meter under a petition; moving everything closes the meter
    #[command(
        after_help = "Example:\n  croupier meter transfer caribbean-1 caribbean-2 --amount 500 \
                            --petition P-12/2026 --as sue"
    )]
    Transfer {
        /// The meter to take from
        from: MeterId,
        /// The meter to add to
        to: MeterId,
        /// How much; by default, everything
        #[arg(long)]
        amount: Option<MeterUnits>,
        /// The petition that allows it
        #[arg(long)]
        petition: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Propose to put overflow back on the sign; another supervisor must approve it
    #[command(
        after_help = "Example:\n  croupier meter release caribbean-1 500 \"the limit was raised\" --as sue"
    )]
    Release {
        /// The meter
        meter: MeterId,
        /// How much
        amount: MeterUnits,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Propose another schedule or wager for a meter under a petition; another supervisor must approve it
    #[command(
        after_help = "Example:\n  croupier meter reschedule caribbean-1 --schedule caribbean-stud/CS-10 \
                            --petition P-12/2026 --as sue"
    )]
    Reschedule {
        /// The meter; no table may be open on it
        meter: MeterId,
        #[command(flatten)]
        criteria: CriteriaArgs,
        /// The petition that allows it
        #[arg(long)]
        petition: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Propose to undo a paid award after game over; another supervisor must approve it
    #[command(
        after_help = "Example:\n  croupier meter back-out 17 \"the tape shows a flush\" --as sue"
    )]
    BackOut {
        /// The award's number
        award: u64,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// List proposals waiting for a second supervisor
    #[command(after_help = "Example:\n  croupier meter proposals")]
    Proposals(PlaceArgs),
    /// Approve what another supervisor proposed
    #[command(after_help = "Example:\n  croupier meter approve 4 --as bob")]
    Approve {
        /// The proposal's number
        proposal: u64,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Reject a proposal
    #[command(after_help = "Example:\n  croupier meter reject 4 \"the wrong meter\" --as bob")]
    Reject {
        /// The proposal's number
        proposal: u64,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Put a meter out of order: it takes no bets until cleared
    #[command(
        after_help = "Example:\n  croupier meter fault caribbean-1 \"the sign is dark\" --as sue"
    )]
    Fault {
        /// The meter
        meter: MeterId,
        /// What is wrong
        says: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Put a meter back in order
    #[command(
        after_help = "Example:\n  croupier meter clear caribbean-1 \"the sign was replaced\" --as sue"
    )]
    Clear {
        /// The meter
        meter: MeterId,
        /// What was done
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Close a meter on which no player's money is left
    #[command(after_help = "Example:\n  croupier meter close caribbean-1 --as sue")]
    Close {
        /// The meter
        meter: MeterId,
        #[command(flatten)]
        by: SignInArgs,
    },
}

impl MeterCommand {
    /// Who signs in, where it looks a schedule up in the rulebook.
    pub fn looks_up(&self) -> Option<&SignInArgs> {
        match self {
            MeterCommand::Create(create) => Some(&create.by),
            MeterCommand::Reschedule { by, .. } => Some(by),
            _ => None,
        }
    }
}

/// A meter's terms; those not given keep their values.
#[derive(clap::Args, Debug)]
pub struct TermArgs {
    /// What the meter starts at, and restarts at after a top award, where the rule leaves it to the house
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
    /// The most that may be bet in one round
    #[arg(long, value_name = "AMOUNT")]
    pub reasonable: Option<Cents>,
}

/// What wins a meter.
#[derive(clap::Args, Debug)]
pub struct CriteriaArgs {
    /// The progressive schedule of the rulebook that the meter is for: GAME/SCHEDULE, or only the schedule
    /// if several games post it; seed and rates come from it
    #[arg(long, alias = "like", value_name = "GAME/SCHEDULE")]
    pub schedule: String,
    /// The posted wager: the schedule's nominal one, or a whole multiple of it, which scales the seed
    #[arg(long, value_name = "AMOUNT")]
    pub wager: Option<Cents>,
    #[command(flatten)]
    pub under: Under,
}

#[derive(clap::Args, Debug)]
pub struct MeterCreate {
    /// The new meter's name
    pub meter: MeterId,
    #[command(flatten)]
    pub criteria: CriteriaArgs,
    #[command(flatten)]
    pub terms: TermArgs,
    #[command(flatten)]
    pub by: SignInArgs,
}

#[derive(clap::Args, Debug)]
pub struct MeterConfigure {
    /// The meter
    pub meter: MeterId,
    #[command(flatten)]
    pub terms: TermArgs,
    /// Remove the limit
    #[arg(long, conflicts_with = "limit")]
    pub no_limit: bool,
    #[command(flatten)]
    pub by: SignInArgs,
}

#[derive(clap::Args, Debug)]
pub struct MeterSign {
    /// Which signs; by default, all
    #[arg(value_name = "METER")]
    pub meters: Vec<MeterId>,
    /// Stop after this many lines
    #[arg(long, value_name = "N")]
    pub lines: Option<usize>,
    #[command(flatten)]
    pub at: PlaceArgs,
}

#[derive(clap::Args, Debug)]
pub struct MeterStatement {
    /// The meter
    pub meter: MeterId,
    /// Start on this day (UTC)
    #[arg(long, value_name = "DATE")]
    pub from: Option<String>,
    /// Stop before this day (UTC)
    #[arg(long, value_name = "DATE")]
    pub until: Option<String>,
    /// Show the accounts each amount moved between
    #[arg(long)]
    pub accounts: bool,
    #[command(flatten)]
    pub output: ReportArgs,
}

#[derive(clap::Args, Debug)]
pub struct MeterRecord {
    /// Also write the report to this CSV file
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub by: SignInArgs,
}

#[derive(clap::Args, Debug)]
pub struct MeterWins {
    /// Only wins of this meter
    pub meter: Option<MeterId>,
    /// Show this many, the newest
    #[arg(long, value_name = "N", default_value_t = 25)]
    pub last: usize,
    #[command(flatten)]
    pub output: ReportArgs,
}
