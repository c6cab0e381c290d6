//! [PRG-19] Awards of five tables on one meter, in every order: after every step the meter's totals and every award are
//! what an independent model says, and each law of the ruling is checked by itself.

use money::{Cents, MeterUnits, Moment, Rate};
use progressive::{
    Award, AwardNumber, Claim, Criteria, Hit, HouseProcedure, Meter, Posted, Reset, RoundOnMeter,
    Seat, Source, Standing, Terms,
};
use proptest::prelude::*;

use crate::model::{CENT, DOLLAR, Lit, Model, SEATS, SEED, TABLES};

fn units(amount: MeterUnits) -> i128 {
    i128::from(amount.get())
}

fn rate(percent: i128) -> Rate {
    Rate::percent(u8::try_from(percent).unwrap()).unwrap()
}

/// A lit key: its percent, the amount, what it put in, and whether it is verified.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Key {
    percent: i128,
    amount: Cents,
    put_in: Option<Reset>,
    is_verified: bool,
}

/// One table of the pit.
#[derive(Clone, Default)]
struct Table {
    on_meter: RoundOnMeter,
    procedure: HouseProcedure,
    lit: [Option<Key>; SEATS],
}

impl Table {
    /// Presses a key: on, off, or moved to another hand. What the tray pays does not reach the meter.
    fn press(&mut self, meter: &mut Meter, seat: usize, percent: i128) {
        self.on_meter.freeze(meter);
        let before = self.lit[seat].take();
        if before.is_none_or(|lit| lit.percent != percent) {
            self.lit[seat] =
                Some(Key { percent, amount: Cents::ZERO, put_in: None, is_verified: false });
        }
        if percent > 0 || before.is_some_and(|lit| lit.percent > 0) {
            self.figure(|on_meter, claims, procedure| on_meter.figure(meter, claims, procedure));
        }
    }

    fn return_wager(&mut self, meter: &mut Meter, wager: Cents) {
        self.figure(|on_meter, claims, procedure| {
            on_meter.return_wager(meter, wager, claims, procedure)
        });
    }

    fn figure(
        &mut self,
        calculation: impl FnOnce(
            &mut RoundOnMeter,
            &[Claim],
            HouseProcedure,
        ) -> Vec<(progressive::Figured, Option<Reset>)>,
    ) {
        let mut keys: Vec<&mut Key> = self.lit.iter_mut().rev().flatten().collect();
        keys.retain(|key| key.percent > 0);
        let claim = |key: &&mut Key| Claim {
            share: rate(key.percent),
            decided: Some(key.amount).filter(|_| key.is_verified),
        };
        let claims: Vec<Claim> = keys.iter().map(claim).collect();
        let figured = calculation(&mut self.on_meter, &claims, self.procedure);
        assert_eq!(figured.len(), keys.len());
        for (key, (figured, put_in)) in keys.into_iter().zip(figured) {
            key.amount = figured.amount;
            key.put_in = if key.is_verified { key.put_in } else { put_in };
        }
    }

