//! `croupier settle`: a recorded round, settled line by line.

use std::fs;

use anyhow::{Context as _, anyhow};
use forms::Problems;
use games::{CiteId, Event, Played, Round, SeatNumber, play_recorded};
use house::view::LineView;
use money::Cents;
use rulebook::{Consequence, Rulebook};
use serde::Serialize;
use wire::library::settle::{MeterChange, SeatTotal, SettledEvent, Settlement};
use wire::table::{LineOut, TipOut};

use crate::args::Settle as Args;
use crate::output::Output;
use crate::page::{Align, Page};

/// A round as it was settled, with what its page says beside that.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Settled {
    sent: Settlement,
    /// What two supervisors decided about each line.
    #[serde(skip)]
    decided: Vec<Option<String>>,
    #[serde(skip)]
    table: Vec<(String, String)>,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    section: String,
    /// The consequence of each event.
    #[serde(skip)]
    ordered: Vec<Ordered>,
    #[serde(skip)]
    explain: Option<Vec<Vec<String>>>,
}

/// What the rule orders for an event, in words.
struct Ordered {
    says: &'static str,
    why: Vec<String>,
}

/// At most ten problems of a file, and how many more there are.
fn first_ten(problems: &Problems) -> String {
    const SHOWN: usize = 10;
    let mut lines: Vec<String> = problems.iter().take(SHOWN).map(ToString::to_string).collect();
    if problems.len() > SHOWN {
        lines.push(format!("and {} more", problems.len() - SHOWN));
    }
    lines.join("\n")
}

