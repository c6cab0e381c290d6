//! Envy [PRG-6]: who wins it from whose hand. Nothing here knows cards, so it serves a keypad, too.

use arrayvec::ArrayVec;
use money::Cents;

use crate::felt::SeatNumber;

/// A seat, and who plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Holder {
    pub seat: SeatNumber,
    pub player: u8,
}

/// An envy payment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnvyWin<R> {
    /// Who is paid.
    pub seat: SeatNumber,
    /// Whose hand it is for.
    pub from: SeatNumber,
    /// The row of that hand.
    pub row: R,
    /// How much, from the tray.
    pub amount: Cents,
}

/// The envy of a round, given who made the progressive bet, the hands that trigger with their rows,
/// and what a row pays the others, if it does: each winning seat, the last first, is paid for each
/// triggering hand, the last first. Nobody wins it from their own hand, not even through another
/// seat.
pub fn envy<R: Copy>(
    bets: &[Holder],
    triggers: &[(Holder, R)],
    amount: impl Fn(R) -> Option<Cents>,
) -> Vec<EnvyWin<R>> {
    let mut winners: ArrayVec<Holder, 7> = bets.iter().copied().collect();
    winners.sort_unstable_by_key(|winner| std::cmp::Reverse(winner.seat));
    let mut from: ArrayVec<(Holder, R, Cents), 7> = ArrayVec::new();
    from.extend(triggers.iter().filter_map(|&(by, row)| Some((by, row, amount(row)?))));
    from.sort_unstable_by_key(|(by, _, _)| std::cmp::Reverse(by.seat));
    // Most rounds trigger none, and then nothing is allocated.
    let mut wins = Vec::new();
    for winner in &winners {
        for &(by, row, amount) in from.iter().filter(|(by, _, _)| by.player != winner.player) {
            wins.push(EnvyWin { seat: winner.seat, from: by.seat, row, amount });
        }
    }
    wins
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(seat: u8, player: u8) -> Holder {
        Holder { seat: SeatNumber::new(seat).unwrap(), player }
    }

    /// Seats 1, 2 and 5 bet; 1 and 5 are one player's. 2 and 5 hold hands with an envy amount, 3
    /// holds one without the bet, 4 one that pays none.
    #[test]
    fn prg_6_each_winner_once_for_each_hand_of_another_player() {
        let bets = [holder(1, 1), holder(2, 2), holder(5, 1)];
        let triggers =
            [(holder(2, 2), 'r'), (holder(3, 3), 's'), (holder(4, 4), 'f'), (holder(5, 1), 's')];
        let amount = |row| match row {
            'r' => Some(Cents::dollars(1_000)),
            's' => Some(Cents::dollars(300)),
            _ => None,
        };
        let wins = envy(&bets, &triggers, amount);
        let found: Vec<(u8, u8, char, i64)> = wins
            .iter()
            .map(|win| (win.seat.get(), win.from.get(), win.row, win.amount.get() / 100))
            .collect();
        let expected = [
            (5, 3, 's', 300),
            (5, 2, 'r', 1_000),
            (2, 5, 's', 300),
            (2, 3, 's', 300),
            (1, 3, 's', 300),
            (1, 2, 'r', 1_000),
        ];
        assert_eq!(found, expected);
    }
}
