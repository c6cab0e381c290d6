//! The program as its users run it, and the shape of the house.

#![allow(clippy::unwrap_used)]

mod amounts;
mod architecture;
mod commands;
mod dependencies;
mod founding;
mod life;
mod meters;
mod odds;
mod par;
mod people;
mod recall;
mod remote;
mod rounds;
mod run;
mod seats;
mod serve;
mod shop;
mod shuffles;
mod steps;
mod tables;
mod year;
