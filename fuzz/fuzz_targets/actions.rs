//! Any bytes as a table, bets, cards and decisions: what is not legal is refused and changes nothing,
//! what is legal is taken, and the log replays, also of a round that was not finished.
#![no_main]

use cards::{Card, DECK};
use games::{
    Action, AwardDue, Choice, Decision, Driver, Facing, Keep, Meter, Op, Played, Posting, Recipient,
    Refusal, Round, SeatNumber, Sign, Table, Want,
};
use libfuzzer_sys::fuzz_target;
use money::Cents;
use rulebook::{OptionValues, Rulebook};

/// The bytes one by one.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> Option<usize> {
        self.0.next().map(|byte| usize::from(*byte))
    }
}

/// A table with edition, schedules and options by the bytes.
fn posting(book: &Rulebook, bytes: &mut Bytes<'_>) -> Option<Posting> {
    let game = &book.games()[bytes.next()? % book.games().len()];
    let edition = game.editions[bytes.next()? % game.editions.len()].id;
    let section = game.edition(edition).expect("its own edition");
    let mut posting =
        Posting { game: game.id.clone(), edition: Some(edition), ..Posting::default() };
    let count = bytes.next()? % 4;
    for _ in 0..count {
        let place = bytes.next()?;
        if let Some(schedule) = section.schedules.get(place) {
            posting.schedules.insert(schedule.chosen_as.clone(), schedule.id.clone());
        }
    }
    let count = bytes.next()? % 4;
    for _ in 0..count {
        let (place, value) = (bytes.next()?, bytes.next()?);
        if let Some(option) = section.options.get(place) {
            let values = match &option.values {
                OptionValues::OneOf(words) => words.clone(),
                OptionValues::Dollars => ["1", "2", "5", "10"].map(str::to_owned).to_vec(),
                OptionValues::Odds => ["3 to 2", "6 to 5", "2 to 1"].map(str::to_owned).to_vec(),
            };
            let value = values[value % values.len()].clone();
            posting.options.insert(option.key.clone(), value);
        }
    }
    Some(posting)
}

/// Cards and decisions by the bytes, legal or not.
struct Player<'b, 'a> {
    bytes: &'b mut Bytes<'a>,
    sign: Sign,
    /// How many cards after the one of the byte were tried: one that is out already is refused.
    tried: usize,
    byte: usize,
    /// Is the last decision legal, if that was the last thing?
    is_legal: Option<bool>,
}

impl Driver for Player<'_, '_> {
    /// The bytes or the cards have run out.
    type Stop = ();

    fn card(&mut self, _: &Round, want: Want) -> Result<Option<Card>, ()> {
        if self.tried == 0 {
            self.byte = self.bytes.next().ok_or(())?;
        }
        self.is_legal = None;
        let is_aside = matches!(want.to, Recipient::Burn | Recipient::Discard);
        if is_aside && want.facing == Facing::Down {
            return Ok(None);
        }
        let card = DECK[(self.byte + self.tried) % 52];
        self.tried = if self.tried < 52 { self.tried + 1 } else { return Err(()) };
        Ok(Some(card))
    }

    fn decision(&mut self, _: &Round, choice: &Choice) -> Result<Decision, ()> {
        let byte = self.bytes.next().ok_or(())?;
        let others = [Action::Fold, Action::Double, Action::BetTimes(byte as u8)];
        let mut actions = choice.actions.iter().chain(&others).cycle();
        let action = *actions.nth(byte).expect("there are actions");
        self.is_legal = Some(choice.actions.contains(&action));
        Ok(Decision::from(action))
    }

    fn award(&mut self, round: &Round, due: &AwardDue) -> Result<Cents, ()> {
        self.is_legal = None;
        Ok(self.sign.award(round, due))
    }

    fn refused(&mut self, refusal: Refusal) -> Result<(), ()> {
        assert_ne!(self.is_legal, Some(true), "{refusal}");
        Ok(())
    }
}

fn play(book: &Rulebook, bytes: &mut Bytes<'_>) -> Option<()> {
    let table = Table::open(book, posting(book, bytes)?).ok()?;
    let amount = |text: &str| text.parse().expect("an amount");
    let meter = Meter::new(amount("12345.6789"), amount("12.34"));
    let mut round = Round::new(&table, Keep::Log);
    let bets: Vec<&str> = table.bets().collect();
    let seats = 1 + bytes.next()? % 7;
    for seat in (1..=seats as u8).filter_map(SeatNumber::new) {
        for bet in &bets {
            let dollars = bytes.next()?;
            if dollars > 0 {
                let _ = round.bet(seat, bet, Cents::dollars(dollars as i64 % 32));
            }
        }
        if bytes.next()? % 16 == 0 {
            let _ = round.clear_bets(seat);
        }
    }
    round.lock().ok()?;
    let sign = Sign::new(meter);
    let mut player = Player { bytes, sign, tried: 0, byte: 0, is_legal: None };
    loop {
        let (before, done) = (round.next().clone(), round.log().events().len());
        let went_on = round.play_on(&mut player);
        if round.log().events().len() == done {
            assert!(*round.next() == before, "a refusal changes nothing");
        } else {
            assert_ne!(player.is_legal, Some(false), "only what is legal is taken");
            player.tried = 0;
        }
        if went_on != Ok(true) {
            break;
        }
    }
    let played = Played { round, sign: Some(player.sign) };
    let again = games::replay(book, &played.log_text()).expect("a log replays, also unfinished");
    assert_eq!(again.round.settlement(), played.round.settlement());
    assert_eq!(again.meter(), played.meter());
    let ops: Vec<Op> = played.round.log().ops().collect();
    assert!(ops.iter().all(|op| op.to_string().parse().as_ref() == Ok(op)), "lines are read back");
    Some(())
}

fuzz_target!(|bytes: &[u8]| {
    let _ = play(Rulebook::embedded(), &mut Bytes(bytes.iter()));
});
