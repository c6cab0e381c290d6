//! The games of streets against a pay table, solved once for all of them: own cards, then community cards one by one
//! with a decision before each. What every course of decisions pays on every kind of hand comes from settling real
//! rounds; courses that pay alike are one.

mod joint;
mod knowing;

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use cards::Card;
use games::{Action, Choice, Felt, OnCards};
use num_integer::Integer as _;
use num_traits::ToPrimitive as _;
use rulebook::Schedule;

use crate::census::Space;
use crate::classes::{class_of, finish_sums, finishes, sets};
use crate::compare::{Difference, Differences, alike};
use crate::distribution::{Distribution, Gathering};
use crate::exact::{Exact, fraction};
use crate::game::{Game, Question, Unit};
use crate::joint::SideNets;
use crate::kinds::{FIVE_KINDS, five_cards};
use crate::protect::{Knowing, Secrets, Sees};
use crate::scaled::Scale;
use crate::settled::{End, Rounds};
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
};
use crate::strategy::Chart;
use crate::subject::Subject;

/// The most choices of a decision.
const CHOICES_MOST: usize = 4;

/// The sums of values over the cards to come, by choice.
pub(crate) type Values = ArrayVec<i128, CHOICES_MOST>;

/// What sets a game apart from the others.
#[derive(Clone, Copy)]
pub(crate) struct Streets {
    pub(crate) unit: Unit,
    pub(crate) simple: &'static [Simple],
    /// The wager on the finished hand, whose stake the house may keep: without a choice, both readings are shown.
    pub(crate) bonus: Option<&'static str>,
    /// What a simple strategy chooses with some cards, given how many bets are staked, as a place among the choices.
    pub(crate) choose: fn(&str, &[Card], usize) -> usize,
    /// When each street is decided.
    pub(crate) decisions: &'static [&'static str],
    /// Bets that are at stake at the end, in words.
    pub(crate) at_stake: fn(usize) -> String,
    pub(crate) charts: fn(&Advice) -> Vec<Chart>,
}

/// What a choice leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// The decision on the next street: a place among its forks.
    Street(usize),
    /// The end without a showdown: a place among the ends.
    Fold(usize),
    /// The last card: a place among the ends.
    Showdown(usize),
}

/// A decision after some earlier ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fork {
    /// How many bets are staked.
    pub(crate) staked: usize,
    /// What each choice leads to.
    next: Vec<Next>,
}

/// A place among the choices, by street, fork and class of cards.
pub(crate) type Plan = Vec<Vec<Vec<u8>>>;

/// In how many ways some cards are come by, by street, fork and class.
pub(crate) type Reach = Vec<Vec<Vec<u64>>>;

/// Every course of a game.
struct Tree {
    own_cards: usize,
    /// The choices of each street, the largest wager first.
    actions: Vec<Vec<Action>>,
    forks: Vec<Vec<Fork>>,
    /// A fold's end, or a showdown's by kind of hand.
    ends: Vec<Vec<End>>,
}

/// The place of something in a list, to which it is added if it is new.
fn place_in<T: PartialEq>(list: &mut Vec<T>, one: T) -> usize {
    list.iter().position(|known| *known == one).unwrap_or_else(|| {
        list.push(one);
        list.len() - 1
    })
}

impl Tree {
    fn of(question: &Question<'_>, schedule: &Schedule) -> Tree {
        let own_cards = question.subject.own_cards();
        let streets = 5 - own_cards;
        let (actions, forks) = (vec![Vec::new(); streets], vec![Vec::new(); streets]);
        let mut tree = Tree { own_cards, actions, forks, ends: Vec::new() };
        tree.grow(&Rounds::of(question.subject, schedule), &mut Vec::new());
        tree
    }

