//! Bots: they fill seats and play the exact optimum, or a simple strategy. They see what the player
//! in their seat would see, and act through the same requests as anyone.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use games::{Action, Choice, Next};
use money::Cents;
use odds::Regular;
use serde::Deserialize;
use serde::de::IntoDeserializer as _;

use house::table::command::{Dollars, TableCommand};
use house::table::play::{Play, Progress};
use house::table::{Player, Table};
use house::{House, Seat, TableId, silent_choice};

/// The strategy that plays the exact optimum.
pub const OPTIMAL: &str = "optimal";
/// The strategy that checks and calls and never folds for free.
pub const SIMPLE: &str = "simple";

/// How a bot plays. The house stores the word of it and asks nothing more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// The exact optimum, where it is known.
    Optimal,
    /// Checks and calls.
    Simple,
}

impl Strategy {
    /// The strategy of this name, or what is wrong with it.
    pub fn named(name: &str) -> Result<Strategy, serde_json::Error> {
        Strategy::deserialize(name.into_deserializer())
    }
}

/// What a bot knows of a table: solved once for each way a table is set up.
#[derive(Default)]
pub struct Bots {
    solved: Mutex<HashMap<String, Solved>>,
}

/// What is known of a table, once it is solved; nothing if it has no solution.
type Solved = Arc<OnceLock<Option<Arc<Regular>>>>;

impl Bots {
    /// What a bot at a table does next, if it is a bot's turn to do something.
    pub fn command(&self, house: &House, id: &TableId) -> Option<TableCommand> {
        let table = house.floor_table(id).ok().filter(|table| table.has_seats())?;
        match house.play(id) {
            Some(play) if play.progress() == Progress::Playing => self.decision(table, play),
            Some(play) if play.progress() == Progress::Settled => None,
            Some(play) if play.progress() == Progress::Betting => {
                self.bet(house, table, Some(play))
            }
            _ => self.bet(house, table, None),
        }
    }

    fn bet(&self, house: &House, table: &Table, play: Option<&Play>) -> Option<TableCommand> {
        let bots = table.seated().iter().filter_map(|(seat, player)| match player {
            // One that waits for the dealer to confirm its chips sits out.
            Player::Bot(_) if table.buy_ins().contains_key(seat) => None,
            Player::Bot(plays) => Some((*seat, plays)),
            Player::Person(_) => None,
        });
        let has_bet = |seat: Seat| {
            let mut seats = play.into_iter().flat_map(|play| &play.round().felt().seats);
            seats.any(|known| known.number.get() == seat.0)
        };
        let seats: Vec<Seat> = bots.map(|(seat, _)| seat).collect();
        // All bots bet before the first is ready: when all who bet are ready, the bets are locked.
        if let Some(seat) = seats.iter().copied().find(|seat| !has_bet(*seat)) {
            let bets = usual_bets(table, table.seated().len())?;
            let total: Cents = bets.values().map(|bet| bet.0).sum();
            // Enough for the raises, doubles and splits that may follow.
            if house.book().chips(table.id(), seat) < total * 10 {
                return Some(TableCommand::AddChips { seat, amount: Cents::dollars(500) });
            }
            return Some(TableCommand::Bet { seat, bets, tips: BTreeMap::new() });
        }
        let is_ready = |seat: &Seat| play.is_some_and(|play| play.ready().contains(seat));
        let waits = seats.into_iter().find(|seat| !is_ready(seat))?;
        let locks_itself = !table.setup().is_by_hand(rulebook::Duty::Lock);
        locks_itself.then_some(TableCommand::Ready { seat: waits })
    }

    fn decision(&self, table: &Table, play: &Play) -> Option<TableCommand> {
        let Next::Decision(choice) = play.round().next() else { return None };
        let seat = Seat(choice.seat.get());
        let Player::Bot(plays) = table.seated().get(&seat)? else { return None };
        let action = self.choose(table, play, choice, plays);
        Some(TableCommand::Decide {
            seat,
            action: action.to_string(),
            hand: choice.hand,
            tip: None,
        })
    }

    /// What a strategy chooses. What no strategy knows is decided simply.
    pub fn choose(&self, table: &Table, play: &Play, choice: &Choice, plays: &str) -> Action {
        let optimal = if plays == OPTIMAL { self.solved(table) } else { None };
        let best = optimal.and_then(|regular| regular.choose(play.round(), choice));
        best.unwrap_or_else(|| simple(choice))
    }

    /// Solves a table ahead of play.
    pub fn prepare(&self, table: &Table) {
        self.solved(table);
    }

    /// What is known of a table without waiting: nothing while it is not solved, and no player where
    /// it has no solution.
    pub fn known(&self, table: &Table) -> Option<Option<Arc<Regular>>> {
        self.entry(table).get().cloned()
    }

    /// The solution of a table, if it has one. Solving one table holds up no other.
    fn solved(&self, table: &Table) -> Option<Arc<Regular>> {
        let posting = table.felt().posting();
        let solve = || Regular::open(table.setup().rulebook().ok()?, posting).ok().map(Arc::new);
        self.entry(table).get_or_init(solve).clone()
    }

    fn entry(&self, table: &Table) -> Solved {
        let key = format!("{} {:?}", table.setup().revision, table.felt().posting());
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(solved.entry(key).or_default())
    }
}

/// The bets a table requires of everyone.
fn usual_bets(table: &Table, players: usize) -> Option<BTreeMap<String, Dollars>> {
    let players = u8::try_from(players).unwrap_or(table.seats());
    let bets = table.felt().usual_bets_among(players)?;
    Some(bets.into_iter().map(|(bet, amount)| (bet.to_owned(), Dollars(amount))).collect())
}

/// Checks or calls, and plays on rather than fold.
fn simple(choice: &Choice) -> Action {
    let plain = [
        Action::Check,
        Action::Call,
        Action::Play,
        Action::Decline,
        Action::Stand,
        Action::NoRaise,
        Action::Ride,
        Action::Take,
    ];
    let found = plain.into_iter().find(|action| choice.actions.contains(action));
    let stays = || choice.actions.iter().find(|action| **action != Action::Fold).copied();
    let action = found.or_else(stays).or_else(|| silent_choice(&choice.actions));
    action.expect("a decision has at least one legal action")
}
