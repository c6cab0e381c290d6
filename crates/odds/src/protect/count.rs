//! What counting cards is worth against a side bet: effects of removal, a balanced count, and how often and how well it
//! bets by the cards dealt before the shuffle.
//!
//! The removal of a card moves the edge by its effect. A count gives each card a tag; of the cards that are gone with a
//! running count R, the edge expects the part of R that the tags tell of the effects: mean + b R (N - 1) / left, with
//! b = sum of n e t / sum of n t^2. How the running count is distributed after each number of cards is counted.

use num_traits::ToPrimitive as _;

use super::ProtectError;
use crate::analysis::{AskError, schedule};
use crate::blackjack::{Soft17, TEN, busts, shoe_of};
use crate::census::Space;
use crate::exact::{decimal, of_ratio};
use crate::game::{game, space};
use crate::subject::{LineTable, Subject, pay_table};
use crate::war_blackjack::FirstCards;

/// What the removal of a card does, and its tag.
#[derive(Clone, PartialEq, Debug)]
pub struct CardEffect {
    /// The card's value, as a letter or a number.
    pub card: String,
    /// How many there are in the shoe.
    pub count: u32,
    /// What its removal adds to the player's edge.
    pub effect: f64,
    /// Its tag.
    pub tag: i32,
}

/// What a count is worth when so many cards are dealt before the shuffle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Penetration {
    /// The cards dealt.
    pub cards: u32,
    /// The share of rounds in which the counter bets.
    pub rounds: f64,
    /// The mean edge of the player in these.
    pub edge: f64,
}

/// What counting is worth against a wager.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// The wager's id.
    pub wager: String,
    /// The schedule's id.
    pub schedule: String,
    /// The decks of the shoe.
    pub decks: u8,
    /// The player's edge with a full shoe.
    pub full_shoe: f64,
    /// Every value of a card.
    pub cards: Vec<CardEffect>,
    /// The correlation of tags and effects.
    pub correlation: f64,
    /// What the true count is worth: the edge of each, of one card a deck.
    pub per_true_count: f64,
    /// The true count from which the counter bets; nothing where every card has the same effect.
    pub bet_from: Option<i32>,
    /// By the cards dealt before the shuffle.
    pub penetration: Vec<Penetration>,
}

/// The player's edge with some cards left, by value.
type EdgeOf = dyn Fn(&[u32]) -> f64;

/// A wager as a function of the cards that are left, by value.
struct Countable {
    /// What each value is called, and how many there are.
    values: Vec<(String, u32)>,
    edge: Box<EdgeOf>,
}

/// Cards between two rounds, for one player and the dealer.
const ROUND: usize = 6;

/// Effects nearer than this are the same.
const SAME: f64 = 1e-12;

/// The largest tag.
const TAG_MAX: f64 = 2.0;

/// How well a wager can be counted, and what that is worth; the counter bets from a true count, or from the first with
/// an edge.
pub fn count(
    subject: &Subject,
    wager: Option<&str>,
    name: Option<&str>,
    from: Option<i32>,
) -> Result<Counted, ProtectError> {
    let wager = wager.map_or_else(|| usual_wager(subject), str::to_owned);
    let schedule = schedule(subject, &wager, name)?;
    let of_game = game(subject.game());
    let no_game = || AskError::NoSuchGame { game: subject.game().to_owned() };
    let space = space(of_game.ok_or_else(no_game)?, subject, &schedule);
    let countable = match (wager.as_str(), space) {
        (_, Some(Space::Bust(dealer))) => {
            buster(pay_table(&schedule, &schedule.parts[0].lines[0]), dealer.decks, dealer.soft_17)
        }
        ("insurance", _) if subject.blackjack().is_some() => insurance(subject)?,
        ("war", _) => war(subject),
        _ => return Err(not_counted(subject, wager)),
    };
    Ok(countable.count(wager, schedule.id, subject.decks().get(), from))
}

/// The wager of a game that is counted, if none is named: the first that can be.
fn usual_wager(subject: &Subject) -> String {
    let known = subject.section().wagers.iter().map(|wager| wager.id.as_str());
    let counted = known.clone().find(|id| matches!(*id, "buster" | "war" | "insurance"));
    counted.or_else(|| known.into_iter().next()).unwrap_or_default().to_owned()
}

fn not_counted(subject: &Subject, wager: String) -> ProtectError {
    let known = "a count is figured for insurance, for a bet that the dealer busts, and for War on the first cards"
        .to_owned();
    ProtectError::NotCounted { wager, game: subject.game().to_owned(), known }
}

