//! A house: its people, meters, tables, open awards and proposals, and what each request does.
//!
//! [`House::act`] is the whole of it: it changes everything that a request means, or refuses. It reads no
//! clock, draws no chance and does no input or output, so the same requests in the same order always
//! lead to the same house. Its maps are persistent: a copy costs nothing, and readers keep theirs.

mod awards;
mod control;
mod keypad;

use std::collections::BTreeSet;
use std::sync::Arc;

use imbl::OrdMap;
use ledger::{Change, Doubt, Key, Machine};
use money::{Cents, MeterUnits, Moment};
use progressive::{
    Award, AwardNumber, Meter, MeterId, PersonId, ProposalNumber, Seat, Table, TableId, Totals,
    Transfer, as_text, sparse,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::request::{Act, Proposed, Role, What};

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
    /// Has the person left? Whoever has may do nothing more, and is still named by what he did.
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

/// What pressing a hand button did (W4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Light {
    On,
    Off,
    /// From another hand of the same seat.
    Moved,
}

/// The keypad's response to a hand button [PRG-9].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct KeyPress {
    /// The seat.
    pub seat: Seat,
    /// The hand button.
    pub hand: String,
    /// What became of its light.
    pub light: Light,
    /// The hand that was lit before, if it moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// What the seat wins, as far as it is known: in the older procedure J-POT figures a share of the
    /// meter.
    #[serde(with = "as_text::option", default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Cents>,
    /// Who wins envy if the keys stay as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub envy: Vec<Envy>,
}

/// Everything a request did: it is written down with it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Effect {
    /// What it did to meters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// The awards as they stand after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awards: Vec<Award>,
    /// Envy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub envy: Vec<Envy>,
    /// The table it was at, and the number of the round there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The number of the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// The edition that the table is open under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The keypad's response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<KeyPress>,
    /// The proposal that was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalNumber>,
}

/// One thing of a house, as stores keep it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Thing {
    /// The house's own counters.
    House,
    Person(PersonId),
    Meter(MeterId),
    Table(TableId),
    Award(AwardNumber),
    Proposal(ProposalNumber),
}

impl Thing {
    /// The key it is kept under; numbers are padded so that they sort.
    pub fn key(&self) -> Key {
        match self {
            Thing::House => Key::new("house", "house"),
            Thing::Person(id) => Key::new("person", id.as_str()),
            Thing::Meter(id) => Key::new("meter", id.as_str()),
            Thing::Table(id) => Key::new("table", id.as_str()),
            Thing::Award(AwardNumber(number)) => Key::new("award", format!("{number:012}")),
            Thing::Proposal(ProposalNumber(number)) => {
                Key::new("proposal", format!("{number:012}"))
            }
        }
    }

    fn parse(key: &Key) -> Result<Thing, String> {
        let unknown = || format!("there is no such thing as {key}");
        let number = || key.name.parse().map_err(|_| unknown());
        Ok(match key.kind.as_str() {
            "house" => Thing::House,
            "person" => Thing::Person(key.name.parse().map_err(|_| unknown())?),
            "meter" => Thing::Meter(key.name.parse().map_err(|_| unknown())?),
            "table" => Thing::Table(key.name.parse().map_err(|_| unknown())?),
            "award" => Thing::Award(AwardNumber(number()?)),
            "proposal" => Thing::Proposal(ProposalNumber(number()?)),
            _ => return Err(unknown()),
        })
    }
}

/// The key under which the entries of a table's round are found (L2).
pub fn round_key(table: &TableId, number: u64) -> Key {
    Key::new("round", format!("{table}/{number:012}"))
}

/// The numbers that a house has given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Counters {
    awards_made: u64,
    proposals_made: u64,
}

