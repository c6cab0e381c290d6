//! Any round ever played, by table and number: step by step, with the cards as a viewer saw them then.
//!
//! The current round comes from the house, a past one from its own row in the store: one lookup,
//! however many rounds there are. Which cards are seen is decided in `games` alone. When each step was taken and by
//! whom, and what was done besides the cards and wagers, is in the round's entries: see `entries`.

mod entries;

use std::collections::BTreeMap;

use cards::{Card, Face};
use games::{
    Action, Event, Facing, HandView, Keep, Next, Op, Recipient, Round, SeatView, TipLine, View,
    Viewer as Eyes,
};
use ledger::{Store, StoreError};
use money::{Cents, Moment};
use progressive::{Award, AwardNumber, PersonId, Seat, Standing, TableId};

use crate::Record;
use crate::machine::{HOUSE_ITSELF, House, RecordId, Right};
use crate::refusal::Refusal;
use crate::report;
use crate::request::Role;
use crate::table::play::{Play, PlayForm, Progress};
use crate::table::setup::Kind;
use crate::table::undo::{Past, TakenBack};
use crate::view::{LineView, Viewer};

/// Who recalls a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader<'p> {
    /// Someone who looks at the table.
    Viewer(Viewer<'p>),
    /// Someone who reads the ledger itself: everything once the round is over, and until then what
    /// anyone sees.
    Ledger,
}

/// A round as a viewer may recall it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Recall {
    pub table: TableId,
    pub round: u64,
    pub game: String,
    pub edition: String,
    pub kind: Kind,
    pub phase: Progress,
    /// The players' names, by seat.
    pub players: BTreeMap<Seat, String>,
    pub steps: Vec<Step>,
    pub lines: Vec<LineView>,
    pub tips: Vec<TipLine>,
    pub rake: Option<Cents>,
    pub is_void: bool,
    /// The awards of the round that were undone after game over [PRG-10]: what the lines say was paid is back.
    pub backed_out: Vec<BackedOutAward>,
    /// The round as `croupier settle` reads it, with `??` for the cards that the viewer did not see.
    pub round_file: Option<String>,
    /// Why there is no round file.
    pub no_round_file: Option<String>,
}

/// An award of a recalled round that was undone after game over [PRG-10].
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct BackedOutAward {
    pub award: AwardNumber,
    pub seat: Seat,
    /// What had been handed out.
    pub paid: Cents,
    pub by: PersonId,
    pub approved_by: PersonId,
    pub at: Moment,
    pub reason: String,
}

impl BackedOutAward {
    fn all(records: &[Record]) -> Vec<BackedOutAward> {
        let awards = records.iter().flat_map(|record| &record.effect.awards);
        let one = |award: &Award| {
            let Standing::BackedOut { paid, undone, .. } = &award.standing else { return None };
            Some(BackedOutAward {
                award: award.number,
                seat: award.seat,
                paid: *paid,
                by: undone.by.clone(),
                approved_by: undone.approved_by.clone(),
                at: undone.at,
                reason: undone.reason.clone(),
            })
        };
        awards.filter_map(one).collect()
    }
}

/// One operation or another thing that was done, what followed from it, and the table right after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// What was done, in the words of the round's log; besides its operations: `key 4 on royal flush`, `key 4 off
    /// royal flush`, `call`, `verify 3`, `void 3`, `override`, `step call-supervisor 4`, `game-over` and the like.
    pub op: String,
    /// The same in a sentence, where it is no operation of the round.
    pub says: Option<String>,
    /// When.
    pub at: Option<Moment>,
    /// Who did it.
    pub by: Option<Who>,
    /// What orders it, where the log says so.
    pub cite: Option<String>,
    /// What followed.
    pub text: Vec<String>,
    /// Whether it was taken back later [GEN-14].
    pub undone: bool,
    /// What this step took back, in the words of the log.
    pub takes_back: Vec<String>,
    /// The seats.
    pub seats: Vec<SeatThen>,
    /// The dealer's cards.
    pub dealer: Vec<Face>,
    /// The board.
    pub board: Vec<Face>,
    /// The burned cards.
    pub burns: Vec<Face>,
    /// A card that was drawn in error and exposed, and is dealt next.
    pub exposed: Option<Card>,
}

