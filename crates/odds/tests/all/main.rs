//! Tests of the odds through their public face.
#![allow(clippy::unwrap_used)]

mod at_the_table;
mod blackjack;
mod blackjack_tables;
mod buster_blackjack;
mod caribbean_stud;
mod casino_war;
mod exact;
mod findings;
mod four_card_poker;
mod gradient;
mod holdem;
mod holdem_212;
mod known;
mod lab;
mod let_it_ride;
mod lucky_ladies;
mod mississippi_stud;
mod own_rules;
mod par;
mod phil_em_up;
mod pinned;
mod plain;
mod protect;
mod random_pays;
mod regular;
mod second;
mod side_bets;
mod silverado_stud;
mod simple;
mod simulation;
mod texas_holdem_bonus;
mod ultimate_texas_holdem;
mod up_card;
mod war_blackjack;
mod whatif;
