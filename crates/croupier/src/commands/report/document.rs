//! A report as one HTML document: title page, contents, chapters.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::sheet::{Composer, Foot, contents};
use super::table::{Row, Table, number, words};
use super::{Report, checks, front, wagers};
use odds::{digits, percent};

const STYLE: &str = include_str!("style.css");

/// The whole report.
pub(super) fn html(report: &Report) -> String {
    let section = report.subject.section();
    let mut title = Composer::new("Math report");
    front::compose(report, &mut title);
    let mut body = title.after("Math report");
    summary(report, &mut body);
    rules(report, &mut body);
    for wager in &section.wagers {
        wagers::compose(report, wager, &mut body);
    }
    checks::simulation(report, &mut body);
    checks::method(report, &mut body);
    let foot = |pages: usize| Foot {
        game: section.title.clone(),
        program: format!(
            "Croupier {} \u{b7} rulebook {}",
            env!("CARGO_PKG_VERSION"),
            &report.origin.rulebook[..12]
        ),
        pages,
    };
    let written = html! { (title.pages(&foot(0), 0)) (body.pages(&foot(0), 0)) }.into_string();
    checks::rulings(section, &written, &mut body);
    let list = contents(&body.entries, title.sheets.len());
    let (first, second) = (title.sheets.len(), list.sheets.len());
    let foot = foot(first + second + body.sheets.len());
    let pages = html! {
        main.rep {
            (title.pages(&foot, 0))
            (list.pages(&foot, first))
            (body.pages(&foot, first + second))
        }
    };
    whole(&format!("Math report: {}", section.title), &pages)
}

/// A document without outside parts.
pub(super) fn whole(title: &str, main: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { (main) }
        }
    }
    .into_string()
}

fn summary(report: &Report, composer: &mut Composer) {
    composer.chapter("Advantage of every wager");
    composer.paragraph(
        "House edge is the expected loss per unit of the first wager under the best play; element of risk is per unit of all \
         money put at risk [ODD-1]. Schedules with equal figures stand in one row.",
    );
    let mut rows = Vec::new();
    for wager in &report.subject.section().wagers {
        for group in report.groups_of(&wager.id) {
            let analysis = group.first();
            let distribution = &analysis.distribution;
            let second = report.second(analysis);
            rows.push(Row {
                cells: vec![
                    wager.title.clone(),
                    group.labels().join(", "),
                    percent(&analysis.house_edge(), 6),
                    second.map_or_else(|| "\u{2013}".to_owned(), |it| percent(&it.edge, 6)),
                    percent(&analysis.element_of_risk(), 6),
                    digits(&distribution.average_wager(), 4),
                    format!("{:.4}", distribution.standard_deviation()),
                    percent(&distribution.hit_frequency(), 3),
                ],
                class: second.filter(|second| !second.agrees).map(|_| "failed"),
            });
        }
    }
    let columns = vec![
        words("Wager"),
        words("Schedules"),
        number("House edge"),
        number("Second method"),
        number("Element of risk"),
        number("Average wager"),
        number("Std deviation"),
        number("Hit frequency"),
    ];
    composer.table(&Table::new("Advantage of every wager, all schedules", columns, rows), None);
}

fn rules(report: &Report, composer: &mut Composer) {
    let section = report.subject.section();
    composer.chapter("Order of play");
    composer.paragraph(&section.summary);
    for (place, step) in section.play.iter().enumerate() {
        let cites = step.cite.iter().filter_map(|key| section.cite(key));
        let cites: Vec<String> = cites.map(|cite| cite.to_string()).collect();
        // A ruling about the order of play is not one that a figure uses, so it is named without its text.
        let cites = cites.join(", ").replace(['[', ']'], "");
        let text =
            if cites.is_empty() { step.says.clone() } else { format!("{} ({cites})", step.says) };
        composer.pair(&format!("{}.", place + 1), &text);
    }
}
