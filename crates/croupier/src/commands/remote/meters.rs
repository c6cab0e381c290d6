//! Meters, awards, proposals and entries as a server shows them.

use anyhow::bail;
use house::MeterId;
use money::{MeterUnits, Moment, Rounding};
use serde::Serialize;
use wire::floor::{AwardOut, AwardsOut, EntriesOut, EntryOut, ProposalOut, ProposalsOut, SlipOut};
use wire::meters::{MeterOut, MetersOut, WinOut};

use crate::args::{AuditSearch, MeterWins};
use crate::commands::meter::with_stakes;
use crate::failure::NoCall;
use crate::output::Output;
use crate::page::{Align, Page};
use crate::remote::{Client, Server};
use crate::session;

/// How many entries a server finds at most.
const ENTRIES_MAX: usize = 1_000;

/// What the sign shows, in whole cents.
pub fn shows(meter: &MeterOut) -> Option<String> {
    let display: MeterUnits = meter.display.as_ref()?.parse().ok()?;
    Some(display.to_cents(Rounding::Down).to_string())
}

fn words(meter: &MeterOut) -> String {
    let state = match (&*meter.state, &meter.why) {
        ("closed", _) => "closed".to_owned(),
        (_, Some(why)) => format!("out of order: {why}"),
        ("pending", None) => "PENDING".to_owned(),
        (_, None) => String::new(),
    };
    with_stakes(&state, meter.play_money)
}

/// The meters of a server.
pub fn list(server: &Server) -> anyhow::Result<MetersOut> {
    Client::new(server)?.get("meters")
}

impl Output for MetersOut {
    fn page(&self, page: &mut Page) {
        if self.meters.is_empty() {
            page.paragraph(
                "There is no meter yet: croupier meter create NAME --schedule GAME/SCHEDULE",
            );
            return;
        }
        let head = ["meter", "shows", "pending", "tables", "for", ""].map(str::to_owned);
        let row = |meter: &MeterOut| {
            vec![
                meter.meter.clone(),
                meter.display.clone().unwrap_or_default(),
                meter.pending.clone().unwrap_or_default(),
                meter.tables.len().to_string(),
                format!("{} at ${}", meter.schedule, meter.wager),
                words(meter),
            ]
        };
        let rows: Vec<Vec<String>> = self.meters.iter().map(row).collect();
        let side =
            |column: usize| if matches!(column, 0 | 4 | 5) { Align::Left } else { Align::Right };
        page.aligned(&head, &rows, side);
    }
}

/// A meter of a server.
pub fn show(server: &Server, meter: &MeterId) -> anyhow::Result<MeterOut> {
    Client::new(server)?.get(&format!("meters/{meter}"))
}

impl Output for MeterOut {
    fn page(&self, page: &mut Page) {
        page.title(&format!("Meter {}", self.meter), &with_stakes(&self.state, self.play_money));
        page.blank();
        if let Some(why) = &self.why {
            page.item("OUT OF ORDER", 14, why, "");
        }
        let amounts = [
            ("display", &self.display),
            ("reserve", &self.reserve),
            ("overflow", &self.overflow),
            ("pending", &self.pending),
        ];
        for (account, amount) in amounts {
            let amount = amount.as_deref().unwrap_or_default();
            page.item(account, 14, &format!("{amount:>16}"), "");
        }
        page.item("schedule", 14, &format!("{} at ${}", self.schedule, self.wager), "[PRG-12]");
        page.item("tables", 14, &self.tables.join(", "), "");
        if !self.wins.is_empty() {
            page.heading("last hits");
            let head = ["award", "when", "table", "seat", "hand", "amount"].map(str::to_owned);
            let row = |win: &WinOut| {
                vec![
                    win.award.to_string(),
                    when(&win.at),
                    win.table.clone(),
                    win.seat.to_string(),
                    win.hand.clone(),
                    win.amount.clone(),
                ]
            };
            page.table(&head, &self.wins.iter().map(row).collect::<Vec<_>>());
        }
    }
}

/// A time for people, from one for programs.
fn when(text: &str) -> String {
    moment(text).map_or_else(|| text.to_owned(), session::time)
}

fn moment(text: &str) -> Option<Moment> {
    let time: jiff::Timestamp = text.parse().ok()?;
    Some(Moment(time.as_microsecond()))
}

/// Awards.
#[derive(Serialize)]
pub struct Awards {
    awards: Vec<AwardOut>,
}

/// The newest wins.
pub fn wins(server: &Server, args: &MeterWins) -> anyhow::Result<Awards> {
    if args.output.csv.is_some() {
        return Err(
            NoCall::new("a server does not tell everything that goes into the CSV file").into()
        );
    }
    let client = Client::signed_in(server, None)?;
    if let Some(meter) = &args.meter {
        client.get::<MeterOut>(&format!("meters/{meter}"))?;
    }
    let AwardsOut { mut awards, after: _ } = client.get("awards")?;
    awards.retain(|award| args.meter.as_ref().is_none_or(|meter| award.meter == meter.as_str()));
    awards.reverse();
    awards.truncate(args.last);
    Ok(Awards { awards })
}

