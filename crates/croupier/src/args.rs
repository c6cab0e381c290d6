//! The command line. Help, man pages and completions all come from here.

mod groups;
mod house;
mod life;
mod meter;
mod odds;
mod par;
mod place;
mod serve;
mod shuffle;
mod table;

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::{ColorChoice, Parser, Subcommand, ValueHint};
use rulebook::{EditionId, Rulebook};

pub use self::house::*;
pub use life::*;
pub use meter::*;
pub use odds::*;
pub use par::*;
pub use place::*;
pub use serve::*;
pub use shuffle::*;
pub use table::*;

/// South Dakota's casino table games by the book.
#[derive(Parser, Debug)]
#[command(
    name = "croupier",
    version,
    disable_help_subcommand = true,
    help_template = groups::template(),
    after_help = "Data goes to stdout, messages to stderr. Exit codes: 0 success; 1 negative result \
                  (a check failed); 2 usage error or bad input.\n\nWithout a command it serves the demo house, as croupier serve \
                  --demo does.\n\nStart with:\n  croupier\n  croupier games\n  croupier rules \
                  three-card-poker\n  croupier rank \"Qs 6h 4d\""
)]
pub struct Args {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Args {
    /// What `croupier` does without a command: `croupier serve --demo`, with what the environment says.
    pub fn serve() -> Serve {
        let demo = ["croupier", "serve", "--demo"];
        let Some(Command::Serve(serve)) = Args::parse_from(demo).command else {
            unreachable!("it was just written");
        };
        serve
    }
}

/// Options of every command.
#[derive(clap::Args, Debug)]
pub struct Global {
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub json: bool,

    /// Use the rulebook in this directory instead of the built-in one
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    rulebook: Option<PathBuf>,

    /// When to use color
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
}

impl Global {
    /// Refuses a rulebook that a command would not use.
    pub fn refuse_rulebook(&self) -> anyhow::Result<()> {
        ensure!(
            self.rulebook.is_none(),
            "--rulebook has no effect here. A house that is served goes by the built-in rulebook, so that its rounds \
             replay wherever its chain is. Your own works with games, rules, odds, par, progressive, protect, strategy, \
             simulate, report, play, \
             settle and replay, and on this machine with table open, meter create and meter reschedule"
        );
        Ok(())
    }

    /// The rulebook asked for.
    pub fn rulebook(&self) -> anyhow::Result<Cow<'static, Rulebook>> {
        match &self.rulebook {
            None => Ok(Cow::Borrowed(Rulebook::embedded())),
            Some(directory) => Rulebook::load(directory)
                .map(Cow::Owned)
                .with_context(|| format!("the rulebook in {} has errors", directory.display())),
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
    /// The card a supervisor would post: order of play, wagers, limits, schedules, rulings,
    /// each with its citation.
    #[command(after_help = "Examples:\n  croupier rules let-it-ride\n  croupier rules \
                            three-card-poker --edition 2012-01-01\n  croupier rules \
                            three-card-poker --diff 2011-12-05 2015-07-01\n  croupier rules \
                            caribbean-stud --steps")]
    Rules(Rules),

    /// Rank a hand of 2 to 7 cards under every ranking that applies
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
                            --wager pair-plus --pay \"flush=?\" --target-edge 3%\n  croupier odds caribbean-stud \
                            --wager ante --sensitivity\n  croupier odds --findings")]
    Odds(Odds),

