//! Four-Card poker, 20:18:16:15.10: ante, play and automatic bonus, with every hand of the dealer
//! counted against every hand and every card up.

mod charts;

use std::sync::Arc;

use cards::{Card, CardSet, Rank};
use games::{Action, Choice, Felt, PayTable};
use hands::{Category, FourValue};
use money::Odds;
use num_bigint::{BigInt, BigUint};
use rulebook::{Order, Schedule};

use crate::census::Space;
use crate::dealer_hands::{
    Against, Choices, Code, Counts, DealerHands, Ended, Played, Player, best,
};
use crate::distribution::Gathering;
use crate::exact::{Exact, total_return, whole};
use crate::game::{Game, Question, Unit};
use crate::scaled::{Scaled, Size, Whole};
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, Valued, ranked,
    unknown_strategy,
};
use crate::strategy::Chart;
use crate::subject::{Subject, pay_table};

const DEALER_HANDS: DealerHands = DealerHands {
    dealer_cards: 6,
    flush: 4,
    value: |cards| FourValue::of_set(cards).expect("four to six cards").get(),
    // The dealer always qualifies [FCP-1].
    qualifies: 0,
};

/// How many deals there are: the player's cards, the dealer's up card, the dealer's other five.
const DEALS: u64 = 2_598_960 * 47 * 1_370_754;

/// How often an amount can be in a sum: in every deal four times a pay, and once a bonus and three
/// antes.
const SUM_MOST: u64 = 8 * DEALS;

const SIMPLE: &[Simple] = &[
    Simple {
        id: "by-up-card",
        says: "Play three antes with a pair of aces or better, and with a pair of nines to kings \
               unless the dealer's card is higher than your pair; one ante with any other pair of \
               threes or better, and with a pair of twos or ace-king-queen if you hold a card of \
               the dealer's rank; fold the rest.",
    },
    Simple {
        id: "pair-of-tens",
        says: "Play three antes with a pair of tens or better and one with a pair of threes to \
               nines, fold less.",
    },
    Simple {
        id: "any-pair",
        says: "Play three antes with a pair of tens or better and one with a lower pair, fold less.",
    },
    Simple { id: "always-play-1x", says: "Play one ante on every hand." },
    Simple { id: "always-play-3x", says: "Play three antes on every hand." },
];

const DECISION: &str = "on five cards and the dealer's card";

const FOLD: Code = 0;
/// The largest play wager; a choice is numbered by how many antes it plays [FCP-2].
const TRIPLE: Code = 3;

const ACE_KING_QUEEN: FourValue = {
    use Rank::{Ace, King, Queen};
    FourValue::floor(Category::HighCard, &[Ace, King, Queen]).expect("A-K-Q is a hand")
};

/// The lowest value of a pair of this rank.
const fn pair(rank: Rank) -> u16 {
    FourValue::floor(Category::Pair, &[rank]).expect("a pair is a hand").get()
}

/// The game.
pub(crate) struct FourCardPoker;

impl Game for FourCardPoker {
    fn unit(&self, _: &str) -> Unit {
        Unit::ANTE
    }

    fn space(&self, _: &Subject, schedule: &Schedule) -> Option<Space> {
        match schedule.wager.as_str() {
            // FCCP follows the four-card order, PMG is judged on all five [FCP-5].
            "progressive" if schedule.parts[0].order == Order::FourCard => Some(Space::FourOfFive),
            "progressive" => Some(Space::Five),
            _ => None,
        }
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        SIMPLE
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        question.progress.begin("counting the dealer's hands", 1);
        let counts = DEALER_HANDS.count();
        question.progress.advance(1);
        // Most schedules differ in aces up only, and what is paid alike is played alike.
        let mut known: Vec<(Pays, Played)> = Vec::new();
        let solve = |schedule| {
            let pays = Pays::of(question.subject, schedule);
            let found = known.iter().position(|(other, _)| *other == pays);
            let place = found.unwrap_or_else(|| {
                known.push((pays.clone(), pays.play(&counts, question.policy)));
                known.len() - 1
            });
            let played = &known[place].1;
            pays.solution(played, question.policy)
        };
        question.schedules.iter().map(solve).collect()
    }
}

