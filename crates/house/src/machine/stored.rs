//! A house as the ledger keeps it: rows, and how they are taken in again.

use std::sync::Arc;

use ledger::{Change, Doubt, Hash, Key, Machine};
use money::{MeterUnits, Moment};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Counters, Effect, House, Thing, round_key};
use crate::people::SecretMark;
use crate::refusal::Refusal;
use crate::request::{Act, Proposed, What};
use crate::table::Player;
use crate::table::play::Play;

impl House {
    /// A thing as stores keep it, and whether it is still part of the house.
    pub(super) fn written_as(&self, thing: &Thing) -> (String, bool) {
        if let Some(json) = self.unwritten.gone.get(thing) {
            return (json.to_string(), false);
        }
        match thing {
            Thing::House => (json(&self.counters()), true),
            Thing::Person(id) => {
                let person = &self.people[id];
                (json(&**person), !person.is_gone)
            }
            Thing::Meter(id) => (json(&*self.meters[id]), true),
            Thing::Table(id) => (json(&*self.tables[id]), true),
            Thing::Award(number) => {
                let award = self.known_award(*number).expect("what changed is still here");
                (json(&**award), award.is_pending() || award.is_paid())
            }
            Thing::Proposal(number) => {
                let proposal = &self.proposals[number];
                (json(&**proposal), proposal.is_open)
            }
            Thing::Floor(id) => (json(&self.floor[id].form), true),
            Thing::Tally(id) => {
                let tally = &self.tallies[id];
                (json(&**tally), !tally.is_empty())
            }
            Thing::Round(table, number) => {
                let current = self.plays.get(table).filter(|play| play.number() == *number);
                match current {
                    Some(play) => (json(&play.form), true),
                    None => (json(&self.unwritten.filed[&(table.clone(), *number)].form), false),
                }
            }
            Thing::Account(account) => {
                let balance = self.book.balance(account);
                (json(&balance.to_string()), balance != MeterUnits::ZERO)
            }
            Thing::Session(number) => {
                let session = &self.sessions[number];
                (json(&**session), !session.is_ended)
            }
            // What is over is among what is gone.
            Thing::Address(address) => (json(kept(self.addresses.get(address))), true),
            Thing::Tries(row) => (json(kept(self.tries.get(row))), true),
            Thing::Stranger(name) => (json(kept(self.strangers.get(name))), true),
            Thing::Day(number) => {
                let is_last = self.last_day().is_some_and(|last| last.number == *number);
                (json(&*self.days[number]), is_last)
            }
        }
    }
}

/// A record that has changed and is not gone.
fn kept<T>(record: Option<&Arc<T>>) -> &T {
    record.expect("what changed is still here")
}

