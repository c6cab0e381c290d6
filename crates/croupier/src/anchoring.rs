//! The signed heads of a house: compared with its chain when it is opened, pushed while it is open.

mod told;

use std::fmt::Write as _;
use std::ops::Deref;

use anchors::{
    Anchor, Chain, Extent, Finding, HeadKey, PublicKey, Pusher, Signer, Target, hash_at, in_folder,
    newest_against,
};
use anyhow::Context as _;
use house::{Ledger, Snapshot};
use keys::KeyFolder;
use ledger::{Address, Hash, Head, Store, StoreError};

use crate::args::StoreArgs;
use crate::session;
use told::Told;
pub use told::words as start_words;

/// What was signed of a house, where it can be read.
pub struct Known {
    /// The anchors, each with its place.
    pub anchors: Vec<(String, Anchor)>,
    /// Lines and files that are no anchors.
    pub damaged: Vec<String>,
    /// Places that could not be read.
    pub unreachable: Vec<String>,
    /// Places that can be read back and have no anchor.
    empty: Vec<String>,
}

impl Known {
    /// Reads the key folder and the places that were named.
    pub fn read(folder: Option<&KeyFolder>, targets: &[Target], extent: Extent) -> Known {
        let (anchors, damaged) = folder.map(in_folder).unwrap_or_default();
        let (unreachable, empty) = (Vec::new(), Vec::new());
        let mut known = Known { anchors, damaged, unreachable, empty };
        for target in targets {
            match target.read(extent) {
                Ok(back) => {
                    if back.anchors.is_empty() && target.is_read_back() {
                        known.empty.push(target.to_string());
                    }
                    let from = |anchor| (target.to_string(), anchor);
                    known.anchors.extend(back.anchors.into_iter().map(from));
                    let line = |(line, error)| format!("{target}, line {line}: {error}");
                    known.damaged.extend(back.errors.into_iter().map(line));
                }
                Err(error) => known.unreachable.push(format!("{target}: {error}")),
            }
        }
        known
    }
}

/// A house that is about to be opened, beside what was signed of it.
pub struct Opening {
    folder: KeyFolder,
    targets: Vec<Target>,
    known: Known,
    findings: Vec<Finding>,
    chain: Chain,
    /// What the chain tells of a key or of anchors that are not there.
    alarms: Vec<String>,
    /// The places that have had a head and have none now.
    emptied: Vec<String>,
}

/// A store that does not agree with what was signed of it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RolledBack(String);

impl Opening {
    /// Compares a store with the newest anchors that can be read. A house in memory has none.
    pub fn compare(at: &StoreArgs, store: &mut dyn Store) -> anyhow::Result<Option<Opening>> {
        if at.store.parse::<Address>()? == Address::Memory {
            return Ok(None);
        }
        let Some(folder) = session::key_folder(at)? else { return Ok(None) };
        let targets = at.anchor.clone();
        let known = Known::read(Some(&folder), &targets, Extent::End);
        let keys: Vec<PublicKey> = HeadKey::read(&folder)?.iter().map(HeadKey::public).collect();
        let chain = Chain::of(store)?;
        let findings = chain.judge(&keys, &known.anchors, |seq| hash_at(store, seq))?;
        let (alarms, emptied) = (Vec::new(), Vec::new());
        let mut opening = Opening { folder, targets, known, findings, chain, alarms, emptied };
        opening.look_for_what_is_gone(&keys, store)?;
        Ok(Some(opening))
    }

    /// A chain without a single anchor would agree with anything: whether it had some, its own entries tell. They are
    /// read only where the key or anchors are missed.
    fn look_for_what_is_gone(
        &mut self,
        keys: &[PublicKey],
        store: &mut dyn Store,
    ) -> Result<(), StoreError> {
        let mut of_house = self.known.anchors.iter().map(|(_, anchor)| anchor);
        let has_anchors = of_house.clone().any(|anchor| self.chain.house == Some(anchor.house));
        let is_signed =
            of_house.any(|it| self.chain.house == Some(it.house) && keys.contains(&it.key));
        if is_signed && self.known.empty.is_empty() {
            return Ok(());
        }
        let Some(told) = Told::read(store)? else { return Ok(()) };
        self.emptied = told.had(&self.known.empty);
        let (signer, folder) = (&told.key, self.folder.path().display());
        match keys.first().map(PublicKey::short) {
            None => self.alarms.push(format!(
                "THE KEY THAT SIGNS THIS HOUSE'S HEADS IS NOT THERE: the chain says that they were signed with key {signer}..., and {folder} has none. A new one is made. If it is only misplaced, stop now and put it back"
            )),
            Some(key) if key != *signer => self.alarms.push(format!(
                "THIS HOUSE'S HEADS WERE SIGNED WITH ANOTHER KEY: the chain says {signer}..., and the key in {folder} is {key}.... If it is the wrong folder, stop now and give the right one with --keys"
            )),
            Some(_) => {}
        }
        if !has_anchors {
            self.alarms.push(format!(
                "NO SIGNED HEAD OF THIS HOUSE IS LEFT, though they were signed with key {signer}...: nothing would show that the store was put back to an older state. Look whether {folder} and every place given with --anchor are there"
            ));
        }
        Ok(())
    }

