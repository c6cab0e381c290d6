//! `croupier person`: who may sign in.

use anyhow::bail;
use progressive::{Person, PersonId, Role, What};
use serde::Serialize;

use crate::args::{PersonAdd, PersonCommand, StoreArgs};
use crate::commands::done::{Done, done};
use crate::house;
use crate::output::{Output, Printer};
use crate::page::{Align, Page};

/// Runs the command.
pub fn run(command: &PersonCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        PersonCommand::Add(args) => printer.print(&add(args)?),
        PersonCommand::List(at) => printer.print(&list(at)?),
        PersonCommand::Secret { person, by } => {
            let ledger = house::open(&by.at.store)?;
            house::sign_in(&ledger, &by.person)?;
            let what =
                What::ChangeSecret { person: person.clone(), secret: house::new_secret(person)? };
            let receipt = house::post_as(&ledger, &by.person, by.request, what)?;
            printer.print(&Done::new(&receipt, &format!("secret of {person} changed")))
        }
        PersonCommand::Retire { person, reason, by } => {
            let what = What::Retire { person: person.clone(), reason: reason.clone() };
            done(by, what, &format!("{person} retired"), printer)
        }
    }
}

fn add(args: &PersonAdd) -> anyhow::Result<Done> {
    let ledger = house::open(&args.at.store)?;
    let is_first = ledger.read(|house, _| Ok(house.people().next().is_none()))?;
    let by = match &args.by {
        Some(by) if !is_first => {
            house::sign_in(&ledger, by)?;
            by.clone()
        }
        _ if is_first => args.person.clone(),
        _ => bail!("name the supervisor who adds the person: --as PERSON"),
    };
    let role = match args.role.as_str() {
        "supervisor" => Role::Supervisor,
        "auditor" => Role::Auditor,
        _ => Role::Dealer,
    };
    let what = What::AddPerson {
        person: args.person.clone(),
        name: args.name.clone(),
        role,
        secret: house::new_secret(&args.person)?,
    };
    let receipt = house::post_as(&ledger, &by, None, what)?;
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
    let people = house::read(&at.store, move |house, _| Ok(house.people().map(known).collect()))?;
    Ok(People { people })
}

impl Output for People {
    fn page(&self, page: &mut Page) {
        if self.people.is_empty() {
            page.paragraph(
                "Nobody yet. Add the first supervisor: croupier person add NAME --name \"...\" --role supervisor",
            );
            return;
        }
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
