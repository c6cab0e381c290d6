//! The older procedure [ED-3]: key to JPH, J-POT, key back to RUN. Every win is recorded.

use house::table::command::TableCommand;
use house::{Command, HouseProcedure, KeySwitch, Posted, Procedure, Refusal, Seat, Terms};
use money::Cents;

use crate::support::pit::{Pit, posted};

fn pit(house_procedure: HouseProcedure) -> Pit {
    let older = Posted { procedure: Procedure::JPot, house_procedure, ..posted() };
    Pit::with(Terms::with_seed(Cents::dollars(10_000)), older)
}

fn not_recorded(wins: &[(u8, &str)]) -> Refusal {
    let win = |(seat, hand): &(u8, &str)| (Seat(*seat), (*hand).to_owned());
    Refusal::NotRecorded(wins.iter().map(win).collect())
}

/// Struck text (15)(a)(iv) to (vii): J-POT records the win and shows the amount to be paid; returning the key to RUN
/// adjusts the meter. $10,000 and 25% of a dollar are on the sign until then.
#[test]
fn ed_3_the_older_procedure_records_with_j_pot_and_adjusts_with_run() {
    let mut pit = pit(HouseProcedure::Sequential);
    let table = || "t1".parse().unwrap();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    assert_eq!(pit.shows(), "10000.2500", "a lit button moves nothing");
    assert_eq!(
        pit.ask("sue", Command::at(&table(), TableCommand::JPot)),
        Err(Refusal::KeyNotInJph)
    );
    let waits = Refusal::NotRecorded(vec![(Seat(1), "royal flush".to_owned())]);
    assert_eq!(pit.game_over("t1"), Err(waits));
    pit.done("sue", Command::at(&table(), TableCommand::TurnKey { to: KeySwitch::Jph }));
    assert_eq!(pit.shows(), "10000.2500", "nor does the key to JPH");
    let recorded = pit.done("sue", Command::at(&table(), TableCommand::JPot));
    assert_eq!(pit.shows(), "10000.2500", "J-POT records");
    assert!(recorded.moves.is_empty(), "no money moves: {recorded:?}");
    assert_eq!(pit.amounts(), [(1, Cents::new(1_000_025))]);
    let verify = Command::of_award(TableCommand::Verify {
        award: house::AwardNumber(1),
        paid: None,
        reason: None,
    });
    assert_eq!(pit.ask("sam", verify), Err(Refusal::KeyInJph), "the key pays");
    let again =
        Command::at(&table(), TableCommand::Key { seat: Seat(1), hand: "royal flush".to_owned() });
    assert_eq!(pit.ask("dee", again), Err(Refusal::AlreadyDecided("recorded")));
    pit.done("sue", Command::at(&table(), TableCommand::TurnKey { to: KeySwitch::Run }));
    assert_eq!(pit.shows(), "10000.0000", "RUN adjusts the meter: the seed");
    assert_eq!(pit.meter().totals.paid.to_string(), "10000.2500");
    pit.game_over("t1").unwrap();
}

/// J-POT shows the amount to be paid, and that is what is frozen: not what the sign showed at the key before it, and not
/// what it shows at RUN. $0.25 of each dollar goes to the sign, which starts at $10,000.
#[test]
fn ed_3_the_amount_is_frozen_at_j_pot_and_not_at_the_first_key() {
    let mut pit = pit(HouseProcedure::Sequential);
    let older = || Posted { procedure: Procedure::JPot, ..posted() };
    pit.open("t2", older());
    pit.open("t3", older());
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    assert_eq!(pit.shows(), "10000.2500");
    pit.lock("t2", &[(1, 1)]);
    pit.turn_key(KeySwitch::Jph).unwrap();
    let recorded = pit.j_pot().unwrap().awards;
    assert_eq!(recorded[0].amount, Cents::new(1_000_050), "with t2's quarter, after the key");
    // Between J-POT and RUN another table locks a bet: the sign rises, the award does not.
    pit.lock("t3", &[(1, 1)]);
    assert_eq!(pit.shows(), "10000.7500");
    assert_eq!(pit.amounts(), [(1, Cents::new(1_000_050))]);
    pit.turn_key(KeySwitch::Run).unwrap();
    // $10,000.75 less $10,000.50, and the seed: t3's quarter stays on the sign.
    assert_eq!(pit.shows(), "10000.2500");
    assert_eq!(pit.meter().totals.paid.to_string(), "10000.5000");
    pit.game_over("t1").unwrap();
}

