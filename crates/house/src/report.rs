//! What a house is asked for on paper: statements, slips, reconciliation, liability, sign records.
//! Everything here is computed from the ledger's own lines and rows; nothing is changed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use ledger::{EntryRef, RequestId, Row, Store, StoreError};
use money::{Cents, MeterUnits, Moment};
use progressive::{
    Account, Award, AwardNumber, DeviceId, Difference, Disagreement, KeySwitch, Meter, MeterId,
    Overridden, PersonId, Posted, Standing, TableId, Totals, Transfer, as_text,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Record;
use crate::machine::{Effect, House, KeyPress, Light, Move, Proposal, RecordId, round_key};
use crate::request::{Command, Proposed, Request};
use crate::table::command::TableCommand;

/// How many entries are read at a time.
const CHUNK: usize = 10_000;

/// A line of a meter's statement: one entry with what the sign showed before and after (A1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct StatementLine {
    pub seq: u64,
    pub at: Moment,
    pub by: PersonId,
    pub device: DeviceId,
    pub what: String,
    /// The edition that the table was open under, for what was done at a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The awards that were decided, as they stood then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub awards: Vec<Award>,
    #[serde(with = "as_text")]
    pub before: MeterUnits,
    #[serde(with = "as_text")]
    pub change: MeterUnits,
    #[serde(with = "as_text")]
    pub after: MeterUnits,
    /// What the house made up for a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_up: Option<TopUp>,
    /// The money that moved, from which account to which.
    pub transfers: Vec<Transfer>,
    /// Where all of its money is after it.
    pub totals: Totals,
    /// By how many microseconds the clock of whoever made it was behind an earlier entry's, if
    /// noticeably.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_back_micros: Option<i64>,
}

/// What the house put on a meter for a round, because another table had won what was due [PRG-19] (3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TopUp {
    /// The table.
    pub table: TableId,
    /// Its round.
    pub round: u64,
    /// How much; less than nothing where it went back to the house, since the round needs it no more.
    #[serde(with = "as_text")]
    pub amount: MeterUnits,
}

impl TopUp {
    /// What of a move is a top-up for the round that the entry names.
    fn of(moved: &Move, effect: &Effect) -> Option<TopUp> {
        let made_up = |transfer: &Transfer| match (transfer.from, transfer.to) {
            (Account::TopUps, _) => Some(transfer.amount),
            (_, Account::TopUps) => Some(-transfer.amount),
            _ => None,
        };
        let amount = moved.transfers.iter().find_map(made_up)?;
        Some(TopUp { table: effect.table.clone()?, round: effect.round?, amount })
    }

    /// `top-up by the house for t1 round 4: $1,000.00`.
    pub fn words(&self) -> String {
        let TopUp { table, round, amount } = self;
        match *amount < MeterUnits::ZERO {
            true => format!(
                "top-up for {table} round {round} back to the house: {}",
                in_dollars(-*amount)
            ),
            false => {
                format!("top-up by the house for {table} round {round}: {}", in_dollars(*amount))
            }
        }
    }
}

/// Which entries are looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// Behind this entry.
    pub after_seq: u64,
    /// From this moment on.
    pub from: Option<Moment>,
    /// Before this moment.
    pub until: Option<Moment>,
}

impl Span {
    fn holds(&self, at: Moment) -> bool {
        self.from.is_none_or(|from| at >= from) && self.until.is_none_or(|until| at < until)
    }
}

