//! What lies on the table: seats with stakes and cards, the dealer's cards, the board.

use std::fmt;

use arrayvec::ArrayVec;
use cards::{Card, Face};
use money::Cents;

pub(crate) use crate::Phase;
use crate::action::Action;
use crate::agreed::Override;
use crate::choice::Made;
use crate::table::CiteId;

/// A seat, 1 to 7; seat 1 is first on the dealer's left [GEN-1].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatNumber(u8);

impl SeatNumber {
    /// The first seat on the dealer's left.
    pub const FIRST: SeatNumber = SeatNumber(1);

    /// The seat, if there is one with this number.
    pub const fn new(number: u8) -> Option<SeatNumber> {
        if number >= 1 && number <= 7 { Some(SeatNumber(number)) } else { None }
    }

    /// Its number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for SeatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for SeatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A line of a game's settlement, by its place in the game's list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line(pub(crate) u8);

impl Line {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How many lines a game may have.
pub(crate) const LINES_MAX: usize = 8;

/// How a card lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Facing {
    Down,
    Up,
}

/// Cards in the order in which they were dealt, each up or down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pile {
    cards: ArrayVec<Card, 22>,
    up: u32,
    /// The places of cards that are not known: what is in `cards` there means nothing.
    unseen: u32,
}

impl Pile {
    /// Puts a card on it; false, and nothing changed, if it is full.
    pub(crate) fn put(&mut self, card: Card, facing: Facing) -> bool {
        if self.cards.try_push(card).is_err() {
            return false;
        }
        if facing == Facing::Up {
            self.up |= 1 << (self.cards.len() - 1);
        }
        true
    }

    /// Puts a card on it, face down, that is not known; false, and nothing changed, if it is full.
    pub(crate) fn put_unseen(&mut self) -> bool {
        let is_put = self.put(NOT_SEEN, Facing::Down);
        if is_put {
            self.unseen |= 1 << (self.cards.len() - 1);
        }
        is_put
    }

    /// Supposes that a card that is not known, by its place, is this one.
    pub(crate) fn suppose(&mut self, place: usize, card: Card) {
        self.cards[place] = card;
    }

    /// The places of the cards that are not known.
    pub(crate) fn unseen(&self) -> impl Iterator<Item = usize> {
        let unseen = self.unseen;
        (0..self.cards.len()).filter(move |place| unseen >> place & 1 == 1)
    }

    /// Whether any of its cards is unknown.
    #[inline]
    pub fn has_unseen(&self) -> bool {
        self.unseen != 0
    }

    /// Whether an unknown card lies face up.
    pub(crate) fn shows_unseen(&self) -> bool {
        self.up & self.unseen != 0
    }

    /// The cards that are known, in the order in which they were dealt; none for one that is not.
    pub fn known(&self) -> impl Iterator<Item = Option<Card>> + '_ {
        let cards = self.cards.iter().enumerate();
        cards.map(|(place, card)| (self.unseen >> place & 1 == 0).then_some(*card))
    }

    /// Takes the last card away.
    pub(crate) fn take_last(&mut self) -> Option<Card> {
        let card = self.cards.pop()?;
        self.up &= !(1 << self.cards.len());
        self.unseen &= !(1 << self.cards.len());
        Some(card)
    }

    /// Turns the first `count` cards up.
    pub(crate) fn turn_up(&mut self, count: usize) {
        self.up |= ((1u64 << count.min(self.cards.len())) - 1) as u32;
    }

    /// Turns one card up, by its place.
    pub(crate) fn turn_up_one(&mut self, place: usize) {
        self.up |= 1 << place;
    }

    /// The cards.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Whether the card at a place lies face up.
    pub fn is_up(&self, place: usize) -> bool {
        self.up >> place & 1 == 1
    }

    /// The first `N` cards as an array, if there are as many.
    pub fn array<const N: usize>(&self) -> Option<[Card; N]> {
        self.cards.get(..N)?.try_into().ok()
    }

    /// What someone sees who may see only what is up.
    pub fn faces(&self) -> impl Iterator<Item = Face> + '_ {
        let cards = self.known().enumerate();
        cards.map(|(place, card)| card.filter(|_| self.is_up(place)).map_or(Face::Down, Face::Up))
    }

    pub(crate) fn clear(&mut self) {
        self.cards.clear();
        self.up = 0;
        self.unseen = 0;
    }
}

