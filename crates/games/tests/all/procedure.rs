//! The dealer's steps: what is due when, over recorded rounds and random play of every edition.

mod laws;
mod locking;
mod map;
mod transcripts;

use std::sync::Arc;

use cards::{Card, DECK, Suit};
use games::{DueStep, Event, Keep, Next, Played, Procedure, Recipient, Round, Table};
use rulebook::Consequence;

use crate::conformance::random_report;
use crate::random_play::{Deck, Dice, meter, random_bets};
use crate::support::Playing;

/// Plays a finished round again, and hands over the round and the events of each operation.
fn replayed(played: &Round, mut visit: impl FnMut(&Round, &[Event])) {
    let mut round = Round::new(played.table(), Keep::Log);
    visit(&round, round.log().events());
    for op in played.log().ops() {
        let before = round.log().events().len();
        round.apply(op).expect("what was done can be done again");
        visit(&round, &round.log().events()[before..]);
    }
    assert_eq!(round.log().events(), played.log().events(), "the same round");
}

/// A deck in which the first two seats and the board get the high cards of a suit: hands that win
/// awards are too rare otherwise.
struct Rigged {
    deck: Deck,
    /// The lucky cards of each of the two seats that are not out yet; the board has the first's.
    lucky: [Vec<Card>; 2],
    shares: bool,
}

impl Rigged {
    fn new(table: &Table, dice: &mut Dice) -> Rigged {
        let (first, second) = (dice.pick(&DECK).suit(), dice.pick(&DECK).suit());
        let count = 3 + dice.below(6);
        let is_fair = table.decks().get() > 1 || dice.one_in(3);
        let of_suit = |suit: Suit| {
            let mut cards: Vec<Card> = DECK.into_iter().filter(|c| c.suit() == suit).collect();
            cards.sort_by_key(|card| std::cmp::Reverse(card.rank()));
            cards.truncate(if is_fair { 0 } else { count });
            cards
        };
        let shares = first == second || dice.one_in(2);
        let lucky = [of_suit(first), of_suit(second)];
        Rigged { deck: Deck::new(table.decks()), lucky, shares }
    }

    fn draw(&mut self, round: &Round, to: Recipient, dice: &mut Dice) -> Card {
        let place = match to {
            Recipient::Seat { seat, .. } => {
                round.felt().seats.iter().position(|own| own.number == seat)
            }
            Recipient::Board => Some(0),
            Recipient::Dealer | Recipient::Burn | Recipient::Discard => None,
        };
        let place =
            place.filter(|place| *place < 2).map(|place| if self.shares { 0 } else { place });
        let lucky = place.map(|place| &self.lucky[place]).filter(|lucky| !lucky.is_empty());
        let card = match lucky.filter(|_| !dice.one_in(10)) {
            Some(lucky) => *dice.pick(lucky),
            None => self.deck.draw(dice),
        };
        if place.is_some() {
            self.deck.take(card);
        }
        self.forget(card);
        card
    }

    fn forget(&mut self, card: Card) {
        self.lucky.iter_mut().for_each(|lucky| lucky.retain(|own| *own != card));
    }
}

/// Does one random thing: what the round asks for, or something that goes wrong.
fn step(playing: &mut Playing, cards: &mut Rigged, dice: &mut Dice) {
    let Played { round, sign } = &mut playing.0;
    match round.next().clone() {
        Next::Bets | Next::Done => {}
        Next::Card(want) => {
            let is_hidden = matches!(want.to, Recipient::Burn | Recipient::Discard);
            if is_hidden && dice.one_in(2) && round.unseen().is_ok() {
                return;
            }
            let card = cards.draw(round, want.to, dice);
            round.card(card).expect("a card of the deck is taken");
        }
        Next::Decision(choice) => {
            let action = *dice.pick(&choice.actions);
            round.act(choice.seat, action).expect("a legal action is taken");
        }
        Next::Award(due) => {
            let amount = sign.as_mut().expect("there is a sign").award(round, &due);
            round.award(due.seat, amount).expect("the award is due");
        }
    }
}

/// Deals somebody a wrong number of cards.
fn misdeal(round: &mut Round, cards: &mut Rigged, dice: &mut Dice) {
    let seats: Vec<_> = round.felt().seats.iter().map(|seat| seat.number).collect();
    let hand = Some(*dice.pick(&seats)).filter(|_| !dice.one_in(3));
    let to = hand.map_or(Recipient::Dealer, |seat| Recipient::Seat { seat, hand: 0 });
    let mut fresh = Rigged::new(round.table(), dice);
    let dealt: Vec<Card> = (0..dice.below(8)).map(|_| fresh.draw(round, to, dice)).collect();
    if round.misdeal(hand, &dealt).is_ok() {
        *cards = fresh;
    }
}

/// The same bets with the progressive at every seat, locked, if the table takes them.
fn with_progressive(locked: &Round) -> Option<Playing> {
    let wager = locked.table().progressive()?.wager;
    let mut round = Playing::new(locked.table(), Some(meter()), Keep::Log);
    for event in locked.log().events() {
        if let Event::Bet { seat, bet, amount } = event {
            round.bet(*seat, bet, *amount).ok()?;
            round.bet(*seat, "progressive", wager).ok()?;
        }
    }
    round.lock().ok()?;
    Some(round)
}

/// How a round goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Luck {
    /// As it should.
    Regular,
    /// Things go wrong.
    Irregular,
}

/// Plays a round at random and hands over the round and the events of each operation, the opening
/// and the lock included.
fn played(
    table: &Arc<Table>,
    dice: &mut Dice,
    luck: Luck,
    mut visit: impl FnMut(&Round, &[Event]),
) {
    let goes_wrong = luck == Luck::Irregular;
    let mut round = random_bets(table, dice, Keep::Log);
    if let Some(richer) = with_progressive(&round).filter(|_| dice.one_in(2)) {
        round = richer;
    }
    replayed(&round, &mut visit);
    let mut cards = Rigged::new(table, dice);
    if goes_wrong && dice.one_in(3) {
        let before = round.log().events().len();
        misdeal(&mut round, &mut cards, dice);
        visit(&round, &round.log().events()[before..]);
    }
    let mut reports = 0;
    for _ in 0..2000 {
        let before = round.log().events().len();
        if goes_wrong && reports < 2 && dice.one_in(3) {
            let report = random_report(&round, &cards.deck, dice);
            if let Ok(order) = round.report_in_full(report) {
                reports += 1;
                if let (Consequence::OfferCard, Some(card)) = (order.consequence, report.card) {
                    cards.deck.take(card);
                    cards.forget(card);
                }
            }
        } else if *round.next() == Next::Done {
            return;
        } else {
            step(&mut round, &mut cards, dice);
        }
        visit(&round, &round.log().events()[before..]);
    }
    panic!("the round does not end");
}

/// The ids of steps.
fn ids<'s>(due: &[DueStep<'s>]) -> Vec<&'s str> {
    due.iter().map(|due| due.step.id.as_str()).collect()
}

/// What is due after an operation.
fn due<'r>(round: &'r Round, events: &[Event]) -> Vec<DueStep<'r>> {
    Procedure::after(round, events)
}
