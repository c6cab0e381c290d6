//! The bets that a table requires of every player, in amounts that it takes.

use std::sync::Arc;

use money::Cents;
use rulebook::{Need, Wager};

use crate::felt::SeatNumber;
use crate::refusal::Refusal;
use crate::round::{Keep, Round};
use crate::table::Table;

/// Bets with their amounts.
type Bets = Vec<(&'static str, Cents)>;

/// The amounts that are tried, the handiest first: a stake on which every posted row pays whole
/// cents, within every limit.
const TRIED: [i64; 6] = [10, 5, 4, 3, 2, 1];

impl Table {
    /// The first wager that a player must make, by its id; the first of the section where none is required.
    pub fn required_wager(&self) -> Option<&str> {
        self.required().first().map(|wager| wager.id.as_str())
    }

    /// What every player must bet at the least, on each bet that the table requires. None where no amounts are found
    /// that it takes.
    pub fn least_bets(self: &Arc<Table>) -> Option<Vec<(&'static str, Cents)>> {
        let ids = self.required_bets();
        let least = |id: &'static str| self.range(id).0.max(self.chip());
        let at_least: Bets = ids.iter().map(|&id| (id, least(id))).collect();
        if self.takes(&at_least) {
            return Some(at_least);
        }
        // Some bets must be equal, or more than the section's least: the cheapest that the table takes.
        let amounts = |&id: &&'static str| {
            let tried = TRIED.iter().map(|&dollars| Cents::dollars(dollars));
            let more: Vec<Cents> = tried.filter(|amount| *amount > least(id)).collect();
            [vec![least(id)], more].concat().into_iter().map(move |amount| (id, amount))
        };
        let start: Vec<Bets> = vec![Vec::new()];
        let mut all = ids.iter().fold(start, |known, id| {
            let with = |bets: &Bets| {
                let bets = bets.clone();
                amounts(id).map(move |bet| [bets.clone(), vec![bet]].concat())
            };
            known.iter().flat_map(with).collect()
        });
        all.sort_by_key(|bets| bets.iter().map(|(_, amount)| *amount).sum::<Cents>());
        all.into_iter().find(|bets| self.takes(bets)).or_else(|| self.usual_bets())
    }

    /// The bets that the table requires, in handy amounts that it takes.
    pub fn usual_bets(self: &Arc<Table>) -> Option<Vec<(&'static str, Cents)>> {
        self.handy_bets(&[], &self.required_bets())
    }

    /// The same for each of several players: an ante may depend on how many play [H212-1].
    pub fn usual_bets_among(self: &Arc<Table>, players: u8) -> Option<Vec<(&'static str, Cents)>> {
        let mut bets = self.usual_bets()?;
        for _ in 0..bets.len() {
            let Err(Refusal::MustBe { bet, must, .. }) = self.try_bets(&bets, players) else {
                break;
            };
            for (_, amount) in bets.iter_mut().filter(|(known, _)| *known == bet) {
                *amount = must;
            }
        }
        Some(bets)
    }

    /// Handy amounts for some bets that the table takes beside others, as large as can be.
    pub fn handy_bets(
        self: &Arc<Table>,
        beside: &[(&'static str, Cents)],
        ids: &[&'static str],
    ) -> Option<Vec<(&'static str, Cents)>> {
        let with = |bets: &Bets| {
            let all: Bets = beside.iter().chain(bets).copied().collect();
            self.takes(&all)
        };
        let equal = TRIED.iter().map(|&dollars| same(ids, dollars));
        // Two compulsory bets may have limits that have nothing in common, as in the 212.
        let mixed = TRIED.iter().flat_map(|&first| {
            TRIED.iter().map(move |&other| {
                let dollars = |place| Cents::dollars(if place == 0 { first } else { other });
                ids.iter().enumerate().map(|(place, &id)| (id, dollars(place))).collect::<Bets>()
            })
        });
        equal.chain(mixed).find(with)
    }

    /// Whether the table takes these bets from one seat.
    pub fn takes(self: &Arc<Table>, bets: &[(&'static str, Cents)]) -> bool {
        self.try_bets(bets, 1).is_ok()
    }

    /// Locks the same bets of several seats.
    fn try_bets(
        self: &Arc<Table>,
        bets: &[(&'static str, Cents)],
        players: u8,
    ) -> Result<(), Refusal> {
        let mut round = Round::new(self, Keep::Nothing);
        for seat in (1..=players.max(1)).filter_map(SeatNumber::new) {
            bets.iter().try_for_each(|&(bet, amount)| round.bet(seat, bet, amount))?;
        }
        round.lock()
    }

    /// The wagers that a player must make; the section's first where none is required.
    fn required(&self) -> Vec<&Wager> {
        let wagers = &self.section().wagers;
        let required: Vec<&Wager> =
            wagers.iter().filter(|wager| wager.need == Need::Required).collect();
        if required.is_empty() { wagers.iter().take(1).collect() } else { required }
    }

    /// The bets of the wagers that a player must make.
    fn required_bets(&self) -> Vec<&'static str> {
        let required = self.required();
        let is_required =
            |bet: &&str| required.iter().any(|wager| wager.bets.iter().any(|known| known == bet));
        self.bets().filter(is_required).collect()
    }
}

/// The same amount on each bet.
fn same(ids: &[&'static str], dollars: i64) -> Bets {
    ids.iter().map(|&id| (id, Cents::dollars(dollars))).collect()
}
