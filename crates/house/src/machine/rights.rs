//! Which role may do and see what: the one table of it (T2).

use progressive::PersonId;

use super::{House, Person};
use crate::refusal::Refusal;
use crate::request::Role;

/// Something that takes a role.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Right {
    /// Sits down and plays.
    Play,
    /// Runs a table. A supervisor may stand in for a dealer.
    Deal,
    /// Opens tables and meters, verifies awards, keeps the people, proposes and approves.
    Supervise,
    /// Sees the floor: calls, awards with their slips, what the tables hold.
    SeeFloor,
    /// Recalls rounds that others played.
    SeeRounds,
    /// Sees what waits for a second supervisor.
    SeeProposals,
    /// Sees reports: gaming days, statements, what the meters owe.
    SeeReports,
    /// Searches the chain.
    SeeChain,
    /// Sees the people, and who is signed in where.
    SeePeople,
}

impl Right {
    /// Every right.
    pub const ALL: [Right; 9] = [
        Right::Play,
        Right::Deal,
        Right::Supervise,
        Right::SeeFloor,
        Right::SeeRounds,
        Right::SeeProposals,
        Right::SeeReports,
        Right::SeeChain,
        Right::SeePeople,
    ];

    /// The roles that have it.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Right::Play => &[Role::Player],
            Right::Deal => &[Role::Dealer, Role::Supervisor],
            Right::Supervise => &[Role::Supervisor],
            Right::SeeFloor | Right::SeeRounds => &[Role::Dealer, Role::Supervisor, Role::Auditor],
            Right::SeeProposals | Right::SeeReports | Right::SeeChain | Right::SeePeople => {
                &[Role::Supervisor, Role::Auditor]
            }
        }
    }

    /// The role whose work it is, for what is done; none for what is only seen.
    const fn work_of(self) -> Option<Role> {
        match self {
            Right::Play => Some(Role::Player),
            Right::Deal => Some(Role::Dealer),
            Right::Supervise => Some(Role::Supervisor),
            Right::SeeFloor
            | Right::SeeRounds
            | Right::SeeProposals
            | Right::SeeReports
            | Right::SeeChain
            | Right::SeePeople => None,
        }
    }
}

impl Person {
    /// Whether this person has a right.
    pub fn may(&self, right: Right) -> bool {
        !self.is_retired && right.roles().contains(&self.role)
    }
}

impl House {
    /// Whether someone has a right. A person who is not in the house has none.
    pub fn may(&self, person: &PersonId, right: Right) -> bool {
        self.person(person).is_ok_and(|person| person.may(right))
    }

    /// Someone has a right, or is told who does.
    pub fn must_have(&self, person: &PersonId, right: Right) -> Result<(), Refusal> {
        let known = self.person(person)?;
        if known.may(right) {
            return Ok(());
        }
        let (person, is) = (known.id.clone(), known.role);
        Err(match right.work_of() {
            Some(needs) => Refusal::NotAllowed { person, is, needs },
            None => Refusal::NotToBeSeen { person, is, by: right.roles() },
        })
    }
}
