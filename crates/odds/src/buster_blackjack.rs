//! Buster Blackjack, 20:18:15:30.07: blackjack, and a side bet that the dealer busts.
//!
//! The dealer's hand is played out whenever a side bet is live [BUS-2]. Whatever the players drew
//! before, every order of the remaining cards is equally likely, so the dealer's hand is as good as
//! dealt from the full shoe, and no player's decision changes the odds of the side bet.

use std::sync::OnceLock;

use cards::{Card, Rank, Suit};
use games::{Action, Next, Recipient, buster_conflict, buster_soft_17};
use money::Cents;
use num_bigint::BigUint;
use num_integer::Integer as _;
use rulebook::Schedule;

use crate::amount::Amount;
use crate::blackjack::{
    self, ACE, Beside, CARDS_MAX, Rules, Soft17, TEN, busts, shoe_of, value_of,
};
use crate::census::{Census, Dealer, Sample};
use crate::distribution::Gathering;
use crate::exact::whole;
use crate::game::{Game, Question, Unit};
use crate::pay_limits;
use crate::settled::Rounds;
use crate::solution::{Arithmetic, Simple, Solution, SpotError};
use crate::subject::Subject;

/// The game.
pub(crate) struct BusterBlackjack;

impl Game for BusterBlackjack {
    fn unit(&self, _: &str) -> Unit {
        Unit::bet("the blackjack bet")
    }

    /// The bonus goes to a player's blackjack, so with it the side bet is more than the dealer's hand.
    fn solves(&self, subject: &Subject, wager: &str) -> bool {
        wager == "buster" && subject.option("buster-bonus") == "on"
    }

    fn conflict(&self, subject: &Subject, schedule: &Schedule) -> Option<String> {
        let does = subject.posted().get("soft-17")?;
        buster_conflict(&schedule.id, does)
    }

    /// The schedule decides how the dealer plays; a schedule of the user's own goes by the option.
    fn soft_17(&self, subject: &Subject, schedule: &Schedule) -> Option<&'static str> {
        let by_option = if subject.option("soft-17") == "hit" { "hit" } else { "stand" };
        Some(buster_soft_17(&schedule.id).unwrap_or(by_option))
    }

    fn simple(&self, wager: &str) -> &'static [Simple] {
        if wager == "blackjack" { blackjack::SIMPLE } else { &[] }
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        match question.wager {
            "buster" => {
                let bonus = |schedule| with_bonus(question.subject, schedule);
                question.schedules.iter().map(bonus).collect()
            }
            _ => blackjack::solve(question, Rules::of(question.subject)),
        }
    }
}

/// In how many of all ordered deals the dealer busts, by the number of cards.
pub(crate) fn census(dealer: Dealer) -> Census {
    let counted = busts(&shoe_of(dealer.decks), dealer.soft_17);
    let samples = counted.into_iter().map(|(cards, (count, _))| (Sample::Bust(cards), count));
    Census { counts: samples.collect() }
}

/// The side bet at the least amount that wins the bonus, with the bonus: its posted amounts go to a
/// player's blackjack [BUS-4] [BUS-5].
fn with_bonus(subject: &Subject, schedule: &Schedule) -> Solution {
    let soft_17 = Soft17::named(BusterBlackjack.soft_17(subject, schedule).unwrap_or_default());
    let decks = subject.decks().get();
    let shoe = shoe_of(decks);
    let cards = 52 * u16::from(decks);
    let least: Cents = subject.option("buster-bonus-minimum").parse().unwrap_or_default();
    // The side bet is settled at a multiple of that which every pay pays in whole cents.
    let whole_cents = pay_limits::check(subject, schedule).expect("the pays were checked");
    let bets = whole_cents / whole_cents.gcd(&(least.get() as u64));
    let rounds = Rounds::of(subject, schedule).staking(least * bets as i64);
    // Two cards for the player, then all that the dealer may need.
    let rest = u64::from(cards - CARDS_MAX as u16) * u64::from(cards - CARDS_MAX as u16 - 1);
    let mut without = shoe;
    without[ACE] -= 1;
    without[TEN] -= 1;
    let own = 2 * u64::from(shoe[ACE]) * u64::from(shoe[TEN]);
    let with_blackjack = busts(&without, soft_17);
    let mut gathering = Gathering::default();
    for (bust, (count, taken)) in busts(&shoe, soft_17) {
        let of_blackjack = with_blackjack.get(&bust);
        let deals = BigUint::from(of_blackjack.map_or(0, |found| found.0)) * own;
        let all = BigUint::from(count) * rest;
        let (words, returned) = settle(&rounds, bets, &taken, false);
        gathering.add(words, whole(1), returned, all - &deals);
        if let Some((_, taken)) = of_blackjack {
            let (words, returned) = settle(&rounds, bets, taken, true);
            gathering.add(format!("{words}, with a blackjack"), whole(1), returned, deals);
        }
    }
    let note = format!(
        "With the bonus, for the smallest side bet that wins it, {least:#}. A larger bet does not \
         win a larger bonus [BUS-5]."
    );
    Solution {
        distribution: gathering.finish(),
        actions: Vec::new(),
        arithmetic: Arithmetic::Fractions,
        notes: vec![note],
        advisor: Box::new(Beside {
            rules: Rules::of(subject),
            values: |_, _| {
                let why = "the side bet is on the dealer's hand alone";
                Err(SpotError::NoDecision(why.to_owned()))
            },
            charts: |_| Vec::new(),
            play: OnceLock::new(),
        }),
    }
}

/// Settles the side bet and the bonus in a round in which the dealer takes cards of these values: the row, and what is
/// returned in side bets. The bonus is an amount in dollars: the stake is `bets` side bets, and it is paid for one.
fn settle(
    rounds: &Rounds<'_>,
    bets: u64,
    taken: &[u8],
    with_blackjack: bool,
) -> (&'static str, Amount) {
    let mut dealt: Vec<Card> = Vec::new();
    let mut next = |value: usize| {
        let copies = dealt.iter().filter(|card| value_of(card.rank()) == value).count();
        let rank = Rank::ALL.into_iter().find(|rank| value_of(*rank) == value);
        let card = Card::new(rank.expect("every value has a rank"), Suit::ALL[copies % 4]);
        dealt.push(card);
        card
    };
    let dealers: Vec<Card> = taken.iter().map(|value| next(usize::from(*value))).collect();
    let own = match with_blackjack {
        true => [next(ACE), next(TEN)],
        // Of the values that a dealer may need least.
        false => [next(TEN), next(TEN - 1)],
    };
    let (mut own, mut dealers) = (own.into_iter(), dealers.into_iter());
    let mut round = rounds.begin();
    let done = loop {
        let taken = match round.next() {
            Next::Card(want) => {
                let to_seat = matches!(want.to, Recipient::Seat { .. });
                let card = if to_seat { own.next() } else { dealers.next() };
                round.card(card.expect("the cards are those that are needed"))
            }
            // The hand itself is not bet on.
            Next::Decision(choice) => {
                let stands = choice.actions.contains(&Action::Stand);
                let seat = choice.seat;
                round.act(seat, if stands { Action::Stand } else { Action::Decline })
            }
            _ => break rounds.lines_of(&round),
        };
        taken.expect("the cards are in the shoe, and the choices are legal");
    };
    let of = |line: &str| done.iter().find(|end| end.line == line);
    let side_bet = of("buster").expect("the side bet is settled");
    let bonus = of("buster-bonus").map_or_else(Amount::default, |bonus| bonus.returned.clone());
    (side_bet.words(), &side_bet.returned + bonus * whole(bets))
}
