//! Irregularities that a dealer or a supervisor reports: misdeals, dead and fouled hands, and the rest of the section.

use cards::Card;
use games::{Op, Report};
use progressive::Seat;
use rulebook::{Consequence, Irregularity};

use super::{Transaction, number};
use crate::machine::control::must_have_reason;
use crate::refusal::Refusal;
use crate::table::play::Progress;
use crate::table::setup::Kind;

const DEAD_HAND: &str = "dead-hand";
const FOULED_HAND: &str = "fouled-hand";

impl Transaction<'_> {
    /// A misdeal, where the section has one: every wager goes back.
    pub(super) fn misdeal(&mut self, reason: &str) -> Result<(), Refusal> {
        must_have_reason(reason)?;
        if self.progress() == Some(Progress::Betting) {
            return Err(games::Refusal::BetsAreOpen.into());
        }
        self.must_not_be_over()?;
        self.apply(Op::Report(Report::new(Irregularity::Misdeal, None)))
    }

    pub(super) fn irregular(
        &mut self,
        event: &str,
        seat: Option<Seat>,
        other: Option<Seat>,
        card: Option<Card>,
    ) -> Result<(), Refusal> {
        // Where the house deals, it knows the cards: naming one would choose the next, or ask for one
        // that lies face down.
        if card.is_some() && self.setup().kind != Kind::Live {
            return Err(Refusal::HouseDeals);
        }
        let what = self.reported(event, seat)?;
        // An extra card of the dealer's is burned after the round, too.
        if what != Irregularity::ExtraCardOn17To21 {
            self.must_not_be_over()?;
        }
        let mut report = Report::new(what, seat.map(number).transpose()?);
        report.card = card;
        report.other = other.map(number).transpose()?;
        self.apply(Op::Report(report))
    }

    /// After game over nothing is reported any more.
    fn must_not_be_over(&self) -> Result<(), Refusal> {
        match self.progress() {
            Some(Progress::Over) => Err(games::Refusal::RoundIsOver.into()),
            Some(Progress::Betting | Progress::Playing | Progress::Settled) | None => Ok(()),
        }
    }

    /// What a word for an irregularity stands for: the rulebook's, or one of the two that a pit uses for a player's
    /// hand with a wrong number of cards: a fouled hand (20:18:16:29) and, where that is what follows, a dead one
    /// [CS-4].
    fn reported(&self, event: &str, seat: Option<Seat>) -> Result<Irregularity, Refusal> {
        let wrong = Irregularity::WrongNumberOfCards;
        let unknown = || {
            let known = Irregularity::WORDS.iter().map(|(word, _)| *word);
            let known: Vec<&str> = known.chain([DEAD_HAND, FOULED_HAND]).collect();
            Refusal::NoSuchEvent { event: event.to_owned(), known: known.join(", ") }
        };
        if ![DEAD_HAND, FOULED_HAND].contains(&event) {
            return Irregularity::from_word(event).ok_or_else(unknown);
        }
        let hand = seat.map(number).transpose()?;
        let order = hand.and_then(|hand| self.table.felt().order_for(wrong, Some(hand)));
        match order.map(|order| order.consequence) {
            Some(consequence) if event == FOULED_HAND || consequence == Consequence::DeadHand => {
                Ok(wrong)
            }
            Some(_) | None => Err(games::Refusal::NoSuchIrregularity.into()),
        }
    }
}
