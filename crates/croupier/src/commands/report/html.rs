//! The page of a report.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use odds::{Analysis, Arithmetic, Body, Estimate, decimal, digits, percent};
use rulebook::{Schedule, Section};

use super::{Report, Strategy, charts, hash};
use crate::page::grouped;

const STYLE: &str = include_str!("style.css");

/// The whole report; its footer has the hash of everything before it.
pub(super) fn page(report: &Report) -> String {
    let section = report.subject.section();
    let body = html! {
        (header(section, report))
        (summary(report))
        (rules(section))
        @for wager in &section.wagers {
            @let analyses: Vec<&Analysis> =
                report.analyses.iter().filter(|analysis| analysis.wager == wager.id).collect();
            @let strategy = report.strategies.iter().find(|known| known.wager == wager.id);
            (of_wager(report, &wager.id, &wager.title, &analyses, strategy))
        }
        (method(report))
        (checks(report))
        (rulings(section))
    };
    let body = body.into_string();
    let footer = html! {
        footer {
            p { "Croupier " (env!("CARGO_PKG_VERSION")) ". Section data SHA-256 " code { (report.rulebook_hash) } }
            p { "Report SHA-256 (of everything between the two rules) " code { (hash(&body)) } }
        }
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (section.title) ": math report" }
                style { (PreEscaped(STYLE)) }
            }
            body { hr; (PreEscaped(body)) hr; (footer) }
        }
    }
    .into_string()
}

fn header(section: &Section, report: &Report) -> Markup {
    let options = report.subject.posted();
    html! {
        header {
            h1 { (section.title) }
            p.lead { "Math report. ARSD " (section.number) ", edition " (section.edition.id.to_string()) "." }
            p { (section.summary) }
            @if !options.is_empty() {
                p {
                    "House options: "
                    @for (key, value) in options { code { (key) "=" (value) } " " }
                }
            }
        }
    }
}

/// What sets an analysis apart from the others of its wager.
fn name(analysis: &Analysis) -> String {
    let is = |key: &str, value: &str| analysis.options.get(key).is_some_and(|is| is == value);
    match () {
        () if is("stake-kept", "true") => format!("{}, stake kept", analysis.schedule),
        () if is("press", "never") => format!("{}, never pressed", analysis.schedule),
        () => analysis.schedule.clone(),
    }
}

fn summary(report: &Report) -> Markup {
    html! {
        section {
            h2 { "Summary" }
            p {
                "House edge is the expected loss per unit of the first wager under the strategy that "
                "minimizes it; element of risk is per unit of all money put at risk [ODD-1]. "
                "Progressives are analyzed at their seed."
            }
            div.scroll {
                table {
                    tr {
                        th { "Wager" } th { "Schedule" } th { "House edge" } th { "Element of risk" }
                        th { "Average wager" } th { "Std deviation" } th { "Hit frequency" }
                    }
                    @for analysis in &report.analyses {
                        tr {
                            td { (analysis.wager) }
                            td { (name(analysis)) }
                            td.n { (percent(&analysis.house_edge(), 4)) }
                            td.n { (percent(&analysis.element_of_risk(), 4)) }
                            td.n { (digits(&analysis.distribution.average_wager(), 4)) }
                            td.n { (format!("{:.4}", analysis.distribution.standard_deviation())) }
                            td.n { (percent(&analysis.distribution.hit_frequency(), 3)) }
                        }
                    }
                }
            }
        }
    }
}

fn rules(section: &Section) -> Markup {
    let cites = |keys: &[String]| {
        let cites: Vec<String> =
            keys.iter().filter_map(|key| section.cite(key)).map(|cite| cite.to_string()).collect();
        cites.join(", ")
    };
    html! {
        section {
            h2 { "Rules" }
            ol {
                @for step in &section.play {
                    li { (step.says) " " span.cite { (cites(&step.cite)) } }
                }
            }
        }
    }
}

fn rulings(section: &Section) -> Markup {
    html! {
        section {
            h2 { "How open points of the rule are read" }
            dl {
                @for ruling in &section.rulings {
                    dt { (ruling.id) } dd { (ruling.says) }
                }
            }
        }
    }
}

