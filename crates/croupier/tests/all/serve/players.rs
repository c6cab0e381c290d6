//! Players who keep their own books: what they were told is done, and what they should have.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::http::{Answer, Client};
use super::{GIVE_UP, within};

const BUY_IN_CENTS: i64 = 100_000;
/// The player buys a little more after this number of acts: bought twice, it would show.
const BUYS_EVERY: usize = 7;
const AGAIN: Duration = Duration::from_millis(10);

/// Where the server is; it moves when it starts again.
#[derive(Clone)]
pub struct Where {
    address: Arc<Mutex<SocketAddr>>,
    stops: Arc<AtomicBool>,
}

impl Where {
    pub fn new(address: SocketAddr) -> Where {
        Where { address: Arc::new(Mutex::new(address)), stops: Arc::default() }
    }

    pub fn is(&self) -> SocketAddr {
        *self.address.lock().unwrap()
    }

    pub fn moved(&self, address: SocketAddr) {
        *self.address.lock().unwrap() = address;
    }

    pub fn stop(&self) {
        self.stops.store(true, Ordering::Relaxed);
    }

    pub fn stops(&self) -> bool {
        self.stops.load(Ordering::Relaxed)
    }
}

/// An amount in dollars.
#[track_caller]
pub fn cents(amount: &Value) -> i64 {
    let text = amount.as_str().unwrap_or_else(|| panic!("{amount} is an amount"));
    let (dollars, cents) = text.split_once('.').unwrap_or((text, "00"));
    dollars.parse::<i64>().unwrap() * 100 + cents.parse::<i64>().unwrap()
}

/// The seat of a player in a view.
pub fn seat(view: &Value, number: u8) -> Option<&Value> {
    view["round"]["seats"].as_array()?.iter().find(|seat| seat["seat"] == number)
}

/// What was acknowledged.
struct Done {
    key: String,
    act: Value,
    entry: u64,
}

/// A player alone at a table, with their own book.
pub struct Player {
    client: Client,
    pub table: String,
    view: Value,
    done: Vec<Done>,
    bought_cents: i64,
    won_cents: i64,
    /// The last round whose lines are in the book.
    round: u64,
    /// How many acts got no answer, and how many of those had been done.
    pub unanswered: usize,
    pub already_done: usize,
    /// How many acts were acknowledged, for others to see.
    pub acts: Arc<AtomicUsize>,
}

impl Player {
    /// Comes in and sits down.
    pub fn sit(place: &Where, table: &str) -> Player {
        let mut client = Client::player(place.is(), &format!("at-{table}"));
        let view = client.view(table);
        let mut player = Player {
            client,
            table: table.to_owned(),
            view,
            done: Vec::new(),
            bought_cents: BUY_IN_CENTS,
            won_cents: 0,
            round: 0,
            unanswered: 0,
            already_done: 0,
            acts: Arc::default(),
        };
        player.post(place, json!({ "act": "sit", "seat": 1, "buy_in": "1000.00" }));
        player
    }

    /// The same person on a connection of their own.
    pub fn as_client(&self) -> Client {
        self.client.at(self.client.address)
    }

    fn version(&self) -> u64 {
        self.view["version"].as_u64().unwrap()
    }

    /// Does what comes next, until it is acknowledged.
    pub fn go_on(&mut self, place: &Where) {
        let act = self.next();
        if act["act"] == "add_chips" {
            self.bought_cents += cents(&act["amount"]);
        }
        self.post(place, act);
    }

    fn next(&self) -> Value {
        let next = &self.view["round"]["next"];
        let own = seat(&self.view, 1).expect("the player sits there");
        match next["kind"].as_str() {
            Some("decision") => json!({
                "act": "decide", "seat": 1, "action": next["actions"][0], "hand": next["hand"],
            }),
            _ if self.done.len().is_multiple_of(BUYS_EVERY) => {
                json!({ "act": "add_chips", "seat": 1, "amount": "10.00" })
            }
            Some("bets") if own["bets"] != json!({}) => json!({ "act": "ready", "seat": 1 }),
            _ if cents(&own["chips"]) < 20_000 => {
                json!({ "act": "add_chips", "seat": 1, "amount": "500.00" })
            }
            _ => json!({ "act": "bet", "seat": 1, "bets": self.view["posted"]["least"] }),
        }
    }

