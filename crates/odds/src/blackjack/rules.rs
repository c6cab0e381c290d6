//! The rules of blackjack as far as they change its odds [BJ-1..9].

use cards::Rank;

use super::hands::{ACE, Shoe, TEN, shoe_of};
use crate::exact::{Exact, decimal, whole};
use crate::subject::Subject;

/// What the dealer does on a soft 17.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Soft17 {
    Stand,
    Hit,
}

impl Soft17 {
    pub(crate) fn of(subject: &Subject) -> Soft17 {
        if subject.option("soft-17") == "hit" { Soft17::Hit } else { Soft17::Stand }
    }
}

/// Which two cards may be doubled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum DoubleOn {
    Nothing,
    AnyTwo,
    NineToEleven,
    TenOrEleven,
}

/// Which pairs may be split.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SplitOn {
    EqualValue,
    EqualRank,
}

/// What the outcomes return in all, in wagers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pays {
    pub(crate) blackjack: Exact,
    pub(crate) win: Exact,
    pub(crate) push: Exact,
    /// If the table offers it.
    pub(crate) surrender: Option<Exact>,
    /// If the table offers it; per unit of the insurance.
    pub(crate) insurance: Option<Exact>,
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
    /// The options of a section with all of [BJ-2].
    pub(crate) fn of(subject: &Subject) -> Rules {
        let is_late = subject.option("surrender") == "late";
        Rules {
            shoe: shoe_of(subject.decks().get()),
            soft_17: Soft17::of(subject),
            peeks: subject.is("peek"),
            double_on: match subject.option("double") {
                "none" => DoubleOn::Nothing,
                "9-to-11" => DoubleOn::NineToEleven,
                "10-or-11" => DoubleOn::TenOrEleven,
                _ => DoubleOn::AnyTwo,
            },
            doubles_after_split: subject.is("double-after-split"),
            split_on: match subject.option("split") {
                "equal-rank" => SplitOn::EqualRank,
                _ => SplitOn::EqualValue,
            },
            hands_max: hands_max(subject),
            split_aces_draw: subject.option("split-aces") == "draw",
            resplits_aces: subject.is("resplit-aces"),
            surrenders_after_split: is_late && subject.is("surrender-after-split"),
            pays: Pays {
                blackjack: subject.posted_pay("blackjack-pays", "blackjack"),
                win: subject.pay("win"),
                push: subject.pay("push"),
                surrender: is_late.then(|| subject.pay("surrender")),
                insurance: subject.is("insurance").then(|| subject.pay("insurance")),
            },
        }
    }

    /// The options of Hold 'em 212, which has neither insurance nor surrender [H212-8].
    pub(crate) fn of_212(subject: &Subject) -> Rules {
        Rules {
            shoe: shoe_of(1),
            soft_17: Soft17::of(subject),
            peeks: true,
            double_on: DoubleOn::TenOrEleven,
            doubles_after_split: subject.is("double-after-split"),
            split_on: SplitOn::EqualRank,
            hands_max: hands_max(subject),
            split_aces_draw: false,
            resplits_aces: subject.is("resplit-aces"),
            surrenders_after_split: false,
            pays: Pays {
                blackjack: subject.pay("blackjack"),
                win: subject.pay("win"),
                push: subject.pay("push"),
                surrender: None,
                insurance: None,
            },
        }
    }

    pub(crate) fn decks(&self) -> u16 {
        self.shoe[TEN] / 16
    }

    /// May two cards with these points be doubled?
    pub(crate) fn doubles(&self, points: u8) -> bool {
        match self.double_on {
            DoubleOn::Nothing => false,
            DoubleOn::AnyTwo => true,
            DoubleOn::NineToEleven => (9..=11).contains(&points),
            DoubleOn::TenOrEleven => (10..=11).contains(&points),
        }
    }

    /// How many hands a pair of this value may become.
    pub(crate) fn hands_of(&self, value: usize) -> usize {
        if value == ACE && !self.resplits_aces { self.hands_max.min(2) } else { self.hands_max }
    }

    /// Do split cards of this value get one card each?
    pub(crate) fn is_bound(&self, value: usize) -> bool {
        value == ACE && !self.split_aces_draw
    }

    /// Are tens of different ranks no pair?
    pub(crate) fn tells_tens_apart(&self) -> bool {
        self.split_on == SplitOn::EqualRank
    }

    /// May two cards of these ranks be split, if any may?
    pub(crate) fn is_pair(&self, first: Rank, second: Rank) -> bool {
        match self.split_on {
            SplitOn::EqualRank => first == second,
            SplitOn::EqualValue => super::hands::value_of(first) == super::hands::value_of(second),
        }
    }

    /// Net results in doubles.
    pub(crate) fn nets(&self) -> Nets {
        let net = |returned: &Exact| decimal(&(returned - whole(1)));
        Nets {
            blackjack: net(&self.pays.blackjack),
            win: net(&self.pays.win),
            push: net(&self.pays.push),
            surrender: self.pays.surrender.as_ref().map(net),
        }
    }
}

fn hands_max(subject: &Subject) -> usize {
    subject.option("splits").parse::<usize>().unwrap_or(3) + 1
}

/// Net results of a wager of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nets {
    pub(crate) blackjack: f64,
    pub(crate) win: f64,
    pub(crate) push: f64,
    pub(crate) surrender: Option<f64>,
}

impl Nets {
    /// What a hand with these points wins or loses when the dealer ends so.
    pub(crate) fn against(&self, points: u8, end: usize) -> f64 {
        match super::outcomes::HandResult::of(points, end) {
            super::outcomes::HandResult::Lost => -1.0,
            super::outcomes::HandResult::Pushed => self.push,
            super::outcomes::HandResult::Won => self.win,
        }
    }
}
