//! What the labs compute, and keep.

use std::sync::Arc;
use std::time::{Duration, Instant};

use money::Odds;
use odds::{
    Analysis, Ask, Band, Difference, Editable, Exact, NewPay, Postable, Silent, Subject,
    TargetEdge, WhatIfError, analyse, bands, editable, pay_amount, postable_near, target_edge,
    whole,
};
use rulebook::{Rulebook, Section};

use super::Labs;
use super::case::Case;

/// How long the rows may take that are each paid one unit more. What is not done by then is left out.
const ONE_UP_WITHIN: Duration = Duration::from_secs(2);
/// How many odds on either side of a row's own are tried for two rows.
const PAIRS_EACH: usize = 8;
/// How long that may take. What is not done by then is left out.
const PAIRS_WITHIN: Duration = Duration::from_secs(3);
/// How many pairs of odds are shown.
const PAIRS_SHOWN: usize = 6;
/// How many rows a target is solved for at once.
const FREE_MAX: usize = 8;

/// The figures of a case.
pub(crate) struct Solved {
    /// The case's own figures first; then other readings of it.
    pub(crate) analyses: Vec<Analysis>,
    /// How long it took.
    pub(crate) took: Duration,
}

impl Solved {
    /// The case's own figures.
    pub(crate) fn own(&self) -> &Analysis {
        &self.analyses[0]
    }
}

/// Every schedule of a wager in every edition, and what one more unit on each row would do.
pub(crate) struct Beside {
    /// Schedules with equal figures once.
    pub(crate) rows: Vec<BesideRow>,
    /// The rows of the schedule, each paid one unit more.
    pub(crate) one_up: Vec<OneUp>,
}

/// Schedules that have the same figures.
pub(crate) struct BesideRow {
    /// The schedules, each with its editions.
    pub(crate) schedules: Vec<(String, Vec<String>)>,
    /// Another reading: the options that make it.
    pub(crate) reading: Vec<String>,
    /// Their figures.
    pub(crate) analysis: Analysis,
}

/// A schedule with one row paid one unit more.
pub(crate) struct OneUp {
    /// The row and what it would pay: `flush 5 to 2`.
    pub(crate) says: String,
    /// The house edge.
    pub(crate) edge: Exact,
    /// The standard deviation.
    pub(crate) deviation: f64,
}

/// The decisions that are made otherwise than under the printed schedule.
pub(crate) struct Decisions {
    /// The most frequent first.
    pub(crate) changed: Vec<Difference>,
    /// How long it took.
    pub(crate) took: Duration,
}

/// What the house keeps after many rounds.
pub(crate) struct Banded {
    /// The exact quantiles beside the normal ones.
    pub(crate) bands: Vec<Band>,
    /// How long it took.
    pub(crate) took: Duration,
}

/// Pays that bring the edge to a target, one row at a time.
pub(crate) struct Found {
    /// Each free row with what was found, or why nothing was.
    pub(crate) rows: Vec<(String, Result<FoundPays, String>)>,
    /// The first two of them together.
    pub(crate) pairs: Option<FoundPairs>,
    /// How long it took.
    pub(crate) took: Duration,
}

/// Pays of two rows that bring the edge to a target together.
pub(crate) struct FoundPairs {
    /// The rows.
    pub(crate) names: [String; 2],
    /// Odds of the first row with the exact pay of the second that meets the target, the least first.
    pub(crate) line: Vec<(Odds, Exact)>,
    /// Odds that can be posted on both, the nearest to the target first.
    pub(crate) points: Vec<Pair>,
}

/// Odds of two rows, and the house edge with them.
pub(crate) struct Pair {
    /// The odds.
    pub(crate) pays: [NewPay; 2],
    /// The house edge.
    pub(crate) edge: Exact,
}

/// What brings the edge to a target.
pub(crate) struct FoundPays {
    /// The pay that meets it.
    pub(crate) exact: Exact,
    /// Whether the edge is a straight line in it.
    pub(crate) is_straight: bool,
    /// The nearest postable odds that leave the house more, and less.
    pub(crate) around: [(NewPay, Exact); 2],
}

