//! What to choose, what it is worth, and the strategy as a person can use it.

use std::sync::Arc;

use cards::Card;
use games::{Action, Choice, Felt};
use num_bigint::BigInt;
use rayon::prelude::*;

use super::hand::{Bets, Plan, Solved, Solver};
use super::{AT, Pays, mean};
use crate::compare::{Difference, Differences, alike};
use crate::exact::{percent, whole};
use crate::holdem::boards::Boards;
use crate::holdem::chart;
use crate::holdem::counted::{Counted, DEALS, FLOP_DEALS};
use crate::holdem::gain::{Gains, held_rules};
use crate::holdem::grades::{grade_of, sums};
use crate::holdem::held::Held;
use crate::holdem::showdown::{DEALERS, Showdown};
use crate::holdem::spot::{Seen, up};
use crate::holdem::start::{Ranks, Start};
use crate::solution::{Advisor, Policy, Spot, SpotError, Valued, ranked};
use crate::strategy::{Body, Chart, Key};

#[derive(Clone)]
pub(super) struct Advice {
    pub(super) pays: Pays,
    pub(super) policy: Policy,
    /// By the number of the starting hand.
    pub(super) hands: Arc<Vec<Solved>>,
}

const FLOP_BET: Action = Action::BetTimes(2);
const LATER_BET: Action = Action::BetTimes(1);

impl Advice {
    /// Does the policy bet with a hand on a board of nothing, three or four cards?
    fn bets(&self, own: [Card; 2], board: &[Card]) -> bool {
        let (start, renaming) = Start::of(own);
        let hand = &self.hands[start.number()];
        match *board {
            [a, b, c] => {
                let flop = [a, b, c].map(|card| renaming.index(card));
                hand.flops.has(Boards::flops(start.kind).number(&flop))
            }
            [a, b, c, d] => {
                let turn = [a, b, c, d].map(|card| renaming.index(card));
                hand.turns.has(Boards::turns(start.kind).number(&turn))
            }
            _ => hand.plays,
        }
    }

    /// The sum over all deals if the flop bet is made and the rest played optimally.
    fn value_of_play(&self, start: Start) -> i128 {
        if self.policy == Policy::Optimal {
            return self.hands[start.number()].value;
        }
        let (counted, bets) = (Counted::warm(), self.pays.bets());
        Solver { counted: &counted, bets: &bets, plan: Plan::Best }.value(start)
    }

    /// What bets gain by what is held, over all hands that play.
    fn gains(&self) -> [Gains<Held>; 2] {
        let (counted, bets) = (Counted::warm(), self.pays.bets());
        let solver = Solver { counted: &counted, bets: &bets, plan: Plan::Best };
        let ranks: Vec<Ranks> = Ranks::all().collect();
        let plays = |start: Start| self.hands[start.number()].plays;
        let of = |&ranks: &Ranks| solver.gains(ranks, plays);
        let found: Vec<[Gains<Held>; 2]> = ranks.par_iter().map(of).collect();
        let mut all = [Gains::default(), Gains::default()];
        for gains in &found {
            all.iter_mut().zip(gains).for_each(|(all, gains)| all.join(gains));
        }
        all
    }
}

/// What the lines come to against all the dealer's hands.
fn against(bets: &Bets, river: Showdown) -> [i128; 2] {
    bets.over(grade_of()(river), sums(river))
}

/// What ante and flop bet, and an ante of a later bet, come to over every way to finish a flop, told
/// apart by the order of turn and river; and the gain of a river bet that is made where it is no
/// loss.
struct Flop {
    first: i128,
    street: i128,
    river: i128,
}

