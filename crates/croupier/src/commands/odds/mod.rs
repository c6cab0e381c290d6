//! `croupier odds`: exact figures of every wager and schedule.

mod applies;
mod detail;
mod findings;
mod result;
mod sensitivity;
mod table;

use std::fs;
use std::time::Instant;

use anyhow::{Context as _, anyhow, bail};
use odds::{Analysis, Ask, Base, Change, Exact, Lab, NewPay, Subject, TargetEdge, WhatIf, analyse};
use rulebook::{EditionId, Rulebook, Schedule};

use crate::args::Odds as Args;
use crate::lookup;
use crate::output::Printer;
use crate::progress::Bar;

pub use result::Results;

/// Analyses what was asked for and prints it.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let started = Instant::now();
    let bar = Bar::new();
    if args.findings {
        let found = findings::run(book, args, &bar)?;
        drop(bar);
        return printer.print(&found);
    }
    let results = if !args.pay.is_empty() || is_file(args.schedule.as_deref()) {
        what_if(book, args, &bar)?
    } else {
        let analyses = figures(book, args, &bar)?;
        let pays = if args.sensitivity {
            sensitivity::of(book, args, &analyses, &bar)?
        } else {
            Vec::new()
        };
        Results::new(book, analyses).sensitive(pays)
    };
    drop(bar);
    printer.print(&results)?;
    if !printer.is_json() {
        let seconds = started.elapsed().as_secs_f64();
        printer.message(&format!("every deal counted in {seconds:.2} s"));
    }
    Ok(())
}

fn is_file(schedule: Option<&str>) -> bool {
    schedule.is_some_and(|name| name.ends_with(".toml") || name.contains('/'))
}

fn ask(args: &Args) -> Ask {
    Ask {
        wager: args.wager.clone(),
        schedule: args.schedule.clone(),
        meter: args.meter,
        seats: args.seats,
    }
}

/// The analyses asked for, game by game, each wager's schedules best for the player first.
fn figures(book: &Rulebook, args: &Args, bar: &Bar) -> anyhow::Result<Vec<Analysis>> {
    let games: Vec<String> = match &args.game {
        Some(id) => vec![lookup::game(book, id)?.id.clone()],
        None => book.games().iter().map(|game| game.id.clone()).collect(),
    };
    if args.game.is_none() && (args.wager.is_some() || args.schedule.is_some()) {
        bail!("name the game too: croupier odds GAME --wager W --schedule S");
    }
    let mut all = Vec::new();
    for game in &games {
        let mut of_game = Vec::new();
        let subjects = subjects(book, game, args)?;
        if args.game.is_some() {
            applies::check(&subjects[0], args)?;
        }
        for subject in subjects {
            let mut analyses = analyse(&subject, &ask(args), bar)?;
            if args.fractions {
                for analysis in
                    analyses.iter_mut().filter(|known| odds::is_on_blackjack(&known.wager))
                {
                    analysis.exact_edge = odds::exact_blackjack_edge(&subject);
                }
            }
            of_game.extend(analyses);
        }
        all.extend(best_first(of_game));
    }
    Ok(all)
}

/// The wagers in their order, the schedules of each by house edge.
fn best_first(mut analyses: Vec<Analysis>) -> Vec<Analysis> {
    let mut order: Vec<String> = analyses.iter().map(|analysis| analysis.wager.clone()).collect();
    let mut seen = Vec::new();
    order.retain(|wager| {
        let is_new = !seen.contains(wager);
        seen.push(wager.clone());
        is_new
    });
    analyses.sort_by_cached_key(|analysis| {
        let place = order.iter().position(|wager| *wager == analysis.wager);
        (place, analysis.house_edge())
    });
    analyses
}

/// What a game is analyzed as: once for every number of decks that it may be dealt from, unless one
/// is asked for.
pub fn subjects(book: &Rulebook, game: &str, args: &Args) -> anyhow::Result<Vec<Subject>> {
    let of_game = lookup::game(book, game)?;
    let mut options = lookup::pairs(&args.under.option)?;
    if args.decks.is_some() && options.contains_key("decks") {
        bail!("give the number of decks once: --decks or --option decks");
    }
    let section = edition(of_game, args.under.edition)?;
    if args.printed && section.options.iter().any(|option| option.key == "printed") {
        options.insert("printed".to_owned(), "true".to_owned());
    } else if args.printed && args.game.is_some() {
        bail!("--printed applies to rows that a ruling reads otherwise; {game} has none");
    }
    let has_decks = section.options.iter().any(|option| option.key == "decks");
    let decks: Vec<Option<u8>> = match args.decks {
        Some(decks) if has_decks => vec![Some(decks)],
        Some(_) if args.game.is_some() => bail!("{game} is dealt from one deck"),
        None if has_decks && !options.contains_key("decks") => {
            let mut decks: Vec<u8> = of_game.decks.iter().map(|decks| decks.get()).collect();
            decks.sort_unstable();
            decks.into_iter().map(Some).collect()
        }
        _ => vec![None],
    };
    let open = |decks: Option<u8>| {
        let mut options = options.clone();
        if let Some(decks) = decks {
            options.insert("decks".to_owned(), decks.to_string());
        }
        Subject::open(book, game, args.under.edition, options).map_err(|e| lookup::cannot_open(&e))
    };
    decks.into_iter().map(open).collect()
}

