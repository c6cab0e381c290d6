//! `croupier protect`: what it is worth to see hidden cards, to share hands, or to count.

use odds::{Arithmetic, Subject, decimal};
use rulebook::Rulebook;
use serde::Serialize;
use wire::library::protect::{CardEffect, Counted, Penetration, ProtectAnswer, Protected};

use crate::args::Protect as Args;
use crate::lookup;
use crate::output::{Output, Printer};
use crate::page::Page;
use crate::progress::Bar;

/// Figures what was asked for and prints it.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let game = lookup::game(book, &args.game)?;
    let mut options = lookup::pairs(&args.under.option)?;
    if let Some(decks) = args.decks {
        options.insert("decks".to_owned(), decks.to_string());
    }
    let subject = Subject::open(book, &game.id, args.under.edition, options)
        .map_err(|errors| lookup::cannot_open(&errors))?;
    let (wager, schedule) = (args.wager.as_deref(), args.schedule.as_deref());
    let sent = match args.sees {
        Some(sees) => {
            let bar = Bar::new();
            let known = odds::protect(&subject, wager, schedule, sees, &bar)?;
            ProtectAnswer::Sees(protected(&subject, known))
        }
        None => ProtectAnswer::Count(counted(
            &subject,
            odds::count(&subject, wager, schedule, args.from)?,
        )),
    };
    let section = format!("{}, edition {}", game.section, subject.section().edition.id);
    printer.print(&ProtectPage { sent, title: game.title.clone(), section })
}

fn protected(subject: &Subject, known: odds::Protected) -> Protected {
    let is_exact = known.arithmetic == Arithmetic::Fractions && known.error.is_none();
    let method = match (known.error, is_exact) {
        (Some(_), _) => "simulated",
        (None, true) => "exact",
        (None, false) => "in doubles",
    };
    Protected {
        game: subject.game().to_owned(),
        edition: subject.section().edition.id.to_string(),
        options: subject.posted().clone(),
        sees: known.sees.to_string(),
        says: known.sees.words(),
        player_edge: decimal(&known.player_edge),
        player_edge_exact: is_exact.then(|| known.player_edge.to_string()),
        without: decimal(&known.without),
        error: known.error,
        method: method.to_owned(),
        seconds: known.took.as_secs_f64(),
        wager: known.wager,
        schedule: known.schedule,
    }
}

fn counted(subject: &Subject, counted: odds::Counted) -> Counted {
    let effect = |card: &odds::CardEffect| CardEffect {
        card: card.card.clone(),
        effect: card.effect,
        tag: card.tag,
    };
    let at = |at: &odds::Penetration| Penetration {
        cards: at.cards,
        rounds: at.rounds,
        edge: at.edge,
        profit: at.rounds * at.edge,
    };
    Counted {
        game: subject.game().to_owned(),
        edition: subject.section().edition.id.to_string(),
        cards: counted.cards.iter().map(effect).collect(),
        penetration: counted.penetration.iter().map(at).collect(),
        wager: counted.wager,
        schedule: counted.schedule,
        decks: counted.decks,
        full_shoe: counted.full_shoe,
        correlation: counted.correlation,
        bet_from: counted.bet_from,
        notes: vec![
            match counted.bet_from {
                Some(_) => {
                    "The edge at a count is the linear estimate from the effects of removal; how often each count comes \
                     is counted exactly, at the start of a round after every six cards."
                }
                None => "Every card has the same effect on this wager, so that no count of cards tells anything.",
            }
            .to_owned(),
        ],
    }
}

/// The answer for people.
#[derive(Serialize)]
#[serde(transparent)]
struct ProtectPage {
    sent: ProtectAnswer,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    section: String,
}

/// A share in percent, with its sign.
fn signed(value: f64) -> String {
    format!("{:+.4}%", value * 100.0)
}

impl Output for ProtectPage {
    fn page(&self, page: &mut Page) {
        match &self.sent {
            ProtectAnswer::Sees(sent) => {
                page.title(
                    &format!("{}: {} {}", self.title, sent.wager, sent.schedule),
                    &self.section,
                );
                page.blank();
                sees(page, sent);
            }
            ProtectAnswer::Count(sent) => {
                page.title(
                    &format!("{}: counting {} {}", self.title, sent.wager, sent.schedule),
                    &self.section,
                );
                page.blank();
                count(page, sent);
            }
        }
    }
}

fn sees(page: &mut Page, sent: &Protected) {
    let mut item = |label: &str, words: &str| page.item(label, 20, words, "");
    item("the player sees", &format!("{}, before the first decision", sent.says));
    let error = sent.error.map_or_else(String::new, |error| {
        format!(", with a standard error of {:.4}%", error * 100.0)
    });
    item("the player's edge", &format!("{}{error}", signed(sent.player_edge)));
    if let Some(exact) = &sent.player_edge_exact {
        item("", exact);
    }
    item("without it", &signed(sent.without));
    item("worth", &format!("{} of the first wager", signed(sent.player_edge - sent.without)));
    let how = match sent.method.as_str() {
        "simulated" => "simulated; the dealer's hands of each deal are all counted",
        "in doubles" => "every deal counted, in double precision",
        _ => "every deal counted",
    };
    item("method", how);
}

fn count(page: &mut Page, sent: &Counted) {
    let mut item = |label: &str, words: &str| page.item(label, 20, words, "");
    item("decks", &sent.decks.to_string());
    item("edge, full shoe", &signed(sent.full_shoe));
    item("correlation", &format!("{:.4}", sent.correlation));
    if let Some(from) = sent.bet_from {
        item("bets from", &format!("a true count of {from:+}"));
    }
    page.heading("effects of removal");
    let head: Vec<String> = std::iter::once(String::new())
        .chain(sent.cards.iter().map(|card| card.card.clone()))
        .collect();
    let row = |name: &str, cell: &dyn Fn(&CardEffect) -> String| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(sent.cards.iter().map(cell)).collect()
    };
    // In hundredths of a percent, so that thirteen fit a line.
    let rows = [
        row("0.01%", &|card| format!("{:+.1}", card.effect * 10_000.0)),
        row("tag", &|card| format!("{:+}", card.tag)),
    ];
    page.table(&head, &rows);
    if sent.penetration.is_empty() {
        return notes(page, sent);
    }
    page.heading("what it wins");
    let head = ["cards dealt", "rounds bet", "edge", "per round"].map(str::to_owned);
    let row = |at: &Penetration| {
        vec![
            at.cards.to_string(),
            format!("{:.2}%", at.rounds * 100.0),
            signed(at.edge),
            signed(at.profit),
        ]
    };
    page.table(&head, &sent.penetration.iter().map(row).collect::<Vec<_>>());
    notes(page, sent);
}

fn notes(page: &mut Page, sent: &Counted) {
    for note in &sent.notes {
        page.blank();
        page.paragraph(note);
    }
}
