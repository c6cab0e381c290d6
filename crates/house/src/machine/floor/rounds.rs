//! A round at a table: bets, the lock, cards, decisions, clocks, game over, and what goes wrong.

use std::collections::{BTreeMap, VecDeque};

use cards::Card;
use games::{Action, Next, NextView, Op, Report, SeatNumber, next_button};
use keys::seal::SealKeys;
use money::{Cents, Moment};
use progressive::Seat;
use rulebook::{Consequence, Duty, Irregularity};

use super::{Transaction, name_of, number, play_seats};
use crate::machine::control::must_have_reason;
use crate::refusal::Refusal;
use crate::table::command::Dollars;
use crate::table::play::{Play, Progress, ReturnedBet, duty_of};
use crate::table::setup::Kind;
use crate::table::shuffling::{Shuffled, no_key};
use crate::table::{Call, Player};
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

    fn progress(&self) -> Option<Progress> {
        self.play.as_ref().map(Play::progress)
    }

    pub(super) fn set_progress(&mut self, progress: Progress) {
        if let Some(play) = &mut self.play {
            play.form.progress = progress;
        }
    }

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

    /// Commits to a new shuffle, from a round on. One of version 1 that has cards left is given up: its seed is shown,
    /// so that the rounds that were dealt from it can be checked.
    fn commit(&mut self, round: u64) -> Result<(), Refusal> {
        let seed = self.seed.ok_or_else(|| self.no_seed())?;
        if self.context.rules.seal_every_shuffle() && !seed.is_sealed() {
            return Err(Refusal::NoSeed);
        }
        let shuffle = seed.commit(round, self.table.felt().decks())?;
        let former = self.table.form.shuffle.replace(shuffle);
        self.table.form.given_up = former.filter(Shuffled::is_readable).map(|mut former| {
            former.spend();
            former
        });
        Ok(())
    }

    /// Bets that were opened on a shuffle of version 1 stand, but its cards are never dealt: who reads the store can tell
    /// them [SHF-1]. The table commits to another shuffle before the lock. Words go, because they were chosen before
    /// the new commitment; every seat says again that it is ready, and the clock starts again. Returns whether it was
    /// so.
    fn recommit(&mut self) -> Result<bool, Refusal> {
        if !self.context.rules.seal_every_shuffle() || !self.table.has_readable_shuffle() {
            return Ok(false);
        }
        let Some(play) = &mut self.play else { return Ok(false) };
        play.form.ready.clear();
        let round = play.number();
        self.commit(round)?;
        self.table.form.until = None;
        Ok(true)
    }

    /// Why a request that opens a shuffle brought nothing for it.
    fn no_seed(&self) -> Refusal {
        match self.house.equipment.keys.ids().map(|ids| ids.is_empty()) {
            Ok(true) => Refusal::NoKey { why: "there is no key to seal it under" },
            Ok(false) => Refusal::NoSeed,
            Err(error) => no_key(&error),
        }
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

    /// A refusal without what whoever asked may not know: some actions are legal only because of cards
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

    /// Locks the bets that can stand; a seat whose bets are incomplete gets them back.
    fn lock_what_stands(&mut self) -> Result<(), Refusal> {
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

    pub(super) fn seed_word(&mut self, seat: Seat, word: &str) -> Result<(), Refusal> {
        self.must_sit(seat)?;
        if self.progress() == Some(Progress::Betting) {
            self.recommit()?;
        }
        let shuffle = self.table.form.shuffle.as_mut().ok_or(Refusal::ShuffleIsDealt)?;
        shuffle.add_word(seat, word)
    }

    /// The key that the shuffle is sealed under is lost: nobody can deal from it any more. The round is void,
    /// everything goes back, and the next one has a new shuffle [SHF-1].
    pub(super) fn key_lost(&mut self) -> Result<(), Refusal> {
        let shuffle = self.table.form.shuffle.as_ref().filter(|shuffle| !shuffle.is_spent());
        let shuffle = shuffle.ok_or(Refusal::NothingToDo)?;
        // What was lost may have been found since, when the entry is done again.
        if self.recorded.is_none() && !is_lost(shuffle, &self.house.equipment.keys)? {
            return Err(Refusal::KeyIsThere(self.id().clone()));
        }
        match self.progress() {
            Some(Progress::Betting) => {
                for seat in play_seats(&self.play) {
                    self.take_bets_back(seat)?;
                }
                let play = self.play.as_mut().expect("bets are open");
                play.form.progress = Progress::Over;
                play.form.steps.clear();
                play.form.confirmed.clear();
            }
            Some(Progress::Playing) => self.apply(Op::Void)?,
            Some(Progress::Settled | Progress::Over) | None => {}
        }
        if let Some(shuffle) = &mut self.table.form.shuffle {
            shuffle.spend();
        }
        Ok(())
    }

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
}

impl Transaction<'_> {
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

/// The bet that feeds the meter.
const PROGRESSIVE: &str = "progressive";

fn is_progressive(op: &Op) -> bool {
    match op {
        Op::Bet { bet, .. } => bet == PROGRESSIVE,
        Op::Tip { line, .. } => line == PROGRESSIVE,
        _ => false,
    }
}

fn is_lost(shuffle: &Shuffled, keys: &SealKeys) -> Result<bool, Refusal> {
    shuffle.is_lost(keys).map_err(|error| no_key(&error))
}

const DEAD_HAND: &str = "dead-hand";
const FOULED_HAND: &str = "fouled-hand";

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
