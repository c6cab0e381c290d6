//! The pot of hold 'em: rake, side pots, ties and odd dollars. Nothing here knows a table.

use arrayvec::ArrayVec;
use cards::Card;
use hands::FiveValue;
use money::Cents;

/// What the house takes of a pot: from so much on, so much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rake(pub(super) Vec<(Cents, Cents)>);

impl Rake {
    /// What it takes of the chips in the pot circle [H212-4].
    pub(super) fn of(&self, pot: Cents) -> Cents {
        let reached = self.0.iter().filter(|(from, _)| pot >= *from);
        reached.map(|(_, takes)| *takes).max().unwrap_or(Cents::ZERO)
    }
}

/// What a player has in the pot, and what he shows if he has not folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Player {
    pub(super) put: Cents,
    pub(super) shows: Option<Shown>,
}

/// A hand that is shown: its value with the board, and the highest card held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shown {
    pub(super) value: FiveValue,
    pub(super) highest: Card,
}

impl Shown {
    pub(super) fn new(held: [Card; 2], value: FiveValue) -> Shown {
        let [a, b] = held;
        Shown { value, highest: if order(a) > order(b) { a } else { b } }
    }
}

/// How cards are ordered for odd dollars: by rank, then spades, hearts, diamonds, clubs [H212-6].
fn order(card: Card) -> (cards::Rank, cards::Suit) {
    (card.rank(), card.suit())
}

/// How a player who shows comes out of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Finish {
    /// He wins none of the pots.
    Beaten,
    /// He shares a pot.
    Tied,
    /// He wins a pot alone.
    Best,
}

/// What becomes of the chips in the pot circle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Division {
    pub(super) rake: Cents,
    /// What each player is given and how he came out of it, in the order they were named.
    pub(super) players: ArrayVec<(Cents, Finish), 7>,
}

/// A pot, and who may win it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pot {
    chips: Cents,
    contenders: ArrayVec<usize, 7>,
}

/// Divides the pot among players of whom at least two show.
pub(super) fn divide(players: &[Player], rake: &Rake) -> Division {
    let mut given: ArrayVec<(Cents, Finish), 7> =
        players.iter().map(|_| (Cents::ZERO, Finish::Beaten)).collect();
    let mut pots = pots(players);
    if let Some((place, uncalled)) = take_uncalled(players, &mut pots) {
        given[place].0 += uncalled;
    }
    let taken = rake.of(pots.iter().map(|pot| pot.chips).sum());
    // The largest pot bears the rake, so that nobody pays it out of a few dollars [H212-14].
    if let Some(largest) = pots.iter_mut().rev().max_by_key(|pot| pot.chips) {
        largest.chips -= taken;
    }
    for pot in &pots {
        let best = pot.contenders.iter().filter_map(|&place| players[place].shows);
        let best = best.map(|shown| shown.value).max();
        let winners: ArrayVec<(usize, Card), 7> = pot
            .contenders
            .iter()
            .filter_map(|&place| players[place].shows.map(|shown| (place, shown)))
            .filter(|(_, shown)| Some(shown.value) == best)
            .map(|(place, shown)| (place, shown.highest))
            .collect();
        let finish = if winners.len() == 1 { Finish::Best } else { Finish::Tied };
        for (&(place, _), share) in winners.iter().zip(shares(pot.chips, &winners)) {
            given[place].0 += share;
            given[place].1 = given[place].1.max(finish);
        }
    }
    Division { rake: taken, players: given }
}

/// The main pot and the side pots: each holds what every player put in up to what one player who
/// shows has put in, and those who put in as much may win it [H212-7].
fn pots(players: &[Player]) -> ArrayVec<Pot, 7> {
    let shows = |player: &&Player| player.shows.is_some();
    let mut levels: ArrayVec<Cents, 7> =
        players.iter().filter(shows).map(|player| player.put).collect();
    levels.sort_unstable();
    let most = players.iter().map(|player| player.put).max().unwrap_or(Cents::ZERO);
    let mut pots: ArrayVec<Pot, 7> = ArrayVec::new();
    let mut below = Cents::ZERO;
    for (place, &level) in levels.iter().enumerate() {
        let is_last = place + 1 == levels.len();
        if !is_last && level == levels[place + 1] {
            continue;
        }
        // Nobody who folded has put in more than all who show; if he had, the last pot has it.
        let up_to = if is_last { most } else { level };
        let chips = players.iter().map(|player| player.put.min(up_to) - player.put.min(below));
        let contends = |(place, player): (usize, &Player)| {
            (player.shows.is_some() && player.put >= level).then_some(place)
        };
        let contenders = players.iter().enumerate().filter_map(contends).collect();
        pots.push(Pot { chips: chips.sum(), contenders });
        below = level;
    }
    pots
}

/// Takes away a last pot that holds the chips of one player only: nobody had chips to call them,
/// and they go back to him unraked [H212-14].
fn take_uncalled(players: &[Player], pots: &mut ArrayVec<Pot, 7>) -> Option<(usize, Cents)> {
    let last = pots.last()?;
    let [place] = last.contenders[..] else { return None };
    let below = players.iter().enumerate().filter(|(other, _)| *other != place);
    let called = below.map(|(_, player)| player.put).max().unwrap_or(Cents::ZERO);
    let uncalled = players[place].put - called;
    if uncalled < last.chips {
        return None;
    }
    pots.pop().map(|pot| (place, pot.chips))
}

