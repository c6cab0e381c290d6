//! What can be asked of meters.

use std::path::PathBuf;

use clap::{Subcommand, ValueHint};
use money::{Cents, MeterUnits, Rate};
use progressive::MeterId;

use super::{At, By, Sheet};

#[derive(Subcommand, Debug)]
pub enum MeterCommand {
    /// Create a meter
    #[command(
        after_help = "Examples:\n  croupier meter create caribbean-1 --seed 10000 --as sue\n  croupier meter \
                            create fccp-3 --like four-card-poker/FCCP-3 --as sue"
    )]
    Create(MeterCreate),
    /// Change the terms of a meter while no table is open on it
    #[command(
        after_help = "Example:\n  croupier meter configure caribbean-1 --limit 250000 --contribution 20% --as sue"
    )]
    Configure(MeterConfigure),
    /// List the meters with what they show
    List(At),
    /// Show a meter: terms, totals, what is pending, last hits
    Show {
        /// The meter
        meter: MeterId,
        #[command(flatten)]
        at: At,
    },
    /// Follow the signs: a line whenever one changes, PENDING while a win is verified
    #[command(after_help = "Examples:\n  croupier meter sign\n  croupier meter sign caribbean-1 \
                            --json | jq .shows")]
    Sign(MeterSign),
    /// Every entry of a meter with the amount before and after
    #[command(
        after_help = "Examples:\n  croupier meter statement caribbean-1 --from 2026-11-01 --csv \
                            statement.csv\n  croupier meter statement caribbean-1 --accounts"
    )]
    Statement(MeterStatement),
    /// List the wins, the newest first, with the numbers of their slips
    #[command(after_help = "Examples:\n  croupier meter wins\n  croupier meter wins caribbean-1 \
                            --last 100 --csv wins.csv")]
    Wins(MeterWins),
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
        sheet: Sheet,
    },
    /// What every meter owes
    Liability(Sheet),
    /// Write the weekly sign record: every meter and the end of the audit chain
    #[command(after_help = "Example:\n  croupier meter record --as sue --csv signs.csv")]
    Record(MeterRecord),
    /// Propose a correction of a meter; another supervisor approves it
    #[command(
        after_help = "Example:\n  croupier meter adjust caribbean-1 --as sue -- -2.50 \"misread coin\""
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
    #[command(
        after_help = "Example:\n  croupier meter transfer caribbean-1 caribbean-2 --amount 500 \
                            --petition P-12/2026 --as sue"
    )]
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
    /// Propose to put overflow back on the sign; another supervisor approves it
    #[command(
        after_help = "Example:\n  croupier meter release caribbean-1 500 \"the limit was raised\" --as sue"
    )]
    Release {
        /// The meter
        meter: MeterId,
        /// How much
        amount: MeterUnits,
        /// Why
        reason: String,
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
    /// Take a meter out of order: it takes no bets until that is cleared
    #[command(
        after_help = "Example:\n  croupier meter fault caribbean-1 \"the sign is dark\" --as sue"
    )]
    Fault {
        /// The meter
        meter: MeterId,
        /// What is wrong
        says: String,
        #[command(flatten)]
        by: By,
    },
    /// Put a meter in order again
    Clear {
        /// The meter
        meter: MeterId,
        /// What was done
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

/// What a meter is run by; what is not said stays.
#[derive(clap::Args, Debug)]
pub struct TermArgs {
    /// What it restarts at after a top award, and a new one starts at
    #[arg(long, value_name = "AMOUNT")]
    pub seed: Option<Cents>,
    /// The posted wager that the seed is for; with --like, the schedule's nominal wager or a whole
    /// multiple of it, and the schedule's seed is multiplied with it
    #[arg(long, value_name = "AMOUNT")]
    pub nominal: Option<Cents>,
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
}

#[derive(clap::Args, Debug)]
pub struct MeterCreate {
    /// What the meter is called
    pub meter: MeterId,
    /// Take seed, rates and nominal wager from a progressive schedule of the rulebook
    #[arg(long, value_name = "GAME/SCHEDULE")]
    pub like: Option<String>,
    #[command(flatten)]
    pub terms: TermArgs,
    #[command(flatten)]
    pub by: By,
}

#[derive(clap::Args, Debug)]
pub struct MeterConfigure {
    /// The meter
    pub meter: MeterId,
    #[command(flatten)]
    pub terms: TermArgs,
    /// Let the display grow without a limit
    #[arg(long, conflicts_with = "limit")]
    pub no_limit: bool,
    #[command(flatten)]
    pub by: By,
}

#[derive(clap::Args, Debug)]
pub struct MeterSign {
    /// Which signs; all if none is named
    #[arg(value_name = "METER")]
    pub meters: Vec<MeterId>,
    /// Stop after so many lines
    #[arg(long, value_name = "N")]
    pub lines: Option<usize>,
    #[command(flatten)]
    pub at: At,
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
    /// Show from which account to which the money went
    #[arg(long)]
    pub accounts: bool,
    #[command(flatten)]
    pub sheet: Sheet,
}

#[derive(clap::Args, Debug)]
pub struct MeterRecord {
    /// Also write it as CSV
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    #[command(flatten)]
    pub by: By,
}

#[derive(clap::Args, Debug)]
pub struct MeterWins {
    /// Only wins of this meter
    pub meter: Option<MeterId>,
    /// So many, the newest
    #[arg(long, value_name = "N", default_value_t = 25)]
    pub last: usize,
    #[command(flatten)]
    pub sheet: Sheet,
}
