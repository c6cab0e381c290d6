//! A table while it is being opened: its options, schedules, pays and citations are looked up in the
//! section, and everything that is missing or contradicts itself is noted.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::DeckCount;
use money::{Cents, Odds};
use rulebook::{
    Bounds, Citation, DealTo, DealWay, Irregularity, OptionValues, Section, TableOption, ToWhom,
};

use super::{CiteId, CommonCites, OpenError, Packet, Posting, Table};
use crate::felt::{LINES_MAX, Line};
use crate::game::{Bet, Game};
use crate::irregular::Order;
use crate::limits::Limits;
use crate::paytable::PayTable;
use crate::settle::{Pay, Taken};
use crate::side_bets::SideBet;

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
    pub(super) fn new(section: Section, bounds: Bounds, posting: &Posting) -> Opening {
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
        let known = options_of(&self.bounds, &self.section);
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
                let side_bets = self.section.side_bets.iter().flat_map(|side| &side.schedules);
                let all = self.section.schedules.iter().chain(side_bets);
                let mut keys: Vec<&str> = Vec::new();
                for schedule in all.filter(|s| s.wager != *bet) {
                    if !keys.contains(&schedule.chosen_as.as_str()) {
                        keys.push(&schedule.chosen_as);
                    }
                }
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

    /// Whether an option is `true`.
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
    fn limits(&self, names: &Arc<[&'static str]>) -> Limits {
        let lines: Vec<(Citation, rulebook::Limit)> = self
            .section
            .limits
            .iter()
            .filter_map(|limit| {
                let cite = limit.cite.first().and_then(|key| self.section.cite(key))?;
                Some((cite, limit.clone()))
            })
            .collect();
        Limits::new(Arc::clone(names), self.bounds.bet_max, lines, &self.posted_limits)
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

    pub(crate) fn decks(&self) -> DeckCount {
        let posted = self.options.get("decks").and_then(|decks| decks.parse().ok());
        let usual = self.section.decks.first().copied().unwrap_or(DeckCount::ONE);
        let decks = posted.and_then(|decks| DeckCount::new(decks).ok());
        decks.map_or(usual, |decks| decks.with_joker(usual.has_joker()))
    }

    /// The bets and lines of the game and of its side bets.
    fn bets(&mut self, game: &dyn Game, own_cards: usize) -> Bets {
        let side_bets = self.side_bets(game, own_cards);
        self.check_decks();
        let names = game.lines().iter().copied().chain(side_bets.iter().map(|side| side.name));
        let names: Arc<[&'static str]> = names.collect();
        let order = in_paying_order(&self.section.paying, &names, game.lines().len());
        let all_bets = all_bets(&self.section, game, &side_bets);
        let lines: Vec<(Line, &str)> =
            order.iter().map(|line| (*line, names[line.index()])).collect();
        let unknown = Limits::unknown(&self.section, &lines, &all_bets, &self.posted_limits);
        self.errors.extend(unknown);
        Bets { side_bets, names, order, all_bets }
    }

    /// The side bets that this table offers: the section's own, and those of other sections that are posted.
    fn side_bets(&mut self, game: &dyn Game, own_cards: usize) -> Vec<SideBet> {
        let mut side_bets: Vec<SideBet> = Vec::new();
        for wager in self.section.wagers.clone() {
            let is_offered = !self.section.is_added(&wager.id) || self.chosen(&wager.id).is_some();
            if wager.side.is_none() || !is_offered {
                continue;
            }
            let place = game.lines().len() + side_bets.len();
            if place >= LINES_MAX {
                self.conflict(format!("{} is one bet too many for a table", wager.id));
                break;
            }
            let line_of = |id: &str| {
                let own = game.bets().iter().find(|bet| bet.id == id).map(|bet| bet.lines[0]);
                own.or_else(|| side_bets.iter().find(|side| side.id == id).map(|side| side.line))
            };
            let side = SideBet::read(self, &wager, Line(place as u8), own_cards, line_of);
            side_bets.extend(side);
        }
        side_bets
    }

    /// A schedule that is posted must go with the number of decks.
    fn check_decks(&mut self) {
        let decks = self.decks().get();
        let is_chosen =
            |known: &&rulebook::Schedule| self.chosen(&known.chosen_as) == Some(known.id.as_str());
        let chosen = self.section.schedules.iter().filter(is_chosen);
        let conflicts: Vec<String> =
            chosen.filter_map(|known| known.decks_conflict(decks)).collect();
        conflicts.into_iter().for_each(|conflict| self.conflict(conflict));
    }

    pub(super) fn finish(
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
            void: self.cite(&["GEN-12"]),
        };
        let Some(game) = game else {
            return Err(vec![OpenError::NotPlayed(posting.game)]);
        };
        let own_cards = own_cards(&packets);
        let Bets { side_bets, names, order, all_bets } = self.bets(&*game, own_cards);
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let chip = self.option("chip").parse().unwrap_or(Cents::dollars(1));
        let limits = self.limits(&names);
        let place_of = |id: &str| names.iter().position(|line| *line == id);
        let progressive_line = place_of("progressive").and_then(|place| u8::try_from(place).ok());
        let line_of = |(id, odds): &(String, Odds)| {
            let place = place_of(id)?;
            Some((Line(u8::try_from(place).ok()?), *odds))
        };
        let fractions = self.fractions.iter().filter_map(line_of).collect();
        let is_offered = |bet: &&Bet| {
            let in_section = self
                .section
                .wagers
                .iter()
                .any(|wager| wager.bets.iter().any(|known| known == bet.id));
            in_section && (bet.id != "progressive" || progressive.is_some())
        };
        let offered = all_bets.iter().filter(is_offered).copied().collect();
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
            lines: names,
            order,
            all_bets,
            offered,
            side_bets,
            own_cards,
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

/// What can be bet at a table, and the lines that settle it.
struct Bets {
    side_bets: Vec<SideBet>,
    names: Arc<[&'static str]>,
    order: Vec<Line>,
    all_bets: Vec<Bet>,
}

/// How many cards a seat is dealt before it first decides.
fn own_cards(packets: &[(String, Vec<Packet>)]) -> usize {
    let to_seats = |packet: &&Packet| matches!(packet.to, DealTo::Seats | DealTo::SeatsAndDealer);
    let first = packets.first().map(|(_, first)| first.iter().filter(to_seats)).into_iter();
    first.flatten().map(|packet| usize::from(packet.cards) * usize::from(packet.times)).sum()
}

/// The lines in the order in which the section settles them: the game's own as it lists them, and each side bet's
/// before the first of them that is settled later.
fn in_paying_order(paying: &rulebook::Paying, names: &[&str], own: usize) -> Vec<Line> {
    let paid = || paying.before.iter().chain(&paying.seat).chain(&paying.after);
    let place_of = |name: &str| paid().position(|line| line == name);
    let mut order: Vec<Line> = (0..own as u8).map(Line).collect();
    for (place, name) in names.iter().enumerate().skip(own) {
        let is_later = |line: &Line| place_of(names[line.index()]) > place_of(name);
        let before = order.iter().position(is_later).unwrap_or(order.len());
        order.insert(before, Line(place as u8));
    }
    order
}

/// The bets of a game and of its side bets, in the order of the section's wagers.
fn all_bets(section: &Section, game: &dyn Game, side_bets: &[SideBet]) -> Vec<Bet> {
    let place_of =
        |id: &str| section.wagers.iter().position(|wager| wager.bets.iter().any(|bet| bet == id));
    let side_bets = side_bets.iter().map(SideBet::bet);
    let mut bets: Vec<Bet> = game.bets().iter().copied().chain(side_bets).collect();
    bets.sort_by_key(|bet| place_of(bet.id).unwrap_or(usize::MAX));
    bets
}

/// The options of a table: the section's own, and the chip and the way of dealing, which every table has.
pub fn options_of(bounds: &Bounds, section: &Section) -> Vec<TableOption> {
    let own = |key: &str, words: Vec<String>, says: &str, cite: &[&str]| TableOption {
        key: key.to_owned(),
        default: words.first().cloned().unwrap_or_default(),
        values: OptionValues::OneOf(words),
        says: says.to_owned(),
        cite: cite.iter().map(|cite| (*cite).to_owned()).collect(),
    };
    let number = |chip: &Cents| format!("{chip:#}").replacen('$', "", 1);
    let chips = bounds.chips.iter().map(number).collect();
    let by_machine = section.deals.iter().any(|deal| deal.way == DealWay::Machine);
    let ways: &[&str] = if by_machine { &["hand", "machine"] } else { &["hand"] };
    let ways = ways.iter().map(|way| (*way).to_owned()).collect();
    let mut options = section.options.clone();
    options.push(own(
        "chip",
        chips,
        "The smallest chip in dollars; stakes are multiples of it.",
        &["GEN-8"],
    ));
    options.push(own("dealing", ways, "Whether the cards are dealt by hand or by machine.", &[]));
    options
}
