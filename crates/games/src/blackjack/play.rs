//! The course of blackjack from the deal to the dealer's last card.

use cards::{Card, Rank};
use hands::Total;
use money::Cents;

use super::{Phase, Rules, dealer_draws, total};
use crate::action::Action;
use crate::choice::{About, Actions, Choice, Stage};
use crate::felt::{self, ExposedDraw, Facing, Felt, HandState, Seat, SeatHand, SeatNumber};
use crate::irregular::Order;
use crate::log::Event;
use crate::round::{Next, Recipient, Want};
use crate::script;
use crate::state::RoundState;

impl Rules {
    /// The next card of the stage that ends the deal; a hand that was passed over gets its second
    /// card after all others [BJ-4], and the dealer after all players.
    pub(crate) fn deal(&self, state: &RoundState<'_>, stage: &str, dealt: &mut u8) -> Option<Next> {
        script::deal_stage(state, stage, dealt).or_else(|| {
            let is_short = |seat: &&Seat| !seat.is_dead && seat.cards().len() < 2;
            if let Some(short) = state.felt.seats.iter().find(is_short) {
                let to = Recipient::Seat { seat: short.number, hand: 0 };
                return Some(Next::Card(Want { to, facing: Facing::Up, cite: self.late }));
            }
            let facing = match state.felt.dealer.cards().len() {
                0 => Facing::Up,
                1 => Facing::Down,
                _ => return None,
            };
            Some(Next::Card(Want { to: Recipient::Dealer, facing, cite: self.late }))
        })
    }

    /// Goes on until something is needed from outside; nothing when the dealer has finished.
    pub(crate) fn advance(&self, state: &mut RoundState<'_>) -> Option<Next> {
        loop {
            let mut phase = match state.felt.phase {
                felt::Phase::Blackjack(phase) => phase,
                _ => Phase::Deal { dealt: 0 },
            };
            let next = match &mut phase {
                Phase::Deal { dealt } => self.deal(state, "deal", dealt),
                Phase::Insure { place } => self.offer_insurance(state.felt, place),
                Phase::Peek => {
                    self.begin_hands(state.felt);
                    let finds_blackjack = self.peeks_and_finds_blackjack(state.felt);
                    if finds_blackjack {
                        state.reveal_dealer();
                    }
                    state.settle_dealt_side_bets(self.terms.peeks);
                    if finds_blackjack {
                        state.felt.phase = felt::Phase::Blackjack(Phase::Over);
                        continue;
                    }
                    None
                }
                Phase::Play { place, hand } => self.play_hands(state, place, hand),
                Phase::Show => {
                    state.reveal_dealer();
                    None
                }
                // A side bet on the dealer's hand needs it though no hand may be left.
                Phase::Draw => self.draw(state.felt, state.table.side_bets_need_dealer(state.felt)),
                Phase::Over => {
                    burn_exposed(state);
                    return None;
                }
            };
            if next.is_none() {
                phase = phase.then();
            }
            state.felt.phase = felt::Phase::Blackjack(phase);
            if next.is_some() {
                return next;
            }
        }
    }

    /// Against an ace every seat insures or declines, also one with a blackjack (23).
    fn offer_insurance(&self, felt: &Felt, place: &mut u8) -> Option<Next> {
        let has_ace = up_card(felt).is_some_and(|card| card.rank() == Rank::Ace);
        if self.terms.insurance.is_none() || !has_ace {
            return None;
        }
        while felt.seats.get(usize::from(*place))?.is_dead {
            *place += 1;
        }
        let seat = &felt.seats[usize::from(*place)];
        let mut actions = Actions::default();
        if let Some(half) = half(seat.stake(self.line)) {
            actions.push_staking(Action::Insure, half);
        }
        actions.push(Action::Decline);
        let (wager, line) = (self.names[self.line.index()], self.insurance_line);
        let about = About { wager, stage: Stage::Insurance, line };
        Some(Next::Decision(Choice::new(seat.number, about, actions)))
    }

    /// Puts the stakes on the hands, and marks the blackjacks.
    fn begin_hands(&self, felt: &mut Felt) {
        for seat in felt.seats.iter_mut().filter(|seat| !seat.is_dead) {
            let stake = seat.stake(self.line);
            let hand = &mut seat.hands[0];
            hand.stake = stake;
            if total(hand.cards.cards()).is_blackjack() {
                hand.state = HandState::Blackjack;
            }
        }
    }

    fn peeks_and_finds_blackjack(&self, felt: &Felt) -> bool {
        let looks = up_card(felt)
            .is_some_and(|card| card.rank() == Rank::Ace || Total::points_of(card.rank()) == 10);
        self.terms.peeks && looks && total(felt.dealer.cards()).is_blackjack()
    }

