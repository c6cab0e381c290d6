//! Play money never touches a real meter [PRG-24]: a table where chips are free shares a meter only with such tables.

use std::sync::Arc;

use progressive::{Award, Meter, MeterId, Stakes, TableId};

use super::{Context, House};
use crate::refusal::Refusal;
use crate::table::Table;

impl House {
    /// What is staked at the tables that a meter is for; nothing while any table may still be the first. A meter that
    /// tables of both kinds have used, in a house of an older release, is a real one.
    pub fn stakes_on(&self, id: &MeterId) -> Option<Stakes> {
        let meter = self.meters.get(id).filter(|meter| !meter.is_unused())?;
        if let Some(stakes) = meter.stakes {
            return Some(stakes);
        }
        let feeds_it = |table: &&Arc<Table>| table.keypad().is_some_and(|it| it.meter == *id);
        let users = self.tables.values().filter(feeds_it);
        // Real comes first; what nobody knows about is not played with.
        Some(users.map(|table| table.stakes()).min().unwrap_or(Stakes::Real))
    }

    /// Whether a meter is for play money. Its sign and every report about it say so.
    pub fn is_play_money(&self, id: &MeterId) -> bool {
        self.stakes_on(id) == Some(Stakes::Play)
    }

    /// Whether the chips at a table are free.
    pub fn is_free(&self, table: &TableId) -> bool {
        self.stakes_at(table) == Stakes::Play
    }

    /// What is staked at a table.
    fn stakes_at(&self, id: &TableId) -> Stakes {
        self.tables.get(id).map_or(Stakes::Real, |table| table.stakes())
    }

    /// The meter for a table that opens on it: it is from then on for what is staked there.
    pub(super) fn staked_on(
        &self,
        context: Context<'_>,
        mut meter: Meter,
        stakes: Stakes,
    ) -> Result<Meter, Refusal> {
        if !context.rules.keep_play_money_apart() {
            return Ok(meter);
        }
        match self.stakes_on(&meter.id) {
            Some(is) if is != stakes => Err(Refusal::OtherStakes { meter: meter.id, is }),
            Some(_) | None => {
                meter.stakes = Some(stakes);
                Ok(meter)
            }
        }
    }

    /// Money goes from one meter to another only if both are for the same stakes; one that no table has used takes on
    /// what it is given.
    pub(super) fn must_have_same_stakes(
        &self,
        context: Context<'_>,
        from: &MeterId,
        to: &mut Meter,
    ) -> Result<(), Refusal> {
        if !context.rules.keep_play_money_apart() {
            return Ok(());
        }
        match (self.stakes_on(from), self.stakes_on(&to.id)) {
            (Some(gives), Some(takes)) if gives != takes => {
                Err(Refusal::StakesDiffer { from: from.clone(), gives, to: to.id.clone(), takes })
            }
            (Some(gives), None) => {
                to.stakes = Some(gives);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether a table for play money stands on a real meter. Only one of an older release does.
    pub(super) fn is_play_on_real(&self, table: &TableId) -> bool {
        let keypad = self.tables.get(table).and_then(|table| table.keypad());
        self.stakes_at(table) == Stakes::Play
            && keypad.is_some_and(|keypad| self.stakes_on(&keypad.meter) == Some(Stakes::Real))
    }

    /// No play-money award comes off a real meter.
    pub(super) fn must_be_real(&self, context: Context<'_>, award: &Award) -> Result<(), Refusal> {
        let is_wrong = context.rules.keep_play_money_apart()
            && award.is_from_meter()
            && self.is_play_on_real(&award.table);
        let (table, meter) = (award.table.clone(), award.meter.clone());
        if is_wrong { Err(Refusal::PlayMoney { table, meter }) } else { Ok(()) }
    }
}
