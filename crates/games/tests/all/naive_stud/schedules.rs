//! The schedules as printed, typed in a second time. A row is found by its name, from the top.

use super::hands::Hand;

/// What a row pays.
#[derive(Clone, Copy, Debug)]
pub enum Pays {
    /// So many to one, and the stake back.
    To(i64),
    /// Three to two, and the stake back.
    ThreeToTwo,
    /// So many for one: the stake is gone.
    For(i64),
    /// Dollars for the nominal wager.
    Dollars(i64),
    /// Percent of the meter.
    Percent(i64),
    /// The stake back.
    Push,
}
use Pays::{Dollars, For, Percent, Push, ThreeToTwo, To};

/// A row: its name, what it pays, the envy in dollars for the nominal wager.
pub type Row = (&'static str, Pays, i64);
pub type Rows = Vec<Row>;

const ROYAL: &str = "royal flush";
const SF: &str = "straight flush";
const QUADS: &str = "four of a kind";
const FULL: &str = "full house";
const FLUSH: &str = "flush";
const STRAIGHT: &str = "straight";
const TRIPS: &str = "three of a kind";
const TWO_PAIR: &str = "two pair";
const PAIR: &str = "pair";

/// Rows that pay "to 1"; nothing where a column is blank.
fn to_one(names: &[&'static str], pays: &[i64]) -> Rows {
    assert_eq!(names.len(), pays.len());
    let rows = names.iter().zip(pays).filter(|(_, pays)| **pays > 0);
    rows.map(|(name, pays)| (*name, To(*pays), 0)).collect()
}

const FIVE_CARD: [&str; 8] = [ROYAL, SF, QUADS, FULL, FLUSH, STRAIGHT, TRIPS, TWO_PAIR];

/// The rows of a line's schedule. Lines with one schedule have the id `standard`.
pub fn rows(game: &str, line: &str, id: &str) -> Rows {
    match (game, line) {
        (_, "progressive") => progressive(id),
        ("let-it-ride", _) => let_it_ride(line, id),
        ("three-card-poker", _) => three_card(line, id),
        ("silverado-stud", _) => silverado(line, id),
        ("mississippi-stud", _) => {
            let mut rows = to_one(&FIVE_CARD, &[500, 100, 40, 10, 6, 4, 3, 2]);
            rows.extend([("jacks or better", To(1), 0), ("pair of sixes to tens", Push, 0)]);
            rows
        }
        ("texas-holdem-bonus", "bonus") => to_one(
            &[
                "A-A both",
                "A-A",
                "A-K suited",
                "A-Q or A-J suited",
                "A-K",
                "K-K to J-J",
                "A-Q or A-J",
                "10-10 to 2-2",
            ],
            &[1000, 30, 25, 20, 15, 10, 5, 3],
        ),
        ("ultimate-texas-holdem", "blind") => vec![
            (ROYAL, To(500), 0),
            (SF, To(50), 0),
            (QUADS, To(10), 0),
            (FULL, To(3), 0),
            (FLUSH, ThreeToTwo, 0),
            (STRAIGHT, To(1), 0),
        ],
        ("ultimate-texas-holdem", "trips") => to_one(
            &FIVE_CARD[..7],
            &match id {
                "UTH-01" => [50, 40, 30, 9, 7, 4, 3],
                "UTH-02" => [50, 40, 30, 8, 6, 5, 3],
                "UTH-03" => [50, 40, 30, 8, 7, 4, 3],
                "UTH-04" => [50, 40, 20, 7, 6, 5, 3],
                _ => panic!("{id}"),
            },
        ),
        ("caribbean-stud", "bet") => {
            let mut rows = to_one(&FIVE_CARD, &[100, 50, 20, 7, 5, 4, 3, 2]);
            rows.push(("one pair or less", To(1), 0));
            rows
        }
        ("four-card-poker", "automatic-bonus") => to_one(&[QUADS, SF, TRIPS], &[25, 20, 2]),
        ("four-card-poker", "aces-up") => to_one(
            &[QUADS, SF, TRIPS, FLUSH, STRAIGHT, TWO_PAIR, "pair of aces"],
            &match id {
                "FCP-01" => [50, 40, 9, 6, 4, 2, 1],
                "FCP-02" => [50, 40, 7, 6, 5, 2, 1],
                "FCP-03" => [50, 30, 9, 6, 4, 2, 1],
                "FCP-04" => [50, 30, 7, 6, 5, 2, 1],
                "FCP-05" => [50, 40, 8, 5, 4, 3, 1],
                "FCP-06" => [50, 40, 8, 6, 4, 2, 1],
                "FCP-07" => [50, 40, 7, 5, 4, 3, 1],
                _ => panic!("{id}"),
            },
        ),
        _ => panic!("{game} {line} {id}"),
    }
}

fn let_it_ride(line: &str, id: &str) -> Rows {
    match line {
        "base" => {
            let mut rows = to_one(
                &FIVE_CARD,
                &match id {
                    "A" => [500, 100, 25, 15, 10, 5, 3, 2],
                    "B" => [200, 100, 40, 15, 9, 5, 3, 2],
                    _ => panic!("{id}"),
                },
            );
            rows.push(("tens or better", To(1), 0));
            rows
        }
        "bonus" => to_one(
            &FIVE_CARD,
            &match id {
                "A" => [10_000, 2000, 400, 200, 50, 25, 5, 0],
                "B" => [5000, 2000, 100, 75, 50, 25, 8, 4],
                "C" => [5000, 1000, 200, 150, 75, 25, 10, 0],
                "D" => [5000, 1000, 100, 75, 50, 25, 8, 5],
                _ => panic!("{id}"),
            },
        ),
        // [LIR-3] reads the pair as 1 to 1; "printed" is the reading of the table.
        _ => {
            let names = ["mini royal", SF, TRIPS, STRAIGHT, FLUSH, PAIR];
            to_one(
                &names,
                &match id {
                    "A" | "A printed" => [0, 40, 30, 6, 4, 1],
                    "B" => [0, 40, 30, 5, 4, 1],
                    "C" => [0, 40, 30, 6, 3, 1],
                    "D" => [50, 40, 30, 6, 4, 1],
                    "E" => [50, 40, 30, 5, 4, 1],
                    "F" => [50, 40, 30, 6, 3, 1],
                    "B printed" => [0, 40, 30, 5, 4, 25],
                    "C printed" => [0, 40, 30, 6, 3, 25],
                    "D printed" => [50, 40, 30, 6, 4, 25],
                    "E printed" => [50, 40, 30, 5, 4, 0],
                    "F printed" => [50, 40, 30, 6, 3, 0],
                    _ => panic!("{id}"),
                },
            )
        }
    }
}

fn three_card(line: &str, id: &str) -> Rows {
    match line {
        "ante-bonus" => to_one(&[SF, TRIPS, STRAIGHT], &[5, 4, 1]),
        "pair-plus" => to_one(&[SF, TRIPS, STRAIGHT, FLUSH, PAIR], &[40, 30, 6, 4, 1]),
        _ => to_one(
            &FIVE_CARD[..7],
            &match id {
                "TCP-6B1" => [1000, 200, 50, 25, 20, 10, 5],
                "TCP-6B2" => [1000, 200, 50, 25, 15, 10, 5],
                "TCP-6B3" => [1000, 200, 100, 20, 15, 9, 8],
                "TCP-6B4" => [1000, 200, 100, 20, 15, 10, 7],
                _ => panic!("{id}"),
            },
        ),
    }
}

fn silverado(line: &str, id: &str) -> Rows {
    const DEALT: &str = "four of a kind dealt";
    const TWO_DEALT: &str = "two pair dealt";
    match line {
        "five-card" => {
            let two = |dealt, pair| [(TWO_DEALT, To(dealt), 0), (TWO_PAIR, To(pair), 0)];
            let (upper, two, lower): ([i64; 8], Vec<Row>, Rows) = match id {
                "A-A" | "A-B" | "A-C" => (
                    match id {
                        "A-A" => [200, 100, 50, 15, 9, 7, 5, 3],
                        "A-B" => [200, 100, 50, 20, 9, 7, 5, 3],
                        _ => [500, 100, 50, 20, 9, 7, 5, 3],
                    },
                    vec![(TWO_PAIR, To(2), 0)],
                    vec![("jacks or better", To(1), 0)],
                ),
                "A2-A" | "A2-B" | "A2-C" | "A2-J" | "A2-A2" => (
                    match id {
                        "A2-A" => [200, 100, 50, 15, 9, 7, 5, 3],
                        "A2-B" => [200, 100, 50, 20, 9, 7, 5, 3],
                        "A2-C" => [500, 100, 50, 20, 9, 7, 5, 3],
                        "A2-J" => [500, 100, 50, 20, 10, 7, 5, 3],
                        _ => [200, 100, 50, 15, 9, 7, 5, 3],
                    },
                    two(if id == "A2-J" { 2 } else { 1 }, 2).to_vec(),
                    vec![("jacks or better", To(1), 0)],
                ),
                _ => (
                    match id {
                        "B-Q" => [500, 100, 40, 15, 9, 7, 5, 3],
                        "B-R" => [500, 100, 40, 15, 9, 7, 6, 3],
                        "B-S5" => [500, 100, 50, 20, 9, 7, 5, 3],
                        "B-S2" => [200, 100, 50, 20, 9, 7, 5, 3],
                        "B-U" => [200, 100, 50, 20, 9, 7, 5, 3],
                        "B-V" => [200, 100, 50, 20, 9, 7, 6, 3],
                        _ => panic!("{id}"),
                    },
                    two(if id == "B-R" { 2 } else { 3 }, 2).to_vec(),
                    vec![("queens or better", To(1), 0), ("pair of tens or jacks", Push, 0)],
                ),
            };
            let names = [ROYAL, SF, DEALT, QUADS, FULL, FLUSH, STRAIGHT, TRIPS];
            let mut rows = to_one(&names, &upper);
            rows.extend(two);
            rows.extend(lower);
            rows
        }
        "three-card" => to_one(
            &["mini royal", SF, TRIPS, STRAIGHT, FLUSH, PAIR],
            &match id {
                "A-A" | "A-C" | "A2-A" | "A2-C" => [0, 15, 8, 4, 3, 1],
                "A-B" | "A2-B" => [0, 15, 10, 4, 3, 1],
                "A2-J" => [30, 15, 10, 4, 3, 1],
                "A2-A2" => [30, 15, 8, 4, 3, 1],
                "B-Q" | "B-R" | "B-S5" | "B-S2" => [30, 15, 8, 5, 3, 1],
                "B-U" | "B-V" => [30, 15, 10, 4, 3, 1],
                _ => panic!("{id}"),
            },
        ),
        _ => {
            let names = [QUADS, SF, TRIPS, FLUSH, STRAIGHT, TWO_PAIR, PAIR];
            let mut rows = to_one(&names, &[200, 50, 10, 6, 4, 3, 1]);
            rows.push(("less than 10-high", Push, 0));
            rows
        }
    }
}

fn progressive(id: &str) -> Rows {
    match id {
        "LIRP-1" | "MS-STUD-01" | "PMG-01" => vec![
            (ROYAL, Percent(100), 1000),
            (SF, Percent(10), 300),
            (QUADS, For(300), 0),
            (FULL, For(50), 0),
            (FLUSH, For(40), 0),
            (STRAIGHT, For(30), 0),
            (TRIPS, For(9), 0),
        ],
        "PMG-02" => {
            let mut rows = progressive("PMG-01");
            (rows[0].2, rows[1].2) = (5000, 1500);
            rows
        }
        "paytable-1" | "paytable-2" => {
            let mut rows = vec![
                ("A-K-Q of spades", Percent(100), 100),
                ("mini royal", For(500), 25),
                (SF, For(if id == "paytable-1" { 70 } else { 100 }), 0),
                (TRIPS, For(if id == "paytable-1" { 60 } else { 90 }), 0),
            ];
            if id == "paytable-1" {
                rows.push((STRAIGHT, For(6), 0));
            }
            rows
        }
        "THBP-08" => vec![
            ("community royal", Dollars(3000), 0),
            ("royal after 5", Percent(100), 0),
            ("royal after 6", Percent(25), 0),
            ("royal after 7", Percent(5), 0),
            (SF, Dollars(250), 0),
            (QUADS, Dollars(100), 0),
            (FULL, Dollars(10), 0),
        ],
        "UTHP-01" => vec![
            ("community royal", For(3000), 0),
            ("royal after 5", Percent(100), 0),
            (ROYAL, Percent(5), 0),
            (SF, For(250), 0),
            (QUADS, For(100), 0),
            (FULL, For(10), 0),
        ],
        "UTHP-02" => vec![
            ("community royal", For(1000), 0),
            (ROYAL, Percent(100), 0),
            (SF, For(250), 0),
            (QUADS, For(75), 0),
            (FULL, For(10), 0),
        ],
        "CS-10" | "CS-5000" => vec![
            (ROYAL, Percent(100), 0),
            (SF, if id == "CS-10" { Percent(10) } else { Dollars(5000) }, 0),
            (QUADS, Dollars(500), 0),
            (FULL, Dollars(100), 0),
            (FLUSH, Dollars(50), 0),
        ],
        "FCCP-1" => vec![
            ("four aces", Percent(100), 100),
            (QUADS, For(300), 10),
            (SF, For(100), 5),
            (TRIPS, For(9), 0),
        ],
        "FCCP-2" | "FCCP-3" => vec![
            ("four aces", Percent(100), 100),
            (QUADS, For(300), 25),
            (SF, For(100), 0),
            (TRIPS, For(15), 0),
        ],
        _ => panic!("{id}"),
    }
}

/// Where a royal of a hold'em game lies: how many of the cards it needs, or the board alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Royal {
    After(u8),
    Community,
}

/// The first row that a hand satisfies. `royal` says where a hold'em royal lies; rows that are
/// only for hands laid down are asked for by [`dealt`].
pub fn row(rows: &[Row], hand: &Hand, royal: Option<Royal>) -> Option<Row> {
    let is = |name: &str| match name {
        "community royal" => royal == Some(Royal::Community),
        "royal after 5" => royal == Some(Royal::After(5)),
        "royal after 6" => royal == Some(Royal::After(6)),
        "royal after 7" => royal == Some(Royal::After(7)),
        ROYAL | "mini royal" => hand.is_royal(),
        "A-K-Q of spades" => hand.is_royal() && hand.suit == Some(cards::Suit::Spades),
        "four aces" => hand.name == QUADS && hand.ranks[0] == 14,
        "pair of aces" => hand.is_pair_of(14..=14),
        "queens or better" => hand.is_pair_of(12..=14),
        "jacks or better" => hand.is_pair_of(11..=14),
        "tens or better" => hand.is_pair_of(10..=14),
        "pair of tens or jacks" => hand.is_pair_of(10..=11),
        "pair of sixes to tens" => hand.is_pair_of(6..=10),
        "one pair or less" => hand.name == PAIR || hand.name == "high card",
        "less than 10-high" => hand.name == "high card" && hand.ranks[0] < 10,
        name => hand.name == name,
    };
    rows.iter().find(|(name, _, _)| is(name)).copied()
}

/// The row of a four-card hand that is laid down.
pub fn dealt(rows: &[Row], hand: &Hand) -> Row {
    let name = format!("{} dealt", hand.name);
    *rows.iter().find(|row| row.0 == name).expect("only such hands are laid down")
}
