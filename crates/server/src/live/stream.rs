//! Server-sent events: one stream for each watcher, with what that watcher may see.
//!
//! A stream is asked for its next event only when the connection can take it, so nothing piles up for a slow
//! reader. One that falls behind the ring is told so and dropped; it comes back with `Last-Event-ID`, gets the
//! whole view, and has lost nothing.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use house::view::Viewer;
use house::{House, Snapshot, TableId, TokenMark};
use money::Moment;
use serde_json::json;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};
use wire::table::TableView;

use super::{Channel, News, Subscription, TableThen};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::presence::Watching;
use crate::state::App;

/// How often a quiet stream shows that it is alive.
const BEAT: Duration = Duration::from_secs(15);
/// How often a table's stream tells of its meter at most: other tables change it all the time.
const METER_EVERY: Duration = Duration::from_millis(250);

/// Why a stream ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Ended {
    pub code: &'static str,
    pub message: &'static str,
}

/// The session of the watcher is over.
pub const SESSION_ENDED: Ended =
    Ended { code: "session-ended", message: "the session has ended: sign in again" };
const TOO_SLOW: Ended =
    Ended { code: "too-slow", message: "this connection fell behind: connect again" };
const STOPPING: Ended =
    Ended { code: "stopping", message: "the server is stopping: connect again in a moment" };

/// What a stream wakes up for.
enum Woken<T> {
    Item(Result<T, RecvError>),
    Meter(Option<News>),
    MeterDue,
    Beat,
    Stopping,
}

type Stopping = tokio::sync::watch::Receiver<bool>;

/// One event.
type Sent = Result<Event, Infallible>;

/// What a watcher is sent of a table: a view for programs, or the parts of a page.
pub trait TableShown: Send + 'static {
    /// What is sent when the table has changed; nothing if the watcher sees no difference.
    fn table(&mut self, house: &House, table: &TableId, viewer: Viewer<'_>) -> Option<String>;

    /// What is sent when only the table's meter has changed, under which name.
    fn meter(&mut self, news: &News, house: &House, table: &TableId) -> Option<MeterSent>;
}

/// What is sent of a meter.
pub struct MeterSent {
    /// The name of the event; none where it is like any other.
    pub name: Option<&'static str>,
    /// What is sent.
    pub data: String,
}

/// The whole view, for programs.
pub struct AsView;

impl TableShown for AsView {
    fn table(&mut self, house: &House, table: &TableId, viewer: Viewer<'_>) -> Option<String> {
        let view = house.view(table, viewer).ok();
        let view = view.as_ref().map(TableView::from);
        Some(view.and_then(|view| serde_json::to_string(&view).ok()).unwrap_or_default())
    }

    fn meter(&mut self, news: &News, _: &House, _: &TableId) -> Option<MeterSent> {
        Some(MeterSent { name: Some("meter"), data: news.json.to_string() })
    }
}

/// The events of a table for one watcher.
pub fn table_events<S: TableShown>(
    app: &App,
    caller: &Caller,
    table: TableId,
    last: Option<u64>,
    shown: S,
) -> Result<Sse<impl Stream<Item = Sent> + use<S>>, ApiError> {
    let house = &caller.snapshot.machine;
    let meter = house.floor_table(&table)?.setup().meter.clone();
    let Subscription { missed, is_complete, next } = app.live.table(&table).subscribe(last);
    // Someone who comes back too late, or for the first time, starts with the whole.
    let first = if is_complete { missed } else { vec![now(app, &table)?] };
    let watcher = TableWatcher {
        _watching: app.presence.watch(&table, caller.person(), caller.may(house::Right::Deal)),
        session: caller.signed_in.as_ref().map(|signed_in| signed_in.token.mark()),
        visits_until: visits_until(caller),
        meters: meter.is_some().then(|| app.live.meters.next.subscribe()),
        meter: meter.map(|meter| Arc::from(meter.as_str())),
        meter_from: Instant::now(),
        meter_news: None,
        sent: None,
        first: first.into(),
        next,
        stopping: app.stopping(),
        beat_at: Instant::now() + BEAT,
        app: app.clone(),
        table,
        is_over: false,
        shown,
    };
    app.metrics.stream_opened();
    Ok(Sse::new(unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok(event), watcher))
    })))
}

fn now(app: &App, table: &TableId) -> Result<TableThen, ApiError> {
    let snapshot = app.snapshot();
    let version = snapshot.machine.floor_table(table)?.version();
    Ok(TableThen { version, snapshot })
}

