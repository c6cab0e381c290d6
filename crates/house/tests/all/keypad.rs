//! The keypad and the meter by the rule and the rulings, on a house without a store.

use std::collections::BTreeMap;

use house::{
    Act, AwardNumber, BetSize, Effect, House, HouseProcedure, KeySwitch, Posted, PostedRow,
    Procedure, Proposed, Refusal, Role, Seat, Terms, What,
};
use money::Moment;
use money::{Cents, MeterUnits};

/// A house with two supervisors, a dealer, one meter of $10,000 and an open table.
struct Pit {
    house: House,
    requests: i64,
}

fn row(hand: &str, pays: &str, envy: Option<&str>) -> PostedRow {
    PostedRow {
        hand: hand.to_owned(),
        pays: pays.parse().unwrap(),
        envy: envy.map(|amount| amount.parse().unwrap()),
    }
}

/// PMG-01 as the rule prints it.
fn posted() -> Posted {
    Posted {
        game: "caribbean-stud".to_owned(),
        schedule: "PMG-01".to_owned(),
        nominal: Cents::dollars(1),
        rows: vec![
            row("royal flush", "100%", Some("$1,000")),
            row("straight flush", "10%", Some("$300")),
            row("four of a kind", "300 for 1", None),
            row("three of a kind", "9 for 1", None),
        ],
        house_procedure: HouseProcedure::Sequential,
        procedure: Procedure::Keypad,
        envy_needs_bet: false,
        bets: BetSize::Posted,
    }
}

impl Pit {
    fn new() -> Pit {
        Pit::with(Terms::with_seed(Cents::dollars(10_000)), posted())
    }

    fn with(terms: Terms, posted: Posted) -> Pit {
        let mut pit = Pit { house: House::default(), requests: 0 };
        for (person, role) in
            [("sue", Role::Supervisor), ("sam", Role::Supervisor), ("dee", Role::Dealer)]
        {
            let what = What::AddPerson {
                person: person.parse().unwrap(),
                name: person.to_owned(),
                role,
                secret: String::new(),
            };
            pit.done("sue", what);
        }
        pit.done("sue", What::CreateMeter { meter: "m".parse().unwrap(), terms });
        pit.open("t1", posted);
        pit
    }

    fn open(&mut self, table: &str, posted: Posted) {
        let (table, meter) = (table.parse().unwrap(), "m".parse().unwrap());
        self.done("sue", What::OpenTable { table, meter, posted });
    }

    fn ask(&mut self, by: &str, what: What) -> Result<Effect, Refusal> {
        self.requests += 1;
        let act = Act { by: by.parse().unwrap(), device: "test".parse().unwrap(), what };
        // As the ledger does it: on a copy, which is kept only if nothing is refused.
        let mut next = self.house.clone();
        let result = next.act(Moment(self.requests), &act);
        if result.is_ok() {
            self.house = next;
        }
        assert!(self.house.meters().all(house::Meter::balances));
        result
    }

    fn done(&mut self, by: &str, what: What) -> Effect {
        self.ask(by, what).unwrap()
    }

    fn lock(&mut self, table: &str, bets: &[(u8, i64)]) {
        let bets = bets.iter().map(|(seat, dollars)| (Seat(*seat), dollars * 100)).collect();
        let players = BTreeMap::new();
        self.done("dee", What::Lock { table: table.parse().unwrap(), bets, players });
    }

    fn key(&mut self, table: &str, seat: u8, hand: &str) -> Effect {
        let (table, hand) = (table.parse().unwrap(), hand.to_owned());
        self.done("dee", What::Key { table, seat: Seat(seat), hand })
    }

    fn verify(&mut self, award: u64) -> Result<Effect, Refusal> {
        self.ask("sue", What::Verify { award: AwardNumber(award), paid: None, differs: None })
    }

    fn game_over(&mut self, table: &str) -> Result<Effect, Refusal> {
        self.ask("dee", What::GameOver { table: table.parse().unwrap() })
    }

    fn shows(&self) -> String {
        self.house.meter(&"m".parse().unwrap()).unwrap().totals.display.to_string()
    }

