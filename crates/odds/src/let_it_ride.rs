//! Let it ride, 20:18:16:15.03: each of the two bets that may be taken back is decided by itself, on
//! every suit-distinct hand of three and of four cards.

use cards::{Card, Rank};
use games::{Action, Choice, Felt};
use num_bigint::BigUint;
use rulebook::Schedule;

use crate::census::Space;
use crate::classes::{Classes, finish_sums, finishes, others, quads, triples, with, without};
use crate::distribution::{Distribution, Gathering};
use crate::draws::{Made, Points, Shape};
use crate::exact::{Exact, fraction, percent, whole};
use crate::game::{Game, Question};
use crate::kinds::{FIVE_KINDS, KindPays};
use crate::rules::{Hands, Rules};
use crate::scaled::Scale;
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::{Body, Chart};
use crate::subject::{Subject, pay_table};

const SIMPLE: &[Simple] = &[
    Simple {
        id: "basic",
        says: "The published rules: let paying hands, good straight flush draws, and of four cards \
               flush and outside straight draws ride.",
    },
    Simple { id: "paying-hands", says: "Let only hands ride that pay already." },
    Simple { id: "always-ride", says: "Never take a bet back." },
    Simple { id: "never-ride", says: "Take both bets back, whatever the cards." },
];

/// When bet 1 is decided, and when bet 2 is.
const DECISIONS: [&str; 2] = ["on three cards", "on four cards"];

/// In how many ways the two community cards can come, in order, and the second alone.
const BOARDS: i128 = 49 * 48;
const LAST_CARDS: i128 = 48;

/// The game.
pub(crate) struct LetItRide;

impl Game for LetItRide {
    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        matches!(schedule.wager.as_str(), "bonus" | "progressive").then_some(Space::Five)
    }

    fn keeps_stake(&self, subject: &Subject, wager: &str) -> &'static [bool] {
        // The odds show both readings [LIR-8].
        match (wager, subject.is("stake-kept")) {
            ("bonus", true) => &[true],
            ("bonus", false) => &[false, true],
            _ => &[false],
        }
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let schedules = question.schedules.iter();
        schedules.map(|schedule| solve(question.subject, schedule, question.policy)).collect()
    }
}

/// What a bet is worth under a schedule.
#[derive(Debug)]
struct Worth {
    pays: KindPays,
    scale: Scale,
    /// What a bet taken back comes to; nothing, but the rulebook says so.
    pulled: Exact,
    pulled_scaled: i128,
    /// What a bet that rides comes to, summed over what can follow three and four cards.
    three: Vec<i128>,
    four: Vec<i128>,
}

/// Which bets ride: bet 1 by the class of three cards, bet 2 by that of four.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Plan {
    first: Vec<bool>,
    second: Vec<bool>,
}

impl Worth {
    fn of(subject: &Subject, schedule: &Schedule) -> Worth {
        let pays = KindPays::five(&pay_table(schedule, "bet-3"));
        let pulled = subject.pay("pulled") - whole(1);
        let scale = Scale::for_all(pays.returned.iter().chain([&pulled]));
        let pays = pays.scaled(&scale);
        let pulled_scaled = scale.of(&pulled);
        let four = finish_sums(&pays.net);
        let sum = |class: usize| {
            let own = triples().cards(class);
            others(&own).map(|card| four[quads().class(with(own, card))]).sum()
        };
        let three = (0..triples().len()).map(sum).collect();
        Worth { pays, scale, pulled, pulled_scaled, three, four }
    }

    /// Every bet that is not worth less than taking it back rides [ODD-1].
    fn plan(&self) -> Plan {
        let rides = |sums: &[i128], ways: i128| {
            sums.iter().map(|sum| *sum >= self.pulled_scaled * ways).collect()
        };
        Plan { first: rides(&self.three, BOARDS), second: rides(&self.four, LAST_CARDS) }
    }

    /// The expected result of something summed over so many ways.
    fn mean(&self, sum: i128, ways: i128) -> Exact {
        fraction(sum, ways * self.scale.unit)
    }
}

impl Plan {
    /// The plan of a simple strategy.
    fn simple(id: &str) -> Plan {
        match id {
            "always-ride" => Plan::by(|_| true, |_| true),
            "never-ride" => Plan::by(|_| false, |_| false),
            "paying-hands" => Plan::by(pays_already, pays_already),
            "basic" => Plan::by(published_first, published_second),
            other => unknown_strategy(other),
        }
    }

