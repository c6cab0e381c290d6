//! Any bytes as a table, bets, cards and decisions: what is not legal is refused and changes nothing,
//! what is legal is taken, and the log replays, also of a round that was not finished.
#![no_main]

use cards::DECK;
use games::{Action, Keep, Meter, Next, Posting, Recipient, Round, SeatNumber, Table};
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

fn play(book: &Rulebook, bytes: &mut Bytes<'_>) -> Option<()> {
    let table = Table::open(book, posting(book, bytes)?).ok()?;
    let amount = |text: &str| text.parse().expect("an amount");
    let meter = Meter { display: amount("12345.6789"), reserve: amount("12.34") };
    let mut round = Round::new(&table, Some(meter), Keep::Log);
    let bets: Vec<&str> = table.bets().collect();
    let seats = 1 + bytes.next()? % 7;
    for seat in (1..=seats as u8).filter_map(SeatNumber::new) {
        for bet in &bets {
            let dollars = bytes.next()?;
            if dollars > 0 {
                let _ = round.bet(seat, bet, Cents::dollars(dollars as i64 % 32));
            }
        }
    }
    round.lock().ok()?;
    while let Some(byte) = bytes.next() {
        match round.next().clone() {
            Next::Done | Next::Bets => break,
            Next::Card(want) => {
                let is_blind = matches!(want.to, Recipient::Burn | Recipient::Discard);
                // A card that is out already is refused; then the next one in the deck is tried.
                let mut tried = (0..52).map(|step| DECK[(byte + step) % 52]);
                if !(is_blind && round.unseen().is_ok())
                    && !tried.any(|card| round.card(card).is_ok())
                {
                    break;
                }
            }
            Next::Decision(choice) => {
                let others = [Action::Fold, Action::Double, Action::BetTimes(byte as u8)];
                let actions = choice.actions.iter().chain(&others);
                let action = *actions.cycle().nth(byte).expect("there are actions");
                let (before, lines) = (round.next().clone(), round.log_text());
                let taken = round.act(choice.seat, action);
                assert_eq!(taken.is_ok(), choice.actions.contains(&action), "{action}");
                if taken.is_err() {
                    assert!(*round.next() == before && round.log_text() == lines);
                }
            }
        }
    }
    let again = games::replay(book, &round.log_text()).expect("a log replays, also unfinished");
    assert_eq!(again.settlement(), round.settlement());
    assert_eq!(again.meter(), round.meter());
    Some(())
}

fuzz_target!(|bytes: &[u8]| {
    let _ = play(Rulebook::embedded(), &mut Bytes(bytes.iter()));
});
