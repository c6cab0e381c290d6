//! The entries of a round: when each step was taken and by whom, and what was done besides the round's own operations,
//! such as keys, calls, verifications and the dealer's steps.

use progressive::{Award, KeySwitch, PersonId, Seat, Standing, TableId};
use rulebook::Duty;

use super::{BackedOutAward, Recall, Step, Who};
use crate::Record;
use crate::machine::{House, KeyPress, Light};
use crate::report;
use crate::request::{Command, Role};
use crate::table::command::{By, Dollars, TableCommand};
use crate::table::play::{Play, Progress};
use crate::table::setup::Kind;
use crate::table::steps::{StepBy, StepDone};
use crate::table::undo::Past;

/// How much of the entries a reader is told.
#[derive(Clone, Copy)]
pub(super) struct Telling<'r> {
    /// Those who run the table or audit it are told everything; others hear of what was done to the cards and wagers.
    pub(super) is_everything: bool,
    /// Names of the staff are for those who may audit, too, while they hear no more than others.
    pub(super) names_staff: bool,
    /// Who reads, if it is a person.
    pub(super) reader: Option<&'r PersonId>,
}

/// Puts the time and the person to every step, and adds what was done besides.
pub(super) fn with_entries(
    house: &House,
    play: &Play,
    steps: Vec<Step>,
    records: &[Record],
    telling: Telling<'_>,
) -> Vec<Step> {
    let owners = owners(&play.history(), records);
    let mut told: Vec<Step> = Vec::new();
    let mut steps = steps.into_iter().zip(owners).peekable();
    for (place, record) in records.iter().enumerate() {
        let teller = Teller { house, play: Some(play), record, telling };
        // What the store has no entry of stays in its place.
        while let Some((step, _)) = steps.next_if(|(_, owner)| owner.is_none_or(|it| it < place)) {
            told.push(step);
        }
        let others =
            if telling.is_everything { teller.other_steps() } else { OtherSteps::default() };
        push_all(&mut told, others.asked);
        let is_here = |owner: Option<usize>| owner == Some(place);
        // The steps are those of the award that an override has made of it.
        let is_override = |step: &Step| step.op.starts_with("override ");
        while let Some((step, _)) =
            steps.next_if(|(step, owner)| is_here(*owner) && is_override(step))
        {
            told.push(teller.signed(step));
        }
        push_all(&mut told, others.steps);
        while let Some((step, _)) = steps.next_if(|(_, owner)| is_here(*owner)) {
            told.push(teller.signed(step));
        }
        push_all(&mut told, others.after);
    }
    told.extend(steps.map(|(step, _)| step));
    told
}

/// A round of a table that is only a keypad: all of it is in its entries.
pub(super) fn keypad_round(
    house: &House,
    table: &TableId,
    number: u64,
    records: &[Record],
) -> Option<Recall> {
    let known = house.tables.get(table)?;
    let posted = &known.keypad()?.posted;
    let telling = Telling { is_everything: true, names_staff: true, reader: None };
    let mut steps: Vec<Step> = Vec::new();
    for record in records {
        let OtherSteps { asked, steps: done, after } =
            Teller { house, play: None, record, telling }.other_steps();
        [asked, done, after].into_iter().for_each(|part| push_all(&mut steps, part));
    }
    let edition = records.iter().find_map(|record| record.effect.edition.clone());
    let is_open = known.keypad_round().is_some_and(|round| round.played.number == number);
    let is_void = records.iter().any(|it| it.request.command.is_misdeal());
    Some(Recall {
        table: table.clone(),
        round: number,
        game: posted.game.clone(),
        edition: edition.unwrap_or_else(|| posted.edition.clone()),
        kind: Kind::Keypad,
        phase: if is_open { Progress::Playing } else { Progress::Over },
        players: [].into(),
        steps,
        lines: Vec::new(),
        tips: Vec::new(),
        rake: None,
        is_void,
        backed_out: BackedOutAward::all(records),
        round_file: None,
        no_round_file: Some("the cards were not entered".to_owned()),
    })
}

/// Adds what was done besides: the table lies as it did before.
fn push_all(told: &mut Vec<Step>, others: Vec<Step>) {
    for step in others {
        let then = told.last().map(Step::table_then).unwrap_or_default();
        told.push(Step {
            seats: then.seats,
            dealer: then.dealer,
            board: then.board,
            burns: then.burns,
            exposed: then.exposed,
            ..step
        });
    }
}

/// The entry that each moment of a round's history is in. The bets that a seat replaced before the lock are no part of
/// the history any more, so the two are matched from the end.
fn owners(history: &[Past], records: &[Record]) -> Vec<Option<usize>> {
    let mut done: Vec<(usize, Option<&str>)> = Vec::new();
    for (place, record) in records.iter().enumerate() {
        if !record.effect.taken_back.is_empty() {
            done.push((place, None));
        }
        done.extend(record.effect.ops.iter().map(|op| (place, Some(&**op))));
    }
    let mut found: Vec<Option<usize>> = Vec::new();
    for past in history.iter().rev() {
        let wanted = match past {
            Past::Did(line) => Some(&**line),
            Past::TookBack(_) => None,
        };
        match done.iter().rposition(|(_, op)| *op == wanted) {
            Some(at) => {
                found.push(Some(done[at].0));
                done.truncate(at);
            }
            None => found.push(None),
        }
    }
    found.reverse();
    found
}

