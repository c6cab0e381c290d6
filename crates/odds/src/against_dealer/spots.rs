//! Every hand and every card up with what each choice is worth there, one after the other.

use super::{Advice, FOLD, gain};
use crate::exact::Exact;
use crate::solution::SpotGains;

impl Advice {
    /// Visits every spot; returns what one unit of gain in one deal is worth, in antes over all deals.
    pub(super) fn visit_spots(&self, visit: &mut dyn FnMut(&SpotGains<'_>)) -> Exact {
        let counts = self.hands.count();
        let actions = &self.terms.actions;
        let mut gains = vec![0i128; actions.len()];
        for part in counts.parts() {
            counts.visit(part, |_, player, up, against| {
                let nets = &self.nets[self.terms.class(player)];
                gains[usize::from(FOLD)] = 0;
                for (sum, nets) in gains[1..].iter_mut().zip(nets) {
                    *sum = gain(nets, against);
                }
                visit(&SpotGains {
                    own: player.cards,
                    value: player.value,
                    up: self.hands.has_up_card.then_some(up),
                    times: player.times,
                    actions,
                    gains: &gains,
                });
            });
        }
        self.share_of(1)
    }
}
