//! What can be checked only when every file is read: rulings, which live in several.

use std::collections::BTreeMap;

use forms::{Place, Problem};

use crate::load::{GameFile, GeneralFile, side_bet};
use crate::section::Entry;
use crate::{Ruling, procedure};

/// Resolves the rulings that files name of each other; what is wrong with them is returned.
pub(crate) fn across(games: &mut Vec<GameFile>, general: &GeneralFile) -> Vec<Problem> {
    let mut problems = Vec::new();
    let known = known_rulings(games, general, &mut problems);
    let no_ruling = |id: &str, place: &Place| {
        place.problem(format!(
            "no ruling \"{id}\" in any file: add a [[ruling]] with this ID, or cite a different one"
        ))
    };
    for (id, place) in general.cited.iter().filter(|(id, _)| !known.contains_key(id)) {
        problems.push(no_ruling(id, place));
    }
    let mut sections: BTreeMap<String, Place> = BTreeMap::new();
    for file in games.iter_mut() {
        let editions = file.game.editions.len();
        for (id, place) in &file.general {
            match known.get(id) {
                Some((ruling, _)) => file.game.general.push(Entry {
                    value: ruling.clone(),
                    from: 0,
                    until: editions,
                    place: place.clone(),
                }),
                None => problems.push(no_ruling(id, place)),
            }
        }
        for (id, place) in &file.cited {
            let applies = |entry: &Entry<Ruling>| entry.value.id == *id;
            let (general, own) = (&file.game.general, &file.game.rulings);
            if !known.contains_key(id) {
                problems.push(no_ruling(id, place));
            } else if !general.iter().chain(own).any(applies) {
                problems.push(place.problem(format!(
                    "\"{id}\" is cited but not listed: add it to general under [rulings]"
                )));
            }
        }
        let (section, place) = (file.game.section.clone(), file.section_place.clone());
        if let Some(other) = sections.get(&section) {
            let message =
                format!("{section} is already the section in {}:{}", other.file, other.line);
            problems.push(place.problem(message));
        } else {
            sections.insert(section, place);
        }
    }
    // Which shared steps hold depends on the rulings.
    if problems.is_empty() {
        problems.extend(procedure::resolve(games, &general.steps));
        problems.extend(side_bet::attach(games));
    }
    problems
}

/// Every ruling by its ID; duplicates are recorded.
fn known_rulings(
    games: &[GameFile],
    general: &GeneralFile,
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, (Ruling, Place)> {
    let mut known: BTreeMap<String, (Ruling, Place)> = BTreeMap::new();
    let own = games.iter().flat_map(|file| &file.game.rulings);
    let own = own.map(|entry| (entry.value.clone(), entry.place.clone()));
    for (ruling, place) in general.rulings.iter().cloned().chain(own) {
        if let Some((_, other)) = known.get(&ruling.id) {
            problems.push(place.problem(format!(
                "\"{}\" is already a ruling at {}:{}",
                ruling.id, other.file, other.line
            )));
        }
        known.insert(ruling.id.clone(), (ruling, place));
    }
    known
}
