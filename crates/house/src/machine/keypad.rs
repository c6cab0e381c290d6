//! The keypad [PRG-9]: lock, hand buttons, game over; and the older J-POT procedure.

use std::collections::{BTreeMap, BTreeSet};

use money::Cents;
use progressive::{
    AwardNumber, Disagreement, KeySwitch, Keyed, OpenRound, Overridden, OverrideAgreed, Overruled,
    Posted, PostedRow, Procedure, RoundOnMeter, Seat, Source, Standing, Table, TableId, former,
};

use super::awards::{Turned, worth};
use super::control::must_have_reason;
use super::{Asked, Effect, Envy, House, KeyPress, Light};
use crate::refusal::Refusal;
use crate::request::Proposed;

impl House {
    /// What the cards say, to be compared with the keys.
    pub(super) fn cards(
        &mut self,
        id: &TableId,
        hands: &BTreeMap<Seat, String>,
    ) -> Result<Effect, Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.as_mut().expect("the round is open");
        for (seat, hand) in hands {
            can_win(&table.posted, round, *seat, hand)?;
        }
        round.cards = Some(hands.clone());
        self.put_table(table);
        Ok(Effect::default())
    }

    /// A supervisor proposes that the keys stand as they are, whatever the cards say [PRG-22]. Before rules revision 3
    /// they did so at once.
    pub(super) fn ask_to_override(
        &mut self,
        asked: Asked<'_>,
        id: &TableId,
        reason: &str,
    ) -> Result<Effect, Refusal> {
        must_have_reason(reason)?;
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.as_mut().expect("the round is open");
        let saw = round.disagreements();
        if saw.is_empty() {
            return Err(Refusal::NothingToOverride);
        }
        let reason = reason.to_owned();
        if asked.rules.agree_on_overrides() {
            let (table, round) = (id.clone(), round.number);
            return self.propose(asked, &Proposed::Override { table, round, saw, reason });
        }
        round.overruled.push(Overruled { reason, saw, agreed: None });
        self.put_table(table);
        Ok(Effect::default())
    }

    /// Keys and cards are as they were when an override was proposed.
    pub(super) fn must_be_as_seen(
        &self,
        id: &TableId,
        number: u64,
        saw: &[Disagreement],
    ) -> Result<(), Refusal> {
        let round = self.open_table_round(id)?.round.as_ref().expect("the round is open");
        let is_same = round.number == number && round.disagreements() == saw;
        if is_same { Ok(()) } else { Err(Refusal::OverrideChanged) }
    }

    /// The keys stand, as two supervisors agreed: the awards that wait say so from now on [PRG-22].
    pub(super) fn override_keys(
        &mut self,
        id: &TableId,
        saw: &[Disagreement],
        reason: &str,
        agreed: OverrideAgreed,
    ) -> Result<Effect, Refusal> {
        must_have_reason(reason)?;
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.as_mut().expect("the round is open");
        let (reason, saw) = (reason.to_owned(), saw.to_vec());
        round.overruled.push(Overruled { reason, saw, agreed: Some(agreed) });
        let lit: Vec<AwardNumber> = round.keyed.values().filter_map(|keyed| keyed.award).collect();
        let number = round.number;
        self.put_table(table);
        let mut awards = Vec::new();
        for number in lit {
            let Ok(mut award) = self.award(number).cloned() else { continue };
            award.overridden = self.overridden(&award);
            if award.overridden.is_some() {
                self.put_award(award.clone());
                awards.push(award);
            }
        }
        Ok(Effect { awards, table: Some(id.clone()), round: Some(number), ..Effect::default() })
    }

    /// The override that an award of the open round follows from, if it does.
    pub(super) fn overridden(&self, award: &progressive::Award) -> Option<Overridden> {
        let round = self.tables.get(&award.table)?.round.as_ref()?;
        let (overruled, saw) = round.override_of(award.seat)?;
        if round.number != award.round || saw.keyed.as_ref() != Some(&award.hand) {
            return None;
        }
        let OverrideAgreed { by, approved_by, at } = overruled.agreed.clone()?;
        let (reason, cards) = (overruled.reason.clone(), saw.cards.clone());
        Some(Overridden { by, approved_by, at, reason, cards })
    }

    /// The cards are taken back: what they said about the keys, and what a supervisor upheld over it,
    /// holds no more [GEN-14].
    pub(super) fn forget_cards(&mut self, id: &TableId) -> Result<(), Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.as_mut().expect("the round is open");
        round.cards = None;
        round.overruled.clear();
        self.put_table(table);
        Ok(())
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
        asked: Asked<'_>,
        id: &TableId,
        bets: &BTreeMap<Seat, i64>,
        players: &BTreeMap<Seat, Seat>,
    ) -> Result<Effect, Refusal> {
        let effect = self.lock_as(id, bets, players, None)?;
        if asked.rules.books_keypad_tables() {
            let mut table = self.open_table_round(id)?.clone();
            table.round.as_mut().expect("it was locked").is_in_tray = true;
            self.put_table(table);
        }
        Ok(effect)
    }

    /// The same for a table that numbers its rounds itself: those without a progressive bet never get
    /// here.
    pub(super) fn lock_as(
        &mut self,
        id: &TableId,
        bets: &BTreeMap<Seat, i64>,
        players: &BTreeMap<Seat, Seat>,
        number: Option<u64>,
    ) -> Result<Effect, Refusal> {
        let mut table = self.live_table(id)?.clone();
        let before = self.live_meter(&table.meter)?.clone();
        if let Some(fault) = &before.fault {
            return Err(Refusal::Faulty(fault.clone()));
        }
        if table.round.is_some() {
            return Err(Refusal::RoundOpen(id.clone()));
        }
        check_bets(&table.posted, bets, players)?;
        let total = Cents::new(bets.values().sum());
        if total > before.terms.reasonable {
            let bound = before.terms.reasonable;
            return Err(Refusal::Unreasonable { total, bound });
        }
        let last = table.rounds;
        table.rounds = match number {
            Some(number) if number <= last => return Err(Refusal::RoundNumber { number, last }),
            Some(number) => number,
            None => last + 1,
        };
        let mut meter = before.clone();
        meter.contribute(total);
        table.round = Some(OpenRound {
            number: table.rounds,
            bets: bets.clone(),
            dead: BTreeSet::new(),
            players: players.clone(),
            keyed: BTreeMap::new(),
            on_meter: RoundOnMeter::default(),
            set_aside: former::SetAside::default(),
            cards: None,
            overruled: Vec::new(),
            key: KeySwitch::Run,
            is_in_tray: false,
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

    /// A dead hand's progressive bet goes back, and its contribution with a compensating entry [CS-7].
    /// What was keyed for the seat is voided, and the round's other awards are figured again.
    pub(super) fn return_bet(
        &mut self,
        asked: Asked<'_>,
        id: &TableId,
        seat: Seat,
    ) -> Result<Effect, Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.as_mut().expect("the round is open");
        let Some(bet) = round.bets.remove(&seat) else {
            return Err(Refusal::NoBetThere(seat));
        };
        round.dead.insert(seat);
        let lit = round.keyed.remove(&seat);
        must_be_undecided(table.posted.procedure, lit.as_ref())?;
        if let Some(cards) = &mut round.cards {
            cards.remove(&seat);
        }
        let turned =
            lit.and_then(|lit| lit.award).map(|award| Turned { award, why: "bet returned" });
        self.figure_awards(asked, table, turned, Cents::new(bet))
    }

    /// A hand button: lit, turned off by a second press, or moved to another hand (W4). The response says
    /// which, what the seat wins, and who wins envy.
    pub(super) fn key(
        &mut self,
        asked: Asked<'_>,
        id: &TableId,
        seat: Seat,
        hand: &str,
    ) -> Result<Effect, Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        let round = table.round.as_mut().expect("the round is open");
        let row = can_win(&table.posted, round, seat, hand)?;
        let (source, mut amount) = worth(&table.posted, row, round.bet(seat))?;
        let lit = round.keyed.remove(&seat);
        must_be_undecided(table.posted.procedure, lit.as_ref())?;
        let light = match &lit {
            None => Light::On,
            Some(lit) if lit.hand == hand => Light::Off,
            Some(_) => Light::Moved,
        };
        if light != Light::Off {
            let hand = hand.to_owned();
            round.keyed.insert(seat, Keyed { hand, award: None, verified: None, paid: None });
        }
        // The first key freezes the sign [PRG-19]; in the editions with J-POT, that button does [ED-3].
        if self.figures_from_first_key(asked, &mut table)
            && table.posted.procedure == Procedure::Keypad
        {
            let meter = self.live_meter(&table.meter)?;
            table.round.as_mut().expect("the round is open").on_meter.freeze(meter);
        }
        let envy = envy(&table, table.round.as_ref().expect("the round is open"));
        let was = lit.as_ref().filter(|_| light == Light::Moved).map(|lit| lit.hand.clone());
        let mut effect = match table.posted.procedure {
            Procedure::Keypad => {
                let award = lit.and_then(|lit| lit.award);
                let turned = award.map(|award| Turned { award, why: "turned off" });
                let effect = self.figure_awards(asked, table, turned, Cents::ZERO)?;
                let is_it = |standing: &Standing| match light {
                    Light::Off => matches!(standing, Standing::Voided { .. }),
                    Light::On | Light::Moved => *standing == Standing::Pending,
                };
                let mut awards = effect.awards.iter().filter(|award| award.seat == seat);
                amount = awards.find(|award| is_it(&award.standing)).map(|award| award.amount);
                effect
            }
            Procedure::JPot | Procedure::JPotAtOnce => {
                self.put_table(table);
                Effect::default()
            }
        };
        let hand = hand.to_owned();
        let amount = amount.filter(|_| source != Source::Envy);
        effect.key = Some(KeyPress { seat, hand, light, was, amount, envy });
        Ok(effect)
    }

    pub(super) fn turn_key(
        &mut self,
        asked: Asked<'_>,
        id: &TableId,
        to: KeySwitch,
    ) -> Result<Effect, Refusal> {
        let mut table = self.open_table_round(id)?.clone();
        if !table.posted.procedure.has_key() {
            return Err(Refusal::NoJPot);
        }
        let round = table.round.as_mut().expect("the round is open");
        if round.key == to {
            return Err(Refusal::KeyThereAlready);
        }
        round.key = to;
        let mut recorded: Vec<AwardNumber> = match to {
            KeySwitch::Jph => Vec::new(),
            KeySwitch::Run => round.keyed.values().filter_map(|keyed| keyed.award).collect(),
        };
        recorded.retain(|number| self.award(*number).is_ok());
        if !recorded.is_empty() {
            // A win keyed after J-POT is recorded first, or turned off: it is never lost.
            let unrecorded: Vec<(Seat, String)> =
                round.unrecorded().map(|(seat, keyed)| (seat, keyed.hand.clone())).collect();
            if !unrecorded.is_empty() {
                return Err(Refusal::NotRecorded(unrecorded));
            }
        }
        // Back to RUN: the meter is adjusted for the prizes.
        let mut effect = match table.posted.procedure {
            Procedure::JPot if !recorded.is_empty() => self.take_recorded(asked, table, None)?,
            Procedure::JPot | Procedure::JPotAtOnce | Procedure::Keypad => {
                self.put_table(table);
                Effect::default()
            }
        };
        for number in recorded {
            let award = self.award(number)?.clone();
            self.must_be_supported(&award)?;
            let paid = self.pay_award(asked, asked.by, award, None)?;
            effect.moves.extend(paid.moves);
            effect.awards.extend(paid.awards);
        }
        Ok(effect)
    }

    /// The J-POT button: every win that is keyed is recorded and shown; from then on only a manual
    /// adjustment backs it out. Pressed again, it records what was keyed since.
    pub(super) fn j_pot(&mut self, asked: Asked<'_>, id: &TableId) -> Result<Effect, Refusal> {
        let table = self.open_table_round(id)?.clone();
        if !table.posted.procedure.has_key() {
            return Err(Refusal::NoJPot);
        }
        let round = table.round.as_ref().expect("the round is open");
        if round.key != KeySwitch::Jph {
            return Err(Refusal::KeyNotInJph);
        }
        if round.unrecorded().next().is_none() {
            return Err(Refusal::NothingKeyed);
        }
        self.figure_awards(asked, table, None, Cents::ZERO)
    }

    /// Game over: every winner that needs a supervisor has had one, and keys and cards agree [PRG-9].
    pub(super) fn game_over(&mut self, asked: Asked<'_>, id: &TableId) -> Result<Effect, Refusal> {
        let table = self.open_table_round(id)?.clone();
        let round = table.round.as_ref().expect("the round is open");
        let unrecorded = waiting_for_j_pot(&table.posted, round)?;
        if !unrecorded.is_empty() {
            return Err(Refusal::NotRecorded(unrecorded));
        }
        if round.key == KeySwitch::Jph {
            return Err(Refusal::KeyInJph);
        }
        let numbers = round.keyed.values().filter_map(|keyed| keyed.award);
        let pending = numbers.filter_map(|number| self.award(number).ok());
        let waits = |award: &&progressive::Award| {
            table.posted.needs_supervisor(&award.hand, award.source, award.amount)
        };
        let mut waiting: Vec<AwardNumber> =
            pending.filter(waits).map(|award| award.number).collect();
        if !waiting.is_empty() {
            waiting.sort_unstable();
            return Err(Refusal::AwardsPending(waiting));
        }
        let disagreements = round.disagreements();
        if !disagreements.is_empty() {
            return Err(Refusal::CardsDisagree(disagreements));
        }
        let (number, envy) = (round.number, envy(&table, round));
        if round.unrecorded().next().is_some() {
            self.figure_awards(asked, table, None, Cents::ZERO)?;
        }
        let mut table = self.table(id)?.clone();
        let round = table.round.as_ref().expect("the round is open");
        // What the dealer has paid from the tray without a supervisor.
        let by_dealer: Vec<AwardNumber> =
            round.keyed.values().rev().filter_map(|keyed| keyed.award).collect();
        let mut effect = Effect { envy, round: Some(number), ..Effect::default() };
        for number in by_dealer {
            if let Ok(award) = self.award(number).cloned() {
                effect.awards.extend(self.pay_award(asked, asked.by, award, None)?.awards);
            }
        }
        table.round = None;
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
        let is_from_first_key = self.figures_from_first_key(asked, &mut table);
        let mut round = table.round.take().expect("the round is open");
        for keyed in round.keyed.values() {
            must_be_undecided(table.posted.procedure, Some(keyed))?;
        }
        let numbers = round.keyed.values().filter_map(|keyed| keyed.award);
        let mut awards: Vec<progressive::Award> =
            numbers.map(|number| self.award(number).cloned()).collect::<Result<_, _>>()?;
        let before = self.meter(&table.meter)?.clone();
        let mut meter = before.clone();
        for award in &mut awards {
            let (by, at, reason) = (asked.by.clone(), asked.at, reason.to_owned());
            award.standing = Standing::Voided { by, at, reason };
        }
        let total = Cents::new(round.bets.values().sum());
        if is_from_first_key {
            let procedure = table.posted.house_procedure;
            round.on_meter.return_wager(&mut meter, total, &[], procedure);
        } else {
            let from_meter = awards.iter().filter(|award| award.is_from_meter());
            round.set_aside.undo(&mut meter, from_meter.map(|award| award.amount).sum());
            meter.take_back(total);
        }
        let moves = vec![House::moved(&before.totals, &mut meter)];
        for award in &awards {
            self.put_award(award.clone());
        }
        self.put_meter(meter);
        self.put_table(table);
        Ok(Effect { moves, awards, round: Some(round.number), ..Effect::default() })
    }
}

