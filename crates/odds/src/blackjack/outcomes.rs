//! How a hand played by a given strategy ends, jointly with the dealer's hand.

use super::dealer::{BUST, Dealer, FINALS, Finals, blackjack};
use super::hands::{HandId, Hands, LIMIT, Shoe, size_of, without};
use super::numbers::Numbers;
use super::rules::Nets;

/// What a player does with a hand, other than splitting it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Move {
    Stand,
    Hit,
    Double,
    Surrender,
}

/// How a hand that did not bust ends against a dealer without blackjack.
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
pub(crate) struct OutcomeChances<T = f64>(pub(crate) [T; LEN]);

impl<T: Copy + Default> OutcomeChances<T> {
    pub(crate) fn none() -> OutcomeChances<T> {
        OutcomeChances([T::default(); LEN])
    }

    fn place(stake: Stake, result: HandResult, dealer: usize) -> usize {
        (stake as usize * 3 + result as usize) * DEALERS + dealer
    }

    /// The chance of a hand that did not bust. Against the dealer's blackjack every hand has lost.
    pub(crate) fn stood(&self, stake: Stake, result: HandResult, dealer: usize) -> T {
        self.0[OutcomeChances::<T>::place(stake, result, dealer)]
    }

    /// The chance of a bust without the dealer's blackjack, or with it.
    pub(crate) fn busted(&self, stake: Stake, with_blackjack: usize) -> T {
        self.0[STOOD + 2 * stake as usize + with_blackjack]
    }

    /// The chance of a surrender without the dealer's blackjack, or with it.
    pub(crate) fn surrendered(&self, with_blackjack: usize) -> T {
        self.0[SURRENDERED + with_blackjack]
    }

    /// What the hand is worth, as [`super::player`] says; without a peek also what a bust loses to a
    /// dealer's blackjack, but not what a hand that stands does.
    pub(crate) fn value<N: Numbers<Number = T>>(
        &self,
        numbers: &N,
        nets: &Nets<T>,
        peeks: bool,
    ) -> T {
        let mut value = numbers.mul(self.surrendered(0), nets.surrendered(numbers));
        for stake in Stake::BOTH {
            let mut of_one = numbers.sub(T::default(), self.busted(stake, 0));
            for dealer in 0..FINALS {
                let of = |result| self.stood(stake, result, dealer);
                let won = numbers.mul(of(HandResult::Won), nets.win);
                let pushed = numbers.mul(of(HandResult::Pushed), nets.push);
                let lost = of(HandResult::Lost);
                numbers.increase(&mut of_one, numbers.sub(numbers.add(won, pushed), lost));
            }
            let units = numbers.whole(u16::from(stake.units()));
            numbers.increase(&mut value, numbers.mul(units, of_one));
        }
        if peeks {
            return value;
        }
        let doubled = self.busted(Stake::Doubled, 1);
        let busted = numbers.add(self.busted(Stake::Single, 1), numbers.add(doubled, doubled));
        numbers.sub(value, busted)
    }

    /// The chance that the hand does not bust and the dealer has a blackjack, against which a
    /// surrender does not hold [BJ-9].
    pub(crate) fn stood_with_blackjack<N: Numbers<Number = T>>(&self, numbers: &N) -> T {
        let [single, doubled] =
            Stake::BOTH.map(|stake| self.stood(stake, HandResult::Lost, BLACKJACK));
        numbers.add(numbers.add(single, doubled), self.surrendered(1))
    }
}

/// The hands at which a strategy stands, with their chances, and its busts.
#[derive(Debug)]
pub(crate) struct Reached<T> {
    /// How likely each hand is held at any time with a single stake.
    pub(crate) met: Vec<T>,
    /// By hand: with a single stake, and doubled.
    stood: Vec<[T; 2]>,
    /// By stake: without and with a dealer's blackjack.
    busted: [[T; 2]; 2],
    /// Without and with a dealer's blackjack.
    surrendered: [T; 2],
}

/// Playing hands by a strategy from a shoe.
pub(crate) struct Walk<'w, N> {
    pub(crate) numbers: &'w N,
    pub(crate) hands: &'w Hands,
    /// The shoe without the card up and whatever else is gone, but with the hand's own cards.
    pub(crate) shoe: Shoe,
    pub(crate) up: usize,
    /// What to do with the first two cards; nothing if they must stand.
    pub(crate) two: Option<&'w [Move]>,
    /// What to do with more cards.
    pub(crate) more: &'w [Move],
}

