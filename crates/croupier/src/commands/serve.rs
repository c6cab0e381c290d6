//! `croupier serve`: a house on the network.

mod library;

use std::net::{SocketAddr, TcpListener};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use anchors::Pusher;
use anyhow::{Context as _, anyhow, bail};
use house::clock::{clock_behind_seconds, not_before};
use house::desk::{Desk, fresh_id, now};
use house::people::house_itself;
use house::{Command, DeviceId, EventKind, Ledger, Snapshot, demo, verify};
use ledger::{Address, Hash, Head, OpenMode, Store};
use serde::Serialize;
use server::{App, Options, Tls};
use tokio::sync::watch;

use crate::anchoring::{Opening, house_id, start_words};
use crate::args::Serve;
use crate::failure::NoHouse;
use crate::output::Printer;
use crate::session;
use library::Commands;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How often the whole chain is verified while the server runs.
const VERIFY_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long what is still being read may take when the server stops.
const STOP_WITHIN: Duration = Duration::from_secs(2);

/// How long the reason of an accepted roll-back may be: its entry has more to say.
const REASON_MAX: usize = 100;

/// What is printed first: where the house is, and who can try it.
#[derive(Serialize)]
struct Started {
    url: String,
    people: Vec<DemoPerson>,
}

#[derive(Serialize)]
struct DemoPerson {
    person: &'static str,
    role: &'static str,
    secret: &'static str,
}

/// What `croupier` does without a command: it serves the demo house, with what the environment says. Where that names a
/// store, a house must be there: the disk of a real one may only be missing.
pub fn run_bare(args: &Serve, printer: &Printer) -> anyhow::Result<()> {
    let store = std::env::var_os("CROUPIER_STORE").filter(|store| !store.is_empty());
    if store.is_some() {
        let address: Address = args.at.store.parse()?;
        must_hold_a_house(&address)?;
    }
    run(args, printer)
}

fn must_hold_a_house(address: &Address) -> anyhow::Result<()> {
    if *address == Address::Memory {
        return Ok(());
    }
    let opened = session::store_at(address, OpenMode::Existing).map(drop);
    opened.map_err(|error| match error.is::<NoHouse>() {
        true => NoHouse(format!(
            "{error}\nCROUPIER_STORE names this store, and croupier without a command founds nothing there. For a demo house: croupier serve --demo --store {address}"
        ))
        .into(),
        false => error,
    })
}

/// Serves the house until it is told to stop.
pub fn run(args: &Serve, printer: &Printer) -> anyhow::Result<()> {
    log(args)?;
    must_be_allowed(args)?;
    let address: Address = args.at.store.parse()?;
    if let Some(folder) = session::key_folder(&args.at)? {
        tracing::info!(folder = %folder.path().display(), "the house's keys");
    }
    let Opened { desk, reader, is_new, pusher } = open(args, &address)?;
    let is_demo = desk.ledger().snapshot().machine.is_demo();
    let listener = TcpListener::bind(args.listen)
        .with_context(|| format!("cannot listen on {}: is another program there?", args.listen))?;
    let tls = args.tls_cert.clone().zip(args.tls_key.clone());
    let tls = tls.map(|(certificate, key)| Tls { certificate, key });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Before the first line says that the house is open: its reader relies on it.
    let certificate = tls.as_ref().map(|tls| runtime.block_on(tls.read())).transpose()?;
    let options = Options {
        trusts_proxy: args.trust_proxy,
        is_secure: tls.is_some(),
        shows_edge: args.show_edge || is_demo,
    };
    let process = format!("{:032x}", fresh_id()?.0);
    let peers = address.peers(&process)?;
    // What other processes write is followed; a file is this process's alone.
    let _follower = desk.ledger().follow(address.watch()?)?;
    verify::regularly(desk.ledger(), reader.reader()?, device()?, VERIFY_EVERY, now, verified)?;
    let state = App::new(desk, reader, Arc::new(Commands::new()?), options);
    // Before the first line says that the house is open: its reader may stop the program at once.
    let told_to_stop = runtime.block_on(async { told_to_stop() })?;
    let (listens, app) = (listener.local_addr()?, state.clone());
    let signs = pusher.as_ref().map_or_else(String::new, |pusher| start_words(pusher));
    note(
        &app,
        EventKind::Start,
        format!("croupier {VERSION} started, listening on {listens}{signs}"),
    );
    if let Some(pusher) = &pusher {
        // Nobody else sets it.
        let _ = app.anchors.set(Arc::clone(pusher));
        runtime.spawn(push_heads(app.ledger().watch(), Arc::clone(pusher)));
    }
    say(printer, listens, is_demo, is_new, tls.is_some(), &address)?;
    runtime.block_on(server::run(state, peers, listener, certificate, told_to_stop))?;
    note(
        &app,
        EventKind::Stop,
        format!("croupier {VERSION} stopped, listening on {listens} before"),
    );
    // Someone may be reading a long history: it is not waited for.
    runtime.shutdown_timeout(STOP_WITHIN);
    // Threads that still hold the ledger end with the program, without closing the file.
    if let Err(error) = app.ledger().settle() {
        tracing::warn!(%error, "the last entries are in the log beside the file: copy both");
    }
    if let Some(pusher) = pusher {
        pusher.offer(app.snapshot().head);
        pusher.finish();
    }
    Ok(())
}

