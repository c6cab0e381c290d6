//! A round as the file that records it: what `croupier settle` reads comes from what was played.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cards::Card;
use money::Cents;
use rulebook::{DealTo, Irregularity, Rulebook};

use super::events::{Moment, diverts, names_hand};
use crate::agreed::{Agreed, PaidOther};
use crate::felt::SeatNumber;
use crate::irregular::Report;
use crate::log::Event;
use crate::posted::PROGRESSIVE_OPTIONS;
use crate::round::{Next, Recipient, Round};
use crate::sign::Meter;
use crate::table::Table;
use crate::view::Viewer;

/// Why a round has no file that settles to the same lines.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum NoRoundFile {
    #[error("the round is not over")]
    NotOver,
    #[error("a round file cannot say this: {0}")]
    CannotSay(&'static str),
    #[error("the round file is refused: {0}")]
    Refused(String),
    #[error("the round file settles to other lines")]
    OtherLines,
}

impl Round {
    /// The round as a round file, with the meter before the round where it was played for one.
    ///
    /// Cards, decisions and events are as they were logged, so the round must keep its log. Bets,
    /// tips and players are as they were locked. Options of a progressive that is not posted have no
    /// effect and are left out. [`Round::checked_round_file`] also makes sure that it can be settled.
    pub fn round_file(&self, meter: Option<Meter>) -> String {
        Writer::of(self).text(self, meter)
    }

    /// The round file of a finished round, settled once to see that the same lines, tips and rake
    /// come of it; otherwise why there is none.
    pub fn checked_round_file(
        &self,
        book: &Rulebook,
        meter: Option<Meter>,
    ) -> Result<String, NoRoundFile> {
        if *self.next() != Next::Done {
            return Err(NoRoundFile::NotOver);
        }
        self.checked(book, meter, &Writer::of(self))
    }

    /// The same as a viewer may have it: `??` stands for every card that this viewer did not see. None of them
    /// decided anything, so the lines are the same.
    pub fn checked_round_file_for(
        &self,
        book: &Rulebook,
        meter: Option<Meter>,
        viewer: Viewer,
    ) -> Result<String, NoRoundFile> {
        if *self.next() != Next::Done {
            return Err(NoRoundFile::NotOver);
        }
        let mut writer = Writer::of(self);
        writer.hide(&self.view(viewer).faces_up());
        self.checked(book, meter, &writer).map_err(|why| match why {
            // What is wrong with the file may name a card that this viewer did not see; without that card it may also
            // settle to something else.
            NoRoundFile::Refused(_) | NoRoundFile::OtherLines => {
                NoRoundFile::CannotSay(DECIDED_UNSEEN)
            }
            why => why,
        })
    }

    fn checked(
        &self,
        book: &Rulebook,
        meter: Option<Meter>,
        writer: &Writer,
    ) -> Result<String, NoRoundFile> {
        if let Some(what) = writer.unsaid {
            return Err(NoRoundFile::CannotSay(what));
        }
        let text = writer.text(self, meter);
        match super::play_recorded(book, "round", &text) {
            Err(problems) => Err(NoRoundFile::Refused(problems.to_string())),
            Ok(again) if is_same(self, &again.round) => Ok(text),
            Ok(_) => Err(NoRoundFile::OtherLines),
        }
    }
}

fn is_same(round: &Round, again: &Round) -> bool {
    let (one, other) = (round.settlement(), again.settlement());
    one.lines == other.lines && one.tips == other.tips && one.rake == other.rake
}

/// Why a viewer who did not see every card may have no file.
const DECIDED_UNSEEN: &str = "a card that you did not see was decided on";

