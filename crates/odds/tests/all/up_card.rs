//! What the tests of games with one card of the dealer up need: tables, deals, rulebooks with other
//! pays.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use cards::{Card, DECK, parse_cards};
use games::{Action, Facing, Keep, Next, Posting, Recipient, Round, SeatNumber, Table};
use money::Cents;
use odds::{Advisor, Spot, Subject};
use rulebook::Rulebook;

pub fn subject(game: &str) -> Subject {
    Subject::open(Rulebook::embedded(), game, None, BTreeMap::new()).unwrap()
}

/// The subject under a rulebook in which some text of the game's file is another.
pub fn changed(game: &str, name: &str, changes: &[(&str, &str)]) -> Subject {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{game}-{name}"));
    std::fs::create_dir_all(&directory).unwrap();
    for (file, text) in Rulebook::embedded_files() {
        let mut text = text.to_owned();
        if file == format!("{game}.toml") {
            for (from, to) in changes {
                assert!(text.contains(from), "{from}");
                text = text.replace(from, to);
            }
        }
        std::fs::write(directory.join(file), text).unwrap();
    }
    let book = Rulebook::load(&directory).unwrap();
    Subject::open(&book, game, None, BTreeMap::new()).unwrap()
}

/// Decks in an order that looks like chance and is the same every time.
pub struct Decks(u64);

impl Decks {
    pub fn new(seed: u64) -> Decks {
        Decks(seed * 2 + 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        // xorshift64*.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    pub fn shuffled(&mut self) -> Vec<Card> {
        let mut deck = DECK.to_vec();
        for place in (1..52).rev() {
            let other = self.below(place + 1);
            deck.swap(place, other);
        }
        deck
    }
}

pub fn spot(own: &[Card], up: Card) -> Spot {
    Spot { own: own.to_vec(), dealer: vec![up], ..Spot::default() }
}

pub fn spot_of(own: &str, up: &str) -> Spot {
    spot(&parse_cards(own).unwrap(), parse_cards(up).unwrap()[0])
}

/// A table with a round that has come to the decision of its one player.
pub struct Decision {
    round: Round,
}

impl Decision {
    /// Deals a player's cards, the dealer's card up and his others.
    pub fn new(game: &str, own: &[Card], up: Card, hidden: &[Card]) -> Decision {
        let posting = Posting { game: game.to_owned(), ..Posting::default() };
        let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).unwrap();
        let mut round = Round::new(&table, Keep::Nothing);
        round.bet(SeatNumber::FIRST, "ante", Cents::dollars(10)).unwrap();
        round.lock().unwrap();
        let (mut own, mut hidden) = (own.iter(), hidden.iter());
        while let Next::Card(want) = round.next().clone() {
            let card = match (want.to, want.facing) {
                (Recipient::Dealer, Facing::Up) => up,
                (Recipient::Dealer, Facing::Down) => *hidden.next().unwrap(),
                _ => *own.next().unwrap(),
            };
            round.card(card).unwrap();
        }
        Decision { round }
    }

    pub fn choose(&self, advisor: &dyn Advisor) -> Action {
        let Next::Decision(choice) = self.round.next() else { panic!("nothing is decided") };
        let action = advisor.choose(self.round.felt(), 0, choice);
        assert!(choice.actions.contains(&action), "{action}");
        action
    }
}
