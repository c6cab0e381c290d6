//! `croupier keys`: the keys that shuffles are sealed under [SHF-1].

use anyhow::bail;
use serde::Serialize;

use crate::args::{KeysCommand, StoreArgs};
use crate::output::{Output, Printer};
use crate::page::Page;
use crate::session;

#[derive(Serialize)]
struct KeysOut {
    /// The file.
    file: String,
    /// The ids of the keys, the oldest first: the last one seals.
    keys: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<String>,
}

/// Runs the command.
pub fn run(command: &KeysCommand, printer: &Printer) -> anyhow::Result<()> {
    let (at, made) = match command {
        KeysCommand::Show(at) => (at, None),
        KeysCommand::New(at) => {
            let keys = session::seal_keys(kept(at)?)?;
            if !keys.ids()?.is_empty() {
                bail!(
                    "there is a key in {} already: add one with croupier keys rotate",
                    keys.place()
                );
            }
            (at, Some(keys.found()?))
        }
        KeysCommand::Rotate(at) => {
            let keys = session::seal_keys(kept(at)?)?;
            if keys.ids()?.is_empty() {
                bail!(
                    "there is no key at {}: put it back, or make one with croupier keys new",
                    keys.place()
                );
            }
            (at, Some(keys.rotate()?))
        }
    };
    let keys = session::seal_keys(kept(at)?)?;
    printer.print(&KeysOut {
        file: keys.place(),
        keys: keys.ids()?.iter().map(ToString::to_string).collect(),
        made: made.map(|id| id.to_string()),
    })
}

/// A house in memory has no key file.
fn kept(at: &StoreArgs) -> anyhow::Result<&StoreArgs> {
    match session::key_folder(at)? {
        Some(_) => Ok(at),
        None => bail!("a house in memory has no key file"),
    }
}

impl Output for KeysOut {
    fn page(&self, page: &mut Page) {
        page.title("Keys of the shuffles", &self.file);
        if self.keys.is_empty() {
            page.paragraph("There is none: croupier serve or croupier keys new makes one.");
        }
        let last = self.keys.len().saturating_sub(1);
        for (place, id) in self.keys.iter().enumerate() {
            let says = if place == last { "seals, and opens" } else { "opens" };
            page.item(&(place + 1).to_string(), 4, id, says);
        }
        if self.made.is_some() {
            page.blank();
            page.paragraph("Keep a copy of the file, but not with copies of the store.");
        }
    }
}
