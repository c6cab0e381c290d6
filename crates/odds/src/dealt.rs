//! Side bets on the first cards of a blackjack round: how many deals from one or more decks show which cards.
//!
//! A deck of 52 different cards is counted once for each, with as many copies as there are decks. Only what a row asks
//! for is told apart: the dealer's two cards are a blackjack or not, and of a pair that is split only the ranks of the
//! first two cards that it draws count.

use cards::{Card, DECK, Rank, Suit};
use games::{Known, PayTable, SplitHands, Verdict};
use hands::Total;
use rulebook::{HandType, Judged, Part};

use crate::census::{Census, Sample};

/// What rows of a side bet ask about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Dealt {
    /// From how many decks.
    pub(crate) decks: u8,
    /// Whether the dealer's up card counts.
    with_up_card: bool,
    /// Whether a row asks if the dealer has a blackjack.
    asks_for_dealer: bool,
    /// Whether a row asks for the hands of a split.
    asks_for_split: bool,
}

/// The cards of a deal as far as rows ask about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    cards: [Card; 3],
    count: u8,
    dealer_blackjack: bool,
    split: SplitHands,
}

impl Shown {
    /// The row of a table that it is paid on.
    pub(crate) fn row(&self, table: &PayTable) -> Option<games::RowId> {
        let known = Known {
            cards: &self.cards[..usize::from(self.count)],
            dealer_blackjack: Some(self.dealer_blackjack),
            split: self.split,
        };
        match table.pattern(&known) {
            Verdict::Row(row) => Some(row),
            Verdict::Lost | Verdict::Open => None,
        }
    }
}

impl Dealt {
    /// What the rows of a table ask about.
    pub(crate) fn of(part: &Part, decks: u8) -> Dealt {
        let patterns = || {
            part.rows.iter().filter_map(|row| match row.hand {
                HandType::Is(named) => Some(&named.pattern),
                _ => None,
            })
        };
        Dealt {
            decks,
            with_up_card: part.judged == Judged::OwnAndUpCard,
            asks_for_dealer: patterns().any(|pattern| pattern.asks_for_dealer()),
            asks_for_split: patterns().any(|pattern| pattern.asks_for_split()),
        }
    }

    /// What a reader must know about the count.
    pub(crate) fn note(self) -> Option<&'static str> {
        self.asks_for_split.then_some(
            "Counted for a player who splits every pair that can still win more, once the dealer has looked for a \
             blackjack.",
        )
    }

    /// Counts every deal.
    pub(crate) fn census(self) -> Census {
        let mut counts = Vec::new();
        for (place, a) in DECK.into_iter().enumerate() {
            for &b in &DECK[place..] {
                let mut stock = Stock::new(self.decks);
                let copies = stock.take(a);
                let ways = match a == b {
                    true => copies * (copies - 1) / 2,
                    false => copies * stock.of(b),
                };
                stock.take(b);
                if ways > 0 {
                    self.with_dealer([a, b], stock, ways, &mut counts);
                }
            }
        }
        Census { counts }
    }

    /// The deals with these two cards of the player's, which come in `ways` ways.
    fn with_dealer(self, own: [Card; 2], stock: Stock, ways: u128, counts: &mut Counts) {
        if !self.with_up_card {
            self.with_split(own, stock, ways, counts);
            return;
        }
        for up in DECK {
            let mut stock = stock;
            let copies = stock.take(up);
            let holes = match () {
                () if up.rank() == Rank::Ace => stock.tens(),
                () if Total::points_of(up.rank()) == 10 => stock.aces(),
                () => 0,
            };
            let cards = [own[0], own[1], up];
            let mut add = |dealer_blackjack, holes| {
                let shown = Shown { cards, count: 3, dealer_blackjack, split: SplitHands::None };
                push(counts, shown, ways * copies * holes);
            };
            match self.asks_for_dealer {
                false => add(false, 1),
                true => {
                    add(true, holes);
                    add(false, stock.left - holes);
                }
            }
        }
    }

    /// The deals by the dealer's blackjack and by what the halves of a split pair draw, where rows ask for these.
    fn with_split(self, own: [Card; 2], stock: Stock, ways: u128, counts: &mut Counts) {
        let cards = [own[0], own[1], own[0]];
        let mut add = |dealer_blackjack, split, ways| {
            push(counts, Shown { cards, count: 2, dealer_blackjack, split }, ways);
        };
        if !self.asks_for_dealer && !self.asks_for_split {
            add(false, SplitHands::None, ways);
            return;
        }
        let dealers = stock.pairs();
        let blackjacks = stock.aces() * stock.tens();
        // After the dealer's two cards each half of a split draws one.
        let draws = if self.asks_for_split { (stock.left - 2) * (stock.left - 3) } else { 1 };
        add(true, SplitHands::None, ways * blackjacks * draws);
        if !self.asks_for_split || own[0].rank() != own[1].rank() {
            add(false, SplitHands::None, ways * (dealers - blackjacks) * draws);
            return;
        }
        for first in Rank::ALL {
            for second in Rank::ALL {
                let mut stock = stock;
                let draws = stock.take_rank(first) * stock.take_rank(second);
                let dealers = stock.pairs() - stock.aces() * stock.tens();
                let drew = [first, second].map(|rank| Some(Card::new(rank, Suit::Clubs)));
                add(false, SplitHands::Drew(drew), ways * draws * dealers);
            }
        }
    }
}

type Counts = Vec<(Sample, u128)>;

fn push(counts: &mut Counts, shown: Shown, ways: u128) {
    counts.push((Sample::Dealt(shown), ways));
}

/// The cards that are left.
#[derive(Clone, Copy)]
struct Stock {
    copies: [u8; 52],
    ranks: [u16; 13],
    left: u128,
}

impl Stock {
    fn new(decks: u8) -> Stock {
        let ranks = [4 * u16::from(decks); 13];
        Stock { copies: [decks; 52], ranks, left: 52 * u128::from(decks) }
    }

    fn of(&self, card: Card) -> u128 {
        u128::from(self.copies[place(card)])
    }

    /// Takes a card, if there is one; says how many there were.
    fn take(&mut self, card: Card) -> u128 {
        let copies = self.of(card);
        if copies > 0 {
            self.copies[place(card)] -= 1;
            self.ranks[card.rank().index()] -= 1;
            self.left -= 1;
        }
        copies
    }

    /// Takes a card of a rank, whatever its suit; says how many there were.
    fn take_rank(&mut self, rank: Rank) -> u128 {
        let count = self.ranks[rank.index()];
        if count > 0 {
            self.ranks[rank.index()] -= 1;
            self.left -= 1;
        }
        u128::from(count)
    }

    /// How many pairs of cards there are.
    fn pairs(&self) -> u128 {
        self.left * (self.left - 1) / 2
    }

    fn aces(&self) -> u128 {
        u128::from(self.ranks[Rank::Ace.index()])
    }

    fn tens(&self) -> u128 {
        let is_ten = |rank: &Rank| Total::points_of(*rank) == 10;
        Rank::ALL.into_iter().filter(is_ten).map(|rank| u128::from(self.ranks[rank.index()])).sum()
    }
}

/// A card's place in the deck.
fn place(card: Card) -> usize {
    card.suit().index() * 13 + card.rank().index()
}