/// What a file says of a seat.
#[derive(Default)]
struct SeatLines {
    player: Option<u8>,
    chips: Option<Cents>,
    bets: Vec<(&'static str, Cents)>,
    cards: Vec<Option<Card>>,
    actions: Vec<String>,
}

/// An `[[event]]`.
struct EventLines {
    report: Report,
    is_dealers: bool,
    after: Moment,
}

/// The parts of a file, gathered from a round's log.
#[derive(Default)]
struct Writer {
    seats: BTreeMap<SeatNumber, SeatLines>,
    button: Option<SeatNumber>,
    /// Cards; none for one that the viewer did not see.
    dealer: Vec<Option<Card>>,
    board: Vec<Option<Card>>,
    /// Burned cards; none for one that nobody saw.
    burns: Vec<Option<Card>>,
    shoe: Vec<Card>,
    reshuffled: Option<Vec<Card>>,
    events: Vec<EventLines>,
    /// What two supervisors decided about keys and awards.
    overrides: Vec<(SeatNumber, Option<String>, Agreed)>,
    paid: Vec<(SeatNumber, PaidOther)>,
    /// Whether the next card is that of the last event.
    is_diverted: bool,
    /// Something that happened and that no file can say.
    unsaid: Option<&'static str>,
}

impl Writer {
    fn of(round: &Round) -> Writer {
        let mut writer = Writer::default();
        let sizes = round.table().deal_size().unwrap_or((0, 0));
        let events = round.log().events();
        for (place, event) in events.iter().enumerate() {
            writer.note(round.table(), sizes, &events[..place], event);
        }
        if writer.reshuffled.as_ref().is_some_and(Vec::is_empty) {
            writer.unsaid = Some("the discards were reshuffled, and no card came after it");
        }
        // The dealer's hand is the one that an exposed card was turned up in.
        let turned = events.iter().filter_map(|event| match event {
            Event::CardTurned { whose: Recipient::Dealer, card } => Some(*card),
            _ => None,
        });
        for card in turned {
            for event in &mut writer.events {
                event.is_dealers |= event.report.card == Some(card);
            }
        }
        writer
    }

    /// Leaves out the cards that a viewer did not see.
    fn hide(&mut self, seen: &[Card]) {
        let hands = self.seats.values_mut().map(|seat| &mut seat.cards);
        let piles = [&mut self.dealer, &mut self.board, &mut self.burns].into_iter().chain(hands);
        for card in piles.flatten() {
            card.take_if(|card| !seen.contains(card));
        }
        // A card that is set apart is named by the decision.
        let actions = self.seats.values().flat_map(|seat| &seat.actions);
        let set = actions.filter_map(|action| action.strip_prefix("set ")?.parse::<Card>().ok());
        if set.into_iter().any(|card| !seen.contains(&card)) {
            self.unsaid = Some(DECIDED_UNSEEN);
        }
        let drawn = self.shoe.iter().chain(self.reshuffled.iter().flatten());
        let reported = self.events.iter().filter_map(|event| event.report.card.as_ref());
        // What is drawn is decided on; what is reported is in the open.
        if drawn.chain(reported).any(|card| !seen.contains(card)) {
            self.unsaid = Some("a card was drawn that you did not see");
        }
    }

    fn seat(&mut self, seat: SeatNumber) -> &mut SeatLines {
        self.seats.entry(seat).or_default()
    }

    /// Takes in one event of the log, after those before it.
    fn note(&mut self, table: &Table, sizes: (usize, usize), before: &[Event], event: &Event) {
        match event {
            Event::Bet { seat, bet, amount } => {
                let bets = &mut self.seat(*seat).bets;
                bets.retain(|(known, _)| known != bet);
                bets.push((bet, *amount));
            }
            Event::BetsCleared { seat } => {
                self.seats.remove(seat);
                self.button.take_if(|button| button == seat);
            }
            Event::Player { seat, player } => {
                self.seat(*seat).player = Some(*player).filter(|player| *player != seat.get());
            }
            Event::Chips { seat, amount } => self.seat(*seat).chips = Some(*amount),
            Event::Button { seat } => self.button = Some(*seat),
            Event::Dealt { want, card } => self.dealt(sizes, want.to, Some(*card)),
            Event::Unseen => self.unseen(table),
            Event::NotSeen { want } => match want.to {
                Recipient::Seat { seat, .. } => self.seat(seat).cards.push(None),
                Recipient::Dealer => self.dealer.push(None),
                Recipient::Board => self.board.push(None),
                // These are burned or discarded unseen.
                Recipient::Burn | Recipient::Discard => {}
            },
            Event::Misdealt { hand: Some(seat), cards } => {
                self.seat(*seat).cards = all(cards);
            }
            Event::Misdealt { hand: None, cards } => self.dealer = all(cards),
            Event::Decided { seat, action, .. } => {
                self.seat(*seat).actions.push(action.to_string());
            }
            Event::Reported(report) => self.reported(*report, before),
            Event::Overridden { seat, hand, agreed } => {
                self.overrides.retain(|(known, _, _)| known != seat);
                let hand = hand.as_ref().map(ToString::to_string);
                self.overrides.push((*seat, hand, (**agreed).clone()));
            }
            Event::Awarded { seat, paid: Some(paid), .. } => {
                self.paid.push((*seat, (**paid).clone()));
            }
            // What rides for the dealers is read off the felt; the rest follows by itself.
            Event::Tip { .. }
            | Event::Opened
            | Event::Locked { .. }
            | Event::Voided { .. }
            | Event::Awarded { paid: None, .. }
            | Event::BoardTurned { .. }
            | Event::TurnedUp { .. }
            | Event::DealerRevealed
            | Event::Ordered { .. }
            | Event::SupervisorCalled { .. }
            | Event::CardTurned { .. }
            | Event::ExposedDealt { .. }
            | Event::ExposedRefused { .. }
            | Event::ExposedBurned { .. }
            | Event::Settled(_) => {}
        }
    }

