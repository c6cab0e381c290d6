//! A table as a viewer may see it, a settlement, a shuffle.

use std::borrow::Cow;
use std::collections::BTreeMap;

use cards::Face;
use games::{HandState, HandView, Recipient, TipLine};
use house::rfc3339;
use house::table::Call;
use house::table::play::{Progress, ReturnedBet};
use house::table::setup::{Clocks, Range};
use house::table::steps::StepDue;
use house::view;
use money::Cents;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// A word that the program knows, or one that was read.
pub type Word = Cow<'static, str>;

/// A table as a viewer may see it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableView {
    pub table: String,
    pub game: String,
    #[schema(value_type = String)]
    pub kind: Word,
    pub edition: String,
    pub version: u64,
    pub is_open: bool,
    /// Are the chips free [PRG-24]?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
    #[schema(value_type = PostedView)]
    pub posted: Posted,
    pub round: RoundView,
    pub meter: Option<MeterView>,
    pub call: Option<CallView>,
}

/// What a table posts.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PostedView {
    pub section: String,
    pub seats: u8,
    pub chip: String,
    #[schema(value_type = Vec<String>)]
    pub bets: Vec<Word>,
    pub limits: BTreeMap<String, [String; 2]>,
    pub schedules: BTreeMap<String, String>,
    pub options: BTreeMap<String, String>,
    pub progressive_wager: Option<String>,
    /// What every player must bet, at the least.
    #[schema(value_type = BTreeMap<String, String>)]
    pub least: BTreeMap<Word, String>,
    pub clocks: ClocksView,
}

/// The clocks of a table, in seconds; zero is no clock.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClocksView {
    /// From the first bet to the lock.
    pub betting: u32,
    /// For each decision.
    pub decision: u32,
    /// How long a seat is held for a player who lost the connection.
    #[serde(rename = "hold")]
    pub seat_held: u32,
}

/// What a table posts, as a house shares it or as it was read. A house's is written once: it stays the same while the
/// table is open, and every view has it.
#[derive(Clone, Debug)]
pub enum Posted {
    /// A house's.
    Shared(view::Posted),
    /// One that was read.
    Read(Box<PostedView>),
}

impl Posted {
    /// What is posted.
    pub fn view(&self) -> Cow<'_, PostedView> {
        match self {
            Posted::Shared(posted) => Cow::Owned(PostedView::from(&**posted)),
            Posted::Read(view) => Cow::Borrowed(view),
        }
    }
}

impl Serialize for Posted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error as _;
        match self {
            Posted::Read(view) => view.serialize(serializer),
            Posted::Shared(posted) => {
                let written = posted.written(|view| {
                    serde_json::to_string(&PostedView::from(view)).expect("texts and numbers alone")
                });
                let raw: &RawValue = serde_json::from_str(written).map_err(S::Error::custom)?;
                raw.serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for Posted {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Posted, D::Error> {
        PostedView::deserialize(from).map(|view| Posted::Read(Box::new(view)))
    }
}

/// A round as a viewer may see it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundView {
    pub number: u64,
    #[schema(value_type = String, example = "betting")]
    pub phase: Word,
    pub next: NextOut,
    pub seats: Vec<SeatOut>,
    pub dealer: Vec<String>,
    pub board: Vec<String>,
    pub burns: Vec<String>,
    pub lines: Vec<LineOut>,
    pub tips: Vec<TipOut>,
    pub rake: Option<String>,
    pub is_void: bool,
    pub shuffle: Option<ShuffleOut>,
}

/// What comes next.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct NextOut {
    /// `bets`, `card`, `decision`, `award`, `step` or `done`.
    #[schema(value_type = String)]
    pub kind: Word,
    pub seat: Option<u8>,
    pub hand: Option<u8>,
    /// Where the card goes: `seat`, `dealer`, `board`, `burn` or `discard`.
    #[schema(value_type = Option<String>)]
    pub to: Option<Word>,
    /// Every legal action, for the deciding seat and its dealer only.
    pub actions: Vec<String>,
    /// When the time is up.
    pub until: Option<String>,
    /// The step that waits, for the dealer and supervisors only.
    pub step: Option<StepOut>,
}

/// A step of the dealer's.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct StepOut {
    pub id: String,
    pub text: String,
    pub say: Option<String>,
    pub seat: Option<u8>,
    pub cite: Vec<String>,
}

