//! An auditor of our own: goes through a log as plain JSON, knows nothing of the house's code, and
//! holds every entry against the rulings. Amounts are millionths of a dollar.

use std::collections::{BTreeMap, BTreeSet};

use ledger::Entry;
use serde_json::Value;

/// What wins a meter: schedule, wager, and what each hand pays.
type Wins = (String, String, Vec<(String, String)>);

/// What the auditor knows of a meter from what went in and out.
#[derive(Clone, Default, Debug)]
pub struct Account {
    base: i128,
    shares: [i128; 2],
    limit: Option<i128>,
    contributions: i128,
    adjustments: i128,
    paid: i128,
    pending: i128,
    /// What wins it.
    criteria: Option<Wins>,
    /// As the last entry about it says.
    last: BTreeMap<String, i128>,
}

#[derive(Clone, Debug)]
struct Win {
    amount: i128,
    standing: String,
    table: String,
}

/// A table on a meter.
#[derive(Clone, Default, Debug)]
struct Keypad {
    meter: String,
    rounds: u64,
    /// The bets of the open round, in cents.
    bets: i128,
    wager: i128,
    seats: u64,
    verify_from: i128,
    /// Does what waits stay on the sign until the key returns to RUN [ED-3]?
    waits_for_run: bool,
    /// At a table with seats: the progressive bets that lie on the felt before the lock, in cents.
    felt: Option<BTreeMap<u64, i128>>,
}

/// The books.
#[derive(Default)]
pub struct Books {
    pub meters: BTreeMap<String, Account>,
    tables: BTreeMap<String, Keypad>,
    /// The tables at which top awards of a round share the meter.
    split: BTreeSet<String>,
    wins: BTreeMap<u64, Win>,
    proposals: BTreeMap<u64, (String, Value)>,
    /// What the tray of every table must hold: bets taken, less contributions, plus what meters paid, less what was
    /// handed out.
    trays: BTreeMap<String, i128>,
    /// Every account of the book, by the postings.
    accounts: BTreeMap<String, i128>,
    /// The overrides that two supervisors agreed on: table, who proposed it, who approved it.
    overrides: BTreeSet<[String; 3]>,
    /// How many awards of each round were paid.
    paid: BTreeMap<(String, u64), usize>,
    pub seen: Seen,
}

/// What has happened at least so often in a log.
#[derive(Clone, Copy, Default, Debug)]
pub struct Seen {
    /// Awards that were paid with another amount.
    pub changed: usize,
    /// Awards that were paid by override.
    pub overridden: usize,
    /// Rounds at which a second award was paid.
    pub two_winners: usize,
}

impl Seen {
    /// Adds what another log has seen.
    pub fn add(&mut self, other: Seen) {
        self.changed += other.changed;
        self.overridden += other.overridden;
        self.two_winners += other.two_winners;
    }

    /// Whether everything has happened at least once.
    pub fn is_all(&self) -> bool {
        self.changed > 0 && self.overridden > 0 && self.two_winners > 0
    }
}

/// "1234.5" as millionths.
pub fn micros(text: &str) -> i128 {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let digits = digits.trim_start_matches('$').replace(',', "");
    let (whole, part) = digits.split_once('.').unwrap_or((&digits, ""));
    let part = format!("{part:0<6}");
    sign * (whole.parse::<i128>().unwrap() * 1_000_000 + part.parse::<i128>().unwrap())
}

/// "12.5%" in hundredths of a percent.
fn points(text: &str) -> i128 {
    micros(text.trim_end_matches('%')) / 10_000
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} in {value}"))
}

/// Audits a whole log and gives the books as they stand.
pub fn audit(entries: &[Entry]) -> Books {
    let mut books = Books::default();
    for entry in entries {
        books.add(entry);
    }
    books
}

