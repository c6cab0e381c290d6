//! The title page: what was analyzed, under which rule and options, by which program, and what came of it.

use maud::html;
use odds::{Arithmetic, percent};
use rulebook::{Applies, LimitMax, Section, Status};

use super::groups::{Group, label};
use super::sheet::Composer;
use super::table::{Row, Table, number, words};
use super::{Report, Verdict};
use crate::page::grouped;

/// The title page.
pub(super) fn compose(report: &Report, composer: &mut Composer) {
    let section = report.subject.section();
    composer.turn(super::sheet::Paper::Upright);
    composer.block(
        30.0,
        html! {
            div.tp {
                p.caps { "Mathematical analysis of a table game" }
                h1 { (section.title) }
                p.sub2 { "True odds, payout odds and advantage of every wager" }
            }
        },
    );
    about(report, section, composer);
    verdict(report, composer);
    advantages(report, composer);
    let mut pair = |label: &str, text: &str| composer.pair(label, text);
    pair("Program", &format!("croupier {}", env!("CARGO_PKG_VERSION")));
    pair("Binary, SHA-256", &spaced(&report.origin.binary));
    pair("Rulebook, SHA-256", &spaced(&report.origin.rulebook));
    pair("Command", &report.origin.command);
    pair("Date", &report.origin.date);
    composer.block(
        9.0,
        html! {
            dl.pair { dt { "Author" } dd.line { (report.origin.author) } }
        },
    );
}

