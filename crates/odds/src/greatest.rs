//! The greatest payout of a round at the posted maximum, as a deal that attains it.
//!
//! Deals are looked for and settled through real rounds, played by the best strategy. For one seat the count of all
//! deals says what the greatest is, so the search knows when it is there. For several seats with a bet on nothing but
//! their own cards the best hands that a deck holds at once are packed; elsewhere the search is the claim, and says so.

mod packing;
mod patterns;
mod search;

use std::sync::Arc;

use games::{Posting, Table};
use money::Cents;
use num_traits::ToPrimitive as _;
use rulebook::{Rulebook, Schedule};

use crate::analysis::Analysis;
use crate::exact::{Exact, near, of_cents, whole};
use crate::game::{Game, Progress, game, space};
use crate::joint::SideNets;
use crate::simulate::{SimulateError, solutions};
use crate::solution::Solution;
use crate::subject::Subject;
use search::{Found, Search};

/// The greatest payout of a round on one wager.
#[derive(Clone, PartialEq, Debug)]
pub struct Greatest {
    /// How many seats make the bet.
    pub seats: u8,
    /// The posted maximum that each of them bets.
    pub bet: Cents,
    /// What the house pays on the wager beyond the stakes, to all seats together.
    pub payout: Cents,
    /// How likely it is: of such a payout where that is counted, or of a deal like this one.
    pub chance: Option<Chance>,
    /// The deal, recipient by recipient.
    pub deal: String,
    /// Whether no deal can pay more under the best play; if not, it is the greatest that was found.
    pub is_greatest: bool,
}

/// How likely a greatest payout is.
#[derive(Clone, PartialEq, Debug)]
pub enum Chance {
    /// Of a payout as great.
    OfPayout(Exact),
    /// Of these cards in these hands, with suits renamed and players exchanged.
    OfDeal(Exact),
}

impl Chance {
    /// The chance, whatever it is of.
    pub fn value(&self) -> &Exact {
        match self {
            Chance::OfPayout(chance) | Chance::OfDeal(chance) => chance,
        }
    }

    /// The nearest decimal, however small it is.
    pub fn decimal(&self) -> f64 {
        near(self.value().numer().magnitude(), self.value().denom().magnitude())
    }
}

/// The wagers of a subject ready to be played: how each is decided is solved once.
pub(crate) struct Bettors<'s> {
    book: &'s Rulebook,
    subject: &'s Subject,
    game: &'static dyn Game,
    progress: &'s dyn Progress,
    /// The posting whose wagers were solved last, with their solutions.
    solved: Option<(Posting, Vec<(String, Solution)>)>,
}

impl<'s> Bettors<'s> {
    pub(crate) fn of(
        book: &'s Rulebook,
        subject: &'s Subject,
        progress: &'s dyn Progress,
    ) -> Option<Bettors<'s>> {
        let game = game(subject.game())?;
        Some(Bettors { book, subject, game, progress, solved: None })
    }

    /// The greatest payout of one seat and of a full table; nothing for a wager that is not bet at the start.
    pub(crate) fn greatest(
        &mut self,
        analysis: &Analysis,
        schedule: &Schedule,
    ) -> Result<Vec<Greatest>, SimulateError> {
        let posting = self.posting(schedule);
        let table = Table::open(self.book, posting.clone()).map_err(SimulateError::Open)?;
        let Some(wager) = self.subject.section().wager(&schedule.wager) else {
            return Ok(Vec::new());
        };
        let ids: Vec<&'static str> =
            table.bets().filter(|bet| wager.bets.iter().any(|known| known == bet)).collect();
        let Some(bets) = posted_maximum(&table, &ids) else { return Ok(Vec::new()) };
        if self.solved.as_ref().is_none_or(|(known, _)| *known != main_only(&posting, &table)) {
            let solutions = solutions(self.subject, &table, self.progress)?;
            self.solved = Some((main_only(&posting, &table), solutions));
        }
        let solutions = self.solved.as_ref().map_or(&[][..], |(_, solutions)| solutions);
        let first = bets.iter().find(|(id, _)| ids.contains(id));
        let bet = first.map_or(Cents::ZERO, |(_, amount)| *amount);
        let unit = self.game.unit(&schedule.wager).amount(bet);
        let search =
            Search::new(&table, solutions, bets, wager.lines.clone(), schedule.progressive);
        let most = most(analysis, unit);
        let mut greatest = Vec::new();
        let one = search.run(1, Some(most), &[]);
        greatest.extend(one.map(|found| {
            let is_greatest = found.payout >= most;
            let chance = chance_of(analysis, unit, found.payout.min(most));
            let chance = chance.map(Chance::OfPayout).filter(|_| is_greatest);
            let chance = chance.or_else(|| search.chance_of_deal(&found).map(Chance::OfDeal));
            found.greatest(bet, chance, is_greatest)
        }));
        let full = search.seats_max();
        // Players in a pot play against each other, not against the house.
        if full > 1 && table.pot_bet().is_none_or(|pot| !ids.contains(&pot)) {
            greatest.extend(self.full_table(&search, analysis, schedule, (bet, most), full));
        }
        Ok(greatest)
    }

    /// The greatest payout of several seats.
    fn full_table(
        &self,
        search: &Search<'_>,
        analysis: &Analysis,
        schedule: &Schedule,
        (bet, most): (Cents, Cents),
        seats: u8,
    ) -> Option<Greatest> {
        let space = space(self.game, self.subject, schedule);
        let side = space.map(|space| SideNets::of(space, schedule, analysis));
        let own_cards = search.own_cards();
        let is_own = |side: &&SideNets| {
            self.subject.decks().get() == 1 && side.own_cards() == Some(own_cards)
        };
        let packed = side.as_ref().filter(is_own).and_then(|side| packing::best(side, seats));
        let hands = packed.as_ref().map_or(&[][..], |packed| &packed.hands);
        let found = search.run(seats, Some(most * i64::from(seats)), hands)?;
        let all = found.payout >= most * i64::from(seats);
        let payout = of_cents(found.payout);
        let bound = packed.as_ref().map(|packed| &packed.nets * of_cents(bet));
        let is_packed = bound.is_some_and(|bound| payout >= bound);
        let chance = match packed.and_then(|packed| packed.chance).filter(|_| is_packed) {
            Some(chance) => Some(Chance::OfPayout(chance)),
            None => search.chance_of_deal(&found).map(Chance::OfDeal),
        };
        Some(found.greatest(bet, chance, all || is_packed))
    }

    /// The posting with a schedule in use, and nothing beside it that need not be.
    fn posting(&self, schedule: &Schedule) -> Posting {
        // A wager without schedules has one called as another wager's may be.
        let is = |known: &Schedule| known.id == schedule.id && known.wager == schedule.wager;
        let known = self.subject.section().schedules.iter().any(is);
        let chosen = known.then(|| (schedule.chosen_as.clone(), schedule.id.clone()));
        self.subject.posting(chosen.into_iter().collect())
    }
}

