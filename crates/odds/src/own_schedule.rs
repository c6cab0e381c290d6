//! A schedule of the user's own, from a file.
//!
//! ```toml
//! game = "three-card-poker"
//! wager = "pair-plus"
//! name = "ours"                  # what the results call it
//! like = "standard"              # whose shape it has; the first of the rule if not said
//! rows = [
//!   { hand = "straight flush", pays = "40 to 1" },
//!   { hand = "pair", pays = "1 to 1" },
//! ]
//! ```
//!
//! Where a schedule has more than one table (Silverado), `rows` is a table of them by line:
//! `rows.five-card = [...]`. A progressive may give `nominal`, `seed` and rows with `envy`.

use forms::{Field, Problems, Table};
use money::{Cents, Odds};
use rulebook::{Part, Row, Rulebook, Schedule};

use crate::pay_limits::PAY_MAX;
use crate::whatif::{hand_of, hands_of};

/// A schedule and the game it is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnSchedule {
    /// The game's id.
    pub game: String,
    /// The schedule.
    pub schedule: Schedule,
}

/// Reads a schedule; `name` is what messages call the file. Every problem is reported.
pub fn own_schedule(book: &Rulebook, name: &str, text: &str) -> Result<OwnSchedule, Problems> {
    forms::read(name, text, |root| read(book, root))
}

fn read(book: &Rulebook, root: &Table<'_>) -> Option<OwnSchedule> {
    let game_field = root.required("game");
    let wager_field = root.required("wager");
    let name = root.required("name").and_then(|field| field.string().map(str::to_owned));
    let like = root.optional("like");
    let rows = root.required("rows");
    let [nominal, seed] = ["nominal", "seed"].map(|key| root.optional(key));
    let game_field = game_field?;
    let game_id = game_field.string()?;
    let Some(game) = book.game(game_id) else {
        let known: Vec<&str> = book.games().iter().map(|game| game.id.as_str()).collect();
        game_field
            .problem(format!("there is no game \"{game_id}\"; {}", forms::hint(game_id, &known)));
        return None;
    };
    let section = game.newest_with_side_bets();
    let wager_field = wager_field?;
    let wager = wager_field.string()?;
    let of_wager: Vec<&Schedule> = section.schedules_of(wager).collect();
    let Some(first) = of_wager.first() else {
        let mut known: Vec<&str> = section.schedules.iter().map(|s| s.wager.as_str()).collect();
        known.dedup();
        wager_field.problem(format!(
            "{game_id} has no wager of that name with a schedule; it has {}",
            known.join(", ")
        ));
        return None;
    };
    let model = match &like {
        None => first,
        Some(field) => {
            let id = field.string()?;
            of_wager.iter().find(|schedule| schedule.id == id).or_else(|| {
                let known: Vec<&str> = of_wager.iter().map(|s| s.id.as_str()).collect();
                field.problem(format!(
                    "there is no schedule of that name; choose from {}",
                    known.join(", ")
                ));
                None
            })?
        }
    };
    let mut schedule = (*model).clone();
    schedule.printed_name = None;
    let dollars = |field: Option<Field<'_>>| field.and_then(|field| amount(&field));
    if let Some(terms) = &mut schedule.progressive {
        terms.nominal = dollars(nominal).unwrap_or(terms.nominal);
        terms.seed = dollars(seed).unwrap_or(terms.seed);
    } else if let Some(field) = nominal.or(seed) {
        field.problem("applies only to a progressive");
    }
    let is_progressive = schedule.progressive.is_some();
    read_rows(&rows?, &mut schedule.parts, is_progressive)?;
    schedule.id = name?;
    Some(OwnSchedule { game: game_id.to_owned(), schedule })
}

/// An amount greater than zero, and not more than a row can pay.
fn amount(field: &Field<'_>) -> Option<Cents> {
    let amount = field.parse::<Cents>()?;
    let most = Cents::dollars(i64::from(PAY_MAX));
    if amount <= Cents::ZERO || amount > most {
        field.problem(format!("must be greater than zero and at most {most:#}"));
        return None;
    }
    Some(amount)
}

/// Reads a list of rows into the only part, or lists by line into the parts.
fn read_rows(field: &Field<'_>, parts: &mut [Part], is_progressive: bool) -> Option<()> {
    if field.is_list() {
        if parts.len() > 1 {
            let lines: Vec<&str> = parts.iter().map(|part| part.lines[0].as_str()).collect();
            field.problem(format!(
                "this wager has more than one table: give rows.{} = [...]",
                lines.join(" = [...] and rows.")
            ));
            return None;
        }
        parts[0].rows = rows_of(field, &parts[0], is_progressive)?;
        return Some(());
    }
    for (line, list) in field.table()?.entries() {
        let known: Vec<String> = parts.iter().flat_map(|part| part.lines.clone()).collect();
        let Some(part) = parts.iter_mut().find(|part| part.pays(line)) else {
            list.problem(format!("no table pays this line; choose from {}", known.join(", ")));
            continue;
        };
        part.rows = rows_of(&list, part, is_progressive)?;
    }
    Some(())
}

fn rows_of(field: &Field<'_>, part: &Part, is_progressive: bool) -> Option<Vec<Row>> {
    let order: Vec<_> = hands_of(part).into_iter().map(|(_, hand)| hand).collect();
    let mut rows: Vec<Row> = Vec::new();
    let mut is_whole = true;
    for item in field.list() {
        match row_of(&item, part, is_progressive) {
            Some(row) if rows.iter().any(|known| known.hand == row.hand) => {
                item.problem(format!("{} is listed twice", row.hand));
                is_whole = false;
            }
            Some(row) => rows.push(row),
            None => is_whole = false,
        }
    }
    // Best first, as a hand is paid on the first row that it satisfies.
    rows.sort_by_key(|row| order.iter().position(|hand| *hand == row.hand));
    is_whole.then_some(rows)
}

fn row_of(field: &Field<'_>, part: &Part, is_progressive: bool) -> Option<Row> {
    let table = field.table()?;
    let (hand, pays) = (table.required("hand"), table.required("pays"));
    let envy_field = table.optional("envy");
    let hand = hand.and_then(|field| match hand_of(part, field.string()?) {
        Ok(hand) => Some(hand),
        Err(error) => {
            field.problem(error.to_string());
            None
        }
    });
    let pays = pays.and_then(|field| {
        let odds = field.parse::<Odds>()?;
        if matches!(odds, Odds::Share(_) | Odds::Dollars(_)) && !is_progressive {
            field.problem(format!("only a progressive can pay \"{odds}\""));
            return None;
        }
        Some(odds)
    });
    let envy = match envy_field {
        None => None,
        Some(field) if !is_progressive => {
            field.problem("only a progressive pays envy");
            return None;
        }
        Some(field) => Some(amount(&field)?),
    };
    Some(Row { hand: hand?, pays: pays?, printed: None, envy })
}
