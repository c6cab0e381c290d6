//! What a regulator wants to know about a rulebook's schedules: where the player has the edge, rows
//! that never pay, schedules that another one beats in every row, and equal ones under two names.

use std::collections::BTreeMap;
use std::fmt;

use games::{PayTable, RoyalFound};
use hands::{Category, JokerValue};
use money::{Cents, Odds};
use num_traits::{Signed as _, Zero as _};
use rulebook::{EditionId, Part, Schedule};

use crate::analysis::Analysis;
use crate::census::{Sample, Space};
use crate::dealt::Dealt;
use crate::exact::{Exact, fraction, of_cents, percent, total_return, whole};
use crate::game::{self, game};
use crate::subject::Subject;

/// Something worth knowing about a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The game.
    pub game: String,
    /// The edition.
    pub edition: EditionId,
    /// The wager.
    pub wager: String,
    /// The schedule.
    pub schedule: String,
    /// The options under which it was found.
    pub options: BTreeMap<String, String>,
    /// What.
    pub kind: FindingKind,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// The player has the edge.
    PlayerEdge(Exact),
    /// No deal is paid on this row.
    NeverPays(String),
    /// Other schedules of the wager pay at least as much on every hand, and more on some.
    DominatedBy(Vec<String>),
    /// Another schedule of the wager does so while the meter is in a range.
    DominatedAtMeters {
        /// The other schedule.
        other: String,
        /// The lowest meter, in dollars.
        from: Exact,
        /// The highest meter, if there is one.
        to: Option<Exact>,
        /// How many times the other schedule's meter this one is: as many times as its wager.
        times: Exact,
    },
    /// Another schedule of the wager pays the same on every hand.
    EqualTo {
        /// The other schedule.
        other: String,
        /// How many times the other schedule's meter this one is: as many times as its wager.
        times: Exact,
    },
}

impl FindingKind {
    /// The word for it, for data: `player-edge`.
    pub const fn word(&self) -> &'static str {
        match self {
            FindingKind::PlayerEdge(_) => "player-edge",
            FindingKind::NeverPays(_) => "never-pays",
            FindingKind::DominatedBy(_) | FindingKind::DominatedAtMeters { .. } => "dominated",
            FindingKind::EqualTo { .. } => "equal",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::PlayerEdge(edge) => {
                write!(f, "the player has an edge of {}", percent(edge, 4))
            }
            FindingKind::NeverPays(row) => write!(f, "no deal is paid on the row \"{row}\""),
            FindingKind::DominatedBy(others) => match others.as_slice() {
                [other] => write!(f, "{other} pays no hand less and some hands more"),
                others => write!(f, "{} each pay no hand less and some more", others.join(", ")),
            },
            FindingKind::DominatedAtMeters { other, from, to, times } => {
                write!(f, "{other} pays no hand less and some more ")?;
                match to {
                    Some(to) if from.is_zero() => write!(f, "up to a meter of {}", dollars(to))?,
                    Some(to) => write!(f, "at meters of {} to {}", dollars(from), dollars(to))?,
                    None => write!(f, "from a meter of {}", dollars(from))?,
                }
                write!(f, "{}", per_dollar(other, times))
            }
            FindingKind::EqualTo { other, times } => {
                write!(f, "pays every hand as {other} does{}", per_dollar(other, times))
            }
        }
    }
}

/// Dollars, to the cent.
fn dollars(amount: &Exact) -> String {
    let cents = (amount * whole(100)).round().to_integer();
    let cents = i64::try_from(cents).unwrap_or(i64::MAX);
    format!("{:#}", Cents::new(cents))
}

/// How schedules with different wagers are compared.
fn per_dollar(other: &str, times: &Exact) -> String {
    match times {
        times if *times == whole(1) => String::new(),
        times if times.is_integer() => {
            format!(" per dollar bet, with a meter {times} times {other}'s")
        }
        times => format!(" per dollar bet, with a meter {times} of {other}'s"),
    }
}

/// What the figures of one analysis show by themselves.
pub fn findings_of(analysis: &Analysis) -> Vec<Finding> {
    let finding = |kind| Finding {
        game: analysis.game.clone(),
        edition: analysis.edition,
        wager: analysis.wager.clone(),
        schedule: analysis.schedule.clone(),
        options: analysis.options.clone(),
        kind,
    };
    let mut found = Vec::new();
    let value = -analysis.house_edge();
    if value.is_positive() {
        found.push(finding(FindingKind::PlayerEdge(value)));
    }
    // Outcomes of a wager with decisions are gathered from deals; only a schedule can have a row
    // that no deal reaches.
    let outcomes = analysis.distribution.outcomes().iter();
    let dead = outcomes.filter(|outcome| outcome.combinations.is_zero() && outcome.row != "loses");
    found.extend(dead.map(|outcome| finding(FindingKind::NeverPays(outcome.row.clone()))));
    found
}

