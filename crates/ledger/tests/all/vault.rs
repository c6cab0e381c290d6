//! What entries name and must not contain: kept beside the chain, durable, copied, exported with nothing.

use std::time::Duration;

use ledger::{Kept, Ledger, OpenMode, PostError, StoreError, store};

use crate::support::bank::{Bank, deposit, done};
use crate::support::on_every_store;
use crate::support::places::{Kind, Place};

on_every_store! {
    fn a_text_is_found_under_its_hash_until_it_is_forgotten(place: &Place) {
        let ledger: Ledger<Bank<1>> = place.ledger_of(Duration::ZERO);
        done(&ledger, deposit("ann", 100));
        let text = Kept::new("nobody else's business");
        let hash = ledger.keep(text.clone()).unwrap();
        assert_eq!(hash, text.hash());
        // Keeping it again changes nothing.
        assert_eq!(ledger.keep(text.clone()).unwrap(), hash);
        let other = ledger.keep(Kept::new("something else")).unwrap();
        drop(ledger);
        let ledger: Ledger<Bank<1>> = place.ledger_of(Duration::ZERO);
        assert_eq!(ledger.kept(hash).unwrap(), Some(text));
        ledger.forget(other).unwrap();
        assert_eq!(ledger.kept(other).unwrap(), None);
        // It is no entry and no row, and a log that shows everything does not show it.
        assert_eq!(place.store().head().unwrap().seq, 1);
        assert!(!place.log().concat().contains("business"));
        assert!(!format!("{:?}", place.store().vault().unwrap()).contains("business"));
        // The ledger goes on as before, also for another writer.
        done(&ledger, deposit("ann", 1));
        let second: Ledger<Bank<1>> = place.ledger_of(Duration::ZERO);
        assert!(second.kept(hash).unwrap().is_some());
        if place.kind != Kind::Memory {
            place.behind_the_back("UPDATE vault SET text = 'forged'");
            let told = second.kept(hash).unwrap_err();
            let is_told = matches!(&told, PostError::Store(StoreError::Damaged(why)) if why.contains("changed outside"));
            assert!(is_told, "{told}");
        }
    }
}

#[test]
fn nothing_is_kept_by_who_only_reads() {
    let place = Place::new(Kind::Sqlite);
    let ledger: Ledger<Bank<1>> = place.ledger_of(Duration::ZERO);
    done(&ledger, deposit("ann", 100));
    let reader = store::open(&place.url, OpenMode::ReadOnly).unwrap();
    let reader: Ledger<Bank<1>> = Ledger::open(reader).unwrap();
    let told = reader.keep(Kept::new("x")).unwrap_err();
    assert_eq!(told, PostError::Store(StoreError::ReadOnly));
}
