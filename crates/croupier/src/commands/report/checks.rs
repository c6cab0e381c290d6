//! The chapters about what the figures rest on: the method, the simulation of every posting, and the rulings.

use std::collections::BTreeSet;

use odds::{Arithmetic, Estimate, decimal};
use rulebook::Section;

use super::sheet::Composer;
use super::table::{Row, Table, number, words};
use super::{Posted, Report};
use crate::page::grouped;

/// How the figures were computed.
pub(super) fn method(report: &Report, composer: &mut Composer) {
    composer.chapter("Method");
    composer.paragraph(
        "Every deal is counted; nothing is sampled. Hands that differ only by the names of the suits are counted once \
         with their multiplicity. Counts are whole numbers and figures fractions of them; decimals are rounded only for \
         printing. Choices of equal value go to the larger wager [ODD-1]; a player knows their own cards and the face-up \
         cards [ODD-2].",
    );
    composer.paragraph(
        "House edge is the expected loss per unit of the first wager under the strategy that minimizes it; element of risk \
         is per unit of all money put at risk [ODD-1]. Progressives are analyzed at their seed.",
    );
    if report.analyses.iter().any(|analysis| analysis.arithmetic == Arithmetic::Doubles) {
        composer.paragraph(
            "Figures without counts of deals were computed over every deal in double precision.",
        );
    }
    let seconds: BTreeSet<&str> =
        report.seconds.iter().flatten().map(|second| second.how).collect();
    if !seconds.is_empty() {
        composer.heading("The second method");
        for how in seconds {
            composer.paragraph(how);
        }
    }
}

/// The simulation: what was posted, and what came of it.
pub(super) fn simulation(report: &Report, composer: &mut Composer) {
    composer.chapter("Simulation");
    let failed = report.estimates().filter(|estimate| estimate.contradicts().is_some()).count();
    let all = report.estimates().count();
    composer.paragraph(&format!(
        "Every posting is played through the rounds that the tables play, with its own options and with the best play of \
         its own schedules: {} postings of {} rounds each, the first with seed {}, the next with the next seed. z is the \
         difference of the mean from the exact value in standard errors, which come from the exact standard deviation; p \
         is the chance of outcomes spread at least as far from the exact chances, by chi-square over the rows of outcomes, \
         those with less than five expected joined.",
        report.witness.len(),
        grouped(&report.rounds),
        report.seed,
    ));
    let result = match failed {
        0 => format!("all {all} checks pass"),
        _ => format!("{failed} of {all} checks FAIL"),
    };
    composer.paragraph(&format!("Criterion: |z| below 4 and p above 0.0001. Result: {result}."));
    composer.table(&posted(report), None);
    composer.table(&estimates(report), None);
    let notes = differences(report);
    if !notes.is_empty() {
        composer.heading("Where the rounds differ from the odds");
        composer.paragraph("The exact value above is that of what the rounds play:");
        for note in notes {
            composer.note(&note);
        }
    }
}

fn posted(report: &Report) -> Table {
    let row = |(place, Posted { posting, decided, .. }): (usize, &Posted)| {
        let pairs = |pairs: &std::collections::BTreeMap<String, String>| {
            let all: Vec<String> = pairs.iter().map(|(key, id)| format!("{key}: {id}")).collect();
            if all.is_empty() { "\u{2013}".to_owned() } else { all.join(", ") }
        };
        let seed = report.seed + place as u64;
        Row::new(vec![
            (place + 1).to_string(),
            seed.to_string(),
            pairs(&posting.schedules),
            pairs(decided),
        ])
    };
    let rows = report.witness.iter().enumerate().map(row).collect();
    let columns =
        vec![number("Posting"), number("Seed"), words("Schedules"), words("Its own options")];
    Table::new("What each posting posts; other options are those of the title page", columns, rows)
}

fn estimates(report: &Report) -> Table {
    let mut rows = Vec::new();
    for (place, posted) in report.witness.iter().enumerate() {
        for estimate in &posted.simulation.estimates {
            rows.push(check(report, place, estimate));
        }
    }
    let columns = vec![
        number("Posting"),
        words("Wager"),
        words("Schedule"),
        number("Bets"),
        number("Mean"),
        number("Exact"),
        number("Difference"),
        number("Std error"),
        number("z"),
        number("Chi-square"),
        number("Degrees"),
        number("p"),
        number("Result"),
    ];
    let caption = "Simulated mean and outcomes beside the exact ones, in units of the first wager";
    Table { class: "checks", ..Table::new(caption, columns, rows) }
}

fn check(report: &Report, place: usize, estimate: &Estimate) -> Row {
    let fails = estimate.contradicts().is_some();
    Row {
        cells: vec![
            (place + 1).to_string(),
            report.title(&estimate.wager).to_owned(),
            estimate.schedule.clone(),
            grouped(&estimate.bets),
            format!("{:+.6}", estimate.mean),
            format!("{:+.6}", decimal(&estimate.exact)),
            format!("{:+.6}", estimate.difference()),
            format!("{:.6}", estimate.standard_error()),
            format!("{:+.2}", estimate.deviation()),
            format!("{:.2}", estimate.fit.statistic),
            estimate.fit.freedom.to_string(),
            format!("{:.4}", estimate.fit.p),
            if fails { "FAIL" } else { "pass" }.to_owned(),
        ],
        class: fails.then_some("failed"),
    }
}

/// Why the exact value of a check is not the figure that stands with its schedule.
fn differences(report: &Report) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for estimate in report.estimates() {
        for note in &estimate.notes {
            let line = format!("{} {}: {note}", report.title(&estimate.wager), estimate.schedule);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines
}

/// The rulings that a figure uses: those that the schedules, pays, limits and options shown cite, and those that the pages
/// name.
pub(super) fn rulings(section: &Section, pages: &str, composer: &mut Composer) {
    let used = used(section, pages);
    let shown: Vec<&rulebook::Ruling> =
        section.rulings.iter().filter(|ruling| used.contains(ruling.id.as_str())).collect();
    if shown.is_empty() {
        return;
    }
    composer.chapter("Rulings that the figures use");
    for ruling in shown {
        composer.pair(&ruling.id, &ruling.says);
    }
}

fn used<'s>(section: &'s Section, pages: &'s str) -> BTreeSet<&'s str> {
    let parts = section.schedules.iter().flat_map(|schedule| &schedule.parts);
    let cited = parts
        .flat_map(|part| {
            let printed = part.rows.iter().filter_map(|row| row.printed.as_ref());
            part.cite.iter().chain(printed.map(|printed| &printed.ruling))
        })
        .chain(section.pays.iter().flat_map(|pay| &pay.cite))
        .chain(section.limits.iter().flat_map(|limit| &limit.cite))
        .chain(section.rakes.iter().flat_map(|rake| &rake.cite))
        .chain(section.options.iter().flat_map(|option| &option.cite))
        .chain(section.terms.iter().flat_map(|term| &term.cite));
    let mut used: BTreeSet<&str> = cited.map(String::as_str).collect();
    // One or more in brackets, with commas.
    for rest in pages.split('[').skip(1) {
        let Some((inside, _)) = rest.split_once(']') else { continue };
        used.extend(inside.split(',').map(str::trim));
    }
    used
}