/// What comparing the schedules of one wager shows, hand by hand; progressives at the same meter, or,
/// where their wagers differ, at meters in the same proportion [PRG-7]. Schedules that are judged on
/// different deals, as Buster's for two kinds of dealer, are not compared.
pub fn compared(subject: &Subject, schedules: &[Schedule]) -> Vec<Finding> {
    let space =
        |schedule: &Schedule| game(subject.game()).map(|game| game::space(game, subject, schedule));
    let mut found = Vec::new();
    for (place, schedule) in schedules.iter().enumerate() {
        let others = schedules.iter().enumerate().filter(|(other, _)| *other != place);
        let alike = others.filter(|(_, other)| space(other) == space(schedule));
        let ordered: Vec<(usize, &Schedule, Order)> = alike
            .filter_map(|(other_place, other)| Some((other_place, other, order(schedule, other)?)))
            .collect();
        let is_better = |order: &Order| matches!(order, Order::Less(meters) if meters.is_all());
        let better = ordered.iter().filter(|(_, _, order)| is_better(order));
        let better: Vec<String> = better.map(|(_, other, _)| other.id.clone()).collect();
        // Said once of each group of equal ones, against its first.
        let first =
            ordered.iter().find(|(other, _, order)| *order == Order::Equal && *other < place);
        let times = |other: &Schedule| nominal(schedule) / nominal(other);
        let mut say = |kind| {
            found.push(Finding {
                game: subject.game().to_owned(),
                edition: subject.section().edition.id,
                wager: schedule.wager.clone(),
                schedule: schedule.id.clone(),
                options: BTreeMap::new(),
                kind,
            });
        };
        if !better.is_empty() {
            say(FindingKind::DominatedBy(better));
        }
        for (_, other, order) in &ordered {
            if let Order::Less(Meters { from, to }) = order
                && !is_better(order)
            {
                let nominal = nominal(schedule);
                say(FindingKind::DominatedAtMeters {
                    other: other.id.clone(),
                    from: from * &nominal,
                    to: to.as_ref().map(|to| to * &nominal),
                    times: times(other),
                });
            }
        }
        if let Some((_, other, _)) = first {
            say(FindingKind::EqualTo { other: other.id.clone(), times: times(other) });
        }
    }
    found
}

/// At which meters a schedule pays no hand more than another: an interval, in dollars of the meter
/// for each dollar of the wager.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Meters {
    from: Exact,
    /// No end if nothing.
    to: Option<Exact>,
}

impl Meters {
    fn all() -> Meters {
        Meters { from: whole(0), to: None }
    }

    fn is_all(&self) -> bool {
        self.from.is_zero() && self.to.is_none()
    }

    /// Keeps the meters at which a difference is not negative; nothing if that leaves no more than
    /// one.
    fn keep(mut self, difference: &Line) -> Option<Meters> {
        let Line { fixed, slope } = difference;
        if slope.is_zero() {
            return (!fixed.is_negative()).then_some(self);
        }
        let even = -fixed / slope;
        if slope.is_positive() {
            self.from = self.from.max(even);
        } else {
            self.to = Some(self.to.map_or_else(|| even.clone(), |to| to.min(even.clone())));
        }
        let is_some = self.to.as_ref().is_none_or(|to| self.from < *to);
        is_some.then_some(self)
    }
}

/// An amount that grows with the meter, for each dollar of the wager.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    fixed: Exact,
    /// The share of the meter.
    slope: Exact,
}

impl Line {
    fn fixed(fixed: Exact) -> Line {
        Line { fixed, slope: whole(0) }
    }

    fn minus(&self, other: &Line) -> Line {
        Line { fixed: &self.fixed - &other.fixed, slope: &self.slope - &other.slope }
    }

    fn is_zero(&self) -> bool {
        self.fixed.is_zero() && self.slope.is_zero()
    }
}

/// How a schedule compares with another, hand by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Order {
    /// At these meters it pays no hand more, and some less.
    Less(Meters),
    Equal,
}