/// Someone who watches a table.
struct TableWatcher<S> {
    app: App,
    shown: S,
    table: TableId,
    /// The session, if the watcher has one: when it ends, so does the stream.
    session: Option<TokenMark>,
    /// Until when a guest who has not sat down looks on like anyone else.
    visits_until: Option<Moment>,
    first: std::collections::VecDeque<TableThen>,
    next: broadcast::Receiver<TableThen>,
    /// The newest version that was sent.
    sent: Option<u64>,
    meter: Option<Arc<str>>,
    meters: Option<broadcast::Receiver<News>>,
    meter_from: Instant,
    meter_news: Option<News>,
    stopping: Stopping,
    beat_at: Instant,
    _watching: Watching,
    is_over: bool,
}

impl<S> Drop for TableWatcher<S> {
    fn drop(&mut self) {
        self.app.metrics.stream_closed();
    }
}

impl<S: TableShown> TableWatcher<S> {
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        loop {
            if let Some(then) = self.first.pop_front() {
                if self.sent.is_some_and(|sent| sent >= then.version) {
                    continue;
                }
                match self.view(&then) {
                    Some(event) => return Some(event),
                    None => continue,
                }
            }
            match self.woken().await {
                Woken::Item(Ok(then)) => self.first.push_back(then),
                Woken::Item(Err(RecvError::Lagged(_))) => return Some(self.end(TOO_SLOW)),
                Woken::Item(Err(RecvError::Closed)) => return None,
                Woken::Meter(news) => self.meter_news = news.or(self.meter_news.take()),
                Woken::MeterDue => {
                    let news = self.meter_news.take()?;
                    self.meter_from = Instant::now() + METER_EVERY;
                    if let Some(event) = self.meter_event(&news) {
                        return Some(event);
                    }
                }
                Woken::Beat => {
                    self.beat_at = Instant::now() + BEAT;
                    let beat = Event::default().comment("beat");
                    return Some(if self.has_ended() { self.end(SESSION_ENDED) } else { beat });
                }
                Woken::Stopping => return Some(self.end(STOPPING)),
            }
        }
    }

    async fn woken(&mut self) -> Woken<TableThen> {
        tokio::select! {
            item = self.next.recv() => Woken::Item(item),
            news = meter_news(&mut self.meters, self.meter.as_deref()) => Woken::Meter(news),
            () = sleep_until(self.meter_from), if self.meter_news.is_some() => Woken::MeterDue,
            () = sleep_until(self.beat_at) => Woken::Beat,
            _ = self.stopping.wait_for(|stops| *stops) => Woken::Stopping,
        }
    }

    /// Whether the watcher's session has ended. What it could see as a player or a dealer is not for it any more.
    fn has_ended(&self) -> bool {
        let snapshot = self.app.snapshot();
        let is_good = |mark| snapshot.machine.session(mark, self.app.now()).is_some();
        let visits = self.visits_until.is_some_and(|until| self.app.now() < until);
        self.session.is_some_and(|mark| !is_good(mark)) && !visits
    }

    /// A version as the watcher sees it.
    fn view(&mut self, then: &TableThen) -> Option<Event> {
        let latest = self.app.snapshot();
        let now = self.app.now();
        let viewer = match viewer(self.session, &latest, now) {
            Ok(viewer) => viewer,
            Err(_) if self.visits_until.is_some_and(|until| now < until) => Viewer::Public,
            Err(ended) => return Some(self.end(ended)),
        };
        self.sent = Some(then.version);
        let data = self.shown.table(&then.snapshot.machine, &self.table, viewer)?;
        Some(Event::default().id(then.version.to_string()).data(data))
    }

    /// The meter, which everyone may see.
    fn meter_event(&mut self, news: &News) -> Option<Event> {
        let latest = self.app.snapshot();
        let MeterSent { name, data } = self.shown.meter(news, &latest.machine, &self.table)?;
        let event = Event::default().data(data);
        Some(match name {
            Some(name) => event.event(name),
            None => event,
        })
    }

    fn end(&mut self, ended: Ended) -> Event {
        self.is_over = true;
        last_event(ended)
    }
}

fn visits_until(caller: &Caller) -> Option<Moment> {
    let signed_in = caller.signed_in.as_ref().filter(|signed_in| signed_in.visitor.is_some());
    signed_in.map(|signed_in| signed_in.session.started.until)
}

/// Who watches, as of now: a watcher whose session has ended sees nothing more.
fn viewer(session: Option<TokenMark>, latest: &Snapshot, now: Moment) -> Result<Viewer<'_>, Ended> {
    let Some(mark) = session else { return Ok(Viewer::Public) };
    let found = latest.machine.session(mark, now);
    found.map(|session| Viewer::Person(&session.person)).ok_or(SESSION_ENDED)
}

