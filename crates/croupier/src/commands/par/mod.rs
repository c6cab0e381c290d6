//! `croupier par`: the par sheet of a wager, for the floor and for test labs.

mod csv;
mod sheet;

use anyhow::{anyhow, bail};
use money::Cents;
use odds::{Ask, Chance, Combined, Method, Pace, Par, Subject, combined, decimal, par};
use rulebook::Rulebook;
use serde::Serialize;
use wire::library::par::{
    BandFigures, CombinedBet, CombinedBets, CovarianceFigures, GreatestPayout, ParResults,
    ParSheet, RoundsToAhead, RowFigures, WinAnHour,
};

use crate::args::Par as Args;
use crate::lookup;
use crate::output::{Output, Printer};
use crate::page::Page;
use crate::progress::Bar;

/// What a seat bets where nothing is said.
const USUAL_BET: Cents = Cents::dollars(10);

/// Par sheets as data, and what their page is headed with.
#[derive(Serialize)]
#[serde(transparent)]
struct Sheets {
    sent: ParResults,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    section: String,
}

/// What is bet: an amount on each wager by itself, or some wagers together.
enum Bets {
    Each(Cents),
    Together(Vec<(String, Cents)>),
}

/// Prints the par sheets that were asked for.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let game = lookup::game(book, &args.game)?;
    let mut options = lookup::pairs(&args.under.option)?;
    if args.decks.is_some() && options.contains_key("decks") {
        bail!("give the number of decks once: --decks or --option decks");
    }
    if let Some(decks) = args.decks {
        if game.decks.len() < 2 {
            bail!("{} is dealt from one number of decks: leave out --decks", game.id);
        }
        options.insert("decks".to_owned(), decks.to_string());
    }
    let subject = Subject::open(book, &game.id, args.under.edition, options)
        .map_err(|errors| lookup::cannot_open(&errors))?;
    let bets = bets(&subject, args)?;
    let ask = Ask { wager: args.wager.clone(), schedule: args.schedule.clone(), ..Ask::default() };
    let bar = Bar::new();
    let all = par(book, &subject, &ask, &bar)?;
    drop(bar);
    let pace = Pace { rounds_an_hour: args.pace, seats: args.seats };
    let together = match &bets {
        Bets::Each(_) => None,
        Bets::Together(bets) => Some(combined(&all, bets).ok_or_else(|| {
            anyhow!("not every two of these wagers can be bet together, so they have no covariance")
        })?),
    };
    let sheet = |par: &Par| {
        let bet = match &bets {
            Bets::Each(bet) => Some(*bet),
            Bets::Together(bets) => {
                bets.iter().find(|(wager, _)| *wager == par.analysis.wager).map(|(_, bet)| *bet)
            }
        };
        sheet_of(par, pace, bet.unwrap_or(USUAL_BET))
    };
    let results: Vec<ParSheet> = all.iter().map(sheet).collect();
    if args.csv {
        return csv::print(&results, printer);
    }
    let sent = ParResults { results, combined: together.map(|it| combined_out(&it, pace)) };
    let section = format!("{}, edition {}", game.section, subject.section().edition.id);
    printer.print(&Sheets { sent, title: game.title.clone(), section })
}

/// What `--bet` says.
fn bets(subject: &Subject, args: &Args) -> anyhow::Result<Bets> {
    let amount = |text: &str| -> anyhow::Result<Cents> {
        let read: Result<Cents, _> = text.trim().trim_start_matches('$').parse();
        let bet = read.map_err(|_| anyhow!("cannot read \"{text}\" as an amount: write 10"))?;
        if bet <= Cents::ZERO {
            bail!("a bet must be more than $0: {text}");
        }
        Ok(bet)
    };
    let named: Vec<&String> = args.bet.iter().filter(|text| text.contains('=')).collect();
    if named.is_empty() {
        return match args.bet.as_slice() {
            [] => Ok(Bets::Each(USUAL_BET)),
            [one] => Ok(Bets::Each(amount(one)?)),
            _ => bail!("several bets need their wagers: --bet WAGER=10 --bet OTHER=5"),
        };
    }
    if named.len() < args.bet.len() {
        bail!("name the wager of every bet: --bet WAGER=10 --bet OTHER=5");
    }
    if args.wager.is_some() || args.schedule.is_some() {
        bail!(
            "bets on wagers together look at the first schedule of each: leave out --wager and --schedule"
        );
    }
    let known = odds::wagers(subject);
    let mut bets: Vec<(String, Cents)> = Vec::new();
    for (wager, text) in named.iter().filter_map(|text| text.split_once('=')) {
        let wager = wager.trim();
        if !known.iter().any(|id| id == wager) {
            bail!("{} has no wager \"{wager}\"; it has {}", subject.game(), known.join(", "));
        }
        if bets.iter().any(|(id, _)| id == wager) {
            bail!("{wager} is bet twice");
        }
        bets.push((wager.to_owned(), amount(text)?));
    }
    Ok(Bets::Together(bets))
}

