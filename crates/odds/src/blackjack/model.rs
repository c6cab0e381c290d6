//! A table's blackjack solved: the best play of every hand against every card up.

use num_traits::Signed as _;
use rayon::prelude::*;

use super::dealer::{Dealer, Finals};
use super::hands::{ACE, HandId, Hands, LIMIT, TEN, VALUES, size_of, without};
use super::numbers::{Doubles, Numbers};
use super::outcomes::{Move, OutcomeChances, Walk};
use super::player::{Column, EQUAL, finals_of};
use super::results::Ways;
use super::rules::{Nets, Rules};
use super::splits::{Moves, Pair, Split, Splitting};
use crate::exact::{Exact, decimal, fraction, whole};

/// Whether the card up has the rank of a pair. That matters only to tens of which equal ranks alone may be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UpRank {
    Other,
    Same,
}

impl UpRank {
    pub(crate) const BOTH: [UpRank; 2] = [UpRank::Other, UpRank::Same];
}

/// What a strategy does against one card up.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plays {
    /// With two cards that are not split.
    pub(crate) two: Vec<Move>,
    /// With two cards after a split.
    pub(crate) split: Vec<Move>,
    /// With more cards.
    pub(crate) more: Vec<Move>,
    /// Which pairs it splits, by value and by the rank of the card up.
    pub(crate) splits: [[bool; 2]; VALUES],
}

/// A whole strategy, by the card up, and whether it insures by value of the first two cards.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Strategy {
    pub(crate) plays: Vec<Plays>,
    pub(crate) insurance: Insuring,
}

/// When a strategy insures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Insuring {
    /// Where that is worth something.
    AtBest,
    Always,
}

/// Everything about a table.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) rules: Rules,
    pub(crate) nets: Nets,
    pub(crate) hands: Hands,
    pub(crate) dealer: Dealer,
    /// By the card up.
    pub(crate) columns: Vec<Column>,
    /// Every pair split and then played optimally, by the card up, the pair's value and the
    /// rank of the card up; nothing where it cannot be.
    pub(crate) splits: Vec<[[Option<Split>; 2]; VALUES]>,
    pub(crate) best: Strategy,
    /// The least difference between a best choice and the next, in wagers.
    pub(crate) gap: f64,
}

/// How first two cards against a card up end under a strategy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) value: f64,
    pub(crate) ways: Ways,
    /// How likely each choice is made on the first two cards: hit, stand, double, split, surrender.
    pub(crate) choices: [f64; 5],
}

impl Model {
    pub(crate) fn new(rules: Rules) -> Model {
        let hands = Hands::new(&rules.shoe);
        let dealer = Dealer::new(rules.soft_17);
        let finals = all_finals(&rules, &hands, &dealer);
        let columns: Vec<Column> = finals
            .into_par_iter()
            .enumerate()
            .map(|(up, finals)| Column::solve(&rules, &hands, up, finals))
            .collect();
        let nets = rules.nets(&Doubles);
        let best = Strategy { plays: Vec::new(), insurance: Insuring::AtBest };
        let splits = Vec::new();
        let gap = columns.iter().map(|column| column.gap).fold(f64::INFINITY, f64::min);
        let mut model = Model { rules, nets, hands, dealer, columns, splits, best, gap };
        let plays: Vec<Plays> = (0..VALUES).map(|up| model.unsplit(up)).collect();
        model.splits = model.all_splits(&plays);
        model.best.plays = plays;
        model.decide_splits();
        model
    }

    /// The best play against a card up that never splits.
    fn unsplit(&self, up: usize) -> Plays {
        let Column { two, split, more, .. } = &self.columns[up];
        Plays {
            two: two.clone(),
            split: split.clone(),
            more: more.clone(),
            splits: [[false; 2]; VALUES],
        }
    }

    /// Every pair split against every card up, and played so after that.
    fn all_splits(&self, plays: &[Plays]) -> Vec<[[Option<Split>; 2]; VALUES]> {
        let cases: Vec<(usize, usize)> =
            (0..VALUES).flat_map(|value| (0..VALUES).map(move |up| (up, value))).collect();
        let found: Vec<[Option<Split>; 2]> = cases
            .par_iter()
            .with_max_len(1)
            .map(|&(up, value)| {
                UpRank::BOTH.map(|rank| {
                    let split = |pair| self.split_by(&Doubles, &self.nets, pair, &plays[up]);
                    self.pair(up, value, rank).map(split)
                })
            })
            .collect();
        let mut all: Vec<[[Option<Split>; 2]; VALUES]> = vec![Default::default(); VALUES];
        for ((up, value), splits) in cases.into_iter().zip(found) {
            all[up][value] = splits;
        }
        all
    }