/// How a schedule compares with another at the same meter for each dollar of the wager. Nothing if
/// it pays some hand more at every meter, or if they are of different shape.
fn order(schedule: &Schedule, other: &Schedule) -> Option<Order> {
    let is_progressive = |schedule: &Schedule| schedule.progressive.is_some();
    let shape = |schedule: &Schedule| {
        let part = |part: &Part| (part.order, part.judged, part.lines.clone());
        schedule.parts.iter().map(part).collect::<Vec<_>>()
    };
    if is_progressive(schedule) != is_progressive(other) || shape(schedule) != shape(other) {
        return None;
    }
    let mut meters = Meters::all();
    let mut is_less = false;
    for (part, other_part) in schedule.parts.iter().zip(&other.parts) {
        let [table, other_table] = [part, other_part].map(PayTable::unposted);
        let [pays, other_pays] = [(schedule, part), (other, other_part)].map(pays);
        let decks = schedule.decks.map_or(2, |(_, most)| most.min(2));
        let rows = samples(part, decks).into_iter();
        let rows = rows.map(|sample| (sample.row(&table), sample.row(&other_table)));
        let dealt = Category::ALL.into_iter();
        let dealt = dealt.map(|category| (table.dealt(category), other_table.dealt(category)));
        for (row, other_row) in rows.chain(dealt) {
            let [pay, other_pay] = [pay_of(row, &pays), pay_of(other_row, &other_pays)];
            for difference in [other_pay.paid.minus(&pay.paid), other_pay.envy.minus(&pay.envy)] {
                meters = meters.keep(&difference)?;
                is_less |= !difference.is_zero();
            }
        }
    }
    Some(if is_less { Order::Less(meters) } else { Order::Equal })
}

/// What a row pays, and to every other player as envy, for each dollar of the wager.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RowPay {
    paid: Line,
    envy: Line,
}

/// What each row pays.
fn pays((schedule, part): (&Schedule, &Part)) -> Vec<RowPay> {
    let nominal = nominal(schedule);
    let pay = |row: &rulebook::Row| {
        let paid = match row.pays {
            // The meter is counted for each dollar of the wager too.
            Odds::Share(rate) => {
                let slope = fraction(rate.basis_points(), money::Rate::WHOLE);
                Line { fixed: whole(0), slope }
            }
            Odds::Dollars(amount) => Line::fixed(of_cents(amount) / &nominal),
            odds => Line::fixed(total_return(odds).expect("the other kinds need no meter")),
        };
        let envy = row.envy.map_or_else(|| whole(0), |envy| of_cents(envy) / &nominal);
        RowPay { paid, envy: Line::fixed(envy) }
    };
    part.rows.iter().map(pay).collect()
}

/// The wager that a schedule's amounts are printed for, in dollars; one if it is no progressive.
fn nominal(schedule: &Schedule) -> Exact {
    schedule.progressive.map_or_else(|| whole(1), |terms| of_cents(terms.nominal))
}

fn pay_of(row: Option<games::RowId>, pays: &[RowPay]) -> RowPay {
    let nothing = || Line::fixed(whole(0));
    row.map_or_else(|| RowPay { paid: nothing(), envy: nothing() }, |row| pays[row.place()].clone())
}

/// Every hand of an order that a table could tell from another.
fn samples(part: &Part, decks: u8) -> Vec<Sample> {
    let of = |space: Space| space.census().counts.into_iter().map(|(sample, _)| sample);
    match part.order {
        rulebook::Order::TwoCard => of(Space::TwoAndTwo).collect(),
        rulebook::Order::ThreeCard => of(Space::Three).collect(),
        rulebook::Order::FourCard => of(Space::Four).collect(),
        rulebook::Order::FiveCard => of(Space::Five).flat_map(with_royals).collect(),
        rulebook::Order::FiveCardJoker => {
            let jokers = of(Space::Five).flat_map(with_joker);
            jokers.chain([Sample::Joker(JokerValue::FiveAces)]).collect()
        }
        rulebook::Order::Pattern => of(Space::Dealt(Dealt::of(part, decks))).collect(),
        rulebook::Order::DealerBust => (0..14).map(|cards| Sample::Bust(Some(cards))).collect(),
    }
}

/// A hand may have the joker among its cards.
fn with_joker(sample: Sample) -> Vec<Sample> {
    match sample {
        Sample::Five(value, _) => {
            [JokerValue::Natural(value), JokerValue::WithJoker(value)].map(Sample::Joker).into()
        }
        sample => vec![sample],
    }
}

/// A royal flush may have been complete at any time.
fn with_royals(sample: Sample) -> Vec<Sample> {
    match sample {
        Sample::Five(value, _) if value.category() == Category::RoyalFlush => {
            use RoyalFound::{InFive, InSeven, InSix, None, OnBoard};
            [None, InFive, InSix, InSeven, OnBoard].map(|found| Sample::Five(value, found)).into()
        }
        sample => vec![sample],
    }
}