/// Enters that the program was started or stopped (L1). A house that cannot take the entry is served all the same: it
/// says so by itself.
fn note(app: &App, kind: EventKind, says: String) {
    let posted = fresh_id().map_err(anyhow::Error::from).and_then(|id| {
        let what = Command::Event { kind, says };
        Ok(app.ledger().post(app.desk.request(&house_itself(), id, what))?)
    });
    if let Err(error) = posted {
        tracing::warn!(%error, "the start or the stop was not entered");
    }
}

/// Logs the result of a verification of the chain.
fn verified(result: Result<verify::Outcome, verify::VerifyError>) -> ControlFlow<()> {
    match result {
        Ok(verify::Outcome::Fine(head)) => tracing::info!(entries = head.seq, "the chain is whole"),
        Ok(verify::Outcome::Broken(problem)) => {
            tracing::error!(%problem, "the chain is broken: nothing is changed until it is restored");
            return ControlFlow::Break(());
        }
        Ok(verify::Outcome::Incomplete(head, problems)) => {
            tracing::info!(entries = head.seq, "the chain is whole");
            for problem in problems {
                tracing::warn!(%problem, "what is only looked up is not as it was written");
            }
        }
        Err(error) => tracing::warn!(%error, "the chain could not be verified"),
    }
    ControlFlow::Continue(())
}

/// A house that is open.
struct Opened {
    desk: Desk,
    reader: Box<dyn Store>,
    is_new: bool,
    pusher: Option<Arc<Pusher>>,
}

/// Opens the house that was founded; with `--demo` the demo house, which is founded if there is none.
fn open(args: &Serve, address: &Address) -> anyhow::Result<Opened> {
    let mut store = if args.demo { demo_store(address)? } else { founded_store(address)? };
    let is_new = store.head()? == Head::EMPTY;
    let mut reader = store.reader()?;
    let opening = Opening::compare(&args.at, &mut *store)?;
    must_agree(args, opening.as_ref())?;
    let ledger = session::open_with_keys(store, &args.at)?;
    tell_of_problems(&ledger);
    if is_new {
        demo::found(&ledger, &device()?, fresh_id()?)?;
    }
    match (args.demo, ledger.snapshot().machine.is_demo()) {
        (true, false) => bail!("there is a real house at {address}: run it without --demo"),
        (false, true) => bail!(
            "there is a demo house at {address}, and everybody knows its secrets: run it with \
             --demo, or found a real house in another store: croupier found --help"
        ),
        _ => {}
    }
    have_a_key(&ledger, address)?;
    let desk = Desk::new(ledger, device()?);
    let pusher = match (opening, house_id(&mut *reader)?) {
        (Some(opening), Some(house)) => Some(Arc::new(begin(args, &desk, opening, house)?)),
        _ => None,
    };
    Ok(Opened { desk, reader, is_new, pusher })
}

