//! A seeded random week: many kinds of requests, sensible and not, in bursts, from several ledgers;
//! the auditor and a replay must agree with every entry.

use std::collections::BTreeMap;

use house::table::command::TableCommand;
use house::{
    AwardNumber, Command, KeySwitch, Ledger, PostError, ProposalNumber, Proposed, Receipt, Seat,
    Submission, Terms,
};
use money::{Cents, Rate};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::auditor::{self, Seen};
use crate::support::house::*;
use crate::support::on_every_store;
use crate::support::places::Place;

const METERS: [&str; 3] = ["royal", "capped", "plain"];
const TABLES: usize = 6;
const HANDS: [&str; 5] = ["royal flush", "straight flush", "four of a kind", "full house", "pair"];

struct Week {
    rng: StdRng,
    awards: u64,
    proposals: u64,
}

impl Week {
    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.rng.random_range(0..all.len())]
    }

    fn table(&mut self) -> String {
        format!("t{}", self.rng.random_range(0..TABLES))
    }

    /// One of the last few, so that it often is still open.
    fn recent(&mut self, made: u64) -> u64 {
        made.saturating_sub(self.rng.random_range(0..6)).max(1)
    }

    fn bets(&mut self) -> Command {
        let seats = self.rng.random_range(1..=5);
        let bets: BTreeMap<u8, i64> =
            (0..seats).map(|_| (self.rng.random_range(1..=7), 100)).collect();
        lock(&self.table(), &bets.into_iter().collect::<Vec<_>>())
    }

    fn proposed(&mut self) -> Proposed {
        let amount = format!("{}", self.rng.random_range(-30..60));
        let meter = self.pick(&METERS).parse().unwrap();
        match self.rng.random_range(0..8) {
            4..8 => back_out(AwardNumber(self.recent(self.awards))),
            0 | 1 => {
                Proposed::Adjust { meter, amount: amount.parse().unwrap(), reason: "x".into() }
            }
            2 => Proposed::ReleaseOverflow {
                meter,
                amount: "0.25".parse().unwrap(),
                reason: "x".to_owned(),
            },
            _ => Proposed::Transfer {
                from: meter,
                to: self.pick(&METERS).parse().unwrap(),
                amount: Some("7.654321".parse().unwrap()),
                petition: "P-7".to_owned(),
            },
        }
    }

    fn what(&mut self) -> Command {
        let table = self.table();
        let id = || table.parse().unwrap();
        match self.rng.random_range(0..100) {
            0..30 => self.bets(),
            30..50 => key(&table, self.rng.random_range(1..=7), self.pick(&HANDS)),
            50..59 => verify(AwardNumber(self.recent(self.awards))),
            59..62 => {
                let (award, paid) = (AwardNumber(self.recent(self.awards)), Some(Cents::new(777)));
                Command::of_award(TableCommand::Verify {
                    award,
                    paid,
                    reason: Some("no pennies".to_owned()),
                })
            }
            62..68 => void(AwardNumber(self.recent(self.awards))),
            68..82 => game_over(&table),
            82..84 => misdeal(&table),
            84 => return_bet(&table, self.rng.random_range(1..=7)),
            85..88 => Command::Propose { proposed: self.proposed() },
            88..92 => Command::Approve { proposal: ProposalNumber(self.recent(self.proposals)) },
            92 => Command::at(
                &id(),
                TableCommand::Cards { hands: [(Seat(1), "full house".into())].into() },
            ),
            93 => Command::at(&id(), TableCommand::Override { reason: "seen by ann".to_owned() }),
            94 => Command::at(&id(), TableCommand::TurnKey { to: KeySwitch::Jph }),
            95 => Command::at(&id(), TableCommand::TurnKey { to: KeySwitch::Run }),
            96 => Command::at(&id(), TableCommand::JPot),
            97 => close(&table),
            98 => open(&table, self.pick(&METERS)),
            _ => note("nothing happens"),
        }
    }

    fn heard(&mut self, receipt: &Receipt) {
        let newest = receipt.effect.awards.iter().map(|award| award.number.0).max();
        self.awards = self.awards.max(newest.unwrap_or(0));
        self.proposals = self.proposals.max(receipt.effect.proposal.map_or(0, |made| made.0));
    }
}

fn start(ledger: &Ledger) {
    found(ledger, 0);
    let capped = Terms { limit: Some(Cents::dollars(1_003)), ..terms() };
    let plain = Terms { reserve: Rate::ZERO, ..Terms::with_seed(Cents::dollars(500)) };
    for (meter, terms) in [("capped", capped), ("plain", plain)] {
        done(ledger, "ann", create_with(meter, terms));
    }
    for table in 0..TABLES {
        let mut posted = posted();
        if table % 2 == 1 {
            posted.verify_from = Cents::dollars(200);
        }
        if table % 3 == 2 {
            posted.house_procedure = house::HouseProcedure::Split;
        }
        if table == 4 {
            posted.procedure = house::Procedure::JPot;
        }
        let (name, meter) = (format!("t{table}"), METERS[table % 3].parse().unwrap());
        done(ledger, "ann", Command::open_keypad(name.parse().unwrap(), &meter, posted));
    }
}

