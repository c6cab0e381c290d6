//! Mississippi Stud, 20:18:16:15.14: from the last street back, the value of every suit-distinct hand
//! of four, three and two cards for every amount that can be staked by then.

mod chart;
mod published;

use cards::Card;
use games::{Action, Choice, Felt, Seat};
use num_bigint::BigUint;
use rulebook::Schedule;

use crate::census::Space;
use crate::classes::{finish_sums, finishes, others, pairs, quads, triples, with, without};
use crate::distribution::{Distribution, Gathering};
use crate::exact::{Exact, fraction, whole};
use crate::game::{Game, Question};
use crate::kinds::{FIVE_KINDS, KindPays};
use crate::scaled::Scale;
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::Chart;
use crate::subject::{Subject, pay_table};

const SIMPLE: &[Simple] = &[
    Simple {
        id: "published",
        says: "The published rules: points for high and middle cards, three antes on made hands \
               and the best draws.",
    },
    Simple { id: "always-1x", says: "Bet one ante on every street, whatever the cards." },
    Simple { id: "always-3x", says: "Bet three antes on every street, whatever the cards." },
];

/// When each street is decided.
const DECISIONS: [&str; 3] = ["on two cards", "on three cards", "on four cards"];

/// What may be bet on a street, in antes, the largest first (8) (11) (14); a fold is no bet.
const BETS: [u8; 4] = [3, 2, 1, 0];

/// The fewest antes that are staked when a street is decided; on the third it is just the ante.
const LEAST: [usize; 3] = [1, 2, 3];

/// In how many ways the cards can come that are still to come on each street, in order.
const WAYS: [i128; 3] = [50 * 49 * 48, 49 * 48, 48];

/// How many different amounts can be staked when the fourth and the fifth street are decided, and
/// at the end: two to four antes, three to seven, four to ten.
const STAKES: [usize; 3] = [3, 5, 7];

/// The game.
pub(crate) struct MississippiStud;

impl Game for MississippiStud {
    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        (schedule.wager == "progressive").then_some(Space::Five)
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        question.schedules.iter().map(|schedule| solve(schedule, question.policy)).collect()
    }
}

/// How many antes each class of cards bets, by what is staked; none is a fold.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Plan {
    third: Vec<u8>,
    fourth: Vec<[u8; STAKES[0]]>,
    fifth: Vec<[u8; STAKES[1]]>,
}

/// The value of every hand under a schedule, summed over the cards that can follow.
#[derive(Debug)]
struct Worth {
    pays: KindPays,
    scale: Scale,
    /// One ante on four cards.
    four: Vec<i128>,
    /// The whole wager if the rest is played best, by what is staked before the street's bet.
    fourth: Vec<[i128; STAKES[0]]>,
    fifth: Vec<[i128; STAKES[1]]>,
}

/// The values of a street's bets, as [`BETS`].
type Values = [i128; BETS.len()];

/// The best bet and its value; of equal ones the larger [ODD-1].
fn best(values: Values) -> (u8, i128) {
    let mut best = (BETS[0], values[0]);
    for (bet, value) in BETS.into_iter().zip(values) {
        if value > best.1 {
            best = (bet, value);
        }
    }
    best
}

impl Worth {
    fn of(schedule: &Schedule) -> (Worth, Plan) {
        let pays = KindPays::five(&pay_table(schedule, "ante"));
        let scale = Scale::for_all(&pays.returned);
        let pays = pays.scaled(&scale);
        let four = finish_sums(&pays.net);
        let mut worth = Worth { pays, scale, four, fourth: Vec::new(), fifth: Vec::new() };
        let mut plan = Plan { third: Vec::new(), fourth: Vec::new(), fifth: Vec::new() };
        for class in 0..quads().len() {
            let best = std::array::from_fn(|more| {
                best(worth.on_fifth(quads().cards(class), LEAST[2] + more))
            });
            plan.fifth.push(best.map(|(bet, _)| bet));
            worth.fifth.push(best.map(|(_, value)| value));
        }
        for class in 0..triples().len() {
            let best = std::array::from_fn(|more| {
                best(worth.on_fourth(triples().cards(class), LEAST[1] + more))
            });
            plan.fourth.push(best.map(|(bet, _)| bet));
            worth.fourth.push(best.map(|(_, value)| value));
        }
        for class in 0..pairs().len() {
            plan.third.push(best(worth.on_third(pairs().cards(class))).0);
        }
        (worth, plan)
    }

