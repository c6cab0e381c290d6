//! Recorded rounds (`*.round.toml`): for disputes, for tests, for `croupier settle`.

mod agreed;
mod driver;
mod events;
mod left_over;
mod player;
mod writer;

pub use writer::NoRoundFile;

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Card, parse_cards};
use forms::{Field, Problems, Table as Form};
use money::{Cents, MeterUnits};
use rulebook::Rulebook;

use crate::action::Action;
use crate::felt::SeatNumber;
use crate::posted::PROGRESSIVE_OPTIONS;
use crate::sign::{Meter, OwnTerms};
use crate::table::{OpenError, Posting, Table};
use crate::text::Played;

/// Plays a recorded round to its end; everything wrong with the file is reported at once.
pub fn play_recorded(book: &Rulebook, name: &str, text: &str) -> Result<Played, Problems> {
    forms::read(name, text, |root| {
        let file = read(root);
        let Some(table) = open(book, root, &file) else {
            // What else is wrong is said all the same.
            for key in ["dealer", "board"] {
                CardList::read_hands(root, key);
            }
            for key in ["shoe", "reshuffled"] {
                CardList::read(root, key);
            }
            CardList::read_burns(root);
            root.optional("button");
            events::read(root);
            agreed::overrides(root);
            agreed::paid(root);
            seats(root, None);
            return None;
        };
        let seats = seats(root, Some(&table));
        player::play(root, &table, &file, seats)
    })
}

/// The cards of a key, in dealing order; `None` for a card that the writer of the file did not see.
struct CardList<'a> {
    field: Option<Field<'a>>,
    cards: Vec<Option<Card>>,
    dealt: usize,
}

impl<'a> CardList<'a> {
    fn read(form: &Form<'a>, key: &'static str) -> CardList<'a> {
        let field = form.optional(key);
        let text = field.as_ref().and_then(Field::string).unwrap_or_default();
        let cards = parsed(field.as_ref(), text).into_iter().map(Some).collect();
        CardList { field, cards, dealt: 0 }
    }

    /// The cards of a hand or of the board, where `??` stands for one that the writer of the file did not see.
    fn read_hands(form: &Form<'a>, key: &'static str) -> CardList<'a> {
        let field = form.optional(key);
        let text = field.as_ref().and_then(Field::string).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        if !words.contains(&"??") {
            return CardList::read(form, key);
        }
        let named: Vec<&str> = words.iter().copied().filter(|word| *word != "??").collect();
        if named.iter().any(|word| parsed(field.as_ref(), word).len() != 1) {
            return CardList { field, cards: Vec::new(), dealt: 0 };
        }
        let cards = words.iter().map(|word| word.parse().ok()).collect();
        CardList { field, cards, dealt: 0 }
    }

    /// The cards that the file names.
    fn named(&self) -> impl Iterator<Item = Card> {
        self.cards.iter().copied().flatten()
    }

    /// Burned cards, where `??` stands for one that nobody saw; which of them were seen.
    fn read_burns(form: &Form<'a>) -> (CardList<'a>, Vec<bool>) {
        let field = form.optional("burns");
        let text = field.as_ref().and_then(Field::string).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        if !words.contains(&"??") {
            let list = CardList::read(form, "burns");
            let seen = vec![true; list.cards.len()];
            return (list, seen);
        }
        let seen: Vec<bool> = words.iter().map(|word| *word != "??").collect();
        let known: Vec<&str> = words.into_iter().filter(|word| *word != "??").collect();
        let cards = parsed(field.as_ref(), &known.join(" ")).into_iter().map(Some).collect();
        (CardList { field, cards, dealt: 0 }, seen)
    }

    /// The next card; the inner one is none if it was not seen.
    #[allow(clippy::option_option)] // The outer one says whether there is a card.
    fn next(&mut self) -> Option<Option<Card>> {
        let card = self.cards.get(self.dealt).copied()?;
        self.dealt += 1;
        Some(card)
    }

    fn left(&self) -> &[Option<Card>] {
        &self.cards[self.dealt..]
    }

    /// Notes a problem at this key, or at the form if the key is not there.
    fn problem(&self, form: &Form<'_>, key: &str, message: String) {
        match &self.field {
            Some(field) => field.problem(message),
            None => form.problem(format!("{key}: {message}")),
        }
    }
}

