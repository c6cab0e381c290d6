//! A table with seats has one round, whoever asks and wherever: what only a keypad is told is refused there, and what a
//! supervisor decides about an award is done at its table, so the keypad, the felt and the book agree.

use std::collections::{BTreeMap, BTreeSet};

use games::Next;
use house::table::command::{Dollars, TableCommand};
use house::table::play::{Play, Progress};
use house::table::setup::{Kind, Setup};
use house::{AwardNumber, Command, Effect, House, Refusal, Request, Seat};
use money::{Cents, Moment};
use rand::seq::IndexedRandom as _;

use super::pit::{Pit, person, table};
use crate::support::house::dollars;

const AT: &str = "t";
const PLAYERS: [(&str, u8); 3] = [("ann", 1), ("ben", 3), ("cat", 4)];

/// How far a round has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Idle,
    Betting,
    /// Locked: a card is wanted.
    Dealing,
    Decision,
    /// A hand has won and is not keyed yet.
    AwardDue,
    /// It is keyed and waits for a supervisor.
    AwardPending,
    Settled,
    Over,
}

const PHASES: [Phase; 8] = [
    Phase::Idle,
    Phase::Betting,
    Phase::Dealing,
    Phase::Decision,
    Phase::AwardDue,
    Phase::AwardPending,
    Phase::Settled,
    Phase::Over,
];

fn is_keyed(house: &House, seat: u8) -> bool {
    let round = house.table(&table(AT)).unwrap().keypad_round();
    round.is_some_and(|round| round.keyed(Seat(seat)).is_some())
}

fn phase(house: &House) -> Phase {
    let Some(play) = house.play(&table(AT)) else { return Phase::Idle };
    match (play.progress(), play.round().next()) {
        (Progress::Betting, _) => Phase::Betting,
        (Progress::Settled, _) => Phase::Settled,
        (Progress::Over, _) => Phase::Over,
        (Progress::Playing, Next::Decision(_)) => Phase::Decision,
        (Progress::Playing, Next::Award(due)) if is_keyed(house, due.seat.get()) => {
            Phase::AwardPending
        }
        (Progress::Playing, Next::Award(_)) => Phase::AwardDue,
        (Progress::Playing, _) => Phase::Dealing,
    }
}

/// A table of Three-card poker, at which a straight wins a progressive award.
fn open(kind: Kind) -> Pit {
    let mut pit = Pit::new(11);
    pit.set_up(AT, Setup::new("three-card-poker", kind));
    if kind != Kind::Live {
        for (name, seat) in PLAYERS {
            let buy_in = Cents::dollars(50_000);
            pit.sit(name, AT, seat, buy_in);
        }
    }
    pit
}

fn bet(seat: u8) -> TableCommand {
    let bets = [("ante", 5), ("progressive", 1)];
    let bets = bets.map(|(bet, dollars)| (bet.to_owned(), Dollars(Cents::dollars(dollars))));
    TableCommand::Bet { seat: Seat(seat), bets: bets.into(), tips: BTreeMap::new() }
}

