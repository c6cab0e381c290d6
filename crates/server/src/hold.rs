//! What tables hold beside what theory says: what the house kept of every dollar that was bet, the exact edge of the
//! posted schedules, and the band that chance allows.
//!
//! Edges are what `croupier odds` counts; they are asked for in the background and kept, and nothing waits for them.
//! Hands and wagers are taken as independent of each other. The progressive is left out, because its edge follows its
//! meter, and so is a pot that players win from each other.

use house::book::Account;
use house::table::Table;
use house::table::setup::Kind;
use house::table::tally::{Tally, WagerTally};
use house::{House, TableId};
use money::{Cents, MeterUnits, Rounding};
use serde_json::Value;
use wire::floor::{HoldOut, TheoryOut, WagerOut};

use crate::library::Question;
use crate::pages::games::answers::{Answer, ask};
use crate::state::App;

/// How many deviations a result is away from its expectation in one of twenty cases.
const DEVIATIONS: f64 = 1.96;

/// What a table took in and kept.
pub(crate) struct Hold {
    /// Rounds since it opened.
    pub(crate) rounds: u64,
    pub(crate) rounds_per_hour: Option<u64>,
    /// The cash of buy-ins.
    pub(crate) drop: Cents,
    /// What the house is up: the drop and the rake, less what left the tray.
    pub(crate) win: Cents,
    pub(crate) comparison: Comparison,
}

/// What is known of theory.
pub(crate) enum Comparison {
    /// No wager that has an edge of its own was made.
    Nothing,
    /// The edge is being counted.
    Counting,
    /// There is none, and why.
    Unknown(String),
    /// Both, per dollar bet.
    Theory(Compared),
}

/// What was kept beside what theory says, as shares of what was bet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Compared {
    /// What was bet before the cards, in all.
    pub(crate) placed: Cents,
    /// What the house kept of it.
    pub(crate) kept: Cents,
    /// The same as a share.
    pub(crate) held: f64,
    pub(crate) theory: f64,
    /// How far chance takes it from theory, either way, in 95 of 100 cases.
    pub(crate) band: f64,
}

impl Compared {
    /// Whether it is where chance alone would leave it in 95 of 100 cases.
    pub(crate) fn is_inside(&self) -> bool {
        (self.held - self.theory).abs() <= self.band
    }

    /// Adds up wagers with their edge and their standard deviation, each per dollar bet.
    fn of(wagers: &[(WagerTally, Edge)]) -> Option<Compared> {
        let placed: Cents = wagers.iter().map(|(tally, _)| tally.placed).sum();
        let kept: Cents = wagers.iter().map(|(tally, _)| tally.win).sum();
        if placed <= Cents::ZERO {
            return None;
        }
        let cents = |amount: Cents| amount.get() as f64;
        let expected: f64 = wagers.iter().map(|(tally, it)| cents(tally.placed) * it.edge).sum();
        let variance: f64 =
            wagers.iter().map(|(tally, it)| tally.squares as f64 * it.deviation.powi(2)).sum();
        let per = |amount: f64| amount / cents(placed);
        let (held, theory) = (per(cents(kept)), per(expected));
        Some(Compared { placed, kept, held, theory, band: per(DEVIATIONS * variance.sqrt()) })
    }
}

/// What a wager is worth to the house, per dollar bet.
#[derive(Clone, Copy, Debug)]
struct Edge {
    edge: f64,
    deviation: f64,
}

impl Edge {
    /// The figures in what `croupier odds --json` prints.
    fn read(answer: &Value) -> Option<Edge> {
        let figures = answer.get("results")?.get(0)?;
        let figure = |key: &str| figures.get(key)?.as_f64();
        Some(Edge { edge: figure("house_edge")?, deviation: figure("standard_deviation")? })
    }
}

impl Hold {
    /// What a table holds. What theory says about it may come later.
    pub(crate) fn of(app: &App, house: &House, table: &Table) -> Hold {
        let id = table.id();
        let tally = house.tally(id);
        let (drop, win) = drop_and_win(house, id);
        Hold {
            rounds: tally.map_or(0, |tally| tally.rounds),
            rounds_per_hour: tally.and_then(Tally::rounds_per_hour),
            drop,
            win,
            comparison: tally.map_or(Comparison::Nothing, |tally| compare(app, table, tally)),
        }
    }

    /// The win as a share of the drop, in tenths of a percent; nothing without a drop.
    pub(crate) fn hold(&self) -> Option<String> {
        if self.drop <= Cents::ZERO {
            return None;
        }
        let tenths = self.win.get() * 1_000 / self.drop.get();
        let sign = if tenths < 0 { "\u{2212}" } else { "" };
        Some(format!("{sign}{}.{}%", tenths.abs() / 10, tenths.abs() % 10))
    }
}

/// The cash of buy-ins, and what the house is up.
fn drop_and_win(house: &House, table: &TableId) -> (Cents, Cents) {
    let balance = |account: &Account| house.book().balance(account);
    let drop = balance(&Account::Drop(table.clone()));
    let tray = balance(&Account::Tray(table.clone()));
    let rake = balance(&Account::Rake(table.clone()));
    let cents = |amount: MeterUnits| amount.to_cents(Rounding::Down);
    (cents(drop), cents(drop + tray + rake))
}

