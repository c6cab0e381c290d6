//! Where seats stand on the arc, and how the areas of a game's felt are drawn. What lies where is `[felt]` in the
//! rulebook.

use rulebook::{Felt, Shape};

/// How wide a tip spot is.
pub(crate) const TIP_SIZE: i16 = 24;

/// How far a seat's areas reach above and below the middle of the nearest one.
pub(crate) fn reach(felt: &Felt) -> (i16, i16) {
    let areas = &felt.areas;
    let above = areas.iter().map(|area| area.h / 2 - area.y).max().unwrap_or_default();
    let below = areas.iter().map(|area| area.y + area.h / 2).max().unwrap_or_default();
    let tips = felt.tips.iter().map(|spot| TIP_SIZE / 2 - spot.y).max().unwrap_or_default();
    (above.max(tips), below)
}

/// The widest angle between the first and the last seat, and the widest between neighbors.
const SPREAD: f64 = 146.0;
const STEP_MAX: f64 = 34.0;

/// The angle of a seat on the arc, in degrees: seat 1 is at the dealer's left.
pub(crate) fn angle(seat: u8, seats: u8) -> f64 {
    let gaps = f64::from(seats.max(2) - 1);
    let step = (SPREAD / gaps).min(STEP_MAX);
    90.0 + step * (f64::from(seat) - 1.0 - f64::from(seats - 1) / 2.0)
}

/// The path of a shape in a square of 100.
pub(crate) fn path(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle | Shape::Oval => "M50 2A48 48 0 1 1 50 98 48 48 0 1 1 50 2Z",
        Shape::Diamond => "M50 1 99 50 50 99 1 50Z",
        Shape::Box => "M10 2H90Q98 2 98 10V90Q98 98 90 98H10Q2 98 2 90V10Q2 2 10 2Z",
        Shape::Slot => "M14 2H86Q98 2 98 24V76Q98 98 86 98H14Q2 98 2 76V24Q2 2 14 2Z",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_seats_fill_the_arc_and_fewer_stand_in_its_middle() {
        assert!((angle(1, 7) - 17.0).abs() < 0.01 && (angle(7, 7) - 163.0).abs() < 0.01);
        assert!((angle(4, 7) - 90.0).abs() < 0.01 && (angle(1, 1) - 90.0).abs() < 0.01);
        assert!((angle(1, 2) - 73.0).abs() < 0.01);
    }
}
