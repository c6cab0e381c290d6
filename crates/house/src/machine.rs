//! A house: its people, meters, tables, open awards and proposals, and what each request does.
//!
//! [`House::act`] is the whole of it: it changes everything that a request means, or refuses. It reads no
//! clock, draws no chance and does no input or output, so the same requests in the same order always
//! lead to the same house. Its maps are persistent: a copy costs nothing, and readers keep theirs.

mod addresses;
mod control;
mod days;
mod demo;
mod depends_on;
mod effect;
mod floor;
mod integrity;
mod locks;
mod people;
mod recent;
mod record;
mod rights;
mod sessions;
mod stakes;
mod stored;
mod tries;
mod unknown_names;

pub use addresses::{Address, GUESTS_FROM_ADDRESS_MAX, Guests, WRONG_FROM_ADDRESS_MAX};
pub use effect::{Effect, Envy, KeyPress, Light, Move};
pub use floor::silent_choice;
pub use integrity::{VERIFY_DAYS, Verified};
pub use locks::{WRONG_ANYWHERE_MAX, WRONG_SECRETS_MAX};
pub use people::{GUEST_BANKROLL, GUEST_SEATS_MAX, HOUSE_ITSELF, Person};
pub use record::{RecordId, round_key};
pub use rights::Right;
pub use sessions::{InSession, NewSession, Session, SessionNumber, TokenMark};
pub use tries::{LockedOut, LockedPlace, TriedFrom, Tries};
pub use unknown_names::UnknownName;

use std::sync::Arc;

use imbl::{OrdMap, OrdSet};
use keys::seal::SealKeys;
use ledger::{Head, Machine as _};
use money::Moment;
use progressive::{Award, AwardNumber, Meter, MeterId, PersonId, ProposalNumber, TableId, Totals};
use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::day::Day;
use crate::refusal::Refusal;
use crate::request::{Command, HouseRules, Proposed, Request};
use crate::table::Table;
use crate::table::play::Play;
use crate::table::tally::Tally;
use crate::text::{self, Text, TextError};
use recent::Recent;

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
    /// Whether it is still to be decided.
    pub is_open: bool,
}

/// The numbers that a house has given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Counters {
    awards_made: u64,
    proposals_made: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    sessions_made: u64,
    /// Whether it is a demo house.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_demo: bool,
    /// The last verification of the whole chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    verified: Option<Verified>,
    /// For how many days it is good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    verify_days: Option<u16>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(count: &u64) -> bool {
    *count == 0
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
    pub(crate) tallies: OrdMap<TableId, Arc<Tally>>,
    pub(crate) book: Book,
    pub(crate) sessions: OrdMap<SessionNumber, Arc<Session>>,
    pub(crate) session_marks: OrdMap<TokenMark, SessionNumber>,
    /// The sessions that have not ended, by when they do, and by person.
    pub(crate) sessions_by_end: OrdSet<(Moment, SessionNumber)>,
    pub(crate) sessions_by_person: OrdSet<(PersonId, SessionNumber)>,
    pub(crate) addresses: Recent<String, Address>,
    pub(crate) unknown_names: Recent<PersonId, UnknownName>,
    pub(crate) tries: Recent<String, Tries>,
    /// The guests who are let go in time, by when that is.
    pub(crate) guests_by_end: OrdSet<(Moment, PersonId)>,
    /// The names of people who are no guests, as they look at a glance.
    pub(crate) names: OrdSet<String>,
    /// The day that was closed last.
    pub(crate) days: OrdMap<u64, Arc<Day>>,
    pub(crate) sessions_made: u64,
    pub(crate) is_demo: bool,
    pub(crate) awards_made: u64,
    pub(crate) proposals_made: u64,
    pub(crate) verified: Option<Verified>,
    pub(crate) verify_days: Option<u16>,
    dirty: Dirty,
    pub(crate) equipment: Equipment,
}

/// What a house works with that is no part of its state: two that differ only in this are the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Equipment {
    /// The keys that shuffles are sealed under.
    pub(crate) keys: SealKeys,
}

impl PartialEq for Equipment {
    fn eq(&self, _: &Equipment) -> bool {
        true
    }
}

impl Eq for Equipment {}

/// What changed since rows were last written. It is no part of what a house is: two that differ only in this are the
/// same.
#[derive(Clone, Debug, Default)]
struct Dirty {
    changed: OrdSet<RecordId>,
    /// What this request has ended.
    ended: Vec<RecordId>,
    /// What has ended and is no part of the house any more, as it is to be written.
    gone: OrdMap<RecordId, Arc<str>>,
    /// Rounds that are over: they are only looked up from then on.
    archived: OrdMap<(TableId, u64), Arc<Play>>,
    /// The counters as they were last written.
    counters: Counters,
}

impl PartialEq for Dirty {
    fn eq(&self, _: &Dirty) -> bool {
        true
    }
}

impl Eq for Dirty {}

impl House {
    /// A house without anything in it yet, that has these keys.
    pub fn with_keys(keys: SealKeys) -> House {
        House { equipment: Equipment { keys }, ..House::default() }
    }

