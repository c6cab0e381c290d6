//! Progress of long work, on stderr; nothing if that is not a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use odds::Progress as _;

/// A bar that appears when work takes long enough to be noticed.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar without work.
    pub fn new() -> Bar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        Bar(bar)
    }

    /// A bar for work that reports how many of its steps are done.
    pub fn follow(what: &str) -> impl FnMut(u64, u64) {
        let bar = Bar::new();
        let mut told: Option<u64> = None;
        move |done, all| {
            let before = told.replace(done).unwrap_or_else(|| {
                bar.begin(what, all);
                0
            });
            bar.0.set_length(all);
            bar.advance(done.saturating_sub(before));
        }
    }
}

impl odds::Progress for Bar {
    fn begin(&self, what: &str, steps: u64) {
        let style = ProgressStyle::with_template(
            "{msg:32} {bar:24} {percent:>3}%  {per_sec}  {elapsed}, {eta} left",
        );
        if let Ok(style) = style {
            self.0.set_style(style);
        }
        self.0.reset();
        self.0.set_length(steps);
        self.0.set_message(what.to_owned());
        self.0.enable_steady_tick(Duration::from_millis(200));
    }

    fn advance(&self, steps: u64) {
        self.0.inc(steps);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
