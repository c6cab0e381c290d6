//! What a request is about: the round, people, meters and awards it depends on, and who may make it.

use progressive::{MeterId, PersonId, TableId};

use super::{HOUSE_ITSELF, House, Right, Thing};
use crate::refusal::Refusal;
use crate::request::{EventKind, Proposed, Role, What};

/// The award and the person that a proposal is about.
fn named_by(proposed: &Proposed) -> impl Iterator<Item = Thing> {
    let person = proposed.person().cloned().map(Thing::Person);
    proposed.award().map(Thing::Award).into_iter().chain(person)
}

impl House {
    /// The table and the open round that a request is part of.
    pub(super) fn round_of(&self, what: &What) -> Option<(TableId, Option<u64>)> {
        let table = match what {
            What::Lock { table, .. }
            | What::ReturnBet { table, .. }
            | What::Key { table, .. }
            | What::Cards { table, .. }
            | What::Override { table, .. }
            | What::TurnKey { table, .. }
            | What::JPot { table }
            | What::GameOver { table }
            | What::Misdeal { table, .. }
            | What::OpenTable { table, .. }
            | What::SetUpTable { table, .. }
            | What::Play { table, .. }
            | What::CloseTable { table } => table,
            What::Verify { award, .. } | What::Void { award, .. } => {
                let award = self.awards.get(award)?;
                return Some((award.table.clone(), Some(award.round)));
            }
            What::AddPerson { .. }
            | What::ChangeSecret { .. }
            | What::Retire { .. }
            | What::Guest { .. }
            | What::SignIn
            | What::SignInRefused { .. }
            | What::StartSession { .. }
            | What::EndSessions { .. }
            | What::FoundDemo { .. }
            | What::Unlock { .. }
            | What::ChainVerified { .. }
            | What::CloseDay { .. }
            | What::ChainBroken { .. }
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
    pub(super) fn named_in(&self, what: &What) -> Vec<Thing> {
        match what {
            What::ChangeSecret { person, .. }
            | What::SignInRefused { person: Some(person), .. }
            | What::EndSessions { person, .. }
            | What::Unlock { person, .. } => vec![Thing::Person(person.clone())],
            // Whether someone may come or leave depends on which supervisors there are.
            What::AddPerson { person, .. } | What::Retire { person, .. } => {
                let ids = self.people().map(|person| &person.id).chain([person]);
                ids.cloned().map(Thing::Person).collect()
            }
            What::Verify { award, .. } | What::Void { award, .. } => vec![Thing::Award(*award)],
            What::Propose { proposed } => named_by(proposed).collect(),
            What::Approve { proposal } | What::Reject { proposal, .. } => {
                let known = self.proposals.get(proposal);
                let named = known.into_iter().flat_map(|known| named_by(&known.proposed));
                [Thing::Proposal(*proposal)].into_iter().chain(named).collect()
            }
            What::SignIn
            | What::SignInRefused { person: None, .. }
            | What::StartSession { .. }
            | What::FoundDemo { .. }
            | What::ChainVerified { .. }
            | What::CloseDay { .. }
            | What::ChainBroken { .. }
            | What::Event { .. }
            | What::CreateMeter { .. }
            | What::Configure { .. }
            | What::CloseMeter { .. }
            | What::Fault { .. }
            | What::ClearFault { .. }
            | What::OpenTable { .. }
            | What::CloseTable { .. }
            | What::SetUpTable { .. }
            | What::Guest { .. }
            | What::Play { .. }
            | What::Lock { .. }
            | What::ReturnBet { .. }
            | What::Key { .. }
            | What::Cards { .. }
            | What::Override { .. }
            | What::TurnKey { .. }
            | What::JPot { .. }
            | What::GameOver { .. }
            | What::Misdeal { .. } => Vec::new(),
        }
    }

    /// The meters that a request is about, as far as it names anything that is there.
    pub(super) fn meters_of<'a>(&'a self, what: &'a What) -> Vec<&'a MeterId> {
        let of_table = |table: &TableId| self.tables.get(table).map(|table| &table.meter);
        let one = match what {
            What::AddPerson { .. }
            | What::ChangeSecret { .. }
            | What::Retire { .. }
            | What::SignIn
            | What::SignInRefused { .. }
            | What::StartSession { .. }
            | What::EndSessions { .. }
            | What::FoundDemo { .. }
            | What::Unlock { .. }
            | What::ChainVerified { .. }
            | What::CloseDay { .. }
            | What::ChainBroken { .. }
            | What::Event { .. }
            | What::Guest { .. }
            | What::Reject { .. } => None,
            What::SetUpTable { setup, .. } => setup.meter.as_ref(),
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
            | What::Override { table, .. }
            | What::TurnKey { table, .. }
            | What::JPot { table }
            | What::GameOver { table }
            | What::Play { table, .. }
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
    pub(super) fn meters_in<'a>(&'a self, proposed: &'a Proposed) -> Vec<&'a MeterId> {
        let award = proposed.award().and_then(|award| self.known_award(award));
        proposed.meters().into_iter().chain(award.map(|award| &award.meter)).collect()
    }

    /// Who may ask for what (T2). What is asked for may still be refused for other reasons.
    pub fn may_ask(&self, by: &PersonId, what: &What) -> Result<(), Refusal> {
        if let (true, What::AddPerson { role, .. }) = (self.people.is_empty(), what) {
            // Whoever founds the house adds its first supervisor.
            return match role {
                Role::Supervisor => Ok(()),
                _ => Err(Refusal::FirstMustBeSupervisor),
            };
        }
        match what {
            // Guests bring themselves in; who may do what at a table, the table says.
            What::Guest { person, .. } if person == by => return Ok(()),
            What::Play { .. } if by.as_str() == HOUSE_ITSELF => return Ok(()),
            // The program says that it was started or stopped (L1).
            What::Event { kind: EventKind::Start | EventKind::Stop, .. }
                if by.as_str() == HOUSE_ITSELF =>
            {
                return Ok(());
            }
            // Whoever can write the store may unlock a person: otherwise the last supervisor could stay locked out.
            What::Unlock { .. } if by.as_str() == HOUSE_ITSELF => return Ok(()),
            What::Event { kind: EventKind::RollBack, .. }
            | What::SignInRefused { .. }
            | What::ChainVerified { .. }
            | What::ChainBroken { .. }
            | What::FoundDemo { .. } => {
                let is_house = by.as_str() == HOUSE_ITSELF;
                return if is_house { Ok(()) } else { Err(Refusal::OnlyTheHouse) };
            }
            _ => {}
        }
        let person = self.person(by)?;
        let needs = match what {
            What::Event { .. } => return Ok(()),
            _ if person.is_retired => return Err(Refusal::Retired(person.id.clone())),
            What::ChangeSecret { person: whose, .. } if *whose == person.id => return Ok(()),
            What::Play { .. } => return Ok(()),
            What::Guest { .. } => Right::Play,
            What::EndSessions { person: whose, .. } if *whose == person.id => return Ok(()),
            What::SignIn
            | What::StartSession { .. }
            | What::SignInRefused { .. }
            | What::ChainVerified { .. }
            | What::FoundDemo { .. }
            | What::ChainBroken { .. } => return Ok(()),
            What::Approve { proposal } if self.may_help_out(person, *proposal) => return Ok(()),
            What::Lock { .. }
            | What::ReturnBet { .. }
            | What::Key { .. }
            | What::Cards { .. }
            | What::GameOver { .. }
            | What::Misdeal { .. } => Right::Deal,
            What::AddPerson { .. }
            | What::EndSessions { .. }
            | What::ChangeSecret { .. }
            | What::Retire { .. }
            | What::Unlock { .. }
            | What::CreateMeter { .. }
            | What::Configure { .. }
            | What::CloseMeter { .. }
            | What::Fault { .. }
            | What::ClearFault { .. }
            | What::OpenTable { .. }
            | What::SetUpTable { .. }
            | What::CloseTable { .. }
            | What::Override { .. }
            | What::Verify { .. }
            | What::Void { .. }
            | What::TurnKey { .. }
            | What::JPot { .. }
            | What::CloseDay { .. }
            | What::Propose { .. }
            | What::Approve { .. }
            | What::Reject { .. } => Right::Supervise,
        };
        self.must_have(by, needs)
    }
}
