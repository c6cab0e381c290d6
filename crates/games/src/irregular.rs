//! When something goes wrong: the dealer or supervisor reports it, and the section's own
//! consequence follows.

use cards::Card;
use money::Cents;
use rulebook::{Consequence, Irregularity, ToWhom};

use crate::blackjack::{is_dealt, total};
use crate::felt::{ExposedDraw, Facing, Felt, Seat, SeatNumber};
use crate::log::Event;
use crate::op::Op;
use crate::refusal::Refusal;
use crate::round::{Next, Recipient, Round, Want, pile_of};
use crate::settle::{Outcome, SettledLine, Settlement};
use crate::state::RoundState;
use crate::table::{CiteId, Table};

/// What a section orders for an irregularity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// What follows.
    pub consequence: Consequence,
    /// Whether the supervisor is called to the table.
    pub calls_supervisor: bool,
    /// What orders it.
    pub cite: CiteId,
}

/// What went wrong, and with whose cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// What went wrong.
    pub what: Irregularity,
    /// Whose hand it is; none for the dealer's hand, the board or the deck.
    pub seat: Option<SeatNumber>,
    /// The other player, where two hands are concerned: who was shown a hand.
    pub other: Option<SeatNumber>,
    /// The card, where one is concerned.
    pub card: Option<Card>,
}

impl Report {
    /// A report about a seat or, without one, about the dealer or the deck.
    pub fn new(what: Irregularity, seat: Option<SeatNumber>) -> Report {
        Report { what, seat, other: None, card: None }
    }

    /// The same about this card.
    pub fn of_card(self, card: Card) -> Report {
        Report { card: Some(card), ..self }
    }

    /// The same about another player too.
    pub fn with(self, other: SeatNumber) -> Report {
        Report { other: Some(other), ..self }
    }
}

impl Table {
    /// What this table's section orders when something happens to a player's hand or, without a
    /// seat, to the dealer's.
    pub fn order_for(&self, what: Irregularity, seat: Option<SeatNumber>) -> Option<Order> {
        let to = if seat.is_some() { ToWhom::Player } else { ToWhom::Dealer };
        let fits = |(event, whom, _): &&(Irregularity, ToWhom, Order)| {
            *event == what && (*whom == to || *whom == ToWhom::Anyone)
        };
        self.irregularities.iter().find(fits).map(|(_, _, order)| *order)
    }
}

impl Round {
    /// Reports that something went wrong, for a seat or for the dealer, where no card has to be
    /// named; what the section orders is done and returned.
    pub fn report(
        &mut self,
        what: Irregularity,
        seat: Option<SeatNumber>,
    ) -> Result<Order, Refusal> {
        self.report_in_full(Report::new(what, seat))
    }

    /// Reports that something went wrong; what the section orders is done and returned.
    ///
    /// A misdeal or a defective deck ends the round with every wager back. A dead hand is out of
    /// it. A card to be discarded or burned is wanted next, and then the round goes on as it was;
    /// after the dealer's last card that is how an extra one is burned. A hand that was passed over
    /// gets its card after all others, the dealer after all players. An exposed card is turned up,
    /// a shown hand too; a card drawn in error and exposed is the next one dealt. Out of cards,
    /// everything but the hands may be dealt again. A card that was not exposed is used as if
    /// nothing had happened: the report is noted.
    pub fn report_in_full(&mut self, report: Report) -> Result<Order, Refusal> {
        self.apply(Op::Report(report))?;
        self.table().order_for(report.what, report.seat).ok_or(Refusal::NoSuchIrregularity)
    }

    pub(crate) fn take_report(&mut self, report: Report) -> Result<(), Refusal> {
        match self.next() {
            Next::Bets => return Err(Refusal::BetsAreOpen),
            Next::Done if report.what == Irregularity::ExtraCardOn17To21 && !self.is_void() => {}
            Next::Done if self.is_over_with(&report) => return Err(Refusal::RoundIsOver),
            Next::Done => {}
            Next::Card(_) if self.is_interrupted() => return Err(Refusal::ReportedCardFirst),
            Next::Award(_) if self.is_over_with(&report) => return Err(Refusal::AwardFirst),
            Next::Card(_) | Next::Decision(_) | Next::Award(_) => {}
        }
        for number in report.seat.into_iter().chain(report.other) {
            self.felt().place_of(number).ok_or(Refusal::NotInRound(number))?;
        }
        let order = self
            .table()
            .order_for(report.what, report.seat)
            .filter(|order| order.consequence != Consequence::Refused)
            .ok_or(Refusal::NoSuchIrregularity)?;
        self.must_be_complete(&report, order.consequence)?;
        match self.contradiction(&report, order.consequence) {
            Some(why) => Err(Refusal::NotSupported(why)),
            None => {
                self.carry_out(report, order);
                Ok(())
            }
        }
    }