/// Tables that earlier releases opened say `j-pot`: their entries replay to the same sign.
#[test]
fn ed_3_a_table_of_an_earlier_release_still_adjusts_with_j_pot() {
    let older = Posted { procedure: Procedure::JPotAtOnce, ..posted() };
    assert_eq!(serde_json::to_value(older.procedure).unwrap(), "j-pot");
    let mut pit = Pit::with(Terms::with_seed(Cents::dollars(10_000)), older);
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    pit.turn_key(KeySwitch::Jph).unwrap();
    pit.j_pot().unwrap();
    assert_eq!(pit.shows(), "10000.0000");
    pit.turn_key(KeySwitch::Run).unwrap();
    assert_eq!(pit.shows(), "10000.0000");
    pit.game_over("t1").unwrap();
}

/// Between J-POT and RUN another table wins what is still on the sign. $10,000.50 with both tables' contributions at t1's
/// J-POT. t2 keys a royal: $10,000.50, and the sign restarts at $10,000. At RUN the house makes up the 50 cents that
/// the sign lacks of t1's award, and the sign restarts at $10,000 again: three seeds and 50 cents in all.
#[test]
fn prg_19_what_another_table_wins_before_run_is_made_up_by_the_house() {
    let mut pit = pit(HouseProcedure::Sequential);
    pit.open("t2", Posted { procedure: Procedure::JPot, ..posted() });
    pit.lock("t1", &[(1, 1)]);
    pit.lock("t2", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    pit.turn_key(KeySwitch::Jph).unwrap();
    pit.j_pot().unwrap();
    let t2 = || "t2".parse().unwrap();
    pit.key("t2", 1, "royal flush");
    pit.done("sue", Command::at(&t2(), TableCommand::TurnKey { to: KeySwitch::Jph }));
    pit.done("sue", Command::at(&t2(), TableCommand::JPot));
    pit.done("sue", Command::at(&t2(), TableCommand::TurnKey { to: KeySwitch::Run }));
    assert_eq!(pit.shows(), "10000.0000");
    assert_eq!(pit.amounts(), [(1, Cents::new(1_000_050))], "t1's is frozen");
    pit.turn_key(KeySwitch::Run).unwrap();
    assert_eq!(pit.shows(), "10000.0000");
    let totals = pit.meter().totals;
    assert_eq!(totals.paid.to_string(), "20001.0000");
    assert_eq!(totals.seeds.to_string(), "30000.0000");
    assert_eq!(totals.top_ups.to_string(), "0.5000");
    pit.game_over("t1").unwrap();
    pit.game_over("t2").unwrap();
}

/// Another amount than the award, agreed on by two supervisors, is paid before RUN; the rest follows with the key.
#[test]
fn prg_20_another_amount_of_a_recorded_win() {
    let mut pit = pit(HouseProcedure::Sequential);
    pit.lock("t1", &[(1, 1), (2, 1)]);
    pit.key("t1", 1, "royal flush");
    pit.key("t1", 2, "straight flush");
    pit.turn_key(KeySwitch::Jph).unwrap();
    let recorded = pit.j_pot().unwrap().awards;
    // 10% of $10,000.50 to seat 2, the other $9,000.45 to seat 1.
    let amounts: Vec<(u8, Cents)> = recorded.iter().map(|a| (a.seat.0, a.amount)).collect();
    assert_eq!(amounts, [(2, Cents::new(100_005)), (1, Cents::new(900_045))]);
    let number = recorded[0].number;
    let other = Command::of_award(TableCommand::Verify {
        award: number,
        paid: Some(Cents::dollars(1_000)),
        reason: Some("the player agreed".to_owned()),
    });
    let proposal = pit.done("sam", other).proposal.unwrap();
    pit.done("sue", Command::Approve { proposal });
    // Five cents of the $1,000.05 were not paid: they are back on the sign [PRG-21], and no part of the recorded royal.
    assert_eq!(pit.shows(), "9000.5000");
    pit.turn_key(KeySwitch::Run).unwrap();
    assert_eq!(pit.shows(), "10000.0500");
    assert_eq!(pit.meter().totals.paid.to_string(), "10000.4500");
    pit.game_over("t1").unwrap();
}

/// Two royals and a straight flush, keyed in any order: the last seat first, then the others from
/// what is left.
#[test]
fn prg_5_j_pot_records_every_winner() {
    for order in [[2, 4, 6], [6, 4, 2], [4, 6, 2]] {
        let mut pit = pit(HouseProcedure::Sequential);
        pit.lock("t1", &[(2, 1), (4, 1), (6, 1)]);
        for seat in order {
            pit.key("t1", seat, if seat == 4 { "straight flush" } else { "royal flush" });
        }
        pit.turn_key(KeySwitch::Jph).unwrap();
        let recorded = pit.j_pot().unwrap().awards;
        let amounts: Vec<(u8, Cents)> = recorded.iter().map(|a| (a.seat.0, a.amount)).collect();
        // $10,000.75 to seat 6; 10% of the seed to seat 4; the rest of it to seat 2.
        let expected = [(6, 1_000_075), (4, 100_000), (2, 900_000)];
        assert_eq!(amounts, expected.map(|(seat, cents)| (seat, Cents::new(cents))));
        let paid = pit.turn_key(KeySwitch::Run).unwrap().awards;
        assert_eq!(paid.len(), 3);
        pit.game_over("t1").unwrap();
        assert_eq!(pit.shows(), "10000.0000");
        assert_eq!(pit.meter().totals.paid.to_string(), "20000.7500");
    }
}

#[test]
fn prg_5_j_pot_splits_between_every_top_winner() {
    let mut pit = pit(HouseProcedure::Split);
    pit.lock("t1", &[(2, 1), (6, 1)]);
    pit.key("t1", 2, "royal flush");
    pit.key("t1", 6, "royal flush");
    pit.turn_key(KeySwitch::Jph).unwrap();
    let recorded = pit.j_pot().unwrap().awards;
    // Half of $10,000.50 each, and the meter restarts once.
    let amounts: Vec<Cents> = recorded.iter().map(|award| award.amount).collect();
    assert_eq!(amounts, [Cents::new(500_025), Cents::new(500_025)]);
    assert_eq!(pit.shows(), "10000.5000");
    pit.turn_key(KeySwitch::Run).unwrap();
    assert_eq!(pit.shows(), "10000.0000");
}

/// A win keyed after J-POT is recorded by another press, before or after RUN, or it blocks the end.
#[test]
fn prg_9_a_win_keyed_after_j_pot_is_not_lost() {
    let mut pit = pit(HouseProcedure::Sequential);
    pit.lock("t1", &[(2, 1), (6, 1)]);
    pit.key("t1", 2, "royal flush");
    pit.turn_key(KeySwitch::Jph).unwrap();
    assert_eq!(pit.j_pot().unwrap().awards[0].amount, Cents::new(1_000_050));
    assert_eq!(pit.j_pot(), Err(Refusal::NothingKeyed));
    pit.key("t1", 6, "royal flush");
    let refused = pit.turn_key(KeySwitch::Run).unwrap_err();
    assert_eq!(refused, not_recorded(&[(6, "royal flush")]));
    assert_eq!(
        refused.to_string(),
        "wins not recorded: seat 6, royal flush; turn the key to JPH and press J-POT, or turn the hand off"
    );
    // Seat 6 comes first, as if both had been pressed at the first key [PRG-19].
    let both = pit.j_pot().unwrap().awards;
    let amounts: Vec<(u8, Cents)> = both.iter().map(|a| (a.seat.0, a.amount)).collect();
    assert_eq!(amounts, [(6, Cents::new(1_000_050)), (2, Cents::dollars(10_000))]);
    pit.turn_key(KeySwitch::Run).unwrap();
    // Even after RUN: what was paid stays.
    pit.key("t1", 4, "straight flush");
    assert_eq!(pit.game_over("t1"), Err(not_recorded(&[(4, "straight flush")])));
    pit.key("t1", 4, "straight flush");
    pit.game_over("t1").unwrap();
}

/// A supervisor for every winner, from the tray too: J-POT records it. Below the posted amount the dealer
/// pays it, and it is recorded all the same.
#[test]
fn prg_9_a_tray_win_of_the_older_procedure_is_recorded() {
    let mut all = pit(HouseProcedure::Sequential);
    all.lock("t1", &[(1, 1)]);
    all.key("t1", 1, "three of a kind");
    assert_eq!(all.game_over("t1"), Err(not_recorded(&[(1, "three of a kind")])));
    all.turn_key(KeySwitch::Jph).unwrap();
    all.j_pot().unwrap();
    assert_eq!(all.game_over("t1"), Err(Refusal::KeyInJph));
    all.turn_key(KeySwitch::Run).unwrap();
    all.game_over("t1").unwrap();

    let verify_from = Cents::dollars(10);
    let older = Posted { procedure: Procedure::JPot, verify_from, ..posted() };
    let mut some = Pit::with(Terms::with_seed(Cents::dollars(10_000)), older);
    some.lock("t1", &[(1, 1)]);
    some.key("t1", 1, "three of a kind");
    let awards = some.game_over("t1").unwrap().awards;
    assert_eq!((awards.len(), awards[0].paid()), (1, Some(Cents::dollars(9))));
}

/// The cards are looked at before RUN pays.
#[test]
fn prg_9_run_does_not_pay_against_the_cards() {
    let mut pit = pit(HouseProcedure::Sequential);
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    pit.cards(&[(1, "straight flush")]).unwrap();
    pit.turn_key(KeySwitch::Jph).unwrap();
    pit.j_pot().unwrap();
    assert!(matches!(pit.turn_key(KeySwitch::Run), Err(Refusal::CardsDisagree(_))));
    pit.override_cards().unwrap();
    pit.turn_key(KeySwitch::Run).unwrap();
    pit.game_over("t1").unwrap();
}
