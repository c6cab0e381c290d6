//! Where a rulebook comes from: built into the binary, or the operator's own directory.

use std::path::{Path, PathBuf};

use forms::{Place, Problem, Problems};
use include_dir::{Dir, include_dir};

use crate::load::GameFile;
use crate::{Rulebook, Ruling, check, load};

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../rulebook");

/// The file of the rulings and bounds that hold for every game.
const GENERAL: &str = "general.toml";

/// A rulebook that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The directory or a file in it cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// What was to be read.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// Its contents are invalid.
    #[error("{0}")]
    Problems(Problems),
}

impl Rulebook {
    /// The rulebook built into the binary.
    pub fn embedded() -> &'static Rulebook {
        Rulebook::embedded_at(Rulebook::revision()).expect("the newest revision is there")
    }

    /// The text of each file of the embedded rulebook, as a start for one's own directory.
    pub fn embedded_files() -> impl Iterator<Item = (&'static str, &'static str)> {
        EMBEDDED.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)))
    }

    /// Reads and checks an operator's directory; every problem is reported at once.
    pub fn load(directory: &Path) -> Result<Rulebook, LoadError> {
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            move |source| LoadError::Unreadable { path, source }
        };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(directory).map_err(unreadable(directory))? {
            let path = entry.map_err(unreadable(directory))?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let text = std::fs::read_to_string(&path).map_err(unreadable(&path))?;
                files.push((name.to_owned(), text));
            }
        }
        let shown = directory.display().to_string();
        Rulebook::from_files(shown.trim_end_matches('/'), files).map_err(LoadError::Problems)
    }

    /// Checks files that were read before, by name and text; problems name this directory.
    pub fn from_files(directory: &str, files: Vec<(String, String)>) -> Result<Rulebook, Problems> {
        assemble(directory, files)
    }
}

/// Reads all files and what they need of each other.
fn assemble(directory: &str, mut files: Vec<(String, String)>) -> Result<Rulebook, Problems> {
    files.sort();
    let whole = Place { file: directory.to_owned(), line: 1, key: String::new() };
    let mut problems: Vec<Problem> = Vec::new();
    let mut general = None;
    let mut games: Vec<GameFile> = Vec::new();
    for (name, text) in &files {
        let shown = format!("{directory}/{name}");
        if name == GENERAL {
            match forms::read(&shown, text, load::general) {
                Ok(read) => general = Some(read),
                Err(found) => problems.extend(found),
            }
            continue;
        }
        match forms::read(&shown, text, load::game) {
            Ok(file) => {
                check_name(&file, name, &mut problems);
                games.push(file);
            }
            Err(found) => problems.extend(found),
        }
    }
    if !files.iter().any(|(name, _)| name == GENERAL) {
        problems.push(whole.problem(format!(
            "{GENERAL} is missing: it holds the rulings and limits for all games"
        )));
    }
    if files.iter().all(|(name, _)| name == GENERAL) {
        problems.push(whole.problem("no games found: write one GAME.toml for each section"));
    }
    // References between files can be followed only when every file could be read.
    let Some(general) = general.filter(|_| problems.is_empty()) else {
        return Err(Problems::new(problems));
    };
    let found = check::across(&mut games, &general);
    if !found.is_empty() {
        return Err(Problems::new(found));
    }
    let mut games: Vec<_> = games.into_iter().map(|file| file.game).collect();
    games.sort_by(|a, b| a.section.cmp(&b.section));
    let rulings: Vec<Ruling> = general.rulings.into_iter().map(|(ruling, _)| ruling).collect();
    Ok(Rulebook { games, bounds: general.bounds, rulings })
}

fn check_name(file: &GameFile, name: &str, problems: &mut Vec<Problem>) {
    let id = &file.game.id;
    if name != format!("{id}.toml") {
        let what = if file.game.side_bet_of.is_empty() { "game" } else { "side bet" };
        let message = format!("the {what} is \"{id}\", so the file should be {id}.toml");
        problems.push(file.game_place.problem(message));
    }
}