/// A command in one form: what is done at a table, with bets in cents, as entries of earlier releases have it.
fn told(what: &Value, effect: &Value) -> Value {
    if text(what, "do") == "set-up-table" && what["setup"]["posted"].is_object() {
        let setup = &what["setup"];
        let (table, meter, posted) = (&what["table"], &setup["meter"], &setup["posted"]);
        let told = ["do", "table", "meter", "posted"].map(str::to_owned);
        let values = [&"open-table".into(), table, meter, posted].map(Value::clone);
        return Value::Object(told.into_iter().zip(values).collect());
    }
    if text(what, "do") != "play" {
        return what.clone();
    }
    let mut told = what["deed"].clone();
    let act = text(&told, "act").replace('_', "-");
    told["do"] = if act == "override" { "overrule" } else { act.as_str() }.into();
    told["table"] = effect["table"].clone();
    for (_, bet) in told["bets"].as_object_mut().into_iter().flatten() {
        *bet = i64::try_from(micros(bet.as_str().unwrap()) / 10_000).unwrap().into();
    }
    told
}

impl Books {
    /// Audits an entry as it is made.
    pub fn record(&mut self, record: &house::Record) {
        let (request, effect) = (&record.request, &record.effect);
        let line = serde_json::json!({ "seq": record.seq, "request": request, "effect": effect });
        self.entry(&line);
    }

    /// Audits the next entry of a log.
    pub fn add(&mut self, entry: &Entry) {
        let line: Value = serde_json::from_str(&entry.line).unwrap();
        assert_eq!(line["seq"], entry.seq);
        self.entry(&line);
    }

    fn entry(&mut self, line: &Value) {
        let (request, effect) = (&line["request"], &line["effect"]);
        let by = text(request, "by");
        let what = &told(&request["what"], effect);
        let action = text(what, "do");
        let mut touched: Vec<String> = Vec::new();
        // The bets that go back, in cents.
        let mut returned = 0;
        match action {
            "create-meter" => {
                let (terms, criteria) = (&what["terms"], Some(wins(&what["criteria"], None)));
                let base = micros(text(terms, "base"));
                let account = Account { base, criteria, ..Account::default() };
                self.meters.insert(text(what, "meter").to_owned(), account);
                self.set_terms(what);
            }
            "configure" => self.set_terms(what),
            "open-table" => {
                let (posted, meter) = (&what["posted"], text(what, "meter"));
                // [PRG-12] One schedule, one wager, the same winning rows.
                let posts = wins(posted, Some(text(posted, "game")));
                assert_eq!(self.meters[meter].criteria, Some(posts), "{line}");
                assert!(!text(posted, "edition").is_empty(), "{line}");
                let table = text(what, "table").to_owned();
                let entry = self.tables.entry(table.clone()).or_default();
                entry.meter = meter.to_owned();
                entry.wager = micros(text(posted, "wager")) / 10_000;
                entry.seats = posted["seats"].as_u64().unwrap();
                entry.verify_from = micros(text(posted, "verify-from"));
                entry.waits_for_run = text(posted, "procedure") == "j-pot-run";
                match text(posted, "house-procedure") {
                    "split" => self.split.insert(table),
                    _ => self.split.remove(&table),
                };
            }
            "set-up-table" if what["setup"]["meter"].is_string() => self.set_up(what),
            "bet" => self.bet(what, effect),
            "lock" => touched.extend(self.lock(what, effect, line)),
            // [GEN-12] [CS-7] Reversed to the last unit: all bets of a round, or a seat's.
            "misdeal" | "return-bet" => {
                let table = self.tables.get_mut(text(what, "table")).unwrap();
                let bets = if action == "misdeal" { table.bets } else { table.wager };
                table.bets -= bets;
                returned = bets;
                let account = self.meters.get_mut(&table.meter).unwrap();
                account.contributions -= bets * (account.shares[0] + account.shares[1]);
                touched.push(table.meter.clone());
            }
            "propose" | "verify" | "overrule" => self.propose(what, by, effect),
            "game-over" => self.game_over(what, effect, line),
            "approve" => touched.extend(self.approve(what, by, effect)),
            "close-meter" => {
                let account = self.meters.get_mut(text(what, "meter")).unwrap();
                account.adjustments -= account.last["display"];
                touched.push(text(what, "meter").to_owned());
            }
            _ => {}
        }
        let awards: Vec<&Value> = effect["awards"].as_array().into_iter().flatten().collect();
        for award in &awards {
            self.award(award, action, by);
            touched.push(text(award, "meter").to_owned());
        }
        self.figured(&awards);
        self.tray(if action == "lock" { None } else { Some(returned) }, effect, line);
        for moved in effect["moves"].as_array().into_iter().flatten() {
            self.moved(moved, action, line);
        }
        // (P3) What is known from outside, and what the entry says, are the same after every entry.
        for meter in touched {
            let account = &self.meters[&meter];
            let known = [
                ("contributions", account.contributions),
                ("adjustments", account.adjustments),
                ("paid", account.paid),
                ("pending", account.pending),
            ];
            for (name, amount) in known {
                assert_eq!(account.last[name], amount, "{name} of {meter}: {line}");
            }
        }
    }

