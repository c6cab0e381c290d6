//! Simulated dealers and supervisors: they do what is due, and deal with what goes wrong.

use games::Next;
use house::table::Table;
use house::table::command::{Dollars, TableCommand};
use house::table::play::{Play, Progress};
use house::table::setup::Kind;
use house::{
    Award, AwardNumber, Command, Disagreement, HOUSE_ITSELF, House, PersonId, Proposed, TableId,
};
use money::{Cents, Moment};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _, rng};
use rulebook::Duty;
use server::bots::Bots;

use super::{deck, trouble};

/// Something that somebody asks for.
pub enum Ask {
    AtTable(TableCommand),
    AtDesk(Command),
}

/// The staff of one table.
pub struct Staff {
    table: TableId,
    dice: SmallRng,
}

pub fn person(name: &str) -> PersonId {
    name.parse().expect("it is a name")
}

impl Staff {
    pub fn new(table: &TableId) -> Staff {
        Staff { table: table.clone(), dice: SmallRng::from_rng(&mut rng()) }
    }

    /// What is done next at the table, and by whom.
    pub fn next(&mut self, house: &House, bots: &Bots, now: Moment) -> Option<(PersonId, Ask)> {
        if let Some(approval) = self.approve(house) {
            return Some(approval);
        }
        if self.dice.random_bool(0.03)
            && let Some((by, command)) = trouble::any(&mut self.dice, house, &self.table, now)
        {
            return Some((by, Ask::AtTable(command)));
        }
        let table = house.floor_table(&self.table).ok()?;
        if let Some(command) = bots.command(house, &self.table) {
            return Some((
                person(HOUSE_ITSELF),
                Ask::AtTable(self.with_progressive(table, command)),
            ));
        }
        let play = house.play(&self.table)?;
        self.due(house, table, play)
    }

    /// Most players bet the progressive, which bots leave alone: it costs too much.
    fn with_progressive(&mut self, table: &Table, mut command: TableCommand) -> TableCommand {
        let posted = table.felt().progressive().filter(|_| self.dice.random_bool(0.8));
        if let (TableCommand::Bet { bets, .. }, Some(posted)) = (&mut command, posted) {
            bets.insert("progressive".to_owned(), Dollars(posted.wager));
        }
        command
    }

    /// Another supervisor agrees to the amount that one has proposed to pay.
    fn approve(&self, house: &House) -> Option<(PersonId, Ask)> {
        let is_here =
            |award: &AwardNumber| house.award(*award).is_ok_and(|award| award.table == self.table);
        let proposal = house.proposals().find(|proposal| {
            matches!(&proposal.proposed, Proposed::PayOther { award, .. } if is_here(award))
                || matches!(&proposal.proposed, Proposed::Override { table, .. } if *table == self.table)
        })?;
        let what = Command::Approve { proposal: proposal.number };
        Some((person("bob"), Ask::AtDesk(what)))
    }

    fn due(&mut self, house: &House, table: &Table, play: &Play) -> Option<(PersonId, Ask)> {
        let dan = |command| Some((person("dan"), Ask::AtTable(command)));
        let is_known = matches!(play.round().next(), Next::Award(_) | Next::Done);
        if is_known && play.progress() != Progress::Over {
            let step = play
                .step()
                .and_then(|due| table.felt().section().steps.iter().find(|step| step.id == due.id));
            // The keypad's part, unless the dealer has another step to do first.
            let is_keypads =
                step.is_none_or(|step| matches!(step.chore.duty(), Duty::Key | Duty::GameOver));
            if let Some(ask) = self.keypad(house).filter(|_| is_keypads) {
                return Some(ask);
            }
        }
        if play.step().is_some() {
            return dan(TableCommand::Step);
        }
        match (play.progress(), play.round().next()) {
            (Progress::Betting, _) if table.setup().is_by_hand(Duty::Lock) => {
                dan(TableCommand::LOCK)
            }
            (Progress::Settled, _) => dan(TableCommand::GameOver),
            (Progress::Playing, Next::Card(want)) if table.setup().kind == Kind::Live => {
                let decks = table.felt().decks().get();
                dan(TableCommand::Card { card: deck::card(&mut self.dice, play, *want, decks) })
            }
            (Progress::Playing, Next::Card(_) | Next::Award(_)) => dan(TableCommand::Step),
            (Progress::Betting | Progress::Playing | Progress::Over, _) => None,
        }
    }

    /// Keys and cards are made to agree, or a supervisor upholds the keys; then each award is verified.
    fn keypad(&mut self, house: &House) -> Option<(PersonId, Ask)> {
        let round = house.table(&self.table).ok()?.keypad_round()?;
        let sue = |command| Some((person("sue"), Ask::AtTable(command)));
        let reason = || "seen on camera".to_owned();
        if let Some(Disagreement { seat, keyed, cards }) = round.disagreements().pop() {
            let lit = round.keys.lit.get(&seat);
            let is_verified = lit.is_some_and(|lit| house.verified_award(lit).is_some());
            if is_verified || self.dice.random_bool(0.2) {
                return sue(TableCommand::Override { reason: reason() });
            }
            let award = lit.and_then(|lit| lit.award);
            return match (award, keyed.or(cards)) {
                (Some(award), _) if self.dice.random_bool(0.5) => {
                    // A supervisor decides it from the desk.
                    Some((
                        person("sue"),
                        Ask::AtDesk(Command::of_award(TableCommand::Void {
                            award,
                            reason: reason(),
                        })),
                    ))
                }
                (_, Some(hand)) => {
                    Some((person("dan"), Ask::AtTable(TableCommand::Key { seat, hand })))
                }
                (_, None) => None,
            };
        }
        let mut open = round.keys.lit.values().rev().filter_map(|lit| house.award(lit.award?).ok());
        let needs = |award: &&Award| {
            let row = round.posted.row(&award.hand).expect("only posted hands are keyed");
            round.posted.needs_supervisor(row, award.source, award.amount)
        };
        let Award { number: award, amount, .. } = *open.find(needs)?;
        match self.dice.random_range(0..20) {
            0 => sue(TableCommand::Void { award, reason: reason() }),
            1 if amount > Cents::ZERO => {
                let (paid, reason) = (Some(amount + Cents::dollars(1)), Some(reason()));
                sue(TableCommand::Verify { award, paid, reason })
            }
            2..8 => {
                let what =
                    Command::of_award(TableCommand::Verify { award, paid: None, reason: None });
                Some((person("sue"), Ask::AtDesk(what)))
            }
            _ => sue(TableCommand::Verify { award, paid: None, reason: None }),
        }
    }
}
