//! What is done at a table, as it is stored.

use std::collections::BTreeMap;

use cards::Card;
use games::Action;
use money::Cents;
use progressive::{AwardNumber, KeySwitch, Seat, as_text};
use serde::{Deserialize, Deserializer, Serialize};

use crate::machine::Right;
use crate::request::Asker;
use crate::text::Text;

/// An amount in a map: dollars as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dollars(#[serde(with = "as_text")] pub Cents);

/// Something done at a table. The last three acts are the house's own; the others are for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "act", deny_unknown_fields)]
pub enum TableCommand {
    /// A player buys in and sits down. At virtual and live tables the chips wait for the dealer's confirmation.
    Sit {
        /// Where.
        #[serde(deserialize_with = "seat")]
        seat: Seat,
        /// For how much.
        #[serde(with = "as_text")]
        buy_in: Cents,
    },
    /// A supervisor seats a bot.
    SeatBot {
        /// Where.
        #[serde(deserialize_with = "seat")]
        seat: Seat,
        /// For how much.
        #[serde(with = "as_text")]
        buy_in: Cents,
        /// The strategy: `optimal` or `simple`.
        plays: String,
    },
    /// A player leaves with what is left.
    Leave {
        /// From where.
        #[serde(deserialize_with = "seat")]
        seat: Seat,
    },
    /// A player buys more chips. At virtual and live tables they wait for the dealer's confirmation, unless the dealer
    /// enters them.
    AddChips {
        /// Where.
        #[serde(deserialize_with = "seat")]
        seat: Seat,
        /// For how much.
        #[serde(with = "as_text")]
        amount: Cents,
    },
    /// The dealer confirms the chips that a seat has asked for: the cash is in the drop box.
    ConfirmChips {
        /// Which seat.
        #[serde(deserialize_with = "seat")]
        seat: Seat,
        /// What the dealer has counted: what the seat asked for.
        #[serde(with = "as_text")]
        amount: Cents,
    },
    /// The dealer refuses the chips that a seat has asked for.
    RefuseChips {
        /// Which seat.
        #[serde(deserialize_with = "seat")]
        seat: Seat,
    },
    /// All bets of a seat, instead of those it had.
    Bet {
        /// Where.
        #[serde(deserialize_with = "seat")]
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
        #[serde(deserialize_with = "seat")]
        seat: Seat,
    },
    /// A seat has placed its bets.
    Ready {
        /// Where.
        #[serde(deserialize_with = "seat")]
        seat: Seat,
    },
    /// No more bets. At a table that is only a keypad, the dealer says what was bet: coin in [PRG-1].
    Lock {
        /// The progressive bets by seat, at a table that is only a keypad; elsewhere they lie on the felt.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        bets: BTreeMap<Seat, Dollars>,
        /// The first seat of the player who plays a seat, for a player's second hand: envy is never won
        /// from one's own hand [PRG-6].
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        players: BTreeMap<Seat, Seat>,
    },
    /// One dead hand's progressive bet goes back, with its contribution, at a table that is only a keypad [CS-7].
    ReturnBet {
        /// Whose.
        #[serde(deserialize_with = "seat")]
        seat: Seat,
        /// Why.
        reason: String,
    },
    /// What the cards say, at a table that is only a keypad.
    Cards {
        /// The hands that win, by seat.
        hands: BTreeMap<Seat, String>,
    },
    /// The dealer enters the card that is wanted.
    Card {
        /// The card.
        #[serde(with = "as_text")]
        card: Card,
    },
    /// The card that is wanted was burned or discarded unseen.
    #[serde(deserialize_with = "alone")]
    Unseen,
    /// The dealer confirms the step that waits, or does the next chore.
    #[serde(deserialize_with = "alone")]
    Step,
    /// The last step or, at a table with real cards, the last entry is taken back [GEN-14].
    Undo {
        /// Why.
        reason: String,
    },
    /// Another dealer takes over, between rounds.
    #[serde(deserialize_with = "alone")]
    Relieve,
    /// A player decides.
    Decide {
        /// Where.
        #[serde(deserialize_with = "seat")]
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
    /// A hand button of the keypad is pressed.
    Key {
        /// For which seat.
        #[serde(deserialize_with = "seat")]
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
        /// What is paid; the award's amount unless said. Any other waits for a second supervisor.
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
        /// To `jph`, or back to `run`.
        to: KeySwitch,
    },
    /// The older procedure's J-POT button: the win is recorded.
    #[serde(deserialize_with = "alone")]
    JPot,
    /// The round is over.
    #[serde(deserialize_with = "alone")]
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
        #[serde(
            default,
            deserialize_with = "seat_if_any",
            skip_serializing_if = "Option::is_none"
        )]
        seat: Option<Seat>,
        /// The other player, where two are concerned.
        #[serde(
            default,
            deserialize_with = "seat_if_any",
            skip_serializing_if = "Option::is_none"
        )]
        other: Option<Seat>,
        /// The card, where one is concerned.
        #[serde(default, with = "as_text::option", skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A player adds a word to the shuffle.
    SeedWord {
        /// Where.
        #[serde(deserialize_with = "seat")]
        seat: Seat,
        /// The word.
        word: String,
    },
    /// The seat of a player whose connection was lost is given up after the posted time: the player
    /// leaves with what is left.
    Vacate {
        /// Which.
        seat: Seat,
    },
    /// The time for bets or a decision is up.
    TimeUp,
    /// The key that the shuffle is sealed under is lost: the round is void [SHF-1].
    KeyLost,
}