/// How many times the stake the outcomes return, and the bonus in antes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pays {
    won: Exact,
    tied: Exact,
    /// By row of the automatic bonus, and last for a hand on no row.
    bonus: Vec<Exact>,
    table: PayTable,
}

impl Pays {
    fn of(subject: &Subject, schedule: &Schedule) -> Pays {
        let table = pay_table(schedule, "automatic-bonus");
        let bonus = |odds: Odds| {
            let paid = total_return(odds).expect("a bonus needs no meter");
            // It has no stake of its own to return [FCP-3].
            if matches!(odds, Odds::To(_)) { paid - whole(1) } else { paid }
        };
        let bonuses = table.rows().iter().map(|row| bonus(row.odds)).chain([whole(0)]);
        Pays { won: subject.pay("win"), tied: subject.pay("tie"), bonus: bonuses.collect(), table }
    }

    /// The place of the row that a hand is on.
    fn row(&self, cards: CardSet) -> usize {
        let value = FourValue::of_set(cards).expect("five cards");
        self.table.four(value).map_or(self.table.rows().len(), games::RowId::place)
    }

    fn scaled(&self) -> Scaled {
        let amounts: Vec<Exact> =
            [&self.won, &self.tied].into_iter().chain(&self.bonus).cloned().collect();
        Scaled::new(&amounts)
    }

    fn amounts<T: Whole>(&self, scaled: &Scaled) -> Amounts<T> {
        let (unit, mut amounts) = scaled.numbers::<T>();
        let bonus = amounts.split_off(2);
        let tied = amounts.pop().expect("the second");
        let won = amounts.pop().expect("the first");
        Amounts { unit, won, tied, bonus }
    }

    fn play(&self, counts: &Counts, policy: Policy) -> Played {
        let scaled = self.scaled();
        match policy {
            Policy::Simple(id) => self.play_by(counts, |player, up, _| simple(id, player, up)),
            Policy::Optimal => match scaled.size(SUM_MOST) {
                Size::Small => self.play_optimally(counts, &self.amounts::<i64>(&scaled)),
                Size::Large => self.play_optimally(counts, &self.amounts::<i128>(&scaled)),
                Size::Any => self.play_optimally(counts, &self.amounts::<BigInt>(&scaled)),
            },
        }
    }

