//! What was paid is what the award says, wherever an amount appears [PRG-20] [PRG-21] [PRG-22]: rounds at a live table in
//! which supervisors verify, pay other amounts and override, decided at random, and all places compared after each.

use std::time::Duration;

use ::wire::table::LineOut;
use axum::http::StatusCode;
use games::play_recorded;
use house::view::LineView;
use money::Cents;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rulebook::Rulebook;
use serde_json::{Value, json};
use server::Options;

use crate::support::{Client, House};

const AT: &str = "live-1";
const METER: &str = "live-1";
const ROUNDS: u64 = 40;
/// The CS-10 schedule: the royal takes the meter, the straight flush a tenth of it, the others are paid from the tray.
const KEYS: [&str; 4] = ["straight flush", "four of a kind", "full house", "flush"];
/// One card at a time to seat 1, seat 2 and the dealer: nothing, a flush, two flushes, a royal, two royals, one of each,
/// and a straight flush.
const DECKS: [&str; 7] = [
    "Ah 2c 3d Kh 4c 8d 9h 6c 9d 5h 8c Jd 3s Ts Qc",
    "Ah 2c 3d Kh 4c 8d 9h 6c 9d 5h 8c Jd 2h Ts Qc",
    "Ah 2c 3d Kh 4c 8d 9h 6c 9d 5h 8c Jd 2h Tc Qs",
    "As 2c 3d Ks 4c 8d Qs 6c 9d Js 8c Jd Ts Tc Qh",
    "As Ah 3d Ks Kh 8d Qs Qh 2d Js Jh Jd Ts Th Qc",
    "Ah As 3d Kh Ks 8d 9h Qs 9d 5h Js Jd 2h Ts Qc",
    "9s 2c 3d 8s 4c 8d 7s 6c 9d 6s 8c Jd 5s Tc Qh",
];

/// The supervisors' decision on a winner that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decision {
    Award,
    OtherAmount,
    Override,
    OverrideAndOtherAmount,
    Unpaid,
}

const DECISIONS: [Decision; 6] = [
    Decision::Award,
    Decision::Award,
    Decision::OtherAmount,
    Decision::Override,
    Decision::OverrideAndOtherAmount,
    Decision::Unpaid,
];

/// The people, and what the places are to add up to, in units of the meter.
struct Floor<'h> {
    sue: Client<'h>,
    bob: Client<'h>,
    dan: Client<'h>,
    dice: SmallRng,
    win: i64,
    paid_from_meter: i64,
}

/// `1,000.5000` and `1000.50` alike.
fn units(text: &Value) -> i64 {
    let amount: money::MeterUnits = text.as_str().unwrap().parse().unwrap();
    amount.get()
}

fn cents(text: &Value) -> Cents {
    text.as_str().unwrap().parse().unwrap()
}

/// As pages write it.
fn dollars(amount: &Value) -> String {
    format!("{:#}", cents(amount))
}

