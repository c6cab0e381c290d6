//! What can be asked of tables: opening, closing, and the keypad.

use clap::{Subcommand, ValueEnum};
use money::Cents;
use progressive::{MeterId, TableId};

use super::{At, By, Under};

#[derive(Subcommand, Debug)]
pub enum TableCommand {
    /// Open a table on a meter, with a progressive schedule of the rulebook
    #[command(
        after_help = "Examples:\n  croupier table open cs-3 --meter caribbean-1 --game caribbean-stud \
                            --schedule PMG-01 --as sue\n  croupier table open fc-1 --meter fccp --game \
                            four-card-poker --schedule FCCP-1 --option house-procedure=split --as sue"
    )]
    Open(TableOpen),
    /// Close a table whose round is over
    Close {
        /// The table
        table: TableId,
        #[command(flatten)]
        by: By,
    },
    /// List the tables
    List(At),
    /// Show a table: what it posts, and its round as it stands
    Show {
        /// The table
        table: TableId,
        #[command(flatten)]
        at: At,
    },
    /// Recall a past round, step by step
    #[command(after_help = "Example:\n  croupier table recall cs-3 1204")]
    Recall {
        /// The table
        table: TableId,
        /// The number of the round
        round: u64,
        #[command(flatten)]
        at: At,
    },
    /// Lock the progressive bets of a round: coin in
    #[command(after_help = "Example:\n  croupier table lock cs-3 1=1 4=1 --as dan")]
    Lock {
        /// The table
        table: TableId,
        /// What each seat bets, SEAT=DOLLARS
        #[arg(required = true, value_name = "SEAT=AMOUNT")]
        bets: Vec<String>,
        /// A player's second hand and first, SEAT=SEAT: no envy is paid between them
        #[arg(long, value_name = "SEAT=SEAT")]
        player: Vec<String>,
        #[command(flatten)]
        by: By,
    },
    /// Press a hand button: on, off by a second press, or moved to another hand
    #[command(after_help = "Example:\n  croupier table key cs-3 4 \"straight flush\" --as dan")]
    Key {
        /// The table
        table: TableId,
        /// The seat
        seat: u8,
        /// The hand, as the schedule names it
        hand: String,
        #[command(flatten)]
        by: By,
    },
    /// Say what the cards show, to be held against what was keyed
    #[command(after_help = "Example:\n  croupier table cards cs-3 4=\"straight flush\" --as dan")]
    Cards {
        /// The table
        table: TableId,
        /// The winning hands, SEAT=HAND; none if nobody wins
        #[arg(value_name = "SEAT=HAND")]
        hands: Vec<String>,
        #[command(flatten)]
        by: By,
    },
    /// Let the keys stand against the cards, with a reason
    Overrule {
        /// The table
        table: TableId,
        /// Why
        reason: String,
        #[command(flatten)]
        by: By,
    },
    /// Verify an award: it is paid
    #[command(
        after_help = "Examples:\n  croupier table verify 17 --as sue\n  croupier table verify 17 \
                            --paid 500 --differs \"$12.50 withheld\" --as sue"
    )]
    Verify {
        /// The award's number
        award: u64,
        /// What is handed out, if it is not the award
        #[arg(long, value_name = "AMOUNT", requires = "differs")]
        paid: Option<Cents>,
        /// Why that differs
        #[arg(long, value_name = "REASON", requires = "paid")]
        differs: Option<String>,
        #[command(flatten)]
        by: By,
    },
    /// Void an award that waits: the value flows back
    Void {
        /// The award's number
        award: u64,
        /// Why
        reason: String,
        #[command(flatten)]
        by: By,
    },
    /// Turn the supervisor's key of the older procedure
    TurnKey {
        /// The table
        table: TableId,
        /// Where to
        #[arg(value_enum)]
        to: KeyTo,
        #[command(flatten)]
        by: By,
    },
    /// Press the J-POT button of the older procedure: the win is recorded
    #[command(name = "j-pot")]
    JPot {
        /// The table
        table: TableId,
        #[command(flatten)]
        by: By,
    },
    /// End the round
    GameOver {
        /// The table
        table: TableId,
        #[command(flatten)]
        by: By,
    },
    /// Void the round: bets and contributions go back
    Misdeal {
        /// The table
        table: TableId,
        /// Why
        reason: String,
        #[command(flatten)]
        by: By,
    },
}

/// Where the older procedure's key is turned to.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub enum KeyTo {
    Jph,
    Run,
}

#[derive(clap::Args, Debug)]
pub struct TableOpen {
    /// What the table is called
    pub table: TableId,
    /// The meter it feeds
    #[arg(long, value_name = "METER")]
    pub meter: MeterId,
    /// The game: see `croupier games`
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// Its progressive schedule: see `croupier rules GAME`
    #[arg(long, value_name = "NAME")]
    pub schedule: String,
    #[command(flatten)]
    pub under: Under,
    #[command(flatten)]
    pub by: By,
}
