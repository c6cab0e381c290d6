//! The life of a progressive: what it returns over the years, how long its awards take, what they are when they come,
//! and what the house owes meanwhile.
//!
//! All of it follows from conservation. Every bet adds its contribution c to the meter and v to the reserve, and the top
//! award brings a seed S: what comes off the meter is what went in. So the long-run return is f + c + v + p S for any
//! shares and for either way to pay several awards of a round [PRG-5]. A row that pays the share s with the chance p
//! takes p s of the meter with each bet, so the mean meter m at which a bet is made satisfies (sum of p s) m = c + v + p S.

mod law;
mod pace;

use games::PayTable;
use money::{Cents, Odds, Rate};
use num_traits::{One as _, Zero as _};
use rulebook::{Amounts, EditionId};

use crate::analysis::{Ask, AskError, analyse, schedule, wagers};
use crate::exact::{Exact, decimal, fraction, of_cents, total_return, whole};
use crate::game::{Progress, game};
use crate::subject::Subject;

pub use law::{Liability, MeterLaw};
pub use pace::{LinkedPace, LinkedPaceError, LinkedTable};

/// What is asked about a progressive: the schedule's own terms where nothing else is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LifeAsk {
    /// The schedule; by default the first of the progressive wager.
    pub schedule: Option<String>,
    /// The share of each bet that goes to the display.
    pub contribution: Option<Rate>,
    /// The share of each bet that goes to the hidden reserve.
    pub reserve: Option<Rate>,
    /// What the meter starts and restarts at.
    pub seed: Option<Cents>,
    /// Who bets, and how often.
    pub pace: LinkedPace,
    /// The first bet of the game beside the progressive; by default the least that can be posted.
    pub base: Option<Cents>,
}

/// A progressive whose life cannot be told.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LifeError {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error("{game} has no progressive wager")]
    NoProgressive { game: String },
    #[error("{schedule} has no row that pays 100% of the meter, so it never starts again")]
    NoTopAward { schedule: String },
    #[error("a contribution of {contribution} and a reserve of {reserve} are more than the bet")]
    MoreThanTheBet { contribution: Rate, reserve: Rate },
    #[error("the rule states the seed of {schedule}: {seed:#}, and no other [PRG-8]")]
    SeedIsStated { schedule: String, seed: Cents },
    #[error("a seed is not negative: {0}")]
    Negative(Cents),
}

/// One award of a progressive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AwardLife {
    /// The row.
    pub row: String,
    /// What it pays.
    pub pays: Odds,
    /// The chance that a bet wins it.
    pub chance: Exact,
    /// What it pays on average, in dollars: of the meter as it stands when it is won.
    pub mean: Exact,
    /// What every other player with the bet wins, in dollars.
    pub envy: Exact,
}

/// The game that is played with the progressive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseGame {
    /// Its first wager.
    pub wager: String,
    /// The schedule of that wager.
    pub schedule: String,
    /// The bet, of which the edge is a share.
    pub bet: Cents,
    /// The edge of the house.
    pub house_edge: Exact,
}

impl BaseGame {
    /// What a round of it costs on average, in dollars.
    pub fn loss(&self) -> Exact {
        of_cents(self.bet) * &self.house_edge
    }
}

/// A progressive under its terms, with all that can be said of its life. Shares are of the posted wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Life {
    /// The game's id.
    pub game: String,
    /// The edition.
    pub edition: EditionId,
    /// The wager's id.
    pub wager: String,
    /// The schedule's id.
    pub schedule: String,
    /// The posted wager [PRG-7].
    pub posted: Cents,
    /// What the meter starts and restarts at.
    pub seed: Cents,
    /// The share of each bet that goes to the display.
    pub contribution: Exact,
    /// The share of each bet that goes to the hidden reserve.
    pub reserve: Exact,
    /// Who bets, and how often.
    pub pace: LinkedPace,
    /// The awards, in the order of the schedule.
    pub awards: Vec<AwardLife>,
    /// The chance of a top award.
    pub top: Exact,
    /// The share of the meter that a bet takes on average.
    pub taken: Exact,
    /// What the tray returns on average, without envy.
    pub fixed: Exact,
    /// What envy adds to it for every other player with the bet.
    pub envy: Exact,
    /// The game that is played with it.
    pub base: BaseGame,
}

/// The share of a meter that odds pay.
fn share_of(odds: Odds) -> Exact {
    match odds {
        Odds::Share(rate) => fraction(rate.basis_points(), Rate::WHOLE),
        _ => whole(0),
    }
}

