//! A game at its three kinds of tables: fixed shuffles at a practice and a virtual table, fixed cards at a live one.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use house::Command;
use house::table::command::TableCommand;
use house::table::setup::Kind;
use house::table::shuffling::FreshSeed;
use rulebook::Game;
use serde_json::{Value, json};
use shuffle::Secret;

use super::{Callers, Recording, founding};

/// At the most so many things are done in a round.
const LONGEST: usize = 90;
/// How often is asked for what is counted in the background.
const PATIENCE: usize = 10_000;
/// Everyone who looks.
const VIEWERS: [&str; 6] = ["ann", "ben", "dan", "sue", "aud", "nobody"];
/// What seat 1 and the board get at a live table, round by round: a royal flush, pairs to split, nothing.
const GOOD: [&str; 3] =
    ["As Ks Qs Js Ts 9s 8s", "8s 8h 8d 2c 2h 8c 5d 5c", "7h 2c 9d 3s Jh 4c 5d 6s 8h"];
/// What everyone else gets.
const REST: &str = "2d Kc 9h 4h Kd 6d 3c Th 7c Qd 5h Jc 6h Ad 9c 3h Tc 4s Jd 7d Qc 8c 4d 6c Qh 3d";

/// Plays a game, and what was answered.
pub async fn plays(game: &Game) -> Recording {
    let kinds = [Kind::Practice, Kind::Virtual, Kind::Live];
    let tables: BTreeMap<_, _> = kinds.map(|kind| founding::table(game, kind)).into();
    let house = founding::house(tables).await;
    let callers = Callers::new(&house).await;
    let mut script = Script { callers, style: 0, awards: 0, steps: 0, first: BTreeMap::new() };
    script.practice().await;
    script.virtual_table().await;
    script.live().await;
    script.afterwards().await;
    script.callers.recording
}

struct Script<'h> {
    callers: Callers<'h>,
    /// How is decided: differently in every round.
    style: usize,
    /// How many winners were decided on.
    awards: usize,
    /// How many things were done.
    steps: usize,
    /// The first card of each seat, at the live table.
    first: BTreeMap<u64, String>,
}

