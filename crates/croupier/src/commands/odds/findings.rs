//! `croupier odds --findings`: what a regulator should know about every schedule.

use std::cmp::Reverse;

use odds::{Ask, Exact, Finding, FindingKind, analyse, compared, findings_of, schedules, wagers};
use rulebook::{EditionId, Judged, Rulebook, Schedule, Section};
use wire::library::odds::{Finding as FindingOut, Findings};

use crate::args::Odds as Args;
use crate::lookup;
use crate::output::Output;
use crate::page::Page;
use crate::progress::Bar;

/// Looks at every schedule of every edition as it is read and, where there is one, in its other reading. Edges of the
/// player come first, the largest before the others.
pub(super) fn run(book: &Rulebook, args: &Args, bar: &Bar) -> anyhow::Result<Findings> {
    let games: Vec<String> = match &args.game {
        Some(id) => vec![lookup::game(book, id)?.id.clone()],
        None => book.games().iter().map(|game| game.id.clone()).collect(),
    };
    let mut found: Vec<Finding> = Vec::new();
    for game in &games {
        found.extend(of_game(book, game, args, bar)?);
    }
    let mut merged: Vec<(Finding, Vec<String>)> = Vec::new();
    for finding in found {
        let same =
            |known: &Finding| Finding { edition: finding.edition, ..known.clone() } == finding;
        let edition = finding.edition.to_string();
        match merged.iter_mut().find(|(known, _)| same(known)) {
            Some((_, editions)) if editions.contains(&edition) => {}
            Some((_, editions)) => editions.push(edition),
            None => merged.push((finding, vec![edition])),
        }
    }
    merged.sort_by_cached_key(|(finding, _)| Reverse(player_edge(finding)));
    let out = |(finding, editions): (Finding, Vec<String>)| FindingOut {
        kind: finding.kind.word().to_owned(),
        says: finding.kind.to_string(),
        game: finding.game,
        editions,
        wager: finding.wager,
        schedule: finding.schedule,
        options: finding.options,
    };
    Ok(Findings { findings: merged.into_iter().map(out).collect() })
}

/// The player's edge, if that is what was found.
fn player_edge(finding: &Finding) -> Option<Exact> {
    match &finding.kind {
        FindingKind::PlayerEdge(edge) => Some(edge.clone()),
        _ => None,
    }
}

/// What is found in the editions of a game, the newest first.
fn of_game(book: &Rulebook, game: &str, args: &Args, bar: &Bar) -> anyhow::Result<Vec<Finding>> {
    let of_game = lookup::game(book, game)?;
    let editions: Vec<EditionId> = match args.under.edition {
        Some(edition) => vec![of_game.edition(edition)?.edition.id],
        None => of_game.editions.iter().rev().map(|edition| edition.id).collect(),
    };
    let mut known: Vec<(Section, Vec<Finding>)> = Vec::new();
    for edition in editions {
        let section = of_game.edition_with_side_bets(edition)?;
        let of_edition = match known.iter().find(|(other, _)| pays_alike(other, &section)) {
            Some((_, found)) => {
                found.iter().map(|finding| Finding { edition, ..finding.clone() }).collect()
            }
            None => {
                let mut args = args.clone();
                args.under.edition = Some(edition);
                // What an earlier edition has no option for, it leaves no choice about.
                if !known.is_empty() {
                    args.under.option.retain(|posted| {
                        let key = posted.split('=').next().unwrap_or_default().trim();
                        section.options.iter().any(|option| option.key == key)
                    });
                }
                of_edition(book, game, &args, bar)?
            }
        };
        known.push((section, of_edition));
    }
    Ok(known.into_iter().flat_map(|(_, found)| found).collect())
}

/// Do two editions give the same odds?
fn pays_alike(one: &Section, other: &Section) -> bool {
    let bare = |section: &Section| {
        let mut schedules = section.schedules.clone();
        schedules.iter_mut().flat_map(|it| &mut it.parts).for_each(|part| part.cite.clear());
        let pays: Vec<_> = section.pays.iter().map(|pay| (pay.key.clone(), pay.pays)).collect();
        let options = section.options.iter();
        let options: Vec<_> =
            options.map(|it| (it.key.clone(), it.values.clone(), it.default.clone())).collect();
        (schedules, pays, options)
    };
    let terms = |section: &Section| {
        let terms = section.terms.iter().map(|term| (term.key.clone(), term.value.clone()));
        terms.collect::<Vec<_>>()
    };
    let wagers =
        |section: &Section| section.wagers.iter().map(|wager| wager.id.clone()).collect::<Vec<_>>();
    one.decks == other.decks
        && one.deals == other.deals
        && one.rakes == other.rakes
        && one.limits == other.limits
        && wagers(one) == wagers(other)
        && terms(one) == terms(other)
        && bare(one) == bare(other)
}

/// What is found in the edition that the arguments name.
fn of_edition(book: &Rulebook, game: &str, args: &Args, bar: &Bar) -> anyhow::Result<Vec<Finding>> {
    let mut found = Vec::new();
    let subjects = super::subjects(book, game, args)?;
    for subject in &subjects {
        for analysis in analyse(subject, &Ask::default(), bar)? {
            found.extend(findings_of(&analysis));
        }
    }
    let subject = &subjects[0];
    for wager in wagers(subject) {
        found.extend(compared(subject, &schedules(subject, &wager)));
    }
    for reading in READINGS {
        if subject.option(reading.option) == reading.usual {
            found.extend(read_otherwise(book, game, args, &reading, bar)?);
        }
    }
    Ok(found)
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
        page.title("Findings", "every schedule of every edition");
        if self.findings.is_empty() {
            page.paragraph("Nothing to report.");
        }
        let (edges, rest): (Vec<_>, Vec<_>) =
            self.findings.iter().partition(|finding| finding.kind == "player-edge");
        if !edges.is_empty() {
            page.heading("The player has the edge");
        }
        for finding in edges {
            page.item(&format!("{} {}", finding.game, label(finding)), 40, &words(finding), "");
        }
        for of_game in rest.chunk_by(|a, b| a.game == b.game) {
            page.heading(&of_game[0].game);
            for finding in of_game {
                page.item(&label(finding), 24, &words(finding), "");
            }
        }
    }
}

/// The wager and the schedule of a finding.
fn label(finding: &FindingOut) -> String {
    format!("{} {}", finding.wager, finding.schedule)
}

/// What was found, with the options and the editions.
fn words(finding: &FindingOut) -> String {
    let options = finding.options.iter().map(|(key, value)| format!("{key}={value}"));
    let editions = finding.editions.iter().map(|edition| format!("edition {edition}"));
    let under: Vec<String> = options.chain(editions).collect();
    format!("{} ({})", finding.says, under.join(", "))
}
