//! The felt: a table as a player or a watcher sees it.
//!
//! Everything shown comes from the viewer's own view of the table, and what may be pressed is what that view says is
//! legal. The page is made of parts with ids; see [`super::parts`].

pub(crate) mod call;
pub(crate) mod dock;
pub(crate) mod layout;
mod left;
pub(crate) mod lines;
mod posted;
mod said;
pub(crate) mod seats;

pub(crate) use seats::Dealt;

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use cards::{CardSet, Face};
use games::{Action, Choice, Hand, Next, Whose};
use house::table::play::{Play, Progress};
use house::table::setup::Kind;
use house::table::{Player, Table};
use house::view::{MeterView, SeatView, TableView, Viewer};
use house::{House, Refusal, TableId};
use maud::{Markup, html};
use money::Cents;
use rulebook::Family;

use super::draw::{cite, hand_using, icon, key, listed};
use super::parts::{Part, Parts, Sent};
use super::shell::{Look, Shell};
use super::{PageError, words};
use crate::auth::Caller;
use crate::extract::{Path, named};
use crate::live::{MeterSent, News, TableShown};
use crate::state::App;

/// What a viewer sees of a table.
pub(crate) struct Felt<'h> {
    pub(crate) table: &'h Table,
    pub(crate) play: Option<&'h Play>,
    pub(crate) view: TableView,
    /// The seats of the viewer.
    pub(crate) mine: Vec<u8>,
    /// The seats whose players left after the round that is still shown.
    left: Vec<u8>,
    /// Whether the viewer is signed in.
    pub(crate) is_signed_in: bool,
    /// Whether the viewer is a player, and not someone who works here.
    pub(crate) is_player: bool,
    /// What forms must say, for the viewer's session.
    csrf: &'h str,
    /// What a guest can still buy chips for; nothing for people who pay, and before a visitor is a guest.
    bankroll: Option<Cents>,
    /// The other tables at which the viewer sits.
    elsewhere: Vec<&'h TableId>,
    /// Whether the table's meter is out of order.
    is_meter_out: bool,
    /// In which order the cards were dealt.
    dealt: Dealt,
}

