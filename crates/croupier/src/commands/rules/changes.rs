//! What changed between two editions.

use rulebook::{Section, diff};
use wire::library::rules::{EditionChange, EditionChanges};

use crate::output::Output;
use crate::page::Page;

/// What the second edition changes.
pub fn changes(before: &Section, after: &Section) -> EditionChanges {
    let line = |change: rulebook::Change| EditionChange {
        area: change.area.to_owned(),
        name: change.name,
        before: change.before,
        after: change.after,
    };
    EditionChanges {
        game: after.game.clone(),
        section: after.number.clone(),
        before: before.edition.id.to_string(),
        after: after.edition.id.to_string(),
        changes: diff(before, after).into_iter().map(line).collect(),
    }
}

impl Output for EditionChanges {
    fn page(&self, page: &mut Page) {
        let EditionChanges { game, section, before, after, .. } = self;
        page.title(&format!("{game}: {before} to {after}"), &format!("ARSD {section}"));
        if self.changes.is_empty() {
            page.paragraph("Nothing changed.");
        }
        let mut area = "";
        for change in &self.changes {
            if change.area != area {
                area = &change.area;
                page.heading(area);
            }
            page.subheading(&change.name);
            if let Some(text) = &change.before {
                page.item("-", 1, text, "");
            }
            if let Some(text) = &change.after {
                page.item("+", 1, text, "");
            }
        }
    }
}
