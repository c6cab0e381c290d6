//! [PRG-19] Awards of several tables on one meter, in every order.
//!
//! The laws are stated here once more, over plain integers, and share no code with the crate: after
//! every step each of them is checked against the meter's totals and every table's awards. A model
//! that keeps its own books says what each award must be.

use money::{Cents, MeterUnits, Moment, Rate};
use progressive::{
    Award, AwardNumber, Claim, Criteria, Hit, HouseProcedure, Meter, Posted, Reset, Seat, SetAside,
    Source, Standing, Terms,
};
use proptest::prelude::*;

/// A unit of a meter: a millionth of a dollar; a cent has ten thousand.
const CENT: i128 = 10_000;
const SEED: i128 = 10_000 * 1_000_000;

fn units(amount: MeterUnits) -> i128 {
    i128::from(amount.get())
}

fn rate(percent: u8) -> Rate {
    Rate::percent(percent).unwrap()
}

/// One table of the pit: its lit seats with their share in percent and what is set aside.
#[derive(Clone, Default)]
struct Table {
    set_aside: SetAside,
    /// By seat, 0 to 6: percent and amount in cents.
    lit: [Option<(u8, Cents)>; 7],
}

impl Table {
    fn held(&self) -> i128 {
        self.lit.iter().flatten().map(|(_, amount)| i128::from(amount.get()) * CENT).sum()
    }

    /// Presses a key: on, off, or moved to another hand.
    fn press(&mut self, meter: &mut Meter, seat: usize, percent: u8) {
        let before = self.lit[seat].take();
        let released = before.map_or(Cents::ZERO, |(_, amount)| amount);
        if before.is_none_or(|(lit, _)| lit != percent) {
            self.lit[seat] = Some((percent, Cents::ZERO));
        }
        self.figure(meter, released);
    }

    /// A dollar goes back that was bet before the first key.
    fn return_dollar(&mut self, meter: &mut Meter) {
        self.set_aside.take_back(meter.take_back(Cents::dollars(1)));
        if !self.set_aside.is_none() {
            self.figure(meter, Cents::ZERO);
        }
    }

    fn figure(&mut self, meter: &mut Meter, released: Cents) {
        let seats: Vec<usize> = (0..7).rev().filter(|seat| self.lit[*seat].is_some()).collect();
        let claim = |seat: &usize| {
            let (percent, held) = self.lit[*seat].unwrap();
            Claim { share: rate(percent), held, is_final: false }
        };
        let claims: Vec<Claim> = seats.iter().map(claim).collect();
        let figured = self.set_aside.figure(meter, &claims, released, HouseProcedure::Sequential);
        assert_eq!(figured.len(), seats.len());
        for (seat, figured) in seats.into_iter().zip(figured) {
            self.lit[seat].as_mut().unwrap().1 = figured.amount;
        }
    }
}

/// The model's own books: plain integers, worked out step by step as the ruling reads.
#[derive(Clone, Default)]
struct ModelTable {
    /// What the sign showed at the round's first key.
    shown: Option<i128>,
    /// Percent and amount by seat.
    lit: [Option<(i128, i128)>; 7],
    /// How many seeds the round's top awards have put in.
    seeds: i128,
    /// Dollars bet before the first key.
    wagers: i64,
}

#[derive(Clone)]
struct Model {
    sign: i128,
    seeds: i128,
    seeds_left: i128,
    tables: Vec<ModelTable>,
}

impl ModelTable {
    fn held(&self) -> i128 {
        self.lit.iter().flatten().map(|(_, held)| held).sum()
    }
}

impl Model {
    fn press(&mut self, table: usize, seat: usize, percent: i128) {
        let sign = self.sign;
        let round = &mut self.tables[table];
        let shown = *round.shown.get_or_insert(sign);
        let purse = sign + round.held();
        round.lit[seat] = match round.lit[seat] {
            Some((lit, _)) if lit == percent => None,
            _ => Some((percent, 0)),
        };
        self.figure(table, shown, purse);
    }

    /// [CS-7] "Goes back, and its contribution is reversed": as if it had not been made.
    fn return_dollar(&mut self, table: usize) {
        let share = 1_000_000 / 4;
        self.sign -= share;
        let sign = self.sign;
        let round = &mut self.tables[table];
        round.wagers -= 1;
        if let Some(shown) = &mut round.shown {
            *shown = (*shown - share).max(0);
            let (shown, purse) = (*shown, sign + round.held());
            self.figure(table, shown, purse);
        }
    }