    /// [PRG-2] [CS-7] [GEN-12] Bets go to the tray and come back from it, awards and envy are handed out from it. What
    /// goes to the meter, and what the meter pays, goes through it. Called before the meters' own moves are taken in.
    fn tray(&mut self, returned: Option<i128>, effect: &Value, line: &Value) {
        for posting in effect["book"].as_array().into_iter().flatten() {
            let amount = micros(text(posting, "amount"));
            assert!(amount > 0 && posting["from"] != posting["to"], "{line}");
            *self.accounts.entry(text(posting, "from").to_owned()).or_default() -= amount;
            *self.accounts.entry(text(posting, "to").to_owned()).or_default() += amount;
        }
        let Some(table) = effect["table"].as_str().filter(|table| self.tables.contains_key(*table))
        else {
            return;
        };
        let keypad = &self.tables[table];
        if keypad.felt.is_some() {
            // Its other wagers are not in the log, only the cards that decide them.
            return;
        }
        // A lock takes what the round stands on.
        let cents = returned.map_or(keypad.bets, |returned| -returned);
        let shares = self.meters[&keypad.meter].shares;
        let mut change = cents * 10_000 - cents * (shares[0] + shares[1]);
        for award in effect["awards"].as_array().into_iter().flatten() {
            let standing = &award["standing"];
            if text(standing, "is") == "paid" {
                let is_meters = text(&award["source"], "from") == "meter";
                let paid = micros(text(standing, "paid"));
                change += if is_meters { micros(text(award, "amount")).min(paid) } else { 0 };
                change -= paid;
            }
        }
        for won in effect["envy"].as_array().into_iter().flatten() {
            change -= micros(text(won, "amount"));
        }
        *self.trays.entry(table.to_owned()).or_default() += change;
        let booked = self.accounts.get(&format!("tray {table}")).copied().unwrap_or(0);
        assert_eq!(booked, self.trays[table], "the tray of {table}: {line}");
    }

    /// What an account of the book comes to.
    pub fn account(&self, name: &str) -> i128 {
        self.accounts.get(name).copied().unwrap_or(0)
    }

    /// What every table's tray holds.
    pub fn trays(&self) -> impl Iterator<Item = (&str, i128)> {
        self.trays.iter().map(|(table, amount)| (table.as_str(), *amount))
    }

    fn set_terms(&mut self, what: &Value) {
        let terms = &what["terms"];
        let account = self.meters.get_mut(text(what, "meter")).unwrap();
        account.shares = ["contribution", "reserve"].map(|name| points(text(terms, name)));
        account.limit = terms["limit"].as_str().map(micros);
    }

    /// A table that posts what its meter was made for, with seats or as a keypad only.
    fn set_up(&mut self, what: &Value) {
        let (setup, table) = (&what["setup"], text(what, "table").to_owned());
        let meter = text(setup, "meter").to_owned();
        let (_, wager, _) = self.meters[&meter].criteria.as_ref().unwrap();
        let wager = micros(wager) / 10_000;
        let entry = self.tables.entry(table.clone()).or_default();
        (entry.meter, entry.wager, entry.seats) = (meter, wager, 7);
        entry.verify_from = setup["verify-from"].as_str().map_or(0, micros);
        entry.felt = (setup["kind"] != "keypad").then(BTreeMap::new);
        if setup["options"]["house-procedure"] == "split" {
            self.split.insert(table);
        }
    }