    /// What each bet is worth on the last street.
    fn on_fifth(&self, cards: [Card; 4], staked: usize) -> Values {
        let each = self.four[quads().class(cards)];
        BETS.map(|bet| match bet {
            0 => self.folded(staked, 2),
            bet => each * (staked as i128 + i128::from(bet)),
        })
    }

    fn on_fourth(&self, cards: [Card; 3], staked: usize) -> Values {
        let mut values = [0; BETS.len()];
        values[3] = self.folded(staked, 1);
        for card in others(&cards) {
            let next = &self.fifth[quads().class(with(cards, card))];
            for (value, bet) in values.iter_mut().zip(&BETS[..3]) {
                *value += next[staked + usize::from(*bet) - LEAST[2]];
            }
        }
        values
    }

    fn on_third(&self, cards: [Card; 2]) -> Values {
        let mut values = [0; BETS.len()];
        values[3] = self.folded(LEAST[0], 0);
        for card in others(&cards) {
            let next = &self.fourth[triples().class(with(cards, card))];
            for (value, bet) in values.iter_mut().zip(&BETS[..3]) {
                *value += next[LEAST[0] + usize::from(*bet) - LEAST[1]];
            }
        }
        values
    }

    /// What a fold comes to, summed like what it is compared with.
    fn folded(&self, staked: usize, street: usize) -> i128 {
        -(staked as i128) * self.scale.unit * WAYS[street]
    }

    fn mean(&self, sum: i128, street: usize) -> Exact {
        fraction(sum, WAYS[street] * self.scale.unit)
    }
}

impl Plan {
    /// What is bet on a hand of two, three or four cards, by class.
    fn bet(&self, street: usize, class: usize, staked: usize) -> u8 {
        match street {
            0 => self.third[class],
            1 => self.fourth[class][staked - LEAST[1]],
            _ => self.fifth[class][staked - LEAST[2]],
        }
    }

    /// A plan that looks at the cards and what is staked.
    fn by(bet: impl Fn(&[Card], usize) -> u8) -> Plan {
        let fourth = |cards: [Card; 3]| std::array::from_fn(|more| bet(&cards, LEAST[1] + more));
        let fifth = |cards: [Card; 4]| std::array::from_fn(|more| bet(&cards, LEAST[2] + more));
        Plan {
            third: (0..pairs().len()).map(|class| bet(&pairs().cards(class), 1)).collect(),
            fourth: (0..triples().len()).map(|class| fourth(triples().cards(class))).collect(),
            fifth: (0..quads().len()).map(|class| fifth(quads().cards(class))).collect(),
        }
    }

    fn simple(id: &str) -> Plan {
        match id {
            "always-1x" => Plan::by(|_, _| 1),
            "always-3x" => Plan::by(|_, _| 3),
            "published" => Plan::by(published::bet),
            other => unknown_strategy(other),
        }
    }