    /// A pair that can be dealt against a card up and split.
    pub(crate) fn pair(&self, up: usize, value: usize, rank: UpRank) -> Option<Pair> {
        if self.rules.hands_of(value) < 2 {
            return None;
        }
        let tells_apart = value == TEN && self.rules.tells_tens_apart();
        let alike = if tells_apart { self.rules.shoe[value] / 4 } else { self.rules.shoe[value] };
        let gone = match (tells_apart, rank) {
            (true, UpRank::Same) if up == value => 3,
            (false, UpRank::Other) if up == value => 3,
            (_, UpRank::Other) => 2,
            (_, UpRank::Same) => return None,
        };
        let enough = 2 + u16::from(up == value);
        let is_dealt = self.rules.shoe[value] >= enough && self.rules.shoe[up] > 0;
        Some(Pair { value, up, left: alike.checked_sub(gone)? }).filter(|_| is_dealt)
    }

    /// A pair split and then played so.
    pub(crate) fn split_by<N: Numbers>(
        &self,
        numbers: &N,
        nets: &Nets<N::Number>,
        pair: Pair,
        plays: &Plays,
    ) -> Split<N::Number> {
        let Model { rules, hands, dealer, .. } = self;
        let moves = Moves { two: &plays.split, more: &plays.more };
        Splitting { numbers, rules, nets, hands, dealer }.split(pair, moves)
    }

    /// Splits where that is best; a tie goes to the split, which is the larger wager [ODD-1].
    fn decide_splits(&mut self) {
        for up in 0..VALUES {
            for value in 0..VALUES {
                for rank in UpRank::BOTH {
                    let Some(split) = &self.splits[up][value][rank as usize] else { continue };
                    let id = self.hands.pair(value, value);
                    let unsplit = self.value_unsplit(up, id);
                    self.gap = self.gap.min((split.value - unsplit).abs());
                    let is_best = split.value >= unsplit - EQUAL;
                    self.best.plays[up].splits[value][rank as usize] = is_best;
                }
            }
        }
    }

    /// What two cards are worth if they are not split, as [`super::player`] says.
    pub(crate) fn value_unsplit(&self, up: usize, id: HandId) -> f64 {
        let values = &self.columns[up].values[usize::from(id)];
        values.best(&[Move::Hit, Move::Double, Move::Surrender]).1
    }

    /// The best strategy without splits.
    pub(crate) fn never_splitting(&self) -> Strategy {
        let plays = (0..VALUES).map(|up| self.unsplit(up)).collect();
        Strategy { plays, ..self.best.clone() }
    }

    /// How these first two cards end.
    pub(crate) fn cell(&self, strategy: &Strategy, cards: [usize; 2], up: usize) -> Cell {
        self.cell_known(strategy, cards, up, None)
    }

    /// The same where it is known, of tens, whether the first has the rank of the card up.
    pub(crate) fn cell_known(
        &self,
        strategy: &Strategy,
        cards: [usize; 2],
        up: usize,
        first: Option<UpRank>,
    ) -> Cell {
        let id = self.hands.pair(cards[0], cards[1]);
        let dealers = self.columns[up].blackjack[usize::from(id)];
        let mut cell = Cell::default();
        if self.hands.shape(id).points == LIMIT {
            cell.ways = Ways::of_blackjack(dealers);
            cell.value = self.nets.of_blackjack(&Doubles, dealers);
        } else {
            let mut rest = 1.0;
            for (pair, rank, share) in self.pairs_split(&Doubles, strategy, cards, up, first) {
                rest -= share;
                self.add_split(strategy, pair, rank, share, &mut cell);
            }
            if rest > EQUAL {
                self.add_unsplit(strategy, id, up, rest, &mut cell);
            }
        }
        if up == ACE && self.insures(strategy, cards) {
            cell.ways = std::mem::take(&mut cell.ways).insured();
            cell.value += decimal(&self.value_of_insurance(cards)) / 2.0;
        }
        cell
    }

