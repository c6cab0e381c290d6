//! A table of the week. It notes each request before it makes it, and each answer when it has heard
//! it; after a restart it makes its last request again with the same id, asks the house how it
//! stands, and goes on from there.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;

use house::table::Table;
use house::table::command::{Dollars, TableCommand};
use house::{
    Award, AwardNumber, Command, DeviceId, EventKind, House, KeySwitch, Ledger, MeterId, PostError,
    ProposalNumber, Proposed, Receipt, Refusal, Request, Seat, Standing, Submission, TableId,
};
use ledger::RequestId;
use money::{Cents, MeterUnits, Moment};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

use super::Failure;
use super::plan::{self, HANDS, Plan};

/// How often a store that does not answer is asked again.
const TRIES: usize = 30;

/// What a table expects its request to do to a meter, in millionths of a dollar or in cents: kept
/// apart from the house's own books, to be held against them.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Expected {
    kind: String,
    meter: MeterId,
    amount: i64,
}

fn expected(kind: &str, meter: &MeterId, amount: i64) -> Expected {
    Expected { kind: kind.to_owned(), meter: meter.clone(), amount }
}

/// A request as it is noted before it is made.
#[derive(Serialize, Deserialize)]
struct SentAct {
    id: RequestId,
    at: Moment,
    act: Request,
    expected: Vec<Expected>,
}

/// Where requests are noted before, and answers after.
pub struct Notes {
    /// Holds the last request only.
    asked: File,
    /// Holds a line for each answer.
    heard: File,
}

impl Notes {
    pub fn open(plan: &Plan, name: &str) -> Result<Notes, Failure> {
        let (asked, heard) = (format!("{name}.asked"), format!("{name}.heard"));
        let mut options = OpenOptions::new();
        let asked =
            options.create(true).read(true).write(true).truncate(false).open(plan.file(&asked))?;
        let heard = OpenOptions::new().create(true).append(true).open(plan.file(&heard))?;
        Ok(Notes { asked, heard })
    }

    /// The last request, if there was any.
    fn last(&self) -> Result<Option<SentAct>, Failure> {
        let mut text = vec![0; usize::try_from(self.asked.metadata()?.len())?];
        self.asked.read_exact_at(&mut text, 0)?;
        match text.split(|byte| *byte == b'\n').next() {
            None | Some([]) => Ok(None),
            Some(line) => Ok(Some(serde_json::from_slice(line)?)),
        }
    }

    fn ask(&self, asked: &SentAct) -> Result<(), Failure> {
        let mut line = serde_json::to_vec(asked)?;
        line.push(b'\n');
        // One call: a kill comes before it or after it.
        Ok(self.asked.write_all_at(&line, 0)?)
    }

    fn hear(&mut self, asked: &SentAct, receipt: &Receipt) -> Result<(), Failure> {
        let mut line = format!("{} {}", asked.id, receipt.seq);
        if receipt.is_repeated {
            // It was done before a kill, or before the store was lost, and is heard of only now.
            line.push_str(" repeated");
        }
        for Expected { kind, meter, amount } in &asked.expected {
            line.push_str(&format!(" {kind}:{meter}:{amount}"));
        }
        for award in receipt.effect.awards.iter().filter(|award| award.is_from_meter()) {
            if matches!(award.standing, Standing::Paid { .. }) {
                line.push_str(&format!(" paid:{}:{}", award.meter, award.amount.get()));
            }
        }
        line.push('\n');
        Ok(self.heard.write_all(line.as_bytes())?)
    }
}

/// Someone who asks things of the house and takes notes.
pub struct Asker<'a> {
    ledger: &'a Ledger,
    notes: Notes,
    device: DeviceId,
}

