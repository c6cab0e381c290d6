//! A second, naive settlement of the stud games, checked against the real one.
//!
//! Nothing is shared with the games but the cards, bets and decisions of a finished round: hands
//! are ranked by counting, the schedules are typed in a second time, and each game is settled
//! straight from its section. Rounds are random; in most of them the deck is stacked, so that
//! every row of every schedule is really paid.

mod hands;
mod progressive;
mod rules;
mod schedules;

use std::collections::BTreeSet;
use std::sync::Arc;

use cards::{Card, DECK};
use games::{
    Action, Event, Facing, Keep, Meter, Next, Posting, Recipient, Round, SeatNumber, Table,
};
use money::{Cents, MeterUnits};
use rulebook::Rulebook;

use crate::random_play::{Dice, random_bets, random_value};
use crate::support::Playing;
use rules::{Expected, Hits, Line};

/// Tables opened for a game, bets tried at each, rounds played with each of these.
const TABLES: usize = 1_000;
const BETS: usize = 4;
const ROUNDS: usize = 12;

/// A deck that deals some places strong cards.
struct Stacked {
    /// Cards kept for places: a bit for each seat, bit 0 for the dealer, bit 8 for the board.
    lanes: Vec<(u32, Vec<Card>)>,
    rest: Vec<Card>,
}

const BOARD: u32 = 1 << 8;

impl Stacked {
    fn new(round: &Round, dice: &mut Dice) -> Stacked {
        let lanes = match dice.below(4) {
            0 => Vec::new(),
            1 => Stacked::runs(round, dice),
            _ => vec![Stacked::neighbours(dice)],
        };
        let is_kept = |card: &Card| lanes.iter().any(|(_, cards)| cards.contains(card));
        let rest = DECK.into_iter().filter(|card| !is_kept(card)).collect();
        Stacked { lanes, rest }
    }

    /// Cards of a few suits and neighbouring ranks for some places.
    fn neighbours(dice: &mut Dice) -> (u32, Vec<Card>) {
        let first = dice.below(13);
        let (ranks, suits) = match dice.below(6) {
            0 => (8..13, *dice.pick(&[1, 2, 4])),
            1 => (10..13, *dice.pick(&[1, 2])),
            // Enough of a rank for four of a kind, and two of them for two pair.
            2 => (first..(first + 1 + dice.below(2)).min(13), 4),
            _ => {
                let first = first.min(10);
                (first..(first + 3 + dice.below(8)).min(13), *dice.pick(&[1, 1, 2, 2, 4]))
            }
        };
        let first = dice.below(4);
        let is_strong = |card: &Card| {
            ranks.contains(&card.rank().index()) && (card.suit().index() + 4 - first) % 4 < suits
        };
        // At least one place, often the board with it.
        let some = dice.roll() as u32 & dice.roll() as u32;
        let places = some | 1 << dice.below(8) | (dice.roll() as u32 & BOARD);
        (places, DECK.into_iter().filter(is_strong).collect())
    }

    /// Straight flushes for several seats at once: with a board, one run that two seats share with
    /// it; without, a run of a suit for each seat.
    fn runs(round: &Round, dice: &mut Dice) -> Vec<(u32, Vec<Card>)> {
        let (own, board) = match round.table().posting().game.as_str() {
            "three-card-poker" => (3, 0),
            "let-it-ride" | "silverado-stud" => (3, 2),
            "caribbean-stud" | "four-card-poker" => (5, 0),
            _ => (2, 3),
        };
        let suit = dice.below(4);
        let length = if board == 0 { own } else { own + board + own };
        let mut run = |suit: usize| {
            let first = if dice.one_in(2) { 13 - length } else { dice.below(14 - length) };
            let card = |rank: usize| Card::from_index(rank * 4 + suit % 4).expect("a card");
            (first..first + length).map(card).collect::<Vec<Card>>()
        };
        let seats: Vec<u32> =
            round.felt().seats.iter().map(|seat| 1 << seat.number.get()).collect();
        if board == 0 {
            return (0..4).zip(seats).map(|(place, seat)| (seat, run(suit + place))).collect();
        }
        let run = run(suit);
        let (one, other) = (*dice.pick(&seats), *dice.pick(&seats));
        vec![
            (BOARD, run[own..own + board].to_vec()),
            (one, run[..own].to_vec()),
            (other, run[own + board..].to_vec()),
        ]
    }

