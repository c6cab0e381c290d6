//! Let it ride, ARSD 20:18:16:15.03: three cards and two community cards against a pay table, with
//! two of three bets that may be taken back.
//!
//! 1. Each player makes three equal bets, and the side bets he likes; bonus and progressive share
//!    the sensor (2).
//! 2. Three cards to each player and two to the dealer, which are the community cards (4).
//! 3. In turn, each player takes bet 1 back or lets it ride; the first community card (5).
//! 4. In turn again, each takes bet 2 back or lets it ride; the second community card (6).
//! 5. Last seat first: bets 1, 2 and $, bonus, three card bonus, progressive (8).
//! 6. Envy at the end (10)(b).

use hands::FiveValue;
use money::Cents;
use rulebook::Citation;

use crate::action::Action;
use crate::choice::{About, Actions, Stage};
use crate::felt::{Felt, Line, Seat};
use crate::game::{Bet, Game, lines};
use crate::paytable::{PayTable, RowId};
use crate::refusal::Refusal;
use crate::round::Next;
use crate::script::{self, Scripted, Step, Turn};
use crate::settle::{Pay, Taken};
use crate::state::RoundState;
use crate::table::{Opening, Table};

lines! {
    BET_1 = "bet-1",
    BET_2 = "bet-2",
    BET_3 = "bet-3",
    BONUS = "bonus",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] = &[
    Bet { id: "base", lines: &[BET_1, BET_2, BET_3] },
    Bet { id: "bonus", lines: &[BONUS] },
    Bet { id: "progressive", lines: &[PROGRESSIVE] },
];

const SCRIPT: &[Step] =
    &[Step::Deal("deal"), Step::Decide(0), Step::TurnUp(1), Step::Decide(1), Step::TurnUp(2)];

/// The bet that each decision is about; $ is never taken back [LIR-2].
const DECIDED: [Line; 2] = [BET_1, BET_2];

/// What the game needs of its section.
pub(crate) struct LetItRide {
    /// Bet 1 taken back (5), bet 2 taken back (6).
    pulled: [Pay; 2],
    below_tens: Taken,
    no_bonus: Taken,
    base: PayTable,
    bonus: PayTable,
    /// Where it says that bonus and progressive share the sensor.
    sensor: Citation,
    /// Where it says that a tip is a single wager.
    tips: Citation,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> LetItRide {
    let pulled = opening.pay("pulled");
    let bonus = opening.required_table("bonus");
    let (sensor, tips) = (opening.section.cite("bets"), opening.section.cite("tips"));
    LetItRide {
        pulled: [
            Pay { cite: opening.cite(&["first-bet", "LIR-2"]), ..pulled },
            Pay { cite: opening.cite(&["second-bet", "LIR-2"]), ..pulled },
        ],
        below_tens: opening.taken("less than a pair of tens", &["order", "showdown"]),
        no_bonus: opening.taken("no bonus", &["order", "showdown"]),
        base: opening.required_table("bet-3"),
        // Paid as printed, with the stake, unless the house keeps it [LIR-8].
        bonus: if opening.is("stake-kept") { bonus.keeping_stakes() } else { bonus },
        sensor: sensor.unwrap_or_else(|| Citation::Ruling("LIR-1".to_owned())),
        tips: tips.unwrap_or_else(|| Citation::Ruling("LIR-6".to_owned())),
    }
}

impl Game for LetItRide {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn check_bets(&self, table: &Table, felt: &Felt, seat: &Seat) -> Result<(), Refusal> {
        // They share the sensor, and a table offers one of them [LIR-1] [LIR-11].
        let either = [(BONUS, PROGRESSIVE), (PROGRESSIVE, BONUS)];
        let is_on = |line: Line| felt.seats.iter().any(|other| other.has(line));
        if either.into_iter().any(|(own, other)| seat.has(own) && is_on(other)) {
            let (bet, other) = ("bonus".to_owned(), "progressive".to_owned());
            return Err(Refusal::NotBoth { bet, other, cite: self.sensor.clone() });
        }
        // A tip is a single wager (3) [LIR-6].
        let has_tip =
            |line: &str| table.line(line).is_some_and(|line| seat.tips[line.index()] > Cents::ZERO);
        if has_tip("bet-3") && has_tip("three-card-bonus") {
            let (line, other) = ("bet-3".to_owned(), "three-card-bonus".to_owned());
            return Err(Refusal::OneTip { line, other, cite: self.tips.clone() });
        }
        Ok(())
    }

    fn is_dealer_the_board(&self) -> bool {
        true
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }

    fn progressive(&self, table: &Table, felt: &Felt, seat: usize) -> Option<RowId> {
        let posted = table.progressive.as_ref()?;
        posted.table.five(five(felt, seat))
    }
}

impl Scripted for LetItRide {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, _: &RoundState<'_>, _: usize, _: u8) -> Turn {
        // Bet 2 is decided on whether or not bet 1 was taken back [LIR-2].
        Turn::Decide
    }

    fn about(&self, decision: u8) -> About {
        let line = DECIDED[usize::from(decision)];
        About { wager: "base", stage: Stage::Bet(decision + 1), line: Some(line) }
    }

    fn choices(&self, _: &RoundState<'_>, _: usize, _: u8, actions: &mut Actions) {
        actions.extend([Action::Ride, Action::Pull]);
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, decision: u8, action: Action) {
        if action == Action::Pull {
            let line = DECIDED[usize::from(decision)];
            state.felt.seats[seat].pulled |= bit(line);
        }
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let value = five(state.felt, seat);
        let player = &state.felt.seats[seat];
        let lines = &mut *state.settlement;
        let row = self.base.five(value);
        for (line, pulled) in DECIDED.into_iter().zip(self.pulled) {
            if player.pulled & bit(line) != 0 {
                lines.pay(player, line, pulled);
            } else {
                lines.table(player, line, &self.base, row, self.below_tens);
            }
        }
        lines.table(player, BET_3, &self.base, row, self.below_tens);
        if player.has(BONUS) {
            lines.table(player, BONUS, &self.bonus, self.bonus.five(value), self.no_bonus);
        }
    }
}

/// The player's three cards with the two community cards (6).
fn five(felt: &Felt, seat: usize) -> FiveValue {
    let [a, b, c] = felt.seats[seat].dealt();
    let [d, e] = felt.board.array().expect("the deal is complete");
    FiveValue::of(&[a, b, c, d, e])
}

/// A line's place among those taken back.
fn bit(line: Line) -> u8 {
    1 << line.index()
}
