//! The next step, large: what to do, what to announce, what orders it, and one button that says it is done.

use cards::{Card, Face};
use games::{Facing, Next, Recipient, Stage, Want};
use house::table::play::Progress;
use house::table::steps::StepDue;
use house::view::{Decision, Due, NextView};
use house::{Seat, Source};
use maud::{Markup, html};
use rulebook::{Chore, Moment};

use super::Dealer;
use crate::pages::draw::{icon, key};
use crate::pages::felt::dock::key_of;
use crate::pages::floor::first_upper;
use crate::pages::words;

/// The older procedure's step: the key to JPH, and J-POT [ED-3].
const J_POT: &str = "j-pot";

/// What the one button does.
enum Go {
    /// It is pressed when this is done: the act, and what the button says.
    Press { act: &'static str, text: &'static str },
    /// Nothing can be pressed: what is waited for, and a hint.
    Wait { text: &'static str, hint: &'static str },
}

/// What comes next at a table.
struct NextStep {
    headline: String,
    /// What to announce.
    say: Option<String>,
    /// More about it, in a sentence.
    text: String,
    cite: Vec<String>,
    go: Go,
}

impl NextStep {
    fn new(headline: impl Into<String>, text: impl Into<String>, go: Go) -> NextStep {
        let (headline, text) = (headline.into(), text.into());
        NextStep { headline, say: None, text, cite: Vec::new(), go }
    }
}

/// What to do, in a line.
pub(super) fn headline(dealer: &Dealer<'_>) -> String {
    next_step(dealer).headline
}

/// The next step.
pub(super) fn next(dealer: &Dealer<'_>) -> Markup {
    let step = next_step(dealer);
    let view = &dealer.felt.view;
    let wants = (matches!(view.round.next.due, Due::Card(_)) && dealer.is_live()).then_some("card");
    html! {
        section class="next" id="next" aria-labelledby="h-next" data-wants=[wants] data-phase=(view.round.phase.word()) {
            span class="caps" { "Next step" }
            h2 id="h-next" { (step.headline) }
            div class="why" {
                @if let Some(say) = &step.say { p class="announce" { "Say: “" (say) "”" } }
                p {
                    (step.text)
                    @for cite in &step.cite { " " (dealer.felt.cite(cite)) }
                }
            }
            (button(dealer, &step.go))
            (also(dealer))
            (super::undo::last(dealer))
        }
    }
}

fn button(dealer: &Dealer<'_>, go: &Go) -> Markup {
    match go {
        Go::Wait { text, hint } => html! {
            button type="button" id="go" class="go" disabled { (text) small { (hint) } }
        },
        Go::Press { act, text } => {
            // Two presses in a row never confirm two steps; players’ bets do not hold the dealer up.
            let is_betting = dealer.progress() == Some(Progress::Betting);
            let fields = html! {
                @if !is_betting { input type="hidden" name="expect" value=(dealer.felt.view.version); }
                button id="go" class="go" data-key="Enter" { (text) small { "Enter or Space" } }
            };
            dealer.act(act, fields)
        }
    }
}

fn next_step(dealer: &Dealer<'_>) -> NextStep {
    let view = &dealer.felt.view;
    if !view.is_open {
        let go = Go::Wait { text: "Closed", hint: "a supervisor opens it" };
        return NextStep::new("This table is closed", "", go);
    }
    let next = &view.round.next;
    match dealer.progress() {
        None | Some(Progress::Over) => before_bets(dealer),
        Some(Progress::Betting) => match &next.step {
            Some(step) => of_step(dealer, step),
            None => lock(dealer),
        },
        Some(Progress::Playing) => playing(dealer, next),
        Some(Progress::Settled) => match &next.step {
            Some(step) => of_step(dealer, step),
            None => game_over(dealer),
        },
    }
}

fn before_bets(dealer: &Dealer<'_>) -> NextStep {
    let round = &dealer.felt.view.round;
    let headline = match dealer.play() {
        Some(_) if round.is_void => format!("Round {} is void", round.number),
        Some(_) => format!("Round {} is over", round.number),
        None => "Bets are open".to_owned(),
    };
    let text = if dealer.is_live() {
        "Enter the bets of each seat; the first one opens the next round."
    } else {
        "Players place their bets; the first one opens the next round."
    };
    NextStep::new(headline, text, Go::Wait { text: "Waiting for bets", hint: "then lock them" })
}

fn has_bets(dealer: &Dealer<'_>) -> bool {
    dealer.play().is_some_and(|play| !play.round().felt().seats.is_empty())
}

