//! What a command depends on, and whether someone may give it.

use progressive::{MeterId, PersonId, TableId};

use super::{HOUSE_ITSELF, House, RecordId, Right};
use crate::refusal::Refusal;
use crate::request::{About, Asker, Command, Facts, Proposed, Request, Role};
use crate::table::Player;
use crate::table::command::TableCommand;

/// The award and the person that a proposal is about.
fn named_by(proposed: &Proposed) -> impl Iterator<Item = RecordId> {
    let facts = proposed.facts();
    let person = facts.person.cloned().map(RecordId::Person);
    facts.award.map(RecordId::Award).into_iter().chain(person)
}

impl House {
    /// The table that something is done at: the one that is named, or that of the award.
    pub(super) fn place_of(
        &self,
        table: Option<&TableId>,
        command: &TableCommand,
    ) -> Result<TableId, Refusal> {
        match (table, command.award()) {
            (Some(table), _) => Ok(table.clone()),
            (None, Some(award)) => Ok(self.award(award)?.table.clone()),
            (None, None) => Err(Refusal::NoTable),
        }
    }

    /// The records that a request depends on.
    pub(super) fn records_of(&self, request: &Request) -> Vec<RecordId> {
        if matches!(request.command, Command::Event { .. } | Command::ChainBroken { .. }) {
            return Vec::new();
        }
        let facts = request.command.facts();
        let mut records = vec![RecordId::House, RecordId::Person(request.by.clone())];
        records.extend(request.session.0.map(RecordId::Session));
        let person = |id: &PersonId| RecordId::Person(id.clone());
        match facts.about {
            About::Nobody => {}
            About::Person(id) => records.push(person(id)),
            About::Everybody(id) => {
                records.extend(self.people().map(|it| &it.id).chain([id]).map(person));
            }
        }
        records.extend(facts.award.map(RecordId::Award));
        records.extend(facts.proposal.map(RecordId::Proposal));
        let proposed = self.proposed_in(&facts);
        records.extend(proposed.into_iter().flat_map(named_by));
        records.extend(self.meters_of(&facts).into_iter().cloned().map(RecordId::Meter));
        let award = facts.award.and_then(|award| self.awards.get(&award));
        if let Some(table) = facts.table.or(award.map(|award| &award.table)) {
            records.extend(self.records_at(table));
        }
        records
    }

    /// What is known of a table.
    fn records_at<'h>(&'h self, table: &'h TableId) -> impl Iterator<Item = RecordId> + 'h {
        let awards = self.awards().filter(|award| award.table == *table);
        let own = [RecordId::Keypad, RecordId::Tally, RecordId::Floor];
        let seated = self.tables.get(table).map(|table| table.seated().values());
        let guests = seated.into_iter().flatten().filter_map(|player| match player {
            // What a guest plays with is kept with the person.
            Player::Person(id) if self.people.get(id).is_some_and(|it| it.is_guest) => {
                Some(RecordId::Person(id.clone()))
            }
            Player::Person(_) | Player::Bot(_) => None,
        });
        let own = own.into_iter().map(|record| record(table.clone()));
        awards.map(|award| RecordId::Award(award.number)).chain(own).chain(guests)
    }

    /// What is proposed by a command, or was.
    fn proposed_in<'a>(&'a self, facts: &Facts<'a>) -> Option<&'a Proposed> {
        let known = facts.proposal.and_then(|proposal| self.proposals.get(&proposal));
        facts.proposed.or(known.map(|known| &known.proposed))
    }

    /// The meters that a command is about, as far as it names anything that is there.
    fn meters_of<'a>(&'a self, facts: &Facts<'a>) -> Vec<&'a MeterId> {
        let keypad = facts.table.and_then(|table| self.tables.get(table)?.keypad());
        let award = facts.award.and_then(|award| self.awards.get(&award));
        let one = facts.meter.or(keypad.map(|keypad| &keypad.meter));
        let one = one.or(award.map(|award| &award.meter));
        // What is rejected moves nothing.
        let moves = facts.proposed.is_some() || facts.asker == Asker::Second;
        let proposed = self.proposed_in(facts).filter(|_| moves);
        let proposed = proposed.map(|proposed| self.meters_in(proposed));
        one.into_iter().chain(proposed.into_iter().flatten()).collect()
    }

    /// The meters that a proposal is about.
    pub(super) fn meters_in<'a>(&'a self, proposed: &'a Proposed) -> Vec<&'a MeterId> {
        let facts = proposed.facts();
        let award = facts.award.and_then(|award| self.known_award(award));
        facts.meters.into_iter().chain(award.map(|award| &award.meter)).collect()
    }

    /// Who may ask for what (T2). What is asked for may still be refused for other reasons.
    pub fn may_ask(&self, by: &PersonId, command: &Command) -> Result<(), Refusal> {
        if let (true, Command::AddPerson { role, .. }) = (self.people.is_empty(), command) {
            // Whoever founds the house adds its first supervisor.
            return match role {
                Role::Supervisor => Ok(()),
                _ => Err(Refusal::FirstMustBeSupervisor),
            };
        }
        let facts = command.facts();
        let is_house = by.as_str() == HOUSE_ITSELF;
        match facts.asker {
            Asker::House if is_house => return Ok(()),
            Asker::House => return Err(Refusal::OnlyTheHouse),
            // Guests bring themselves in.
            Asker::Newcomer(person) if person == by => return Ok(()),
            _ if is_house && facts.is_houses => return Ok(()),
            _ => {}
        }
        let person = self.person(by)?;
        match facts.asker {
            Asker::Known => Ok(()),
            _ if person.is_retired => Err(Refusal::Retired(person.id.clone())),
            // Who may do what at a table, the table says.
            Asker::Anybody | Asker::AtTable | Asker::House => Ok(()),
            Asker::Own(whose, _) if whose == by => Ok(()),
            Asker::Own(_, right) | Asker::With(right) => self.must_have(by, right),
            Asker::Newcomer(_) => self.must_have(by, Right::Play),
            Asker::Second => match facts.proposal {
                Some(proposal) if self.may_help_out(person, proposal) => Ok(()),
                Some(_) | None => self.must_have(by, Right::Supervise),
            },
        }
    }
}
