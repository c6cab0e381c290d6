//! `croupier odds --findings`: what a regulator should know about every schedule.

use odds::{Ask, Finding, analyse, compared, findings_of, schedules, wagers};
use rulebook::Rulebook;
use serde::Serialize;

use crate::args::Odds as Args;
use crate::lookup;
use crate::output::Output;
use crate::page::Page;
use crate::progress::Bar;

#[derive(Serialize)]
pub struct Findings {
    findings: Vec<FindingOut>,
}

#[derive(Serialize)]
struct FindingOut {
    game: String,
    wager: String,
    schedule: String,
    options: std::collections::BTreeMap<String, String>,
    kind: &'static str,
    says: String,
}

/// Looks at every schedule, as read and, where a ruling reads otherwise, as printed.
pub(super) fn run(book: &Rulebook, args: &Args, bar: &Bar) -> anyhow::Result<Findings> {
    let games: Vec<String> = match &args.game {
        Some(id) => vec![lookup::game(book, id)?.id.clone()],
        None => book.games().iter().map(|game| game.id.clone()).collect(),
    };
    let mut found: Vec<Finding> = Vec::new();
    for game in &games {
        for subject in super::subjects(book, game, args)? {
            for analysis in analyse(&subject, &Ask::default(), bar)? {
                found.extend(findings_of(&analysis));
            }
        }
        let subject = super::subjects(book, game, args)?.swap_remove(0);
        for wager in wagers(&subject) {
            found.extend(compared(&subject, &schedules(&subject, &wager)));
        }
        if subject.option("printed") == "false" {
            found.extend(printed(book, game, args, bar)?);
        }
    }
    found.dedup();
    let out = |finding: Finding| FindingOut {
        kind: finding.what.kind(),
        says: finding.what.to_string(),
        game: finding.game,
        wager: finding.wager,
        schedule: finding.schedule,
        options: finding.options,
    };
    Ok(Findings { findings: found.into_iter().map(out).collect() })
}

/// What the printed reading adds.
fn printed(book: &Rulebook, game: &str, args: &Args, bar: &Bar) -> anyhow::Result<Vec<Finding>> {
    let mut options = lookup::pairs(&args.under.option)?;
    options.insert("printed".to_owned(), "true".to_owned());
    let subject = odds::Subject::open(book, game, args.under.edition, options)
        .map_err(|errors| lookup::cannot_open(&errors))?;
    let section = subject.section();
    let is_read_otherwise = |wager: &String| {
        let rows = section.schedules_of(wager).flat_map(|s| &s.parts).flat_map(|part| &part.rows);
        rows.into_iter().any(|row| row.printed.is_some())
    };
    let mut found = Vec::new();
    for wager in wagers(&subject).into_iter().filter(is_read_otherwise) {
        let ask = Ask { wager: Some(wager.clone()), ..Ask::default() };
        for analysis in analyse(&subject, &ask, bar)? {
            found.extend(findings_of(&analysis));
        }
        for mut finding in compared(&subject, &schedules(&subject, &wager)) {
            finding.options = subject.posted().clone();
            found.push(finding);
        }
    }
    Ok(found)
}

impl Output for Findings {
    fn page(&self, page: &mut Page) {
        page.title("Findings", "every schedule of the rulebook");
        if self.findings.is_empty() {
            page.paragraph("Nothing to report.");
        }
        for of_game in self.findings.chunk_by(|a, b| a.game == b.game) {
            page.heading(&of_game[0].game);
            for finding in of_game {
                let options: Vec<String> =
                    finding.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
                let label = format!("{} {}", finding.wager, finding.schedule);
                let says = match options.is_empty() {
                    true => finding.says.clone(),
                    false => format!("{} ({})", finding.says, options.join(", ")),
                };
                page.item(&label, 24, &says, "");
            }
        }
    }
}