fn lock(dealer: &Dealer<'_>) -> NextStep {
    let go = if has_bets(dealer) {
        Go::Press { act: "lock", text: "Lock the bets" }
    } else {
        Go::Wait { text: "Waiting for bets", hint: "then lock them" }
    };
    let section = dealer.felt.table.felt().section();
    let cite = section.steps.iter().find(|step| step.at == Moment::BetsLocked);
    let cite = cite.and_then(|step| section.cite(step.cite.first()?));
    NextStep {
        say: Some("No more bets.".to_owned()),
        cite: cite.iter().map(ToString::to_string).collect(),
        ..NextStep::new("Close the betting", "The lock takes the bets and lights the sensors.", go)
    }
}

fn game_over(dealer: &Dealer<'_>) -> NextStep {
    let text = if dealer.felt.view.round.is_void {
        "The round is void: every wager is returned. Game over ends it."
    } else {
        "Every line is settled. Game over resets the sensors and ends the round."
    };
    let go = Go::Press { act: "game_over", text: "Game over" };
    // The keypad's part of it [PRG-9].
    let cite = dealer.keypad().map(|_| "[PRG-9]".to_owned());
    NextStep { cite: cite.into_iter().collect(), ..NextStep::new("End the round", text, go) }
}

fn playing(dealer: &Dealer<'_>, next: &NextView) -> NextStep {
    match (&next.due, &next.step) {
        (Due::Card(_), step) => card(dealer, next, step.as_ref()),
        (_, Some(step)) => of_step(dealer, step),
        (Due::Decision(due), None) => {
            let headline = format!("Seat {} decides", due.seat);
            let headline = match due.hand {
                Some(hand) => format!("{headline}, hand {hand}"),
                None => headline,
            };
            if dealer.is_live() {
                let go = Go::Wait { text: "Their choice", hint: "press what the player does" };
                NextStep::new(headline, "Enter what the player does.", go)
            } else {
                let go = Go::Wait { text: "Their choice", hint: "the player decides" };
                NextStep::new(headline, "The player decides on their own page.", go)
            }
        }
        (Due::Award(seat), None) => {
            let headline = format!("Key seat {}", next_key(dealer).map_or(*seat, |(seat, _)| seat));
            let go = Go::Press { act: "step", text: "Key it" };
            NextStep::new(headline, "The hand wins the progressive: key it.", go)
        }
        (Due::Bets | Due::Step(_) | Due::Done, None) => {
            let go = Go::Press { act: "step", text: "Deal" };
            NextStep::new("Deal the next cards", "The house draws them in the rule’s order.", go)
        }
    }
}

/// A step of the section.
fn of_step(dealer: &Dealer<'_>, step: &StepDue) -> NextStep {
    let known = dealer.step(&step.id);
    let chore = known.map(|known| known.chore);
    let is_award = known.is_some_and(|known| known.at == Moment::AwardWon);
    let text = match chore {
        Some(Chore::Key) if is_award => "Key it",
        Some(Chore::CallSupervisor) => "Call supervisor",
        Some(chore) if chore.is_dealing() && !dealer.is_live() => "Deal",
        Some(Chore::GameOver) => "Game over",
        _ => "Done",
    };
    let is_verified = is_award && chore == Some(Chore::Verify);
    if let Some((seat, hand)) = next_key(dealer).filter(|_| is_verified) {
        return key_first(step, seat, &hand);
    }
    let go = if is_verified {
        let hint =
            if dealer.felt.view.call.is_some() { "called" } else { "call one if none comes" };
        Go::Wait { text: "Supervisor verifies", hint }
    } else if is_award && chore == Some(Chore::Key) && is_lit(dealer, step.seat) {
        // The step is not done by another hand's key.
        Go::Wait { text: "Another key is on", hint: "press the right one" }
    } else {
        Go::Press { act: "step", text }
    };
    if step.id == J_POT && step.seat.is_some_and(|seat| is_recorded(dealer, seat)) {
        let text = award_words(dealer, step.seat).unwrap_or_default();
        let headline = "Have the supervisor turn the key back to RUN";
        let text = format!("J-POT has recorded the win. {text} RUN pays it.");
        return NextStep { cite: step.cite.clone(), ..NextStep::new(headline, text, go) };
    }
    let (headline, rest) = headline_of(&step.text);
    let award = is_award.then(|| award_words(dealer, step.seat)).flatten();
    let text = rest.or(award).unwrap_or_else(|| rule_of(dealer, &step.id));
    NextStep { say: step.say.clone(), cite: step.cite.clone(), ..NextStep::new(headline, text, go) }
}

