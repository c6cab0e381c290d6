//! What comes of splitting a pair, exactly, where every hand after the split is played as if it
//! had been dealt.
//!
//! Such a hand's play depends on its own cards alone. So cards that other hands draw matter to it
//! only where they tell how many pair cards are gone: of `j` further pair cards that were split
//! again, and of `m` other second cards, it is known that they are no pair cards. With `E(j, m)` as
//! what is expected of a hand then, and `q` as the chance that one more unseen card is a pair card,
//!
//! `E(j, m) = q E(j+1, m) + (1-q) E(j, m+1)`,
//!
//! so every `E(j, m)` comes from hands played against shoes that lack pair cards, `E(j, 0)`.

use super::dealer::{Dealer, blackjack};
use super::hands::{HandId, Hands, Shoe, VALUES, size_of};
use super::outcomes::{BLACKJACK, DEALERS, Move, OutcomeChances, Walk};
use super::rules::{Nets, Rules};

/// A pair about to be split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) value: usize,
    pub(crate) up: usize,
    /// How many more cards would make a pair: fewer than of the value where ranks must be equal.
    pub(crate) left: u16,
}

/// One way in which the splitting ends: some hands have got a second card that is no pair card,
/// others any card, because no further hand is allowed.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) chance: f64,
    pub(crate) apart: usize,
    pub(crate) any: usize,
    /// What comes of a hand of either kind.
    pub(crate) chances_apart: OutcomeChances,
    pub(crate) chances_any: OutcomeChances,
    /// How the dealer ends.
    pub(crate) dealer: [f64; DEALERS],
}

/// A pair that was split.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    pub(crate) endings: Vec<Ending>,
    /// What it is worth, as [`super::player`] says.
    pub(crate) value: f64,
}

/// How hands are played after a split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves<'m> {
    pub(crate) two: &'m [Move],
    pub(crate) more: &'m [Move],
}

/// What is computed for each number of missing pair cards.
struct Base {
    apart: OutcomeChances,
    any: OutcomeChances,
    dealer: [f64; DEALERS],
}

/// Splits a pair.
pub(crate) fn split(
    rules: &Rules,
    nets: &Nets,
    hands: &Hands,
    dealer: &Dealer,
    pair: Pair,
    moves: Moves<'_>,
) -> Split {
    let hands_max = rules.hands_of(pair.value);
    // The shoe without the card up and the pair.
    let mut shoe = rules.shoe;
    shoe[pair.up] -= 1;
    shoe[pair.value] -= 2;
    let cards = f64::from(size_of(&shoe));
    let pairs = |missing: usize| f64::from(pair.left) - missing as f64;
    let bases: Vec<Base> = (0..=(2 * hands_max - 4).min(usize::from(pair.left)))
        .map(|missing| base(rules, hands, dealer, pair, &shoe, missing as u16, moves))
        .collect();
    let chance = |known: usize| {
        move |missing: usize, apart: usize| {
            pairs(missing) / (cards - missing as f64 - (apart + known) as f64)
        }
    };
    let apart = conditioned(bases.iter().map(|base| base.apart.0).collect(), chance(1));
    let any = conditioned(bases.iter().map(|base| base.any.0).collect(), chance(0));
    let dealers = conditioned(bases.iter().map(|base| base.dealer).collect(), chance(0));
    let mut endings = Vec::new();
    for (count, done, awaiting, likely) in histories(hands_max, chance(0)) {
        let missing = count - 2;
        endings.push(Ending {
            chance: likely,
            apart: done,
            any: awaiting,
            chances_apart: if done > 0 {
                OutcomeChances(apart[done - 1][missing])
            } else {
                OutcomeChances::NONE
            },
            chances_any: if awaiting > 0 {
                OutcomeChances(any[done][missing])
            } else {
                OutcomeChances::NONE
            },
            dealer: dealers[done][missing],
        });
    }
    let value = endings.iter().map(|ending| ending.chance * ending.value(rules, nets)).sum();
    Split { endings, value }
}

impl Ending {
    fn value(&self, rules: &Rules, nets: &Nets) -> f64 {
        let of = |chances: &OutcomeChances| {
            let busted = if rules.peeks { 0.0 } else { chances.busted_with_blackjack() };
            chances.value_without_blackjack(nets) - busted
        };
        let all =
            self.apart as f64 * of(&self.chances_apart) + self.any as f64 * of(&self.chances_any);
        // The original wager, on the first hand, is lost to a blackjack also if it did not bust.
        let first = if self.apart > 0 { &self.chances_apart } else { &self.chances_any };
        if rules.peeks { all } else { all - first.stood_with_blackjack() }
    }
}

