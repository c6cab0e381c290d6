//! What goes wrong in a pit, and what people do beside the round: irregularities, steps taken back,
//! wrong keys, seats that leave and come back, words for the shuffle, clocks that run out.

use games::Next;
use house::table::Table;
use house::table::command::TableCommand;
use house::table::play::{Play, Progress};
use house::table::setup::Kind;
use house::{HOUSE_ITSELF, House, PersonId, Seat, TableId};
use money::{Cents, Moment};
use rand::RngExt as _;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rulebook::Irregularity;
use server::bots::SIMPLE;

use super::floor;
use super::staff::person;

/// The seats that are played at every table.
pub const SEATS: [u8; 3] = [2, 4, 5];

/// Something that nobody had to do, if it can be done now.
pub fn any(
    dice: &mut SmallRng,
    house: &House,
    id: &TableId,
    now: Moment,
) -> Option<(PersonId, TableCommand)> {
    let table = house.floor_table(id).ok()?;
    let play = house.play(id).filter(|play| play.progress() != Progress::Over);
    let reason = || "found on the floor".to_owned();
    let by = |name: &str, command| Some((person(name), command));
    match dice.random_range(0..11) {
        0..4 => by("dan", irregular(dice, table, play?)?),
        4 => by("dan", TableCommand::Undo { reason: reason() }),
        5 => by("dan", wrong_key(dice, house, id, play?)?),
        6 => by(HOUSE_ITSELF, come_or_go(dice, table)?),
        7 => {
            let seat = *table.seated().keys().next()?;
            let word = format!("word{}", dice.random_range(0..1_000));
            by(HOUSE_ITSELF, TableCommand::SeedWord { seat, word })
        }
        8 if table.until().is_some_and(|until| now >= until) => {
            by(HOUSE_ITSELF, TableCommand::TimeUp)
        }
        9 => by("dee", TableCommand::Relieve),
        _ => by("dan", TableCommand::CallSupervisor { why: reason() }),
    }
}

/// A report that the game's section knows, about a seat of the round or the dealer.
fn irregular(dice: &mut SmallRng, table: &Table, play: &Play) -> Option<TableCommand> {
    if play.progress() == Progress::Betting {
        return None;
    }
    let seats: Vec<games::SeatNumber> =
        play.round().felt().seats.iter().map(|seat| seat.number).collect();
    let seat = seats.choose(dice).copied().filter(|_| dice.random_bool(0.7));
    let is_known = |what| play.round().table().order_for(what, seat).is_some();
    let known: Vec<(&str, Irregularity)> =
        Irregularity::WORDS.iter().copied().filter(|(_, what)| is_known(*what)).collect();
    let (word, what) = *known.choose(dice)?;
    // A misdeal ends the round: most rounds are played out.
    let is_rare = matches!(what, Irregularity::Misdeal | Irregularity::DefectiveDeck);
    if is_rare && dice.random_bool(0.8) {
        return None;
    }
    let number = |seat: games::SeatNumber| Seat(seat.get());
    let other = seats.iter().copied().find(|other| Some(*other) != seat);
    let needs_other = what == Irregularity::ExposedHand || what == Irregularity::ExposedHandRefused;
    let names_card = table.setup().kind == Kind::Live
        && matches!(what, Irregularity::ExposedDraw | Irregularity::ExposedCard);
    Some(TableCommand::Irregular {
        event: word.to_owned(),
        seat: seat.map(number),
        other: other.filter(|_| needs_other && dice.random_bool(0.5)).map(number),
        card: cards::DECK.choose(dice).copied().filter(|_| names_card),
    })
}

/// The dealer presses a button that has nothing to do with the cards.
fn wrong_key(
    dice: &mut SmallRng,
    house: &House,
    id: &TableId,
    play: &Play,
) -> Option<TableCommand> {
    let round = house.table(id).ok()?.keypad_round()?;
    let is_known = matches!(play.round().next(), Next::Award(_) | Next::Done);
    let seats: Vec<Seat> = round.played.bets.keys().copied().collect();
    let row = round.posted.rows.choose(dice).filter(|_| is_known)?;
    Some(TableCommand::Key { seat: *seats.choose(dice)?, hand: row.hand.clone() })
}

/// A player leaves, or takes a free seat again.
fn come_or_go(dice: &mut SmallRng, table: &Table) -> Option<TableCommand> {
    let seat = Seat(*SEATS.choose(dice)?);
    if table.seated().contains_key(&seat) {
        return Some(TableCommand::Leave { seat });
    }
    let plays = if dice.random_bool(0.8) { floor::plays(table.setup()) } else { SIMPLE };
    Some(TableCommand::SeatBot { seat, buy_in: Cents::dollars(1_000), plays: plays.to_owned() })
}
