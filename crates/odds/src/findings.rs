//! What a regulator wants to know about a rulebook's schedules: where the player has the edge, rows
//! that never pay, schedules that another one beats in every row, and equal ones under two names.

use std::collections::BTreeMap;
use std::fmt;

use games::{PayTable, RoyalFound};
use hands::Category;
use money::Odds;
use num_traits::{Signed as _, Zero as _};
use rulebook::{Part, Schedule};

use crate::analysis::Analysis;
use crate::census::{Sample, Space};
use crate::exact::{Exact, fraction, of_cents, percent, total_return, whole};
use crate::game::game;
use crate::subject::Subject;

/// Something worth knowing about a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The game.
    pub game: String,
    /// The wager.
    pub wager: String,
    /// The schedule.
    pub schedule: String,
    /// The options under which it was found.
    pub options: BTreeMap<String, String>,
    /// What.
    pub what: What,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// The player has the edge.
    PlayerEdge(Exact),
    /// No deal is paid on this row.
    NeverPays(String),
    /// Other schedules of the wager pay at least as much on every hand, and more on some.
    DominatedBy(Vec<String>),
    /// Another schedule of the wager pays the same on every hand.
    EqualTo(String),
}

impl What {
    /// The kind of finding, for data: `player-edge`.
    pub const fn kind(&self) -> &'static str {
        match self {
            What::PlayerEdge(_) => "player-edge",
            What::NeverPays(_) => "never-pays",
            What::DominatedBy(_) => "dominated",
            What::EqualTo(_) => "equal",
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::PlayerEdge(edge) => write!(f, "the player has an edge of {}", percent(edge, 4)),
            What::NeverPays(row) => write!(f, "no deal is paid on the row \"{row}\""),
            What::DominatedBy(others) => match others.as_slice() {
                [other] => write!(f, "{other} pays no hand less and some hands more"),
                others => write!(f, "{} each pay no hand less and some more", others.join(", ")),
            },
            What::EqualTo(other) => write!(f, "pays every hand as {other} does"),
        }
    }
}

/// What the figures of one analysis show by themselves.
pub fn findings_of(analysis: &Analysis) -> Vec<Finding> {
    let finding = |what| Finding {
        game: analysis.game.clone(),
        wager: analysis.wager.clone(),
        schedule: analysis.schedule.clone(),
        options: analysis.options.clone(),
        what,
    };
    let mut found = Vec::new();
    let value = -analysis.house_edge();
    if value.is_positive() {
        found.push(finding(What::PlayerEdge(value)));
    }
    // Outcomes of a wager with decisions are gathered from deals; only a schedule can have a row
    // that no deal reaches.
    let outcomes = analysis.distribution.outcomes().iter();
    let dead = outcomes.filter(|outcome| outcome.combinations.is_zero() && outcome.row != "loses");
    found.extend(dead.map(|outcome| finding(What::NeverPays(outcome.row.clone()))));
    found
}

