//! What each recorded log of an older release contains, by name: a kind of entry that no log has any more is missed here.

use std::collections::BTreeSet;

use house::table::command::TableCommand;
use house::{
    Award, Command, Effect, House, HouseProcedure, HouseRules, Proposed, Request, Standing, TableId,
};
use ledger::{Depth, Machine as _, verify_log};
use money::Moment;
use serde_json::Value;

use crate::fixture::unzipped;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/");

fn text_of(name: &str) -> String {
    let file = format!("{FOLDER}{name}");
    match name.ends_with(".gz") {
        true => unzipped(&file),
        false => std::fs::read_to_string(&file).unwrap(),
    }
}

/// The kinds of a log's entries, and the house after it.
struct Read {
    house: House,
    kinds: BTreeSet<String>,
    rules: HouseRules,
    /// The rounds in which an award was paid.
    paid: BTreeSet<(TableId, u64)>,
}

impl Read {
    /// Replays a log, entry by entry.
    fn of(text: &str) -> Read {
        let (house, rules) = (House::default(), HouseRules::FIRST);
        let mut read = Read { house, kinds: BTreeSet::new(), rules, paid: BTreeSet::new() };
        for line in text.lines() {
            let mut entry: Value = serde_json::from_str(&line[65..]).unwrap();
            let request: Request = serde_json::from_value(entry["request"].take()).unwrap();
            let effect: Effect = serde_json::from_value(entry["effect"].take()).unwrap();
            let at = Moment(entry["at"].as_i64().unwrap());
            let before = read.house.clone();
            assert_eq!(read.house.redo(at, &request, &effect).unwrap(), effect, "{line}");
            read.rules = read.rules.max(request.rules);
            read.command(&before, &request.command, &effect);
            effect.awards.iter().for_each(|award| read.award(award));
        }
        read
    }

    /// Notes something that was done at a table: `keypad: misdeal`, `seats: misdeal`.
    fn at(&mut self, table: &TableId, what: &str) {
        let has_seats = self.house.table(table).unwrap().has_seats();
        self.kinds.insert(format!("{}: {what}", if has_seats { "seats" } else { "keypad" }));
    }

    fn command(&mut self, before: &House, command: &Command, effect: &Effect) {
        let done = match command {
            Command::Table { command: TableCommand::Misdeal { .. }, .. } => "misdeal",
            Command::Table { command: TableCommand::ReturnBet { .. }, .. } => "bet returned",
            Command::Table { command: TableCommand::Undo { .. }, .. } => "taken back",
            Command::Table { command: TableCommand::JPot, .. } => "J-POT",
            Command::CloseDay { .. } => {
                self.kinds.insert("day".to_owned());
                return;
            }
            Command::Approve { proposal } => {
                let proposal = before.proposals().find(|one| one.number == *proposal).unwrap();
                let word = match proposal.proposed {
                    Proposed::Transfer { .. } => Some("transfer"),
                    Proposed::Adjust { .. } => Some("adjustment"),
                    _ => None,
                };
                self.kinds.extend(word.map(str::to_owned));
                ""
            }
            _ => "",
        };
        let Some(table) = &effect.table else { return };
        if !done.is_empty() {
            self.at(table, done);
        }
        if !effect.envy.is_empty() {
            self.at(table, "envy");
        }
        let is_unpaid = |op: &str| op.starts_with("override") && op.contains(" not keyed ");
        if effect.ops.iter().any(|op| is_unpaid(op)) {
            self.at(table, "unpaid by override");
        }
    }

    fn award(&mut self, award: &Award) {
        let table = &award.table;
        match &award.standing {
            Standing::Pending => {}
            Standing::Voided { .. } => self.at(table, "voided"),
            Standing::BackedOut { .. } => self.at(table, "backed out"),
            Standing::Paid { .. } => {
                self.at(table, "paid");
                if award.difference().is_some() {
                    self.at(table, "another amount");
                }
                if award.overridden.is_some() {
                    self.at(table, "paid by override");
                }
                if !self.paid.insert((table.clone(), award.round)) {
                    self.at(table, "two winners");
                    if award.house_procedure == HouseProcedure::Split {
                        self.at(table, "split");
                    }
                }
            }
        }
    }
}

fn check(name: &str, kinds: &[&str]) -> House {
    let read = Read::of(&text_of(name));
    let expected: BTreeSet<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    assert_eq!(read.kinds, expected, "{name}");
    read.house
}

