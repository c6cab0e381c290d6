//! A supervisor for every winner, awards undone after game over, other amounts paid, bets returned
//! [PRG-9] [PRG-10] [PRG-20] [CS-7].

use house::table::command::TableCommand;
use house::{
    AwardNumber, Command, Difference, Effect, HouseProcedure, KeyPress, Light, Posted,
    ProposalNumber, Proposed, Refusal, Seat, Source, Standing, Terms, report,
};
use money::Cents;

use crate::support::pit::{Pit, posted};

fn with(posted: Posted) -> Pit {
    Pit::with(Terms::with_seed(Cents::dollars(10_000)), posted)
}

fn pending(numbers: &[u64]) -> Refusal {
    Refusal::AwardsPending(numbers.iter().map(|number| AwardNumber(*number)).collect())
}

fn pay(award: u64, cents: i64, reason: Option<&str>) -> Command {
    let (paid, differs) = (Some(Cents::new(cents)), reason.map(str::to_owned));
    Command::of_award(TableCommand::Verify { award: AwardNumber(award), paid, reason: differs })
}

// ---------------------------------------------------------------- PRG-9

#[test]
fn prg_9_every_winner_waits_for_a_supervisor() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (2, 1), (3, 1)]);
    pit.key("t1", 1, "straight flush");
    // $300 from the tray, and a hand without a bet that wins the others envy.
    pit.key("t1", 2, "four of a kind");
    pit.key("t1", 5, "royal flush");
    assert_eq!(pit.game_over("t1"), Err(pending(&[1, 2, 3])));
    let verify =
        Command::of_award(TableCommand::Verify { award: AwardNumber(2), paid: None, reason: None });
    assert!(matches!(pit.ask("dee", verify), Err(Refusal::NotAllowed { .. })));
    for award in [1, 2] {
        pit.verify(award).unwrap();
    }
    assert_eq!(pit.game_over("t1"), Err(pending(&[3])));
    let envy = pit.verify(3).unwrap().awards[0].clone();
    assert_eq!((envy.source, envy.amount), (Source::Envy, Cents::ZERO));
    // The royal's $1,000 to three, the straight flush's $300 to two others.
    let paid: i64 = pit.game_over("t1").unwrap().envy.iter().map(|envy| envy.amount.get()).sum();
    assert_eq!(paid, 100 * (3 * 1_000 + 2 * 300));
}

/// A supervisor who stands in for the dealer does not pay a meter out alone.
#[test]
fn prg_9_who_keyed_a_hand_does_not_verify_it() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    let (table, seat, hand) = ("t1".parse().unwrap(), Seat(1), "royal flush".to_owned());
    pit.done("sue", Command::at(&table, TableCommand::Key { seat, hand }));
    let own = Refusal::OwnKey { person: "sue".parse().unwrap(), award: AwardNumber(1) };
    let verify =
        Command::of_award(TableCommand::Verify { award: AwardNumber(1), paid: None, reason: None });
    assert_eq!(pit.ask("sue", verify.clone()), Err(own.clone()));
    assert_eq!(pit.ask("sue", pay(1, 5_000, Some("no pennies"))), Err(own));
    pit.done("sam", verify);
    pit.game_over("t1").unwrap();
}

#[test]
fn prg_9_below_verify_from_the_dealer_pays_from_the_tray_alone() {
    let mut pit = with(Posted { verify_from: Cents::dollars(300), ..posted() });
    pit.lock("t1", &[(1, 1), (2, 1), (3, 1)]);
    pit.key("t1", 1, "three of a kind");
    pit.key("t1", 2, "four of a kind");
    pit.key("t1", 3, "straight flush");
    // $9 is below; $300 is not; the meter's never are.
    assert_eq!(pit.game_over("t1"), Err(pending(&[2, 3])));
    pit.verify(2).unwrap();
    pit.verify(3).unwrap();
    let awards = pit.game_over("t1").unwrap().awards;
    let [nine] = &awards[..] else { panic!("{awards:?}") };
    let Standing::Paid { by, paid, .. } = &nine.standing else { panic!("{nine:?}") };
    assert_eq!((by.as_str(), *paid), ("dee", Cents::dollars(9)));

    // A hand that triggers envy needs one even if its own award is small.
    let mut rows = posted().rows;
    rows[3].envy = Some(Cents::dollars(1));
    let mut pit = with(Posted { verify_from: Cents::dollars(300), rows, ..posted() });
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "three of a kind");
    assert_eq!(pit.game_over("t1"), Err(pending(&[1])));
}