/// What comparing the schedules of one wager shows, hand by hand. Schedules that are judged on
/// different deals, as Buster's for two kinds of dealer, are not compared.
pub fn compared(subject: &Subject, schedules: &[Schedule]) -> Vec<Finding> {
    let space =
        |schedule: &Schedule| game(subject.game()).map(|game| game.space(subject, schedule));
    let mut found = Vec::new();
    for (place, schedule) in schedules.iter().enumerate() {
        let others = schedules.iter().enumerate().filter(|(other, _)| *other != place);
        let alike = others.filter(|(_, other)| space(other) == space(schedule));
        let ordered: Vec<(usize, &Schedule, Order)> = alike
            .filter_map(|(other_place, other)| Some((other_place, other, order(schedule, other)?)))
            .collect();
        let better = ordered.iter().filter(|(_, _, order)| *order == Order::Less);
        let better: Vec<String> = better.map(|(_, other, _)| other.id.clone()).collect();
        // Said once of each group of equal ones, against its first.
        let first =
            ordered.iter().find(|(other, _, order)| *order == Order::Equal && *other < place);
        let mut say = |what| {
            found.push(Finding {
                game: subject.game().to_owned(),
                wager: schedule.wager.clone(),
                schedule: schedule.id.clone(),
                options: BTreeMap::new(),
                what,
            });
        };
        if !better.is_empty() {
            say(What::DominatedBy(better));
        }
        if let Some((_, other, _)) = first {
            say(What::EqualTo(other.id.clone()));
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Less,
    Equal,
}

/// Does a schedule pay the player no hand more than another? Nothing if it does, or if they are of
/// different shape.
fn order(schedule: &Schedule, other: &Schedule) -> Option<Order> {
    let is_progressive = |schedule: &Schedule| schedule.progressive.is_some();
    let shape = |schedule: &Schedule| {
        let part = |part: &Part| (part.order, part.judged, part.lines.clone());
        schedule.parts.iter().map(part).collect::<Vec<_>>()
    };
    if is_progressive(schedule) != is_progressive(other) || shape(schedule) != shape(other) {
        return None;
    }
    let mut is_less = false;
    for (part, other_part) in schedule.parts.iter().zip(&other.parts) {
        let [table, other_table] = [part, other_part].map(PayTable::unposted);
        let [pays, other_pays] = [(schedule, part), (other, other_part)].map(pays);
        for sample in samples(part.order) {
            let pay = pay_of(sample.row(&table), &pays);
            let other_pay = pay_of(sample.row(&other_table), &other_pays);
            if pay.0 > other_pay.0 || pay.1 > other_pay.1 {
                return None;
            }
            is_less |= pay != other_pay;
        }
        for category in Category::ALL {
            let pay = pay_of(table.dealt(category), &pays);
            let other_pay = pay_of(other_table.dealt(category), &other_pays);
            if pay.0 > other_pay.0 {
                return None;
            }
            is_less |= pay != other_pay;
        }
    }
    Some(if is_less { Order::Less } else { Order::Equal })
}

/// What is paid, and to every other player as envy, per unit of the nominal wager.
type Paid = (Exact, Exact);

/// What each row pays; shares of a meter count at the seed.
fn pays((schedule, part): (&Schedule, &Part)) -> Vec<Paid> {
    let nominal = schedule.progressive.map_or_else(|| whole(1), |terms| of_cents(terms.nominal));
    let seed = schedule.progressive.map_or_else(|| whole(0), |terms| of_cents(terms.seed));
    let pay = |row: &rulebook::Row| {
        let paid = match row.pays {
            Odds::Share(rate) => {
                fraction(rate.basis_points(), money::Rate::WHOLE) * &seed / &nominal
            }
            Odds::Dollars(amount) => of_cents(amount) / &nominal,
            odds => total_return(odds).expect("the other kinds need no meter"),
        };
        (paid, row.envy.map_or_else(|| whole(0), |envy| of_cents(envy) / &nominal))
    };
    part.rows.iter().map(pay).collect()
}

fn pay_of(row: Option<games::RowId>, pays: &[Paid]) -> Paid {
    row.map_or_else(|| (whole(0), whole(0)), |row| pays[PayTable::place(row)].clone())
}

/// Every hand of an order that a table could tell from another.
fn samples(order: rulebook::Order) -> Vec<Sample> {
    let of = |space: Space| space.census().counts.into_iter().map(|(sample, _)| sample);
    match order {
        rulebook::Order::TwoCard => of(Space::TwoAndTwo).collect(),
        rulebook::Order::ThreeCard => of(Space::Three).collect(),
        rulebook::Order::FourCard => of(Space::Four).collect(),
        rulebook::Order::FiveCard => of(Space::Five).flat_map(with_royals).collect(),
        rulebook::Order::DealerBust => (0..14).map(|cards| Sample::Bust(Some(cards))).collect(),
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
