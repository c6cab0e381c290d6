//! War blackjack, 20:18:15:30.12: the player's first card against the dealer's, and what a press of
//! the win on the blackjack wager is worth.
//!
//! 1. For each first card and card up that win: the expected result of blackjack from there.
//! 2. Pressed is where that is no loss; a tie goes to the press, the larger wager [ODD-1].
//! 3. What is pressed rides on blackjack as every wager does, doubles and splits too [WAR-4].

use std::sync::Arc;

use cards::{Card, Rank, Suit};
use games::{Action, Choice, Felt, OnCards, Outcome};
use num_bigint::BigUint;

use crate::amount::Amount;
use crate::analysis::schedules;
use crate::blackjack::{
    self, Advice, Cell, Doubles, Model, Presses, Rules, Strategy, TEN, UpRank, Ways, distribution,
    in_units, value_of,
};
use crate::compare::{Difference, Differences, alike};
use crate::distribution::{Distribution, Gathering};
use crate::exact::{Exact, decimal, whole};
use crate::game::{Game, Question, SimpleStrategy, Unit};
use crate::settled::Rounds;
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::{Body, Chart, Grid, Key};
use crate::subject::Subject;

const SIMPLE: &[Simple] = &[
    Simple { id: "never-press", says: "Take every win." },
    Simple { id: "always-press", says: "Press every win." },
];

const DECISION: &str = "after a War win";

/// The game.
pub(crate) struct WarBlackjack;

impl Game for WarBlackjack {
    fn unit(&self, wager: &str) -> Unit {
        Unit::bet(if wager == "war" { "the War bet" } else { "the blackjack bet" })
    }

    /// A pressed win rides on the blackjack wager [WAR-4].
    fn rides_on(&self, wager: &str) -> Option<&'static str> {
        (wager == "war").then_some("blackjack")
    }

    /// The bet without the press, unless the options say how a win is played.
    fn shown_beside(&self, subject: &Subject, wager: &str) -> Option<SimpleStrategy> {
        let is_open = wager == "war" && !subject.posted().contains_key("press");
        is_open.then_some(SimpleStrategy { strategy: "never-press", option: ("press", "never") })
    }

    fn simple(&self, wager: &str) -> &'static [Simple] {
        if wager == "war" { SIMPLE } else { blackjack::SIMPLE }
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let model = blackjack::solved(question, Rules::of(question.subject));
        let war = War::new(question.subject, &model);
        if question.wager == "war" {
            return question.schedules.iter().map(|_| war.solve(question.policy)).collect();
        }
        let strategy = blackjack::strategy(&model, question.policy);
        let presses = war.presses(Policy::Optimal);
        let presses = Some((presses, war.press_chart(&presses)));
        let solve = |_| blackjack::solution(&model, &strategy, presses.clone());
        question.schedules.iter().map(solve).collect()
    }
}

/// What became of the War wager on two first cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    Won,
    Tied,
    Lost,
}

/// The War wager on every two first cards, as it is settled in rounds.
pub(crate) struct FirstCards {
    /// By the ranks of the player's first card and the dealer's.
    ends: [[First; 13]; 13],
    /// What a win returns, the wager included.
    pub(crate) won: Amount,
    /// What a press adds to the blackjack wager; the editions differ [WAR-3].
    added: Amount,
}

