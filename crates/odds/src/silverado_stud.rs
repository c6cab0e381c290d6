//! Silverado Stud, 20:18:16:15.09: for every suit-distinct hand of four cards each way to set it, with
//! the raise after every first community card.
//!
//! Five-card and three-card pays are sums over what can follow, so each table is computed once for
//! all schedules that have it.

mod chart;
mod four_cards;
mod tally;

use std::cmp::Reverse;

use cards::{Card, CardSet};
use games::{Action, Choice, Felt, OnCards};
use hands::{Category, FourValue};
use rayon::prelude::*;
use rulebook::Schedule;

use crate::amount::Amount;
use crate::classes::{others, quads, with, without};
use crate::compare::{Difference, Differences, alike};
use crate::draws::{Made, Points, Shape};
use crate::exact::{Exact, fraction, whole};
use crate::game::{Game, Question, Unit};
use crate::kinds::{FIVE_KINDS, KindPays, THREE_KINDS, five_cards, three_cards};
use crate::scaled::Scale;
use crate::settled::{LineEnd, Rounds};
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::Chart;
use crate::subject::Subject;
use four_cards::{Five, FourCards, Setting};
use tally::Tally;

const SIMPLE: &[Simple] = &[
    Simple { id: "never-raise", says: "Set as the best strategy does, and never raise." },
    Simple { id: "always-raise", says: "Set as the best strategy does, and always raise." },
    Simple {
        id: "raise-made-hands",
        says: "Set as the best strategy does, and raise only a hand that pays already.",
    },
];

/// When the raise is decided.
const RAISING: &str = "after the first community card";
const SETTING: &str = "on four cards";

/// In how many ways the two community cards can come, in order, and the second alone.
const BOARDS: i128 = 48 * 47;
const LAST_CARDS: i128 = 47;

/// Of how many schedules a tally keeps apart who raises.
const AT_ONCE: usize = 32;

/// The game.
pub(crate) struct SilveradoStud;

impl Game for SilveradoStud {
    fn unit(&self, wager: &str) -> Unit {
        if wager == "base" { Unit::twice("both bets together") } else { Unit::bet("the bet") }
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        question.schedules.chunks(AT_ONCE).flat_map(|few| solve(question, few)).collect()
    }
}

/// How a player raises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Raising {
    /// Whenever it is not worth less than not raising.
    Best,
    Never,
    Always,
    /// With a hand that pays already.
    Made,
}

impl Raising {
    fn of(policy: Policy) -> Raising {
        match policy {
            Policy::Optimal => Raising::Best,
            Policy::Simple("never-raise") => Raising::Never,
            Policy::Simple("always-raise") => Raising::Always,
            Policy::Simple("raise-made-hands") => Raising::Made,
            Policy::Simple(other) => unknown_strategy(other),
        }
    }
}

/// A schedule with all that decides, learned from rounds.
#[derive(Clone, Debug)]
struct Terms {
    five: KindPays,
    three: KindPays,
    scale: Scale,
    /// The raises that are offered, and how many times the five-card bet each is [SS-3].
    raises: Vec<(Action, u8)>,
    /// What both bets return together if four of a kind and two pair are laid down, where they may be [SS-2].
    dealt: [Option<Amount>; 2],
    /// The same as a net result.
    dealt_net: [Option<i128>; 2],
}

/// What is done with four cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    /// The card with this place starts the three-card hand.
    Card(u8),
    LayDown,
}

/// Four cards that may be laid down, as [`dealt_place`] numbers them.
const DEALT: [&str; 2] = ["2c 2d 2h 2s", "2c 2d 3c 3d"];

/// The end of a line of a deal in which a card is set; the board comes last.
fn line_end(rounds: &Rounds<'_>, line: &str, set: Card, others: &[Card], raise: Action) -> LineEnd {
    let own = [others[0], others[1], others[2], set];
    let actions = [Action::Set(set), raise];
    let deal = OnCards { own: &own, board: &others[3..], dealer: &[], actions: &actions };
    let mut lines = rounds.lines(deal).into_iter();
    lines.find(|end| end.line == line).expect("the line is staked")
}

