//! What each viewer may see of a table, in the form that clients get: snake case, dollars as text,
//! unseen cards as `??`.
//!
//! Which cards are seen is decided in `games` alone; nothing here turns a card up.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::Face;
use games::{
    Agreed, HandState, HandView, NextView, OverrideNote, Recipient, SeatView, SettledLine, TipLine,
    Viewer as Eyes,
};
use money::Cents;
use progressive::{PersonId, Seat, Stakes, TableId};
use rulebook::Moment;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::machine::House;
use crate::refusal::Refusal;
use crate::request::Role;
use crate::table::play::{Play, Progress, ReturnedBet, duty_of};
use crate::table::setup::{Kind, Setup};
use crate::table::shuffling::Shuffled;
use crate::table::steps::StepDue;
use crate::table::{Player, Table};
use crate::time::rfc3339;

/// Who looks at a table: a person who is signed in, or anyone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Viewer<'p> {
    Person(&'p PersonId),
    Public,
}

/// A table as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct TableView {
    #[schema(value_type = String)]
    pub table: TableId,
    pub game: String,
    pub kind: &'static str,
    pub edition: String,
    pub version: u64,
    pub is_open: bool,
    /// Are the chips free [PRG-24]?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
    #[schema(value_type = PostedView)]
    pub posted: Posted,
    pub round: RoundView,
    pub meter: Option<MeterView>,
    pub call: Option<CallView>,
}

/// What a table posts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct PostedView {
    pub section: String,
    pub seats: u8,
    pub chip: String,
    pub bets: Vec<&'static str>,
    pub limits: BTreeMap<String, [String; 2]>,
    pub schedules: BTreeMap<String, String>,
    pub options: BTreeMap<String, String>,
    pub progressive_wager: Option<String>,
    /// What every player must bet, at the least.
    pub least: BTreeMap<&'static str, String>,
    pub clocks: ClocksView,
}

/// The clocks of a table, in seconds; zero is no clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ClocksView {
    /// From the first bet to the lock.
    pub betting: u32,
    /// For each decision.
    pub decision: u32,
    /// How long a seat is held for a player who lost the connection.
    #[serde(rename = "hold")]
    pub seat_held: u32,
}

/// What a table posts, written out once: it stays the same while the table is open, and every view has it.
#[derive(Clone, Debug)]
pub struct Posted(Arc<(PostedView, Box<RawValue>)>);

impl Posted {
    pub(crate) fn new(view: PostedView) -> Posted {
        let json = serde_json::value::to_raw_value(&view).expect("texts and numbers alone");
        Posted(Arc::new((view, json)))
    }
}

impl std::ops::Deref for Posted {
    type Target = PostedView;

    fn deref(&self) -> &PostedView {
        &self.0.0
    }
}

impl Serialize for Posted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.1.serialize(serializer)
    }
}

impl PartialEq for Posted {
    fn eq(&self, other: &Posted) -> bool {
        **self == **other
    }
}

impl Eq for Posted {}

/// A round as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct RoundView {
    pub number: u64,
    #[schema(value_type = String, example = "betting")]
    pub phase: Progress,
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

impl RoundView {
    /// How far it has come: `betting`, `playing`, `settled` or `over`.
    pub fn phase_word(&self) -> &'static str {
        self.phase.word()
    }
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct NextOut {
    /// `bets`, `card`, `decision`, `award`, `step` or `done`.
    pub kind: &'static str,
    pub seat: Option<u8>,
    pub hand: Option<u8>,
    /// Where the card goes: `seat`, `dealer`, `board`, `burn` or `discard`.
    pub to: Option<&'static str>,
    /// Every legal action, for the deciding seat and its dealer only.
    pub actions: Vec<String>,
    /// When the time is up.
    pub until: Option<String>,
    /// The step that waits, for the dealer and supervisors only.
    pub step: Option<StepOut>,
}

/// A step of the dealer's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct StepOut {
    pub id: String,
    pub text: String,
    pub say: Option<String>,
    pub seat: Option<u8>,
    pub cite: Vec<String>,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct SeatOut {
    pub seat: u8,
    pub player: Option<String>,
    pub chips: String,
    pub bets: BTreeMap<&'static str, String>,
    pub tips: BTreeMap<&'static str, String>,
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct ReturnedOut {
    /// `progressive`.
    pub bet: &'static str,
    pub amount: String,
    /// Why the meter could not take it.
    pub why: String,
    pub cite: Vec<String>,
}

/// A hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct HandOut {
    pub cards: Vec<String>,
    pub stake: String,
    pub state: Option<&'static str>,
}