fn compare(app: &App, table: &Table, tally: &Tally) -> Comparison {
    let mut known = Vec::new();
    let mut is_counting = false;
    for (wager, tally) in tally.wagers.iter().filter(|(id, it)| it.bets > 0 && is_held(table, id)) {
        match ask(app, question(table, wager)) {
            Answer::Working(_) => is_counting = true,
            Answer::Refused(why) => return Comparison::Unknown(why),
            Answer::Known(value) => match Edge::read(&value) {
                Some(edge) => known.push((*tally, edge)),
                None => return Comparison::Unknown(format!("{wager} has no edge")),
            },
        }
    }
    if is_counting {
        return Comparison::Counting;
    }
    Compared::of(&known).map_or(Comparison::Nothing, Comparison::Theory)
}

/// Whether the house banks this wager, at an edge of its own.
fn is_held(table: &Table, wager: &str) -> bool {
    table.felt().is_banked(wager)
}

/// What is asked about a wager as the table posts it.
fn question(table: &Table, wager: &str) -> Question {
    let felt = table.felt();
    let section = felt.section();
    let mut options = vec![
        ("game", section.game.clone()),
        ("edition", section.edition.id.to_string()),
        ("wager", wager.to_owned()),
    ];
    options.extend(felt.schedule(wager).map(|schedule| ("schedule", schedule.to_owned())));
    if felt.option("decks").is_some() {
        options.push(("decks", felt.decks().get().to_string()));
    }
    let posted = felt.posting().options.iter().filter(|(key, _)| *key != "decks");
    options.extend(posted.map(|(key, value)| ("option", format!("{key}={value}"))));
    Question::Odds(options.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

impl Hold {
    /// The same as clients read it.
    pub(crate) fn written(&self, house: &House, table: &Table) -> HoldOut {
        let wagers = house.tally(table.id()).into_iter().flat_map(|tally| &tally.wagers);
        let wager = |(id, it): (&String, &WagerTally)| {
            let (placed, staked, win) =
                (it.placed.to_string(), it.staked.to_string(), it.win.to_string());
            (id.clone(), WagerOut { bets: it.bets, placed, staked, win })
        };
        let (state, theory) = match &self.comparison {
            Comparison::Nothing | Comparison::Unknown(_) => ("none", None),
            Comparison::Counting => ("counting", None),
            Comparison::Theory(it) => ("known", Some(theory_out(it))),
        };
        HoldOut {
            table: table.id().to_string(),
            game: table.setup().game.clone(),
            rounds: if table.kind() == Kind::Keypad { table.rounds() } else { self.rounds },
            rounds_per_hour: self.rounds_per_hour,
            drop: self.drop.to_string(),
            win: self.win.to_string(),
            wagers: wagers.map(wager).collect(),
            state: state.into(),
            theory,
        }
    }
}

fn theory_out(it: &Compared) -> TheoryOut {
    TheoryOut {
        placed: it.placed.to_string(),
        kept: it.kept.to_string(),
        held: it.held,
        theory: it.theory,
        low: it.theory - it.band,
        high: it.theory + it.band,
        is_inside: it.is_inside(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(bets: u64, dollars: i64, win: i64) -> WagerTally {
        let cents = u64::try_from(dollars * 100).unwrap();
        WagerTally {
            bets,
            placed: Cents::dollars(dollars * i64::try_from(bets).unwrap()),
            squares: cents * cents * bets,
            staked: Cents::ZERO,
            win: Cents::dollars(win),
        }
    }

    /// By hand: 400 antes of $10 at 5% with a deviation of 2, and 100 side bets of $5 at 10% with 3. Bet $4,500,
    /// expected $200 + $50 = $250; variance 400 x 100 x 4 + 100 x 25 x 9 = 182,500, deviation $427.20.
    #[test]
    fn theory_adds_up_wagers_by_their_edges() {
        let ante = (tally(400, 10, 600), Edge { edge: 0.05, deviation: 2.0 });
        let side = (tally(100, 5, 75), Edge { edge: 0.10, deviation: 3.0 });
        let it = Compared::of(&[ante, side]).unwrap();
        assert_eq!((it.placed, it.kept), (Cents::dollars(4_500), Cents::dollars(675)));
        let near = |is: f64, should: f64| (is - should).abs() < 1e-6;
        assert!(near(it.held, 0.15) && near(it.theory, 250.0 / 4_500.0), "{it:?}");
        assert!(near(it.band, 1.96 * 182_500_f64.sqrt() / 4_500.0), "{it:?}");
        assert!(it.is_inside(), "$425 over, and $837 would be chance");
        let much = (tally(400, 10, 1_200), Edge { edge: 0.05, deviation: 2.0 });
        assert!(
            !Compared::of(&[much]).unwrap().is_inside(),
            "$1,000 over, and $784 would be chance"
        );
        assert_eq!(Compared::of(&[]), None);
    }

    #[test]
    fn hold_is_win_in_percent_of_drop() {
        let hold = |drop: i64, win: i64| {
            let (drop, win) = (Cents::dollars(drop), Cents::dollars(win));
            let comparison = Comparison::Nothing;
            Hold { rounds: 0, rounds_per_hour: None, drop, win, comparison }.hold()
        };
        assert_eq!(hold(1_000, 215).as_deref(), Some("21.5%"));
        assert_eq!(hold(1_000, -32).as_deref(), Some("\u{2212}3.2%"));
        assert_eq!(hold(0, 5), None);
    }
}