fn of_wager(
    report: &Report,
    id: &str,
    title: &str,
    analyses: &[&Analysis],
    strategy: Option<&Strategy>,
) -> Markup {
    let schedules = odds::schedules(&report.subject, id);
    html! {
        section.wager {
            h2 { (title) }
            (pays(&schedules))
            @if let Some(strategy) = strategy { (charts_of(strategy)) }
            @for (place, analysis) in analyses.iter().enumerate() {
                @let same = |other: &&&Analysis| other.distribution == analysis.distribution;
                @if let Some(first) = analyses[..place].iter().find(same) {
                    div.figures {
                        h3 { (analysis.wager) " " (name(analysis)) }
                        p { "Every figure is the same as for " (name(first)) "." }
                    }
                } @else {
                    (figures(analysis))
                }
            }
        }
    }
}

/// The schedules as the rule prints them, side by side.
fn pays(schedules: &[Schedule]) -> Markup {
    let Some(first) = schedules.first().filter(|schedule| !schedule.parts.is_empty()) else {
        return html! {};
    };
    let parts = (0..first.parts.len()).map(|place| {
        let with_part: Vec<&Schedule> =
            schedules.iter().filter(|schedule| schedule.parts.len() > place).collect();
        let mut hands: Vec<&'static str> = Vec::new();
        for schedule in &with_part {
            for row in &schedule.parts[place].rows {
                if !hands.contains(&row.hand.words()) {
                    hands.push(row.hand.words());
                }
            }
        }
        let pay = |schedule: &Schedule, hand: &str| {
            let row = schedule.parts[place].rows.iter().find(|row| row.hand.words() == hand);
            row.map_or_else(String::new, |row| match row.envy {
                Some(envy) => format!("{}, envy {envy:#}", row.pays),
                None => row.pays.to_string(),
            })
        };
        html! {
            p { "Pays " (first.parts[place].lines.join(", ")) ", judged on "
                (first.parts[place].judged.describe()) "." }
            div.scroll {
                table {
                    tr { th {} @for schedule in &with_part { th { (schedule.id) } } }
                    @for hand in &hands {
                        tr {
                            td { (hand) }
                            @for schedule in &with_part { td.n { (pay(schedule, hand)) } }
                        }
                    }
                }
            }
        }
    });
    html! {
        h3 { "Schedules" }
        @for part in parts { (part) }
    }
}

fn charts_of(strategy: &Strategy) -> Markup {
    html! {
        h3 { "Optimal strategy, schedule " (strategy.schedule) }
        @for chart in &strategy.charts {
            div.chart {
                h4 { (chart.title) }
                @match &chart.body {
                    Body::Rules(rules) => ol { @for rule in rules { li { (rule) } } },
                    Body::Grid(grid) => (charts::grid(grid)),
                }
                p.note { (chart.note) }
            }
        }
    }
}

fn figures(analysis: &Analysis) -> Markup {
    let distribution = &analysis.distribution;
    let is_exact = analysis.arithmetic == Arithmetic::Fractions;
    let edge = analysis.house_edge();
    html! {
        div.figures {
            h3 { (analysis.wager) " " (name(analysis)) }
            dl.figures {
                dt { "House edge" } dd { (percent(&edge, 6)) }
                @if is_exact { dt { "exactly" } dd.long { (edge.numer().to_string()) " / " (edge.denom().to_string()) } }
                dt { "Element of risk" } dd { (percent(&analysis.element_of_risk(), 6)) }
                dt { "Standard deviation" } dd { (format!("{:.6}", distribution.standard_deviation())) }
                dt { "Hit frequency" } dd { (percent(&distribution.hit_frequency(), 4)) }
                @if let Some(meter) = &analysis.meter {
                    dt { "Fixed part" } dd { (percent(&meter.fixed, 6)) }
                    dt { "Meter coefficient" } dd { (format!("{:.12}", decimal(&meter.coefficient))) " a dollar" }
                    @if let Some(even) = meter.break_even() {
                        dt { "Breaks even at" } dd { "$" (digits(&even, 2)) }
                    }
                }
                @if is_exact { dt { "Deals" } dd.long { (grouped(distribution.space())) } }
            }
            div.scroll { (outcomes(analysis)) }
            (charts::returns(analysis))
            @if let Some(meter) = &analysis.meter { (charts::against_meter(meter)) }
            (decisions(analysis))
            @for note in &analysis.notes { p.note { (note) } }
        }
    }
}

