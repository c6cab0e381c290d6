//! The keypad and the meter by the rule and the rulings, on a house without a store.

use std::collections::BTreeMap;

use house::table::command::TableCommand;
use house::{
    AwardNumber, Command, Criteria, House, HouseProcedure, Posted, Proposed, Refusal, Seat, Terms,
};
use money::{Cents, MeterUnits};

use crate::support::house::dollars;
use crate::support::pit::{Pit, posted, posted_at};

#[test]
fn prg_1_contributions_are_posted_at_the_lock_to_the_last_fraction() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (2, 1), (5, 1)]);
    assert_eq!(pit.shows(), "10000.7500");
}

#[test]
fn prg_3_a_royal_takes_the_meter_and_the_seed_is_back_at_once() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    // $10,000.25 whole; nothing is left but the seed.
    assert_eq!(pit.amounts(), [(1, Cents::new(1_000_025))]);
    assert_eq!(pit.shows(), "10000.0000");
    assert_eq!(pit.game_over("t1"), Err(Refusal::AwardsPending(vec![AwardNumber(1)])));
    pit.verify(1).unwrap();
    pit.game_over("t1").unwrap();
    let meter = pit.house.meter(&"m".parse().unwrap()).unwrap();
    assert_eq!((meter.hits, meter.top_hits, meter.last_hits.len()), (1, 1, 1));
    assert_eq!(meter.totals.paid.to_string(), "10000.2500");
    assert_eq!(meter.totals.seeds.to_string(), "20000.0000");
}

#[test]
fn prg_4_shares_pay_whole_cents_and_the_rest_stays() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (3, 1), (4, 1)]);
    pit.key("t1", 3, "straight flush");
    // 10% of 10,000.75 is 1,000.075.
    assert_eq!(pit.amounts(), [(3, Cents::new(100_007))]);
    assert_eq!(pit.shows(), "9000.6800");
}

#[test]
fn prg_9_pressing_again_turns_the_button_off_and_all_flows_back() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    let before = pit.house.meter(&"m".parse().unwrap()).unwrap().totals;
    pit.key("t1", 1, "royal flush");
    pit.key("t1", 1, "royal flush");
    assert_eq!(pit.house.meter(&"m".parse().unwrap()).unwrap().totals, before);
    pit.game_over("t1").unwrap();
}

#[test]
fn prg_9_another_button_moves_the_light() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    pit.key("t1", 1, "straight flush");
    // 10% of $10,000.25.
    let lit: Vec<Cents> =
        pit.house.awards().filter(|award| award.is_pending()).map(|award| award.amount).collect();
    assert_eq!(lit, [Cents::new(100_002)]);
}

/// Whatever the order in which they are keyed, the last seat is paid first.
#[test]
fn prg_5_sequential_awards_go_counter_clockwise() {
    for order in [[2, 5], [5, 2]] {
        let mut pit = Pit::new();
        pit.lock("t1", &[(2, 1), (5, 1)]);
        for seat in order {
            pit.key("t1", seat, "royal flush");
        }
        let mut amounts = pit.amounts();
        amounts.sort_unstable();
        // Seat 5 takes $10,000.50, seat 2 the seed.
        assert_eq!(amounts, [(2, Cents::dollars(10_000)), (5, Cents::new(1_000_050))]);
        assert_eq!(pit.shows(), "10000.0000");
    }
}

#[test]
fn prg_5_split_shares_the_meter_and_odd_cents_go_to_the_first() {
    // $10,000.75 in three: 3,333.58 each and an odd cent; with a fourth bet that wins nothing
    // $10,001.00: 3,333.66 each and two, both to the first.
    let bets = [(1, 1), (2, 1), (5, 1), (7, 1)];
    for (bets, cents) in [(&bets[..3], [333_358, 333_359]), (&bets[..], [333_366, 333_368])] {
        let split = Posted { house_procedure: HouseProcedure::Split, ..posted() };
        let mut pit = Pit::with(Terms::with_seed(Cents::dollars(10_000)), split);
        pit.lock("t1", bets);
        for seat in [1, 2, 5] {
            pit.key("t1", seat, "royal flush");
        }
        let mut amounts = pit.amounts();
        amounts.sort_unstable();
        let [each, first] = cents.map(Cents::new);
        assert_eq!(amounts, [(1, each), (2, each), (5, first)]);
        assert_eq!(pit.shows(), "10000.0000", "reseeded once");
    }
}

