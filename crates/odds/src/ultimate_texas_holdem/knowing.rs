//! Ultimate Texas Hold'em for a player who knows a card of the dealer's or of the board.

use num_bigint::BigInt;
use num_traits::ToPrimitive as _;

use super::{Bets, Pays};
use crate::choose::CHOOSE;
use crate::exact::{Exact, fraction};
use crate::game::Question;
use crate::holdem::boards::{Boards, Worth};
use crate::holdem::dealer_card::{self, Known, Seen, Sums};
use crate::holdem::grades::{NO_GRADE, grade_of, sums};
use crate::holdem::known_board::{self, Orbits};
use crate::holdem::showdown::{DEALERS, Showdown, Showdowns};
use crate::holdem::start::{Ranks, Start};
use crate::protect::{Knowing, Sees};

/// What ante and blind net, what each ante of play nets, and what the better of a bet and a fold at the river does.
type Nets<N> = [N; 3];

/// The value of the best play.
pub(super) fn knowing(question: &Question<'_>, sees: Sees) -> Option<Knowing> {
    let pays = Pays::of(question.subject, &question.schedules[0]);
    let bets = pays.bets();
    let value = match sees {
        Sees::Dealer(1) => with_dealer_card(&bets, None, question),
        Sees::Both { dealer: 1, board } => with_dealer_card(&bets, Some(board > 3), question),
        Sees::Board(place) => with_board_card(&bets, place > 3),
        _ => return None,
    };
    Some(Knowing::exact(value))
}

/// The value in antes of a sum over so many deals.
fn mean(sum: i128, deals: i128, ante: i128) -> Exact {
    fraction(sum, BigInt::from(deals) * BigInt::from(ante))
}

/// The best first choice, given what four and three times the ante and a check come to.
fn best(fixed: i128, play: i128, check: i128) -> i128 {
    check.max(fixed + 3 * play).max(fixed + 4 * play)
}

/// With one of the dealer's cards known, and with a card of the flop or one that comes after it where that is said.
fn with_dealer_card(bets: &Bets, is_after_flop: Option<bool>, question: &Question<'_>) -> Exact {
    let grades = grade_of();
    let nets = |outcome: usize, grade: usize| {
        let both = bets.nets[outcome * bets.blind_rows + usize::from(bets.rows[grade])];
        both.map(|net| net.to_i64().expect("pays are limited"))
    };
    let fold = -2 * bets.ante.to_i64().expect("it is small") * i64::from(dealer_card::OTHERS);
    let worth = |river: Showdown| -> Nets<i64> {
        let grade = grades(river);
        let (mut fixed, mut play) = (0, 0);
        for (outcome, count) in dealer_card::outcomes(river).into_iter().enumerate() {
            let nets = nets(outcome, grade);
            fixed += count * nets[0];
            play += count * nets[1];
        }
        [fixed, play, (fixed + play).max(fold)]
    };
    let boards = Seen::all(if is_after_flop == Some(true) { 4 } else { 3 });
    let value = |start: Start, known: &Known, [of_turns, of_flops]: &[Sums<Nets<i64>>; 2]| {
        let dead = known.card | start.cards().iter().fold(0, |set, card| set | 1 << card.index());
        let sums = if is_after_flop == Some(true) { of_turns } else { of_flops };
        let mut all = [0i128; 3];
        let mut by_card = [[0i128; 3]; 52];
        for board in boards.iter().filter(|board| board.cards & dead == 0) {
            let [fixed, play, river] = sums.of(board, start.kind, known.suit);
            let nets = [fixed, play, (fixed + 2 * play).max(river)].map(i128::from);
            if is_after_flop.is_none() {
                add(&mut all, nets);
                continue;
            }
            let mut cards = board.cards;
            while cards > 0 {
                add(&mut by_card[cards.trailing_zeros() as usize], nets);
                cards &= cards - 1;
            }
        }
        let best = |[fixed, play, check]: [i128; 3]| best(fixed, play, check);
        if is_after_flop.is_none() { best(all) } else { by_card.into_iter().map(best).sum() }
    };
    question.progress.begin("ranks against a known card", 13 * 91);
    let sum = dealer_card::over_all(worth, value, || question.progress.advance(1));
    // A flop is met once with each of its three cards known, and a board of four, of whose flops each is one card short,
    // with each of four.
    let deals = match is_after_flop {
        None => dealer_card::deals(),
        Some(false) => 3 * dealer_card::deals(),
        Some(true) => {
            dealer_card::deals() / i128::from(CHOOSE[49][3]) / 46 * 4 * i128::from(CHOOSE[49][4])
        }
    };
    mean(sum, deals, bets.ante)
}

/// Adds sums to sums.
fn add(to: &mut [i128; 3], nets: [i128; 3]) {
    to.iter_mut().zip(nets).for_each(|(to, net)| *to += net);
}

fn with_board_card(bets: &Bets, is_after_flop: bool) -> Exact {
    let showdowns = Showdowns::warm();
    let grades = grade_of();
    let of_rivers = |_: Option<usize>, rivers: &[Showdown]| {
        let of = |river: &Showdown| -> Nets<i128> {
            match grades(*river) {
                NO_GRADE => [0; 3],
                grade => {
                    let [fixed, play] = bets.over(grade, sums(*river));
                    [fixed, play, (fixed + play).max(bets.fold())]
                }
            }
        };
        rivers.iter().map(of).collect()
    };
    let of_hand = |hand: Ranks| -> i128 {
        let worth: Worth<Nets<i128>> = match is_after_flop {
            true => Worth::of_turns(&showdowns, hand, of_rivers),
            false => Worth::of_flops(&showdowns, hand, of_rivers),
        };
        hand.starts()
            .map(|start| i128::from(start.times()) * of_start(start, &worth, is_after_flop))
            .sum()
    };
    let ways = i128::from(DEALERS)
        * if is_after_flop {
            i128::from(CHOOSE[49][3]) * 46
        } else {
            i128::from(CHOOSE[49][2]) * 47 * 46
        };
    mean(known_board::over_hands(of_hand), 1_326 * 50 * ways, bets.ante)
}

/// The sum over all cards that can be known: of a flop's own, or with a flop that leaves it out.
fn of_start(start: Start, worth: &Worth<Nets<i128>>, is_after_flop: bool) -> i128 {
    let boards = if is_after_flop { Boards::turns(start.kind) } else { Boards::flops(start.kind) };
    let orbits = Orbits::of(start.kind);
    let mut sums = [[0i128; 3]; 52];
    for (_, board) in boards.met(start) {
        let [fixed, play, river] = worth.of(board);
        let nets = [fixed, play, (fixed + 2 * play).max(river)];
        orbits.add(&mut sums, board, nets);
    }
    sums.iter().map(|[fixed, play, check]| best(*fixed, *play, *check)).sum()
}
