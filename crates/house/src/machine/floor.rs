//! What people do at the tables: each command does all it means, with the house's own chores after it,
//! or is refused and changes nothing.

mod awards;
mod bets;
mod figures;
mod irregular;
mod keypad;
mod next_key;
mod play_money;
mod rounds;
mod seats;
mod shuffles;
mod steps;
mod undo;

pub use rounds::silent_choice;

use std::collections::VecDeque;
use std::sync::Arc;

use cards::Card;
use imbl::ordmap::DiffItem;
use money::{Cents, MeterUnits};
use progressive::{Account as MeterAccount, Award, PersonId, Seat, Standing, TableId};

use super::control::must_have_reason;
use super::{Context, Effect, HOUSE_ITSELF, House, Move, RecordId, Right};
use crate::book::{Account, Book, Posting, posting};
use crate::refusal::Refusal;
use crate::table::command::{By, Dollars, TableCommand, Tables};
use crate::table::keypad::{Keyed, ProgressiveRound};
use crate::table::play::{Play, Position, Progress};
use crate::table::setup::{Kind, Setup};
use crate::table::shuffling::FreshSeed;
use crate::table::steps::{StepBy, StepDone, StepDue};
use crate::table::tally::Tally;
use crate::table::{Open, Player, Table};

impl House {
    /// The award of a key that is lit, once it is verified: it stays, whatever else is keyed in the round.
    pub fn verified_award(&self, keyed: &Keyed) -> Option<&Award> {
        let award = self.paid.get(&keyed.award?)?;
        award.is_paid().then_some(&**award)
    }

    /// The tables with seats, chips and cards.
    pub fn floor(&self) -> impl Iterator<Item = &Table> {
        self.tables().filter(|table| table.has_felt())
    }

    /// The tables that are not as they were in an earlier house: what the two share is not looked at.
    pub fn tables_changed_since<'h>(&'h self, was: &'h House) -> impl Iterator<Item = &'h Table> {
        was.tables.diff(&self.tables).filter_map(|difference| match difference {
            DiffItem::Add(_, table) | DiffItem::Update { new: (_, table), .. } => Some(&**table),
            DiffItem::Remove(..) => None,
        })
    }

    /// Whether a key that was used here is missing: lost, or not copied to this machine.
    pub fn misses_key(&self) -> bool {
        let shuffles = self.floor().filter_map(Table::shuffle);
        shuffles.into_iter().any(|shuffle| shuffle.key_is_missing(&self.equipment.keys))
    }

    /// Whether a table's shuffle is sealed under a key that is missing, with cards to come from it.
    pub fn has_lost_key(&self, table: &Table) -> bool {
        table.shuffle().is_some_and(|it| it.is_lost(&self.equipment.keys).is_ok_and(|lost| lost))
    }

    /// The book: where every dollar is.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// A table with seats, chips and cards.
    pub fn floor_table(&self, id: &TableId) -> Result<&Table, Refusal> {
        let table = self.table(id)?;
        if table.has_felt() { Ok(table) } else { Err(Refusal::NoSuchTable(id.clone())) }
    }

    /// The round at a table: the one being played, or the last one until the next bets.
    pub fn play(&self, id: &TableId) -> Option<&Play> {
        self.tables.get(id)?.play()
    }

    /// A round that is not only in the store yet: the one at the table, or one that was just over.
    pub(crate) fn round(&self, id: &TableId, number: u64) -> Option<&Play> {
        let current = self.play(id).filter(|play| play.number() == number);
        current.or_else(|| self.dirty.archived.get(&(id.clone(), number)).map(Arc::as_ref))
    }

    /// What was staked and won at a table since it opened.
    pub fn tally(&self, id: &TableId) -> Option<&Tally> {
        self.tallies.get(id).map(Arc::as_ref)
    }

    /// Opens a table, and its keypad if it posts a progressive. Entries of earlier releases opened a keypad alone under
    /// whatever was known of a table.
    pub(super) fn set_up(
        &mut self,
        context: Context<'_>,
        id: &TableId,
        setup: &Setup,
    ) -> Result<Effect, Refusal> {
        self.must_not_be_open(id)?;
        let opened = setup.open()?;
        if let (Some(meter), Some(posted)) = (&setup.meter, &opened.posted) {
            self.open_keypad(context, id, meter, posted, setup.stakes())?;
        }
        if setup.kind == Kind::Keypad && !context.rules.number_every_table() {
            return Ok(Effect::default());
        }
        let mut effect = Effect::default();
        let mut table = Table::new(id.clone(), setup.clone(), opened);
        if let Some(before) = self.tables.get(id) {
            // A table that opens again counts on, also where it was only a keypad before.
            let was_numbered = before.has_felt() || before.version() > 0;
            table.form.rounds = before.rounds();
            table.form.version = before.version() + u64::from(was_numbered);
            (table.keypad, table.round) = (before.keypad.clone(), before.round.clone());
        }
        // What it holds is counted from when it opens.
        if self.tallies.contains_key(id) {
            self.put_tally(id, Tally::default());
        }
        effect.steps = steps_outside(&table, &rulebook::Moment::TableOpens);
        effect.table = Some(id.clone());
        self.touch(RecordId::Floor(id.clone()));
        self.put_table(table);
        Ok(effect)
    }

