//! Any bytes as a game, cards and decisions: the round ends, or waits for more.
#![no_main]

use games::{Keep, Next, Posting, Recipient, Round, SeatNumber, Table};
use libfuzzer_sys::fuzz_target;
use rulebook::Rulebook;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let mut byte = move || bytes.next();
    let book = Rulebook::embedded();
    let Some(choice) = byte() else { return };
    let game = &book.games()[usize::from(choice) % book.games().len()];
    let posting = Posting { game: game.id.clone(), ..Posting::default() };
    let Ok(table) = Table::open(book, posting) else { return };
    let mut round = Round::new(&table, None, Keep::Log);
    let bets: Vec<&str> = table.bets().collect();
    for seat in (1..=7).filter_map(SeatNumber::new) {
        for bet in &bets {
            let Some(dollars) = byte() else { return };
            let amount = format!("{}", dollars % 32).parse().expect("dollars");
            let _ = round.bet(seat, bet, amount);
        }
    }
    if round.lock().is_err() {
        return;
    }
    while let Some(byte) = byte() {
        match round.next().clone() {
            Next::Done | Next::Bets => break,
            Next::Card(want) => {
                let index = usize::from(byte) % 52;
                let card = format!(
                    "{}{}",
                    &"23456789TJQKA"[index / 4..=index / 4],
                    &"cdhs"[index % 4..=index % 4]
                );
                let is_blind = matches!(want.to, Recipient::Burn | Recipient::Discard);
                if round.card(card.parse().expect("a card")).is_err() && is_blind {
                    let _ = round.unseen();
                }
            }
            Next::Decision(choice) => {
                let action = choice.actions[usize::from(byte) % choice.actions.len()];
                round.act(choice.seat, action).expect("what is legal is taken");
            }
        }
    }
    let again = games::replay(book, &round.log_text()).expect("a log replays, also unfinished");
    assert_eq!(again.settlement(), round.settlement());
});