/// The life of a progressive of a game.
pub fn life(subject: &Subject, ask: &LifeAsk, progress: &dyn Progress) -> Result<Life, LifeError> {
    let known = wagers(subject).into_iter().flat_map(|wager| subject.schedules(&wager));
    let of_game = known.into_iter().find(|schedule| schedule.progressive.is_some());
    let none = || LifeError::NoProgressive { game: subject.game().to_owned() };
    let wager = of_game.ok_or_else(none)?.wager;
    let posted = schedule(subject, &wager, ask.schedule.as_deref())?;
    let terms = posted.progressive.ok_or_else(none)?;
    let rate = |rate: Rate| fraction(rate.basis_points(), Rate::WHOLE);
    let contribution = ask.contribution.unwrap_or(terms.contribution);
    let reserve = ask.reserve.unwrap_or(terms.reserve);
    if rate(contribution) + rate(reserve) > whole(1) {
        return Err(LifeError::MoreThanTheBet { contribution, reserve });
    }
    let seed = ask.seed.unwrap_or(terms.seed);
    if seed < Cents::ZERO {
        return Err(LifeError::Negative(seed));
    }
    if seed != terms.seed && terms.amounts == Amounts::Fixed {
        let (schedule, seed) = (posted.id, terms.seed);
        return Err(LifeError::SeedIsStated { schedule, seed });
    }
    let of_schedule =
        Ask { wager: Some(wager.clone()), schedule: Some(posted.id.clone()), ..Ask::default() };
    let analysis = analyse(subject, &of_schedule, progress)?.swap_remove(0);
    let table = PayTable::unposted(&posted.parts[0]);
    let nominal = of_cents(terms.nominal);
    let mut life = Life {
        game: analysis.game,
        edition: analysis.edition,
        wager,
        schedule: posted.id,
        posted: terms.nominal,
        seed,
        contribution: rate(contribution),
        reserve: rate(reserve),
        pace: ask.pace.clone(),
        awards: Vec::new(),
        top: whole(0),
        taken: whole(0),
        fixed: whole(0),
        envy: whole(0),
        base: base(subject, ask.base, progress)?,
    };
    for (row, outcome) in table.rows().iter().zip(analysis.distribution.outcomes()) {
        let chance = analysis.distribution.probability(outcome);
        let tray = match row.odds {
            Odds::Share(_) => whole(0),
            Odds::Dollars(amount) => of_cents(amount),
            odds => total_return(odds).expect("the other kinds need no meter") * &nominal,
        };
        let envy = row.envy.map_or_else(|| whole(0), of_cents);
        let share = share_of(row.odds);
        life.top += if share.is_one() { chance.clone() } else { whole(0) };
        life.taken += &chance * share;
        life.fixed += &chance * &tray / &nominal;
        life.envy += &chance * &envy / &nominal;
        let (row, pays) = (row.hand.words().to_owned(), row.odds);
        life.awards.push(AwardLife { row, pays, chance, mean: tray, envy });
    }
    if life.top.is_zero() {
        return Err(LifeError::NoTopAward { schedule: life.schedule });
    }
    let mean = life.mean_meter();
    for award in &mut life.awards {
        award.mean += share_of(award.pays) * &mean;
    }
    Ok(life)
}

/// The first wager of a game under its first schedule, and a bet on it.
fn base(
    subject: &Subject,
    bet: Option<Cents>,
    progress: &dyn Progress,
) -> Result<BaseGame, LifeError> {
    let wager = &subject.section().wagers[0];
    let schedule = schedule(subject, &wager.id, None)?.id;
    let ask = Ask { wager: Some(wager.id.clone()), schedule: Some(schedule), ..Ask::default() };
    let analysis = analyse(subject, &ask, progress)?.swap_remove(0);
    let least = subject.table().range(&wager.bets[0]).0.max(subject.table().chip());
    let unit = game(subject.game()).map(|game| game.unit(&wager.id));
    let bet = bet.unwrap_or(least);
    Ok(BaseGame {
        house_edge: analysis.house_edge(),
        wager: analysis.wager,
        schedule: analysis.schedule,
        bet: unit.map_or(bet, |unit| unit.amount(bet)),
    })
}

impl Life {
    /// A share of the posted wager in dollars.
    fn dollars(&self, share: &Exact) -> Exact {
        share * of_cents(self.posted)
    }

    /// The mean number of other players with the bet, over all bets.
    pub fn others(&self) -> Exact {
        self.pace.others()
    }

    /// What a bet costs the house in seeds: a seed for every top award.
    pub fn seed_cost(&self) -> Exact {
        &self.top * of_cents(self.seed) / of_cents(self.posted)
    }

    /// What the bet returns over the years.
    pub fn long_run_return(&self) -> Exact {
        let tray = &self.fixed + &self.envy * self.others();
        tray + &self.contribution + &self.reserve + self.seed_cost()
    }

    /// The meter at which bets are made on average, in dollars: also the mean top award.
    pub fn mean_meter(&self) -> Exact {
        let in_shares = &self.contribution + &self.reserve + self.seed_cost();
        self.dollars(&in_shares) / &self.taken
    }

    /// The return for every dollar on the meter.
    pub fn coefficient(&self) -> Exact {
        &self.taken / of_cents(self.posted)
    }

    /// The return at a meter, in dollars, with some other players.
    pub fn return_at(&self, meter: &Exact, others: &Exact) -> Exact {
        &self.fixed + &self.envy * others + self.coefficient() * meter
    }

    /// The meter, in dollars, at which the bet is even with some other players.
    pub fn break_even(&self, others: &Exact) -> Exact {
        (whole(1) - &self.fixed - &self.envy * others) / self.coefficient()
    }

    /// The meter, in dollars, at which the bet and the game beside it are even together.
    pub fn break_even_with_base(&self, others: &Exact) -> Exact {
        self.break_even(others) + self.base.loss() / of_cents(self.posted) / self.coefficient()
    }

    /// The contribution with which the bet is even over the years; below zero where it is never for the house.
    pub fn zero_edge_contribution(&self) -> Exact {
        whole(1) - (self.long_run_return() - &self.contribution)
    }

    /// How the meter is distributed at the time of a bet, and so the top award at the time it is won; nothing if no
    /// bet adds to it.
    pub fn law(&self) -> Option<MeterLaw> {
        MeterLaw::of(self)
    }

    /// What the house owes on average after some bets on a meter that starts at its seed.
    pub fn liability(&self, bets: u64) -> Liability {
        Liability::after(self, bets)
    }

    /// How many bets it takes until an award is won with some probability: ln(1 / (1 - q)) / p.
    pub fn bets_until(&self, chance: &Exact, share: f64) -> f64 {
        -(1.0 - share).ln() / decimal(chance)
    }
}
