//! What to choose, what it is worth, and the strategy as a person can use it.

use std::sync::Arc;

use cards::{Card, Rank};
use games::{Action, Choice, Felt};
use hands::FiveValue;
use money::Cents;
use num_bigint::BigInt;

use super::AT;
use super::hand::{Plan, Solved, is_paired, solve_all};
use super::terms::{STREETS, Terms, choose};
use crate::compare::{Difference, Differences, alike};
use crate::exact::{Exact, digits, fraction, whole};
use crate::game::Silent;
use crate::holdem::boards::{Boards, river};
use crate::holdem::chart;
use crate::holdem::counted::{DEALS, FLOP_DEALS};
use crate::holdem::showdown::{DEALERS, Showdowns};
use crate::holdem::spot::{Seen, left, up};
use crate::holdem::start::Start;
use crate::solution::{Advisor, Policy, Spot, SpotError, Valued, ranked};
use crate::strategy::{Body, Chart, Key};

#[derive(Clone)]
pub(super) struct Advice {
    pub(super) terms: Terms,
    pub(super) policy: Policy,
    pub(super) plan: Plan,
    pub(super) showdowns: Arc<Showdowns>,
    /// By the number of the starting hand.
    pub(super) hands: Arc<Vec<Solved>>,
    /// What pots before the river bet are worth, by the place of the share on the ladder; and the
    /// shares.
    pub(super) rows: Arc<Vec<Vec<i128>>>,
    pub(super) shares: Arc<Vec<i64>>,
}

/// The street on which a player decides with so many cards on the board.
fn street(board: &[Card]) -> usize {
    board.len().saturating_sub(2)
}

impl Advice {
    /// A hand's share on a finished board.
    fn share(&self, own: [Card; 2], board: [Card; 5]) -> i64 {
        let (start, renaming) = Start::of(own);
        let place = river(start.kind, board.map(|card| renaming.index(card)));
        self.terms.share(self.showdowns.at(start.ranks(), place))
    }

    /// What the pots after a bet on this board are worth: the sums over all ways to finish it.
    fn next(&self, own: [Card; 2], board: &[Card]) -> Vec<i128> {
        let street = street(board);
        if let Ok(board) = <[Card; 5]>::try_from(board) {
            let share = i128::from(self.share(own, board));
            let nets = self.terms.nets.iter();
            return nets.map(|[without, each]| without + each * share).collect();
        }
        let mut sums = vec![0; self.terms.pots(street + 1)];
        for card in left(&[&own, board]) {
            let mut longer = board.to_vec();
            longer.push(card);
            match <[Card; 5]>::try_from(longer.as_slice()) {
                Ok(board) => {
                    let place = self.shares.binary_search(&self.share(own, board));
                    let row = &self.rows[place.expect("every share is there")];
                    sums.iter_mut().zip(row).for_each(|(sum, worth)| *sum += worth);
                }
                Err(_) => {
                    let next = self.next(own, &longer);
                    for (place, sum) in sums.iter_mut().enumerate() {
                        let fold = self.terms.fold(street + 1, place, self.boards(street + 1));
                        let bets = next[place..place + self.terms.bets].iter().copied();
                        *sum += bets.max().expect("there is a bet").max(fold);
                    }
                }
            }
        }
        sums
    }

    /// In how many ways a board is finished after a decision on a street.
    fn boards(&self, street: usize) -> i64 {
        [19_600 * 47 * 46, 47 * 46, 46, 1][street]
    }

    /// The policy's bet with a pot, both by place; nothing for a fold.
    fn bet(&self, own: [Card; 2], board: &[Card], pot: usize) -> Option<usize> {
        let (start, renaming) = Start::of(own);
        let hand = &self.hands[start.number()];
        let paired = || match *board {
            [] => start.high == start.low,
            [a, b, c, d, e] => is_hidden(own, [a, b, c, d, e]),
            _ => {
                let board: Vec<u8> = board.iter().map(|card| renaming.index(*card) as u8).collect();
                is_paired(start, &board)
            }
        };
        match *board {
            _ if !matches!(self.plan, Plan::Best) => self.plan.bet(&self.terms, paired),
            [] => hand.first,
            [a, b, c] if hand.first == Some(pot) => {
                let flop = Boards::flops(start.kind).number(&[a, b, c].map(|c| renaming.index(c)));
                hand.flops[flop].map(usize::from)
            }
            _ => {
                let street = street(board);
                let fold = self.terms.fold(street, pot, self.boards(street));
                choose(&self.next(own, board), pot, self.terms.bets, fold)
            }
        }
    }

