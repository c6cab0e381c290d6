//! Signing in, and the secrets that people sign in with.
//!
//! A secret is kept only as an Argon2 hash, and that hash only in the ledger's vault, beside the chain: entries
//! and rows have its [`SecretMark`]. Exports and logs therefore contain nothing that a secret could be guessed
//! from, and a hash that was changed in the vault does not match its mark.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use ledger::{Hash, Kept, RequestId, StoreError};
use money::Moment;
use progressive::{DeviceId, PersonId, as_text};
use serde::{Deserialize, Serialize};

use crate::machine::{HOUSE_ITSELF, House, NewSession, TokenMark, TriedFrom};
use crate::refusal::Refusal;
use crate::request::{Command, Request, Role, Submission};
use crate::{Ledger, PostError, Receipt, Snapshot};

/// The SHA-256 of the Argon2 hash of a secret. Without the hash's random salt, which is kept with the hash,
/// no secret can be tried against it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretMark(#[serde(with = "as_text")] Hash);

impl SecretMark {
    /// The mark of a hash.
    pub fn of(hash: &str) -> SecretMark {
        SecretMark(Kept::new(hash).hash())
    }

    /// What it is kept under beside the chain.
    pub(crate) fn hash(self) -> Hash {
        self.0
    }
}

impl fmt::Debug for SecretMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretMark({})", self.0)
    }
}

/// How short the secret of someone who works here may be.
const SECRET_MIN: usize = 8;
/// How many digits a player's PIN has.
const PIN_DIGITS: std::ops::RangeInclusive<usize> = 4..=8;

/// Why a secret is not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SecretError {
    #[error("a secret must have at least eight characters")]
    TooShort,
    #[error(
        "a player's PIN must have four to eight digits, or be a secret of at least eight characters"
    )]
    BadPin,
    #[error(
        "a PIN of digits in a row (1234, 9876) or of the same digits again (1111, 1212) is guessed first: choose another"
    )]
    EasyPin,
    #[error("the secret cannot be hashed")]
    NotHashed,
    #[error(transparent)]
    NotKept(#[from] PostError),
}

/// Checks that a secret is good enough for this role. Nothing is written.
pub fn check_secret(role: Role, secret: &str) -> Result<(), SecretError> {
    let is_long = secret.chars().count() >= SECRET_MIN;
    let is_digits = secret.bytes().all(|byte| byte.is_ascii_digit());
    let is_pin = PIN_DIGITS.contains(&secret.len()) && is_digits;
    match role {
        Role::Player if is_long || is_pin => {}
        Role::Player => return Err(SecretError::BadPin),
        Role::Dealer | Role::Supervisor | Role::Auditor if is_long => {}
        Role::Dealer | Role::Supervisor | Role::Auditor => return Err(SecretError::TooShort),
    }
    if is_digits && is_easy(secret.as_bytes()) { Err(SecretError::EasyPin) } else { Ok(()) }
}

/// Whether digits are a sequence in equal steps (1234, 9876, 2468, 7890, 1111), or a few repeated (1212, 123123).
fn is_easy(digits: &[u8]) -> bool {
    let step = |pair: &[u8]| (10 + pair[1] - pair[0]) % 10;
    let is_even = digits.windows(2).map(step).collect::<HashSet<u8>>().len() <= 1;
    let repeats = |block: usize| digits.iter().skip(block).zip(digits).all(|(one, two)| one == two);
    is_even || (1..=digits.len() / 2).any(repeats)
}

/// Hashes a new secret, keeps the hash, and returns the mark that a request names it by. Waits for the store:
/// not for an asynchronous task.
pub fn keep_secret(ledger: &Ledger, role: Role, secret: &str) -> Result<SecretMark, SecretError> {
    check_secret(role, secret)?;
    let hash = hashed(secret).ok_or(SecretError::NotHashed)?;
    Ok(SecretMark(ledger.keep(Kept::new(hash))?))
}

/// Forgets the hash of a secret that is no longer good.
pub fn forget_secret(ledger: &Ledger, mark: SecretMark) -> Result<(), PostError> {
    ledger.forget(mark.0)
}

/// Whether this is the secret that a mark stands for; `None` if its hash is not kept any more. It takes as long as
/// Argon2 does.
pub fn is_secret_of(
    ledger: &Ledger,
    mark: SecretMark,
    secret: &str,
) -> Result<Option<bool>, PostError> {
    Ok(ledger.kept(mark.0)?.map(|hash| is_secret(secret, hash.text())))
}

