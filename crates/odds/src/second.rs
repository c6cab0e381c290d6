//! A second computation of a house edge, beside the one that the figures come from: another way to count, or the same
//! tree walked in the other direction. It shares the pays with the first, and as little else as it can.

use std::collections::HashMap;

use cards::{Card, CardSet};
use games::{PayTable, RowId, RoyalFound};
use hands::{FiveValue, FourValue};
use num_traits::{One as _, Zero as _};
use rulebook::Schedule;

use crate::analysis::{Analysis, schedules};
use crate::blackjack::{Soft17, exact_blackjack_edge, is_on_blackjack};
use crate::census::{Census, Dealer, Sample, Space};
use crate::classes::{array, others};
use crate::exact::{Exact, decimal, fraction, total_return, whole};
use crate::game::{game, space};
use crate::side_bet;
use crate::solution::{Arithmetic, Solution, Spot};
use crate::subject::Subject;
use crate::suits::{Distinct, NAMES, distinct};

/// A house edge computed in a second way.
#[derive(Clone, PartialEq, Debug)]
pub struct Second {
    /// The edge, per unit of the first wager.
    pub edge: Exact,
    /// How it was computed, in a sentence.
    pub how: &'static str,
    /// Whether it is the edge of the analysis: the same fraction, or the same double to nine places.
    pub agrees: bool,
}

/// Edges in doubles agree if they are this near.
const NEAR: f64 = 1e-9;

/// Computes edges a second time; what schedules share is counted once.
#[derive(Debug, Default)]
pub struct SecondMethod {
    counted: HashMap<Space, Option<Census>>,
    /// The chances of a bust by the number of cards.
    drawn: HashMap<Dealer, Vec<Exact>>,
}

impl SecondMethod {
    /// The second computation of an analysis with the best play; nothing where there is none that takes seconds. A
    /// wager with decisions needs its solution under the same schedule.
    pub fn edge(
        &mut self,
        subject: &Subject,
        analysis: &Analysis,
        solution: Option<&Solution>,
    ) -> Option<Second> {
        let of_game = game(subject.game())?;
        let all = schedules(subject, &analysis.wager);
        let schedule = all.into_iter().find(|schedule| schedule.id == analysis.schedule)?;
        let (edge, how) = match (space(of_game, subject, &schedule), solution) {
            (Some(Space::Bust(dealer)), _) => {
                let chances = self.drawn.entry(dealer).or_insert_with(|| busts(dealer));
                (of_busts(chances, &schedule)?, DRAWN)
            }
            (Some(space), _) => (self.judged(space, &schedule, analysis)?, BY_SETS),
            (None, Some(_)) if is_on_blackjack(&analysis.wager) => {
                (exact_blackjack_edge(subject)?, IN_FRACTIONS)
            }
            // A value of the 212 takes seconds for every hand.
            (None, Some(_)) if subject.game() == "holdem-212" => return None,
            (None, Some(solution)) => (-up_the_tree(subject, solution)?, BACKWARD),
            (None, None) => return None,
        };
        let first = analysis.house_edge();
        let agrees = match analysis.arithmetic {
            Arithmetic::Fractions => edge == first,
            Arithmetic::Doubles => (decimal(&edge) - decimal(&first)).abs() < NEAR,
        };
        Some(Second { edge, how, agrees })
    }

    /// The edge of a bet that cards alone decide.
    fn judged(&mut self, space: Space, schedule: &Schedule, analysis: &Analysis) -> Option<Exact> {
        let census = self.counted.entry(space).or_insert_with(|| by_sets(space)).as_ref()?;
        if let (Some(terms), Some(at)) = (schedule.progressive, &analysis.meter) {
            let (bet, figures) =
                side_bet::progressive(census, schedule, terms, Some(at.meter), at.seats);
            return Some(bet.house_edge() - figures.envy);
        }
        let table = PayTable::unposted(schedule.parts.first()?);
        let keeps_stake = analysis.options.get("stake-kept").is_some_and(|is| is == "true");
        let table = if keeps_stake { table.keeping_stakes() } else { table };
        Some(side_bet::plain(census, &table).house_edge())
    }
}

const BY_SETS: &str = "Every set of cards is judged once up to the names of the suits, and counts for as many sets as it \
                       stands for.";
const DRAWN: &str = "The dealer's cards are drawn one by one, in every order.";
const IN_FRACTIONS: &str = "The same play is valued in whole numbers and fractions.";
const BACKWARD: &str = "Every hand at its first decision is worth its best choice, found backward from the last card; the mean \
                        of these values stands beside the outcomes, which are counted forward.";

/// The deals of a space, counted by sets; hands are found from whole sets. Boards in their order and the first cards of
/// several decks have no other count yet.
fn by_sets(space: Space) -> Option<Census> {
    let none = RoyalFound::None;
    let sets = |size: u32, sample: &dyn Fn(CardSet) -> Sample| {
        let one = |set: Distinct| (sample(set.cards), u128::from(set.times));
        distinct(size).into_iter().map(one).collect::<Vec<_>>()
    };
    let counts = match space {
        Space::Two => in_every_suit(2).map(|(set, n)| (Sample::Two(array(set), None), n)).collect(),
        Space::TwoAndTwo => two_and_two(),
        Space::Three => in_every_suit(3).map(|(set, n)| (Sample::Three(array(set)), n)).collect(),
        Space::Four => sets(4, &|set| Sample::Four(FourValue::of(&array(set)))),
        Space::FourOfFive => sets(5, &|set| Sample::Four(FourValue::best_of_5(&array(set)))),
        Space::Five => sets(5, &|set| Sample::Five(FiveValue::of(&array(set)), none)),
        Space::FiveOfSix => sets(6, &|set| Sample::Five(FiveValue::best_of_6(&array(set)), none)),
        Space::FiveOfSeven => sets(7, &|set| Sample::Five(FiveValue::best_of_7(&array(set)), none)),
        Space::Holdem | Space::Bust(_) | Space::Dealt(_) => return None,
    };
    Some(Census { counts })
}