    fn action(&self, bet: usize) -> Action {
        Action::Bet(Cents::dollars(self.terms.least + bet as i64))
    }

    /// The place of the pot at a spot. What the spot does not say of earlier bets is as the policy
    /// bets, and the least where it folds.
    fn pot(&self, spot: &Spot, seen: &Seen) -> Result<usize, SpotError> {
        let mut pot = 0;
        for done in 0..street(&seen.board) {
            let board = &seen.board[..[0, 3, 4, 5][done]];
            pot += match spot.so_far.get(done) {
                None => self.bet(seen.own, board, pot).unwrap_or(0),
                Some(action) => (0..self.terms.bets)
                    .find(|&bet| self.action(bet) == *action)
                    .ok_or_else(|| SpotError::NoDecision(format!("after \"{action}\"")))?,
            };
        }
        Ok(pot)
    }

    /// The sums of the bets before the flop, the rest played optimally.
    fn first_values(&self, start: Start) -> Vec<i128> {
        if self.policy == Policy::Optimal {
            return self.hands[start.number()].first_values.clone();
        }
        let (showdowns, terms) = (&self.showdowns, &self.terms);
        let best = solve_all(showdowns, terms, &Plan::Best, &[start.ranks()], &Silent).hands;
        let hand = best.into_iter().find(|hand| hand.start == start);
        hand.expect("it has these ranks").first_values
    }

    /// What is best at the river: it depends on the pot and on the share alone.
    fn river_rules(&self) -> Vec<String> {
        let nets = &self.terms.nets;
        let best = |pot: usize, share: i64| {
            let last = nets.iter().map(|[without, each]| without + each * i128::from(share));
            let last: Vec<i128> = last.collect();
            choose(&last, pot, self.terms.bets, self.terms.fold(STREETS - 1, pot, 1))
        };
        let mut rules = Vec::new();
        for pot in 0..self.terms.pots(STREETS - 1) {
            let choices = self.shares.iter().map(|&share| (share, best(pot, share)));
            let choices: Vec<(i64, Option<usize>)> = choices.collect();
            let runs = choices.chunk_by(|a, b| a.1 == b.1).rev();
            let says: Vec<String> = runs
                .map(|run| {
                    let what =
                        run[0].1.map_or("fold".to_owned(), |bet| self.action(bet).to_string());
                    let part = fraction(run[0].0, self.terms.parts[0] * i64::from(DEALERS));
                    format!("{what} from {}%", digits(&(part * whole(100)), 2))
                })
                .collect();
            let pot = self.terms.pot(STREETS - 1, pot);
            rules.push(format!("Pot of ${pot}: {}.", says.join(", ")));
        }
        rules
    }
}

/// Is a pair or better at the river not all on the board?
fn is_hidden(own: [Card; 2], board: [Card; 5]) -> bool {
    let rank = |card: &Card| card.rank();
    let ranks: Vec<Rank> = board.iter().map(rank).collect();
    let [c, d, e, f, g] = board;
    let all = FiveValue::best_of_7(&[own[0], own[1], c, d, e, f, g]).category();
    own[0].rank() == own[1].rank()
        || own.iter().map(rank).any(|held| ranks.contains(&held))
        || all as u8 > FiveValue::of(&board).category() as u8
}