fn play(place: &Place, seed: u64, bursts: usize) -> Seen {
    let ledgers = [place.ledger(), place.ledger()];
    start(&ledgers[0]);
    let mut week = Week { rng: StdRng::seed_from_u64(seed), awards: 0, proposals: 0 };
    let (mut accepted, mut refused) = (0, 0);
    let mut sent: Vec<Submission> = Vec::new();
    for burst in 0..bursts {
        if burst % 5 == 4 {
            sweep(&ledgers[0]);
        }
        let ledger = &ledgers[week.rng.random_range(0..2)];
        let size = week.rng.random_range(1..=24);
        let mut burst: Vec<Submission> = (0..size)
            .map(|_| {
                let by = week.pick(&["ann", "ann", "bob", "bob", "dan"]);
                ask(by, week.what())
            })
            .collect();
        if week.rng.random_range(0..4) == 0 {
            // Some ask twice, at once or long after.
            burst.extend(burst.last().cloned());
            burst.extend(sent.get(week.rng.random_range(0..sent.len().max(1))).cloned());
        }
        sent.extend(burst.iter().cloned());
        let answers: Vec<_> =
            burst.into_iter().map(|request| ledger.post_later(request).unwrap()).collect();
        for answer in answers {
            match answer.blocking_recv().unwrap_or_else(|_| panic!("the ledger fell; seed {seed}"))
            {
                Ok(receipt) => {
                    accepted += 1;
                    week.heard(&receipt);
                }
                Err(PostError::Refused(_)) => refused += 1,
                Err(error) => panic!("seed {seed}: {error}"),
            }
        }
    }
    assert!(accepted > 2 * bursts && refused > bursts, "seed {seed}: {accepted}, {refused}");
    agree(place, &ledgers[1], seed)
}

/// The end of a shift: what hangs is decided, and every round that can be is finished.
fn sweep(ledger: &Ledger) {
    let house = ledger.refresh().unwrap().machine.clone();
    let overrule = |table: &house::table::Table| {
        Command::at(table.id(), TableCommand::Override { reason: "end of shift".to_owned() })
    };
    let mut acts: Vec<Command> = house.tables().map(overrule).collect();
    acts.extend(house.awards().map(|award| verify(award.number)));
    for table in house.tables().filter(|table| table.keypad_round().is_some()) {
        let id = || table.id().clone();
        acts.push(Command::at(&id(), TableCommand::JPot));
        acts.push(Command::at(&id(), TableCommand::TurnKey { to: KeySwitch::Jph }));
        acts.push(Command::at(&id(), TableCommand::JPot));
        acts.push(Command::at(&id(), TableCommand::TurnKey { to: KeySwitch::Run }));
        acts.push(Command::at(&id(), TableCommand::GameOver));
    }
    let post = |by: &str, what| match ledger.post(ask(by, what)) {
        Ok(receipt) => receipt.effect.proposal,
        Err(PostError::Refused(_)) => None,
        Err(error) => panic!("{error}"),
    };
    for what in acts {
        if let Some(proposal) = post("ann", what) {
            // The other supervisor agrees, so that something is overridden in every week.
            post("bob", Command::Approve { proposal });
        }
    }
}

fn agree(place: &Place, ledger: &Ledger, seed: u64) -> Seen {
    let mut store = place.store();
    let books = auditor::audit(&store.entries(0, usize::MAX).unwrap());
    let house = ledger.refresh().unwrap().machine.clone();
    for meter in house.meters() {
        let account = &books.meters[meter.id.as_str()];
        assert_eq!(account.total("display"), i128::from(meter.totals.display.get()), "{seed}");
        assert_eq!(account.total("paid"), i128::from(meter.totals.paid.get()), "{seed}");
    }
    // To the cent: bets, awards, envy, and what went back.
    let mut won = 0;
    for (table, amount) in books.trays() {
        let account = format!("tray {table}").parse().unwrap();
        assert_eq!(amount, i128::from(house.book().balance(&account).get()), "{table}, {seed}");
        won += amount;
    }
    assert_ne!(won, 0, "seed {seed}: the trays have moved");
    let outside = house.book().balance(&"outside".parse().unwrap());
    assert_eq!(books.account("outside"), i128::from(outside.get()), "seed {seed}");
    let checked = deep(&mut *store);
    assert_eq!(checked.problems, [], "seed {seed}");
    assert_eq!(quick(&mut *store).problems, [], "seed {seed}");
    let reopened = place.ledger().refresh().unwrap().machine.clone();
    assert_eq!(reopened, house, "seed {seed}");
    books.seen
}

on_every_store! {
    fn a_random_week_is_agreed_on_by_auditor_and_replay(place: &Place) {
        play(place, 20_260_101, 120);
    }
}

#[test]
fn many_random_weeks_in_memory() {
    let weeks = std::env::var("CROUPIER_WEEKS").ok().and_then(|count| count.parse().ok());
    let mut all = Seen::default();
    for seed in 0..weeks.unwrap_or(12) {
        all.add(play(&Place::new(crate::support::places::Kind::Memory), seed, 80));
    }
    // Nothing that the auditor compares is compared over nothing.
    assert!(all.is_all(), "{all:?}");
}
