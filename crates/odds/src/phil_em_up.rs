//! Phil 'em up, 20:18:16:15.04: the second bet is decided on four of the five cards, so each of the C(53, 4) sets of four
//! is counted with each of the 49 cards that can come last.

use cards::{Card, Rank, Suit};
use games::{Action, Choice, Felt, PayTable};
use hands::{Joker, JokerValue};
use num_bigint::BigUint;
use rulebook::Schedule;

use crate::amount::Amount;
use crate::classes::{others, quads, triples};
use crate::compare::{Difference, Differences, alike};
use crate::distribution::{Distribution, Gathering};
use crate::draws::{Points, Shape};
use crate::exact::{Exact, fraction, percent, whole};
use crate::game::{Game, Question, Unit};
use crate::kinds::KindPays;
use crate::protect::{Knowing, Secrets, Sees};
use crate::rules::{Hands, Rules};
use crate::scaled::Scale;
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::Chart;
use crate::subject::{Subject, pay_table};

const SIMPLE: &[Simple] = &[
    Simple { id: "paying-hands", says: "Double only with a hand that pays whatever comes." },
    Simple { id: "always-double", says: "Double every hand." },
    Simple { id: "never-double", says: "Stay on every hand." },
];

const DECISION: &str = "on four cards";

/// How many cards can come last.
const LAST_CARDS: i128 = 49;

/// The game.
pub(crate) struct PhilEmUp;

impl Game for PhilEmUp {
    fn unit(&self, _: &str) -> Unit {
        Unit::bet("the bet")
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    /// Two of the three community cards are up when the second bet is decided.
    fn secrets(&self, _: &Subject) -> Secrets {
        Secrets { board: 3, up: 2, ..Secrets::default() }
    }

    fn knowing(&self, question: &Question<'_>, _: Sees) -> Option<Knowing> {
        let worth = Worth::of(question.subject, &question.schedules[0]);
        Some(Knowing::exact(worth.with_last_card()))
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let schedules = question.schedules.iter();
        schedules.map(|schedule| solve(question.subject, schedule, question.policy)).collect()
    }
}

/// The four cards that a decision is made on, up to the names of the suits: without the joker, or the other three with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Four(usize),
    WithJoker(usize),
}

impl Known {
    fn all() -> impl Iterator<Item = Known> {
        let without = (0..quads().len()).map(Known::Four);
        without.chain((0..triples().len()).map(Known::WithJoker))
    }

    fn of(cards: [Card; 4]) -> Known {
        let mut natural = cards.into_iter().filter(|card| !card.is_joker());
        let first = [(); 3].map(|()| natural.next().expect("there is one joker"));
        let [a, b, c] = first;
        match natural.next() {
            Some(d) => Known::Four(quads().class([a, b, c, d])),
            None => Known::WithJoker(triples().class(first)),
        }
    }

    fn cards(self) -> [Card; 4] {
        match self {
            Known::Four(class) => quads().cards(class),
            Known::WithJoker(class) => {
                let [a, b, c] = triples().cards(class);
                [a, b, c, Card::JOKER]
            }
        }
    }

    fn has_joker(self) -> bool {
        matches!(self, Known::WithJoker(_))
    }

    /// How many sets are alike.
    fn times(self) -> u64 {
        match self {
            Known::Four(class) => quads().times(class),
            Known::WithJoker(class) => triples().times(class),
        }
    }

    /// The place among [`Known::all`].
    fn place(self) -> usize {
        match self {
            Known::Four(class) => class,
            Known::WithJoker(class) => quads().len() + class,
        }
    }
}

/// The cards that can come last.
fn last_cards(known: &[Card; 4]) -> impl Iterator<Item = Card> {
    let has_joker = known.iter().any(|card| card.is_joker());
    others(known).chain((!has_joker).then_some(Card::JOKER))
}

/// What a bet is worth under a schedule.
struct Worth {
    /// The rows' words, and at the end what no row pays.
    words: Vec<&'static str>,
    /// How many times the stake comes back, in the same order.
    returned: Vec<Amount>,
    scale: Scale,
    /// With how many last cards four known ones are on which row, by their place.
    ends: Vec<Vec<u8>>,
    /// What a bet of one is up or down, summed over the last cards.
    sums: Vec<i128>,
    points: Points,
    joker: Joker,
}

