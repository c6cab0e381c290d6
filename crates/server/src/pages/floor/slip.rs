//! The slip of an award: one sheet of paper, signed and kept.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use cards::Face;
use house::recall::{Reader, Recall, recall};
use house::report::{self, paid_words};
use house::view::Viewer;
use house::{Award, AwardNumber, House, Record, Right, Source, Standing, rfc3339, round_key};
use maud::{Markup, html};
use money::{Cents, Moment};
use rulebook::Rulebook;

use super::{day_time, name_of};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Path, named};
use crate::pages::draw::{hand, icon, key};
use crate::pages::shell::{Look, Shell};
use crate::pages::{PageError, words};
use crate::state::App;

/// What is printed.
struct Slip {
    award: Award,
    round: Option<Recall>,
    /// The last entry about it, with its hash.
    entry: Option<(u64, String)>,
    /// The end of the chain, signed.
    head: Option<String>,
}

/// The slip of an award.
pub(super) async fn page(
    State(app): State<App>,
    caller: Caller,
    Path(award): Path<String>,
) -> Result<Response, PageError> {
    let person = caller.must_have(Right::SeeFloor)?.session.person.clone();
    let number = AwardNumber(named(&award)?);
    let head = app.printed_head();
    let read = app.read(move |store, snapshot| {
        let unknown = || ApiError::unknown(format!("there is no award {number}"));
        let award = report::award(store, number)?.ok_or_else(unknown)?;
        let reader = Reader::Viewer(Viewer::Person(&person));
        let round = recall(&snapshot.machine, store, &award.table, award.round, reader).ok();
        let about =
            ledger::about::<House>(store, &round_key(&award.table, award.round), 0, usize::MAX)?;
        let changed = |entry: &&ledger::Entry| is_about(entry, number);
        let last = about.iter().rev().find(changed);
        let entry = last.map(|entry| (entry.seq, entry.hash.to_string()));
        Ok::<_, ApiError>(Slip { award, round, entry, head })
    });
    let slip = read.await??;
    Ok(slip.page(&caller).into_response())
}

/// Whether an entry changed this award.
fn is_about(entry: &ledger::Entry, number: AwardNumber) -> bool {
    let record = Record::read(entry.as_ref());
    record.is_ok_and(|record| record.effect.awards.iter().any(|award| award.number == number))
}

impl Slip {
    fn page(&self, caller: &Caller) -> Markup {
        let title = format!("Slip {}", self.award.number);
        let shell = Shell {
            sub: html! { p { "prints on one letter sheet" } },
            nav: html! {
                a class="btn quiet wide-only" href="/floor" { "The floor" }
                button type="button" class="btn first" data-print="" data-key="p" { (icon("i-print")) " Print " (key("P")) }
            },
            look: Look::Document,
            script: Some("floor"),
            ..Shell::new(&title)
        };
        shell.page(Some(caller), &self.sheet(&caller.snapshot.machine))
    }

    /// The cards of the hand, where the house knows them.
    fn cards(&self) -> Option<(Vec<Face>, Vec<Face>)> {
        let step = self.round.as_ref()?.steps.last()?;
        let seat = step.seats.iter().find(|seat| seat.seat == self.award.seat)?;
        let cards = seat.hands.first()?.cards.clone();
        (!cards.is_empty()).then(|| (cards, step.board.clone()))
    }

    fn sheet(&self, house: &House) -> Markup {
        let award = &self.award;
        let game = self.round.as_ref().and_then(|round| Rulebook::embedded().game(&round.game));
        let section = game.map(rulebook::Game::newest);
        let at = decided_at(award).unwrap_or(award.keyed_at);
        let paid = award.paid().unwrap_or(award.amount);
        html! {
            main id="main" class="slip" {
                div class="head" {
                    div {
                        h2 { "Progressive award" }
                        div { @if let Some(section) = section { (section.title) ", " (section.number) } br; "edition " (award.edition) }
                    }
                    div class="right" { div class="no" { (format!("{:06}", award.number.0)) } (day_time(&rfc3339(at))) }
                }
                @if let Some(state) = stamp(award) { p class="stamp" { (state) } }
                @if house.is_play_money(&award.meter) { p class="stamp" { "Play money: nothing is paid in cash" } }
                div class="amount" {
                    @match self.cards() {
                        Some((cards, board)) => div class="hands-of" {
                            (hand("slip-hand", "The hand", &cards, |_| None))
                            @if !board.is_empty() { (hand("slip-board", "Community cards", &board, |_| None)) }
                        },
                        None => p { "Cards not entered at this table" },
                    }
                    div class="right" {
                        @if is_off(award) { b { s { (words::dollars(paid)) } } div class="words" { "nothing is to be paid on this slip" } }
                        @else { b { (words::dollars(paid)) } div class="words" { (in_words(paid)) } }
                    }
                }
                (self.facts(house))
                div class="sig" { div { "Player" } div { "Dealer" } div { "Supervisor" } div { "Cage" } }
                p class="tail" {
                    @if let Some((seq, hash)) = &self.entry { "entry " (words::count(*seq)) " · chain " (grouped(hash)) }
                    @if let Some(head) = &self.head { br; "signed head " (head) }
                }
            }
        }
    }