    /// A seat's bets take the place of those it had. The first ones open a round.
    fn bet(&mut self, what: &Value, effect: &Value) {
        let Some(table) = self.tables.get_mut(text(what, "table")) else { return };
        let felt = table.felt.as_mut().unwrap();
        if effect["round"] != table.rounds {
            table.rounds += 1;
            felt.clear();
        }
        assert_eq!(effect["round"], table.rounds);
        let seat = what["seat"].as_u64().unwrap();
        match what["bets"]["progressive"].as_i64() {
            Some(cents) => felt.insert(seat, cents.into()),
            None => felt.remove(&seat),
        };
    }

    /// The bets that the dealer says were made at a table that is only a keypad, which opens a round, or that lie on
    /// the felt.
    fn locked(&mut self, what: &Value) -> i128 {
        let table = self.tables.get_mut(text(what, "table")).unwrap();
        if let Some(felt) = &table.felt {
            // [PRG-7] Exactly the posted wager.
            assert!(felt.values().all(|cents| *cents == table.wager), "{what}");
            return felt.values().sum();
        }
        // (W1) Rounds are numbered one after the other.
        table.rounds += 1;
        let mut bets = 0;
        // [PRG-7] Exactly the posted wager, at a seat that there is.
        for (seat, bet) in what["bets"].as_object().unwrap() {
            assert!((1..=table.seats).contains(&seat.parse().unwrap()), "{what}");
            assert_eq!(i128::from(bet.as_i64().unwrap()), table.wager, "{what}");
            bets += table.wager;
        }
        bets
    }

    /// [PRG-1] Each wager's shares are on the meter as soon as it is locked; nothing else changes.
    fn lock(&mut self, what: &Value, effect: &Value, line: &Value) -> Option<String> {
        let bets = self.locked(what);
        let table = self.tables.get_mut(text(what, "table")).unwrap();
        table.bets = bets;
        assert_eq!(effect["round"], table.rounds);
        if bets == 0 {
            assert!(effect["moves"].is_null(), "{line}");
            return None;
        }
        let account = self.meters.get_mut(&table.meter).unwrap();
        // A cent at a hundredth of a percent is a millionth of a dollar.
        let [display, reserve] = account.shares.map(|share| share * bets);
        account.contributions += display + reserve;
        let after = totals(&effect["moves"][0]["after"]);
        let grown = |name: &str| after[name] - account.last[name];
        assert_eq!(grown("reserve"), reserve, "{line}");
        assert_eq!(grown("display") + grown("overflow"), display, "{line}");
        if account.limit.is_none() {
            assert_eq!(grown("overflow"), 0, "{line}");
        }
        Some(table.meter.clone())
    }

    /// Proposals are numbered one after the other; verifying another amount is one [PRG-20].
    fn propose(&mut self, what: &Value, by: &str, effect: &Value) {
        let Some(number) = effect["proposal"].as_u64() else { return };
        assert_eq!(number, self.proposals.len() as u64 + 1);
        let proposed = match text(what, "do") {
            "propose" => what["proposed"].clone(),
            "overrule" => serde_json::json!({ "kind": "override" }),
            _ => serde_json::json!({ "kind": "pay-other", "paid": what["paid"] }),
        };
        self.proposals.insert(number, (by.to_owned(), proposed));
    }

    /// [PRG-9] At game over nothing is pending but small awards from the tray, which the dealer has paid.
    fn game_over(&mut self, what: &Value, effect: &Value, line: &Value) {
        let table = text(what, "table");
        let paid: Vec<&Value> = effect["awards"].as_array().into_iter().flatten().collect();
        for award in &paid {
            assert_eq!(text(&award["source"], "from"), "tray", "{line}");
            let amount = micros(text(award, "amount"));
            assert!(amount < self.tables[table].verify_from, "{line}");
        }
        let is_paid = |number: &u64| paid.iter().any(|award| award["number"] == *number);
        for (number, win) in &self.wins {
            let is_open = win.table == table && win.standing == "pending";
            assert!(!is_open || is_paid(number), "award {number}: {line}");
        }
    }

