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
use super::hands::{HandId, Hands, Shoe, VALUES, size_of, without};
use super::numbers::Numbers;
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
pub(crate) struct Ending<T = f64> {
    pub(crate) chance: T,
    pub(crate) apart: usize,
    pub(crate) any: usize,
    /// What comes of a hand of either kind.
    pub(crate) chances_apart: OutcomeChances<T>,
    pub(crate) chances_any: OutcomeChances<T>,
    /// How the dealer ends.
    pub(crate) dealer: [T; DEALERS],
}

/// A pair that was split.
#[derive(Clone, Debug)]
pub(crate) struct Split<T = f64> {
    pub(crate) endings: Vec<Ending<T>>,
    /// What it is worth, as [`super::player`] says.
    pub(crate) value: T,
}

/// How hands are played after a split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves<'m> {
    pub(crate) two: &'m [Move],
    pub(crate) more: &'m [Move],
}

/// A table at which pairs are split, and the numbers in which that is figured.
pub(crate) struct Splitting<'s, N: Numbers> {
    pub(crate) numbers: &'s N,
    pub(crate) rules: &'s Rules,
    pub(crate) nets: &'s Nets<N::Number>,
    pub(crate) hands: &'s Hands,
    pub(crate) dealer: &'s Dealer,
}

/// What is computed for each number of missing pair cards.
struct Base<T> {
    apart: OutcomeChances<T>,
    any: OutcomeChances<T>,
    dealer: [T; DEALERS],
}

impl<N: Numbers> Splitting<'_, N> {
    /// Splits a pair.
    pub(crate) fn split(&self, pair: Pair, moves: Moves<'_>) -> Split<N::Number> {
        let numbers = self.numbers;
        let hands_max = self.rules.hands_of(pair.value);
        // The shoe without the card up and the pair.
        let mut shoe = without(&self.rules.shoe, pair.up);
        shoe[pair.value] -= 2;
        let cards = size_of(&shoe);
        let bases: Vec<Base<N::Number>> = (0..=(2 * hands_max as u16 - 4).min(pair.left))
            .map(|missing| self.base(pair, &shoe, missing, moves))
            .collect();
        // The chance that one more card is a pair card, if some others are known not to be.
        let chance = |known: usize| {
            move |missing: usize, apart: usize| {
                let unknown = cards - (missing + apart + known) as u16;
                numbers.part(numbers.one(), pair.left.saturating_sub(missing as u16), unknown)
            }
        };
        let all = |of: fn(&Base<N::Number>) -> OutcomeChances<N::Number>| {
            bases.iter().map(|base| of(base).0).collect()
        };
        let apart = conditioned(numbers, all(|base| base.apart), chance(1));
        let any = conditioned(numbers, all(|base| base.any), chance(0));
        let dealers = bases.iter().map(|base| base.dealer).collect();
        let dealers = conditioned(numbers, dealers, chance(0));
        let ending = |(count, done, awaiting, likely): (usize, usize, usize, N::Number)| {
            let missing = count - 2;
            let none = OutcomeChances::none;
            let is_any = awaiting > 0;
            Ending {
                chance: likely,
                apart: done,
                any: awaiting,
                chances_apart: done
                    .checked_sub(1)
                    .map_or_else(none, |done| OutcomeChances(apart[done][missing])),
                chances_any: if is_any { OutcomeChances(any[done][missing]) } else { none() },
                dealer: dealers[done][missing],
            }
        };
        let histories = histories(numbers, hands_max, chance(0)).into_iter();
        let endings: Vec<Ending<N::Number>> = histories.map(ending).collect();
        let values = endings.iter().map(|it| numbers.mul(it.chance, self.value(it)));
        let value = values.fold(N::Number::default(), |sum, value| numbers.add(sum, value));
        Split { endings, value }
    }

    fn value(&self, ending: &Ending<N::Number>) -> N::Number {
        let (numbers, peeks) = (self.numbers, self.rules.peeks);
        let of = |hands: usize, chances: &OutcomeChances<N::Number>| {
            numbers.mul(numbers.whole(hands as u16), chances.value(numbers, self.nets, peeks))
        };
        let all = numbers
            .add(of(ending.apart, &ending.chances_apart), of(ending.any, &ending.chances_any));
        // The original wager, on the first hand, is lost to a blackjack also if it did not bust.
        let first = if ending.apart > 0 { &ending.chances_apart } else { &ending.chances_any };
        if peeks { all } else { numbers.sub(all, first.stood_with_blackjack(numbers)) }
    }

    /// What comes of a hand when `missing` pair cards are gone besides the pair itself.
    fn base(&self, pair: Pair, shoe: &Shoe, missing: u16, moves: Moves<'_>) -> Base<N::Number> {
        let (numbers, hands) = (self.numbers, self.hands);
        let mut unseen = *shoe;
        unseen[pair.value] -= missing;
        // One card of the pair is the hand's own.
        let mut with_own = unseen;
        with_own[pair.value] += 1;
        let walk = Walk {
            numbers,
            hands,
            shoe: with_own,
            up: pair.up,
            two: (!self.rules.is_bound(pair.value)).then_some(moves.two),
            more: moves.more,
        };
        let pairs = pair.left - missing;
        let cards = size_of(&unseen);
        let start = |value: usize| {
            let makes_pair = if value == pair.value { pairs } else { 0 };
            let count = unseen[value] - makes_pair;
            let chance = numbers.part(numbers.one(), count, cards - pairs);
            (count > 0).then(|| (hands.pair(pair.value, value), chance))
        };
        let starts: Vec<(HandId, N::Number)> = (0..VALUES).filter_map(start).collect();
        let apart = walk.from(&starts);
        let again: &[_] = &[(hands.pair(pair.value, pair.value), numbers.one())];
        let again = walk.from(if pairs > 0 { again } else { &[] });
        let ([apart, again], finals) = walk.outcomes(self.dealer, [&apart, &again], unseen);
        let share = numbers.part(numbers.one(), pairs, cards);
        // A share of the second, the rest of the first.
        let mixed = |first, second| {
            let rest = numbers.mul(first, numbers.rest(share));
            numbers.add(rest, numbers.mul(second, share))
        };
        let any = OutcomeChances(std::array::from_fn(|at| mixed(apart.0[at], again.0[at])));
        let mut dealer = [N::Number::default(); DEALERS];
        dealer[..BLACKJACK].copy_from_slice(&finals);
        dealer[BLACKJACK] = blackjack(numbers, pair.up, &unseen);
        Base { apart, any, dealer }
    }
}