/// Somebody does what comes next at the table.
fn go_on(pit: &mut Pit, kind: Kind) {
    let who = |seat: u8| match kind {
        Kind::Live | Kind::Keypad => "dan",
        Kind::Practice | Kind::Virtual => PLAYERS.iter().find(|(_, own)| *own == seat).unwrap().0,
    };
    let play = pit.house.play(&table(AT)).cloned();
    let waits = play.as_ref().is_some_and(|play| play.step().is_some());
    match (phase(&pit.house), play.as_ref().map(|play| play.round().next())) {
        (Phase::Idle | Phase::Over, _) => {
            for (_, seat) in PLAYERS {
                pit.play(who(seat), AT, bet(seat));
            }
        }
        (Phase::Betting, _) if kind == Kind::Practice => {
            for (name, seat) in PLAYERS {
                pit.play(name, AT, TableCommand::Ready { seat: Seat(seat) });
            }
        }
        // By an override the round asks for an award that is verified already: the dealer has a step to do first.
        (Phase::AwardPending, Some(Next::Award(due))) if pit.house.awards().next().is_some() => {
            let round = pit.house.table(&table(AT)).unwrap().keypad_round().unwrap();
            let award = round.keys.lit[&Seat(due.seat.get())].award.unwrap();
            pit.play("sue", AT, TableCommand::Verify { award, paid: None, reason: None });
        }
        (Phase::Decision, Some(Next::Decision(choice))) if !waits => {
            let (seat, action) = (choice.seat.get(), "play".to_owned());
            let decide = TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None };
            pit.play(who(seat), AT, decide);
        }
        (Phase::Dealing, _) if kind == Kind::Live && !waits => {
            let dealt = play.unwrap().ops().join(" ");
            let is_left = |card: &&cards::Card| !dealt.contains(&card.to_string());
            let left: Vec<_> = cards::DECK.iter().filter(is_left).copied().collect();
            let card = *left.choose(&mut pit.dice).unwrap();
            pit.play("dan", AT, TableCommand::Card { card });
        }
        (phase, _) => match pit.command("dan", AT, TableCommand::Step) {
            Ok(_) => {}
            Err(refusal) => panic!("{kind:?} at {phase:?}: {refusal}"),
        },
    }
}

/// Plays until the round has come so far.
fn reach(pit: &mut Pit, kind: Kind, wanted: Phase) {
    for _ in 0..20_000 {
        if phase(&pit.house) == wanted {
            return;
        }
        go_on(pit, kind);
    }
    panic!("{kind:?} never comes to {wanted:?}");
}

/// What a table that is only a keypad is told, and a table with seats is not; and what is said of an award alone, with the
/// same said at its table.
fn requests(house: &House) -> Vec<(&'static str, TableCommand, Option<&'static str>)> {
    let (seat, reason) = (Seat(1), || "because".to_owned());
    let bets = dollars([(seat, 100)].into());
    let mut all = vec![
        ("dan", TableCommand::Lock { bets, players: BTreeMap::new() }, None),
        ("dan", TableCommand::ReturnBet { seat, reason: reason() }, None),
        ("dan", TableCommand::Cards { hands: [(seat, "straight".to_owned())].into() }, None),
    ];
    for award in house.awards().map(|award| award.number) {
        let (paid, other) = (None, Some(Cents::dollars(7)));
        let verify = |paid, reason| TableCommand::Verify { award, paid, reason };
        all.push(("sue", verify(paid, None), Some("Verify")));
        all.push(("sue", verify(other, Some(reason())), Some("Verify")));
        all.push(("sue", TableCommand::Void { award, reason: reason() }, Some("Void")));
    }
    all
}

fn act(pit: &Pit, by: &str, what: Command) -> (House, Result<Effect, Refusal>) {
    let act = Request::new(person(by), "desk".parse().unwrap(), what);
    let mut house = pit.house.clone();
    let done = house.act(Moment(pit.now + 1), &act);
    (house, done)
}

/// The felt, the keypad and the book say the same.
fn agree(house: &House) {
    let keypad = house.table(&table(AT)).unwrap().keypad_round();
    let play = house.play(&table(AT));
    let is_on = |play: &&Play| matches!(play.progress(), Progress::Playing | Progress::Settled);
    let open = play.filter(is_on).filter(|play| !play.round().is_void());
    let numbers = (keypad.as_ref().map(|round| round.played.number), open.map(Play::number));
    assert_eq!(numbers.0, numbers.1, "one round, under one number");
    let (Some(keypad), Some(open)) = (keypad, open) else {
        assert_eq!(house.awards().count(), 0, "no award waits without a round");
        return;
    };
    let line = open.round().table().line("progressive").unwrap();
    let seats = open.round().felt().seats.iter();
    let bettors = seats.filter(|seat| seat.has(line) && !seat.is_dead);
    let bettors: BTreeSet<Seat> = bettors.map(|seat| Seat(seat.number.get())).collect();
    assert_eq!(keypad.played.bets.keys().copied().collect::<BTreeSet<_>>(), bettors);
    for seat in &open.round().felt().seats {
        let lines = open.round().settlement().lines.iter();
        let settled = lines.filter(|line| line.seat == seat.number).map(|line| line.staked);
        let lies = open.round().staked(seat.number) - settled.sum();
        assert_eq!(house.book().layout(&table(AT), Seat(seat.number.get())), lies);
    }
    let lit: BTreeSet<AwardNumber> = keypad.keys.lit.values().filter_map(|lit| lit.award).collect();
    assert!(house.awards().all(|award| lit.contains(&award.number)));
    if let (Next::Award(due), None) = (open.round().next(), open.step()) {
        let lit = keypad.keys.lit.get(&Seat(due.seat.get()));
        let is_verified = lit.is_some_and(|lit| house.verified_award(lit).is_some());
        assert!(!is_verified, "the round does not wait for an award that is verified");
    }
}

