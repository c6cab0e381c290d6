//! Charts of starting hands, and ranks in words.

use cards::Rank;

use super::start::Start;
use super::texture::RANKS;
use crate::strategy::{Body, Chart, Grid, Key};

/// A grid of the 169 starting hands: suited ones above the diagonal.
pub(crate) fn starts(
    title: &str,
    legend: Vec<Key>,
    note: String,
    word: impl Fn(Start) -> String,
) -> Chart {
    let names: Vec<String> = Rank::ALL.iter().rev().map(|rank| rank.letter().to_string()).collect();
    let row = |row| (0..RANKS).map(|column| word(Start::in_grid(row, column))).collect();
    let grid = Grid {
        rows_are: "higher card if suited, lower card if offsuit".to_owned(),
        columns_are: "lower card if suited, higher card if offsuit".to_owned(),
        rows: names.clone(),
        columns: names,
        cells: (0..RANKS).map(row).collect(),
        legend,
    };
    Chart { title: title.to_owned(), body: Body::Grid(grid), note }
}

/// Ranks in words: `any`, `ten or higher`, `deuce, four`; nothing for none. `met` are those that can
/// come.
pub(crate) fn ranks(chosen: &[Rank], met: &[Rank]) -> Option<String> {
    let lowest = chosen.iter().min()?;
    if chosen.len() == met.len() {
        return Some("any".to_owned());
    }
    if *lowest == Rank::Ace {
        return Some(lowest.word().to_owned());
    }
    if met.iter().all(|rank| chosen.contains(rank) == (rank >= lowest)) {
        return Some(format!("{} or higher", lowest.word()));
    }
    Some(chosen.iter().map(|rank| rank.word()).collect::<Vec<_>>().join(", "))
}
