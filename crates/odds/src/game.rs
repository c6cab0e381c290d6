//! What each game says about its odds; the rest is written once.

use games::Basis;

use crate::blackjack::Soft17;
use crate::census::{Dealer, Space};
use crate::dealt::Dealt;
use crate::exact::Exact;
use crate::joint::SideNets;
use crate::protect::{Knowing, Secrets, Sees};
use crate::solution::{Policy, Simple, Solution};
use crate::subject::Subject;
use crate::warm::Held;
use money::Cents;
use rulebook::{Order, Schedule};

/// A wager with decisions, to be solved for some schedules at once, so that they share what they
/// can.
#[derive(Clone, Copy)]
pub(crate) struct Question<'q> {
    pub(crate) subject: &'q Subject,
    pub(crate) wager: &'q str,
    /// The schedules; for a wager without any, one without parts called `standard`.
    pub(crate) schedules: &'q [Schedule],
    pub(crate) policy: Policy,
    pub(crate) progress: &'q dyn Progress,
}

/// Hears about the progress of long computations.
pub trait Progress: Sync {
    /// A computation of this many steps begins.
    fn begin(&self, what: &str, steps: u64);
    /// This many more steps are done.
    fn advance(&self, steps: u64);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
}

/// How a player departs from the best play so that a wager can be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bend {
    /// Never folds [ODD-5].
    Stays,
    /// Takes insurance whenever it is offered.
    Insures,
}

/// A simple strategy that is shown beside the best one, under the option that chooses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SimpleStrategy {
    pub(crate) strategy: &'static str,
    pub(crate) option: (&'static str, &'static str),
}

/// One unit of a wager's figures: the first wager [ODD-1], in words and in money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    words: &'static str,
    share: Share,
}

/// How much of a bet a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Share {
    All,
    Half,
    Twice,
}

impl Unit {
    /// The ante.
    pub(crate) const ANTE: Unit = Unit::bet("the ante");

    /// A bet, by its name.
    pub(crate) const fn bet(words: &'static str) -> Unit {
        Unit { words, share: Share::All }
    }

    /// Half of the bet that it follows.
    pub(crate) const fn half(words: &'static str) -> Unit {
        Unit { words, share: Share::Half }
    }

    /// Two equal bets together.
    pub(crate) const fn twice(words: &'static str) -> Unit {
        Unit { words, share: Share::Twice }
    }

    /// What it is called: `the ante`.
    pub const fn words(self) -> &'static str {
        self.words
    }

    /// What it is, given the wager's first bet, or the main bet if it has none of its own.
    pub fn amount(self, bet: Cents) -> Cents {
        match self.share {
            Share::All => bet,
            Share::Half => Cents::new(bet.get() / 2),
            Share::Twice => bet + bet,
        }
    }
}

/// The odds of one game.
pub(crate) trait Game: Sync {
    /// The deals that decide one of the game's own wagers without decisions: a progressive, which is judged on the
    /// player's own cards. Nothing for a wager with decisions. Side bets say for themselves what they are judged on
    /// ([`space`]).
    fn space(&self, _subject: &Subject, schedule: &Schedule) -> Option<Space> {
        schedule.progressive?;
        match schedule.parts.first()?.order {
            Order::ThreeCard => Some(Space::Three),
            Order::FourCard => Some(Space::FourOfFive),
            _ => Some(Space::Five),
        }
    }

    /// Whether a side bet comes with something that is not a function of its cards, so that the game solves it.
    fn solves(&self, _subject: &Subject, _wager: &str) -> bool {
        false
    }

