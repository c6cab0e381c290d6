//! How the wagers of one seat move together: they are settled on the same cards.
//!
//! The mean of the product of two results is counted over all deals where that can be done by hands: two side bets on
//! cards of which one has all of the other's, and a wager with decisions beside a side bet in the games against the
//! dealer's hand and in the games of streets. Elsewhere both are bet in simulated rounds, and the figure says so.

mod sides;

use std::collections::BTreeMap;

use games::Posting;
use rulebook::{Rulebook, Schedule};

use crate::analysis::{Analysis, Ask, AskError, analyse, schedules, wagers};
use crate::exact::{Exact, decimal};
use crate::game::{Game, Progress, Question, game, space};
use crate::simulate::{Beside, Run, together};
use crate::solution::Policy;
use crate::subject::Subject;
pub(crate) use sides::SideNets;

/// How many rounds a covariance is simulated in, and what their shuffles are made from.
const SIMULATED: Run = Run { rounds: 1 << 20, seed: 1, threads: 0 };

/// For more postings than this nothing is simulated.
const POSTINGS_MAX: usize = 3;

/// How the results of two wagers of one seat move together.
#[derive(Clone, PartialEq, Debug)]
pub struct Covariance {
    /// The other wager.
    pub with: String,
    /// Its schedule.
    pub schedule: String,
    /// The covariance of the two results, each in units of its own first wager.
    pub covariance: f64,
    /// The same as a fraction, where every deal was counted.
    pub exact: Option<Exact>,
    /// The correlation.
    pub correlation: f64,
    /// How it was found.
    pub method: Method,
}

/// How a covariance was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// Every deal was counted.
    Counted,
    /// In this many simulated rounds, with this standard error.
    Simulated {
        /// How many rounds.
        rounds: u64,
        /// The standard error of the covariance.
        error: f64,
    },
}

/// A wager under a schedule with its figures.
struct Item {
    schedule: Schedule,
    analysis: Analysis,
    /// What it nets by row, if it has no decisions.
    side: Option<SideNets>,
}

impl Item {
    fn is(&self, analysis: &Analysis) -> bool {
        self.schedule.id == analysis.schedule && self.schedule.wager == analysis.wager
    }

    fn deviation(&self) -> f64 {
        self.analysis.distribution.standard_deviation()
    }
}

/// The covariances of each of some wagers with the others of a seat, which have the first schedule of the rule.
pub(crate) fn covariances(
    book: &Rulebook,
    subject: &Subject,
    all: &[Analysis],
    progress: &dyn Progress,
) -> Result<Vec<Vec<Covariance>>, AskError> {
    let Some(game) = game(subject.game()) else { return Ok(vec![Vec::new(); all.len()]) };
    let mut items = Vec::new();
    for wager in wagers(subject) {
        // How a player bends to measure a wager is not how the others are played.
        let known = schedules(subject, &wager);
        let Some(first) = known.first().filter(|_| game.bend(&wager).is_none()) else { continue };
        let analysis = match all.iter().find(|it| it.wager == wager && it.schedule == first.id) {
            Some(analysis) => analysis.clone(),
            None => {
                let ask = Ask {
                    wager: Some(wager.clone()),
                    schedule: Some(first.id.clone()),
                    ..Ask::default()
                };
                analyse(subject, &ask, progress)?.swap_remove(0)
            }
        };
        items.push(Item::new(game, subject, first, analysis));
    }
    let firsts = items.len();
    for analysis in all.iter().filter(|it| game.bend(&it.wager).is_none()) {
        let known = schedules(subject, &analysis.wager);
        let schedule = known.iter().find(|schedule| schedule.id == analysis.schedule);
        if let Some(schedule) = schedule.filter(|_| !items.iter().any(|it| it.is(analysis))) {
            items.push(Item::new(game, subject, schedule, analysis.clone()));
        }
    }
    let asked = |place: usize| all.iter().any(|analysis| items[place].is(analysis));
    let pairs: Vec<(usize, usize)> = (0..items.len())
        .filter(|place| asked(*place))
        .flat_map(|one| (0..firsts).map(move |other| (one, other)))
        .filter(|(one, other)| items[*one].schedule.wager != items[*other].schedule.wager)
        .collect();
    let mut found = counted(game, subject, &items, &pairs, progress);
    simulated(book, subject, &items, &pairs, &mut found, progress);
    let of = |analysis: &Analysis| {
        let mut of_item: Vec<Covariance> = Vec::new();
        for (pair, covariance) in pairs.iter().zip(&found) {
            if items[pair.0].is(analysis) && items[pair.0].analysis.options == analysis.options {
                of_item.extend(covariance.clone());
            }
        }
        of_item
    };
    Ok(all.iter().map(of).collect())
}

impl Item {
    fn new(game: &dyn Game, subject: &Subject, schedule: &Schedule, analysis: Analysis) -> Item {
        let space = space(game, subject, schedule);
        let side = space.map(|space| SideNets::of(space, schedule, &analysis));
        Item { schedule: schedule.clone(), analysis, side }
    }