impl Floor<'_> {
    async fn get(&self, path: &str) -> Value {
        let (status, said) = self.sue.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {said}");
        said
    }

    async fn page(&self, path: &str) -> String {
        let said = self.get(path).await;
        said.as_str().map_or_else(|| said.to_string(), str::to_owned)
    }

    async fn approve(&self, proposal: &Value) {
        let path = format!("/api/v1/proposals/{proposal}/approve");
        let (status, said) = self.bob.post(&path, json!({})).await;
        assert_eq!(status, StatusCode::OK, "{said}");
    }

    /// Proposes something at the table, and the other supervisor agrees.
    async fn agree(&self, act: Value) {
        let (status, said) = self.sue.act(AT, act.clone()).await;
        assert_eq!(status, StatusCode::OK, "{act}: {said}");
        self.approve(&said["proposal"]).await;
    }

    async fn pending(&self, seat: u64) -> Option<Value> {
        let awards = self.get("/api/v1/awards?state=pending").await["awards"].clone();
        awards.as_array().unwrap().iter().find(|award| award["seat"] == seat).cloned()
    }

    /// The supervisors decide on the winner that is due, once it is keyed.
    async fn decide(&mut self, seat: u64) {
        let decision = *DECISIONS.choose(&mut self.dice).unwrap();
        let step = self.dan.view(AT).await["round"]["next"]["step"]["text"].clone();
        let hand = step.as_str().unwrap().trim_start_matches("Key ");
        let hand = hand.split(" for seat").next().unwrap().to_owned();
        if decision == Decision::Unpaid {
            return self.agree(json!({ "act": "override", "reason": "a late bet" })).await;
        }
        let is_override = matches!(decision, Decision::Override | Decision::OverrideAndOtherAmount);
        let others: Vec<&str> = KEYS.into_iter().filter(|key| *key != hand).collect();
        let keyed =
            if is_override { (*others.choose(&mut self.dice).unwrap()).to_owned() } else { hand };
        self.dan.acts(AT, json!({ "act": "key", "seat": seat, "hand": keyed })).await;
        if is_override {
            self.agree(json!({ "act": "override", "reason": "the camera showed it" })).await;
        }
        let award = self.pending(seat).await.expect("it is keyed");
        let mut act = json!({ "act": "verify", "award": award["award"] });
        if matches!(decision, Decision::OtherAmount | Decision::OverrideAndOtherAmount) {
            let amount = cents(&award["amount"]).get();
            let paid = (amount + self.dice.random_range(-9_000..=3_000)).max(0);
            if paid != amount {
                act["paid"] = Cents::new(paid).to_string().into();
                act["reason"] = "a torn bill".into();
                return self.agree(act).await;
            }
        }
        self.sue.acts(AT, act).await;
    }

    /// Plays a round to its end.
    async fn round(&mut self) {
        for seat in [1, 2] {
            let bets = json!({ "ante": "10.00", "progressive": "1.00" });
            self.dan.acts(AT, json!({ "act": "bet", "seat": seat, "bets": bets })).await;
        }
        let mut view = self.dan.acts(AT, json!({ "act": "lock" })).await;
        let deck = DECKS.choose(&mut self.dice).unwrap();
        let mut cards = deck.split(' ');
        loop {
            let next = view["round"]["next"].clone();
            let seat = next["seat"].as_u64().unwrap_or_default();
            match next["kind"].as_str().unwrap() {
                "card" => {
                    drop(self.dan.acts(AT, json!({ "act": "card", "card": cards.next() })).await);
                }
                "decision" => {
                    let action = if self.dice.random_bool(0.1) { "fold" } else { "play" };
                    let act = json!({ "act": "decide", "seat": seat, "action": action });
                    self.dan.acts(AT, act).await;
                }
                "award" if self.pending(seat).await.is_none() => self.decide(seat).await,
                "award" | "step" => drop(self.dan.acts(AT, json!({ "act": "step" })).await),
                _ => break,
            }
            view = self.dan.view(AT).await;
        }
        if view["round"]["phase"] != "over" {
            self.dan.acts(AT, json!({ "act": "game_over" })).await;
        }
    }

    /// Every place says the same of the round.
    async fn compare(&mut self, number: u64) {
        let view = self.dan.view(AT).await;
        let lines = &view["round"]["lines"];
        let recall = self.get(&format!("/api/v1/tables/{AT}/rounds/{number}")).await;
        assert_eq!(recall["lines"], *lines, "round {number}");
        let file = recall["round_file"].as_str().unwrap_or_else(|| panic!("{recall}"));
        let played = play_recorded(Rulebook::embedded(), "recalled", file)
            .unwrap_or_else(|problems| panic!("{problems}\n{file}"));
        let settled = played.round.settlement().lines.iter();
        let settled: Vec<_> =
            settled.map(|line| LineOut::from(&LineView::of(played.round.table(), line))).collect();
        assert_eq!(serde_json::to_value(&settled).unwrap(), *lines, "round {number}: {file}");

        let awards = self.get("/api/v1/awards").await["awards"].clone();
        let of_round = awards.as_array().unwrap().iter();
        let of_round: Vec<&Value> =
            of_round.filter(|award| award["round"] == number && award["state"] == "paid").collect();
        let recalled = self.page(&format!("/rounds/{AT}/{number}")).await;
        for line in lines.as_array().unwrap() {
            self.win += units(&line["staked"]) - units(&line["returned"]);
            let award = of_round.iter().find(|award| award["seat"] == line["seat"]);
            if line["wager"] != "progressive" || line["row"] == "fold" {
                continue;
            }
            match award {
                Some(award) => self.same(line, award, &recalled).await,
                None => assert_eq!(line["returned"], "0.00", "round {number}: {line}"),
            }
        }
        // A quarter of each dollar goes to the meter.
        self.win -= 500_000;
        self.books(number).await;
    }

    /// A line, its award, its slip on paper and in JSON, and the page of the round.
    async fn same(&mut self, line: &Value, award: &Value, recalled: &str) {
        let number = &award["award"];
        let slip = self.get(&format!("/api/v1/awards/{number}/slip")).await;
        let paper = self.page(&format!("/awards/{number}/slip")).await;
        let (amount, paid) = (&award["amount"], &award["paid"]);
        assert_eq!([&slip["amount"], &slip["paid"]], [amount, paid], "{slip}");
        assert_eq!(line["returned"], *paid, "{line} {award}");
        for shown in [amount, paid] {
            assert!(paper.contains(&dollars(shown)), "{shown} on paper: {paper}");
        }
        assert!(recalled.contains(&dollars(paid)), "{paid}: {recalled}");
        let other = &line["paid_other"];
        match amount == paid {
            true => assert!(other.is_null() && award["difference"].is_null(), "{line} {award}"),
            false => {
                assert_eq!([&other["award"], &other["reason"]], [amount, &json!("a torn bill")]);
                assert_eq!([&other["by"], &other["approved_by"]], ["sue", "bob"]);
                let differs = units(paid) - units(amount);
                for place in [&award["difference"], &slip["difference"]] {
                    assert_eq!(units(&place["amount"]), differs, "{place}");
                    assert_eq!(place["approved_by"], "bob", "{place}");
                }
                assert!(paper.contains("approved by bob: a torn bill"), "{paper}");
                assert!(recalled.contains("agreed by sue and bob: a torn bill"), "{recalled}");
            }
        }
        let (over, said) = (&line["override"], "paid by override of sue and bob");
        assert_eq!(over.is_null(), award["override"].is_null(), "{line} {award}");
        assert_eq!(award["override"], slip["override"]);
        assert_eq!(!over.is_null(), paper.contains("Override [PRG-22]"), "{paper}");
        if !over.is_null() {
            assert!(recalled.contains(said), "{recalled}");
            assert_eq!(over["reason"], award["override"]["reason"]);
        }
        if matches!(award["hand"].as_str(), Some("royal flush" | "straight flush")) {
            let from_meter = units(paid).min(units(amount));
            self.paid_from_meter += from_meter;
            self.win += from_meter;
        }
    }

    /// The statement ends at what the sign shows, and the day adds up to what the lines say.
    async fn books(&self, number: u64) {
        let statement = self.get(&format!("/api/v1/meters/{METER}/statement")).await;
        let lines = statement["lines"].as_array().unwrap();
        let changes: i64 = lines.iter().map(|it| units(&it["after"]) - units(&it["before"])).sum();
        let meter = self.get(&format!("/api/v1/meters/{METER}")).await;
        assert_eq!(changes, units(&meter["display"]), "round {number}");
        let day = self.get("/api/v1/days/1").await;
        let of = |list: &str, key: &str, id: &str| {
            let found = day[list].as_array().unwrap().iter().find(|it| it[key] == id);
            found.unwrap_or_else(|| panic!("{id}: {day}")).clone()
        };
        let table = of("tables", "table", AT);
        assert_eq!(units(&table["win"]), self.win, "round {number}: {table}");
        let meter = of("meters", "meter", METER);
        assert_eq!(units(&meter["awards"]), self.paid_from_meter, "round {number}: {meter}");
        assert_eq!((&meter["balances"], &day["balances"]), (&json!(true), &json!(true)), "{day}");
    }
}

