//! What is sent to watchers: a ring of versions for every table, for the meters, the pit and the floor.
//!
//! One task looks at each new snapshot of the house and puts what changed into the rings; versions of a table that were
//! written with one commit are one snapshot, and the last of them is sent. A table's ring holds
//! snapshots, not views: each watcher's view is made when it is sent, with that watcher's eyes. What is public,
//! such as a meter, is written out once for everyone.

mod stream;

pub use stream::{AsView, Ended, MeterSent, SESSION_ENDED, TableShown, events, table_events};

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use house::table::Call;
use house::{House, Ledger, MeterId, Snapshot, TableId};
use money::Cents;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use wire::meters::MeterOut;

use crate::state::App;

/// How many versions of a table are kept for watchers that fall behind or come back. Each keeps a whole house as it was
/// then, less what it shares with the house of today; a watcher that is further behind gets the whole view.
const TABLE_RING: usize = 4;
/// How many versions wait for a watcher at least: they are kept only while somebody has not read them.
const UNREAD_MAX: usize = 16;
/// How many changes of meters, the pit and the floor are kept.
const NEWS_RING: usize = 256;

/// Something of which there are versions.
pub trait Versioned: Clone {
    /// Its version; later ones are greater.
    fn version(&self) -> u64;
}

/// A table at a version.
#[derive(Clone)]
pub struct TableThen {
    /// The version.
    pub version: u64,
    /// The house at that time.
    pub snapshot: Arc<Snapshot>,
}

impl Versioned for TableThen {
    fn version(&self) -> u64 {
        self.version
    }
}

/// Something public, written out once.
#[derive(Clone)]
pub struct News {
    /// The entry after which it was so.
    pub seq: u64,
    /// What it is about, where a watcher may want only some of it.
    pub about: Option<Arc<str>>,
    /// What is sent.
    pub json: Arc<str>,
}

impl News {
    /// That something changed, whatever it was: what is sent is made from the house itself.
    pub fn of_all(now: &Snapshot) -> Vec<News> {
        vec![News { seq: now.head.seq, about: None, json: "".into() }]
    }
}

impl Versioned for News {
    fn version(&self) -> u64 {
        self.seq
    }
}

/// A ring of versions, and the watchers that wait for the next.
pub struct Channel<T> {
    ring: Mutex<VecDeque<T>>,
    most: usize,
    next: broadcast::Sender<T>,
}

/// What a watcher starts with.
pub struct Subscription<T> {
    /// What it has missed since the version it knows.
    pub missed: Vec<T>,
    /// Whether that is all of it; otherwise the watcher starts over with the whole.
    pub is_complete: bool,
    /// What comes next.
    pub next: broadcast::Receiver<T>,
}

impl<T: Versioned> Channel<T> {
    fn new(most: usize) -> Channel<T> {
        let next = broadcast::Sender::new(most.max(UNREAD_MAX));
        Channel { ring: Mutex::default(), most, next }
    }

    fn push(&self, item: T) {
        let mut ring = self.ring.lock().unwrap_or_else(PoisonError::into_inner);
        if ring.len() == self.most {
            ring.pop_front();
        }
        ring.push_back(item.clone());
        // Nobody may be watching.
        let _ = self.next.send(item);
    }

    fn len(&self) -> usize {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Watches from a version on.
    pub fn subscribe(&self, last: Option<u64>) -> Subscription<T> {
        let ring = self.ring.lock().unwrap_or_else(PoisonError::into_inner);
        let next = self.next.subscribe();
        let Some(last) = last else {
            return Subscription { missed: Vec::new(), is_complete: false, next };
        };
        let same = ring.iter().filter(|item| item.version() == last).count();
        // Everything in one commit has one version: a watcher with some of it may lack the rest.
        let is_missed = |item: &&T| item.version() > last || (same > 1 && item.version() == last);
        let missed = ring.iter().filter(is_missed).cloned().collect();
        Subscription { missed, is_complete: same > 0, next }
    }
}

/// Every channel there is.
pub struct Live {
    /// The house as the rings began with it, and every snapshot since, until someone follows them.
    since: Mutex<Option<(Arc<Snapshot>, Snapshots)>>,
    tables: RwLock<BTreeMap<TableId, Arc<Channel<TableThen>>>>,
    /// Meters, each as it changes.
    pub meters: Channel<News>,
    /// That something in the pit changed.
    pub pit: Channel<News>,
    /// That something on the floor changed: awards, calls, proposals.
    pub floor: Channel<News>,
    /// That anything at all changed.
    pub house: Channel<News>,
}

impl Live {
    pub(crate) fn new(ledger: &Ledger) -> Live {
        // In this order, so that nothing is missed in between.
        let snapshots = ledger.each();
        let snapshot = ledger.snapshot();
        let live = Live {
            since: Mutex::new(Some((Arc::clone(&snapshot), snapshots))),
            tables: RwLock::default(),
            meters: Channel::new(NEWS_RING),
            pit: Channel::new(NEWS_RING),
            floor: Channel::new(NEWS_RING),
            house: Channel::new(NEWS_RING),
        };
        for table in snapshot.machine.tables() {
            let then = TableThen { version: table.version(), snapshot: Arc::clone(&snapshot) };
            live.table(table.id()).push(then);
        }
        live
    }

