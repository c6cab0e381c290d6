//! A digest of the rule data that the rounds of a table depend on: two tables with the same digest
//! and the same posting deal, pay and cite alike.
//!
//! It covers what decides (wagers, limits, deals, pays, the schedules in use, what follows from
//! irregularities, the numbers of subdivisions), not what explains. It is a SHA-256 of text that is
//! made from words of the rulebook's files, so it does not change with the program.

use std::fmt::{self, Write};

use rulebook::{HandType, LimitMax, LostWhen, OptionValues, Schedule, Section, Wager};
use sha2::{Digest as _, Sha256};

use crate::table::Table;

/// What is digested, line by line.
struct Sheet(Sha256);

impl Write for Sheet {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text);
        Ok(())
    }
}

impl Table {
    /// The digest of the rules of this table, 64 hexadecimal digits.
    pub fn digest(&self) -> String {
        let mut sheet = Sheet(Sha256::new());
        write_all(self, &mut sheet).expect("a digest takes any text");
        let bytes = sheet.0.finalize();
        bytes.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

fn write_all(table: &Table, sheet: &mut Sheet) -> fmt::Result {
    let (section, bounds) = (table.section(), table.bounds());
    writeln!(sheet, "section {} {}", section.number, section.edition.id)?;
    writeln!(sheet, "bounds {} {}", bounds.bet_max, bounds.seats_max)?;
    for chip in &bounds.chips {
        writeln!(sheet, "chip {chip}")?;
    }
    writeln!(sheet, "seats {}", section.seats)?;
    for decks in &section.decks {
        let joker = if decks.has_joker() { " joker" } else { "" };
        writeln!(sheet, "decks {}{joker}", decks.get())?;
    }
    for subdivision in &section.subdivisions {
        writeln!(sheet, "subdivision {} {}", subdivision.key, subdivision.number)?;
    }
    wagers(section, sheet)?;
    play(section, sheet)?;
    let is_used = |known: &&Schedule| table.schedule(&known.chosen_as) == Some(known.id.as_str());
    section.schedules.iter().filter(is_used).try_for_each(|used| schedule(used, sheet))?;
    section.wagers.iter().try_for_each(|wager| side_bet(wager, sheet))
}

/// What a side bet of another section says of itself. What a section says of its own was code when the digests of
/// logs were made that must replay, and is left out.
fn side_bet(wager: &Wager, sheet: &mut Sheet) -> fmt::Result {
    let Some((side, section)) = wager.side.as_ref().and_then(|s| Some((s, s.section.as_ref()?)))
    else {
        return Ok(());
    };
    let (settles, folded) = (side.settles.word(), side.folded.word());
    let alone = if side.is_collected_alone { "alone" } else { "-" };
    writeln!(sheet, "side {} {section} {settles} {folded} {alone}", wager.id)?;
    if let Some(needs) = &side.needs {
        writeln!(sheet, "needs {} {}", needs.bet, list(&needs.cite))?;
    }
    if let Some(most) = &side.at_most {
        let option = most.option.as_deref().unwrap_or("-");
        writeln!(sheet, "at-most {} {option} {}", most.bet, list(&most.cite))?;
    }
    for lost in &side.lost {
        let when = lost.when.map_or("-", LostWhen::word);
        writeln!(sheet, "lost {} {when} {}", lost.row, list(&lost.cite))?;
    }
    Ok(())
}

fn wagers(section: &Section, sheet: &mut Sheet) -> fmt::Result {
    for wager in &section.wagers {
        let (bets, lines, tips) = (list(&wager.bets), list(&wager.lines), list(&wager.tips));
        writeln!(sheet, "wager {} {} {bets} {lines} {tips}", wager.id, wager.need.word())?;
    }
    for limit in &section.limits {
        let max = match limit.max {
            LimitMax::Posted => "posted".to_owned(),
            LimitMax::Amount(amount) => amount.to_string(),
        };
        let min = limit.min.map_or_else(|| "none".to_owned(), |min| min.to_string());
        let (wagers, applies) = (list(&limit.wagers), limit.applies.word());
        writeln!(sheet, "limit {wagers} {applies} {min} {max} {}", list(&limit.cite))?;
    }
    for term in &section.terms {
        writeln!(sheet, "term {} {} {}", term.key, term.value, list(&term.cite))?;
    }
    for option in &section.options {
        let values = match &option.values {
            OptionValues::OneOf(words) => list(words),
            OptionValues::Dollars => "dollars".to_owned(),
            OptionValues::Odds => "odds".to_owned(),
        };
        writeln!(sheet, "option {} {} {values}", option.key, option.default)?;
    }
    Ok(())
}

fn play(section: &Section, sheet: &mut Sheet) -> fmt::Result {
    for deal in &section.deals {
        let (way, to, face) = (deal.way.word(), deal.to.word(), deal.face.word());
        let (stage, cards, times) = (&deal.stage, deal.cards, deal.times);
        writeln!(sheet, "deal {way} {stage} {to} {cards} {times} {face} {}", list(&deal.cite))?;
    }
    let paying = &section.paying;
    let (before, seat, after) = (list(&paying.before), list(&paying.seat), list(&paying.after));
    writeln!(sheet, "paying {before} {seat} {after}")?;
    for rule in &section.irregularities {
        let (event, to, follows) = (rule.event.word(), rule.to.word(), rule.consequence.word());
        let supervisor = if rule.calls_supervisor { "supervisor" } else { "nobody" };
        writeln!(sheet, "irregularity {event} {to} {follows} {supervisor} {}", list(&rule.cite))?;
    }
    for pay in &section.pays {
        writeln!(sheet, "pay {} {} {} {}", pay.key, list(&pay.lines), pay.pays, list(&pay.cite))?;
    }
    for rake in &section.rakes {
        writeln!(sheet, "rake {} {}", rake.pot, rake.takes)?;
    }
    Ok(())
}

fn schedule(schedule: &Schedule, sheet: &mut Sheet) -> fmt::Result {
    writeln!(sheet, "schedule {} {} {}", schedule.chosen_as, schedule.id, schedule.wager)?;
    if let Some(terms) = schedule.progressive {
        let (nominal, seed) = (terms.nominal, terms.seed);
        let (amounts, share, reserve) = (terms.amounts.word(), terms.contribution, terms.reserve);
        writeln!(sheet, "progressive {nominal} {amounts} {seed} {share} {reserve}")?;
    }
    if let Some((least, most)) = schedule.decks {
        writeln!(sheet, "for decks {least} {most}")?;
    }
    for part in &schedule.parts {
        let (lines, cite) = (list(&part.lines), list(&part.cite));
        writeln!(sheet, "part {lines} {} {} {cite}", part.order.word(), part.judged.word())?;
        for row in &part.rows {
            let printed = row.printed.as_ref().map(|printed| printed.pays);
            let printed = match printed {
                None => "as-read".to_owned(),
                Some(None) => "blank".to_owned(),
                Some(Some(pays)) => pays.to_string(),
            };
            let envy = row.envy.map_or_else(|| "none".to_owned(), |envy| envy.to_string());
            writeln!(sheet, "row {} | {} | {printed} | {envy}", row.hand.words(), row.pays)?;
            if let HandType::Is(named) = row.hand {
                writeln!(sheet, "is {}", named.pattern)?;
            }
        }
    }
    Ok(())
}

/// Words as one: `ante+play`.
fn list(words: &[String]) -> String {
    if words.is_empty() { "-".to_owned() } else { words.join("+") }
}