/// Sets of so many cards with their suits named in all 24 ways, each as often as it stands for others: rows may ask for a
/// suit.
fn in_every_suit(size: u32) -> impl Iterator<Item = (CardSet, u128)> {
    let renamed = |set: Distinct| {
        NAMES.into_iter().map(move |names| {
            let cards = set.cards.iter();
            let cards = cards.map(|card| Card::new(card.rank(), names[card.suit().index()]));
            (cards.collect(), u128::from(set.times))
        })
    };
    distinct(size).into_iter().flat_map(renamed)
}

fn two_and_two() -> Vec<(Sample, u128)> {
    let mut counts = Vec::new();
    for (set, times) in in_every_suit(2) {
        let own = array::<2>(set);
        let left: Vec<Card> = others(&own).collect();
        for (place, &a) in left.iter().enumerate() {
            for &b in &left[place + 1..] {
                counts.push((Sample::Two(own, Some([a, b])), times));
            }
        }
    }
    counts
}

/// Values of cards in a blackjack game: 1 to 10.
const TEN: usize = 10;

/// With what chance the dealer busts with so many cards.
fn busts(dealer: Dealer) -> Vec<Exact> {
    let mut shoe = [0u32; TEN + 1];
    for (value, left) in shoe.iter_mut().enumerate().skip(1) {
        let ranks = if value == TEN { 4 } else { 1 };
        *left = ranks * 4 * u32::from(dealer.decks);
    }
    let mut chances = vec![Exact::zero(); CARDS_MAX];
    draw(&mut shoe, dealer.soft_17, (0, false, 0), &Exact::one(), &mut chances);
    chances
}

/// The edge of a bet on the dealer's bust.
fn of_busts(chances: &[Exact], schedule: &Schedule) -> Option<Exact> {
    let table = PayTable::unposted(schedule.parts.first()?);
    let of_row = |row: RowId| total_return(table.rows()[row.place()].odds);
    let returned = |(cards, chance): (usize, &Exact)| {
        let row = table.bust(cards).filter(|_| !chance.is_zero());
        Some(row.map_or(Some(Exact::zero()), of_row)? * chance)
    };
    let sum: Option<Exact> = chances.iter().enumerate().map(returned).sum();
    Some(Exact::one() - sum?)
}

/// More cards than a dealer can draw: 16 aces hard and a bust.
const CARDS_MAX: usize = 24;

/// Draws on from a total, hard, with an ace or not, of so many cards.
fn draw(
    shoe: &mut [u32; TEN + 1],
    soft_17: Soft17,
    (total, has_ace, cards): (usize, bool, usize),
    chance: &Exact,
    chances: &mut [Exact],
) {
    let is_soft = has_ace && total + 10 <= 21;
    let best = if is_soft { total + 10 } else { total };
    if total > 21 {
        chances[cards] += chance;
        return;
    }
    let hits_17 = is_soft && best == 17 && soft_17 == Soft17::Hit;
    if cards >= 2 && best >= 17 && !hits_17 {
        return;
    }
    let left: u32 = shoe.iter().sum();
    for value in 1..=TEN {
        let of = shoe[value];
        if of == 0 {
            continue;
        }
        shoe[value] -= 1;
        let next = (total + value, has_ace || value == 1, cards + 1);
        draw(shoe, soft_17, next, &(chance * fraction(of, left)), chances);
        shoe[value] += 1;
    }
}

/// The mean over all first decisions of what the best choice is worth; nothing if more than the player's own cards and
/// two of the board is known then.
fn up_the_tree(subject: &Subject, solution: &Solution) -> Option<Exact> {
    let own = subject.own_cards();
    let mut hands: Vec<(Vec<Card>, u64)> = distinct(own as u32)
        .into_iter()
        .map(|set| (set.cards.iter().collect(), u64::from(set.times)))
        .collect();
    let joker = subject.decks().in_order().find(|card| card.is_joker());
    if let Some(joker) = joker {
        let with =
            |set: Distinct| (set.cards.iter().chain([joker]).collect(), u64::from(set.times));
        hands.extend(distinct(own as u32 - 1).into_iter().map(with));
    }
    let best = |own: &[Card], board: &[Card]| {
        let spot = Spot { own: own.to_vec(), board: board.to_vec(), ..Spot::default() };
        solution.advisor.values(&spot).ok().and_then(|values| Some(values.first()?.value.clone()))
    };
    let has_board = best(&hands[0].0, &[]).is_none();
    let (mut sum, mut deals) = (Exact::zero(), 0u64);
    for (own, times) in &hands {
        let value = if has_board { over_boards(subject, own, &best)? } else { best(own, &[])? };
        sum += value * whole(*times);
        deals += times;
    }
    Some(sum / whole(deals))
}

/// What the best choice is worth with own cards and community cards, if that can be told.
type Best<'b> = dyn Fn(&[Card], &[Card]) -> Option<Exact> + 'b;

/// The mean over all pairs of community cards.
fn over_boards(subject: &Subject, own: &[Card], best: &Best<'_>) -> Option<Exact> {
    let left: Vec<Card> = subject.decks().in_order().filter(|card| !own.contains(card)).collect();
    let (mut sum, mut boards) = (Exact::zero(), 0u64);
    for (place, &a) in left.iter().enumerate() {
        for &b in &left[place + 1..] {
            sum += best(own, &[a, b])?;
            boards += 1;
        }
    }
    Some(sum / whole(boards))
}
