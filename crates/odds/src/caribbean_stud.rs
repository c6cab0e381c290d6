//! Caribbean stud, 20:18:16:15.05: ante and bet, with every hand of the dealer counted against every
//! hand and every card up.

mod charts;

use std::sync::Arc;

use cards::{Card, CardSet, Rank};
use games::{Action, Choice, Felt, PayTable};
use hands::{Category, FiveValue};
use num_bigint::BigUint;
use rulebook::Schedule;

use crate::census::Space;
use crate::dealer_hands::{Against, Choices, Code, Counts, DealerHands, Ended, Played, Player};
use crate::distribution::Gathering;
use crate::exact::{Exact, whole};
use crate::game::{Game, Question, Unit};
use crate::scaled::{Scaled, Size, Whole};
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::Chart;
use crate::subject::{Subject, pay_table, returns};

/// The dealer qualifies with ace-king or better [CS-1].
const QUALIFIES: FiveValue = FiveValue::floor(Category::HighCard, &[Rank::Ace, Rank::King])
    .expect("ace-king high is a hand");

const PAIR: FiveValue = FiveValue::floor(Category::Pair, &[]).expect("a pair is a hand");

/// The popular rule with one hand to remember.
const ACE_KING_JACK_EIGHT_THREE: FiveValue = {
    use Rank::{Ace, Eight, Jack, King, Three};
    FiveValue::floor(Category::HighCard, &[Ace, King, Jack, Eight, Three]).expect("it is a hand")
};

const DEALER_HANDS: DealerHands = DealerHands {
    dealer_cards: 5,
    flush: 5,
    value: |cards| FiveValue::of_set(cards).expect("five cards").get(),
    qualifies: QUALIFIES.get(),
};

/// How many deals there are: the player's cards, the dealer's up card, the dealer's other four.
const DEALS: u64 = 2_598_960 * 47 * 163_185;

const SIMPLE: &[Simple] = &[
    Simple {
        id: "ace-king-rules",
        says: "Bet any pair or better; with ace-king, bet if the dealer's queen or lower is of a \
               rank you hold, or if the dealer shows an ace or king and you hold a queen or jack, \
               or if the dealer shows no rank of yours, you hold a queen and your fourth-highest \
               card beats the dealer's; \
               fold the rest.",
    },
    Simple { id: "ak-j83", says: "Bet ace-king-jack-eight-three or better; fold the rest." },
    Simple {
        id: "pair-or-ace-king",
        says: "Bet ace-king or better, the hands with which the dealer qualifies; fold the rest.",
    },
    Simple { id: "pair-or-better", says: "Bet any pair or better; fold the rest." },
    Simple { id: "always-raise", says: "Bet on every hand." },
];

const DECISION: &str = "on five cards and the dealer's card";

const FOLD: Code = 0;
const BET: Code = 1;

/// The game.
pub(crate) struct CaribbeanStud;

impl Game for CaribbeanStud {
    fn unit(&self, _: &str) -> Unit {
        Unit::ANTE
    }

    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        (schedule.wager == "progressive").then_some(Space::Five)
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        let counts = counted(question);
        let solve = |schedule| {
            let pays = Pays::of(question.subject, schedule);
            let played = pays.play(&counts, question.policy);
            pays.solution(played, question.policy)
        };
        question.schedules.iter().map(solve).collect()
    }
}

fn counted(question: &Question<'_>) -> Counts {
    question.progress.begin("counting the dealer's hands", 1);
    let counts = DEALER_HANDS.count();
    question.progress.advance(1);
    counts
}

/// What ante and bet return together, in antes.
#[derive(Clone, Debug)]
struct Pays {
    unqualified: Exact,
    tied: Exact,
    /// By row of the bet's table, and last for a hand on no row.
    won: Vec<Exact>,
    table: PayTable,
}

