//! `croupier strategy`: what to do, what each choice is worth, and what simple rules cost.

use std::fs;
use std::path::Path;

use anstyle::Style;
use anyhow::{Context as _, bail};
use cards::{Card, parse_cards};
use games::Action;
use odds::{
    Arithmetic, Body, Chart, Mistake, PricedRules, Solution, Spot, Subject, Valued, decided_wagers,
    decimal, digits, percent,
};
use rulebook::Rulebook;
use serde::Serialize;
use wire::library::strategy::{
    ChoiceValue, HandValues, RulesCost, RulesMistake, SimpleStrategies, StrategyChart,
    StrategyCharts, StrategyCost, StrategyGrid, StrategyOf,
};

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
    let title = game.title.clone();
    let of = StrategyOf {
        game: game.id.clone(),
        edition: subject.section().edition.id.to_string(),
        schedule: args.schedule.clone().unwrap_or_else(|| first_schedule(&subject, &wager)),
        wager: wager.clone(),
        decks: subject.option("decks").parse().ok(),
    };
    if let Some(path) = &args.rules {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read the rules in {}", path.display()))?;
        let priced = odds::price_rules(&subject, &wager, schedule, &text, &bar)
            .with_context(|| format!("the rules in {}", path.display()))?;
        drop(bar);
        return printer.print(&OwnRules::new(of, title, path, priced));
    }
    if args.as_rules {
        let charts = solve(None)?.advisor.charts();
        drop(bar);
        return printer.document("rules", &odds::as_rules(&game.id, &charts));
    }
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
            printer.print(&Values { sent: hand_values(of, args, values, &solution), title })
        }
        (None, Some(name)) if name == "list" => {
            drop(bar);
            printer.print(&SimpleStrategies { strategies: simple_strategies(&subject, &wager) })
        }
        (None, Some(name)) => {
            let simple = solve(Some(name))?;
            let optimal = solve(None)?;
            drop(bar);
            let known = odds::simple(&subject, &wager);
            let says = known.iter().find(|known| known.id == name).map_or("", |known| known.says);
            printer.print(&Cost::new((of, title), (name, says), &simple, &optimal))
        }
        (None, None) => {
            let solution = solve(None)?;
            drop(bar);
            let charts = solution.advisor.charts();
            let sent = StrategyCharts {
                of,
                house_edge: percent(&solution.distribution.house_edge(), 4),
                assumes: solution.advisor.assumes().map(str::to_owned),
                charts: charts.iter().map(chart_out).collect(),
                simple: simple_strategies(&subject, &wager),
            };
            printer.print(&Charts { sent, title, charts })
        }
    }
}

