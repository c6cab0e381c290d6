//! The conformance suite: one story over memory, SQLite and PostgreSQL; and what goes wrong in a pit.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod altered;
mod auditor;
mod changes;
mod checks;
mod concurrency;
mod copies;
mod deadlines;
mod doubt;
mod faults;
mod fixture;
mod fixture_kinds;
mod floor;
mod interleavings;
mod j_pot;
mod keypad;
mod keypad_book;
mod kills;
mod ledger;
mod moves;
mod people;
mod ranges;
mod refusals;
mod sessions;
mod statements;
mod support;
mod tamper;
mod tls;
mod verification;
mod wagers;
mod week;
mod winners;
mod workload;