/// Some card that is not among these.
fn another(cards: &[Card]) -> Card {
    others(cards).next().expect("the deck has more")
}

impl Terms {
    fn of(subject: &Subject, schedule: &Schedule) -> Terms {
        let rounds = Rounds::of(subject, schedule);
        let raises = Terms::raises(&rounds);
        let five = (0..FIVE_KINDS).map(|kind| {
            let cards = five_cards(kind);
            let end = |line, raise| line_end(&rounds, line, another(&cards), &cards, raise);
            let five = end("five-card", Action::NoRaise);
            for (raise, times) in &raises {
                let raised = end("raise", *raise).returned;
                assert_eq!(raised, &five.returned * whole(*times), "a raise is paid as the bet is");
            }
            (five.words(), five.returned)
        });
        let five = KindPays::settled(five);
        let three = KindPays::settled((0..THREE_KINDS).map(|kind| {
            let cards = three_cards(kind);
            let mut rest = others(&cards);
            let kept = [(); 3].map(|()| rest.next().expect("the deck has more"));
            let all: Vec<Card> = kept.into_iter().chain([cards[1], cards[2]]).collect();
            let end = line_end(&rounds, "three-card", cards[0], &all, Action::NoRaise);
            (end.words(), end.returned)
        }));
        let dealt = DEALT.map(|own| {
            let own = cards::parse_cards(own).expect("the notation is right");
            let board: Vec<Card> = others(&own).take(2).collect();
            let deal = OnCards { own: &own, board: &board, ..OnCards::default() };
            let may = rounds.choices(deal).0.contains(&Action::LayDown);
            may.then(|| rounds.end(OnCards { actions: &[Action::LayDown], ..deal }).returned)
        });
        let pays = five.returned.iter().chain(&three.returned);
        let pays = pays.chain(dealt.iter().flatten()).map(|returned| &returned.value);
        let scale = Scale::for_all(pays);
        let net = |back: &Amount| scale.of(&(back - whole(2)));
        let dealt_net = [0, 1].map(|place: usize| dealt[place].as_ref().map(net));
        let (five, three) = (five.scaled(&scale), three.scaled(&scale));
        Terms { five, three, scale, raises, dealt, dealt_net }
    }

    /// The raises that are offered on a hand that is set, the largest last.
    fn raises(rounds: &Rounds<'_>) -> Vec<(Action, u8)> {
        let own = cards::parse_cards("2c 4d 6h 8s").expect("the notation is right");
        let board: Vec<Card> = others(&own).take(2).collect();
        let set = Action::Set(own[0]);
        let deal = OnCards { own: &own, board: &board, ..OnCards::default() };
        let (offered, staked) = rounds.choices(OnCards { actions: &[set], ..deal });
        let times = |action: Action| {
            let all = rounds.staked(OnCards { actions: &[set, action], ..deal });
            (all - whole(staked)).to_integer().try_into().expect("a few times the bet")
        };
        let raises = offered.into_iter().filter(|action| *action != Action::NoRaise);
        raises.map(|action| (action, times(action))).collect()
    }

    /// How many times the five-card bet the largest raise is.
    fn raise(&self) -> u8 {
        self.raises.last().map_or(0, |(_, times)| *times)
    }

    /// The net result of laying these cards down, if that is allowed: four of a kind or two pair.
    fn laid_down(&self, own: [Card; 4]) -> Option<i128> {
        self.dealt_net[dealt_place(own)?]
    }

    /// The value of setting each card, summed over the boards, in five-card bets.
    fn settings(&self, four_cards: &FourCards, five: &Five) -> [(i128, Setting); 4] {
        std::array::from_fn(|place| {
            let setting = five.setting(four_cards, place);
            let raised = setting.raised * i128::from(self.raise());
            (setting.called + raised + four_cards.three_sum(place, &self.three.net), setting)
        })
    }