impl<'h> Felt<'h> {
    pub(crate) fn new(
        house: &'h House,
        id: &TableId,
        viewer: Viewer<'_>,
        csrf: &'h str,
    ) -> Result<Felt<'h>, Refusal> {
        let (table, play) = (house.floor_table(id)?, house.play(id));
        let mut view = house.view(id, viewer)?;
        let left = left::seats(table, play);
        left::put_away(&mut view, table, &left);
        let person = match viewer {
            Viewer::Person(person) => Some(person),
            Viewer::Public => None,
        };
        let is_mine = |player: &Player| match player {
            Player::Person(sits) => Some(sits) == person,
            Player::Bot(_) => false,
        };
        let mine = table.seated().iter().filter(|(_, player)| is_mine(player));
        let mine = mine.map(|(seat, _)| seat.0).collect();
        let known = person.and_then(|person| house.person(person).ok());
        let is_player = known.is_some_and(|known| known.may(house::Right::Play));
        let bankroll = known.and_then(house::Person::play_money);
        let others = house.floor().filter(|other| bankroll.is_some() && other.id() != id);
        let others = others.filter(|other| other.seated().values().any(is_mine));
        let elsewhere = others.map(Table::id).collect();
        let dealt = play.map(|play| Dealt::of(play.round())).unwrap_or_default();
        let is_signed_in = person.is_some();
        let is_meter_out = view.meter.as_ref().is_some_and(|meter| meter.display.is_none());
        Ok(Felt {
            table,
            play,
            view,
            mine,
            left,
            is_signed_in,
            is_player,
            csrf,
            bankroll,
            elsewhere,
            is_meter_out,
            dealt,
        })
    }

    /// The name of the game.
    pub(crate) fn title(&self) -> &str {
        &self.table.felt().section().title
    }

    /// How the game's tables are drawn.
    pub(crate) fn drawn(&self) -> &'h rulebook::Felt {
        &self.table.felt().section().felt
    }

    /// What is printed on the felt under the game's name.
    pub(crate) fn print(&self) -> String {
        let options = &self.view.posted.options;
        self.drawn().printed(|key| options.get(key).map(String::as_str))
    }

    /// The seat of the viewer that acts now, or the first.
    pub(crate) fn my_seat(&self) -> Option<u8> {
        let acts =
            self.view.round.next.seat().map(|seat| seat.0).filter(|seat| self.mine.contains(seat));
        acts.or_else(|| self.mine.first().copied())
    }

    /// Whether the viewer played this seat in the round that is shown.
    fn has_played(&self, seat: u8) -> bool {
        self.mine.contains(&seat) && !self.left.contains(&seat)
    }

    /// Whether it is the viewer's turn to decide.
    pub(crate) fn is_my_turn(&self) -> bool {
        let decision = self.view.round.next.decision();
        decision.is_some_and(|decision| self.mine.contains(&decision.seat.0))
    }

    /// The decision that is wanted, from any seat.
    fn choice(&self) -> Option<&'h Choice> {
        self.view.round.next.decision()?;
        match self.play?.round().next() {
            Next::Decision(choice) => Some(choice),
            Next::Bets | Next::Card(_) | Next::Award(_) | Next::Done => None,
        }
    }

    /// The line that is decided about.
    fn decided_line(&self) -> Option<&'static str> {
        let line = self.choice()?.about.line?;
        Some(self.table.felt().line_id(line))
    }

    /// Whether bets are open, or the next bet will open them.
    pub(crate) fn takes_bets(&self) -> bool {
        self.view.is_open && matches!(self.view.round.phase, Progress::Betting | Progress::Over)
    }

    /// Whether the last round is still shown.
    pub(crate) fn is_over(&self) -> bool {
        self.view.round.phase == Progress::Over
    }

    /// Whether the viewer may sit down. Guests may where the table takes them.
    pub(crate) fn may_sit(&self) -> bool {
        let setup = self.table.setup();
        let may_play = self.is_player || (!self.is_signed_in && setup.guests);
        self.view.is_open && self.mine.is_empty() && setup.kind != Kind::Live && may_play
    }

    /// How much of an amount the viewer can buy chips for: a guest has one bankroll for all tables.
    fn affords(&self, amount: Cents) -> Option<Cents> {
        let chip = self.table.felt().chip().get().max(1);
        let most = self.bankroll.map_or(amount, |left| left.min(amount)).get();
        Some(Cents::new(most - most % chip)).filter(|most| *most > Cents::ZERO)
    }

    /// A citation as this table's edition has it.
    pub(crate) fn cite(&self, text: &str) -> Markup {
        cite(text, &self.view.edition)
    }

    /// The parts of the page.
    pub(crate) fn parts(&self) -> Parts {
        let seats = (1..=self.table.seats())
            .map(|seat| Part::new(format!("seat-{seat}"), seats::seat(self, seat)));
        let rest = [
            Part::new("sub", self.sub()),
            Part::new("meter", self.meter()),
            Part::new("dealer", self.dealer()),
            Part::new("board", self.board()),
            Part::new("dock", dock::dock(self)),
            Part::new("lines", lines::lines(self)),
            Part::new("posted", posted::posted(self)),
            Part::new("shuffle", self.shuffle()),
        ];
        Parts::new(seats.chain(rest))
    }

    fn sub(&self) -> Markup {
        let round = self.view.round.number.max(1);
        let (min, max) = self.main_limits();
        html! {
            p id="sub" {
                span class="wide-only" { (kind_words(&self.view)) " · " }
                "round " (words::count(round)) " · " (min) "–" (max)
                @if !self.view.is_open { " · closed" }
            }
        }
    }

    fn main_limits(&self) -> (String, String) {
        let felt = self.table.felt();
        let main = felt.bets().find(|bet| *bet != "progressive").unwrap_or_default();
        let (min, max) = felt.range(main);
        (words::dollars(min.max(felt.chip())), words::dollars(max))
    }

    pub(crate) fn meter(&self) -> Markup {
        html! {
            @match &self.view.meter {
                None => span id="meter" hidden {},
                Some(meter) => {
                    a id="meter" class="meter-chip" href={ "/meters/" (meter.id) "/sign" } {
                        b { (meter_shown(meter)) }
                        span { (self.view.posted.schedules.get("progressive").map_or("", String::as_str)) span class="wide-only" { " progressive" } @if meter.play_money { ", play money" } }
                    }
                }
            }
        }
    }

    /// The hands of a seat, by their place among those after a split. Only what the viewer sees is named.
    pub(crate) fn held(&self, seat: &SeatView, which: usize) -> Vec<Hand> {
        self.held_with(seat, which, &self.view.round.board)
    }

    /// The same with these community cards.
    fn held_with(&self, seat: &SeatView, which: usize, board: &[Face]) -> Vec<Hand> {
        let own = seat.hands.get(which).map_or(&[][..], |held| &held.cards);
        call::hands(self.play, (seat.seat.0, which), own, board)
    }

    /// The dealer's hands. The board alone is nobody's.
    pub(crate) fn dealers(&self) -> Vec<Hand> {
        let round = &self.view.round;
        let cards = self.play.zip(call::seen(&round.dealer));
        cards.map_or_else(Vec::new, |(play, own)| {
            play.round().hands(Whose::Dealer, &own, &call::up(&round.board))
        })
    }

    /// How a seat left the round before its end: a hand that is laid down was not folded.
    pub(crate) fn out_words(&self, seat: &SeatView) -> &'static str {
        let seats = self.play.map(|play| &play.round().felt().seats);
        let own = seats.and_then(|seats| seats.iter().find(|own| own.number.get() == seat.seat.0));
        let is_laid_down = own.is_some_and(|own| own.made().contains(&Action::LayDown));
        if is_laid_down { "laid down" } else { "folded" }
    }

    /// The cards that make a hand, where they were chosen from more, once the hands are compared.
    fn used(&self, hands: &[Hand]) -> Option<CardSet> {
        let round = &self.view.round;
        let is_shown = !round.dealer.is_empty() && !round.dealer.contains(&Face::Down);
        let is_compared = is_shown && !round.lines.is_empty() && !round.is_void;
        let hand = hands.first().filter(|hand| is_compared && hand.is_chosen)?;
        Some(hand.cards)
    }

    /// The cards that make a seat's hand, if it was not folded.
    fn used_by(&self, seat: &SeatView) -> Option<CardSet> {
        if seat.folded { None } else { self.used(&self.held(seat, 0)) }
    }

    /// The hand that the board is shown with: the viewer's own, or the dealer's.
    fn used_of_board(&self) -> Option<CardSet> {
        let mine = self.my_seat().filter(|seat| self.has_played(*seat));
        let own = self.view.round.seats.iter().find(|seat| Some(seat.seat.0) == mine);
        own.and_then(|own| self.used_by(own)).or_else(|| self.used(&self.dealers()))
    }

    fn dealer(&self) -> Markup {
        let round = &self.view.round;
        let hands = self.dealers();
        let called = call::said(&hands);
        html! {
            div class="dealer" id="dealer" {
                @if round.dealer.is_empty() && !self.drawn().is_of(Family::Pays) {
                    p class="phone motto" { (self.print()) }
                } @else if !round.dealer.is_empty() {
                    (hand_using("d", "Dealer’s cards", &round.dealer, |place| self.dealt.dealer(place), self.used(&hands)))
                    @if let Some(called) = called { p class="call dcall" id="d-call" { "Dealer: " (called) } }
                }
            }
        }
    }

    fn board(&self) -> Markup {
        let round = &self.view.round;
        let places = &self.drawn().board;
        let (is_empty, used) = (round.board.is_empty(), self.used_of_board());
        html! {
            div id="board" class={ "board" @if is_empty && !places.is_empty() { " slots" } } data-uses=[used.map(listed)] {
                @if !is_empty {
                    (hand_using("b", "Community cards", &round.board, |place| self.dealt.board(place), used))
                } @else {
                    @for place in places { span aria-hidden="true" { (place) } }
                }
                (self.holdem_hand())
                @if let Some(pot) = self.pot() { p class="call pot" { "Pot " (words::dollars(pot)) } }
            }
        }
    }

    /// The dealer's hold 'em hand beside the board, with its name, once it is turned over.
    fn holdem_hand(&self) -> Markup {
        let Some((cards, name)) = self.turned_over() else { return html! {} };
        html! {
            div class="holdem-hand" {
                (hand_using("x", "Dealer’s hold ’em hand", &cards, |place| self.dealt.burned(place), None))
                p class="call" id="x-call" { "Dealer: " (name) }
            }
        }
    }

    /// The dealer's hold 'em hand and what it is called, from the moment the rule turns it over [H212-3].
    pub(crate) fn turned_over(&self) -> Option<(Vec<Face>, String)> {
        let round = &self.view.round;
        call::dealers_holdem(self.table.felt(), &round.burns, &round.board)
    }

    /// What lies in the pot circle, in a game for a pot.
    fn pot(&self) -> Option<Cents> {
        let bet = self.table.felt().pot_bet()?;
        let is_open = self.view.round.phase == Progress::Playing;
        let staked = self.view.round.seats.iter().filter_map(|seat| seat.bets.get(bet));
        let pot: Cents = staked.copied().sum();
        (is_open && pot > Cents::ZERO).then_some(pot)
    }

    /// The commitment to the shuffle, and the seed once it is revealed.
    fn shuffle(&self) -> Markup {
        let Some(shuffle) = &self.view.round.shuffle else {
            return html! { section id="shuffle" class="panel shuffle" aria-label="The shuffle" hidden {} };
        };
        let short = |text: &str| {
            let end = text.len().saturating_sub(4);
            format!("{}…{}", text.get(..6).unwrap_or_default(), text.get(end..).unwrap_or_default())
        };
        let words: Vec<String> =
            shuffle.words.iter().map(|(seat, word)| format!("{seat}:{word}")).collect();
        let is_over = self.is_over();
        let is_sealed = shuffle.version > 1;
        // Version 2 proves the cards of each round; version 1 shows its seed after the last one.
        let round = if is_sealed { self.view.round.number } else { shuffle.round };
        let check = format!("/verify?table={}&round={round}", self.view.table);
        let seat = self.my_seat().filter(|_| self.view.round.phase == Progress::Betting);
        html! {
            section id="shuffle" class="panel shuffle" aria-labelledby="h-shuffle" {
                header {
                    h2 id="h-shuffle" { "The shuffle" }
                    span class="muted" { @if shuffle.seed.is_some() || is_sealed && is_over { "opened" } @else { "sealed" } }
                }
                div class="seal" {
                    (icon("i-seal"))
                    p {
                        (if is_sealed { "Root " } else { "SHA-256 " }) code title=(shuffle.commitment) { (short(&shuffle.commitment)) }
                        @match &shuffle.seed {
                            None if is_sealed && is_over => { br; "Your cards are opened · " a href=(check) { "check them" } },
                            None if is_sealed => { br; "The cards that you see are opened after the round." },
                            None => { br; (if shuffle.decks.get() > 1 { "The seed is shown after the shoe." } else { "The seed is shown after the round." }) },
                            Some(seed) => { br; "Seed " code title=(seed) { (short(seed)) } " · " a href=(check) { "check it" } },
                        }
                        @if !words.is_empty() { br; "Words: " (words.join(", ")) }
                        @if let Some(former) = &shuffle.given_up {
                            br; "The shuffle before it, of an older release, is dealt from no more: its seed lay in the house’s store. Bets stand; words and Ready are asked for again. Its seed "
                            code title=(former.seed) { (short(&former.seed)) }
                            " · " a href={ "/verify?table=" (self.view.table) "&round=" (former.round) } { "check it" }
                        }
                    }
                }
                @if let Some(seat) = seat {
                    (self.act_form("word", html! {
                        input type="hidden" name="act" value="seed_word";
                        input type="hidden" name="seat" value=(seat);
                        label for="word" { "A word of your own for the shuffle" }
                        input id="word" name="word" maxlength="32" autocomplete="off" required;
                        button class="btn" { "Add" }
                    }))
                }
            }
        }
    }

    /// A form that does something at this table, with or without scripts.
    pub(crate) fn act_form(&self, class: &str, fields: Markup) -> Markup {
        html! {
            form class=(class) method="post" action={ "/tables/" (self.view.table) "/act" } data-act="" { (self.csrf_field()) (fields) }
        }
    }

    /// The same with an id: it keeps its focus when the dock changes, and never becomes another form.
    pub(crate) fn act_form_as(&self, id: &str, class: &str, fields: Markup) -> Markup {
        html! {
            form id=(id) class=(class) method="post" action={ "/tables/" (self.view.table) "/act" } data-act="" { (self.csrf_field()) (fields) }
        }
    }

    /// What tells a form of ours from another site's.
    pub(crate) fn csrf_field(&self) -> Markup {
        html! { @if !self.csrf.is_empty() { input type="hidden" name="csrf" value=(self.csrf); } }
    }

    /// The whole page.
    fn page(&self, caller: &Caller) -> Markup {
        let parts = self.parts();
        let shell = Shell {
            title: self.title(),
            sub: parts.get("sub"),
            nav: self.nav(&parts),
            look: Look::Fixed,
            live: Some(format!("/tables/{}/live?since={}", self.view.table, self.view.version)),
            script: Some("felt"),
        };
        shell.page(Some(caller), &self.main(&parts))
    }

    /// What is printed on the felt.
    fn printed(&self, has_board: bool) -> seats::Printed {
        seats::Printed {
            title: words::printed(self.title()),
            line: self.print(),
            has_board,
            insurance: self.insurance_pays(),
            has_pot: self.table.felt().has_pot(),
        }
    }

    /// What insurance pays, where the table offers it.
    fn insurance_pays(&self) -> Option<String> {
        self.table.felt().insurance().map(|pays| format!("Insurance pays {pays}"))
    }

    fn nav(&self, parts: &Parts) -> Markup {
        html! {
            button type="button" class="btn quiet wide-only" data-toggle="posted" data-key="p" aria-pressed="false" { (key("P")) " Posted pays" }
            button type="button" class="btn quiet wide-only" data-command="" data-key="/" { (key("/")) " Command" }
            (parts.get("meter"))
        }
    }

    fn main(&self, parts: &Parts) -> Markup {
        let game = &self.view.game;
        let has_board = !self.drawn().board.is_empty();
        let families: Vec<&str> =
            self.drawn().families.iter().map(|family| family.word()).collect();
        html! {
            main id="main" class="felt-page" data-table=(self.view.table) data-game=(game) data-family=(families.join(" ")) data-edition=(self.view.edition)
                data-progressive=[self.view.posted.progressive_wager] {
                div class="stagewrap" {
                    section class="stage" aria-label="The table" {
                        div class="stage-in" {
                            (seats::table_print(&self.printed(has_board)))
                            a class="on-seal" href="#shuffle" aria-label="The shuffle’s seal" { (icon("i-seal")) }
                            (parts.get("dealer"))
                            (parts.get("board"))
                            ol class="seats" aria-label="Seats" { @for seat in parts.all("seat-") { (seat) } }
                        }
                    }
                }
                (parts.get("dock"))
                (parts.get("lines"))
                (parts.get("posted"))
                div class="coach" id="side" { (super::coach::place(self.table)) (parts.get("shuffle")) }
            }
        }
    }
}

