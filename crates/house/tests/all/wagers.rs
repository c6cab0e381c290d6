//! One schedule and one posted wager for a meter, and nothing else is bet [PRG-7] [PRG-8] [PRG-12].

use house::table::command::TableCommand;
use house::{Command, Criteria, Posted, PostedRow, Proposed, Refusal, Seat, TableId, Terms};
use money::Cents;

use crate::support::house::dollars;
use crate::support::pit::{Pit, posted, posted_at};

#[test]
fn prg_7_only_the_posted_wager_is_locked() {
    let mut pit = Pit::new();
    let dollar = Cents::dollars(1);
    for cents in [0, 1, 99, 101, 200, 500, 500_000, -100, i64::MAX, i64::MIN] {
        let refused = pit.lock_cents(&[(1, 100), (3, cents)]).unwrap_err();
        let amount = Cents::new(cents);
        assert_eq!(refused, Refusal::NotPostedWager { seat: Seat(3), amount, wager: dollar });
    }
    let refused = pit.lock_cents(&[(1, 500)]).unwrap_err().to_string();
    assert_eq!(refused, "seat 1 bets $5, but the posted wager is exactly $1 [PRG-7]");
    pit.lock_cents(&[(1, 100), (3, 100)]).unwrap();
    assert_eq!(pit.shows(), "10000.5000");
}

#[test]
fn prg_7_there_are_only_the_tables_own_seats() {
    for (seats, not_there) in [(7, [0, 8, 255]), (6, [0, 7, 9])] {
        let posted = Posted { seats, ..posted() };
        let mut pit = Pit::with(Terms::with_seed(Cents::dollars(10_000)), posted);
        let wager = Cents::dollars(1);
        for seat in not_there.map(Seat) {
            let missing = Refusal::SeatNotThere { seat, seats, wager };
            assert_eq!(pit.lock_cents(&[(seat.0, 100)]), Err(missing.clone()));
            let players = [(Seat(2), seat)].into();
            let table = || "t1".parse().unwrap();
            let what = Command::at(
                &table(),
                TableCommand::Lock { bets: dollars([(Seat(2), 100)].into()), players },
            );
            assert_eq!(pit.ask("dee", what), Err(missing));
        }
        pit.lock_cents(&[(seats, 100)]).unwrap();
        // No hand is keyed for a seat that does not exist, not even for envy.
        for seat in not_there.map(Seat) {
            let hand = "royal flush".to_owned();
            let key = Command::at(&"t1".parse().unwrap(), TableCommand::Key { seat, hand });
            assert_eq!(pit.ask("dee", key), Err(Refusal::SeatNotThere { seat, seats, wager }));
        }
    }
}

fn open(pit: &mut Pit, table: &str, posted: Posted) -> Result<(), Refusal> {
    let (table, meter): (TableId, _) = (table.parse().unwrap(), "m".parse().unwrap());
    pit.ask("sue", Command::open_keypad(table, &meter, posted)).map(drop)
}

/// Three-card's paytable 1: A-K-Q of spades is far easier than a royal flush.
fn three_card() -> Posted {
    let row = PostedRow {
        hand: "A-K-Q of spades".to_owned(),
        pays: "100%".parse().unwrap(),
        envy: Some(Cents::dollars(100)),
    };
    Posted::new("three-card-poker", "2026-05-05", "paytable-1", Cents::dollars(1), vec![row])
}