#[test]
fn a_table_with_seats_has_one_round_whoever_asks() {
    let mut seen = BTreeSet::new();
    for kind in [Kind::Practice, Kind::Virtual, Kind::Live] {
        for wanted in PHASES {
            // At a practice table the house itself deals, verifies and ends the round.
            let by_itself = [Phase::Dealing, Phase::AwardDue, Phase::AwardPending, Phase::Settled];
            if kind == Kind::Practice && by_itself.contains(&wanted) {
                continue;
            }
            let mut pit = open(kind);
            reach(&mut pit, kind, wanted);
            for (by, command, of_award) in requests(&pit.house) {
                let said = format!("{kind:?}, {wanted:?}: {command:?}");
                let (house, done) = act(&pit, by, Command::at(&table(AT), command.clone()));
                let Some(word) = of_award else {
                    assert_eq!(done.unwrap_err().code(), "has-seats", "{said}");
                    continue;
                };
                let (alone, expected) = act(&pit, by, Command::of_award(command));
                assert_eq!(done, expected, "{said}");
                if done.is_ok() {
                    assert!(house == alone, "{said}: it is the same act");
                    agree(&house);
                    seen.insert(format!("{kind:?} {word}"));
                }
            }
            agree(&pit.house);
        }
    }
    let expected = ["Verify", "Void"];
    let expected =
        ["Live", "Virtual"].iter().flat_map(|kind| expected.map(|it| format!("{kind} {it}")));
    assert_eq!(seen, expected.collect());
}

/// The award that waits, its seat, and what it is.
fn pending(pit: &Pit) -> (AwardNumber, Seat, Cents) {
    let award = pit.house.awards().next().unwrap();
    (award.number, award.seat, award.amount)
}

/// What the round's lines have given back to a seat, for its progressive and for the rest.
fn returned(pit: &Pit, seat: Seat) -> (Cents, Cents) {
    let play = pit.house.play(&table(AT)).unwrap();
    let own = || play.round().settlement().lines.iter().filter(|line| line.seat.get() == seat.0);
    let progressive = own().filter(|line| line.wager == "progressive");
    let rest = own().filter(|line| line.wager != "progressive");
    (progressive.map(|line| line.returned).sum(), rest.map(|line| line.returned).sum())
}

fn chips(pit: &Pit, seat: Seat) -> Cents {
    pit.house.book().chips(&table(AT), seat)
}

/// One supervisor proposes an override, and another approves it [PRG-22].
fn override_cards(pit: &mut Pit, reason: &str) {
    let what = Command::at(&table(AT), TableCommand::Override { reason: reason.to_owned() });
    let proposal = pit.done("sue", what).proposal.expect("it waits for another supervisor");
    pit.done("bob", Command::Approve { proposal });
}

