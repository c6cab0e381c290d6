//! A round: what comes next, what is taken, what is refused, and how it ended.

mod awards;
mod bets;
mod misdeal;
mod on_cards;
mod play;
mod tips;

pub use awards::{AwardDue, Worth};
pub use on_cards::OnCards;

use std::sync::Arc;

use cards::{Card, CardSet, DeckCount, Shoe};
use money::Cents;
use rulebook::Consequence;

use crate::choice::Choice;
use crate::felt::{ExposedDraw, Facing, Felt, Pile, SeatNumber, Undecided};
use crate::irregular::{Order, Report, void_row};
use crate::log::{Event, Log};
use crate::op::Op;
use crate::refusal::Refusal;
use crate::settle::Settlement;
use crate::state::RoundState;
use crate::table::{CiteId, Table};

/// Where a card goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Recipient {
    Seat { seat: SeatNumber, hand: u8 },
    Dealer,
    Board,
    Burn,
    Discard,
}

/// A card that is wanted: for whom and how it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Want {
    /// For whom.
    pub to: Recipient,
    /// How it lies.
    pub facing: Facing,
    /// What orders it.
    pub cite: CiteId,
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
// Boxed, a decision would allocate; rounds are played by the million.
#[allow(clippy::large_enum_variant)]
pub enum Next {
    /// Bets are open.
    Bets,
    /// A card is wanted.
    Card(Want),
    /// A decision is wanted.
    Decision(Choice),
    /// A hand has won the progressive, and the amount of its award is wanted.
    Award(AwardDue),
    /// The round is over.
    Done,
}

/// Whether a round keeps its log. Simulations do without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Keep {
    Log,
    Nothing,
}

/// The cards that are not dealt yet.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Stock {
    /// One deck: what is out.
    Deck(CardSet),
    /// Several decks: what is left.
    Shoe(Box<Shoe>),
}

impl Stock {
    fn new(decks: DeckCount) -> Stock {
        match (decks.get(), decks.has_joker()) {
            (1, true) => Stock::Deck(CardSet::EMPTY),
            // A deck without a joker cannot deal it.
            (1, false) => Stock::Deck(CardSet::from(Card::JOKER)),
            _ => Stock::Shoe(Box::new(Shoe::new(decks))),
        }
    }

    fn take(&mut self, card: Card) -> bool {
        match self {
            Stock::Deck(out) => out.insert(card),
            Stock::Shoe(shoe) => shoe.take(card).is_ok(),
        }
    }

    /// These decks with only these cards out: the others were shuffled again.
    fn reshuffled(decks: DeckCount, in_play: &[Card]) -> Stock {
        let mut stock = Stock::new(decks);
        for &card in in_play {
            stock.take(card);
        }
        stock
    }
}

/// The pile of a recipient; none for discards.
pub(crate) fn pile_of(felt: &mut Felt, to: Recipient) -> Option<&mut Pile> {
    match to {
        Recipient::Seat { seat, hand } => {
            let place = felt.place_of(seat)?;
            felt.seats[place].hands.get_mut(usize::from(hand)).map(|hand| &mut hand.cards)
        }
        Recipient::Dealer => Some(&mut felt.dealer),
        Recipient::Board => Some(&mut felt.board),
        Recipient::Burn => Some(&mut felt.burns),
        Recipient::Discard => None,
    }
}

/// A round at a table.
#[derive(Clone, Debug)]
pub struct Round {
    table: Arc<Table>,
    felt: Felt,
    settlement: Settlement,
    stock: Stock,
    next: Next,
    /// What comes after a card that was reported and goes elsewhere.
    interrupted: Option<Next>,
    /// What its awards came to, in the order in which they were paid.
    answers: Vec<awards::Answer>,
    log: Log,
}

impl Round {
    /// A round with bets open.
    pub fn new(table: &Arc<Table>, keep: Keep) -> Round {
        let mut round = Round {
            table: Arc::clone(table),
            felt: Felt::default(),
            settlement: Settlement { names: Arc::clone(&table.lines), ..Settlement::default() },
            stock: Stock::new(table.decks),
            next: Next::Bets,
            interrupted: None,
            answers: Vec::new(),
            log: Log::new(keep),
        };
        round.reset();
        round
    }

