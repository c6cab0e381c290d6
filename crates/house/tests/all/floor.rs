//! Tables with seats, chips and cards: random houses, and what must hold after every entry.

mod button;
mod jackpot;
mod leaks;
mod pit;
mod random;
mod recall;
mod steps;
