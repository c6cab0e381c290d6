//! The keypad [PRG-9]: lock, hand buttons, game over; and the older J-POT procedure.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use games::RowId;
use money::Cents;
use progressive::{
    AwardNumber, Disagreement, KeySwitch, Overridden, OverrideAgreed, Posted, PostedRow, Procedure,
    Seat, Source, Standing,
};

use super::Transaction;
use super::figures::{Turned, worth};
use crate::machine::control::must_have_reason;
use crate::machine::{Envy, House, KeyPress, Light};
use crate::refusal::Refusal;
use crate::request::Proposed;
use crate::table::keypad::{
    Keyed, Keypad, KeypadRound, Keys, Mismatch, Override, ProgressiveRound, named, row,
};

/// What is to be paid when the keypad's round is over.
pub(super) struct EndOfKeys {
    /// The envy that the keys say.
    pub(super) envy: Vec<Envy>,
    /// The awards that need no supervisor, by seat.
    pub(super) by_dealer_alone: Vec<(Seat, Cents)>,
}

impl Transaction<'_> {
    /// The keypad, if this table has one that is open.
    pub(super) fn keypad(&self) -> Result<&Keypad, Refusal> {
        let id = || self.id().clone();
        let keypad = self.table.keypad.as_ref().ok_or_else(|| Refusal::NoSuchTable(id()))?;
        if self.table.has_open_keypad() { Ok(keypad) } else { Err(Refusal::TableClosed(id())) }
    }

    /// The keypad's round, if it is open.
    pub(super) fn open_round(&self) -> Result<KeypadRound<'_>, Refusal> {
        self.keypad()?;
        self.keypad_round().ok_or_else(|| Refusal::NoRound(self.id().clone()))
    }

    /// The same, where it may not be open.
    pub(super) fn keypad_round(&self) -> Option<KeypadRound<'_>> {
        let dealt = || ProgressiveRound::of(self.play.as_ref()?).map(Cow::Owned);
        let played = || self.table.entered().map(Cow::Borrowed).or_else(dealt);
        self.table.keypad.as_ref()?.round(played)
    }

    /// What is lit, if this round has progressive bets.
    pub(super) fn keys(&self) -> Option<&Keys> {
        self.table.keypad.as_ref()?.keys.as_ref()
    }

    pub(super) fn keys_mut(&mut self) -> &mut Keys {
        let keypad = self.table.keypad.as_mut();
        keypad.and_then(|keypad| keypad.keys.as_mut()).expect("the round is open")
    }

    /// What is posted for the progressive.
    pub(super) fn posted(&self) -> Arc<Posted> {
        let keypad = self.table.keypad.as_ref();
        keypad.map(|keypad| Arc::clone(&keypad.posted)).expect("the table has a keypad")
    }

    pub(super) fn procedure(&self) -> Option<Procedure> {
        self.table.keypad.as_ref().map(|keypad| keypad.posted.procedure)
    }

    /// Coin in: contributions are posted, so the meter that pays includes this round's [PRG-1].
    pub(super) fn count_bets(&mut self, round: ProgressiveRound) -> Result<(), Refusal> {
        let keypad = self.keypad()?;
        let before = self.house.live_meter(&keypad.meter)?.clone();
        if let Some(fault) = &before.fault {
            return Err(Refusal::Faulty(fault.clone()));
        }
        if keypad.keys.is_some() {
            return Err(Refusal::RoundOpen(self.id().clone()));
        }
        check_bets(&keypad.posted, &round)?;
        let total = round.total();
        if total > before.terms.reasonable {
            let bound = before.terms.reasonable;
            return Err(Refusal::Unreasonable { total, bound });
        }
        let (number, last) = (round.number, keypad.rounds);
        if number <= last {
            return Err(Refusal::RoundNumber { number, last });
        }
        let keypad = self.table.keypad.as_mut().expect("it is open");
        keypad.rounds = number;
        keypad.keys = Some(Keys::default());
        if !self.table.has_seats() {
            self.table.form.rounds = number;
            self.table.take_in_play(self.play.take().map(Arc::new));
            self.table.enter(round);
        }
        let mut meter = before.clone();
        meter.contribute(total);
        self.put_meter(&before, meter, true);
        Ok(())
    }

    /// The dealer locks the bets of a table that is only a keypad.
    pub(super) fn lock_entered(
        &mut self,
        bets: BTreeMap<Seat, i64>,
        players: BTreeMap<Seat, Seat>,
    ) -> Result<(), Refusal> {
        self.keypad()?;
        let number = self.table.rounds() + 1;
        let is_in_tray = self.context.rules.books_keypad_tables();
        let dead = BTreeSet::new();
        let round = ProgressiveRound { number, bets, dead, players, cards: None, is_in_tray };
        self.count_bets(round)?;
        if is_in_tray {
            let total = self.entered_mut().total();
            self.take_in_tray(total);
        }
        Ok(())
    }

    /// What the cards say, to be compared with the keys, at a table where the house does not know them.
    pub(super) fn enter_hands(&mut self, hands: &BTreeMap<Seat, String>) -> Result<(), Refusal> {
        let round = self.open_round()?;
        let read = |(seat, hand): (&Seat, &String)| {
            let row = named_row(round.posted, *seat, hand)?;
            can_win(&round, *seat, row).map(|()| (*seat, row))
        };
        let cards = hands.iter().map(read).collect::<Result<_, Refusal>>()?;
        self.entered_mut().cards = Some(cards);
        Ok(())
    }

    fn entered_mut(&mut self) -> &mut ProgressiveRound {
        self.table.entered_mut().expect("the bets were entered")
    }

    /// Game over at a table that is only a keypad.
    pub(super) fn end_entered(&mut self) -> Result<(), Refusal> {
        self.effect.envy = self.end_keys()?.envy;
        self.table.form.call = None;
        Ok(())
    }

    /// A misdeal there.
    pub(super) fn void_entered(&mut self, reason: &str) -> Result<(), Refusal> {
        self.void_keys(reason)?;
        self.table.form.call = None;
        Ok(())
    }

    /// A dead hand's progressive bet goes back, at a table where the dealer says so [CS-7].
    pub(super) fn return_entered(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.open_round()?;
        let entered = self.entered_mut();
        let Some(bet) = entered.bets.remove(&seat) else {
            return Err(Refusal::NoBetThere(seat));
        };
        entered.dead.insert(seat);
        if let Some(cards) = &mut entered.cards {
            cards.remove(&seat);
        }
        let is_in_tray = entered.is_in_tray;
        let bet = Cents::new(bet);
        self.return_bet(seat, bet)?;
        if is_in_tray {
            self.take_in_tray(-bet);
        }
        Ok(())
    }

    /// A dead hand's contribution goes back with a compensating entry [CS-7]. What was keyed for the seat is voided, and
    /// the round's other awards are figured again.
    pub(super) fn return_bet(&mut self, seat: Seat, bet: Cents) -> Result<(), Refusal> {
        let is_from_first_key = self.figures_from_first_key();
        let lit = self.keys_mut().lit.remove(&seat);
        self.must_be_undecided(lit.as_ref())?;
        let turned =
            lit.and_then(|lit| lit.award).map(|award| Turned { award, why: "bet returned" });
        self.figure_awards(is_from_first_key, turned, bet).map(drop)
    }

    /// A hand button: lit, turned off by a second press, or moved to another hand (W4). The response says
    /// which, what the seat wins, and who wins envy.
    pub(super) fn press(&mut self, seat: Seat, pressed: RowId) -> Result<(), Refusal> {
        let round = self.open_round()?;
        can_win(&round, seat, pressed)?;
        let (source, mut amount) = worth(round.posted, pressed, round.bet(seat))?;
        let procedure = round.posted.procedure;
        let is_from_first_key = self.figures_from_first_key();
        let lit = self.keys_mut().lit.remove(&seat);
        self.must_be_undecided(lit.as_ref())?;
        let light = match &lit {
            None => Light::On,
            Some(lit) if lit.row == pressed => Light::Off,
            Some(_) => Light::Moved,
        };
        if light != Light::Off {
            self.keys_mut().lit.insert(seat, Keyed { row: pressed, award: None });
        }
        // The first key freezes the sign [PRG-19]; in the editions with J-POT, that button does [ED-3].
        if is_from_first_key && procedure == Procedure::Keypad {
            let meter = self.house.live_meter(&self.keypad()?.meter)?.clone();
            self.keys_mut().on_meter.freeze(&meter);
        }
        let round = self.open_round()?;
        let envy = round.envy();
        let moved = lit.as_ref().filter(|_| light == Light::Moved);
        let was = moved.map(|lit| round.hand(lit.row).to_owned());
        if procedure == Procedure::Keypad {
            let award = lit.and_then(|lit| lit.award);
            let turned = award.map(|award| Turned { award, why: "turned off" });
            let changed = self.figure_awards(is_from_first_key, turned, Cents::ZERO)?;
            let is_it = |standing: &Standing| match light {
                Light::Off => matches!(standing, Standing::Voided { .. }),
                Light::On | Light::Moved => *standing == Standing::Pending,
            };
            let mut awards = changed.iter().filter(|award| award.seat == seat);
            amount = awards.find(|award| is_it(&award.standing)).map(|award| award.amount);
        }
        let hand = row(&self.posted(), pressed).hand.clone();
        let amount = amount.filter(|_| source != Source::Envy);
        self.effect.key = Some(KeyPress { seat, hand, light, was, amount, envy });
        Ok(())
    }

    /// The same, as the dealer names the hand.
    pub(super) fn key_named(&mut self, seat: Seat, hand: &str) -> Result<(), Refusal> {
        self.must_be_unpaid(seat)?;
        let row = named_row(self.open_round()?.posted, seat, hand)?;
        self.key(seat, row)
    }

    /// What is paid, or recorded with J-POT, is not undone at the keypad.
    pub(super) fn must_be_undecided(&self, keyed: Option<&Keyed>) -> Result<(), Refusal> {
        match keyed {
            Some(keyed) if self.is_verified(keyed) => Err(Refusal::AlreadyDecided("paid")),
            Some(keyed)
                if self.procedure().is_some_and(Procedure::has_key) && keyed.award.is_some() =>
            {
                Err(Refusal::AlreadyDecided("recorded"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The older procedure's key: turned to JPH to record a win, back to RUN to pay it.
    pub(super) fn turn_key(&mut self, to: KeySwitch) -> Result<(), Refusal> {
        let round = self.open_round()?;
        if !round.posted.procedure.has_key() {
            return Err(Refusal::NoJPot);
        }
        if round.keys.switch == to {
            return Err(Refusal::KeyThereAlready);
        }
        let mut recorded: Vec<AwardNumber> = match to {
            KeySwitch::Jph => Vec::new(),
            KeySwitch::Run => round.keys.lit.values().filter_map(|keyed| keyed.award).collect(),
        };
        recorded.retain(|number| self.house.award(*number).is_ok());
        if !recorded.is_empty() {
            // A win keyed after J-POT is recorded first, or turned off: it is never lost.
            let unrecorded = unrecorded(&round);
            if !unrecorded.is_empty() {
                return Err(Refusal::NotRecorded(unrecorded));
            }
        }
        self.keys_mut().switch = to;
        // Back to RUN: the meter is adjusted for the prizes.
        if self.procedure() == Some(Procedure::JPot) && !recorded.is_empty() {
            self.take_recorded(None)?;
        }
        for number in recorded {
            let award = self.house.award(number)?.clone();
            self.must_be_supported(&award)?;
            self.pay_award(self.context.by, award, None)?;
        }
        Ok(())
    }

    /// The J-POT button: every win that is keyed is recorded and shown; from then on only a manual
    /// adjustment backs it out. Pressed again, it records what was keyed since.
    pub(super) fn j_pot(&mut self) -> Result<(), Refusal> {
        let round = self.open_round()?;
        if !round.posted.procedure.has_key() {
            return Err(Refusal::NoJPot);
        }
        if round.keys.switch != KeySwitch::Jph {
            return Err(Refusal::KeyNotInJph);
        }
        if round.keys.unrecorded().next().is_none() {
            return Err(Refusal::NothingKeyed);
        }
        let is_from_first_key = self.figures_from_first_key();
        self.figure_awards(is_from_first_key, None, Cents::ZERO)?;
        Ok(())
    }

    /// Game over at the keypad: every winner that needs a supervisor has had one, and keys and cards agree [PRG-9].
    /// What the dealer pays alone is recorded now.
    pub(super) fn end_keys(&mut self) -> Result<EndOfKeys, Refusal> {
        let round = self.open_round()?;
        let waiting = waiting_for_j_pot(&round)?;
        if !waiting.is_empty() {
            return Err(Refusal::NotRecorded(waiting));
        }
        if round.keys.switch == KeySwitch::Jph {
            return Err(Refusal::KeyInJph);
        }
        let lit = round.keys.lit.values();
        let pending =
            lit.filter_map(|keyed| Some((keyed.row, self.house.award(keyed.award?).ok()?)));
        let waits = |(id, award): &(RowId, &progressive::Award)| {
            round.posted.needs_supervisor(row(round.posted, *id), award.source, award.amount)
        };
        let mut waiting: Vec<AwardNumber> =
            pending.filter(waits).map(|(_, award)| award.number).collect();
        if !waiting.is_empty() {
            waiting.sort_unstable();
            return Err(Refusal::AwardsPending(waiting));
        }
        let disagreements = round.disagreements();
        if !disagreements.is_empty() {
            return Err(Refusal::CardsDisagree(disagreements));
        }
        let envy = round.envy();
        if round.keys.unrecorded().next().is_some() {
            let is_from_first_key = self.figures_from_first_key();
            self.figure_awards(is_from_first_key, None, Cents::ZERO)?;
        }
        let lit = self.keys_mut().lit.values().rev();
        let by_dealer: Vec<AwardNumber> = lit.filter_map(|keyed| keyed.award).collect();
        let mut by_dealer_alone = Vec::new();
        for number in by_dealer {
            if let Ok(award) = self.house.award(number).cloned() {
                by_dealer_alone.push((award.seat, award.amount));
                self.pay_award(self.context.by, award, None)?;
            }
        }
        self.forget_keys();
        Ok(EndOfKeys { envy, by_dealer_alone })
    }

    /// The keypad's round is over.
    fn forget_keys(&mut self) {
        if let Some(keypad) = &mut self.table.keypad {
            keypad.keys = None;
        }
        self.table.end_entered();
    }

    /// The round is void: bets go back, contributions are reversed by a compensating entry, what was
    /// keyed flows back [GEN-12].
    pub(super) fn void_keys(&mut self, reason: &str) -> Result<(), Refusal> {
        must_have_reason(reason)?;
        let round = self.open_round()?;
        for keyed in round.keys.lit.values() {
            self.must_be_undecided(Some(keyed))?;
        }
        let numbers = round.keys.lit.values().filter_map(|keyed| keyed.award);
        let mut awards: Vec<progressive::Award> =
            numbers.map(|number| self.house.award(number).cloned()).collect::<Result<_, _>>()?;
        let (total, is_in_tray) = (round.played.total(), round.played.is_in_tray);
        let (posted, is_from_first_key) = (self.posted(), self.figures_from_first_key());
        let before = self.house.meter(&self.keypad()?.meter)?.clone();
        let mut meter = before.clone();
        for award in &mut awards {
            let (by, at) = (self.context.by.clone(), self.context.at);
            award.standing = Standing::Voided { by, at, reason: reason.to_owned() };
        }
        let keys = self.keys_mut();
        if is_from_first_key {
            keys.on_meter.return_wager(&mut meter, total, &[], posted.house_procedure);
        } else {
            let from_meter = awards.iter().filter(|award| award.is_from_meter());
            keys.set_aside.undo(&mut meter, from_meter.map(|award| award.amount).sum());
            meter.take_back(total);
        }
        self.forget_keys();
        self.put_awards(&awards);
        self.put_meter(&before, meter, true);
        if is_in_tray {
            self.take_in_tray(-total);
        }
        Ok(())
    }

    /// A supervisor proposes that the keys stand as they are, whatever the cards say [PRG-22]. Before rules revision 3
    /// they did so at once.
    pub(super) fn ask_to_override(&mut self, reason: &str) -> Result<(), Refusal> {
        must_have_reason(reason)?;
        let round = self.open_round()?;
        let saw = round.mismatches();
        if saw.is_empty() {
            return Err(Refusal::NothingToOverride);
        }
        let reason = reason.to_owned();
        if !self.context.rules.agree_on_overrides() {
            self.keys_mut().overrides.push(Override { reason, saw, agreed: None });
            return Ok(());
        }
        let (table, round, saw) = (self.id().clone(), round.played.number, round.in_words(&saw));
        let proposed = Proposed::Override { table, round, saw, reason };
        self.effect.proposal = self.house.propose(self.context, &proposed)?.proposal;
        Ok(())
    }

    /// The keys stand, as two supervisors agreed: the awards that wait say so from now on [PRG-22].
    pub(in crate::machine) fn override_keys(
        &mut self,
        number: u64,
        saw: &[Disagreement],
        reason: &str,
        agreed: OverrideAgreed,
    ) -> Result<(), Refusal> {
        let round = self.open_round()?;
        let saw = as_seen(&round, number, saw)?;
        must_have_reason(reason)?;
        let lit: Vec<AwardNumber> =
            round.keys.lit.values().filter_map(|keyed| keyed.award).collect();
        let (reason, agreed) = (reason.to_owned(), Some(agreed));
        self.keys_mut().overrides.push(Override { reason, saw, agreed });
        for number in lit {
            let Ok(mut award) = self.house.award(number).cloned() else { continue };
            award.overridden = self.overridden(&award);
            if award.overridden.is_some() {
                self.put_awards(&[award]);
            }
        }
        Ok(())
    }

    /// The override that an award of the open round follows from, if it does.
    pub(super) fn overridden(&self, award: &progressive::Award) -> Option<Overridden> {
        let round = self.keypad_round().filter(|round| round.played.number == award.round)?;
        round.keys.lit.get(&award.seat).filter(|keyed| keyed.award == Some(award.number))?;
        let (upheld, saw) = round.overridden(award.seat)?;
        let OverrideAgreed { by, approved_by, at } = upheld.agreed.clone()?;
        let (reason, cards) = (upheld.reason.clone(), saw.cards);
        Some(Overridden { by, approved_by, at, reason, cards })
    }

    /// What is lit is turned off, and what supervisors upheld over the cards holds no more: the cards are taken back
    /// [GEN-14].
    pub(super) fn turn_keys_off(&mut self) -> Result<(), Refusal> {
        let Some(round) = self.keypad_round() else { return Ok(()) };
        let lit = round.keys.lit.iter().map(|(seat, keyed)| (*seat, keyed.row));
        for (seat, row) in lit.collect::<Vec<_>>() {
            self.key(seat, row)?;
        }
        self.keys_mut().overrides.clear();
        Ok(())
    }
}

impl House {
    /// The envy that a table's round pays if its keys stay as they are [PRG-6].
    pub fn envy_due(&self, table: &progressive::TableId) -> Vec<Envy> {
        let round = self.tables.get(table).and_then(|table| table.keypad_round());
        round.map(|round| round.envy()).unwrap_or_default()
    }

    /// Keys and cards are as they were when an override was proposed.
    pub(in crate::machine) fn is_as_seen(
        &self,
        table: &progressive::TableId,
        number: u64,
        saw: &[Disagreement],
    ) -> bool {
        let round = self.tables.get(table).and_then(|table| table.keypad_round());
        round.is_some_and(|round| as_seen(&round, number, saw).is_ok())
    }
}

/// Where keys and cards disagree, if that is still what was seen.
fn as_seen(
    round: &KeypadRound<'_>,
    number: u64,
    saw: &[Disagreement],
) -> Result<Vec<Mismatch>, Refusal> {
    let is = round.mismatches();
    let seen =
        saw.iter().map(|words| Mismatch::read(round.posted, words)).collect::<Option<Vec<_>>>();
    let is_same = round.played.number == number && seen.is_some_and(|seen| seen == is);
    if is_same { Ok(is) } else { Err(Refusal::OverrideChanged) }
}

/// Every bet is exactly the posted wager, at a seat that there is [PRG-7].
fn check_bets(posted: &Posted, round: &ProgressiveRound) -> Result<(), Refusal> {
    let ProgressiveRound { bets, players, .. } = round;
    if bets.is_empty() {
        return Err(Refusal::NoBets);
    }
    for seat in bets.keys().chain(players.keys()).chain(players.values()) {
        must_have_seat(posted, *seat)?;
    }
    let wager = posted.wager;
    match bets.iter().find(|(_, cents)| **cents != wager.get()) {
        Some((&seat, &cents)) => {
            Err(Refusal::NotPostedWager { seat, amount: Cents::new(cents), wager })
        }
        None => Ok(()),
    }
}

fn must_have_seat(posted: &Posted, seat: Seat) -> Result<(), Refusal> {
    if posted.has_seat(seat) {
        return Ok(());
    }
    Err(Refusal::SeatNotThere { seat, seats: posted.seats, wager: posted.wager })
}

/// The row of a hand that somebody has named for a seat.
fn named_row(posted: &Posted, seat: Seat, hand: &str) -> Result<RowId, Refusal> {
    must_have_seat(posted, seat)?;
    named(posted, hand).ok_or_else(|| {
        let known: Vec<&str> = posted.rows.iter().map(|row| row.hand.as_str()).collect();
        Refusal::NoSuchHand { hand: hand.to_owned(), known: known.join(", ") }
    })
}

/// A seat can win with a row, or win the others envy with it.
fn can_win(round: &KeypadRound<'_>, seat: Seat, id: RowId) -> Result<(), Refusal> {
    let posted = round.posted;
    must_have_seat(posted, seat)?;
    // A hand without the bet wins nothing, but may win the others envy [PRG-6].
    let triggers_envy = row(posted, id).envy.is_some()
        && !posted.envy_needs_bet
        && !round.played.dead.contains(&seat);
    if round.bet(seat).is_some() || triggers_envy { Ok(()) } else { Err(Refusal::NoBetThere(seat)) }
}

/// The wins of the older procedure that J-POT has not recorded.
fn unrecorded(round: &KeypadRound<'_>) -> Vec<(Seat, String)> {
    let wins = round.keys.unrecorded();
    wins.map(|(seat, keyed)| (seat, round.hand(keyed.row).to_owned())).collect()
}

/// Those of them that need a supervisor.
fn waiting_for_j_pot(round: &KeypadRound<'_>) -> Result<Vec<(Seat, String)>, Refusal> {
    let mut waiting = Vec::new();
    for (seat, keyed) in round.keys.unrecorded() {
        let PostedRow { hand, .. } = row(round.posted, keyed.row);
        can_win(round, seat, keyed.row)?;
        let (source, amount) = worth(round.posted, keyed.row, round.bet(seat))?;
        let amount = amount.unwrap_or(Cents::ZERO);
        if round.posted.needs_supervisor(row(round.posted, keyed.row), source, amount) {
            waiting.push((seat, hand.clone()));
        }
    }
    Ok(waiting)
}
