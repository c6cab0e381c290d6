//! The rule card for people.

use money::Cents;
use wire::library::rules::{RuleCard, ScheduleColumn, ScheduleTable};

use super::{posted, short_cites};
use crate::output::Output;
use crate::page::Page;

impl Output for RuleCard {
    fn page(&self, page: &mut Page) {
        Card(self).page(page);
    }
}

/// A rule card that is being written.
struct Card<'c>(&'c RuleCard);

impl Card<'_> {
    fn page(&self, page: &mut Page) {
        page.title(&self.0.title, &format!("ARSD {}", self.0.section));
        page.paragraph(&self.0.summary);
        let register = self.0.edition.register();
        page.paragraph(&format!("Edition {register}. {}", self.0.edition.text));
        if self.0.editions.len() > 1 {
            page.paragraph(&format!("Editions: {}.", self.0.editions.join(", ")));
        }
        self.side_bets(page);
        self.play(page);
        self.wagers(page);
        self.limits(page);
        self.paying(page);
        self.schedules(page);
        self.exceptions(page);
        self.law(page);
    }

    fn cite(&self, cites: &[String]) -> String {
        short_cites(&self.0.section, cites)
    }

    /// The side bets that a table may add, and how much of their text is known.
    fn side_bets(&self, page: &mut Page) {
        if self.0.side_bets.is_empty() {
            return;
        }
        page.heading("Side bets that a table may add");
        for side in &self.0.side_bets {
            let (register, text) = (side.edition.register(), &side.edition.text);
            let says = format!("{} Edition {register}. {text}", side.summary);
            page.item(&side.title, 0, &says, &side.section);
        }
    }

    fn play(&self, page: &mut Page) {
        page.heading("Order of play");
        for (index, step) in self.0.order_of_play.iter().enumerate() {
            page.item(&format!("{}.", index + 1), 3, &step.says, &self.cite(&step.cite));
        }
        page.heading("Dealing");
        let decks: Vec<String> = self.0.decks.iter().map(u8::to_string).collect();
        let decks = if decks == ["1"] {
            "One deck".to_owned()
        } else {
            format!("Decks: {}", decks.join(", "))
        };
        let joker = if self.0.joker { " with one joker" } else { "" };
        page.paragraph(&format!("{decks}{joker}; at most {} seats.", self.0.seats));
        for packet in &self.0.dealing {
            let way = match packet.way.as_str() {
                "both" => "",
                "machine" => "by machine: ",
                _ => "by hand: ",
            };
            let cards =
                if packet.cards == 1 { "1 card" } else { &format!("{} cards", packet.cards) };
            let times = if packet.times == 1 {
                String::new()
            } else {
                format!(", {} times around", packet.times)
            };
            let face = match packet.face.as_str() {
                "last-up" => "the last face up".to_owned(),
                face => format!("face {face}"),
            };
            let says = match packet.to.as_str() {
                "burn" => format!("{way}{cards} burned."),
                "discard" => format!("{way}{cards} discarded unseen."),
                to => format!("{way}{cards} to the {}{times}, {face}.", to.replace('-', " ")),
            };
            page.item(&packet.stage, 5, &says, &self.cite(&packet.cite));
        }
    }

    fn wagers(&self, page: &mut Page) {
        page.heading("Wagers");
        let width = self.0.wagers.iter().map(|wager| wager.id.len()).max().unwrap_or(0);
        for wager in &self.0.wagers {
            let need = match wager.need.as_str() {
                "either" => "at least one of these",
                need => need,
            };
            let mut says = format!("{} ({need}). {} {}", wager.title, wager.who, wager.when);
            if !wager.tips.is_empty() {
                says.push_str(&format!(" Tips may ride on {}.", wager.tips.join(", ")));
            }
            page.item(&wager.id, width, &says, &self.cite(&wager.cite));
        }
    }

    fn limits(&self, page: &mut Page) {
        page.heading("Limits");
        for limit in &self.0.limits {
            let most = match limit.max.as_str() {
                "posted" => "the posted limit".to_owned(),
                amount => dollars(amount),
            };
            let range = match &limit.min {
                Some(least) => format!("{} to {most}", dollars(least)),
                None => format!("at most {most}"),
            };
            let says = format!("{}: {range} {}.", limit.wagers.join(", "), limit.applies);
            page.item("-", 1, &says, &self.cite(&limit.cite));
        }
        let most = dollars(&self.0.bet_max);
        page.item("-", 1, &format!("No single bet may exceed {most}."), "[GEN-9]");
        if self.0.options.is_empty() {
            return;
        }
        page.heading("House options");
        let width = self.0.options.iter().map(|option| option.key.len()).max().unwrap_or(0);
        for option in &self.0.options {
            let value = |value: &String| {
                if *value == option.default { format!("{value} (default)") } else { value.clone() }
            };
            let values: Vec<String> = option.values.iter().map(value).collect();
            let says = format!("{} {}.", option.says, values.join(", "));
            page.item(&option.key, width, &says, &self.cite(&option.cite));
        }
    }

    fn paying(&self, page: &mut Page) {
        page.heading("Paying and taking");
        let mut order = "Last seat first".to_owned();
        if !self.0.paying.before.is_empty() {
            order.push_str(&format!("; for all seats: {}", self.0.paying.before.join(", ")));
        }
        order.push_str(&format!("; then in each: {}.", self.0.paying.seat.join(", ")));
        if !self.0.paying.after.is_empty() {
            order.push_str(&format!(" After all seats: {}.", self.0.paying.after.join(", ")));
        }
        page.item("-", 1, &order, &self.cite(&self.0.paying.cite));
        for pay in &self.0.pays {
            let says = format!("{}: {}: {}", pay.pays, pay.lines.join(", "), pay.condition);
            page.item("-", 1, &says, &self.cite(&pay.cite));
        }
        for rake in &self.0.rake {
            let says = format!(
                "From a pot of {} or more, the house takes {}.",
                dollars(&rake.pot),
                dollars(&rake.takes)
            );
            page.item("-", 1, &says, &self.cite(&rake.cite));
        }
    }

    fn schedules(&self, page: &mut Page) {
        if !self.0.tables.is_empty() {
            page.heading("Pay schedules");
        }
        for (index, table) in self.0.tables.iter().enumerate() {
            if index > 0 {
                page.blank();
            }
            self.schedule(page, table);
        }
    }

    fn schedule(&self, page: &mut Page, table: &ScheduleTable) {
        page.subheading(&format!("{} {}", table.lines.join(", "), self.cite(&table.cite)));
        page.item("", 0, &format!("on {}, {} order", table.judged, table.order), "");
        let hands = posted::hands(table);
        let mut notes: Vec<String> = Vec::new();
        let groups = posted::groups(table);
        for groups in chunks(table, &groups, page.width()) {
            let head: Vec<String> = std::iter::once("hand".to_owned())
                .chain(groups.iter().flat_map(|group| {
                    let names: Vec<&str> = group.iter().map(|column| column.id.as_str()).collect();
                    let envy = has_envy(group[0]).then(|| "envy".to_owned());
                    std::iter::once(names.join("\n")).chain(envy)
                }))
                .collect();
            let rows: Vec<Vec<String>> = hands
                .iter()
                .map(|hand| {
                    let cells = groups.iter().flat_map(|group| cells(group[0], hand, &mut notes));
                    std::iter::once((*hand).to_owned()).chain(cells).collect()
                })
                .collect();
            page.table(&head, &rows);
        }
        for (index, note) in notes.iter().enumerate() {
            page.item(&"*".repeat(index + 1), 1, note, "");
        }
        self.progressive_terms(page, table);
    }

    fn progressive_terms(&self, page: &mut Page, table: &ScheduleTable) {
        for column in &table.schedules {
            let Some(terms) = &column.progressive else { continue };
            let says = format!(
                "{} wager; seed {}; {} of each wager to the meter, {} to the reserve.",
                dollars(&terms.nominal),
                dollars(&terms.seed),
                terms.contribution,
                terms.reserve
            );
            page.item(&format!("{}:", column.id), 0, &says, "");
        }
    }

    fn exceptions(&self, page: &mut Page) {
        if self.0.irregularities.is_empty() {
            return;
        }
        page.heading("When something goes wrong");
        for irregularity in &self.0.irregularities {
            let event = irregularity.event.replace('-', " ");
            let what = irregularity.consequence.replace('-', " ");
            let supervisor =
                if irregularity.supervisor { "; the supervisor is called" } else { "" };
            let says = format!("{event}, {}: {what}{supervisor}.", irregularity.to);
            page.item("-", 1, &says, &self.cite(&irregularity.cite));
        }
    }

    fn law(&self, page: &mut Page) {
        page.heading(&format!("The rule, {}", self.0.section));
        let numbers = self.0.subdivisions.iter().map(|subdivision| subdivision.number.len());
        let width = numbers.max().unwrap_or(0);
        for subdivision in &self.0.subdivisions {
            page.item(&subdivision.number, width, &subdivision.demands, "");
        }
        page.heading("Rulings");
        let width = self.0.rulings.iter().map(|ruling| ruling.id.len()).max().unwrap_or(0);
        for ruling in &self.0.rulings {
            page.item(&ruling.id, width, &ruling.says, "");
        }
    }
}

