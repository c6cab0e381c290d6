//! The keypad [PRG-9]: lock, hand buttons, verify or void, game over; and the older J-pot procedure.

use std::collections::BTreeMap;

use money::{Cents, MeterUnits, Odds};

use progressive::{
    Award, AwardNumber, Claim, Figured, Hit, KeySwitch, Keyed, Meter, OpenRound, Procedure, Seat,
    SetAside, Source, Standing, Table, TableId,
};

use super::control::must_have_reason;
use super::{Asked, Effect, Envy, House};
use crate::refusal::Refusal;

impl House {
    pub(super) fn cards(
        &mut self,
        id: &TableId,
        hands: &BTreeMap<Seat, String>,
    ) -> Result<Effect, Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.as_mut().expect("the round is open");
        round.cards = Some(hands.clone());
        round.overruled = None;
        self.put_table(table);
        Ok(Effect::default())
    }

    pub(super) fn overrule(&mut self, id: &TableId, reason: &str) -> Result<Effect, Refusal> {
        must_have_reason(reason)?;
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.as_mut().expect("the round is open");
        if round.disagreements().is_empty() {
            return Err(Refusal::NothingToOverrule);
        }
        round.overruled = Some(reason.to_owned());
        self.put_table(table);
        Ok(Effect::default())
    }

    /// A table that is open.
    fn live_table(&self, id: &TableId) -> Result<&Table, Refusal> {
        let table = self.table(id)?;
        if table.is_open { Ok(table) } else { Err(Refusal::TableClosed(id.clone())) }
    }

    /// A table that is open with a round that is not over.
    fn open_table_round(&self, id: &TableId) -> Result<&Table, Refusal> {
        let table = self.live_table(id)?;
        if table.round.is_some() { Ok(table) } else { Err(Refusal::NoRound(id.clone())) }
    }

    /// Coin in: contributions are posted, so the meter that pays includes this round's [PRG-1].
    pub(super) fn lock(
        &mut self,
        id: &TableId,
        bets: &BTreeMap<Seat, i64>,
        players: &BTreeMap<Seat, Seat>,
    ) -> Result<Effect, Refusal> {
        let mut table = self.live_table(id)?.clone();
        let before = self.live_meter(&table.meter)?.clone();
        if let Some(fault) = &before.fault {
            return Err(Refusal::Faulty(fault.clone()));
        }
        if table.round.is_some() {
            return Err(Refusal::RoundOpen(id.clone()));
        }
        if bets.is_empty() {
            return Err(Refusal::NoBets);
        }
        if let Some(&cents) = bets.values().find(|cents| **cents <= 0) {
            return Err(Refusal::BadBet { amount: Cents::new(cents) });
        }
        let is_other = |cents: &&i64| !table.posted.bets.takes(Cents::new(**cents));
        if let Some(&cents) = bets.values().find(is_other) {
            let (amount, takes) = (Cents::new(cents), table.posted.bets);
            return Err(Refusal::OtherBetPosted { amount, takes });
        }
        let total = bets.values().try_fold(0i64, |sum, cents| sum.checked_add(*cents));
        let total = Cents::new(total.unwrap_or(i64::MAX));
        if total > before.terms.reasonable {
            let bound = before.terms.reasonable;
            return Err(Refusal::Unreasonable { total, bound });
        }
        let mut meter = before.clone();
        meter.contribute(total);
        table.rounds += 1;
        table.round = Some(OpenRound {
            number: table.rounds,
            bets: bets.clone(),
            players: players.clone(),
            keyed: BTreeMap::new(),
            set_aside: SetAside::default(),
            cards: None,
            overruled: None,
            key: KeySwitch::Run,
            is_recorded: false,
        });
        let effect = Effect {
            moves: vec![House::moved(&before.totals, &mut meter)],
            round: Some(table.rounds),
            ..Effect::default()
        };
        self.put_meter(meter);
        self.put_table(table);
        Ok(effect)
    }

    /// A hand button: lit, turned off by a second press, or moved to another hand (W4).
    pub(super) fn key(
        &mut self,
        asked: Asked<'_>,
        id: &TableId,
        seat: Seat,
        hand: &str,
    ) -> Result<Effect, Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.as_mut().expect("the round is open");
        let Some(row) = table.posted.row(hand) else {
            let known: Vec<&str> = table.posted.rows.iter().map(|row| row.hand.as_str()).collect();
            let (hand, known) = (hand.to_owned(), known.join(", "));
            return Err(Refusal::NoSuchHand { hand, known });
        };
        match round.bet(seat) {
            // Checked here, so that nothing fails later.
            Some(stake) => {
                tray_amount(row.pays, stake, table.posted.nominal)?;
            }
            // A hand without the bet wins nothing, but may win the others envy [PRG-6].
            None if row.envy.is_some() && !table.posted.envy_needs_bet => {}
            None => return Err(Refusal::NoBetThere(seat)),
        }
        if round.is_recorded {
            return Err(Refusal::AlreadyDecided("recorded"));
        }
        let lit = round.keyed.remove(&seat);
        if lit.as_ref().is_some_and(|lit| lit.verified.is_some()) {
            return Err(Refusal::AlreadyDecided("paid"));
        }
        if lit.as_ref().is_none_or(|lit| lit.hand != hand) {
            round.keyed.insert(seat, Keyed { hand: hand.to_owned(), award: None, verified: None });
        }
        let turned_off = lit.and_then(|lit| lit.award);
        match table.posted.procedure {
            Procedure::Keypad => self.figure_awards(asked, table, turned_off, "turned off"),
            Procedure::JPot => {
                self.put_table(table);
                Ok(Effect::default())
            }
        }
    }

    /// Figures the awards of a round again after its keys changed [PRG-19].
    fn figure_awards(
        &mut self,
        asked: Asked<'_>,
        mut table: Table,
        turned_off: Option<AwardNumber>,
        reason: &str,
    ) -> Result<Effect, Refusal> {
        let before = self.live_meter(&table.meter)?.clone();
        let mut meter = before.clone();
        let mut changed: Vec<Award> = Vec::new();
        let mut released = Cents::ZERO;
        if let Some(mut award) =
            turned_off.and_then(|number| self.awards.get(&number)).map(|award| (**award).clone())
        {
            if award.is_from_meter() {
                released = award.amount;
            }
            let (by, at, reason) = (asked.by.clone(), asked.at, reason.to_owned());
            award.standing = Standing::Voided { by, at, reason };
            changed.push(award);
        }
        let lit = self.lit_awards(asked, &mut table, &meter);
        changed.extend(figure_round(&mut meter, &mut table, lit, released));
        let mut effect = Effect::default();
        let moved = House::moved(&before.totals, &mut meter);
        if !moved.transfers.is_empty() {
            effect.moves.push(moved);
        }
        effect.awards = changed.clone();
        for award in changed {
            self.put_award(award);
        }
        self.put_meter(meter);
        self.put_table(table);
        Ok(effect)
    }

    /// The awards of the seats that are lit and have a bet, last seat first; those without one yet get
    /// a number, so that slips of one press are numbered in the order in which they are paid (W3).
    fn lit_awards(&mut self, asked: Asked<'_>, table: &mut Table, meter: &Meter) -> Vec<Lit> {
        let posted = &table.posted;
        let round = table.round.as_mut().expect("the round is open");
        let mut lit = Vec::new();
        for (&seat, keyed) in round.keyed.iter_mut().rev() {
            let Some(&stake) = round.bets.get(&seat) else { continue };
            let pays = posted.row(&keyed.hand).map(|row| row.pays);
            if let Some(held) = keyed.verified {
                if let Some(Odds::Share(share)) = pays {
                    lit.push(Lit::Verified(Claim { share, held, is_final: true }));
                }
                continue;
            }
            if let Some(award) = keyed.award.and_then(|number| self.awards.get(&number)) {
                lit.push(Lit::Pending((**award).clone()));
                continue;
            }
            let (source, amount) = match pays {
                Some(Odds::Share(share)) => (Source::Meter { share }, Cents::ZERO),
                pays => {
                    let tray =
                        pays.map(|pays| tray_amount(pays, Cents::new(stake), posted.nominal));
                    let amount = tray.and_then(Result::ok).flatten();
                    (Source::Tray, amount.expect("it was checked when it was keyed"))
                }
            };
            self.awards_made += 1;
            let number = AwardNumber(self.awards_made);
            keyed.award = Some(number);
            lit.push(Lit::Pending(Award {
                number,
                meter: meter.id.clone(),
                table: table.id.clone(),
                round: round.number,
                seat,
                hand: keyed.hand.clone(),
                source,
                amount,
                before: meter.totals.display,
                after: meter.totals.display,
                keyed_by: asked.by.clone(),
                keyed_at: asked.at,
                standing: Standing::Pending,
            }));
        }
        lit
    }

    pub(super) fn verify(
        &mut self,
        asked: Asked<'_>,
        number: AwardNumber,
        paid: Option<Cents>,
        differs: Option<&str>,
    ) -> Result<Effect, Refusal> {
        let award = self.award(number)?.clone();
        let paid = paid.unwrap_or(award.amount);
        let differs = differs.filter(|reason| !reason.trim().is_empty());
        if paid != award.amount && differs.is_none() {
            return Err(Refusal::PaidDiffers { paid, amount: award.amount });
        }
        let (_, effect) = self.pay_award(asked, award, paid, differs)?;
        Ok(effect)
    }

    fn pay_award(
        &mut self,
        asked: Asked<'_>,
        mut award: Award,
        paid: Cents,
        differs: Option<&str>,
    ) -> Result<(Award, Effect), Refusal> {
        let before = self.meter(&award.meter)?.clone();
        let mut meter = before.clone();
        let mut effect = Effect::default();
        if award.is_from_meter() {
            let hit = Hit {
                award: award.number,
                at: asked.at,
                table: award.table.clone(),
                seat: award.seat,
                hand: award.hand.clone(),
                amount: award.amount,
            };
            meter.pay(hit, award.is_top());
            effect.moves.push(House::moved(&before.totals, &mut meter));
            self.put_meter(meter);
        }
        award.standing = Standing::Paid {
            by: asked.by.clone(),
            at: asked.at,
            paid,
            differs: differs.map(str::to_owned),
        };
        let mut table = self.table(&award.table)?.clone();
        let round = table.round.as_mut().filter(|round| round.number == award.round);
        if let Some(keyed) = round.and_then(|round| round.keyed.get_mut(&award.seat)) {
            keyed.verified = Some(award.amount);
            self.put_table(table);
        }
        effect.awards.push(award.clone());
        self.put_award(award.clone());
        Ok((award, effect))
    }

    /// A supervisor voids what was keyed: the light goes out and the value flows back.
    pub(super) fn void(
        &mut self,
        asked: Asked<'_>,
        number: AwardNumber,
        reason: &str,
    ) -> Result<Effect, Refusal> {
        must_have_reason(reason)?;
        let award = self.award(number)?.clone();
        let mut table = self.table(&award.table)?.clone();
        let round = table.round.as_mut().expect("a pending award belongs to an open round");
        if round.is_recorded {
            return Err(Refusal::AlreadyDecided("recorded"));
        }
        round.keyed.retain(|_, keyed| keyed.award != Some(number));
        self.figure_awards(asked, table, Some(number), reason)
    }

    pub(super) fn turn_key(
        &mut self,
        asked: Asked<'_>,
        id: &TableId,
        to: KeySwitch,
    ) -> Result<Effect, Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        if table.posted.procedure != Procedure::JPot {
            return Err(Refusal::NoJPot);
        }
        let round = table.round.as_mut().expect("the round is open");
        if round.key == to {
            return Err(Refusal::KeyThereAlready);
        }
        round.key = to;
        let recorded: Vec<AwardNumber> = match to {
            KeySwitch::Jph => Vec::new(),
            KeySwitch::Run => round.keyed.values().filter_map(|keyed| keyed.award).collect(),
        };
        self.put_table(table);
        // Back to RUN: the meter is adjusted for the prizes.
        let mut effect = Effect::default();
        for number in recorded {
            if let Some(award) =
                self.awards.get(&number).filter(|a| a.is_pending()).map(|award| (**award).clone())
            {
                let amount = award.amount;
                let (award, paid) = self.pay_award(asked, award, amount, None)?;
                effect.moves.extend(paid.moves);
                effect.awards.push(award);
            }
        }
        Ok(effect)
    }

    /// The J-POT button: the win is recorded and shown; from now on only a manual adjustment backs it
    /// out.
    pub(super) fn j_pot(&mut self, asked: Asked<'_>, id: &TableId) -> Result<Effect, Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        if table.posted.procedure != Procedure::JPot {
            return Err(Refusal::NoJPot);
        }
        let round = table.round.as_mut().expect("the round is open");
        if round.key != KeySwitch::Jph {
            return Err(Refusal::KeyNotInJph);
        }
        if round.is_recorded {
            return Err(Refusal::AlreadyDecided("recorded"));
        }
        if round.keyed.is_empty() {
            return Err(Refusal::NothingKeyed);
        }
        round.is_recorded = true;
        self.figure_awards(asked, table, None, "")
    }

    pub(super) fn game_over(&mut self, asked: Asked<'_>, id: &TableId) -> Result<Effect, Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.take().expect("the round is open");
        let awards = round.keyed.values().filter_map(|keyed| keyed.award);
        let is_waiting = |number: &AwardNumber| {
            self.awards.get(number).is_some_and(|award| award.is_pending() && award.is_from_meter())
        };
        let mut waiting: Vec<AwardNumber> = awards.filter(is_waiting).collect();
        if table.posted.procedure == Procedure::JPot && !round.is_recorded {
            // A share of the meter that was keyed and never recorded would be lost.
            let unrecorded = round.keyed.values().any(|keyed| {
                let row = table.posted.row(&keyed.hand);
                row.is_some_and(|row| matches!(row.pays, Odds::Share(_)))
            });
            if unrecorded {
                return Err(Refusal::KeyNotInJph);
            }
        }
        if round.key == KeySwitch::Jph {
            return Err(Refusal::KeyThereAlready);
        }
        if !waiting.is_empty() {
            waiting.sort_unstable();
            return Err(Refusal::AwardsPending(waiting));
        }
        let disagreements = round.disagreements();
        if !disagreements.is_empty() {
            return Err(Refusal::CardsDisagree(disagreements));
        }
        let envy = envy(&table, &round)?;
        // What the tray pays needs no supervisor: the dealer has paid it.
        let from_tray = round.keyed.values().filter_map(|keyed| keyed.award);
        let from_tray: Vec<Award> = from_tray
            .filter_map(|number| self.awards.get(&number))
            .map(|a| (**a).clone())
            .collect();
        let mut effect = Effect { envy, round: Some(round.number), ..Effect::default() };
        for award in from_tray.into_iter().filter(Award::is_pending) {
            let amount = award.amount;
            let (_, paid) = self.pay_award(asked, award, amount, None)?;
            effect.awards.extend(paid.awards);
        }
        self.put_table(table);
        Ok(effect)
    }

    /// The round is void: bets go back, contributions are reversed by a compensating entry, what was
    /// keyed flows back [GEN-12].
    pub(super) fn misdeal(
        &mut self,
        asked: Asked<'_>,
        id: &TableId,
        reason: &str,
    ) -> Result<Effect, Refusal> {
        must_have_reason(reason)?;
        let mut table = self.open_table_round(id)?.clone();
        let mut round = table.round.take().expect("the round is open");
        let numbers: Vec<AwardNumber> =
            round.keyed.values().filter_map(|keyed| keyed.award).collect();
        let is_paid =
            |number: &AwardNumber| self.awards.get(number).is_none_or(|award| !award.is_pending());
        if numbers.iter().any(is_paid) || round.is_recorded {
            return Err(Refusal::AlreadyDecided("paid"));
        }
        let before = self.meter(&table.meter)?.clone();
        let mut meter = before.clone();
        let mut awards: Vec<Award> =
            numbers.iter().map(|number| (*self.awards[number]).clone()).collect();
        let from_meter = awards.iter().filter(|award| award.is_from_meter());
        round.set_aside.undo(&mut meter, from_meter.map(|award| award.amount).sum());
        for award in &mut awards {
            let (by, at, reason) = (asked.by.clone(), asked.at, reason.to_owned());
            award.standing = Standing::Voided { by, at, reason };
        }
        let total = Cents::new(round.bets.values().sum());
        meter.take_back(total);
        let moves = vec![House::moved(&before.totals, &mut meter)];
        for award in &awards {
            self.put_award(award.clone());
        }
        self.put_meter(meter);
        self.put_table(table);
        Ok(Effect { moves, awards, round: Some(round.number), ..Effect::default() })
    }
}