#[test]
fn prg_9_verify_looks_at_the_cards() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (2, 1)]);
    pit.key("t1", 1, "royal flush");
    pit.cards(&[(1, "straight flush")]).unwrap();
    let refused = pit.verify(1).unwrap_err();
    let says =
        "keys and cards disagree: seat 1: keyed royal flush, but the cards show straight flush";
    assert_eq!(refused.to_string(), says);
    // A winning hand that nobody keyed.
    pit.key("t1", 1, "straight flush");
    pit.cards(&[(1, "straight flush"), (2, "royal flush")]).unwrap();
    assert!(matches!(pit.verify(2), Err(Refusal::CardsDisagree(_))), "it changes the amount");
    assert!(matches!(pit.ask("sue", pay(2, 0, Some("x"))), Err(Refusal::CardsDisagree(_))));
    pit.key("t1", 2, "royal flush");
    pit.verify(2).unwrap();
    pit.verify(3).unwrap();
    pit.game_over("t1").unwrap();
}

/// Awards are paid from the last seat to the first [PRG-5]: one that comes later changes none before it, and is keyed
/// when its turn comes. 10% of $10,000.50 is $1,000.05; the royal gets the $9,000.45 that are left.
#[test]
fn prg_9_winners_are_keyed_and_verified_one_after_the_other() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (2, 1)]);
    pit.cards(&[(1, "royal flush"), (2, "straight flush")]).unwrap();
    pit.key("t1", 2, "straight flush");
    assert_eq!(pit.amounts(), [(2, Cents::new(100_005))]);
    pit.verify(1).unwrap();
    // The hand that was not keyed is still shown, and the round does not end without it.
    assert!(matches!(pit.game_over("t1"), Err(Refusal::CardsDisagree(_))));
    pit.key("t1", 1, "royal flush");
    assert_eq!(pit.amounts(), [(1, Cents::new(900_045))]);
    pit.verify(2).unwrap();
    pit.game_over("t1").unwrap();
}

/// An override covers what the supervisor saw and nothing that is keyed afterward.
#[test]
fn prg_9_an_override_is_for_what_was_seen() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (2, 1)]);
    pit.cards(&[]).unwrap();
    assert_eq!(pit.override_cards(), Err(Refusal::NothingToOverride));
    pit.key("t1", 1, "three of a kind");
    pit.override_cards().unwrap();
    pit.verify(1).unwrap();
    pit.key("t1", 2, "royal flush");
    assert!(matches!(pit.verify(2), Err(Refusal::CardsDisagree(_))));
    assert!(matches!(pit.game_over("t1"), Err(Refusal::AwardsPending(_))));
    pit.override_cards().unwrap();
    pit.verify(2).unwrap();
    pit.game_over("t1").unwrap();
}

#[test]
fn prg_9_cards_name_hands_of_the_schedule_at_seats_that_can_win() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    assert!(matches!(pit.cards(&[(1, "pair")]), Err(Refusal::NoSuchHand { .. })));
    assert!(matches!(pit.cards(&[(8, "royal flush")]), Err(Refusal::SeatNotThere { .. })));
    let no_bet = Err(Refusal::NoBetThere(Seat(2)));
    assert_eq!(pit.cards(&[(2, "three of a kind")]), no_bet);
    pit.cards(&[(2, "royal flush")]).unwrap();
}

// ---------------------------------------------------------------- the keypad's response

fn response(effect: &Effect) -> &KeyPress {
    effect.key.as_ref().unwrap()
}

fn envy(key: &KeyPress) -> Vec<(u8, u8, i64)> {
    key.envy.iter().map(|envy| (envy.seat.0, envy.from.0, envy.amount.get())).collect()
}

