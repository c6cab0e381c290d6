//! People: who may sign in, and when.
//!
//! Adding a supervisor takes two people once there have been two supervisors: otherwise one of them could
//! approve their own proposals in the name of another. Wrong secrets lock a person for longer and longer.

use std::sync::Arc;

use money::{Cents, Moment};
use progressive::{PersonId, ProposalNumber, as_text};
use serde::{Deserialize, Serialize};

use super::locks::{Locks, must_not_be_locked, still_locked};
use super::unknown_names::with_one_more;
use super::{
    Context, Effect, House, InSession, NewSession, RecordId, Right, Session, TokenMark, TriedFrom,
};
use crate::people::SecretMark;
use crate::refusal::Refusal;
use crate::request::{HouseRules, Proposed, Role};
use crate::table::Player;
use crate::text;

/// Who acts when no person does: the house itself. Nobody is added under this name.
pub const HOUSE_ITSELF: &str = "house";

/// The play money of a guest, for all tables together.
pub const GUEST_BANKROLL: Cents = Cents::dollars(1_000);

/// How many devices are known of a person: with one more, the oldest is not any more.
const DEVICES_MAX: usize = 20;
/// How many seats a guest has at once, at one of each table.
pub const GUEST_SEATS_MAX: usize = 3;
/// Someone who may sign in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Person {
    pub id: PersonId,
    pub name: String,
    pub role: Role,
    /// What the sign-in is checked against; people without one cannot sign in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<SecretMark>,
    /// Whether the person has left. Such a person may do nothing more, and is still named by what they did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_retired: bool,
    /// How many wrong secrets were given in a row.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wrong_secrets: u32,
    /// When the last of them was; nothing if that was before it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_wrong: Option<Moment>,
    /// Until when nobody can sign in as this person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked_until: Option<Moment>,
    /// A guest plays with play money and has no secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_guest: bool,
    /// What a guest has left of the play money, away from the tables; nothing before the first buy-in.
    #[serde(default, with = "as_text::option", skip_serializing_if = "Option::is_none")]
    pub bankroll: Option<Cents>,
    /// Until when a guest is here at the latest; nothing for guests from before that was kept, who stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest_until: Option<Moment>,
    /// The guest has left, and is no part of the house any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_gone: bool,
    /// The devices on which the person has signed in, by the marks of their tokens; the newest is the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<TokenMark>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Person {
    /// A guest, who is here until then at the latest.
    pub fn guest(id: PersonId, name: String, guest_until: Option<Moment>) -> Person {
        Person {
            id,
            name,
            role: Role::Player,
            secret: None,
            is_retired: false,
            wrong_secrets: 0,
            last_wrong: None,
            locked_until: None,
            is_guest: true,
            bankroll: None,
            guest_until,
            is_gone: false,
            devices: Vec::new(),
        }
    }

    /// What a guest can still buy chips for, at all tables together; nothing for people who pay.
    pub fn play_money(&self) -> Option<Cents> {
        self.is_guest.then(|| self.bankroll.unwrap_or(GUEST_BANKROLL))
    }

    /// The name as others see it: guests are marked.
    pub fn shown_name(&self) -> String {
        match self.is_guest {
            true => format!("{} (guest)", self.name),
            false => self.name.clone(),
        }
    }

    /// Until when the person is locked at this moment, if at all.
    pub fn locked_at(&self, at: Moment) -> Option<Moment> {
        still_locked(self.locked_until, at)
    }

    fn is_active_supervisor(&self) -> bool {
        self.role == Role::Supervisor && !self.is_retired
    }
}