pub(super) fn json(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("what a house is made of is plain data")
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

impl Machine for House {
    const VERSION: u32 = 1;
    type Request = Act;
    type Effect = Effect;
    type Refusal = Refusal;

    fn apply(&mut self, at: Moment, request: &Act) -> Result<Effect, Refusal> {
        self.act(at, request)
    }

    fn redo(&mut self, at: Moment, request: &Act, effect: &Effect) -> Result<Effect, Refusal> {
        self.act_as(at, request, Some(effect))
    }

    fn equip(&mut self, like: &House) {
        self.equipment = like.equipment.clone();
    }

    fn take_changes(&mut self) -> Vec<Change> {
        let mut changed = std::mem::take(&mut self.unwritten.changed);
        if self.counters() != self.unwritten.counters {
            self.unwritten.counters = self.counters();
            changed.insert(Thing::House);
        }
        let change = |thing: &Thing| {
            let (json, is_live) = self.written_as(thing);
            Change { key: thing.key(), json, is_live }
        };
        let changes: Vec<Change> = changed.iter().map(change).collect();
        self.unwritten.filed.clear();
        self.unwritten.gone.clear();
        for change in changes.iter().filter(|change| !change.is_live) {
            self.unload(&change.key);
        }
        changes
    }

    fn load(&mut self, key: &Key, json: &str) -> Result<(), String> {
        match Thing::parse(key)? {
            Thing::House => {
                let counters: Counters = read(json)?;
                self.awards_made = counters.awards_made;
                self.proposals_made = counters.proposals_made;
                self.sessions_made = counters.sessions_made;
                self.is_demo = counters.is_demo;
                self.verified = counters.verified;
                self.verify_days = counters.verify_days;
                self.unwritten.counters = counters;
            }
            Thing::Person(_) => self.keep_person(read(json)?),
            Thing::Meter(id) => drop(self.meters.insert(id, Arc::new(read(json)?))),
            Thing::Table(id) => drop(self.tables.insert(id, Arc::new(read(json)?))),
            Thing::Award(_) => self.keep_award(read(json)?),
            Thing::Proposal(number) => drop(self.proposals.insert(number, Arc::new(read(json)?))),
            Thing::Floor(id) => {
                let table = crate::table::Table::from_form(read(json)?);
                let table = table.map_err(|refusal| refusal.to_string())?;
                self.floor.insert(id, Arc::new(table));
            }
            Thing::Tally(id) => drop(self.tallies.insert(id, Arc::new(read(json)?))),
            Thing::Round(table, _) => {
                let play = Arc::new(Play::from_form(read(json)?)?);
                self.plays.insert(table, play);
            }
            Thing::Account(account) => {
                let balance: String = read(json)?;
                let balance = balance.parse().map_err(|_| "not an amount".to_owned())?;
                self.book.set(account, balance);
            }
            Thing::Session(_) => self.keep_session(read(json)?),
            Thing::Address(_) => self.keep_address(read(json)?),
            Thing::Stranger(_) => self.keep_stranger(read(json)?),
            Thing::Tries(_) => self.keep_tries(read(json)?),
            Thing::Day(number) => drop(self.days.insert(number, Arc::new(read(json)?))),
        }
        Ok(())
    }

    fn normalize(key: &Key, json: &str) -> Result<String, String> {
        let mut house = House::default();
        house.load(key, json)?;
        Ok(house.written_as(&Thing::parse(key)?).0)
    }

    fn unload(&mut self, key: &Key) {
        match Thing::parse(key) {
            Ok(Thing::Award(number)) => {
                self.awards.remove(&number);
                self.paid.remove(&number);
            }
            Ok(Thing::Proposal(number)) => drop(self.proposals.remove(&number)),
            // Everything else stays part of the house.
            Ok(Thing::Round(table, number)) => {
                if self.plays.get(&table).is_some_and(|play| play.number() == number) {
                    self.plays.remove(&table);
                }
            }
            Ok(Thing::Tally(id)) => drop(self.tallies.remove(&id)),
            Ok(Thing::Account(account)) => self.book.set(account, MeterUnits::ZERO),
            Ok(Thing::Session(number)) => self.forget_session(number),
            Ok(Thing::Address(address)) => self.addresses.remove(&address),
            Ok(Thing::Stranger(name)) => self.strangers.remove(&name),
            Ok(Thing::Tries(row)) => self.tries.remove(&row),
            // Guests who are gone: everyone else stays.
            Ok(Thing::Person(id)) => drop(self.people.remove(&id)),
            Ok(Thing::Day(number)) => drop(self.days.remove(&number)),
            Ok(Thing::House | Thing::Meter(_) | Thing::Table(_) | Thing::Floor(_)) | Err(_) => {}
        }
    }

    fn subjects(_: &Act, effect: &Effect) -> Vec<Key> {
        let meters = effect.moves.iter().map(|moved| Thing::Meter(moved.meter.clone()).key());
        let round = effect.table.as_ref().zip(effect.round);
        meters.chain(round.map(|(table, number)| round_key(table, number))).collect()
    }

    fn concerns(&self, request: &Act) -> Vec<Key> {
        if matches!(request.what, What::Event { .. } | What::ChainBroken { .. }) {
            return Vec::new();
        }
        let mut things = vec![Thing::House, Thing::Person(request.by.clone())];
        things.extend(request.session.0.map(Thing::Session));
        things.extend(self.named_in(&request.what));
        things.extend(self.meters_of(&request.what).into_iter().cloned().map(Thing::Meter));
        if let Some((table, _)) = self.round_of(&request.what) {
            let awards = self.awards().filter(|award| award.table == table);
            things.extend(awards.map(|award| Thing::Award(award.number)));
            things.push(Thing::Table(table.clone()));
            things.push(Thing::Tally(table.clone()));
            let seated = self.floor.get(&table).map(|table| table.seated().values());
            things.extend(seated.into_iter().flatten().filter_map(|player| match player {
                // What a guest plays with is kept with the person.
                Player::Person(id) if self.people.get(id).is_some_and(|it| it.is_guest) => {
                    Some(Thing::Person(id.clone()))
                }
                Player::Person(_) | Player::Bot(_) => None,
            }));
            things.push(Thing::Floor(table));
        }
        things.iter().map(Thing::key).collect()
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

    fn doubts(&self) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        let total = self.book.total();
        if total != MeterUnits::ZERO {
            let why = format!("the book does not balance: its accounts add up to {total}");
            doubts.push(Doubt { key: Thing::House.key(), why });
        }
        for meter in self.meters() {
            let key = || Thing::Meter(meter.id.clone()).key();
            if !meter.balances() {
                let why = "its money in and out does not balance".to_owned();
                doubts.push(Doubt { key: key(), why });
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
                doubts.push(Doubt { key: key(), why });
            }
        }
        doubts
    }
}
