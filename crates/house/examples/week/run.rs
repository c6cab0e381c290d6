//! Runs the week: founds the house, starts the processes that play, kills them, and has the books
//! audited.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use house::{House, Ledger, Role, SecretMark, check, store};
use ledger::OpenMode;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::Failure;
use super::audit::{self, Figures};
use super::plan::{self, Plan};
use super::table::{Asker, Player};

/// Tells a process that it plays, and what.
const PLAN: &str = "CROUPIER_WEEK_PLAN";
const WORKER: &str = "CROUPIER_WEEK_WORKER";
/// What a process writes for every round that is over.
const ROUND: u8 = 1;

/// Plays as one of the processes, if this is one: says whether it is.
pub fn work() -> Result<bool, Failure> {
    let (Ok(plan), Ok(worker)) = (std::env::var(PLAN), std::env::var(WORKER)) else {
        return Ok(false);
    };
    let plan: Plan = serde_json::from_str(&plan)?;
    let worker: u64 = worker.parse()?;
    let mut store = store::open(&plan.store, OpenMode::Existing)?;
    // (F3) Before any table plays.
    let checked = check::quick::<House>(&mut *store)?;
    if !checked.is_fine() {
        return Err(format!("the self-check failed: {:?}", checked.problems).into());
    }
    let ledger = Ledger::open(store)?;
    let is_over = || {
        // Nobody listens only if the parent is gone, and then it matters no more.
        let _ =
            std::io::stdout().lock().write_all(&[ROUND]).and_then(|()| std::io::stdout().flush());
    };
    let tables = (0..plan.tables).filter(|table| table % plan.workers == worker);
    let played: Vec<Result<(), Failure>> = std::thread::scope(|scope| {
        let (ledger, plan, is_over) = (&ledger, &plan, &is_over);
        let start = |table| scope.spawn(move || Player::new(ledger, plan, table)?.play(is_over));
        let playing: Vec<_> = tables.map(start).collect();
        let fell = |_| Err(Failure::from("a table fell"));
        playing.into_iter().map(|table| table.join().unwrap_or_else(fell)).collect()
    });
    played.into_iter().collect::<Result<(), Failure>>()?;
    Ok(true)
}

/// Supervisors, a dealer and an auditor; the meters; the tables.
fn found(plan: &Plan) -> Result<(), Failure> {
    let mut store = store::open(&plan.store, OpenMode::Create)?;
    if store.head()?.seq > 0 {
        return Err("the store holds a house already: give an empty one".into());
    }
    let ledger = Ledger::open(store)?;
    let mut founder = Asker::new(&ledger, plan, "founder")?;
    let people = [
        ("ann", Role::Supervisor),
        ("bob", Role::Supervisor),
        ("dan", Role::Dealer),
        ("aud", Role::Auditor),
    ];
    let mut acts = Vec::new();
    for (person, role) in people {
        // Nobody signs in with it, but a house misses a secret that it names and does not keep.
        ledger.keep(ledger::Kept::new("-"))?;
        let (name, secret) = (person.to_uppercase(), SecretMark::of("-"));
        acts.push(house::Command::AddPerson { person: person.parse()?, name, role, secret });
    }
    let mut meters = BTreeSet::new();
    for table in 0..plan.tables {
        let meter = plan::meter_id(table)?;
        if meters.insert(meter.clone()) {
            let (criteria, terms) = (plan::criteria(table)?, plan::terms(table)?);
            acts.push(house::Command::CreateMeter { meter, criteria, terms });
        }
    }
    for table in 0..plan.tables {
        acts.push(plan::open_table(table)?);
    }
    for what in acts {
        founder.must(plan.moment(0, 0), "ann", what)?;
    }
    Ok(())
}

enum News {
    Rounds(u64),
    Ended(u64),
}

struct Worker {
    number: u64,
    process: Child,
}

fn start(
    plan: &Plan,
    number: u64,
    command: &dyn Fn() -> Result<Command, Failure>,
    news: &Sender<News>,
) -> Result<Worker, Failure> {
    let mut command = command()?;
    command.env(PLAN, serde_json::to_string(plan)?).env(WORKER, number.to_string());
    let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut said = process.stdout.take().ok_or("its output is piped")?;
    let news = news.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 4_096];
        while let Ok(count @ 1..) = said.read(&mut bytes) {
            let rounds = bytes[..count].iter().filter(|byte| **byte == ROUND).count();
            let _ = news.send(News::Rounds(rounds as u64));
        }
        let _ = news.send(News::Ended(number));
    });
    Ok(Worker { number, process })
}

/// Plays the week with processes made by `command`, which must come to [`work`], and audits it.
pub fn run(
    plan: &Plan,
    command: &dyn Fn() -> Result<Command, Failure>,
    say: &mut dyn FnMut(&str),
) -> Result<Figures, Failure> {
    if !plan.is_resumed {
        found(plan)?;
    }
    let entries_before = store::open(&plan.store, OpenMode::Existing)?.head()?.seq;
    let mut rng = StdRng::seed_from_u64(plan.seed);
    // Killed when so many rounds are over.
    let mut kills_at: Vec<u64> =
        (0..plan.kills).map(|_| rng.random_range(1..=(plan.rounds * 9 / 10).max(1))).collect();
    kills_at.sort_unstable_by(|first, next| next.cmp(first));
    let (news, heard) = channel();
    let started = Instant::now();
    let mut live: Vec<Worker> = Vec::new();
    for number in 0..plan.workers {
        live.push(start(plan, number, command, &news)?);
    }
    let (mut rounds, mut kills, mut told) = (0, 0, 0);
    while !live.is_empty() {
        match heard.recv()? {
            News::Rounds(more) => {
                rounds += more;
                if kills_at.pop_if(|at| *at <= rounds).is_some() {
                    let chosen = rng.random_range(0..live.len());
                    live[chosen].process.kill()?;
                }
                if rounds * 20 / plan.rounds > told {
                    told = rounds * 20 / plan.rounds;
                    let seconds = started.elapsed().as_secs();
                    say(&format!("{rounds} rounds, {kills} kills, {seconds} s"));
                }
            }
            News::Ended(number) => {
                let place = live.iter().position(|worker| worker.number == number);
                let mut worker = live.swap_remove(place.ok_or("only live processes end")?);
                let status = worker.process.wait()?;
                if is_killed(status) {
                    kills += 1;
                    live.push(start(plan, number, command, &news)?);
                } else if !status.success() {
                    for worker in &mut live {
                        worker.process.kill()?;
                    }
                    return Err(format!("process {number} ended with {status}").into());
                }
            }
        }
    }
    let played = started.elapsed();
    say("played; auditing");
    audit::audit(plan, Figures { entries_before, kills, played, ..Figures::default() })
}

fn is_killed(status: std::process::ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(9)
}
