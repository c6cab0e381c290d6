//! [PRG-19] Five tables of a house on one meter, in every order: the keypad, the awards and the meter say what the model of
//! the progressive crate's tests says, which shares no code with either.

use house::table::command::TableCommand;
use house::{AwardNumber, Command, HouseProcedure, Posted, Seat, Terms};
use money::{Cents, MeterUnits, Rate};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

#[allow(dead_code, reason = "awards are backed out where the meter is tested alone")]
#[path = "../../../progressive/tests/all/model.rs"]
mod model;

use crate::support::pit::{Pit, posted};
use model::{CENT, Lit, Model, SEATS, SEED, TABLES};

/// The hand buttons, with their percent of the meter.
const HANDS: [(&str, i128); 3] =
    [("royal flush", 100), ("straight flush", 10), ("four of a kind", 0)];

fn units(amount: MeterUnits) -> i128 {
    i128::from(amount.get())
}

fn name(table: usize) -> String {
    format!("t{}", table + 1)
}

struct Interleaving {
    pit: Pit,
    model: Model,
    rng: StdRng,
}

impl Interleaving {
    fn new(seed: u64) -> Interleaving {
        let mut rng = StdRng::seed_from_u64(seed);
        let start = rng.random_range(0..if seed.is_multiple_of(2) { 20_000 } else { 20_000_000 });
        let mut terms = Terms::with_seed(Cents::dollars(10_000));
        (terms.base, terms.reserve) = (Cents::new(start), Rate::percent(5).unwrap());
        let mut pit = Pit::with(terms, posted());
        let model = Model::new(i128::from(start) * CENT);
        for table in 1..TABLES {
            let house_procedure = match model.rounds[table].is_split {
                true => HouseProcedure::Split,
                false => HouseProcedure::Sequential,
            };
            pit.open(&name(table), Posted { house_procedure, ..posted() });
        }
        Interleaving { pit, model, rng }
    }

    /// The award that waits at a seat.
    fn pending(&self, table: usize, seat: usize) -> Option<AwardNumber> {
        let is_it = |award: &&house::Award| {
            award.table.as_str() == name(table) && usize::from(award.seat.0) == seat + 1
        };
        self.pit.house.awards().find(is_it).map(|award| award.number)
    }

    fn verify(&mut self, table: usize, seat: usize) {
        if let Some(award) = self.pending(table, seat) {
            self.pit.verify(award.0).unwrap();
            let lit = self.model.rounds[table].lit[seat].unwrap();
            self.model.verify(table, seat);
            // What the tray pays is in no account of the meter.
            assert!(lit.percent > 0 || lit.amount == 0);
        }
    }

    fn step(&mut self) {
        let table = self.rng.random_range(0..TABLES);
        let seat = self.rng.random_range(0..SEATS);
        let (hand, percent) = HANDS[self.rng.random_range(0..HANDS.len())];
        let round = &self.model.rounds[table];
        let is_verified = round.lit[seat].is_some_and(|lit| lit.is_verified);
        let id = || name(table).parse().unwrap();
        if !round.is_open {
            let mut bets = [false; SEATS];
            bets.fill_with(|| self.rng.random_range(0..3) > 0);
            bets[seat] = true;
            let seats: Vec<(u8, i64)> =
                (1..).zip(bets).filter(|(_, bet)| *bet).map(|(seat, _)| (seat, 1)).collect();
            self.pit.lock(&name(table), &seats);
            self.model.lock(table, bets);
            return;
        }
        match self.rng.random_range(0..20) {
            0..12 if round.bets[seat] && !is_verified => {
                self.pit.key(&name(table), seat as u8 + 1, hand);
                self.model.press(table, seat, percent);
            }
            12..14 => self.verify(table, seat),
            14 if self.pending(table, seat).is_some() => {
                let (award, reason) = (self.pending(table, seat).unwrap(), "fouled".to_owned());
                self.pit.done("sue", Command::of_award(TableCommand::Void { award, reason }));
                self.model.void(table, seat);
            }
            15 if round.bets[seat] && !is_verified => {
                let (seat_number, reason) = (Seat(seat as u8 + 1), "a dead hand".to_owned());
                self.pit.done(
                    "dee",
                    Command::at(&id(), TableCommand::ReturnBet { seat: seat_number, reason }),
                );
                self.model.return_bet(table, seat);
            }
            16 if !round.lit.iter().flatten().any(|lit| lit.is_verified) => {
                let reason = "four cards".to_owned();
                self.pit.done("dee", Command::at(&id(), TableCommand::Misdeal { reason }));
                self.model.misdeal(table);
            }
            17 => {
                (0..SEATS).for_each(|seat| self.verify(table, seat));
                self.pit.game_over(&name(table)).unwrap();
                self.model.game_over(table);
            }
            _ => {}
        }
    }

    fn check(&self, seed: u64) {
        let (meter, model) = (self.pit.meter(), &self.model);
        for (table, round) in model.rounds.iter().enumerate() {
            let open = self.pit.house.table(&name(table).parse().unwrap()).unwrap();
            let keyed = open.keypad_round().map(|round| &round.keys.lit);
            for (seat, lit) in round.lit.iter().enumerate() {
                let keyed = keyed.and_then(|keyed| keyed.get(&Seat(seat as u8 + 1)));
                let house = &self.pit.house;
                let award = keyed.and_then(|keyed| {
                    house.verified_award(keyed).or_else(|| house.award(keyed.award?).ok())
                });
                let amount = award.map(|award| i128::from(award.amount.get()));
                let of_meter = lit.filter(|lit| lit.percent > 0);
                let expected = of_meter.map(|Lit { amount, .. }| amount / CENT);
                assert_eq!(keyed.is_some(), lit.is_some(), "seed {seed}");
                assert_eq!(amount.filter(|_| of_meter.is_some()), expected, "(1) seed {seed}");
            }
            if let Some([shown, reserve]) = round.frozen {
                let most = shown.max(SEED + reserve + CENT);
                let most_of = |lit: &Lit| lit.is_verified || lit.amount <= most;
                assert!(round.lit.iter().flatten().all(most_of), "(4) seed {seed}");
            }
        }
        let totals = &meter.totals;
        let is = [totals.display, totals.reserve, totals.seeds, totals.top_ups].map(units);
        let expected = [model.sign, model.reserve, model.seeds, model.top_ups];
        assert_eq!(is, expected, "(3) sign, reserve, seeds, top-ups; seed {seed}");
        let is = [totals.contributions, totals.paid, totals.pending].map(units);
        let expected = [model.contributions, model.paid, model.pending()];
        assert_eq!(is, expected, "(5) contributions, paid, pending; seed {seed}");
        assert!(meter.balances() && is[0] >= 0, "(5) seed {seed}");
    }
}

#[test]
fn prg_19_the_laws_hold_at_the_tables_of_a_house() {
    for seed in 0..500 {
        let mut house = Interleaving::new(seed);
        for _ in 0..60 {
            house.step();
            house.check(seed);
        }
    }
}
