//! The value of a strategy as an exact fraction.
//!
//! Every chance is a number of ordered deals over `N (N-1) ... (N-K+1)`, so the value times that is
//! a whole number. It is computed modulo several primes and put together by the Chinese remainder
//! theorem; one prime more than needed checks the sum. The strategy is given, so nothing depends on
//! rounding. Splits follow [`super::splits`], in one number instead of a distribution.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::One as _;
use rayon::prelude::*;

use super::field::{Field, Residue};
use super::hands::{ACE, HandId, Hands, LIMIT, Shoe, TEN, VALUES, size_of};
use super::model::{Model, Plays, Strategy, UpRank};
use super::outcomes::{HandResult, Move};
use super::player::without;
use super::splits::{Pair, histories_in};
use crate::exact::{Exact, whole};

/// More cards than a hand, the other hands' second cards and the dealer ever need together.
const CARDS: u16 = 40;

/// The value of a strategy, the player's, per unit of the wager.
pub(crate) fn value(model: &Model, strategy: &Strategy) -> Exact {
    let pays = &model.rules.pays;
    let all = [&pays.blackjack, &pays.win, &pays.push].into_iter();
    let all = all.chain(&pays.surrender).chain(&pays.insurance);
    // Insurance is half a wager.
    let cents = all.fold(BigInt::from(2), |all, pay| all.lcm(&(pay.denom() * BigInt::from(2))));
    let cards = size_of(&model.rules.shoe);
    let deals: BigInt = (0..CARDS).map(|gone| BigInt::from(cards - gone)).product();
    let scale = deals * cents;
    // The value is far below 2^16 wagers.
    let needed = (scale.bits() + 18).div_ceil(61) as usize;
    assert!(needed < Field::COUNT, "pays have denominators of a size that no table posts");
    let fields: Vec<Field> = (0..=needed).map(Field::new).collect();
    let residues: Vec<u64> = fields
        .par_iter()
        .map(|&field| {
            let exact = Modular::new(model, strategy, field);
            field.least(field.mul(exact.total(), residue(&field, &scale)))
        })
        .collect();
    let (mut sum, mut modulus) = (BigInt::from(0), BigInt::one());
    for (field, &rest) in fields[..needed].iter().zip(&residues) {
        let prime = BigInt::from(field.prime());
        let off = (BigInt::from(rest) - &sum).mod_floor(&prime);
        let over = modulus.mod_floor(&prime).modpow(&(&prime - 2), &prime);
        sum += &modulus * (off * over).mod_floor(&prime);
        modulus *= prime;
    }
    if &sum * 2 > modulus {
        sum -= &modulus;
    }
    let (check, rest) = (&fields[needed], residues[needed]);
    let agrees = sum.mod_floor(&BigInt::from(check.prime())) == BigInt::from(rest);
    assert!(agrees, "the primes contradict each other: too few, or a chance is no such fraction");
    Exact::new(sum, scale)
}

/// A whole number in a field.
fn residue(field: &Field, number: &BigInt) -> Residue {
    let prime = BigInt::from(field.prime());
    let least = number.mod_floor(&prime);
    field.of(u64::try_from(&least).expect("it is below the prime"))
}

/// A fraction in a field.
fn quotient(field: &Field, number: &Exact) -> Residue {
    field.mul(residue(field, number.numer()), field.one_over(residue(field, number.denom())))
}

/// What a hand is worth: against a dealer without blackjack or, without a peek, also what busts
/// lose to it; and the chance that it stands against a blackjack.
#[derive(Clone, Copy, Default)]
struct Worth {
    value: Residue,
    to_blackjack: Residue,
}

/// The value of a strategy modulo a prime.
struct Modular<'m> {
    model: &'m Model,
    strategy: &'m Strategy,
    field: Field,
    /// One over each number of cards.
    over: Vec<Residue>,
    numbers: Vec<Residue>,
    nets: [Residue; 3],
}

