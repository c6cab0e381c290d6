//! Four own cards with all that the pay tables ask of them, whatever they pay.

use cards::Card;
use hands::{FiveValue, Hand};
use num_traits::PrimInt;

use crate::classes::{KeptThree, finish_sums, others, quads, without};
use crate::kinds::{FiveKinds, THREE_KINDS, ThreeKinds};

/// The cards that can be the first community card.
pub(super) const FIRST: usize = 48;

/// Four cards, and what becomes of them.
pub(super) struct FourCards {
    pub(super) own: [Card; 4],
    /// The cards that can come.
    pub(super) first: [Card; FIRST],
    /// By the card that is set: the class of the other three with each first community card.
    fours: [[u16; FIRST]; 4],
    /// The kind of five cards that all four are with each first community card: the one that the
    /// last card cannot make, since the set card is gone.
    gone: [u8; FIRST],
    /// By the card that is set: with how many boards it is which kind of three cards.
    threes: [[i32; THREE_KINDS]; 4],
}

impl FourCards {
    pub(super) fn of(own: [Card; 4]) -> FourCards {
        let mut rest = others(&own);
        let first = [(); FIRST].map(|()| rest.next().expect("48 cards are left"));
        let (kinds, quads) = (FiveKinds::get(), quads());
        let four = Hand::from(own);
        let fours = std::array::from_fn(|place| {
            let beside = KeptThree::of(without(own, place));
            first.map(|card| beside.class(quads, card) as u16)
        });
        let gone = first.map(|card| kinds.of(four.with(card).value()) as u8);
        let threes = std::array::from_fn(|place| boards(own, place));
        FourCards { own, first, fours, gone, threes }
    }

    /// The net result of the three-card bet, summed over the boards in order.
    pub(super) fn three_sum(&self, place: usize, net: &[i128]) -> i128 {
        let kinds = self.threes[place].iter().zip(net);
        // Each board can come in two orders.
        kinds.map(|(count, net)| i128::from(2 * count) * net).sum()
    }

    /// The class of the three kept cards and the first community card with this place.
    pub(super) fn four(&self, set: usize, first: usize) -> usize {
        usize::from(self.fours[set][first])
    }
}

/// With how many boards of two a card is which kind of three: of all boards those with a kept card
/// are taken away, and those with two were taken twice.
fn boards(own: [Card; 4], place: usize) -> [i32; THREE_KINDS] {
    let kinds = ThreeKinds::get();
    let set = own[place];
    let kept: [Card; 3] = without(own, place);
    let mut counts = kinds.boards(set).map(|count| count as i32);
    for (at, card) in kept.into_iter().enumerate() {
        for (count, with) in counts.iter_mut().zip(kinds.thirds(set, card)) {
            *count -= i32::from(*with);
        }
        for other in &kept[at + 1..] {
            counts[usize::from(kinds.with(set, card)[other.index()])] += 1;
        }
    }
    counts
}

/// The net result of the three-card bet on a first community card, summed over the last cards.
pub(super) fn three_sum_on(own: [Card; 4], set: Card, first: Card, net: &[i128]) -> i128 {
    let kinds = ThreeKinds::get().with(set, first);
    let last = others(&own).filter(|card| *card != first);
    last.map(|card| net[usize::from(kinds[card.index()])]).sum()
}

/// A five-card table: what it pays, and the sums over the fifth card for each class of four.
#[derive(Clone, Debug)]
pub(super) struct Five {
    net: Vec<i128>,
    sums: Vec<i128>,
    /// The same in shorter numbers, if all sums over boards fit them: nearly always, and twice as
    /// fast.
    short: Option<(Vec<i64>, Vec<i64>)>,
}

/// A way to set four cards: the net results of the five-card bet and of a raise of as much, summed over the boards, and
/// after which first community cards it is raised, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    pub(super) called: i128,
    pub(super) raised: i128,
    pub(super) raises: u64,
}

impl Five {
    pub(super) fn of(net: &[i128]) -> Five {
        let sums = finish_sums(net);
        let most = net.iter().map(|net| net.unsigned_abs()).max().unwrap_or(0);
        let shorten = |long: &[i128]| long.iter().map(|value| *value as i64).collect();
        let short = (most < 1 << 48).then(|| (shorten(net), shorten(&sums)));
        Five { net: net.to_vec(), sums, short }
    }

    pub(super) fn net(&self) -> &[i128] {
        &self.net
    }

    /// The net result of a raise on three kept cards and a community card, summed over the last cards: the set card
    /// cannot be one of them.
    pub(super) fn raised(&self, four: [Card; 4], set: Card) -> i128 {
        let [a, b, c, d] = four;
        let gone = FiveKinds::get().of(FiveValue::of(&[a, b, c, d, set]));
        self.sums[quads().class(four)] - self.net[gone]
    }

    /// The net result of a raise on the first community card with this place.
    pub(super) fn raised_on(&self, four_cards: &FourCards, set: usize, first: usize) -> i128 {
        self.sums[four_cards.four(set, first)] - self.net[usize::from(four_cards.gone[first])]
    }

    /// The results of setting a card.
    pub(super) fn setting(&self, four_cards: &FourCards, set: usize) -> Setting {
        match &self.short {
            Some((net, sums)) => four_cards.setting(set, net, sums),
            None => four_cards.setting(set, &self.net, &self.sums),
        }
    }

    pub(super) fn settings(&self, four_cards: &FourCards) -> [Setting; 4] {
        std::array::from_fn(|set| self.setting(four_cards, set))
    }
}

impl FourCards {
    /// The results of setting a card, figured in numbers that are long enough.
    fn setting<N: PrimInt + Into<i128>>(&self, set: usize, net: &[N], sums: &[N]) -> Setting {
        let (mut called, mut raised, mut raises) = (N::zero(), N::zero(), 0);
        for (first, (four, gone)) in self.fours[set].iter().zip(&self.gone).enumerate() {
            let sum = sums[usize::from(*four)] - net[usize::from(*gone)];
            called = called + sum;
            // A raise that is worth nothing is made [ODD-1].
            raised = raised + sum.max(N::zero());
            raises |= u64::from(sum >= N::zero()) << first;
        }
        Setting { called: called.into(), raised: raised.into(), raises }
    }
}
