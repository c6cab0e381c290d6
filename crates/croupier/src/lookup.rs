//! Finding what a person named, or saying what there is.

use anyhow::anyhow;
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
