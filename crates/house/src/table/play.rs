//! A round at a table of the house: its operations, and where its money is.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use games::{Keep, Op, OwnTerms, Procedure, Recipient, Round, SeatNumber, Want};
use money::{Cents, MeterUnits, Rate};
use progressive::{Seat, TableId};
use rulebook::Duty;
use serde::{Deserialize, Serialize};

use super::setup::Setup;
use super::shuffling::DealtFrom;
use super::steps::StepDue;
use super::undo::{Mark, TakenBack};
use crate::book::{Account, Posting, posting};
use crate::refusal::Refusal;

/// How far a round has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// Bets are open.
    Betting,
    /// The bets are locked.
    Playing,
    /// Everything is settled; the dealer has not called game over yet.
    Settled,
    /// It is over, and only shown until the next bets.
    Over,
}

impl Progress {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Progress::Betting => "betting",
            Progress::Playing => "playing",
            Progress::Settled => "settled",
            Progress::Over => "over",
        }
    }
}

/// What a store keeps of a round: enough to play it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct PlayForm {
    pub(crate) table: TableId,
    pub(crate) number: u64,
    #[serde(with = "crate::shared")]
    pub(crate) setup: Arc<Setup>,
    pub(crate) progress: Progress,
    /// The operations, in the words of the round's log.
    #[serde(with = "crate::shared::texts")]
    pub(crate) ops: Vec<Arc<str>>,
    /// Who has placed their bets.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) ready: BTreeSet<Seat>,
    /// The names of the players, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) players: BTreeMap<Seat, String>,
    /// The bets that the lock gave back, by seat, until the seat bets again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) returned: BTreeMap<Seat, ReturnedBet>,
    /// The dealer's steps still to be done, in order.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub(crate) steps: VecDeque<StepDue>,
    /// The steps that the dealer has confirmed and can still take back, the last at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) confirmed: Vec<StepDue>,
    /// Where the round can be taken back to, at a table with real cards: the last at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) marks: Vec<Mark>,
    /// What was taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) taken_back: Vec<TakenBack>,
    /// The meter that the round's awards are computed from, if it has progressive bets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) meter: Option<MeterNote>,
    /// What proves its cards, from shuffle version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dealt_from: Option<DealtFrom>,
}

/// A progressive bet that went back to its seat at the lock, because the meter could not take it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ReturnedBet {
    /// How much.
    #[serde(with = "progressive::as_text")]
    pub amount: Cents,
    /// Why, in words for the player.
    pub why: String,
    /// The rulings that it follows from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cite: Vec<String>,
}

/// A meter without a round's own contributions: as it stood at the lock or, once an award is keyed,
/// at the first key, so that the round settles from its file to the same awards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct MeterNote {
    #[serde(with = "progressive::as_text")]
    pub(crate) display: MeterUnits,
    #[serde(with = "progressive::as_text")]
    pub(crate) reserve: MeterUnits,
    /// What it was run by, where that is not what the schedule says.
    #[serde(
        with = "progressive::as_text::option",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub(crate) seed: Option<Cents>,
    #[serde(
        with = "progressive::as_text::option",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub(crate) contribution: Option<Rate>,
    #[serde(
        with = "progressive::as_text::option",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub(crate) reserve_rate: Option<Rate>,
}

impl MeterNote {
    pub(crate) fn new(display: MeterUnits, reserve: MeterUnits, own: OwnTerms) -> MeterNote {
        let OwnTerms { seed, contribution, reserve_rate } = own;
        MeterNote { display, reserve, seed, contribution, reserve_rate }
    }

    /// The meter as a round file has it.
    pub(crate) fn meter(&self) -> games::Meter {
        let MeterNote { seed, contribution, reserve_rate, .. } = *self;
        let own = OwnTerms { seed, contribution, reserve_rate };
        games::Meter { own, ..games::Meter::new(self.display, self.reserve) }
    }
}

/// Whose duty a card is: it is dealt, or burned.
pub(crate) fn duty_of(want: Want) -> Duty {
    match want.to {
        Recipient::Seat { .. } | Recipient::Dealer | Recipient::Board => Duty::Deal,
        Recipient::Burn | Recipient::Discard => Duty::Burn,
    }
}

/// A round at a table.
#[derive(Clone, Debug)]
pub struct Play {
    pub(crate) form: PlayForm,
    pub(crate) round: Round,
}

impl PartialEq for Play {
    /// The round follows from its operations.
    fn eq(&self, other: &Play) -> bool {
        self.form == other.form
    }
}