impl House {
    pub(super) fn add_person(
        &mut self,
        context: Context<'_>,
        id: &PersonId,
        name: &str,
        role: Role,
        secret: SecretMark,
    ) -> Result<Effect, Refusal> {
        self.must_be_free(id)?;
        let takes_two = match role {
            Role::Supervisor => self.is_proposed(role),
            // An auditor can help the last supervisor to a second: they are not added at that time.
            Role::Auditor => self.had_two_supervisors() && self.active_supervisors() == 1,
            Role::Player | Role::Dealer => false,
        };
        if takes_two && role == Role::Supervisor && context.rules.propose_people() {
            let (person, name) = (id.clone(), name.to_owned());
            return self.propose(context, &Proposed::AddSupervisor { person, name, secret });
        }
        if takes_two {
            return Err(Refusal::TakesTwo { role });
        }
        if self.people.is_empty() {
            // There is nothing to verify yet.
            self.set_verified(0, context.at);
        }
        self.put_new_person(id, name, role, secret);
        Ok(Effect::default())
    }

    /// Adds a supervisor whom two people want.
    pub(super) fn add_supervisor(
        &mut self,
        id: &PersonId,
        name: &str,
        secret: SecretMark,
    ) -> Result<Effect, Refusal> {
        self.must_be_free(id)?;
        self.put_new_person(id, name, Role::Supervisor, secret);
        Ok(Effect::default())
    }

    pub(super) fn put_new_person(
        &mut self,
        id: &PersonId,
        name: &str,
        role: Role,
        secret: SecretMark,
    ) {
        self.put_person(Person {
            id: id.clone(),
            name: name.to_owned(),
            role,
            secret: Some(secret),
            is_retired: false,
            wrong_secrets: 0,
            last_wrong: None,
            locked_until: None,
            is_guest: false,
            bankroll: None,
            guest_until: None,
            is_gone: false,
            devices: Vec::new(),
        });
    }

    /// A guest comes in: a player without a secret, for tables where guests may sit.
    pub(super) fn add_guest(
        &mut self,
        context: Context<'_>,
        id: &PersonId,
        name: &str,
        address: Option<&str>,
        session: Option<&NewSession>,
    ) -> Result<Effect, Refusal> {
        self.must_be_free(id)?;
        if session.is_some() {
            self.must_be_nobodys(name, context.rules)?;
        }
        if let Some(address) = address {
            self.count_guest(context, address)?;
        }
        let until = session.map(|session| session.until);
        self.put_person(Person::guest(id.clone(), name.to_owned(), until));
        match session {
            Some(session) => self.start_session(context, session),
            None => Ok(Effect::default()),
        }
    }

    /// The house as it is with a guest who has not been brought in: to look at, and to try what would be refused.
    pub fn with_guest(&self, guest: Person, session: Session) -> House {
        let mut house = self.clone();
        house.keep_person(guest);
        house.keep_session(session);
        house
    }

    /// A guest has a name that cannot be taken for that of someone who works or plays here, or for a role.
    fn must_be_nobodys(&self, name: &str, rules: HouseRules) -> Result<(), Refusal> {
        let seen = text::at_a_glance(name);
        let is_staffs = match rules.bound_unknown_names() {
            true => text::has_staff_word(name),
            false => text::is_staff_word(&seen),
        };
        if self.names.contains(&seen) || is_staffs {
            return Err(Refusal::NameTaken { name: name.to_owned() });
        }
        Ok(())
    }

    /// Guests whose time is over and who sit nowhere are no part of the house any more. Only those are looked at.
    pub(super) fn let_guests_go(&mut self, at: Moment) {
        let over = self.guests_by_end.iter().take_while(|(until, _)| *until <= at);
        let over = over.filter(|(_, id)| self.seats_of(id) == 0);
        let gone: Vec<Person> = over
            .filter_map(|(_, id)| self.people.get(id))
            .map(|known| Person { is_gone: true, ..Person::clone(known) })
            .collect();
        for person in gone {
            self.dirty.ended.push(RecordId::Person(person.id.clone()));
            self.put_person(person);
        }
    }

    /// How many seats someone has, at all tables.
    pub(super) fn seats_of(&self, id: &PersonId) -> usize {
        let is_theirs = |player: &&Player| matches!(player, Player::Person(who) if who == id);
        self.tables().map(|table| table.seated().values().filter(is_theirs).count()).sum()
    }