    fn dealt(&mut self, (own, dealers): (usize, usize), to: Recipient, card: Option<Card>) {
        if std::mem::take(&mut self.is_diverted) {
            if let Some(event) = self.events.last_mut() {
                event.report.card = card;
            }
            return;
        }
        let Some(card) = card else { return };
        match to {
            Recipient::Seat { seat, hand: 0 } if self.seat(seat).cards.len() < own => {
                self.seat(seat).cards.push(Some(card));
            }
            Recipient::Dealer if self.dealer.len() < dealers => self.dealer.push(Some(card)),
            Recipient::Seat { .. } | Recipient::Dealer => {
                self.reshuffled.as_mut().unwrap_or(&mut self.shoe).push(card);
            }
            Recipient::Board => self.board.push(Some(card)),
            Recipient::Burn => self.burns.push(Some(card)),
            // A card set aside by the procedure is in no hand, and a file has no place for it.
            Recipient::Discard => {}
        }
    }

    /// A card was burned or discarded that nobody saw. No game does both.
    fn unseen(&mut self, table: &Table) {
        let discards = table.packets("deal").iter().any(|packet| packet.to == DealTo::Discard);
        if self.is_diverted {
            self.dealt((0, 0), Recipient::Burn, None);
        } else if !discards {
            self.burns.push(None);
        }
    }

    fn reported(&mut self, report: Report, before: &[Event]) {
        match report.what {
            // The cards show it, if the hand was dealt a wrong number at once.
            Irregularity::WrongNumberOfCards if is_misdealt(before, report.seat) => {}
            Irregularity::OutOfCards if self.reshuffled.is_some() => {
                self.unsaid = Some("the discards were reshuffled twice");
            }
            Irregularity::OutOfCards => self.reshuffled = Some(Vec::new()),
            what => {
                self.is_diverted = diverts(what);
                let after = Moment::last(before);
                let is_dealers = what == Irregularity::WrongNumberOfCards && report.seat.is_none();
                let seat = report.seat.filter(|_| names_hand(what));
                let report = Report { seat, ..report };
                self.events.push(EventLines { report, is_dealers, after });
            }
        }
    }
}

/// Whether a hand was dealt a wrong number of cards at once.
fn is_misdealt(events: &[Event], whose: Option<SeatNumber>) -> bool {
    events.iter().any(|event| matches!(event, Event::Misdealt { hand, .. } if *hand == whose))
}

/// Cards as a file lists them; `??` for one that nobody saw.
fn listed(cards: &[Option<Card>]) -> String {
    let word = |card: &Option<Card>| card.map_or_else(|| "??".to_owned(), |card| card.to_string());
    cards.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn all(cards: &[Card]) -> Vec<Option<Card>> {
    cards.iter().copied().map(Some).collect()
}

/// A TOML string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `key = { a = "1", b = "2" }`, if there is anything in it.
fn inline<'a>(text: &mut String, key: &str, pairs: impl Iterator<Item = (&'a str, String)>) {
    let pairs: Vec<String> =
        pairs.map(|(name, value)| format!("{name} = {}", quoted(&value))).collect();
    if !pairs.is_empty() {
        let _ = writeln!(text, "{key} = {{ {} }}", pairs.join(", "));
    }
}

