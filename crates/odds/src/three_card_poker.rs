//! Three-card poker, 20:18:16:15.02: ante and play by counting every dealer's hand against every
//! suit-distinct player's hand.

use std::cmp::Ordering;

use cards::CardSet;
use games::{Action, Choice, Felt, PayTable};
use hands::{Category, ThreeValue};
use num_bigint::BigUint;
use rulebook::Schedule;

use crate::census::{Space, triples};
use crate::distribution::Gathering;
use crate::exact::{Exact, fraction, whole};
use crate::game::{Game, Question, Unit};
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::{Body, Chart};
use crate::subject::{Subject, bonus_pay, pay_table};
use crate::suits::distinct;

/// The dealer qualifies with queen high or better [TCP-3].
const QUALIFIES: ThreeValue =
    ThreeValue::floor(Category::HighCard, &[cards::Rank::Queen]).expect("queen high is a hand");

/// The popular rule for playing [KNOWN].
const QUEEN_SIX_FOUR: ThreeValue = {
    use cards::Rank::{Four, Queen, Six};
    ThreeValue::floor(Category::HighCard, &[Queen, Six, Four]).expect("Q-6-4 is a hand")
};

const SIMPLE: &[Simple] = &[
    Simple { id: "q-6-4", says: "Play queen-six-four or better; fold the rest." },
    Simple {
        id: "mimic-dealer",
        says: "Play queen high or better, the hands with which the dealer qualifies.",
    },
    Simple { id: "always-play", says: "Play every hand." },
];

const DECISION: &str = "on three cards";

/// The game.
pub(crate) struct ThreeCardPoker;

impl Game for ThreeCardPoker {
    fn unit(&self, _: &str) -> Unit {
        Unit::ANTE
    }

    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        (schedule.wager == "progressive").then_some(Space::Three)
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let pays = Pays::of(question.subject);
        let dealers = Dealers::new();
        let solve = |schedule| pays.solve(&dealers, schedule, question.policy);
        question.schedules.iter().map(solve).collect()
    }
}

/// What the outcomes return, in antes.
#[derive(Clone, Debug)]
struct Pays {
    win: Exact,
    tie: Exact,
    unqualified_ante: Exact,
    unqualified_play: Exact,
}

/// Against how many dealer's hands a player's hand comes to what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Against {
    unqualified: u32,
    won: u32,
    tied: u32,
    lost: u32,
}

/// Every dealer's hand with its value.
struct Dealers(Vec<(CardSet, ThreeValue)>);

impl Dealers {
    fn new() -> Dealers {
        Dealers(triples().map(|cards| (cards.iter().collect(), ThreeValue::of(&cards))).collect())
    }

    /// Counts every hand that the dealer can hold against this one.
    fn against(&self, own: CardSet, value: ThreeValue) -> Against {
        let mut against = Against::default();
        for &(cards, dealer) in &self.0 {
            if cards.bits() & own.bits() != 0 {
                continue;
            }
            let place = match value.cmp(&dealer) {
                _ if dealer < QUALIFIES => &mut against.unqualified,
                Ordering::Greater => &mut against.won,
                Ordering::Equal => &mut against.tied,
                Ordering::Less => &mut against.lost,
            };
            *place += 1;
        }
        against
    }
}

impl Pays {
    fn of(subject: &Subject) -> Pays {
        Pays {
            win: subject.pay("win"),
            tie: subject.pay("tie"),
            unqualified_ante: subject.pay("unqualified-ante"),
            unqualified_play: subject.pay("unqualified-play"),
        }
    }

