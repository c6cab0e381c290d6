//! A house without a store: requests are applied one by one, and after each of them everything that
//! must hold is checked.

use std::collections::BTreeMap;

use house::recall::{Reader, Recall};
use house::table::command::{Dollars, TableCommand};
use house::table::play::{Play, Progress};
use house::table::setup::{Kind, Setup};
use house::table::shuffling::FreshSeed;
use house::table::steps::StepDone;
use house::view::{Due, Viewer};
use house::{
    Command, Effect, House, HouseRules, MeterId, PersonId, Record, Refusal, Request, Role, Seat,
    TableId,
};
use ledger::{Machine as _, RequestId};
use money::{Cents, MeterUnits, Moment};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use shuffle::{CommittedDeck, Secret, Seed};

use crate::auditor::Books;

/// The games with a progressive, and a schedule of each.
pub const PROGRESSIVES: [(&str, &str); 7] = [
    ("let-it-ride", "LIRP-1"),
    ("three-card-poker", "paytable-1"),
    ("caribbean-stud", "CS-10"),
    ("four-card-poker", "FCCP-1"),
    ("texas-holdem-bonus", "THBP-08"),
    ("mississippi-stud", "MS-STUD-01"),
    ("ultimate-texas-holdem", "UTHP-01"),
];

pub const GAMES: [&str; 13] = [
    "let-it-ride",
    "three-card-poker",
    "caribbean-stud",
    "silverado-stud",
    "four-card-poker",
    "texas-holdem-bonus",
    "mississippi-stud",
    "ultimate-texas-holdem",
    "holdem-212",
    "blackjack",
    "buster-blackjack",
    "war-blackjack",
    "casino-war",
];

pub struct Pit {
    pub house: House,
    /// What a store would hold: the house is rebuilt from it.
    stored: House,
    /// The last row of each record.
    rows: BTreeMap<ledger::Key, String>,
    pub now: i64,
    pub dice: SmallRng,
    pub entries: u64,
    /// The house's own rules that requests are made under.
    pub rules: HouseRules,
    /// The dealer's steps that were logged since this was cleared.
    pub steps: Vec<StepDone>,
    /// Every seed that was offered, by its commitment.
    pub seeds: BTreeMap<String, String>,
    /// An auditor who reads every entry, where a test asks for one.
    pub books: Option<Books>,
    /// The entries of every round.
    pub records: BTreeMap<(TableId, u64), Vec<Record>>,
}

pub fn table(id: &str) -> TableId {
    id.parse().unwrap()
}

pub fn person(id: &str) -> PersonId {
    id.parse().unwrap()
}

impl Pit {
    pub fn new(seed: u64) -> Pit {
        let mut pit = Pit {
            house: House::default(),
            stored: House::default(),
            rows: BTreeMap::new(),
            now: 1_700_000_000_000_000,
            dice: SmallRng::seed_from_u64(seed),
            entries: 0,
            rules: HouseRules::CURRENT,
            steps: Vec::new(),
            seeds: BTreeMap::new(),
            books: None,
            records: BTreeMap::new(),
        };
        let staff = [("sue", Role::Supervisor), ("bob", Role::Supervisor), ("dan", Role::Dealer)];
        for (name, role) in staff {
            let what = Command::AddPerson {
                person: person(name),
                name: name.to_uppercase(),
                role,
                secret: house::SecretMark::of(""),
            };
            pit.done("sue", what);
        }
        for name in ["ann", "ben", "cat"] {
            let (role, secret) = (Role::Player, house::SecretMark::of(""));
            let (person, name) = (person(name), name.to_uppercase());
            pit.done("sue", Command::AddPerson { person, name, role, secret });
        }
        pit
    }

