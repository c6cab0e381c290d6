//! Seeded random play through the real rounds, for every game.

use std::sync::Arc;

use cards::{Card, DeckCount};
use games::{
    AwardDue, Choice, Decision, Driver, Facing, Keep, Meter, Played, Posting, Recipient, Refusal,
    Round, SeatNumber, Sign, Table, Want,
};
use money::Cents;
use rulebook::{Game, OptionValues, Rulebook, TableOption};

use crate::support::Playing;

/// A small seeded generator (SplitMix64): tests must be reproducible, not unpredictable.
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.roll()) * bound as u128) >> 64) as usize
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// One time in so many.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// Opens a table of a game with random edition, schedules, options and added side bets.
pub fn random_table(book: &Rulebook, game: &Game, dice: &mut Dice) -> Arc<Table> {
    table_of(book, game, dice, true)
}

/// The same without the side bets of other sections.
pub fn random_plain_table(book: &Rulebook, game: &Game, dice: &mut Dice) -> Arc<Table> {
    table_of(book, game, dice, false)
}

fn table_of(book: &Rulebook, game: &Game, dice: &mut Dice, with_side_bets: bool) -> Arc<Table> {
    loop {
        let edition = dice.pick(&game.editions).id;
        let section = game.edition(edition).expect("the edition is the game's own");
        let section = section.with_side_bets(|_| with_side_bets);
        let mut posting =
            Posting { game: game.id.clone(), edition: Some(edition), ..Posting::default() };
        for schedule in &section.schedules {
            let is_progressive = schedule.wager == "progressive";
            if dice.one_in(3) || (is_progressive && !dice.one_in(4)) {
                posting.schedules.insert(schedule.chosen_as.clone(), schedule.id.clone());
            }
        }
        for option in &section.options {
            if dice.one_in(3) {
                posting.options.insert(option.key.clone(), random_value(option, dice));
            }
        }
        // Choices that contradict each other are refused; then others are tried.
        if let Ok(table) = Table::open(book, posting) {
            return table;
        }
    }
}

/// A value of an option; an amount may be one that the table refuses.
pub fn random_value(option: &TableOption, dice: &mut Dice) -> String {
    match &option.values {
        OptionValues::OneOf(words) => dice.pick(words).clone(),
        OptionValues::Dollars => (*dice.pick(&["1", "2", "5", "10"])).to_owned(),
        OptionValues::Odds => (*dice.pick(&["3 to 2", "6 to 5", "8 to 5", "2 to 1"])).to_owned(),
    }
}

/// A meter to play for.
pub fn meter() -> Meter {
    let amount = |text: &str| text.parse().expect("an amount");
    Meter::new(amount("12345.6789"), amount("12.34"))
}

/// A round with random bets that the table takes, locked.
pub fn random_bets(table: &Arc<Table>, dice: &mut Dice, keep: Keep) -> Playing {
    const AMOUNTS: [i64; 8] = [1, 1, 2, 5, 5, 10, 20, 25];
    let bets: Vec<&str> = table.bets().collect();
    let seats_max = usize::from(table.section().seats);
    for _ in 0..10_000 {
        let mut round = Playing::new(table, Some(meter()), keep);
        let seats = 1 + dice.below(seats_max);
        let first = 1 + dice.below(seats_max + 1 - seats);
        for number in first..first + seats {
            let seat = SeatNumber::new(number as u8).expect("a seat");
            let usual = *dice.pick(&AMOUNTS);
            for bet in &bets {
                if dice.one_in(4) {
                    continue;
                }
                let amount = if dice.one_in(3) { *dice.pick(&AMOUNTS) } else { usual };
                // A refused bet is not made; whether the rest will do, the lock says.
                let _ = round.bet(seat, bet, Cents::dollars(amount));
            }
            if round.check(seat).is_err() {
                // Make the plain bets only, all alike.
                for bet in bets.iter().filter(|bet| **bet != "progressive") {
                    let _ = round.bet(seat, bet, Cents::dollars(usual));
                }
            }
        }
        // What a bet must be may depend on how many play (212).
        let seats: Vec<SeatNumber> = round.felt().seats.iter().map(|seat| seat.number).collect();
        for seat in seats {
            match round.check(seat) {
                Err(Refusal::MustBe { bet, must, .. }) => drop(round.bet(seat, &bet, must)),
                Err(Refusal::NotThePostedWager { posted, .. }) => {
                    drop(round.bet(seat, "progressive", posted));
                }
                _ => {}
            }
        }
        if round.lock().is_ok() {
            return round;
        }
    }
    panic!("no bets were found that {} takes", table.section().title);
}