/// How much a change of a pay matters, and what it returns.
pub(crate) struct Paid {
    /// How often it is paid.
    pub(crate) chance: Exact,
    /// How much one more unit on it takes from the house edge.
    pub(crate) weight: Exact,
    /// What the player is paid on it on average, without the stake.
    pub(crate) share: Exact,
}

impl Labs {
    /// The figures of a case, if they are known.
    pub(crate) fn known(&self, case: &Case) -> Option<Arc<Solved>> {
        self.solved.get(&case.key())
    }

    /// The figures of a case; may take a while.
    pub(crate) fn solve(&self, case: &Case) -> Result<Arc<Solved>, WhatIfError> {
        let key = case.key();
        if let Some(known) = self.solved.get(&key) {
            return Ok(known);
        }
        let since = Instant::now();
        let analyses = case.solve(&*self.lab(case)?)?;
        Ok(self.solved.keep(key, Solved { analyses, took: since.elapsed() }))
    }

    /// The schedules beside a case, if they are known.
    pub(crate) fn known_beside(&self, case: &Case) -> Option<Arc<Beside>> {
        self.beside.get(&case.printed().key())
    }

    /// The schedules beside a case; may take a while.
    pub(crate) fn beside(&self, case: &Case) -> Result<Arc<Beside>, WhatIfError> {
        let printed = case.printed();
        let key = printed.key();
        if let Some(known) = self.beside.get(&key) {
            return Ok(known);
        }
        let rows = beside(&printed)?;
        let one_up = self.one_up(&printed)?;
        Ok(self.beside.keep(key, Beside { rows, one_up }))
    }

    /// The rows of a schedule, each paid one unit more.
    fn one_up(&self, printed: &Case) -> Result<Vec<OneUp>, WhatIfError> {
        let since = Instant::now();
        let mut found = Vec::new();
        for row in editable(&printed.subject, &printed.changed()?) {
            if since.elapsed() > ONE_UP_WITHIN {
                break;
            }
            let Some(pays) = one_more(row.pays) else { continue };
            let change = row.change(NewPay::Odds(pays));
            let case = Case { changes: vec![change], ..printed.clone() };
            // A pay that the wager does not meet under these options is no neighbor.
            let Ok(solved) = self.solve(&case) else { continue };
            let own = solved.own();
            found.push(OneUp {
                says: format!("{} {pays}", row.name()),
                edge: own.house_edge(),
                deviation: own.distribution.standard_deviation(),
            });
        }
        Ok(found)
    }

    /// The decisions that a case changes, if they are known.
    pub(crate) fn known_decisions(&self, case: &Case) -> Option<Arc<Decisions>> {
        self.decisions.get(&case.key())
    }

    /// The decisions that a case changes; may take a while.
    pub(crate) fn decisions(&self, case: &Case) -> Result<Arc<Decisions>, WhatIfError> {
        let key = case.key();
        if let Some(known) = self.decisions.get(&key) {
            return Ok(known);
        }
        let since = Instant::now();
        let changed = match case.changes.is_empty() {
            true => Vec::new(),
            false => self.lab(case)?.compare(&case.printed().what(), &case.what(), &Silent)?,
        };
        Ok(self.decisions.keep(key, Decisions { changed, took: since.elapsed() }))
    }

    /// What the house keeps after many rounds of a case, if it is known.
    pub(crate) fn known_banded(&self, case: &Case) -> Option<Arc<Banded>> {
        self.banded.get(&case.key())
    }

    /// What the house keeps after many rounds of a case; may take a while.
    pub(crate) fn banded(&self, case: &Case) -> Result<Arc<Banded>, WhatIfError> {
        let key = case.key();
        if let Some(known) = self.banded.get(&key) {
            return Ok(known);
        }
        let solved = self.solve(case)?;
        let since = Instant::now();
        let bands = bands(&solved.own().distribution);
        Ok(self.banded.keep(key, Banded { bands, took: since.elapsed() }))
    }

    /// The pays that bring the edge to a target, if they are known.
    pub(crate) fn known_found(
        &self,
        case: &Case,
        target: &Exact,
        free: &[String],
    ) -> Option<Arc<Found>> {
        self.found.get(&target_key(case, target, free))
    }

