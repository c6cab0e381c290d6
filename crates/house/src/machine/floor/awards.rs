//! Where the round meets the keypad and the meter: one calculation of every award.

use std::collections::BTreeMap;

use games::{Agreed, Name, Next, Op, OwnTerms, PaidOther, PostedProgressive, RowId, Worth};
use money::{Cents, MeterUnits};
use progressive::{
    AwardNumber, Frozen, KeySwitch, Meter, OverrideAgreed, Procedure, Seat, Source, Standing,
};
use rulebook::Duty;

use super::keypad::EndOfKeys;
use super::{Transaction, number, play_seats, units};
use crate::book::{Account, posting};
use crate::machine::Envy;
use crate::refusal::Refusal;
use crate::table::keypad::{Keyed, KeypadRound, Keys, ProgressiveRound, row};
use crate::table::play::{MeterNote, Progress};
use crate::table::setup::Kind;

/// The revision of the rulebook since which rounds note the terms of their meter.
const NOTES_TERMS: u32 = 3;

impl Transaction<'_> {
    /// The lock feeds the meter with the posted wager of every seat that made it [PRG-1].
    pub(super) fn feed_meter(&mut self) -> Result<(), Refusal> {
        let play = self.play.as_ref().expect("the bets are locked");
        let round = ProgressiveRound::of(play).filter(|round| !round.bets.is_empty());
        let Some(round) = round else { return Ok(()) };
        let posted = play.round.table().progressive().expect("it has progressive bets");
        let meter = self.house.meter(&self.keypad()?.meter)?;
        let own = self.own_terms(posted, meter);
        let note = MeterNote::new(meter.totals.display, meter.totals.reserve, own);
        self.count_bets(round)?;
        self.note_meter(note);
        Ok(())
    }

    fn note_meter(&mut self, note: MeterNote) {
        if let Some(play) = &mut self.play {
            play.form.meter = Some(note);
        }
    }

    /// Notes the meter that the round's awards are computed from, less the round's own contributions.
    fn note_frozen(&mut self) {
        let frozen = self.keys().and_then(Keys::frozen);
        let Some((Frozen { display, reserve }, play)) = frozen.zip(self.play.as_ref()) else {
            return;
        };
        let felt = play.round.table();
        let Some((posted, bets)) = felt.progressive().zip(play.round.progressive_bets()) else {
            return;
        };
        let wagered = posted.wager * bets;
        let meter = self.keypad().and_then(|keypad| self.house.meter(&keypad.meter));
        let own = meter.map(|meter| self.own_terms(posted, meter)).unwrap_or_default();
        let contribution = own.contribution.unwrap_or(posted.contribution);
        let reserve_rate = own.reserve_rate.unwrap_or(posted.reserve);
        let note = MeterNote::new(
            display - contribution.of(wagered),
            reserve - reserve_rate.of(wagered),
            own,
        );
        self.note_meter(note);
    }

    /// What a meter is run by, where that is not what the schedule says. Rounds of earlier releases did not note it,
    /// and replay as they were.
    fn own_terms(&self, posted: &PostedProgressive, meter: &Meter) -> OwnTerms {
        if self.setup().revision < NOTES_TERMS {
            return OwnTerms::default();
        }
        let terms = &meter.terms;
        OwnTerms::of(posted, terms.reset, terms.contribution, terms.reserve)
    }

    /// Nothing was keyed that the cards do not support: known at the end of every round with cards.
    /// Where keys are the house's, it keys the hands that trigger envy without an award.
    pub(super) fn check_keys(&mut self) -> Result<(), Refusal> {
        if self.setup().is_by_hand(Duty::Key) || self.keys().is_none() {
            return Ok(());
        }
        self.key_awards()?;
        if self.setup().kind == Kind::Practice { self.verify_by_itself() } else { Ok(()) }
    }

    /// Presses the button of a hand, unless it is lit: pressed again, it would go out.
    pub(super) fn key_unless_lit(&mut self, seat: Seat, id: RowId) -> Result<(), Refusal> {
        if self.keys().is_some_and(|keys| !keys.lit.contains_key(&seat)) {
            self.key(seat, id)?;
        }
        Ok(())
    }

    /// Keys every hand of the round that wins, where keys are the house's own: what one is worth may depend on the
    /// others, so none is verified before all are lit [PRG-5].
    pub(super) fn key_awards(&mut self) -> Result<(), Refusal> {
        let play = self.play.as_ref().expect("a round is played");
        let due = play.round.awards_due().map(|due| (due.seat, due.row));
        let hands: Vec<_> = due.chain(play.round.envy_triggers()).collect();
        for (seat, row) in hands {
            let seat = Seat(seat.get());
            if !self.is_upheld_unkeyed(seat) {
                self.key_unless_lit(seat, row)?;
            }
        }
        Ok(())
    }

    /// An award is due: the house keys and verifies it where that is its chore, and answers the round
    /// once it is verified.
    pub(super) fn award_by_itself(&mut self) -> Result<bool, Refusal> {
        if !self.setup().is_by_hand(Duty::Key) {
            self.key_awards()?;
        }
        if self.setup().kind == Kind::Practice {
            self.verify_by_itself()?;
        }
        self.pass_steps();
        if self.waits() { Ok(false) } else { self.answer_award() }
    }

    /// At a practice table the house verifies what it dealt itself, and says so.
    fn verify_by_itself(&mut self) -> Result<(), Refusal> {
        let Some(keys) = self.keys() else { return Ok(()) };
        let mut lit = keys.lit.values().rev().filter(|keyed| !self.is_verified(keyed)).peekable();
        if lit.peek().is_none() {
            return Ok(());
        }
        let waiting: Vec<AwardNumber> = lit.filter_map(|keyed| keyed.award).collect();
        if self.procedure().is_some_and(Procedure::has_key) {
            self.turn_key(KeySwitch::Jph)?;
            self.press_j_pot()?;
            return self.turn_key(KeySwitch::Run);
        }
        for award in waiting {
            self.verify(award, None, None)?;
        }
        Ok(())
    }

    /// Hands the round the award it waits for, if it is verified, or if a supervisor has upheld that
    /// there is none.
    fn answer_award(&mut self) -> Result<bool, Refusal> {
        if self.tell_overrides()? {
            return Ok(true);
        }
        let play = self.play.as_ref().expect("a round is played");
        let Next::Award(due) = *play.round.next() else { return Ok(false) };
        let seat = Seat(due.seat.get());
        let keyed = self.keys().and_then(|keys| keys.lit.get(&seat));
        let (verified, paid) = match keyed.map(|keyed| self.house.verified_award(keyed)) {
            Some(Some(award)) => (award.amount, award.paid().unwrap_or(award.amount)),
            None if self.is_upheld_unkeyed(seat) => (Cents::ZERO, Cents::ZERO),
            Some(None) if self.dealer_pays(seat) => {
                let amount = fixed(due.worth);
                return self.apply(Op::Award { seat: due.seat, amount, paid: None }).map(|()| true);
            }
            None if self.is_play_on_real() => return self.pay_off_meter(due),
            Some(None) | None => return Ok(false),
        };
        let amount = match due.worth {
            Worth::Share(_) => verified,
            // The schedule says this amount, whatever was keyed.
            Worth::Fixed(amount) => amount,
        };
        let other = self.paid_other(seat, amount);
        let told = other.as_ref().map_or(amount, |other| other.paid);
        self.apply(Op::Award { seat: due.seat, amount, paid: other.map(Box::new) })?;
        // Rounds of earlier releases did not know what was paid beyond the award, or short of it [PRG-9] [PRG-20].
        self.hand_over(seat, paid - told);
        Ok(true)
    }

    /// What two supervisors paid for a seat's award of this amount, where that is another amount [PRG-20].
    fn paid_other(&self, seat: Seat, amount: Cents) -> Option<PaidOther> {
        let lit = self.keys()?.lit.get(&seat)?;
        let award = self.house.paid_award(lit.award?).ok()?;
        let Standing::Paid { by, paid, differs: Some(differs), .. } = &award.standing else {
            return None;
        };
        let is_told = self.context.rules.tell_what_was_paid() && award.amount == amount;
        let agreed = Agreed::new(by.as_str(), differs.approved_by.as_str(), &differs.reason);
        is_told.then_some(PaidOther { paid: *paid, agreed: agreed? })
    }

    /// Tells the round which keys stand over the cards [PRG-22]: a key once nothing can change it any more, and that
    /// a winner stays unpaid when its award would be due. Says whether there was any.
    pub(super) fn tell_overrides(&mut self) -> Result<bool, Refusal> {
        let Some((seat, hand, agreed)) = self.override_to_tell() else { return Ok(false) };
        if self.context.rules.steps_follow_the_key() {
            self.drop_award_steps(seat);
        }
        let (seat, hand) = (number(seat)?, hand.map(Name::from));
        self.apply(Op::Override { seat, hand, agreed: Box::new(agreed) })?;
        Ok(true)
    }

    fn override_to_tell(&self) -> Option<(Seat, Option<String>, Agreed)> {
        let play = self.play.as_ref()?;
        let due = match play.round.next() {
            Next::Award(due) => Some(Seat(due.seat.get())),
            Next::Done if !play.round.is_void() => None,
            Next::Done | Next::Bets | Next::Card(_) | Next::Decision(_) => return None,
        };
        self.keys().filter(|keys| !keys.overrides.is_empty())?;
        let round = self.keypad_round()?;
        let told = self.asked_for();
        let seats = round.keys.overrides.iter().flat_map(|upheld| &upheld.saw);
        let mut seats: Vec<Seat> = seats.map(|saw| saw.seat).collect();
        seats.sort_unstable_by_key(|seat| std::cmp::Reverse(*seat));
        seats.into_iter().filter(|seat| !told.contains(seat)).find_map(|seat| {
            let (upheld, saw) = round.overridden(seat)?;
            let OverrideAgreed { by, approved_by, .. } = upheld.agreed.as_ref()?;
            let is_settled = match round.keys.lit.get(&seat) {
                None => due.is_none_or(|due| due == seat),
                Some(lit) => self.is_verified(lit) || self.needs_nobody_for(&round, seat),
            };
            let agreed = Agreed::new(by.as_str(), approved_by.as_str(), &upheld.reason)?;
            is_settled.then_some((seat, saw.keyed, agreed))
        })
    }

    /// Whether the dealer alone pays what is keyed for a seat [PRG-9].
    fn needs_nobody_for(&self, round: &KeypadRound<'_>, seat: Seat) -> bool {
        let Some(lit) = round.keys.lit.get(&seat) else { return false };
        let award = lit.award.and_then(|award| self.house.award(award).ok());
        let posted = row(round.posted, lit.row);
        award.is_some_and(|it| !round.posted.needs_supervisor(posted, it.source, it.amount))
    }

    /// Whether the dealer pays this seat's award alone: keyed as the cards say, from the tray, and below the
    /// posted amount [PRG-9]. It is recorded at game over.
    pub(super) fn dealer_pays(&self, seat: Seat) -> bool {
        let (Some(play), Some(keys)) = (&self.play, self.keys()) else { return false };
        let due = play.round.awards_due().find(|due| due.seat.get() == seat.0);
        due.zip(keys.lit.get(&seat)).is_some_and(|(due, lit)| {
            let (posted, amount) = (self.posted(), fixed(due.worth));
            let needs = || posted.needs_supervisor(row(&posted, lit.row), Source::Tray, amount);
            matches!(due.worth, Worth::Fixed(_)) && lit.row == due.row && !needs()
        })
    }

    /// Whether a seat's award is decided: it is verified, the dealer pays it alone, or it stays unpaid.
    pub(super) fn is_decided(&self, seat: Seat) -> bool {
        let lit = self.keys().and_then(|keys| keys.lit.get(&seat));
        lit.is_some_and(|lit| self.is_verified(lit))
            || self.dealer_pays(seat)
            || self.is_upheld_unkeyed(seat)
    }

    /// Whether the hand that is keyed for a seat is the one that its award is due for.
    pub(super) fn is_keyed_as_due(&self, seat: Seat) -> bool {
        let (Some(play), Some(keys)) = (&self.play, self.keys()) else { return false };
        let due = play.round.awards_due().find(|due| due.seat.get() == seat.0);
        due.zip(keys.lit.get(&seat)).is_some_and(|(due, lit)| lit.row == due.row)
    }

    /// Whether supervisors have upheld what is keyed for a seat, or that nothing is [PRG-22].
    pub(super) fn is_upheld(&self, seat: Seat) -> bool {
        self.keypad_round().is_some_and(|round| round.overridden(seat).is_some())
    }

    /// What the round has paid is not turned off, and not paid with another amount.
    pub(super) fn must_be_unpaid(&self, seat: Seat) -> Result<(), Refusal> {
        if self.asked_for().contains(&seat) { Err(Refusal::AlreadyDecided("paid")) } else { Ok(()) }
    }

    /// The seats whose awards the round has asked for.
    fn asked_for(&self) -> std::collections::BTreeSet<Seat> {
        let ops = self.play.iter().flat_map(|play| play.ops());
        let asked = ops.filter_map(|line| match line.parse() {
            Ok(Op::Award { seat, .. } | Op::Override { seat, .. }) => Some(Seat(seat.get())),
            _ => None,
        });
        asked.collect()
    }

    /// Whether a supervisor has upheld that a seat was not keyed, although its cards win [PRG-9].
    pub(super) fn is_upheld_unkeyed(&self, seat: Seat) -> bool {
        self.keys().is_some_and(|keys| keys.is_upheld_unkeyed(seat))
    }

    /// Money from the tray to a seat, or back.
    fn hand_over(&mut self, seat: Seat, amount: Cents) {
        let (tray, chips) =
            (Account::Tray(self.id().clone()), Account::Chips(self.id().clone(), seat));
        self.post(posting(tray, chips, units(amount)).into_iter().collect());
    }

    /// A hand button is pressed, and what it froze is noted for the round file.
    pub(super) fn key(&mut self, seat: Seat, row: RowId) -> Result<(), Refusal> {
        self.must_be_unpaid(seat)?;
        self.press(seat, row)?;
        self.note_frozen();
        Ok(())
    }

    /// The same with the J-POT button.
    pub(super) fn press_j_pot(&mut self) -> Result<(), Refusal> {
        self.j_pot()?;
        if self.procedure() == Some(Procedure::JPot) {
            self.note_frozen();
        }
        Ok(())
    }

    /// A dead hand's progressive wager goes back [CS-7].
    pub(super) fn return_progressive(&mut self, seat: Seat) -> Result<(), Refusal> {
        let is_returned = self.keypad_round().is_some_and(|it| it.played.dead.contains(&seat));
        if is_returned { self.return_bet(seat, self.posted().wager) } else { Ok(()) }
    }

    /// A void round takes its contributions back [GEN-12].
    pub(super) fn void_keypad(&mut self) -> Result<(), Refusal> {
        if self.keys().is_some() { self.void_keys("the round is void") } else { Ok(()) }
    }

    /// Game over at the keypad: it is blocked while an award waits or keys and cards disagree.
    pub(super) fn end_keypad(&mut self) -> Result<(), Refusal> {
        let Some(keys) = self.keys() else { return Ok(()) };
        let paid =
            |(seat, lit): (&Seat, &Keyed)| Some((*seat, self.house.verified_award(lit)?.paid()?));
        let verified = keys.lit.iter().filter_map(paid);
        let mut paid: BTreeMap<Seat, Cents> = verified.collect();
        let EndOfKeys { envy, by_dealer_alone } = self.end_keys()?;
        if self.is_keypad_only() {
            let envied: Cents = envy.iter().map(|envy| envy.amount).sum();
            let total = by_dealer_alone.iter().fold(envied, |total, (_, amount)| total + *amount);
            let tray = Account::Tray(self.id().clone());
            self.post(posting(tray, Account::Outside, units(total)).into_iter().collect());
            self.effect.envy.extend(envy);
        } else {
            paid.extend(by_dealer_alone);
            self.pay_upheld(&paid);
            // Otherwise the round's own lines have it.
            if self.even_out_envy(&envy) {
                self.effect.envy.extend(envy);
            }
        }
        Ok(())
    }

    /// Pays the awards that the round did not ask for: a supervisor has upheld keys that the cards do
    /// not support [PRG-9].
    fn pay_upheld(&mut self, paid: &BTreeMap<Seat, Cents>) {
        let asked = self.asked_for();
        for (seat, amount) in paid.iter().filter(|(seat, _)| !asked.contains(seat)) {
            self.hand_over(*seat, *amount);
        }
    }

    /// Pays the envy that the keys say where a supervisor has upheld them over the cards; says whether
    /// that was another than the round's own lines have.
    fn even_out_envy(&mut self, envy: &[Envy]) -> bool {
        let mut differs: BTreeMap<Seat, Cents> = BTreeMap::new();
        for won in envy {
            *differs.entry(won.seat).or_insert(Cents::ZERO) += won.amount;
        }
        let lines = self.play.iter().flat_map(|play| &play.round.settlement().lines);
        for line in lines.filter(|line| line.wager == "envy") {
            *differs.entry(Seat(line.seat.get())).or_insert(Cents::ZERO) -= line.returned;
        }
        differs.retain(|_, amount| *amount != Cents::ZERO);
        for (seat, amount) in &differs {
            // What a player has taken away already is not taken back.
            let chips = self.house.book.chips(self.table.id(), *seat);
            self.hand_over(*seat, (*amount).max(-chips));
        }
        !differs.is_empty()
    }

    /// Whether this is a table with real cards at which none was entered in this round.
    pub(super) fn is_keypad_only(&self) -> bool {
        let is_untouched = self.play.as_ref().is_some_and(|play| play.round.no_card_dealt());
        self.setup().kind == Kind::Live && is_untouched
    }

    /// A round whose cards nobody entered is settled by the dealer's hands alone: the wagers leave
    /// the book, and only the keypad's part is known.
    pub(super) fn end_unseen(&mut self) -> Result<(), Refusal> {
        for seat in play_seats(&self.play) {
            let id = self.table.id().clone();
            let layout = Account::Layout(id.clone(), seat);
            let staked = self.house.book.balance(&layout);
            // The progressive wager went to the tray and from there to the meter.
            let wager = self.keypad_round().and_then(|round| round.bet(seat));
            let wager = MeterUnits::from(wager.unwrap_or(Cents::ZERO));
            let taken = posting(layout.clone(), Account::Tray(id), wager);
            let rest = posting(layout, Account::Outside, staked - wager);
            self.post(taken.into_iter().chain(rest).collect());
        }
        self.pay_unseen();
        self.play.as_mut().expect("a round is played").form.progress = Progress::Settled;
        Ok(())
    }

    /// What the keypad's awards paid out of the tray at a table whose cards nobody entered.
    fn pay_unseen(&mut self) {
        let paid: Vec<Cents> = self
            .keys()
            .into_iter()
            .flat_map(|keys| {
                keys.lit.values().filter_map(|lit| self.house.verified_award(lit)?.paid())
            })
            .collect();
        for amount in paid {
            let tray = Account::Tray(self.table.id().clone());
            let handed = posting(tray, Account::Outside, MeterUnits::from(amount));
            self.post(handed.into_iter().collect());
        }
    }

    /// Where nobody sits with a buy-in, players take what they won into their own hands.
    pub(super) fn cash_out_unseated(&mut self) {
        for seat in play_seats(&self.play) {
            if self.table.seated().contains_key(&seat) {
                continue;
            }
            let account = Account::Chips(self.table.id().clone(), seat);
            let chips = self.house.book.balance(&account);
            self.post(posting(account, Account::Outside, chips).into_iter().collect());
        }
    }
}

/// What a row is worth where the meter does not say: nothing is known of a share.
fn fixed(worth: Worth) -> Cents {
    match worth {
        Worth::Fixed(amount) => amount,
        Worth::Share(_) => Cents::ZERO,
    }
}
