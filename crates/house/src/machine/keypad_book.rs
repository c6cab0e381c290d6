//! The chips at a table that is only a keypad. Nobody sits there with a buy-in, so its players' money is outside: their
//! bets come from there into the tray, and awards, envy and bets that are returned go back there.

use std::sync::Arc;

use imbl::OrdMap;
use money::{Cents, MeterUnits};
use progressive::{Award, OpenRound, Standing, Table, TableId};

use super::{Effect, House};
use crate::book::{Account, Posting, posting};
use crate::request::What;

impl House {
    /// What a request did to the tray of a table that is only a keypad, besides feeding its meter and passing on what
    /// the meter pays. `before` has the tables as they were.
    pub(super) fn keypad_postings(
        &self,
        before: &OrdMap<TableId, Arc<Table>>,
        what: &What,
        effect: &Effect,
    ) -> Vec<Posting> {
        let Some(id) = effect.table.as_ref().filter(|id| !self.has_seats(id)) else {
            return Vec::new();
        };
        let (was, is) = (booked_round(before, id), booked_round(&self.tables, id));
        if was.is_none() && is.is_none() {
            return Vec::new();
        }
        // A lock takes the bets; a dead hand's goes back, and a misdeal's all do [CS-7] [GEN-12].
        let is_over = matches!(what, What::GameOver { .. });
        let taken = if is_over { Cents::ZERO } else { bets(is) - bets(was) };
        let awards: Cents = effect.awards.iter().filter_map(paid).sum();
        let envy: Cents = effect.envy.iter().map(|envy| envy.amount).sum();
        let (tray, units) = (|| Account::Tray(id.clone()), |cents| MeterUnits::from(cents));
        let taken = posting(Account::Outside, tray(), units(taken));
        let handed_out = posting(tray(), Account::Outside, units(awards + envy));
        taken.into_iter().chain(handed_out).collect()
    }
}

/// The open round of a table, if its bets are in the tray.
fn booked_round<'t>(
    tables: &'t OrdMap<TableId, Arc<Table>>,
    id: &TableId,
) -> Option<&'t OpenRound> {
    let round = tables.get(id)?.round.as_ref()?;
    round.is_in_tray.then_some(round)
}

/// The bets that a round stands on.
fn bets(round: Option<&OpenRound>) -> Cents {
    Cents::new(round.map_or(0, |round| round.bets.values().sum()))
}

/// What was handed out for an award that this request has paid.
fn paid(award: &Award) -> Option<Cents> {
    match &award.standing {
        Standing::Paid { paid, .. } => Some(*paid),
        Standing::Pending | Standing::BackedOut { .. } | Standing::Voided { .. } => None,
    }
}
