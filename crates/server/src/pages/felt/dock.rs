//! Under the felt: whose turn it is, the time left, and what can be done now, each with its key. Nothing else can be
//! pressed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use cards::{Card, Rank};
use games::{Action, Event, Hand, HandValue, Offer, Op, Refusal, SeatNumber, Stage};
use house::table::setup::Kind;
use house::view::{Due, SeatView};
use maud::{Markup, html};
use money::Cents;

use super::{Felt, call, seats};
use crate::pages::assets::drawing;
use crate::pages::draw::{key, stack};
use crate::pages::words;

/// How many choices get a large button each; more are shown small.
const LARGE_MAX: usize = 4;
/// The chips of the rack, in dollars.
const RACK: [i64; 5] = [1, 5, 25, 100, 500];

/// The chips that a table has a use for: none is worth more than the largest bet that it posts.
fn rack(felt: &Felt<'_>) -> impl Iterator<Item = i64> {
    let (table, posted) = (felt.table.felt(), &felt.view.posted.limits);
    let is_posted = |bet: &&str| posted.is_empty() || posted.contains_key(*bet);
    let most = table.bets().filter(is_posted).map(|bet| table.range(bet).1).max();
    RACK.into_iter().filter(move |value| most.is_none_or(|most| Cents::dollars(*value) <= most))
}

/// With less than this, a player is offered more chips, and how many.
const SHORT: Cents = Cents::dollars(100);
const MORE: Cents = Cents::dollars(500);

fn is_short(own: Option<&SeatView>) -> bool {
    own.is_some_and(|own| own.chips < SHORT)
}

/// What can be done now.
pub(super) fn dock(felt: &Felt<'_>) -> Markup {
    html! {
        section class="dock" id="dock" aria-label="What you can do" tabindex="-1" data-turn=(turn(felt)) {
            @if !felt.view.is_open { (say("This table is closed.", html! {})) }
            @else if let Some(asked) = only_asked(felt) { (asking(felt, asked)) }
            @else if felt.is_my_turn() { (decision(felt)) }
            @else if felt.mine.is_empty() { (watching(felt)) }
            @else if felt.takes_bets() { (betting(felt)) }
            @else { (waiting(felt)) }
            (notes(felt))
        }
    }
}

/// The chips that the viewer waits for, having none yet.
fn only_asked(felt: &Felt<'_>) -> Option<Cents> {
    let own = my(felt)?;
    let is_out = own.chips == Cents::ZERO && own.bets.is_empty();
    own.buy_in.filter(|_| is_out)
}

/// The dealer has not confirmed the viewer's chips yet.
fn asking(felt: &Felt<'_>, asked: Cents) -> Markup {
    let text = format!("You asked the dealer for {} in chips", words::dollars(asked));
    html! {
        (say(&text, html! { span class="muted" { "You can bet when the dealer has confirmed them." } }))
        div class="acts" { (leave(felt)) }
    }
}

/// What the viewer is told beside what can be done: a bet that came back, more chips that wait for the dealer.
fn notes(felt: &Felt<'_>) -> Markup {
    let Some(own) = my(felt) else { return html! {} };
    let more = own.buy_in.filter(|_| only_asked(felt).is_none());
    html! {
        @if let Some(returned) = &own.returned {
            p class="dock-note" {
                "Your " (words::dollars(returned.amount)) " progressive bet came back: " (returned.why)
                @for cite in &returned.cite { " " (felt.cite(cite)) }
            }
        }
        @if let Some(more) = more {
            p class="dock-note" { "The dealer has yet to confirm " (words::dollars(more)) " more in chips." }
        }
    }
}

fn leave(felt: &Felt<'_>) -> Markup {
    felt.act_form_as(
        "leaves",
        "one",
        html! {
            input type="hidden" name="act" value="leave";
            input type="hidden" name="seat" value=(felt.my_seat().unwrap_or_default());
            button class="btn quiet" { span { "Leave" span class="wide-only" { " the table" } } }
        },
    )
}

