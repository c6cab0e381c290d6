//! What players count at the river: a hidden pair, and the cards that beat them.

use hands::Hand;

use super::showdown::{Left, Place, Showdown, TYPES};
use super::start::Ranks;
use super::texture::{Model, PLAIN, RANKS, flush_models, plain_models};

/// How a hand stands at the river, as players see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Standing {
    /// A pair of which at least one card is held, or the cards held make more of the board than it
    /// is.
    Hidden,
    /// Only the board, or a kicker: so many of the 45 cards unseen beat it, if the dealer holds one.
    Outs(u8),
}

/// A texture: its ranks, the category of its own five cards, and for each type of card how many are
/// left and what one of them makes of it.
struct Seen {
    ranks: u16,
    board: u16,
    left: [u8; TYPES],
    makes: [u16; TYPES],
}

/// All textures, as players see them.
pub(crate) struct Outs(Vec<Seen>);

impl Outs {
    pub(crate) fn new() -> Outs {
        let seen = |model: Option<Model>| {
            let Some(model) = model else {
                return Seen { ranks: 0, board: 0, left: [0; TYPES], makes: [0; TYPES] };
            };
            let board = Hand::from(model.board);
            let left = Left::of(&model).cards;
            let makes = |place: usize| {
                left[place].first().map_or(0, |&card| board.with(card).value().get())
            };
            Seen {
                ranks: model.board.iter().fold(0, |set, card| set | 1 << card.rank().index()),
                board: board.value().category() as u16,
                makes: std::array::from_fn(makes),
                left: std::array::from_fn(|place| left[place].len() as u8),
            }
        };
        let flush = flush_models().into_iter().map(Some);
        Outs(plain_models().into_iter().chain(flush).map(seen).collect())
    }

    /// How a hand stands on a river. `categories` are by value's number.
    pub(crate) fn standing(
        &self,
        ranks: Ranks,
        (relation, texture): Place,
        showdown: Showdown,
        categories: &[u8],
    ) -> Standing {
        let (texture, used) = match relation {
            None => (texture, RANKS),
            Some(_) => (PLAIN + texture, TYPES),
        };
        let seen = &self.0[texture];
        let held = 1u16 << ranks.high.index() | 1 << ranks.low.index();
        let category = u16::from(categories[usize::from(showdown.value)]);
        if ranks.high == ranks.low || held & seen.ranks != 0 || category > seen.board {
            return Standing::Hidden;
        }
        let mut outs = 0;
        for place in 0..used {
            outs += seen.left[place] * u8::from(seen.makes[place] > showdown.value);
        }
        for held in ranks.types(relation.unwrap_or(0)) {
            outs -= u8::from(seen.makes[held] > showdown.value);
        }
        Standing::Outs(outs)
    }
}
