//! What was paid is what the award says, wherever an amount appears [PRG-20] [PRG-21] [PRG-22]: rounds at live tables and at
//! keypad-only tables in which supervisors verify, pay other amounts and override, decided at random, and all places
//! compared after each.

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

/// A table, and its meter of the same name.
#[derive(Clone, Copy)]
struct Case {
    at: &'static str,
    /// Is it only a keypad?
    is_keypad: bool,
    /// Do the round's top awards share the meter [PRG-5]?
    is_split: bool,
    rounds: u64,
}

/// The first is open in every demo house.
const CASES: [Case; 4] = [
    Case { at: "live-1", is_keypad: false, is_split: false, rounds: 40 },
    Case { at: "live-split", is_keypad: false, is_split: true, rounds: 20 },
    Case { at: "keys", is_keypad: true, is_split: false, rounds: 20 },
    Case { at: "keys-split", is_keypad: true, is_split: true, rounds: 20 },
];

/// The CS-10 schedule: the royal takes the meter, the straight flush a tenth of it, the others are paid from the tray.
const KEYS: [&str; 4] = ["straight flush", "four of a kind", "full house", "flush"];
/// One card at a time to seat 1, seat 2 and the dealer, and who wins the progressive, the last seat first.
const DECKS: [(&str, &[(u64, &str)]); 7] = [
    ("Ah 2c 3d Kh 4c 8d 9h 6c 9d 5h 8c Jd 3s Ts Qc", &[]),
    ("Ah 2c 3d Kh 4c 8d 9h 6c 9d 5h 8c Jd 2h Ts Qc", &[(1, "flush")]),
    ("Ah 2c 3d Kh 4c 8d 9h 6c 9d 5h 8c Jd 2h Tc Qs", &[(2, "flush"), (1, "flush")]),
    ("As 2c 3d Ks 4c 8d Qs 6c 9d Js 8c Jd Ts Tc Qh", &[(2, "flush"), (1, "royal flush")]),
    ("As Ah 3d Ks Kh 8d Qs Qh 2d Js Jh Jd Ts Th Qc", &[(2, "royal flush"), (1, "royal flush")]),
    ("Ah As 3d Kh Ks 8d 9h Qs 9d 5h Js Jd 2h Ts Qc", &[(2, "royal flush"), (1, "flush")]),
    ("9s 2c 3d 8s 4c 8d 7s 6c 9d 6s 8c Jd 5s Tc Qh", &[(2, "flush"), (1, "straight flush")]),
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

/// The people at a table, and what its places are to add up to, in units of the meter.
struct Floor<'h> {
    case: Case,
    sue: Client<'h>,
    bob: Client<'h>,
    dan: Client<'h>,
    dice: SmallRng,
    win: i64,
    paid_from_meter: i64,
    /// How many rounds had two winners, and how many awards were changed or overridden.
    seen: [usize; 3],
    /// The winners of the round that have not folded, by the cards.
    winners: Vec<(u64, &'static str)>,
    /// What the dealer was told to do in the round.
    prompts: Vec<String>,
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
        let (status, said) = self.sue.act(self.case.at, act.clone()).await;
        assert_eq!(status, StatusCode::OK, "{act}: {said}");
        self.approve(&said["proposal"]).await;
    }

    async fn pending(&self, seat: u64) -> Option<Value> {
        let awards = self.get("/api/v1/awards?state=pending").await["awards"].clone();
        awards.as_array().unwrap().iter().find(|award| award["seat"] == seat).cloned()
    }

    /// A table like the others, opened with a meter of its own.
    async fn open(&self) {
        let Case { at, is_keypad, is_split, .. } = self.case;
        let meter = json!({ "meter": at, "schedule": "caribbean-stud/CS-10" });
        let kind = if is_keypad { "keypad" } else { "live" };
        let procedure = if is_split { "split" } else { "sequential" };
        let table = json!({
            "table": at, "game": "caribbean-stud", "kind": kind, "meter": at,
            "schedules": { "progressive": "CS-10" }, "options": { "house-procedure": procedure },
        });
        for (path, body) in [("/api/v1/meters", meter), ("/api/v1/tables", table)] {
            let (status, said) = self.sue.post(path, body).await;
            assert_eq!(status, StatusCode::OK, "{said}");
        }
    }

    /// What is done at the table.
    async fn act(&self, by: &Client<'_>, act: Value) -> Value {
        let said = act.to_string();
        let (status, answer) = by.act(self.case.at, act).await;
        assert_eq!(status, StatusCode::OK, "{said}: {answer}");
        answer
    }

    /// The dealer keys a winner, and supervisors may decide that another hand is paid, or none.
    async fn key(&mut self, decision: Decision, seat: u64, hand: &str) {
        if decision == Decision::Unpaid {
            return self.agree(json!({ "act": "override", "reason": "a late bet" })).await;
        }
        let is_override = matches!(decision, Decision::Override | Decision::OverrideAndOtherAmount);
        let others: Vec<&str> = KEYS.into_iter().filter(|key| *key != hand).collect();
        let keyed = if is_override { *others.choose(&mut self.dice).unwrap() } else { hand };
        self.act(&self.dan, json!({ "act": "key", "seat": seat, "hand": keyed })).await;
        if is_override {
            if self.case.is_keypad {
                let cards = json!({ "act": "cards", "hands": { seat.to_string(): hand } });
                self.act(&self.dan, cards).await;
            }
            self.agree(json!({ "act": "override", "reason": "the camera showed it" })).await;
        }
    }

    /// Where top awards share the meter, none is verified before every winner is keyed [PRG-5].
    async fn key_all(&mut self) {
        let mut is_other = false;
        for (seat, hand) in self.winners.clone() {
            let others: Vec<&str> = KEYS.into_iter().filter(|key| *key != hand).collect();
            let other = *others.choose(&mut self.dice).unwrap();
            let keyed = if self.dice.random_bool(0.3) { other } else { hand };
            is_other |= keyed != hand;
            self.act(&self.dan, json!({ "act": "key", "seat": seat, "hand": keyed })).await;
        }
        if is_other {
            self.agree(json!({ "act": "override", "reason": "the camera showed it" })).await;
        }
    }

    /// A supervisor verifies an award, or two agree on another amount.
    async fn pay(&mut self, decision: Decision, award: &Value) {
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
        self.act(&self.sue, act).await;
    }

    /// Whoever acts on the award that is due: the dealer keys the next winner, or a supervisor pays.
    async fn decide(&mut self, next: &Value) {
        let decision = *DECISIONS.choose(&mut self.dice).unwrap();
        let step = next["step"]["text"].as_str().unwrap().to_owned();
        if let Some(key) = step.strip_prefix("Key ") {
            let (hand, seat) = key.split_once(" for seat ").unwrap();
            if self.case.is_split {
                return self.key_all().await;
            }
            let seat = seat.chars().take_while(char::is_ascii_digit).collect::<String>();
            return self.key(decision, seat.parse().unwrap(), hand).await;
        }
        match self.pending(next["seat"].as_u64().unwrap()).await {
            Some(award) => self.pay(decision, &award).await,
            None => {
                self.act(&self.dan, json!({ "act": "step" })).await;
            }
        }
    }

    /// The dealer enters what was bet and which hands won, at a table that is only a keypad.
    async fn keypad_round(&mut self) {
        let bets = json!({ "1": "1.00", "2": "1.00" });
        self.act(&self.dan, json!({ "act": "lock", "bets": bets })).await;
        // One seat wins, or both as the cards say; an override is for one alone.
        let winners = self.dice.random_range(0..=2_u64);
        for seat in (1..=winners).rev() {
            let decision = match *DECISIONS.choose(&mut self.dice).unwrap() {
                _ if winners == 2 => Decision::Award,
                Decision::Unpaid => Decision::Award,
                decision => decision,
            };
            let keys = ["royal flush", "straight flush", "full house", "flush"];
            let hand = *keys.choose(&mut self.dice).unwrap();
            self.key(decision, seat, hand).await;
        }
        for seat in (1..=winners).rev() {
            let award = self.pending(seat).await.expect("it is keyed");
            let decision =
                if self.dice.random_bool(0.4) { Decision::OtherAmount } else { Decision::Award };
            self.pay(decision, &award).await;
        }
        self.act(&self.dan, json!({ "act": "game_over" })).await;
    }

    /// Plays a round to its end.
    async fn round(&mut self) {
        self.prompts.clear();
        if self.case.is_keypad {
            return self.keypad_round().await;
        }
        for seat in [1, 2] {
            let bets = json!({ "ante": "10.00", "progressive": "1.00" });
            self.dan.acts(self.case.at, json!({ "act": "bet", "seat": seat, "bets": bets })).await;
        }
        let mut view = self.dan.acts(self.case.at, json!({ "act": "lock" })).await;
        let (deck, winners) = *DECKS.choose(&mut self.dice).unwrap();
        self.winners = winners.to_vec();
        let mut cards = deck.split(' ');
        loop {
            let next = view["round"]["next"].clone();
            let seat = next["seat"].as_u64().unwrap_or_default();
            self.prompts.extend(next["step"]["text"].as_str().map(str::to_owned));
            match next["kind"].as_str().unwrap() {
                "card" => {
                    let card = json!({ "act": "card", "card": cards.next() });
                    self.act(&self.dan, card).await;
                }
                "decision" => {
                    let action = if self.dice.random_bool(0.1) { "fold" } else { "play" };
                    if action == "fold" {
                        // The progressive of a folded hand is lost [PRG-13].
                        self.winners.retain(|(winner, _)| *winner != seat);
                    }
                    let act = json!({ "act": "decide", "seat": seat, "action": action });
                    self.dan.acts(self.case.at, act).await;
                }
                "award" => self.decide(&next).await,
                "step" => {
                    self.act(&self.dan, json!({ "act": "step" })).await;
                }
                _ => break,
            }
            view = self.dan.view(self.case.at).await;
        }
        if view["round"]["phase"] != "over" {
            self.dan.acts(self.case.at, json!({ "act": "game_over" })).await;
        }
    }

    /// Every place says the same of the round.
    async fn compare(&mut self, number: u64) {
        let at = self.case.at;
        let recall = self.get(&format!("/api/v1/tables/{at}/rounds/{number}")).await;
        let awards = self.get("/api/v1/awards").await["awards"].clone();
        let of_round = awards.as_array().unwrap().iter().filter(|award| award["table"] == at);
        let of_round: Vec<&Value> =
            of_round.filter(|award| award["round"] == number && award["state"] == "paid").collect();
        for award in &of_round {
            self.award(award, &recall).await;
        }
        self.slips_connect(&of_round).await;
        if self.case.is_keypad {
            let paid: i64 = of_round.iter().map(|award| units(&award["paid"])).sum();
            self.win += 2_000_000 - paid;
        } else {
            self.lines(number, &recall, &of_round).await;
        }
        self.seen[0] += usize::from(of_round.len() == 2);
        // A quarter of each dollar goes to the meter.
        self.win -= 500_000;
        self.books(number, &of_round).await;
    }

    /// The lines of the table's view, of the recall and of its round file settled again, beside the awards.
    async fn lines(&mut self, number: u64, recall: &Value, of_round: &[&Value]) {
        let view = self.dan.view(self.case.at).await;
        let lines = &view["round"]["lines"];
        assert_eq!(recall["lines"], *lines, "round {number}");
        let file = recall["round_file"].as_str().unwrap_or_else(|| panic!("{recall}"));
        let played = play_recorded(Rulebook::embedded(), "recalled", file)
            .unwrap_or_else(|problems| panic!("{problems}\n{file}"));
        let settled = played.round.settlement().lines.iter();
        let settled: Vec<_> =
            settled.map(|line| LineOut::from(&LineView::of(played.round.table(), line))).collect();
        assert_eq!(serde_json::to_value(&settled).unwrap(), *lines, "round {number}: {file}");
        let recalled = self.page(&format!("/rounds/{}/{number}", self.case.at)).await;
        let felt = self.page(&format!("/tables/{}", self.case.at)).await;
        for line in lines.as_array().unwrap() {
            self.win += units(&line["staked"]) - units(&line["returned"]);
            let award = of_round.iter().find(|award| award["seat"] == line["seat"]);
            if line["wager"] != "progressive" || line["row"] == "fold" {
                continue;
            }
            match award {
                Some(award) => {
                    same(line, award, &recalled);
                    // On the felt, and in what the dealer was told to pay.
                    let paid = dollars(&award["paid"]);
                    assert!(felt.contains(award["paid"].as_str().unwrap()), "{paid}: {felt}");
                    let is_told = self.prompts.iter().any(|prompt| prompt.contains(&paid));
                    assert!(is_told || paid == "$0", "{paid}: {:?}", self.prompts);
                }
                None => assert_eq!(line["returned"], "0.00", "round {number}: {line}"),
            }
        }
    }

    /// An award on its slip, on paper and in JSON, in the recall and on the statement.
    async fn award(&mut self, award: &Value, recall: &Value) {
        let number = &award["award"];
        let slip = self.get(&format!("/api/v1/awards/{number}/slip")).await;
        let paper = self.page(&format!("/awards/{number}/slip")).await;
        let (amount, paid) = (&award["amount"], &award["paid"]);
        assert_eq!([&slip["amount"], &slip["paid"]], [amount, paid], "{slip}");
        let told = recall["steps"].to_string();
        for shown in [amount, paid].map(dollars) {
            assert!(paper.contains(&shown), "{shown} on paper: {paper}");
            assert!(told.contains(&shown), "{shown}: {told}");
        }
        assert_eq!(amount == paid, award["difference"].is_null(), "{award}");
        if amount != paid {
            self.seen[1] += 1;
            let differs = units(paid) - units(amount);
            for place in [&award["difference"], &slip["difference"]] {
                assert_eq!(units(&place["amount"]), differs, "{place}");
                assert_eq!(place["approved_by"], "bob", "{place}");
            }
            assert!(paper.contains("approved by bob: a torn bill"), "{paper}");
            assert!(told.contains("a torn bill"), "{told}");
        }
        assert_eq!(award["override"], slip["override"]);
        let is_overridden = !award["override"].is_null();
        assert_eq!(is_overridden, paper.contains("Override [PRG-22]"), "{paper}");
        if is_overridden {
            self.seen[2] += 1;
            assert_eq!(award["override"]["reason"], "the camera showed it");
            assert!(told.contains("by override of sue and bob"), "{told}");
        }
        if is_from_meter(award) {
            let from_meter = units(paid).min(units(amount));
            self.paid_from_meter += from_meter;
            self.win += from_meter;
        }
    }

    /// Slips off the meter connect: the first begins at what the round's bets left on the sign, and the second where the
    /// first ended.
    async fn slips_connect(&self, of_round: &[&Value]) {
        let mut off_meter: Vec<&&Value> =
            of_round.iter().filter(|award| is_from_meter(award)).collect();
        off_meter.sort_by_key(|award| std::cmp::Reverse(award["seat"].as_u64()));
        let mut ended = None;
        for award in off_meter {
            let slip = self.get(&format!("/api/v1/awards/{}/slip", award["award"])).await;
            let paper = self.page(&format!("/awards/{}/slip", award["award"])).await;
            for shown in ["before", "after"] {
                assert!(paper.contains(&meter_words(&slip[shown])), "{shown}: {slip} {paper}");
            }
            if let Some(ended) = ended.replace(slip["after"].clone()) {
                assert_eq!(slip["before"], ended, "{slip}");
            }
        }
    }

    /// The statement says what was paid off the meter and ends at what the sign shows, and the day adds up to what the
    /// lines say.
    async fn books(&self, number: u64, of_round: &[&Value]) {
        let at = self.case.at;
        let statement = self.get(&format!("/api/v1/meters/{at}/statement")).await;
        let lines = statement["lines"].as_array().unwrap();
        for award in of_round.iter().filter(|award| is_from_meter(award)) {
            let [amount, paid] = [&award["amount"], &award["paid"]].map(dollars);
            let says = match amount == paid {
                true => format!("award {} of {amount} paid", award["award"]),
                false => format!("{paid} paid for award {} of {amount}", award["award"]),
            };
            let is_said = |line: &Value| line["says"].as_str().unwrap().contains(&says);
            assert!(lines.iter().any(is_said), "{says}: {statement}");
        }
        let changes: i64 = lines.iter().map(|it| units(&it["after"]) - units(&it["before"])).sum();
        let meter = self.get(&format!("/api/v1/meters/{at}")).await;
        assert_eq!(changes, units(&meter["display"]), "round {number}");
        let day = self.get("/api/v1/days/1").await;
        let of = |list: &str, key: &str, id: &str| {
            let found = day[list].as_array().unwrap().iter().find(|it| it[key] == id);
            found.unwrap_or_else(|| panic!("{id}: {day}")).clone()
        };
        let table = of("tables", "table", at);
        assert_eq!(units(&table["win"]), self.win, "round {number}: {table}");
        let meter = of("meters", "meter", at);
        assert_eq!(units(&meter["awards"]), self.paid_from_meter, "round {number}: {meter}");
        assert_eq!((&meter["balances"], &day["balances"]), (&json!(true), &json!(true)), "{day}");
    }
}

