//! The best strategy for Silverado on paper: what to lay down, which three cards to keep, and when to
//! raise. Found from the values of every hand; what following it costs is computed exactly.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use cards::{Card, Rank};
use rayon::prelude::*;

use super::four_cards::{FIRST, Five, FourCards, Setting};
use super::{BOARDS, Set, Terms};
use crate::classes::{quads, triples, without};
use crate::draws::{Made, Points, Shape};
use crate::exact::percent;
use crate::rules::{Hands, Rules};
use crate::strategy::{Body, Chart};

/// Three kept cards as a person sees them: their shape and points.
type Kept = (Shape, u8);

/// A class of four cards with the value of setting each.
struct Hand {
    four_cards: FourCards,
    times: u64,
    settings: [(i128, Setting); 4],
    kept: [Kept; 4],
    laid_down: Option<i128>,
    best: Set,
}

impl Hand {
    fn of(class: usize, terms: &Terms, five: &Five, kept: &[Kept]) -> Hand {
        let own = quads().cards(class);
        let four_cards = FourCards::of(own);
        let settings = terms.settings(&four_cards, five);
        Hand {
            best: terms.best(own, &settings),
            laid_down: terms.laid_down(own).map(|net| net * BOARDS),
            kept: std::array::from_fn(|place| kept[triples().class(without(own, place))]),
            times: quads().times(class),
            settings,
            four_cards,
        }
    }

    /// The value of the best setting.
    fn set_value(&self) -> i128 {
        self.settings.iter().map(|(value, _)| *value).max().unwrap_or(0)
    }

    fn best_value(&self) -> i128 {
        self.set_value().max(self.laid_down.unwrap_or(i128::MIN))
    }
}

pub(super) fn charts(terms: &Terms, five: &Five) -> Vec<Chart> {
    let points = Points::of(&terms.five.net);
    let look_of = |class: usize| {
        let cards = triples().cards(class);
        let shape = Shape::of(&cards, &points);
        // What goes with a pair matters less than what it is kept from.
        let is_drawing = shape.made == Made::Nothing;
        (shape, if is_drawing { points.sum(&cards) } else { 0 })
    };
    let kept: Vec<Kept> = (0..triples().len()).map(look_of).collect();
    let hands: Vec<Hand> = (0..quads().len())
        .into_par_iter()
        .map(|class| Hand::of(class, terms, five, &kept))
        .collect();
    let laying = laying(&hands, points);
    let keeping = Keeping::find(&hands);
    let raising = raising(&hands, points, five);
    let cost = cost(&hands, terms, five, (&laying, &keeping, &raising));
    let cost = percent(&terms.mean(cost, BOARDS * 270_725), 4);
    let cost = || format!("The charts together cost {cost} of both bets.");
    let mut charts = Vec::new();
    // Group A has no row for two pair as dealt [SS-1] [SS-2].
    let title = match &terms.dealt {
        [Some(_), Some(_)] => Some("Four of a kind and two pair as dealt"),
        [Some(_), None] => Some("Four of a kind as dealt"),
        [None, Some(_)] => Some("Two pair as dealt"),
        [None, None] => None,
    };
    charts.extend(title.map(|title| laying.chart(title, &["Play on with", "Lay down"], cost)));
    let quality = match keeping.loses {
        0 => "Exactly optimal: checked against every hand.".to_owned(),
        _ => cost(),
    };
    charts.push(Chart {
        title: "Which three cards to keep".to_owned(),
        body: Body::Rules(keeping.words(points)),
        note: format!("{} {quality}", points.words()),
    });
    let (title, verbs) =
        ("Raise, on four cards of the five-card hand", ["Raise with", "Do not raise on"]);
    charts.push(raising.chart(title, &verbs, cost));
    charts
}

/// When to lay down.
fn laying(hands: &[Hand], points: Points) -> Rules {
    let mut cases = Hands::new(points, 2);
    for hand in hands {
        if let Some(laid_down) = hand.laid_down {
            cases.add(&hand.four_cards.own, &[hand.set_value(), laid_down], hand.times);
        }
    }
    cases.rules()
}