impl Worth {
    fn of(subject: &Subject, schedule: &Schedule) -> Worth {
        let table = pay_table(schedule, "bet");
        let joker = games::joker(subject.option("joker"));
        let words = table.rows().iter().map(|row| row.hand.words()).chain(["loses"]).collect();
        let returned: Vec<Amount> =
            table.returns().into_iter().chain([Amount::default()]).collect();
        let scale = Scale::for_all(returned.iter().map(|returned| &returned.value));
        let net: Vec<i128> = returned.iter().map(|times| scale.of(&(times - whole(1)))).collect();
        let ends: Vec<Vec<u8>> = Known::all().map(|known| ends(known, &table, joker)).collect();
        let sum = |ends: &Vec<u8>| ends.iter().zip(&net).map(|(n, net)| i128::from(*n) * net).sum();
        let sums = ends.iter().map(sum).collect();
        let points = Points::of(&KindPays::five(&table).scaled(&scale).net);
        Worth { words, returned, scale, ends, sums, points, joker }
    }

    /// A second bet that is not worth less than none is made [ODD-1].
    fn plan(&self) -> Vec<bool> {
        self.sums.iter().map(|sum| *sum >= 0).collect()
    }

    /// The value of the bet for a player who knows the last card, and so doubles whatever does not lose.
    fn with_last_card(&self) -> Exact {
        let nets: Vec<Exact> = self.returned.iter().map(|times| times - whole(1)).collect();
        let best = |net: &Exact| if *net < whole(0) { net.clone() } else { net * whole(2) };
        let (mut sum, mut deals) = (whole(0), 0u64);
        for (row, net) in nets.iter().enumerate() {
            let of = |known: Known| known.times() * u64::from(self.ends[known.place()][row]);
            let count: u64 = Known::all().map(of).sum();
            sum += best(net) * whole(count);
            deals += count;
        }
        sum / whole(deals)
    }

    fn simple(&self, id: &str) -> Vec<bool> {
        let by = |doubles: &dyn Fn(&[u8]) -> bool| self.ends.iter().map(|e| doubles(e)).collect();
        match id {
            "always-double" => by(&|_| true),
            "never-double" => by(&|_| false),
            "paying-hands" => by(&|ends| ends.last() == Some(&0)),
            other => unknown_strategy(other),
        }
    }

    /// How the deals end when these known cards are doubled.
    fn distribution(&self, doubles: &[bool]) -> Distribution {
        let mut counts = vec![[0u64; 2]; self.words.len()];
        for known in Known::all() {
            let bets = usize::from(doubles[known.place()]);
            for (count, ways) in counts.iter_mut().zip(&self.ends[known.place()]) {
                count[bets] += known.times() * u64::from(*ways);
            }
        }
        let mut gathering = Gathering::default();
        for (row, counts) in counts.into_iter().enumerate() {
            for (bets, (said, count)) in (1..).zip(["one bet", "two bets"].into_iter().zip(counts))
            {
                let words = format!("{}, {said}", self.words[row]);
                gathering.add(words, whole(bets), &self.returned[row] * whole(bets), count);
            }
        }
        gathering.finish()
    }

    /// What a person sees in a hand: the joker is an ace, or it is left out where it may complete what the three other
    /// cards, none of them an ace, are part of.
    fn seen(&self, known: Known) -> Vec<Card> {
        let [a, b, c, d] = known.cards();
        if !d.is_joker() {
            return vec![a, b, c, d];
        }
        let shape = Shape::of(&[a, b, c], &self.points);
        let has_ace = [a, b, c].iter().any(|card| card.rank() == Rank::Ace);
        let is_part = match self.joker {
            Joker::StraightFlushes => shape.is_royal || shape.is_suited && shape.ways > 0,
            Joker::StraightsAndFlushes => shape.is_royal || shape.is_suited || shape.ways > 0,
        };
        if is_part && !has_ace {
            return vec![a, b, c];
        }
        // An ace of a suit that makes no flush, where one is left.
        let aces = Suit::ALL.map(|suit| Card::new(Rank::Ace, suit));
        let is_free = |card: &&Card| ![a, b, c].contains(card);
        let is_other = |card: &&Card| is_free(card) && card.suit() != a.suit();
        let ace = aces.iter().find(is_other).or_else(|| aces.iter().find(is_free));
        [a, b, c].into_iter().chain(ace.copied()).collect()
    }

    /// The rules for the hands without the joker, or for those with it.
    fn rules(&self, with_joker: bool) -> Rules {
        let mut hands = Hands::new(self.points, 2);
        for known in Known::all().filter(|known| known.has_joker() == with_joker) {
            hands.add(&self.seen(known), &[self.sums[known.place()], 0], known.times());
        }
        hands.rules()
    }
}

