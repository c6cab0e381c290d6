//! Texas Hold'em Bonus, ARSD 20:18:16:15.12: two cards and a board of five against the dealer's,
//! with bets on flop, turn and river. Subdivisions are numbered as in the redline.
//!
//! 1. Each player bets the ante, and the bonus and the progressive if he likes (1) (2).
//! 2. Two cards to each player and to the dealer (4).
//! 3. Each player bets twice the ante on the flop, or folds and loses what he has bet (5).
//! 4. A burn and the flop (6); a check or one ante on the turn, a burn and the turn (7); a check or
//!    one ante on the river, a burn and the river (8) (9) (10).
//! 5. The dealer shows; he needs nothing to qualify (11).
//! 6. Last seat first: bonus, flop, turn, river, ante, progressive (12) to (17).
//! 7. Envy at the end (18).

use std::cmp::Ordering;

use hands::{Category, FiveValue};
use money::Cents;
use rulebook::{HandType, Order, Section};

use crate::action::Action;
use crate::choice::{About, Actions, Stage};
use crate::felt::{Felt, Line, Seat};
use crate::game::{Bet, Game, lines};
use crate::holdem;
use crate::paytable::{PayTable, RowId};
use crate::round::Next;
use crate::script::{self, Scripted, Step, Turn};
use crate::settle::{Pay, Taken};
use crate::state::RoundState;
use crate::table::{Opening, Table};

lines! {
    BONUS = "bonus",
    FLOP = "flop",
    TURN = "turn",
    RIVER = "river",
    ANTE = "ante",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] = &[
    Bet { id: "ante", lines: &[ANTE] },
    Bet { id: "bonus", lines: &[BONUS] },
    Bet { id: "progressive", lines: &[PROGRESSIVE] },
];

const SCRIPT: &[Step] = &[
    Step::Deal("deal"),
    Step::Decide(0),
    Step::Deal("flop"),
    Step::Decide(1),
    Step::Deal("turn"),
    Step::Decide(2),
    Step::Deal("river"),
    Step::Reveal,
];

/// What each decision stakes: on which line, and how many antes [THB-1].
const STREETS: [(Line, u8); 3] = [(FLOP, 2), (TURN, 1), (RIVER, 1)];

/// The term of the section that names the lowest winning hand paid on the ante.
const ANTE_PAYS_FROM: &str = "ante-pays-from";

/// The lowest winning hand that is also paid on the ante: a flush [THB-2].
pub fn ante_pays_from(section: &Section) -> Option<FiveValue> {
    let words = section.term(ANTE_PAYS_FROM)?;
    let mut known = HandType::of_order(Order::FiveCard).into_iter();
    match known.find(|(known, _)| *known == words)?.1 {
        HandType::Category(_, category) => FiveValue::floor(category, &[]),
        _ => None,
    }
}

/// What the game needs of its section.
pub(crate) struct TexasHoldemBonus {
    win: Pay,
    win_ante: Pay,
    win_ante_below_flush: Pay,
    pays_ante: FiveValue,
    tie: Pay,
    fold: Taken,
    fold_bonus: Taken,
    fold_progressive: Taken,
    beaten: Taken,
    no_bonus: Taken,
    bonus: PayTable,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> TexasHoldemBonus {
    TexasHoldemBonus {
        win: opening.pay("win"),
        win_ante: opening.pay("win-ante"),
        win_ante_below_flush: opening.pay("win-ante-below-flush"),
        pays_ante: ante_pays_from(&opening.section).unwrap_or_else(|| {
            opening.lacks(format!("[[term]] \"{ANTE_PAYS_FROM}\" with a five-card hand"));
            FiveValue::floor(Category::Flush, &[]).expect("a flush is a hand of five cards")
        }),
        tie: opening.pay("tie"),
        fold: opening.taken("fold", &["fold"]),
        fold_bonus: opening.taken("fold", &["fold", "THB-3"]),
        fold_progressive: opening.taken("fold", &["fold", "PRG-13"]),
        beaten: opening.taken("beaten", &["loss", "THB-2"]),
        no_bonus: opening.taken("no bonus", &["player-hands", "THB-3"]),
        bonus: opening.required_table("bonus"),
    }
}

impl Game for TexasHoldemBonus {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn compulsory(&self, seat: &Seat) -> Option<(Line, Cents)> {
        let (line, times) = STREETS[0];
        Some((line, seat.stake(ANTE) * i64::from(times)))
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }

    fn progressive(&self, table: &Table, felt: &Felt, seat: usize) -> Option<RowId> {
        let posted = table.progressive.as_ref()?;
        let hole = felt.seats[seat].dealt();
        holdem::progressive(posted, hole, holdem::board(felt))
    }
}

impl Scripted for TexasHoldemBonus {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, _: &RoundState<'_>, _: usize, _: u8) -> Turn {
        Turn::Decide
    }

    fn about(&self, decision: u8) -> About {
        let stage = [Stage::BeforeFlop, Stage::AfterFlop, Stage::AfterTurn];
        let (line, _) = STREETS[usize::from(decision)];
        About { wager: "ante", stage: stage[usize::from(decision)], line: Some(line) }
    }

    fn choices(&self, state: &RoundState<'_>, seat: usize, decision: u8, actions: &mut Actions) {
        let (line, times) = STREETS[usize::from(decision)];
        let player = &state.felt.seats[seat];
        let amount = player.stake(ANTE) * i64::from(times);
        if state.table.limits.allow(player, line, amount) {
            actions.push_staking(Action::BetTimes(times), amount);
        }
        // Once the flop bet is made the player is in for the finish (5)(b).
        actions.push(if line == FLOP { Action::Fold } else { Action::Check });
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, decision: u8, action: Action) {
        let (line, times) = STREETS[usize::from(decision)];
        let player = &mut state.felt.seats[seat];
        match action {
            Action::Fold => self.fold(state, seat),
            Action::Check => {}
            _ => player.stakes[line.index()] = player.stake(ANTE) * i64::from(times),
        }
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &state.felt.seats[seat];
        if player.is_out {
            return;
        }
        let (cards, dealers) = (player.dealt(), state.felt.dealers());
        let lines = &mut *state.settlement;
        if player.has(BONUS) {
            let row = self.bonus.two(cards, Some(dealers));
            lines.table(player, BONUS, &self.bonus, row, self.no_bonus);
        }
        let board = holdem::board(state.felt);
        let own = holdem::best_five(cards, board);
        let (street, ante) = match own.cmp(&holdem::best_five(dealers, board)) {
            Ordering::Greater if own >= self.pays_ante => (Ok(self.win), Ok(self.win_ante)),
            Ordering::Greater => (Ok(self.win), Ok(self.win_ante_below_flush)),
            Ordering::Equal => (Ok(self.tie), Ok(self.tie)),
            Ordering::Less => (Err(self.beaten), Err(self.beaten)),
        };
        for (line, _) in STREETS {
            if player.has(line) {
                lines.pay_or_lose(player, line, street);
            }
        }
        lines.pay_or_lose(player, ANTE, ante);
    }
}

impl TexasHoldemBonus {
    /// Collects everything of a player who folds: the ante (5)(a), and with his hand the bonus
    /// [THB-3] and the progressive [PRG-13].
    fn fold(&self, state: &mut RoundState<'_>, seat: usize) {
        state.felt.seats[seat].is_out = true;
        let player = &state.felt.seats[seat];
        if player.has(BONUS) {
            state.settlement.lose(player, BONUS, self.fold_bonus);
        }
        state.settlement.lose(player, ANTE, self.fold);
        state.lose_progressive(seat, self.fold_progressive);
    }
}
