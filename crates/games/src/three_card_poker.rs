//! Three-card poker, ARSD 20:18:16:15.02: three cards against the dealer's three, against a pay
//! table, or both.
//!
//! 1. Each player bets the ante, pair plus or both, and the side bets he likes (2).
//! 2. Three cards to each player and to the dealer (4).
//! 3. A player with an ante plays for as much again, or folds (8) (9).
//! 4. The dealer shows; he qualifies with queen high or better (7) (10).
//! 5. Last seat first: play, ante bonus, ante, pair plus, six card bonus (6).
//! 6. Progressive and envy at the end (16).

use cards::{Card, Rank};
use hands::{Category, ThreeValue};
use money::Cents;

use crate::action::Action;
use crate::against_dealer::{AgainstDealer, Comparison, Shape, Terms};
use crate::felt::{Felt, Line, Seat};
use crate::game::{Bet, Game, lines};
use crate::hand::{Hand, Whose};
use crate::paytable::RowId;
use crate::round::Next;
use crate::script;
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

const SHAPE: Shape = Shape {
    ante: ANTE,
    stay: PLAY,
    plays: &[(Action::Play, 1)],
    compares: Comparison {
        cards: 3,
        value: |cards| ThreeValue::of_set(cards).expect("three cards are dealt").get(),
        // Queen high or better [TCP-3].
        qualifies: ThreeValue::floor(Category::HighCard, &[Rank::Queen])
            .expect("queen high is a hand")
            .get(),
    },
    // Paid on any straight or better that was played, also on a loss [TCP-4].
    bonus: Some(ANTE_BONUS),
    row: |table, cards| table.three(cards.try_into().expect("three cards are dealt")),
    order: &[PLAY, ANTE_BONUS, ANTE],
};

/// What the game needs of its section.
pub(crate) struct ThreeCardPoker(Terms);

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> ThreeCardPoker {
    ThreeCardPoker(Terms {
        win: opening.pay("win"),
        tie: opening.pay("tie"),
        unqualified: Some([opening.pay("unqualified-ante"), opening.pay("unqualified-play")]),
        fold: opening.taken("fold", &["fold", "TCP-2"]),
        fold_progressive: None,
        beaten: opening.taken("beaten", &["win"]),
        table: opening.required_table("ante-bonus"),
    })
}

impl AgainstDealer for ThreeCardPoker {
    fn shape(&self) -> &'static Shape {
        &SHAPE
    }

    fn terms(&self) -> &Terms {
        &self.0
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
        SHAPE.compulsory(seat)
    }

    fn compares(&self) -> Option<Comparison> {
        Some(SHAPE.compares)
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
