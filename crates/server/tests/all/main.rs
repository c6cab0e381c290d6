//! The server without a socket: every call, who may make it, what it shows to whom.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod acts;
mod amounts;
mod answers;
mod bots;
mod calls;
mod clocks;
mod days;
mod events;
mod hold;
mod keypad_tables;
mod lab;
mod leaks;
mod limits;
mod matrix;
mod pages;
mod people;
mod play;
mod stakes;
mod strangers;
mod support;
mod wire;