/// Posts a request that gives someone a new secret: its hash is kept first, and forgotten if the request is
/// refused; the hash that it replaces is forgotten once the request is durable.
pub fn post_with_secret(
    ledger: &Ledger,
    role: Role,
    secret: &str,
    request: impl FnOnce(SecretMark) -> Submission,
) -> Result<Receipt, SecretError> {
    let mark = keep_secret(ledger, role, secret)?;
    let request = request(mark);
    let replaced = match &request.request.command {
        Command::ChangeSecret { person, .. } => {
            ledger.snapshot().machine.person(person).ok().and_then(|person| person.secret)
        }
        _ => None,
    };
    let posted = ledger.post(request);
    let useless = match &posted {
        // What is only proposed replaces nothing yet.
        Ok(receipt) if !receipt.is_repeated => {
            replaced.filter(|_| receipt.effect.proposal.is_none())
        }
        Err(PostError::Refused(_) | PostError::InDoubt(_) | PostError::IdReused(_)) => Some(mark),
        // It may have been done.
        Ok(_) | Err(_) => None,
    };
    if let Some(mark) = useless {
        // What stays in the vault by mistake is named by nothing, and does no harm.
        let _ = forget_secret(ledger, mark);
    }
    Ok(posted?)
}

fn hashed(secret: &str) -> Option<String> {
    let salt = SaltString::encode_b64(&rand::random::<[u8; 16]>()).ok()?;
    let hash = Argon2::default().hash_password(secret.as_bytes(), &salt).ok()?;
    Some(hash.to_string())
}

/// Someone who tries to sign in.
#[derive(Clone, Copy)]
pub struct Attempt<'a> {
    /// The name, in upper or lower case.
    pub name: &'a str,
    /// The secret.
    pub secret: &'a str,
    /// Where.
    pub device: &'a DeviceId,
    /// A fresh id for the entry.
    pub id: RequestId,
    /// When.
    pub at: Moment,
    /// The network address, where it comes from one.
    pub address: Option<&'a str>,
    /// The mark of the token that the device presents as one on which the person has signed in, if it does.
    pub device_mark: Option<TokenMark>,
    /// The session to start, where one is wanted.
    pub session: Option<&'a NewSession>,
}

/// Someone who has signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignedIn {
    /// Who.
    pub person: PersonId,
    /// In which role.
    pub role: Role,
    /// The entry that says so.
    pub seq: u64,
}

/// Why someone has not signed in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SignInError {
    /// Also if nobody has that name: it takes the same time, and says the same.
    #[error("wrong name or secret")]
    Wrong,
    #[error(
        "too many wrong secrets: nobody can sign in as {person} for another {}", wait(*.left_micros)
    )]
    Locked { person: PersonId, until: Moment, left_micros: i64 },
    #[error(
        "too many wrong secrets came from this address: wait another {}", wait(*.left_micros)
    )]
    Blocked { left_micros: i64 },
    #[error("{0} is retired and cannot sign in")]
    Retired(PersonId),
    #[error("the stored secret of {0} is missing or was changed outside this program")]
    SecretAltered(PersonId),
    /// The house could not write it down.
    #[error(transparent)]
    NotRecorded(#[from] PostError),
}

/// A wait in words, rounded up.
fn wait(micros: i64) -> String {
    let seconds = (micros + 999_999) / 1_000_000;
    match seconds {
        1 => "second".to_owned(),
        2..=119 => format!("{seconds} seconds"),
        _ => format!("{} minutes", (seconds + 59) / 60),
    }
}

/// A hash that no secret has: trying a name that nobody has takes as long as trying one that exists.
static NOBODYS: LazyLock<Option<String>> =
    LazyLock::new(|| hashed(&format!("{:032x}", rand::random::<u128>())));

impl Attempt<'_> {
    /// Where it counts if it is wrong: on a device that is known, at an address, or on this machine.
    pub fn from(&self, house: &House) -> TriedFrom {
        let id = PersonId::from_str(self.name).ok();
        let known = id.zip(self.device_mark).filter(|(id, mark)| house.is_device_of(id, *mark));
        match (known, self.address) {
            (Some((_, mark)), _) => TriedFrom::Device(mark),
            (None, Some(address)) => TriedFrom::Address(address.to_owned()),
            (None, None) => TriedFrom::Here,
        }
    }

    /// Whether it may be tried now. This costs next to nothing: it is asked before a secret waits for Argon2.
    pub fn must_be_allowed(&self, house: &House) -> Result<(), SignInError> {
        let from = self.from(house);
        if let TriedFrom::Address(address) = &from
            && let Some(until) = house.blocked_until(address, self.at)
        {
            return Err(SignInError::Blocked { left_micros: until.0 - self.at.0 });
        }
        let Ok(name) = PersonId::from_str(self.name) else { return Ok(()) };
        match house.locked_for(&name, &from, self.at) {
            Some(until) => Err(locked(name, until, self.at)),
            None => Ok(()),
        }
    }

    /// Whether anybody can have such a name.
    pub fn is_possible(&self) -> bool {
        PersonId::from_str(self.name).is_ok()
    }
}