    /// Sends an act until it is answered, always with the same key, and writes the answer down.
    fn post(&mut self, place: &Where, mut act: Value) {
        act["expect"] = self.version().into();
        let key = format!("{}-{}", self.table, self.done.len());
        let until = Instant::now() + GIVE_UP;
        let answer = loop {
            match self.client.try_act(&self.table, &key, &act) {
                Ok(answer) if matches!(answer.status, 429 | 503) && Instant::now() < until => {
                    std::thread::sleep(AGAIN);
                }
                Ok(answer) => break answer,
                Err(_) => self.come_back(place),
            }
        };
        assert_eq!(answer.status, 200, "{}: {act}: {}", self.table, answer.body);
        self.write_down(key, act, &answer);
    }

    /// Nobody answered: the player comes back with the old token, and looks whether it was done.
    fn come_back(&mut self, place: &Where) {
        self.unanswered += 1;
        let path = format!("/api/v1/tables/{}", self.table);
        let mut answer = None;
        within(GIVE_UP, "the server is back", || {
            self.client = self.client.at(place.is());
            answer = self.client.send("GET", &path, &[], "").ok();
            answer.is_some()
        });
        let answer = answer.expect("it was just given");
        assert_eq!(answer.status, 200, "the old token is good: {}", answer.body);
        let view = answer.json();
        let ahead = view["version"].as_u64().unwrap().checked_sub(self.version());
        match ahead {
            Some(0) => {}
            Some(1) => self.already_done += 1,
            _ => panic!("{}: acknowledged {}, now {view}", self.table, self.version()),
        }
    }

    fn write_down(&mut self, key: String, act: Value, answer: &Answer) {
        let said = answer.json();
        let expected = self.version() + 1;
        assert_eq!(said["version"], expected, "{}: {act} was done once", self.table);
        self.view = said["view"].clone();
        self.done.push(Done { key, act, entry: said["entry"].as_u64().unwrap() });
        self.acts.store(self.done.len(), Ordering::Relaxed);
        let round = &self.view["round"];
        let number = round["number"].as_u64().unwrap();
        if round["next"]["kind"] == "done" && number > self.round {
            let lines = round["lines"].as_array().unwrap();
            let won = |line: &Value| cents(&line["returned"]) - cents(&line["staked"]);
            self.won_cents += lines.iter().map(won).sum::<i64>();
            self.round = number;
        }
    }

    /// Plays until no round is on. Everyone does before anyone checks: a clock would decide for those who wait.
    pub fn finish(&mut self, place: &Where) {
        while self.view["round"]["next"]["kind"] != "done" {
            self.go_on(place);
        }
    }

    /// Compares the house with the book: the chips, and every act that was acknowledged, which sent again has the same
    /// entry and does nothing. Says how many there are.
    pub fn check(self, place: &Where) -> usize {
        let chips = |view: &Value| cents(&seat(view, 1).unwrap()["chips"]);
        let expected = self.bought_cents + self.won_cents;
        let mut client = self.client.at(place.is());
        assert_eq!(chips(&client.view(&self.table)), expected, "{}: chips", self.table);
        for Done { key, act, entry } in &self.done {
            let answer = client.try_act(&self.table, key, act).unwrap();
            assert_eq!(answer.status, 200, "{}: {act}: {}", self.table, answer.body);
            assert_eq!(answer.json()["entry"], *entry, "{}: {act}", self.table);
        }
        let view = client.view(&self.table);
        assert_eq!(view["version"], self.version(), "{}: nothing was done again", self.table);
        assert_eq!(chips(&view), expected, "{}: chips", self.table);
        self.done.len()
    }
}