impl Asker<'_> {
    pub fn new<'a>(ledger: &'a Ledger, plan: &Plan, name: &str) -> Result<Asker<'a>, Failure> {
        Ok(Asker { ledger, notes: Notes::open(plan, name)?, device: name.parse()? })
    }

    /// Asks for something that must be done.
    pub fn must(&mut self, at: Moment, by: &str, what: Command) -> Result<Receipt, Failure> {
        let words = format!("{what:?}");
        let answer = self.ask(at, by, what, Vec::new())?;
        answer.map_err(|refusal| format!("{words}: {refusal}").into())
    }

    fn ask(
        &mut self,
        at: Moment,
        by: &str,
        what: Command,
        expected: Vec<Expected>,
    ) -> Result<Result<Receipt, Refusal>, Failure> {
        let id = RequestId(rand::random());
        let act = Request::new(by.parse()?, self.device.clone(), what);
        let asked = SentAct { id, at, act, expected };
        self.notes.ask(&asked)?;
        self.send(&asked)
    }

    /// Makes a request, again and again with the same id until there is an answer.
    fn send(&mut self, asked: &SentAct) -> Result<Result<Receipt, Refusal>, Failure> {
        let request = Submission { id: asked.id, at: asked.at, request: asked.act.clone() };
        let mut tries = 0;
        loop {
            tries += 1;
            match self.ledger.post(request.clone()) {
                Ok(receipt) => {
                    self.notes.hear(asked, &receipt)?;
                    return Ok(Ok(receipt));
                }
                Err(PostError::Refused(refusal)) => return Ok(Err(refusal)),
                Err(PostError::Store(_)) if tries < TRIES => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// A table that is played.
pub struct Player<'a> {
    plan: &'a Plan,
    asker: Asker<'a>,
    number: u64,
    id: TableId,
    meter: MeterId,
    rng: StdRng,
    /// Rounds locked so far.
    rounds: u64,
    /// An award that was paid, and may be backed out between rounds [PRG-10].
    paid: Option<AwardNumber>,
}

impl Player<'_> {
    pub fn new<'a>(ledger: &'a Ledger, plan: &'a Plan, number: u64) -> Result<Player<'a>, Failure> {
        let id = plan::table_id(number)?;
        let asker = Asker::new(ledger, plan, id.as_str())?;
        let rng = StdRng::seed_from_u64(plan.seed ^ (number << 32));
        let meter = plan::meter_id(number)?;
        Ok(Player { plan, asker, number, id, meter, rng, rounds: 0, paid: None })
    }

    /// Plays what is left of the week; `is_over` hears of every round that ends.
    pub fn play(&mut self, is_over: &dyn Fn()) -> Result<(), Failure> {
        self.resume()?;
        while self.rounds < self.plan.rounds_of(self.number) {
            self.chores()?;
            self.round()?;
            is_over();
        }
        // The week's end.
        if self.number == 0 { self.sign_record() } else { Ok(()) }
    }

    fn one_in(&mut self, many: u32) -> bool {
        self.rng.random_range(0..many) == 0
    }

    fn ask(
        &mut self,
        by: &str,
        what: Command,
        expected: Vec<Expected>,
    ) -> Result<Result<Receipt, Refusal>, Failure> {
        let at = self.plan.moment(self.number, self.rounds);
        self.asker.ask(at, by, what, expected)
    }

    fn must(
        &mut self,
        by: &str,
        what: Command,
        expected: Vec<Expected>,
    ) -> Result<Receipt, Failure> {
        let words = format!("{what:?}");
        let answer = self.ask(by, what, expected)?;
        answer.map_err(|refusal| format!("{words}: {refusal}").into())
    }

    /// The table as the house has it, and its awards that wait.
    fn look(&self) -> Result<(Table, Vec<Award>), Failure> {
        let house = self.house()?;
        let mine = house.awards().filter(|award| award.table == self.id);
        Ok((house.table(&self.id)?.clone(), mine.cloned().collect()))
    }

    fn house(&self) -> Result<House, Failure> {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.asker.ledger.refresh() {
                Ok(snapshot) => return Ok(snapshot.machine.clone()),
                Err(PostError::Store(_)) if tries < TRIES => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// (F1) Takes up what a kill left: the answer that was not heard, and the round that is not over.
    fn resume(&mut self) -> Result<(), Failure> {
        if let Some(asked) = self.asker.notes.last()? {
            let answer = self.asker.send(&asked)?;
            if let (Command::Propose { proposed }, Ok(receipt)) = (&asked.act.command, answer) {
                self.decide(receipt.effect.proposal, proposed)?;
            }
        }
        let (table, _) = self.look()?;
        self.rounds = table.rounds();
        // Another week's chances after each restart.
        self.rng = StdRng::seed_from_u64(self.plan.seed ^ (self.number << 32) ^ self.rounds);
        if !table.is_open() {
            self.must("ann", plan::open_table(self.number)?, Vec::new())?;
        }
        self.finish()
    }

    /// What happens between rounds.
    fn chores(&mut self) -> Result<(), Failure> {
        let day = |rounds: u64| rounds * 7 / self.plan.rounds_of(self.number);
        if self.number == 0 && self.rounds > 0 && day(self.rounds) != day(self.rounds - 1) {
            self.sign_record()?;
        }
        if self.one_in(400) {
            let proposed = self.proposed()?;
            let what = Command::Propose { proposed: proposed.clone() };
            if let Ok(receipt) = self.ask("ann", what, Vec::new())? {
                self.decide(receipt.effect.proposal, &proposed)?;
            }
        }
        if self.one_in(4)
            && let Some(award) = self.paid.take()
        {
            let proposed = Proposed::BackOut { award, reason: "the tape shows a flush".to_owned() };
            let what = Command::Propose { proposed: proposed.clone() };
            let receipt = self.must("ann", what, Vec::new())?;
            self.decide(receipt.effect.proposal, &proposed)?;
        }
        if self.one_in(600) {
            self.must("bob", Command::CloseTable { table: self.id.clone() }, Vec::new())?;
            self.must("ann", plan::open_table(self.number)?, Vec::new())?;
        }
        Ok(())
    }

    /// (A3) What every sign shows, and where the chain ends.
    fn sign_record(&mut self) -> Result<(), Failure> {
        let snapshot = self.asker.ledger.snapshot();
        let sign = |meter: &house::Meter| format!("{} {}", meter.id, meter.totals.display);
        let signs: Vec<String> = snapshot.machine.meters().map(sign).collect();
        let head = snapshot.head;
        let says = format!("signs: {}; chain {}:{}", signs.join(", "), head.seq, head.hash);
        let what = Command::Event { kind: EventKind::SignRecord, says };
        self.must("ann", what, Vec::new()).map(drop)
    }

    fn proposed(&mut self) -> Result<Proposed, Failure> {
        let units = MeterUnits::new(self.rng.random_range(-30_000_000..60_000_000));
        let reason = "the count of the drop".to_owned();
        let meter = self.meter.clone();
        Ok(match self.rng.random_range(0..4) {
            0 | 1 => Proposed::Adjust { meter, amount: units, reason },
            2 => Proposed::ReleaseOverflow { meter, amount: MeterUnits::new(1_250_000), reason },
            _ => Proposed::Transfer {
                from: meter,
                to: plan::meter_id(self.rng.random_range(0..self.plan.tables))?,
                amount: Some(MeterUnits::new(7_654_321)),
                petition: "P-7".to_owned(),
            },
        })
    }

    /// (A2) Another supervisor approves or rejects; either may be refused by now.
    fn decide(
        &mut self,
        number: Option<ProposalNumber>,
        proposed: &Proposed,
    ) -> Result<(), Failure> {
        let proposal = number.ok_or("a proposal has a number")?;
        if self.one_in(8) {
            let what = Command::Reject { proposal, reason: "counted again".to_owned() };
            self.ask("bob", what, Vec::new())?.ok();
            return Ok(());
        }
        let moves = match proposed {
            Proposed::Adjust { meter, amount, .. } => {
                vec![expected("adjusted", meter, amount.get())]
            }
            Proposed::Transfer { from, to, amount, .. } => {
                let amount = amount.ok_or("a part is transferred")?.get();
                vec![expected("adjusted", from, -amount), expected("adjusted", to, amount)]
            }
            // What came off the meter goes back to it [PRG-10].
            Proposed::BackOut { award, .. } => {
                let house = self.house()?;
                let award = house.paid_award(*award)?;
                let units = MeterUnits::from(award.amount).get();
                let from_meter = award.is_from_meter().then_some(award);
                from_meter
                    .map(|award| expected("adjusted", &award.meter, units))
                    .into_iter()
                    .collect()
            }
            Proposed::ReleaseOverflow { .. }
            | Proposed::Reschedule { .. }
            | Proposed::PayOther { .. }
            | Proposed::Override { .. }
            | Proposed::AddSupervisor { .. }
            | Proposed::ResetSecret { .. }
            | Proposed::VerifyEvery { .. } => Vec::new(),
        };
        self.ask("bob", Command::Approve { proposal }, moves)?.ok();
        Ok(())
    }

    fn round(&mut self) -> Result<(), Failure> {
        let seats = self.rng.random_range(1..=5);
        let wager = plan::wager_cents(self.number);
        let mut bets = BTreeMap::new();
        for _ in 0..seats {
            let seat = Seat(self.rng.random_range(1..=7));
            bets.insert(seat, wager);
        }
        let mut total: i64 = bets.values().sum();
        let moves = vec![expected("in", &self.meter, total)];
        let what = Command::at(
            &self.id,
            TableCommand::Lock { bets: in_dollars(&bets), players: BTreeMap::new() },
        );
        let locked = self.must("dan", what, moves)?;
        self.rounds = locked.effect.round.ok_or("a locked round has a number")?;
        if self.one_in(100)
            && let Some((&seat, &bet)) = bets.first_key_value()
        {
            // A dead hand [CS-7].
            let (table, reason) = (self.id.clone(), "a dead hand".to_owned());
            let moves = vec![expected("in", &self.meter, -bet)];
            self.must("dan", Command::at(&table, TableCommand::ReturnBet { seat, reason }), moves)?;
            bets.remove(&seat);
            total -= bet;
        }
        if self.one_in(300) {
            return self.misdeal(total);
        }
        if self.one_in(30) && !bets.is_empty() {
            self.key_hands(&bets)?;
            // What is keyed flows back with the bets.
            return if self.one_in(25) { self.misdeal(total) } else { self.finish() };
        }
        self.must("dan", Command::at(&self.id, TableCommand::GameOver), Vec::new()).map(drop)
    }

    fn misdeal(&mut self, total: i64) -> Result<(), Failure> {
        let moves = vec![expected("in", &self.meter, -total)];
        let what =
            Command::at(&self.id, TableCommand::Misdeal { reason: "a card too many".to_owned() });
        self.must("dan", what, moves).map(drop)
    }

    fn hand(&mut self) -> String {
        let mut point = self.rng.random_range(0..100);
        for (hand, hundredths) in HANDS {
            if point < hundredths {
                return hand.to_owned();
            }
            point -= hundredths;
        }
        HANDS[0].0.to_owned()
    }

    /// Hand buttons: one or two seats, some pressed again or moved to another hand (W4).
    fn key_hands(&mut self, bets: &BTreeMap<Seat, i64>) -> Result<(), Failure> {
        let presses = self.rng.random_range(1..=2);
        for _ in 0..presses {
            let with_bet: Vec<Seat> = bets.keys().copied().collect();
            // Now and then a seat without the bet, which may only win the others envy.
            let seat = match self.one_in(20) {
                true => Seat(self.rng.random_range(1..=7)),
                false => with_bet[self.rng.random_range(0..with_bet.len())],
            };
            let hand = self.hand();
            self.key(seat, &hand)?;
            match self.rng.random_range(0..10) {
                0 => self.key(seat, &hand)?,
                1 => {
                    let other = self.hand();
                    self.key(seat, &other)?;
                }
                _ => {}
            }
        }
        if self.one_in(6) {
            // What the cards say; often something else than what was keyed.
            let hands = bets.keys().take(1).map(|seat| (*seat, "full house".to_owned())).collect();
            self.must("dan", Command::at(&self.id, TableCommand::Cards { hands }), Vec::new())?;
        }
        Ok(())
    }

    fn key(&mut self, seat: Seat, hand: &str) -> Result<(), Failure> {
        let (table, hand) = (self.id.clone(), hand.to_owned());
        self.ask("dan", Command::at(&table, TableCommand::Key { seat, hand }), Vec::new())?.ok();
        Ok(())
    }

    /// Ends the round that is open, if one is, from wherever it stands.
    fn finish(&mut self) -> Result<(), Failure> {
        let (table, awards) = self.look()?;
        let Some(round) = table.keypad_round() else {
            return Ok(());
        };
        let posted = round.posted;
        self.uphold_keys(&table)?;
        if plan::uses_j_pot(self.number) {
            self.record_jackpot(&table)?;
        } else {
            let needs = |award: &&Award| {
                let row = posted.row(&award.hand).expect("only posted hands are keyed");
                posted.needs_supervisor(row, award.source, award.amount)
            };
            for award in awards.iter().filter(needs) {
                self.verify_or_void(award)?;
            }
        }
        // A hand voided against the cards, or not keyed at all.
        let (table, _) = self.look()?;
        self.uphold_keys(&table)?;
        self.must("dan", Command::at(&self.id, TableCommand::GameOver), Vec::new()).map(drop)
    }

    /// A supervisor upholds the keys where the cards say something else [PRG-9].
    fn uphold_keys(&mut self, table: &Table) -> Result<(), Failure> {
        let round = table.keypad_round().ok_or("the round is still open")?;
        if !round.disagreements().is_empty() {
            let reason = "the cards were read again".to_owned();
            let what = Command::at(&self.id, TableCommand::Override { reason });
            let proposed = self.must("bob", what, Vec::new())?;
            let proposal = proposed.effect.proposal.ok_or("an override waits for another")?;
            self.must("ann", Command::Approve { proposal }, Vec::new())?;
        }
        Ok(())
    }

    fn verify_or_void(&mut self, award: &Award) -> Result<(), Failure> {
        // Others of the round may have changed it: one that was voided moves those behind it.
        let Ok(award) = self.house()?.award(award.number).cloned() else {
            return Ok(());
        };
        let number = award.number;
        if self.one_in(10) {
            let what = Command::of_award(TableCommand::Void {
                award: number,
                reason: "not that hand".to_owned(),
            });
            self.must("bob", what, Vec::new())?;
            let (table, _) = self.look()?;
            return self.uphold_keys(&table);
        }
        if self.one_in(10) {
            // (W5) Handed out differently, with a reason and another supervisor [PRG-20].
            let paid = Some(award.amount + Cents::new(5));
            let what = Command::of_award(TableCommand::Verify {
                award: number,
                paid,
                reason: Some("no nickels".to_owned()),
            });
            let receipt = self.must("bob", what, Vec::new())?;
            let proposal = receipt.effect.proposal.ok_or("another amount is proposed")?;
            self.must("ann", Command::Approve { proposal }, Vec::new())?;
        } else {
            let what =
                Command::of_award(TableCommand::Verify { award: number, paid: None, reason: None });
            self.must("bob", what, Vec::new())?;
        }
        self.paid = Some(number);
        Ok(())
    }

    /// The older procedure [ED-3]: key to JPH, J-POT, key back to RUN.
    fn record_jackpot(&mut self, table: &Table) -> Result<(), Failure> {
        let round = table.keypad_round().ok_or("the round is open")?;
        let turn = |to| Command::at(table.id(), TableCommand::TurnKey { to });
        let mut key = round.keys.switch;
        if round.keys.unrecorded().next().is_some() {
            if key == KeySwitch::Run {
                self.must("bob", turn(KeySwitch::Jph), Vec::new())?;
                key = KeySwitch::Jph;
            }
            self.must("bob", Command::at(table.id(), TableCommand::JPot), Vec::new())?;
        }
        if key == KeySwitch::Jph {
            self.must("bob", turn(KeySwitch::Run), Vec::new())?;
        }
        Ok(())
    }
}

/// Bets in cents as a command has them.
fn in_dollars(bets: &BTreeMap<Seat, i64>) -> BTreeMap<Seat, Dollars> {
    bets.iter().map(|(seat, cents)| (*seat, Dollars(Cents::new(*cents)))).collect()
}