/// Splits a pot evenly in dollars; odd dollars go one each by the highest card held [H212-6].
fn shares(pot: Cents, winners: &[(usize, Card)]) -> ArrayVec<Cents, 7> {
    let dollars = pot.get() / Cents::dollars(1).get();
    let (even, odd) = (dollars / winners.len() as i64, dollars % winners.len() as i64);
    let share = |(_, card): &(usize, Card)| {
        let ahead = winners.iter().filter(|(_, other)| order(*other) > order(*card)).count();
        Cents::dollars(even + i64::from((ahead as i64) < odd))
    };
    winners.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hands::Category;

    fn rake() -> Rake {
        Rake([(10, 1), (20, 2), (30, 3)].map(|(pot, takes)| (dollars(pot), dollars(takes))).into())
    }

    fn dollars(dollars: i64) -> Cents {
        Cents::dollars(dollars)
    }

    /// A player with so much in the pot who shows a pair, the higher the rank the better, and
    /// holds this card as his highest.
    fn shows(put: i64, pair: cards::Rank, highest: &str) -> Player {
        let value = FiveValue::floor(Category::Pair, &[pair]).unwrap();
        let highest = highest.parse().unwrap();
        Player { put: dollars(put), shows: Some(Shown { value, highest }) }
    }

    fn folded(put: i64) -> Player {
        Player { put: dollars(put), shows: None }
    }

    fn check(players: &[Player], rake_dollars: i64, given: &[i64]) {
        let division = divide(players, &rake());
        assert_eq!(division.rake, dollars(rake_dollars));
        let found: Vec<Cents> = division.players.iter().map(|(given, _)| *given).collect();
        let expected: Vec<Cents> = given.iter().copied().map(dollars).collect();
        assert_eq!(found, expected);
        let put: Cents = players.iter().map(|player| player.put).sum();
        assert_eq!(found.into_iter().sum::<Cents>() + division.rake, put, "money is conserved");
    }

    #[test]
    fn h212_4_rake_by_the_chips_in_the_pot() {
        for (pot, takes) in
            [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (29, 2), (30, 3), (31, 3), (280, 3)]
        {
            assert_eq!(rake().of(dollars(pot)), dollars(takes), "${pot}");
        }
    }

    #[test]
    fn the_best_hand_takes_the_pot_less_the_rake() {
        // 5 + 5 + 3 = 13, rake 1.
        check(
            &[shows(5, cards::Rank::Nine, "9s"), folded(3), shows(5, cards::Rank::Ten, "Ts")],
            1,
            &[0, 0, 12],
        );
    }

    #[test]
    fn h212_6_odd_dollars_go_one_each_by_rank_then_suit() {
        let tied = |highest| shows(5, cards::Rank::Nine, highest);
        // 20 in, rake 2, 18 / 3 = 6 each and 5 from a player who folded: 25 in, rake 2, 23 = 7 x 3
        // + 2: ace and king first.
        check(&[tied("Qs"), tied("Ac"), tied("Kd"), folded(5), folded(5)], 2, &[7, 8, 8, 0, 0]);
        // 5 + 5 + 2 = 12, rake 1, 11: the odd dollar goes by suit where the ranks are equal.
        for (a, b, given) in [
            ("Ks", "Kh", [6, 5, 0]),
            ("Kd", "Kh", [5, 6, 0]),
            ("Kc", "Kd", [5, 6, 0]),
            ("Ac", "Ks", [6, 5, 0]),
        ] {
            check(&[tied(a), tied(b), folded(2)], 1, &given);
        }
    }

    #[test]
    fn h212_7_side_pots_go_to_those_who_put_in_as_much() {
        use cards::Rank::{Eight, Nine, Ten};
        // Main 3 x 4 = 12, side 2 x 6 = 12; 24 in the circle, rake 2 from the first of the equal
        // pots: 10 to the short player, 12 to the next best.
        check(
            &[shows(4, Ten, "Ts"), shows(10, Nine, "9s"), shows(10, Eight, "8s")],
            2,
            &[10, 12, 0],
        );
        // Three levels: 4 x 1 = 4, 3 x 2 = 6, 2 x 17 = 34; 44, rake 3 from the 34.
        check(
            &[
                shows(1, Ten, "Ts"),
                shows(3, Nine, "9s"),
                shows(20, Eight, "8s"),
                shows(20, Eight, "8h"),
            ],
            3,
            &[4, 6, 16, 15],
        );
        // A folded player's chips stay in the pots that he paid into: main 3 x 4 = 12, side 6 + 2.
        check(&[shows(4, Ten, "Ts"), shows(10, Nine, "9s"), folded(6)], 2, &[10, 8, 0]);
    }

    #[test]
    fn h212_14_what_nobody_could_call_goes_back_unraked() {
        use cards::Rank::{Nine, Ten};
        // 4 + 4 = 8 are played for: no rake; 6 go back.
        check(&[shows(4, Ten, "Ts"), shows(10, Nine, "9s")], 0, &[8, 6]);
        let division = divide(&[shows(4, Ten, "Ts"), shows(10, Nine, "9s")], &rake());
        assert_eq!(division.players[1].1, Finish::Beaten, "his own chips back are no win");
    }
}
