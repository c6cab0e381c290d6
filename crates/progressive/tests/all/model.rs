//! [PRG-19] stated once more, over plain integers. It shares no code with the crates: it keeps its own books for five
//! tables on one meter, and says what every award and the sign must be.

/// A unit of a meter is a millionth of a dollar; a cent has ten thousand.
pub const CENT: i128 = 10_000;
pub const DOLLAR: i128 = 100 * CENT;
pub const SEED: i128 = 10_000 * DOLLAR;
pub const SEATS: usize = 7;
pub const TABLES: usize = 5;
/// What a dollar bet puts on the sign, 25%, and in the reserve, 5%.
const SHARES: [i128; 2] = [DOLLAR / 4, DOLLAR / 20];

/// A lit key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lit {
    /// Its share of the meter in percent; nothing for a hand that the tray pays.
    pub percent: i128,
    /// What it is worth.
    pub amount: i128,
    pub is_verified: bool,
}

/// The round of a table.
#[derive(Clone, Default, Debug)]
pub struct Round {
    /// Is it between lock and game over?
    pub is_open: bool,
    /// Do top awards share the meter?
    pub is_split: bool,
    /// The seats with a bet of a dollar.
    pub bets: [bool; SEATS],
    pub lit: [Option<Lit>; SEATS],
    /// What the sign showed and the reserve held at the first key.
    pub frozen: Option<[i128; 2]>,
    /// What the round has done to the sign, the reserve, the seeds and the top-ups.
    did: [i128; 4],
}

/// The books of the meter.
#[derive(Clone, Debug)]
pub struct Model {
    pub sign: i128,
    pub reserve: i128,
    pub seeds: i128,
    pub top_ups: i128,
    pub contributions: i128,
    pub adjustments: i128,
    /// What was verified.
    pub paid: i128,
    pub rounds: Vec<Round>,
}

impl Model {
    pub fn new(start: i128) -> Model {
        let rounds = (0..TABLES).map(|table| Round { is_split: table >= 3, ..Round::default() });
        Model {
            sign: start,
            reserve: 0,
            seeds: start,
            top_ups: 0,
            contributions: 0,
            adjustments: 0,
            paid: 0,
            rounds: rounds.collect(),
        }
    }

    pub fn lock(&mut self, table: usize, bets: [bool; SEATS]) {
        let count = bets.iter().filter(|bet| **bet).count() as i128;
        (self.rounds[table].is_open, self.rounds[table].bets) = (true, bets);
        self.sign += count * SHARES[0];
        self.reserve += count * SHARES[1];
        self.contributions += count * (SHARES[0] + SHARES[1]);
    }

    /// "The first key of a table's round, of any kind and even if it is turned off again, freezes what the sign shows."
    pub fn press(&mut self, table: usize, seat: usize, percent: i128) {
        let shows = [self.sign, self.reserve];
        let round = &mut self.rounds[table];
        round.frozen.get_or_insert(shows);
        let was = round.lit[seat].take();
        if was.is_none_or(|lit| lit.percent != percent) {
            round.lit[seat] = Some(Lit { percent, amount: 0, is_verified: false });
        }
        // "A key for a tray hand changes no award and not the sign."
        if percent > 0 || was.is_some_and(|lit| lit.percent > 0) {
            self.figure(table, 0);
        }
    }

    pub fn void(&mut self, table: usize, seat: usize) {
        let percent = self.rounds[table].lit[seat].unwrap().percent;
        self.press(table, seat, percent);
    }

    pub fn verify(&mut self, table: usize, seat: usize) {
        let lit = self.rounds[table].lit[seat].as_mut().unwrap();
        lit.is_verified = true;
        self.paid += lit.amount;
    }

    /// [CS-7] As if the bet had not been made.
    pub fn return_bet(&mut self, table: usize, seat: usize) {
        self.rounds[table].bets[seat] = false;
        self.rounds[table].lit[seat] = None;
        self.figure(table, 1);
    }

    /// [GEN-12] As if the round had not been played.
    pub fn misdeal(&mut self, table: usize) {
        let round = &mut self.rounds[table];
        round.lit = Default::default();
        let bets = round.bets.iter().filter(|bet| **bet).count() as i128;
        self.figure(table, bets);
        self.rounds[table] = Round { is_split: self.rounds[table].is_split, ..Round::default() };
    }

    pub fn game_over(&mut self, table: usize) {
        self.rounds[table] = Round { is_split: self.rounds[table].is_split, ..Round::default() };
    }