/// Every bet is exactly the posted wager, at a seat that there is [PRG-7].
fn check_bets(
    posted: &Posted,
    bets: &BTreeMap<Seat, i64>,
    players: &BTreeMap<Seat, Seat>,
) -> Result<(), Refusal> {
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

/// The row of a hand that a seat can win with, or win the others envy with.
fn can_win<'p>(
    posted: &'p Posted,
    round: &OpenRound,
    seat: Seat,
    hand: &str,
) -> Result<&'p PostedRow, Refusal> {
    must_have_seat(posted, seat)?;
    let Some(row) = posted.row(hand) else {
        let known: Vec<&str> = posted.rows.iter().map(|row| row.hand.as_str()).collect();
        let (hand, known) = (hand.to_owned(), known.join(", "));
        return Err(Refusal::NoSuchHand { hand, known });
    };
    // A hand without the bet wins nothing, but may win the others envy [PRG-6].
    let triggers_envy = row.envy.is_some() && !posted.envy_needs_bet && !round.dead.contains(&seat);
    if round.bet(seat).is_some() || triggers_envy {
        Ok(row)
    } else {
        Err(Refusal::NoBetThere(seat))
    }
}

/// What is paid, or recorded with J-POT, is not undone at the keypad.
pub(super) fn must_be_undecided(
    procedure: Procedure,
    keyed: Option<&Keyed>,
) -> Result<(), Refusal> {
    match keyed {
        Some(keyed) if keyed.verified.is_some() => Err(Refusal::AlreadyDecided("paid")),
        Some(keyed) if procedure.has_key() && keyed.award.is_some() => {
            Err(Refusal::AlreadyDecided("recorded"))
        }
        Some(_) | None => Ok(()),
    }
}

