//! A house from the command line: its ledger, who signs in, days and moments.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use house::people::{self, Attempt, SecretError, SignInError};
use house::report::Span;
use house::{
    Command, DeviceId, House, Ledger, MeterId, PersonId, PostError, Receipt, RecordId, Request,
    Role, SecretMark, Snapshot, Submission, verify,
};
use keys::KeyFolder;
use keys::seal::SealKeys;
use ledger::{Address, Head, Limits, OpenError, OpenMode, RequestId, Store, StoreError};
use money::Moment;
use serde::Serialize;

use crate::anchoring::{self, Anchored, Opening};
use crate::args::{SignInArgs, StoreArgs};
use crate::failure::{NoHouse, WrongSecret};

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
        let problem = self.snapshot.doubt(&RecordId::Meter(meter.clone()).key());
        problem.map(ToString::to_string)
    }
}

/// A meter that failed the self-check: no amount of it is shown.
#[derive(Serialize)]
pub struct OutOfOrder {
    pub meter: MeterId,
    pub why: String,
}

/// The folder with the keys of a house: the one that was given, or the default for its store. It never lies in the
/// store. A house in memory has none: its keys are gone with it.
pub fn key_folder(at: &StoreArgs) -> anyhow::Result<Option<KeyFolder>> {
    let folder = match (&at.keys, at.store.parse::<Address>()?) {
        (Some(folder), _) => folder.clone(),
        (None, Address::Memory) => return Ok(None),
        (None, Address::Sqlite(path)) => path.with_extension("keys"),
        (None, Address::Postgres(url)) => {
            config_folder()?.join("croupier").join(format!("{}.keys", database(&url)))
        }
    };
    Ok(Some(KeyFolder::new(folder)))
}

/// The keys that the house's shuffles are sealed under.
pub fn seal_keys(at: &StoreArgs) -> anyhow::Result<SealKeys> {
    Ok(key_folder(at)?.map_or_else(SealKeys::default, SealKeys::at))
}

/// Opens the ledger in a store, for a house that has its keys.
pub fn open_with_keys(store: Box<dyn Store>, at: &StoreArgs) -> anyhow::Result<Ledger> {
    let house = House::with_keys(seal_keys(at)?);
    Ok(Ledger::open_from(store, house, Limits::default())?)
}

/// The configuration folder of the user who runs this.
fn config_folder() -> anyhow::Result<PathBuf> {
    let absolute =
        |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config"))).context(
        "there is no folder for the house's keys, because neither XDG_CONFIG_HOME nor HOME is set: give one with --keys",
    )
}

/// The name of the database in an address, as a file can be named.
fn database(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = rest.split_once('/').map_or("", |(_, path)| path);
    let name = path.split(['?', '#', '/']).next().unwrap_or_default();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let name: String = name.chars().map(|it| if is_plain(it) { it } else { '_' }).collect();
    if name.is_empty() { "postgres".to_owned() } else { name }
}

/// Opens the ledger of a house to change it. What its self-check finds (F3) is told: nothing is changed
/// there.
pub fn open(at: &StoreArgs) -> anyhow::Result<Anchored> {
    let mut store = store(&at.store, OpenMode::Existing)?;
    let opening = Opening::compare(at, &mut *store)?;
    for warning in opening.iter().flat_map(Opening::warnings) {
        anstream::eprintln!("warning: signed heads were not compared: {warning}");
    }
    for alarm in opening.iter().flat_map(Opening::alarms) {
        anstream::eprintln!("warning: {alarm}");
    }
    opening.as_ref().map(Opening::must_agree).transpose()?;
    let house = anchoring::house_id(&mut *store)?;
    let ledger = told(open_with_keys(store, at)?);
    let snapshot = ledger.snapshot();
    if snapshot.machine.misses_key() {
        anstream::eprintln!("warning: {}", lost_key(snapshot.machine.keys()));
    }
    Anchored::begin(ledger, opening, house)
}

/// What is said of a house whose shuffles are sealed under a key that is not there.
pub fn lost_key(keys: &SealKeys) -> String {
    format!(
        "THE HOUSE HAS LOST THE KEY of its shuffles: it is not in {}. The rounds that are open are void, everything goes back, and past rounds have no openings [SHF-1]. If it is only misplaced, stop now and put it back.",
        keys.place()
    )
}

/// Opens the ledger of a house to follow it.
pub fn follow(address: &str) -> anyhow::Result<Ledger> {
    Ok(told(Ledger::open(store(address, OpenMode::ReadOnly)?)?))
}

