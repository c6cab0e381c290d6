//! A house to play in, and short words for what is asked of it.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use house::table::command::{Dollars, TableCommand};
use house::{
    AwardNumber, Command, Criteria, EventKind, House, Ledger, Meter, MeterId, PostError, Posted,
    PostedRow, Proposed, Receipt, RecordId, Refusal, Request, Role, Seat, SecretMark, Submission,
    Terms,
};
use ledger::check::{self, Checked, Depth, Problem};
use ledger::{Entry, Key, RequestId, Store};
use money::Moment;
use money::{Cents, Rate};

/// An id that no other request of any process of this test has.
pub fn fresh_id() -> RequestId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    static SALT: LazyLock<u64> = LazyLock::new(rand::random);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    RequestId(u128::from(*SALT) << 64 | u128::from(number))
}

/// A request with a fresh id; its time only counts on.
pub fn ask(by: &str, what: Command) -> Submission {
    let id = fresh_id();
    let at = Moment(1_700_000_000_000_000 + (id.0 as u64 as i64) * 1_000);
    let act = Request::new(by.parse().unwrap(), "pit-1".parse().unwrap(), what);
    Submission { id, at, request: act }
}

/// Bets in cents as a command has them.
pub fn dollars(bets: BTreeMap<Seat, i64>) -> BTreeMap<Seat, Dollars> {
    bets.into_iter().map(|(seat, cents)| (seat, Dollars(Cents::new(cents)))).collect()
}

pub fn lock(table: &str, bets: &[(u8, i64)]) -> Command {
    let bets = bets.iter().map(|(seat, cents)| (Seat(*seat), *cents)).collect();
    Command::at(
        &table.parse().unwrap(),
        TableCommand::Lock { bets: dollars(bets), players: BTreeMap::new() },
    )
}

pub fn key(table: &str, seat: u8, hand: &str) -> Command {
    Command::at(
        &table.parse().unwrap(),
        TableCommand::Key { seat: Seat(seat), hand: hand.to_owned() },
    )
}

pub fn game_over(table: &str) -> Command {
    Command::at(&table.parse().unwrap(), TableCommand::GameOver)
}

pub fn misdeal(table: &str) -> Command {
    Command::at(
        &table.parse().unwrap(),
        TableCommand::Misdeal { reason: "a card too many".to_owned() },
    )
}

pub fn verify(award: AwardNumber) -> Command {
    Command::of_award(TableCommand::Verify { award, paid: None, reason: None })
}

pub fn void(award: AwardNumber) -> Command {
    Command::of_award(TableCommand::Void { award, reason: "not that hand".to_owned() })
}

pub fn note(says: &str) -> Command {
    Command::Event { kind: EventKind::Note, says: says.to_owned() }
}

pub fn add(person: &str, role: Role) -> Command {
    let (name, secret) = (person.to_uppercase(), SecretMark::of("-"));
    Command::AddPerson { person: person.parse().unwrap(), name, role, secret }
}

pub fn create(meter: &str) -> Command {
    create_with(meter, terms())
}

pub fn create_with(meter: &str, terms: Terms) -> Command {
    let (meter, criteria) = (meter.parse().unwrap(), Criteria::of(&posted()));
    Command::CreateMeter { meter, criteria, terms }
}

pub fn back_out(award: AwardNumber) -> Proposed {
    Proposed::BackOut { award, reason: "the tape shows a flush".to_owned() }
}

pub fn return_bet(table: &str, seat: u8) -> Command {
    let (table, reason) = (table.parse().unwrap(), "a dead hand".to_owned());
    Command::at(&table, TableCommand::ReturnBet { seat: Seat(seat), reason })
}

pub fn open(table: &str, meter: &str) -> Command {
    let (table, meter) = (table.parse().unwrap(), meter.parse().unwrap());
    Command::open_keypad(table, &meter, posted())
}

pub fn close(table: &str) -> Command {
    Command::CloseTable { table: table.parse().unwrap() }
}