    /// Whether the house keeps the stake of a side bet that wins: every reading to be shown.
    fn keeps_stake(&self, _subject: &Subject, _wager: &str) -> &'static [bool] {
        &[false]
    }

    /// One unit of a wager's figures. Side bets without decisions are measured by their own bet.
    fn unit(&self, wager: &str) -> Unit;

    /// What a reader must know about a wager without decisions.
    fn note(&self, _wager: &str) -> Option<&'static str> {
        None
    }

    /// How a player must play for a wager to be measured as it is computed, if not optimally.
    fn bend(&self, _wager: &str) -> Option<Bend> {
        None
    }

    /// The wager that another one's winnings can ride on, so that its pays matter to both.
    fn rides_on(&self, _wager: &str) -> Option<&'static str> {
        None
    }

    /// Why a schedule cannot be posted under the subject's options, if it cannot.
    fn conflict(&self, _subject: &Subject, _schedule: &Schedule) -> Option<String> {
        None
    }

    /// What the dealer does on a soft 17 for a wager under a schedule, where the schedule decides.
    fn soft_17(&self, _subject: &Subject, _schedule: &Schedule) -> Option<&'static str> {
        None
    }

    /// Another way to play a wager whose figures are shown beside the best ones.
    fn shown_beside(&self, _subject: &Subject, _wager: &str) -> Option<SimpleStrategy> {
        None
    }

    /// What a player can see too soon, so that it can be figured what that is worth.
    fn secrets(&self, _subject: &Subject) -> Secrets {
        Secrets::default()
    }

    /// The value of the best play of the first schedule for a player who sees something too soon.
    fn knowing(&self, _question: &Question<'_>, _sees: Sees) -> Option<Knowing> {
        None
    }

    /// The simple strategies that people use for a wager with decisions.
    fn simple(&self, wager: &str) -> &'static [Simple];

    /// What a wager's figures are computed from whatever the pays: counted now unless it is known. Whoever keeps it
    /// keeps it warm.
    fn warm(&self, _subject: &Subject, _wager: &str) -> Vec<Held> {
        Vec::new()
    }

    /// Solves a wager with decisions: a solution for each schedule asked about.
    fn solve(&self, question: &Question<'_>) -> Vec<Solution>;

    /// The mean of the product of a wager with decisions, under the first schedule, with each side bet, where every deal
    /// can be counted.
    fn products(&self, _question: &Question<'_>, sides: &[&SideNets]) -> Vec<Option<Exact>> {
        vec![None; sides.len()]
    }
}

/// The deals that decide a wager without decisions; nothing for a wager with decisions.
pub(crate) fn space(game: &dyn Game, subject: &Subject, schedule: &Schedule) -> Option<Space> {
    let wager = subject.section().wager(&schedule.wager);
    if wager.is_none_or(|wager| wager.side.is_none()) {
        return game.space(subject, schedule);
    }
    if game.solves(subject, &schedule.wager) {
        return None;
    }
    let (part, decks) = (schedule.parts.first()?, subject.decks().get());
    Some(match Basis::of(part.order, part.judged, subject.own_cards())? {
        Basis::Two => Space::Two,
        Basis::Three => Space::Three,
        Basis::Four => Space::Four,
        Basis::FourOfFive => Space::FourOfFive,
        Basis::FiveWithDealer => Space::FiveOfSix,
        Basis::FiveWithBoard => Space::FiveOfSeven,
        Basis::DealerBust => {
            let does = game.soft_17(subject, schedule);
            let does = does.unwrap_or_else(|| subject.option("soft-17"));
            Space::Bust(Dealer { decks, soft_17: Soft17::named(does) })
        }
        Basis::FirstTwo | Basis::FirstTwoAndUpCard => Space::Dealt(Dealt::of(part, decks)),
    })
}

/// Why a schedule cannot be posted under the subject's options, if it cannot.
pub(crate) fn conflict(game: &dyn Game, subject: &Subject, schedule: &Schedule) -> Option<String> {
    let of_decks = schedule.decks_conflict(subject.decks().get());
    of_decks.or_else(|| game.conflict(subject, schedule))
}

/// Lists the games: each with the module that is its file, its id in the rulebook, and what says its odds.
macro_rules! registry {
    ($($module:ident = $id:literal: $game:ident;)+) => {
        $(mod $module;)+

        /// The game with this id.
        pub(crate) fn game_of(id: &str) -> Option<&'static dyn game::Game> {
            Some(match id {
                $($id => &$module::$game,)+
                id => games::every_round(id)?,
            })
        }
    };
}
pub(crate) use registry;

pub(crate) use crate::game_of as game;