    /// Closes a table: nobody sits there any more, and no round is open.
    pub(super) fn take_down(
        &mut self,
        context: Context<'_>,
        id: &TableId,
    ) -> Result<Effect, Refusal> {
        let mut table = self.table(id)?.clone();
        if !table.has_seats() {
            self.close_keypad(&mut table)?;
            if context.rules.number_every_table() {
                table.form.version += 1;
                table.form.call = None;
                self.touch(RecordId::Floor(id.clone()));
            }
            self.put_table(table);
            return Ok(Effect::default());
        }
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
                self.give_back(context, &person, self.book.chips(id, seat));
            }
        }
        table.form.buy_ins.clear();
        self.post_all(&effect.book);
        effect.steps = steps_outside(&table, &rulebook::Moment::TableCloses);
        effect.table = Some(id.clone());
        if table.has_open_keypad() {
            self.close_keypad(&mut table)?;
        }
        table.form.open = Open::No;
        table.form.until = None;
        if let Some(shuffle) = &mut table.form.shuffle {
            shuffle.spend();
        }
        self.touch(RecordId::Floor(id.clone()));
        self.put_table(table);
        Ok(effect)
    }

    pub(super) fn must_not_be_open(&self, id: &TableId) -> Result<(), Refusal> {
        match self.tables.get(id).is_some_and(|table| table.is_open()) {
            true => Err(Refusal::TableOpen(id.clone())),
            false => Ok(()),
        }
    }

    pub(super) fn live_table(&self, id: &TableId) -> Result<&Table, Refusal> {
        let table = self.table(id)?;
        if table.is_open() { Ok(table) } else { Err(Refusal::TableClosed(id.clone())) }
    }

    /// Refuses an act on an older state of a table.
    pub(super) fn must_be_at(&self, id: &TableId, expect: Option<u64>) -> Result<(), Refusal> {
        let Some(expected) = expect else { return Ok(()) };
        let is = self.table(id)?.version();
        if is == expected {
            Ok(())
        } else {
            Err(Refusal::Stale { table: id.clone(), expected, is })
        }
    }

    /// Does something at a table.
    pub(super) fn at_table(
        &mut self,
        context: Context<'_>,
        id: &TableId,
        command: &TableCommand,
        seed: Option<&FreshSeed>,
    ) -> Result<Effect, Refusal> {
        let mut transaction = self.transaction(context, id, seed)?;
        transaction.must_be_allowed(command)?;
        transaction.must_be_done_here(command)?;
        transaction.take_play_money_off()?;
        let mark = transaction.mark();
        transaction.carry_out(command)?;
        transaction.keep_mark(mark);
        transaction.run()?;
        Ok(transaction.close())
    }

    pub(super) fn transaction<'h>(
        &'h mut self,
        context: Context<'h>,
        id: &TableId,
        seed: Option<&'h FreshSeed>,
    ) -> Result<Transaction<'h>, Refusal> {
        let mut table = self.live_table(id)?.clone();
        let before = table.keypad_round().map(|round| round.played.into_owned());
        let play = table.take_play();
        let recorded = context.recorded.map(cards_dealt);
        let effect = Effect::default();
        Ok(Transaction { house: self, context, table, play, before, seed, recorded, effect })
    }

    pub(super) fn put_tally(&mut self, id: &TableId, tally: Tally) {
        self.touch(RecordId::Tally(id.clone()));
        self.tallies.insert(id.clone(), Arc::new(tally));
    }

    pub(super) fn post_all(&mut self, postings: &[Posting]) {
        for posting in postings {
            self.book.post(posting);
            self.touch(RecordId::Account(posting.from.clone()));
            self.touch(RecordId::Account(posting.to.clone()));
        }
    }

    /// The book's side of what happened to a meter: contributions come out of the tray that took the
    /// wager, awards go back to it, seeds, top-ups and corrections are
    /// the house's.
    pub(super) fn meter_postings(table: Option<&TableId>, moved: &Move) -> Vec<Posting> {
        let mut postings = Vec::new();
        let tray = table.cloned().map_or(Account::House, Account::Tray);
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
        postings
    }
}