impl Flop {
    fn of(seen: &Seen, bets: &Bets) -> Flop {
        let runouts = seen.runouts();
        let mut turns = [0i128; 47];
        let pairs = (0..47).flat_map(|a| (a + 1..47).map(move |b| (a, b)));
        let mut flop = Flop { first: 0, street: 0, river: 0 };
        for ((turn, river), &showdown) in pairs.zip(&runouts) {
            let [ante, street] = against(bets, showdown);
            flop.first += 2 * (ante + 2 * street);
            flop.street += 2 * street;
            turns[turn] += street;
            turns[river] += street;
        }
        flop.river = turns.into_iter().map(|sum| sum.max(0)).sum();
        flop
    }
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        let own = felt.seats[seat].cards().try_into().expect("two cards are dealt");
        // A limit may forbid the bet; the check or the fold comes last.
        let place = if self.bets(own, up(felt)) { 0 } else { choice.actions.len() - 1 };
        choice.actions[place]
    }

    /// On a board of four the whole wager depends on whether the turn bet was made: it was not
    /// unless the spot says so.
    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let seen = Seen::of(spot, &[0, 3, 4], "none, three or four cards")?;
        if spot.so_far.contains(&Action::Fold) {
            return Err(SpotError::NoDecision("the hand is folded".to_owned()));
        }
        // The flop bet, then a bet or a check after the flop.
        let legal: [&[Action]; 2] = [&[FLOP_BET], &[LATER_BET, Action::Check]];
        let before = if seen.board.is_empty() { 0 } else { seen.board.len() - 2 };
        let is_legal = |(place, action): &(usize, &Action)| {
            *place < before && legal.get(*place).is_some_and(|legal| legal.contains(action))
        };
        if let Some((_, action)) = spot.so_far.iter().enumerate().find(|known| !is_legal(known)) {
            return Err(SpotError::NotBefore(*action));
        }
        let bets = self.pays.bets();
        let valued = |action, sum: i128, deals: u64| {
            let value = mean(sum, deals, bets.ante);
            Valued { action, value }
        };
        let dealers = u64::from(DEALERS);
        Ok(ranked(match seen.board.len() {
            0 => {
                let play = self.value_of_play(Start::of(seen.own).0);
                let fold = -bets.ante * i128::from(DEALS);
                vec![valued(FLOP_BET, play, DEALS), valued(Action::Fold, fold, DEALS)]
            }
            3 => {
                let flop = Flop::of(&seen, &bets);
                let check = flop.first + flop.river;
                let deals = 47 * 46 * dealers;
                let bet = valued(LATER_BET, check + flop.street, deals);
                vec![bet, valued(Action::Check, check, deals)]
            }
            _ => {
                let made = i128::from(spot.so_far.contains(&LATER_BET));
                let sums = seen.runouts().into_iter().map(|showdown| against(&bets, showdown));
                let [ante, street] =
                    sums.fold([0; 2], |[a, s], [ante, street]| [a + ante, s + street]);
                let check = ante + (2 + made) * street;
                let deals = 46 * dealers;
                let bet = valued(LATER_BET, check + street, deals);
                vec![bet, valued(Action::Check, check, deals)]
            }
        }))
    }

    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let mut found = Differences::of(1_326 * DEALS);
        let later = |is_bet: bool| if is_bet { LATER_BET } else { Action::Check };
        for (hand, theirs) in self.hands.iter().zip(&*other.hands) {
            let (start, times) = (hand.start, hand.start.times());
            let choices =
                [hand, theirs].map(|hand| if hand.plays { FLOP_BET } else { Action::Fold });
            found.add(AT[0], choices, times * DEALS, || start.spot(&[]));
            if !hand.plays {
                continue;
            }
            for (number, flop) in Boards::flops(start.kind).met(start) {
                let choices = [hand, theirs].map(|hand| later(hand.flops.has(number)));
                let deals = times * u64::from(flop.times) * u64::from(FLOP_DEALS);
                found.add(AT[1], choices, deals, || start.spot(&flop.indices()));
            }
            for (number, turn) in Boards::turns(start.kind).met(start) {
                let choices = [hand, theirs].map(|hand| later(hand.turns.has(number)));
                // Each card of the board can have come last.
                let deals = times * u64::from(turn.times) * 4 * 46 * u64::from(DEALERS);
                found.add(AT[2], choices, deals, || start.spot(&turn.indices()));
            }
        }
        found.finish()
    }

    fn charts(&self) -> Vec<Chart> {
        let legend = vec![
            Key::new("2", "bet 2x on the flop", Some(FLOP_BET)),
            Key::new("-", "fold", Some(Action::Fold)),
        ];
        let word = |start: Start| {
            let word = if self.hands[start.number()].plays { "2" } else { "-" };
            word.to_owned()
        };
        if let Policy::Simple(id) = self.policy {
            let says = super::SIMPLE.iter().find(|simple| simple.id == id);
            let note = says.map_or("", |simple| simple.says).to_owned();
            return vec![chart::starts("Before the flop", legend, note, word)];
        }
        let ante = self.pays.bets().ante;
        let note = "Exactly optimal: every hand was compared over every board.".to_owned();
        let rule = |title: &str, gains: &Gains<Held>| {
            let cost = mean(gains.cost(), DEALS, ante) / whole(BigInt::from(1_326));
            Chart {
                title: title.to_owned(),
                body: Body::Rules(held_rules(gains, "Bet 1x", "Check the rest.")),
                note: format!(
                    "The best rule of this form; it costs {} of the ante against the exact play \
                     of every hand, with the best play elsewhere.",
                    percent(&cost, 6)
                ),
            }
        };
        let [flop, turn] = self.gains();
        vec![
            chart::starts("Before the flop", legend, note, word),
            rule("After the flop", &flop),
            rule("After the turn", &turn),
        ]
    }
}
