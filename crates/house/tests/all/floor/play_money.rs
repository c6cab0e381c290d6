//! Play money never touches a real meter [PRG-24].

use games::Recipient;
use house::table::command::TableCommand;
use house::table::play::Progress;
use house::table::setup::{Kind, Setup};
use house::view::{Due, Viewer};
use house::{Command, Effect, HouseRules, MeterId, Proposed, Refusal, Seat, Stakes};
use money::{Cents, MeterUnits};

use super::bets::bet;
use super::pit::{Pit, person, table};

fn meter(id: &str) -> MeterId {
    id.parse().unwrap()
}

fn setup(kind: Kind, on: &str) -> Setup {
    let mut setup = Setup::new("three-card-poker", kind);
    setup.schedules.insert("progressive".to_owned(), "paytable-1".to_owned());
    setup.meter = Some(meter(on));
    setup
}

fn create(pit: &mut Pit, id: &str) {
    let (criteria, terms) = setup(Kind::Live, id).meter_terms().unwrap().unwrap();
    pit.done("sue", Command::CreateMeter { meter: meter(id), criteria, terms });
}

fn open(pit: &mut Pit, at: &str, setup: Setup) -> Result<Effect, Refusal> {
    pit.ask("sue", Command::SetUpTable { table: table(at), setup })
}

fn code(done: Result<Effect, Refusal>) -> &'static str {
    let refusal = done.unwrap_err();
    assert_eq!(refusal.cites(), ["[PRG-24]"], "{refusal}");
    refusal.code()
}

fn display(pit: &Pit, id: &str) -> String {
    pit.house.meter(&meter(id)).unwrap().totals.display.to_string()
}

/// Nobody decides: the clock does, until the round at the practice table is over.
fn to_the_end(pit: &mut Pit) {
    while pit.house.play(&table("practice-1")).unwrap().progress() != Progress::Over {
        pit.now += 60_000_000;
        pit.play("house", "practice-1", TableCommand::TimeUp);
    }
}

#[test]
fn prg_24_a_table_opens_only_on_a_meter_of_its_own_kind() {
    let mut pit = Pit::new(8);
    create(&mut pit, "play");
    create(&mut pit, "real");
    let with_guests = |on| Setup { guests: true, ..setup(Kind::Virtual, on) };
    open(&mut pit, "practice-1", setup(Kind::Practice, "play")).unwrap();
    open(&mut pit, "virtual-1", setup(Kind::Virtual, "real")).unwrap();
    // Tables where chips are free share, and so do the others.
    open(&mut pit, "guests-1", with_guests("play")).unwrap();
    open(&mut pit, "live-1", setup(Kind::Live, "real")).unwrap();
    assert_eq!(pit.house.stakes_on(&meter("play")), Some(Stakes::Play));
    assert_eq!(pit.house.stakes_on(&meter("real")), Some(Stakes::Real));
    for wrong in [setup(Kind::Practice, "real"), with_guests("real"), setup(Kind::Live, "play")] {
        assert_eq!(code(open(&mut pit, "wrong", wrong)), "other-stakes");
    }
    let keypad = pit.house.table(&table("live-1")).unwrap().keypad().unwrap();
    let posted = house::Posted::clone(&keypad.posted);
    let keypad = Command::open_keypad(table("keypad"), &meter("play"), posted);
    assert_eq!(code(pit.ask("sue", keypad.clone())), "other-stakes", "a keypad alone is real");
    // Closing does not turn a meter that wagers have fed.
    pit.play("dan", "live-1", bet(1, &[("ante", 5), ("progressive", 1)]));
    pit.play("dan", "live-1", TableCommand::LOCK);
    pit.play("dan", "live-1", TableCommand::Misdeal { reason: "a card fell".to_owned() });
    pit.sit("ann", "practice-1", 1, Cents::dollars(100));
    pit.play("ann", "practice-1", bet(1, &[("ante", 5), ("progressive", 1)]));
    pit.play("ann", "practice-1", TableCommand::Ready { seat: Seat(1) });
    to_the_end(&mut pit);
    for at in ["practice-1", "guests-1"] {
        pit.done("sue", Command::CloseTable { table: table(at) });
    }
    assert_eq!(code(pit.ask("sue", keypad)), "other-stakes");
    // A table that lets guests in when it opens again needs another meter.
    pit.done("sue", Command::CloseTable { table: table("virtual-1") });
    assert_eq!(code(open(&mut pit, "virtual-1", with_guests("real"))), "other-stakes");
    open(&mut pit, "virtual-1", with_guests("play")).unwrap();
}

