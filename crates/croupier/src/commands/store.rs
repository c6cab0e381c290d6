//! `croupier store`: copying a house to another store, and checking a store.

use house::House;
use ledger::{Address, OpenMode, check, store};
use serde::Serialize;

use crate::args::{StoreArgs, StoreCommand, StoreCopy};
use crate::output::{Negative, Output, Printer};
use crate::page::{Page, grouped};
use crate::progress::Bar;
use crate::session;

/// Runs the command.
pub fn run(command: &StoreCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        StoreCommand::Copy(args) => printer.print(&copy(args)?),
        StoreCommand::Check(at) => printer.print(&check(at)?),
    }
}

#[derive(Serialize)]
struct Kept {
    entries: u64,
    hash: String,
    says: String,
}

impl Output for Kept {
    fn page(&self, page: &mut Page) {
        page.paragraph(&format!("{} entries {}.", grouped(&self.entries), self.says));
        page.item("ends at", 8, &format!("{}:{}", self.entries, self.hash), "");
    }
}

fn copy(args: &StoreCopy) -> anyhow::Result<Kept> {
    let to: Address = args.to.parse()?;
    let (mut source, mut target) =
        (session::store(&args.from, OpenMode::Existing)?, to.open(OpenMode::Create)?);
    let mut progress = Bar::follow("copying the house");
    let (head, says) = if args.leave_open {
        let head = store::copy::<House>(&mut *source, &mut *target, &mut progress)?;
        (head, "copied, each matching its hash; the house is still the old store".to_owned())
    } else {
        let there = to.to_note();
        let head = store::relocate::<House>(&mut *source, &mut *target, &there, &mut progress)?;
        (head, format!("moved to {there}, each matching its hash; the old store is sealed"))
    };
    Ok(Kept { entries: head.seq, hash: head.hash.to_string(), says })
}

fn check(at: &StoreArgs) -> anyhow::Result<Kept> {
    let mut store = session::store(&at.store, OpenMode::ReadOnly)?;
    let checked = check::quick::<House>(&mut *store)?;
    if !checked.is_fine() {
        let problems: Vec<String> = checked.problems.iter().map(ToString::to_string).collect();
        return Err(Negative(problems.join("\n")).into());
    }
    let (entries, hash) = (checked.head.seq, checked.head.hash.to_string());
    let mut says = "checked, and every meter balances".to_owned();
    if let Some(to) = store.moved_to()? {
        says = format!("{says}; the house was moved to {to}: open it there");
    }
    Ok(Kept { entries, hash, says })
}
