//! What was won: the list of awards, and the slip of one.

use anyhow::anyhow;
use house::{Award, AwardNumber, Difference, Overridden, Source, Standing, report};
use money::Cents;
use serde::Serialize;

use crate::anchoring;
use crate::args::{MeterWins, PlaceArgs};
use crate::csv;
use crate::output::Output;
use crate::page::{Align, Page};
use crate::session;

#[derive(Serialize)]
pub(super) struct Wins {
    awards: Vec<Award>,
}

pub(super) fn list(args: &MeterWins) -> anyhow::Result<Wins> {
    let mut seen = session::look(args.output.at.store()?)?;
    if let Some(meter) = &args.meter {
        seen.house().meter(meter)?;
    }
    let mut awards = report::awards(&mut *seen.store)?;
    awards.retain(|award| args.meter.as_ref().is_none_or(|meter| award.meter == *meter));
    awards.reverse();
    awards.truncate(args.last);
    let head = [
        "award",
        "time",
        "meter",
        "table",
        "round",
        "seat",
        "hand",
        "amount",
        "paid",
        "standing",
        "difference",
        "to_meter",
        "override",
        "edition",
        "changed",
    ];
    let row = |award: &Award| {
        let paid = award.paid().map_or_else(String::new, |paid| paid.to_string());
        let difference = award.difference().map(|differs| differs.amount.to_string());
        vec![
            award.number.to_string(),
            session::time(award.keyed_at),
            award.meter.to_string(),
            award.table.to_string(),
            award.round.to_string(),
            award.seat.to_string(),
            award.hand.clone(),
            award.amount.to_string(),
            paid,
            report::standing_word(award).to_owned(),
            difference.unwrap_or_default(),
            award.difference().map_or_else(String::new, |differs| differs.rest.to_string()),
            report::override_words(award).unwrap_or_default(),
            award.edition.clone(),
            report::paid_words(award).unwrap_or_default(),
        ]
    };
    csv::write(args.output.csv.as_deref(), &head, &awards.iter().map(row).collect::<Vec<_>>())?;
    Ok(Wins { awards })
}

pub(super) fn table(page: &mut Page, awards: &[Award]) {
    let head =
        ["hand", "award", "keyed", "table", "seat", "edition", "amount", ""].map(str::to_owned);
    let row = |award: &Award| {
        let line = vec![
            award.hand.clone(),
            award.number.to_string(),
            session::time(award.keyed_at),
            award.table.to_string(),
            award.seat.to_string(),
            award.edition.clone(),
            award.amount.to_string(),
            report::standing_word(award).to_owned(),
        ];
        let more = [report::override_words(award), report::paid_words(award)];
        let more = more.into_iter().flatten().map(|words| vec![format!("    {words}")]);
        std::iter::once(line).chain(more).collect::<Vec<_>>()
    };
    let side = |column: usize| match column {
        1 | 4 | 6 => Align::Right,
        _ => Align::Left,
    };
    page.aligned(&head, &awards.iter().flat_map(row).collect::<Vec<_>>(), side);
}

impl Output for Wins {
    fn page(&self, page: &mut Page) {
        match self.awards.as_slice() {
            [] => page.paragraph("No wins yet."),
            awards => table(page, awards),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Slip {
    #[serde(flatten)]
    award: Award,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    play_money: bool,
    /// The end of the chain, signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
}

pub(super) fn slip(number: u64, at: &PlaceArgs) -> anyhow::Result<Slip> {
    let number = AwardNumber(number);
    let mut seen = session::look(at.store()?)?;
    let award = report::award(&mut *seen.store, number)?;
    let award = award.ok_or_else(|| anyhow!("there is no award {number}"))?;
    let play_money = seen.house().is_play_money(&award.meter);
    let head = anchoring::printed(at.with_keys()?, &mut *seen.store, &seen.snapshot)?;
    Ok(Slip { award, play_money, head })
}

impl Output for Slip {
    fn page(&self, page: &mut Page) {
        let award = &self.award;
        page.title(&format!("Win slip {}", award.number), &session::time(award.keyed_at));
        page.blank();
        let mut item = |label: &str, words: &str| page.item(label, 18, words, "");
        item("table", &format!("{}, round {}, seat {}", award.table, award.round, award.seat));
        item("edition", &award.edition);
        item("hand", &award.hand);
        item("amount", &format!("{:#}, from {}", award.amount, award.source.words()));
        item("meter", &super::with_stakes(award.meter.as_str(), self.play_money));
        if matches!(award.source, Source::Meter { .. }) {
            item("sign before", &award.before.to_string());
            item("sign after", &award.after.to_string());
        }
        item("keyed by", award.keyed_by.as_str());
        match &award.standing {
            Standing::Pending => item("status", "PENDING"),
            Standing::Paid { by, at, paid, .. } => {
                item("paid", &format!("{paid:#}, verified by {by}, {}", session::time(*at)));
            }
            Standing::BackedOut { paid, undone, .. } => {
                item("paid", &format!("{paid:#}"));
                let (by, other, at) = (&undone.by, &undone.approved_by, session::time(undone.at));
                let reason = &undone.reason;
                item("BACKED OUT", &format!("by {by}, approved by {other}, {at}: {reason}"));
            }
            Standing::Voided { by, at, reason } => {
                item("voided", &format!("by {by}, {}: {reason}", session::time(*at)));
            }
        }
        if let Some(Overridden { by, approved_by, at, reason, cards }) = &award.overridden {
            let (at, cards) = (session::time(*at), cards.as_deref().unwrap_or("no award"));
            item("OVERRIDE", &format!("by {by}, approved by {approved_by}, {at}: {reason}"));
            item("the cards say", cards);
        }
        if let Some(Difference { amount, reason, approved_by, rest }) = award.difference() {
            item("difference", &format!("{amount}, approved by {approved_by}: {reason}"));
            if *rest > Cents::ZERO {
                item("back to the meter", &rest.to_string());
            }
        }
        if let Some(head) = &self.head {
            item("signed head", head);
        }
        item("signatures", "________________________   ________________________");
    }
}
