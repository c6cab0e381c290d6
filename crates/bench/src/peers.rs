//! Public evaluators, each used in the quickest way its interface has.

use aya_poker::base::{CARDS as AYA_CARDS, Card as AyaCard, Hand as AyaHand};
use cards::Card;
use rs_poker::core::{Card as RsCard, Rank as RsRank, SevenCardAccum, Suit as RsSuit, Value};

use crate::evaluator::{Evaluator, sum_all};

/// The crate `pokers`: a perfect hash of rank sums.
#[derive(Clone, Copy, Debug)]
pub struct Pokers;

fn pokers_hand(cards: &[u8]) -> pokers::Hand {
    cards.iter().fold(pokers::Hand::default(), |hand, &card| hand + pokers::CARDS[card as usize])
}

#[inline(never)]
fn pokers_last_two(hand: pokers::Hand, deck: &[pokers::Hand; 52], next: usize) -> u64 {
    let mut sum = 0;
    for place in next..52 {
        let six = hand + deck[place];
        for &card in &deck[place + 1..] {
            sum += u64::from((six + card).evaluate());
        }
    }
    sum
}

impl Evaluator for Pokers {
    const NAME: &'static str = "pokers";
    type Card = u8;
    type Added = pokers::Hand;
    type Ready = pokers::Hand;

    fn card(card: Card) -> u8 {
        card.index() as u8
    }

    fn added(card: Card) -> pokers::Hand {
        pokers::CARDS[card.index()]
    }

    fn ready(cards: &[u8; 7]) -> pokers::Hand {
        pokers_hand(cards)
    }

    #[inline(always)]
    fn ready_value(ready: pokers::Hand) -> u32 {
        u32::from(ready.evaluate())
    }

    #[inline(always)]
    fn seven(cards: &[u8; 7]) -> u32 {
        u32::from(pokers_hand(cards).evaluate())
    }

    #[inline(always)]
    fn five(cards: &[u8; 5]) -> u32 {
        u32::from(pokers_hand(cards).evaluate())
    }

    fn all_sevens(deck: &[pokers::Hand; 52]) -> u64 {
        sum_all!(7, deck, pokers::Hand::default(), |hand, card| hand + card, pokers_last_two)
    }

    fn all_fives(deck: &[pokers::Hand; 52]) -> u64 {
        sum_all!(5, deck, pokers::Hand::default(), |hand, card| hand + card, pokers_last_two)
    }
}

/// The crate `rs_poker`: a perfect hash of rank sums.
#[derive(Clone, Copy, Debug)]
pub struct RsPoker;

fn rs_accum(cards: &[RsCard]) -> SevenCardAccum {
    cards.iter().fold(SevenCardAccum::new(), |hand, &card| hand + card)
}

/// The whole number of a rank, which is not public, from its two parts.
fn rs_number(rank: RsRank) -> u32 {
    (rank.category() as u32) << 12 | u32::from(rank.value_bits())
}

#[inline(never)]
fn rs_last_two(hand: SevenCardAccum, deck: &[RsCard; 52], next: usize) -> u64 {
    let mut sum = 0;
    for place in next..52 {
        let six = hand + deck[place];
        for &card in &deck[place + 1..] {
            sum += u64::from((six + card).rank().value_bits());
        }
    }
    sum
}

impl Evaluator for RsPoker {
    const NAME: &'static str = "rs_poker";
    type Card = RsCard;
    type Added = RsCard;
    type Ready = SevenCardAccum;

    fn card(card: Card) -> RsCard {
        RsCard::new(
            Value::from_u8(card.rank().index() as u8),
            RsSuit::from_u8(card.suit().index() as u8),
        )
    }

    fn added(card: Card) -> RsCard {
        RsPoker::card(card)
    }

    fn ready(cards: &[RsCard; 7]) -> SevenCardAccum {
        rs_accum(cards)
    }

    // Only the number within the category is summed where time is taken: the quickest to get at.
    #[inline(always)]
    fn ready_value(ready: SevenCardAccum) -> u32 {
        u32::from(ready.rank().value_bits())
    }

    #[inline(always)]
    fn seven(cards: &[RsCard; 7]) -> u32 {
        u32::from(rs_accum(cards).rank().value_bits())
    }

    fn five(cards: &[RsCard; 5]) -> u32 {
        rs_number(rs_accum(cards).rank())
    }

    fn seven_in_order(cards: &[RsCard; 7]) -> u32 {
        rs_number(rs_accum(cards).rank())
    }

    fn all_sevens(deck: &[RsCard; 52]) -> u64 {
        sum_all!(7, deck, SevenCardAccum::new(), |hand, card| hand + card, rs_last_two)
    }

    fn all_fives(deck: &[RsCard; 52]) -> u64 {
        sum_all!(5, deck, SevenCardAccum::new(), |hand, card| hand + card, rs_last_two)
    }
}

/// The crate `aya_poker`: a perfect hash of rank sums.
#[derive(Clone, Copy, Debug)]
pub struct AyaPoker;

#[inline(always)]
fn aya_with(mut hand: AyaHand, card: &AyaCard) -> AyaHand {
    hand.insert_unchecked(card);
    hand
}

fn aya_hand(cards: &[u8]) -> AyaHand {
    cards.iter().fold(AyaHand::new(), |hand, &card| aya_with(hand, &AYA_CARDS[card as usize]))
}

#[inline(never)]
fn aya_last_two(hand: AyaHand, deck: &[AyaCard; 52], next: usize) -> u64 {
    let mut sum = 0;
    for place in next..52 {
        let six = aya_with(hand, &deck[place]);
        for &card in &deck[place + 1..] {
            sum += u64::from(aya_poker::poker_rank(&aya_with(six, &card)).0);
        }
    }
    sum
}

impl Evaluator for AyaPoker {
    const NAME: &'static str = "aya_poker";
    type Card = u8;
    type Added = AyaCard;
    type Ready = AyaHand;

    fn card(card: Card) -> u8 {
        card.index() as u8
    }

    fn added(card: Card) -> AyaCard {
        AYA_CARDS[card.index()]
    }

    fn ready(cards: &[u8; 7]) -> AyaHand {
        aya_hand(cards)
    }

    #[inline(always)]
    fn ready_value(ready: AyaHand) -> u32 {
        u32::from(aya_poker::poker_rank(&ready).0)
    }

    #[inline(always)]
    fn seven(cards: &[u8; 7]) -> u32 {
        u32::from(aya_poker::poker_rank(&aya_hand(cards)).0)
    }

    #[inline(always)]
    fn five(cards: &[u8; 5]) -> u32 {
        u32::from(aya_poker::poker_rank(&aya_hand(cards)).0)
    }

    fn all_sevens(deck: &[AyaCard; 52]) -> u64 {
        sum_all!(7, deck, AyaHand::new(), |hand, card| aya_with(hand, &card), aya_last_two)
    }

    fn all_fives(deck: &[AyaCard; 52]) -> u64 {
        sum_all!(5, deck, AyaHand::new(), |hand, card| aya_with(hand, &card), aya_last_two)
    }
}