impl FirstCards {
    pub(crate) fn of(subject: &Subject) -> FirstCards {
        let schedule = schedules(subject, "war").swap_remove(0);
        let rounds = Rounds::of(subject, &schedule);
        let own = |rank| [Card::new(rank, Suit::Clubs), Card::new(Rank::Five, Suit::Spades)];
        let dealers = |rank| [Card::new(rank, Suit::Diamonds), Card::new(Rank::Six, Suit::Spades)];
        let mut won = None;
        let mut settle = |own_rank, up| {
            let (own, dealer) = (own(own_rank), dealers(up));
            let deal = OnCards { own: &own, dealer: &dealer, ..OnCards::default() };
            let line = rounds.lines(deal).swap_remove(0);
            match line.outcome {
                Outcome::Win => {
                    let [taken, pressed] = [Action::Take, Action::Press]
                        .map(|made| rounds.staked(OnCards { actions: &[made], ..deal }));
                    won = Some((line.returned, pressed - taken));
                    First::Won
                }
                _ if line.row == "tie" => First::Tied,
                _ => First::Lost,
            }
        };
        let ends = Rank::ALL.map(|own| Rank::ALL.map(|up| settle(own, up)));
        let (won, added) = won.expect("some card wins");
        // What rides on is the win, so that it grows with the pay.
        let added = &won + (added - &won.value);
        FirstCards { ends, won, added }
    }

    fn end(&self, own: Rank, up: Rank) -> First {
        self.ends[own.index()][up.index()]
    }

    /// The ranks from the lowest in War, which beats none.
    pub(crate) fn ranks(&self) -> [Rank; 13] {
        let mut ranks = Rank::ALL;
        let beats =
            |rank: Rank| Rank::ALL.into_iter().filter(move |up| self.end(rank, *up) == First::Won);
        ranks.sort_by_key(|rank| beats(*rank).count());
        ranks
    }

    /// Every first card and card up that win.
    fn wins(&self) -> impl Iterator<Item = (Rank, Rank)> + use<> {
        let (ranks, ends) = (self.ranks(), self.ends);
        let pairs = ranks.into_iter().flat_map(move |own| ranks.map(|up| (own, up)));
        pairs.filter(move |(own, up)| ends[own.index()][up.index()] == First::Won)
    }

    /// How many pairs of first ranks end so.
    fn count(&self, first: First) -> u64 {
        self.ends.iter().flatten().filter(|known| **known == first).count() as u64
    }
}

struct War {
    model: Arc<Model>,
    first: FirstCards,
    /// Whether no win is pressed, by the option `press`.
    is_never_pressed: bool,
    /// How blackjack ends after a win, by the values of the two cards.
    cells: Vec<(usize, usize, Cell)>,
}

impl War {
    fn new(subject: &Subject, model: &Arc<Model>) -> War {
        let first = FirstCards::of(subject);
        let mut cells: Vec<(usize, usize, Cell)> = Vec::new();
        for (own, up) in first.wins().map(|(own, up)| (value_of(own), value_of(up))) {
            if !cells.iter().any(|cell| (cell.0, cell.1) == (own, up)) {
                cells.push((own, up, after(model, &model.best, own, up)));
            }
        }
        let is_never_pressed = subject.option("press") == "never";
        War { model: Arc::clone(model), first, is_never_pressed, cells }
    }

    fn cell(&self, own: Rank, up: Rank) -> &Cell {
        let (own, up) = (value_of(own), value_of(up));
        let found = self.cells.iter().find(|cell| (cell.0, cell.1) == (own, up));
        &found.expect("every win was figured").2
    }

    /// When a win is pressed. The pressed wager never comes near the largest bet [WAR-3] unless the
    /// first bets do.
    fn presses(&self, policy: Policy) -> Presses {
        let mut presses = [[false; 13]; 13];
        for (own, up) in self.first.wins() {
            presses[own.index()][up.index()] = match policy {
                Policy::Optimal if self.is_never_pressed => false,
                Policy::Optimal => self.cell(own, up).value >= 0.0,
                Policy::Simple("never-press") => false,
                Policy::Simple("always-press") => true,
                Policy::Simple(other) => unknown_strategy(other),
            };
        }
        presses
    }

