//! Every figure of a wager under a schedule, and the questions that can be asked.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use games::PayTable;
use money::{Cents, MeterUnits};
use rulebook::{EditionId, Schedule};

use crate::census::{Census, Space};
use crate::distribution::Distribution;
use crate::exact::Exact;
use crate::game::{Game, Progress, Question, conflict, game, space};
use crate::gradient::{Paid, gradient};
use crate::pay_limits::{self, PayLimitError};
use crate::side_bet::{self, MeterFigures};
use crate::solution::{ActionShare, Arithmetic, Policy, Simple, Solution};
use crate::subject::Subject;
use crate::warm::{Held, Warm};

/// What is asked about a subject.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ask {
    /// Only this wager.
    pub wager: Option<String>,
    /// Only this schedule.
    pub schedule: Option<String>,
    /// A progressive's meter; by default its seed.
    pub meter: Option<MeterUnits>,
    /// How many other seats have a hand that can win envy [PRG-6].
    pub seats: u8,
}

/// A question that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum AskError {
    #[error("{game} has no odds: its file needs a line in crates/odds/src/lib.rs")]
    NoSuchGame { game: String },
    #[error("{0}")]
    Conflict(String),
    #[error(transparent)]
    Pays(#[from] PayLimitError),
    #[error("{game} has no wager \"{wager}\"; it has {known}")]
    NoSuchWager { game: String, wager: String, known: String },
    #[error("{game} has no schedule \"{schedule}\"; it has {known}")]
    NoSuchSchedule { game: String, schedule: String, known: String },
    #[error(
        "{schedule} cannot be posted at a wager of {wager}: it takes {nominal:#} or a whole multiple [PRG-7]"
    )]
    CannotBePosted { schedule: String, wager: String, nominal: Cents },
    #[error("{wager} in {game} has no decisions")]
    NoDecision { game: String, wager: String },
    #[error("{game} has no simple strategy \"{asked}\"; it has {known}")]
    NoSuchStrategy { game: String, asked: String, known: String },
}

/// A wager under a schedule with every figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The game's id.
    pub game: String,
    /// The edition.
    pub edition: EditionId,
    /// The wager's id.
    pub wager: String,
    /// The schedule's id.
    pub schedule: String,
    /// The options that differ from the default, and the number of decks of a blackjack game.
    pub options: BTreeMap<String, String>,
    /// How it can end.
    pub distribution: Distribution,
    /// How often each choice is made; none for a wager without decisions.
    pub actions: Vec<ActionShare>,
    /// How often each pay is paid: the derivative of the edge by each.
    pub gradient: Vec<Paid>,
    /// What a progressive returns.
    pub meter: Option<MeterFigures>,
    /// The arithmetic it was computed in.
    pub arithmetic: Arithmetic,
    /// The house edge as a fraction, where the rest is in doubles and the fraction was asked for.
    pub exact_edge: Option<Exact>,
    /// What a reader must know: assumptions, and what is not exact.
    pub notes: Vec<String>,
    /// How long it took; schedules that shared their work have an equal part each.
    pub took: Duration,
}

impl Analysis {
    /// The expected loss per unit of the first wager, envy counted.
    pub fn house_edge(&self) -> Exact {
        let edge = self.distribution.house_edge();
        self.meter.as_ref().map_or_else(|| edge.clone(), |meter| &edge - &meter.envy)
    }

    /// The expected loss as a fraction, if it was computed in whole numbers.
    pub fn house_edge_exact(&self) -> Option<Exact> {
        match self.arithmetic {
            Arithmetic::Fractions => Some(self.house_edge()),
            Arithmetic::Doubles => self.exact_edge.clone(),
        }
    }

    /// The expected loss per unit of all money put at risk.
    pub fn element_of_risk(&self) -> Exact {
        self.house_edge() / self.distribution.average_wager()
    }
}

