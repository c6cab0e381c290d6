//! Acts at a table, in the words of the interface.

use std::collections::BTreeMap;

use cards::Card;
use house::table::deed::{Deed, Dollars};
use house::view::TableView;
use house::{AwardNumber, KeySwitch, Seat};
use money::Cents;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Text;
use crate::error::ApiError;

/// One act at a table.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActIn {
    /// A player buys in and sits down. At virtual and live tables the chips wait for the dealer's confirmation.
    Sit {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
        #[schema(value_type = String, example = "200.00")]
        buy_in: Text<Cents>,
    },
    /// A supervisor seats a bot.
    SeatBot {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
        #[schema(value_type = String, example = "200.00")]
        buy_in: Text<Cents>,
        /// The strategy: `optimal` or `simple`.
        #[schema(value_type = String, example = "optimal")]
        plays: Strategy,
    },
    /// A player leaves with what is left.
    Leave {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
    },
    /// A player buys more chips. At virtual and live tables they wait for the dealer's confirmation, unless the dealer
    /// enters them.
    AddChips {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
        #[schema(value_type = String, example = "100.00")]
        amount: Text<Cents>,
    },
    /// The dealer confirms the chips that a seat has asked for.
    ConfirmChips {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
        /// What the dealer has counted: what the seat asked for.
        #[schema(value_type = String, example = "100.00")]
        amount: Text<Cents>,
    },
    /// The dealer refuses the chips that a seat has asked for.
    RefuseChips {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
    },
    /// All bets of a seat, instead of those it had.
    Bet {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
        #[schema(value_type = BTreeMap<String, String>, example = json!({"ante": "5.00"}))]
        bets: BTreeMap<String, Text<Cents>>,
        /// Tips for the dealers, by line.
        #[serde(default)]
        #[schema(value_type = Option<BTreeMap<String, String>>)]
        tips: BTreeMap<String, Text<Cents>>,
    },
    /// A seat takes its bets back.
    Clear {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
    },
    /// A seat has placed its bets.
    Ready {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
    },
    /// No more bets.
    Lock {},
    /// The dealer enters the card that is wanted.
    Card {
        #[schema(value_type = String, example = "As")]
        card: Text<Card>,
    },
    /// The card that is wanted was burned or discarded unseen.
    Unseen {},
    /// The dealer confirms the step that waits, or does the next chore.
    Step {},
    /// The last step or, at a live table, the last card or decision is taken back.
    Undo { reason: String },
    /// Another dealer takes over, between rounds.
    Relieve {},
    /// A player decides.
    Decide {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
        #[schema(example = "bet 4x")]
        action: String,
        /// Which hand, after a split.
        #[serde(default)]
        hand: Option<u8>,
        /// A tip beside the wager that this makes.
        #[serde(default)]
        #[schema(value_type = Option<String>)]
        tip: Option<Text<Cents>>,
    },
    /// A hand button of the keypad is pressed.
    Key {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
        #[schema(example = "straight flush")]
        hand: String,
    },
    /// The dealer calls a supervisor.
    CallSupervisor {
        #[serde(default)]
        #[schema(value_type = Option<String>)]
        why: String,
    },
    /// A supervisor verifies an award.
    Verify {
        award: u64,
        /// What is paid; the award's amount unless said. Any other waits for a second supervisor.
        #[serde(default)]
        #[schema(value_type = Option<String>)]
        paid: Option<Text<Cents>>,
        #[serde(default)]
        reason: Option<String>,
    },
    /// Proposes that the keys stand over the cards; another supervisor approves it [PRG-22].
    Override { reason: String },
    /// A supervisor voids an award.
    Void { award: u64, reason: String },
    /// A supervisor turns the older procedure's key.
    TurnKey {
        /// `jph` or `run`.
        #[schema(value_type = String)]
        to: KeyTo,
    },
    /// The older procedure's J-POT button.
    JPot {},
    /// The round is over.
    GameOver {},
    /// The round is void.
    Misdeal { reason: String },
    /// Something went wrong.
    Irregular {
        /// What, in the rulebook's word.
        #[schema(example = "exposed-card")]
        event: String,
        /// Whose hand; the dealer's if none.
        #[serde(default)]
        seat: Option<u8>,
        /// The other player, where two are concerned.
        #[serde(default)]
        other: Option<u8>,
        /// The card, where one is concerned.
        #[serde(default)]
        #[schema(value_type = Option<String>)]
        card: Option<Text<Card>>,
    },
    /// A player adds a word to the shuffle.
    SeedWord {
        #[schema(minimum = 1, maximum = 9)]
        seat: u8,
        word: String,
    },
}

/// Where the key goes.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyTo {
    /// Jackpot handling.
    Jph,
    /// Play.
    Run,
}

/// One act, and the version of the table that the client has seen.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is read in two steps, and only described here")]
pub struct ActBody {
    #[schema(inline)]
    #[serde(flatten)]
    act: ActIn,
    /// The table must be at this version, or nothing is done.
    expect: Option<u64>,
}

/// An act as it was read.
pub struct ActRead {
    /// What is done.
    pub deed: Deed,
    /// The word for it.
    pub word: &'static str,
    /// The version that the table must have.
    pub expect: Option<u64>,
}

impl ActRead {
    /// Reads the body of an act.
    pub fn read(bytes: &[u8]) -> Result<ActRead, ApiError> {
        let mut body: serde_json::Map<String, serde_json::Value> = super::read(bytes)?;
        let expect = match body.remove("expect") {
            None | Some(serde_json::Value::Null) => None,
            Some(version) => Some(version.as_u64().ok_or_else(|| {
                ApiError::malformed("\"expect\" is the version of a table, a whole number")
            })?),
        };
        let act: ActIn = serde_json::from_value(body.into())
            .map_err(|error| ApiError::malformed(error.to_string()))?;
        let word = act.word();
        Ok(ActRead { deed: act.into(), word, expect })
    }
}