#[test]
fn w4_a_button_turned_off_leaves_the_meter_as_it_was() {
    let percent = |number: u8| money::Rate::percent(number).unwrap();
    // No limit, one that the wager reaches, and one that two seeds pass.
    for limit in [None, Some(10_001), Some(10_500)] {
        for reserve in [0, 5] {
            for wager in [1, 5, 7] {
                let terms = Terms {
                    limit: limit.map(Cents::dollars),
                    reserve: percent(reserve),
                    ..Terms::with_seed(Cents::dollars(10_000))
                };
                let mut pit = Pit::with(terms, posted_at(wager));
                pit.lock("t1", &[(2, wager), (6, wager)]);
                let locked = pit.house.clone();
                let totals = |house: &House| house.meters().next().unwrap().totals;
                for hand in ["royal flush", "straight flush", "four of a kind"] {
                    for seat in [2, 6, 6, 2] {
                        pit.key("t1", seat, hand);
                    }
                    assert_eq!(totals(&pit.house), totals(&locked), "{hand}, limit {limit:?}");
                }
            }
        }
    }
}

#[test]
fn w2_other_tables_play_on_while_a_win_is_verified() {
    let mut pit = Pit::new();
    pit.open("t2", posted());
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    pit.lock("t2", &[(1, 1)]);
    assert_eq!(pit.shows(), "10000.2500");
    // Voided, the award and the other table's contribution are both there, and one seed only.
    let what = Command::of_award(TableCommand::Void {
        award: AwardNumber(1),
        reason: "fouled hand".to_owned(),
    });
    pit.done("sue", what);
    assert_eq!(pit.shows(), "10000.5000");
}

/// Two tables key a royal at once: the second takes the reseeded meter. If the first is voided then,
/// its value flows back and its seed comes out [PRG-19]: one seed for the start, one for the royal that
/// stands.
#[test]
fn w3_two_tables_win_one_meter() {
    let mut pit = Pit::new();
    pit.open("t2", posted());
    pit.lock("t1", &[(1, 1)]);
    pit.lock("t2", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    pit.key("t2", 1, "royal flush");
    let mut amounts: Vec<Cents> = pit.house.awards().map(|award| award.amount).collect();
    amounts.sort_unstable();
    assert_eq!(amounts, [Cents::dollars(10_000), Cents::new(1_000_050)]);
    pit.done(
        "sue",
        Command::of_award(TableCommand::Void {
            award: AwardNumber(1),
            reason: "no royal".to_owned(),
        }),
    );
    assert_eq!(pit.shows(), "10000.5000");
    pit.verify(2).unwrap();
    pit.game_over("t2").unwrap();
    pit.game_over("t1").unwrap();
}

/// A round's awards are figured as if all of its keys had been pressed at the first [PRG-19] (1): what
/// other tables put in meanwhile changes nothing.
#[test]
fn prg_19_a_later_key_is_figured_from_what_the_sign_showed_at_the_first() {
    let mut pit = Pit::new();
    pit.open("t2", posted());
    pit.lock("t1", &[(2, 1), (5, 1)]);
    pit.key("t1", 5, "straight flush");
    // 10% of $10,000.50.
    assert_eq!(pit.amounts(), [(5, Cents::new(100_005))]);
    pit.lock("t2", &[(1, 1), (2, 1), (3, 1), (4, 1)]);
    pit.key("t1", 2, "straight flush");
    // 10% of what seat 5 left, 9,000.45; the other table's $1 stays on the meter.
    assert_eq!(pit.amounts(), [(5, Cents::new(100_005)), (2, Cents::new(90_004))]);
    assert_eq!(pit.shows(), "8101.4100");
}

/// What is verified stays, whatever is keyed later: the other awards are figured around it.
#[test]
fn prg_19_a_verified_award_stays_when_another_seat_is_keyed() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(2, 1), (5, 1)]);
    pit.key("t1", 2, "straight flush");
    pit.verify(1).unwrap();
    // Seat 5 comes first: 10% of $10,000.50, though seat 2 has taken as much already.
    pit.key("t1", 5, "straight flush");
    let pending = |pit: &Pit| -> Vec<Cents> {
        pit.house.awards().filter(|award| award.is_pending()).map(|award| award.amount).collect()
    };
    assert_eq!(pending(&pit), [Cents::new(100_005)]);
    assert_eq!(pit.shows(), "8000.4000");
    pit.key("t1", 5, "royal flush");
    // Seat 5 comes first: $10,000.50. Seat 2's $1,000.05 come off the seed.
    assert_eq!(pending(&pit), [Cents::new(1_000_050)]);
    pit.verify(3).unwrap();
    pit.game_over("t1").unwrap();
    assert_eq!(pit.shows(), "8999.9500");
    assert_eq!(pit.meter().totals.top_ups, MeterUnits::ZERO);
}

