//! What people do at the tables: each deed does all it means, with the house's own chores after it,
//! or is refused and changes nothing.

mod awards;
mod from_desk;
mod next_key;
mod play_money;
mod rounds;
mod seats;
mod steps;
mod undo;

pub use rounds::silent_choice;

use std::collections::VecDeque;
use std::sync::Arc;

use cards::Card;
use imbl::ordmap::DiffItem;
use money::{Cents, MeterUnits};
use progressive::{Account as MeterAccount, PersonId, Seat, TableId};

use super::{Asked, Effect, HOUSE_ITSELF, House, Right, Thing};
use crate::book::{Account, Book, Posting, posting};
use crate::refusal::Refusal;
use crate::table::deed::{By, Deed};
use crate::table::play::{Play, Position, Progress};
use crate::table::setup::{Kind, Setup};
use crate::table::shuffling::FreshSeed;
use crate::table::steps::{StepBy, StepDone, StepDue};
use crate::table::tally::Tally;
use crate::table::{Player, Table};

impl House {
    /// The tables of the house.
    pub fn floor(&self) -> impl Iterator<Item = &Table> {
        self.floor.values().map(Arc::as_ref)
    }

    /// The tables that are not as they were in an earlier house: what the two share is not looked at.
    pub fn tables_changed_since<'h>(&'h self, was: &'h House) -> impl Iterator<Item = &'h Table> {
        was.floor.diff(&self.floor).filter_map(|difference| match difference {
            DiffItem::Add(_, table) | DiffItem::Update { new: (_, table), .. } => Some(&**table),
            DiffItem::Remove(..) => None,
        })
    }

    /// Was a key used here that is not there: lost, or not copied to this machine?
    pub fn misses_key(&self) -> bool {
        let shuffles = self.floor().filter_map(Table::shuffle);
        shuffles.into_iter().any(|shuffle| shuffle.key_is_missing(&self.equipment.keys))
    }

    /// Is a table's shuffle sealed under a key that is not there, with cards to come from it?
    pub fn has_lost_key(&self, table: &Table) -> bool {
        table.shuffle().is_some_and(|it| it.is_lost(&self.equipment.keys).is_ok_and(|lost| lost))
    }

    /// The book: where every dollar is.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// A table of the house.
    pub fn floor_table(&self, id: &TableId) -> Result<&Table, Refusal> {
        self.floor.get(id).map(Arc::as_ref).ok_or_else(|| Refusal::NoSuchTable(id.clone()))
    }

    /// The round at a table: the one being played, or the last one until the next bets.
    pub fn play(&self, id: &TableId) -> Option<&Play> {
        self.plays.get(id).map(Arc::as_ref)
    }

    /// A round that is not only in the store yet: the one at the table, or one that was just over.
    pub(crate) fn round(&self, id: &TableId, number: u64) -> Option<&Play> {
        let current = self.play(id).filter(|play| play.number() == number);
        current.or_else(|| self.unwritten.filed.get(&(id.clone(), number)).map(Arc::as_ref))
    }

    /// What was staked and won at a table since it opened.
    pub fn tally(&self, id: &TableId) -> Option<&Tally> {
        self.tallies.get(id).map(Arc::as_ref)
    }

    /// Opens a table, and its keypad if it posts a progressive.
    pub(super) fn set_up(
        &mut self,
        asked: Asked<'_>,
        id: &TableId,
        setup: &Setup,
    ) -> Result<Effect, Refusal> {
        let keypad = self.tables.get(id);
        if self.has_seats(id) || keypad.is_some_and(|keypad| keypad.is_open) {
            return Err(Refusal::TableOpen(id.clone()));
        }
        // A table that opens again counts on, also where it was only a keypad before.
        let keyed_rounds = keypad.map_or(0, |keypad| keypad.rounds);
        let opened = setup.open()?;
        let mut effect = Effect::default();
        if let (Some(meter), Some(posted)) = (&setup.meter, &opened.posted) {
            effect = self.open_table(asked, id, meter, posted, setup.stakes())?;
        }
        let mut table = Table::new(id.clone(), setup.clone(), opened);
        table.form.rounds = keyed_rounds;
        if let Some(before) = self.floor.get(id) {
            table.form.rounds = before.form.rounds.max(keyed_rounds);
            table.form.version = before.form.version + 1;
        }
        // What it holds is counted from when it opens.
        if self.tallies.contains_key(id) {
            self.put_tally(id, Tally::default());
        }
        effect.steps = steps_outside(&table, &rulebook::Moment::TableOpens);
        effect.table = Some(id.clone());
        self.put_floor_table(table);
        Ok(effect)
    }

