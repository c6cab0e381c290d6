//! Laws that hold of every round, held by random play.

use super::*;
use games::{Choice, replay};

/// Numbers that look random, the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// An action is in the list if and only if it is accepted, and a refusal changes nothing.
fn check_legal_is_accepted(round: &Round, choice: &Choice) {
    let amounts = || (0..=11).map(Cents::dollars).chain([Cents::new(250)]);
    let words = ["fold", "check", "call", "hit", "stand", "double", "split", "insure", "play"];
    let actions = words.iter().map(|word| word.parse().unwrap());
    let actions = actions.chain(amounts().map(Action::Bet)).chain(amounts().map(Action::RaiseTo));
    for action in actions.chain(amounts().map(Action::DoubleFor)) {
        let mut copy = round.clone();
        let is_accepted = copy.act(choice.seat, action).is_ok();
        assert_eq!(is_accepted, choice.allows(action, Cents::dollars(1)), "{action}");
        assert!(is_accepted || (copy.next() == round.next() && copy.felt() == round.felt()));
    }
}

/// Plays a round at random; every legal action is taken, every burned card seen or not.
fn play_at_random(round: &mut Round, chance: &mut Chance) {
    round.reset();
    let mut seats = vec![1, 2, 3, 4, 5, 6, 7];
    for _ in 0..chance.below(7) {
        seats.remove(chance.below(seats.len()));
    }
    sit_down(round, &seats);
    for &seat in &seats {
        if chance.below(3) == 0 {
            round.chips(number(seat), Cents::dollars(chance.below(25) as i64)).unwrap();
        }
        if chance.below(2) == 0 {
            round.bet(number(seat), "two-card-plus", Cents::dollars(3)).unwrap();
        }
    }
    round.button(number(seats[chance.below(seats.len())])).unwrap();
    round.lock().unwrap();
    let mut deck = DECK.to_vec();
    loop {
        match round.next().clone() {
            Next::Done => return,
            Next::Bets | Next::Award(_) => panic!("bets are locked, and none is on a meter"),
            Next::Card(want) => {
                let may_be_unseen = want.to == Recipient::Burn && want.facing == Facing::Down;
                if may_be_unseen && chance.below(2) == 0 {
                    round.unseen().unwrap();
                    continue;
                }
                if deck.is_empty() {
                    round.report(Irregularity::OutOfCards, None).unwrap();
                    deck = DECK.to_vec();
                }
                let card = deck.swap_remove(chance.below(deck.len()));
                // After a reshuffle this deck does not know which cards are on the table.
                let _ = round.card(card);
            }
            Next::Decision(choice) => {
                if chance.below(40) == 0 {
                    check_legal_is_accepted(round, &choice);
                }
                let actions = &choice.actions;
                // Folds end the hold 'em too soon to see much of it.
                let action = match actions[chance.below(actions.len())] {
                    Action::Fold if chance.below(4) > 0 => actions[0],
                    action => action,
                };
                round.act(choice.seat, action).unwrap();
            }
        }
    }
}

#[test]
fn money_is_conserved_and_every_wager_settled_once() {
    let mut chance = Chance(212);
    let mut round = Round::new(&open(), Keep::Nothing);
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        play_at_random(&mut round, &mut chance);
        let seats = &round.felt().seats;
        let settled = &round.settlement().lines;
        let pot: Vec<_> = settled.iter().filter(|line| line.wager == "holdem").collect();
        assert_eq!(pot.len(), seats.len(), "one line a seat");
        assert_eq!(
            settled[..pot.len()].iter().filter(|line| line.wager == "holdem").count(),
            pot.len()
        );
        let staked: Cents = pot.iter().map(|line| line.staked).sum();
        let returned: Cents = pot.iter().map(|line| line.returned).sum();
        let rake = round.rake().unwrap();
        assert!(rake <= Cents::dollars(3) && rake.get() * 10 <= staked.get(), "{rake} of {staked}");
        if seats.len() > 1 {
            assert_eq!(staked, returned + rake);
            seen[usize::from(pot.iter().any(|line| line.row == "others folded"))] += 1;
        } else {
            let kept = staked - rake;
            assert!([Cents::ZERO, kept, kept + kept].contains(&returned));
            seen[2] += 1;
        }
        for seat in seats {
            let of = |wager| {
                settled.iter().filter(move |line| line.seat == seat.number && line.wager == wager)
            };
            assert_eq!(of("blackjack").count(), seat.hands.len());
            let own = settled.iter().filter(|line| line.seat == seat.number);
            let staked: Cents = own.map(|line| line.staked).sum();
            assert_eq!(staked, round.staked(seat.number), "all that is staked is settled");
            assert!(of("two-card-plus").count() <= 1);
        }
    }
    assert!(seen.iter().all(|&rounds| rounds > 500), "{seen:?}");
}

#[test]
fn the_log_of_a_round_replays_it() {
    let mut chance = Chance(1989);
    let mut round = Round::new(&open(), Keep::Log);
    for _ in 0..500 {
        play_at_random(&mut round, &mut chance);
        let text = round.log_text();
        let again = replay(Rulebook::embedded(), &text).unwrap();
        assert_eq!(lines(&again.round), lines(&round));
        assert_eq!((again.round.felt(), again.round.rake()), (round.felt(), round.rake()));
        assert_eq!(again.log_text(), text);
    }
}