    /// Whether the round is over for a report. A round in which nobody decides is over with its last card, but its
    /// cards still lie there: until an award is paid or the round is closed, an exposed card is turned over and a
    /// misdeal is called.
    fn is_over_with(&self, report: &Report) -> bool {
        let order = self.table().order_for(report.what, report.seat);
        let needs_no_card = order.is_some_and(|order| {
            use Consequence::{Misdeal, PlayOn, ShowHand, Void};
            matches!(order.consequence, Misdeal | PlayOn | ShowHand | Void)
        });
        // At blackjack a hand that is over at once is paid at once [IRR-5].
        let is_paid = self.felt().is_decided || self.table().game.is_dealt_from_shoe();
        self.is_void() || is_paid || !needs_no_card
    }

    /// Whether all cards are out and all decisions made.
    pub(crate) fn is_dealt_out(&self) -> bool {
        matches!(self.next(), Next::Done | Next::Award(_))
    }

    /// Checks that a report names the cards and players that its consequence needs, and no others.
    fn must_be_complete(&self, report: &Report, consequence: Consequence) -> Result<(), Refusal> {
        let needs_card = matches!(consequence, Consequence::PlayOn | Consequence::OfferCard);
        let may_have_card = needs_card || report.what == Irregularity::ExposedCard;
        let needs_other = consequence == Consequence::BothHandsDead;
        match (report.card, report.other) {
            (None, _) if needs_card => Err(Refusal::NameTheCard),
            (Some(_), _) if !may_have_card => Err(Refusal::NoCardConcerned),
            (_, None) if needs_other => Err(Refusal::NameTheOther),
            (_, Some(_)) if !needs_other => Err(Refusal::NoOtherConcerned),
            _ => Ok(()),
        }
    }

