//! A recorded round as it begins: bets, button, and hands with a wrong number of cards.

use std::collections::VecDeque;
use std::sync::Arc;

use arrayvec::ArrayVec;
use cards::Card;
use forms::{Field, Table as Form};
use money::Cents;
use rulebook::Irregularity;

use super::agreed::{self, OverrideForm, PaidForm};
use super::driver::Blame;
use super::events::{self, EventForm};
use super::{CardList, File, SeatForm};
use crate::felt::{SeatNumber, Undecided};
use crate::op::Op;
use crate::refusal::Refusal;
use crate::round::{Keep, Round};
use crate::sign::Sign;
use crate::table::Table;
use crate::text::Played;

/// What a file has for its round: cards, decisions, events, a meter.
pub(super) struct Player<'a, 'f> {
    pub(super) root: &'f Form<'a>,
    pub(super) dealer: CardList<'a>,
    pub(super) board: CardList<'a>,
    pub(super) burns: CardList<'a>,
    /// Which of the burned cards were seen, and how many are burned.
    pub(super) seen_burns: Vec<bool>,
    pub(super) burned: usize,
    pub(super) shoe: CardList<'a>,
    /// After how many cards of the shoe the discards were reshuffled, if they will be.
    pub(super) reshuffled_at: Option<usize>,
    /// What went wrong.
    pub(super) events: Vec<EventForm<'a>>,
    pub(super) seats: Vec<SeatForm<'a>>,
    pub(super) sign: Option<Sign>,
    /// What two supervisors decided about its keys and awards.
    pub(super) overrides: Vec<OverrideForm<'a>>,
    pub(super) paid: Vec<PaidForm<'a>>,
    /// Reports that are still to be made, one after the other.
    pub(super) reports: VecDeque<Op>,
    /// The card of a report that is wanted next, or nothing if nobody saw it.
    #[allow(clippy::option_option)] // The outer one says whether there is such a report.
    pub(super) reported_card: Option<Option<Card>>,
    /// Where it stands in the file, if what was handed over last is refused.
    pub(super) blame: Blame<'a>,
}

/// Plays a recorded round to its end.
pub(super) fn play<'a>(
    root: &Form<'a>,
    table: &Arc<Table>,
    file: &File<'a>,
    seats: Vec<SeatForm<'a>>,
) -> Option<Played> {
    let mut shoe = CardList::read(root, "shoe");
    let mut reshuffled_at = None;
    if table.is_provided_for(Irregularity::OutOfCards, None) {
        let reshuffled = CardList::read(root, "reshuffled");
        reshuffled_at = reshuffled.field.map(|_| shoe.cards.len());
        shoe.cards.extend(reshuffled.cards);
    }
    let (burns, seen_burns) = CardList::read_burns(root);
    let mut player = Player {
        root,
        dealer: CardList::read_hands(root, "dealer"),
        board: CardList::read_hands(root, "board"),
        burns,
        seen_burns,
        burned: 0,
        shoe,
        reshuffled_at,
        events: events::read(root),
        seats,
        sign: file.meter.as_ref().map(|(meter, _)| Sign::new(*meter)),
        overrides: agreed::overrides(root),
        paid: agreed::paid(root),
        reports: VecDeque::new(),
        reported_card: None,
        blame: Blame::Root,
    };
    let mut round = Round::new(table, Keep::Log);
    let meter = match &file.meter {
        Some((_, field)) if table.progressive().is_none() => {
            field.problem("no progressive is posted: give its schedule or leave the meter out");
            None
        }
        Some((meter, _)) => {
            let conflict = table.progressive().and_then(|posted| meter.own.conflict(posted));
            if let Some((key, why)) = &conflict {
                match root.optional(key) {
                    Some(field) => field.problem(why.clone()),
                    None => root.problem(why.clone()),
                }
            }
            conflict.is_none().then_some(())
        }
        None => Some(()),
    };
    let bets = player.place_bets(&mut round);
    let button = player.place_button(&mut round);
    let cards = player.check_cards(&round);
    meter.and(bets).and(button).and(cards)?;
    if let Err(refusal) = round.lock() {
        root.problem(refusal.to_string());
        return None;
    }
    player.deal_wrong_numbers(&mut round)?;
    round.play(&mut player).ok()?;
    player.check_unseen(&round)?;
    player.check_reported(&round)?;
    player.check_agreed()?;
    player.check_left_over()?;
    Some(Played { round, sign: player.sign })
}

impl Player<'_, '_> {
    /// Nothing may be settled on a card that the file does not name [GEN-15].
    fn check_unseen(&self, round: &Round) -> Option<()> {
        let Some(why) = round.undecided() else { return Some(()) };
        let (Undecided::StayedIn(seat) | Undecided::AlwaysWins { seat, .. }) = why else {
            self.root.problem(why.to_string());
            return None;
        };
        let seat = self.seats.iter().find(|other| other.number == seat)?;
        seat.cards.problem(&seat.form, "cards", why.to_string());
        None
    }

    /// Places a bet. A file with a progressive bet must have the meter that pays it.
    fn bet(
        &self,
        round: &mut Round,
        seat: SeatNumber,
        bet: &str,
        amount: Cents,
    ) -> Result<(), String> {
        let said = |refusal: Refusal| refusal.to_string();
        if bet == "progressive" && self.sign.is_none() {
            // Whatever else is wrong with it comes first.
            round.clone().bet(seat, bet, amount).map_err(said)?;
            return Err("a progressive bet needs a posted schedule and a meter".to_owned());
        }
        round.bet(seat, bet, amount).map_err(said)
    }