    /// The pairs of these cards that a strategy splits, by the rank of the card up, and how likely these cards are
    /// such a pair; of tens it may be known whether the first has the rank of the card up.
    pub(crate) fn pairs_split<N: Numbers>(
        &self,
        numbers: &N,
        strategy: &Strategy,
        cards: [usize; 2],
        up: usize,
        first: Option<UpRank>,
    ) -> Vec<(Pair, UpRank, N::Number)> {
        let value = cards[0];
        if value != cards[1] || self.rules.hands_of(value) < 2 {
            return Vec::new();
        }
        let one = numbers.one();
        let shares = if value != TEN || !self.rules.tells_tens_apart() {
            vec![(UpRank::Other, one)]
        } else {
            let (tens, alike) = (self.rules.shoe[TEN], self.rules.shoe[TEN] / 4);
            // The chance that a second ten has the rank of the first.
            let second = numbers.part(one, alike - 1, tens - 1);
            // Of a ten up, the first is the equal in rank.
            let same = match first {
                None => second,
                Some(UpRank::Same) => one,
                Some(UpRank::Other) => N::Number::default(),
            };
            let other = numbers.part(numbers.rest(same), alike - 1, tens - 2);
            match up {
                TEN => vec![
                    (UpRank::Other, other),
                    (UpRank::Same, numbers.part(same, alike - 2, tens - 2)),
                ],
                _ => vec![(UpRank::Other, second)],
            }
        };
        let is_split = |(rank, share): (UpRank, N::Number)| {
            let splits = strategy.plays[up].splits[value][rank as usize];
            Some((self.pair(up, value, rank).filter(|_| splits)?, rank, share))
        };
        shares.into_iter().filter_map(is_split).collect()
    }

    fn add_split(
        &self,
        strategy: &Strategy,
        pair: Pair,
        rank: UpRank,
        share: f64,
        cell: &mut Cell,
    ) {
        let Pair { value, up, .. } = pair;
        let plays = &strategy.plays[up];
        let best = &self.best.plays[up];
        let is_best = plays.split == best.split && plays.more == best.more;
        let own;
        let split = match &self.splits[up][value][rank as usize] {
            Some(split) if is_best => split,
            _ => {
                own = self.split_by(&Doubles, &self.nets, pair, plays);
                &own
            }
        };
        let dealers = self.columns[up].blackjack[usize::from(self.hands.pair(value, value))];
        let peeked = if self.rules.peeks { dealers } else { 0.0 };
        cell.value += share * (split.value - peeked);
        cell.ways.add_all(&Ways::of_split(&self.rules, split, dealers), share);
        cell.choices[3] += share * (1.0 - peeked);
    }

    fn add_unsplit(&self, strategy: &Strategy, id: HandId, up: usize, share: f64, cell: &mut Cell) {
        let plays = &strategy.plays[up];
        let dealers = self.columns[up].blackjack[usize::from(id)];
        let peeked = if self.rules.peeks { dealers } else { 0.0 };
        let place = match plays.two[usize::from(id)] {
            Move::Hit => 0,
            Move::Stand => 1,
            Move::Double => 2,
            Move::Surrender => 4,
        };
        cell.choices[place] += share * (1.0 - peeked);
        let chances = self.chances(plays, id, up);
        cell.value += share * (self.value_of(&Doubles, &self.nets, &chances) - peeked);
        cell.ways.add_all(&Ways::of_hand(&self.rules, &chances, dealers), share);
    }

