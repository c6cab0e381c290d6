//! How long the exact odds take, beside dealing every deal one by one.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cards::{Card, DECK};
use games::Posting;
use hands::{FiveValue, FourValue, ThreeValue, Total};
use odds::{Ask, Run, Silent, Subject, analyse, postings, simulate};
use rulebook::{DealTo, DealWay, Family, Rulebook, Section};

/// How quick the analysis of one game's main wager was.
#[derive(Clone, Debug)]
pub struct AnalysisRow {
    /// The game's id.
    pub game: String,
    /// How many wagers and schedules were analysed.
    pub analyses: usize,
    /// How long all of them took.
    pub seconds: f64,
    /// How many deals the main wager counts; nothing where it is figured in doubles.
    pub deals: f64,
    /// How long one deal takes that is dealt and compared by itself.
    pub naive_deal_seconds: f64,
    /// How long dealing all of them one by one would take, on as many cores.
    pub naive_seconds: f64,
    /// Rounds a second and core through the real machine, played optimally.
    pub simulated_rounds_per_second: f64,
}

/// Measures every game of the embedded rulebook. `progress` is told what is done.
pub fn analyses(progress: &mut dyn FnMut(&str)) -> Vec<AnalysisRow> {
    let book = Rulebook::embedded();
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let mut rows = Vec::new();
    for game in book.games() {
        progress(&game.id);
        let Ok(subject) = Subject::open(book, &game.id, None, BTreeMap::new()) else { continue };
        let started = Instant::now();
        let Ok(found) = analyse(&subject, &Ask::default(), &Silent) else { continue };
        let seconds = started.elapsed().as_secs_f64();
        let space = |analysis: &odds::Analysis| match analysis.arithmetic {
            odds::Arithmetic::Fractions => {
                analysis.distribution.space().to_string().parse().unwrap_or(0.0)
            }
            odds::Arithmetic::Doubles => 0.0,
        };
        // The main wager comes first; blackjack is counted in doubles, by no number of deals.
        let deals = found.first().map_or(0.0, space);
        let naive_deal_seconds = naive_deal(&game.newest());
        rows.push(AnalysisRow {
            game: game.id.clone(),
            analyses: found.len(),
            seconds,
            deals,
            naive_deal_seconds,
            naive_seconds: deals * naive_deal_seconds / cores,
            simulated_rounds_per_second: simulated(book, &postings(&subject)),
        });
    }
    rows
}

/// Rounds a second on one thread.
fn simulated(book: &Rulebook, postings: &[Posting]) -> f64 {
    let Some(posting) = postings.first() else { return 0.0 };
    // The side bets of a posting take part; a progressive would take rounds of its own.
    let mut posting = posting.clone();
    posting.schedules.remove("progressive");
    let run = Run { rounds: 1 << 19, seed: 1, threads: 1 };
    simulate(book, &posting, run, &Silent)
        .map_or(0.0, |simulation| simulation.rounds as f64 / simulation.took.as_secs_f64())
}

/// The cards of one deal, from a shuffled deck.
type Deal<'d> = &'d [Card; 52];

/// How long a deal of a game takes that is evaluated by itself: both hands valued and compared.
fn naive_deal(section: &Section) -> f64 {
    let has_dealer = !section.felt.is_of(Family::Pays);
    let evaluate: fn(Deal<'_>) -> bool = match (dealt(section), section.felt.board.len()) {
        ((3, 3), 0) => |deal| ThreeValue::of(&part(deal, 0)) > ThreeValue::of(&part(deal, 3)),
        ((5, 5), 0) => |deal| FiveValue::of(&part(deal, 0)) > FiveValue::of(&part(deal, 5)),
        ((5, 6), 0) => {
            |deal| FourValue::best_of_5(&part(deal, 0)) >= FourValue::best_of_6(&part(deal, 5))
        }
        // Four cards that are set apart as three and one.
        ((4, _), _) => {
            |deal| FiveValue::of(&part(deal, 0)).get() > ThreeValue::of(&part(deal, 3)).get()
        }
        _ if !has_dealer => {
            |deal| FiveValue::of(&part(deal, 0)).category() != hands::Category::HighCard
        }
        (_, 5) => |deal| {
            let [a, b, c, d, e, own @ ..]: [Card; 9] = part(deal, 0);
            let with = |x: Card, y: Card| FiveValue::best_of_7(&[a, b, c, d, e, x, y]);
            with(own[0], own[1]) > with(own[2], own[3])
        },
        _ => |deal| {
            let total = |from: usize| {
                let cards: [Card; 3] = part(deal, from);
                cards.iter().fold(Total::default(), |total, card| total.with(*card)).points()
            };
            total(0) > total(3)
        },
    };
    let decks = shuffled();
    let started = Instant::now();
    let mut deals = 0u64;
    while started.elapsed() < Duration::from_millis(40) {
        for deck in &decks {
            black_box(evaluate(black_box(deck)));
        }
        deals += decks.len() as u64;
    }
    started.elapsed().as_secs_f64() / deals as f64
}

/// How many cards a seat and the dealer get in the first deal.
fn dealt(section: &Section) -> (u8, u8) {
    let first = section.deals.iter().filter(|deal| deal.stage == "deal");
    let first = first.filter(|deal| deal.way != DealWay::Machine);
    first.fold((0, 0), |(own, dealers), deal| {
        let cards = deal.cards * deal.times;
        match deal.to {
            DealTo::Seats => (own + cards, dealers),
            DealTo::Dealer => (own, dealers + cards),
            DealTo::SeatsAndDealer => (own + cards, dealers + cards),
            DealTo::Board | DealTo::Burn | DealTo::Discard => (own, dealers),
        }
    })
}

fn part<const N: usize>(deal: Deal<'_>, from: usize) -> [Card; N] {
    std::array::from_fn(|place| deal[from + place])
}

/// Some shuffled decks, so that no deal is like the one before.
fn shuffled() -> Vec<[Card; 52]> {
    let mut state = 1u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (((state >> 32) * bound as u64) >> 32) as usize
    };
    let mut deck = DECK;
    let mut decks = Vec::with_capacity(1024);
    for _ in 0..1024 {
        for place in 0..52 {
            deck.swap(place, place + below(52 - place));
        }
        decks.push(deck);
    }
    decks
}