    fn draw(&mut self, to: Recipient, dice: &mut Dice) -> Card {
        let bit = match to {
            Recipient::Seat { seat, .. } => 1 << seat.get(),
            Recipient::Dealer => 1,
            Recipient::Board => BOARD,
            Recipient::Burn | Recipient::Discard => 0,
        };
        let is_kept = |(places, cards): &(u32, Vec<Card>)| places & bit != 0 && !cards.is_empty();
        let lane = self.lanes.iter().position(is_kept).or_else(|| {
            let any = || self.lanes.iter().position(|(_, cards)| !cards.is_empty());
            self.rest.is_empty().then(any).flatten()
        });
        let pile = lane.map_or(&mut self.rest, |lane| &mut self.lanes[lane].1);
        let place = dice.below(pile.len());
        pile.swap_remove(place)
    }
}

/// Opens a table, every schedule as likely as any other.
fn open(game: &str, dice: &mut Dice) -> Arc<Table> {
    let book = Rulebook::embedded();
    let known = book.game(game).expect("a game of the rulebook");
    loop {
        let edition = dice.pick(&known.editions).id;
        let section = known.edition(edition).expect("the edition is the game's own");
        let mut posting =
            Posting { game: game.to_owned(), edition: Some(edition), ..Posting::default() };
        let keys: BTreeSet<&str> =
            section.schedules.iter().map(|schedule| schedule.chosen_as.as_str()).collect();
        for key in keys {
            let of_key: Vec<_> = section.schedules.iter().filter(|s| s.chosen_as == key).collect();
            if !dice.one_in(8) {
                posting.schedules.insert(key.to_owned(), dice.pick(&of_key).id.clone());
            }
        }
        for option in &section.options {
            if dice.one_in(2) {
                posting.options.insert(option.key.clone(), random_value(option, dice));
            }
        }
        for (key, values) in [("chip", ["1", "0.50", "0.25"]), ("dealing", ["hand", "machine", ""])]
        {
            if dice.one_in(3) {
                posting.options.insert(key.to_owned(), (*dice.pick(&values)).to_owned());
            }
        }
        if let Ok(table) = Table::open(book, posting) {
            return table;
        }
    }
}

