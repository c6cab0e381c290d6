//! A house as the ledger keeps it: rows, and how they are taken in again.

use std::sync::Arc;

use ledger::{Change, Hash, Inconsistency, Key, Machine};
use money::{MeterUnits, Moment};
use progressive::TableId;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Counters, Effect, House, RecordId, round_key};
use crate::people::SecretMark;
use crate::refusal::Refusal;
use crate::request::{Proposed, Request};
use crate::table::keypad::KeypadRow;
use crate::table::play::Play;
use crate::table::{Table, TableForm};

impl House {
    /// A record as stores keep it, and whether it is still part of the house.
    pub(super) fn written_as(&self, record: &RecordId) -> (String, bool) {
        if let Some(json) = self.dirty.gone.get(record) {
            return (json.to_string(), false);
        }
        match record {
            RecordId::House => (json(&self.counters()), true),
            RecordId::Person(id) => {
                let person = &self.people[id];
                (json(&**person), !person.is_gone)
            }
            RecordId::Meter(id) => (json(&*self.meters[id]), true),
            RecordId::Keypad(id) => {
                let row = self.keypad_row(&self.tables[id]);
                (json(&row.expect("a keypad that changed is still here")), true)
            }
            RecordId::Award(number) => {
                let award = self.known_award(*number).expect("what changed is still here");
                (json(&**award), award.is_pending() || award.is_paid())
            }
            RecordId::Proposal(number) => {
                let proposal = &self.proposals[number];
                (json(&**proposal), proposal.is_open)
            }
            RecordId::Floor(id) => (json(&self.tables[id].form), true),
            RecordId::Tally(id) => {
                let tally = &self.tallies[id];
                (json(&**tally), !tally.is_empty())
            }
            RecordId::Round(table, number) => {
                let current = self.play(table).filter(|play| play.number() == *number);
                match current {
                    Some(play) => (json(&play.form), true),
                    None => (json(&self.dirty.archived[&(table.clone(), *number)].form), false),
                }
            }
            RecordId::Account(account) => {
                let balance = self.book.balance(account);
                (json(&balance.to_string()), balance != MeterUnits::ZERO)
            }
            RecordId::Session(number) => {
                let session = &self.sessions[number];
                (json(&**session), !session.is_ended)
            }
            // What is over is among what is gone.
            RecordId::Address(address) => (json(kept(self.addresses.get(address))), true),
            RecordId::Tries(row) => (json(kept(self.tries.get(row))), true),
            RecordId::UnknownName(name) => (json(kept(self.unknown_names.get(name))), true),
            RecordId::Day(number) => {
                let is_last = self.last_day().is_some_and(|last| last.number == *number);
                (json(&*self.days[number]), is_last)
            }
        }
    }
}

impl House {
    /// The record of a table; one without a felt if nothing is known of it yet.
    fn table_mut(&mut self, id: &TableId, game: &str) -> &mut Table {
        let new = || Arc::new(Table::unknown(id.clone(), game));
        Arc::make_mut(self.tables.entry(id.clone()).or_insert_with(new))
    }

    /// The keypad of a table as stores and programs read it.
    pub fn keypad_row(&self, table: &Table) -> Option<KeypadRow> {
        KeypadRow::of(self, table)
    }
}

/// A record that has changed and is not gone.
fn kept<T>(record: Option<&Arc<T>>) -> &T {
    record.expect("what changed is still here")
}

pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what a house is made of is plain data")
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

impl Machine for House {
    const VERSION: u32 = 1;
    type Request = Request;
    type Effect = Effect;
    type Refusal = Refusal;

    fn apply(&mut self, at: Moment, request: &Request) -> Result<Effect, Refusal> {
        self.act(at, request)
    }

    fn redo(&mut self, at: Moment, request: &Request, effect: &Effect) -> Result<Effect, Refusal> {
        self.act_as(at, request, Some(effect))
    }

    fn equip(&mut self, like: &House) {
        self.equipment = like.equipment.clone();
    }

    fn take_changes(&mut self) -> Vec<Change> {
        let mut changed = std::mem::take(&mut self.dirty.changed);
        if self.counters() != self.dirty.counters {
            self.dirty.counters = self.counters();
            changed.insert(RecordId::House);
        }
        let change = |record: &RecordId| {
            let (json, is_live) = self.written_as(record);
            Change { key: record.key(), json, is_live }
        };
        let changes: Vec<Change> = changed.iter().map(change).collect();
        self.dirty.archived.clear();
        self.dirty.gone.clear();
        for change in changes.iter().filter(|change| !change.is_live) {
            self.unload(&change.key);
        }
        changes
    }