    /// The covariance with another, given what they are found to be.
    fn with(
        &self,
        other: &Item,
        covariance: f64,
        exact: Option<Exact>,
        method: Method,
    ) -> Covariance {
        let deviations = self.deviation() * other.deviation();
        let correlation = if deviations > 0.0 { covariance / deviations } else { 0.0 };
        let (with, schedule) = (other.schedule.wager.clone(), other.schedule.id.clone());
        Covariance { with, schedule, covariance, exact, correlation, method }
    }
}

/// The pairs whose products can be counted.
fn counted(
    game: &dyn Game,
    subject: &Subject,
    items: &[Item],
    pairs: &[(usize, usize)],
    progress: &dyn Progress,
) -> Vec<Option<Covariance>> {
    let covariance = |&(one, other): &(usize, usize), product: Exact| {
        let (one, other) = (&items[one], &items[other]);
        let means = one.analysis.distribution.value() * other.analysis.distribution.value();
        let exact = product - means;
        one.with(other, decimal(&exact), Some(exact), Method::Counted)
    };
    let both = |pair: &(usize, usize)| {
        let (one, other) = (items[pair.0].side.as_ref()?, items[pair.1].side.as_ref()?);
        Some(covariance(pair, one.product(other)?))
    };
    let mut found: Vec<Option<Covariance>> = pairs.iter().map(both).collect();
    for (place, item) in items.iter().enumerate().filter(|(_, item)| item.side.is_none()) {
        // Its pairs with side bets, either way round.
        let beside = |&(one, other): &(usize, usize)| match place {
            place if place == one => items[other].side.as_ref(),
            place if place == other => items[one].side.as_ref(),
            _ => None,
        };
        let sides: Vec<(usize, &SideNets)> =
            pairs.iter().enumerate().filter_map(|(at, pair)| Some((at, beside(pair)?))).collect();
        if sides.is_empty() {
            continue;
        }
        let (policy, schedules) = (Policy::Optimal, std::slice::from_ref(&item.schedule));
        let wager = &item.schedule.wager;
        let question = Question { subject, wager, schedules, policy, progress };
        let nets: Vec<&SideNets> = sides.iter().map(|(_, side)| *side).collect();
        for ((at, _), product) in sides.iter().zip(game.products(&question, &nets)) {
            found[*at] = product.map(|product| covariance(&pairs[*at], product));
        }
    }
    found
}

/// The pairs that are left, in rounds in which every wager is bet.
fn simulated(
    book: &Rulebook,
    subject: &Subject,
    items: &[Item],
    pairs: &[(usize, usize)],
    found: &mut [Option<Covariance>],
    progress: &dyn Progress,
) {
    let left: Vec<usize> = (0..pairs.len()).filter(|at| found[*at].is_none()).collect();
    let mut postings: Vec<(Posting, Vec<usize>)> = Vec::new();
    for at in left {
        let posting = posting(subject, items, pairs[at].0);
        match postings.iter_mut().find(|(known, _)| *known == posting) {
            Some((_, places)) => places.push(at),
            None => postings.push((posting, vec![at])),
        }
    }
    if postings.len() > POSTINGS_MAX {
        postings.truncate(1);
    }
    for (posting, places) in postings {
        let mut sides: Vec<Beside<'_>> = Vec::new();
        for place in places.iter().flat_map(|at| [pairs[*at].0, pairs[*at].1]) {
            let item = &items[place];
            let wager = item.schedule.wager.as_str();
            if let Some(side) = item.side.as_ref().filter(|_| !sides.iter().any(|it| it.0 == wager))
            {
                sides.push((wager, side));
            }
        }
        // Wagers that cannot be bet together have no covariance.
        let Ok(sums) = together(book, &posting, SIMULATED, &sides, progress) else { continue };
        for at in places {
            let (one, other) = (&items[pairs[at].0], &items[pairs[at].1]);
            let known =
                sums.iter().find(|sum| sum.is_of(&one.schedule.wager, &other.schedule.wager));
            found[at] = known.map(|sum| {
                let method = Method::Simulated { rounds: sum.rounds, error: sum.error };
                one.with(other, sum.covariance, None, method)
            });
        }
    }
}

/// The posting with one wager's schedule, and for the others the first of the rule.
fn posting(subject: &Subject, items: &[Item], place: usize) -> Posting {
    let mut schedules = BTreeMap::new();
    // A wager without schedules has one called as another wager's may be.
    let known = |item: &&Item| {
        let is =
            |known: &Schedule| known.id == item.schedule.id && known.wager == item.schedule.wager;
        subject.section().schedules.iter().any(is)
    };
    for item in items.iter().chain([&items[place]]).filter(known) {
        let of_first = schedules.contains_key(&item.schedule.chosen_as);
        if !of_first || item.schedule.id == items[place].schedule.id {
            schedules.insert(item.schedule.chosen_as.clone(), item.schedule.id.clone());
        }
    }
    subject.posting(schedules)
}

#[cfg(test)]
mod tests;