    /// In how many ways each set of cards is come by with what staked.
    fn reach(&self) -> Reach {
        let mut fourth = vec![[0; STAKES[0]]; triples().len()];
        for (class, stakes) in fourth.iter_mut().enumerate() {
            let cards = triples().cards(class);
            for place in 0..3 {
                // This card came on the third street, the other two are the player's.
                let own: [Card; 2] = without(cards, place);
                let bet = self.third[pairs().class(own)];
                if bet > 0 {
                    stakes[LEAST[0] + usize::from(bet) - LEAST[1]] += 1;
                }
            }
        }
        let mut fifth = vec![[0; STAKES[1]]; quads().len()];
        for (class, stakes) in fifth.iter_mut().enumerate() {
            let cards = quads().cards(class);
            for place in 0..4 {
                let before: [Card; 3] = without(cards, place);
                let before = triples().class(before);
                for (more, ways) in fourth[before].iter().enumerate() {
                    let bet = self.fourth[before][more];
                    if bet > 0 {
                        stakes[LEAST[1] + more + usize::from(bet) - LEAST[2]] += ways;
                    }
                }
            }
        }
        Reach { fourth, fifth }
    }

    /// How every deal ends.
    fn count(&self) -> Counts {
        let reach = self.reach();
        let mut counts = Counts::default();
        for class in 0..pairs().len() {
            counts.decide(0, LEAST[0], self.third[class], pairs().times(class));
        }
        for (class, stakes) in reach.fourth.iter().enumerate() {
            for (more, ways) in stakes.iter().enumerate() {
                let deals = ways * triples().times(class);
                counts.decide(1, LEAST[1] + more, self.fourth[class][more], deals);
            }
        }
        for (class, stakes) in reach.fifth.iter().enumerate() {
            for (more, ways) in stakes.iter().enumerate() {
                let bet = self.fifth[class][more];
                let deals = ways * quads().times(class);
                counts.decide(2, LEAST[2] + more, bet, deals);
                if bet > 0 && deals > 0 {
                    let finals = &mut counts.finals[more + usize::from(bet) - 1];
                    for (count, cards) in finals.iter_mut().zip(&finishes()[class]) {
                        *count += deals * u64::from(*cards);
                    }
                }
            }
        }
        counts
    }
}

/// In how many ways a class of three or four cards is come by, by what is staked then.
struct Reach {
    fourth: Vec<[u64; STAKES[0]]>,
    fifth: Vec<[u64; STAKES[1]]>,
}

/// How many deals end how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Counts {
    /// Folded on a street, by what was staked.
    folds: [[u64; 8]; 3],
    /// Played to the end, by what was staked, four antes to ten, and the kind of hand.
    finals: [[u64; FIVE_KINDS]; STAKES[2]],
    /// What was chosen on each street, as [`BETS`].
    actions: [[u64; BETS.len()]; 3],
}

impl Counts {
    /// Counts a decision, in so many sets of cards.
    fn decide(&mut self, street: usize, staked: usize, bet: u8, sets: u64) {
        let deals = sets * WAYS[street] as u64;
        self.actions[street][usize::from(BETS[0] - bet)] += deals;
        if bet == 0 {
            self.folds[street][staked] += deals;
        }
    }

    fn distribution(&self, pays: &KindPays) -> Distribution {
        let mut gathering = Gathering::default();
        for (folds, at) in self.folds.iter().zip(DECISIONS) {
            for (staked, &count) in folds.iter().enumerate() {
                gathering.add(format!("folds {at}"), whole(staked), whole(0), count);
            }
        }
        for (finals, staked) in self.finals.iter().zip(4usize..) {
            for (kind, &count) in finals.iter().enumerate() {
                let row = format!("{}, {staked} antes", pays.words[kind]);
                gathering.add(row, whole(staked), &pays.returned[kind] * whole(staked), count);
            }
        }
        gathering.finish()
    }

    fn shares(&self) -> Vec<ActionShare> {
        let street = |(at, counts): (&'static str, &[u64; BETS.len()])| {
            let share = move |(bet, count): (u8, u64)| ActionShare {
                at,
                action: action(bet),
                combinations: BigUint::from(count),
            };
            BETS.into_iter().zip(*counts).map(share)
        };
        DECISIONS.into_iter().zip(&self.actions).flat_map(street).collect()
    }
}

fn action(bet: u8) -> Action {
    if bet == 0 { Action::Fold } else { Action::BetTimes(bet) }
}

