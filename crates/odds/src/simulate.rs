//! Simulation through the real rounds: the second witness of every exact figure.
//!
//! Rounds are played in batches, each with a generator of its own made from the seed and the batch's number, and their
//! results are summed in whole cents; so the result does not depend on how many threads there are.

mod cells;
mod estimate;
mod joint;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cards::Card;
use games::{
    Action, AwardDue, Choice, Decision, Driver, Keep, Meter, Op, OpenError, Outcome, Posting,
    Recipient, Refusal, Round, SeatNumber, Sign, Table, Want,
};
use money::{Cents, MeterUnits};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use rulebook::{Rulebook, Schedule};

use crate::analysis::{Ask, AskError, analyse, is_decided, schedules, solve, wagers};
use crate::distribution::Distribution;
use crate::game::{Bend, Progress, game};
use crate::solution::{Arithmetic, Solution};
use crate::subject::Subject;
use cells::Cells;

pub use estimate::Estimate;
pub(crate) use joint::{Beside, together};

/// More wagers than any game has.
const WAGERS_MAX: usize = 8;

/// How many rounds are played with one generator.
const BATCH: u64 = 1 << 14;

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// How many rounds.
    pub rounds: u64,
    /// What the shuffles are made from.
    pub seed: u64,
    /// On how many threads; the result is the same for any number.
    pub threads: usize,
}

/// A table that cannot be simulated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SimulateError {
    #[error("{}", list(.0))]
    Open(Vec<OpenError>),
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error("no bet of $1 to $25 is taken on {0}")]
    NoBet(String),
    #[error("{0} threads cannot be started")]
    Threads(usize),
}

