//! The conformance suite: one story over memory, SQLite and PostgreSQL; and what goes wrong in a pit.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod auditor;
mod changes;
mod checks;
mod concurrency;
mod copies;
mod doubt;
mod faults;
mod keypad;
mod kills;
mod ledger;
mod refusals;
mod support;
mod tamper;
mod week;
mod workload;