fn dollars(amount: Cents) -> f64 {
    amount.get() as f64 / 100.0
}

fn sheet_of(par: &Par, pace: Pace, bet: Cents) -> ParSheet {
    let analysis = &par.analysis;
    let distribution = &analysis.distribution;
    let is_exact = analysis.arithmetic == odds::Arithmetic::Fractions;
    let rows = par.rows().into_iter().map(|row| RowFigures {
        one_in: row.one_in().map(|one_in| decimal(&one_in)),
        gradient: decimal(&row.gradient),
        row: row.row,
        pays: row.pays,
    });
    let bands = par.bands.iter().map(|band| BandFigures {
        rounds: band.rounds,
        confidence: band.confidence,
        low: band.low,
        high: band.high,
        low_normal: band.low_normal,
        high_normal: band.high_normal,
    });
    ParSheet {
        game: analysis.game.clone(),
        edition: analysis.edition.to_string(),
        wager: analysis.wager.clone(),
        schedule: analysis.schedule.clone(),
        options: analysis.options.clone(),
        house_edge: decimal(&analysis.house_edge()),
        payback: decimal(&par.payback()),
        payback_of_staked: decimal(&par.payback_of_staked()),
        element_of_risk: decimal(&analysis.element_of_risk()),
        average_wager: decimal(&distribution.average_wager()),
        standard_deviation: distribution.standard_deviation(),
        skewness: distribution.skewness(),
        kurtosis: distribution.kurtosis(),
        volatility_index: par.volatility_index(),
        hit: decimal(&distribution.hit_frequency()),
        any_return: decimal(&distribution.any_return()),
        push: decimal(&distribution.push_frequency()),
        method: if is_exact { "exact" } else { "in doubles" }.to_owned(),
        rows: rows.collect(),
        bands: bands.collect(),
        rounds_to_ahead: RoundsToAhead { normal: par.ahead.normal, exact: par.ahead.exact },
        covariances: par.covariances.iter().map(covariance_of).collect(),
        greatest: par.greatest.iter().map(greatest_of).collect(),
        win_an_hour: WinAnHour {
            rounds_an_hour: pace.rounds_an_hour,
            seats: pace.seats,
            bet: dollars(bet),
            win: decimal(&par.win_an_hour(pace, bet)),
        },
        notes: analysis.notes.clone(),
    }
}

fn covariance_of(covariance: &odds::Covariance) -> CovarianceFigures {
    let (method, rounds, error) = match covariance.method {
        Method::Counted => ("counted", None, None),
        Method::Simulated { rounds, error } => ("simulated", Some(rounds), Some(error)),
    };
    CovarianceFigures {
        with: covariance.with.clone(),
        schedule: covariance.schedule.clone(),
        covariance: covariance.covariance,
        correlation: covariance.correlation,
        method: method.to_owned(),
        error,
        rounds,
    }
}

fn greatest_of(greatest: &odds::Greatest) -> GreatestPayout {
    let chance_of = greatest.chance.as_ref().map(|chance| match chance {
        Chance::OfPayout(_) => "payout".to_owned(),
        Chance::OfDeal(_) => "deal".to_owned(),
    });
    GreatestPayout {
        seats: greatest.seats,
        bet: dollars(greatest.bet),
        payout: dollars(greatest.payout),
        chance: greatest.chance.as_ref().map(Chance::decimal),
        chance_of,
        deal: greatest.deal.clone(),
        is_greatest: greatest.is_greatest,
    }
}

fn combined_out(combined: &Combined, pace: Pace) -> CombinedBets {
    let bet = |(wager, schedule, bet): &(String, String, Cents)| CombinedBet {
        wager: wager.clone(),
        schedule: schedule.clone(),
        bet: dollars(*bet),
    };
    CombinedBets {
        bets: combined.bets.iter().map(bet).collect(),
        loss: decimal(&combined.loss),
        standard_deviation: combined.deviation,
        win_an_hour: decimal(&combined.win_an_hour(pace)),
    }
}

impl Output for Sheets {
    fn page(&self, page: &mut Page) {
        for (place, one) in self.sent.results.iter().enumerate() {
            if place > 0 {
                page.blank();
            }
            let title = format!("{}: {} {}", self.title, one.wager, one.schedule);
            page.title(&title, &self.section);
            sheet::page(page, one);
        }
        if let Some(combined) = &self.sent.combined {
            sheet::combined(page, combined);
        }
    }
}
