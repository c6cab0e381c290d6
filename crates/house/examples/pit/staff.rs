//! Simulated dealers and supervisors: they do what is due, and nothing else.

use games::Next;
use house::bots::Bots;
use house::table::deed::Deed;
use house::table::play::Progress;
use house::table::setup::Kind;
use house::{HOUSE_ITSELF, House, PersonId, Seat, TableId};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use rand::{SeedableRng as _, rng};
use rulebook::{Chore, Duty, Moment};

/// The staff of one table.
pub struct Staff {
    table: TableId,
    dice: SmallRng,
    /// The real cards of a live table, in the order of the last shuffle.
    deck: Vec<cards::Card>,
    dealt: usize,
    round: u64,
}

fn person(name: &str) -> PersonId {
    name.parse().expect("it is a name")
}

impl Staff {
    pub fn new(table: &TableId) -> Staff {
        let dice = SmallRng::from_rng(&mut rng());
        Staff { table: table.clone(), dice, deck: Vec::new(), dealt: 0, round: 0 }
    }

    /// What is due next at the table, and who does it.
    pub fn next(&mut self, house: &House, bots: &Bots) -> Option<(PersonId, Deed)> {
        if let Some(deed) = bots.deed(house, &self.table) {
            return Some((person(HOUSE_ITSELF), deed));
        }
        let table = house.floor_table(&self.table).ok()?;
        let play = house.play(&self.table)?;
        let dan = |deed| Some((person("dan"), deed));
        if let Some(due) = play.step() {
            // The dealer confirms every step; only the verification is the supervisor's.
            let step = table.felt().section().steps.iter().find(|step| step.id == due.id)?;
            let is_verified = step.chore == Chore::Verify && step.at == Moment::AwardWon;
            return match due.seat.filter(|_| is_verified) {
                Some(seat) => self.award(house, seat),
                None => dan(Deed::Step),
            };
        }
        match (play.progress(), play.round().next()) {
            (Progress::Betting, _) if table.setup().is_by_hand(Duty::Lock) => dan(Deed::Lock),
            (Progress::Settled, _) => dan(Deed::GameOver),
            (Progress::Playing, Next::Card(_)) if table.setup().kind == Kind::Live => {
                let decks = table.felt().decks().get();
                dan(Deed::Card { card: self.card(play.number(), decks) })
            }
            (Progress::Playing, Next::Card(_)) => dan(Deed::Step),
            (Progress::Playing, Next::Award(due)) => self.award(house, Seat(due.seat.get())),
            (Progress::Betting | Progress::Playing | Progress::Over, _) => None,
        }
    }

    /// The next real card; the deck is shuffled before every round.
    fn card(&mut self, round: u64, decks: u8) -> cards::Card {
        if self.round != round || self.dealt == self.deck.len() {
            self.round = round;
            self.dealt = 0;
            self.deck = (0..decks).flat_map(|_| cards::DECK).collect();
            self.deck.shuffle(&mut self.dice);
        }
        self.dealt += 1;
        self.deck[self.dealt - 1]
    }

    /// The dealer keys the winner, a supervisor verifies.
    fn award(&self, house: &House, seat: Seat) -> Option<(PersonId, Deed)> {
        let keyed = &house.table(&self.table).ok()?.round.as_ref()?.keyed;
        match keyed.get(&seat).and_then(|keyed| keyed.award) {
            None => Some((person("dan"), Deed::Step)),
            Some(award) => Some((person("sue"), Deed::Verify { award, paid: None, reason: None })),
        }
    }
}