/// What a meter shows; no amount while it is out of order.
pub(crate) fn meter_shown(meter: &MeterView) -> String {
    meter.display.map_or_else(|| "Out of order".to_owned(), words::meter)
}

/// What kind of table it is, in words for players.
fn kind_words(view: &TableView) -> &'static str {
    match view.kind {
        Kind::Practice => "Practice table: the house deals, pays and verifies",
        Kind::Virtual => "A dealer runs this table with the house’s cards",
        Kind::Live | Kind::Keypad => "Live table: real cards",
    }
}

/// The felt.
pub(crate) async fn page(caller: Caller, Path(table): Path<String>) -> Result<Response, PageError> {
    let table: TableId = named(&table)?;
    let snapshot = std::sync::Arc::clone(&caller.snapshot);
    let csrf = caller.csrf();
    let felt = Felt::new(&snapshot.machine, &table, caller.viewer(), &csrf)?;
    Ok(felt.page(&caller).into_response())
}

/// The felt as it changes: each event is the parts that changed.
pub(crate) async fn live(
    State(app): State<App>,
    caller: Caller,
    Path(table): Path<String>,
    since: super::Since,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let table: TableId = named(&table)?;
    let shown = FeltShown::new(&caller, &table, since.version(&headers))?;
    Ok(crate::live::table_events(&app, &caller, table, None, shown)?.into_response())
}