/// A seat.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatOut {
    pub seat: u8,
    pub player: Option<String>,
    pub chips: String,
    #[schema(value_type = BTreeMap<String, String>)]
    pub bets: BTreeMap<Word, String>,
    #[schema(value_type = BTreeMap<String, String>)]
    pub tips: BTreeMap<Word, String>,
    pub hands: Vec<HandOut>,
    /// The card set apart (Silverado).
    pub set: Option<String>,
    pub folded: bool,
    pub dead: bool,
    pub ready: bool,
    /// The chips that the seat has asked for and the dealer has not confirmed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buy_in: Option<String>,
    /// The hand button that is lit for the seat, and what is known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyed: Option<KeyedOut>,
    /// The override by which its key stands, or by which it is not keyed [PRG-22].
    #[serde(rename = "override", skip_serializing_if = "Option::is_none")]
    pub overridden: Option<OverrideOut>,
    /// The bet that went back to the seat at the lock, until it bets again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<ReturnedOut>,
}

/// A hand button that is lit.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct KeyedOut {
    /// The hand.
    pub hand: String,
    /// The number of its award, once it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub award: Option<u64>,
    /// What the award is, once it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    /// What was paid for it, once it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<String>,
}

/// A bet that went back to its seat at the lock.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReturnedOut {
    /// `progressive`.
    #[schema(value_type = String)]
    pub bet: Word,
    pub amount: String,
    /// Why the meter could not take it.
    pub why: String,
    pub cite: Vec<String>,
}

/// A hand.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct HandOut {
    pub cards: Vec<String>,
    pub stake: String,
    #[schema(value_type = Option<String>)]
    pub state: Option<Word>,
}

/// A line of the settlement, as `settle` prints it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LineOut {
    pub seat: u8,
    #[schema(value_type = String)]
    pub wager: Word,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<u8>,
    pub staked: String,
    pub returned: String,
    #[schema(value_type = String)]
    pub result: Word,
    #[schema(value_type = String)]
    pub row: Word,
    pub cite: String,
    /// The award, where two supervisors paid another amount for it [PRG-20].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_other: Option<PaidOtherOut>,
    /// The override that the line follows from [PRG-22].
    #[serde(rename = "override", skip_serializing_if = "Option::is_none")]
    pub overridden: Option<OverrideOut>,
}

/// Another amount that two supervisors paid for an award.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PaidOtherOut {
    /// The award: what was paid is what the line returned.
    #[schema(example = "50.00")]
    pub award: String,
    pub by: String,
    pub approved_by: String,
    pub reason: String,
}

/// A key that two supervisors let stand, whatever the cards say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OverrideOut {
    /// Whose key it is.
    pub seat: u8,
    /// What was keyed, if anything was.
    pub keyed: Option<String>,
    /// The winning hand that the cards show, if they show one.
    pub cards: Option<String>,
    pub by: String,
    pub approved_by: String,
    pub reason: String,
}

/// A tip's settlement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TipOut {
    pub seat: u8,
    #[schema(value_type = String)]
    pub wager: Word,
    pub staked: String,
    pub returned: String,
    #[schema(value_type = String)]
    pub result: Word,
}

/// The shuffle: its commitment, and the seed once it is revealed.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ShuffleOut {
    /// 2, or 1 where a table still deals from a shuffle of an older release.
    pub version: u8,
    pub commitment: String,
    /// The seed of version 1, once nothing more is dealt from it; nothing in version 2, which has openings.
    pub seed: Option<String>,
    #[schema(value_type = BTreeMap<String, String>)]
    pub words: BTreeMap<u8, String>,
    /// The first round dealt from it.
    pub round: u64,
    pub decks: u8,
    /// The shuffle of version 1 that was given up for this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_up: Option<GivenUpOut>,
}

/// A shuffle of version 1 from which no more is dealt, because its seed lay in the store in the clear [SHF-1]. Bets that
/// were open stand; words are to be added again.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GivenUpOut {
    pub commitment: String,
    pub seed: String,
    #[schema(value_type = BTreeMap<String, String>)]
    pub words: BTreeMap<u8, String>,
    /// The first round dealt from it, if any was.
    pub round: u64,
    pub decks: u8,
}

/// The meter's sign.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MeterView {
    pub id: String,
    /// Nothing while the meter is out of order.
    pub display: Option<String>,
    pub pending: String,
    /// Is it for play money [PRG-24]?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
}

/// A call for a supervisor.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CallView {
    pub by: String,
    pub at: String,
    pub why: String,
}