    /// Asks for something; what is refused changes nothing.
    pub fn ask(&mut self, by: &str, what: Command) -> Result<Effect, Refusal> {
        self.now += 1_000;
        let act = Request::new(person(by), "pit-1".parse().unwrap(), what);
        let act = Request { rules: self.rules, ..act };
        let mut next = self.house.clone();
        let effect = next.act(Moment(self.now), &act)?;
        self.house = next;
        self.entries += 1;
        self.steps.extend(effect.steps.iter().cloned());
        let record = Record {
            seq: self.entries,
            version: 1,
            id: RequestId(u128::from(self.entries)),
            at: Moment(self.now),
            request: act,
            effect: effect.clone(),
            clock_back_micros: None,
            state: None,
            archived: None,
        };
        if let Some(books) = &mut self.books {
            books.record(&record);
        }
        if let (Some(table), Some(round)) = (effect.table.clone(), effect.round) {
            self.records.entry((table, round)).or_default().push(record);
        }
        self.check(&effect);
        Ok(effect)
    }

    pub fn done(&mut self, by: &str, what: Command) -> Effect {
        let said = format!("{by}: {what:?}");
        self.ask(by, what).unwrap_or_else(|refusal| panic!("{said}: {refusal}"))
    }

    /// The round at a table as a store keeps it.
    pub fn round_row(&self, at: &str) -> String {
        let number = self.house.play(&table(at)).unwrap().number();
        self.rows[&house::round_key(&table(at), number)].clone()
    }

    /// The round at a table as someone recalls it, with its entries.
    pub fn recalled(&self, at: &str, reader: Reader<'_>) -> Recall {
        let play = self.house.play(&table(at)).unwrap();
        let records = self.records.get(&(table(at), play.number())).map_or(&[][..], Vec::as_slice);
        self.house.recall_round(play, records, reader).unwrap()
    }

    /// What a command brings for a new shuffle, as a desk would add it, from a secret that is known to the test.
    pub fn fresh_seed(&mut self, at: &str, command: &TableCommand) -> Option<FreshSeed> {
        let bytes: [u8; 32] = self.dice.random();
        if self.rules == HouseRules::FIRST {
            let seed = Seed::from_bytes(bytes);
            self.seeds.insert(seed.commitment().to_string(), seed.reveal());
            return Some(seed.into());
        }
        let on = self.house.floor_table(&table(at)).ok()?;
        let play = self.house.play(&table(at)).map(Play::progress);
        let round = match play {
            Some(Progress::Betting) if on.needs_seed() => on.rounds(),
            _ if matches!(command, TableCommand::Bet { .. }) && on.needs_seed() => on.rounds() + 1,
            _ => return None,
        };
        let (secret, decks) = (Secret::from_bytes(bytes), on.felt().decks());
        let root = CommittedDeck::new(&secret, decks).root();
        let seed = FreshSeed::of(&secret, self.house.keys(), on.id(), round, decks).unwrap();
        self.seeds.insert(root.to_string(), Seed::from_bytes(bytes).reveal());
        Some(seed)
    }

    pub fn command(
        &mut self,
        by: &str,
        at: &str,
        command: TableCommand,
    ) -> Result<Effect, Refusal> {
        let seed = self.fresh_seed(at, &command);
        self.ask(by, Command::Table { table: Some(table(at)), command, seed, expect: None })
    }

    pub fn play(&mut self, by: &str, at: &str, command: TableCommand) -> Effect {
        let said = format!("{by}: {command:?}");
        self.command(by, at, command).unwrap_or_else(|refusal| panic!("{at}: {said}: {refusal}"))
    }

    /// A player sits down; where there is a dealer, the dealer confirms the chips.
    pub fn sit(&mut self, by: &str, at: &str, seat: u8, buy_in: Cents) {
        let seat = Seat(seat);
        self.play(by, at, TableCommand::Sit { seat, buy_in });
        if self.house.floor_table(&table(at)).unwrap().buy_ins().contains_key(&seat) {
            self.play("dan", at, TableCommand::ConfirmChips { seat, amount: buy_in });
        }
    }

