//! How every deal ends, for many schedules at once: deals in which the same schedules set the same
//! card and raise on the same first card are counted together.

use std::collections::HashMap;

use arrayvec::ArrayVec;
use cards::Card;
use hands::Hand;

use super::four_cards::{FIRST, FourCards};
use super::{BOARDS, Set, Terms, dealt_place};
use crate::classes::without;
use crate::distribution::{Distribution, Gathering};
use crate::exact::{fraction, whole};
use crate::kinds::{FIVE_KINDS, FiveKinds, THREE_KINDS, ThreeKinds};

/// A place for each kind of five cards with each of three.
const KIND_PAIRS: usize = FIVE_KINDS * 8;

/// Schedules, a bit each.
type Schedules = u32;

/// Deals in which these schedules set the same card, and of them these raise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Alike {
    set: Schedules,
    raise: Schedules,
}

/// How many deals end how.
pub(super) struct Tally {
    /// What each schedule did with each class, in order.
    sets: Vec<Vec<Set>>,
    /// How many hands each schedule laid down: fours of a kind and two pairs.
    laid_down: Vec<[u64; 2]>,
    places: HashMap<Alike, usize>,
    counts: Vec<[u64; KIND_PAIRS]>,
}

impl Tally {
    pub(super) fn new(schedules: usize) -> Tally {
        Tally {
            sets: vec![Vec::new(); schedules],
            laid_down: vec![[0; 2]; schedules],
            places: HashMap::new(),
            counts: Vec::new(),
        }
    }

    fn place(&mut self, alike: Alike) -> usize {
        let Tally { places, counts, .. } = self;
        *places.entry(alike).or_insert_with(|| {
            counts.push([0; KIND_PAIRS]);
            counts.len() - 1
        })
    }

    /// Counts a hand of four cards with every board, as each schedule has decided.
    pub(super) fn add(&mut self, four_cards: &FourCards, decided: &[(Set, u64)], times: u64) {
        for (place, (set, _)) in decided.iter().enumerate() {
            self.sets[place].push(*set);
            if *set == Set::LayDown {
                let dealt = dealt_place(four_cards.own).expect("only such hands are laid down");
                self.laid_down[place][dealt] += times;
            }
        }
        for card in 0..4u8 {
            let of_card = |decided: &(usize, &(Set, u64))| decided.1.0 == Set::Card(card);
            let setting: Vec<(usize, u64)> = (decided.iter().enumerate().filter(of_card))
                .map(|(place, (_, raises))| (place, *raises))
                .collect();
            if !setting.is_empty() {
                self.add_boards(four_cards, usize::from(card), &setting, times);
            }
        }
    }

    /// Counts every board with a card that these schedules set.
    fn add_boards(
        &mut self,
        four_cards: &FourCards,
        set: usize,
        setting: &[(usize, u64)],
        times: u64,
    ) {
        let groups = alike(four_cards, setting);
        let kinds = (FiveKinds::get(), ThreeKinds::get());
        let kept = Hand::from(without::<4, 3>(four_cards.own, set));
        let set = four_cards.own[set];
        for (at, (alike, cards)) in groups.iter().enumerate() {
            // A board in either order makes the same hands. If it is raised on both of its cards
            // alike, it counts twice.
            let mut same = [0u32; KIND_PAIRS];
            for (place, &first) in cards.iter().enumerate() {
                count(kinds, kept, [set, first], &cards[place + 1..], &mut same);
            }
            self.add_counts(*alike, &same, 2 * times);
            for (other, others) in &groups[at + 1..] {
                let mut mixed = [0u32; KIND_PAIRS];
                for &first in cards {
                    count(kinds, kept, [set, first], others, &mut mixed);
                }
                self.add_counts(*alike, &mixed, times);
                self.add_counts(*other, &mixed, times);
            }
        }
    }

    fn add_counts(&mut self, alike: Alike, part: &[u32; KIND_PAIRS], times: u64) {
        let place = self.place(alike);
        for (all, part) in self.counts[place].iter_mut().zip(part) {
            *all += u64::from(*part) * times;
        }
    }

