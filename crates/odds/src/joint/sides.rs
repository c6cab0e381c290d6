//! Two side bets on the same cards.

use cards::{Card, CardSet};
use games::PayTable;
use hands::{FiveValue, FourValue, Hand};
use num_bigint::BigInt;
use num_traits::Zero as _;
use rayon::prelude::*;
use rulebook::Schedule;

use crate::analysis::Analysis;
use crate::census::{Sample, Space};
use crate::choose::CHOOSE;
use crate::classes::{array, others, triples};
use crate::exact::{Exact, fraction};
use crate::scaled::Scale;
use crate::suits::distinct;
use games::RoyalFound;

/// What a side bet nets, row by row.
pub(crate) struct SideNets {
    /// What it is judged on.
    pub(crate) space: Space,
    table: PayTable,
    /// By the place of the row; the last when it loses.
    nets: Vec<i128>,
    scale: Scale,
    mean: Exact,
    /// How likely each row is.
    chances: Vec<Exact>,
}

impl SideNets {
    pub(crate) fn of(space: Space, schedule: &Schedule, analysis: &Analysis) -> SideNets {
        let outcomes = analysis.distribution.outcomes();
        let nets: Vec<Exact> = outcomes.iter().map(|outcome| outcome.net()).collect();
        let scale = Scale::for_all(&nets);
        SideNets {
            space,
            table: PayTable::unposted(&schedule.parts[0]),
            nets: nets.iter().map(|net| scale.of(net)).collect(),
            scale,
            mean: analysis.distribution.value(),
            chances: outcomes.iter().map(|it| analysis.distribution.probability(it)).collect(),
        }
    }

