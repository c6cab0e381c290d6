//! The log of a round as text: a person can read it, and a program can replay it to the same end.
//!
//! What was done stands at the margin, numbered, in the words of [`Op`]; what followed from it stands
//! behind `>`. Both have their rule. A replay does what was done again and must find everything that
//! followed. A log names the rule data that it was played under by a digest.

use std::fmt::Write as _;
use std::sync::Arc;

use money::{Cents, MeterUnits};
use rulebook::{EditionId, Rulebook};

use crate::felt::{Facing, Undecided};
use crate::log::Event;
use crate::op::Op;
use crate::refusal::Refusal;
use crate::round::{Keep, Next, Recipient, Round, Want};
use crate::sign::{Meter, MeterMove, OwnTerms, Sign};
use crate::table::{OpenError, Posting, Table};

/// How a log is written. All of them can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    /// Without digest and numbers.
    One,
    Two,
}

impl Version {
    const NOW: Version = Version::Two;

    const fn first_line(self) -> &'static str {
        match self {
            Version::One => "croupier round 1",
            Version::Two => "croupier round 2",
        }
    }

    fn read(line: &str) -> Option<Version> {
        [Version::One, Version::Two].into_iter().find(|version| version.first_line() == line)
    }
}

/// Why a log cannot be replayed; every one names its line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReplayError {
    #[error("line 1: not a round log: the first line must be \"{}\"", Version::NOW.first_line())]
    NotALog,
    #[error("line {line}: \"{text}\" is not a log entry")]
    NoEntry { line: usize, text: String },
    #[error("line {line}: the table cannot be opened: {}", listed(.errors))]
    CannotOpen { line: usize, errors: Vec<OpenError> },
    #[error(
        "line {line}: the round was played under another rulebook: its rules have the digest \
         {says}, but those of this table here have {found}"
    )]
    OtherRulebook { line: usize, says: String, found: String },
    #[error("line {line}: the log does not name its rules: a \"rulebook\" line is missing above")]
    NoDigest { line: usize },
    #[error("line {line}: an award follows, but the log has no meter")]
    NoMeter { line: usize },
    #[error("line {line}: \"{text}\" is refused: {refusal}")]
    Refused { line: usize, text: String, refusal: Box<Refusal> },
    #[error("line {line}: the round cannot be settled: {why}")]
    Undecided { line: usize, why: Undecided },
    #[error("line {line}: the log says \"{says}\", but the replay gives \"{found}\"")]
    Differs { line: usize, says: String, found: String },
}

fn listed(errors: &[OpenError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A round with the sign it was played under, where that belongs to no house.
#[derive(Clone, Debug)]
pub struct Played {
    /// The round.
    pub round: Round,
    /// The sign, if the round was played for one.
    pub sign: Option<Sign>,
}

impl Played {
    /// The whole log as text, with the meter before the round.
    pub fn log_text(&self) -> String {
        text_of(&self.round, self.sign.as_ref())
    }

    /// One event of the log as a line of text, without its number.
    pub fn log_line(&self, event: &Event) -> String {
        entry(self.round.table(), self.sign.as_ref(), event)
    }

    /// What the round did to the meter; nothing without a progressive bet.
    pub fn meter(&self) -> Option<MeterMove> {
        self.sign.as_ref()?.moved(&self.round)
    }
}

impl Round {
    /// The whole log as text.
    pub fn log_text(&self) -> String {
        text_of(self, None)
    }

    /// One event of the log as a line of text, without its number.
    pub fn log_line(&self, event: &Event) -> String {
        entry(self.table(), None, event)
    }
}

fn text_of(round: &Round, sign: Option<&Sign>) -> String {
    let table = round.table();
    let mut text = format!("{}\n", Version::NOW.first_line());
    for line in header(table) {
        let _ = writeln!(text, "{line}");
    }
    let mut lines = Lines { table, sign, version: Version::NOW, done: 0 };
    for event in round.log().events() {
        let _ = writeln!(text, "{}", lines.line(event));
    }
    text
}

fn header(table: &Table) -> Vec<String> {
    let posting = table.posting();
    let mut lines = vec![
        format!("game {}", posting.game),
        format!("edition {}", table.section().edition.id),
        format!("rulebook {}", table.digest()),
    ];
    lines.extend(posting.schedules.iter().map(|(bet, name)| format!("schedule {bet} {name}")));
    lines.extend(posting.options.iter().map(|(key, value)| format!("option {key} {value}")));
    let limit =
        |(bet, (least, most)): (&String, &(Cents, Cents))| format!("limit {bet} {least} {most}");
    lines.extend(posting.limits.iter().map(limit));
    lines
}

/// Events as lines of a log, one after the other.
struct Lines<'t> {
    table: &'t Table,
    sign: Option<&'t Sign>,
    version: Version,
    /// How many operations were done so far.
    done: usize,
}

impl Lines<'_> {
    fn line(&mut self, event: &Event) -> String {
        let line = entry(self.table, self.sign, event);
        self.done += usize::from(event.op().is_some());
        match (self.version, event.op()) {
            (Version::Two, Some(_)) => format!("{} {line}", self.done),
            (Version::Two, None) | (Version::One, _) => line,
        }
    }
}