/// Settles the round of a file.
pub fn run(book: &Rulebook, args: &Args) -> anyhow::Result<Settled> {
    let name = args.file.display().to_string();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    if text.starts_with("croupier round ") {
        return Err(anyhow!("{name} is the log of a round: use croupier replay {name}"));
    }
    let played = play_recorded(book, &name, &text).map_err(|problems| {
        let count = problems.len();
        anyhow!("{}", first_ten(&problems)).context(match count {
            1 => "the round cannot be settled".to_owned(),
            _ => format!("the round cannot be settled: {count} problems"),
        })
    })?;
    if let Some(path) = &args.log {
        fs::write(path, played.log_text())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(Settled::new(&played, args.explain))
}

impl Settled {
    fn new(played: &Played, explain: bool) -> Settled {
        let round = &played.round;
        let table = round.table();
        let section = table.section();
        let lines = &round.settlement().lines;
        let seat = |seat: &games::Seat| {
            let own = || lines.iter().filter(|line| line.seat == seat.number);
            let staked: Cents = own().map(|line| line.staked).sum();
            let returned: Cents = own().map(|line| line.returned).sum();
            SeatTotal {
                seat: seat.number.get(),
                staked: staked.to_string(),
                returned: returned.to_string(),
                net: (returned - staked).to_string(),
            }
        };
        let views: Vec<LineView> = lines.iter().map(|line| LineView::of(table, line)).collect();
        let meter = played.meter().map(|meter| MeterChange {
            before: meter.before.to_string(),
            contributed: meter.contributed.to_string(),
            awarded: meter.awarded.to_string(),
            after: meter.after.to_string(),
        });
        let (events, ordered) = events(round).into_iter().unzip();
        let decided = views.iter().map(LineView::decided).collect();
        let sent = Settlement {
            lines: views.iter().map(LineOut::from).collect(),
            events,
            seats: round.felt().seats.iter().map(seat).collect(),
            meter,
            tips: round.settlement().tips.iter().map(TipOut::from).collect(),
            rake: round.rake().map(|rake| rake.to_string()),
        };
        Settled {
            sent,
            decided,
            ordered,
            table: felt(round),
            title: section.title.clone(),
            section: section.number.clone(),
            explain: explain.then(|| lines.iter().map(|line| why(round, line.cite)).collect()),
        }
    }
}

/// The cards on the table, a row each.
fn felt(round: &Round) -> Vec<(String, String)> {
    let cards = |pile: &games::Pile| {
        let word =
            |card: Option<cards::Card>| card.map_or_else(|| "??".to_owned(), |c| c.to_string());
        match pile.known().map(word).collect::<Vec<_>>() {
            none if none.is_empty() => "no cards".to_owned(),
            cards => cards.join(" "),
        }
    };
    let felt = round.felt();
    let mut rows = Vec::new();
    for (name, pile) in [("dealer", &felt.dealer), ("board", &felt.board)] {
        if !pile.cards().is_empty() {
            rows.push((name.to_owned(), cards(pile)));
        }
    }
    for seat in &felt.seats {
        for (index, hand) in seat.hands.iter().enumerate() {
            let name = match index {
                0 => format!("seat {}", seat.number),
                _ => format!("  hand {}", index + 1),
            };
            rows.push((name, cards(&hand.cards)));
        }
    }
    rows
}

/// What went wrong, in the order in which it was reported.
fn events(round: &Round) -> Vec<(SettledEvent, Ordered)> {
    let table = round.table();
    let mut events: Vec<(SettledEvent, Ordered)> = Vec::new();
    let mut reported = None;
    // The card of a report that hands it over next.
    let mut is_handed_over = false;
    for event in round.log().events() {
        match event {
            Event::Reported(report) => reported = Some(*report),
            Event::Ordered { consequence, cite } => {
                let Some(report) = reported.take() else { continue };
                is_handed_over =
                    matches!(consequence, Consequence::DiscardCard | Consequence::BurnCard);
                let event = SettledEvent {
                    event: report.what.word().to_owned(),
                    seat: report.seat.map(SeatNumber::get),
                    with: report.other.map(SeatNumber::get),
                    card: report.card.map(|card| card.to_string()),
                    consequence: consequence.word().to_owned(),
                    supervisor: false,
                    cite: table.citation(*cite).to_string(),
                };
                let ordered = Ordered { says: says(*consequence), why: why(round, *cite) };
                events.push((event, ordered));
            }
            Event::SupervisorCalled { .. } => {
                if let Some((event, _)) = events.last_mut() {
                    event.supervisor = true;
                }
            }
            Event::Dealt { card, .. } if is_handed_over => {
                is_handed_over = false;
                if let Some((event, _)) = events.last_mut() {
                    event.card = Some(card.to_string());
                }
            }
            Event::Unseen => is_handed_over = false,
            _ => {}
        }
    }
    events
}

/// What a consequence means, in words.
fn says(consequence: Consequence) -> &'static str {
    match consequence {
        Consequence::Misdeal => "a misdeal, every wager goes back",
        Consequence::Void => "the round is void, every wager goes back",
        Consequence::DeadHand => "the hand is dead",
        Consequence::BothHandsDead => "both hands are dead",
        Consequence::ProgressiveOnly => "the hands play for the progressive only",
        Consequence::TableMisdeal => {
            "antes and bets go back, and the hands in play stay in for the progressive only"
        }
        Consequence::PlayOn => "the card lies face up, and play goes on",
        Consequence::ShowHand => "the hand is shown to everyone, and play goes on",
        Consequence::Refused => "the round cannot be settled",
        Consequence::DiscardCard => "discarded, and the next card takes its place",
        Consequence::BurnCard => "burned",
        Consequence::UseCard => "used as the next card",
        Consequence::OfferCard => "dealt next, to a player who takes it or to the dealer",
        Consequence::SecondCardLast => "the second card comes after all others",
        Consequence::DealerLast => "the dealer's card comes after all players have two",
        Consequence::Reshuffle => "the discards are shuffled and cut",
    }
}

/// The rule sentences behind a line or an event.
fn why(round: &Round, cite: CiteId) -> Vec<String> {
    let table = round.table();
    let section = table.section();
    let sentence = |cite: &rulebook::Citation| {
        let text = match cite {
            rulebook::Citation::Subdivision { number, .. } => section
                .subdivisions
                .iter()
                .find(|subdivision| subdivision.number == *number)
                .map(|subdivision| subdivision.demands.clone()),
            rulebook::Citation::Ruling(id) => section
                .rulings
                .iter()
                .find(|ruling| ruling.id == *id)
                .map(|ruling| ruling.says.clone()),
        };
        format!("{cite} {}", text.unwrap_or_default())
    };
    table.citations(cite).iter().map(sentence).collect()
}

