//! Measures the hand evaluator beside public ones on the same hands and in one run, rounds through
//! the real machine, the exact odds beside dealing one by one, shuffles beside a common library's, and
//! the
//! ledger and the house beside a transaction for each request.
//!
//! Nothing is printed here: [`evaluators`] returns numbers, and `croupier bench` shows them. The
//! public evaluators come with the feature `peers`.

pub mod acts;
mod analyses;
mod evaluator;
pub mod heads_up;
pub mod ledger;
mod measure;
mod ours;
#[cfg(feature = "peers")]
mod peers;
mod rounds;
mod shuffles;
mod workload;

pub use analyses::{AnalysisRow, analyses};
pub use evaluator::Evaluator;
pub use measure::{Column, EvaluatorBench, EvaluatorRow, Kind, Measurement, evaluators};
pub use ours::{CardByCard, Naive, Ours};
#[cfg(feature = "peers")]
pub use peers::{AyaPoker, Pokers, RsPoker};
pub use rounds::{RoundsRow, rounds};
pub use shuffles::{ShufflesRow, shuffles};
pub use workload::Workload;
