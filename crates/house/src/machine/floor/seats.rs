//! Sitting down, buying chips, leaving.

use money::Cents;
use progressive::Seat;

use super::{Turn, number, play_seats, units};
use crate::book::{Account, posting};
use crate::machine::GUEST_SEATS_MAX;
use crate::refusal::Refusal;
use crate::table::Player;
use crate::table::play::Progress;
use crate::table::setup::Kind;

/// The most that can be bought at once.
const BUY_IN_MAX: Cents = Cents::dollars(100_000);

impl Turn<'_> {
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
        self.buy(seat, buy_in);
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
        self.buy(seat, amount);
        Ok(())
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
        let chips = self.house.book.balance(&account);
        self.post(posting(account, Account::Outside, chips).into_iter().collect());
        self.table.form.seated.remove(&seat);
        Ok(())
    }

    /// Cash goes into the drop box, chips come out of the tray.
    fn buy(&mut self, seat: Seat, amount: Cents) {
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
        Ok(())
    }

    pub(super) fn must_be_a_seat(&self, seat: Seat) -> Result<(), Refusal> {
        number(seat)?;
        if seat.0 > self.table.seats() { Err(Refusal::NoSuchSeat { seat }) } else { Ok(()) }
    }

    /// Has the seat wagers in a round that is locked and not settled?
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