/// A line of the settlement, as `settle` prints it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct LineOut {
    pub seat: u8,
    pub wager: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<u8>,
    pub staked: String,
    pub returned: String,
    pub result: &'static str,
    pub row: &'static str,
    pub cite: String,
    /// The award, where two supervisors paid another amount for it [PRG-20].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_other: Option<PaidOtherOut>,
    /// The override that the line follows from [PRG-22].
    #[serde(rename = "override", skip_serializing_if = "Option::is_none")]
    pub overridden: Option<OverrideOut>,
}

/// Another amount that two supervisors paid for an award.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct PaidOtherOut {
    /// The award: what was paid is what the line returned.
    #[schema(example = "50.00")]
    pub award: String,
    pub by: String,
    pub approved_by: String,
    pub reason: String,
}

/// A key that two supervisors let stand, whatever the cards say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
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

impl LineOut {
    /// What two supervisors decided about it, in words.
    pub fn decided(&self) -> Option<String> {
        let paid = self.paid_other.as_ref().map(|other| {
            let PaidOtherOut { award, by, approved_by, reason } = other;
            format!(
                "{} paid for the award of {award}, agreed by {by} and {approved_by}: {reason}",
                self.returned
            )
        });
        let overridden = self.overridden.as_ref().map(OverrideOut::words);
        let words: Vec<String> = paid.into_iter().chain(overridden).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}

impl OverrideOut {
    /// `paid by override`, by whom and why.
    pub fn words(&self) -> String {
        let OverrideOut { seat, keyed, cards, by, approved_by, reason } = self;
        let paid = if keyed.is_some() { "paid" } else { "not paid" };
        let keyed =
            keyed.as_ref().map_or_else(|| "not keyed".to_owned(), |it| format!("keyed {it}"));
        let cards = cards.as_deref().unwrap_or("no award");
        format!(
            "{paid} by override of {by} and {approved_by} (seat {seat} {keyed}, the cards say {cards}): {reason}"
        )
    }
}

/// A tip's settlement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct TipOut {
    pub seat: u8,
    pub wager: &'static str,
    pub staked: String,
    pub returned: String,
    pub result: &'static str,
}

/// The shuffle: its commitment, and the seed once it is revealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct MeterView {
    pub id: String,
    /// Nothing while the meter is out of order.
    pub display: Option<String>,
    pub pending: String,
    /// Is it for play money [PRG-24]?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub play_money: bool,
}

/// A call for a supervisor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[allow(missing_docs)]
pub struct CallView {
    pub by: String,
    pub at: String,
    pub why: String,
}

impl House {
    /// A table as a viewer may see it.
    pub fn view(&self, id: &TableId, viewer: Viewer<'_>) -> Result<TableView, Refusal> {
        let table = self.floor_table(id)?;
        let play = self.play(id);
        let meter = table.setup().meter.as_ref().and_then(|id| self.meters.get(id));
        let call = table.call().map(|call| CallView {
            by: call.by.to_string(),
            at: rfc3339(call.at),
            why: call.why.clone(),
        });
        Ok(TableView {
            table: id.clone(),
            game: table.setup().game.clone(),
            kind: table.setup().kind.word(),
            edition: table.setup().edition.clone().unwrap_or_default(),
            version: table.version(),
            is_open: table.has_seats(),
            play_money: table.setup().stakes() == Stakes::Play,
            posted: table.posted().clone(),
            round: self.round_view(table, play, viewer),
            meter: meter.map(|meter| MeterView {
                id: meter.id.to_string(),
                display: meter.fault.is_none().then(|| meter.totals.display.to_string()),
                pending: meter.totals.pending.to_string(),
                play_money: self.is_play_money(&meter.id),
            }),
            call: call.filter(|_| self.is_staff(viewer)),
        })
    }

