//! What changed between two editions of a section.

use crate::{Limit, LimitMax, Part, Schedule, Section, numbers};

/// One thing that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The kind of thing: `subdivision`, `wager`, `schedule`.
    pub area: &'static str,
    /// Its name, the same in both editions.
    pub name: String,
    /// What the first edition says; `None` if it has no such thing.
    pub before: Option<String>,
    /// What the second edition says; `None` if it has no such thing.
    pub after: Option<String>,
}

/// One thing a section says: kind, name and text.
type Named = (&'static str, String, String);

/// Everything that differs, in the order of a rule card.
pub fn diff(before: &Section, after: &Section) -> Vec<Change> {
    let (before, after) = (named(before), named(after));
    // Remove what both have in common first, because two limits may have the same name.
    let gone: Vec<&Named> = before.iter().filter(|said| !after.contains(said)).collect();
    let mut new: Vec<(usize, &Named)> =
        after.iter().enumerate().filter(|(_, said)| !before.contains(said)).collect();
    let mut changes: Vec<Change> = Vec::new();
    for (area, name, text) in gone {
        let same = new.iter().position(|(_, (a, n, _))| a == area && n == name);
        let now = same.map(|index| new.remove(index).1.2.clone());
        changes.push(Change { area, name: name.clone(), before: Some(text.clone()), after: now });
    }
    for (index, (area, name, text)) in new {
        // Put it where it stands in the second edition: behind what stands before it there, and
        // behind all kinds of things that come before its own.
        let stands_before = |change: &Change| {
            let is_there = |(a, n, _): &Named| *a == change.area && *n == change.name;
            rank(change.area) < rank(area) || after[..index].iter().any(is_there)
        };
        let place = changes.iter().rposition(stands_before).map_or(0, |at| at + 1);
        let (before, after) = (None, Some(text.clone()));
        changes.insert(place, Change { area, name: name.clone(), before, after });
    }
    changes
}

/// The kinds of things, in the order of a rule card.
const AREAS: [&str; 12] = [
    "term",
    "wager",
    "limit",
    "option",
    "step",
    "procedure",
    "order of paying",
    "pay",
    "irregularity",
    "schedule",
    "subdivision",
    "ruling",
];

fn rank(area: &str) -> Option<usize> {
    AREAS.iter().position(|known| *known == area)
}

/// Everything a section says, as kind, name and text.
fn named(section: &Section) -> Vec<Named> {
    let mut all = Vec::new();
    for term in &section.terms {
        all.push(("term", term.key.clone(), format!("{} {}", term.value, term.says)));
    }
    for wager in &section.wagers {
        let text = format!("{} ({}): {} {}", wager.title, wager.need.word(), wager.who, wager.when);
        all.push(("wager", wager.id.clone(), text));
    }
    for limit in &section.limits {
        let name = format!("{} {}", limit.wagers.join(", "), limit.applies.word());
        all.push(("limit", name, limit_text(limit)));
    }
    for option in &section.options {
        let text = format!(
            "{}, by default {}: {}",
            option.value_words().join(" | "),
            option.default,
            option.says
        );
        all.push(("option", option.key.clone(), text));
    }
    for (index, play) in section.play.iter().enumerate() {
        all.push(("step", play.id.clone(), format!("{}. {}", index + 1, play.says)));
    }
    for step in &section.steps {
        let says = step.say.as_ref().map_or_else(String::new, |say| format!("\"{say}\" "));
        all.push(("procedure", step.id.clone(), format!("{says}{}", step.prompt)));
    }
    let paying = &section.paying;
    for (name, lines) in [
        ("before all seats", &paying.before),
        ("in a seat", &paying.seat),
        ("after all seats", &paying.after),
    ] {
        all.push(("order of paying", name.to_owned(), lines.join(", ")));
    }
    for pay in &section.pays {
        let text = format!("{} {}: {}", pay.lines.join(", "), pay.pays, pay.condition);
        all.push(("pay", pay.key.clone(), text));
    }
    for irregularity in &section.irregularities {
        let name = format!("{} to {}", irregularity.event.word(), irregularity.to.word());
        all.push(("irregularity", name, irregularity.consequence.word().to_owned()));
    }
    for schedule in &section.schedules {
        all.push((
            "schedule",
            format!("{} {}", schedule.wager, schedule.id),
            schedule_text(schedule),
        ));
    }
    for subdivision in &section.subdivisions {
        let text = format!("{} {}", numbers::shown(&subdivision.number), subdivision.demands);
        all.push(("subdivision", subdivision.key.clone(), text));
    }
    for ruling in &section.rulings {
        all.push(("ruling", ruling.id.clone(), ruling.says.clone()));
    }
    all
}

fn limit_text(limit: &Limit) -> String {
    let most = match limit.max {
        LimitMax::Posted => "the posted limit".to_owned(),
        LimitMax::Amount(amount) => format!("{amount:#}"),
    };
    match limit.min {
        Some(least) => format!("from {least:#} to {most}"),
        None => format!("at most {most}"),
    }
}

fn schedule_text(schedule: &Schedule) -> String {
    let part = |part: &Part| {
        let row = |row: &crate::Row| match row.envy {
            Some(envy) => format!("{} {} (envy {envy:#})", row.hand, row.pays),
            None => format!("{} {}", row.hand, row.pays),
        };
        let rows: Vec<String> = part.rows.iter().map(row).collect();
        format!("{}: {}", part.lines.join(", "), rows.join(", "))
    };
    schedule.parts.iter().map(part).collect::<Vec<_>>().join("; ")
}