/// What is bet at a table, bet by bet.
type Bets = Vec<(SeatNumber, &'static str, Cents)>;

/// A round with these bets, perhaps with tips, and perhaps with two seats played by one player.
fn locked(table: &Arc<Table>, bets: &Bets, dice: &mut Dice) -> Playing {
    let display = MeterUnits::new((dice.below(40_000_000_000) / 100 * 100) as i64);
    let reserve = MeterUnits::new((dice.below(100_000_000) / 100 * 100) as i64);
    let chip: Cents = table.option("chip").expect("an option").parse().expect("money");
    // With a smaller chip the same bets may be made in smaller coin.
    let sizes = if dice.one_in(2) { [100 / chip.get(), 1] } else { [1, 1] };
    let tips: Vec<&str> =
        table.section().wagers.iter().flat_map(|wager| &wager.tips).map(String::as_str).collect();
    for (size, is_plain) in [(sizes[0], false), (sizes[1], false), (1, true)] {
        let mut round = Playing::new(table, Some(Meter::new(display, reserve)), Keep::Log);
        for (seat, bet, amount) in bets {
            // A progressive bet is what is posted, in whatever coin.
            let size = if *bet == "progressive" { 1 } else { size };
            round.bet(*seat, bet, Cents::new(amount.get() / size)).expect("taken before");
        }
        if !is_plain {
            let seats: Vec<SeatNumber> = round.felt().seats.iter().map(|s| s.number).collect();
            for line in &tips {
                let seat = *dice.pick(&seats);
                let own = bets.iter().find(|(s, bet, _)| *s == seat && bet == line);
                if let Some((_, _, amount)) = own {
                    let _ = round.tip(seat, line, Cents::new(amount.get() / size));
                } else if table.posting().game == "let-it-ride"
                    || table.posting().game == "silverado-stud"
                {
                    // Their tips ride on a part of the bet.
                    let _ = round.tip(seat, line, chip);
                }
            }
            if dice.one_in(3) {
                let (one, other) = (*dice.pick(&seats), *dice.pick(&seats));
                let _ = round.player(one, other.get());
            }
        }
        if round.lock().is_ok() {
            return round;
        }
    }
    panic!("bets that were taken before are refused");
}

/// The tip that may be added to a decision: as many times the tip ante as the wager is times the
/// ante.
fn tip_of(round: &Round, seat: SeatNumber, action: Action) -> Option<Cents> {
    let times = match (round.table().posting().game.as_str(), action) {
        ("three-card-poker", Action::Play) => 1,
        ("mississippi-stud" | "ultimate-texas-holdem", Action::BetTimes(times)) => times,
        _ => return None,
    };
    let under = round.log().events().iter().find_map(|event| match event {
        Event::Tip { seat: other, line: "ante", amount } if *other == seat => Some(*amount),
        _ => None,
    });
    under.map(|under| under * i64::from(times))
}

/// Plays a round to its end with random decisions.
fn play_out(round: &mut Playing, dice: &mut Dice) {
    let mut deck = Stacked::new(round, dice);
    for _ in 0..500 {
        match round.next() {
            Next::Done => return,
            Next::Bets => panic!("the bets are locked"),
            Next::Award(_) => round.pay_awards(),
            Next::Card(want) => {
                let to = want.to;
                let may_be_unseen = matches!(to, Recipient::Burn | Recipient::Discard)
                    && want.facing == Facing::Down;
                if may_be_unseen && dice.one_in(2) {
                    round.unseen().expect("a burned card may stay unseen");
                } else {
                    round.card(deck.draw(to, dice)).expect("a card of the deck is taken");
                }
            }
            Next::Decision(choice) => {
                let seat = choice.seat;
                let is_laid = choice.actions.contains(&Action::LayDown) && dice.one_in(2);
                let action = if is_laid { Action::LayDown } else { *dice.pick(&choice.actions) };
                let tip = tip_of(round, seat, action).filter(|_| dice.one_in(2));
                match tip {
                    Some(tip) => round.act_with_tip(seat, action, tip),
                    None => round.act(seat, action),
                }
                .expect("a legal action is taken");
            }
        }
    }
    panic!("the round does not end");
}

/// What really came of a round.
fn found(round: &Playing) -> Expected {
    let settlement = round.settlement();
    let mut lines: Vec<Line> = settlement
        .lines
        .iter()
        .map(|line| (line.seat.get(), line.wager, line.staked.get(), line.returned.get()))
        .collect();
    let mut tips: Vec<Line> = settlement
        .tips
        .iter()
        .map(|tip| (tip.seat.get(), tip.wager, tip.staked.get(), tip.returned.get()))
        .collect();
    lines.sort_unstable();
    tips.sort_unstable();
    let meter = round.meter().map(|meter| {
        [meter.contributed, meter.awarded, meter.after, meter.reserve_after].map(MeterUnits::get)
    });
    Expected { lines, tips, meter }
}

/// Plays a game and compares every settlement; every row must have been paid.
fn check(game: &str, seed: u64, schedules: &[(&str, &[&str])], seen: &[&'static str]) {
    let mut dice = Dice(seed);
    let mut hits = Hits::new();
    let mut played = 0;
    for _ in 0..TABLES {
        let table = open(game, &mut dice);
        for _ in 0..BETS {
            let placed = random_bets(&table, &mut dice, Keep::Log);
            let bets: Bets = placed
                .log()
                .events()
                .iter()
                .filter_map(|event| match event {
                    Event::Bet { seat, bet, amount } => Some((*seat, *bet, *amount)),
                    _ => None,
                })
                .collect();
            for _ in 0..ROUNDS {
                let mut round = locked(&table, &bets, &mut dice);
                play_out(&mut round, &mut dice);
                let (real, naive) = (found(&round), rules::settle(&round, &mut hits));
                let is_same = real.lines == naive.lines
                    && real.tips == naive.tips
                    && real.meter == naive.meter;
                assert!(
                    is_same,
                    "{game}, seed {seed:#x}, round {played}:\n{}\nreal {real:#?}\nnaive {naive:#?}",
                    round.log_text(),
                );
                played += 1;
            }
        }
    }
    assert!(played >= 20_000);
    let typed: BTreeSet<&str> = schedules.iter().flat_map(|(_, ids)| *ids).copied().collect();
    let known = Rulebook::embedded().game(game).expect("a game of the rulebook");
    for schedule in &known.newest().schedules {
        assert!(typed.contains(schedule.id.as_str()), "{game} {} is not typed in", schedule.id);
    }
    let mut missing = Vec::new();
    for (line, ids) in schedules {
        for id in *ids {
            for (row, _, envy) in schedules::rows(game, line, id) {
                missing.push((format!("{line} {id}"), row));
                if envy > 0 {
                    missing.push((format!("envy {id}"), row));
                }
            }
        }
    }
    missing.extend(seen.iter().map(|what| ("seen".to_owned(), *what)));
    missing.retain(|row| !hits.contains_key(row));
    assert!(missing.is_empty(), "{game}, seed {seed:#x}: never seen {missing:?}\n{hits:#?}");
}

/// Nobody wins envy from himself, where he may play two hands.
const OWN: &str = "no envy from a second hand of one's own";
/// The table's progressive wager is a multiple of the schedule's.
const POSTED: &str = "posted above the nominal wager";
/// A player who made the bet and folded wins envy.
const FOLDED: &str = "envy for a player who folded";
/// A hand that was folded without a live bet triggers none.
const UNBET: &str = "no envy from a folded hand without a live bet";

#[test]
fn naive_let_it_ride() {
    check(
        "let-it-ride",
        0x1997,
        &[
            ("base", &["A", "B"]),
            ("bonus", &["A", "B", "C", "D"]),
            (
                "three-card-bonus",
                &[
                    "A",
                    "B",
                    "C",
                    "D",
                    "E",
                    "F",
                    "A printed",
                    "B printed",
                    "C printed",
                    "D printed",
                    "E printed",
                    "F printed",
                ],
            ),
            ("progressive", &["LIRP-1", "PMG-01", "PMG-02"]),
        ],
        &[
            "tip",
            "stake kept",
            "several awards off the meter",
            "envy from a hand without the bet",
            POSTED,
        ],
    );
}

#[test]
fn naive_three_card_poker() {
    check(
        "three-card-poker",
        0x1502,
        &[
            ("ante-bonus", &["standard"]),
            ("pair-plus", &["standard"]),
            ("six-card-bonus", &["TCP-6B1", "TCP-6B2", "TCP-6B3", "TCP-6B4"]),
            ("progressive", &["paytable-1", "paytable-2"]),
        ],
        &[
            "tip",
            "tip on a bonus",
            "tie",
            "not qualified",
            "award of a folded hand",
            "envy from a folded hand",
            OWN,
            POSTED,
            FOLDED,
        ],
    );
}

#[test]
fn naive_mississippi_stud() {
    check(
        "mississippi-stud",
        0x1514,
        &[("ante", &["standard"]), ("progressive", &["MS-STUD-01", "PMG-01", "PMG-02"])],
        &[
            "tip",
            "several awards off the meter",
            "award of a folded hand",
            "envy from a folded hand",
            "envy from a hand without the bet",
            OWN,
            POSTED,
            FOLDED,
            UNBET,
        ],
    );
}

#[test]
fn naive_silverado_stud() {
    const BASE: [&str; 14] = [
        "A-A", "A-B", "A-C", "A2-A", "A2-B", "A2-C", "A2-J", "A2-A2", "B-Q", "B-R", "B-S5", "B-S2",
        "B-U", "B-V",
    ];
    check(
        "silverado-stud",
        0x1509,
        &[("five-card", &BASE), ("three-card", &BASE), ("four-card-bonus", &["standard"])],
        &["tip"],
    );
}

#[test]
fn naive_texas_holdem_bonus() {
    check(
        "texas-holdem-bonus",
        0x1512,
        &[("bonus", &["house"]), ("progressive", &["THBP-08", "PMG-01", "PMG-02"])],
        &[
            "tie",
            "several awards off the meter",
            "envy from a hand without the bet",
            OWN,
            POSTED,
            FOLDED,
            UNBET,
        ],
    );
}

#[test]
fn naive_ultimate_texas_holdem() {
    const BOTH: [&str; 4] = ["UTH-01", "UTH-02", "UTH-03", "UTH-04"];
    check(
        "ultimate-texas-holdem",
        0x1515,
        &[
            ("blind", &BOTH),
            ("trips", &BOTH),
            ("progressive", &["UTHP-01", "UTHP-02", "PMG-01", "PMG-02"]),
        ],
        &[
            "tip",
            "tie",
            "not qualified",
            "several awards off the meter",
            "award of a folded hand",
            "envy from a folded hand",
            "envy from a hand without the bet",
            OWN,
            POSTED,
            FOLDED,
            UNBET,
        ],
    );
}

#[test]
fn naive_caribbean_stud() {
    check(
        "caribbean-stud",
        0x1505,
        &[("bet", &["standard"]), ("progressive", &["CS-10", "CS-5000", "PMG-01", "PMG-02"])],
        &[
            "tip",
            "tie",
            "split",
            "split with two odd cents",
            "not qualified",
            "several awards off the meter",
            "envy from a hand without the bet",
            POSTED,
            FOLDED,
            UNBET,
        ],
    );
}

#[test]
fn naive_four_card_poker() {
    const BOTH: [&str; 7] = ["FCP-01", "FCP-02", "FCP-03", "FCP-04", "FCP-05", "FCP-06", "FCP-07"];
    check(
        "four-card-poker",
        0x1510,
        &[
            ("automatic-bonus", &BOTH),
            ("aces-up", &BOTH),
            ("progressive", &["FCCP-1", "FCCP-2", "FCCP-3", "PMG-01", "PMG-02"]),
        ],
        &[
            "tie",
            "split",
            "split with two odd cents",
            "several awards off the meter",
            "award of a folded hand",
            "envy from a folded hand",
            "envy from a hand without the bet",
            OWN,
            POSTED,
            FOLDED,
            UNBET,
        ],
    );
}
