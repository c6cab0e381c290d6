//! The reports of every game, with an index.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use maud::html;
use odds::percent;
use rulebook::Rulebook;

use super::provenance::Origin;
use super::{Plan, Report, Verdict, document, opened, write};
use crate::output::{Negative, Printer};

/// What the index says of a game.
struct Line {
    title: String,
    number: String,
    edition: String,
    file: String,
    wagers: Vec<(String, String)>,
    passes: bool,
    words: String,
}

/// Writes the report of every game into a directory, and `index.html`. The answer is negative if a check fails in any.
pub(super) fn write_all(
    book: &Rulebook,
    plan: Plan,
    origin: &dyn Fn() -> anyhow::Result<Origin>,
    out: Option<&Path>,
    printer: &Printer,
) -> anyhow::Result<()> {
    let directory = out.map_or_else(|| PathBuf::from("reports"), Path::to_owned);
    fs::create_dir_all(&directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let mut lines = Vec::new();
    for game in book.games() {
        let subject = opened(book, &game.id, None, std::collections::BTreeMap::new())?;
        let report = Report::new(book, subject, plan, origin()?)?;
        let file = format!("{}.html", game.id);
        write(&directory.join(&file), &document::html(&report), printer)?;
        lines.push(line(&report, file));
    }
    write(&directory.join("index.html"), &page(&lines, &origin()?), printer)?;
    let failed: Vec<String> = lines
        .iter()
        .filter(|line| !line.passes)
        .map(|line| format!("{}: {}", line.title, line.words))
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(Negative(failed.join("; ")).into()) }
}

fn line(report: &Report, file: String) -> Line {
    let section = report.subject.section();
    let verdict = Verdict::of(report);
    let wager = |wager: &rulebook::Wager| {
        let groups = report.groups_of(&wager.id);
        let edges = groups.iter().map(|group| group.first().house_edge());
        let (least, most) = (edges.clone().min()?, edges.max()?);
        let shown = [percent(&least, 4), percent(&most, 4)];
        let range = if shown[0] == shown[1] { shown[0].clone() } else { shown.join(" to ") };
        Some((wager.title.clone(), range))
    };
    Line {
        title: section.title.clone(),
        number: section.number.clone(),
        edition: section.edition.id.to_string(),
        file,
        wagers: section.wagers.iter().filter_map(wager).collect(),
        passes: verdict.passes(),
        words: verdict.words(),
    }
}

fn page(lines: &[Line], origin: &Origin) -> String {
    let passed = lines.iter().filter(|line| line.passes).count();
    let main = html! {
        main.rep {
            section.pg.index {
                div.rh { span { "Math reports" } span { "Croupier " (env!("CARGO_PKG_VERSION")) } }
                div.in {
                    div.tp { h1 { "Math reports of the rulebook" } p.sub2 { (passed) " of " (lines.len()) " games pass" } }
                    div.tw {
                        table.rt {
                            thead { tr {
                                th.w scope="col" { "Game" } th.w scope="col" { "Section" } th.w scope="col" { "Edition" }
                                th.w scope="col" { "House edge of each wager, over its schedules" } th scope="col" { "Result" }
                            } }
                            tbody {
                                @for line in lines {
                                    tr class=[(!line.passes).then_some("failed")] {
                                        th.w scope="row" { a href=(line.file) { (line.title) } }
                                        td.w { (line.number) }
                                        td.w { (line.edition) }
                                        td.w { @for (wager, edge) in &line.wagers { span.edge { (wager) " " (edge) } " " } }
                                        td { @if line.passes { "pass" } @else { "FAIL" } }
                                    }
                                }
                            }
                        }
                    }
                    dl.pair { dt { "Binary, SHA-256" } dd { (origin.binary) } }
                    dl.pair { dt { "Rulebook, SHA-256" } dd { (origin.rulebook) } }
                    dl.pair { dt { "Command" } dd { (origin.command) } }
                    dl.pair { dt { "Date" } dd { (origin.date) } }
                }
                footer { span { "Croupier " (env!("CARGO_PKG_VERSION")) } span { (lines.len()) " reports" } }
            }
        }
    };
    document::whole("Math reports", &main)
}
