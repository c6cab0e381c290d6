//! A regular at a table: bets the same every round and plays the exact optimum.

use std::sync::Arc;

use games::{Action, Choice, Posting, Round, Table};
use money::Cents;
use rulebook::Rulebook;

use crate::game::Silent;
use crate::simulate::{SimulateError, concerned, needed_bets, solutions};
use crate::solution::Solution;
use crate::subject::Subject;

/// A player who makes the bets a table requires and decides optimally for each wager by itself.
pub struct Regular {
    bets: Vec<(&'static str, Cents)>,
    solutions: Vec<(String, Solution)>,
}

impl Regular {
    /// Solves a table as it is posted. That takes up to a few seconds.
    pub fn open(book: &Rulebook, posting: &Posting) -> Result<Regular, SimulateError> {
        let subject = Subject::open(book, &posting.game, posting.edition, posting.options.clone())
            .map_err(SimulateError::Open)?;
        let table = Table::open(book, posting.clone()).map_err(SimulateError::Open)?;
        let bets = Regular::usual_bets(&table)
            .ok_or_else(|| SimulateError::NoBet(posting.game.clone()))?;
        let solutions = solutions(&subject, &table, &Silent)?;
        Ok(Regular { bets, solutions })
    }

    /// The bets that a table requires, in amounts that it takes. Needs no solving.
    pub fn usual_bets(table: &Arc<Table>) -> Option<Vec<(&'static str, Cents)>> {
        needed_bets(table).map(|(_, bets)| bets)
    }

    /// The bets it makes.
    pub fn bets(&self) -> &[(&'static str, Cents)] {
        &self.bets
    }

    /// The best choice for the seat whose turn it is, from what its player may see [ODD-2]; none for
    /// a decision that no solution knows, as in a pot against other players.
    pub fn choose(&self, round: &Round, choice: &Choice) -> Option<Action> {
        let felt = round.felt();
        if round.table().has_pot() && felt.seats.len() > 1 {
            return None;
        }
        let place = felt.seats.iter().position(|seat| seat.number == choice.seat)?;
        let concerned = concerned(&choice.actions);
        let is_for = |wager: &str| concerned.is_none_or(|concerned| concerned == wager);
        let (_, solution) = self.solutions.iter().find(|(wager, _)| is_for(wager))?;
        let action = solution.advisor.choose(felt, place, choice);
        choice.actions.contains(&action).then_some(action)
    }
}
