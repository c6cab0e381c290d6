//! Texas Hold'em Bonus for a player who knows a card of the dealer's or of the board.
//!
//! Flop, turn and river bets win and lose each for itself, so each is made where its own sum over what is not known is
//! above zero.

use num_bigint::BigInt;
use num_traits::ToPrimitive as _;

use super::Pays;
use super::hand::{Bets, OUTCOMES};
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

/// The value of the best play.
pub(super) fn knowing(question: &Question<'_>, sees: Sees) -> Option<Knowing> {
    let bets = Pays::of(question.subject).bets();
    let value = match sees {
        Sees::Dealer(1) => with_dealer_card(&bets, question),
        Sees::Board(place) => with_board_card(&bets, place),
        _ => return None,
    };
    Some(Knowing::exact(value))
}

fn with_dealer_card(bets: &Bets, question: &Question<'_>) -> Exact {
    let grades = grade_of();
    let all_nets = bets.nets.map(|nets| nets.map(|net| net.to_i64().expect("pays are limited")));
    // What the ante nets, and an ante of each other bet.
    let worth = |river: Showdown| -> [i64; 2] {
        let [won, also_won, tied, also_tied, lost, also_lost] = dealer_card::outcomes(river);
        let on_ante = usize::from(!bets.pays_ante[grades(river)]);
        let nets: [[i64; 2]; OUTCOMES] = all_nets;
        [0, 1].map(|line| {
            (won + also_won) * nets[on_ante][line]
                + (tied + also_tied) * nets[2][line]
                + (lost + also_lost) * nets[3][line]
        })
    };
    let (flops, turns) = (Seen::all(3), Seen::all(4));
    let ways = dealer_card::deals() / (1_326 * 50);
    let value = |start: Start, known: &Known, [of_turns, of_flops]: &[Sums<[i64; 2]>; 2]| {
        let dead = known.card | start.cards().iter().fold(0, |set, card| set | 1 << card.index());
        let mut sum = 0i128;
        for flop in flops.iter().filter(|flop| flop.cards & dead == 0) {
            let [ante, street] = of_flops.of(flop, start.kind, known.suit);
            sum += i128::from(ante) + 2 * i128::from(street) + i128::from(street.max(0));
        }
        let turns = turns.iter().filter(|board| board.cards & dead == 0);
        let river: i128 = turns
            .map(|board| i128::from(of_turns.of(board, start.kind, known.suit)[1].max(0)))
            .sum();
        // A board of four comes from each of its four flops.
        (sum + 4 * river).max(-bets.ante * ways)
    };
    question.progress.begin("ranks against a known card", 13 * 91);
    let sum = dealer_card::over_all(worth, value, || question.progress.advance(1));
    fraction(sum, BigInt::from(dealer_card::deals()) * BigInt::from(bets.ante))
}

/// What the ante nets, an ante of each other bet, and of a bet that is made only where it wins.
type Nets = [i128; 3];

fn with_board_card(bets: &Bets, place: u8) -> Exact {
    let showdowns = Showdowns::warm();
    let grades = grade_of();
    let of_rivers = |_: Option<usize>, rivers: &[Showdown]| {
        let of = |river: &Showdown| -> Nets {
            match grades(*river) {
                NO_GRADE => [0; 3],
                grade => {
                    let [ante, street] = bets.over(grade, sums(*river));
                    [ante, street, street.max(0)]
                }
            }
        };
        rivers.iter().map(of).collect()
    };
    // What follows one known card.
    let ways = i128::from(DEALERS)
        * 46
        * i128::from(if place > 3 { CHOOSE[49][3] } else { CHOOSE[49][2] * 47 });
    let of_hand = |hand: Ranks| -> i128 {
        let turns: Worth<Nets> = Worth::of_turns(&showdowns, hand, of_rivers);
        let flops: Option<Worth<Nets>> =
            (place <= 3).then(|| Worth::of_flops(&showdowns, hand, of_rivers));
        let of_start = |start: Start| {
            let orbits = Orbits::of(start.kind);
            let mut sums = [[0i128; 1]; 52];
            if let Some(flops) = &flops {
                for (_, board) in Boards::flops(start.kind).met(start) {
                    let [ante, street, _] = flops.of(board);
                    orbits.add(&mut sums, board, [ante + 2 * street + street.max(0)]);
                }
            }
            for (_, board) in Boards::turns(start.kind).met(start) {
                let [ante, street, sure] = turns.of(board);
                let bets = match place {
                    // Any of the other three cards can be the turn.
                    0..=3 => 3 * street.max(0),
                    4 => ante + 2 * street + 2 * street.max(0),
                    _ => ante + 2 * street + street.max(0) + sure,
                };
                orbits.add(&mut sums, board, [bets]);
            }
            // Cards that the hand holds, and those that another of their class stands for, are in no sum.
            let held = start.cards().map(|card| card.index());
            let best = |(card, [sum]): (usize, &[i128; 1])| {
                let free = orbits.cards(card).filter(|card| !held.contains(card)).count() as i128;
                (*sum).max(-bets.ante * ways * free)
            };
            sums.iter().enumerate().map(best).sum::<i128>()
        };
        hand.starts().map(|start| i128::from(start.times()) * of_start(start)).sum()
    };
    let deals = BigInt::from(1_326 * 50 * ways) * BigInt::from(bets.ante);
    fraction(known_board::over_hands(of_hand), deals)
}
