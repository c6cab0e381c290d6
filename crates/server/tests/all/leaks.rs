//! All bytes that every client gets, over rounds of all games at practice and virtual tables, with folds, busts, errors,
//! recalls and reconnects, searched for cards and seeds that the client may not see: calls and events, pages and what
//! their streams bring.
//!
//! Who may see what is stated in the house's tests, from what happened in a round and nothing else.
//! `CROUPIER_LEAK_ROUNDS=10000` plays more.

#[path = "../../../house/tests/all/floor/may_see.rs"]
mod may_see;

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use house::table::play::Play;
use house::table::setup::Kind;
use http_body_util::BodyExt as _;
use ledger::Key;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::events::Stream;
use crate::play::GAMES;
use crate::support::{Client, House};
use may_see::{cards_in, may_see};

/// Someone who gets bytes: what the statement calls them, their client, their stream.
struct Watcher<'h> {
    /// `dan`, `sue` and `aud` by their names, players by their ids, anyone else as nobody.
    name: Option<String>,
    client: Client<'h>,
    stream: Stream,
    /// The version that was sent last.
    at: Option<u64>,
    /// The streams of the pages that they have open.
    pages: Vec<PageStream>,
}

/// The stream of a page: HTML.
struct PageStream {
    body: Body,
    rest: String,
}

impl PageStream {
    /// Opens it, if the page is theirs.
    async fn open(client: &Client<'_>, path: &str) -> Option<PageStream> {
        let request = client.request(Method::GET, path).body(Body::empty()).unwrap();
        let response = client.house.send(request).await;
        let is_theirs = response.status() == StatusCode::OK;
        is_theirs.then(|| PageStream { body: response.into_body(), rest: String::new() })
    }

    /// What has come: each event with its version. Nothing is waited for: what comes later is read the next time.
    async fn come(&mut self, wait: Duration) -> Vec<(u64, String)> {
        while let Ok(Some(Ok(frame))) = timeout(wait, self.body.frame()).await {
            self.rest.push_str(std::str::from_utf8(&frame.into_data().unwrap()).unwrap());
        }
        let mut events = Vec::new();
        while let Some((block, rest)) = self.rest.split_once("\n\n") {
            let version = block.lines().find_map(|line| line.strip_prefix("id: ")?.parse().ok());
            events.extend(version.map(|version: u64| (version, block.to_owned())));
            self.rest = rest.to_owned();
        }
        events
    }
}

struct Floor<'h> {
    house: &'h House,
    table: String,
    kind: Kind,
    watchers: Vec<Watcher<'h>>,
    /// The cards that each watcher may have seen, by the version of the table.
    may: HashMap<u64, Vec<BTreeSet<String>>>,
    seed: Option<String>,
    dice: SmallRng,
    checked: usize,
    /// How many pages and parts of pages were checked.
    looked: usize,
    hidden: usize,
    /// After how many entries there was a sealed shuffle.
    sealed: usize,
}