/// An event in words: an operation in its own, with what it led to and its rule.
fn entry(table: &Table, sign: Option<&Sign>, event: &Event) -> String {
    let op = || event.op().map(|op| op.to_string()).unwrap_or_default();
    match event {
        Event::Opened => match sign.map(Sign::before) {
            None => "open".to_owned(),
            Some(Meter { display, reserve, own }) => {
                let own: String =
                    own.words().map(|(word, value)| format!(" {word} {value}")).collect();
                format!("open meter {display} reserve {reserve}{own}")
            }
        },
        Event::Bet { .. }
        | Event::BetsCleared { .. }
        | Event::Tip { .. }
        | Event::Player { .. }
        | Event::Chips { .. }
        | Event::Button { .. }
        | Event::Misdealt { .. }
        | Event::Unseen
        | Event::Decided { .. }
        | Event::Reported(_)
        | Event::Awarded { .. }
        | Event::Overridden { .. } => op(),
        Event::Locked { cite } | Event::Voided { cite } => {
            format!("{}  {}", op(), table.citation(*cite))
        }
        Event::Dealt { want, card } => {
            format!("deal {} {card}  {}", laid(want), table.citation(want.cite))
        }
        Event::NotSeen { want } => {
            format!("deal {} ??  {}", laid(want), table.citation(want.cite))
        }
        Event::BoardTurned { cards } => format!("> board up {cards}"),
        Event::TurnedUp { whose, cards } => format!("> {} up {cards}", place(*whose)),
        Event::DealerRevealed => "> dealer shows".to_owned(),
        Event::Ordered { consequence, cite } => {
            format!("> ordered {}  {}", consequence.word(), table.citation(*cite))
        }
        Event::SupervisorCalled { cite } => {
            format!("> supervisor called  {}", table.citation(*cite))
        }
        Event::CardTurned { whose, card } => format!("> {} shows {card}", place(*whose)),
        Event::ExposedDealt { want, card } => {
            format!("> dealt {} {card}  {}", laid(want), table.citation(want.cite))
        }
        Event::ExposedRefused { seat, card, cite } => {
            format!("> refused {seat} {card}  {}", table.citation(*cite))
        }
        Event::ExposedBurned { card, cite } => {
            format!("> burned {card}  {}", table.citation(*cite))
        }
        Event::Settled(line) => {
            let hand = line.hand.map_or_else(String::new, |hand| format!("/{hand}"));
            let note = line.note.as_ref().map_or_else(String::new, |note| format!(", {note}"));
            format!(
                "> {} {} {}{hand} staked {} returned {} by {}{note}  {}",
                line.outcome.word(),
                line.seat,
                line.wager,
                line.staked,
                line.returned,
                line.row,
                table.citation(line.cite)
            )
        }
    }
}

/// Where a card goes and how it lies: `1 down`.
fn laid(want: &Want) -> String {
    let face = match want.facing {
        Facing::Up => "up",
        Facing::Down => "down",
    };
    format!("{} {face}", place(want.to))
}

fn place(to: Recipient) -> String {
    match to {
        Recipient::Seat { seat, hand: 0 } => format!("{seat}"),
        Recipient::Seat { seat, hand } => format!("{seat}/{}", hand + 1),
        Recipient::Dealer => "dealer".to_owned(),
        Recipient::Board => "board".to_owned(),
        Recipient::Burn => "burn".to_owned(),
        Recipient::Discard => "discard".to_owned(),
    }
}