    /// The next card or decision of the players' hands.
    fn play_hands(
        &self,
        state: &mut RoundState<'_>,
        turn: &mut u8,
        turn_hand: &mut u8,
    ) -> Option<Next> {
        loop {
            let (place, index) = (usize::from(*turn), usize::from(*turn_hand));
            let seat = state.felt.seats.get(place)?;
            let Some(hand) = seat.hands.get(index).filter(|_| !seat.is_dead) else {
                *turn += 1;
                *turn_hand = 0;
                continue;
            };
            // A split hand gets its second card when its turn comes.
            if hand.is_drawing || hand.cards.cards().len() < 2 {
                let is_doubled = hand.doubled > Cents::ZERO;
                let facing = if is_doubled { self.double_facing } else { Facing::Up };
                return Some(self.card_to(seat.number, index, facing));
            }
            let hand_state = self.state_of(seat, index);
            if hand_state == HandState::Playing {
                return Some(Next::Decision(self.choice(state, place, index)));
            }
            state.felt.seats[place].hands[index].state = hand_state;
            *turn_hand += 1;
        }
    }

    fn card_to(&self, seat: SeatNumber, hand: usize, facing: Facing) -> Next {
        let to = Recipient::Seat { seat, hand: hand as u8 };
        Next::Card(Want { to, facing, cite: self.draw })
    }

    /// How a hand stands after its last card: twenty-one stands by itself [BJ-6], more is bust,
    /// split aces have got their one card unless they may be split again.
    fn state_of(&self, seat: &Seat, index: usize) -> HandState {
        let hand = &seat.hands[index];
        let total = total(hand.cards.cards());
        let is_done = |hand: &SeatHand| {
            total.points() == 21 || (self.is_bound(seat, hand) && !self.may_split(seat, index))
        };
        match hand.state {
            HandState::Playing | HandState::Doubled if total.is_bust() => HandState::Busted,
            HandState::Playing if is_done(hand) => HandState::Stood,
            state => state,
        }
    }

    /// Whether the hand is a split ace, which draws no further card. After a split a hand that begins with an ace came
    /// of splitting aces.
    fn is_bound(&self, seat: &Seat, hand: &SeatHand) -> bool {
        let is_ace = hand.cards.cards().first().is_some_and(|card| card.rank() == Rank::Ace);
        seat.hands.len() > 1 && is_ace && !self.terms.split_aces_draw
    }

    /// Every legal action of a hand (24) (25) (30).
    fn choice(&self, state: &RoundState<'_>, place: usize, index: usize) -> Choice {
        let seat = &state.felt.seats[place];
        let hand = &seat.hands[index];
        let (is_first, is_split) = (hand.cards.cards().len() == 2, seat.hands.len() > 1);
        let is_bound = self.is_bound(seat, hand);
        let is_single_bet = hand.stake <= state.table.bounds().bet_max;
        let may_double = is_first
            && !is_bound
            && is_single_bet
            && self.terms.double_on.allows(total(hand.cards.cards()).points())
            && (!is_split || self.terms.doubles_after_split);
        let legal = [
            (Action::Hit, !is_bound),
            (Action::Stand, true),
            (Action::Double, may_double),
            (Action::Split, is_single_bet && self.may_split(seat, index)),
        ];
        let mut actions = Actions::default();
        for (action, _) in legal.into_iter().filter(|(_, is_legal)| *is_legal) {
            match action {
                // Both match the wager on the hand (24) (30).
                Action::Double | Action::Split => actions.push_staking(action, hand.stake),
                action => actions.push(action),
            }
        }
        // Late: the dealer has peeked.
        if let Some(pay) = self.terms.surrender
            && is_first
            && self.may_surrender(seat, hand)
        {
            actions.push_surrender(pay, hand.stake);
        }
        let wager = self.names[self.line.index()];
        let about = About { wager, stage: Stage::Hand, line: Some(self.line) };
        Choice {
            hand: is_split.then_some(index as u8 + 1),
            double_below: (may_double && self.doubles_for_less).then_some(hand.stake),
            ..Choice::new(seat.number, about, actions)
        }
    }

    /// Whether a hand of two cards may be surrendered. After a split too, if the house has not turned that off, but not
    /// a split ace that draws no further card (25).
    fn may_surrender(&self, seat: &Seat, hand: &SeatHand) -> bool {
        let is_split = seat.hands.len() > 1;
        let may_split = self.terms.surrenders_after_split && !self.is_bound(seat, hand);
        !is_split || may_split
    }

    fn may_split(&self, seat: &Seat, index: usize) -> bool {
        let [first, second] = seat.hands[index].cards.cards() else { return false };
        let (first, second) = (first.rank(), second.rank());
        let is_pair = self.terms.split_on.allows(first, second);
        let is_again = seat.hands.len() > 1;
        let may_again = !is_again || first != Rank::Ace || self.terms.resplits_aces;
        is_pair && may_again && seat.hands.len() < self.terms.hands_max
    }