/// With how many last cards four known ones are on which row; at the end with how many on none.
fn ends(known: Known, table: &PayTable, joker: Joker) -> Vec<u8> {
    let cards = known.cards();
    let [a, b, c, d] = cards;
    let mut ends = vec![0; table.rows().len() + 1];
    for last in last_cards(&cards) {
        let row = table.five_with_joker(JokerValue::of(&[a, b, c, d, last], joker));
        ends[row.map_or(table.rows().len(), |row| row.place())] += 1;
    }
    ends
}

fn solve(subject: &Subject, schedule: &Schedule, policy: Policy) -> Solution {
    let worth = Worth::of(subject, schedule);
    let doubles = match policy {
        Policy::Optimal => worth.plan(),
        Policy::Simple(id) => worth.simple(id),
    };
    let share = |action, is_double: bool| {
        let chosen = Known::all().filter(|known| doubles[known.place()] == is_double);
        let sets: u64 = chosen.map(Known::times).sum();
        ActionShare { at: DECISION, action, combinations: BigUint::from(sets) * LAST_CARDS as u64 }
    };
    Solution {
        distribution: worth.distribution(&doubles),
        actions: vec![share(Action::Double, true), share(Action::Stay, false)],
        arithmetic: Arithmetic::Fractions,
        notes: Vec::new(),
        advisor: Box::new(Advice { worth, doubles }),
    }
}

struct Advice {
    worth: Worth,
    doubles: Vec<bool>,
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, _: &Choice) -> Action {
        // The third community card lies face down.
        let cards = felt.seats[seat].cards().iter().chain(&felt.board.cards()[..2]);
        let cards: Vec<Card> = cards.copied().collect();
        let known = Known::of(cards.try_into().expect("two cards are dealt, and two are up"));
        if self.doubles[known.place()] { Action::Double } else { Action::Stay }
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let [a, b] = spot.own("two cards")?;
        spot.is_first()?;
        spot.no_dealer()?;
        spot.cards_with_joker()?;
        let &[c, d] = spot.board.as_slice() else {
            let (what, has) = ("community cards", spot.board.len());
            return Err(SpotError::Cards { what, has, wants: "two of them up" });
        };
        let sum = self.worth.sums[Known::of([a, b, c, d]).place()];
        let mean = |bets: i128| fraction(bets * sum, LAST_CARDS * self.worth.scale.unit);
        Ok(ranked(vec![
            Valued { action: Action::Double, value: mean(2) },
            Valued { action: Action::Stay, value: mean(1) },
        ]))
    }

    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let sets: u64 = Known::all().map(Known::times).sum();
        let mut found = Differences::of(sets);
        for known in Known::all() {
            let of = |advice: &Advice| match advice.doubles[known.place()] {
                true => Action::Double,
                false => Action::Stay,
            };
            found.add(DECISION, [of(self), of(other)], known.times(), || {
                let [a, b, c, d] = known.cards();
                Spot { own: vec![a, b], board: vec![c, d], ..Spot::default() }
            });
        }
        found.finish()
    }

    fn charts(&self) -> Vec<Chart> {
        let worth = &self.worth;
        let (natural, joker) = (worth.rules(false), worth.rules(true));
        let doubles = |known: Known| {
            let rules = if known.has_joker() { &joker } else { &natural };
            rules.choose(&worth.seen(known)) == 0
        };
        let followed: Vec<bool> = Known::all().map(doubles).collect();
        let best = worth.distribution(&worth.plan());
        let cost = best.value() - worth.distribution(&followed).value();
        let cost = || format!("Both charts together cost {} of a bet.", percent(&cost, 6));
        let chart = |title, rules: &Rules| rules.chart(title, &["Double", "Stay on"], cost);
        vec![
            chart("Four cards without the joker", &natural),
            chart("With the joker, an ace or beside three cards that it may complete", &joker),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C(53, 4) sets, each with 49 last cards.
    #[test]
    fn every_set_of_four_is_known_once() {
        let times = |with_joker: bool| -> u64 {
            let all = Known::all().filter(|known| known.has_joker() == with_joker);
            all.map(Known::times).sum()
        };
        assert_eq!([times(false), times(true)], [270_725, 22_100]);
        for (place, known) in Known::all().enumerate() {
            assert_eq!((known.place(), Known::of(known.cards())), (place, known));
            assert_eq!(last_cards(&known.cards()).count(), 49);
        }
    }
}