fn solve(schedule: &Schedule, policy: Policy) -> Solution {
    let (worth, best) = Worth::of(schedule);
    let plan = match policy {
        Policy::Optimal => best.clone(),
        Policy::Simple(id) => Plan::simple(id),
    };
    let counts = plan.count();
    Solution {
        distribution: counts.distribution(&worth.pays),
        actions: counts.shares(),
        arithmetic: Arithmetic::Fractions,
        notes: Vec::new(),
        advisor: Box::new(Advice { worth, best, plan }),
    }
}

struct Advice {
    worth: Worth,
    best: Plan,
    plan: Plan,
}

/// How many antes a seat has staked: third, fourth, fifth street and the ante, in the game's order
/// of lines.
fn staked(seat: &Seat) -> usize {
    let [third, fourth, fifth, ante] = [0, 1, 2, 3].map(|line| seat.stakes()[line].get());
    ((third + fourth + fifth + ante) / ante) as usize
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        let player = &felt.seats[seat];
        let own: [Card; 2] = player.cards().try_into().expect("two cards are dealt");
        let bet = match *felt.board.cards() {
            [] => self.plan.third[pairs().class(own)],
            [a] => {
                let class = triples().class(with(own, a));
                self.plan.bet(1, class, staked(player))
            }
            [a, b, ..] => {
                let class = quads().class([own[0], own[1], a, b]);
                self.plan.bet(2, class, staked(player))
            }
        };
        // A posted limit may forbid the larger bets.
        let is_legal = |bet: &u8| choice.actions.contains(&action(*bet));
        (1..=bet).rev().find(is_legal).map_or(Action::Fold, action)
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let own = spot.own::<2>("two cards")?;
        spot.cards()?;
        if !spot.dealer.is_empty() {
            return Err(SpotError::NoDecision("the dealer has no hand in this game".to_owned()));
        }
        let staked = self.staked_at(spot, own)?;
        let (street, values) = match *spot.board.as_slice() {
            [] => (0, self.worth.on_third(own)),
            [a] => (1, self.worth.on_fourth(with(own, a), staked)),
            [a, b] => (2, self.worth.on_fifth([own[0], own[1], a, b], staked)),
            ref board => {
                let (what, wants) = ("board", "none, one or two");
                return Err(SpotError::Cards { what, has: board.len(), wants });
            }
        };
        let value = |(bet, sum): (u8, i128)| Valued {
            action: action(bet),
            value: self.worth.mean(sum, street),
        };
        Ok(ranked(BETS.into_iter().zip(values).map(value).collect()))
    }

    fn charts(&self) -> Vec<Chart> {
        chart::charts(&self.worth, &self.best)
    }
}

impl Advice {
    /// What is staked at a spot: what was bet so far, or else what is best, and one ante where the
    /// best player would have folded.
    fn staked_at(&self, spot: &Spot, own: [Card; 2]) -> Result<usize, SpotError> {
        let mut staked = LEAST[0];
        for (street, _) in spot.board.iter().enumerate().take(2) {
            let class = match street {
                0 => pairs().class(own),
                _ => triples().class(with(own, spot.board[0])),
            };
            let bet = match spot.so_far.get(street) {
                Some(Action::BetTimes(bet @ 1..=3)) => *bet,
                None if spot.so_far.is_empty() => self.best.bet(street, class, staked).max(1),
                _ => return Err(SpotError::NoDecision("every street is bet 1x to 3x".to_owned())),
            };
            staked += usize::from(bet);
        }
        if spot.so_far.len() > spot.board.len() {
            return Err(SpotError::NoDecision("a street's card comes after its bet".to_owned()));
        }
        Ok(staked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_strategy_is_played() {
        for simple in SIMPLE {
            let _ = Plan::simple(simple.id);
        }
    }

    #[test]
    #[should_panic(expected = "nothing plays it")]
    fn an_unknown_strategy_is_not_played_as_another() {
        let _ = Plan::simple("unknown");
    }
}
