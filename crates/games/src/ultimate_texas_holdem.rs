//! Ultimate Texas Hold'em, ARSD 20:18:16:15.15: two cards and a board of five against the dealer's,
//! with one play bet, the larger the sooner; trips on the hand alone.
//!
//! 1. Each player bets ante and blind, trips or all, and the progressive if he likes (2).
//! 2. Two cards to each player and to the dealer; by machine the board comes first, face down (4).
//! 3. A player with an ante plays 4 or 3 antes, or checks (7).
//! 4. A burn and the flop (8); who has checked plays 2 antes, or checks again (9).
//! 5. A burn, turn and river (10); who has checked twice plays one ante, or folds (11) (12).
//! 6. The dealer shows; he qualifies with a pair or better (13).
//! 7. Last seat first: play, ante, blind, trips (6).
//! 8. Progressive and envy at the end (18).

use std::cmp::Ordering;

use hands::{Category, FiveValue};
use money::Cents;
use rulebook::Citation;

use crate::action::Action;
use crate::choice::{About, Actions, Stage};
use crate::felt::{Felt, Line, Seat};
use crate::game::{Bet, Game, goes_only_with, lines};
use crate::holdem;
use crate::paytable::{PayTable, RowId};
use crate::refusal::Refusal;
use crate::round::Next;
use crate::script::{self, Scripted, Step, Turn};
use crate::settle::{Pay, Taken};
use crate::state::RoundState;
use crate::table::{Opening, Table};

lines! {
    PLAY = "play",
    ANTE = "ante",
    BLIND = "blind",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] = &[
    Bet { id: "ante", lines: &[ANTE] },
    Bet { id: "blind", lines: &[BLIND] },
    Bet { id: "progressive", lines: &[PROGRESSIVE] },
];

const SCRIPT: &[Step] = &[
    Step::Deal("deal"),
    Step::Decide(0),
    Step::Deal("flop"),
    Step::TurnUp(3),
    Step::Decide(1),
    Step::Deal("river"),
    Step::TurnUp(5),
    Step::Decide(LAST),
    Step::Reveal,
];

/// The decision in which a player folds instead of checking (11).
const LAST: u8 = 2;

/// How many antes a play bet may be in each decision [UTH-2].
const PLAYS: [&[u8]; 3] = [&[4, 3], &[2], &[1]];

/// A pair or better [UTH-3].
const QUALIFIES: FiveValue =
    FiveValue::floor(Category::Pair, &[]).expect("a pair is a hand of five cards");

/// What the game needs of its section.
pub(crate) struct UltimateTexasHoldem {
    win: Pay,
    tie: Pay,
    unqualified_ante: Pay,
    unqualified_play: Pay,
    blind_below_straight: Pay,
    fold: Taken,
    beaten: Taken,
    beaten_blind: Taken,
    blind: PayTable,
    bets: Option<Citation>,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> UltimateTexasHoldem {
    UltimateTexasHoldem {
        win: opening.pay("win"),
        tie: opening.pay("tie"),
        unqualified_ante: opening.pay("unqualified-ante"),
        unqualified_play: opening.pay("unqualified-play"),
        blind_below_straight: opening.pay("blind-below-straight"),
        fold: opening.taken("fold", &["fold"]),
        beaten: opening.taken("beaten", &["win"]),
        beaten_blind: opening.taken("beaten", &["blind", "UTH-4"]),
        blind: opening.required_table("blind"),
        bets: opening.section.cite("bets"),
    }
}

impl Game for UltimateTexasHoldem {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn check_bets(&self, _: &Table, _: &Felt, seat: &Seat) -> Result<(), Refusal> {
        // Ante and blind together and equal [UTH-1].
        let cite = || self.bets.clone().unwrap_or_else(|| Citation::Ruling("UTH-1".to_owned()));
        match (seat.has(ANTE), seat.has(BLIND)) {
            (true, false) => Err(goes_only_with("ante", "blind", cite())),
            (false, true) => Err(goes_only_with("blind", "ante", cite())),
            _ if seat.stake(ANTE) != seat.stake(BLIND) => Err(Refusal::MustBeEqual {
                bet: "blind".to_owned(),
                other: "ante".to_owned(),
                cite: cite(),
            }),
            _ => Ok(()),
        }
    }

