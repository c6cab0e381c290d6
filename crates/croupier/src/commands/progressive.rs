//! `croupier progressive`: what a progressive returns over the years, and what it owes.

use anyhow::bail;
use money::Cents;
use odds::{Exact, Life, LifeAsk, LinkedPace, Subject, decimal, percent, whole};
use rulebook::Rulebook;
use serde::Serialize;
use wire::library::progressive::{
    AmountQuantile, AwardLife, BaseGame, BreakEven, Liability, ProgressiveLife, TableOfMeter,
    TimeQuantile, span,
};

use crate::args::Progressive as Args;
use crate::lookup;
use crate::output::{Output, Printer};
use crate::page::{Align, Page};
use crate::progress::Bar;

/// The probabilities for which times and amounts are given.
const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// The moments for which the liability is given, in days.
const DAYS: [u64; 7] = [1, 30, 91, 182, 365, 730, 1825];

/// The other players for whom break-even meters are given, at least.
const OTHERS: u8 = 6;

/// Works out the life of a progressive and prints it.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let bar = Bar::new();
    let (life, title) = life(book, args, &bar)?;
    drop(bar);
    printer.print(&LifePage { sent: answer(&life), title, life })
}

/// What was asked for, and the game's title.
fn life(book: &Rulebook, args: &Args, bar: &Bar) -> anyhow::Result<(Life, (String, String))> {
    let game = lookup::game(book, &args.game)?;
    let mut options = lookup::pairs(&args.under.option)?;
    if let Some(wager) = args.wager {
        if options.insert("progressive-wager".to_owned(), posted(wager)).is_some() {
            bail!("give the posted wager once: --wager or --option progressive-wager");
        }
    }
    let subject = Subject::open(book, &game.id, args.under.edition, options)
        .map_err(|errors| lookup::cannot_open(&errors))?;
    let pace = match args.tables.as_slice() {
        [] => LinkedPace::one_table(args.others.unwrap_or(0), args.hours)?,
        tables => LinkedPace::of(tables.to_vec(), args.hours)?,
    };
    let ask = LifeAsk {
        schedule: args.schedule.clone(),
        contribution: args.contribution,
        reserve: args.reserve,
        seed: args.seed,
        pace,
        base: args.base,
    };
    let life = odds::life(&subject, &ask, bar)?;
    let edition = subject.section().edition.id;
    Ok((life, (game.title.clone(), format!("{}, edition {edition}", game.section))))
}

/// A posted wager as the option has it: whole dollars without cents.
fn posted(wager: Cents) -> String {
    if wager.is_multiple_of(Cents::dollars(1)) {
        (wager.get() / 100).to_string()
    } else {
        wager.to_string()
    }
}

fn dollars(amount: Cents) -> f64 {
    amount.get() as f64 / 100.0
}

fn answer(life: &Life) -> ProgressiveLife {
    let law = life.law();
    let bets_a_day = life.pace.bets_a_day();
    let even = life.break_even(&life.others());
    ProgressiveLife {
        game: life.game.clone(),
        edition: life.edition.to_string(),
        wager: life.wager.clone(),
        schedule: life.schedule.clone(),
        posted_wager: dollars(life.posted),
        seed: dollars(life.seed),
        contribution: decimal(&life.contribution),
        reserve: decimal(&life.reserve),
        others: decimal(&life.others()),
        long_run_return: decimal(&life.long_run_return()),
        long_run_return_exact: life.long_run_return().to_string(),
        long_run_edge: decimal(&(whole(1) - life.long_run_return())),
        mean_top_award: decimal(&life.mean_meter()),
        bets_to_top: decimal(&life.top.recip()),
        seed_cost: decimal(&life.seed_cost()),
        zero_edge_contribution: decimal(&life.zero_edge_contribution()),
        fixed_part: decimal(&life.fixed),
        envy_part: decimal(&life.envy),
        meter_coefficient: decimal(&life.coefficient()),
        awards: life.awards.iter().map(|award| of_award(life, award)).collect(),
        top_award: law
            .iter()
            .flat_map(|law| {
                SHARES.map(|share| AmountQuantile { share, award: law.quantile(share) })
            })
            .collect(),
        bets_above_break_even: law.map(|law| law.above(decimal(&even))),
        break_even: break_evens(life),
        base: BaseGame {
            wager: life.base.wager.clone(),
            schedule: life.base.schedule.clone(),
            bet: dollars(life.base.bet),
            house_edge: decimal(&life.base.house_edge),
        },
        tables: tables(life),
        hours_a_day: life.pace.hours_a_day(),
        bets_a_day,
        liability: DAYS.iter().map(|days| liability(life, *days)).collect(),
        notes: notes(life),
    }
}