    /// (A2) Two different people; the money is what was proposed.
    fn approve(&mut self, what: &Value, by: &str, effect: &Value) -> Vec<String> {
        let (proposer, proposed) = &self.proposals[&what["proposal"].as_u64().unwrap()];
        assert_ne!(proposer, by);
        match text(proposed, "kind") {
            "adjust" => {
                let meter = text(proposed, "meter").to_owned();
                let account = self.meters.get_mut(&meter).unwrap();
                account.adjustments += micros(text(proposed, "amount"));
                vec![meter]
            }
            "transfer" => {
                let pair = ["from", "to"].map(|name| text(proposed, name).to_owned());
                let given = &self.meters[&pair[0]].last;
                let all = given["display"] + given["reserve"] + given["overflow"];
                let amount = proposed["amount"].as_str().map_or(all, micros);
                self.meters.get_mut(&pair[0]).unwrap().adjustments -= amount;
                self.meters.get_mut(&pair[1]).unwrap().adjustments += amount;
                pair.to_vec()
            }
            // [PRG-22] The keys stand; no money moves before one is verified.
            "add-supervisor" | "verify-every" | "override" => {
                assert!(effect.get("moves").is_none());
                if text(proposed, "kind") == "override" {
                    let agreed = [text(effect, "table"), proposer, by].map(str::to_owned);
                    self.overrides.insert(agreed);
                }
                Vec::new()
            }
            "release-overflow" => {
                assert_eq!(effect["moves"].as_array().map(Vec::len), Some(1));
                vec![text(proposed, "meter").to_owned()]
            }
            "reschedule" => {
                assert!(effect["moves"].is_null() && !text(proposed, "petition").is_empty());
                let criteria = Some(wins(&proposed["criteria"], None));
                self.meters.get_mut(text(proposed, "meter")).unwrap().criteria = criteria;
                Vec::new()
            }
            // [PRG-10] [PRG-20] One award, which says so.
            kind => {
                let expected = if kind == "back-out" { "backed-out" } else { "paid" };
                let awards = effect["awards"].as_array().unwrap();
                assert_eq!(awards.len(), 1);
                assert_eq!(text(&awards[0]["standing"], "is"), expected);
                if kind == "pay-other" {
                    assert_eq!(awards[0]["standing"]["paid"], proposed["paid"]);
                    assert_eq!(text(&awards[0]["standing"], "by"), proposer);
                }
                Vec::new()
            }
        }
    }

    fn award(&mut self, award: &Value, action: &str, by: &str) {
        let number = award["number"].as_u64().unwrap();
        let amount = micros(text(award, "amount"));
        let standing = text(&award["standing"], "is").to_owned();
        // [PRG-21] What is not paid of an award off the meter stays on the meter.
        let frozen = if text(&award["source"], "from") == "meter" { amount } else { 0 };
        let counted = match award["standing"]["paid"].as_str() {
            Some(paid) => frozen.min(micros(paid)),
            None => frozen,
        };
        let meter = text(award, "meter").to_owned();
        let old = self.wins.get(&number).cloned();
        self.overridden(award);
        if standing == "paid" {
            let round = (text(award, "table").to_owned(), award["round"].as_u64().unwrap());
            let paid = self.paid.entry(round).or_default();
            *paid += 1;
            self.seen.two_winners += usize::from(*paid == 2);
            self.seen.changed += usize::from(!award["standing"]["differs"].is_null());
            self.seen.overridden += usize::from(!award["overridden"].is_null());
        }
        match &old {
            // (W3) Slips are numbered in the order of the ledger.
            None => assert_eq!(number, self.wins.len() as u64 + 1),
            // Undone after it was paid, once.
            Some(old) if standing == "backed-out" => assert_eq!(old.standing, "paid", "{number}"),
            Some(old) => assert_eq!(old.standing, "pending", "{number} is decided once"),
        }
        let account = self.meters.get_mut(&meter).unwrap();
        // [ED-3] What J-POT has recorded is on the sign until RUN.
        let is_on_sign = self.tables[text(award, "table")].waits_for_run;
        let was_pending = old.as_ref().filter(|old| old.standing == "pending" && !is_on_sign);
        account.pending -= was_pending.map_or(0, |old| old.amount);
        match standing.as_str() {
            "pending" if is_on_sign => {}
            "pending" => account.pending += counted,
            "paid" => {
                let held = old.map_or(0, |old| old.amount);
                assert_eq!(held, frozen, "paid is what was frozen");
                account.paid += counted;
                paid(award, amount, action, by);
            }
            "backed-out" => {
                assert_eq!(action, "approve");
                assert_eq!(old.map(|old| old.amount), Some(counted), "what was paid comes back");
                account.adjustments += counted;
            }
            _ => assert!(matches!(action, "void" | "key" | "misdeal" | "return-bet"), "{action}"),
        }
        let table = text(award, "table").to_owned();
        self.wins.insert(number, Win { amount: counted, standing, table });
    }