#[test]
fn prg_20_another_amount_is_paid_when_a_second_supervisor_agrees_and_the_round_goes_on() {
    let mut pit = open(Kind::Virtual);
    reach(&mut pit, Kind::Virtual, Phase::AwardPending);
    let (award, seat, amount) = pending(&pit);
    let (before, (_, lines)) = (chips(&pit, seat), returned(&pit, seat));
    let paid = amount + Cents::dollars(7);
    let differs = Some("the sign was wrong".to_owned());
    let proposed = pit.done(
        "sue",
        Command::of_award(TableCommand::Verify { award, paid: Some(paid), reason: differs }),
    );
    assert_eq!(pit.house.awards().count(), 1, "it waits for a second supervisor");
    let proposal = proposed.proposal.expect("the entry names the proposal");
    pit.done("bob", Command::Approve { proposal });
    agree(&pit.house);
    let (awarded, rest) = returned(&pit, seat);
    assert_eq!(awarded, paid, "the round's line is what was paid");
    assert_ne!(paid, amount);
    assert_eq!(chips(&pit, seat) - before, paid + rest - lines);
    reach(&mut pit, Kind::Virtual, Phase::Over);
}

#[test]
fn prg_9_a_supervisor_upholds_that_a_hand_was_not_keyed() {
    let mut pit = open(Kind::Virtual);
    reach(&mut pit, Kind::Virtual, Phase::AwardDue);
    let Next::Award(due) = *pit.house.play(&table(AT)).unwrap().round().next() else { panic!() };
    let seat = Seat(due.seat.get());
    let (before, (_, lines)) = (chips(&pit, seat), returned(&pit, seat));
    override_cards(&mut pit, "a card was marked");
    agree(&pit.house);
    assert_eq!(pit.house.awards().count(), 0);
    let (_, rest) = returned(&pit, seat);
    assert_eq!(chips(&pit, seat) - before, rest - lines, "no award is paid");
    reach(&mut pit, Kind::Virtual, Phase::Over);
}

/// The cards of nobody win; the top hand is keyed for seat 3, and upheld: it wins the meter, and the
/// others their envy.
#[test]
fn prg_9_a_key_that_is_upheld_over_the_cards_is_paid_with_its_envy() {
    let mut pit = open(Kind::Virtual);
    reach(&mut pit, Kind::Virtual, Phase::Settled);
    let round = pit.house.table(&table(AT)).unwrap().keypad_round().unwrap();
    assert!(round.keys.lit.is_empty(), "nobody has won");
    let top = round.posted.rows[0].clone();
    let before: Vec<Cents> = PLAYERS.iter().map(|(_, seat)| chips(&pit, Seat(*seat))).collect();
    pit.play("dan", AT, TableCommand::Key { seat: Seat(3), hand: top.hand });
    let (award, seat, amount) = pending(&pit);
    assert_eq!(seat, Seat(3));
    let verify = || Command::of_award(TableCommand::Verify { award, paid: None, reason: None });
    assert_eq!(pit.ask("sue", verify()).unwrap_err().code(), "cards-disagree");
    override_cards(&mut pit, "seen on camera");
    pit.done("sue", verify());
    agree(&pit.house);
    reach(&mut pit, Kind::Virtual, Phase::Over);
    let envy = top.envy.unwrap();
    let won: Vec<Cents> =
        PLAYERS.iter().zip(before).map(|((_, seat), had)| chips(&pit, Seat(*seat)) - had).collect();
    assert_eq!(won, [envy, amount, envy]);
}

#[test]
fn a_voided_award_is_keyed_again() {
    let mut pit = open(Kind::Virtual);
    reach(&mut pit, Kind::Virtual, Phase::AwardPending);
    let (award, seat, _) = pending(&pit);
    pit.done(
        "sue",
        Command::of_award(TableCommand::Void {
            award,
            reason: "the hand was counted wrong".to_owned(),
        }),
    );
    agree(&pit.house);
    assert!(!is_keyed(&pit.house, seat.0));
    assert_eq!(phase(&pit.house), Phase::AwardDue);
    // The cards still win: it is keyed again and verified.
    reach(&mut pit, Kind::Virtual, Phase::AwardPending);
    reach(&mut pit, Kind::Virtual, Phase::Over);
}

