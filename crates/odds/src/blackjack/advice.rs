//! What to choose in a round, what each choice is worth, and the charts.

use std::sync::Arc;

use cards::{Card, Rank, Suit};
use games::{Action, Choice, Felt};

use super::charts;
use super::hands::{ACE, HandId, Hands, LIMIT, TEN, VALUES, value_of};
use super::model::{Model, Strategy, UpRank};
use super::outcomes::Move;
use crate::compare::{Difference, Differences, alike};
use crate::exact::{Exact, whole};
use crate::solution::{Advisor, Arithmetic, Spot, SpotError, Valued, ranked};
use crate::strategy::Chart;

/// When a War win is pressed, by the ranks of the player's first card and the dealer's.
pub(crate) type Presses = [[bool; 13]; 13];

/// Decides every hand of blackjack.
pub(crate) struct Advice {
    model: Arc<Model>,
    strategy: Strategy,
    /// Hands that are insured against an ace.
    insures: Vec<bool>,
    /// When a War win is pressed, and the chart of it.
    presses: Option<(Presses, Chart)>,
}

impl Advice {
    pub(crate) fn new(
        model: &Arc<Model>,
        strategy: &Strategy,
        presses: Option<(Presses, Chart)>,
    ) -> Advice {
        let hands = &model.hands;
        let mut insures = vec![false; hands.len()];
        for first in 0..VALUES {
            for second in first..VALUES {
                let place = usize::from(hands.pair(first, second));
                insures[place] = model.insures(strategy, [first, second]);
            }
        }
        Advice { model: Arc::clone(model), strategy: strategy.clone(), insures, presses }
    }

    fn hand(&self, cards: &[Card]) -> HandId {
        let hands = &self.model.hands;
        cards.iter().fold(Hands::EMPTY, |id, card| match id {
            Hands::NONE => Hands::NONE,
            id => hands.with(id, value_of(card.rank())),
        })
    }

    /// What is done with two cards of some values; tens are of different ranks.
    fn on_two(&self, [a, b]: [usize; 2], up: usize) -> Action {
        let plays = &self.strategy.plays[up];
        if self.model.hands.shape(self.model.hands.pair(a, b)).points == LIMIT {
            return Action::Stand;
        }
        if a == b && plays.splits[a][UpRank::Other as usize] {
            return Action::Split;
        }
        match plays.two[usize::from(self.model.hands.pair(a, b))] {
            Move::Hit => Action::Hit,
            Move::Stand => Action::Stand,
            Move::Double => Action::Double,
            Move::Surrender => Action::Surrender,
        }
    }

    /// Whether the strategy splits this pair, where that is legal?
    fn splits(&self, card: Rank, up: Rank) -> bool {
        let (value, up_value) = (value_of(card), value_of(up));
        let tells_apart = value == TEN && self.model.rules.tells_tens_apart();
        let rank = if tells_apart && card == up { UpRank::Same } else { UpRank::Other };
        self.strategy.plays[up_value].splits[value][rank as usize]
    }

    /// Takes the win, or presses it on the blackjack wager.
    fn press(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        let own = felt.seats[seat].cards()[0].rank();
        let dealers = felt.dealer.cards()[0].rank();
        let presses = self.presses.as_ref();
        let presses = presses.is_some_and(|(all, _)| all[own.index()][dealers.index()]);
        let may = choice.actions.contains(&Action::Press);
        if presses && may { Action::Press } else { Action::Take }
    }