    /// Work out the life of a progressive: long-run return, awards, liability
    ///
    /// What the bet returns over the years, how long each award takes and what it is then, what the
    /// seeds cost, the meter at which the bet is even, alone and with the game, and what the house owes.
    #[command(
        after_help = "Examples:\n  croupier progressive caribbean-stud --schedule CS-10\n  croupier progressive \
                            mississippi-stud --schedule PMG-01 --others 4 --contribution 20%\n  croupier progressive \
                            caribbean-stud --schedule PMG-01 --table 5@40 --table 3 --hours 16"
    )]
    Progressive(Progressive),

    /// Find what hidden cards, shared hands and counting are worth to a player
    ///
    /// The exact edge of a player who sees a card of the dealer's or of the board before the first
    /// decision, what sharing hands is worth (simulated), and what counting cards wins by penetration.
    #[command(
        after_help = "Examples:\n  croupier protect three-card-poker --sees dealer:1\n  croupier protect \
                            mississippi-stud --sees board:3\n  croupier protect caribbean-stud --sees seats:7\n  croupier \
                            protect buster-blackjack --count --decks 6"
    )]
    Protect(Protect),

    /// Print the optimal strategy, or the exact value of each choice for one hand
    #[command(after_help = "Examples:\n  croupier strategy three-card-poker\n  croupier strategy \
                            three-card-poker --hand \"Qs 6h 4d\"\n  croupier strategy caribbean-stud \
                            --hand \"As Kd 8h 5c 2s\" --upcard 8d\n  croupier strategy caribbean-stud \
                            --cost always-raise")]
    Strategy(Strategy),

    /// Print the par sheet of a game: paybacks, hit rates, bands after n rounds, greatest payout
    ///
    /// For every wager and schedule: payback, deviation and volatility, how often each row comes, what the house keeps
    /// after a thousand to ten million rounds (exact quantiles beside the normal curve), how the wagers of a seat move
    /// together, the greatest payout of a round as a deal, and the win an hour.
    #[command(
        after_help = "Examples:\n  croupier par three-card-poker --wager pair-plus --schedule standard\n  croupier par \
                            three-card-poker --bet ante=10 --bet pair-plus=5 --seats 6 --pace 65\n  croupier par \
                            blackjack --decks 6 --csv > blackjack.csv"
    )]
    Par(Par),

    /// Simulate rounds with the optimal strategy and compare them with the exact values
    #[command(
        after_help = "Examples:\n  croupier simulate three-card-poker --rounds 10000000\n  croupier \
                            simulate let-it-ride --rounds 1000000 --schedule progressive=LIRP-1 --seed 7"
    )]
    Simulate(Simulate),

    /// Write the math report of a game, as a test lab would file it
    ///
    /// One self-contained HTML file: rules and edition, schedules, outcomes with exact counts,
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

    /// Settle a recorded round line by line, in the order the rule sets
    #[command(after_help = "Examples:\n  croupier settle dispute.round.toml\n  croupier settle \
                            dispute.round.toml --explain")]
    Settle(Settle),

    /// Replay a round from its log
    #[command(after_help = "Example:\n  croupier settle dispute.round.toml --log dispute.log\n  \
                            croupier replay dispute.log --step")]
    Replay(Replay),

    /// Verify a shuffle: the seed against its commitment, and the order of the cards
    ///
    /// The table shows a commitment before the bets are locked. In version 2 the openings of a round prove the cards
    /// that you saw; in version 1 the table shows the seed after the round (after the shoe, in shoe games).
    /// docs/shuffle.md explains both.
    #[command(
        after_help = "Examples:\n  croupier verify-shuffle --commitment HEX --seed HEX --round \
                            12 --word \"3=lucky seven\"\n  croupier verify-shuffle --commitment HEX \
                            --seed HEX --round 40 --decks 6\n  croupier verify-shuffle --file \
                            shuffle.toml\n  croupier verify-shuffle --file openings.json\n\n\
                            The openings of a round (version 2) are at \
                            /api/v1/tables/TABLE/rounds/N/openings of the server.\n\nThe file of version 1:\n  commitment = \"HEX\"\n  seed = \"HEX\"\n  \
                            round = 12\n  decks = 1\n  [[word]]\n  seat = 3\n  word = \"lucky \
                            seven\"\n\nFor a later shuffle of the round: shuffle = 1 and cards = \
                            \"As Kd ...\" instead of decks."
    )]
    VerifyShuffle(VerifyShuffle),

    /// Test the random generator and shuffled decks as 25 CFR 547.14 lists
    ///
    /// Chi-square, equidistribution, gap, poker, coupon collector, permutation, runs, serial
    /// correlation, spectral and subsequences, each at 99%. A test that fails is repeated on new
    /// numbers, twice as many, and has failed only if it fails again; the exit code is then 1.
    #[command(
        after_help = "Examples:\n  croupier rng-test\n  croupier rng-test --samples 10000000 \
                            --json > rng.json"
    )]
    RngTest(RngTest),

    /// Check your own rulebook, or export the built-in one
    #[command(
        subcommand,
        after_help = "Examples:\n  croupier rulebook export rules\n  croupier rulebook check rules\n  croupier \
                      --rulebook rules odds blackjack"
    )]
    Rulebook(RulebookCommand),

    /// Benchmark hand evaluators, rounds, exact odds, shuffles and the ledger against alternatives
    ///
    /// Not in packages: build it with the feature `bench`, or `peers` to compare with public evaluators too.
    #[command(
        after_help = "Example, in the source:\n  cargo run --profile dist --features peers -- bench \
                      --json > bench.json"
    )]
    Bench,

    /// Run progressive meters: create, show, correct under dual control, report
    #[command(
        subcommand,
        after_help = "Examples:\n  croupier meter create caribbean-1 --schedule PMG-01 --as sue\n  croupier meter list"
    )]
    Meter(MeterCommand),

    /// Open and close tables on meters, and run their rounds from the keypad
    #[command(
        subcommand,
        after_help = "Examples:\n  croupier table list\n  croupier table lock cs-3 1=1 4=1 --as dan\n  croupier \
                      table key cs-3 4 \"straight flush\" --as dan\n  croupier table verify 17 --as sue"
    )]
    Table(TableVerb),

    /// Serve a house on the network: one that was founded, or with --demo a house to try
    ///
    /// Found a house first: croupier found --help. The demo house is founded where there is none; the command prints who
    /// can sign in. Without a command, croupier serves the demo house.
    #[command(
        after_help = "Examples:\n  croupier serve\n  croupier serve --demo --listen 127.0.0.1:0 --json\n  \
                            croupier serve --store postgres://pit@db/house --listen 0.0.0.0:443 --tls-cert \
                            house.pem --tls-key house.key"
    )]
    Serve(Serve),

    /// Sign in to a server once: commands with --server then ask for no secret
    ///
    /// The session's token is kept in $XDG_STATE_HOME/croupier/sessions.json (~/.local/state without it), which
    /// only you can read. The session ends after a shift, or with croupier sign-out.
    #[command(
        after_help = "Examples:\n  croupier sign-in dan --server https://house.example\n  croupier sign-in \
                            --guest Ann --server http://127.0.0.1:8080\n  export \
                            CROUPIER_SERVER=https://house.example\n  croupier sign-in sue\n  croupier table verify 17"
    )]
    SignIn(SignIn),

    /// Sign out of a server: the session ends, and its token is forgotten
    #[command(after_help = "Example:\n  croupier sign-out --server https://house.example")]
    SignOut(ServerArgs),

    /// Act at a table with seats, on a server: bet, deal, decide, confirm a step, verify
    ///
    /// Prints what comes next, and whose turn it is. Values under a key are written KEY.NAME=VALUE.
    #[command(
        after_help = "Examples:\n  croupier act blackjack sit seat=1 buy_in=200\n  croupier act blackjack bet \
                            seat=1 bets.blackjack=5.00\n  croupier act blackjack ready seat=1\n  croupier act \
                            blackjack decide seat=1 action=stand\n  croupier act live-1 card card=As\n  croupier \
                            act live-1 step --json | jq .view.round.next"
    )]
    Act(TableAct),

    /// Found a house in an empty store, with its first supervisor
    #[command(
        after_help = "Example:\n  croupier found sue --name \"Sue Hart\" --store sqlite:/var/lib/croupier/house.db"
    )]
    Found(Found),

    /// Manage the people who may sign in
    #[command(
        subcommand,
        after_help = "Examples:\n  croupier person add dan --name \"Dan Roe\" --role dealer --as sue\n  croupier \
                      person list"
    )]
    Person(PersonCommand),

    /// List, show and close gaming days
    #[command(
        subcommand,
        after_help = "Examples:\n  croupier day show\n  croupier day close 3 --as sue"
    )]
    Day(DayCommand),

    /// Show, make and rotate the keys that shuffles are sealed under
    ///
    /// They lie in shuffle.key in the house's key folder, outside the store and its backups. Keep a copy of the file
    /// apart from them: a house that has lost it voids its open rounds.
    #[command(subcommand, after_help = "Example:\n  croupier keys show --store sqlite:house.db")]
    Keys(KeysCommand),

    /// Verify, export and search the audit chain
    #[command(
        subcommand,
        after_help = "Examples:\n  croupier audit verify --store sqlite:house.db\n  croupier audit export --out \
                      house.log\n  croupier audit verify house.log --replay"
    )]
    Audit(AuditCommand),

    /// Copy and check stores
    #[command(
        subcommand,
        after_help = "Examples:\n  croupier store check --store sqlite:house.db\n  croupier store copy \
                      sqlite:croupier.db postgres://house@db/house"
    )]
    Store(StoreCommand),

    /// Print shell completions
    #[command(after_help = "Example:\n  croupier completions bash > \
                            ~/.local/share/bash-completion/completions/croupier")]
    Completions(Completions),

    /// Write the man pages
    #[command(after_help = "Example:\n  croupier man --out ~/.local/share/man/man1")]
    Man(Man),
}

