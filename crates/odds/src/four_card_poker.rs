//! Four-Card poker, 20:18:16:15.10: how many antes to play.

pub(crate) mod charts;

use cards::{Card, Rank};
use hands::{Category, FourValue};
use rulebook::{Order, Schedule};

use crate::against_dealer::{self, AgainstDealer};
use crate::census::Space;
use crate::dealer_hands::{Code, Player};
use crate::exact::Exact;
use crate::game::{Game, Question, Unit};
use crate::joint::SideNets;
use crate::protect::{Knowing, Secrets, Sees};
use crate::solution::{Simple, Solution, unknown_strategy};
use crate::subject::Subject;
use crate::warm::Held;

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

const AGAINST_DEALER: AgainstDealer = AgainstDealer {
    simple: SIMPLE,
    choose: simple,
    charts: charts::charts,
    decision: "on five cards and the dealer's card",
};

/// The game.
pub(crate) struct FourCardPoker;

impl Game for FourCardPoker {
    fn unit(&self, _: &str) -> Unit {
        Unit::ANTE
    }

    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        match schedule.wager.as_str() {
            // FCCP follows the four-card order, PMG is judged on all five [FCP-5].
            "progressive" if schedule.parts[0].order == Order::FourCard => Some(Space::FourOfFive),
            "progressive" => Some(Space::Five),
            _ => None,
        }
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn warm(&self, subject: &Subject, wager: &str) -> Vec<Held> {
        if wager == "ante" { against_dealer::warm(subject) } else { Vec::new() }
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        against_dealer::solve(question, &AGAINST_DEALER)
    }

    fn products(&self, question: &Question<'_>, sides: &[&SideNets]) -> Vec<Option<Exact>> {
        against_dealer::products(question, sides)
    }

    fn secrets(&self, subject: &Subject) -> Secrets {
        against_dealer::secrets(subject)
    }

    fn knowing(&self, question: &Question<'_>, sees: Sees) -> Option<Knowing> {
        against_dealer::sees(question, &AGAINST_DEALER, sees)
    }
}

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
