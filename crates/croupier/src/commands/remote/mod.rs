//! What is done on a server only: signing in and out, and acts at tables with seats.

pub(super) mod meters;
pub(super) mod tables;

use anyhow::{Context as _, anyhow, bail};
use house::Command;
use house::table::command::TableCommand;
use serde::Serialize;
use serde_json::{Map, Value, json};
use wire::acts::{Act, ActOut};

use crate::args::{ServerArgs, SignIn, TableAct};
use crate::failure::WrongSecret;
use crate::output::{Output, Printer};
use crate::page::Page;
use crate::remote::{self, Client, Refused, Tokens};
use crate::session;
use tables::round_page;

/// Who is signed in from now on.
#[derive(Serialize)]
struct SignedIn {
    server: String,
    person: String,
    name: String,
    role: String,
    until: String,
}

impl Output for SignedIn {
    fn page(&self, page: &mut Page) {
        let SignedIn { server, person, role, until, .. } = self;
        page.paragraph(&format!("{person} ({role}) is signed in to {server} until {until}."));
    }
}

/// Starts a session and keeps its token.
pub fn sign_in(args: &SignIn, printer: &Printer) -> anyhow::Result<()> {
    let server = &args.at.server;
    if !server.is_private() {
        printer
            .message(&format!("warning: nothing that is sent to {server} is encrypted: use https"));
    }
    let mut who = match (&args.guest, &args.person) {
        (Some(name), _) => remote::guest(name.trim()),
        (None, Some(person)) => {
            remote::person(person, &session::secret(&format!("Secret of {person}: "))?)
        }
        (None, None) => bail!("who signs in?"),
    };
    who["device"] = json!(args.device);
    let kept = Client::sign_in(server, &who).map_err(|error| {
        let is_wrong = error.downcast_ref::<Refused>().is_some_and(|it| it.code == "wrong-secret");
        match &args.person {
            Some(person) if is_wrong => WrongSecret(person.clone()).into(),
            _ => error,
        }
    })?;
    let signed_in = SignedIn {
        server: server.to_string(),
        person: kept.person.clone(),
        name: kept.name.clone(),
        role: kept.role.clone(),
        until: kept.until.clone(),
    };
    Tokens::keep(server, kept)?;
    printer.print(&signed_in)
}

#[derive(Serialize)]
struct SignedOut {
    server: String,
    person: String,
}

impl Output for SignedOut {
    fn page(&self, page: &mut Page) {
        page.paragraph(&format!("{} is signed out of {}.", self.person, self.server));
    }
}

/// Ends the session and forgets its token.
pub fn sign_out(at: &ServerArgs, printer: &Printer) -> anyhow::Result<()> {
    let client = Client::signed_in(&at.server, None)?;
    let out = SignedOut { server: at.server.to_string(), person: client.person().to_owned() };
    client.sign_out()?;
    Tokens::forget(&at.server)?;
    printer.print(&out)
}

/// An act at a table.
pub fn act(args: &TableAct, printer: &Printer) -> anyhow::Result<()> {
    let (command, expect) = command(&args.act, &args.with)
        .with_context(|| format!("croupier act {} {}", args.table, args.act))?;
    let what = Command::Table { table: Some(args.table.clone()), command, seed: None, expect };
    let client = Client::signed_in(&args.at.server, None)?;
    let answer = remote::act(&client, &what, args.request)?;
    printer.print(&Acted(serde_json::from_value(answer)?))
}

