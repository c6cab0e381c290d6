//! The chips of tables that are only a keypad: bets, awards, envy and what goes back, to the cent.

use house::table::command::TableCommand;
use house::{
    AwardNumber, Command, Effect, HouseRules, Posted, Proposed, Refusal, Request, Seat, Terms,
};
use money::{Cents, Moment};

use crate::support::house::dollars;
use crate::support::pit::{Pit, posted, row};

/// PMG-01's royal, a flush for 40 for 1, and a meter that starts at $8,100.66.
fn pit() -> Pit {
    let mut rows = posted().rows;
    rows.push(row("flush", "40 for 1", None));
    let posted = Posted::new("caribbean-stud", "2026-05-05", "PMG-01", Cents::dollars(1), rows);
    Pit::with(Terms::with_seed("8100.66".parse().unwrap()), posted)
}

fn balance(pit: &Pit, account: &str) -> String {
    pit.house.book().balance(&account.parse().unwrap()).to_string()
}

fn tray(pit: &Pit) -> String {
    balance(pit, "tray t1")
}

/// Three rounds of two bets at $1: a flush for $40, nothing, and a royal with $1,000 of envy for the other player. Of
/// each dollar the meter gets a quarter: $8,100.66 + $1.50 is the royal's $8,102.16. The tray has
/// 6 - 1.50 - 40 + 8,102.16 - 8,102.16 - 1,000.
#[test]
fn prg_2_a_keypad_table_takes_bets_pays_from_its_tray_and_passes_the_meter_on() {
    let mut pit = pit();
    let both = [(1, 1), (2, 1)];
    pit.lock("t1", &both);
    // $2 less $0.50.
    assert_eq!(tray(&pit), "1.5000");
    pit.key("t1", 1, "flush");
    assert_eq!(tray(&pit), "1.5000", "nothing is paid before it is verified");
    pit.verify(1).unwrap();
    assert_eq!(tray(&pit), "-38.5000");
    pit.game_over("t1").unwrap();
    pit.lock("t1", &both);
    pit.game_over("t1").unwrap();
    assert_eq!(tray(&pit), "-37.0000");
    pit.lock("t1", &both);
    pit.key("t1", 1, "royal flush");
    assert_eq!(pit.amounts(), [(1, "8102.16".parse().unwrap())]);
    pit.verify(2).unwrap();
    assert_eq!(tray(&pit), "-35.5000", "what the meter pays passes through");
    let over = pit.game_over("t1").unwrap();
    assert_eq!(over.envy.len(), 1);
    assert_eq!(tray(&pit), "-1035.5000");
    // The players brought $6, and have 40 + 8,102.16 + 1,000.
    assert_eq!(balance(&pit, "outside"), "9136.1600");
    // The seed at the beginning and the one after the royal.
    assert_eq!(balance(&pit, "house"), "-16201.3200");
    assert_eq!(balance(&pit, "meter m"), "8100.6600");
}

#[test]
fn cs_7_gen_12_bets_that_go_back_leave_the_tray_as_it_was() {
    let mut pit = pit();
    pit.lock("t1", &[(1, 1), (2, 1), (3, 1)]);
    pit.return_bet(2).unwrap();
    // Two dollars less their quarters.
    assert_eq!((tray(&pit), balance(&pit, "outside")), ("1.5000".into(), "-2.0000".into()));
    pit.key("t1", 1, "royal flush");
    let misdeal = Command::at(
        &"t1".parse().unwrap(),
        TableCommand::Misdeal { reason: "a card short".to_owned() },
    );
    pit.done("dee", misdeal);
    for account in ["tray t1", "outside"] {
        assert_eq!(balance(&pit, account), "0.0000", "{account}");
    }
}

