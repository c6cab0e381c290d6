//! The rules of blackjack as far as they change its odds [BJ-1..9].

use games::{DoubleOn, Pay, SplitOn};

use super::hands::{ACE, Shoe, TEN, shoe_of};
use super::numbers::Numbers;
use super::outcomes::HandResult;
use crate::amount::Amount;
use crate::exact::whole;
use crate::subject::Subject;

/// What the dealer does on a soft 17.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Soft17 {
    Stand,
    Hit,
}

impl Soft17 {
    /// As the option and the schedules say it.
    pub(crate) fn named(does: &str) -> Soft17 {
        if does == "hit" { Soft17::Hit } else { Soft17::Stand }
    }

    /// Whether a dealer with these points must draw.
    pub(crate) fn draws(self, points: u8, is_soft: bool) -> bool {
        games::dealer_draws(u16::from(points), is_soft, self == Soft17::Hit)
    }
}

/// What the outcomes return in all, in wagers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pays {
    pub(crate) blackjack: Amount,
    pub(crate) win: Amount,
    pub(crate) push: Amount,
    /// If the table offers it.
    pub(crate) surrender: Option<Amount>,
    /// If the table offers it; per unit of the insurance.
    pub(crate) insurance: Option<Amount>,
}

/// The rules of a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rules {
    pub(crate) shoe: Shoe,
    pub(crate) soft_17: Soft17,
    pub(crate) peeks: bool,
    pub(crate) double_on: DoubleOn,
    pub(crate) doubles_after_split: bool,
    pub(crate) split_on: SplitOn,
    pub(crate) hands_max: usize,
    pub(crate) split_aces_draw: bool,
    pub(crate) resplits_aces: bool,
    /// Only where surrender is offered at all.
    pub(crate) surrenders_after_split: bool,
    pub(crate) pays: Pays,
}

impl Rules {
    /// The rules by which a table's rounds are played.
    pub(crate) fn of(subject: &Subject) -> Rules {
        let terms = subject.blackjack().expect("the game has blackjack in it");
        let pay = |pay: &Pay| subject.returned(pay);
        Rules {
            shoe: shoe_of(subject.decks().get()),
            soft_17: if terms.hits_soft_17 { Soft17::Hit } else { Soft17::Stand },
            peeks: terms.peeks,
            double_on: terms.double_on,
            doubles_after_split: terms.doubles_after_split,
            split_on: terms.split_on,
            hands_max: terms.hands_max,
            split_aces_draw: terms.split_aces_draw,
            resplits_aces: terms.resplits_aces,
            surrenders_after_split: terms.surrenders_after_split,
            pays: Pays {
                blackjack: pay(&terms.blackjack),
                win: pay(&terms.win),
                push: pay(&terms.push),
                surrender: terms.surrender.as_ref().map(pay),
                insurance: terms.insurance.as_ref().map(pay),
            },
        }
    }

    pub(crate) fn decks(&self) -> u16 {
        self.shoe[TEN] / 16
    }

    /// How many hands a pair of this value may become.
    pub(crate) fn hands_of(&self, value: usize) -> usize {
        if value == ACE && !self.resplits_aces { self.hands_max.min(2) } else { self.hands_max }
    }

    /// Whether split cards of this value get one card each.
    pub(crate) fn is_bound(&self, value: usize) -> bool {
        value == ACE && !self.split_aces_draw
    }

    /// Whether tens of different ranks are no pair.
    pub(crate) fn tells_tens_apart(&self) -> bool {
        self.split_on == SplitOn::EqualRank
    }

    /// Net results in some numbers.
    pub(crate) fn nets<N: Numbers>(&self, numbers: &N) -> Nets<N::Number> {
        let net = |returned: &Amount| numbers.of(&(returned - whole(1)));
        Nets {
            blackjack: net(&self.pays.blackjack),
            win: net(&self.pays.win),
            push: net(&self.pays.push),
            surrender: self.pays.surrender.as_ref().map(net),
        }
    }
}

/// Net results of a wager of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nets<T = f64> {
    pub(crate) blackjack: T,
    pub(crate) win: T,
    pub(crate) push: T,
    pub(crate) surrender: Option<T>,
}

impl<T: Copy + Default> Nets<T> {
    /// A player's blackjack, given the chance of the dealer's.
    pub(crate) fn of_blackjack<N: Numbers<Number = T>>(&self, numbers: &N, dealers: T) -> T {
        let alone = numbers.mul(self.blackjack, numbers.rest(dealers));
        numbers.add(alone, numbers.mul(self.push, dealers))
    }

    /// A surrender; where none is offered there is none.
    pub(crate) fn surrendered<N: Numbers<Number = T>>(&self, numbers: &N) -> T {
        self.surrender.unwrap_or_else(|| numbers.sub(T::default(), numbers.one()))
    }
}

impl Nets {
    /// What a hand with these points wins or loses when the dealer ends so.
    pub(crate) fn against(&self, points: u8, end: usize) -> f64 {
        match HandResult::of(points, end) {
            HandResult::Lost => -1.0,
            HandResult::Pushed => self.push,
            HandResult::Won => self.win,
        }
    }
}