impl Command {
    /// Whether the command looks anything up in the rulebook that `--rulebook` names. A server has the built-in one.
    pub fn uses_rulebook(&self) -> bool {
        match self {
            Command::Games
            | Command::Rules(_)
            | Command::Settle(_)
            | Command::Odds(_)
            | Command::Par(_)
            | Command::Progressive(_)
            | Command::Protect(_)
            | Command::Strategy(_)
            | Command::Report(_)
            | Command::Simulate(_)
            | Command::Play(_)
            | Command::Replay(_) => true,
            Command::Meter(command) => command.looks_up().is_some_and(SignInArgs::is_at_store),
            Command::Table(TableVerb::Open(open)) => open.by.is_at_store(),
            Command::Table(_)
            | Command::Rank(_)
            | Command::VerifyShuffle(_)
            | Command::RngTest(_)
            | Command::Rulebook(_)
            | Command::Bench
            | Command::Serve(_)
            | Command::SignIn(_)
            | Command::SignOut(_)
            | Command::Act(_)
            | Command::Found(_)
            | Command::Person(_)
            | Command::Day(_)
            | Command::Keys(_)
            | Command::Audit(_)
            | Command::Store(_)
            | Command::Completions(_)
            | Command::Man(_) => false,
        }
    }
}

/// The edition and the house options.
#[derive(clap::Args, Clone, Debug)]
pub struct Under {
    /// Set a house option, e.g. soft-17=hit; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub option: Vec<String>,