    /// Closes a table: nobody sits there any more, and no round is open.
    pub(super) fn take_down(&mut self, asked: Asked<'_>, id: &TableId) -> Result<Effect, Refusal> {
        let mut table = self.live_floor_table(id)?.clone();
        if self.play(id).is_some_and(|play| play.progress() != Progress::Over) {
            return Err(Refusal::RoundOpen(id.clone()));
        }
        let mut effect = Effect::default();
        let seated: Vec<Seat> = table.seated().keys().copied().collect();
        for seat in seated {
            // Who still sits there leaves with what is left.
            let chips = self.book.balance(&Account::Chips(id.clone(), seat));
            let cashed = posting(Account::Chips(id.clone(), seat), Account::Outside, chips);
            effect.book.extend(cashed);
            if let Some(Player::Person(person)) = table.form.seated.remove(&seat) {
                self.give_back(asked, &person, self.book.chips(id, seat));
            }
        }
        table.form.buy_ins.clear();
        self.post_all(&effect.book);
        effect.steps = steps_outside(&table, &rulebook::Moment::TableCloses);
        effect.table = Some(id.clone());
        if self.tables.get(id).is_some_and(|keypad| keypad.is_open) {
            self.close_table(id)?;
        }
        table.form.is_open = false;
        table.form.until = None;
        if let Some(shuffle) = &mut table.form.shuffle {
            shuffle.spend();
        }
        self.put_floor_table(table);
        Ok(effect)
    }

    pub(super) fn live_floor_table(&self, id: &TableId) -> Result<&Table, Refusal> {
        let table = self.floor_table(id)?;
        if table.is_open() { Ok(table) } else { Err(Refusal::TableClosed(id.clone())) }
    }

    /// Whoever acts on an older state of a table is told so.
    pub(super) fn must_be_at(&self, id: &TableId, expect: Option<u64>) -> Result<(), Refusal> {
        let Some(expected) = expect else { return Ok(()) };
        let is = self.floor_table(id)?.version();
        if is == expected {
            Ok(())
        } else {
            Err(Refusal::Stale { table: id.clone(), expected, is })
        }
    }

    /// Does something at a table.
    pub(super) fn deed(
        &mut self,
        asked: Asked<'_>,
        id: &TableId,
        deed: &Deed,
        seed: Option<&FreshSeed>,
    ) -> Result<Effect, Refusal> {
        let mut turn = self.turn(asked, id, seed)?;
        turn.must_be_allowed(deed)?;
        turn.take_play_money_off()?;
        let mark = turn.mark();
        turn.carry_out(deed)?;
        turn.keep_mark(mark);
        turn.run()?;
        Ok(turn.close())
    }

    fn turn<'h>(
        &'h mut self,
        asked: Asked<'h>,
        id: &TableId,
        seed: Option<&'h FreshSeed>,
    ) -> Result<Turn<'h>, Refusal> {
        let table = self.live_floor_table(id)?.clone();
        let play = self.play(id).cloned();
        let recorded = asked.recorded.map(cards_dealt);
        Ok(Turn { house: self, asked, table, play, seed, recorded, effect: Effect::default() })
    }

    pub(super) fn put_floor_table(&mut self, table: Table) {
        self.touch(Thing::Floor(table.id().clone()));
        self.floor.insert(table.id().clone(), Arc::new(table));
    }

    pub(super) fn put_tally(&mut self, id: &TableId, tally: Tally) {
        self.touch(Thing::Tally(id.clone()));
        self.tallies.insert(id.clone(), Arc::new(tally));
    }

    pub(super) fn put_play(&mut self, play: Play) {
        self.touch(Thing::Round(play.form.table.clone(), play.number()));
        self.plays.insert(play.form.table.clone(), Arc::new(play));
    }

    pub(super) fn post_all(&mut self, postings: &[Posting]) {
        for posting in postings {
            self.book.post(posting);
            self.touch(Thing::Account(posting.from.clone()));
            self.touch(Thing::Account(posting.to.clone()));
        }
    }

    /// The book's side of what happened to meters: contributions come out of the tray that took the
    /// wager, awards go back to it, seeds, top-ups and corrections are
    /// the house's.
    pub(super) fn meter_postings(&self, effect: &Effect) -> Vec<Posting> {
        let mut postings = Vec::new();
        for moved in &effect.moves {
            let tray = effect.table.clone().map_or(Account::House, Account::Tray);
            let owed = || Account::Meter(moved.meter.clone());
            for transfer in &moved.transfers {
                let side = |account: MeterAccount| match account {
                    MeterAccount::Seeds | MeterAccount::TopUps | MeterAccount::Adjustments => {
                        Some(Account::House)
                    }
                    MeterAccount::Contributions | MeterAccount::Paid => Some(tray.clone()),
                    MeterAccount::Display
                    | MeterAccount::Reserve
                    | MeterAccount::Overflow
                    | MeterAccount::Pending => None,
                };
                let (from, to) = (side(transfer.from), side(transfer.to));
                postings.extend(posting(
                    from.clone().unwrap_or_else(owed),
                    to.clone().unwrap_or_else(owed),
                    // Within the meter nothing changes what it owes.
                    if from.is_none() && to.is_none() { MeterUnits::ZERO } else { transfer.amount },
                ));
            }
        }
        postings
    }
}

