//! The games, wagers, schedules, bets and lines that the design lists, typed by hand.

use money::Cents;
use rulebook::{Rulebook, Section};

fn newest(id: &str) -> Section {
    Rulebook::embedded().game(id).unwrap_or_else(|| panic!("no {id}")).newest()
}

/// `A B C` as names; `standard` is a wager's only schedule.
type Wagers = &'static [(&'static str, &'static str)];

/// Every wager decided by odds and its schedules.
const SCHEDULES: [(&str, Wagers); 14] = [
    (
        "let-it-ride",
        &[
            ("base", "A B"),
            ("bonus", "A B C D"),
            ("three-card-bonus", "A B C D E F"),
            ("progressive", "LIRP-1 PMG-01 PMG-02"),
        ],
    ),
    (
        "three-card-poker",
        &[
            ("ante", "standard"),
            ("pair-plus", "standard"),
            ("six-card-bonus", "TCP-6B1 TCP-6B2 TCP-6B3 TCP-6B4"),
            ("progressive", "paytable-1 paytable-2"),
        ],
    ),
    ("caribbean-stud", &[("ante", "standard"), ("progressive", "CS-10 CS-5000 PMG-01 PMG-02")]),
    (
        "silverado-stud",
        &[
            ("base", "A-A A-B A-C A2-A A2-B A2-C A2-J A2-A2 B-Q B-R B-S5 B-S2 B-U B-V"),
            ("four-card-bonus", "standard"),
        ],
    ),
    (
        "four-card-poker",
        &[
            ("ante", "FCP-01 FCP-02 FCP-03 FCP-04 FCP-05 FCP-06 FCP-07"),
            ("aces-up", "FCP-01 FCP-02 FCP-03 FCP-04 FCP-05 FCP-06 FCP-07"),
            ("progressive", "FCCP-1 FCCP-2 FCCP-3 PMG-01 PMG-02"),
        ],
    ),
    (
        "texas-holdem-bonus",
        &[("ante", "standard"), ("bonus", "house"), ("progressive", "THBP-08 PMG-01 PMG-02")],
    ),
    ("mississippi-stud", &[("ante", "standard"), ("progressive", "MS-STUD-01 PMG-01 PMG-02")]),
    (
        "ultimate-texas-holdem",
        &[
            ("ante", "UTH-01 UTH-02 UTH-03 UTH-04"),
            ("trips", "UTH-01 UTH-02 UTH-03 UTH-04"),
            ("progressive", "UTHP-01 UTHP-02 PMG-01 PMG-02"),
        ],
    ),
    (
        "holdem-212",
        &[("holdem", "standard"), ("blackjack", "standard"), ("two-card-plus", "standard")],
    ),
    ("blackjack", &[("blackjack", "standard"), ("insurance", "standard")]),
    (
        "buster-blackjack",
        &[
            ("blackjack", "standard"),
            ("buster", "H1 H2 H3 H4 H5 H6 H7 H8 H9 S1 S2 S3 S4 S5 S6 S7 S8 S9"),
        ],
    ),
    ("war-blackjack", &[("blackjack", "standard"), ("war", "standard")]),
    ("casino-war", &[("bet", "standard"), ("tie", "standard")]),
    ("phil-em-up", &[("bet", "standard")]),
];

#[test]
fn the_games_have_the_wagers_and_schedules_of_the_design() {
    assert_eq!(Rulebook::embedded().games().len(), SCHEDULES.len());
    for (id, wagers) in SCHEDULES {
        let section = newest(id);
        let held: Vec<(&str, String)> = section
            .wagers
            .iter()
            .map(|wager| (wager.id.as_str(), section.schedule_names(&wager.id).join(" ")))
            .collect();
        let listed: Vec<(&str, String)> =
            wagers.iter().map(|(wager, names)| (*wager, (*names).to_owned())).collect();
        assert_eq!(held, listed, "{id}");
    }
}

/// Bets placed at the start, and the lines that settle, in the order of the rule. The design leaves
/// out the line of the buster bonus, which is off by default [BUS-4].
const BETS_AND_LINES: [(&str, &str, &str); 13] = [
    (
        "let-it-ride",
        "base bonus three-card-bonus progressive",
        "bet-1 bet-2 bet-3 bonus three-card-bonus progressive",
    ),
    (
        "three-card-poker",
        "ante pair-plus six-card-bonus progressive",
        "play ante-bonus ante pair-plus six-card-bonus progressive",
    ),
    ("caribbean-stud", "ante progressive", "ante bet progressive"),
    ("silverado-stud", "base four-card-bonus", "five-card raise three-card four-card-bonus"),
    (
        "four-card-poker",
        "ante aces-up progressive",
        "play ante automatic-bonus aces-up progressive",
    ),
    ("texas-holdem-bonus", "ante bonus progressive", "bonus flop turn river ante progressive"),
    ("mississippi-stud", "ante progressive", "third fourth fifth ante progressive"),
    ("ultimate-texas-holdem", "ante blind trips progressive", "play ante blind trips progressive"),
    ("holdem-212", "holdem blackjack two-card-plus", "holdem blackjack two-card-plus"),
    ("blackjack", "blackjack", "insurance blackjack"),
    ("buster-blackjack", "blackjack buster", "insurance blackjack buster buster-bonus"),
    ("war-blackjack", "blackjack war", "war insurance blackjack"),
    ("phil-em-up", "bet", "bet double"),
];

