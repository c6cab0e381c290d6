//! A game's section: all its editions as loaded, and one edition as a table is opened under.

use cards::DeckCount;
use forms::Place;
use money::{Cents, Odds};

use crate::citation::is_ruling_id;
use crate::entries::{
    Deal, IrregularityRule, Limit, Pay, Paying, Play, Rake, Ruling, Subdivision, TableOption, Term,
    Wager,
};
use crate::{Citation, Edition, EditionId, Felt, Schedule, Settles, Step, numbers};

/// Every game, and the rulings and bounds that hold for all.
#[derive(Clone, Debug)]
pub struct Rulebook {
    pub(crate) games: Vec<Game>,
    pub(crate) bounds: Bounds,
    pub(crate) rulings: Vec<Ruling>,
}

impl Rulebook {
    /// The games, in the order of the rule's chapters and sections.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The game with this id.
    pub fn game(&self, id: &str) -> Option<&Game> {
        self.games.iter().find(|game| game.id == id)
    }

    /// This rulebook with one game only: for figuring, where copies of it are changed.
    #[must_use]
    pub fn of_game(&self, id: &str) -> Rulebook {
        let games = self.game(id).cloned().into_iter().collect();
        Rulebook { games, bounds: self.bounds.clone(), rulings: self.rulings.clone() }
    }

    /// This rulebook with another schedule in a game: in place of the one with its wager and id in
    /// every edition that has it, or beside the others in all editions. For figuring what a schedule
    /// would cost; nothing checks it against the rule.
    #[must_use]
    pub fn with_schedule(&self, game: &str, schedule: &Schedule) -> Rulebook {
        let mut book = self.clone();
        let Some(game) = book.games.iter_mut().find(|known| known.id == game) else { return book };
        let is_of = |side: &&mut Game| side.wagers.iter().any(|w| w.value.id == schedule.wager);
        let is_own = game.wagers.iter().any(|wager| wager.value.id == schedule.wager);
        let game = match is_own {
            true => game,
            false => match game.side_bets.iter_mut().find(is_of) {
                Some(side) => side,
                None => return book,
            },
        };
        let is_same = |entry: &&mut Entry<Schedule>| {
            entry.value.wager == schedule.wager && entry.value.id == schedule.id
        };
        let mut is_new = true;
        for entry in game.schedules.iter_mut().filter(is_same) {
            entry.value = schedule.clone();
            is_new = false;
        }
        if is_new {
            let place = Place { file: String::new(), line: 0, key: schedule.id.clone() };
            let until = game.editions.len();
            game.schedules.push(Entry { value: schedule.clone(), from: 0, until, place });
        }
        book
    }

    /// This rulebook with another pay of a game, where no hand decides, in every edition.
    #[must_use]
    pub fn with_pay(&self, game: &str, key: &str, pays: Odds) -> Rulebook {
        let mut book = self.clone();
        let of_game = book.games.iter_mut().filter(|known| known.id == game);
        let entries = of_game.flat_map(|game| &mut game.pays);
        entries.filter(|entry| entry.value.key == key).for_each(|entry| entry.value.pays = pays);
        book
    }

    /// This rulebook with another value of a game's term in every edition that has it.
    #[must_use]
    pub fn with_term(&self, game: &str, key: &str, value: &str) -> Rulebook {
        let mut book = self.clone();
        let of_game = book.games.iter_mut().filter(|known| known.id == game);
        let entries = of_game.flat_map(|game| &mut game.terms);
        let of_key = entries.filter(|entry| entry.value.key == key);
        of_key.for_each(|entry| value.clone_into(&mut entry.value.value));
        book
    }

    /// Bounds that no table may exceed.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The rulings that hold for every game.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }
}

/// Bounds that no table may exceed [GEN-8] [GEN-9] [GEN-13].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The largest single bet.
    pub bet_max: Cents,
    /// The most seats at a table.
    pub seats_max: u8,
    /// The chips that stakes may be multiples of, the usual first.
    pub chips: Vec<Cents>,
}

/// Something that holds in some editions: from the first index on, before the second.
#[derive(Clone, Debug)]
pub(crate) struct Entry<T> {
    pub(crate) value: T,
    pub(crate) from: usize,
    pub(crate) until: usize,
    pub(crate) place: Place,
}