/// Who took a step, as far as the reader may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person by name.
    Person(PersonId),
    /// The dealer, a supervisor or a player, whose name is not for the reader.
    Role(Role),
    /// The house, which does its own chores.
    House,
}

impl Who {
    /// A person, who may be the house itself.
    pub(crate) fn of(id: &PersonId) -> Who {
        if id.as_str() == HOUSE_ITSELF { Who::House } else { Who::Person(id.clone()) }
    }

    /// A name, or `dealer`, `supervisor`, `player`, `house`.
    pub fn word(&self) -> &str {
        match self {
            Who::Person(id) => id.as_str(),
            Who::Role(role) => role.word(),
            Who::House => HOUSE_ITSELF,
        }
    }
}

/// A seat at a step.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct SeatThen {
    pub seat: Seat,
    pub bets: BTreeMap<&'static str, Cents>,
    pub tips: BTreeMap<&'static str, Cents>,
    pub hands: Vec<HandView>,
    /// The card set apart (Silverado).
    pub set: Option<Face>,
    pub folded: bool,
    pub dead: bool,
}

/// Why a round cannot be recalled.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RecallError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("table {table} has no round {round}")]
    NoSuchRound { table: TableId, round: u64 },
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// Recalls a round.
pub fn recall(
    house: &House,
    store: &mut dyn Store,
    table: &TableId,
    number: u64,
    reader: Reader<'_>,
) -> Result<Recall, RecallError> {
    let records = report::round(store, table, number)?;
    house.table(table)?;
    let past;
    let play = match house.round(table, number) {
        Some(play) => play,
        None => match stored(store, table, number) {
            Ok(found) => {
                past = found;
                &past
            }
            // It may have been entered at the keypad, without cards.
            Err(RecallError::NoSuchRound { .. }) => {
                return keypad_round(house, table, number, &records);
            }
            Err(error) => return Err(error),
        },
    };
    Ok(house.recall_round(play, &records, reader)?)
}

fn keypad_round(
    house: &House,
    table: &TableId,
    number: u64,
    records: &[Record],
) -> Result<Recall, RecallError> {
    let found = entries::keypad_round(house, table, number, records);
    let no_such = || RecallError::NoSuchRound { table: table.clone(), round: number };
    found.filter(|_| !records.is_empty()).ok_or_else(no_such)
}

/// A past round, from its row.
pub(crate) fn stored(
    store: &mut dyn Store,
    table: &TableId,
    number: u64,
) -> Result<Play, RecallError> {
    let key = RecordId::Round(table.clone(), number).key();
    let no_such = || RecallError::NoSuchRound { table: table.clone(), round: number };
    let row = store.row(&key)?.ok_or_else(no_such)?;
    let damaged = |why: String| StoreError::Damaged(format!("{key}: {why}"));
    if !row.is_intact() {
        return Err(damaged("its content does not match its hash".to_owned()).into());
    }
    let form: PlayForm =
        serde_json::from_str(&row.json).map_err(|error| damaged(error.to_string()))?;
    // What a damaged row says of its cards stays in the store.
    Ok(Play::from_form(form).map_err(|_| damaged("it cannot be played again".to_owned()))?)
}

impl House {
    /// A round as a reader may recall it.
    pub fn recall_play(&self, play: &Play, reader: Reader<'_>) -> Result<Recall, Refusal> {
        let eyes = self.recalling_eyes(play, reader);
        let form = &play.form;
        let steps = steps(play, eyes)?;
        let view = play.round().view(eyes);
        let (round_file, no_round_file) = round_file(play, eyes, &view);
        let felt = play.round().table();
        Ok(Recall {
            table: form.table.clone(),
            round: form.number,
            game: form.setup.game.clone(),
            edition: felt.section().edition.id.to_string(),
            kind: form.setup.kind,
            phase: form.progress,
            players: form.players.clone(),
            steps,
            lines: view.lines.iter().map(|line| LineView::of(felt, line)).collect(),
            tips: view.tips,
            rake: view.rake,
            is_void: view.is_void,
            backed_out: Vec::new(),
            round_file,
            no_round_file,
        })
    }

