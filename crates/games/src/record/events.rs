//! What a recorded round says went wrong: its `[[event]]` tables, each reported to the round at its
//! moment.

use std::fmt;
use std::str::FromStr;

use cards::{Card, DeckCount};
use forms::{Field, Table as Form};
use rulebook::{Consequence, Irregularity};

use super::player::Player;
use crate::felt::SeatNumber;
use crate::irregular::Report;
use crate::log::Event;
use crate::round::{Next, Recipient, Round, Want};
use crate::table::Table;

/// When something happened, counted from the start of the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Moment {
    /// Right after this many cards to hands and board; burned and discarded ones do not count.
    Cards(usize),
    /// Right after this many actions of all seats.
    Actions(usize),
    /// Right after this many burned and discarded cards, seen or not.
    Burns(usize),
}

impl Moment {
    /// The moment after these events: right after the last thing that is counted.
    pub(super) fn last(events: &[Event]) -> Moment {
        let counted = Count::of(events);
        match events.iter().rev().find_map(Counted::of) {
            None | Some(Counted::Card) => Moment::Cards(counted.cards),
            Some(Counted::Action) => Moment::Actions(counted.actions),
            Some(Counted::Burn) => Moment::Burns(counted.burns),
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moment::Cards(count) => write!(f, "{count} cards"),
            Moment::Actions(count) => write!(f, "{count} actions"),
            Moment::Burns(count) => write!(f, "{count} burns"),
        }
    }
}

/// Why a text is not a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NotAMoment;

impl fmt::Display for NotAMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write \"5 cards\", \"2 actions\" or \"1 burn\"")
    }
}

impl FromStr for Moment {
    type Err = NotAMoment;

    fn from_str(text: &str) -> Result<Moment, NotAMoment> {
        let (count, of) = text.split_once(' ').ok_or(NotAMoment)?;
        let count = count.parse().map_err(|_| NotAMoment)?;
        match of {
            "card" | "cards" => Ok(Moment::Cards(count)),
            "action" | "actions" => Ok(Moment::Actions(count)),
            "burn" | "burns" => Ok(Moment::Burns(count)),
            _ => Err(NotAMoment),
        }
    }
}

/// What an event needs in a file beyond its word.
struct Shape {
    /// Whose hand: a seat, the dealer, or either or neither.
    whose: Whose,
    card: Needed,
    with: Needed,
    /// Its moment: needed unless it shows by itself.
    after: Needed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Needed {
    Yes,
    Maybe,
    No,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Seat,
    SeatOrDealer,
    Nobody,
}

/// Whether an event names a hand, a seat's or the dealer's.
pub(super) fn names_hand(what: Irregularity) -> bool {
    shape(what, Timing::Given).is_ok_and(|shape| shape.whose != Whose::Nobody)
}

/// Whether an event says when it happened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Timing {
    Given,
    ByItself,
}

/// The keys that go with an event; none for what a file says in another way.
fn shape(what: Irregularity, timing: Timing) -> Result<Shape, &'static str> {
    use Needed::{Maybe, No, Yes};
    let shape = |whose, card, with, after| Ok(Shape { whose, card, with, after });
    match what {
        // Found before the hands were counted, it has a moment; the hand lies as it was dealt so far.
        Irregularity::WrongNumberOfCards if timing == Timing::Given => {
            shape(Whose::SeatOrDealer, No, No, Yes)
        }
        Irregularity::WrongNumberOfCards => {
            Err("the cards show it: give every hand the cards that it was dealt")
        }
        Irregularity::OutOfCards => {
            Err("give the cards that came after the shuffle as reshuffled = \"...\"")
        }
        // Where it makes a misdeal, the card need not be known; without a moment it shows when.
        Irregularity::ExposedCard if timing == Timing::Given => {
            shape(Whose::SeatOrDealer, Maybe, No, Maybe)
        }
        Irregularity::ExposedCard => shape(Whose::SeatOrDealer, Yes, No, Maybe),
        Irregularity::ExposedHand => shape(Whose::Seat, No, No, Yes),
        Irregularity::ExposedHandRefused => shape(Whose::Seat, No, Yes, Yes),
        Irregularity::FacedCard | Irregularity::FaceUpCardInShoe => {
            shape(Whose::Nobody, Yes, No, Yes)
        }
        Irregularity::ExposedDraw => shape(Whose::Nobody, Yes, No, Yes),
        Irregularity::DefectiveDeck | Irregularity::Misdeal | Irregularity::CardDrawnInError => {
            shape(Whose::Nobody, No, No, Yes)
        }
        Irregularity::ExtraCardOn17To21 => shape(Whose::Nobody, Maybe, No, No),
        Irregularity::DealerMissedCard => shape(Whose::Nobody, No, No, Maybe),
        Irregularity::NoCards | Irregularity::OneCard => shape(Whose::Seat, No, No, Maybe),
    }
}

