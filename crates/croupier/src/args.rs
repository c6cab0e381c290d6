//! What can be asked for. Help, man pages and completions all come from here.

mod house;
mod meter;
mod odds;
mod table;

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{ColorChoice, Parser, Subcommand, ValueHint};
use rulebook::{EditionId, Rulebook};

pub use house::*;
pub use meter::*;
pub use odds::*;
pub use table::*;

/// South Dakota's casino table games by the book.
#[derive(Parser, Debug)]
#[command(
    name = "croupier",
    version,
    disable_help_subcommand = true,
    after_help = "Data goes to stdout, messages to stderr. Exit 0: fine; 1: a negative answer; \
                  2: wrong use or bad input.\n\nStart with:\n  croupier games\n  croupier rules \
                  three-card-poker\n  croupier rank \"Qs 6h 4d\""
)]
pub struct Args {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options of every command.
#[derive(clap::Args, Debug)]
pub struct Global {
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub json: bool,

    /// Use the rulebook in this directory instead of the one built in
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    rulebook: Option<PathBuf>,

    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
}

impl Global {
    /// The rulebook asked for.
    pub fn rulebook(&self) -> anyhow::Result<Cow<'static, Rulebook>> {
        match &self.rulebook {
            None => Ok(Cow::Borrowed(Rulebook::embedded())),
            Some(directory) => Rulebook::load(directory).map(Cow::Owned).with_context(|| {
                format!("the rulebook in {} is not in order", directory.display())
            }),
        }
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// List every game: section, editions, wagers, schedules
    #[command(after_help = "Example:\n  croupier games --json | jq '.games[].id'")]
    Games,

    /// Print the rule card of a game
    ///
    /// The card a supervisor would pin up: order of play, wagers, limits, schedules, rulings,
    /// each with its citation.
    #[command(after_help = "Examples:\n  croupier rules let-it-ride\n  croupier rules \
                            three-card-poker --edition 2012-01-01\n  croupier rules \
                            three-card-poker --diff 2011-12-05 2015-07-01")]
    Rules(Rules),

    /// Rank a hand of 2 to 7 cards in every order that fits
    #[command(
        after_help = "Examples:\n  croupier rank \"Qs 6h 4d\"\n  croupier rank As Ks Qs Js Ts\n\n\
                            Ranks 2-9 T J Q K A, suits c d h s: the ten of hearts is Th."
    )]
    Rank(Rank),

    /// Compute exact odds: house edge, risk, deviation, every outcome
    ///
    /// Every deal is counted. Without a game, all games and schedules; with one, its schedules side
    /// by side, best for the player first; with wager and schedule, the whole table of outcomes.
    #[command(after_help = "Examples:\n  croupier odds three-card-poker\n  croupier odds \
                            ultimate-texas-holdem --wager trips --schedule UTH-03\n  croupier odds \
                            caribbean-stud --wager progressive --meter 150000\n  croupier odds \
                            blackjack --decks 2 --option soft-17=hit\n  croupier odds three-card-poker \
                            --wager pair-plus --pay \"flush=3 to 1\"\n  croupier odds three-card-poker \
                            --wager pair-plus --pay \"flush=?\" --target-edge 3%\n  croupier odds --findings")]
    Odds(Odds),

    /// Print the optimal strategy, or the exact value of each choice for one hand
    #[command(after_help = "Examples:\n  croupier strategy three-card-poker\n  croupier strategy \
                            three-card-poker --hand \"Qs 6h 4d\"\n  croupier strategy caribbean-stud \
                            --hand \"As Kd 8h 5c 2s\" --upcard 8d\n  croupier strategy caribbean-stud \
                            --cost always-raise")]
    Strategy(Strategy),

    /// Play rounds through the real machine by the optimal strategy, beside the exact values
    #[command(
        after_help = "Examples:\n  croupier simulate three-card-poker --rounds 10000000\n  croupier \
                            simulate let-it-ride --rounds 1000000 --schedule progressive=LIRP-1 --seed 7"
    )]
    Simulate(Simulate),

    /// Write the math report of a game, as a test lab would file it
    ///
    /// One HTML file without outside parts: rules and edition, schedules, outcomes with exact counts,
    /// strategy charts, method, checks, version and hashes. It prints well to PDF.
    #[command(
        after_help = "Examples:\n  croupier report ultimate-texas-holdem --out uth.html\n  croupier \
                            report buster-blackjack --out buster.html --csv buster.csv"
    )]
    Report(Report),

    /// Play a game in the terminal
    #[command(
        after_help = "Examples:\n  croupier play three-card-poker --seats 3\n  croupier play \
                            ultimate-texas-holdem --schedule progressive=UTHP-01\n  croupier play \
                            blackjack --option decks=1 --seed 7"
    )]
    Play(Play),

    /// Settle a recorded round, line by line in the order of the rule
    #[command(after_help = "Examples:\n  croupier settle dispute.round.toml\n  croupier settle \
                            dispute.round.toml --explain")]
    Settle(Settle),

    /// Replay a round from its log
    #[command(after_help = "Example:\n  croupier settle dispute.round.toml --log dispute.log\n  \
                            croupier replay dispute.log --step")]
    Replay(Replay),

    /// Check a rulebook of your own, or write out the one built in
    #[command(subcommand)]
    Rulebook(RulebookCommand),

    /// Measure evaluators, rounds, exact odds and the ledger, each beside what else one could use
    #[command(after_help = "Example:\n  croupier bench --json > bench.json")]
    Bench,

    /// Run progressive meters: create, look, correct under dual control, report
    #[command(subcommand)]
    Meter(MeterCommand),

    /// Open and close tables on meters, and play their rounds by the keypad
    #[command(subcommand)]
    Table(TableCommand),

    /// Say who may sign in
    #[command(subcommand)]
    Person(PersonCommand),

    /// Verify, export and search the audit chain
    #[command(subcommand)]
    Audit(AuditCommand),

    /// Copy and check stores
    #[command(subcommand)]
    Store(StoreCommand),

    /// Print shell completions
    #[command(after_help = "Example:\n  croupier completions bash > \
                            ~/.local/share/bash-completion/completions/croupier")]
    Completions(Completions),

    /// Write the man pages
    #[command(after_help = "Example:\n  croupier man --out ~/.local/share/man/man1")]
    Man(Man),
}

