//! A house from the command line: its ledger, who signs in, days and moments.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail};
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use progressive::report::Span;
use progressive::{
    EventKind, House, Ledger, Moment, PersonId, Receipt, Request, RequestId, Store, StoreError,
    What, store,
};

use crate::args::By;

/// Opens the ledger of a store. What its self-check finds (F3) is told: it takes no bets.
pub fn open(address: &str) -> anyhow::Result<Ledger> {
    let ledger = Ledger::open(store::open(address)?)?;
    for problem in ledger.problems() {
        anstream::eprintln!("warning: {problem}; nothing is changed there until it is mended");
    }
    Ok(ledger)
}

/// Looks at a house.
pub fn look<T: Send + 'static>(
    address: &str,
    look: impl FnOnce(&House, &mut dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> anyhow::Result<T> {
    Ok(open(address)?.read(look)?)
}

/// Signs a person in and posts what he asks for.
pub fn post(by: &By, what: What) -> anyhow::Result<Receipt> {
    let ledger = open(&by.at.store)?;
    sign_in(&ledger, &by.person)?;
    post_as(&ledger, &by.person, what)
}

/// Posts a request in someone's name.
pub fn post_as(ledger: &Ledger, person: &PersonId, what: What) -> anyhow::Result<Receipt> {
    let request = Request {
        id: RequestId(rand::random()),
        at: now(),
        by: person.clone(),
        device: "command-line".parse().context("a device has a name")?,
        what,
    };
    Ok(ledger.post(request)?)
}

/// Checks who someone is; a refused sign-in is written down (L1).
pub fn sign_in(ledger: &Ledger, person: &PersonId) -> anyhow::Result<()> {
    let id = person.clone();
    let known = ledger.read(move |house, _| Ok(house.person(&id).ok().cloned()))?;
    let known = known.ok_or_else(|| anyhow!("{person} is not known here"))?;
    let secret = secret(&format!("Secret of {person}: "))?;
    let hash = PasswordHash::new(&known.secret)
        .map_err(|_| anyhow!("{person} has no secret that can be checked"))?;
    if Argon2::default().verify_password(secret.as_bytes(), &hash).is_err() {
        let event = What::Event {
            kind: EventKind::SignInRefused,
            says: format!("{person} gave a wrong secret"),
        };
        post_as(ledger, person, event)?;
        bail!("that is not {person}'s secret");
    }
    Ok(())
}

/// What a secret is kept as.
pub fn kept(secret: &str) -> anyhow::Result<String> {
    if secret.chars().count() < 8 {
        bail!("a secret has at least eight letters");
    }
    let salt = SaltString::encode_b64(&rand::random::<[u8; 16]>())
        .map_err(|error| anyhow!("the secret cannot be kept: {error}"))?;
    let hash = Argon2::default().hash_password(secret.as_bytes(), &salt);
    Ok(hash.map_err(|error| anyhow!("the secret cannot be kept: {error}"))?.to_string())
}

/// Asks for a secret: from the environment, from a terminal unseen, or a line of input.
pub fn secret(prompt: &str) -> anyhow::Result<String> {
    if let Ok(secret) = std::env::var("CROUPIER_SECRET") {
        return Ok(secret);
    }
    if io::stdin().is_terminal() {
        return rpassword::prompt_password(prompt).context("the secret cannot be read");
    }
    let line = io::stdin().lock().lines().next();
    line.context("a secret is needed: on standard input or in CROUPIER_SECRET")?
        .context("the secret cannot be read")
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
        let date: jiff::civil::Date =
            day.parse().with_context(|| format!("\"{day}\" is no day: write 2026-11-15"))?;
        let time = date.to_zoned(jiff::tz::TimeZone::UTC)?.timestamp();
        Ok(Moment(time.as_microsecond()))
    };
    let from = from.map(moment).transpose()?;
    let until = until.map(moment).transpose()?;
    Ok(Span { after_seq: 0, from, until })
}
