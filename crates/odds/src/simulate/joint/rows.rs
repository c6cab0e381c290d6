//! Rounds in which a side bet is on a given row.

use std::sync::Arc;

use cards::{Card, CardSet, Suit};
use games::{
    AwardDue, Choice, Decision, Driver, Keep, Recipient, Refusal, Round, RoyalFound, Want,
    royal_found,
};
use hands::FiveValue;
use money::Cents;
use rand::RngExt as _;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use rayon::prelude::*;

use super::{Beside, Session, Together, generator};
use crate::census::{Sample, Space};
use crate::classes::array;
use crate::exact::decimal;
use crate::joint::SideNets;
use crate::suits::{Distinct, NAMES, distinct};

/// How many rounds are played on each row.
const ROUNDS: u32 = 1 << 14;

/// The cards of the deck that a side bet is judged on, by their places, and the hands that are on each row.
struct Stratified<'s> {
    side: &'s SideNets,
    places: Vec<usize>,
    /// Hands of five cards or as many as it is judged on, up to the names of the suits.
    hands: Vec<Distinct>,
}

/// What a wager nets in the rounds on a row: the sum, and that of the squares.
type Nets = Vec<(f64, f64)>;

impl Session {
    /// Each side bet beside every other wager, row by row, as far as that can be done.
    pub(super) fn by_row(&self, seed: u64, sides: &[Beside<'_>]) -> Vec<Together> {
        let is_bet = |wager: &str| self.measured.iter().any(|it| it.placed.wager == wager);
        let all = sides.iter().filter(|(wager, _)| is_bet(wager));
        all.filter_map(|(wager, side)| {
            let stratified = Stratified::of(side, &self.went_to())?;
            Some(self.beside_rows(seed, wager, &stratified))
        })
        .flatten()
        .collect()
    }

    /// One side bet beside every other wager.
    fn beside_rows(&self, seed: u64, wager: &str, stratified: &Stratified<'_>) -> Vec<Together> {
        let side = stratified.side;
        let rows: Vec<_> = side.rows().collect();
        let means: Vec<Nets> =
            rows.par_iter().map(|(place, ..)| self.on_row(seed, *place, stratified)).collect();
        let others = self.measured.iter().enumerate();
        let others = others.filter(|(_, it)| it.placed.wager != wager);
        let together = |(at, other): (usize, &super::super::Measured)| {
            let known = other.known.as_ref()?;
            let mean = decimal(&known.exact);
            // E[XY] = lost E[X] + sum over rows of (net - lost) P(row) E[X | row].
            let lost = decimal(&side.when_lost());
            let (mut product, mut variance) = (lost * mean, 0.0);
            for ((_, chance, more), nets) in rows.iter().zip(&means) {
                let weight = decimal(&(*chance * more));
                let rounds = f64::from(ROUNDS);
                let on_row = nets[at].0 / rounds;
                product += weight * on_row;
                variance += weight * weight * (nets[at].1 / rounds - on_row * on_row) / rounds;
            }
            let covariance = product - mean * decimal(side.mean());
            let wagers = (wager.to_owned(), other.placed.wager.clone());
            let (error, rounds) = (variance.max(0.0).sqrt(), u64::from(ROUNDS) * rows.len() as u64);
            Some(Together { wagers, covariance, error, rounds })
        };
        others.filter_map(together).collect()
    }

    /// What each wager nets in rounds on a row.
    fn on_row(&self, seed: u64, row: usize, stratified: &Stratified<'_>) -> Nets {
        let mut rng = generator(seed, u64::MAX - row as u64);
        let mut deck: Vec<Card> = self.table.decks().in_order().collect();
        let mut round = Round::new(&Arc::clone(&self.table), Keep::Nothing);
        let bets = self.bets();
        let hands = stratified.on_row(row);
        let mut nets = vec![(0.0, 0.0); self.measured.len()];
        for _ in 0..ROUNDS {
            stratified.deal(row, &hands, &mut deck, &mut rng);
            self.bet(&mut round, &bets);
            let mut dealing = super::super::Dealing::new(self, &mut deck, None);
            round.play(&mut dealing).expect("cards of a deck and legal actions are taken");
            let found = self.nets(&round, None);
            for ((sum, net), measured) in nets.iter_mut().zip(found).zip(&self.measured) {
                let unit = measured.placed.unit.get() as f64;
                let net = net.map_or(0.0, |(net, _)| net as f64) / unit;
                sum.0 += net;
                sum.1 += net * net;
            }
        }
        nets
    }

    /// To whom the cards of a round go, one after another.
    fn went_to(&self) -> Vec<Recipient> {
        let mut deck: Vec<Card> = self.table.decks().in_order().collect();
        let mut round = Round::new(&Arc::clone(&self.table), Keep::Nothing);
        self.bet(&mut round, &self.bets());
        let dealing = super::super::Dealing::new(self, &mut deck, None);
        let mut recorded = Recorded { dealing, went_to: Vec::new() };
        round.play(&mut recorded).expect("cards of a deck and legal actions are taken");
        recorded.went_to
    }
}

impl<'s> Stratified<'s> {
    /// A side bet on the first cards of the player and the community; nothing for one on other cards.
    fn of(side: &'s SideNets, went_to: &[Recipient]) -> Option<Stratified<'s>> {
        let cards = side.own_cards()?;
        let places = |is: fn(&Recipient) -> bool| {
            (0..went_to.len()).filter(move |place| is(&went_to[*place]))
        };
        let own = places(|to| matches!(to, Recipient::Seat { .. }));
        let board = places(|to| *to == Recipient::Board);
        let places: Vec<usize> = own.chain(board).take(cards).collect();
        let is_whole = places.len() == cards;
        is_whole.then(|| Stratified { side, places, hands: distinct(cards.min(5) as u32) })
    }

    /// The place of the row that cards are on, in the order in which they are dealt.
    fn row(&self, cards: &[Card]) -> usize {
        let side = self.side;
        match (side.space, cards) {
            (Space::FiveOfSeven | Space::Holdem, [a, b, board @ ..]) => {
                let set: CardSet = cards.iter().collect();
                let value = FiveValue::of_set(set).expect("seven cards");
                side.place_of(Sample::Five(value, royal_found([*a, *b], board)))
            }
            _ => side.place_of(side.sample(cards.iter().collect())),
        }
    }

    /// Whether five cards can be what puts seven on a row, or as many as it is judged on are on it.
    fn can_be(&self, row: usize, hand: CardSet) -> bool {
        let side = self.side;
        if !matches!(side.space, Space::FiveOfSeven | Space::Holdem) {
            return side.place_of(side.sample(hand)) == row;
        }
        let value = FiveValue::of(&array(hand));
        let found = [
            RoyalFound::None,
            RoyalFound::OnBoard,
            RoyalFound::InFive,
            RoyalFound::InSix,
            RoyalFound::InSeven,
        ];
        found.into_iter().any(|found| side.place_of(Sample::Five(value, found)) == row)
    }

    /// The hands on a row with how many there are up to each.
    fn on_row(&self, row: usize) -> Vec<(CardSet, u64)> {
        let mut up_to = 0;
        let on_row = self.hands.iter().filter(|hand| self.can_be(row, hand.cards));
        on_row
            .map(|hand| {
                up_to += u64::from(hand.times);
                (hand.cards, up_to)
            })
            .collect()
    }

    /// Shuffles the deck so that the side bet is on a row, every such deal as likely as any other.
    ///
    /// A hand that can put the cards on the row is dealt among them. Where it is one of several among them that could,
    /// the deal is taken only one time in so many.
    fn deal(&self, row: usize, hands: &[(CardSet, u64)], deck: &mut [Card], rng: &mut SmallRng) {
        let all = hands.last().map_or(0, |(_, up_to)| *up_to);
        let mut places = self.places.clone();
        loop {
            deck.shuffle(rng);
            places.shuffle(rng);
            let chosen = rng.random_range(0..all);
            let (hand, _) = hands[hands.partition_point(|(_, up_to)| *up_to <= chosen)];
            let names: [Suit; 4] = NAMES[rng.random_range(0..NAMES.len())];
            for (card, place) in hand.iter().zip(&places) {
                let card = Card::new(card.rank(), names[card.suit().index()]);
                let from = deck.iter().position(|known| *known == card).expect("it is in the deck");
                deck.swap(*place, from);
            }
            let cards: Vec<Card> = self.places.iter().map(|place| deck[*place]).collect();
            if self.row(&cards) == row && rng.random_range(0..self.ways(row, &cards)) == 0 {
                return;
            }
        }
    }

    /// How many hands among some cards could have put them on a row.
    fn ways(&self, row: usize, cards: &[Card]) -> u32 {
        if cards.len() <= 5 {
            return 1;
        }
        let mut ways = 0;
        for a in 0..cards.len() {
            for b in a + 1..cards.len() {
                let left = cards.iter().enumerate().filter(|(place, _)| *place != a && *place != b);
                ways += u32::from(self.can_be(row, left.map(|(_, card)| *card).collect()));
            }
        }
        ways.max(1)
    }
}

/// A round that notes to whom its cards go.
struct Recorded<'s> {
    dealing: super::super::Dealing<'s>,
    went_to: Vec<Recipient>,
}

impl Driver for Recorded<'_> {
    type Stop = Refusal;

    fn card(&mut self, round: &Round, want: Want) -> Result<Option<Card>, Refusal> {
        let card = self.dealing.card(round, want)?;
        self.went_to.extend(card.map(|_| want.to));
        Ok(card)
    }

    fn decision(&mut self, round: &Round, choice: &Choice) -> Result<Decision, Refusal> {
        self.dealing.decision(round, choice)
    }

    fn award(&mut self, round: &Round, due: &AwardDue) -> Result<Cents, Refusal> {
        self.dealing.award(round, due)
    }

    fn refused(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        Err(refusal)
    }
}
