//! Caribbean stud, 20:18:16:15.05: when to bet.

pub(crate) mod charts;

use cards::{Card, CardSet, Rank};
use hands::{Category, FiveValue};

use crate::against_dealer::AgainstDealer;
use crate::dealer_hands::{Code, Player};
use crate::solution::{Simple, unknown_strategy};

/// The lowest hands of the popular rules.
const ACE_KING: u16 = floor(Category::HighCard, &[Rank::Ace, Rank::King]);
const PAIR: u16 = floor(Category::Pair, &[]);
/// The popular rule with one hand to remember.
const ACE_KING_JACK_EIGHT_THREE: u16 = {
    use Rank::{Ace, Eight, Jack, King, Three};
    floor(Category::HighCard, &[Ace, King, Jack, Eight, Three])
};

const fn floor(category: Category, ranks: &[Rank]) -> u16 {
    FiveValue::floor(category, ranks).expect("it is a hand").get()
}

const SIMPLE: &[Simple] = &[
    Simple {
        id: "ace-king-rules",
        says: "Bet any pair or better; with ace-king, bet if the dealer's queen or lower is of a \
               rank you hold, or if the dealer shows an ace or king and you hold a queen or jack, \
               or if the dealer shows no rank of yours, you hold a queen and your fourth-highest \
               card beats the dealer's; \
               fold the rest.",
    },
    Simple { id: "ak-j83", says: "Bet ace-king-jack-eight-three or better; fold the rest." },
    Simple {
        id: "pair-or-ace-king",
        says: "Bet ace-king or better, the hands with which the dealer qualifies; fold the rest.",
    },
    Simple { id: "pair-or-better", says: "Bet any pair or better; fold the rest." },
    Simple { id: "always-raise", says: "Bet on every hand." },
];

/// The game.
pub(crate) const GAME: AgainstDealer = AgainstDealer {
    simple: SIMPLE,
    choose: simple,
    charts: charts::charts,
    decision: "on five cards and the dealer's card",
};

/// What a simple strategy chooses: one to bet.
fn simple(id: &str, player: &Player, up: Card) -> Code {
    let value = player.value;
    Code::from(match id {
        "always-raise" => true,
        "pair-or-better" => value >= PAIR,
        "pair-or-ace-king" => value >= ACE_KING,
        "ak-j83" => value >= ACE_KING_JACK_EIGHT_THREE,
        "ace-king-rules" => {
            value >= PAIR || value >= ACE_KING && is_good_ace_king(player.cards, up)
        }
        other => unknown_strategy(other),
    })
}

/// The published rules for ace-king, of which one must hold.
fn is_good_ace_king(own: CardSet, up: Card) -> bool {
    let holds = |rank: Rank| own.count_of(rank) > 0;
    if up.rank() >= Rank::King {
        return holds(Rank::Queen) || holds(Rank::Jack);
    }
    let fourth = Rank::ALL.into_iter().filter(|rank| holds(*rank)).nth(1);
    holds(up.rank()) || holds(Rank::Queen) && fourth > Some(up.rank())
}
