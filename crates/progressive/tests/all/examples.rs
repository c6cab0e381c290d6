//! The four examples of [PRG-19], to the cent, and what a single round shows of its laws.

use money::{Cents, MeterUnits, Rate};
use progressive::{
    Claim, Criteria, Figured, Frozen, HouseProcedure, Meter, Posted, RoundOnMeter, Terms, awards,
};

const ROYAL: u8 = 100;
const STRAIGHT_FLUSH: u8 = 10;

/// A table with two seats: what is lit there, in percent.
#[derive(Default)]
struct Table {
    on_meter: RoundOnMeter,
    lit: [Option<u8>; 2],
}

impl Table {
    /// Presses the key of seat 1 or 2, and gives the amounts of both.
    fn press(&mut self, meter: &mut Meter, seat: usize, percent: u8) -> [String; 2] {
        let lit = &mut self.lit[seat - 1];
        *lit = if *lit == Some(percent) { None } else { Some(percent) };
        self.figure(meter)
    }

    fn figure(&mut self, meter: &mut Meter) -> [String; 2] {
        let claims = claims(&self.lit.iter().rev().flatten().copied().collect::<Vec<_>>());
        let figured = self.on_meter.figure(meter, &claims, HouseProcedure::Sequential);
        assert!(meter.balances(), "{:?}", meter.totals);
        let mut figured = figured.iter().map(|(figured, _)| figured.amount.to_string());
        let mut amounts = [const { String::new() }; 2];
        for seat in (0..2).rev().filter(|seat| self.lit[*seat].is_some()) {
            amounts[seat] = figured.next().unwrap();
        }
        amounts
    }
}

fn claims(percents: &[u8]) -> Vec<Claim> {
    let claim = |percent: &u8| Claim { share: Rate::percent(*percent).unwrap(), decided: None };
    percents.iter().map(claim).collect()
}

/// A meter at an amount, with a seed of $10,000.
fn at(dollars: &str) -> Meter {
    let mut terms = Terms::with_seed(Cents::dollars(10_000));
    terms.base = dollars.parse().unwrap();
    let posted = Posted::new("a game", "an edition", "PMG-01", Cents::dollars(1), Vec::new());
    Meter::new("linked".parse().unwrap(), Criteria::of(&posted), terms)
}

fn pit(dollars: &str) -> (Meter, Table, Table) {
    (at(dollars), Table::default(), Table::default())
}

/// What the sign shows, and what the house has topped up.
fn shows(meter: &Meter) -> [String; 2] {
    [meter.totals.display, meter.totals.top_ups].map(|amount| amount.to_string())
}

#[test]
fn prg_19_a_royal_turned_off_after_another_table_won_a_royal() {
    let (mut meter, mut a, mut b) = pit("50000.50");
    a.press(&mut meter, 2, ROYAL);
    assert_eq!(a.press(&mut meter, 1, ROYAL), ["10000.00", "50000.50"]);
    assert_eq!(b.press(&mut meter, 1, ROYAL), ["10000.00", ""]);
    assert_eq!(a.press(&mut meter, 2, ROYAL), ["50000.50", ""]);
    assert_eq!(shows(&meter), ["10000.0000", "0.0000"]);
}

#[test]
fn prg_19_a_second_royal_keyed_after_another_table_won_a_royal() {
    let (mut meter, mut a, mut b) = pit("50000.50");
    a.press(&mut meter, 1, ROYAL);
    assert_eq!(b.press(&mut meter, 1, ROYAL), ["10000.00", ""]);
    assert_eq!(a.press(&mut meter, 2, ROYAL), ["10000.00", "50000.50"]);
    assert_eq!(shows(&meter), ["10000.0000", "0.0000"]);
}

#[test]
fn prg_19_the_house_tops_up_what_a_straight_flush_elsewhere_took() {
    let (mut meter, mut a, mut b) = pit("50000.50");
    a.press(&mut meter, 2, ROYAL);
    a.press(&mut meter, 1, ROYAL);
    assert_eq!(b.press(&mut meter, 1, STRAIGHT_FLUSH), ["1000.00", ""]);
    assert_eq!(a.press(&mut meter, 2, ROYAL), ["50000.50", ""]);
    assert_eq!(shows(&meter), ["10000.0000", "1000.0000"]);
}

