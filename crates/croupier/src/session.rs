//! A house from the command line: its ledger, who signs in, days and moments.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail};
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use house::report::Span;
use house::{
    Act, EventKind, House, Ledger, MeterId, PersonId, PostError, Receipt, Request, Role, Snapshot,
    Thing, What,
};
use ledger::{Address, Head, OpenError, OpenMode, RequestId, Store, StoreError};
use money::Moment;
use serde::Serialize;

use crate::args::SignInArgs;

/// A house as it is looked at: nothing is written, created or locked.
pub struct Seen {
    /// The house as of its last entry, and what of it cannot be trusted.
    pub snapshot: Arc<Snapshot>,
    /// Its history.
    pub store: Box<dyn Store>,
}

impl Seen {
    /// The house.
    pub fn house(&self) -> &House {
        &self.snapshot.machine
    }

    /// Why a meter cannot be trusted, if it cannot: then no amount of it is shown.
    pub fn doubt(&self, meter: &MeterId) -> Option<String> {
        let problem = self.snapshot.doubt(&Thing::Meter(meter.clone()).key());
        problem.map(ToString::to_string)
    }
}

/// A meter that failed the self-check: no amount of it is shown.
#[derive(Serialize)]
pub struct OutOfOrder {
    pub meter: MeterId,
    pub why: String,
}

/// Opens the ledger of a house to change it. What its self-check finds (F3) is told: nothing is changed
/// there.
pub fn open(address: &str) -> anyhow::Result<Ledger> {
    ledger(address, OpenMode::Existing)
}

/// Opens the ledger of a house to follow it.
pub fn follow(address: &str) -> anyhow::Result<Ledger> {
    ledger(address, OpenMode::ReadOnly)
}

fn ledger(address: &str, mode: OpenMode) -> anyhow::Result<Ledger> {
    let ledger = Ledger::open(store(address, mode)?)?;
    for problem in ledger.snapshot().problems.iter() {
        anstream::eprintln!("warning: {problem}; nothing is changed there until it is restored");
    }
    Ok(ledger)
}

/// Looks at a house.
pub fn look(address: &str) -> anyhow::Result<Seen> {
    let snapshot = follow(address)?.snapshot();
    Ok(Seen { snapshot, store: store(address, OpenMode::ReadOnly)? })
}

/// Opens the store of a house. Where there is none, the message says how to found one.
pub fn store(address: &str, mode: OpenMode) -> anyhow::Result<Box<dyn Store>> {
    let address: Address = address.parse()?;
    let no_house = |why: &str| {
        anyhow!(
            "there is no house at {address}{why}\nTo found one there: croupier found PERSON --name \"...\" --store {address}"
        )
    };
    let mut store = match address.open(mode) {
        Err(OpenError::Store { error: StoreError::Empty(why), .. }) => {
            return Err(no_house(&format!(": {why}")));
        }
        opened => opened?,
    };
    if mode != OpenMode::Create && store.head()? == Head::EMPTY {
        return Err(no_house(""));
    }
    Ok(store)
}

/// Founds a house in a store that holds none, with its first supervisor.
pub fn found(address: &str, person: &PersonId, name: &str) -> anyhow::Result<Receipt> {
    // Asked for first: nothing is created for a secret that is not good enough.
    let (name, secret) = (name.to_owned(), new_secret(person)?);
    let mut store = store(address, OpenMode::Create)?;
    if store.head()? != Head::EMPTY {
        bail!("there is a house at {} already", address.parse::<Address>()?);
    }
    let role = Role::Supervisor;
    let what = What::AddPerson { person: person.clone(), name, role, secret };
    post_as(&Ledger::open(store)?, person, None, what)
}

/// Signs a person in and posts what they ask for.
pub fn post(by: &SignInArgs, what: What) -> anyhow::Result<Receipt> {
    let ledger = open(&by.at.store)?;
    sign_in(&ledger, &by.person)?;
    post_as(&ledger, &by.person, by.request, what)
}

