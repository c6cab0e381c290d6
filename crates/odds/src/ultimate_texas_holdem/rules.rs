//! Rules that a person can use, found from the exact values.

use num_bigint::BigInt;
use rayon::prelude::*;

use super::bets::categories;
use super::hand::{Hand, Solved, Solver};
use super::{Pays, mean};
use crate::exact::{Exact, whole};
use crate::holdem::counted::{Counted, DEALS};
use crate::holdem::gain::{Gains, held_rules};
use crate::holdem::held::Held;
use crate::holdem::outs::{Outs, Standing};
use crate::holdem::start::Ranks;

/// What bets gain over a check on the flop and over a fold at the river.
pub(super) struct Rules {
    ante: i128,
    flop: Gains<Held>,
    river: Gains<Standing>,
}

impl Rules {
    /// Goes through the hands that are checked before the flop.
    pub(super) fn find(pays: &Pays, solved: &Solved) -> Rules {
        let (counted, bets) = (Counted::warm(), pays.bets());
        let (outs, categories) = (Outs::new(), categories());
        let of = |&ranks: &Ranks| {
            let (mut flop, mut river) = (Gains::default(), Gains::default());
            let hands = ranks.starts().map(|start| &solved.hands[start.number()]);
            let checked: Vec<&Hand> = hands.filter(|hand| hand.first.is_none()).collect();
            let solver = Solver { counted: &counted, bets: &bets, plan: None, ranks };
            solver.gains(
                &checked,
                |start, cards, gain| flop.add(Held::of(start, cards), gain),
                |place, showdown, gain| {
                    river.add(outs.standing(ranks, place, showdown, &categories), gain);
                },
            );
            (flop, river)
        };
        let ranks: Vec<Ranks> = Ranks::all().collect();
        let checked: Vec<_> = ranks.par_iter().map(of).collect();
        let (mut flop, mut river) = (Gains::default(), Gains::default());
        for (on_flop, on_river) in &checked {
            flop.join(on_flop);
            river.join(on_river);
        }
        Rules { ante: bets.ante, flop, river }
    }

    fn cost(&self, sum: i128) -> Exact {
        mean(sum, DEALS, self.ante) / whole(BigInt::from(1_326))
    }

    /// The rule for the flop and what it costs.
    pub(super) fn flop(&self) -> (Vec<String>, Exact) {
        (held_rules(&self.flop, "Bet 2x", "Check the rest."), self.cost(self.flop.cost()))
    }

    /// The rule for the river and what it costs.
    pub(super) fn river(&self) -> (Vec<String>, Exact) {
        let mut says = Vec::new();
        if self.river.is_bet(Standing::Hidden) {
            says.push("Bet 1x with a hidden pair or better.".to_owned());
        }
        let of_outs = |(standing, gain)| match standing {
            Standing::Outs(outs) => Some((outs, crate::holdem::gain::Gain::is_bet(gain))),
            Standing::Hidden => None,
        };
        let outs: Vec<(u8, bool)> = self.river.iter().filter_map(of_outs).collect();
        let fewer = outs.iter().find(|(_, is_bet)| !is_bet).map_or(46, |(outs, _)| *outs);
        if fewer > 0 {
            says.push(format!("Bet 1x if fewer than {fewer} unseen cards beat you."));
        }
        let odd = outs.iter().filter(|(outs, is_bet)| *is_bet && *outs > fewer);
        let odd: Vec<String> = odd.map(|(outs, _)| outs.to_string()).collect();
        if !odd.is_empty() {
            says.push(format!("Bet 1x also if {} unseen cards beat you.", odd.join(", ")));
        }
        says.push("Fold the rest.".to_owned());
        (says, self.cost(self.river.cost()))
    }
}
