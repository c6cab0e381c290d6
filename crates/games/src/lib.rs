//! The games as rounds: state machines without I/O, clock or chance.
//!
//! A [`Table`] is opened under one edition with posted schedules and options. A [`Round`] says what
//! comes [`Next`]: bets, a card for whom and how faced, a decision of which seat with every legal
//! action, the award of a winning hand, or that it is over. Cards and awards come from outside, so the
//! same code serves a shuffled deck, a live table, a recorded file and a simulation; a [`Driver`]
//! supplies them. Everything that is done is an [`Op`]; what is not legal is refused with a reason
//! and changes nothing.
//!
//! Each game is a file that reads like its section; what they share (seats, dealing, locking,
//! limits, tips, envy, the order of settlement) is written once.

mod action;
mod against_dealer;
mod agreed;
mod bets;
mod choice;
mod digest;
mod driver;
mod envy;
mod every_round;
mod felt;
mod game;
mod hand;
mod holdem;
mod irregular;
mod limits;
mod log;
mod op;
mod paytable;
mod posted;
mod procedure;
mod record;
mod refusal;
mod registry;
mod required;
mod round;
mod script;
mod settle;
mod shoe_procedure;
mod side_bets;
mod sign;
mod situation;
mod state;
mod table;
mod text;
mod unseen;
mod view;

// Every game is a line here. rustfmt does not look into macros: `cargo xtask fmt` formats these files too.
registry::registry! {
    blackjack = "blackjack", phase Blackjack;
    buster_blackjack = "buster-blackjack";
    caribbean_stud = "caribbean-stud";
    casino_war = "casino-war", phase CasinoWar, every_round EVERY_ROUND;
    four_card_poker = "four-card-poker";
    holdem_212 = "holdem-212", phase Holdem;
    let_it_ride = "let-it-ride";
    mississippi_stud = "mississippi-stud";
    phil_em_up = "phil-em-up";
    silverado_stud = "silverado-stud";
    texas_holdem_bonus = "texas-holdem-bonus";
    three_card_poker = "three-card-poker";
    ultimate_texas_holdem = "ultimate-texas-holdem";
    war_blackjack = "war-blackjack", phase War;
}

pub use action::{Action, ActionError};
pub use against_dealer::{Comparison, Showdown};
pub use agreed::{Agreed, LineNote, OverrideNote, PaidOther};
pub use blackjack::{BlackjackTerms, DoubleOn, SplitOn, dealer_draws};
pub use buster_blackjack::{buster_conflict, buster_soft_17};
pub use choice::{About, Actions, Choice, Offer, Stage};
pub use driver::{Decision, Driver};
pub use envy::{EnvyWin, Holder, envy};
pub use every_round::{EveryRound, Simple};
pub use felt::{
    ExposedDraw, Facing, Felt, HandState, Line, Pile, Seat, SeatHand, SeatNumber, Undecided,
};
pub use hand::{Hand, HandValue, Whose};
pub use holdem_212::next_button;
pub use irregular::{Order, Report};
pub use log::{Event, Log};
pub use op::{Name, Op, OpError};
pub use paytable::{PayRow, PayTable, RowId, RoyalFound, royal_found};
pub use phil_em_up::joker;
pub use posted::PostedProgressive;
pub use procedure::{DueStep, Procedure};
pub use progressive::HouseProcedure;
pub use record::{NoRoundFile, play_recorded};
pub use refusal::Refusal;
pub use round::{AwardDue, Keep, Next, OnCards, Recipient, Round, Want, Worth};
pub use settle::{Outcome, Pay, SettledLine, Settlement, Taken, TipLine};
pub use shoe_procedure::{ShoeProcedure, Shuffle};
pub use side_bets::{Basis, Known, SplitHands, Verdict};
pub use sign::{Meter, MeterMove, OwnTerms, Sign};
pub use situation::Seen;
pub use table::{CiteId, OpenError, Posting, Table, options_of};
pub use texas_holdem_bonus::ante_pays_from;
pub use text::{Played, ReplayError, rebuild, replay};
pub use view::{HandView, NextView, SeatView, StakeView, TurnView, View, Viewer};