fn list(errors: &[OpenError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A finished simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulation {
    /// What it says about each wager.
    pub estimates: Vec<Estimate>,
    /// How many rounds were played: wagers that cannot be bet together are played apart.
    pub rounds: u64,
    /// How long the rounds took.
    pub took: Duration,
}

/// Sums over the bets on one wager, in cents, and how many of them came out in each of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sums {
    bets: u64,
    net: i128,
    counts: Vec<u64>,
}

impl Sums {
    fn of(measured: &Measured) -> Sums {
        Sums { bets: 0, net: 0, counts: vec![0; measured.cells.len()] }
    }

    fn and(mut self, other: &Sums) -> Sums {
        self.bets += other.bets;
        self.net += other.net;
        for (count, other) in self.counts.iter_mut().zip(&other.counts) {
            *count += other;
        }
        self
    }
}

/// A wager that takes part with its bets.
struct Placed {
    wager: String,
    bets: Bets,
    /// What the result is measured in.
    unit: Cents,
    bend: Option<Bend>,
}

/// A wager that takes part and how it is measured.
struct Measured {
    placed: Placed,
    lines: Vec<String>,
    cells: Cells,
    /// What is known before the rounds are played; nothing for bets that only others depend on.
    known: Option<Estimate>,
}

/// A table with the wagers that are bet together, and who decides.
struct Session {
    table: Arc<Table>,
    meter: Option<Meter>,
    measured: Vec<Measured>,
    solutions: Vec<(String, Solution)>,
}

/// Plays rounds at a table as it is posted, betting on every wager, and compares with the exact
/// values.
pub fn simulate(
    book: &Rulebook,
    posting: &Posting,
    run: Run,
    progress: &dyn Progress,
) -> Result<Simulation, SimulateError> {
    let table = Table::open(book, posting.clone()).map_err(SimulateError::Open)?;
    let subject = Subject::of_table(book, &table).map_err(SimulateError::Open)?;
    let mut left = measured_wagers(&subject, &table);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(run.threads)
        .build()
        .map_err(|_| SimulateError::Threads(run.threads))?;
    let mut simulation = Simulation { estimates: Vec::new(), rounds: 0, took: Duration::ZERO };
    while !left.is_empty() {
        let session = Session::open(&subject, &table, &mut left, progress)?;
        let started = Instant::now();
        progress.begin(&format!("rounds of {}", posting.game), run.rounds);
        let sums = pool.install(|| session.play(run, progress));
        simulation.took += started.elapsed();
        simulation.rounds += run.rounds;
        simulation.estimates.extend(session.estimates(&sums));
    }
    let order = wagers(&subject);
    simulation
        .estimates
        .sort_by_key(|estimate| order.iter().position(|wager| *wager == estimate.wager));
    Ok(simulation)
}

/// The wagers of a table that can be bet on, with the schedule posted for each.
fn measured_wagers(subject: &Subject, table: &Table) -> Vec<(String, Schedule)> {
    let posted = |wager: &String| {
        let all = schedules(subject, wager);
        let first = all.first()?;
        let in_use = table.schedule(&first.chosen_as);
        let schedule = all.iter().find(|schedule| Some(schedule.id.as_str()) == in_use);
        // A progressive and a side bet of another section are offered only where they are posted.
        let is_posted_only = wager == "progressive" || subject.section().is_added(wager);
        let is_offered = !is_posted_only || schedule.is_some();
        is_offered.then(|| (wager.clone(), schedule.unwrap_or(first).clone()))
    };
    wagers(subject).iter().filter_map(posted).collect()
}

impl Session {
    /// Takes as many of the wagers left as can be bet together.
    fn open(
        subject: &Subject,
        table: &Arc<Table>,
        left: &mut Vec<(String, Schedule)>,
        progress: &dyn Progress,
    ) -> Result<Session, SimulateError> {
        let game = game(subject.game()).expect("its wagers were asked for");
        let meter = left
            .iter()
            .find_map(|(_, schedule)| schedule.progressive)
            .map(|terms| Meter::new(terms.seed.into(), MeterUnits::ZERO));
        let mut placed: Vec<(Placed, Schedule)> = Vec::new();
        let mut kept = Vec::new();
        // The main wager is bet in every round, whether or not it is measured again.
        let needed =
            needed_bets(table).ok_or_else(|| SimulateError::NoBet(subject.game().to_owned()))?;
        let main = needed.1.first().map_or(Cents::ZERO, |&(_, amount)| amount);
        for (wager, schedule) in left.drain(..) {
            let bend = game.bend(&wager);
            let alone = bend.is_some() || placed.iter().any(|(known, _)| known.bend.is_some());
            let fits = (placed.is_empty() || !alone)
                .then(|| with_wager(table, &needed, &placed, &wager, &schedule))
                .flatten();
            match fits {
                Some(bets) => {
                    let first = bets.first().map_or(main, |&(_, amount)| amount);
                    let unit = game.unit(&wager).amount(first);
                    placed.push((Placed { wager, bets, unit, bend }, schedule));
                }
                None => kept.push((wager, schedule)),
            }
        }
        if placed.is_empty() {
            let (wager, _) = kept.swap_remove(0);
            return Err(SimulateError::NoBet(wager));
        }
        *left = kept;
        let is_measured = placed.iter().any(|(known, _)| known.wager == needed.0);
        let solutions = solutions(subject, table, progress)?;
        let mut measured = Vec::new();
        for (placed, schedule) in placed {
            measured.push(Measured::new(subject, placed, schedule, &solutions, meter.as_ref())?);
        }
        if !is_measured {
            let (wager, unit) = (String::new(), Cents::dollars(1));
            let placed = Placed { wager, bets: needed.1, unit, bend: None };
            let (lines, cells) = (Vec::new(), Cells::default());
            measured.push(Measured { placed, lines, cells, known: None });
        }
        Ok(Session { table: Arc::clone(table), meter, measured, solutions })
    }

    fn none(&self) -> Vec<Sums> {
        self.measured.iter().map(Sums::of).collect()
    }

    fn play(&self, run: Run, progress: &dyn Progress) -> Vec<Sums> {
        let batches = run.rounds.div_ceil(BATCH);
        let play = |batch: u64| {
            let rounds = BATCH.min(run.rounds - batch * BATCH);
            let sums = self.batch(run.seed, batch, rounds);
            progress.advance(rounds);
            sums
        };
        let join = |sums: Vec<Sums>, other: Vec<Sums>| {
            sums.into_iter().zip(&other).map(|(sum, other)| sum.and(other)).collect()
        };
        (0..batches).into_par_iter().map(play).reduce(|| self.none(), join)
    }

    fn batch(&self, seed: u64, batch: u64, rounds: u64) -> Vec<Sums> {
        let mut rng = generator(seed, batch);
        let mut deck: Vec<Card> = self.table.decks().in_order().collect();
        let mut round = Round::new(&self.table, Keep::Nothing);
        let mut sums = self.none();
        let bets = self.bets();
        for _ in 0..rounds {
            self.bet(&mut round, &bets);
            let pressed = self.play_out(&mut round, &mut deck, &mut rng);
            self.measure(&round, pressed, &mut sums);
        }
        sums
    }

    /// All bets of a round.
    fn bets(&self) -> Bets {
        self.measured.iter().flat_map(|measured| measured.placed.bets.iter().copied()).collect()
    }

    /// Bets on a new round and locks it.
    fn bet(&self, round: &mut Round, bets: &Bets) {
        round.reset();
        for &(bet, amount) in bets {
            let op = Op::Bet { seat: SeatNumber::FIRST, bet: bet.into(), amount };
            round.apply(op).expect("the bets were tried");
        }
        round.lock().expect("the bets were tried");
    }

    /// Plays a round to its end; returns what a blackjack wager was pressed to [WAR-3].
    fn play_out(&self, round: &mut Round, deck: &mut [Card], rng: &mut SmallRng) -> Option<Cents> {
        let mut dealing = Dealing::new(self, deck, Some(rng));
        round.play(&mut dealing).expect("cards of a deck and legal actions are taken");
        let line = self.table.line("blackjack").filter(|_| dealing.is_pressed);
        line.map(|line| round.felt().seats[0].stake(line))
    }

    fn choose(&self, round: &Round, choice: &Choice) -> Action {
        let is_for = |known: &&(String, Solution)| known.0 == choice.about.wager;
        let (_, solution) = self
            .solutions
            .iter()
            .find(is_for)
            .expect("every decision belongs to a wager that was solved");
        let action = solution.advisor.choose(round.felt(), 0, choice);
        match self.measured[0].placed.bend {
            Some(Bend::Stays) if action == Action::Fold => {
                let other = choice.actions.iter().find(|action| **action != Action::Fold);
                other.copied().unwrap_or(action)
            }
            Some(Bend::Insures) if choice.actions.contains(&Action::Insure) => Action::Insure,
            _ => action,
        }
    }

    fn measure(&self, round: &Round, pressed: Option<Cents>, sums: &mut [Sums]) {
        let nets = self.nets(round, pressed);
        for ((measured, sums), net) in self.measured.iter().zip(sums).zip(nets) {
            let Some((net, row)) = net else { continue };
            sums.bets += 1;
            sums.net += i128::from(net);
            sums.counts[measured.cells.place(net, row)] += 1;
        }
    }

    /// What each wager nets in a round, and the row that a wager of one line is paid on; nothing if it was not bet.
    fn nets(
        &self,
        round: &Round,
        pressed: Option<Cents>,
    ) -> [Option<(i64, Option<&'static str>)>; WAGERS_MAX] {
        let mut nets = [None; WAGERS_MAX];
        for line in &round.settlement().lines {
            let is_paid = |measured: &Measured| measured.lines.iter().any(|id| id == line.wager);
            if let Some(place) = self.measured.iter().position(is_paid) {
                let (net, row) = nets[place].get_or_insert((0, None));
                *net += (line.returned - line.staked).get();
                *row = (line.outcome != Outcome::Lose).then_some(line.row);
            }
        }
        // A pressed blackjack wager wins and loses for both: each has its part of the stake.
        let part = pressed.and_then(|pressed| {
            let place = self.measured.iter().position(|known| known.placed.wager == "blackjack")?;
            let (own, (result, _)) = (&self.measured[place], nets[place]?);
            let share = i128::from(result) * i128::from(own.placed.unit.get());
            let share = (share / i128::from(pressed.get())) as i64;
            Some((share, result - share))
        });
        for (measured, net) in self.measured.iter().zip(&mut nets) {
            match (measured.placed.wager.as_str(), part, net) {
                ("blackjack", Some((own, _)), Some((net, _))) => *net = own,
                ("war", Some((_, pressed)), Some((net, _))) => *net += pressed,
                _ => {}
            }
        }
        nets
    }

    fn estimates(&self, sums: &[Sums]) -> Vec<Estimate> {
        let estimate = |(measured, sums): (&Measured, &Sums)| {
            let unit = measured.placed.unit.get() as f64;
            Some(Estimate {
                bets: sums.bets,
                mean: sums.net as f64 / sums.bets.max(1) as f64 / unit,
                fit: measured.cells.fit(&sums.counts),
                ..measured.known.clone()?
            })
        };
        self.measured.iter().zip(sums).filter_map(estimate).collect()
    }
}

impl Measured {
    fn new(
        subject: &Subject,
        placed: Placed,
        schedule: Schedule,
        solutions: &[(String, Solution)],
        meter: Option<&Meter>,
    ) -> Result<Measured, SimulateError> {
        let of_wager = subject.section().wager(&placed.wager);
        let lines = of_wager.map_or_else(Vec::new, |wager| wager.lines.clone());
        // This round's contribution is on the meter that pays [PRG-1].
        let meter = schedule.progressive.zip(meter).map(|(terms, meter)| PayingMeter {
            before: meter.display,
            contributed: terms.contribution.of(placed.unit),
        });
        let judged;
        let solved = solutions.iter().find(|(known, _)| *known == placed.wager);
        let distribution = match solved {
            Some((_, solution)) => &solution.distribution,
            None => {
                judged = judged_distribution(subject, &schedule, meter.as_ref())?;
                &judged
            }
        };
        // Rounds name the rows of a schedule, but not how a wager with decisions ends.
        let cells = match lines.as_slice() {
            [_] if solved.is_none() => Cells::by_row(distribution),
            _ => Cells::by_net(distribution, placed.unit),
        };
        let known = Estimate {
            wager: placed.wager.clone(),
            schedule: schedule.id,
            bets: 0,
            mean: 0.0,
            exact: distribution.value(),
            arithmetic: solved.map_or(Arithmetic::Fractions, |(_, solution)| solution.arithmetic),
            exact_deviation: distribution.standard_deviation(),
            fit: cells.fit(&vec![0; cells.len()]),
            notes: notes(placed.bend, meter.as_ref()),
        };
        Ok(Measured { placed, lines, cells, known: Some(known) })
    }
}

/// A round that is being played: cards at random, decisions by the solutions, awards off the session's
/// meter.
struct Dealing<'s> {
    session: &'s Session,
    deck: &'s mut [Card],
    /// What the next card is drawn with; without it the deck is dealt in its order.
    rng: Option<&'s mut SmallRng>,
    /// How many cards are out.
    out: usize,
    sign: Option<Sign>,
    is_pressed: bool,
}

impl<'s> Dealing<'s> {
    fn new(session: &'s Session, deck: &'s mut [Card], rng: Option<&'s mut SmallRng>) -> Self {
        let sign = session.meter.map(Sign::new);
        Dealing { session, deck, rng, out: 0, sign, is_pressed: false }
    }
}

impl Driver for Dealing<'_> {
    type Stop = Refusal;

    fn card(&mut self, _: &Round, want: Want) -> Result<Option<Card>, Refusal> {
        if want.to == Recipient::Discard {
            return Ok(None);
        }
        if let Some(rng) = &mut self.rng {
            let place = rng.random_range(self.out..self.deck.len());
            self.deck.swap(self.out, place);
        }
        self.out += 1;
        Ok(Some(self.deck[self.out - 1]))
    }

    fn decision(&mut self, round: &Round, choice: &Choice) -> Result<Decision, Refusal> {
        let action = self.session.choose(round, choice);
        self.is_pressed |= action == Action::Press;
        Ok(Decision::from(action))
    }

    fn award(&mut self, round: &Round, due: &AwardDue) -> Result<Cents, Refusal> {
        self.sign.as_mut().map(|sign| sign.award(round, due)).ok_or(Refusal::NoAwardDue)
    }

    fn refused(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        Err(refusal)
    }
}