    fn solve(&self, policy: Policy) -> Solution {
        let presses = self.presses(policy);
        let is_pressed = |&(own, up): &(Rank, Rank)| presses[own.index()][up.index()];
        let pressed = self.first.wins().filter(is_pressed).count();
        // Ordered pairs of first cards.
        let alike = u64::from(self.model.rules.decks()) * 4;
        let space = 13 * alike * (13 * alike - 1);
        let taken = (self.first.count(First::Won) - pressed as u64) * alike * alike;
        let (distribution, unit) = if pressed == 0 {
            (self.taken(alike), space)
        } else {
            (self.pressed(&presses, alike as f64, space as f64), Arithmetic::UNIT)
        };
        let count = |deals: u64| {
            let is_exact = unit == space;
            BigUint::from(if is_exact { deals } else { in_units(deals as f64 / space as f64) })
        };
        let share = |action, combinations| ActionShare { at: DECISION, action, combinations };
        let mut notes = vec![
            "The result of the whole War wager: a pressed win rides on the blackjack wager and is \
             counted here; the blackjack wager itself is not."
                .to_owned(),
        ];
        if pressed > 0 {
            notes.extend(blackjack::notes(&self.model));
        }
        let is_exact = pressed == 0;
        Solution {
            distribution,
            actions: vec![
                share(Action::Press, count(pressed as u64 * alike * alike)),
                share(Action::Take, count(taken)),
            ],
            arithmetic: if is_exact { Arithmetic::Fractions } else { Arithmetic::Doubles },
            notes,
            advisor: Box::new(Pressing {
                play: Advice::new(
                    &self.model,
                    &self.model.best,
                    Some((presses, self.press_chart(&presses))),
                ),
                presses,
                decks: self.model.rules.decks(),
                won: self.first.won.value.clone(),
                added: self.first.added.value.clone(),
                values: std::array::from_fn(|own| {
                    std::array::from_fn(|up| {
                        let (own, up) = (Rank::ALL[own], Rank::ALL[up]);
                        (self.first.end(own, up) == First::Won).then(|| self.cell(own, up).value)
                    })
                }),
            }),
        }
    }

    /// Every win taken: counted in whole deals.
    fn taken(&self, alike: u64) -> Distribution {
        let mut gathering = Gathering::default();
        let apart = alike * alike;
        let won = self.first.count(First::Won) * apart;
        gathering.add("wins, taken", whole(1), self.first.won.clone(), won);
        gathering.add("loses", whole(1), whole(0), self.first.count(First::Lost) * apart);
        let tied = self.first.count(First::Tied) * alike * (alike - 1);
        gathering.add("ties", whole(1), whole(0), tied);
        gathering.finish()
    }

    fn pressed(&self, presses: &Presses, alike: f64, space: f64) -> Distribution {
        let each = alike * alike / space;
        let lost = self.first.count(First::Lost) as f64 * each;
        let tied = self.first.count(First::Tied) as f64 * alike * (alike - 1.0) / space;
        let mut outcomes = vec![
            ("loses".to_owned(), whole(1).into(), Amount::default(), lost),
            ("ties".to_owned(), whole(1).into(), Amount::default(), tied),
        ];
        let mut taken = 0.0;
        let mut ways = Ways::default();
        for (own, up) in self.first.wins() {
            if presses[own.index()][up.index()] {
                ways.add_all(&self.cell(own, up).ways, each);
            } else {
                taken += each;
            }
        }
        outcomes.push(("wins, taken".to_owned(), whole(1).into(), self.first.won.clone(), taken));
        for (row, staked, returned, chance) in ways.outcomes(&self.model.rules.pays) {
            let staked = &self.first.added * staked + whole(1);
            let returned = &self.first.won + &self.first.added * returned;
            outcomes.push((format!("pressed, {row}"), staked, returned, chance));
        }
        distribution(outcomes)
    }

