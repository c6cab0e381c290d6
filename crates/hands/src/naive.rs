//! Hands evaluated plainly from the rule: no tables, no bits, no optimization.
//!
//! Tests and benchmarks compare the fast evaluators with it; it shares nothing with them but the
//! cards.

use cards::Card;

/// A hand's place in its order: the category counted from the lowest, then the deciding ranks.
/// Keys of different orders must not be compared.
pub type Key = [u8; 6];

/// The ranks of some cards, highest first, 2 for a deuce to 14 for an ace.
fn ranks_of(cards: &[Card]) -> Vec<u8> {
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank() as u8 + 2).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks
}

fn is_flush(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.suit() == cards[0].suit())
}

/// The top of a straight made of all these ranks, highest first; aces are also low [GEN-4].
fn straight(ranks: &[u8]) -> Option<u8> {
    let descends = |ranks: &[u8]| ranks.windows(2).all(|pair| pair[0] == pair[1] + 1);
    if descends(ranks) {
        return Some(ranks[0]);
    }
    let mut low = ranks.to_vec();
    if low[0] == 14 {
        low.remove(0);
        low.push(1);
    }
    descends(&low).then(|| low[0])
}

/// The ranks by how many there are of each, most first and then highest first, and the counts.
fn groups(ranks: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let mut groups: Vec<(usize, u8)> = Vec::new();
    for &rank in ranks {
        match groups.iter_mut().find(|(_, other)| *other == rank) {
            Some((count, _)) => *count += 1,
            None => groups.push((1, rank)),
        }
    }
    groups.sort_unstable_by(|a, b| b.cmp(a));
    (groups.iter().map(|g| g.1).collect(), groups.iter().map(|g| g.0).collect())
}

fn key(category: u8, ranks: &[u8]) -> Key {
    let mut key = [0; 6];
    key[0] = category;
    key[1..=ranks.len()].copy_from_slice(ranks);
    key
}

/// Five cards: high card 0, pair, two pair, three of a kind, straight, flush, full house, four of a
/// kind, straight flush, royal flush 9.
pub fn five(cards: &[Card; 5]) -> Key {
    let ranks = ranks_of(cards);
    let (by_count, counts) = groups(&ranks);
    match (straight(&ranks), is_flush(cards), counts.as_slice()) {
        (Some(14), true, _) => key(9, &[14]),
        (Some(top), true, _) => key(8, &[top]),
        (_, _, [4, 1]) => key(7, &by_count),
        (_, _, [3, 2]) => key(6, &by_count),
        (_, true, _) => key(5, &by_count),
        (Some(top), _, _) => key(4, &[top]),
        (_, _, [3, 1, 1]) => key(3, &by_count),
        (_, _, [2, 2, 1]) => key(2, &by_count),
        (_, _, [2, 1, 1, 1]) => key(1, &by_count),
        _ => key(0, &by_count),
    }
}

/// Four cards [GEN-6]: high card 0, pair, two pair, straight, flush, three of a kind, straight
/// flush, four of a kind 7.
pub fn four(cards: &[Card; 4]) -> Key {
    let ranks = ranks_of(cards);
    let (by_count, counts) = groups(&ranks);
    match (straight(&ranks), is_flush(cards), counts.as_slice()) {
        (_, _, [4]) => key(7, &by_count),
        (Some(top), true, _) => key(6, &[top]),
        (_, _, [3, 1]) => key(5, &by_count),
        (_, true, _) => key(4, &by_count),
        (Some(top), _, _) => key(3, &[top]),
        (_, _, [2, 2]) => key(2, &by_count),
        (_, _, [2, 1, 1]) => key(1, &by_count),
        _ => key(0, &by_count),
    }
}

/// Three cards [GEN-5]: high card 0, pair, flush, straight, three of a kind, straight flush 5.
pub fn three(cards: &[Card; 3]) -> Key {
    let ranks = ranks_of(cards);
    let (by_count, counts) = groups(&ranks);
    match (straight(&ranks), is_flush(cards), counts.as_slice()) {
        (Some(top), true, _) => key(5, &[top]),
        (_, _, [3]) => key(4, &by_count),
        (Some(top), _, _) => key(3, &[top]),
        (_, true, _) => key(2, &by_count),
        (_, _, [2, 1]) => key(1, &by_count),
        _ => key(0, &by_count),
    }
}

