//! A table as it is opened: one edition, posted schedules, the house's options.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cards::DeckCount;
use money::{Cents, FractionOfACent, Odds};
use rulebook::{
    Bounds, Citation, Consequence, DealTo, DealWay, EditionId, FaceDealt, Irregularity,
    OptionValues, Rulebook, Schedule, Section, TableOption, ToWhom,
};

use crate::felt::{LINES_MAX, Line, SeatNumber};
use crate::game::{Bet, Game};
use crate::games;
use crate::irregular::Order;
use crate::limits::Limits;
use crate::meter::{self, PostedProgressive};
use crate::paytable::PayTable;
use crate::settle::{Pay, Taken};

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
    /// The bets that may be placed, found once: they are placed in every round.
    offered: Vec<&'static Bet>,
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
}

impl Table {
    /// Opens a table; everything wrong with the posting is reported at once.
    pub fn open(book: &Rulebook, posting: Posting) -> Result<Arc<Table>, Vec<OpenError>> {
        let game = book
            .game(&posting.game)
            .ok_or_else(|| vec![OpenError::NoSuchGame(posting.game.clone())])?;
        let section = match posting.edition {
            Some(edition) => game.edition(edition).map_err(|error| vec![error.into()])?,
            None => game.newest(),
        };
        let mut opening = Opening::new(section, book.bounds().clone(), &posting);
        let game = games::open(&posting.game, &mut opening);
        opening.finish(game, posting).map(Arc::new)
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
    /// the other choices. A progressive is in use only if it was posted.
    pub fn schedule(&self, bet: &str) -> Option<&str> {
        let mut of_bet = self.section.schedules.iter().filter(|known| known.chosen_as == bet);
        let first = of_bet.next().filter(|_| bet != "progressive").map(|known| known.id.as_str());
        self.chosen.get(bet).map(String::as_str).or(first)
    }

    /// A schedule as this table's options post it; nothing if they cannot, as when the posted
    /// progressive wager is not a multiple of its own [PRG-7].
    pub fn as_posted(&self, schedule: &Schedule) -> Option<Schedule> {
        meter::as_posted(schedule, |key| self.option(key).unwrap_or_default())
    }

    /// The progressive, if one is posted.
    pub fn progressive(&self) -> Option<&PostedProgressive> {
        self.progressive.as_ref()
    }

    /// Does a hand trigger envy only if its own player made the bet [PRG-6]?
    pub fn envy_needs_own_bet(&self) -> bool {
        self.game.envy_needs_own_bet()
    }

    /// From how many decks it is dealt.
    pub fn decks(&self) -> DeckCount {
        self.decks
    }

    /// The bets that may be placed at the start.
    pub fn bets(&self) -> impl Iterator<Item = &'static str> {
        self.offered.iter().map(|bet| bet.id)
    }

    /// The bet with this id, if it is offered in the edition of this table, and if it is a
    /// progressive, posted.
    pub(crate) fn offered(&self, id: &str) -> Option<&'static Bet> {
        self.offered.iter().find(|bet| bet.id == id).copied()
    }

    pub(crate) fn bet(&self, id: &str) -> Option<&'static Bet> {
        self.game.bets().iter().find(|bet| bet.id == id)
    }

    /// A line by its id.
    pub fn line(&self, id: &str) -> Option<Line> {
        let place = self.game.lines().iter().position(|line| *line == id)?;
        u8::try_from(place).ok().map(Line)
    }

    /// May a tip ride on this line?
    pub(crate) fn takes_tip(&self, line: &str) -> bool {
        self.section.wagers.iter().any(|wager| wager.tips.iter().any(|known| known == line))
    }

    /// Is the wager on this line made by a decision, not by a bet at the start?
    pub(crate) fn is_made_later(&self, line: Line) -> bool {
        !self.game.bets().iter().any(|bet| bet.lines.contains(&line))
    }

    /// Does a tip on this line go with a decision?
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

    /// Does the section say what follows from an irregularity, other than refusing it?
    pub(crate) fn is_provided_for(&self, what: Irregularity, seat: Option<SeatNumber>) -> bool {
        let order = self.order_for(what, seat);
        order.is_some_and(|order| order.consequence != Consequence::Refused)
    }

    pub(crate) fn packets(&self, stage: &str) -> &[Packet] {
        let found = self.packets.iter().find(|(known, _)| known == stage);
        found.map_or(&[], |(_, packets)| packets)
    }
}