/// What holds the place of a card that is not known. It decides nothing [GEN-15].
const NOT_SEEN: Card = Card::new(cards::Rank::Two, cards::Suit::Clubs);

/// One hand of a seat: more than one only after a split.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatHand {
    /// Its cards.
    pub cards: Pile,
    /// What is staked on it, where hands of a seat have stakes of their own (blackjack).
    pub stake: Cents,
    /// How it stands in a blackjack game.
    pub state: HandState,
    /// How much of the stake was added by doubling.
    pub doubled: Cents,
    /// Whether a card is wanted for it.
    pub(crate) is_drawing: bool,
    /// Which half of the seat's first split it is, 1 or 2; otherwise 0.
    pub(crate) half: u8,
    /// Whether this half was split again.
    pub(crate) is_split_again: bool,
}

/// How a blackjack hand stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub enum HandState {
    #[default]
    Playing,
    Stood,
    Doubled,
    Busted,
    Surrendered,
    Blackjack,
}

/// A seat in the round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Its number.
    pub number: SeatNumber,
    /// Who plays it: by default a player of its own. Envy is never won from one's own hand.
    pub player: u8,
    /// What is staked on each line.
    pub(crate) stakes: [Cents; LINES_MAX],
    /// What rides on each line for the dealers.
    pub(crate) tips: [Cents; LINES_MAX],
    /// Its hands; the first is always there.
    pub hands: ArrayVec<SeatHand, 4>,
    /// Whether it has left the round before the end: folded, laid down, or otherwise.
    pub is_out: bool,
    /// Whether its hand is dead.
    pub is_dead: bool,
    /// Lines taken back, a bit each [LIR-2].
    pub(crate) pulled: u8,
    /// The card that starts the three-card hand (Silverado).
    pub(crate) set: Option<Card>,
    /// How it stands in a game for a pot.
    pub(crate) betting: Betting,
    /// What it has decided so far, where later decisions depend on it.
    pub(crate) made: Made,
}

/// How a seat stands in a game for a pot (Hold 'em 212).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Betting {
    /// What the player has left to bet with; no limit if nothing was said [H212-7].
    pub(crate) chips: Option<Cents>,
    /// What he has bet in this round of betting.
    pub(crate) street: Cents,
    /// Whether the player has acted in this round of betting.
    pub(crate) has_acted: bool,
}

impl Seat {
    pub(crate) fn new(number: SeatNumber) -> Seat {
        let mut hands = ArrayVec::new();
        hands.push(SeatHand::default());
        Seat {
            number,
            player: number.get(),
            stakes: [Cents::ZERO; LINES_MAX],
            tips: [Cents::ZERO; LINES_MAX],
            hands,
            is_out: false,
            is_dead: false,
            pulled: 0,
            set: None,
            betting: Betting::default(),
            made: Made::new(),
        }
    }

    /// What its player has left for the pot, where that was said.
    pub fn chips(&self) -> Option<Cents> {
        self.betting.chips
    }

    /// What is staked on a line.
    #[inline]
    pub fn stake(&self, line: Line) -> Cents {
        self.stakes[line.index()]
    }

    /// What is staked on every line, in the game's order.
    #[inline]
    pub fn stakes(&self) -> &[Cents] {
        &self.stakes
    }

    /// What it has decided so far, where later decisions depend on it.
    pub fn made(&self) -> &[Action] {
        &self.made
    }

    /// The card that starts the three-card hand, once it is set (Silverado).
    #[inline]
    pub fn set_card(&self) -> Option<Card> {
        self.set
    }

    /// Whether anything is staked on a line.
    #[inline]
    pub fn has(&self, line: Line) -> bool {
        self.stakes[line.index()] > Cents::ZERO
    }

    /// Whether the bet on a line was taken back [LIR-2].
    #[inline]
    pub fn has_pulled(&self, line: Line) -> bool {
        self.pulled >> line.index() & 1 == 1
    }