impl Script<'_> {
    async fn practice(&mut self) {
        const AT: &str = "practice-1";
        self.callers.sign_in("gil", json!({ "guest": "Gil" })).await;
        self.callers.get("gil", "/api/v1/tables/practice-1").await;
        for (who, seat) in [("ann", 1), ("ben", 2), ("gil", 3)] {
            let act = json!({ "act": "sit", "seat": seat, "buy_in": "900.00" });
            self.callers.act(who, AT, act).await;
        }
        for round in 1..=3 {
            let seats: &[(&str, u8)] = if round == 1 {
                &[("ann", 1), ("ben", 2), ("gil", 3)]
            } else {
                &[("ann", 1), ("ben", 2)]
            };
            self.bets(AT, round, seats).await;
            for (who, seat) in seats {
                self.callers.act(who, AT, json!({ "act": "ready", "seat": seat })).await;
            }
            self.round(AT, &[]).await;
            if round == 1 {
                self.callers.act("gil", AT, json!({ "act": "leave", "seat": 3 })).await;
            }
        }
        self.recall(AT, 1, &["ann", "aud"]).await;
        self.recall(AT, 2, &["gil"]).await;
    }

    async fn virtual_table(&mut self) {
        const AT: &str = "virtual-1";
        let early = json!({ "act": "sit", "seat": 1, "buy_in": "500.00" });
        self.callers.act("ann", AT, early).await;
        self.callers.get("dan", "/api/v1/tables/virtual-1").await;
        for (who, seat) in [("ann", 1), ("ben", 2)] {
            let act = json!({ "act": "sit", "seat": seat, "buy_in": "500.00" });
            self.callers.act(who, AT, act).await;
        }
        for seat in [1, 2] {
            let act = json!({ "act": "confirm_chips", "seat": seat, "amount": "500.00" });
            self.callers.act("dan", AT, act).await;
        }
        for round in 1..=2 {
            self.bets(AT, round, &[("ann", 1), ("ben", 2)]).await;
            let word = json!({ "act": "seed_word", "seat": 2, "word": "sesame" });
            self.callers.act("ben", AT, word).await;
            self.callers.act("dan", AT, json!({ "act": "lock" })).await;
            self.round(AT, &[]).await;
        }
        self.recall(AT, 1, &["ann", "sue"]).await;
    }

    async fn live(&mut self) {
        const AT: &str = "live-1";
        for round in 1..=4 {
            self.bets(AT, round, &[("dan", 1), ("dan", 2)]).await;
            self.callers.act("dan", AT, json!({ "act": "lock" })).await;
            let good = GOOD[(round as usize - 1) % GOOD.len()];
            self.round(AT, &good.split(' ').collect::<Vec<_>>()).await;
        }
        self.recall(AT, 1, &["sue", "ann"]).await;
        self.recall(AT, 2, &["aud"]).await;
    }

    /// Every seat bets: what it must in the first round, everything that it can in the others.
    async fn bets(&mut self, at: &str, round: u64, seats: &[(&str, u8)]) {
        let view = self.callers.peek("dan", &format!("/api/v1/tables/{at}")).await;
        let posted = &view["posted"];
        let mut bets = posted["least"].clone();
        if round > 1 {
            for bet in posted["bets"].as_array().unwrap() {
                let bet = bet.as_str().unwrap();
                let amount = match (bet, &posted["limits"][bet][0]) {
                    ("progressive", _) => posted["progressive_wager"].clone(),
                    (_, Value::Null) => json!("5.00"),
                    (_, least) => least.clone(),
                };
                bets[bet] = amount;
            }
        }
        // In a game for a pot the bet for it depends on how many play.
        if bets.get("holdem").is_some() {
            bets["holdem"] = json!("1.00");
        }
        let main = bets.as_object().unwrap().keys().next().unwrap().clone();
        for (place, (who, seat)) in seats.iter().enumerate() {
            let tips = if round == 2 { json!({ (main.clone()): "1.00" }) } else { json!({}) };
            let act = json!({ "act": "bet", "seat": seat, "bets": bets, "tips": tips });
            if place == 0 && at != "live-1" {
                self.opens(at, who, act).await;
            } else if self.callers.act(who, at, act).await.0 != StatusCode::OK {
                let least = json!({ "act": "bet", "seat": seat, "bets": posted["least"] });
                self.callers.act(who, at, least).await;
            }
        }
    }

    /// The first bet of a round, which is asked for at the house's desk with a shuffle that is known.
    async fn opens(&mut self, at: &str, who: &str, act: Value) {
        let app = self.callers.house.app.clone();
        let (table, by) = (at.parse().unwrap(), who.parse().unwrap());
        let asked = act.clone();
        let posted = move || {
            let snapshot = app.snapshot();
            let on = snapshot.machine.floor_table(&table).unwrap();
            let round = on.rounds() + 1;
            let secret = Secret::from_bytes([u8::try_from(round).unwrap(); 32]);
            let keys = snapshot.machine.keys();
            let decks = on.felt().decks();
            let seed = FreshSeed::of(&secret, keys, &table, round, decks).unwrap();
            let command: TableCommand = serde_json::from_value(act).unwrap();
            let what =
                Command::Table { table: Some(table), command, seed: Some(seed), expect: None };
            let id = house::desk::fresh_id().unwrap();
            app.ledger().post(app.desk.request(&by, id, what)).err().map(|error| error.to_string())
        };
        let refused = tokio::task::spawn_blocking(posted).await.unwrap();
        let is_done = refused.is_none();
        let said = refused.unwrap_or_else(|| "done".to_owned());
        let status = if is_done { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
        self.callers.recording.said(&format!("{who} at the desk of {at} {asked}"), status, &said);
        if !is_done {
            let view = self.callers.peek("dan", &format!("/api/v1/tables/{at}")).await;
            let least = view["posted"]["least"].clone();
            // Where no tip may ride, the same bets without one; where not all of them go together, the least.
            let has_tips = asked["tips"].as_object().is_some_and(|tips| !tips.is_empty());
            let bets = if has_tips { asked["bets"].clone() } else { least };
            assert!(has_tips || asked["bets"] != bets, "{at}: {said}");
            let act = json!({ "act": "bet", "seat": asked["seat"], "bets": bets });
            Box::pin(self.opens(at, who, act)).await;
        }
    }

    /// Plays a round to its end, with everyone looking on.
    async fn round(&mut self, at: &str, good: &[&str]) {
        self.style += 1;
        self.first.clear();
        let mut good = good.iter().copied().collect::<std::collections::VecDeque<_>>();
        let used: Vec<&str> = good.iter().copied().collect();
        let mut rest = REST.split(' ').filter(|card| !used.contains(card));
        let mut looked: Vec<String> = Vec::new();
        let path = format!("/api/v1/tables/{at}");
        for _ in 0..LONGEST {
            self.steps += 1;
            let view = self.callers.peek("dan", &path).await;
            let next = view["round"]["next"].clone();
            let kind = next["kind"].as_str().unwrap().to_owned();
            let state = format!("{kind} {}", view["round"]["phase"]);
            if !looked.contains(&state) {
                looked.push(state);
                for who in VIEWERS {
                    self.callers.get(who, &path).await;
                }
            }
            let is_done = match &*kind {
                "done" => {
                    if view["round"]["phase"] != "over" {
                        self.callers.act("dan", at, json!({ "act": "game_over" })).await;
                    }
                    return;
                }
                "bets" => return,
                "decision" => self.decide(at, &next).await,
                "card" => {
                    let is_good = next["to"] == "board" || next["seat"] == 1;
                    let card = if is_good { good.pop_front() } else { None };
                    let card = card.or_else(|| rest.next()).unwrap_or("2s");
                    if let Some(seat) = next["seat"].as_u64() {
                        self.first.entry(seat).or_insert_with(|| card.to_owned());
                    }
                    self.callers.act("dan", at, json!({ "act": "card", "card": card })).await.0
                        == StatusCode::OK
                }
                "award" => self.award(at, &next).await,
                _ => {
                    self.callers.act("dan", at, json!({ "act": "step" })).await.0 == StatusCode::OK
                }
            };
            if !is_done {
                let over = self.callers.act("dan", at, json!({ "act": "game_over" })).await.0;
                if over != StatusCode::OK {
                    let act = json!({ "act": "misdeal", "reason": "the script is lost" });
                    self.callers.act("sue", at, act).await;
                    return;
                }
            }
        }
        panic!("{at}: the round does not end");
    }

    /// Whoever decides does, in this round's style.
    async fn decide(&mut self, at: &str, next: &Value) -> bool {
        let seat = next["seat"].as_u64().unwrap();
        let who = match (at, seat) {
            ("live-1", _) => "dan",
            (_, 1) => "ann",
            (_, 2) => "ben",
            (..) => "gil",
        };
        let view = self.callers.peek(who, &format!("/api/v1/tables/{at}")).await;
        let own = &view["round"]["next"];
        let actions: Vec<&str> =
            own["actions"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        let wants: &[&str] = match self.style % 3 {
            0 => &["split", "double", "bet 4x", "press", "war", "raise", "insure", "take", "play"],
            1 if seat == 2 => &["fold", "surrender", "stand", "decline", "pull"],
            1 => &["play", "stand", "call", "bet", "even", "ride"],
            _ => &["hit", "check", "call", "no", "pull", "surrender", "bet 1x"],
        };
        let wanted = wants.iter().find_map(|want| {
            actions.iter().find(|action| *action == want || action.starts_with(&format!("{want} ")))
        });
        // Which card is set apart is not for the dealer to see: the first one is.
        let first = self.first.get(&seat).map_or("2s", String::as_str);
        let set = format!("set {first}");
        let other =
            if actions.is_empty() { set.as_str() } else { actions[self.steps % actions.len()] };
        let act = json!({
            "act": "decide", "seat": seat, "action": wanted.copied().unwrap_or(other), "hand": own["hand"],
        });
        if self.callers.act(who, at, act).await.0 != StatusCode::OK {
            let act = json!({ "act": "decide", "seat": seat, "action": actions.first().unwrap_or(&"lay-down"), "hand": own["hand"] });
            return self.callers.act(who, at, act).await.0 == StatusCode::OK;
        }
        if self.style == 5 && self.steps.is_multiple_of(2) && at == "live-1" {
            let undo = json!({ "act": "undo", "reason": "the player had not finished" });
            self.callers.act("sue", at, undo).await;
        }
        true
    }

    /// A winner: keyed, keyed wrong and overridden, not keyed; paid, or paid another amount.
    async fn award(&mut self, at: &str, next: &Value) -> bool {
        let seat = next["seat"].clone();
        let pending = self.callers.get("sue", "/api/v1/awards?state=pending").await;
        self.callers.get("sue", "/api/v1/floor").await;
        let of_seat = pending["awards"].as_array().unwrap().iter();
        let pending = of_seat.clone().find(|award| award["seat"] == seat && award["table"] == at);
        self.awards += 1;
        let style = self.awards % 4;
        if let Some(award) = pending {
            if award["state"] != "pending" {
                return self.callers.act("dan", at, json!({ "act": "step" })).await.0
                    == StatusCode::OK;
            }
            let number = award["award"].clone();
            let act = json!({ "act": "verify", "award": number });
            if style < 2 {
                let other = json!({ "act": "verify", "award": number, "paid": "33.00", "reason": "a torn bill" });
                return self.agreed(at, other).await
                    || self.callers.act("sue", at, act).await.0 == StatusCode::OK;
            }
            return self.callers.act("sue", at, act).await.0 == StatusCode::OK;
        }
        let step = next["step"]["text"].as_str().unwrap_or_default().to_owned();
        let Some(hand) = step.strip_prefix("Key ").and_then(|rest| rest.split(" for seat").next())
        else {
            return self.callers.act("dan", at, json!({ "act": "step" })).await.0 == StatusCode::OK;
        };
        if style == 3 {
            let wrong = json!({ "act": "key", "seat": seat, "hand": "flush" });
            self.callers.act("dan", at, wrong).await;
            return self
                .agreed(at, json!({ "act": "override", "reason": "the camera showed it" }))
                .await;
        }
        let act = json!({ "act": "key", "seat": seat, "hand": hand });
        self.callers.act("dan", at, act).await.0 == StatusCode::OK
    }

    /// One supervisor proposes, the other agrees.
    async fn agreed(&mut self, at: &str, act: Value) -> bool {
        let (status, said) = self.callers.act("sue", at, act).await;
        self.callers.get("bob", "/api/v1/proposals").await;
        let path = format!("/api/v1/proposals/{}/approve", said["proposal"]);
        status == StatusCode::OK
            && self.callers.post("bob", &path, json!({})).await.0 == StatusCode::OK
    }

    async fn recall(&mut self, at: &str, round: u64, readers: &[&str]) {
        for who in readers {
            self.callers.get(who, &format!("/api/v1/tables/{at}/rounds/{round}")).await;
        }
        let path = format!("/api/v1/tables/{at}/rounds/{round}/openings");
        self.callers.get("nobody", &path).await;
    }

    /// What is told of all that was played.
    async fn afterwards(&mut self) {
        // What theory says of a table is counted in the background, once it is asked for.
        for _ in 0..PATIENCE {
            let tables = self.callers.peek("sue", "/api/v1/floor/tables").await["tables"].clone();
            let is_counting = |table: &Value| table["state"] == "counting";
            if !tables.as_array().unwrap().iter().any(is_counting) {
                break;
            }
            tokio::task::yield_now().await;
        }
        for (who, path) in [
            ("nobody", "/api/v1/pit"),
            ("nobody", "/api/v1/meters"),
            ("nobody", "/api/v1/meters/live-1"),
            ("sue", "/api/v1/meters/live-1/statement"),
            ("sue", "/api/v1/awards"),
            ("sue", "/api/v1/awards/1/slip"),
            ("sue", "/api/v1/awards/2/slip"),
            ("sue", "/api/v1/floor"),
            ("sue", "/api/v1/floor/tables"),
            ("aud", "/api/v1/audit?limit=25"),
            ("sue", "/api/v1/days/1"),
        ] {
            self.callers.get(who, path).await;
        }
    }
}