/// An `[[event]]` of a file.
pub(super) struct EventForm<'a> {
    form: Form<'a>,
    report: Report,
    card_field: Option<Field<'a>>,
    moment: Option<Moment>,
    is_reported: bool,
}

/// Reads the `[[event]]` tables; what is wrong with one is noted where it stands.
pub(super) fn read<'a>(root: &Form<'a>) -> Vec<EventForm<'a>> {
    root.tables("event").into_iter().filter_map(event).collect()
}

fn event(form: Form<'_>) -> Option<EventForm<'_>> {
    let word = form.required("event");
    let what = word.as_ref().and_then(|field| field.one_of(Irregularity::WORDS));
    let seat_field = form.optional("seat");
    let seat = seat_field.as_ref().and_then(seat_number);
    let dealer_field = form.optional("dealer");
    let is_dealer = dealer_field.as_ref().and_then(Field::boolean);
    let with_field = form.optional("with");
    let other = with_field.as_ref().and_then(seat_number);
    let card_field = form.optional("card");
    let card: Option<Card> = card_field.as_ref().and_then(Field::parse);
    let after_field = form.optional("after");
    let moment: Option<Moment> = after_field.as_ref().and_then(Field::parse);
    let what = what?;
    let timing = after_field.as_ref().map_or(Timing::ByItself, |_| Timing::Given);
    let shape = match shape(what, timing) {
        Ok(shape) => shape,
        Err(instead) => {
            word?.problem(format!("{} is no event of a file: {instead}", what.word()));
            return None;
        }
    };
    let mut is_fine = true;
    let mut check = |key: &str, field: Option<&Field<'_>>, needed: Needed, write: &str| {
        match (field, needed) {
            (None, Needed::Yes) => form.problem_of(key, format!("missing: write {write}")),
            (Some(field), Needed::No) => {
                field.problem(format!("{} has no {key}", what.word()));
            }
            _ => return,
        }
        is_fine = false;
    };
    let (of_seat, of_dealer) = match shape.whose {
        Whose::Seat => (Needed::Yes, Needed::No),
        Whose::SeatOrDealer if dealer_field.is_some() => (Needed::No, Needed::Maybe),
        Whose::SeatOrDealer => (Needed::Maybe, Needed::No),
        Whose::Nobody => (Needed::No, Needed::No),
    };
    check("seat", seat_field.as_ref(), of_seat, "seat = 2");
    check("dealer", dealer_field.as_ref(), of_dealer, "dealer = true");
    check("card", card_field.as_ref(), shape.card, "card = \"Kd\"");
    check("with", with_field.as_ref(), shape.with, "with = 3");
    check("after", after_field.as_ref(), shape.after, "after = \"5 cards\" or \"2 actions\"");
    if let (Some(false), Some(field)) = (is_dealer, &dealer_field) {
        field.problem("write dealer = true, or leave it out");
        is_fine = false;
    }
    // What could not be read is noted already.
    let all_read = seat_field.is_some() == seat.is_some()
        && with_field.is_some() == other.is_some()
        && card_field.is_some() == card.is_some()
        && after_field.is_some() == moment.is_some();
    let report = Report { what, seat, other, card };
    let is_fine = is_fine && all_read;
    is_fine.then_some(EventForm { form, report, card_field, moment, is_reported: false })
}

fn seat_number(field: &Field<'_>) -> Option<SeatNumber> {
    let number = field.integer(1..=7).and_then(|number| u8::try_from(number).ok());
    number.and_then(SeatNumber::new)
}

