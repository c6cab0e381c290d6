//! The meter and its awards, without a house.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod examples;
mod interleavings;
mod model;