/// A meter with what a round adds to it before it pays.
struct PayingMeter {
    before: MeterUnits,
    contributed: MeterUnits,
}

/// How a wager without decisions can end.
fn judged_distribution(
    subject: &Subject,
    schedule: &Schedule,
    meter: Option<&PayingMeter>,
) -> Result<Distribution, SimulateError> {
    let ask = Ask {
        wager: Some(schedule.wager.clone()),
        schedule: Some(schedule.id.clone()),
        meter: meter.map(|meter| meter.before + meter.contributed),
        seats: 0,
    };
    Ok(analyse(subject, &ask, &crate::game::Silent)?.swap_remove(0).distribution)
}

/// What sets the rounds apart from the wager's odds.
fn notes(bend: Option<Bend>, meter: Option<&PayingMeter>) -> Vec<String> {
    let on_meter = meter.map(|PayingMeter { before, contributed }| {
        let pays = *before + *contributed;
        format!(
            "The meter that pays is ${pays}: ${before} before the round and the ${contributed} that \
             the bet itself adds to it [PRG-1]."
        )
    });
    let played = bend.map(|bend| match bend {
        Bend::Stays => "The player never folds [ODD-5].".to_owned(),
        Bend::Insures => "The player takes insurance whenever it is offered.".to_owned(),
    });
    on_meter.into_iter().chain(played).collect()
}

