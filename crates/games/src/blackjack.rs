//! Blackjack, ARSD 20:18:15: closer to 21 than the dealer without passing it. It is the base of
//! Buster, of War and of the second half of Hold 'em 212.
//!
//! 1. Each player bets (03).
//! 2. One card to each seat and to the dealer, twice; the dealer's first is up (16).
//! 3. With an ace up every seat insures, for half its wager, or declines (23).
//! 4. The dealer peeks under an ace or a ten; his blackjack ends the round (19).
//! 5. From seat 1 on, each hand: hit, stand, double, split, surrender (17) (24) (25) (30).
//! 6. The dealer shows, and draws to 17 while a wager hangs on it (26).
//! 7. Last seat first: insurance, then blackjack, hand by hand (06) (18).

mod play;
mod settle;

use cards::{Card, Rank};
use hands::Total;
use money::Odds;

use crate::action::Action;
use crate::felt::{self, Facing, Felt, Line, SeatNumber};
use crate::game::{Bet, Game, lines};
use crate::hand::{Hand, Whose};
use crate::irregular::Order;
use crate::round::Next;
use crate::settle::{Pay, Taken};
use crate::state::RoundState;
use crate::table::{CiteId, Opening};

lines! {
    INSURANCE = "insurance",
    BLACKJACK = "blackjack",
}

const BETS: &[Bet] = &[Bet { id: "blackjack", lines: &[BLACKJACK] }];

/// Where a game of blackjack stands. A game around it may have phases before insurance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The deal, and how many cards are out.
    Deal { dealt: u8 },
    /// The seat at this place is offered insurance.
    Insure { place: u8 },
    /// The dealer looks at the hole card.
    Peek,
    /// The hand of a seat whose turn it is, by their places.
    Play { place: u8, hand: u8 },
    /// The dealer shows.
    Show,
    /// The dealer draws.
    Draw,
    /// All cards are out.
    Over,
}

impl Phase {
    /// What comes when all have two cards.
    pub(crate) const AFTER_DEAL: felt::Phase = felt::Phase::Blackjack(Phase::Insure { place: 0 });

    /// The phase after this one, unless the dealer finds a blackjack.
    const fn then(self) -> Phase {
        match self {
            Phase::Deal { .. } => Phase::Insure { place: 0 },
            Phase::Insure { .. } => Phase::Peek,
            Phase::Peek => Phase::Play { place: 0, hand: 0 },
            Phase::Play { .. } => Phase::Show,
            Phase::Show => Phase::Draw,
            Phase::Draw | Phase::Over => Phase::Over,
        }
    }
}

/// Whether everyone has their two cards for blackjack.
pub(crate) fn is_dealt(felt: &Felt) -> bool {
    match felt.phase {
        felt::Phase::Blackjack(phase) => !matches!(phase, Phase::Deal { .. }),
        _ => false,
    }
}

/// Whether the first deal is going on, in a game that begins as blackjack does.
pub(crate) fn is_dealing(felt: &Felt) -> bool {
    matches!(felt.phase, felt::Phase::Blackjack(Phase::Deal { .. }))
}

/// Which two cards may be doubled. With an ace as eleven two cards make twelve or more, so nine to
/// eleven is always hard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum DoubleOn {
    Nothing,
    AnyTwo,
    NineToEleven,
    TenOrEleven,
}

impl DoubleOn {
    /// Whether two cards with these points may be doubled.
    pub fn allows(self, points: u16) -> bool {
        match self {
            DoubleOn::Nothing => false,
            DoubleOn::AnyTwo => true,
            DoubleOn::NineToEleven => (9..=11).contains(&points),
            DoubleOn::TenOrEleven => (10..=11).contains(&points),
        }
    }
}

/// Which pairs may be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SplitOn {
    EqualValue,
    EqualRank,
}

impl SplitOn {
    /// Whether two cards of these ranks may be split.
    pub fn allows(self, first: Rank, second: Rank) -> bool {
        match self {
            SplitOn::EqualRank => first == second,
            SplitOn::EqualValue => Total::points_of(first) == Total::points_of(second),
        }
    }
}

/// Whether a dealer with this total must draw. The dealer draws to 17, and on a soft 17 where the table says so (26).
pub fn dealer_draws(points: u16, is_soft: bool, hits_soft_17: bool) -> bool {
    points < 17 || (points == 17 && is_soft && hits_soft_17)
}

