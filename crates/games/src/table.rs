//! A table as it is opened: one edition, posted schedules, the house's options.

mod opening;

pub(crate) use opening::Opening;
pub use opening::options_of;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cards::DeckCount;
use money::{Cents, FractionOfACent, Odds};
use rulebook::{
    Bounds, Citation, Consequence, DealTo, EditionId, FaceDealt, Irregularity, Rulebook, Schedule,
    Section, ToWhom,
};

use crate::blackjack::BlackjackTerms;
use crate::felt::{Line, SeatNumber};
use crate::game::{Bet, Game};
use crate::irregular::Order;
use crate::limits::Limits;
use crate::posted::{self, PostedProgressive};
use crate::side_bets::SideBet;

/// The progressive wager: its bet, its line and its wager in the rulebook.
const PROGRESSIVE: &str = "progressive";

/// What orders something, as a place in the table's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CiteId(u16);

/// What the house posts when it opens a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Posting {
    /// The game's id.
    pub game: String,
    /// The edition; the newest if none is named.
    pub edition: Option<EditionId>,
    /// Schedules by the bet that picks them; the first of the rule where none is named.
    pub schedules: BTreeMap<String, String>,
    /// Options by key; the default where none is named.
    pub options: BTreeMap<String, String>,
    /// Posted limits by bet: least and most.
    pub limits: BTreeMap<String, (Cents, Cents)>,
}

/// What is wrong with a posting.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OpenError {
    #[error("there is no game \"{0}\"")]
    NoSuchGame(String),
    #[error(
        "the rulebook has \"{0}\", but this program has no rules of play for it: a game of one's own is a Rust file too, \
         with a line in crates/games/src/lib.rs"
    )]
    NotPlayed(String),
    #[error("{0}")]
    NoSuchEdition(#[from] rulebook::UnknownEdition),
    #[error("\"{bet}\" does not select a schedule; {known}")]
    NoSuchBet { bet: String, known: String },
    #[error("{bet} has no schedule \"{name}\"; it has {known}")]
    NoSuchSchedule { bet: String, name: String, known: String },
    #[error("unknown option \"{option}\"; {known}")]
    NoSuchOption { option: String, known: String },
    #[error("option {option} cannot be \"{value}\"; it can be {known}")]
    NoSuchValue { option: String, value: String, known: String },
    #[error("no limit can be posted for \"{bet}\" here; {known}")]
    NoSuchLimit { bet: String, known: String },
    #[error("{0}")]
    Conflict(String),
    #[error("the rulebook's section for {game} has no {what}")]
    RulebookLacks { game: String, what: String },
}

/// A packet of cards as the deal needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packet {
    pub(crate) to: DealTo,
    pub(crate) cards: u8,
    pub(crate) times: u8,
    pub(crate) face: FaceDealt,
    pub(crate) cite: CiteId,
}

/// A table, open under one edition and one set of choices. It does not change while it is open.
pub struct Table {
    section: Section,
    bounds: Bounds,
    posting: Posting,
    options: BTreeMap<String, String>,
    chosen: BTreeMap<String, String>,
    cites: Vec<Vec<Citation>>,
    packets: Vec<(String, Vec<Packet>)>,
    pub(crate) decks: DeckCount,
    pub(crate) chip: Cents,
    /// How many hands a player may play, where the section or the house says so.
    pub(crate) hands_max: Option<usize>,
    /// The lines: the game's own, by the places that it knows, and those of side bets.
    pub(crate) lines: Arc<[&'static str]>,
    /// The same in the order in which they are shown.
    order: Vec<Line>,
    /// The bets of the game and of side bets, in the order of the section's wagers.
    pub(crate) all_bets: Vec<Bet>,
    /// The bets that may be placed, found once: they are placed in every round.
    offered: Vec<Bet>,
    pub(crate) side_bets: Vec<SideBet>,
    own_cards: usize,
    pub(crate) limits: Limits,
    pub(crate) fractions: Vec<(Line, Odds)>,
    pub(crate) irregularities: Vec<(Irregularity, ToWhom, Order)>,
    pub(crate) progressive: Option<PostedProgressive>,
    pub(crate) progressive_line: Option<Line>,
    pub(crate) is_progressive_last: bool,
    pub(crate) cite: CommonCites,
    pub(crate) game: Box<dyn Game>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("posting", &self.posting).finish_non_exhaustive()
    }
}

/// Citations that the shared machinery needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CommonCites {
    pub(crate) lock: CiteId,
    pub(crate) envy: CiteId,
    pub(crate) void: CiteId,
}

