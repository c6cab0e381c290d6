//! What the house does by itself: clocks that run out, seats of players who are gone, bots.
//!
//! Of several processes on one house, one does this (see `peers`). If two should do it for a moment, nothing
//! happens twice: each command has an id made from the table and its version.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use house::people::house_itself;
use house::table::Table;
use house::table::command::TableCommand;
use house::table::play::{Play, Progress};
use house::table::setup::Kind;
use house::{House, PersonId, Seat, TableId, table::Player};
use ledger::RequestId;
use sha2::{Digest as _, Sha256};

use crate::state::App;

/// How often clocks and seats are looked at.
const TICK: Duration = Duration::from_millis(100);
/// How long a bot takes over a bet or a decision.
const BOT_TAKES: Duration = Duration::from_millis(400);
/// How long the settlement stays on the table when only bots play.
const BOTS_PAUSE: Duration = Duration::from_secs(5);

/// For how long a guest may keep a seat without playing, connected or not: somebody else may want it.
const GUEST_IDLES: Duration = Duration::from_secs(15 * 60);

/// What was last done at a table, and when it last changed.
#[derive(Clone, Copy)]
struct Seen {
    version: u64,
    since: Instant,
    has_acted: bool,
}

/// The clocks and the seats of a house.
#[derive(Default)]
pub struct Clocks {
    tables: Tables,
    guests: Guests,
}

impl Clocks {
    /// Minds them until the server stops.
    pub(crate) fn run(mut self, app: &App) {
        while !*app.stopping().borrow() {
            std::thread::sleep(TICK);
            if app.peers.is_leader() {
                self.tick(app);
            }
        }
    }

    /// Looks at each of them once: a clock that has run out, a seat whose player is gone.
    pub fn tick(&mut self, app: &App) {
        let snapshot = app.snapshot();
        for table in snapshot.machine.floor().filter(|table| table.has_seats()) {
            self.guests.look(app, &snapshot.machine, table);
            let seen = self.tables.look(app, table);
            let due = key_lost(table, &snapshot.machine)
                .or_else(|| time_up(app, table))
                .or_else(|| vacated(app, &self.guests, &snapshot.machine, table));
            if let Some(command) = due.filter(|_| !seen.has_acted) {
                if command == TableCommand::KeyLost {
                    tracing::error!(table = %table.id(), key = snapshot.machine.keys().place(), "{}", command.words());
                }
                seen.has_acted = true;
                post(app, table, "clock", command);
            }
        }
        self.tables.retry(app);
    }
}

/// Forgets who is gone and has no seat. Every process remembers who called it, so every process does this.
pub(crate) fn forget_gone(app: &App) {
    let snapshot = app.snapshot();
    let seated: HashSet<&PersonId> = snapshot
        .machine
        .floor()
        .flat_map(|table| table.seated().values())
        .filter_map(|player| match player {
            Player::Person(person) => Some(person),
            Player::Bot(_) => None,
        })
        .collect();
    app.presence.prune(|person| seated.contains(person));
}

/// The bots of a house. Solving a game takes a while, so they have a thread of their own.
#[derive(Default)]
pub struct Bots(Tables);

impl Bots {
    /// Plays them until the server stops.
    pub(crate) fn run(mut self, app: &App) {
        while !*app.stopping().borrow() {
            std::thread::sleep(TICK);
            if app.peers.is_leader() {
                self.tick(app);
            }
        }
    }

    /// Lets each table's bots do one thing, if it is time for it.
    pub fn tick(&mut self, app: &App) {
        let snapshot = app.snapshot();
        for table in snapshot.machine.floor().filter(|table| table.has_seats() && has_bots(table)) {
            let seen = self.0.look(app, table);
            let waited = app.desk.clock().instant().duration_since(seen.since);
            if seen.has_acted || waited < patience(&snapshot.machine, table) {
                continue;
            }
            if !is_attended(app, table) || waits_for_people(&snapshot.machine, table) {
                continue;
            }
            if let Some(command) = app.bots.command(&snapshot.machine, table.id()) {
                seen.has_acted = true;
                post(app, table, "bot", command);
            }
        }
        self.0.retry(app);
    }
}

/// What was last seen of each table.
#[derive(Default)]
struct Tables(HashMap<TableId, Seen>);

impl Tables {
    /// What is known of a table; it is new when its version is.
    fn look(&mut self, app: &App, table: &Table) -> &mut Seen {
        let (version, since) = (table.version(), app.desk.clock().instant());
        let new = Seen { version, since, has_acted: false };
        let seen = self.0.entry(table.id().clone()).or_insert(new);
        if seen.version != version {
            *seen = new;
        }
        seen
    }

    /// What was posted and did not change the table is tried again after a while: the store may have been away.
    fn retry(&mut self, app: &App) {
        const AFTER: Duration = Duration::from_secs(3);
        let now = app.desk.clock().instant();
        let is_late = |seen: &&mut Seen| seen.has_acted && now.duration_since(seen.since) > AFTER;
        for seen in self.0.values_mut().filter(is_late) {
            seen.has_acted = false;
            seen.since = now;
        }
    }
}

