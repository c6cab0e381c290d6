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
    /// What to do about the keys, which are never copied.
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<String>,
}

impl Output for Kept {
    fn page(&self, page: &mut Page) {
        page.paragraph(&format!("{} entries {}.", grouped(&self.entries), self.says));
        page.item("ends at", 8, &format!("{}:{}", self.entries, self.hash), "");
        if let Some(keys) = &self.keys {
            page.paragraph(keys);
        }
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
    let keys = keys_left_behind(args);
    Ok(Kept { entries: head.seq, hash: head.hash.to_string(), says, keys })
}

/// The house's keys stay where they are: a copy of them beside a copy of the store would tell the cards to come. Where the
/// house does not find them from its new store, its owner is told what to do.
fn keys_left_behind(args: &StoreCopy) -> Option<String> {
    let given = std::env::var_os("CROUPIER_KEYS").filter(|folder| !folder.is_empty());
    let folder = |store: &str| {
        let (store, keys) = (store.to_owned(), given.clone().map(Into::into));
        session::key_folder(&StoreArgs { store, keys, anchor: Vec::new() }).ok().flatten()
    };
    let from = folder(&args.from).filter(|folder| folder.path().is_dir())?;
    let to = folder(&args.to);
    if to.as_ref().is_some_and(|to| to.path() == from.path()) {
        return None;
    }
    let from = from.path().display();
    let copied = to
        .map_or_else(String::new, |to| format!("copy the folder to {}, or ", to.path().display()));
    Some(format!(
        "The house's keys were not copied; they are in {from}. Before you open the new store, {copied}give it with --keys {from}. Without them the rounds that are open are void and everything goes back, past rounds have no openings, and heads are signed with another key."
    ))
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
    Ok(Kept { entries, hash, says, keys: None })
}