    /// All tallies in one.
    pub(super) fn sum(tallies: Vec<Tally>, schedules: usize) -> Tally {
        let mut all = Tally::new(schedules);
        for tally in tallies {
            for (all, part) in all.sets.iter_mut().zip(tally.sets) {
                all.extend(part);
            }
            for (all, part) in all.laid_down.iter_mut().flatten().zip(tally.laid_down.concat()) {
                *all += part;
            }
            for (alike, place) in tally.places {
                let at = all.place(alike);
                for (all, part) in all.counts[at].iter_mut().zip(tally.counts[place]) {
                    *all += part;
                }
            }
        }
        all
    }

    /// How a schedule's deals end.
    pub(super) fn counts(&self, schedule: usize) -> OutcomeCounts {
        let mut counts =
            OutcomeCounts { set: [[0; KIND_PAIRS]; 2], laid_down: self.laid_down[schedule] };
        for (alike, place) in &self.places {
            if alike.set >> schedule & 1 == 1 {
                let raised = (alike.raise >> schedule & 1) as usize;
                for (all, part) in counts.set[raised].iter_mut().zip(self.counts[*place]) {
                    *all += part;
                }
            }
        }
        counts
    }

    /// What a schedule does with each class of four cards.
    pub(super) fn sets(&self, schedule: usize) -> Vec<Set> {
        self.sets[schedule].clone()
    }
}

/// The first community cards, those together on which the same schedules raise.
fn alike(four_cards: &FourCards, setting: &[(usize, u64)]) -> Vec<(Alike, ArrayVec<Card, FIRST>)> {
    let set = setting.iter().map(|(place, _)| 1 << place).sum();
    let mut groups: Vec<(Alike, ArrayVec<Card, FIRST>)> = Vec::new();
    for (first, &card) in four_cards.first.iter().enumerate() {
        let raises = setting.iter().map(|(at, raises)| ((raises >> first & 1) as u32) << at);
        let alike = Alike { set, raise: raises.sum() };
        match groups.iter_mut().find(|(known, _)| *known == alike) {
            Some((_, cards)) => cards.push(card),
            None => groups.push((alike, ArrayVec::from_iter([card]))),
        }
    }
    groups
}

/// Counts the ends of three kept cards and a set one with a first community card and each second.
#[inline(always)]
fn count(
    (fives, threes): (&FiveKinds, &ThreeKinds),
    kept: Hand<3>,
    [set, first]: [Card; 2],
    seconds: &[Card],
    counts: &mut [u32; KIND_PAIRS],
) {
    let four = kept.with(first);
    let three = threes.with(set, first);
    for second in seconds {
        let five = fives.of(four.with(*second).value());
        counts[five << 3 | usize::from(three[second.index()])] += 1;
    }
}

/// How the deals of one schedule end.
pub(super) struct OutcomeCounts {
    /// Not raised and raised, by the kinds of both hands.
    pub(super) set: [[u64; KIND_PAIRS]; 2],
    /// Hands laid down.
    pub(super) laid_down: [u64; 2],
}

impl OutcomeCounts {
    /// The distribution, in units of both bets together.
    pub(super) fn distribution(&self, terms: &Terms) -> Distribution {
        let half = || fraction(1, 2);
        let mut gathering = Gathering::default();
        for (raise, counts) in [(0, &self.set[0]), (terms.raise(), &self.set[1])] {
            let words = if raise > 0 { ", raised" } else { "" };
            for five in 0..FIVE_KINDS {
                for three in 0..THREE_KINDS {
                    let count = counts[five << 3 | three];
                    let staked = (whole(2) + whole(raise)) * half();
                    let on_five = &terms.five.returned[five] * whole(1 + raise);
                    let returned = (on_five + &terms.three.returned[three]) * half();
                    let names = [terms.five.words[five], terms.three.words[three]];
                    let row = format!("five-card {}, three-card {}{words}", names[0], names[1]);
                    gathering.add(row, staked, returned, count);
                }
            }
        }
        let dealt = ["lays down four of a kind", "lays down two pair"];
        for (place, row) in dealt.into_iter().enumerate() {
            if let Some(back) = &terms.dealt[place] {
                let returned = back * half();
                let deals = self.laid_down[place] * BOARDS as u64;
                gathering.add(row, whole(1), returned, deals);
            }
        }
        gathering.finish()
    }
}
