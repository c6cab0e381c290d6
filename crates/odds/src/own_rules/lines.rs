//! Rules line by line: a verb, and what it is for.

use games::Action;

use super::text::{RulesProblem, Section, problem};

/// The words that begin a rule, with the choice that they stand for.
pub(super) type Verb = (&'static str, Action);

/// What a rule is for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum For<C> {
    /// Whatever no rule before it is for.
    Rest,
    /// The same, as a grid says.
    Grid,
    /// What one of these conditions holds for.
    Any(Vec<C>),
}

/// A rule; the first that fits decides.
#[derive(Clone, Debug)]
pub(super) struct Rule<C> {
    pub(super) action: Action,
    pub(super) is_for: For<C>,
}

/// Reads the rules of a section. The last one is for the rest, so that they always decide.
pub(super) fn rules<C>(
    section: &Section,
    verbs: &[Verb],
    condition: impl Fn(&str) -> Result<Vec<C>, String>,
) -> Result<Vec<Rule<C>>, Vec<RulesProblem>> {
    let mut rules = Vec::new();
    let mut problems = Vec::new();
    for (line, text) in &section.rules {
        match rule(text, verbs, &condition) {
            Ok(rule) => {
                let is_after_all =
                    rules.last().is_some_and(|last: &Rule<C>| !matches!(last.is_for, For::Any(_)));
                if is_after_all {
                    problems.push(problem(
                        *line,
                        format!("\"{text}\" comes after a rule for the rest, so it is never used"),
                    ));
                }
                rules.push(rule);
            }
            Err(says) => problems.push(problem(*line, says)),
        }
    }
    let decides = rules.last().is_some_and(|last| !matches!(last.is_for, For::Any(_)));
    if !decides && problems.is_empty() {
        let (line, _) =
            section.rules.last().map_or((section.line, ""), |(line, text)| (*line, text.as_str()));
        let last = verbs.last().map_or("", |(verb, _)| verb);
        problems
            .push(problem(line, format!("no rule is for the rest: end with \"{last} the rest.\"")));
    }
    if problems.is_empty() { Ok(rules) } else { Err(problems) }
}

fn rule<C>(
    text: &str,
    verbs: &[Verb],
    condition: &impl Fn(&str) -> Result<Vec<C>, String>,
) -> Result<Rule<C>, String> {
    let starts = |verb: &&Verb| {
        let rest = text.get(verb.0.len()..).filter(|_| {
            text.get(..verb.0.len()).is_some_and(|start| start.eq_ignore_ascii_case(verb.0))
        });
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
    };
    let longest = verbs.iter().filter(starts).max_by_key(|verb| verb.0.len());
    let Some((verb, action)) = longest else {
        let first = text.split([' ', ':']).next().unwrap_or_default();
        let known: Vec<&str> = verbs.iter().map(|(verb, _)| *verb).collect();
        return Err(format!(
            "\"{first}\" is no choice here; begin with one of: {}",
            known.join(", ")
        ));
    };
    let rest = text[verb.len()..].trim_start_matches(':').trim_start();
    let rest = ["with ", "on "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    let is_for = match rest.to_ascii_lowercase().as_str() {
        "the rest" | "every one" | "every hand" => For::Rest,
        "the rest by the grid" => For::Grid,
        "" => {
            return Err(format!(
                "\"{text}\" does not say with which hands; known: {verb} the rest"
            ));
        }
        _ => For::Any(condition(rest)?),
    };
    Ok(Rule { action: *action, is_for })
}
