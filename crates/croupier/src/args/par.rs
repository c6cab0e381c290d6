//! Arguments of `croupier par`.

use super::Under;

#[derive(clap::Args, Debug)]
pub struct Par {
    /// The game: see `croupier games`
    pub game: String,

    /// Only this wager
    #[arg(long, value_name = "W")]
    pub wager: Option<String>,

    /// Only this schedule; every schedule of the rule if not given
    #[arg(long, value_name = "NAME")]
    pub schedule: Option<String>,

    /// The number of decks of a blackjack game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,

    #[command(flatten)]
    pub under: Under,

    /// What a seat bets: an amount on each wager by itself, or a wager with an amount ("ante=10"), repeated for wagers
    /// that are bet together; $10 if not given
    #[arg(long, value_name = "[W=]AMOUNT")]
    pub bet: Vec<String>,

    /// How many seats bet, for the win an hour
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seats: u8,

    /// How many rounds are dealt an hour, for the win an hour
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub pace: u32,

    /// Print every figure as comma-separated values: one line a figure
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}
