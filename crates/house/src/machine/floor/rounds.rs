//! A round at a table after the lock: cards, decisions, clocks and game over.

use std::collections::VecDeque;

use cards::Card;
use games::{Action, Next, NextView, Op};
use money::{Cents, Moment};
use progressive::Seat;
use rulebook::Duty;

use super::{Transaction, number, play_seats};
use crate::refusal::Refusal;
use crate::table::Call;
use crate::table::play::{Play, Progress, duty_of};
use crate::table::setup::Kind;
use crate::table::shuffling::Shuffled;
use crate::view::Viewer;

impl Transaction<'_> {
    /// Does an operation in the round and moves the money that follows from it.
    pub(super) fn apply(&mut self, op: Op) -> Result<(), Refusal> {
        let play = self.play.as_mut().ok_or_else(|| Refusal::NoRound(self.table.id().clone()))?;
        let (before, dead) = (play.position(), dead_seats(play));
        let line = play.apply(op)?;
        let (is_void, died) = (play.round.is_void(), dead_seats(play));
        self.effect.ops.push(line);
        self.settle_up(&before)?;
        for seat in died.into_iter().filter(|seat| !dead.contains(seat)) {
            self.return_progressive(seat)?;
        }
        if is_void {
            self.void_keypad()?;
        }
        Ok(())
    }

    pub(super) fn progress(&self) -> Option<Progress> {
        self.play.as_ref().map(Play::progress)
    }

    pub(super) fn set_progress(&mut self, progress: Progress) {
        if let Some(play) = &mut self.play {
            play.form.progress = progress;
        }
    }

    /// The dealer enters a card, at a table with real cards.
    pub(super) fn card(&mut self, card: Card) -> Result<(), Refusal> {
        if self.setup().kind != Kind::Live {
            return Err(Refusal::HouseDeals);
        }
        self.done_with_card()?;
        self.apply(Op::Card(card))
    }

    pub(super) fn unseen(&mut self) -> Result<(), Refusal> {
        if self.setup().kind != Kind::Live {
            return Err(Refusal::HouseDeals);
        }
        self.done_with_card()?;
        self.apply(Op::Unseen)
    }

    /// The dealer's next chore when no step waits: the cards that are due are dealt.
    pub(super) fn next_chore(&mut self) -> Result<(), Refusal> {
        let next = self.play.as_ref().map(|play| play.round.next().clone());
        match (self.progress(), next) {
            (Some(Progress::Betting), _) => self.lock(),
            (Some(Progress::Settled), _) => self.game_over(),
            (Some(Progress::Playing), Some(Next::Card(_))) if self.setup().kind != Kind::Live => {
                self.deal_on()
            }
            (Some(Progress::Playing), Some(Next::Award(due))) => {
                // An award that is decided is paid as the round goes on.
                match self.key_next()? || self.is_decided(Seat(due.seat.get())) {
                    true => Ok(()),
                    false => Err(Refusal::NothingToDo),
                }
            }
            _ => Err(Refusal::NothingToDo),
        }
    }

    /// Deals until no more cards are due, until another step comes up, or until the dealer's duty
    /// changes: burns are burned one at a time.
    pub(super) fn deal_on(&mut self) -> Result<(), Refusal> {
        let steps = self.steps_left();
        let mut duty = None;
        while let Some(due) = self.card_due().filter(|_| self.steps_left() <= steps) {
            let is_by_hand = self.setup().is_by_hand(due);
            if is_by_hand && *duty.get_or_insert(due) != due {
                break;
            }
            self.deal_one()?;
            self.pass_steps();
        }
        Ok(())
    }

    /// The duty of the card that is due, if one is.
    fn card_due(&self) -> Option<Duty> {
        let play = self.play.as_ref().filter(|play| play.progress() == Progress::Playing)?;
        let Next::Card(want) = play.round.next() else { return None };
        Some(duty_of(*want))
    }

    fn deal_one(&mut self) -> Result<(), Refusal> {
        let recorded = self.recorded.as_mut().and_then(VecDeque::pop_front);
        let table = self.table.id().clone();
        let shuffle = self.table.form.shuffle.as_mut().ok_or(Refusal::OutOfCards)?;
        let card = shuffle.draw(&table, &self.house.equipment.keys, recorded)?;
        self.apply(Op::Card(card))
    }

    pub(super) fn decide(
        &mut self,
        seat: Seat,
        action: &str,
        hand: Option<u8>,
        tip: Option<Cents>,
    ) -> Result<(), Refusal> {
        let action: Action = action
            .parse()
            .map_err(|error: games::ActionError| Refusal::BadAction { why: error.to_string() })?;
        let refused = self.apply(Op::Decide { seat: number(seat)?, hand, action, tip });
        refused.map_err(|refusal| self.as_known(refusal))
    }

    /// A refusal without what the person who asked may not know: some actions are legal only because of cards
    /// that lie face down.
    fn as_known(&self, refusal: Refusal) -> Refusal {
        let (Refusal::ByTheRules(by_the_rules), Some(play)) = (&refusal, &self.play) else {
            return refusal;
        };
        let games::Refusal::NotLegal { action, .. } = &**by_the_rules else {
            return refusal;
        };
        let eyes = self.house.eyes(play, Viewer::Person(self.context.by));
        let NextView::Decision(turn) = play.round.view(eyes).next else { return refusal };
        if turn.actions.is_empty() {
            return Refusal::BadAction { why: format!("\"{action}\" is not legal here") };
        }
        let legal = turn.actions.into();
        games::Refusal::NotLegal { action: *action, legal }.into()
    }

    /// Everything that the house does by itself until somebody has to act: nothing where there are no seats.
    pub(super) fn run(&mut self) -> Result<(), Refusal> {
        if !self.table.has_seats() {
            return Ok(());
        }
        if self.tell_overrides()? {
            self.set_progress(Progress::Playing);
        }
        self.pass_steps();
        while self.progress() == Some(Progress::Playing) {
            let play = self.play.as_ref().expect("a round is played");
            let has_gone_on = match play.round.next() {
                Next::Bets | Next::Decision(_) => false,
                Next::Card(_) => self.deal_by_itself()?,
                Next::Award(_) => self.award_by_itself()?,
                Next::Done => {
                    assert!(play.position().is_clear(), "a finished round leaves nothing behind");
                    self.check_keys()?;
                    self.set_progress(Progress::Settled);
                    true
                }
            };
            self.pass_steps();
            if !has_gone_on {
                return Ok(());
            }
        }
        let is_settled = self.progress() == Some(Progress::Settled);
        if is_settled && !self.waits() && !self.setup().is_by_hand(Duty::GameOver) {
            self.game_over()?;
        }
        Ok(())
    }

    fn deal_by_itself(&mut self) -> Result<bool, Refusal> {
        let is_mine = self.card_due().is_some_and(|duty| !self.setup().is_by_hand(duty));
        if !is_mine || self.waits() || self.setup().kind == Kind::Live {
            return Ok(false);
        }
        self.deal_one()?;
        Ok(true)
    }

    /// The round is over: the sensors are reset, and the shuffle is revealed if it is spent.
    pub(super) fn game_over(&mut self) -> Result<(), Refusal> {
        match self.progress() {
            Some(Progress::Settled) => self.done_with_game_over()?,
            Some(Progress::Playing) if self.is_keypad_only() => {
                self.done_with_game_over()?;
                self.end_unseen()?;
            }
            Some(Progress::Playing) => return Err(Refusal::NotSettled(self.id().clone())),
            Some(Progress::Betting | Progress::Over) | None => {
                return Err(Refusal::NoRound(self.id().clone()));
            }
        }
        self.end_keypad()?;
        if let Some(play) = &mut self.play {
            play.form.progress = Progress::Over;
            play.form.confirmed.clear();
            play.form.marks.clear();
        }
        self.table.form.call = None;
        self.count_round();
        self.note_button();
        let out = self.table.form.shuffle.as_ref().map_or(0, Shuffled::out);
        let shoe = self.table.felt().shoe_procedure();
        // A shoe of version 1 ends with the round that its cards were bound to be dealt from [SHF-1].
        let is_given_up =
            self.context.rules.seal_every_shuffle() && self.table.has_readable_shuffle();
        let is_last = is_given_up || shoe.is_none_or(|shoe| shoe.is_last_round(out as u16));
        if let Some(shuffle) = self.table.form.shuffle.as_mut().filter(|_| is_last) {
            shuffle.spend();
        }
        self.cash_out_unseated();
        Ok(())
    }

    /// Counts the round for what the table holds.
    fn count_round(&mut self) {
        let Some(play) = &self.play else { return };
        let id = self.table.id();
        let mut tally = self.house.tally(id).cloned().unwrap_or_default();
        tally.count(play, self.context.at);
        if !tally.is_empty() {
            self.house.put_tally(id, tally);
        }
    }

    /// Notes who had the button, and who played: at the next lock it moves on.
    fn note_button(&mut self) {
        let Some(play) = &self.play else { return };
        if !play.round.table().has_pot() {
            return;
        }
        let felt = play.round.felt();
        let first = felt.seats.first().map(|seat| seat.number);
        self.table.form.button = felt.button.or(first).map(|seat| Seat(seat.get()));
        self.table.form.played = play_seats(&self.play).into_iter().collect();
    }

    /// The time is up: bets are locked, or the player takes the free choice.
    pub(super) fn time_up(&mut self) -> Result<(), Refusal> {
        let Some(until) = self.table.form.until else { return Err(Refusal::NoClock) };
        if self.context.at < until {
            return Err(Refusal::NotYet { until });
        }
        match self.progress() {
            Some(Progress::Betting) => self.lock_what_stands(),
            Some(Progress::Playing) => {
                let play = self.play.as_ref().expect("a round is played");
                let Next::Decision(choice) = play.round.next() else {
                    return Err(Refusal::NoClock);
                };
                let (seat, hand) = (choice.seat, choice.hand);
                let action = silent_choice(&choice.actions).ok_or(Refusal::NoClock)?;
                self.apply(Op::Decide { seat, hand, action, tip: None })
            }
            Some(Progress::Settled | Progress::Over) | None => Err(Refusal::NoClock),
        }
    }

    /// When the time for what comes next is up.
    pub(super) fn until(&self) -> Option<Moment> {
        let play = self.play.as_ref()?;
        let clocks = self.setup().clocks;
        let seconds = match (play.progress(), play.round.next()) {
            (Progress::Betting, _) if !play.round.felt().seats.is_empty() && !self.waits() => {
                // The clock runs from the first bet, once the dealer is ready.
                if let Some(until) = self.table.form.until {
                    return Some(until);
                }
                clocks.betting
            }
            (Progress::Playing, Next::Decision(_)) => clocks.decision,
            (Progress::Betting | Progress::Playing | Progress::Settled | Progress::Over, _) => 0,
        };
        let micros = i64::from(seconds) * 1_000_000;
        (seconds > 0).then(|| Moment(self.context.at.0.saturating_add(micros)))
    }

    pub(super) fn call_supervisor(&mut self, why: &str) -> Result<(), Refusal> {
        let (by, at, why) = (self.context.by.clone(), self.context.at, why.to_owned());
        self.table.form.call = Some(Call { by, at, why });
        Ok(())
    }
}

pub(super) fn dead_seats(play: &Play) -> Vec<Seat> {
    let dead = play.round.felt().seats.iter().filter(|seat| seat.is_dead);
    dead.map(|seat| Seat(seat.number.get())).collect()
}

/// What a silent player does: the free choice if there is one, otherwise what the section does with
/// a hand that goes no further. Nobody stakes more without saying so: at Casino War a silent player surrenders.
pub fn silent_choice(actions: &[Action]) -> Option<Action> {
    let order = [
        Action::Check,
        Action::Decline,
        Action::Stand,
        Action::Stay,
        Action::NoRaise,
        Action::Ride,
        Action::Take,
        Action::Fold,
        Action::Surrender,
    ];
    let known = order.into_iter().find(|action| actions.contains(action));
    known.or_else(|| actions.first().copied())
}