    /// What on the table contradicts a report, if anything does.
    fn contradiction(&self, report: &Report, consequence: Consequence) -> Option<&'static str> {
        let felt = self.felt();
        match report.what {
            Irregularity::NoCards if !self.is_passed_over(report.seat, 0) => {
                Some("the next card is not the first of that hand")
            }
            Irregularity::OneCard if !self.is_passed_over(report.seat, 1) => {
                Some("the next card is not the second of that hand")
            }
            Irregularity::DealerMissedCard => {
                let is_wanted = self.wants(Recipient::Dealer) && !felt.is_dealer_last;
                let may_wait = is_wanted && self.table().game.may_deal_dealer_last(felt);
                (!may_wait).then_some("the next card is not a card of the deal that can wait")
            }
            Irregularity::ExtraCardOn17To21 => {
                let is_17_to_21 = (17..=21).contains(&total(felt.dealer.cards()).points());
                let is_over = *self.next() == Next::Done;
                (!is_over || !is_17_to_21).then_some("the dealer has not finished on 17 to 21")
            }
            Irregularity::OutOfCards if !matches!(self.next(), Next::Card(_)) => {
                Some("no card is needed now")
            }
            Irregularity::ExposedDraw => self.cannot_be_offered(report),
            Irregularity::ExposedCard => self.cannot_be_exposed(report, consequence),
            Irregularity::ExposedHand | Irregularity::ExposedHandRefused => {
                self.cannot_be_shown(report)
            }
            Irregularity::WrongNumberOfCards
            | Irregularity::FacedCard
            | Irregularity::DefectiveDeck
            | Irregularity::Misdeal
            | Irregularity::FaceUpCardInShoe
            | Irregularity::CardDrawnInError
            | Irregularity::OutOfCards
            | Irregularity::NoCards
            | Irregularity::OneCard => None,
        }
    }

    fn wants(&self, whose: Recipient) -> bool {
        matches!(self.next(), Next::Card(Want { to, .. }) if *to == whose)
    }

    /// A hand is passed over when the card that comes next should be its own.
    fn is_passed_over(&self, seat: Option<SeatNumber>, cards: usize) -> bool {
        let seat = seat.filter(|&seat| self.wants(Recipient::Seat { seat, hand: 0 }));
        let place = seat.and_then(|seat| self.felt().place_of(seat));
        place.is_some_and(|place| {
            let seat = &self.felt().seats[place];
            seat.hands.len() == 1 && seat.cards().len() == cards
        })
    }

    /// A card is drawn in error when a player is asked; before all have two cards the rule is
    /// silent [BJ-11].
    fn cannot_be_offered(&self, report: &Report) -> Option<&'static str> {
        let felt = self.felt();
        if !matches!(self.next(), Next::Decision(_)) || !is_dealt(felt) {
            return Some("it is no player's turn with two cards out to everyone");
        }
        if felt.exposed.is_some() {
            return Some("an exposed card is already waiting to be dealt");
        }
        let is_left = report.card.is_some_and(|card| self.has_in_stock(card));
        (!is_left).then_some("that card is on the table already")
    }

    /// An exposed card lies face down where it was reported; where it makes a misdeal, it may also
    /// be one that was not dealt yet.
    fn cannot_be_exposed(&self, report: &Report, consequence: Consequence) -> Option<&'static str> {
        let card = report.card?;
        match place_of_card(self.felt(), report.seat, card) {
            // If nobody decides, the dealer shows with the last card: it was exposed before that.
            Some((_, true)) if report.seat.is_none() && self.is_dealt_out() => None,
            Some((_, true)) => Some("that card lies face up already"),
            Some((_, false)) => None,
            None => {
                let is_misdeal = consequence == Consequence::Misdeal && report.seat.is_none();
                let is_in_deck = is_misdeal && self.has_in_stock(card);
                (!is_in_deck).then_some("that card does not lie there")
            }
        }
    }

    /// Only a hand that is still in and still down can be shown, and only hands that play for a pot
    /// can die for it [IRR-3].
    fn cannot_be_shown(&self, report: &Report) -> Option<&'static str> {
        let felt = self.felt();
        let is_in = |number: SeatNumber| {
            let place = felt.place_of(number);
            place.is_some_and(|place| {
                let seat = &felt.seats[place];
                let mut faces = seat.hands[0].cards.faces();
                !seat.is_out && !seat.is_dead && faces.any(|face| face == cards::Face::Down)
            })
        };
        if !report.seat.is_some_and(is_in) {
            return Some("that hand is not in play face down");
        }
        let other = report.other?;
        if report.seat == report.other || !is_in(other) {
            return Some("the other player has no hand in play");
        }
        (!self.table().game.is_pot_open(felt)).then_some("no pot is being played for")
    }
}

/// Where a card lies, in a seat's hands or, without a seat, elsewhere, and whether it is up.
/// Of several alike one that is down comes first.
fn place_of_card(
    felt: &Felt,
    seat: Option<SeatNumber>,
    card: Card,
) -> Option<((Recipient, usize), bool)> {
    let hands = felt.seats.iter().filter(|own| Some(own.number) == seat).flat_map(|own| {
        let hands = own.hands.iter().zip(0..);
        hands.map(|(hand, index)| (Recipient::Seat { seat: own.number, hand: index }, &hand.cards))
    });
    let others = [
        (Recipient::Dealer, &felt.dealer),
        (Recipient::Board, &felt.board),
        (Recipient::Burn, &felt.burns),
    ];
    let others = others.into_iter().filter(|_| seat.is_none());
    let places = hands.chain(others).flat_map(|(whose, pile)| {
        let cards = pile.known().enumerate();
        cards.filter(move |(_, other)| *other == Some(card)).map(move |(place, _)| {
            let is_up = pile.is_up(place);
            ((whose, place), is_up)
        })
    });
    places.min_by_key(|(_, is_up)| *is_up)
}

/// What is shown as the row of a wager that goes back in a void round.
pub(crate) fn void_row(what: Irregularity) -> &'static str {
    if what == Irregularity::DefectiveDeck { "defective deck" } else { "misdeal" }
}

/// Gives back what lies on each hand of a seat, with what splits and doubles have added.
fn give_back_hands(
    settlement: &mut Settlement,
    seat: &Seat,
    wager: &'static str,
    row: &'static str,
    cite: CiteId,
) {
    let is_split = seat.hands.len() > 1;
    for (hand, number) in seat.hands.iter().zip(1..) {
        settlement.line(SettledLine {
            seat: seat.number,
            wager,
            hand: is_split.then_some(number),
            staked: hand.stake,
            returned: hand.stake,
            outcome: Outcome::Dead,
            row,
            pay: None,
            cite,
            note: None,
        });
    }
}