#[test]
fn prg_12_only_tables_with_the_meters_schedule_and_wager_open_on_it() {
    let mut pit = Pit::new();
    // PMG-01 links tables of several games.
    open(&mut pit, "ride", Posted { game: "let-it-ride".to_owned(), ..posted() }).unwrap();
    let mut rows = posted().rows;
    rows[1].pays = "100%".parse().unwrap();
    let others = [
        ("three-card-poker/paytable-1 at $1", three_card()),
        ("PMG-01 at $5", posted_at(5)),
        ("caribbean-stud/CS-10 at $1", Posted { schedule: "CS-10".to_owned(), ..posted() }),
        ("PMG-01 at $1 with other winning rows", Posted { rows, ..posted() }),
        // [PRG-17] Seven cards to pick from win far more often.
        ("PMG-01 on 7 cards at $1", Posted { cards: Some(7), ..posted() }),
    ];
    for (words, other) in others {
        let refused = open(&mut pit, "t2", other).unwrap_err();
        assert!(matches!(refused, Refusal::OtherSchedule { .. }), "{refused}");
        let says = format!("meter m is for PMG-01 at $1, but the table posts {words}: ");
        assert!(refused.to_string().starts_with(&says), "{refused}");
    }
    // Nor does a table that was open before come back under another one.
    pit.done("sue", Command::CloseTable { table: "t1".parse().unwrap() });
    assert!(matches!(open(&mut pit, "t1", three_card()), Err(Refusal::OtherSchedule { .. })));
    open(&mut pit, "t1", posted()).unwrap();
}

#[test]
fn prg_11_another_schedule_needs_a_petition_and_two_supervisors() {
    let mut pit = Pit::new();
    let propose = |petition: &str| Proposed::Reschedule {
        meter: "m".parse().unwrap(),
        criteria: Criteria::of(&three_card()),
        petition: petition.to_owned(),
    };
    let tables = vec!["t1".parse().unwrap()];
    let open_tables = Refusal::TablesOpen { meter: "m".parse().unwrap(), tables };
    assert_eq!(pit.agree(propose("P-3/2026")), Err(open_tables));
    pit.done("sue", Command::CloseTable { table: "t1".parse().unwrap() });
    assert!(matches!(pit.agree(propose(" ")), Err(Refusal::BadText { .. })));
    let what = Command::Propose { proposed: propose("P-3/2026") };
    let proposal = pit.done("sue", what).proposal.unwrap();
    let alone = pit.ask("sue", Command::Approve { proposal });
    assert_eq!(alone, Err(Refusal::SamePerson("sue".parse().unwrap())));
    assert!(open(&mut pit, "t1", three_card()).is_err(), "nothing has changed yet");
    pit.done("sam", Command::Approve { proposal });
    open(&mut pit, "t1", three_card()).unwrap();
    assert_eq!(
        pit.agree(propose("P-4/2026")).unwrap_err().to_string(),
        "meter m has open tables: t1"
    );
    assert_eq!(pit.shows(), "10000.0000", "no money moves");
}

#[test]
fn prg_8_a_seed_that_the_rule_states_is_the_only_one() {
    let mut pit = Pit::new();
    let criteria = Criteria { seed: Some(Cents::dollars(1_000)), ..Criteria::of(&three_card()) };
    let create = |dollars: i64| Command::CreateMeter {
        meter: "three".parse().unwrap(),
        criteria: criteria.clone(),
        terms: Terms::with_seed(Cents::dollars(dollars)),
    };
    let fixed = pit.ask("sue", create(5_000)).unwrap_err();
    assert_eq!(
        fixed.to_string(),
        "the rule seeds three-card-poker/paytable-1 at $1,000; no other seed is allowed [PRG-8]"
    );
    pit.done("sue", create(1_000));
    let reset = Terms { reset: Cents::dollars(1), ..Terms::with_seed(Cents::dollars(1_000)) };
    let configure = Command::Configure { meter: "three".parse().unwrap(), terms: reset };
    assert_eq!(pit.ask("sue", configure), Err(fixed));
}

#[test]
fn prg_12_a_meter_without_a_schedule_does_not_exist() {
    let mut pit = Pit::new();
    let whole = Criteria::of(&posted());
    for criteria in [
        Criteria { schedule: String::new(), ..whole.clone() },
        Criteria { rows: Vec::new(), ..whole.clone() },
        Criteria { wager: Cents::ZERO, ..whole },
    ] {
        let terms = Terms::with_seed(Cents::dollars(10_000));
        let what = Command::CreateMeter { meter: "n".parse().unwrap(), criteria, terms };
        assert!(matches!(pit.ask("sue", what), Err(Refusal::BadTerms(_))));
    }
}