impl<'h> Floor<'h> {
    async fn new(house: &'h House, table: &str, kind: Kind, seed: u64) -> Floor<'h> {
        let mut watchers = Vec::new();
        for (name, is_staff) in [
            ("ann", false),
            ("ben", false),
            ("wat", false),
            ("dan", true),
            ("sue", true),
            ("aud", true),
        ] {
            let client = if is_staff { house.staff(name).await } else { house.guest(name).await };
            let name = client.person.clone();
            watchers.push(Floor::watch(client, Some(name), table).await);
        }
        watchers.push(Floor::watch(house.nobody(), None, table).await);
        let mut floor = Floor {
            house,
            table: table.to_owned(),
            kind,
            watchers,
            may: HashMap::new(),
            seed: None,
            dice: SmallRng::seed_from_u64(seed),
            checked: 0,
            looked: 0,
            hidden: 0,
            sealed: 0,
        };
        floor.listen().await;
        floor
    }

    async fn watch(client: Client<'h>, name: Option<String>, table: &str) -> Watcher<'h> {
        let stream = Stream::open(&client, &path(table, "events"), None).await;
        let mut pages = Vec::new();
        for page in ["live", "dealer/live"] {
            pages.extend(PageStream::open(&client, &format!("/tables/{table}/{page}")).await);
        }
        Watcher { name, client, stream, at: None, pages }
    }

    fn play(&self) -> Option<Play> {
        self.house.app.snapshot().machine.play(&self.table.parse().unwrap()).cloned()
    }

    /// Every watcher reads up to the newest version; every byte of it is checked.
    async fn listen(&mut self) {
        let snapshot = self.house.app.snapshot();
        let id = self.table.parse().unwrap();
        let version = snapshot.machine.floor_table(&id).unwrap().version();
        let play = snapshot.machine.play(&id);
        let sees = |who: Option<&str>| -> BTreeSet<String> {
            let seen = play.into_iter().flat_map(|play| may_see(play, self.kind, who));
            seen.map(|card| card.to_string()).collect()
        };
        let may: Vec<BTreeSet<String>> =
            self.watchers.iter().map(|watcher| sees(watcher.name.as_deref())).collect();
        if let Some(play) = play {
            let dealt = cards_in(&play.ops().join(" "));
            self.hidden += usize::from(dealt.difference(&may[6]).count() > 0);
        }
        self.may.insert(version, may);
        self.learn_seed().await;
        let seed = self.seed.clone();
        for (place, watcher) in self.watchers.iter_mut().enumerate() {
            while watcher.at.is_none_or(|at| at < version) {
                let event = watcher.stream.next().await.expect("the version is sent");
                let Some(at) = event.id else { continue };
                watcher.at = Some(at);
                let allowed = self.may.get(&at).map(|may| &may[place]);
                let text = event.data.to_string();
                check(&watcher.name, &text, allowed.expect("every version is known"), &seed);
                self.checked += 1;
            }
        }
        self.look(Duration::ZERO).await;
    }

    /// What the streams of the pages brought, up to now.
    async fn look(&mut self, wait: Duration) {
        for (place, watcher) in self.watchers.iter_mut().enumerate() {
            for page in &mut watcher.pages {
                for (at, html) in page.come(wait).await {
                    let allowed = self.may.get(&at).map(|may| &may[place]);
                    let allowed = allowed.expect("every version is known");
                    check_page(&watcher.name, &html, allowed, &self.seed);
                    self.looked += 1;
                }
            }
        }
    }

    /// A page of one of the watchers, if it is theirs.
    async fn page(&mut self, place: usize, path: &str) {
        let watcher = &self.watchers[place];
        let (status, said) = watcher.client.get(path).await;
        assert!(!status.is_server_error(), "{path}: {said}");
        let newest = self.may.keys().max().copied().unwrap();
        let html = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
        // An example in the documentation of a field is not a card of the round.
        let html = html.replace("The cards that were shuffled: As Kd", "");
        check_page(&watcher.name, &html, &self.may[&newest][place], &self.seed);
        self.looked += 1;
    }

    /// The sealed shuffle in use, read from the store: with the key, it could be opened [SHF-1].
    async fn learn_seed(&mut self) {
        let key = Key::new("floor", self.table.as_str());
        let row = self
            .house
            .app
            .read(move |store, _| ledger::row_now::<house::House>(store, &key))
            .await
            .unwrap()
            .unwrap();
        let row: Value = serde_json::from_str(&row.unwrap().json).unwrap();
        let shuffle = &row["shuffle"];
        assert_eq!(shuffle["seed"], Value::Null, "no seed lies in the store");
        self.seed = shuffle["deck"]["sealed"].as_str().map(str::to_owned);
        self.sealed += usize::from(self.seed.is_some());
    }

    /// An answer to one of the watchers.
    fn read(&mut self, place: usize, text: &str, named: &str) {
        let newest = self.may.keys().max().copied().unwrap();
        let mut allowed = self.may[&newest][place].clone();
        allowed.extend(cards_in(named));
        check(&self.watchers[place].name, text, &allowed, &self.seed);
        self.checked += 1;
    }

    async fn act(&mut self, place: usize, act: Value) -> bool {
        let (status, said) = self.watchers[place].client.act(&self.table, act.clone()).await;
        assert!(!status.is_server_error(), "{act}: {said}");
        self.listen().await;
        self.read(place, &said.to_string(), &act.to_string());
        status == StatusCode::OK
    }

    /// Someone looks at other things, comes back, or tries what they may not.
    async fn trouble(&mut self) {
        let place = self.dice.random_range(0..self.watchers.len());
        match self.dice.random_range(0..11) {
            9 => {
                let number = self.play().map_or(1, |play| play.number());
                let path = path(&self.table, &format!("rounds/{number}/openings"));
                let (_, said) = self.watchers[place].client.get(&path).await;
                self.read(place, &said.to_string(), "");
            }
            10 => {
                let number = self.play().map_or(1, |play| play.number());
                self.page(place, &format!("/verify?table={}&round={number}", self.table)).await;
            }
            5 => self.page(place, &format!("/tables/{}", self.table)).await,
            6 => self.page(place, &format!("/tables/{}/dealer", self.table)).await,
            7 => {
                let number = self.play().map_or(1, |play| play.number());
                self.page(place, &format!("/rounds/{}/{number}", self.table)).await;
            }
            8 => {
                let path = *["/", "/floor", "/tables/{}/coach"].choose(&mut self.dice).unwrap();
                self.page(place, &path.replace("{}", &self.table)).await;
            }
            0 => {
                let number = self.play().map_or(1, |play| play.number());
                let path = path(&self.table, &format!("rounds/{number}"));
                let (_, said) = self.watchers[place].client.get(&path).await;
                self.read(place, &said.to_string(), "");
            }
            1 => {
                let (_, view) = self.watchers[place].client.get(&path(&self.table, "")).await;
                self.read(place, &view.to_string(), "");
            }
            2 => {
                // A lost connection: a few versions may have to be sent again.
                let back = self.watchers[place].at.unwrap_or(0).saturating_sub(3);
                let watcher = &mut self.watchers[place];
                watcher.stream =
                    Stream::open(&watcher.client, &path(&self.table, "events"), Some(back)).await;
                watcher.at = Some(back);
                self.listen().await;
            }
            3 => {
                let seat = self.dice.random_range(1..4);
                let action =
                    *["fold", "hit", "set As", "bet 4x", "split"].choose(&mut self.dice).unwrap();
                self.act(place, json!({ "act": "decide", "seat": seat, "action": action })).await;
            }
            _ => {
                let number = self.play().map_or(0, |play| play.number());
                let (_, said) = self.watchers[4].client.get("/api/v1/audit?limit=50").await;
                let of_round: Vec<Value> = said["entries"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|entry| {
                        entry["table"] == self.table.as_str() && entry["round"] == number
                    })
                    .cloned()
                    .collect();
                self.read(4, &Value::from(of_round).to_string(), "");
            }
        }
    }

    /// The dealer confirms the chips that a seat has asked for, if it has.
    async fn confirm(&mut self, seat: u8, amount: &str) {
        if self.kind == Kind::Virtual {
            self.act(3, json!({ "act": "confirm_chips", "seat": seat, "amount": amount })).await;
        }
    }

    async fn round(&mut self) {
        for (place, seat) in [(0, 1), (1, 2)] {
            // Refused from the second round on.
            self.act(place, json!({ "act": "sit", "seat": seat, "buy_in": "600.00" })).await;
            self.confirm(seat, "600.00").await;
            self.act(place, json!({ "act": "add_chips", "seat": seat, "amount": "200.00" })).await;
            self.confirm(seat, "200.00").await;
            let view = self.watchers[place].client.view(&self.table).await;
            let bets = view["posted"]["least"].clone();
            self.act(place, json!({ "act": "bet", "seat": seat, "bets": bets })).await;
        }
        for (place, seat) in [(0, 1), (1, 2)] {
            self.act(place, json!({ "act": "ready", "seat": seat })).await;
        }
        if self.kind == Kind::Virtual {
            self.act(3, json!({ "act": "lock" })).await;
        }
        for _ in 0..200 {
            if self.dice.random_bool(0.25) {
                self.trouble().await;
            }
            if !self.go_on().await {
                return;
            }
        }
        panic!("{}: the round does not end", self.table);
    }

    /// The next thing that is due; false once the round is over.
    async fn go_on(&mut self) -> bool {
        let view = self.watchers[3].client.view(&self.table).await;
        let next = &view["round"]["next"];
        match next["kind"].as_str().unwrap() {
            "done" | "bets" => return false,
            "decision" => {
                let place = next["seat"].as_u64().unwrap() as usize - 1;
                let view = self.watchers[place].client.view(&self.table).await;
                let actions = view["round"]["next"]["actions"].as_array().unwrap().clone();
                let action = actions.choose(&mut self.dice).unwrap().clone();
                let hand = view["round"]["next"]["hand"].clone();
                let act =
                    json!({ "act": "decide", "seat": place + 1, "action": action, "hand": hand });
                self.act(place, act).await;
            }
            "award" => {
                let (_, said) = self.watchers[4].client.get("/api/v1/awards?state=pending").await;
                match said["awards"][0]["award"].as_u64() {
                    Some(award) => self.act(4, json!({ "act": "verify", "award": award })).await,
                    None => self.act(3, json!({ "act": "step" })).await,
                };
            }
            _ => {
                if !self.act(3, json!({ "act": "step" })).await {
                    self.act(3, json!({ "act": "game_over" })).await;
                }
            }
        }
        true
    }
}

fn path(table: &str, what: &str) -> String {
    format!("/api/v1/tables/{table}/{what}").trim_end_matches('/').to_owned()
}

fn check(who: &Option<String>, text: &str, may: &BTreeSet<String>, seed: &Option<String>) {
    let told: Vec<String> = cards_in(text).difference(may).cloned().collect();
    assert!(told.is_empty(), "{who:?} is told of {told:?}: {text}");
    if let Some(seed) = seed {
        assert!(!text.contains(seed), "{who:?} is told the seed: {text}");
    }
}

const RANKS: [(&str, char); 13] = [
    ("two", '2'),
    ("three", '3'),
    ("four", '4'),
    ("five", '5'),
    ("six", '6'),
    ("seven", '7'),
    ("eight", '8'),
    ("nine", '9'),
    ("ten", 'T'),
    ("jack", 'J'),
    ("queen", 'Q'),
    ("king", 'K'),
    ("ace", 'A'),
];
const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];

/// Every card that a page tells of: as a code in an attribute or its text, or in words.
fn cards_on_page(html: &str) -> BTreeSet<String> {
    let mut found = cards_in(html);
    let words = html.to_lowercase();
    for suit in SUITS {
        for (at, _) in words.match_indices(&format!(" of {suit}")) {
            let rank = RANKS.iter().find(|(name, _)| words[..at].ends_with(name));
            found.extend(rank.map(|(_, letter)| format!("{letter}{}", &suit[..1])));
        }
    }
    found
}

#[test]
fn cards_are_found_however_a_page_writes_them() {
    let found = |html: &str| cards_on_page(html).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(found(r#"<svg data-card="As" aria-label="a card, face down">"#), "As");
    assert_eq!(found(r##"<use href="/assets/1/cards.svg#card-Th">"##), "Th");
    assert_eq!(found("You have Queen of hearts, two of clubs."), "2c Qh");
    assert_eq!(found(r#"<svg data-card="??"> two pair, kings and nines; a pair of tens"#), "");
}

fn check_page(who: &Option<String>, html: &str, may: &BTreeSet<String>, seed: &Option<String>) {
    let told: Vec<String> = cards_on_page(html).difference(may).cloned().collect();
    assert!(told.is_empty(), "{who:?} is shown {told:?}: {html}");
    if let Some(seed) = seed {
        assert!(!html.contains(seed), "{who:?} is shown the seed: {html}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_sent_a_card_or_a_seed_that_they_may_not_see() {
    let rounds: usize =
        std::env::var("CROUPIER_LEAK_ROUNDS").map_or(48, |count| count.parse().unwrap());
    let house = House::new();
    server::follow(&house.app);
    let sue = house.staff("sue").await;
    let (mut checked, mut looked, mut hidden, mut sealed) = (0, 0, 0, 0);
    for (number, game) in GAMES.iter().enumerate() {
        for kind in [Kind::Practice, Kind::Virtual] {
            let table = format!("{game}-{}", kind.word());
            let body = json!({
                "table": table, "game": game, "kind": kind.word(), "guests": true,
                "min": "5.00", "max": "100.00",
            });
            let (status, said) = sue.post("/api/v1/tables", body).await;
            assert_eq!(status, StatusCode::OK, "{said}");
            let mut floor = Floor::new(&house, &table, kind, number as u64).await;
            for _ in 0..rounds.div_ceil(GAMES.len() * 2) {
                floor.round().await;
            }
            floor.look(Duration::from_millis(20)).await;
            checked += floor.checked;
            looked += floor.looked;
            hidden += floor.hidden;
            sealed += floor.sealed;
        }
    }
    assert!(checked > rounds * 50, "{checked} texts were checked");
    assert!(looked > rounds * 50, "{looked} pages and parts of pages were checked");
    assert!(hidden > rounds, "cards were hidden after {hidden} entries");
    assert!(sealed > rounds, "there was a sealed shuffle after {sealed} entries");
}
