//! `croupier audit`: the chain of entries, verified, exported and searched.

mod signed;

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use house::held_back::{held_back, is_told, told};
use house::verify::Outcome;
use house::{House, Proposed, report};
use ledger::check::{self, Checked, Depth};
use ledger::{Head, LogError, OpenMode, Verifier, verify_log};
use money::Moment;
use serde::Serialize;
use wire::floor::EntryOut;

use crate::args::{AuditCommand, AuditSearch, AuditVerify, Place, PlaceArgs};
use crate::commands::done::propose;
use crate::commands::remote::meters;
use crate::output::{Negative, Output, Printer};
use crate::page::{Page, grouped};
use crate::progress::Bar;
use crate::session;
use signed::Signed;

/// Runs the command.
pub fn run(command: &AuditCommand, printer: &Printer) -> anyhow::Result<()> {
    match command {
        AuditCommand::Verify(args) => printer.print(&verify(args)?),
        AuditCommand::Key { at } => printer.print(&signed::key(at)?),
        AuditCommand::Export { out, at } => printer.print(&export(out, at)?),
        AuditCommand::Every { days, reason, by } => {
            let (days, reason) = (*days, reason.trim().to_owned());
            propose(by, Proposed::VerifyEvery { days, reason }, printer)
        }
        AuditCommand::Search(args) => printer.print(&search(args)?),
    }
}

#[derive(Serialize)]
struct Verified {
    entries: u64,
    hash: String,
    says: &'static str,
    signed: Signed,
}

impl Output for Verified {
    fn page(&self, page: &mut Page) {
        page.paragraph(&format!("{} entries, {}.", grouped(&self.entries), self.says));
        page.item("ends at", 8, &format!("{}:{}", self.entries, self.hash), "");
        self.signed.page(page);
    }
}

fn verify(args: &AuditVerify) -> anyhow::Result<Verified> {
    let noted = args.head.as_deref().map(head).transpose()?;
    let depth = if args.replay { Depth::Replay } else { Depth::Chain };
    let (found, signed) = match &args.file {
        Some(file) => {
            let found = verify_file(file, depth, noted)?;
            (found, signed::of_log(args, file, found)?)
        }
        None => verify_store(args, depth, noted)?,
    };
    let says = match depth {
        Depth::Chain => "each matches its hash",
        Depth::Replay => "each matches its hash, and replaying each does what it did",
    };
    Ok(Verified { entries: found.seq, hash: found.hash.to_string(), says, signed })
}

/// `SEQ:HASH`, as the weekly sign record has it.
fn head(text: &str) -> anyhow::Result<Head> {
    let error = || anyhow!("\"{text}\" is not an end of a chain: write SEQ:HASH");
    let (seq, hash) = text.split_once(':').ok_or_else(error)?;
    Ok(Head { seq: seq.parse().map_err(|_| error())?, hash: hash.parse()? })
}

fn verify_file(path: &Path, depth: Depth, noted: Option<Head>) -> anyhow::Result<Head> {
    let cannot = || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(cannot)?;
    verify_log::<House>(file, depth, noted).map_err(|error| match error {
        LogError::Broken(broken) => Negative(format!("{}: {broken}", path.display())).into(),
        LogError::Unreadable(error) => anyhow::Error::new(error).context(cannot()),
    })
}

fn verify_store(
    args: &AuditVerify,
    depth: Depth,
    noted: Option<Head>,
) -> anyhow::Result<(Head, Signed)> {
    let mut store = session::store(args.at.store()?, OpenMode::ReadOnly)?;
    let checked =
        check::full::<House>(&mut *store, depth, &mut Bar::follow("verifying the chain"))?;
    let mut problems = checked.problems.clone();
    // The current records as well: a replay compares them one by one, this as a whole.
    let quick = check::quick::<House>(&mut *store)?.problems;
    problems.extend(
        quick.into_iter().filter(|problem| !problems.contains(problem)).collect::<Vec<_>>(),
    );
    if !problems.is_empty() {
        if args.record {
            let checked = Checked { problems: problems.clone(), ..checked };
            session::record_verification(args.at.with_keys()?, &Outcome::of(checked))?;
        }
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        return Err(Negative(problems.join("\n")).into());
    }
    if let Some(noted) = noted {
        // The chain is whole, so the entry that was noted stands for all before it.
        let at = store.entries(noted.seq.saturating_sub(1), 1)?;
        let found = at.first().map_or(checked.head, ledger::Entry::head);
        let held = Verifier::from(found).ends_at(noted);
        held.map_err(|broken| Negative(broken.to_string()))?;
    }
    let signed = signed::of_store(args, &mut *store)?;
    if args.record {
        session::record_verification(args.at.with_keys()?, &Outcome::Fine(checked.head))?;
    }
    Ok((checked.head, signed))
}

