//! What people do at a table, as it is stored.

use std::collections::BTreeMap;

use cards::Card;
use games::Action;
use money::Cents;
use progressive::{AwardNumber, KeySwitch, Seat, as_text};
use serde::{Deserialize, Serialize};

/// An amount in a map: dollars as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dollars(#[serde(with = "as_text")] pub Cents);

/// Something done at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "act")]
pub enum Deed {
    /// A player buys in and sits down.
    Sit {
        /// Where.
        seat: Seat,
        /// For how much.
        #[serde(with = "as_text")]
        buy_in: Cents,
    },
    /// A bot takes a seat.
    SeatBot {
        /// Where.
        seat: Seat,
        /// For how much.
        #[serde(with = "as_text")]
        buy_in: Cents,
        /// The strategy it plays: `optimal`.
        plays: String,
    },
    /// A player leaves with what is left.
    Leave {
        /// From where.
        seat: Seat,
    },
    /// The seat of a player whose connection was lost is given up after the posted time: the player
    /// leaves with what is left.
    Vacate {
        /// Which.
        seat: Seat,
    },
    /// A player buys more chips.
    AddChips {
        /// Where.
        seat: Seat,
        /// For how much.
        #[serde(with = "as_text")]
        amount: Cents,
    },
    /// The dealer confirms the chips that a seat has asked for: the cash is in the drop box.
    ConfirmChips {
        /// Which seat.
        seat: Seat,
        /// How much it is for: what the dealer has counted.
        #[serde(with = "as_text")]
        amount: Cents,
    },
    /// The dealer refuses the chips that a seat has asked for.
    RefuseChips {
        /// Which seat.
        seat: Seat,
    },
    /// All bets of a seat, instead of those it had.
    Bet {
        /// Where.
        seat: Seat,
        /// The bets.
        bets: BTreeMap<String, Dollars>,
        /// Tips for the dealers, by line.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        tips: BTreeMap<String, Dollars>,
    },
    /// A seat takes its bets back.
    Clear {
        /// Where.
        seat: Seat,
    },
    /// A seat has placed its bets.
    Ready {
        /// Where.
        seat: Seat,
    },
    /// No more bets.
    Lock,
    /// The dealer enters the card that is wanted.
    Card {
        /// The card.
        #[serde(with = "as_text")]
        card: Card,
    },
    /// The card that is wanted was burned or discarded unseen.
    Unseen,
    /// The dealer confirms the step that waits, or does the next chore.
    Step,
    /// The last step or, at a table with real cards, the last entry is taken back [GEN-14].
    Undo {
        /// Why.
        reason: String,
    },
    /// A player decides.
    Decide {
        /// Where.
        seat: Seat,
        /// What: `bet 4x`.
        action: String,
        /// For which hand, after a split.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<u8>,
        /// A tip beside the wager that this makes.
        #[serde(default, with = "as_text::option", skip_serializing_if = "Option::is_none")]
        tip: Option<Cents>,
    },
    /// A hand button is pressed.
    Key {
        /// For which seat.
        seat: Seat,
        /// The hand.
        hand: String,
    },
    /// The dealer calls a supervisor.
    CallSupervisor {
        /// Why.
        #[serde(default)]
        why: String,
    },
    /// A supervisor verifies an award.
    Verify {
        /// Which.
        award: AwardNumber,
        /// What is paid; the award's amount unless said.
        #[serde(default, with = "as_text::option", skip_serializing_if = "Option::is_none")]
        paid: Option<Cents>,
        /// Why that differs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A supervisor proposes that the keys stand over the cards [PRG-22].
    Override {
        /// Why.
        reason: String,
    },
    /// A supervisor voids an award.
    Void {
        /// Which.
        award: AwardNumber,
        /// Why.
        reason: String,
    },
    /// A supervisor turns the older procedure's key.
    TurnKey {
        /// To JPH, or back to RUN.
        to: KeySwitch,
    },
    /// The older procedure's J-POT button: the win is recorded.
    JPot,
    /// The round is over.
    GameOver,
    /// The round is void.
    Misdeal {
        /// Why.
        reason: String,
    },
    /// Something went wrong.
    Irregular {
        /// What, in the rulebook's word: `exposed-card`.
        event: String,
        /// Whose hand; the dealer's if none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The other player, where two are concerned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<Seat>,
        /// The card, where one is concerned.
        #[serde(default, with = "as_text::option", skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A player adds a word to the shuffle.
    SeedWord {
        /// Where.
        seat: Seat,
        /// The word.
        word: String,
    },
    /// Another dealer takes over, between rounds.
    Relieve,
    /// The time for bets or a decision is up.
    TimeUp,
    /// The key that the shuffle is sealed under is lost: the round is void [SHF-1].
    KeyLost,
}

/// Who may do something at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// Whoever sits in this seat; at a live table, the dealer.
    Seat(Seat),
    /// Any player, for an empty seat.
    Player,
    /// The dealer, or a supervisor standing in.
    Dealer,
    /// A supervisor.
    Supervisor,
    /// The house itself, or a supervisor.
    House,
}

impl Deed {
    pub(crate) fn by(&self) -> By {
        match self {
            Deed::Sit { .. } => By::Player,
            Deed::Leave { seat }
            | Deed::AddChips { seat, .. }
            | Deed::Bet { seat, .. }
            | Deed::Clear { seat }
            | Deed::Ready { seat }
            | Deed::Decide { seat, .. }
            | Deed::SeedWord { seat, .. } => By::Seat(*seat),
            Deed::Lock
            | Deed::ConfirmChips { .. }
            | Deed::RefuseChips { .. }
            | Deed::Card { .. }
            | Deed::Unseen
            | Deed::Step
            | Deed::Undo { .. }
            | Deed::Key { .. }
            | Deed::CallSupervisor { .. }
            | Deed::GameOver
            | Deed::Misdeal { .. }
            | Deed::Irregular { .. }
            | Deed::Relieve => By::Dealer,
            Deed::Verify { .. }
            | Deed::Override { .. }
            | Deed::Void { .. }
            | Deed::TurnKey { .. }
            | Deed::JPot => By::Supervisor,
            Deed::SeatBot { .. } | Deed::Vacate { .. } | Deed::TimeUp | Deed::KeyLost => By::House,
        }
    }
}

impl Deed {
    /// The seat that a player acts for, if one does.
    pub fn seat(&self) -> Option<Seat> {
        match (self, self.by()) {
            (Deed::Sit { seat, .. }, _) => Some(*seat),
            (_, By::Seat(seat)) => Some(seat),
            (_, By::Player | By::Dealer | By::Supervisor | By::House) => None,
        }
    }

