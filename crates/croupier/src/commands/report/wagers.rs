//! The chapters about the wagers: schedules, best play, and every figure.

use maud::{Markup, html};
use odds::{Analysis, Arithmetic, Body, Chart, Grid, decimal, digits, percent};
use rulebook::Schedule;

use super::groups::Group;
use super::sheet::Composer;
use super::table::{Row, Table, number, words};
use super::{Report, Strategy, charts};
use crate::page::grouped;
use crate::palette::Color;

/// The chapter about one wager; nothing if it has no figures. A par sheet, the life of a progressive and other sections
/// about one schedule of a wager belong here, after its figures.
pub(super) fn compose(report: &Report, wager: &rulebook::Wager, composer: &mut Composer) {
    let groups = report.groups_of(&wager.id);
    if groups.is_empty() {
        return;
    }
    composer.chapter(&wager.title);
    pays(&odds::schedules(&report.subject, &wager.id), composer);
    for group in &groups {
        figures(report, group, composer);
    }
    if let Some(strategy) = report.strategies.iter().find(|known| known.wager == wager.id) {
        best_play(strategy, composer);
    }
}

/// The schedules as the rule prints them, side by side; columns with equal pays are one.
fn pays(schedules: &[Schedule], composer: &mut Composer) {
    let Some(first) = schedules.first().filter(|schedule| !schedule.parts.is_empty()) else {
        return;
    };
    composer.section("Payout odds");
    for place in 0..first.parts.len() {
        let with_part: Vec<&Schedule> =
            schedules.iter().filter(|schedule| schedule.parts.len() > place).collect();
        let mut hands: Vec<&'static str> = Vec::new();
        for row in with_part.iter().flat_map(|schedule| &schedule.parts[place].rows) {
            if !hands.contains(&row.hand.words()) {
                hands.push(row.hand.words());
            }
        }
        let mut columns: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
        for schedule in &with_part {
            let pays: Vec<String> = hands.iter().map(|hand| pay(schedule, place, hand)).collect();
            match columns.iter_mut().find(|(_, known)| *known == pays) {
                Some((ids, _)) => ids.push(&schedule.id),
                None => columns.push((vec![&schedule.id], pays)),
            }
        }
        // A schedule's id is not broken at its hyphen.
        let name = |ids: &[&str]| ids.join(", ").replace('-', "\u{2011}");
        let head = columns.iter().map(|(ids, _)| number(&name(ids)));
        let head = [words("Hand")].into_iter().chain(head).collect();
        let row = |(at, hand): (usize, &&str)| {
            let cells = columns.iter().map(|(_, pays)| pays[at].clone());
            Row::new([(*hand).to_owned()].into_iter().chain(cells).collect())
        };
        let rows = hands.iter().enumerate().map(row).collect();
        let part = &first.parts[place];
        let caption =
            format!("Pays of {}, judged on {}", part.lines.join(", "), part.judged.describe());
        composer.table(&Table::new(caption, head, rows), None);
    }
}

fn pay(schedule: &Schedule, place: usize, hand: &str) -> String {
    let row = schedule.parts[place].rows.iter().find(|row| row.hand.words() == hand);
    row.map_or_else(String::new, |row| match row.envy {
        Some(envy) => format!("{}, envy {envy:#}", row.pays),
        None => row.pays.to_string(),
    })
}

fn figures(report: &Report, group: &Group<'_>, composer: &mut Composer) {
    let analysis = group.first();
    let title = group.labels().join(", ");
    composer.section(&title);
    composer.facts(
        &format!(
            "Figures of {}, unit: {}",
            report.title(&analysis.wager),
            report.unit(&analysis.wager)
        ),
        &facts(report, analysis),
    );
    if let Some(edge) = analysis.house_edge_exact() {
        composer.note(&format!("House edge exactly {} / {}.", edge.numer(), edge.denom()));
    }
    if let Some(second) = report.second(analysis) {
        composer.note(&format!(
            "Second method: {} It gives {}: {}.",
            second.how,
            percent(&second.edge, 6),
            if second.agrees { "the same" } else { "NOT the same" }
        ));
    }
    let options: Vec<String> =
        analysis.options.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    if !options.is_empty() {
        composer.note(&format!("Options: {}.", options.join(", ")));
    }
    for note in &analysis.notes {
        composer.note(note);
    }
    let chart = charts::returns(analysis);
    composer.table(&outcomes(report, analysis), Some(&chart));
    if let Some(meter) = analysis.meter.as_ref().and_then(charts::against_meter) {
        composer.figure(&meter);
    }
    if !analysis.actions.is_empty() {
        composer.table(&decisions(analysis), None);
    }
}

fn facts(report: &Report, analysis: &Analysis) -> Vec<(String, String)> {
    let distribution = &analysis.distribution;
    let edge = analysis.house_edge();
    let second = report.second(analysis);
    let mut facts = vec![
        ("House edge", percent(&edge, 6)),
        ("Second method", second.map_or_else(|| "none".to_owned(), |it| percent(&it.edge, 6))),
        ("Payback, first wager", percent(&(odds::whole(1) - &edge), 6)),
        ("Element of risk", percent(&analysis.element_of_risk(), 6)),
        ("Average wager", digits(&distribution.average_wager(), 6)),
        ("Standard deviation", format!("{:.6}", distribution.standard_deviation())),
        ("Hit, result above 0", percent(&distribution.hit_frequency(), 4)),
    ];
    if let Some(meter) = &analysis.meter {
        facts.push(("Meter", charts::dollars(meter.meter)));
        facts.push(("Fixed part", percent(&meter.fixed, 6)));
        facts
            .push(("Return a dollar on the meter", format!("{:.12}", decimal(&meter.coefficient))));
        if let Some(even) = meter.break_even() {
            facts.push(("Breaks even at", format!("${}", digits(&even, 2))));
        }
    }
    facts.into_iter().map(|(label, value)| (label.to_owned(), value)).collect()
}

