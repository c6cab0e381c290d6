//! What changed between two editions.

use rulebook::{Section, diff};
use serde::Serialize;

use crate::output::Output;
use crate::page::Page;

#[derive(Serialize)]
pub struct Changes {
    game: String,
    section: String,
    before: String,
    after: String,
    changes: Vec<ChangeLine>,
}

#[derive(Serialize)]
struct ChangeLine {
    area: &'static str,
    name: String,
    before: Option<String>,
    after: Option<String>,
}

impl Changes {
    /// What the second edition changes.
    pub fn new(before: &Section, after: &Section) -> Changes {
        let line = |change: rulebook::Change| ChangeLine {
            area: change.area,
            name: change.name,
            before: change.before,
            after: change.after,
        };
        Changes {
            game: after.game.clone(),
            section: after.number.clone(),
            before: before.edition.id.to_string(),
            after: after.edition.id.to_string(),
            changes: diff(before, after).into_iter().map(line).collect(),
        }
    }
}

impl Output for Changes {
    fn page(&self, page: &mut Page) {
        let Changes { game, section, before, after, .. } = self;
        page.title(&format!("{game}: {before} to {after}"), &format!("ARSD {section}"));
        if self.changes.is_empty() {
            page.paragraph("Nothing changed.");
        }
        let mut area = "";
        for change in &self.changes {
            if change.area != area {
                area = change.area;
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