/// What a row pays from the tray, if it does.
fn tray_amount(pays: Odds, stake: Cents, nominal: Cents) -> Result<Option<Cents>, Refusal> {
    if matches!(pays, Odds::Share(_)) {
        return Ok(None);
    }
    let amount = pays.returned_with_meter(stake, nominal, MeterUnits::ZERO);
    let refusal = |_| Refusal::FractionOfACent { stake, pays: pays.to_string() };
    amount.map(Some).map_err(refusal)
}

/// A seat that is lit and has a bet.
enum Lit {
    /// Its award waits to be verified.
    Pending(Award),
    /// Its award came off the meter and is verified.
    Verified(Claim),
}

impl Lit {
    /// What it takes from the meter, if anything.
    fn claim(&self) -> Option<Claim> {
        match self {
            Lit::Verified(claim) => Some(*claim),
            Lit::Pending(award) => match award.source {
                Source::Meter { share } => {
                    Some(Claim { share, held: award.amount, is_final: false })
                }
                Source::Tray => None,
            },
        }
    }
}

/// Figures the awards of a round, and returns those that wait to be verified as they are then.
fn figure_round(
    meter: &mut Meter,
    table: &mut Table,
    lit: Vec<Lit>,
    released: Cents,
) -> Vec<Award> {
    let claims: Vec<Claim> = lit.iter().filter_map(Lit::claim).collect();
    let procedure = table.posted.house_procedure;
    let round = table.round.as_mut().expect("the round is open");
    let mut figured = round.set_aside.figure(meter, &claims, released, procedure).into_iter();
    let shown = meter.totals.display;
    let mut pending = Vec::new();
    for lit in lit {
        let figured = if lit.claim().is_some() { figured.next() } else { None };
        let Lit::Pending(mut award) = lit else { continue };
        if let Some(Figured { from, amount }) = figured {
            (award.before, award.amount) = (from, amount);
        }
        award.after = shown;
        pending.push(award);
    }
    pending
}

/// The envy of a round, by winning seat and then by triggering seat, the last first [PRG-6].
fn envy(table: &Table, round: &OpenRound) -> Result<Vec<Envy>, Refusal> {
    let mut envy = Vec::new();
    for &seat in round.bets.keys().rev() {
        let stake = round.bet(seat).expect("the seat bets");
        for (&from, keyed) in round.keyed.iter().rev() {
            let amount = table.posted.row(&keyed.hand).and_then(|row| row.envy);
            // Nobody wins envy from their own hand, not even through another seat.
            let is_own = round.player(from) == round.player(seat);
            let Some(amount) = amount.filter(|_| !is_own) else { continue };
            let odds = Odds::Dollars(amount);
            let amount = odds
                .returned_with_meter(stake, table.posted.nominal, MeterUnits::ZERO)
                .map_err(|_| Refusal::FractionOfACent { stake, pays: odds.to_string() })?;
            envy.push(Envy { seat, from, hand: keyed.hand.clone(), amount });
        }
    }
    Ok(envy)
}