    /// Takes a decision on insurance or on a hand.
    pub(crate) fn act(&self, state: &mut RoundState<'_>, place: usize, action: Action) {
        let index = turn_hand(state.felt);
        if matches!(action, Action::Stand | Action::Surrender) {
            note_refusal(state, place, index);
        }
        let seat = &mut state.felt.seats[place];
        match action {
            Action::Insure | Action::Decline => {
                if let (Action::Insure, Some(line)) = (action, self.insurance_line) {
                    seat.stakes[line.index()] = half(seat.stake(self.line)).unwrap_or_default();
                }
                if let felt::Phase::Blackjack(Phase::Insure { place }) = &mut state.felt.phase {
                    *place += 1;
                }
            }
            Action::Stand => seat.hands[index].state = HandState::Stood,
            Action::Surrender => seat.hands[index].state = HandState::Surrendered,
            Action::Hit => seat.hands[index].is_drawing = true,
            Action::Double => {
                let stake = seat.hands[index].stake;
                double(&mut seat.hands[index], stake);
            }
            Action::DoubleFor(amount) => double(&mut seat.hands[index], amount),
            Action::Split => {
                let is_first = seat.hands.len() == 1;
                let hand = &mut seat.hands[index];
                let mut other = SeatHand { stake: hand.stake, ..SeatHand::default() };
                if is_first {
                    (hand.half, other.half) = (1, 2);
                } else {
                    hand.is_split_again = true;
                }
                if let Some(card) = hand.cards.take_last() {
                    other.cards.put(card, Facing::Up);
                }
                seat.hands.insert(index + 1, other);
            }
            Action::Fold
            | Action::Check
            | Action::Play
            | Action::PlayTimes(_)
            | Action::BetTimes(_)
            | Action::Bet(_)
            | Action::RaiseTo(_)
            | Action::Call
            | Action::Ride
            | Action::Pull
            | Action::Set(_)
            | Action::LayDown
            | Action::Raise
            | Action::RaiseTimes(_)
            | Action::NoRaise
            | Action::Take
            | Action::Press
            | Action::War
            | Action::Stay => {}
        }
    }

    /// A drawn card ends the drawing of its hand.
    pub(crate) fn card(&self, state: &mut RoundState<'_>) {
        let felt::Phase::Blackjack(Phase::Play { place, hand }) = state.felt.phase else { return };
        let seat = state.felt.seats.get_mut(usize::from(place));
        let hand = seat.and_then(|seat| seat.hands.get_mut(usize::from(hand)));
        if let Some(hand) = hand.filter(|hand| hand.is_drawing) {
            hand.is_drawing = false;
            if hand.doubled > Cents::ZERO {
                hand.state = HandState::Doubled;
            }
        }
    }

    /// The dealer draws while the total demands it and a wager hangs on it (26).
    fn draw(&self, felt: &Felt, is_needed: bool) -> Option<Next> {
        let is_live = |hand: &SeatHand| matches!(hand.state, HandState::Stood | HandState::Doubled);
        let hangs = felt.seats.iter().flat_map(|seat| &seat.hands).any(is_live);
        let total = total(felt.dealer.cards());
        let must_draw = dealer_draws(total.points(), total.is_soft(), self.terms.hits_soft_17);
        if !must_draw || !(hangs || is_needed) {
            return None;
        }
        Some(Next::Card(Want { to: Recipient::Dealer, facing: Facing::Up, cite: self.draw }))
    }

    /// A hand with no cards is dead, and all its seat's wagers go back [BJ-4].
    pub(crate) fn ordered(
        &self,
        state: &mut RoundState<'_>,
        seat: Option<SeatNumber>,
        order: Order,
    ) {
        if let Some(place) = seat.and_then(|seat| state.felt.place_of(seat)) {
            state.felt.seats[place].is_dead = true;
            state.give_back(place, "no cards", order.cite);
        }
    }
}

/// The hand whose turn it is, by its place; the first before there is a turn.
fn turn_hand(felt: &Felt) -> usize {
    let felt::Phase::Blackjack(Phase::Play { hand, .. }) = felt.phase else { return 0 };
    usize::from(hand)
}

/// A player who stands refuses a card that was drawn in error and exposed, and gets no more cards;
/// unless it goes to the second card of another hand of the same seat [BJ-11].
fn note_refusal(state: &mut RoundState<'_>, place: usize, index: usize) {
    let Some(ExposedDraw { card, cite }) = state.felt.exposed else { return };
    let seat = &state.felt.seats[place];
    if index + 1 == seat.hands.len() {
        let seat = seat.number;
        state.note(|| Event::ExposedRefused { seat, card, cite });
    }
}

/// Burns a card that was drawn in error and exposed, when neither player nor dealer can use it
/// (28)(3).
fn burn_exposed(state: &mut RoundState<'_>) {
    if let Some(ExposedDraw { card, cite }) = state.felt.exposed.take() {
        state.felt.burns.put(card, Facing::Up);
        state.note(|| Event::ExposedBurned { card, cite });
    }
}

/// The dealer's card that lies up.
fn up_card(felt: &Felt) -> Option<Card> {
    felt.dealer.cards().first().copied()
}

/// Half a wager, which is what insurance costs, if it is whole cents [BJ-8].
fn half(wager: Cents) -> Option<Cents> {
    (wager.get() % 2 == 0).then(|| Cents::new(wager.get() / 2))
}

fn double(hand: &mut SeatHand, amount: Cents) {
    hand.doubled = amount;
    hand.stake += amount;
    hand.is_drawing = true;
}
