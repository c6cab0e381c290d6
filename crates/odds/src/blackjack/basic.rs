//! The best strategy that looks only at the total of a hand: what players call basic strategy.

use super::hands::{HandId, Hands, LIMIT, TEN, VALUES, without};
use super::model::{Insuring, Model, Plays, Strategy, UpRank};
use super::numbers::Doubles;
use super::outcomes::Move;
use super::player::Values;

/// What to do with a total against a card up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Play {
    /// With two cards.
    pub(crate) two: Move,
    /// With two cards after a split.
    split: Move,
    /// With more cards, or where two may do nothing else.
    pub(crate) more: Move,
}

const STANDS: Play = Play { two: Move::Stand, split: Move::Stand, more: Move::Stand };

/// The totals of a hand: hard or soft, points.
const TOTALS: usize = 2 * (LIMIT as usize + 1);

/// A total by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Total {
    Hard(u8),
    Soft(u8),
}

impl Total {
    fn place(self) -> usize {
        match self {
            Total::Hard(points) => usize::from(points),
            Total::Soft(points) => usize::from(points) + TOTALS / 2,
        }
    }
}

fn total_of(hands: &Hands, id: HandId) -> usize {
    let shape = hands.shape(id);
    let total = if shape.is_soft() { Total::Soft } else { Total::Hard };
    total(shape.points).place()
}

/// The strategy by totals.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Basic {
    /// By the card up and the total.
    plays: Vec<[Play; TOTALS]>,
    /// By the card up and the value of a pair.
    splits: Vec<[[bool; 2]; VALUES]>,
}

impl Basic {
    /// Weighs the hands of each total by how often the strategy meets them, until nothing changes.
    pub(crate) fn find(model: &Model) -> Basic {
        let mut found = Basic::weighed(model, &model.best, None);
        for _ in 0..8 {
            let next = Basic::weighed(model, &found.strategy(model), Some(&found));
            if next == found {
                break;
            }
            found = next;
        }
        found
    }

    pub(crate) fn play(&self, up: usize, total: Total) -> Play {
        self.plays[up][total.place()]
    }

    pub(crate) fn splits(&self, up: usize, value: usize) -> bool {
        self.splits[up][value][UpRank::Other as usize]
    }

    /// As a strategy for every hand.
    pub(crate) fn strategy(&self, model: &Model) -> Strategy {
        let hands = &model.hands;
        let plays = |up: usize| {
            let of = |pick: &dyn Fn(Play) -> Move| {
                let all = 0..hands.len() as HandId;
                all.map(|id| pick(self.plays[up][total_of(hands, id)])).collect::<Vec<Move>>()
            };
            Plays {
                two: of(&|play| play.two),
                split: of(&|play| play.split),
                more: of(&|play| play.more),
                splits: self.splits[up],
            }
        };
        let plays = (0..VALUES).map(plays).collect();
        Strategy { plays, insurance: Insuring::AtBest }
    }

    /// The best play of each total if hands come as often as under a strategy, and are played on by
    /// totals, if those are known, or else optimally.
    fn weighed(model: &Model, met: &Strategy, on: Option<&Basic>) -> Basic {
        let mut plays = Vec::new();
        let mut splits = Vec::new();
        for up in 0..VALUES {
            let often = often(model, &met.plays[up], up);
            let values = values(model, up, on);
            let (of_totals, of_pairs) = totals(model, up, &often, &values);
            plays.push(of_totals);
            splits.push(of_pairs);
        }
        Basic { plays, splits }
    }
}

/// What choices are worth against a card up if a hand is played on by totals.
fn values(model: &Model, up: usize, on: Option<&Basic>) -> Vec<Values> {
    let column = &model.columns[up];
    let Some(basic) = on else { return column.values.clone() };
    let hands = &model.hands;
    let mut values = vec![Values::default(); hands.len()];
    let mut worth = vec![0.0; hands.len()];
    let shoe = without(&model.rules.shoe, up);
    for id in hands.decided().rev() {
        let Some(left) = hands.left(&shoe, id) else { continue };
        let of = column.value(&model.rules, &model.nets, hands, id, &left, &worth);
        let play = basic.plays[up][total_of(hands, id)];
        worth[usize::from(id)] = of.of(play.more).unwrap_or(of.stand);
        values[usize::from(id)] = of;
    }
    values
}