    /// When a win is pressed, as a grid.
    fn press_chart(&self, presses: &Presses) -> Chart {
        let ranks = self.first.ranks();
        let cell = |own: Rank, up: Rank| match self.first.end(own, up) {
            First::Tied | First::Lost => String::new(),
            First::Won if presses[own.index()][up.index()] => "P".to_owned(),
            First::Won => "T".to_owned(),
        };
        let row = |own: &Rank| ranks.iter().map(|&up| cell(*own, up)).collect();
        let names = || ranks.iter().map(|rank| rank.letter().to_string()).collect::<Vec<String>>();
        let note = if self.is_never_pressed {
            "Every win is taken, by the option press=never.".to_owned()
        } else {
            format!(
                "Optimal for every first card and card up; each press adds {} of the War wager to \
                 the blackjack wager.",
                decimal(&self.first.added.value)
            )
        };
        Chart {
            title: "Press or take".to_owned(),
            body: Body::Grid(Grid {
                rows_are: "your first card".to_owned(),
                columns_are: "dealer's card".to_owned(),
                rows: names(),
                columns: names(),
                cells: ranks.iter().map(row).collect(),
                legend: vec![
                    Key::new("P", "press", Some(Action::Press)),
                    Key::new("T", "take", Some(Action::Take)),
                ],
            }),
            note,
        }
    }
}

/// How blackjack ends after a War win with cards of these values.
fn after(model: &Model, strategy: &Strategy, own: usize, up: usize) -> Cell {
    let known = model.chance_of(&Doubles, &[own, up]);
    // Two tens of which one won over the other differ in rank.
    let first = (own == TEN && up == TEN).then_some(UpRank::Other);
    let mut sum = Cell::default();
    for second in 0..blackjack::VALUES {
        let chance = model.chance_of(&Doubles, &[own, up, second]) / known;
        if chance > 0.0 {
            let cell = model.cell_known(strategy, [own, second], up, first);
            sum.value += chance * cell.value;
            sum.ways.add_all(&cell.ways, chance);
        }
    }
    sum
}

/// Takes or presses, and plays the hand optimally.
struct Pressing {
    play: Advice,
    presses: Presses,
    decks: u16,
    won: Exact,
    added: Exact,
    /// What blackjack is worth after a win, by the ranks of the two cards.
    values: [[Option<f64>; 13]; 13],
}

/// War is decided on the first cards, before anyone looks for a blackjack: its values assume nothing [WAR-2].
impl Advisor for Pressing {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        self.play.choose(felt, seat, choice)
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let [own] = spot.own::<1>("one card")?;
        spot.no_board().and(spot.is_first())?;
        let [up] = spot.dealer.as_slice() else {
            let has = spot.dealer.len();
            return Err(SpotError::Cards { what: "dealer's cards", has, wants: "one card up" });
        };
        blackjack::check_decks(spot, self.decks)?;
        let Some(value) = self.values[own.rank().index()][up.rank().index()] else {
            let why = "the first card does not beat the dealer's card";
            return Err(SpotError::NoDecision(why.to_owned()));
        };
        let take = &self.won - whole(1);
        let value = Exact::from_float(value).expect("a chance is a number");
        let press = &take + &self.added * value;
        Ok(ranked(vec![
            Valued { action: Action::Press, value: press },
            Valued { action: Action::Take, value: take },
        ]))
    }

    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let of = |advice: &Pressing, own: Rank, up: Rank| match advice.presses[own.index()]
            [up.index()]
        {
            true => Action::Press,
            false => Action::Take,
        };
        let alike = u64::from(self.decks) * 4;
        let mut found = Differences::of(13 * alike * (13 * alike - 1));
        let pairs = Rank::ALL.into_iter().flat_map(|own| Rank::ALL.map(|up| (own, up)));
        let is_won = |(own, up): &(Rank, Rank)| self.values[own.index()][up.index()].is_some();
        for (own, up) in pairs.filter(is_won) {
            let choices = [of(self, own, up), of(other, own, up)];
            found.add(DECISION, choices, alike * alike, || Spot {
                own: vec![Card::new(own, Suit::Spades)],
                dealer: vec![Card::new(up, Suit::Hearts)],
                ..Spot::default()
            });
        }
        found.finish()
    }

    fn charts(&self) -> Vec<Chart> {
        self.play.press_chart().cloned().into_iter().collect()
    }
}
