//! The counts of a group of hands put together, hand by hand and card by card.

use std::ops::Range;

use cards::{Card, DECK, Rank, Suit};

use super::{Against, Counts, Player};

/// Numbers by the rank of the card that is up.
type ByRank = [u32; 13];

/// How many of the dealer's hands are below a hand, not above it, and do not qualify.
type Bounds = [ByRank; 3];

const BELOW: usize = 0;
const UP_TO: usize = 1;
const UNQUALIFIED: usize = 2;

/// How many groups are visited together.
const PART: usize = 64;

/// How many hands with a flush in a suit are to be taken off: what the group's hands need of one
/// lane.
#[derive(Clone, Copy, Default)]
struct Lane {
    with_up_card: Bounds,
    beside_up_card: Bounds,
}

/// Stands for a card that is up where the dealer shows none.
const NO_CARD: Card = DECK[0];

impl Counts {
    /// Whether the dealer shows no card.
    pub(super) fn is_blind(&self) -> bool {
        !self.blind.is_empty()
    }

    /// The groups of hands in parts, to be visited in parallel.
    pub(crate) fn parts(&self) -> Vec<Range<usize>> {
        let starts = (0..self.groups.len()).step_by(PART);
        starts.map(|start| start..self.groups.len().min(start + PART)).collect()
    }

    /// The places of the hands in some groups.
    pub(crate) fn places(&self, groups: &Range<usize>) -> Range<usize> {
        self.groups[groups.start].players.start..self.groups[groups.end - 1].players.end
    }

    /// Visits every hand of some groups with every card up that it does not hold; where the dealer shows none, once
    /// with a card that stands for none.
    pub(crate) fn visit(
        &self,
        groups: Range<usize>,
        mut visit: impl FnMut(usize, &Player, Card, &Against),
    ) {
        let mut lanes = Vec::new();
        for place in groups {
            let group = &self.groups[place];
            if self.is_blind() {
                let hands = group.players.clone();
                hands.for_each(|one| visit(one, &self.players[one], NO_CARD, &self.blind[one]));
                continue;
            }
            let ranks = self.ranks_of(place);
            lanes.clear();
            lanes.extend(group.lanes.clone().map(|lane| self.lane(lane)));
            for one in group.players.clone() {
                let player = &self.players[one];
                let own = player.lanes.map(|lane| &lanes[usize::from(lane)]);
                self.spread(player, &ranks, own, |up, against| visit(one, player, up, against));
            }
        }
    }

    fn ranks_of(&self, group: usize) -> Bounds {
        let ranks = &self.ranks[group];
        let unqualified = self.unqualified.ranks.get(group).copied().unwrap_or_default();
        [ranks.below, ranks.up_to, unqualified]
    }

    fn lane(&self, lane: usize) -> Lane {
        let mut all = Lane::default();
        for rank in 0..13 {
            if let Some(asked) = lane.checked_sub(self.first_asked) {
                let answer = &self.suits[rank][asked];
                for (bound, moved) in [(BELOW, answer.below), (UP_TO, answer.up_to)] {
                    all.with_up_card[bound][rank] = moved.with_up_card;
                    all.beside_up_card[bound][rank] = moved.beside_up_card;
                }
            }
            if let Some(&place) = self.unqualified.place.get(lane) {
                let moved = self.unqualified.suits[rank][place as usize];
                all.with_up_card[UNQUALIFIED][rank] = moved.with_up_card;
                all.beside_up_card[UNQUALIFIED][rank] = moved.beside_up_card;
            }
        }
        all
    }

    fn spread(
        &self,
        player: &Player,
        ranks: &Bounds,
        lanes: [&Lane; 4],
        mut visit: impl FnMut(Card, &Against),
    ) {
        // Less what is moved if the card up is of none of the suits: to be mended suit by suit.
        let mut beside_all = *ranks;
        for lane in lanes {
            for (all, moved) in beside_all.iter_mut().zip(&lane.beside_up_card) {
                for (all, moved) in all.iter_mut().zip(moved) {
                    *all = all.wrapping_sub(*moved);
                }
            }
        }
        for (suit, lane) in Suit::ALL.into_iter().zip(lanes) {
            let mut bounds = beside_all;
            let moved = lane.beside_up_card.iter().zip(&lane.with_up_card);
            for (bound, (beside, with)) in bounds.iter_mut().zip(moved) {
                for (bound, (beside, with)) in bound.iter_mut().zip(beside.iter().zip(with)) {
                    *bound = bound.wrapping_add(*beside).wrapping_sub(*with);
                }
            }
            let held = player.cards.ranks_of(suit);
            for rank in Rank::ALL.into_iter().filter(|rank| held >> *rank as u32 & 1 == 0) {
                let [below, up_to, unqualified] = bounds.map(|bound| bound[rank.index()]);
                let against = self.against(player.value, below, up_to, unqualified);
                visit(Card::new(rank, suit), &against);
            }
        }
    }

    fn against(&self, value: u16, below: u32, up_to: u32, unqualified: u32) -> Against {
        if value < self.qualifies {
            return [unqualified, 0, 0, self.hands - unqualified];
        }
        [unqualified, below - unqualified, up_to - below, self.hands - up_to]
    }

    /// One hand with every card up that it does not hold.
    #[cfg(test)]
    pub(crate) fn cases_of(&self, one: usize) -> Vec<(Card, Against)> {
        let group = self.groups.partition_point(|group| group.players.end <= one);
        let mut cases = Vec::new();
        self.visit(group..group + 1, |place, _, up, against| {
            if place == one {
                cases.push((up, *against));
            }
        });
        cases
    }
}