/// The wagers of a subject that have odds.
pub fn wagers(subject: &Subject) -> Vec<String> {
    subject.section().wagers.iter().map(|wager| wager.id.clone()).collect()
}

/// The schedules of a wager that can be posted under the subject's options; one called `standard`,
/// without rows, for a wager that has none.
pub fn schedules(subject: &Subject, wager: &str) -> Vec<Schedule> {
    let mut schedules = subject.schedules(wager);
    if !schedules.is_empty() {
        if let Some(game) = game(subject.game()) {
            schedules.retain(|schedule| conflict(game, subject, schedule).is_none());
        }
        return schedules;
    }
    vec![Schedule {
        id: "standard".to_owned(),
        printed_name: None,
        wager: wager.to_owned(),
        chosen_as: wager.to_owned(),
        parts: Vec::new(),
        progressive: None,
        decks: None,
    }]
}

fn the_game(subject: &Subject) -> Result<&'static dyn Game, AskError> {
    game(subject.game()).ok_or_else(|| AskError::NoSuchGame { game: subject.game().to_owned() })
}

/// The wagers and schedules asked about.
fn asked(subject: &Subject, ask: &Ask) -> Result<Vec<(String, Vec<Schedule>)>, AskError> {
    let known = wagers(subject);
    if let Some(wager) = &ask.wager
        && !known.contains(wager)
    {
        let (game, wager) = (subject.game().to_owned(), wager.clone());
        return Err(AskError::NoSuchWager { game, wager, known: known.join(", ") });
    }
    let wanted = known.into_iter().filter(|id| ask.wager.as_ref().is_none_or(|wager| wager == id));
    let all: Vec<(String, Vec<Schedule>)> = wanted
        .map(|wager| {
            let schedules = schedules(subject, &wager);
            (wager, schedules)
        })
        .collect();
    let Some(name) = &ask.schedule else { return Ok(all) };
    let mut ids: Vec<String> = all.iter().flat_map(|(_, s)| s).map(|s| s.id.clone()).collect();
    ids.dedup();
    let chosen: Vec<(String, Vec<Schedule>)> = all
        .into_iter()
        .map(|(wager, schedules)| {
            (wager, schedules.into_iter().filter(|schedule| schedule.id == *name).collect())
        })
        .filter(|(_, schedules): &(String, Vec<Schedule>)| !schedules.is_empty())
        .collect();
    if chosen.is_empty() {
        let mut unposted = subject.unposted().filter(|known| known.id == *name);
        if let Some(terms) = unposted.find_map(|known| known.progressive) {
            let (schedule, nominal) = (name.clone(), terms.nominal);
            let wager = subject.option("progressive-wager").to_owned();
            return Err(AskError::CannotBePosted { schedule, wager, nominal });
        }
        return Err(no_such_schedule(subject, ask, name, &ids));
    }
    Ok(chosen)
}

/// Why there is no schedule of this name: there is none, or the options rule it out.
fn no_such_schedule(subject: &Subject, ask: &Ask, name: &str, ids: &[String]) -> AskError {
    let wanted = wagers(subject).into_iter();
    let wanted = wanted.filter(|id| ask.wager.as_ref().is_none_or(|wager| wager == id));
    let named = wanted.flat_map(|wager| subject.schedules(&wager)).find(|known| known.id == name);
    let ruled_out = named.zip(game(subject.game()));
    match ruled_out.and_then(|(schedule, game)| conflict(game, subject, &schedule)) {
        Some(conflict) => AskError::Conflict(conflict),
        None => {
            let (game, schedule) = (subject.game().to_owned(), name.to_owned());
            AskError::NoSuchSchedule { game, schedule, known: ids.join(", ") }
        }
    }
}

/// The schedule of a wager with this name, or the first.
pub fn schedule(subject: &Subject, wager: &str, name: Option<&str>) -> Result<Schedule, AskError> {
    let ask =
        Ask { wager: Some(wager.to_owned()), schedule: name.map(str::to_owned), ..Ask::default() };
    let (wager, schedules) = asked(subject, &ask)?.swap_remove(0);
    schedules.into_iter().next().ok_or_else(|| none_posted(subject, wager))
}

