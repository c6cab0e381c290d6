//! Laws that every game keeps, held over seeded random play.

use std::collections::BTreeMap;

use cards::{Card, Face};
use games::{
    Action, Choice, Event, Keep, Next, Played, Report, Round, SeatNumber, Viewer, rebuild, replay,
};
use money::{Cents, MeterUnits, Odds, Rate};
use rulebook::{Consequence, Game, Irregularity, Rulebook};

use crate::random_play::{Deck, Dice, play_out, random_bets, random_table, step};
use crate::support::{Playing, lines};

/// How many tables of each game are opened, how many rounds are played at each without a log, and how
/// many with everything checked. `CROUPIER_ROUNDS=500` plays a million of each game.
const TABLES: usize = 2_000;
const AT_A_TABLE: usize = 50;
const CHECKED: usize = 3_000;
/// How many rounds of each game are played in which something goes wrong.
const REPORTED: usize = 200;

/// Runs a check for every game, two at a time; a failure names its seed.
fn every_game(check: impl Fn(&'static Game, u64) + Sync) {
    let games = Rulebook::embedded().games();
    let (even, odd): (Vec<_>, Vec<_>) = games.iter().enumerate().partition(|(i, _)| i % 2 == 0);
    std::thread::scope(|scope| {
        for half in [even, odd] {
            let check = &check;
            scope.spawn(move || {
                for (index, game) in half {
                    check(game, 0x1989 + index as u64);
                }
            });
        }
    });
}

/// Everything that could be decided somewhere.
fn universe(round: &Round) -> Vec<Action> {
    let mut actions: Vec<Action> = [
        "fold",
        "check",
        "play",
        "call",
        "ride",
        "pull",
        "lay-down",
        "raise",
        "no-raise",
        "hit",
        "stand",
        "double",
        "split",
        "surrender",
        "insure",
        "decline",
        "take",
        "press",
        "war",
        "stay",
    ]
    .iter()
    .map(|word| word.parse().expect("an action"))
    .collect();
    for times in 0..=6 {
        actions.extend([
            Action::PlayTimes(times),
            Action::BetTimes(times),
            Action::RaiseTimes(times),
        ]);
    }
    for dollars in 1..=12 {
        let amount = Cents::dollars(dollars);
        actions.extend([Action::Bet(amount), Action::RaiseTo(amount), Action::DoubleFor(amount)]);
    }
    actions.push(Action::DoubleFor(Cents::new(50)));
    let seats = round.felt().seats.iter();
    actions.extend(seats.flat_map(|seat| seat.cards().iter().copied()).map(Action::Set));
    actions
}

/// Is everything as it was?
fn is_unchanged(round: &Playing, before: &Playing) -> bool {
    round.felt() == before.felt()
        && round.next() == before.next()
        && round.settlement() == before.settlement()
        && round.meter() == before.meter()
        && round.log().events().len() == before.log().events().len()
}

/// Laws that hold at every moment: legal if and only if accepted; a refusal changes nothing.
fn check_moment(round: &Playing, dice: &mut Dice) {
    let seats: Vec<SeatNumber> = round.felt().seats.iter().map(|seat| seat.number).collect();
    let (turn, legal) = match round.next() {
        Next::Decision(choice) => (Some(choice.seat), Some(choice)),
        _ => (None, None),
    };
    let chip: Cents = round.table().option("chip").expect("an option").parse().expect("money");
    for seat in seats {
        for action in universe(round) {
            // Checking all of them on every seat takes too long; each gets its share of rounds.
            if turn != Some(seat) && !dice.one_in(40) {
                continue;
            }
            let mut copy = round.clone();
            let is_legal = turn == Some(seat) && legal.is_some_and(|c| c.allows(action, chip));
            let result = copy.act(seat, action);
            assert_eq!(result.is_ok(), is_legal, "{seat:?} {action}: {result:?}");
            if let Err(refusal) = result {
                assert!(is_unchanged(&copy, round), "{seat:?} {action}: a refusal changes nothing");
                assert!(!refusal.to_string().is_empty());
            } else if let Some(choice) = legal {
                check_offer(round, &copy, choice, action);
            }
        }
    }
    let mut copy = round.clone();
    if !matches!(round.next(), Next::Award(_)) {
        assert!(copy.award(SeatNumber::FIRST, Cents::ZERO).is_err());
        assert!(is_unchanged(&copy, round));
    }
    if !matches!(round.next(), Next::Card(_)) {
        assert!(copy.card("As".parse().expect("a card")).is_err());
        assert!(is_unchanged(&copy, round));
    }
    assert!(
        copy.lock().is_err() && copy.bet(SeatNumber::FIRST, "ante", Cents::dollars(1)).is_err()
    );
    assert!(is_unchanged(&copy, round));
}

/// A decision says what an action stakes: that much more is staked afterwards, by that seat and no other. The tip
/// that goes with it is taken, and no other amount is.
fn check_offer(before: &Playing, after: &Playing, choice: &Choice, action: Action) {
    let offer = choice.offer(action).expect("what is legal is offered");
    for seat in before.felt().seats.iter().map(|seat| seat.number) {
        let adds = if seat == choice.seat { offer.adds } else { Cents::ZERO };
        assert_eq!(after.staked(seat), before.staked(seat) + adds, "{seat:?} {action}");
    }
    assert_eq!(offer.line.is_some(), offer.adds > Cents::ZERO, "{action}");
    let tipped = |tip| before.clone().act_with_tip(choice.seat, action, tip);
    match offer.tip {
        Some(tip) => {
            assert_eq!(tipped(tip), Ok(()), "{action}");
            assert!(tipped(tip + Cents::dollars(1)).is_err(), "{action}");
        }
        None => assert!(tipped(Cents::dollars(1)).is_err(), "{action}"),
    }
}

/// Nobody is shown a card that lies face down, but a player his own, before the round is over.
fn check_views(round: &Round) {
    if matches!(round.next(), Next::Award(_) | Next::Done) {
        return;
    }
    let felt = round.felt();
    let piles = || {
        let hands = felt.seats.iter().flat_map(|seat| &seat.hands).map(|hand| &hand.cards);
        [&felt.dealer, &felt.board, &felt.burns].into_iter().chain(hands)
    };
    let is_up = |card: Card| {
        piles().any(|pile| {
            let mut cards = pile.cards().iter().enumerate();
            cards.any(|(place, other)| *other == card && pile.is_up(place))
        })
    };
    let seats = felt.seats.iter().map(|seat| Viewer::Seat(seat.number));
    let staff = [Viewer::Public, Viewer::Dealer, Viewer::Supervisor];
    for viewer in staff.into_iter().chain(seats) {
        let is_known = |card: Card| {
            felt.seats.iter().any(|seat| {
                let own = felt.seats.iter().find(|own| viewer == Viewer::Seat(own.number));
                let is_own = own.is_some_and(|own| own.player == seat.player);
                // A hand that was laid down lies there for all to see [SS-2].
                let is_laid_down = seat.is_out && round.table().section().game == "silverado-stud";
                let mut cards = seat.hands.iter().flat_map(|hand| hand.cards.cards());
                (is_own || is_laid_down) && cards.any(|other| *other == card)
            })
        };
        let view = round.view(viewer);
        let hands = view.seats.iter().flat_map(|seat| &seat.hands).flat_map(|hand| &hand.cards);
        let others = view.dealer.iter().chain(&view.board).chain(&view.burns);
        let set = view.seats.iter().filter_map(|seat| seat.set.as_ref());
        for face in hands.chain(others).chain(set) {
            if let Face::Up(card) = face {
                assert!(is_up(*card) || is_known(*card), "{viewer:?} is shown {card}");
            }
        }
    }
}

/// Was the whole meter won?
fn has_top_award(round: &Round) -> bool {
    let table = round.table();
    let posted = table.posting().schedules.get("progressive");
    let mut schedules = table.section().schedules_of("progressive");
    let schedule = schedules.find(|schedule| Some(&schedule.id) == posted).unwrap();
    let rows = &schedule.part("progressive").unwrap().rows;
    let is_top = |row: &&rulebook::Row| row.pays == Odds::Share(Rate::ALL);
    let tops: Vec<&str> = rows.iter().filter(is_top).map(|row| row.hand.words()).collect();
    let mut lines = round.settlement().lines.iter();
    lines.any(|line| line.wager == "progressive" && tops.contains(&line.row))
}

/// Laws of a finished round.
fn check_end(round: &Playing) {
    let table = round.table();
    let section = table.section();
    let mut settled: BTreeMap<(u8, &str, Option<u8>), usize> = BTreeMap::new();
    for line in &round.settlement().lines {
        if line.wager != "envy" {
            *settled.entry((line.seat.get(), line.wager, line.hand)).or_default() += 1;
        }
        assert!(line.returned >= Cents::ZERO && line.staked >= Cents::ZERO);
        assert!(!line.row.is_empty(), "every line says what decided it");
        let cite = table.citation(line.cite).to_string();
        let mut added = section.added_side_bets();
        let is_added = added.any(|side| cite.starts_with(&side.number));
        let is_own = cite.starts_with(&section.number) || cite.starts_with('[');
        assert!(is_own || is_added, "{cite}");
        match line.outcome.word() {
            // The pot of 212 is given back less the rake [H212-3].
            "push" if line.wager == "holdem" => {
                assert_eq!(Some(line.staked - line.returned), round.rake());
            }
            "push" | "dead" => assert_eq!(line.returned, line.staked),
            "win" => assert!(line.returned > Cents::ZERO),
            _ => assert!(line.returned < line.staked || line.staked == Cents::ZERO),
        }
    }
    for (wager, times) in &settled {
        assert_eq!(*times, 1, "{wager:?} is settled once");
    }
    for seat in &round.felt().seats {
        let own = round.settlement().lines.iter().filter(|line| line.seat == seat.number);
        let staked: Cents = own.map(|line| line.staked).sum();
        assert_eq!(
            staked,
            round.staked(seat.number),
            "every wager of {:?} is settled",
            seat.number
        );
    }
    if let Some(moved) = round.meter() {
        // A 100% award reseeds and takes the whole reserve along [PRG-3]; without one, the meter is
        // what it was and what came and went. (What exactly it is reseeded to, the naive
        // settlements figure.)
        if has_top_award(round) {
            assert_eq!(moved.reserve_after, MeterUnits::ZERO);
        } else {
            assert_eq!(moved.after, moved.before + moved.contributed - moved.awarded);
        }
        assert!(moved.after >= MeterUnits::ZERO);
    }
}

#[test]
fn every_game_keeps_the_laws_at_every_moment() {
    every_game(|game, seed| {
        let mut dice = Dice(seed);
        for number in 0..CHECKED {
            let table = random_table(Rulebook::embedded(), game, &mut dice);
            let mut deck = Deck::new(table.decks());
            let mut round = random_bets(&table, &mut dice, Keep::Log);
            while step(&mut round, &mut deck, &mut dice) {
                if number % 10 == 0 {
                    check_moment(&round, &mut dice);
                    check_views(&round);
                }
            }
            check_end(&round);
            let is_line = |event: &&Event| matches!(event, Event::Settled(_));
            let logged = round.log().events().iter().filter(is_line).count();
            assert_eq!(logged, round.settlement().lines.len(), "every line is in the log");
            let text = round.log_text();
            let again = replay(Rulebook::embedded(), &text)
                .unwrap_or_else(|error| panic!("{} {seed} {number}: {error}\n{text}", game.id));
            let again = Playing(again);
            assert_eq!(lines(&again), lines(&round), "{} {seed} {number}", game.id);
            assert_eq!(again.meter(), round.meter());
            assert_eq!(again.log_text(), text);
            assert_eq!(lines(&rebuild(&round).expect("a log rebuilds its round")), lines(&round));
        }
    });
}

/// Names the round that a failure is in.
struct Named(String);

#[allow(clippy::print_stderr)]
impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in {}", self.0);
        }
    }
}