fn told(ledger: Ledger) -> Ledger {
    let snapshot = ledger.snapshot();
    for problem in snapshot.problems.iter() {
        let then = match problem.is_about_the_past() {
            true => "",
            false => "; nothing is changed there until it is restored",
        };
        anstream::eprintln!("warning: {problem}{then}");
    }
    house::clock::not_before(snapshot.latest);
    if let Some(seconds) = house::clock::clock_behind_seconds() {
        anstream::eprintln!(
            "warning: the clock is {seconds} s behind the last entry: it was set back; entries get the time of the last one"
        );
    }
    ledger
}

/// Looks at a house.
pub fn look(address: &str) -> anyhow::Result<Seen> {
    let snapshot = follow(address)?.snapshot();
    Ok(Seen { snapshot, store: store(address, OpenMode::ReadOnly)? })
}

/// Opens the store of a house. Where there is none, the message says how to found one.
pub fn store(address: &str, mode: OpenMode) -> anyhow::Result<Box<dyn Store>> {
    store_at(&address.parse()?, mode)
}

/// The same, for an address that was read.
pub fn store_at(address: &Address, mode: OpenMode) -> anyhow::Result<Box<dyn Store>> {
    let no_house = |why: &str| {
        anyhow!(NoHouse(format!(
            "there is no house at {address}{why}\nTo found one there: croupier found PERSON --name \"...\" --store {address}"
        )))
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
pub fn found(at: &StoreArgs, person: &PersonId, name: &str) -> anyhow::Result<Receipt> {
    // Asked for first: nothing is created for a secret that is not good enough.
    let role = Role::Supervisor;
    let (name, secret) = (name.trim().to_owned(), new_secret(person, role)?);
    house::text::check(&name, house::text::NAME_MAX).context("the name cannot be used")?;
    let mut store = store(&at.store, OpenMode::Create)?;
    if store.head()? != Head::EMPTY {
        bail!("there is a house at {} already", at.store.parse::<Address>()?);
    }
    let opening = Opening::compare(at, &mut *store)?;
    opening.as_ref().map(Opening::must_agree).transpose()?;
    let mut reader = store.reader()?;
    let what = |secret| Command::AddPerson { person: person.clone(), name, role, secret };
    seal_keys(at)?.found()?;
    let ledger = open_with_keys(store, at)?;
    let receipt = post_with_secret(&ledger, person, None, (role, &secret), what)?;
    Anchored::begin(ledger, opening, anchoring::house_id(&mut *reader)?)?;
    Ok(receipt)
}

/// Signs a person in and posts what they ask for.
pub fn post(by: &SignInArgs, what: Command) -> anyhow::Result<Receipt> {
    let (store, person) = by.at_store()?;
    let ledger = open(store)?;
    sign_in(&ledger, person)?;
    post_as(&ledger, person, by.request, what)
}

/// Posts a request in someone's name; with an ID that was used before, as a retry.
pub fn post_as(
    ledger: &Ledger,
    person: &PersonId,
    id: Option<RequestId>,
    what: Command,
) -> anyhow::Result<Receipt> {
    let id = id.unwrap_or_else(|| RequestId(rand::random()));
    let request = Request::new(person.clone(), device()?, what);
    ledger.post(Submission { id, at: now(), request }).map_err(|error| not_posted(id, error))
}

fn not_posted(id: RequestId, error: PostError) -> anyhow::Error {
    match error {
        // What was not answered may have been done.
        PostError::Store(StoreError::Unavailable(_)) => anyhow!(error).context(unanswered(id)),
        error => error.into(),
    }
}

/// How to go on when no answer came.
pub fn unanswered(id: RequestId) -> String {
    format!("the outcome is unknown: retry with --request {id}, and it is done at most once")
}

/// Writes down what a verification of the whole chain found.
pub fn record_verification(at: &StoreArgs, outcome: &verify::Outcome) -> anyhow::Result<()> {
    let ledger = open(at)?;
    let stamp = verify::Stamp { device: &device()?, id: RequestId(rand::random()), at: now() };
    Ok(verify::record(&ledger, outcome, stamp)?)
}

/// Checks who someone is; what comes of it is logged (L1).
pub fn sign_in(ledger: &Ledger, person: &PersonId) -> anyhow::Result<()> {
    // A user who can open the store can list its people: an unknown name is no secret here.
    ledger.snapshot().machine.person(person)?;
    let secret = secret(&format!("Secret of {person}: "))?;
    let attempt = Attempt {
        name: person.as_str(),
        secret: &secret,
        device: &device()?,
        id: RequestId(rand::random()),
        at: now(),
        address: None,
        device_mark: None,
        session: None,
    };
    match people::sign_in(ledger, attempt) {
        Ok(_) => Ok(()),
        Err(SignInError::Wrong) => Err(WrongSecret(person.clone()).into()),
        Err(error) => Err(error.into()),
    }
}

/// The name of this place in entries.
fn device() -> anyhow::Result<DeviceId> {
    "command-line".parse().context("a device has a name")
}

/// Asks for a person's new secret: in the environment, twice at the terminal, or as a line of input.
pub fn new_secret(person: &PersonId, role: Role) -> anyhow::Result<String> {
    let check = |secret: &str| people::check_secret(role, secret);
    let secret = asked_twice(person, |secret| Ok(check(secret)?))?;
    check(&secret)?;
    Ok(secret)
}

/// The same where only the server knows what it must be like.
pub fn typed_twice(person: &PersonId) -> anyhow::Result<String> {
    asked_twice(person, |_| Ok(()))
}

fn asked_twice(
    person: &PersonId,
    check: impl FnOnce(&str) -> anyhow::Result<()>,
) -> anyhow::Result<String> {
    match std::env::var("CROUPIER_NEW_SECRET") {
        Ok(secret) => Ok(secret),
        Err(_) if io::stdin().is_terminal() => {
            let secret = typed(&format!("New secret for {person}: "))?;
            check(&secret)?;
            if typed("The same again: ")? != secret {
                bail!("the two secrets differ: nothing was changed");
            }
            Ok(secret)
        }
        Err(_) => line(),
    }
}

/// Posts a request with a new secret in someone's name.
pub fn post_with_secret(
    ledger: &Ledger,
    by: &PersonId,
    id: Option<RequestId>,
    (role, secret): (Role, &str),
    what: impl FnOnce(SecretMark) -> Command,
) -> anyhow::Result<Receipt> {
    let id = id.unwrap_or_else(|| RequestId(rand::random()));
    let (device, at) = (device()?, now());
    let request = |mark| {
        let request = Request::new(by.clone(), device, what(mark));
        Submission { id, at, request }
    };
    people::post_with_secret(ledger, role, secret, request).map_err(|error| match error {
        SecretError::NotKept(error) => not_posted(id, error),
        error => error.into(),
    })
}

/// Asks for a secret: in the environment, at the terminal without echo, or as a line of input.
pub fn secret(prompt: &str) -> anyhow::Result<String> {
    if let Ok(secret) = std::env::var("CROUPIER_SECRET") {
        return Ok(secret);
    }
    if io::stdin().is_terminal() { typed(prompt) } else { line() }
}

/// The secret that someone has now, for the server to compare; nothing where it is another's that changes.
pub fn old_secret() -> Option<String> {
    let asked = || typed("Your secret as it is now (Enter if it is another person's): ").ok();
    let old = std::env::var("CROUPIER_SECRET").ok();
    old.or_else(|| io::stdin().is_terminal().then(asked).flatten()).filter(|old| !old.is_empty())
}

fn typed(prompt: &str) -> anyhow::Result<String> {
    rpassword::prompt_password(prompt).context("cannot read the secret")
}

fn line() -> anyhow::Result<String> {
    let line = io::stdin().lock().lines().next();
    line.context(
        "a secret is required: on standard input, in CROUPIER_SECRET, or in CROUPIER_NEW_SECRET for a new one",
    )?
    .context("cannot read the secret")
}

/// The present moment.
pub fn now() -> Moment {
    house::desk::now()
}

/// A moment as people read it, in UTC.
pub fn time(moment: Moment) -> String {
    jiff::Timestamp::from_microsecond(moment.0).map_or_else(
        |_| moment.0.to_string(),
        |time| time.strftime("%Y-%m-%d %H:%M:%S").to_string(),
    )
}

/// A moment as programs read it (RFC 3339), in UTC.
pub fn rfc3339(moment: Moment) -> String {
    jiff::Timestamp::from_microsecond(moment.0)
        .map_or_else(|_| moment.0.to_string(), |time| time.to_string())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(store: &str, keys: Option<&str>) -> Option<PathBuf> {
        let (store, keys) = (store.to_owned(), keys.map(PathBuf::from));
        let at = StoreArgs { store, keys, anchor: Vec::new() };
        Some(key_folder(&at).unwrap()?.path().to_owned())
    }

    #[test]
    fn keys_lie_beside_a_file_and_in_the_configuration_for_a_server() {
        assert_eq!(folder("sqlite:/var/house.db", None), Some("/var/house.keys".into()));
        assert_eq!(folder("sqlite:house.db", Some("/etc/k")), Some("/etc/k".into()));
        assert_eq!(folder("memory:", None), None);
        let server = folder("postgres://pit:pw@db:5432/house?sslmode=require", None).unwrap();
        assert!(server.ends_with("croupier/house.keys"), "{}", server.display());
        assert_eq!(database("postgres://pit@db"), "postgres");
        assert_eq!(database("postgres://pit@db/a%2Fb"), "a_2Fb");
    }
}
