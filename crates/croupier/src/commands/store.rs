//! `croupier store`: a house from one store to another, and a store against itself.

use progressive::{check, store};
use serde::Serialize;

use crate::args::{At, StoreCommand};
use crate::output::{Negative, Output, Printer};
use crate::page::{Page, grouped};

/// Does what was asked for.
pub fn run(command: &StoreCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        StoreCommand::Copy { from, to } => printer.print(&copy(from, to)?),
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

fn copy(from: &str, to: &str) -> anyhow::Result<Kept> {
    let (mut source, mut target) = (store::open(from)?, store::open(to)?);
    let head = store::copy(&mut *source, &mut *target)?;
    let says =
        "copied, each bearing out its hash; open the new store before the next bet".to_owned();
    Ok(Kept { entries: head.seq, hash: head.hash.to_string(), says })
}

fn check(at: &At) -> anyhow::Result<Kept> {
    let mut store = store::open(&at.store)?;
    let checked = check::quick(&mut *store)?;
    if !checked.is_fine() {
        let problems: Vec<String> = checked.problems.iter().map(ToString::to_string).collect();
        return Err(Negative(problems.join("\n")).into());
    }
    let (entries, hash) = (checked.head.seq, checked.head.hash.to_string());
    Ok(Kept { entries, hash, says: "kept, and every meter balances".to_owned() })
}