impl<T> Entry<T> {
    pub(crate) fn holds_in(&self, edition: usize) -> bool {
        (self.from..self.until).contains(&edition)
    }
}

fn holding<T: Clone>(entries: &[Entry<T>], edition: usize) -> Vec<T> {
    let holding = entries.iter().filter(|entry| entry.holds_in(edition));
    holding.map(|entry| entry.value.clone()).collect()
}

/// A game, or a side bet with a section of its own, with all editions of its section.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its id: `three-card-poker`.
    pub id: String,
    /// Its name: `Three-card poker`.
    pub title: String,
    /// Its section: `20:18:16:15.02`.
    pub section: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// From how many decks it may be dealt, the usual first.
    pub decks: Vec<DeckCount>,
    /// How many seats at most.
    pub seats: u8,
    /// Its editions, oldest first; never empty.
    pub editions: Vec<Edition>,
    pub(crate) subdivisions: Vec<Entry<Subdivision>>,
    pub(crate) terms: Vec<Entry<Term>>,
    pub(crate) wagers: Vec<Entry<Wager>>,
    pub(crate) limits: Vec<Entry<Limit>>,
    pub(crate) options: Vec<Entry<TableOption>>,
    pub(crate) deals: Vec<Entry<Deal>>,
    pub(crate) play: Vec<Entry<Play>>,
    /// Its own steps and the shared ones, resolved when the rulebook is complete.
    pub(crate) steps: Vec<Entry<Step>>,
    pub(crate) paying: Paying,
    pub(crate) irregularities: Vec<Entry<IrregularityRule>>,
    pub(crate) pays: Vec<Entry<Pay>>,
    pub(crate) rakes: Vec<Entry<Rake>>,
    pub(crate) schedules: Vec<Entry<Schedule>>,
    pub(crate) rulings: Vec<Entry<Ruling>>,
    /// How its tables are drawn, but for the areas that wagers bring.
    pub(crate) felt: Felt,
    /// The rulings of other files that apply here, resolved when the rulebook is complete.
    pub(crate) general: Vec<Entry<Ruling>>,
    /// The games that it may be added to, if it is a side bet.
    pub(crate) side_bet_of: Vec<String>,
    /// The side bets with sections of their own that may be added to it.
    pub(crate) side_bets: Vec<Game>,
}

/// An edition that a game does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game} has no edition {asked}; it has {}", list(.has))]
pub struct UnknownEdition {
    /// The game.
    pub game: String,
    /// The edition asked for.
    pub asked: EditionId,
    /// The editions it has.
    pub has: Vec<EditionId>,
}

fn list(ids: &[EditionId]) -> String {
    ids.iter().map(EditionId::to_string).collect::<Vec<_>>().join(", ")
}

impl Game {
    /// The section as its default edition has it: the last [ED-1].
    pub fn newest(&self) -> Section {
        self.resolve(self.editions.len() - 1)
    }

    /// The section as it stood in an edition: the one with this id or, for another date, the one
    /// in effect on that day.
    pub fn edition(&self, asked: EditionId) -> Result<Section, UnknownEdition> {
        let exact = self.editions.iter().position(|edition| edition.id == asked);
        let in_effect = || match asked {
            EditionId::Date(_) => self.editions.iter().rposition(|edition| {
                matches!(edition.id, EditionId::Date(_)) && edition.id <= asked
            }),
            EditionId::Proposed => None,
        };
        let index = exact.or_else(in_effect).ok_or_else(|| UnknownEdition {
            game: self.id.clone(),
            asked,
            has: self.editions.iter().map(|edition| edition.id).collect(),
        })?;
        Ok(self.resolve(index))
    }