    /// What a guest leaves a table with goes back to the bankroll; less than nothing is what a guest buys chips for.
    pub(super) fn give_back(&mut self, context: Context<'_>, id: &PersonId, amount: Cents) {
        let person = self.people.get(id).filter(|_| context.rules.guard_buy_ins());
        let Some((person, has)) = person.and_then(|it| Some((it, it.play_money()?))) else {
            return;
        };
        let mut person = (**person).clone();
        person.bankroll = Some(has + amount).filter(|left| *left != GUEST_BANKROLL);
        self.put_person(person);
    }

    pub(super) fn must_be_free(&self, id: &PersonId) -> Result<(), Refusal> {
        if id.as_str() == HOUSE_ITSELF {
            return Err(Refusal::Reserved(id.clone()));
        }
        if self.people.contains_key(id) { Err(Refusal::PersonExists(id.clone())) } else { Ok(()) }
    }

    /// Whether the house has ever had two supervisors, even if they have left.
    pub fn had_two_supervisors(&self) -> bool {
        self.people().filter(|person| person.role == Role::Supervisor).count() >= 2
    }

    /// Whether adding someone with this role becomes a proposal.
    pub fn is_proposed(&self, role: Role) -> bool {
        role == Role::Supervisor && self.had_two_supervisors()
    }

    /// Whether someone may give this person a new secret: one's own, or as a supervisor that of someone who is none;
    /// another supervisor's once it takes two.
    pub fn may_give_secret(&self, by: &PersonId, whose: &Person) -> bool {
        let is_anothers = || {
            self.may(by, Right::Supervise)
                && (whose.role != Role::Supervisor || self.had_two_supervisors())
        };
        !whose.is_retired && (whose.id == *by || is_anothers())
    }

    fn active_supervisors(&self) -> usize {
        self.people().filter(|person| person.is_active_supervisor()).count()
    }

    /// The last supervisor gets a second one with the help of an auditor.
    pub(super) fn may_help_out(&self, person: &Person, number: ProposalNumber) -> bool {
        let proposed = self.proposals.get(&number).map(|proposal| &proposal.proposed);
        let may_approve = match proposed {
            Some(Proposed::AddSupervisor { .. }) => true,
            // Nobody approves a new secret for themselves.
            Some(Proposed::ResetSecret { person: whose, .. }) => *whose != person.id,
            _ => false,
        };
        person.role == Role::Auditor && self.active_supervisors() == 1 && may_approve
    }

    /// Whether giving someone else a new secret takes two.
    pub fn reset_takes_two(&self, by: &PersonId, person: &PersonId) -> bool {
        by != person && self.had_two_supervisors()
    }

    pub(super) fn change_secret(
        &mut self,
        context: Context<'_>,
        id: &PersonId,
        secret: SecretMark,
        dual_control: bool,
    ) -> Result<Effect, Refusal> {
        let known = self.person(id)?.clone();
        if known.is_retired {
            return Err(Refusal::Retired(known.id));
        }
        if dual_control && self.reset_takes_two(context.by, id) {
            return match context.rules.propose_people() {
                true => self.propose(context, &Proposed::ResetSecret { person: known.id, secret }),
                false => Err(Refusal::ResetTakesTwo(known.id)),
            };
        }
        // Otherwise one supervisor could approve their own proposal in another's name (A2).
        if known.role == Role::Supervisor && known.id != *context.by {
            return Err(Refusal::SupervisorsSecret(known.id));
        }
        // Whoever was signed in with the old secret is not any more.
        self.end_sessions_of(id, context.session);
        self.put_person(Person { secret: Some(secret), ..known });
        Ok(Effect::default())
    }

    /// Gives someone a new secret that two people want. Their sessions end, and no device is known as theirs.
    pub(super) fn reset_secret(
        &mut self,
        proposer: &PersonId,
        id: &PersonId,
        secret: SecretMark,
    ) -> Result<Effect, Refusal> {
        let known = self.person(id)?.clone();
        if known.is_retired || known.is_guest {
            return Err(Refusal::Retired(known.id));
        }
        if known.id == *proposer {
            return Err(Refusal::SamePerson(known.id));
        }
        self.end_sessions_of(id, InSession::default());
        self.put_person(Person { secret: Some(secret), devices: Vec::new(), ..known });
        Ok(Effect::default())
    }