/// Under which text and with which of the house's choices.
#[derive(clap::Args, Debug)]
pub struct Under {
    /// Choose a house option, e.g. soft-17=hit; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub option: Vec<String>,

    /// The edition of the rule
    #[arg(long, value_name = "DATE")]
    pub edition: Option<EditionId>,
}

#[derive(clap::Args, Debug)]
pub struct Rules {
    /// The game: see `croupier games`
    pub game: String,

    /// The edition with this date, the one in effect on that day, or `proposed`
    #[arg(long, value_name = "DATE", conflicts_with = "diff")]
    pub edition: Option<EditionId>,

    /// What changed from one edition to another
    #[arg(long, num_args = 2, value_names = ["DATE", "DATE"])]
    pub diff: Option<Vec<EditionId>>,
}

#[derive(clap::Args, Debug)]
pub struct Rank {
    /// The cards, with or without quotes around them: Qs 6h 4d
    #[arg(required = true, value_name = "CARDS")]
    pub cards: Vec<String>,
}

#[derive(clap::Args, Debug)]
pub struct Settle {
    /// The recorded round: a *.round.toml
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Give the rule's sentences for every line
    #[arg(long)]
    pub explain: bool,

    /// Write the round's log to this file, to be replayed
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct Play {
    /// The game: see `croupier games`
    pub game: String,

    /// How many seats play, yours among them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seats: u8,

    /// Which seat is yours
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seat: u8,

    /// Post a schedule, e.g. progressive=PMG-01; may be repeated
    #[arg(long, value_name = "BET=NAME")]
    pub schedule: Vec<String>,

    #[command(flatten)]
    pub under: Under,

    /// Shuffle by this number, so that the same cards come again
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// Keep the last round's log in this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct Replay {
    /// The log of a round, as `settle --log` and `play --log` write it
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Stop at every event
    #[arg(long)]
    pub step: bool,
}

#[derive(Subcommand, Debug)]
pub enum RulebookCommand {
    /// Read a directory's files and report every problem
    #[command(after_help = "Example:\n  croupier rulebook check my-rulebook")]
    Check {
        /// The directory
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        directory: PathBuf,
    },
    /// Write the rulebook that is built in to a new directory, to start your own from
    #[command(after_help = "Example:\n  croupier rulebook export my-rulebook")]
    Export {
        /// The directory, which must not exist or be empty
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        directory: PathBuf,
    },
}

#[derive(clap::Args, Debug)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(clap::Args, Debug)]
pub struct Man {
    /// Write a page for each command into this directory; without it the main page is printed
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_definitions_are_consistent() {
        super::Args::command().debug_assert();
    }
}
