//! Gaming days: a supervisor closes one, and the next begins where it ended.

use std::sync::Arc;

use super::{Context, Effect, House, RecordId};
use crate::day::Day;
use crate::refusal::Refusal;

impl House {
    /// The day that was closed last. Stores keep those before it.
    pub fn last_day(&self) -> Option<&Day> {
        self.days.values().next_back().map(Arc::as_ref)
    }

    /// Closes the day that is open. It is named, so that nobody closes the next one by pressing twice.
    pub(super) fn close_day(
        &mut self,
        context: Context<'_>,
        number: u64,
    ) -> Result<Effect, Refusal> {
        let open = self.open_day();
        if number != open {
            return Err(Refusal::DayNotOpen { number, open });
        }
        let day = self.day_so_far(context.at, context.by);
        if let Some(last) = self.last_day().map(|last| last.number) {
            self.touch(RecordId::Day(last));
            self.dirty.ended.push(RecordId::Day(last));
        }
        self.touch(RecordId::Day(number));
        self.days.insert(number, Arc::new(day));
        Ok(Effect::default())
    }
}