    /// Amounts in units, and what is verified.
    fn amounts(&self) -> [Option<Lit>; SEATS] {
        let lit = |key: Key| Lit {
            percent: key.percent,
            amount: i128::from(key.amount.get()) * CENT,
            is_verified: key.is_verified,
        };
        self.lit.map(|key| key.map(lit))
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug)]
enum Step {
    Lock(usize, [bool; SEATS]),
    /// A hand button: table, seat, percent; nothing for a hand that the tray pays.
    Press(usize, usize, i128),
    /// A dead hand's dollar goes back.
    Return(usize, usize),
    Verify(usize, usize),
    Void(usize, usize),
    Misdeal(usize),
    /// Every award was verified, and the round is over.
    GameOver(usize),
    /// One of the awards paid so far is backed out.
    BackOut(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let percent = prop_oneof![4 => Just(100i128), 3 => Just(10), 1 => Just(5), 2 => Just(0)];
    let (table, seat) = (0..TABLES, 0..SEATS);
    let place = (table.clone(), seat.clone());
    prop_oneof![
        16 => (table.clone(), seat, percent).prop_map(|(table, seat, p)| Step::Press(table, seat, p)),
        3 => (table.clone(), any::<[bool; SEATS]>()).prop_map(|(table, bets)| Step::Lock(table, bets)),
        1 => place.clone().prop_map(|(table, seat)| Step::Return(table, seat)),
        3 => place.clone().prop_map(|(table, seat)| Step::Verify(table, seat)),
        1 => place.prop_map(|(table, seat)| Step::Void(table, seat)),
        1 => table.clone().prop_map(Step::Misdeal),
        1 => table.prop_map(Step::GameOver),
        1 => any::<usize>().prop_map(Step::BackOut),
    ]
}

/// Five tables, the last two of which share top awards, with the model's books.
struct Pit {
    meter: Meter,
    tables: Vec<Table>,
    model: Model,
    /// What was paid in rounds that are over.
    standing: Vec<Key>,
}

impl Pit {
    fn new(start_cents: i64) -> Pit {
        let table = |number| Table {
            procedure: match number < 3 {
                true => HouseProcedure::Sequential,
                false => HouseProcedure::Split,
            },
            ..Table::default()
        };
        Pit {
            meter: meter(start_cents),
            tables: (0..TABLES).map(table).collect(),
            model: Model::new(i128::from(start_cents) * CENT),
            standing: Vec::new(),
        }
    }

    fn is_verified(&self, table: usize, seat: usize) -> Option<bool> {
        self.tables[table].lit[seat].map(|key| key.is_verified)
    }

    fn is_locked(&self, table: usize) -> bool {
        self.model.rounds[table].is_open
    }

    fn has_verified(&self, table: usize) -> bool {
        self.tables[table].lit.iter().flatten().any(|key| key.is_verified)
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Lock(table, bets) if !self.is_locked(table) => {
                let dollars = bets.iter().filter(|bet| **bet).count() as i64;
                self.meter.contribute(Cents::dollars(dollars));
                self.model.lock(table, bets);
            }
            Step::Press(table, seat, percent)
                if self.model.rounds[table].bets[seat]
                    && self.is_verified(table, seat) != Some(true) =>
            {
                self.tables[table].press(&mut self.meter, seat, percent);
                self.model.press(table, seat, percent);
            }
            Step::Void(table, seat) if self.is_verified(table, seat) == Some(false) => {
                let percent = self.tables[table].lit[seat].unwrap().percent;
                self.tables[table].press(&mut self.meter, seat, percent);
                self.model.void(table, seat);
            }
            Step::Return(table, seat)
                if self.model.rounds[table].bets[seat]
                    && self.is_verified(table, seat) != Some(true) =>
            {
                self.tables[table].lit[seat] = None;
                self.tables[table].return_wager(&mut self.meter, Cents::dollars(1));
                self.model.return_bet(table, seat);
            }
            Step::Verify(table, seat) if self.is_verified(table, seat) == Some(false) => {
                let key = self.tables[table].lit[seat].as_mut().unwrap();
                key.is_verified = true;
                self.meter.pay(hit(key.amount), key.percent == 100, Cents::ZERO);
                self.model.verify(table, seat);
            }
            Step::Misdeal(table) if self.is_locked(table) && !self.has_verified(table) => {
                let bets = self.model.rounds[table].bets;
                let dollars = bets.iter().filter(|bet| **bet).count() as i64;
                let round = &mut self.tables[table];
                round.lit = [None; SEATS];
                round.return_wager(&mut self.meter, Cents::dollars(dollars));
                round.on_meter = RoundOnMeter::default();
                self.model.misdeal(table);
            }
            Step::GameOver(table) if self.is_locked(table) => {
                for seat in 0..SEATS {
                    self.take(Step::Verify(table, seat));
                }
                let round = &mut self.tables[table];
                // Which of those that share a seed takes it back, the house decides.
                if round.procedure == HouseProcedure::Sequential {
                    let paid = round.lit.iter().flatten().filter(|key| key.percent > 0);
                    self.standing.extend(paid);
                }
                (round.lit, round.on_meter) = ([None; SEATS], RoundOnMeter::default());
                self.model.game_over(table);
            }
            Step::BackOut(place) if !self.standing.is_empty() => {
                let key = self.standing.swap_remove(place % self.standing.len());
                self.meter.back_out(&award(key.percent, key.amount), key.put_in.as_ref());
                let put_in = key.put_in.map(|reset| [SEED, units(reset.reserve)]);
                self.model.back_out(i128::from(key.amount.get()) * CENT, put_in);
            }
            _ => {}
        }
    }