#[derive(Serialize)]
struct Exported {
    file: String,
    entries: u64,
    hash: String,
    /// Why it ends before the chain does.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_back: Option<String>,
}

impl Output for Exported {
    fn page(&self, page: &mut Page) {
        page.paragraph(&format!("{} entries written to {}.", grouped(&self.entries), self.file));
        page.item("ends at", 8, &format!("{}:{}", self.entries, self.hash), "");
        if let Some(held_back) = &self.held_back {
            page.paragraph(&sentence(held_back));
        }
    }
}

/// Words as a sentence of their own.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// Writes the log, up to the first entry that tells of cards in play or of a seed that is not
/// revealed yet.
fn export(out: &Path, at: &PlaceArgs) -> anyhow::Result<Exported> {
    let session::Seen { snapshot, mut store } = session::look(at.store()?)?;
    let held_back = held_back(&snapshot.machine, &mut *store)?;
    let cannot = || format!("cannot write {}", out.display());
    let mut file = BufWriter::new(File::create(out).with_context(cannot)?);
    let mut end = Head::EMPTY;
    let mut written = Ok(());
    // What is held back is known as of the snapshot: later entries are not looked at.
    let last = held_back.as_ref().map_or(snapshot.head.seq, |held_back| held_back.from - 1);
    let mut progress = Bar::follow("writing the log");
    store.visit(0, last, &mut |entry| {
        end = entry.head();
        if end.seq.is_multiple_of(10_000) {
            progress(end.seq, last);
        }
        written = writeln!(file, "{} {}", entry.hash, entry.line);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    drop(progress);
    written.with_context(cannot)?;
    file.into_inner().map_err(|error| anyhow!("{error}"))?.sync_all().with_context(cannot)?;
    let file = out.display().to_string();
    let held_back = held_back.map(|held_back| held_back.words());
    Ok(Exported { file, entries: end.seq, hash: end.hash.to_string(), held_back })
}

#[derive(Serialize)]
struct Found {
    entries: Vec<FoundEntry>,
}

#[derive(Serialize)]
struct FoundEntry {
    seq: u64,
    at: Moment,
    by: String,
    device: String,
    says: String,
}

impl Output for Found {
    fn page(&self, page: &mut Page) {
        if self.entries.is_empty() {
            page.paragraph("No matching entries.");
        }
        for entry in &self.entries {
            let label = format!("{} {}", entry.seq, session::time(entry.at));
            page.item(&label, 28, &format!("{} at {}: {}", entry.by, entry.device, entry.says), "");
        }
    }
}

/// What a server found.
fn found(entries: Vec<EntryOut>) -> Found {
    let entry = |entry: EntryOut| FoundEntry {
        seq: entry.entry,
        at: meters::moment_of(&entry),
        by: entry.by,
        device: entry.device,
        says: entry.says,
    };
    Found { entries: entries.into_iter().map(entry).collect() }
}

fn search(args: &AuditSearch) -> anyhow::Result<Found> {
    if let Place::Server(server) = &args.at.0 {
        return Ok(found(meters::search(server, args)?));
    }
    let span = session::span(args.from.as_deref(), args.until.as_deref())?;
    let session::Seen { snapshot, mut store } = session::look(args.at.store()?)?;
    let (open, known) = (snapshot.machine.open_rounds(), snapshot.head.seq);
    let mut entries = VecDeque::new();
    let text = args.text.to_lowercase();
    let mut progress = Bar::follow("searching");
    report::each_record(&mut *store, &span, None, &mut progress, |record, line| {
        let request = &record.request;
        if args.by.as_ref().is_some_and(|by| *by != request.by) {
            return;
        }
        // As people read it, or as it is written; of rounds that are not over only who did what.
        let says = told(&open, known, record);
        let is_written = is_told(&open, known, record) && line.contains(&args.text);
        if !says.to_lowercase().contains(&text) && !is_written {
            return;
        }
        if entries.len() == args.limit.max(1) {
            entries.pop_front();
        }
        entries.push_back(FoundEntry {
            seq: record.seq,
            at: record.at,
            by: request.by.to_string(),
            device: request.device.to_string(),
            says,
        });
    })?;
    drop(progress);
    Ok(Found { entries: entries.into() })
}