fn edition(game: &rulebook::Game, edition: Option<EditionId>) -> anyhow::Result<rulebook::Section> {
    Ok(match edition {
        Some(edition) => game.edition_with_side_bets(edition)?,
        None => game.newest_with_side_bets(),
    })
}

/// Pays changed by the user, a schedule of the user's own, or the pay that comes nearest to an edge.
pub fn what_if(book: &Rulebook, args: &Args, bar: &dyn odds::Progress) -> anyhow::Result<Results> {
    let changes: Vec<Change> =
        args.pay.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let (game, schedule) = base_schedule(book, args)?;
    let subjects = subjects(book, &game, args)?;
    applies_to_changed(&subjects[0], args, &schedule)?;
    let free: Vec<&Change> = changes.iter().filter(|change| change.pays == NewPay::Free).collect();
    let base = Base::Own(schedule.clone());
    let what = WhatIf {
        base,
        changes: changes.clone(),
        meter: args.meter,
        seats: args.seats,
        ..WhatIf::default()
    };
    match &args.target_edge {
        None if !free.is_empty() => {
            bail!("a free row needs a target for the house edge: --target-edge 3%")
        }
        None => {
            let mut analyses = Vec::new();
            for subject in &subjects {
                let lab = Lab::open(book, subject, &schedule.wager)?;
                analyses.extend(lab.analyse(&what, bar)?);
            }
            Ok(Results::new(book, best_first(analyses)).changed(&args.pay))
        }
        Some(target) => {
            let [subject] = subjects.as_slice() else {
                bail!("--target-edge needs one number of decks: --decks 6");
            };
            let target = percentage(target)?;
            let lab = Lab::open(book, subject, &schedule.wager)?;
            if let [first, second] = free.as_slice() {
                let line = lab.target_line(&what, &target, bar)?;
                let nearest = |(_, found): &(NewPay, TargetEdge)| found.nearest().analysis.clone();
                let analyses = line.points.iter().map(nearest).collect();
                let results = Results::new(book, analyses).changed(&args.pay);
                return Ok(results.found_line([&first.hand, &second.hand], &line));
            }
            let found = lab.target(&what, &target, bar)?;
            let hand = free.first().map_or_else(String::new, |change| change.hand.clone());
            let nearest = vec![found.nearest().analysis.clone()];
            Ok(Results::new(book, nearest).changed(&args.pay).found(hand, &found))
        }
    }
}

/// Refuses options that would change nothing about a schedule that was changed.
fn applies_to_changed(subject: &Subject, args: &Args, schedule: &Schedule) -> anyhow::Result<()> {
    let has_envy = schedule.parts.iter().flat_map(|p| &p.rows).any(|row| row.envy.is_some());
    if args.meter.is_some() && schedule.progressive.is_none() {
        bail!("--meter applies to progressive wagers, not to {}", schedule.wager);
    }
    if args.seats > 0 && !has_envy {
        bail!("--seats applies to progressive wagers that pay envy, not to this schedule");
    }
    if args.fractions {
        bail!("--fractions does not apply to schedules of your own");
    }
    let own = args.schedule.as_deref().filter(|name| is_file(Some(name)));
    match own {
        Some(path) if args.wager.as_ref().is_some_and(|wager| *wager != schedule.wager) => {
            bail!("{path} is a schedule for {}", schedule.wager)
        }
        Some(_) if args.printed => bail!("--printed does not apply to schedules of your own"),
        Some(_) => Ok(()),
        None => applies::check(subject, args),
    }
}

/// The schedule that is changed: the user's own, the one named, or the first of the wager.
fn base_schedule(book: &Rulebook, args: &Args) -> anyhow::Result<(String, Schedule)> {
    if let Some(path) = args.schedule.as_deref().filter(|name| is_file(Some(name))) {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
        let own = odds::own_schedule(book, path, &text)
            .map_err(|problems| anyhow!("{problems}").context("cannot read the schedule"))?;
        if args.game.as_ref().is_some_and(|game| *game != own.game) {
            bail!("{path} is a schedule for {}", own.game);
        }
        return Ok((own.game, own.schedule));
    }
    let game = args.game.as_ref().context("name the game whose pays are changed")?;
    let subject = subjects(book, game, args)?.pop().context("a game has decks")?;
    let wager = args.wager.as_ref().with_context(|| {
        let known = odds::wagers(&subject);
        format!("name the wager whose pays are changed: --wager {}", known.join("|"))
    })?;
    Ok((game.clone(), odds::schedule(&subject, wager, args.schedule.as_deref())?))
}

/// `3%`, `2.5%` or `0.03` as a fraction.
fn percentage(text: &str) -> anyhow::Result<Exact> {
    let error = || anyhow!("cannot read \"{text}\" as an edge: write 3% or 2.5%");
    let (number, scale) = match text.trim().strip_suffix('%') {
        Some(number) => (number.trim(), 100),
        None => (text.trim(), 1),
    };
    let (sign, number) = number.strip_prefix('-').map_or((1, number), |rest| (-1, rest));
    let (units, rest) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{units}{rest}");
    if digits.is_empty() || digits.len() > 15 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error());
    }
    let numerator: i64 = digits.parse().map_err(|_| error())?;
    let denominator = 10i64.pow(u32::try_from(rest.len())?) * scale;
    Ok(odds::fraction(sign * numerator, denominator))
}
