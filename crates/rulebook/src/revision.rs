//! Earlier revisions of the embedded rulebook. Whatever was played is replayed by the rule data it was played under,
//! so a table keeps the revision that was current when it opened.
//!
//! `rulebook/former/N.toml` says how the files of revision N read where they differ from those of N + 1. A file that
//! a release went out with is not edited without one: the digests are held by `tests/all/revisions.rs`.

use std::sync::OnceLock;

use forms::{Problems, Table};
use include_dir::{Dir, include_dir};

use crate::Rulebook;

static FORMER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../rulebook/former");

/// How one file of a former revision differs from the revision after it.
struct FormerFile {
    name: String,
    sha256: String,
    /// What it reads in the later revision, and what it read in this one.
    changes: Vec<(String, String)>,
}

impl Rulebook {
    /// The first revision: that of entries which do not name any.
    pub const FIRST_REVISION: u32 = 1;

    /// The revision of the embedded rulebook as it is now.
    pub fn revision() -> u32 {
        Rulebook::FIRST_REVISION + u32::try_from(FORMER.files().count()).expect("a few files")
    }

    /// The embedded rulebook as a revision had it; none if there is no such revision.
    pub fn embedded_at(revision: u32) -> Option<&'static Rulebook> {
        static BOOKS: OnceLock<Box<[OnceLock<Rulebook>]>> = OnceLock::new();
        let newest = Rulebook::revision();
        let books = BOOKS.get_or_init(|| (0..newest).map(|_| OnceLock::new()).collect());
        let place = revision.checked_sub(Rulebook::FIRST_REVISION)?;
        let book = books.get(usize::try_from(place).ok()?)?;
        Some(book.get_or_init(|| {
            let files = Rulebook::files_at(revision).into_iter().map(|file| (file.name, file.text));
            match Rulebook::from_files("rulebook", files.collect()) {
                Ok(book) => book,
                Err(problems) => {
                    panic!("revision {revision} of the rulebook is invalid:\n{problems}")
                }
            }
        }))
    }

    /// The files of a revision, and the digest of those that have changed since.
    pub fn files_at(revision: u32) -> Vec<RevisedFile> {
        let file = |(name, text): (&str, &str)| RevisedFile {
            name: name.to_owned(),
            text: text.to_owned(),
            sha256: None,
        };
        let mut files: Vec<RevisedFile> = Rulebook::embedded_files().map(file).collect();
        for former in (revision..Rulebook::revision()).rev() {
            for older in former_files(former) {
                let file = files.iter_mut().find(|file| file.name == older.name);
                let file = file.unwrap_or_else(|| panic!("revision {former}: no {}", older.name));
                for (now, was) in &older.changes {
                    let found = file.text.matches(now).count();
                    assert!(found == 1, "revision {former}: {found} times in {}: {now}", file.name);
                    file.text = file.text.replace(now, was);
                }
                file.sha256 = Some(older.sha256);
            }
        }
        files
    }
}

/// What a file may say since a later release, where earlier ones had it in their code: it holds in every revision, and
/// the digest of a file that a release went out with is taken without it.
const DATA_SINCE: [&str; 1] = ["[wager.side]"];

impl RevisedFile {
    /// The text without its felt and without what was code in the release that went out with it: each such table, to its
    /// empty line.
    pub fn as_released(&self) -> String {
        let mut text = String::new();
        let mut is_left_out = false;
        for line in crate::felt::law(&self.text).split_inclusive('\n') {
            is_left_out |= DATA_SINCE.contains(&line.trim_end());
            if !is_left_out {
                text.push_str(line);
            }
            is_left_out &= !line.trim().is_empty();
        }
        text
    }
}

/// A file of the embedded rulebook in one of its revisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RevisedFile {
    /// Its name: `holdem-212.toml`.
    pub name: String,
    /// Its text in that revision.
    pub text: String,
    /// The digest it had then, if it has changed since.
    pub sha256: Option<String>,
}

fn former_files(revision: u32) -> Vec<FormerFile> {
    let name = format!("{revision}.toml");
    let file = FORMER.get_file(&name).and_then(|file| file.contents_utf8());
    let text = file.unwrap_or_else(|| panic!("rulebook/former/{name} is missing"));
    let read: Result<Vec<FormerFile>, Problems> = forms::read(&name, text, |root| {
        Some(root.tables("file").iter().filter_map(former).collect())
    });
    read.unwrap_or_else(|problems| panic!("rulebook/former/{name}:\n{problems}"))
}

fn former(table: &Table<'_>) -> Option<FormerFile> {
    let text = |table: &Table<'_>, key| Some(table.required(key)?.string()?.to_owned());
    let change = |change: &Table<'_>| Some((text(change, "now")?, text(change, "was")?));
    let changes = table.tables("change").iter().filter_map(change).collect();
    // Why it changed is for those who read the file.
    text(table, "why");
    Some(FormerFile { name: text(table, "name")?, sha256: text(table, "sha256")?, changes })
}