#[test]
fn bets_and_lines_stand_in_the_order_of_the_design() {
    for (id, bets, lines) in BETS_AND_LINES {
        let section = newest(id);
        let held: Vec<&str> =
            section.wagers.iter().flat_map(|wager| &wager.bets).map(String::as_str).collect();
        assert_eq!(held.join(" "), bets, "{id}");
        let paying = &section.paying;
        let held: Vec<&str> = [&paying.before, &paying.seat, &paying.after]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .filter(|line| *line != "envy")
            .collect();
        assert_eq!(held.join(" "), lines, "{id}");
    }
}

#[test]
fn the_progressive_is_settled_in_the_seats_turn_or_after_all_seats() {
    let seats_turn = ["let-it-ride", "four-card-poker", "texas-holdem-bonus"];
    let at_the_end =
        ["three-card-poker", "caribbean-stud", "mississippi-stud", "ultimate-texas-holdem"];
    for id in seats_turn {
        assert_eq!(newest(id).paying.seat.last().unwrap(), "progressive", "{id}");
        assert_eq!(newest(id).paying.after, ["envy"], "{id}");
    }
    for id in at_the_end {
        assert_eq!(newest(id).paying.after, ["progressive", "envy"], "{id}");
    }
}

#[test]
fn a_round_file_picks_a_schedule_by_its_bet() {
    let chosen = |id: &str, wager: &str| {
        let section = newest(id);
        let mut keys: Vec<String> =
            section.schedules_of(wager).map(|schedule| schedule.chosen_as.clone()).collect();
        keys.dedup();
        keys.join(" ")
    };
    assert_eq!(chosen("four-card-poker", "ante"), "aces-up", "the pair FCP-0n");
    assert_eq!(chosen("four-card-poker", "aces-up"), "aces-up");
    assert_eq!(chosen("ultimate-texas-holdem", "ante"), "blind");
    assert_eq!(chosen("ultimate-texas-holdem", "trips"), "trips");
    assert_eq!(chosen("silverado-stud", "base"), "base");
    assert_eq!(chosen("let-it-ride", "three-card-bonus"), "three-card-bonus");
}

#[test]
fn prg_8_seed_contribution_reserve_and_nominal_wager() {
    let mut count = 0;
    for game in Rulebook::embedded().games() {
        let section = game.newest();
        for schedule in &section.schedules {
            let Some(terms) = schedule.progressive else {
                assert_ne!(schedule.wager, "progressive", "{} {}", game.id, schedule.id);
                continue;
            };
            let name = format!("{} {}", game.id, schedule.id);
            assert_eq!(schedule.wager, "progressive", "{name}");
            // $10,000 for each dollar of the posted wager: $50,000 for PMG-02 at $5.
            let seed = match (game.id.as_str(), schedule.id.as_str()) {
                ("three-card-poker", _) => 1_000,
                (_, "PMG-02") => 50_000,
                _ => 10_000,
            };
            assert_eq!(terms.seed, Cents::dollars(seed), "{name}");
            assert_eq!(terms.contribution.to_string(), "25%", "{name}");
            let reserve = if schedule.id == "FCCP-3" { "5%" } else { "0%" };
            assert_eq!(terms.reserve.to_string(), reserve, "{name}");
            let nominal = if schedule.id == "PMG-02" { 5 } else { 1 };
            assert_eq!(terms.nominal, Cents::dollars(nominal), "{name}");
            count += 1;
        }
    }
    assert_eq!(count, 3 + 2 + 4 + 5 + 3 + 3 + 4);
}

#[test]
fn lir_3_a_pair_is_printed_at_25_and_read_as_1_to_1() {
    let section = newest("let-it-ride");
    let printed = ["1 to 1", "25 to 1", "25 to 1", "25 to 1", "", ""];
    for (schedule, printed) in section.schedules_of("three-card-bonus").zip(printed) {
        let rows = &schedule.part("three-card-bonus").unwrap().rows;
        let pair = rows.iter().find(|row| row.hand.words() == "pair").unwrap();
        assert_eq!(pair.pays.to_string(), "1 to 1", "{}", schedule.id);
        let held = match &pair.printed {
            None => pair.pays.to_string(),
            Some(other) => {
                assert_eq!(other.ruling, "LIR-3");
                other.pays.map(|pays| pays.to_string()).unwrap_or_default()
            }
        };
        assert_eq!(held, printed, "{}", schedule.id);
        let others = rows.iter().filter(|row| row.hand.words() != "pair");
        assert!(others.into_iter().all(|row| row.printed.is_none()), "only the pair row");
    }
}