#[test]
fn prg_9_the_keypad_says_keyed_turned_off_or_moved_the_amount_and_who_wins_envy() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (4, 1), (6, 1)]);
    let on = pit.key("t1", 4, "straight flush");
    let key = response(&on);
    // 10% of $10,000.75, and $300 for each of the two others.
    assert_eq!((key.light, key.amount), (Light::On, Some(Cents::new(100_007))));
    assert_eq!(envy(key), [(6, 4, 30_000), (1, 4, 30_000)]);
    assert_eq!(report::key_words(key), "seat 4: straight flush keyed, $1,000.07");
    let moved = pit.key("t1", 4, "royal flush");
    let key = response(&moved);
    assert_eq!((key.light, key.amount), (Light::Moved, Some(Cents::new(1_000_075))));
    assert_eq!(key.was.as_deref(), Some("straight flush"));
    assert_eq!(envy(key), [(6, 4, 100_000), (1, 4, 100_000)]);
    let words = "seat 4: moved from straight flush to royal flush, $10,000.75";
    assert_eq!(report::key_words(key), words);
    let off = pit.key("t1", 4, "royal flush");
    let key = response(&off);
    assert_eq!(
        (key.light, key.amount, envy(key)),
        (Light::Off, Some(Cents::new(1_000_075)), vec![])
    );
    assert_eq!(report::key_words(key), "seat 4: royal flush turned off, $10,000.75");
    // A hand without a bet has no amount of its own.
    let none = pit.key("t1", 5, "straight flush");
    assert_eq!(response(&none).amount, None);
    assert_eq!(envy(response(&none)).len(), 3);
}

// ---------------------------------------------------------------- PRG-10

fn standing(effect: &Effect) -> &Standing {
    &effect.awards[0].standing
}

#[test]
fn prg_10_an_award_is_backed_out_once_by_two_supervisors() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    let before = pit.meter().totals;
    pit.key("t1", 1, "straight flush");
    assert_eq!(pit.back_out(1), Err(Refusal::StillPending(AwardNumber(1))));
    pit.verify(1).unwrap();
    let open = Refusal::RoundOpen("t1".parse().unwrap());
    assert_eq!(pit.back_out(1), Err(open), "only after game over");
    pit.game_over("t1").unwrap();
    let proposed = Proposed::BackOut { award: AwardNumber(1), reason: " ".to_owned() };
    assert_eq!(pit.agree(proposed), Err(Refusal::NoReason));
    let done = pit.back_out(1).unwrap();
    let Standing::BackedOut { paid, undone, .. } = standing(&done) else { panic!("{done:?}") };
    // 10% of $10,000.25.
    assert_eq!(*paid, Cents::new(100_002));
    assert_eq!((undone.by.as_str(), undone.approved_by.as_str()), ("sue", "sam"));
    assert_eq!(report::standing_words(&done.awards[0]), "backed out");
    assert_eq!((done.table, done.round), (Some("t1".parse().unwrap()), Some(1)));
    // The sign shows what it would without the award; what was paid stays on record.
    let meter = pit.meter();
    assert_eq!(meter.totals.display, before.display);
    assert_eq!(meter.totals.adjustments.to_string(), "1000.0200");
    assert_eq!((meter.hits, meter.last_hits[0].is_backed_out), (0, true));
    assert_eq!(pit.back_out(1), Err(Refusal::NotPaid(AwardNumber(1))), "not twice");
    assert_eq!(pit.back_out(9), Err(Refusal::NoSuchAward(AwardNumber(9))));
}

/// Two open proposals for one award: the second cannot be approved.
#[test]
fn prg_10_two_proposals_back_out_one_award() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "four of a kind");
    pit.verify(1).unwrap();
    pit.game_over("t1").unwrap();
    let proposed = Proposed::BackOut { award: AwardNumber(1), reason: "a full house".to_owned() };
    for _ in 0..2 {
        pit.done("sue", Command::Propose { proposed: proposed.clone() });
    }
    let approve = |number| Command::Approve { proposal: ProposalNumber(number) };
    // From the tray: only recorded.
    assert_eq!(pit.done("sam", approve(1)).moves, []);
    assert_eq!(pit.ask("sam", approve(2)), Err(Refusal::NotPaid(AwardNumber(1))));
}

/// A royal that never was: its money is back and the seed that it put in is out again [PRG-19] (5).
#[test]
fn prg_10_a_top_award_backed_out_takes_its_seed_back() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    let before = pit.meter().totals;
    pit.key("t1", 1, "royal flush");
    pit.verify(1).unwrap();
    pit.game_over("t1").unwrap();
    assert_eq!(pit.shows(), "10000.0000");
    pit.back_out(1).unwrap();
    let meter = pit.meter();
    assert_eq!((meter.totals.display, meter.totals.seeds), (before.display, before.seeds));
    assert_eq!((meter.top_hits, meter.resets), (0, 0));
}