/// The wins of the older procedure that need a supervisor and are not recorded yet.
fn waiting_for_j_pot(posted: &Posted, round: &OpenRound) -> Result<Vec<(Seat, String)>, Refusal> {
    let mut waiting = Vec::new();
    for (seat, keyed) in round.unrecorded() {
        let row = can_win(posted, round, seat, &keyed.hand)?;
        let (source, amount) = worth(posted, row, round.bet(seat))?;
        if posted.needs_supervisor(&keyed.hand, source, amount.unwrap_or(Cents::ZERO)) {
            waiting.push((seat, keyed.hand.clone()));
        }
    }
    Ok(waiting)
}

impl House {
    /// The envy that a table's round pays if its keys stay as they are [PRG-6].
    pub fn envy_due(&self, table: &TableId) -> Vec<Envy> {
        let keypad = self.tables.get(table);
        let due = keypad.and_then(|table| Some(envy(table, table.round.as_ref()?)));
        due.unwrap_or_default()
    }
}

/// The envy of a round, by winning seat and then by triggering seat, the last first [PRG-6].
fn envy(table: &Table, round: &OpenRound) -> Vec<Envy> {
    let mut envy = Vec::new();
    for &seat in round.bets.keys().rev() {
        for (&from, keyed) in round.keyed.iter().rev() {
            // Nobody wins envy from their own hand, not even through another seat.
            let is_own = round.player(from) == round.player(seat);
            let amount = table.posted.row(&keyed.hand).and_then(|row| row.envy);
            if let Some(amount) = amount.filter(|_| !is_own) {
                envy.push(Envy { seat, from, hand: keyed.hand.clone(), amount });
            }
        }
    }
    envy
}