/// What a felt in a browser shows.
struct FeltShown {
    csrf: String,
    sent: Sent,
    /// What was last seen, for telling what happened since.
    before: Option<TableView>,
}

impl FeltShown {
    /// A page that shows a version, if it is the present one; otherwise it gets everything.
    fn new(caller: &Caller, table: &TableId, since: Option<u64>) -> Result<FeltShown, Refusal> {
        let csrf = caller.csrf();
        let felt = Felt::new(&caller.snapshot.machine, table, caller.viewer(), &csrf)?;
        let is_new = since != Some(felt.view.version);
        let sent = if is_new { Sent::default() } else { Sent::showing(&felt.parts()) };
        let before = (!is_new).then_some(felt.view);
        Ok(FeltShown { csrf, sent, before })
    }
}

impl TableShown for FeltShown {
    fn table(&mut self, house: &House, table: &TableId, viewer: Viewer<'_>) -> Option<String> {
        let felt = Felt::new(house, table, viewer, &self.csrf).ok()?;
        let mut html = self.sent.changed(&felt.parts()).unwrap_or_default();
        let said =
            self.before.as_ref().map(|before| said::since(before, &felt)).unwrap_or_default();
        if !said.is_empty() {
            html.push_str(&super::shell::said(&said).0);
        }
        self.before = Some(felt.view);
        (!html.is_empty()).then_some(html)
    }

    fn meter(&mut self, _: &News, house: &House, table: &TableId) -> Option<MeterSent> {
        let felt = Felt::new(house, table, Viewer::Public, "").ok()?;
        let data = self.sent.changed(&Parts::new([Part::new("meter", felt.meter())]))?;
        Some(MeterSent { name: None, data })
    }
}

/// The bets of a seat by the bet that makes them, from what lies on its areas.
pub(crate) fn bets_of(
    table: &games::Table,
    staked: &BTreeMap<&'static str, Cents>,
) -> BTreeMap<&'static str, Cents> {
    let mut bets = BTreeMap::new();
    for area in &table.section().felt.areas {
        // Where an area makes two bets, its own line tells which of them lies on it.
        let own = area.takes.iter().find(|bet| **bet == area.line).or(area.takes.first());
        let bet = own.and_then(|own| table.bets().find(|bet| bet == own));
        if let (Some(bet), Some(amount)) = (bet, staked.get(area.line.as_str())) {
            bets.insert(bet, *amount);
        }
    }
    bets
}