/// The rules of blackjack as a table posts them [BJ-1..6], as far as its odds depend on them.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct BlackjackTerms {
    pub hits_soft_17: bool,
    pub peeks: bool,
    pub double_on: DoubleOn,
    pub doubles_after_split: bool,
    pub split_on: SplitOn,
    /// How many hands a pair may become.
    pub hands_max: usize,
    /// Whether split aces get more than one card each.
    pub split_aces_draw: bool,
    pub resplits_aces: bool,
    /// Only where surrender is offered at all.
    pub surrenders_after_split: bool,
    pub blackjack: Pay,
    pub win: Pay,
    pub push: Pay,
    /// If the table offers it.
    pub surrender: Option<Pay>,
    /// If the table offers it.
    pub insurance: Option<Pay>,
}

/// The rules of blackjack at a table.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    names: &'static [&'static str],
    insurance_line: Option<Line>,
    line: Line,
    terms: BlackjackTerms,
    doubles_for_less: bool,
    /// How the card of a doubled hand is dealt.
    double_facing: Facing,
    /// What doubles and splits get back; none where the dealer always peeks [H212-8].
    dealer_blackjack: Option<Pay>,
    lost: Taken,
    busted: Taken,
    no_insurance: Taken,
    draw: CiteId,
    /// What orders a card of the deal that comes late because it was missed.
    late: CiteId,
}

/// The keys under which a section has the subdivisions that blackjack cites.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    pub(crate) payment: &'static str,
    pub(crate) insurance: &'static str,
    pub(crate) draw: &'static str,
}

impl Rules {
    /// Reads the options of a section with all of [BJ-2].
    pub(crate) fn open(
        opening: &mut Opening,
        names: &'static [&'static str],
        insurance_line: Line,
        line: Line,
        keys: Keys,
    ) -> Rules {
        let offers_surrender = opening.option("surrender") == "late";
        if !offers_surrender && opening.posted("surrender-after-split").is_some() {
            opening.conflict("surrender-after-split needs surrender = \"late\" [BJ-2]");
        }
        let offers_insurance = opening.is("insurance");
        let terms = BlackjackTerms {
            hits_soft_17: opening.option("soft-17") == "hit",
            peeks: opening.is("peek"),
            double_on: match opening.option("double") {
                "none" => DoubleOn::Nothing,
                "9-to-11" => DoubleOn::NineToEleven,
                "10-or-11" => DoubleOn::TenOrEleven,
                _ => DoubleOn::AnyTwo,
            },
            doubles_after_split: opening.is("double-after-split"),
            split_on: match opening.option("split") {
                "equal-rank" => SplitOn::EqualRank,
                _ => SplitOn::EqualValue,
            },
            hands_max: hands_max(opening),
            split_aces_draw: opening.option("split-aces") == "draw",
            resplits_aces: opening.is("resplit-aces"),
            surrenders_after_split: offers_surrender && opening.is("surrender-after-split"),
            blackjack: blackjack_pay(opening),
            win: opening.pay("win"),
            push: opening.pay("push"),
            surrender: offers_surrender.then(|| opening.pay("surrender")),
            insurance: offers_insurance.then(|| opening.pay("insurance")),
        };
        Rules {
            names,
            insurance_line: Some(insurance_line),
            line,
            terms,
            doubles_for_less: opening.is("double-for-less"),
            double_facing: Facing::Up,
            dealer_blackjack: Some(opening.pay("dealer-blackjack")),
            lost: opening.taken("lower total", &[keys.payment, "BJ-1"]),
            busted: opening.taken("bust", &[keys.payment, "BJ-1"]),
            no_insurance: opening.taken("no blackjack", &[keys.insurance, "BJ-2"]),
            draw: opening.cite(&[keys.draw]),
            late: opening.cite(&["BJ-4"]),
        }
    }

    /// Reads the options of Hold 'em 212, which has no insurance and no surrender [H212-8].
    pub(crate) fn open_212(
        opening: &mut Opening,
        names: &'static [&'static str],
        line: Line,
    ) -> Rules {
        let terms = BlackjackTerms {
            hits_soft_17: opening.option("soft-17") == "hit",
            peeks: true,
            double_on: DoubleOn::TenOrEleven,
            doubles_after_split: opening.is("double-after-split"),
            split_on: SplitOn::EqualRank,
            hands_max: hands_max(opening),
            split_aces_draw: false,
            resplits_aces: opening.is("resplit-aces"),
            surrenders_after_split: false,
            blackjack: opening.pay("blackjack"),
            win: opening.pay("win"),
            push: opening.pay("push"),
            surrender: None,
            insurance: None,
        };
        Rules {
            names,
            insurance_line: None,
            line,
            terms,
            doubles_for_less: opening.is("double-for-less"),
            double_facing: Facing::Down,
            dealer_blackjack: None,
            lost: opening.taken("lower total", &["blackjack", "BJ-1"]),
            busted: opening.taken("bust", &["blackjack", "BJ-1"]),
            no_insurance: opening.taken("no blackjack", &["blackjack"]),
            draw: opening.cite(&["blackjack"]),
            late: opening.cite(&["blackjack"]),
        }
    }

    pub(crate) fn terms(&self) -> &BlackjackTerms {
        &self.terms
    }
}

