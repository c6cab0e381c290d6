//! The best hands that several seats can hold at once, where a bet is on nothing but a seat's own cards.
//!
//! The hands that net the most are packed into one deck: as many that have no card in common as there are. No deal can
//! have a better hand in the place of any of them.

use std::collections::BTreeMap;

use cards::CardSet;
use num_bigint::BigInt;

use crate::choose::CHOOSE;
use crate::exact::{Exact, fraction};
use crate::joint::SideNets;
use crate::suits::{NAMES, distinct};

/// With more hands than this on the best rows they are not packed.
const HANDS_MAX: usize = 100;

/// The best hands of several seats.
pub(super) struct Packed {
    /// A hand for each seat; seats beyond them have any hand of the next row.
    pub(super) hands: Vec<CardSet>,
    /// What they net together, in bets.
    pub(super) nets: Exact,
    /// How likely a deal nets as much; nothing if that was not counted.
    pub(super) chance: Option<Exact>,
}

/// Packs the best hands for so many seats; nothing if too many hands are among the best.
pub(super) fn best(side: &SideNets, seats: u8) -> Option<Packed> {
    let (own_cards, seats) = (side.own_cards()?, usize::from(seats));
    let mut by_net: BTreeMap<i128, Vec<CardSet>> = BTreeMap::new();
    for set in distinct(own_cards as u32) {
        by_net.entry(side.on_cards(set.cards)).or_default().push(set.cards);
    }
    let mut hands: Vec<(CardSet, i128)> = Vec::new();
    let (mut packed, mut sum): (Vec<CardSet>, i128) = (Vec::new(), 0);
    for (net, sets) in by_net.into_iter().rev() {
        hands.extend(sets.iter().flat_map(|cards| renamed(*cards)).map(|cards| (cards, net)));
        if hands.len() > HANDS_MAX {
            return None;
        }
        let before = packed.len();
        // The most that fit into a deck, those of better rows among them.
        let more = most_apart(&hands, seats);
        sum += net * (more.len() - before) as i128;
        packed = more;
        if packed.len() == seats {
            let all = nets_of(&hands, &packed);
            // Better rows may have to give way to fit as many: then the bound is not met.
            if all != sum {
                return None;
            }
            let chance = counted(&hands, seats, sum, own_cards);
            let nets = fraction(sum, side.unit());
            return Some(Packed { hands: packed, nets, chance: Some(chance) });
        }
    }
    None
}

/// The hands that differ from one by the names of the suits.
fn renamed(cards: CardSet) -> Vec<CardSet> {
    let rename = |names: [cards::Suit; 4]| -> CardSet {
        cards.iter().map(|it| cards::Card::new(it.rank(), names[it.suit().index()])).collect()
    };
    let mut all: Vec<CardSet> = NAMES.into_iter().map(rename).collect();
    all.sort_unstable_by_key(|cards| cards.bits());
    all.dedup();
    all
}

fn nets_of(hands: &[(CardSet, i128)], packed: &[CardSet]) -> i128 {
    hands.iter().filter(|(cards, _)| packed.contains(cards)).map(|(_, net)| net).sum()
}

/// The most hands without a card in common, up to a number; of equally many those that net the most.
fn most_apart(hands: &[(CardSet, i128)], most: usize) -> Vec<CardSet> {
    fn extend(
        hands: &[(CardSet, i128)],
        from: usize,
        taken: CardSet,
        net: i128,
        most: usize,
        chosen: &mut Vec<CardSet>,
        best: &mut (Vec<CardSet>, i128),
    ) {
        if chosen.len() > best.0.len() || (chosen.len() == best.0.len() && net > best.1) {
            *best = (chosen.clone(), net);
        }
        // Rows come best first, so that the first choice of enough hands nets as much as any.
        if chosen.len() == most || best.0.len() == most {
            return;
        }
        for (place, (cards, more)) in hands.iter().enumerate().skip(from) {
            if chosen.len() + (hands.len() - place) <= best.0.len() {
                return;
            }
            if (*cards & taken).is_empty() {
                chosen.push(*cards);
                extend(hands, place + 1, taken | *cards, net + more, most, chosen, best);
                chosen.pop();
            }
        }
    }
    let mut best = (Vec::new(), 0);
    extend(hands, 0, CardSet::EMPTY, 0, most, &mut Vec::new(), &mut best);
    best.0
}

/// How likely so many seats net this much together: every choice of hands without a card in common, in every order.
fn counted(hands: &[(CardSet, i128)], seats: usize, net: i128, own_cards: usize) -> Exact {
    fn choices(hands: &[(CardSet, i128)], taken: CardSet, seats: usize, net: i128) -> u64 {
        if seats == 0 {
            return u64::from(net == 0);
        }
        let mut sum = 0;
        for (place, (cards, own)) in hands.iter().enumerate() {
            // What is left nets at most this much each.
            if own * (seats as i128) < net {
                break;
            }
            if (*cards & taken).is_empty() {
                sum += choices(&hands[place + 1..], taken | *cards, seats - 1, net - own);
            }
        }
        sum
    }
    let orders: u64 = (1..=seats as u64).product();
    let ways = BigInt::from(choices(hands, CardSet::EMPTY, seats, net)) * orders;
    let deal = |seat: usize| BigInt::from(CHOOSE[52 - seat * own_cards][own_cards]);
    fraction(ways, (0..seats).map(deal).product::<BigInt>())
}