/// Buying more chips, for a player who has few; a dealer is asked for them.
fn more_chips(felt: &Felt<'_>, own: Option<&SeatView>) -> Markup {
    let asks = own.is_some_and(|own| own.buy_in.is_some());
    let amount = felt.affords(MORE).filter(|_| is_short(own) && !asks);
    let verb = if felt.view.kind == Kind::Practice { "Buy" } else { "Ask for" };
    html! {
        @if let Some(amount) = amount {
            (felt.act_form_as("buys", "one", html! {
                input type="hidden" name="act" value="add_chips";
                input type="hidden" name="seat" value=(felt.my_seat().unwrap_or_default());
                input type="hidden" name="amount" value=(amount);
                button class="btn" { (verb) " " (words::dollars(amount)) " more" }
            }))
        }
    }
}

/// What tells one state of the dock from the next: which decision it is, or which buttons stand there. A dock whose
/// turn has just changed takes no input for a moment, so that a second press of the button before is not taken for a
/// choice.
fn turn(felt: &Felt<'_>) -> String {
    let round = &felt.view.round;
    let number = round.number;
    if felt.is_my_turn() {
        let events = felt.play.map_or(&[][..], |play| play.round().log().events());
        let decided = events.iter().filter(|event| matches!(event, Event::Decided { .. })).count();
        let hand = round.next.decision().and_then(|decision| decision.hand).unwrap_or_default();
        return format!("decide {number} {decided} {hand}");
    }
    let laid = my(felt).filter(|own| !own.bets.is_empty() && !felt.is_over());
    match (felt.takes_bets(), laid.is_some()) {
        (true, true) if laid.is_some_and(|own| due(felt, own).is_some()) => "due".to_owned(),
        (true, true) => "placed".to_owned(),
        (true, false) if felt.is_over() => format!("over {number}"),
        (true, false) => "bets".to_owned(),
        (false, _) => "wait".to_owned(),
    }
}

fn say(headline: &str, more: Markup) -> Markup {
    html! { div class="say" { b { (headline) } (more) } }
}

/// The time left, as a bar. The browser lets it run down.
fn clock(felt: &Felt<'_>, name: &str, total_seconds: u32) -> Markup {
    let Some(until) = felt.table.until().filter(|_| total_seconds > 0) else { return html! {} };
    let left_ms = (until.0 - house::desk::now().0).max(0) / 1_000;
    let share = (left_ms as f64 / f64::from(total_seconds) / 10.0).min(100.0);
    html! {
        span class="clockbar" role="timer" aria-label=(name) data-left=(left_ms) { i style=(format!("--left:{share:.0}%")) {} }
    }
}

fn my<'f>(felt: &'f Felt<'_>) -> Option<&'f SeatView> {
    let mine = felt.my_seat()?;
    felt.view.round.seats.iter().find(|seat| seat.seat.0 == mine)
}

fn decision(felt: &Felt<'_>) -> Markup {
    let Some(due) = felt.view.round.next.decision() else { return html! {} };
    let which = due.hand.map_or(0, |hand| usize::from(hand).saturating_sub(1));
    let called = my(felt).and_then(|own| call::said(&felt.held(own, which)));
    let sets_hands = felt.choice().is_some_and(|choice| choice.about.stage == Stage::Setting);
    let headline = match (called, due.hand) {
        _ if sets_hands => "Your turn: set your three-card hand".to_owned(),
        (Some(called), Some(hand)) => format!("Hand {hand}: {called}"),
        (Some(called), None) => format!("Your turn: {called}"),
        (None, _) => match felt.decided_line().and_then(|line| felt.drawn().area(line)) {
            Some(area) if !area.called.is_empty() => format!("Your turn: {}", area.called),
            _ => "Your turn".to_owned(),
        },
    };
    let is_small = due.offers.len() > LARGE_MAX;
    html! {
        (say(&headline, clock(felt, "Time to decide", felt.table.setup().clocks.decision)))
        div class={ "acts" @if is_small { " many" } } {
            @for (place, offer) in due.offers.iter().enumerate() {
                @let action = offer.action.to_string();
                (felt.act_form_as(&format!("do-{}", action.replace([' ', '.'], "-")), "one", html! {
                    input type="hidden" name="act" value="decide";
                    input type="hidden" name="seat" value=(due.seat);
                    input type="hidden" name="action" value=(action);
                    input type="hidden" name="expect" value=(felt.view.version);
                    @if let Some(hand) = due.hand { input type="hidden" name="hand" value=(hand); }
                    (choice(offer, &action, place))
                    @if let Some(tip) = offer.tip {
                        button class="btn with-tip" name="tip" value=(tip) { (words::title(&action)) " and tip " (words::dollars(tip)) }
                    }
                }))
            }
        }
    }
}