    /// Follows every course from some decisions on.
    fn grow(&mut self, rounds: &Rounds<'_>, made: &mut Vec<Action>) -> Next {
        let end = |kind: usize| {
            let cards = five_cards(kind);
            let (own, board) = cards.split_at(self.own_cards);
            rounds.end(OnCards { own, board, dealer: &[], actions: made })
        };
        let cards = five_cards(0);
        let (own, board) = cards.split_at(self.own_cards);
        let (offered, staked) = rounds.choices(OnCards { own, board, dealer: &[], actions: made });
        if offered.is_empty() {
            let is_fold = made.last() == Some(&Action::Fold);
            let ends = (0..if is_fold { 1 } else { FIVE_KINDS }).map(end).collect();
            let place = place_in(&mut self.ends, ends);
            return if is_fold { Next::Fold(place) } else { Next::Showdown(place) };
        }
        let street = made.len();
        let mut next: Vec<(Action, Next)> = Vec::new();
        for action in offered {
            made.push(action);
            next.push((action, self.grow(rounds, made)));
            made.pop();
        }
        next.sort_by_key(|(_, next)| Reverse(self.most(street, *next)));
        let (actions, next) = next.into_iter().unzip();
        self.actions[street] = actions;
        Next::Street(place_in(&mut self.forks[street], Fork { staked, next }))
    }

    /// The most that is at stake in the end after a choice on a street.
    fn most(&self, street: usize, next: Next) -> Exact {
        match next {
            Next::Fold(end) | Next::Showdown(end) => self.ends[end][0].staked.clone(),
            Next::Street(fork) => {
                let next = self.forks[street + 1][fork].next.iter();
                let each = next.map(|next| self.most(street + 1, *next));
                each.max().expect("there is a choice")
            }
        }
    }
}

/// A schedule with the value of everything, and the best plan.
pub(crate) struct Worth {
    tree: Tree,
    game: Streets,
    scale: Scale,
    /// What each end nets, by kind.
    nets: Vec<Vec<i128>>,
    /// What each showdown nets, summed over the last cards, by class of four.
    finals: Vec<Vec<i128>>,
    /// The best values at the forks of a street, summed over its card, by class of the cards before it.
    ahead: Vec<Vec<Vec<i128>>>,
    pub(crate) best: Plan,
}

impl Worth {
    fn of(question: &Question<'_>, schedule: &Schedule, game: &Streets) -> Worth {
        let tree = Tree::of(question, schedule);
        let all: Vec<Exact> = tree.ends.iter().flatten().map(End::net).collect();
        let scale = Scale::for_all(&all);
        let nets_of = |ends: &Vec<End>| ends.iter().map(|end| scale.of(&end.net())).collect();
        let nets: Vec<Vec<i128>> = tree.ends.iter().map(nets_of).collect();
        let streets = tree.forks.len();
        let (finals, ahead, best) = (finals(&nets), vec![Vec::new(); streets], Vec::new());
        let mut worth = Worth { tree, game: *game, scale, nets, finals, ahead, best };
        for street in (0..streets).rev() {
            let classes = 0..sets(worth.size(street)).len();
            let mut plans = Vec::new();
            for fork in 0..worth.forks(street).len() {
                let choose = |class| {
                    let values = worth.values(street, fork, class);
                    // Of equal choices the larger wager [ODD-1].
                    let best = (0..values.len()).max_by_key(|at| (values[*at], Reverse(*at)));
                    let best = best.expect("there is a choice");
                    (best as u8, values[best])
                };
                let (plan, values): (Vec<u8>, Vec<i128>) = classes.clone().map(choose).unzip();
                plans.push(plan);
                if street > 0 {
                    let more = &sets(worth.size(street - 1)).more;
                    let sum =
                        |next: &Vec<u16>| next.iter().map(|at| values[usize::from(*at)]).sum();
                    worth.ahead[street].push(more.iter().map(sum).collect());
                }
            }
            worth.best.insert(0, plans);
        }
        worth
    }

    /// How many cards are known on a street.
    pub(crate) fn size(&self, street: usize) -> usize {
        self.tree.own_cards + street
    }

    pub(crate) fn streets(&self) -> usize {
        self.tree.forks.len()
    }

    pub(crate) fn forks(&self, street: usize) -> &[Fork] {
        &self.tree.forks[street]
    }

    /// In how many ways the cards can come that are still to come, in order.
    fn ways(&self, street: usize) -> u64 {
        (self.size(street)..5).map(|known| 52 - known as u64).product()
    }