impl Output for Awards {
    fn page(&self, page: &mut Page) {
        if self.awards.is_empty() {
            page.paragraph("No wins yet.");
            return;
        }
        let head =
            ["hand", "award", "keyed", "table", "seat", "edition", "amount", ""].map(str::to_owned);
        let row = |award: &AwardOut| {
            let state = match &*award.state {
                "pending" => "PENDING".to_owned(),
                state => state.replace('-', " "),
            };
            vec![
                award.hand.clone(),
                award.award.to_string(),
                when(&award.keyed_at),
                award.table.clone(),
                award.seat.to_string(),
                award.edition.clone(),
                award.amount.clone(),
                state,
            ]
        };
        let side = |column: usize| match column {
            1 | 4 | 6 => Align::Right,
            _ => Align::Left,
        };
        page.aligned(&head, &self.awards.iter().map(row).collect::<Vec<_>>(), side);
    }
}

/// The slip of an award.
pub fn slip(server: &Server, award: u64) -> anyhow::Result<SlipOut> {
    Client::signed_in(server, None)?.get(&format!("awards/{award}/slip"))
}

impl Output for SlipOut {
    fn page(&self, page: &mut Page) {
        let award = &self.award;
        page.title(&format!("Win slip {}", award.award), &when(&award.keyed_at));
        page.blank();
        let mut item = |label: &str, words: &str| page.item(label, 18, words, "");
        item("table", &format!("{}, round {}, seat {}", award.table, award.round, award.seat));
        item("edition", &award.edition);
        item("hand", &award.hand);
        item("amount", &format!("${}", award.amount));
        item("meter", &with_stakes(&award.meter, self.play_money));
        if self.before != self.after {
            item("sign before", &self.before);
            item("sign after", &self.after);
        }
        item("keyed by", &award.keyed_by);
        item("status", &award.standing);
        if let Some(by) = &self.decided_by {
            item("decided by", by);
        }
        if let Some(head) = &self.head {
            item("signed head", head);
        }
        item("signatures", "________________________   ________________________");
    }
}

/// The awards of a meter that its sign shows as pending.
pub fn pending(client: &Client, meter: &MeterId) -> anyhow::Result<Vec<AwardOut>> {
    let AwardsOut { awards, after: _ } = client.get("awards?state=pending")?;
    let mut pending = Vec::new();
    for award in awards.into_iter().filter(|award| award.meter == meter.as_str()) {
        // What the tray pays does not move the sign.
        let slip: SlipOut = client.get(&format!("awards/{}/slip", award.award))?;
        if slip.before != slip.after {
            pending.push(award);
        }
    }
    Ok(pending)
}

/// The proposals that wait for a second supervisor.
pub fn proposals(server: &Server) -> anyhow::Result<ProposalsOut> {
    Client::signed_in(server, None)?.get("proposals")
}

impl Output for ProposalsOut {
    fn page(&self, page: &mut Page) {
        if self.proposals.is_empty() {
            page.paragraph("No proposals are waiting for a second supervisor.");
        }
        for ProposalOut { proposal, by, says } in &self.proposals {
            page.item(&proposal.to_string(), 5, &format!("{says}, by {by}"), "");
        }
    }
}

/// When an entry was written.
pub fn moment_of(entry: &EntryOut) -> Moment {
    moment(&entry.at).unwrap_or(Moment(0))
}

/// Searches the chain.
pub fn search(server: &Server, args: &AuditSearch) -> anyhow::Result<Vec<EntryOut>> {
    if args.from.is_some() || args.until.is_some() {
        return Err(NoCall::new("a server does not search by day").into());
    }
    if args.limit > ENTRIES_MAX {
        bail!("a server shows at most {ENTRIES_MAX} entries");
    }
    let text = percent(&args.text);
    let by = args.by.as_ref().map_or_else(String::new, |by| format!("&by={by}"));
    let client = Client::signed_in(server, None)?;
    let (mut found, mut page) = (Vec::new(), String::new());
    loop {
        let limit = args.limit - found.len();
        let path = format!("audit?limit={limit}&text={text}{by}{page}");
        let EntriesOut { entries, before } = client.get(&path)?;
        // Each answer is older than the one before.
        found = entries.into_iter().chain(found).collect();
        match before {
            Some(before) if found.len() < args.limit => page = format!("&before={before}"),
            _ => return Ok(found),
        }
    }
}

/// Text in an address.
fn percent(text: &str) -> String {
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
    let written = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(written).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_in_addresses() {
        assert_eq!(percent("royal flush & 5%"), "royal%20flush%20%26%205%25");
        assert_eq!(percent("\u{e9}"), "%C3%A9");
    }
}
