//! How a blackjack table cuts, burns and shuffles, ARSD 20:18:15:10, :11, :15 [BJ-5]: for the house
//! that deals. A recorded round begins with the first card dealt and has none of this.

use cards::{CutCard, DeckCount, Penetration, may_cut};

use crate::table::Table;

/// When the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffle {
    /// After each round.
    EveryRound,
    /// After the round in which the cut card appears.
    AtCutCard,
}

/// How a table cuts, burns and shuffles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShoeProcedure {
    /// From how many decks it is dealt.
    pub decks: DeckCount,
    /// When the cards are shuffled.
    pub shuffle: Shuffle,
    /// How much is dealt before the cut card.
    pub penetration: Penetration,
    /// Whether the first card after a shuffle is burned.
    pub burns_first: bool,
    /// Whether a new dealer burns a card.
    pub burns_on_dealer_change: bool,
    /// Whether a burned card is shown to a player who asks.
    pub shows_burn: bool,
}

impl ShoeProcedure {
    /// How many cards a full stack has.
    pub fn cards(&self) -> u16 {
        self.decks.cards()
    }

    /// Whether the player who cuts may leave `above` cards in front of the cut.
    pub fn may_cut(&self, above: u16) -> bool {
        may_cut(self.cards(), above)
    }

    /// Where the dealer places the cut card after the cut.
    pub fn cut_card(&self) -> CutCard {
        self.penetration.cut_card(self.cards())
    }

    /// Whether the round just finished was the last before a shuffle, with `out` cards out, burned ones included. The
    /// house may always shuffle earlier (10).
    pub fn is_last_round(&self, out: u16) -> bool {
        match self.shuffle {
            Shuffle::EveryRound => true,
            Shuffle::AtCutCard => self.cut_card().has_appeared(out),
        }
    }
}

impl Table {
    /// How the table cuts, burns and shuffles; none at tables that shuffle before every round by
    /// rule [GEN-13].
    pub fn shoe_procedure(&self) -> Option<ShoeProcedure> {
        let is = |key: &str| self.option(key) == Some("true");
        let is_one_deck_by_hand =
            self.decks() == DeckCount::ONE && self.option("dealt-from") == Some("hand");
        let shuffle = match self.option("shuffle")? {
            "every-round" => Shuffle::EveryRound,
            "cut-card" => Shuffle::AtCutCard,
            _ if is_one_deck_by_hand => Shuffle::EveryRound,
            _ => Shuffle::AtCutCard,
        };
        Some(ShoeProcedure {
            decks: self.decks(),
            shuffle,
            penetration: self.option("penetration")?.parse().ok()?,
            burns_first: is("burn-first"),
            burns_on_dealer_change: is("burn-on-dealer-change"),
            shows_burn: is("show-burn"),
        })
    }
}