/// An act in the words of the interface: `bet`, `seat=1`, `bets.ante=5.00`.
fn command(act: &str, with: &[String]) -> anyhow::Result<(TableCommand, Option<u64>)> {
    let act = act.replace('-', "_");
    let mut body = Map::new();
    let mut expect = None;
    for pair in with {
        let (key, text) =
            pair.split_once('=').ok_or_else(|| anyhow!("\"{pair}\": write KEY=VALUE"))?;
        let key = key.trim().replace('-', "_");
        let number =
            || text.trim().parse::<u64>().map_err(|_| anyhow!("\"{pair}\": write a number"));
        // After a split a hand is a number; at a hand button it is a name.
        let is_number = matches!(key.as_str(), "seat" | "other" | "award")
            || (key == "hand" && act == "decide");
        let is_new = match key.split_once('.') {
            Some((outer, inner)) => {
                let within = body.entry(outer).or_insert_with(|| Value::Object(Map::new()));
                let within = within.as_object_mut();
                let within = within.ok_or_else(|| anyhow!("\"{pair}\": {outer} has one value"))?;
                within.insert(inner.replace('_', "-"), text.trim().into()).is_none()
            }
            None if key == "act" => bail!("\"{pair}\": the act comes before its values"),
            None if key == "expect" => expect.replace(number()?).is_none(),
            None if is_number => body.insert(key.clone(), number()?.into()).is_none(),
            None => body.insert(key.clone(), text.trim().into()).is_none(),
        };
        if !is_new {
            bail!("\"{pair}\": {key} is given twice");
        }
    }
    body.insert("act".to_owned(), act.as_str().into());
    let (_, act) = Act::read(body)?;
    Ok((act.into(), expect))
}

/// The answer to an act, as it came.
#[derive(Serialize)]
#[serde(transparent)]
struct Acted(ActOut);

impl Output for Acted {
    fn page(&self, page: &mut Page) {
        let ActOut { entry, view, proposal, version: _ } = &self.0;
        match view {
            Some(view) => {
                page.paragraph(&format!(
                    "{}, round {} (entry {entry}).",
                    view.table, view.round.number
                ));
                round_page(&view.round, page);
            }
            None => page.paragraph(&format!("Done (entry {entry}).")),
        }
        if let Some(number) = proposal {
            page.paragraph(&format!("Proposal {number} awaits another supervisor's approval."));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(act: &str, with: &[&str]) -> Result<String, String> {
        let with: Vec<String> = with.iter().map(|pair| (*pair).to_owned()).collect();
        let (command, expect) = command(act, &with).map_err(|error| error.to_string())?;
        let expect = expect.map_or_else(String::new, |version| format!(" at {version}"));
        Ok(format!("{}{expect}", serde_json::to_string(&command).unwrap()))
    }

    #[test]
    fn acts_are_read_as_the_interface_has_them() {
        for (act, with, expected) in [
            ("game-over", &[][..], r#"{"act":"game_over"}"#),
            ("sit", &["seat=1", "buy-in=200"], r#"{"act":"sit","seat":1,"buy_in":"200.00"}"#),
            ("card", &["card=As", "expect=7"], r#"{"act":"card","card":"As"} at 7"#),
            (
                "key",
                &["seat=4", "hand=straight flush"],
                r#"{"act":"key","seat":4,"hand":"straight flush"}"#,
            ),
            (
                "decide",
                &["seat=1", "action=bet 4x", "hand=2"],
                r#"{"act":"decide","seat":1,"action":"bet 4x","hand":2}"#,
            ),
            (
                "bet",
                &["seat=2", "bets.ante=5", "bets.pair-plus=10.00"],
                r#"{"act":"bet","seat":2,"bets":{"ante":"5.00","pair-plus":"10.00"}}"#,
            ),
        ] {
            assert_eq!(read(act, with).as_deref(), Ok(expected), "{act}");
        }
    }

    #[test]
    fn nothing_that_is_given_is_ignored() {
        for (act, with, part) in [
            ("ready", &["seat=1", "chips=5"][..], "unknown field `chips`, expected `seat`"),
            ("ready", &["seat"], "write KEY=VALUE"),
            ("ready", &["seat=one"], "write a number"),
            ("ready", &["seat=1", "seat=2"], "given twice"),
            ("ready", &[], "missing field `seat`"),
            ("jump", &[], "unknown variant"),
            ("ready", &["act=bet", "seat=1"], "comes before"),
            ("bet", &["seat=1", "seat.x=2"], "has one value"),
        ] {
            let error = read(act, with).unwrap_err();
            assert!(error.contains(part), "{act} {with:?}: {error}");
        }
    }
}