/// Everything that could be reported, whether or not the table supports it.
pub fn random_report(round: &Round, deck: &Deck, dice: &mut Dice) -> Report {
    let seats = &round.felt().seats;
    let seat = |dice: &mut Dice| Some(seats[dice.below(seats.len())].number);
    let mut report = Report::new(Irregularity::Misdeal, None);
    // Most of the time something that the section provides for.
    for _ in 0..4 {
        let (_, what) = *dice.pick(Irregularity::WORDS);
        report = Report::new(what, seat(dice).filter(|_| !dice.one_in(3)));
        if round.table().order_for(what, report.seat).is_some() {
            break;
        }
    }
    if dice.one_in(3) {
        report.other = seat(dice);
    }
    let felt = round.felt();
    let of_seat = report.seat.and_then(|seat| felt.seats.iter().find(|own| own.number == seat));
    let lying = of_seat.map_or_else(|| felt.dealer.cards(), |seat| seat.cards());
    report.card = match dice.below(3) {
        0 => None,
        1 if !lying.is_empty() => Some(*dice.pick(lying)),
        _ => Some(deck.peek(dice)),
    };
    report
}

/// A round in which things go wrong, two at most: with more the deck might run out.
fn play_with_reports(round: &mut Playing, deck: &mut Deck, dice: &mut Dice) -> usize {
    let mut taken = 0;
    loop {
        if taken < 2 && dice.one_in(2) {
            let before = round.clone();
            let report = random_report(round, deck, dice);
            match round.report_in_full(report) {
                Ok(order) => {
                    taken += 1;
                    if let (Consequence::OfferCard, Some(card)) = (order.consequence, report.card) {
                        deck.take(card);
                    }
                }
                Err(refusal) => {
                    assert!(is_unchanged(round, &before), "{report:?}: {refusal}");
                    assert!(!refusal.to_string().is_empty());
                }
            }
            check_views(round);
        }
        if !step(round, deck, dice) {
            return taken;
        }
    }
}