#[test]
fn a_table_counts_on_when_it_gets_seats_and_when_it_loses_them() {
    let mut pit = open(Kind::Live);
    reach(&mut pit, Kind::Live, Phase::Over);
    let keypad = pit.house.table(&table(AT)).unwrap().keypad().unwrap().clone();
    let (meter, posted) = (keypad.meter, house::Posted::clone(&keypad.posted));
    let open_keypad = || Command::open_keypad(table(AT), &meter, posted.clone());
    let refused = pit.ask("sue", open_keypad()).unwrap_err();
    assert_eq!(refused.code(), "table-open");
    pit.done("sue", Command::CloseTable { table: table(AT) });
    pit.done("sue", open_keypad());
    let bets = [(Seat(1), 100)].into();
    let lock = pit.done(
        "dan",
        Command::at(
            &table(AT),
            TableCommand::Lock { bets: dollars(bets), players: BTreeMap::new() },
        ),
    );
    assert_eq!(lock.round, Some(2), "it played one round with seats");
    pit.done("dan", Command::at(&table(AT), TableCommand::GameOver));
    let mut setup = Setup::new("three-card-poker", Kind::Live);
    setup.schedules.insert("progressive".to_owned(), "paytable-1".to_owned());
    setup.meter = Some(meter.clone());
    let set_up = || Command::SetUpTable { table: table(AT), setup: setup.clone() };
    assert_eq!(pit.ask("sue", set_up()).unwrap_err().code(), "table-open");
    pit.done("sue", Command::CloseTable { table: table(AT) });
    pit.done("sue", set_up());
    let opened = pit.play("dan", AT, bet(1));
    assert_eq!(opened.round, Some(3));
    pit.play("dan", AT, TableCommand::LOCK);
}

/// Where the house deals, a dealer who reports an exposed card names none: a refusal would tell which
/// card lies face down, and a card drawn in error would be the next one dealt.
#[test]
fn a_report_names_no_card_where_the_house_deals() {
    let mut pit = open(Kind::Virtual);
    reach(&mut pit, Kind::Virtual, Phase::Decision);
    let exposed = |card| {
        let event = "exposed-card".to_owned();
        TableCommand::Irregular { event, seat: Some(Seat(1)), other: None, card }
    };
    for card in cards::DECK {
        let refusal = pit.command("dan", AT, exposed(Some(card))).unwrap_err();
        assert_eq!(refusal, Refusal::HouseDeals);
    }
    // What names no card is reported as everywhere.
    let event = "wrong-number-of-cards".to_owned();
    pit.play(
        "dan",
        AT,
        TableCommand::Irregular { event, seat: Some(Seat(1)), other: None, card: None },
    );
    assert!(pit.house.play(&table(AT)).unwrap().round().is_void());
}

