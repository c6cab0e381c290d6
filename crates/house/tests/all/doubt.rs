//! What does not agree with itself when a house is opened refuses everything and says so; the rest is
//! played on (F3).

use house::Command;
use ledger::{Broken, Problem};

use crate::support::house::*;
use crate::support::places::{Kind, Place};

/// A house in a file: `t0` on the meter `royal`, `t9` on the meter `other`.
fn two_meters() -> Place {
    let place = Place::new(Kind::Sqlite);
    let ledger = place.ledger();
    assert!(ledger.snapshot().problems.is_empty());
    found(&ledger, 1);
    done(&ledger, "ann", create("other"));
    done(&ledger, "ann", open("t9", "other"));
    done(&ledger, "dan", lock("t0", &[(1, 100)]));
    done(&ledger, "dan", key("t0", 1, "straight flush"));
    place
}

#[test]
fn f3_a_meter_that_does_not_balance_takes_no_bets_and_the_others_do() {
    let place = two_meters();
    place.behind_the_back(
        "UPDATE rows SET json = replace(json, '\"display\":\"', '\"display\":\"9')
         WHERE kind = 'meter' AND name = 'royal'",
    );
    // Also after another restart.
    for round in 1..=2 {
        let ledger = place.ledger();
        assert!(ledger.snapshot().doubt(&meter_key("royal")).is_some());
        assert!(ledger.snapshot().doubt(&meter_key("other")).is_none());
        let award = house(&ledger).awards().next().unwrap().number;
        let propose = Command::Propose { proposed: adjust("royal", "1") };
        let acts = [lock("t0", &[(1, 100)]), game_over("t0"), verify(award), propose];
        for what in acts.into_iter().chain([open("t5", "royal"), close("t0")]) {
            let problem = doubted(&ledger, "ann", what.clone());
            assert_eq!(problem.key(), Some(&meter_key("royal")), "{what:?}");
        }
        assert_eq!(done(&ledger, "dan", lock("t9", &[(1, 100)])).effect.round, Some(round));
        done(&ledger, "dan", game_over("t9"));
        done(&ledger, "ann", note("royal is out of order"));
    }
}

#[test]
fn f3_a_broken_chain_takes_nothing_but_a_note_of_it() {
    let place = two_meters();
    place.behind_the_back("UPDATE entries SET line = line || ' ' WHERE seq = 8");
    let ledger = place.ledger();
    for what in [lock("t9", &[(1, 100)]), create("third"), add("eve", house::Role::Dealer)] {
        let problem = doubted(&ledger, "ann", what.clone());
        assert_eq!(problem, Problem::Chain(Broken::Hash { line: 8, seq: 8 }));
    }
    done(&ledger, "ann", note("the chain is broken"));
    assert_eq!(meter(&ledger, "other").totals.display.to_string(), "1000.0000");
}