impl Table {
    /// Opens a table; everything wrong with the posting is reported at once.
    pub fn open(book: &Rulebook, posting: Posting) -> Result<Arc<Table>, Vec<OpenError>> {
        let posted: Vec<String> = posting.schedules.keys().cloned().collect();
        Table::open_with(book, posting, |wager| posted.iter().any(|key| key == wager))
    }

    /// A table as it is posted, whose section has every side bet that may be added: for questions about them.
    pub fn for_questions(book: &Rulebook, posting: Posting) -> Result<Arc<Table>, Vec<OpenError>> {
        Table::open_with(book, posting, |_| true)
    }

    /// Opens a table whose section has the side bets of other sections that are wanted, by their wagers.
    fn open_with(
        book: &Rulebook,
        posting: Posting,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Arc<Table>, Vec<OpenError>> {
        let game = book
            .game(&posting.game)
            .ok_or_else(|| vec![OpenError::NoSuchGame(posting.game.clone())])?;
        let section = match posting.edition {
            Some(edition) => game.edition(edition).map_err(|error| vec![error.into()])?,
            None => game.newest(),
        };
        Table::of_section(section.with_side_bets(is_wanted), book.bounds().clone(), posting)
    }

    fn of_section(
        section: Section,
        bounds: Bounds,
        posting: Posting,
    ) -> Result<Arc<Table>, Vec<OpenError>> {
        let mut opening = Opening::new(section, bounds, &posting);
        let game = crate::open_game(&posting.game, &mut opening);
        opening.finish(game, posting).map(Arc::new)
    }

    /// The same table with this schedule of its section in use.
    pub fn with_schedule(&self, schedule: &Schedule) -> Result<Arc<Table>, Vec<OpenError>> {
        let mut posting = self.posting.clone();
        posting.schedules.insert(schedule.chosen_as.clone(), schedule.id.clone());
        Table::of_section(self.section.clone(), self.bounds.clone(), posting)
    }

    /// The section in the edition of this table.
    pub fn section(&self) -> &Section {
        &self.section
    }

    /// Bounds that no table may pass.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// What was posted.
    pub fn posting(&self) -> &Posting {
        &self.posting
    }

    /// The value of an option: what was posted or the default.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.get(key).map(String::as_str)
    }

    /// Every option and its value.
    pub fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    /// The schedule in use for the bet that picks it: what was posted, or the first that goes with
    /// the other choices. A progressive, and a side bet of another section, is in use only if it was posted.
    pub fn schedule(&self, bet: &str) -> Option<&str> {
        let mut of_bet = self.section.schedules.iter().filter(|known| known.chosen_as == bet);
        let is_usual = bet != PROGRESSIVE && !self.section.is_added(bet);
        let first = of_bet.next().filter(|_| is_usual).map(|known| known.id.as_str());
        self.chosen.get(bet).map(String::as_str).or(first)
    }

    /// A schedule as this table's options post it; nothing if they cannot, as when the posted
    /// progressive wager is not a multiple of its own [PRG-7].
    pub fn as_posted(&self, schedule: &Schedule) -> Option<Schedule> {
        posted::as_posted(schedule, |key| self.option(key).unwrap_or_default())
    }

    /// The progressive, if one is posted.
    pub fn progressive(&self) -> Option<&PostedProgressive> {
        self.progressive.as_ref()
    }

    /// Whether a hand triggers envy only if its own player made the bet [PRG-6].
    pub fn envy_needs_own_bet(&self) -> bool {
        self.game.envy_needs_own_bet()
    }

    /// The smallest chip: every wager is a multiple of it [GEN-8].
    pub fn chip(&self) -> Cents {
        self.chip
    }

    /// The least and the most that may be bet, by the section and by what is posted.
    pub fn range(&self, bet: &str) -> (Cents, Cents) {
        self.limits.range(bet)
    }

    /// The rules of blackjack, at a table where it is played.
    pub fn blackjack(&self) -> Option<&BlackjackTerms> {
        self.game.blackjack()
    }

    /// Whether the players play for a pot.
    pub fn has_pot(&self) -> bool {
        self.game.pot().is_some()
    }

