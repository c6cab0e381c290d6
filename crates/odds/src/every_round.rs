//! Small games, solved by playing every round: of cards that the game calls alike one is played for all, what nobody sees
//! is left out, and at a decision every choice is tried. A game that says [`EveryRound`] needs nothing more for its odds.

use std::collections::BTreeMap;

use cards::{Card, DECK};
use games::{Action, Choice, EveryRound, Facing, Felt, Next, Recipient, Round, Seen};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive as _;
use rulebook::Schedule;

use crate::amount::Amount;
use crate::compare::{Difference, Differences, alike};
use crate::distribution::Gathering;
use crate::exact::{Exact, fraction, whole};
use crate::game::{Game, Question, Unit};
use crate::settled::Rounds;
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::{Body, Chart};

/// How likely each way to end is: what decided, the stake, what is returned.
type Ends = BTreeMap<(String, Exact, Amount), Exact>;

/// The classes of the player's cards and of the dealer's.
type Known = [Vec<usize>; 2];

/// A point of a round.
struct Point {
    round: Round,
    /// How many cards of each class can come.
    left: BTreeMap<usize, u32>,
    /// How many cards have come.
    shown: u32,
    chance: Exact,
    made: Option<Action>,
}

/// A decision that was tried.
struct Tried {
    seen: Seen,
    known: Known,
    /// The value of each choice, in the order in which they are offered.
    values: Vec<Valued>,
    chosen: Action,
    chance: Exact,
}

/// The rounds of one wager being played.
struct Walk<'w> {
    game: &'static EveryRound,
    rounds: Rounds<'w>,
    policy: Policy,
    tried: Vec<Tried>,
    /// The most cards that come in a round.
    shown_most: u32,
}

impl Game for EveryRound {
    fn unit(&self, _: &str) -> Unit {
        Unit::bet("the bet")
    }

    fn simple(&self, wager: &str) -> &'static [Simple] {
        if wager == self.wager { self.always } else { &[] }
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let game = games::every_round(question.subject.game()).expect("the game said so");
        question.schedules.iter().map(|schedule| solve(game, question, schedule)).collect()
    }
}

fn solve(game: &'static EveryRound, question: &Question<'_>, schedule: &Schedule) -> Solution {
    let rounds = Rounds::of(question.subject, schedule);
    let mut left = BTreeMap::new();
    for card in question.subject.decks().in_order() {
        *left.entry((game.class)(card)).or_insert(0) += 1;
    }
    let cards: u32 = left.values().sum();
    let start = Point { round: rounds.begin(), left, shown: 0, chance: whole(1), made: None };
    let policy = question.policy;
    let mut walk = Walk { game, rounds, policy, tried: Vec::new(), shown_most: 0 };
    let ends = walk.on(start);
    // Ordered deals of as many cards as ever come.
    let deals: BigInt = (0..walk.shown_most).map(|gone| BigInt::from(cards - gone)).product();
    let count = |chance: Exact| -> BigUint {
        let count = chance * whole(deals.clone());
        count.to_integer().try_into().expect("a number of deals")
    };
    let mut gathering = Gathering::default();
    for ((row, staked, returned), chance) in ends {
        gathering.add(row, staked, returned, count(chance));
    }
    let mut shares: Vec<(Action, Exact)> = Vec::new();
    for tried in &walk.tried {
        for Valued { action, .. } in &tried.values {
            let chance = if *action == tried.chosen { tried.chance.clone() } else { whole(0) };
            match shares.iter_mut().find(|(known, _)| known == action) {
                Some((_, sum)) => *sum += chance,
                None => shares.push((*action, chance)),
            }
        }
    }
    let share =
        |(action, chance)| ActionShare { at: game.decided, action, combinations: count(chance) };
    Solution {
        distribution: gathering.finish(),
        actions: shares.into_iter().map(share).collect(),
        arithmetic: Arithmetic::Fractions,
        notes: Vec::new(),
        advisor: Box::new(Advice { game, policy, deals, tried: walk.tried }),
    }
}