    /// What must hold after every entry.
    fn check(&mut self, effect: &Effect) {
        assert_eq!(self.house.book().total(), MeterUnits::ZERO, "the book balances");
        for posting in &effect.book {
            assert!(posting.amount > MeterUnits::ZERO && posting.from != posting.to);
        }
        for (account, balance) in self.house.book().balances() {
            let name = account.to_string();
            let is_players = name.starts_with("chips") || name.starts_with("layout");
            assert!(!is_players || balance > MeterUnits::ZERO, "{name} is {balance}");
        }
        for meter in self.house.meters() {
            let t = &meter.totals;
            let owed = t.display + t.reserve + t.overflow + t.pending;
            let booked = self.house.book().balance(&format!("meter {}", meter.id).parse().unwrap());
            assert_eq!(owed, booked, "the book knows what meter {} owes", meter.id);
        }
        for step in &effect.steps {
            assert!(!step.cite.is_empty() && step.text.ends_with('.'), "{step:?}");
        }
        // What is written down makes the same house again.
        for change in self.house.take_changes() {
            if change.is_live {
                self.stored.load(&change.key, &change.json).unwrap();
            } else {
                self.stored.unload(&change.key);
            }
            self.rows.insert(change.key, change.json);
        }
        assert!(self.stored == self.house, "the rows make the same house");
        assert!(self.house.inconsistencies().is_empty());
    }

    /// Opens a table of a game, with a meter where it has a progressive.
    pub fn open(&mut self, id: &str, game: &str, kind: Kind) {
        self.set_up(id, Setup::new(game, kind));
    }

    /// Opens a table, with a meter where its game has a progressive.
    pub fn set_up(&mut self, id: &str, mut setup: Setup) -> Effect {
        let game = setup.game.as_str();
        let progressive = PROGRESSIVES.iter().find(|(known, _)| *known == game);
        if let Some((_, schedule)) = progressive {
            let meter: MeterId = format!("m-{id}").parse().unwrap();
            let posted = setup.schedules.entry("progressive".to_owned());
            posted.or_insert_with(|| (*schedule).to_owned());
            setup.meter = Some(meter.clone());
            let (criteria, terms) = setup.meter_terms().unwrap().expect("it posts a progressive");
            self.done("sue", Command::CreateMeter { meter, criteria, terms });
        }
        self.done("sue", Command::SetUpTable { table: table(id), setup })
    }

    /// The dealer confirms every step that waits before a card, an award or the end key.
    pub fn confirm_steps(&mut self, at: &str) {
        loop {
            let view = self.house.view(&table(at), Viewer::Person(&person("dan"))).unwrap();
            let next = view.round.next;
            let waits =
                next.step.filter(|step| matches!(next.due, Due::Step(_)) && step.id != "end-key");
            if waits.is_none() {
                return;
            }
            self.play("dan", at, TableCommand::Step);
        }
    }

    /// Bets that the table takes from a seat, at random: all or some of what is offered.
    pub fn random_bets(&mut self, by: &str, at: &str, seat: u8, bettors: usize) -> bool {
        let offered: Vec<&'static str> =
            self.house.floor_table(&table(at)).unwrap().felt().bets().collect();
        for attempt in 0..60 {
            let usual = *[5, 10, 5, 1, 2].choose(&mut self.dice).unwrap();
            let mut bets = std::collections::BTreeMap::new();
            for bet in &offered {
                if attempt < 30 && self.dice.random_bool(0.3) {
                    continue;
                }
                // The 212's ante is $5 for a player alone and $1 for several (6).
                let amount = match *bet {
                    "progressive" => 1,
                    "holdem" if bettors == 1 => 5,
                    "holdem" => 1,
                    _ if at.starts_with("holdem-212") => 5,
                    _ if self.dice.random_bool(0.2) => 5,
                    _ => usual,
                };
                bets.insert((*bet).to_owned(), Dollars(Cents::dollars(amount)));
            }
            if self
                .command(
                    by,
                    at,
                    TableCommand::Bet { seat: Seat(seat), bets, tips: Default::default() },
                )
                .is_ok()
            {
                return true;
            }
        }
        false
    }
}
