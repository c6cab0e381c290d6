//! How the dealer's hand ends, for any shoe.
//!
//! Which cards the dealer ends with, in how many orders, does not depend on the shoe; so the hands are
//! gathered once as a tree of cards by value, and a shoe only gives the factors: of `c` cards of a
//! value that has `s` left, `s (s-1) ... (s-c+1)`. Busts are what is left over.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use super::hands::{ACE, LIMIT, Shoe, TEN, VALUES, size_of};
use super::numbers::Numbers;
use super::rules::Soft17;

/// How the dealer ends: with 17 to 21, or bust. A blackjack is not among them.
pub(crate) const FINALS: usize = 6;
/// The place of a bust.
pub(crate) const BUST: usize = 5;
/// How likely each end is. With an ace or a ten up they add up to the chance of no blackjack.
pub(crate) type Finals<T = f64> = [T; FINALS];

/// Shoes that are worked on at once.
const LANES: usize = 4;
type Lanes<T> = [T; LANES];

/// No dealer draws more cards to the first one and stands.
const DRAWN_MAX: usize = 14;

/// The dealer's hands for each card up.
#[derive(Debug)]
pub(crate) struct Dealer {
    trees: [Tree; VALUES],
}

/// All hands that a card up can become, but for busts and a blackjack.
#[derive(Debug)]
struct Tree {
    up: usize,
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
}

/// The hand of the node before with some more cards of one value.
#[derive(Clone, Copy, Debug)]
struct Node {
    before: u16,
    factor: u16,
}

/// A finished hand: the node with all its cards, how it counts, in how many orders it comes.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    node: u16,
    slot: u16,
    orders: f64,
}

/// How the dealer stands after some cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    Draws,
    Stands(u8),
    Busts,
    Blackjack,
}

/// How a dealer with these cards stands.
pub(crate) fn standing(counts: &[u8; VALUES], soft_17: Soft17) -> Standing {
    let hard: u8 = counts.iter().zip(1u8..).map(|(count, points)| count * points).sum();
    let cards: u8 = counts.iter().sum();
    let is_soft = counts[ACE] > 0 && hard + 10 <= LIMIT;
    match if is_soft { hard + 10 } else { hard } {
        LIMIT if cards == 2 => Standing::Blackjack,
        points if points > LIMIT => Standing::Busts,
        points if soft_17.draws(points, is_soft) => Standing::Draws,
        points => Standing::Stands(points),
    }
}

/// The chance that the hole card, from this shoe, gives the dealer a blackjack.
pub(crate) fn blackjack<N: Numbers>(numbers: &N, up: usize, shoe: &Shoe) -> N::Number {
    let makes = match up {
        ACE => shoe[TEN],
        TEN => shoe[ACE],
        _ => return N::Number::default(),
    };
    numbers.part(numbers.one(), makes, size_of(shoe))
}

impl Dealer {
    pub(crate) fn new(soft_17: Soft17) -> Dealer {
        Dealer { trees: std::array::from_fn(|up| Tree::new(up, soft_17)) }
    }

    /// How likely each end is with this card up, for each of some shoes that lack it.
    pub(crate) fn finals_of_all<N: Numbers>(
        &self,
        numbers: &N,
        up: usize,
        shoes: &[Shoe],
    ) -> Vec<Finals<N::Number>> {
        let tree = &self.trees[up];
        let mut products = vec![[numbers.one(); LANES]; tree.nodes.len()];
        let mut all = Vec::with_capacity(shoes.len() + LANES);
        for some in shoes.chunks(LANES) {
            let batch = std::array::from_fn(|lane| some[lane.min(some.len() - 1)]);
            all.extend(tree.finals(numbers, &batch, &mut products));
        }
        all.truncate(shoes.len());
        all
    }
}

impl Tree {
    fn new(up: usize, soft_17: Soft17) -> Tree {
        let mut tree = Tree { up, nodes: vec![Node { before: 0, factor: 0 }], leaves: Vec::new() };
        let mut places = BTreeMap::new();
        for (drawn, (points, orders)) in ended(up, soft_17) {
            // From the tens down: the tree stays narrow where hands have most in common.
            let (mut node, mut path) = (0, [0; VALUES]);
            for value in (0..VALUES).rev().filter(|&value| drawn[value] > 0) {
                path[value] = drawn[value];
                let factor = (value * DRAWN_MAX + usize::from(drawn[value])) as u16;
                node = *places.entry(path).or_insert_with(|| {
                    tree.nodes.push(Node { before: node, factor });
                    tree.nodes.len() as u16 - 1
                });
            }
            let cards: u8 = drawn.iter().sum();
            let slot = usize::from(points - 17) * DRAWN_MAX + usize::from(cards);
            tree.leaves.push(Leaf { node, slot: slot as u16, orders: orders as f64 });
        }
        tree
    }