    /// What ante and play return together for each outcome, with how many dealer's hands.
    fn returned(&self, against: Against) -> [(&'static str, Exact, u32); 4] {
        let two = || whole(2);
        [
            (
                "the dealer does not qualify",
                &self.unqualified_ante + &self.unqualified_play,
                against.unqualified,
            ),
            ("wins", &self.win * two(), against.won),
            ("ties", &self.tie * two(), against.tied),
            ("loses", whole(0), against.lost),
        ]
    }

    /// The expected result of playing.
    fn value_of_play(&self, against: Against, bonus: &Exact) -> Exact {
        let outcomes = self.returned(against);
        let hands: u32 = outcomes.iter().map(|(_, _, count)| count).sum();
        let sum = outcomes.iter().map(|(_, returned, count)| returned * whole(*count));
        sum.sum::<Exact>() / whole(hands) - whole(2) + bonus
    }

    fn solve(&self, dealers: &Dealers, schedule: &Schedule, policy: Policy) -> Solution {
        let table = pay_table(schedule, "ante-bonus");
        let mut gathering = Gathering::default();
        let [mut played, mut folded] = [BigUint::ZERO, BigUint::ZERO];
        let mut hands: Vec<(ThreeValue, Against, bool)> = Vec::new();
        for hand in distinct(3) {
            let value = ThreeValue::of_set(hand.cards).expect("three cards");
            let bonus = Bonus::of(&table, hand.cards);
            let against = dealers.against(hand.cards, value);
            let deals = |count: u32| BigUint::from(u64::from(count) * u64::from(hand.times));
            let all = deals(self.returned(against).iter().map(|(_, _, count)| count).sum());
            let plays = match policy {
                Policy::Optimal => self.value_of_play(against, &bonus.pays) >= whole(-1),
                Policy::Simple("always-play") => true,
                Policy::Simple("mimic-dealer") => value >= QUALIFIES,
                Policy::Simple("q-6-4") => value >= QUEEN_SIX_FOUR,
                Policy::Simple(other) => unknown_strategy(other),
            };
            hands.push((value, against, plays));
            if !plays {
                folded += &all;
                gathering.add("fold", whole(1), whole(0), all);
                continue;
            }
            played += all;
            for (outcome, returned, count) in self.returned(against) {
                let row = format!("{outcome}{}", bonus.words);
                gathering.add(row, whole(2), returned + &bonus.pays, deals(count));
            }
        }
        let share = |action, combinations| ActionShare { at: DECISION, action, combinations };
        Solution {
            distribution: gathering.finish(),
            actions: vec![share(Action::Play, played), share(Action::Fold, folded)],
            arithmetic: Arithmetic::Fractions,
            notes: Vec::new(),
            advisor: Box::new(Advice {
                pays: self.clone(),
                table,
                threshold: Threshold::of(&hands),
            }),
        }
    }
}

/// The ante bonus of a hand that is played [TCP-4].
struct Bonus {
    words: String,
    pays: Exact,
}

impl Bonus {
    fn of(table: &PayTable, cards: CardSet) -> Bonus {
        let cards: Vec<cards::Card> = cards.iter().collect();
        let cards = cards.try_into().expect("three cards");
        match table.three(cards) {
            None => Bonus { words: String::new(), pays: whole(0) },
            Some(row) => Bonus {
                words: format!(", {}", table.row(row).hand),
                pays: bonus_pay(table.row(row).odds),
            },
        }
    }
}

/// The lowest hand that is played, and whether every better one is and no lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Threshold {
    lowest: Option<ThreeValue>,
    is_sharp: bool,
}

impl Threshold {
    fn of(hands: &[(ThreeValue, Against, bool)]) -> Threshold {
        let lowest = hands.iter().filter(|hand| hand.2).map(|hand| hand.0).min();
        let is_sharp = hands.iter().all(|hand| hand.2 == lowest.is_some_and(|low| hand.0 >= low));
        Threshold { lowest, is_sharp }
    }
}

struct Advice {
    pays: Pays,
    table: PayTable,
    threshold: Threshold,
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, _: &Choice) -> Action {
        let cards = felt.seats[seat].cards().try_into().expect("three cards are dealt");
        let plays = self.threshold.lowest.is_some_and(|low| ThreeValue::of(cards) >= low);
        if plays { Action::Play } else { Action::Fold }
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let own = spot.own::<3>("three cards")?;
        spot.no_board().and(spot.no_dealer()).and(spot.is_first())?;
        let set = spot.cards()?;
        let bonus = Bonus::of(&self.table, set);
        let against = Dealers::new().against(set, ThreeValue::of(&own));
        let play = self.pays.value_of_play(against, &bonus.pays);
        Ok(ranked(vec![
            Valued { action: Action::Play, value: play },
            Valued { action: Action::Fold, value: fraction(-1, 1) },
        ]))
    }

    fn charts(&self) -> Vec<Chart> {
        let rules = match self.threshold.lowest {
            None => vec!["Fold every hand.".to_owned()],
            Some(low) => {
                let ranks: Vec<String> =
                    low.ranks().iter().map(|rank| rank.letter().to_string()).collect();
                vec![format!("Play {} or better.", ranks.join("-")), "Fold the rest.".to_owned()]
            }
        };
        let note = if self.threshold.is_sharp {
            "Exactly optimal: every hand was compared with folding."
        } else {
            "No single hand separates what is played from what is folded."
        };
        vec![Chart {
            title: "Play or fold".to_owned(),
            body: Body::Rules(rules),
            note: note.to_owned(),
        }]
    }
}