pub fn adjust(meter: &str, amount: &str) -> Proposed {
    let (meter, amount) = (meter.parse().unwrap(), amount.parse().unwrap());
    Proposed::Adjust { meter, amount, reason: "miscount".to_owned() }
}

/// $1,000 and 20% of each dollar, 5% to the reserve.
pub fn terms() -> Terms {
    Terms {
        contribution: Rate::percent(20).unwrap(),
        reserve: Rate::percent(5).unwrap(),
        ..Terms::with_seed(Cents::dollars(1_000))
    }
}

pub fn posted() -> Posted {
    let row = |hand: &str, pays: &str, envy: Option<i64>| PostedRow {
        hand: hand.to_owned(),
        pays: pays.parse().unwrap(),
        envy: envy.map(Cents::dollars),
    };
    let rows = vec![
        row("royal flush", "100%", Some(25)),
        row("straight flush", "10%", Some(5)),
        row("four of a kind", "$500", None),
        row("full house", "100 for 1", None),
    ];
    Posted::new("caribbean-stud", "2026-05-05", "CSP-1", Cents::dollars(1), rows)
}

/// Founds a house: supervisors ann and bob, dealer dan, auditor aud; one meter `royal`, and tables
/// `t0`, `t1`... open on it.
pub fn found(ledger: &Ledger, tables: usize) {
    // What the marks of the people stand for.
    ledger.keep(house::ledger::Kept::new("-")).unwrap();
    done(ledger, "ann", add("ann", Role::Supervisor));
    done(ledger, "ann", add("bob", Role::Supervisor));
    done(ledger, "ann", add("dan", Role::Dealer));
    done(ledger, "ann", add("aud", Role::Auditor));
    done(ledger, "ann", create("royal"));
    for table in 0..tables {
        done(ledger, "ann", open(&format!("t{table}"), "royal"));
    }
}

/// Posts what must be accepted.
pub fn done(ledger: &Ledger, by: &str, what: Command) -> Receipt {
    let request = ask(by, what);
    let answer = ledger.post(request.clone());
    answer.unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

/// Posts what must be refused.
pub fn refused(ledger: &Ledger, by: &str, what: Command) -> Refusal {
    let request = ask(by, what);
    match ledger.post(request.clone()) {
        Err(PostError::Refused(refusal)) => refusal,
        other => panic!("{request:?}: {other:?}"),
    }
}

/// Posts what must be refused because something is in doubt.
pub fn doubted(ledger: &Ledger, by: &str, what: Command) -> Problem {
    let request = ask(by, what);
    match ledger.post(request.clone()) {
        Err(PostError::InDoubt(problem)) => problem,
        other => panic!("{request:?}: {other:?}"),
    }
}

/// The key of a meter.
pub fn meter_key(id: &str) -> Key {
    RecordId::Meter(id.parse().unwrap()).key()
}

/// The house as its store has it now.
pub fn house(ledger: &Ledger) -> House {
    ledger.refresh().unwrap().machine.clone()
}

/// A meter as its store has it now.
pub fn meter(ledger: &Ledger, id: &str) -> Meter {
    let id: MeterId = id.parse().unwrap();
    house(ledger).meter(&id).cloned().unwrap()
}

/// Every row of a store, live or not.
pub fn rows(store: &mut dyn Store) -> BTreeMap<Key, (String, bool)> {
    let kinds = store.kinds().unwrap();
    let rows = kinds.iter().flat_map(|kind| store.rows_of(kind).unwrap());
    rows.map(|row| (row.key, (row.json, row.is_live))).collect()
}

/// The check that a ledger makes when it is opened.
pub fn quick(store: &mut dyn Store) -> Checked {
    check::quick::<House>(store).unwrap()
}

/// The check that replays every request.
pub fn deep(store: &mut dyn Store) -> Checked {
    check::full::<House>(store, Depth::Replay, &mut |_, _| {}).unwrap()
}

/// What was asked by an entry, as it was posted.
pub fn asked(entry: &Entry) -> Submission {
    let record = house::Record::read(entry.as_ref()).unwrap();
    Submission { id: record.id, at: record.at, request: record.request }
}
