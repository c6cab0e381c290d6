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

use hands::{FiveValue, FourValue};
use money::Cents;
use rulebook::Order;

use crate::action::{Action, Actions};
use crate::felt::{Felt, Line, Seat};
use crate::game::{Bet, Game, lines};
use crate::hand_name::Ranking;
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
    ACES_UP = "aces-up",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] = &[
    Bet { id: "ante", lines: &[ANTE] },
    Bet { id: "aces-up", lines: &[ACES_UP] },
    Bet { id: "progressive", lines: &[PROGRESSIVE] },
];

const SCRIPT: &[Step] = &[Step::Deal("deal"), Step::Decide(0), Step::Reveal];

/// How many antes a play wager may be [FCP-2].
const PLAY_TIMES: [u8; 3] = [1, 2, 3];

/// What the game needs of its section.
pub(crate) struct FourCardPoker {
    win: Pay,
    tie: Pay,
    fold: Taken,
    beaten: Taken,
    no_aces: Taken,
    bonus: PayTable,
    aces_up: PayTable,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> FourCardPoker {
    FourCardPoker {
        win: opening.pay("win"),
        tie: opening.pay("tie"),
        fold: opening.taken("fold", &["fold", "play"]),
        beaten: opening.taken("beaten", &["against-dealer"]),
        no_aces: opening.taken("no pair of aces", &["aces-up"]),
        bonus: opening.required_table("automatic-bonus"),
        aces_up: opening.required_table("aces-up"),
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

    fn ranking(&self, _: &Felt) -> Ranking {
        Ranking::Four
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

    fn wins_folded(&self, felt: &Felt, seat: usize, line: Line) -> bool {
        line == ACES_UP && self.aces_up.four(best_four(&felt.seats[seat])).is_some()
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

    fn choices(&self, state: &RoundState<'_>, seat: usize, _: u8, actions: &mut Actions) {
        let player = &state.felt.seats[seat];
        let allowed =
            |times: &u8| state.table.limits.allow(LINES, player, PLAY, play_of(player, *times));
        actions.extend(PLAY_TIMES.into_iter().filter(allowed).map(Action::PlayTimes));
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
        // A hand with too few cards is void: what is collected now goes back (14).
        let Some(cards) = player.hands[0].cards.array() else { return };
        // A pair of aces or better wins though it was folded, and waits for its turn (6).
        let own = || FourValue::best_of_5(&cards);
        // A hand that nobody saw has won nothing [GEN-15].
        if player.has(ACES_UP) && (player.is_unseen() || self.aces_up.four(own()).is_none()) {
            state.settlement.lose(player, ACES_UP, self.no_aces);
        }
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &state.felt.seats[seat];
        if player.is_unseen() {
            return;
        }
        let own = best_four(player);
        let lines = &mut *state.settlement;
        if player.has(PLAY) {
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
        if player.has(ACES_UP) {
            let row = self.aces_up.four(own);
            // A folded hand's losing aces up was collected when it was folded.
            if row.is_some() || !player.is_out {
                lines.table(player, ACES_UP, &self.aces_up, row, self.no_aces);
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