#[test]
fn every_game_keeps_the_laws_when_something_goes_wrong() {
    every_game(|game, seed| {
        let mut dice = Dice(seed ^ 0xbad);
        let mut taken = 0;
        for number in 0..REPORTED {
            let table = random_table(Rulebook::embedded(), game, &mut dice);
            let mut deck = Deck::new(table.decks());
            let mut round = random_bets(&table, &mut dice, Keep::Log);
            let _named = Named(format!("{} {seed} {number}", game.id));
            taken += play_with_reports(&mut round, &mut deck, &mut dice);
            check_end(&round);
            if round.is_void() {
                // What is not returned was won before: a pot of 212, a lay-down of Silverado, a seat of Casino War.
                let is_early = |line: &games::SettledLine| {
                    line.wager == "holdem"
                        || ["silverado-stud", "casino-war"].contains(&game.id.as_str())
                };
                let lines = &round.settlement().lines;
                let voided = lines.iter().filter(|line| line.outcome.word() == "dead");
                assert!(voided.count() > 0);
                assert!(lines.iter().all(|line| is_early(line) || line.outcome.word() == "dead"));
            }
            let text = round.log_text();
            let again = replay(Rulebook::embedded(), &text)
                .unwrap_or_else(|error| panic!("{error}\n{text}"));
            let again = Playing(again);
            assert!(is_unchanged(&again, &round), "{text}");
            assert_eq!(again.log_text(), text);
            let rebuilt = rebuild(&round).expect("it rebuilds");
            let rebuilt = Playing(Played { round: rebuilt, sign: round.0.sign.clone() });
            assert!(is_unchanged(&rebuilt, &round), "{text}");
        }
        assert!(taken > REPORTED / 4, "{}: {taken} reports were taken", game.id);
    });
}