fn of_award(life: &Life, award: &odds::AwardLife) -> AwardLife {
    let bets = decimal(&award.chance.recip());
    let a_day = life.pace.bets_a_day() as f64;
    let quantile = |share: f64| {
        let bets = life.bets_until(&award.chance, share);
        TimeQuantile { share, bets, days: bets / a_day }
    };
    AwardLife {
        row: award.row.clone(),
        pays: award.pays.to_string(),
        chance: decimal(&award.chance),
        mean: decimal(&award.mean),
        bets,
        rounds: bets / decimal(&life.pace.bets_a_round()),
        days: bets / a_day,
        quantiles: SHARES.map(quantile).to_vec(),
    }
}

fn break_evens(life: &Life) -> Vec<BreakEven> {
    let most = life.pace.tables().iter().map(|table| table.seats - 1).max().unwrap_or(0);
    let even = |others: u8| BreakEven {
        others,
        meter: decimal(&life.break_even(&whole(others))),
        with_base: decimal(&life.break_even_with_base(&whole(others))),
    };
    (0..=most.max(OTHERS)).map(even).collect()
}

fn tables(life: &Life) -> Vec<TableOfMeter> {
    let one = |table: &odds::LinkedTable| {
        let others = whole(table.seats - 1);
        let an_hour = u64::from(table.seats) * u64::from(table.rounds_an_hour);
        TableOfMeter {
            seats: table.seats,
            rounds_an_hour: table.rounds_an_hour,
            bets_a_day: an_hour * u64::from(life.pace.hours_a_day()),
            break_even: decimal(&life.break_even(&others)),
            with_base: decimal(&life.break_even_with_base(&others)),
        }
    };
    life.pace.tables().iter().map(one).collect()
}

fn liability(life: &Life, days: u64) -> Liability {
    let owed = life.liability(days * life.pace.bets_a_day());
    Liability {
        days,
        bets: owed.bets,
        display: owed.display,
        reserve: owed.reserve,
        seeds: owed.seeds,
        top_won: owed.top_won,
    }
}

fn notes(life: &Life) -> Vec<String> {
    let mut notes = vec![
        "The long-run return and the mean awards are exact, for any house procedure [PRG-5]; the distribution of the \
         award is computed in doubles, with a meter that rises without steps."
            .to_owned(),
    ];
    if life.envy > whole(0) {
        notes.push("Envy counts every other player with the bet [PRG-6].".to_owned());
    }
    notes
}

/// The life of a progressive for people.
#[derive(Serialize)]
#[serde(transparent)]
struct LifePage {
    sent: ProgressiveLife,
    #[serde(skip)]
    title: (String, String),
    #[serde(skip)]
    life: Life,
}

/// A share in percent.
fn share(value: f64) -> String {
    format!("{:.4}%", value * 100.0)
}

/// An amount with its cents.
fn amount(value: f64) -> String {
    format!("{:#}", Cents::new((value * 100.0).round() as i64))
}

/// An amount without cents.
fn about(value: f64) -> String {
    format!("${}", number(value))
}

/// A whole number with commas.
fn number(value: f64) -> String {
    crate::page::grouped(&(value.round().max(0.0) as u64))
}

impl Output for LifePage {
    fn page(&self, page: &mut Page) {
        let sent = &self.sent;
        page.title(&format!("{}: {} {}", self.title.0, sent.wager, sent.schedule), &self.title.1);
        page.blank();
        self.terms(page);
        self.awards(page);
        self.amounts(page);
        self.evens(page);
        self.owed(page);
        for note in &sent.notes {
            page.blank();
            page.paragraph(note);
        }
    }
}

