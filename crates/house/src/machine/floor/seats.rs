//! Sitting down, buying chips, leaving.

use money::Cents;
use progressive::Seat;

use super::{Transaction, number, play_seats, units};
use crate::book::{Account, posting};
use crate::machine::GUEST_SEATS_MAX;
use crate::refusal::Refusal;
use crate::request::Role;
use crate::table::play::Progress;
use crate::table::setup::Kind;
use crate::table::{BuyIn, Player};

/// The most that can be bought at once.
const BUY_IN_MAX: Cents = Cents::dollars(100_000);

impl Transaction<'_> {
    pub(super) fn sit(&mut self, seat: Seat, buy_in: Cents, player: Player) -> Result<(), Refusal> {
        self.must_be_a_seat(seat)?;
        if self.table.seated().contains_key(&seat) {
            return Err(Refusal::SeatTaken { seat });
        }
        if let Player::Person(person) = &player
            && self.house.person(person)?.is_guest
            && !self.setup().guests
        {
            return Err(Refusal::NoGuests(self.id().clone()));
        }
        self.guest_must_have_few(&player)?;
        self.must_be_buyable(buy_in, &player)?;
        self.table.form.seated.insert(seat, player);
        self.buy_or_ask(seat, buy_in, true);
        Ok(())
    }

    /// A guest has one seat at a table, and not many in all. Guests from before they were let go in time may have more.
    fn guest_must_have_few(&self, player: &Player) -> Result<(), Refusal> {
        let Player::Person(person) = player else { return Ok(()) };
        if self.house.person(person)?.guest_until.is_none() {
            return Ok(());
        }
        let is_here = self.table.seated().values().any(|seated| seated == player);
        let most = GUEST_SEATS_MAX;
        match is_here || self.house.seats_of(person) >= most {
            true => Err(Refusal::GuestSeats { most }),
            false => Ok(()),
        }
    }

    pub(super) fn add_chips(&mut self, seat: Seat, amount: Cents) -> Result<(), Refusal> {
        let player = self.table.seated().get(&seat).cloned();
        self.must_be_buyable(amount, &player.ok_or(Refusal::NotSeated { seat })?)?;
        // Table stakes: what a player has in front of them when the bets are locked plays [H212-7].
        if self.is_playing(seat) {
            return Err(Refusal::SeatPlays { seat });
        }
        self.buy_or_ask(seat, amount, false);
        Ok(())
    }

    /// Where there is a dealer, chips are sold by the dealer: what a player asks for waits for the confirmation. What
    /// the dealer or a supervisor enters needs none.
    fn buy_or_ask(&mut self, seat: Seat, amount: Cents, is_first: bool) {
        let role = self.house.person(self.context.by).map(|person| person.role);
        let is_staff = matches!(role, Ok(Role::Dealer | Role::Supervisor));
        let is_sold = is_staff || self.setup().kind == Kind::Practice;
        if is_sold || !self.context.rules.guard_buy_ins() {
            self.table.form.buy_ins.remove(&seat);
            return self.buy(seat, amount);
        }
        // Another amount takes the place of the one that waits.
        let waits = self.table.form.buy_ins.get(&seat);
        let is_first = is_first || waits.is_some_and(|waits| waits.is_first);
        let buy_in = BuyIn { amount, at: self.context.at, is_first };
        self.table.form.buy_ins.insert(seat, buy_in);
    }

    /// The dealer has counted the cash: the chips that the seat asked for are there.
    pub(super) fn confirm_chips(&mut self, seat: Seat, amount: Cents) -> Result<(), Refusal> {
        let waits = self.buy_in(seat)?.amount;
        if waits != amount {
            return Err(Refusal::OtherBuyIn { seat, amount, waits });
        }
        let player = self.table.seated().get(&seat).cloned();
        self.must_be_buyable(amount, &player.ok_or(Refusal::NotSeated { seat })?)?;
        // Table stakes [H212-7].
        if self.is_playing(seat) {
            return Err(Refusal::SeatPlays { seat });
        }
        self.table.form.buy_ins.remove(&seat);
        self.buy(seat, amount);
        Ok(())
    }

    /// The dealer sells nothing to the seat. Who has only just sat down gives it up.
    pub(super) fn refuse_chips(&mut self, seat: Seat) -> Result<(), Refusal> {
        let is_first = self.buy_in(seat)?.is_first;
        self.table.form.buy_ins.remove(&seat);
        if is_first && !self.is_playing(seat) { self.leave(seat) } else { Ok(()) }
    }

    fn buy_in(&self, seat: Seat) -> Result<&BuyIn, Refusal> {
        self.table.buy_ins().get(&seat).ok_or(Refusal::NoBuyIn { seat })
    }

    pub(super) fn leave(&mut self, seat: Seat) -> Result<(), Refusal> {
        if !self.table.seated().contains_key(&seat) {
            return Err(Refusal::NotSeated { seat });
        }
        if self.is_playing(seat) {
            return Err(Refusal::SeatPlays { seat });
        }
        self.take_bets_back(seat)?;
        let account = Account::Chips(self.id().clone(), seat);
        let (chips, cents) =
            (self.house.book.balance(&account), self.house.book.chips(self.id(), seat));
        self.post(posting(account, Account::Outside, chips).into_iter().collect());
        self.table.form.buy_ins.remove(&seat);
        if let Some(Player::Person(person)) = self.table.form.seated.remove(&seat) {
            self.house.give_back(self.context, &person, cents);
        }
        Ok(())
    }

    /// Cash goes into the drop box, chips come out of the tray. A guest pays from the one bankroll.
    fn buy(&mut self, seat: Seat, amount: Cents) {
        if let Some(Player::Person(person)) = self.table.seated().get(&seat) {
            self.house.give_back(self.context, person, -amount);
        }
        let (id, amount) = (self.id().clone(), units(amount));
        let cash = posting(Account::Outside, Account::Drop(id.clone()), amount);
        let chips = posting(Account::Tray(id.clone()), Account::Chips(id, seat), amount);
        self.post(cash.into_iter().chain(chips).collect());
    }

    fn must_be_buyable(&self, amount: Cents, player: &Player) -> Result<(), Refusal> {
        let chip = self.table.felt().chip();
        let is_guest = match player {
            Player::Person(person) => self.house.person(person)?.is_guest,
            Player::Bot(_) => false,
        };
        let guests = self.setup().guest_buy_in.filter(|_| is_guest);
        let most = guests.unwrap_or(BUY_IN_MAX);
        if amount <= Cents::ZERO || amount > most || !amount.is_multiple_of(chip) {
            return Err(Refusal::BadBuyIn { amount, chip, most });
        }
        match player {
            Player::Person(person) if self.context.rules.guard_buy_ins() => {
                match self.house.person(person)?.play_money() {
                    Some(left) if amount > left => Err(Refusal::Bankroll { amount, left }),
                    Some(_) | None => Ok(()),
                }
            }
            Player::Person(_) | Player::Bot(_) => Ok(()),
        }
    }

    pub(super) fn must_be_a_seat(&self, seat: Seat) -> Result<(), Refusal> {
        number(seat)?;
        if seat.0 > self.table.seats() { Err(Refusal::NoSuchSeat { seat }) } else { Ok(()) }
    }

    /// Whether the seat has wagers in a round that is locked and not settled.
    pub(super) fn is_playing(&self, seat: Seat) -> bool {
        let is_on = self.play.as_ref().is_some_and(|play| play.progress() == Progress::Playing);
        is_on && play_seats(&self.play).contains(&seat)
    }

    /// At a live table the dealer bets for the seats, and nobody needs to sit.
    pub(super) fn must_sit(&self, seat: Seat) -> Result<(), Refusal> {
        self.must_be_a_seat(seat)?;
        if self.setup().kind == Kind::Live || self.table.seated().contains_key(&seat) {
            return Ok(());
        }
        Err(Refusal::NotSeated { seat })
    }
}