/// A house that lets the dealer pay tray awards below $1,000: nobody is called, the round goes on, and
/// the award is recorded at game over as the dealer's.
#[test]
fn prg_9_the_dealer_pays_small_tray_awards_alone_where_that_is_posted() {
    let mut pit = Pit::new(12);
    let verify_from = Cents::dollars(1_000);
    let setup = Setup { verify_from, ..Setup::new("three-card-poker", Kind::Virtual) };
    pit.set_up(AT, setup);
    for (name, seat) in PLAYERS {
        let buy_in = Cents::dollars(50_000);
        pit.sit(name, AT, seat, buy_in);
    }
    reach(&mut pit, Kind::Virtual, Phase::AwardDue);
    let Next::Award(due) = *pit.house.play(&table(AT)).unwrap().round().next() else { panic!() };
    let games::Worth::Fixed(amount) = due.worth else { panic!("the first is from the tray") };
    let seat = Seat(due.seat.get());
    let before = chips(&pit, seat);
    pit.steps.clear();
    while returned(&pit, seat).0 == Cents::ZERO && phase(&pit.house) == Phase::AwardDue {
        pit.play("dan", AT, TableCommand::Step);
    }
    assert_eq!(returned(&pit, seat).0, amount);
    agree(&pit.house);
    let hand = pit.house.awards().next().unwrap().hand.clone();
    let again = pit.command("dan", AT, TableCommand::Key { seat, hand }).unwrap_err();
    assert_eq!(again, Refusal::AlreadyDecided("paid"));
    let (award, ..) = pending(&pit);
    let other = Command::of_award(TableCommand::Verify {
        award,
        paid: Some(Cents::dollars(1)),
        reason: Some("no".to_owned()),
    });
    assert_eq!(pit.ask("sue", other).unwrap_err(), Refusal::AlreadyDecided("paid"));
    reach(&mut pit, Kind::Virtual, Phase::Over);
    let called = |step: &house::table::steps::StepDone| step.id.contains("verify");
    assert!(!pit.steps.iter().any(called), "{:?}", pit.steps);
    let paid = pit.house.paid_award(AwardNumber(1)).unwrap();
    assert_eq!((paid.seat, paid.amount), (seat, amount));
    assert!(chips(&pit, seat) >= before + amount);
    let total = pit.house.book().balance(&format!("layout {AT} {seat}").parse().unwrap());
    assert_eq!(total.to_string(), "0.0000");
}

#[test]
fn prg_10_backing_an_award_out_notes_its_step() {
    let mut pit = open(Kind::Virtual);
    reach(&mut pit, Kind::Virtual, Phase::AwardPending);
    let (award, ..) = pending(&pit);
    reach(&mut pit, Kind::Virtual, Phase::Over);
    let proposed = house::Proposed::BackOut { award, reason: "the tape shows a pair".to_owned() };
    let proposal = pit.done("sue", Command::Propose { proposed }).proposal.unwrap();
    let done = pit.done("bob", Command::Approve { proposal });
    let steps: Vec<&str> = done.steps.iter().map(|step| step.id.as_str()).collect();
    assert_eq!(steps, ["back-out"]);
}

#[test]
fn bj_5_a_dealer_who_takes_over_between_rounds_burns_a_card() {
    let mut pit = Pit::new(13);
    pit.set_up(AT, Setup { guests: true, ..Setup::new("blackjack", Kind::Virtual) });
    pit.sit("ann", AT, 1, Cents::dollars(500));
    let bets = BTreeMap::from([("blackjack".to_owned(), Dollars(Cents::dollars(10)))]);
    pit.play("ann", AT, TableCommand::Bet { seat: Seat(1), bets, tips: BTreeMap::new() });
    let out = |pit: &Pit| pit.house.floor_table(&table(AT)).unwrap().shuffle().unwrap().out();
    pit.play("dan", AT, TableCommand::Relieve);
    assert_eq!(out(&pit), 0, "the first card of a new shoe is burned at the lock");
    let progress = |pit: &Pit| pit.house.play(&table(AT)).unwrap().progress();
    while progress(&pit) != Progress::Over {
        let next = pit.house.play(&table(AT)).unwrap().round().next().clone();
        let waits = pit.house.play(&table(AT)).unwrap().step().is_some();
        if let (Next::Decision(choice), false) = (next, waits) {
            let refused = pit.command("dan", AT, TableCommand::Relieve).unwrap_err();
            assert_eq!(refused.code(), "round-open", "a dealer finishes the hand");
            let action = choice.actions.iter().find(|action| **action == games::Action::Stand);
            let action = action.unwrap_or(&choice.actions[0]).to_string();
            let decide = TableCommand::Decide { seat: Seat(1), action, hand: None, tip: None };
            pit.play("ann", AT, decide);
        } else {
            pit.play("dan", AT, TableCommand::Step);
        }
    }
    let before = out(&pit);
    let taken = pit.play("dan", AT, TableCommand::Relieve);
    assert_eq!(out(&pit), before + 1);
    let steps: Vec<&str> = taken.steps.iter().map(|step| step.id.as_str()).collect();
    assert_eq!(steps, ["burn-on-relief"]);
}
