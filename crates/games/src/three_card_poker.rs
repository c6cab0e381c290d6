//! Three-card poker, ARSD 20:18:16:15.02: three cards against the dealer's three, against a pay
//! table, or both.
//!
//! 1. Each player bets the ante, pair plus or both, and the side bets he likes (2).
//! 2. Three cards to each player and to the dealer (4).
//! 3. A player with an ante plays for as much again, or folds (8) (9).
//! 4. The dealer shows; he qualifies with queen high or better (7) (10).
//! 5. Last seat first: play, ante bonus, ante, pair plus, six card bonus (6).
//! 6. Progressive and envy at the end (16).

use hands::{Category, ThreeValue};
use money::Cents;

use cards::{Card, Rank};

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
    ANTE_BONUS = "ante-bonus",
    ANTE = "ante",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] =
    &[Bet { id: "ante", lines: &[ANTE] }, Bet { id: "progressive", lines: &[PROGRESSIVE] }];

const SCRIPT: &[Step] = &[Step::Deal("deal"), Step::Decide(0), Step::Reveal];

/// Queen high or better [TCP-3].
const QUALIFIES: ThreeValue =
    ThreeValue::floor(Category::HighCard, &[Rank::Queen]).expect("queen high is a hand");

/// What the game needs of its section.
pub(crate) struct ThreeCardPoker {
    win: Pay,
    tie: Pay,
    unqualified_ante: Pay,
    unqualified_play: Pay,
    fold: Taken,
    beaten: Taken,
    ante_bonus: PayTable,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> ThreeCardPoker {
    ThreeCardPoker {
        win: opening.pay("win"),
        tie: opening.pay("tie"),
        unqualified_ante: opening.pay("unqualified-ante"),
        unqualified_play: opening.pay("unqualified-play"),
        fold: opening.taken("fold", &["fold", "TCP-2"]),
        beaten: opening.taken("beaten", &["win"]),
        ante_bonus: opening.required_table("ante-bonus"),
    }
}

impl Game for ThreeCardPoker {
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
        Hand::three(own).into_iter().collect()
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }

    fn tips_follow(&self) -> Option<Line> {
        // For the dealer as for the player, play equals the ante (3) [TCP-8].
        Some(ANTE)
    }

    fn progressive(&self, table: &Table, felt: &Felt, seat: usize) -> Option<RowId> {
        let posted = table.progressive.as_ref()?;
        posted.table.three(felt.seats[seat].dealt())
    }

    fn is_progressive_live_after_fold(&self) -> bool {
        true
    }

    fn envy_needs_own_bet(&self) -> bool {
        true
    }
}

impl Scripted for ThreeCardPoker {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, state: &RoundState<'_>, seat: usize, _: u8) -> Turn {
        // A player with pair plus alone has nothing to decide [TCP-2].
        if state.felt.seats[seat].has(ANTE) { Turn::Decide } else { Turn::Pass }
    }

    fn about(&self, _: u8) -> About {
        About { wager: "ante", stage: Stage::Play, line: Some(PLAY) }
    }

    fn choices(&self, state: &RoundState<'_>, seat: usize, _: u8, actions: &mut Actions) {
        actions.push_staking(Action::Play, state.felt.seats[seat].stake(ANTE));
        actions.push(Action::Fold);
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, _: u8, action: Action) {
        let player = &mut state.felt.seats[seat];
        if action == Action::Play {
            player.stakes[PLAY.index()] = player.stake(ANTE);
            return;
        }
        player.is_out = true;
        let player = &state.felt.seats[seat];
        state.settlement.lose(player, ANTE, self.fold);
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &state.felt.seats[seat];
        // A hand that nobody saw has won nothing [GEN-15].
        if player.has(PLAY) && !player.is_unseen() {
            let (cards, dealers) = (player.dealt::<3>(), state.felt.dealers::<3>());
            let lines = &mut *state.settlement;
            let (own, dealer) = (ThreeValue::of(&cards), ThreeValue::of(&dealers));
            let (play, ante) = match own.cmp(&dealer) {
                _ if dealer < QUALIFIES => (Ok(self.unqualified_play), Ok(self.unqualified_ante)),
                std::cmp::Ordering::Greater => (Ok(self.win), Ok(self.win)),
                std::cmp::Ordering::Equal => (Ok(self.tie), Ok(self.tie)),
                std::cmp::Ordering::Less => (Err(self.beaten), Err(self.beaten)),
            };
            lines.pay_or_lose(player, PLAY, play);
            // Paid on any straight or better that was played, also on a loss [TCP-4].
            if let Some(row) = self.ante_bonus.three(cards) {
                lines.bonus(player, ANTE_BONUS, ANTE, &self.ante_bonus, row);
            }
            lines.pay_or_lose(player, ANTE, ante);
        }
    }
}