    /// Whether any card of its first hand is unknown.
    #[inline]
    pub fn is_unseen(&self) -> bool {
        self.hands[0].cards.has_unseen()
    }

    /// The cards of its first hand.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        self.hands[0].cards.cards()
    }

    /// The first `N` cards of its first hand; the deal has made sure that they are there.
    #[inline]
    pub(crate) fn dealt<const N: usize>(&self) -> [Card; N] {
        self.hands[0].cards.array().expect("the deal is complete")
    }
}

/// Everything on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Felt {
    /// The seats that play, by number.
    pub seats: ArrayVec<Seat, 7>,
    /// The dealer's cards.
    pub dealer: Pile,
    /// The community cards.
    pub board: Pile,
    /// Burned cards.
    pub burns: Pile,
    /// The seat with the button, where there is one; the first seat if nothing was said.
    pub button: Option<SeatNumber>,
    /// Whether the dealer got a wrong number of cards, so that the hands play for the progressive only.
    pub is_dealer_void: bool,
    /// Whether the dealer was passed over in the deal and gets cards after all players have two [BJ-12].
    pub(crate) is_dealer_last: bool,
    /// A card that was drawn in error and exposed: the next one to be dealt [BJ-11].
    pub exposed: Option<ExposedDraw>,
    /// Is the round void: a misdeal?
    pub is_void: bool,
    /// The hands, none for the dealer's, that were dealt a wrong number of cards which has not been
    /// found yet.
    pub(crate) misdealt: ArrayVec<Option<SeatNumber>, 8>,
    /// Whether any player has decided anything or been paid an award.
    pub(crate) is_decided: bool,
    /// Whether any card on the table is unknown.
    pub(crate) has_unseen: bool,
    /// Why the round cannot be settled, if a card that is not known would decide something.
    pub(crate) undecided: Option<Undecided>,
    /// The keys that stand whatever the cards say [PRG-22].
    pub(crate) overrides: Vec<Override>,
    /// Where the round stands.
    pub(crate) phase: Phase,
}

/// Why a round with cards that are not known cannot be settled [GEN-15].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Undecided {
    /// A card that is not known was turned up.
    #[error("a card that is given as ?? was turned up: say which it is")]
    TurnedUp,
    /// A hand with a card that is not known stayed in.
    #[error("seat {0} did not fold, so its hand was seen: say which card each ?? is")]
    StayedIn(SeatNumber),
    /// A wager that is live on a folded hand wins whatever the cards are that are not known.
    #[error(
        "seat {seat}'s {wager} wins with the cards that were seen, whatever ?? is: say which \
         cards the hand has [GEN-15]"
    )]
    AlwaysWins {
        /// Whose hand it is.
        seat: SeatNumber,
        /// The wager.
        wager: &'static str,
    },
}

/// A card that was drawn in error and exposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExposedDraw {
    /// The card.
    pub card: Card,
    /// What orders that it is dealt next.
    pub cite: CiteId,
}

impl Felt {
    /// The dealer's first cards, which the deal has made sure are there.
    pub(crate) fn dealers<const N: usize>(&self) -> [Card; N] {
        self.dealer.array().expect("the deal is complete")
    }

    /// The place of a seat among those that play.
    pub(crate) fn place_of(&self, number: SeatNumber) -> Option<usize> {
        self.seats.iter().position(|seat| seat.number == number)
    }

    /// Every card on the table that is known.
    pub(crate) fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let hands = self.seats.iter().flat_map(|seat| &seat.hands).map(|hand| &hand.cards);
        let piles = hands.chain([&self.dealer, &self.board, &self.burns]);
        let exposed = self.exposed.iter().map(|exposed| exposed.card);
        piles.flat_map(|pile| pile.known().flatten()).chain(exposed)
    }

    pub(crate) fn clear(&mut self) {
        self.seats.clear();
        self.dealer.clear();
        self.board.clear();
        self.burns.clear();
        self.button = None;
        self.is_dealer_void = false;
        self.is_dealer_last = false;
        self.exposed = None;
        self.is_void = false;
        self.misdealt.clear();
        self.is_decided = false;
        self.has_unseen = false;
        self.undecided = None;
        self.overrides.clear();
        self.phase = Phase::Start;
    }
}
