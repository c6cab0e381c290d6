//! The protection of a game: what it is worth to a player to see cards that should be hidden, to share hands with
//! others, or to count cards.

mod count;

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use num_traits::ToPrimitive as _;

use crate::analysis::{Ask, AskError, analyse, is_decided, schedule, wagers};
use crate::exact::Exact;
use crate::game::{Game, Progress, Question, game};
use crate::pay_limits;
use crate::solution::{Arithmetic, Policy};
use crate::subject::Subject;

pub use count::{CardEffect, Counted, Penetration, count};

/// What a player sees before the first decision, beside what every player sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sees {
    /// So many of the dealer's face-down cards.
    Dealer(u8),
    /// The community card that is dealt in this place.
    Board(u8),
    /// So many of the dealer's face-down cards, and the community card of a place.
    Both {
        /// The dealer's cards.
        dealer: u8,
        /// The place of the community card.
        board: u8,
    },
    /// All hands of so many players, the own one included.
    Seats(u8),
}

/// Not a thing that a player can see.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\": write dealer:N, board:K, dealer:N,board:K or seats:N with numbers from 1 to 9")]
pub struct SeesError(pub String);

impl FromStr for Sees {
    type Err = SeesError;

    fn from_str(text: &str) -> Result<Sees, SeesError> {
        let error = || SeesError(text.to_owned());
        if let Some((dealer, board)) = text.split_once(',') {
            return match (dealer.trim().parse()?, board.trim().parse()?) {
                (Sees::Dealer(dealer), Sees::Board(board)) => Ok(Sees::Both { dealer, board }),
                _ => Err(error()),
            };
        }
        let (what, number) = text.split_once(':').ok_or_else(error)?;
        let number =
            number.parse().ok().filter(|number| (1..=9).contains(number)).ok_or_else(error)?;
        match what {
            "dealer" => Ok(Sees::Dealer(number)),
            "board" => Ok(Sees::Board(number)),
            "seats" => Ok(Sees::Seats(number)),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for Sees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sees::Dealer(cards) => write!(f, "dealer:{cards}"),
            Sees::Board(place) => write!(f, "board:{place}"),
            Sees::Both { dealer, board } => write!(f, "dealer:{dealer},board:{board}"),
            Sees::Seats(seats) => write!(f, "seats:{seats}"),
        }
    }
}

impl Sees {
    /// What is seen, in words.
    pub fn words(self) -> String {
        let ordinal = |place: u8| {
            ["first", "second", "third", "fourth", "fifth"]
                .get(usize::from(place) - 1)
                .copied()
                .unwrap_or("last")
        };
        match self {
            Sees::Dealer(1) => "one of the dealer's face-down cards".to_owned(),
            Sees::Dealer(cards) => format!("{cards} of the dealer's face-down cards"),
            Sees::Board(place) => format!("the {} community card", ordinal(place)),
            Sees::Both { dealer, board } => {
                format!("{} and {}", Sees::Dealer(dealer).words(), Sees::Board(board).words())
            }
            Sees::Seats(seats) => format!("the hands of all {seats} players"),
        }
    }
}

/// What can be seen in a game, and computed: the most cards of each kind; zero for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Secrets {
    /// The dealer's face-down cards.
    pub(crate) dealer: u8,
    /// The community cards.
    pub(crate) board: u8,
    /// Those of them that are up before the first decision.
    pub(crate) up: u8,
    /// Are a dealer's card and a community card answered together?
    pub(crate) both: bool,
    /// The players whose hands can be shared.
    pub(crate) seats: u8,
}

impl Secrets {
    fn has(self, sees: Sees) -> bool {
        match sees {
            Sees::Dealer(cards) => (1..=self.dealer).contains(&cards),
            Sees::Board(place) => (self.up + 1..=self.board).contains(&place),
            Sees::Both { dealer, board } => {
                self.both && self.has(Sees::Dealer(dealer)) && self.has(Sees::Board(board))
            }
            Sees::Seats(seats) => (2..=self.seats).contains(&seats),
        }
    }