    /// What the ruling says, held against the meter and every table.
    fn check(&self, before: &Pit, step: Step) -> Result<(), TestCaseError> {
        let (totals, model) = (&self.meter.totals, &self.model);
        // (1) (3) The model's books say the same, to the last unit.
        for (table, round) in self.tables.iter().zip(&model.rounds) {
            prop_assert_eq!(table.amounts(), round.lit);
        }
        prop_assert_eq!(units(totals.display), model.sign, "(3) {:?}", step);
        prop_assert_eq!(units(totals.reserve), model.reserve);
        prop_assert_eq!(units(totals.seeds), model.seeds);
        prop_assert_eq!(units(totals.top_ups), model.top_ups, "(3) {:?}", step);
        prop_assert!(model.sign >= 0, "(3) the sign shows {}", totals.display);
        // (5) Nothing is created or lost.
        prop_assert!(self.meter.balances(), "(5) {totals:?}");
        prop_assert_eq!(units(totals.contributions), model.contributions, "(5)");
        prop_assert_eq!(units(totals.adjustments), model.adjustments, "(5)");
        prop_assert_eq!(units(totals.paid), model.paid, "(5)");
        prop_assert_eq!(units(totals.pending), model.pending(), "(5)");
        for (place, table) in self.tables.iter().enumerate() {
            // (2) Nothing that happens at another table changes an award.
            let is_own = matches!(step, Step::Lock(at, _) | Step::Press(at, ..) | Step::Return(at, _)
                | Step::Verify(at, _) | Step::Void(at, _) | Step::Misdeal(at) | Step::GameOver(at)
                if at == place);
            prop_assert!(is_own || table.lit == before.tables[place].lit, "(2) table {place}");
            self.check_most(place)?;
        }
        if let Step::Press(table, seat, 0) = step
            && before.tables[table].lit[seat].is_none_or(|key| key.percent == 0)
        {
            // (5) "A key for a tray hand changes no award and not the sign."
            prop_assert_eq!(totals, &before.meter.totals, "(5)");
        }
        Ok(())
    }

    /// (4) Never more than the sign showed, or the seed and the reserve after a top award.
    fn check_most(&self, table: usize) -> Result<(), TestCaseError> {
        let Some([shown, reserve]) = self.model.rounds[table].frozen else { return Ok(()) };
        let mut most = shown;
        for lit in self.tables[table].amounts().iter().rev().flatten() {
            if !lit.is_verified {
                prop_assert!(lit.amount <= most, "(4) {} of {most}", lit.amount);
            }
            if lit.percent == 100 && !self.model.rounds[table].is_split {
                most = SEED + reserve + CENT;
            } else if lit.percent == 100 {
                most = most.max(SEED + reserve + CENT);
            }
        }
        Ok(())
    }
}

impl Clone for Pit {
    fn clone(&self) -> Pit {
        let (meter, tables) = (self.meter.clone(), self.tables.clone());
        Pit { meter, tables, model: self.model.clone(), standing: self.standing.clone() }
    }
}

