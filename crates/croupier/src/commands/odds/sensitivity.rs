//! `croupier odds --sensitivity`: how the edge answers to each pay.

use anyhow::bail;
use odds::{Analysis, Moved, Sensitive, decimal, schedule};
use rulebook::Rulebook;
use wire::library::odds::{Figures, MovedPay, PaySensitivity};

use crate::args::Odds as Args;
use crate::page::{Align, Page};
use crate::progress::Bar;

/// How the edge of the one analysis answers to its pays.
pub(super) fn of(
    book: &Rulebook,
    args: &Args,
    analyses: &[Analysis],
    bar: &Bar,
) -> anyhow::Result<Vec<PaySensitivity>> {
    let (Some(game), [analysis]) = (&args.game, analyses) else {
        let known: Vec<&str> = analyses.iter().map(|analysis| analysis.schedule.as_str()).collect();
        bail!(
            "--sensitivity is about one schedule and number of decks; name one of {}",
            known.join(", ")
        );
    };
    let subject = super::subjects(book, game, args)?.swap_remove(0);
    let schedule = schedule(&subject, &analysis.wager, Some(&analysis.schedule))?;
    let all = odds::sensitivity(book, &subject, &schedule, analysis, bar)?;
    Ok(all.iter().map(sent).collect())
}

fn sent(sensitive: &Sensitive) -> PaySensitivity {
    let moved = |moved: &Moved| MovedPay {
        pays: moved.pays.to_string(),
        house_edge: decimal(&moved.house_edge),
        changes_play: moved.changes_play,
    };
    let paid = &sensitive.paid;
    PaySensitivity {
        line: paid.line.clone(),
        row: paid.hand.clone(),
        pays: paid.odds.to_string(),
        unit: paid.unit().to_owned(),
        gradient: -decimal(&paid.weight),
        share_of_return: decimal(&sensitive.share),
        up: sensitive.up.as_ref().map(moved),
        down: sensitive.down.as_ref().map(moved),
    }
}

/// The pays side by side; a star where a decision changes.
pub(super) fn page(page: &mut Page, figures: &Figures) {
    if figures.sensitivity.is_empty() {
        return;
    }
    page.heading("sensitivity");
    let head =
        ["", "pays", "a unit adds", "of return", "unit more", "unit less"].map(str::to_owned);
    let edge = |moved: &Option<MovedPay>| match moved {
        None => "\u{2013}".to_owned(),
        Some(moved) => {
            format!("{:.4}%{}", moved.house_edge * 100.0, if moved.changes_play { "*" } else { "" })
        }
    };
    let row = |pay: &PaySensitivity| {
        vec![
            pay.row.clone(),
            pay.pays.clone(),
            format!("{:+.4}%", pay.gradient * 100.0),
            format!("{:.2}%", pay.share_of_return * 100.0),
            edge(&pay.up),
            edge(&pay.down),
        ]
    };
    let rows: Vec<Vec<String>> = figures.sensitivity.iter().map(row).collect();
    let side = |column: usize| if column == 0 { Align::Left } else { Align::Right };
    page.aligned(&head, &rows, side);
    let is_changed = |pay: &PaySensitivity| {
        [&pay.up, &pay.down].into_iter().flatten().any(|moved| moved.changes_play)
    };
    if figures.sensitivity.iter().any(is_changed) {
        page.paragraph("* The best play changes, so the edge is not on the line of the gradient.");
    }
}
