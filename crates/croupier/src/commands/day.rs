//! `croupier day`: gaming days.

use anyhow::bail;
use house::Command;
use wire::days::{DayLine, DayOut, DaysOut, MeterDayOut, TableDayOut};

use crate::anchoring;
use crate::args::{DayCommand, Place, PlaceArgs};
use crate::commands::done::done;
use crate::commands::meter::with_stakes;
use crate::output::{Output, Printer};
use crate::page::Page;
use crate::remote::Client;
use crate::session;

/// Runs the command.
pub fn run(command: &DayCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        DayCommand::List { before, limit, at } => printer.print(&list(*before, *limit, at)?),
        DayCommand::Show { day, at } => printer.print(&show(*day, at)?),
        DayCommand::Close { day, by } => {
            done(by, Command::CloseDay { day: *day }, &format!("day {day} closed"), printer)
        }
    }
}

fn list(before: Option<u64>, limit: u64, at: &PlaceArgs) -> anyhow::Result<DaysOut> {
    if let Place::Server(server) = &at.0 {
        let before = before.map_or_else(String::new, |day| format!("&before={day}"));
        return Client::signed_in(server, None)?.get(&format!("days?limit={limit}{before}"));
    }
    let mut seen = session::look(at.store()?)?;
    Ok(DaysOut::read(
        &seen.snapshot.machine,
        &mut *seen.store,
        before,
        Some(limit),
        session::now(),
    )?)
}

fn show(day: Option<u64>, at: &PlaceArgs) -> anyhow::Result<DayOut> {
    if let Place::Server(server) = &at.0 {
        let client = Client::signed_in(server, None)?;
        let open = || Ok::<_, anyhow::Error>(client.get::<DaysOut>("days?limit=1")?.days);
        let number = match day {
            Some(day) => day,
            None => open()?.first().map_or(1, |line| line.day),
        };
        return client.get(&format!("days/{number}"));
    }
    let mut seen = session::look(at.store()?)?;
    let house = &seen.snapshot.machine;
    let number = day.unwrap_or(house.open_day());
    match DayOut::read(house, &mut *seen.store, number, session::now())? {
        Some(day) => {
            let head = anchoring::printed(at.with_keys()?, &mut *seen.store, &seen.snapshot)?;
            Ok(DayOut { head, ..day })
        }
        None => bail!("there is no gaming day {number}; the open one is day {}", house.open_day()),
    }
}

/// When a day began and ended, and by whom it was closed.
fn times(line: &DayLine) -> String {
    let from = line.opened_at.as_deref().unwrap_or("the founding");
    match (&line.closed_at, &line.closed_by) {
        (Some(at), Some(by)) => format!("from {from} to {at}, closed by {by}"),
        _ => format!("open since {from}"),
    }
}

impl Output for DaysOut {
    fn page(&self, page: &mut Page) {
        for line in &self.days {
            page.item(&format!("day {}", line.day), 8, &times(line), "");
        }
        if let Some(before) = self.before {
            page.blank();
            page.paragraph(&format!("For earlier days: croupier day list --before {before}"));
        }
    }
}

impl Output for DayOut {
    fn page(&self, page: &mut Page) {
        page.title(&format!("Day {}", self.line.day), &self.line.state);
        page.paragraph(&times(&self.line));
        if !self.tables.is_empty() {
            page.heading("Tables");
            let head = ["table", "drop", "win", "rake", "tokes", "tray", "players"];
            let row = |it: &TableDayOut| {
                let name = with_stakes(&it.table, it.play_money);
                let cells = [&it.drop, &it.win, &it.rake, &it.tokes, &it.tray_after];
                let cells = cells.into_iter().chain([&it.players_after]).cloned();
                std::iter::once(name).chain(cells).collect()
            };
            let rows: Vec<Vec<String>> = self.tables.iter().map(row).collect();
            page.table(&head.map(str::to_owned), &rows);
        }
        if !self.meters.is_empty() {
            page.heading("Meters");
            let head = ["meter", "in", "added", "seeds", "adjusted", "paid", "out"];
            let rows: Vec<Vec<String>> = self.meters.iter().map(meter_row).collect();
            page.table(&head.map(str::to_owned), &rows);
            self.meters.iter().for_each(|meter| page_elsewhere(meter, page));
        }
        page.heading("The day");
        let balance = if self.balances { "every dollar has its place" } else { "DOES NOT BALANCE" };
        page.item("came in", 14, &self.came_in, "");
        page.item("to the house", 14, &self.to_house, "");
        if let Some(play) = &self.play_money {
            let both = format!("{} came in, {} to the house", play.came_in, play.to_house);
            page.item("play money", 14, &both, "");
        }
        page.item("difference", 14, &format!("{}: {balance}", self.difference), "");
        if let Some(head) = &self.head {
            page.item("signed head", 14, head, "");
        }
    }
}

/// What a meter owed, what was added to it and what was paid from it, and what it owes.
fn meter_row(it: &MeterDayOut) -> Vec<String> {
    let name = with_stakes(&it.meter, it.play_money);
    let cells = [&it.owed_before, &it.contributions, &it.seeds, &it.adjustments, &it.awards];
    std::iter::once(name).chain(cells.into_iter().chain([&it.out]).cloned()).collect()
}

/// What of a meter's money is not on its sign.
fn page_elsewhere(meter: &MeterDayOut, page: &mut Page) {
    let MeterDayOut { reserve, overflow, pending, .. } = meter;
    let parts = [("reserve", reserve), ("overflow", overflow), ("pending awards", pending)];
    let is_some = |amount: &str| amount.bytes().any(|b| matches!(b, b'1'..=b'9'));
    if is_some(&meter.top_ups) {
        let (id, amount) = (&meter.meter, &meter.top_ups);
        page.paragraph(&format!("{id} topped up by the house: {amount} [PRG-19]."));
    }
    let parts = parts.iter().filter(|(_, amount)| is_some(amount));
    let words: Vec<String> = parts.map(|(name, amount)| format!("{amount} in {name}")).collect();
    if !words.is_empty() {
        page.paragraph(&format!("Of {}'s: {}.", meter.meter, words.join(", ")));
    }
}