    /// What every bet nets by kind of hand, when all that can be are at stake.
    pub(crate) fn pays(&self) -> &[i128] {
        let mut next = Next::Street(0);
        for forks in &self.tree.forks {
            if let Next::Street(fork) = next {
                next = forks[fork].next[0];
            }
        }
        let (Next::Street(end) | Next::Fold(end) | Next::Showdown(end)) = next;
        &self.nets[end]
    }

    /// The value of each choice, summed over the cards to come.
    pub(crate) fn values(&self, street: usize, fork: usize, class: usize) -> Values {
        let value = |next: &Next| match *next {
            Next::Fold(end) => self.nets[end][0] * i128::from(self.ways(street)),
            Next::Showdown(end) => self.finals[end][class],
            Next::Street(fork) => self.ahead[street + 1][fork][class],
        };
        self.tree.forks[street][fork].next.iter().map(value).collect()
    }

    /// A plan that looks at the cards and at how many bets are staked.
    pub(crate) fn plan(&self, choose: impl Fn(usize, &Fork, &[Card]) -> usize) -> Plan {
        let of_fork = |street: usize, fork: &Fork| {
            let cards = sets(self.size(street)).cards.iter();
            cards.map(|cards| choose(street, fork, cards) as u8).collect()
        };
        let of_street = |street| {
            let forks = self.forks(street).iter();
            forks.map(|fork| of_fork(street, fork)).collect()
        };
        (0..self.streets()).map(of_street).collect()
    }

    /// In how many ways each class of cards is come by at each fork.
    pub(crate) fn reach(&self, plan: &Plan) -> Reach {
        let nothing =
            |street| vec![vec![0; sets(self.size(street)).len()]; self.forks(street).len()];
        let mut reach: Reach = (0..self.streets()).map(nothing).collect();
        reach[0][0].clone_from(&sets(self.size(0)).times);
        for street in 1..self.streets() {
            let (before, after) = reach.split_at_mut(street);
            let more = &sets(self.size(street - 1)).more;
            for (fork, ways) in before[street - 1].iter().enumerate() {
                for (class, &ways) in ways.iter().enumerate() {
                    let choice = usize::from(plan[street - 1][fork][class]);
                    if let Next::Street(fork) = self.tree.forks[street - 1][fork].next[choice] {
                        more[class].iter().for_each(|at| after[0][fork][usize::from(*at)] += ways);
                    }
                }
            }
        }
        reach
    }

    /// How every deal ends under a plan, and how often each choice is made.
    pub(crate) fn count(&self, plan: &Plan) -> (Distribution, Vec<ActionShare>) {
        let mut folds = vec![vec![0; self.tree.ends.len()]; self.streets()];
        let mut showdowns = vec![[0; FIVE_KINDS]; self.tree.ends.len()];
        let mut shares: Vec<Vec<u64>> =
            self.tree.actions.iter().map(|actions| vec![0; actions.len()]).collect();
        for (street, forks) in self.reach(plan).iter().enumerate() {
            for (fork, ways) in forks.iter().enumerate() {
                for (class, &ways) in ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                    let choice = usize::from(plan[street][fork][class]);
                    shares[street][choice] += ways * self.ways(street);
                    match self.tree.forks[street][fork].next[choice] {
                        Next::Street(_) => {}
                        Next::Fold(end) => folds[street][end] += ways * self.ways(street),
                        Next::Showdown(end) => {
                            for (sum, cards) in showdowns[end].iter_mut().zip(&finishes()[class]) {
                                *sum += ways * u64::from(*cards);
                            }
                        }
                    }
                }
            }
        }
        let mut gathering = Gathering::default();
        let mut add = |row: String, end: &End, deals: u64| {
            gathering.add(row, end.staked.clone(), end.returned.clone(), deals);
        };
        for (folds, at) in folds.iter().zip(self.game.decisions) {
            for (ends, deals) in self.tree.ends.iter().zip(folds) {
                add(format!("folds {at}"), &ends[0], *deals);
            }
        }
        for (end, deals) in self.tree.ends.iter().zip(showdowns) {
            for (end, deals) in end.iter().zip(deals) {
                let staked = end.staked.to_usize().expect("whole bets are at stake");
                let words = end.rows.first().copied().unwrap_or("loses");
                add(format!("{words}, {}", (self.game.at_stake)(staked)), end, deals);
            }
        }
        let streets = self.game.decisions.iter().zip(&self.tree.actions).zip(shares);
        let share = |((at, actions), deals): ((&&'static str, &Vec<Action>), Vec<u64>)| {
            let each = actions.clone().into_iter().zip(deals);
            let at = *at;
            each.map(move |(action, deals)| ActionShare { at, action, combinations: deals.into() })
        };
        (gathering.finish(), streets.flat_map(share).collect())
    }

