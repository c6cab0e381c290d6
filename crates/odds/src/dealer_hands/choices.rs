//! What is chosen with every hand and every card up, so that it is found in a few nanoseconds.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::sync::Arc;

use cards::{Card, CardSet, Rank};
use rayon::prelude::*;

use super::{Against, Counts, Player};
use crate::classes::others;
use crate::suits::canonical;

/// A choice by its number: 0 is to fold, the others are the game's, the larger wager higher.
pub(crate) type Code = u8;

/// What is chosen with one hand: two bits for every card that can be up, by its index.
type ByUpCard = u128;

/// Stands for different choices.
const MIXED: u64 = 15;

/// Stands for a rank of which no card can be up with such a hand.
const NONE: u64 = 14;

/// The choices with every hand, and what comes of them.
#[derive(Clone)]
pub(crate) struct Played {
    pub(crate) choices: Arc<Choices>,
    /// How many deals end how: by the group of the hand, the choice and the relation to the dealer's.
    pub(crate) ended: Vec<[[u64; 4]; 4]>,
}

impl Played {
    /// Asks for the choice with every hand and card up. Hands are put in `groups` groups.
    pub(crate) fn new(
        counts: &Counts,
        groups: usize,
        group_of: impl Fn(&Player) -> usize + Sync,
        choose: impl Fn(&Player, Card, &Against) -> Code + Sync,
    ) -> Played {
        let is_blind = counts.is_blind();
        let some = |part: &Range<usize>| {
            let places = counts.places(part);
            let mut ended = vec![[[0; 4]; 4]; groups];
            let mut chosen = vec![0; places.len()];
            counts.visit(part.clone(), |place, player, up, against| {
                let code = choose(player, up, against);
                chosen[place - places.start] |= match is_blind {
                    true => ByUpCard::from(code) * (ByUpCard::MAX / 3),
                    false => ByUpCard::from(code) << (2 * up.index()),
                };
                let ended = &mut ended[group_of(player)][usize::from(code)];
                for (sum, hands) in ended.iter_mut().zip(against) {
                    *sum += u64::from(*hands) * u64::from(player.times);
                }
            });
            (chosen, ended)
        };
        let parts: Vec<_> = counts.parts().par_iter().map(some).collect();
        let mut ended = vec![[[0; 4]; 4]; groups];
        let mut chosen = Vec::with_capacity(counts.players.len());
        for (some_chosen, some_ended) in parts {
            chosen.extend(some_chosen);
            let some_ended = some_ended.as_flattened().as_flattened();
            let all_ended = ended.as_flattened_mut().as_flattened_mut();
            all_ended.iter_mut().zip(some_ended).for_each(|(all, some)| *all += some);
        }
        Played { choices: Arc::new(Choices::new(counts, &chosen)), ended }
    }
}

/// What is chosen with every hand and every card up.
///
/// Nearly always the value of the hand decides, the rank of the card that is up, and whether the
/// hand has a card of that rank; where they do not, the hand is looked up, its suits named as in [`crate::suits::distinct`].
pub(crate) struct Choices {
    /// By value: four bits for every rank that can be up, for hands without a card of that rank and
    /// for hands with one.
    by_value: Vec<[u64; 2]>,
    by_cards: HashMap<CardSet, ByUpCard, BuildHasherDefault<Mixer>>,
}

impl Choices {
    fn new(counts: &Counts, chosen: &[ByUpCard]) -> Choices {
        let mut choices = Choices { by_value: vec![[0; 2]; 1 << 16], by_cards: HashMap::default() };
        let mut left = (counts.players.as_slice(), chosen);
        // The players are sorted by value.
        while let Some(first) = left.0.first() {
            let end = left.0.partition_point(|player| player.value == first.value);
            choices.note(first.value, &left.0[..end], &left.1[..end]);
            left = (&left.0[end..], &left.1[end..]);
        }
        choices
    }

    /// Notes what is chosen with all hands of a value.
    fn note(&mut self, value: u16, players: &[Player], chosen: &[ByUpCard]) {
        // Which choices there are, a bit each.
        let mut seen = [[0u8; 13]; 2];
        for (player, chosen) in players.iter().zip(chosen) {
            for rank in Rank::ALL.map(Rank::index) {
                // The four cards of a rank have neighboring indices.
                let codes = (chosen >> (8 * rank)) as u8;
                let holds = usize::from(player.cards.ranks() >> rank & 1);
                for suit in 0..4 {
                    if player.cards.bits() >> (16 * suit + rank) & 1 == 0 {
                        seen[holds][rank] |= 1 << (codes >> (2 * suit) & 3);
                    }
                }
            }
        }
        let noted = seen.map(|by_rank| {
            let nibbles = by_rank.into_iter().enumerate().map(|(rank, seen)| {
                let code = match seen.count_ones() {
                    0 => NONE,
                    1 => u64::from(seen.trailing_zeros()),
                    _ => MIXED,
                };
                code << (4 * rank)
            });
            nibbles.sum()
        });
        self.by_value[usize::from(value)] = noted;
        if seen.as_flattened().iter().any(|seen| seen.count_ones() > 1) {
            let cards = players.iter().map(|player| player.cards);
            self.by_cards.extend(cards.zip(chosen.iter().copied()));
        }
    }

    /// The choice with a hand of this value; where the dealer shows no card, any card that the hand lacks stands for it.
    #[inline]
    pub(crate) fn choose(&self, value: u16, own: &[Card], up: Option<Card>) -> Code {
        let up = up.unwrap_or_else(|| others(own).next().expect("the deck has more cards"));
        let holds = own.iter().any(|card| card.rank() == up.rank());
        let code = nibble(self.by_value[usize::from(value)][usize::from(holds)], up.rank());
        if code == MIXED { self.look_up(own.iter().collect(), up) } else { code as Code }
    }

    fn look_up(&self, own: CardSet, up: Card) -> Code {
        let (own, suits) = canonical(own);
        let up = Card::new(up.rank(), suits[up.suit().index()]);
        let chosen = self.by_cards.get(&own).expect("every hand was asked for");
        (chosen >> (2 * up.index())) as Code & 3
    }

    /// The choice with every hand of a value whatever is up, if there is but one.
    pub(crate) fn always(&self, value: u16) -> Option<Code> {
        let both = self.by_value[usize::from(value)];
        let nibbles = both.into_iter().flat_map(|one| Rank::ALL.map(|rank| nibble(one, rank)));
        let mut codes = nibbles.filter(|code| *code != NONE);
        let first = codes.next()?;
        let is_one = first != MIXED && codes.all(|code| code == first);
        is_one.then_some(first as Code)
    }
}

/// Hashes the bits of a set of cards, which nobody chooses to do harm: many times quicker than the
/// standard way.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    #[inline]
    fn write_u64(&mut self, bits: u64) {
        // The odd constant nearest to 2⁶⁴ over the golden ratio; the upper bits are the mixed ones.
        self.0 = (self.0 ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(29);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[inline(always)]
fn nibble(packed: u64, rank: Rank) -> u64 {
    packed >> (4 * rank as u32) & 15
}