fn last_event(Ended { code, message }: Ended) -> Event {
    Event::default().event("end").data(json!({ "code": code, "message": message }).to_string())
}

/// The next news of a meter; never, without one.
async fn meter_news(
    meters: &mut Option<broadcast::Receiver<News>>,
    meter: Option<&str>,
) -> Option<News> {
    let Some(receiver) = meters else { return std::future::pending().await };
    match receiver.recv().await {
        Ok(news) => Some(news).filter(|news| news.about.as_deref() == meter),
        // The newest comes soon again.
        Err(RecvError::Lagged(_)) => None,
        Err(RecvError::Closed) => {
            *meters = None;
            None
        }
    }
}

/// The events of a channel that is the same for everyone. `whole` is where a watcher starts, `render` what is sent
/// of news, if it is for this watcher.
pub fn events<F>(
    app: &App,
    channel: &Channel<News>,
    last: Option<u64>,
    whole: &dyn Fn(&Snapshot) -> Vec<News>,
    every: Duration,
    render: F,
) -> Sse<impl Stream<Item = Sent> + use<F>>
where
    F: FnMut(&App, &News) -> Result<Option<Arc<str>>, Ended> + Send + 'static,
{
    let Subscription { missed, is_complete, next } = channel.subscribe(last);
    // Looked at only now: what changes from here on is in `next`, what is in it already is not sent again.
    let snapshot = app.snapshot();
    let (first, since) =
        if is_complete { (missed, None) } else { (whole(&snapshot), Some(snapshot.head.seq)) };
    let watcher = NewsWatcher {
        first: first.into(),
        since,
        next,
        render,
        every,
        stopping: app.stopping(),
        beat_at: Instant::now() + BEAT,
        app: app.clone(),
        is_over: false,
    };
    app.metrics.stream_opened();
    Sse::new(unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok(event), watcher))
    }))
}

/// Someone who watches meters, the pit or the floor.
struct NewsWatcher<F> {
    app: App,
    first: std::collections::VecDeque<News>,
    /// What the watcher started with has everything up to this entry.
    since: Option<u64>,
    next: broadcast::Receiver<News>,
    render: F,
    /// News come at most this often; only the last of those in between is sent.
    every: Duration,
    stopping: Stopping,
    beat_at: Instant,
    is_over: bool,
}

impl<F> Drop for NewsWatcher<F> {
    fn drop(&mut self) {
        self.app.metrics.stream_closed();
    }
}

impl<F: FnMut(&App, &News) -> Result<Option<Arc<str>>, Ended>> NewsWatcher<F> {
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        loop {
            if let Some(news) = self.first.pop_front() {
                match (self.render)(&self.app, &news) {
                    Ok(Some(json)) => {
                        let event = Event::default().data(&*json);
                        // Only the last of those that belong together: who comes back has all or none.
                        let goes_on = self.first.front().is_some_and(|next| next.seq == news.seq);
                        return Some(if goes_on { event } else { event.id(news.seq.to_string()) });
                    }
                    Ok(None) => continue,
                    Err(ended) => return Some(self.end(ended)),
                }
            }
            match self.woken().await {
                Woken::Item(Ok(news)) if self.since.is_some_and(|since| news.seq < since) => {}
                Woken::Item(Ok(news)) => {
                    let news = self.settle(news).await;
                    self.first.push_back(news);
                }
                Woken::Item(Err(RecvError::Lagged(_))) => return Some(self.end(TOO_SLOW)),
                Woken::Item(Err(RecvError::Closed)) => return None,
                Woken::Beat | Woken::Meter(_) | Woken::MeterDue => {
                    self.beat_at = Instant::now() + BEAT;
                    return Some(Event::default().comment("beat"));
                }
                Woken::Stopping => return Some(self.end(STOPPING)),
            }
        }
    }

    async fn woken(&mut self) -> Woken<News> {
        tokio::select! {
            item = self.next.recv() => Woken::Item(item),
            () = sleep_until(self.beat_at) => Woken::Beat,
            _ = self.stopping.wait_for(|stops| *stops) => Woken::Stopping,
        }
    }

    /// Waits for more news where they come in quick succession, and takes the last.
    async fn settle(&mut self, mut news: News) -> News {
        if self.every.is_zero() {
            return news;
        }
        tokio::time::sleep(self.every).await;
        while let Ok(newer) = self.next.try_recv() {
            news = newer;
        }
        news
    }

    fn end(&mut self, ended: Ended) -> Event {
        self.is_over = true;
        last_event(ended)
    }
}