    /// The fork of the next street after an action; nothing if there is none.
    fn after(&self, street: usize, fork: usize, action: Action) -> Option<usize> {
        let choice = self.tree.actions[street].iter().position(|known| *known == action)?;
        match self.tree.forks[street][fork].next[choice] {
            Next::Street(fork) => Some(fork),
            Next::Fold(_) | Next::Showdown(_) => None,
        }
    }

    /// The action that stays in: what the best plan chooses, or where that folds the smallest wager.
    fn staying(&self, street: usize, fork: usize, class: usize) -> Action {
        let (next, actions) = (&self.tree.forks[street][fork].next, &self.tree.actions[street]);
        let choice = usize::from(self.best[street][fork][class]);
        let stays = |at: &usize| matches!(next[*at], Next::Street(_));
        actions[(0..=choice).rev().find(stays).unwrap_or(choice)]
    }
}

/// What each end nets, summed over the 48 last cards: once for those that are multiples of each other.
fn finals(nets: &[Vec<i128>]) -> Vec<Vec<i128>> {
    let mut known: Vec<(Vec<i128>, Vec<i128>)> = Vec::new();
    let sums = |nets: &Vec<i128>| {
        if nets.len() < FIVE_KINDS {
            return Vec::new();
        }
        let part = nets.iter().fold(0, |part: i128, net| part.gcd(net)).max(1);
        let base: Vec<i128> = nets.iter().map(|net| net / part).collect();
        let place = known.iter().position(|(known, _)| *known == base).unwrap_or_else(|| {
            known.push((base.clone(), finish_sums(&base)));
            known.len() - 1
        });
        known[place].1.iter().map(|sum| sum * part).collect()
    };
    nets.iter().map(sums).collect()
}

impl Game for Streets {
    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        let is_bonus = self.bonus == Some(schedule.wager.as_str());
        (is_bonus || schedule.progressive.is_some()).then_some(Space::Five)
    }

    fn unit(&self, _: &str) -> Unit {
        self.unit
    }

    fn keeps_stake(&self, subject: &Subject, wager: &str) -> &'static [bool] {
        match (self.bonus == Some(wager), subject.is("stake-kept")) {
            (true, true) => &[true],
            (true, false) => &[false, true],
            _ => &[false],
        }
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        self.simple
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        solve(question, self)
    }

    fn products(&self, question: &Question<'_>, sides: &[&SideNets]) -> Vec<Option<Exact>> {
        joint::products(question, self, sides)
    }

    fn secrets(&self, subject: &Subject) -> Secrets {
        knowing::secrets(subject)
    }

    fn knowing(&self, question: &Question<'_>, sees: Sees) -> Option<Knowing> {
        knowing::sees(question, self, sees)
    }
}

/// Solves a wager of streets.
fn solve(question: &Question<'_>, game: &Streets) -> Vec<Solution> {
    let solve = |schedule| {
        let worth = Worth::of(question, schedule, game);
        let plan = match question.policy {
            Policy::Optimal => worth.best.clone(),
            Policy::Simple(id) => {
                worth.plan(|_, fork, cards| (game.choose)(id, cards, fork.staked))
            }
        };
        let (distribution, actions) = worth.count(&plan);
        let (arithmetic, notes) = (Arithmetic::Fractions, Vec::new());
        Solution {
            distribution,
            actions,
            arithmetic,
            notes,
            advisor: Box::new(Advice { worth, plan }),
        }
    };
    question.schedules.iter().map(solve).collect()
}