/// What comes of a hand when so many pair cards are missing besides the pair itself.
fn base(
    rules: &Rules,
    hands: &Hands,
    dealer: &Dealer,
    pair: Pair,
    shoe: &Shoe,
    missing: u16,
    moves: Moves<'_>,
) -> Base {
    let mut unseen = *shoe;
    unseen[pair.value] -= missing;
    // One card of the pair is the hand's own.
    let mut with_own = unseen;
    with_own[pair.value] += 1;
    let walk = Walk {
        hands,
        shoe: with_own,
        up: pair.up,
        two: (!rules.is_bound(pair.value)).then_some(moves.two),
        more: moves.more,
    };
    let pairs = pair.left - missing;
    let (cards, others) = (size_of(&unseen), size_of(&unseen) - pairs);
    let start = |value: usize| {
        let makes_pair = if value == pair.value { pairs } else { 0 };
        let chance = f64::from(unseen[value] - makes_pair) / f64::from(others);
        (hands.pair(pair.value, value), chance)
    };
    let starts: Vec<(HandId, f64)> = (0..VALUES).map(start).filter(|start| start.1 > 0.0).collect();
    let apart = walk.from(&starts);
    let again = (pairs > 0).then(|| walk.from(&[(hands.pair(pair.value, pair.value), 1.0)]));
    // The dealer's ends for every hand that either stands at.
    let is_reached = |id: &HandId| {
        let place = usize::from(*id);
        let of_again = again.as_ref().map_or([0.0; 2], |again| again.stood[place]);
        apart.stood[place].iter().chain(&of_again).any(|&chance| chance > 0.0)
    };
    let reached: Vec<HandId> = (0..hands.len() as HandId).filter(is_reached).collect();
    let shoes: Vec<Shoe> =
        reached.iter().map(|&id| walk.left(id)).chain(std::iter::once(unseen)).collect();
    let finals = dealer.finals_of_all(pair.up, &shoes);
    let of = |id: HandId| {
        let place = reached.binary_search(&id).expect("every hand that stands was looked up");
        (finals[place], blackjack(pair.up, &shoes[place]))
    };
    let apart = apart.chances(hands, of);
    let again = again.map_or(OutcomeChances::NONE, |again| again.chances(hands, of));
    let share = f64::from(pairs) / f64::from(cards);
    let mut dealers = [0.0; DEALERS];
    dealers[..BLACKJACK].copy_from_slice(&finals[reached.len()]);
    dealers[BLACKJACK] = blackjack(pair.up, &unseen);
    Base { apart, any: OutcomeChances(mixed(&apart.0, &again.0, share)), dealer: dealers }
}

/// A share of the second, the rest of the first.
fn mixed<const N: usize>(first: &[f64; N], second: &[f64; N], share: f64) -> [f64; N] {
    std::array::from_fn(|place| first[place] * (1.0 - share) + second[place] * share)
}

/// `E(j, m)` by `m` and `j`, from `E(j, 0)`; `pair` gives the chance that one more card is a pair
/// card.
fn conditioned<const N: usize>(
    base: Vec<[f64; N]>,
    pair: impl Fn(usize, usize) -> f64,
) -> Vec<Vec<[f64; N]>> {
    let mut all = vec![base];
    loop {
        let apart = all.len() - 1;
        let now = &all[apart];
        let mut more = Vec::new();
        for missing in 0..now.len() {
            let chance = pair(missing, apart);
            if chance <= 0.0 {
                more.push(now[missing]);
            } else if let Some(further) = now.get(missing + 1) {
                let of =
                    |place: usize| (now[missing][place] - chance * further[place]) / (1.0 - chance);
                more.push(std::array::from_fn(of));
            }
        }
        // No more hands than four: at most three others are known.
        if more.is_empty() || all.len() > 4 {
            return all;
        }
        all.push(more);
    }
}

/// The ways in which the splitting can end: how many hands, how many of them with a second card
/// that is no pair card, how many that get any card, and how likely.
fn histories(
    hands_max: usize,
    pair: impl Fn(usize, usize) -> f64,
) -> Vec<(usize, usize, usize, f64)> {
    let rest = |missing, done| 1.0 - pair(missing, done);
    let mul = |a: &f64, b: f64| a * b;
    let is_none = |likely: &f64| *likely <= 0.0;
    histories_in(hands_max, 1.0, &pair, rest, mul, |a, b| *a += b, is_none)
}

/// The same in any numbers: one, the chances that a card is a pair card or not, and how to multiply,
/// add and tell nothing.
pub(crate) fn histories_in<N: Clone>(
    hands_max: usize,
    one: N,
    pair: impl Fn(usize, usize) -> N,
    rest: impl Fn(usize, usize) -> N,
    mul: impl Fn(&N, N) -> N,
    add: impl Fn(&mut N, N),
    is_none: impl Fn(&N) -> bool,
) -> Vec<(usize, usize, usize, N)> {
    let mut all: Vec<(usize, usize, usize, N)> = Vec::new();
    let mut open = vec![(2, 0, 2, one)];
    while let Some((count, done, awaiting, likely)) = open.pop() {
        if is_none(&likely) {
            continue;
        }
        if count == hands_max || awaiting == 0 {
            match all.iter_mut().find(|known| (known.0, known.1) == (count, done)) {
                Some(known) => add(&mut known.3, likely),
                None => all.push((count, done, awaiting, likely)),
            }
            continue;
        }
        let chance = mul(&likely, pair(count - 2, done));
        open.push((count + 1, done, awaiting + 1, chance));
        let chance = mul(&likely, rest(count - 2, done));
        open.push((count, done + 1, awaiting - 1, chance));
    }
    all
}