/// The cards of a text; what is wrong with it is noted where it stands.
fn parsed(field: Option<&Field<'_>>, text: &str) -> Vec<Card> {
    parse_cards(text).unwrap_or_else(|error| {
        if let Some(field) = field {
            field.problem(error.to_string());
        }
        Vec::new()
    })
}

/// What a file says of the table.
struct File<'a> {
    posting: Posting,
    schedule_fields: BTreeMap<String, Field<'a>>,
    option_fields: BTreeMap<String, Field<'a>>,
    limit_fields: BTreeMap<String, Field<'a>>,
    meter: Option<(Meter, Field<'a>)>,
}

/// What a file says of a seat.
struct SeatForm<'a> {
    form: Form<'a>,
    number: SeatNumber,
    player: Option<u8>,
    chips: Option<(Cents, Field<'a>)>,
    cards: CardList<'a>,
    bets: Vec<(String, Cents, Field<'a>)>,
    tips: Vec<(String, Cents, Field<'a>)>,
    /// Tips that are added to a decision and have not been yet.
    later_tips: Vec<(String, Cents, Field<'a>)>,
    actions: Vec<(Action, Field<'a>)>,
    acted: usize,
}

fn read<'a>(root: &Form<'a>) -> File<'a> {
    let mut posting = Posting::default();
    let game = root.required("game").and_then(|field| field.string());
    posting.game = game.unwrap_or_default().to_owned();
    posting.edition = root.optional("edition").and_then(|field| field.parse());
    let mut schedule_fields = BTreeMap::new();
    for (bet, field) in entries(root, "schedules") {
        if let Some(name) = field.string() {
            posting.schedules.insert(bet.to_owned(), name.to_owned());
            schedule_fields.insert(bet.to_owned(), field);
        }
    }
    let mut option_fields = BTreeMap::new();
    for (key, field) in entries(root, "options") {
        if let Some(value) = field.scalar() {
            posting.options.insert(key.to_owned(), value);
            option_fields.insert(key.to_owned(), field);
        }
    }
    let mut limit_fields = BTreeMap::new();
    for (bet, field) in entries(root, "limits") {
        let Some(text) = field.string() else { continue };
        let range = text.split_once(" to ").and_then(|(least, most)| {
            Some((least.parse::<Cents>().ok()?, most.parse::<Cents>().ok()?))
        });
        match range {
            Some((least, most)) if least > most => {
                field.problem(format!("the minimum, {least:#}, is over the maximum, {most:#}"));
            }
            Some(range) => {
                posting.limits.insert(bet.to_owned(), range);
                limit_fields.insert(bet.to_owned(), field);
            }
            None => field.problem(format!("\"{text}\" is not a limit: write it like \"5 to 100\"")),
        }
    }
    File { posting, schedule_fields, option_fields, limit_fields, meter: meter(root) }
}

fn meter<'a>(root: &Form<'a>) -> Option<(Meter, Field<'a>)> {
    let (display_field, reserve_field) = (root.optional("meter"), root.optional("reserve"));
    let reserve: Option<MeterUnits> = reserve_field.as_ref().and_then(Field::parse);
    let terms = ["seed", "contribution", "reserve-rate"].map(|key| root.optional(key));
    let Some(display_field) = display_field else {
        for field in [reserve_field].into_iter().chain(terms).flatten() {
            field.problem("it belongs to a meter: give meter too");
        }
        return None;
    };
    let display = display_field.parse()?;
    let [seed, contribution, reserve_rate] = &terms;
    let own = OwnTerms {
        seed: seed.as_ref().and_then(Field::parse),
        contribution: contribution.as_ref().and_then(Field::parse),
        reserve_rate: reserve_rate.as_ref().and_then(Field::parse),
    };
    let reserve = reserve.unwrap_or(MeterUnits::ZERO);
    Some((Meter { own, ..Meter::new(display, reserve) }, display_field))
}

fn entries<'a>(root: &Form<'a>, key: &'static str) -> Vec<(&'a str, Field<'a>)> {
    let table = root.optional(key).and_then(|field| field.table());
    table.map(|table| table.entries()).unwrap_or_default()
}