    fn finals<N: Numbers>(
        &self,
        numbers: &N,
        shoes: &[Shoe; LANES],
        products: &mut [Lanes<N::Number>],
    ) -> [Finals<N::Number>; LANES] {
        let mut factors = [[numbers.one(); LANES]; VALUES * DRAWN_MAX];
        for (lane, shoe) in shoes.iter().enumerate() {
            for (value, &left) in shoe.iter().enumerate() {
                let mut product = numbers.one();
                for taken in 0..DRAWN_MAX - 1 {
                    let number = numbers.whole(left.saturating_sub(taken as u16));
                    product = numbers.mul(product, number);
                    factors[value * DRAWN_MAX + taken + 1][lane] = product;
                }
            }
        }
        for (place, node) in self.nodes.iter().enumerate().skip(1) {
            let (before, factor) =
                (&products[usize::from(node.before)], &factors[usize::from(node.factor)]);
            products[place] = std::array::from_fn(|lane| numbers.mul(before[lane], factor[lane]));
        }
        let mut slots = [[N::Sum::default(); LANES]; BUST * DRAWN_MAX];
        for leaf in &self.leaves {
            let product = &products[usize::from(leaf.node)];
            let slot = &mut slots[usize::from(leaf.slot)];
            for lane in 0..LANES {
                numbers.add_times(&mut slot[lane], product[lane], leaf.orders);
            }
        }
        std::array::from_fn(|lane| self.gathered(numbers, &slots, lane, &shoes[lane]))
    }

    /// Counts of ordered draws as probabilities.
    fn gathered<N: Numbers>(
        &self,
        numbers: &N,
        slots: &[Lanes<N::Sum>],
        lane: usize,
        shoe: &Shoe,
    ) -> Finals<N::Number> {
        let cards = size_of(shoe);
        let mut finals = Finals::default();
        let mut one_in = numbers.one();
        for drawn in 1..DRAWN_MAX.min(usize::from(cards) + 1) {
            one_in = numbers.part(one_in, 1, cards + 1 - drawn as u16);
            for end in 0..BUST {
                let deals = numbers.total(slots[end * DRAWN_MAX + drawn][lane]);
                numbers.increase(&mut finals[end], numbers.mul(deals, one_in));
            }
        }
        let stood = finals.iter().fold(N::Number::default(), |sum, &end| numbers.add(sum, end));
        let no_blackjack = numbers.rest(blackjack(numbers, self.up, shoe));
        finals[BUST] = numbers.sub(no_blackjack, stood);
        finals
    }
}

/// The cards that a dealer with this card up ends with besides it: the points, and in how many
/// orders they come.
fn ended(up: usize, soft_17: Soft17) -> BTreeMap<[u8; VALUES], (u8, u64)> {
    let mut ended = BTreeMap::new();
    let mut drawing = BTreeMap::from([([0; VALUES], 1u64)]);
    while !drawing.is_empty() {
        let mut longer = BTreeMap::new();
        for (drawn, orders) in drawing {
            for value in 0..VALUES {
                let mut drawn: [u8; VALUES] = drawn;
                drawn[value] += 1;
                let mut counts = drawn;
                counts[up] += 1;
                match standing(&counts, soft_17) {
                    Standing::Draws => *longer.entry(drawn).or_default() += orders,
                    Standing::Stands(points) => {
                        ended.entry(drawn).or_insert((points, 0)).1 += orders;
                    }
                    Standing::Busts | Standing::Blackjack => {}
                }
            }
        }
        drawing = longer;
    }
    ended
}

/// No dealer's hand has more cards: with a soft 17 drawn to, seven aces, a five, four aces more and
/// the card that busts it.
pub(crate) const CARDS_MAX: u32 = 13;

/// The number of ordered deals of `dealt` cards from `cards`.
fn ordered(cards: u16, dealt: u32) -> u128 {
    (0..dealt).map(|gone| u128::from(cards) - u128::from(gone)).product()
}

/// How many of all ordered deals of [`CARDS_MAX`] cards end so, and the values that the dealer takes in one of them.
pub(crate) type Deals = (u128, ArrayVec<u8, { CARDS_MAX as usize }>);

/// How many of all ordered deals of [`CARDS_MAX`] cards bust the dealer with how many cards, or do
/// not; the dealer uses as many of them as needed. With eight decks there are fewer than 2^114.
pub(crate) fn busts(shoe: &Shoe, soft_17: Soft17) -> BTreeMap<Option<usize>, Deals> {
    let cards = size_of(shoe);
    let mut counts: BTreeMap<Option<usize>, Deals> = BTreeMap::new();
    let mut drawing = BTreeMap::from([([0u8; VALUES], Deals::from((1, ArrayVec::new())))]);
    for dealt in 1..=CARDS_MAX {
        let rest = ordered(cards - dealt as u16, CARDS_MAX - dealt);
        let mut longer = BTreeMap::new();
        for (drawn, (deals, taken)) in drawing {
            for value in 0..VALUES {
                let left = u128::from(shoe[value]).saturating_sub(u128::from(drawn[value]));
                let mut drawn = drawn;
                drawn[value] += 1;
                let deals = deals * left;
                let add = |found: &mut Deals, deals: u128| {
                    if found.1.is_empty() {
                        found.1 = taken.iter().copied().chain([value as u8]).collect();
                    }
                    found.0 += deals;
                };
                match standing(&drawn, soft_17) {
                    _ if deals == 0 => {}
                    Standing::Draws => add(longer.entry(drawn).or_default(), deals),
                    Standing::Busts => {
                        add(counts.entry(Some(dealt as usize)).or_default(), deals * rest);
                    }
                    Standing::Stands(_) | Standing::Blackjack => {
                        add(counts.entry(None).or_default(), deals * rest);
                    }
                }
            }
        }
        drawing = longer;
    }
    counts
}
