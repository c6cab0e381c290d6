//! `croupier strategy`: what to do, what each choice is worth, and what simple rules cost.

use anstyle::Style;
use anyhow::{Context as _, bail};
use cards::{Card, parse_cards};
use games::Action;
use odds::{
    Arithmetic, Body, Chart, Solution, Spot, Subject, Valued, decided_wagers, decimal, digits,
    percent,
};
use rulebook::Rulebook;
use serde::Serialize;

use crate::args::Strategy as Args;
use crate::lookup;
use crate::output::{Output, Printer};
use crate::page::{Align, Page};
use crate::palette::Color;
use crate::progress::Bar;

/// Prints what was asked for.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let game = lookup::game(book, &args.game)?;
    let mut options = lookup::pairs(&args.under.option)?;
    if let Some(decks) = args.decks {
        options.insert("decks".to_owned(), decks.to_string());
    }
    let subject = Subject::open(book, &game.id, args.under.edition, options)
        .map_err(|errors| lookup::cannot_open(&errors))?;
    let wager = wager(&subject, args)?;
    let bar = Bar::new();
    let schedule = args.schedule.as_deref();
    let solve = |simple: Option<&str>| odds::solve(&subject, &wager, schedule, simple, &bar);
    let heading = Heading {
        game: game.id.clone(),
        edition: subject.section().edition.id.to_string(),
        schedule: args.schedule.clone().unwrap_or_else(|| first_schedule(&subject, &wager)),
        title: game.title.clone(),
        wager: wager.clone(),
        decks: subject.option("decks").parse().ok(),
    };
    match (&args.hand, &args.cost) {
        (Some(hand), _) => {
            let spot = spot(hand, args)?;
            let mut given = spot.own.iter().chain(&spot.board).chain(&spot.dealer);
            if !subject.decks().has_joker() && given.any(|card| card.is_joker()) {
                bail!("{} is dealt without a joker", game.title);
            }
            let solution = solve(None)?;
            let values = solution.advisor.values(&spot)?;
            drop(bar);
            printer.print(&Values::new(heading, args, values, &solution))
        }
        (None, Some(name)) if name == "list" => {
            let known = odds::simple(&subject, &wager);
            let list = known.iter().map(|simple| (simple.id, simple.says)).collect();
            drop(bar);
            printer.print(&Known { strategies: list })
        }
        (None, Some(name)) => {
            let simple = solve(Some(name))?;
            let optimal = solve(None)?;
            drop(bar);
            let known = odds::simple(&subject, &wager);
            let says = known.iter().find(|known| known.id == name).map_or("", |known| known.says);
            printer.print(&Cost::new(heading, name, says, &simple, &optimal))
        }
        (None, None) => {
            let solution = solve(None)?;
            drop(bar);
            let edge = percent(&solution.distribution.house_edge(), 4);
            let known = odds::simple(&subject, &wager);
            let simple = known.iter().map(|simple| (simple.id, simple.says)).collect();
            let charts = solution.advisor.charts().into_iter().map(ChartOut).collect();
            let assumes = solution.advisor.assumes();
            printer.print(&Charts { heading, house_edge: edge, assumes, charts, simple })
        }
    }
}

fn first_schedule(subject: &Subject, wager: &str) -> String {
    odds::schedules(subject, wager).swap_remove(0).id
}

fn wager(subject: &Subject, args: &Args) -> anyhow::Result<String> {
    let known = decided_wagers(subject);
    match &args.wager {
        Some(wager) if known.contains(wager) => Ok(wager.clone()),
        Some(wager) => {
            bail!("{wager} in {} has no decisions; choose from {}", args.game, known.join(", "))
        }
        None => known.into_iter().next().context("this game has no decisions"),
    }
}

fn spot(hand: &str, args: &Args) -> anyhow::Result<Spot> {
    let cards = |text: &Option<String>, what: &str| -> anyhow::Result<Vec<Card>> {
        match text {
            None => Ok(Vec::new()),
            Some(text) => parse_cards(text).with_context(|| format!("{what} \"{text}\"")),
        }
    };
    let actions = args.after.iter().flat_map(|text| text.split(','));
    Ok(Spot {
        own: parse_cards(hand).with_context(|| format!("--hand \"{hand}\""))?,
        board: cards(&args.board, "--board")?,
        dealer: cards(&args.upcard, "--upcard")?,
        so_far: actions.map(|text| text.trim().parse()).collect::<Result<Vec<Action>, _>>()?,
    })
}

#[derive(Serialize)]
struct Heading {
    game: String,
    edition: String,
    wager: String,
    schedule: String,
    /// The number of decks of a blackjack game.
    #[serde(skip_serializing_if = "Option::is_none")]
    decks: Option<u8>,
    #[serde(skip)]
    title: String,
}