/// When to raise, on the four cards of the five-card hand; the set card is left out of account.
fn raising(hands: &[Hand], points: Points, five: &Five) -> Rules {
    let mut losses = vec![([0i128; 2], 0u64); quads().len()];
    for hand in hands {
        let Set::Card(set) = hand.best else { continue };
        for first in 0..FIRST {
            let sum = five.raised_on(&hand.four_cards, usize::from(set), first);
            let (loss, times) = &mut losses[hand.four_cards.four(usize::from(set), first)];
            loss[0] += (-sum).max(0) * i128::from(hand.times);
            loss[1] += sum.max(0) * i128::from(hand.times);
            *times += hand.times;
        }
    }
    let mut cases = Hands::new(points, 2);
    for (class, (loss, times)) in losses.iter().enumerate().filter(|(_, (_, times))| *times > 0) {
        cases.add_losses(&quads().cards(class), loss, *times);
    }
    cases.rules()
}

/// What tells cards apart that leave hands of equal look; the first that differs decides which is
/// set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trait {
    /// Fewer kept cards of its suit.
    Suit,
    /// Fewer kept cards within two ranks.
    Near,
    /// More straights of three: neither an ace, a king nor a two.
    Inner,
    Lower,
    Higher,
}

impl Trait {
    /// Smaller is better.
    fn key(self, own: [Card; 4], place: usize) -> usize {
        let set = own[place];
        let kept: [Card; 3] = without(own, place);
        let far = |card: &Card| card.rank().index().abs_diff(set.rank().index());
        match self {
            Trait::Suit => kept.iter().filter(|card| card.suit() == set.suit()).count(),
            // Aces are near twos and threes too.
            Trait::Near => kept.iter().filter(|card| far(card) <= 2 || far(card) >= 11).count(),
            Trait::Inner => usize::from(!(Rank::Three..=Rank::Queen).contains(&set.rank())),
            Trait::Lower => set.rank().index(),
            Trait::Higher => 12 - set.rank().index(),
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Trait::Suit => "the one with fewest kept cards of its suit",
            Trait::Near => "the one with fewest kept cards within two ranks",
            Trait::Inner => "no ace, king or two",
            Trait::Lower => "the lowest",
            Trait::Higher => "the highest",
        }
    }
}

/// The orders of traits that are tried.
const TRAITS: [[Trait; 4]; 8] = {
    use Trait::{Higher, Inner, Lower, Near, Suit};
    [
        [Suit, Near, Inner, Higher],
        [Suit, Near, Inner, Lower],
        [Suit, Inner, Near, Higher],
        [Suit, Inner, Near, Lower],
        [Near, Suit, Inner, Higher],
        [Near, Suit, Inner, Lower],
        [Inner, Suit, Near, Higher],
        [Inner, Suit, Near, Lower],
    ]
};

/// Kept hands in order: the first that four cards hold is kept.
struct Keeping {
    order: BTreeMap<Kept, usize>,
    /// Those that are ever kept, in order.
    used: Vec<Kept>,
    traits: [Trait; 4],
    loses: i128,
}

impl Keeping {
    /// Orders kept hands so that of any two the one comes first that is worth more where four
    /// cards hold both; as far as an order can.
    fn find(hands: &[Hand]) -> Keeping {
        let (cases, wins) = compare(hands);
        let order = ordered(hands, &cases, &wins);
        let order: BTreeMap<Kept, usize> =
            order.iter().enumerate().map(|(place, case)| (cases[*case], place)).collect();
        let with = |traits| {
            let mut keeping = Keeping { order: order.clone(), used: Vec::new(), traits, loses: 0 };
            let loss = |hand: &Hand| {
                let value = hand.settings[keeping.set(hand)].0;
                (hand.set_value() - value) * i128::from(hand.times)
            };
            keeping.loses = hands.iter().map(loss).sum();
            keeping
        };
        let tried = TRAITS.into_iter().map(with);
        let mut best = tried.min_by_key(|keeping| keeping.loses).expect("some are tried");
        let mut used: Vec<Kept> = hands.iter().map(|hand| hand.kept[best.set(hand)]).collect();
        used.sort_by_key(|case| best.order[case]);
        used.dedup();
        best.used = used;
        best
    }

    /// The place of the card that is set.
    fn set(&self, hand: &Hand) -> usize {
        let key = |place: &usize| {
            let traits = self.traits.map(|each| each.key(hand.four_cards.own, *place));
            (self.order[&hand.kept[*place]], traits)
        };
        (0..4).min_by_key(key).expect("there are four cards")
    }

