//! Questions about games with other pays, and rounds played by an advisor.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Card, DECK};
use games::{Action, Choice, Keep, Next, Posting, Round, SeatNumber, Table};
use money::Cents;
use odds::{Advisor, Analysis, Ask, Silent, Spot, Subject, analyse};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use rulebook::{HandType, Row, Rulebook, Schedule};

pub fn subject(game: &str, options: &[(&str, &str)]) -> Subject {
    of_book(Rulebook::embedded(), game, options)
}

fn of_book(book: &Rulebook, game: &str, options: &[(&str, &str)]) -> Subject {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    Subject::open(book, game, None, options.collect()).unwrap()
}

/// A schedule of the rulebook.
pub fn schedule(game: &str, wager: &str, id: &str) -> Schedule {
    let section = Rulebook::embedded().game(game).unwrap().newest();
    section.schedules_of(wager).find(|schedule| schedule.id == id).unwrap().clone()
}

/// The game if rows of one line of a schedule paid otherwise; nothing instead of odds takes a row
/// away.
pub fn what_if(game: &str, wager: &str, id: &str, line: &str, rows: &[(&str, &str)]) -> Subject {
    let mut schedule = schedule(game, wager, id);
    let part = schedule.parts.iter_mut().find(|part| part.pays(line)).unwrap();
    for (words, odds) in rows {
        let known = HandType::of_order(part.order);
        let (_, hand) = *known.iter().find(|(known, _)| known == words).unwrap();
        part.rows.retain(|row| row.hand != hand || !odds.is_empty());
        if odds.is_empty() {
            continue;
        }
        let pays = odds.parse().unwrap();
        match part.rows.iter_mut().find(|row| row.hand == hand) {
            Some(row) => row.pays = pays,
            None => part.rows.push(Row { hand, pays, printed: None, envy: None }),
        }
    }
    of_book(&Rulebook::embedded().with_schedule(game, &schedule), game, &[])
}

pub fn analysis(subject: &Subject, wager: &str, schedule: &str) -> Analysis {
    let (wager, schedule) = (Some(wager.to_owned()), Some(schedule.to_owned()));
    analyse(subject, &Ask { wager, schedule, ..Ask::default() }, &Silent).unwrap().remove(0)
}

/// A decision that an advisor made, with what he knew.
pub struct Decided {
    pub spot: Spot,
    pub choice: Choice,
    pub action: Action,
}

/// A round that an advisor played alone.
pub struct Played {
    pub decisions: Vec<Decided>,
    pub own: Vec<Card>,
    pub board: Vec<Card>,
    /// What he is up or down on all wagers, in units of ten dollars.
    pub net: i64,
}

/// Plays rounds from shuffled decks, ten dollars on the bet, with a schedule posted.
pub fn play(
    game: &str,
    bet: &str,
    schedule: &str,
    advisor: &dyn Advisor,
    rounds: u64,
) -> Vec<Played> {
    let schedules = BTreeMap::from([(bet.to_owned(), schedule.to_owned())]);
    let schedules = if schedule == "standard" { BTreeMap::new() } else { schedules };
    let posting = Posting { game: game.to_owned(), schedules, ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut random = SmallRng::seed_from_u64(19);
    (0..rounds).map(|_| play_one(&table, bet, advisor, &mut random)).collect()
}

fn play_one(table: &Arc<Table>, bet: &str, advisor: &dyn Advisor, random: &mut SmallRng) -> Played {
    let mut deck = DECK;
    deck.shuffle(random);
    let mut cards = deck.iter();
    let mut round = Round::new(table, Keep::Nothing);
    round.bet(SeatNumber::FIRST, bet, Cents::dollars(10)).unwrap();
    round.lock().unwrap();
    let mut decisions: Vec<Decided> = Vec::new();
    loop {
        match round.next().clone() {
            Next::Card(_) => round.card(*cards.next().unwrap()).unwrap(),
            Next::Decision(choice) => {
                let felt = round.felt();
                let action = advisor.choose(felt, 0, &choice);
                let up = |(place, card): (usize, &Card)| felt.board.is_up(place).then_some(*card);
                let board = felt.board.cards().iter().enumerate().filter_map(up).collect();
                let so_far = decisions.iter().map(|decided| decided.action).collect();
                let own = felt.seats[0].cards().to_vec();
                let spot = Spot { own, board, dealer: Vec::new(), so_far };
                decisions.push(Decided { spot, choice, action });
                round.act(SeatNumber::FIRST, action).unwrap();
            }
            Next::Done => break,
            Next::Bets | Next::Award(_) => unreachable!("the bets are locked, none on a meter"),
        }
    }
    let lines = &round.settlement().lines;
    let cents: i64 = lines.iter().map(|line| line.returned.get() - line.staked.get()).sum();
    let felt = round.felt();
    let (own, board) = (felt.seats[0].cards().to_vec(), felt.board.cards().to_vec());
    assert_eq!(cents % 1_000, 0);
    Played { decisions, own, board, net: cents / 1_000 }
}

/// The advisor never chooses what is worth less than another legal choice.
pub fn chooses_the_best(played: &[Played], advisor: &dyn Advisor) {
    for Decided { spot, choice, action } in played.iter().flat_map(|round| &round.decisions) {
        let values = advisor.values(spot).unwrap();
        let chosen = values.iter().find(|valued| valued.action == *action).unwrap();
        assert_eq!(chosen.value, values[0].value, "{spot:?} {action}");
        assert_eq!(values.len(), choice.actions.len());
        assert!(values.iter().all(|valued| choice.actions.contains(&valued.action)));
    }
}