/// A meter that starts at an amount: 25% of each dollar to the display, 5% to the reserve.
fn meter(start_cents: i64) -> Meter {
    let mut terms = Terms::with_seed(Cents::dollars(10_000));
    terms.base = Cents::new(start_cents);
    terms.reserve = rate(5);
    let posted = Posted::new("a game", "an edition", "PMG-01", Cents::dollars(1), Vec::new());
    Meter::new("linked".parse().unwrap(), Criteria::of(&posted), terms)
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

/// An award that was paid.
fn award(percent: i128, amount: Cents) -> Award {
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

fn check(start_cents: i64, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut pit = Pit::new(start_cents);
    for &step in steps {
        let before = pit.clone();
        pit.take(step);
        pit.check(&before, step)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

    #[test]
    fn prg_19_the_laws_hold_in_every_interleaving_of_five_tables(
        start_cents in prop_oneof![0..20_000i64, 0..20_000_000i64],
        steps in prop::collection::vec(step(), 1..120),
    ) {
        check(start_cents, &steps)?;
    }

    /// "The keys of one round may be pressed, turned off and pressed again in any order": the same keys in another order, with
    /// some of them pressed and turned off again in between, make the same awards and the same sign. Other tables have
    /// played before, with the round's first key already pressed and turned off.
    #[test]
    fn prg_19_the_order_of_a_rounds_own_keys_does_not_matter(
        start_cents in 0..20_000_000i64,
        table in 0..TABLES,
        steps in prop::collection::vec(step(), 1..40),
        keys in prop::array::uniform7(prop::option::of(prop_oneof![Just(100i128), Just(10), Just(0)])),
        order in Just((0..SEATS).collect::<Vec<usize>>()).prop_shuffle(),
        extra in prop::collection::vec((0..SEATS, prop_oneof![Just(100i128), Just(5), Just(0)]), 0..5),
    ) {
        let mut pit = Pit::new(start_cents);
        pit.take(Step::Lock(table, [true; SEATS]));
        for seat in [0, 0] {
            pit.take(Step::Press(table, seat, 0));
        }
        let is_of_another = |step: &Step| !matches!(step, Step::Lock(at, _) | Step::Press(at, ..)
            | Step::Return(at, _) | Step::Verify(at, _) | Step::Void(at, _) | Step::Misdeal(at)
            | Step::GameOver(at) if *at == table);
        for step in steps.into_iter().filter(is_of_another) {
            pit.take(step);
        }
        let mut again = pit.clone();
        let press = |pit: &mut Pit, seat: usize| if let Some(percent) = keys[seat] {
            pit.take(Step::Press(table, seat, percent));
        };
        (0..SEATS).for_each(|seat| press(&mut pit, seat));
        for (seat, percent) in extra {
            again.take(Step::Press(table, seat, percent));
            again.take(Step::Void(table, seat));
        }
        order.into_iter().for_each(|seat| press(&mut again, seat));
        prop_assert_eq!(again.tables[table].amounts(), pit.tables[table].amounts());
        let shares = keys.iter().flatten().any(|percent| *percent > 0);
        if shares {
            prop_assert_eq!(again.meter.totals, pit.meter.totals);
            prop_assert_eq!(again.meter.since_reset, pit.meter.since_reset);
            prop_assert_eq!(again.meter.resets, pit.meter.resets);
        }
    }
}

/// A sign below a dollar that other tables have emptied gives a wager back all the same: the house tops up.
#[test]
fn prg_19_a_returned_wager_never_brings_the_sign_below_zero() {
    let mut pit = Pit::new(0);
    let bets = [true, false, false, false, false, false, false];
    let steps = [Step::Lock(0, bets), Step::Lock(1, bets), Step::Press(1, 0, 100)];
    steps.into_iter().for_each(|step| pit.take(step));
    // The royal has won $0.50 and $10,000 were put in; a second one takes them, with the reserve of $0.10.
    pit.take(Step::GameOver(1));
    pit.model.sign -= 10_000 * DOLLAR + DOLLAR / 10;
    pit.model.adjustments -= 10_000 * DOLLAR + DOLLAR / 10;
    pit.meter.adjust(-"10000.10".parse::<MeterUnits>().unwrap());
    pit.take(Step::Return(0, 0));
    assert_eq!(pit.meter.totals.display, MeterUnits::ZERO);
    // 25 cents that the display lacks, and 5 of the reserve that went with the royal.
    assert_eq!(pit.meter.totals.top_ups.to_string(), "0.3000");
    assert!(pit.meter.balances());
}
