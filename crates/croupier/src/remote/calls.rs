//! Which call of the server's interface does what: the one place where requests become calls.

use house::table::command::TableCommand;
use house::table::setup::Setup;
use house::{AwardNumber, Command, Criteria, MeterId, PersonId, Proposed, Role, TableId, Terms};
use rulebook::Rulebook;
use serde_json::{Value, json};
use ureq::http::Method;

use crate::args::TermArgs;
use crate::failure::NoCall;

/// A call.
pub struct Call {
    pub method: Method,
    pub to: To,
    pub body: Option<Value>,
}

/// Where a call goes.
pub enum To {
    /// Under `/api/v1/`.
    Path(String),
    /// To the table at which this award was won.
    AtAward(AwardNumber),
}

impl To {
    /// The acts at a table.
    pub fn table(table: &str) -> To {
        To::Path(format!("tables/{table}/acts"))
    }
}

impl Call {
    /// A call that changes something.
    pub fn post(path: impl Into<String>, body: Option<Value>) -> Call {
        Call { method: Method::POST, to: To::Path(path.into()), body }
    }

    fn with_reason(path: String, reason: &str) -> Call {
        Call::post(path, Some(json!({ "reason": reason })))
    }
}

/// The call for a request. A new secret goes with what needs one: a request only has its mark.
pub fn call(command: &Command, secret: Option<&str>) -> Result<Call, NoCall> {
    Ok(match command {
        Command::AddPerson { person, name, role, secret: _ } => {
            add_person(person.as_str(), name, *role, secret)
        }
        Command::ChangeSecret { person, .. } => new_secret(person, secret),
        Command::EndSessions { person, session } => {
            let path = match session {
                Some(number) => format!("sessions/{number}"),
                None => format!("people/{person}/sessions"),
            };
            Call { method: Method::DELETE, to: To::Path(path), body: None }
        }
        Command::Unlock { person, reason } => {
            Call::with_reason(format!("people/{person}/unlock"), reason)
        }
        Command::Retire { person, reason } => {
            Call::with_reason(format!("people/{person}/retire"), reason)
        }
        Command::CreateMeter { meter, criteria, terms } => create_meter(meter, criteria, terms)?,
        Command::CloseMeter { meter } => Call::post(format!("meters/{meter}/close"), None),
        Command::Fault { meter, says } => Call::with_reason(format!("meters/{meter}/fault"), says),
        Command::ClearFault { meter, reason } => {
            Call::with_reason(format!("meters/{meter}/clear-fault"), reason)
        }
        Command::SetUpTable { table, setup } => set_up(table, setup)?,
        Command::CloseTable { table } => Call::post(format!("tables/{table}/close"), None),
        Command::Table { table: Some(table), command, seed: _, expect } => {
            act(table, command, *expect)?
        }
        Command::Table { table: None, command, .. } => match command.award() {
            Some(award) => at_award(award, command)?,
            None => return Err(NoCall::new("say at which table")),
        },
        Command::Propose { proposed } => propose(proposed, secret)?,
        Command::Approve { proposal } => Call::post(format!("proposals/{proposal}/approve"), None),
        Command::Reject { proposal, reason } => {
            Call::with_reason(format!("proposals/{proposal}/reject"), reason)
        }
        Command::CloseDay { day } => Call::post(format!("days/{day}/close"), None),
        Command::SignIn
        | Command::SignInRefused { .. }
        | Command::StartSession { .. }
        | Command::Guest { .. }
        | Command::FoundDemo { .. }
        | Command::ChainVerified { .. }
        | Command::ChainBroken { .. }
        | Command::Event { .. }
        | Command::Configure { .. } => {
            return Err(NoCall::new("the server has no call for this command"));
        }
    })
}

/// A new secret for someone. Who changes their own says the old one too: the one that they sign in with.
fn new_secret(person: &PersonId, secret: Option<&str>) -> Call {
    let mut body = json!({ "secret": secret });
    if let Some(old) = crate::session::old_secret() {
        body["old"] = old.into();
    }
    Call::post(format!("people/{person}/secret"), Some(body))
}

fn add_person(person: &str, name: &str, role: Role, secret: Option<&str>) -> Call {
    let body = json!({ "person": person, "name": name, "role": role.word(), "secret": secret });
    Call::post("people", Some(body))
}

/// An act, in the words of the interface: those that commands are stored in.
fn act_body(command: &TableCommand, expect: Option<u64>) -> Result<Value, NoCall> {
    if matches!(command, TableCommand::Vacate { .. } | TableCommand::TimeUp | TableCommand::KeyLost)
    {
        return Err(NoCall::new("only the house itself does this"));
    }
    let mut body = serde_json::to_value(command).map_err(|error| NoCall::new(error.to_string()))?;
    if let Some(version) = expect {
        body["expect"] = version.into();
    }
    Ok(body)
}

fn act(table: &TableId, command: &TableCommand, expect: Option<u64>) -> Result<Call, NoCall> {
    let body = Some(act_body(command, expect)?);
    Ok(Call { method: Method::POST, to: To::table(table.as_str()), body })
}

