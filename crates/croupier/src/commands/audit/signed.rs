//! What was signed of a chain, compared with it: anchors, and heads on paper.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anchors::{Anchor, Chain, Extent, Finding, HeadKey, PrintedLine, PublicKey, hash_at};
use anyhow::Context as _;
use ledger::{Hash, Head, OpenMode, Store};
use serde::Serialize;

use crate::anchoring::{Known, house_id};
use crate::args::{AuditVerify, Place, PlaceArgs};
use crate::output::{Negative, Output};
use crate::page::{Page, grouped};
use crate::session;

/// What agrees, and what the reader should know.
#[derive(Serialize, Default)]
pub(super) struct Signed {
    /// How many signed heads are as they were signed.
    heads: usize,
    /// The last entry that one of them is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest: Option<u64>,
    /// The keys that they are signed with.
    keys: Vec<String>,
    notes: Vec<String>,
}

impl Signed {
    pub(super) fn page(&self, page: &mut Page) {
        if let Some(newest) = self.newest {
            let (heads, newest) = (grouped(&self.heads), grouped(&newest));
            let agree = if self.heads == 1 { "head agrees" } else { "heads agree" };
            page.paragraph(&format!("{heads} signed {agree}, up to entry {newest}."));
        }
        self.keys.iter().for_each(|key| page.item("key", 8, key, ""));
        self.notes.iter().for_each(|note| page.paragraph(note));
    }
}

/// Compares a store with everything that was signed of it.
pub(super) fn of_store(args: &AuditVerify, store: &mut dyn Store) -> anyhow::Result<Signed> {
    let at = args.at.with_keys()?;
    let folder = session::key_folder(at)?;
    let known = Known::read(folder.as_ref(), &at.anchor, Extent::All);
    let key = folder.as_ref().map(HeadKey::read).transpose()?.flatten();
    let trusted = match &args.public_key[..] {
        [] => key.iter().map(HeadKey::public).collect(),
        given => given.to_vec(),
    };
    let chain = Chain::of(store)?;
    if let Some(printed) = &args.printed {
        check_printed(printed, chain, hash_at(store, printed.seq)?, key.as_ref())?;
    }
    let findings = chain.judge(&trusted, &known.anchors, |seq| hash_at(store, seq))?;
    conclude(args, &findings, known)
}

/// Compares an exported log with the anchors that were named. It may end before the newest of them: what tells of cards in
/// play is not exported.
pub(super) fn of_log(args: &AuditVerify, path: &Path, ends: Head) -> anyhow::Result<Signed> {
    let targets = match &args.at.0 {
        Place::Store(at) => &at.anchor[..],
        Place::Server(_) => &[],
    };
    let mut known = Known::read(None, targets, Extent::All);
    let all: Vec<(String, Anchor)> = std::mem::take(&mut known.anchors);
    let (within, beyond): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, anchor)| anchor.head.seq <= ends.seq);
    let mut wanted: BTreeSet<u64> = within.iter().map(|(_, anchor)| anchor.head.seq).collect();
    wanted.extend(args.printed.iter().map(|printed| printed.seq).chain([1]));
    let hashes = hashes_of_log(path, &wanted)?;
    let chain = Chain { house: hashes.get(&1).copied(), ends };
    if let Some(printed) = &args.printed {
        check_printed(printed, chain, hashes.get(&printed.seq).copied(), None)?;
    }
    let trusted: Vec<PublicKey> = match &args.public_key[..] {
        [] => within.iter().map(|(_, anchor)| anchor.key).collect(),
        given => given.to_vec(),
    };
    let hash_at = |seq| Ok::<_, anyhow::Error>(hashes.get(&seq).copied());
    let findings = chain.judge(&trusted, &within, hash_at)?;
    let mut signed = conclude(args, &findings, known)?;
    if !beyond.is_empty() {
        let count = grouped(&beyond.len());
        signed
            .notes
            .push(format!("{count} signed heads are of entries after the end of this log."));
    }
    if args.public_key.is_empty() && !signed.keys.is_empty() {
        let note = "Compare the key with the house's, from croupier audit key, or give it with --public-key.";
        signed.notes.push(note.to_owned());
    }
    Ok(signed)
}

