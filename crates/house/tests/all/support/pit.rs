//! A house without a store: one meter, one table or more, and short words for what is asked.

use std::collections::BTreeMap;

use house::table::command::TableCommand;
use house::{
    AwardNumber, Command, Criteria, Effect, House, HouseRules, KeySwitch, Meter, Posted, PostedRow,
    Proposed, Refusal, Request, Role, Seat, Terms,
};
use money::{Cents, Moment};

use super::house::dollars;

/// A house with two supervisors, a dealer, one meter of $10,000 and an open table.
pub struct Pit {
    pub house: House,
    pub requests: i64,
}

pub fn row(hand: &str, pays: &str, envy: Option<&str>) -> PostedRow {
    PostedRow {
        hand: hand.to_owned(),
        pays: pays.parse().unwrap(),
        envy: envy.map(|amount| amount.parse().unwrap()),
    }
}

/// PMG-01 as the rule prints it.
pub fn posted() -> Posted {
    let rows = vec![
        row("royal flush", "100%", Some("$1,000")),
        row("straight flush", "10%", Some("$300")),
        row("four of a kind", "300 for 1", None),
        row("three of a kind", "9 for 1", None),
    ];
    Posted::new("caribbean-stud", "2026-05-05", "PMG-01", Cents::dollars(1), rows)
}

/// The same at another wager: "$" rows and envy follow it [PRG-7].
pub fn posted_at(dollars: i64) -> Posted {
    let envy = |row: PostedRow| PostedRow {
        envy: row.envy.map(|envy| Cents::new(envy.get() * dollars)),
        ..row
    };
    let rows = posted().rows.into_iter().map(envy).collect();
    Posted { wager: Cents::dollars(dollars), rows, ..posted() }
}

impl Pit {
    pub fn new() -> Pit {
        Pit::with(Terms::with_seed(Cents::dollars(10_000)), posted())
    }

    pub fn with(terms: Terms, posted: Posted) -> Pit {
        let mut pit = Pit { house: House::default(), requests: 0 };
        for (person, role) in
            [("sue", Role::Supervisor), ("sam", Role::Supervisor), ("dee", Role::Dealer)]
        {
            let what = Command::AddPerson {
                person: person.parse().unwrap(),
                name: person.to_owned(),
                role,
                secret: house::SecretMark::of(""),
            };
            pit.done("sue", what);
        }
        let (meter, criteria) = ("m".parse().unwrap(), Criteria::of(&posted));
        pit.done("sue", Command::CreateMeter { meter, criteria, terms });
        pit.open("t1", posted);
        pit
    }

    pub fn open(&mut self, table: &str, posted: Posted) {
        let (table, meter) = (table.parse().unwrap(), "m".parse().unwrap());
        self.done("sue", Command::open_keypad(table, &meter, posted));
    }

    pub fn ask(&mut self, by: &str, what: Command) -> Result<Effect, Refusal> {
        self.ask_under(HouseRules::CURRENT, by, what)
    }

    /// Asks under the house's own rules of a release.
    pub fn ask_under(
        &mut self,
        rules: HouseRules,
        by: &str,
        what: Command,
    ) -> Result<Effect, Refusal> {
        self.requests += 1;
        let act =
            Request { rules, ..Request::new(by.parse().unwrap(), "test".parse().unwrap(), what) };
        // As the ledger does it: on a copy, which is kept only if nothing is refused.
        let mut next = self.house.clone();
        let result = next.act(Moment(self.requests), &act);
        if result.is_ok() {
            self.house = next;
        }
        assert!(self.house.meters().all(house::Meter::balances));
        assert_eq!(self.house.book().total(), money::MeterUnits::ZERO, "the book balances");
        result
    }

    pub fn done(&mut self, by: &str, what: Command) -> Effect {
        self.ask(by, what).unwrap()
    }