    /// What is best: of equal settings the one that raises more often, and a setting rather than
    /// laying down, since a raise may follow [ODD-1]. Where that leaves a choice, the lower card is
    /// set, and of one rank that whose suit holds the lower cards: so the names of the suits never
    /// matter.
    fn best(&self, own: [Card; 4], settings: &[(i128, Setting); 4]) -> Set {
        let cards: CardSet = own.iter().collect();
        let key = |place: &usize| {
            let (value, setting) = &settings[*place];
            let (rank, suit) = (own[*place].rank(), cards.ranks_of(own[*place].suit()));
            (*value, setting.raises.count_ones(), Reverse((rank, suit)))
        };
        let best = (0..4).max_by_key(key).expect("there are four cards");
        match self.laid_down(own) {
            Some(net) if net * BOARDS > settings[best].0 => Set::LayDown,
            _ => Set::Card(best as u8),
        }
    }

    /// The expected result in units of both bets together, from a sum in five-card bets.
    fn mean(&self, sum: i128, ways: i128) -> Exact {
        fraction(sum, ways * self.scale.unit * 2)
    }
}

/// Which of the hands that may be laid down these cards are.
fn dealt_place(own: [Card; 4]) -> Option<usize> {
    match FourValue::of(&own).category() {
        Category::FourOfAKind => Some(0),
        Category::TwoPair => Some(1),
        _ => None,
    }
}

/// Schedules that are solved together, with the five-card tables that they share.
struct ScheduleGroup {
    terms: Vec<Terms>,
    fives: Vec<Five>,
    /// The five-card table of each schedule.
    five_of: Vec<usize>,
    raising: Raising,
}

impl ScheduleGroup {
    fn of(question: &Question<'_>, schedules: &[Schedule]) -> ScheduleGroup {
        let terms: Vec<Terms> =
            schedules.iter().map(|schedule| Terms::of(question.subject, schedule)).collect();
        let mut fives: Vec<Five> = Vec::new();
        let mut five_of = Vec::new();
        for terms in &terms {
            let known = fives.iter().position(|five| five.net() == terms.five.net);
            five_of.push(known.unwrap_or_else(|| {
                fives.push(Five::of(&terms.five.net));
                fives.len() - 1
            }));
        }
        ScheduleGroup { terms, fives, five_of, raising: Raising::of(question.policy) }
    }

    /// What each schedule does with a class of four cards, and the raises it then makes, a bit for
    /// each first community card.
    fn decide(&self, four_cards: &FourCards) -> Vec<(Set, u64)> {
        let mut settings: Vec<Option<[Setting; 4]>> = vec![None; self.fives.len()];
        let decide = |(terms, five_of): (&Terms, &usize)| {
            let five = &self.fives[*five_of];
            let known = settings[*five_of].get_or_insert_with(|| five.settings(four_cards));
            let settings: [(i128, Setting); 4] = std::array::from_fn(|place| {
                let Setting { called, raised, .. } = known[place];
                let three = four_cards.three_sum(place, &terms.three.net);
                (called + raised * i128::from(terms.raise()) + three, known[place])
            });
            match terms.best(four_cards.own, &settings) {
                Set::LayDown => (Set::LayDown, 0),
                Set::Card(place) => {
                    let raises = self.raises(four_cards, usize::from(place), terms, &settings);
                    (Set::Card(place), raises)
                }
            }
        };
        self.terms.iter().zip(&self.five_of).map(decide).collect()
    }

    fn raises(
        &self,
        four_cards: &FourCards,
        place: usize,
        terms: &Terms,
        settings: &[(i128, Setting); 4],
    ) -> u64 {
        match self.raising {
            Raising::Best => settings[place].1.raises,
            Raising::Never => 0,
            Raising::Always => (1 << four_cards.first.len()) - 1,
            Raising::Made => {
                let kept: [Card; 3] = without(four_cards.own, place);
                let points = Points::of(&terms.five.net);
                let pays = |card: &Card| is_made(&with::<3, 4>(kept, *card), &points);
                let bit = |(card, at): (&Card, u32)| u64::from(pays(card)) << at;
                four_cards.first.iter().zip(0..).map(bit).sum()
            }
        }
    }
}