impl<N: Numbers> Walk<'_, N> {
    /// Plays these hands, each with its chance, to the end.
    pub(crate) fn from(&self, starts: &[(HandId, N::Number)]) -> Reached<N::Number> {
        let (numbers, none) = (self.numbers, N::Number::default());
        let mut met = vec![none; self.hands.len()];
        let mut stood = vec![[none; 2]; self.hands.len()];
        let (mut busted, mut surrendered) = ([[none; 2]; 2], [none; 2]);
        // Without and with a dealer's blackjack.
        let by_dealer = |chances: &mut [N::Number; 2], chance: N::Number, left: &Shoe| {
            let blackjack = blackjack(numbers, self.up, left);
            numbers.increase(&mut chances[0], numbers.mul(chance, numbers.rest(blackjack)));
            numbers.increase(&mut chances[1], numbers.mul(chance, blackjack));
        };
        for &(id, chance) in starts {
            numbers.increase(&mut met[usize::from(id)], chance);
        }
        let first = starts.iter().map(|&(id, _)| id).min().unwrap_or_default();
        for id in first..self.hands.len() as HandId {
            let chance = met[usize::from(id)];
            if chance == none {
                continue;
            }
            let stake = match self.plays(id) {
                Move::Hit => Stake::Single,
                Move::Double => Stake::Doubled,
                Move::Stand => {
                    stood[usize::from(id)][0] = chance;
                    continue;
                }
                Move::Surrender => {
                    by_dealer(&mut surrendered, chance, &self.left(id));
                    continue;
                }
            };
            let left = self.left(id);
            let cards = size_of(&left);
            for (value, count, next) in self.hands.draws(id, &left) {
                let chance = numbers.part(chance, count, cards);
                match (next, stake) {
                    (Hands::NONE, _) => {
                        by_dealer(&mut busted[stake as usize], chance, &without(&left, value));
                    }
                    (next, Stake::Single) => numbers.increase(&mut met[usize::from(next)], chance),
                    (next, Stake::Doubled) => {
                        numbers.increase(&mut stood[usize::from(next)][1], chance);
                    }
                }
            }
        }
        Reached { met, stood, busted, surrendered }
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
    fn left(&self, id: HandId) -> Shoe {
        self.hands.left(&self.shoe, id).expect("the hand was drawn from the shoe")
    }

    /// The outcomes of what was reached, and how the dealer ends against one more shoe.
    pub(crate) fn outcomes<const R: usize>(
        &self,
        dealer: &Dealer,
        reached: [&Reached<N::Number>; R],
        also: Shoe,
    ) -> ([OutcomeChances<N::Number>; R], Finals<N::Number>) {
        let none = [N::Number::default(); 2];
        let is_reached =
            |id: &HandId| reached.iter().any(|reached| reached.stood[usize::from(*id)] != none);
        let ids: Vec<HandId> = (0..self.hands.len() as HandId).filter(is_reached).collect();
        let shoes: Vec<Shoe> = ids.iter().map(|&id| self.left(id)).chain([also]).collect();
        let finals = dealer.finals_of_all(self.numbers, self.up, &shoes);
        let of = |id: HandId| {
            let place = ids.binary_search(&id).expect("every hand that stands was looked up");
            (finals[place], blackjack(self.numbers, self.up, &shoes[place]))
        };
        (reached.map(|reached| reached.chances(self.numbers, self.hands, of)), finals[ids.len()])
    }
}

impl<T: Copy + Default + PartialEq> Reached<T> {
    /// The outcomes of what was reached, given the dealer's final hands and blackjack for each hand.
    pub(crate) fn chances<N: Numbers<Number = T>>(
        &self,
        numbers: &N,
        hands: &Hands,
        of: impl Fn(HandId) -> (Finals<T>, T),
    ) -> OutcomeChances<T> {
        let none = T::default();
        let mut outcomes = OutcomeChances::none();
        for (id, chances) in (0..).zip(&self.stood) {
            if *chances == [none; 2] {
                continue;
            }
            let (finals, blackjack) = of(id);
            let points = hands.shape(id).points;
            for (stake, &chance) in Stake::BOTH.into_iter().zip(chances) {
                if chance == none {
                    continue;
                }
                let ends = finals.iter().enumerate();
                let ends = ends.map(|(end, &share)| (HandResult::of(points, end), end, share));
                for (result, end, share) in ends.chain([(HandResult::Lost, BLACKJACK, blackjack)]) {
                    let place = OutcomeChances::<T>::place(stake, result, end);
                    numbers.increase(&mut outcomes.0[place], numbers.mul(chance, share));
                }
            }
        }
        for (place, chances) in self.busted.iter().enumerate() {
            outcomes.0[STOOD + 2 * place..][..2].copy_from_slice(chances);
        }
        outcomes.0[SURRENDERED..].copy_from_slice(&self.surrendered);
        outcomes
    }
}
