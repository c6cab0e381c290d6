//! `croupier rules`: the rule card of a game, the dealer's steps, and what changed between editions.

mod card;
mod changes;
mod page;
mod posted;
mod steps;

use rulebook::{Citation, Rulebook, Section, Subdivision};

use crate::args::Rules as Args;
use crate::lookup;
use crate::output::Printer;

/// Prints the card of one edition, or the changes from one to another.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let game = lookup::game(book, &args.game)?;
    if let Some([before, after]) = args.diff.as_deref() {
        let changes = changes::changes(&game.edition(*before)?, &game.edition(*after)?);
        return printer.print(&changes);
    }
    let section = match args.edition {
        Some(edition) => game.edition_with_side_bets(edition)?,
        None => game.newest_with_side_bets(),
    };
    if args.steps {
        return printer.print(&steps::Steps::new(&section));
    }
    printer.print(&card::card(book.bounds(), game, &section))
}

/// Citations in full: `20:18:16:15.02(8)`, `[TCP-2]`.
fn cites(section: &Section, keys: &[String]) -> Vec<String> {
    keys.iter().filter_map(|key| section.cite(key)).map(|cite| cite.to_string()).collect()
}

/// Citations as they stand on a card about this section: `(8) [TCP-2]`.
fn short_cites(section: &str, cites: &[String]) -> String {
    let short: Vec<&str> =
        cites.iter().map(|cite| cite.strip_prefix(section).unwrap_or(cite)).collect();
    short.join(" ")
}

/// A subdivision's number as it stands on a card: `(8)`, `:06`; a side bet's with its own section.
fn short_number(section: &Section, subdivision: &Subdivision) -> String {
    let number = subdivision.number.clone();
    let of = subdivision.section.clone().unwrap_or_else(|| section.number.clone());
    let cite = Citation::Subdivision { section: of, number }.to_string();
    short_cites(&section.number, &[cite])
}