/// A store that contradicts what was signed of it is opened only by someone who says why. The option does not stay
/// in a start script: it would accept the next roll-back as well.
fn must_agree(args: &Serve, opening: Option<&Opening>) -> anyhow::Result<()> {
    for warning in opening.iter().flat_map(|opening| opening.warnings()) {
        tracing::warn!(%warning, "signed heads were not compared");
    }
    for alarm in opening.iter().flat_map(|opening| opening.alarms()) {
        tracing::error!("{alarm}");
    }
    let is_against = opening.is_some_and(Opening::is_in_doubt);
    match &args.accept_rollback {
        Some(reason) if is_against => Ok(house::text::check(reason, REASON_MAX)
            .context("the reason of --accept-rollback cannot be used")?),
        Some(_) => bail!(
            "the store agrees with everything that was signed of it: start it without --accept-rollback"
        ),
        None => Ok(opening.map_or(Ok(()), Opening::must_agree)?),
    }
}

/// Starts to sign and push heads; a roll-back that was accepted is entered first.
fn begin(args: &Serve, desk: &Desk, opening: Opening, house: Hash) -> anyhow::Result<Pusher> {
    let reason = args.accept_rollback.as_deref().map(str::trim);
    let accepted = reason.and_then(|reason| opening.accepted_words(reason));
    let targets = opening.targets().to_vec();
    let tell: Box<anchors::Tell> = Box::new(|whereto, pushed| match pushed {
        Ok(head) => tracing::debug!(whereto, entry = head.seq, "a signed head was pushed"),
        Err(error) => {
            tracing::warn!(whereto, error, "a signed head was not pushed; it is tried again");
        }
    });
    let pusher = opening.begin(house, tell)?;
    if let Some(says) = accepted {
        tracing::warn!(%says, "the store is older than what was signed, differs from it, or nothing is left to compare");
        let what = Command::Event { kind: EventKind::RollBack, says };
        let receipt = desk.ledger().post(desk.request(&house_itself(), fresh_id()?, what))?;
        let anchor = pusher.signer().accept_rollback(receipt.snapshot.head)?;
        for target in targets {
            if let Err(error) = target.push(&anchor) {
                tracing::warn!(%target, %error, "the accepted roll-back was not pushed");
            }
        }
    }
    pusher.offer(desk.ledger().snapshot().head);
    Ok(pusher)
}

/// Offers every new head to the pusher, which takes the latest.
async fn push_heads(mut snapshots: watch::Receiver<Arc<Snapshot>>, pusher: Arc<Pusher>) {
    while snapshots.changed().await.is_ok() {
        pusher.offer(snapshots.borrow_and_update().head);
    }
}

/// Tells the log what the self-check found, and whether the clock was set back since the last entry.
fn tell_of_problems(ledger: &Ledger) {
    let snapshot = ledger.snapshot();
    for problem in snapshot.problems.iter() {
        if problem.is_about_the_past() {
            tracing::warn!(%problem, "what is only looked up is not as it was written");
        } else {
            tracing::error!(%problem, "nothing is changed there until it is restored");
        }
    }
    not_before(snapshot.latest);
    if let Some(seconds) = clock_behind_seconds() {
        tracing::warn!(
            seconds,
            "the clock is behind the last entry: it was set back; time goes on from that entry"
        );
    }
}

