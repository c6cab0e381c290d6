//! Pay schedules side by side, as a table posts them.

use rulebook::{HandType, Part, Schedule, Section};
use wire::library::rules::{
    PrintedPay, ProgressiveTerms, ScheduleColumn, ScheduleRow, ScheduleTable,
};

use super::cites;

/// The section's schedules, those of one kind side by side.
pub fn tables(section: &Section) -> Vec<ScheduleTable> {
    let mut tables: Vec<ScheduleTable> = Vec::new();
    for wager in &section.wagers {
        let schedules: Vec<&Schedule> = section.schedules_of(&wager.id).collect();
        let mut seen: Vec<&[String]> = Vec::new();
        for part in schedules.iter().flat_map(|schedule| &schedule.parts) {
            if !seen.contains(&part.lines.as_slice()) {
                seen.push(&part.lines);
                tables.extend(of_lines(section, &schedules, &part.lines));
            }
        }
    }
    tables
}

fn of_lines(section: &Section, schedules: &[&Schedule], lines: &[String]) -> Vec<ScheduleTable> {
    let mut tables: Vec<(ScheduleTable, &Part)> = Vec::new();
    for schedule in schedules {
        let Some(part) = schedule.parts.iter().find(|part| part.lines == lines) else { continue };
        let mut column = column(schedule, part);
        let fits = |other: &Part| {
            other.order == part.order && other.judged == part.judged && other.cite == part.cite
        };
        match tables.last_mut() {
            Some((table, first)) if fits(first) => {
                let pays_alike = |other: &&ScheduleColumn| {
                    other.rows == column.rows && other.progressive == column.progressive
                };
                column.same_as = table.schedules.iter().find(pays_alike).map(|c| c.id.clone());
                table.schedules.push(column);
            }
            _ => {
                let table = ScheduleTable {
                    wager: schedule.wager.clone(),
                    lines: lines.to_vec(),
                    order: part.order.word().to_owned(),
                    judged: part.judged.describe().to_owned(),
                    schedules: vec![column],
                    cite: cites(section, &part.cite),
                };
                tables.push((table, part));
            }
        }
    }
    tables.into_iter().map(|(table, _)| table).collect()
}

fn column(schedule: &Schedule, part: &Part) -> ScheduleColumn {
    let cell = |row: &rulebook::Row| ScheduleRow {
        hand: row.hand.to_string(),
        pays: row.pays.to_string(),
        kind: row.pays.kind().word().to_owned(),
        envy: row.envy.map(|amount| amount.to_string()),
        printed: row.printed.as_ref().map(|printed| PrintedPay {
            pays: printed.pays.map(|odds| odds.to_string()),
            ruling: printed.ruling.clone(),
        }),
    };
    let terms = schedule.progressive.map(|terms| ProgressiveTerms {
        nominal: terms.nominal.to_string(),
        seed: terms.seed.to_string(),
        contribution: terms.contribution.to_string(),
        reserve: terms.reserve.to_string(),
    });
    ScheduleColumn {
        id: schedule.id.clone(),
        printed_name: schedule.printed_name.clone(),
        same_as: None,
        rows: part.rows.iter().map(cell).collect(),
        progressive: terms.filter(|_| part.pays("progressive")),
    }
}

/// A table's columns in print: schedules that pay the same stand over one column.
pub fn groups(table: &ScheduleTable) -> Vec<Vec<&ScheduleColumn>> {
    let firsts = table.schedules.iter().filter(|column| column.same_as.is_none());
    let group = |first: &'_ ScheduleColumn| {
        let is_same = |other: &&ScheduleColumn| other.same_as.as_ref() == Some(&first.id);
        table.schedules.iter().filter(is_same).collect::<Vec<_>>()
    };
    firsts.map(|first| [vec![first], group(first)].concat()).collect()
}

/// The hands of a table's columns together, in the order of the rule.
pub fn hands(table: &ScheduleTable) -> Vec<&str> {
    let has = |hand: &str| {
        table.schedules.iter().any(|column| column.rows.iter().any(|cell| cell.hand == hand))
    };
    let order = rulebook::Order::from_word(&table.order);
    let vocabulary = order.map(HandType::of_order).unwrap_or_default();
    if vocabulary.is_empty() {
        let mut rows: Vec<&str> = Vec::new();
        let cells = table.schedules.iter().flat_map(|column| &column.rows);
        for hand in cells.map(|cell| cell.hand.as_str()) {
            if !rows.contains(&hand) {
                rows.push(hand);
            }
        }
        return rows;
    }
    vocabulary.into_iter().map(|(words, _)| words).filter(|words| has(words)).collect()
}
