//! What can be asked for. Help, man pages and completions all come from here.

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{ColorChoice, Parser, Subcommand, ValueHint};
use money::{Cents, MeterUnits, Rate};
use progressive::{MeterId, PersonId};
use rulebook::{EditionId, Rulebook};

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

    /// Measure the hand evaluators against each other
    #[command(after_help = "Example:\n  croupier bench --json > bench.json")]
    Bench,

    /// Run progressive meters: create, look, correct under dual control, report
    #[command(subcommand)]
    Meter(MeterCommand),

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

    /// Choose a house option, e.g. soft-17=hit; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub option: Vec<String>,

    /// The edition to play under
    #[arg(long, value_name = "DATE")]
    pub edition: Option<EditionId>,

    /// Shuffle by this number, so that the same cards come again
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// Keep the last round's log in this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct Odds {
    /// The game: see `croupier games`; all games if none is named
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

    /// How many other seats bet on the progressive and may win you envy
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=6))]
    pub seats: u8,

    /// The number of decks of a blackjack game; every number if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,

    /// Choose a house option, e.g. soft-17=hit; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub option: Vec<String>,

    /// The edition of the rule
    #[arg(long, value_name = "DATE")]
    pub edition: Option<EditionId>,

    /// Read rows as printed where a ruling reads them otherwise
    #[arg(long)]
    pub printed: bool,

    /// What if a row paid this, e.g. "flush=5 to 1", "two pair=nothing"; may be repeated
    #[arg(long, value_name = "HAND=ODDS")]
    pub pay: Vec<String>,

    /// Find the pay of the one free row (--pay "flush=?") whose house edge comes nearest
    #[arg(long, value_name = "PERCENT", requires = "pay")]
    pub target_edge: Option<String>,

    /// Give blackjack's edge as a fraction too, which takes some seconds for each number of decks
    #[arg(long)]
    pub fractions: bool,

    /// Report what a regulator wants to know: player edges, dead rows, dominated and equal schedules
    #[arg(long, conflicts_with_all = ["pay", "schedule", "wager"])]
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

    /// What was decided before, e.g. "bet 1x, bet 3x"
    #[arg(long, value_name = "ACTIONS", requires = "hand")]
    pub after: Option<String>,

    /// What a simple strategy costs; `list` names them
    #[arg(long, value_name = "STRATEGY", conflicts_with = "hand")]
    pub cost: Option<String>,

    /// The number of decks of a blackjack game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,

    /// Choose a house option, e.g. soft-17=hit; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub option: Vec<String>,

    /// The edition of the rule
    #[arg(long, value_name = "DATE")]
    pub edition: Option<EditionId>,
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

    /// How many rounds the second witness plays for each posting
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub rounds: u64,

    /// The number of decks of a blackjack game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,

    /// Choose a house option, e.g. soft-17=hit; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub option: Vec<String>,

    /// The edition of the rule
    #[arg(long, value_name = "DATE")]
    pub edition: Option<EditionId>,
}

#[derive(clap::Args, Debug)]
pub struct Simulate {
    /// The game: see `croupier games`
    pub game: String,

    /// How many rounds; wagers that cannot be bet together are played apart, so many rounds each
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub rounds: u64,

    /// What the shuffles are made from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// On how many threads; every core if not given. The result is the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Post a schedule, e.g. progressive=PMG-01; may be repeated
    #[arg(long, value_name = "BET=NAME")]
    pub schedule: Vec<String>,

    /// Choose a house option, e.g. soft-17=hit; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub option: Vec<String>,

    /// The edition to play under
    #[arg(long, value_name = "DATE")]
    pub edition: Option<EditionId>,
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
    /// Where the chain was noted to end, as the weekly sign record has it
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_definitions_are_consistent() {
        super::Args::command().debug_assert();
    }
}