    fn amounts(&self) -> Vec<(u8, Cents)> {
        self.house.awards().map(|award| (award.seat.0, award.amount)).collect()
    }
}

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
    // $10,000.75 in three: 3,333.58 each and an odd cent; $10,001.00: 3,333.66 each and two, both to
    // the first.
    for (bets, cents) in [([1, 1, 1], [333_358, 333_359]), ([1, 2, 1], [333_366, 333_368])] {
        let split = Posted { house_procedure: HouseProcedure::Split, ..posted() };
        let mut pit = Pit::with(Terms::with_seed(Cents::dollars(10_000)), split);
        pit.lock("t1", &[(1, bets[0]), (2, bets[1]), (5, bets[2])]);
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
            for (first, second) in [(1, 1), (5, 1), (1, 7)] {
                let terms = Terms {
                    limit: limit.map(Cents::dollars),
                    reserve: percent(reserve),
                    ..Terms::with_seed(Cents::dollars(10_000))
                };
                let mut pit = Pit::with(terms, posted());
                pit.lock("t1", &[(2, first), (6, second)]);
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
fn ed_3_the_table_takes_the_bets_it_posts() {
    let bet = |dollars: i64| Cents::dollars(dollars);
    let cases: [(BetSize, &[i64], &[i64], &str); 3] = [
        (BetSize::Exactly(bet(1)), &[1], &[2, 5], "the table takes $1"),
        (BetSize::MultipleOf(bet(5)), &[5, 10, 25], &[1, 6], "the table takes multiples of $5"),
        (BetSize::Posted, &[1, 2, 3], &[], ""),
    ];
    for (bets, taken, not, says) in cases {
        for &dollars in taken {
            let mut pit = Pit::with(Terms::with_seed(bet(10_000)), Posted { bets, ..posted() });
            pit.lock("t1", &[(1, dollars)]);
        }
        for &dollars in not {
            let mut pit = Pit::with(Terms::with_seed(bet(10_000)), Posted { bets, ..posted() });
            let stakes = [(Seat(1), bet(taken[0]).get()), (Seat(2), bet(dollars).get())];
            let (bets_of, players) = (stakes.into(), BTreeMap::new());
            let lock = What::Lock { table: "t1".parse().unwrap(), bets: bets_of, players };
            let refusal = pit.ask("dee", lock).unwrap_err();
            let expected = Refusal::OtherBetPosted { amount: bet(dollars), takes: bets };
            assert_eq!(refusal, expected);
            assert!(refusal.to_string().contains(says), "{refusal}");
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
    let what = What::Void { award: AwardNumber(1), reason: "fouled hand".to_owned() };
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
    pit.done("sue", What::Void { award: AwardNumber(1), reason: "no royal".to_owned() });
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
    pit.lock("t2", &[(1, 4)]);
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
    // $10,000.50 less the $1,000.05 that were paid: the round can take no more.
    assert_eq!(pending(&pit), [Cents::new(900_045)]);
    pit.verify(3).unwrap();
    pit.game_over("t1").unwrap();
    assert_eq!(pit.shows(), "10000.0000");
}

/// A reset goes to the meter's own seed, whatever the winner bet.
#[test]
fn prg_7_a_reset_goes_to_the_meters_own_seed() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 5)]);
    pit.key("t1", 1, "royal flush");
    assert_eq!(pit.shows(), "10000.0000");
}

#[test]
fn p4_above_the_limit_money_goes_to_the_overflow() {
    let terms =
        Terms { limit: Some(Cents::dollars(10_001)), ..Terms::with_seed(Cents::dollars(10_000)) };
    let mut pit = Pit::with(terms, posted());
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
    let what = What::Misdeal { table: "t1".parse().unwrap(), reason: "four cards".to_owned() };
    pit.done("dee", what);
    assert_eq!(pit.house.meter(&"m".parse().unwrap()).unwrap().totals, before);
    assert_eq!(pit.house.awards().filter(|award| award.is_pending()).count(), 0);
}

#[test]
fn prg_6_envy_is_paid_at_the_end_to_every_other_bettor() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (3, 5)]);
    // Seat 2 holds the hand without the bet.
    pit.key("t1", 2, "straight flush");
    assert_eq!(pit.amounts(), [], "no bet, no award");
    let effect = pit.game_over("t1").unwrap();
    let envy: Vec<(u8, Cents)> =
        effect.envy.iter().map(|envy| (envy.seat.0, envy.amount)).collect();
    assert_eq!(envy, [(3, Cents::dollars(1_500)), (1, Cents::dollars(300))]);
}

