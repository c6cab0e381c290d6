//! Deals that pay much, looked for by playing them.

use std::collections::HashSet;
use std::sync::Arc;

use cards::{Card, CardSet};
use games::{
    AwardDue, Choice, Decision, Driver, Keep, Meter, Op, Recipient, Refusal, Round, SeatNumber,
    Sign, Table, Want,
};
use money::{Cents, MeterUnits};
use num_bigint::BigInt;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rulebook::Progressive;

use super::Bets;
use super::patterns::Patterns;
use crate::exact::{Exact, fraction};
use crate::solution::Solution;
use crate::suits::NAMES;

/// How many rounds of one seat are played at most, and how many for each seat of several.
const ROUNDS_MAX: u32 = 60_000;
const ROUNDS_OF_MANY: u32 = 40_000;

/// After so many cards changed without a better deal the search begins again.
const CHANGES: u32 = 120;

/// What shuffles are made from: the same search finds the same deal.
const SEED: u64 = 15;

/// The rounds of a table in which some seats make the same bets.
pub(super) struct Search<'s> {
    table: &'s Arc<Table>,
    solutions: &'s [(String, Solution)],
    bets: Bets,
    /// The lines of the wager that is looked at.
    lines: Vec<String>,
    progressive: Option<Progressive>,
}

/// A deal and what it pays.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) seats: u8,
    pub(super) payout: Cents,
    /// In words.
    pub(super) deal: String,
    /// Who got which cards.
    hands: Vec<(Recipient, Vec<Card>)>,
}

/// What a deal comes to: what is paid beyond the stakes, and for equal payouts what is staked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Score(Cents, Cents);

/// A round on a deck in a known order, decided by the solutions.
struct Dealing<'s> {
    search: &'s Search<'s>,
    deck: &'s [Card],
    went_to: &'s mut Vec<Recipient>,
    sign: Option<Sign>,
}

impl Driver for Dealing<'_> {
    type Stop = Refusal;

    fn card(&mut self, _: &Round, want: Want) -> Result<Option<Card>, Refusal> {
        if want.to == Recipient::Discard {
            return Ok(None);
        }
        let card = self.deck.get(self.went_to.len()).copied();
        self.went_to.push(want.to);
        Ok(card)
    }

    fn decision(&mut self, round: &Round, choice: &Choice) -> Result<Decision, Refusal> {
        let solved = self.search.solutions.iter().find(|(wager, _)| *wager == choice.about.wager);
        let place = round.felt().seats.iter().position(|seat| seat.number == choice.seat);
        let best = solved
            .zip(place)
            .map(|((_, solution), place)| solution.advisor.choose(round.felt(), place, choice));
        let legal = best.filter(|action| choice.actions.contains(action));
        Ok(Decision::from(legal.unwrap_or(choice.actions[0])))
    }

    fn award(&mut self, round: &Round, due: &AwardDue) -> Result<Cents, Refusal> {
        self.sign.as_mut().map(|sign| sign.award(round, due)).ok_or(Refusal::NoAwardDue)
    }

    fn refused(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        Err(refusal)
    }
}

