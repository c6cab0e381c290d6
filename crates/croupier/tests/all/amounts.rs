//! What was paid is what the award says in everything that the commands print: text, JSON and CSV [PRG-20] [PRG-21]
//! [PRG-22]. The tables are keypad-only tables, each on a meter of its own.

use serde_json::Value;

use crate::shop::Shop;

/// A round of two $1 bets on a meter of $10,000 that two supervisors decide about; 50 cents go to the meter first.
struct Case {
    /// The table, and its meter.
    name: &'static str,
    split: bool,
    /// What is keyed, in the order of keying.
    keys: &'static [(u8, &'static str)],
    /// What the cards of seat 1 say, if that is something else: then two supervisors override them.
    cards: Option<&'static str>,
    /// What is paid for the first award, if that is another amount.
    paid: Option<&'static str>,
    /// Award and amount paid, in the order of the slips.
    awards: &'static [[&'static str; 2]],
    /// What the sign shows before the first award, after it, and after the second.
    sign: &'static [&'static str],
    /// What the table wins: $1.50 that does not go to the meter, less awards from the tray and envy.
    win: &'static str,
}

const CASES: [Case; 6] = [
    Case {
        name: "as-keyed",
        split: false,
        keys: &[(1, "flush")],
        cards: None,
        paid: None,
        awards: &[["40.00", "40.00"]],
        sign: &["10000.5000", "10000.5000"],
        win: "-38.5000",
    },
    Case {
        name: "changed",
        split: false,
        keys: &[(1, "full house")],
        cards: None,
        paid: Some("45"),
        awards: &[["50.00", "45.00"]],
        sign: &["10000.5000", "10000.5000"],
        win: "-43.5000",
    },
    Case {
        name: "overridden",
        split: false,
        keys: &[(1, "full house")],
        cards: Some("flush"),
        paid: None,
        awards: &[["50.00", "50.00"]],
        sign: &["10000.5000", "10000.5000"],
        win: "-48.5000",
    },
    // $1,000 goes back to the meter, and seat 2 wins $1,000 of envy.
    Case {
        name: "short",
        split: false,
        keys: &[(1, "royal flush")],
        cards: None,
        paid: Some("9000.50"),
        awards: &[["10000.50", "9000.50"]],
        sign: &["10000.5000", "10000.0000"],
        win: "-998.5000",
    },
    // The last seat first: it takes the meter, and the other one the seed. Each wins envy from the other.
    Case {
        name: "two",
        split: false,
        keys: &[(2, "royal flush"), (1, "royal flush")],
        cards: None,
        paid: None,
        awards: &[["10000.50", "10000.50"], ["10000.00", "10000.00"]],
        sign: &["10000.5000", "10000.0000", "10000.0000"],
        win: "-1998.5000",
    },
    // The two share the meter, and it restarts once.
    Case {
        name: "split",
        split: true,
        keys: &[(2, "royal flush"), (1, "royal flush")],
        cards: None,
        paid: None,
        awards: &[["5000.25", "5000.25"], ["5000.25", "5000.25"]],
        sign: &["10000.5000", "5000.2500", "10000.0000"],
        win: "-1998.5000",
    },
];

/// A house with a dealer.
fn founded() -> Shop {
    let shop = Shop::new();
    let dan = ["person", "add", "dan", "--name", "Dan", "--role", "dealer", "--as", "sue"];
    shop.done("secret-of-sue", &dan);
    shop
}

/// What someone does, and what it says as JSON.
fn by(shop: &Shop, person: &str, args: &[&str]) -> Value {
    let secret = format!("secret-of-{person}");
    let args = [args, &["--as", person, "--json"]].concat();
    serde_json::from_str(&shop.done(&secret, &args)).unwrap()
}

/// Something is proposed, and another supervisor approves it.
fn agree(shop: &Shop, args: &[&str]) -> Value {
    let proposal = by(shop, "sue", args)["proposal"].to_string();
    by(shop, "sam", &["meter", "approve", &proposal])
}