    /// The bet that is made for a pot, in a game for one.
    pub fn pot_bet(&self) -> Option<&'static str> {
        let line = self.game.pot()?;
        self.all_bets.iter().find(|bet| bet.lines.contains(&line)).map(|bet| bet.id)
    }

    /// Is what lies on this bet fixed by the rule or by what is posted: the progressive wager, and the ante for a pot?
    pub fn is_fixed(&self, bet: &str) -> bool {
        bet == PROGRESSIVE || self.pot_bet() == Some(bet)
    }

    /// Whether the house pays and takes this wager, at an edge of its own. The progressive is paid from its meter, and
    /// players bet for a pot among themselves.
    pub fn is_banked(&self, wager: &str) -> bool {
        let pot = self.pot_bet().and_then(|bet| {
            self.section.wagers.iter().find(|known| known.bets.iter().any(|id| id == bet))
        });
        wager != PROGRESSIVE && pot.is_none_or(|pot| pot.id != wager)
    }

    /// What insurance pays, if the table offers it.
    pub fn insurance(&self) -> Option<Odds> {
        self.option("insurance").filter(|offered| *offered == "true")?;
        self.section.pay("insurance")
    }

    /// From how many decks it is dealt.
    pub fn decks(&self) -> DeckCount {
        self.decks
    }

    /// How many cards a seat is dealt before it first decides.
    pub fn own_cards(&self) -> usize {
        self.own_cards
    }

    /// The bets that may be placed at the start.
    pub fn bets(&self) -> impl Iterator<Item = &'static str> {
        self.offered.iter().map(|bet| bet.id)
    }

    /// The bet with this id, if it is offered in the edition of this table, and if it is a
    /// progressive, posted.
    pub(crate) fn offered(&self, id: &str) -> Option<Bet> {
        self.offered.iter().find(|bet| bet.id == id).copied()
    }

    pub(crate) fn bet(&self, id: &str) -> Option<&Bet> {
        self.all_bets.iter().find(|bet| bet.id == id)
    }

    /// Every line with its id, in the order in which they are shown.
    pub(crate) fn lines_in_order(&self) -> impl Iterator<Item = (Line, &'static str)> + '_ {
        self.order.iter().map(|line| (*line, self.lines[line.index()]))
    }

    /// A line by its id.
    pub fn line(&self, id: &str) -> Option<Line> {
        let place = self.lines.iter().position(|line| *line == id)?;
        u8::try_from(place).ok().map(Line)
    }

    /// The id of a line.
    pub fn line_id(&self, line: Line) -> &'static str {
        self.game.lines()[line.index()]
    }

    /// Whether a tip may ride on this line.
    pub(crate) fn takes_tip(&self, line: &str) -> bool {
        self.section.wagers.iter().any(|wager| wager.tips.iter().any(|known| known == line))
    }

    /// Whether the wager on this line is made by a decision, not by a bet at the start.
    pub(crate) fn is_made_later(&self, line: Line) -> bool {
        !self.all_bets.iter().any(|bet| bet.lines.contains(&line))
    }

    /// Whether a tip on this line goes with a decision.
    pub(crate) fn is_tipped_later(&self, line: &str) -> bool {
        self.takes_tip(line) && self.line(line).is_some_and(|line| self.is_made_later(line))
    }

    /// The fraction of a cent that a posted row would pay a stake, if one would [GEN-8].
    pub(crate) fn fraction_on(&self, line: Line, stake: Cents) -> Option<FractionOfACent> {
        let of_line = self.fractions.iter().filter(|(known, _)| *known == line);
        of_line.filter_map(|(_, odds)| odds.returned(stake)?.err()).next()
    }

    /// Everything a citation stands for, the first of it foremost.
    pub fn citations(&self, id: CiteId) -> &[Citation] {
        &self.cites[usize::from(id.0)]
    }

    /// The foremost citation.
    pub fn citation(&self, id: CiteId) -> &Citation {
        &self.cites[usize::from(id.0)][0]
    }

    /// How many cards the first deal gives a seat and the dealer, where that is fixed by hand and
    /// the dealer's are his own; nothing for games dealt from a shoe.
    pub(crate) fn deal_size(&self) -> Option<(usize, usize)> {
        if self.game.is_dealt_from_shoe() {
            return None;
        }
        let (mut own, mut dealers) = (0, 0);
        for packet in self.packets("deal") {
            let cards = usize::from(packet.cards) * usize::from(packet.times);
            match packet.to {
                DealTo::Seats => own += cards,
                DealTo::Dealer => dealers += cards,
                DealTo::SeatsAndDealer => {
                    own += cards;
                    dealers += cards;
                }
                DealTo::Board | DealTo::Burn | DealTo::Discard => {}
            }
        }
        Some((own, if self.game.is_dealer_the_board() { 0 } else { dealers }))
    }

    /// Whether the section says what follows from an irregularity, other than refusing it.
    pub(crate) fn is_provided_for(&self, what: Irregularity, seat: Option<SeatNumber>) -> bool {
        let order = self.order_for(what, seat);
        order.is_some_and(|order| order.consequence != Consequence::Refused)
    }

    pub(crate) fn packets(&self, stage: &str) -> &[Packet] {
        let found = self.packets.iter().find(|(known, _)| known == stage);
        found.map_or(&[], |(_, packets)| packets)
    }
}
