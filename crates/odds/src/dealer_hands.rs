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
use std::sync::Arc;

use cards::{Card, CardSet, DECK, Rank, Suit};
use games::{Comparison, Showdown};
use rayon::prelude::*;

use crate::choose::CHOOSE;
use crate::suits::distinct;
use crate::warm::Warm;
use by_ranks::Events;
use by_suit::{Moved, Steps, SuitAsk};
use rank_multiset::RankMultiset;

pub(crate) use choices::{Choices, Code, Played};
pub(crate) use pooled::{BorderlineHands, Pooled};
pub(crate) use words::{at_least, letters};

/// A game of a player's cards against a dealer's, of which one may be up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DealerHands {
    pub(crate) own_cards: usize,
    /// How many cards the dealer has, one that is up included.
    pub(crate) dealer_cards: usize,
    pub(crate) has_up_card: bool,
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

/// How a player's hand compares with a dealer's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Unqualified,
    Won,
    Tied,
    Lost,
}

impl Relation {
    pub(crate) const ALL: [Relation; 4] =
        [Relation::Unqualified, Relation::Won, Relation::Tied, Relation::Lost];
}

/// How many of the dealer's hands, with a card up, stand to a player's hand in each relation.
pub(crate) type Against = [u32; 4];

/// Every hand of the dealer counted against every hand of a player.
#[derive(Default)]
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
    /// By player, where the dealer shows no card.
    blind: Vec<Against>,
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
    /// By lane: the place of the answer. The hand's value does not matter here: several lanes share
    /// one.
    place: Vec<u32>,
    /// By the rank of the card that is up and place.
    suits: Vec<Vec<Moved>>,
}

/// All that tells one game's hands from another's.
type Kind = (usize, usize, bool, usize, u16, usize);

impl From<Showdown> for DealerHands {
    fn from(showdown: Showdown) -> DealerHands {
        let Showdown { own_cards, dealer_cards, has_up_card, compares } = showdown;
        let Comparison { cards: flush, value, qualifies } = compares;
        DealerHands { own_cards, dealer_cards, has_up_card, flush, value, qualifies }
    }
}

impl DealerHands {
    /// Every hand of the dealer against every hand of a player, counted now or before.
    pub(crate) fn counted(&self) -> Arc<Counts> {
        static COUNTED: Warm<Kind, Counts> = Warm::new();
        let value = self.value as usize;
        let kind = (
            self.own_cards,
            self.dealer_cards,
            self.has_up_card,
            self.flush,
            self.qualifies,
            value,
        );
        COUNTED.get(kind, || self.count())
    }

    /// Counts every hand of the dealer against every hand of a player.
    pub(crate) fn count(&self) -> Counts {
        let (mut players, mut groups) = self.groups();
        let hands = self.hands();
        if !self.has_up_card {
            let blind = self.blind(&players);
            return Counts { players, groups, hands, blind, ..Counts::default() };
        }
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
        let (qualifies, blind) = (self.qualifies, Vec::new());
        Counts { players, groups, hands, qualifies, ranks, suits, first_asked, unqualified, blind }
    }

    /// Every hand of the dealer against each of a player's, where no card is up.
    fn blind(&self, players: &[Player]) -> Vec<Against> {
        let mut dealers = Vec::new();
        each_hand(CardSet::EMPTY, &DECK, self.dealer_cards, &mut |cards| {
            dealers.push((cards, (self.value)(cards)));
        });
        let against = |player: &Player| {
            let mut against = Against::default();
            for &(cards, value) in &dealers {
                if cards.bits() & player.cards.bits() == 0 {
                    against[self.relation(player.value, value) as usize] += 1;
                }
            }
            against
        };
        players.par_iter().map(against).collect()
    }

    /// How a hand of this value compares with a dealer's of that.
    #[inline(always)]
    pub(crate) fn relation(&self, own: u16, dealer: u16) -> Relation {
        match own.cmp(&dealer) {
            _ if dealer < self.qualifies => Relation::Unqualified,
            Ordering::Greater => Relation::Won,
            Ordering::Equal => Relation::Tied,
            Ordering::Less => Relation::Lost,
        }
    }

    /// The hands by value and ranks.
    fn groups(&self) -> (Vec<Player>, Vec<Group>) {
        let mut hands: Vec<(u16, u32, Player)> = distinct(self.own_cards as u32)
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

    /// How many hands the dealer can have, with one card up where one is.
    pub(crate) fn hands(&self) -> u32 {
        let up = usize::from(self.has_up_card);
        CHOOSE[52 - self.own_cards - up][self.dealer_cards - up]
    }

    /// How many deals there are: the player's cards, the dealer's card that is up, the dealer's other cards.
    pub(crate) fn deals(&self) -> u64 {
        let ups = if self.has_up_card { 52 - self.own_cards as u64 } else { 1 };
        u64::from(CHOOSE[52][self.own_cards]) * ups * u64::from(self.hands())
    }

    /// Deals every hand that the dealer can have, with a card up where one is, against one hand.
    pub(crate) fn deal(&self, own: CardSet, up: Option<Card>) -> Against {
        let value = (self.value)(own);
        let up: CardSet = up.into_iter().collect();
        let free: Vec<Card> = (!(own | up)).iter().collect();
        let mut against = Against::default();
        each_hand(up, &free, self.dealer_cards, &mut |dealer| {
            against[self.relation(value, (self.value)(dealer)) as usize] += 1;
        });
        against
    }
}

/// Visits every set of `size` cards that has the given ones and some of the free ones.
pub(crate) fn each_hand(
    cards: CardSet,
    free: &[Card],
    size: usize,
    visit: &mut impl FnMut(CardSet),
) {
    if cards.len() == size {
        return visit(cards);
    }
    for (place, card) in free.iter().enumerate() {
        each_hand(cards.with(*card), &free[place + 1..], size, visit);
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