    /// [PRG-22] An award that stands over the cards says which two supervisors agreed on it at its table, and why.
    fn overridden(&self, award: &Value) {
        let over = &award["overridden"];
        if over.is_null() {
            return;
        }
        let people = [text(over, "by"), text(over, "approved-by")];
        assert!(people[0] != people[1] && !text(over, "reason").is_empty(), "{award}");
        let agreed = [text(award, "table"), people[0], people[1]].map(str::to_owned);
        assert!(self.overrides.contains(&agreed), "{award}");
        assert_ne!(over["cards"], award["hand"], "{award}");
    }

    /// What each award that was frozen comes to.
    fn figured(&self, awards: &[&Value]) {
        let is_pending = |award: &&&Value| text(&award["standing"], "is") == "pending";
        let is_top = |award: &&&Value| award["source"]["share"] == "100%";
        let frozen: Vec<&Value> = awards.iter().filter(is_pending).copied().collect();
        let tops: Vec<&Value> = frozen.iter().filter(is_top).copied().collect();
        let is_split = tops.len() > 1 && self.split.contains(text(tops[0], "table"));
        for award in &frozen {
            if !(is_split && is_top(&award)) {
                figured(award);
            }
        }
        if is_split {
            shared(&tops);
        }
    }

    fn moved(&mut self, moved: &Value, action: &str, line: &Value) {
        let account = self.meters.get_mut(text(moved, "meter")).unwrap();
        let after = totals(&moved["after"]);
        let sum = |names: &[&str]| names.iter().map(|name| after[*name]).sum::<i128>();
        assert_eq!(sum(&SOURCES), sum(&PLACES), "{line}");
        let nothing = || totals(&Value::Object(serde_json::Map::new()));
        let was = if account.last.is_empty() { nothing() } else { account.last.clone() };
        assert_eq!(transferred(was, moved), after, "{line}");
        for name in ["reserve", "overflow", "paid", "pending"] {
            assert!(after[name] >= 0, "{name}: {line}");
        }
        if let Some(limit) = account.limit {
            assert!(after["display"] <= limit, "{line}");
        }
        // The house puts in the base and a seed for every top award that stands, never less.
        assert!(after["seeds"] >= account.base, "{line}");
        let before = account.last.get("display").copied().unwrap_or(0);
        assert_eq!(micros(text(moved, "before")), before, "{line}");
        // (A1) A meter goes down only by an award, a correction, or what undoes a round.
        let may_fall =
            ["key", "turn-key", "void", "misdeal", "return-bet", "approve", "close-meter"];
        assert!(after["display"] >= before || may_fall.contains(&action), "{line}");
        account.last = after;
    }
}

/// What wins: the schedule as a meter names it, the wager, and what each hand pays [PRG-12].
fn wins(posted: &Value, game: Option<&str>) -> Wins {
    let schedule = text(posted, "schedule");
    let name = match game {
        Some(game) if !schedule.starts_with("PMG-") => format!("{game}/{schedule}"),
        _ => schedule.to_owned(),
    };
    let row = |row: &Value| (text(row, "hand").to_owned(), text(row, "pays").to_owned());
    let rows = posted["rows"].as_array().unwrap().iter().map(row).collect();
    (name, text(posted, "wager").to_owned(), rows)
}