impl From<&view::TableView> for TableView {
    fn from(seen: &view::TableView) -> TableView {
        TableView {
            table: seen.table.to_string(),
            game: seen.game.clone(),
            kind: seen.kind.word().into(),
            edition: seen.edition.clone(),
            version: seen.version,
            is_open: seen.is_open,
            play_money: seen.play_money,
            posted: Posted::Shared(seen.posted.clone()),
            round: (&seen.round).into(),
            meter: seen.meter.as_ref().map(MeterView::from),
            call: seen.call.as_ref().map(CallView::from),
        }
    }
}

impl From<&view::PostedView> for PostedView {
    fn from(posted: &view::PostedView) -> PostedView {
        let range = |Range { min, max }: &Range| [min.to_string(), max.to_string()];
        let limits = posted.limits.iter().map(|(bet, limit)| (bet.clone(), range(limit)));
        PostedView {
            section: posted.section.clone(),
            seats: posted.seats,
            chip: posted.chip.to_string(),
            bets: posted.bets.iter().map(|bet| (*bet).into()).collect(),
            limits: limits.collect(),
            schedules: posted.schedules.clone(),
            options: posted.options.clone(),
            progressive_wager: posted.progressive_wager.map(text),
            least: amounts(&posted.least),
            clocks: posted.clocks.into(),
        }
    }
}

impl From<Clocks> for ClocksView {
    fn from(Clocks { betting, decision, seat_held }: Clocks) -> ClocksView {
        ClocksView { betting, decision, seat_held }
    }
}

impl From<&view::RoundView> for RoundView {
    fn from(round: &view::RoundView) -> RoundView {
        RoundView {
            number: round.number,
            phase: phase(round.phase),
            next: (&round.next).into(),
            seats: round.seats.iter().map(SeatOut::from).collect(),
            dealer: faces(&round.dealer),
            board: faces(&round.board),
            burns: faces(&round.burns),
            lines: round.lines.iter().map(LineOut::from).collect(),
            tips: round.tips.iter().map(TipOut::from).collect(),
            rake: round.rake.map(text),
            is_void: round.is_void,
            shuffle: round.shuffle.as_ref().map(ShuffleOut::from),
        }
    }
}

impl From<&view::NextView> for NextOut {
    fn from(next: &view::NextView) -> NextOut {
        use view::Due;
        let kind = match &next.due {
            Due::Bets => "bets",
            Due::Card(_) => "card",
            Due::Decision(_) => "decision",
            Due::Award(_) => "award",
            Due::Step(_) => "step",
            Due::Done => "done",
        };
        let decision = next.decision();
        let (to, dealt_to) = match next.to() {
            Some(Recipient::Seat { hand, .. }) => (Some("seat"), Some(hand)),
            Some(Recipient::Dealer) => (Some("dealer"), None),
            Some(Recipient::Board) => (Some("board"), None),
            Some(Recipient::Burn) => (Some("burn"), None),
            Some(Recipient::Discard) => (Some("discard"), None),
            None => (None, None),
        };
        let actions = decision.into_iter().flat_map(view::Decision::actions);
        NextOut {
            kind: kind.into(),
            seat: next.seat().map(|seat| seat.0),
            hand: decision.map_or(dealt_to, |decision| decision.hand),
            to: to.map(Word::Borrowed),
            actions: actions.map(|action| action.to_string()).collect(),
            until: next.until.map(rfc3339),
            step: next.step.as_ref().map(StepOut::from),
        }
    }
}

impl From<&StepDue> for StepOut {
    fn from(due: &StepDue) -> StepOut {
        let StepDue { id, seat, text, say, cite } = due.clone();
        StepOut { id, text, say, seat: seat.map(|seat| seat.0), cite }
    }
}

impl From<&view::SeatView> for SeatOut {
    fn from(seat: &view::SeatView) -> SeatOut {
        SeatOut {
            seat: seat.seat.0,
            player: seat.player.clone(),
            chips: seat.chips.to_string(),
            bets: amounts(&seat.bets),
            tips: amounts(&seat.tips),
            hands: seat.hands.iter().map(HandOut::from).collect(),
            set: seat.set.map(|face| face.to_string()),
            folded: seat.folded,
            dead: seat.dead,
            ready: seat.ready,
            buy_in: seat.buy_in.map(text),
            keyed: seat.keyed.as_ref().map(KeyedOut::from),
            overridden: seat.overridden.as_ref().map(OverrideOut::from),
            returned: seat.returned.as_ref().map(ReturnedOut::from),
        }
    }
}

impl From<&view::KeyedView> for KeyedOut {
    fn from(keyed: &view::KeyedView) -> KeyedOut {
        KeyedOut {
            hand: keyed.hand.clone(),
            award: keyed.award.map(|number| number.0),
            amount: keyed.amount.map(text),
            paid: keyed.paid.map(text),
        }
    }
}

