//! What the tests of the hold'em games share: one starting hand on every board by plain counting,
//! and rounds played through the real tables.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use cards::{Card, DECK, Suit};
use games::{Action, Keep, Next, Posting, Round, SeatNumber, Table};
use hands::{Category, FiveValue, Hand};
use money::Cents;
use odds::{Advisor, Exact, Spot, Subject};
use rand::seq::SliceRandom as _;
use rand::{SeedableRng as _, rngs::StdRng};
use rulebook::Rulebook;

pub fn subject(game: &str) -> Subject {
    Subject::open(Rulebook::embedded(), game, None, BTreeMap::new()).unwrap()
}

pub fn cards(text: &str) -> Vec<Card> {
    cards::parse_cards(text).unwrap()
}

/// A finished board against all dealer's hands.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Each suit's ranks.
    pub lanes: [u16; 4],
    /// How many boards it stands for.
    pub times: i128,
    /// Won, tied and lost against a dealer with a pair or better, then against one without.
    pub qualified: [i128; 3],
    pub unqualified: [i128; 3],
    pub value: FiveValue,
}

/// A starting hand and all its boards up to the names of the suits that it does not hold.
pub struct Counted {
    pub own: [Card; 2],
    free: Vec<usize>,
    pub boards: Vec<Board>,
}

pub static SUITED: LazyLock<Counted> = LazyLock::new(|| Counted::new("Tc 9c"));
pub static OFFSUIT: LazyLock<Counted> = LazyLock::new(|| Counted::new("Qc 7d"));

/// The key of some cards: each suit's ranks, those of free suits in order.
fn key(cards: &[Card], free: &[usize]) -> [u16; 4] {
    let mut lanes = [0; 4];
    cards.iter().for_each(|card| lanes[card.suit().index()] |= 1 << card.rank().index());
    in_order(lanes, free)
}

fn in_order(mut lanes: [u16; 4], free: &[usize]) -> [u16; 4] {
    let mut sorted: Vec<u16> = free.iter().map(|&suit| lanes[suit]).collect();
    sorted.sort_unstable();
    free.iter().zip(sorted).for_each(|(&suit, lane)| lanes[suit] = lane);
    lanes
}

impl Counted {
    fn new(own: &str) -> Counted {
        let own: [Card; 2] = cards(own).try_into().unwrap();
        let free: Vec<usize> =
            (0..4).filter(|&suit| own.iter().all(|card| card.suit().index() != suit)).collect();
        let deck: Vec<Card> = DECK.iter().copied().filter(|card| !own.contains(card)).collect();
        let mut times: HashMap<[u16; 4], (i128, [Card; 5])> = HashMap::new();
        let n = deck.len();
        for a in 0..n {
            for b in a + 1..n {
                for c in b + 1..n {
                    for d in c + 1..n {
                        for e in d + 1..n {
                            let board = [a, b, c, d, e].map(|place| deck[place]);
                            times.entry(key(&board, &free)).or_insert((0, board)).0 += 1;
                        }
                    }
                }
            }
        }
        let all: Vec<(i128, [Card; 5])> = times.into_values().collect();
        let (first, second) = all.split_at(all.len() / 2);
        let count = |part: &[(i128, [Card; 5])]| -> Vec<Board> {
            part.iter().map(|&(times, board)| showdown(own, board, times)).collect()
        };
        let boards = std::thread::scope(|scope| {
            let other = scope.spawn(|| count(second));
            let mut boards = count(first);
            boards.extend(other.join().unwrap());
            boards
        });
        Counted { own, free, boards }
    }

    /// The cards of a board, each suit's ranks, without some of them, for each way to leave so many out, up to the names
    /// of the free suits.
    pub fn without(&self, lanes: [u16; 4], leave: usize) -> Vec<[u16; 4]> {
        let bits: Vec<(usize, u16)> = (0..4)
            .flat_map(|suit| (0..13).map(move |rank| (suit, 1 << rank)))
            .filter(|&(suit, bit)| lanes[suit] & bit != 0)
            .collect();
        let mut found = Vec::new();
        let all = 1u32 << bits.len();
        for chosen in (0..all).filter(|chosen| chosen.count_ones() as usize == leave) {
            let mut lanes = lanes;
            for (place, &(suit, bit)) in bits.iter().enumerate() {
                if chosen >> place & 1 == 1 {
                    lanes[suit] &= !bit;
                }
            }
            found.push(in_order(lanes, &self.free));
        }
        found
    }
}