    /// The pays of each free row that bring the edge to a target; may take a while.
    pub(crate) fn find(
        &self,
        case: &Case,
        target: &Exact,
        free: &[String],
    ) -> Result<Arc<Found>, WhatIfError> {
        let key = target_key(case, target, free);
        if let Some(known) = self.found.get(&key) {
            return Ok(known);
        }
        let since = Instant::now();
        let all = editable(&case.subject, &case.changed()?);
        let known = |name: &String| all.iter().find(|row| row.name() == *name);
        let free: Vec<&Editable> = free.iter().filter_map(known).take(FREE_MAX).collect();
        let found = |row: &&Editable| {
            let found = meet(case, row, target).map(|found| FoundPays::of(&found));
            (row.name(), found.map_err(|error| error.to_string()))
        };
        let rows = free.iter().map(found).collect();
        let pairs = match free.as_slice() {
            [one, other, ..] => pairs(case, [one, other], target),
            _ => None,
        };
        Ok(self.found.keep(key, Found { rows, pairs, took: since.elapsed() }))
    }
}

/// The case with a row that pays something else, or is free.
fn with(case: &Case, row: &Editable, pays: NewPay) -> Case {
    let mut changes = case.changes.clone();
    changes.retain(|change| !row.is_changed_by(change));
    changes.push(row.change(pays));
    Case { changes, ..case.clone() }
}

/// The pay of a row that brings the edge to a target.
fn meet(case: &Case, row: &Editable, target: &Exact) -> Result<TargetEdge, WhatIfError> {
    let Case { subject, schedule, changes, ask } = with(case, row, NewPay::Free);
    target_edge(Rulebook::embedded(), &subject, &schedule, &changes, target, &ask, &Silent)
}

/// The pays of two rows that bring the edge to a target together: for each of the odds that could be posted on the
/// first, the pay of the second.
fn pairs(case: &Case, [one, other]: [&Editable; 2], target: &Exact) -> Option<FoundPairs> {
    let since = Instant::now();
    let is_progressive = case.schedule.progressive.is_some();
    let (less, more) = postable_near(one.pays, is_progressive);
    // The nearest first, on both sides in turn, as far as time allows.
    let near = less.iter().take(PAIRS_EACH).map(Some).chain(std::iter::repeat(None));
    let far = more.iter().take(PAIRS_EACH).map(Some).chain(std::iter::repeat(None));
    let both = near.zip(far).take(PAIRS_EACH).flat_map(|(less, more)| [less, more]);
    let tried = std::iter::once(Some(&one.pays)).chain(both).flatten();
    let (mut line, mut points) = (Vec::new(), Vec::new());
    for pays in tried {
        if since.elapsed() > PAIRS_WITHIN {
            break;
        }
        let NewPay::Odds(odds) = *pays else { continue };
        let Ok(found) = meet(&with(case, one, *pays), other, target) else { continue };
        line.push((odds, found.exact.clone()));
        let around = FoundPays::of(&found).around;
        points.extend(around.map(|(second, edge)| Pair { pays: [*pays, second], edge }));
    }
    let off = |pair: &Pair| {
        let off = &pair.edge - target;
        if off < whole(0) { -off } else { off }
    };
    points.sort_by_cached_key(|pair| off(pair));
    // Where the target is met exactly, the odds above and below are the same.
    points.dedup_by(|next, kept| next.pays == kept.pays);
    points.truncate(PAIRS_SHOWN);
    line.sort_by_cached_key(|(odds, _)| pay_amount(*odds));
    (!line.is_empty()).then(|| FoundPairs { names: [one.name(), other.name()], line, points })
}

fn target_key(case: &Case, target: &Exact, free: &[String]) -> String {
    format!("{}\n{target}\n{free:?}", case.key())
}

impl FoundPays {
    fn of(found: &TargetEdge) -> FoundPays {
        let edge = |it: &Postable| (it.pays, it.analysis.house_edge());
        let around = [edge(&found.above), edge(&found.below)];
        FoundPays { exact: found.exact.clone(), is_straight: found.is_straight, around }
    }
}