/// A command while it is carried out. It works on copies; [`Transaction::close`] puts them back.
pub(super) struct Transaction<'h> {
    house: &'h mut House,
    context: Context<'h>,
    table: Table,
    play: Option<Play>,
    /// The progressive part of the round as it was, if it had one.
    before: Option<ProgressiveRound>,
    /// The seed that came with the request, for a shuffle that may be needed.
    seed: Option<&'h FreshSeed>,
    /// The cards that the entry has, when it is done again.
    recorded: Option<VecDeque<Card>>,
    effect: Effect,
}

impl Transaction<'_> {
    fn id(&self) -> &TableId {
        self.table.id()
    }

    fn setup(&self) -> &Setup {
        self.table.setup()
    }

    /// What was handed out of the tray at a table that is only a keypad: nobody has a buy-in there, so its players'
    /// money is outside.
    fn close_keyed(&mut self) {
        let is = self.table.entered();
        let rounds = || [self.before.as_ref(), is].into_iter().flatten();
        self.effect.round = rounds().map(|round| round.number).next_back();
        let is_in_tray = rounds().any(|round| round.is_in_tray);
        if is_in_tray {
            let awards: Cents = self.effect.awards.iter().filter_map(paid).sum();
            let envy: Cents = self.effect.envy.iter().map(|envy| envy.amount).sum();
            self.take_in_tray(-(awards + envy));
        }
    }

    /// Money goes from outside to the tray, or back.
    fn take_in_tray(&mut self, amount: Cents) {
        let tray = Account::Tray(self.id().clone());
        self.post(posting(Account::Outside, tray, units(amount)).into_iter().collect());
    }

    pub(super) fn close(mut self) -> Effect {
        let id = self.id().clone();
        self.effect.table = Some(id.clone());
        if self.table.has_seats() {
            self.table.form.until = self.until();
            self.effect.round = self.play.as_ref().map(Play::number);
        } else {
            self.close_keyed();
        }
        if self.table.has_seats() || self.context.rules.number_every_table() {
            self.table.form.version += 1;
            self.house.touch(RecordId::Floor(id.clone()));
        }
        if let Some(play) = &self.play {
            self.house.touch(RecordId::Round(id.clone(), play.number()));
        }
        let is = self.keypad_round().map(|round| round.played.into_owned());
        let before = self.house.tables.get(&id).and_then(|table| table.keypad());
        if is != self.before || before != self.table.keypad() {
            self.house.touch(RecordId::Keypad(id));
        }
        if let Some(play) = self.play {
            self.table.take_in_play(Some(Arc::new(play)));
        }
        self.house.put_table(self.table);
        self.effect
    }

    /// Who may do it: the player in the seat, the dealer, a supervisor.
    fn must_be_allowed(&self, command: &TableCommand) -> Result<(), Refusal> {
        let by = self.context.by;
        if by.as_str() == HOUSE_ITSELF {
            return self.must_be_the_houses(command);
        }
        match command.facts().by {
            By::Seat(_) if self.setup().kind == Kind::Live && self.house.may(by, Right::Deal) => {
                Ok(())
            }
            By::Seat(seat) => match self.table.seated().get(&seat) {
                Some(Player::Person(person)) if person == by => Ok(()),
                _ => Err(Refusal::NotYourSeat { seat }),
            },
            By::Player => self.house.must_have(by, Right::Play),
            // Which right these take was looked at before: see `House::may_ask`.
            By::Dealer | By::Supervisor | By::House => Ok(()),
        }
    }

    /// The house itself plays its bots and minds the clocks.
    fn must_be_the_houses(&self, command: &TableCommand) -> Result<(), Refusal> {
        match command.facts().by {
            By::House => Ok(()),
            By::Seat(seat) if matches!(self.table.seated().get(&seat), Some(Player::Bot(_))) => {
                Ok(())
            }
            By::Seat(seat) => Err(Refusal::NotYourSeat { seat }),
            By::Player | By::Dealer | By::Supervisor => Err(Refusal::NotTheHouses),
        }
    }

    /// What two supervisors decided is done: the round that waits for it goes on.
    pub(super) fn go_on(&mut self) -> Result<(), Refusal> {
        self.table.form.call = None;
        self.run()
    }

    /// Whether a command is for this kind of table, with seats or without.
    fn must_be_done_here(&self, command: &TableCommand) -> Result<(), Refusal> {
        match (command.facts().at, self.table.has_seats()) {
            (Tables::WithSeats, false) => Err(Refusal::OnlyKeypad(self.id().clone())),
            // The bets lie on the felt, and the round knows its cards.
            (Tables::KeypadOnly, true) => Err(Refusal::HasSeats(self.id().clone())),
            (Tables::WithSeats, true) | (Tables::KeypadOnly, false) | (Tables::All, _) => Ok(()),
        }
    }

    /// Whether what is lit for a seat is verified.
    fn is_verified(&self, keyed: &Keyed) -> bool {
        self.house.verified_award(keyed).is_some()
    }

    fn carry_out(&mut self, command: &TableCommand) -> Result<(), Refusal> {
        let has_seats = self.table.has_seats();
        match command {
            TableCommand::Sit { seat, buy_in } => {
                self.sit(*seat, *buy_in, Player::Person(self.context.by.clone()))
            }
            TableCommand::SeatBot { seat, buy_in, plays } => {
                self.sit(*seat, *buy_in, Player::Bot(plays.clone()))
            }
            TableCommand::Leave { seat } | TableCommand::Vacate { seat } => self.leave(*seat),
            TableCommand::AddChips { seat, amount } => self.add_chips(*seat, *amount),
            TableCommand::ConfirmChips { seat, amount } => self.confirm_chips(*seat, *amount),
            TableCommand::RefuseChips { seat } => self.refuse_chips(*seat),
            TableCommand::Bet { seat, bets, tips } => self.bet(*seat, bets, tips),
            TableCommand::Clear { seat } => self.clear(*seat),
            TableCommand::Ready { seat } => self.ready(*seat),
            TableCommand::Lock { bets, players } if !has_seats => {
                let bets = bets.iter().map(|(seat, Dollars(amount))| (*seat, amount.get()));
                self.lock_entered(bets.collect(), players.clone())
            }
            TableCommand::Lock { bets, .. } if bets.is_empty() => self.lock(),
            // They lie on the felt.
            TableCommand::Lock { .. } => Err(Refusal::HasSeats(self.id().clone())),
            TableCommand::ReturnBet { seat, reason } => {
                must_have_reason(reason)?;
                self.return_entered(*seat)
            }
            TableCommand::Cards { hands } => self.enter_hands(hands),
            TableCommand::Card { card } => self.card(*card),
            TableCommand::Unseen => self.unseen(),
            TableCommand::Step => self.step(),
            TableCommand::Undo { reason } => self.undo(reason),
            TableCommand::Decide { seat, action, hand, tip } => {
                self.decide(*seat, action, *hand, *tip)
            }
            TableCommand::Key { seat, hand } => self.key_named(*seat, hand),
            TableCommand::CallSupervisor { why } => self.call_supervisor(why),
            TableCommand::Verify { award, paid, reason } => {
                self.house.must_be_anothers(self.context.by, *award)?;
                self.verify(*award, *paid, reason.as_deref())
            }
            TableCommand::Override { reason } => self.ask_to_override(reason),
            TableCommand::Void { award, reason } => self.void(*award, reason),
            TableCommand::TurnKey { to } => self.turn_key(*to),
            TableCommand::JPot => self.press_j_pot(),
            TableCommand::GameOver if !has_seats => self.end_entered(),
            TableCommand::GameOver => self.game_over(),
            TableCommand::Misdeal { reason } if !has_seats => self.void_entered(reason),
            TableCommand::Misdeal { reason } => self.misdeal(reason),
            TableCommand::Irregular { event, seat, other, card } => {
                self.irregular(event, *seat, *other, *card)
            }
            TableCommand::SeedWord { seat, word } => self.seed_word(*seat, word),
            TableCommand::Relieve => self.relieve(),
            TableCommand::TimeUp => self.time_up(),
            TableCommand::KeyLost => self.key_lost(),
        }
    }

    /// Posts to the book and to the entry.
    fn post(&mut self, postings: Vec<Posting>) {
        self.house.post_all(&postings);
        self.effect.book.extend(postings);
    }

    /// Moves the money to where the round says it is now. A seat that cannot pay refuses the command.
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

/// The steps that are done outside a round, such as when a table opens or closes; none at a table that is only a
/// keypad.
pub(super) fn steps_outside(table: &Table, at: &rulebook::Moment) -> Vec<StepDone> {
    if !table.has_seats() {
        return Vec::new();
    }
    let by = |due: &games::DueStep<'_>| match table.setup().is_by_hand(due.step.chore.duty()) {
        true => StepBy::Dealer,
        false => StepBy::House,
    };
    let due = games::Procedure::outside_round(table.felt(), at).into_iter();
    due.map(|due| (by(&due), due)).map(|(by, due)| StepDue::from(due).done(by)).collect()
}

/// What was handed out for an award that this request has paid.
fn paid(award: &Award) -> Option<Cents> {
    match &award.standing {
        Standing::Paid { paid, .. } => Some(*paid),
        Standing::Pending | Standing::BackedOut { .. } | Standing::Voided { .. } => None,
    }
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
