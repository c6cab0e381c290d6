//! The games against the dealer's hand for a player who knows some of the dealer's face-down cards.
//!
//! Where the dealer's hand makes a flush only with all its cards, known cards of two suits rule one out: then only ranks
//! matter, and these are counted. Else the dealer's hands with the known cards are gone through, the lowest first, keeping
//! how many of them there are with each few other cards: those without a player's cards are an alternating sum.

use cards::{Card, CardSet, DECK, Rank, Suit};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use rayon::prelude::*;

use super::{AgainstDealer, FOLD, Terms, dealer_hands, gain};
use crate::choose::CHOOSE;
use crate::dealer_hands::{Against, Counts, DealerHands, Relation, each_hand};
use crate::exact::{Exact, fraction, whole};
use crate::game::Question;
use crate::protect::{Knowing, Secrets, Sees, of_double};
use crate::solution::{Arithmetic, Policy};
use crate::subject::Subject;
use crate::suits::distinct;

/// The most sums of a question that is answered.
const WORK_MAX: f64 = 3e10;

/// What can be known in a game against the dealer's hand.
pub(super) fn secrets(subject: &Subject) -> Secrets {
    let hands = dealer_hands(subject);
    let down = hands.dealer_cards - usize::from(hands.has_up_card);
    // As many as are figured in about a minute.
    let quick = (1..=down).take_while(|cards| work(&hands, *cards) < WORK_MAX).last().unwrap_or(0);
    Secrets { dealer: quick as u8, seats: 7, ..Secrets::default() }
}

/// The value of the best play with something known.
pub(super) fn sees(question: &Question<'_>, game: &AgainstDealer, sees: Sees) -> Option<Knowing> {
    match sees {
        Sees::Dealer(down) => Some(knowing(question, down.into())),
        Sees::Seats(seats) => Some(colluding(question, game, seats.into())),
        Sees::Board(_) | Sees::Both { .. } => None,
    }
}

/// About how many sums it takes if so many face-down cards are known.
fn work(hands: &DealerHands, down: usize) -> f64 {
    let known = down + usize::from(hands.has_up_card);
    let unknown = hands.dealer_cards - known;
    if unknown == 0 {
        return 0.0;
    }
    let subsets: u32 =
        (0..=unknown.min(hands.own_cards)).map(|size| CHOOSE[hands.own_cards][size]).sum();
    let classes =
        if hands.flush == hands.dealer_cards { CHOOSE[13][known] } else { CHOOSE[52][known] / 6 };
    f64::from(classes) * f64::from(CHOOSE[52 - known][hands.own_cards]) / 5.0
        * f64::from(2 * subsets)
}

/// The value of the best play with some of the dealer's face-down cards known, in first wagers.
fn knowing(question: &Question<'_>, down: usize) -> Knowing {
    let hands = dealer_hands(question.subject);
    let counts = hands.count();
    let terms = Terms::of(question, &question.schedules[0], &counts);
    let (scale, nets) = terms.nets();
    let judge = Judge { terms: &terms, nets: &nets };
    let known = down + usize::from(hands.has_up_card);
    let unknown = hands.dealer_cards - known;
    let (sum, deals) = if unknown == 0 {
        (judge.all_known(&counts), i128::from(hands.deals()))
    } else {
        let players = all_players(&hands);
        let is_flush_of_all = hands.flush == hands.dealer_cards;
        let classes = distinct(known as u32);
        let of_one_suit = |cards: CardSet| {
            Suit::ALL.iter().any(|suit| {
                cards.ranks_of(*suit) == cards.ranks()
                    && cards.ranks().count_ones() as usize == known
            })
        };
        let swept = classes.par_iter().filter(|class| !is_flush_of_all || of_one_suit(class.cards));
        let swept: i128 = swept
            .map(|class| {
                i128::from(class.times)
                    * Sweep::of(&hands, class.cards, unknown).gains(&players, judge)
            })
            .sum();
        let by_ranks = if is_flush_of_all {
            ByRanks { hands: &hands, judge, known, unknown }.gains()
        } else {
            0
        };
        let rest = 52 - hands.own_cards;
        let deals = u128::from(CHOOSE[52][hands.own_cards])
            * u128::from(CHOOSE[rest][known])
            * u128::from(CHOOSE[rest - known][unknown]);
        (swept + by_ranks, deals as i128)
    };
    Knowing::exact(terms.fold.net() + fraction(sum, deals) / whole(scale.unit))
}