/// The terms of a meter that a log names after its amounts.
fn own_terms(words: &[&str]) -> Option<OwnTerms> {
    let mut own = OwnTerms::default();
    for pair in words.chunks(2) {
        match pair {
            ["seed", value] => own.seed = Some(value.parse().ok()?),
            ["contribution", value] => own.contribution = Some(value.parse().ok()?),
            ["reserve-rate", value] => own.reserve_rate = Some(value.parse().ok()?),
            _ => return None,
        }
    }
    Some(own)
}

/// Replays a log; the round that comes of it is the one that was logged. Where the log has the meter, its awards must
/// be right.
pub fn replay(book: &Rulebook, text: &str) -> Result<Played, ReplayError> {
    let mut lines = text.lines().zip(1..).filter(|(text, _)| !text.trim().is_empty());
    let version = lines.next().and_then(|(text, _)| Version::read(text));
    let version = version.ok_or(ReplayError::NotALog)?;
    let mut header = Header::default();
    let mut replay: Option<Replay> = None;
    let mut last = 1;
    for (text, line) in lines {
        last = line;
        match &mut replay {
            Some(replay) => replay.read(text, line)?,
            None => {
                if let Some(played) = header.read(book, version, text, line)? {
                    let mut opened = Replay { played, version, done: 0, checked: 0 };
                    opened.compare(text, line)?;
                    replay = Some(opened);
                }
            }
        }
    }
    let mut replay = replay.ok_or(ReplayError::NotALog)?;
    if replay.is_behind() {
        return Err(replay.differs("", last + 1));
    }
    Ok(replay.played)
}

/// What stands before the line that opens the bets.
#[derive(Default)]
struct Header {
    posting: Posting,
    /// The digest of the rules, and its line.
    digest: Option<(String, usize)>,
}

impl Header {
    /// Reads a line of the header; the line that opens the bets opens the table.
    fn read(
        &mut self,
        book: &Rulebook,
        version: Version,
        text: &str,
        line: usize,
    ) -> Result<Option<Played>, ReplayError> {
        let no_entry = || ReplayError::NoEntry { line, text: text.to_owned() };
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["game", id] => self.posting.game = (*id).to_owned(),
            ["edition", id] => {
                self.posting.edition = Some(id.parse::<EditionId>().map_err(|_| no_entry())?);
            }
            ["rulebook", digest] if version == Version::Two => {
                self.digest = Some(((*digest).to_owned(), line));
            }
            ["schedule", bet, name] => {
                self.posting.schedules.insert((*bet).to_owned(), (*name).to_owned());
            }
            ["option", key, value @ ..] if !value.is_empty() => {
                self.posting.options.insert((*key).to_owned(), value.join(" "));
            }
            ["limit", bet, least, most] => {
                let range =
                    (least.parse().map_err(|_| no_entry())?, most.parse().map_err(|_| no_entry())?);
                self.posting.limits.insert((*bet).to_owned(), range);
            }
            ["open", rest @ ..] => {
                let units = |text: &str| text.parse::<MeterUnits>().map_err(|_| no_entry());
                let meter = match rest {
                    [] => None,
                    ["meter", display, "reserve", reserve, own @ ..] => {
                        let own = own_terms(own).ok_or_else(no_entry)?;
                        Some(Meter { own, ..Meter::new(units(display)?, units(reserve)?) })
                    }
                    _ => return Err(no_entry()),
                };
                let table = self.open(book, version, line)?;
                let conflict = table.progressive().zip(meter);
                if conflict.is_some_and(|(posted, meter)| meter.own.conflict(posted).is_some()) {
                    return Err(no_entry());
                }
                let (round, sign) = (Round::new(&table, Keep::Log), meter.map(Sign::new));
                return Ok(Some(Played { round, sign }));
            }
            _ => return Err(no_entry()),
        }
        Ok(None)
    }

    /// Opens the table, if its rules are those that the round was played under.
    fn open(
        &self,
        book: &Rulebook,
        version: Version,
        line: usize,
    ) -> Result<Arc<Table>, ReplayError> {
        let table = Table::open(book, self.posting.clone())
            .map_err(|errors| ReplayError::CannotOpen { line, errors })?;
        let found = table.digest();
        match (&self.digest, version) {
            (Some((says, line)), _) if *says != found => {
                Err(ReplayError::OtherRulebook { line: *line, says: says.clone(), found })
            }
            (None, Version::Two) => Err(ReplayError::NoDigest { line }),
            (Some(_), _) | (None, Version::One) => Ok(table),
        }
    }
}