    /// The edition of the rule: its date, or any date for the one then in effect
    #[arg(long, value_name = "DATE")]
    pub edition: Option<EditionId>,
}

#[derive(clap::Args, Debug)]
pub struct Rules {
    /// The game: see `croupier games`
    pub game: String,

    /// The edition: its date, any date for the one then in effect, or `proposed`
    #[arg(long, value_name = "DATE", conflicts_with = "diff")]
    pub edition: Option<EditionId>,

    /// Show what changed between two editions
    #[arg(long, num_args = 2, value_names = ["DATE", "DATE"])]
    pub diff: Option<Vec<EditionId>>,

    /// Print what the dealer does, step by step, instead of the card
    #[arg(long, conflicts_with = "diff")]
    pub steps: bool,
}

#[derive(clap::Args, Debug)]
pub struct Rank {
    /// The cards, with or without quotes: Qs 6h 4d
    #[arg(required = true, value_name = "CARDS")]
    pub cards: Vec<String>,
}

#[derive(clap::Args, Debug)]
pub struct Settle {
    /// The recorded round (*.round.toml)
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Quote the rule behind every line
    #[arg(long)]
    pub explain: bool,

    /// Write the round's log to this file for `croupier replay`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct Play {
    /// The game: see `croupier games`
    pub game: String,

    /// How many seats play, including yours
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seats: u8,

    /// Your seat
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seat: u8,

    /// Post a schedule, e.g. progressive=PMG-01; may be repeated
    #[arg(long, value_name = "BET=NAME")]
    pub schedule: Vec<String>,

    #[command(flatten)]
    pub under: Under,

    /// Seed for the shuffle: the same seed deals the same cards
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// Write the last round's log to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct Replay {
    /// A round log written by `settle --log` or `play --log`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Pause at every event
    #[arg(long)]
    pub step: bool,
}

#[derive(Subcommand, Debug)]
pub enum RulebookCommand {
    /// Check the rulebook in a directory and report every problem
    #[command(after_help = "Example:\n  croupier rulebook check my-rulebook")]
    Check {
        /// The directory
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        directory: PathBuf,
    },
    /// Export the built-in rulebook to a new directory, as a start for your own
    #[command(after_help = "Example:\n  croupier rulebook export my-rulebook")]
    Export {
        /// The directory; it must be new or empty
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
    /// Write one page per command to this directory; by default, print the main page
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