/// Knows how much better than folding the best choice is.
#[derive(Clone, Copy)]
struct Judge<'t> {
    terms: &'t Terms,
    nets: &'t [Vec<[i128; 4]>],
}

impl Judge<'_> {
    /// The most that a choice is better than a fold, over some hands of the dealer.
    #[inline(always)]
    fn best(self, value: u16, against: &Against) -> i128 {
        let class = usize::from(self.terms.class[usize::from(value)]);
        self.nets[class].iter().map(|nets| gain(nets, against)).fold(0, i128::max)
    }

    /// The same where every card of the dealer's is known.
    fn all_known(self, counts: &Counts) -> i128 {
        let of_part = |part| {
            let mut sum = 0;
            counts.visit(part, |_, player, _, against| {
                for relation in Relation::ALL {
                    let mut alone = Against::default();
                    alone[relation as usize] = against[relation as usize];
                    sum += i128::from(player.times) * self.best(player.value, &alone);
                }
            });
            sum
        };
        counts.parts().into_par_iter().map(of_part).sum()
    }
}

/// Every hand of a player, the lowest first.
fn all_players(hands: &DealerHands) -> Vec<(u16, CardSet)> {
    let mut all = Vec::new();
    each_hand(CardSet::EMPTY, &DECK, hands.own_cards, &mut |cards| {
        all.push(((hands.value)(cards), cards));
    });
    all.par_sort_unstable_by_key(|(value, _)| *value);
    all
}

/// The cards of a set by numbers that rise.
#[inline(always)]
fn numbers(cards: CardSet) -> impl Iterator<Item = usize> {
    let mut bits = cards.bits();
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (bit < 64).then(|| bit / 16 * 13 + bit % 16)
    })
}

/// How many hands there are with each set of up to four cards.
#[derive(Clone)]
struct With {
    all: i32,
    sets: [Vec<i32>; 4],
}

impl With {
    fn none(size: usize) -> With {
        With {
            all: 0,
            sets: std::array::from_fn(|place| {
                if place < size { vec![0; CHOOSE[52][place + 1] as usize] } else { Vec::new() }
            }),
        }
    }

    /// One hand more, of cards in rising order.
    fn add(&mut self, cards: &[usize]) {
        self.all += 1;
        for subset in 1u32..1 << cards.len() {
            let members = (0..cards.len()).filter(|place| subset >> place & 1 == 1);
            let place: u32 =
                members.enumerate().map(|(rank, at)| CHOOSE[cards[at]][rank + 1]).sum();
            self.sets[subset.count_ones() as usize - 1][place as usize] += 1;
        }
    }

    /// How many hands there are without any of some cards, in rising order.
    #[inline(always)]
    fn without<const SIZE: usize>(&self, cards: &[usize]) -> u32 {
        let pair = |a: usize| CHOOSE[a][2] as usize;
        let three = |a: usize| CHOOSE[a][3] as usize;
        let four = |a: usize| CHOOSE[a][4] as usize;
        let mut sum = self.all;
        for (at, &a) in cards.iter().enumerate() {
            sum -= self.sets[0][a];
            if SIZE < 2 {
                continue;
            }
            for (at, &b) in cards[..at].iter().enumerate() {
                sum += self.sets[1][pair(a) + b];
                if SIZE < 3 {
                    continue;
                }
                for (at, &c) in cards[..at].iter().enumerate() {
                    sum -= self.sets[2][three(a) + pair(b) + c];
                    if SIZE == 4 {
                        let place = four(a) + three(b) + pair(c);
                        sum += cards[..at].iter().map(|d| self.sets[3][place + d]).sum::<i32>();
                    }
                }
            }
        }
        sum as u32
    }
}