impl Writer {
    fn text(&self, round: &Round, meter: Option<Meter>) -> String {
        let mut text = String::new();
        head(&mut text, round.table());
        if let Some(Meter { display, reserve, own }) = meter {
            let _ = writeln!(text, "meter = \"{display}\"\nreserve = \"{reserve}\"");
            for (key, value) in own.words() {
                let _ = writeln!(text, "{key} = \"{value}\"");
            }
        }
        let burns = if self.burns.iter().any(Option::is_some) { &*self.burns } else { &[] };
        let lists = [
            ("dealer", self.dealer.clone()),
            ("board", self.board.clone()),
            ("burns", burns.to_vec()),
            ("shoe", all(&self.shoe)),
        ];
        for (key, cards) in lists.iter().filter(|(_, cards)| !cards.is_empty()) {
            let _ = writeln!(text, "{key} = \"{}\"", listed(cards));
        }
        if let Some(cards) = &self.reshuffled {
            let _ = writeln!(text, "reshuffled = \"{}\"", listed(&all(cards)));
        }
        if let Some(seat) = self.button {
            let _ = writeln!(text, "button = {seat}");
        }
        for (number, seat) in &self.seats {
            let place = round.felt().place_of(*number);
            let tips = place.map(|place| round.felt().seats[place].tips).unwrap_or_default();
            let lines = round.table().lines_in_order();
            seat.write(&mut text, *number, lines.map(|(line, name)| (name, tips[line.index()])));
        }
        for event in &self.events {
            event.write(&mut text);
        }
        for (seat, hand, agreed) in &self.overrides {
            let _ = writeln!(text, "\n[[override]]\nseat = {seat}");
            if let Some(hand) = hand {
                let _ = writeln!(text, "hand = {}", quoted(hand));
            }
            write_agreed(&mut text, agreed);
        }
        for (seat, PaidOther { paid, agreed }) in &self.paid {
            let _ = writeln!(text, "\n[[paid]]\nseat = {seat}\namount = \"{paid}\"");
            write_agreed(&mut text, agreed);
        }
        text
    }
}

fn write_agreed(text: &mut String, agreed: &Agreed) {
    for (key, value) in
        [("by", agreed.by()), ("approved-by", agreed.approved_by()), ("reason", agreed.reason())]
    {
        let _ = writeln!(text, "{key} = {}", quoted(value));
    }
}

/// What stands for the table.
fn head(text: &mut String, table: &Table) {
    let posting = table.posting();
    let _ = writeln!(text, "game = {}", quoted(&posting.game));
    let _ = writeln!(text, "edition = {}", quoted(&table.section().edition.id.to_string()));
    let schedules = posting.schedules.iter();
    inline(text, "schedules", schedules.map(|(bet, name)| (bet.as_str(), name.clone())));
    let has_effect =
        |key: &str| table.progressive().is_some() || !PROGRESSIVE_OPTIONS.contains(&key);
    let options = posting.options.iter().filter(|(key, _)| has_effect(key));
    inline(text, "options", options.map(|(key, value)| (key.as_str(), value.clone())));
    let limits = posting.limits.iter();
    let range = |(bet, (least, most)): (&'_ String, &(Cents, Cents))| {
        (bet.clone(), format!("{least} to {most}"))
    };
    let limits: Vec<(String, String)> = limits.map(range).collect();
    inline(text, "limits", limits.iter().map(|(bet, range)| (bet.as_str(), range.clone())));
}

impl SeatLines {
    fn write(
        &self,
        text: &mut String,
        number: SeatNumber,
        tips: impl Iterator<Item = (&'static str, Cents)>,
    ) {
        let _ = writeln!(text, "\n[[seat]]\nnumber = {number}");
        if let Some(player) = self.player {
            let _ = writeln!(text, "player = {player}");
        }
        inline(text, "bets", self.bets.iter().map(|(bet, amount)| (*bet, amount.to_string())));
        let tips = tips.filter(|(_, tip)| *tip > Cents::ZERO);
        inline(text, "tips", tips.map(|(line, tip)| (line, tip.to_string())));
        if let Some(chips) = self.chips {
            let _ = writeln!(text, "chips = \"{chips}\"");
        }
        if !self.cards.is_empty() {
            let _ = writeln!(text, "cards = \"{}\"", listed(&self.cards));
        }
        if !self.actions.is_empty() {
            let actions: Vec<String> = self.actions.iter().map(|action| quoted(action)).collect();
            let _ = writeln!(text, "actions = [{}]", actions.join(", "));
        }
    }
}

impl EventLines {
    fn write(&self, text: &mut String) {
        let Report { what, seat, other, card } = self.report;
        let _ = writeln!(text, "\n[[event]]\nevent = \"{}\"", what.word());
        if let Some(seat) = seat {
            let _ = writeln!(text, "seat = {seat}");
        }
        if self.is_dealers && seat.is_none() {
            let _ = writeln!(text, "dealer = true");
        }
        if let Some(other) = other {
            let _ = writeln!(text, "with = {other}");
        }
        if let Some(card) = card {
            let _ = writeln!(text, "card = \"{card}\"");
        }
        if what != Irregularity::ExtraCardOn17To21 {
            let _ = writeln!(text, "after = \"{}\"", self.after);
        }
    }
}
