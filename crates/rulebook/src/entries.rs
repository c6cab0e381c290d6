//! What a section is made of, entry by entry.

use money::{Cents, Odds};

use crate::felt::{Area, TipSpot};
use crate::words::words;
use crate::{Schedule, Side};

/// A numbered part of the section and what it demands, in our words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subdivision {
    /// Its number: `8`, `16(a)(v)`, or `:06` for a section of a chapter.
    pub number: String,
    /// The name by which other entries cite it, the same in every edition.
    pub key: String,
    /// The demand of the text, in our own words.
    pub demands: String,
    /// The section it stands in, where that is not the game's own: a side bet's.
    pub section: Option<String>,
    /// The edition that renumbered it, and the new number.
    pub(crate) renumbered: Option<(usize, String)>,
}

impl Subdivision {
    pub(crate) fn numbered_in(mut self, edition: usize) -> Subdivision {
        if let Some((_, number)) = self.renumbered.take_if(|(from, _)| *from <= edition) {
            self.number = number;
        }
        self.renumbered = None;
        self
    }
}

/// A fact in which editions differ [ED-3].
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Term {
    pub key: String,
    pub value: String,
    pub says: String,
    pub cite: Vec<String>,
}

words! {
    /// Whether a wager must be made.
    pub enum Need {
        /// Every player makes it.
        Required = "required",
        /// Every player makes at least one of these.
        Either = "either",
        /// A player may make it.
        Optional = "optional",
    }
}

/// A wager: what is bet and what settles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wager {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Whether it must be made.
    pub need: Need,
    /// The stakes placed at the start.
    pub bets: Vec<String>,
    /// What settles, in the order of the rule.
    pub lines: Vec<String>,
    /// The lines a dealer tip may ride on.
    pub tips: Vec<String>,
    /// Who may place it.
    pub who: String,
    /// When it is placed.
    pub when: String,
    /// Its citations.
    pub cite: Vec<String>,
    /// The area that it brings to the felt, and the spot of its tip, where the game's felt has none for it.
    pub area: Option<(Area, Option<TipSpot>)>,
    /// What it says of itself if it is a side bet that the shared machinery settles.
    pub side: Option<Side>,
}

words! {
    /// How a limit counts its wagers.
    pub enum Applies {
        /// To each of them.
        Each = "each",
        /// To all of them together.
        Together = "together",
    }
}

/// The most that may be bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitMax {
    /// What the table posts.
    Posted,
    /// This much, whatever is posted.
    Amount(Cents),
}

/// A limit of the section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The bets and lines it is on.
    pub wagers: Vec<String>,
    /// Whether to each or to all together.
    pub applies: Applies,
    /// The minimum.
    pub min: Option<Cents>,
    /// The maximum.
    pub max: LimitMax,
    /// Its citations.
    pub cite: Vec<String>,
}

/// What an option can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValues {
    /// One of these words.
    OneOf(Vec<String>),
    /// An amount of money.
    Dollars,
    /// Odds like `3 to 2`.
    Odds,
}

/// A choice that the rule or a ruling leaves to the house.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct TableOption {
    pub key: String,
    pub values: OptionValues,
    pub default: String,
    pub says: String,
    pub cite: Vec<String>,
}

impl TableOption {
    /// Whether the option takes this value. It always takes its default.
    pub fn allows(&self, value: &str) -> bool {
        let is_listed = match &self.values {
            OptionValues::OneOf(words) => words.iter().any(|word| word == value),
            OptionValues::Dollars => value.parse().is_ok_and(|amount: Cents| amount > Cents::ZERO),
            OptionValues::Odds => matches!(value.parse(), Ok(Odds::To(_))),
        };
        is_listed || value == self.default
    }

    /// What it can be, for people: `sequential`, `split`; `nominal`, `an amount in dollars`.
    pub fn value_words(&self) -> Vec<String> {
        match &self.values {
            OptionValues::OneOf(words) => words.clone(),
            OptionValues::Dollars => {
                vec![self.default.clone(), "an amount in dollars".to_owned()]
            }
            OptionValues::Odds => vec![self.default.clone(), "other odds to 1".to_owned()],
        }
    }
}

words! {
    /// Whether a packet is dealt by hand, by machine, or either way.
    #[allow(missing_docs)]
    pub enum DealWay {
        Hand = "hand",
        Machine = "machine",
        Both = "both",
    }
}

words! {
    /// Where a packet of cards goes.
    #[allow(missing_docs)]
    pub enum DealTo {
        Seats = "seats",
        Dealer = "dealer",
        SeatsAndDealer = "seats-and-dealer",
        Board = "board",
        Burn = "burn",
        Discard = "discard",
    }
}

