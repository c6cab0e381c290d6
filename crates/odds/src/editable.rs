//! What a what-if can change of a wager: every row and every outcome that no hand decides, each with what it pays and
//! the odds that a house could post instead.

use money::{Cents, Odds, OddsKind, Rate, Ratio};
use num_traits::{One as _, Zero as _};
use rulebook::{Part, Schedule};

use crate::analysis::is_decided;
use crate::exact::{Exact, fraction, of_cents, of_ratio, whole};
use crate::game::game;
use crate::subject::Subject;
use crate::target::Ladder;
use crate::whatif::{Change, Changed, FLOORS, NewPay, categories, hands_of, pays_of};

/// Something that a wager pays, and that a [`Change`] can change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editable {
    /// The line by which its table is named, where the schedule has more than one.
    pub line: Option<String>,
    /// The lines that it pays.
    pub lines: Vec<String>,
    /// The hand, in the rulebook's words, or the key of a pay.
    pub hand: String,
    /// What it pays.
    pub pays: NewPay,
    /// The condition, for an outcome that no hand decides.
    pub condition: Option<String>,
    /// The table of the schedule that a row is in; nothing for an outcome that no hand decides.
    pub part: Option<usize>,
}

impl Editable {
    /// The change that makes it pay something else.
    pub fn change(&self, pays: NewPay) -> Change {
        Change { line: self.line.clone(), hand: self.hand.clone(), pays }
    }

    /// Whether a change is about it.
    pub fn is_changed_by(&self, change: &Change) -> bool {
        let is_line = |line: &String| self.part.is_some() && self.lines.contains(line);
        self.hand.eq_ignore_ascii_case(&change.hand) && change.line.as_ref().is_none_or(is_line)
    }

    /// What it is called in a change: `flush`, `three-card: flush`.
    pub fn name(&self) -> String {
        match &self.line {
            Some(line) => format!("{line}: {}", self.hand),
            None => self.hand.clone(),
        }
    }
}

/// The line by which a change names a table, where the schedule has more than one.
fn line_of(changed: &Changed, part: &Part) -> Option<String> {
    let is_one = changed.schedule.parts.len() == 1;
    (!is_one).then(|| part.lines.first().cloned()).flatten()
}

/// Everything that can be changed of a wager: the rows of its tables, best first, then the outcomes that no hand
/// decides.
pub fn editable(subject: &Subject, changed: &Changed) -> Vec<Editable> {
    let mut found = Vec::new();
    for (place, part) in changed.schedule.parts.iter().enumerate() {
        let line = line_of(changed, part);
        found.extend(part.rows.iter().map(|row| Editable {
            line: line.clone(),
            lines: part.lines.clone(),
            hand: row.hand.words().to_lowercase(),
            pays: NewPay::Odds(row.pays),
            condition: None,
            part: Some(place),
        }));
    }
    found.extend(pays_of(subject, &changed.schedule.wager).map(|pay| Editable {
        line: None,
        lines: pay.lines.clone(),
        hand: pay.key.clone(),
        pays: NewPay::Odds(changed.pays.get(&pay.key).copied().unwrap_or(pay.pays)),
        condition: Some(pay.condition.clone()),
        part: None,
    }));
    found
}

/// The rows that a wager's tables could have and do not, and the hands from which a line could pay instead, as a
/// change names them.
pub fn addable(subject: &Subject, changed: &Changed) -> Vec<String> {
    let mut found = Vec::new();
    for part in &changed.schedule.parts {
        let line = line_of(changed, part);
        let hands = hands_of(part).into_iter();
        let is_new = |hand: &rulebook::HandType| part.rows.iter().all(|row| row.hand != *hand);
        found.extend(hands.filter(|(_, hand)| is_new(hand)).map(|(words, _)| match &line {
            Some(line) => format!("{line}: {words}"),
            None => words.to_owned(),
        }));
    }
    let wagers = subject.section().wagers.iter();
    let mut of_wager = wagers.filter(|wager| wager.id == changed.schedule.wager);
    let lines = of_wager.next().map(|wager| wager.lines.clone()).unwrap_or_default();
    for floor in FLOORS.iter().filter(|floor| lines.iter().any(|line| line == floor.line)) {
        if subject.section().term(floor.term).is_some() {
            found.extend(
                categories().iter().map(|hand| format!("{}: {hand} or better", floor.line)),
            );
        }
    }
    found
}