    /// The name by which someone is shown: a person of the house, or a bot by what it is called.
    pub fn shown_name(&self, name: &str) -> String {
        let known = name.parse().ok().and_then(|id: PersonId| self.people.get(&id));
        known.map_or_else(|| name.to_owned(), |person| person.shown_name())
    }

    /// Whether someone may recall this round. Players recall those that they played.
    pub fn may_recall(&self, person: &PersonId, recall: &Recall) -> bool {
        let has_played = || recall.players.values().any(|name| name == person.as_str());
        self.may(person, Right::SeeRounds) || has_played()
    }

    /// The same with the round's entries: the time and the person of every step, and what was done besides.
    pub fn recall_round(
        &self,
        play: &Play,
        records: &[Record],
        reader: Reader<'_>,
    ) -> Result<Recall, Refusal> {
        let recalled = self.recall_play(play, reader)?;
        let telling = self.telling(play, reader);
        let steps = entries::with_entries(self, play, recalled.steps, records, telling);
        Ok(Recall { steps, backed_out: BackedOutAward::all(records), ..recalled })
    }

    /// How much of a round's entries a reader is told: those who run the table hear everything, and so do auditors once
    /// the round is over. While it is not, what an entry says may tell of cards that lie face down.
    fn telling<'r>(&self, play: &Play, reader: Reader<'r>) -> entries::Telling<'r> {
        let is_over = play.progress() == Progress::Over;
        let may_audit = self.may_audit(reader);
        entries::Telling {
            is_everything: is_staff(self.recalling_eyes(play, reader)) || (is_over && may_audit),
            names_staff: may_audit,
            reader: match reader {
                Reader::Viewer(Viewer::Person(id)) => Some(id),
                Reader::Viewer(Viewer::Public) | Reader::Ledger => None,
            },
        }
    }

    /// Whether this is an auditor, or someone who reads the ledger itself.
    pub(crate) fn may_audit(&self, reader: Reader<'_>) -> bool {
        match reader {
            Reader::Ledger => true,
            Reader::Viewer(Viewer::Person(id)) => {
                let person = self.people.get(id);
                person.is_some_and(|it| it.role == Role::Auditor && !it.is_retired)
            }
            Reader::Viewer(_) => false,
        }
    }

    /// Through whose eyes a round is recalled. Auditors see what supervisors see, once it is over.
    pub(crate) fn recalling_eyes(&self, play: &Play, reader: Reader<'_>) -> Eyes {
        let is_over = play.progress() == Progress::Over;
        match reader {
            Reader::Ledger if is_over => Eyes::Supervisor,
            Reader::Ledger => Eyes::Public,
            Reader::Viewer(viewer) => {
                let is_auditor = self.may_audit(reader);
                let has_staff = play.form.setup.kind != Kind::Practice;
                if is_auditor && is_over && has_staff {
                    Eyes::Supervisor
                } else {
                    self.eyes(play, viewer)
                }
            }
        }
    }
}

/// Plays the round again as it happened, and looks at it after every operation; what was taken back was
/// seen, too, by who saw it then.
fn steps(play: &Play, eyes: Eyes) -> Result<Vec<Step>, Refusal> {
    let mut round = Round::new(play.round().table(), Keep::Log);
    let mut steps: Vec<Step> = Vec::new();
    // Once it is over, those who run the table see which card was taken back.
    let sees_all = play.progress() == Progress::Over && is_staff(eyes);
    // The operations that stand so far: the step of each, and its words.
    let mut standing: Vec<(usize, String)> = Vec::new();
    for past in play.history() {
        match past {
            Past::Did(line) => {
                let before = round.log().events().len();
                round.apply(op_of(&line)).map_err(Refusal::from)?;
                let view = round.view(eyes);
                let words: Vec<String> = round.log().events()[before..]
                    .iter()
                    .map(|event| words(&round, event, &view, eyes))
                    .collect();
                let did = &round.log().events()[before];
                let whole = sees_all.then(|| without_cite(&round.log_line(did)));
                let step = step(words, &view);
                standing.push((steps.len(), whole.unwrap_or_else(|| step.op.clone())));
                steps.push(step);
            }
            Past::TookBack(back) => {
                let undone = standing.split_off(back.at);
                round = without_last(&round, back.at)?;
                undone.iter().for_each(|(place, _)| steps[*place].undone = true);
                let takes_back = undone.into_iter().map(|(_, words)| words).collect();
                let then = step(vec![back_words(&back, eyes)], &round.view(eyes));
                steps.push(Step { cite: Some("[GEN-14]".to_owned()), takes_back, ..then });
            }
        }
    }
    Ok(steps)
}