/// A table while it is being opened: what a game asks for its rules of play.
pub(crate) struct Opening {
    pub(crate) section: Section,
    bounds: Bounds,
    options: BTreeMap<String, String>,
    posted_options: BTreeMap<String, String>,
    chosen: BTreeMap<String, String>,
    posted_limits: BTreeMap<String, (Cents, Cents)>,
    cites: Vec<Vec<Citation>>,
    /// Odds that are no whole number, and the lines they pay.
    fractions: Vec<(String, Odds)>,
    errors: Vec<OpenError>,
}

impl Opening {
    fn new(section: Section, bounds: Bounds, posting: &Posting) -> Opening {
        let mut opening = Opening {
            section,
            bounds,
            options: BTreeMap::new(),
            posted_options: posting.options.clone(),
            chosen: posting.schedules.clone(),
            posted_limits: posting.limits.clone(),
            cites: Vec::new(),
            fractions: Vec::new(),
            errors: Vec::new(),
        };
        opening.read_options(&posting.options);
        opening.check_schedules();
        opening
    }

    /// The section's options and those of every table, with the posted values.
    fn read_options(&mut self, posted: &BTreeMap<String, String>) {
        let own = |key: &str, words: Vec<String>| TableOption {
            key: key.to_owned(),
            default: words.first().cloned().unwrap_or_default(),
            values: OptionValues::OneOf(words),
            says: String::new(),
            cite: Vec::new(),
        };
        let mut known: Vec<TableOption> = self.section.options.clone();
        let number = |chip: &Cents| format!("{chip:#}").replacen('$', "", 1);
        known.push(own("chip", self.bounds.chips.iter().map(number).collect()));
        let by_machine = self.section.deals.iter().any(|deal| deal.way == DealWay::Machine);
        let ways: &[&str] = if by_machine { &["hand", "machine"] } else { &["hand"] };
        known.push(own("dealing", ways.iter().map(|way| (*way).to_owned()).collect()));
        for (key, value) in posted {
            match known.iter().find(|option| option.key == *key) {
                None => {
                    let keys: Vec<&str> = known.iter().map(|option| option.key.as_str()).collect();
                    let known = format!("the options are {}", keys.join(", "));
                    self.errors.push(OpenError::NoSuchOption { option: key.clone(), known });
                }
                Some(option) if !option.allows(value) => {
                    let (option, value, known) =
                        (key.clone(), value.clone(), option.value_words().join(", "));
                    self.errors.push(OpenError::NoSuchValue { option, value, known });
                }
                Some(_) => {}
            }
        }
        for option in known {
            let value = posted.get(&option.key).cloned().unwrap_or(option.default);
            self.options.insert(option.key, value);
        }
    }

    fn check_schedules(&mut self) {
        let mut errors = Vec::new();
        for (bet, name) in &self.chosen {
            let names: Vec<&str> = self
                .section
                .schedules
                .iter()
                .filter(|schedule| schedule.chosen_as == *bet)
                .map(|schedule| schedule.id.as_str())
                .collect();
            if names.is_empty() {
                let mut keys: Vec<&str> =
                    self.section.schedules.iter().map(|s| s.chosen_as.as_str()).collect();
                keys.dedup();
                let known = format!("use {}", keys.join(", "));
                errors.push(OpenError::NoSuchBet { bet: bet.clone(), known });
            } else if !names.contains(&name.as_str()) {
                let (bet, name, known) = (bet.clone(), name.clone(), names.join(", "));
                errors.push(OpenError::NoSuchSchedule { bet, name, known });
            }
        }
        self.errors.append(&mut errors);
    }

    /// The value of an option.
    pub(crate) fn option(&self, key: &str) -> &str {
        self.options.get(key).map_or("", String::as_str)
    }

    /// Is an option `true`?
    pub(crate) fn is(&self, key: &str) -> bool {
        self.option(key) == "true"
    }

    /// Which schedule was chosen for a bet, if one was named.
    pub(crate) fn chosen(&self, bet: &str) -> Option<&str> {
        self.chosen.get(bet).map(String::as_str)
    }

    /// What was posted for an option, if anything was.
    pub(crate) fn posted(&self, key: &str) -> Option<&str> {
        self.posted_options.get(key).map(String::as_str)
    }

    /// Gives an option another default, because of another choice.
    pub(crate) fn default_option(&mut self, key: &str, value: &str) {
        if self.posted(key).is_none() {
            self.options.insert(key.to_owned(), value.to_owned());
        }
    }

    /// Gives a bet another default schedule than the first, because of another choice.
    pub(crate) fn default_schedule(&mut self, bet: &str, name: &str) {
        self.chosen.entry(bet.to_owned()).or_insert_with(|| name.to_owned());
    }