    fn words(self) -> String {
        let up_to = |what: &str, from: u8, most: u8| match most {
            most if most < from => None,
            most if most == from => Some(format!("{what}:{from}")),
            most => Some(format!("{what}:{from} to {what}:{most}")),
        };
        let kinds = [
            up_to("dealer", 1, self.dealer),
            up_to("board", self.up + 1, self.board),
            up_to("seats", 2, self.seats),
        ];
        let known: Vec<String> = kinds.into_iter().flatten().collect();
        known.join(", ") + if self.both { ", and both together" } else { "" }
    }
}

/// The edge of a player with knowledge.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Knowing {
    /// What a first wager wins on average.
    pub(crate) value: Exact,
    pub(crate) arithmetic: Arithmetic,
    /// The standard error, where it was simulated.
    pub(crate) error: Option<f64>,
}

impl Knowing {
    /// Every deal counted.
    pub(crate) fn exact(value: Exact) -> Knowing {
        Knowing { value, arithmetic: Arithmetic::Fractions, error: None }
    }
}

/// What it is worth to see something.
#[derive(Clone, PartialEq, Debug)]
pub struct Protected {
    /// The wager's id.
    pub wager: String,
    /// The schedule's id.
    pub schedule: String,
    /// What is seen.
    pub sees: Sees,
    /// The player's edge with it: below zero while the house has the edge.
    pub player_edge: Exact,
    /// The player's edge without it.
    pub without: Exact,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// The standard error, where it was simulated.
    pub error: Option<f64>,
    /// How long it took.
    pub took: Duration,
}

/// A question about protection that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ProtectError {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(
        "{sees} means nothing for {wager} in {game}, or would take too long; it answers {known}"
    )]
    NotHere { sees: Sees, wager: String, game: String, known: String },
    #[error("{wager} in {game} is not worth counting: {known}")]
    NotCounted { wager: String, game: String, known: String },
}

impl From<pay_limits::PayLimitError> for ProtectError {
    fn from(error: pay_limits::PayLimitError) -> ProtectError {
        ProtectError::Ask(error.into())
    }
}

/// What it is worth to a player to see something before the first decision of a wager, with the rest played best.
pub fn protect(
    subject: &Subject,
    wager: Option<&str>,
    name: Option<&str>,
    sees: Sees,
    progress: &dyn Progress,
) -> Result<Protected, ProtectError> {
    let started = Instant::now();
    let no_game = || AskError::NoSuchGame { game: subject.game().to_owned() };
    let of_game: &dyn Game = game(subject.game()).ok_or_else(no_game)?;
    let first = || wagers(subject).into_iter().next().unwrap_or_default();
    let wager = wager.map_or_else(first, str::to_owned);
    let schedule = schedule(subject, &wager, name)?;
    pay_limits::check(subject, &schedule).map_err(AskError::from)?;
    let secrets = of_game.secrets(subject);
    if !is_decided(subject, &schedule) || !secrets.has(sees) {
        let known = match secrets.words() {
            none if none.is_empty() => "no question of this kind".to_owned(),
            known => format!("{known} for {}", first()),
        };
        let game = subject.game().to_owned();
        return Err(ProtectError::NotHere { sees, wager, game, known });
    }
    let schedules = std::slice::from_ref(&schedule);
    let question =
        Question { subject, wager: &wager, schedules, policy: Policy::Optimal, progress };
    let ask =
        Ask { wager: Some(wager.clone()), schedule: Some(schedule.id.clone()), ..Ask::default() };
    let usual = analyse(subject, &ask, progress)?.swap_remove(0);
    let Some(known) = of_game.knowing(&question, sees) else {
        let (game, known) = (subject.game().to_owned(), secrets.words());
        return Err(ProtectError::NotHere { sees, wager, game, known });
    };
    Ok(Protected {
        player_edge: known.value,
        arithmetic: known.arithmetic,
        error: known.error,
        without: -usual.house_edge(),
        schedule: schedule.id,
        wager,
        sees,
        took: started.elapsed(),
    })
}

/// A float as a fraction, for figures that were computed in doubles.
pub(crate) fn of_double(value: f64) -> Exact {
    let places = f64::powi(2.0, 60);
    let scaled = (value * places).round().to_i128().unwrap_or_default();
    crate::exact::fraction(scaled, 1i128 << 60)
}
