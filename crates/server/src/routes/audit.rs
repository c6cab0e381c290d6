//! Search of the chain, newest first, with a bound on what one search reads.

use std::collections::VecDeque;

use axum::Json;
use axum::extract::State;
use house::held_back::{OpenTable, is_told, told};
use house::{House, MeterId, Record, RecordId, Right, TableId, report, round_key};
use ledger::{Entry, Key, Store, StoreError};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::floor::{EntriesOut, EntryOut};

use crate::auth::Caller;
use crate::error::{ApiError, Refusals};
use crate::extract::{Query, named};
use crate::state::App;

/// How many entries a search returns at most.
pub(super) const ENTRIES_MAX: usize = 1_000;
/// How many entries it reads at most, give or take a window.
const READ_MAX: usize = 20_000;
/// How many entries are read at a time.
const WINDOW: usize = 1_000;

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(audit))
}

/// What is searched for in the chain.
#[derive(Clone, Default, Deserialize, IntoParams)]
pub(crate) struct Search {
    /// In the words of an entry.
    #[serde(default)]
    pub(crate) text: Option<String>,
    /// By whom.
    #[serde(default)]
    pub(crate) by: Option<String>,
    /// At which table.
    #[serde(default)]
    pub(crate) table: Option<String>,
    /// In which round of that table.
    #[serde(default)]
    pub(crate) round: Option<u64>,
    /// About the money of which meter.
    #[serde(default)]
    pub(crate) meter: Option<String>,
    /// After this entry.
    #[serde(default)]
    pub(crate) after: Option<u64>,
    /// Before this entry.
    #[serde(default)]
    pub(crate) before: Option<u64>,
    /// How many at most: the last ones; 100 unless said.
    #[serde(default)]
    pub(crate) limit: Option<usize>,
}

/// Searches the chain, from the newest entry back. Of rounds that are not over, only who did what is told. If not
/// everything was looked at, `before` says where to go on.
#[utoipa::path(get, path = "/api/v1/audit", tag = "floor", params(Search),
    responses((status = 200, body = EntriesOut), Refusals))]
async fn audit(
    State(app): State<App>,
    caller: Caller,
    Query(search): Query<Search>,
) -> Result<Json<EntriesOut>, ApiError> {
    caller.must_have(Right::SeeChain)?;
    Ok(Json(found(&app, search).await?))
}

/// The entries that a search finds, the oldest first.
pub(crate) async fn found(app: &App, search: Search) -> Result<EntriesOut, ApiError> {
    let key = search.key()?;
    let entries = app.read(move |store, snapshot| {
        let (open, known) = (snapshot.machine.open_rounds(), snapshot.head.seq);
        let told = Told { open, known, text: search.text.as_deref().unwrap_or("").to_lowercase() };
        let limit = search.limit.unwrap_or(100).clamp(1, ENTRIES_MAX);
        let mut back = Back::new(store, key, search.after, search.before)?;
        let mut entries = VecDeque::new();
        while let Some(window) = back.window(store)? {
            for entry in window.iter().rev() {
                let record = report::read_record(entry.as_ref())?;
                let says = told.says(&record, &entry.line).filter(|_| search.is_for(&record));
                if let Some(says) = says {
                    entries.push_front(EntryOut::of(&record, says));
                }
                if entries.len() == limit {
                    back.stop_at(entry.seq);
                    break;
                }
            }
        }
        Ok::<_, StoreError>(EntriesOut { entries: entries.into(), before: back.before() })
    });
    Ok(entries.await??)
}

impl Search {
    /// Where the index has what is searched for: a round, or a meter.
    fn key(&self) -> Result<Option<Key>, ApiError> {
        let meter: Option<MeterId> = self.meter.as_deref().map(named).transpose()?;
        let table: Option<TableId> = self.table.as_deref().map(named).transpose()?;
        match (meter, table, self.round) {
            (_, Some(table), Some(round)) => Ok(Some(round_key(&table, round))),
            (_, None, Some(_)) => Err(ApiError::malformed("round: name its table too")),
            (Some(meter), _, None) => Ok(Some(RecordId::Meter(meter).key())),
            (None, _, None) => Ok(None),
        }
    }

    fn is_for(&self, record: &Record) -> bool {
        let is_it = |wanted: &Option<String>, found: Option<&str>| {
            wanted.is_none() || wanted.as_deref() == found
        };
        let moves = &record.effect.moves;
        let is_meter = |meter: &String| moves.iter().any(|moved| moved.meter.as_str() == meter);
        is_it(&self.by, Some(record.request.by.as_str()))
            && is_it(&self.table, record.effect.table.as_ref().map(TableId::as_str))
            && self.meter.as_ref().is_none_or(is_meter)
    }
}

/// What may be told, and has the words.
struct Told {
    open: Vec<OpenTable>,
    known: u64,
    text: String,
}

impl Told {
    fn says(&self, record: &Record, line: &str) -> Option<String> {
        let says = told(&self.open, self.known, record);
        let has = |text: &str| text.to_lowercase().contains(&self.text);
        let is_found = has(&says) || (is_told(&self.open, self.known, record) && has(line));
        is_found.then_some(says)
    }
}

/// The way back through the chain, or through what the index has of it, a window at a time.
pub(super) struct Back {
    key: Option<Key>,
    /// Nothing up to this entry is looked at.
    after: u64,
    /// Everything behind this entry was looked at.
    upto: u64,
    /// How far the next window reaches back.
    span: u64,
    read: usize,
}

impl Back {
    pub(super) fn new(
        store: &mut dyn Store,
        key: Option<Key>,
        after: Option<u64>,
        before: Option<u64>,
    ) -> Result<Back, StoreError> {
        let last = store.head()?.seq;
        let upto = before.map_or(last, |before| before.saturating_sub(1).min(last));
        let after = after.unwrap_or(0);
        Ok(Back { key, after, upto, span: WINDOW as u64, read: 0 })
    }

    /// The next window, its oldest entry first; none when everything, or enough, was read.
    pub(super) fn window(
        &mut self,
        store: &mut dyn Store,
    ) -> Result<Option<Vec<Entry>>, StoreError> {
        if self.upto <= self.after || self.read >= READ_MAX {
            return Ok(None);
        }
        let (from, entries) = loop {
            let from = self.upto.saturating_sub(self.span).max(self.after);
            let mut entries = match &self.key {
                None => store.entries(from, WINDOW)?,
                Some(key) => ledger::about::<House>(store, key, from, WINDOW + 1)?,
            };
            self.read += entries.len();
            entries.retain(|entry| entry.seq <= self.upto);
            if entries.len() <= WINDOW {
                break (from, entries);
            }
            // There is more in it than one window holds: a narrower one holds no more than it is wide.
            self.span = (self.span / 2).max(WINDOW as u64);
        };
        if self.key.is_some() && entries.len() < WINDOW / 2 {
            self.span = self.span.saturating_mul(2);
        }
        self.upto = from;
        Ok(Some(entries))
    }

    /// There are enough of them, the last one being this.
    pub(super) fn stop_at(&mut self, entry: u64) {
        (self.upto, self.read) = (entry - 1, READ_MAX);
    }

    /// Where to go on, if not everything was looked at.
    pub(super) fn before(&self) -> Option<u64> {
        (self.upto > self.after).then_some(self.upto + 1)
    }
}