    fn play_optimally<T: Whole>(&self, counts: &Counts, amounts: &Amounts<T>) -> Played {
        let rows = self.rows(counts);
        let choose = |player: &Player, _: Card, against: &Against| {
            let gains = amounts.gains(usize::from(rows[usize::from(player.value)]), against);
            best(&gains)
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
        Played::new(counts, self.bonus.len(), row, choose)
    }

    /// The place of the row by the value of the hand.
    fn rows(&self, counts: &Counts) -> Vec<u8> {
        let mut rows = vec![0; 1 << 16];
        for one in counts.players.chunk_by(|a, b| a.value == b.value) {
            rows[usize::from(one[0].value)] = self.row(one[0].cards) as u8;
        }
        rows
    }

    /// What each outcome of a play wager of so many antes returns, with how many deals.
    fn returned(&self, code: Code, row: usize, ended: &Ended) -> [(String, Exact, u64); 3] {
        let stake = whole(1 + code);
        let bonus = &self.bonus[row];
        let words = match self.table.rows().get(row) {
            Some(row) => format!(", {}", row.hand),
            None => String::new(),
        };
        let outcome = |word: &str, returned: Exact, deals: u64| {
            (format!("play {code}x: {word}{words}"), returned * &stake + bonus, deals)
        };
        [
            outcome("wins", self.won.clone(), ended.won),
            outcome("ties", self.tied.clone(), ended.tied),
            outcome("loses", whole(0), ended.lost),
        ]
    }

    fn solution(self, played: &Played, policy: Policy) -> Solution {
        let mut gathering = Gathering::default();
        let mut deals = [0u64; 4];
        for (row, ended) in played.ended.iter().enumerate() {
            for (code, ended) in (FOLD..=TRIPLE).zip(ended) {
                deals[usize::from(code)] += ended.deals();
                if code == FOLD {
                    gathering.add("fold", whole(1), whole(0), ended.deals());
                    continue;
                }
                for (outcome, returned, deals) in self.returned(code, row, ended) {
                    gathering.add(outcome, whole(1 + code), returned, deals);
                }
            }
        }
        let share = |code: Code| ActionShare {
            at: DECISION,
            action: action(code),
            combinations: BigUint::from(deals[usize::from(code)]),
        };
        Solution {
            distribution: gathering.finish(),
            actions: (FOLD..=TRIPLE).rev().map(share).collect(),
            arithmetic: Arithmetic::Fractions,
            notes: Vec::new(),
            advisor: Box::new(Advice { pays: self, choices: Arc::clone(&played.choices), policy }),
        }
    }
}

fn action(code: Code) -> Action {
    if code == FOLD { Action::Fold } else { Action::PlayTimes(code) }
}

/// What a simple strategy chooses.
fn simple(id: &str, player: &Player, up: Card) -> Code {
    let value = player.value;
    match id {
        "always-play-1x" => 1,
        "always-play-3x" => TRIPLE,
        "by-up-card" => by_up_card(player, up.rank()),
        "any-pair" | "pair-of-tens" if value >= pair(Rank::Ten) => TRIPLE,
        "any-pair" => Code::from(value >= pair(Rank::Two)),
        "pair-of-tens" => Code::from(value >= pair(Rank::Three)),
        other => unknown_strategy(other),
    }
}

fn by_up_card(player: &Player, up: Rank) -> Code {
    let value = player.value;
    if value >= pair(Rank::Ace) || value >= pair(Rank::Nine) && value >= pair(up) {
        return TRIPLE;
    }
    if value >= pair(Rank::Three) {
        return 1;
    }
    Code::from(value >= ACE_KING_QUEEN.get() && player.cards.count_of(up) > 0)
}

/// What the outcomes return, in parts of an ante.
struct Amounts<T> {
    unit: T,
    won: T,
    tied: T,
    bonus: Vec<T>,
}

impl<T: Whole> Amounts<T> {
    /// What each choice is better than folding, over all hands of the dealer.
    fn gains(&self, row: usize, against: &Against) -> [T; 4] {
        let Against { won, tied, lost, .. } = *against;
        let hands = T::from(won + tied + lost);
        let stake = T::from(won) * self.won.clone() + T::from(tied) * self.tied.clone();
        let bonus = hands.clone() * self.bonus[row].clone();
        let unit = hands * self.unit.clone();
        [0, 1, 2, 3].map(|code: u32| {
            if code == 0 {
                return T::zero();
            }
            T::from(1 + code) * stake.clone() + bonus.clone() - T::from(code) * unit.clone()
        })
    }
}

struct Advice {
    pays: Pays,
    choices: Arc<Choices>,
    policy: Policy,
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        let own: &[Card; 5] = felt.seats[seat].cards().try_into().expect("five cards are dealt");
        let up = *felt.dealer.cards().last().expect("the dealer's last card is up");
        let code = self.choices.choose(FourValue::best_of_5(own).get(), own, up);
        // Where the limits leave no room for as much, the most there is room for.
        let allowed = (FOLD..=code).rev().map(action).find(|one| choice.actions.contains(one));
        allowed.unwrap_or(Action::Fold)
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let own: CardSet = spot.own::<5>("five cards")?.iter().collect();
        let up = spot.up_card()?;
        spot.is_first()?;
        spot.cards()?;
        let against = DEALER_HANDS.deal(own, up);
        let scaled = self.pays.scaled();
        let amounts: Amounts<BigInt> = self.pays.amounts(&scaled);
        let gains = amounts.gains(self.pays.row(own), &against);
        let scale = whole(scaled.unit) * whole(DEALER_HANDS.hands());
        let valued = |(gain, code): (BigInt, Code)| Valued {
            action: action(code),
            value: whole(gain) / &scale - whole(1),
        };
        Ok(ranked(gains.into_iter().zip([0, 1, 2, 3]).rev().map(valued).collect()))
    }

    fn charts(&self) -> Vec<Chart> {
        match self.policy {
            Policy::Optimal => charts::charts(self),
            Policy::Simple(id) => Chart::simple(SIMPLE, id),
        }
    }
}
