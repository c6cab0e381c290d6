//! Bets at a table: placed, cleared, returned and locked.

use std::collections::BTreeMap;

use games::{Op, SeatNumber, next_button};
use money::Cents;
use progressive::Seat;

use super::{Transaction, name_of, number, play_seats};
use crate::refusal::Refusal;
use crate::table::Player;
use crate::table::command::Dollars;
use crate::table::play::{Play, Progress, ReturnedBet};
use crate::table::setup::Kind;
use crate::table::shuffling::Shuffled;

/// The bet that feeds the meter.
const PROGRESSIVE: &str = "progressive";

impl Transaction<'_> {
    pub(super) fn bet(
        &mut self,
        seat: Seat,
        bets: &BTreeMap<String, Dollars>,
        tips: &BTreeMap<String, Dollars>,
    ) -> Result<(), Refusal> {
        self.must_sit(seat)?;
        if bets.contains_key(PROGRESSIVE) {
            self.must_take_progressive()?;
        }
        self.open_bets()?;
        let number = number(seat)?;
        if bets.is_empty() {
            return Err(Refusal::NoBets);
        }
        let bet = |(bet, amount): (&String, &Dollars)| {
            let (bet, amount) = (bet.clone().into(), amount.0);
            Op::Bet { seat: number, bet, amount }
        };
        let tip = |(line, amount): (&String, &Dollars)| {
            let (line, amount) = (line.clone().into(), amount.0);
            Op::Tip { seat: number, line, amount }
        };
        self.place_bets(seat, bets.iter().map(bet).chain(tips.iter().map(tip)).collect())?;
        self.name_player(seat, number)?;
        let play = self.play.as_mut().expect("bets are open");
        play.form.ready.remove(&seat);
        play.form.returned.remove(&seat);
        match play.round.check(number) {
            // In a game for a pot, the ante depends on who else plays: the lock says it.
            Err(games::Refusal::MustBe { .. }) if play.round.table().has_pot() => Ok(()),
            checked => checked.map_err(Refusal::from),
        }
    }

    /// Puts a seat's bets in the place of those it had, and moves the money.
    fn place_bets(&mut self, seat: Seat, bets: Vec<Op>) -> Result<(), Refusal> {
        if !self.context.rules.replace_bets() {
            self.take_bets_back(seat)?;
            return bets.into_iter().try_for_each(|op| self.apply(op));
        }
        let play = self.play.as_mut().ok_or_else(|| Refusal::NoRound(self.table.id().clone()))?;
        let before = play.position();
        play.form.players.remove(&seat);
        let done = play.replace_bets(number(seat)?, bets)?;
        self.effect.ops.extend(done);
        self.settle_up(&before)
    }

    /// Opens a round if none is, with the commitment to its shuffle.
    fn open_bets(&mut self) -> Result<(), Refusal> {
        match self.progress() {
            Some(Progress::Betting) => return self.recommit().map(drop),
            Some(Progress::Playing | Progress::Settled) => {
                return Err(Refusal::RoundOpen(self.id().clone()));
            }
            Some(Progress::Over) | None => {}
        }
        self.table.form.rounds += 1;
        let round = self.table.form.rounds;
        let needs_seed = match self.context.rules.seal_every_shuffle() {
            true => self.table.needs_seed(),
            false => self.table.has_no_shuffle(),
        };
        if needs_seed {
            self.commit(round)?;
        }
        if let Some(over) = self.play.take() {
            self.house.archive(over);
        }
        self.play = Some(Play::new(&self.table, round));
        Ok(())
    }

    /// Says who plays the seat: one person may play several, and never wins envy from themselves.
    fn name_player(&mut self, seat: Seat, number: SeatNumber) -> Result<(), Refusal> {
        let Some(player) = self.table.seated().get(&seat).cloned() else { return Ok(()) };
        let play = self.play.as_mut().expect("bets are open");
        play.form.players.insert(seat, player.name().to_owned());
        let Player::Person(person) = player else { return Ok(()) };
        let name = name_of(&person);
        let first = play.form.players.iter().find(|(_, known)| **known == name);
        match first.map(|(first, _)| *first) {
            Some(first) if first != seat => {
                self.apply(Op::Player { seat: number, player: first.0 })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn clear(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.must_sit(seat)?;
        if self.progress() != Some(Progress::Betting) {
            return Err(games::Refusal::BetsAreClosed.into());
        }
        self.take_bets_back(seat)
    }

    /// Takes the bets of a seat back, if it has any and they are not locked.
    pub(super) fn take_bets_back(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.progress() != Some(Progress::Betting) || !play_seats(&self.play).contains(&seat) {
            return Ok(());
        }
        match self.context.rules.replace_bets() {
            true => self.place_bets(seat, Vec::new())?,
            false => self.apply(Op::ClearBets { seat: number(seat)? })?,
        }
        let play = self.play.as_mut().expect("bets are open");
        play.form.ready.remove(&seat);
        play.form.players.remove(&seat);
        Ok(())
    }

    /// Gives the progressive bets back that the meter cannot take any more: it went out of order after they were placed,
    /// or it is a real one and this is play money [PRG-24]. The round goes on without them, and the seats are told. At a
    /// live table the dealer gives them back by hand, and says so with the seat's other bets.
    fn return_progressives(&mut self) -> Result<(), Refusal> {
        let (Some(play), Err(refusal)) = (&self.play, self.must_take_progressive()) else {
            return Ok(());
        };
        let Some(line) = play.round.table().line(PROGRESSIVE) else { return Ok(()) };
        let felt = play.round.felt();
        let bettors = felt.seats.iter().filter(|seat| seat.has(line));
        let bettors: Vec<(SeatNumber, Cents)> =
            bettors.map(|seat| (seat.number, seat.stake(line))).collect();
        if !bettors.is_empty() && self.setup().kind == Kind::Live {
            return Err(refusal);
        }
        for (number, amount) in bettors {
            let seat = Seat(number.get());
            let mut bets = self.play.as_ref().map(|play| play.bets_of(number)).unwrap_or_default();
            bets.retain(|op| !is_progressive(op));
            self.take_bets_back(seat)?;
            if bets.iter().any(|op| matches!(op, Op::Bet { .. })) {
                self.place_bets(seat, bets)?;
                self.name_player(seat, number)?;
            }
            let (why, cite) = (refusal.to_string(), refusal.cites());
            let play = self.play.as_mut().expect("bets are open");
            play.form.returned.insert(seat, ReturnedBet { amount, why, cite });
        }
        Ok(())
    }

    /// A seat has placed its bets; when all have, the house locks them if it does so here.
    pub(super) fn ready(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.must_sit(seat)?;
        if self.progress() != Some(Progress::Betting) {
            return Err(games::Refusal::BetsAreClosed.into());
        }
        let seats = play_seats(&self.play);
        if !seats.contains(&seat) {
            return Err(Refusal::NoBets);
        }
        let play = self.play.as_mut().expect("bets are open");
        play.form.ready.insert(seat);
        self.lock_if_ready()
    }

    /// No more bets: everything about them is checked, the meter is fed, the order of the cards is
    /// fixed.
    pub(super) fn lock(&mut self) -> Result<(), Refusal> {
        match self.progress() {
            Some(Progress::Betting) => {}
            Some(Progress::Playing | Progress::Settled) => {
                return Err(games::Refusal::BetsAreClosed.into());
            }
            Some(Progress::Over) | None => return Err(Refusal::NoBets),
        }
        if self.recommit()? {
            // The seats see the new commitment first: bets stay open.
            return Ok(());
        }
        let had_bets = !play_seats(&self.play).is_empty();
        self.return_progressives()?;
        if had_bets && play_seats(&self.play).is_empty() {
            // Nobody has bet anything else: bets stay open.
            return Ok(());
        }
        self.done_with_lock()?;
        self.name_stacks()?;
        self.apply(Op::Lock)?;
        self.set_progress(Progress::Playing);
        self.feed_meter()?;
        let burns_first = self.table.felt().shoe_procedure().is_some_and(|shoe| shoe.burns_first);
        if let Some(shuffle) = &mut self.table.form.shuffle {
            shuffle.begin();
            if shuffle.out() == 0 && burns_first {
                // The first card after a shuffle is burned; the round does not begin with it [BJ-5].
                shuffle.burn();
            }
        }
        let dealt_from = self.table.form.shuffle.as_ref().and_then(Shuffled::dealt_from);
        self.play.as_mut().expect("bets are locked").form.dealt_from = dealt_from;
        Ok(())
    }

    /// In a game for a pot: who has the button, and what each player has left to bet with.
    fn name_stacks(&mut self) -> Result<(), Refusal> {
        let play = self.play.as_ref().expect("bets are open");
        if !play.round.table().has_pot() {
            return Ok(());
        }
        let seats = play_seats(&self.play);
        if self.setup().kind != Kind::Live {
            for seat in &seats {
                let chips = self.house.book.chips(self.table.id(), *seat);
                let whole = Cents::dollars(chips.get() / 100);
                self.apply(Op::Chips { seat: number(*seat)?, amount: whole })?;
            }
        }
        let players = seats.iter().map(|seat| number(*seat)).collect::<Result<Vec<_>, _>>()?;
        let is_new = |seat: &SeatNumber| !self.table.form.played.contains(&Seat(seat.get()));
        let newcomers: Vec<SeatNumber> = players.iter().copied().filter(is_new).collect();
        // It moves one seat, passing over who has just sat down [H212-5].
        let last = self.table.form.button.map(number).transpose()?;
        match last.and_then(|last| next_button(last, &players, &newcomers)) {
            Some(seat) => self.apply(Op::Button { seat }),
            None => Ok(()),
        }
    }

    /// Locks the bets that can stand; a seat whose bets are incomplete gets them back.
    pub(super) fn lock_what_stands(&mut self) -> Result<(), Refusal> {
        // Whether a bet can stand may depend on who else plays.
        while let Some(seat) = self.seat_that_cannot_stand() {
            self.take_bets_back(seat)?;
        }
        if play_seats(&self.play).is_empty() { Ok(()) } else { self.lock() }
    }

    fn seat_that_cannot_stand(&self) -> Option<Seat> {
        let play = self.play.as_ref()?;
        let mut seats = play.round.felt().seats.iter().map(|seat| seat.number);
        let refused = seats.find(|seat| play.round.check(*seat).is_err());
        refused.map(|seat| Seat(seat.get()))
    }
}

fn is_progressive(op: &Op) -> bool {
    match op {
        Op::Bet { bet, .. } => bet == PROGRESSIVE,
        Op::Tip { line, .. } => line == PROGRESSIVE,
        _ => false,
    }
}
