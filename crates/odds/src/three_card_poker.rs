//! Three-card poker, 20:18:16:15.02: when to play.

use cards::Rank::{Four, Queen, Six};
use hands::{Category, ThreeValue};

use crate::against_dealer::{self, Advice, AgainstDealer};
use crate::dealer_hands::{Code, letters};
use crate::solution::{Simple, unknown_strategy};
use crate::strategy::{Body, Chart};

/// The lowest hands of the popular rules for playing [KNOWN].
const QUEEN_HIGH: u16 = high_card(&[Queen]);
const QUEEN_SIX_FOUR: u16 = high_card(&[Queen, Six, Four]);

const fn high_card(ranks: &[cards::Rank]) -> u16 {
    ThreeValue::floor(Category::HighCard, ranks).expect("it is a hand").get()
}

const SIMPLE: &[Simple] = &[
    Simple { id: "q-6-4", says: "Play queen-six-four or better; fold the rest." },
    Simple {
        id: "mimic-dealer",
        says: "Play queen high or better, the hands with which the dealer qualifies.",
    },
    Simple { id: "always-play", says: "Play every hand." },
];

/// The game.
pub(crate) const GAME: AgainstDealer = AgainstDealer {
    simple: SIMPLE,
    choose: |id, player, _| match id {
        "always-play" => 1,
        "mimic-dealer" => Code::from(player.value >= QUEEN_HIGH),
        "q-6-4" => Code::from(player.value >= QUEEN_SIX_FOUR),
        other => unknown_strategy(other),
    },
    charts,
    decision: "on three cards",
};

/// The lowest hand that is played, and whether every better one is and no lower one.
fn charts(advice: &Advice) -> Vec<Chart> {
    let counts = advice.hands.counted();
    let players = &counts.players;
    let plays = |value: u16| advice.choices.always(value) != Some(against_dealer::FOLD);
    let lowest = players.iter().find(|player| plays(player.value));
    let low = lowest.map_or(u16::MAX, |player| player.value);
    let is_sharp = players
        .iter()
        .all(|player| advice.choices.always(player.value) == Some(Code::from(player.value >= low)));
    let rules = match lowest {
        None => vec!["Fold every hand.".to_owned()],
        Some(player) => {
            let value = ThreeValue::of_set(player.cards).expect("three cards");
            let play = format!("Play {} or better.", letters(&value.ranks()));
            vec![play, "Fold the rest.".to_owned()]
        }
    };
    let note = match is_sharp {
        true => "Exactly optimal: every hand was compared with folding.",
        false => "No single hand separates what is played from what is folded.",
    };
    let (title, note) = ("Play or fold".to_owned(), note.to_owned());
    vec![Chart { title, body: Body::Rules(rules), note }]
}
