//! Every hand of a dealer with one card up against every five-card hand, counted without dealing.
//!
//! Dealing them takes 10¹² comparisons. But without flushes a hand's value is a matter of its ranks,
//! and there are only 6,175 sets of five ranks and 18,395 of six. So hands are counted
//! [by ranks](by_ranks) as if suits meant nothing, and those in which enough cards are of one suit
//! are then [moved](by_suit) to where they belong. Both go through the dealer's hands once, the
//! lowest first, keeping how many of them there are with each few cards; how many are without a
//! player's cards is an alternating sum over the subsets of those five.

mod by_ranks;
mod by_suit;
mod choices;
mod pooled;
mod rank_multiset;
mod visit;
mod words;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use cards::{Card, CardSet, Rank, Suit};
use rayon::prelude::*;

use crate::suits::distinct;
use by_ranks::Events;
use by_suit::{Moved, Steps, SuitAsk};
use rank_multiset::RankMultiset;

pub(crate) use choices::{Choices, Code, Ended, Played};
pub(crate) use pooled::{BorderlineHands, Pooled, best, share_of};
pub(crate) use words::{at_least, letters};

/// A game of a player's five cards against a dealer with one card up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DealerHands {
    /// How many cards the dealer has, the one that is up included.
    pub(crate) dealer_cards: usize,
    /// How many cards of a suit make a flush.
    pub(crate) flush: usize,
    /// What the best hand of some cards is worth: of a player's five, a dealer's, or those of a
    /// suit that make a flush.
    pub(crate) value: fn(CardSet) -> u16,
    /// The lowest value with which the dealer qualifies; nothing if the dealer always does.
    pub(crate) qualifies: u16,
}

/// A player's hand, up to the names of the suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    pub(crate) cards: CardSet,
    /// How many hands it stands for.
    pub(crate) times: u32,
    pub(crate) value: u16,
    /// The places of its suits among the lanes of its group.
    lanes: [u8; 4],
}

/// Against how many of the dealer's hands, with a card up, a player's hand comes to what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Against {
    pub(crate) unqualified: u32,
    pub(crate) won: u32,
    pub(crate) tied: u32,
    pub(crate) lost: u32,
}

/// Every hand of the dealer counted against every hand of a player.
pub(crate) struct Counts {
    /// The players' hands, the lowest value first.
    pub(crate) players: Vec<Player>,
    groups: Vec<Group>,
    /// How many hands the dealer can have with one card up.
    hands: u32,
    qualifies: u16,
    /// By group.
    ranks: Vec<Answer<[u32; 13]>>,
    /// By the rank of the card that is up and lane, from the first lane that was asked about on.
    suits: Vec<Vec<Answer<Moved>>>,
    first_asked: usize,
    unqualified: Unqualified,
}

/// Hands of equal ranks and value. All that differs is how the ranks are spread over the suits.
struct Group {
    value: u16,
    ranks: RankMultiset,
    players: Range<usize>,
    /// Which ranks of them can be of one suit: a range of the asks about suits.
    lanes: Range<usize>,
}

/// How many of the dealer's hands are below a value, and how many are not above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Answer<T> {
    below: T,
    up_to: T,
}

/// How many of the dealer's hands do not qualify.
#[derive(Default)]
struct Unqualified {
    /// By group.
    ranks: Vec<[u32; 13]>,
    /// By lane: the place of the answer. The hand's value does not matter here, so many lanes share
    /// one.
    place: Vec<u32>,
    /// By the rank of the card that is up and place.
    suits: Vec<Vec<Moved>>,
}

impl DealerHands {
    /// Counts every hand of the dealer against every hand of a player.
    pub(crate) fn count(&self) -> Counts {
        let (mut players, mut groups) = self.groups();
        let asks = self.asks(&mut players, &mut groups);
        // Against a hand that cannot win it only matters whether the dealer qualifies.
        let first_asked = asks.partition_point(|ask| ask.value < self.qualifies);
        let events = Events::of(self);
        let (ranks, (suits, unqualified)) = rayon::join(
            || by_ranks::answers(self, &events, groups.iter().map(|one| (one.ranks, one.value))),
            || {
                let steps = Steps::of(self, &events);
                let suits = by_suit::answers(&steps, &asks[first_asked..]);
                (suits, self.unqualified(&events, &steps, &groups, &asks))
            },
        );
        let (hands, qualifies) = (self.hands(), self.qualifies);
        Counts { players, groups, hands, qualifies, ranks, suits, first_asked, unqualified }
    }

