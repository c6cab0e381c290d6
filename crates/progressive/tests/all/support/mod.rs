//! What every test needs: stores of each kind, and a house to play in.

pub mod cluster;
pub mod house;
pub mod places;

/// One test as three: on memory, on SQLite and on PostgreSQL.
macro_rules! on_every_store {
    ($($(#[$note:meta])* fn $name:ident($place:ident: &Place) $body:block)+) => {$(
        $(#[$note])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            use crate::support::places::{Kind, Place};

            fn run($place: &Place) $body

            #[test]
            fn memory() {
                run(&Place::new(Kind::Memory));
            }

            #[test]
            fn sqlite() {
                run(&Place::new(Kind::Sqlite));
            }

            #[test]
            fn postgres() {
                run(&Place::new(Kind::Postgres));
            }
        }
    )+};
}

pub(crate) use on_every_store;
