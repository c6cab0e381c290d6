//! A house from the command line: its ledger, who signs in, days and moments.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail};
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use progressive::report::Span;
use progressive::{
    EventKind, House, Ledger, Moment, PersonId, PostError, Receipt, Request, RequestId, Store,
    StoreError, What, store,
};

use crate::args::SignInArgs;

/// Opens the ledger in a store and prints what its self-check finds (F3): that takes no bets.
pub fn open(address: &str) -> anyhow::Result<Ledger> {
    let ledger = Ledger::open(store::open(address)?)?;
    for problem in ledger.problems() {
        anstream::eprintln!("warning: {problem}; no changes are accepted there until it is fixed");
    }
    Ok(ledger)
}

/// Reads from a house.
pub fn read<T: Send + 'static>(
    address: &str,
    read: impl FnOnce(&House, &mut dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> anyhow::Result<T> {
    Ok(open(address)?.read(read)?)
}

/// Signs a person in and posts their request.
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
    let request = Request { id, at: now(), by: person.clone(), device, what };
    ledger.post(request).map_err(|error| match error {
        // An unanswered request may have been done.
        PostError::Store(StoreError::Unavailable(_)) => anyhow!(error).context(format!(
            "it is not known whether this was done: retry with --request {id}, which does it at most once"
        )),
        error => error.into(),
    })
}

/// Checks who someone is; a refused sign-in is logged (L1).
pub fn sign_in(ledger: &Ledger, person: &PersonId) -> anyhow::Result<()> {
    let id = person.clone();
    let known = ledger.read(move |house, _| Ok(house.person(&id).ok().cloned()))?;
    let known = known.ok_or_else(|| anyhow!("there is no person {person}"))?;
    let secret = secret(&format!("Secret for {person}: "))?;
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