fn is_from_meter(award: &Value) -> bool {
    matches!(award["hand"].as_str(), Some("royal flush" | "straight flush"))
}

/// What a sign shows, as pages write it.
fn meter_words(amount: &Value) -> String {
    let text = amount.as_str().unwrap();
    let (whole, part) = text.split_once('.').unwrap();
    let whole = Cents::dollars(whole.replace(',', "").parse().unwrap());
    format!("{whole:#}.{}", &part[..2])
}

/// A line beside its award, and the page of its round.
fn same(line: &Value, award: &Value, recalled: &str) {
    let (amount, paid) = (&award["amount"], &award["paid"]);
    assert_eq!(line["returned"], *paid, "{line} {award}");
    assert!(recalled.contains(&dollars(paid)), "{paid}: {recalled}");
    let other = &line["paid_other"];
    assert_eq!(other.is_null(), amount == paid, "{line} {award}");
    if amount != paid {
        assert_eq!([&other["award"], &other["reason"]], [amount, &json!("a torn bill")]);
        assert_eq!([&other["by"], &other["approved_by"]], ["sue", "bob"]);
        assert!(recalled.contains("agreed by sue and bob: a torn bill"), "{recalled}");
    }
    let over = &line["override"];
    assert_eq!(over.is_null(), award["override"].is_null(), "{line} {award}");
    if !over.is_null() {
        assert!(recalled.contains("paid by override of sue and bob"), "{recalled}");
        assert_eq!(over["reason"], award["override"]["reason"]);
    }
}

