//! Which hand button a dealer presses next, at a table with cards: one key lights one seat [PRG-9].

use std::collections::BTreeMap;

use games::{Next, RowId};
use progressive::{Seat, TableId};

use super::Transaction;
use super::figures::blocking;
use crate::machine::House;
use crate::refusal::Refusal;
use crate::table::keypad::KeypadRound;
use crate::table::play::Play;

impl Transaction<'_> {
    /// Presses the button of the hand that is to be keyed next [PRG-9]: one key, one light. Says whether there was one.
    pub(super) fn key_next(&mut self) -> Result<bool, Refusal> {
        if !self.context.rules.keys_one_seat() {
            return self.key_awards().map(|()| true);
        }
        let due = self.keypad_round().zip(self.play.as_ref());
        match due.and_then(|(lit, play)| self.house.key_due(&lit, play)) {
            Some((seat, row)) => self.key(seat, row).map(|()| true),
            None => Ok(false),
        }
    }
}

impl House {
    /// The seat whose button the dealer presses next at a table with cards, and its hand in words: the award that is due or, if
    /// that is lit, the winner that has to be lit before it can be verified [PRG-5] [PRG-9].
    pub fn next_key(&self, table: &TableId) -> Option<(Seat, String)> {
        let table = self.tables.get(table)?;
        let lit = table.keypad_round()?;
        let (seat, row) = self.key_due(&lit, table.play()?)?;
        Some((seat, lit.hand(row).to_owned()))
    }

    fn key_due(&self, lit: &KeypadRound<'_>, play: &Play) -> Option<(Seat, RowId)> {
        let (round, keys) = (play.round(), lit.keys);
        let Next::Award(due) = *round.next() else { return None };
        let winners = round.awards_due().map(|due| (due.seat, due.row));
        let mut unlit: BTreeMap<Seat, RowId> = winners
            .chain(round.envy_triggers())
            .map(|(seat, row)| (Seat(seat.get()), row))
            .collect();
        unlit.retain(|seat, _| !keys.lit.contains_key(seat) && !keys.is_upheld_unkeyed(*seat));
        let first = Seat(due.seat.get());
        let seat = match keys.lit.get(&first) {
            // Nothing else is lit for it any more.
            Some(keyed) if self.verified_award(keyed).is_some() => None,
            Some(keyed) => match keyed.award {
                Some(award) => {
                    let found = blocking(lit, self.award(award).ok()?);
                    let missing = found.iter().filter(|one| one.keyed.is_none());
                    missing.map(|one| one.seat).filter(|seat| unlit.contains_key(seat)).max()
                }
                // The older procedure records all winners at once with J-POT [ED-3].
                None => unlit.keys().next_back().copied(),
            },
            None => Some(first).filter(|seat| unlit.contains_key(seat)),
        }?;
        Some((seat, *unlit.get(&seat)?))
    }
}