    /// The amount of a term of the section.
    pub(crate) fn amount(&mut self, term: &str) -> Cents {
        let found = self.section.term(term).and_then(|value| value.parse().ok());
        found.unwrap_or_else(|| {
            self.lacks(format!("[[term]] \"{term}\" in dollars"));
            Cents::ZERO
        })
    }

    /// Notes that an option cannot have the value that was posted.
    pub(crate) fn refuse_value(&mut self, option: &str, known: String) {
        let (value, option) = (self.option(option).to_owned(), option.to_owned());
        self.errors.push(OpenError::NoSuchValue { option, value, known });
    }

    /// The most that a single bet may be.
    pub(crate) fn bet_max(&self) -> Cents {
        self.bounds.bet_max
    }

    /// Notes that choices contradict each other.
    pub(crate) fn conflict(&mut self, message: impl Into<String>) {
        self.errors.push(OpenError::Conflict(message.into()));
    }

    /// Notes that the section has no such entry.
    pub(crate) fn lacks(&mut self, what: String) {
        let game = self.section.game.clone();
        self.errors.push(OpenError::RulebookLacks { game, what });
    }

    /// What these subdivisions and rulings order; the first is foremost.
    pub(crate) fn cite(&mut self, keys: &[&str]) -> CiteId {
        let mut cites = Vec::new();
        for key in keys {
            match self.section.cite(key) {
                Some(cite) => cites.push(cite),
                None => self.lacks(format!("subdivision \"{key}\"")),
            }
        }
        if cites.is_empty() {
            cites.push(Citation::Ruling("GEN-1".to_owned()));
        }
        let place = self.cites.iter().position(|known| *known == cites).unwrap_or_else(|| {
            self.cites.push(cites);
            self.cites.len() - 1
        });
        CiteId(place as u16)
    }

    pub(crate) fn cite_owned(&mut self, keys: &[String]) -> CiteId {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        self.cite(&keys)
    }

    /// Why a line is taken.
    pub(crate) fn taken(&mut self, row: &'static str, keys: &[&str]) -> Taken {
        Taken { row, cite: self.cite(keys) }
    }

    /// What an outcome pays: the `[[pay]]` with this key.
    pub(crate) fn pay(&mut self, key: &'static str) -> Pay {
        match self.section.pay(key) {
            Some(odds) => self.pay_at(key, odds),
            None => {
                self.lacks(format!("[[pay]] \"{key}\""));
                Pay { odds: Odds::Push, row: key, cite: self.cite(&[]) }
            }
        }
    }

    /// The same at odds that the house posts.
    pub(crate) fn pay_at(&mut self, key: &'static str, odds: Odds) -> Pay {
        let found = self.section.pays.iter().find(|pay| pay.key == key).cloned();
        let (lines, cite) = found.map(|pay| (pay.lines, pay.cite)).unwrap_or_default();
        self.note_fraction(&lines, odds);
        Pay { odds, row: key, cite: self.cite_owned(&cite) }
    }

    fn note_fraction(&mut self, lines: &[String], odds: Odds) {
        if let Odds::To(ratio) | Odds::For(ratio) = odds
            && ratio.denominator() != 1
        {
            self.fractions.extend(lines.iter().map(|line| (line.clone(), odds)));
        }
    }

    /// The posted table that pays a line: what was chosen, or the first of the rule. Nothing if
    /// this edition has none.
    pub(crate) fn table(&mut self, line: &str) -> Option<PayTable> {
        let of_line: Vec<_> =
            self.section.schedules.iter().filter(|s| s.part(line).is_some()).collect();
        let chosen = of_line.first().and_then(|first| self.chosen.get(&first.chosen_as));
        let schedule = match chosen {
            // A name that there is none of is reported already.
            Some(name) => of_line.iter().find(|s| s.id == *name).or(of_line.first()),
            None => of_line.first(),
        }?;
        let mut part = schedule.part(line)?.clone();
        if self.is("printed") {
            part.read_as_printed();
        }
        self.note_fractions(&part);
        let cite = self.cite_owned(&part.cite);
        Some(PayTable::new(&part, cite))
    }

    /// Notes the rows of a table on which some stakes would be paid a fraction of a cent.
    pub(crate) fn note_fractions(&mut self, part: &rulebook::Part) {
        for row in &part.rows {
            self.note_fraction(&part.lines, row.pays);
        }
    }

    /// The posted table that pays a line which every edition of the game has.
    pub(crate) fn required_table(&mut self, line: &str) -> PayTable {
        self.table(line).unwrap_or_else(|| {
            self.lacks(format!("[[table]] for {line}"));
            let part = rulebook::Part {
                lines: Vec::new(),
                order: rulebook::Order::FiveCard,
                judged: rulebook::Judged::Own,
                rows: Vec::new(),
                cite: Vec::new(),
            };
            PayTable::unposted(&part)
        })
    }