/// A deed while it is being done. It works on copies; [`Turn::close`] puts them back.
struct Turn<'h> {
    house: &'h mut House,
    asked: Asked<'h>,
    table: Table,
    play: Option<Play>,
    /// The seed that came with the request, for a shuffle that may be needed.
    seed: Option<&'h FreshSeed>,
    /// The cards that the entry has, when it is done again.
    recorded: Option<VecDeque<Card>>,
    effect: Effect,
}

impl Turn<'_> {
    fn id(&self) -> &TableId {
        self.table.id()
    }

    fn setup(&self) -> &Setup {
        self.table.setup()
    }

    fn close(mut self) -> Effect {
        self.table.form.version += 1;
        self.table.form.until = self.until();
        self.effect.table = Some(self.id().clone());
        self.effect.round = self.play.as_ref().map(Play::number);
        self.house.put_floor_table(self.table);
        if let Some(play) = self.play {
            self.house.put_play(play);
        }
        self.effect
    }

    /// Who may do it: the player in the seat, the dealer, a supervisor.
    fn must_be_allowed(&self, deed: &Deed) -> Result<(), Refusal> {
        let by = self.asked.by;
        if by.as_str() == HOUSE_ITSELF {
            return self.must_be_the_houses(deed);
        }
        match deed.by() {
            By::Player => self.house.must_have(by, Right::Play),
            By::Seat(_) if self.setup().kind == Kind::Live && self.house.may(by, Right::Deal) => {
                Ok(())
            }
            By::Seat(seat) => match self.table.seated().get(&seat) {
                Some(Player::Person(person)) if person == by => Ok(()),
                _ => Err(Refusal::NotYourSeat { seat }),
            },
            By::Dealer => self.house.must_have(by, Right::Deal),
            By::Supervisor | By::House => self.house.must_have(by, Right::Supervise),
        }
    }

    /// The house itself plays its bots and minds the clocks.
    fn must_be_the_houses(&self, deed: &Deed) -> Result<(), Refusal> {
        match deed.by() {
            By::House => Ok(()),
            By::Seat(seat) if matches!(self.table.seated().get(&seat), Some(Player::Bot(_))) => {
                Ok(())
            }
            By::Seat(seat) => Err(Refusal::NotYourSeat { seat }),
            By::Player | By::Dealer | By::Supervisor => Err(Refusal::NotTheHouses),
        }
    }

    fn carry_out(&mut self, deed: &Deed) -> Result<(), Refusal> {
        match deed {
            Deed::Sit { seat, buy_in } => {
                self.sit(*seat, *buy_in, Player::Person(self.asked.by.clone()))
            }
            Deed::SeatBot { seat, buy_in, plays } => {
                self.sit(*seat, *buy_in, Player::Bot(plays.clone()))
            }
            Deed::Leave { seat } | Deed::Vacate { seat } => self.leave(*seat),
            Deed::AddChips { seat, amount } => self.add_chips(*seat, *amount),
            Deed::ConfirmChips { seat, amount } => self.confirm_chips(*seat, *amount),
            Deed::RefuseChips { seat } => self.refuse_chips(*seat),
            Deed::Bet { seat, bets, tips } => self.bet(*seat, bets, tips),
            Deed::Clear { seat } => self.clear(*seat),
            Deed::Ready { seat } => self.ready(*seat),
            Deed::Lock => self.lock(),
            Deed::Card { card } => self.card(*card),
            Deed::Unseen => self.unseen(),
            Deed::Step => self.step(),
            Deed::Undo { reason } => self.undo(reason),
            Deed::Decide { seat, action, hand, tip } => self.decide(*seat, action, *hand, *tip),
            Deed::Key { seat, hand } => self.key(*seat, hand),
            Deed::CallSupervisor { why } => self.call_supervisor(why),
            Deed::Verify { award, paid, reason } => {
                self.house.must_be_anothers(self.asked.by, *award)?;
                self.verify(*award, *paid, reason.as_deref())
            }
            Deed::Override { reason } => self.override_keys(reason),
            Deed::Void { award, reason } => self.void(*award, reason),
            Deed::TurnKey { to } => self.turn_key(*to),
            Deed::JPot => self.j_pot(),
            Deed::GameOver => self.game_over(),
            Deed::Misdeal { reason } => self.misdeal(reason),
            Deed::Irregular { event, seat, other, card } => {
                self.irregular(event, *seat, *other, *card)
            }
            Deed::SeedWord { seat, word } => self.seed_word(*seat, word),
            Deed::Relieve => self.relieve(),
            Deed::TimeUp => self.time_up(),
            Deed::KeyLost => self.key_lost(),
        }
    }

    /// Posts to the book and to the entry.
    fn post(&mut self, postings: Vec<Posting>) {
        self.house.post_all(&postings);
        self.effect.book.extend(postings);
    }

    /// Takes in what the keypad did: meters, awards, and the book's side of it.
    fn take_in(&mut self, mut effect: Effect) {
        effect.table = Some(self.id().clone());
        self.post(self.house.meter_postings(&effect));
        self.effect.moves.extend(effect.moves);
        for award in effect.awards {
            self.effect.awards.retain(|known| known.number != award.number);
            self.effect.awards.push(award);
        }
        self.effect.envy.extend(effect.envy);
        self.effect.key = effect.key.or_else(|| self.effect.key.take());
        self.effect.proposal = effect.proposal.or(self.effect.proposal);
    }

    /// Moves the money to where the round says it is now. A seat that cannot pay refuses the deed.
    fn settle_up(&mut self, before: &Position) -> Result<(), Refusal> {
        let Some(play) = &self.play else { return Ok(()) };
        let now = play.position();
        let postings = now.postings_since(before, self.table.id());
        if postings.is_empty() {
            return Ok(());
        }
        self.post(postings);
        let seats: Vec<Seat> = play_seats(&self.play);
        for seat in seats {
            let account = Account::Chips(self.id().clone(), seat);
            let chips = self.house.book.balance(&account);
            if chips >= MeterUnits::ZERO {
                continue;
            }
            if self.table.seated().contains_key(&seat) {
                let short = (-chips).to_cents(money::Rounding::Up);
                return Err(Refusal::NotEnoughChips { seat, short });
            }
            // At a live table players have their chips in hand.
            self.post(posting(Account::Outside, account, -chips).into_iter().collect());
        }
        Ok(())
    }
}