/// The ten values of blackjack in a shoe.
fn blackjack_values(decks: u8) -> Vec<(String, u32)> {
    let name = |value: usize| if value == 0 { "A".to_owned() } else { (value + 1).to_string() };
    shoe_of(decks)
        .iter()
        .enumerate()
        .map(|(value, count)| (name(value), u32::from(*count)))
        .collect()
}

fn buster(table: LineTable, decks: u8, soft_17: Soft17) -> Countable {
    let returns: Vec<f64> =
        table.returns().iter().map(|returned| decimal(&returned.value)).collect();
    let edge = move |left: &[u32]| {
        let shoe = std::array::from_fn(|value| left[value] as u16);
        let counts = busts(&shoe, soft_17);
        let all: f64 = counts.values().map(|(deals, _)| *deals as f64).sum();
        let paid = counts.iter().filter_map(|(bust, (deals, _))| {
            let row = bust.and_then(|cards| table.bust(cards))?;
            Some(returns[row.place()] * *deals as f64)
        });
        paid.sum::<f64>() / all - 1.0
    };
    Countable { values: blackjack_values(decks), edge: Box::new(edge) }
}

fn insurance(subject: &Subject) -> Result<Countable, ProtectError> {
    let pays = subject.table().insurance();
    let Some(money::Odds::To(ratio)) = pays else {
        return Err(not_counted(subject, "insurance".to_owned()));
    };
    let returned = decimal(&of_ratio(ratio)) + 1.0;
    let edge = move |left: &[u32]| {
        returned * f64::from(left[TEN]) / f64::from(left.iter().sum::<u32>()) - 1.0
    };
    Ok(Countable { values: blackjack_values(subject.decks().get()), edge: Box::new(edge) })
}

/// War on the first cards, its win never pressed.
fn war(subject: &Subject) -> Countable {
    let first = FirstCards::of(subject);
    let returned = decimal(&first.won.value);
    let each = 4 * u32::from(subject.decks().get());
    let values = first.ranks().iter().map(|rank| (rank.letter().to_string(), each)).collect();
    let edge = move |left: &[u32]| {
        let all: u32 = left.iter().sum();
        let mut lower = 0u32;
        let mut wins = 0.0;
        for count in left {
            wins += f64::from(*count) * f64::from(lower);
            lower += count;
        }
        returned * wins / (f64::from(all) * f64::from(all - 1)) - 1.0
    };
    Countable { values, edge: Box::new(edge) }
}

impl Countable {
    fn count(&self, wager: String, schedule: String, decks: u8, from: Option<i32>) -> Counted {
        let full: Vec<u32> = self.values.iter().map(|(_, count)| *count).collect();
        let full_shoe = (self.edge)(&full);
        let effect = |value: usize| {
            let mut left = full.clone();
            left[value] -= 1;
            (self.edge)(&left) - full_shoe
        };
        let effects: Vec<f64> = (0..full.len()).map(effect).collect();
        let (tags, correlation) = balanced(&full, &effects);
        let weigh = |of: &dyn Fn(usize) -> f64| {
            (0..full.len()).map(|at| f64::from(full[at]) * of(at)).sum::<f64>()
        };
        let tag = |at: usize| f64::from(tags[at]);
        let per_tag = weigh(&|at| effects[at] * tag(at)) / weigh(&|at| tag(at) * tag(at));
        let cards: u32 = full.iter().sum();
        let per_true_count = per_tag * f64::from(cards - 1) / 52.0;
        let even = (-full_shoe / per_true_count).ceil();
        let bet_from = (correlation > 0.0).then(|| from.or_else(|| even.to_i32())).flatten();
        let counted = self.values.iter().zip(&effects).zip(&tags);
        let running = Running::of(&full, &tags);
        let edge = |true_count: f64| full_shoe + per_true_count * true_count;
        let at = |(part, from): (u32, i32)| {
            let cards = cards * part / 12;
            let (rounds, edge) = running.bets(cards as usize, from, edge);
            Penetration { cards, rounds, edge }
        };
        let parts = bet_from.into_iter().flat_map(|from| [6, 8, 9, 10].map(|part| (part, from)));
        Counted {
            wager,
            schedule,
            decks,
            full_shoe,
            cards: counted
                .map(|(((card, count), effect), tag)| CardEffect {
                    card: card.clone(),
                    count: *count,
                    effect: *effect,
                    tag: *tag,
                })
                .collect(),
            correlation,
            per_true_count,
            bet_from,
            penetration: parts.map(at).collect(),
        }
    }
}

