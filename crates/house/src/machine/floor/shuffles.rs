//! The shuffle that a round is dealt from: committed to, salted with the players' words, lost with its key.

use games::Op;
use keys::seal::SealKeys;
use progressive::Seat;

use super::{Transaction, play_seats};
use crate::refusal::Refusal;
use crate::table::play::Progress;
use crate::table::shuffling::{Shuffled, no_key};

impl Transaction<'_> {
    /// Commits to a new shuffle, from a round on. One of version 1 that has cards left is given up: its seed is shown,
    /// so that the rounds that were dealt from it can be checked.
    pub(super) fn commit(&mut self, round: u64) -> Result<(), Refusal> {
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
    pub(super) fn recommit(&mut self) -> Result<bool, Refusal> {
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
}

fn is_lost(shuffle: &Shuffled, keys: &SealKeys) -> Result<bool, Refusal> {
    shuffle.is_lost(keys).map_err(|error| no_key(&error))
}
