//! Acts at a table, as they come over the network.

use std::collections::BTreeMap;

use cards::Card;
use house::table::command::{Dollars, TableCommand};
use house::{AwardNumber, KeySwitch, Seat, as_text};
use money::Cents;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use crate::Wrong;
use crate::table::TableView;

/// Something that people do at a table. Clocks, lost connections and lost keys are the house's own acts, and none of these.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "act", deny_unknown_fields)]
pub enum Act {
    /// A player buys in and sits down. At virtual and live tables the chips wait for the dealer's confirmation.
    Sit {
        /// Where.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
        /// For how much.
        #[serde(with = "as_text")]
        #[schema(value_type = String, example = "200.00")]
        buy_in: Cents,
    },
    /// A supervisor seats a bot.
    SeatBot {
        /// Where.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
        /// For how much.
        #[serde(with = "as_text")]
        #[schema(value_type = String, example = "200.00")]
        buy_in: Cents,
        /// The strategy: `optimal` or `simple`.
        #[schema(example = "optimal")]
        plays: String,
    },
    /// A player leaves with what is left.
    Leave {
        /// From where.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
    },
    /// A player buys more chips. At virtual and live tables they wait for the dealer's confirmation, unless the dealer
    /// enters them.
    AddChips {
        /// Where.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
        /// For how much.
        #[serde(with = "as_text")]
        #[schema(value_type = String, example = "100.00")]
        amount: Cents,
    },
    /// The dealer confirms the chips that a seat has asked for: the cash is in the drop box.
    ConfirmChips {
        /// Which seat.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
        /// What the dealer has counted: what the seat asked for.
        #[serde(with = "as_text")]
        #[schema(value_type = String, example = "100.00")]
        amount: Cents,
    },
    /// The dealer refuses the chips that a seat has asked for.
    RefuseChips {
        /// Which seat.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
    },
    /// All bets of a seat, instead of those it had.
    Bet {
        /// Where.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
        /// The bets.
        #[schema(value_type = BTreeMap<String, String>, example = json!({"ante": "5.00"}))]
        bets: BTreeMap<String, Dollars>,
        /// Tips for the dealers, by line.
        #[serde(default)]
        #[schema(value_type = Option<BTreeMap<String, String>>)]
        tips: BTreeMap<String, Dollars>,
    },
    /// A seat takes its bets back.
    Clear {
        /// Where.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
    },
    /// A seat has placed its bets.
    Ready {
        /// Where.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
    },
    /// No more bets. At a table that is only a keypad, the dealer says what was bet: coin in [PRG-1].
    Lock {
        /// The progressive bets by seat, at a table that is only a keypad; elsewhere they lie on the felt.
        #[serde(default)]
        #[schema(value_type = Option<BTreeMap<String, String>>, example = json!({"1": "1.00"}))]
        bets: BTreeMap<Seat, Dollars>,
        /// The first seat of whoever plays a seat, for a player's second hand: envy is never won
        /// from one's own hand [PRG-6].
        #[serde(default)]
        #[schema(value_type = Option<BTreeMap<String, u8>>)]
        players: BTreeMap<Seat, Seat>,
    },
    /// One dead hand's progressive bet goes back, with its contribution, at a table that is only a keypad [CS-7].
    ReturnBet {
        /// Whose.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
        /// Why.
        reason: String,
    },
    /// What the cards say, at a table that is only a keypad.
    Cards {
        /// The hands that win, by seat.
        #[schema(value_type = BTreeMap<String, String>, example = json!({"3": "flush"}))]
        hands: BTreeMap<Seat, String>,
    },
    /// The dealer enters the card that is wanted.
    Card {
        /// The card.
        #[serde(with = "as_text")]
        #[schema(value_type = String, example = "As")]
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
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
        /// What: `bet 4x`.
        #[schema(example = "bet 4x")]
        action: String,
        /// For which hand, after a split.
        #[serde(default)]
        hand: Option<u8>,
        /// A tip beside the wager that this makes.
        #[serde(default, with = "as_text::option")]
        #[schema(value_type = Option<String>)]
        tip: Option<Cents>,
    },
    /// A hand button of the keypad is pressed.
    Key {
        /// For which seat.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
        /// The hand.
        #[schema(example = "straight flush")]
        hand: String,
    },
    /// The dealer calls a supervisor.
    CallSupervisor {
        /// Why.
        #[serde(default)]
        #[schema(value_type = Option<String>)]
        why: String,
    },
    /// A supervisor verifies an award.
    Verify {
        /// Which.
        #[schema(value_type = u64)]
        award: AwardNumber,
        /// What is paid; the award's amount unless said. Any other waits for a second supervisor.
        #[serde(default, with = "as_text::option")]
        #[schema(value_type = Option<String>)]
        paid: Option<Cents>,
        /// Why that differs.
        #[serde(default)]
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
        #[schema(value_type = u64)]
        award: AwardNumber,
        /// Why.
        reason: String,
    },
    /// A supervisor turns the older procedure's key.
    TurnKey {
        /// To `jph`, or back to `run`.
        #[schema(value_type = String)]
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
        #[schema(example = "exposed-card")]
        event: String,
        /// Whose hand; the dealer's if none.
        #[serde(default, deserialize_with = "seat_if_any")]
        #[schema(value_type = Option<u8>)]
        seat: Option<Seat>,
        /// The other player, where two are concerned.
        #[serde(default, deserialize_with = "seat_if_any")]
        #[schema(value_type = Option<u8>)]
        other: Option<Seat>,
        /// The card, where one is concerned.
        #[serde(default, with = "as_text::option")]
        #[schema(value_type = Option<String>)]
        card: Option<Card>,
    },
    /// A player adds a word to the shuffle.
    SeedWord {
        /// Where.
        #[serde(deserialize_with = "seat")]
        #[schema(value_type = u8, minimum = 1, maximum = 9)]
        seat: Seat,
        /// The word.
        word: String,
    },
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

impl From<Act> for TableCommand {
    fn from(act: Act) -> TableCommand {
        match act {
            Act::Sit { seat, buy_in } => TableCommand::Sit { seat, buy_in },
            Act::SeatBot { seat, buy_in, plays } => TableCommand::SeatBot { seat, buy_in, plays },
            Act::Leave { seat } => TableCommand::Leave { seat },
            Act::AddChips { seat, amount } => TableCommand::AddChips { seat, amount },
            Act::ConfirmChips { seat, amount } => TableCommand::ConfirmChips { seat, amount },
            Act::RefuseChips { seat } => TableCommand::RefuseChips { seat },
            Act::Bet { seat, bets, tips } => TableCommand::Bet { seat, bets, tips },
            Act::Clear { seat } => TableCommand::Clear { seat },
            Act::Ready { seat } => TableCommand::Ready { seat },
            Act::Lock { bets, players } => TableCommand::Lock { bets, players },
            Act::ReturnBet { seat, reason } => TableCommand::ReturnBet { seat, reason },
            Act::Cards { hands } => TableCommand::Cards { hands },
            Act::Card { card } => TableCommand::Card { card },
            Act::Unseen => TableCommand::Unseen,
            Act::Step => TableCommand::Step,
            Act::Undo { reason } => TableCommand::Undo { reason },
            Act::Relieve => TableCommand::Relieve,
            Act::Decide { seat, action, hand, tip } => {
                TableCommand::Decide { seat, action, hand, tip }
            }
            Act::Key { seat, hand } => TableCommand::Key { seat, hand },
            Act::CallSupervisor { why } => TableCommand::CallSupervisor { why },
            Act::Verify { award, paid, reason } => TableCommand::Verify { award, paid, reason },
            Act::Override { reason } => TableCommand::Override { reason },
            Act::Void { award, reason } => TableCommand::Void { award, reason },
            Act::TurnKey { to } => TableCommand::TurnKey { to },
            Act::JPot => TableCommand::JPot,
            Act::GameOver => TableCommand::GameOver,
            Act::Misdeal { reason } => TableCommand::Misdeal { reason },
            Act::Irregular { event, seat, other, card } => {
                TableCommand::Irregular { event, seat, other, card }
            }
            Act::SeedWord { seat, word } => TableCommand::SeedWord { seat, word },
        }
    }
}

impl Act {
    /// The words for acts.
    pub const WORDS: [&str; 29] = [
        "sit",
        "seat_bot",
        "leave",
        "add_chips",
        "confirm_chips",
        "refuse_chips",
        "bet",
        "clear",
        "ready",
        "lock",
        "return_bet",
        "cards",
        "card",
        "unseen",
        "step",
        "undo",
        "relieve",
        "decide",
        "key",
        "call_supervisor",
        "verify",
        "override",
        "void",
        "turn_key",
        "j_pot",
        "game_over",
        "misdeal",
        "irregular",
        "seed_word",
    ];