/// A seat is a number; its digits as text are no seat here.
fn seat<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
    u8::deserialize(from).map(Seat)
}

fn seat_if_any<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Seat>, D::Error> {
    Ok(Option::<u8>::deserialize(from)?.map(Seat))
}

/// Nothing beside the act itself: without this, serde would take whatever stands beside it.
fn alone<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Alone {}
    Alone::deserialize(from).map(|Alone {}| ())
}

/// Who may do something at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// The player in this seat; at a live table, the dealer.
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

impl By {
    /// Who may ask for it, as far as that does not depend on the table.
    pub(crate) fn asker(self) -> Asker<'static> {
        match self {
            By::Seat(_) | By::Player => Asker::AtTable,
            By::Dealer => Asker::With(Right::Deal),
            By::Supervisor | By::House => Asker::With(Right::Supervise),
        }
    }
}

/// At which tables something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tables {
    /// Those with seats, chips and cards.
    WithSeats,
    /// Those that are only a keypad.
    KeypadOnly,
    /// All.
    All,
}

/// What something done at a table is about, and who may do it where.
pub(crate) struct TableFacts<'c> {
    pub(crate) by: By,
    pub(crate) at: Tables,
    /// The award that it is about.
    pub(crate) award: Option<AwardNumber>,
    /// What people have entered in it.
    pub(crate) texts: Vec<Text<'c>>,
}

impl<'c> TableFacts<'c> {
    fn of(by: By, at: Tables) -> TableFacts<'c> {
        TableFacts { by, at, award: None, texts: Vec::new() }
    }

    fn award(self, award: AwardNumber) -> TableFacts<'c> {
        TableFacts { award: Some(award), ..self }
    }

    fn reason(self, reason: &'c str) -> TableFacts<'c> {
        TableFacts { texts: vec![Text::reason(reason)], ..self }
    }
}

impl TableCommand {
    /// What it is about, and who may do it where: the one place that says so for each.
    pub(crate) fn facts(&self) -> TableFacts<'_> {
        let of = TableFacts::of;
        match self {
            TableCommand::Sit { .. } => of(By::Player, Tables::WithSeats),
            TableCommand::Leave { seat }
            | TableCommand::AddChips { seat, .. }
            | TableCommand::Bet { seat, .. }
            | TableCommand::Clear { seat }
            | TableCommand::Ready { seat }
            | TableCommand::Decide { seat, .. }
            // The shuffle has its own rule for words.
            | TableCommand::SeedWord { seat, .. } => of(By::Seat(*seat), Tables::WithSeats),
            TableCommand::ConfirmChips { .. }
            | TableCommand::RefuseChips { .. }
            | TableCommand::Card { .. }
            | TableCommand::Unseen
            | TableCommand::Step
            | TableCommand::Irregular { .. }
            | TableCommand::Relieve => of(By::Dealer, Tables::WithSeats),
            TableCommand::Undo { reason } => of(By::Dealer, Tables::WithSeats).reason(reason),
            TableCommand::ReturnBet { reason, .. } => {
                of(By::Dealer, Tables::KeypadOnly).reason(reason)
            }
            TableCommand::Cards { hands } => {
                let texts = hands.values().map(|hand| Text::line("the hand", hand)).collect();
                TableFacts { texts, ..of(By::Dealer, Tables::KeypadOnly) }
            }
            TableCommand::Lock { .. } | TableCommand::Key { .. } | TableCommand::GameOver => {
                of(By::Dealer, Tables::All)
            }
            TableCommand::CallSupervisor { why } if why.is_empty() => of(By::Dealer, Tables::All),
            TableCommand::CallSupervisor { why: reason } | TableCommand::Misdeal { reason } => {
                of(By::Dealer, Tables::All).reason(reason)
            }
            TableCommand::Verify { award, reason, .. } => {
                let texts = reason.iter().map(|reason| Text::reason(reason)).collect();
                TableFacts { texts, ..of(By::Supervisor, Tables::All).award(*award) }
            }
            TableCommand::Void { award, reason } => {
                of(By::Supervisor, Tables::All).award(*award).reason(reason)
            }
            TableCommand::Override { reason } => of(By::Supervisor, Tables::All).reason(reason),
            TableCommand::TurnKey { .. } | TableCommand::JPot => of(By::Supervisor, Tables::All),
            TableCommand::SeatBot { .. }
            | TableCommand::Vacate { .. }
            | TableCommand::TimeUp
            | TableCommand::KeyLost => of(By::House, Tables::WithSeats),
        }
    }
}

