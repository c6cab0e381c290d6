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
mod blackjack;
mod buster_blackjack;
mod caribbean_stud;
mod casino_war;
mod choice;
mod digest;
mod driver;
mod envy;
mod felt;
mod four_card_poker;
mod game;
mod games;
mod hand;
mod holdem;
mod holdem_212;
mod irregular;
mod let_it_ride;
mod limits;
mod log;

mod mississippi_stud;
mod op;
mod paytable;
mod posted;
mod procedure;
mod record;
mod refusal;
mod required;
mod round;
mod script;
mod settle;
mod shoe_procedure;
mod side_bets;
mod sign;
mod silverado_stud;
mod state;
mod table;
mod texas_holdem_bonus;
mod text;
mod three_card_poker;
mod ultimate_texas_holdem;
mod unseen;
mod view;
mod war_blackjack;

pub use action::{Action, ActionError};
pub use against_dealer::{Comparison, Showdown};
pub use agreed::{Agreed, LineNote, OverrideNote, PaidOther};
pub use buster_blackjack::{buster_bonus, buster_conflict, buster_soft_17};
pub use choice::{About, Actions, Choice, Offer, Stage};
pub use driver::{Decision, Driver};
pub use envy::{EnvyWin, Holder, envy};
pub use felt::{
    ExposedDraw, Facing, Felt, HandState, Line, Pile, Seat, SeatHand, SeatNumber, Undecided,
};
pub use hand::{Hand, HandValue, Whose};
pub use holdem_212::next_button;
pub use irregular::{Order, Report};
pub use log::{Event, Log};
pub use op::{Name, Op, OpError};
pub use paytable::{PayRow, PayTable, RowId, RoyalFound, royal_found};
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
pub use table::{CiteId, OpenError, Posting, Table, options_of};
pub use texas_holdem_bonus::ante_pays_from;
pub use text::{Played, ReplayError, rebuild, replay};
pub use view::{HandView, NextView, SeatView, StakeView, TurnView, View, Viewer};
