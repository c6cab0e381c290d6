//! The commands by who uses them, as `croupier --help` lists them.

use clap::Subcommand as _;
use clap::builder::Styles;

use super::Command;

/// Every command, once.
pub const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Operators and the floor",
        &[
            "serve", "found", "sign-in", "sign-out", "table", "act", "meter", "day", "person",
            "keys", "store",
        ],
    ),
    ("Regulators and test labs", &["games", "rules", "settle", "replay", "audit", "rng-test"]),
    (
        "Mathematicians",
        &["odds", "par", "progressive", "protect", "strategy", "simulate", "report", "rulebook"],
    ),
    ("Players and dealers", &["play", "rank", "verify-shuffle"]),
    ("Developers", &["bench", "completions", "man"]),
];

/// The width of the help.
const WIDTH: usize = 80;

/// The layout of `croupier --help`. Clap has one list of commands without headings, so the list is written here.
pub fn template() -> String {
    let commands = Command::augment_subcommands(clap::Command::new("croupier"));
    let names = commands.get_subcommands().map(|command| command.get_name().len());
    let indent = names.max().unwrap_or(0) + 4;
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (who, names) in GROUPS {
        template.push_str(&format!("\n{header}{who}:{header:#}\n"));
        for command in names.iter().filter_map(|name| commands.find_subcommand(name)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let about = textwrap::wrap(&about, WIDTH - indent).join(&format!("\n{:indent$}", ""));
            let name = command.get_name();
            let gap = indent - 2 - name.len();
            template.push_str(&format!("  {literal}{name}{literal:#}{:gap$}{about}\n", ""));
        }
    }
    template.push_str(&format!("\n{header}Options:{header:#}\n{{options}}{{after-help}}"));
    template
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Args;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Args::command();
        let mut known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, known);
    }

    #[test]
    fn the_help_fits_80_columns() {
        let help = Args::command().term_width(80).render_long_help().to_string();
        for (who, names) in GROUPS {
            let (_, below) = help.split_once(&format!("\n{who}:\n")).expect("a heading");
            let (below, _) = below.split_once("\n\n").expect("a list");
            let is_new = |line: &&str| !line.starts_with("   ");
            let listed =
                below.lines().filter(is_new).filter_map(|line| line.split_whitespace().next());
            assert_eq!(listed.collect::<Vec<_>>(), names, "{who}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
        assert!(!help.contains('{'), "every tag of the template is known to clap: {help}");
    }

    /// A command line to copy is the quickest help.
    #[test]
    fn every_help_shows_an_example() {
        fn look(command: &clap::Command, path: &str, without: &mut Vec<String>) {
            let path = format!("{path}{} ", command.get_name());
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let example = if path.trim() == "croupier bench" { "cargo run" } else { path.trim() };
            if !after.contains(example) {
                without.push(path.trim().to_owned());
            }
            for inner in command.get_subcommands() {
                look(inner, &path, without);
            }
        }
        let mut without = Vec::new();
        look(&Args::command(), "", &mut without);
        assert!(without.is_empty(), "no example in the help of {without:#?}");
    }
}
