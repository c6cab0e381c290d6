//! The colors of charts: the same action has the same color in every chart, on the terminal and on a
//! page.

use anstyle::{AnsiColor, Style};
use games::Action;
use money::Cents;

/// The color of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// The largest bet: four times the ante, or $10.
    Bet4,
    Bet3,
    Bet2,
    /// The smallest bet: the ante, or $2.
    Bet1,
    Fold,
    Check,
    Hit,
    Stand,
    Double,
    Split,
    Surrender,
    Press,
    Take,
    /// More than one action.
    Mixed,
}

impl Color {
    /// The color of an action; of more than one if there is none.
    pub fn of(action: Option<Action>) -> Color {
        let Some(action) = action else { return Color::Mixed };
        match action {
            Action::Fold => Color::Fold,
            Action::Check => Color::Check,
            Action::Play
            | Action::Raise
            | Action::Ride
            | Action::Call
            | Action::Insure
            | Action::War => Color::Bet1,
            Action::PlayTimes(times) | Action::BetTimes(times) | Action::RaiseTimes(times) => {
                match times {
                    0 | 1 => Color::Bet1,
                    2 => Color::Bet2,
                    3 => Color::Bet3,
                    _ => Color::Bet4,
                }
            }
            Action::Bet(amount) | Action::RaiseTo(amount) => of_dollars(amount),
            Action::Pull | Action::NoRaise | Action::Decline | Action::Stay => Color::Check,
            Action::Set(_) | Action::LayDown => Color::Mixed,
            Action::Hit => Color::Hit,
            Action::Stand => Color::Stand,
            Action::Double | Action::DoubleFor(_) => Color::Double,
            Action::Split => Color::Split,
            Action::Surrender => Color::Surrender,
            Action::Take => Color::Take,
            Action::Press => Color::Press,
        }
    }

    /// The class of a cell on a page; style.css gives it its color.
    pub const fn class(self) -> &'static str {
        match self {
            Color::Bet4 => "bet4",
            Color::Bet3 => "bet3",
            Color::Bet2 => "bet2",
            Color::Bet1 => "bet1",
            Color::Fold => "fold",
            Color::Check => "check",
            Color::Hit => "hit",
            Color::Stand => "stand",
            Color::Double => "double",
            Color::Split => "split",
            Color::Surrender => "surrender",
            Color::Press => "press",
            Color::Take => "take",
            Color::Mixed => "mixed",
        }
    }

    /// The style of a cell on the terminal.
    pub const fn style(self) -> Style {
        match self {
            Color::Bet4 => AnsiColor::Green.on_default().bold(),
            Color::Bet3 => AnsiColor::Green.on_default(),
            Color::Bet2 => AnsiColor::Cyan.on_default().bold(),
            Color::Bet1 => AnsiColor::Cyan.on_default(),
            Color::Fold => AnsiColor::Red.on_default(),
            Color::Check => Style::new().dimmed(),
            Color::Hit => AnsiColor::Yellow.on_default(),
            Color::Stand => AnsiColor::Blue.on_default(),
            Color::Double => AnsiColor::Magenta.on_default().bold(),
            Color::Split => AnsiColor::BrightMagenta.on_default(),
            Color::Surrender => AnsiColor::BrightBlack.on_default(),
            Color::Press => AnsiColor::BrightGreen.on_default().bold(),
            Color::Take => AnsiColor::BrightYellow.on_default(),
            Color::Mixed => Style::new().italic(),
        }
    }
}

/// The color of a bet in dollars [H212-2].
fn of_dollars(amount: Cents) -> Color {
    match amount.get() / Cents::dollars(1).get() {
        ..4 => Color::Bet1,
        4..7 => Color::Bet2,
        7..10 => Color::Bet3,
        10.. => Color::Bet4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Color; 14] = [
        Color::Bet4,
        Color::Bet3,
        Color::Bet2,
        Color::Bet1,
        Color::Fold,
        Color::Check,
        Color::Hit,
        Color::Stand,
        Color::Double,
        Color::Split,
        Color::Surrender,
        Color::Press,
        Color::Take,
        Color::Mixed,
    ];

    /// A color means one thing: no two share a class or a style, and the page knows every class.
    #[test]
    fn colors_differ_and_the_page_has_them_all() {
        let css = include_str!("commands/report/style.css");
        for (place, color) in ALL.into_iter().enumerate() {
            assert!(css.contains(&format!(".{} {{", color.class())), "{color:?}");
            for other in &ALL[place + 1..] {
                assert_ne!(color.class(), other.class());
                assert_ne!(color.style(), other.style(), "{color:?} and {other:?}");
            }
        }
    }

    #[test]
    fn an_action_has_one_color_in_every_game() {
        assert_eq!(Color::of(Some(Action::BetTimes(3))), Color::of(Some(Action::PlayTimes(3))));
        assert_eq!(Color::of(Some(Action::BetTimes(1))), Color::of(Some(Action::Play)));
        assert_ne!(Color::of(Some(Action::Split)), Color::of(Some(Action::Press)));
    }
}
