//! A file of rules as text: sections of rules in order, or grids.
//!
//! ```text
//! # What follows a number sign is not read.
//! [Bet 1, on three cards]
//! Let it ride: three of a kind; a pair that pays.
//! Pull the rest.
//! ```

use std::fmt;

use crate::strategy::{Body, Chart};

/// Something in a file of rules that cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesProblem {
    /// The line, from one.
    pub line: usize,
    /// What is wrong, and what could stand there.
    pub says: String,
}

/// Everything that is wrong with a file of rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct RulesError(pub Vec<RulesProblem>);

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self
            .0
            .iter()
            .map(|problem| format!("line {}: {}", problem.line, problem.says))
            .collect();
        f.write_str(&lines.join("\n"))
    }
}

/// A problem in a line.
pub(super) fn problem(line: usize, says: impl Into<String>) -> RulesProblem {
    RulesProblem { line, says: says.into() }
}

/// A part of a file under a title; the first part may have none.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) line: usize,
    pub(super) title: String,
    /// The rules, each with its line.
    pub(super) rules: Vec<(usize, String)>,
    /// The rows of a grid, each with its line; the first names the columns.
    pub(super) grid: Vec<(usize, Vec<String>)>,
}

/// Reads a file into its sections.
pub(super) fn sections(text: &str) -> Result<Vec<Section>, Vec<RulesProblem>> {
    let mut sections: Vec<Section> = Vec::new();
    let mut problems = Vec::new();
    // A rule that goes on in the next line, and where it began.
    let mut open: Option<(usize, String)> = None;
    let unended = |(line, text): (usize, String)| {
        problem(line, format!("\"{text}\" has no end: end a rule with a period"))
    };
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let title = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        if title.is_some() || text.contains('|') || sections.is_empty() {
            problems.extend(open.take().map(unended));
        }
        if title.is_some() || sections.is_empty() {
            let title = title.unwrap_or_default().trim().to_owned();
            sections.push(Section { line, title, rules: Vec::new(), grid: Vec::new() });
        }
        let Some(section) = sections.last_mut().filter(|_| title.is_none()) else { continue };
        if text.contains('|') {
            section.grid.push((line, text.split('|').map(|cell| cell.trim().to_owned()).collect()));
            continue;
        }
        let (begun, mut rule) = open.take().unwrap_or((line, String::new()));
        let text = if rule.is_empty() { without_number(text) } else { text };
        rule = if rule.is_empty() { text.to_owned() } else { format!("{rule} {text}") };
        let is_ended = rule.ends_with('.');
        let mut parts: Vec<&str> = rule.trim_end_matches('.').split(". ").collect();
        let last = if is_ended { None } else { parts.pop().map(str::to_owned) };
        section.rules.extend(parts.into_iter().map(|part| (begun, part.trim().to_owned())));
        open = last.map(|last| (begun, last));
    }
    problems.extend(open.map(unended));
    if sections.is_empty() {
        problems.push(problem(1, "the file has no rules"));
    }
    if problems.is_empty() { Ok(sections) } else { Err(problems) }
}

/// A line without the number that a chart gives it: `3. Fold the rest.`
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    rest.strip_prefix(". ").filter(|_| rest.len() < text.len()).map_or(text, str::trim_start)
}

/// The charts of a game as a file of rules.
pub fn as_rules(game: &str, charts: &[Chart]) -> String {
    let mut text = String::new();
    // Caribbean stud's second chart is another way to say what the first one does.
    let charts = if game == "caribbean-stud" { &charts[..charts.len().min(1)] } else { charts };
    for chart in charts {
        text.push_str(&format!("[{}]\n", chart.title));
        match &chart.body {
            Body::Rules(rules) => rules.iter().for_each(|rule| text.push_str(&format!("{rule}\n"))),
            Body::Grid(grid) => {
                text.push_str(&format!(
                    "# Down: {}. Across: {}.\n",
                    grid.rows_are, grid.columns_are
                ));
                let rows =
                    grid.rows.iter().zip(&grid.cells).map(|(name, cells)| (name.as_str(), cells));
                for (name, cells) in [("", &grid.columns)].into_iter().chain(rows) {
                    text.push_str(&format!("{name} | {}\n", cells.join(" | ")));
                }
                for key in &grid.legend {
                    text.push_str(&format!("# {}: {}\n", key.word, key.means));
                }
            }
        }
        text.push_str(&format!("# {}\n\n", chart.note));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_with_their_lines() {
        let text = "# mine\n1. Play Q-6-4\n   or better. Fold less than 2.\n\n[Other, thing]\n | A | K\nA | F |\n";
        let read = sections(text).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(
            read[0].rules,
            [(2, "Play Q-6-4 or better".to_owned()), (2, "Fold less than 2".to_owned())]
        );
        assert_eq!((read[1].title.as_str(), read[1].line), ("Other, thing", 5));
        assert_eq!(read[1].grid[1], (7, vec!["A".to_owned(), "F".to_owned(), String::new()]));
    }

    #[test]
    fn a_rule_without_an_end_is_named() {
        let problems = sections("Fold the rest\n[Next]\nFold.").unwrap_err();
        assert_eq!(
            problems,
            [problem(1, "\"Fold the rest\" has no end: end a rule with a period")]
        );
        assert_eq!(sections("# nothing").unwrap_err()[0].line, 1);
    }
}
