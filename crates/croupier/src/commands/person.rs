//! `croupier person`: who may sign in.

use house::people::house_itself;
use house::{Command, Effect, House, LockedOut, Person, PersonId, Role, SecretMark};
use serde::Serialize;
use wire::people::{LockOut, PeopleOut, PersonOut};

use crate::args::{Found, PersonAdd, PersonCommand, Place, PlaceArgs, SignInArgs, UnlockArgs};
use crate::commands::done::{Done, done};
use crate::output::{Output, Printer};
use crate::page::{Align, Page};
use crate::remote::{self, Client};
use crate::session;

/// Runs the command.
pub fn run(command: &PersonCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        PersonCommand::Add(args) => printer.print(&add(args)?),
        PersonCommand::List(at) => printer.print(&list(at)?),
        PersonCommand::Secret { person, by } => printer.print(&change_secret(person, by)?),
        PersonCommand::Unlock { person, reason, by } => unlock(person, reason, by, printer),
        PersonCommand::Retire { person, reason, by } => {
            let (id, reason) = (person.clone(), reason.trim().to_owned());
            let what = Command::Retire { person: id, reason };
            done(by, what, &format!("{person} retired"), printer)
        }
    }
}

/// Unlocks someone. Who can write the store needs no sign-in for it: strangers may have locked out every supervisor.
fn unlock(
    person: &PersonId,
    reason: &str,
    by: &UnlockArgs,
    printer: &Printer,
) -> anyhow::Result<()> {
    let what = Command::Unlock { person: person.clone(), reason: reason.trim().to_owned() };
    let says = format!("{person} unlocked");
    let Some((store, request)) = by.on_this_machine()? else {
        return done(&by.signs_in(), what, &says, printer);
    };
    let ledger = session::open(store)?;
    let receipt = session::post_as(&ledger, &house_itself(), request, what)?;
    printer.print(&Done::new(&receipt, &says))
}

/// `croupier found`.
pub fn found(args: &Found, printer: &Printer) -> anyhow::Result<()> {
    let receipt = session::found(&args.at, &args.person, &args.name)?;
    let says = format!("the house is founded; {} is its first supervisor", args.person);
    printer.print(&Done::new(&receipt, &says))
}

fn change_secret(person: &PersonId, by: &SignInArgs) -> anyhow::Result<Done> {
    let what = |secret| {
        let person = person.clone();
        Command::ChangeSecret { person, secret, dual_control: true }
    };
    let says = |effect: &Effect| match effect.proposal {
        None => format!("{person} has a new secret"),
        Some(number) => format!(
            "a new secret for {person} is proposed; proposal {number} awaits another supervisor's \
             approval: croupier meter approve {number} --as PERSON"
        ),
    };
    if let Place::Server(server) = by.place() {
        // Whose it is, and so what it must be like, the server knows.
        let secret = session::typed_twice(person)?;
        let answer = remote::post_with_secret(server, by, &what(SecretMark::of("")), &secret)?;
        return Ok(Done::answered(&answer, says));
    }
    let (store, signs_in) = by.at_store()?;
    let ledger = session::open(store)?;
    session::sign_in(&ledger, signs_in)?;
    let role = ledger.snapshot().machine.person(person)?.role;
    let secret = session::new_secret(person, role)?;
    let new = (role, secret.as_str());
    let receipt = session::post_with_secret(&ledger, signs_in, by.request, new, what)?;
    Ok(Done::new(&receipt, &says(&receipt.effect)))
}