/// Lines are folded at 80 columns, and amounts are written as people write them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn dollars(amount: &str) -> String {
    let cents: money::Cents = amount.parse().unwrap();
    format!("{cents:#}")
}

impl Case {
    /// Plays the round; what each award's payment printed.
    fn play(&self, shop: &Shop, first: usize) -> Vec<Value> {
        let table = self.name;
        let create = ["meter", "create", table, "--schedule", "PMG-01", "--seed", "10000"];
        by(shop, "sue", &create);
        let open = ["table", "open", table, "--meter", table, "--game", "caribbean-stud"];
        let split = ["--option", "house-procedure=split"];
        let more: &[&str] = if self.split { &split } else { &[] };
        by(shop, "sue", &[open.as_slice(), &["--schedule", "PMG-01"], more].concat());
        by(shop, "dan", &["table", "lock", table, "1=1", "2=1"]);
        for (seat, hand) in self.keys {
            by(shop, "dan", &["table", "key", table, &seat.to_string(), hand]);
        }
        if let Some(cards) = self.cards {
            by(shop, "dan", &["table", "cards", table, &format!("1={cards}")]);
            agree(shop, &["table", "override", table, "the camera showed it"]);
        }
        let paid = (0..self.keys.len()).map(|place| {
            let number = (first + place).to_string();
            let verify = ["table", "verify", &number];
            match self.paid.filter(|_| place == 0) {
                Some(paid) => {
                    let other = ["--paid", paid, "--differs", "a torn bill"];
                    agree(shop, &[verify.as_slice(), &other].concat())
                }
                None => by(shop, "sue", &verify),
            }
        });
        let paid = paid.collect();
        self.kept(shop);
        by(shop, "dan", &["table", "game-over", table]);
        paid
    }

    /// What the table shows of its keys before game over.
    fn kept(&self, shop: &Shop) {
        let shown = shop.json(&["table", "show", self.name]);
        let page = words(&shop.done("", &["table", "show", self.name]));
        for ((seat, hand), [amount, paid]) in self.keys.iter().zip(self.awards) {
            let kept = &shown["round"]["keyed"][seat.to_string()];
            assert_eq!([&kept["hand"], &kept["verified"], &kept["paid"]], [*hand, *amount, *paid]);
            assert!(page.contains(&dollars(paid)), "{}: {page}", self.name);
        }
        let is_overridden = self.cards.is_some();
        assert_eq!(page.contains("Overridden by sue and sam [PRG-22]"), is_overridden, "{page}");
    }

    /// Every place says the same of an award.
    fn same(&self, shop: &Shop, place: usize, number: usize, told: &Value) {
        let ([amount, paid], (seat, hand)) = (self.awards[place], self.keys[place]);
        let (serial, number, name) = (number as u64, number.to_string(), self.name);
        let listed = shop.json(&["meter", "wins", name])["awards"].clone();
        let is_it = |award: &&Value| award["number"] == serial;
        let listed = listed.as_array().unwrap().iter().find(is_it).unwrap().clone();
        let slip = shop.json(&["meter", "slip", &number]);
        let told = told["awards"].as_array().unwrap().iter().find(is_it).unwrap();
        for place in [told, &listed, &slip] {
            let standing = &place["standing"];
            let said = [&place["hand"], &place["amount"], &standing["paid"], &standing["is"]];
            assert_eq!(said, [hand, amount, paid, "paid"], "{name}: {place}");
            assert_eq!(place["seat"], seat);
            assert_eq!(standing["differs"].is_object(), amount != paid, "{name}: {place}");
            assert_eq!(place["overridden"].is_object(), self.cards.is_some(), "{name}: {place}");
        }
        // Connecting slips: each begins where the one before ended.
        assert_eq!([&slip["before"], &slip["after"]], [self.sign[place], self.sign[place + 1]]);

        let (wins, file) = (["meter", "wins", name], shop.path("wins.csv"));
        shop.done("", &[wins.as_slice(), &["--csv", &file]].concat());
        let csv = std::fs::read_to_string(&file).unwrap();
        let row = csv.lines().find(|line| line.starts_with(&format!("{number},"))).unwrap();
        assert!(row.contains(&format!(",{seat},{hand},{amount},{paid},paid,")), "{row}");

        let (said, both) = (dollars(paid), [dollars(amount), dollars(paid)]);
        let recall = words(&shop.done("", &["table", "recall", name, "1"]));
        let found = words(&shop.done("", &["audit", "search", &format!("award {number} of")]));
        let paper = words(&shop.done("", &["meter", "slip", &number]));
        let wins = words(&shop.done("", &wins));
        for (place, text) in [("recall", &recall), ("search", &found), ("slip", &paper)] {
            for figure in &both {
                assert!(text.contains(figure), "{figure} in the {place} of {name}: {text}");
            }
        }
        assert!(wins.contains(&format!("{amount} paid")), "{wins}");
        if amount != paid {
            let why = "approved by sam: a torn bill";
            for (place, text) in [("wins", &wins), ("slip", &paper), ("csv", &row.to_owned())] {
                assert!(text.contains(why), "the {place} of {name}: {text}");
            }
            assert!(wins.contains(&format!("{said} was paid")), "{wins}");
        }
        if self.cards.is_some() {
            let why = "override of sue and sam, the cards say flush: the camera showed it";
            for (place, text) in [("wins", &wins), ("recall", &recall), ("csv", &row.to_owned())] {
                assert!(text.contains(why), "the {place} of {name}: {text}");
            }
            assert!(paper.contains("the camera showed it"), "{paper}");
        }
    }

