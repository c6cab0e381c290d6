//! A regular at a table: bets the same every round and plays the exact optimum.

use games::{Action, Choice, Posting, Round, Seen, Stage, Table};
use money::Cents;
use rulebook::Rulebook;

use crate::exact::{Exact, decimal};
use crate::game::{Game, Silent, Unit, game};
use crate::simulate::{SimulateError, solutions};
use crate::solution::{Arithmetic, Solution, Spot, Valued};
use crate::subject::Subject;

/// A player who makes the bets a table requires and decides optimally for each wager by itself.
pub struct Regular {
    game: &'static dyn Game,
    bets: Vec<(&'static str, Cents)>,
    solutions: Vec<(String, Solution)>,
}

impl Regular {
    /// Solves a table as it is posted. That takes up to a few seconds.
    pub fn open(book: &Rulebook, posting: &Posting) -> Result<Regular, SimulateError> {
        let table = Table::open(book, posting.clone()).map_err(SimulateError::Open)?;
        let subject = Subject::of_table(book, &table).map_err(SimulateError::Open)?;
        let bets = table.usual_bets().ok_or_else(|| SimulateError::NoBet(posting.game.clone()))?;
        let solutions = solutions(&subject, &table, &Silent)?;
        let game = game(&posting.game).ok_or_else(|| SimulateError::NoBet(posting.game.clone()))?;
        Ok(Regular { game, bets, solutions })
    }

    /// The bets it makes.
    pub fn bets(&self) -> &[(&'static str, Cents)] {
        &self.bets
    }

    /// The house edge of the first wager with decisions, per unit of the first bet [ODD-1].
    pub fn house_edge(&self) -> Option<Exact> {
        self.solutions.first().map(|(_, solution)| solution.distribution.house_edge())
    }

    /// The best choice for the seat whose turn it is, from what its player may see [ODD-2]; none for
    /// a decision that no solution knows, as in a pot against other players.
    pub fn choose(&self, round: &Round, choice: &Choice) -> Option<Action> {
        let (_, solution, place) = self.solution(round, choice)?;
        let action = solution.advisor.choose(round.felt(), place, choice);
        choice.actions.contains(&action).then_some(action)
    }

    /// What each legal choice of the seat whose turn it is is worth, from what its player may see
    /// [ODD-2]; nothing for a decision that no solution knows.
    pub fn values(&self, round: &Round, choice: &Choice) -> Option<Worth> {
        let (wager, solution, place) = self.solution(round, choice)?;
        let advisor = &solution.advisor;
        let mut choices = advisor.values_at(&spot(round, choice), choice).ok()?;
        choices.retain(|valued| choice.actions.contains(&valued.action));
        if choices.len() < choice.actions.len() {
            return None;
        }
        // Of equal choices the strategy's own stands first [ODD-1].
        let chosen = advisor.choose(round.felt(), place, choice);
        let best = choices.first()?.value.clone();
        let is_own = |valued: &Valued| valued.action == chosen && is_equal(&valued.value, &best);
        if let Some(own) = choices.iter().position(is_own) {
            choices[..=own].rotate_right(1);
        }
        let is_of_split = choice.hand.is_some();
        let assumes = is_of_split.then_some(AFTER_SPLIT).or_else(|| advisor.assumes());
        // Insurance and a War win are decided before the dealer looks.
        let is_before = matches!(choice.about.stage, Stage::Insurance | Stage::War);
        let assumes = assumes.filter(|_| !is_before);
        let (unit, arithmetic) = (self.game.unit(wager), solution.arithmetic);
        Some(Worth { wager: wager.to_owned(), unit, choices, arithmetic, assumes })
    }

    /// The solution that a decision is made by, with its wager and the place of the seat.
    fn solution(&self, round: &Round, choice: &Choice) -> Option<(&str, &Solution, usize)> {
        let felt = round.felt();
        if round.table().has_pot() && felt.seats.len() > 1 {
            return None;
        }
        let place = felt.seats.iter().position(|seat| seat.number == choice.seat)?;
        let is_for = |known: &&(String, Solution)| known.0 == choice.about.wager;
        let (wager, solution) = self.solutions.iter().find(is_for)?;
        Some((wager, solution, place))
    }
}

const AFTER_SPLIT: &str = "After a split each hand is valued as if it had been dealt: what the others hold is not counted.";

/// What the legal choices at a decision are worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The wager that is decided.
    pub wager: String,
    /// What one unit of the values is.
    pub unit: Unit,
    /// Every legal choice, the best first; its value is the expected result of the whole wager, in
    /// units of the first one.
    pub choices: Vec<Valued>,
    /// The arithmetic of the values.
    pub arithmetic: Arithmetic,
    /// What the values take for granted, if anything.
    pub assumes: Option<&'static str>,
}

/// Whether two values are the same, but for the rounding of doubles.
fn is_equal(one: &Exact, other: &Exact) -> bool {
    one == other || (decimal(one) - decimal(other)).abs() < 1e-12
}

/// What a player sees at a decision.
fn spot(round: &Round, choice: &Choice) -> Spot {
    let Seen { own, board, dealer } = round.seen(choice);
    Spot { own, board, dealer, so_far: choice.made().to_vec() }
}