impl From<&ReturnedBet> for ReturnedOut {
    fn from(returned: &ReturnedBet) -> ReturnedOut {
        let ReturnedBet { amount, why, cite } = returned.clone();
        ReturnedOut { bet: "progressive".into(), amount: amount.to_string(), why, cite }
    }
}

impl From<&HandView> for HandOut {
    fn from(hand: &HandView) -> HandOut {
        let state = |state: HandState| match state {
            HandState::Playing => "playing",
            HandState::Stood => "stood",
            HandState::Doubled => "doubled",
            HandState::Busted => "busted",
            HandState::Surrendered => "surrendered",
            HandState::Blackjack => "blackjack",
        };
        HandOut {
            cards: faces(&hand.cards),
            stake: hand.stake.to_string(),
            state: hand.state.map(state).map(Word::Borrowed),
        }
    }
}

impl From<&view::LineView> for LineOut {
    fn from(line: &view::LineView) -> LineOut {
        LineOut {
            seat: line.seat.0,
            wager: line.wager.into(),
            hand: line.hand,
            staked: line.staked.to_string(),
            returned: line.returned.to_string(),
            result: line.outcome.word().into(),
            row: line.row.into(),
            cite: line.cite.to_string(),
            paid_other: line.paid_other.as_ref().map(PaidOtherOut::from),
            overridden: line.overridden.as_ref().map(OverrideOut::from),
        }
    }
}

impl From<&view::PaidOtherView> for PaidOtherOut {
    fn from(view::PaidOtherView { award, agreed }: &view::PaidOtherView) -> PaidOtherOut {
        PaidOtherOut {
            award: award.to_string(),
            by: agreed.by().to_owned(),
            approved_by: agreed.approved_by().to_owned(),
            reason: agreed.reason().to_owned(),
        }
    }
}

impl From<&view::OverrideView> for OverrideOut {
    fn from(upheld: &view::OverrideView) -> OverrideOut {
        let view::OverrideView { seat, keyed, cards, by, approved_by, reason } = upheld.clone();
        OverrideOut { seat: seat.0, keyed, cards, by, approved_by, reason }
    }
}

impl From<&TipLine> for TipOut {
    fn from(tip: &TipLine) -> TipOut {
        TipOut {
            seat: tip.seat.get(),
            wager: tip.wager.into(),
            staked: tip.staked.to_string(),
            returned: tip.returned.to_string(),
            result: tip.outcome.word().into(),
        }
    }
}

impl From<&view::ShuffleView> for ShuffleOut {
    fn from(shuffle: &view::ShuffleView) -> ShuffleOut {
        ShuffleOut {
            version: shuffle.version,
            commitment: shuffle.commitment.clone(),
            seed: shuffle.seed.clone(),
            words: shuffle.words.iter().map(|(seat, word)| (seat.0, word.clone())).collect(),
            round: shuffle.round,
            decks: shuffle.decks.get(),
            given_up: shuffle.given_up.as_ref().map(GivenUpOut::from),
        }
    }
}

impl From<&view::GivenUpView> for GivenUpOut {
    fn from(shuffle: &view::GivenUpView) -> GivenUpOut {
        GivenUpOut {
            commitment: shuffle.commitment.clone(),
            seed: shuffle.seed.clone(),
            words: shuffle.words.iter().map(|(seat, word)| (seat.0, word.clone())).collect(),
            round: shuffle.round,
            decks: shuffle.decks.get(),
        }
    }
}

impl From<&view::MeterView> for MeterView {
    fn from(meter: &view::MeterView) -> MeterView {
        MeterView {
            id: meter.id.to_string(),
            display: meter.display.map(|amount| amount.to_string()),
            pending: meter.pending.to_string(),
            play_money: meter.play_money,
        }
    }
}

impl From<&Call> for CallView {
    fn from(call: &Call) -> CallView {
        CallView { by: call.by.to_string(), at: rfc3339(call.at), why: call.why.clone() }
    }
}

/// Cards as clients read them: `As`, and `??` face down.
pub(crate) fn faces(cards: &[Face]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

/// Amounts by line.
pub(crate) fn amounts(amounts: &BTreeMap<&'static str, Cents>) -> BTreeMap<Word, String> {
    amounts.iter().map(|(line, amount)| (Word::Borrowed(*line), amount.to_string())).collect()
}

pub(crate) fn phase(progress: Progress) -> Word {
    progress.word().into()
}

pub(crate) fn text(amount: Cents) -> String {
    amount.to_string()
}