    /// What could not be compared.
    pub fn warnings(&self) -> impl Iterator<Item = &String> {
        self.known.damaged.iter().chain(&self.known.unreachable)
    }

    /// What the chain tells of a key or of anchors that are not there.
    pub fn alarms(&self) -> &[String] {
        &self.alarms
    }

    /// Whether the house is opened only with a reason (`--accept-rollback`).
    pub fn is_in_doubt(&self) -> bool {
        self.against().is_some() || !self.emptied.is_empty()
    }

    /// The newest anchor that the store contradicts.
    pub fn against(&self) -> Option<&Finding> {
        newest_against(&self.findings)
    }

    /// A store that contradicts what was signed of it is not opened, nor one whose anchors are gone from a place that was
    /// named.
    pub fn must_agree(&self) -> Result<(), RolledBack> {
        let Some(against) = self.against() else { return self.must_have_anchors() };
        let mut says = format!("the store does not agree with what was signed of it\n{against}\n");
        let folder = self.folder.path().display();
        let _ = match against.verdict {
            anchors::Verdict::OtherHouse => write!(
                says,
                "If this is another house, give it a key folder of its own with --keys, or move {folder} away. Otherwise put the right store back"
            ),
            _ => write!(says, "Put the newest copy of the store back"),
        };
        let _ = write!(
            says,
            "; where what is missing is lost, start it once with croupier serve --accept-rollback \"REASON\", which becomes an entry"
        );
        Err(RolledBack(says))
    }

    fn must_have_anchors(&self) -> Result<(), RolledBack> {
        if self.emptied.is_empty() {
            return Ok(());
        }
        Err(RolledBack(format!(
            "there is no signed head at {}, though this house has pushed its heads there: the store may be an older one\nLook whether the disk is there, or put a copy of the file back; where it is lost, start the house once with croupier serve --accept-rollback \"REASON\", which becomes an entry",
            self.emptied.join(", ")
        )))
    }

    /// What the entry of an accepted roll-back says.
    pub fn accepted_words(&self, reason: &str) -> Option<String> {
        let ends = self.chain.ends.seq;
        let Some(against) = self.against() else {
            let places = (!self.emptied.is_empty()).then(|| self.emptied.join(", "))?;
            return Some(format!(
                "roll-back accepted: {reason}; no signed head was left at {places}, opened at entry {ends}"
            ));
        };
        let Head { seq, hash } = against.anchor.head;
        let hash = &hash.to_string()[..16];
        Some(format!(
            "roll-back accepted: {reason}; entry {seq} ({hash}) was signed, opened at entry {ends}"
        ))
    }

    /// Starts signing and pushing. A house that has no key gets one. `house` is the hash of its first entry.
    pub fn begin(self, house: Hash, tell: Box<anchors::Tell>) -> anyhow::Result<Pusher> {
        let key = HeadKey::read_or_create(&self.folder).with_context(|| {
            format!(
                "the house's heads cannot be signed: give a folder for its keys with --keys, or let this user write {}",
                self.folder.path().display()
            )
        })?;
        let signer = Signer::new(key, house, self.folder, &self.known.anchors, house::desk::now);
        let targets = self.targets.into_iter().filter(Target::is_pushed_to).collect();
        Ok(Pusher::start(signer, targets, tell)?)
    }

    /// Where anchors go besides the key folder.
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }
}

/// A ledger that a command has open. When it is closed, its head is signed and pushed.
pub struct Anchored {
    ledger: Ledger,
    pusher: Option<Pusher>,
}

impl Anchored {
    /// For one command: what fails is told at the terminal.
    pub fn begin(
        ledger: Ledger,
        opening: Option<Opening>,
        house: Option<Hash>,
    ) -> anyhow::Result<Anchored> {
        let tell: Box<anchors::Tell> = Box::new(|whereto, pushed| {
            if let Err(error) = pushed {
                anstream::eprintln!(
                    "warning: the signed head was not pushed to {whereto}: {error}"
                );
            }
        });
        let pusher = opening.zip(house).map(|(opening, house)| opening.begin(house, tell));
        Ok(Anchored { ledger, pusher: pusher.transpose()? })
    }
}

impl Deref for Anchored {
    type Target = Ledger;

    fn deref(&self) -> &Ledger {
        &self.ledger
    }
}

impl Drop for Anchored {
    fn drop(&mut self) {
        if let Some(pusher) = &self.pusher {
            pusher.offer(self.ledger.snapshot().head);
            pusher.finish();
        }
    }
}

/// Which house a store holds: the hash of its first entry.
pub fn house_id(store: &mut dyn Store) -> Result<Option<Hash>, StoreError> {
    Ok(Chain::of(store)?.house)
}

/// The head of a house as it is printed; nothing where it has no key.
pub fn printed(
    at: &StoreArgs,
    store: &mut dyn Store,
    snapshot: &Snapshot,
) -> anyhow::Result<Option<String>> {
    let Some(folder) = session::key_folder(at)? else { return Ok(None) };
    let (key, house) = (HeadKey::read(&folder)?, house_id(store)?);
    let line = key
        .zip(house)
        .map(|(key, house)| anchors::PrintedLine::sign(&key, house, snapshot.head).to_string());
    Ok(line)
}