impl TableCommand {
    /// A lock of bets that lie on the felt.
    pub const LOCK: TableCommand =
        TableCommand::Lock { bets: BTreeMap::new(), players: BTreeMap::new() };

    /// The seat that a player acts for, if one does.
    pub fn seat(&self) -> Option<Seat> {
        match (self, self.facts().by) {
            (TableCommand::Sit { seat, .. }, _) => Some(*seat),
            (_, By::Seat(seat)) => Some(seat),
            (_, By::Player | By::Dealer | By::Supervisor | By::House) => None,
        }
    }

    /// The award that it is about.
    pub fn award(&self) -> Option<AwardNumber> {
        self.facts().award
    }

    /// What was done, in words for people.
    pub fn words(&self) -> String {
        match self {
            TableCommand::Sit { seat, buy_in } => format!("seat {seat} buys in for {buy_in:#}"),
            TableCommand::SeatBot { seat, buy_in, plays } => {
                format!("a bot ({plays}) takes seat {seat} with {buy_in:#}")
            }
            TableCommand::Leave { seat } => format!("seat {seat} leaves"),
            TableCommand::Vacate { seat } => {
                format!("seat {seat} given up: the connection was lost")
            }
            TableCommand::AddChips { seat, amount } => format!("seat {seat} buys {amount:#} more"),
            TableCommand::ConfirmChips { seat, amount } => {
                format!("{amount:#} in chips confirmed for seat {seat}")
            }
            TableCommand::RefuseChips { seat } => format!("chips refused to seat {seat}"),
            TableCommand::Bet { seat, bets, .. } => {
                let bets: Vec<String> =
                    bets.iter().map(|(bet, Dollars(amount))| format!("{bet} {amount:#}")).collect();
                format!("seat {seat} bets {}", bets.join(", "))
            }
            TableCommand::Clear { seat } => format!("seat {seat} takes its bets back"),
            TableCommand::Ready { seat } => format!("seat {seat} is ready"),
            TableCommand::Lock { bets, .. } if bets.is_empty() => "no more bets".to_owned(),
            TableCommand::Lock { bets, .. } => {
                let total: Cents = bets.values().map(|Dollars(amount)| *amount).sum();
                let (noun, places) =
                    if bets.len() == 1 { ("bet", "seat") } else { ("bets", "seats") };
                let seats: Vec<String> = bets.keys().map(ToString::to_string).collect();
                format!("{} {noun}, {total:#}, {places} {}", bets.len(), seats.join(", "))
            }
            TableCommand::ReturnBet { seat, reason } => {
                format!("seat {seat}: progressive bet returned, supervisor informed: {reason}")
            }
            TableCommand::Cards { hands } if hands.is_empty() => {
                "the cards show no winner".to_owned()
            }
            TableCommand::Cards { hands } => {
                let one = |(seat, hand): (&Seat, &String)| format!("seat {seat} {hand}");
                let shown = hands.iter().map(one).collect::<Vec<_>>().join(", ");
                format!("the cards show {shown}")
            }
            TableCommand::Card { .. } | TableCommand::Unseen => "a card is entered".to_owned(),
            TableCommand::Step => "the dealer's next step".to_owned(),
            TableCommand::Undo { reason } => format!("the last entry taken back: {reason}"),
            TableCommand::Decide { seat, action, .. } => match action.parse() {
                // Which card lies apart, face down, is not for everyone who reads this.
                Ok(Action::Set(_)) => format!("seat {seat}: a card is set apart"),
                _ => format!("seat {seat}: {action}"),
            },
            TableCommand::Key { seat, hand } => format!("seat {seat}: {hand} keyed"),
            TableCommand::CallSupervisor { why } if why.is_empty() => {
                "a supervisor is called".to_owned()
            }
            TableCommand::CallSupervisor { why } => format!("a supervisor is called: {why}"),
            TableCommand::Verify { award, .. } => format!("award {award} verified"),
            TableCommand::Override { reason } => format!("override: {reason}"),
            TableCommand::Void { award, reason } => format!("award {award} voided: {reason}"),
            TableCommand::TurnKey { to: KeySwitch::Jph } => "key to JPH".to_owned(),
            TableCommand::TurnKey { to: KeySwitch::Run } => "key to RUN".to_owned(),
            TableCommand::JPot => "J-POT: the win is recorded".to_owned(),
            TableCommand::GameOver => "game over".to_owned(),
            TableCommand::Misdeal { reason } => format!("misdeal: {reason}"),
            TableCommand::Irregular { event, seat, .. } => {
                let whose =
                    seat.map_or_else(|| "the dealer".to_owned(), |seat| format!("seat {seat}"));
                format!("{} reported for {whose}", event.replace('-', " "))
            }
            TableCommand::SeedWord { seat, .. } => {
                format!("seat {seat} adds a word to the shuffle")
            }
            TableCommand::Relieve => "another dealer takes over".to_owned(),
            TableCommand::TimeUp => "time is up".to_owned(),
            TableCommand::KeyLost => {
                "the key of the shuffle is lost: the round is void, everything goes back [SHF-1]"
                    .to_owned()
            }
        }
    }
}