/// A house as it stands. Awards that were voided or backed out and proposals that are decided are not
/// kept here; stores keep them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct House {
    pub(crate) people: OrdMap<PersonId, Arc<Person>>,
    pub(crate) meters: OrdMap<MeterId, Arc<Meter>>,
    pub(crate) tables: OrdMap<TableId, Arc<Table>>,
    pub(crate) awards: OrdMap<AwardNumber, Arc<Award>>,
    /// The awards that were paid and stand: they can be backed out [PRG-10].
    pub(crate) paid: OrdMap<AwardNumber, Arc<Award>>,
    pub(crate) proposals: OrdMap<ProposalNumber, Arc<Proposal>>,
    pub(crate) awards_made: u64,
    pub(crate) proposals_made: u64,
    /// What changed since it was last asked.
    pub(crate) changed: BTreeSet<Thing>,
    /// The counters as they were last written.
    written: Counters,
}

impl House {
    /// The people.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.people.values().map(Arc::as_ref)
    }

    /// The meters.
    pub fn meters(&self) -> impl Iterator<Item = &Meter> {
        self.meters.values().map(Arc::as_ref)
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values().map(Arc::as_ref)
    }

    /// The awards that wait to be verified.
    pub fn awards(&self) -> impl Iterator<Item = &Award> {
        self.awards.values().map(Arc::as_ref).filter(|award| award.is_pending())
    }

    /// The proposals that wait for a second supervisor.
    pub fn proposals(&self) -> impl Iterator<Item = &Proposal> {
        self.proposals.values().map(Arc::as_ref)
    }

    /// A person.
    pub fn person(&self, id: &PersonId) -> Result<&Person, Refusal> {
        self.people.get(id).map(Arc::as_ref).ok_or_else(|| Refusal::NoSuchPerson(id.clone()))
    }

    /// A meter.
    pub fn meter(&self, id: &MeterId) -> Result<&Meter, Refusal> {
        self.meters.get(id).map(Arc::as_ref).ok_or_else(|| Refusal::NoSuchMeter(id.clone()))
    }

    /// A table.
    pub fn table(&self, id: &TableId) -> Result<&Table, Refusal> {
        self.tables.get(id).map(Arc::as_ref).ok_or_else(|| Refusal::NoSuchTable(id.clone()))
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

    /// An award that was paid and can be backed out.
    pub fn paid_award(&self, number: AwardNumber) -> Result<&Award, Refusal> {
        match self.paid.get(&number).filter(|award| award.is_paid()) {
            Some(award) => Ok(award),
            None if self.award(number).is_ok() => Err(Refusal::StillPending(number)),
            None if (1..=self.awards_made).contains(&number.0) => Err(Refusal::NotPaid(number)),
            None => Err(Refusal::NoSuchAward(number)),
        }
    }

    /// An award that is pending or stands.
    fn known_award(&self, number: AwardNumber) -> Option<&Arc<Award>> {
        self.awards.get(&number).or_else(|| self.paid.get(&number))
    }

    /// Does what is asked, or refuses; after a refusal the house is not to be used further. The ledger
    /// works on a copy.
    ///
    /// Whether a request's id was used before is the ledger's business.
    pub fn act(&mut self, at: Moment, act: &Act) -> Result<Effect, Refusal> {
        self.must_be_allowed(act)?;
        let place = self.round_of(&act.what);
        let asked = Asked { at, by: &act.by };
        let mut effect = self.carry_out_request(asked, &act.what)?;
        if let Some((table, round)) = place {
            effect.round = effect.round.or(round);
            effect.table = Some(table);
        }
        let table = effect.table.as_ref().and_then(|table| self.tables.get(table));
        effect.edition = table.map(|table| table.posted.edition.clone());
        for moved in &effect.moves {
            let meter = &self.meters[&moved.meter];
            assert!(meter.balances(), "meter {} must balance: {meter:?}", meter.id);
        }
        Ok(effect)
    }

    fn carry_out_request(&mut self, asked: Asked<'_>, what: &What) -> Result<Effect, Refusal> {
        match what {
            What::AddPerson { person, name, role, secret } => {
                self.add_person(person, name, *role, secret)
            }
            What::ChangeSecret { person, secret } => self.change_secret(asked, person, secret),
            What::Retire { person, reason } => self.retire(person, reason),
            What::Event { .. } => Ok(Effect::default()),
            What::CreateMeter { meter, criteria, terms } => {
                self.create_meter(meter, criteria, terms)
            }
            What::Configure { meter, terms } => self.configure(meter, terms),
            What::CloseMeter { meter } => self.close_meter(meter),
            What::Fault { meter, says } => self.set_fault(meter, Some(says.clone())),
            What::ClearFault { meter, reason } => self.clear_fault(meter, reason),
            What::OpenTable { table, meter, posted } => self.open_table(table, meter, posted),
            What::CloseTable { table } => self.close_table(table),
            What::Lock { table, bets, players } => self.lock(table, bets, players),
            What::ReturnBet { table, seat, reason } => {
                control::must_have_reason(reason)?;
                self.return_bet(asked, table, *seat)
            }
            What::Key { table, seat, hand } => self.key(asked, table, *seat, hand),
            What::Cards { table, hands } => self.cards(table, hands),
            What::Overrule { table, reason } => self.overrule(table, reason),
            What::Verify { award, paid, differs } => {
                self.verify(asked, *award, *paid, differs.as_deref())
            }
            What::Void { award, reason } => self.void(asked, *award, reason),
            What::TurnKey { table, to } => self.turn_key(asked, table, *to),
            What::JPot { table } => self.j_pot(asked, table),
            What::GameOver { table } => self.game_over(asked, table),
            What::Misdeal { table, reason } => self.misdeal(asked, table, reason),
            What::Propose { proposed } => self.propose(asked, proposed),
            What::Approve { proposal } => self.approve(asked, *proposal),
            What::Reject { proposal, reason } => self.reject(*proposal, reason),
        }
    }

    /// The table and the open round that a request is part of.
    fn round_of(&self, what: &What) -> Option<(TableId, Option<u64>)> {
        let table = match what {
            What::Lock { table, .. }
            | What::ReturnBet { table, .. }
            | What::Key { table, .. }
            | What::Cards { table, .. }
            | What::Overrule { table, .. }
            | What::TurnKey { table, .. }
            | What::JPot { table }
            | What::GameOver { table }
            | What::Misdeal { table, .. }
            | What::OpenTable { table, .. }
            | What::CloseTable { table } => table,
            What::Verify { award, .. } | What::Void { award, .. } => {
                let award = self.awards.get(award)?;
                return Some((award.table.clone(), Some(award.round)));
            }
            What::AddPerson { .. }
            | What::ChangeSecret { .. }
            | What::Retire { .. }
            | What::Event { .. }
            | What::CreateMeter { .. }
            | What::Configure { .. }
            | What::CloseMeter { .. }
            | What::Fault { .. }
            | What::ClearFault { .. }
            | What::Propose { .. }
            | What::Approve { .. }
            | What::Reject { .. } => return None,
        };
        let open = self.tables.get(table).and_then(|table| table.round.as_ref());
        Some((table.clone(), open.map(|round| round.number)))
    }

    /// The people, awards and proposals that a request depends on, beside whoever makes it.
    fn named_in(&self, what: &What) -> Vec<Thing> {
        match what {
            What::AddPerson { person, .. } | What::ChangeSecret { person, .. } => {
                vec![Thing::Person(person.clone())]
            }
            // Whether someone may leave depends on which supervisors stay.
            What::Retire { person, .. } => {
                let supervisors = self.people().filter(|person| person.role == Role::Supervisor);
                let ids = supervisors.map(|person| &person.id).chain([person]);
                ids.cloned().map(Thing::Person).collect()
            }
            What::Verify { award, .. } | What::Void { award, .. } => vec![Thing::Award(*award)],
            What::Propose { proposed } => proposed.award().map(Thing::Award).into_iter().collect(),
            What::Approve { proposal } | What::Reject { proposal, .. } => {
                let proposed = self.proposals.get(proposal);
                let award = proposed.and_then(|proposal| proposal.proposed.award());
                let award = award.map(Thing::Award).into_iter();
                [Thing::Proposal(*proposal)].into_iter().chain(award).collect()
            }
            What::Event { .. }
            | What::CreateMeter { .. }
            | What::Configure { .. }
            | What::CloseMeter { .. }
            | What::Fault { .. }
            | What::ClearFault { .. }
            | What::OpenTable { .. }
            | What::CloseTable { .. }
            | What::Lock { .. }
            | What::ReturnBet { .. }
            | What::Key { .. }
            | What::Cards { .. }
            | What::Overrule { .. }
            | What::TurnKey { .. }
            | What::JPot { .. }
            | What::GameOver { .. }
            | What::Misdeal { .. } => Vec::new(),
        }
    }

    /// The meters that a request is about, as far as it names anything that is there.
    fn meters_of<'a>(&'a self, what: &'a What) -> Vec<&'a MeterId> {
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
            | What::ReturnBet { table, .. }
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
            What::Propose { proposed } => return self.meters_in(proposed),
            What::Approve { proposal } => {
                let proposal = self.proposals.get(proposal);
                return proposal
                    .map_or_else(Vec::new, |proposal| self.meters_in(&proposal.proposed));
            }
        };
        one.into_iter().collect()
    }

    /// The meters that a proposal is about.
    fn meters_in<'a>(&'a self, proposed: &'a Proposed) -> Vec<&'a MeterId> {
        let award = proposed.award().and_then(|award| self.known_award(award));
        proposed.meters().into_iter().chain(award.map(|award| &award.meter)).collect()
    }

    /// Who may do what (T2).
    fn must_be_allowed(&self, request: &Act) -> Result<(), Refusal> {
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
            | What::ReturnBet { .. }
            | What::Key { .. }
            | What::Cards { .. }
            | What::GameOver { .. }
            | What::Misdeal { .. } => Role::Dealer,
            What::AddPerson { .. }
            | What::ChangeSecret { .. }
            | What::Retire { .. }
            | What::CreateMeter { .. }
            | What::Configure { .. }
            | What::CloseMeter { .. }
            | What::Fault { .. }
            | What::ClearFault { .. }
            | What::OpenTable { .. }
            | What::CloseTable { .. }
            | What::Overrule { .. }
            | What::Verify { .. }
            | What::Void { .. }
            | What::TurnKey { .. }
            | What::JPot { .. }
            | What::Propose { .. }
            | What::Approve { .. }
            | What::Reject { .. } => Role::Supervisor,
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
        self.changed.insert(Thing::Meter(meter.id.clone()));
        self.meters.insert(meter.id.clone(), Arc::new(meter));
    }

    pub(crate) fn put_table(&mut self, table: Table) {
        self.changed.insert(Thing::Table(table.id.clone()));
        self.tables.insert(table.id.clone(), Arc::new(table));
    }

    pub(crate) fn put_award(&mut self, award: Award) {
        self.changed.insert(Thing::Award(award.number));
        self.keep_award(award);
    }

    /// Pending awards are kept apart from those that stand: they are gone through often.
    fn keep_award(&mut self, award: Award) {
        let (to, from) = match award.is_paid() {
            true => (&mut self.paid, &mut self.awards),
            false => (&mut self.awards, &mut self.paid),
        };
        from.remove(&award.number);
        to.insert(award.number, Arc::new(award));
    }

    pub(crate) fn put_proposal(&mut self, proposal: Proposal) {
        self.changed.insert(Thing::Proposal(proposal.number));
        self.proposals.insert(proposal.number, Arc::new(proposal));
    }

    /// What a meter's change looks like in the ledger: the transfers are all of it.
    pub(crate) fn moved(before: &Totals, after: &mut Meter) -> Move {
        let transfers = after.take_transfers();
        let mut totals = *before;
        transfers.iter().for_each(|transfer| totals.transfer(*transfer));
        assert_eq!(totals, after.totals, "meter {}: money moves by transfers alone", after.id);
        Move { meter: after.id.clone(), before: before.display, transfers, after: after.totals }
    }

    fn counters(&self) -> Counters {
        Counters { awards_made: self.awards_made, proposals_made: self.proposals_made }
    }

    /// A thing as stores keep it, and whether it is still part of the house.
    fn written_as(&self, thing: &Thing) -> (String, bool) {
        match thing {
            Thing::House => (json(&self.counters()), true),
            Thing::Person(id) => (json(&*self.people[id]), true),
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
        }
    }
}