#[test]
fn each_log_contains_what_it_was_recorded_for() {
    check(
        "house-v1.log",
        &[
            "adjustment",
            "keypad: J-POT",
            "keypad: another amount",
            "keypad: backed out",
            "keypad: bet returned",
            "keypad: envy",
            "keypad: misdeal",
            "keypad: paid",
            "keypad: two winners",
            "keypad: voided",
            "transfer",
        ],
    );
    check("house-v1-sessions.log", &[]);
    check("house-v1-days.log", &["day"]);
    check("house-v1-pit.log.gz", &["seats: paid", "seats: taken back", "seats: voided"]);
    check(
        "house-v1-sealed.log.gz",
        &[
            "day",
            "keypad: J-POT",
            "keypad: another amount",
            "keypad: backed out",
            "keypad: bet returned",
            "keypad: envy",
            "keypad: misdeal",
            "keypad: paid",
            "keypad: two winners",
            "keypad: voided",
            "seats: paid",
            "transfer",
        ],
    );
    check(
        "house-v1-agreed.log.gz",
        &[
            "seats: another amount",
            "seats: backed out",
            "seats: paid",
            "seats: paid by override",
            "seats: two winners",
            "seats: unpaid by override",
            "seats: voided",
        ],
    );
}

/// All entries of a demo house of the release with revision 5 of the house's rules, served and called over the network: at
/// a live table $45 paid for a flush of $50, a royal paid $1,000 short beside another seat's flush, a full house paid by
/// override, two royals one by one, a winner left unpaid by override, a key voided, a step taken back, a misdeal, and the
/// $45 backed out; at keypad-only tables the same kinds, envy, a returned bet and a split meter; the J-POT edition with seats
/// and as a keypad only; an adjustment, a transfer and the end of the day.
#[test]
fn a_house_of_one_record_for_each_table_replays() {
    const NAME: &str = "house-v1-tables.log.gz";
    let text = text_of(NAME);
    let head = verify_log::<House>(text.as_bytes(), Depth::Chain, None).unwrap();
    assert_eq!(verify_log::<House>(text.as_bytes(), Depth::Replay, Some(head)).unwrap(), head);
    let house = check(
        NAME,
        &[
            "adjustment",
            "day",
            "keypad: J-POT",
            "keypad: another amount",
            "keypad: bet returned",
            "keypad: envy",
            "keypad: misdeal",
            "keypad: paid",
            "keypad: paid by override",
            "keypad: split",
            "keypad: two winners",
            "keypad: voided",
            "seats: J-POT",
            "seats: another amount",
            "seats: backed out",
            "seats: misdeal",
            "seats: paid",
            "seats: paid by override",
            "seats: taken back",
            "seats: two winners",
            "seats: unpaid by override",
            "seats: voided",
            "transfer",
        ],
    );
    let totals = |meter: &str| {
        let totals = house.meter(&meter.parse().unwrap()).unwrap().totals;
        (totals.display.to_string(), totals.paid.to_string())
    };
    let held = |display: &str, paid: &str| (display.to_owned(), paid.to_owned());
    // 50 cents of two bets in each of seven rounds, one of them a misdeal. The royal of $10,001.00 is paid $9,001.00, and
    // $1,000 goes back beside the seed; the two royals are $11,001.00 and $10,000.00; two rounds more are $1.00.
    assert_eq!(totals("live-1"), held("10001.0000", "30002.0000"));
    // m2 is split once, $5,000.25 each, and then pays $10,000.00 of $10,000.25; what it holds goes to m1, which has paid
    // a royal of $10,001.00, has 50 cents of two bets since and was adjusted by $12.50.
    assert_eq!(totals("m1"), held("20013.2500", "10001.0000"));
    assert_eq!(totals("m2"), held("0.0000", "20000.5000"));
    assert_eq!(totals("j1"), held("10000.0000", "10000.2500"));
    assert_eq!(totals("j2"), held("10000.0000", "10000.5000"));
    // Six bets less a quarter, a flush of $40, envy of $1,000, $35 paid for a flush, and a full house of $50 by override.
    let tray = |table: &str| house.book().balance(&format!("tray {table}").parse().unwrap());
    assert_eq!(tray("k-1").to_string(), "-1120.5000");
    // Three bets less a quarter, and $1,000 of envy for each of two royals.
    assert_eq!(tray("k-2").to_string(), "-1997.7500");
    assert_eq!(house.book().total(), money::MeterUnits::ZERO);
}

/// Who changes the house's own rules records a log under the ones before, and this test says so.
#[test]
fn the_newest_log_is_of_this_releases_rules() {
    let files = std::fs::read_dir(FOLDER).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let newest = names.map(|name| Read::of(&text_of(&name)).rules).max();
    assert_eq!(newest, Some(HouseRules::CURRENT));
}