#[test]
fn prg_6_nobody_wins_envy_from_their_own_other_seat() {
    // One player has seats 1 and 3, another seat 5; all bet. Seat 3's straight flush, $300, is won
    // by seat 5 alone; seat 5's by seats 3 and 1.
    let mut pit = Pit::new();
    let bets = [(Seat(1), 100), (Seat(3), 100), (Seat(5), 100)].into();
    let players = [(Seat(3), Seat(1))].into();
    pit.done("dee", What::Lock { table: "t1".parse().unwrap(), bets, players });
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
    pit.done("dee", What::Cards { table: "t1".parse().unwrap(), hands });
    let refused = pit.game_over("t1").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "keys and cards disagree: seat 2: keyed nothing, but the cards show three of a kind"
    );
    pit.key("t1", 2, "three of a kind");
    let effect = pit.game_over("t1").unwrap();
    assert_eq!(effect.awards[0].amount, Cents::dollars(9), "paid from the tray");
}

#[test]
fn ed_3_the_older_procedure_records_with_j_pot_and_adjusts_with_run() {
    let older = Posted { procedure: Procedure::JPot, ..posted() };
    let mut pit = Pit::with(Terms::with_seed(Cents::dollars(10_000)), older);
    let table = || "t1".parse().unwrap();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "royal flush");
    assert_eq!(pit.shows(), "10000.2500", "a lit button moves nothing");
    assert_eq!(pit.ask("sue", What::JPot { table: table() }), Err(Refusal::KeyNotInJph));
    assert_eq!(pit.game_over("t1"), Err(Refusal::KeyNotInJph));
    pit.done("sue", What::TurnKey { table: table(), to: KeySwitch::Jph });
    pit.done("sue", What::JPot { table: table() });
    let again = What::Key { table: table(), seat: Seat(1), hand: "royal flush".to_owned() };
    assert_eq!(pit.ask("dee", again), Err(Refusal::AlreadyDecided("recorded")));
    pit.done("sue", What::TurnKey { table: table(), to: KeySwitch::Run });
    let meter = pit.house.meter(&"m".parse().unwrap()).unwrap();
    assert_eq!(meter.totals.paid.to_string(), "10000.2500");
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
    let number = pit.done("sue", What::Propose { proposed }).proposal.unwrap();
    assert!(matches!(
        pit.ask("sue", What::Approve { proposal: number }),
        Err(Refusal::SamePerson(_))
    ));
    assert!(matches!(
        pit.ask("dee", What::Approve { proposal: number }),
        Err(Refusal::NotAllowed { .. })
    ));
    pit.done("sam", What::Approve { proposal: number });
    assert_eq!(pit.shows(), "9997.5000");
    assert_eq!(
        pit.ask("sam", What::Approve { proposal: number }),
        Err(Refusal::NoSuchProposal(number)),
        "a second click does nothing"
    );
}

#[test]
fn prg_11_a_progressive_ends_only_after_its_top_award_or_by_petition() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    pit.game_over("t1").unwrap();
    pit.done("sue", What::CloseTable { table: "t1".parse().unwrap() });
    let close = || What::CloseMeter { meter: "m".parse().unwrap() };
    assert!(matches!(pit.ask("sue", close()), Err(Refusal::StillOwed(_))));
    let terms = Terms::with_seed(Cents::dollars(100));
    pit.done("sue", What::CreateMeter { meter: "n".parse().unwrap(), terms });
    let proposed = Proposed::Transfer {
        from: "m".parse().unwrap(),
        to: "n".parse().unwrap(),
        amount: None,
        petition: "petition 12".to_owned(),
    };
    let number = pit.done("sue", What::Propose { proposed }).proposal.unwrap();
    pit.done("sam", What::Approve { proposal: number });
    let other = pit.house.meter(&"n".parse().unwrap()).unwrap();
    assert_eq!(other.totals.display.to_string(), "10100.2500");
    assert!(pit.house.meter(&"m".parse().unwrap()).unwrap().is_closed);
}

#[test]
fn w5_a_paid_amount_that_differs_needs_a_reason() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "straight flush");
    let paid = |differs: Option<&str>| What::Verify {
        award: AwardNumber(1),
        paid: Some(Cents::dollars(1_000)),
        differs: differs.map(str::to_owned),
    };
    assert!(matches!(pit.ask("sue", paid(None)), Err(Refusal::PaidDiffers { .. })));
    pit.done("sue", paid(Some("two cents in the toke box")));
    pit.game_over("t1").unwrap();
}