/// Whether these cards pay whatever comes.
fn is_made(cards: &[Card], points: &Points) -> bool {
    Shape::of(cards, points).made >= Made::HighPair
}

/// Solves some schedules at once.
fn solve(question: &Question<'_>, schedules: &[Schedule]) -> Vec<Solution> {
    let group = ScheduleGroup::of(question, schedules);
    let classes = quads().len();
    question.progress.begin("four-card hands", classes as u64);
    // Parts large enough to be worth a tally of their own.
    let part = classes.div_ceil(32);
    let tally = |from: usize| {
        let mut tally = Tally::new(schedules.len());
        for class in from..classes.min(from + part) {
            let four_cards = FourCards::of(quads().cards(class));
            let decided = group.decide(&four_cards);
            tally.add(&four_cards, &decided, quads().times(class));
        }
        question.progress.advance(part.min(classes - from) as u64);
        tally
    };
    let starts: Vec<usize> = (0..classes).step_by(part).collect();
    // In order, so that each schedule's choices come by class.
    let tallies: Vec<Tally> = starts.into_par_iter().map(tally).collect();
    let whole = Tally::sum(tallies, schedules.len());
    let ScheduleGroup { terms, fives, five_of, raising } = group;
    let solution = |(place, terms): (usize, Terms)| {
        let five = fives[five_of[place]].clone();
        solved(&whole, place, terms, five, raising)
    };
    terms.into_iter().enumerate().map(solution).collect()
}

/// The solution of the schedule with this place.
fn solved(tally: &Tally, place: usize, terms: Terms, five: Five, raising: Raising) -> Solution {
    let counts = tally.counts(place);
    let share = |at, action, count: u64| ActionShare { at, action, combinations: count.into() };
    let raise = terms.raises.last().map_or(Action::NoRaise, |(raise, _)| *raise);
    let laid_down: u64 = counts.laid_down.iter().sum::<u64>() * BOARDS as u64;
    let note = "The raise decision uses all four of the player's own cards and the first community \
                card [ODD-4].";
    Solution {
        distribution: counts.distribution(&terms),
        actions: vec![
            share(SETTING, Action::LayDown, laid_down),
            share(RAISING, raise, counts.set[1].iter().sum()),
            share(RAISING, Action::NoRaise, counts.set[0].iter().sum()),
        ],
        arithmetic: Arithmetic::Fractions,
        notes: vec![note.to_owned()],
        advisor: Box::new(Advice { terms, five, raising, sets: tally.sets(place) }),
    }
}

struct Advice {
    terms: Terms,
    five: Five,
    raising: Raising,
    /// What is done with each class of four cards.
    sets: Vec<Set>,
}

impl Advice {
    /// The card that the best strategy sets of four; nothing if it lays them down.
    fn set(&self, own: [Card; 4]) -> Option<Card> {
        let class = quads().class(own);
        let Set::Card(place) = self.sets[class] else { return None };
        // The class has the same ranks in suits of other names: find the suit that is like the
        // set card's.
        let like = quads().sets[class].cards;
        let card = quads().cards(class)[usize::from(place)];
        let cards: CardSet = own.iter().collect();
        let lane = like.ranks_of(card.suit());
        let is_like = |own: &&Card| own.rank() == card.rank() && cards.ranks_of(own.suit()) == lane;
        own.iter().find(is_like).copied()
    }

    /// The net result of raising by one five-card bet, summed over the last cards.
    fn raised(&self, own: [Card; 4], set: Card, first: Card) -> i128 {
        let place = own.iter().position(|card| *card == set).unwrap_or(0);
        let kept: [Card; 3] = without(own, place);
        self.five.raised(with(kept, first), set)
    }

