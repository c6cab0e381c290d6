//! What founding the demo house does: people, meters and tables in one request.

use std::collections::BTreeMap;

use progressive::TableId;

use super::{Context, Effect, House};
use crate::refusal::Refusal;
use crate::request::NewPerson;
use crate::table::setup::Setup;

impl House {
    /// Whether this is a demo house. Everybody knows its people's secrets.
    pub fn is_demo(&self) -> bool {
        self.is_demo
    }

    pub(super) fn found_demo(
        &mut self,
        context: Context<'_>,
        people: &[NewPerson],
        tables: &BTreeMap<TableId, Setup>,
    ) -> Result<Effect, Refusal> {
        if !self.people.is_empty() {
            return Err(Refusal::HouseExists);
        }
        self.is_demo = true;
        self.set_verified(0, context.at);
        for NewPerson { person, name, role, secret } in people {
            self.must_be_free(person)?;
            self.put_new_person(person, name, *role, *secret);
        }
        let mut effect = Effect::default();
        for (table, setup) in tables {
            if let Some((meter, (criteria, terms))) = setup.meter.clone().zip(setup.meter_terms()?)
                && self.meter(&meter).is_err()
            {
                effect.moves.extend(self.create_meter(&meter, &criteria, &terms)?.moves);
            }
            effect.steps.extend(self.set_up(context, table, setup)?.steps);
        }
        Ok(effect)
    }
}
