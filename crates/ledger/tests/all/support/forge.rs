//! Entries made without the ledger, as someone does who writes to the store directly. The hash is stated
//! here once more, from the description of the chain.

use ledger::{Entry, Hash, Head, RequestId};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The entry that follows a chain's end with this line.
pub fn follow(head: Head, line: String) -> Entry {
    let hash = Sha256::new().chain_update(head.hash.0).chain_update(&line).finalize();
    Entry { seq: head.seq + 1, hash: Hash(hash.into()), line }
}

/// The entry that follows a chain's end with what another one says, under its own number.
pub fn again(head: Head, line: &str) -> Entry {
    let (_, rest) = line.split_once(',').expect("a line has a number and more");
    follow(head, format!("{{\"seq\":{},{rest}", head.seq + 1))
}

/// The id of an entry's request.
pub fn id_of(entry: &Entry) -> RequestId {
    let line: Value = serde_json::from_str(&entry.line).expect("a line is JSON");
    line["id"].as_str().expect("it has an id").parse().expect("the id can be read")
}