    /// What was done, in words for people.
    pub fn words(&self) -> String {
        match self {
            Deed::Sit { seat, buy_in } => format!("seat {seat} buys in for {buy_in:#}"),
            Deed::SeatBot { seat, buy_in, plays } => {
                format!("a bot ({plays}) takes seat {seat} with {buy_in:#}")
            }
            Deed::Leave { seat } => format!("seat {seat} leaves"),
            Deed::Vacate { seat } => format!("seat {seat} given up: the connection was lost"),
            Deed::AddChips { seat, amount } => format!("seat {seat} buys {amount:#} more"),
            Deed::ConfirmChips { seat, amount } => {
                format!("{amount:#} in chips confirmed for seat {seat}")
            }
            Deed::RefuseChips { seat } => format!("chips refused to seat {seat}"),
            Deed::Bet { seat, bets, .. } => {
                let bets: Vec<String> =
                    bets.iter().map(|(bet, Dollars(amount))| format!("{bet} {amount:#}")).collect();
                format!("seat {seat} bets {}", bets.join(", "))
            }
            Deed::Clear { seat } => format!("seat {seat} takes its bets back"),
            Deed::Ready { seat } => format!("seat {seat} is ready"),
            Deed::Lock => "no more bets".to_owned(),
            Deed::Card { .. } | Deed::Unseen => "a card is entered".to_owned(),
            Deed::Step => "the dealer's next step".to_owned(),
            Deed::Undo { reason } => format!("the last entry taken back: {reason}"),
            Deed::Decide { seat, action, .. } => match action.parse() {
                // Which card lies apart, face down, is not for everyone who reads this.
                Ok(Action::Set(_)) => format!("seat {seat}: a card is set apart"),
                _ => format!("seat {seat}: {action}"),
            },
            Deed::Key { seat, hand } => format!("seat {seat}: {hand} keyed"),
            Deed::CallSupervisor { why } if why.is_empty() => "a supervisor is called".to_owned(),
            Deed::CallSupervisor { why } => format!("a supervisor is called: {why}"),
            Deed::Verify { award, .. } => format!("award {award} verified"),
            Deed::Override { reason } => format!("override: {reason}"),
            Deed::Void { award, reason } => format!("award {award} voided: {reason}"),
            Deed::TurnKey { to: KeySwitch::Jph } => "key to JPH".to_owned(),
            Deed::TurnKey { to: KeySwitch::Run } => "key to RUN".to_owned(),
            Deed::JPot => "J-POT: the win is recorded".to_owned(),
            Deed::GameOver => "game over".to_owned(),
            Deed::Misdeal { reason } => format!("misdeal: {reason}"),
            Deed::Irregular { event, seat, .. } => {
                let whose =
                    seat.map_or_else(|| "the dealer".to_owned(), |seat| format!("seat {seat}"));
                format!("{} reported for {whose}", event.replace('-', " "))
            }
            Deed::SeedWord { seat, .. } => format!("seat {seat} adds a word to the shuffle"),
            Deed::Relieve => "another dealer takes over".to_owned(),
            Deed::TimeUp => "time is up".to_owned(),
            Deed::KeyLost => {
                "the key of the shuffle is lost: the round is void, everything goes back [SHF-1]"
                    .to_owned()
            }
        }
    }
}
