//! A wager against the dealer's hand beside side bets on the player's cards, or on those of both.

use cards::{Card, CardSet};
use games::RoyalFound;
use hands::Hand;
use rayon::prelude::*;

use super::{Terms, dealer_hands};
use crate::census::{Sample, Space, triples};
use crate::choose::CHOOSE;
use crate::classes::array;
use crate::dealer_hands::{Against, Code, Counts, DealerHands, Player};
use crate::exact::{Exact, fraction, whole};
use crate::game::Question;
use crate::joint::SideNets;
use crate::scaled::Scale;

/// The best play of every hand.
struct Best {
    hands: DealerHands,
    counts: Counts,
    terms: Terms,
    scale: Scale,
    nets: Vec<Vec<[i128; 4]>>,
}

/// The mean of the product with each side bet, played best; nothing for one that is judged on other cards.
pub(super) fn products(question: &Question<'_>, sides: &[&SideNets]) -> Vec<Option<Exact>> {
    let hands = dealer_hands(question.subject);
    let counts = hands.count();
    let terms = Terms::of(question, &question.schedules[0], &counts);
    let (scale, nets) = terms.nets();
    let best = Best { hands, counts, terms, scale, nets };
    let gains = best.gains();
    let product = |side: &&SideNets| {
        let sum = match (side.space, side.own_cards()) {
            (_, Some(own)) if own == hands.own_cards => best.on_own_cards(side, &gains),
            (Space::FiveOfSix, _) if !hands.has_up_card && hands.own_cards == 3 => {
                best.on_both(side)
            }
            _ => return None,
        };
        let parts = whole(best.scale.unit) * whole(side.unit()) * whole(hands.deals());
        Some(sum / parts + best.terms.fold.net() * side.mean())
    };
    sides.iter().map(product).collect()
}

impl Best {
    /// The best choice, and how much better than folding it is over all hands of the dealer.
    fn choice(&self, player: &Player, against: &Against) -> (Code, i128) {
        let gain = |nets: &[i128; 4]| -> i128 {
            nets.iter().zip(against).map(|(net, hands)| net * i128::from(*hands)).sum()
        };
        let nets = self.nets[self.terms.class(player)].iter().zip(1..);
        let gains = nets.map(|(nets, code)| (code, gain(nets)));
        gains.fold((super::FOLD, 0), |best, one| if one.1 >= best.1 { one } else { best })
    }

    /// How much better than folding every hand is, over all the dealer's cards.
    fn gains(&self) -> Vec<i128> {
        let of_part = |part: &std::ops::Range<usize>| {
            let places = self.counts.places(part);
            let mut gains = vec![0; places.len()];
            self.counts.visit(part.clone(), |place, player, _, against| {
                gains[place - places.start] += self.choice(player, against).1;
            });
            gains
        };
        let parts: Vec<Vec<i128>> = self.counts.parts().par_iter().map(of_part).collect();
        parts.concat()
    }

    /// What is won beside a side bet on the player's cards, summed over all deals in parts of both bets.
    fn on_own_cards(&self, side: &SideNets, gains: &[i128]) -> Exact {
        let hands = self.counts.players.par_iter().zip(gains);
        let product = |(player, gain): (&Player, &i128)| {
            gain * i128::from(player.times) * side.on_cards(player.cards)
        };
        fraction(hands.map(product).sum::<i128>(), 1)
    }

    /// The same beside a side bet on the player's three cards and the dealer's.
    fn on_both(&self, side: &SideNets) -> Exact {
        let dealers: Vec<(CardSet, u16, Hand<3>)> = triples()
            .map(|cards: [Card; 3]| {
                let set: CardSet = cards.iter().collect();
                (set, (self.hands.value)(set), Hand::from(cards))
            })
            .collect();
        let product = |player: &Player| {
            let apart = || dealers.iter().filter(|dealer| (dealer.0 & player.cards).is_empty());
            let mut against = Against::default();
            apart().for_each(|dealer| {
                against[self.hands.relation(player.value, dealer.1) as usize] += 1;
            });
            let (code, _) = self.choice(player, &against);
            let Some(place) = usize::from(code).checked_sub(1) else { return 0 };
            let nets = &self.nets[self.terms.class(player)][place];
            let own = Hand::from(array::<3>(player.cards));
            let of_dealer = |dealer: &(CardSet, u16, Hand<3>)| {
                let value = (own + dealer.2).value();
                let beside = side.on(Sample::Five(value, RoyalFound::None));
                nets[self.hands.relation(player.value, dealer.1) as usize] * beside
            };
            apart().map(of_dealer).sum::<i128>() * i128::from(player.times)
        };
        let sum: i128 = self.counts.players.par_iter().map(product).sum();
        // Every deal once: the dealer's cards have no order.
        debug_assert_eq!(self.hands.hands(), CHOOSE[49][3]);
        fraction(sum, 1)
    }
}