/// [PRG-20] Never negative; another amount only with a reason and two different supervisors.
fn paid(award: &Value, amount: i128, action: &str, by: &str) {
    let standing = &award["standing"];
    let handed_out = micros(text(standing, "paid"));
    assert!(handed_out >= 0, "{award}");
    let differs = &standing["differs"];
    if differs.is_null() {
        assert_eq!(handed_out, amount, "{award}");
        return;
    }
    assert_eq!(micros(text(differs, "amount")), handed_out - amount, "{award}");
    let back = if text(&award["source"], "from") == "meter" { amount - handed_out } else { 0 };
    assert_eq!(differs["rest"].as_str().map_or(0, micros), back.max(0), "{award}");
    assert!(handed_out != amount && !text(differs, "reason").is_empty(), "{award}");
    assert_eq!((action, text(differs, "approved-by")), ("approve", by), "{award}");
    assert_ne!(text(standing, "by"), by, "{award}");
}

/// [PRG-3] [PRG-4] A share is whole cents, rounded down; all of the meter restarts it.
fn figured(award: &Value) {
    let source = &award["source"];
    if text(source, "from") != "meter" {
        return;
    }
    // [PRG-19] Another table's award changes nothing; and the next award begins where this one ends.
    let [before, amount] = ["before", "amount"].map(|name| micros(text(award, name)));
    let share = points(text(source, "share"));
    assert_eq!(amount, before * share / 10_000 / 10_000 * 10_000, "{award}");
    if award["source"]["share"] != "100%" {
        assert_eq!(micros(text(award, "after")), before - amount, "{award}");
    }
}

/// [PRG-5] Top awards of a round share the meter equally, odd cents to the first; it restarts once.
fn shared(tops: &[&Value]) {
    let amounts: Vec<i128> = tops.iter().map(|award| micros(text(award, "amount"))).collect();
    let pool: i128 = amounts.iter().sum();
    assert!(pool <= micros(text(tops[0], "before")), "{tops:?}");
    let each = pool / 10_000 / amounts.len() as i128 * 10_000;
    assert!(amounts[1..].iter().all(|amount| *amount == each), "{tops:?}");
    assert!(tops.is_sorted_by_key(|award| std::cmp::Reverse(award["seat"].as_u64())), "{tops:?}");
}

const SOURCES: [&str; 4] = ["seeds", "top-ups", "contributions", "adjustments"];
const PLACES: [&str; 5] = ["display", "reserve", "overflow", "paid", "pending"];

/// The totals of an entry; what is left out is nothing.
fn totals(value: &Value) -> BTreeMap<String, i128> {
    let one = |(name, amount): (&String, &Value)| (name.clone(), micros(amount.as_str().unwrap()));
    let said: BTreeMap<String, i128> = value.as_object().unwrap().iter().map(one).collect();
    assert!(said.values().all(|amount| *amount != 0), "{value}");
    let names = SOURCES.iter().chain(&PLACES);
    let all: BTreeMap<String, i128> =
        names.map(|name| ((*name).to_owned(), said.get(*name).copied().unwrap_or(0))).collect();
    assert!(said.keys().all(|name| all.contains_key(name)), "{value}");
    all
}

/// Double entry: the transfers of an entry, each from one account to another and more than nothing,
/// make the totals after it from those before.
fn transferred(mut totals: BTreeMap<String, i128>, moved: &Value) -> BTreeMap<String, i128> {
    for transfer in moved["transfers"].as_array().into_iter().flatten() {
        let (from, to) = (text(transfer, "from"), text(transfer, "to"));
        let amount = micros(text(transfer, "amount"));
        assert!(amount > 0 && from != to, "{moved}");
        let sign = |name: &str| if SOURCES.contains(&name) { 1 } else { -1 };
        *totals.get_mut(from).unwrap() += sign(from) * amount;
        *totals.get_mut(to).unwrap() -= sign(to) * amount;
    }
    totals
}

impl Account {
    /// What an amount comes to in the books.
    pub fn total(&self, name: &str) -> i128 {
        self.last[name]
    }
}