    /// The hands by value and ranks.
    fn groups(&self) -> (Vec<Player>, Vec<Group>) {
        let mut hands: Vec<(u16, u32, Player)> = distinct(5)
            .into_par_iter()
            .map(|hand| {
                let value = (self.value)(hand.cards);
                let multiset = RankMultiset::of_cards(hand.cards).number() as u32;
                let player = Player { cards: hand.cards, times: hand.times, value, lanes: [0; 4] };
                (value, multiset, player)
            })
            .collect();
        hands.par_sort_unstable_by_key(|hand| (hand.0, hand.1));
        let mut groups = Vec::new();
        let mut end = 0;
        for one in hands.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let players = end..end + one.len();
            end = players.end;
            let (value, ranks) = (one[0].0, RankMultiset::of_cards(one[0].2.cards));
            groups.push(Group { value, ranks, players, lanes: 0..0 });
        }
        (hands.into_iter().map(|hand| hand.2).collect(), groups)
    }

    /// What has to be asked about suits: hands of a group with a suit of the same ranks ask the
    /// same.
    fn asks(&self, players: &mut [Player], groups: &mut [Group]) -> Vec<SuitAsk> {
        let mut asks: Vec<SuitAsk> = Vec::new();
        for group in groups {
            let first = asks.len();
            for player in &mut players[group.players.clone()] {
                player.lanes = Suit::ALL.map(|suit| {
                    let lane = player.cards.ranks_of(suit);
                    let known = asks[first..].iter().position(|ask| ask.lane == lane);
                    let place = known.unwrap_or_else(|| {
                        let outside = group.ranks.without_each(lane).number() as u16;
                        asks.push(SuitAsk { lane, outside, value: group.value });
                        asks.len() - 1 - first
                    });
                    place as u8
                });
            }
            group.lanes = first..asks.len();
        }
        asks
    }

    fn unqualified(
        &self,
        events: &Events,
        steps: &Steps,
        groups: &[Group],
        asks: &[SuitAsk],
    ) -> Unqualified {
        if self.qualifies == 0 {
            return Unqualified::default();
        }
        let value = self.qualifies;
        let ranks = by_ranks::answers(self, events, groups.iter().map(|one| (one.ranks, value)));
        let mut places = HashMap::new();
        let mut distinct: Vec<SuitAsk> = Vec::new();
        let place = |ask: &SuitAsk| {
            // Where a flush takes all the dealer's cards, those outside it do not matter.
            let outside = if self.flush == self.dealer_cards { 0 } else { ask.outside };
            *places.entry((ask.lane, outside)).or_insert_with(|| {
                distinct.push(SuitAsk { lane: ask.lane, outside, value });
                distinct.len() as u32 - 1
            })
        };
        let place = asks.iter().map(place).collect();
        let below = |answers: Vec<Answer<Moved>>| answers.iter().map(|one| one.below).collect();
        let suits = by_suit::answers(steps, &distinct).into_iter().map(below).collect();
        Unqualified { ranks: ranks.iter().map(|one| one.below).collect(), place, suits }
    }

    /// How many hands the dealer can have with one card up.
    pub(crate) fn hands(&self) -> u32 {
        let hidden = self.dealer_cards as u32 - 1;
        (0..hidden).fold(1, |ways, taken| ways * (46 - taken) / (taken + 1))
    }

    /// Deals every hand that the dealer can have with a card up against one hand.
    pub(crate) fn deal(&self, own: CardSet, up: Card) -> Against {
        let value = (self.value)(own);
        let free: Vec<Card> = (!own.with(up)).iter().collect();
        let mut against = Against::default();
        self.deal_on(value, CardSet::from(up), &free, &mut against);
        against
    }

    fn deal_on(&self, own: u16, dealer: CardSet, free: &[Card], against: &mut Against) {
        if dealer.len() == self.dealer_cards {
            let dealer = (self.value)(dealer);
            let place = match own.cmp(&dealer) {
                _ if dealer < self.qualifies => &mut against.unqualified,
                Ordering::Greater => &mut against.won,
                Ordering::Equal => &mut against.tied,
                Ordering::Less => &mut against.lost,
            };
            *place += 1;
            return;
        }
        for (place, card) in free.iter().enumerate() {
            self.deal_on(own, dealer.with(*card), &free[place + 1..], against);
        }
    }
}

/// The cards of some ranks, dealt to the suits in turn, so that few are of one suit.
fn of_many_suits(ranks: &RankMultiset) -> CardSet {
    ranks.iter().zip(Suit::ALL.into_iter().cycle()).map(|(rank, suit)| card(rank, suit)).collect()
}

/// The cards of one suit.
fn of_one_suit(lane: u16) -> CardSet {
    let held = (0..13u8).filter(|rank| lane >> rank & 1 == 1);
    held.map(|rank| card(rank, Suit::Clubs)).collect()
}

fn card(rank: u8, suit: Suit) -> Card {
    Card::new(Rank::ALL[usize::from(rank)], suit)
}

#[cfg(test)]
mod tests;