/// One unit more, of pays that are multiples of the stake.
fn one_more(pays: NewPay) -> Option<Odds> {
    let more = |ratio: money::Ratio| {
        money::Ratio::new(ratio.numerator().checked_add(ratio.denominator())?, ratio.denominator())
    };
    match pays {
        NewPay::Odds(Odds::To(ratio)) => more(ratio).map(Odds::To),
        NewPay::Odds(Odds::For(ratio)) => more(ratio).map(Odds::For),
        NewPay::Odds(Odds::Push) => Some(Odds::EVEN_MONEY),
        NewPay::Odds(Odds::Share(_) | Odds::Dollars(_)) | NewPay::Nothing | NewPay::Free => None,
    }
}

/// Every schedule of a wager in every edition, newest first; equal figures once.
fn beside(printed: &Case) -> Result<Vec<BesideRow>, WhatIfError> {
    let book = Rulebook::embedded();
    let mut rows: Vec<BesideRow> = Vec::new();
    let editions = book.game(printed.subject.game()).into_iter().flat_map(|game| &game.editions);
    for edition in editions.rev() {
        // What an edition has no option for, it leaves no choice about.
        let Some(subject) = in_edition(printed, edition.id) else { continue };
        let has_wager = subject.section().wager(printed.wager()).is_some();
        if !has_wager || odds::schedules(&subject, printed.wager()).is_empty() {
            continue;
        }
        let ask =
            Ask { wager: Some(printed.wager().to_owned()), schedule: None, ..printed.ask.clone() };
        for analysis in analyse(&subject, &ask, &Silent)? {
            add(&mut rows, analysis, &subject);
        }
    }
    Ok(rows)
}

fn in_edition(printed: &Case, edition: rulebook::EditionId) -> Option<Subject> {
    let book = Rulebook::embedded();
    let section: Section =
        book.game(printed.subject.game())?.edition_with_side_bets(edition).ok()?;
    let mut options = printed.subject.posted().clone();
    options.retain(|key, value| {
        let option = section.options.iter().find(|option| option.key == *key);
        option.is_some_and(|option| option.allows(value))
    });
    Subject::open(book, printed.subject.game(), Some(edition), options).ok()
}

/// Adds an analysis to those with the same figures.
fn add(rows: &mut Vec<BesideRow>, analysis: Analysis, subject: &Subject) {
    let reading = analysis.options.iter();
    let reading = reading.filter(|(key, value)| {
        let is_posted = subject.posted().get(*key) == Some(value);
        let is_decks = key.as_str() == "decks";
        !is_posted && !is_decks
    });
    let reading: Vec<String> = reading.map(|(key, value)| format!("{key} {value}")).collect();
    let (id, edition) = (analysis.schedule.clone(), analysis.edition.to_string());
    let is_same = |row: &&mut BesideRow| {
        row.reading == reading
            && row.analysis.distribution.outcomes() == analysis.distribution.outcomes()
            && row.analysis.house_edge() == analysis.house_edge()
    };
    match rows.iter_mut().find(is_same) {
        Some(row) => match row.schedules.iter_mut().find(|(known, _)| *known == id) {
            Some((_, editions)) => editions.push(edition),
            None => row.schedules.push((id, vec![edition])),
        },
        None => rows.push(BesideRow { schedules: vec![(id, vec![edition])], reading, analysis }),
    }
}

/// How often a pay is paid and what it returns, by the analysis that it is a part of.
pub(crate) fn paid(analysis: &Analysis, row: &odds::Editable) -> Option<Paid> {
    let is_it = |paid: &&odds::Paid| {
        let is_hand = paid.hand.eq_ignore_ascii_case(&row.hand);
        let is_row = paid.line.is_some() == row.part.is_some();
        is_hand && is_row && (row.line.is_none() || paid.line == row.line)
    };
    let found = analysis.gradient.iter().find(is_it)?;
    // Odds "to 1" and a push hand the stake back beside what they pay.
    let stake = match found.odds {
        Odds::To(_) | Odds::Push => found.weight.clone(),
        Odds::For(_) | Odds::Share(_) | Odds::Dollars(_) => whole(0),
    };
    let share = &found.returned - stake;
    Some(Paid { chance: found.chance.clone(), weight: found.weight.clone(), share })
}