words! {
    /// Which cards of a packet are face up.
    pub enum FaceDealt {
        /// All face down.
        Down = "down",
        /// All face up.
        Up = "up",
        /// The last card of it face up.
        LastUp = "last-up",
    }
}

/// A packet of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// By hand or by machine.
    pub way: DealWay,
    /// The stage of the deal: `deal`, `flop`.
    pub stage: String,
    /// The receiver of the cards.
    pub to: DealTo,
    /// How many cards at a time.
    pub cards: u8,
    /// How many times around.
    pub times: u8,
    /// Face up or down.
    pub face: FaceDealt,
    /// Its citations.
    pub cite: Vec<String>,
}

/// A part of the order of play: who does what next.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Play {
    pub id: String,
    pub says: String,
    pub cite: Vec<String>,
}

/// The order of paying and taking; seats go from the last to the first [GEN-1].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Paying {
    /// The lines settled for all seats before the others: War's, and the pot of 212.
    pub before: Vec<String>,
    /// The lines settled in a seat's turn.
    pub seat: Vec<String>,
    /// The lines settled after all seats.
    pub after: Vec<String>,
    /// Its citations.
    pub cite: Vec<String>,
}

impl Paying {
    /// The order without lines that these wagers do not have; envy only where a schedule has it.
    pub(crate) fn only_lines_of(&self, wagers: &[Wager], schedules: &[Schedule]) -> Paying {
        let has_envy = schedules.iter().any(Schedule::has_envy);
        let has = |line: &&String| match line.as_str() {
            "envy" => has_envy,
            _ => wagers.iter().any(|wager| wager.lines.contains(line)),
        };
        let only = |lines: &[String]| lines.iter().filter(has).cloned().collect();
        Paying {
            before: only(&self.before),
            seat: only(&self.seat),
            after: only(&self.after),
            cite: self.cite.clone(),
        }
    }
}

words! {
    /// What goes wrong.
    #[allow(missing_docs)]
    pub enum Irregularity {
        WrongNumberOfCards = "wrong-number-of-cards",
        ExposedCard = "exposed-card",
        ExposedHand = "exposed-hand",
        ExposedHandRefused = "exposed-hand-refused",
        FacedCard = "faced-card",
        DefectiveDeck = "defective-deck",
        Misdeal = "misdeal",
        FaceUpCardInShoe = "face-up-card-in-shoe",
        CardDrawnInError = "card-drawn-in-error",
        ExposedDraw = "exposed-draw",
        ExtraCardOn17To21 = "extra-card-on-17-to-21",
        DealerMissedCard = "dealer-missed-card",
        OutOfCards = "out-of-cards",
        NoCards = "no-cards",
        OneCard = "one-card",
    }
}

words! {
    /// To whom it happened.
    #[allow(missing_docs)]
    pub enum ToWhom {
        Anyone = "anyone",
        Player = "player",
        Dealer = "dealer",
    }
}

words! {
    /// What follows.
    #[allow(missing_docs)]
    pub enum Consequence {
        Misdeal = "misdeal",
        Void = "void",
        DeadHand = "dead-hand",
        ProgressiveOnly = "progressive-only",
        TableMisdeal = "table-misdeal",
        PlayOn = "play-on",
        ShowHand = "show-hand",
        BothHandsDead = "both-hands-dead",
        Refused = "refused",
        DiscardCard = "discard-card",
        BurnCard = "burn-card",
        UseCard = "use-card",
        OfferCard = "offer-card",
        DealerLast = "dealer-last",
        SecondCardLast = "second-card-last",
        Reshuffle = "reshuffle",
    }
}

/// What follows when something goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct IrregularityRule {
    pub event: Irregularity,
    pub to: ToWhom,
    pub consequence: Consequence,
    /// Whether the supervisor is called to the table.
    pub calls_supervisor: bool,
    pub cite: Vec<String>,
}

/// What an outcome pays where no hand decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pay {
    /// The name by which the settlement asks for it.
    pub key: String,
    /// The lines it pays.
    pub lines: Vec<String>,
    /// The condition for it, in words.
    pub condition: String,
    /// The odds it pays.
    pub pays: Odds,
    /// Its citations.
    pub cite: Vec<String>,
}

/// What the house takes from a pot of so much or more.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Rake {
    pub pot: Cents,
    pub takes: Cents,
    pub cite: Vec<String>,
}

/// How the text is read where it leaves something open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Its stable id: `TCP-2`.
    pub id: String,
    /// The text of the ruling.
    pub says: String,
}