#[test]
fn prg_24_a_meter_that_nothing_was_bet_on_is_anyones() {
    let mut pit = Pit::new(8);
    create(&mut pit, "new");
    open(&mut pit, "practice-1", setup(Kind::Practice, "new")).unwrap();
    pit.done("sue", Command::CloseTable { table: table("practice-1") });
    assert_eq!(pit.house.stakes_on(&meter("new")), None);
    open(&mut pit, "live-1", setup(Kind::Live, "new")).unwrap();
    assert_eq!(pit.house.stakes_on(&meter("new")), Some(Stakes::Real));
}

fn transfer(from: &str, to: &str, dollars: i64) -> Command {
    let (from, to) = (meter(from), meter(to));
    let amount = Some(MeterUnits::from(Cents::dollars(dollars)));
    let petition = "P-1".to_owned();
    Command::Propose { proposed: Proposed::Transfer { from, to, amount, petition } }
}

#[test]
fn prg_24_nothing_is_transferred_between_play_money_and_money() {
    let mut pit = Pit::new(8);
    for id in ["play", "real", "new", "new-2"] {
        create(&mut pit, id);
    }
    open(&mut pit, "practice-1", setup(Kind::Practice, "play")).unwrap();
    open(&mut pit, "live-1", setup(Kind::Live, "real")).unwrap();
    for (from, to) in [("play", "real"), ("real", "play")] {
        assert_eq!(code(pit.ask("sue", transfer(from, to, 5))), "stakes-differ");
    }
    // What play money is moved to is for play money from then on.
    let proposal = pit.done("sue", transfer("play", "new", 5)).proposal.unwrap();
    pit.done("bob", Command::Approve { proposal });
    assert_eq!(pit.house.stakes_on(&meter("new")), Some(Stakes::Play));
    assert_eq!(code(pit.ask("sue", transfer("new", "real", 5))), "stakes-differ");
    assert_eq!(code(open(&mut pit, "live-2", setup(Kind::Live, "new"))), "other-stakes");
    let proposal = pit.done("sue", transfer("real", "new-2", 5)).proposal.unwrap();
    pit.done("bob", Command::Approve { proposal });
    assert_eq!(code(open(&mut pit, "practice-2", setup(Kind::Practice, "new-2"))), "other-stakes");
}

/// A house of an older release: a practice table and a live one share a meter.
fn shared() -> Pit {
    let mut pit = Pit::new(8);
    pit.rules = HouseRules::FIRST;
    create(&mut pit, "shared");
    open(&mut pit, "practice-1", setup(Kind::Practice, "shared")).unwrap();
    open(&mut pit, "live-1", setup(Kind::Live, "shared")).unwrap();
    pit.sit("ann", "practice-1", 1, Cents::dollars(100));
    pit
}

