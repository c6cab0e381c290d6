//! What to choose, what it is worth, and the strategy as a person can use it.

use std::sync::Arc;

use cards::Card;
use games::{Action, Choice, Felt};

use super::hand::{Hand, PLAYS, Rivers, Solved, Solver};
use super::rules::Rules;
use super::{AT, Pays, mean};
use crate::compare::{Difference, Differences, alike};
use crate::exact::percent;
use crate::holdem::boards::{Boards, river};
use crate::holdem::chart;
use crate::holdem::counted::{Counted, DEALS, FLOP_DEALS};
use crate::holdem::grades::{grade_of, sums};
use crate::holdem::showdown::DEALERS;
use crate::holdem::spot::{Seen, up};
use crate::holdem::start::{Ranks, Start};
use crate::solution::{Advisor, Policy, Spot, SpotError, Valued, ranked};
use crate::strategy::{Body, Chart, Key};

#[derive(Clone)]
pub(super) struct Advice {
    pub(super) pays: Pays,
    pub(super) policy: Policy,
    pub(super) solved: Arc<Solved>,
}

impl Advice {
    /// The play bet that the policy makes with a hand on a board of nothing, three or five cards.
    fn bet(&self, own: [Card; 2], board: &[Card]) -> Option<usize> {
        let (start, renaming) = Start::of(own);
        let hand = &self.solved.hands[start.number()];
        match *board {
            [a, b, c] => {
                let flop = [a, b, c].map(|card| renaming.index(card));
                hand.flops.has(Boards::flops(start.kind).number(&flop)).then_some(2)
            }
            [a, b, c, d, e] => {
                let rivers = &self.solved.rivers[start.ranks().number()];
                let board = [a, b, c, d, e].map(|card| renaming.index(card));
                rivers.is_bet(river(start.kind, board)).then_some(3)
            }
            _ => hand.first,
        }
    }
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        let own = felt.seats[seat].cards().try_into().expect("two cards are dealt");
        let bet = self.bet(own, up(felt));
        let wanted = bet.map(|place| Action::BetTimes(PLAYS[place] as u8));
        // A limit may forbid the bet; then the next one, and at last the check or the fold.
        let legal = |wanted: &Action| choice.actions.contains(wanted);
        match wanted.filter(legal) {
            Some(wanted) => wanted,
            None if wanted.is_some() => choice.actions[0],
            None => *choice.actions.last().expect("there is always something to do"),
        }
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let seen = Seen::of(spot, &[0, 3, 5], "none, three or five cards")?;
        if let Some(made) = spot.so_far.iter().find(|action| **action != Action::Check) {
            return Err(SpotError::NoDecision(format!("after \"{made}\" the player is done")));
        }
        // One check before the flop, one after it.
        if let Some(extra) = spot.so_far.get(seen.board.len() / 2) {
            return Err(SpotError::NotBefore(*extra));
        }
        let bets = self.pays.bets();
        let valued = |action, sum: i128, deals: u64| {
            let value = mean(sum, deals, bets.ante);
            Valued { action, value }
        };
        let bet = |place: usize| Action::BetTimes(PLAYS[place] as u8);
        if seen.board.is_empty() {
            let [four, three, check] = self.first_values(Start::of(seen.own).0);
            return Ok(ranked(vec![
                valued(bet(0), four, DEALS),
                valued(bet(1), three, DEALS),
                valued(Action::Check, check, DEALS),
            ]));
        }
        let [mut two, mut one, mut last] = [0; 3];
        let runouts = seen.runouts();
        let grade = grade_of();
        for &showdown in &runouts {
            let [fixed, play] = bets.over(grade(showdown), sums(showdown));
            two += fixed + 2 * play;
            one += fixed + play;
            last += (fixed + play).max(bets.fold());
        }
        let deals = runouts.len() as u64 * u64::from(DEALERS);
        Ok(ranked(match seen.finished() {
            None => vec![valued(bet(2), two, deals), valued(Action::Check, last, deals)],
            Some(_) => {
                vec![valued(bet(3), one, deals), valued(Action::Fold, bets.fold(), deals)]
            }
        }))
    }

    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let mut found = Differences::of(1_326 * DEALS);
        let all = self.solved.hands.iter().zip(&other.solved.hands);
        for (hand, theirs) in all.clone() {
            let (start, times) = (hand.start, hand.start.times());
            let of = |bet: Option<usize>| {
                bet.map_or(Action::Check, |at| Action::BetTimes(PLAYS[at] as u8))
            };
            let choices = [of(hand.first), of(theirs.first)];
            found.add(AT[0], choices, times * DEALS, || start.spot(&[]));
            if hand.first.is_some() {
                continue;
            }
            for (number, flop) in Boards::flops(start.kind).met(start) {
                let choices =
                    [&hand.flops, &theirs.flops].map(|flops| of(flops.has(number).then_some(2)));
                let deals = times * u64::from(flop.times) * u64::from(FLOP_DEALS);
                found.add(AT[1], choices, deals, || start.spot(&flop.indices()));
            }
        }
        self.river_differences(other, &mut found);
        found.finish()
    }

    fn charts(&self) -> Vec<Chart> {
        let legend = vec![
            Key::new("4", "bet 4x", Some(Action::BetTimes(4))),
            Key::new("3", "bet 3x", Some(Action::BetTimes(3))),
            Key::new("-", "check", Some(Action::Check)),
        ];
        let word = |start: Start| match self.solved.hands[start.number()].first {
            Some(place) => PLAYS[place].to_string(),
            None => "-".to_owned(),
        };
        if let Policy::Simple(id) = self.policy {
            let says = super::SIMPLE.iter().find(|simple| simple.id == id);
            let note = says.map_or("", |simple| simple.says).to_owned();
            return vec![chart::starts("Before the flop", legend, note, word)];
        }
        let note = "Exactly optimal: every hand was compared over every board.".to_owned();
        let rules = Rules::find(&self.pays, &self.solved);
        let rule = |title: &str, (says, cost): (Vec<String>, crate::Exact)| Chart {
            title: title.to_owned(),
            body: Body::Rules(says),
            note: format!(
                "The best rule of this form; it costs {} of the ante against the exact play of \
                 every hand, with the best play elsewhere.",
                percent(&cost, 6)
            ),
        };
        vec![
            chart::starts("Before the flop", legend, note, word),
            rule("After the flop", rules.flop()),
            rule("After the river", rules.river()),
        ]
    }
}