#[cfg(test)]
mod tests {
    use money::Moment;
    use progressive::{Criteria, PersonId, Terms};

    use super::*;
    use crate::request::{Act, Role, What};

    /// A house with a supervisor and a table.
    fn house() -> House {
        let mut house = House::default();
        let rows = vec![PostedRow {
            hand: "royal flush".to_owned(),
            pays: "100%".parse().unwrap(),
            envy: None,
        }];
        let posted = Posted::new("caribbean-stud", "proposed", "PMG-01", Cents::dollars(1), rows);
        let (meter, criteria) = (|| "m".parse().unwrap(), Criteria::of(&posted));
        let terms = Terms::with_seed(Cents::dollars(10_000));
        let acts = [
            What::AddPerson {
                person: "sue".parse().unwrap(),
                name: "Sue".to_owned(),
                role: Role::Supervisor,
                secret: crate::people::SecretMark::of(""),
            },
            What::CreateMeter { meter: meter(), criteria, terms },
            What::OpenTable { table: table(), meter: meter(), posted },
        ];
        for what in acts {
            let act = Act::new("sue".parse().unwrap(), "test".parse().unwrap(), what);
            house.act(Moment(0), &act).unwrap();
        }
        house
    }

    fn table() -> TableId {
        "t".parse().unwrap()
    }

    /// A table with cards plays rounds that nobody bets the progressive in: the keypad takes its numbers.
    #[test]
    fn a_table_that_numbers_its_rounds_goes_upward() {
        let mut house = house();
        let (bets, players) = ([(Seat(1), 100)].into(), BTreeMap::new());
        let sue: PersonId = "sue".parse().unwrap();
        let asked = Asked {
            at: Moment(0),
            by: &sue,
            session: crate::InSession::default(),
            recorded: None,
            rules: crate::HouseRules::CURRENT,
        };
        for (number, expected) in [(Some(7), 7), (None, 8), (Some(20), 20)] {
            let effect = house.lock_as(&table(), &bets, &players, number).unwrap();
            assert_eq!(effect.round, Some(expected));
            house.game_over(asked, &table()).unwrap();
        }
        let again = house.lock_as(&table(), &bets, &players, Some(20));
        assert_eq!(again, Err(Refusal::RoundNumber { number: 20, last: 20 }));
    }
}
