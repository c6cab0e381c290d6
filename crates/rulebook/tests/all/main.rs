//! What the rulebook says, what breaks it, and whether it says what the rule's text says.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod broken;
mod design;
mod editions;
mod revisions;
mod seeds;