    /// Reads an act, with the word for it.
    pub fn read(body: Map<String, Value>) -> Result<(&'static str, Act), serde_json::Error> {
        const KNOWN: &[&str] = &Act::WORDS;
        let word = match body.get("act") {
            Some(Value::String(word)) => {
                let known = KNOWN.iter().find(|known| *known == word);
                *known.ok_or_else(|| serde_json::Error::unknown_variant(word, KNOWN))?
            }
            // It is missing or no text: reading says so.
            _ => "",
        };
        Ok((word, serde_json::from_value(body.into())?))
    }
}

/// One act, and the version of the table that the client has seen.
pub struct ActBody;

impl PartialSchema for ActBody {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::OneOf(mut acts)) = Act::schema() else {
            return Act::schema();
        };
        acts.description = Some("One act at a table.".to_owned());
        let version = ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0))
            .description(Some("The table must be at this version, or nothing is done."));
        let expect = ObjectBuilder::new().property("expect", version);
        let body = AllOfBuilder::new().item(Schema::OneOf(acts)).item(expect);
        body.description(Some("One act, and the version of the table that the client has seen."))
            .into()
    }
}

impl ToSchema for ActBody {}

/// An act as it was read.
pub struct ActRead {
    /// What is done.
    pub act: Act,
    /// The word for it.
    pub word: &'static str,
    /// The version that the table must have.
    pub expect: Option<u64>,
}

impl ActRead {
    /// Reads the body of an act.
    pub fn read(bytes: &[u8]) -> Result<ActRead, Wrong> {
        let mut body: Map<String, Value> = crate::read(bytes)?;
        let expect = match body.remove("expect") {
            None | Some(Value::Null) => None,
            Some(version) => Some(version.as_u64().ok_or_else(|| {
                Wrong::Malformed("\"expect\" is the version of a table, a whole number".to_owned())
            })?),
        };
        let (word, act) = Act::read(body).map_err(Wrong::malformed)?;
        Ok(ActRead { act, word, expect })
    }
}

/// What an act came to, once it is durable.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ActOut {
    /// The table's version after it.
    pub version: u64,
    /// The number of its entry in the ledger.
    pub entry: u64,
    /// The proposal that was made, where it takes two people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<u64>,
    /// The table as the caller may see it now; none of a table that is only a keypad, which has no felt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<TableView>,
}
