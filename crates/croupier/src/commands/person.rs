//! `croupier person`: who may sign in.

use house::{Person, PersonId, Role, What};
use serde::Serialize;

use crate::args::{Found, PersonAdd, PersonCommand, StoreArgs};
use crate::commands::done::{Done, done};
use crate::output::{Output, Printer};
use crate::page::{Align, Page};
use crate::session;

/// Runs the command.
pub fn run(command: &PersonCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        PersonCommand::Add(args) => printer.print(&add(args)?),
        PersonCommand::List(at) => printer.print(&list(at)?),
        PersonCommand::Secret { person, by } => {
            let ledger = session::open(&by.at.store)?;
            session::sign_in(&ledger, &by.person)?;
            let what =
                What::ChangeSecret { person: person.clone(), secret: session::new_secret(person)? };
            let receipt = session::post_as(&ledger, &by.person, by.request, what)?;
            printer.print(&Done::new(&receipt, &format!("{person} has a new secret")))
        }
        PersonCommand::Retire { person, reason, by } => {
            let what = What::Retire { person: person.clone(), reason: reason.clone() };
            done(by, what, &format!("{person} retired"), printer)
        }
    }
}

/// `croupier found`.
pub fn found(args: &Found, printer: &Printer) -> anyhow::Result<()> {
    let receipt = session::found(&args.at.store, &args.person, &args.name)?;
    let says = format!("the house is founded; {} is its first supervisor", args.person);
    printer.print(&Done::new(&receipt, &says))
}

fn add(args: &PersonAdd) -> anyhow::Result<Done> {
    let by = &args.by;
    let ledger = session::open(&by.at.store)?;
    session::sign_in(&ledger, &by.person)?;
    let role = match args.role.as_str() {
        "supervisor" => Role::Supervisor,
        "auditor" => Role::Auditor,
        _ => Role::Dealer,
    };
    let what = What::AddPerson {
        person: args.person.clone(),
        name: args.name.clone(),
        role,
        secret: session::new_secret(&args.person)?,
    };
    let receipt = session::post_as(&ledger, &by.person, by.request, what)?;
    Ok(Done::new(&receipt, &format!("{} added as {}", args.person, args.role)))
}

#[derive(Serialize)]
struct People {
    people: Vec<Known>,
}

/// A person without the hash of their secret.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Known {
    person: PersonId,
    name: String,
    role: Role,
    is_retired: bool,
}

fn list(at: &StoreArgs) -> anyhow::Result<People> {
    let known = |person: &Person| Known {
        person: person.id.clone(),
        name: person.name.clone(),
        role: person.role,
        is_retired: person.is_retired,
    };
    let seen = session::look(&at.store)?;
    Ok(People { people: seen.house().people().map(known).collect() })
}

impl Output for People {
    fn page(&self, page: &mut Page) {
        let head = ["person", "name", "role", ""].map(str::to_owned);
        let row = |known: &Known| {
            let left = if known.is_retired { "retired" } else { "" };
            let role = known.role.word().to_owned();
            vec![known.person.to_string(), known.name.clone(), role, left.to_owned()]
        };
        let rows: Vec<Vec<String>> = self.people.iter().map(row).collect();
        page.aligned(&head, &rows, |_| Align::Left);
    }
}