    /// Someone leaves; those who are left can still run the house.
    pub(super) fn retire(&mut self, id: &PersonId) -> Result<Effect, Refusal> {
        let leaves = self.person(id)?.clone();
        if leaves.is_retired {
            return Err(Refusal::Retired(leaves.id));
        }
        if leaves.is_active_supervisor() && self.active_supervisors() == 1 {
            return Err(Refusal::LastSupervisor(leaves.id));
        }
        self.end_sessions_of(id, InSession::default());
        self.put_person(Person { is_retired: true, ..leaves });
        Ok(Effect::default())
    }

    /// Signs in someone who gave the right secret at a place, unless it is locked.
    pub(super) fn sign_in(
        &mut self,
        context: Context<'_>,
        from: &TriedFrom,
    ) -> Result<Effect, Refusal> {
        self.person(context.by)?;
        self.must_be_open_to(context.by, from, context.at)?;
        self.forgive_tries(context.by, from);
        self.forgive(context.by)
    }

    /// The same, where wrong secrets lock a name everywhere.
    pub(super) fn sign_in_anywhere(&mut self, context: Context<'_>) -> Result<Effect, Refusal> {
        let known = self.person(context.by)?;
        must_not_be_locked(&known.id, known.locked_at(context.at))?;
        self.forgive(context.by)
    }

    /// The device on which someone has signed in is known from now on.
    pub(super) fn know_device(&mut self, id: &PersonId, mark: TokenMark) -> Result<(), Refusal> {
        let mut known = self.person(id)?.clone();
        if known.devices.last() == Some(&mark) {
            return Ok(());
        }
        known.devices.retain(|device| *device != mark);
        known.devices.push(mark);
        let over = known.devices.len().saturating_sub(DEVICES_MAX);
        known.devices.drain(..over);
        self.put_person(known);
        Ok(())
    }

    /// Forgets the wrong secrets that were given for someone, as far as they count everywhere.
    fn forgive(&mut self, id: &PersonId) -> Result<Effect, Refusal> {
        let known = self.person(id)?.clone();
        if known.wrong_secrets > 0 {
            self.put_person(Person {
                wrong_secrets: 0,
                last_wrong: None,
                locked_until: None,
                ..known
            });
        }
        Ok(Effect::default())
    }

    /// Something that cannot be a name was tried: it counts for the address.
    pub(super) fn refuse_no_name(
        &mut self,
        context: Context<'_>,
        address: Option<&str>,
    ) -> Result<Effect, Refusal> {
        if let Some(address) = address {
            self.must_not_be_blocked(address, context.at)?;
            self.count_wrong(context, address);
        }
        Ok(Effect::default())
    }

    /// A wrong secret was given at a place. What is tried while the name is locked there neither counts nor is written
    /// down. What comes from the network counts for the address, and for the name everywhere, too.
    pub(super) fn refuse_sign_in_from(
        &mut self,
        context: Context<'_>,
        id: &PersonId,
        from: &TriedFrom,
    ) -> Result<Effect, Refusal> {
        self.must_be_open_to(id, from, context.at)?;
        self.count_try(id, from, context.at);
        if let TriedFrom::Address(address) = from {
            self.count_wrong(context, address);
            self.count_for_name(context, id);
        }
        Ok(Effect::default())
    }

    fn count_for_name(&mut self, context: Context<'_>, id: &PersonId) {
        let (at, locks) = (context.at, Locks::anywhere(context.rules));
        let Some(known) = self.people.get(id).filter(|known| !known.is_retired) else {
            return self.count_unknown_name(id, at, locks, context.rules);
        };
        let known = Person::clone(known);
        let wrong_secrets = with_one_more(known.wrong_secrets, known.last_wrong, at);
        let locked_until = locks.after(at, wrong_secrets);
        self.put_person(Person { wrong_secrets, last_wrong: Some(at), locked_until, ..known });
    }

