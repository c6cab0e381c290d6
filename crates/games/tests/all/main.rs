//! The games by their sections: one module a game, rule tests named by subdivision.

#![allow(clippy::unwrap_used)]

mod agreed;
mod awards;
mod choice;
mod conformance;
mod documents;
mod hands;
mod irregularities;
mod legality;
mod mutated_files;
mod naive_blackjack;
mod naive_stud;
mod nothing_dropped;
mod ops;
mod phil_em_up;
mod procedure;
mod random_play;
mod required;
mod round_files;
mod shoe_procedure;
mod support;
mod traceability;

mod blackjack;
mod buster_blackjack;
mod caribbean_stud;
mod casino_war;
mod four_card_poker;
mod holdem_212;
mod let_it_ride;
mod lucky_ladies;
mod mississippi_stud;
mod side_bets;
mod silverado_stud;
mod texas_holdem_bonus;
mod three_card_poker;
mod ultimate_texas_holdem;
mod view;
mod war_blackjack;
