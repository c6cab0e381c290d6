//! Where a report comes from: the program, the rulebook and the command that made it.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use rulebook::Rulebook;
use sha2::{Digest as _, Sha256};

/// What the title page says about the making of a report.
pub(super) struct Origin {
    /// The SHA-256 of the program's file.
    pub(super) binary: String,
    /// The SHA-256 of the rulebook's files.
    pub(super) rulebook: String,
    pub(super) command: String,
    pub(super) date: String,
    /// Whoever signs; a blank line if nobody is named.
    pub(super) author: String,
}

impl Origin {
    /// The origin of a report that is made now, from the built-in rulebook or one in a directory.
    pub(super) fn now(directory: Option<&Path>, author: Option<&str>) -> anyhow::Result<Origin> {
        let program = std::env::current_exe().context("the program does not know its own file")?;
        let bytes =
            fs::read(&program).with_context(|| format!("cannot read {}", program.display()))?;
        Ok(Origin {
            binary: hex(&Sha256::digest(&bytes)),
            rulebook: of_rulebook(directory)?,
            command: command(),
            date: date(),
            author: author.unwrap_or_default().to_owned(),
        })
    }
}

/// The digest of a rulebook: of the name, a line feed, the length in bytes, a line feed and the text of each TOML file, by
/// name.
fn of_rulebook(directory: Option<&Path>) -> anyhow::Result<String> {
    let mut files: Vec<(String, String)> = match directory {
        None => Rulebook::embedded_files().map(|(a, b)| (a.to_owned(), b.to_owned())).collect(),
        Some(directory) => {
            let mut files = Vec::new();
            for entry in fs::read_dir(directory)? {
                let path = entry?.path();
                if path.extension().is_some_and(|extension| extension == "toml") {
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    files.push((name, fs::read_to_string(&path)?));
                }
            }
            files
        }
    };
    files.sort();
    let mut sha = Sha256::new();
    for (name, text) in files {
        sha.update(format!("{name}\n{}\n{text}", text.len()));
    }
    Ok(hex(&sha.finalize()))
}

/// The command line, with the program's name and not where it lies.
fn command() -> String {
    let quoted = |argument: String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:+,%@".contains(c);
        match !argument.is_empty() && argument.chars().all(is_plain) {
            true => argument,
            false => format!("'{}'", argument.replace('\'', "'\\''")),
        }
    };
    let arguments = std::env::args_os().skip(1);
    let arguments = arguments.map(|argument| quoted(argument.to_string_lossy().into_owned()));
    ["croupier".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Today, by UTC: `18 November 2026 (UTC)`.
fn date() -> String {
    let moment = house::clock::now();
    let today = jiff::Timestamp::from_microsecond(moment.0).unwrap_or_default();
    today.strftime("%-d %B %Y (UTC)").to_string()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