/// A posting without the schedules of wagers that nobody decides anything about: what is solved is the same.
fn main_only(posting: &Posting, table: &Table) -> Posting {
    let mut posting = posting.clone();
    let required = table.required_wager().unwrap_or_default().to_owned();
    posting.schedules.retain(|bet, _| *bet == required);
    posting
}

/// The most that a wager nets, in cents: a payout is in whole cents [PRG-4].
fn most(analysis: &Analysis, unit: Cents) -> Cents {
    let nets = analysis.distribution.outcomes().iter();
    let met = nets.filter(|outcome| outcome.combinations != 0u8.into());
    let most = met.map(|outcome| outcome.net()).max().unwrap_or_else(|| whole(0));
    let cents = (most * of_cents(unit) * whole(100)).floor().to_integer();
    Cents::new(cents.to_i64().unwrap_or(i64::MAX))
}

/// How likely a wager nets at least a payout.
fn chance_of(analysis: &Analysis, unit: Cents, payout: Cents) -> Option<Exact> {
    let least = (of_cents(payout)) / of_cents(unit);
    let distribution = &analysis.distribution;
    let reaches = distribution.outcomes().iter().filter(|outcome| {
        // A share of a meter is paid in whole cents.
        outcome.net() + of_cents(Cents::new(1)) / of_cents(unit) > least && outcome.net() > whole(0)
    });
    let chance: Exact = reaches.map(|outcome| distribution.probability(outcome)).sum();
    (chance > whole(0)).then_some(chance)
}

/// Bets with their amounts.
type Bets = Vec<(&'static str, Cents)>;

/// The bets of a seat with the most that the table takes on some of them, beside what it requires.
fn posted_maximum(table: &Arc<Table>, ids: &[&'static str]) -> Option<Bets> {
    let needed = table.usual_bets()?;
    let first = *ids.first()?;
    let (least, most) = table.range(first);
    let fixed = table.progressive().filter(|_| table.is_fixed(first)).map(|terms| terms.wager);
    let (least, most) = fixed.map_or((least, most), |amount| (amount, amount));
    let chip = table.chip().get().max(1);
    let amounts = (least.get().max(chip)..=most.get()).rev().step_by(chip as usize);
    let others = |amount: Option<Cents>| {
        let others = needed.iter().filter(|(id, _)| !ids.contains(id));
        others.map(move |&(id, usual)| (id, amount.unwrap_or(usual)))
    };
    let all = |amount: Cents, beside: Option<Cents>| -> Bets {
        others(beside).chain(ids.iter().map(|&id| (id, amount))).collect()
    };
    let try_amount = |cents: i64| {
        let amount = Cents::new(cents);
        // A side bet may be limited by the bet that it goes with.
        let tried = [all(amount, None), all(amount, Some(amount))];
        tried.into_iter().find(|bets| table.takes(bets))
    };
    amounts.into_iter().find_map(try_amount).or_else(|| {
        let all = table.usual_bets()?;
        ids.iter().all(|id| all.iter().any(|(known, _)| known == id)).then_some(all)
    })
}

impl Found {
    fn greatest(self, bet: Cents, chance: Option<Chance>, is_greatest: bool) -> Greatest {
        let Found { seats, payout, deal, .. } = self;
        Greatest { seats, bet, payout, chance, deal, is_greatest }
    }
}