/// No schedule of a wager goes with the subject's options.
fn none_posted(subject: &Subject, wager: String) -> AskError {
    let all = subject.schedules(&wager);
    let game = game(subject.game());
    let why = all.first().zip(game).and_then(|(first, game)| conflict(game, subject, first));
    match why {
        Some(why) => AskError::Conflict(why),
        None => AskError::NoSuchWager {
            game: subject.game().to_owned(),
            wager,
            known: wagers(subject).join(", "),
        },
    }
}

/// Analyzes the wagers and schedules asked about, in the order of the rule.
pub fn analyse(
    subject: &Subject,
    ask: &Ask,
    progress: &dyn Progress,
) -> Result<Vec<Analysis>, AskError> {
    let game = the_game(subject)?;
    let mut found = Vec::new();
    for (wager, schedules) in asked(subject, ask)? {
        for schedule in &schedules {
            pay_limits::check(subject, schedule)?;
        }
        let Some(first) = schedules.first() else { continue };
        if space(game, subject, first).is_some() {
            for schedule in &schedules {
                found.extend(judged(subject, game, schedule, ask));
            }
            continue;
        }
        let policy = Policy::Optimal;
        let question = Question { subject, wager: &wager, schedules: &schedules, policy, progress };
        found.extend(decided(game, &question));
        if let Some(beside) = game.shown_beside(subject, &wager) {
            let policy = Policy::Simple(beside.strategy);
            let (key, value) = beside.option;
            found.extend(decided(game, &Question { policy, ..question }).map(|mut analysis| {
                analysis.options.insert(key.to_owned(), value.to_owned());
                analysis
            }));
        }
    }
    Ok(found)
}

/// The analyses of a wager with decisions, one for each schedule.
fn decided(game: &dyn Game, question: &Question<'_>) -> impl Iterator<Item = Analysis> + use<> {
    let started = Instant::now();
    let solutions = game.solve(question);
    let took = started.elapsed() / question.schedules.len() as u32;
    let analysis = |(schedule, solution): (&Schedule, Solution)| {
        let Solution { distribution, actions, arithmetic, notes, .. } = solution;
        let plain = blank(question.subject, schedule, distribution, took);
        Analysis { actions, arithmetic, notes, ..plain }
    };
    let analyses: Vec<Analysis> = question.schedules.iter().zip(solutions).map(analysis).collect();
    analyses.into_iter()
}

fn blank(
    subject: &Subject,
    schedule: &Schedule,
    distribution: Distribution,
    took: Duration,
) -> Analysis {
    let note = game(subject.game()).and_then(|game| game.note(&schedule.wager));
    Analysis {
        game: subject.game().to_owned(),
        edition: subject.section().edition.id,
        wager: schedule.wager.clone(),
        schedule: schedule.id.clone(),
        options: options(subject, schedule),
        gradient: gradient(subject, schedule, &distribution),
        distribution,
        actions: Vec::new(),
        meter: None,
        arithmetic: Arithmetic::Fractions,
        exact_edge: None,
        notes: note.map(str::to_owned).into_iter().collect(),
        took,
    }
}

/// The options that were posted, and the number of decks where a table may choose it.
fn options(subject: &Subject, schedule: &Schedule) -> BTreeMap<String, String> {
    let mut options = subject.posted().clone();
    let decks = subject.option("decks");
    if !decks.is_empty() {
        options.insert("decks".to_owned(), decks.to_owned());
    }
    if let Some(does) = game(subject.game()).and_then(|game| game.soft_17(subject, schedule)) {
        options.insert("soft-17".to_owned(), does.to_owned());
    }
    options
}

/// The deals that decide wagers without decisions.
static CENSUSES: Warm<Space, Census> = Warm::new();

