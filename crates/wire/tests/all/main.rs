//! What goes over the network, without a network.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod acts;