/// Goes through the entries of a span in order, each with its line; `progress` hears how many entries
/// of how many are read. Lines without some text are not even read as JSON.
pub fn each_record(
    store: &mut dyn Store,
    span: &Span,
    having: Option<&str>,
    progress: &mut dyn FnMut(u64, u64),
    mut visit: impl FnMut(&Record, &str),
) -> Result<(), StoreError> {
    let last = store.head()?.seq;
    let mut read = Ok(());
    store.visit(span.after_seq, last, &mut |entry| {
        if entry.seq.is_multiple_of(CHUNK as u64) {
            progress(entry.seq, last);
        }
        if having.is_some_and(|text| !entry.line.contains(text)) {
            return ControlFlow::Continue(());
        }
        match read_record(entry) {
            Ok(record) if span.holds(record.at) => visit(&record, entry.line),
            Ok(_) => {}
            Err(error) => {
                read = Err(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    read
}

/// The entry that a request has made, if it was made.
pub fn made_by(store: &mut dyn Store, id: RequestId) -> Result<Option<Record>, StoreError> {
    let found = store.find(&[id])?;
    found.first().map(|(_, entry)| read_record(entry.as_ref())).transpose()
}

/// Every entry that moved a meter's money. No others are read.
pub fn statement(
    store: &mut dyn Store,
    meter: &MeterId,
    span: &Span,
) -> Result<Vec<StatementLine>, StoreError> {
    let mut lines = Vec::new();
    let mut after = span.after_seq;
    loop {
        let entries =
            ledger::about::<House>(store, &RecordId::Meter(meter.clone()).key(), after, CHUNK)?;
        let Some(last) = entries.last() else { return Ok(lines) };
        after = last.seq;
        for entry in &entries {
            let record = read_record(entry.as_ref())?;
            if span.holds(record.at) {
                lines.extend(statement_lines(store, &record, meter)?);
            }
        }
    }
}

/// What an approval carried out, and who had proposed it: its own entry has only the number (A1).
fn approved(store: &mut dyn Store, record: &Record) -> Result<Option<String>, StoreError> {
    let Command::Approve { proposal } = &record.request.command else { return Ok(None) };
    let row = ledger::row_now::<House>(store, &RecordId::Proposal(*proposal).key())?;
    let Some(proposal) = row.as_ref().map(read_row::<Proposal>).transpose()? else {
        return Ok(None);
    };
    let words = proposed_words(&proposal.proposed);
    Ok(Some(format!("; proposed by {}: {words}", proposal.by)))
}

/// What an entry did to a meter.
pub fn statement_lines(
    store: &mut dyn Store,
    record: &Record,
    meter: &MeterId,
) -> Result<Vec<StatementLine>, StoreError> {
    let about = approved(store, record)?.unwrap_or_default();
    let Request { by, device, command, .. } = &record.request;
    let line = |moved: &Move| StatementLine {
        seq: record.seq,
        at: record.at,
        by: by.clone(),
        device: device.clone(),
        what: words(command, record) + &about,
        edition: record.effect.edition.clone(),
        awards: decided(record).filter(|award| award.meter == *meter).cloned().collect(),
        before: moved.before,
        change: moved.after.display - moved.before,
        after: moved.after.display,
        top_up: TopUp::of(moved, &record.effect),
        transfers: moved.transfers.clone(),
        totals: moved.after,
        clock_back_micros: record.clock_back_micros,
    };
    Ok(record.effect.moves.iter().filter(|moved| moved.meter == *meter).map(line).collect())
}

/// The awards that an entry decided: all but those that are still pending.
fn decided(record: &Record) -> impl Iterator<Item = &Award> {
    record.effect.awards.iter().filter(|award| !award.is_pending())
}

/// What an entry says.
pub fn read_record(entry: EntryRef<'_>) -> Result<Record, StoreError> {
    Record::read(entry)
        .map_err(|error| StoreError::Damaged(format!("entry {}: {error}", entry.seq)))
}

/// Every entry of a table's round, from the lock to its end (L2).
pub fn round(
    store: &mut dyn Store,
    table: &TableId,
    number: u64,
) -> Result<Vec<Record>, StoreError> {
    let entries = ledger::about::<House>(store, &round_key(table, number), 0, usize::MAX)?;
    entries.iter().map(|entry| read_record(entry.as_ref())).collect()
}

/// What an entry did, in words for people.
pub fn words(command: &Command, record: &Record) -> String {
    match command {
        Command::AddPerson { person, name, .. } if record.effect.proposal.is_some() => {
            format!("proposed: add {person} ({name}) as supervisor")
        }
        Command::AddPerson { person, role, .. } => format!("{person} added as {}", role.word()),
        Command::ChangeSecret { person, .. } if record.effect.proposal.is_some() => {
            format!("proposed: give {person} a new secret")
        }
        Command::ChangeSecret { person, .. } => format!("secret of {person} changed"),
        Command::Retire { person, reason } => format!("{person} retired: {reason}"),
        Command::SignIn => "signed in".to_owned(),
        Command::SignInRefused { person: Some(person), .. } => {
            format!("sign-in as {person} refused")
        }
        Command::SignInRefused { person: None, .. } => {
            "sign-in refused: that cannot be a name".to_owned()
        }
        Command::StartSession { session } => match session.address.as_str() {
            "" => "signed in".to_owned(),
            address => format!("signed in from {address}"),
        },
        Command::EndSessions { person, session: Some(number) } => {
            format!("session {number} of {person} ended")
        }
        Command::EndSessions { person, session: None } => format!("all sessions of {person} ended"),
        Command::FoundDemo { .. } => "demo house founded".to_owned(),
        Command::Unlock { person, reason } => format!("{person} unlocked: {reason}"),
        Command::ChainVerified { seq, .. } => format!("audit chain verified up to entry {seq}"),
        Command::ChainBroken { says } => says.clone(),
        Command::CloseDay { day } => format!("gaming day {day} closed"),
        Command::Event { says, .. } => says.clone(),
        Command::CreateMeter { meter, criteria, .. } => {
            format!("meter {meter} created for {criteria}")
        }
        Command::Configure { meter, .. } => format!("terms of meter {meter} changed"),
        Command::CloseMeter { meter } => format!("meter {meter} closed"),
        Command::Fault { meter, says } => format!("meter {meter} out of order: {says}"),
        Command::ClearFault { meter, reason } => format!("meter {meter} back in order: {reason}"),
        Command::CloseTable { table } => format!("table {table} closed"),
        Command::SetUpTable { table, setup } => match (&setup.meter, setup.posted.as_deref()) {
            (Some(meter), Some(Posted { game, schedule, edition, wager, .. })) => format!(
                "table {table} opened on {meter}: {game} {schedule} at {wager:#}, edition {edition}"
            ),
            _ => format!("table {table} opened: {}, {}", setup.game, setup.kind.word()),
        },
        Command::Guest { person, name, .. } => format!("{person} came in as a guest: {name}"),
        Command::Table { table, command, .. } => {
            let table = record.effect.table.as_ref().or(table.as_ref());
            let table = table.map_or("", |table| table.as_str());
            let round =
                record.effect.round.map_or_else(String::new, |round| format!(" round {round}"));
            format!("{table}{round}: {}", table_words(command, record))
        }
        Command::Propose { proposed } => format!("proposed: {}", proposed_words(proposed)),
        Command::Approve { proposal } => {
            format!("proposal {proposal} approved{}", outcomes(record, |_| true))
        }
        Command::Reject { proposal, reason } => format!("proposal {proposal} rejected: {reason}"),
    }
}

/// What was done at a table, in words: of a dealer's step, which it was.
fn table_words(command: &TableCommand, record: &Record) -> String {
    let steps = record.effect.steps.iter().map(|step| step.text.trim_end_matches('.'));
    let steps = steps.collect::<Vec<_>>().join("; ");
    let (key, proposal) = (&record.effect.key, record.effect.proposal);
    let words = match (command, key, proposal) {
        (TableCommand::Step, Some(key), _) => format!("step: {}", key_words(key)),
        (TableCommand::Step, None, _) if !steps.is_empty() => format!("step: {steps}"),
        (TableCommand::Key { .. }, Some(key), _) => key_words(key),
        (
            TableCommand::Verify { award, paid: Some(paid), reason: Some(reason) },
            _,
            Some(proposal),
        ) => format!(
            "award {award}: {paid:#} proposed as proposal {proposal}, awaiting another supervisor: {reason}"
        ),
        (TableCommand::Override { reason }, _, Some(proposal)) => format!(
            "override proposed as proposal {proposal}, awaiting another supervisor: {reason}"
        ),
        (TableCommand::Verify { .. } | TableCommand::TurnKey { to: KeySwitch::Run }, ..) => {
            return command.words() + &outcomes(record, |_| true);
        }
        (command, ..) => command.words(),
    };
    // Whatever else decides an award that stands over the cards says so, too [PRG-22].
    words + &outcomes(record, |award| award.overridden.is_some())
}

/// An amount of a meter as people write it: `-$12.50`, and `$0.1234` where there are fractions of a cent.
fn in_dollars(amount: MeterUnits) -> String {
    let text = amount.to_string();
    let (sign, text) = text.strip_prefix('-').map_or(("", text.as_str()), |text| ("-", text));
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "00"));
    let (cents, rest) = decimals.split_at(2.min(decimals.len()));
    let rest = rest.trim_end_matches('0');
    let whole = whole
        .parse()
        .map_or_else(|_| format!("${whole}"), |dollars| format!("{:#}", Cents::dollars(dollars)));
    format!("{sign}{whole}.{cents}{rest}")
}

/// What is proposed, in words.
pub fn proposed_words(proposed: &Proposed) -> String {
    match proposed {
        Proposed::Adjust { meter, amount, reason } => {
            format!("adjust {meter} by {}: {reason}", in_dollars(*amount))
        }
        Proposed::Transfer { from, to, amount, petition } => {
            let amount = amount.map_or_else(|| "everything".to_owned(), in_dollars);
            format!("transfer {amount} from {from} to {to}: petition {petition}")
        }
        Proposed::ReleaseOverflow { meter, amount, reason } => {
            format!("release {} of {meter}'s overflow: {reason}", in_dollars(*amount))
        }
        Proposed::Reschedule { meter, criteria, petition } => {
            format!("change meter {meter} to {criteria}: petition {petition}")
        }
        Proposed::BackOut { award, reason } => format!("back out award {award}: {reason}"),
        Proposed::PayOther { award, amount, paid, reason } => {
            let difference = difference_words(*paid - *amount);
            format!(
                "pay {paid:#} for award {award}, {difference} the award of {amount:#}: {reason}"
            )
        }
        Proposed::Override { table, round, saw, reason } => {
            let saw = saw.iter().map(disagreement_words).collect::<Vec<_>>().join("; ");
            format!("override {table} round {round}, {saw}: {reason}")
        }
        Proposed::AddSupervisor { person, name, .. } => {
            format!("add {person} ({name}) as supervisor")
        }
        Proposed::ResetSecret { person, .. } => format!("give {person} a new secret"),
        Proposed::VerifyEvery { days: 1, reason } => format!("verify every day: {reason}"),
        Proposed::VerifyEvery { days, reason } => format!("verify every {days} days: {reason}"),
    }
}

/// Where keys and cards disagree: `seat 1 keyed flush, the cards say no award`.
pub fn disagreement_words(found: &Disagreement) -> String {
    let Disagreement { seat, keyed, cards } = found;
    let keyed = keyed.as_ref().map_or_else(|| "not keyed".to_owned(), |it| format!("keyed {it}"));
    format!("seat {seat} {keyed}, the cards say {}", cards.as_deref().unwrap_or("no award"))
}

/// By whom and why the cards were overridden for an award, if they were [PRG-22].
pub fn override_words(award: &Award) -> Option<String> {
    let Overridden { by, approved_by, reason, cards, .. } = award.overridden.as_ref()?;
    let cards = cards.as_deref().unwrap_or("no award");
    Some(format!("by override of {by} and {approved_by}, the cards say {cards}: {reason}"))
}

/// The keypad's response in words: `seat 4: flush keyed, $40`, `seat 4: flush turned off`, or which hand the light moved
/// to, and the amount.
pub fn key_words(key: &KeyPress) -> String {
    let KeyPress { seat, hand, light, was, amount, .. } = key;
    let done = match (light, was) {
        (Light::On, _) => format!("{hand} keyed"),
        (Light::Off, _) => format!("{hand} turned off"),
        (Light::Moved, None) => format!("moved to {hand}"),
        (Light::Moved, Some(was)) => format!("moved from {was} to {hand}"),
    };
    let amount = amount.map_or_else(String::new, |amount| format!(", {amount:#}"));
    format!("seat {seat}: {done}{amount}")
}

/// The status of an award in a word or two.
pub fn standing_word(award: &Award) -> &'static str {
    match &award.standing {
        Standing::Pending => "PENDING",
        Standing::Paid { .. } => "paid",
        Standing::BackedOut { .. } => "backed out",
        Standing::Voided { .. } => "voided",
    }
}

/// What was paid instead of an award, if it was [PRG-20].
pub fn paid_words(award: &Award) -> Option<String> {
    let Difference { amount, reason, approved_by, rest } = award.difference()?;
    let difference = difference_words(*amount);
    let rest = match *rest > Cents::ZERO {
        true => format!("; {rest:#} went back to meter {}", award.meter),
        false => String::new(),
    };
    let approved = format!("approved by {approved_by}");
    Some(format!(
        "{:#} was paid, {difference} the award, {approved}: {reason}{rest}",
        award.paid()?
    ))
}

/// The status of an award, with what was paid instead of it.
pub fn standing_words(award: &Award) -> String {
    let word = standing_word(award);
    let more = [override_words(award), paid_words(award)];
    more.into_iter().flatten().fold(word.to_owned(), |words, more| format!("{words}; {more}"))
}

/// `$12.50 less than`.
fn difference_words(amount: Cents) -> String {
    if amount < Cents::ZERO {
        format!("{:#} less than", -amount)
    } else {
        format!("{amount:#} more than")
    }
}

/// How long after its key an award was verified, in seconds.
pub fn waited_seconds(award: &Award) -> Option<i64> {
    match &award.standing {
        Standing::Paid { at, .. } => Some((at.0 - award.keyed_at.0).max(0) / 1_000_000),
        Standing::Pending | Standing::Voided { .. } | Standing::BackedOut { .. } => None,
    }
}

/// What became of the awards that an entry decided, how long after their keys, and by which override [PRG-22].
fn outcomes(record: &Record, told: impl Fn(&&Award) -> bool) -> String {
    let one = |award: &Award| {
        let (number, amount, word) = (award.number, award.amount, standing_word(award));
        let after = waited_seconds(award);
        let after = after.map_or_else(String::new, |seconds| format!(" {seconds} s after its key"));
        let over = override_words(award).map_or_else(String::new, |words| format!(", {words}"));
        match award.difference() {
            Some(Difference { rest, .. }) if award.is_paid() => {
                let paid = award.paid().unwrap_or_default();
                let back = match *rest > Cents::ZERO {
                    true => format!(", {rest:#} back to meter {}", award.meter),
                    false => String::new(),
                };
                format!("; {paid:#} paid for award {number} of {amount:#}{after}{back}{over}")
            }
            _ => format!("; award {number} of {amount:#} {word}{after}{over}"),
        }
    };
    decided(record).filter(told).map(one).collect()
}

/// Difference above which a reconciliation is marked (A3).
pub const MARK: Cents = Cents::dollars(50);

/// One meter against the sum of its entries, and against what someone read off the sign (A3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Reconciled {
    /// The meter.
    pub meter: MeterId,
    /// What the ledger says its sign shows.
    #[serde(with = "as_text")]
    pub display: MeterUnits,
    /// The sum of the changes of all its entries.
    #[serde(with = "as_text")]
    pub entries: MeterUnits,
    /// What was read off the sign, if someone did.
    #[serde(with = "as_text::option")]
    pub sign: Option<MeterUnits>,
    /// The larger of the two differences.
    #[serde(with = "as_text")]
    pub difference: MeterUnits,
    /// Is it over $50?
    pub is_marked: bool,
    /// Does the law of conservation hold?
    pub balances: bool,
}

/// Reconciles every meter with the sum of its entries and with what was read off the signs;
/// `progress` hears how many entries of how many are read. Others may write meanwhile: each meter is
/// held against the entries up to the one that left it so.
pub fn reconcile(
    store: &mut dyn Store,
    signs: &BTreeMap<MeterId, MeterUnits>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Reconciled>, StoreError> {
    let mut meters: BTreeMap<MeterId, (Meter, u64)> = BTreeMap::new();
    for row in ledger::rows_now::<House>(store, "meter")? {
        let meter: Meter = read_row(&row)?;
        meters.insert(meter.id.clone(), (meter, row.seq));
    }
    let last = meters.values().map(|(_, seq)| *seq).max().unwrap_or(0);
    let mut sums: BTreeMap<MeterId, MeterUnits> = BTreeMap::new();
    let mut read = Ok(());
    store.visit(0, last, &mut |entry| {
        if entry.seq.is_multiple_of(CHUNK as u64) || entry.seq == last {
            progress(entry.seq, last);
        }
        read = add_moves(&mut sums, &meters, entry);
        if read.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    read?;
    let one = |(meter, _): &(Meter, u64)| reconciled(meter, &sums, signs);
    Ok(meters.values().map(one).collect())
}

/// Adds what an entry changed on the signs.
fn add_moves(
    sums: &mut BTreeMap<MeterId, MeterUnits>,
    meters: &BTreeMap<MeterId, (Meter, u64)>,
    entry: EntryRef<'_>,
) -> Result<(), StoreError> {
    if !entry.line.contains("\"moves\":") {
        return Ok(());
    }
    for moved in read_record(entry)?.effect.moves {
        if meters.get(&moved.meter).is_some_and(|(_, last)| entry.seq <= *last) {
            let sum = sums.entry(moved.meter).or_insert(MeterUnits::ZERO);
            *sum += moved.after.display - moved.before;
        }
    }
    Ok(())
}

fn reconciled(
    meter: &Meter,
    sums: &BTreeMap<MeterId, MeterUnits>,
    signs: &BTreeMap<MeterId, MeterUnits>,
) -> Reconciled {
    let size = |amount: MeterUnits| if amount < MeterUnits::ZERO { -amount } else { amount };
    let display = meter.totals.display;
    let entries = sums.get(&meter.id).copied().unwrap_or(MeterUnits::ZERO);
    let sign = signs.get(&meter.id).copied();
    let apart = sign.map_or(MeterUnits::ZERO, |sign| size(sign - display));
    let difference = size(display - entries).max(apart);
    Reconciled {
        meter: meter.id.clone(),
        display,
        entries,
        sign,
        difference,
        is_marked: difference > MeterUnits::from(MARK),
        balances: meter.balances(),
    }
}

/// What a meter owes, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Liability {
    pub meter: MeterId,
    pub totals: Totals,
    #[serde(with = "as_text")]
    pub owed: MeterUnits,
    pub is_closed: bool,
    /// Is it for play money [PRG-24]? Nobody is owed that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub play_money: bool,
}

/// What every meter owes.
pub fn liability(house: &House) -> Vec<Liability> {
    let one = |meter: &Meter| Liability {
        meter: meter.id.clone(),
        totals: meter.totals,
        owed: meter.liability(),
        is_closed: meter.is_closed,
        play_money: house.is_play_money(&meter.id),
    };
    house.meters().map(one).collect()
}

/// What the house owes on its meters: play money is owed to nobody [PRG-24].
pub fn owed(meters: &[Liability]) -> MeterUnits {
    let real = meters.iter().filter(|meter| !meter.play_money);
    real.fold(MeterUnits::ZERO, |sum, meter| sum + meter.owed)
}

/// An award with its number, for its slip (W5).
pub fn award(store: &mut dyn Store, number: AwardNumber) -> Result<Option<Award>, StoreError> {
    let row = ledger::row_now::<House>(store, &RecordId::Award(number).key())?;
    row.as_ref().map(read_intact).transpose()
}

/// Every award of a house, in the order of their numbers.
pub fn awards(store: &mut dyn Store) -> Result<Vec<Award>, StoreError> {
    ledger::rows_now::<House>(store, "award")?.iter().map(read_intact).collect()
}

/// A row that was not changed outside this program: a slip is worth money.
fn read_intact<T: DeserializeOwned>(row: &Row) -> Result<T, StoreError> {
    if !row.is_intact() {
        let why = format!("the record of {} was changed outside this program", row.key);
        return Err(StoreError::Damaged(why));
    }
    read_row(row)
}

fn read_row<T: DeserializeOwned>(row: &Row) -> Result<T, StoreError> {
    serde_json::from_str(&row.json)
        .map_err(|error| StoreError::Damaged(format!("{}: {error}", row.key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposals_are_in_dollars() {
        let adjust = |amount: &str| {
            let meter = "pmg".parse().expect("an id");
            let amount = amount.parse().expect("an amount");
            proposed_words(&Proposed::Adjust { meter, amount, reason: "void".to_owned() })
        };
        assert_eq!(adjust("-12.5000"), "adjust pmg by -$12.50: void");
        assert_eq!(adjust("0.1234"), "adjust pmg by $0.1234: void");
        assert_eq!(adjust("12000"), "adjust pmg by $12,000.00: void");
    }
}