impl Settled {
    /// What went wrong and what the rule orders for it, with its sentences if they are asked for.
    fn irregularities(&self, page: &mut Page) {
        if self.sent.events.is_empty() {
            return;
        }
        page.heading("What went wrong");
        for (event, ordered) in self.sent.events.iter().zip(&self.ordered) {
            let mut words = vec![event.event.replace('-', " ")];
            words.extend(event.seat.map(|seat| format!("seat {seat}")));
            words.extend(event.with.map(|seat| format!("with seat {seat}")));
            words.extend(event.card.clone());
            let supervisor = if event.supervisor { "; the supervisor is called" } else { "" };
            let says = format!("{}: {}{supervisor}", words.join(", "), ordered.says);
            let cite = event.cite.strip_prefix(&self.section).unwrap_or(&event.cite);
            page.item("-", 1, &says, cite);
            for sentence in ordered.why.iter().filter(|_| self.explain.is_some()) {
                page.item("", 1, sentence, "");
            }
        }
    }
}

impl Output for Settled {
    fn page(&self, page: &mut Page) {
        page.title(&self.title, &format!("ARSD {}", self.section));
        for (name, cards) in &self.table {
            page.item(name, 8, cards, "");
        }
        self.irregularities(page);
        page.heading("Pay and take");
        let head = ["seat", "wager", "staked", "returned", "", "by", "rule"].map(str::to_owned);
        let row = |line: &LineOut| {
            let hand = line.hand.map_or_else(String::new, |hand| format!(" {hand}"));
            vec![
                format!("{}", line.seat),
                format!("{}{hand}", line.wager),
                line.staked.clone(),
                line.returned.clone(),
                line.result.to_string(),
                line.row.to_string(),
                // The title names the section already.
                line.cite.strip_prefix(&self.section).unwrap_or(&line.cite).to_owned(),
            ]
        };
        let rows: Vec<Vec<String>> = self.sent.lines.iter().map(row).collect();
        page.aligned(&head, &rows, |column| match column {
            2 | 3 => Align::Right,
            _ => Align::Left,
        });
        for (line, decided) in self.sent.lines.iter().zip(&self.decided) {
            if let Some(decided) = decided {
                page.item("-", 1, &format!("seat {} {}: {decided}", line.seat, line.wager), "");
            }
        }
        if let Some(explain) = &self.explain {
            page.heading("Why");
            for (line, sentences) in self.sent.lines.iter().zip(explain) {
                page.subheading(&format!("seat {} {}: {}", line.seat, line.wager, line.row));
                for sentence in sentences {
                    page.item("", 0, sentence, "");
                }
            }
        }
        page.heading("Seats");
        let head = ["seat", "staked", "returned", "net"].map(str::to_owned);
        let row = |seat: &SeatTotal| {
            let SeatTotal { seat, staked, returned, net } = seat;
            vec![seat.to_string(), staked.clone(), returned.clone(), net.clone()]
        };
        page.table(&head, &self.sent.seats.iter().map(row).collect::<Vec<_>>());
        if !self.sent.tips.is_empty() {
            page.heading("Toke box");
            let head = ["seat", "wager", "staked", "returned", ""].map(str::to_owned);
            let row = |tip: &TipOut| {
                let TipOut { seat, wager, staked, returned, result } = tip;
                let result = result.to_string();
                vec![seat.to_string(), wager.to_string(), staked.clone(), returned.clone(), result]
            };
            page.table(&head, &self.sent.tips.iter().map(row).collect::<Vec<_>>());
        }
        if let Some(meter) = &self.sent.meter {
            page.heading("Meter");
            let MeterChange { before, contributed, awarded, after } = meter;
            page.item("before", 11, before, "");
            page.item("contributed", 11, contributed, "");
            page.item("awarded", 11, awarded, "");
            page.item("after", 11, after, "");
        }
        if let Some(rake) = &self.sent.rake {
            page.heading("Rake");
            page.paragraph(&format!("  ${rake}"));
        }
    }
}