/// A digest in groups of eight, which can be read aloud and broken into lines.
fn spaced(digest: &str) -> String {
    let bytes: Vec<char> = digest.chars().collect();
    bytes.chunks(8).map(|part| part.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

fn about(report: &Report, section: &Section, composer: &mut Composer) {
    let edition = &section.edition;
    let status = match edition.status {
        Status::Adopted => "adopted",
        Status::Proposed => "proposed",
    };
    let named = edition.id.to_string();
    let status = if named == status { named } else { format!("{named}, {status}") };
    let sdr = edition.sdr.as_ref().map_or_else(String::new, |sdr| format!(" ({sdr})"));
    let wagers: Vec<&str> = section.wagers.iter().map(|wager| wager.title.as_str()).collect();
    let deals = report
        .analyses
        .iter()
        .filter(|analysis| analysis.arithmetic == Arithmetic::Fractions)
        .max_by(|a, b| a.distribution.space().cmp(b.distribution.space()));
    let counted = deals.map_or_else(String::new, |analysis| {
        format!(
            " ({} for {})",
            grouped(analysis.distribution.space()),
            report.title(&analysis.wager)
        )
    });
    let doubles = report.analyses.iter().any(|it| it.arithmetic == Arithmetic::Doubles);
    let arithmetic = if doubles {
        "exact fractions, and double precision where the table of outcomes has no counts"
    } else {
        "exact fractions"
    };
    let simulated = grouped(&report.rounds);
    composer.pair("Rule", &format!("ARSD {}", section.number));
    composer.pair("Edition, status", &format!("{status}{sdr}"));
    composer.pair("Wagers", &wagers.join(", "));
    composer.pair("Schedules as posted", &schedules(report));
    composer.pair("Options as posted", &options(report));
    composer.pair("Limits", &limits(section));
    composer.pair("Scope", &scope(report));
    composer.pair(
        "Method",
        &format!(
            "Every deal counted{counted}; {arithmetic}. A second method beside the edge where there is one; \
             {simulated} simulated rounds for each of {} postings, with its own options.",
            report.witness.len()
        ),
    );
}

/// The schedules of every wager; those with equal figures are joined.
fn schedules(report: &Report) -> String {
    let of_wager = |wager: &rulebook::Wager| {
        let groups = report.groups_of(&wager.id);
        let named = |group: &Group<'_>| group.labels().join(" = ");
        let names: Vec<String> = groups.iter().map(named).collect();
        (!names.is_empty()).then(|| format!("{}: {}", wager.title, names.join(", ")))
    };
    let section = report.subject.section();
    section.wagers.iter().filter_map(of_wager).collect::<Vec<_>>().join("; ")
}

/// Every option with its value, those that a schedule decides with all their values.
pub(super) fn options(report: &Report) -> String {
    let section = report.subject.section();
    let decided = |key: &str| {
        let posted = report.subject.option(key).to_owned();
        let mut values = vec![posted];
        for analysis in &report.analyses {
            let value = analysis.options.get(key);
            values.extend(value.filter(|value| !values.contains(value)).cloned());
        }
        if values.len() > 1 && key != "decks" {
            let is_of_schedule = |posted: &super::Posted| posted.decided.contains_key(key);
            return match report.witness.iter().any(is_of_schedule) {
                true => format!("{} as the schedule says", values.join(" or ")),
                false => format!("{}, and {} shown beside it", values[0], values[1..].join(", ")),
            };
        }
        values.swap_remove(0)
    };
    let mut all = vec![("decks".to_owned(), report.subject.decks().get().to_string())];
    let of_section = section.options.iter().filter(|option| option.key != "decks");
    all.extend(of_section.map(|option| (option.key.clone(), decided(&option.key))));
    let known = |key: &str| all.iter().any(|(known, _)| known == key);
    let soft_17 = (!known("soft-17"))
        .then(|| report.analyses.iter().find_map(|analysis| analysis.options.get("soft-17")))
        .flatten()
        .cloned();
    all.extend(soft_17.map(|value| ("soft-17".to_owned(), value)));
    let words: Vec<String> = all
        .iter()
        .map(|(key, value)| if value.is_empty() { key.clone() } else { format!("{key}: {value}") })
        .collect();
    words.join(" · ")
}

fn limits(section: &Section) -> String {
    let limit = |limit: &rulebook::Limit| {
        let applies = match limit.applies {
            Applies::Each if limit.wagers.len() > 1 => " each",
            Applies::Each => "",
            Applies::Together => " together",
        };
        let most = match limit.max {
            LimitMax::Posted => "as posted".to_owned(),
            LimitMax::Amount(amount) => format!("at most {amount:#}"),
        };
        let least = limit.min.map_or_else(String::new, |min| format!("at least {min:#}, "));
        format!("{}{applies} {least}{most}", limit.wagers.join(", "))
    };
    section.limits.iter().map(limit).collect::<Vec<_>>().join("; ")
}

fn scope(report: &Report) -> String {
    let decks = report.subject.decks().get();
    let decks = if decks == 1 { "One deck".to_owned() } else { format!("{decks} decks") };
    let decided: Vec<&str> =
        report.strategies.iter().map(|strategy| report.title(&strategy.wager)).collect();
    let best = match decided.as_slice() {
        [] => String::new(),
        all => format!("; best play of {}", all.join(", ")),
    };
    let has_meter = report.analyses.iter().any(|analysis| analysis.meter.is_some());
    let meter = if has_meter { "; progressives at their seed" } else { "" };
    format!("{decks}, one seat{best}{meter}. Advantage per unit of the first wager [ODD-1].")
}

fn verdict(report: &Report, composer: &mut Composer) {
    let verdict = Verdict::of(report);
    let (class, word) = if verdict.passes() { ("pass", "Pass") } else { ("failed", "Fail") };
    let text = verdict.words();
    let height = super::sheet::height_of(&text, super::sheet::TEXT, 140.0).max(14.0) + 6.0;
    composer.block(
        height,
        html! {
            div.verdict {
                div { span.caps { "Conclusion" } b class=(class) { (word) } }
                p { (text) }
            }
        },
    );
}

/// The first schedule of every wager.
fn advantages(report: &Report, composer: &mut Composer) {
    let mut rows = Vec::new();
    for wager in &report.subject.section().wagers {
        let Some(group) = report.groups_of(&wager.id).into_iter().next() else { continue };
        let analysis = group.first();
        let estimates = || {
            report.estimates().filter(|it| it.wager == wager.id && it.schedule == analysis.schedule)
        };
        let z =
            estimates().map(odds::Estimate::deviation).max_by(|a, b| a.abs().total_cmp(&b.abs()));
        let p = estimates().map(|estimate| estimate.fit.p).min_by(f64::total_cmp);
        let is_passed = estimates().all(|estimate| estimate.contradicts().is_none());
        let second = report.second(analysis);
        let agrees = second.is_none_or(|second| second.agrees);
        let is_passed = is_passed && agrees;
        rows.push(Row {
            cells: vec![
                wager.title.clone(),
                label(analysis),
                percent(&analysis.house_edge(), 6),
                second.map_or_else(|| "\u{2013}".to_owned(), |second| percent(&second.edge, 6)),
                z.map_or_else(String::new, |z| format!("{z:+.2}")),
                p.map_or_else(String::new, |p| format!("{p:.4}")),
                if is_passed { "pass" } else { "FAIL" }.to_owned(),
            ],
            class: (!is_passed).then_some("failed"),
        });
    }
    let columns = vec![
        words("Wager"),
        words("Schedule"),
        number("House edge"),
        number("Second method"),
        number("z"),
        number("p"),
        number("Result"),
    ];
    composer.table(&Table::new("Advantage of every wager, first schedule", columns, rows), None);
}