fn is_staff(eyes: Eyes) -> bool {
    matches!(eyes, Eyes::Dealer | Eyes::Supervisor)
}

/// A line of the log without what orders it.
fn without_cite(line: &str) -> String {
    line.split("  ").next().unwrap_or_default().to_owned()
}

pub(crate) fn op_of(line: &str) -> Op {
    line.parse().expect("it was written by an operation")
}

/// The round with only its first operations.
fn without_last(round: &Round, stay: usize) -> Result<Round, Refusal> {
    let mut again = Round::new(round.table(), Keep::Log);
    for op in round.log().ops().take(stay) {
        again.apply(op).map_err(Refusal::from)?;
    }
    Ok(again)
}

/// Who took something back. Why is the staff's: it may name a card that lies face down.
fn back_words(back: &TakenBack, eyes: Eyes) -> String {
    match is_staff(eyes) {
        true => format!("undo by {}: {}", back.by, back.reason),
        false => "undo".to_owned(),
    }
}

fn step(words: Vec<String>, view: &View) -> Step {
    let mut words = words.into_iter();
    let first = words.next().unwrap_or_default();
    let (op, cite) = match first.split_once("  ") {
        Some((op, cite)) => (op.to_owned(), Some(cite.to_owned())),
        None => (first, None),
    };
    let text = words.map(|line| line.trim_start_matches("> ").to_owned()).collect();
    Step {
        op,
        cite,
        text,
        seats: view.seats.iter().map(seat_then).collect(),
        dealer: view.dealer.clone(),
        board: view.board.clone(),
        burns: view.burns.clone(),
        exposed: view.exposed,
        ..Step::default()
    }
}

impl Step {
    /// The table as it lay then, without what was done.
    fn table_then(&self) -> Step {
        Step {
            seats: self.seats.clone(),
            dealer: self.dealer.clone(),
            board: self.board.clone(),
            burns: self.burns.clone(),
            exposed: self.exposed,
            ..Step::default()
        }
    }
}

fn seat_then(seat: &SeatView) -> SeatThen {
    let tipped = seat.stakes.iter().filter(|stake| stake.tip > Cents::ZERO);
    SeatThen {
        seat: Seat(seat.number.get()),
        bets: seat.stakes.iter().map(|stake| (stake.line, stake.amount)).collect(),
        tips: tipped.map(|stake| (stake.line, stake.tip)).collect(),
        hands: seat.hands.clone(),
        set: seat.set,
        folded: seat.is_out,
        dead: seat.is_dead,
    }
}