    fn load(&mut self, key: &Key, json: &str) -> Result<(), String> {
        match RecordId::parse(key)? {
            RecordId::House => {
                let counters: Counters = read(json)?;
                self.awards_made = counters.awards_made;
                self.proposals_made = counters.proposals_made;
                self.sessions_made = counters.sessions_made;
                self.is_demo = counters.is_demo;
                self.verified = counters.verified;
                self.verify_days = counters.verify_days;
                self.dirty.counters = counters;
            }
            RecordId::Person(_) => self.keep_person(read(json)?),
            RecordId::Meter(id) => drop(self.meters.insert(id, Arc::new(read(json)?))),
            RecordId::Keypad(id) => {
                let row = read::<KeypadRow>(json)?;
                let is_open = row.is_open;
                let (keypad, round) = row.keypad()?;
                let game = keypad.posted.game.clone();
                self.table_mut(&id, &game).take_in_keypad(keypad, round, is_open);
            }
            RecordId::Award(_) => self.keep_award(read(json)?),
            RecordId::Proposal(number) => {
                drop(self.proposals.insert(number, Arc::new(read(json)?)));
            }
            RecordId::Floor(id) => {
                let form: TableForm = read(json)?;
                let game = form.setup.game.clone();
                let taken_in = self.table_mut(&id, &game).take_in(form);
                taken_in.map_err(|refusal| refusal.to_string())?;
            }
            RecordId::Tally(id) => drop(self.tallies.insert(id, Arc::new(read(json)?))),
            RecordId::Round(table, _) => {
                let play = Play::from_form(read(json)?)?;
                let game = play.form.setup.game.clone();
                self.table_mut(&table, &game).take_in_play(Some(Arc::new(play)));
            }
            RecordId::Account(account) => {
                let balance: String = read(json)?;
                let balance = balance.parse().map_err(|_| "not an amount".to_owned())?;
                self.book.set(account, balance);
            }
            RecordId::Session(_) => self.keep_session(read(json)?),
            RecordId::Address(_) => self.keep_address(read(json)?),
            RecordId::UnknownName(_) => self.keep_unknown_name(read(json)?),
            RecordId::Tries(_) => self.keep_tries(read(json)?),
            RecordId::Day(number) => drop(self.days.insert(number, Arc::new(read(json)?))),
        }
        Ok(())
    }

    fn normalize(key: &Key, json: &str) -> Result<String, String> {
        let id = RecordId::parse(key)?;
        if matches!(id, RecordId::Keypad(_)) {
            // What was paid for its keys is in other rows.
            return Ok(self::json(&read::<KeypadRow>(json)?));
        }
        let mut house = House::default();
        house.load(key, json)?;
        Ok(house.written_as(&id).0)
    }

    fn unload(&mut self, key: &Key) {
        match RecordId::parse(key) {
            Ok(RecordId::Award(number)) => {
                self.awards.remove(&number);
                self.paid.remove(&number);
            }
            Ok(RecordId::Proposal(number)) => drop(self.proposals.remove(&number)),
            // Everything else stays part of the house.
            Ok(RecordId::Round(id, number)) => {
                let table = self.tables.get_mut(&id);
                let is_it = |table: &&mut Arc<Table>| {
                    table.play().is_some_and(|play| play.number() == number)
                };
                if let Some(table) = table.filter(is_it) {
                    Arc::make_mut(table).take_in_play(None);
                }
            }
            Ok(RecordId::Tally(id)) => drop(self.tallies.remove(&id)),
            Ok(RecordId::Account(account)) => self.book.set(account, MeterUnits::ZERO),
            Ok(RecordId::Session(number)) => self.forget_session(number),
            Ok(RecordId::Address(address)) => self.addresses.remove(&address),
            Ok(RecordId::UnknownName(name)) => self.unknown_names.remove(&name),
            Ok(RecordId::Tries(row)) => self.tries.remove(&row),
            // Guests who are gone: everyone else stays.
            Ok(RecordId::Person(id)) => drop(self.people.remove(&id)),
            Ok(RecordId::Day(number)) => drop(self.days.remove(&number)),
            Ok(RecordId::House | RecordId::Meter(_) | RecordId::Keypad(_) | RecordId::Floor(_))
            | Err(_) => {}
        }
    }

    fn subjects(_: &Request, effect: &Effect) -> Vec<Key> {
        let meters = effect.moves.iter().map(|moved| RecordId::Meter(moved.meter.clone()).key());
        let round = effect.table.as_ref().zip(effect.round);
        meters.chain(round.map(|(table, number)| round_key(table, number))).collect()
    }

    fn depends_on(&self, request: &Request) -> Vec<Key> {
        self.records_of(request).iter().map(RecordId::key).collect()
    }

    /// The hashes of secrets that someone may still give.
    fn keeps(&self) -> Vec<Hash> {
        let people = self.people().filter(|person| !person.is_retired);
        let proposed = self.proposals().filter_map(|proposal| match &proposal.proposed {
            Proposed::AddSupervisor { secret, .. } | Proposed::ResetSecret { secret, .. } => {
                Some(*secret)
            }
            _ => None,
        });
        people.filter_map(|person| person.secret).chain(proposed).map(SecretMark::hash).collect()
    }

    fn inconsistencies(&self) -> Vec<Inconsistency> {
        let mut inconsistencies = Vec::new();
        let total = self.book.total();
        if total != MeterUnits::ZERO {
            let why = format!("the book does not balance: its accounts add up to {total}");
            inconsistencies.push(Inconsistency { key: RecordId::House.key(), why });
        }
        for meter in self.meters() {
            let key = || RecordId::Meter(meter.id.clone()).key();
            if !meter.balances() {
                let why = "its money in and out does not balance".to_owned();
                inconsistencies.push(Inconsistency { key: key(), why });
            }
            let mut awards = MeterUnits::ZERO;
            for award in self
                .awards()
                .filter(|a| a.meter == meter.id && a.is_from_meter() && !self.is_recorded(a))
            {
                awards += award.amount.into();
            }
            let pending = meter.totals.pending;
            if awards != pending {
                let why = format!("{pending} is pending, but its awards come to {awards}");
                inconsistencies.push(Inconsistency { key: key(), why });
            }
        }
        inconsistencies
    }
}
