//! Arguments of the `table` commands: opening, closing and the keypad.

use clap::{Subcommand, ValueEnum};
use house::{MeterId, TableId};
use money::Cents;

use super::{PlaceArgs, SignInArgs, Under};

#[derive(Subcommand, Debug)]
pub enum TableVerb {
    /// Open a table on a meter with a progressive schedule from the rulebook
    #[command(
        after_help = "Examples:\n  croupier table open cs-3 --meter caribbean-1 --game caribbean-stud \
                            --schedule PMG-01 --as sue\n  croupier table open fc-1 --meter fccp --game \
                            four-card-poker --schedule FCCP-1 --option house-procedure=split --as sue"
    )]
    Open(TableOpen),
    /// Close a table whose round is over
    #[command(after_help = "Example:\n  croupier table close cs-3 --as sue")]
    Close {
        /// The table
        table: TableId,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// List the tables
    #[command(after_help = "Example:\n  croupier table list")]
    List(PlaceArgs),
    /// Show a table: its posted schedule and the current round
    #[command(after_help = "Example:\n  croupier table show cs-3")]
    Show {
        /// The table
        table: TableId,
        #[command(flatten)]
        at: PlaceArgs,
    },
    /// Show a round step by step
    #[command(
        after_help = "Examples:\n  croupier table recall cs-3 1204\n  croupier table recall tcp-1 87 \
                            --round-file > 87.round.toml"
    )]
    Recall {
        /// The table
        table: TableId,
        /// The round's number
        round: u64,
        /// Print the round as a file that `croupier settle` reads
        #[arg(long)]
        round_file: bool,
        #[command(flatten)]
        at: PlaceArgs,
    },
    /// Lock the progressive bets of a round: coin in
    #[command(after_help = "Example:\n  croupier table lock cs-3 1=1 4=1 --as dan")]
    Lock {
        /// The table
        table: TableId,
        /// Each seat's bet, SEAT=AMOUNT: exactly the posted wager
        #[arg(required = true, value_name = "SEAT=AMOUNT")]
        bets: Vec<String>,
        /// A player's second hand and first, SEAT=SEAT: no envy is paid between them
        #[arg(long, value_name = "SEAT=SEAT")]
        player: Vec<String>,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Return one dead hand's progressive bet and its contribution
    #[command(after_help = "Example:\n  croupier table return-bet cs-3 4 \"four cards\" --as dan")]
    ReturnBet {
        /// The table
        table: TableId,
        /// The seat
        seat: u8,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Press a hand button; a second press turns it off, another hand moves it
    #[command(after_help = "Example:\n  croupier table key cs-3 4 \"straight flush\" --as dan")]
    Key {
        /// The table
        table: TableId,
        /// The seat
        seat: u8,
        /// The hand as named in the schedule
        hand: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Enter what the cards show, to compare with what was keyed
    #[command(after_help = "Example:\n  croupier table cards cs-3 4=\"straight flush\" --as dan")]
    Cards {
        /// The table
        table: TableId,
        /// The winning hands, SEAT=HAND; none if nobody won
        #[arg(value_name = "SEAT=HAND")]
        hands: Vec<String>,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Propose that the keys stand over the cards; it waits for another supervisor's approval
    #[command(
        alias = "overrule",
        after_help = "Example:\n  croupier table override cs-3 \"the camera shows the flush\" --as sue"
    )]
    Override {
        /// The table
        table: TableId,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Verify and pay an award; any other amount waits for another supervisor's approval
    #[command(
        after_help = "Examples:\n  croupier table verify 17 --as sue\n  croupier table verify 17 \
                            --paid 500 --differs \"$12.50 withheld\" --as sue"
    )]
    Verify {
        /// The award's number
        award: u64,
        /// The amount paid, if not the award
        #[arg(long, value_name = "AMOUNT", requires = "differs")]
        paid: Option<Cents>,
        /// The reason for the difference
        #[arg(long, value_name = "REASON", requires = "paid")]
        differs: Option<String>,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Void a pending award; its value goes back to the meter
    #[command(after_help = "Example:\n  croupier table void 17 \"the hand was misread\" --as sue")]
    Void {
        /// The award's number
        award: u64,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Turn the supervisor's key (older procedure)
    #[command(after_help = "Example:\n  croupier table turn-key cs-3 jph --as sue")]
    TurnKey {
        /// The table
        table: TableId,
        /// The position
        #[arg(value_enum)]
        to: KeyTo,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Press the J-POT button to record a win (older procedure)
    #[command(name = "j-pot", after_help = "Example:\n  croupier table j-pot cs-3 --as dan")]
    JPot {
        /// The table
        table: TableId,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// End the round once every winner is verified
    #[command(after_help = "Example:\n  croupier table game-over cs-3 --as dan")]
    GameOver {
        /// The table
        table: TableId,
        #[command(flatten)]
        by: SignInArgs,
    },
    /// Void the round; bets and contributions go back
    #[command(after_help = "Example:\n  croupier table misdeal cs-3 \"a card fell\" --as sue")]
    Misdeal {
        /// The table
        table: TableId,
        /// The reason
        reason: String,
        #[command(flatten)]
        by: SignInArgs,
    },
}

/// The positions of the older procedure's key.
#[derive(Clone, Copy, ValueEnum, Debug)]
pub enum KeyTo {
    Jph,
    Run,
}

#[derive(clap::Args, Debug)]
pub struct TableOpen {
    /// The new table's name
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
    /// A live table with seats, where bets and cards are entered; by default, a table that is only a keypad
    #[arg(long)]
    pub seats: bool,
    /// Awards from the tray below this amount need no supervisor; by default, all awards do
    #[arg(long, value_name = "AMOUNT")]
    pub verify_from: Option<Cents>,
    #[command(flatten)]
    pub under: Under,
    #[command(flatten)]
    pub by: SignInArgs,
}
