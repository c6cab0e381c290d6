//! A round: what comes next, what is taken, what is refused, and how it ended.

mod misdeal;
mod tips;

use std::sync::Arc;

use cards::{Card, CardSet, DeckCount, Shoe};
use money::{Cents, MeterUnits};
use rulebook::Consequence;

use crate::action::Action;
use crate::felt::{ExposedDraw, Facing, Felt, Pile, Seat, SeatNumber};
use crate::game::Choice;
use crate::irregular::{Order, Report};
use crate::log::{Event, Log};
use crate::meter::{Meter, MeterMove, RunningMeter};
use crate::refusal::Refusal;
use crate::settle::Settlement;
use crate::state::{Claims, RoundState};
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
        match decks {
            DeckCount::ONE => Stock::Deck(CardSet::EMPTY),
            decks => Stock::Shoe(Box::new(Shoe::new(decks))),
        }
    }

    fn take(&mut self, card: Card) -> bool {
        match self {
            Stock::Deck(out) => out.insert(card),
            Stock::Shoe(shoe) => shoe.take(card).is_ok(),
        }
    }

    /// The same decks with only these cards out: the others were shuffled again.
    fn reshuffled(&self, in_play: &[Card]) -> Stock {
        let mut stock = match self {
            Stock::Deck(_) => Stock::new(DeckCount::ONE),
            Stock::Shoe(shoe) => Stock::new(shoe.decks()),
        };
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
    meter: Option<RunningMeter>,
    claims: Claims,
    stock: Stock,
    next: Next,
    /// What comes after a card that was reported and goes elsewhere.
    interrupted: Option<Next>,
    log: Log,
}

impl Round {
    /// A round with bets open. A table with a progressive needs its meter for progressive bets.
    pub fn new(table: &Arc<Table>, meter: Option<Meter>, keep: Keep) -> Round {
        let mut round = Round {
            table: Arc::clone(table),
            felt: Felt::default(),
            settlement: Settlement { names: table.game.lines(), ..Settlement::default() },
            meter: None,
            claims: Claims::new(),
            stock: Stock::new(table.decks),
            next: Next::Bets,
            interrupted: None,
            log: Log::new(keep),
        };
        round.reset(meter);
        round
    }

