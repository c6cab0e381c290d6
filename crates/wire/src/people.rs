//! People and sessions.

use house::{House, LockedOut, Person, Role, Session, rfc3339};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::table::Word;

/// Who signs in: a person with a secret, or a guest with a name.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, expecting = "give person and secret, or guest")]
pub enum SignInBody {
    /// A person.
    Person(SignInPerson),
    /// A guest, where guests may play.
    Guest(SignInGuest),
}

/// A person with their secret.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInPerson {
    #[schema(example = "sue")]
    pub person: String,
    pub secret: String,
    /// The keypad, tablet or console this is: entries of the session name it.
    #[schema(example = "pit-1.tablet-3")]
    pub device: Option<String>,
}

/// A guest with a name.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInGuest {
    #[schema(example = "Ann")]
    pub guest: String,
    /// As for a person.
    pub device: Option<String>,
}

/// Someone is signed in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SignedInOut {
    pub person: String,
    pub name: String,
    #[schema(value_type = String)]
    pub role: Word,
    /// For `Authorization: Bearer`.
    pub token: String,
    /// For `X-CSRF-Token`, with the cookie.
    pub csrf: String,
    /// When the session ends.
    pub until: String,
    /// For the header `X-Device-Token` at the next sign-in of this person on this device; guests have none. Keep it, also
    /// after signing out: wrong secrets from elsewhere do not lock a device that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_token: Option<String>,
}

/// Who is signed in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WhoOut {
    pub person: String,
    pub name: String,
    #[schema(value_type = String)]
    pub role: Word,
    pub csrf: String,
    pub until: String,
    /// What a guest can still buy chips for, at all tables together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bankroll: Option<String>,
}

/// Sessions.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SessionsOut {
    pub sessions: Vec<SessionOut>,
}

/// A session.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SessionOut {
    pub session: u64,
    pub person: String,
    pub since: String,
    pub until: String,
    pub address: String,
    pub device: Option<String>,
}

impl From<&Session> for SessionOut {
    fn from(session: &Session) -> SessionOut {
        SessionOut {
            session: session.number.0,
            person: session.person.to_string(),
            since: rfc3339(session.since),
            until: rfc3339(session.started.until),
            address: session.started.address.clone(),
            device: session.started.device.as_ref().map(ToString::to_string),
        }
    }
}

/// People.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PeopleOut {
    pub people: Vec<PersonOut>,
}

/// A person.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PersonOut {
    pub person: String,
    pub name: String,
    #[schema(value_type = String)]
    pub role: Word,
    #[serde(default)]
    #[schema(required = true)]
    pub is_guest: bool,
    pub is_retired: bool,
    /// Until when this person cannot sign in everywhere.
    pub locked_until: Option<String>,
    /// Where this person cannot sign in now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locks: Vec<LockOut>,
}

/// A place where someone cannot sign in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct LockOut {
    /// `every-address`, `address`, `blocked-address` (too many wrong secrets with whatever names), `known-device` or
    /// `this-machine`.
    #[schema(value_type = String)]
    pub place: Word,
    pub address: Option<String>,
    pub until: String,
}

impl PersonOut {
    fn of(house: &House, person: &Person) -> PersonOut {
        let locks = house.locks_of(&person.id, house::desk::now());
        let lock = |lock: &LockedOut| LockOut {
            place: lock.place.word().into(),
            address: lock.place.address().map(str::to_owned),
            until: rfc3339(lock.until),
        };
        PersonOut {
            person: person.id.to_string(),
            name: person.name.clone(),
            role: person.role.word().into(),
            is_guest: person.is_guest,
            is_retired: person.is_retired,
            locked_until: locks.iter().map(|lock| lock.until).max().map(rfc3339),
            locks: locks.iter().map(lock).collect(),
        }
    }
}

impl PeopleOut {
    /// Everyone who works here or has an account; guests on request.
    pub fn of(house: &House, with_guests: bool) -> PeopleOut {
        let people = house.people().filter(|person| with_guests || !person.is_guest);
        PeopleOut { people: people.map(|person| PersonOut::of(house, person)).collect() }
    }
}

/// A new person.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonIn {
    #[schema(example = "dan")]
    pub person: String,
    #[schema(example = "Dan Wood")]
    pub name: String,
    /// `player`, `dealer`, `supervisor` or `auditor`.
    #[schema(value_type = String, example = "dealer")]
    pub role: Role,
    pub secret: String,
}

/// A new secret.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecretIn {
    pub secret: String,
    /// The secret so far, where it is one's own that changes.
    pub old: Option<String>,
}
