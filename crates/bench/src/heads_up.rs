//! A hand of hold 'em between two players who check to the end: what other libraries can do too.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cards::{Card, DECK};
use games::{
    Action, AwardDue, Choice, Decision, Driver, Keep, Posting, Refusal, Round, SeatNumber, Table,
    Want,
};
use money::Cents;
use rulebook::{Family, Rulebook};

/// Hands a second of Hold 'em 212 with two players who check and call, and then stand: the hold 'em
/// hand, the blackjack hand on the same cards, and the settlement of both; no log is kept.
pub fn ours() -> f64 {
    let book = Rulebook::embedded();
    let game = book.games().iter().find(|game| game.newest().felt.is_of(Family::Pot));
    let game = game.expect("players bet for a pot in one of the games").id.clone();
    let posting = Posting { game, ..Posting::default() };
    let table = Table::open(book, posting).expect("the table opens as it is");
    let mut round = Round::new(&table, Keep::Nothing);
    let bets = table.usual_bets_among(2).expect("the table has bets that it takes");
    let mut deck = DECK;
    let mut seed = 1u64;
    best(|| {
        hand(&mut round, &bets, &mut deck, &mut seed);
        black_box(round.settlement());
    })
}

fn hand(round: &mut Round, bets: &[(&str, Cents)], deck: &mut [Card; 52], seed: &mut u64) {
    round.reset();
    for seat in [1, 2].into_iter().filter_map(SeatNumber::new) {
        for &(bet, amount) in bets {
            round.bet(seat, bet, amount).expect("these are the section's bets");
        }
    }
    round.lock().expect("these are the section's bets");
    let mut callers = Callers { deck, seed, out: 0 };
    round.play(&mut callers).expect("cards of a deck and legal actions are taken");
}

/// Cards at random, and players who check, call and stand.
struct Callers<'a> {
    deck: &'a mut [Card; 52],
    seed: &'a mut u64,
    /// How many cards are out.
    out: usize,
}

impl Driver for Callers<'_> {
    type Stop = Refusal;

    fn card(&mut self, _: &Round, _: Want) -> Result<Option<Card>, Refusal> {
        let (seed, out) = (&mut *self.seed, self.out);
        *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let place = out + (((*seed >> 32) * (52 - out as u64)) >> 32) as usize;
        self.deck.swap(out, place);
        self.out += 1;
        Ok(Some(self.deck[out]))
    }

    fn decision(&mut self, _: &Round, choice: &Choice) -> Result<Decision, Refusal> {
        let calm = [Action::Check, Action::Call, Action::Stand];
        let wish = calm.into_iter().find(|action| choice.actions.contains(action));
        Ok(Decision::from(wish.unwrap_or(choice.actions[0])))
    }

    fn award(&mut self, _: &Round, _: &AwardDue) -> Result<Cents, Refusal> {
        // 212 has no progressive.
        Err(Refusal::NoAwardDue)
    }

    fn refused(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        Err(refusal)
    }
}

/// How often a second, the best of five passes.
fn best(mut once: impl FnMut()) -> f64 {
    let mut best = 0f64;
    for _ in 0..5 {
        let started = Instant::now();
        let mut done = 0u32;
        while started.elapsed() < Duration::from_millis(200) {
            for _ in 0..16 {
                once();
            }
            done += 16;
        }
        best = best.max(f64::from(done) / started.elapsed().as_secs_f64());
    }
    best
}