/// [PRG-20] $300 for four of a kind, paid with $250.
#[test]
fn prg_20_the_tray_pays_what_two_supervisors_agreed_on() {
    let mut pit = pit();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "four of a kind");
    let (award, paid) = (AwardNumber(1), Some(Cents::dollars(250)));
    let verify = Command::of_award(TableCommand::Verify {
        award,
        paid,
        reason: Some("paid in part before".to_owned()),
    });
    let proposal = pit.done("sue", verify).proposal.unwrap();
    assert_eq!(tray(&pit), "0.7500", "only proposed");
    pit.done("sam", Command::Approve { proposal });
    assert_eq!(tray(&pit), "-249.2500");
    pit.game_over("t1").unwrap();
    assert_eq!(tray(&pit), "-249.2500");
}

#[test]
fn prg_9_what_the_dealer_pays_alone_is_paid_at_game_over_and_a_void_pays_nothing() {
    let mut rows = posted().rows;
    rows.push(row("flush", "40 for 1", None));
    let mut posted = Posted::new("caribbean-stud", "2026-05-05", "PMG-01", Cents::dollars(1), rows);
    posted.verify_from = Cents::dollars(100);
    let mut pit = Pit::with(Terms::with_seed(Cents::dollars(10_000)), posted);
    pit.lock("t1", &[(1, 1), (2, 1)]);
    pit.key("t1", 1, "flush");
    pit.key("t1", 2, "four of a kind");
    let void = Command::of_award(TableCommand::Void {
        award: AwardNumber(2),
        reason: "a full house".to_owned(),
    });
    pit.done("sue", void);
    assert_eq!(tray(&pit), "1.5000");
    pit.game_over("t1").unwrap();
    assert_eq!(tray(&pit), "-38.5000");
}

/// [PRG-10] The meter gets its money back from the house's funds: what the players have, the tray has paid.
#[test]
fn prg_10_a_back_out_leaves_the_tray_as_it_is() {
    let mut pit = pit();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "straight flush");
    pit.verify(1).unwrap();
    pit.game_over("t1").unwrap();
    // 10% of $8,100.91, whole cents.
    assert_eq!((tray(&pit), balance(&pit, "outside")), ("0.7500".into(), "809.0900".into()));
    let house = balance(&pit, "house");
    assert_eq!(house, "-8100.6600");
    let reason = "the tape shows a flush".to_owned();
    pit.agree(Proposed::BackOut { award: AwardNumber(1), reason }).unwrap();
    assert_eq!(tray(&pit), "0.7500");
    assert_eq!(balance(&pit, "house"), "-8910.7500");
    assert_eq!(balance(&pit, "meter m"), "8100.9100");
}

fn under(pit: &mut Pit, rules: HouseRules, by: &str, what: Command) -> Result<Effect, Refusal> {
    pit.requests += 1;
    let act = Request::new(by.parse().unwrap(), "test".parse().unwrap(), what);
    pit.house.act(Moment(pit.requests), &Request { rules, ..act })
}

/// A round that an earlier release locked is booked to its end as that release did: its bets are not in the tray, so
/// nothing goes back or is paid from there, and the meter's award stays in it.
#[test]
fn a_round_of_an_earlier_release_is_booked_as_it_was() {
    let mut pit = pit();
    let bets = [(Seat(1), 100), (Seat(2), 100)].into();
    let lock = Command::at(
        &"t1".parse().unwrap(),
        TableCommand::Lock { bets: dollars(bets), players: [].into() },
    );
    let locked = under(&mut pit, HouseRules::FIRST, "dee", lock.clone()).unwrap();
    assert_eq!(locked.book.len(), 1, "only the contributions: {:?}", locked.book);
    pit.key("t1", 1, "royal flush");
    pit.verify(1).unwrap();
    pit.game_over("t1").unwrap();
    // $8,100.66 + 2 x $0.25 from the meter, less the contributions.
    assert_eq!((tray(&pit), balance(&pit, "outside")), ("8100.6600".into(), "0.0000".into()));
    under(&mut pit, HouseRules::FIRST, "dee", lock).unwrap();
    pit.return_bet(1).unwrap();
    let misdeal = Command::at(
        &"t1".parse().unwrap(),
        TableCommand::Misdeal { reason: "a card short".to_owned() },
    );
    pit.done("dee", misdeal);
    assert_eq!((tray(&pit), balance(&pit, "outside")), ("8100.6600".into(), "0.0000".into()));
}