/// A prompt as a headline, and what it says after a semicolon as a sentence of its own.
fn headline_of(prompt: &str) -> (String, Option<String>) {
    let prompt = prompt.replace('\'', "’");
    match prompt.split_once("; ") {
        Some((first, rest)) => (first.to_owned(), Some(first_upper(rest))),
        None => (prompt.trim_end_matches('.').to_owned(), None),
    }
}

/// What a keyed hand is worth: `$1,000.50 from the meter, award 2.`
fn award_words(dealer: &Dealer<'_>, seat: Option<Seat>) -> Option<String> {
    let keyed = dealer.keypad()?.keys.lit.get(&seat?)?;
    let award = dealer.house.award(keyed.award?).ok()?;
    let (amount, number) = (words::dollars(award.amount), award.number);
    Some(match award.source {
        Source::Envy => format!("Envy for the others only, award {number}."),
        Source::Meter { .. } | Source::Tray => {
            format!("{amount} from {}, award {number}.", award.source.words())
        }
    })
}

/// Whether a key is on for the seat.
fn is_lit(dealer: &Dealer<'_>, seat: Option<Seat>) -> bool {
    let keypad = dealer.keypad();
    keypad.zip(seat).is_some_and(|(round, seat)| round.keyed(seat).is_some())
}

/// Whether J-POT has recorded the seat's win.
fn is_recorded(dealer: &Dealer<'_>, seat: Seat) -> bool {
    let keyed = dealer.keypad().and_then(|round| round.keys.lit.get(&seat));
    keyed.is_some_and(|keyed| keyed.award.is_some())
}

/// The button that is pressed next, where a hand has to be lit before a supervisor verifies anything.
fn next_key(dealer: &Dealer<'_>) -> Option<(Seat, String)> {
    dealer.house.next_key(dealer.felt.table.id())
}

/// A hand that wins is keyed before anybody verifies it, in editions without a step of their own for it, too; and where
/// an award depends on the others of its round, they are all keyed first [PRG-5].
fn key_first(step: &StepDue, seat: Seat, hand: &str) -> NextStep {
    let headline = format!("Key {hand} for seat {seat}");
    let text = match step.seat == Some(seat) {
        true => "The hand wins the progressive: key it. A supervisor verifies it then.",
        false => "This hand wins, too: key it before a supervisor verifies any of them.",
    };
    let go = Go::Press { act: "step", text: "Key it" };
    NextStep { cite: step.cite.clone(), ..NextStep::new(headline, text, go) }
}

/// What the rule itself demands, in its sentence.
fn rule_of(dealer: &Dealer<'_>, step: &str) -> String {
    let subdivisions = &dealer.felt.table.felt().section().subdivisions;
    let cited = dealer.step(step).map_or(&[] as &[String], |step| &step.cite);
    let rule = cited.iter().find_map(|key| subdivisions.iter().find(|it| it.key == *key));
    rule.map(|rule| rule.demands.clone()).unwrap_or_default()
}

/// A card to be entered: for whom, which, and how it lies.
fn card(dealer: &Dealer<'_>, next: &NextView, step: Option<&StepDue>) -> NextStep {
    let want = dealer.play().and_then(|play| match play.round().next() {
        Next::Card(want) => Some(*want),
        _ => None,
    });
    let headline = wanted(dealer, next);
    let facing = match want.map(|want: Want| want.facing) {
        Some(Facing::Up) => "It lies face up.",
        _ => "It lies face down.",
    };
    let go = if dealer.is_live() {
        Go::Wait { text: "Enter the card", hint: "grid, keys, or scan" }
    } else {
        Go::Press { act: "step", text: "Deal" }
    };
    let text = step.map_or_else(
        || facing.to_owned(),
        |step| format!("{} {facing}", step.text.replace('\'', "’")),
    );
    let felt = dealer.felt.table.felt();
    let cite = want.map(|want| felt.citation(want.cite).to_string());
    let say = step.and_then(|step| step.say.clone());
    NextStep { say, cite: cite.into_iter().collect(), ..NextStep::new(headline, text, go) }
}

/// `Seat 3: card 2`.
pub(super) fn wanted(dealer: &Dealer<'_>, next: &NextView) -> String {
    let round = &dealer.felt.view.round;
    match next.to() {
        Some(Recipient::Seat { seat: number, hand }) => {
            let (number, hand) = (number.get(), usize::from(hand));
            let seat = dealer.seat(number);
            let cards = seat.and_then(|seat| seat.hands.get(hand)).map_or(0, |it| it.cards.len());
            let split = seat.is_some_and(|seat| seat.hands.len() > 1);
            let which = if split { format!(", hand {}", hand + 1) } else { String::new() };
            format!("Seat {number}{which}: card {}", cards + 1)
        }
        Some(Recipient::Dealer) => format!("Dealer: card {}", round.dealer.len() + 1),
        Some(Recipient::Board) => {
            let place = dealer.felt.drawn().board.get(round.board.len());
            let place = place.map_or("next card", String::as_str);
            format!("Board: {}", place.to_lowercase())
        }
        Some(Recipient::Burn) => "Burn a card".to_owned(),
        Some(Recipient::Discard) => "Discard a card".to_owned(),
        None => "Enter the next card".to_owned(),
    }
}