/// A round that is played again from its log.
struct Replay {
    played: Played,
    version: Version,
    /// How many operations were done.
    done: usize,
    /// How many of the round's events were compared with the log.
    checked: usize,
}

impl Replay {
    /// Does what a line says was done, or compares what it says followed.
    fn read(&mut self, text: &str, line: usize) -> Result<(), ReplayError> {
        if !text.starts_with('>') {
            if self.is_behind() {
                // Something followed that the log does not have.
                return Err(self.differs(text, line));
            }
            self.redo(text, line)?;
        }
        self.compare(text, line)
    }

    /// Does again what was done. What comes after two spaces, the rule, is only compared.
    fn redo(&mut self, text: &str, line: usize) -> Result<(), ReplayError> {
        let no_entry = || ReplayError::NoEntry { line, text: text.to_owned() };
        let words = match self.version {
            Version::One => text,
            Version::Two => {
                let (number, words) = text.split_once(' ').ok_or_else(no_entry)?;
                number.parse::<usize>().map_err(|_| no_entry())?;
                words
            }
        };
        let words = words.split_once("  ").map_or(words, |(words, _)| words);
        let mut op: Op = words.parse().map_err(|_| no_entry())?;
        let refused = |refusal: Refusal| ReplayError::Refused {
            line,
            text: text.to_owned(),
            refusal: Box::new(refusal),
        };
        let Played { round, sign } = &mut self.played;
        // An award that is not what the sign comes to is not the one that was logged.
        if let (Next::Award(due), Op::Award { seat, amount, .. }, Some(sign)) =
            (round.next(), &mut op, sign.as_mut())
            && *seat == due.seat
        {
            *amount = sign.award(round, due);
        }
        round.apply(op).map_err(refused)?;
        if let Some(why) = round.undecided() {
            return Err(ReplayError::Undecided { line, why });
        }
        self.answer_awards(line)
    }

    /// Version 1 had no awards: they followed from the meter.
    fn answer_awards(&mut self, line: usize) -> Result<(), ReplayError> {
        let Played { round, sign } = &mut self.played;
        while let (Version::One, Next::Award(due)) = (self.version, round.next()) {
            let due = *due;
            let amount = sign.as_mut().ok_or(ReplayError::NoMeter { line })?.award(round, &due);
            round.award(due.seat, amount).expect("a sign answers what is due");
        }
        Ok(())
    }

    /// Compares a line with the next event.
    fn compare(&mut self, text: &str, line: usize) -> Result<(), ReplayError> {
        let done = self.done;
        let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
        if !same(&self.expected(), text) {
            self.done = done;
            return Err(self.differs(text, line));
        }
        self.checked += 1;
        Ok(())
    }

    /// The next event that was not compared yet.
    fn event(&mut self) -> Option<&Event> {
        let events = self.played.round.log().events();
        let is_award = |event: &Event| matches!(event, Event::Awarded { .. });
        if self.version == Version::One && events.get(self.checked).is_some_and(is_award) {
            self.checked += 1;
        }
        events.get(self.checked)
    }

    /// Whether the round has events that were not compared yet.
    fn is_behind(&mut self) -> bool {
        self.event().is_some()
    }

    /// The next event as a line; empty if there is none.
    fn expected(&mut self) -> String {
        let Some(event) = self.event().cloned() else { return String::new() };
        let Played { round, sign } = &self.played;
        let (table, sign) = (round.table(), sign.as_ref());
        let mut lines = Lines { table, sign, version: self.version, done: self.done };
        let line = lines.line(&event);
        self.done = lines.done;
        line
    }

    fn differs(&mut self, text: &str, line: usize) -> ReplayError {
        ReplayError::Differs { line, says: text.to_owned(), found: self.expected() }
    }
}

/// Plays a round again from the operations of its own log.
pub fn rebuild(round: &Round) -> Result<Round, Refusal> {
    let mut again = Round::new(round.table(), Keep::Log);
    for op in round.log().ops() {
        again.apply(op)?;
    }
    debug_assert!(*round.next() == Next::Bets || again.next() == round.next());
    Ok(again)
}