impl Eq for Play {}

impl Play {
    pub(crate) fn new(table: &super::Table, number: u64) -> Play {
        let form = PlayForm {
            table: table.id().clone(),
            number,
            setup: Arc::clone(&table.form.setup),
            progress: Progress::Betting,
            ops: Vec::new(),
            ready: BTreeSet::new(),
            players: BTreeMap::new(),
            returned: BTreeMap::new(),
            steps: VecDeque::new(),
            confirmed: Vec::new(),
            marks: Vec::new(),
            taken_back: Vec::new(),
            meter: None,
            dealt_from: None,
        };
        let mut play = Play { form, round: Round::new(table.felt(), Keep::Log) };
        play.steps_after(0);
        play
    }

    /// Plays a stored round again.
    pub(crate) fn from_form(form: PlayForm) -> Result<Play, String> {
        let opened = form.setup.open().map_err(|refusal| refusal.to_string())?;
        let felt = opened.felt.ok_or("a table that is only a keypad has no round with cards")?;
        let mut round = Round::new(&felt, Keep::Log);
        for line in &form.ops {
            let op: Op = line.parse().map_err(|error| format!("\"{line}\": {error}"))?;
            round.apply(op).map_err(|refusal| format!("\"{line}\": {refusal}"))?;
        }
        Ok(Play { form, round })
    }

    /// Its number at the table.
    pub fn number(&self) -> u64 {
        self.form.number
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.form.progress
    }

    /// The round by the rules.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// Its operations, in the words of the round's log.
    pub fn ops(&self) -> &[Arc<str>] {
        &self.form.ops
    }

    /// Who has placed their bets.
    pub fn ready(&self) -> &BTreeSet<Seat> {
        &self.form.ready
    }

    /// The names of the players, by seat.
    pub fn players(&self) -> &BTreeMap<Seat, String> {
        &self.form.players
    }

    /// The bets that the lock gave back, by seat.
    pub fn returned(&self) -> &BTreeMap<Seat, ReturnedBet> {
        &self.form.returned
    }

    /// The step that waits for the dealer, if one does.
    pub fn step(&self) -> Option<&StepDue> {
        self.form.steps.front()
    }

    /// The steps that are to be done, in order; the first of them waits for the dealer.
    pub fn steps(&self) -> impl Iterator<Item = &StepDue> {
        self.form.steps.iter()
    }

    /// The steps that the dealer has confirmed and can still take back, the last at the end.
    pub fn confirmed(&self) -> &[StepDue] {
        &self.form.confirmed
    }

    /// Does an operation, or refuses it and changes nothing; returns its words. The steps that it makes
    /// due follow those that are still to be done; a void round has only its own.
    pub(crate) fn apply(&mut self, op: Op) -> Result<Arc<str>, Refusal> {
        let line: Arc<str> = op.to_string().into();
        let (before, was_void) = (self.round.log().events().len(), self.round.is_void());
        self.round.apply(op).map_err(Refusal::from)?;
        self.form.ops.push(Arc::clone(&line));
        if self.round.is_void() && !was_void {
            self.form.steps.clear();
            self.form.confirmed.clear();
        }
        self.steps_after(before);
        Ok(line)
    }

    /// Puts a seat's bets in the place of those it had, before the lock; none at all if it leaves the round. The round
    /// is then as if the former ones had never been placed, so that the last bets cost no more than the first. Returns
    /// the words of what was done.
    pub(crate) fn replace_bets(
        &mut self,
        seat: SeatNumber,
        bets: Vec<Op>,
    ) -> Result<Vec<Arc<str>>, Refusal> {
        let mut done: Vec<Arc<str>> = Vec::new();
        if self.round.felt().seats.iter().any(|known| known.number == seat) {
            done.push(Op::ClearBets { seat }.to_string().into());
            self.form.ops.retain(|line| !line.parse().is_ok_and(|op| is_bet_of(&op, seat)));
            // Bets bring no steps up: those that wait are the same.
            self.round = self.played_again().0;
        }
        for op in bets {
            done.push(self.apply(op)?);
        }
        Ok(done)
    }

    /// What a seat has bet and tipped, before the lock.
    pub(crate) fn bets_of(&self, whose: SeatNumber) -> Vec<Op> {
        let ops = self.form.ops.iter().filter_map(|line| line.parse().ok());
        let is_bet = |op: &Op| match op {
            Op::Bet { seat, .. } | Op::Tip { seat, .. } => *seat == whose,
            _ => false,
        };
        ops.filter(is_bet).collect()
    }