    fn is_staff(&self, viewer: Viewer<'_>) -> bool {
        let Viewer::Person(id) = viewer else { return false };
        let role = self.people.get(id).map(|person| person.role);
        matches!(role, Some(Role::Dealer | Role::Supervisor))
    }

    /// Through whose eyes a viewer looks at a round.
    pub(crate) fn eyes(&self, play: &Play, viewer: Viewer<'_>) -> Eyes {
        let kind = play.form.setup.kind;
        let Viewer::Person(id) = viewer else { return Eyes::Public };
        match self.people.get(id).filter(|person| !person.is_retired).map(|person| person.role) {
            Some(Role::Player) => {
                // Whoever played the seat when the bets were locked sees its cards, and nobody else.
                let is_own = |seat: &&games::Seat| {
                    let seat = Seat(seat.number.get());
                    play.players().get(&seat).is_some_and(|name| name == id.as_str())
                };
                let own = play.round().felt().seats.iter().find(is_own);
                own.map_or(Eyes::Public, |seat| Eyes::Seat(seat.number))
            }
            // Nobody deals or supervises where the house does it all: staff watch like anyone.
            Some(Role::Dealer) if kind != Kind::Practice => Eyes::Dealer,
            Some(Role::Supervisor) if kind != Kind::Practice => Eyes::Supervisor,
            Some(Role::Dealer | Role::Supervisor | Role::Auditor) | None => Eyes::Public,
        }
    }

    fn round_view(&self, table: &Table, play: Option<&Play>, viewer: Viewer<'_>) -> RoundView {
        let mut seats: BTreeMap<u8, SeatOut> = BTreeMap::new();
        for (seat, player) in table.seated() {
            let chips = self.book.chips(table.id(), *seat).to_string();
            let player = Some(player_name(self, player));
            let buy_in = table.buy_ins().get(seat).map(|it| it.amount.to_string());
            let seat = seat.0;
            seats.insert(seat, SeatOut { seat, player, chips, buy_in, ..SeatOut::default() });
        }
        let Some(play) = play else {
            let next = NextOut { kind: "bets", ..NextOut::default() };
            return RoundView {
                number: table.rounds(),
                phase: Progress::Betting,
                next,
                seats: seats.into_values().collect(),
                dealer: Vec::new(),
                board: Vec::new(),
                burns: Vec::new(),
                lines: Vec::new(),
                tips: Vec::new(),
                rake: None,
                is_void: false,
                shuffle: shuffle(table),
            };
        };
        let view = play.round().view(self.eyes(play, viewer));
        for seat in &view.seats {
            let out = seats.entry(seat.number.get()).or_default();
            fill_seat(out, seat, play);
        }
        self.fill_keys(table, &mut seats);
        for (seat, returned) in play.returned() {
            if let Some(out) = seats.get_mut(&seat.0) {
                out.returned = Some(returned_out(returned));
            }
        }
        RoundView {
            number: play.number(),
            phase: play.progress(),
            next: NextOut {
                step: play.step().filter(|_| self.is_staff(viewer)).map(step_out),
                ..next(table, play, &view.next)
            },
            seats: seats.into_values().collect(),
            dealer: faces(&view.dealer),
            board: faces(&view.board),
            burns: faces(&view.burns),
            lines: view.lines.iter().map(|line| line_out(table.felt(), line)).collect(),
            tips: view.tips.iter().map(tip_out).collect(),
            rake: view.rake.map(|rake| rake.to_string()),
            is_void: view.is_void,
            shuffle: shuffle(table),
        }
    }
}

impl House {
    /// The keypad of the round, seat by seat: what is lit, and what stands by an override.
    fn fill_keys(&self, table: &Table, seats: &mut BTreeMap<u8, SeatOut>) {
        let Some(round) = table.keypad_round() else { return };
        for (seat, out) in seats {
            let seat = Seat(*seat);
            out.keyed = round.keys.lit.get(&seat).map(|lit| {
                let award = lit.award.and_then(|number| self.known_award(number));
                KeyedOut {
                    hand: round.hand(lit.row).to_owned(),
                    award: lit.award.map(|number| number.0),
                    amount: award.map(|award| award.amount.to_string()),
                    paid: award.and_then(|award| award.paid()).map(|paid| paid.to_string()),
                }
            });
            out.overridden = round.overridden(seat).and_then(|(upheld, saw)| {
                let agreed = upheld.agreed.as_ref()?;
                Some(OverrideOut {
                    seat: seat.0,
                    keyed: saw.keyed,
                    cards: saw.cards,
                    by: agreed.by.to_string(),
                    approved_by: agreed.approved_by.to_string(),
                    reason: upheld.reason.clone(),
                })
            });
        }
    }
}