    pub(crate) fn resolve(&self, edition: usize) -> Section {
        let mut subdivisions: Vec<Subdivision> = holding(&self.subdivisions, edition)
            .into_iter()
            .map(|subdivision| subdivision.numbered_in(edition))
            .collect();
        subdivisions.sort_by_key(|subdivision| numbers::order(&subdivision.number));
        let wagers = holding(&self.wagers, edition);
        let schedules = holding(&self.schedules, edition);
        let paying = self.paying.only_lines_of(&wagers, &schedules);
        let mut rulings = holding(&self.general, edition);
        rulings.extend(holding(&self.rulings, edition));
        let felt = self.felt.with_areas_of(&wagers);
        let id = self.editions[edition].id;
        let side_bets = self.side_bets.iter().filter_map(|side| side.in_effect(id)).collect();
        Section {
            game: self.id.clone(),
            title: self.title.clone(),
            number: self.section.clone(),
            summary: self.summary.clone(),
            decks: self.decks.clone(),
            seats: self.seats,
            edition: self.editions[edition].clone(),
            subdivisions,
            terms: holding(&self.terms, edition),
            wagers,
            limits: holding(&self.limits, edition),
            options: holding(&self.options, edition),
            deals: holding(&self.deals, edition),
            play: holding(&self.play, edition),
            steps: holding(&self.steps, edition),
            paying,
            irregularities: holding(&self.irregularities, edition),
            pays: holding(&self.pays, edition),
            rakes: holding(&self.rakes, edition),
            schedules,
            rulings,
            felt,
            side_bets,
        }
    }

    /// The section of a side bet as it stands when an edition of its game is in effect.
    fn in_effect(&self, edition: EditionId) -> Option<Section> {
        let index = self.editions.iter().rposition(|own| own.id <= edition)?;
        Some(self.resolve(index))
    }

    /// The side bets with sections of their own that may be added to this game.
    pub fn side_bets(&self) -> &[Game] {
        &self.side_bets
    }

    /// The section as it stood in an edition, with every side bet that may be added.
    pub fn edition_with_side_bets(&self, asked: EditionId) -> Result<Section, UnknownEdition> {
        self.edition(asked).map(|section| section.with_side_bets(|_| true))
    }

    /// The section as its default edition has it, with every side bet that may be added.
    pub fn newest_with_side_bets(&self) -> Section {
        self.newest().with_side_bets(|_| true)
    }
}

/// A section as one edition has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub title: String,
    /// The section's number: `20:18:16:15.02`.
    pub number: String,
    /// What the game is, in a sentence.
    pub summary: String,
    /// From how many decks it may be dealt, the usual first.
    pub decks: Vec<DeckCount>,
    /// How many seats at most.
    pub seats: u8,
    /// The edition.
    pub edition: Edition,
    /// What each subdivision demands, in order.
    pub subdivisions: Vec<Subdivision>,
    /// Facts in which editions differ.
    pub terms: Vec<Term>,
    /// The wagers.
    pub wagers: Vec<Wager>,
    /// The limits.
    pub limits: Vec<Limit>,
    /// The choices of the house.
    pub options: Vec<TableOption>,
    /// The packets of cards, in dealing order.
    pub deals: Vec<Deal>,
    /// The order of play.
    pub play: Vec<Play>,
    /// What the dealer does, step by step.
    pub steps: Vec<Step>,
    /// The order of paying and taking.
    pub paying: Paying,
    /// What follows when something goes wrong.
    pub irregularities: Vec<IrregularityRule>,
    /// What outcomes pay where no hand decides.
    pub pays: Vec<Pay>,
    /// What the house takes from a pot.
    pub rakes: Vec<Rake>,
    /// The pay schedules, by wager and in the order of the rule.
    pub schedules: Vec<Schedule>,
    /// The rulings that apply, general ones first.
    pub rulings: Vec<Ruling>,
    /// How its tables are drawn. It is no part of the rule, and no digest covers it.
    pub felt: Felt,
    /// The side bets with sections of their own that a table may add, each as it stands in this edition.
    pub side_bets: Vec<Section>,
}

impl Section {
    /// The section with the side bets of other sections that are wanted, by the id of their wager.
    #[must_use]
    pub fn with_side_bets(mut self, is_wanted: impl Fn(&str) -> bool) -> Section {
        let side_bets = std::mem::take(&mut self.side_bets);
        for side in &side_bets {
            if side
                .wagers
                .iter()
                .any(|wager| is_wanted(&wager.id) && self.wager(&wager.id).is_none())
            {
                self.add(side.clone());
            }
        }
        self.side_bets = side_bets;
        self
    }