    /// Starts over with bets open, keeping what was allocated.
    pub fn reset(&mut self) {
        self.felt.clear();
        self.settlement.clear();
        self.stock = Stock::new(self.table.decks);
        self.next = Next::Bets;
        self.interrupted = None;
        self.answers.clear();
        self.log.clear();
        self.log.note(|| Event::Opened);
    }

    /// The table.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// What lies on it.
    pub fn felt(&self) -> &Felt {
        &self.felt
    }

    /// What comes next.
    pub fn next(&self) -> &Next {
        &self.next
    }

    /// The lines so far, in the order of paying and taking.
    pub fn settlement(&self) -> &Settlement {
        &self.settlement
    }

    /// Everything a seat has staked so far, later wagers and split hands included.
    pub fn staked(&self, seat: SeatNumber) -> Cents {
        let Some(place) = self.felt.place_of(seat) else { return Cents::ZERO };
        let seat = &self.felt.seats[place];
        let on_hands: Cents = seat.hands.iter().map(|hand| hand.stake).sum();
        let on_lines: Cents = seat.stakes.iter().copied().sum();
        // Where hands have stakes of their own, they hold the first wager too.
        let both = self.table.game.hands_hold().map_or(Cents::ZERO, |line| seat.stake(line));
        if on_hands > Cents::ZERO { on_lines + on_hands - both } else { on_lines }
    }

    /// Everything a seat has staked for the dealers so far.
    pub fn tipped(&self, seat: SeatNumber) -> Cents {
        let Some(place) = self.felt.place_of(seat) else { return Cents::ZERO };
        self.felt.seats[place].tips.iter().copied().sum()
    }

    /// Whether no card has been dealt yet.
    pub fn no_card_dealt(&self) -> bool {
        self.felt.cards().next().is_none()
    }

    /// What the house took from the pot; nothing in games without one.
    pub fn rake(&self) -> Option<Cents> {
        self.settlement.rake
    }

    /// Was the round void: a misdeal?
    pub fn is_void(&self) -> bool {
        self.felt.is_void
    }

    /// Why the round is over without being settled: a card that is not known would decide
    /// something [GEN-15].
    pub fn undecided(&self) -> Option<Undecided> {
        self.felt.undecided
    }

    /// Every operation and what followed from it.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Carries out an operation, and returns the events that it caused, its own first; nothing in a
    /// round that keeps no log. A refused operation changes nothing.
    // Inlined, an operation that is known where it is made is never written to memory.
    #[inline]
    pub fn apply(&mut self, op: Op) -> Result<&[Event], Refusal> {
        let before = self.log.events().len();
        match op {
            Op::Bet { seat, bet, amount } => self.place_bet(seat, &bet, amount),
            Op::ClearBets { seat } => self.take_bets_back(seat),
            Op::Tip { seat, line, amount } => self.place_tip(seat, &line, amount),
            Op::Player { seat, player } => self.say_player(seat, player),
            Op::Chips { seat, amount } => self.say_chips(seat, amount),
            Op::Button { seat } => self.place_button(seat),
            Op::Lock => self.lock_bets(),
            Op::Card(card) => self.take_card(card),
            Op::Unseen => self.take_unseen(),
            Op::NotSeen => self.take_not_seen(),
            Op::Decide { seat, hand, action, tip } => self.decide(seat, hand, action, tip),
            Op::Misdealt { hand, cards } => self.deal_wrong_number(hand, cards),
            Op::Report(report) => self.take_report(report),
            Op::Award { seat, amount, paid } => self.take_award(seat, amount, paid),
            Op::Override { seat, hand, agreed } => {
                self.take_override(seat, hand.as_deref(), *agreed)
            }
            Op::Void => self.declare_void(),
        }?;
        Ok(&self.log.events()[before..])
    }

