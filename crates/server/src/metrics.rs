//! Counters for operators, as Prometheus reads them.

use std::sync::OnceLock;
use std::time::Duration;

use house::Snapshot;
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// What is counted. All servers of a process count together.
#[derive(Clone)]
pub struct Metrics {
    handle: Option<PrometheusHandle>,
}

static INSTALLED: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// The limits of the histograms, in seconds.
const SECONDS: [f64; 12] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

impl Metrics {
    pub(crate) fn install() -> Metrics {
        let handle = INSTALLED.get_or_init(|| {
            let builder = PrometheusBuilder::new()
                .set_buckets_for_metric(Matcher::Suffix("seconds".to_owned()), &SECONDS)
                .ok()?;
            let recorder = builder.build_recorder();
            let handle = recorder.handle();
            metrics::set_global_recorder(recorder).ok().map(|()| handle)
        });
        Metrics { handle: handle.clone() }
    }

    /// Sums up the measurements so far. Until then each of them is kept, so this is done every few seconds even if nobody
    /// reads them.
    pub fn sum_up(&self) {
        if let Some(handle) = &self.handle {
            handle.run_upkeep();
        }
    }

    /// What Prometheus reads. `kept` is what this process keeps in memory beside the house, by kind; `hashed` is the
    /// number of secrets that were hashed.
    pub fn render(
        &self,
        snapshot: &Snapshot,
        kept: &[(&'static str, usize)],
        hashed: u64,
    ) -> String {
        counter!("croupier_secrets_hashed_total").absolute(hashed);
        gauge!("croupier_ledger_entries").set(snapshot.head.seq as f64);
        for (what, count) in snapshot.machine.kept().iter().chain(kept) {
            gauge!("croupier_kept", "what" => *what).set(*count as f64);
        }
        if let Some(bytes) = resident_bytes() {
            gauge!("process_resident_memory_bytes").set(bytes as f64);
        }
        self.sum_up();
        self.handle.as_ref().map(PrometheusHandle::render).unwrap_or_default()
    }

    /// How the places that signed heads are pushed to are doing.
    pub fn anchored(&self, head: u64, statuses: &[anchors::Status]) {
        for status in statuses {
            let place = [("place", status.name.clone())];
            counter!("croupier_anchor_failures_total", &place).absolute(status.failures);
            gauge!("croupier_anchor_is_failing", &place).set(f64::from(status.error.is_some()));
            gauge!("croupier_anchor_entries", &place).set(status.pushed_seq as f64);
            let behind = head.saturating_sub(status.pushed_seq);
            gauge!("croupier_anchor_entries_behind", &place).set(behind as f64);
        }
    }

    /// A request was answered.
    pub fn answered(&self, route: &str, status: u16, took: Duration) {
        let labels = [("route", route.to_owned()), ("status", status.to_string())];
        counter!("croupier_http_requests_total", &labels).increment(1);
        histogram!("croupier_http_request_seconds", "route" => route.to_owned())
            .record(took.as_secs_f64());
    }

    /// An act was taken or refused.
    pub fn acted(&self, act: &'static str, outcome: &'static str) {
        counter!("croupier_acts_total", "act" => act, "outcome" => outcome).increment(1);
    }

    /// Someone watches.
    pub fn stream_opened(&self) {
        gauge!("croupier_streams").increment(1.0);
    }

    /// Someone stopped watching.
    pub fn stream_closed(&self) {
        gauge!("croupier_streams").decrement(1.0);
    }
}

/// How much memory this process holds, where the system tells.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