    /// Adds a side bet: its entries cite its own subdivisions, under keys that begin with its id.
    fn add(&mut self, mut side: Section) {
        let id = side.game.clone();
        let renamed = |cite: &mut Vec<String>| {
            for key in cite.iter_mut().filter(|key| !is_ruling_id(key)) {
                *key = format!("{id}/{key}");
            }
        };
        for subdivision in &mut side.subdivisions {
            subdivision.key = format!("{id}/{}", subdivision.key);
            subdivision.section = Some(side.number.clone());
        }
        for wager in &side.wagers {
            self.felt = self.felt.with_side_bet(wager);
        }
        for wager in &mut side.wagers {
            renamed(&mut wager.cite);
            if let Some(own) = &mut wager.side {
                own.section = Some(side.number.clone());
                own.cites_mut().for_each(renamed);
                let lines = wager.lines.iter().cloned();
                match own.settles {
                    Settles::Deal => self.paying.before.extend(lines),
                    Settles::Turn => self.paying.seat.extend(lines),
                }
            }
        }
        side.limits.iter_mut().for_each(|limit| renamed(&mut limit.cite));
        side.options.iter_mut().for_each(|option| renamed(&mut option.cite));
        let parts = side.schedules.iter_mut().flat_map(|schedule| &mut schedule.parts);
        parts.for_each(|part| renamed(&mut part.cite));
        for play in &mut side.play {
            play.id = format!("{id}-{}", play.id);
            renamed(&mut play.cite);
        }
        for step in &mut side.steps {
            step.id = format!("{id}-{}", step.id);
            renamed(&mut step.cite);
        }
        self.subdivisions.append(&mut side.subdivisions);
        self.wagers.append(&mut side.wagers);
        self.limits.append(&mut side.limits);
        self.options.append(&mut side.options);
        self.schedules.append(&mut side.schedules);
        self.play.append(&mut side.play);
        self.steps.append(&mut side.steps);
        let known: Vec<String> = self.rulings.iter().map(|ruling| ruling.id.clone()).collect();
        self.rulings.extend(side.rulings.into_iter().filter(|ruling| !known.contains(&ruling.id)));
    }

    /// Whether a wager comes from a section of its own, and so is offered only where its schedule is posted.
    pub fn is_added(&self, wager: &str) -> bool {
        let side = self.wager(wager).and_then(|wager| wager.side.as_ref());
        side.is_some_and(|side| side.section.is_some())
    }

    /// Its side bets of other sections that were added, each with its own section.
    pub fn added_side_bets(&self) -> impl Iterator<Item = &Section> {
        let is_added = |side: &&Section| side.wagers.iter().any(|wager| self.is_added(&wager.id));
        self.side_bets.iter().filter(is_added)
    }

    /// The citation that a key or a ruling's id stands for, if there is one in this edition.
    pub fn cite(&self, key: &str) -> Option<Citation> {
        if is_ruling_id(key) {
            return Some(Citation::Ruling(key.to_owned()));
        }
        let subdivision = self.subdivisions.iter().find(|subdivision| subdivision.key == key)?;
        let section = subdivision.section.clone().unwrap_or_else(|| self.number.clone());
        let number = subdivision.number.clone();
        Some(Citation::Subdivision { section, number })
    }

    /// The wager with this id.
    pub fn wager(&self, id: &str) -> Option<&Wager> {
        self.wagers.iter().find(|wager| wager.id == id)
    }

    /// The schedules of a wager, in the order of the rule; none if it has only the pays of
    /// [`Section::pays`].
    pub fn schedules_of<'s>(&'s self, wager: &'s str) -> impl Iterator<Item = &'s Schedule> {
        self.schedules.iter().filter(move |schedule| schedule.wager == wager)
    }

    /// The names of a wager's schedules; `standard` where there is only the one.
    pub fn schedule_names<'s>(&'s self, wager: &'s str) -> Vec<&'s str> {
        let names: Vec<&str> = self.schedules_of(wager).map(|s| s.id.as_str()).collect();
        if names.is_empty() { vec!["standard"] } else { names }
    }

    /// What an outcome pays, if this edition has it.
    pub fn pay(&self, key: &str) -> Option<Odds> {
        self.pays.iter().find(|pay| pay.key == key).map(|pay| pay.pays)
    }

    /// The value of a term, if this edition has it.
    pub fn term(&self, key: &str) -> Option<&str> {
        self.terms.iter().find(|term| term.key == key).map(|term| term.value.as_str())
    }
}