    fn words(&self, points: Points) -> Vec<String> {
        // Neighbors of one shape become one line.
        let mut lines: Vec<(Shape, Vec<u8>)> = Vec::new();
        for (shape, points) in &self.used {
            match lines.last_mut() {
                Some((last, known)) if last == shape => known.push(*points),
                _ => lines.push((*shape, vec![*points])),
            }
        }
        let every = |shape: Shape| self.used.iter().filter(|(other, _)| *other == shape).count();
        let counted = |points_of: &[u8]| {
            let (unit, each) = if points.has_middle() { ("point", 1) } else { ("high card", 2) };
            let figures: Vec<u8> = points_of.iter().map(|points| points / each).collect();
            let many = if figures == [1] { "" } else { "s" };
            let figures: Vec<String> = figures.iter().map(ToString::to_string).collect();
            format!(", with {} {unit}{many}", figures.join(" or "))
        };
        let line = |(shape, points): &(Shape, Vec<u8>)| {
            let bound = if points.len() == every(*shape) { String::new() } else { counted(points) };
            format!("Keep: {}{bound}.", shape.words())
        };
        let mut words: Vec<String> = lines.iter().map(line).collect();
        let traits = self.traits.map(Trait::words).join("; then ");
        words.push(format!("Where several leave an equal hand, set {traits}."));
        words
    }
}

/// The cases in order: by what they are worth on average, and then each moved to where it wins most
/// against those that would come after it.
fn ordered(hands: &[Hand], cases: &[Kept], wins: &[Vec<i128>]) -> Vec<usize> {
    let mut worth = vec![(0i128, 0i128); cases.len()];
    for hand in hands {
        for (kept, (value, _)) in hand.kept.iter().zip(&hand.settings) {
            let (sum, times) = &mut worth[cases.binary_search(kept).expect("it is a case")];
            *sum += value * i128::from(hand.times);
            *times += i128::from(hand.times);
        }
    }
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|case| Reverse(worth[*case].0 / worth[*case].1));
    for _ in 0..cases.len() {
        let before = order.clone();
        for (case, won) in wins.iter().enumerate() {
            let at = order.iter().position(|other| *other == case).expect("it is in the order");
            order.remove(at);
            // What is won by standing before all that follow, from each place on.
            let mut gains = vec![0; order.len() + 1];
            for place in (0..order.len()).rev() {
                gains[place] = gains[place + 1] + won[order[place]];
            }
            let best = gains.iter().copied().max().unwrap_or(0);
            let to = if gains[at] == best {
                at
            } else {
                gains.iter().position(|gain| *gain == best).unwrap_or(at)
            };
            order.insert(to, case);
        }
        if order == before {
            break;
        }
    }
    order
}

/// By how much each kept hand beats each other, summed over all four cards that hold both.
fn compare(hands: &[Hand]) -> (Vec<Kept>, Vec<Vec<i128>>) {
    let mut cases: Vec<Kept> = hands.iter().flat_map(|hand| hand.kept).collect();
    cases.sort_unstable();
    cases.dedup();
    let mut wins = vec![vec![0; cases.len()]; cases.len()];
    for hand in hands.iter().filter(|hand| hand.best != Set::LayDown) {
        let places = hand.kept.map(|kept| cases.binary_search(&kept).expect("it is a case"));
        let value = |case: usize| {
            let of_case = places.iter().zip(&hand.settings).filter(|(place, _)| **place == case);
            of_case.map(|(_, (value, _))| *value).max().expect("the case is held")
        };
        let mut held = places.to_vec();
        held.sort_unstable();
        held.dedup();
        for &one in &held {
            for &other in held.iter().filter(|other| **other != one) {
                wins[one][other] += (value(one) - value(other)) * i128::from(hand.times);
            }
        }
    }
    (cases, wins)
}

/// What playing by the charts loses in all against the best.
fn cost(
    hands: &[Hand],
    terms: &Terms,
    five: &Five,
    (laying, keeping, raising): (&Rules, &Keeping, &Rules),
) -> i128 {
    let raises: Vec<bool> =
        (0..quads().len()).map(|class| raising.choose(&quads().cards(class)) == 0).collect();
    let played = |hand: &Hand| {
        let own: [Card; 4] = hand.four_cards.own;
        if let Some(laid_down) = hand.laid_down
            && laying.choose(&own) == 1
        {
            return laid_down;
        }
        let set = keeping.set(hand);
        let raised = (0..FIRST).filter(|first| raises[hand.four_cards.four(set, *first)]);
        let raised: i128 = raised.map(|first| five.raised_on(&hand.four_cards, set, first)).sum();
        let (value, setting) = &hand.settings[set];
        // In the value the raises are the best ones.
        value + (raised - setting.raised) * i128::from(terms.raise())
    };
    let loss = |hand: &Hand| (hand.best_value() - played(hand)) * i128::from(hand.times);
    hands.iter().map(loss).sum()
}
