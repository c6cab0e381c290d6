//! One wager under one schedule for people, with every outcome.

use games::{Posting, Table};
use odds::{Analysis, Arithmetic, digits, percent};
use rulebook::Rulebook;

use super::result::{edge_words, in_full};
use super::table::even_words;
use crate::page::{Align, Page, grouped};

/// Writes the page of one wager under one schedule.
pub(super) fn page(page: &mut Page, (title, section): (String, String), analysis: &Analysis) {
    page.title(&format!("{title}: {} {}", analysis.wager, analysis.schedule), &section);
    page.blank();
    summary(page, analysis);
    outcomes(page, analysis);
    actions(page, analysis);
    for note in &analysis.notes {
        page.blank();
        page.paragraph(note);
    }
}

fn summary(page: &mut Page, analysis: &Analysis) {
    let distribution = &analysis.distribution;
    let mut item = |label: &str, words: &str| page.item(label, 18, words, "");
    for (key, value) in &analysis.options {
        item(key, value);
    }
    item("house edge", &edge_words(analysis, 6));
    match analysis.house_edge_exact() {
        Some(edge) => item("", &in_full(&edge)),
        None if odds::is_on_blackjack(&analysis.wager) => {
            item("", "every deal counted, in double precision; --fractions gives the fraction");
        }
        None => item("", "every deal counted, in double precision"),
    }
    item("element of risk", &percent(&analysis.element_of_risk(), 6));
    item("average wager", &digits(&distribution.average_wager(), 6));
    item("standard deviation", &format!("{:.6}", distribution.standard_deviation()));
    item("hit frequency", &percent(&distribution.hit_frequency(), 4));
    if let Some(meter) = &analysis.meter {
        item("meter", &format!("{:#}", meter.meter.to_cents(money::Rounding::Down)));
        item("other seats", &seats_words(analysis, meter.seats));
        item("fixed part", &percent(&meter.fixed, 4));
        item("envy in it", &percent(&meter.envy, 4));
        let per = &meter.coefficient * odds::whole(10_000);
        item("meter part", &format!("{} for every $10,000", percent(&per, 4)));
        let even = even_words(meter);
        item("breaks even at", &even);
        let edge = odds::whole(1) - &meter.long_run;
        item(
            "long-run edge",
            &format!("{}; `croupier progressive` has its life", percent(&edge, 4)),
        );
    }
    if analysis.arithmetic == Arithmetic::Fractions {
        item("deals counted", &grouped(distribution.space()));
    }
}

/// Which other seats are counted for envy [PRG-6].
pub(super) fn seats_words(analysis: &Analysis, seats: u8) -> String {
    let posting = Posting { game: analysis.game.clone(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting);
    let (one, many) = match table.is_ok_and(|table| table.envy_needs_own_bet()) {
        true => ("seat that bets the progressive", "seats that bet the progressive"),
        false => (
            "seat with a hand, whether it bets or not",
            "seats with a hand, whether they bet or not",
        ),
    };
    match seats {
        0 => "none; --seats N counts envy".to_owned(),
        1 => format!("1 other {one} [PRG-6]"),
        seats => format!("{seats} other {many} [PRG-6]"),
    }
}

fn outcomes(page: &mut Page, analysis: &Analysis) {
    let distribution = &analysis.distribution;
    let is_exact = analysis.arithmetic == Arithmetic::Fractions;
    page.heading("outcomes");
    let head = ["", "pays", "deals", "probability", "return"].map(str::to_owned);
    let row = |outcome: &odds::Outcome| {
        let probability = distribution.probability(outcome);
        let deals = grouped(&outcome.combinations);
        vec![
            outcome.row.clone(),
            outcome.pays.clone(),
            if is_exact { deals } else { String::new() },
            digits(&probability, 8),
            digits(&(probability * outcome.net()), 6),
        ]
    };
    let rows: Vec<Vec<String>> = distribution.outcomes().iter().map(row).collect();
    let side = |column: usize| if column == 0 { Align::Left } else { Align::Right };
    page.aligned(&head, &rows, side);
}

fn actions(page: &mut Page, analysis: &Analysis) {
    if analysis.actions.is_empty() {
        return;
    }
    page.heading("decisions");
    let space = odds::whole(num_bigint::BigInt::from(analysis.distribution.space().clone()));
    let head = ["", "", "deals"].map(str::to_owned);
    let row = |share: &odds::ActionShare| {
        let count = odds::whole(num_bigint::BigInt::from(share.combinations.clone()));
        vec![share.at.to_owned(), share.action.to_string(), percent(&(count / &space), 4)]
    };
    let rows: Vec<Vec<String>> = analysis.actions.iter().map(row).collect();
    let side = |column: usize| if column < 2 { Align::Left } else { Align::Right };
    page.aligned(&head, &rows, side);
}
