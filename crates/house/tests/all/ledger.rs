//! The ledger's promises: ids, order, reads, and that it opens as it was left.

use house::{PostError, RecordId, Refusal};
use ledger::RequestId;

use crate::support::forge::id_of;
use crate::support::house::*;
use crate::support::on_every_store;

on_every_store! {
    fn a_request_made_twice_is_done_once(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 1);
        let request = ask("dan", lock("t0", &[(1, 100), (3, 100), (4, 100), (5, 100), (6, 100), (7, 100)]));
        let first = ledger.post(request.clone()).unwrap();
        assert!(!first.is_repeated);
        let shown = meter(&ledger, "royal");
        // Later, and by another writer that has just opened.
        let again = house::Submission { at: money::Moment(1), ..request.clone() };
        for ledger in [ledger.clone(), place.ledger()] {
            let second = ledger.post(again.clone()).unwrap();
            assert!(second.is_repeated);
            assert_eq!((second.seq, &second.effect), (first.seq, &first.effect));
            assert_eq!(meter(&ledger, "royal"), shown);
        }
        let other = house::Submission { id: request.id, ..ask("dan", lock("t0", &[(1, 100)])) };
        let answer = ledger.post(other);
        assert_eq!(answer.unwrap_err(), PostError::IdReused(request.id));
        // Also within one group.
        let request = ask("dan", note("twice at once"));
        let later: Vec<_> = (0..9).map(|_| ledger.post_later(request.clone()).unwrap()).collect();
        let answers: Vec<_> = later.into_iter().map(|answer| answer.blocking_recv().unwrap().unwrap()).collect();
        assert_eq!(answers.iter().filter(|answer| !answer.is_repeated).count(), 1);
        assert!(answers.iter().all(|answer| answer.seq == answers[0].seq));
    }

    fn a_refused_request_leaves_no_trace_and_may_be_made_again(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 1);
        let (before, log) = (rows(&mut *place.store()), place.log());
        let early = ask("dan", game_over("t0"));
        let answer = ledger.post(early.clone());
        let no_round = Refusal::NoRound("t0".parse().unwrap());
        assert_eq!(answer.unwrap_err(), PostError::Refused(no_round));
        assert_eq!((rows(&mut *place.store()), place.log()), (before, log));
        done(&ledger, "dan", lock("t0", &[(1, 100)]));
        assert!(!ledger.post(early).unwrap().is_repeated);
    }

    fn entries_are_numbered_in_the_order_of_posting(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 0);
        let later: Vec<_> = (0..300)
            .map(|number| ledger.post_later(ask("dan", note(&format!("{number}")))).unwrap())
            .collect();
        let seqs: Vec<u64> = later.into_iter().map(|at| at.blocking_recv().unwrap().unwrap().seq).collect();
        assert!(seqs.windows(2).all(|pair| pair[1] == pair[0] + 1), "{seqs:?}");
        let log = place.log();
        for (number, seq) in seqs.iter().enumerate() {
            assert!(log[*seq as usize - 1].contains(&format!("\"says\":\"{number}\"")));
        }
    }

    fn a_house_opens_as_it_was_left(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 3);
        done(&ledger, "dan", lock("t0", &[(1, 100), (2, 100)]));
        done(&ledger, "dan", lock("t1", &[(4, 100), (5, 100), (6, 100)]));
        let keyed = done(&ledger, "dan", key("t0", 1, "straight flush"));
        done(&ledger, "dan", key("t1", 4, "royal flush"));
        done(&ledger, "bob", verify(keyed.effect.awards[0].number));
        done(&ledger, "ann", house::Command::Propose { proposed: adjust("royal", "-5.25") });
        let left = ledger.refresh().unwrap().machine.clone();
        drop(ledger);
        let found = place.ledger().refresh().unwrap().machine.clone();
        // An award that is decided is let go.
        assert_eq!(left.awards().count(), 1);
        assert_eq!(found, left);
        assert!(quick(&mut *place.store()).is_fine());
    }

    fn stores_read_back_what_was_written(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 2);
        done(&ledger, "dan", lock("t1", &[(1, 100)]));
        let keyed = done(&ledger, "dan", key("t1", 1, "royal flush"));
        let number = keyed.effect.awards[0].number;
        let pending = place.store().head().unwrap();
        done(&ledger, "ann", void(number));
        let mut store = place.store();
        let store = &mut *store;
        let head = store.head().unwrap();
        assert_eq!(head.seq, pending.seq + 1);
        // Entries: all, some, none; by id.
        let all = store.entries(0, usize::MAX).unwrap();
        assert_eq!(all.last().unwrap().head(), head);
        assert_eq!(all.len() as u64, head.seq);
        assert_eq!(store.entries(3, 2).unwrap(), all[3..5]);
        assert_eq!(store.entries(head.seq, 9).unwrap(), []);
        let ids: Vec<RequestId> = all.iter().map(id_of).collect();
        let mut wanted = ids[1..4].to_vec();
        wanted.push(RequestId(7));
        let mut found = store.find(&wanted).unwrap();
        found.sort_by_key(|(_, entry)| entry.seq);
        let expected: Vec<_> = (1..4).map(|place| (ids[place], all[place].clone())).collect();
        assert_eq!(found, expected);
        assert_eq!(store.find(&[]).unwrap(), []);
        for entry in &all {
            assert_eq!(asked(entry).id, id_of(entry));
        }
        // Rows: by key, of a kind in order, live.
        let award = store.row(&RecordId::Award(number).key()).unwrap().unwrap();
        assert!(!award.is_live && award.json.contains("voided") && award.seq == head.seq);
        assert_eq!(store.row(&meter_key("none")).unwrap(), None);
        let people: Vec<_> = store.rows_of("person").unwrap();
        let people: Vec<String> = people.iter().map(|row| row.key.name.clone()).collect();
        assert_eq!(people, ["ann", "aud", "bob", "dan"]);
        let live = store.rows_live().unwrap();
        assert!(live.iter().all(|row| row.is_live));
        // Four people, two tables, each with its keypad, a meter, the house; and the accounts of the book that are not
        // empty.
        let accounts = live.iter().filter(|row| row.key.kind == "account").count();
        assert_eq!(live.len() - accounts, 4 + 2 * 2 + 1 + 1);
    }

    fn clocks_set_back_change_neither_order_nor_money(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 1);
        let mut request = ask("dan", lock("t0", &[(1, 100)]));
        let first = ledger.post(request.clone()).unwrap();
        request = ask("dan", game_over("t0"));
        request.at = money::Moment(-5);
        let second = ledger.post(request).unwrap();
        assert_eq!(second.seq, first.seq + 1);
        let mut request = ask("ann", close("t0"));
        request.at = money::Moment(i64::MIN);
        assert_eq!(ledger.post(request).unwrap().seq, first.seq + 2);
        let deep = deep(&mut *place.store());
        assert_eq!(deep.problems, []);
        assert_eq!(deep.entries, first.seq + 2);
    }

    fn what_is_begun_and_rolled_back_never_was(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 0);
        let head = place.store().head().unwrap();
        let mut other = place.store();
        assert_eq!(other.begin().unwrap(), head);
        let mut entry = other.entries(0, 1).unwrap().remove(0);
        entry.seq = head.seq + 1;
        let batch = ledger::Batch { entries: vec![entry], ids: vec![RequestId(1)], ..Default::default() };
        other.write(&batch).unwrap();
        other.roll_back();
        assert_eq!(other.head().unwrap(), head);
        // A writer that goes away lets go of what it had begun.
        other.begin().unwrap();
        other.write(&batch).unwrap();
        drop(other);
        assert_eq!(done(&ledger, "ann", note("on")).seq, head.seq + 1);
    }
}
