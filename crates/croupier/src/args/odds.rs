//! Arguments of the commands about odds.

use std::path::PathBuf;

use clap::ValueHint;
use money::MeterUnits;

use super::Under;

#[derive(clap::Args, Clone, Debug)]
pub struct Odds {
    /// The game: see `croupier games`; all games if not given
    pub game: Option<String>,

    /// Only this wager
    #[arg(long, value_name = "W")]
    pub wager: Option<String>,

    /// Only this schedule, or a schedule of your own from a TOML file
    #[arg(long, value_name = "NAME|FILE.toml")]
    pub schedule: Option<String>,

    /// What a progressive meter shows; its seed if not given
    #[arg(long, value_name = "AMOUNT")]
    pub meter: Option<MeterUnits>,

    /// How many other seats have a hand that can win you envy: in Three-card poker seats that bet the
    /// progressive too, in the other games every seat with a hand, whether it bet or not
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=6))]
    pub seats: u8,

    /// The number of decks of a blackjack game; every number if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,

    #[command(flatten)]
    pub under: Under,

    /// Read rows as printed where a ruling reads them differently
    #[arg(long)]
    pub printed: bool,

    /// Change a pay: a row ("flush=5 to 1", "three-card: flush=4 to 1", "two pair=nothing"), an
    /// outcome no hand decides ("tie=1 to 1"), or the hand from which Texas Hold'em Bonus pays the
    /// ante ("ante: straight or better=1 to 1"); may be repeated
    #[arg(long, value_name = "HAND=ODDS")]
    pub pay: Vec<String>,

    /// Find the pay of one free row (--pay "flush=?") that brings the house edge nearest to this,
    /// among nothing, push, n to 1, n to 2 and n to 5; negative for a player edge: -0.5%
    #[arg(long, value_name = "PERCENT", requires = "pay", allow_hyphen_values = true)]
    pub target_edge: Option<String>,

    /// Show how the edge answers to each pay: its share of the return, and a unit more and less, played best; name
    /// the wager and the schedule
    #[arg(long, requires = "wager", conflicts_with_all = ["pay", "findings"])]
    pub sensitivity: bool,

    /// Also give blackjack's edge as a fraction; this takes a few seconds for each number of decks
    #[arg(long, conflicts_with = "pay")]
    pub fractions: bool,

    /// Report player edges, rows that never pay, and schedules that are dominated or equal
    #[arg(long, conflicts_with_all = ["pay", "schedule", "wager", "meter", "seats", "fractions"])]
    pub findings: bool,
}

#[derive(clap::Args, Debug)]
pub struct Strategy {
    /// The game: see `croupier games`
    pub game: String,

    /// The wager, where more than one asks for decisions
    #[arg(long, value_name = "W")]
    pub wager: Option<String>,

    /// The schedule; the first of the rule if not given
    #[arg(long, value_name = "NAME")]
    pub schedule: Option<String>,

    /// Your cards, for the exact value of each choice
    #[arg(long, value_name = "CARDS")]
    pub hand: Option<String>,

    /// The community cards that are up
    #[arg(long, value_name = "CARDS", requires = "hand")]
    pub board: Option<String>,

    /// The dealer's card that is up
    #[arg(long, value_name = "CARD", requires = "hand")]
    pub upcard: Option<String>,

    /// Your earlier decisions, e.g. "bet 1x, bet 3x"
    #[arg(long, value_name = "ACTIONS", requires = "hand")]
    pub after: Option<String>,

    /// Show what a simple strategy costs; `list` names them
    #[arg(long, value_name = "STRATEGY", conflicts_with = "hand")]
    pub cost: Option<String>,

    /// The number of decks of a blackjack game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,

    #[command(flatten)]
    pub under: Under,
}

#[derive(clap::Args, Debug)]
pub struct Report {
    /// The game: see `croupier games`
    pub game: String,

    /// The HTML file to write; GAME.html if not given
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,

    /// Also write every outcome as CSV
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,

    /// How many rounds to simulate for each posting
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub rounds: u64,

    /// The number of decks of a blackjack game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,

    #[command(flatten)]
    pub under: Under,
}

#[derive(clap::Args, Debug)]
pub struct Simulate {
    /// The game: see `croupier games`
    pub game: String,

    /// How many rounds; wagers that cannot be bet together are played separately, this many rounds each
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub rounds: u64,

    /// The seed of the shuffles
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How many threads; every core if not given. The result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Post a schedule, e.g. progressive=PMG-01; may be repeated
    #[arg(long, value_name = "BET=NAME")]
    pub schedule: Vec<String>,

    #[command(flatten)]
    pub under: Under,
}
