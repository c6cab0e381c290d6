//! How many rounds a second go through the real machine, for every game.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cards::Card;
use games::{
    AwardDue, Choice, Decision, Driver, Keep, Posting, Recipient, Refusal, Round, SeatNumber,
    Table, Want,
};
use money::Cents;
use rulebook::{Need, Rulebook};

/// How quick one game was.
#[derive(Clone, Debug)]
pub struct RoundsRow {
    /// The game's id.
    pub game: String,
    /// Rounds a second with one seat.
    pub one_seat: f64,
    /// Seats times rounds a second with a full table.
    pub seat_rounds: f64,
    /// How many seats a full table has.
    pub seats: u8,
}

/// A small generator for shuffling; what is measured is the round.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (((self.0 >> 32) * bound as u64) >> 32) as usize
    }
}

/// Measures every game of the embedded rulebook with one seat and with a full table: bets, lock,
/// cards, decisions (any legal one), settlement; no log is kept. `progress` is told what is done.
pub fn rounds(progress: &mut dyn FnMut(&str)) -> Vec<RoundsRow> {
    let book = Rulebook::embedded();
    let mut rows = Vec::new();
    for game in book.games() {
        progress(&game.id);
        let posting = Posting { game: game.id.clone(), ..Posting::default() };
        let Ok(table) = Table::open(book, posting) else { continue };
        let seats = table.section().seats;
        rows.push(RoundsRow {
            game: game.id.clone(),
            one_seat: rate(&table, 1),
            seat_rounds: rate(&table, seats) * f64::from(seats),
            seats,
        });
    }
    rows
}

/// Rounds a second, the best of three passes.
fn rate(table: &Arc<Table>, seats: u8) -> f64 {
    let bets = bets(table, seats);
    let mut deck: Vec<Card> = table.decks().in_order().collect();
    let mut dice = Dice(7);
    let mut round = Round::new(table, Keep::Nothing);
    let mut best = 0f64;
    for _ in 0..3 {
        let started = Instant::now();
        let mut played = 0u32;
        while started.elapsed() < Duration::from_millis(150) {
            for _ in 0..64 {
                play(&mut round, &bets, seats, &mut deck, &mut dice);
                black_box(round.settlement());
            }
            played += 64;
        }
        best = best.max(f64::from(played) / started.elapsed().as_secs_f64());
    }
    best
}

fn play(
    round: &mut Round,
    bets: &[(&'static str, Cents)],
    seats: u8,
    deck: &mut [Card],
    dice: &mut Dice,
) {
    round.reset();
    for seat in (1..=seats).filter_map(SeatNumber::new) {
        for (bet, amount) in bets {
            round.bet(seat, bet, *amount).expect("the bets were tried");
        }
    }
    round.lock().expect("the bets were tried");
    let mut anyone = Anyone { deck, dice, out: 0 };
    round.play(&mut anyone).expect("cards of a deck and legal actions are taken");
}

/// Cards in any order, and players who take any legal action.
struct Anyone<'a> {
    deck: &'a mut [Card],
    dice: &'a mut Dice,
    /// How many cards are out.
    out: usize,
}

impl Driver for Anyone<'_> {
    type Stop = Refusal;

    fn card(&mut self, _: &Round, want: Want) -> Result<Option<Card>, Refusal> {
        if want.to == Recipient::Discard {
            return Ok(None);
        }
        let place = self.out + self.dice.below(self.deck.len() - self.out);
        self.deck.swap(self.out, place);
        self.out += 1;
        Ok(Some(self.deck[self.out - 1]))
    }

    fn decision(&mut self, _: &Round, choice: &Choice) -> Result<Decision, Refusal> {
        Ok(Decision::from(choice.actions[self.dice.below(choice.actions.len())]))
    }

    fn award(&mut self, _: &Round, _: &AwardDue) -> Result<Cents, Refusal> {
        // No progressive is posted at these tables.
        Err(Refusal::NoAwardDue)
    }

    fn refused(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        Err(refusal)
    }
}

/// What must be bet, in amounts that the table takes.
fn bets(table: &Arc<Table>, seats: u8) -> Vec<(&'static str, Cents)> {
    let wagers = &table.section().wagers;
    let is_needed = |wager: &&rulebook::Wager| wager.need == Need::Required;
    let mut needed: Vec<&rulebook::Wager> = wagers.iter().filter(is_needed).collect();
    if needed.is_empty() {
        needed = wagers.iter().take(1).collect();
    }
    let named = |bet: &&'static str| needed.iter().any(|w| w.bets.iter().any(|b| b == bet));
    let ids: Vec<&'static str> = table.bets().filter(named).collect();
    let tries = [[5, 5], [1, 5]].map(|amounts: [i64; 2]| {
        let bet =
            |(index, id): (usize, &&'static str)| (*id, Cents::dollars(amounts[index.min(1)]));
        ids.iter().enumerate().map(bet).collect::<Vec<_>>()
    });
    let fits = |bets: &&Vec<(&'static str, Cents)>| {
        let mut round = Round::new(table, Keep::Nothing);
        let numbers = (1..=seats).filter_map(SeatNumber::new);
        let placed = numbers
            .into_iter()
            .all(|seat| bets.iter().all(|(bet, amount)| round.bet(seat, bet, *amount).is_ok()));
        placed && round.lock().is_ok()
    };
    tries.iter().find(fits).cloned().expect("one of these bets is taken")
}