    fn by(first: impl Fn(&[Card]) -> bool, second: impl Fn(&[Card]) -> bool) -> Plan {
        Plan {
            first: (0..triples().len()).map(|class| first(&triples().cards(class))).collect(),
            second: (0..quads().len()).map(|class| second(&quads().cards(class))).collect(),
        }
    }

    /// How every deal ends: by whether bet 1 and bet 2 ride, and the kind of the five cards.
    fn count(&self) -> Counts {
        let mut counts = Counts::default();
        for (class, finish) in finishes().iter().enumerate() {
            let four = quads().cards(class);
            let second = usize::from(self.second[class]);
            for place in 0..4 {
                // This card of the four is the community card, the others are the player's.
                let own: [Card; 3] = without(four, place);
                let first = usize::from(self.first[triples().class(own)]);
                for (count, &cards) in counts.ends[first][second].iter_mut().zip(finish) {
                    *count += quads().times(class) * u64::from(cards);
                }
            }
        }
        counts
    }
}

/// How many deals end how: by bet 1, bet 2 (1 if it rides) and the kind of hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Counts {
    ends: [[[u64; FIVE_KINDS]; 2]; 2],
}

impl Counts {
    fn distribution(&self, worth: &Worth) -> Distribution {
        let mut gathering = Gathering::default();
        for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let riding = 1 + first + second;
            let bets = ["", "one bet", "two bets", "three bets"][riding];
            for (kind, &count) in self.ends[first][second].iter().enumerate() {
                // A bet that was taken back is no money at risk.
                let back = &worth.pulled * whole(3 - riding);
                let returned = &worth.pays.returned[kind] * whole(riding) + back;
                let row = format!("{}, {bets}", worth.pays.words[kind]);
                gathering.add(row, whole(riding), returned, count);
            }
        }
        gathering.finish()
    }

    fn actions(&self) -> Vec<ActionShare> {
        let sum = |first: &[usize], second: &[usize]| {
            let of = |first: usize| second.iter().map(move |second| (first, *second));
            let ends = first.iter().flat_map(|first| of(*first));
            ends.flat_map(|(first, second)| self.ends[first][second]).sum::<u64>()
        };
        let share = |at, action, count: u64| ActionShare {
            at: DECISIONS[at],
            action,
            combinations: BigUint::from(count),
        };
        vec![
            share(0, Action::Ride, sum(&[1], &[0, 1])),
            share(0, Action::Pull, sum(&[0], &[0, 1])),
            share(1, Action::Ride, sum(&[0, 1], &[1])),
            share(1, Action::Pull, sum(&[0, 1], &[0])),
        ]
    }
}

fn solve(subject: &Subject, schedule: &Schedule, policy: Policy) -> Solution {
    let worth = Worth::of(subject, schedule);
    let plan = match policy {
        Policy::Optimal => worth.plan(),
        Policy::Simple(id) => Plan::simple(id),
    };
    let counts = plan.count();
    let distribution = counts.distribution(&worth);
    Solution {
        actions: counts.actions(),
        arithmetic: Arithmetic::Fractions,
        notes: Vec::new(),
        advisor: Box::new(Advice { worth, plan }),
        distribution,
    }
}

/// The ranks that count as high in the published rules.
fn published_points() -> Points {
    Points::from(Rank::Ten, Rank::Ten)
}

/// Do these cards hold a pair of tens or better?
fn pays_already(cards: &[Card]) -> bool {
    Shape::of(cards, &published_points()).made >= Made::HighPair
}

/// The published rules for bet 1.
fn published_first(cards: &[Card]) -> bool {
    let points = published_points();
    let shape = Shape::of(cards, &points);
    let lowest = cards.iter().map(|card| card.rank()).min();
    let high = points.high(cards);
    pays_already(cards)
        || shape.is_royal
        || shape.is_suited
            && match Shape::gaps(cards) {
                // In a row, but not A-2-3 or 2-3-4.
                Some(0) => lowest >= Some(Rank::Three),
                Some(1) => high >= 1,
                Some(2) => high >= 2,
                _ => false,
            }
}

