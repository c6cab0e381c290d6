//! The dealer's steps: the round goes on when those that are due are done. What the table leaves to
//! the house is noted as done by the house; the rest waits for the dealer, in order.

use games::Next;
use progressive::Seat;
use rulebook::{Chore, Duty, Moment, Step};

use super::{Transaction, steps_outside};
use crate::refusal::Refusal;
use crate::table::play::{Play, Progress};
use crate::table::setup::Kind;
use crate::table::steps::{StepBy, StepDue};

/// Whether this is part of closing the bets.
fn is_locking(step: &Step) -> bool {
    matches!(step.chore.duty(), Duty::Lock | Duty::Shuffle)
}

/// Whether this is part of ending the round.
fn is_ending(step: &Step) -> bool {
    step.chore.duty() == Duty::GameOver
}

impl Transaction<'_> {
    pub(super) fn steps_left(&self) -> usize {
        self.play.as_ref().map_or(0, |play| play.form.steps.len())
    }

    /// The step that comes first, as the section has it.
    fn first_step(&self) -> Option<(&StepDue, &Step)> {
        let play = self.play.as_ref()?;
        let due = play.step()?;
        let steps = &play.round.table().section().steps;
        let step = steps.iter().find(|step| step.id == due.id);
        Some((due, step.expect("the table's edition has its steps")))
    }

    /// Whether a step waits for the dealer.
    pub(super) fn waits(&self) -> bool {
        self.steps_left() > 0
    }

    pub(super) fn must_not_wait(&self) -> Result<(), Refusal> {
        match self.play.as_ref().and_then(Play::step) {
            Some(step) => Err(Refusal::StepWaits { text: step.text.clone() }),
            None => Ok(()),
        }
    }

    /// Notes the first step as done.
    fn note_step(&mut self, by: StepBy) {
        let steps = self.play.as_mut().map(|play| &mut play.form.steps);
        if let Some(due) = steps.and_then(|steps| steps.pop_front()) {
            self.effect.steps.push(due.done(by));
        }
    }

    /// An award of a seat is another one now: the steps that were left of it are not to be done any more.
    pub(super) fn drop_award_steps(&mut self, seat: Seat) {
        let Some(play) = &mut self.play else { return };
        let section = play.round.table().section();
        let of_awards = section.steps.iter().filter(|step| step.at == Moment::AwardWon);
        let ids: Vec<&str> = of_awards.map(|step| step.id.as_str()).collect();
        play.form.steps.retain(|due| due.seat != Some(seat) || !ids.contains(&due.id.as_str()));
    }

    /// Notes the steps that need nobody, up to the first that waits for the dealer.
    pub(super) fn pass_steps(&mut self) {
        loop {
            let Some((due, step)) = self.first_step() else { return };
            if self.needs_nobody(due, step) {
                self.play.as_mut().map(|play| play.form.steps.pop_front());
                continue;
            }
            let Some(by) = self.is_done(due, step) else { return };
            self.note_step(by);
        }
    }

    /// Is a supervisor called for an award that the dealer pays alone [PRG-9], or anybody for one that is not on the
    /// meter [PRG-24]? There is no such step.
    fn needs_nobody(&self, due: &StepDue, step: &Step) -> bool {
        let of_award = due.seat.filter(|_| step.at == Moment::AwardWon);
        if of_award.is_some() && self.keys().is_none() && self.is_play_on_real() {
            return true;
        }
        if self.context.rules.steps_follow_the_key() {
            // The key of an overridden hand is not that of the cards, and no award that stays unpaid has steps [PRG-22].
            let is_off = |seat| match step.chore {
                Chore::Key => self.is_upheld(seat) && !self.is_keyed_as_due(seat),
                _ => self.is_upheld_unkeyed(seat),
            };
            if of_award.is_some_and(is_off) {
                return true;
            }
        }
        matches!(step.chore, Chore::CallSupervisor | Chore::Verify)
            && of_award.is_some_and(|seat| self.dealer_pays(seat))
    }

    /// Who has done a step already, if anyone. An award's own steps show on the keypad.
    fn is_done(&self, due: &StepDue, step: &Step) -> Option<StepBy> {
        let by_hand = self.setup().is_by_hand(step.chore.duty());
        let of_award = due.seat.filter(|_| step.at == Moment::AwardWon);
        let keyed = of_award.and_then(|seat| self.keys()?.lit.get(&seat));
        let is_verified = keyed.is_some_and(|keyed| self.is_verified(keyed));
        let is_done = match (of_award, step.chore) {
            (Some(seat), _) if self.is_upheld_unkeyed(seat) => return Some(StepBy::Supervisor),
            (Some(_), Chore::Verify) if is_verified && self.setup().kind != Kind::Practice => {
                return Some(StepBy::Supervisor);
            }
            (Some(_), Chore::Verify) => return is_verified.then_some(StepBy::House),
            (Some(seat), Chore::Key) => {
                let is_right =
                    !self.context.rules.steps_follow_the_key() || self.is_keyed_as_due(seat);
                keyed.is_some() && is_right
            }
            (Some(_), Chore::CallSupervisor) => is_verified || self.table.form.call.is_some(),
            _ => false,
        };
        match (by_hand, is_done) {
            (true, true) => Some(StepBy::Dealer),
            (true, false) => None,
            (false, _) => Some(StepBy::House),
        }
    }

    /// The dealer has done the first steps by something else that they did.
    fn done_by_it(&mut self, is_part: fn(&Step) -> bool) {
        while self.first_step().is_some_and(|(_, step)| is_part(step)) {
            self.note_step(StepBy::Dealer);
            self.pass_steps();
        }
    }

    /// The same, where nothing else may wait.
    fn done_with_it(&mut self, is_part: fn(&Step) -> bool) -> Result<(), Refusal> {
        self.done_by_it(is_part);
        self.must_not_wait()
    }

    /// Closing the bets does all that is to be seen to before it.
    pub(super) fn done_with_lock(&mut self) -> Result<(), Refusal> {
        self.done_with_it(is_locking)
    }

    /// A card that is entered was dealt, burned or turned up. What is to be done after the deal does not
    /// hold it up: in the 212, the bets are pulled after the street (9).
    pub(super) fn done_with_card(&mut self) -> Result<(), Refusal> {
        let is_dealing = |step: &Step| step.chore.is_dealing();
        if self.first_step().is_some_and(|(_, step)| !is_dealing(step)) {
            return self.must_not_wait();
        }
        self.done_by_it(is_dealing);
        Ok(())
    }

    /// Game over is the end key. Where the cards are not entered, the house sees none of the rest.
    pub(super) fn done_with_game_over(&mut self) -> Result<(), Refusal> {
        if self.is_keypad_only() {
            self.done_with_it(|_| true)
        } else {
            self.done_with_it(is_ending)
        }
    }

    /// The dealer confirms the step that waits or, if none does, does the next chore.
    pub(super) fn step(&mut self) -> Result<(), Refusal> {
        let first = self.first_step().map(|(due, step)| (due.clone(), step.clone()));
        let Some((due, step)) = first else { return self.next_chore() };
        if step.at == Moment::AwardWon {
            return self.award_step(&due, &step);
        }
        let play = self.play.as_mut().expect("it has a step");
        play.form.confirmed.push(due.clone());
        self.note_step(StepBy::Dealer);
        self.pass_steps();
        match step.chore {
            Chore::CallSupervisor => self.call_supervisor(&due.text),
            // A hand that wins others envy is keyed, with a bet of its own or without one [PRG-6].
            Chore::LeaveUp if step.at == Moment::EnvyHand => self.key_trigger(due.seat),
            Chore::GameOver if !self.waits() => self.next_chore(),
            chore if chore.is_dealing() && self.may_deal() => self.deal_on(),
            _ => self.lock_if_ready(),
        }
    }

    /// Whether cards may be dealt now: only dealing is left to do.
    fn may_deal(&self) -> bool {
        let Some(play) = &self.play else { return false };
        let steps = &play.round.table().section().steps;
        let is_dealt = |due: &StepDue| {
            steps.iter().any(|step| {
                let is_by_hand = self.setup().is_by_hand(step.chore.duty());
                step.id == due.id && (step.chore.is_dealing() || !is_by_hand)
            })
        };
        let is_card = matches!(play.round.next(), Next::Card(_));
        is_card && self.setup().kind != Kind::Live && play.form.steps.iter().all(is_dealt)
    }

    /// The steps of an award are done at the keypad, and the last of them by a supervisor.
    fn award_step(&mut self, due: &StepDue, step: &Step) -> Result<(), Refusal> {
        let is_keyed = |seat| self.keys().is_some_and(|keys| keys.lit.contains_key(&seat));
        match (due.seat, step.chore) {
            (_, Chore::CallSupervisor) => self.call_supervisor(&due.text),
            (Some(seat), _) if !is_keyed(seat) => self.key_next().map(drop),
            // A wrong key is pressed again by hand.
            (Some(_), Chore::Key) if self.context.rules.steps_follow_the_key() => {
                self.must_not_wait()
            }
            // Other winners are lit, too, where one cannot be verified before them [PRG-5].
            _ if self.context.rules.keys_one_seat() && self.key_next()? => Ok(()),
            _ => self.must_not_wait(),
        }
    }

    /// Presses the button of a hand that triggers envy, unless it is lit.
    fn key_trigger(&mut self, seat: Option<Seat>) -> Result<(), Refusal> {
        let Some(play) = &self.play else { return Ok(()) };
        let triggers = play.round.envy_triggers().into_iter();
        let mut own = triggers.filter(|(trigger, _)| seat == Some(Seat(trigger.get())));
        match own.next() {
            Some((trigger, row)) => self.key_unless_lit(Seat(trigger.get()), row),
            None => Ok(()),
        }
    }

    /// Bets that were ready are locked once nothing waits, where the house locks them.
    pub(super) fn lock_if_ready(&mut self) -> Result<(), Refusal> {
        let Some(play) = &self.play else { return Ok(()) };
        let seats = super::play_seats(&self.play);
        let is_ready = play.progress() == Progress::Betting
            && !seats.is_empty()
            && seats.iter().all(|seat| play.form.ready.contains(seat));
        if is_ready && !self.waits() && !self.setup().is_by_hand(Duty::Lock) {
            self.lock()?;
        }
        Ok(())
    }

    /// Another dealer takes over: the hand is finished first, and where the house has posted so, a card
    /// is burned [BJ-5].
    pub(super) fn relieve(&mut self) -> Result<(), Refusal> {
        let progress = self.play.as_ref().map(Play::progress);
        if matches!(progress, Some(Progress::Playing | Progress::Settled)) {
            return Err(Refusal::RoundOpen(self.id().clone()));
        }
        self.effect.steps.extend(steps_outside(&self.table, &Moment::DealerRelieved));
        let burns = self.table.felt().shoe_procedure().is_some_and(|it| it.burns_on_dealer_change);
        // A shuffle that nothing was dealt from has its own first card to burn.
        let shuffle = self.table.form.shuffle.as_mut();
        if let Some(shuffle) = shuffle.filter(|shuffle| burns && shuffle.out() > 0) {
            shuffle.burn();
        }
        Ok(())
    }
}
