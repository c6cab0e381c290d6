//! A house: its people, meters, tables, open awards and proposals, and what each request does.
//!
//! [`House::apply`] is the whole of it: it changes everything that a request means, or nothing and
//! says why. It reads no clock, draws no chance and does no input or output, so that the same requests
//! in the same order always make the same house.

mod control;
mod keypad;

use std::collections::{BTreeMap, BTreeSet};

use money::{Cents, MeterUnits};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::award::Award;
use crate::ids::{AwardNumber, MeterId, PersonId, ProposalNumber, Seat, TableId, as_text};
use crate::meter::{Meter, Totals, Transfer, sparse};
use crate::refusal::Refusal;
use crate::request::{Proposed, Request, Role, What};
use crate::table::Table;

/// Someone who may sign in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Person {
    pub id: PersonId,
    pub name: String,
    pub role: Role,
    /// What the sign-in is checked against.
    pub secret: String,
    /// Is the person retired? Retired people can do nothing more, but entries still name them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_retired: bool,
}

/// Something that waits for a second supervisor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Proposal {
    /// Its number.
    pub number: ProposalNumber,
    /// What is proposed.
    pub proposed: Proposed,
    /// By whom.
    pub by: PersonId,
    /// Is it still to be decided?
    pub is_open: bool,
}

/// What a request did to a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Move {
    /// The meter.
    pub meter: MeterId,
    /// What its sign showed before.
    #[serde(with = "as_text")]
    pub before: MeterUnits,
    /// The money that moved, from which account to which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<Transfer>,
    /// Where its money is now.
    #[serde(with = "sparse")]
    pub after: Totals,
}

/// Envy won at the end of a round [PRG-6], paid from the tray.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Envy {
    pub seat: Seat,
    pub from: Seat,
    pub hand: String,
    #[serde(with = "as_text")]
    pub amount: Cents,
}

/// Everything a request did: it is written down with it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Effect {
    /// What it did to meters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// The awards after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awards: Vec<Award>,
    /// Envy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub envy: Vec<Envy>,
    /// The number of the round that was locked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// The proposal that was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalNumber>,
}

/// One thing of a house, as stores keep it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Key {
    /// The house's own counters.
    House,
    Person(PersonId),
    Meter(MeterId),
    Table(TableId),
    Award(AwardNumber),
    Proposal(ProposalNumber),
}

impl Key {
    /// Every kind of thing.
    pub const KINDS: [&'static str; 6] = ["house", "person", "meter", "table", "award", "proposal"];

    /// The kind of thing: `meter`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Key::House => "house",
            Key::Person(_) => "person",
            Key::Meter(_) => "meter",
            Key::Table(_) => "table",
            Key::Award(_) => "award",
            Key::Proposal(_) => "proposal",
        }
    }

    /// Its name among those of its kind; numbers are written so that they sort.
    pub fn name(&self) -> String {
        match self {
            Key::House => "house".to_owned(),
            Key::Person(id) => id.to_string(),
            Key::Meter(id) => id.to_string(),
            Key::Table(id) => id.to_string(),
            Key::Award(AwardNumber(number)) | Key::Proposal(ProposalNumber(number)) => {
                format!("{number:012}")
            }
        }
    }

    /// The key with this kind and name.
    pub fn parse(kind: &str, name: &str) -> Option<Key> {
        let number = || name.parse().ok();
        Some(match kind {
            "house" => Key::House,
            "person" => Key::Person(name.parse().ok()?),
            "meter" => Key::Meter(name.parse().ok()?),
            "table" => Key::Table(name.parse().ok()?),
            "award" => Key::Award(AwardNumber(number()?)),
            "proposal" => Key::Proposal(ProposalNumber(number()?)),
            _ => return None,
        })
    }
}

/// The numbers that a house has given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Counters {
    awards_made: u64,
    proposals_made: u64,
}

/// The current state of a house. Awards and proposals that are decided are not kept here; stores keep them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct House {
    pub(crate) people: BTreeMap<PersonId, Person>,
    pub(crate) meters: BTreeMap<MeterId, Meter>,
    pub(crate) tables: BTreeMap<TableId, Table>,
    pub(crate) awards: BTreeMap<AwardNumber, Award>,
    pub(crate) proposals: BTreeMap<ProposalNumber, Proposal>,
    pub(crate) awards_made: u64,
    pub(crate) proposals_made: u64,
    /// What changed since it was last asked.
    pub(crate) changed: BTreeSet<Key>,
    /// The counters as they were last written.
    written: Counters,
}

