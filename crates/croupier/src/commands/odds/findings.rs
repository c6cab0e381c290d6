//! `croupier odds --findings`: what a regulator should know about every schedule.

use odds::{Ask, Finding, analyse, compared, findings_of, schedules, wagers};
use rulebook::{Judged, Rulebook, Schedule};
use wire::library::odds::{Finding as FindingOut, Findings};

use crate::args::Odds as Args;
use crate::lookup;
use crate::output::Output;
use crate::page::Page;
use crate::progress::Bar;

/// Looks at every schedule as it is read and, where there is one, in its other reading.
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
        for reading in READINGS {
            if subject.option(reading.option) == reading.usual {
                found.extend(read_otherwise(book, game, args, &reading, bar)?);
            }
        }
    }
    found.dedup();
    let out = |finding: Finding| FindingOut {
        kind: finding.kind.word().to_owned(),
        says: finding.kind.to_string(),
        game: finding.game,
        wager: finding.wager,
        schedule: finding.schedule,
        options: finding.options,
    };
    Ok(Findings { findings: found.into_iter().map(out).collect() })
}

/// Another reading of some schedules.
struct Reading {
    /// The option that chooses it.
    option: &'static str,
    /// What the option is by default.
    usual: &'static str,
    /// What the option is for this reading.
    value: &'static str,
    /// Which schedules it reads otherwise.
    changes: fn(&Schedule) -> bool,
}

const READINGS: [Reading; 3] = [
    // Rows as printed [LIR-3] [PRG-15].
    Reading {
        option: "printed",
        usual: "false",
        value: "true",
        changes: |schedule| {
            schedule.parts.iter().flat_map(|part| &part.rows).any(|row| row.printed.is_some())
        },
    },
    // PMG schedules on seven cards in hold'em [PRG-17].
    Reading {
        option: "pmg-cards",
        usual: "5",
        value: "7",
        changes: |schedule| schedule.parts.iter().any(|part| part.judged == Judged::OwnAndFlop),
    },
    // FCCP schedules on five-card hands [FCP-5].
    Reading {
        option: "fccp-cards",
        usual: "four",
        value: "five",
        changes: |schedule| schedule.id.starts_with("FCCP-"),
    },
];

/// What another reading adds about the schedules that it changes.
fn read_otherwise(
    book: &Rulebook,
    game: &str,
    args: &Args,
    reading: &Reading,
    bar: &Bar,
) -> anyhow::Result<Vec<Finding>> {
    let mut options = lookup::pairs(&args.under.option)?;
    options.insert(reading.option.to_owned(), reading.value.to_owned());
    let subject = odds::Subject::open(book, game, args.under.edition, options)
        .map_err(|errors| lookup::cannot_open(&errors))?;
    let section = subject.section();
    let changed = |wager: &str| -> Vec<String> {
        let changed = section.schedules_of(wager).filter(|schedule| (reading.changes)(schedule));
        changed.map(|schedule| schedule.id.clone()).collect()
    };
    let mut found = Vec::new();
    for wager in wagers(&subject).iter().filter(|wager| !changed(wager).is_empty()) {
        let ask = Ask { wager: Some(wager.clone()), ..Ask::default() };
        for analysis in analyse(&subject, &ask, bar)? {
            found.extend(findings_of(&analysis));
        }
        for mut finding in compared(&subject, &schedules(&subject, wager)) {
            finding.options = subject.posted().clone();
            found.push(finding);
        }
        found.retain(|finding| {
            finding.wager != *wager || changed(wager).contains(&finding.schedule)
        });
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