/// Two royals share one seed: it stays until the second of them is backed out.
#[test]
fn prg_10_a_shared_seed_stays_while_one_top_award_stands() {
    let mut pit = with(Posted { house_procedure: HouseProcedure::Split, ..posted() });
    pit.lock("t1", &[(1, 1), (2, 1)]);
    pit.key("t1", 1, "royal flush");
    pit.key("t1", 2, "royal flush");
    pit.verify(1).unwrap();
    pit.verify(2).unwrap();
    pit.game_over("t1").unwrap();
    pit.back_out(1).unwrap();
    // The seed and half of $10,000.50.
    assert_eq!(pit.shows(), "15000.2500");
    pit.back_out(2).unwrap();
    assert_eq!(pit.shows(), "10000.5000");
}

// ---------------------------------------------------------------- PRG-20

#[test]
fn prg_20_another_amount_needs_a_reason_and_a_second_supervisor() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "straight flush");
    let (amount, paid) = (Cents::new(100_002), Cents::dollars(1_000));
    let negative = Refusal::NegativePaid { paid: Cents::new(-1) };
    assert_eq!(pit.ask("sue", pay(1, -1, Some("a refund"))), Err(negative));
    let huge = pit.ask("sue", pay(1, i64::MAX, Some("a typo")));
    assert!(matches!(huge, Err(Refusal::TooMuch { .. })), "{huge:?}");
    assert_eq!(pit.ask("sue", pay(1, 100_000, None)), Err(Refusal::PaidDiffers { paid, amount }));
    let none = Refusal::NoDifference { paid: amount };
    assert_eq!(pit.ask("sue", pay(1, 100_002, Some("no pennies"))), Err(none));
    let proposed = pit.done("sue", pay(1, 100_000, Some("no pennies")));
    let proposal = proposed.proposal.unwrap();
    // It waits, and so does game over.
    assert_eq!(proposed.awards, []);
    assert_eq!(pit.game_over("t1"), Err(pending(&[1])));
    let alone = pit.ask("sue", Command::Approve { proposal });
    assert_eq!(alone, Err(Refusal::SamePerson("sue".parse().unwrap())));
    let done = pit.done("sam", Command::Approve { proposal });
    let award = &done.awards[0];
    let Standing::Paid { by, .. } = &award.standing else { panic!("{award:?}") };
    assert_eq!((by.as_str(), award.paid()), ("sue", Some(paid)));
    let difference = Difference {
        amount: Cents::new(-2),
        reason: "no pennies".to_owned(),
        approved_by: "sam".parse().unwrap(),
        rest: Cents::new(2),
    };
    assert_eq!(award.difference(), Some(&difference));
    let words = "paid; $1,000 was paid, $0.02 less than the award, approved by sam: no pennies; $0.02 went \
                 back to meter m";
    assert_eq!(report::standing_words(award), words);
    let round = pit.house.table(&"t1".parse().unwrap()).unwrap().keypad_round().unwrap();
    let verified = pit.house.verified_award(&round.keys.lit[&Seat(1)]).unwrap();
    assert_eq!((verified.amount, verified.paid()), (amount, Some(paid)));
    // What was handed out came off the meter; the two cents are back on it [PRG-21].
    assert_eq!(pit.meter().totals.paid.to_string(), "1000.0000");
    assert_eq!(pit.meter().last_hits[0].paid, Some(paid));
    pit.game_over("t1").unwrap();
    let undone = pit.back_out(1).unwrap();
    assert_eq!(undone.awards[0].difference(), Some(&difference), "still shown");
}

/// What was decided otherwise meanwhile is not waited for any more, and cannot be approved.
#[test]
fn prg_20_a_proposal_about_a_decided_award_waits_for_nobody() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1)]);
    pit.key("t1", 1, "straight flush");
    let proposal = pit.done("sue", pay(1, 100_000, Some("no pennies"))).proposal.unwrap();
    assert_eq!(pit.house.proposals().count(), 1);
    pit.verify(1).unwrap();
    assert_eq!(pit.house.proposals().count(), 0);
    let late = pit.ask("sam", Command::Approve { proposal });
    assert_eq!(late, Err(Refusal::AlreadyDecided("decided")));
    pit.game_over("t1").unwrap();
    let back_out =
        || Proposed::BackOut { award: AwardNumber(1), reason: "a fouled hand".to_owned() };
    pit.done("sue", Command::Propose { proposed: back_out() });
    assert_eq!(pit.house.proposals().count(), 1);
    pit.agree(back_out()).unwrap();
    assert_eq!(pit.house.proposals().count(), 0);
}