/// What the figures of a wager are computed from, whatever the pays.
pub(crate) fn warm(game: &dyn Game, subject: &Subject, wager: &str) -> Vec<Held> {
    let mut held = game.warm(subject, wager);
    let spaces = schedules(subject, wager);
    for space in spaces.iter().filter_map(|schedule| space(game, subject, schedule)) {
        held.push(CENSUSES.get(space, || space.census()));
    }
    held
}

/// A wager without decisions under one schedule: one analysis for each reading.
fn judged(subject: &Subject, game: &dyn Game, schedule: &Schedule, ask: &Ask) -> Vec<Analysis> {
    let started = Instant::now();
    let space = space(game, subject, schedule).expect("the wager asks for no decision");
    let census = &*CENSUSES.get(space, || space.census());
    if let Some(terms) = schedule.progressive {
        let (distribution, meter) =
            side_bet::progressive(census, schedule, terms, ask.meter, ask.seats);
        let plain = blank(subject, schedule, distribution, started.elapsed());
        return vec![Analysis { meter: Some(meter), ..plain }];
    }
    let read = |&keeps_stake: &bool| {
        let table = PayTable::unposted(&schedule.parts[0]);
        let table = if keeps_stake { table.keeping_stakes() } else { table };
        let distribution = side_bet::plain(census, &table);
        let mut analysis = blank(subject, schedule, distribution, started.elapsed());
        if let Space::Dealt(dealt) = space {
            analysis.notes.extend(dealt.note().map(str::to_owned));
        }
        if keeps_stake {
            analysis.options.insert("stake-kept".to_owned(), "true".to_owned());
        }
        analysis
    };
    game.keeps_stake(subject, &schedule.wager).iter().map(read).collect()
}

/// Solves a wager with decisions under one schedule, optimally or by a simple strategy.
pub fn solve(
    subject: &Subject,
    wager: &str,
    schedule: Option<&str>,
    simple: Option<&str>,
    progress: &dyn Progress,
) -> Result<Solution, AskError> {
    let ask = Ask {
        wager: Some(wager.to_owned()),
        schedule: schedule.map(str::to_owned),
        ..Ask::default()
    };
    let game = the_game(subject)?;
    let (of, schedules) = asked(subject, &ask)?.swap_remove(0);
    if schedules.is_empty() {
        return Err(none_posted(subject, of));
    }
    pay_limits::check(subject, &schedules[0])?;
    if space(game, subject, &schedules[0]).is_some() {
        let (game, wager) = (subject.game().to_owned(), wager.to_owned());
        return Err(AskError::NoDecision { game, wager });
    }
    let known = game.simple(wager);
    let policy = match simple {
        None => Policy::Optimal,
        Some(asked) => match known.iter().find(|simple| simple.id == asked) {
            Some(simple) => Policy::Simple(simple.id),
            None => {
                let ids: Vec<&str> = known.iter().map(|simple| simple.id).collect();
                let (game, asked) = (subject.game().to_owned(), asked.to_owned());
                return Err(AskError::NoSuchStrategy { game, asked, known: ids.join(", ") });
            }
        },
    };
    let question = Question { subject, wager, schedules: &schedules[..1], policy, progress };
    Ok(game.solve(&question).swap_remove(0))
}

/// The simple strategies that people use for a wager with decisions.
pub fn simple(subject: &Subject, wager: &str) -> &'static [Simple] {
    game(subject.game()).map_or(&[], |game| game.simple(wager))
}

/// Does the wager of a schedule ask for decisions?
pub fn is_decided(subject: &Subject, schedule: &Schedule) -> bool {
    game(subject.game()).is_some_and(|game| space(game, subject, schedule).is_none())
}

/// The wagers of a subject that ask for decisions.
pub fn decided_wagers(subject: &Subject) -> Vec<String> {
    let is_decided = |wager: &String| {
        schedules(subject, wager).first().is_some_and(|first| is_decided(subject, first))
    };
    wagers(subject).into_iter().filter(is_decided).collect()
}