/// What one unit of a wager's figures is called: `the ante`; a wager without decisions is measured by its own bet.
pub fn unit_words(subject: &Subject, schedule: &Schedule) -> &'static str {
    let game = game(subject.game()).filter(|_| is_decided(subject, schedule));
    game.map_or("the bet", |game| game.unit(&schedule.wager).words())
}

/// How many postable odds are listed on either side.
const NEAR: usize = 24;

/// The odds that a house could post near some odds: those that pay less, the nearest first, and those that pay more.
pub fn postable_near(pays: NewPay, is_progressive: bool) -> (Vec<NewPay>, Vec<NewPay>) {
    let kind = match pays {
        NewPay::Odds(odds) => odds.kind(),
        _ if is_progressive => OddsKind::For,
        _ => OddsKind::To,
    };
    let steps = Steps::of(kind);
    let start = amount_of(pays, kind);
    let less = std::iter::successors(steps.less(&start), |(at, _)| steps.less(at));
    let more = std::iter::successors(steps.more(&start), |(at, _)| steps.more(at));
    let list = |steps: &mut dyn Iterator<Item = (Exact, NewPay)>| {
        steps.take(NEAR).map(|(_, pays)| pays).collect()
    };
    (list(&mut { less }), list(&mut { more }))
}

/// What odds pay as a number: multiples of the stake, dollars, or a share in hundredths; a push is zero.
pub fn pay_amount(odds: Odds) -> Exact {
    match odds {
        Odds::To(ratio) | Odds::For(ratio) => of_ratio(ratio),
        Odds::Dollars(amount) => of_cents(amount),
        Odds::Share(rate) => fraction(rate.basis_points(), 100),
        Odds::Push => Exact::zero(),
    }
}

/// The same where there may be no row: of odds "to 1", nothing is one stake less than a push.
fn amount_of(pays: NewPay, kind: OddsKind) -> Exact {
    match pays {
        NewPay::Odds(odds) => pay_amount(odds),
        NewPay::Nothing | NewPay::Free if matches!(kind, OddsKind::To | OddsKind::Push) => {
            -Exact::one()
        }
        NewPay::Nothing | NewPay::Free => Exact::zero(),
    }
}

/// The steps between postable odds of a kind: every rung up to ten times the stake, then the round figures that
/// schedules print.
struct Steps {
    kind: OddsKind,
    ladder: Ladder,
}

impl Steps {
    fn of(kind: OddsKind) -> Steps {
        let kind = if kind == OddsKind::Push { OddsKind::To } else { kind };
        Steps { kind, ladder: Ladder { kind } }
    }

    /// The width of a step that begins at an amount; nothing where the ladder's own rungs are the steps.
    fn width(&self, from: &Exact) -> Option<u32> {
        let is_share = self.kind == OddsKind::Share;
        let wide = [(10_000, 1_000), (1_000, 100), (200, 25), (100, 10), (50, 5), (10, 1)];
        let found = wide.iter().find(|(least, _)| *from >= whole(*least));
        match found {
            _ if is_share => Some(1),
            Some((_, width)) => Some(*width),
            None => None,
        }
    }

    /// The next odds that pay more.
    fn more(&self, from: &Exact) -> Option<(Exact, NewPay)> {
        let at = match self.width(from) {
            Some(width) => ((from / whole(width)).floor() + whole(1)) * whole(width),
            None => {
                let at = self.ladder.at(from);
                let is_below_all = self.kind == OddsKind::To && *from < Exact::zero();
                let rung = if is_below_all { 1 } else { at + 1 };
                return self.rung(rung.min(self.ladder.top()));
            }
        };
        self.whole(at)
    }