    /// Hands dealt against a card up and played so.
    pub(crate) fn walk<'w, N: Numbers>(
        &'w self,
        numbers: &'w N,
        plays: &'w Plays,
        up: usize,
    ) -> Walk<'w, N> {
        let (two, more) = (Some(plays.two.as_slice()), plays.more.as_slice());
        let shoe = without(&self.rules.shoe, up);
        Walk { numbers, hands: &self.hands, shoe, up, two, more }
    }

    /// How a hand that is not split ends.
    pub(crate) fn chances(&self, plays: &Plays, id: HandId, up: usize) -> OutcomeChances {
        let column = &self.columns[up];
        let of = |id: HandId| (column.finals[usize::from(id)], column.blackjack[usize::from(id)]);
        let reached = self.walk(&Doubles, plays, up).from(&[(id, 1.0)]);
        reached.chances(&Doubles, &self.hands, of)
    }

    /// What a hand that is not split is worth, as [`super::player`] says.
    pub(crate) fn value_of<N: Numbers>(
        &self,
        numbers: &N,
        nets: &Nets<N::Number>,
        chances: &OutcomeChances<N::Number>,
    ) -> N::Number {
        let value = chances.value(numbers, nets, self.rules.peeks);
        let stood = chances.stood_with_blackjack(numbers);
        if self.rules.peeks { value } else { numbers.sub(value, stood) }
    }

    /// Whether a strategy insures these first two cards.
    pub(crate) fn insures(&self, strategy: &Strategy, cards: [usize; 2]) -> bool {
        match strategy.insurance {
            _ if self.rules.pays.insurance.is_none() => false,
            Insuring::Always => true,
            Insuring::AtBest => !self.value_of_insurance(cards).is_negative(),
        }
    }

    /// What a wager of one on insurance is worth to a player with these cards.
    pub(crate) fn value_of_insurance(&self, cards: [usize; 2]) -> Exact {
        let Some(pay) = &self.rules.pays.insurance else { return whole(-1) };
        let own = cards.iter().filter(|&&value| value == TEN).count() as u16;
        let unseen = size_of(&self.rules.shoe) - 3;
        pay * fraction(self.rules.shoe[TEN] - own, unseen) - whole(1)
    }

    /// Every two first cards with every card up: the cards, the card up, how likely.
    pub(crate) fn deals(&self) -> Vec<([usize; 2], usize, f64)> {
        (0..VALUES).flat_map(|up| self.deals_against(&Doubles, up)).collect()
    }

    /// Every two first cards with this card up.
    pub(crate) fn deals_against<N: Numbers>(
        &self,
        numbers: &N,
        up: usize,
    ) -> Vec<([usize; 2], usize, N::Number)> {
        let mut deals = Vec::new();
        for first in 0..VALUES {
            for second in first..VALUES {
                let chance = self.chance_of(numbers, &[up, first, second]);
                let chance = if first == second { chance } else { numbers.add(chance, chance) };
                if chance != N::Number::default() {
                    deals.push(([first, second], up, chance));
                }
            }
        }
        deals
    }

    /// How likely these cards come in this order.
    pub(crate) fn chance_of<N: Numbers>(&self, numbers: &N, cards: &[usize]) -> N::Number {
        let mut shoe = self.rules.shoe;
        let mut chance = numbers.one();
        for &value in cards {
            if shoe[value] == 0 {
                return N::Number::default();
            }
            let share = numbers.part(numbers.one(), shoe[value], size_of(&shoe));
            chance = numbers.mul(chance, share);
            shoe[value] -= 1;
        }
        chance
    }

    /// All deals under a strategy, with their chances.
    pub(crate) fn cells(&self, strategy: &Strategy) -> Vec<(usize, f64, Cell)> {
        let deals = self.deals();
        let cell = |&(cards, up, chance): &([usize; 2], usize, f64)| {
            (up, chance, self.cell(strategy, cards, up))
        };
        deals.par_iter().with_max_len(8).map(cell).collect()
    }
}

/// The dealer's ends against every hand, by the card up.
fn all_finals(rules: &Rules, hands: &Hands, dealer: &Dealer) -> Vec<Vec<Finals>> {
    const PART: usize = 512;
    let parts: Vec<(usize, usize)> = (0..VALUES)
        .flat_map(|up| (0..hands.len()).step_by(PART).map(move |from| (up, from)))
        .collect();
    let of = |&(up, from): &(usize, usize)| {
        if rules.shoe[up] == 0 {
            return vec![Finals::default(); PART.min(hands.len() - from)];
        }
        finals_of(dealer, &rules.shoe, hands, up, from..hands.len().min(from + PART))
    };
    let found: Vec<Vec<Finals>> = parts.par_iter().with_max_len(1).map(of).collect();
    let mut all: Vec<Vec<Finals>> = vec![Vec::new(); VALUES];
    for ((up, _), finals) in parts.into_iter().zip(found) {
        all[up].extend(finals);
    }
    all
}
