//! The shuffle beside a second implementation, and the tests of randomness beside broken generators.

#![allow(clippy::unwrap_used)]

mod orders;
mod proofs;
mod randomness;
mod vectors;