/// Two cards [H212-9]: high card 0, flush, straight, straight flush, pair, ace-king, ace-king
/// suited 6.
pub fn two(cards: &[Card; 2]) -> Key {
    let ranks = ranks_of(cards);
    match (ranks.as_slice(), straight(&ranks), is_flush(cards)) {
        ([14, 13], _, true) => key(6, &[14]),
        ([14, 13], _, false) => key(5, &[14]),
        ([a, b], _, _) if a == b => key(4, &[*a]),
        (_, Some(top), true) => key(3, &[top]),
        (_, Some(top), false) => key(2, &[top]),
        (_, _, true) => key(1, &ranks),
        _ => key(0, &ranks),
    }
}

/// The best of all hands of `N` that some cards make.
fn best<const N: usize>(cards: &[Card], value: impl Fn(&[Card; N]) -> Key) -> Key {
    let mut best = [0; 6];
    for chosen in 0u32..1 << cards.len() {
        if chosen.count_ones() as usize != N {
            continue;
        }
        let mut hand = cards.iter().zip(0..).filter(|&(_, place)| chosen >> place & 1 == 1);
        let hand = [(); N].map(|()| *hand.next().expect("as many are chosen").0);
        best = best.max(value(&hand));
    }
    best
}

/// The best five of some cards.
pub fn best_five(cards: &[Card]) -> Key {
    best(cards, five)
}

/// The best four of some cards.
pub fn best_four(cards: &[Card]) -> Key {
    best(cards, four)
}

/// The best five of seven cards by looking at all seven at once, category by category from the
/// highest. The same keys as [`best_five`], sooner.
pub fn seven(cards: &[Card; 7]) -> Key {
    let mut of_rank = [0u8; 15];
    let mut of_suit = [0u8; 4];
    for card in cards {
        of_rank[card.rank() as usize + 2] += 1;
        of_suit[card.suit().index()] += 1;
    }
    let mut suited = [0u8; 15];
    if let Some(suit) = of_suit.iter().position(|&count| count >= 5) {
        for card in cards.iter().filter(|card| card.suit().index() == suit) {
            suited[card.rank() as usize + 2] = 1;
        }
    }
    let has_flush = of_suit.iter().any(|&count| count >= 5);
    if has_flush && let Some(top) = seven_straight(&suited) {
        return if top == 14 { key(9, &[14]) } else { key(8, &[top]) };
    }
    // The highest rank with at least `count` cards, except the two in `not`.
    let rank = |count: u8, not: [u8; 2]| {
        (2..15u8).rev().find(|r| of_rank[usize::from(*r)] >= count && !not.contains(r))
    };
    if let Some(four) = rank(4, [0, 0]) {
        return seven_key(7, &[four], 1, &of_rank);
    }
    let three = rank(3, [0, 0]);
    if let Some(three) = three
        && let Some(pair) = rank(2, [three, 0])
    {
        return key(6, &[three, pair]);
    }
    if has_flush {
        return seven_key(5, &[], 5, &suited);
    }
    if let Some(top) = seven_straight(&of_rank) {
        return key(4, &[top]);
    }
    if let Some(three) = three {
        return seven_key(3, &[three], 2, &of_rank);
    }
    match rank(2, [0, 0]) {
        None => seven_key(0, &[], 5, &of_rank),
        Some(pair) => match rank(2, [pair, 0]) {
            Some(second) => seven_key(2, &[pair, second], 1, &of_rank),
            None => seven_key(1, &[pair], 3, &of_rank),
        },
    }
}

fn seven_straight(of_rank: &[u8; 15]) -> Option<u8> {
    let has = |rank: u8| of_rank[usize::from(if rank == 1 { 14 } else { rank })] > 0;
    (5..15u8).rev().find(|&top| (top - 4..=top).all(has))
}

/// A key of main ranks and then the highest of the others.
fn seven_key(category: u8, main: &[u8], kickers: usize, of_rank: &[u8; 15]) -> Key {
    let mut key = key(category, main);
    let others = (2..15u8).rev().filter(|r| of_rank[usize::from(*r)] > 0 && !main.contains(r));
    for (place, rank) in others.take(kickers).enumerate() {
        key[1 + main.len() + place] = rank;
    }
    key
}