/// The simple strategies of a wager: an id and what it says.
fn simple_strategies(subject: &Subject, wager: &str) -> Vec<(String, String)> {
    let known = odds::simple(subject, wager);
    known.iter().map(|simple| (simple.id.to_owned(), simple.says.to_owned())).collect()
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

/// The head of a page about a strategy.
fn heading(page: &mut Page, title: &str, of: &StrategyOf) {
    let decks = match of.decks {
        None => String::new(),
        Some(1) => ", 1 deck".to_owned(),
        Some(decks) => format!(", {decks} decks"),
    };
    let right = format!("{} {}{decks}, edition {}", of.wager, of.schedule, of.edition);
    page.title(title, &right);
    page.blank();
}

#[derive(Serialize)]
#[serde(transparent)]
struct Values {
    sent: HandValues,
    #[serde(skip)]
    title: String,
}

fn hand_values(
    of: StrategyOf,
    args: &Args,
    values: Vec<Valued>,
    solution: &Solution,
) -> HandValues {
    let is_exact = solution.arithmetic == Arithmetic::Fractions;
    let value = |valued: Valued| ChoiceValue {
        action: valued.action.to_string(),
        value: decimal(&valued.value),
        value_exact: is_exact.then(|| format!("{}/{}", valued.value.numer(), valued.value.denom())),
    };
    HandValues {
        of,
        hand: args.hand.clone(),
        board: args.board.clone(),
        upcard: args.upcard.clone(),
        assumes: solution.advisor.assumes().map(str::to_owned),
        choices: values.into_iter().map(value).collect(),
    }
}

impl Output for Values {
    fn page(&self, page: &mut Page) {
        let HandValues { of, hand, board, upcard, assumes, choices } = &self.sent;
        heading(page, &self.title, of);
        let mut line = format!("With {}", hand.as_deref().unwrap_or_default());
        if let Some(board) = board {
            line.push_str(&format!(" on {board}"));
        }
        if let Some(upcard) = upcard {
            line.push_str(&format!(" against {upcard}"));
        }
        page.paragraph(&format!(
            "{line}: the expected result of the whole wager, in units of the first one."
        ));
        if let Some(assumes) = assumes {
            page.paragraph(assumes);
        }
        page.blank();
        let best = choices.first().map_or(0.0, |choice| choice.value);
        let row = |choice: &ChoiceValue| {
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
        let is_exact = choices.iter().any(|choice| choice.value_exact.is_some());
        let exactly = if is_exact { "exactly" } else { "" };
        let head = ["", "value", "against the best", exactly].map(str::to_owned);
        let rows: Vec<Vec<String>> = choices.iter().map(row).collect();
        let side = |column: usize| if column == 0 { Align::Left } else { Align::Right };
        page.aligned(&head, &rows, side);
    }
}

impl Output for SimpleStrategies {
    fn page(&self, page: &mut Page) {
        for (id, says) in &self.strategies {
            page.item(id, 20, says, "");
        }
    }
}

#[derive(Serialize)]
#[serde(transparent)]
struct Cost {
    sent: StrategyCost,
    #[serde(skip)]
    title: String,
    /// House edge, the best strategy's, and the difference, in percent.
    #[serde(skip)]
    words: [String; 3],
}

impl Cost {
    fn new(
        (of, title): (StrategyOf, String),
        (name, says): (&str, &str),
        simple: &Solution,
        optimal: &Solution,
    ) -> Cost {
        let edge = simple.distribution.house_edge();
        let best = optimal.distribution.house_edge();
        let cost = &edge - &best;
        let sent = StrategyCost {
            of,
            strategy: name.to_owned(),
            says: says.to_owned(),
            house_edge: decimal(&edge),
            house_edge_exact: (simple.arithmetic == Arithmetic::Fractions)
                .then(|| format!("{}/{}", edge.numer(), edge.denom())),
            optimal_house_edge: decimal(&best),
            cost: decimal(&cost),
            element_of_risk: decimal(&simple.distribution.element_of_risk()),
        };
        let words = [percent(&edge, 4), percent(&best, 4), digits(&(cost * odds::whole(100)), 4)];
        Cost { sent, title, words }
    }
}

impl Output for Cost {
    fn page(&self, page: &mut Page) {
        heading(page, &self.title, &self.sent.of);
        let [edge, best, cost] = &self.words;
        let StrategyCost { strategy, says, .. } = &self.sent;
        page.item("strategy", 18, &format!("{strategy}: {says}"), "");
        page.item("house edge", 18, edge, "");
        page.item("played optimally", 18, best, "");
        page.item("it costs", 18, &format!("{cost}% of the first wager"), "");
        let risk = format!("{:.4}%", self.sent.element_of_risk * 100.0);
        page.item("element of risk", 18, &risk, "");
    }
}

#[derive(Serialize)]
#[serde(transparent)]
struct OwnRules {
    sent: RulesCost,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    priced: PricedRules,
}

impl OwnRules {
    fn new(of: StrategyOf, title: String, path: &Path, priced: PricedRules) -> OwnRules {
        let fraction = |value: &odds::Exact| format!("{}/{}", value.numer(), value.denom());
        let mistake = |mistake: &Mistake| RulesMistake {
            at: mistake.at.clone(),
            hand: mistake.hand.clone(),
            example: notation(&mistake.example),
            chosen: mistake.chosen.to_string(),
            best: mistake.best.to_string(),
            chance: decimal(&mistake.chance),
            costs: decimal(&mistake.costs),
        };
        let sent = RulesCost {
            of,
            rules: path.display().to_string(),
            house_edge: decimal(&priced.edge),
            house_edge_exact: fraction(&priced.edge),
            optimal_house_edge: decimal(&priced.best),
            cost: decimal(&priced.cost()),
            cost_exact: fraction(&priced.cost()),
            mistakes: priced.mistakes.iter().map(mistake).collect(),
        };
        OwnRules { sent, title, priced }
    }
}

/// Cards in notation, with spaces.
fn notation(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

impl Output for OwnRules {
    fn page(&self, page: &mut Page) {
        let OwnRules { sent, title, priced } = self;
        heading(page, title, &sent.of);
        page.item("rules", 18, &sent.rules, "");
        page.item("house edge", 18, &percent(&priced.edge, 6), "");
        page.item("played optimally", 18, &percent(&priced.best, 6), "");
        let cost = digits(&(priced.cost() * odds::whole(100)), 6);
        page.item("they cost", 18, &format!("{cost}% of the first wager"), "");
        page.item("exactly", 18, &sent.cost_exact, "");
        if priced.mistakes.is_empty() {
            page.paragraph("They play every hand as well as it can be played.");
            return;
        }
        page.heading("where they lose most");
        let head = ["", "e.g.", "rules", "best", "1 in", "costs, %"].map(str::to_owned);
        let row = |mistake: &Mistake| {
            let Mistake { at, hand, example, chosen, best, chance, costs } = mistake;
            let hand = if at.is_empty() { hand.clone() } else { format!("{hand}, {at}") };
            vec![
                hand,
                notation(example),
                chosen.to_string(),
                best.to_string(),
                format!("{:.0}", 1.0 / decimal(chance)),
                digits(&(costs * odds::whole(100)), 6),
            ]
        };
        let rows: Vec<Vec<String>> = priced.mistakes.iter().map(row).collect();
        page.aligned(&head, &rows, |column| if column < 4 { Align::Left } else { Align::Right });
    }
}

#[derive(Serialize)]
#[serde(transparent)]
struct Charts {
    sent: StrategyCharts,
    #[serde(skip)]
    title: String,
    /// What the page is made from: the words of a grid have colors.
    #[serde(skip)]
    charts: Vec<Chart>,
}

fn chart_out(chart: &Chart) -> StrategyChart {
    let (rules, grid) = match &chart.body {
        Body::Rules(rules) => (Some(rules.clone()), None),
        Body::Grid(grid) => (None, Some(grid_out(grid))),
    };
    StrategyChart { title: chart.title.clone(), note: chart.note.clone(), rules, grid }
}

fn grid_out(grid: &odds::Grid) -> StrategyGrid {
    let keys = grid.legend.iter();
    StrategyGrid {
        rows: grid.rows.clone(),
        columns: grid.columns.clone(),
        cells: grid.cells.clone(),
        rows_are: grid.rows_are.clone(),
        columns_are: grid.columns_are.clone(),
        legend: keys.map(|key| (key.word.clone(), key.means.clone())).collect(),
    }
}

impl Output for Charts {
    fn page(&self, page: &mut Page) {
        let StrategyCharts { of, house_edge, assumes, simple, .. } = &self.sent;
        heading(page, &self.title, of);
        page.paragraph(&format!("Played this way, the house edge is {house_edge}."));
        if let Some(assumes) = assumes {
            page.paragraph(assumes);
        }
        for chart in &self.charts {
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
        if !simple.is_empty() {
            page.heading("simple strategies");
            for (id, says) in simple {
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