/// An event in the words of the log, without the cards that a viewer did not see when it happened.
fn words(round: &Round, event: &Event, view: &View, eyes: Eyes) -> String {
    let line = || round.log_line(event);
    match event {
        Event::Dealt { want, card } => {
            if want.facing == Facing::Up || is_own(round, want.to, eyes) {
                line()
            } else {
                without(&line(), *card)
            }
        }
        // How a hand with a wrong number of cards lies is what the view says.
        Event::Misdealt { hand, .. } => {
            let (whose, cards) = match hand {
                Some(number) => {
                    let seat = view.seats.iter().find(|seat| seat.number == *number);
                    let cards = seat.and_then(|seat| seat.hands.first());
                    (number.to_string(), cards.map_or(&[][..], |hand| &hand.cards))
                }
                None => ("dealer".to_owned(), &*view.dealer),
            };
            let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            format!("misdealt {whose} {}", cards.join(" "))
        }
        Event::Decided { seat, action: Action::Set(card), .. } => {
            let seen =
                view.seats.iter().find(|view| view.number == *seat).and_then(|seat| seat.set);
            match seen {
                Some(Face::Up(_)) => line(),
                Some(Face::Down) | None => without(&line(), *card),
            }
        }
        // What was reported was seen by all, and so was everything that was turned up.
        Event::Opened
        | Event::Bet { .. }
        | Event::BetsCleared { .. }
        | Event::Tip { .. }
        | Event::Player { .. }
        | Event::Chips { .. }
        | Event::Button { .. }
        | Event::Locked { .. }
        | Event::Voided { .. }
        | Event::Unseen
        | Event::NotSeen { .. }
        | Event::Decided { .. }
        | Event::Reported(_)
        | Event::Awarded { .. }
        | Event::Overridden { .. }
        | Event::BoardTurned { .. }
        | Event::TurnedUp { .. }
        | Event::DealerRevealed
        | Event::Ordered { .. }
        | Event::SupervisorCalled { .. }
        | Event::CardTurned { .. }
        | Event::ExposedDealt { .. }
        | Event::ExposedRefused { .. }
        | Event::ExposedBurned { .. }
        | Event::Settled(_) => line(),
    }
}

/// A line with `??` in place of a card.
fn without(line: &str, card: Card) -> String {
    let card = card.to_string();
    line.split(' ').map(|word| if word == card { "??" } else { word }).collect::<Vec<_>>().join(" ")
}

/// Whether this is the viewer's own hand.
pub(crate) fn is_own(round: &Round, to: Recipient, eyes: Eyes) -> bool {
    let (Recipient::Seat { seat, .. }, Eyes::Seat(own)) = (to, eyes) else { return false };
    let player = |number| round.felt().seats.iter().find(|seat| seat.number == number);
    match (player(seat), player(own)) {
        (Some(seat), Some(own)) => seat.player == own.player,
        _ => false,
    }
}

/// The round file of a round that is over. Those who run the table see every card in it; everyone else has `??` for
/// what they did not see, which decided nothing. Otherwise nothing, or why there is none.
fn round_file(play: &Play, eyes: Eyes, view: &View) -> (Option<String>, Option<String>) {
    let round = play.round();
    if play.progress() != Progress::Over || *round.next() != Next::Done {
        return (None, None);
    }
    let note = play.form.meter;
    let meter = note.map(|note| note.meter());
    let book = match play.form.setup.rulebook() {
        Ok(book) => book,
        Err(why) => return (None, Some(why.to_string())),
    };
    // In several decks a card that is seen may lie unseen elsewhere, too.
    let has_decks = round.table().decks().get() > 1;
    let file = match is_staff(eyes) {
        true => round.checked_round_file(book, meter),
        false if has_decks && !is_all_shown(round, view) => return (None, None),
        false if has_decks => round.checked_round_file(book, meter),
        false => round.checked_round_file_for(book, meter, eyes),
    };
    match file {
        Ok(text) => (Some(text), None),
        Err(why) => (None, Some(why.to_string())),
    }
}

/// Whether this viewer sees every card that was dealt, burned and discarded ones too.
fn is_all_shown(round: &Round, view: &View) -> bool {
    let hands = view.seats.iter().flat_map(|seat| &seat.hands).flat_map(|hand| &hand.cards);
    let piles = hands.chain(&view.dealer).chain(&view.board).chain(&view.burns);
    let hidden = piles.filter(|face| **face == Face::Down).count();
    let is_aside = |event: &Event| match event {
        Event::Dealt { want, .. } => {
            matches!(want.to, Recipient::Burn | Recipient::Discard) && want.facing == Facing::Down
        }
        _ => false,
    };
    hidden == 0 && !round.log().events().iter().any(is_aside)
}

impl Recall {
    /// Whether the house knows any cards of this round.
    pub fn has_cards(&self) -> bool {
        let is_dealt = |step: &Step| step.op.starts_with("deal ") || step.op == "unseen";
        self.steps.iter().any(is_dealt)
    }
}