impl Walk<'_> {
    /// Plays on from a point in every way.
    fn on(&mut self, point: Point) -> Ends {
        self.shown_most = self.shown_most.max(point.shown);
        if let Some(end) = self.end(&point) {
            return Ends::from([(end, whole(1))]);
        }
        match point.round.next().clone() {
            Next::Card(want) if matches!(want.to, Recipient::Burn | Recipient::Discard) => {
                let mut round = point.round;
                round.unseen().expect("what goes aside lies face down");
                self.on(Point { round, ..point })
            }
            Next::Card(want) => {
                assert_eq!(want.facing, Facing::Up, "the player sees every card");
                self.every_card(&point)
            }
            Next::Decision(choice) => self.every_choice(&point, &choice),
            Next::Bets | Next::Award(_) | Next::Done => unreachable!("the wager is not settled"),
        }
    }

    /// What decided, stake and return of a round, once all that is staked is settled.
    fn end(&self, point: &Point) -> Option<(String, Exact, Amount)> {
        let lines = point.round.settlement().lines.iter().filter(|line| line.staked.get() > 0);
        let last = lines.clone().next_back()?;
        if point.round.staked(last.seat) != lines.map(|line| line.staked).sum() {
            return None;
        }
        let row = last.row.replace('-', " ");
        let made = point.made.map(|made| made.to_string());
        let made = made.filter(|made| !row.starts_with(made.as_str()));
        let end = self.rounds.end_of(&point.round);
        let words = made.map_or_else(|| row.clone(), |made| format!("{made}, {row}"));
        Some((words, end.staked, end.returned))
    }

    fn every_card(&mut self, point: &Point) -> Ends {
        let all: u32 = point.left.values().sum();
        let mut ends = Ends::new();
        for (&class, &count) in point.left.iter().filter(|(_, count)| **count > 0) {
            let is_left =
                |card: &Card| (self.game.class)(*card) == class && point.round.has_in_stock(*card);
            let card = DECK.into_iter().chain([Card::JOKER]).find(is_left);
            let mut round = point.round.clone();
            round.card(card.expect("one of the class is left")).expect("the card is wanted");
            let mut left = point.left.clone();
            left.insert(class, count - 1);
            let share = fraction(count, all);
            let (shown, chance) = (point.shown + 1, &point.chance * &share);
            for (end, chance) in self.on(Point { round, left, shown, chance, made: point.made }) {
                *ends.entry(end).or_insert_with(|| whole(0)) += chance * &share;
            }
        }
        ends
    }

    /// Tries every choice, and goes on with the one that the policy makes.
    fn every_choice(&mut self, point: &Point, choice: &Choice) -> Ends {
        let place = self.tried.len();
        let mut tried: Vec<(Valued, Ends)> = Vec::new();
        for &action in choice.actions.iter() {
            let mut round = point.round.clone();
            round.act(choice.seat, action).expect("the choice is offered");
            let (left, chance) = (point.left.clone(), point.chance.clone());
            let ends =
                self.on(Point { round, left, shown: point.shown, chance, made: Some(action) });
            assert_eq!(self.tried.len(), place, "a seat decides once");
            let nets = ends.iter().map(|((_, staked, back), chance)| (back - staked) * chance);
            tried.push((Valued { action, value: nets.sum() }, ends));
        }
        // Of equal choices the larger wager [ODD-1].
        let adds = |action| choice.offer(action).map(|offer| offer.adds);
        let best = tried.iter().max_by_key(|(it, _)| (it.value.clone(), adds(it.action)));
        let chosen = match self.policy {
            Policy::Optimal => best.expect("there is a choice").0.action,
            Policy::Simple(id) => always(id),
        };
        let seen = point.round.seen(choice);
        let values = tried.iter().map(|(valued, _)| valued.clone()).collect();
        let (known, chance) = (known(self.game, &seen.own, &seen.dealer), point.chance.clone());
        self.tried.push(Tried { seen, known, values, chosen, chance });
        let made = tried.into_iter().find(|(valued, _)| valued.action == chosen);
        made.expect("the strategy's choice is offered").1
    }
}