fn choice(offer: &Offer, text: &str, place: usize) -> Markup {
    let pressed = key_of(offer.action, place);
    let is_first = place == 0 && offer.action != Action::Fold;
    if let Action::Set(card) = offer.action {
        return set_card(card, &pressed);
    }
    html! {
        button class={ "act" @if is_first { " first" } } data-key=(pressed.to_lowercase()) {
            b { (words::title(text)) }
            small { (what_it_does(offer)) }
            @if !pressed.is_empty() { (key(&pressed)) }
        }
    }
}

/// The choice of the card that starts the three-card hand: the card itself says which.
fn set_card(card: Card, pressed: &str) -> Markup {
    let text = card.to_string();
    let suit = text.get(1..).unwrap_or_default();
    html! {
        button class="act set" data-key=(pressed) aria-label={ "Set " (words::card_name(card)) } {
            svg class={ "face " (suit) } viewBox="0 0 100 140" aria-hidden="true" { use href=(drawing(&format!("card-{text}"))) {} }
            b { "Set" }
            (key(pressed))
        }
    }
}

/// What a choice does: what it adds, or what becomes of the hand or the bet.
fn what_it_does(offer: &Offer) -> Cow<'static, str> {
    Cow::Borrowed(match offer.action {
        // What is pressed is the house's money: nothing leaves the player's chips.
        Action::Press => "add them to the bet",
        _ if offer.adds > Cents::ZERO => {
            return format!("add {}", words::dollars(offer.adds)).into();
        }
        Action::Surrender => {
            let back = offer.returns.map(|back| format!("get {} back", words::dollars(back)));
            return back.unwrap_or_default().into();
        }
        Action::Fold => "give up",
        Action::Check => "no bet now",
        Action::Ride => "let the bet ride",
        Action::Pull => "take the bet back",
        Action::LayDown => "settle now",
        Action::NoRaise => "stay as you are",
        Action::Hit => "one more card",
        Action::Stand => "no more cards",
        Action::Stay => "add nothing",
        Action::Decline => "no insurance",
        Action::Take => "take the winnings",
        Action::Play
        | Action::PlayTimes(_)
        | Action::BetTimes(_)
        | Action::Bet(_)
        | Action::RaiseTo(_)
        | Action::Call
        | Action::Set(_)
        | Action::Raise
        | Action::RaiseTimes(_)
        | Action::Double
        | Action::DoubleFor(_)
        | Action::Split
        | Action::Insure
        | Action::War => "",
    })
}

/// The key of a choice. Multiples have their number.
pub(crate) fn key_of(action: Action, place: usize) -> String {
    let digit = |number: i64| if number == 10 { "0".to_owned() } else { number.to_string() };
    match action {
        Action::Fold => "F".to_owned(),
        Action::Check => "K".to_owned(),
        Action::Play => "Y".to_owned(),
        Action::Call => "L".to_owned(),
        Action::Ride => "R".to_owned(),
        Action::Pull => "U".to_owned(),
        Action::LayDown => "D".to_owned(),
        Action::Raise => "A".to_owned(),
        Action::NoRaise | Action::Decline => "N".to_owned(),
        Action::Hit => "H".to_owned(),
        Action::Stand | Action::Stay => "S".to_owned(),
        Action::Double => "D".to_owned(),
        Action::Split => "T".to_owned(),
        Action::Surrender => "X".to_owned(),
        Action::Insure => "I".to_owned(),
        Action::Take => "T".to_owned(),
        Action::Press => "E".to_owned(),
        Action::War => "W".to_owned(),
        Action::PlayTimes(times) | Action::BetTimes(times) | Action::RaiseTimes(times) => {
            times.to_string()
        }
        Action::Bet(amount) if amount.get() <= 1_000 => digit(amount.get() / 100),
        Action::Set(_) => (place + 1).to_string(),
        Action::Bet(_) | Action::RaiseTo(_) | Action::DoubleFor(_) => String::new(),
    }
}

