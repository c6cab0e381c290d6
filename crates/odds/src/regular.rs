//! A regular at a table: bets the same every round and plays the exact optimum.

use cards::Card;
use games::{Action, Choice, Pile, Posting, Round, Seat, Table};
use money::Cents;
use rulebook::Rulebook;

use crate::exact::{Exact, decimal};
use crate::game::Silent;
use crate::simulate::{SimulateError, concerned, solutions};
use crate::solution::{Arithmetic, Solution, Spot, Valued};
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
        let bets = table.usual_bets().ok_or_else(|| SimulateError::NoBet(posting.game.clone()))?;
        let solutions = solutions(&subject, &table, &Silent)?;
        Ok(Regular { bets, solutions })
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
        let mut choices = advisor.values_at(&spot(round, place, choice), choice).ok()?;
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
        let is_before = |action: &Action| matches!(action, Action::Decline | Action::Take);
        let assumes = assumes.filter(|_| !choice.actions.iter().any(is_before));
        let (wager, arithmetic) = (wager.to_owned(), solution.arithmetic);
        Some(Worth { wager, choices, arithmetic, assumes })
    }

    /// The solution that a decision is made by, with its wager and the place of the seat.
    fn solution(&self, round: &Round, choice: &Choice) -> Option<(&str, &Solution, usize)> {
        let felt = round.felt();
        if round.table().has_pot() && felt.seats.len() > 1 {
            return None;
        }
        let place = felt.seats.iter().position(|seat| seat.number == choice.seat)?;
        let concerned = concerned(&choice.actions);
        let is_for = |wager: &str| concerned.is_none_or(|concerned| concerned == wager);
        let (wager, solution) = self.solutions.iter().find(|(wager, _)| is_for(wager))?;
        Some((wager, solution, place))
    }
}

const AFTER_SPLIT: &str = "After a split each hand is valued as if it had been dealt: what the others hold is not counted.";

/// What the legal choices at a decision are worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The wager that is decided.
    pub wager: String,
    /// Every legal choice, the best first; its value is the expected result of the whole wager, in
    /// units of the first one.
    pub choices: Vec<Valued>,
    /// The arithmetic of the values.
    pub arithmetic: Arithmetic,
    /// What the values take for granted, if anything.
    pub assumes: Option<&'static str>,
}

/// Are two values the same, but for the rounding of doubles?
fn is_equal(one: &Exact, other: &Exact) -> bool {
    one == other || (decimal(one) - decimal(other)).abs() < 1e-12
}

/// What the player at a place sees at a decision.
fn spot(round: &Round, place: usize, choice: &Choice) -> Spot {
    let felt = round.felt();
    let up = |pile: &Pile| -> Vec<Card> {
        let cards = pile.cards().iter().enumerate();
        cards.filter(|(place, _)| pile.is_up(*place)).map(|(_, card)| *card).collect()
    };
    let seat = &felt.seats[place];
    let hand = choice.hand.map_or(0, |hand| usize::from(hand) - 1);
    let own = seat.hands.get(hand).map(|hand| hand.cards.cards().to_vec()).unwrap_or_default();
    // The blackjack hand of 212 comes after the board and starts over.
    if concerned(&choice.actions).is_some() {
        return Spot { own, dealer: up(&felt.dealer), ..Spot::default() };
    }
    let board = up(&felt.board);
    let so_far = so_far(round.table(), seat, board.len());
    Spot { own, board, dealer: up(&felt.dealer), so_far }
}

/// The decisions that a seat has made, told from its wagers, where a later one depends on them.
fn so_far(table: &Table, seat: &Seat, board: usize) -> Vec<Action> {
    let line = |id: &str| table.line(id);
    let stake = |id: &str| line(id).map_or(Cents::ZERO, |line| seat.stake(line));
    let times = |id: &str| (stake(id).get() / stake("ante").get().max(1)) as u8;
    match table.section().game.as_str() {
        "let-it-ride" if board > 0 => {
            let is_pulled = line("bet-1").is_some_and(|line| seat.has_pulled(line));
            vec![if is_pulled { Action::Pull } else { Action::Ride }]
        }
        "silverado-stud" => seat.set_card().map(Action::Set).into_iter().collect(),
        "mississippi-stud" => {
            let streets = ["third", "fourth"].into_iter().take(board);
            streets.map(|street| Action::BetTimes(times(street))).collect()
        }
        "texas-holdem-bonus" if board > 0 => {
            let turn = match stake("turn") {
                Cents::ZERO => Action::Check,
                _ => Action::BetTimes(1),
            };
            [Action::BetTimes(2), turn].into_iter().take(board - 2).collect()
        }
        "holdem-212" => bets_of_pot(table, stake("holdem"), board),
        _ => Vec::new(),
    }
}

/// Bets that come to a pot: what follows depends on their sum alone.
fn bets_of_pot(table: &Table, pot: Cents, board: usize) -> Vec<Action> {
    let term = |id: &str| {
        let amount = table.section().term(id).and_then(|value| value.parse::<Cents>().ok());
        amount.unwrap_or(Cents::ZERO)
    };
    let (least, most) = (term("round-min"), term("round-max"));
    let streets = board.saturating_sub(2);
    let mut above = pot - term("ante-alone") - least * streets as i64;
    let bet = |_| {
        let more = above.min(most - least).max(Cents::ZERO);
        above -= more;
        Action::Bet(least + more)
    };
    (0..streets).map(bet).collect()
}