fn at_award(award: AwardNumber, command: &TableCommand) -> Result<Call, NoCall> {
    let body = Some(act_body(command, None)?);
    Ok(Call { method: Method::POST, to: To::AtAward(award), body })
}

/// A schedule as the interface names it: with the game, also for those that several games post: any of them will do.
fn named_schedule(criteria: &Criteria) -> Result<String, NoCall> {
    // How many cards it is for follows from the game.
    let named = criteria.schedule.split(" on ").next().unwrap_or_default();
    if named.contains('/') {
        return Ok(named.to_owned());
    }
    let posts = |game: &&rulebook::Game| {
        game.newest().schedules_of("progressive").any(|known| known.id == named)
    };
    let game = Rulebook::embedded().games().iter().find(posts);
    let game = game.ok_or_else(|| NoCall::new("the server has only the built-in rulebook"))?;
    Ok(format!("{}/{named}", game.id))
}

/// Other terms for a meter: only those that are given.
pub fn configure(meter: &MeterId, said: &TermArgs, no_limit: bool) -> Call {
    let body = json!({
        "seed": said.seed.map(|seed| seed.to_string()),
        "contribution": said.contribution.map(|rate| rate.to_string()),
        "reserve": said.reserve.map(|rate| rate.to_string()),
        "limit": said.limit.map(|limit| limit.to_string()),
        "no_limit": no_limit,
        "reasonable": said.reasonable.map(|amount| amount.to_string()),
    });
    Call::post(format!("meters/{meter}/configure"), Some(body))
}

/// A new meter.
fn create_meter(meter: &MeterId, criteria: &Criteria, terms: &Terms) -> Result<Call, NoCall> {
    let schedule = named_schedule(criteria)?;
    // A given seed is for the start and for every restart; otherwise the rule has both.
    let seed = (terms.base == terms.reset).then(|| terms.base.to_string());
    let body = json!({
        "meter": meter,
        "schedule": schedule,
        "wager": criteria.wager.to_string(),
        "seed": seed,
        "contribution": terms.contribution.to_string(),
        "reserve": terms.reserve.to_string(),
        "limit": terms.limit.map(|limit| limit.to_string()),
        "reasonable": terms.reasonable.to_string(),
    });
    Ok(Call::post("meters", Some(body)))
}

/// A new table. Its duties and clocks are those that its kind usually has.
fn set_up(table: &TableId, setup: &Setup) -> Result<Call, NoCall> {
    let Setup { game, kind, edition, schedules, options, limits, meter, seats, guests, .. } = setup;
    let usual = Setup::new(game, *kind);
    if setup.by_hand != usual.by_hand || setup.clocks != usual.clocks || !limits.is_empty() {
        return Err(NoCall::new("the server takes no duties, clocks or limits by bet"));
    }
    if setup.posted.is_some() {
        return Err(NoCall::new("the server has only the built-in rulebook"));
    }
    let body = json!({
        "table": table,
        "game": game,
        "kind": kind.word(),
        "edition": edition,
        "schedules": schedules,
        "options": options,
        "meter": meter,
        "seats": seats,
        "guests": guests,
        "verify_from": setup.verify_from.to_string(),
    });
    Ok(Call::post("tables", Some(body)))
}

/// What takes two people.
fn propose(proposed: &Proposed, secret: Option<&str>) -> Result<Call, NoCall> {
    let body = match proposed {
        Proposed::Adjust { meter, amount, reason } => {
            json!({ "kind": "adjust", "meter": meter, "amount": amount.to_string(), "reason": reason })
        }
        Proposed::Transfer { from, to, amount, petition } => json!({
            "kind": "transfer", "from": from, "to": to, "petition": petition,
            "amount": amount.map(|amount| amount.to_string()),
        }),
        Proposed::ReleaseOverflow { meter, amount, reason } => json!({
            "kind": "release_overflow", "meter": meter, "amount": amount.to_string(), "reason": reason,
        }),
        Proposed::BackOut { award, reason } => {
            json!({ "kind": "back_out", "award": award, "reason": reason })
        }
        Proposed::VerifyEvery { days, reason } => {
            json!({ "kind": "verify_every", "days": days, "reason": reason })
        }
        Proposed::AddSupervisor { person, name, secret: _ } => {
            return Ok(add_person(person.as_str(), name, Role::Supervisor, secret));
        }
        // The server knows whether it takes two.
        Proposed::ResetSecret { person, secret: _ } => return Ok(new_secret(person, secret)),
        Proposed::PayOther { award, paid, reason, amount: _ } => {
            let (paid, reason) = (Some(*paid), Some(reason.clone()));
            return at_award(*award, &TableCommand::Verify { award: *award, paid, reason });
        }
        Proposed::Override { table, reason, .. } => {
            return act(table, &TableCommand::Override { reason: reason.clone() }, None);
        }
        Proposed::Reschedule { meter, criteria, petition } => json!({
            "kind": "reschedule", "meter": meter, "schedule": named_schedule(criteria)?,
            "wager": criteria.wager.to_string(), "petition": petition,
        }),
    };
    Ok(Call::post("proposals", Some(body)))
}