/// The published rules for bet 2.
fn published_second(cards: &[Card]) -> bool {
    let points = published_points();
    let shape = Shape::of(cards, &points);
    let is_inside_high = shape.ways == 1 && points.high(cards) == 4;
    pays_already(cards) || shape.is_suited || shape.ways == 2 || is_inside_high
}

struct Advice {
    worth: Worth,
    plan: Plan,
}

/// The player's own three cards.
fn own(felt: &Felt, seat: usize) -> [Card; 3] {
    felt.seats[seat].cards().try_into().expect("three cards are dealt")
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, _: &Choice) -> Action {
        let own = own(felt, seat);
        // The second community card lies face down until both bets are decided.
        let rides = match felt.board.cards().first().filter(|_| felt.board.is_up(0)) {
            None => self.plan.first[triples().class(own)],
            Some(&card) => self.plan.second[quads().class(with(own, card))],
        };
        if rides { Action::Ride } else { Action::Pull }
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let own = spot.own::<3>("three cards")?;
        spot.cards()?;
        if !spot.dealer.is_empty() {
            return Err(SpotError::NoDecision("the dealer has no hand in this game".to_owned()));
        }
        let worth = &self.worth;
        let (ride, rest, ways) = match spot.board.as_slice() {
            [] => {
                spot.is_first()?;
                // Bet 2 will ride where that is worth more; $ stays.
                let back = worth.pulled_scaled * LAST_CARDS;
                let four = others(&own).map(|card| worth.four[quads().class(with(own, card))]);
                let second: i128 = four.map(|sum| sum.max(back)).sum();
                let ride = worth.three[triples().class(own)];
                (ride, second + ride, BOARDS)
            }
            [card] => {
                let ride = worth.four[quads().class(with(own, *card))];
                let first = match spot.so_far.as_slice() {
                    [Action::Ride] => true,
                    [Action::Pull] => false,
                    [] => self.plan.first[triples().class(own)],
                    _ => return Err(SpotError::NoDecision("bet 1 rides or is pulled".to_owned())),
                };
                let back = worth.pulled_scaled * LAST_CARDS;
                (ride, ride + if first { ride } else { back }, LAST_CARDS)
            }
            board => {
                let (what, wants) = ("board", "none or one");
                return Err(SpotError::Cards { what, has: board.len(), wants });
            }
        };
        let pull = worth.pulled_scaled * ways;
        Ok(ranked(vec![
            Valued { action: Action::Ride, value: worth.mean(ride + rest, ways) },
            Valued { action: Action::Pull, value: worth.mean(pull + rest, ways) },
        ]))
    }

    fn charts(&self) -> Vec<Chart> {
        let worth = &self.worth;
        let points = Points::of(&worth.pays.net);
        let first = rules(triples(), points, &worth.three, worth.pulled_scaled * BOARDS);
        let second = rules(quads(), points, &worth.four, worth.pulled_scaled * LAST_CARDS);
        let plan = Plan::by(|cards| first.choose(cards) == 0, |cards| second.choose(cards) == 0);
        let best = worth.plan().count().distribution(worth);
        let followed = plan.count().distribution(worth);
        let cost = best.value() - followed.value();
        let chart = |title: &str, rules: &Rules, note: String| Chart {
            title: title.to_owned(),
            body: Body::Rules(rules.words(&["Let it ride", "Pull"])),
            note,
        };
        let note = |rules: &Rules| {
            let quality = if rules.loses == 0 {
                "Exactly optimal: checked against every hand.".to_owned()
            } else {
                format!("Both charts together cost {} of a bet.", percent(&cost, 6))
            };
            format!("{} {quality}", rules.points().words())
        };
        vec![
            chart("Bet 1, on three cards", &first, note(&first)),
            chart("Bet 2, on four cards", &second, note(&second)),
        ]
    }
}

/// The rules for a bet, by what it is worth riding on every class of cards.
fn rules<const N: usize>(
    classes: &Classes<N>,
    points: Points,
    sums: &[i128],
    pulled: i128,
) -> Rules {
    let mut hands = Hands::new(points, 2);
    for (class, sum) in sums.iter().enumerate() {
        hands.add(&classes.cards(class), &[*sum, pulled], classes.times(class));
    }
    hands.rules()
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
