//! Pay schedules: what a hand pays.

use money::{Cents, Odds, Rate};

use crate::words::words;
use crate::{HandType, Order};

/// A pay schedule that a table may post.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Its id: `TCP-6B1`, `A2-J`, or `standard` where there is only one.
    pub id: String,
    /// What the rule calls it, where that differs: `Alternative A`.
    pub printed_name: Option<String>,
    /// The wager it belongs to.
    pub wager: String,
    /// The key of a round file's `schedules` that picks it.
    pub chosen_as: String,
    /// Its tables, in the order of the rule: most have one, Silverado's have a five-card and a
    /// three-card one.
    pub parts: Vec<Part>,
    /// What a progressive adds; nothing for other schedules.
    pub progressive: Option<Progressive>,
    /// With how many decks it may be posted, at least and at most; any number where it does not say.
    pub decks: Option<(u8, u8)>,
}

impl Schedule {
    /// The table that pays this line.
    pub fn part(&self, line: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.pays(line))
    }

    /// The schedule as a table posts it for a progressive wager: "$" rows, envy and seed are
    /// multiplied by posted over nominal, unless they are fixed [PRG-7]. Nothing if it is not a
    /// progressive, or the wager is not a whole multiple of the nominal one.
    pub fn posted_at(&self, wager: Cents) -> Option<Schedule> {
        let terms = self.progressive?;
        if wager <= Cents::ZERO || !wager.is_multiple_of(terms.nominal) {
            return None;
        }
        let times = match terms.amounts {
            Amounts::Scaled => wager.get() / terms.nominal.get(),
            Amounts::Fixed => 1,
        };
        let scaled = |amount: Cents| amount.get().checked_mul(times).map(Cents::new);
        let mut posted = self.clone();
        for row in posted.parts.iter_mut().flat_map(|part| &mut part.rows) {
            if let Odds::Dollars(amount) = &mut row.pays {
                *amount = scaled(*amount)?;
            }
            if let Some(envy) = &mut row.envy {
                *envy = scaled(*envy)?;
            }
        }
        posted.progressive =
            Some(Progressive { nominal: wager, seed: scaled(terms.seed)?, ..terms });
        Some(posted)
    }

    /// Whether it may be posted at a table with this number of decks.
    pub fn takes_decks(&self, decks: u8) -> bool {
        self.decks.is_none_or(|(least, most)| (least..=most).contains(&decks))
    }

    /// Why it cannot be posted at a table with this number of decks, if it cannot.
    pub fn decks_conflict(&self, decks: u8) -> Option<String> {
        let (least, most) = self.decks.filter(|_| !self.takes_decks(decks))?;
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let counted = if most == 1 { "deck" } else { "decks" };
        let (wager, id) = (&self.wager, &self.id);
        Some(format!("{wager} {id} is for {range} {counted}, and the table is dealt from {decks}"))
    }

    /// Whether a hand of the schedule wins the other players an envy amount.
    pub fn has_envy(&self) -> bool {
        self.parts.iter().flat_map(|part| &part.rows).any(|row| row.envy.is_some())
    }
}

/// One table of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The lines it pays: Let it ride's base pays all three bets.
    pub lines: Vec<String>,
    /// The order in which its hands are ranked.
    pub order: Order,
    /// Which cards are looked at.
    pub judged: Judged,
    /// Its rows, best first.
    pub rows: Vec<Row>,
    /// Its citations: subdivision keys and ruling IDs.
    pub cite: Vec<String>,
}

impl Part {
    /// Whether this part pays the line.
    pub fn pays(&self, line: &str) -> bool {
        self.lines.iter().any(|paid| paid == line)
    }

    /// Undoes the rulings that change a pay: a row pays what is printed, and nothing where that
    /// is blank.
    pub fn read_as_printed(&mut self) {
        self.rows.retain_mut(|row| match row.printed.take() {
            None => true,
            Some(printed) => {
                row.pays = printed.pays.unwrap_or(row.pays);
                printed.pays.is_some()
            }
        });
    }
}

/// One row: a hand and what it pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The hand.
    pub hand: HandType,
    /// What it pays, as read.
    pub pays: Odds,
    /// What the rule prints, where a ruling changes it.
    pub printed: Option<Printed>,
    /// What every other player with a progressive bet wins.
    pub envy: Option<Cents>,
}

/// A printed pay that a ruling changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// What is printed; nothing for a blank.
    pub pays: Option<Odds>,
    /// The ruling that changes it.
    pub ruling: String,
}

words! {
    /// What a posted wager other than the nominal one does to a progressive's amounts [PRG-7].
    pub enum Amounts {
        /// "$" rows, envy and seed are multiplied by posted over nominal.
        Scaled = "scaled",
        /// They stay as printed, whatever is posted [TCP-7].
        Fixed = "fixed",
    }
}

/// The terms of a progressive schedule [PRG-7] [PRG-8].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progressive {
    /// The wager that the "$" rows, the envy amounts and the seed are for.
    pub nominal: Cents,
    /// What the meter starts and restarts at, for that wager.
    pub seed: Cents,
    /// What a posted wager does to these amounts.
    pub amounts: Amounts,
    /// The share of each wager that goes to the display.
    pub contribution: Rate,
    /// The share of each wager that goes to the hidden reserve.
    pub reserve: Rate,
}

words! {
    /// Which cards a table looks at.
    pub enum Judged {
        /// The player's own cards.
        Own = "own",
        /// The player's own cards with the community cards.
        OwnAndBoard = "own-and-board",
        /// The player's two cards with the flop [PRG-17].
        OwnAndFlop = "own-and-flop",
        /// The player's cards with the dealer's.
        OwnAndDealer = "own-and-dealer",
        /// Three own cards, as the player set them, with the community cards.
        SetFive = "set-five",
        /// One own card, as the player set it, with the community cards.
        SetThree = "set-three",
        /// The dealer's cards.
        Dealer = "dealer",
        /// The player's first two cards, whatever is drawn to them.
        OwnFirstTwo = "own-first-two",
        /// The player's first two cards and the dealer's card that lies up.
        OwnAndUpCard = "own-and-up-card",
    }
}

impl Judged {
    /// How many cards a pattern is about; nothing where rows cannot be patterns.
    pub const fn pattern_cards(self) -> Option<usize> {
        match self {
            Judged::OwnFirstTwo => Some(2),
            Judged::OwnAndUpCard => Some(3),
            _ => None,
        }
    }

    /// For people: `the player's own cards`.
    pub const fn describe(self) -> &'static str {
        match self {
            Judged::Own => "the player's own cards",
            Judged::OwnAndBoard => "the player's cards with the community cards",
            Judged::OwnAndFlop => "the player's two cards with the flop",
            Judged::OwnAndDealer => "the player's cards with the dealer's",
            Judged::SetFive => "three own cards, as set, with the community cards",
            Judged::SetThree => "one own card, as set, with the community cards",
            Judged::Dealer => "the dealer's cards",
            Judged::OwnFirstTwo => "the player's first two cards",
            Judged::OwnAndUpCard => "the player's first two cards and the dealer's up card",
        }
    }
}