#[test]
fn gen_12_misdealt_rounds_of_every_game_end_with_every_wager_settled_once() {
    let mut misdealt = BTreeMap::new();
    for (game, index) in Rulebook::embedded().games().iter().zip(0..) {
        let mut dice = Dice(0x5eed + index);
        for _ in 0..CHECKED / 5 {
            let table = random_table(Rulebook::embedded(), game, &mut dice);
            let mut deck = Deck::new(table.decks());
            let mut round = random_bets(&table, &mut dice, Keep::Log);
            let seats: Vec<SeatNumber> = round.felt().seats.iter().map(|s| s.number).collect();
            for _ in 0..=dice.below(2) {
                let hand = Some(*dice.pick(&seats)).filter(|_| !dice.one_in(3));
                let (mut rest, count) = (deck.clone(), dice.below(8));
                let cards: Vec<Card> = (0..count).map(|_| rest.draw(&mut dice)).collect();
                if round.misdeal(hand, &cards).is_ok() {
                    deck = rest;
                    *misdealt.entry(game.id.as_str()).or_insert(0) += 1;
                }
            }
            while step(&mut round, &mut deck, &mut dice) {
                // Sometimes it is found before the hands are counted.
                let found = round.misdealt().first().copied().filter(|_| dice.one_in(20));
                if let Some(hand) = found {
                    let report = round.report(Irregularity::WrongNumberOfCards, hand);
                    report.expect("the section says what follows");
                }
            }
            assert!(round.misdealt().is_empty(), "it is found in the end");
            check_end(&round);
            let again = replay(Rulebook::embedded(), &round.log_text()).expect("a log replays");
            let again = Playing(again);
            assert_eq!(again.settlement(), round.settlement());
            assert_eq!(again.meter(), round.meter());
        }
    }
    let games: Vec<&str> = misdealt.into_keys().collect();
    let provided = [
        "caribbean-stud",
        "four-card-poker",
        "mississippi-stud",
        "three-card-poker",
        "ultimate-texas-holdem",
    ];
    assert_eq!(games, provided, "the sections that say what follows");
}

#[test]
fn rounds_at_two_thousand_tables_of_every_game_end_with_every_wager_settled_once() {
    let rounds = std::env::var("CROUPIER_ROUNDS").ok().map(|count| count.parse().unwrap());
    every_game(|game, seed| {
        let mut dice = Dice(seed ^ 0xfeed);
        for _ in 0..TABLES {
            let table = random_table(Rulebook::embedded(), game, &mut dice);
            let mut deck = Deck::new(table.decks());
            let first = random_bets(&table, &mut dice, Keep::Nothing);
            for _ in 0..rounds.unwrap_or(AT_A_TABLE) {
                let mut round = first.clone();
                deck.reset();
                play_out(&mut round, &mut deck, &mut dice);
                check_end(&round);
            }
        }
    });
}