    /// The section's limits as the machinery checks them.
    fn limits(&self, names: &[&str]) -> Limits {
        let lines: Vec<(Citation, rulebook::Limit)> = self
            .section
            .limits
            .iter()
            .filter_map(|limit| {
                let cite = limit.cite.first().and_then(|key| self.section.cite(key))?;
                Some((cite, limit.clone()))
            })
            .collect();
        Limits::new(names, self.bounds.bet_max, lines, &self.posted_limits)
    }

    fn packets(&mut self) -> Vec<(String, Vec<Packet>)> {
        let way = match self.option("dealing") {
            "machine" => DealWay::Machine,
            _ => DealWay::Hand,
        };
        let mut packets: Vec<(String, Vec<Packet>)> = Vec::new();
        for deal in self.section.deals.clone() {
            if deal.way != way && deal.way != DealWay::Both {
                continue;
            }
            let cite = self.cite_owned(&deal.cite);
            let (to, cards, times, face) = (deal.to, deal.cards, deal.times, deal.face);
            let packet = Packet { to, cards, times, face, cite };
            match packets.iter_mut().find(|(stage, _)| *stage == deal.stage) {
                Some((_, list)) => list.push(packet),
                None => packets.push((deal.stage.clone(), vec![packet])),
            }
        }
        packets
    }

    fn irregularities(&mut self) -> Vec<(Irregularity, ToWhom, Order)> {
        let order = |this: &mut Opening, irregularity: &rulebook::IrregularityRule| {
            let cite = this.cite_owned(&irregularity.cite);
            let rulebook::IrregularityRule { event, to, consequence, calls_supervisor, .. } =
                *irregularity;
            (event, to, Order { consequence, calls_supervisor, cite })
        };
        let all = self.section.irregularities.clone();
        all.iter().map(|irregularity| order(self, irregularity)).collect()
    }

    fn decks(&self) -> DeckCount {
        let posted = self.options.get("decks").and_then(|decks| decks.parse().ok());
        let decks = posted.and_then(|decks| DeckCount::new(decks).ok());
        decks.or_else(|| self.section.decks.first().copied()).unwrap_or(DeckCount::ONE)
    }

    fn finish(
        mut self,
        game: Option<Box<dyn Game>>,
        posting: Posting,
    ) -> Result<Table, Vec<OpenError>> {
        let packets = self.packets();
        let progressive = self.progressive();
        let irregularities = self.irregularities();
        let cite = CommonCites {
            lock: self.cite(&["GEN-10"]),
            envy: {
                let section = ["envy-payment", "envy"].into_iter();
                let mut keys: Vec<&str> =
                    section.filter(|key| self.section.cite(key).is_some()).take(1).collect();
                keys.push("PRG-6");
                self.cite(&keys)
            },
        };
        let Some(game) = game else {
            return Err(vec![OpenError::NoSuchGame(posting.game)]);
        };
        debug_assert!(game.lines().len() <= LINES_MAX, "a game has at most {LINES_MAX} lines");
        let unknown = Limits::unknown(&self.section, &*game, &self.posted_limits);
        self.errors.extend(unknown);
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let chip = self.option("chip").parse().unwrap_or(Cents::dollars(1));
        let limits = self.limits(game.lines());
        let place_of = |id: &str| game.lines().iter().position(|line| *line == id);
        let progressive_line = place_of("progressive").and_then(|place| u8::try_from(place).ok());
        let line_of = |(id, odds): &(String, Odds)| {
            let place = place_of(id)?;
            Some((Line(u8::try_from(place).ok()?), *odds))
        };
        let fractions = self.fractions.iter().filter_map(line_of).collect();
        let is_offered = |bet: &&'static Bet| {
            let in_section = self
                .section
                .wagers
                .iter()
                .any(|wager| wager.bets.iter().any(|known| known == bet.id));
            in_section && (bet.id != "progressive" || progressive.is_some())
        };
        let offered = game.bets().iter().filter(is_offered).collect();
        let is_progressive_last = self.section.paying.after.iter().any(|l| l == "progressive");
        Ok(Table {
            decks: self.decks(),
            chip,
            hands_max: self.option("hands-per-player").parse().ok(),
            bounds: self.bounds,
            options: self.options,
            chosen: self.chosen,
            cites: self.cites,
            section: self.section,
            posting,
            packets,
            offered,
            limits,
            fractions,
            irregularities,
            progressive,
            progressive_line: progressive_line.map(Line),
            is_progressive_last,
            cite,
            game,
        })
    }
}
