//! Phil 'em up, ARSD 20:18:16:15.04: two cards and three community cards of a deck with a joker against a pay table, with
//! a second bet before the last card.
//!
//! 1. Each player bets (2).
//! 2. Two cards to each player, three to the board, of which the third lies face down (2) [PEU-4].
//! 3. In turn, each player stays, or doubles with a second bet equal to the first (3).
//! 4. The last community card is turned up (3).
//! 5. Last seat first: the bet, then the second bet (4) [PEU-5].

use cards::Card;
use hands::{Joker, JokerValue};

use crate::action::Action;
use crate::choice::{About, Actions, Stage};
use crate::felt::{Felt, Seat};
use crate::game::{Bet, Game, lines};
use crate::hand::{Hand, Whose};
use crate::paytable::PayTable;
use crate::round::Next;
use crate::script::{self, Scripted, Step, Turn};
use crate::settle::Taken;
use crate::state::RoundState;
use crate::table::Opening;

lines! {
    BET = "bet",
    DOUBLE = "double",
}

const BETS: &[Bet] = &[Bet { id: "bet", lines: &[BET] }];

const SCRIPT: &[Step] = &[Step::Deal("deal"), Step::Decide(0), Step::TurnUp(3)];

/// What the option `joker` says that the joker completes [PEU-2].
pub fn joker(option: &str) -> Joker {
    match option {
        "straights-and-flushes" => Joker::StraightsAndFlushes,
        _ => Joker::StraightFlushes,
    }
}

/// What the game needs of its section.
pub(crate) struct PhilEmUp {
    pays: PayTable,
    joker: Joker,
    below_tens: Taken,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> PhilEmUp {
    PhilEmUp {
        pays: opening.required_table("bet"),
        joker: joker(opening.option("joker")),
        below_tens: opening.taken("less than a pair of tens", &["pays", "PEU-5"]),
    }
}

impl Game for PhilEmUp {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn hands(&self, _: &Felt, _: Whose, own: &[Card], board: &[Card]) -> Vec<Hand> {
        Hand::five_with_joker(own, board, self.joker).into_iter().collect()
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }
}

impl Scripted for PhilEmUp {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, _: &RoundState<'_>, _: usize, _: u8) -> Turn {
        Turn::Decide
    }

    fn about(&self, _: u8) -> About {
        About { wager: "bet", stage: Stage::Play, line: Some(DOUBLE) }
    }

    fn choices(&self, state: &RoundState<'_>, seat: usize, _: u8, actions: &mut Actions) {
        actions.push_staking(Action::Double, state.felt.seats[seat].stake(BET));
        actions.push(Action::Stay);
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, _: u8, action: Action) {
        let player = &mut state.felt.seats[seat];
        if action == Action::Double {
            player.stakes[DOUBLE.index()] = player.stake(BET);
        }
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &state.felt.seats[seat];
        let row = self.pays.five_with_joker(value(state.felt, player, self.joker));
        for line in [BET, DOUBLE].into_iter().filter(|line| player.has(*line)) {
            state.settlement.table(player, line, &self.pays, row, self.below_tens);
        }
    }
}

/// The player's two cards with the three community cards [PEU-5].
fn value(felt: &Felt, player: &Seat, joker: Joker) -> JokerValue {
    let [a, b] = player.dealt();
    let [c, d, e] = felt.board.array().expect("the deal is complete");
    JokerValue::of(&[a, b, c, d, e], joker)
}