    fn compulsory(&self, seat: &Seat) -> Option<(Line, Cents)> {
        // Who never bets more must play one ante at last, or fold (11).
        seat.has(ANTE).then(|| (PLAY, seat.stake(ANTE)))
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }

    fn tips_follow(&self) -> Option<Line> {
        // In the player's multiple of the tip ante (3) [UTH-9].
        Some(ANTE)
    }

    fn progressive(&self, table: &Table, felt: &Felt, seat: usize) -> Option<RowId> {
        let posted = table.progressive.as_ref()?;
        let hole = felt.seats[seat].dealt();
        holdem::progressive(posted, hole, holdem::board(felt))
    }

    fn is_progressive_live_after_fold(&self) -> bool {
        true
    }
}

impl Scripted for UltimateTexasHoldem {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, state: &RoundState<'_>, seat: usize, _: u8) -> Turn {
        // There is one play bet only [UTH-2], and none on trips alone [UTH-1].
        let player = &state.felt.seats[seat];
        if player.has(ANTE) && !player.has(PLAY) { Turn::Decide } else { Turn::Pass }
    }

    fn about(&self, decision: u8) -> About {
        let stage = [Stage::BeforeFlop, Stage::AfterFlop, Stage::AfterRiver];
        About { wager: "ante", stage: stage[usize::from(decision)], line: Some(PLAY) }
    }

    fn choices(&self, state: &RoundState<'_>, seat: usize, decision: u8, actions: &mut Actions) {
        let player = &state.felt.seats[seat];
        for &times in PLAYS[usize::from(decision)] {
            let amount = player.stake(ANTE) * i64::from(times);
            if state.table.limits.allow(player, PLAY, amount) {
                actions.push_staking(Action::BetTimes(times), amount);
            }
        }
        actions.push(if decision == LAST { Action::Fold } else { Action::Check });
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, _: u8, action: Action) {
        let player = &mut state.felt.seats[seat];
        match action {
            Action::BetTimes(times) => {
                player.stakes[PLAY.index()] = player.stake(ANTE) * i64::from(times);
            }
            Action::Fold => self.fold(state, seat),
            _ => {}
        }
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &state.felt.seats[seat];
        if player.has(PLAY) && !player.is_unseen() {
            let own = holdem::best_five(player.dealt(), holdem::board(state.felt));
            self.settle_play(state, seat, own);
        }
    }

    fn goes_on(&self, _: &Felt) -> bool {
        // A fold comes after the last card (12), and the dealer shows when all have acted (13).
        true
    }
}

impl UltimateTexasHoldem {
    /// Collects ante and blind of a player who folds (12).
    fn fold(&self, state: &mut RoundState<'_>, seat: usize) {
        state.felt.seats[seat].is_out = true;
        let player = &state.felt.seats[seat];
        state.settlement.lose(player, ANTE, self.fold);
        state.settlement.lose(player, BLIND, self.fold);
    }

    /// Settles play, ante and blind against the dealer (13) to (16).
    fn settle_play(&self, state: &mut RoundState<'_>, seat: usize, own: FiveValue) {
        let player = &state.felt.seats[seat];
        let lines = &mut *state.settlement;
        let dealer = holdem::best_five(state.felt.dealers(), holdem::board(state.felt));
        let is_qualified = dealer >= QUALIFIES;
        let play = match own.cmp(&dealer) {
            Ordering::Greater if is_qualified => Ok(self.win),
            Ordering::Greater => Ok(self.unqualified_play),
            Ordering::Equal => Ok(self.tie),
            Ordering::Less => Err(self.beaten),
        };
        lines.pay_or_lose(player, PLAY, play);
        // Without a qualified dealer there is no action on the ante, win or lose [UTH-3].
        lines.pay_or_lose(
            player,
            ANTE,
            if is_qualified { play } else { Ok(self.unqualified_ante) },
        );
        match own.cmp(&dealer) {
            Ordering::Greater => match self.blind.five(own) {
                None => lines.pay(player, BLIND, self.blind_below_straight),
                row => lines.table(player, BLIND, &self.blind, row, self.beaten_blind),
            },
            Ordering::Equal => lines.pay(player, BLIND, self.tie),
            Ordering::Less => lines.lose(player, BLIND, self.beaten_blind),
        }
    }
}