/// Opens the table that the file describes, or notes what is wrong with it where it stands.
fn open(book: &Rulebook, root: &Form<'_>, file: &File<'_>) -> Option<Arc<Table>> {
    let errors = match Table::open(book, file.posting.clone()) {
        Ok(table) => return has_effect(&table, file).then_some(table),
        Err(errors) => errors,
    };
    for error in errors {
        let field = match &error {
            OpenError::NoSuchBet { bet, .. } | OpenError::NoSuchSchedule { bet, .. } => {
                file.schedule_fields.get(bet)
            }
            OpenError::NoSuchOption { option, .. } | OpenError::NoSuchValue { option, .. } => {
                file.option_fields.get(option)
            }
            OpenError::NoSuchLimit { bet, .. } => file.limit_fields.get(bet),
            OpenError::NoSuchGame(_)
            | OpenError::NotPlayed(_)
            | OpenError::NoSuchEdition(_)
            | OpenError::Conflict(_)
            | OpenError::RulebookLacks { .. } => None,
        };
        match field {
            Some(field) => field.problem(error.to_string()),
            None => match (root.optional("game"), &error) {
                (Some(game), OpenError::NoSuchGame(_) | OpenError::NotPlayed(_)) => {
                    game.problem(error.to_string());
                }
                _ => root.problem(error.to_string()),
            },
        }
    }
    None
}

/// Notes options of a progressive at a table that posts none: they would have no effect.
fn has_effect(table: &Table, file: &File<'_>) -> bool {
    let is_idle =
        |key: &&&str| table.progressive.is_none() && file.option_fields.contains_key(**key);
    let idle: Vec<&&str> = PROGRESSIVE_OPTIONS.iter().filter(is_idle).collect();
    for key in &idle {
        let message =
            "no effect without a progressive: write schedules = { progressive = \"...\" }";
        file.option_fields[**key].problem(message);
    }
    idle.is_empty()
}

fn seats<'a>(root: &Form<'a>, table: Option<&Table>) -> Vec<SeatForm<'a>> {
    let mut seats: Vec<SeatForm<'a>> = Vec::new();
    for form in root.tables("seat") {
        let number_field = form.required("number");
        let most = table.map_or(7, |table| i64::from(table.section().seats));
        let number = number_field.as_ref().and_then(|field| field.integer(1..=most));
        let number = number.and_then(|number| SeatNumber::new(u8::try_from(number).ok()?));
        let player = form.optional("player").and_then(|field| field.integer(1..=7));
        let has_pot = table.is_none_or(|table| table.has_pot());
        let chips = if has_pot { form.optional("chips") } else { None };
        let chips = chips.and_then(|field| field.parse().map(|amount| (amount, field)));
        let (bets, tips) = (amounts(&form, "bets"), amounts(&form, "tips"));
        let is_later = |(line, _, _): &(String, Cents, Field<'_>)| {
            table.is_some_and(|table| table.is_tipped_later(line))
        };
        let (later_tips, tips) = tips.into_iter().partition(is_later);
        if bets.is_empty() {
            form.problem("no bets: write bets = { ante = \"10\" }");
        }
        let cards = CardList::read_hands(&form, "cards");
        let actions = form.optional("actions").map(|field| field.list()).unwrap_or_default();
        let actions = actions
            .into_iter()
            .filter_map(|field| field.parse().map(|action| (action, field)))
            .collect();
        let (Some(number), Some(field)) = (number, number_field) else { continue };
        if seats.iter().any(|seat| seat.number == number) {
            field.problem(format!("seat {number} appears twice"));
            continue;
        }
        let player = player.and_then(|player| u8::try_from(player).ok());
        seats.push(SeatForm {
            form,
            number,
            player,
            chips,
            cards,
            bets,
            tips,
            later_tips,
            actions,
            acted: 0,
        });
    }
    if seats.is_empty() {
        root.problem("no [[seat]]: a round needs at least one");
    }
    seats.sort_by_key(|seat| seat.number);
    seats
}

fn amounts<'a>(form: &Form<'a>, key: &'static str) -> Vec<(String, Cents, Field<'a>)> {
    entries(form, key)
        .into_iter()
        .filter_map(|(name, field)| {
            let amount = field.parse()?;
            Some((name.to_owned(), amount, field))
        })
        .collect()
}
