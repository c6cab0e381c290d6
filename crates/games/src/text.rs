//! The log of a round as text: a person can read it, and a program can replay it to the same end.
//!
//! What was done stands at the margin; what followed from it stands behind `>`, with its rule. A
//! replay does what was done again and must find everything that followed.

use std::fmt::Write as _;
use std::sync::Arc;

use cards::Card;
use money::{Cents, MeterUnits};
use rulebook::{EditionId, Irregularity, Rulebook};

use crate::action::Action;
use crate::felt::{Facing, SeatNumber};
use crate::irregular::Report;
use crate::log::Event;
use crate::meter::Meter;
use crate::refusal::Refusal;
use crate::round::{Keep, Next, Recipient, Round};
use crate::table::{OpenError, Posting, Table};

const FIRST_LINE: &str = "croupier round 1";

/// Why a log cannot be replayed; every one names its line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReplayError {
    #[error("line 1: not a round log: the first line must be \"{FIRST_LINE}\"")]
    NotALog,
    #[error("line {line}: \"{text}\" is not a log entry")]
    NoEntry { line: usize, text: String },
    #[error("line {line}: the table cannot be opened: {}", listed(.errors))]
    CannotOpen { line: usize, errors: Vec<OpenError> },
    #[error("line {line}: \"{text}\" is refused: {refusal}")]
    Refused { line: usize, text: String, refusal: Box<Refusal> },
    #[error("line {line}: the log says \"{says}\", but the replay gives \"{found}\"")]
    Differs { line: usize, says: String, found: String },
}

