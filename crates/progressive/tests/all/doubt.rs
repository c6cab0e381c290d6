//! What does not agree with itself when a house is opened refuses everything and says so; the rest is
//! played on (F3).

use progressive::{Refusal, What};

use crate::support::house::*;
use crate::support::places::{Kind, Place};

/// A house in a file: `t0` on the meter `royal`, `t9` on the meter `other`.
fn two_meters() -> Place {
    let place = Place::new(Kind::Sqlite);
    let ledger = place.ledger();
    assert!(ledger.problems().is_empty());
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
        assert!(!ledger.problems().is_empty());
        let award = ledger.read(|house, _| Ok(house.awards().next().unwrap().number)).unwrap();
        let propose = What::Propose { proposed: adjust("royal", "1") };
        let acts = [lock("t0", &[(1, 100)]), game_over("t0"), verify(award), propose];
        for what in acts.into_iter().chain([open("t5", "royal"), close("t0")]) {
            let refusal = refused(&ledger, "ann", what.clone());
            let expected = Refusal::Faulty("meter royal does not balance".to_owned());
            assert_eq!(refusal, expected, "{what:?}");
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
    for what in [lock("t9", &[(1, 100)]), create("third"), add("eve", progressive::Role::Dealer)] {
        let refusal = refused(&ledger, "ann", what.clone()).to_string();
        assert!(refusal.contains("hash mismatch at entry 8"), "{refusal}");
    }
    done(&ledger, "ann", note("the chain is broken"));
    assert_eq!(meter(&ledger, "other").totals.display.to_string(), "1000.0000");
}