    /// [PRG-10] "Undone by a manual adjustment"; one seed for every top award that stands.
    fn back_out(&mut self, percent: u8, amount: i128) {
        self.sign += amount;
        if percent == 100 {
            let back = SEED.min(self.sign);
            self.sign -= back;
            self.seeds -= back;
            self.seeds_left += SEED - back;
        }
    }

    fn figure(&mut self, table: usize, shown: i128, mut purse: i128) {
        // The purse: "limited to what this round has itself set aside plus what the sign shows now."
        let round = &mut self.tables[table];
        // "Always figured last seat first, as if all keys had been pressed at the first key."
        let mut meter = shown;
        let mut tops = 0;
        for lit in round.lit.iter_mut().rev().flatten() {
            let worth = meter * lit.0 / 100 / CENT * CENT;
            lit.1 = worth.min(purse / CENT * CENT);
            purse -= lit.1;
            if lit.0 == 100 {
                meter = meter % CENT + SEED;
                tops += 1;
                if tops > round.seeds {
                    // "One seed for every top award that stands."
                    round.seeds += 1;
                    self.seeds += SEED;
                    purse += SEED;
                }
            } else {
                meter -= worth;
            }
        }
        while round.seeds > tops {
            // "Takes its seed back out of the display, as far as the display holds it."
            round.seeds -= 1;
            let back = SEED.min(purse);
            purse -= back;
            self.seeds -= back;
            self.seeds_left += SEED - back;
        }
        self.sign = purse;
    }
}

fn hit(amount: Cents) -> Hit {
    Hit {
        award: AwardNumber(1),
        at: Moment(0),
        table: "t".parse().unwrap(),
        seat: Seat(1),
        hand: "a hand".to_owned(),
        amount,
        paid: None,
        is_backed_out: false,
    }
}

/// What wins: it does not matter here.
fn criteria() -> Criteria {
    Criteria::of(&Posted::new("a game", "an edition", "PMG-01", Cents::dollars(1), Vec::new()))
}