/// The bets that a seat made before the cards. What it added later, a double or a raise, is not repeated with them.
fn made_bets(felt: &Felt<'_>, number: u8) -> BTreeMap<&'static str, Cents> {
    let mut made = BTreeMap::new();
    for event in felt.play.iter().flat_map(|play| play.round().log().events()) {
        match event {
            Event::Bet { seat, bet, amount } if seat.get() == number => {
                made.insert(*bet, *amount);
            }
            Event::BetsCleared { seat } if seat.get() == number => made.clear(),
            _ => {}
        }
    }
    // Nobody bets on a meter that is out of order.
    made.retain(|bet, _| *bet != "progressive" || !felt.is_meter_out);
    made
}

/// A bet of the viewer's that must be of another amount before the cards are dealt: in a game for a pot it depends on
/// how many play.
struct Correction {
    bet: &'static str,
    must: Cents,
    cite: String,
}

/// What the rules say against locking the viewer's bets as they lie, where another amount puts it right.
fn due(felt: &Felt<'_>, own: &SeatView) -> Option<Correction> {
    let mut round = felt.play?.round().clone();
    match round.apply(Op::Lock).err()? {
        Refusal::MustBe { bet, amount, must, cite } => {
            let laid = |(_, laid): &(&&'static str, &Cents)| **laid == amount;
            let (bet, _) = own.bets.get_key_value(bet.as_str()).filter(laid)?;
            Some(Correction { bet, must, cite: cite.to_string() })
        }
        _ => None,
    }
}

/// One press puts a bet right.
fn put_right(felt: &Felt<'_>, own: &SeatView, due: &Correction) -> Markup {
    let bets = super::bets_of(felt.table.felt(), &own.bets);
    felt.act_form_as(
        "rights",
        "one",
        html! {
            input type="hidden" name="act" value="bet";
            input type="hidden" name="seat" value=(own.seat);
            @for (bet, amount) in &bets {
                @let amount = if *bet == due.bet { due.must } else { *amount };
                input type="hidden" name={ "bets." (bet) } value=(amount);
            }
            @for (line, amount) in &own.tips { input type="hidden" name={ "tips." (line) } value=(amount); }
            button class="btn first" data-key="Enter" { (key("Enter")) " Make it " (words::dollars(due.must)) }
        },
    )
}

/// Chips and areas: bets are open.
fn betting(felt: &Felt<'_>) -> Markup {
    let seat = felt.my_seat().unwrap_or_default();
    let own = my(felt);
    let is_over = felt.is_over();
    let has_bets = !is_over && own.is_some_and(|own| !own.bets.is_empty());
    let is_ready = own.is_some_and(|own| own.ready) && !is_over;
    let locks_itself = felt.view.kind == Kind::Practice;
    let due = own.filter(|_| has_bets).and_then(|own| due(felt, own).map(|due| (own, due)));
    html! {
        @match &due {
            Some((_, due)) => (say(&format!("{} must be {}", words::title(due.bet), words::dollars(due.must)), html! {
                span class="muted" { "That depends on how many play. " (felt.cite(&due.cite)) }
                (clock(felt, "Time to bet", felt.table.setup().clocks.betting))
            })),
            None => (headline(felt, has_bets, is_ready, locks_itself)),
        }
        div class="rack" role="group" aria-label="Chips" id="rack" {
            @for value in rack(felt) {
                button type="button" data-chip=(value) aria-pressed=(value == 5) aria-label={ "$" (value) " chip" } { (stack(Cents::dollars(value))) }
            }
        }
        div class="acts" {
            @if is_over { button type="button" class="btn skips" data-skip="" data-key="Space" { (key("Space")) " Skip" } }
            // It is always there: chips that lie on the felt as a draft are cleared, too, and only the page knows of them.
            (felt.act_form_as("clears", "one", html! {
                input type="hidden" name="act" value="clear";
                input type="hidden" name="seat" value=(seat);
                button class="btn quiet" data-clear="" data-key="Escape" { "Clear" }
            }))
            @if !has_bets { (more_chips(felt, own)) (leave(felt)) }
        }
        // The styles give it a place where no choice ever stands: a second press of Deal meets none.
        @if let Some(button) = starts(felt, seat, has_bets, due.as_ref()) { div class="go" { (button) } }
        noscript { (bet_form(felt, seat)) }
    }
}

/// The button that brings the next round closer: the same bets again, a bet put right, or the deal.
fn starts(
    felt: &Felt<'_>,
    seat: u8,
    has_bets: bool,
    due: Option<&(&SeatView, Correction)>,
) -> Option<Markup> {
    let made = if felt.has_played(seat) { made_bets(felt, seat) } else { BTreeMap::new() };
    if felt.is_over() && !made.is_empty() {
        return Some(felt.act_form_as(
            "again",
            "one",
            html! {
                input type="hidden" name="act" value="bet";
                input type="hidden" name="seat" value=(seat);
                @for (bet, amount) in &made { input type="hidden" name={ "bets." (bet) } value=(amount); }
                button class="btn first" data-key="r" { (key("R")) span { "Same bets" span class="wide-only" { " again" } } }
            },
        ));
    }
    if !has_bets {
        let repeat = html! { button type="button" id="repeats" class="btn" data-repeat="" data-key="r" hidden { (key("R")) " Repeat" } };
        return (!felt.is_over()).then_some(repeat);
    }
    if let Some((own, due)) = due {
        return Some(put_right(felt, own, due));
    }
    let own = my(felt)?;
    let laid = own.bets.values().chain(own.tips.values());
    let total: Cents = laid.copied().sum();
    (felt.view.kind == Kind::Practice).then(|| {
        felt.act_form_as(
            "deals",
            "one",
            html! {
                input type="hidden" name="act" value="ready";
                input type="hidden" name="seat" value=(seat);
                button class="btn first" data-key="Enter" disabled[own.ready] { (key("Enter")) " Deal, " (words::dollars(total)) }
            },
        )
    })
}

fn headline(felt: &Felt<'_>, has_bets: bool, is_ready: bool, locks_itself: bool) -> Markup {
    let seat = felt.my_seat().unwrap_or_default();
    let has_result = seats::net(felt, seat).is_some() || felt.view.round.is_void;
    if felt.is_over() && has_result {
        return result(felt, seat);
    }
    let (text, more) = match (has_bets, is_ready, locks_itself) {
        (true, true, _) => ("Your bets are placed", "Waiting for the other players."),
        (true, false, true) => return ready_to_deal(felt),
        (true, false, false) => ("Your bets are placed", "The dealer closes the betting."),
        (false, ..) => ("Place your bets", "Pick a chip, then tap an area. Tap again to add."),
    };
    let clock = clock(felt, "Time to bet", felt.table.setup().clocks.betting);
    // On a phone there is room for it while nothing lies on the felt.
    let class = if has_bets { "muted wide-only" } else { "muted" };
    say(text, html! { span class=(class) { (more) } (clock) })
}

/// The bets are placed, and Enter deals; where keys have brought the focus to an area, Enter adds a chip there.
fn ready_to_deal(felt: &Felt<'_>) -> Markup {
    let clock = clock(felt, "Time to bet", felt.table.setup().clocks.betting);
    let more = html! {
        span class="muted wide-only" {
            span class="off-area" { "Press Enter to deal, or add more." }
            span class="on-area" { "Enter adds a chip here; Tab leads to Deal." }
        }
        span class="muted on-draft" { "Some chips are not a bet yet: add what is missing, or clear them." }
        (clock)
    };
    say("Your bets are placed", more)
}

/// What the round came to.
fn result(felt: &Felt<'_>, seat: u8) -> Markup {
    let net = seats::net(felt, seat);
    let text = match net.map(Cents::get) {
        _ if felt.view.round.is_void => "The round is void: your bets are returned".to_owned(),
        None | Some(0) => "You broke even".to_owned(),
        Some(cents) if cents < 0 => format!("You lost {}", words::dollars(Cents::new(-cents))),
        Some(cents) => format!("You won {}", words::dollars(Cents::new(cents))),
    };
    let class = match net.map(Cents::get) {
        Some(cents) if cents > 0 => "win",
        Some(cents) if cents < 0 => "lose",
        _ => "",
    };
    html! {
        div class="say result" {
            b { span class=(class) { (text) } }
            @let hands = hands_words(felt);
            span class="muted" id="now-line" data-done=(hands) { (hands) }
        }
    }
}

/// What the player and the dealer had: `You: pair of kings · Dealer: ace-king high`.
fn hands_words(felt: &Felt<'_>) -> String {
    let own = my(felt);
    let dealers = felt.dealers();
    let yours: Vec<Vec<Hand>> = own.map_or_else(Vec::new, |own| {
        let held = (0..own.hands.len()).map(|which| felt.held(own, which));
        held.filter(|hands| !hands.is_empty()).collect()
    });
    let out = own.filter(|own| own.folded).map(|own| felt.out_words(own));
    let compared = match (out, yours.as_slice(), dealers.as_slice()) {
        (None, [yours], [dealer]) => yours.first().and_then(|yours| both_words(yours, dealer)),
        _ => None,
    };
    let each = || {
        let called: Vec<String> = yours.iter().filter_map(|hands| call::said(hands)).collect();
        let yours = match (out, called.is_empty()) {
            (Some(out @ "laid down"), false) => Some(format!("{out}, {}", called.join(", "))),
            (Some(out), _) => Some(out.to_owned()),
            (None, false) => Some(called.join(", ")),
            (None, true) => None,
        };
        let dealer = call::said(&dealers).map(|called| format!("Dealer: {called}"));
        let both = yours.map(|yours| format!("You: {yours}")).into_iter().chain(dealer);
        both.collect::<Vec<_>>().join(" · ")
    };
    let holdem = own.and_then(|own| holdem_words(felt, own));
    let words = compared.unwrap_or_else(each);
    let parts = holdem.into_iter().chain(Some(words).filter(|words| !words.is_empty()));
    parts.collect::<Vec<_>>().join(" · ")
}

/// The hold 'em hands of 212, which the blackjack hands follow: `Hold ’em: ace-king high against pair of nines`.
fn holdem_words(felt: &Felt<'_>, own: &SeatView) -> Option<String> {
    let (_, dealers) = felt.turned_over()?;
    let cards = felt.play?.round().cards_for_pot(SeatNumber::new(own.seat.0)?)?;
    let board = call::seen(&felt.view.round.board)?;
    let yours = felt.table.felt().hand_for_pot(&cards, &board)?;
    Some(format!("Hold ’em: {} against {dealers}", yours.words))
}

/// Two hands that are called the same, where the kicker decides: `Both: pair of nines · You: jack kicker · Dealer: ace
/// kicker`; or that are worth the same: `Both: 19`.
fn both_words(yours: &Hand, dealers: &Hand) -> Option<String> {
    if yours.ties(dealers) {
        return Some(match yours.value {
            HandValue::Total(total) if yours.words != dealers.words => {
                format!("Both: {}", total.points())
            }
            _ => format!("Both: {}", yours.words),
        });
    }
    let kicker = |one: &Hand, other: &Hand| one.kicker(other).map(Rank::word);
    let is_alike = yours.words == dealers.words;
    let mine = kicker(yours, dealers).filter(|_| is_alike)?;
    let theirs = kicker(dealers, yours)?;
    Some(format!("Both: {} · You: {mine} kicker · Dealer: {theirs} kicker", yours.words))
}

/// Bets as a form, where there are no scripts.
fn bet_form(felt: &Felt<'_>, seat: u8) -> Markup {
    felt.act_form(
        "bets",
        html! {
            input type="hidden" name="act" value="bet";
            input type="hidden" name="seat" value=(seat);
            @for bet in &felt.view.posted.bets {
                label { (words::title(bet)) " $" input name={ "bets." (bet) } inputmode="decimal" size="5"; }
            }
            @for spot in &felt.drawn().tips {
                label { "Tip on " (words::title(&spot.line).to_lowercase()) " $" input name={ "tips." (spot.line) } inputmode="decimal" size="4"; }
            }
            button class="btn first" { "Bet" }
        },
    )
}

/// What an award waits for. One that follows from an override says so [PRG-22].
fn award_waits(felt: &Felt<'_>) -> String {
    let round = &felt.view.round;
    let seat = round.next.seat().and_then(|seat| round.seats.iter().find(|it| it.seat == seat));
    match seat.and_then(|seat| seat.overridden.as_ref()) {
        Some(over) => format!("To be {}. A supervisor is verifying it.", over.words()),
        None => "A supervisor is verifying it.".to_owned(),
    }
}

/// Who wins the progressive, while that is verified.
fn award_words(felt: &Felt<'_>) -> Option<String> {
    let Due::Award(seat) = felt.view.round.next.due else { return None };
    Some(if felt.mine.contains(&seat.0) {
        "You win the progressive".to_owned()
    } else {
        format!("Seat {seat} wins the progressive")
    })
}

fn waiting(felt: &Felt<'_>) -> Markup {
    if felt.view.round.is_void {
        return say(
            "The round is void",
            html! { span class="muted" { "Every wager is returned." } },
        );
    }
    let next = &felt.view.round.next;
    let text = match &next.due {
        Due::Decision(it) => format!("Seat {} to act", it.seat),
        Due::Award(_) => award_words(felt).unwrap_or_default(),
        Due::Card(_) => "Cards are being dealt".to_owned(),
        Due::Bets | Due::Step(_) | Due::Done => "Waiting for the dealer".to_owned(),
    };
    let more = if matches!(next.due, Due::Award(_)) {
        award_waits(felt)
    } else if my(felt).is_none_or(|own| own.bets.is_empty()) {
        "You are sitting this round out.".to_owned()
    } else if my(felt).is_some_and(|own| own.folded) {
        if my(felt).is_some_and(|own| felt.out_words(own) == "folded") {
            "You folded.".to_owned()
        } else {
            "You laid your hand down.".to_owned()
        }
    } else {
        "You are in this round.".to_owned()
    };
    let clock = clock(felt, "Time to decide", felt.table.setup().clocks.decision);
    say(&text, html! { span class="muted" { (more) } @if next.decision().is_some() { (clock) } })
}

fn watching(felt: &Felt<'_>) -> Markup {
    let usual = felt.table.setup().guest_buy_in.unwrap_or(Cents::dollars(1_000));
    let affords = felt.affords(usual);
    html! {
        @if felt.may_sit() && affords.is_none() { (out_of_play_money(felt)) }
        @else if let Some(buy_in) = affords.filter(|_| felt.may_sit()) {
            (say("Take a seat", html! {
                span class="muted" {
                    @if felt.view.kind == Kind::Practice { "Play money: nothing here costs anything." } @else { "A dealer runs this table, and confirms your chips." }
                }
            }))
            form id="sit" class="sit" method="post" action={ "/tables/" (felt.view.table) "/sit" } {
                (felt.csrf_field())
                @if !felt.is_signed_in {
                    label for="guest" { "Name" } input id="guest" name="guest" value="Guest" maxlength="40" autocomplete="nickname" required;
                }
                input type="hidden" name="buy_in" value=(buy_in);
                button class="btn first" data-key="Enter" { "Sit down with " (words::dollars(buy_in)) }
            }
        } @else {
            @match award_words(felt) {
                Some(text) => (say(&text, html! { span class="muted" { (award_waits(felt)) } })),
                None => (say("You are watching", html! { span class="muted" { (watcher_words(felt)) } })),
            }
            div class="acts" {
                @if !felt.is_signed_in { a class="btn" href={ "/sign-in?next=/tables/" (felt.view.table) } { "Sign in" } }
                @else if !felt.is_player && felt.view.kind != Kind::Practice {
                    a class="btn first" href={ "/tables/" (felt.view.table) "/dealer" } { "Deal this table" }
                }
            }
        }
    }
}

/// A guest has one bankroll: where it is, or how to have another.
fn out_of_play_money(felt: &Felt<'_>) -> Markup {
    let tables: Vec<&str> = felt.elsewhere.iter().map(|id| id.as_str()).collect();
    html! {
        @if tables.is_empty() {
            (say("Your play money is used up", html! { span class="muted" { "Sign out and come in again to have more." } }))
        } @else {
            (say("Your play money is at other tables", html! { span class="muted" { "Leave " (tables.join(", ")) " to have it back." } }))
            div class="acts" { @for id in tables { a class="btn" href={ "/tables/" (id) } { "To " (id) } } }
        }
    }
}

fn watcher_words(felt: &Felt<'_>) -> &'static str {
    match (felt.view.kind, felt.is_signed_in, felt.is_player) {
        (Kind::Live, _, _) => "Bets are made at the table itself.",
        (_, false, _) => "Sign in to play here.",
        (_, true, true) => "",
        (_, true, false) => "Staff do not play.",
    }
}
