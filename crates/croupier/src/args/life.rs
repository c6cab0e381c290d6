//! Arguments of the commands about the life of a progressive and the protection of a game.

use money::{Cents, Rate};
use odds::{LinkedTable, Sees};

use super::Under;

#[derive(clap::Args, Clone, Debug)]
pub struct Progressive {
    /// The game: see `croupier games`
    pub game: String,

    /// The progressive schedule; the first of the rule if not given
    #[arg(long, value_name = "NAME")]
    pub schedule: Option<String>,

    /// The share of each bet that goes to the display; the schedule's if not given
    #[arg(long, value_name = "PERCENT")]
    pub contribution: Option<Rate>,

    /// The share of each bet that goes to the hidden reserve; the schedule's if not given
    #[arg(long, value_name = "PERCENT")]
    pub reserve: Option<Rate>,

    /// What the meter starts and restarts at; the schedule's if not given
    #[arg(long, value_name = "AMOUNT")]
    pub seed: Option<Cents>,

    /// The posted wager, a whole multiple of the schedule's nominal one
    #[arg(long, value_name = "AMOUNT")]
    pub wager: Option<Cents>,

    /// How many others bet in the same round, at one table; their hands win you envy
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9))]
    pub others: Option<u8>,

    /// A table that feeds the meter: bettors a round, and rounds an hour if not 35; repeat for a linked meter
    #[arg(long = "table", value_name = "SEATS[@ROUNDS]", value_parser = linked_table, conflicts_with = "others")]
    pub tables: Vec<LinkedTable>,

    /// How many hours a day the tables are open
    #[arg(long, value_name = "N", default_value_t = odds::LinkedPace::HOURS_A_DAY, value_parser = clap::value_parser!(u8).range(1..=24))]
    pub hours: u8,

    /// The first bet of the game beside it, for the meter at which both are even together; the least if not given
    #[arg(long, value_name = "AMOUNT")]
    pub base: Option<Cents>,

    #[command(flatten)]
    pub under: Under,
}

/// `5` or `5@40`.
fn linked_table(text: &str) -> Result<LinkedTable, String> {
    let error = || format!("\"{text}\": write SEATS or SEATS@ROUNDS, 5 or 5@40");
    let (seats, rounds) = match text.split_once('@') {
        Some((seats, rounds)) => (seats, rounds.trim().parse().map_err(|_| error())?),
        None => (text, LinkedTable::ROUNDS_AN_HOUR),
    };
    let seats = seats.trim().parse().map_err(|_| error())?;
    Ok(LinkedTable { seats, rounds_an_hour: rounds })
}

#[derive(clap::Args, Clone, Debug)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["sees", "count"]))]
pub struct Protect {
    /// The game: see `croupier games`
    pub game: String,

    /// The wager; the game's first if not given
    #[arg(long, value_name = "W")]
    pub wager: Option<String>,

    /// The schedule; the first of the rule if not given
    #[arg(long, value_name = "NAME")]
    pub schedule: Option<String>,

    /// What a player sees before the first decision: N of the dealer's face-down cards, the K-th community card,
    /// both (dealer:1,board:4), or the hands of N players (simulated)
    #[arg(long, value_name = "WHAT")]
    pub sees: Option<Sees>,

    /// Show what counting cards is worth: effects of removal, tags, and profit by penetration
    #[arg(long)]
    pub count: bool,

    /// The true count from which a counter bets; the best if not given
    #[arg(long, value_name = "N", requires = "count", allow_hyphen_values = true)]
    pub from: Option<i32>,

    /// The number of decks of a blackjack game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,

    #[command(flatten)]
    pub under: Under,
}