/// What else can be done now, beside the step.
fn also(dealer: &Dealer<'_>) -> Markup {
    let next = &dealer.felt.view.round.next;
    let is_betting = dealer.progress() == Some(Progress::Betting);
    let locks = is_betting && next.step.is_some() && has_bets(dealer);
    let decision = next.decision().filter(|_| dealer.is_live());
    let unseen =
        dealer.is_live() && matches!(next.to(), Some(Recipient::Burn | Recipient::Discard));
    html! {
        @if locks || decision.is_some() || unseen {
            div class="also" {
                @if locks {
                    (dealer.act("lock", html! { button class="btn" data-key="l" { "All checked: lock the bets " (key("L")) } }))
                }
                @if let Some(decision) = decision { (decisions(dealer, next, decision)) }
                @if unseen {
                    (dealer.act("unseen", html! { button class="btn" data-key="u" { "It went unseen " (key("U")) } }))
                }
            }
        }
        @if !dealer.wrong_keys().is_empty() {
            p class="also-note warn" { (icon("i-warn")) " Keys and cards disagree: see the keypad." }
        }
    }
}

fn decisions(dealer: &Dealer<'_>, next: &NextView, due: &Decision) -> Markup {
    let seat = due.seat;
    html! {
        @if next.step.is_some() { span class="who-decides" { "Seat " (seat) @if let Some(hand) = due.hand { ", hand " (hand) } ":" } }
        @for (place, action) in due.actions().enumerate() {
            @let pressed = key_of(action, place);
            @let action = action.to_string();
            (dealer.act("decide", html! {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="action" value=(action);
                input type="hidden" name="expect" value=(dealer.felt.view.version);
                @if let Some(hand) = due.hand { input type="hidden" name="hand" value=(hand); }
                button class="btn decide" data-key=(pressed.to_lowercase()) {
                    (words::title(&action)) @if !pressed.is_empty() { " " (key(&pressed)) }
                }
            }))
        }
        @if let Some(cards) = set_apart(dealer) { (set_card(dealer, seat, &cards)) }
    }
}

/// The cards that a player may be setting apart, where that is what they decide: all that are out and that the dealer
/// does not see elsewhere. Which of them the player holds, the page does not tell.
fn set_apart(dealer: &Dealer<'_>) -> Option<Vec<Card>> {
    let round = dealer.play()?.round();
    let Next::Decision(choice) = round.next() else { return None };
    if choice.about.stage != Stage::Setting {
        return None;
    }
    let view = &dealer.felt.view.round;
    let hands = view.seats.iter().flat_map(|seat| &seat.hands).flat_map(|hand| &hand.cards);
    let seen: Vec<Face> = hands.chain(&view.dealer).chain(&view.board).copied().collect();
    let is_hidden = |card: &Card| !seen.contains(&Face::Up(*card));
    let deck = super::cards::deck(round.table().decks());
    Some(deck.filter(|card| !round.has_in_stock(*card)).filter(is_hidden).collect())
}

/// The dealer enters the card that was set apart, or that the hand is laid down.
fn set_card(dealer: &Dealer<'_>, seat: Seat, cards: &[Card]) -> Markup {
    let fields = |more: Markup| {
        html! {
            input type="hidden" name="seat" value=(seat);
            input type="hidden" name="expect" value=(dealer.felt.view.version);
            (more)
        }
    };
    html! {
        (dealer.act("decide", fields(html! {
            select name="action" aria-label="The card that is set apart" required {
                option value="" { "The card set apart" }
                @for card in cards { option value={ "set " (card) } { (words::card_name(*card)) } }
            }
            button class="btn decide" { "Set" }
        })))
        (dealer.act("decide", fields(html! {
            input type="hidden" name="action" value="lay-down";
            button class="btn decide" { "Lay down" }
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::headline_of;

    #[test]
    fn a_headline_says_one_thing() {
        let (first, rest) =
            headline_of("Key flush for seat 1; press a wrong key again to turn it off.");
        assert_eq!(first, "Key flush for seat 1");
        assert_eq!(rest.as_deref(), Some("Press a wrong key again to turn it off."));
        assert_eq!(headline_of("Pull seat 2's bet."), ("Pull seat 2’s bet".to_owned(), None));
    }
}
