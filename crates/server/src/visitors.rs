//! Guests who have not sat down yet. Nothing of them is in the house: their token says who they are, sealed under the
//! house's keys so that every process can read it and nobody else can make one. The first thing that they may do at a
//! table brings them in, with one entry; what the house would refuse leaves none.

use house::{Command, NewSession, Person, PersonId, Session, SessionNumber, Snapshot, Submission};
use keys::seal::{SECRET_BYTES, SealKeys, Sealed};
use ledger::{Machine as _, RequestId};
use money::Moment;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::auth::{Token, counted_as};
use crate::error::ApiError;
use crate::state::App;

/// The number of a visitor's session: those in the house start at 1.
pub(crate) const VISITORS: SessionNumber = SessionNumber(0);
/// What tokens of visitors begin with.
const MARK: &str = "guest.";
/// What is sealed is nothing: it says that the words beside it are the house's.
const NOTHING: [u8; SECRET_BYTES] = [0; SECRET_BYTES];

/// A guest who has not sat down yet.
#[derive(Clone, Serialize, Deserialize)]
pub struct Visitor {
    person: PersonId,
    name: String,
    since: Moment,
    until: Moment,
    address: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    device: Option<house::DeviceId>,
}

impl Visitor {
    /// Someone who comes with a session that starts now.
    pub(crate) fn new(person: PersonId, name: String, since: Moment, start: NewSession) -> Visitor {
        let NewSession { until, address, device, .. } = start;
        Visitor { person, name, since, until, address, device }
    }

    /// The token of a visitor.
    pub(crate) fn token(&self, keys: &SealKeys) -> Result<Token, ApiError> {
        let words = serde_json::to_vec(self).map_err(ApiError::internal)?;
        let sealed = keys.seal(&sealed_words(&words), &NOTHING).map_err(ApiError::internal)?;
        let words: String = words.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Token::from_text(format!("{MARK}{words}.{}.{}", sealed.key, sealed.text())))
    }

    /// The visitor whose token this is, if it is one, is good, and has not been brought in.
    pub(crate) fn of(token: &Token, snapshot: &Snapshot, now: Moment) -> Option<Visitor> {
        let mut parts = token.text().strip_prefix(MARK)?.split('.');
        let (words, key, text) = (parts.next()?, parts.next()?, parts.next()?);
        let words = from_hex(words)?;
        let sealed = Sealed::read(key.parse().ok()?, text).ok()?;
        snapshot.machine.keys().open(&sealed, &sealed_words(&words)).ok()?;
        let visitor: Visitor = serde_json::from_slice(&words).ok()?;
        let is_new = snapshot.machine.person(&visitor.person).is_err();
        (is_new && now < visitor.until).then_some(visitor)
    }

    /// The session of a visitor, which the house does not have.
    pub(crate) fn session(&self, token: &Token) -> Session {
        Session {
            number: VISITORS,
            person: self.person.clone(),
            since: self.since,
            is_ended: false,
            started: NewSession {
                mark: token.mark(),
                until: self.until,
                address: self.address.clone(),
                device: self.device.clone(),
                from: None,
                device_mark: None,
            },
        }
    }

    /// The house as it is with the visitor in it.
    pub(crate) fn seen_in(&self, snapshot: &Snapshot, session: &Session) -> Snapshot {
        let guest = Person::guest(self.person.clone(), self.name.clone(), Some(self.until));
        let machine = snapshot.machine.with_guest(guest, session.clone());
        Snapshot { machine, ..snapshot.clone() }
    }

    /// What brings the visitor in. Guests from this machine itself are not counted.
    pub(crate) fn comes_in(&self, token: &Token) -> Command {
        let address: Option<std::net::IpAddr> = self.address.parse().ok();
        let counted = address.filter(|address| !address.to_canonical().is_loopback());
        Command::Guest {
            person: self.person.clone(),
            name: self.name.clone(),
            address: counted.map(counted_as),
            session: Some(self.session(token).started),
        }
    }

    /// Whether the house would take this if it were asked now. Nothing is written.
    pub(crate) fn must_be_taken(snapshot: &Snapshot, request: &Submission) -> Result<(), ApiError> {
        snapshot.machine.clone().apply(request.at, &request.request)?;
        Ok(())
    }

    /// Brings the visitor in, and returns the session in the house. Two first acts at once are one coming in: the
    /// request's id is made from the visitor's own.
    pub(crate) async fn bring_in(&self, app: &App, token: &Token) -> Result<Session, ApiError> {
        let words = [b"croupier-guest-comes-in ", self.person.as_str().as_bytes()].concat();
        let hash = Sha256::digest(words);
        let id = RequestId(hash.iter().take(16).fold(0, |id, byte| id << 8 | u128::from(*byte)));
        let request = app.desk.request(&self.person, id, self.comes_in(token));
        let at = request.at;
        let receipt = app.ledger().post_async(request).await?;
        app.presence.heard(&self.person);
        let session = receipt.snapshot.machine.session(token.mark(), at).cloned();
        session.ok_or_else(ApiError::no_session)
    }
}

/// What a token is sealed for: nothing that is sealed for something else passes for it.
fn sealed_words(words: &[u8]) -> Vec<u8> {
    [b"croupier-guest-1", words].concat()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
    text.as_bytes().chunks(2).map(pair).collect()
}