impl LifePage {
    fn terms(&self, page: &mut Page) {
        let (sent, life) = (&self.sent, &self.life);
        let mut item = |label: &str, words: &str| page.item(label, 20, words, "");
        let rate = |share: &Exact| percent(share, 2);
        item("posted wager", &format!("{:#}", life.posted));
        item(
            "of each bet",
            &format!(
                "{} to the meter, {} to the reserve",
                rate(&life.contribution),
                rate(&life.reserve)
            ),
        );
        item("seed", &format!("{:#}", life.seed));
        item("long-run return", &percent(&life.long_run_return(), 4));
        item(
            "",
            &format!(
                "{} tray, {} meter, {} reserve, {} seeds",
                percent(&(&life.fixed + &life.envy * life.others()), 4),
                rate(&life.contribution),
                rate(&life.reserve),
                percent(&life.seed_cost(), 4)
            ),
        );
        item("long-run edge", &share(sent.long_run_edge));
        item(
            "even at",
            &match sent.zero_edge_contribution {
                below if below < 0.0 => "no contribution: it returns more without one".to_owned(),
                share if share > 1.0 => {
                    "no contribution: it keeps some with the whole bet".to_owned()
                }
                contribution => format!("a contribution of {}", share(contribution)),
            },
        );
        item("mean top award", &amount(sent.mean_top_award));
        item("bets to the top", &number(sent.bets_to_top));
    }

    fn awards(&self, page: &mut Page) {
        let sent = &self.sent;
        page.heading("how long each award takes");
        let head = ["", "pays", "1 in", "mean", "rounds", "mean time", "half by", "95% by"]
            .map(str::to_owned);
        let row = |award: &AwardLife| {
            let by = |at: usize| span(award.quantiles[at].days);
            vec![
                award.row.clone(),
                award.pays.clone(),
                number(award.bets),
                about(award.mean),
                number(award.rounds),
                span(award.days),
                by(2),
                by(4),
            ]
        };
        let rows: Vec<Vec<String>> = sent.awards.iter().map(row).collect();
        page.table(&head, &rows);
        let tables = sent
            .tables
            .iter()
            .map(|table| format!("{} at {} rounds an hour", table.seats, table.rounds_an_hour));
        let tables: Vec<String> = tables.collect();
        page.paragraph(&format!(
            "{} bets a day: bettors a table {}; {} hours a day.",
            number(sent.bets_a_day as f64),
            tables.join(", "),
            sent.hours_a_day
        ));
    }

    fn amounts(&self, page: &mut Page) {
        let sent = &self.sent;
        if sent.top_award.is_empty() {
            return;
        }
        page.heading("the top award when it is won");
        let head: Vec<String> = std::iter::once("not above".to_owned())
            .chain(sent.top_award.iter().map(|at| format!("{:.0}%", at.share * 100.0)))
            .collect();
        let row =
            std::iter::once(String::new()).chain(sent.top_award.iter().map(|at| about(at.award)));
        page.table(&head, &[row.collect()]);
        if let Some(above) = sent.bets_above_break_even {
            page.paragraph(&format!(
                "{} of all bets are made with the bet alone even or better for the player.",
                share(above)
            ));
        }
    }

    fn evens(&self, page: &mut Page) {
        let sent = &self.sent;
        page.heading("the meter at which it is even");
        let head = [
            "others with the bet".to_owned(),
            "alone".to_owned(),
            format!("with {} on {}", amount(sent.base.bet), sent.base.wager),
        ];
        let row = |even: &BreakEven| {
            vec![even.others.to_string(), amount(even.meter), amount(even.with_base)]
        };
        let rows: Vec<Vec<String>> = if self.life.envy > whole(0) {
            sent.break_even.iter().map(row).collect()
        } else {
            // Without envy others change nothing.
            sent.break_even
                .iter()
                .take(1)
                .map(row)
                .map(|mut row| {
                    row[0] = "any".to_owned();
                    row
                })
                .collect()
        };
        page.aligned(&head, &rows, |_| Align::Right);
        page.paragraph(&format!(
            "{} {} has a house edge of {}.",
            sent.base.wager,
            sent.base.schedule,
            share(sent.base.house_edge)
        ));
    }

    fn owed(&self, page: &mut Page) {
        page.heading("what the house owes on average");
        let head =
            ["after", "bets", "meter", "reserve", "seeds put in", "top won"].map(str::to_owned);
        let row = |owed: &Liability| {
            vec![
                if owed.days == 1 { "1 day".to_owned() } else { format!("{} days", owed.days) },
                number(owed.bets as f64),
                about(owed.display),
                about(owed.reserve),
                about(owed.seeds),
                format!("{:.2}%", owed.top_won * 100.0),
            ]
        };
        let rows: Vec<Vec<String>> = self.sent.liability.iter().map(row).collect();
        page.table(&head, &rows);
    }
}
