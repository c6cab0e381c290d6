//! `croupier strategy`: what to do, what each choice is worth, and what simple rules cost.

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
    };
    match (&args.hand, &args.cost) {
        (Some(hand), _) => {
            let spot = spot(hand, args)?;
            let solution = solve(None)?;
            let values = solution.advisor.values(&spot)?;
            drop(bar);
            printer.print(&Values::new(heading, args, values, solution.arithmetic))
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
            printer.print(&Charts { heading, house_edge: edge, charts, simple })
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
            bail!("{wager} in {} asks for no decision; {} does", args.game, known.join(", "))
        }
        None => known.into_iter().next().context("nothing is decided in this game"),
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
    #[serde(skip)]
    title: String,
}

impl Heading {
    fn page(&self, page: &mut Page) {
        let right = format!("{} {}, edition {}", self.wager, self.schedule, self.edition);
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
    choices: Vec<ValueOut>,
}

#[derive(Serialize)]
struct ValueOut {
    action: String,
    value: f64,
    /// Nothing where it was figured in doubles.
    value_exact: Option<String>,
}

impl Values {
    fn new(heading: Heading, args: &Args, values: Vec<Valued>, arithmetic: Arithmetic) -> Values {
        let is_exact = arithmetic == Arithmetic::Fractions;
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
    /// Nothing where it was figured in doubles.
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
            legend: &'c [(String, String)],
        }
        let (rules, grid) = match &self.0.body {
            Body::Rules(rules) => (Some(rules.as_slice()), None),
            Body::Grid(grid) => (
                None,
                Some(GridOut {
                    rows: &grid.rows,
                    columns: &grid.columns,
                    cells: &grid.cells,
                    legend: &grid.legend,
                }),
            ),
        };
        Out { title: &self.0.title, note: &self.0.note, rules, grid }.serialize(serializer)
    }
}

impl Output for Charts {
    fn page(&self, page: &mut Page) {
        self.heading.page(page);
        page.paragraph(&format!("Played like this the house edge is {}.", self.house_edge));
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
            page.paragraph("What one costs: --cost NAME.");
        }
    }
}

/// A grid; one that would be too wide stands on its side.
fn grid_page(page: &mut Page, grid: &odds::Grid) {
    let (rows, columns) = (&grid.rows, &grid.columns);
    let cell = |row: usize, column: usize| grid.cells[row].get(column).cloned().unwrap_or_default();
    let width =
        |texts: &mut dyn Iterator<Item = String>| texts.map(|text| text.chars().count()).max();
    let column_width = |column: usize| {
        let mut cells =
            (0..rows.len()).map(|row| cell(row, column)).chain([columns[column].clone()]);
        width(&mut cells).unwrap_or(0) + 1
    };
    let first = width(&mut rows.iter().cloned()).unwrap_or(0) + 1;
    let total = first + (0..columns.len()).map(column_width).sum::<usize>();
    let is_turned = total > page.width() && rows.len() < columns.len();
    let line = |names: &[String], place: usize, others: usize| {
        let cells = (0..others)
            .map(|other| if is_turned { cell(other, place) } else { cell(place, other) });
        std::iter::once(names[place].clone()).chain(cells).collect::<Vec<_>>()
    };
    let (down, across) = if is_turned { (columns, rows) } else { (rows, columns) };
    let head: Vec<String> = std::iter::once(String::new()).chain(across.iter().cloned()).collect();
    let lines: Vec<Vec<String>> =
        (0..down.len()).map(|place| line(down, place, across.len())).collect();
    let side = |column: usize| if column == 0 { Align::Left } else { Align::Right };
    page.aligned(&head, &lines, side);
    for (word, means) in &grid.legend {
        page.item(word, 4, means, "");
    }
}