impl Tried {
    /// What to do, in words: `7h against 7d: war`.
    fn rule(&self) -> String {
        let words =
            |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
        let against = match self.seen.dealer.as_slice() {
            [] => String::new(),
            dealer => format!(" against {}", words(dealer)),
        };
        format!("{}{against}: {}.", words(&self.seen.own), self.chosen)
    }
}

/// The choice that a simple strategy always makes.
fn always(id: &'static str) -> Action {
    let action = id.strip_prefix("always-").and_then(|action| action.parse().ok());
    action.unwrap_or_else(|| unknown_strategy(id))
}

fn known(game: &EveryRound, own: &[Card], dealer: &[Card]) -> Known {
    [own, dealer].map(|cards| cards.iter().map(|card| (game.class)(*card)).collect())
}

struct Advice {
    game: &'static EveryRound,
    policy: Policy,
    /// How many ordered deals there are.
    deals: BigInt,
    tried: Vec<Tried>,
}

impl Advice {
    /// The decision with these cards.
    fn tried(&self, own: &[Card], dealer: &[Card]) -> Option<&Tried> {
        let known = known(self.game, own, dealer);
        self.tried.iter().find(|tried| tried.known == known)
    }
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        // What came for other seats does not count.
        let first = |place: usize, cards: &[Card]| -> Vec<Card> {
            let count = self.tried.first().map_or(0, |tried| tried.known[place].len());
            cards.iter().copied().take(count).collect()
        };
        let (own, dealer) = (first(0, felt.seats[seat].cards()), first(1, felt.dealer.cards()));
        let tried = self.tried(&own, &dealer);
        let chosen = tried.map(|tried| tried.chosen).filter(|one| choice.actions.contains(one));
        chosen.unwrap_or(choice.actions[0])
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        spot.no_joker()?;
        if let Some(Tried { known: [own, dealer], .. }) = self.tried.first() {
            spot.own_cards(own.len())?;
            spot.no_board().and(spot.is_first())?;
            if dealer.len() == 1 { spot.up_card().map(drop)? } else { spot.no_dealer()? }
        }
        let why =
            || format!("with these cards nothing is decided; a choice comes {}", self.game.decided);
        let tried = self.tried(&spot.own, &spot.dealer);
        tried.map(|tried| ranked(tried.values.clone())).ok_or_else(|| SpotError::NoDecision(why()))
    }

    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let mut found = Differences::of(self.deals.to_u128().expect("there are few cards"));
        for one in &self.tried {
            let Some(theirs) = other.tried.iter().find(|it| it.known == one.known) else {
                continue;
            };
            let deals = &one.chance * whole(self.deals.clone());
            let deals = deals.to_integer().to_u128().expect("there are few cards");
            // Where the choices are worth the same, one example stands for all.
            let like = self.tried.iter().find(|it| it.values == one.values).unwrap_or(one);
            found.add(self.game.decided, [one.chosen, theirs.chosen], deals, || Spot {
                own: like.seen.own.clone(),
                dealer: like.seen.dealer.clone(),
                ..Spot::default()
            });
        }
        found.finish()
    }

    fn charts(&self) -> Vec<Chart> {
        if let Policy::Simple(id) = self.policy {
            return Chart::simple(self.game.always, id);
        }
        let Some(first) = self.tried.first() else { return Vec::new() };
        let actions: Vec<String> = first.values.iter().map(|it| it.action.to_string()).collect();
        let mut title = actions.join(" or ");
        title[..1].make_ascii_uppercase();
        let is_always =
            |simple: &&Simple| self.tried.iter().all(|it| it.chosen == always(simple.id));
        let rules = match self.game.always.iter().find(is_always) {
            Some(simple) => vec![simple.says.to_owned()],
            None => self.tried.iter().map(Tried::rule).collect(),
        };
        let note = match self.tried.iter().all(|it| it.values == first.values) {
            true => "Exactly optimal: what each choice is worth does not depend on the cards.",
            false => "Exactly optimal: every round was played.",
        };
        vec![Chart { title, body: Body::Rules(rules), note: note.to_owned() }]
    }
}