/// The hashes of some entries; the log was verified before.
fn hashes_of_log(path: &Path, wanted: &BTreeSet<u64>) -> anyhow::Result<HashMap<u64, Hash>> {
    let cannot = || format!("cannot read {}", path.display());
    let lines = BufReader::new(File::open(path).with_context(cannot)?).lines();
    let mut hashes = HashMap::new();
    for (seq, line) in (1..).zip(lines) {
        let line = line.with_context(cannot)?;
        if wanted.contains(&seq)
            && let Some((hash, _)) = line.split_once(' ')
        {
            hashes.insert(seq, hash.parse()?);
        }
    }
    Ok(hashes)
}

fn conclude(args: &AuditVerify, findings: &[Finding], known: Known) -> anyhow::Result<Signed> {
    let against = findings.iter().filter(|finding| finding.verdict.is_against());
    let mut problems: Vec<String> = against.map(ToString::to_string).collect();
    if !args.public_key.is_empty() {
        let strange = findings.iter().filter(|it| !it.is_ours && !it.verdict.is_against());
        problems.extend(strange.map(|finding| format!("{finding}: not one that was given")));
    }
    problems.extend(known.damaged);
    if !problems.is_empty() {
        return Err(Negative(problems.join("\n")).into());
    }
    let agree = findings.iter().filter(|it| it.verdict == anchors::Verdict::Matches);
    let newest = agree.clone().map(|finding| finding.anchor.head.seq).max();
    let keys: BTreeSet<String> = agree.clone().map(|it| it.anchor.key.to_string()).collect();
    let mut notes: Vec<String> = Vec::new();
    let released = findings.iter().filter(|it| it.verdict == anchors::Verdict::NoLongerBinds);
    let released = released.count();
    if released > 0 {
        let released = grouped(&released);
        notes.push(format!(
            "{released} signed heads are from before a roll-back that was accepted."
        ));
    }
    notes.extend(known.unreachable.iter().map(|why| format!("Not compared: {why}")));
    Ok(Signed { heads: agree.count(), newest, keys: keys.into_iter().collect(), notes })
}

/// Compares a head that was printed and typed back.
fn check_printed(
    printed: &PrintedLine,
    chain: Chain,
    hash: Option<Hash>,
    key: Option<&HeadKey>,
) -> Result<(), Negative> {
    let seq = printed.seq;
    let (Some(hash), Some(house)) = (hash, chain.house) else {
        let ends = chain.ends.seq;
        return Err(Negative(format!(
            "the printed head is of entry {seq}, but the chain ends at entry {ends}: it was put back to an older state"
        )));
    };
    let head = Head { seq, hash };
    if !printed.matches(head) {
        return Err(Negative(format!(
            "the printed head is not that of entry {seq}: a digit is wrong, or the chain was rewritten"
        )));
    }
    if key.is_some_and(|key| !printed.is_signed(key, house, head)) {
        return Err(Negative(format!(
            "the check of the printed head of entry {seq} is not by this house's key: a digit is wrong, or it was printed with another key"
        )));
    }
    Ok(())
}

/// `croupier audit key`: what others check signatures with.
#[derive(Serialize)]
pub(super) struct ShownKey {
    /// The public key, in hexadecimal digits.
    key: Option<String>,
    /// The hash of the first entry.
    house: String,
    folder: Option<String>,
    /// The newest anchor in the key folder.
    anchor: Option<String>,
}

impl Output for ShownKey {
    fn page(&self, page: &mut Page) {
        match &self.key {
            Some(key) => page.item("key", 8, key, ""),
            None => {
                page.paragraph("This house has no key yet: it gets one when it is next opened.");
            }
        }
        page.item("house", 8, &self.house, "");
        if let Some(folder) = &self.folder {
            page.item("folder", 8, folder, "");
        }
        if let Some(anchor) = &self.anchor {
            page.item("newest", 8, anchor, "");
        }
    }
}

pub(super) fn key(at: &PlaceArgs) -> anyhow::Result<ShownKey> {
    let at = at.with_keys()?;
    let mut store = session::store(&at.store, OpenMode::ReadOnly)?;
    let folder = session::key_folder(at)?;
    let key = folder.as_ref().map(HeadKey::read).transpose()?.flatten();
    let (anchors, _) = folder.as_ref().map(anchors::in_folder).unwrap_or_default();
    Ok(ShownKey {
        key: key.map(|key| key.public().to_string()),
        house: house_id(&mut *store)?.map(|house| house.to_string()).unwrap_or_default(),
        folder: folder.map(|folder| folder.path().display().to_string()),
        anchor: anchors.first().map(|(_, anchor)| anchor.to_line()),
    })
}