impl Pays {
    fn of(subject: &Subject, schedule: &Schedule) -> Pays {
        let twice = |bet: &Exact| bet * whole(2);
        let table = pay_table(schedule, "bet");
        // A hand on no row wins the ante and loses the bet.
        let bets = returns(&table).into_iter().chain([whole(0)]);
        Pays {
            unqualified: subject.pay("unqualified-ante") + twice(&subject.pay("unqualified-bet")),
            tied: subject.pay("tie") * whole(3),
            won: bets.map(|bet| subject.pay("win") + twice(&bet)).collect(),
            table,
        }
    }

    /// The place of the row that a hand is on.
    fn row(&self, cards: CardSet) -> usize {
        let value = FiveValue::of_set(cards).expect("five cards");
        self.table.five(value).map_or(self.table.rows().len(), games::RowId::place)
    }

    fn amounts<T: Whole>(&self, scaled: &Scaled) -> Amounts<T> {
        let (unit, mut amounts) = scaled.numbers::<T>();
        let won = amounts.split_off(2);
        let tied = amounts.pop().expect("the second");
        let unqualified = amounts.pop().expect("the first");
        Amounts { folded: unit.clone() + unit, unqualified, tied, won }
    }

    fn scaled(&self) -> Scaled {
        let amounts: Vec<Exact> =
            [&self.unqualified, &self.tied].into_iter().chain(&self.won).cloned().collect();
        Scaled::new(&amounts)
    }

    fn play(&self, counts: &Counts, policy: Policy) -> Played {
        let scaled = self.scaled();
        match policy {
            Policy::Simple(id) => self.play_by(counts, |player, up, _| simple(id, player, up)),
            // Twice the ante is the largest amount that is taken off.
            Policy::Optimal => match scaled.size(2 * DEALS) {
                Size::Small => self.play_optimally(counts, &self.amounts::<i64>(&scaled)),
                Size::Large => self.play_optimally(counts, &self.amounts::<i128>(&scaled)),
                Size::Any => {
                    self.play_optimally(counts, &self.amounts::<num_bigint::BigInt>(&scaled))
                }
            },
        }
    }

    fn play_optimally<T: Whole>(&self, counts: &Counts, amounts: &Amounts<T>) -> Played {
        let rows = self.rows(counts);
        let choose = |player: &Player, _: Card, against: &Against| {
            let row = rows[usize::from(player.value)];
            // Of equal choices the larger wager [ODD-1].
            if amounts.gain(usize::from(row), against) >= T::zero() { BET } else { FOLD }
        };
        self.play_by(counts, choose)
    }

    fn play_by(
        &self,
        counts: &Counts,
        choose: impl Fn(&Player, Card, &Against) -> Code + Sync,
    ) -> Played {
        let rows = self.rows(counts);
        let row = |player: &Player| usize::from(rows[usize::from(player.value)]);
        Played::new(counts, self.won.len(), row, choose)
    }

    /// The place of the row by the value of the hand.
    fn rows(&self, counts: &Counts) -> Vec<u8> {
        let mut rows = vec![0; 1 << 16];
        for one in counts.players.chunk_by(|a, b| a.value == b.value) {
            rows[usize::from(one[0].value)] = self.row(one[0].cards) as u8;
        }
        rows
    }

    /// What each outcome of a bet returns, with how many deals.
    fn returned(&self, row: usize, ended: &Ended) -> [(String, Exact, u64); 4] {
        let won = match self.table.rows().get(row) {
            Some(row) => format!("wins, {}", row.hand),
            None => "wins, on no row".to_owned(),
        };
        [
            ("the dealer does not qualify".to_owned(), self.unqualified.clone(), ended.unqualified),
            (won, self.won[row].clone(), ended.won),
            ("ties".to_owned(), self.tied.clone(), ended.tied),
            ("loses".to_owned(), whole(0), ended.lost),
        ]
    }