/// Makes the key that shuffles are sealed under where there is none yet. A house that has lost the one it used says so:
/// its open rounds are void, and everything goes back [SHF-1].
fn have_a_key(ledger: &Ledger, address: &Address) -> anyhow::Result<()> {
    let snapshot = ledger.snapshot();
    let (house, keys) = (&snapshot.machine, snapshot.machine.keys());
    let is_there = !keys.ids()?.is_empty();
    if house.misses_key() {
        let place = keys.place();
        if !is_there && matches!(address, Address::Postgres(_)) {
            bail!(
                "the key that this house's shuffles are sealed under is not at {place}: copy shuffle.key from a machine where the house runs. If it is lost everywhere, make another with croupier keys new; the open rounds are then void, and everything goes back [SHF-1]"
            );
        }
        tracing::error!("{}", session::lost_key(keys));
    }
    if !is_there {
        let id = keys.found()?;
        tracing::info!(%id, place = keys.place(), "a new key for shuffles was made: keep a copy, but not with the backups");
    }
    Ok(())
}

/// The store of a house that was founded.
fn founded_store(address: &Address) -> anyhow::Result<Box<dyn Store>> {
    session::store_at(address, OpenMode::Existing).map_err(|error| match error.is::<NoHouse>() {
        true => NoHouse(format!("{error}\nTo try the demo house: croupier serve --demo")).into(),
        false => error,
    })
}

/// The store of the demo house; created if there is none.
fn demo_store(address: &Address) -> anyhow::Result<Box<dyn Store>> {
    session::store_at(address, OpenMode::Create)
}

/// The demo house stays on this machine: everybody knows its secrets. Behind a proxy it would not.
fn must_be_allowed(args: &Serve) -> anyhow::Result<()> {
    if !args.demo || args.allow_remote_demo {
        return Ok(());
    }
    let listen = args.listen;
    let way = match (args.trust_proxy, listen.ip().is_loopback()) {
        (true, _) => "behind a proxy (--trust-proxy)".to_owned(),
        (false, false) => format!("on {listen}"),
        (false, true) => return Ok(()),
    };
    bail!(
        "this is the demo house, and everybody knows its secrets: it is not served {way} unless both \
         --demo and --allow-remote-demo are given"
    );
}

fn device() -> anyhow::Result<DeviceId> {
    "server".parse().map_err(|error| anyhow!("{error}"))
}

fn say(
    printer: &Printer,
    listening: SocketAddr,
    is_demo: bool,
    is_new: bool,
    is_secure: bool,
    address: &Address,
) -> anyhow::Result<()> {
    let scheme = if is_secure { "https" } else { "http" };
    let url = format!("{scheme}://{listening}");
    let demo_people = if is_demo { &demo::PEOPLE[..] } else { &[] };
    let people = demo_people.iter().map(|known| DemoPerson {
        person: known.person,
        role: known.role.word(),
        secret: known.secret,
    });
    let started = Started { url: url.clone(), people: people.collect() };
    if printer.is_json() {
        printer.line(&serde_json::to_string(&started)?);
        return Ok(());
    }
    if is_new {
        printer.line(&format!(
            "Founded a demo house in {address}: play money, and secrets that everybody knows."
        ));
    }
    printer.line(&format!("The house is open at {url}"));
    for DemoPerson { person, role, secret } in &started.people {
        printer.line(&format!("  {person:<4} {role:<11} {secret}"));
    }
    if is_demo {
        printer.line("Players come in as guests. For a real house: croupier found --help");
    }
    printer.line("Press Ctrl-C to stop.");
    Ok(())
}

fn log(args: &Serve) -> anyhow::Result<()> {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_new(&args.log).with_context(|| {
        format!("\"{}\" is not a log level: use error, warn, info, debug or trace", args.log)
    })?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A log that cannot be written (its disk is full) is no reason to fail an act.
    let builder = builder.log_internal_errors(false);
    let done = if args.log_json { builder.json().try_init() } else { builder.try_init() };
    done.map_err(|error| anyhow!("logging cannot start: {error}"))
}

/// Listens for Ctrl-C and SIGTERM from now on; what it returns is done when one came.
fn told_to_stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