    /// The next odds that pay less.
    fn less(&self, from: &Exact) -> Option<(Exact, NewPay)> {
        // A step down from a round figure has the width of the steps below it.
        let below = from - fraction(1, 1_000_000);
        match self.width(&below) {
            Some(width) => self.whole((below / whole(width)).floor() * whole(width)),
            None if below <= Exact::zero() && self.kind != OddsKind::To => {
                (!from.is_zero()).then_some((Exact::zero(), NewPay::Nothing))
            }
            None if below < -Exact::one() => None,
            None if below < Exact::zero() => Some((-Exact::one(), NewPay::Nothing)),
            None => self.rung(self.ladder.at(&below)),
        }
    }

    fn rung(&self, rung: u32) -> Option<(Exact, NewPay)> {
        let pays = self.ladder.pays(rung);
        Some((amount_of(pays, self.kind), pays))
    }

    /// Odds that are a whole number of their kind.
    fn whole(&self, at: Exact) -> Option<(Exact, NewPay)> {
        let number: u32 = at.to_integer().try_into().ok()?;
        if number == 0 {
            return (self.kind != OddsKind::Share).then_some((at, NewPay::Nothing));
        }
        let odds = match self.kind {
            OddsKind::Share => Odds::Share(Rate::percent(u8::try_from(number).ok()?)?),
            OddsKind::Dollars => Odds::Dollars(Cents::dollars(i64::from(number))),
            OddsKind::For => Odds::For(Ratio::new(number, 1)?),
            OddsKind::To | OddsKind::Push => Odds::To(Ratio::new(number, 1)?),
        };
        let within = number <= crate::pay_limits::PAY_MAX;
        within.then_some((at, NewPay::Odds(odds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(pays: &str) -> (Vec<String>, Vec<String>) {
        let pays = match pays {
            "nothing" => NewPay::Nothing,
            odds => NewPay::Odds(odds.parse().unwrap()),
        };
        let (less, more) = postable_near(pays, false);
        let words = |list: Vec<NewPay>| list.iter().take(4).map(ToString::to_string).collect();
        (words(less), words(more))
    }

    /// The odds that a schedule can print are n to 1, n to 2, n to 5, push and nothing.
    #[test]
    fn steps_are_postable_odds() {
        for (from, less, more) in [
            (
                "3 to 2",
                vec!["7 to 5", "6 to 5", "1 to 1", "4 to 5"],
                vec!["8 to 5", "9 to 5", "2 to 1", "11 to 5"],
            ),
            ("push", vec!["nothing"], vec!["1 to 5", "2 to 5", "1 to 2", "3 to 5"]),
            ("1 to 5", vec!["push", "nothing"], vec!["2 to 5", "1 to 2", "3 to 5", "4 to 5"]),
            ("nothing", vec![], vec!["push", "1 to 5", "2 to 5", "1 to 2"]),
            (
                "10 to 1",
                vec!["49 to 5", "48 to 5", "19 to 2", "47 to 5"],
                vec!["11 to 1", "12 to 1", "13 to 1", "14 to 1"],
            ),
            (
                "50 to 1",
                vec!["49 to 1", "48 to 1", "47 to 1", "46 to 1"],
                vec!["55 to 1", "60 to 1", "65 to 1", "70 to 1"],
            ),
            (
                "500 to 1",
                vec!["475 to 1", "450 to 1", "425 to 1", "400 to 1"],
                vec!["525 to 1", "550 to 1", "575 to 1", "600 to 1"],
            ),
            // Odds that nobody posts lead back to those that are.
            (
                "17 to 13",
                vec!["6 to 5", "1 to 1", "4 to 5", "3 to 5"],
                vec!["7 to 5", "3 to 2", "8 to 5", "9 to 5"],
            ),
            ("100%", vec!["99%", "98%", "97%", "96%"], vec![]),
            ("2%", vec!["1%"], vec!["3%", "4%", "5%", "6%"]),
            ("$50", vec!["$49", "$48", "$47", "$46"], vec!["$55", "$60", "$65", "$70"]),
            (
                "1 for 1",
                vec!["4 for 5", "3 for 5", "1 for 2", "2 for 5"],
                vec!["6 for 5", "7 for 5", "3 for 2", "8 for 5"],
            ),
        ] {
            let (found_less, found_more) = near(from);
            assert_eq!(
                (found_less, found_more),
                (
                    less.iter().map(ToString::to_string).collect(),
                    more.iter().map(ToString::to_string).collect()
                ),
                "{from}"
            );
        }
    }
}
