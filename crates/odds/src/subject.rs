//! What is analyzed: a game under one edition with the house's options.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use cards::DeckCount;
use games::{BlackjackTerms, OpenError, Pay, PayTable, Posting, RowId, Table};
use money::Odds;
use rulebook::{EditionId, Rulebook, Schedule, Section};

use crate::amount::{Amount, PayId};
use crate::exact::total_return;

/// A game under one edition with the house's options. Which of its schedules is in use is asked
/// with each question.
#[derive(Clone, Debug)]
pub struct Subject {
    table: Arc<Table>,
    /// The pays that were asked for, so that a changed pay without effect can be refused.
    asked_pays: Arc<Mutex<BTreeSet<String>>>,
}

impl Subject {
    /// The subject, if a table could be opened on it.
    pub fn open(
        book: &Rulebook,
        game: &str,
        edition: Option<EditionId>,
        options: BTreeMap<String, String>,
    ) -> Result<Subject, Vec<OpenError>> {
        let posting = Posting { game: game.to_owned(), edition, options, ..Posting::default() };
        Ok(Subject { table: Table::for_questions(book, posting)?, asked_pays: Arc::default() })
    }

    /// The game with the options of a table that is open, also those that a schedule in use decides: Buster's S1 makes the
    /// dealer stand on a soft 17 [BUS-1].
    pub(crate) fn of_table(book: &Rulebook, table: &Table) -> Result<Subject, Vec<OpenError>> {
        let Posting { game, edition, options, .. } = table.posting();
        let subject = Subject::open(book, game, *edition, options.clone())?;
        let decided = table.options().iter();
        let decided = decided.filter(|(key, value)| subject.option(key) != value.as_str());
        let decided: Vec<_> = decided.map(|(key, value)| (key.clone(), value.clone())).collect();
        if decided.is_empty() {
            return Ok(subject);
        }
        Subject::open(book, game, *edition, options.clone().into_iter().chain(decided).collect())
    }

    /// The same game, edition and options under another rulebook that has them too.
    pub(crate) fn reopened(&self, book: &Rulebook) -> Result<Subject, Vec<OpenError>> {
        let table = Table::for_questions(book, self.table.posting().clone())?;
        Ok(Subject { table, asked_pays: Arc::default() })
    }

    /// The same game and edition with some options besides, or in the place of those posted.
    pub(crate) fn with_options(
        &self,
        book: &Rulebook,
        options: &BTreeMap<String, String>,
    ) -> Result<Subject, Vec<OpenError>> {
        let Posting { game, edition, options: posted, .. } = self.table.posting();
        let posted = posted.iter().chain(options);
        let posted = posted.map(|(key, value)| (key.clone(), value.clone())).collect();
        Subject::open(book, game, *edition, posted)
    }

    /// Whether a pay was asked for since the subject was opened?
    pub(crate) fn has_asked_for(&self, key: &str) -> bool {
        self.asked_pays.lock().unwrap_or_else(PoisonError::into_inner).contains(key)
    }

    /// The game's id.
    pub fn game(&self) -> &str {
        &self.section().game
    }

    /// The section in the edition asked for.
    pub fn section(&self) -> &Section {
        self.table.section()
    }

    /// From how many decks it is dealt.
    pub fn decks(&self) -> DeckCount {
        self.table.decks()
    }

    /// How many cards a seat is dealt before it first decides.
    pub(crate) fn own_cards(&self) -> usize {
        self.table.own_cards()
    }

    /// The value of an option; nothing if the game has no such option.
    pub fn option(&self, key: &str) -> &str {
        self.table.option(key).unwrap_or_default()
    }

    /// Whether an option is `true`.
    pub fn is(&self, key: &str) -> bool {
        self.option(key) == "true"
    }

    /// The options that were posted, not those left at their default.
    pub fn posted(&self) -> &BTreeMap<String, String> {
        &self.table.posting().options
    }

    /// The schedules of a wager in the order of the rule, as the options post them; without those
    /// that cannot be posted at the progressive wager asked for.
    pub fn schedules(&self, wager: &str) -> Vec<Schedule> {
        let schedules = self.section().schedules_of(wager);
        schedules.filter_map(|schedule| self.table.as_posted(schedule)).collect()
    }

    /// The schedules that cannot be posted at the progressive wager asked for [PRG-7].
    pub(crate) fn unposted(&self) -> impl Iterator<Item = &Schedule> {
        let cannot = |schedule: &&Schedule| self.table.as_posted(schedule).is_none();
        self.section().schedules.iter().filter(cannot)
    }

    /// The table that its rounds are settled at.
    pub(crate) fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// A posting of its game, edition and options with these schedules, by the bet that picks each.
    pub(crate) fn posting(&self, schedules: BTreeMap<String, String>) -> Posting {
        Posting {
            game: self.game().to_owned(),
            edition: Some(self.section().edition.id),
            schedules,
            options: self.posted().clone(),
            ..Posting::default()
        }
    }

    /// Notes that an answer depends on a pay.
    pub(crate) fn note_asked(&self, key: &str) {
        let mut asked = self.asked_pays.lock().unwrap_or_else(PoisonError::into_inner);
        asked.insert(key.to_owned());
    }

    /// How many times the stake an outcome returns that no hand decides: a `[[pay]]` of the
    /// rulebook.
    pub(crate) fn pay(&self, key: &str) -> Amount {
        self.note_asked(key);
        let odds = self.section().pay(key).expect("the table was opened, so its pays are there");
        of_key(key, odds)
    }

    /// The same of a pay that the table's rounds settle by, which an option may have posted at other odds.
    pub(crate) fn returned(&self, pay: &Pay) -> Amount {
        match self.section().pay(pay.row) {
            Some(odds) if odds == pay.odds => self.pay(pay.row),
            _ => of_key(pay.row, pay.odds),
        }
    }

    /// The rules of blackjack by which the table's rounds are played, if it is part of the game.
    pub(crate) fn blackjack(&self) -> Option<&BlackjackTerms> {
        self.table.blackjack()
    }
}

/// What a pay of the section returns on a stake of one.
fn of_key(key: &str, odds: Odds) -> Amount {
    let times = total_return(odds).expect("an outcome's odds need no meter");
    Amount::paid(PayId::Key(key.into()), times)
}

/// The rows of a schedule that pay a line, and the place of their part.
#[derive(Clone, Debug)]
pub(crate) struct LineTable {
    part: u8,
    table: PayTable,
}

impl Deref for LineTable {
    type Target = PayTable;

    fn deref(&self) -> &PayTable {
        &self.table
    }
}

impl LineTable {
    /// What a row returns on a stake of one.
    pub(crate) fn returned(&self, row: RowId) -> Amount {
        let row = self.table.row(row);
        let times = total_return(row.odds).expect("only a progressive needs a meter");
        Amount::paid(PayId::Row(self.part, row.hand.words()), times)
    }

    /// The same of every row, by its place.
    pub(crate) fn returns(&self) -> Vec<Amount> {
        (0..self.table.rows().len()).map(|place| self.returned(RowId::at(place))).collect()
    }
}

/// The rows of a schedule that pay a line. Every table of it was checked when it was opened.
pub(crate) fn pay_table(schedule: &Schedule, line: &str) -> LineTable {
    let part = schedule.parts.iter().position(|part| part.pays(line));
    let part = part.expect("the schedule pays the line");
    LineTable { part: part as u8, table: PayTable::unposted(&schedule.parts[part]) }
}
