//! Whoever deals, decides and awards, and the one loop that plays a round with them.

use cards::Card;
use money::Cents;

use crate::action::Action;
use crate::agreed::PaidOther;
use crate::choice::Choice;
use crate::felt::SeatNumber;
use crate::op::Op;
use crate::refusal::Refusal;
use crate::round::{AwardDue, Next, Recipient, Round, Want};

/// A decision, perhaps with a tip on the wager it makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Decision {
    pub action: Action,
    pub tip: Option<Cents>,
}

impl From<Action> for Decision {
    fn from(action: Action) -> Decision {
        Decision { action, tip: None }
    }
}

/// Hands a round what it asks for: a shuffled deck and its players, a recorded file, a generator.
pub trait Driver {
    /// Why the round is left before its end.
    type Stop;

    /// Something that is done before what the round asks for, such as a report.
    fn interrupt(&mut self, _round: &Round) -> Result<Option<Op>, Self::Stop> {
        Ok(None)
    }

    /// The card that is wanted; none if nobody sees it, or nobody who recorded the round did.
    fn card(&mut self, round: &Round, want: Want) -> Result<Option<Card>, Self::Stop>;

    /// The decision that is wanted.
    fn decision(&mut self, round: &Round, choice: &Choice) -> Result<Decision, Self::Stop>;

    /// Says the amount of the award that is due.
    fn award(&mut self, round: &Round, due: &AwardDue) -> Result<Cents, Self::Stop>;

    /// What was paid for a seat's award, where that is another amount [PRG-20].
    fn paid_other(&mut self, _seat: SeatNumber) -> Option<Box<PaidOther>> {
        None
    }

    /// What it handed over was refused; unless it stops, it is asked again.
    fn refused(&mut self, refusal: Refusal) -> Result<(), Self::Stop>;
}

impl Round {
    /// Plays a round whose bets are locked to its end.
    pub fn play<D: Driver>(&mut self, driver: &mut D) -> Result<(), D::Stop> {
        while self.play_on(driver)? {}
        Ok(())
    }

    /// Does the next thing only; false if the round is over or its bets are open.
    pub fn play_on<D: Driver>(&mut self, driver: &mut D) -> Result<bool, D::Stop> {
        let done = match driver.interrupt(self)? {
            Some(op) => self.apply(op).map(drop),
            None => match self.next() {
                Next::Bets | Next::Done => return Ok(false),
                Next::Card(want) => match driver.card(self, *want)? {
                    Some(card) => self.apply(Op::Card(card)).map(drop),
                    None if matches!(want.to, Recipient::Burn | Recipient::Discard) => {
                        self.apply(Op::Unseen).map(drop)
                    }
                    None => self.apply(Op::NotSeen).map(drop),
                },
                Next::Decision(choice) => {
                    let (seat, hand) = (choice.seat, choice.hand);
                    let Decision { action, tip } = driver.decision(self, choice)?;
                    self.apply(Op::Decide { seat, hand, action, tip }).map(drop)
                }
                Next::Award(due) => {
                    let seat = due.seat;
                    let amount = driver.award(self, due)?;
                    let paid = driver.paid_other(seat);
                    self.apply(Op::Award { seat, amount, paid }).map(drop)
                }
            },
        };
        if let Err(refusal) = done {
            driver.refused(refusal)?;
        }
        Ok(true)
    }
}