    /// Starts over with bets open, keeping what was allocated.
    pub fn reset(&mut self, meter: Option<Meter>) {
        self.felt.clear();
        self.settlement.clear();
        self.claims.clear();
        self.meter = meter.map(RunningMeter::new);
        self.stock = Stock::new(self.table.decks);
        self.next = Next::Bets;
        self.interrupted = None;
        self.log.clear();
        self.log.note(|| Event::Opened { meter });
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

    /// What became of the meter; nothing without a progressive bet.
    pub fn meter(&self) -> Option<MeterMove> {
        let line = self.table.progressive_line?;
        let has_bet = self.felt.seats.iter().any(|seat| seat.has(line));
        self.meter.filter(|_| has_bet).map(|meter| meter.done())
    }

    /// What the meter's sign shows now; nothing at a table without a progressive.
    pub fn sign(&self) -> Option<MeterUnits> {
        self.table.progressive.as_ref()?;
        self.meter.map(|meter| meter.done().after)
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

    /// What the house took from the pot; nothing in games without one.
    pub fn rake(&self) -> Option<Cents> {
        self.settlement.rake
    }

    /// Was the round void: a misdeal?
    pub fn is_void(&self) -> bool {
        self.felt.is_void
    }

    /// Every operation and what followed from it.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Places a bet for a seat, instead of what it had there.
    pub fn bet(&mut self, seat: SeatNumber, bet: &str, amount: Cents) -> Result<(), Refusal> {
        self.must_be_open()?;
        let Some(known) = self.table.offered(bet) else {
            let known: Vec<&str> = self.table.bets().collect();
            return Err(Refusal::NoSuchBet { bet: bet.to_owned(), known: known.join(", ") });
        };
        if seat.get() > self.table.section().seats {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if amount <= Cents::ZERO {
            return Err(Refusal::NotPositive(amount));
        }
        let chip = self.table.chip;
        if !amount.is_multiple_of(chip) {
            return Err(Refusal::NotAMultipleOfTheChip { bet: bet.to_owned(), amount, chip });
        }
        if bet == "progressive" && self.meter.is_none() {
            return Err(Refusal::NoProgressive);
        }
        let place = self.seat_place(seat);
        for line in known.lines {
            self.felt.seats[place].stakes[line.index()] = amount;
        }
        self.log.note(|| Event::Bet { seat, bet: known.id, amount });
        Ok(())
    }

    /// Says who plays a seat, where a player plays more than one.
    pub fn player(&mut self, seat: SeatNumber, player: u8) -> Result<(), Refusal> {
        self.must_be_open()?;
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        self.felt.seats[place].player = player;
        self.log.note(|| Event::Player { seat, player });
        Ok(())
    }

    /// Says what a seat's player has left for the pot beyond the ante; he is all in when it is
    /// gone [H212-7].
    pub fn chips(&mut self, seat: SeatNumber, amount: Cents) -> Result<(), Refusal> {
        self.must_be_open()?;
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        let chip = Cents::dollars(1);
        if amount < Cents::ZERO {
            return Err(Refusal::NotPositive(amount));
        }
        if !amount.is_multiple_of(chip) {
            let bet = "chips".to_owned();
            return Err(Refusal::NotAMultipleOfTheChip { bet, amount, chip });
        }
        if !self.table.game.has_pot() {
            return Err(Refusal::NoPot);
        }
        self.felt.seats[place].betting.chips = Some(amount);
        self.log.note(|| Event::Chips { seat, amount });
        Ok(())
    }

    /// Places the button before a seat; without it the first seat has it.
    pub fn button(&mut self, seat: SeatNumber) -> Result<(), Refusal> {
        self.must_be_open()?;
        self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        if !self.table.game.has_pot() {
            return Err(Refusal::NoPot);
        }
        self.felt.button = Some(seat);
        self.log.note(|| Event::Button { seat });
        Ok(())
    }

    /// Would a seat's bets be refused when they are locked?
    pub fn check(&self, seat: SeatNumber) -> Result<(), Refusal> {
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        self.table.check_seat(&self.felt, &self.felt.seats[place])
    }

    /// Closes the bets [GEN-10]: everything about them is checked, contributions are posted.
    pub fn lock(&mut self) -> Result<(), Refusal> {
        self.must_be_open()?;
        if self.felt.seats.is_empty() {
            return Err(Refusal::NobodyBets);
        }
        for seat in &self.felt.seats {
            self.table.check_seat(&self.felt, seat)?;
        }
        if let (Some(posted), Some(meter)) = (&self.table.progressive, &mut self.meter)
            && let Some(line) = self.table.progressive_line
        {
            for _ in self.felt.seats.iter().filter(|seat| seat.has(line)) {
                meter.contribute(posted);
            }
        }
        let cite = self.table.cite.lock;
        self.log.note(|| Event::Locked { cite });
        self.advance();
        Ok(())
    }

    /// Takes the card that is wanted.
    pub fn card(&mut self, card: Card) -> Result<(), Refusal> {
        let want = match &self.next {
            Next::Card(want) => *want,
            Next::Bets => return Err(Refusal::BetsAreOpen),
            Next::Done => return Err(Refusal::RoundIsOver),
            Next::Decision(_) => return Err(Refusal::NoCardWanted),
        };
        if !self.stock.take(card) {
            return Err(Refusal::DealtAlready(card));
        }
        let pile = pile_of(&mut self.felt, want.to);
        let is_put = pile.is_none_or(|pile| pile.put(card, want.facing));
        debug_assert!(is_put, "no hand has more than 21 cards");
        self.log.note(|| Event::Dealt { want, card });
        if let Some(next) = self.interrupted.take() {
            self.next = next;
            return Ok(());
        }
        let mut state = self.state();
        state.table.game.card(&mut state);
        self.advance();
        Ok(())
    }

    /// Takes a card that nobody sees: one burned or discarded face down.
    pub fn unseen(&mut self) -> Result<(), Refusal> {
        match &self.next {
            Next::Card(Want {
                to: Recipient::Burn | Recipient::Discard,
                facing: Facing::Down,
                ..
            }) => {}
            Next::Card(_) => return Err(Refusal::MustBeSeen),
            Next::Bets => return Err(Refusal::BetsAreOpen),
            Next::Done => return Err(Refusal::RoundIsOver),
            Next::Decision(_) => return Err(Refusal::NoCardWanted),
        }
        self.log.note(|| Event::Unseen);
        match self.interrupted.take() {
            Some(next) => self.next = next,
            None => self.advance(),
        }
        Ok(())
    }

    /// Takes a seat's decision.
    pub fn act(&mut self, seat: SeatNumber, action: Action) -> Result<(), Refusal> {
        self.decide(seat, action, None)
    }

    /// Takes a decision, perhaps with a tip.
    fn decide(
        &mut self,
        seat: SeatNumber,
        action: Action,
        tip: Option<Cents>,
    ) -> Result<(), Refusal> {
        let choice = match &self.next {
            Next::Decision(choice) => choice,
            Next::Bets => return Err(Refusal::BetsAreOpen),
            Next::Done => return Err(Refusal::RoundIsOver),
            Next::Card(_) => return Err(Refusal::NoDecisionWanted),
        };
        if choice.seat != seat {
            return Err(Refusal::NotTheTurnOf { turn: choice.seat });
        }
        if !choice.allows(action, self.table.chip) {
            return Err(Refusal::NotLegal { action, legal: Box::new(choice.actions.clone()) });
        }
        let hand = choice.hand;
        let place = self.felt.place_of(seat).ok_or(Refusal::NotInRound(seat))?;
        if let Some(tip) = tip {
            let line = self.added_tip(place, action, tip)?;
            self.felt.seats[place].tips[line.index()] = tip;
        }
        self.log.note(|| Event::Decided { seat, hand, action, tip });
        let mut state = self.state();
        state.table.game.act(&mut state, place, action);
        // A fold is collected at once.
        self.log_lines();
        self.advance();
        Ok(())
    }

    /// Carries out what a section orders when something goes wrong.
    pub(crate) fn carry_out(&mut self, report: Report, order: Order) -> Result<Order, Refusal> {
        let table = Arc::clone(&self.table);
        let seat = report.seat;
        let mut state = self.state();
        state.ordered(report, order);
        match order.consequence {
            Consequence::Misdeal | Consequence::Void => {
                state.void(report.what, order);
                self.next = Next::Done;
            }
            Consequence::DeadHand | Consequence::ProgressiveOnly => {
                state.felt.misdealt.retain(|hand| *hand != seat);
                table.game.ordered(&mut state, seat, order);
                self.log_lines();
                if self.is_moot(seat) {
                    self.advance();
                }
                return Ok(order);
            }
            Consequence::BothHandsDead => {
                state.kill_hands(report, order);
                self.log_lines();
                // A card that is on its way is still dealt if anyone is left to play for it.
                let is_decision = matches!(self.next, Next::Decision(_));
                if is_decision || !table.game.is_pot_open(&self.felt) {
                    self.advance();
                }
                return Ok(order);
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
                self.stock = self.stock.reshuffled(&table.game.in_play(&self.felt));
            }
            Consequence::UseCard
            | Consequence::PlayOn
            | Consequence::ShowHand
            | Consequence::Refused => {}
        }
        self.log_lines();
        Ok(order)
    }

    /// Is what comes next no longer wanted, now that this hand, or the dealer's, is void? A card
    /// for another still is: the deal has counted it.
    fn is_moot(&self, seat: Option<SeatNumber>) -> bool {
        match &self.next {
            Next::Card(want) => match want.to {
                Recipient::Seat { seat: to, .. } => Some(to) == seat,
                Recipient::Dealer => seat.is_none(),
                Recipient::Board | Recipient::Burn | Recipient::Discard => false,
            },
            _ => true,
        }
    }

    /// The next card goes elsewhere; then the round goes on as it was.
    fn divert(&mut self, to: Recipient, facing: Facing, order: Order) {
        let want = Want { to, facing, cite: order.cite };
        self.interrupted = Some(std::mem::replace(&mut self.next, Next::Card(want)));
    }

    /// Is a card that was reported still to be handed over?
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.is_some()
    }

    fn state(&mut self) -> RoundState<'_> {
        RoundState {
            table: &self.table,
            felt: &mut self.felt,
            settlement: &mut self.settlement,
            meter: &mut self.meter,
            claims: &mut self.claims,
            log: &mut self.log,
        }
    }

    fn advance(&mut self) {
        let mut state = self.state();
        let mut next = state.table.game.advance(&mut state);
        while state.deal_exposed(&next) {
            next = state.table.game.advance(&mut state);
        }
        self.next = next;
        self.log_lines();
    }

    /// Is this card still in the deck or shoe?
    pub(crate) fn has_in_stock(&self, card: Card) -> bool {
        self.stock.clone().take(card)
    }

    /// Logs the lines that are not in the log yet.
    fn log_lines(&mut self) {
        self.state().log_lines();
    }

    fn must_be_open(&self) -> Result<(), Refusal> {
        match self.next {
            Next::Bets => Ok(()),
            Next::Done => Err(Refusal::RoundIsOver),
            _ => Err(Refusal::BetsAreClosed),
        }
    }

    /// The place of a seat, which sits down if it was not in the round yet.
    fn seat_place(&mut self, number: SeatNumber) -> usize {
        self.felt.place_of(number).unwrap_or_else(|| {
            let before = self.felt.seats.iter().filter(|seat| seat.number < number).count();
            self.felt.seats.insert(before, Seat::new(number));
            before
        })
    }
}
