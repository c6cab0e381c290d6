//! A past round as a viewer may recall it.

use std::collections::BTreeMap;

use house::{recall, rfc3339};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::table::{HandOut, LineOut, TipOut, Word, amounts, faces, phase, text};

/// A round as a viewer may recall it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Recall {
    pub table: String,
    pub round: u64,
    pub game: String,
    pub edition: String,
    #[schema(value_type = String)]
    pub kind: Word,
    #[schema(value_type = String, example = "over")]
    pub phase: Word,
    /// The players' names, by seat.
    #[schema(value_type = BTreeMap<String, String>)]
    pub players: BTreeMap<u8, String>,
    pub steps: Vec<Step>,
    pub lines: Vec<LineOut>,
    pub tips: Vec<TipOut>,
    pub rake: Option<String>,
    pub is_void: bool,
    /// The awards of the round that were undone after game over [PRG-10]: what the lines say was paid is back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub backed_out: Vec<BackedOutAward>,
    /// The round as `croupier settle` reads it, with `??` for the cards that the viewer did not see.
    pub round_file: Option<String>,
    /// Why there is no round file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_round_file: Option<String>,
}

/// An award of a recalled round that was undone after game over [PRG-10].
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct BackedOutAward {
    pub award: u64,
    pub seat: u8,
    /// What had been handed out.
    pub paid: String,
    pub by: String,
    pub approved_by: String,
    pub at: String,
    pub reason: String,
}

/// One operation or another thing that was done, what followed from it, and the table right after it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// What was done, in the words of the round's log; besides its operations: `key 4 on royal flush`, `key 4 off
    /// royal flush`, `call`, `verify 3`, `void 3`, `override`, `step call-supervisor 4`, `game-over` and the like.
    pub op: String,
    /// The same in a sentence, where it is no operation of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Who did it: a name, or `dealer`, `supervisor` or `player` where that is all the reader may know. The house does
    /// its own chores as `house`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What orders it, where the log says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cite: Option<String>,
    /// What followed.
    pub text: Vec<String>,
    /// Was it taken back later [GEN-14]?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
    /// What this step took back, in the words of the log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes_back: Vec<String>,
    /// The seats.
    pub seats: Vec<SeatThen>,
    /// The dealer's cards.
    pub dealer: Vec<String>,
    /// The board.
    pub board: Vec<String>,
    /// The burned cards.
    pub burns: Vec<String>,
    /// A card that was drawn in error and exposed, and is dealt next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exposed: Option<String>,
}

/// A seat at a step.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatThen {
    pub seat: u8,
    #[schema(value_type = BTreeMap<String, String>)]
    pub bets: BTreeMap<Word, String>,
    #[schema(value_type = BTreeMap<String, String>)]
    pub tips: BTreeMap<Word, String>,
    pub hands: Vec<HandOut>,
    /// The card set apart (Silverado).
    pub set: Option<String>,
    pub folded: bool,
    pub dead: bool,
}

impl From<&recall::Recall> for Recall {
    fn from(round: &recall::Recall) -> Recall {
        Recall {
            table: round.table.to_string(),
            round: round.round,
            game: round.game.clone(),
            edition: round.edition.clone(),
            kind: round.kind.word().into(),
            phase: phase(round.phase),
            players: round.players.iter().map(|(seat, name)| (seat.0, name.clone())).collect(),
            steps: round.steps.iter().map(Step::from).collect(),
            lines: round.lines.iter().map(LineOut::from).collect(),
            tips: round.tips.iter().map(TipOut::from).collect(),
            rake: round.rake.map(text),
            is_void: round.is_void,
            backed_out: round.backed_out.iter().map(BackedOutAward::from).collect(),
            round_file: round.round_file.clone(),
            no_round_file: round.no_round_file.clone(),
        }
    }
}

impl From<&recall::BackedOutAward> for BackedOutAward {
    fn from(award: &recall::BackedOutAward) -> BackedOutAward {
        BackedOutAward {
            award: award.award.0,
            seat: award.seat.0,
            paid: award.paid.to_string(),
            by: award.by.to_string(),
            approved_by: award.approved_by.to_string(),
            at: rfc3339(award.at),
            reason: award.reason.clone(),
        }
    }
}

impl From<&recall::Step> for Step {
    fn from(step: &recall::Step) -> Step {
        Step {
            op: step.op.clone(),
            says: step.says.clone(),
            at: step.at.map(rfc3339),
            by: step.by.as_ref().map(|by| by.word().to_owned()),
            cite: step.cite.clone(),
            text: step.text.clone(),
            undone: step.undone,
            takes_back: step.takes_back.clone(),
            seats: step.seats.iter().map(SeatThen::from).collect(),
            dealer: faces(&step.dealer),
            board: faces(&step.board),
            burns: faces(&step.burns),
            exposed: step.exposed.map(|card| card.to_string()),
        }
    }
}

impl From<&recall::SeatThen> for SeatThen {
    fn from(seat: &recall::SeatThen) -> SeatThen {
        SeatThen {
            seat: seat.seat.0,
            bets: amounts(&seat.bets),
            tips: amounts(&seat.tips),
            hands: seat.hands.iter().map(HandOut::from).collect(),
            set: seat.set.map(|face| face.to_string()),
            folded: seat.folded,
            dead: seat.dead,
        }
    }
}
