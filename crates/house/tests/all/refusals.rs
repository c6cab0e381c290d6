//! Of several reasons to refuse, the first of the list is given; and nothing is changed.

use house::table::command::TableCommand;
use house::{
    AwardNumber, Command, Criteria, House, PostError, ProposalNumber, Proposed, Refusal, Role,
    SecretMark, Submission, Terms,
};
use money::Cents;

use crate::support::house::*;
use crate::support::on_every_store;

fn configure(meter: &str, terms: Terms) -> Command {
    Command::Configure { meter: meter.parse().unwrap(), terms }
}

fn propose(proposed: Proposed) -> Command {
    Command::Propose { proposed }
}

fn transfer(from: &str, to: &str, amount: Option<&str>, petition: &str) -> Command {
    let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
    let amount = amount.map(|amount| amount.parse().unwrap());
    propose(Proposed::Transfer { from, to, amount, petition: petition.to_owned() })
}

fn bad_terms() -> Terms {
    Terms { base: Cents::new(-1), limit: Some(Cents::new(1)), ..terms() }
}

fn name(refusal: &Refusal) -> String {
    let words = format!("{refusal:?}");
    words.split([' ', '(', '{']).next().unwrap().to_owned()
}

on_every_store! {
    fn of_several_reasons_the_first_is_given(place: &Place) {
        let ledger = place.ledger();
        let only = refused(&ledger, "dan", add("dan", Role::Dealer));
        assert_eq!(only, Refusal::FirstMustBeSupervisor);
        assert_eq!(name(&refused(&ledger, "ann", create("royal"))), "NoSuchPerson");
        found(&ledger, 2);
        done(&ledger, "ann", create("other"));
        let tight = Terms { reasonable: Cents::dollars(1), ..terms() };
        done(&ledger, "ann", create_with("tight", tight));
        done(&ledger, "ann", open("t9", "tight"));
        let criteria = Criteria { wager: Cents::dollars(5), ..Criteria::of(&posted()) };
        let small = Command::CreateMeter { meter: "small".parse().unwrap(), criteria, terms: terms() };
        done(&ledger, "ann", small);
        done(&ledger, "dan", lock("t0", &[(1, 100)]));
        let keyed = done(&ledger, "dan", key("t0", 1, "royal flush"));
        let award = keyed.effect.awards[0].number;
        let mine = done(&ledger, "ann", propose(adjust("royal", "-900")));
        let mine = mine.effect.proposal.unwrap();
        done(&ledger, "ann", propose(adjust("royal", "1")));
        let before = (rows(&mut *place.store()), place.store().head().unwrap());
        let nobody = "nobody";
        let no_reason = Proposed::Adjust {
            meter: "none".parse().unwrap(),
            amount: "0".parse().unwrap(),
            reason: " ".to_owned(),
        };
        let low = Terms { limit: Some(Cents::new(1)), ..terms() };
        let approve = |proposal| Command::Approve { proposal };
        let cases: Vec<(&str, Command, &str)> = vec![
            (nobody, create("royal"), "NoSuchPerson"),
            ("dan", create("royal"), "NotAllowed"),
            ("aud", lock("none", &[]), "NotAllowed"),
            ("dan", verify(AwardNumber(99)), "NotAllowed"),
            ("ann", add("dan", Role::Auditor), "PersonExists"),
            ("ann", propose(no_reason), "NoReason"),
            ("ann", Command::of_award(TableCommand::Void { award: AwardNumber(99), reason: String::new() }), "NoReason"),
            ("ann", create("royal"), "MeterExists"),
            ("ann", configure("none", bad_terms()), "NoSuchMeter"),
            ("ann", transfer("none", "none", None, "P-1"), "NoSuchMeter"),
            ("dan", lock("none", &[]), "NoSuchTable"),
            ("ann", open("t0", "none"), "TableOpen"),
            ("ann", open("t3", "none"), "NoSuchMeter"),
            ("ann", void(AwardNumber(99)), "NoSuchAward"),
            ("ann", approve(ProposalNumber(99)), "NoSuchProposal"),
            ("ann", configure("royal", bad_terms()), "BadTerms"),
            ("ann", transfer("royal", "royal", Some("99999"), "P-1"), "SameMeter"),
            ("ann", configure("royal", low), "LimitBelowDisplay"),
            ("ann", configure("royal", terms()), "TablesOpen"),
            ("ann", Command::CloseMeter { meter: "royal".parse().unwrap() }, "TablesOpen"),
            ("ann", transfer("royal", "other", None, "P-1"), "TablesOpen"),
            ("ann", close("t0"), "RoundOpen"),
            ("dan", lock("t0", &[]), "RoundOpen"),
            ("dan", game_over("t1"), "NoRound"),
            ("dan", key("t1", 9, "no such hand"), "NoRound"),
            ("dan", lock("t1", &[]), "NoBets"),
            ("dan", lock("t1", &[(1, 0), (9, i64::MAX)]), "SeatNotThere"),
            ("dan", lock("t1", &[(1, 0), (2, i64::MAX)]), "NotPostedWager"),
            ("dan", lock("t9", &[(1, 100), (2, 100)]), "Unreasonable"),
            ("dan", return_bet("t1", 1), "NoRound"),
            ("dan", return_bet("t0", 2), "NoBetThere"),
            ("ann", open("t2", "small"), "OtherSchedule"),
            ("dan", key("t0", 9, "no such hand"), "SeatNotThere"),
            ("dan", key("t0", 2, "no such hand"), "NoSuchHand"),
            ("dan", key("t0", 2, "full house"), "NoBetThere"),
            ("ann", Command::at(&"t0".parse().unwrap(), TableCommand::JPot), "NoJPot"),
            ("ann", Command::of_award(TableCommand::Verify { award, paid: Some(Cents::new(1)), reason: None }), "PaidDiffers"),
            ("ann", Command::of_award(TableCommand::Verify { award, paid: Some(Cents::new(-1)), reason: None }), "NegativePaid"),
            ("ann", propose(back_out(AwardNumber(99))), "NoSuchAward"),
            ("ann", propose(back_out(award)), "StillPending"),
            ("dan", game_over("t0"), "AwardsPending"),
            ("ann", Command::at(&"t0".parse().unwrap(), TableCommand::Override { reason: "x".into() }), "NothingToOverride"),
            ("ann", approve(mine), "SamePerson"),
            ("ann", propose(adjust("royal", "-1000.300001")), "WouldBeNegative"),
            ("ann", propose(adjust("royal", "0")), "NothingChanges"),
            ("ann", propose(adjust("none", "9000000000000")), "TooMuch"),
            ("ann", propose(adjust("royal", "-9000000000000")), "TooMuch"),
        ];
        for (by, what, expected) in cases {
            let refusal = refused(&ledger, by, what.clone());
            assert_eq!(name(&refusal), expected, "{what:?}: {refusal}");
        }
        // Before everything else: an id that was used for something else.
        let used = ask("ann", note("first"));
        ledger.post(used.clone()).unwrap();
        let other = Submission { id: used.id, ..ask(nobody, create("royal")) };
        assert_eq!(ledger.post(other).unwrap_err(), PostError::IdReused(used.id));
        assert_eq!(rows(&mut *place.store()), before.0);
        assert_eq!(place.store().head().unwrap().seq, before.1.seq + 1);
    }

    fn a_meter_out_of_order_takes_no_bets_until_cleared(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 1);
        let royal = || "royal".parse().unwrap();
        let fault = Command::Fault { meter: royal(), says: "totals do not agree".to_owned() };
        done(&ledger, "ann", fault);
        drop(ledger);
        // (F2) It survives a restart.
        let ledger = place.ledger();
        let refusal = refused(&ledger, "dan", lock("t0", &[]));
        assert_eq!(refusal, Refusal::Faulty("totals do not agree".to_owned()));
        assert_eq!(name(&refused(&ledger, "ann", open("t9", "royal"))), "Faulty");
        let clear = |reason: &str| Command::ClearFault { meter: royal(), reason: reason.to_owned() };
        assert_eq!(refused(&ledger, "ann", clear("")), Refusal::NoReason);
        done(&ledger, "ann", clear("recounted"));
        done(&ledger, "dan", lock("t0", &[(1, 100)]));
    }

    fn whoever_has_left_may_do_nothing_more(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 1);
        let change = |person: &str| Command::ChangeSecret {
            person: person.parse().unwrap(),
            secret: SecretMark::of("kept again"),
            dual_control: true,
        };
        let retire = |person: &str, reason: &str| Command::Retire {
            person: person.parse().unwrap(),
            reason: reason.to_owned(),
        };
        // One's own secret, or two supervisors give a new one.
        done(&ledger, "dan", change("dan"));
        let reset = done(&ledger, "ann", change("dan")).effect.proposal.unwrap();
        assert_eq!(name(&refused(&ledger, "ann", Command::Approve { proposal: reset })), "SamePerson");
        done(&ledger, "bob", Command::Approve { proposal: reset });
        assert_eq!(name(&refused(&ledger, "dan", change("ann"))), "NotAllowed");
        assert_eq!(name(&refused(&ledger, "ann", change("none"))), "NoSuchPerson");
        // (A2) Or one supervisor could sign in as the other.
        let theirs = done(&ledger, "ann", change("bob")).effect.proposal.unwrap();
        assert_eq!(name(&refused(&ledger, "ann", Command::Approve { proposal: theirs })), "SamePerson");
        done(&ledger, "bob", change("bob"));
        let secret = |house: &House| house.person(&"dan".parse().unwrap()).unwrap().secret;
        assert_eq!(secret(&house(&ledger)), Some(SecretMark::of("kept again")));
        assert_eq!(name(&refused(&ledger, "dan", retire("dan", "x"))), "NotAllowed");
        assert_eq!(refused(&ledger, "ann", retire("dan", " ")), Refusal::NoReason);
        done(&ledger, "ann", retire("dan", "moved to Rapid City"));
        drop(ledger);
        let ledger = place.ledger();
        let gone = Refusal::Retired("dan".parse().unwrap());
        for what in [lock("t0", &[]), change("dan")] {
            assert_eq!(refused(&ledger, "dan", what), gone);
        }
        for what in [change("dan"), retire("dan", "again")] {
            assert_eq!(refused(&ledger, "ann", what), gone);
        }
        assert_eq!(name(&refused(&ledger, "ann", add("dan", Role::Dealer))), "PersonExists");
        // That they tried is still written down.
        done(&ledger, "dan", note("a refused sign-in"));
        // Someone is left who can run the house.
        done(&ledger, "ann", retire("bob", "retired"));
        assert_eq!(name(&refused(&ledger, "ann", retire("ann", "tired"))), "LastSupervisor");
    }

    fn decided_is_decided_in_the_same_group_and_later(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 1);
        done(&ledger, "dan", lock("t0", &[(1, 100), (2, 100)]));
        let keyed = done(&ledger, "dan", key("t0", 2, "straight flush"));
        let award = keyed.effect.awards[0].clone();
        // Paid, voided, paid again, misdealt: all of it waits at once, so it is one group.
        let at_once = [verify(award.number), void(award.number), verify(award.number), misdeal("t0")];
        let later = at_once.map(|what| ledger.post_later(ask("ann", what)).unwrap());
        let mut answers = later.map(|answer| answer.blocking_recv().unwrap()).into_iter();
        assert!(answers.next().unwrap().is_ok());
        for answer in answers {
            assert!(matches!(answer, Err(PostError::Refused(Refusal::AlreadyDecided(_)))), "{answer:?}");
        }
        for what in [verify(award.number), void(award.number), misdeal("t0")] {
            assert_eq!(name(&refused(&ledger, "ann", what)), "AlreadyDecided");
        }
        // Another seat keyed afterwards leaves the paid award as it is.
        let paid = meter(&ledger, "royal").totals;
        let next = done(&ledger, "dan", key("t0", 1, "straight flush"));
        assert_eq!(next.effect.awards.len(), 1);
        let totals = meter(&ledger, "royal").totals;
        assert_eq!(totals.paid, paid.paid);
        assert_eq!(totals.pending, next.effect.awards[0].amount.into());
        assert_eq!(next.effect.awards[0].before, paid.display);
        done(&ledger, "ann", verify(next.effect.awards[0].number));
        let refusal = refused(&ledger, "dan", key("t0", 2, "straight flush"));
        assert_eq!(refusal, Refusal::AlreadyDecided("paid"));
        done(&ledger, "dan", game_over("t0"));
        assert_eq!(name(&refused(&ledger, "ann", void(award.number))), "AlreadyDecided");
    }
}
