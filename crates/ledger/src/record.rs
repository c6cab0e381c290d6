//! What the line of an entry says.
//!
//! A line is one JSON object, written once and hashed as bytes; nothing is ever serialized again to be
//! compared. Its keys, in order: `seq`, `v` (the machine's format version), `id`, `at`, `request`,
//! `effect`; where it applies, `clock_back` (by how many microseconds the caller's clock was behind an
//! earlier entry's) and, on an entry that rows were written with, `state` (the digest of all live rows after it)
//! and `filed` (how many rows are kept only to be looked up, and their digest; older releases did not write it).

use money::Moment;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::chain::{Entry, EntryRef, Head, link};
use crate::digest::{Archived, StateDigest};
use crate::ids::RequestId;
use crate::machine::{Machine, Post};

/// A clock may be this far behind an earlier entry's before it is noted: callers differ a little.
pub const CLOCK_TOLERANCE_MICROS: i64 = 1_000_000;

/// An entry is not dated by a clock that is behind an earlier entry, unless by more than this.
pub const CLOCK_BEHIND_MAX_MICROS: i64 = 24 * 60 * 60 * 1_000_000;

/// What an entry says.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<M: Machine> {
    /// Its number.
    pub seq: u64,
    /// The version of the formats in it.
    pub version: u32,
    /// The id of its request.
    pub id: RequestId,
    /// When the request was made, by the caller's clock; by the entry before, if that clock was behind it.
    pub at: Moment,
    /// The request.
    pub request: M::Request,
    /// The effect of the request.
    pub effect: M::Effect,
    /// By how many microseconds the caller's clock was behind an earlier entry's, if noticeably.
    pub clock_back_micros: Option<i64>,
    /// The digest of all live rows after it, if they were written with it.
    pub state: Option<StateDigest>,
    /// The rows that are kept only to be looked up after it, if rows were written with it.
    pub archived: Option<Archived>,
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
    #[serde(rename = "filed", skip_serializing_if = "Option::is_none")]
    archived: Option<String>,
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
    #[serde(rename = "filed", default)]
    archived: Option<String>,
}

/// What is known of an entry without reading what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) at: Moment,
    pub(crate) state: Option<StateDigest>,
    pub(crate) archived: Option<Archived>,
}

/// When an entry was made, and by how much the caller's clock was behind the entries before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dated {
    pub(crate) at: Moment,
    clock_back_micros: Option<i64>,
}

impl Dated {
    /// Time does not go backward in a chain: an entry by a clock that is behind has the time of the latest entry so
    /// far. Only if that is more than a day ahead was it the one with the wrong clock, and this one is followed.
    pub(crate) fn after(latest: Moment, at: Moment) -> Dated {
        let behind = latest.0.saturating_sub(at.0);
        Dated {
            at: if (0..=CLOCK_BEHIND_MAX_MICROS).contains(&behind) { latest } else { at },
            clock_back_micros: (behind > CLOCK_TOLERANCE_MICROS).then_some(behind),
        }
    }
}

/// What is written of the rows in the entry that they are written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RowsAt {
    pub(crate) state: StateDigest,
    pub(crate) archived: Archived,
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
            state: read_digest(line.state.as_deref())?,
            archived: read_digest(line.archived.as_deref())?,
        })
    }

    /// The entry that follows a chain's end.
    pub(crate) fn entry(
        head: Head,
        dated: Dated,
        post: &Post<M::Request>,
        effect: &M::Effect,
        rows: Option<RowsAt>,
    ) -> Entry {
        let seq = head.seq + 1;
        let line = WriteLine {
            seq,
            v: M::VERSION,
            id: post.id,
            at: dated.at,
            request: &post.request,
            effect,
            clock_back: dated.clock_back_micros,
            state: rows.map(|rows| rows.state.to_string()),
            archived: rows.map(|rows| rows.archived.to_string()),
        };
        let line = serde_json::to_string(&line).expect("requests and effects are plain data");
        Entry { seq, hash: link(head.hash, &line), line }
    }
}

impl Frame {
    pub(crate) fn read(entry: EntryRef<'_>) -> Result<Frame, RecordError> {
        let line = read_line(entry)?;
        let (state, archived) =
            (read_digest(line.state.as_deref())?, read_digest(line.archived.as_deref())?);
        Ok(Frame { at: line.at, state, archived })
    }
}

fn read_line(entry: EntryRef<'_>) -> Result<ReadLine<'_>, RecordError> {
    serde_json::from_str(entry.line).map_err(|error| RecordError::NotAnEntry(error.to_string()))
}

fn read_digest<D: std::str::FromStr>(text: Option<&str>) -> Result<Option<D>, RecordError> {
    text.map(|text| text.parse().map_err(|_| RecordError::NotAnEntry("bad digest of rows".into())))
        .transpose()
}