fn player_name(house: &House, player: &Player) -> String {
    match player {
        Player::Person(id) => {
            house.people.get(id).map_or_else(|| id.to_string(), |person| person.shown_name())
        }
        Player::Bot(plays) => format!("bot ({plays})"),
    }
}

/// What a table with this setup posts.
pub(crate) fn posted(
    felt: &games::Table,
    setup: &Setup,
    seats: u8,
    least: &[(&'static str, Cents)],
) -> PostedView {
    let range = |range: &crate::table::setup::Range| [range.min.to_string(), range.max.to_string()];
    let schedule = |bet: &'static str| Some((bet.to_owned(), felt.schedule(bet)?.to_owned()));
    PostedView {
        section: felt.section().number.clone(),
        seats,
        chip: felt.chip().to_string(),
        bets: felt.bets().collect(),
        limits: setup.limits.iter().map(|(bet, limit)| (bet.clone(), range(limit))).collect(),
        schedules: felt.bets().filter_map(schedule).collect(),
        options: felt.options().clone(),
        progressive_wager: felt.progressive().map(|posted| posted.wager.to_string()),
        least: least.iter().map(|(bet, least)| (*bet, least.to_string())).collect(),
        clocks: ClocksView {
            betting: setup.clocks.betting,
            decision: setup.clocks.decision,
            seat_held: setup.clocks.seat_held,
        },
    }
}

fn next(table: &Table, play: &Play, view: &NextView) -> NextOut {
    let until = table.until().map(rfc3339);
    match play.progress() {
        Progress::Betting => NextOut { kind: "bets", until, ..NextOut::default() },
        Progress::Settled => NextOut { kind: "step", ..NextOut::default() },
        Progress::Over => NextOut { kind: "done", ..NextOut::default() },
        Progress::Playing if is_held_up(table, play, view) => {
            NextOut { kind: "step", ..NextOut::default() }
        }
        Progress::Playing => match view {
            NextView::Bets => NextOut { kind: "bets", until, ..NextOut::default() },
            NextView::Card(want) => {
                // Where the house deals, the dealer's next step brings the cards.
                let is_entered = table.setup().kind == Kind::Live;
                let is_step = table.setup().is_by_hand(duty_of(*want));
                let kind = if is_entered || !is_step { "card" } else { "step" };
                let (to, seat, hand) = match want.to {
                    Recipient::Seat { seat, hand } => ("seat", Some(seat.get()), Some(hand)),
                    Recipient::Dealer => ("dealer", None, None),
                    Recipient::Board => ("board", None, None),
                    Recipient::Burn => ("burn", None, None),
                    Recipient::Discard => ("discard", None, None),
                };
                NextOut { kind, to: Some(to), seat, hand, ..NextOut::default() }
            }
            NextView::Decision(turn) => NextOut {
                kind: "decision",
                seat: Some(turn.seat.get()),
                hand: turn.hand,
                to: None,
                actions: turn.actions.iter().map(ToString::to_string).collect(),
                until,
                step: None,
            },
            NextView::Award(due) => {
                NextOut { kind: "award", seat: Some(due.seat.get()), ..NextOut::default() }
            }
            NextView::Done => NextOut { kind: "done", ..NextOut::default() },
        },
    }
}

/// Does a step have to be done before the round goes on? Players decide without waiting for it, a
/// card that is entered is dealt, and an award has its own steps at the keypad.
fn is_held_up(table: &Table, play: &Play, view: &NextView) -> bool {
    let steps = &table.felt().section().steps;
    let first = play.step().and_then(|due| steps.iter().find(|step| step.id == due.id));
    first.is_some_and(|step| match view {
        NextView::Bets | NextView::Decision(_) => false,
        NextView::Card(_) => table.setup().kind != Kind::Live || !step.chore.is_dealing(),
        NextView::Award(_) => step.at != Moment::AwardWon,
        NextView::Done => true,
    })
}

fn step_out(due: &StepDue) -> StepOut {
    let StepDue { id, seat, text, say, cite } = due.clone();
    StepOut { id, text, say, seat: seat.map(|seat| seat.0), cite }
}

fn returned_out(returned: &ReturnedBet) -> ReturnedOut {
    let ReturnedBet { amount, why, cite } = returned.clone();
    ReturnedOut { bet: "progressive", amount: amount.to_string(), why, cite }
}

fn fill_seat(out: &mut SeatOut, seat: &SeatView, play: &Play) {
    let number = Seat(seat.number.get());
    out.seat = number.0;
    for stake in &seat.stakes {
        out.bets.insert(stake.line, stake.amount.to_string());
        if stake.tip > Cents::ZERO {
            out.tips.insert(stake.line, stake.tip.to_string());
        }
    }
    out.hands = seat.hands.iter().map(hand_out).collect();
    out.set = seat.set.map(face);
    out.folded = seat.is_out;
    out.dead = seat.is_dead;
    out.ready = play.ready().contains(&number);
    if out.player.is_none() {
        out.player = play.players().get(&number).cloned();
    }
    if out.chips.is_empty() {
        out.chips = Cents::ZERO.to_string();
    }
}

pub(crate) fn hand_out(hand: &HandView) -> HandOut {
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
        state: hand.state.map(state),
    }
}

pub(crate) fn faces(faces: &[Face]) -> Vec<String> {
    faces.iter().copied().map(face).collect()
}

pub(crate) fn face(face: Face) -> String {
    match face {
        Face::Up(card) => card.to_string(),
        Face::Down => "??".to_owned(),
    }
}

/// A line of a table's settlement, as `settle` prints it.
pub fn line_out(table: &games::Table, line: &SettledLine) -> LineOut {
    LineOut {
        seat: line.seat.get(),
        wager: line.wager,
        hand: line.hand,
        staked: line.staked.to_string(),
        returned: line.returned.to_string(),
        result: line.outcome.word(),
        row: line.row,
        cite: table.citation(line.cite).to_string(),
        paid_other: line.note.as_ref().and_then(|note| note.award.as_ref()).map(paid_other_out),
        overridden: line.note.as_ref().and_then(|note| note.overridden.as_ref()).map(override_out),
    }
}

fn paid_other_out((award, agreed): &(Cents, Agreed)) -> PaidOtherOut {
    PaidOtherOut {
        award: award.to_string(),
        by: agreed.by().to_owned(),
        approved_by: agreed.approved_by().to_owned(),
        reason: agreed.reason().to_owned(),
    }
}

fn override_out(note: &OverrideNote) -> OverrideOut {
    OverrideOut {
        seat: note.seat.get(),
        keyed: note.keyed.map(str::to_owned),
        cards: note.cards.map(str::to_owned),
        by: note.agreed.by().to_owned(),
        approved_by: note.agreed.approved_by().to_owned(),
        reason: note.agreed.reason().to_owned(),
    }
}

/// A tip's settlement.
pub fn tip_out(tip: &TipLine) -> TipOut {
    TipOut {
        seat: tip.seat.get(),
        wager: tip.wager,
        staked: tip.staked.to_string(),
        returned: tip.returned.to_string(),
        result: tip.outcome.word(),
    }
}

fn shuffle(table: &Table) -> Option<ShuffleOut> {
    let shuffle = table.shuffle()?;
    Some(ShuffleOut {
        version: shuffle.version(),
        commitment: shuffle.commitment(),
        seed: shuffle.revealed(),
        words: words_out(shuffle),
        round: shuffle.round(),
        decks: shuffle.decks().get(),
        given_up: table.given_up().and_then(given_up_out),
    })
}

fn given_up_out(shuffle: &Shuffled) -> Option<GivenUpOut> {
    Some(GivenUpOut {
        commitment: shuffle.commitment(),
        seed: shuffle.revealed()?,
        words: words_out(shuffle),
        round: shuffle.round(),
        decks: shuffle.decks().get(),
    })
}

fn words_out(shuffle: &Shuffled) -> BTreeMap<u8, String> {
    shuffle.words().map(|(seat, word)| (seat.0, word.to_owned())).collect()
}