impl Advisor for Advice {
    /// For a player alone with the dealer. Among several, which nothing here is computed for, he
    /// checks or calls.
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        let passive = [Action::Check, Action::Call].into_iter();
        if let Some(action) = passive.into_iter().find(|action| choice.actions.contains(action)) {
            return action;
        }
        let player = &felt.seats[seat];
        let own = player.cards().try_into().expect("two cards are dealt");
        let board = up(felt);
        // The pot is the first line of the game.
        let dollars = player.stakes()[0].get() / Cents::dollars(1).get();
        let pot = (dollars - self.terms.pot(street(board), 0)).max(0) as usize;
        let wanted = self.bet(own, board, pot).map(|bet| self.action(bet));
        let Some(Action::Bet(wanted)) = wanted else { return Action::Fold };
        // A player short of chips bets what they can.
        let within = |action: &&Action| matches!(action, Action::Bet(bet) if *bet <= wanted);
        choice.actions.iter().rev().find(within).copied().unwrap_or(Action::Fold)
    }

    /// Earlier bets that the spot does not say are as the policy bets.
    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let seen = Seen::of(spot, &[0, 3, 4, 5], "none, three, four or five cards")?;
        let street = street(&seen.board);
        let pot = self.pot(spot, &seen)?;
        if let Some(extra) = spot.so_far.get(street) {
            return Err(SpotError::NoDecision(format!("\"{extra}\" is one action too many")));
        }
        let next = match street {
            0 => self.first_values(Start::of(seen.own).0),
            _ => self.next(seen.own, &seen.board),
        };
        let boards = self.boards(street);
        debug_assert_eq!(self.boards(0) as u64 * u64::from(DEALERS), DEALS);
        let deals = BigInt::from(boards) * DEALERS;
        let ante = BigInt::from(self.terms.ante_parts());
        let value = |sum: i128| -> Exact { fraction(BigInt::from(sum), &deals * &ante) };
        let mut values: Vec<Valued> = (0..self.terms.bets)
            .rev()
            .map(|bet| Valued { action: self.action(bet), value: value(next[pot + bet]) })
            .collect();
        let fold = value(self.terms.fold(street, pot, boards));
        values.push(Valued { action: Action::Fold, value: fold });
        Ok(ranked(values))
    }

    /// Before and after the flop; later bets depend on the pot, and the charts say how.
    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let mut found = Differences::of(1_326 * DEALS);
        let of = |bet: Option<usize>| bet.map_or(Action::Fold, |bet| self.action(bet));
        for (hand, theirs) in self.hands.iter().zip(&*other.hands) {
            let (start, times) = (hand.start, hand.start.times());
            found.add(AT[0], [of(hand.first), of(theirs.first)], times * DEALS, || start.spot(&[]));
            if hand.first.is_none() || hand.first != theirs.first {
                continue;
            }
            for (number, flop) in Boards::flops(start.kind).met(start) {
                let choices = [hand, theirs].map(|hand| of(hand.flops[number].map(usize::from)));
                let deals = times * u64::from(flop.times) * u64::from(FLOP_DEALS);
                found.add(AT[1], choices, deals, || start.spot(&flop.indices()));
            }
        }
        found.finish()
    }

    fn charts(&self) -> Vec<Chart> {
        let dollars = |bet: usize| (self.terms.least + bet as i64).to_string();
        let word = |start: Start| match self.hands[start.number()].first {
            Some(bet) => dollars(bet),
            None => "-".to_owned(),
        };
        let is_used = |bet: &usize| self.hands.iter().any(|hand| hand.first == Some(*bet));
        let used = (0..self.terms.bets).rev().filter(is_used);
        let key = |bet: usize| {
            let action = Action::Bet(Cents::dollars(self.terms.least + bet as i64));
            Key::new(dollars(bet), format!("bet ${}", dollars(bet)), Some(action))
        };
        let mut legend: Vec<Key> = used.map(key).collect();
        legend.push(Key::new("-", "fold", Some(Action::Fold)));
        if let Policy::Simple(id) = self.policy {
            let says = super::SIMPLE.iter().find(|simple| simple.id == id);
            let note = says.map_or("", |simple| simple.says).to_owned();
            return vec![chart::starts("Before the flop", legend, note, word)];
        }
        let note = "Exactly optimal: every bet of every hand was compared over every board.";
        let river = Chart {
            title: "After the river".to_owned(),
            body: Body::Rules(self.river_rules()),
            note:
                "Exactly optimal. The percentage is how often you win, plus half of how often the \
                   pot only comes back: on a tie, or when the dealer has no pair."
                    .to_owned(),
        };
        vec![chart::starts("Before the flop", legend, note.to_owned(), word), river]
    }
}