fn listed(errors: &[OpenError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl Round {
    /// The whole log as text.
    pub fn log_text(&self) -> String {
        let table = self.table();
        let mut text = format!("{FIRST_LINE}\n");
        for line in header(table) {
            let _ = writeln!(text, "{line}");
        }
        for event in self.log().events() {
            let _ = writeln!(text, "{}", entry(table, event));
        }
        text
    }

    /// One event of the log as a line of text.
    pub fn log_line(&self, event: &Event) -> String {
        entry(self.table(), event)
    }
}

fn header(table: &Table) -> Vec<String> {
    let posting = table.posting();
    let mut lines =
        vec![format!("game {}", posting.game), format!("edition {}", table.section().edition.id)];
    lines.extend(posting.schedules.iter().map(|(bet, name)| format!("schedule {bet} {name}")));
    lines.extend(posting.options.iter().map(|(key, value)| format!("option {key} {value}")));
    let limit =
        |(bet, (least, most)): (&String, &(Cents, Cents))| format!("limit {bet} {least} {most}");
    lines.extend(posting.limits.iter().map(limit));
    lines
}

fn entry(table: &Table, event: &Event) -> String {
    match event {
        Event::Opened { meter: None } => "open".to_owned(),
        Event::Opened { meter: Some(Meter { display, reserve }) } => {
            format!("open meter {display} reserve {reserve}")
        }
        Event::Bet { seat, bet, amount } => format!("bet {seat} {bet} {amount}"),
        Event::Tip { seat, line, amount } => format!("tip {seat} {line} {amount}"),
        Event::Player { seat, player } => format!("player {seat} {player}"),
        Event::Chips { seat, amount } => format!("chips {seat} {amount}"),
        Event::Button { seat } => format!("button {seat}"),
        Event::Locked { cite } => format!("lock  {}", table.citation(*cite)),
        Event::Dealt { want, card } => {
            let face = match want.facing {
                Facing::Up => "up",
                Facing::Down => "down",
            };
            format!("deal {} {face} {card}  {}", place(want.to), table.citation(want.cite))
        }
        Event::Misdealt { hand, cards } => {
            let hand = hand.map_or_else(|| "dealer".to_owned(), |seat| seat.to_string());
            let words = ["misdealt".to_owned(), hand].into_iter();
            words.chain(cards.iter().map(Card::to_string)).collect::<Vec<_>>().join(" ")
        }
        Event::Unseen => "unseen".to_owned(),
        Event::Decided { seat, hand, action, tip } => {
            let hand = hand.map_or_else(String::new, |hand| format!("/{hand}"));
            let tip = tip.map_or_else(String::new, |tip| format!(" with tip {tip}"));
            format!("decide {seat}{hand} {action}{tip}")
        }
        Event::Reported(report) => reported(report),
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
            format!("> dealt {} up {card}  {}", place(want.to), table.citation(want.cite))
        }
        Event::ExposedRefused { seat, card, cite } => {
            format!("> refused {seat} {card}  {}", table.citation(*cite))
        }
        Event::ExposedBurned { card, cite } => {
            format!("> burned {card}  {}", table.citation(*cite))
        }
        Event::Settled(line) => {
            let hand = line.hand.map_or_else(String::new, |hand| format!("/{hand}"));
            format!(
                "> {} {} {}{hand} staked {} returned {} by {}  {}",
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

fn reported(report: &Report) -> String {
    let whom = report.seat.map_or_else(|| "dealer".to_owned(), |seat| seat.to_string());
    let card = report.card.map_or_else(String::new, |card| format!(" {card}"));
    let other = report.other.map_or_else(String::new, |other| format!(" with {other}"));
    format!("report {} {whom}{card}{other}", report.what.word())
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

/// Replays a log; the round that comes of it is the one that was logged.
pub fn replay(book: &Rulebook, text: &str) -> Result<Round, ReplayError> {
    let mut lines = text.lines().zip(1..).filter(|(text, _)| !text.trim().is_empty());
    match lines.next() {
        Some((FIRST_LINE, _)) => {}
        _ => return Err(ReplayError::NotALog),
    }
    let mut posting = Posting::default();
    let mut round: Option<Round> = None;
    let mut checked = 0;
    let mut last = 1;
    for (text, line) in lines {
        last = line;
        match &mut round {
            None => round = read_header(book, text, line, &mut posting)?,
            Some(round) => {
                check(round, text, line, &mut checked)?;
            }
        }
        if let Some(round) = round.as_ref().filter(|_| checked == 0) {
            // The opening itself is the first event.
            checked = 1;
            differs(round, 0, text, line)?;
        }
    }
    let round = round.ok_or(ReplayError::NotALog)?;
    if round.log().events().len() > checked {
        let found = round.log_line(&round.log().events()[checked]);
        return Err(ReplayError::Differs { line: last + 1, says: String::new(), found });
    }
    Ok(round)
}

/// Reads a line of the header; the line that opens the bets opens the table.
fn read_header(
    book: &Rulebook,
    text: &str,
    line: usize,
    posting: &mut Posting,
) -> Result<Option<Round>, ReplayError> {
    let no_entry = || ReplayError::NoEntry { line, text: text.to_owned() };
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["game", id] => posting.game = (*id).to_owned(),
        ["edition", id] => {
            posting.edition = Some(id.parse::<EditionId>().map_err(|_| no_entry())?);
        }
        ["schedule", bet, name] => {
            posting.schedules.insert((*bet).to_owned(), (*name).to_owned());
        }
        ["option", key, value @ ..] if !value.is_empty() => {
            posting.options.insert((*key).to_owned(), value.join(" "));
        }
        ["limit", bet, least, most] => {
            let range =
                (least.parse().map_err(|_| no_entry())?, most.parse().map_err(|_| no_entry())?);
            posting.limits.insert((*bet).to_owned(), range);
        }
        ["open", rest @ ..] => {
            let units = |text: &str| text.parse::<MeterUnits>().map_err(|_| no_entry());
            let meter = match rest {
                [] => None,
                ["meter", display, "reserve", reserve] => {
                    Some(Meter { display: units(display)?, reserve: units(reserve)? })
                }
                _ => return Err(no_entry()),
            };
            let table = Table::open(book, posting.clone())
                .map_err(|errors| ReplayError::CannotOpen { line, errors })?;
            return Ok(Some(Round::new(&table, meter, Keep::Log)));
        }
        _ => return Err(no_entry()),
    }
    Ok(None)
}

/// Does what a line says was done, or compares what it says followed.
fn check(
    round: &mut Round,
    text: &str,
    line: usize,
    checked: &mut usize,
) -> Result<(), ReplayError> {
    if !text.starts_with('>') {
        let done = round.log().events().len();
        if done > *checked {
            // Something followed that the log does not have.
            let found = round.log_line(&round.log().events()[*checked]);
            return Err(ReplayError::Differs { line, says: text.to_owned(), found });
        }
        redo(round, text, line)?;
    }
    differs(round, *checked, text, line)?;
    *checked += 1;
    Ok(())
}

fn differs(round: &Round, place: usize, text: &str, line: usize) -> Result<(), ReplayError> {
    let found = round.log().events().get(place).map(|event| round.log_line(event));
    let found = found.unwrap_or_default();
    let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
    if same(&found, text) {
        Ok(())
    } else {
        Err(ReplayError::Differs { line, says: text.to_owned(), found })
    }
}

/// Does again what was done.
fn redo(round: &mut Round, text: &str, line: usize) -> Result<(), ReplayError> {
    let no_entry = || ReplayError::NoEntry { line, text: text.to_owned() };
    let seat = |word: &str| {
        let number = word.split('/').next().and_then(|number| number.parse().ok());
        number.and_then(SeatNumber::new).ok_or_else(no_entry)
    };
    let amount = |word: &str| word.parse::<Cents>().map_err(|_| no_entry());
    let words: Vec<&str> = text.split_whitespace().collect();
    let result = match words.as_slice() {
        ["bet", number, bet, cents] => round.bet(seat(number)?, bet, amount(cents)?),
        ["tip", number, tip, cents] => round.tip(seat(number)?, tip, amount(cents)?),
        ["player", number, player] => {
            round.player(seat(number)?, player.parse().map_err(|_| no_entry())?)
        }
        ["chips", number, cents] => round.chips(seat(number)?, amount(cents)?),
        ["button", number] => round.button(seat(number)?),
        ["lock", ..] => round.lock(),
        ["deal", _, _, card, ..] => round.card(card.parse::<Card>().map_err(|_| no_entry())?),
        ["misdealt", hand, cards @ ..] => {
            let hand = if *hand == "dealer" { None } else { Some(seat(hand)?) };
            let cards = cards.iter().map(|card| card.parse::<Card>().map_err(|_| no_entry()));
            round.misdeal(hand, &cards.collect::<Result<Vec<_>, _>>()?)
        }
        ["unseen"] => round.unseen(),
        ["decide", number, words @ ..] => {
            let (words, tip) = match words {
                [words @ .., "with", "tip", cents] => (words, Some(amount(cents)?)),
                words => (words, None),
            };
            let action: Action = words.join(" ").parse().map_err(|_| no_entry())?;
            match tip {
                Some(tip) => round.act_with_tip(seat(number)?, action, tip),
                None => round.act(seat(number)?, action),
            }
        }
        ["report", what, whom, rest @ ..] => {
            let what = Irregularity::from_word(what).ok_or_else(no_entry)?;
            let whom = if *whom == "dealer" { None } else { Some(seat(whom)?) };
            let report = Report::new(what, whom);
            let report = match rest {
                [] => report,
                ["with", other] => report.with(seat(other)?),
                [card] => report.of_card(card.parse().map_err(|_| no_entry())?),
                _ => return Err(no_entry()),
            };
            round.report_in_full(report).map(drop)
        }
        _ => return Err(no_entry()),
    };
    result.map_err(|refusal| ReplayError::Refused {
        line,
        text: text.to_owned(),
        refusal: Box::new(refusal),
    })
}

/// Plays a round to its end again from its own log, in memory.
pub fn rebuild(round: &Round) -> Result<Round, ReplayError> {
    let mut again = Round::new(&Arc::clone(round.table()), None, Keep::Log);
    for (event, line) in round.log().events().iter().zip(1..) {
        let text = round.log_line(event);
        match event {
            Event::Opened { meter } => again.reset(*meter),
            _ if text.starts_with('>') => {}
            _ => redo(&mut again, &text, line)?,
        }
    }
    debug_assert!(*round.next() == Next::Bets || again.next() == round.next());
    Ok(again)
}
