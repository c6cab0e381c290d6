//! The shuffle beside a second implementation.

#![allow(clippy::unwrap_used)]

mod orders;
mod vectors;