/// The steps that are done outside a round, such as when a table opens or closes.
pub(super) fn steps_outside(table: &Table, at: &rulebook::Moment) -> Vec<StepDone> {
    let by = |due: &games::DueStep<'_>| match table.setup().is_by_hand(due.step.chore.duty()) {
        true => StepBy::Dealer,
        false => StepBy::House,
    };
    let due = games::Procedure::outside_round(table.felt(), at).into_iter();
    due.map(|due| (by(&due), due)).map(|(by, due)| StepDue::from(due).done(by)).collect()
}

/// The cards that an entry dealt.
fn cards_dealt(effect: &Effect) -> VecDeque<Card> {
    let card = |line: &Arc<str>| line.strip_prefix("deal ")?.parse().ok();
    effect.ops.iter().filter_map(card).collect()
}

fn play_seats(play: &Option<Play>) -> Vec<Seat> {
    let seats = play.iter().flat_map(|play| &play.round.felt().seats);
    seats.map(|seat| Seat(seat.number.get())).collect()
}

/// The seat as the rules number it.
fn number(seat: Seat) -> Result<games::SeatNumber, Refusal> {
    games::SeatNumber::new(seat.0).ok_or(Refusal::NoSuchSeat { seat })
}

/// An amount in the book's units.
fn units(amount: Cents) -> MeterUnits {
    MeterUnits::from(amount)
}

/// A person's name as the round's page shows it.
fn name_of(person: &PersonId) -> String {
    person.as_str().to_owned()
}