/// Checks who someone is, and writes down what came of it. A wrong secret counts for the name at the place where it was
/// given: after five in a row nobody can sign in under that name from there for a minute, and each further one doubles
/// that, up to an hour; a day without one starts over. Thirty in a row from the network lock the name for every
/// address, but not for devices on which the person has signed in before. A name that nobody has is locked in the same
/// way; what cannot be a name is not hashed, and counts for the address. The machine keeps the count, so it holds in
/// every process and after a restart. Takes as long as Argon2 does: not for an asynchronous task.
pub fn sign_in(ledger: &Ledger, attempt: Attempt<'_>) -> Result<SignedIn, SignInError> {
    let snapshot = ledger.snapshot();
    attempt.must_be_allowed(&snapshot.machine)?;
    let from = attempt.from(&snapshot.machine);
    let Ok(id) = PersonId::from_str(attempt.name) else {
        refuse(ledger, attempt, None, &from)?;
        return Err(SignInError::Wrong);
    };
    let known = snapshot.machine.person(&id).ok();
    let is_right = match known.and_then(|person| Some((person, person.secret?))) {
        Some((person, mark)) => {
            let hash = match ledger.kept(mark.0) {
                Ok(Some(hash)) => hash,
                Ok(None) | Err(PostError::Store(StoreError::Damaged(_))) => {
                    return Err(SignInError::SecretAltered(person.id.clone()));
                }
                Err(error) => return Err(error.into()),
            };
            is_secret(attempt.secret, hash.text())
        }
        None => {
            let nobodys = NOBODYS.as_deref().unwrap_or_default();
            let _ = ledger.kept(SecretMark::of(nobodys).0)?;
            std::hint::black_box(is_secret(attempt.secret, nobodys));
            false
        }
    };
    match known {
        Some(person) if is_right && !person.is_retired => {
            let what = match attempt.session {
                Some(session) => {
                    let session = NewSession { from: Some(from), ..session.clone() };
                    Command::StartSession { session }
                }
                None => Command::SignIn,
            };
            let receipt = post(ledger, attempt, person.id.clone(), what)?;
            // Someone may have given them another role meanwhile.
            let role = role_in(&receipt.snapshot, &person.id).unwrap_or(person.role);
            Ok(SignedIn { person: person.id.clone(), role, seq: receipt.seq })
        }
        known => {
            refuse(ledger, attempt, Some(id), &from)?;
            match known {
                Some(person) if is_right => Err(SignInError::Retired(person.id.clone())),
                _ => Err(SignInError::Wrong),
            }
        }
    }
}

/// Writes down that a sign-in was refused. What cannot be a name counts for an address, or not at all.
fn refuse(
    ledger: &Ledger,
    attempt: Attempt<'_>,
    person: Option<PersonId>,
    from: &TriedFrom,
) -> Result<(), SignInError> {
    let address = attempt.address.map(str::to_owned);
    if person.is_none() && address.is_none() {
        return Ok(());
    }
    let from = person.is_some().then(|| from.clone());
    let what = Command::SignInRefused { person, address, locks_any_name: true, from };
    post(ledger, attempt, house_itself(), what).map(drop)
}

fn is_secret(secret: &str, hash: &str) -> bool {
    let hash = PasswordHash::new(hash);
    hash.is_ok_and(|hash| Argon2::default().verify_password(secret.as_bytes(), &hash).is_ok())
}

fn role_in(snapshot: &Snapshot, person: &PersonId) -> Option<Role> {
    snapshot.machine.person(person).ok().map(|person| person.role)
}

fn locked(person: PersonId, until: Moment, at: Moment) -> SignInError {
    SignInError::Locked { person, until, left_micros: until.0 - at.0 }
}

/// Who acts when no person does.
pub fn house_itself() -> PersonId {
    HOUSE_ITSELF.parse().expect("the house has a name that is a name")
}

fn post(
    ledger: &Ledger,
    attempt: Attempt<'_>,
    by: PersonId,
    command: Command,
) -> Result<Receipt, SignInError> {
    let request = Request::new(by, attempt.device.clone(), command);
    let posted = ledger.post(Submission { id: attempt.id, at: attempt.at, request });
    posted.map_err(|error| match error {
        // Another process has counted meanwhile.
        PostError::Refused(Refusal::Locked { person, until }) => locked(person, until, attempt.at),
        PostError::Refused(Refusal::Blocked { until }) => {
            SignInError::Blocked { left_micros: until.0 - attempt.at.0 }
        }
        PostError::Refused(Refusal::Retired(person)) => SignInError::Retired(person),
        error => SignInError::NotRecorded(error),
    })
}
