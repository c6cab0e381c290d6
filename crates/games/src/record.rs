//! Recorded rounds (`*.round.toml`): for disputes, for tests, for `croupier settle`.

mod events;
mod left_over;

use std::collections::BTreeMap;
use std::sync::Arc;

use arrayvec::ArrayVec;
use cards::{Card, parse_cards};
use forms::{Field, Problems, Table as Form};
use money::{Cents, MeterUnits};
use rulebook::{Irregularity, Rulebook};

use crate::action::Action;
use crate::felt::{Facing, SeatNumber};
use crate::meter::{Meter, PROGRESSIVE_OPTIONS};
use crate::refusal::Refusal;
use crate::round::{Keep, Next, Recipient, Round, Want};
use crate::table::{OpenError, Posting, Table};
use events::EventForm;

/// Plays a recorded round to its end; everything wrong with the file is reported at once.
pub fn play_recorded(book: &Rulebook, name: &str, text: &str) -> Result<Round, Problems> {
    forms::read(name, text, |root| {
        let file = read(root);
        let Some(table) = open(book, root, &file) else {
            // What else is wrong is said all the same.
            for key in ["dealer", "board", "burns", "shoe", "reshuffled"] {
                CardList::read(root, key);
            }
            root.optional("button");
            events::read(root);
            seats(root, None);
            return None;
        };
        let seats = seats(root, Some(&table));
        play(root, &table, &file, seats)
    })
}

/// The cards of a key, in dealing order.
struct CardList<'a> {
    field: Option<Field<'a>>,
    cards: Vec<Card>,
    dealt: usize,
}

