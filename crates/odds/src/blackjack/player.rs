//! The best play of every hand without splits, and what each choice is worth.
//!
//! Values are those of the wager where the dealer has no blackjack, times the chance of that: the
//! chances of cards then need no correction for the peek. Where the dealer does not peek, what the
//! original wager and a bust lose to a dealer blackjack is in them too.

use super::dealer::{Dealer, FINALS, Finals, blackjack};
use super::hands::{HandId, Hands, LIMIT, Shoe, size_of, without};
use super::numbers::Doubles;
use super::outcomes::Move;
use super::rules::{Nets, Rules};

/// Below this two choices are as good as equal: rounding cannot tell them apart.
pub(crate) const EQUAL: f64 = 1e-12;

/// Every hand against one card up.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) up: usize,
    /// How the dealer ends when a hand stands.
    pub(crate) finals: Vec<Finals>,
    /// The chance of a dealer blackjack.
    pub(crate) blackjack: Vec<f64>,
    /// What standing is worth against a dealer without blackjack.
    stand: Vec<f64>,
    pub(crate) values: Vec<Values>,
    /// Whether to hit or stand.
    pub(crate) more: Vec<Move>,
    /// The best of what two cards may do after a split, but for splitting again.
    pub(crate) split: Vec<Move>,
    /// The best of all but splitting, for two cards.
    pub(crate) two: Vec<Move>,
    /// The least difference between a best choice and the next.
    pub(crate) gap: f64,
}

/// What each choice is worth; nothing where it is not allowed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Values {
    pub(crate) stand: f64,
    pub(crate) hit: Option<f64>,
    pub(crate) double: Option<f64>,
    pub(crate) surrender: Option<f64>,
}

impl Values {
    pub(crate) fn of(&self, choice: Move) -> Option<f64> {
        match choice {
            Move::Stand => Some(self.stand),
            Move::Hit => self.hit,
            Move::Double => self.double,
            Move::Surrender => self.surrender,
        }
    }

    /// The best of some choices; of equal ones the larger wager [ODD-1], so the larger stand first.
    pub(crate) fn best(&self, choices: &[Move]) -> (Move, f64, f64) {
        let mut best = (Move::Stand, self.stand);
        let mut gap = f64::INFINITY;
        for &choice in choices {
            let Some(value) = self.of(choice) else { continue };
            gap = gap.min((value - best.1).abs());
            // A double is the larger wager; the others are no larger than standing.
            let is_better = match choice {
                Move::Double => value >= best.1 - EQUAL,
                _ => value > best.1 + EQUAL,
            };
            if is_better {
                best = (choice, value);
            }
        }
        (best.0, best.1, gap)
    }
}

/// What may be done with two cards after a split besides standing.
fn after_split(rules: &Rules) -> &'static [Move] {
    match (rules.doubles_after_split, rules.surrenders_after_split) {
        (true, true) => &[Move::Hit, Move::Double, Move::Surrender],
        (true, false) => &[Move::Hit, Move::Double],
        (false, true) => &[Move::Hit, Move::Surrender],
        (false, false) => &[Move::Hit],
    }
}

/// The dealer's ends against each hand of a range.
pub(crate) fn finals_of(
    dealer: &Dealer,
    shoe: &Shoe,
    hands: &Hands,
    up: usize,
    range: std::ops::Range<usize>,
) -> Vec<Finals> {
    let shoe = without(shoe, up);
    // A hand that cannot be held with this card up is worth nothing and never asked about.
    let shoes: Vec<Shoe> =
        range.map(|id| hands.left(&shoe, id as HandId).unwrap_or(shoe)).collect();
    dealer.finals_of_all(&Doubles, up, &shoes)
}

impl Column {
    /// Finds the best play against a card up, the hands with most points first.
    pub(crate) fn solve(rules: &Rules, hands: &Hands, up: usize, finals: Vec<Finals>) -> Column {
        let shoe = without(&rules.shoe, up);
        let all = hands.len();
        let mut column = Column {
            up,
            finals,
            blackjack: vec![0.0; all],
            stand: vec![0.0; all],
            values: vec![Values::default(); all],
            more: vec![Move::Stand; all],
            split: vec![Move::Stand; all],
            two: vec![Move::Stand; all],
            gap: f64::INFINITY,
        };
        let nets = rules.nets(&Doubles);
        let mut best = vec![0.0; all];
        for id in hands.decided().rev() {
            let Some(left) = hands.left(&shoe, id) else { continue };
            let place = usize::from(id);
            let (shape, finals) = (hands.shape(id), &column.finals[place]);
            let value = |end: usize| finals[end] * nets.against(shape.points, end);
            column.stand[place] = (0..FINALS).map(value).sum();
            column.blackjack[place] = blackjack(&Doubles, up, &left);
            let values = column.value(rules, &nets, hands, id, &left, &best);
            column.values[place] = values;
            column.choose(rules, hands, id, &values);
            best[place] = values.best(&[Move::Hit]).1;
        }
        column
    }

    /// What each choice is worth for a hand, if that is known for all that come of it.
    pub(crate) fn value(
        &self,
        rules: &Rules,
        nets: &Nets,
        hands: &Hands,
        id: HandId,
        left: &Shoe,
        best: &[f64],
    ) -> Values {
        let shape = hands.shape(id);
        let place = usize::from(id);
        let to_blackjack = if rules.peeks { 0.0 } else { self.blackjack[place] };
        let stand = self.stand[place] - to_blackjack;
        if shape.points == LIMIT {
            return Values { stand, ..Values::default() };
        }
        let (mut hit, mut double) = (0.0, 0.0);
        let cards = f64::from(size_of(left));
        for (value, count, next) in hands.draws(id, left) {
            let chance = f64::from(count) / cards;
            match next {
                Hands::NONE => {
                    let dealers = || blackjack(&Doubles, self.up, &without(left, value));
                    let lost = if rules.peeks { 1.0 - dealers() } else { 1.0 };
                    hit -= chance * lost;
                    double -= chance * 2.0 * lost;
                }
                next => {
                    let next = usize::from(next);
                    let to_blackjack = if rules.peeks { 0.0 } else { self.blackjack[next] };
                    hit += chance * best[next];
                    double += chance * (2.0 * self.stand[next] - to_blackjack);
                }
            }
        }
        let is_first = shape.size == 2;
        let without_blackjack = 1.0 - self.blackjack[place];
        Values {
            stand,
            hit: Some(hit),
            double: (is_first && rules.double_on.allows(u16::from(shape.points))).then_some(double),
            surrender: nets
                .surrender
                .filter(|_| is_first)
                .map(|net| net * without_blackjack - to_blackjack),
        }
    }

    fn choose(&mut self, rules: &Rules, hands: &Hands, id: HandId, values: &Values) {
        let place = usize::from(id);
        let (more, _, gap) = values.best(&[Move::Hit]);
        self.more[place] = more;
        self.gap = self.gap.min(gap);
        self.split[place] = more;
        self.two[place] = more;
        if hands.shape(id).size == 2 {
            let (two, _, gap) = values.best(&[Move::Hit, Move::Double, Move::Surrender]);
            self.two[place] = two;
            self.gap = self.gap.min(gap);
            self.split[place] = values.best(after_split(rules)).0;
        }
    }
}
