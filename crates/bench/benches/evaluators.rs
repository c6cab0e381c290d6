//! The evaluators with divan: `cargo bench -p bench --features peers`.

#[cfg(feature = "peers")]
use bench::{AyaPoker, Pokers, RsPoker};
use bench::{Column, Evaluator, Ours, Workload};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn measure<E: Evaluator>(bencher: Bencher<'_, '_>, column: Column) {
    let workload = Workload::<E>::new();
    bencher
        .counter(ItemsCount::new(workload.hands(column)))
        .bench_local(|| black_box(&workload).run(black_box(column)));
}

/// A module a column, a benchmark an evaluator.
macro_rules! column {
    ($name:ident, $column:expr, $samples:literal) => {
        mod $name {
            use super::*;

            #[divan::bench(sample_count = $samples, sample_size = 1)]
            fn croupier(bencher: Bencher<'_, '_>) {
                measure::<Ours>(bencher, $column);
            }

            #[cfg(feature = "peers")]
            #[divan::bench(types = [Pokers, RsPoker, AyaPoker], sample_count = $samples, sample_size = 1)]
            fn peer<E: Evaluator>(bencher: Bencher<'_, '_>) {
                measure::<E>(bencher, $column);
            }
        }
    };
}

column!(all_sevens, Column::AllSevens, 5);
column!(random_sevens, Column::RandomSevens, 50);
column!(ready_sevens, Column::ReadySevens, 50);
column!(all_fives, Column::AllFives, 50);
