//! The games of an ante against the dealer's hand: one wager keeps a player in, and the dealer may have to qualify.
//! They are dealt, decided and settled here; each states its [`Shape`] and what its section pays.

use std::cmp::Ordering;

use cards::{Card, CardSet};
use money::Cents;
use rulebook::{DealTo, FaceDealt};

use crate::action::Action;
use crate::choice::{About, Actions, Stage};
use crate::felt::{Felt, Line, Seat};
use crate::game::Game;
use crate::paytable::{PayTable, RowId};
use crate::script::{Scripted, Step, Turn};
use crate::settle::{Pay, Taken};
use crate::state::RoundState;
use crate::table::Table;

const SCRIPT: &[Step] = &[Step::Deal("deal"), Step::Decide(0), Step::Reveal];

/// How a hand is compared with the dealer's.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// How many cards count in a hand: the best of those that are dealt.
    pub cards: usize,
    /// What a hand is worth, a player's or the dealer's.
    pub value: fn(CardSet) -> u16,
    /// The lowest value with which the dealer qualifies; zero if the dealer always does.
    pub qualifies: u16,
}

/// A game of own cards against the dealer's, as its odds need it.
#[derive(Clone, Copy, Debug)]
pub struct Showdown {
    /// How many cards a player has.
    pub own_cards: usize,
    /// How many the dealer has.
    pub dealer_cards: usize,
    /// Whether the dealer's last card lies face up while the players decide.
    pub has_up_card: bool,
    /// How the hands are compared.
    pub compares: Comparison,
}

/// What sets a game apart from the others against the dealer.
pub(crate) struct Shape {
    pub(crate) ante: Line,
    /// The wager that keeps a player in.
    pub(crate) stay: Line,
    /// The decisions that stay in, and how many antes each stakes.
    pub(crate) plays: &'static [(Action, u8)],
    pub(crate) compares: Comparison,
    /// The line of a bonus on the ante's stake that the hand is paid by itself; none where the table pays the stay
    /// wager of a winner instead.
    pub(crate) bonus: Option<Line>,
    /// The row of the game's table that a hand is on.
    pub(crate) row: fn(&PayTable, &[Card]) -> Option<RowId>,
    /// The lines in the order in which a seat is settled.
    pub(crate) order: &'static [Line],
}

/// What a game needs of its section.
pub(crate) struct Terms {
    pub(crate) win: Pay,
    pub(crate) tie: Pay,
    /// What ante and stay wager are paid if the dealer does not qualify.
    pub(crate) unqualified: Option<[Pay; 2]>,
    pub(crate) fold: Taken,
    /// Why the progressive is taken from a hand that folds, where it is.
    pub(crate) fold_progressive: Option<Taken>,
    pub(crate) beaten: Taken,
    pub(crate) table: PayTable,
}

/// A game against the dealer's hand.
pub(crate) trait AgainstDealer: Game {
    fn shape(&self) -> &'static Shape;

    fn terms(&self) -> &Terms;
}

impl Shape {
    /// The least that a player with an ante must add to stay in.
    pub(crate) fn compulsory(&self, seat: &Seat) -> Option<(Line, Cents)> {
        let (_, least) = self.plays.first()?;
        seat.has(self.ante).then(|| (self.stay, seat.stake(self.ante) * i64::from(*least)))
    }
}

impl<G: AgainstDealer> Scripted for G {
    fn script(&self) -> &'static [Step] {
        SCRIPT
    }

    fn turn(&self, state: &RoundState<'_>, seat: usize, _: u8) -> Turn {
        // A player with side bets alone has nothing to decide; without a dealer's hand there is nothing to bet on.
        let has_ante = state.felt.seats[seat].has(self.shape().ante);
        if has_ante && !state.felt.is_dealer_void { Turn::Decide } else { Turn::Pass }
    }

    fn about(&self, _: u8) -> About {
        About { wager: "ante", stage: Stage::Play, line: Some(self.shape().stay) }
    }

    fn choices(&self, state: &RoundState<'_>, seat: usize, _: u8, actions: &mut Actions) {
        let (shape, player) = (self.shape(), &state.felt.seats[seat]);
        for (action, times) in shape.plays {
            let amount = player.stake(shape.ante) * i64::from(*times);
            if state.table.limits.allow(player, shape.stay, amount) {
                actions.push_staking(*action, amount);
            }
        }
        actions.push(Action::Fold);
    }

    fn decide(&self, state: &mut RoundState<'_>, seat: usize, _: u8, action: Action) {
        let (shape, terms) = (self.shape(), self.terms());
        let player = &mut state.felt.seats[seat];
        if let Some((_, times)) = shape.plays.iter().find(|(play, _)| *play == action) {
            player.stakes[shape.stay.index()] = player.stake(shape.ante) * i64::from(*times);
            return;
        }
        player.is_out = true;
        state.settlement.lose(&state.felt.seats[seat], shape.ante, terms.fold);
        if let Some(taken) = terms.fold_progressive {
            state.lose_progressive(seat, taken);
        }
    }

    fn settle(&self, state: &mut RoundState<'_>, seat: usize) {
        let (shape, terms) = (self.shape(), self.terms());
        let player = &state.felt.seats[seat];
        // A hand that nobody saw has won nothing [GEN-15].
        let is_dead = player.is_dead || player.is_unseen() || state.felt.is_dealer_void;
        if is_dead || !player.has(shape.stay) {
            return;
        }
        let value = |cards: &[Card]| (shape.compares.value)(cards.iter().collect());
        let (own, dealer) = (value(player.cards()), value(state.felt.dealer.cards()));
        let row = (shape.row)(&terms.table, player.cards());
        let lines = &mut *state.settlement;
        for &line in shape.order {
            let is_stay = line == shape.stay;
            match (own.cmp(&dealer), terms.unqualified) {
                // The bonus is paid on any such hand that was played, also on a loss.
                _ if Some(line) == shape.bonus => {
                    if let Some(row) = row {
                        lines.bonus(player, line, shape.ante, &terms.table, row);
                    }
                }
                (_, Some(pays)) if dealer < shape.compares.qualifies => {
                    lines.pay(player, line, pays[usize::from(is_stay)]);
                }
                (Ordering::Greater, _) if is_stay && shape.bonus.is_none() => {
                    lines.table(player, line, &terms.table, row, terms.beaten);
                }
                (Ordering::Greater, _) => lines.pay(player, line, terms.win),
                (Ordering::Equal, _) => lines.pay(player, line, terms.tie),
                (Ordering::Less, _) => lines.lose(player, line, terms.beaten),
            }
        }
    }

    fn goes_on(&self, felt: &Felt) -> bool {
        // The dealer shows if there is a hand and anyone is left to compare it with.
        !felt.is_dealer_void && felt.seats.iter().any(|seat| !seat.is_out && !seat.is_dead)
    }
}

impl Table {
    /// The game as its odds need it, if it is one of own cards against the dealer's.
    pub fn showdown(&self) -> Option<Showdown> {
        let compares = self.game.compares()?;
        let (own_cards, dealer_cards) = self.deal_size()?;
        let mut packets = self.packets("deal").iter();
        let has_up_card = packets.any(|packet| {
            let is_dealers = matches!(packet.to, DealTo::Dealer | DealTo::SeatsAndDealer);
            is_dealers && packet.face != FaceDealt::Down
        });
        Some(Showdown { own_cards, dealer_cards, has_up_card, compares })
    }
}