/// An amount of JSON as people write it: `$1,000`.
fn dollars(amount: &str) -> String {
    amount.parse::<Cents>().map_or_else(|_| amount.to_owned(), |cents| format!("{cents:#}"))
}

fn has_envy(column: &ScheduleColumn) -> bool {
    column.rows.iter().any(|cell| cell.envy.is_some())
}

/// A column's pay for a hand, and its envy amount if the column has any; a pay that a ruling
/// changes is starred and footnoted.
fn cells(column: &ScheduleColumn, hand: &str, notes: &mut Vec<String>) -> Vec<String> {
    let cell = column.rows.iter().find(|cell| cell.hand == hand);
    let mut pays = cell.map(|cell| cell.pays.clone()).unwrap_or_default();
    if let Some(printed) = cell.and_then(|cell| cell.printed.as_ref()) {
        let words = printed.pays.as_deref().map_or("left blank", |words| words);
        let note = format!("printed: {words}; read as {pays} [{}]", printed.ruling);
        let known = notes.iter().position(|other| *other == note);
        let mark = known.unwrap_or_else(|| {
            notes.push(note);
            notes.len() - 1
        });
        pays.push_str(&"*".repeat(mark + 1));
    }
    let envy = cell.and_then(|cell| cell.envy.as_deref()).map(dollars);
    let envy = has_envy(column).then(|| envy.unwrap_or_default());
    std::iter::once(pays).chain(envy).collect()
}

/// A table's columns in chunks that fit the page.
fn chunks<'a>(
    table: &ScheduleTable,
    groups: &'a [Vec<&'a ScheduleColumn>],
    page_width: usize,
) -> Vec<&'a [Vec<&'a ScheduleColumn>]> {
    let hand_width = posted::hands(table).iter().map(|hand| hand.len()).max().unwrap_or(0);
    let column_width = |column: &ScheduleColumn| {
        let pays = column.rows.iter().map(|cell| cell.pays.len() + 3).max().unwrap_or(0);
        pays.max(column.id.len() + 2) + if has_envy(column) { 9 } else { 0 }
    };
    let widest = table.schedules.iter().map(column_width).max().unwrap_or(1).max(1);
    let fit = (page_width.saturating_sub(hand_width + 4) / widest).max(1);
    // Chunks of equal size look better than a full one and a rest.
    let chunks = groups.len().div_ceil(fit).max(1);
    groups.chunks(groups.len().div_ceil(chunks).max(1)).collect()
}