    /// What came off the meter: the list of hits, and the statement as JSON, text and CSV.
    fn meter(&self, shop: &Shop) {
        let name = self.name;
        let file = shop.path("statement.csv");
        let statement = shop.json(&["meter", "statement", name]);
        shop.done("", &["meter", "statement", name, "--csv", &file]);
        let csv = std::fs::read_to_string(&file).unwrap();
        let page = words(&shop.done("", &["meter", "statement", name]));
        let hits = shop.json(&["meter", "show", name])["last_hits"].clone();
        let is_off_meter = self.keys[0].1 == "royal flush";
        let awards = if is_off_meter { self.awards } else { &[] };
        assert_eq!(hits.as_array().unwrap().len(), awards.len(), "{hits}");
        for [amount, paid] in awards {
            let says = match amount == paid {
                true => format!("of {}: paid", dollars(amount)),
                false => format!("{} was paid", dollars(paid)),
            };
            assert!(page.contains(&says), "{says}: {page}");
            assert!(csv.contains(&says), "{says}: {csv}");
            let lines = statement["lines"].as_array().unwrap().iter();
            let mut told = lines.flat_map(|line| line["awards"].as_array().into_iter().flatten());
            let is_it = |it: &&Value| it["amount"] == **amount && it["standing"]["paid"] == **paid;
            assert!(told.any(|award| is_it(&award)), "{statement}");
            let other = if amount == paid { Value::Null } else { (*paid).into() };
            let is_hit = |hit: &Value| hit["amount"] == *amount && hit["paid"] == other;
            assert!(hits.as_array().unwrap().iter().any(is_hit), "{hits}");
        }
    }

    /// The gaming day, as JSON and as people read it.
    fn day(&self, shop: &Shop) {
        let day = shop.json(&["day", "show"]);
        let of = |list: &str, key: &str| {
            let all = day[list].as_array().unwrap();
            all.iter().find(|it| it[key] == self.name).unwrap().clone()
        };
        assert_eq!(of("tables", "table")["win"], self.win, "{}", self.name);
        assert_eq!(
            (&day["balances"], &of("meters", "meter")["balances"]),
            (&true.into(), &true.into())
        );
        assert!(shop.done("", &["day", "show"]).contains(self.win), "{}", self.name);
    }
}

#[test]
fn prg_20_every_command_says_the_same_of_what_was_paid() {
    let shop = founded();
    let mut number = 1;
    for case in &CASES {
        let told = case.play(&shop, number);
        for (place, told) in told.iter().enumerate() {
            case.same(&shop, place, number + place, told);
        }
        case.meter(&shop);
        case.day(&shop);
        number += told.len();
    }
}