    /// The rows that can come, with the place of each, how likely it is, and how much more than a loss it nets, in bets.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (usize, &Exact, Exact)> {
        let lost = self.lost();
        let rows = self.chances.iter().zip(&self.nets).enumerate();
        rows.filter(move |(_, (chance, net))| !chance.is_zero() && **net != lost)
            .map(move |(place, (chance, net))| (place, chance, fraction(net - lost, self.unit())))
    }

    /// What it nets when it loses, in bets.
    pub(crate) fn when_lost(&self) -> Exact {
        fraction(self.lost(), self.unit())
    }

    /// The place of the row that a deal is on, or of the loss.
    pub(crate) fn place_of(&self, sample: Sample) -> usize {
        sample.row(&self.table).map_or(self.nets.len() - 1, |row| row.place())
    }

    /// What it nets on average, in bets.
    pub(crate) fn mean(&self) -> &Exact {
        &self.mean
    }

    fn lost(&self) -> i128 {
        self.nets[self.nets.len() - 1]
    }

    /// What a deal nets, in parts of the bet.
    pub(crate) fn on(&self, sample: Sample) -> i128 {
        sample.row(&self.table).map_or_else(|| self.lost(), |row| self.nets[row.place()])
    }

    /// How many parts make a unit.
    pub(crate) fn unit(&self) -> i128 {
        self.scale.unit
    }

    /// How many of the first cards of a hand it is judged on, if on nothing else.
    pub(crate) fn own_cards(&self) -> Option<usize> {
        Some(match self.space {
            Space::Two => 2,
            Space::Three => 3,
            Space::Four => 4,
            Space::FourOfFive | Space::Five => 5,
            Space::FiveOfSeven | Space::Holdem => 7,
            Space::TwoAndTwo | Space::FiveOfSix | Space::Bust(_) | Space::Dealt(_) => return None,
        })
    }

    /// What these cards net, in parts of the bet, where it is judged on them alone; two to five cards.
    pub(crate) fn on_cards(&self, cards: CardSet) -> i128 {
        self.on(self.sample(cards))
    }

    /// What two to five cards show, where it is judged on them alone.
    pub(crate) fn sample(&self, cards: CardSet) -> Sample {
        match self.space {
            Space::Two => Sample::Two(array(cards), None),
            Space::Three => Sample::Three(array(cards)),
            Space::Four => Sample::Four(FourValue::of(&array(cards))),
            Space::FourOfFive => Sample::Four(FourValue::best_of_5(&array(cards))),
            _ => Sample::Five(FiveValue::of_set(cards).expect("five cards"), RoyalFound::None),
        }
    }

    /// The mean of the product with another side bet; nothing if they are not judged on the same cards.
    pub(super) fn product(&self, other: &SideNets) -> Option<Exact> {
        use Space::{FiveOfSeven, FiveOfSix, Holdem, Three};
        match (self.space, other.space) {
            (one, another) if one == another => Some(self.product_on(other, one)),
            (FiveOfSeven, Holdem) | (Holdem, FiveOfSeven) => Some(self.product_on(other, Holdem)),
            (FiveOfSix, Three) => Some(self.beside_three(other)),
            (Three, FiveOfSix) => Some(other.beside_three(self)),
            _ => match (self.own_cards()?, other.own_cards()?) {
                (7, 5) if self.space == FiveOfSeven => Some(self.beside_five(other)),
                (5, 7) if other.space == FiveOfSeven => Some(other.beside_five(self)),
                (7, _) | (_, 7) => None,
                (more, fewer) if more >= fewer => Some(self.nested(other, more, fewer)),
                (fewer, more) => Some(other.nested(self, more, fewer)),
            },
        }
    }

    /// The mean of a sum of products over so many deals.
    fn mean_of(&self, other: &SideNets, sum: i128, deals: u64) -> Exact {
        fraction(sum, BigInt::from(deals) * self.scale.unit * other.scale.unit)
    }

    /// Both judged on one count.
    fn product_on(&self, other: &SideNets, space: Space) -> Exact {
        let census = space.census();
        let deals: u128 = census.counts.iter().map(|(_, deals)| deals).sum();
        let product = |&(sample, deals): &(Sample, u128)| {
            BigInt::from(deals) * self.on(sample) * other.on(sample)
        };
        let sum: BigInt = census.counts.iter().map(product).sum();
        fraction(sum, BigInt::from(deals) * self.scale.unit * other.scale.unit)
    }

    /// The other is judged on some of this one's two to five cards.
    fn nested(&self, other: &SideNets, more: usize, fewer: usize) -> Exact {
        let product = |cards: &[Card]| {
            let own = self.on_cards(cards.iter().collect());
            let mut sum = 0;
            each_part(cards, fewer, &mut |part| sum += other.on_cards(part));
            own * sum
        };
        let sets = distinct(more as u32);
        let of_set = |set: &crate::suits::Distinct| {
            let cards: Vec<Card> = set.cards.iter().collect();
            product(&cards) * i128::from(set.times)
        };
        let sum: i128 = sets.par_iter().map(of_set).sum();
        self.mean_of(other, sum, u64::from(CHOOSE[52][more]) * u64::from(CHOOSE[more][fewer]))
    }

    /// This one is judged on seven cards, the other on five of them: the five that are on a row, and the other two.
    fn beside_five(&self, other: &SideNets) -> Exact {
        let of_five = |set: &crate::suits::Distinct| {
            let gain = other.on_cards(set.cards) - other.lost();
            if gain == 0 {
                return 0;
            }
            let five = Hand::from(array::<5>(set.cards));
            let left: Vec<Card> = (!set.cards).iter().collect();
            let mut sum = 0;
            for (place, sixth) in left.iter().enumerate() {
                let six = five.with(*sixth);
                for seventh in &left[place + 1..] {
                    sum += self.on(Sample::Five(six.with(*seventh).value(), RoyalFound::None));
                }
            }
            sum * gain * i128::from(set.times)
        };
        let sum: i128 = distinct(5).par_iter().map(of_five).sum();
        let deals = u64::from(CHOOSE[52][5]) * u64::from(CHOOSE[47][2]);
        let when_lost = &self.mean * fraction(other.lost(), other.scale.unit);
        self.mean_of(other, sum, deals) + when_lost
    }

    /// This one is judged on a player's three cards and the dealer's three, the other on the player's.
    fn beside_three(&self, other: &SideNets) -> Exact {
        let classes = triples();
        let of_class = |class: usize| {
            let own = classes.cards(class);
            let three = Hand::from(own);
            let left: Vec<Card> = others(&own).collect();
            let mut sum = 0;
            for (a, fourth) in left.iter().enumerate() {
                let four = three.with(*fourth);
                for (b, fifth) in left.iter().enumerate().skip(a + 1) {
                    let five = four.with(*fifth);
                    for sixth in &left[b + 1..] {
                        let value = five.with(*sixth).value();
                        sum += self.on(Sample::Five(value, RoyalFound::None));
                    }
                }
            }
            sum * other.on_cards(own.iter().collect()) * i128::from(classes.times(class))
        };
        let sum: i128 = (0..classes.len()).into_par_iter().map(of_class).sum();
        self.mean_of(other, sum, u64::from(CHOOSE[52][3]) * u64::from(CHOOSE[49][3]))
    }
}

/// Visits every set of so many of some cards.
fn each_part(cards: &[Card], size: usize, visit: &mut impl FnMut(CardSet)) {
    for bits in (0..1u32 << cards.len()).filter(|bits| bits.count_ones() as usize == size) {
        let is_in = |place: &usize| bits >> place & 1 == 1;
        visit((0..cards.len()).filter(is_in).map(|place| cards[place]).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_some_cards() {
        let mut seen = Vec::new();
        each_part(&cards::DECK[..4], 2, &mut |part| seen.push(part));
        assert_eq!(seen.len(), 6);
        assert!(seen.iter().all(|part| part.len() == 2));
    }
}
