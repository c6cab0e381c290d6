//! Many at once: threads on one ledger, ledgers on one store, and the races that a pit knows.

use std::collections::BTreeSet;

use house::{Command, Ledger, PostError, Proposed, Refusal};
use money::{Cents, MeterUnits};

use crate::auditor;
use crate::support::house::*;
use crate::support::on_every_store;

/// Plays rounds at one table.
fn play(ledger: &Ledger, table: &str, rounds: usize) {
    for round in 0..rounds {
        done(ledger, "dan", lock(table, &[(1, 100), (5, 100), (6, 100), (7, 100)]));
        if round % 5 == 4 {
            done(ledger, "dan", misdeal(table));
        } else {
            done(ledger, "dan", game_over(table));
        }
    }
}

/// What a dollar brings at the terms of the tests: 20% and 5%.
fn shares(rounds: usize) -> MeterUnits {
    let kept = (rounds - rounds / 5) as i64;
    MeterUnits::new(kept * 400 * 2_500)
}

fn all_agree(store: &mut dyn ledger::Store) {
    let checked = deep(store);
    assert_eq!(checked.problems, []);
    assert_eq!(quick(store).problems, []);
    auditor::audit(&store.entries(0, usize::MAX).unwrap());
}

on_every_store! {
    fn sixty_four_tables_on_one_meter(place: &Place) {
        const TABLES: usize = 64;
        const ROUNDS: usize = 10;
        let ledger = place.ledger();
        found(&ledger, TABLES);
        std::thread::scope(|scope| {
            for table in 0..TABLES {
                let ledger = &ledger;
                scope.spawn(move || play(ledger, &format!("t{table}"), ROUNDS));
            }
        });
        let mut expected = MeterUnits::ZERO;
        (0..TABLES).for_each(|_| expected += shares(ROUNDS));
        assert_eq!(meter(&ledger, "royal").totals.contributions, expected);
        all_agree(&mut *place.store());
    }

    fn several_ledgers_on_one_store(place: &Place) {
        const LEDGERS: usize = 4;
        const ROUNDS: usize = 15;
        found(&place.ledger(), LEDGERS * 2);
        std::thread::scope(|scope| {
            for number in 0..LEDGERS {
                let ledger = place.ledger();
                let other = ledger.clone();
                scope.spawn(move || play(&ledger, &format!("t{}", number * 2), ROUNDS));
                scope.spawn(move || play(&other, &format!("t{}", number * 2 + 1), ROUNDS));
            }
        });
        let mut expected = MeterUnits::ZERO;
        (0..LEDGERS * 2).for_each(|_| expected += shares(ROUNDS));
        assert_eq!(meter(&place.ledger(), "royal").totals.contributions, expected);
        all_agree(&mut *place.store());
    }

    fn one_request_from_many_ledgers_is_done_once(place: &Place) {
        let first = place.ledger();
        found(&first, 1);
        let request = ask("dan", lock("t0", &[(1, 100)]));
        let ledgers: Vec<Ledger> = (0..4).map(|_| place.ledger()).collect();
        let seqs: Vec<(u64, bool)> = std::thread::scope(|scope| {
            let posts = ledgers.iter().map(|ledger| {
                let request = request.clone();
                scope.spawn(move || ledger.post(request).unwrap())
            });
            let posts: Vec<_> = posts.collect();
            let done = posts.into_iter().map(|post| post.join().unwrap());
            done.map(|receipt| (receipt.seq, receipt.is_repeated)).collect()
        });
        assert_eq!(seqs.iter().filter(|(_, is_repeated)| !is_repeated).count(), 1);
        assert_eq!(seqs.iter().map(|(seq, _)| seq).collect::<BTreeSet<_>>().len(), 1);
    }

    fn two_tables_win_all_of_the_meter_at_once(place: &Place) {
        let ledgers = [place.ledger(), place.ledger()];
        found(&ledgers[0], 2);
        done(&ledgers[0], "dan", lock("t0", &[(1, 100)]));
        done(&ledgers[0], "dan", lock("t1", &[(1, 100)]));
        let shown = meter(&ledgers[0], "royal").totals;
        let mut wins: Vec<_> = std::thread::scope(|scope| {
            let keys = [0, 1].map(|number: usize| {
                let ledger = &ledgers[number];
                scope.spawn(move || done(ledger, "dan", key(&format!("t{number}"), 1, "royal flush")))
            });
            keys.into_iter().map(|key| key.join().unwrap()).collect()
        });
        wins.sort_by_key(|win| win.seq);
        let awards = [&wins[0].effect.awards[0], &wins[1].effect.awards[0]];
        // (W3) In the order of the ledger: the first wins all, the second the seed and the reserve.
        assert_eq!(awards.map(|award| award.number.0), [1, 2]);
        assert_eq!(MeterUnits::from(awards[0].amount), shown.display);
        let second = MeterUnits::from(Cents::dollars(1_000)) + shown.reserve;
        assert_eq!(MeterUnits::from(awards[1].amount), second);
        for award in awards {
            done(&ledgers[0], "bob", verify(award.number));
        }
        let totals = meter(&ledgers[1], "royal").totals;
        assert_eq!(totals.paid, shown.display + second);
        assert_eq!(totals.display, Cents::dollars(1_000).into());
        assert_eq!(totals.reserve, MeterUnits::ZERO);
        all_agree(&mut *place.store());
    }

    fn two_supervisors_approve_at_once(place: &Place) {
        let ledgers = [place.ledger(), place.ledger()];
        found(&ledgers[0], 0);
        let (person, secret) = ("cas".parse().unwrap(), house::SecretMark::of("-"));
        let third = Proposed::AddSupervisor { person, name: "Cas".to_owned(), secret };
        let made = done(&ledgers[0], "ann", Command::Propose { proposed: third });
        done(&ledgers[0], "bob", Command::Approve { proposal: made.effect.proposal.unwrap() });
        let proposed: Proposed = adjust("royal", "-100.5");
        let made = done(&ledgers[0], "ann", Command::Propose { proposed });
        let proposal = made.effect.proposal.unwrap();
        let answers: Vec<_> = std::thread::scope(|scope| {
            let acts = ["bob", "cas"].into_iter().zip(&ledgers).map(|(by, ledger)| {
                scope.spawn(move || ledger.post(ask(by, Command::Approve { proposal })))
            });
            let acts: Vec<_> = acts.collect();
            acts.into_iter().map(|act| act.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        let refusal = answers.into_iter().find_map(Result::err).unwrap();
        assert_eq!(refusal, PostError::Refused(Refusal::NoSuchProposal(proposal)));
        let totals = meter(&ledgers[0], "royal").totals;
        assert_eq!(totals.adjustments, "-100.5".parse().unwrap());
        all_agree(&mut *place.store());
    }

    fn two_supervisors_decide_one_award_at_once(place: &Place) {
        let ledgers = [place.ledger(), place.ledger()];
        found(&ledgers[0], 1);
        done(&ledgers[0], "dan", lock("t0", &[(1, 100)]));
        let keyed = done(&ledgers[0], "dan", key("t0", 1, "royal flush"));
        let number = keyed.effect.awards[0].number;
        let answers: Vec<_> = std::thread::scope(|scope| {
            let acts = [("ann", verify(number)), ("bob", void(number))].into_iter().zip(&ledgers);
            let acts: Vec<_> = acts
                .map(|((by, what), ledger)| scope.spawn(move || ledger.post(ask(by, what))))
                .collect();
            acts.into_iter().map(|act| act.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        all_agree(&mut *place.store());
    }
}
