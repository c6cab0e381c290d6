//! The ledger's promises: ids, order, reads, and that it opens as it was left.

use progressive::{Key, PostError, Refusal, RequestId, check};

use crate::support::house::*;
use crate::support::on_every_store;

on_every_store! {
    fn a_request_made_twice_is_done_once(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 1);
        let request = ask("dan", lock("t0", &[(1, 100), (3, 500)]));
        let first = ledger.post(request.clone()).unwrap();
        assert!(!first.is_repeated);
        let shown = meter(&ledger, "royal");
        // Later, and by another writer that has just opened.
        let again = progressive::Request { at: progressive::Moment(1), ..request.clone() };
        for ledger in [ledger.clone(), place.ledger()] {
            let second = ledger.post(again.clone()).unwrap();
            assert!(second.is_repeated);
            assert_eq!((second.seq, &second.effect), (first.seq, &first.effect));
            assert_eq!(meter(&ledger, "royal"), shown);
        }
        let other = progressive::Request { what: lock("t0", &[(1, 100)]), ..request.clone() };
        let answer = ledger.post(other);
        assert_eq!(answer, Err(PostError::Refused(Refusal::OtherContent(request.id))));
        // Also within one group.
        let request = ask("dan", note("twice at once"));
        let later: Vec<_> = (0..9).map(|_| ledger.post_later(request.clone()).unwrap()).collect();
        let answers: Vec<_> = later.iter().map(|answer| answer.recv().unwrap().unwrap()).collect();
        assert_eq!(answers.iter().filter(|answer| !answer.is_repeated).count(), 1);
        assert!(answers.iter().all(|answer| answer.seq == answers[0].seq));
    }

    fn a_refused_request_leaves_no_trace_and_may_be_made_again(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 1);
        let (before, log) = (rows(&mut *place.store()), place.log());
        let early = ask("dan", game_over("t0"));
        let answer = ledger.post(early.clone());
        assert_eq!(answer, Err(PostError::Refused(Refusal::NoRound("t0".parse().unwrap()))));
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
        let seqs: Vec<u64> = later.iter().map(|at| at.recv().unwrap().unwrap().seq).collect();
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
        done(&ledger, "dan", lock("t1", &[(4, 300)]));
        let keyed = done(&ledger, "dan", key("t0", 1, "straight flush"));
        done(&ledger, "dan", key("t1", 4, "royal flush"));
        done(&ledger, "bob", verify(keyed.effect.awards[0].number));
        done(&ledger, "ann", progressive::What::Propose { proposed: adjust("royal", "-5.25") });
        let left = ledger.read(|house, _| Ok(house.clone())).unwrap();
        drop(ledger);
        let found = place.ledger().read(|house, _| Ok(house.clone())).unwrap();
        // An award that is decided is let go.
        assert_eq!(left.awards().count(), 1);
        assert_eq!(found, left);
        assert!(check::quick(&mut *place.store()).unwrap().is_fine());
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
        let ids: Vec<RequestId> = all.iter().map(|entry| entry.request_id().unwrap()).collect();
        let mut asked = ids[1..4].to_vec();
        asked.push(RequestId(7));
        let mut found = store.find(&asked).unwrap();
        found.sort_by_key(|(_, entry)| entry.seq);
        let expected: Vec<_> = (1..4).map(|place| (ids[place], all[place].clone())).collect();
        assert_eq!(found, expected);
        assert_eq!(store.find(&[]).unwrap(), []);
        for entry in &all {
            assert_eq!(entry.record().unwrap().request.id, entry.request_id().unwrap());
        }
        // Rows: by key, of a kind in order, live, and changed since.
        let award = store.row(&Key::Award(number)).unwrap().unwrap();
        assert!(!award.is_live && award.json.contains("voided") && award.seq == head.seq);
        assert_eq!(store.row(&Key::Meter("none".parse().unwrap())).unwrap(), None);
        let people: Vec<_> = store.rows_of("person").unwrap();
        let people: Vec<String> = people.iter().map(|row| row.key.name()).collect();
        assert_eq!(people, ["ann", "aud", "bob", "dan"]);
        let live = store.rows_since(0).unwrap();
        assert!(live.iter().all(|row| row.is_live));
        assert_eq!(live.len(), 4 + 1 + 2 + 1);
        let mut since: Vec<_> =
            store.rows_since(pending.seq).unwrap().into_iter().map(|row| row.key).collect();
        since.sort();
        let expected = [
            Key::Meter("royal".parse().unwrap()),
            Key::Table("t1".parse().unwrap()),
            Key::Award(number),
        ];
        assert_eq!(since, expected);
    }

    fn clocks_set_back_change_neither_order_nor_money(place: &Place) {
        let ledger = place.ledger();
        found(&ledger, 1);
        let mut request = ask("dan", lock("t0", &[(1, 100)]));
        let first = ledger.post(request.clone()).unwrap();
        request = ask("dan", game_over("t0"));
        request.at = progressive::Moment(-5);
        let second = ledger.post(request).unwrap();
        assert_eq!(second.seq, first.seq + 1);
        let mut request = ask("ann", close("t0"));
        request.at = progressive::Moment(i64::MIN);
        assert_eq!(ledger.post(request).unwrap().seq, first.seq + 2);
        let deep = check::full(&mut *place.store(), check::Depth::Replay, &mut |_, _| {}).unwrap();
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
        let batch = progressive::Batch { entries: vec![entry], ids: vec![RequestId(1)], ..Default::default() };
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
