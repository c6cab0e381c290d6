//! The program as its users run it, and the shape of the house.

mod architecture;
mod commands;
mod run;