    fn solution(self, played: Played, policy: Policy) -> Solution {
        let mut gathering = Gathering::default();
        let [mut bet, mut folded] = [0u64, 0];
        for (row, ended) in played.ended.iter().enumerate() {
            let [fold, stay] = [ended[usize::from(FOLD)], ended[usize::from(BET)]];
            folded += fold.deals();
            bet += stay.deals();
            gathering.add("fold", whole(1), whole(0), fold.deals());
            for (outcome, returned, deals) in self.returned(row, &stay) {
                gathering.add(outcome, whole(3), returned, deals);
            }
        }
        let share = |action, deals: u64| ActionShare {
            at: DECISION,
            action,
            combinations: BigUint::from(deals),
        };
        Solution {
            distribution: gathering.finish(),
            actions: vec![share(Action::Play, bet), share(Action::Fold, folded)],
            arithmetic: Arithmetic::Fractions,
            notes: Vec::new(),
            advisor: Box::new(Advice { pays: self, choices: played.choices, policy }),
        }
    }
}

/// What a simple strategy chooses.
fn simple(id: &str, player: &Player, up: Card) -> Code {
    let value = player.value;
    let bets = match id {
        "always-raise" => true,
        "pair-or-better" => value >= PAIR.get(),
        "pair-or-ace-king" => value >= QUALIFIES.get(),
        "ak-j83" => value >= ACE_KING_JACK_EIGHT_THREE.get(),
        "ace-king-rules" => {
            value >= PAIR.get() || value >= QUALIFIES.get() && is_good_ace_king(player.cards, up)
        }
        other => unknown_strategy(other),
    };
    if bets { BET } else { FOLD }
}

/// The published rules for ace-king, of which one must hold.
fn is_good_ace_king(own: CardSet, up: Card) -> bool {
    let holds = |rank: Rank| own.count_of(rank) > 0;
    if up.rank() >= Rank::King {
        return holds(Rank::Queen) || holds(Rank::Jack);
    }
    let fourth = Rank::ALL.into_iter().filter(|rank| holds(*rank)).nth(1);
    holds(up.rank()) || holds(Rank::Queen) && fourth > Some(up.rank())
}

/// What the outcomes return, in parts of an ante.
struct Amounts<T> {
    /// What a bettor has paid more than one who folds: twice the ante.
    folded: T,
    unqualified: T,
    tied: T,
    won: Vec<T>,
}

impl<T: Whole> Amounts<T> {
    /// What betting is better than folding, over all hands of the dealer.
    fn gain(&self, row: usize, against: &Against) -> T {
        let Against { unqualified, won, tied, lost } = *against;
        T::from(unqualified) * self.unqualified.clone()
            + T::from(won) * self.won[row].clone()
            + T::from(tied) * self.tied.clone()
            - T::from(unqualified + won + tied + lost) * self.folded.clone()
    }
}

struct Advice {
    pays: Pays,
    choices: Arc<Choices>,
    policy: Policy,
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, _: &Choice) -> Action {
        let own: &[Card; 5] = felt.seats[seat].cards().try_into().expect("five cards are dealt");
        let up = *felt.dealer.cards().last().expect("the dealer's last card is up");
        match self.choices.choose(FiveValue::of(own).get(), own, up) {
            FOLD => Action::Fold,
            _ => Action::Play,
        }
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let own: CardSet = spot.own::<5>("five cards")?.iter().collect();
        let up = spot.up_card()?;
        spot.is_first()?;
        spot.cards()?;
        let against = DEALER_HANDS.deal(own, up);
        let scaled = self.pays.scaled();
        let amounts: Amounts<num_bigint::BigInt> = self.pays.amounts(&scaled);
        let gain = whole(amounts.gain(self.pays.row(own), &against));
        let play = gain / whole(scaled.unit) / whole(DEALER_HANDS.hands()) - whole(1);
        Ok(ranked(vec![
            Valued { action: Action::Play, value: play },
            Valued { action: Action::Fold, value: whole(-1) },
        ]))
    }

    fn charts(&self) -> Vec<Chart> {
        match self.policy {
            Policy::Optimal => charts::charts(self),
            Policy::Simple(id) => Chart::simple(SIMPLE, id),
        }
    }
}