impl Advice {
    /// Adds the rivers on which another strategy decides differently, of the hands that get there.
    fn river_differences(&self, other: &Advice, found: &mut Differences) {
        let (counted, bets) = (Counted::warm(), self.pays.bets());
        for ranks in Ranks::all() {
            let hands = ranks.starts().map(|start| &self.solved.hands[start.number()]);
            let checked: Vec<&Hand> = hands.filter(|hand| hand.first.is_none()).collect();
            if checked.is_empty() {
                continue;
            }
            let [mine, theirs] = [self, other].map(|advice| &advice.solved.rivers[ranks.number()]);
            let solver = Solver { counted: &counted, bets: &bets, plan: None, ranks };
            solver.each_unbet_river(&checked, |place, _, times| {
                let of = |rivers: &Rivers| match rivers.is_bet(place) {
                    true => Action::BetTimes(1),
                    false => Action::Fold,
                };
                let deals = times as u64 * u64::from(DEALERS);
                found.add(AT[2], [of(mine), of(theirs)], deals, || ranks.spot(place));
            });
        }
    }

    /// The sums of a bet of 4, of 3 and of a check before the flop, the rest played as well as can
    /// be.
    fn first_values(&self, start: Start) -> [i128; 3] {
        if self.policy == Policy::Optimal {
            return self.solved.hands[start.number()].first_values;
        }
        Solved::first_values(&Counted::warm(), &self.pays.bets(), start)
    }
}