#[test]
fn prg_24_in_an_older_house_play_money_stays_off_a_shared_meter_from_now_on() {
    let mut pit = shared();
    pit.play("ann", "practice-1", bet(1, &[("ante", 5), ("progressive", 1)]));
    pit.rules = HouseRules::CURRENT;
    assert_eq!(pit.house.stakes_on(&meter("shared")), Some(Stakes::Real));
    // The shuffle of the release before is given up first, and bets stay open [SHF-1].
    pit.play("ann", "practice-1", TableCommand::Ready { seat: Seat(1) });
    // The bet that is there goes back at the lock, and the seat is told.
    pit.play("ann", "practice-1", TableCommand::Ready { seat: Seat(1) });
    assert_eq!(display(&pit, "shared"), "1000.0000");
    let view = pit.house.view(&table("practice-1"), Viewer::Person(&person("ann"))).unwrap();
    let returned = view.round.seats[0].returned.clone().unwrap();
    assert_eq!((returned.amount, returned.cite), (Cents::dollars(1), vec!["[PRG-24]".to_owned()]));
    to_the_end(&mut pit);
    // Another is refused; the game is played without.
    let with_progressive = bet(1, &[("ante", 5), ("progressive", 1)]);
    assert_eq!(code(pit.command("ann", "practice-1", with_progressive)), "play-money");
    pit.play("ann", "practice-1", bet(1, &[("ante", 5)]));
    pit.play("ann", "practice-1", TableCommand::Ready { seat: Seat(1) });
    to_the_end(&mut pit);
    // The live table plays on.
    pit.play("dan", "live-1", bet(1, &[("ante", 5), ("progressive", 1)]));
    pit.play("dan", "live-1", TableCommand::LOCK);
    assert_ne!(display(&pit, "shared"), "1000.0000");
    // The practice table is moved: closed, and opened on a meter of its own.
    pit.done("sue", Command::CloseTable { table: table("practice-1") });
    let again = setup(Kind::Practice, "shared");
    assert_eq!(code(open(&mut pit, "practice-1", again)), "other-stakes");
    create(&mut pit, "play");
    open(&mut pit, "practice-1", setup(Kind::Practice, "play")).unwrap();
    pit.sit("ann", "practice-1", 1, Cents::dollars(100));
    pit.play("ann", "practice-1", bet(1, &[("ante", 5), ("progressive", 1)]));
}

/// An older release has locked a bet on a shared meter at a table where guests play: what is left of that round takes
/// nothing off the meter, not even with A-K-Q of spades, which wins all of it. The wager goes back.
#[test]
fn prg_24_no_play_money_award_comes_off_a_real_meter() {
    for (cards, returned) in [(["As", "Ks", "Qs"], 1), (["9h", "8h", "7h"], 70)] {
        let mut pit = shared();
        let with_guests = Setup { guests: true, ..setup(Kind::Live, "shared") };
        open(&mut pit, AT, with_guests).unwrap();
        pit.play("dan", AT, bet(1, &[("ante", 5), ("progressive", 1)]));
        pit.play("dan", AT, TableCommand::LOCK);
        assert_ne!(display(&pit, "shared"), "1000.0000", "the older release has fed it");
        pit.rules = HouseRules::CURRENT;
        deal(&mut pit, &cards);
        assert_eq!(display(&pit, "shared"), "1000.0000", "its contribution is off the meter");
        let shared = pit.house.meter(&meter("shared")).unwrap();
        assert_eq!(
            (shared.totals.paid, shared.totals.pending),
            (MeterUnits::ZERO, MeterUnits::ZERO)
        );
        let view = pit.house.view(&table(AT), Viewer::Person(&person("dan"))).unwrap();
        let line = view.round.lines.iter().find(|line| line.wager == "progressive").unwrap();
        assert_eq!((line.staked, line.returned), (Cents::dollars(1), Cents::dollars(returned)));
        pit.confirm_steps(AT);
        pit.play("dan", AT, TableCommand::GameOver);
    }
}

const AT: &str = "guests-1";

/// Enters seat 1's cards and the dealer's, and plays the hand.
fn deal(pit: &mut Pit, own: &[&str]) {
    let (mut own, mut dealers) = (own.iter(), ["2c", "4d", "6c"].iter());
    loop {
        pit.confirm_steps(AT);
        let view = pit.house.view(&table(AT), Viewer::Person(&person("dan"))).unwrap();
        let next = view.round.next;
        let card = match next.due {
            Due::Card(Recipient::Seat { .. }) => own.next(),
            Due::Card(Recipient::Dealer) => dealers.next(),
            Due::Decision(_) => {
                let action = "play".to_owned();
                let play = TableCommand::Decide { seat: Seat(1), action, hand: None, tip: None };
                pit.play("dan", AT, play);
                continue;
            }
            _ => return,
        };
        let card = card.expect("three cards each").parse().unwrap();
        pit.play("dan", AT, TableCommand::Card { card });
    }
}
