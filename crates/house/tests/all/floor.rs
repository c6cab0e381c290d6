//! Tables with seats, chips and cards: random houses, and what must hold after every entry.

mod agreed;
mod bets;
mod button;
mod buy_ins;
mod from_desk;
mod irregular;
mod jackpot;
mod leaks;
mod may_see;
mod pit;
mod play_money;
mod random;
mod recall;
mod sealed;
mod steps;
mod tally;
mod undo;