/// Counts the dealer's hands one by one.
pub fn showdown(own: [Card; 2], board: [Card; 5], times: i128) -> Board {
    let on_board = Hand::from(board);
    let value = on_board.with(own[0]).with(own[1]).value();
    let pair = FiveValue::floor(Category::Pair, &[]).unwrap();
    let left: Vec<Card> =
        DECK.iter().copied().filter(|card| !own.contains(card) && !board.contains(card)).collect();
    let mut counts = [[0u32; 3]; 2];
    for (place, &first) in left.iter().enumerate() {
        let six = on_board.with(first);
        for &second in &left[place + 1..] {
            let dealer = six.with(second).value();
            let outcome = 1 + usize::from(dealer > value) - usize::from(dealer < value);
            counts[usize::from(dealer < pair)][outcome] += 1;
        }
    }
    let [qualified, unqualified] = counts.map(|counts| counts.map(i128::from));
    let mut lanes = [0; 4];
    board.iter().for_each(|card| lanes[card.suit().index()] |= 1 << card.rank().index());
    Board { lanes, times, qualified, unqualified, value }
}

/// The value that an advisor gives to a choice.
pub fn value_of(advisor: &dyn Advisor, own: &[Card], board: &str, action: &str) -> Exact {
    let spot = Spot { own: own.to_vec(), board: cards(board), ..Spot::default() };
    let action: Action = action.parse().unwrap();
    let values = advisor.values(&spot).unwrap();
    values.into_iter().find(|valued| valued.action == action).unwrap().value
}

/// Plays rounds at a real table as an advisor says. Every decision is shown to `decided` with the
/// spot; at the end of each round `ended` gets it.
pub fn play(
    game: &str,
    bets: &[(&str, i64)],
    advisor: &dyn Advisor,
    rounds: usize,
    mut decided: impl FnMut(&Spot, Action),
    mut ended: impl FnMut(&Round),
) {
    let posting = Posting { game: game.to_owned(), ..Posting::default() };
    let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut random = StdRng::seed_from_u64(212);
    let seat = SeatNumber::FIRST;
    for _ in 0..rounds {
        let mut deck = DECK.to_vec();
        deck.shuffle(&mut random);
        let mut round = Round::new(&table, Keep::Nothing);
        for &(bet, dollars) in bets {
            round.bet(seat, bet, Cents::dollars(dollars)).unwrap();
        }
        round.lock().unwrap();
        let mut so_far = Vec::new();
        loop {
            match round.next().clone() {
                Next::Bets | Next::Award(_) => unreachable!("bets are locked"),
                Next::Card(_) => round.card(deck.pop().unwrap()).unwrap(),
                Next::Done => break,
                // Blackjack follows in 212; it is not what is played here.
                Next::Decision(choice) if choice.actions.contains(&Action::Stand) => {
                    round.act(seat, Action::Stand).unwrap();
                }
                Next::Decision(choice) => {
                    let felt = round.felt();
                    let action = advisor.choose(felt, 0, &choice);
                    let board = felt.board.faces().zip(felt.board.cards());
                    let up = |(face, card): (cards::Face, &Card)| {
                        matches!(face, cards::Face::Up(_)).then_some(*card)
                    };
                    let board = board.filter_map(up).collect();
                    let own = felt.seats[0].cards().to_vec();
                    let spot = Spot { own, board, so_far: so_far.clone(), ..Spot::default() };
                    decided(&spot, action);
                    so_far.push(action);
                    round.act(seat, action).unwrap();
                }
            }
        }
        ended(&round);
    }
}

/// Two cards of each of the 169 starting hands, with how many hands each stands for.
pub fn starts() -> Vec<([Card; 2], i64)> {
    let mut all = Vec::new();
    for high in cards::Rank::ALL {
        for low in cards::Rank::ALL.into_iter().filter(|&low| low <= high) {
            let first = Card::new(high, Suit::Spades);
            let times = if high == low { 6 } else { 12 };
            all.push(([first, Card::new(low, Suit::Hearts)], times));
            if high != low {
                all.push(([first, Card::new(low, Suit::Spades)], 4));
            }
        }
    }
    all
}