/// `E(j, m)` by `m` and `j`, from `E(j, 0)`; `pair` gives the chance that one more card is a pair
/// card.
fn conditioned<N: Numbers, const L: usize>(
    numbers: &N,
    base: Vec<[N::Number; L]>,
    pair: impl Fn(usize, usize) -> N::Number,
) -> Vec<Vec<[N::Number; L]>> {
    let mut all = vec![base];
    loop {
        let apart = all.len() - 1;
        let now = &all[apart];
        let mut more = Vec::new();
        for missing in 0..now.len() {
            let chance = pair(missing, apart);
            if chance == N::Number::default() {
                more.push(now[missing]);
            } else if let Some(further) = now.get(missing + 1) {
                let divisor = numbers.divisor(numbers.rest(chance));
                more.push(std::array::from_fn(|place| {
                    let of_pair = numbers.mul(chance, further[place]);
                    numbers.over(numbers.sub(now[missing][place], of_pair), divisor)
                }));
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
fn histories<N: Numbers>(
    numbers: &N,
    hands_max: usize,
    pair: impl Fn(usize, usize) -> N::Number,
) -> Vec<(usize, usize, usize, N::Number)> {
    let mut all: Vec<(usize, usize, usize, N::Number)> = Vec::new();
    let mut open = vec![(2, 0, 2, numbers.one())];
    while let Some((count, done, awaiting, likely)) = open.pop() {
        if likely == N::Number::default() {
            continue;
        }
        if count == hands_max || awaiting == 0 {
            match all.iter_mut().find(|known| (known.0, known.1) == (count, done)) {
                Some(known) => numbers.increase(&mut known.3, likely),
                None => all.push((count, done, awaiting, likely)),
            }
            continue;
        }
        let chance = pair(count - 2, done);
        open.push((count + 1, done, awaiting + 1, numbers.mul(likely, chance)));
        open.push((count, done + 1, awaiting - 1, numbers.mul(likely, numbers.rest(chance))));
    }
    all
}