/// Who asks, and when.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) at: Moment,
    pub(crate) by: &'a PersonId,
}

fn json(thing: &impl Serialize) -> String {
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

    fn take_changes(&mut self) -> Vec<Change> {
        let mut changed = std::mem::take(&mut self.changed);
        if self.counters() != self.written {
            self.written = self.counters();
            changed.insert(Thing::House);
        }
        let change = |thing: &Thing| {
            let (json, is_live) = self.written_as(thing);
            Change { key: thing.key(), json, is_live }
        };
        let changes: Vec<Change> = changed.iter().map(change).collect();
        for change in changes.iter().filter(|change| !change.is_live) {
            self.unload(&change.key);
        }
        changes
    }

    fn load(&mut self, key: &Key, json: &str) -> Result<(), String> {
        match Thing::parse(key)? {
            Thing::House => {
                self.written = read(json)?;
                self.awards_made = self.written.awards_made;
                self.proposals_made = self.written.proposals_made;
            }
            Thing::Person(id) => drop(self.people.insert(id, Arc::new(read(json)?))),
            Thing::Meter(id) => drop(self.meters.insert(id, Arc::new(read(json)?))),
            Thing::Table(id) => drop(self.tables.insert(id, Arc::new(read(json)?))),
            Thing::Award(_) => self.keep_award(read(json)?),
            Thing::Proposal(number) => drop(self.proposals.insert(number, Arc::new(read(json)?))),
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
            Ok(Thing::House | Thing::Person(_) | Thing::Meter(_) | Thing::Table(_)) | Err(_) => {}
        }
    }

    fn subjects(_: &Act, effect: &Effect) -> Vec<Key> {
        let meters = effect.moves.iter().map(|moved| Thing::Meter(moved.meter.clone()).key());
        let round = effect.table.as_ref().zip(effect.round);
        meters.chain(round.map(|(table, number)| round_key(table, number))).collect()
    }

    fn concerns(&self, request: &Act) -> Vec<Key> {
        if matches!(request.what, What::Event { .. }) {
            return Vec::new();
        }
        let mut things = vec![Thing::House, Thing::Person(request.by.clone())];
        things.extend(self.named_in(&request.what));
        things.extend(self.meters_of(&request.what).into_iter().cloned().map(Thing::Meter));
        if let Some((table, _)) = self.round_of(&request.what) {
            let awards = self.awards().filter(|award| award.table == table);
            things.extend(awards.map(|award| Thing::Award(award.number)));
            things.push(Thing::Table(table));
        }
        things.iter().map(Thing::key).collect()
    }

    fn doubts(&self) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        for meter in self.meters() {
            let key = || Thing::Meter(meter.id.clone()).key();
            if !meter.balances() {
                let why = "its money in and out does not balance".to_owned();
                doubts.push(Doubt { key: key(), why });
            }
            let mut awards = MeterUnits::ZERO;
            for award in self.awards().filter(|a| a.meter == meter.id && a.is_from_meter()) {
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
