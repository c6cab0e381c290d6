//! Four-Card poker, 20:18:16:15.10: how many antes to play.

pub(crate) mod charts;

use cards::{Card, Rank};
use hands::{Category, FourValue};

use crate::against_dealer::AgainstDealer;
use crate::dealer_hands::{Code, Player};
use crate::solution::{Simple, unknown_strategy};

const SIMPLE: &[Simple] = &[
    Simple {
        id: "by-up-card",
        says: "Play three antes with a pair of aces or better, and with a pair of nines to kings \
               unless the dealer's card is higher than your pair; one ante with any other pair of \
               threes or better, and with a pair of twos or ace-king-queen if you hold a card of \
               the dealer's rank; fold the rest.",
    },
    Simple {
        id: "pair-of-tens",
        says: "Play three antes with a pair of tens or better and one with a pair of threes to \
               nines, fold less.",
    },
    Simple {
        id: "any-pair",
        says: "Play three antes with a pair of tens or better and one with a lower pair, fold less.",
    },
    Simple { id: "always-play-1x", says: "Play one ante on every hand." },
    Simple { id: "always-play-3x", says: "Play three antes on every hand." },
];

/// The largest play wager; a choice is numbered by how many antes it plays.
const TRIPLE: Code = 3;

const ACE_KING_QUEEN: u16 = floor(Category::HighCard, &[Rank::Ace, Rank::King, Rank::Queen]);

/// The lowest value of a pair of this rank.
const fn pair(rank: Rank) -> u16 {
    floor(Category::Pair, &[rank])
}

const fn floor(category: Category, ranks: &[Rank]) -> u16 {
    FourValue::floor(category, ranks).expect("it is a hand").get()
}

/// The game.
pub(crate) const GAME: AgainstDealer = AgainstDealer {
    simple: SIMPLE,
    choose: simple,
    charts: charts::charts,
    decision: "on five cards and the dealer's card",
};

/// What a simple strategy chooses.
fn simple(id: &str, player: &Player, up: Card) -> Code {
    let value = player.value;
    match id {
        "always-play-1x" => 1,
        "always-play-3x" => TRIPLE,
        "by-up-card" => by_up_card(player, up.rank()),
        "any-pair" | "pair-of-tens" if value >= pair(Rank::Ten) => TRIPLE,
        "any-pair" => Code::from(value >= pair(Rank::Two)),
        "pair-of-tens" => Code::from(value >= pair(Rank::Three)),
        other => unknown_strategy(other),
    }
}

fn by_up_card(player: &Player, up: Rank) -> Code {
    let value = player.value;
    if value >= pair(Rank::Ace) || value >= pair(Rank::Nine) && value >= pair(up) {
        return TRIPLE;
    }
    if value >= pair(Rank::Three) {
        return 1;
    }
    Code::from(value >= ACE_KING_QUEEN && player.cards.count_of(up) > 0)
}