#[tokio::test]
async fn prg_20_every_place_says_the_same_over_random_rounds() {
    let seed = 20;
    let house = House::at_rest(Options::default());
    let [sue, bob, dan] =
        [house.staff("sue").await, house.staff("bob").await, house.staff("dan").await];
    let dice = SmallRng::seed_from_u64(seed);
    let mut floor = Floor { sue, bob, dan, dice, win: 0, paid_from_meter: 0 };
    for number in 1..=ROUNDS {
        // Nobody acts faster than the house takes it.
        house.clock.advance(Duration::from_secs(10));
        floor.round().await;
        floor.compare(number).await;
    }
    assert!(floor.paid_from_meter > 0, "seed {seed} has wins off the meter");

    // [PRG-10] After game over an award is backed out, and every place says so.
    let awards = floor.get("/api/v1/awards?state=paid").await["awards"].clone();
    let award = awards.as_array().unwrap().iter().find(|it| !it["difference"].is_null()).unwrap();
    let (number, round) = (&award["award"], &award["round"]);
    let body = json!({ "kind": "back_out", "award": number, "reason": "a marked card" });
    let (status, said) = floor.sue.post("/api/v1/proposals", body).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    floor.approve(&said["proposal"]).await;
    let slip = floor.get(&format!("/api/v1/awards/{number}/slip")).await;
    assert_eq!(slip["state"], "backed-out", "{slip}");
    let paper = floor.page(&format!("/awards/{number}/slip")).await;
    assert!(
        paper.contains("Backed out") && paper.contains("approved by bob: a torn bill"),
        "{paper}"
    );
    let recall = floor.get(&format!("/api/v1/tables/{AT}/rounds/{round}")).await;
    assert_eq!(recall["backed_out"][0]["award"], *number, "{recall}");
    let last = recall["steps"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["op"], &last["by"]), (&json!("step back-out"), &json!("bob")), "{last}");
    let page = floor.page(&format!("/rounds/{AT}/{round}")).await;
    assert!(page.contains("was backed out by Sue and Bob"), "{page}");
}