    fn play(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        let up = felt.dealer.cards()[0].rank();
        let number = choice.hand.map_or(0, |hand| usize::from(hand) - 1);
        let cards = felt.seats[seat].hands[number].cards.cards();
        let id = self.hand(cards);
        if id == Hands::NONE {
            // A shoe that was shuffled again within the round may give what no full shoe can.
            return Action::Stand;
        }
        let (plays, id) = (&self.strategy.plays[value_of(up)], usize::from(id));
        let may = |action: Action| choice.actions.contains(&action);
        if cards.len() == 2 {
            if may(Action::Split) && self.splits(cards[0].rank(), up) {
                return Action::Split;
            }
            match if choice.hand.is_none() { plays.two[id] } else { plays.split[id] } {
                Move::Double if may(Action::Double) => return Action::Double,
                Move::Surrender if may(Action::Surrender) => return Action::Surrender,
                _ => {}
            }
        }
        match plays.more[id] {
            Move::Hit if may(Action::Hit) => Action::Hit,
            _ => Action::Stand,
        }
    }
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        match choice.actions.first() {
            Some(Action::Insure) => {
                let id = self.hand(felt.seats[seat].cards());
                let insures = self.insures.get(usize::from(id)).copied().unwrap_or_default();
                if insures { Action::Insure } else { Action::Decline }
            }
            Some(Action::Decline) => Action::Decline,
            Some(Action::Take) => self.press(felt, seat, choice),
            _ => self.play(felt, seat, choice),
        }
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let (id, up) = self.spotted(spot)?;
        let model = &self.model;
        let column = &model.columns[up];
        let place = usize::from(id);
        // After the peek the dealer has no blackjack; without one a dealer blackjack counts.
        let known = if model.rules.peeks { 1.0 - column.blackjack[place] } else { 1.0 };
        let values = &column.values[place];
        let mut split = None;
        if let ([first, second], [up_card]) = (spot.own.as_slice(), spot.dealer.as_slice())
            && model.rules.split_on.allows(first.rank(), second.rank())
        {
            let value = value_of(first.rank());
            let is_same =
                value == TEN && model.rules.tells_tens_apart() && first.rank() == up_card.rank();
            let rank = if is_same { UpRank::Same } else { UpRank::Other };
            split = model.splits[up][value][rank as usize].as_ref().map(|split| split.value);
        }
        let choices = [
            (Action::Split, split),
            (Action::Double, values.double),
            (Action::Hit, values.hit),
            (Action::Stand, Some(values.stand)),
            (Action::Surrender, values.surrender),
        ];
        let valued = choices.into_iter().filter_map(|(action, value)| {
            Some(Valued { action, value: Exact::from_float(value? / known)? })
        });
        Ok(ranked(valued.collect()))
    }

    /// Insurance is half the wager, whose values these are.
    fn values_at(&self, spot: &Spot, choice: &Choice) -> Result<Vec<Valued>, SpotError> {
        if !choice.actions.contains(&Action::Decline) {
            return self.values(spot);
        }
        let mut values = insurance_values(&self.model, spot)?;
        for valued in &mut values {
            valued.value /= whole(2);
        }
        Ok(values)
    }

    /// On the first two cards; what comes later follows from it.
    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let of_value = |value: usize, suit: Suit| {
            let rank = Rank::ALL.into_iter().find(|rank| value_of(*rank) == value);
            Card::new(rank.expect("every value is a rank's"), suit)
        };
        let mut found = Differences::of(Arithmetic::UNIT);
        for (cards, up, chance) in self.model.deals() {
            let choices = [self, other].map(|advice| advice.on_two(cards, up));
            found.add(super::DECISION, choices, super::in_units(chance), || Spot {
                own: vec![of_value(cards[0], Suit::Spades), of_value(cards[1], Suit::Hearts)],
                dealer: vec![of_value(up, Suit::Diamonds)],
                ..Spot::default()
            });
        }
        found.finish()
    }

    fn charts(&self) -> Vec<Chart> {
        let press = self.press_chart().cloned();
        charts::charts(&self.model).into_iter().chain(press).collect()
    }

    fn assumes(&self) -> Option<&'static str> {
        Some(if self.model.rules.peeks {
            "Values assume that the dealer has no blackjack: the dealer has already looked."
        } else {
            "The dealer does not look for a blackjack, so values count the dealer's blackjacks too."
        })
    }
}

impl Advice {
    /// When a War win is pressed.
    pub(crate) fn press_chart(&self) -> Option<&Chart> {
        self.presses.as_ref().map(|(_, chart)| chart)
    }

    /// The hand and the card up of a spot at which a hand is played.
    fn spotted(&self, spot: &Spot) -> Result<(HandId, usize), SpotError> {
        let [up] = spot.dealer.as_slice() else {
            let has = spot.dealer.len();
            return Err(SpotError::Cards { what: "dealer's cards", has, wants: "one card up" });
        };
        spot.no_board()?;
        if spot.own.len() < 2 {
            let has = spot.own.len();
            return Err(SpotError::Cards { what: "hand", has, wants: "two cards or more" });
        }
        check_decks(spot, self.model.rules.decks())?;
        if spot.so_far.contains(&Action::Split) {
            let why =
                "a hand after a split is played as if it had been dealt; ask about it that way";
            return Err(SpotError::NoDecision(why.to_owned()));
        }
        spot.is_first()?;
        let no = |why: &str| Err(SpotError::NoDecision(why.to_owned()));
        let id = self.hand(&spot.own);
        if id == Hands::NONE {
            return no("the hand has busted");
        }
        match self.model.hands.shape(id).points {
            LIMIT if spot.own.len() == 2 => no("a blackjack is paid at once"),
            LIMIT => no("a total of 21 stands automatically"),
            _ => Ok((id, value_of(up.rank()))),
        }
    }
}

/// No card may be there more often than the decks hold it.
pub(crate) fn check_decks(spot: &Spot, decks: u16) -> Result<(), SpotError> {
    spot.no_joker()?;
    let mut counts = [0u16; 52];
    for &card in spot.own.iter().chain(&spot.dealer) {
        counts[card.index()] += 1;
        if counts[card.index()] > decks {
            return Err(SpotError::Twice(card));
        }
    }
    Ok(())
}

/// The choices on insurance, in units of the insurance.
pub(crate) fn insurance_values(model: &Model, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
    let own = spot.own::<2>("two cards")?;
    spot.no_board().and(spot.is_first())?;
    check_decks(spot, model.rules.decks())?;
    let is_ace = |card: &Card| value_of(card.rank()) == ACE;
    if spot.dealer.len() != 1 || !spot.dealer.iter().all(is_ace) {
        let why = "insurance is offered when the dealer shows an ace";
        return Err(SpotError::NoDecision(why.to_owned()));
    }
    let insure = model.value_of_insurance(own.map(|card| value_of(card.rank())));
    Ok(ranked(vec![
        Valued { action: Action::Insure, value: insure },
        Valued { action: Action::Decline, value: whole(0) },
    ]))
}