/// What to choose.
pub(crate) struct Advice {
    pub(crate) worth: Worth,
    plan: Plan,
}

impl Advice {
    /// What is done at a fork with a class of cards.
    fn chosen(&self, street: usize, fork: usize, class: usize) -> Action {
        self.worth.tree.actions[street][usize::from(self.plan[street][fork][class])]
    }
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        // What lies face down is not known yet.
        let board = felt.board.cards().iter().enumerate();
        let up = board.filter(|(place, _)| felt.board.is_up(*place)).map(|(_, card)| *card);
        let cards: ArrayVec<Card, 4> = felt.seats[seat].cards().iter().copied().chain(up).collect();
        let made = choice.made().iter().enumerate();
        let fork = made.fold(0, |fork, (street, action)| {
            self.worth.after(street, fork, *action).expect("the round went this way")
        });
        let street = choice.made().len();
        let chosen = self.plan[street][fork][class_of(&cards)];
        // A posted limit may forbid the larger bets.
        let actions = &self.worth.tree.actions[street];
        let mut fitting = actions[usize::from(chosen)..].iter();
        let legal = fitting.find(|action| choice.actions.contains(action));
        *legal.or(actions.last()).expect("there is a choice")
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let worth = &self.worth;
        spot.own_cards(worth.size(0))?;
        spot.cards()?;
        let no_decision = |why: &str| Err(SpotError::NoDecision(why.to_owned()));
        if !spot.dealer.is_empty() {
            return no_decision("the dealer has no hand in this game");
        }
        let street = spot.board.len();
        if street >= worth.streets() {
            let wants = ["", "none", "none or one", "none, one or two"][worth.streets()];
            return Err(SpotError::Cards { what: "board", has: street, wants });
        }
        if spot.so_far.len() > street {
            return no_decision("a community card comes after the decision before it");
        }
        let cards: Vec<Card> = spot.own.iter().chain(&spot.board).copied().collect();
        let class = |street: usize| class_of(&cards[..worth.size(street)]);
        let mut fork = 0;
        for street in 0..street {
            let made = match spot.so_far.get(street) {
                None if spot.so_far.is_empty() => Some(worth.staying(street, fork, class(street))),
                made => made.copied(),
            };
            match made.and_then(|made| worth.after(street, fork, made)) {
                Some(next) => fork = next,
                None => {
                    return no_decision("each earlier decision must be given, none of them a fold");
                }
            }
        }
        let ways = i128::from(worth.ways(street)) * worth.scale.unit;
        let values = worth.values(street, fork, class(street));
        let valued = |(action, value): (&Action, i128)| Valued {
            action: *action,
            value: fraction(value, ways),
        };
        Ok(ranked(worth.tree.actions[street].iter().zip(values).map(valued).collect()))
    }

    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let worth = &self.worth;
        let reach = worth.reach(&self.plan);
        let all: u64 = reach[0][0].iter().sum();
        let mut found = Differences::of(u128::from(all) * u128::from(worth.ways(0)));
        for (street, at) in worth.game.decisions.iter().copied().enumerate() {
            for (fork, ways) in reach[street].iter().enumerate() {
                let is_like = |known: &Fork| known.staked == worth.forks(street)[fork].staked;
                let theirs = other.worth.forks(street).iter().position(is_like);
                let Some(theirs) = theirs else { continue };
                for (class, &ways) in ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                    let choices =
                        [self.chosen(street, fork, class), other.chosen(street, theirs, class)];
                    found.add(at, choices, ways * worth.ways(street), || {
                        let cards = &sets(worth.size(street)).cards[class];
                        let (own, board) = cards.split_at(worth.size(0));
                        Spot { own: own.to_vec(), board: board.to_vec(), ..Spot::default() }
                    });
                }
            }
        }
        found.finish()
    }

    fn charts(&self) -> Vec<Chart> {
        (self.worth.game.charts)(self)
    }
}