    /// The keys that shuffles are sealed under.
    pub fn keys(&self) -> &SealKeys {
        &self.equipment.keys
    }

    /// The people.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.people.values().map(Arc::as_ref)
    }

    /// How many records of each kind the house keeps in memory, for operators to watch.
    pub fn kept(&self) -> [(&'static str, usize); 13] {
        [
            ("people", self.people.len()),
            ("sessions", self.sessions.len()),
            ("addresses", self.addresses.len()),
            ("unknown_names", self.unknown_names.len()),
            ("tries", self.tries.len()),
            ("guests_to_let_go", self.guests_by_end.len()),
            ("accounts", self.book.len()),
            ("tallies", self.tallies.len()),
            ("tables", self.tables.len()),
            (
                "rounds",
                self.tables().filter(|table| table.play().is_some()).count()
                    + self.dirty.archived.len(),
            ),
            ("awards_pending", self.awards.len()),
            ("awards_paid", self.paid.len()),
            ("proposals", self.proposals.len()),
        ]
    }

    /// How many awards were made: they are numbered from 1.
    pub fn awards_made(&self) -> u64 {
        self.awards_made
    }

    /// The meters.
    pub fn meters(&self) -> impl Iterator<Item = &Meter> {
        self.meters.values().map(Arc::as_ref)
    }

    /// The tables, with seats or without.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values().map(Arc::as_ref)
    }

    /// The awards that wait to be verified.
    pub fn awards(&self) -> impl Iterator<Item = &Award> {
        self.awards.values().map(Arc::as_ref).filter(|award| award.is_pending())
    }

    /// The proposals that wait for a second supervisor. One about an award that was decided otherwise meanwhile can
    /// not be approved any more, and waits for nobody.
    pub fn proposals(&self) -> impl Iterator<Item = &Proposal> {
        self.proposals
            .values()
            .map(Arc::as_ref)
            .filter(|proposal| !self.is_moot(&proposal.proposed))
    }

    fn is_moot(&self, proposed: &Proposed) -> bool {
        match proposed {
            Proposed::PayOther { award, amount, .. } => {
                !self.award(*award).is_ok_and(|award| award.amount == *amount)
            }
            Proposed::Override { table, round, saw, .. } => !self.is_as_seen(table, *round, saw),
            Proposed::BackOut { award, .. } => self.paid_award(*award).is_err(),
            Proposed::Adjust { .. }
            | Proposed::Transfer { .. }
            | Proposed::ReleaseOverflow { .. }
            | Proposed::Reschedule { .. }
            | Proposed::AddSupervisor { .. }
            | Proposed::ResetSecret { .. }
            | Proposed::VerifyEvery { .. } => false,
        }
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

    /// Keeps a round that is over where it can be looked up.
    pub(crate) fn archive(&mut self, play: Play) {
        let (table, number) = (play.form.table.clone(), play.number());
        self.touch(RecordId::Round(table.clone(), number));
        self.dirty.archived.insert((table, number), Arc::new(play));
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
    pub(crate) fn known_award(&self, number: AwardNumber) -> Option<&Arc<Award>> {
        self.awards.get(&number).or_else(|| self.paid.get(&number))
    }

    /// Does what is context, or refuses; after a refusal the house is not to be used further. The ledger
    /// works on a copy.
    ///
    /// Whether a request's id was used before is the ledger's business.
    pub fn act(&mut self, at: Moment, request: &Request) -> Result<Effect, Refusal> {
        self.act_as(at, request, None)
    }

    /// The same, or again what an entry says was done with this effect.
    fn act_as(
        &mut self,
        at: Moment,
        request: &Request,
        recorded: Option<&Effect>,
    ) -> Result<Effect, Refusal> {
        let context = Context {
            at,
            by: &request.by,
            session: request.session,
            rules: request.rules,
            recorded,
        };
        self.must_be_in_session(context, request.session)?;
        self.may_ask(&request.by, &request.command)?;
        must_be_readable(&request.command)?;
        let mut effect = self.carry_out_request(context, &request.command)?;
        if let Some(table) = request.command.facts().table {
            effect.table = Some(table.clone());
        }
        if effect.book.is_empty() {
            // What is done at a table has posted its own.
            let (table, moves) = (effect.table.as_ref(), effect.moves.iter());
            effect.book = moves.flat_map(|moved| House::meter_postings(table, moved)).collect();
            self.post_all(&effect.book);
        }
        let table = effect.table.as_ref().and_then(|table| self.tables.get(table));
        effect.edition = table.and_then(|table| table.keypad_edition()).map(str::to_owned);
        for moved in &effect.moves {
            let meter = &self.meters[&moved.meter];
            assert!(meter.balances(), "meter {} must balance: {meter:?}", meter.id);
        }
        self.drop_ended();
        Ok(effect)
    }

    /// Notes that something changed.
    pub(crate) fn touch(&mut self, record: RecordId) {
        self.dirty.gone.remove(&record);
        self.dirty.changed.insert(record);
    }

    /// Lets go of what a request has ended; stores get it when rows are next written.
    fn drop_ended(&mut self) {
        for record in std::mem::take(&mut self.dirty.ended) {
            let (json, is_live) = self.written_as(&record);
            if !is_live {
                self.unload(&record.key());
                self.dirty.gone.insert(record, json.into());
            }
        }
    }

    fn carry_out_request(
        &mut self,
        context: Context<'_>,
        command: &Command,
    ) -> Result<Effect, Refusal> {
        match command {
            Command::AddPerson { person, name, role, secret } => {
                self.add_person(context, person, name, *role, *secret)
            }
            Command::ChangeSecret { person, secret, dual_control } => {
                self.change_secret(context, person, *secret, *dual_control)
            }
            Command::Retire { person, .. } => self.retire(person),
            Command::SignIn => self.sign_in(context, &TriedFrom::Here),
            Command::SignInRefused { person: None, address, .. } => {
                self.refuse_no_name(context, address.as_deref())
            }
            Command::SignInRefused { person: Some(person), from: Some(from), .. } => {
                self.refuse_sign_in_from(context, person, from)
            }
            Command::SignInRefused {
                person: Some(person),
                address,
                locks_any_name,
                from: None,
            } => self.refuse_sign_in(context, person, address.as_deref(), *locks_any_name),
            Command::StartSession { session } => self.start_session(context, session),
            Command::EndSessions { person, session } => self.end_sessions(person, *session),
            Command::FoundDemo { people, tables } => self.found_demo(context, people, tables),
            Command::Unlock { person, .. } => self.unlock(context, person),
            Command::ChainVerified { seq, hash } => {
                self.chain_verified(context.at, Head { seq: *seq, hash: *hash })
            }
            Command::ChainBroken { .. } => Ok(self.chain_broken()),
            Command::Event { .. } => Ok(Effect::default()),
            Command::CreateMeter { meter, criteria, terms } => {
                self.create_meter(meter, criteria, terms)
            }
            Command::Configure { meter, terms } => self.configure(meter, terms),
            Command::CloseMeter { meter } => self.close_meter(meter),
            Command::Fault { meter, says } => self.set_fault(meter, Some(says.clone())),
            Command::ClearFault { meter, reason } => self.clear_fault(meter, reason),
            Command::CloseTable { table } => self.take_down(context, table),
            Command::SetUpTable { table, setup } => {
                self.must_be_verified(context.at)?;
                self.set_up(context, table, setup)
            }
            Command::Guest { person, name, address, session } => {
                self.add_guest(context, person, name, address.as_deref(), session.as_ref())
            }
            Command::Table { table, command, seed, expect } => {
                let table = self.place_of(table.as_ref(), command)?;
                self.must_be_at(&table, *expect)?;
                self.at_table(context, &table, command, seed.as_ref())
            }
            Command::CloseDay { day } => self.close_day(context, *day),
            Command::Propose { proposed } => self.propose(context, proposed),
            Command::Approve { proposal } => self.approve(context, *proposal),
            Command::Reject { proposal, reason } => self.reject(*proposal, reason),
        }
    }

    pub(crate) fn put_meter(&mut self, meter: Meter) {
        assert!(meter.is_written(), "meter {}: what moved is written down", meter.id);
        self.touch(RecordId::Meter(meter.id.clone()));
        self.meters.insert(meter.id.clone(), Arc::new(meter));
    }

    /// Keeps a table. Which of its records changed is for the caller to say.
    pub(crate) fn put_table(&mut self, table: Table) {
        self.tables.insert(table.id().clone(), Arc::new(table));
    }

    pub(crate) fn put_award(&mut self, award: Award) {
        self.touch(RecordId::Award(award.number));
        if !award.is_pending() && !award.is_paid() {
            self.dirty.ended.push(RecordId::Award(award.number));
        }
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
        self.touch(RecordId::Proposal(proposal.number));
        if !proposal.is_open {
            self.dirty.ended.push(RecordId::Proposal(proposal.number));
        }
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
        Counters {
            awards_made: self.awards_made,
            proposals_made: self.proposals_made,
            sessions_made: self.sessions_made,
            is_demo: self.is_demo,
            verified: self.verified,
            verify_days: self.verify_days,
        }
    }
}

/// Who asks, and when.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) at: Moment,
    pub(crate) by: &'a PersonId,
    pub(crate) session: InSession,
    pub(crate) rules: HouseRules,
    /// What was done, when it is done again: cards come from it where their key is not there.
    pub(crate) recorded: Option<&'a Effect>,
}

/// What people have entered is readable.
fn must_be_readable(command: &Command) -> Result<(), Refusal> {
    for Text { what, text, most } in command.facts().texts {
        text::check(text, most).map_err(|wrong| match wrong {
            TextError::Empty if what == text::REASON => Refusal::NoReason,
            wrong => Refusal::BadText { what, wrong },
        })?;
    }
    Ok(())
}