impl EventForm<'_> {
    /// Whether its moment has come.
    fn is_due(&self, round: &Round) -> bool {
        let now = Count::of(round.log().events());
        match self.moment {
            Some(Moment::Cards(cards)) => now.cards == cards,
            Some(Moment::Actions(actions)) => now.actions == actions,
            Some(Moment::Burns(burns)) => now.burns == burns,
            None => self.shows(round),
        }
    }

    /// Whether an event without a moment of its own shows now.
    fn shows(&self, round: &Round) -> bool {
        let report = &self.report;
        let next_is = |to: Recipient| matches!(round.next(), Next::Card(Want { to: wanted, .. }) if *wanted == to);
        let has_cards = |cards: usize| {
            report.seat.is_some_and(|seat| {
                let found = round.felt().seats.iter().find(|other| other.number == seat);
                let has_cards = found.is_some_and(|found| found.cards().len() == cards);
                has_cards && next_is(Recipient::Seat { seat, hand: 0 })
            })
        };
        match report.what {
            Irregularity::NoCards => has_cards(0),
            Irregularity::OneCard => has_cards(1),
            Irregularity::DealerMissedCard => next_is(Recipient::Dealer),
            Irregularity::ExtraCardOn17To21 => *round.next() == Next::Done,
            _ => report.card.is_some_and(|card| round.felt().cards().any(|other| other == card)),
        }
    }

    /// Whether a wrong number of cards was found in this hand before the hands were counted.
    fn stops(&self, hand: Option<SeatNumber>) -> bool {
        self.report.what == Irregularity::WrongNumberOfCards && self.report.seat == hand
    }

    /// Whether its section voids the round for it.
    fn voids(&self, table: &Table) -> bool {
        let order = table.order_for(self.report.what, self.report.seat);
        order.is_some_and(|order| {
            matches!(order.consequence, Consequence::Misdeal | Consequence::Void)
        })
    }

    /// The card that left the deck by this event and is in no hand of the file.
    fn own_card(&self) -> Option<Card> {
        self.report.card.filter(|_| self.report.what != Irregularity::ExposedCard)
    }

    /// What is reported, and the card that is handed over next, where one is discarded or burned: it
    /// may be one that nobody saw.
    #[allow(clippy::option_option)] // The outer one says whether a card is handed over.
    pub(super) fn hand_over(&mut self) -> (Report, Option<Option<Card>>) {
        self.is_reported = true;
        let is_diverted = diverts(self.report.what);
        let card = self.report.card;
        let report = Report { card: card.filter(|_| !is_diverted), ..self.report };
        (report, is_diverted.then_some(card))
    }

    /// Notes a problem where the event stands.
    pub(super) fn problem(&self, message: String) {
        self.form.problem(message);
    }
}

/// Whether the next card leaves the deck by this event, to be discarded or burned.
pub(super) fn diverts(what: Irregularity) -> bool {
    matches!(
        what,
        Irregularity::FacedCard | Irregularity::FaceUpCardInShoe | Irregularity::ExtraCardOn17To21
    )
}

/// What moments are counted by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    Card,
    Action,
    Burn,
}

impl Counted {
    fn of(event: &Event) -> Option<Counted> {
        match event {
            Event::Dealt { want, .. }
            | Event::ExposedDealt { want, .. }
            | Event::NotSeen { want } => match want.to {
                Recipient::Burn | Recipient::Discard => Some(Counted::Burn),
                Recipient::Seat { .. } | Recipient::Dealer | Recipient::Board => {
                    Some(Counted::Card)
                }
            },
            Event::Unseen => Some(Counted::Burn),
            Event::Decided { .. } => Some(Counted::Action),
            _ => None,
        }
    }
}

/// How many cards were dealt to hands and board, how many actions were taken, and how many cards
/// were burned or discarded.
#[derive(Default)]
struct Count {
    cards: usize,
    actions: usize,
    burns: usize,
}

impl Count {
    fn of(events: &[Event]) -> Count {
        let mut count = Count::default();
        for counted in events.iter().filter_map(Counted::of) {
            match counted {
                Counted::Card => count.cards += 1,
                Counted::Action => count.actions += 1,
                Counted::Burn => count.burns += 1,
            }
        }
        count
    }
}

impl<'a> Player<'a, '_> {
    /// Whether an event of the file ends the round before it is played out, perhaps in the deal.
    pub(super) fn is_stopped(&self, table: &Table) -> bool {
        self.events.iter().any(|event| event.voids(table))
    }

    /// Whether a hand may have fewer cards than the deal gives it, because it was found wrong before.
    pub(super) fn is_hand_stopped(&self, hand: Option<SeatNumber>) -> bool {
        self.events.iter().any(|event| event.stops(hand))
    }

    /// No card of an event may also be in a hand or in the shoe, if the decks do not have it twice.
    pub(super) fn check_event_cards(&self, seen: &mut Vec<Card>, decks: DeckCount) -> Option<()> {
        let mut is_fine = true;
        for event in &self.events {
            let Some(card) = event.own_card() else { continue };
            let copies = usize::from(decks.copies(card));
            if seen.iter().filter(|other| **other == card).count() == copies
                && let Some(field) = &event.card_field
            {
                field.problem(format!("{card} is in a hand, on the board or in the shoe too"));
                is_fine = false;
            }
            seen.push(card);
        }
        is_fine.then_some(())
    }

    /// The first event whose moment has come, and its place.
    pub(super) fn due(&mut self, round: &Round) -> Option<(usize, &mut EventForm<'a>)> {
        let mut events = self.events.iter_mut().enumerate();
        events.find(|(_, event)| !event.is_reported && event.is_due(round))
    }

    /// Every event must have come up.
    pub(super) fn check_reported(&self, round: &Round) -> Option<()> {
        let mut is_fine = true;
        for event in self.events.iter().filter(|event| !event.is_reported) {
            let Count { cards, actions, .. } = Count::of(round.log().events());
            event.form.problem(format!(
                "this never came up: the round was over after {cards} cards and {actions} actions"
            ));
            is_fine = false;
        }
        is_fine.then_some(())
    }
}