/// Since when the guests at the tables have not played. What another process takes is seen too: only the house is
/// asked.
#[derive(Default)]
struct Guests(HashMap<(TableId, Seat), Idle>);

/// A guest at a seat.
struct Idle {
    guest: PersonId,
    version: u64,
    since: Instant,
}

impl Guests {
    /// A player who has just sat down, or has bet in a round that goes on, is not idle.
    fn look(&mut self, app: &App, house: &House, table: &Table) {
        let now = app.desk.clock().instant();
        let play = house.play(table.id()).filter(|play| play.progress() != Progress::Over);
        let bets = |seat| play.is_some_and(|play| play.players().contains_key(&seat));
        for (seat, player) in table.seated() {
            let key = (table.id().clone(), *seat);
            let Player::Person(person) = player else { continue };
            if !house.person(person).is_ok_and(|known| known.is_guest) {
                self.0.remove(&key);
                continue;
            }
            let new = || Idle { guest: person.clone(), version: table.version(), since: now };
            let idle = self.0.entry(key).or_insert_with(new);
            if idle.guest != *person || idle.version != table.version() && bets(*seat) {
                *idle = new();
            }
        }
        self.0.retain(|(at, seat), _| at != table.id() || table.seated().contains_key(seat));
    }

    fn idles(&self, table: &Table, seat: Seat, now: Instant) -> bool {
        let idle = self.0.get(&(table.id().clone(), seat));
        idle.is_some_and(|idle| now.duration_since(idle.since) > GUEST_IDLES)
    }
}

/// A table whose shuffle nobody can deal from any more: the round is void, and everything goes back [SHF-1].
fn key_lost(table: &Table, house: &House) -> Option<TableCommand> {
    house.has_lost_key(table).then_some(TableCommand::KeyLost)
}

fn time_up(app: &App, table: &Table) -> Option<TableCommand> {
    let until = table.until()?;
    (until <= app.now()).then_some(TableCommand::TimeUp)
}

/// A seat whose player has been gone for longer than is posted, or whose guest does not play.
fn vacated(app: &App, guests: &Guests, house: &House, table: &Table) -> Option<TableCommand> {
    let is_playing = house.play(table.id()).is_some_and(|it| it.progress() == Progress::Playing);
    if is_playing || table.setup().kind == Kind::Live {
        return None;
    }
    let held = Duration::from_secs(table.setup().clocks.seat_held.into());
    let now = app.desk.clock().instant();
    let given_up = table.seated().iter().find(|(seat, player)| match player {
        Player::Person(person) => {
            !held.is_zero() && is_gone(app, person, held) || guests.idles(table, **seat, now)
        }
        Player::Bot(_) => false,
    });
    given_up.map(|(seat, _)| TableCommand::Vacate { seat: *seat })
}

/// Whether nobody has heard of a player for longer than this, in any process.
fn is_gone(app: &App, person: &PersonId, held: Duration) -> bool {
    if app.peers.is_elsewhere(person) {
        app.presence.seen_elsewhere(person);
    }
    app.presence.gone_for(person) > held
}

fn has_bots(table: &Table) -> bool {
    table.seated().values().any(|player| matches!(player, Player::Bot(_)))
}

fn has_people(table: &Table) -> bool {
    table.seated().values().any(|player| matches!(player, Player::Person(_)))
}

/// Bots play only while someone sits at the table or watches it.
fn is_attended(app: &App, table: &Table) -> bool {
    has_people(table) || app.presence.is_watched(table.id()) || app.peers.is_watched(table.id())
}

fn patience(house: &House, table: &Table) -> Duration {
    let is_over = house.play(table.id()).is_some_and(|play| play.progress() == Progress::Over);
    if is_over { BOTS_PAUSE } else { BOT_TAKES }
}

/// Where people sit, bots bet after the first of them has: the last settlement stays until then.
fn waits_for_people(house: &House, table: &Table) -> bool {
    let is_betting = |play: &Play| play.progress() == Progress::Betting;
    let has_begun = house.play(table.id()).is_some_and(|play| {
        play.progress() == Progress::Playing
            || is_betting(play) && play.players().keys().any(|seat| is_person(table, *seat))
    });
    has_people(table) && !has_begun
}

fn is_person(table: &Table, seat: house::Seat) -> bool {
    matches!(table.seated().get(&seat), Some(Player::Person(_)))
}

fn post(app: &App, table: &Table, kind: &str, command: TableCommand) {
    let mut hash = Sha256::new();
    for part in ["croupier-minder-1", kind, table.id().as_str(), &table.version().to_string()] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let bytes = hash.finalize();
    let id = RequestId(bytes.iter().take(16).fold(0, |id, byte| id << 8 | u128::from(*byte)));
    let what = app.desk.command(table.id(), command, Some(table.version()));
    let request = app.desk.request(&house_itself(), id, what);
    // What is refused is looked at again with the next version, or after a while.
    if let Err(error) = app.ledger().post_later(request) {
        tracing::warn!(%error, table = %table.id(), "the house could not act");
    }
}
