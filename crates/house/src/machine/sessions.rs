//! Sessions: who is signed in, from where, and until when.
//!
//! Sessions are part of the house, so every process knows them, they survive a restart, and an act that
//! arrives after its session has ended is refused in the order of the ledger. The token itself is never
//! written down: only its SHA-256 is.

use std::fmt;
use std::sync::Arc;

use ledger::{Hash, Kept};
use money::Moment;
use progressive::{DeviceId, PersonId, as_text};
use serde::{Deserialize, Serialize};

use super::{Context, Effect, House, RecordId, TriedFrom};
use crate::refusal::Refusal;

/// The number of a session: 1, 2, 3 in the order of the ledger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionNumber(pub u64);

impl fmt::Display for SessionNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The SHA-256 of a session's token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenMark(#[serde(with = "as_text")] Hash);

impl fmt::Display for TokenMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TokenMark {
    /// The mark of a token.
    pub fn of(token: &str) -> TokenMark {
        TokenMark(Kept::new(token).hash())
    }
}

/// The session that a request was made in. A request is the same in whichever session it is sent again.
#[derive(Clone, Copy, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InSession(pub Option<SessionNumber>);

impl InSession {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    pub(crate) fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

impl PartialEq for InSession {
    fn eq(&self, _: &InSession) -> bool {
        true
    }
}

/// What a session starts with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct NewSession {
    /// What its token is checked against.
    pub mark: TokenMark,
    /// When it ends, at the latest.
    pub until: Moment,
    /// The network address that it was started from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub address: String,
    /// The device that it was started at, where it was named: what is done in the session is done there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceId>,
    /// Where the secret was given: only what was tried there can lock it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<TriedFrom>,
    /// The mark of the device's token. From now on it is known as a device of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_mark: Option<TokenMark>,
}

/// Someone is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Session {
    pub number: SessionNumber,
    pub person: PersonId,
    pub since: Moment,
    /// Whether it has ended before its time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_ended: bool,
    #[serde(flatten)]
    pub started: NewSession,
}

impl Session {
    /// Whether it is good at this moment.
    pub fn is_good_at(&self, at: Moment) -> bool {
        !self.is_ended && at < self.started.until
    }
}

/// The longest that a session lasts.
const LASTS_MAX_MICROS: i64 = 7 * 24 * 60 * 60 * 1_000_000;

impl House {
    /// The sessions that have not ended.
    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.sessions.values().map(Arc::as_ref).filter(|session| !session.is_ended)
    }

    /// The sessions of a person that have not ended, the oldest first.
    pub fn sessions_of(&self, person: &PersonId) -> impl Iterator<Item = &Session> {
        let theirs = self.sessions_by_person.range((person.clone(), SessionNumber(0))..);
        let person = person.clone();
        let theirs = theirs.take_while(move |(whose, _)| *whose == person);
        theirs.filter_map(|(_, number)| self.sessions.get(number).map(Arc::as_ref))
    }

    /// The session of a token, if it is good at this moment and its person has not left.
    pub fn session(&self, token: TokenMark, at: Moment) -> Option<&Session> {
        let session = self.sessions.get(self.session_marks.get(&token)?)?;
        let has_left = self.people.get(&session.person).is_none_or(|person| person.is_retired);
        (session.is_good_at(at) && !has_left).then_some(session)
    }

    /// A request in a session is taken while the session lasts, from the person who started it.
    pub(super) fn must_be_in_session(
        &self,
        context: Context<'_>,
        InSession(number): InSession,
    ) -> Result<(), Refusal> {
        let Some(number) = number else { return Ok(()) };
        let is_good = |session: &&Arc<Session>| {
            session.person == *context.by && session.is_good_at(context.at)
        };
        self.sessions.get(&number).filter(is_good).map(|_| ()).ok_or(Refusal::SessionEnded)
    }

    /// Someone who gave the right secret, or a guest, starts a session.
    pub(super) fn start_session(
        &mut self,
        context: Context<'_>,
        new: &NewSession,
    ) -> Result<Effect, Refusal> {
        let lasts = new.until.0.saturating_sub(context.at.0);
        if !(1..=LASTS_MAX_MICROS).contains(&lasts) {
            return Err(Refusal::BadTerms("a session lasts up to seven days"));
        }
        let effect = match &new.from {
            Some(from) => self.sign_in(context, from)?,
            None => self.sign_in_anywhere(context)?,
        };
        if let Some(mark) = new.device_mark {
            self.know_device(context.by, mark)?;
        }
        self.end_sessions_until(context.at);
        self.let_guests_go(context.at);
        self.sessions_made += 1;
        self.put_session(Session {
            number: SessionNumber(self.sessions_made),
            person: context.by.clone(),
            since: context.at,
            is_ended: false,
            started: new.clone(),
        });
        Ok(effect)
    }

    /// Someone signs out; or a supervisor ends the sessions of someone else.
    pub(super) fn end_sessions(
        &mut self,
        person: &PersonId,
        number: Option<SessionNumber>,
    ) -> Result<Effect, Refusal> {
        let ended =
            self.end_those_of(person, |session| number.is_none_or(|it| session.number == it));
        if ended == 0 { Err(Refusal::NothingChanges) } else { Ok(Effect::default()) }
    }

    /// Ends the sessions of someone who leaves, or who has another secret now.
    pub(super) fn end_sessions_of(&mut self, person: &PersonId, except: InSession) {
        self.end_those_of(person, |session| Some(session.number) != except.0);
    }

    /// Ends the sessions whose time is over: only those are looked at.
    fn end_sessions_until(&mut self, at: Moment) {
        let over = self.sessions_by_end.iter().take_while(|(until, _)| *until <= at);
        let over: Vec<Session> = over
            .filter_map(|(_, number)| self.sessions.get(number))
            .map(|it| Session::clone(it))
            .collect();
        self.end_all(over);
    }

    fn end_those_of(&mut self, person: &PersonId, is_over: impl Fn(&Session) -> bool) -> usize {
        let over: Vec<Session> =
            self.sessions_of(person).filter(|session| is_over(session)).cloned().collect();
        self.end_all(over)
    }

    fn end_all(&mut self, over: Vec<Session>) -> usize {
        let count = over.len();
        for session in over {
            self.put_session(Session { is_ended: true, ..session });
        }
        count
    }

    fn put_session(&mut self, session: Session) {
        self.touch(RecordId::Session(session.number));
        if session.is_ended {
            self.dirty.ended.push(RecordId::Session(session.number));
        }
        self.keep_session(session);
    }

    pub(super) fn keep_session(&mut self, session: Session) {
        self.session_marks.insert(session.started.mark, session.number);
        let by_end = (session.started.until, session.number);
        let by_person = (session.person.clone(), session.number);
        if session.is_ended {
            self.sessions_by_end.remove(&by_end);
            self.sessions_by_person.remove(&by_person);
        } else {
            self.sessions_by_end.insert(by_end);
            self.sessions_by_person.insert(by_person);
        }
        self.sessions.insert(session.number, Arc::new(session));
    }

    pub(super) fn forget_session(&mut self, number: SessionNumber) {
        if let Some(session) = self.sessions.remove(&number) {
            self.session_marks.remove(&session.started.mark);
            self.sessions_by_end.remove(&(session.started.until, number));
            self.sessions_by_person.remove(&(session.person.clone(), number));
        }
    }
}