#[test]
fn prg_20_an_award_that_changed_is_verified_again() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (2, 1)]);
    pit.key("t1", 1, "straight flush");
    let proposed = pit.done("sue", pay(1, 100_000, Some("no pennies")));
    // Seat 2 comes first: 10% of 10,000.50, then of 9,000.45.
    pit.key("t1", 2, "straight flush");
    let approve =
        |proposal: Option<ProposalNumber>| Command::Approve { proposal: proposal.unwrap() };
    let changed = Refusal::AwardChanged { was: Cents::new(100_005), is: Cents::new(90_004) };
    assert_eq!(pit.ask("sam", approve(proposed.proposal)), Err(changed));
    let again = pit.done("sue", pay(1, 90_000, Some("no pennies")));
    pit.done("sam", approve(again.proposal));
    pit.verify(2).unwrap();
    pit.game_over("t1").unwrap();
}

// ---------------------------------------------------------------- CS-7

#[test]
fn cs_7_a_dead_hands_bet_goes_back_with_its_contribution() {
    let mut pit = Pit::new();
    let before = pit.meter().totals;
    pit.lock("t1", &[(1, 1), (2, 1)]);
    assert_eq!(pit.return_bet(3), Err(Refusal::NoBetThere(Seat(3))));
    let table = || "t1".parse().unwrap();
    let silent =
        Command::at(&table(), TableCommand::ReturnBet { seat: Seat(2), reason: " ".to_owned() });
    assert_eq!(pit.ask("dee", silent), Err(Refusal::NoReason));
    pit.return_bet(2).unwrap();
    assert_eq!(pit.shows(), "10000.2500");
    assert_eq!(pit.return_bet(2), Err(Refusal::NoBetThere(Seat(2))), "once");
    // It neither wins nor is won from, and the sign is frozen only by the first key.
    pit.open("t2", posted());
    pit.lock("t2", &[(1, 1)]);
    let key = pit.key("t1", 1, "royal flush");
    assert_eq!(
        (response(&key).amount, response(&key).envy.len()),
        (Some(Cents::new(1_000_050)), 0)
    );
    // Not even a royal, which wins the others envy at a seat that never bet.
    for hand in ["four of a kind", "royal flush"] {
        let dead =
            Command::at(&table(), TableCommand::Key { seat: Seat(2), hand: hand.to_owned() });
        assert_eq!(pit.ask("dee", dead), Err(Refusal::NoBetThere(Seat(2))));
    }
    assert_eq!(pit.cards(&[(2, "royal flush")]), Err(Refusal::NoBetThere(Seat(2))));
    pit.key("t1", 1, "royal flush");
    // A misdeal returns what is left.
    let what =
        Command::at(&table(), TableCommand::Misdeal { reason: "a card too many".to_owned() });
    pit.done("dee", what);
    let misdeal = Command::at(
        &"t2".parse().unwrap(),
        TableCommand::Misdeal { reason: "the same".to_owned() },
    );
    pit.done("dee", misdeal);
    assert_eq!(pit.meter().totals, before);
}

/// What was keyed for it is voided, and the other awards are figured as if its bet had not been made.
#[test]
fn cs_7_a_dead_hands_award_is_voided() {
    let mut pit = Pit::new();
    pit.lock("t1", &[(1, 1), (5, 1)]);
    pit.key("t1", 5, "royal flush");
    pit.key("t1", 1, "royal flush");
    pit.cards(&[(1, "royal flush"), (5, "royal flush")]).unwrap();
    pit.return_bet(5).unwrap();
    assert_eq!(pit.amounts(), [(1, Cents::new(1_000_025))]);
    assert_eq!(pit.shows(), "10000.0000", "one seed");
    pit.verify(2).unwrap();
    assert_eq!(pit.return_bet(1), Err(Refusal::AlreadyDecided("paid")));
    pit.game_over("t1").unwrap();
    assert_eq!(pit.meter().totals.contributions.to_string(), "0.2500");
}