    /// Places every bet and tip; what is refused is noted where it stands.
    fn place_bets(&self, round: &mut Round) -> Option<()> {
        let mut refused: ArrayVec<SeatNumber, 7> = ArrayVec::new();
        for seat in &self.seats {
            let number = seat.number;
            let mut is_fine = true;
            let mut note = |result: Result<(), String>, field: &Field<'_>| {
                if let Err(message) = result {
                    field.problem(message);
                    is_fine = false;
                }
            };
            for (bet, amount, field) in &seat.bets {
                note(self.bet(round, number, bet, *amount), field);
            }
            for (line, amount, field) in &seat.tips {
                note(round.tip(number, line, *amount).map_err(|r| r.to_string()), field);
            }
            if let Some((amount, field)) = &seat.chips {
                note(round.chips(number, *amount).map_err(|r| r.to_string()), field);
            }
            if let Some(player) = seat.player {
                let _ = round.player(number, player);
            }
            if !is_fine {
                refused.push(number);
            }
        }
        // What is missing is said only where nothing was refused that might be it, and when all
        // have bet: what a bet must be may depend on who else plays.
        let mut is_fine = refused.is_empty();
        for seat in self.seats.iter().filter(|seat| !refused.contains(&seat.number)) {
            if let Err(refusal) = round.check(seat.number) {
                seat.form.problem(refusal.to_string());
                is_fine = false;
            }
        }
        is_fine.then_some(())
    }

    /// Places the button where the file says, in a game that has one.
    fn place_button(&self, round: &mut Round) -> Option<()> {
        if !round.table().has_pot() {
            return Some(());
        }
        let Some(field) = self.root.optional("button") else { return Some(()) };
        let number = field.integer(1..=7).and_then(|number| u8::try_from(number).ok())?;
        let placed = SeatNumber::new(number).map(|seat| round.button(seat))?;
        placed.map_err(|refusal| field.problem(refusal.to_string())).ok()
    }

    /// No card may be there more often than the decks have it, or outside a shoe that all come from.
    fn check_cards(&self, round: &Round) -> Option<()> {
        let decks = round.table().decks();
        let mut seen: Vec<Card> = Vec::new();
        let mut is_fine = true;
        if round.table().game.is_dealt_from_shoe() {
            let own = self.seats.iter().map(|seat| &seat.cards);
            let others = [&self.dealer, &self.board, &self.burns].into_iter().chain(own);
            for field in others.filter_map(|list| list.field.as_ref()) {
                field.problem("all cards of this game come from the shoe, in dealing order");
                is_fine = false;
            }
        }
        let seats = self.seats.iter().map(|seat| &seat.cards);
        let lists = [&self.dealer, &self.board, &self.burns, &self.shoe];
        for list in lists.into_iter().chain(seats) {
            // What was reshuffled comes again.
            let once = match self.reshuffled_at.filter(|_| std::ptr::eq(list, &self.shoe)) {
                Some(reshuffled_at) => &list.cards[..reshuffled_at],
                None => &list.cards,
            };
            for card in once.iter().flatten() {
                let copies = usize::from(decks.copies(*card));
                if seen.iter().filter(|other| *other == card).count() == copies {
                    let why = match copies {
                        0 => Refusal::NoJoker.to_string(),
                        1 => format!("{card} appears twice"),
                        _ => format!("{card} appears more times than the decks hold it"),
                    };
                    list.problem(self.root, "cards", why);
                    is_fine = false;
                }
                seen.push(*card);
            }
        }
        is_fine &= self.check_event_cards(&mut seen, decks).is_some();
        is_fine.then_some(())
    }

    /// Deals the hands that have a wrong number of cards, where their section says what follows from
    /// it; elsewhere it is bad input.
    fn deal_wrong_numbers(&mut self, round: &mut Round) -> Option<()> {
        let Some((own, dealers)) = round.table().deal_size() else { return Some(()) };
        // An event may stop the deal before a hand has all its cards.
        let is_stopped = self.is_stopped(round.table());
        let is_wrong = |hand: Option<SeatNumber>, found: usize, right: usize| {
            found > right || (found < right && !is_stopped && !self.is_hand_stopped(hand))
        };
        let mut wrong: ArrayVec<Option<SeatNumber>, 8> = ArrayVec::new();
        let mut refused = false;
        let what = Irregularity::WrongNumberOfCards;
        let misdealt =
            |seat: &&SeatForm<'_>| is_wrong(Some(seat.number), seat.cards.cards.len(), own);
        for seat in self.seats.iter().filter(misdealt) {
            wrong.push(Some(seat.number));
            if !round.table().is_provided_for(what, Some(seat.number)) {
                let found = seat.cards.cards.len();
                let message = format!("{own} cards are dealt to a seat, not {found}");
                seat.cards.problem(&seat.form, "cards", message);
                refused = true;
            }
        }
        if is_wrong(None, self.dealer.cards.len(), dealers) {
            wrong.push(None);
            if !round.table().is_provided_for(what, None) {
                let found = self.dealer.cards.len();
                let message = format!("{dealers} cards are dealt to the dealer, not {found}");
                self.dealer.problem(self.root, "dealer", message);
                refused = true;
            }
        }
        if refused {
            return None;
        }
        for hand in wrong {
            let seat = self.seats.iter_mut().find(|seat| Some(seat.number) == hand);
            let list = seat.map_or(&mut self.dealer, |seat| &mut seat.cards);
            let cards: Vec<Card> = list.named().collect();
            if cards.len() < list.cards.len() {
                let message = "a hand with a wrong number of cards is counted in the open [IRR-6]: \
                               say which card each ?? is";
                list.problem(self.root, "cards", message.to_owned());
                return None;
            }
            if let Err(refusal) = round.misdeal(hand, &cards) {
                list.problem(self.root, "cards", refusal.to_string());
                return None;
            }
            list.dealt = list.cards.len();
        }
        Some(())
    }
}