impl<'a> CardList<'a> {
    fn read(form: &Form<'a>, key: &'static str) -> CardList<'a> {
        let field = form.optional(key);
        let text = field.as_ref().and_then(Field::string);
        let cards = match text.map(parse_cards) {
            Some(Ok(cards)) => cards,
            Some(Err(error)) => {
                if let Some(field) = &field {
                    field.problem(error.to_string());
                }
                Vec::new()
            }
            None => Vec::new(),
        };
        CardList { field, cards, dealt: 0 }
    }

    fn next(&mut self) -> Option<Card> {
        let card = self.cards.get(self.dealt).copied()?;
        self.dealt += 1;
        Some(card)
    }

    fn left(&self) -> &[Card] {
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

impl SeatForm<'_> {
    /// Takes the next decision, with the tip that goes with it; what is refused is noted where it
    /// stands.
    fn act(&mut self, round: &mut Round) -> Option<()> {
        let (action, field) = self.actions.get(self.acted)?;
        let line = round.tip_line(*action);
        let tip = self.later_tips.iter().position(|(tip, _, _)| Some(tip.as_str()) == line);
        let result = match tip.map(|place| self.later_tips.remove(place)) {
            None => round.act(self.number, *action).map_err(|refusal| (refusal, field)),
            Some((_, amount, tip)) => match round.act_with_tip(self.number, *action, amount) {
                Err(
                    refusal @ (Refusal::TipNeedsTip { .. }
                    | Refusal::TipMustBe { .. }
                    | Refusal::NoTipWith(_)),
                ) => {
                    tip.problem(refusal.to_string());
                    return None;
                }
                result => result.map_err(|refusal| (refusal, field)),
            },
        };
        if let Err((refusal, field)) = result {
            field.problem(refusal.to_string());
            return None;
        }
        self.acted += 1;
        Some(())
    }
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
    let Some(display_field) = display_field else {
        if let Some(field) = reserve_field {
            field.problem("a reserve belongs to a meter: give meter too");
        }
        return None;
    };
    let display = display_field.parse()?;
    let reserve = reserve.unwrap_or(MeterUnits::ZERO);
    Some((Meter { display, reserve }, display_field))
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
            | OpenError::NoSuchEdition(_)
            | OpenError::Conflict(_)
            | OpenError::RulebookLacks { .. } => None,
        };
        match field {
            Some(field) => field.problem(error.to_string()),
            None => match (root.optional("game"), &error) {
                (Some(game), OpenError::NoSuchGame(_)) => game.problem(error.to_string()),
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
        let has_pot = table.is_none_or(|table| table.game.has_pot());
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
        let cards = CardList::read(&form, "cards");
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

/// What a file gives where a card is wanted.
enum Given {
    Card(Card),
    /// A card that nobody saw.
    Unseen,
    /// Nothing more: the round goes on without it.
    Nothing,
}

/// A recorded round being played.
struct Player<'a, 'f> {
    root: &'f Form<'a>,
    round: Round,
    dealer: CardList<'a>,
    board: CardList<'a>,
    burns: CardList<'a>,
    shoe: CardList<'a>,
    /// After how many cards of the shoe the discards were reshuffled, if they will be.
    reshuffled_at: Option<usize>,
    /// What went wrong.
    events: Vec<EventForm<'a>>,
    seats: Vec<SeatForm<'a>>,
}

fn play<'a>(
    root: &Form<'a>,
    table: &Arc<Table>,
    file: &File<'a>,
    seats: Vec<SeatForm<'a>>,
) -> Option<Round> {
    let mut shoe = CardList::read(root, "shoe");
    let mut reshuffled_at = None;
    if table.is_provided_for(Irregularity::OutOfCards, None) {
        let reshuffled = CardList::read(root, "reshuffled");
        reshuffled_at = reshuffled.field.map(|_| shoe.cards.len());
        shoe.cards.extend(reshuffled.cards);
    }
    let mut player = Player {
        root,
        round: Round::new(table, file.meter.as_ref().map(|(meter, _)| *meter), Keep::Log),
        dealer: CardList::read(root, "dealer"),
        board: CardList::read(root, "board"),
        burns: CardList::read(root, "burns"),
        shoe,
        reshuffled_at,
        events: events::read(root),
        seats,
    };
    let meter = match &file.meter {
        Some((_, field)) if table.progressive().is_none() => {
            field.problem("no progressive is posted: give its schedule or leave the meter out");
            None
        }
        Some(_) | None => Some(()),
    };
    let bets = player.place_bets();
    let button = player.place_button();
    let cards = player.check_cards();
    meter.and(bets).and(button).and(cards)?;
    if let Err(refusal) = player.round.lock() {
        root.problem(refusal.to_string());
        return None;
    }
    player.deal_wrong_numbers()?;
    player.run()?;
    player.check_reported()?;
    player.check_left_over()?;
    Some(player.round)
}

impl Player<'_, '_> {
    /// Places every bet and tip; what is refused is noted where it stands.
    fn place_bets(&mut self) -> Option<()> {
        let mut refused: ArrayVec<SeatNumber, 7> = ArrayVec::new();
        for seat in &self.seats {
            let number = seat.number;
            let mut is_fine = true;
            let mut note = |result: Result<(), _>, field: &Field<'_>| {
                if let Err(refusal) = result {
                    let refusal: Refusal = refusal;
                    field.problem(refusal.to_string());
                    is_fine = false;
                }
            };
            for (bet, amount, field) in &seat.bets {
                note(self.round.bet(number, bet, *amount), field);
            }
            for (line, amount, field) in &seat.tips {
                note(self.round.tip(number, line, *amount), field);
            }
            if let Some((amount, field)) = &seat.chips {
                note(self.round.chips(number, *amount), field);
            }
            if let Some(player) = seat.player {
                let _ = self.round.player(number, player);
            }
            if !is_fine {
                refused.push(number);
            }
        }
        // What is missing is said only where nothing was refused that might be it, and when all
        // have bet: what a bet must be may depend on who else plays.
        let mut is_fine = refused.is_empty();
        for seat in self.seats.iter().filter(|seat| !refused.contains(&seat.number)) {
            if let Err(refusal) = self.round.check(seat.number) {
                seat.form.problem(refusal.to_string());
                is_fine = false;
            }
        }
        is_fine.then_some(())
    }

    /// Places the button where the file says, in a game that has one.
    fn place_button(&mut self) -> Option<()> {
        if !self.round.table().game.has_pot() {
            return Some(());
        }
        let Some(field) = self.root.optional("button") else { return Some(()) };
        let number = field.integer(1..=7).and_then(|number| u8::try_from(number).ok())?;
        let placed = SeatNumber::new(number).map(|seat| self.round.button(seat))?;
        placed.map_err(|refusal| field.problem(refusal.to_string())).ok()
    }

    /// No card may be there more often than the decks have it, or outside a shoe that all come from.
    fn check_cards(&self) -> Option<()> {
        let decks = usize::from(self.round.table().decks().get());
        let mut seen: Vec<Card> = Vec::new();
        let mut is_fine = true;
        if self.round.table().game.is_dealt_from_shoe() {
            let own = self.seats.iter().map(|seat| &seat.cards);
            let others = [&self.dealer, &self.board, &self.burns].into_iter().chain(own);
            for field in others.filter_map(|list| list.field.as_ref()) {
                field.problem("all cards of this game come from the shoe, in dealing order");
                is_fine = false;
            }
        }
        let seats = self.seats.iter().map(|seat| &seat.cards);
        let lists = [&self.dealer, &self.board, &self.burns, &self.shoe];
        for list in lists.into_iter().chain(seats) {
            // What was reshuffled comes again.
            let once = match self.reshuffled_at.filter(|_| std::ptr::eq(list, &self.shoe)) {
                Some(reshuffled_at) => &list.cards[..reshuffled_at],
                None => &list.cards,
            };
            for card in once {
                if seen.iter().filter(|other| *other == card).count() == decks {
                    let times =
                        if decks == 1 { "twice" } else { "more times than the decks hold it" };
                    list.problem(self.root, "cards", format!("{card} appears {times}"));
                    is_fine = false;
                }
                seen.push(*card);
            }
        }
        is_fine &= self.check_event_cards(&mut seen, decks).is_some();
        is_fine.then_some(())
    }

    /// Deals the hands that have a wrong number of cards, where their section says what follows from
    /// it; elsewhere it is bad input.
    fn deal_wrong_numbers(&mut self) -> Option<()> {
        let Some((own, dealers)) = self.round.table().deal_size() else { return Some(()) };
        // An event may stop the deal before a hand has all its cards.
        let is_stopped = self.is_stopped();
        let is_wrong =
            |found: usize, right: usize| found != right && !(is_stopped && found < right);
        let mut wrong: ArrayVec<Option<SeatNumber>, 8> = ArrayVec::new();
        let mut refused = false;
        let what = Irregularity::WrongNumberOfCards;
        for seat in self.seats.iter().filter(|seat| is_wrong(seat.cards.cards.len(), own)) {
            wrong.push(Some(seat.number));
            if !self.round.table().is_provided_for(what, Some(seat.number)) {
                let found = seat.cards.cards.len();
                let message = format!("{own} cards are dealt to a seat, not {found}");
                seat.cards.problem(&seat.form, "cards", message);
                refused = true;
            }
        }
        if is_wrong(self.dealer.cards.len(), dealers) {
            wrong.push(None);
            if !self.round.table().is_provided_for(what, None) {
                let found = self.dealer.cards.len();
                let message = format!("{dealers} cards are dealt to the dealer, not {found}");
                self.dealer.problem(self.root, "dealer", message);
                refused = true;
            }
        }
        if refused {
            return None;
        }
        for hand in wrong {
            let seat = self.seats.iter_mut().find(|seat| Some(seat.number) == hand);
            let list = seat.map_or(&mut self.dealer, |seat| &mut seat.cards);
            if let Err(refusal) = self.round.misdeal(hand, &list.cards) {
                list.problem(self.root, "cards", refusal.to_string());
                return None;
            }
            list.dealt = list.cards.len();
        }
        Some(())
    }

    /// Reports the wrong numbers of cards that are not found yet: the file has nothing more of what
    /// would come next.
    fn report_wrong_numbers(&mut self) -> Option<()> {
        let hands = self.round.misdealt().to_vec();
        for hand in &hands {
            if *self.round.next() != Next::Done
                && let Err(refusal) = self.round.report(Irregularity::WrongNumberOfCards, *hand)
            {
                self.root.problem(refusal.to_string());
                return None;
            }
        }
        Some(())
    }

    /// Hands over cards and decisions until the round is over.
    fn run(&mut self) -> Option<()> {
        loop {
            if self.report_due()? {
                continue;
            }
            let result = match self.round.next().clone() {
                Next::Done => return Some(()),
                Next::Bets => return None,
                Next::Card(want) => match self.given(want)? {
                    Given::Card(card) => self.reshuffle().and_then(|()| self.round.card(card)),
                    Given::Unseen => self.round.unseen(),
                    Given::Nothing => Ok(()),
                },
                Next::Decision(choice) => {
                    let legal: Vec<String> = choice.actions.iter().map(Action::to_string).collect();
                    let seat = self.seats.iter_mut().find(|seat| seat.number == choice.seat)?;
                    if seat.acted == seat.actions.len() {
                        if !self.round.misdealt().is_empty() {
                            self.report_wrong_numbers()?;
                            continue;
                        }
                        let legal = legal.join(", ");
                        seat.form.problem(format!("an action is missing: one of {legal}"));
                        return None;
                    }
                    seat.act(&mut self.round)?;
                    Ok(())
                }
            };
            if let Err(refusal) = result {
                self.root.problem(refusal.to_string());
                return None;
            }
        }
    }

    /// Reports that the shoe has run out, before the first card that came after it.
    fn reshuffle(&mut self) -> Result<(), Refusal> {
        match self.reshuffled_at.take_if(|at| self.shoe.dealt > *at) {
            Some(_) => self.round.report(Irregularity::OutOfCards, None).map(drop),
            None => Ok(()),
        }
    }

    /// What the file gives there; a problem if it has nothing left.
    fn given(&mut self, want: Want) -> Option<Given> {
        let to = want.to;
        let (own, dealers) = self.round.table().deal_size().unwrap_or((0, 0));
        let (list, key, form) = match to {
            Recipient::Discard => return Some(Given::Unseen),
            // Burns are given only where they are played; others were never seen.
            Recipient::Burn if want.facing == Facing::Down => {
                return Some(self.burns.next().map_or(Given::Unseen, Given::Card));
            }
            Recipient::Burn => (&mut self.burns, "burns", self.root),
            Recipient::Board => (&mut self.board, "board", self.root),
            Recipient::Seat { seat, hand } => {
                let place = self.seats.iter().position(|other| other.number == seat)?;
                let seat = &mut self.seats[place];
                if hand == 0 && seat.cards.dealt < own {
                    (&mut seat.cards, "cards", &seat.form)
                } else {
                    (&mut self.shoe, "shoe", self.root)
                }
            }
            Recipient::Dealer if self.dealer.dealt < dealers => {
                (&mut self.dealer, "dealer", self.root)
            }
            Recipient::Dealer => (&mut self.shoe, "shoe", self.root),
        };
        if let Some(card) = list.next() {
            return Some(Given::Card(card));
        }
        let given = list.cards.len();
        if !self.round.misdealt().is_empty() {
            return self.report_wrong_numbers().map(|()| Given::Nothing);
        }
        list.problem(form, key, format!("a card is missing after {given}"));
        None
    }
}