impl Heading {
    fn page(&self, page: &mut Page) {
        let decks = match self.decks {
            None => String::new(),
            Some(1) => ", 1 deck".to_owned(),
            Some(decks) => format!(", {decks} decks"),
        };
        let right = format!("{} {}{decks}, edition {}", self.wager, self.schedule, self.edition);
        page.title(&self.title, &right);
        page.blank();
    }
}

#[derive(Serialize)]
struct Values {
    #[serde(flatten)]
    heading: Heading,
    hand: Option<String>,
    board: Option<String>,
    upcard: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumes: Option<&'static str>,
    choices: Vec<ValueOut>,
}

#[derive(Serialize)]
struct ValueOut {
    action: String,
    value: f64,
    /// Nothing where it was computed in doubles.
    value_exact: Option<String>,
}

impl Values {
    fn new(heading: Heading, args: &Args, values: Vec<Valued>, solution: &Solution) -> Values {
        let is_exact = solution.arithmetic == Arithmetic::Fractions;
        let value = |valued: Valued| ValueOut {
            action: valued.action.to_string(),
            value: decimal(&valued.value),
            value_exact: is_exact
                .then(|| format!("{}/{}", valued.value.numer(), valued.value.denom())),
        };
        Values {
            heading,
            hand: args.hand.clone(),
            board: args.board.clone(),
            upcard: args.upcard.clone(),
            assumes: solution.advisor.assumes(),
            choices: values.into_iter().map(value).collect(),
        }
    }
}

impl Output for Values {
    fn page(&self, page: &mut Page) {
        self.heading.page(page);
        let mut line = format!("With {}", self.hand.as_deref().unwrap_or_default());
        if let Some(board) = &self.board {
            line.push_str(&format!(" on {board}"));
        }
        if let Some(upcard) = &self.upcard {
            line.push_str(&format!(" against {upcard}"));
        }
        page.paragraph(&format!(
            "{line}: the expected result of the whole wager, in units of the first one."
        ));
        if let Some(assumes) = self.assumes {
            page.paragraph(assumes);
        }
        page.blank();
        let best = self.choices.first().map_or(0.0, |choice| choice.value);
        let row = |choice: &ValueOut| {
            let exact = choice.value_exact.clone().filter(|text| text.len() <= 36);
            let behind = choice.value - best;
            let behind = if behind < 0.0 { format!("{behind:+.6}") } else { "best".to_owned() };
            vec![
                choice.action.clone(),
                format!("{:+.8}", choice.value),
                behind,
                exact.unwrap_or_default(),
            ]
        };
        let is_exact = self.choices.iter().any(|choice| choice.value_exact.is_some());
        let exactly = if is_exact { "exactly" } else { "" };
        let head = ["", "value", "against the best", exactly].map(str::to_owned);
        let rows: Vec<Vec<String>> = self.choices.iter().map(row).collect();
        let side = |column: usize| if column == 0 { Align::Left } else { Align::Right };
        page.aligned(&head, &rows, side);
    }
}

#[derive(Serialize)]
struct Known {
    strategies: Vec<(&'static str, &'static str)>,
}

impl Output for Known {
    fn page(&self, page: &mut Page) {
        for (id, says) in &self.strategies {
            page.item(id, 20, says, "");
        }
    }
}

#[derive(Serialize)]
struct Cost {
    #[serde(flatten)]
    heading: Heading,
    strategy: String,
    says: &'static str,
    house_edge: f64,
    /// Nothing where it was computed in doubles.
    house_edge_exact: Option<String>,
    optimal_house_edge: f64,
    cost: f64,
    element_of_risk: f64,
    #[serde(skip)]
    words: [String; 3],
}

impl Cost {
    fn new(
        heading: Heading,
        name: &str,
        says: &'static str,
        simple: &Solution,
        optimal: &Solution,
    ) -> Cost {
        let edge = simple.distribution.house_edge();
        let best = optimal.distribution.house_edge();
        let cost = &edge - &best;
        Cost {
            heading,
            strategy: name.to_owned(),
            says,
            house_edge: decimal(&edge),
            house_edge_exact: (simple.arithmetic == Arithmetic::Fractions)
                .then(|| format!("{}/{}", edge.numer(), edge.denom())),
            optimal_house_edge: decimal(&best),
            cost: decimal(&cost),
            element_of_risk: decimal(&simple.distribution.element_of_risk()),
            words: [percent(&edge, 4), percent(&best, 4), digits(&(cost * odds::whole(100)), 4)],
        }
    }
}

impl Output for Cost {
    fn page(&self, page: &mut Page) {
        self.heading.page(page);
        let [edge, best, cost] = &self.words;
        page.item("strategy", 18, &format!("{}: {}", self.strategy, self.says), "");
        page.item("house edge", 18, edge, "");
        page.item("played optimally", 18, best, "");
        page.item("it costs", 18, &format!("{cost}% of the first wager"), "");
        let risk = format!("{:.4}%", self.element_of_risk * 100.0);
        page.item("element of risk", 18, &risk, "");
    }
}

