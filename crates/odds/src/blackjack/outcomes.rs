//! How a hand played by a given strategy ends, jointly with the dealer's hand.

use super::dealer::{BUST, FINALS, Finals, blackjack};
use super::hands::{ACE, HandId, Hands, LIMIT, Shoe, TEN, VALUES, size_of};
use super::rules::Nets;

/// What a player does with a hand, other than splitting it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Move {
    Stand,
    Hit,
    Double,
    Surrender,
}

/// What a hand that did not bust comes to against a dealer without blackjack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HandResult {
    Lost,
    Pushed,
    Won,
}

impl HandResult {
    pub(crate) const ALL: [HandResult; 3] = [HandResult::Lost, HandResult::Pushed, HandResult::Won];

    /// Of a hand with these points when the dealer ends so.
    pub(crate) fn of(points: u8, end: usize) -> HandResult {
        match usize::from(points).cmp(&(end + 17)) {
            _ if end == BUST => HandResult::Won,
            std::cmp::Ordering::Less => HandResult::Lost,
            std::cmp::Ordering::Equal => HandResult::Pushed,
            std::cmp::Ordering::Greater => HandResult::Won,
        }
    }
}

/// How much is on a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stake {
    Single,
    Doubled,
}

impl Stake {
    pub(crate) const BOTH: [Stake; 2] = [Stake::Single, Stake::Doubled];

    pub(crate) fn units(self) -> u8 {
        self as u8 + 1
    }
}

/// The dealer's final hands, with a blackjack as the last.
pub(crate) const DEALERS: usize = FINALS + 1;
/// The place of the dealer's blackjack.
pub(crate) const BLACKJACK: usize = FINALS;

const STOOD: usize = 2 * 3 * DEALERS;
const SURRENDERED: usize = STOOD + 2 * 2;
const LEN: usize = SURRENDERED + 2;

/// The chance of each outcome of a hand with each of the dealer's final hands. A hand that busts or is
/// surrendered after a split is counted only with and without a dealer blackjack. Chances are linear,
/// so they can be mixed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutcomeChances(pub(crate) [f64; LEN]);

impl OutcomeChances {
    pub(crate) const NONE: OutcomeChances = OutcomeChances([0.0; LEN]);

    fn place(stake: Stake, result: HandResult, dealer: usize) -> usize {
        (stake as usize * 3 + result as usize) * DEALERS + dealer
    }

    /// The chance of a hand that did not bust. Against the dealer's blackjack every hand has lost.
    pub(crate) fn stood(&self, stake: Stake, result: HandResult, dealer: usize) -> f64 {
        self.0[OutcomeChances::place(stake, result, dealer)]
    }

    /// The chance of a bust without the dealer's blackjack, or with it.
    pub(crate) fn busted(&self, stake: Stake, with_blackjack: usize) -> f64 {
        self.0[STOOD + 2 * stake as usize + with_blackjack]
    }

    /// The chance of a surrender without the dealer's blackjack, or with it.
    pub(crate) fn surrendered(&self, with_blackjack: usize) -> f64 {
        self.0[SURRENDERED + with_blackjack]
    }

    /// Adds a hand that stands.
    pub(crate) fn stand(
        &mut self,
        chance: f64,
        stake: Stake,
        points: u8,
        finals: &Finals,
        blackjack: f64,
    ) {
        for (end, share) in finals.iter().enumerate() {
            self.0[OutcomeChances::place(stake, HandResult::of(points, end), end)] +=
                chance * share;
        }
        self.0[OutcomeChances::place(stake, HandResult::Lost, BLACKJACK)] += chance * blackjack;
    }

    /// The expected result if the dealer has no blackjack, times the chance of that.
    pub(crate) fn value_without_blackjack(&self, nets: &Nets) -> f64 {
        let mut value = self.surrendered(0) * nets.surrender.unwrap_or(-1.0);
        for stake in Stake::BOTH {
            let mut of_one = -self.busted(stake, 0);
            for dealer in 0..FINALS {
                of_one += self.stood(stake, HandResult::Won, dealer) * nets.win
                    + self.stood(stake, HandResult::Pushed, dealer) * nets.push
                    - self.stood(stake, HandResult::Lost, dealer);
            }
            value += f64::from(stake.units()) * of_one;
        }
        value
    }

    /// What busts lose though the dealer turns out to have a blackjack, without a peek.
    pub(crate) fn busted_with_blackjack(&self) -> f64 {
        self.busted(Stake::Single, 1) + 2.0 * self.busted(Stake::Doubled, 1)
    }

    /// The chance that the hand does not bust and the dealer has a blackjack, against which a
    /// surrender does not hold [BJ-9].
    pub(crate) fn stood_with_blackjack(&self) -> f64 {
        let stood: f64 =
            Stake::BOTH.iter().map(|&stake| self.stood(stake, HandResult::Lost, BLACKJACK)).sum();
        stood + self.surrendered(1)
    }
}