fn outcomes(report: &Report, analysis: &Analysis) -> Table {
    let distribution = &analysis.distribution;
    let is_exact = analysis.arithmetic == Arithmetic::Fractions;
    let cells = |row: &str, pays: &str, deals: String, chance: String, adds: String| {
        let deals = is_exact.then_some(deals);
        let cells = [row.to_owned(), pays.to_owned()].into_iter().chain(deals);
        cells.chain([chance, adds]).collect::<Vec<String>>()
    };
    let mut rows: Vec<Row> = Vec::new();
    for outcome in distribution.outcomes() {
        let chance = distribution.probability(outcome);
        let adds = digits(&(&chance * outcome.net()), 8);
        let deals = grouped(&outcome.combinations);
        rows.push(Row::new(cells(&outcome.row, &outcome.pays, deals, digits(&chance, 10), adds)));
    }
    let all = cells(
        "All",
        "",
        grouped(distribution.space()),
        digits(&odds::whole(1), 10),
        digits(&distribution.value(), 8),
    );
    rows.push(Row { cells: all, class: Some("sum") });
    let deals = is_exact.then(|| number("Deals"));
    let head = [words("Outcome"), number("Pays")].into_iter().chain(deals);
    let columns = head.chain([number("True odds: chance"), number("Return")]).collect();
    let title = report.title(&analysis.wager);
    Table::new(format!("How {title} ends, {}", super::groups::label(analysis)), columns, rows)
}

fn decisions(analysis: &Analysis) -> Table {
    let whole = |count: &num_bigint::BigUint| odds::whole(num_bigint::BigInt::from(count.clone()));
    let space = whole(analysis.distribution.space());
    let row = |share: &odds::ActionShare| {
        let part = percent(&(whole(&share.combinations) / &space), 4);
        Row::new(vec![share.at.to_owned(), share.action.to_string(), part])
    };
    let rows = analysis.actions.iter().map(row).collect();
    let columns = vec![words("Decision"), words("Choice"), number("Of all deals")];
    Table::new("How often each choice is made", columns, rows)
}

fn best_play(strategy: &Strategy, composer: &mut Composer) {
    composer.section(&format!("Best play, {}", strategy.schedule));
    for chart in &strategy.charts {
        composer.heading(&chart.title);
        match &chart.body {
            Body::Rules(rules) => {
                for (place, rule) in rules.iter().enumerate() {
                    composer.paragraph(&format!("{}. {rule}", place + 1));
                }
            }
            Body::Grid(grid) => of_grid(chart, grid, composer),
        }
        composer.note(&chart.note);
    }
}

/// A grid as a table with the colors of its words, and what they mean.
fn of_grid(chart: &Chart, grid: &Grid, composer: &mut Composer) {
    let head = grid.columns.iter().map(|column| number(column));
    let row = |(name, cells): (&String, &Vec<String>)| {
        Row::new([name].into_iter().chain(cells).cloned().collect())
    };
    let colors: Vec<(String, &'static str)> =
        grid.legend.iter().map(|key| (key.word.clone(), Color::of(key.action).class())).collect();
    let class = move |word: &str| {
        let known = colors.iter().find(|(known, _)| known == word);
        known.map(|(_, class)| *class)
    };
    let caption = format!("{}. Down: {}; across: {}", chart.title, grid.rows_are, grid.columns_are);
    let columns = [words("")].into_iter().chain(head).collect();
    let rows = grid.rows.iter().zip(&grid.cells).map(row).collect();
    let mut table = Table::new(caption, columns, rows);
    // A wide grid of few rows stands upright when it is turned.
    if !table.is_upright() && grid.rows.len() < grid.columns.len() {
        table = turned(chart, grid);
    }
    let table = Table { class: "grid", cell_class: Box::new(class), ..table };
    composer.table(&table, None);
    composer.block(legend_height(grid), legend(grid));
}

/// A grid with its columns as rows.
fn turned(chart: &Chart, grid: &Grid) -> Table {
    let head = grid.rows.iter().map(|row| number(row));
    let row = |(place, name): (usize, &String)| {
        let cells = grid.cells.iter().map(|cells| cells.get(place).cloned().unwrap_or_default());
        Row::new([name.clone()].into_iter().chain(cells).collect())
    };
    let caption = format!("{}. Down: {}; across: {}", chart.title, grid.columns_are, grid.rows_are);
    let rows = grid.columns.iter().enumerate().map(row).collect();
    Table::new(caption, [words("")].into_iter().chain(head).collect(), rows)
}

fn legend_height(grid: &Grid) -> f64 {
    let all: Vec<String> =
        grid.legend.iter().map(|key| format!("{}    {}     ", key.word, key.means)).collect();
    super::sheet::height_of(&all.join(" "), super::sheet::NOTE, 175.0) * 1.15
}

fn legend(grid: &Grid) -> Markup {
    html! {
        p.legend {
            @for key in &grid.legend {
                span.key { span class=(Color::of(key.action).class()) { (key.word) } " " (key.means) } " "
            }
        }
    }
}