/// What a batch's cards come from.
fn generator(seed: u64, batch: u64) -> SmallRng {
    let mut state = [0; 32];
    state[..8].copy_from_slice(&seed.to_le_bytes());
    state[8..16].copy_from_slice(&batch.to_le_bytes());
    // Small seeds would start with many zeros: the generator is warmed up.
    let mut rng = SmallRng::from_seed(state);
    for _ in 0..16 {
        let _: u64 = rng.random();
    }
    rng
}

/// Solves every wager of the table that asks for decisions.
pub(crate) fn solutions(
    subject: &Subject,
    table: &Table,
    progress: &dyn Progress,
) -> Result<Vec<(String, Solution)>, SimulateError> {
    let mut solutions = Vec::new();
    for (wager, schedule) in measured_wagers(subject, table) {
        if is_decided(subject, &schedule) {
            let solution = solve(subject, &wager, Some(&schedule.id), None, progress)?;
            solutions.push((wager, solution));
        }
    }
    Ok(solutions)
}

type Bets = Vec<(&'static str, Cents)>;

/// The first wager that can be bet by itself, with its bets.
pub(crate) fn needed_bets(table: &Arc<Table>) -> Option<(String, Bets)> {
    let bets = table.usual_bets()?;
    Some((table.required_wager().unwrap_or_default().to_owned(), bets))
}

/// The bets of a wager, if the table takes them beside those that are measured already.
fn with_wager(
    table: &Arc<Table>,
    needed: &(String, Bets),
    placed: &[(Placed, Schedule)],
    wager: &str,
    schedule: &Schedule,
) -> Option<Bets> {
    let wagers = &table.section().wagers;
    let of_wager = wagers.iter().find(|known| known.id == wager)?;
    let ids: Vec<&'static str> =
        table.bets().filter(|bet| of_wager.bets.iter().any(|known| known == bet)).collect();
    let needed_here: Bets = needed.1.iter().filter(|(bet, _)| ids.contains(bet)).copied().collect();
    if !needed_here.is_empty() {
        return Some(needed_here);
    }
    let mut beside: Bets = needed.1.clone();
    let others = placed.iter().flat_map(|(known, _)| known.bets.iter());
    beside.extend(others.filter(|(bet, _)| needed.1.iter().all(|(known, _)| known != bet)));
    if let Some(terms) = schedule.progressive {
        let bets: Bets = ids.iter().map(|&id| (id, terms.nominal)).collect();
        let all: Bets = beside.iter().chain(&bets).copied().collect();
        return table.takes(&all).then_some(bets);
    }
    // A wager without a bet of its own, such as insurance, is made in the round.
    if ids.is_empty() { Some(Vec::new()) } else { table.handy_bets(&beside, &ids) }
}

/// The postings at which every schedule of a game is simulated once: for each round of them the
/// next schedule of every wager.
pub fn postings(subject: &Subject) -> Vec<Posting> {
    let choices: Vec<(String, Vec<String>)> = wagers(subject)
        .iter()
        .map(|wager| {
            let all = schedules(subject, wager);
            (all[0].chosen_as.clone(), all.iter().map(|schedule| schedule.id.clone()).collect())
        })
        .collect();
    let count = choices.iter().map(|(_, ids)| ids.len()).max().unwrap_or(0);
    let posting = |index: usize| {
        let known = |bet: &String| subject.section().schedules.iter().any(|s| s.chosen_as == *bet);
        let chosen = choices.iter().filter(|(bet, _)| known(bet));
        let schedules: BTreeMap<String, String> =
            chosen.map(|(bet, ids)| (bet.clone(), ids[index % ids.len()].clone())).collect();
        subject.posting(schedules)
    };
    (0..count).map(posting).collect()
}