/// The dealer's hands with some known cards, the lowest first.
struct Sweep {
    known: CardSet,
    /// The suits of none of them: their names do not matter.
    free: Vec<Suit>,
    unknown: usize,
    qualifies: u16,
    dealers: Vec<(u16, [usize; 4])>,
}

impl Sweep {
    fn of(hands: &DealerHands, known: CardSet, unknown: usize) -> Sweep {
        let left: Vec<Card> = (!known).iter().collect();
        let mut dealers = Vec::new();
        each_hand(CardSet::EMPTY, &left, unknown, &mut |more| {
            let mut cards = [0; 4];
            cards.iter_mut().zip(numbers(more)).for_each(|(place, number)| *place = number);
            dealers.push(((hands.value)(known | more), cards));
        });
        dealers.sort_unstable_by_key(|(value, _)| *value);
        let free = Suit::ALL.into_iter().filter(|suit| known.ranks_of(*suit) == 0).collect();
        Sweep { known, free, unknown, qualifies: hands.qualifies, dealers }
    }

    /// For how many hands a player's stands, that differ by the names of free suits; nothing if another one does.
    fn times(&self, cards: CardSet) -> Option<i128> {
        let (mut times, mut equal, mut before) = (1, 1, None);
        for (place, suit) in self.free.iter().enumerate() {
            let lane = cards.ranks_of(*suit);
            match before {
                Some(before) if lane > before => return None,
                Some(before) if lane == before => equal += 1,
                _ => equal = 1,
            }
            before = Some(lane);
            times = times * (place as i128 + 1) / equal;
        }
        Some(times)
    }

    fn gains(&self, players: &[(u16, CardSet)], judge: Judge<'_>) -> i128 {
        match self.unknown {
            1 => self.gains_of::<1>(players, judge),
            2 => self.gains_of::<2>(players, judge),
            3 => self.gains_of::<3>(players, judge),
            4 => self.gains_of::<4>(players, judge),
            more => unreachable!("a dealer has no {more} unknown cards beside a known one here"),
        }
    }

    fn gains_of<const UNKNOWN: usize>(&self, players: &[(u16, CardSet)], judge: Judge<'_>) -> i128 {
        let mut lower = With::none(UNKNOWN);
        let unqualified = self.dealers.partition_point(|(value, _)| *value < self.qualifies);
        let mut below_floor = With::none(UNKNOWN);
        self.dealers[..unqualified]
            .iter()
            .for_each(|(_, cards)| below_floor.add(&cards[..UNKNOWN]));
        let (mut sum, mut next) = (0, 0);
        // Of players of one value: their cards, for how many they stand, and how many of the dealer's are lower.
        let mut waiting: Vec<([usize; 5], usize, i128, u32)> = Vec::new();
        for of_value in players.chunk_by(|a, b| a.0 == b.0) {
            let value = of_value[0].0;
            while let Some((_, cards)) =
                self.dealers.get(next).filter(|(dealer, _)| *dealer < value)
            {
                lower.add(&cards[..UNKNOWN]);
                next += 1;
            }
            waiting.clear();
            for (_, cards) in of_value.iter().filter(|(_, cards)| (*cards & self.known).is_empty())
            {
                let Some(times) = self.times(*cards) else { continue };
                let mut own = [0; 5];
                let size = cards.len();
                own.iter_mut().zip(numbers(*cards)).for_each(|(place, number)| *place = number);
                waiting.push((own, size, times, lower.without::<UNKNOWN>(&own[..size])));
            }
            while let Some((_, cards)) =
                self.dealers.get(next).filter(|(dealer, _)| *dealer == value)
            {
                lower.add(&cards[..UNKNOWN]);
                next += 1;
            }
            for (own, size, times, below) in &waiting {
                let own = &own[..*size];
                let up_to = lower.without::<UNKNOWN>(own);
                let all = CHOOSE[52 - self.known.len() - size][UNKNOWN];
                let out = if unqualified > 0 { below_floor.without::<UNKNOWN>(own) } else { 0 };
                sum += times
                    * judge.best(
                        value,
                        &relations(value >= self.qualifies, [*below, up_to, out], all),
                    );
            }
        }
        sum
    }
}

