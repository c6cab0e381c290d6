//! The games by their ids.

use crate::game::Game;
use crate::table::Opening;
use crate::{
    blackjack, buster_blackjack, caribbean_stud, casino_war, four_card_poker, holdem_212,
    let_it_ride, mississippi_stud, phil_em_up, silverado_stud, texas_holdem_bonus,
    three_card_poker, ultimate_texas_holdem, war_blackjack,
};

/// Reads a game's rules off its section; nothing if there is no such game.
pub(crate) fn open(id: &str, opening: &mut Opening) -> Option<Box<dyn Game>> {
    Some(match id {
        "blackjack" => Box::new(blackjack::open(opening)),
        "buster-blackjack" => Box::new(buster_blackjack::open(opening)),
        "casino-war" => Box::new(casino_war::open(opening)),
        "caribbean-stud" => Box::new(caribbean_stud::open(opening)),
        "four-card-poker" => Box::new(four_card_poker::open(opening)),
        "holdem-212" => Box::new(holdem_212::open(opening)),
        "let-it-ride" => Box::new(let_it_ride::open(opening)),
        "mississippi-stud" => Box::new(mississippi_stud::open(opening)),
        "phil-em-up" => Box::new(phil_em_up::open(opening)),
        "silverado-stud" => Box::new(silverado_stud::open(opening)),
        "texas-holdem-bonus" => Box::new(texas_holdem_bonus::open(opening)),
        "three-card-poker" => Box::new(three_card_poker::open(opening)),
        "ultimate-texas-holdem" => Box::new(ultimate_texas_holdem::open(opening)),
        "war-blackjack" => Box::new(war_blackjack::open(opening)),
        _ => return None,
    })
}