    pub fn lock(&mut self, table: &str, bets: &[(u8, i64)]) {
        let bets = bets.iter().map(|(seat, dollars)| (Seat(*seat), dollars * 100)).collect();
        let players = BTreeMap::new();
        self.done(
            "dee",
            Command::at(
                &table.parse().unwrap(),
                TableCommand::Lock { bets: dollars(bets), players },
            ),
        );
    }

    pub fn key(&mut self, table: &str, seat: u8, hand: &str) -> Effect {
        let (table, hand) = (table.parse().unwrap(), hand.to_owned());
        self.done("dee", Command::at(&table, TableCommand::Key { seat: Seat(seat), hand }))
    }

    pub fn verify(&mut self, award: u64) -> Result<Effect, Refusal> {
        self.ask(
            "sue",
            Command::of_award(TableCommand::Verify {
                award: AwardNumber(award),
                paid: None,
                reason: None,
            }),
        )
    }

    pub fn game_over(&mut self, table: &str) -> Result<Effect, Refusal> {
        self.ask("dee", Command::at(&table.parse().unwrap(), TableCommand::GameOver))
    }

    pub fn shows(&self) -> String {
        self.house.meter(&"m".parse().unwrap()).unwrap().totals.display.to_string()
    }

    pub fn amounts(&self) -> Vec<(u8, Cents)> {
        self.house.awards().map(|award| (award.seat.0, award.amount)).collect()
    }

    pub fn meter(&self) -> &Meter {
        self.house.meter(&"m".parse().unwrap()).unwrap()
    }

    /// Locks whatever is asked, in cents.
    pub fn lock_cents(&mut self, bets: &[(u8, i64)]) -> Result<Effect, Refusal> {
        let bets = bets.iter().map(|(seat, cents)| (Seat(*seat), *cents)).collect();
        let players = BTreeMap::new();
        self.ask(
            "dee",
            Command::at(
                &"t1".parse().unwrap(),
                TableCommand::Lock { bets: dollars(bets), players },
            ),
        )
    }

    pub fn cards(&mut self, hands: &[(u8, &str)]) -> Result<Effect, Refusal> {
        let hands = hands.iter().map(|(seat, hand)| (Seat(*seat), (*hand).to_owned())).collect();
        self.ask("dee", Command::at(&"t1".parse().unwrap(), TableCommand::Cards { hands }))
    }

    /// One supervisor proposes to override the cards, another approves it [PRG-22].
    pub fn override_cards(&mut self) -> Result<Effect, Refusal> {
        let reason = "the cards were read again".to_owned();
        let proposed = self
            .ask("sue", Command::at(&"t1".parse().unwrap(), TableCommand::Override { reason }))?;
        let proposal = proposed.proposal.expect("it waits for another supervisor");
        assert_eq!(
            self.ask("sue", Command::Approve { proposal }),
            Err(Refusal::SamePerson("sue".parse().unwrap()))
        );
        self.ask("sam", Command::Approve { proposal })
    }

    pub fn return_bet(&mut self, seat: u8) -> Result<Effect, Refusal> {
        let (table, reason) = ("t1".parse().unwrap(), "a dead hand".to_owned());
        self.ask("dee", Command::at(&table, TableCommand::ReturnBet { seat: Seat(seat), reason }))
    }

    pub fn turn_key(&mut self, to: KeySwitch) -> Result<Effect, Refusal> {
        self.ask("sue", Command::at(&"t1".parse().unwrap(), TableCommand::TurnKey { to }))
    }

    pub fn j_pot(&mut self) -> Result<Effect, Refusal> {
        self.ask("sue", Command::at(&"t1".parse().unwrap(), TableCommand::JPot))
    }

    /// Sue proposes, Sam approves.
    pub fn agree(&mut self, proposed: Proposed) -> Result<Effect, Refusal> {
        let proposal = self.ask("sue", Command::Propose { proposed })?.proposal.unwrap();
        self.ask("sam", Command::Approve { proposal })
    }

    pub fn back_out(&mut self, award: u64) -> Result<Effect, Refusal> {
        let reason = "the tape shows a flush".to_owned();
        self.agree(Proposed::BackOut { award: AwardNumber(award), reason })
    }
}