    /// Carries out what a section orders when something goes wrong.
    pub(crate) fn carry_out(&mut self, report: Report, order: Order) {
        let table = Arc::clone(&self.table);
        let seat = report.seat;
        let is_dealt_out = self.is_dealt_out();
        let mut state = self.state();
        state.ordered(report, order);
        match order.consequence {
            Consequence::Misdeal | Consequence::Void => {
                // Settled with the last card, but not closed: nobody has been paid.
                if is_dealt_out {
                    state.settlement.take_back();
                }
                state.void(void_row(report.what), order.cite);
                self.next = Next::Done;
            }
            Consequence::DeadHand | Consequence::ProgressiveOnly | Consequence::TableMisdeal => {
                state.felt.misdealt.retain(|hand| *hand != seat);
                table.game.ordered(&mut state, seat, order);
                self.log_lines();
                if self.is_moot(seat) {
                    self.advance();
                }
                return;
            }
            Consequence::BothHandsDead => {
                state.kill_hands(report, order);
                self.log_lines();
                // A card that is on its way is still dealt if anyone is left to play for it.
                let is_decision = matches!(self.next, Next::Decision(_));
                if is_decision || !table.game.is_pot_open(&self.felt) {
                    self.advance();
                }
                return;
            }
            Consequence::OfferCard => {
                let card = report.card.filter(|card| self.stock.take(*card));
                self.felt.exposed = card.map(|card| ExposedDraw { card, cite: order.cite });
            }
            Consequence::DiscardCard => self.divert(Recipient::Discard, Facing::Up, order),
            Consequence::BurnCard => self.divert(Recipient::Burn, Facing::Down, order),
            // The deal goes on without the card that was wanted, and comes back to the hand.
            Consequence::SecondCardLast | Consequence::DealerLast => self.advance(),
            Consequence::Reshuffle => {
                self.stock = Stock::reshuffled(table.decks, &table.game.in_play(&self.felt));
            }
            Consequence::UseCard
            | Consequence::PlayOn
            | Consequence::ShowHand
            | Consequence::Refused => {}
        }
        self.log_lines();
    }

    /// Whether what comes next is no longer wanted, now that this hand, or the dealer's, is void. A card for another
    /// still is: the deal has counted it.
    fn is_moot(&self, seat: Option<SeatNumber>) -> bool {
        match &self.next {
            Next::Card(want) => match want.to {
                Recipient::Seat { seat: to, .. } => Some(to) == seat,
                Recipient::Dealer => seat.is_none(),
                Recipient::Board | Recipient::Burn | Recipient::Discard => false,
            },
            Next::Bets | Next::Decision(_) | Next::Award(_) | Next::Done => true,
        }
    }

    /// The next card goes elsewhere; then the round goes on as it was.
    fn divert(&mut self, to: Recipient, facing: Facing, order: Order) {
        let want = Want { to, facing, cite: order.cite };
        self.interrupted = Some(std::mem::replace(&mut self.next, Next::Card(want)));
    }

    /// Whether a card that was reported is still to be handed over.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.is_some()
    }

    fn state(&mut self) -> RoundState<'_> {
        RoundState {
            table: &self.table,
            felt: &mut self.felt,
            settlement: &mut self.settlement,
            log: &mut self.log,
        }
    }

    fn advance(&mut self) {
        let mut state = self.state();
        let mut next = state.table.game.advance(&mut state);
        while state.deal_exposed(&next) {
            next = state.table.game.advance(&mut state);
        }
        self.next = match next {
            // Most of what is needed is cards, which are small to hand on; decisions are not.
            Next::Card(want) => Next::Card(want),
            next => next,
        };
        self.log_lines();
    }

    /// Why a card cannot be dealt.
    pub(super) fn not_in_stock(&self, card: Card) -> Refusal {
        match self.table.decks.copies(card) {
            0 => Refusal::NoJoker,
            _ => Refusal::DealtAlready(card),
        }
    }

    /// Whether a card is still in the deck or shoe.
    pub fn has_in_stock(&self, card: Card) -> bool {
        self.stock.clone().take(card)
    }

    /// Logs the lines that are not in the log yet.
    fn log_lines(&mut self) {
        self.state().log_lines();
    }
}