    /// A wrong secret was given, in an entry from before places were told apart. What is tried while a name is locked
    /// neither counts nor is written down. Entries from before names that nobody has were locked, too, count for people
    /// alone.
    pub(super) fn refuse_sign_in(
        &mut self,
        context: Context<'_>,
        id: &PersonId,
        address: Option<&str>,
        locks_any_name: bool,
    ) -> Result<Effect, Refusal> {
        if let Some(address) = address {
            self.must_not_be_blocked(address, context.at)?;
        }
        let known = self.people.get(id).filter(|known| !known.is_retired).cloned();
        if known.is_some() || locks_any_name {
            self.name_must_not_be_locked(id, context.at)?;
        }
        if let Some(address) = address {
            self.count_wrong(context, address);
        }
        match known {
            Some(known) => {
                let known = Person::clone(&known);
                let last_wrong = locks_any_name.then_some(context.at);
                let wrong_secrets =
                    with_one_more(known.wrong_secrets, known.last_wrong, context.at);
                let locked_until = Locks::HERE.after(context.at, wrong_secrets);
                self.put_person(Person { wrong_secrets, last_wrong, locked_until, ..known });
            }
            None if locks_any_name => {
                self.count_unknown_name(id, context.at, Locks::HERE, context.rules);
            }
            // Who tries a name that nobody has is noted all the same.
            None => {}
        }
        Ok(Effect::default())
    }

    pub(super) fn unlock(
        &mut self,
        context: Context<'_>,
        id: &PersonId,
    ) -> Result<Effect, Refusal> {
        let known = self.person(id)?.clone();
        if known.id == *context.by {
            return Err(Refusal::OwnLock(known.id));
        }
        let forgiven = self.forgive_all_tries(id);
        if forgiven.is_empty() && known.wrong_secrets == 0 {
            return Err(Refusal::NothingChanges);
        }
        for tries in forgiven.iter().filter(|_| context.rules.bound_unknown_names()) {
            if let TriedFrom::Address(address) = &tries.from {
                self.forgive_address(address, tries.wrong);
            }
        }
        self.put_person(Person { wrong_secrets: 0, last_wrong: None, locked_until: None, ..known });
        Ok(Effect::default())
    }

    fn put_person(&mut self, person: Person) {
        self.touch(RecordId::Person(person.id.clone()));
        self.keep_person(person);
    }

    pub(super) fn keep_person(&mut self, person: Person) {
        if !person.is_guest {
            self.names.insert(text::at_a_glance(person.id.as_str()));
            self.names.insert(text::at_a_glance(&person.name));
        }
        if let Some(until) = person.guest_until {
            let by_end = (until, person.id.clone());
            match person.is_gone {
                true => self.guests_by_end.remove(&by_end),
                false => self.guests_by_end.insert(by_end),
            };
        }
        self.people.insert(person.id.clone(), Arc::new(person));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{Command, Request};

    /// What an older release accepted stays accepted.
    #[test]
    fn a_guest_with_a_staff_word_in_the_name_is_refused_since_the_third_revision() {
        let comes_in = |rules: HouseRules| {
            let session = NewSession {
                mark: TokenMark::of("token"),
                until: Moment(60_000_000),
                address: "192.0.2.1".to_owned(),
                device: None,
                from: None,
                device_mark: None,
            };
            let (id, name) = ("guest-1".parse::<PersonId>().unwrap(), "Dealer Dan".to_owned());
            let what =
                Command::Guest { person: id.clone(), name, address: None, session: Some(session) };
            let act = Request { rules, ..Request::new(id, "web".parse().unwrap(), what) };
            House::default().act(Moment(0), &act).map(drop)
        };
        assert_eq!(comes_in(HouseRules::FIRST), Ok(()));
        let name = "Dealer Dan".to_owned();
        assert_eq!(comes_in(HouseRules::CURRENT), Err(Refusal::NameTaken { name }));
    }
}