#[test]
fn only_lir_3_and_prg_15_read_a_pay_otherwise_than_printed() {
    let mut read: Vec<(String, String, String)> = Vec::new();
    for game in Rulebook::embedded().games() {
        let section = game.newest();
        for part in section.schedules.iter().flat_map(|schedule| &schedule.parts) {
            for row in &part.rows {
                let Some(printed) = &row.printed else { continue };
                let pays = printed.pays.map(|pays| pays.to_string()).unwrap_or_default();
                read.push((printed.ruling.clone(), pays, row.pays.to_string()));
            }
        }
    }
    let (pairs, royals): (Vec<_>, Vec<_>) = read.iter().partition(|(by, _, _)| by == "LIR-3");
    assert_eq!(pairs.len(), 5);
    // A progressive stake is never returned [PRG-15].
    let row = |ruling: &str, printed: &str, read: &str| {
        (ruling.to_owned(), printed.to_owned(), read.to_owned())
    };
    let (first, second) =
        (row("PRG-15", "3,000 to 1", "3,000 for 1"), row("PRG-15", "1,000 to 1", "1,000 for 1"));
    assert_eq!(royals, [&first, &second]);
}

#[test]
fn prg_7_a_schedule_is_posted_at_a_multiple_of_its_nominal_wager() {
    let posted = |game: &str, id: &str, dollars: i64| {
        let section = newest(game);
        let schedule = section.schedules_of("progressive").find(|known| known.id == id).unwrap();
        schedule.posted_at(money::Cents::dollars(dollars))
    };
    // CS-10 at $5: five times its $500, $100 and $50, and five times the seed; 100% and 10% stay.
    let schedule = posted("caribbean-stud", "CS-10", 5).unwrap();
    let rows: Vec<String> = schedule.parts[0].rows.iter().map(|row| row.pays.to_string()).collect();
    assert_eq!(rows, ["100%", "10%", "$2,500", "$500", "$250"]);
    let terms = schedule.progressive.unwrap();
    assert_eq!([terms.nominal, terms.seed], [5, 50_000].map(money::Cents::dollars));
    assert_eq!(
        posted("caribbean-stud", "CS-10", 5).unwrap().posted_at(terms.nominal),
        Some(schedule)
    );
    // PMG-02 is printed for $5: $15 is three times that, $7 and $1 cannot be posted.
    let schedule = posted("let-it-ride", "PMG-02", 15).unwrap();
    let envy: Vec<_> = schedule.parts[0].rows.iter().filter_map(|row| row.envy).collect();
    assert_eq!(envy, [15_000, 4_500].map(money::Cents::dollars));
    assert_eq!(schedule.progressive.unwrap().seed, money::Cents::dollars(150_000));
    for dollars in [-5, 0, 1, 7] {
        assert_eq!(posted("let-it-ride", "PMG-02", dollars), None);
    }
    // Three-card poker's amounts never change [TCP-7].
    let schedule = posted("three-card-poker", "paytable-1", 10).unwrap();
    let envy: Vec<_> = schedule.parts[0].rows.iter().filter_map(|row| row.envy).collect();
    assert_eq!(envy, [100, 25].map(money::Cents::dollars));
    let terms = schedule.progressive.unwrap();
    assert_eq!([terms.nominal, terms.seed], [10, 1_000].map(money::Cents::dollars));
}

#[test]
fn thb_3_the_bonus_that_the_house_posts() {
    let section = newest("texas-holdem-bonus");
    let house = section.schedules_of("bonus").next().unwrap();
    let rows: Vec<String> =
        house.parts[0].rows.iter().map(|row| format!("{}: {}", row.hand, row.pays)).collect();
    assert_eq!(
        rows,
        [
            "pair of aces, the dealer too: 1,000 to 1",
            "pair of aces: 30 to 1",
            "ace-king suited: 25 to 1",
            "ace-queen or ace-jack suited: 20 to 1",
            "ace-king: 15 to 1",
            "pair of jacks to kings: 10 to 1",
            "ace-queen or ace-jack: 5 to 1",
            "pair of twos to tens: 3 to 1",
        ]
    );
}

#[test]
fn arsd_16_15_11_s7_the_rake() {
    let rakes = newest("holdem-212").rakes;
    let rakes: Vec<String> =
        rakes.iter().map(|rake| format!("{:#} from {:#}", rake.takes, rake.pot)).collect();
    assert_eq!(rakes, ["$1 from $10", "$2 from $20", "$3 from $30"]);
}