#[derive(Serialize)]
struct Charts {
    #[serde(flatten)]
    heading: Heading,
    house_edge: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumes: Option<&'static str>,
    charts: Vec<ChartOut>,
    simple: Vec<(&'static str, &'static str)>,
}

struct ChartOut(Chart);

impl Serialize for ChartOut {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Out<'c> {
            title: &'c str,
            note: &'c str,
            #[serde(skip_serializing_if = "Option::is_none")]
            rules: Option<&'c [String]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            grid: Option<GridOut<'c>>,
        }
        #[derive(Serialize)]
        struct GridOut<'c> {
            rows: &'c [String],
            columns: &'c [String],
            cells: &'c [Vec<String>],
            rows_are: &'c str,
            columns_are: &'c str,
            legend: Vec<(&'c str, &'c str)>,
        }
        let (rules, grid) = match &self.0.body {
            Body::Rules(rules) => (Some(rules.as_slice()), None),
            Body::Grid(grid) => (
                None,
                Some(GridOut {
                    rows: &grid.rows,
                    columns: &grid.columns,
                    cells: &grid.cells,
                    rows_are: &grid.rows_are,
                    columns_are: &grid.columns_are,
                    legend: grid.legend.iter().map(|key| (&*key.word, &*key.means)).collect(),
                }),
            ),
        };
        Out { title: &self.0.title, note: &self.0.note, rules, grid }.serialize(serializer)
    }
}

impl Output for Charts {
    fn page(&self, page: &mut Page) {
        self.heading.page(page);
        page.paragraph(&format!("Played this way, the house edge is {}.", self.house_edge));
        if let Some(assumes) = self.assumes {
            page.paragraph(assumes);
        }
        for ChartOut(chart) in &self.charts {
            page.heading(&chart.title);
            match &chart.body {
                Body::Rules(rules) => {
                    for (place, rule) in rules.iter().enumerate() {
                        page.item(&format!("{}.", place + 1), 3, rule, "");
                    }
                }
                Body::Grid(grid) => grid_page(page, grid),
            }
            page.paragraph(&chart.note);
        }
        if !self.simple.is_empty() {
            page.heading("simple strategies");
            for (id, says) in &self.simple {
                page.item(id, 20, says, "");
            }
            page.paragraph("--cost NAME shows what one of them costs.");
        }
    }
}

/// A grid with its axes named; one that would be too wide is turned if that makes it narrower.
fn grid_page(page: &mut Page, grid: &odds::Grid) {
    let cell = |row: usize, column: usize| grid.cells[row].get(column).cloned().unwrap_or_default();
    let is_turned = {
        let upright = grid_width(&grid.rows, &grid.columns, cell);
        let turned = grid_width(&grid.columns, &grid.rows, |down, across| cell(across, down));
        upright > page.width() && turned < upright
    };
    let (down, across) = match is_turned {
        true => (&grid.columns, &grid.rows),
        false => (&grid.rows, &grid.columns),
    };
    let captions = match is_turned {
        true => [&grid.columns_are, &grid.rows_are],
        false => [&grid.rows_are, &grid.columns_are],
    };
    page.paragraph(&format!("Down: {}. Across: {}.", captions[0], captions[1]));
    let style = |word: &str| {
        let key = grid.legend.iter().find(|key| key.word == word);
        key.map_or_else(Style::new, |key| Color::of(key.action).style())
    };
    let styled = |row: usize, column: usize| {
        let word = if is_turned { cell(column, row) } else { cell(row, column) };
        let style = style(&word);
        (word, style)
    };
    let head: Vec<String> = std::iter::once(String::new()).chain(across.iter().cloned()).collect();
    let rows: Vec<(String, Vec<(String, Style)>)> = down
        .iter()
        .enumerate()
        .map(|(row, name)| {
            let cells = (0..across.len()).map(|column| styled(row, column)).collect();
            (name.clone(), cells)
        })
        .collect();
    page.grid(&head, &rows);
    for key in &grid.legend {
        page.item(&key.word, 4, &key.means, "");
    }
}

/// How wide a grid is with these names, a space between columns.
fn grid_width(down: &[String], across: &[String], cell: impl Fn(usize, usize) -> String) -> usize {
    let length = |text: &String| text.chars().count();
    let first = down.iter().map(length).max().unwrap_or(0) + 1;
    let column = |column: usize| {
        let cells = (0..down.len()).map(|row| length(&cell(row, column)));
        cells.max().unwrap_or(0).max(length(&across[column])) + 1
    };
    first + (0..across.len()).map(column).sum::<usize>()
}
