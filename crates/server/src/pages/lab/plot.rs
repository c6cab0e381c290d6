//! A chart's frame: from figures to places in a drawing, and the marks on its axes.

use maud::{Markup, html};

/// The width of every chart: type stays readable from phone to wall.
pub(super) const WIDTH: f64 = 346.0;
/// How wide a letter is, roughly, for labels that must not lie on each other.
const LETTER: f64 = 5.6;
/// How high a label is.
const LINE: f64 = 12.0;

/// The frame that figures are drawn in.
pub(super) struct Plot {
    /// The left and the right figure, and where they stand.
    pub(super) x: Axis,
    /// The bottom and the top figure, and where they stand.
    pub(super) y: Axis,
}

/// One direction of a frame.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) at: (f64, f64),
}

impl Axis {
    /// An axis that is wide enough for some figures, with air on either side.
    pub(super) fn around(
        figures: impl Iterator<Item = f64> + Clone,
        air: f64,
        at: (f64, f64),
    ) -> Axis {
        let low = figures.clone().fold(f64::INFINITY, f64::min);
        let high = figures.fold(f64::NEG_INFINITY, f64::max);
        let width = (high - low).max(high.abs().max(low.abs()) * 1e-3).max(1e-6);
        Axis { from: low - width * air, to: high + width * air, at }
    }

    /// Where a figure stands.
    pub(super) fn place(&self, figure: f64) -> f64 {
        let share = (figure - self.from) / (self.to - self.from);
        self.at.0 + share * (self.at.1 - self.at.0)
    }

    /// Round figures for the marks of an axis.
    pub(super) fn marks(&self, most: usize) -> Vec<f64> {
        let step = step((self.to - self.from) / most as f64);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step).floor() as i64;
        (first..=last).map(|number| number as f64 * step).collect()
    }

    /// How many digits behind the point its marks need.
    pub(super) fn places(&self, most: usize) -> usize {
        let step = step((self.to - self.from) / most as f64);
        (0..9)
            .find(|places| {
                let scaled = step * 10f64.powi(*places);
                (scaled - scaled.round()).abs() < 1e-6 * scaled
            })
            .unwrap_or(9) as usize
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not below a figure.
fn step(least: f64) -> f64 {
    let ten = 10f64.powf(least.max(1e-12).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * ten)
        .find(|step| *step >= least * 0.999_999)
        .unwrap_or(ten)
}

impl Plot {
    /// A line across at a figure, with its label at the left.
    pub(super) fn across(&self, figure: f64, label: &str, class: &str) -> Markup {
        let y = self.y.place(figure);
        html! {
            line x1=(n(self.x.at.0)) y1=(n(y)) x2=(n(self.x.at.1)) y2=(n(y)) class=(class) {}
            text x=(n(self.x.at.0 - 5.0)) y=(n(y + 3.5)) class="ax" text-anchor="end" { (label) }
        }
    }

    /// A label under the frame at a figure.
    pub(super) fn under(&self, figure: f64, label: &str) -> Markup {
        let x = self.x.place(figure);
        let anchor = if x > WIDTH - 24.0 { "end" } else { "middle" };
        html! { text x=(n(x)) y=(n(self.y.at.0 + 14.0)) class="ax" text-anchor=(anchor) { (label) } }
    }
}

/// A figure of a drawing, short.
pub(super) fn n(figure: f64) -> String {
    format!("{figure:.1}")
}

/// Where labels stand, so that none lies on another.
#[derive(Default)]
pub(super) struct Labels(Vec<[f64; 4]>);

impl Labels {
    /// Keeps a place free: its left, top, right and bottom.
    pub(super) fn keep_free(&mut self, taken: [f64; 4]) {
        self.0.push(taken);
    }

    /// A place for a label beside a point: where it begins or ends, and which of both. Nothing if there is none.
    pub(super) fn beside(
        &mut self,
        (x, y): (f64, f64),
        text: &str,
    ) -> Option<(f64, f64, &'static str)> {
        let width = text.chars().count() as f64 * LETTER;
        let rows = [4.0, -7.0, 15.0, -18.0];
        let sides = |down: f64| [(x + 9.0, y + down, "start"), (x - 9.0, y + down, "end")];
        let found = rows.into_iter().flat_map(sides).find(|(at, base, anchor)| {
            let left = if *anchor == "start" { *at } else { at - width };
            let bounds = [left, base - LINE + 2.0, left + width, base + 2.0];
            let is_inside = bounds[0] >= 36.0 && bounds[2] <= WIDTH && bounds[1] >= 0.0;
            let is_apart = |other: &[f64; 4]| {
                bounds[2] <= other[0]
                    || other[2] <= bounds[0]
                    || bounds[3] <= other[1]
                    || other[3] <= bounds[1]
            };
            is_inside && self.0.iter().all(is_apart)
        })?;
        let left = if found.2 == "start" { found.0 } else { found.0 - width };
        self.0.push([left, found.1 - LINE + 2.0, left + width, found.1 + 2.0]);
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_inside() {
        let axis = |from, to| Axis { from, to, at: (0.0, 100.0) };
        assert_eq!(axis(0.0, 400.0).marks(4), [0.0, 100.0, 200.0, 300.0, 400.0]);
        assert_eq!(axis(-2.1, 5.2).marks(8), [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!((axis(4.92, 4.98).places(4), axis(0.0, 400.0).places(4)), (2, 0));
        assert_eq!(axis(0.0, 400.0).place(100.0), 25.0);
    }

    #[test]
    fn labels_do_not_lie_on_each_other() {
        let mut labels = Labels::default();
        let places: Vec<_> = (0..4).map(|_| labels.beside((170.0, 100.0), "flush")).collect();
        assert!(places.iter().all(Option::is_some));
        for (place, one) in places.iter().enumerate() {
            assert!(places[place + 1..].iter().all(|other| other != one));
        }
        assert_eq!(labels.beside((170.0, 100.0), &"x".repeat(80)), None, "no room for it");
        assert!((0..9).filter_map(|_| labels.beside((170.0, 100.0), "flush")).count() < 9);
    }
}