/// The hands at which a strategy stands, with their chances, and its busts.
#[derive(Debug)]
pub(crate) struct Reached {
    /// By hand: with a single stake, and doubled.
    pub(crate) stood: Vec<[f64; 2]>,
    /// By stake: without and with a dealer's blackjack.
    busted: [[f64; 2]; 2],
    /// Without and with a dealer's blackjack.
    surrendered: [f64; 2],
}

/// Playing hands by a strategy from a shoe.
pub(crate) struct Walk<'w> {
    pub(crate) hands: &'w Hands,
    /// The shoe without the card up and whatever else is gone, but with the hand's own cards.
    pub(crate) shoe: Shoe,
    pub(crate) up: usize,
    /// What to do with the first two cards; nothing if they must stand.
    pub(crate) two: Option<&'w [Move]>,
    /// What to do with more cards.
    pub(crate) more: &'w [Move],
}

impl Walk<'_> {
    /// Plays these hands, each with its chance, to the end.
    pub(crate) fn from(&self, starts: &[(HandId, f64)]) -> Reached {
        let mut stood = vec![[0.0; 2]; self.hands.len()];
        let (mut busted, mut surrendered) = ([[0.0; 2]; 2], [0.0; 2]);
        let mut chances = vec![0.0; self.hands.len()];
        for &(id, chance) in starts {
            chances[usize::from(id)] += chance;
        }
        let first = starts.iter().map(|&(id, _)| id).min().unwrap_or_default();
        for id in first..self.hands.len() as HandId {
            let chance = chances[usize::from(id)];
            if chance == 0.0 {
                continue;
            }
            let stake = match self.plays(id) {
                Move::Hit => Stake::Single,
                Move::Double => Stake::Doubled,
                Move::Stand => {
                    stood[usize::from(id)][0] += chance;
                    continue;
                }
                Move::Surrender => {
                    let blackjack = blackjack(self.up, &self.left(id));
                    surrendered[0] += chance * (1.0 - blackjack);
                    surrendered[1] += chance * blackjack;
                    continue;
                }
            };
            let left = self.left(id);
            let cards = f64::from(size_of(&left));
            for value in (0..VALUES).filter(|&value| left[value] > 0) {
                let chance = chance * f64::from(left[value]) / cards;
                match (self.hands.with(id, value), stake) {
                    (Hands::NONE, _) => {
                        let blackjack = self.blackjack_less(&left, value);
                        busted[stake as usize][0] += chance * (1.0 - blackjack);
                        busted[stake as usize][1] += chance * blackjack;
                    }
                    (next, Stake::Single) => chances[usize::from(next)] += chance,
                    (next, Stake::Doubled) => stood[usize::from(next)][1] += chance,
                }
            }
        }
        Reached { stood, busted, surrendered }
    }

    fn plays(&self, id: HandId) -> Move {
        let shape = self.hands.shape(id);
        match (shape.size, self.two) {
            _ if shape.points == LIMIT => Move::Stand,
            (2, None) => Move::Stand,
            (2, Some(two)) => two[usize::from(id)],
            _ => self.more[usize::from(id)],
        }
    }

    /// What the shoe has left besides a hand.
    pub(crate) fn left(&self, id: HandId) -> Shoe {
        let counts = &self.hands.shape(id).counts;
        std::array::from_fn(|value| self.shoe[value].saturating_sub(u16::from(counts[value])))
    }

    /// The chance of a dealer's blackjack when one card more is gone.
    fn blackjack_less(&self, left: &Shoe, value: usize) -> f64 {
        let makes = match self.up {
            ACE => TEN,
            TEN => ACE,
            _ => return 0.0,
        };
        f64::from(left[makes] - u16::from(value == makes)) / f64::from(size_of(left) - 1)
    }
}

impl Reached {
    /// The outcomes of what was reached, given the dealer's final hands and blackjack for each hand.
    pub(crate) fn chances(
        &self,
        hands: &Hands,
        of: impl Fn(HandId) -> (Finals, f64),
    ) -> OutcomeChances {
        let mut outcomes = OutcomeChances::NONE;
        for (id, chances) in (0..).zip(&self.stood) {
            if chances.iter().sum::<f64>() <= 0.0 {
                continue;
            }
            let (finals, blackjack) = of(id);
            let points = hands.shape(id).points;
            for (stake, &chance) in Stake::BOTH.into_iter().zip(chances) {
                if chance > 0.0 {
                    outcomes.stand(chance, stake, points, &finals, blackjack);
                }
            }
        }
        for stake in 0..2 {
            for blackjack in 0..2 {
                outcomes.0[STOOD + 2 * stake + blackjack] = self.busted[stake][blackjack];
            }
        }
        outcomes.0[SURRENDERED..].copy_from_slice(&self.surrendered);
        outcomes
    }
}