/// Undone, A leaves $10,000 + $5,000. Seat 2 needs $50,000: $35,000 more. The seed goes in, and seat 1 takes a tenth.
#[test]
fn prg_19_an_award_is_worth_what_the_sign_showed_whatever_another_table_has_won() {
    let (mut meter, mut a, mut b) = pit("50000.00");
    assert_eq!(a.press(&mut meter, 1, STRAIGHT_FLUSH), ["5000.00", ""]);
    assert_eq!(b.press(&mut meter, 1, ROYAL), ["45000.00", ""]);
    let expected = ["1000.00", "50000.00"];
    assert_eq!(a.press(&mut meter, 2, ROYAL), expected);
    assert_eq!(shows(&meter), ["9000.0000", "35000.0000"]);
    // Figured once more, the top-up is undone too, and comes to the same.
    assert_eq!(a.figure(&mut meter), expected);
    assert_eq!(shows(&meter), ["9000.0000", "35000.0000"]);
}

/// A's royal of $500 puts $10,000 in, and B's straight flush takes $1,000 of it. A's comes off: $500 + $9,000 are there, and
/// A's seed is $500 more. Keyed again, the royal needs $500 beside them.
#[test]
fn prg_19_a_seed_that_the_display_no_longer_holds_is_topped_up() {
    let (mut meter, mut a, mut b) = pit("500.00");
    a.press(&mut meter, 1, ROYAL);
    assert_eq!(b.press(&mut meter, 1, STRAIGHT_FLUSH), ["1000.00", ""]);
    a.press(&mut meter, 1, ROYAL);
    assert_eq!(shows(&meter), ["0.0000", "500.0000"]);
    assert_eq!(a.press(&mut meter, 1, ROYAL), ["500.00", ""]);
    assert_eq!(shows(&meter), ["10000.0000", "1000.0000"]);
}

/// [PRG-3] The reserve that goes on the sign is that of the first key: $7 that other tables put in since stay hidden for the
/// next top award.
#[test]
fn prg_19_the_reserve_is_frozen_with_the_sign() {
    let (mut meter, mut a, _) = pit("20000.00");
    meter.terms.contribution = Rate::ZERO;
    meter.terms.reserve = Rate::percent(5).unwrap();
    meter.contribute(Cents::dollars(100));
    a.press(&mut meter, 1, STRAIGHT_FLUSH);
    meter.contribute(Cents::dollars(140));
    // The seed and $5: a tenth of $10,005 is $1,000.50.
    assert_eq!(a.press(&mut meter, 2, ROYAL), ["1000.50", "20000.00"]);
    assert_eq!(meter.totals.reserve.to_string(), "7.0000");
    assert_eq!(shows(&meter), ["9004.5000", "0.0000"]);
}

fn chain(percents: &[u8], procedure: HouseProcedure) -> Vec<[String; 3]> {
    let frozen = Frozen { display: "50000.5070".parse().unwrap(), reserve: "20".parse().unwrap() };
    let figured = awards(frozen, Cents::dollars(10_000).into(), &claims(percents), procedure);
    let text = |it: &Figured| [it.before.to_string(), it.amount.to_string(), it.after.to_string()];
    figured.iter().map(text).collect()
}

/// One chain from the frozen value: each award begins where the one paid before it ended, so that slips connect.
#[test]
fn prg_19_each_award_begins_where_the_one_before_ended() {
    let expected = [
        // 10% of $50,000.507.
        ["50000.5070", "5000.05", "45000.4570"],
        // All of it; the seed and the reserve beside the fraction of a cent.
        ["45000.4570", "45000.45", "10020.0070"],
        ["10020.0070", "10020.00", "10000.0070"],
        ["10000.0070", "1000.00", "9000.0070"],
    ];
    assert_eq!(chain(&[10, 100, 100, 10], HouseProcedure::Sequential), expected);
}

/// Shared top awards are paid one after the other when the first is reached, before the 10% between them [PRG-5].
#[test]
fn prg_5_shared_top_awards_connect_too() {
    let expected = [
        // $50,000.50 in two.
        ["50000.5070", "25000.25", "25000.2570"],
        // 10% of the reset meter.
        ["10020.0070", "1002.00", "9018.0070"],
        ["25000.2570", "25000.25", "10020.0070"],
    ];
    assert_eq!(chain(&[100, 10, 100], HouseProcedure::Split), expected);
}

/// What is verified keeps its amount, and the others are figured as if it had been keyed with them.
#[test]
fn prg_19_a_verified_award_keeps_its_amount() {
    let frozen = Frozen { display: Cents::dollars(1_000).into(), reserve: MeterUnits::ZERO };
    let mut lit = claims(&[100, 10]);
    lit[1].decided = Some(Cents::dollars(100));
    let seed = Cents::dollars(10_000).into();
    let figured = awards(frozen, seed, &lit, HouseProcedure::Sequential);
    let amounts: Vec<Cents> = figured.iter().map(|figured| figured.amount).collect();
    assert_eq!(amounts, [Cents::dollars(1_000), Cents::dollars(100)]);
    assert_eq!(figured[1].after, Cents::dollars(9_900).into());
}