    /// The channel of a table.
    pub fn table(&self, id: &TableId) -> Arc<Channel<TableThen>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = tables.get(id) {
            return Arc::clone(channel);
        }
        drop(tables);
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(tables.entry(id.clone()).or_insert_with(|| Arc::new(Channel::new(TABLE_RING))))
    }

    /// How many versions of tables are kept.
    pub fn versions_kept(&self) -> usize {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.values().map(|channel| channel.len()).sum()
    }

    /// Puts what changed between two snapshots into the rings.
    fn publish(&self, before: &Snapshot, now: &Arc<Snapshot>) {
        let (was, is) = (&before.machine, &now.machine);
        let mut pit_changed = false;
        for table in is.tables_changed_since(was) {
            pit_changed = true;
            let then = TableThen { version: table.version(), snapshot: Arc::clone(now) };
            self.table(table.id()).push(then);
        }
        let in_doubt = before.problems != now.problems;
        for meter in is.meters() {
            if is_same(was.meter(&meter.id).ok(), Some(meter)) && !in_doubt {
                continue;
            }
            pit_changed = true;
            self.meters.push(meter_news(now, &meter.id));
        }
        if pit_changed {
            self.pit.push(News { seq: now.head.seq, about: None, json: "".into() });
        }
        self.house.push(News { seq: now.head.seq, about: None, json: "".into() });
        if floor_sign(was) != floor_sign(is) {
            self.floor.push(News { seq: now.head.seq, about: None, json: "".into() });
        }
    }
}

/// Whether it is the very same, unchanged. What a house does not change, it shares.
fn is_same<T>(was: Option<&T>, is: Option<&T>) -> bool {
    match (was, is) {
        (Some(was), Some(is)) => std::ptr::eq(was, is),
        (None, None) => true,
        _ => false,
    }
}

/// A meter as everyone may see it.
pub fn meter_news(snapshot: &Snapshot, id: &MeterId) -> News {
    let json = MeterOut::of(snapshot, id).ok().and_then(|meter| serde_json::to_string(&meter).ok());
    let json = json.unwrap_or_default().into();
    News { seq: snapshot.head.seq, about: Some(id.as_str().into()), json }
}

/// What the floor waits for: it changed if this did.
fn floor_sign(house: &House) -> FloorSign<'_> {
    let calls = house.tables().filter_map(|table| Some((table.id(), table.call()?)));
    FloorSign {
        awards: house.awards().map(|award| (award.number.0, award.amount)).collect(),
        proposals: house.proposals().map(|proposal| proposal.number.0).collect(),
        calls: calls.collect(),
    }
}

/// See [`floor_sign`].
#[derive(PartialEq, Eq)]
struct FloorSign<'h> {
    awards: Vec<(u64, Cents)>,
    proposals: Vec<u64>,
    calls: Vec<(&'h TableId, &'h Call)>,
}

/// Every snapshot from now on.
type Snapshots = broadcast::Receiver<Arc<Snapshot>>;

/// Follows the house and feeds the rings, until the server stops.
pub(crate) async fn run(app: App) {
    let since = app.live.since.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some((mut before, mut snapshots)) = since else { return };
    let first = before.head.seq;
    let mut is_past_first = false;
    let mut stopping = app.stopping();
    loop {
        let next = tokio::select! {
            next = snapshots.recv() => next,
            _ = stopping.wait_for(|stops| *stops) => return,
        };
        let now = match next {
            Ok(now) => now,
            // What was missed is in the next.
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        is_past_first = is_past_first || now.head.seq > first || now.problems != before.problems;
        if is_past_first {
            app.live.publish(&before, &now);
            before = now;
        }
    }
}
