//! Live tables at which nobody enters cards: random rounds, and a tray counted beside the book to the last unit.

use std::collections::BTreeMap;

use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::Kind;
use house::{Command, PostedRow, Seat, Standing};
use money::{Cents, MeterUnits};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use super::pit::{Pit, table};

/// The tray as it must be, in millionths of a dollar.
#[derive(Default)]
struct Tray {
    units: i128,
    awards: usize,
    envy: usize,
    differing: usize,
    misdeals: usize,
}

const CENT: i128 = 10_000;

fn bet(seat: u8) -> TableCommand {
    let bets = [("ante", 10), ("progressive", 1)]
        .map(|(bet, dollars)| (bet.to_owned(), Dollars(Cents::dollars(dollars))));
    TableCommand::Bet { seat: Seat(seat), bets: BTreeMap::from(bets), tips: BTreeMap::new() }
}

/// A random round: bets, keys on and off, verifications, some with another amount; or a misdeal.
fn round(pit: &mut Pit, at: &str, rows: &[PostedRow], tray: &mut Tray) {
    let seats: Vec<u8> = (1..=5).filter(|_| pit.dice.random_bool(0.6)).collect();
    if seats.is_empty() {
        return;
    }
    for seat in &seats {
        pit.play("dan", at, bet(*seat));
    }
    pit.play("dan", at, TableCommand::LOCK);
    if pit.dice.random_bool(0.1) {
        let event = "defective-deck".to_owned();
        let command = TableCommand::Irregular { event, seat: None, other: None, card: None };
        pit.play("dan", at, command);
        pit.confirm_steps(at);
        if pit.house.play(&table(at)).unwrap().progress() != Progress::Over {
            pit.play("dan", at, TableCommand::GameOver);
        }
        // Bets and contributions went back [GEN-12].
        tray.misdeals += 1;
        return;
    }
    // $1 from each, a quarter of it to the meter.
    tray.units += seats.len() as i128 * 75 * CENT;
    let mut lit: BTreeMap<u8, &PostedRow> = BTreeMap::new();
    for _ in 0..pit.dice.random_range(0..5) {
        let (seat, row) =
            (*seats.choose(&mut pit.dice).unwrap(), rows.choose(&mut pit.dice).unwrap());
        pit.play("dan", at, TableCommand::Key { seat: Seat(seat), hand: row.hand.clone() });
        match lit.get(&seat) {
            Some(known) if known.hand == row.hand => lit.remove(&seat),
            _ => lit.insert(seat, row),
        };
    }
    while let Some(award) = pit.house.awards().max_by_key(|award| award.seat).cloned() {
        let paid = award.amount + Cents::dollars(1);
        let differs = pit.dice.random_bool(0.3);
        let (paid, reason) = match differs {
            true => (Some(paid), Some("agreed upon".to_owned())),
            false => (None, None),
        };
        let asked = pit.play("sue", at, TableCommand::Verify { award: award.number, paid, reason });
        let done = match asked.proposal {
            Some(proposal) => pit.done("bob", Command::Approve { proposal }),
            None => asked,
        };
        let known = done.awards.iter().find(|known| known.number == award.number).unwrap();
        let Standing::Paid { paid, .. } = &known.standing else { panic!("{known:?}") };
        // What the meter pays comes through the tray; the rest is the tray's.
        let from_meter = if award.is_from_meter() { award.amount } else { Cents::ZERO };
        tray.units += i128::from((from_meter - *paid).get()) * CENT;
        tray.awards += 1;
        tray.differing += usize::from(differs);
    }
    // Every lit hand with an envy amount, to every other bettor [PRG-6].
    for (seat, row) in &lit {
        let others = seats.iter().filter(|other| *other != seat).count();
        let envy = row.envy.unwrap_or(Cents::ZERO);
        tray.envy += usize::from(envy > Cents::ZERO) * others;
        tray.units -= i128::from(envy.get()) * others as i128 * CENT;
    }
    pit.play("dan", at, TableCommand::GameOver);
}

#[test]
fn prg_2_the_tray_of_a_live_table_without_cards_agrees_to_the_last_unit() {
    for seed in 0..4 {
        let mut pit = Pit::new(7_000 + seed);
        for game in ["caribbean-stud", "three-card-poker"] {
            pit.open(game, game, Kind::Live);
            let rows = pit.house.table(&table(game)).unwrap().keypad().unwrap().posted.rows.clone();
            let mut tray = Tray::default();
            for number in 0..60 {
                round(&mut pit, game, &rows, &mut tray);
                let account = format!("tray {game}").parse().unwrap();
                let booked: MeterUnits = pit.house.book().balance(&account);
                let said = format!("{game}, seed {seed}, round {number}");
                assert_eq!(i128::from(booked.get()), tray.units, "{said}");
            }
            assert!(tray.awards > 20 && tray.differing > 3 && tray.misdeals > 1, "seed {seed}");
            assert!(game == "caribbean-stud" || tray.envy > 5, "seed {seed}: {}", tray.envy);
        }
    }
}
