//! Arguments of the commands about shuffles.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::ValueHint;
use shuffle::{Commitment, Seed};

#[derive(clap::Args, Debug)]
pub struct VerifyShuffle {
    /// The commitment that the table showed before the bets were locked
    #[arg(long, value_name = "HEX", required_unless_present = "file")]
    pub commitment: Option<Commitment>,

    /// The seed that the table showed after the round
    #[arg(long, value_name = "HEX", required_unless_present = "file")]
    pub seed: Option<Seed>,

    /// The number of the round; in shoe games, of the shoe's first round
    #[arg(long, value_name = "N", required_unless_present = "file")]
    pub round: Option<u64>,

    /// A player's word with its seat, e.g. "3=lucky seven"; may be repeated
    #[arg(long, value_name = "SEAT=WORD")]
    pub word: Vec<String>,

    /// The number of decks; 1 if not given
    #[arg(long, value_name = "N", conflicts_with = "cards", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks: Option<u8>,

    /// The number of a later shuffle in the round or shoe, after a misdeal or of the discards
    #[arg(long, value_name = "N", requires = "cards")]
    pub shuffle: Option<NonZeroU32>,

    /// The cards of a later shuffle, in any order
    #[arg(long, value_name = "CARDS", requires = "shuffle")]
    pub cards: Option<String>,

    /// Read all of this from a TOML file; or the openings of a round, in JSON
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["commitment", "seed", "round", "word", "decks", "shuffle", "cards"]
    )]
    pub file: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct RngTest {
    /// How many numbers each test draws; tests of decks shuffle a tenth as many
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(10_000..=20_000_000))]
    pub samples: u32,

    /// Repeat a run with its seed; the operating system's own seeds cannot repeat and are left out
    #[arg(long, value_name = "HEX")]
    pub seed: Option<Seed>,
}
