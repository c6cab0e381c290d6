//! Counting held against dealing, and against counting by another way.

use std::collections::BTreeMap;

use cards::DECK;
use hands::{Category, FiveValue, FourValue, naive};

use super::*;

const CARIBBEAN: DealerHands = DealerHands {
    own_cards: 5,
    dealer_cards: 5,
    has_up_card: true,
    flush: 5,
    value: |cards| FiveValue::of_set(cards).expect("five").get(),
    qualifies: match FiveValue::floor(Category::HighCard, &[Rank::Ace, Rank::King]) {
        Some(value) => value.get(),
        None => panic!("a hand"),
    },
};

const FOUR: DealerHands = DealerHands {
    own_cards: 5,
    dealer_cards: 6,
    has_up_card: true,
    flush: 4,
    value: |cards| FourValue::of_set(cards).expect("four to six").get(),
    qualifies: 0,
};

/// Hands of every value, each with one card up.
#[test]
fn counting_is_dealing() {
    for (dealer_hands, hands) in [(CARIBBEAN, 600), (FOUR, 60)] {
        let counts = dealer_hands.count();
        let every = counts.players.len() / hands;
        (0..hands).into_par_iter().for_each(|place| {
            let one = place * every + place % 7;
            let (up, against) = counts.cases_of(one)[place * 11 % 47];
            let own = counts.players[one].cards;
            assert_eq!(against, dealer_hands.deal(own, Some(up)), "{own} {up}");
        });
    }
}

/// One hand with all 47 cards up, the dealer's hands valued plainly from the rule.
#[test]
fn dealing_values_hands_as_the_rule_says() {
    let counts = CARIBBEAN.count();
    let own: CardSet = "Ac Kc Qd 8d 7h".parse().unwrap();
    let one = counts.players.iter().position(|player| player.cards == own).unwrap();
    let cards: [Card; 5] = own.iter().collect::<Vec<_>>().try_into().unwrap();
    let value = naive::five(&cards);
    let free: Vec<Card> = DECK.into_iter().filter(|card| !own.has(*card)).collect();
    let mut dealt: BTreeMap<Card, Against> = BTreeMap::new();
    for a in 0..47 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        let hand = [a, b, c, d, e].map(|place| free[place]);
                        let dealer = naive::five(&hand);
                        for up in hand {
                            let against = dealt.entry(up).or_default();
                            *match value.cmp(&dealer) {
                                // High card with an ace and a king, or anything better.
                                _ if dealer[0] == 0 && dealer[1..3] != [14, 13] => &mut against[0],
                                Ordering::Greater => &mut against[1],
                                Ordering::Equal => &mut against[2],
                                Ordering::Less => &mut against[3],
                            } += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(counts.cases_of(one).into_iter().collect::<BTreeMap<_, _>>(), dealt);
}

/// How all pairs of hands without a common card end, by the upper bits of the player's value:
/// the pairs of any two hands, less those with a given card in common, and so on over all sets of
/// given cards. This way knows neither ranks nor suits.
fn all_pairs(dealer_hands: &DealerHands) -> Vec<[i128; 4]> {
    let nothing = || vec![[0i128; 4]; 16];
    let sums = |size: u32| {
        let sign = if size.is_multiple_of(2) { 1 } else { -1 };
        let with = |mut sums: Vec<[i128; 4]>, given: &crate::suits::Distinct| {
            let values = |cards: usize| {
                let free: Vec<Card> = (!given.cards).iter().collect();
                let mut counts = BTreeMap::new();
                each_hand(given.cards, &free, cards, &mut |hand| {
                    *counts.entry((dealer_hands.value)(hand)).or_insert(0i128) += 1;
                });
                counts
            };
            let (players, dealers) = (values(5), values(dealer_hands.dealer_cards));
            let mut dealers = dealers.into_iter().peekable();
            let (mut unqualified, mut below) = (0, 0);
            let mut all = 0;
            let mut rows = Vec::new();
            for (value, count) in players {
                while let Some((dealer, count)) = dealers.next_if(|next| next.0 < value) {
                    all += count;
                    *(if dealer < dealer_hands.qualifies {
                        &mut unqualified
                    } else {
                        &mut below
                    }) += count;
                }
                let equal = dealers.peek().filter(|next| next.0 == value).map_or(0, |next| next.1);
                rows.push((value, count, all, below, equal));
            }
            for (dealer, count) in dealers {
                all += count;
                if dealer < dealer_hands.qualifies {
                    unqualified += count;
                }
            }
            for (value, count, up_to, below, equal) in rows {
                let ended = if value < dealer_hands.qualifies {
                    [unqualified, 0, 0, all - unqualified]
                } else {
                    [unqualified, below, equal, all - up_to - equal]
                };
                for (sum, ended) in sums[usize::from(value >> 12)].iter_mut().zip(ended) {
                    *sum += sign * i128::from(given.times) * count * ended;
                }
            }
            sums
        };
        let both = |mut sums: Vec<[i128; 4]>, others: Vec<[i128; 4]>| {
            let all = sums.as_flattened_mut().iter_mut().zip(others.as_flattened());
            all.for_each(|(sum, other)| *sum += other);
            sums
        };
        distinct(size).par_iter().fold(nothing, with).reduce(nothing, both)
    };
    let mut total = nothing();
    for size in 0..=5 {
        for (sum, some) in total.as_flattened_mut().iter_mut().zip(sums(size).as_flattened()) {
            *sum += some;
        }
    }
    total
}

fn counted_pairs(dealer_hands: &DealerHands) -> Vec<[i128; 4]> {
    let counts = dealer_hands.count();
    let mut sums = vec![[0i128; 4]; 16];
    counts.visit(0..counts.groups.len(), |_, player, _, against| {
        for (sum, ended) in sums[usize::from(player.value >> 12)].iter_mut().zip(against) {
            *sum += i128::from(player.times) * i128::from(*ended);
        }
    });
    sums
}

#[test]
fn all_pairs_of_hands_are_counted() {
    for dealer_hands in [CARIBBEAN, FOUR] {
        // Each of the dealer's cards may be the one that is up.
        let ups = dealer_hands.dealer_cards as i128;
        let pairs: Vec<[i128; 4]> =
            all_pairs(&dealer_hands).iter().map(|row| row.map(|pairs| pairs * ups)).collect();
        assert_eq!(counted_pairs(&dealer_hands), pairs);
    }
}

#[test]
fn every_deal_is_counted_once() {
    for (dealer_hands, deals) in [(CARIBBEAN, 19_933_230_517_200), (FOUR, 167_439_136_344_480)] {
        let all: i128 = counted_pairs(&dealer_hands).as_flattened().iter().sum();
        assert_eq!(all, deals);
    }
}
