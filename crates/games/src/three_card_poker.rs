//! Three-card poker, ARSD 20:18:16:15.02: three cards against the dealer's three, against a pay
//! table, or both.
//!
//! 1. Each player bets the ante, pair plus or both, and the side bets he likes (2).
//! 2. Three cards to each player and to the dealer (4).
//! 3. A player with an ante plays for as much again, or folds (8) (9).
//! 4. The dealer shows; he qualifies with queen high or better (7) (10).
//! 5. Last seat first: play, ante bonus, ante, pair plus, six card bonus (6).
//! 6. Progressive and envy at the end (16).

use hands::{Category, FiveValue, ThreeValue};
use money::Cents;

use cards::Rank;

use crate::action::{Action, Actions};
use crate::felt::{Felt, Line, Seat};
use crate::game::{Bet, Game, TippedWager, lines};
use crate::hand_name::Ranking;
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
    PAIR_PLUS = "pair-plus",
    SIX_CARD = "six-card-bonus",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] = &[
    Bet { id: "ante", lines: &[ANTE] },
    Bet { id: "pair-plus", lines: &[PAIR_PLUS] },
    Bet { id: "six-card-bonus", lines: &[SIX_CARD] },
    Bet { id: "progressive", lines: &[PROGRESSIVE] },
];

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
    no_pair: Taken,
    no_bonus: Taken,
    ante_bonus: PayTable,
    pair_plus: PayTable,
    six_card: Option<PayTable>,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> ThreeCardPoker {
    let six_card = opening.table("six-card-bonus");
    let no_bonus = if six_card.is_some() {
        opening.taken("no bonus", &["six-card-bonus"])
    } else {
        opening.taken("no bonus", &["order"])
    };
    ThreeCardPoker {
        win: opening.pay("win"),
        tie: opening.pay("tie"),
        unqualified_ante: opening.pay("unqualified-ante"),
        unqualified_play: opening.pay("unqualified-play"),
        fold: opening.taken("fold", &["fold", "TCP-2"]),
        beaten: opening.taken("beaten", &["win"]),
        no_pair: opening.taken("no pair", &["pair-plus", "fold"]),
        no_bonus,
        ante_bonus: opening.required_table("ante-bonus"),
        pair_plus: opening.required_table("pair-plus"),
        six_card,
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

    fn ranking(&self, _: &Felt) -> Ranking {
        Ranking::Three
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }

    fn tipped_wager(&self, _: &Felt, action: Action) -> Option<TippedWager> {
        // For the dealer as for the player, play equals the ante (3) [TCP-8].
        (action == Action::Play).then_some(TippedWager { line: PLAY, on: ANTE, times: 1 })
    }

    fn progressive(&self, table: &Table, felt: &Felt, seat: usize) -> Option<RowId> {
        let posted = table.progressive.as_ref()?;
        posted.table.three(felt.seats[seat].dealt())
    }

    fn is_progressive_live_after_fold(&self) -> bool {
        true
    }

    fn wins_folded(&self, felt: &Felt, seat: usize, line: Line) -> bool {
        let cards @ [a, b, c] = felt.seats[seat].dealt();
        match line {
            PAIR_PLUS => self.pair_plus.three(cards).is_some(),
            SIX_CARD => {
                let [d, e, f] = felt.dealers();
                let best = FiveValue::best_of_6(&[a, b, c, d, e, f]);
                self.six_card.as_ref().is_some_and(|table| table.five(best).is_some())
            }
            _ => false,
        }
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

    fn choices(&self, _: &RoundState<'_>, _: usize, _: u8, actions: &mut Actions) {
        actions.extend([Action::Play, Action::Fold]);
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
        self.collect_pair_plus(state, seat);
    }

    fn pass(&self, state: &mut RoundState<'_>, seat: usize, _: u8) {
        self.collect_pair_plus(state, seat);
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let dealers = state.felt.dealers::<3>();
        let player = &state.felt.seats[seat];
        // A hand that nobody saw has won nothing [GEN-15]; its pair plus is collected.
        if player.is_unseen() {
            if player.has(SIX_CARD) {
                state.settlement.lose(player, SIX_CARD, self.no_bonus);
            }
            return;
        }
        let cards = player.dealt::<3>();
        let lines = &mut *state.settlement;
        if player.has(PLAY) {
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
        if player.has(PAIR_PLUS)
            && let Some(row) = self.pair_plus.three(cards)
        {
            lines.table(player, PAIR_PLUS, &self.pair_plus, Some(row), self.no_pair);
        } else if player.has(PAIR_PLUS) && player.has(PLAY) {
            lines.lose(player, PAIR_PLUS, self.no_pair);
        }
        if let Some(table) = self.six_card.as_ref().filter(|_| player.has(SIX_CARD)) {
            let [a, b, c] = cards;
            let [d, e, f] = dealers;
            let row = table.five(FiveValue::best_of_6(&[a, b, c, d, e, f]));
            lines.table(player, SIX_CARD, table, row, self.no_bonus);
        }
    }

    fn goes_on(&self, felt: &Felt) -> bool {
        // The dealer's hand is needed by whoever plays, and by a six card bonus, which stays live
        // after a fold (8).
        felt.seats.iter().any(|seat| !seat.is_out || seat.has(SIX_CARD))
    }
}

impl ThreeCardPoker {
    /// Collects a pair plus without a pair, of a hand that does not go on (8).
    fn collect_pair_plus(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &state.felt.seats[seat];
        // A hand with too few cards is a misdeal: what is collected now goes back (5).
        let Some(cards) = player.hands[0].cards.array() else { return };
        let is_lost = player.is_unseen() || self.pair_plus.three(cards).is_none();
        if player.has(PAIR_PLUS) && is_lost {
            state.settlement.lose(player, PAIR_PLUS, self.no_pair);
        }
    }
}