/// How often a strategy meets each hand against a card up; pairs that it splits are not counted.
pub(crate) fn often(model: &Model, plays: &Plays, up: usize) -> Vec<f64> {
    let hands = &model.hands;
    let start = |(cards, of_up, chance): ([usize; 2], usize, f64)| {
        let is_split = cards[0] == cards[1] && plays.splits[cards[0]][0];
        let id = hands.pair(cards[0], cards[1]);
        let is_played = of_up == up && !is_split && hands.shape(id).points < LIMIT;
        is_played.then_some((id, chance))
    };
    let starts: Vec<(HandId, f64)> = model.deals().into_iter().filter_map(start).collect();
    model.walk(&Doubles, plays, up).from(&starts).met
}

/// What a total gains over another choice, weighed; unweighed where no hand of it is ever met.
#[derive(Clone, Copy, Default)]
struct Gain {
    weighed: f64,
    weight: f64,
    plain: f64,
}

impl Gain {
    fn add(&mut self, weight: f64, gain: f64) {
        self.weighed += weight * gain;
        self.weight += weight;
        self.plain += gain;
    }

    fn is_worth_it(self) -> bool {
        if self.weight > 0.0 { self.weighed > 0.0 } else { self.plain > 0.0 }
    }
}

fn totals(
    model: &Model,
    up: usize,
    often: &[f64],
    values: &[Values],
) -> ([Play; TOTALS], [[bool; 2]; VALUES]) {
    let (hands, rules) = (&model.hands, &model.rules);
    let mut plays = [STANDS; TOTALS];
    let mut hits = [Gain::default(); TOTALS];
    let shoe = without(&rules.shoe, up);
    let is_held = |id: &HandId| hands.left(&shoe, *id).is_some();
    for id in hands.decided().filter(is_held) {
        let of = &values[usize::from(id)];
        if let Some(hit) = of.hit {
            hits[total_of(hands, id)].add(often[usize::from(id)], hit - of.stand);
        }
    }
    for (play, gain) in plays.iter_mut().zip(hits) {
        if gain.is_worth_it() {
            *play = Play { two: Move::Hit, split: Move::Hit, more: Move::Hit };
        }
    }
    // Doubling, and then surrender, instead of what the total does otherwise.
    for choice in [Move::Double, Move::Surrender] {
        let mut gains = [Gain::default(); TOTALS];
        for id in hands.decided().filter(|&id| hands.shape(id).size == 2).filter(is_held) {
            let of = &values[usize::from(id)];
            let else_worth = of.of(plays[total_of(hands, id)].two).unwrap_or(of.stand);
            if let Some(value) = of.of(choice) {
                gains[total_of(hands, id)].add(often[usize::from(id)], value - else_worth);
            }
        }
        for (play, _) in plays.iter_mut().zip(gains).filter(|(_, gain)| gain.is_worth_it()) {
            play.two = choice;
            let after_split = match choice {
                Move::Double => rules.doubles_after_split,
                Move::Surrender => rules.surrenders_after_split,
                Move::Stand | Move::Hit => true,
            };
            if after_split {
                play.split = choice;
            }
        }
    }
    let splits = |value: usize| {
        UpRank::BOTH.map(|rank| {
            let id = hands.pair(value, value);
            model.splits[up][value][rank as usize].as_ref().is_some_and(|split| {
                let of = &values[usize::from(id)];
                let unsplit = of.of(plays[total_of(hands, id)].two).unwrap_or(of.stand);
                split.value >= unsplit
            })
        })
    };
    (plays, std::array::from_fn(splits))
}

/// A simple strategy: `mimic-dealer` draws as the dealer does, and nothing else.
pub(crate) fn mimic_dealer(model: &Model) -> Strategy {
    let hands = &model.hands;
    let play = |id: HandId| {
        let shape = hands.shape(id);
        let draws = model.rules.soft_17.draws(shape.points, shape.is_soft());
        if draws { Move::Hit } else { Move::Stand }
    };
    let moves: Vec<Move> = (0..hands.len() as HandId).map(play).collect();
    let plays = Plays {
        two: moves.clone(),
        split: moves.clone(),
        more: moves,
        splits: [[false; 2]; VALUES],
    };
    Strategy { plays: vec![plays; VALUES], insurance: Insuring::AtBest }
}

/// A simple strategy: `never-bust` stands on every hard total that a ten would bust, and plays by
/// totals otherwise.
pub(crate) fn never_bust(model: &Model) -> Strategy {
    let mut strategy = Basic::find(model).strategy(model);
    let hands = &model.hands;
    for plays in &mut strategy.plays {
        for id in hands.decided() {
            let shape = hands.shape(id);
            if shape.hard + TEN as u8 + 1 > LIMIT {
                for moves in [&mut plays.two, &mut plays.split, &mut plays.more] {
                    let play = &mut moves[usize::from(id)];
                    if matches!(play, Move::Hit | Move::Double) {
                        *play = Move::Stand;
                    }
                }
            }
        }
    }
    strategy
}
