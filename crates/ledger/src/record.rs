//! What the line of an entry says.
//!
//! A line is one JSON object, written once and hashed as bytes; nothing is ever serialized again to be
//! compared. Its keys, in order: `seq`, `v` (the machine's format version), `id`, `at`, `request`,
//! `effect`; where it applies, `clock_back` (by how many microseconds the caller's clock was behind an
//! earlier entry's) and, on an entry that rows were written with, `state` (the digest of all live rows after it).

use money::Moment;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::chain::{Entry, EntryRef, Head, link};
use crate::digest::StateDigest;
use crate::ids::RequestId;
use crate::machine::{Machine, Post};

/// A clock may be this far behind an earlier entry's before it is noted: callers differ a little.
const CLOCK_TOLERANCE_MICROS: i64 = 1_000_000;

/// What an entry says.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<M: Machine> {
    /// Its number.
    pub seq: u64,
    /// The version of the formats in it.
    pub version: u32,
    /// The id of its request.
    pub id: RequestId,
    /// When the request was made, by the caller's clock.
    pub at: Moment,
    /// What was asked.
    pub request: M::Request,
    /// What it did.
    pub effect: M::Effect,
    /// By how many microseconds the caller's clock was behind an earlier entry's, if noticeably.
    pub clock_back_micros: Option<i64>,
    /// The digest of all live rows after it, if they were written with it.
    pub state: Option<StateDigest>,
}

/// Why a line cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RecordError {
    #[error("not an entry: {0}")]
    NotAnEntry(String),
    #[error("written with format version {found}; this program knows up to {known}")]
    TooNew { found: u32, known: u32 },
    #[error("its request cannot be read: {0}")]
    Request(String),
    #[error("its effect cannot be read: {0}")]
    Effect(String),
}

#[derive(Serialize)]
struct WriteLine<'a, R, E> {
    seq: u64,
    v: u32,
    id: RequestId,
    at: Moment,
    request: &'a R,
    effect: &'a E,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_back: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
}

#[derive(Deserialize)]
struct ReadLine<'a> {
    seq: u64,
    v: u32,
    id: RequestId,
    at: Moment,
    #[serde(borrow)]
    request: &'a RawValue,
    #[serde(borrow)]
    effect: &'a RawValue,
    #[serde(default)]
    clock_back: Option<i64>,
    #[serde(default)]
    state: Option<String>,
}

/// What is known of an entry without reading what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) at: Moment,
    pub(crate) state: Option<StateDigest>,
}

impl<M: Machine> Record<M> {
    /// Reads the line of an entry.
    pub fn read(entry: EntryRef<'_>) -> Result<Record<M>, RecordError> {
        let line = read_line(entry)?;
        if line.v > M::VERSION {
            return Err(RecordError::TooNew { found: line.v, known: M::VERSION });
        }
        let parse = |error: serde_json::Error| error.to_string();
        Ok(Record {
            seq: line.seq,
            version: line.v,
            id: line.id,
            at: line.at,
            request: serde_json::from_str(line.request.get())
                .map_err(|error| RecordError::Request(parse(error)))?,
            effect: serde_json::from_str(line.effect.get())
                .map_err(|error| RecordError::Effect(parse(error)))?,
            clock_back_micros: line.clock_back,
            state: read_state(line.state.as_deref())?,
        })
    }

    /// The entry that follows a chain's end.
    pub(crate) fn entry(
        head: Head,
        last_at: Moment,
        post: &Post<M::Request>,
        effect: &M::Effect,
        state: Option<StateDigest>,
    ) -> Entry {
        let seq = head.seq + 1;
        let behind = last_at.0.saturating_sub(post.at.0);
        let line = WriteLine {
            seq,
            v: M::VERSION,
            id: post.id,
            at: post.at,
            request: &post.request,
            effect,
            clock_back: (behind > CLOCK_TOLERANCE_MICROS).then_some(behind),
            state: state.map(|state| state.to_string()),
        };
        let line = serde_json::to_string(&line).expect("requests and effects are plain data");
        Entry { seq, hash: link(head.hash, &line), line }
    }
}

impl Frame {
    pub(crate) fn read(entry: EntryRef<'_>) -> Result<Frame, RecordError> {
        let line = read_line(entry)?;
        Ok(Frame { at: line.at, state: read_state(line.state.as_deref())? })
    }
}

fn read_line(entry: EntryRef<'_>) -> Result<ReadLine<'_>, RecordError> {
    serde_json::from_str(entry.line).map_err(|error| RecordError::NotAnEntry(error.to_string()))
}

fn read_state(text: Option<&str>) -> Result<Option<StateDigest>, RecordError> {
    text.map(|text| text.parse().map_err(|_| RecordError::NotAnEntry("bad state digest".into())))
        .transpose()
}