/// The tags of the balanced count that tells the effects best, none above two, and the correlation.
fn balanced(full: &[u32], effects: &[f64]) -> (Vec<i32>, f64) {
    let weight = |at: usize| f64::from(full[at]);
    let cards: f64 = full.iter().map(|count| f64::from(*count)).sum();
    let mean = (0..full.len()).map(|at| weight(at) * effects[at]).sum::<f64>() / cards;
    let spread: f64 = (0..full.len()).map(|at| weight(at) * (effects[at] - mean).powi(2)).sum();
    let largest = effects.iter().map(|effect| (effect - mean).abs()).fold(0.0, f64::max);
    let mut best = (vec![0; full.len()], 0.0);
    // Each effect in some unit is between two tags: every choice of them that is balanced is tried.
    // Where every card has the same effect, rounding is all that is left.
    if largest < SAME {
        return best;
    }
    for unit in (10..=40).map(|tenths| largest * 10.0 / f64::from(tenths)) {
        let exact: Vec<f64> = effects
            .iter()
            .map(|effect| ((effect - mean) / unit).clamp(-TAG_MAX, TAG_MAX))
            .collect();
        for up in 0u32..1 << full.len() {
            let tags: Vec<i32> = exact
                .iter()
                .enumerate()
                .map(|(at, exact)| if up >> at & 1 == 1 { exact.ceil() } else { exact.floor() } as i32)
                .collect();
            let sum: i64 =
                tags.iter().zip(full).map(|(tag, count)| i64::from(*tag) * i64::from(*count)).sum();
            if sum != 0 {
                continue;
            }
            let with = tags.iter().enumerate();
            let (mut both, mut square) = (0.0, 0.0);
            with.for_each(|(at, tag)| {
                both += weight(at) * f64::from(*tag) * (effects[at] - mean);
                square += weight(at) * f64::from(*tag) * f64::from(*tag);
            });
            let correlation = if square > 0.0 { both / (square * spread).sqrt() } else { 0.0 };
            if correlation > best.1 + 1e-12 {
                best = (tags, correlation);
            }
        }
    }
    best
}

/// In how many ways a running count is reached with so many cards gone.
struct Running {
    cards: usize,
    /// The running count of the first place.
    least: i32,
    /// By the number of cards gone.
    ways: Vec<Vec<f64>>,
}

impl Running {
    fn of(full: &[u32], tags: &[i32]) -> Running {
        let cards: usize = full.iter().map(|count| *count as usize).sum();
        let most: i32 = full.iter().zip(tags).map(|(count, tag)| *count as i32 * tag.max(&0)).sum();
        let mut groups: Vec<(i32, usize)> = Vec::new();
        for (count, tag) in full.iter().zip(tags) {
            match groups.iter_mut().find(|(known, _)| known == tag) {
                Some((_, all)) => *all += *count as usize,
                None => groups.push((*tag, *count as usize)),
            }
        }
        let width = 2 * most as usize + 1;
        let mut ways = vec![vec![0.0; width]; cards + 1];
        ways[0][most as usize] = 1.0;
        let mut gone = 0;
        for (tag, size) in groups {
            ways = (0..=cards)
                .map(|all| {
                    let mut sums = vec![0.0; width];
                    let mut choose = 1.0;
                    for of_group in 0..=size.min(all) {
                        if of_group > 0 {
                            choose *= (size - of_group + 1) as f64 / of_group as f64;
                        }
                        let before = all - of_group;
                        if before <= gone {
                            let shift = tag * of_group as i32;
                            for (place, sum) in sums.iter_mut().enumerate() {
                                let from = place as i32 - shift;
                                if (0..width as i32).contains(&from) {
                                    *sum += choose * ways[before][from as usize];
                                }
                            }
                        }
                    }
                    sums
                })
                .collect();
            gone += size;
        }
        Running { cards, least: -most, ways }
    }

    /// In which share of rounds the true count is high enough, and the mean edge in these; a round begins after every few
    /// cards until so many are gone.
    fn bets(&self, until: usize, from: i32, edge: impl Fn(f64) -> f64) -> (f64, f64) {
        let (mut rounds, mut bets, mut won) = (0.0, 0.0, 0.0);
        for gone in (0..until).step_by(ROUND) {
            let all: f64 = self.ways[gone].iter().sum();
            let decks_left = (self.cards - gone) as f64 / 52.0;
            for (place, ways) in self.ways[gone].iter().enumerate().filter(|(_, ways)| **ways > 0.0)
            {
                let true_count = f64::from(place as i32 + self.least) / decks_left;
                if true_count >= f64::from(from) - 1e-9 {
                    bets += ways / all;
                    won += ways / all * edge(true_count);
                }
            }
            rounds += 1.0;
        }
        if bets > 0.0 { (bets / rounds, won / bets) } else { (0.0, 0.0) }
    }
}
