//! Silverado Stud, ARSD 20:18:16:15.09: four cards set as three and one, each finished by two
//! community cards, against a pay table.
//!
//! 1. Each player makes two equal bets and, where it is offered, the four-card bet (2).
//! 2. Four cards to each player, two to the dealer, which are the community cards (4).
//! 3. Each player sets three cards and one, or lays down four of a kind or two pair (5).
//! 4. The first community card; each player may raise on the five-card hand (6).
//! 5. The second community card (6).
//! 6. Last seat first: five-card, raise, three-card, four-card bonus (7) (9).

use arrayvec::ArrayVec;
use cards::Card;
use hands::{Category, FiveValue, FourValue};
use money::Cents;

use crate::action::Action;
use crate::choice::{About, Actions, Stage};
use crate::felt::{Felt, Seat};
use crate::game::{Bet, Game, lines};
use crate::hand::{Hand, Whose};
use crate::paytable::PayTable;
use crate::round::Next;
use crate::script::{self, Scripted, Step, Turn};
use crate::settle::{Pay, Taken};
use crate::state::RoundState;
use crate::table::Opening;

lines! {
    FIVE_CARD = "five-card",
    RAISE = "raise",
    THREE_CARD = "three-card",
}

const BETS: &[Bet] = &[Bet { id: "base", lines: &[FIVE_CARD, THREE_CARD] }];

/// Which decision is wanted.
const SET: u8 = 0;
const MAY_RAISE: u8 = 1;

const SCRIPT: &[Step] = &[
    Step::Deal("deal"),
    Step::Decide(SET),
    Step::TurnUp(1),
    Step::Decide(MAY_RAISE),
    Step::TurnUp(2),
];

/// What the game needs of its section.
pub(crate) struct SilveradoStud {
    raise_most: u8,
    five_card: PayTable,
    three_card: PayTable,
    four_of_a_kind_dealt: Option<Pay>,
    two_pair_dealt: Option<Pay>,
    lay_down: Pay,
    no_five_card: Taken,
    no_three_card: Taken,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> SilveradoStud {
    let five_card = opening.required_table("five-card");
    let laid_down = opening.cite(&["set", "order", "SS-2"]);
    // A hand may be laid down only where the posted schedule has a row for it [SS-2].
    let dealt = |category| {
        let row = five_card.row(five_card.dealt(category)?);
        Some(Pay { odds: row.odds, row: row.hand.words(), cite: laid_down })
    };
    SilveradoStud {
        raise_most: opening.option("raise-most").parse().unwrap_or(1),
        four_of_a_kind_dealt: dealt(Category::FourOfAKind),
        two_pair_dealt: dealt(Category::TwoPair),
        three_card: opening.required_table("three-card"),
        lay_down: opening.pay("lay-down"),
        no_five_card: opening.taken("no winning pair", &["collect", "showdown", "SS-5"]),
        no_three_card: opening.taken("no pair", &["collect", "showdown"]),
        five_card,
    }
}

impl Game for SilveradoStud {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn is_dealer_the_board(&self) -> bool {
        true
    }

    fn hands(&self, felt: &Felt, whose: Whose, own: &[Card], board: &[Card]) -> Vec<Hand> {
        let Whose::Seat(number, _) = whose else { return Vec::new() };
        let seat = felt.place_of(number).map(|place| &felt.seats[place]);
        let Some(set) = seat.and_then(|seat| seat.set) else {
            // Four cards that were laid down are compared with nothing else (5).
            let is_laid_down = seat.is_some_and(|seat| seat.is_out);
            return Hand::four(own).filter(|_| is_laid_down).into_iter().collect();
        };
        let [first, second] = *board else { return Vec::new() };
        let kept: Vec<Card> = own.iter().copied().filter(|card| *card != set).collect();
        let five = Hand::five(&kept, board).map(|hand| hand.in_part("five cards"));
        let three = Hand::three(&[set, first, second]).map(|hand| hand.in_part("three cards"));
        five.into_iter().chain(three).collect()
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        script::advance(self, state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        script::act(self, state, seat, action);
    }
}

impl Scripted for SilveradoStud {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, _: &RoundState<'_>, _: usize, _: u8) -> Turn {
        Turn::Decide
    }

    fn about(&self, decision: u8) -> About {
        match decision {
            SET => About { wager: "base", stage: Stage::Setting, line: None },
            _ => About { wager: "base", stage: Stage::Raise, line: Some(RAISE) },
        }
    }

    fn choices(&self, state: &RoundState<'_>, seat: usize, decision: u8, actions: &mut Actions) {
        let player = &state.felt.seats[seat];
        if decision == SET {
            actions.extend(player.dealt::<4>().map(Action::Set));
            if self.dealt(player).is_some() {
                actions.push(Action::LayDown);
            }
            return;
        }
        for times in 1..=self.raise_most {
            let amount = raised(player, times);
            if state.table.limits.allow(player, RAISE, amount) {
                let raise = if times == 1 { Action::Raise } else { Action::RaiseTimes(times) };
                actions.push_staking(raise, amount);
            }
        }
        actions.push(Action::NoRaise);
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, _: u8, action: Action) {
        let player = &mut state.felt.seats[seat];
        match action {
            Action::Set(card) => player.set = Some(card),
            Action::LayDown => self.settle_laid_down(state, seat),
            Action::Raise => player.stakes[RAISE.index()] = raised(player, 1),
            Action::RaiseTimes(times) => player.stakes[RAISE.index()] = raised(player, times),
            _ => {}
        }
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let [first, second] = state.felt.board.array().expect("the deal is complete");
        let player = &state.felt.seats[seat];
        // A hand that was laid down is out of the rest [SS-2].
        let Some(set) = player.set.filter(|_| !player.is_out) else { return };
        let own: ArrayVec<Card, 4> =
            player.dealt::<4>().into_iter().filter(|&card| card != set).collect();
        let lines = &mut *state.settlement;
        let row = self.five_card.five(FiveValue::of(&[own[0], own[1], own[2], first, second]));
        lines.table(player, FIVE_CARD, &self.five_card, row, self.no_five_card);
        if player.has(RAISE) {
            lines.table(player, RAISE, &self.five_card, row, self.no_five_card);
        }
        let row = self.three_card.three([set, first, second]);
        lines.table(player, THREE_CARD, &self.three_card, row, self.no_three_card);
    }
}

/// A raise of this many five-card bets [SS-8].
fn raised(player: &Seat, times: u8) -> Cents {
    player.stake(FIVE_CARD) * i64::from(times)
}

impl SilveradoStud {
    /// What four cards are paid if they are laid down; nothing if they may not be (5).
    fn dealt(&self, player: &Seat) -> Option<Pay> {
        if player.is_unseen() {
            return None;
        }
        match FourValue::of(&player.dealt()).category() {
            Category::FourOfAKind => self.four_of_a_kind_dealt,
            Category::TwoPair => self.two_pair_dealt,
            _ => None,
        }
    }

    /// Settles all of a seat that lays its hand down, before the other seats (5).
    fn settle_laid_down(&self, state: &mut RoundState<'_>, seat: usize) {
        let player = &mut state.felt.seats[seat];
        player.is_out = true;
        // Whoever lays a hand down shows it.
        player.hands[0].cards.turn_up(4);
        let player = &state.felt.seats[seat];
        let pay = self.dealt(player).expect("only such a hand may be laid down");
        state.settlement.pay(player, FIVE_CARD, pay);
        state.settlement.pay(player, THREE_CARD, self.lay_down);
        state.settle_side_bets(seat);
    }
}