impl<'s> Search<'s> {
    pub(super) fn new(
        table: &'s Arc<Table>,
        solutions: &'s [(String, Solution)],
        bets: Bets,
        lines: Vec<String>,
        progressive: Option<Progressive>,
    ) -> Search<'s> {
        Search { table, solutions, bets, lines, progressive }
    }

    /// How many cards a seat is dealt before it decides.
    pub(super) fn own_cards(&self) -> usize {
        self.table.own_cards()
    }

    /// How many seats can make these bets and be dealt a round.
    pub(super) fn seats_max(&self) -> u8 {
        let deck: Vec<Card> = self.table.decks().in_order().collect();
        let is_dealt = |seats: &u8| self.play(*seats, &deck, &mut Vec::new()).is_ok();
        (1..=7).rev().find(is_dealt).unwrap_or(1)
    }

    /// Plays a round on a deck and says what it comes to, and who got each card.
    fn play(
        &self,
        seats: u8,
        deck: &[Card],
        went_to: &mut Vec<Recipient>,
    ) -> Result<Score, Refusal> {
        let mut round = Round::new(self.table, Keep::Nothing);
        for seat in (1..=seats).filter_map(SeatNumber::new) {
            for &(bet, amount) in &self.bets {
                round.apply(Op::Bet { seat, bet: bet.into(), amount })?;
            }
        }
        round.lock()?;
        went_to.clear();
        let meter = self.progressive.map(|terms| Meter::new(terms.seed.into(), MeterUnits::ZERO));
        round.play(&mut Dealing { search: self, deck, went_to, sign: meter.map(Sign::new) })?;
        let is_envy = |line: &str| self.progressive.is_some() && line == ENVY;
        let lines = round.settlement().lines.iter();
        let counted = lines.filter(|line| {
            self.lines.iter().any(|known| known == line.wager) || is_envy(line.wager)
        });
        let (mut payout, mut staked) = (Cents::ZERO, Cents::ZERO);
        for line in counted {
            payout += line.returned - line.staked;
            staked += line.staked;
        }
        Ok(Score(payout, staked))
    }

    /// Looks for the deal that pays the most, until it pays as much as can be paid. Hands that are given are dealt to
    /// the seats.
    pub(super) fn run(&self, seats: u8, most: Option<Cents>, hands: &[CardSet]) -> Option<Found> {
        let mut rng = SmallRng::seed_from_u64(SEED);
        let mut deck: Vec<Card> = self.table.decks().in_order().collect();
        let patterns = Patterns::new();
        let mut went_to = Vec::new();
        self.play(seats, &deck, &mut went_to).ok()?;
        let places = Places::of(&went_to, seats);
        let rounds_max = if seats == 1 { ROUNDS_MAX } else { ROUNDS_OF_MANY };
        let (mut best, mut played): (Option<(Score, Vec<Card>)>, u32) = (None, 0);
        while played < rounds_max {
            deck.shuffle(&mut rng);
            places.build(&mut deck, &patterns, hands, &mut rng);
            let Ok(mut score) = self.play(seats, &deck, &mut went_to) else { break };
            let mut unchanged = 0;
            while unchanged < CHANGES && played < rounds_max {
                played += 1;
                if best.as_ref().is_none_or(|(known, _)| score > *known) {
                    best = Some((score, deck.clone()));
                }
                if most.is_some_and(|most| score.0 >= most) {
                    played = rounds_max;
                    break;
                }
                let one = rng.random_range(0..went_to.len());
                let other = rng.random_range(0..deck.len());
                deck.swap(one, other);
                match self.play(seats, &deck, &mut went_to) {
                    Ok(changed) if changed >= score => {
                        unchanged = if changed > score { 0 } else { unchanged + 1 };
                        score = changed;
                    }
                    _ => {
                        deck.swap(one, other);
                        unchanged += 1;
                    }
                }
            }
        }
        let (score, deck) = best?;
        self.play(seats, &deck, &mut went_to).ok()?;
        let mut hands: Vec<(Recipient, Vec<Card>)> = Vec::new();
        for (to, card) in went_to.iter().zip(&deck) {
            match hands.iter_mut().find(|(known, _)| known == to) {
                Some((_, cards)) => cards.push(*card),
                None => hands.push((*to, vec![*card])),
            }
        }
        Some(Found { seats, payout: score.0, deal: words(&hands), hands })
    }

    /// How likely these cards come to these hands, with the suits renamed and the players exchanged in any way; nothing
    /// for a shoe, whose cards are not all different.
    pub(super) fn chance_of_deal(&self, found: &Found) -> Option<Exact> {
        if self.table.decks().get() > 1 {
            return None;
        }
        let dealt = found.hands.iter().filter(|(to, _)| *to != Recipient::Burn);
        let (seats, others): (Vec<_>, Vec<_>) =
            dealt.partition(|(to, _)| matches!(to, Recipient::Seat { .. }));
        let renamed = |names: &[cards::Suit; 4], cards: &[Card]| -> CardSet {
            cards.iter().map(|card| Card::new(card.rank(), names[card.suit().index()])).collect()
        };
        let mut different: HashSet<Vec<u64>> = HashSet::new();
        for names in &NAMES {
            let mut of_seats: Vec<u64> =
                seats.iter().map(|(_, cards)| renamed(names, cards).bits()).collect();
            of_seats.sort_unstable();
            of_seats.extend(others.iter().map(|(_, cards)| renamed(names, cards).bits()));
            different.insert(of_seats);
        }
        let orders: u64 = (1..=seats.len() as u64).product();
        let (mut left, mut deals) = (52u64, BigInt::from(1));
        for (_, cards) in seats.iter().chain(&others) {
            for drawn in 0..cards.len() as u64 {
                deals = deals * (left - drawn) / (drawn + 1);
            }
            left -= cards.len() as u64;
        }
        Some(fraction(BigInt::from(different.len()) * orders, deals))
    }
}