impl RoundState<'_> {
    /// Notes what was reported and what the rule orders, and turns up what everyone has seen.
    pub(crate) fn ordered(&mut self, report: Report, order: Order) {
        self.note(|| Event::Reported(report));
        self.announce(report, order);
    }

    /// Notes what the rule orders, and turns up what everyone has seen.
    pub(crate) fn announce(&mut self, report: Report, order: Order) {
        let Order { consequence, calls_supervisor, cite } = order;
        self.note(|| Event::Ordered { consequence, cite });
        if calls_supervisor {
            self.note(|| Event::SupervisorCalled { cite });
        }
        // A hand with the wrong number of cards is counted in the open [IRR-6].
        if report.what == Irregularity::WrongNumberOfCards {
            match report.seat {
                Some(seat) => self.turn_up(Recipient::Seat { seat, hand: 0 }, usize::MAX),
                None => self.turn_up(Recipient::Dealer, usize::MAX),
            }
        }
        if consequence == Consequence::ShowHand
            && let Some(seat) = report.seat
        {
            self.turn_up(Recipient::Seat { seat, hand: 0 }, usize::MAX);
        }
        if consequence == Consequence::DealerLast {
            self.felt.is_dealer_last = true;
        }
        if report.what == Irregularity::ExposedCard
            && let Some(card) = report.card
        {
            self.turn_up_card(report.seat, card);
        }
    }

    /// Turns up one card that everyone has seen.
    fn turn_up_card(&mut self, seat: Option<SeatNumber>, card: Card) {
        let Some(((whose, place), false)) = place_of_card(self.felt, seat, card) else { return };
        if let Some(pile) = pile_of(self.felt, whose) {
            pile.turn_up_one(place);
            self.note(|| Event::CardTurned { whose, card });
        }
    }

    /// Gives every wager of a seat back that is not settled yet.
    pub(crate) fn give_back(&mut self, place: usize, row: &'static str, cite: CiteId) {
        for (line, name) in self.table.lines_in_order() {
            let seat = &self.felt.seats[place];
            let mut lines = self.settlement.lines.iter();
            let is_settled = lines.any(|done| done.seat == seat.number && done.wager == name);
            if !seat.has(line) || is_settled {
                continue;
            }
            let is_on_hands = self.table.game.hands_hold() == Some(line);
            if is_on_hands && seat.hands[0].stake > Cents::ZERO {
                give_back_hands(self.settlement, seat, name, row, cite);
            } else {
                self.settlement.dead(seat, line, row, cite);
            }
        }
    }

    /// Takes two hands out of the pot.
    pub(crate) fn kill_hands(&mut self, report: Report, order: Order) {
        let place = |seat: Option<SeatNumber>| seat.and_then(|seat| self.felt.place_of(seat));
        if let Some((one, other)) = place(report.seat).zip(place(report.other)) {
            self.table.game.kill_hands(self, [one, other], order.cite);
        }
    }

    /// Deals the card that was drawn in error and exposed, if there is one, where a card is wanted
    /// for a hand [BJ-11].
    pub(crate) fn deal_exposed(&mut self, next: &Next) -> bool {
        let (Some(ExposedDraw { card, cite }), Next::Card(want)) = (self.felt.exposed, next) else {
            return false;
        };
        let want = Want { facing: Facing::Up, cite, ..*want };
        let is_put = pile_of(self.felt, want.to).is_some_and(|pile| pile.put(card, want.facing));
        debug_assert!(is_put, "no hand has more than 21 cards");
        self.felt.exposed = None;
        self.note(|| Event::ExposedDealt { want, card });
        self.table.game.card(self);
        true
    }

    /// Takes back what was collected from folded hands, before a void round returns every wager; a
    /// hand that was already paid keeps its settlement [IRR-5].
    pub(crate) fn take_back_losses(&mut self) {
        let settlement = &mut *self.settlement;
        for seat in &self.felt.seats {
            let of_seat = settlement.lines.iter().filter(|line| line.seat == seat.number);
            if of_seat.clone().all(|line| line.outcome == Outcome::Lose) {
                settlement.take_back_seat(seat.number);
            }
        }
    }
}