/// A table on a linked meter that nothing was bet on but what the examples say: the contributions are left out.
fn linked(shows: &str) -> Pit {
    let mut terms = Terms::with_seed(Cents::dollars(10_000));
    terms.base = shows.parse().unwrap();
    terms.contribution = money::Rate::ZERO;
    let mut pit = Pit::with(terms, posted());
    pit.open("t2", posted());
    pit.lock("t1", &[(1, 1), (2, 1), (3, 1)]);
    pit.lock("t2", &[(1, 1)]);
    pit
}

/// What waits, by seat, A's awards first; what the sign shows; what the house has topped up.
fn standing(pit: &Pit) -> (Vec<(&str, u8, String)>, String, String) {
    let mut awards: Vec<(&str, u8, String)> = pit
        .house
        .awards()
        .filter(|award| award.is_from_meter())
        .map(|award| (award.table.as_str(), award.seat.0, award.amount.to_string()))
        .collect();
    awards.sort_unstable();
    (awards, pit.shows(), pit.meter().totals.top_ups.to_string())
}

fn is(pit: &Pit, awards: &[(&'static str, u8, &str)], shows: &str, topped_up: &str) {
    let awards = awards.iter().map(|(table, seat, amount)| (*table, *seat, (*amount).to_owned()));
    assert_eq!(standing(pit), (awards.collect(), shows.to_owned(), topped_up.to_owned()));
}

#[test]
fn prg_19_first_example_a_royal_turned_off_after_another_table_won() {
    let mut pit = linked("50000.50");
    pit.key("t1", 2, "royal flush");
    pit.key("t1", 1, "royal flush");
    pit.key("t2", 1, "royal flush");
    pit.key("t1", 2, "royal flush");
    is(&pit, &[("t1", 1, "50000.50"), ("t2", 1, "10000.00")], "10000.0000", "0.0000");
}

#[test]
fn prg_19_second_example_a_second_royal_after_another_table_won() {
    let mut pit = linked("50000.50");
    pit.key("t1", 1, "royal flush");
    pit.key("t2", 1, "royal flush");
    pit.key("t1", 2, "royal flush");
    let awards = [("t1", 1, "10000.00"), ("t1", 2, "50000.50"), ("t2", 1, "10000.00")];
    is(&pit, &awards, "10000.0000", "0.0000");
}

/// A key for a tray hand before does not move the sign, which B's straight flush has left at $9,000.
#[test]
fn prg_19_third_example_the_house_tops_up_what_a_straight_flush_took() {
    let mut pit = linked("50000.50");
    pit.key("t1", 2, "royal flush");
    pit.key("t1", 1, "royal flush");
    pit.key("t2", 1, "straight flush");
    assert_eq!(pit.shows(), "9000.0000");
    let tray = pit.key("t1", 3, "four of a kind");
    assert!(tray.moves.is_empty() && tray.awards.len() == 1, "{tray:?}");
    pit.key("t1", 2, "royal flush");
    is(&pit, &[("t1", 1, "50000.50"), ("t2", 1, "1000.00")], "10000.0000", "1000.0000");
}

/// The entry names the round that the house tops up for; one more tray key changes nothing; a misdeal takes it back.
#[test]
fn prg_19_fourth_example_the_house_tops_up_what_a_royal_elsewhere_took() {
    let mut pit = linked("50000.00");
    let before = pit.meter().totals;
    pit.key("t1", 1, "straight flush");
    pit.key("t2", 1, "royal flush");
    let keyed = pit.key("t1", 2, "royal flush");
    let awards = [("t1", 1, "1000.00"), ("t1", 2, "50000.00"), ("t2", 1, "45000.00")];
    is(&pit, &awards, "9000.0000", "35000.0000");
    assert_eq!((keyed.table, keyed.round), (Some("t1".parse().unwrap()), Some(1)));
    let top_up = |transfer: &&house::Transfer| transfer.from == house::Account::TopUps;
    let topped_up = keyed.moves[0].transfers.iter().find(top_up).unwrap();
    assert_eq!(topped_up.to_string(), "35000.0000 from top-ups to display");
    // The slips connect: seat 1 begins where seat 2 ended.
    let ends = |seat: u8| {
        let mut awards = pit.house.awards();
        let award = awards.find(|a| a.seat.0 == seat && a.table.as_str() == "t1").unwrap();
        [award.before, award.after].map(|amount| amount.to_string())
    };
    assert_eq!([ends(2), ends(1)], [["50000.0000", "10000.0000"], ["10000.0000", "9000.0000"]]);
    for _ in 0..2 {
        pit.key("t1", 3, "four of a kind");
        is(&pit, &awards, "9000.0000", "35000.0000");
    }
    for table in ["t1", "t2"] {
        let (table, reason) = (table.parse().unwrap(), "four cards".to_owned());
        pit.done("dee", Command::at(&table, TableCommand::Misdeal { reason }));
    }
    assert_eq!(pit.meter().totals, before);
}

/// A key for a tray hand that is turned off again freezes the sign all the same.
#[test]
fn prg_19_the_first_key_of_any_kind_freezes_the_sign() {
    let mut pit = linked("50000.00");
    pit.key("t1", 3, "four of a kind");
    pit.key("t1", 3, "four of a kind");
    pit.key("t2", 1, "royal flush");
    pit.key("t1", 1, "royal flush");
    is(&pit, &[("t1", 1, "50000.00"), ("t2", 1, "50000.00")], "10000.0000", "40000.0000");
}

/// The fourth example as an earlier release played it: its limit left seat 2 with $15,000. The round is still open when this
/// release takes over; its next award is worth what the ruling says, and a misdeal puts back all that either has done.
#[test]
fn prg_19_a_round_of_an_earlier_release_goes_on_by_todays_rule() {
    let mut pit = linked("50000.00");
    let before = pit.meter().totals;
    for (table, seat, hand) in
        [("t1", 1, "straight flush"), ("t2", 1, "royal flush"), ("t1", 2, "royal flush")]
    {
        let (table, hand) = (table.parse().unwrap(), hand.to_owned());
        let key = Command::at(&table, TableCommand::Key { seat: Seat(seat), hand });
        pit.ask_under(house::HouseRules::FIRST, "dee", key).unwrap();
    }
    let formerly = [("t1", 1, "1000.00"), ("t1", 2, "15000.00"), ("t2", 1, "45000.00")];
    is(&pit, &formerly, "9000.0000", "0.0000");
    // A key for a tray hand moves nothing, not even now.
    pit.key("t1", 3, "four of a kind");
    is(&pit, &formerly, "9000.0000", "0.0000");
    pit.key("t1", 3, "straight flush");
    // Without A the sign shows $15,000. Seat 3 comes first: 10% of $50,000. $45,000 to seat 2, who lacks $35,000 of it; a
    // tenth of the seed to seat 1.
    let now =
        [("t1", 1, "1000.00"), ("t1", 2, "45000.00"), ("t1", 3, "5000.00"), ("t2", 1, "45000.00")];
    is(&pit, &now, "9000.0000", "35000.0000");
    for table in ["t1", "t2"] {
        let (table, reason) = (table.parse().unwrap(), "four cards".to_owned());
        pit.done("dee", Command::at(&table, TableCommand::Misdeal { reason }));
    }
    assert_eq!(pit.meter().totals, before);
}

/// A reset goes to the meter's own seed, whatever the winner bet.
#[test]
fn prg_7_a_reset_goes_to_the_meters_own_seed() {
    let mut pit = Pit::with(Terms::with_seed(Cents::dollars(10_000)), posted_at(5));
    pit.lock("t1", &[(1, 5)]);
    pit.key("t1", 1, "royal flush");
    assert_eq!(pit.shows(), "10000.0000");
}

#[test]
fn p4_above_the_limit_money_goes_to_the_overflow() {
    let terms =
        Terms { limit: Some(Cents::dollars(10_001)), ..Terms::with_seed(Cents::dollars(10_000)) };
    let mut pit = Pit::with(terms, posted_at(5));
    pit.lock("t1", &[(1, 5), (2, 5)]);
    let meter = pit.house.meter(&"m".parse().unwrap()).unwrap();
    assert_eq!(meter.totals.display.to_string(), "10001.0000");
    assert_eq!(meter.totals.overflow.to_string(), "1.5000");
}

#[test]
fn gen_12_a_misdeal_takes_the_contributions_back() {
    let mut pit = Pit::new();
    let before = pit.house.meter(&"m".parse().unwrap()).unwrap().totals;
    pit.lock("t1", &[(1, 1), (2, 1)]);
    pit.key("t1", 2, "straight flush");
    let what = Command::at(
        &"t1".parse().unwrap(),
        TableCommand::Misdeal { reason: "four cards".to_owned() },
    );
    pit.done("dee", what);
    assert_eq!(pit.house.meter(&"m".parse().unwrap()).unwrap().totals, before);
    assert_eq!(pit.house.awards().filter(|award| award.is_pending()).count(), 0);
}

#[test]
fn prg_6_envy_is_paid_at_the_end_to_every_other_bettor() {
    let mut pit = Pit::with(Terms::with_seed(Cents::dollars(10_000)), posted_at(5));
    pit.lock("t1", &[(1, 5), (3, 5)]);
    // Seat 2 holds the hand without the bet.
    pit.key("t1", 2, "straight flush");
    assert_eq!(pit.amounts(), [(2, Cents::ZERO)], "no bet, no award");
    pit.verify(1).unwrap();
    let effect = pit.game_over("t1").unwrap();
    let envy: Vec<(u8, Cents)> =
        effect.envy.iter().map(|envy| (envy.seat.0, envy.amount)).collect();
    // $300 for $1, so $1,500 for $5.
    assert_eq!(envy, [(3, Cents::dollars(1_500)), (1, Cents::dollars(1_500))]);
}

#[test]
fn prg_6_nobody_wins_envy_from_their_own_other_seat() {
    // One player has seats 1 and 3, another seat 5; all bet. Seat 3's straight flush, $300, is won
    // by seat 5 alone; seat 5's by seats 3 and 1.
    let mut pit = Pit::new();
    let bets = [(Seat(1), 100), (Seat(3), 100), (Seat(5), 100)].into();
    let players = [(Seat(3), Seat(1))].into();
    pit.done(
        "dee",
        Command::at(&"t1".parse().unwrap(), TableCommand::Lock { bets: dollars(bets), players }),
    );
    pit.key("t1", 3, "straight flush");
    pit.key("t1", 5, "straight flush");
    pit.verify(1).unwrap();
    pit.verify(2).unwrap();
    let effect = pit.game_over("t1").unwrap();
    let envy: Vec<(u8, u8)> = effect.envy.iter().map(|envy| (envy.seat.0, envy.from.0)).collect();
    assert_eq!(envy, [(5, 3), (3, 5), (1, 5)]);
}

#[test]
fn prg_9_cards_that_disagree_block_game_over() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (2, 1)]);
    let hands = BTreeMap::from([(Seat(2), "three of a kind".to_owned())]);
    pit.done("dee", Command::at(&"t1".parse().unwrap(), TableCommand::Cards { hands }));
    let refused = pit.game_over("t1").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "keys and cards disagree: seat 2: keyed nothing, but the cards show three of a kind"
    );
    pit.key("t1", 2, "three of a kind");
    let effect = pit.verify(1).unwrap();
    assert_eq!(effect.awards[0].amount, Cents::dollars(9), "paid from the tray");
    pit.game_over("t1").unwrap();
}