/// What a blackjack pays: what the house posts, but never less than the section's least, which is
/// lower with one deck [BJ-1].
fn blackjack_pay(opening: &mut Opening) -> Pay {
    let ratio = |odds: &str| match odds.parse() {
        Ok(Odds::To(ratio)) => Some(ratio),
        _ => None,
    };
    let Some(posted) = opening.posted("blackjack-pays").and_then(ratio) else {
        return opening.pay("blackjack");
    };
    let least = |term: &str| opening.section.term(term).and_then(ratio);
    let (usual, one_deck) = (least("blackjack-least"), least("blackjack-least-one-deck"));
    let is_one_deck = opening.option("decks") == "1";
    let (least, decks) = match one_deck.filter(|_| is_one_deck) {
        Some(least) => (Some(least), " with one deck"),
        None => (usual, ""),
    };
    if let Some(least) = least.filter(|least| posted < *least) {
        let known = format!("{} or better{decks} [BJ-1]", Odds::To(least));
        opening.refuse_value("blackjack-pays", known);
    }
    let key = if Some(posted) == one_deck { "blackjack-6-to-5" } else { "blackjack" };
    opening.pay_at(key, Odds::To(posted))
}

/// At most three splits, four hands [BJ-2].
fn hands_max(opening: &Opening) -> usize {
    opening.option("splits").parse::<usize>().unwrap_or(3) + 1
}

/// The total of some cards.
pub(crate) fn total(cards: &[Card]) -> Total {
    cards.iter().collect()
}

/// The blackjack total of someone's cards.
pub(crate) fn total_of(felt: &Felt, whose: Whose, own: &[Card]) -> Vec<Hand> {
    let is_split = match whose {
        Whose::Seat(seat, _) => {
            felt.place_of(seat).is_some_and(|place| felt.seats[place].hands.len() > 1)
        }
        Whose::Dealer => false,
    };
    Hand::total(own, is_split).into_iter().collect()
}

/// Blackjack by itself.
pub(crate) struct Blackjack {
    rules: Rules,
}

/// Reads the game's rules off its chapter.
pub(crate) fn open(opening: &mut Opening) -> Blackjack {
    let keys = Keys { payment: "payment", insurance: "insurance", draw: "draw" };
    Blackjack { rules: Rules::open(opening, LINES, INSURANCE, BLACKJACK, keys) }
}

impl Game for Blackjack {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn is_dealt_from_shoe(&self) -> bool {
        true
    }

    fn hands_hold(&self) -> Option<Line> {
        Some(BLACKJACK)
    }

    fn blackjack(&self) -> Option<&BlackjackTerms> {
        Some(self.rules.terms())
    }

    fn hands(&self, felt: &Felt, whose: Whose, own: &[Card], _: &[Card]) -> Vec<Hand> {
        total_of(felt, whose, own)
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        if let Some(next) = self.rules.advance(state) {
            return next;
        }
        for place in (0..state.felt.seats.len()).rev() {
            self.rules.settle(state, place);
        }
        Next::Done
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        self.rules.act(state, seat, action);
    }

    fn card(&self, state: &mut RoundState<'_>) {
        self.rules.card(state);
    }

    fn ordered(&self, state: &mut RoundState<'_>, seat: Option<SeatNumber>, order: Order) {
        self.rules.ordered(state, seat, order);
    }

    fn may_deal_dealer_last(&self, felt: &Felt) -> bool {
        is_dealing(felt)
    }
}