/// The hands at which a strategy stands, by stake, and what busts and surrenders come to.
struct Walked {
    stood: Vec<[Residue; 2]>,
    busted: Residue,
    /// What is surrendered after a split.
    surrendered: Worth,
}

impl<'m> Modular<'m> {
    fn new(model: &'m Model, strategy: &'m Strategy, field: Field) -> Modular<'m> {
        let cards = u64::from(size_of(&model.rules.shoe));
        let numbers: Vec<Residue> = (0..=cards).map(|number| field.of(number)).collect();
        let pays = &model.rules.pays;
        let net = |returned: &Exact| quotient(&field, &(returned - whole(1)));
        Modular {
            model,
            strategy,
            field,
            over: numbers.iter().map(|&number| field.one_over(number)).collect(),
            numbers,
            nets: [net(&whole(0)), net(&pays.push), net(&pays.win)],
        }
    }

    fn share(&self, part: u16, all: u16) -> Residue {
        self.field.mul(self.numbers[usize::from(part)], self.over[usize::from(all)])
    }

    /// All deals, by the card up.
    fn total(&self) -> Residue {
        let of_ups: Vec<Residue> = (0..VALUES).into_par_iter().map(|up| self.against(up)).collect();
        of_ups.into_iter().fold(0, |sum, value| self.field.add(sum, value))
    }

    fn blackjack(&self, up: usize, shoe: &Shoe) -> Residue {
        match up {
            ACE => self.share(shoe[TEN], size_of(shoe)),
            TEN => self.share(shoe[ACE], size_of(shoe)),
            _ => 0,
        }
    }

    /// Every two first cards against a card up, times their chance.
    fn against(&self, up: usize) -> Residue {
        let (field, model) = (&self.field, self.model);
        let shoe = without(&model.rules.shoe, up);
        let plays = &self.strategy.plays[up];
        let of_up = self.share(model.rules.shoe[up], size_of(&model.rules.shoe));
        let mut total = 0;
        let mut starts = Vec::new();
        for first in 0..VALUES {
            for second in first..VALUES {
                let chance = field.mul(of_up, self.chance(&shoe, first, second));
                let id = model.hands.pair(first, second);
                if chance == 0 || id == Hands::NONE {
                    continue;
                }
                let mut left = shoe;
                left[first] -= 1;
                left[second] -= 1;
                let dealers = self.blackjack(up, &left);
                let mut lost = field.mul(chance, dealers);
                if model.hands.shape(id).points == LIMIT {
                    total = field.add(total, field.mul(chance, self.natural(dealers)));
                    lost = 0;
                } else {
                    let mut rest = chance;
                    for (rank, share) in self.pair_shares(first, second, up) {
                        if plays.splits[first][rank as usize] {
                            let pair = model.pair(up, first, rank).expect("it can be dealt");
                            let chance = field.mul(chance, share);
                            rest = field.sub(rest, chance);
                            total = field.add(total, field.mul(chance, self.split(pair, plays)));
                        }
                    }
                    if plays.two[usize::from(id)] == Move::Surrender {
                        total = field.add(total, field.mul(rest, self.surrender(dealers)));
                    } else {
                        starts.push((id, rest));
                    }
                }
                if model.rules.peeks {
                    total = field.sub(total, lost);
                }
                if up == ACE && model.insures(self.strategy, [first, second]) {
                    let half = model.value_of_insurance([first, second]) / whole(2);
                    total = field.add(total, field.mul(chance, quotient(field, &half)));
                }
            }
        }
        let walked = self.walk(shoe, up, Some(&plays.two), &plays.more, &starts);
        let worth = self.worth(&walked, shoe, up);
        total = field.add(total, worth.value);
        if model.rules.peeks { total } else { field.sub(total, worth.to_blackjack) }
    }

    /// The chance of two cards in either order.
    fn chance(&self, shoe: &Shoe, first: usize, second: usize) -> Residue {
        let cards = size_of(shoe);
        let of_second = shoe[second].saturating_sub(u16::from(first == second));
        let chance =
            self.field.mul(self.share(shoe[first], cards), self.share(of_second, cards - 1));
        if first == second { chance } else { self.field.add(chance, chance) }
    }

    fn natural(&self, dealers: Residue) -> Residue {
        let field = &self.field;
        let net = quotient(field, &(&self.model.rules.pays.blackjack - whole(1)));
        let none = field.sub(field.of(1), dealers);
        field.add(field.mul(net, none), field.mul(self.nets[1], dealers))
    }

    /// A surrender; what a dealer's blackjack takes is counted elsewhere if the dealer peeks.
    fn surrender(&self, dealers: Residue) -> Residue {
        let value = self.given_up(dealers);
        if self.model.rules.peeks { value } else { self.field.sub(value, dealers) }
    }

    /// What is given up of a wager of one if the dealer has no blackjack, times the chance of that.
    fn given_up(&self, dealers: Residue) -> Residue {
        let field = &self.field;
        let pay = self.model.rules.pays.surrender.clone().unwrap_or_else(|| whole(0));
        let none = field.sub(field.of(1), dealers);
        field.mul(quotient(field, &(pay - whole(1))), none)
    }

    fn pair_shares(&self, first: usize, second: usize, up: usize) -> Vec<(UpRank, Residue)> {
        let rules = &self.model.rules;
        if first != second || rules.hands_of(first) < 2 {
            return Vec::new();
        }
        if first != TEN || !rules.tells_tens_apart() {
            return vec![(UpRank::Other, self.field.of(1))];
        }
        let (tens, alike) = (rules.shoe[TEN], rules.shoe[TEN] / 4);
        let same = self.share(alike - 1, tens - 1);
        if up != TEN {
            return vec![(UpRank::Other, same)];
        }
        let differs = self.field.sub(self.field.of(1), same);
        vec![
            (UpRank::Other, self.field.mul(differs, self.share(alike - 1, tens - 2))),
            (UpRank::Same, self.field.mul(same, self.share(alike - 2, tens - 2))),
        ]
    }

    /// Plays hands to the end; the shoe has their own cards, but not the card up.
    fn walk(
        &self,
        shoe: Shoe,
        up: usize,
        two: Option<&[Move]>,
        more: &[Move],
        starts: &[(HandId, Residue)],
    ) -> Walked {
        let (field, hands) = (&self.field, &self.model.hands);
        let mut chances = vec![0; hands.len()];
        for &(id, chance) in starts {
            chances[usize::from(id)] = field.add(chances[usize::from(id)], chance);
        }
        let stood = vec![[0; 2]; hands.len()];
        let mut walked = Walked { stood, busted: 0, surrendered: Worth::default() };
        for id in 0..hands.len() as HandId {
            let (place, chance) = (usize::from(id), chances[usize::from(id)]);
            if chance == 0 {
                continue;
            }
            let shape = hands.shape(id);
            let choice = match (shape.size, two) {
                _ if shape.points == LIMIT => Move::Stand,
                (2, None) => Move::Stand,
                (2, Some(two)) => two[place],
                _ => more[place],
            };
            let left: Shoe = std::array::from_fn(|v| shoe[v] - u16::from(shape.counts[v]));
            match choice {
                Move::Stand => {
                    walked.stood[place][0] = field.add(walked.stood[place][0], chance);
                    continue;
                }
                Move::Surrender => {
                    let dealers = self.blackjack(up, &left);
                    let Worth { value, to_blackjack } = &mut walked.surrendered;
                    let given_up = field.mul(chance, self.given_up(dealers));
                    *value = field.add(*value, given_up);
                    *to_blackjack = field.add(*to_blackjack, field.mul(chance, dealers));
                    continue;
                }
                Move::Hit | Move::Double => {}
            }
            let is_doubled = choice == Move::Double;
            let cards = size_of(&left);
            for value in (0..VALUES).filter(|&value| left[value] > 0) {
                let chance = field.mul(chance, self.share(left[value], cards));
                let next = hands.with(id, value);
                if next == Hands::NONE {
                    let mut left = left;
                    left[value] -= 1;
                    let peeked = if self.model.rules.peeks { self.blackjack(up, &left) } else { 0 };
                    let lost = field.mul(chance, field.sub(field.of(1), peeked));
                    let lost = if is_doubled { field.add(lost, lost) } else { lost };
                    walked.busted = field.sub(walked.busted, lost);
                } else if is_doubled {
                    let stood = &mut walked.stood[usize::from(next)][1];
                    *stood = field.add(*stood, chance);
                } else {
                    chances[usize::from(next)] = field.add(chances[usize::from(next)], chance);
                }
            }
        }
        walked
    }

    fn worth(&self, walked: &Walked, shoe: Shoe, up: usize) -> Worth {
        self.worths(&[walked], shoe, up)[0]
    }

    /// What some walks from the same shoe are worth; the dealer's ends are computed once.
    fn worths(&self, walks: &[&Walked], shoe: Shoe, up: usize) -> Vec<Worth> {
        let (field, hands) = (&self.field, &self.model.hands);
        let ended = |walk: &&Walked| {
            let Worth { value, to_blackjack } = walk.surrendered;
            Worth { value: field.add(walk.busted, value), to_blackjack }
        };
        let mut worths: Vec<Worth> = walks.iter().map(ended).collect();
        for id in 0..hands.len() as HandId {
            let place = usize::from(id);
            if walks.iter().all(|walk| walk.stood[place] == [0; 2]) {
                continue;
            }
            let shape = hands.shape(id);
            let left: Shoe = std::array::from_fn(|v| shoe[v] - u16::from(shape.counts[v]));
            let dealers = self.blackjack(up, &left);
            let stood = self.model.dealer.stood(up, &left, field, &self.over);
            let mut bust = field.sub(field.of(1), dealers);
            let mut net = 0;
            for (end, &chance) in stood.iter().enumerate() {
                bust = field.sub(bust, chance);
                let result = HandResult::of(shape.points, end) as usize;
                net = field.add(net, field.mul(chance, self.nets[result]));
            }
            net = field.add(net, field.mul(bust, self.nets[HandResult::Won as usize]));
            for (worth, walk) in worths.iter_mut().zip(walks) {
                let [single, doubled] = walk.stood[place];
                let stakes = field.add(single, field.add(doubled, doubled));
                worth.value = field.add(worth.value, field.mul(stakes, net));
                let hands = field.add(single, doubled);
                worth.to_blackjack = field.add(worth.to_blackjack, field.mul(hands, dealers));
            }
        }
        worths
    }

    /// What a pair that is split is worth, as [`super::splits`] figures it.
    fn split(&self, pair: Pair, plays: &Plays) -> Residue {
        let (field, rules) = (&self.field, &self.model.rules);
        let hands_max = rules.hands_of(pair.value);
        let mut shoe = without(&rules.shoe, pair.up);
        shoe[pair.value] -= 2;
        let cards = size_of(&shoe);
        let bases: Vec<[Worth; 2]> = (0..=(2 * hands_max as u16 - 4).min(pair.left))
            .map(|missing| self.base(pair, &shoe, missing, plays))
            .collect();
        // The chance that one more card is a pair card, if so many others are known not to be.
        let chance = |missing: usize, known: usize| {
            let (missing, known) = (missing as u16, known as u16);
            self.share(pair.left.saturating_sub(missing), cards - missing - known)
        };
        let apart = self
            .conditioned(bases.iter().map(|base| base[0]).collect(), |missing, apart| {
                chance(missing, apart + 1)
            });
        let any = self.conditioned(bases.iter().map(|base| base[1]).collect(), chance);
        let one = field.of(1);
        let rest = |missing, done| field.sub(one, chance(missing, done));
        let mul = |a: &Residue, b: Residue| field.mul(*a, b);
        let add = |a: &mut Residue, b: Residue| *a = field.add(*a, b);
        let mut total = 0;
        let ways = histories_in(hands_max, one, chance, rest, mul, add, |likely| *likely == 0);
        for (count, done, awaiting, likely) in ways {
            let missing = count - 2;
            let mut value = 0;
            let mut first = None;
            for (number, worth) in [
                (done, (done > 0).then(|| apart[done - 1][missing])),
                (awaiting, (awaiting > 0).then(|| any[done][missing])),
            ] {
                if let Some(worth) = worth {
                    let hands = self.numbers[number];
                    value = field.add(value, field.mul(hands, worth.value));
                    first = first.or(Some(worth));
                }
            }
            if let Some(first) = first.filter(|_| !rules.peeks) {
                value = field.sub(value, first.to_blackjack);
            }
            total = field.add(total, field.mul(likely, value));
        }
        total
    }

    /// What a hand is worth when so many pair cards are missing: if its second card is no pair
    /// card, and if it is any.
    fn base(&self, pair: Pair, shoe: &Shoe, missing: u16, plays: &Plays) -> [Worth; 2] {
        let (field, hands) = (&self.field, &self.model.hands);
        let mut unseen = *shoe;
        unseen[pair.value] -= missing;
        let mut with_own = unseen;
        with_own[pair.value] += 1;
        let two = (!self.model.rules.is_bound(pair.value)).then_some(plays.split.as_slice());
        let pairs = pair.left - missing;
        let cards = size_of(&unseen);
        let start = |value: usize| {
            let makes_pair = if value == pair.value { pairs } else { 0 };
            (hands.pair(pair.value, value), self.share(unseen[value] - makes_pair, cards - pairs))
        };
        let starts: Vec<(HandId, Residue)> =
            (0..VALUES).map(start).filter(|start| start.1 != 0).collect();
        let apart = self.walk(with_own, pair.up, two, &plays.more, &starts);
        let mut walks = vec![&apart];
        let again;
        if pairs > 0 {
            let starts = [(hands.pair(pair.value, pair.value), field.of(1))];
            again = self.walk(with_own, pair.up, two, &plays.more, &starts);
            walks.push(&again);
        }
        let worths = self.worths(&walks, with_own, pair.up);
        let share = self.share(pairs, cards);
        let rest = field.sub(field.of(1), share);
        let again = worths.get(1).copied().unwrap_or_default();
        let mixed = |a: Residue, b: Residue| field.add(field.mul(a, rest), field.mul(b, share));
        let any = Worth {
            value: mixed(worths[0].value, again.value),
            to_blackjack: mixed(worths[0].to_blackjack, again.to_blackjack),
        };
        [worths[0], any]
    }

    /// `E(j, m)` by `m` and `j`, from `E(j, 0)`.
    fn conditioned(
        &self,
        base: Vec<Worth>,
        pair: impl Fn(usize, usize) -> Residue,
    ) -> Vec<Vec<Worth>> {
        let field = &self.field;
        let mut all = vec![base];
        loop {
            let apart = all.len() - 1;
            let now = &all[apart];
            let mut more = Vec::new();
            for missing in 0..now.len() {
                let chance = pair(missing, apart);
                let over = field.one_over(field.sub(field.of(1), chance));
                let less =
                    |a: Residue, b: Residue| field.mul(field.sub(a, field.mul(chance, b)), over);
                match now.get(missing + 1) {
                    _ if chance == 0 => more.push(now[missing]),
                    Some(further) => more.push(Worth {
                        value: less(now[missing].value, further.value),
                        to_blackjack: less(now[missing].to_blackjack, further.to_blackjack),
                    }),
                    None => {}
                }
            }
            if more.is_empty() || all.len() > 4 {
                return all;
            }
            all.push(more);
        }
    }
}

/// Does a value of doubles agree with an exact one?
#[cfg(test)]
pub(crate) fn is_near(exact: &Exact, double: f64) -> bool {
    let off = exact - Exact::from_float(double).expect("a number");
    num_traits::Signed::abs(&off) < crate::exact::fraction(1, 10_000_000_000_000i64)
}