impl House {
    /// The people.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.people.values()
    }

    /// The meters.
    pub fn meters(&self) -> impl Iterator<Item = &Meter> {
        self.meters.values()
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// The awards that wait to be verified.
    pub fn awards(&self) -> impl Iterator<Item = &Award> {
        self.awards.values()
    }

    /// The proposals that wait for a second supervisor.
    pub fn proposals(&self) -> impl Iterator<Item = &Proposal> {
        self.proposals.values()
    }

    /// A person.
    pub fn person(&self, id: &PersonId) -> Result<&Person, Refusal> {
        self.people.get(id).ok_or_else(|| Refusal::NoSuchPerson(id.clone()))
    }

    /// A meter.
    pub fn meter(&self, id: &MeterId) -> Result<&Meter, Refusal> {
        self.meters.get(id).ok_or_else(|| Refusal::NoSuchMeter(id.clone()))
    }

    /// A table.
    pub fn table(&self, id: &TableId) -> Result<&Table, Refusal> {
        self.tables.get(id).ok_or_else(|| Refusal::NoSuchTable(id.clone()))
    }

    /// An award that waits to be verified. One that is decided is refused in the same words whether
    /// it is still here or was let go already.
    pub fn award(&self, number: AwardNumber) -> Result<&Award, Refusal> {
        match self.awards.get(&number).filter(|award| award.is_pending()) {
            Some(award) => Ok(award),
            None if (1..=self.awards_made).contains(&number.0) => {
                Err(Refusal::AlreadyDecided("decided"))
            }
            None => Err(Refusal::NoSuchAward(number)),
        }
    }

    /// Does a request, or refuses it and changes nothing.
    ///
    /// Whether its id was used before is the ledger's affair, which keeps all requests.
    pub fn apply(&mut self, request: &Request) -> Result<Effect, Refusal> {
        self.must_be_allowed(request)?;
        let effect = match &request.what {
            What::Lock { .. }
            | What::Key { .. }
            | What::Cards { .. }
            | What::Overrule { .. }
            | What::Verify { .. }
            | What::Void { .. }
            | What::TurnKey { .. }
            | What::JPot { .. }
            | What::GameOver { .. }
            | What::Misdeal { .. } => self.apply_keypad(request)?,
            _ => self.apply_control(request)?,
        };
        for moved in &effect.moves {
            let meter = &self.meters[&moved.meter];
            assert!(
                meter.balances(),
                "meter {} keeps the law of conservation: {meter:?}",
                meter.id
            );
        }
        Ok(effect)
    }

    /// The meters that a request is about, as far as it names anything that is there.
    pub(crate) fn meters_of<'a>(&'a self, what: &'a What) -> Vec<&'a MeterId> {
        let of_table = |table: &TableId| self.tables.get(table).map(|table| &table.meter);
        let one = match what {
            What::AddPerson { .. }
            | What::ChangeSecret { .. }
            | What::Retire { .. }
            | What::Event { .. }
            | What::Reject { .. } => None,
            What::CreateMeter { meter, .. }
            | What::Configure { meter, .. }
            | What::CloseMeter { meter }
            | What::Fault { meter, .. }
            | What::ClearFault { meter, .. }
            | What::OpenTable { meter, .. } => Some(meter),
            What::CloseTable { table }
            | What::Lock { table, .. }
            | What::Key { table, .. }
            | What::Cards { table, .. }
            | What::Overrule { table, .. }
            | What::TurnKey { table, .. }
            | What::JPot { table }
            | What::GameOver { table }
            | What::Misdeal { table, .. } => of_table(table),
            What::Verify { award, .. } | What::Void { award, .. } => {
                self.awards.get(award).map(|award| &award.meter)
            }
            What::Propose { proposed } => return proposed.meters(),
            What::Approve { proposal } => {
                let proposal = self.proposals.get(proposal);
                return proposal.map_or_else(Vec::new, |proposal| proposal.proposed.meters());
            }
        };
        one.into_iter().collect()
    }

    /// Who may do what (T2).
    fn must_be_allowed(&self, request: &Request) -> Result<(), Refusal> {
        if let (true, What::AddPerson { role, .. }) = (self.people.is_empty(), &request.what) {
            // Whoever founds the house adds its first supervisor.
            return match role {
                Role::Supervisor => Ok(()),
                _ => Err(Refusal::FirstMustBeSupervisor),
            };
        }
        let person = self.person(&request.by)?;
        let needs = match &request.what {
            What::Event { .. } => return Ok(()),
            _ if person.is_retired => return Err(Refusal::Retired(person.id.clone())),
            What::ChangeSecret { person: whose, .. } if *whose == person.id => return Ok(()),
            What::Lock { .. }
            | What::Key { .. }
            | What::Cards { .. }
            | What::GameOver { .. }
            | What::Misdeal { .. } => Role::Dealer,
            _ => Role::Supervisor,
        };
        let is_allowed = match needs {
            // A supervisor may stand in for a dealer.
            Role::Dealer => matches!(person.role, Role::Dealer | Role::Supervisor),
            needs => person.role == needs,
        };
        let refused = || Refusal::NotAllowed { person: person.id.clone(), is: person.role, needs };
        if is_allowed { Ok(()) } else { Err(refused()) }
    }

    pub(crate) fn put_meter(&mut self, meter: Meter) {
        assert!(meter.is_written(), "meter {}: what moved is written down", meter.id);
        self.changed.insert(Key::Meter(meter.id.clone()));
        self.meters.insert(meter.id.clone(), meter);
    }

    pub(crate) fn put_table(&mut self, table: Table) {
        self.changed.insert(Key::Table(table.id.clone()));
        self.tables.insert(table.id.clone(), table);
    }

    pub(crate) fn put_award(&mut self, award: Award) {
        self.changed.insert(Key::Award(award.number));
        self.awards.insert(award.number, award);
    }

    pub(crate) fn put_proposal(&mut self, proposal: Proposal) {
        self.changed.insert(Key::Proposal(proposal.number));
        self.proposals.insert(proposal.number, proposal);
    }

    /// What a meter's change looks like in the ledger: the transfers are all of it.
    pub(crate) fn moved(before: &Totals, after: &mut Meter) -> Move {
        let transfers = after.take_transfers();
        let mut totals = *before;
        transfers.iter().for_each(|transfer| totals.transfer(*transfer));
        assert_eq!(totals, after.totals, "meter {}: money moves by transfers alone", after.id);
        Move { meter: after.id.clone(), before: before.display, transfers, after: after.totals }
    }

    /// What changed since this was last called, as stores keep it, and whether it is still part of
    /// the house; decided awards and proposals are let go.
    pub(crate) fn take_changes(&mut self) -> Vec<(Key, Value, bool)> {
        let json = |value: serde_json::Result<Value>| {
            value.expect("what a house is made of can be written as JSON")
        };
        let changed = std::mem::take(&mut self.changed);
        let mut rows = Vec::with_capacity(changed.len() + 1);
        for key in changed {
            let (value, is_live) = match &key {
                Key::House => continue,
                Key::Person(id) => (serde_json::to_value(&self.people[id]), true),
                Key::Meter(id) => (serde_json::to_value(&self.meters[id]), true),
                Key::Table(id) => (serde_json::to_value(&self.tables[id]), true),
                Key::Award(number) => {
                    let award = &self.awards[number];
                    (serde_json::to_value(award), award.is_pending())
                }
                Key::Proposal(number) => {
                    let proposal = &self.proposals[number];
                    (serde_json::to_value(proposal), proposal.is_open)
                }
            };
            rows.push((key, json(value), is_live));
        }
        let counters =
            Counters { awards_made: self.awards_made, proposals_made: self.proposals_made };
        if counters != self.written {
            self.written = counters;
            rows.push((Key::House, json(serde_json::to_value(counters)), true));
        }
        self.awards.retain(|_, award| award.is_pending());
        self.proposals.retain(|_, proposal| proposal.is_open);
        rows
    }

    /// Takes in a thing as a store keeps it.
    pub(crate) fn load(&mut self, key: &Key, json: &str) -> Result<(), serde_json::Error> {
        match key {
            Key::House => {
                self.written = serde_json::from_str(json)?;
                self.awards_made = self.written.awards_made;
                self.proposals_made = self.written.proposals_made;
            }
            Key::Person(id) => {
                self.people.insert(id.clone(), serde_json::from_str(json)?);
            }
            Key::Meter(id) => {
                self.meters.insert(id.clone(), serde_json::from_str(json)?);
            }
            Key::Table(id) => {
                self.tables.insert(id.clone(), serde_json::from_str(json)?);
            }
            Key::Award(number) => {
                let award: Award = serde_json::from_str(json)?;
                match award.is_pending() {
                    true => self.awards.insert(*number, award),
                    false => self.awards.remove(number),
                };
            }
            Key::Proposal(number) => {
                let proposal: Proposal = serde_json::from_str(json)?;
                match proposal.is_open {
                    true => self.proposals.insert(*number, proposal),
                    false => self.proposals.remove(number),
                };
            }
        }
        Ok(())
    }
}