#[test]
fn a2_adjustments_need_two_supervisors() {
    let mut pit = Pit::new();
    let proposed = Proposed::Adjust {
        meter: "m".parse().unwrap(),
        amount: "-2.5".parse::<MeterUnits>().unwrap(),
        reason: "misread coin".to_owned(),
    };
    let number = pit.done("sue", Command::Propose { proposed }).proposal.unwrap();
    assert!(matches!(
        pit.ask("sue", Command::Approve { proposal: number }),
        Err(Refusal::SamePerson(_))
    ));
    assert!(matches!(
        pit.ask("dee", Command::Approve { proposal: number }),
        Err(Refusal::NotAllowed { .. })
    ));
    pit.done("sam", Command::Approve { proposal: number });
    assert_eq!(pit.shows(), "9997.5000");
    assert_eq!(
        pit.ask("sam", Command::Approve { proposal: number }),
        Err(Refusal::NoSuchProposal(number)),
        "a second click does nothing"
    );
}

#[test]
fn prg_11_a_progressive_ends_only_after_its_top_award_or_by_petition() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    pit.game_over("t1").unwrap();
    pit.done("sue", Command::CloseTable { table: "t1".parse().unwrap() });
    let close = || Command::CloseMeter { meter: "m".parse().unwrap() };
    assert!(matches!(pit.ask("sue", close()), Err(Refusal::StillOwed(_))));
    let terms = Terms::with_seed(Cents::dollars(100));
    let (meter, criteria) = ("n".parse().unwrap(), Criteria::of(&posted()));
    pit.done("sue", Command::CreateMeter { meter, criteria, terms });
    let proposed = Proposed::Transfer {
        from: "m".parse().unwrap(),
        to: "n".parse().unwrap(),
        amount: None,
        petition: "petition 12".to_owned(),
    };
    let number = pit.done("sue", Command::Propose { proposed }).proposal.unwrap();
    pit.done("sam", Command::Approve { proposal: number });
    let other = pit.house.meter(&"n".parse().unwrap()).unwrap();
    assert_eq!(other.totals.display.to_string(), "10100.2500");
    assert!(pit.house.meter(&"m".parse().unwrap()).unwrap().is_closed);
}