    /// Adds the steps that came up after the event at this place.
    fn steps_after(&mut self, events: usize) {
        self.form.steps.extend(due_after(&self.round, events));
    }

    /// The round as its operations make it, and every step that came up in it.
    pub(crate) fn played_again(&self) -> (Round, VecDeque<StepDue>) {
        let mut round = Round::new(self.round.table(), Keep::Log);
        let mut due: VecDeque<StepDue> = due_after(&round, 0).collect();
        for line in &self.form.ops {
            let events = round.log().events().len();
            let op: Op = line.parse().expect("it was written by an operation");
            round.apply(op).expect("it was accepted before");
            due.extend(due_after(&round, events));
        }
        (round, due)
    }

    /// Where the round's money is.
    pub(crate) fn position(&self) -> Position {
        Position::of(&self.round)
    }
}

/// Whether a seat did it while bets were open.
fn is_bet_of(op: &Op, whose: SeatNumber) -> bool {
    match op {
        Op::Bet { seat, .. }
        | Op::ClearBets { seat }
        | Op::Tip { seat, .. }
        | Op::Player { seat, .. } => *seat == whose,
        // Said by the lock, or after it.
        Op::Chips { .. }
        | Op::Button { .. }
        | Op::Lock
        | Op::Card(_)
        | Op::Unseen
        | Op::Void
        | Op::NotSeen
        | Op::Decide { .. }
        | Op::Misdealt { .. }
        | Op::Report(_)
        | Op::Award { .. }
        | Op::Override { .. } => false,
    }
}

/// The steps that came up in a round after the event at this place.
fn due_after(round: &Round, events: usize) -> impl Iterator<Item = StepDue> {
    Procedure::after(round, &round.log().events()[events..]).into_iter().map(StepDue::from)
}

/// Seats are numbered 1 to 7 [GEN-1].
const SEATS_MAX: usize = 7;

/// What a seat has done with its money in the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct SeatPosition {
    /// What it has staked so far, tips included.
    staked: Cents,
    /// How much of that is settled.
    settled: Cents,
    /// What came back to the player.
    returned: Cents,
}

/// Where a round's money is. It is found from the round as it stands, never counted along, so a
/// line that is taken back when a hand is declared dead takes its money back too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Position {
    /// By number, seat 1 first.
    seats: [SeatPosition; SEATS_MAX],
    tokes: Cents,
    rake: Cents,
}

impl Position {
    fn of(round: &Round) -> Position {
        let mut position = Position::default();
        for seat in &round.felt().seats {
            let staked = round.staked(seat.number) + round.tipped(seat.number);
            position.seat(seat.number).staked = staked;
        }
        let settlement = round.settlement();
        for line in &settlement.lines {
            let seat = position.seat(line.seat);
            seat.settled += line.staked;
            seat.returned += line.returned;
        }
        for tip in &settlement.tips {
            position.seat(tip.seat).settled += tip.staked;
            position.tokes += tip.returned;
        }
        position.rake = settlement.rake.unwrap_or(Cents::ZERO);
        position
    }

    fn seat(&mut self, number: SeatNumber) -> &mut SeatPosition {
        &mut self.seats[usize::from(number.get() - 1)]
    }

    /// Whether anything still lies on the layout.
    pub(crate) fn is_clear(&self) -> bool {
        self.seats.iter().all(|seat| seat.staked == seat.settled)
    }

    /// The postings that lead from an earlier position to this one.
    pub(crate) fn postings_since(&self, before: &Position, table: &TableId) -> Vec<Posting> {
        let units = |cents: Cents| MeterUnits::from(cents);
        let (tray, toke) = (|| Account::Tray(table.clone()), Account::Toke(table.clone()));
        let mut postings = Vec::new();
        for ((number, then), now) in (1..).zip(&before.seats).zip(&self.seats) {
            if then == now {
                continue;
            }
            let seat = Seat(number);
            let chips = || Account::Chips(table.clone(), seat);
            let layout = || Account::Layout(table.clone(), seat);
            postings.extend(posting(chips(), layout(), units(now.staked - then.staked)));
            postings.extend(posting(layout(), tray(), units(now.settled - then.settled)));
            postings.extend(posting(tray(), chips(), units(now.returned - then.returned)));
        }
        postings.extend(posting(tray(), toke, units(self.tokes - before.tokes)));
        let rake = Account::Rake(table.clone());
        postings.extend(posting(tray(), rake, units(self.rake - before.rake)));
        postings
    }
}