    /// [PRG-10] The amount comes back by an adjustment, and what a top award had put in goes out.
    pub fn back_out(&mut self, amount: i128, put_in: Option<[i128; 2]>) {
        self.sign += amount;
        self.adjustments += amount;
        let [seed, reserve] = put_in.unwrap_or_default();
        self.seeds -= seed;
        self.reserve += reserve;
        self.sign -= seed + reserve;
        let lacks = (-self.sign).max(0);
        self.sign += lacks;
        self.top_ups += lacks;
    }

    /// What is set aside and not verified yet.
    pub fn pending(&self) -> i128 {
        let lit = self.rounds.iter().flat_map(|round| round.lit.iter().flatten());
        lit.filter(|lit| !lit.is_verified).map(|lit| lit.amount).sum()
    }

    /// (3) "Everything this round has done to it is undone; then the awards come off it last seat first."
    fn figure(&mut self, table: usize, returned: i128) {
        let round = &mut self.rounds[table];
        let [sign, reserve, seeds, top_ups] = std::mem::take(&mut round.did);
        self.sign -= sign;
        self.reserve -= reserve;
        self.seeds -= seeds;
        self.top_ups -= top_ups;
        let back = SHARES.map(|share| share * returned);
        let of_reserve = back[1].min(self.reserve);
        self.reserve -= of_reserve;
        self.sign -= back[0] + back[1] - of_reserve;
        self.contributions -= back[0] + back[1];
        if let Some(frozen) = &mut round.frozen {
            *frozen = [0, 1].map(|place| (frozen[place] - back[place]).max(0));
        }
        let (was, had) = (self.sign, self.reserve);
        let (mut seeds, mut top_ups) = (0, 0);
        let mut needs = |sign: &mut i128, amount: i128| {
            let lacks = (amount - *sign).max(0);
            *sign += lacks;
            top_ups += lacks;
        };
        needs(&mut self.sign, 0);
        for paid in round.payments() {
            round.lit[paid.seat].as_mut().unwrap().amount = paid.amount;
            needs(&mut self.sign, paid.amount);
            self.sign -= paid.amount;
            if let Some(reserve) = paid.puts_in_seed_and {
                let reserve = reserve.min(self.reserve);
                self.reserve -= reserve;
                self.sign += SEED + reserve;
                seeds += SEED;
            }
        }
        self.seeds += seeds;
        self.top_ups += top_ups;
        round.did = [self.sign - was, self.reserve - had, seeds, top_ups];
    }
}

/// An award in the order in which they are paid.
struct Payment {
    seat: usize,
    amount: i128,
    /// For a top award, or the last of those that share the meter: the reserve that goes with the seed.
    puts_in_seed_and: Option<i128>,
}

impl Round {
    /// (1) "Always figured last seat first from the frozen value, as if the keys now lit had all been pressed at its first
    /// key. A verified award keeps its amount."
    fn payments(&self) -> Vec<Payment> {
        let Some([mut meter, mut reserve]) = self.frozen else { return Vec::new() };
        let percent = |seat: usize| self.lit[seat].map_or(0, |lit| lit.percent);
        let lit: Vec<usize> = (0..SEATS).rev().filter(|seat| percent(*seat) > 0).collect();
        let mut paid: Vec<Payment> = Vec::new();
        for &seat in &lit {
            if paid.iter().any(|paid| paid.seat == seat) {
                continue;
            }
            let is_top = percent(seat) == 100;
            // [PRG-5] "Pays all of the round's top awards when it reaches the first of them."
            let together: Vec<usize> = match self.is_split && is_top {
                true => lit.iter().copied().filter(|seat| percent(*seat) == 100).collect(),
                false => vec![seat],
            };
            let parts = together.len() as i128;
            let cents = meter * percent(seat) / 100 / CENT;
            let mut left = meter;
            for (place, &seat) in together.iter().enumerate() {
                let odd = if place == 0 { cents % parts } else { 0 };
                let lit = self.lit[seat].unwrap();
                let worth = (cents / parts + odd) * CENT;
                let amount = if lit.is_verified { lit.amount } else { worth };
                left = (left - amount).max(0);
                let puts_in_seed_and =
                    (is_top && place + 1 == together.len()).then(|| std::mem::take(&mut reserve));
                if let Some(reserve) = puts_in_seed_and {
                    // [PRG-3] "Pays the whole displayed meter and resets it to the seed plus its reserve."
                    left = meter % CENT + SEED + reserve;
                }
                paid.push(Payment { seat, amount, puts_in_seed_and });
            }
            meter = left;
        }
        paid
    }
}
