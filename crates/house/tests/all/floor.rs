//! Tables with seats, chips and cards: random houses, and what must hold after every entry.

mod agreed;
mod bets;
mod button;
mod buy_ins;
mod given_up;
mod irregular;
mod jackpot;
mod keypad_only;
mod leaks;
mod may_see;
mod one_round;
mod openings;
mod pit;
mod places;
mod play_money;
mod random;
mod recall;
mod rights;
mod sealed;
mod side_bets;
mod steps;
mod tally;
mod two_keys;
mod undo;
