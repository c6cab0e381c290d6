//! A year of play on the meter of a real house, against what the life of the progressive says: one table of six with
//! the hands of real deals keyed, verified and paid.

use std::collections::BTreeMap;

use cards::{Card, DECK};
use games::{Posting, Table};
use house::table::command::{Dollars, TableCommand};
use house::table::setup::{meter_for, posted};
use house::{Award, AwardNumber, Command, Effect, House, Request, Role, Seat, TableId};
use money::{Cents, MeterUnits, Moment};
use odds::{LifeAsk, LinkedPace, LinkedTable, Silent, Subject, decimal};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use rulebook::Rulebook;

const GAME: &str = "three-card-poker";
const SCHEDULE: &str = "paytable-2";
const SEATS: u8 = 6;
const DAYS: u64 = 365;
/// Every comparison is within so many standard errors.
const WITHIN: f64 = 4.0;

/// A house that takes requests one after another.
struct Year {
    house: House,
    requests: i64,
    chance: SmallRng,
}

impl Year {
    fn ask(&mut self, by: &str, what: Command) -> Effect {
        self.requests += 1;
        let request = Request::new(by.parse().unwrap(), "year".parse().unwrap(), what);
        self.house.act(Moment(self.requests), &request).unwrap()
    }

    fn at(&mut self, table: &TableId, what: TableCommand) -> Effect {
        self.ask("dee", Command::at(table, what))
    }

    /// The hands of a round, from one shuffled deck.
    fn hands(&mut self) -> Vec<[Card; 3]> {
        let mut deck = DECK;
        let hand = |seat: usize| {
            std::array::from_fn(|card| {
                let place = 3 * seat + card;
                let other = self.chance.random_range(place..deck.len());
                deck.swap(place, other);
                deck[place]
            })
        };
        (0..usize::from(SEATS)).map(hand).collect()
    }
}

/// What a year showed.
#[derive(Default)]
struct Seen {
    bets: u64,
    tops: Vec<f64>,
    /// The meter at each bet, summed.
    meters: f64,
    tray: f64,
}

fn dollars(amount: MeterUnits) -> f64 {
    amount.get() as f64 / MeterUnits::PER_DOLLAR as f64
}

fn play(felt: &Table, rounds: u64) -> (Year, Seen) {
    let mut year =
        Year { house: House::default(), requests: 0, chance: SmallRng::seed_from_u64(20_261_120) };
    for (person, role) in [("sue", Role::Supervisor), ("dee", Role::Dealer)] {
        let (name, secret) = (person.to_owned(), house::SecretMark::of(""));
        year.ask("sue", Command::AddPerson { person: person.parse().unwrap(), name, role, secret });
    }
    let (criteria, terms) = meter_for(felt).unwrap();
    let meter: house::MeterId = "m".parse().unwrap();
    year.ask("sue", Command::CreateMeter { meter: meter.clone(), criteria, terms });
    let table: TableId = "t1".parse().unwrap();
    year.ask("sue", Command::open_keypad(table.clone(), &meter, posted(felt).unwrap()));
    let pays = &felt.progressive().unwrap().table;
    let mut seen = Seen::default();
    for _ in 0..rounds {
        let bets = (1..=SEATS).map(|seat| (Seat(seat), Dollars(Cents::dollars(1)))).collect();
        year.at(&table, TableCommand::Lock { bets, players: BTreeMap::new() });
        seen.bets += u64::from(SEATS);
        seen.meters += f64::from(SEATS) * dollars(year.house.meter(&meter).unwrap().totals.display);
        for (place, hand) in year.hands().into_iter().enumerate() {
            let Some(row) = pays.three(hand) else { continue };
            let (seat, hand) = (Seat(place as u8 + 1), pays.row(row).hand.to_string());
            year.at(&table, TableCommand::Key { seat, hand });
        }
        let won: Vec<Award> = year.house.awards().cloned().collect();
        for award in won {
            let amount = award.amount.get() as f64 / 100.0;
            if award.is_top() {
                seen.tops.push(amount)
            } else {
                seen.tray += amount
            }
            let verify = TableCommand::Verify {
                award: AwardNumber(award.number.0),
                paid: None,
                reason: None,
            };
            year.ask("sue", Command::of_award(verify));
        }
        year.at(&table, TableCommand::GameOver);
    }
    (year, seen)
}

/// How far a figure is from what is expected, in standard errors.
#[track_caller]
fn near(what: &str, seen: f64, expected: f64, error: f64) {
    let z = (seen - expected) / error;
    println!("{what}: {seen:.4}, expected {expected:.4} ± {error:.4}, z {z:+.2}");
    assert!(z.abs() < WITHIN, "{what}: {seen}, expected {expected}, z {z}");
}

#[test]
fn a_year_of_play_agrees_with_the_life_of_the_progressive() {
    let schedules = BTreeMap::from([("progressive".to_owned(), SCHEDULE.to_owned())]);
    let posting = Posting { game: GAME.to_owned(), schedules, ..Posting::default() };
    let felt = Table::open(Rulebook::embedded(), posting).unwrap();
    let subject = Subject::open(Rulebook::embedded(), GAME, None, BTreeMap::new()).unwrap();
    let table = LinkedTable { seats: SEATS, rounds_an_hour: LinkedTable::ROUNDS_AN_HOUR };
    let ask = LifeAsk {
        schedule: Some(SCHEDULE.to_owned()),
        contribution: None,
        reserve: None,
        seed: None,
        pace: LinkedPace::of(vec![table], LinkedPace::HOURS_A_DAY).unwrap(),
        base: None,
    };
    let life = odds::life(&subject, &ask, &Silent).unwrap();
    let bets = life.pace.bets_a_day() * DAYS;
    let (year, seen) = play(&felt, bets / u64::from(SEATS));
    assert_eq!(seen.bets, bets);

    let (count, top) = (bets as f64, decimal(&life.top));
    let tops = seen.tops.len() as f64;
    near("top awards", tops, count * top, (count * top).sqrt());
    near("bets to the top", count / tops, 1.0 / top, 1.0 / (top * tops.sqrt()));
    // An award is the seed and what a geometric number of bets adds: its deviation is the mean without the seed.
    let award = decimal(&life.mean_meter());
    let spread = award - 1_000.0;
    near("mean top award", seen.tops.iter().sum::<f64>() / tops, award, spread / tops.sqrt());
    // The meter follows its own past over some 22,100 bets.
    near("mean meter", seen.meters / count, award, spread * (2.0 / (count * top)).sqrt());
    let totals = year.house.meter(&"m".parse().unwrap()).unwrap().totals;
    let seeds = life.liability(bets).seeds;
    near("seeds", dollars(totals.seeds), seeds, 1_000.0 * (count * top).sqrt());
    // Straights pay most of what the tray pays; A-K-Q of a suit has most of the spread: 3 in 22,100 at 500.
    let tray = decimal(&life.fixed) * count;
    let square: f64 = life
        .awards
        .iter()
        .filter(|award| award.chance != life.top)
        .map(|award| decimal(&award.chance) * decimal(&award.mean).powi(2))
        .sum();
    near("tray", seen.tray, tray, (square * count).sqrt());
    // To the last unit: what came in is what is there and what went out.
    let held = totals.display + totals.reserve + totals.paid + totals.pending + totals.overflow;
    assert_eq!(totals.seeds + totals.contributions + totals.top_ups, held);
    assert_eq!(dollars(totals.contributions), 0.25 * count);
}
