//! Which hand button a dealer presses next, at a table with cards: one key lights one seat [PRG-9].

use std::collections::BTreeMap;

use games::{Next, RowId};
use progressive::{OpenRound, Seat, TableId};

use super::Turn;
use crate::machine::House;
use crate::refusal::Refusal;
use crate::table::play::Play;

impl Turn<'_> {
    /// Presses the button of the hand that is to be keyed next [PRG-9]: one key, one light. Says whether there was one.
    pub(super) fn key_next(&mut self) -> Result<bool, Refusal> {
        if !self.asked.rules.keys_one_seat() {
            return self.key_awards().map(|()| true);
        }
        match self.house.key_due(self.play.as_ref(), self.table.id()) {
            Some((seat, hand)) => self.key(seat, &hand).map(|()| true),
            None => Ok(false),
        }
    }
}

impl House {
    /// The seat whose button the dealer presses next at a table with cards, and its hand: the award that is due or, if
    /// that is lit, the winner that has to be lit before it can be verified [PRG-5] [PRG-9].
    pub fn next_key(&self, table: &TableId) -> Option<(Seat, String)> {
        self.key_due(self.play(table), table)
    }

    /// The same for a round that is being played.
    fn key_due(&self, play: Option<&Play>, table: &TableId) -> Option<(Seat, String)> {
        let round = play?.round();
        let keypad = self.tables.get(table)?;
        let lit = keypad.round.as_ref()?;
        let Next::Award(due) = *round.next() else { return None };
        let posted = round.table().progressive()?;
        let winners = round.awards_due().map(|due| (due.seat, due.row));
        let mut unlit: BTreeMap<Seat, RowId> = winners
            .chain(round.envy_triggers())
            .map(|(seat, row)| (Seat(seat.get()), row))
            .collect();
        unlit.retain(|seat, _| !lit.keyed.contains_key(seat) && !is_upheld_unkeyed(lit, *seat));
        let first = Seat(due.seat.get());
        let seat = match lit.keyed.get(&first).map(|keyed| keyed.award) {
            // Nothing else is lit for it any more.
            Some(_) if lit.keyed.get(&first).is_some_and(|keyed| keyed.verified.is_some()) => None,
            Some(Some(award)) => {
                let blocks = self.award(award).map(|award| self.must_be_supported(award));
                let Ok(Err(Refusal::CardsDisagree(found))) = blocks else { return None };
                let mut missing = found.iter().filter(|one| one.keyed.is_none());
                missing.by_ref().map(|one| one.seat).filter(|seat| unlit.contains_key(seat)).max()
            }
            // The older procedure records all winners at once with J-POT [ED-3].
            Some(None) => unlit.keys().next_back().copied(),
            None => Some(first).filter(|seat| unlit.contains_key(seat)),
        }?;
        Some((seat, posted.table.row(*unlit.get(&seat)?).hand.to_string()))
    }
}

/// Has a supervisor upheld that a seat was not keyed, although its cards win [PRG-9]?
pub(super) fn is_upheld_unkeyed(round: &OpenRound, seat: Seat) -> bool {
    let mut saw = round.overruled.iter().flat_map(|overruled| &overruled.saw);
    !round.keyed.contains_key(&seat) && saw.any(|saw| saw.seat == seat && saw.keyed.is_none())
}
