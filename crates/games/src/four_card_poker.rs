//! Four-Card poker, ARSD 20:18:16:15.10: the best four of five cards against the dealer's best four
//! of six, against a pay table, or both.
//!
//! 1. Each player bets the ante, aces up or both, and the progressive if he likes (2) (3).
//! 2. Five cards to each player, six to the dealer, whose last is up (5).
//! 3. A player with an ante plays for one to three times as much, or folds (6) (7).
//! 4. The dealer shows his best four cards; he always qualifies, and the player wins ties (8) (10).
//! 5. Last seat first: play, ante, automatic bonus, aces up, progressive (9).
//! 6. Envy at the end (16)(b).

use cards::Card;
use hands::{FiveValue, FourValue};
use money::Cents;
use rulebook::Order;

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
    ANTE = "ante",
    BONUS = "automatic-bonus",
    PROGRESSIVE = "progressive",
}

const BETS: &[Bet] =
    &[Bet { id: "ante", lines: &[ANTE] }, Bet { id: "progressive", lines: &[PROGRESSIVE] }];

const SHAPE: Shape = Shape {
    ante: ANTE,
    stay: PLAY,
    // One to three antes [FCP-2].
    plays: &[(Action::PlayTimes(1), 1), (Action::PlayTimes(2), 2), (Action::PlayTimes(3), 3)],
    compares: Comparison {
        cards: 4,
        // The best four of a player's five or a dealer's six cards; the dealer always qualifies [FCP-1].
        value: |cards| FourValue::of_set(cards).expect("four to six cards").get(),
        qualifies: 0,
    },
    // Paid on any such hand that was played, also on a loss [FCP-3].
    bonus: Some(BONUS),
    row: |table, cards| table.four(FourValue::of_set(cards.iter().collect()).ok()?),
    order: &[PLAY, ANTE, BONUS],
};

/// What the game needs of its section.
pub(crate) struct FourCardPoker(Terms);

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> FourCardPoker {
    FourCardPoker(Terms {
        win: opening.pay("win"),
        tie: opening.pay("tie"),
        unqualified: None,
        fold: opening.taken("fold", &["fold", "play"]),
        fold_progressive: None,
        beaten: opening.taken("beaten", &["against-dealer"]),
        table: opening.required_table("automatic-bonus"),
    })
}

impl AgainstDealer for FourCardPoker {
    fn shape(&self) -> &'static Shape {
        &SHAPE
    }

    fn terms(&self) -> &Terms {
        &self.0
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
        SHAPE.compulsory(seat)
    }

    fn compares(&self) -> Option<Comparison> {
        Some(SHAPE.compares)
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
