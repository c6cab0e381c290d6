//! Mississippi Stud, ARSD 20:18:16:15.14: two cards and three community cards against a pay table,
//! with a bet or a fold before each of the three.
//!
//! 1. Each player bets the ante, and the progressive if he likes (2).
//! 2. Two cards to each player (4).
//! 3. One to three antes on 3rd street or a fold, then the 3rd street card (7) (8) (9).
//! 4. The same on 4th street (10) (11) (12), and on 5th street (13) (14) (15).
//! 5. Last seat first: 3rd, 4th, 5th street, ante (6) (15).
//! 6. Progressive and envy at the end (17); folded hands play for them too.

use hands::FiveValue;
use money::Cents;

use crate::action::Action;
use crate::choice::{About, Actions, Stage};
use crate::felt::{Felt, Line, Seat};
use crate::game::{Bet, Game, lines};
use crate::paytable::{PayTable, RowId};
use crate::round::Next;
use crate::script::{self, Scripted, Step, Turn};
use crate::settle::Taken;
use crate::state::RoundState;
use crate::table::{Opening, Table};

lines! {
    THIRD = "third",
    FOURTH = "fourth",
    FIFTH = "fifth",
    ANTE = "ante",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] =
    &[Bet { id: "ante", lines: &[ANTE] }, Bet { id: "progressive", lines: &[PROGRESSIVE] }];

const SCRIPT: &[Step] = &[
    Step::Deal("deal"),
    Step::Decide(0),
    Step::Deal("third"),
    Step::Decide(1),
    Step::Deal("fourth"),
    Step::Decide(2),
    Step::Deal("fifth"),
];

/// The street that each decision is about.
const STREETS: [Line; 3] = [THIRD, FOURTH, FIFTH];

/// The wagers that play against the schedule, in the order of (6).
const WAGERS: [Line; 4] = [THIRD, FOURTH, FIFTH, ANTE];

/// How many antes a street may be bet for (8) (11) (14).
const TIMES: std::ops::RangeInclusive<u8> = 1..=3;

/// What the game needs of its section.
pub(crate) struct MississippiStud {
    /// A fold on two, three and four cards.
    folds: [Taken; 3],
    unqualified: Taken,
    pays: PayTable,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> MississippiStud {
    MississippiStud {
        folds: [
            opening.taken("fold", &["fold"]),
            opening.taken("fold", &["fold-on-third"]),
            opening.taken("fold", &["fold-on-fourth"]),
        ],
        unqualified: opening.taken("no qualifying hand", &["lose"]),
        pays: opening.required_table("ante"),
    }
}

impl Game for MississippiStud {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn compulsory(&self, seat: &Seat) -> Option<(Line, Cents)> {
        // Who stays in bets at least the ante again (8).
        seat.has(ANTE).then(|| (THIRD, seat.stake(ANTE)))
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }

    fn tips_follow(&self) -> Option<Line> {
        // In the player's multiple of the tip ante (3) [MS-3].
        Some(ANTE)
    }

    fn progressive(&self, table: &Table, felt: &Felt, seat: usize) -> Option<RowId> {
        let posted = table.progressive.as_ref()?;
        posted.table.five(hand(felt, seat)?)
    }

    fn is_progressive_live_after_fold(&self) -> bool {
        true
    }
}

impl Scripted for MississippiStud {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, _: &RoundState<'_>, _: usize, _: u8) -> Turn {
        Turn::Decide
    }

    fn about(&self, decision: u8) -> About {
        let line = STREETS[usize::from(decision)];
        About { wager: "ante", stage: Stage::Street(decision + 3), line: Some(line) }
    }

    fn choices(&self, state: &RoundState<'_>, seat: usize, decision: u8, actions: &mut Actions) {
        let (table, player) = (state.table, &state.felt.seats[seat]);
        let street = STREETS[usize::from(decision)];
        for times in TIMES {
            let amount = player.stake(ANTE) * i64::from(times);
            if table.limits.allow(player, street, amount) {
                actions.push_staking(Action::BetTimes(times), amount);
            }
        }
        actions.push(Action::Fold);
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, decision: u8, action: Action) {
        let player = &mut state.felt.seats[seat];
        let street = usize::from(decision);
        if let Action::BetTimes(times) = action {
            player.stakes[STREETS[street].index()] = player.stake(ANTE) * i64::from(times);
            return;
        }
        player.is_out = true;
        let player = &state.felt.seats[seat];
        for line in WAGERS.into_iter().filter(|line| player.has(*line)) {
            state.settlement.lose(player, line, self.folds[street]);
        }
    }

    fn goes_on(&self, felt: &Felt) -> bool {
        // A progressive stays live after a fold and is judged on the finished board [MS-5].
        felt.seats.iter().any(|seat| !seat.is_out || seat.has(PROGRESSIVE))
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &state.felt.seats[seat];
        if player.is_out {
            return;
        }
        let row = hand(state.felt, seat).and_then(|value| self.pays.five(value));
        for line in WAGERS {
            state.settlement.table(player, line, &self.pays, row, self.unqualified);
        }
    }
}

/// The two hole cards with the three community cards (15). None if the board was never completed:
/// everyone folded, and no live wager needed it.
fn hand(felt: &Felt, seat: usize) -> Option<FiveValue> {
    let [a, b] = felt.seats[seat].dealt();
    let [c, d, e] = felt.board.array()?;
    Some(FiveValue::of(&[a, b, c, d, e]))
}