/// The floor of a demo house, with the table of a case.
async fn floor_of(house: &House, case: Case, seed: u64) -> Floor<'_> {
    let [sue, bob, dan] =
        [house.staff("sue").await, house.staff("bob").await, house.staff("dan").await];
    let (dice, winners, prompts) = (SmallRng::seed_from_u64(seed), Vec::new(), Vec::new());
    let floor = Floor {
        case,
        sue,
        bob,
        dan,
        dice,
        win: 0,
        paid_from_meter: 0,
        seen: [0; 3],
        winners,
        prompts,
    };
    if case.at != CASES[0].at {
        floor.open().await;
    }
    floor
}

#[tokio::test]
async fn prg_20_every_place_says_the_same_at_every_kind_of_table() {
    for (case, seed) in CASES.into_iter().zip(20..) {
        let house = House::at_rest(Options::default());
        let mut floor = floor_of(&house, case, seed).await;
        for number in 1..=case.rounds {
            // Nobody acts faster than the house takes it.
            house.clock.advance(Duration::from_secs(10));
            floor.round().await;
            floor.compare(number).await;
        }
        assert!(floor.paid_from_meter > 0, "{}, seed {seed}: wins off the meter", case.at);
        assert!(floor.seen.iter().all(|seen| *seen > 0), "{}: {:?}", case.at, floor.seen);
    }
}

/// [PRG-10] After game over an award is backed out, and every place says so.
#[tokio::test]
async fn prg_10_every_place_says_that_an_award_was_backed_out() {
    let house = House::at_rest(Options::default());
    let mut floor = floor_of(&house, CASES[0], 20).await;
    let at = floor.case.at;
    while floor.seen[1] == 0 {
        house.clock.advance(Duration::from_secs(10));
        floor.round().await;
        let number = floor.dan.view(at).await["round"]["number"].as_u64().unwrap();
        floor.compare(number).await;
    }
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
    let recall = floor.get(&format!("/api/v1/tables/{at}/rounds/{round}")).await;
    assert_eq!(recall["backed_out"][0]["award"], *number, "{recall}");
    let last = recall["steps"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["op"], &last["by"]), (&json!("step back-out"), &json!("bob")), "{last}");
    let page = floor.page(&format!("/rounds/{at}/{round}")).await;
    assert!(page.contains("was backed out by Sue and Bob"), "{page}");
}