    fn raises(&self, own: [Card; 4], set: Card, first: Card) -> bool {
        match self.raising {
            Raising::Best => self.raised(own, set, first) >= 0,
            Raising::Never => false,
            Raising::Always => true,
            Raising::Made => {
                let kept: Vec<Card> =
                    own.iter().copied().filter(|card| *card != set).chain([first]).collect();
                is_made(&kept, &Points::of(&self.terms.five.net))
            }
        }
    }
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        let player = &felt.seats[seat];
        let own: [Card; 4] = player.cards().try_into().expect("four cards are dealt");
        let (Some(set), Some(&first)) = (player.set_card(), felt.board.cards().first()) else {
            return self.set(own).map_or(Action::LayDown, Action::Set);
        };
        // The largest raise that the posted limit allows comes last before none.
        let raises = choice.actions.iter().rev().find(|action| **action != Action::NoRaise);
        match raises {
            Some(raise) if self.raises(own, set, first) => *raise,
            _ => Action::NoRaise,
        }
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let own = spot.own::<4>("four cards")?;
        spot.cards()?;
        if !spot.dealer.is_empty() {
            return Err(SpotError::NoDecision("the dealer's cards are the board".to_owned()));
        }
        match *spot.board.as_slice() {
            [] => spot.is_first().map(|()| self.set_values(own)),
            [first] => self.raise_values(spot, own, first),
            ref board => {
                let (what, wants) = ("board", "none or one");
                Err(SpotError::Cards { what, has: board.len(), wants })
            }
        }
    }

    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let all = (0..quads().len()).map(|class| u128::from(quads().times(class)));
        let mut found = Differences::of(all.sum::<u128>() * BOARDS as u128);
        for class in 0..quads().len() {
            let own = quads().cards(class);
            let of = |advice: &Advice| match advice.sets[class] {
                Set::Card(place) => Action::Set(own[usize::from(place)]),
                Set::LayDown => Action::LayDown,
            };
            let choices = [of(self), of(other)];
            let times = u128::from(quads().times(class));
            let spot = || Spot { own: own.to_vec(), ..Spot::default() };
            found.add(SETTING, choices, times * BOARDS as u128, spot);
            let (Action::Set(set), true) = (choices[0], choices[0] == choices[1]) else { continue };
            for first in others(&own) {
                let raise = |advice: &Advice| match advice.terms.raises.last() {
                    Some((raise, _)) if advice.raises(own, set, first) => *raise,
                    _ => Action::NoRaise,
                };
                let deals = times * LAST_CARDS as u128;
                found.add(RAISING, [raise(self), raise(other)], deals, || Spot {
                    own: own.to_vec(),
                    board: vec![first],
                    so_far: vec![Action::Set(set)],
                    ..Spot::default()
                });
            }
        }
        found.finish()
    }

    fn charts(&self) -> Vec<Chart> {
        chart::charts(&self.terms, &self.five)
    }
}

impl Advice {
    fn set_values(&self, own: [Card; 4]) -> Vec<Valued> {
        let settings = self.terms.settings(&FourCards::of(own), &self.five);
        let value = |(card, (sum, _)): (Card, (i128, Setting))| Valued {
            action: Action::Set(card),
            value: self.terms.mean(sum, BOARDS),
        };
        let mut values: Vec<Valued> = own.into_iter().zip(settings).map(value).collect();
        if let Some(net) = self.terms.laid_down(own) {
            values.push(Valued { action: Action::LayDown, value: self.terms.mean(net, 1) });
        }
        ranked(values)
    }

    fn raise_values(
        &self,
        spot: &Spot,
        own: [Card; 4],
        first: Card,
    ) -> Result<Vec<Valued>, SpotError> {
        let set = match spot.so_far.as_slice() {
            [Action::Set(card)] if own.contains(card) => *card,
            [] => self.set(own).ok_or_else(|| {
                SpotError::NoDecision(
                    "these cards are best laid down; say which was set".to_owned(),
                )
            })?,
            _ => return Err(SpotError::NoDecision("one of the four cards was set".to_owned())),
        };
        let five = self.raised(own, set, first);
        let three = four_cards::three_sum_on(own, set, first, &self.terms.three.net);
        let valued = |&(action, times): &(Action, u8)| {
            let sum = five * i128::from(1 + times) + three;
            Valued { action, value: self.terms.mean(sum, LAST_CARDS) }
        };
        let choices = self.terms.raises.iter().rev().chain(&[(Action::NoRaise, 0)]);
        Ok(ranked(choices.map(valued).collect()))
    }
}