fn outcomes(analysis: &Analysis) -> Markup {
    let distribution = &analysis.distribution;
    let is_exact = analysis.arithmetic == Arithmetic::Fractions;
    html! {
        table {
            tr { th { "Outcome" } th { "Pays" } @if is_exact { th { "Combinations" } } th { "Probability" } th { "Return" } }
            @for outcome in distribution.outcomes() {
                @let probability = distribution.probability(outcome);
                tr {
                    td { (outcome.row) }
                    td.n { (outcome.pays) }
                    @if is_exact { td.n { (grouped(&outcome.combinations)) } }
                    td.n { (digits(&probability, 10)) }
                    td.n { (digits(&(&probability * outcome.net()), 8)) }
                }
            }
            tr.total {
                td { "All" } td {}
                @if is_exact { td.n { (grouped(distribution.space())) } }
                td.n { (digits(&odds::whole(1), 10)) }
                td.n { (digits(&distribution.value(), 8)) }
            }
        }
    }
}

fn decisions(analysis: &Analysis) -> Markup {
    if analysis.actions.is_empty() {
        return html! {};
    }
    let whole = |count: &num_bigint::BigUint| odds::whole(num_bigint::BigInt::from(count.clone()));
    let space = whole(analysis.distribution.space());
    html! {
        h4 { "How often each choice is made" }
        table {
            @for share in &analysis.actions {
                tr {
                    td { (share.at) } td { (share.action.to_string()) }
                    td.n { (percent(&(whole(&share.combinations) / &space), 4)) }
                }
            }
        }
    }
}

fn method(report: &Report) -> Markup {
    let is_rounded =
        report.analyses.iter().any(|analysis| analysis.arithmetic == Arithmetic::Doubles);
    html! {
        section {
            h2 { "Method" }
            p {
                "Every deal is counted; nothing is sampled. Hands that differ only by the names of the "
                "suits are counted once with their multiplicity. Counts are whole numbers and figures "
                "fractions of them; decimals are rounded only for printing. Choices of equal value go to "
                "the larger wager [ODD-1]; a player knows their own cards and the face-up cards [ODD-2]."
            }
            @if is_rounded {
                p { "Figures without combinations were computed over every deal in double precision." }
            }
        }
    }
}

fn checks(report: &Report) -> Markup {
    let all = || report.witness.iter().flat_map(|(_, simulation)| &simulation.estimates);
    let failed = all().filter(|estimate| estimate.contradicts().is_some()).count();
    html! {
        section {
            h2 { "Checks" }
            p {
                "The counts of each table of outcomes add up to the number of deals. The second witness is "
                "a simulation through the rounds that the tables play. Every schedule is posted at least "
                "once: " (report.witness.len()) " postings of " (grouped(&report.rounds)) " rounds each, "
                "the first with seed 1, the second with seed 2, and so on. The standard error comes from the "
                "exact standard deviation; p is the chance of outcomes that are spread at least as far from the "
                "exact chances, by chi-square over the outcomes, those with less than five expected joined. A "
                "check fails at four standard errors, or at a p of 0.0001 or less: "
                @if failed == 0 { "all " (all().count()) " pass." }
                @else { b.failed { (failed) " of " (all().count()) " fail." } }
            }
            div.scroll {
                table.checks {
                    tr {
                        th { "Posting" } th { "Wager" } th { "Schedule" } th { "Bets" } th { "Mean" }
                        th { "Exact" } th { "Difference" } th { "Std error" } th { "Std errors apart" } th { "p" }
                    }
                    @for (place, (_, simulation)) in report.witness.iter().enumerate() {
                        @for estimate in &simulation.estimates {
                            tr class=[estimate.contradicts().map(|_| "failed")] {
                                td.n { (place + 1) }
                                td { (estimate.wager) } td { (estimate.schedule) }
                                td.n { (estimate.bets) }
                                td.n { (format!("{:+.6}", estimate.mean)) }
                                td.n { (format!("{:+.6}", decimal(&estimate.exact))) }
                                td.n { (format!("{:+.6}", estimate.difference())) }
                                td.n { (format!("{:.6}", estimate.standard_error())) }
                                td.n { (format!("{:+.2}", estimate.deviation())) }
                                td.n { (format!("{:.4}", estimate.fit.p)) }
                            }
                        }
                    }
                }
            }
            (differences(all().collect()))
        }
    }
}

/// Why the exact value of a check is not the figure that stands with its schedule.
fn differences(estimates: Vec<&Estimate>) -> Markup {
    let mut lines: Vec<(String, &str)> = Vec::new();
    for estimate in estimates {
        for note in &estimate.notes {
            let line = (format!("{} {}", estimate.wager, estimate.schedule), note.as_str());
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    html! {
        @if !lines.is_empty() {
            p { "Where what the rounds play differs from the tables above, the exact value here is that of the rounds:" }
            ul { @for (what, note) in &lines { li { (what) ": " (note) } } }
        }
    }
}