/// What an entry did that is no operation of the round: what was asked for and the dealer's steps, which come before
/// them, and the rest.
#[derive(Default)]
struct OtherSteps {
    asked: Vec<Step>,
    steps: Vec<Step>,
    after: Vec<Step>,
}

/// Tells what an entry did.
struct Teller<'r> {
    house: &'r House,
    play: Option<&'r Play>,
    record: &'r Record,
    telling: Telling<'r>,
}

impl Teller<'_> {
    /// A step of the round with its time and person.
    fn signed(&self, step: Step) -> Step {
        let by = Some(self.shown(&self.record.request.by));
        Step { at: Some(self.record.at), by, ..step }
    }

    /// A person's name, or what they are here where it is not for this reader.
    fn shown(&self, id: &PersonId) -> Who {
        let named = self.telling.is_everything || self.telling.names_staff;
        let is_player = || {
            let mut players = self.play.into_iter().flat_map(|play| play.players().values());
            players.any(|name| name == id.as_str())
        };
        if named || self.telling.reader == Some(id) || is_player() {
            return Who::of(id);
        }
        match self.house.people.get(id).map(|person| person.role) {
            Some(role @ (Role::Dealer | Role::Supervisor)) => Who::Role(role),
            Some(Role::Player | Role::Auditor) => Who::Role(Role::Player),
            None => Who::House,
        }
    }

    fn step(&self, op: String, says: String, by: Who) -> Step {
        let at = Some(self.record.at);
        Step { op, says: Some(says), at, by: Some(by), ..Step::default() }
    }

    fn other_steps(&self) -> OtherSteps {
        let asked: Vec<Step> = self.asked().into_iter().collect();
        let mut steps: Vec<Step> =
            self.record.effect.steps.iter().map(|step| self.dealers(step)).collect();
        let mut after = self.keys();
        if asked.is_empty() {
            after.append(&mut steps);
        }
        after.extend(self.by_itself());
        OtherSteps { asked, steps, after }
    }

    fn who(&self) -> Who {
        Who::of(&self.record.request.by)
    }

    /// What was asked for, where the round's own operations do not say it.
    fn asked(&self) -> Option<Step> {
        let record = self.record;
        let op = match &record.request.command {
            Command::Table { command, .. } => self.table_op(command)?,
            Command::Propose { .. } => "propose".to_owned(),
            Command::Approve { proposal } => format!("approve {proposal}"),
            Command::Reject { proposal, .. } => format!("reject {proposal}"),
            _ => return None,
        };
        let mut step = self.step(op, self.words(), self.who());
        if let Command::Table { command: TableCommand::Lock { bets, .. }, .. } =
            &record.request.command
        {
            let bet = |(seat, Dollars(bet)): (&Seat, &Dollars)| format!("seat {seat} bets {bet:#}");
            step.text.extend(bets.iter().map(bet));
        }
        let envy = record.effect.envy.iter();
        step.text.extend(envy.map(|won| {
            format!("seat {} wins {:#} of envy from seat {}", won.seat, won.amount, won.from)
        }));
        Some(step)
    }

    /// The word for what was done at a table, where the round's own operations, steps or keys do not say it.
    fn table_op(&self, command: &TableCommand) -> Option<String> {
        let effect = &self.record.effect;
        // Without cards, the entries say everything but the keys.
        let is_keypad_only = self.play.is_none();
        Some(match command {
            TableCommand::Ready { seat } => format!("ready {seat}"),
            TableCommand::CallSupervisor { .. } => "call".to_owned(),
            TableCommand::Verify { award, .. } => format!("verify {award}"),
            TableCommand::Override { .. } => "override".to_owned(),
            TableCommand::Void { award, .. } => format!("void {award}"),
            TableCommand::TurnKey { to: KeySwitch::Jph } => "turn-key jph".to_owned(),
            TableCommand::TurnKey { to: KeySwitch::Run } => "turn-key run".to_owned(),
            TableCommand::JPot => "j-pot".to_owned(),
            TableCommand::GameOver => "game-over".to_owned(),
            TableCommand::TimeUp => "time-up".to_owned(),
            TableCommand::KeyLost => "key-lost".to_owned(),
            TableCommand::SeedWord { seat, .. } => format!("word {seat}"),
            TableCommand::ReturnBet { seat, .. } => format!("return-bet {seat}"),
            TableCommand::Cards { .. } => "cards".to_owned(),
            TableCommand::Lock { .. } if is_keypad_only => "lock".to_owned(),
            TableCommand::Misdeal { .. } if is_keypad_only => "misdeal".to_owned(),
            // A call is a step, too, and so is a key: each is told by what it did.
            TableCommand::Step
                if effect.steps.is_empty() && effect.key.is_none() && effect.ops.is_empty() =>
            {
                "call".to_owned()
            }
            TableCommand::Undo { .. } if effect.taken_back.is_empty() => "undo-step".to_owned(),
            _ => return None,
        })
    }

    /// The words of the entry without its table and round.
    fn words(&self) -> String {
        let words = report::words(&self.record.request.command, self.record);
        let effect = &self.record.effect;
        let Some(table) = &effect.table else { return words };
        let of_round = effect.round.map(|round| format!("{table} round {round}: "));
        let prefixes = [of_round, Some(format!("{table}: ")), Some(format!("{table} "))];
        let rest = prefixes.iter().flatten().find_map(|prefix| words.strip_prefix(prefix.as_str()));
        rest.map_or_else(|| words.clone(), str::to_owned)
    }

    /// A step of the dealer's, with who did it.
    fn dealers(&self, done: &StepDone) -> Step {
        let StepDone { id, seat, by, text, cite } = done;
        let is_supervisors = match &self.record.request.command {
            Command::Table { command, .. } => matches!(command.facts().by, By::Supervisor),
            _ => true,
        };
        // It is the supervisors who undo an award [PRG-10].
        let undone = |award: &Award| matches!(award.standing, Standing::BackedOut { .. });
        let is_undone = self.record.effect.awards.iter().any(undone);
        let by = match by {
            StepBy::House => Who::House,
            // It was done before, at the table.
            StepBy::Dealer if is_supervisors && !is_undone => Who::Role(Role::Dealer),
            StepBy::Dealer | StepBy::Supervisor => self.who(),
        };
        let whose = seat.map_or_else(String::new, |seat| format!(" {seat}"));
        let step = self.step(format!("step {id}{whose}"), text.clone(), by);
        Step { cite: Some(cite.join(", ")).filter(|cite| !cite.is_empty()), ..step }
    }

    /// The keys that went on, went off, or moved.
    fn keys(&self) -> Vec<Step> {
        let effect = &self.record.effect;
        let pressed = effect.key.as_ref();
        // The house presses several at once where keys are its own, and turns them off with what was taken back.
        let other = |award: &&Award| pressed.is_none_or(|key| key.seat != award.seat);
        let others = effect.awards.iter().filter(other).filter_map(|award| self.lit(award));
        let by = if self.has_own_keys() { Who::House } else { self.who() };
        pressed.cloned().into_iter().chain(others).map(|key| self.key(&key, by.clone())).collect()
    }

    /// Whether the house presses the keys itself.
    fn has_own_keys(&self) -> bool {
        self.play.is_some_and(|play| !play.form.setup.is_by_hand(Duty::Key))
    }

    fn key(&self, key: &KeyPress, by: Who) -> Step {
        let KeyPress { seat, hand, light, was, envy, .. } = key;
        let op = match (light, was) {
            (Light::On, _) => format!("key {seat} on {hand}"),
            (Light::Off, _) => format!("key {seat} off {hand}"),
            (Light::Moved, Some(was)) => format!("key {seat} from {was} to {hand}"),
            (Light::Moved, None) => format!("key {seat} to {hand}"),
        };
        let step = self.step(op, report::key_words(key), by);
        let won = |won: &crate::machine::Envy| {
            format!("envy for seat {}: {:#} if it stays so", won.seat, won.amount)
        };
        Step { text: envy.iter().map(won).collect(), ..step }
    }

    /// An award whose key this entry lit, or turned off.
    fn lit(&self, award: &Award) -> Option<KeyPress> {
        let light = match &award.standing {
            Standing::Voided { at, reason, .. } if *at == self.record.at => {
                (reason == "turned off").then_some(Light::Off)
            }
            Standing::Pending if award.keyed_at == self.record.at => Some(Light::On),
            // Only where keys are the house's own are they lit and verified in one entry.
            Standing::Paid { .. } if award.keyed_at == self.record.at && self.has_own_keys() => {
                Some(Light::On)
            }
            Standing::Pending
            | Standing::Paid { .. }
            | Standing::Voided { .. }
            | Standing::BackedOut { .. } => None,
        }?;
        let (seat, hand, amount) = (award.seat, award.hand.clone(), Some(award.amount));
        Some(KeyPress { seat, hand, light, was: None, amount, envy: Vec::new() })
    }

    /// The awards that the house verified itself, at a practice table.
    fn by_itself(&self) -> Vec<Step> {
        if self.play.is_none_or(|play| play.form.setup.kind != Kind::Practice) {
            return Vec::new();
        }
        let paid = self.record.effect.awards.iter().filter(|award| award.is_paid());
        paid.map(|award| {
            let says = format!("award {} verified, {:#}", award.number, award.amount);
            self.step(format!("verify {}", award.number), says, Who::House)
        })
        .collect()
    }
}