/// An award that was paid.
fn award(percent: u8, amount: Cents) -> Award {
    Award {
        number: AwardNumber(1),
        meter: "linked".parse().unwrap(),
        table: "t".parse().unwrap(),
        round: 1,
        edition: "an edition".to_owned(),
        seat: Seat(1),
        hand: "a hand".to_owned(),
        source: Source::Meter { share: rate(percent) },
        amount,
        before: MeterUnits::ZERO,
        after: MeterUnits::ZERO,
        reset: None,
        house_procedure: HouseProcedure::Sequential,
        keyed_by: "dee".parse().unwrap(),
        keyed_at: Moment(0),
        standing: Standing::Pending,
        overridden: None,
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A hand button: table, seat, percent.
    Press(usize, usize, u8),
    /// A lock: table, dollars wagered.
    Lock(usize, i64),
    /// A dead hand's dollar goes back at a table.
    Return(usize),
    /// One of the awards paid so far is backed out.
    BackOut(usize),
    /// The round of a table is over: every award was verified and paid.
    GameOver(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let percent = prop_oneof![3 => Just(100u8), 2 => Just(10), 1 => Just(5)];
    prop_oneof![
        8 => (0..5usize, 0..7usize, percent).prop_map(|(table, seat, p)| Step::Press(table, seat, p)),
        2 => (0..5usize, 1..40i64).prop_map(|(table, dollars)| Step::Lock(table, dollars)),
        1 => (0..5usize).prop_map(Step::Return),
        1 => any::<usize>().prop_map(Step::BackOut),
        1 => (0..5usize).prop_map(Step::GameOver),
    ]
}

/// Takes the steps, and checks everything the ruling says after each of them.
fn check(start_cents: i64, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut terms = Terms::with_seed(Cents::dollars(10_000));
    terms.base = Cents::new(start_cents);
    let mut meter = Meter::new("linked".parse().unwrap(), criteria(), terms);
    let mut tables = vec![Table::default(); 5];
    let mut model = Model {
        sign: i128::from(start_cents) * CENT,
        seeds: i128::from(start_cents) * CENT,
        seeds_left: 0,
        tables: vec![ModelTable::default(); 5],
    };
    let mut paid = 0;
    let mut standing: Vec<(u8, Cents, Option<Reset>)> = Vec::new();
    for &step in steps {
        let before = (meter.clone(), tables.clone());
        match step {
            Step::Press(table, seat, percent) => {
                tables[table].press(&mut meter, seat, percent);
                model.press(table, seat, i128::from(percent));
                // (2) No key changes another table's frozen award.
                for (other, now) in tables.iter().enumerate().filter(|(other, _)| *other != table) {
                    prop_assert!(now.lit == before.1[other].lit, "(2) table {other}");
                }
                let shown = model.tables[table].shown.unwrap();
                let mut tops = 0;
                for (percent, amount) in tables[table].lit.iter().rev().flatten() {
                    // (4) Never more than the sign showed, or the seed for a second top award.
                    let most = if tops == 0 { shown } else { SEED + CENT };
                    prop_assert!(i128::from(amount.get()) * CENT <= most, "(4) {amount}");
                    tops += usize::from(*percent == 100);
                }
                // (3) What is set aside and shown is what was, but for seeds put in or taken out.
                let seeds = units(meter.totals.seeds) - units(before.0.totals.seeds);
                let was = before.1[table].held() + units(before.0.totals.display);
                let is = tables[table].held() + units(meter.totals.display);
                prop_assert_eq!(is, was + seeds, "(3)");
            }
            Step::Lock(table, dollars) => {
                meter.contribute(Cents::dollars(dollars));
                model.sign += i128::from(dollars) * 1_000_000 / 4;
                let round = &mut model.tables[table];
                round.wagers += if round.shown.is_none() { dollars } else { 0 };
            }
            // A cent-sized meter whose wagers other tables have won cannot give them back.
            Step::Return(table) if model.sign >= 1_000_000 && model.tables[table].wagers > 0 => {
                tables[table].return_dollar(&mut meter);
                model.return_dollar(table);
            }
            Step::Return(_) => {}
            Step::BackOut(place) if !standing.is_empty() => {
                let (percent, amount, reset) = standing.swap_remove(place % standing.len());
                meter.back_out(&award(percent, amount), reset.as_ref());
                model.back_out(percent, i128::from(amount.get()) * CENT);
            }
            Step::BackOut(_) => {}
            Step::GameOver(table) => {
                let held = tables[table].held();
                let mut tops = 0;
                for (percent, amount) in tables[table].lit.iter().rev().flatten() {
                    meter.pay(hit(*amount), *percent == 100, Cents::ZERO);
                    let reset = (*percent == 100).then(|| {
                        tops += 1;
                        tables[table].set_aside.reset_of(tops - 1, HouseProcedure::Sequential)
                    });
                    standing.push((*percent, *amount, reset.flatten()));
                }
                paid += held;
                tables[table] = Table::default();
                model.tables[table] = ModelTable::default();
            }
        }
        // (6) Nothing is created or lost.
        prop_assert!(meter.balances(), "(6) {:?}", meter.totals);
        prop_assert!(units(meter.totals.display) >= 0, "the sign never shows less than nothing");
        let held: i128 = tables.iter().map(Table::held).sum();
        prop_assert_eq!(units(meter.totals.pending), held);
        prop_assert_eq!(units(meter.totals.paid), paid);
        // (1) (5) The model's books say the same, to the last unit.
        prop_assert_eq!(units(meter.totals.display), model.sign, "{:?}", step);
        prop_assert_eq!(units(meter.totals.seeds), model.seeds, "(5)");
        prop_assert_eq!(units(meter.seeds_left), model.seeds_left, "(5)");
        for (table, model) in tables.iter().zip(&model.tables) {
            for (ours, theirs) in table.lit.iter().zip(&model.lit) {
                let ours = ours.map(|(_, amount)| i128::from(amount.get()) * CENT);
                prop_assert_eq!(ours, theirs.map(|(_, amount)| amount));
            }
        }
    }
    Ok(())
}

proptest! {
    // 5,000 houses of up to 400 steps: a million steps on average.
    #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

    #[test]
    fn prg_19_the_laws_hold_in_every_interleaving_of_five_tables(
        start_cents in 0..20_000_000i64,
        steps in prop::collection::vec(step(), 1..400),
    ) {
        check(start_cents, &steps)?;
    }

    #[test]
    fn prg_19_the_order_of_a_rounds_own_keys_does_not_matter(
        start_cents in 0..20_000_000i64,
        keys in prop::collection::vec((0..7usize, prop_oneof![Just(100u8), Just(10), Just(5)]), 1..7),
        order in any::<prop::sample::Index>(),
    ) {
        let mut by_seat = [None; 7];
        for (seat, percent) in &keys {
            by_seat[*seat] = Some(*percent);
        }
        let mut seats: Vec<usize> = (0..7).filter(|seat| by_seat[*seat].is_some()).collect();
        let mut results = Vec::new();
        for _ in 0..2 {
            let mut terms = Terms::with_seed(Cents::dollars(10_000));
            terms.base = Cents::new(start_cents);
            let mut meter = Meter::new("linked".parse().unwrap(), criteria(), terms);
            let mut table = Table::default();
            for seat in &seats {
                table.press(&mut meter, *seat, by_seat[*seat].unwrap());
            }
            results.push((table.lit, meter.totals));
            let turn = order.index(seats.len());
            seats.rotate_left(turn);
            seats.reverse();
        }
        prop_assert_eq!(&results[0], &results[1]);
    }
}

/// A meter at an amount, with a seed of $10,000.
fn at(dollars: &str) -> Meter {
    let mut terms = Terms::with_seed(Cents::dollars(10_000));
    terms.base = dollars.parse().unwrap();
    Meter::new("linked".parse().unwrap(), criteria(), terms)
}

fn amounts(table: &Table) -> Vec<String> {
    table.lit.iter().flatten().map(|(_, amount)| amount.to_string()).collect()
}

// The four examples of the ruling, to the cent. Seats 1 and 2 are places 0 and 1.

#[test]
fn prg_19_a_royal_turned_off_after_another_table_won() {
    let (mut meter, mut a, mut b) = (at("50000.50"), Table::default(), Table::default());
    a.press(&mut meter, 1, 100);
    a.press(&mut meter, 0, 100);
    b.press(&mut meter, 0, 100);
    a.press(&mut meter, 1, 100);
    assert_eq!(amounts(&a), ["50000.50"]);
    assert_eq!(amounts(&b), ["10000.00"]);
    assert_eq!(meter.totals.display.to_string(), "10000.0000");
}

#[test]
fn prg_19_a_second_royal_keyed_after_another_table_won() {
    let (mut meter, mut a, mut b) = (at("50000.50"), Table::default(), Table::default());
    a.press(&mut meter, 0, 100);
    b.press(&mut meter, 0, 100);
    a.press(&mut meter, 1, 100);
    assert_eq!(amounts(&a), ["10000.00", "50000.50"]);
    assert_eq!(amounts(&b), ["10000.00"]);
    assert_eq!(meter.totals.display.to_string(), "10000.0000");
}

#[test]
fn prg_19_a_straight_flush_elsewhere_does_not_reduce_an_earlier_award() {
    let (mut meter, mut a, mut b) = (at("50000.50"), Table::default(), Table::default());
    a.press(&mut meter, 1, 100);
    a.press(&mut meter, 0, 100);
    b.press(&mut meter, 0, 10);
    assert_eq!(amounts(&b), ["1000.00"]);
    a.press(&mut meter, 1, 100);
    assert_eq!(amounts(&a), ["50000.50"]);
    assert_eq!(meter.totals.display.to_string(), "9000.0000");
}

#[test]
fn prg_19_an_award_never_takes_what_another_table_has_taken() {
    let (mut meter, mut a, mut b) = (at("50000.00"), Table::default(), Table::default());
    a.press(&mut meter, 0, 10);
    b.press(&mut meter, 0, 100);
    a.press(&mut meter, 1, 100);
    assert_eq!(amounts(&a), ["1000.00", "15000.00"]);
    assert_eq!(amounts(&b), ["45000.00"]);
    assert_eq!(meter.totals.display.to_string(), "9000.0000");
}

#[test]
fn prg_19_a_seed_the_display_no_longer_holds_stays_with_the_house_and_is_counted() {
    // A's royal takes $50,000 and puts $10,000 in. B's royal takes that, and puts $10,000 in; C's
    // straight flushes of 10% bring the sign below the seed: 10,000 x 0.9 = 9,000. A's royal comes off:
    // $50,000 goes back, so the display holds A's seed, and all of it comes out.
    let (mut meter, mut a, mut b) = (at("50000.00"), Table::default(), Table::default());
    let mut c = Table::default();
    a.press(&mut meter, 0, 100);
    b.press(&mut meter, 0, 100);
    c.press(&mut meter, 0, 10);
    a.press(&mut meter, 0, 100);
    assert_eq!(meter.totals.display.to_string(), "49000.0000");
    assert_eq!(meter.seeds_left, MeterUnits::ZERO);
    // From $500: A's royal takes it and puts $10,000 in; B's straight flush takes $1,000 of them. A's
    // comes off: $500 + $9,000 are there, and A's seed is $500 more than that.
    let (mut meter, mut a, mut b) = (at("500.00"), Table::default(), Table::default());
    a.press(&mut meter, 0, 100);
    b.press(&mut meter, 0, 10);
    assert_eq!(amounts(&b), ["1000.00"]);
    a.press(&mut meter, 0, 100);
    assert_eq!(meter.totals.display.to_string(), "0.0000");
    assert_eq!(meter.seeds_left.to_string(), "500.0000");
    assert_eq!(amounts(&b), ["1000.00"]);
}