/// Posts a request in someone's name; with an ID that was used before, as a retry.
pub fn post_as(
    ledger: &Ledger,
    person: &PersonId,
    id: Option<RequestId>,
    what: What,
) -> anyhow::Result<Receipt> {
    let id = id.unwrap_or_else(|| RequestId(rand::random()));
    let device = "command-line".parse().context("a device has a name")?;
    let request = Act { by: person.clone(), device, what };
    ledger.post(Request { id, at: now(), request }).map_err(|error| match error {
        // What was not answered may have been done.
        PostError::Store(StoreError::Unavailable(_)) => anyhow!(error).context(format!(
            "it is not known whether this was done: retry with --request {id}, which does it at most once"
        )),
        error => error.into(),
    })
}

/// Checks who someone is; a refused sign-in is logged (L1).
pub fn sign_in(ledger: &Ledger, person: &PersonId) -> anyhow::Result<()> {
    let snapshot = ledger.snapshot();
    let known = snapshot.machine.person(person)?;
    let secret = secret(&format!("Secret of {person}: "))?;
    let hash = PasswordHash::new(&known.secret)
        .map_err(|_| anyhow!("the stored secret of {person} is invalid"))?;
    let is_wrong = Argon2::default().verify_password(secret.as_bytes(), &hash).is_err();
    let refused = match (is_wrong, known.is_retired) {
        (true, _) => "gave a wrong secret",
        (false, true) => "is retired and tried to sign in",
        (false, false) => return Ok(()),
    };
    let says = format!("{person} {refused}");
    post_as(ledger, person, None, What::Event { kind: EventKind::SignInRefused, says })?;
    if is_wrong {
        bail!("wrong secret for {person}");
    }
    bail!("{person} is retired and cannot sign in")
}

/// Asks for a person's new secret and returns its hash.
pub fn new_secret(person: &PersonId) -> anyhow::Result<String> {
    match std::env::var("CROUPIER_NEW_SECRET") {
        Ok(secret) => hashed(&secret),
        Err(_) => hashed(&secret(&format!("New secret for {person}: "))?),
    }
}

/// The hash that is stored for a secret.
fn hashed(secret: &str) -> anyhow::Result<String> {
    if secret.chars().count() < 8 {
        bail!("a secret must have at least eight characters");
    }
    let salt = SaltString::encode_b64(&rand::random::<[u8; 16]>())
        .map_err(|error| anyhow!("cannot hash the secret: {error}"))?;
    let hash = Argon2::default().hash_password(secret.as_bytes(), &salt);
    Ok(hash.map_err(|error| anyhow!("cannot hash the secret: {error}"))?.to_string())
}

/// Asks for a secret: in the environment, at the terminal without echo, or as a line of input.
fn secret(prompt: &str) -> anyhow::Result<String> {
    if let Ok(secret) = std::env::var("CROUPIER_SECRET") {
        return Ok(secret);
    }
    if io::stdin().is_terminal() {
        return rpassword::prompt_password(prompt).context("cannot read the secret");
    }
    let line = io::stdin().lock().lines().next();
    line.context("a secret is required: on standard input or in CROUPIER_SECRET")?
        .context("cannot read the secret")
}

/// This moment.
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}

/// A moment as people read it, in UTC.
pub fn time(moment: Moment) -> String {
    jiff::Timestamp::from_microsecond(moment.0).map_or_else(
        |_| moment.0.to_string(),
        |time| time.strftime("%Y-%m-%d %H:%M:%S").to_string(),
    )
}

/// The span between two days.
pub fn span(from: Option<&str>, until: Option<&str>) -> anyhow::Result<Span> {
    let moment = |day: &str| -> anyhow::Result<Moment> {
        let date: jiff::civil::Date = day
            .parse()
            .with_context(|| format!("\"{day}\" is not a date: write it like 2026-11-15"))?;
        let time = date.to_zoned(jiff::tz::TimeZone::UTC)?.timestamp();
        Ok(Moment(time.as_microsecond()))
    };
    let from = from.map(moment).transpose()?;
    let until = until.map(moment).transpose()?;
    Ok(Span { after_seq: 0, from, until })
}