    fn facts(&self, house: &House) -> Markup {
        let award = &self.award;
        let share = match award.source {
            Source::Meter { share } => format!("{share} of the meter"),
            Source::Tray => "from the tray".to_owned(),
            Source::Envy => "envy for the others only".to_owned(),
        };
        let is_play_money = house.is_play_money(&award.meter);
        let player = self.round.as_ref().and_then(|round| round.players.get(&award.seat));
        html! {
            dl {
                dt { "Table, round, seat" }
                dd { (award.table) ", round " (words::count(award.round)) ", seat " (award.seat) @if let Some(player) = player { " (" (player) ")" } }
                dt { "Hand" }
                dd { (words::title(&award.hand)) ": " (share) }
                dt { "Meter" }
                dd { (award.meter) (super::reports::marked(is_play_money)) }
                dt { "Meter before" }
                dd { (words::exact_meter(award.before)) }
                dt { "Award" }
                dd { (words::dollars(award.amount)) }
                @if !is_off(award) {
                    dt { "Meter after" @if award.reseeds() { ", reseeded" } }
                    dd { (words::exact_meter(award.after)) }
                }
                dt { "Keyed" }
                dd { (name_of(house, &award.keyed_by)) ", " (day_time(&rfc3339(award.keyed_at))) }
                @if let Some(over) = &award.overridden {
                    dt { "Override [PRG-22]" }
                    dd {
                        (name_of(house, &over.by)) " and " (name_of(house, &over.approved_by)) ", " (day_time(&rfc3339(over.at))) ": " (over.reason)
                        "; the cards say " (over.cards.as_deref().unwrap_or("no award"))
                    }
                }
                (standing(house, award))
            }
        }
    }
}

/// What became of the award, for the list of facts.
fn standing(house: &House, award: &Award) -> Markup {
    let waited = report::waited_seconds(award).map(super::calls::minutes);
    html! {
        @match &award.standing {
            Standing::Pending => { dt { "Verified" } dd { "not yet: do not pay" } },
            Standing::Paid { by, at, .. } => {
                dt { "Verified" }
                dd { (name_of(house, by)) ", " (day_time(&rfc3339(*at))) @if let Some(waited) = waited { ", after " (waited) } }
                dt { "Paid amount" }
                dd { (paid_words(award).unwrap_or_else(|| "the award".to_owned())) }
            },
            Standing::Voided { by, at, reason } => {
                dt { "Voided" }
                dd { (name_of(house, by)) ", " (day_time(&rfc3339(*at))) ": " (reason) "; the value is back on the meter" }
            },
            Standing::BackedOut { undone, paid, .. } => {
                dt { "Paid" }
                dd { @match paid_words(award) { Some(words) => (words), None => (words::dollars(*paid)) } }
                dt { "Backed out [PRG-10]" }
                dd { (name_of(house, &undone.by)) " and " (name_of(house, &undone.approved_by)) ", " (day_time(&rfc3339(undone.at))) ": " (undone.reason) }
            },
        }
    }
}

/// Whether nothing is paid on this slip, because the award was voided or backed out.
fn is_off(award: &Award) -> bool {
    matches!(award.standing, Standing::Voided { .. } | Standing::BackedOut { .. })
}

fn stamp(award: &Award) -> Option<&'static str> {
    match award.standing {
        Standing::Pending => Some("Pending: not verified"),
        Standing::Paid { .. } => None,
        Standing::Voided { .. } => Some("Void"),
        Standing::BackedOut { .. } => Some("Backed out"),
    }
}

fn decided_at(award: &Award) -> Option<Moment> {
    match &award.standing {
        Standing::Pending => None,
        Standing::Paid { at, .. } | Standing::Voided { at, .. } => Some(*at),
        Standing::BackedOut { undone, .. } => Some(undone.at),
    }
}

/// A hash in groups of four, as people compare it.
fn grouped(hash: &str) -> String {
    let letters: Vec<char> = hash.chars().take(32).collect();
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const GROUPS: [(u64, &str); 3] =
    [(1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand")];

/// An amount as checks have it: `ten thousand dollars and seventy-five cents`.
fn in_words(amount: Cents) -> String {
    let cents = amount.get().unsigned_abs();
    let (dollars, cents) = (cents / 100, cents % 100);
    let unit = |count: u64, one: &str| if count == 1 { one.to_owned() } else { format!("{one}s") };
    let mut text = format!("{} {}", number(dollars), unit(dollars, "dollar"));
    if cents > 0 {
        text.push_str(&format!(" and {} {}", number(cents), unit(cents, "cent")));
    }
    text
}

fn number(count: u64) -> String {
    if let Some((size, name)) = GROUPS.iter().find(|(size, _)| count >= *size) {
        let rest = if count.is_multiple_of(*size) {
            String::new()
        } else {
            format!(" {}", number(count % size))
        };
        return format!("{} {name}{rest}", number(count / size));
    }
    let place = |count: u64| usize::try_from(count).unwrap_or_default();
    match count {
        100.. if count.is_multiple_of(100) => format!("{} hundred", number(count / 100)),
        100.. => format!("{} hundred {}", number(count / 100), number(count % 100)),
        20.. if count.is_multiple_of(10) => TENS[place(count / 10)].to_owned(),
        20.. => format!("{}-{}", TENS[place(count / 10)], ONES[place(count % 10)]),
        _ => ONES[place(count)].to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_as_on_a_check() {
        let words = |cents: i64| in_words(Cents::new(cents));
        assert_eq!(
            words(432_175),
            "four thousand three hundred twenty-one dollars and seventy-five cents"
        );
        assert_eq!(words(1_000_075), "ten thousand dollars and seventy-five cents");
        assert_eq!(words(100), "one dollar");
        assert_eq!(words(101), "one dollar and one cent");
        assert_eq!(words(0), "zero dollars");
        assert_eq!(words(10_100_000_000), "one hundred one million dollars");
    }
}
