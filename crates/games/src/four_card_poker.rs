//! Four-Card poker, ARSD 20:18:16:15.10: the best four of five cards against the dealer's best four
//! of six, against a pay table, or both.
//!
//! 1. Each player bets the ante, aces up or both, and the progressive if he likes (2) (3).
//! 2. Five cards to each player, six to the dealer, whose last is up (5).
//! 3. A player with an ante plays for one to three times as much, or folds (6) (7).
//! 4. The dealer shows his best four cards; he always qualifies, and the player wins ties (8) (10).
//! 5. Last seat first: play, ante, automatic bonus, aces up, progressive (9).
//! 6. Envy at the end (16)(b).

use std::cmp::Ordering;

use cards::Card;
use hands::{FiveValue, FourValue};
use money::Cents;
use rulebook::Order;

use crate::action::Action;
use crate::choice::{About, Actions, Stage};
use crate::felt::{Felt, Line, Seat};
use crate::game::{Bet, Game, lines};
use crate::hand::{Hand, Whose};
use crate::paytable::{PayTable, RowId};
use crate::round::Next;
use crate::script::{self, Scripted, Step, Turn};
use crate::settle::{Pay, Taken};
use crate::state::RoundState;
use crate::table::{Opening, Table};

lines! {
    PLAY = "play",
    ANTE = "ante",
    BONUS = "automatic-bonus",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] =
    &[Bet { id: "ante", lines: &[ANTE] }, Bet { id: "progressive", lines: &[PROGRESSIVE] }];

const SCRIPT: &[Step] = &[Step::Deal("deal"), Step::Decide(0), Step::Reveal];

/// How many antes a play wager may be [FCP-2].
const PLAY_TIMES: [u8; 3] = [1, 2, 3];

/// What the game needs of its section.
pub(crate) struct FourCardPoker {
    win: Pay,
    tie: Pay,
    fold: Taken,
    beaten: Taken,
    bonus: PayTable,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> FourCardPoker {
    FourCardPoker {
        win: opening.pay("win"),
        tie: opening.pay("tie"),
        fold: opening.taken("fold", &["fold", "play"]),
        beaten: opening.taken("beaten", &["against-dealer"]),
        bonus: opening.required_table("automatic-bonus"),
    }
}

impl Game for FourCardPoker {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn compulsory(&self, seat: &Seat) -> Option<(Line, Cents)> {
        seat.has(ANTE).then(|| (PLAY, seat.stake(ANTE)))
    }

    fn hands(&self, _: &Felt, _: Whose, own: &[Card], _: &[Card]) -> Vec<Hand> {
        Hand::best_four(own).into_iter().collect()
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }

    fn progressive(&self, table: &Table, felt: &Felt, seat: usize) -> Option<RowId> {
        let posted = table.progressive.as_ref()?;
        let cards = felt.seats[seat].dealt();
        // FCCP rows follow the four-card order, any four of the five counting; PMG is judged on
        // all five (13) [FCP-5].
        match posted.order {
            Order::FourCard => posted.table.four(FourValue::best_of_5(&cards)),
            _ => posted.table.five(FiveValue::of(&cards)),
        }
    }

    fn is_progressive_live_after_fold(&self) -> bool {
        true
    }
}

impl Scripted for FourCardPoker {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, state: &RoundState<'_>, seat: usize, _: u8) -> Turn {
        // A player with aces up alone plays against the pay table only (2).
        if state.felt.seats[seat].has(ANTE) { Turn::Decide } else { Turn::Pass }
    }

    fn about(&self, _: u8) -> About {
        About { wager: "ante", stage: Stage::Play, line: Some(PLAY) }
    }

    fn choices(&self, state: &RoundState<'_>, seat: usize, _: u8, actions: &mut Actions) {
        let player = &state.felt.seats[seat];
        for times in PLAY_TIMES {
            let amount = play_of(player, times);
            if state.table.limits.allow(player, PLAY, amount) {
                actions.push_staking(Action::PlayTimes(times), amount);
            }
        }
        actions.push(Action::Fold);
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, _: u8, action: Action) {
        let player = &mut state.felt.seats[seat];
        if let Action::PlayTimes(times) = action {
            player.stakes[PLAY.index()] = play_of(player, times);
            return;
        }
        player.is_out = true;
        let player = &state.felt.seats[seat];
        state.settlement.lose(player, ANTE, self.fold);
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &state.felt.seats[seat];
        if player.has(PLAY) && !player.is_unseen() {
            let own = best_four(player);
            let lines = &mut *state.settlement;
            let dealer = FourValue::best_of_6(&state.felt.dealers());
            let outcome = match own.cmp(&dealer) {
                Ordering::Greater => Ok(self.win),
                Ordering::Equal => Ok(self.tie),
                Ordering::Less => Err(self.beaten),
            };
            lines.pay_or_lose(player, PLAY, outcome);
            lines.pay_or_lose(player, ANTE, outcome);
            // Paid on any such hand that was played, also on a loss [FCP-3].
            if let Some(row) = self.bonus.four(own) {
                lines.bonus(player, BONUS, ANTE, &self.bonus, row);
            }
        }
    }
}

/// The best four of a player's five cards [FCP-1].
fn best_four(seat: &Seat) -> FourValue {
    FourValue::best_of_5(&seat.dealt())
}

/// A play wager of so many antes (6).
fn play_of(seat: &Seat, times: u8) -> Cents {
    seat.stake(ANTE) * i64::from(times)
}