/// Cards in a random order, drawn one by one.
#[derive(Clone, Debug)]
pub struct Deck {
    cards: Vec<Card>,
    out: usize,
}

impl Deck {
    /// These decks.
    pub fn new(decks: DeckCount) -> Deck {
        let cards = decks.in_order().collect();
        Deck { cards, out: 0 }
    }

    /// Takes out all cards but these.
    pub fn keep(&mut self, keep: impl Fn(Card) -> bool) {
        self.cards.retain(|card| keep(*card));
    }

    /// Puts all cards back; they are drawn in another order.
    pub fn reset(&mut self) {
        self.out = 0;
    }

    /// Some card that is left, which stays where it is.
    pub fn peek(&self, dice: &mut Dice) -> Card {
        *dice.pick(&self.cards[self.out..])
    }

    /// Draws this card, if it is left.
    pub fn take(&mut self, card: Card) {
        let left = &mut self.cards[self.out..];
        if let Some(place) = left.iter().position(|other| *other == card) {
            left.swap(0, place);
            self.out += 1;
        }
    }

    /// Draws a card at random from those left.
    pub fn draw(&mut self, dice: &mut Dice) -> Card {
        let place = self.out + dice.below(self.cards.len() - self.out);
        self.cards.swap(self.out, place);
        self.out += 1;
        self.cards[self.out - 1]
    }
}

/// Players who do anything that is legal, a deck in any order, and a sign.
struct Players<'a> {
    deck: &'a mut Deck,
    dice: &'a mut Dice,
    sign: Option<&'a mut Sign>,
}

impl Driver for Players<'_> {
    type Stop = Refusal;

    fn card(&mut self, _: &Round, want: Want) -> Result<Option<Card>, Refusal> {
        let may_be_unseen =
            matches!(want.to, Recipient::Burn | Recipient::Discard) && want.facing == Facing::Down;
        let is_seen = !may_be_unseen || !self.dice.one_in(2);
        Ok(is_seen.then(|| self.deck.draw(self.dice)))
    }

    fn decision(&mut self, _: &Round, choice: &Choice) -> Result<Decision, Refusal> {
        assert!(!choice.actions.is_empty(), "someone is asked, so something is legal");
        Ok(Decision::from(*self.dice.pick(&choice.actions)))
    }

    fn award(&mut self, round: &Round, due: &AwardDue) -> Result<Cents, Refusal> {
        Ok(self.sign.as_mut().expect("there is a sign").award(round, due))
    }

    fn refused(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        Err(refusal)
    }
}

/// Does one random thing that the round asks for; false when it is over.
pub fn step(playing: &mut Playing, deck: &mut Deck, dice: &mut Dice) -> bool {
    let Played { round, sign } = &mut playing.0;
    let mut players = Players { deck, dice, sign: sign.as_mut() };
    round.play_on(&mut players).expect("what is legal is taken")
}

/// Plays a round to its end.
pub fn play_out(round: &mut Playing, deck: &mut Deck, dice: &mut Dice) {
    for _ in 0..2000 {
        if !step(round, deck, dice) {
            return;
        }
    }
    panic!("the round does not end");
}