/// How many of all hands of the dealer stand in each relation: below a value, up to it, and not qualified.
#[inline(always)]
fn relations(is_qualified: bool, [below, up_to, out]: [u32; 3], all: u32) -> Against {
    if is_qualified {
        [out, below - out, up_to - below, all - up_to]
    } else {
        [out, 0, 0, all - out]
    }
}

/// Known cards of several suits in a game where the dealer's hand makes a flush only with all its cards.
#[derive(Clone, Copy)]
struct ByRanks<'t> {
    hands: &'t DealerHands,
    judge: Judge<'t>,
    known: usize,
    unknown: usize,
}

/// How many cards of each rank.
type ByRank = [u8; 13];

/// All multisets of so many ranks of a deck.
fn rank_counts(size: usize) -> Vec<ByRank> {
    fn extend(counts: &mut ByRank, from: usize, left: usize, all: &mut Vec<ByRank>) {
        if left == 0 {
            return all.push(*counts);
        }
        for rank in from..13 {
            if counts[rank] < 4 {
                counts[rank] += 1;
                extend(counts, rank, left - 1, all);
                counts[rank] -= 1;
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut [0; 13], 0, size, &mut all);
    all
}

/// In how many ways the second cards can be of suits that the first ones leave.
fn ways(first: &ByRank, second: &ByRank) -> i128 {
    let each = first.iter().zip(second).map(|(first, second)| {
        if first + second > 4 {
            0
        } else {
            i128::from(CHOOSE[4 - usize::from(*first)][usize::from(*second)])
        }
    });
    each.product()
}

fn is_of_different_ranks(counts: &ByRank) -> bool {
    counts.iter().all(|count| *count < 2)
}

/// Cards of some ranks: of one suit, or dealt to the suits in turn so that few are of one.
fn cards_of(counts: &ByRank, is_of_one_suit: bool) -> CardSet {
    let ranks = counts
        .iter()
        .zip(Rank::ALL)
        .flat_map(|(count, rank)| std::iter::repeat_n(rank, usize::from(*count)));
    let suit = |place: usize| if is_of_one_suit { Suit::Clubs } else { Suit::ALL[place % 4] };
    ranks.enumerate().map(|(place, rank)| Card::new(rank, suit(place))).collect()
}

impl ByRanks<'_> {
    fn gains(&self) -> i128 {
        let value = |counts: &ByRank, is_flush| (self.hands.value)(cards_of(counts, is_flush));
        let players: Vec<(ByRank, u16, Option<u16>)> = rank_counts(self.hands.own_cards)
            .into_iter()
            .map(|counts| {
                (
                    counts,
                    value(&counts, false),
                    is_of_different_ranks(&counts).then(|| value(&counts, true)),
                )
            })
            .collect();
        let more = rank_counts(self.unknown);
        let of_known = |known: &ByRank| {
            let fits = more.iter().filter(|more| ways(known, more) > 0);
            let dealers: Vec<(&ByRank, u16)> = fits
                .map(|more| {
                    (more, value(&std::array::from_fn(|rank| known[rank] + more[rank]), false))
                })
                .collect();
            players.iter().map(|player| self.against(known, &dealers, player)).sum::<i128>()
        };
        rank_counts(self.known).par_iter().map(of_known).sum()
    }

    /// The gain of a player's ranks against known ranks that are not of one suit.
    fn against(
        &self,
        known: &ByRank,
        dealers: &[(&ByRank, u16)],
        player: &(ByRank, u16, Option<u16>),
    ) -> i128 {
        let (own, value, as_flush) = player;
        let all = ways(&[0; 13], known) * ways(known, own);
        if all == 0 {
            return 0;
        }
        // Known cards of one suit, a player's of one suit, and both.
        let suited = if is_of_different_ranks(known) { 4 * ways(known, own) } else { 0 };
        let flushes = if as_flush.is_some() { 4 * ways(own, known) } else { 0 };
        let is_apart = known.iter().zip(own).all(|(known, own)| known + own < 2);
        let both = if suited > 0 && flushes > 0 { 12 + if is_apart { 4 } else { 0 } } else { 0 };
        let taken: ByRank = std::array::from_fn(|rank| known[rank] + own[rank]);
        let against = |value: u16| {
            let mut against = Against::default();
            for (more, dealer) in dealers {
                against[self.hands.relation(value, *dealer) as usize] += ways(&taken, more) as u32;
            }
            self.judge.best(value, &against)
        };
        let mut sum = (all - suited - flushes + both) * against(*value);
        if let Some(value) = as_flush.filter(|_| flushes > both) {
            sum += (flushes - both) * against(value);
        }
        sum
    }
}

/// Deals of a simulation in a batch, and how many hands of the dealer's may be gone through in all.
const BATCH: usize = 64;
const HANDS: u64 = 250_000_000;

/// What players win who share their hands: the exact value of the usual play, and beside it the mean gain of the best
/// choice over the usual one with all hands known, over simulated deals.
fn colluding(question: &Question<'_>, game: &AgainstDealer, seats: usize) -> Knowing {
    let hands = dealer_hands(question.subject);
    let counts = hands.count();
    let terms = Terms::of(question, &question.schedules[0], &counts);
    let played = terms.play(&counts, &hands, Policy::Optimal, game);
    let (scale, nets) = terms.nets();
    let up = usize::from(hands.has_up_card);
    let unseen = CHOOSE[52 - seats * hands.own_cards - up][hands.dealer_cards - up];
    let batches = (HANDS / u64::from(unseen) / BATCH as u64).clamp(32, 4_096);
    let batch = |batch: u64| {
        let mut chance =
            SmallRng::seed_from_u64(batch.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5eed);
        let mut deck = DECK;
        let mut gains = 0.0;
        for _ in 0..BATCH {
            deck.shuffle(&mut chance);
            let seen: CardSet = deck[..seats * hands.own_cards].iter().collect();
            let own = &deck[..hands.own_cards];
            let card = hands.has_up_card.then(|| deck[seats * hands.own_cards]);
            let value = (hands.value)(own.iter().collect());
            let mut against = Against::default();
            let with_up: CardSet = card.into_iter().collect();
            let left: Vec<Card> = (!(seen | with_up)).iter().collect();
            each_hand(with_up, &left, hands.dealer_cards, &mut |dealer| {
                against[hands.relation(value, (hands.value)(dealer)) as usize] += 1;
            });
            let class = usize::from(terms.class[usize::from(value)]);
            let usual = match played.choices.choose(value, own, card) {
                FOLD => 0,
                code => gain(&nets[class][usize::from(code) - 1], &against),
            };
            let best = Judge { terms: &terms, nets: &nets }.best(value, &against);
            gains += (best - usual) as f64 / f64::from(unseen);
        }
        gains / BATCH as f64 / scale.unit as f64
    };
    let means: Vec<f64> = (0..batches).into_par_iter().map(batch).collect();
    let count = means.len() as f64;
    let mean = means.iter().sum::<f64>() / count;
    let variance = means.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let usual = terms.solution(&played, hands, Policy::Optimal, game).distribution.value();
    let value: Exact = usual + of_double(mean);
    Knowing { value, arithmetic: Arithmetic::Doubles, error: Some((variance / count).sqrt()) }
}