fn add(args: &PersonAdd) -> anyhow::Result<Done> {
    let by = &args.by;
    let (person, name) = (args.person.clone(), args.name.trim().to_owned());
    let role = Role::from(args.role);
    let says = |effect: &Effect| match effect.proposal {
        None => format!("{} added as {}", args.person, role.word()),
        Some(number) => format!(
            "{} is proposed as supervisor; proposal {number} awaits another supervisor's approval: \
             croupier meter approve {number} --as PERSON",
            args.person
        ),
    };
    if let Place::Server(server) = by.place() {
        let secret = session::new_secret(&person, role)?;
        let what = Command::AddPerson { person, name, role, secret: SecretMark::of("") };
        let answer = remote::post_with_secret(server, by, &what, &secret)?;
        return Ok(Done::answered(&answer, says));
    }
    let (store, signs_in) = by.at_store()?;
    let ledger = session::open(store)?;
    session::sign_in(&ledger, signs_in)?;
    let secret = session::new_secret(&person, role)?;
    let what = |secret| Command::AddPerson { person, name, role, secret };
    let new = (role, secret.as_str());
    let receipt = session::post_with_secret(&ledger, signs_in, by.request, new, what)?;
    Ok(Done::new(&receipt, &says(&receipt.effect)))
}

#[derive(Serialize)]
struct People {
    people: Vec<Known>,
}

/// A person without the hash of their secret.
#[derive(Serialize)]
struct Known {
    person: String,
    name: String,
    role: String,
    is_guest: bool,
    is_retired: bool,
    /// Until when this person cannot sign in everywhere, in RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    locked_until: Option<String>,
    /// Where this person cannot sign in now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locks: Vec<Lock>,
}

/// A place where someone cannot sign in.
#[derive(Serialize)]
struct Lock {
    place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    until: String,
}

impl From<PersonOut> for Known {
    fn from(known: PersonOut) -> Known {
        let lock = |LockOut { place, address, until }: LockOut| Lock {
            place: place.into_owned(),
            address,
            until,
        };
        Known {
            person: known.person,
            name: known.name,
            role: known.role.into_owned(),
            is_guest: known.is_guest,
            is_retired: known.is_retired,
            locked_until: known.locked_until,
            locks: known.locks.into_iter().map(lock).collect(),
        }
    }
}

impl Known {
    fn of(house: &House, person: &Person) -> Known {
        let locks = house.locks_of(&person.id, session::now());
        let lock = |lock: &LockedOut| Lock {
            place: lock.place.word().to_owned(),
            address: lock.place.address().map(str::to_owned),
            until: session::rfc3339(lock.until),
        };
        Known {
            person: person.id.to_string(),
            name: person.name.clone(),
            role: person.role.word().to_owned(),
            is_guest: person.is_guest,
            is_retired: person.is_retired,
            locked_until: locks.iter().map(|lock| lock.until).max().map(session::rfc3339),
            locks: locks.iter().map(lock).collect(),
        }
    }

    /// What the list says beside the role.
    fn state(&self) -> String {
        let lock = |Lock { place, address, until }: &Lock| {
            let place = place.replace('-', " ");
            let place = address.iter().fold(place, |place, address| format!("{place} {address}"));
            format!("locked until {until} ({place})")
        };
        match &self.locked_until {
            _ if self.is_retired => "retired".to_owned(),
            Some(until) if self.locks.is_empty() => format!("locked until {until}"),
            _ => self.locks.iter().map(lock).collect::<Vec<_>>().join("; "),
        }
    }
}

fn list(at: &PlaceArgs) -> anyhow::Result<People> {
    if let Place::Server(server) = &at.0 {
        let PeopleOut { people } = Client::signed_in(server, None)?.get("people")?;
        return Ok(People { people: people.into_iter().map(Known::from).collect() });
    }
    let seen = session::look(at.store()?)?;
    let house = seen.house();
    Ok(People { people: house.people().map(|person| Known::of(house, person)).collect() })
}

impl Output for People {
    fn page(&self, page: &mut Page) {
        let head = ["person", "name", "role", ""].map(str::to_owned);
        let row = |known: &Known| {
            let role = match known.is_guest {
                true => "guest".to_owned(),
                false => known.role.clone(),
            };
            vec![known.person.clone(), known.name.clone(), role, known.state()]
        };
        let rows: Vec<Vec<String>> = self.people.iter().map(row).collect();
        page.aligned(&head, &rows, |_| Align::Left);
    }
}
