//! Finding what a person named, or suggesting what there is.

use std::collections::BTreeMap;

use anyhow::anyhow;
use games::OpenError;
use rulebook::{Game, Rulebook};

/// The game with this id; a near miss is suggested.
pub fn game<'b>(book: &'b Rulebook, id: &str) -> anyhow::Result<&'b Game> {
    book.game(id).ok_or_else(|| {
        let likeness = |game: &&Game| strsim::jaro_winkler(id, &game.id);
        let near = book.games().iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let hint = match near.filter(|game| likeness(game) > 0.7) {
            Some(game) => format!("did you mean {}?", game.id),
            None => "`croupier games` lists them".to_owned(),
        };
        anyhow!("there is no game \"{id}\"; {hint}")
    })
}

/// `KEY=VALUE` arguments as a map.
pub fn pairs(texts: &[String]) -> anyhow::Result<BTreeMap<String, String>> {
    let pair = |text: &String| {
        let (key, value) =
            text.split_once('=').ok_or_else(|| anyhow!("\"{text}\": write KEY=VALUE"))?;
        Ok((key.trim().to_owned(), value.trim().to_owned()))
    };
    texts.iter().map(pair).collect()
}

/// Everything that is wrong with a posting, as one error.
pub fn cannot_open(errors: &[OpenError]) -> anyhow::Error {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    anyhow!(lines.join("\n"))
}
