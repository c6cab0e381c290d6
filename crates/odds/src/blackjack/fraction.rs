//! The value of a strategy as an exact fraction.
//!
//! Every chance is a number of ordered deals over `N (N-1) ... (N-K+1)`, so the value times that is
//! a whole number. It is computed modulo several primes and put together by the Chinese remainder
//! theorem; one prime more than needed checks the sum. The strategy is given, so nothing depends on
//! rounding. Hands and splits are played as in doubles: [`super::outcomes`], [`super::splits`].

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::One as _;
use rayon::prelude::*;

use super::dealer::blackjack;
use super::hands::{ACE, HandId, LIMIT, VALUES, size_of, without};
use super::model::{Model, Strategy};
use super::numbers::{Field, Modular, Numbers};
use crate::exact::{Exact, whole};

/// More cards than a hand, the other hands' second cards and the dealer ever need together.
const CARDS: u16 = 40;

/// The value of a strategy, the player's, per unit of the wager.
pub(crate) fn value(model: &Model, strategy: &Strategy) -> Exact {
    let pays = &model.rules.pays;
    let all = [&pays.blackjack, &pays.win, &pays.push].into_iter();
    let all = all.chain(&pays.surrender).chain(&pays.insurance);
    // Insurance is half a wager.
    let cents =
        all.fold(BigInt::from(2), |all, pay| all.lcm(&(pay.value.denom() * BigInt::from(2))));
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
            let numbers = Modular::new(field, &model.rules.shoe);
            field.least(field.mul(total(&numbers, model, strategy), field.big(&scale)))
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

/// The value of a strategy in some numbers.
fn total<N: Numbers>(numbers: &N, model: &Model, strategy: &Strategy) -> N::Number {
    let against = |up| against(numbers, model, strategy, up);
    let of_ups: Vec<N::Number> = (0..VALUES).into_par_iter().map(against).collect();
    of_ups.into_iter().fold(N::Number::default(), |sum, value| numbers.add(sum, value))
}

/// Every two first cards against a card up, times their chance.
fn against<N: Numbers>(numbers: &N, model: &Model, strategy: &Strategy, up: usize) -> N::Number {
    let rules = &model.rules;
    let nets = rules.nets(numbers);
    let (shoe, plays) = (without(&rules.shoe, up), &strategy.plays[up]);
    let mut total = N::Number::default();
    let mut starts: Vec<(HandId, N::Number)> = Vec::new();
    for (cards, _, chance) in model.deals_against(numbers, up) {
        let id = model.hands.pair(cards[0], cards[1]);
        let left = model.hands.left(&shoe, id).expect("the cards can be dealt");
        let dealers = blackjack(numbers, up, &left);
        if model.hands.shape(id).points == LIMIT {
            let value = nets.of_blackjack(numbers, dealers);
            numbers.increase(&mut total, numbers.mul(chance, value));
        } else {
            let mut rest = chance;
            for (pair, _, share) in model.pairs_split(numbers, strategy, cards, up, None) {
                let chance = numbers.mul(chance, share);
                let value = model.split_by(numbers, &nets, pair, plays).value;
                numbers.increase(&mut total, numbers.mul(chance, value));
                rest = numbers.sub(rest, chance);
            }
            starts.push((id, rest));
            if rules.peeks {
                total = numbers.sub(total, numbers.mul(chance, dealers));
            }
        }
        if up == ACE && model.insures(strategy, cards) {
            let half = numbers.of(&(model.value_of_insurance(cards) / whole(2)));
            numbers.increase(&mut total, numbers.mul(chance, half));
        }
    }
    let walk = model.walk(numbers, plays, up);
    let ([chances], _) = walk.outcomes(&model.dealer, [&walk.from(&starts)], shoe);
    numbers.add(total, model.value_of(numbers, &nets, &chances))
}
