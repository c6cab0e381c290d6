//! A table's blackjack solved: the best play of every hand against every card up.

use num_traits::Signed as _;
use rayon::prelude::*;

use super::dealer::{Dealer, Finals};
use super::hands::{ACE, HandId, Hands, TEN, VALUES, size_of};
use super::outcomes::{Move, OutcomeChances, Walk};
use super::player::{Column, EQUAL, finals_of, without};
use super::results::Ways;
use super::rules::{Nets, Rules};
use super::splits::{Moves, Pair, Split, split};
use crate::exact::{Exact, decimal, fraction, whole};

/// Does the card up have the rank of a pair? That matters only to tens of which equal ranks alone
/// may be split.
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
        let nets = rules.nets();
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
                    self.pair(up, value, rank).map(|pair| self.split_by(pair, &plays[up]))
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

    pub(crate) fn split_by(&self, pair: Pair, plays: &Plays) -> Split {
        let moves = Moves { two: &plays.split, more: &plays.more };
        split(&self.rules, &self.nets, &self.hands, &self.dealer, pair, moves)
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
        if self.hands.shape(id).points == 21 {
            cell.ways = Ways::of_blackjack(dealers);
            cell.value = self.nets.blackjack * (1.0 - dealers) + self.nets.push * dealers;
        } else {
            let mut rest = 1.0;
            for (rank, share) in self.pair_shares(cards, up, first) {
                if strategy.plays[up].splits[cards[0]][rank as usize] {
                    rest -= share;
                    self.add_split(strategy, cards[0], up, rank, share, &mut cell);
                }
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

    /// How likely two cards of a value may be split, for each rank of the card up.
    fn pair_shares(
        &self,
        cards: [usize; 2],
        up: usize,
        first: Option<UpRank>,
    ) -> Vec<(UpRank, f64)> {
        if cards[0] != cards[1] || self.rules.hands_of(cards[0]) < 2 {
            return Vec::new();
        }
        if cards[0] != TEN || !self.rules.tells_tens_apart() {
            return vec![(UpRank::Other, 1.0)];
        }
        let tens = f64::from(self.rules.shoe[TEN]);
        let alike = tens / 4.0;
        if up != TEN {
            return vec![(UpRank::Other, (alike - 1.0) / (tens - 1.0))];
        }
        // The card up is the first one's equal in rank with so much chance.
        let same = match first {
            None => (alike - 1.0) / (tens - 1.0),
            Some(UpRank::Same) => 1.0,
            Some(UpRank::Other) => 0.0,
        };
        vec![
            (UpRank::Other, (1.0 - same) * (alike - 1.0) / (tens - 2.0)),
            (UpRank::Same, same * (alike - 2.0) / (tens - 2.0)),
        ]
    }

    fn add_split(
        &self,
        strategy: &Strategy,
        value: usize,
        up: usize,
        rank: UpRank,
        share: f64,
        cell: &mut Cell,
    ) {
        let Some(pair) = self.pair(up, value, rank) else { return };
        let plays = &strategy.plays[up];
        let best = &self.best.plays[up];
        let is_best = plays.split == best.split && plays.more == best.more;
        let own;
        let split = match &self.splits[up][value][rank as usize] {
            Some(split) if is_best => split,
            _ => {
                own = self.split_by(pair, plays);
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
        let column = &self.columns[up];
        let dealers = column.blackjack[usize::from(id)];
        let peeked = if self.rules.peeks { dealers } else { 0.0 };
        let choice = plays.two[usize::from(id)];
        let place = match choice {
            Move::Hit => 0,
            Move::Stand => 1,
            Move::Double => 2,
            Move::Surrender => 4,
        };
        cell.choices[place] += share * (1.0 - peeked);
        if let (Move::Surrender, Some(net)) = (choice, self.nets.surrender) {
            cell.value += share * (net * (1.0 - dealers) - dealers);
            cell.ways.add_all(&Ways::of_surrender(dealers), share);
            return;
        }
        let chances = self.chances(plays, id, up);
        cell.value += share * (self.value_of(&chances) - peeked);
        cell.ways.add_all(&Ways::of_hand(&self.rules, &chances, dealers), share);
    }

    /// How a hand that is not split ends.
    pub(crate) fn chances(&self, plays: &Plays, id: HandId, up: usize) -> OutcomeChances {
        let column = &self.columns[up];
        let walk = Walk {
            hands: &self.hands,
            shoe: without(&self.rules.shoe, up),
            up,
            two: Some(&plays.two),
            more: &plays.more,
        };
        let of = |id: HandId| (column.finals[usize::from(id)], column.blackjack[usize::from(id)]);
        walk.from(&[(id, 1.0)]).chances(&self.hands, of)
    }

    /// What a hand that is not split is worth, as [`super::player`] says.
    fn value_of(&self, chances: &OutcomeChances) -> f64 {
        let value = chances.value_without_blackjack(&self.nets);
        if self.rules.peeks {
            return value;
        }
        value - chances.busted_with_blackjack() - chances.stood_with_blackjack()
    }

    /// Does a strategy insure these first two cards?
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
        let mut deals = Vec::new();
        for up in (0..VALUES).filter(|&up| self.rules.shoe[up] > 0) {
            for first in 0..VALUES {
                for second in first..VALUES {
                    let chance = self.chance_of(&[up, first, second]);
                    let orders = if first == second { 1.0 } else { 2.0 };
                    if chance > 0.0 {
                        deals.push(([first, second], up, orders * chance));
                    }
                }
            }
        }
        deals
    }

    /// How likely these cards come in this order.
    pub(crate) fn chance_of(&self, cards: &[usize]) -> f64 {
        let mut shoe = self.rules.shoe;
        let mut chance = 1.0;
        for &value in cards {
            if shoe[value] == 0 {
                return 0.0;
            }
            chance *= f64::from(shoe[value]) / f64::from(size_of(&shoe));
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