impl ActIn {
    /// The word for it.
    fn word(&self) -> &'static str {
        match self {
            ActIn::Sit { .. } => "sit",
            ActIn::SeatBot { .. } => "seat_bot",
            ActIn::Leave { .. } => "leave",
            ActIn::AddChips { .. } => "add_chips",
            ActIn::ConfirmChips { .. } => "confirm_chips",
            ActIn::RefuseChips { .. } => "refuse_chips",
            ActIn::Bet { .. } => "bet",
            ActIn::Clear { .. } => "clear",
            ActIn::Ready { .. } => "ready",
            ActIn::Lock {} => "lock",
            ActIn::Card { .. } => "card",
            ActIn::Unseen {} => "unseen",
            ActIn::Step {} => "step",
            ActIn::Undo { .. } => "undo",
            ActIn::Relieve {} => "relieve",
            ActIn::Decide { .. } => "decide",
            ActIn::Key { .. } => "key",
            ActIn::CallSupervisor { .. } => "call_supervisor",
            ActIn::Verify { .. } => "verify",
            ActIn::Override { .. } => "override",
            ActIn::Void { .. } => "void",
            ActIn::TurnKey { .. } => "turn_key",
            ActIn::JPot {} => "j_pot",
            ActIn::GameOver {} => "game_over",
            ActIn::Misdeal { .. } => "misdeal",
            ActIn::Irregular { .. } => "irregular",
            ActIn::SeedWord { .. } => "seed_word",
        }
    }
}

/// How a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    Optimal,
    Simple,
}

impl Strategy {
    fn word(self) -> &'static str {
        match self {
            Strategy::Optimal => house::bots::OPTIMAL,
            Strategy::Simple => house::bots::SIMPLE,
        }
    }
}

fn dollars(amounts: BTreeMap<String, Text<Cents>>) -> BTreeMap<String, Dollars> {
    amounts.into_iter().map(|(line, Text(amount))| (line, Dollars(amount))).collect()
}

impl From<ActIn> for Deed {
    fn from(act: ActIn) -> Deed {
        match act {
            ActIn::Sit { seat, buy_in } => Deed::Sit { seat: Seat(seat), buy_in: buy_in.0 },
            ActIn::SeatBot { seat, buy_in, plays } => {
                Deed::SeatBot { seat: Seat(seat), buy_in: buy_in.0, plays: plays.word().to_owned() }
            }
            ActIn::Leave { seat } => Deed::Leave { seat: Seat(seat) },
            ActIn::AddChips { seat, amount } => {
                Deed::AddChips { seat: Seat(seat), amount: amount.0 }
            }
            ActIn::ConfirmChips { seat, amount } => {
                Deed::ConfirmChips { seat: Seat(seat), amount: amount.0 }
            }
            ActIn::RefuseChips { seat } => Deed::RefuseChips { seat: Seat(seat) },
            ActIn::Bet { seat, bets, tips } => {
                Deed::Bet { seat: Seat(seat), bets: dollars(bets), tips: dollars(tips) }
            }
            ActIn::Clear { seat } => Deed::Clear { seat: Seat(seat) },
            ActIn::Ready { seat } => Deed::Ready { seat: Seat(seat) },
            ActIn::Lock {} => Deed::Lock,
            ActIn::Card { card } => Deed::Card { card: card.0 },
            ActIn::Unseen {} => Deed::Unseen,
            ActIn::Step {} => Deed::Step,
            ActIn::Undo { reason } => Deed::Undo { reason },
            ActIn::Relieve {} => Deed::Relieve,
            ActIn::Decide { seat, action, hand, tip } => {
                Deed::Decide { seat: Seat(seat), action, hand, tip: tip.map(|tip| tip.0) }
            }
            ActIn::Key { seat, hand } => Deed::Key { seat: Seat(seat), hand },
            ActIn::CallSupervisor { why } => Deed::CallSupervisor { why },
            ActIn::Verify { award, paid, reason } => {
                let (award, paid) = (AwardNumber(award), paid.map(|paid| paid.0));
                Deed::Verify { award, paid, reason }
            }
            ActIn::Override { reason } => Deed::Override { reason },
            ActIn::Void { award, reason } => Deed::Void { award: AwardNumber(award), reason },
            ActIn::TurnKey { to: KeyTo::Jph } => Deed::TurnKey { to: KeySwitch::Jph },
            ActIn::TurnKey { to: KeyTo::Run } => Deed::TurnKey { to: KeySwitch::Run },
            ActIn::JPot {} => Deed::JPot,
            ActIn::GameOver {} => Deed::GameOver,
            ActIn::Misdeal { reason } => Deed::Misdeal { reason },
            ActIn::Irregular { event, seat, other, card } => {
                let (seat, other) = (seat.map(Seat), other.map(Seat));
                Deed::Irregular { event, seat, other, card: card.map(|card| card.0) }
            }
            ActIn::SeedWord { seat, word } => Deed::SeedWord { seat: Seat(seat), word },
        }
    }
}

/// What an act came to, once it is durable.
#[derive(Serialize, ToSchema)]
pub struct ActOut {
    /// The table's version after it.
    pub version: u64,
    /// The number of its entry in the ledger.
    pub entry: u64,
    /// The proposal that was made, where it takes two people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<u64>,
    /// The table as the caller may see it now.
    pub view: TableView,
}