/// What an award to another seat's holder is called among the lines.
const ENVY: &str = "envy";

/// Which cards of the deck go to whom, by their places.
struct Places {
    seats: Vec<Vec<usize>>,
    board: Vec<usize>,
    dealer: Vec<usize>,
}

impl Places {
    fn of(went_to: &[Recipient], seats: u8) -> Places {
        let of = |is: &dyn Fn(&Recipient) -> bool| -> Vec<usize> {
            (0..went_to.len()).filter(|place| is(&went_to[*place])).collect()
        };
        let of_seat = |number: u8| {
            of(&|to| matches!(to, Recipient::Seat { seat, .. } if seat.get() == number))
        };
        Places {
            seats: (1..=seats).map(of_seat).collect(),
            board: of(&|to| *to == Recipient::Board),
            dealer: of(&|to| *to == Recipient::Dealer),
        }
    }

    /// Moves cards that pay well together to the seats, alone or with the board's or the dealer's cards.
    fn build(&self, deck: &mut [Card], patterns: &Patterns, hands: &[CardSet], rng: &mut SmallRng) {
        let mut taken = CardSet::EMPTY;
        if !hands.is_empty() {
            for (places, hand) in self.seats.iter().zip(hands) {
                places.iter().zip(*hand).for_each(|(place, card)| put(deck, *place, card));
            }
            return;
        }
        let with = rng.random_range(0..3u8);
        for (number, own) in self.seats.iter().enumerate() {
            let mut places = own.clone();
            // Only one hand is built on cards that all share.
            match with {
                1 if number == 0 => places.extend(&self.board),
                2 if number == 0 => places.extend(&self.dealer),
                _ => {}
            }
            let Some(pattern) = patterns.pick(places.len(), taken, rng) else { continue };
            taken |= pattern;
            places.shuffle(rng);
            for (place, card) in places.into_iter().zip(pattern) {
                put(deck, place, card);
            }
        }
    }
}

/// Moves a card to a place of the deck.
fn put(deck: &mut [Card], place: usize, card: Card) {
    if let Some(from) = deck.iter().position(|known| *known == card) {
        deck.swap(place, from);
    }
}

/// A deal in words: `seat 1: As Ks Qs; dealer: 2c 3d 7h`.
fn words(hands: &[(Recipient, Vec<Card>)]) -> String {
    let of = |(to, cards): &(Recipient, Vec<Card>)| {
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        let to = match to {
            Recipient::Seat { seat, hand: 0 } => format!("seat {seat}"),
            Recipient::Seat { seat, hand } => format!("seat {seat}, hand {}", hand + 1),
            Recipient::Dealer => "dealer".to_owned(),
            Recipient::Board => "board".to_owned(),
            Recipient::Burn | Recipient::Discard => "burned".to_owned(),
        };
        format!("{to}: {}", cards.join(" "))
    };
    hands.iter().map(of).collect::<Vec<_>>().join("; ")
}
